//! Words that other turn servers know and this one does not. They get a helpful answer instead of being taken for chat.

use serde::Serialize;

/// What can be used instead, with what the line has said of it. What it has not said is replaced by an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum Instead {
    /// A board after some moves.
    ShowAt { board: Option<u32> },
    /// The move itself, or a preview of it.
    Preview { board: Option<u32>, play: Option<String> },
    /// Help.
    Help,
    /// Signing up.
    Signup,
    /// Changing the password.
    ChangePassword,
    /// A message to one or more players.
    Message,
    /// Such a message, with a colon before its text. No id and password belong to it.
    MessageTo { player: String },
    /// A mail that shows that mails arrive.
    Whoami,
    /// The settings.
    Settings,
    /// To observe a board. A player's own boards are told of anyway.
    Subscribe { board: Option<u32> },
    /// The move, which needs no confirmation.
    Confirm { board: Option<u32> },
    /// Another move. Nobody can pass.
    Pass { board: Option<u32> },
    /// The next game with the sides swapped.
    Swap { board: Option<u32> },
    /// Help, or a game as a file.
    Export { board: Option<u32> },
    /// To accept one challenge, or to take challenges again.
    AcceptOne { board: Option<u32> },
    /// To decline one challenge, or to take none.
    DeclineOne { board: Option<u32> },
    /// How many games a player wants to have.
    Limit,
    /// One open challenge after the other.
    SeekOnce,
    /// The lists.
    Lists,
    /// The new address, which the line lacks.
    NewAddress,
}

/// Boards of a reader, for examples.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OwnBoards {
    /// The one that a letter was about, or one that is played.
    pub board: Option<u32>,
    /// A challenge that waits for their answer.
    pub challenge: Option<u32>,
}

impl Instead {
    /// Leaves a word in lower case out, because it is or may be a password. `stars` replace it where something must stand.
    pub(super) fn forget(&mut self, secret: &str, stars: &str) {
        if let Self::Preview { play, .. } = self {
            *play = play.take().filter(|play| play.to_lowercase() != secret);
        }
        if let Self::MessageTo { player } = self
            && player.to_lowercase() == secret
        {
            *player = stars.to_owned();
        }
    }

    /// The board in the example, if there is one.
    fn board(&mut self) -> Option<&mut Option<u32>> {
        match self {
            Self::ShowAt { board }
            | Self::Preview { board, .. }
            | Self::Subscribe { board }
            | Self::Confirm { board }
            | Self::Pass { board }
            | Self::Swap { board }
            | Self::Export { board }
            | Self::AcceptOne { board }
            | Self::DeclineOne { board } => Some(board),
            Self::Help
            | Self::Signup
            | Self::ChangePassword
            | Self::Message
            | Self::MessageTo { .. }
            | Self::Whoami
            | Self::Settings
            | Self::Limit
            | Self::SeekOnce
            | Self::Lists
            | Self::NewAddress => None,
        }
    }

    /// The same with a board of the reader in the example, if the line names none. Other players' boards are observed.
    pub(super) fn with_boards(mut self, own: OwnBoards) -> Instead {
        let of_challenge = matches!(self, Self::AcceptOne { .. } | Self::DeclineOne { .. });
        let number = if of_challenge { own.challenge } else { own.board };
        let is_own = !matches!(self, Self::Subscribe { .. });
        if let Some(board) = self.board().filter(|_| is_own) {
            *board = board.or(number);
        }
        self
    }

    /// All of them, with nothing said.
    pub fn all() -> Vec<Instead> {
        let (board, player) = (None, || "bob".to_owned());
        vec![
            Self::ShowAt { board },
            Self::Preview { board, play: None },
            Self::Help,
            Self::Signup,
            Self::ChangePassword,
            Self::Message,
            Self::MessageTo { player: player() },
            Self::Whoami,
            Self::Settings,
            Self::Subscribe { board },
            Self::Confirm { board },
            Self::Pass { board },
            Self::Swap { board },
            Self::Export { board },
            Self::AcceptOne { board },
            Self::DeclineOne { board },
            Self::Limit,
            Self::SeekOnce,
            Self::Lists,
            Self::NewAddress,
        ]
    }
}

/// Words that begin a command of another turn server and no sentence.
const WORDS: [&str; 7] = ["notify", "password", "prefs", "replay", "submit", "tutorial", "userid"];

/// Words that begin a command of pbmserv and none of ours. They are too common for the lines of a text, so such a line may also be words for
/// another player.
const VERBS: [&str; 8] = ["broadcast", "confirm", "echo", "fetch", "list", "pass", "showas", "swap"];

/// All words that begin a command of another turn server.
pub(super) fn verbs() -> impl Iterator<Item = &'static str> {
    VERBS.into_iter().chain(WORDS)
}

/// The word in lower case, if it begins a command of another turn server.
pub(super) fn verb(word: &str) -> Option<&'static str> {
    verbs().find(|verb| *verb == word)
}

/// Whether the word in lower case is one of those that also begin sentences.
pub(super) fn is_common(word: &str) -> bool {
    VERBS.contains(&word)
}

/// The words that change the sender's own data. An id and a password follow them, in any spelling.
const WITH_LOGIN: [&str; 3] = ["notify", "prefs", "userid"];

/// Whether an id and a password follow the word.
pub(super) fn takes_login(word: &str) -> bool {
    WITH_LOGIN.contains(&word)
}

/// Whether no sentence begins with the word in lower case, but a command of another turn server.
pub(super) fn is_word(word: &str) -> bool {
    WORDS.contains(&word)
}

/// The advice for such a word in lower case. `board` and `play` are what stands behind it.
pub(super) fn advice(word: &str, board: Option<u32>, play: Option<String>) -> Option<Instead> {
    Some(match word {
        "broadcast" => Instead::Message,
        "confirm" => Instead::Confirm { board },
        "echo" => Instead::Whoami,
        "fetch" => Instead::Export { board: None },
        "list" => Instead::Lists,
        "notify" => Instead::Subscribe { board },
        "pass" => Instead::Pass { board },
        "password" => Instead::ChangePassword,
        "prefs" => Instead::Settings,
        "replay" | "showas" => Instead::ShowAt { board },
        "submit" => Instead::Preview { board, play },
        "swap" => Instead::Swap { board },
        "tutorial" => Instead::Help,
        "userid" => Instead::Signup,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_an_advice() {
        assert!(verbs().all(|verb| advice(verb, None, None).is_some()));
    }
}

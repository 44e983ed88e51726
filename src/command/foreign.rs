//! Words that other turn servers know and this one does not. They get an honest answer instead of being taken for small talk.

use serde::Serialize;

/// What may serve instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// The list of finished games.
    AllGames,
    /// A board after some half-moves.
    ShowAt,
    /// To preview, then to move.
    Preview,
    /// Help.
    Help,
    /// To sign up.
    Signup,
    /// To change one's password.
    ChangePassword,
}

impl Instead {
    /// All of them.
    pub const ALL: [Instead; 6] =
        [Instead::AllGames, Instead::ShowAt, Instead::Preview, Instead::Help, Instead::Signup, Instead::ChangePassword];
}

/// The words, each with what may serve instead, where something does.
const WORDS: [(&str, Option<Instead>); 8] = [
    ("history", Some(Instead::AllGames)),
    ("notify", None),
    ("password", Some(Instead::ChangePassword)),
    ("prefs", None),
    ("replay", Some(Instead::ShowAt)),
    ("submit", Some(Instead::Preview)),
    ("tutorial", Some(Instead::Help)),
    ("userid", Some(Instead::Signup)),
];

/// Words that begin a command of pbmserv and none of ours. Too ordinary for the lines of a text, they count in a Subject.
const VERBS: [&str; 8] = ["broadcast", "confirm", "echo", "fetch", "list", "pass", "showas", "swap"];

/// All words that begin a command of another turn server.
pub fn verbs() -> impl Iterator<Item = &'static str> {
    VERBS.into_iter().chain(WORDS.iter().map(|(word, _)| *word))
}

/// The word in lower case, if it begins a command of another turn server.
pub fn verb(word: &str) -> Option<&'static str> {
    verbs().find(|verb| *verb == word)
}

/// Those of them that change something of one's own: an id and a password belong behind them, in any spelling of those.
const WITH_LOGIN: [&str; 3] = ["notify", "prefs", "userid"];

/// Whether an id and a password belong behind the word.
pub fn takes_login(word: &str) -> bool {
    WITH_LOGIN.contains(&word)
}

/// The advice for a word in lower case, if it is one of these.
pub fn find(word: &str) -> Option<Option<Instead>> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, instead)| *instead)
}

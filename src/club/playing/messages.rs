//! Words between players, about a game or about anything else.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::board_news::BoardReport;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::{GameEvent, News};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::{KeptBack, Reply};
use crate::club::exchange::{board_news, notices_out};
use crate::club::model::game::Game;
use crate::club::model::player::{PlayerId, Presence};
use crate::command::{Command, Doubt, MessageAsk, PlainWords, PlayerAct, Setting, Target};
use crate::tafl;
use std::sync::Arc;

/// The most characters that the first words to a player may have.
const FIRST_WORDS_CHARS_MAX: usize = 200;

/// Whether a command can carry words to a player with whom its sender has never played.
pub(crate) fn may_be_first(command: &Command) -> bool {
    match command {
        Command::OnBoard { act, .. } => act.may_be_first_words(),
        Command::AsPlayer { act, .. } => match act {
            PlayerAct::Challenge(_) | PlayerAct::Take(_) | PlayerAct::Message(_) => true,
            PlayerAct::Set(_)
            | PlayerAct::SetLimit(_)
            | PlayerAct::Account(_)
            | PlayerAct::Vacation(_)
            | PlayerAct::OpenChallenge(_) => false,
        },
        Command::Signup { .. } | Command::Tournament(_) | Command::Look(_) => false,
    }
}

/// Of two players who have not begun a game together yet, one may write to the other, but not much, and no link. Otherwise the server's
/// letters, which people trust, would carry bait. Returns why the words of this command are kept back, if they are.
pub(crate) fn kept_back(auth: &Authenticated, command: &Command) -> Option<KeptBack> {
    let own = auth.request.comment.as_str();
    let ids = |ids: &[&String]| ids.iter().filter_map(|id| id.parse().ok()).collect();
    let (readers, words): (Vec<PlayerId>, &str) = match command {
        Command::AsPlayer { act: PlayerAct::Message(MessageAsk { players, text }), .. } => {
            (ids(&players.iter().collect::<Vec<_>>()), text)
        }
        Command::AsPlayer { act: PlayerAct::Challenge(ask), .. } => (ids(&[&ask.first, &ask.second]), own),
        Command::AsPlayer { act: PlayerAct::Take(number), .. } => {
            (auth.view.open_challenges.get(number).map(|open| open.player.clone()).into_iter().collect(), own)
        }
        Command::OnBoard { board: Target::Number(number), act, .. } if act.may_be_first_words() => {
            (players_of(auth, *number), command.text().unwrap_or(own))
        }
        Command::Signup { .. }
        | Command::OnBoard { .. }
        | Command::AsPlayer { .. }
        | Command::Tournament(_)
        | Command::Look(_) => return None,
    };
    if !is_bait(words) {
        return None;
    }
    let mut readers = readers.into_iter().filter(|reader| reader != auth.sender);
    let stranger =
        readers.find(|reader| auth.view.players.contains_key(reader) && !auth.view.have_met(reader, auth.sender));
    stranger.map(|player| KeptBack::TooFree { player, max: FIRST_WORDS_CHARS_MAX })
}

/// Whether the words are too long or contain a link: more than a stranger to the reader may say in the server's letters.
pub fn is_bait(words: &str) -> bool {
    words.chars().count() > FIRST_WORDS_CHARS_MAX || holds_link(words)
}

fn players_of(auth: &Authenticated, number: u32) -> Vec<PlayerId> {
    let head = auth.view.games.get(&number).map(|game| &game.head);
    head.into_iter().flat_map(|head| [head.attackers.clone(), head.defenders.clone()]).collect()
}

/// Whether a mail program may make a link of something in the words: `https://x`, `evil.example`, an address. `end.Then` counts as one too,
/// which costs its writer a space.
fn holds_link(words: &str) -> bool {
    /// No top-level domain has a shorter name: `e.g` is not a domain.
    const LAST_LABEL_CHARS_MIN: usize = 2;
    // Browsers take dots of other scripts for dots.
    let is_dot = |c: char| matches!(c, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}');
    let is_invisible = |c: &char| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    let words: String = words.chars().filter(|c| !is_invisible(c)).map(|c| if is_dot(c) { '.' } else { c }).collect();
    let is_host = |piece: &str| {
        let piece = piece.trim_matches(|c: char| !c.is_alphanumeric());
        piece.rsplit_once('.').is_some_and(|(before, last)| {
            let named = last.chars().count() >= LAST_LABEL_CHARS_MIN && last.chars().all(char::is_alphabetic);
            let numbered = before.matches('.').count() == 2 && piece.chars().all(|c| c.is_ascii_digit() || c == '.');
            before.ends_with(char::is_alphanumeric) && (named || numbered)
        })
    };
    let between = |c: char| c.is_whitespace() || "/?#:<>()[]{}\",;|@\\".contains(c);
    words.contains("://") || words.split(between).any(is_host)
}

/// Passes words about a game on to the opponent.
pub(crate) fn chat(auth: &Authenticated, game: &Game, side: tafl::Side, text: &str, chance: &mut Chance) -> Decision {
    let opponent = game.head.player(side.opponent());
    let (false, Some(reader)) = (text.trim().is_empty(), auth.view.players.get(opponent)) else {
        return refuse(Refusal::NothingToSay);
    };
    if reader.presence == Presence::SignedOff {
        return refuse(Refusal::SignedOff { player: opponent.clone(), yours: false });
    }
    if !reader.is_reachable() {
        return refuse(Refusal::Unreachable { player: opponent.clone() });
    }
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    let event = GameEvent::Chatted { by: side };
    let news = BoardReport { event, author: auth.sender, comment: text };
    board_news::tell_of_other(&mut decision, reader, &Arc::new(game.clone()), news, auth.request.received, chance);
    let manner = auth.request.manner;
    if matches!(manner.doubt, Some(Doubt::OnlyWords | Doubt::PerhapsOnlyWords)) || manner.shown {
        decision.changes.extend(only_words_sent(auth, game, text));
    }
    decision.replies.push(Reply::PassedOn {
        to: vec![opponent.clone()],
        game: Some(Arc::new(game.clone())),
        words: text.to_owned(),
    });
    decision
}

/// The most characters of a note.
const NOTE_CHARS_MAX: usize = 500;

/// Keeps words about a game for their author alone, or deletes them.
pub(crate) fn note(auth: &Authenticated, game: &Game, text: &str) -> Decision {
    if text.chars().count() > NOTE_CHARS_MAX {
        return refuse(Refusal::NoteTooLong { max: NOTE_CHARS_MAX });
    }
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    let (number, player, words) = (game.head.number, auth.sender.clone(), text.to_owned());
    decision.changes.push(Change::NoteKept { number, player, words });
    decision.replies.push(Reply::Noted { game: Arc::new(game.clone()), deleted: text.is_empty() });
    decision
}

/// What becomes true when words without a command go to the opponent. After the first yes, their author is not asked again.
fn only_words_sent(auth: &Authenticated, game: &Game, text: &str) -> Vec<Change> {
    let (number, player, ply) = (game.head.number, auth.sender.clone(), game.head.plies);
    let sent = Change::OnlyWordsSent { number, player: player.clone(), ply, words: text.to_owned() };
    let agreed = Change::SettingChanged { player, setting: Setting::Words(PlainWords::On) };
    std::iter::once(sent).chain(auth.request.manner.shown.then_some(agreed)).collect()
}

/// What a player has sent to the opponent in mails that hold only words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnlyWords {
    /// How many such mails there were since the last move.
    pub since_move: u32,
    /// Whether the same words were among them, at any time.
    pub again: bool,
}

impl OnlyWords {
    /// The most such mails between two moves. A program that answers mail must not write to another one for ever.
    pub const BETWEEN_MOVES_MAX: u32 = 3;

    /// Whether one more is too much.
    pub fn is_too_much(self) -> bool {
        self.again || self.since_move >= OnlyWords::BETWEEN_MOVES_MAX
    }
}

/// Passes words on to players.
pub(crate) fn message(auth: &Authenticated, message: &MessageAsk, chance: &mut Chance) -> Decision {
    let MessageAsk { players, text } = message;
    if text.trim().is_empty() {
        return refuse(Refusal::NothingToSay);
    }
    // `message ann: secret` may be a login with a colon in it, and would be shown in a letter.
    if players.iter().all(|id| id == auth.sender.as_str()) {
        return refuse(Refusal::MessageToYourself);
    }
    let mut readers = Vec::new();
    for (at, id) in players.iter().enumerate() {
        match id.parse::<PlayerId>().ok().and_then(|id| auth.view.players.get(&id)) {
            Some(player) if player.presence == Presence::SignedOff => {
                return refuse(Refusal::SignedOff { player: player.id.clone(), yours: player.id == *auth.sender });
            }
            Some(player) if !player.is_reachable() => {
                return refuse(Refusal::Unreachable { player: player.id.clone() });
            }
            Some(player) => readers.push(player),
            None => {
                let before_own = players.get(at + 1).is_some_and(|next| next == auth.sender.as_str());
                return refuse(auth.view.unknown_among(id, at == 1 || before_own));
            }
        }
    }
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    for reader in &readers {
        let news = News::Message { from: auth.sender.clone(), text: text.to_owned() };
        notices_out::letter(&mut decision, reader, news, auth.request.received, chance);
    }
    let to = readers.iter().map(|reader| reader.id.clone()).collect();
    decision.replies.push(Reply::PassedOn { to, game: None, words: text.to_owned() });
    decision
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_mail_program_makes_a_link_of_is_a_link() {
        for words in [
            "see https://evil.example/login",
            "evil.example",
            "log in at Evil.Example/x, now",
            "(www.evil.example)",
            "taflpost\u{3002}evil\u{3002}example",
            "e\u{200b}vil.exam\u{ad}ple",
            "http:\\\\10.0.0.1\\x",
            "http://evil",
            "write to eve@evil.example",
            "\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.\u{440}\u{444}",
        ] {
            assert!(holds_link(words), "{words}");
        }
        for words in [
            "Well played. Shall we play again?",
            "I am free on 24.12.2026, e.g. at 10.30 a.m.",
            "1. d1-c1 ... and so on.",
            "version 1.2",
            "",
        ] {
            assert!(!holds_link(words), "{words}");
        }
    }
}

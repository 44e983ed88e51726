//! Forms of pbmserv that have the words of this server in another order, or under another word: `move 17 bob secret resign`, `limit bob
//! secret 8`, `replay 17 4`. A line of such a form is read as ours ([`in_our_form`]). If nothing here is the same, the answer names what to
//! send instead ([`instead`]).
//!
//! Both are strict: the whole line must have the form, because many of these words also begin sentences.

use std::borrow::Cow;

use crate::command::complaint::ComplaintKind;
use crate::command::foreign::{self, Instead};
use crate::command::lexer::{Line, Word};
use crate::command::move_words::is_play_shape;
use crate::command::redact;
use crate::command::table;
use crate::tafl::{Catalogue, DEFAULT_GAME, NAME_WORDS_MAX, ParsedPlay};

/// What stands in the place of a move there, and is a command here.
const ACTS: [&str; 8] = ["accept", "decline", "draw", "propose", "reject", "resign", "undo", "unrated"];

/// The sides of boards, and the option for each.
const SIZES: [(&str, &str); 5] =
    [("7", "-brandubh"), ("9", "-small"), ("11", "-hnefatafl"), ("13", "-medium"), ("19", "-large")];

/// The line in our form if it has one of theirs, else the line itself.
pub(in crate::command) fn in_our_form<'a>(typed: &'a str, catalogue: &Catalogue) -> Cow<'a, str> {
    let line = Line::new(typed);
    let (game, words) = split(line.words(), catalogue);
    match ours(words, game, catalogue).or_else(|| with_other_words(words)) {
        Some(ours) if game.is_empty() => ours.into(),
        Some(ours) => format!("{} {ours}", raw(game)).into(),
        None => typed.into(),
    }
}

/// The name of the game at the beginning, and the words behind it.
fn split<'w>(words: &'w [Word], catalogue: &Catalogue) -> (&'w [Word], &'w [Word]) {
    let is_command = words.first().is_some_and(|word| table::whole(&word.lower()).is_some());
    let plain: Vec<&str> = words.iter().take(NAME_WORDS_MAX).map(|word| word.plain.as_str()).collect();
    let count = catalogue.name_of_words(&plain).filter(|_| !is_command).map_or(0, |(count, _)| count);
    words.split_at(count)
}

/// The words as typed.
fn raw(words: &[Word]) -> String {
    words.iter().map(|word| word.raw.as_str()).collect::<Vec<_>>().join(" ")
}

/// A line whose words stand in another order here.
fn ours(words: &[Word], game: &[Word], catalogue: &Catalogue) -> Option<String> {
    let lower: Vec<String> = words.iter().map(Word::lower).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let login = |at: usize| words.get(at..at + 2).filter(|login| redact::may_be_player(&login[0])).map(raw);
    match lower[..] {
        // `The last round waits for all games.`
        ["list" | "all" | "replay", ..] if !words.iter().all(|word| word.closing.is_empty()) => None,
        ["list"] => Some(if names_a_variant(game) { "ratings" } else { "players" }.to_owned()),
        ["list", ..] if is_game(&words[1..], catalogue) => Some(format!("ratings {}", raw(&words[1..]))),
        ["all", verb, _, ..] if LOOKS.contains(&verb) => {
            Some(ours(&words[1..], game, catalogue).unwrap_or_else(|| raw(&words[1..])))
        }
        ["showas", id, _] => login(1).map(|_| format!("show {id}")),
        ["showas", _, _, ..] => login(1).map(|_| format!("show {}", raw(&words[3..]))),
        ["replay", board] if is_number(board) => Some(format!("show {board}")),
        ["replay", board, ply] if is_number(board) && is_ply(ply) => Some(format!("show {board}#{ply}")),
        ["replay", board, ply, ..] if is_number(board) && is_ply(ply) => {
            Some(format!("preview {board}#{ply} {}", raw(&words[3..])))
        }
        ["move" | "board", board, act] if is_number(board) && ACTS.contains(&act) => Some(format!("{act} {board}")),
        ["move" | "board", board, _, _, act] if is_number(board) && ACTS.contains(&act) => {
            Some(format!("{act} {board} {}", login(2)?))
        }
        ["limit", _, _] => login(1).map(|_| "limit".to_owned()),
        ["limit", _, _, most] if is_number(most) || most == "off" => Some(format!("limit {most} {}", login(1)?)),
        _ => None,
    }
}

/// Commands that look at something.
const LOOKS: [&str; 7] = ["games", "help", "history", "list", "ratings", "show", "standings"];

/// A line in which other words are used for the same.
fn with_other_words(words: &[Word]) -> Option<String> {
    let (verb, behind) = words.split_first()?;
    let verb = verb.lower();
    let said: Vec<String> = match verb.as_str() {
        "challenge" | "seek" => with_our_clock(behind),
        "games" | "show" => behind.iter().map(|word| renamed(word, "inactive", "finished")).collect(),
        "preview" => with_a_size(behind),
        "move" | "board" | "queue" | "qmove" | "submit" => behind.iter().map(without_bare_sign).collect(),
        _ => return None,
    };
    let typed: Vec<&str> = behind.iter().map(|word| word.raw.as_str()).collect();
    (said != typed).then(|| format!("{verb} {}", said.join(" ")))
}

fn renamed(word: &Word, theirs: &str, ours: &str) -> String {
    if word.lower() == theirs { ours.to_owned() } else { word.raw.clone() }
}

/// Without the `#` behind a move that says "the move that is due".
fn without_bare_sign(word: &Word) -> String {
    let bare = word.plain.strip_suffix('#').filter(|play| ParsedPlay::looks_like(play));
    bare.unwrap_or(&word.raw).to_owned()
}

/// `preview new 9 d1-c1`: a board of nine by nine squares.
fn with_a_size(behind: &[Word]) -> Vec<String> {
    let mut said: Vec<String> = behind.iter().map(|word| word.raw.clone()).collect();
    if let [new, size, ..] = behind
        && new.lower() == "new"
        && let Some((_, option)) = SIZES.iter().find(|(side, _)| *side == size.plain)
    {
        said[1] = (*option).to_owned();
    }
    said
}

/// The days of pbmserv's clocks: `--totaltime` is all the time of a side, and `--forfeittime` the time for a move. The server reminds by
/// itself, so `--nagtime` is left out. Two clocks at once stay as they are, and are refused.
fn with_our_clock(behind: &[Word]) -> Vec<String> {
    let days = |word: &Word, name: &str| {
        let (option, days) = word.option()?;
        days.filter(|days| option == name && is_number(days))
    };
    let clock = |word: &Word| match (days(word, "totaltime"), days(word, "forfeittime")) {
        (Some(days), _) => Some(format!("-clock={days}d")),
        (_, Some(days)) => Some(format!("-clock={days}d/move")),
        (None, None) => None,
    };
    let kept = behind.iter().filter(|word| days(word, "nagtime").is_none());
    kept.map(|word| clock(word).unwrap_or_else(|| word.raw.clone())).collect()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_digit())
}

/// A number of moves, perhaps counted from the end.
fn is_ply(word: &str) -> bool {
    is_number(word.strip_prefix('-').unwrap_or(word))
}

fn is_game(words: &[Word], catalogue: &Catalogue) -> bool {
    let plain: Vec<&str> = words.iter().map(|word| word.plain.as_str()).collect();
    catalogue.name_of_words(&plain).is_some_and(|(count, _)| count == words.len())
}

/// Before a command, the name of the default game stands for the whole family.
fn names_a_variant(game: &[Word]) -> bool {
    game.first().is_some_and(|word| word.lower() != DEFAULT_GAME)
}

/// A form that means nothing here: the place of the word to point at, and of the password, and what to send.
pub(in crate::command) struct NotHere {
    /// The word, by index.
    pub(in crate::command) at: usize,
    /// The password, by index.
    pub(in crate::command) secret: Option<usize>,
    /// What is said about it.
    pub(in crate::command) kind: ComplaintKind,
}

/// What to send instead of a line whose command exists here, but not in this form.
pub(in crate::command) fn instead(words: &[Word], catalogue: &Catalogue) -> Option<NotHere> {
    let (game, words) = split(words, catalogue);
    let lower: Vec<String> = words.iter().map(Word::lower).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let may_be_id = |word: &&Word| redact::may_be_player(word) && !redact::is_odd(word);
    let id = |at: usize| words.get(at).filter(may_be_id).map(Word::lower);
    let odd = |at: usize| words.get(at).is_some_and(redact::is_odd);
    let board = lower.get(1).and_then(|word| word.parse().ok());
    let last = lower.len().saturating_sub(1);
    // `limit accept`, and `limit bob secret accept`.
    let before_last = (last >= 3).then(|| last - 1);
    let (at, secret, instead) = match lower[..] {
        ["accept", _, _] => (1, Some(2), Instead::AcceptOne { player: id(1)? }),
        ["reject" | "decline", _, _] => (1, Some(2), Instead::DeclineOne { player: id(1)? }),
        ["move" | "board", _, "pass"] | ["move" | "board", _, _, _, "pass"] => {
            (last, before_last, Instead::Pass { board: Some(board?) })
        }
        ["move" | "board", _, "swap"] | ["move" | "board", _, _, _, "swap"] => {
            (last, before_last, Instead::Swap { board: Some(board?) })
        }
        ["limit", "accept" | "reject"] | ["limit", _, _, "accept" | "reject"] => (last, before_last, Instead::Limit),
        ["subscribe", "all"] | ["subscribe", _, _, "all"] => (last, before_last, Instead::Subscribe { board: None }),
        ["seek", _, _, many] if is_number(many) && id(1).is_some() => (last, before_last, Instead::SeekOnce),
        ["change", "address", _, last] if !redact::is_address_shape(last) => (3, Some(3), Instead::NewAddress),
        ["message", _, _, _, ..]
            if odd(2) && id(1).is_some() && words[..3].iter().all(|word| word.closing.is_empty()) =>
        {
            (2, Some(2), Instead::MessageTo { player: id(3)? })
        }
        _ => return None,
    };
    let secret = secret.map(|secret| game.len() + secret);
    Some(NotHere { at: game.len() + at, secret, kind: ComplaintKind::OldForm { instead } })
}

/// What to send instead of a line that begins with a word of another server. `behind` are the words after it.
pub(in crate::command) fn elsewhere(word: &str, behind: &[Word]) -> Option<ComplaintKind> {
    // Behind an id comes the password, which may be a number.
    let number_at = if behind.first().is_some_and(redact::may_be_player) { 2 } else { 0 };
    let board = behind.get(number_at).and_then(|word| word.number()?.ok());
    let play = behind.iter().find(|word| is_play_shape(word)).map(|word| word.plain.clone());
    let instead = foreign::advice(word, board, play)?;
    Some(ComplaintKind::NotOnThisServer { word: word.to_owned(), instead })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &str) {
        assert_eq!(in_our_form(typed, &Catalogue::embedded().unwrap()), expected);
    }

    #[test]
    fn a_form_of_pbmserv_is_read_as_ours() {
        check("list", "players");
        check("hnefatafl list", "hnefatafl players");
        check("brandubh list", "brandubh ratings");
        check("list brandubh", "ratings brandubh");
        check("all show ann", "show ann");
        check("showas ann Geheim7 17 18", "show 17 18");
        check("showas ann Geheim7", "show ann");
        check("replay 17 4", "show 17#4");
        check("replay 17 -2", "show 17#-2");
        check("replay 17 4 e5-e3 d1-c1", "preview 17#4 e5-e3 d1-c1");
        check("hnefatafl move 17 Bob Geheim7 Resign", "hnefatafl resign 17 Bob Geheim7");
        check("move 17 undo", "undo 17");
        check("limit ann Geheim7", "limit");
        check("limit ann Geheim7 8", "limit 8 ann Geheim7");
        check(
            "challenge ann bob --forfeittime=14 --nagtime=3 ann geheim",
            "challenge ann bob -clock=14d/move ann geheim",
        );
        check("challenge ann bob --totaltime=60", "challenge ann bob -clock=60d");
        check("games ann inactive", "games ann finished");
        check("preview new 9 d1-c1", "preview new -small d1-c1");
        check("move 17 bob geheim e5-e3#", "move 17 bob geheim e5-e3");
    }

    #[test]
    fn a_sentence_is_left_alone() {
        for line in [
            "list of openings",
            "all is well",
            "all games",
            "all games ann.",
            "list.",
            "all shows well here",
            "move 17 bob geheim e5-e3#6",
            "limit 8 bob geheim",
            "replay it when you have time",
            "I show the inactive ones",
        ] {
            check(line, line);
        }
    }
}

//! Forms of pbmserv that have the words of this server in another order, or under another word: `move 17 bob secret resign`, `limit bob
//! secret 8`, `replay 17 4`. A line of such a form is read as ours ([`in_our_form`]). If nothing here is the same, the answer names what to
//! send instead ([`instead`]).
//!
//! Both are strict: the whole line must have the form, because many of these words also begin sentences.

use crate::command::complaint::ComplaintKind;
use crate::command::foreign::{self, Instead};
use crate::command::lexer::{Line, Word};
use crate::command::look::Filter;
use crate::command::move_words::is_play_shape;
use crate::command::redact;
use crate::command::table;
use crate::tafl::{Catalogue, DEFAULT_GAME, NAME_WORDS_MAX, ParsedPlay};

/// What stands in the place of a move there, and is a command here.
const ACTS: [&str; 8] = ["accept", "decline", "draw", "propose", "reject", "resign", "undo", "unrated"];

/// The sides of boards, and the option for each.
const SIZES: [(&str, &str); 5] =
    [("7", "-brandubh"), ("9", "-small"), ("11", "-hnefatafl"), ("13", "-medium"), ("19", "-large")];

/// The line in our form, if it has one of theirs.
pub(in crate::command) fn in_our_form(line: &Line, catalogue: &Catalogue) -> Option<Line> {
    let (game, words) = split(line.words(), catalogue);
    let ours = match ours(words, game, catalogue).or_else(|| with_other_words(words)) {
        Some(ours) if game.is_empty() => ours,
        Some(ours) => format!("{} {ours}", raw(game)),
        None => without_bare_sign(line, game.len())?,
    };
    Some(line.in_other_words(&ours))
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

/// Whether no sign follows any of the words. `Accept. Looking forward!` is no form, and `move 17 resign?` asks.
fn are_bare(words: &[Word]) -> bool {
    words.iter().all(|word| word.closing.is_empty())
}

/// Whether the word may be a player's id. If it was looked up, it is known.
fn is_id(word: &Word) -> bool {
    redact::may_be_player(word) && word.is_player != Some(false)
}

/// The id and the password at `at`, if such a pair may stand there. A password is kept as it was typed.
fn login(words: &[Word], at: usize) -> Option<&[Word]> {
    words.get(at..at + 2).filter(|login| is_id(&login[0]) && are_bare(&login[..1]))
}

/// A line whose words stand in another order here.
fn ours(words: &[Word], game: &[Word], catalogue: &Catalogue) -> Option<String> {
    let lower: Vec<String> = words.iter().map(Word::lower).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    match lower[..] {
        ["move", board, act] if is_number(board) && ACTS.contains(&act) && are_bare(&words[..2]) => {
            // `move 17 resign?` asks as `resign 17?` does.
            Some(format!("{act} {board}{}", words[2].closing))
        }
        // `Move 17 bob will resign` has the same shape, so the password must look like one.
        ["move", board, _, _, act]
            if is_number(board) && ACTS.contains(&act) && are_bare(&words[..2]) && are_bare(&words[4..]) =>
        {
            let login = login(words, 2).filter(|login| redact::is_odd(&login[1]))?;
            Some(format!("{act} {board} {}", raw(login)))
        }
        ["showas", id, _] => login(words, 1).map(|_| format!("show {id}")),
        // What is shown may be named in the answer, and the password must not be.
        ["showas", _, password, ..] if are_bare(&words[3..]) && !lower[3..].contains(&password) => {
            login(words, 1).map(|_| format!("show {}", raw(&words[3..])))
        }
        ["limit", _, _] if are_bare(&words[..1]) => login(words, 1).map(|_| "limit".to_owned()),
        ["limit", _, _, most] if (is_number(most) || most == "off") && are_bare(&words[..1]) => {
            Some(format!("limit {most} {}", raw(login(words, 1)?)))
        }
        // `The last round waits for all games.`
        _ if !are_bare(words) => None,
        ["list"] => Some(if names_a_variant(game) { "ratings" } else { "players" }.to_owned()),
        ["list", ..] if is_game(&words[1..], catalogue) => Some(format!("ratings {}", raw(&words[1..]))),
        ["all", "games" | "show", _, ..] if words[2..].iter().all(is_object) => {
            Some(with_other_words(&words[1..]).unwrap_or_else(|| raw(&words[1..])))
        }
        ["replay", board] if is_number(board) => Some(format!("show {board}")),
        ["replay", board, ply] if is_number(board) && is_ply(ply) => Some(format!("show {board}#{ply}")),
        ["replay", board, ply, ..] if is_number(board) && is_ply(ply) => {
            Some(format!("preview {board}#{ply} {}", raw(&words[3..])))
        }
        _ => None,
    }
}

/// Whether the word may be what a list is of: a player, a board, or which of the games.
fn is_object(word: &Word) -> bool {
    is_id(word) || is_filter(word) || word.number().is_some()
}

fn is_filter(word: &Word) -> bool {
    word.lower() == INACTIVE || Filter::from_word(&word.lower()).is_some()
}

/// Their word for the games that are finished.
const INACTIVE: &str = "inactive";

/// A line in which other words are used for the same.
fn with_other_words(words: &[Word]) -> Option<String> {
    let (verb, behind) = words.split_first()?;
    let verb = verb.lower();
    let said: Vec<String> = match verb.as_str() {
        "challenge" | "seek" => with_our_clock(behind),
        // `Show inactive players the door`.
        "games" | "show" if behind.iter().all(is_object) && are_bare(behind) => {
            behind.iter().map(|word| renamed(word, INACTIVE, "finished")).collect()
        }
        "preview" => with_a_size(behind),
        _ => return None,
    };
    let typed: Vec<&str> = behind.iter().map(|word| word.raw.as_str()).collect();
    (said != typed).then(|| format!("{verb} {}", said.join(" ")))
}

fn renamed(word: &Word, theirs: &str, ours: &str) -> String {
    if word.lower() == theirs { ours.to_owned() } else { word.raw.clone() }
}

/// The line without the `#` behind its first move that says "the move that is due". All else stays as typed, because it may be words for the
/// opponent.
fn without_bare_sign(line: &Line, verb: usize) -> Option<String> {
    let words = line.words();
    let takes_moves = |word: &Word| ["move", "board", "queue", "qmove", "submit"].contains(&word.lower().as_str());
    words.get(verb).filter(|word| takes_moves(word))?;
    let is_bare = |word: &&Word| word.plain.strip_suffix('#').is_some_and(ParsedPlay::looks_like);
    let sign = words.iter().find(is_bare)?.at.end.checked_sub(1)?;
    Some(line.chars().iter().enumerate().filter(|(at, _)| *at != sign).map(|(_, c)| c).collect())
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
    let board = lower.get(1).and_then(|word| word.parse().ok());
    let last = lower.len().saturating_sub(1);
    // `limit accept`, and `limit bob secret accept`.
    let before_last = (last >= 3).then(|| last - 1);
    let login = |at: usize| login(words, at).is_some();
    let (at, secret, instead) = match lower[..] {
        ["accept", _, _] if login(1) => (1, Some(2), Instead::AcceptOne { board: None }),
        ["reject" | "decline", _, _] if login(1) => (1, Some(2), Instead::DeclineOne { board: None }),
        ["move", _, "pass"] => (last, None, Instead::Pass { board: Some(board?) }),
        ["move", _, _, _, "pass"] if login(2) => (last, before_last, Instead::Pass { board: Some(board?) }),
        ["move", _, "swap"] => (last, None, Instead::Swap { board: Some(board?) }),
        ["move", _, _, _, "swap"] if login(2) => (last, before_last, Instead::Swap { board: Some(board?) }),
        ["limit", "accept" | "reject"] => (last, None, Instead::Limit),
        ["limit", _, _, "accept" | "reject"] if login(1) => (last, before_last, Instead::Limit),
        ["subscribe", "all"] => (last, None, Instead::Subscribe { board: None }),
        ["subscribe", _, _, "all"] if login(1) => (last, before_last, Instead::Subscribe { board: None }),
        ["seek", _, _, many] if is_number(many) && login(1) => (last, before_last, Instead::SeekOnce),
        ["change", "address", _, last] if login(2) && !redact::is_address_shape(last) => {
            (3, Some(3), Instead::NewAddress)
        }
        // `message bob Cafe7 at noon` is a text without its colon.
        ["message", _, _, _, ..] if login(1) && redact::may_be_password(&words[2]) && words[3..].iter().all(is_id) => {
            (2, Some(2), Instead::MessageTo { player: words[3].lower() })
        }
        _ => return None,
    };
    let bare = words.iter().enumerate().filter(|(at, _)| Some(*at) != secret);
    if !bare.into_iter().all(|(_, word)| word.closing.is_empty()) {
        return None;
    }
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
        let line = redact::line_among(typed, &|id| Some(["ann", "bob", "ann99"].contains(&id)));
        let line = in_our_form(&line, &Catalogue::embedded().unwrap()).unwrap_or(line);
        assert_eq!(line.text_from(0), expected);
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
        check("move 17 bob geheim e5-e3#?  d1-c1# now?", "move 17 bob geheim e5-e3?  d1-c1# now?");
        check("move 17 resign?", "resign 17?");
        check("limit ann99 Geheim7 8", "limit 8 ann99 Geheim7");
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
            "Move 17 bob will resign",
            "move 17 bob Geheim7 resign?",
            "Board 17: resign?",
            "board 17 resign",
            "Move 17: accept",
            "showas secret7 ann",
            "All help is welcome",
            "all games end one day",
            "Show inactive players the door",
            "Games were inactive",
            "list of my friends",
        ] {
            check(line, line);
        }
    }
}

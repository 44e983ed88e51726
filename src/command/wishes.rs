//! What people wish for in ordinary words, anywhere in a mail without a command: `Shall we call it a draw?`, `Whose turn is it?`
//!
//! The phrases are data ([`wish_phrases`]), in each language of our letters. What would change something is only asked about, and the rest
//! is answered. Two different wishes are none. Whether somebody has the id that is named is not known here. The name of a game may stand
//! anywhere: it is taken out of its sentence first, `play Brandubh (7x7) with bob`.
//!
//! [`wish_phrases`]: crate::command::wish_phrases

use crate::command::command::Command;
use crate::command::language::Language;
use crate::command::mail_parser::parse_line;
use crate::command::player_act::PlayerAct;
use crate::command::wish_phrases::{FILES, JOIN, KNOWN, NAMED_GAME, found_in, plain, sentences};
use crate::tafl::{Catalogue, NAME_WORDS_MAX};
use std::collections::BTreeSet;

/// Whoever asks for help in the same mail wants the other thing.
const WEAKEST: &str = "help";

/// The line that is about the game that is named, if none is on the board.
const RULES: &str = "rules";

/// In the line of a command: the game that is named, or else the usual one.
const GAME: &str = "{game}";
const USUAL_GAME: &str = "hnefatafl";

/// Games whose names are words for a size.
const ADJECTIVES: [&str; 3] = ["small", "medium", "large"];

/// One thing that the words of a mail wish for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// The command for it.
    pub command: Command,
    /// Whether the mail says nothing else.
    pub is_all: bool,
}

/// What the words of a person wish for who may not be a player yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FirstWishes {
    /// Whether they want to play here.
    pub join: bool,
    /// The commands for what else they want, one a line.
    pub lines: String,
    /// The language of all of it, if it is one.
    pub language: Option<Language>,
}

/// Whether this is the text of one of our files.
pub fn are_our_wishes(text: &str) -> bool {
    FILES.contains(&text)
}

/// What the words of a mail wish for, if it is exactly one thing. If they answer a letter about a board, they are about that board.
pub fn wish(text: &str, on_board: bool, catalogue: &Catalogue) -> Option<Wish> {
    let Searched { mut lines, games, is_all, .. } = searched(text, false, catalogue);
    if lines.len() > 1 {
        lines.remove(WEAKEST);
    }
    let (Some(line), 1, true) = (lines.first(), lines.len(), games.len() <= 1) else {
        return None;
    };
    let command = parse_line(&with_game(line, games.first(), on_board), catalogue).ok()?;
    Some(Wish { command, is_all })
}

/// What the words of a mail wish for that does not come from a player.
pub fn first_wishes(text: &str, catalogue: &Catalogue) -> FirstWishes {
    let Searched { mut lines, games, files, .. } = searched(text, true, catalogue);
    let language = files.first().filter(|_| files.len() == 1).and_then(|file| Language::ALL.get(*file)).copied();
    let joins = lines.remove(JOIN);
    if joins {
        // The welcome helps.
        lines.remove(WEAKEST);
    }
    let commands = lines.iter().filter_map(|line| parse_line(&with_game(line, games.first(), false), catalogue).ok());
    let commands: Vec<Command> = commands.collect();
    let challenges = commands.iter().any(|command| command.challenge().is_some());
    let lines: Vec<String> = commands.iter().filter(|command| may_wait(command)).map(Command::to_string).collect();
    FirstWishes { join: joins || challenges, lines: lines.join("\n"), language }
}

/// Whether a new player can want this: to see something, or to challenge somebody.
fn may_wait(command: &Command) -> bool {
    match command {
        Command::Look(_) => true,
        Command::AsPlayer { act: PlayerAct::Challenge(_), .. } => true,
        Command::Signup { .. } | Command::OnBoard { .. } | Command::AsPlayer { .. } | Command::Tournament(_) => false,
    }
}

/// Whether one of these lines challenges somebody.
pub fn challenges(lines: &str, catalogue: &Catalogue) -> bool {
    lines.lines().any(|line| parse_line(line, catalogue).is_ok_and(|command| command.challenge().is_some()))
}

/// Whether a mail only says that the words that were kept shall be forgotten: `forget`, `Please forget them.`
pub fn forgets(text: &str) -> bool {
    let said: Vec<String> = text.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect();
    KNOWN.iter().any(|known| known.forget.contains(&said.join(" ")))
}

/// The lines of the wishes in a text, the games that it names, and whether it says nothing else.
struct Searched {
    lines: BTreeSet<String>,
    games: BTreeSet<String>,
    /// In which files the phrases are.
    files: BTreeSet<usize>,
    is_all: bool,
}

fn searched(text: &str, join: bool, catalogue: &Catalogue) -> Searched {
    /// `Hm.`, `Hello Bob!`, `Could you explain?`
    const SIGH_WORDS_MAX: usize = 4;
    let (mut lines, mut games, mut files, mut is_all) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), true);
    for sentence in sentences(text) {
        let sentence = without_games(sentence, catalogue, &mut games);
        let wishes = found_in(&sentence, join);
        // What stands in the sentence of a wish belongs to it.
        is_all &= !wishes.is_empty() || sentence.len() <= SIGH_WORDS_MAX;
        files.extend(wishes.iter().map(|wish| wish.file));
        lines.extend(wishes.into_iter().map(|wish| wish.line));
    }
    let of_size = game_by_size(text, catalogue);
    if of_size.is_some() {
        // `the small one, 7x7`
        games.retain(|game| !ADJECTIVES.contains(&game.as_str()));
    }
    if games.is_empty() {
        games.extend(of_size);
    }
    Searched { lines, games, files, is_all }
}

/// The line with the game that it is about.
fn with_game(line: &str, game: Option<&String>, on_board: bool) -> String {
    match (line, game) {
        (RULES, Some(game)) if !on_board => format!("{RULES} {game}"),
        (line, game) => line.replace(GAME, game.map_or(USUAL_GAME, String::as_str)),
    }
}

/// The sentence with [`NAMED_GAME`] for the games that are named in it, each with a small word before it and its size behind it: `a game of Brandubh (7x7)`.
fn without_games(sentence: Vec<String>, catalogue: &Catalogue, games: &mut BTreeSet<String>) -> Vec<String> {
    const SMALL: [&str; 12] = ["of", "at", "to", "in", "for", "zu", "im", "um", "eine", "i", "p\u{e5}", "til"];
    let (mut rest, mut kept) = (sentence.as_slice(), Vec::new());
    while let Some(word) = rest.first() {
        let Some((count, name)) = game_at(rest, catalogue) else {
            kept.push(word.clone());
            rest = &rest[1..];
            continue;
        };
        if kept.last().is_some_and(|word: &String| SMALL.contains(&word.as_str())) {
            kept.pop();
        }
        games.insert(name);
        kept.push(NAMED_GAME.to_owned());
        rest = rest.get(count..).unwrap_or_default();
    }
    kept
}

/// The usual game of a size that is named: `the small one, 7x7`.
fn game_by_size(text: &str, catalogue: &Catalogue) -> Option<String> {
    let sizes: BTreeSet<String> = text.split_whitespace().map(plain).collect();
    let mut named = sizes.iter().filter_map(|word| {
        let (side, other) = word.split_once('x').filter(|(side, other)| side == other)?;
        let size: u8 = side.parse().ok().filter(|_| !other.is_empty())?;
        catalogue.iter().find(|variant| variant.rules.size() == size).map(|variant| variant.name.clone())
    });
    named.next().filter(|_| named.next().is_none())
}

/// The game whose name the words begin with, and how many words say it, with its size. `tafl` is any of them.
fn game_at(words: &[String], catalogue: &Catalogue) -> Option<(usize, String)> {
    let words: Vec<&str> = words.iter().take(NAME_WORDS_MAX + 1).map(String::as_str).collect();
    let (count, name) = catalogue.name_of_words(words.get(..words.len().min(NAME_WORDS_MAX))?)?;
    let size = catalogue.find(&name)?.rules.size();
    let is_size = |word: &&&str| **word == format!("{size}x{size}");
    Some((count + words.get(count..)?.first().filter(is_size).iter().count(), name))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn wished(text: &str) -> Option<String> {
        let catalogue = Catalogue::embedded().unwrap();
        wish(text, false, &catalogue).map(|wish| wish.command.to_string())
    }

    #[test]
    fn one_wish_is_found_and_a_denied_one_is_not() {
        assert_eq!(wished("maja, how about we call it a draw").as_deref(), Some("draw"));
        assert_eq!(wished("Oh no, can I take that\nback please? I wanted f4-f2!").as_deref(), Some("undo"));
        assert_eq!(wished("Hm. Whose turn is it?").as_deref(), Some("show"));
        assert_eq!(wished("I did not understand how I catch the king.").as_deref(), Some("rules"));
        assert_eq!(wished("I do not want to call it a draw"), None);
        assert_eq!(wished("Call it a draw? Or I give up?"), None);
        assert_eq!(wished("Can you help me? Whose turn is it?").as_deref(), Some("show"));
        assert_eq!(wished("a\n\ndraw"), None);
        assert_eq!(wished(&format!("{} call it a draw", "word ".repeat(2_000))), None);
        assert_eq!(wished(""), None);
    }

    #[test]
    fn a_game_and_a_player_are_named_in_a_wish() {
        for (text, line) in [
            ("Thank you! I would like to play Brandubh with jonas.", "challenge me jonas brandubh"),
            ("cool. id like to play brandubh (7x7) with maja", "challenge me maja brandubh"),
            ("Ich will gegen bob spielen", "challenge me bob -hnefatafl"),
            ("I want to play against bob please", "challenge me bob -hnefatafl"),
            ("play Brandubh against my friend Tom", "challenge me tom brandubh"),
            ("can i play brandubh against my friend eva?", "challenge me eva brandubh"),
            ("I would very much like to play a game of Brandubh with my old friend Tom.", "challenge me tom brandubh"),
            ("Hello, I'd like to play tafl with my friend Tom", "challenge me tom -hnefatafl"),
            ("Ich würde sehr gern Brandubh gegen meinen Freund Tom spielen.", "challenge me tom brandubh"),
            ("Jeg vil gerne spille Brandubh mod min ven Tom", "challenge me tom brandubh"),
            ("cool can i play margaret? the small one, 7x7", "challenge me margaret brandubh"),
            ("wanna play brandubh w margaret", "challenge me margaret brandubh"),
            ("brandubh with margaret please", "challenge me margaret brandubh"),
            ("How does one capture the king in Brandubh?", "rules brandubh"),
            ("ok how do i move", "help move"),
            ("I am afraid I do not quite understand how the king is captured.", "rules"),
            ("How does one capture the king?", "rules"),
            ("how do i challenge someone", "help challenge"),
            ("How do I challenge bob?", "help challenge"),
            ("Who plays here, please?", "players"),
            ("who is there?", "players"),
            ("Wer spielt hier?", "players"),
            ("Hvem spiller her?", "players"),
            ("Which games are there?", "variants"),
            ("Which games am I playing?", "games active"),
            ("Who has the best rating?", "ratings"),
            ("Are there any open challenges?", "seeks"),
        ] {
            assert_eq!(wished(text).as_deref(), Some(line), "{text}");
        }
        for text in [
            "I like to play with you",
            "I do not want to play with bob",
            "play brandubh (9x9) with maja",
            "with pleasure",
        ] {
            assert_eq!(wished(text), None, "{text}");
        }
    }

    #[test]
    fn a_stranger_wishes_to_join_and_more() {
        let catalogue = Catalogue::embedded().unwrap();
        for (text, lines) in [
            ("I would love to join, my name is Eva. How does one win?", "rules"),
            ("i wanna play, im tom", ""),
            ("Hello, I'd like to play tafl with my friend Tom", "challenge me tom -hnefatafl"),
            ("Guten Tag, ich würde gern mitspielen. Wie gewinnt man bei Brandubh?", "rules brandubh"),
            ("Hej, jeg vil gerne være med!", ""),
            ("How can I join?", ""),
        ] {
            let wishes = first_wishes(text, &catalogue);
            assert_eq!((wishes.join, wishes.lines.as_str()), (true, lines), "{text}");
            let foreign = [("ich", Language::German), ("jeg", Language::Danish)];
            let spoken = foreign.into_iter().find(|(word, _)| text.split(' ').any(|said| said == *word));
            assert_eq!(wishes.language, Some(spoken.map_or(Language::English, |(_, language)| language)), "{text}");
        }
        for text in ["I do not want to play", "Who plays here?", "Cheap watches!", "Ich will nicht mitspielen", ""] {
            assert!(!first_wishes(text, &catalogue).join, "{text}");
        }
    }

    #[test]
    fn only_a_short_word_forgets() {
        assert!(forgets("forget") && forgets("Please forget them.\n") && forgets("vergiss sie") && forgets("glem dem"));
        assert!(!forgets("Forget about yesterday, I was tired") && !forgets(""));
    }
}

//! What is wrong with a line, where, and what was probably meant: the answer to a command that was not understood.
//!
//! ```text
//!   hnefatafl challenge ann bob -smlal -strong
//!                               ^^^^^^
//!   There is no option -smlal. Did you mean -small (9x9)?
//! ```
//!
//! This file has the facts; the sentence below the carets is in the wording of each language. The block is at most 72 columns wide. Of a
//! longer line, a part around the place is shown; `...` marks where it was cut. Passwords are already stars when a complaint is made, so no
//! way of printing it shows one.

use std::ops::Range;

use serde::Serialize;

use crate::clock::BadControl;
use crate::command::entry::Verb;
use crate::command::foreign::{self, Instead, OwnBoards};
use crate::command::layout::{CUT, window, wrapped};
use crate::command::lexer::{Line, Word, square};
use crate::command::login_places;
use crate::command::phrasebook;
use crate::command::polite_words;
use crate::command::redact;
use crate::command::table;
use crate::tafl::{NAME_WORDS_MAX, OtnError, ParsedPlay};

/// Columns of a letter.
const WIDTH: usize = 72;
const INDENT: &str = "  ";

/// A line that is not a command, and the place of the mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The line as typed, with passwords as stars, without invisible characters, and with every white space as a blank.
    pub line: String,
    /// The place in `line`, in characters. It may be one or two characters after the end, if something is missing.
    pub at: Range<usize>,
    /// Whether stars replace a word because it is, or may be, a password.
    pub masked: bool,
    /// The mistake.
    pub kind: ComplaintKind,
    /// The ids of players in `line`, as far as they were looked up.
    players: Box<Players>,
}

/// Ids of players. It is a type of its own because a complaint is passed up through many functions, and so must be small.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Players(Vec<String>);

/// Why options do not fit a game: what is in its rules with them, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the type says it")]
pub struct Misfit {
    pub found: String,
    pub expected: String,
}

/// The mistake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum ComplaintKind {
    /// The line does not begin with a known word.
    UnknownCommand { word: String, nearest: Vec<String> },
    /// A yes or no with other words beside it, or alone although nothing was asked.
    AnswerInWords { word: String, alone: bool },
    /// A short sentence that contains the word of a command.
    CommandLater { name: String },
    /// A sentence that contains a move. If it contains several, `play` is `None`.
    PlayInWords { play: Option<String> },
    /// A number and a move, as in a list of moves: the number may be a board or a ply.
    NumberBeforePlay { number: String, play: String },
    /// The line begins with a word that other servers know and this one does not.
    NotOnThisServer { word: String, instead: Instead },
    /// Another server has the command in this form, and this server does not.
    OldForm { instead: Instead },
    /// A beginning that fits several words.
    Ambiguous { word: String, candidates: Vec<String> },
    /// The name of a game, but no command.
    OnlyAGame { name: String },
    /// There is no such option. The nearest ones come with their dash and sometimes a word about them.
    UnknownOption { word: String, nearest: Vec<String> },
    /// The option has no meaning for this command.
    OptionOutOfPlace { option: String, command: &'static str },
    /// `-variant` without a name.
    OptionWithoutValue { option: String },
    /// A rules record that makes no rules. `why` is its reader's error.
    BadRecord { why: Box<OtnError> },
    /// Something else is in the place of a day.
    NoDay { word: String },
    /// The value of `-clock` is not a clock. `why` is its reader's error.
    BadClock { why: BadControl },
    /// The time is shorter than an hour or longer than this many days, the limits for one extension.
    ExtensionOutOfBounds { days: u32 },
    /// `-strong=9`.
    OptionWithValue { option: String },
    /// The word of an option without its dash.
    OptionWithoutDash { word: String },
    /// Two options that contradict each other.
    Conflict { first: String, second: String },
    /// There is no such variant.
    UnknownVariant { word: String, nearest: Vec<String> },
    /// More digits than a board number has.
    NumberTooLarge,
    /// Something else is in the place of a player id.
    NoPlayerId { word: String },
    /// The player id could be mistaken for a word of a command.
    ReservedId { word: String },
    /// Something else is in the place of an e-mail address.
    NoAddress { word: String },
    /// Something else is in the place of a move, or a move is followed by something that does not belong to one.
    NoPlay { word: String, followed: bool },
    /// A weak king in a game without a throne.
    NoThrone { variant: String },
    /// The options do not fit the game.
    NoOverlay { variant: String, why: Box<Misfit> },
    /// A player challenges themselves.
    SamePlayer { player: String },
    /// A player id in pbmserv's position, without a password after it.
    NoPassword { player: String },
    /// The line ends too early.
    Missing { what: Thing, usage: &'static str },
    /// The command is already complete before this word.
    NothingMore { usage: &'static str },
    /// A line below a move that begins like a command but may also be a sentence.
    Alike { usage: &'static str },
    /// A message that may have its text on the line, but no colon before it.
    TextWithoutColon { player: String, text: String },
    /// More of something than one command may have.
    TooMany { what: Thing, max: usize },
    /// `resign?` asks, and does not resign.
    Question { command: &'static str },
    /// A word that may be a password, in a line that would have gone to another player.
    Withheld { why: Withholding },
    /// There is no such setting.
    UnknownSetting { word: String, known: Vec<&'static str> },
    /// A setting cannot have this value.
    UnknownValue { word: String, usage: &'static str },
    /// There is no such action for a tournament.
    UnknownAct { word: String, nearest: Vec<String> },
    /// An action for a tournament without the word `tournament` before it.
    ActAlone { act: &'static str, name: String },
    /// Something else is in the place of a tournament's name.
    NoTournamentName { word: String },
    /// There is no such page of help.
    UnknownTopic { word: String, nearest: Vec<String> },
}

impl Complaint {
    /// Whether an example in its sentence has the number of a board.
    pub fn wants_a_board(&self) -> bool {
        matches!(self.kind, ComplaintKind::NotOnThisServer { .. } | ComplaintKind::OldForm { .. })
    }

    /// The same with a board of the reader in the example, if the line names none.
    pub fn with_boards(mut self, own: OwnBoards) -> Complaint {
        if let ComplaintKind::NotOnThisServer { instead, .. } | ComplaintKind::OldForm { instead } = &mut self.kind {
            *instead = instead.clone().with_boards(own);
        }
        self
    }

    /// Whether its line is a whole command, and other words behind a sign: `rematch please, my turn on the throne`.
    pub fn goes_on_as_a_sentence(&self) -> bool {
        const SETS_OFF: [char; 4] = [',', '.', '!', ';'];
        let line = Line::new(&self.line);
        let Some((command, behind)) = line.words().split_first() else { return false };
        let polite = polite_words::phrase_length(behind);
        let last = behind[..polite].last().unwrap_or(command);
        matches!(self.kind, ComplaintKind::NothingMore { .. })
            && behind.len() > polite
            && (command.closing.contains(SETS_OFF) || last.closing.contains(SETS_OFF))
    }

    /// Whether its line is a sentence that only begins like a command: `Show me that board again, will you?`
    pub fn is_a_sentence(&self) -> bool {
        const WORDS_MIN: usize = 6;
        Line::new(&self.line).words().len() >= WORDS_MIN && self.has_no_argument()
    }

    /// Whether its line has several words, and no number, option or colon among the first.
    pub(in crate::command) fn has_no_argument(&self) -> bool {
        const WORDS_MIN: usize = 3;
        /// `take the dog out, I can wait 10 minutes`
        const ARGUMENTS_MAX: usize = 5;
        /// `Snow warning on the A66, so stay at home`
        const LONG_WORDS_MIN: usize = 8;
        let line = Line::new(&self.line);
        let is_long = line.words().len() >= LONG_WORDS_MIN;
        let is_road = |word: &Word| is_long && word.number().is_none() && square(&word.plain).is_none();
        let is_firm = |word: &Word| {
            let has_digit = word.plain.contains(|c: char| c.is_ascii_digit());
            word.option().is_some() || has_digit && !is_road(word) || word.closing.contains(':')
        };
        line.words().len() >= WORDS_MIN && !line.words().iter().take(ARGUMENTS_MAX).any(is_firm)
    }

    /// Whether its line begins with the word of this command, or nearly, perhaps behind the name of a game.
    pub fn tries(&self, verb: Verb) -> bool {
        let line = Line::new(&self.line);
        let means = |word: &Word| table::whole(&word.lower()).is_some_and(|entry| entry.verb == verb);
        let is_near = || matches!(&self.kind, ComplaintKind::UnknownCommand { nearest, .. } if nearest.iter().any(|near| table::whole(near).is_some_and(|entry| entry.verb == verb)));
        // `Please challenge bob on my behalf` is a sentence.
        let is_sentence = matches!(self.kind, ComplaintKind::CommandLater { .. }) && !self.line.contains('?')
            || matches!(&self.kind, ComplaintKind::UnknownCommand { nearest, .. } if nearest.is_empty());
        !is_sentence && (line.words().iter().take(NAME_WORDS_MAX + 1).any(means) || is_near())
    }
}

impl ComplaintKind {
    /// Hides the words that may be passwords, wherever they are. Returns their places.
    fn hide(&mut self, words: &[Word], secrets: &[usize]) -> Vec<usize> {
        let secrets: Vec<String> = secrets.iter().filter_map(|at| words.get(*at)).map(Word::lower).collect();
        secrets.iter().for_each(|secret| self.forget(secret));
        // A password that was typed twice is also at another place.
        (0..words.len()).filter(|at| secrets.contains(&words[*at].lower())).collect()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most complaints are not meant here")]
    fn forget(&mut self, secret: &str) {
        let (word, others) = match self {
            ComplaintKind::UnknownCommand { word, nearest }
            | ComplaintKind::UnknownOption { word, nearest }
            | ComplaintKind::UnknownVariant { word, nearest }
            | ComplaintKind::UnknownAct { word, nearest }
            | ComplaintKind::UnknownTopic { word, nearest } => (word, Some(nearest)),
            ComplaintKind::Ambiguous { word, candidates } => (word, Some(candidates)),
            ComplaintKind::AnswerInWords { word, .. }
            | ComplaintKind::NoPlay { word, .. }
            | ComplaintKind::NoDay { word }
            | ComplaintKind::NoPlayerId { word }
            | ComplaintKind::ReservedId { word }
            | ComplaintKind::NoAddress { word }
            | ComplaintKind::UnknownSetting { word, .. }
            | ComplaintKind::UnknownValue { word, .. }
            | ComplaintKind::NoTournamentName { word }
            | ComplaintKind::OptionWithoutDash { word }
            | ComplaintKind::OptionOutOfPlace { option: word, .. }
            | ComplaintKind::SamePlayer { player: word }
            | ComplaintKind::NoPassword { player: word } => (word, None),
            ComplaintKind::TextWithoutColon { player, text } => {
                [player, text].into_iter().filter(|word| word.to_lowercase() == secret).for_each(|word| {
                    *word = redact::STARS.to_owned();
                });
                return;
            }
            ComplaintKind::Withheld { why: Withholding::Wrong(kind) } => return kind.forget(secret),
            ComplaintKind::NotOnThisServer { instead, .. } | ComplaintKind::OldForm { instead } => {
                return instead.forget(secret, redact::STARS);
            }
            _ => return,
        };
        if word.to_lowercase() == secret {
            *word = redact::STARS.to_owned();
            others.map(Vec::clear).unwrap_or_default();
        }
    }
}

/// Another mistake in a line that is not passed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withholding {
    /// It began like a command but is not one.
    Wrong(Box<ComplaintKind>),
    /// The Subject was the command.
    SubjectIsTheCommand,
    /// Another command is on the line.
    OneCommand,
    /// The text on the line has no colon before it.
    NoColon {
        /// The right form.
        usage: &'static str,
    },
    /// It is below a command and belongs to its text.
    TextOf {
        /// The command.
        command: &'static str,
    },
    /// Id and password are after the move.
    BehindPlay {
        /// The right form.
        usage: &'static str,
    },
}

/// What can be missing or too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is what it is called")]
pub enum Thing {
    Command,
    Value,
    PlayerId,
    Play,
    Game,
    Plays,
    Players,
    BoardsAndPlayers,
    Addresses,
    Text,
    Term,
    TournamentName,
    WhatToChange,
    Address,
    Day,
    If,
    Then,
    BoardNumber,
    Result,
    Reason,
}

impl Thing {
    /// All of them.
    pub const ALL: [Thing; 20] = [
        Thing::Command,
        Thing::Value,
        Thing::PlayerId,
        Thing::Play,
        Thing::Game,
        Thing::Plays,
        Thing::Players,
        Thing::BoardsAndPlayers,
        Thing::Addresses,
        Thing::Text,
        Thing::Term,
        Thing::TournamentName,
        Thing::WhatToChange,
        Thing::Address,
        Thing::Day,
        Thing::If,
        Thing::Then,
        Thing::BoardNumber,
        Thing::Result,
        Thing::Reason,
    ];
}

impl Complaint {
    /// A complaint about the characters `at` of `line`. `secrets` are the words known to be passwords; more are found by their places.
    pub(in crate::command) fn new(
        line: &Line,
        secrets: &[usize],
        at: Range<usize>,
        mut kind: ComplaintKind,
    ) -> Complaint {
        let guessed = redact::guess(line.words());
        let masked = !secrets.is_empty() || !guessed.is_empty();
        let mut secrets = secrets.to_vec();
        secrets.extend(login_places::passwords_and(line.words(), guessed));
        let secrets = redact::with_swapped(line.words(), secrets);
        let secrets = kind.hide(line.words(), &secrets);
        let players = line.words().iter().filter(|word| word.is_player == Some(true)).map(Word::lower).collect();
        let (line, at) = redact::masked(line, &secrets, at);
        Complaint { line, at, masked, kind, players: Box::new(Players(players)) }
    }

    /// The same without the words after this player's id, and without an unusual one before it: in any command, a password may be there.
    pub fn without_login_of(mut self, player: &str) -> Complaint {
        let is_known = |word: &Word| self.players.0.contains(&word.lower());
        let line = Line::new(&self.line).among(|_, word| Some(is_known(word)));
        let words = line.words();
        // In a challenge another player may be there.
        let may_be_player = login_places::is_challenge(words);
        let is_own = |at: usize| words.get(at).is_some_and(|word| word.lower() == player);
        let may_be =
            |word: &Word| word.plain.chars().any(char::is_alphanumeric) && (!may_be_player || redact::is_odd(word));
        let stands_behind = |at: usize| {
            at.checked_sub(1).is_some_and(|id| {
                is_own(id) && (redact::is_odd(&words[at]) || words[id].closing.is_empty() && may_be(&words[at]))
            })
        };
        let stands_before = |at: usize| is_own(at + 1) && redact::may_be_password(&words[at]);
        let hidden: Vec<usize> = (0..words.len()).filter(|at| stands_behind(*at) || stands_before(*at)).collect();
        let hidden = self.kind.hide(words, &hidden);
        (self.line, self.at) = redact::masked(&line, &hidden, self.at);
        self
    }

    /// The same about a line that is not passed on because it may contain a password.
    pub(in crate::command) fn withheld(self) -> Complaint {
        Complaint { kind: ComplaintKind::Withheld { why: Withholding::Wrong(Box::new(self.kind)) }, ..self }
    }

    /// The move that the line names among other words, if it names only one.
    pub fn play_in_words(&self) -> Option<ParsedPlay> {
        let ComplaintKind::PlayInWords { play: Some(play) } = &self.kind else {
            return None;
        };
        ParsedPlay::parse(play).ok()
    }

    /// The word of the command in a line that asks for it: `draw?`, or that goes on after it as people talk: `undo please, that was a slip`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most complaints are not meant here")]
    pub fn asked_for(&self) -> Option<&'static str> {
        /// What the opponent is asked for, or asks for.
        const AGREED: [Verb; 4] = [Verb::Accept, Verb::Decline, Verb::Draw, Verb::Undo];
        match self.kind {
            ComplaintKind::Question { command } => Some(command),
            ComplaintKind::NothingMore { .. } => {
                let line = Line::new(&self.line);
                let entry = line.words().first().and_then(|word| table::whole(&word.lower()))?;
                let [command, next, ..] = line.words() else { return None };
                // `Draw your swords, my men.`
                let is_set_off = !command.closing.is_empty() || polite_words::is_polite(std::slice::from_ref(next));
                let is_numbered = line.words().iter().any(|word| word.number().is_some());
                (AGREED.contains(&entry.verb) && is_set_off && !is_numbered).then_some(entry.name)
            }
            _ => None,
        }
    }

    /// Whether the line, meant as a move or as an answer, says so much that the other player may want to read it: `accept, but let us begin
    /// tomorrow. How is your knee?`
    pub fn may_say_more(&self) -> bool {
        /// `accept board 3 for me please`
        const WORDS_MAX: usize = 6;
        let is_of_play = self.names_a_play()
            || self.sounds_like_an_answer()
            || self.asked_for().is_some()
            || matches!(self.kind, ComplaintKind::NoPlay { .. } | ComplaintKind::NothingMore { .. });
        let is_long = || self.line.split_whitespace().count() > WORDS_MAX;
        is_of_play && !self.masked && (is_long() || has_two_sentences(&self.line))
    }

    /// Whether the line names a move among other words.
    pub fn names_a_play(&self) -> bool {
        matches!(self.kind, ComplaintKind::PlayInWords { .. })
    }

    /// Whether the line resembles nothing that can be sent here or could elsewhere, so that the complaint helps nobody.
    pub fn resembles_nothing(&self) -> bool {
        let line = Line::new(&self.line);
        let is_sentence = || line.words().len() > 2;
        // `Und, hat Ann schon geschrieben` begins like `undo`.
        let is_word = || {
            let first = line.words().first().map(Word::lower).unwrap_or_default();
            phrasebook::languages().iter().any(|language| language.knows(&first))
        };
        // `Tak for spillet` begins like `take`.
        let thanks = || matches!(self.kind, ComplaintKind::Ambiguous { .. }) && is_sentence();
        let is_unlike = |nearest: &[String]| nearest.is_empty() || (is_sentence() && is_word());
        matches!(&self.kind, ComplaintKind::UnknownCommand { nearest, .. } if is_unlike(nearest)) || thanks()
    }

    /// Whether the line may be a yes or a no to a question.
    pub fn sounds_like_an_answer(&self) -> bool {
        matches!(self.kind, ComplaintKind::AnswerInWords { .. } | ComplaintKind::CommandLater { .. })
    }

    /// Whether the line at least began like one of our commands or a move.
    pub(in crate::command) fn began_as_command(&self) -> bool {
        let is_common = |kind: &ComplaintKind| matches!(kind, ComplaintKind::NotOnThisServer { word, .. } if foreign::is_common(word));
        !is_common(&self.kind)
            && !matches!(
                self.kind,
                ComplaintKind::UnknownCommand { .. }
                    | ComplaintKind::AnswerInWords { .. }
                    | ComplaintKind::CommandLater { .. }
                    | ComplaintKind::PlayInWords { .. }
                    | ComplaintKind::Ambiguous { .. }
                    | ComplaintKind::OnlyAGame { .. }
                    | ComplaintKind::ActAlone { .. }
            )
    }

    /// Whether the whole line was certainly meant as a command, and this says which. The word of a command in the middle of it does not
    /// prove that.
    pub(in crate::command) fn names_a_command(&self) -> bool {
        let names_none = matches!(self.kind, ComplaintKind::CommandLater { .. } | ComplaintKind::AnswerInWords { .. });
        self.farness() < 2 && !names_none
    }

    /// How little the complaint helps, for lines that may be mere words: a move found in them helps most, a word that resembles none of
    /// ours least.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most complaints are not meant here")]
    pub(in crate::command) fn farness(&self) -> u8 {
        match &self.kind {
            ComplaintKind::PlayInWords { .. } => 0,
            ComplaintKind::UnknownCommand { nearest, .. } if nearest.is_empty() => 2,
            ComplaintKind::NotOnThisServer { word, .. } if foreign::is_common(word) => 2,
            _ => 1,
        }
    }
}

impl Complaint {
    /// The line, the carets under the place, and a sentence about it, as in a letter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most complaints are not meant here")]
    pub fn shown(&self, sentence: &str) -> String {
        // A mail program may send this letter back without quote signs. A line that only lacks a text would then take the lines below as
        // its text, and a line that was words below a move would become a command.
        let sign = match self.kind {
            ComplaintKind::Missing { what: Thing::Text, .. } | ComplaintKind::Alike { .. } => "| ",
            _ => "",
        };
        let before = INDENT.len() + sign.len();
        let (line, at) = window(&self.line, &self.at, WIDTH - before);
        let mut shown = format!("{INDENT}{sign}{line}").trim_end().to_owned();
        shown.push_str(&format!("\n{}{}", " ".repeat(before + at.start), "^".repeat(at.len())));
        for row in wrapped(sentence, WIDTH - INDENT.len()) {
            shown.push_str(&format!("\n{INDENT}{row}"));
        }
        shown
    }
}

/// A word as quoted in a sentence, shortened if it is long.
pub fn short(word: &str) -> String {
    const LONGEST: usize = 30;
    if word.chars().count() <= LONGEST {
        return word.to_owned();
    }
    let cut: String = word.chars().take(LONGEST - CUT.len()).collect();
    cut + CUT
}

/// Whether a line goes on with another sentence: `draw? My cat is ill.`
pub fn has_two_sentences(line: &str) -> bool {
    /// `d1-c1. Thanks!`
    const WORDS_MIN: usize = 2;
    line.match_indices(['.', '!', '?']).any(|(end, _)| {
        let (before, behind) = (&line[..end], &line[end + 1..]);
        let words = behind.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
        before.contains(char::is_alphabetic) && behind.starts_with(char::is_whitespace) && words >= WORDS_MIN
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNKNOWN: &str = "There is no such command. Send help for the list.";

    fn check(line: &str, at: Range<usize>, sentence: &str, expected: &str) {
        let complaint = Complaint::new(&Line::new(line), &[], at, ComplaintKind::NumberTooLarge);
        let shown = complaint.shown(sentence);
        assert_eq!(shown, expected, "\n{shown}\n");
        for row in shown.lines() {
            assert!(row.chars().count() <= WIDTH, "{row}");
        }
    }

    #[test]
    fn the_caret_stands_under_the_wrong_word() {
        check(
            "challenge ann bob -smlal -strong",
            18..24,
            "There is no option -smlal. Did you mean -small (9x9)?",
            "  challenge ann bob -smlal -strong\n                    ^^^^^^\n  There is no option -smlal. Did you mean -small (9x9)?",
        );
    }

    #[test]
    fn invisible_characters_move_no_caret() {
        check(
            "\u{feff}show\u{200b}\u{a0}me\t17",
            7..9,
            UNKNOWN,
            "  show me 17\n       ^^\n  There is no such command. Send help for the list.",
        );
    }

    #[test]
    fn a_long_line_is_shown_from_a_window() {
        let line = format!("{}wrong{}", "before ".repeat(20), " after".repeat(20));
        check(
            &line,
            140..145,
            UNKNOWN,
            "  ...ore before before before before wrong after after after after af...
                                     ^^^^^
  There is no such command. Send help for the list.",
        );
    }

    #[test]
    fn a_long_word_is_cut() {
        check(
            &"x".repeat(300),
            0..300,
            &format!("There is no command {}. Send help for the list.", short(&"x".repeat(300))),
            &format!(
                "  {}...\n  {}\n  There is no command {}.... Send help for the\n  list.",
                "x".repeat(67),
                "^".repeat(70),
                "x".repeat(27)
            ),
        );
    }

    #[test]
    fn no_word_is_wider_than_a_letter() {
        let line = format!("{} e5-e3", "1".repeat(150));
        let complaint = Complaint::new(&Line::new(&line), &[], 0..150, ComplaintKind::NumberTooLarge);
        let shown = complaint.shown(&format!("\"{}\" is no play.", "e5".repeat(60)));
        assert!(shown.lines().all(|row| row.chars().count() <= WIDTH), "{shown}");
    }

    #[test]
    fn something_missing_at_the_end_of_a_long_line_is_pointed_at() {
        let line = "word ".repeat(40);
        let complaint = Complaint::new(&Line::new(&line), &[], 200..201, ComplaintKind::NumberTooLarge);
        let shown = complaint.shown(UNKNOWN);
        let rows: Vec<&str> = shown.lines().collect();
        assert!(rows[0].starts_with("  ..."), "{shown}");
        assert!(rows[1].ends_with('^') && rows[1].len() <= WIDTH, "{shown}");
    }
}

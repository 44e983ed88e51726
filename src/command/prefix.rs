//! The beginning of a line, which shows the command: the game before it, and the word of the command or a move instead.

use std::ops::Range;

use crate::command::agreement::{self, About};
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::entry::Weight;
use crate::command::everyday_phrases;
use crate::command::foreign;
use crate::command::game_options;
use crate::command::lexer::{Line, Word as Typed, is_square_shape};
use crate::command::move_in_sentence;
use crate::command::move_words;
use crate::command::nearest::Place;
use crate::command::old_forms;
use crate::command::phrasebook;
use crate::command::player_id::is_player_id;
use crate::command::scattered_move::{self, Scattered};
use crate::command::sentences;
use crate::command::table::{self, Entry, Match, Verb};
use crate::command::tournament;
use crate::command::yes_no::{is_no, is_yes};
use crate::tafl::{Catalogue, NAME_WORDS_MAX, ParsedPlay, Play, Variant};

/// The beginning of a line.
pub(in crate::command) struct Head<'a> {
    pub(in crate::command) entry: &'static Entry,
    /// The game named before it, and the name that was used.
    pub(in crate::command) game: Option<(&'a Variant, String)>,
    /// The index of the first word after the command's.
    pub(in crate::command) from: usize,
    /// There is no word of a command, only the move.
    pub(in crate::command) bare_play: bool,
    /// The number before the move, as our letters print it.
    pub(in crate::command) counted: Option<u32>,
    /// The word is complete, or there is a move. A mere beginning may also be an ordinary word.
    pub(in crate::command) certain: bool,
}

/// What is wrong with the beginning of a line, and where.
struct NoHead {
    at: Range<usize>,
    kind: ComplaintKind,
}

/// Finds the beginning of a line.
pub(in crate::command) fn head<'a>(line: &Line, catalogue: &'a Catalogue) -> Result<Head<'a>, Complaint> {
    find(line, catalogue).map_err(|NoHead { at, kind }| Complaint::new(line, &[], at, kind))
}

/// The same where it does not matter what is wrong: a complaint looks for passwords in the line, which takes longer than all else here.
pub(in crate::command) fn any_head<'a>(line: &Line, catalogue: &'a Catalogue) -> Option<Head<'a>> {
    find(line, catalogue).ok()
}

fn find<'a>(line: &Line, catalogue: &'a Catalogue) -> Result<Head<'a>, NoHead> {
    let words = line.words();
    let Some(first) = words.first() else {
        return Err(NoHead { at: 0..1, kind: ComplaintKind::Missing { what: Thing::Command, usage: "help" } });
    };
    let complain = |word: &Typed, kind| Err(NoHead { at: word.at.clone(), kind });
    let plain: Vec<&str> = words.iter().take(NAME_WORDS_MAX).map(|word| word.plain.as_str()).collect();
    let (at, game) = match (table::find(&first.lower()), catalogue.name_of_words(&plain)) {
        (Match::Whole(_), _) | (_, None) => (0, None),
        (_, Some((count, name))) => (count, catalogue.find(&name).map(|game| (game, name))),
    };
    let Some(word) = words.get(at) else {
        let name = plain[..at].join("-");
        return complain(first, ComplaintKind::OnlyAGame { name });
    };
    let found = |entry, from, bare_play, certain| Head { entry, game, from, bare_play, counted: None, certain };
    let rest: Vec<&Typed> = words[at..].iter().collect();
    if move_words::play_length(&rest) > 0 {
        return Ok(found(table::entry(Verb::Move), at, true, true));
    }
    let lower = word.lower();
    match table::find(&lower) {
        // `Note that my clock is low.`
        Match::Whole(entry) if entry.verb == Verb::Note && !is_note(word, &words[at + 1..]) => {}
        Match::Whole(entry) => return Ok(found(entry, at + 1, false, true)),
        Match::Beginning(entry) => return Ok(found(entry, at + 1, false, false)),
        Match::Several(names) => {
            let candidates = names.into_iter().map(str::to_owned).collect();
            let word_typed = word.plain.clone();
            let kind = ComplaintKind::Ambiguous { word: word_typed, candidates };
            return complain(word, kind);
        }
        Match::Nothing => {}
    }
    if foreign::is_word(&lower)
        && let Some(kind) = old_forms::elsewhere(&lower, &words[at + 1..])
    {
        return complain(word, kind);
    }
    if move_words::fails_to_be_a_play(word)
        && let Err(bad) = ParsedPlay::parse(&word.plain)
    {
        return complain(word, ComplaintKind::NoPlay { word: bad.0, followed: false });
    }
    let behind: Vec<&Typed> = words[at + 1..].iter().collect();
    let play_behind = move_words::play_length(&behind);
    // `if bob plays d3-c3 then e4-e6` is wrong, but it is not a word for bob.
    let names_two = || behind.iter().filter(|word| ParsedPlay::looks_like(&word.plain)).nth(1).is_some();
    if lower == "if" && (play_behind > 0 || names_two()) {
        return Ok(found(table::entry(Verb::Queue), at, false, true));
    }
    // `3. d1-c1`, as our letters print a move, and `3) d1-c1`, `3: d1-c1`, as people write it. Whether the number is right is checked
    // later.
    let is_counted = word.closing.starts_with(['.', ':']) || word.raw.ends_with(')');
    if let (Some(Ok(number)), true) = (word.number(), is_counted && play_behind > 0) {
        return Ok(Head { counted: Some(number), ..found(table::entry(Verb::Move), at + 1, true, true) });
    }
    if word.number().is_some() && play_behind > 0 {
        let parts: Vec<&str> = behind[..play_behind].iter().map(|word| word.plain.as_str()).collect();
        let kind = ComplaintKind::NumberBeforePlay { number: word.plain.clone(), play: parts.join(" ") };
        return complain(word, kind);
    }
    // `hnefetafl challenge ann bob`: the command is right, but the game before it is not.
    let command_follows = words.get(at + 1).is_some_and(|next| matches!(table::find(&next.lower()), Match::Whole(_)));
    // `No draw, not for half a biscuit!`
    let answers = is_yes(&lower) || is_no(&lower);
    if at == 0 && command_follows && !answers {
        let nearest = game_options::nearest_games(catalogue, &lower);
        if !nearest.is_empty() {
            let word_typed = word.plain.clone();
            let kind = ComplaintKind::UnknownVariant { word: word_typed, nearest };
            return complain(word, kind);
        }
    }
    let shown = match word.plain.is_empty() {
        true => &word.raw,
        false => &word.plain,
    };
    // Nobody says `rsng 17` in a sentence.
    let has_object =
        behind.first().is_some_and(|next| next.number().is_some() || next.option().is_some()) || play_behind > 0;
    if !has_object && answers {
        // `Ok, I'll go e5-e3 then.`
        if let Some((play, kind @ ComplaintKind::PlayInWords { play: Some(_) })) = later(words) {
            return complain(play, kind);
        }
        let typed: String = line.chars().iter().collect();
        let alone = agreement::read(&typed).is_some_and(|said| said.is_certain(Weight::Light, About::Line));
        return complain(word, ComplaintKind::AnswerInWords { word: word.plain.clone(), alone });
    }
    if is_square_shape(&word.plain) && behind.is_empty() {
        return complain(word, ComplaintKind::NoPlay { word: word.plain.clone(), followed: false });
    }
    // `join spring`: two words, of which the second can be a name, are hardly a sentence.
    if let ([_, name], Some(act)) = (words, tournament::acts().iter().find(|act| act.name == lower))
        && is_player_id(&name.lower())
    {
        return complain(word, ComplaintKind::ActAlone { act: act.name, name: name.lower() });
    }
    let place = if has_object { Place::Name } else { Place::Sentence };
    let kind = unknown(shown, place);
    let nothing_near = matches!(&kind, ComplaintKind::UnknownCommand { nearest, .. } if nearest.is_empty());
    match nothing_near.then(|| later(words)).flatten() {
        Some((later, kind)) => complain(later, kind),
        None => complain(word, old_forms::elsewhere(&lower, &words[at + 1..]).unwrap_or(kind)),
    }
}

/// Whether a line that begins with `note` is that command: behind the word or the number there is a colon, or nothing. `Note that my clock
/// is low` is a sentence. A line with a number is the command in any case: a note whose colon was forgotten must not go to the opponent.
fn is_note(word: &Typed, behind: &[Typed]) -> bool {
    word.closing.contains(':') || behind.first().is_none_or(|next| next.number().is_some())
}

/// The complaint about a line that begins with the word for a move and goes on as a sentence which names one: `Move the one on d1 to c1, and mind
/// the step.` Up to its first square, all its words are well known, so none is a password.
pub(in crate::command) fn play_in_a_sentence(line: &Line) -> Option<Complaint> {
    let words = line.words();
    let square = words.iter().position(|word| is_square_shape(&word.plain))?;
    let between: Vec<String> = words.get(1..square)?.iter().map(Typed::lower).collect();
    let is_known = phrasebook::languages().iter().any(|language| between.iter().all(|word| language.knows(word)));
    let first = words.iter().position(|word| word.closing.contains([',', '.'])).map_or(words.len(), |end| end + 1);
    let (word, kind) = later(words).or_else(|| later(&words[..first])).filter(|_| is_known)?;
    matches!(kind, ComplaintKind::PlayInWords { play: Some(_) })
        .then(|| Complaint::new(line, &[], word.at.clone(), kind))
}

/// The move somewhere in a sentence, or the command in a short one: `I go e5-e3, I think`, `I accept`.
fn later(words: &[Typed]) -> Option<(&Typed, ComplaintKind)> {
    const SENTENCE_WORDS_MAX: usize = 6;
    let all: Vec<&Typed> = words.iter().collect();
    let may_have_plays = move_words::may_be_among(words);
    let plays = if may_have_plays { move_words::plays(&all) } else { Vec::new() };
    let (typed, play) = plays.first().map(|found| (&words[found.at], &found.play)).unzip();
    let several =
        plays.iter().any(|other| play.is_some_and(|play| (play.from, play.to) != (other.play.from, other.play.to)));
    let concluded = || move_in_sentence::concluded(words);
    let in_words = |play: &ParsedPlay| {
        let only = if several { concluded() } else { Some(play.clone()) };
        ComplaintKind::PlayInWords { play: only.map(|play| Play { from: play.from, to: play.to }.to_string()) }
    };
    let scattered = || may_have_plays.then(|| scattered_move::read(words, &sentences::said(words))).flatten();
    if let (None, Some(Scattered { at, play })) = (play, scattered()) {
        return Some((&words[at.start], in_words(&play)));
    }
    let numbered = words.iter().any(|word| word.number().is_some());
    if let (Some(typed), Some(play), false) = (typed, play, numbered) {
        return Some((typed, in_words(play)));
    }
    if let Some(word) = everyday_phrases::gives_up_at_last(words) {
        return Some((word, ComplaintKind::CommandLater { name: "resign".to_owned() }));
    }
    let mut later = words.iter().skip(1).filter(|_| words.len() <= SENTENCE_WORDS_MAX);
    let command = later.find_map(|word| match table::find(&word.lower()) {
        // `I would like to play` is not a move.
        Match::Whole(entry) if entry.verb != Verb::Move || play.is_some() => {
            Some((word, ComplaintKind::CommandLater { name: entry.name.to_owned() }))
        }
        Match::Whole(_) | Match::Beginning(_) | Match::Several(_) | Match::Nothing => None,
    });
    command.or_else(|| {
        typed.zip(play).filter(|_| words.len() > SENTENCE_WORDS_MAX).map(|(typed, play)| (typed, in_words(play)))
    })
}

/// There is no such command, but perhaps one that is spelled almost the same.
fn unknown(word: &str, place: Place) -> ComplaintKind {
    let mut names: Vec<String> = Vec::new();
    let lower = word.to_lowercase();
    // `He may have the attackers.`
    let is_short = place == Place::Sentence && lower.chars().count() < table::BEGINNING_LETTERS_MIN;
    // `With love,`, but `with 17` is the beginning of `withdraw 17`.
    let begins_a_sentence = place == Place::Sentence && lower == "with";
    if is_short || begins_a_sentence || table::is_ordinary(&lower) || table::whole(&lower).is_some() {
        return ComplaintKind::UnknownCommand { word: word.to_owned(), nearest: names };
    }
    for near in table::near_words(word, place) {
        if let Match::Whole(entry) = table::find(near)
            && !names.iter().any(|name| name == entry.name)
        {
            names.push(entry.name.to_owned());
        }
    }
    ComplaintKind::UnknownCommand { word: word.to_owned(), nearest: names }
}

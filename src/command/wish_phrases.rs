//! The phrases of wishes, as data: `config/letters/*/wishes.toml`, and where they stand in a text.
//!
//! A phrase counts only as a whole and inside one sentence. Between its words may stand words that change nothing: `I would very much like
//! to play with my friend Tom`. `{want}` and other forms stand for each of their ways to say it, `{player}` for any id. A phrase that begins
//! with `^` counts only where its sentence begins, and one that ends with `$` only where it ends. The game that is named in a sentence is
//! `{variant}` there, and stands where it likes.

use crate::command::acceptance_words::AcceptanceWords;
use crate::command::concepts::{Concepts, Meanings};
use crate::command::draw_words::DrawWords;
use crate::command::nearest;
use crate::command::phrases::GappedPhrase;
use crate::command::player_id;
use crate::command::side_words::SideWords;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

/// The files, one for each language, in the order in which the languages are listed.
pub(super) const FILES: [&str; 3] = [
    include_str!("../../config/letters/en/wishes.toml"),
    include_str!("../../config/letters/de/wishes.toml"),
    include_str!("../../config/letters/da/wishes.toml"),
];

/// The most words of a mail that are searched.
const WORDS_MAX: usize = 1_000;

/// The most words that change nothing between two words of a phrase.
const FILL_MAX: usize = 3;

/// A player in a phrase, and in the line of its command.
pub(super) const PLAYER: &str = "{player}";

/// The line of a phrase that wishes to become a player. The id is found elsewhere.
pub(super) const JOIN: &str = "signup";

/// A game that is named, in a sentence and in a phrase.
pub(super) const NAMED_GAME: &str = "{variant}";

/// Where a sentence begins and ends.
const START: &str = "^";
const END: &str = "$";

/// The phrases of one language, as in its file: for each command, what people write instead.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Phrases {
    /// Words that deny a want in their sentence.
    pub not: BTreeSet<String>,
    /// Words that make it doubtful. Who wants to join `if there is still room` wants to join.
    pub unsure: BTreeSet<String>,
    /// Words that change nothing inside a phrase.
    pub fill: BTreeSet<String>,
    /// What proposes something, so that an `if` behind it does not doubt it.
    pub proposes: BTreeSet<String>,
    /// Words for words that were kept, and shall not be sent any more.
    pub forget: BTreeSet<String>,
    /// How people say beside something else that such words are not to be sent: `don't send those words`.
    pub unsent: Vec<String>,
    /// How people ask to see a move before it is made.
    pub looks_first: Vec<String>,
    /// What asks where a piece may go, with its square: `where can`.
    pub where_to: Vec<String>,
    /// Words with which another game is plainly wished for, and those that put it off.
    pub orders_rematch: Vec<String>,
    pub rematch_later: BTreeSet<String>,
    pub months: Vec<String>,
    /// How people say that only some of them are to be sent. `_` is any word.
    pub unsent_part: Vec<String>,
    /// What joins that to the rest of a sentence.
    pub unsent_joins: BTreeSet<String>,
    /// Words that a mail may have for the club, if it answers one of its letters and has no command.
    pub club_words: BTreeSet<String>,
    /// Words of the club's business. A question that has one and speaks to nobody may be for the club.
    pub club_business: BTreeSet<String>,
    /// Words that put off what the letter of a sign-up offers beside joining.
    pub only_joins: BTreeSet<String>,
    /// What may stand behind it, and what stands before a name there.
    pub unsent_tail: BTreeSet<String>,
    pub unsent_to: BTreeSet<String>,
    /// How words for sending begin.
    pub sends: BTreeSet<String>,
    /// Words that may stand beside those where somebody only agrees that words are sent.
    pub sends_with: BTreeSet<String>,
    /// What says that another will challenge the author.
    pub invites_me: BTreeSet<String>,
    /// What a paragraph says that is for the club.
    pub to_club: BTreeSet<String>,
    /// What says so of a mail before: `that was for you`.
    pub back_to_club: BTreeSet<String>,
    /// What says so with the name of the opponent behind it: `not for`.
    pub not_for: BTreeSet<String>,
    /// Tender words behind a name with which somebody is called.
    pub dears: BTreeSet<String>,
    /// Words before a name that is only spoken of.
    pub before_names: BTreeSet<String>,
    /// Words with which the club is called.
    pub club_names: BTreeSet<String>,
    /// Words with which somebody asks, before the name of the opponent, whether words have come there.
    pub arrived: BTreeSet<String>,
    /// What is meant by these words, behind `my`.
    pub letters: BTreeSet<String>,
    /// Words for the one who is written to.
    pub you: BTreeSet<String>,
    /// Words for somebody who is written to politely, where they begin with a capital letter inside a sentence.
    pub polite_you: BTreeSet<String>,
    /// Words with which a challenge is dropped that waits for somebody to join.
    pub drops: BTreeSet<String>,
    /// Words for such a challenge.
    pub dropped: BTreeSet<String>,
    /// What drops it without naming it: `cancel that`.
    pub drops_it: Vec<String>,
    /// What ends a mail, before the name of its author.
    pub closings: BTreeSet<String>,
    /// What stands before what is thanked for.
    pub thanks_for: BTreeSet<String>,
    /// What a polite author adds to a wish: `if that can be arranged`.
    pub if_possible: BTreeSet<String>,
    /// Words for the author and the one person whom a mail names: `for the two of us`.
    pub for_us: BTreeSet<String>,
    /// What announces a question, or begs for an answer.
    pub announces: BTreeSet<String>,
    /// How an author asks for something.
    pub begs: BTreeSet<String>,
    /// What may stand between the two.
    pub articles: BTreeSet<String>,
    /// Words that stand where a name could, and name nobody.
    pub nobody: BTreeSet<String>,
    /// Words that stand behind the word of a command only in a sentence to somebody: `Take your time`.
    pub addresses: BTreeSet<String>,
    /// How people ask what a word means, which follows.
    pub means: Vec<String>,
    /// What a challenge says that is not to count: `not for the rating`.
    pub uncounted: Vec<String>,
    /// Words before somebody who is no name: `my godson`.
    pub possessives: BTreeSet<String>,
    /// Words for the one person whom a mail names: `him`.
    pub pronouns: BTreeSet<String>,
    /// Such words that may mean something else, and with which words beside them they do not: `sie`, `gegen sie`.
    #[serde(default)]
    pub perhaps_pronouns: BTreeSet<String>,
    #[serde(default)]
    pub pronoun_pairs: BTreeSet<String>,
    /// Words between a possessive and a name: `my friend Tom`.
    pub relations: BTreeSet<String>,
    /// Ways to say the same, by their name.
    pub forms: BTreeMap<String, Vec<String>>,
    /// How people say that they want to become a player.
    pub join: Vec<String>,
    /// How people say their name.
    pub names: Names,
    /// What changes something.
    pub wants: BTreeMap<String, Vec<String>>,
    /// What is only answered. Nothing denies it: `I do not see the board`.
    pub asks: BTreeMap<String, Vec<String>>,
    /// Words for one thing each, by its name.
    pub concepts: BTreeMap<String, Vec<String>>,
    /// What such things mean together.
    pub meanings: Meanings,
    /// What people answer to a letter that only showed a move.
    pub looked_at: LookedAt,
    /// How people speak of a draw.
    pub draws: DrawWords,
    /// How people accept a challenge in a sentence.
    pub acceptance: AcceptanceWords,
    /// How people say the size of a board.
    pub sizes: Sizes,
    /// How people say who gets which side.
    pub sides: SideWords,
    /// How people thank the club.
    pub club: Club,
}

/// How people say the size of a board: `seven by seven`, `49 squares`, `the smallest of your boards`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sizes {
    /// What stands between the two numbers.
    by: BTreeSet<String>,
    /// The words for each number.
    numbers: BTreeMap<String, BTreeSet<String>>,
    /// The words for the number of all squares, by the size.
    all: BTreeMap<String, BTreeSet<String>>,
    /// Words for squares.
    squares: BTreeSet<String>,
    /// Words for a board.
    boards: BTreeSet<String>,
    /// Words for one that mean a board only behind a word of `on`.
    ones: BTreeSet<String>,
    on: BTreeSet<String>,
    /// What may stand between the word for a size and that for a board.
    between: BTreeSet<String>,
    /// Words that only compare, by the size that they mean.
    said: BTreeMap<String, BTreeSet<String>>,
}

/// The most words from that of `on` to the size, and from the size to the board.
const SIZE_NEAR: usize = 3;

/// A size that words say.
pub(super) struct SaidSize {
    /// The squares of a side.
    pub(super) side: String,
    /// How many words say it.
    pub(super) words: usize,
    /// Whether they count squares, and do not only compare, as `a bigger board` does.
    pub(super) is_counted: bool,
}

impl Sizes {
    /// The size that the words begin with. `before` are those in front of them.
    pub(super) fn begins(&self, before: &[String], words: &[String]) -> Option<SaidSize> {
        let (first, rest) = words.split_first()?;
        // `Siebener-Brett`
        if let Some((size, board)) = first.split_once('-')
            && self.boards.contains(board)
        {
            let size = said_by(&self.numbers, size).or_else(|| said_by(&self.said, size))?;
            return Some(SaidSize {
                side: size.to_owned(),
                words: 1,
                is_counted: said_by(&self.numbers, size).is_some(),
            });
        }
        let number = said_by(&self.numbers, first);
        let squares = rest.first().is_some_and(|word| self.squares.contains(word));
        let (size, length) = match (number, rest) {
            (Some(number), [by, second, ..])
                if self.by.contains(by) && said_by(&self.numbers, second) == Some(number) =>
            {
                (number, 3)
            }
            (Some(number), _) if squares => (number, 2),
            (None, _) if squares => (said_by(&self.all, first)?, 2),
            _ => {
                let size = number.or_else(|| said_by(&self.said, first))?;
                (size, 1 + self.board_behind(before, rest, number.is_some())?)
            }
        };
        let is_counted = number.is_some() || squares;
        Some(SaidSize { side: size.to_owned(), words: length, is_counted })
    }

    /// How many words behind the word for a size end with a board.
    fn board_behind(&self, before: &[String], rest: &[String], is_number: bool) -> Option<usize> {
        let is_on = before.iter().rev().take(SIZE_NEAR).any(|word| self.on.contains(word));
        let between = rest.iter().take(SIZE_NEAR).take_while(|word| self.between.contains(*word)).count();
        let at = (0..=between).find(|at| {
            let is_board =
                |word: &String| self.boards.contains(word) || ((is_on || is_number) && self.ones.contains(word));
            rest.get(*at).is_some_and(is_board)
        });
        // `auf dem kleinen`
        at.map(|at| at + 1).or_else(|| (is_on && rest.is_empty() && !is_number).then_some(0))
    }
}

/// The number that a word says, if a board may have it.
fn said_by<'a>(numbers: &'a BTreeMap<String, BTreeSet<String>>, word: &str) -> Option<&'a str> {
    let said = |(number, words): (&'a String, &'a BTreeSet<String>)| {
        (number == word || words.contains(word)).then_some(number.as_str())
    };
    numbers.iter().find_map(said)
}

/// How people thank the club, and not the other player.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Club {
    /// Words that thank or praise.
    thanks: BTreeSet<String>,
    /// Those that thank.
    gratitude: BTreeSet<String>,
    /// Words for what is praised.
    served: BTreeSet<String>,
    /// Words that tell of what was for the club.
    past: BTreeSet<String>,
}

/// What people answer to a letter that only showed a move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LookedAt {
    /// Words with which they say that it is to be made.
    pub makes: BTreeSet<String>,
    /// Words with which they thank for the board, or say that they have understood.
    pub thanks: BTreeSet<String>,
}

/// What stands before a name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    /// Nothing but a name follows: `my name is`.
    pub surely: Vec<String>,
    /// A name follows if nothing follows it: `make it`.
    pub at_end: Vec<String>,
    /// What goes on behind such a name: `could I be wolf instead of nora?`
    pub after: BTreeSet<String>,
    /// A name follows if the From line has it too: `I want to be`.
    pub if_known: Vec<String>,
    /// A name may follow: `I am`.
    pub perhaps: Vec<String>,
    /// Words that may stand between.
    pub between: BTreeSet<String>,
    /// What follows a name: `is my name`.
    pub behind: Vec<String>,
    /// Words that often follow and are no names.
    pub never: BTreeSet<String>,
}

/// A phrase as words, and the line of its command.
struct Phrase {
    words: Vec<String>,
    line: String,
    at_start: bool,
    at_end: bool,
    can_be_denied: bool,
}

/// The phrases of one language, ready to be searched for.
pub(super) struct Known {
    not: BTreeSet<String>,
    unsure: BTreeSet<String>,
    fill: BTreeSet<String>,
    /// By their first words.
    phrases: BTreeMap<String, Vec<Phrase>>,
    /// How people say their names.
    pub names: Names,
    /// What proposes something, as words.
    pub proposes: BTreeSet<Vec<String>>,
    /// Words for what is to be forgotten.
    pub forget: BTreeSet<String>,
    /// How people say that kept words are not to be sent, as words.
    pub unsent: Vec<Vec<String>>,
    /// How people ask to see a move before it is made, as words.
    pub looks_first: Vec<Vec<String>>,
    /// What asks where a piece may go, with its square: `where can`.
    pub where_to: Vec<Vec<String>>,
    pub orders_rematch: Vec<Vec<String>>,
    pub rematch_later: BTreeSet<String>,
    /// The names of the months, in their order.
    pub months: Vec<String>,
    /// How people say that only some of them are. `_` is any word.
    pub unsent_part: Vec<Vec<String>>,
    pub unsent_joins: BTreeSet<String>,
    /// Words that a mail may have for the club, if it answers one of its letters and has no command.
    pub club_words: BTreeSet<String>,
    /// Words of the club's business. A question that has one and speaks to nobody may be for the club.
    pub club_business: BTreeSet<String>,
    /// Words that put off what the letter of a sign-up offers beside joining.
    pub only_joins: BTreeSet<String>,
    pub unsent_tail: BTreeSet<String>,
    pub unsent_to: BTreeSet<String>,
    pub sends: BTreeSet<String>,
    /// Words that may stand beside those where somebody only agrees that words are sent.
    pub sends_with: BTreeSet<String>,
    /// Words for what is kept, as words.
    pub kept: Vec<Vec<String>>,
    /// What says that another will challenge the author.
    pub invites_me: Vec<GappedPhrase>,
    /// What a paragraph says that is for the club, as words.
    pub to_club: BTreeSet<Vec<String>>,
    /// What says so of a mail before, as words.
    pub back_to_club: BTreeSet<Vec<String>>,
    /// What says so with the name of the opponent behind it, as words.
    pub not_for: BTreeSet<Vec<String>>,
    /// Tender words behind a name with which somebody is called.
    pub dears: BTreeSet<String>,
    /// Words before a name that is only spoken of.
    pub before_names: BTreeSet<String>,
    /// Words with which the club is called.
    pub club_names: BTreeSet<String>,
    /// Words with which somebody asks, before the name of the opponent, whether words have come there.
    pub arrived: BTreeSet<String>,
    /// What is meant by these words, behind `my`.
    pub letters: BTreeSet<String>,
    /// Words for the one who is written to.
    pub you: BTreeSet<String>,
    /// Words for somebody who is written to politely, where they begin with a capital letter inside a sentence.
    pub polite_you: BTreeSet<String>,
    /// Words with which a challenge is dropped that waits for somebody to join.
    pub drops: BTreeSet<String>,
    /// Words for such a challenge.
    pub dropped: BTreeSet<String>,
    /// What drops it without naming it: `cancel that`.
    pub drops_it: Vec<Vec<String>>,
    nobody: BTreeSet<String>,
    /// Words that stand behind the word of a command only in a sentence.
    pub addresses: BTreeSet<String>,
    /// How people ask what a word means, as words.
    pub means: Vec<Vec<String>>,
    /// What a challenge says that is not to count, as words.
    pub uncounted: Vec<Vec<String>>,
    /// Words before somebody who is no name.
    pub possessives: BTreeSet<String>,
    /// Words for the one person whom a mail names.
    pronouns: BTreeSet<String>,
    perhaps_pronouns: BTreeSet<String>,
    pronoun_pairs: BTreeSet<String>,
    /// Words before an opponent.
    pub against: BTreeSet<String>,
    /// Words between a possessive and a name.
    pub relations: BTreeSet<String>,
    /// What stands before what is thanked for, as words.
    pub thanks_for: BTreeSet<Vec<String>>,
    /// What a polite author adds to a wish, as words.
    pub if_possible: BTreeSet<Vec<String>>,
    /// Words for the author and the one person whom a mail names, as words.
    pub for_us: BTreeSet<Vec<String>>,
    /// What announces a question, or begs for an answer, as words.
    pub announces: BTreeSet<Vec<String>>,
    /// How an author asks for something.
    pub begs: BTreeSet<Vec<String>>,
    /// What may stand between the two.
    pub articles: BTreeSet<String>,
    /// What ends a mail, as words.
    pub closings: BTreeSet<Vec<String>>,
    /// What several words mean together.
    pub concepts: Concepts,
    /// How the size of a board is said.
    pub sizes: Sizes,
    pub sides: SideWords,
    pub looked_at: LookedAt,
    /// How people speak of a draw.
    pub draws: DrawWords,
    club: Club,
    /// The words of its lists.
    vocabulary: BTreeSet<String>,
    /// What accepts a challenge.
    accepts: Vec<Phrase>,
    /// What is said besides.
    pub acceptance: AcceptanceWords,
}

/// A phrase that was found in a sentence.
pub(super) struct Found {
    /// In which of the files.
    pub file: usize,
    /// The line of its command.
    pub line: String,
    /// At which word of the sentence it begins.
    pub at: usize,
    /// How many words it has.
    pub words: usize,
}

pub(super) static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| FILES.iter().filter_map(|file| read(file)).collect());

/// The phrases of a file. A test reads all files, so none is left out.
fn read(file: &'static str) -> Option<Known> {
    let read: Phrases = toml::from_str(file).ok()?;
    let Phrases {
        not,
        unsure,
        fill,
        proposes,
        forget,
        unsent,
        looks_first,
        where_to,
        orders_rematch,
        rematch_later,
        months,
        unsent_part,
        unsent_joins,
        club_words,
        club_business,
        only_joins,
        unsent_tail,
        unsent_to,
        sends,
        sends_with,
        invites_me,
        to_club,
        back_to_club,
        not_for,
        dears,
        before_names,
        club_names,
        arrived,
        letters,
        you,
        polite_you,
        drops,
        dropped,
        drops_it,
        closings,
        thanks_for,
        if_possible,
        for_us,
        announces,
        begs,
        articles,
        nobody,
        addresses,
        means,
        uncounted,
        possessives,
        pronouns,
        perhaps_pronouns,
        pronoun_pairs,
        relations,
        forms,
        join,
        names,
        wants,
        asks,
        concepts,
        meanings,
        looked_at,
        draws,
        acceptance,
        sizes,
        sides,
        club,
    } = read;
    let before_opponents = ["against", "inviting"].into_iter().filter_map(|form| forms.get(form));
    let against = before_opponents.flatten().cloned().collect();
    let mut phrases: BTreeMap<String, Vec<Phrase>> = BTreeMap::new();
    let wants = wants.into_iter().chain([(JOIN.to_owned(), join)]).map(|want| (true, want));
    for (can_be_denied, (line, said)) in wants.chain(asks.into_iter().map(|ask| (false, ask))) {
        for words in said.iter().flat_map(|phrase| in_full(phrase, &forms)) {
            let phrase = Phrase::new(words, line.clone(), can_be_denied);
            phrases.entry(phrase.words.first()?.clone()).or_default().push(phrase);
        }
    }
    let of_concepts = concepts.values().flatten().flat_map(|way| way.split_whitespace());
    let of_phrases = phrases.values().flatten().flat_map(|phrase| &phrase.words).map(String::as_str);
    let of_lists = fill.iter().chain(&not).chain(&unsure).map(String::as_str);
    let words = of_concepts.chain(of_phrases).chain(of_lists).map(|word| word.trim_matches(['*', '^']).to_owned());
    let vocabulary = words.collect();
    let concepts = Concepts::new(&concepts, meanings);
    let accepts = acceptance.says.iter().flat_map(|phrase| in_full(phrase, &forms));
    let accepts = accepts.map(|words| Phrase::new(words, String::new(), false)).collect();
    let thanks_for = thanks_for.iter().map(|phrase| split(phrase)).collect();
    let if_possible = if_possible.iter().map(|phrase| split(phrase)).collect();
    let for_us = for_us.iter().map(|phrase| split(phrase)).collect();
    let announces = announces.iter().map(|phrase| split(phrase)).collect();
    let begs = begs.iter().map(|phrase| split(phrase)).collect();
    let kept = forms.get("kept").into_iter().flatten().map(|way| split(way)).collect();
    let unsent = unsent.iter().flat_map(|phrase| in_full(phrase, &forms)).collect();
    let where_to = where_to.iter().map(|phrase| split(phrase)).collect();
    let looks_first = looks_first.iter().map(|phrase| split(phrase)).collect();
    let drops_it = drops_it.iter().map(|phrase| split(phrase)).collect();
    let orders_rematch = orders_rematch.iter().map(|phrase| split(phrase)).collect();
    let means = means.iter().map(|phrase| split(phrase)).collect();
    let uncounted = uncounted.iter().map(|phrase| split(phrase)).collect();
    let unsent_part = unsent_part.iter().map(|phrase| split(phrase)).collect();
    let invites_me = invites_me.iter().map(|phrase| GappedPhrase::new(phrase)).collect();
    let to_club = to_club.iter().map(|phrase| split(phrase)).collect();
    let back_to_club = back_to_club.iter().map(|phrase| split(phrase)).collect();
    let proposes = proposes.iter().map(|phrase| split(phrase)).collect();
    let not_for = not_for.iter().map(|phrase| split(phrase)).collect();
    let closings = closings.iter().map(|phrase| split(phrase)).collect();
    Some(Known {
        not,
        unsure,
        fill,
        phrases,
        names,
        proposes,
        forget,
        unsent,
        looks_first,
        where_to,
        orders_rematch,
        rematch_later,
        months,
        unsent_part,
        unsent_joins,
        club_words,
        club_business,
        only_joins,
        unsent_tail,
        unsent_to,
        sends,
        sends_with,
        kept,
        invites_me,
        to_club,
        back_to_club,
        not_for,
        dears,
        before_names,
        club_names,
        arrived,
        letters,
        you,
        polite_you,
        drops,
        dropped,
        drops_it,
        closings,
        thanks_for,
        if_possible,
        for_us,
        announces,
        begs,
        articles,
        nobody,
        addresses,
        means,
        uncounted,
        possessives,
        pronouns,
        perhaps_pronouns,
        pronoun_pairs,
        relations,
        against,
        concepts,
        sizes,
        sides,
        looked_at,
        draws,
        club,
        vocabulary,
        accepts,
        acceptance,
    })
}

/// The phrase with each way to say its forms.
pub(super) fn in_full(phrase: &str, forms: &BTreeMap<String, Vec<String>>) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for word in phrase.split_whitespace() {
        let form = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')).and_then(|name| forms.get(name));
        let ways: Vec<&str> = form.map_or_else(|| vec![word], |ways| ways.iter().map(String::as_str).collect());
        let longer = |said: &Vec<String>, way: &str| [said.clone(), split(way)].concat();
        all = all.iter().flat_map(|said| ways.iter().map(move |way| longer(said, way))).collect();
    }
    all
}

/// The words as they are spelt in our lists, where they differ from exactly one word of them by one typing mistake: `what is my ratting`.
/// Short words resemble too many others, and names stay as they are.
pub(super) fn spelt(words: Vec<String>, is_name: impl Fn(&str) -> bool) -> Vec<String> {
    /// `game` and `name` differ by as much.
    const LETTERS_MIN: usize = 6;
    /// In a longer sentence, no mistakes are looked for: that takes long.
    const SENTENCE_WORDS_MAX: usize = 40;
    if words.len() > SENTENCE_WORDS_MAX {
        return words;
    }
    let is_known = |word: &str| {
        KNOWN.iter().any(|known| known.vocabulary.contains(word) || known.concepts.has(word) || known.begins(word))
    };
    let spelt = |word: String| {
        if word.chars().count() < LETTERS_MIN || is_name(&word) || is_known(&word) {
            return word;
        }
        let near = KNOWN.iter().flat_map(|known| &known.vocabulary);
        let near = near.filter(|known| known.chars().count() >= LETTERS_MIN && nearest::is_one_slip(&word, known));
        let near: BTreeSet<&String> = near.collect();
        match near.first().filter(|_| near.len() == 1) {
            Some(known) => (*known).clone(),
            None => word,
        }
    };
    words.into_iter().map(spelt).collect()
}

fn split(phrase: &str) -> Vec<String> {
    phrase.split_whitespace().map(str::to_owned).collect()
}

/// The phrases in a sentence, without those that a longer one overlaps: `How do I challenge bob?` does not challenge him. Only a person who
/// is not a player yet can wish to `join`.
pub(super) fn found_in(sentence: &[String], join: bool) -> Vec<Found> {
    let found = KNOWN.iter().enumerate().flat_map(|(file, known)| known.found_in(sentence, file));
    let found = found.filter(|found| join || found.line != JOIN);
    longest(found.collect())
}

fn longest(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|found| std::cmp::Reverse(found.words));
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        let overlaps = |other: &Found| one.at < other.at + other.words && other.at < one.at + one.words;
        let is_shorter = |other: &Found| other.words > one.words && overlaps(other);
        if !kept.iter().any(is_shorter) {
            kept.push(one);
        }
    }
    kept
}

impl Known {
    /// Whether a word denies a want in its sentence.
    pub(super) fn denies(&self, word: &str) -> bool {
        self.not.contains(word)
    }

    /// Whether a word says that its author plays, or with whom: `I`, `with`.
    pub(super) fn is_of_author(&self, word: &String) -> bool {
        self.against.contains(word) || self.sides.me.contains(word) && !self.possessives.contains(word)
    }

    /// Whether a word denies a want in its sentence, or makes it doubtful.
    pub(super) fn doubts(&self, word: &str) -> bool {
        self.denies(word) || self.unsure.contains(word)
    }

    /// Whether a word of a sentence denies what it wants, or makes it doubtful. That of `would you mind if I` does not.
    fn is_doubted(&self, mut rest: &[String]) -> bool {
        while let Some(word) = rest.first() {
            match self.begs.iter().filter(|begs| rest.starts_with(begs)).map(Vec::len).max() {
                Some(length) => rest = &rest[length..],
                None if self.doubts(word) => return true,
                None => rest = &rest[1..],
            }
        }
        false
    }

    /// Whether a word makes what stands behind it a condition: `if it is not too late`.
    pub(super) fn is_unsure(&self, word: &str) -> bool {
        self.unsure.contains(word)
    }

    /// Whether a word changes nothing where it stands.
    pub(super) fn is_fill(&self, word: &str) -> bool {
        word == NAMED_GAME || self.fill.contains(word)
    }

    /// Whether the word at this place stands for the one person whom a mail names.
    pub(super) fn is_pronoun(&self, words: &[String], at: usize) -> bool {
        let is_pair =
            |from: usize| words.get(from..from + 2).is_some_and(|pair| self.pronoun_pairs.contains(&pair.join(" ")));
        let perhaps = self.perhaps_pronouns.contains(&words[at]);
        self.pronouns.contains(&words[at]) || perhaps && (is_pair(at) || at > 0 && is_pair(at - 1))
    }

    /// Whether it is a word of its phrases or lists.
    pub(super) fn knows(&self, word: &str) -> bool {
        self.vocabulary.contains(word)
    }

    /// Whether wishes and questions have this word.
    pub(super) fn asks_with(&self, word: &str) -> bool {
        self.is_fill(word) || self.vocabulary.contains(word) || self.concepts.has(word) || self.begins(word)
    }

    /// Whether a word of its lists with any ending is this word.
    fn begins(&self, word: &str) -> bool {
        self.concepts.is_in(word)
    }

    /// Whether these words tell of what has happened.
    pub(super) fn tells_of_the_past(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.club.past.contains(word))
    }

    /// Whether these words thank anybody.
    pub(super) fn gives_thanks(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.club.gratitude.contains(word))
    }

    /// Whether they thank the club.
    pub(super) fn thanks_the_club(&self, words: &[String]) -> bool {
        let has = |list: &BTreeSet<String>| words.iter().any(|word| list.contains(word));
        has(&self.club.thanks) && has(&self.club.served) && !words.iter().any(|word| self.doubts(word))
    }

    /// Whether a sentence accepts a challenge.
    pub(super) fn accepts(&self, sentence: &[String]) -> bool {
        (0..sentence.len()).any(|at| {
            let is_start = sentence[..at].iter().all(|word| self.is_fill(word));
            let fits = |phrase: &Phrase| phrase.line_for(&sentence[at..], self).is_some();
            self.accepts.iter().any(|phrase| (is_start || !phrase.at_start) && fits(phrase))
        })
    }

    /// Whether a word makes it doubtful that a challenge is accepted.
    pub(super) fn hesitates(&self, word: &str) -> bool {
        self.doubts(word) || self.acceptance.doubts.contains(word)
    }

    /// The phrases in a sentence.
    fn found_in(&self, sentence: &[String], file: usize) -> Vec<Found> {
        let doubted = self.is_doubted(sentence);
        // Who wants to join `but has never played` wants to join.
        let is_denied = |phrase: &Phrase, end: usize| match phrase.line == JOIN {
            true => sentence.iter().take(end).any(|word| self.denies(word)),
            false => doubted && phrase.can_be_denied,
        };
        let mut all = Vec::new();
        for at in 0..sentence.len() {
            let is_start = sentence[..at].iter().all(|word| self.is_fill(word));
            let beginning = self.phrases.get(&sentence[at]).into_iter().flatten();
            // `Does the challenge lapse?` challenges nobody.
            let before = at.checked_sub(1).map(|before| &sentence[before]);
            let is_noun = before.is_some_and(|word| self.articles.contains(word) || self.possessives.contains(word));
            let is_of_noun = |phrase: &Phrase| is_noun && phrase.words.get(1).is_some_and(|word| word == PLAYER);
            let meant = beginning.filter(|phrase| (is_start || !phrase.at_start) && !is_of_noun(phrase));
            all.extend(meant.filter_map(|phrase| {
                let (line, words) = phrase.line_for(&sentence[at..], self)?;
                (!is_denied(phrase, at + words)).then_some(Found { file, line, at, words })
            }));
        }
        all
    }
}

impl Phrase {
    /// A phrase as it stands in a file, with its marks.
    fn new(mut words: Vec<String>, line: String, can_be_denied: bool) -> Phrase {
        let at_start = words.first().is_some_and(|word| word == START);
        let at_end = words.last().is_some_and(|word| word == END);
        words.retain(|word| word != START && word != END);
        Phrase { words, line, at_start, at_end, can_be_denied }
    }

    /// Its line, if the words begin with the phrase, and how many words it takes there.
    fn line_for(&self, words: &[String], language: &Known) -> Option<(String, usize)> {
        let (mut at, mut line) = (0, self.line.clone());
        for known in &self.words {
            let fits = |word: &&String| if known == PLAYER { may_be_player(word) } else { known == *word };
            let is_fill = |word: &&String| language.is_fill(word) && (known == PLAYER || known != *word);
            let filled = words.get(at..)?.iter().take(FILL_MAX).take_while(is_fill).count();
            let word = words.get(at + filled).filter(fits)?;
            if known == PLAYER {
                // `my godson Kai`
                let skipped = &words[at..at + filled];
                if skipped.last().is_some_and(|before| language.possessives.contains(before)) {
                    return None;
                }
                line = line.replace(PLAYER, word);
            }
            at += filled + 1;
        }
        let ends = || words.get(at..).unwrap_or_default().iter().all(|word| language.is_fill(word));
        (!self.at_end || ends()).then_some((line, at))
    }
}

/// Whether the word may be a player's id. `you` is not, in any language.
pub(super) fn may_be_player(word: &str) -> bool {
    player_id::is_player_id(word) && !KNOWN.iter().any(|known| known.nobody.contains(word))
}

/// A sentence in lower case and without punctuation, and whether it ends with a question mark.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    pub words: Vec<String>,
    pub asks: bool,
    /// Where it stands in the text, in bytes.
    pub at: Range<usize>,
}

/// The sentences of a text. A sentence may go on in the next line, but not over a blank one, and not where a short line stands above one that
/// begins large: many people write no full stop at the end of a line.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut sentences = vec![Sentence::default()];
    let mut left = WORDS_MAX;
    let mut above = "";
    for line in text.lines() {
        if line.trim().is_empty() || is_apart(above, line) {
            sentences.push(Sentence::default());
        }
        above = line;
        for word in line.split_whitespace() {
            if left == 0 {
                break;
            }
            left -= 1;
            let plain = plain(word);
            let from = text.len().min(word.as_ptr().addr() - text.as_ptr().addr());
            if let (Some(sentence), false) = (sentences.last_mut(), plain.is_empty()) {
                if sentence.words.is_empty() {
                    sentence.at.start = from;
                }
                sentence.at.end = from + word.len();
                sentence.words.push(plain);
            }
            if ends_sentence(word) {
                if let Some(sentence) = sentences.last_mut() {
                    sentence.asks = word.contains('?');
                }
                sentences.push(Sentence::default());
            }
        }
    }
    sentences.retain(|sentence| !sentence.words.is_empty());
    sentences
}

/// Whether a line begins a sentence of its own below another line: no mail program has broken that one, and its last word does not go on.
fn is_apart(above: &str, line: &str) -> bool {
    /// Mail programs break lines that are longer.
    const CHARS_MAX: usize = 55;
    let above = above.trim();
    !above.is_empty()
        && above.chars().count() <= CHARS_MAX
        && !above.ends_with([',', '-', '\u{2013}'])
        && line.trim_start().starts_with(char::is_uppercase)
}

/// Whether a sentence ends with this word.
fn ends_sentence(word: &str) -> bool {
    word.ends_with(['.', '!', '?', ';', ':', '\u{2026}'])
}

/// A word in lower case, without the signs around it, and with a plain apostrophe.
pub(super) fn plain(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.to_lowercase().replace(['\u{2019}', '\u{2bc}'], "'")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::command::mail_parser::parse_line;
    use crate::tafl::Catalogue;

    fn files() -> [Phrases; 3] {
        FILES.map(|file| toml::from_str(file).unwrap())
    }

    #[test]
    fn every_language_wishes_for_the_same_commands_in_clean_phrases() {
        let catalogue = Catalogue::embedded().unwrap();
        let files = files();
        for file in &files {
            assert!(file.wants.keys().eq(files[0].wants.keys()) && file.asks.keys().eq(files[0].asks.keys()));
            assert!(
                !file.not.is_empty()
                    && !file.unsure.is_empty()
                    && !file.fill.is_empty()
                    && !file.forget.is_empty()
                    && !file.join.is_empty()
                    && !file.acceptance.says.is_empty()
                    && !file.acceptance.doubts.is_empty()
                    && !file.acceptance.harmless.is_empty()
            );
            assert!(!file.names.surely.is_empty() && !file.names.perhaps.is_empty());
            for line in file.wants.keys().chain(file.asks.keys()) {
                let shown = line.replace("{game}", "brandubh").replace(PLAYER, "bob");
                assert!(parse_line(&shown, &catalogue).is_ok(), "{line}");
            }
            let known = Concepts::new(&file.concepts, Meanings::default());
            assert_eq!(known.unknown_in(&file.meanings), Vec::<String>::new());
            for line in file.meanings.lines() {
                let shown = line.replace("{game}", "brandubh").replace(PLAYER, "bob");
                assert!(parse_line(&shown, &catalogue).is_ok(), "{line}");
            }
            assert!(file.meanings.lines().eq(files[0].meanings.lines()));
            let said = file.wants.values().chain(file.asks.values()).chain([&file.join, &file.acceptance.says]);
            for phrase in said.clone().flatten() {
                for words in in_full(phrase, &file.forms) {
                    let is_slot = |word: &String| [PLAYER, START, END, NAMED_GAME].contains(&word.as_str());
                    assert!(words.iter().all(|word| is_slot(word) || plain(word) == *word), "{phrase}");
                    assert!(words.first().is_some_and(|word| word != PLAYER), "{phrase}");
                }
            }
            assert!(said.clone().all(|said| !said.is_empty()));
        }
    }

    #[test]
    fn no_phrase_means_two_things() {
        let mut all: BTreeMap<Vec<String>, String> = BTreeMap::new();
        for Phrases { wants, asks, join, forms, .. } in files() {
            for (line, said) in wants.into_iter().chain(asks).chain([(JOIN.to_owned(), join)]) {
                for phrase in said.iter().flat_map(|phrase| in_full(phrase, &forms)) {
                    if let Some(other) = all.insert(phrase.clone(), line.clone()) {
                        assert_eq!(other, line, "{phrase:?}");
                    }
                }
            }
        }
    }
}

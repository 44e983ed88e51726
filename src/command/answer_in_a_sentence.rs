//! A yes or no that somebody says in a sentence: `Yes, that is the one I meant`, `that one yes`, `I am not offering one`.
//!
//! What [`agreement`] is sure of is made of known phrases only. Here, a line is read word by word: phrases that agree or refuse, words that
//! deny, and words that say nothing new (`that is the one`), to which the words of the line belong that a letter has asked about. What is left
//! says more than an answer. A condition, a "but", a question, another move or a yes beside a no make it unclear. The words are data,
//! `config/yes-and-no.toml`.
//!
//! [`agreement`]: crate::command::agreement

use crate::command::acceptance::{Hesitation, hesitation};
use crate::command::agreement::{self, is_doubtful, is_friendly_yes, phrase_at, spelt};
use crate::command::agreement_words::{Says, Words, known};
use crate::command::behind_a_yes::{is_courtesy, is_kind, leaves_it};
use crate::command::command::Command;
use crate::command::entry::{Verb, Weight};
use crate::command::gravity::{Does, Gravity};
use crate::command::lexer::{Line, Word, is_square_shape};
use crate::command::polite_words;
use crate::command::salutation;
use crate::command::yes_no;

/// The most words of such a line.
const WORDS_MAX: usize = 24;

/// A line of our letters that has so many words for each word that says more may still be no more than an answer.
const WORDS_FOR_ONE: usize = 5;

/// What was asked.
#[derive(Debug, Clone, Copy)]
pub struct AskedLine<'a> {
    /// Our line, whose words an answer may repeat.
    pub line: &'a str,
    /// How grave a yes is.
    pub gravity: Gravity,
    /// Whether a yes may begin a game.
    pub challenges: bool,
    /// Whether a yes only asks the other player, who may refuse.
    pub asks_another: bool,
    /// Whether our line answers an offer of the opponent.
    pub does: Does,
}

impl AskedLine<'_> {
    /// The question whether a line is meant that a letter has shown.
    pub fn about<'a>(line: &'a str, asked: &Command) -> AskedLine<'a> {
        let does = if asked.verb() == Verb::Accept {
            Does::Accept
        } else if asked.verb() == Verb::Decline {
            Does::Decline
        } else {
            Does::Else
        };
        let gravity = match (asked.weight(), asked.verb()) {
            (_, Verb::Move | Verb::Queue | Verb::Accept | Verb::Decline) => Gravity::Move,
            (Weight::Heavy, _) => Gravity::Heavy,
            (Weight::Light | Weight::Offer, _) => Gravity::Light,
        };
        let challenges = matches!(asked.verb(), Verb::Challenge | Verb::Rematch);
        let asks_another = challenges || matches!(asked.verb(), Verb::Draw | Verb::Undo);
        AskedLine { line, gravity, challenges, asks_another, does }
    }
}

/// The yes or no of a mail to this question, and the words that say it: the first line, or its beginning, if it talks of other things behind
/// that. The line below it must not take that back.
pub fn answer_in_a_sentence<'a>(text: &'a str, asked: &AskedLine<'_>) -> Option<(bool, &'a str)> {
    let mut lines = text.lines().map(str::trim).skip_while(|line| line.is_empty() || salutation::is_salutation(line));
    let first = lines.next()?;
    let below = lines.next().unwrap_or_default();
    let (echoes, answer) = below_echo(first, asked);
    let whole = answer_of(answer, asked);
    let (yes, said) = match whole.filter(|(_, more)| *more == 0) {
        Some((yes, _)) => (yes, first),
        None => match (yes_before_other_talk(answer, asked), whole) {
            (Some(said), None | Some((true, _))) => (true, said),
            (_, whole) => match no_before_other_talk(answer, asked) {
                Some(said) => (false, said),
                None => (whole?.0, first),
            },
        },
    };
    // Who first asks what was asked doubts it, so that no yes is certain: `A draw? Sure.`
    let is_doubted = yes && echoes;
    let is_taken_back = known().languages.iter().any(|language| takes_back(language, below));
    (!is_doubted && !is_taken_back).then_some((yes, said))
}

/// What of the words that say yes or no is no more than that, up to the end of a sentence. The rest is for the other player: of `Yes, do send
/// it, and that I have leeks` all, and of `Yes. Go on, and tell her hello,` what stands behind the first full stop.
pub fn mere_answer<'a>(said: &'a str, asked: &AskedLine<'_>) -> &'a str {
    /// `yes please, dear club`
    const ANSWER_WORDS_MAX: usize = 4;
    if let Some(end) = asked.challenges.then(|| end_of_the_yes(said, asked)).flatten() {
        return &said[..end];
    }
    let ends_inside = said.trim_end().ends_with(',');
    let says_more = || {
        let is_long = Line::new(said).words().len() > ANSWER_WORDS_MAX;
        is_long
            && said.contains([',', ';', '-', '\u{2013}', '.', '!'])
            && !matches!(answer_of(said, asked), Some((_, 0)))
    };
    if !ends_inside && !says_more() {
        return said;
    }
    let end = said.trim_end_matches(['.', '!', ' ']).rfind(['.', '!']).map_or(0, |end| end + 1);
    said.get(..end).unwrap_or_default()
}

/// Where the yes to a challenge ends behind which something else is said, to the friend who is challenged: `Yes, send it. About time Felix!`,
/// `Yes please, and may the best man win.`
fn end_of_the_yes(said: &str, asked: &AskedLine<'_>) -> Option<usize> {
    /// `Yes please! Peg`
    const WORDS_MIN: usize = 3;
    const JOINS: [&str; 3] = [", and ", ", und ", ", og "];
    let clause = JOINS.iter().find_map(|join| said.find(join));
    let end = said.find(['.', '!']).into_iter().chain(clause).min()? + 1;
    let rest = said.get(end..)?;
    let says_more = Line::new(rest).words().len() >= WORDS_MIN
        && !matches!(answer_of(rest, asked), Some((true, _)))
        && !agreement::is_only_polite(rest);
    let agrees = matches!(answer_of(&said[..end], asked), Some((true, _)));
    (says_more && agrees).then_some(end)
}

/// Whether a sentence is a no and nothing else, whatever was asked: `So no thank you.`
pub fn is_only_no(sentence: &str) -> bool {
    let asked =
        AskedLine { line: "", gravity: Gravity::Light, challenges: false, asks_another: false, does: Does::Else };
    matches!(answer_of(sentence, &asked), Some((false, 0)))
}

/// The yes or no of these words, in the language in which they say least besides, and how many words that are.
fn answer_of(words: &str, asked: &AskedLine<'_>) -> Option<(bool, usize)> {
    let readings = known().languages.iter().filter_map(|language| Sentence::read(language, words, asked));
    let said = readings.min_by_key(|sentence| (sentence.more, !sentence.is_doubtful))?;
    said.answers(asked.gravity).map(|yes| (yes, said.more))
}

/// A clear yes that stands before other talk, and is one with it ([`behind_a_yes`]): `Yes, please do send it. It rains here all day.`, `Yes,
/// a draw. Good game Ann, another one soon?`
///
/// [`behind_a_yes`]: crate::command::behind_a_yes
fn yes_before_other_talk<'a>(line: &'a str, asked: &AskedLine<'_>) -> Option<&'a str> {
    /// `Yes, do send them, please, and tell her hello`.
    const CLAUSE_WORDS_MIN: usize = 3;
    /// `Yes. Sure. A draw it is. It rains.`
    const SENTENCES_MAX: usize = 3;
    let is_grave = asked.gravity != Gravity::Light;
    // What is said behind a yes to an offer is judged as if the offer itself were answered. Behind a yes to a game that has not begun, people
    // talk of it, and a move that is given back can be made again.
    let gravity = match asked.does {
        _ if asked.challenges => asked.gravity.of_a_new_game(),
        Does::TakesBack => asked.gravity.of_a_new_game(),
        Does::Else => asked.gravity,
        Does::Accept | Does::Decline => asked.gravity.of_an_offer(),
    };
    if line.trim_start().starts_with(['"', '\u{201c}', '\u{201e}', '\u{ab}', '\u{bb}']) {
        // Somebody else says it.
        return None;
    }
    // `Let's play, and give it your best`, but not `sure, said the fox`
    let is_begun = |end: &usize| asked.challenges && says_to_play(&line[..*end]);
    let is_clause =
        |end: &usize| !is_grave && line[..*end].split_whitespace().count() >= CLAUSE_WORDS_MIN || is_begun(end);
    // `Yes, I give up.`
    let is_restated = |end: &usize| asked.gravity == Gravity::Heavy && *end > 0;
    let is_courtesy = |end: &usize| asked.gravity != Gravity::Heavy && is_courtesy(&line[end + 1..]);
    let clause =
        line.match_indices(',').map(|(end, _)| end).find(|end| is_clause(end) || is_restated(end) || is_courtesy(end));
    let sentences = line.match_indices(['.', '!']).map(|(end, _)| end).take(SENTENCES_MAX);
    let mut ends: Vec<usize> = sentences.chain(clause).collect();
    ends.sort_unstable();
    ends.into_iter().rev().find_map(|end| {
        let (said, talk) = line.split_at(end + 1);
        if asked.gravity == Gravity::Heavy {
            let repeats = || words_of(asked.line).iter().any(|word| word == "resign") && gives_up(talk);
            return (is_friendly_yes(said) && (is_kind(talk) || repeats())).then_some(said);
        }
        let agrees = |language: &&Words| {
            Sentence::read(language, said, asked).and_then(|sentence| sentence.answers(asked.gravity)) == Some(true)
        };
        // `Ja` and `remis` are two languages, only one of which has the word that denies.
        let agreeing: Vec<&Words> = known().languages.iter().filter(agrees).collect();
        let is_apart = talk.starts_with(char::is_whitespace);
        (is_apart && !agreeing.is_empty() && leaves_it(talk, &agreeing, gravity)).then_some(said)
    })
}

/// Whether words are a yes to a challenge and to nothing else.
fn says_to_play(words: &str) -> bool {
    agreement::read(words).is_some_and(|said| said.is_to_play())
}

/// Whether the talk behind a yes only says once more that its author gives up, and perhaps something kind.
fn gives_up(talk: &str) -> bool {
    let end = talk.find(['.', '!']).map_or(talk.len(), |end| end + 1);
    let (said, more) = talk.split_at(end);
    let words: Vec<String> = Line::new(said).words().iter().map(spelt).collect();
    let is_said = known().languages.iter().any(|language| language.gives_up.contains(&words));
    is_said && (more.trim().is_empty() || is_kind(more))
}

/// A sentence that says no to what we have asked, if another follows that greets somebody: `No. Dear Ann, I miss you.` Other words behind a no
/// are mostly for us: `No. That was for Karin.`
fn no_before_other_talk<'a>(line: &'a str, asked: &AskedLine<'_>) -> Option<&'a str> {
    /// `No. Not that.`
    const TALK_WORDS_MIN: usize = 3;
    let end = line.find(['.', '!'])?;
    let (said, talk) = line.split_at(end + 1);
    let words = Line::new(talk);
    let is_talk = talk.starts_with(char::is_whitespace)
        && words.words().len() >= TALK_WORDS_MIN
        && salutation::length(words.words()) > 0;
    let is_ours = !matches!(asked.gravity, Gravity::Theirs | Gravity::Draw);
    // A longer line is not read as a whole: `Dear me, no, that was only an example. And those words were a question for you.`
    let is_long = Line::new(line).words().len() > WORDS_MAX;
    let says_no = match answer_of(said, asked) {
        Some((false, more)) => is_talk && more == 0 || is_long,
        _ => false,
    };
    (is_ours && says_no).then_some(said)
}

/// Whether a line begins with our question as a question back, and the rest of it: `A draw? You must be joking.`
fn below_echo<'a>(line: &'a str, asked: &AskedLine<'_>) -> (bool, &'a str) {
    /// `What, a draw now, really?`
    const ECHO_WORDS_MAX: usize = 5;
    let Some((echo, rest)) = line.split_once('?') else { return (false, line) };
    let words: Vec<String> = Line::new(echo).words().iter().map(spelt).collect();
    let of_asked = words_of(asked.line);
    let repeats = |language: &Words| {
        let is_named = |word: &String| language.draw.contains(word) || of_asked.contains(word);
        let is_small = |word: &String| word.chars().count() <= 4 && !language.denies.contains(word);
        words.iter().any(is_named) && words.iter().all(|word| is_named(word) || is_small(word))
    };
    let is_echo = words.len() <= ECHO_WORDS_MAX && known().languages.iter().any(repeats);
    if is_echo && !rest.trim().is_empty() { (true, rest.trim()) } else { (false, line) }
}

/// Whether a text says that its author has written the mail that a letter asks about: `that was indeed me`. `words` are its words, and `spell`
/// writes ours in the way in which they are written.
pub(in crate::command) fn says_it_was_me(words: &[String], spell: impl Fn(&str) -> String) -> bool {
    (0..words.len())
        .any(|from| known().languages.iter().any(|language| me_at(language, &words[from..], &spell).is_some()))
}

/// How many words at the beginning of these say that somebody wrote the mail.
fn me_at(language: &Words, words: &[String], spell: impl Fn(&str) -> String) -> Option<usize> {
    let is_stress = |word: &String| language.stress.iter().any(|stress| spell(stress) == *word);
    let end = |phrase: &Vec<String>| {
        let mut at = 0;
        for known in phrase {
            while at > 0 && words.get(at).is_some_and(|word| word != known && is_stress(word)) {
                at += 1;
            }
            words.get(at).filter(|word| *word == known)?;
            at += 1;
        }
        Some(at)
    };
    language.me.iter().filter_map(end).max()
}

/// A line, word by word, in one language.
#[derive(Debug, Default)]
struct Sentence {
    /// How many words it has.
    words: usize,
    /// How many of them were read, without a salutation.
    read: usize,
    /// Whether it begins with a yes, or with a no.
    begins: Option<bool>,
    /// Whether that yes says little by itself.
    is_soft: bool,
    yes: bool,
    no: bool,
    denies: bool,
    chatty: bool,
    names_a_draw: bool,
    /// Whether it begins with a kind word that may be a yes: `no worries`.
    is_kind: bool,
    is_doubtful: bool,
    /// Whether a word makes a grave yes doubtful: `Yes, it was a draw!` tells of another game.
    hesitates: bool,
    /// Whether its first word is a yes or no by itself.
    is_plain: bool,
    /// Whether it begins with a no that a sign sets off, and denies nothing else: `No thanks, I fancy my chances`.
    is_no_apart: bool,
    /// Whether it names a square that was not asked about.
    names_other_square: bool,
    /// Whether it has a phrase that denies a reason to refuse: `No, I don't mind a draw`.
    minds_nothing: bool,
    /// Whether it goes on with the game, so that a yes is doubtful.
    plays_on: bool,
    /// How many words say more than an answer.
    more: usize,
}

impl Sentence {
    /// The line. `None` if a sign in it doubts it.
    fn read(language: &Words, line: &str, asked: &AskedLine<'_>) -> Option<Sentence> {
        let line = Line::new(line);
        let words = line.words();
        let doubts = |word: &Word| is_doubtful(word) || polite_words::doubts(&word.raw);
        if words.is_empty() || words.len() > WORDS_MAX || words.iter().any(doubts) {
            return None;
        }
        let of_asked = words_of(asked.line);
        let plain: Vec<String> = words.iter().map(spelt).collect();
        let begin = salutation::length(words);
        let mut at = begin;
        let mut sentence = Sentence { words: words.len(), ..Sentence::default() };
        // `Dear me, no, that was only an example.`
        let cried = phrase_at(language, &words[at..])
            .filter(|(length, says)| *says == Says::Chatty && words[at + length - 1].closing.contains([',', '!']));
        let first = at + cried.map_or(0, |(length, _)| length);
        sentence.is_plain = plain.get(first).is_some_and(|word| yes_no::is_no(word) || yes_no::is_yes(word));
        while at < words.len() {
            // `Oma hat mich ja schon eingeladen` says no yes.
            let is_inside = at > begin && words[at - 1].closing.is_empty() && at + 1 < words.len();
            if is_inside && language.particles.contains(&plain[at]) {
                at += 1;
                continue;
            }
            at += sentence.read_on(language, &words[at..], &plain[at..], &of_asked, asked);
            sentence.read = at - begin;
        }
        Some(sentence)
    }

    /// Reads the phrase or word at the beginning of these. Returns how many words that are.
    fn read_on(
        &mut self,
        language: &Words,
        words: &[Word],
        plain: &[String],
        of_asked: &[String],
        asked: &AskedLine<'_>,
    ) -> usize {
        let (word, first) = (&words[0], &plain[0]);
        let names_a_draw = language.draw.contains(first);
        self.names_a_draw |= names_a_draw;
        let is_asked = of_asked.iter().any(|asked| is_form_of(first, asked));
        let plays = language.playing.contains(first);
        if let Some(length) = consent_at(language, plain).filter(|_| asked.asks_another) {
            return length;
        }
        let hesitation = hesitation(plain);
        self.hesitates |= !names_a_draw && hesitation == Some(Hesitation::Doubt);
        let phrase = phrase_at(language, words);
        // `It suits me` says yes to an offer, and is no mere phrase.
        let is_offer = matches!(asked.gravity, Gravity::Draw | Gravity::Theirs);
        let agrees = |length: usize| {
            phrase.is_some_and(|(own, says)| matches!(says, Says::Yes | Says::Suits) && is_offer && own >= length)
        };
        if let Some(Hesitation::Harmless(length)) = hesitation
            && !agrees(length)
        {
            self.is_kind |= self.read == 0;
            self.minds_nothing |= self.read > 0;
            return length;
        }
        if let Some(length) = me_at(language, plain, str::to_owned).filter(|length| ends_there(words, *length)) {
            self.take(Says::Act, false, asked);
            return length;
        }
        let longest =
            |phrases: &[Vec<String>]| phrases.iter().filter(|phrase| plain.starts_with(phrase)).map(Vec::len).max();
        if let Some(length) = longest(&language.praise) {
            return length;
        }
        let gives_back = (asked.gravity == Gravity::Theirs && !asked.challenges) || asked.does == Does::TakesBack;
        // `I take that back` grants nothing. `No worries, take it back` does.
        let begins = self.yes || self.read == 0 || self.is_kind;
        let given = longest(&language.gives_back).filter(|_| gives_back && begins && self.more == 0);
        // `He can try` grants nothing.
        let ends = |length: usize| {
            ends_there(words, length) || polite_words::is_face(&words[length]) || of_asked.contains(&plain[length])
        };
        let given = given.filter(|length| ends(*length));
        if let Some(length) = given {
            self.take(Says::Yes, false, asked);
            return length;
        }
        if let Some(length) = longest(&language.plays_on) {
            // Who declines a draw wants just that.
            self.plays_on |= asked.does != Does::Decline;
            return length;
        }
        self.is_kind &= is_asked || !language.beside.contains(first);
        let doubtful = || language.doubtful.iter().chain(&language.knowing);
        if doubtful().any(|phrase| plain.starts_with(phrase)) || (plays && !asked.challenges && !is_asked) {
            self.is_doubtful = true;
        } else if let Some((length, says)) = phrase {
            // `I do` is a yes, and `I do want it` is not yet one.
            let is_begun = !ends_there(words, length) && language.beside.contains(first) && says != Says::No;
            self.is_kind |= self.read == 0 && says == Says::PerhapsYes;
            self.is_doubtful |= answers_another(says, asked);
            self.names_a_draw |= plain[..length].iter().any(|word| language.draw.contains(word));
            let is_first = self.begins.is_none() && self.more == 0 && says == Says::No;
            self.is_no_apart =
                (self.is_no_apart || is_first && ends_there(words, length)) && (is_first || says != Says::No);
            if !is_begun {
                self.take(says, language.soft.contains(&plain[..length].join(" ")), asked);
            }
            return length;
        } else if language.denies.contains(first) {
            self.denies = true;
            self.is_no_apart = false;
        } else if !(is_asked || plays || names_a_draw || language.beside.contains(first) || polite_words::is_face(word))
        {
            self.names_other_square |= is_other_square(word, of_asked);
            self.is_doubtful |= hesitation.is_some() || self.names_other_square;
            self.more += 1;
        }
        1
    }

    fn take(&mut self, says: Says, is_soft: bool, asked: &AskedLine<'_>) {
        let first = self.begins.is_none() && self.more == 0;
        match says {
            // `That's it` is a yes to what we have shown.
            Says::Act if asked.gravity == Gravity::Theirs => {}
            Says::Suits if asked.gravity == Gravity::Heavy => {}
            Says::Yes | Says::Play | Says::Act | Says::GoAhead | Says::Suits => {
                self.yes = true;
                self.begins = self.begins.or(first.then_some(true));
                self.is_soft |= first && is_soft;
            }
            // `I never said I decline the draw`
            Says::No if self.denies => self.is_doubtful = true,
            Says::No => {
                self.no = true;
                self.begins = self.begins.or(first.then_some(false));
            }
            Says::Chatty => self.chatty = true,
            Says::Laughs => self.chatty |= self.begins != Some(true),
            Says::PerhapsYes | Says::Polite => {}
        }
    }

    /// The yes or no.
    fn answers(&self, gravity: Gravity) -> Option<bool> {
        let is_light = gravity == Gravity::Light;
        let is_ours = !matches!(gravity, Gravity::Theirs | Gravity::Draw);
        if self.begins == Some(false) && self.is_plain && !self.yes && !self.names_other_square && is_ours {
            // A no to what we have asked leaves all as it is, whatever follows: `No, not today, I have to learn.`
            return Some(false);
        }
        if self.is_doubtful {
            return None;
        }
        if !is_ours && self.minds_nothing && !self.yes {
            return None;
        }
        if gravity == Gravity::Draw && self.is_no_apart && !self.yes && !self.names_a_draw && !self.names_other_square {
            // The game goes on, and the draw can be offered again.
            return Some(false);
        }
        let more_max = |is_firm: bool| if is_light && is_firm { 1.max(self.words / WORDS_FOR_ONE) } else { 0 };
        match (self.yes, self.no || self.denies) {
            (true, false) if self.plays_on => None,
            (true, false) => {
                let is_firm = self.begins == Some(true) && !self.is_soft;
                let is_grave_enough = match gravity {
                    Gravity::Light | Gravity::Move | Gravity::Theirs => true,
                    Gravity::Draw => self.begins == Some(true) && self.names_a_draw && !self.chatty && !self.hesitates,
                    Gravity::Heavy => false,
                };
                (self.more <= more_max(is_firm) && is_grave_enough).then_some(true)
            }
            (false, true) => {
                let begins = self.begins == Some(false);
                // `I was not asked` does not decline.
                let is_clear = begins || !matches!(gravity, Gravity::Theirs | Gravity::Draw);
                (is_clear && self.more <= more_max(begins)).then_some(false)
            }
            (true, true) | (false, false) => None,
        }
    }
}

/// How many words at the beginning of these are a condition that holds in any case, because the other player is asked, or because it only repeats the
/// question: `if Kofi agrees`, `if that means a game`. Not one of the person who is written to: `if you agree`.
fn consent_at(language: &Words, words: &[String]) -> Option<usize> {
    let fits =
        |(known, word): (&String, &String)| known == word || (known == "_" && !language.ourselves.contains(word));
    let begins = |phrase: &&Vec<String>| phrase.len() <= words.len() && phrase.iter().zip(words).all(fits);
    language.consent.iter().filter(begins).map(Vec::len).max()
}

/// Whether a phrase answers another question: where a draw is asked about, `let's play` is no yes.
fn answers_another(says: Says, asked: &AskedLine<'_>) -> bool {
    match says {
        Says::Play => !asked.challenges,
        Says::Act | Says::GoAhead => asked.gravity == Gravity::Draw,
        Says::Yes | Says::Suits | Says::PerhapsYes | Says::No | Says::Polite | Says::Chatty | Says::Laughs => false,
    }
}

/// Whether a part of a sentence ends before this word.
fn ends_there(words: &[Word], at: usize) -> bool {
    at >= words.len() || at.checked_sub(1).is_some_and(|last| !words[last].closing.is_empty())
}

/// Whether a line below an answer may take it back: `not now`, `but only if you take the king`.
fn takes_back(language: &Words, line: &str) -> bool {
    /// It does so with its first words.
    const FIRST: usize = 2;
    let line = Line::new(line);
    let plain: Vec<String> = line.words().iter().map(spelt).collect();
    let doubts =
        |at: usize| language.denies.contains(&plain[at]) || hesitation(&plain[at..]) == Some(Hesitation::Doubt);
    let friendly = plain.get(1).is_some_and(|word| known().friendly.contains(word));
    (0..plain.len().min(FIRST)).any(doubts) && !friendly
}

/// The words of a line that a letter has shown.
fn words_of(line: &str) -> Vec<String> {
    let pieces = line.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|piece| !piece.is_empty());
    pieces.map(str::to_lowercase).collect()
}

/// Whether a word is this one, perhaps with an ending: `resigning`, `bob's`.
fn is_form_of(word: &str, known: &str) -> bool {
    /// A shorter word begins too many others.
    const LETTERS_MIN: usize = 4;
    const ENDING_MAX: usize = 3;
    let ending = word.strip_prefix(known).map(|ending| ending.chars().count());
    word.strip_suffix("'s").unwrap_or(word) == known
        || (known.chars().count() >= LETTERS_MIN && ending.is_some_and(|ending| ending <= ENDING_MAX))
}

/// Whether a word names a square that was not asked about.
fn is_other_square(word: &Word, of_asked: &[String]) -> bool {
    let pieces = words_of(&word.raw);
    pieces.iter().any(|piece| is_square_shape(piece) && !of_asked.contains(piece))
}

#[cfg(test)]
mod tests;

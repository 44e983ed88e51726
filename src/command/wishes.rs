//! What people wish for in ordinary words, anywhere in a mail without a command: `Shall we call it a draw?`, `Whose turn is it?`
//!
//! The phrases are data ([`wish_phrases`]), in each language of our letters. Where a sentence has none of them, its words may still say
//! together what is meant ([`concepts`]). What would change something is only asked about, and the rest is answered. The name of a game may
//! stand anywhere: it is taken out of its sentence first, `play Brandubh (7x7) with bob`.
//!
//! [`wish_phrases`]: crate::command::wish_phrases
//! [`concepts`]: crate::command::concepts

use crate::command::agreement;
use crate::command::closing;
use crate::command::club_questions::{ClubQuestion, Readers, asked_of_club};
use crate::command::club_topic::ClubTopic;
use crate::command::command::Command;
use crate::command::concepts::{Context, Meant, Said};
use crate::command::draw_refused::behind_a_draw_refused;
use crate::command::introduced;
use crate::command::language::Language;
use crate::command::lexer::{Line, is_square_shape};
use crate::command::likely::{Likely, Place, SENTENCES_MAX, likely};
use crate::command::mail_parser::parse_line;
use crate::command::named_games;
use crate::command::phrasebook;
use crate::command::phrases::{folded, has_phrase};
use crate::command::player_act::{ME, PlayerAct};
use crate::command::polite_words;
use crate::command::rules_questions;
use crate::command::said_anywhere::{says_anywhere, thanks_the_club};
use crate::command::salutation;
use crate::command::sides::wanted_side;
use crate::command::table::{self, Verb};
use crate::command::wish_phrases::{
    FILES, Found, JOIN, KNOWN, Known, NAMED_GAME, Sentence, found_in, plain, sentences, spelt,
};
use crate::command::yes_no;
use crate::tafl::{Catalogue, ParsedPlay, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Whoever asks for help in the same mail wants the other thing.
const WEAKEST: &str = "help";

/// The line that refuses an offer, and those that agree to it.
const DECLINE: &str = "decline";
const AGREEING: [&str; 2] = ["accept", "draw"];

/// The line that is about the game that is named, if none is on the board.
const RULES: &str = "rules";
/// The line that shows a board.
const BOARD: &str = "show";

/// In the line of a command: the game that is named, or else the usual one.
const GAME: &str = "{game}";
const USUAL_GAME: &str = "hnefatafl";

/// The commands of our letters whose words people ask about.
const ASKED_WORDS: [Verb; 7] =
    [Verb::Accept, Verb::Decline, Verb::Resign, Verb::Undo, Verb::Withdraw, Verb::Rematch, Verb::Preview];

/// How the lines of the pages of help begin.
const PAGE: &str = "help ";

/// The most such pages that the questions beside a move get.
const PAGES_MAX: usize = 2;

/// How the lines begin that choose a language.
const SET_LANGUAGE: &str = "set language";

/// What tells whether somebody is here.
const SHOW: &str = "show ";
const PLAYERS: &str = "players";

/// How the line of a challenge begins, and that of its help.
const CHALLENGE: &str = "{game} challenge ";
const HELP_CHALLENGE: &str = "help challenge";

/// Where a mail is written, and whom its words may name.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// Where.
    pub context: Context,
    /// The ids of players that are words of the mail, without its author's and the opponent's.
    pub named: &'a BTreeSet<String>,
    /// The opponent, if it answers a letter about a board.
    pub opponent: Option<&'a str>,
    /// Whether only whole phrases count, and no single words: a line that was meant as a command is no sentence.
    pub only_phrases: bool,
    /// Whether the mail says that it is for the club.
    pub to_club: bool,
    /// Whether a challenge of its author waits for an answer.
    pub waits: bool,
}

impl<'a> Situation<'a> {
    /// A mail that answers no letter about a board.
    pub fn outside(named: &'a BTreeSet<String>, only_phrases: bool) -> Situation<'a> {
        Situation { context: Context::Outside, named, opponent: None, only_phrases, to_club: false, waits: false }
    }

    /// Whether a word is the id of a player here.
    fn names(&self, word: &str) -> bool {
        self.named.contains(word) || self.opponent == Some(word)
    }

    /// The same where nothing may be guessed.
    pub fn of_phrases() -> Situation<'static> {
        Situation { only_phrases: true, ..Situation::of_nobody(Context::Outside) }
    }

    /// A mail that names nobody.
    fn of_nobody(context: Context) -> Situation<'static> {
        static NOBODY: BTreeSet<String> = BTreeSet::new();
        Situation { context, named: &NOBODY, opponent: None, only_phrases: false, to_club: false, waits: false }
    }
}

/// What the words of a mail wish for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Commands that change something. If there are several, it is not known which of them is meant.
    pub wants: Vec<Command>,
    /// Commands that only show something, what was said most clearly first.
    pub looks: Vec<Command>,
    /// Whether the mail says nothing else.
    pub is_all: bool,
    /// The text without the questions that `looks` answers, where they were asked in whole phrases.
    pub rest: String,
}

/// What the words of a person wish for who may not be a player yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FirstWishes {
    /// Whether they want to play here.
    pub join: bool,
    /// The commands for what else they want, one a line.
    pub lines: String,
    /// Whether one of them was said in a whole phrase, and not only guessed from single words.
    pub is_clear: bool,
    /// The language of all of it, if it is one.
    pub language: Option<Language>,
}

/// Whether a text wishes to become a player, in one of the phrases for that.
pub(in crate::command) fn wishes_to_join(text: &str) -> bool {
    sentences(text).iter().any(|said| found_in(&said.words, true).iter().any(|found| found.line == JOIN))
}

/// Whether this is the text of one of our files.
pub fn are_our_wishes(text: &str) -> bool {
    FILES.contains(&text)
}

/// What the words of a mail wish for.
pub fn wishes(text: &str, situation: &Situation<'_>, catalogue: &Catalogue) -> Wishes {
    let Searched { found, games, is_all, asked, .. } = searched(text, false, situation, catalogue);
    if games.len() > 1 {
        return Wishes::default();
    }
    let on_board = situation.context != Context::Outside;
    let command = |line: &str| parse_line(&with_game(line, games.first(), on_board), catalogue).ok();
    let commands = clearest(found).into_iter().filter_map(|line| command(&line));
    let commands = commands.map(|wish| with_conditions(with_side(wish, text), text));
    let (mut looks, mut wants): (Vec<Command>, Vec<Command>) = commands.partition(|command| is_look(command.verb()));
    if let Some(asked) = asked_word(text) {
        // `What is decline?` declines nothing.
        wants.retain(|want| want.verb() != asked);
        looks.extend(parse_line(&format!("{PAGE}{}", table::entry(asked).name), catalogue));
    }
    keep_the_first(&mut wants);
    if wants.iter().any(|want| want.challenge().is_some()) {
        // Who has found a game and an opponent needs no list.
        looks.retain(|look| look.verb() != Verb::Variants);
    }
    if behind_a_draw_refused(text).is_some() {
        wants.retain(|want| want.verb() != Verb::Draw);
    }
    Wishes { wants, looks, is_all, rest: without(text, &asked) }
}

/// The command of which a text asks what its word means: `What is "decline"?`
fn asked_word(text: &str) -> Option<Verb> {
    /// `What does the word "decline" mean?`
    const BETWEEN_MAX: usize = 3;
    sentences(text).iter().find_map(|Sentence { words, .. }| {
        let behind = |at: usize| {
            let phrases = KNOWN.iter().flat_map(|known| &known.means);
            phrases.filter(|phrase| words[at..].starts_with(phrase)).map(|phrase| at + phrase.len()).max()
        };
        let asks = (0..words.len()).find_map(behind)?;
        let word = words[asks..].iter().take(BETWEEN_MAX).find_map(|word| table::whole(word))?;
        ASKED_WORDS.contains(&word.verb).then_some(word.verb)
    })
}

/// Whether a sentence of a text plainly wishes for another game, and nothing in it puts that off: `Yes, another please, and this time you take
/// the attackers.`
pub fn orders_a_rematch(text: &str) -> bool {
    let rematch = table::entry(Verb::Rematch).name;
    sentences(text).iter().any(|Sentence { words, asks, .. }| {
        let is_wish = || {
            found_in(words, false).iter().any(|found| found.line == rematch) || words.iter().any(|word| word == rematch)
        };
        let is_firm = || KNOWN.iter().any(|known| has_phrase(words, &known.orders_rematch));
        let is_put_off = || {
            words.iter().any(|word| {
                yes_no::is_no(word)
                    || KNOWN.iter().any(|known| known.doubts(word) || known.rematch_later.contains(word))
            })
        };
        !asks && is_wish() && is_firm() && !is_put_off()
    })
}

/// Of two wishes of which one goes before the other, the first: a draw is agreed before another game begins, and whoever wants fewer letters does
/// not want to leave. Who wants to leave for good does not want to come back.
fn keep_the_first(wants: &mut Vec<Command>) {
    let has = |wants: &[Command], verb: Verb| wants.iter().any(|want| want.verb() == verb);
    for (first, second) in [
        (Verb::Draw, Verb::Accept),
        (Verb::Draw, Verb::Rematch),
        (Verb::Resign, Verb::Rematch),
        (Verb::Set, Verb::SignOff),
        (Verb::Delete, Verb::SignOff),
    ] {
        if has(wants, first) {
            wants.retain(|want| want.verb() != second);
        }
    }
}

/// What the words of a mail wish for, if it is exactly one thing. If they answer a letter about a board, they are about that board.
pub fn wish(text: &str, on_board: bool, catalogue: &Catalogue) -> Option<Command> {
    let context = if on_board { Context::Board } else { Context::Outside };
    let Wishes { wants, looks, .. } = wishes(text, &Situation::of_nobody(context), catalogue);
    let mut all = wants.into_iter().chain(looks);
    all.next().filter(|_| all.next().is_none())
}

/// Whether a question in a mail about a board asks about rules, in whole phrases: `d1-c1. How does the king win again?`
pub fn asks_about_rules(text: &str, catalogue: &Catalogue) -> bool {
    let situation = Situation { only_phrases: true, ..Situation::of_nobody(Context::Board) };
    let Searched { found, asked, .. } = searched(text, false, &situation, catalogue);
    !asked.is_empty() && found.contains_key(RULES)
}

/// The pages of help that the questions in a mail about a board ask for, in whole phrases: `d1-c1. Does this game count for the rating?`
pub fn asked_pages(text: &str, catalogue: &Catalogue) -> Vec<Command> {
    let situation = Situation { only_phrases: true, ..Situation::of_nobody(Context::Board) };
    let Searched { found, asked, .. } = searched(text, false, &situation, catalogue);
    let pages = found.keys().filter(|line| line.starts_with(PAGE) && !asked.is_empty());
    pages.filter_map(|page| parse_line(page, catalogue).ok()).take(PAGES_MAX).collect()
}

/// Whether the words of a mail about a board say nothing besides what they wish for.
pub fn only_wishes(text: &str, catalogue: &Catalogue) -> bool {
    wishes(text, &Situation::of_nobody(Context::Board), catalogue).is_all
}

/// What the words of a mail wish for that does not come from a player.
pub fn first_wishes(text: &str, situation: &Situation<'_>, catalogue: &Catalogue) -> FirstWishes {
    let Searched { mut found, games, files, .. } = searched(text, true, situation, catalogue);
    let language = files.first().filter(|_| files.len() == 1).and_then(|file| Language::ALL.get(*file)).copied();
    let language = language.or_else(|| foreign_language(text));
    let joins = found.remove(JOIN).is_some();
    if joins {
        // The welcome helps.
        found.remove(WEAKEST);
    }
    let is_clear = found.values().any(|score| *score >= PHRASE_SCORE);
    let lines = clearest(found);
    let commands = lines.iter().filter_map(|line| parse_line(&with_game(line, games.first(), false), catalogue).ok());
    let commands: Vec<Command> = commands.collect();
    let challenges = commands.iter().any(|command| command.challenge().is_some());
    // Who has found a game and an opponent needs no list: `I hear one can play brandubh here?`
    let is_list = |command: &Command| matches!(command.verb(), Verb::Variants | Verb::Players);
    let commands = commands.into_iter().filter(|command| !(challenges && is_list(command)));
    let lines: Vec<String> = commands.filter(may_wait).map(|command| command.to_string()).collect();
    FirstWishes { join: joins || challenges, lines: lines.join("\n"), is_clear, language }
}

/// The language of a text that is certainly not English, by its frequent words.
pub fn foreign_language(text: &str) -> Option<Language> {
    /// `Guten Tag` may be all that somebody knows.
    const WORDS_MIN: usize = 5;
    let words: Vec<String> = sentences(text).into_iter().flat_map(|sentence| sentence.words).collect();
    let guessed = phrasebook::guessed(words.iter().map(String::as_str));
    let [only] = guessed.as_slice() else { return None };
    let at = phrasebook::languages().iter().position(|language| std::ptr::eq(language, *only))?;
    let known = words.iter().filter(|word| only.knows(word)).count();
    Language::ALL.get(at).copied().filter(|language| *language != Language::English && known >= WORDS_MIN)
}

/// A challenge with the side that its author wants, by the words around it.
fn with_side(mut wish: Command, text: &str) -> Command {
    if let Command::AsPlayer { act: PlayerAct::Challenge(ask), .. } = &mut wish
        && ask.first == ME
        && wanted_side(text, &ask.second) == Some(Side::Defenders)
    {
        std::mem::swap(&mut ask.first, &mut ask.second);
    }
    wish
}

/// A challenge that does not count, if the words around it say so: `Please challenge Bob, but not for the rating.`
fn with_conditions(mut wish: Command, text: &str) -> Command {
    let uncounted = |said: &Sentence| KNOWN.iter().any(|known| has_phrase(&said.words, &known.uncounted));
    if let Command::AsPlayer { act: PlayerAct::Challenge(ask), .. } = &mut wish {
        ask.conditions.unrated |= sentences(text).iter().any(uncounted);
    }
    wish
}

/// The lines of what was said most clearly: of what changes something, what was said as clearly as nothing else.
fn clearest(mut found: BTreeMap<String, usize>) -> Vec<String> {
    if found.len() > 1 {
        found.remove(WEAKEST);
    }
    if let Some(declined) = found.get(DECLINE).copied() {
        // `First you say no, and now you want peace? We play on.` A no can be followed by another offer. Single words outweigh no phrase.
        found.retain(|line, score| !AGREEING.contains(&line.as_str()) || *score > declined.max(PHRASE_SCORE - 1));
    }
    let mut lines: Vec<(String, usize)> = found.into_iter().collect();
    lines.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    let changes = |line: &str| !line_looks(line);
    let most = lines.iter().filter(|(line, _)| changes(line)).map(|(_, score)| *score).max();
    lines.retain(|(line, score)| !changes(line) || Some(*score) == most);
    lines.into_iter().map(|(line, _)| line).collect()
}

/// Whether a line of a file only shows something.
fn line_looks(line: &str) -> bool {
    line.split(' ').next().and_then(table::whole).is_some_and(|entry| is_look(entry.verb))
}

/// Whether a command only shows something.
fn is_look(verb: Verb) -> bool {
    [
        Verb::Help,
        Verb::Players,
        Verb::Variants,
        Verb::Rules,
        Verb::Show,
        Verb::Games,
        Verb::OpenChallenges,
        Verb::Ratings,
    ]
    .contains(&verb)
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

/// Whether a sentence asks in clear words for the author's own move back: `Oh no, can I take that back?`
pub fn begs_for_a_move_back(text: &str) -> bool {
    /// `please, Ann`
    const WORDS_BEHIND_MAX: usize = 2;
    let begs = |words: &[String]| {
        let begins = |at: usize| KNOWN.iter().any(|known| known.begs.iter().any(|begs| words[at..].starts_with(begs)));
        (0..words.len()).any(begins)
    };
    // `May I take that back to Leeds on Sunday?`
    let is_undo = |found: &Found, words: &[String]| {
        found.line == table::entry(Verb::Undo).name && found.at + found.words + WORDS_BEHIND_MAX >= words.len()
    };
    let is_begged = |words: &[String]| found_in(words, false).iter().any(|found| is_undo(found, words)) && begs(words);
    // `Could I have that one back, if you have not looked at it yet?`
    let before_if = |words: &[String]| {
        let end = words.iter().rposition(|word| KNOWN.iter().any(|known| known.doubts(word) && !known.denies(word)));
        end.is_some_and(|end| is_begged(&words[..end]))
    };
    // `Can I have my f5 move back?`, `May I take d1-c1 back?`
    const THAT: [Option<&str>; 4] = [None, Some("that"), Some("ihn"), Some("den")];
    let with = |words: &[String], that: Option<&str>| -> Vec<String> {
        let said = words.iter().filter_map(|word| match () {
            () if ParsedPlay::looks_like(word) && !is_square_shape(word) => that.map(str::to_owned),
            () => (!is_square_shape(word)).then(|| word.clone()),
        });
        said.collect()
    };
    let begs_with = |words: &[String]| is_begged(words) || before_if(words);
    // `I got the wrong square. I meant d7-b7. Can I have it back?`
    says_anywhere(text, "slipped") && says_anywhere(text, "haveback")
        || sentences(text).iter().any(|Sentence { words, .. }| THAT.iter().any(|that| begs_with(&with(words, *that))))
}

/// Whether a mail only says that the words that were kept shall be forgotten: `forget`, `Please forget them.`
pub fn forgets(text: &str) -> bool {
    let is_said = |text: &str| {
        let said: Vec<String> = text.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect();
        KNOWN.iter().any(|known| known.forget.contains(&said.join(" ")))
    };
    let (first, below) = text.trim().split_once('\n').unwrap_or((text.trim(), ""));
    // `Forget` and below it `All good wishes,` and a name.
    let mut farewell = below.lines().filter(|line| !line.trim().is_empty());
    let is_farewell = farewell.next().is_some_and(|line| line.trim_end().ends_with(',')) && farewell.count() == 1;
    is_said(text) || is_said(first) && (is_farewell || closing::closes(below))
}

/// Whether a text drops the challenge to this player: `forget Ida`, `please delete the challenge to Ida again`. If there is only one, it need not
/// name the player: `nah bin that challenge`.
pub fn drops(text: &str, player: &str, is_only_one: bool) -> bool {
    let is_in =
        |list: fn(&Known) -> &BTreeSet<String>, word: &String| KNOWN.iter().any(|known| list(known).contains(word));
    let in_sentence = |Sentence { words, asks, .. }: &Sentence| {
        let is_drop = |word: &String| is_in(|known| &known.drops, word);
        let begins = || {
            let mut said = words.iter().skip_while(|word| KNOWN.iter().any(|known| known.is_fill(word)));
            said.next().is_some_and(is_drop)
        };
        let names_it = || words.iter().any(|word| is_in(|known| &known.dropped, word));
        // `forget Ida (the challenge, not the woman)`
        let before = words.iter().take_while(|word| !is_drop(word));
        let is_denied = before.into_iter().any(|word| KNOWN.iter().any(|known| known.denies(word)));
        let names_the_player = words.iter().any(|word| word == player);
        let says_so = KNOWN.iter().any(|known| has_phrase(words, &known.drops_it));
        let drops =
            words.iter().any(is_drop) && (names_the_player && (begins() || names_it()) || is_only_one && names_it());
        !asks && !is_denied && (drops || is_only_one && says_so)
    };
    sentences(text).iter().any(in_sentence)
}

/// A text without its questions to the club that are asked in whole phrases: `I accept. May my king capture?`
pub fn without_questions(text: &str, catalogue: &Catalogue) -> String {
    let situation = Situation { only_phrases: true, ..Situation::of_nobody(Context::Board) };
    without(text, &searched(text, false, &situation, catalogue).asked)
}

/// A text without these parts of it.
fn without(text: &str, parts: &[Range<usize>]) -> String {
    let (mut rest, mut at) = (String::new(), 0);
    for part in parts {
        rest.push_str(text.get(at..part.start).unwrap_or_default().trim_end_matches(' '));
        at = part.end;
    }
    rest.push_str(text.get(at..).unwrap_or_default());
    rest.trim().to_owned()
}

/// The lines of the wishes in a text, each with how clearly it was said, the games that it names, and whether it says nothing else.
struct Searched {
    found: BTreeMap<String, usize>,
    games: BTreeSet<String>,
    /// In which files the phrases are.
    files: BTreeSet<usize>,
    is_all: bool,
    /// Where the questions stand that are asked in whole phrases.
    asked: Vec<Range<usize>>,
}

/// A whole phrase says more than single words.
const PHRASE_SCORE: usize = 100;

fn searched(text: &str, join: bool, situation: &Situation<'_>, catalogue: &Catalogue) -> Searched {
    /// `Hm.`, `Hello Bob!`, `Could you explain?`
    const SIGH_WORDS_MAX: usize = 4;
    let (mut found, mut games, mut files, mut is_all) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new(), true);
    let (mut asked, mut announced, mut perhaps) = (Vec::new(), Vec::new(), Vec::new());
    let mut said = sentences(text);
    let mut named = situation.named.clone();
    if situation.context == Context::Outside {
        // Who is introduced may join later.
        let mut names = introduced::name_addresses(&mut said);
        // `Is Ida there? Then I would like to challenge her.`
        let asked = said.iter().flat_map(|sentence| found_in(&sentence.words, false));
        names.extend(asked.filter_map(|found| found.line.strip_prefix(SHOW).map(str::to_owned)));
        named.extend(introduced::only_one(&said, names));
    }
    let (here, situation) = (situation, &Situation { named: &named, ..*situation });
    let only = only_name(&said, situation);
    let refuses = |next: &Sentence| {
        next.words.first().is_some_and(|word| yes_no::is_no(word) || KNOWN.iter().any(|known| known.denies(word)))
    };
    // `felix` above `did he say yes yet` asks about him, and challenges nobody.
    let asks = |sentence: &Sentence| {
        let begins = || rules_questions::begins_like_a_question(&sentence.words);
        sentence.asks || begins() || KNOWN.iter().any(|known| known.concepts.says(&sentence.words, "has"))
    };
    let asks_something = said.iter().any(asks);
    let refused: Vec<bool> = (1..=said.len()).map(|next| said.get(next).is_some_and(refuses)).collect();
    for (count, (Sentence { mut words, asks, at }, is_refused)) in said.into_iter().zip(refused).enumerate() {
        words.truncate(closing::at(&words).unwrap_or(words.len()));
        words.dedup();
        let words = without_courtesy(words);
        let words = if only.is_some() { without_uncounted(words) } else { words };
        let words = with_name(words, only);
        let words = without_thanks(words);
        let words = named_games::taken_out(words, catalogue, &mut games);
        let words = if situation.only_phrases { words } else { spelt(words, |word| situation.names(word)) };
        let club = question_to_club(&text[at.clone()], asks, situation);
        let mut wishes = in_sentence(&words, asks, join, situation, here, &club);
        let may_ask = asks || rules_questions::begins_like_a_question(&words);
        if count < SENTENCES_MAX && (!join || may_ask) {
            perhaps.extend(or_likely(&mut wishes, &text[at.clone()], may_ask, situation));
        }
        // `A draw? No way.`
        wishes.retain(|wish| !(asks && is_refused && AGREEING.contains(&wish.line.as_str())));
        wishes.retain(|wish| !(asks_something && wish.file.is_none() && wish.line.starts_with(CHALLENGE)));
        // `My aunt Ute said that one can play Brandubh here` wishes for no game with her.
        let is_of_author = || words.iter().any(|word| KNOWN.iter().any(|known| known.is_of_author(word)));
        wishes
            .retain(|wish| !(join && wish.score < PHRASE_SCORE && wish.line.starts_with(CHALLENGE) && !is_of_author()));
        let invites_me = waits_for_a_challenge(&words);
        wishes.retain(|wish| !(invites_me && wish.line.starts_with(CHALLENGE)));
        let is_question = asks
            || !club.topics.is_empty()
            || wishes.iter().any(|wish| wish.line == RULES) && rules_questions::begins_like_a_question(&words);
        if is_question
            && !wishes.is_empty()
            && wishes.iter().all(|wish| wish.score >= PHRASE_SCORE && line_looks(&wish.line))
        {
            asked.append(&mut announced);
            asked.push(at.clone());
        } else if announces(&words) {
            announced.push(at.clone());
        }
        // What stands in the sentence of a wish belongs to it.
        let is_courtesy = || is_courtesy(&text[at.clone()]) || is_courtesy(&words.join(" "));
        let is_sigh = || words.len() <= SIGH_WORDS_MAX && (asks || is_known(&words) || is_courtesy());
        is_all &= !wishes.is_empty() || announces(&words) || is_sigh();
        for Wished { file, line, score } in wishes {
            files.extend(file);
            let known: &mut usize = found.entry(line).or_default();
            *known = score.max(*known);
        }
    }
    // Beside what is known, it says nothing.
    let nearest = perhaps
        .into_iter()
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .filter(|_| found.keys().all(|line| line == WEAKEST) && !join);
    found.extend(nearest.map(|(line, _)| (line.to_owned(), 1)));
    named_games::add_by_size(text, catalogue, &mut games);
    Searched { found, games, files, is_all, asked }
}

/// Whether all words are such as wishes and questions are made of. `Could you explain` tells the other player nothing, `My cat is ill` does.
fn is_known(words: &[String]) -> bool {
    words.len() <= 1 || words.iter().all(|word| KNOWN.iter().any(|known| known.asks_with(word)))
}

/// Whether a sentence greets, thanks or takes leave.
fn is_courtesy(sentence: &str) -> bool {
    salutation::is_salutation(sentence.trim())
        || thanks_the_club(sentence)
        || polite_words::is_polite(Line::new(sentence).words())
        || closing::is_only_signed(sentence, &[])
}

/// The only other player whom a mail names that answers no letter about a board.
fn only_name<'a>(said: &[Sentence], situation: &Situation<'a>) -> Option<&'a String> {
    let is_said = |name: &&String| said.iter().any(|sentence| sentence.words.contains(name));
    let mut named = situation.named.iter().filter(is_said);
    named.next().filter(|_| named.next().is_none() && situation.context == Context::Outside)
}

/// The words of a sentence with the name of that player in place of `him`: `Pete is here! May I challenge him?`, and `for the two of us` as a game
/// against that player.
fn with_name(words: Vec<String>, only: Option<&String>) -> Vec<String> {
    let Some(name) = only.filter(|name| !words.contains(name)) else { return words };
    for known in KNOWN.iter() {
        let length = |at: usize| known.for_us.iter().filter(|us| words[at..].starts_with(us)).map(Vec::len).max();
        if let Some((at, length)) = (0..words.len()).find_map(|at| Some((at, length(at)?))) {
            let against = known.against.first().cloned();
            let named = against.into_iter().chain([name.clone()]);
            let (before, behind) = (&words[..at], &words[at + length..]);
            return before.iter().cloned().chain(named).chain(behind.iter().cloned()).collect();
        }
    }
    let is_pronoun = |at: usize| KNOWN.iter().any(|known| known.is_pronoun(&words, at));
    (0..words.len()).map(|at| if is_pronoun(at) { name.clone() } else { words[at].clone() }).collect()
}

/// Whether a text announces a question of its own: `And may I ask you: ...`
pub fn announces_a_question(text: &str) -> bool {
    sentences(text).iter().any(|sentence| announces(&sentence.words))
}

/// Whether a sentence only announces a question: `Before I begin, may I ask one thing about the rules:`
fn announces(words: &[String]) -> bool {
    const WORDS_MAX: usize = 14;
    let is_at =
        |at: usize| KNOWN.iter().flat_map(|known| &known.announces).any(|phrase| words[at..].starts_with(phrase));
    words.len() <= WORDS_MAX && (0..words.len()).any(is_at)
}

/// The words without what a polite author adds to a wish: `I should like to play him, if that can be arranged.`
fn without_courtesy(words: Vec<String>) -> Vec<String> {
    without_phrases(words, |known| known.if_possible.iter())
}

/// The words of a mail that names a player without what says only that a game with that player is not to count.
fn without_uncounted(words: Vec<String>) -> Vec<String> {
    without_phrases(words, |known| known.uncounted.iter())
}

/// The words without these phrases, wherever they stand.
fn without_phrases<'a, P>(mut words: Vec<String>, phrases: impl Fn(&'a Known) -> P) -> Vec<String>
where
    P: Iterator<Item = &'a Vec<String>>,
{
    let length = |words: &[String]| {
        KNOWN.iter().flat_map(&phrases).filter(|phrase| words.starts_with(phrase)).map(Vec::len).max()
    };
    while let Some((at, length)) = (0..words.len()).find_map(|at| Some((at, length(&words[at..])?))) {
        words.drain(at..at + length);
    }
    words
}

/// The words without what is thanked for, which is not wished for: `Thank you for the rules.`
fn without_thanks(mut words: Vec<String>) -> Vec<String> {
    for known in KNOWN.iter() {
        let length =
            |at: usize| known.thanks_for.iter().filter(|thanks| words[at..].starts_with(thanks)).map(Vec::len).max();
        if let Some((at, length)) = (0..words.len()).find_map(|at| Some((at, length(at)?))) {
            let is_article = words.get(at + length).is_some_and(|word| known.articles.contains(word));
            let end = at + length + 1 + usize::from(is_article);
            words.drain(at..end.min(words.len()));
            return words;
        }
    }
    words
}

/// Where no phrase is known, what the sentence is surely like. Of what only single words say, it may be sure that friends say it to each other.
/// Returns the line that it may be like, and how near that is, if it is not sure.
fn or_likely(
    wishes: &mut Vec<Wished>,
    sentence: &str,
    asks: bool,
    situation: &Situation<'_>,
) -> Option<(&'static str, f32)> {
    if wishes.iter().any(|wish| wish.score >= PHRASE_SCORE) || calls_the_opponent(sentence, situation) {
        return None;
    }
    let is_outside = situation.context == Context::Outside;
    let place = Place {
        only_club: situation.to_club || is_outside && !situation.only_phrases,
        asked: situation.context == Context::Asked,
        waits: situation.waits,
        playing: matches!(situation.context, Context::Board | Context::Asked),
        ended: situation.context == Context::Ended,
    };
    match likely(sentence, asks, place)? {
        // `I do not want to call it a draw` asks nothing about draws.
        Likely::Line { line, .. } if !asks && line_looks(line) && denies(sentence) => {}
        // Beside a command, only a question is looked for.
        Likely::Line { line, surely, .. } if situation.only_phrases && !(surely && asks && line_looks(line)) => {}
        // `Kannst du auch Deutsch?` wants it.
        Likely::Line { line, surely: true, .. } if line_looks(line) && wishes.iter().any(wants_more_than_an_answer) => {
        }
        Likely::Line { line, surely: true, .. } => {
            *wishes = vec![Wished { file: None, line: line.to_owned(), score: PHRASE_SCORE }];
        }
        // The page of all commands is no answer where there may be a better one.
        Likely::Line { line, surely: false, nearness } => {
            let knows_nothing = wishes.iter().all(|wish| wish.line == WEAKEST);
            return Some((line, nearness)).filter(|_| knows_nothing);
        }
        Likely::Chat { surely: true } if !is_outside => wishes.clear(),
        Likely::Later { surely: true } => {
            wishes.retain(|wish| wish.line != DECLINE && !AGREEING.contains(&wish.line.as_str()));
        }
        Likely::Chat { .. } | Likely::Thanks { .. } | Likely::Later { .. } => {}
    }
    None
}

/// Whether a sentence has a word that denies something.
fn denies(sentence: &str) -> bool {
    sentence.split_whitespace().map(plain).any(|word| KNOWN.iter().any(|known| known.denies(&word)))
}

/// Whether single words wish for something of their own, and do not only seem to answer an offer.
fn wants_more_than_an_answer(wish: &Wished) -> bool {
    !line_looks(&wish.line) && wish.line != DECLINE && !AGREEING.contains(&wish.line.as_str())
}

/// Whether a sentence calls the opponent by name, and so does not speak to the club.
fn calls_the_opponent(sentence: &str, situation: &Situation<'_>) -> bool {
    let mut words = sentence.split_whitespace().map(plain);
    let is_called = |word: Option<String>| word.is_some_and(|word| situation.opponent == Some(word.as_str()));
    !situation.to_club && (is_called(words.next()) || is_called(words.next_back()))
}

/// What a sentence asks the club. One that calls the opponent by name asks the opponent.
fn question_to_club(sentence: &str, asks: bool, situation: &Situation<'_>) -> ClubQuestion {
    if calls_the_opponent(sentence, situation) {
        return ClubQuestion::default();
    }
    let is_for_club = situation.to_club || situation.context == Context::Outside && !situation.only_phrases;
    let readers = if is_for_club { Readers::OnlyClub } else { Readers::OpponentToo };
    asked_of_club(sentence, asks, readers)
}

/// Whether a sentence says that another will challenge its author: `My aunt Winifred is going to invite me to a game`.
fn waits_for_a_challenge(words: &[String]) -> bool {
    let words: Vec<String> = words.iter().map(|word| folded(word)).collect();
    KNOWN.iter().flat_map(|known| &known.invites_me).any(|phrase| phrase.is_in(&words, true))
}

/// Whether a text only says that another will challenge its author, with thanks at most: `Thanks. I'll wait for Felix to challenge me.`
pub fn only_waits_for_a_challenge(text: &str) -> bool {
    let said = sentences(text);
    let waits = |said: &Sentence| !said.asks && waits_for_a_challenge(&said.words);
    let is_polite = |said: &Sentence| !said.asks && agreement::is_only_polite(&text[said.at.clone()]);
    said.iter().any(waits) && said.iter().all(|said| waits(said) || is_polite(said))
}

/// A wish in a sentence.
struct Wished {
    /// In which file its words are, if it has more than a name.
    file: Option<usize>,
    line: String,
    score: usize,
}

/// The wishes in a sentence: those of whole phrases, or else the one thing that would change something and the one that shows something which
/// its words say most of. `here` has only those who are players.
fn in_sentence(
    words: &[String],
    asks: bool,
    join: bool,
    situation: &Situation<'_>,
    here: &Situation<'_>,
    club: &ClubQuestion,
) -> Vec<Wished> {
    let mut meant = if situation.only_phrases { Vec::new() } else { meant_in(words, asks, situation) };
    // `Did you see how they caught the king in that film?`
    meant.retain(|wished| {
        wished.line != RULES || situation.context == Context::Outside || !rules_questions::tells(words)
    });
    let names_nobody = |line: &str| {
        let opponent = line.strip_prefix(CHALLENGE);
        opponent.is_some_and(|id| !situation.named.contains(id) && situation.opponent != Some(id))
    };
    let names_somebody = meant.iter().any(|wished| wished.line.starts_with(CHALLENGE));
    let mut phrases = found_in(words, join);
    if names_somebody {
        phrases.retain(|found| !names_nobody(&found.line) && found.line != HELP_CHALLENGE);
    }
    // Of a question to the club and another one, the one whose phrase has more words is meant.
    let says_more = |found: &Found| line_looks(&found.line) && found.line != WEAKEST && found.words >= club.words;
    let is_rule =
        || rules_questions::asks_about_rules(words) && rules_questions::words_about_rules(words) >= club.words;
    // `Kannst du auch Deutsch?` wants it, and `Could you invite Tom to a game with me?` a game.
    let wants_language = meant.iter().any(|wished| wished.line.starts_with(SET_LANGUAGE));
    let is_asked = !club.topics.is_empty() && (club.is_clear || !names_somebody) && !wants_language;
    let asks_club = is_asked && !phrases.iter().any(says_more) && !is_rule();
    if asks_club {
        // `Should I forfeit any of my days by it?` wishes for nothing.
        let is_of_question = |found: &Found| asks && found.words * 2 <= club.words;
        phrases.retain(|found| !line_looks(&found.line) && !is_of_question(found));
        meant.clear();
    }
    let all_join = phrases.iter().all(|found| found.line == JOIN);
    // Who is here is told by the list, and who is not by the name.
    let is_here = |line: &str| line.strip_prefix(SHOW).is_some_and(|id| here.names(id));
    let told = |line: String| if is_here(&line) { PLAYERS.to_owned() } else { line };
    let phrases = phrases.into_iter().map(|Found { file, line, .. }| Wished {
        file: Some(file),
        line: told(line),
        score: PHRASE_SCORE,
    });
    let mut phrases: Vec<Wished> = phrases.collect();
    let all_join = all_join && !asks_club;
    if asks_club {
        let line = |topic: &ClubTopic| format!("{PAGE}{}", topic.word());
        phrases.extend(club.topics.iter().map(|topic| Wished { file: None, line: line(topic), score: PHRASE_SCORE }));
    }
    let only_looks = meant.iter().all(|wished| line_looks(&wished.line));
    let names_opponent = situation.opponent.is_some_and(|id| words.iter().any(|word| word == id));
    // `What if Bob and I move back and forth?`
    let of_nobody = || !names_opponent || rules_questions::supposes(words);
    let elsewhere = rules_questions::is_about_something_else(words);
    let may_ask = asks || rules_questions::begins_like_a_question(words);
    if may_ask
        && phrases.is_empty()
        && only_looks
        && rules_questions::asks_about_rules(words)
        && of_nobody()
        && !elsewhere
    {
        phrases.push(Wished { file: None, line: RULES.to_owned(), score: PHRASE_SCORE });
    }
    // `i wanna play against eva / whats the rules btw?`
    let asks_too = meant.iter().any(|wished| !line_looks(&wished.line))
        && situation.context == Context::Outside
        && phrases.iter().all(|wished| !line_looks(&wished.line));
    match phrases.is_empty() || all_join {
        true => phrases.into_iter().chain(meant).collect(),
        false if asks_too => {
            phrases.into_iter().chain(meant.into_iter().filter(|wished| line_looks(&wished.line))).collect()
        }
        false => phrases,
    }
}

/// What the words of a sentence mean in one language: at most one thing that changes something, and one that shows something.
fn meant_in(words: &[String], asks: bool, situation: &Situation<'_>) -> Vec<Wished> {
    let mut named = words.iter().filter(|word| situation.named.contains(*word)).collect::<BTreeSet<_>>().into_iter();
    let player = named.next().filter(|_| named.next().is_none()).map(String::as_str);
    let names_opponent = situation.opponent.is_some_and(|id| words.iter().any(|word| word == id));
    let names_game = words.iter().any(|word| word == NAMED_GAME);
    // A name belongs to no language, so what denies in any of them counts.
    let is_denied = words.iter().any(|word| KNOWN.iter().any(|known| known.denies(word)));
    // `How long may I take over a move?`, `Hi again, can a man stand on the throne?`
    let is_elsewhere = rules_questions::is_about_something_else(words);
    let is_about_a_piece = asks && rules_questions::asks_about_a_piece(words);
    let in_file = |(file, known): (usize, &Known)| {
        let denied = is_denied || words.iter().any(|word| known.doubts(word));
        let said = Said { words, asks, denied, names_game, player, names_opponent };
        let mut meant = known.concepts.meant(&said, &|word| known.is_fill(word), situation.context);
        meant.retain(|meant| !(meant.line == RULES && is_elsewhere || meant.line == BOARD && is_about_a_piece));
        let want = meant.iter().find(|meant| !line_looks(&meant.line));
        let is_apart = |look: &&Meant| want.is_none_or(|want| look.is_apart_from(want) || look.score > want.score);
        let look = meant.iter().filter(|meant| line_looks(&meant.line)).find(is_apart);
        // A name alone is no wish where something is asked: `Has Bob arrived yet?`
        let is_meant = |want: &&Meant| {
            look.is_none_or(|look| want.has_words() && look.is_apart_from(want) || want.score >= look.score)
        };
        let want = want.filter(is_meant);
        // In a game, a sentence wishes for one thing: `Can I take back my piece?` asks for no rules.
        let is_in_game = matches!(situation.context, Context::Board | Context::Ended);
        let want = want.filter(|want| !is_in_game || look.is_none_or(|look| want.score >= look.score));
        let look = look.filter(|_| want.is_none() || !is_in_game);
        let both = want.into_iter().chain(look);
        let wished = |meant: &Meant| Wished {
            file: meant.has_words().then_some(file),
            line: meant.line.clone(),
            score: meant.score,
        };
        both.map(wished).collect::<Vec<_>>()
    };
    let of_languages = KNOWN.iter().enumerate().map(in_file);
    let best = |wished: &Vec<Wished>| wished.iter().map(|wished| wished.score).max();
    // Of equal ones, the first.
    of_languages.reduce(|first, second| if best(&second) > best(&first) { second } else { first }).unwrap_or_default()
}

/// The line with the game that it is about.
fn with_game(line: &str, game: Option<&String>, on_board: bool) -> String {
    match (line, game) {
        (RULES, Some(game)) if !on_board => format!("{RULES} {game}"),
        (line, game) => line.replace(GAME, game.map_or(USUAL_GAME, String::as_str)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;

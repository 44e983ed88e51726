//! Whether a line below a move is certainly a command. People chat there, and many sentences begin like a command: `Take your time`, `Show
//! me`, `Message received, thanks!`.
//!
//! A line is certain if it cannot be a sentence: a command's word alone, or with a number, an option, a move, or a name that exists here.
//! Which names exist is not known here, so it is asked. Serious commands, offers and moves are judged elsewhere ([`manner`]).
//!
//! [`manner`]: crate::command::manner

use crate::command::agreement::{self, About};
use crate::command::command::Command;
use crate::command::lexer::{FILLERS, Line, Word};
use crate::command::login_places;
use crate::command::look::{Filter, Look, PLAYERS_MAX, RatingsOf, ShowItem};
use crate::command::move_words;
use crate::command::parsed::Parsed;
use crate::command::player_act::{ChallengeAsk, ME, PlayerAct, VacationAsk};
use crate::command::player_id::is_player_id;
use crate::command::polite_words;
use crate::command::prefix;
use crate::command::prefix::Head;
use crate::command::redact;
use crate::command::table::{self, Verb, Weight};
use crate::command::tournament::{TournamentAsk, TournamentCommand};
use crate::tafl::Catalogue;

/// What a line may name, or hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'a> {
    /// The name of a player.
    Player(&'a str),
    /// The name of a tournament.
    Tournament(&'a str),
    /// The password of whoever writes.
    Password,
}

/// Whether that exists here.
pub type InUse<'a> = dyn Fn(Named<'_>) -> bool + 'a;

/// The names that exist here.
#[derive(Clone, Copy)]
pub(in crate::command) enum Names<'a> {
    /// Any may.
    Any,
    /// These do.
    These(&'a InUse<'a>),
}

impl Names<'_> {
    /// Whether the name may exist.
    pub(in crate::command) fn may_be(self, named: Named<'_>) -> bool {
        match self {
            Names::Any => true,
            Names::These(in_use) => in_use(named),
        }
    }

    /// Whether it is the id of a player, if that is known.
    pub(in crate::command) fn is_player(self, id: &str) -> Option<bool> {
        match self {
            Names::Any => None,
            Names::These(in_use) => Some(in_use(Named::Player(id))),
        }
    }
}

/// Whether an understood line is certainly a command. `below` is the text under it.
pub(in crate::command) fn is_exact(
    typed: &str,
    parsed: &Parsed,
    below: &[&str],
    catalogue: &Catalogue,
    in_use: &InUse<'_>,
) -> bool {
    let command = &parsed.command;
    let line = Line::new(typed);
    if is_judged_elsewhere(command) {
        // `Delete that, please` has the form of an id and a password, but nobody has that id.
        let behind = line.words().get(1..).unwrap_or_default();
        return is_login(command, behind, in_use);
    }
    let Ok(head) = prefix::head(&line, catalogue) else {
        return false;
    };
    if command.text().is_some() {
        return is_text(&line, &head, below, in_use);
    }
    let behind = line.words().get(head.from..).unwrap_or_default();
    let has_option = behind.iter().any(|word| word.option().is_some());
    let is_firm = behind.iter().any(is_firm);
    let names_are_known = has_option && command.verb() == Verb::Challenge || names(command).into_iter().all(in_use);
    (head.certain || is_firm)
        && is_one_phrase(line.words())
        && is_whole(command, behind, catalogue)
        && is_login(command, behind, in_use)
        && names_are_known
}

/// Whether an understood line is a sentence whose first word happens to be the beginning of a command's word: `Game was great so far.`
pub(in crate::command) fn is_by_chance(
    typed: &str,
    parsed: &Parsed,
    below: &[&str],
    catalogue: &Catalogue,
    in_use: &InUse<'_>,
) -> bool {
    /// Shorter lines are rather commands.
    const WORDS_MIN: usize = 4;
    let line = Line::new(typed);
    // `Game on!` says yes, and does not ask for the games of a player.
    let says_yes =
        || agreement::read(typed).is_some_and(|said| said.yes && said.is_certain(Weight::Light, About::Challenge));
    (line.words().len() >= WORDS_MIN || (line.words().len() > 1 && says_yes()))
        && parsed.secrets.is_empty()
        && prefix::head(&line, catalogue).is_ok_and(|head| !head.certain)
        && !is_judged_elsewhere(&parsed.command)
        && !names_somebody(&parsed.command, in_use)
        && !is_exact(typed, parsed, below, catalogue, in_use)
}

/// Whether a command has names, and all of them exist.
fn names_somebody(command: &Command, in_use: &InUse<'_>) -> bool {
    let names = names(command);
    !names.is_empty() && names.into_iter().all(in_use)
}

/// Serious commands are carried out or questioned by their place, and a move is not a word of a sentence.
pub(in crate::command) fn is_judged_elsewhere(command: &Command) -> bool {
    command.weight() != Weight::Light || [Verb::Move, Verb::Queue, Verb::Preview].contains(&command.verb())
}

/// A word that is or contains a number, or is an option.
pub(in crate::command) fn is_firm(word: &Word) -> bool {
    word.option().is_some() || word.plain.contains(|c: char| c.is_ascii_digit())
}

/// Whether id and password of a command can be meant as such. Any two words have their form: `OpenChallenge and destroy`.
fn is_login(command: &Command, behind: &[Word], in_use: &InUse<'_>) -> bool {
    let can_be =
        |player: &str| in_use(Named::Player(player)) || behind.iter().any(|word| is_firm(word) || redact::is_odd(word));
    command.login().is_none_or(|login| can_be(&login.player))
}

/// Whether a line of words below a move may contain an id and a password after all. Then it is not passed on.
pub(in crate::command) fn may_hold_login(typed: &str, in_use: &InUse<'_>) -> bool {
    let line = Line::new(typed);
    let words = line.words();
    let whole = |at: usize| words.get(at).and_then(|word| table::whole(&word.lower())).map(|entry| entry.verb);
    let verb = [0, 1].into_iter().find(|at| whole(*at).is_some());
    let meaning = verb.and_then(whole);
    // `resign 17 bbo secret`, whether or not there is a player bbo.
    let numbered = meaning.is_some_and(|verb| table::entry(verb).takes_login_behind_number());
    let is_number = |at: usize| words.get(at).is_some_and(|word| word.number().is_some());
    let is_player = |at: usize| words.get(at).is_some_and(|word| in_use(Named::Player(&word.lower())));
    let behind_verb = verb.map_or(1, |verb| verb + 1);
    let login_behind = meaning
        .is_none_or(|word| !matches!(word, Verb::Show | Verb::Games | Verb::History | Verb::Help))
        && words.len() > behind_verb + 1
        && is_player(behind_verb);
    login_behind
        || login_places::passwords(words).into_iter().any(|at| {
            redact::is_odd(&words[at])
                || at.checked_sub(1).is_some_and(is_player)
                || (numbered && at.checked_sub(2).is_some_and(is_number) && in_use(Named::Password))
                || meaning == Some(Verb::Signup)
                || words.iter().take(at).any(|word| word.lower().starts_with("passw"))
        })
}

/// Whether there is no question, no exclamation and no end of a sentence in the words.
fn is_one_phrase(words: &[Word]) -> bool {
    let last = words.len().saturating_sub(1);
    let ends = |at: usize, word: &Word| {
        let ends: &[char] = if at < last { &['!', '?', '.', ';'] } else { &['!', '?'] };
        word.closing.contains(ends)
    };
    !words.iter().enumerate().any(|(at, word)| ends(at, word))
}

/// Whether every word after the command's belongs to it. Most parsers accept no others, but these accept more.
fn is_whole(command: &Command, behind: &[Word], catalogue: &Catalogue) -> bool {
    let is = |known: &str| matches!(behind, [only] if only.lower() == known);
    match command {
        // `help me out of here` asks for help only if nobody else reads it.
        Command::Look(Look::Help { .. }) if behind.len() > 1 => {
            let plain: Vec<&str> = behind.iter().map(|word| word.plain.as_str()).collect();
            catalogue.name_of_words(&plain).is_some_and(|(count, _)| count == behind.len())
        }
        // `games won: 3`, `history lost`.
        Command::Look(Look::Games { players, .. }) => {
            !behind.iter().any(|word| word.closing.contains(':'))
                && (!players.is_empty() || behind.iter().all(|word| is_firm(word) || is_old_filter(word)))
        }
        // `vacation over`, `limit none`.
        Command::AsPlayer { act: PlayerAct::Vacation(VacationAsk::Off) | PlayerAct::SetLimit(None), .. } => is("off"),
        Command::Signup { .. }
        | Command::OnBoard { .. }
        | Command::AsPlayer { .. }
        | Command::Tournament(_)
        | Command::Look(_) => true,
    }
}

/// A word of lists that is no word of a sentence about games.
fn is_old_filter(word: &Word) -> bool {
    ["all", "active", "next"].contains(&word.lower().as_str())
}

/// The names in a command.
fn names(command: &Command) -> Vec<Named<'_>> {
    match command {
        Command::Look(Look::Show { what }) => what
            .iter()
            .filter_map(|item| match item {
                ShowItem::Player { id, .. } => Some(Named::Player(id)),
                ShowItem::Game { .. } => None,
            })
            .collect(),
        Command::Look(Look::Games { players, .. }) => players.iter().map(|id| Named::Player(id)).collect(),
        Command::Look(Look::Ratings { of: RatingsOf::Player(id) }) => vec![Named::Player(id)],
        Command::AsPlayer { act: PlayerAct::Challenge(ChallengeAsk { first, second, .. }), .. } => {
            [first, second].into_iter().filter(|id| *id != ME).map(|id| Named::Player(id)).collect()
        }
        // A tournament to be created has no name here yet.
        Command::Tournament(TournamentCommand::Of { ask: TournamentAsk::Create { .. }, .. }) => Vec::new(),
        Command::Tournament(TournamentCommand::Of { name, .. }) => vec![Named::Tournament(name)],
        Command::Signup { .. }
        | Command::OnBoard { .. }
        | Command::AsPlayer { .. }
        | Command::Tournament(TournamentCommand::List)
        | Command::Look(_) => Vec::new(),
    }
}

/// Whether a line has the form of a command with a text, right or wrong. Then the lines below may be for somebody else and must not go to
/// the opponent.
pub(in crate::command) fn is_form_of_text(
    typed: &str,
    below: &[&str],
    catalogue: &Catalogue,
    in_use: &InUse<'_>,
) -> bool {
    let line = Line::new(typed);
    prefix::head(&line, catalogue).is_ok_and(|head| is_text(&line, &head, below, in_use))
}

fn is_text(line: &Line, head: &Head<'_>, below: &[&str], in_use: &InUse<'_>) -> bool {
    let words = line.words();
    let behind = words.get(head.from..).unwrap_or_default();
    let has_colon = |word: &Word| word.closing.contains(':');
    let Some(first) = behind.first() else {
        return true;
    };
    if head.from.checked_sub(1).and_then(|at| words.get(at)).is_some_and(has_colon) {
        return true;
    }
    if matches!(head.entry.verb, Verb::Chat | Verb::Note) {
        let numbered = behind.iter().find(|word| !FILLERS.contains(&word.lower().as_str()));
        return numbered.is_some_and(|word| word.number().is_some());
    }
    if head.entry.verb == Verb::Message {
        let is_id = |word: &Word| is_player_id(&word.lower());
        let colon = behind.iter().take(PLAYERS_MAX).position(has_colon);
        let alone = behind.len() == 1 && first.closing.is_empty();
        let is_above = below.iter().any(|line| !line.trim().is_empty());
        return colon.is_some_and(|at| behind[..=at].iter().all(is_id))
            || first.plain.contains('@')
            || in_use(Named::Player(&first.lower()))
            || (alone && is_above);
    }
    // An announcement names its tournament before its text.
    true
}

/// Whether a line that was not understood says only what a command says: `resign 18?`, `move 18 e5-e99`, but not `Draw 3 cards`.
pub(in crate::command) fn says_a_command(words: &[Word]) -> bool {
    /// `move e5 to e99 at last`.
    const PLAY_AT_MAX: usize = 5;
    let is_word = |at: usize| words.get(at).is_some_and(|word| table::whole(&word.lower()).is_some());
    let of_play = move_words::is_of_play;
    let at = usize::from(!is_word(0) && (is_word(1) || words.get(1).is_some_and(of_play)));
    let (Some(word), behind) = (words.get(at), words.get(at + 1..).unwrap_or_default()) else {
        return false;
    };
    if words.first().is_some_and(of_play) || of_play(word) {
        return true;
    }
    let about_plays = table::whole(&word.lower())
        .is_some_and(|entry| matches!(entry.verb, Verb::Move | Verb::Queue | Verb::Preview | Verb::Board));
    if about_plays || word.lower() == "if" {
        return behind.iter().take(PLAY_AT_MAX).any(of_play) || is_all_objects(behind);
    }
    if !behind.iter().any(is_firm) {
        return false;
    }
    /// No line ends with more polite words than this.
    const POLITE_WORDS_MAX: usize = 20;
    let from = behind.len().saturating_sub(POLITE_WORDS_MAX);
    let polite_from = (from..=behind.len()).find(|at| polite_words::is_polite(&behind[*at..])).unwrap_or(behind.len());
    is_all_objects(&behind[..polite_from])
}

fn is_all_objects(words: &[Word]) -> bool {
    let joins = |word: &Word| {
        let word = word.lower();
        FILLERS.contains(&word.as_str())
            || ["if", "then", "to", "x", "clear"].contains(&word.as_str())
            || Filter::from_word(&word).is_some()
    };
    words.iter().any(is_firm) && words.iter().all(|word| is_firm(word) || joins(word))
}

//! `tournament`: a small language of its own behind one word.
//!
//! ```text
//! tournament                         the list
//! tournament NAME                    one of them
//! tournament ACT NAME ...            what is done with it; NAME ACT is understood as well
//! ```
//!
//! Its acts and the terms of an event are data, as the commands are: help, complaints and this parser read the same lists.

use std::fmt;

use crate::command::args::Args;
use crate::command::choice::Choice;
use crate::command::command::{Command, Terms};
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::lexer::Word;
use crate::command::nearest::{Place, nearest};
use crate::command::player_id;
use crate::tafl::{Side, Variant};

/// Something asked about an event.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum Tournament {
    /// `tournament`: the list.
    List,
    /// An act about the event of this name, in lower case.
    Of { name: String, ask: EventAsk },
}

/// What is asked about one event.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described by its entry in the list of acts")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum EventAsk {
    Show,
    Create { variant: Variant, terms: Vec<EventTerm> },
    Set { terms: Vec<EventTerm> },
    Open,
    Close,
    Join,
    Leave,
    Pairings,
    Start,
    Standings,
    Crosstable,
    Status,
    Finish,
    Withdraw { player: Option<String> },
    Adjudicate { number: u32, winner: Option<Side>, why: String },
    Export { format: ExportFormat },
}

/// The format of an event as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExportFormat {
    /// The crosstable as a table of commas.
    #[default]
    Csv,
    /// Everything, for programs.
    Json,
    /// The tournament report file of chess, TRF26.
    Trf,
}

impl ExportFormat {
    /// All of them.
    pub const ALL: [ExportFormat; 3] = [ExportFormat::Csv, ExportFormat::Json, ExportFormat::Trf];

    /// The word for it, and the ending of its files.
    pub fn word(self) -> &'static str {
        match self {
            ExportFormat::Csv => "csv",
            ExportFormat::Json => "json",
            ExportFormat::Trf => "trf",
        }
    }
}

/// The form of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventFormat {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// Round robins in groups, then a final of the best of each.
    Groups,
    /// Who loses is out.
    Knockout,
    /// A number of rounds, each against an opponent of about the same score.
    Swiss,
}

/// One of the terms of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventTerm {
    /// The form.
    Format(EventFormat),
    /// Games in a meeting: one, or two with sides switched.
    Games(u32),
    /// Rounds of a Swiss event.
    Rounds(u32),
    /// How many groups.
    Groups(u32),
    /// How many of each group go on.
    Qualify(u32),
    /// Whether there is a match for the third place.
    Third(bool),
    /// Most players.
    Max(u32),
    /// Most games at a time for one player.
    Load(u32),
    /// Finished games that one needs to enter.
    Entry(u32),
    /// The codes of the tie-breaks, in their order.
    TieBreaks(Vec<String>),
}

/// What can be done with an event.
#[derive(Debug)]
pub struct Act {
    /// The word.
    pub name: &'static str,
    /// Other words for it.
    pub synonyms: &'static [&'static str],
    /// The form to write.
    pub usage: &'static str,
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Create,
    Set,
    Withdraw,
    Adjudicate,
    Export,
    Plain(fn() -> EventAsk),
}

/// All acts.
pub fn acts() -> &'static [Act] {
    &ACTS
}

const fn plain(name: &'static str, usage: &'static str, ask: fn() -> EventAsk) -> Act {
    Act { name, synonyms: &[], usage, kind: Kind::Plain(ask) }
}

static ACTS: [Act; 16] = [
    Act { synonyms: &["info", "rules"], ..plain("show", "tournament show NAME", || EventAsk::Show) },
    Act { synonyms: &["enter"], ..plain("join", "tournament join NAME", || EventAsk::Join) },
    plain("leave", "tournament leave NAME", || EventAsk::Leave),
    Act { synonyms: &["table"], ..plain("standings", "tournament standings NAME", || EventAsk::Standings) },
    Act { synonyms: &["cross"], ..plain("crosstable", "tournament crosstable NAME", || EventAsk::Crosstable) },
    plain("status", "tournament status NAME", || EventAsk::Status),
    Act {
        name: "create",
        synonyms: &["new"],
        usage: "tournament create NAME (-VARIANT) (-TERM=VALUE ...)",
        kind: Kind::Create,
    },
    Act { name: "set", synonyms: &["change"], usage: "tournament set NAME -TERM=VALUE ...", kind: Kind::Set },
    plain("open", "tournament open NAME", || EventAsk::Open),
    plain("close", "tournament close NAME", || EventAsk::Close),
    Act { synonyms: &["pairing", "draw"], ..plain("pairings", "tournament pairings NAME", || EventAsk::Pairings) },
    Act { synonyms: &["begin"], ..plain("start", "tournament start NAME", || EventAsk::Start) },
    Act { name: "withdraw", synonyms: &["retire"], usage: "tournament withdraw NAME (ID)", kind: Kind::Withdraw },
    Act {
        name: "adjudicate",
        synonyms: &["decide"],
        usage: "tournament adjudicate NAME BOARD attackers|defenders|draw REASON",
        kind: Kind::Adjudicate,
    },
    Act { name: "export", synonyms: &[], usage: "tournament export NAME (csv|json|trf)", kind: Kind::Export },
    Act { synonyms: &["end"], ..plain("finish", "tournament finish NAME", || EventAsk::Finish) },
];

/// A term of an event.
#[derive(Debug)]
pub struct Term {
    /// The word for it.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    read: fn(&str) -> Option<Vec<EventTerm>>,
    /// What it means without a value.
    bare: Option<fn() -> EventTerm>,
}

/// Codes of tie-breaks, in the order of the manual.
pub const TIE_BREAKS: [&str; 9] = ["DE", "SB", "BH", "BH-C1", "WIN", "ATT", "CAP", "SHORT", "LOT"];
/// Most players of an event.
pub const EVENT_PLAYERS_MAX: u32 = 256;

fn number(value: &str, least: u32, most: u32) -> Option<u32> {
    value.parse().ok().filter(|number| (least..=most).contains(number))
}

static TERMS: [Term; 17] = [
    Term {
        name: "format",
        usage: "-format=round-robin, groups, knockout or swiss",
        read: |value| EventFormat::from_word(value).map(|format| vec![EventTerm::Format(format)]),
        bare: None,
    },
    Term {
        name: "games",
        usage: "-games=1 or -games=2",
        read: |value| number(value, 1, 2).map(|games| vec![EventTerm::Games(games)]),
        bare: None,
    },
    Term {
        name: "match",
        usage: "-match=1 or -match=2",
        read: |value| number(value, 1, 2).map(|games| vec![EventTerm::Games(games)]),
        bare: None,
    },
    Term { name: "double", usage: "-double", read: |_| None, bare: Some(|| EventTerm::Games(2)) },
    Term { name: "single", usage: "-single", read: |_| None, bare: Some(|| EventTerm::Games(1)) },
    Term {
        name: "round-robin",
        usage: "-round-robin",
        read: |_| None,
        bare: Some(|| EventTerm::Format(EventFormat::RoundRobin)),
    },
    Term {
        name: "roundrobin",
        usage: "-round-robin",
        read: |_| None,
        bare: Some(|| EventTerm::Format(EventFormat::RoundRobin)),
    },
    Term {
        name: "knockout",
        usage: "-knockout",
        read: |_| None,
        bare: Some(|| EventTerm::Format(EventFormat::Knockout)),
    },
    Term {
        name: "swiss",
        usage: "-swiss or -swiss=5, for so many rounds",
        read: |value| {
            let rounds = number(value, 1, 30)?;
            Some(vec![EventTerm::Format(EventFormat::Swiss), EventTerm::Rounds(rounds)])
        },
        bare: Some(|| EventTerm::Format(EventFormat::Swiss)),
    },
    Term {
        name: "rounds",
        usage: "-rounds=5",
        read: |value| number(value, 1, 30).map(|rounds| vec![EventTerm::Rounds(rounds)]),
        bare: None,
    },
    Term {
        name: "groups",
        usage: "-groups=2",
        read: |value| {
            let groups = number(value, 2, 32)?;
            Some(vec![EventTerm::Format(EventFormat::Groups), EventTerm::Groups(groups)])
        },
        bare: Some(|| EventTerm::Format(EventFormat::Groups)),
    },
    Term {
        name: "qualify",
        usage: "-qualify=2",
        read: |value| number(value, 1, 8).map(|players| vec![EventTerm::Qualify(players)]),
        bare: None,
    },
    Term {
        name: "third",
        usage: "-third=yes or -third=no",
        read: |value| match value {
            "yes" => Some(vec![EventTerm::Third(true)]),
            "no" => Some(vec![EventTerm::Third(false)]),
            _ => None,
        },
        bare: Some(|| EventTerm::Third(true)),
    },
    Term {
        name: "max",
        usage: "-max=24",
        read: |value| number(value, 2, EVENT_PLAYERS_MAX).map(|players| vec![EventTerm::Max(players)]),
        bare: None,
    },
    Term {
        name: "load",
        usage: "-load=12",
        read: |value| number(value, 1, 100).map(|games| vec![EventTerm::Load(games)]),
        bare: None,
    },
    Term {
        name: "entry",
        usage: "-entry=5, for so many finished games",
        read: |value| number(value, 0, 1000).map(|games| vec![EventTerm::Entry(games)]),
        bare: None,
    },
    Term {
        name: "tiebreak",
        usage: "-tiebreak=SB,WIN,LOT; send help tie-breaks",
        read: |value| {
            let known = |code: &str| TIE_BREAKS.iter().find(|known| known.eq_ignore_ascii_case(code));
            let codes: Option<Vec<String>> =
                value.split(',').map(|code| known(code).map(ToString::to_string)).collect();
            codes.filter(|codes| codes.len() <= TIE_BREAKS.len()).map(|codes| vec![EventTerm::TieBreaks(codes)])
        },
        bare: None,
    },
];

impl EventFormat {
    /// All of them.
    pub const ALL: [EventFormat; 4] =
        [EventFormat::RoundRobin, EventFormat::Groups, EventFormat::Knockout, EventFormat::Swiss];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            EventFormat::RoundRobin => "round-robin",
            EventFormat::Groups => "groups",
            EventFormat::Knockout => "knockout",
            EventFormat::Swiss => "swiss",
        }
    }

    /// The form a word in lower case names.
    pub fn from_word(word: &str) -> Option<EventFormat> {
        EventFormat::ALL.into_iter().find(|known| known.word() == word || known.word().replace('-', "") == word)
    }
}

impl Tournament {
    /// Whether it only asks for what anybody may see.
    pub fn public(&self) -> bool {
        match self {
            Tournament::List => true,
            Tournament::Of { ask, .. } => matches!(
                ask,
                EventAsk::Show
                    | EventAsk::Export { .. }
                    | EventAsk::Standings
                    | EventAsk::Crosstable
                    | EventAsk::Status
                    | EventAsk::Pairings
            ),
        }
    }
}

/// Reads what stands behind `tournament`.
pub(in crate::command) fn tournament(args: &mut Args<'_>) -> Result<Command, Complaint> {
    let Some(first) = args.peek(0) else {
        return Ok(Command::Tournament(Tournament::List));
    };
    if args.count() == 1 && first.lower() == "list" {
        return Ok(Command::Tournament(Tournament::List));
    }
    let second = args.peek(1);
    let (act, name) = match (act(&first.lower()), second.and_then(|word| act(&word.lower()))) {
        (Some(act), _) => {
            args.skip();
            (act, event_name(args, act.usage)?)
        }
        (None, Some(act)) => {
            let name = event_name(args, act.usage)?;
            args.skip();
            (act, name)
        }
        (None, None) if args.count() == 1 => (&ACTS[0], event_name(args, ACTS[0].usage)?),
        (None, None) => {
            let known = ACTS.iter().map(|act| act.name);
            let nearest = nearest(&first.lower(), Place::Name, known).into_iter().map(str::to_owned).collect();
            let word = first.plain.clone();
            return Err(args.complain(first, ComplaintKind::UnknownAct { word, nearest }));
        }
    };
    let ask = match act.kind {
        Kind::Plain(ask) => {
            if let Some(word) = args.peek(0) {
                return Err(args.nothing_more_for(word, act.usage));
            }
            ask()
        }
        Kind::Withdraw => {
            let player = if args.count() > 0 { Some(args.player()?) } else { None };
            ended(args, act, EventAsk::Withdraw { player })?
        }
        Kind::Adjudicate => adjudicate(args, act)?,
        Kind::Export => {
            let format = match args.peek(0) {
                None => ExportFormat::default(),
                Some(word) => {
                    let known = ExportFormat::ALL.into_iter().find(|format| format.word() == word.lower());
                    args.skip();
                    known.ok_or_else(|| args.nothing_more_for(word, act.usage))?
                }
            };
            ended(args, act, EventAsk::Export { format })?
        }
        Kind::Create => {
            let terms = terms(args)?;
            let mut choice = Choice::read(args).map_err(with_terms)?;
            if let Some(word) = args.peek(0) {
                match word.plain.split_once('=') {
                    Some((key, name)) if key.eq_ignore_ascii_case("variant") => choice.named(args, word, name)?,
                    _ => choice.name(args, word)?,
                }
                args.skip();
            }
            if let Some(word) = args.peek(0) {
                return Err(args.nothing_more_for(word, act.usage));
            }
            let variant = choice.variant(args)?;
            EventAsk::Create { variant, terms }
        }
        Kind::Set => {
            let terms = terms(args)?;
            match args.peek(0) {
                Some(word) => return Err(unknown_term(args, word, act.usage)),
                None if terms.is_empty() => return Err(args.missing_for(Thing::Term, act.usage)),
                None => EventAsk::Set { terms },
            }
        }
    };
    Ok(Command::Tournament(Tournament::Of { name, ask }))
}

fn ended(args: &Args<'_>, act: &Act, ask: EventAsk) -> Result<EventAsk, Complaint> {
    match args.peek(0) {
        Some(word) => Err(args.nothing_more_for(word, act.usage)),
        None => Ok(ask),
    }
}

/// `BOARD attackers|defenders|draw REASON`.
fn adjudicate(args: &mut Args<'_>, act: &Act) -> Result<EventAsk, Complaint> {
    let Some(number) = args.number()? else {
        return Err(args.missing_for(Thing::BoardNumber, act.usage));
    };
    let Some(word) = args.peek(0) else {
        return Err(args.missing_for(Thing::Result, act.usage));
    };
    let winner = match word.lower().as_str() {
        "attackers" => Some(Side::Attackers),
        "defenders" => Some(Side::Defenders),
        "draw" => None,
        _ => return Err(args.nothing_more_for(word, act.usage)),
    };
    args.skip();
    Ok(EventAsk::Adjudicate { number, winner, why: args.rest()?.split_whitespace().collect::<Vec<&str>>().join(" ") })
}

fn act(word: &str) -> Option<&'static Act> {
    const BEGINNING_LETTERS_MIN: usize = 4;
    let whole = ACTS.iter().find(|act| act.name == word || act.synonyms.contains(&word));
    whole.or_else(|| {
        let mut fitting = ACTS.iter().filter(|act| word.len() >= BEGINNING_LETTERS_MIN && act.name.starts_with(word));
        fitting.next().filter(|_| fitting.next().is_none())
    })
}

fn event_name(args: &mut Args<'_>, usage: &'static str) -> Result<String, Complaint> {
    let Some(word) = args.peek(0).filter(|word| word.option().is_none()) else {
        return Err(args.missing_for(Thing::EventName, usage));
    };
    let name = word.lower();
    if !is_event_name(&name) {
        let word_typed = word.plain.clone();
        return Err(args.complain(word, ComplaintKind::NoEventName { word: word_typed }));
    }
    args.skip();
    Ok(name)
}

/// Whether an event can have this name, in lower case: as a player's id, and none of the words that may stand beside it.
pub fn is_event_name(name: &str) -> bool {
    player_id::is_player_id(name) && act(name).is_none() && !player_id::is_reserved(name) && name != "list"
}

/// Takes the terms out of the line, with a dash or without: `-max 24`, `-max=24`, `max=24`.
fn terms(args: &mut Args<'_>) -> Result<Vec<EventTerm>, Complaint> {
    let mut found: Vec<EventTerm> = Vec::new();
    let mut ahead = 0;
    while let Some(word) = args.peek(ahead) {
        let Some((term, value)) = term_in(word) else {
            ahead += 1;
            continue;
        };
        args.remove(ahead);
        let (at, value) = match (value, term.bare) {
            (Some(value), _) => (word, value),
            (None, Some(bare)) => {
                add(&mut found, bare());
                continue;
            }
            (None, None) => match args.peek(ahead).filter(|next| next.option().is_none()) {
                Some(next) => {
                    args.remove(ahead);
                    (next, next.plain.clone())
                }
                None => {
                    let kind = ComplaintKind::Missing { what: Thing::Value, usage: term.usage };
                    return Err(args.complain(word, kind));
                }
            },
        };
        match (term.read)(&value.to_lowercase()) {
            Some(read) => read.into_iter().for_each(|term| add(&mut found, term)),
            None => return Err(args.complain(at, ComplaintKind::UnknownValue { word: value, usage: term.usage })),
        }
    }
    Ok(found)
}

/// The last word about a term counts.
fn add(terms: &mut Vec<EventTerm>, term: EventTerm) {
    terms.retain(|other| std::mem::discriminant(other) != std::mem::discriminant(&term));
    terms.push(term);
}

fn term_in(word: &Word) -> Option<(&'static Term, Option<String>)> {
    let (name, value) = match word.option() {
        Some(option) => option,
        None => {
            let (name, value) = word.plain.split_once('=')?;
            (name.to_lowercase(), Some(value.to_owned()))
        }
    };
    let name = if name == "tie-break" || name == "tiebreaks" { "tiebreak".to_owned() } else { name };
    TERMS.iter().find(|term| term.name == name).map(|term| (term, value))
}

fn unknown_term(args: &Args<'_>, word: &Word, usage: &'static str) -> Complaint {
    let Some((name, _)) = word.option() else {
        return args.nothing_more_for(word, usage);
    };
    let kind = ComplaintKind::UnknownOption { word: format!("-{name}"), nearest: Vec::new() };
    let complaint = with_terms(args.complain(word, kind));
    match &complaint.kind {
        ComplaintKind::UnknownOption { nearest, .. } if nearest.is_empty() => args
            .complain(word, ComplaintKind::OptionOutOfPlace { option: word.plain.clone(), command: "tournament set" }),
        _ => complaint,
    }
}

/// Of an option that is none the nearest may be a term as well.
fn with_terms(mut complaint: Complaint) -> Complaint {
    if let ComplaintKind::UnknownOption { word, nearest: known } = &mut complaint.kind {
        let names = TERMS.iter().map(|term| term.name);
        let near = nearest(word.trim_start_matches('-'), Place::Name, names);
        if !near.is_empty() {
            *known = near.into_iter().map(|name| format!("-{name}")).collect();
        }
    }
    complaint
}

impl fmt::Display for Tournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tournament::Of { name, ask } = self else {
            return f.write_str("tournament");
        };
        write!(f, "tournament {} {name}", ask.word())?;
        match ask {
            EventAsk::Create { variant, terms } => {
                let game = Terms::Variant(variant.clone());
                write!(f, " {game}")?;
                terms.iter().try_for_each(|term| write!(f, " {term}"))
            }
            EventAsk::Set { terms } => terms.iter().try_for_each(|term| write!(f, " {term}")),
            EventAsk::Withdraw { player: Some(player) } => write!(f, " {player}"),
            EventAsk::Adjudicate { number, winner, why } => {
                let result = winner.map_or("draw".to_owned(), |side| side.to_string());
                write!(f, "{}", format!(" {number} {result} {why}").trim_end())
            }
            EventAsk::Export { format } => write!(f, " {}", format.word()),
            _ => Ok(()),
        }
    }
}

impl EventAsk {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            EventAsk::Show => "show",
            EventAsk::Create { .. } => "create",
            EventAsk::Set { .. } => "set",
            EventAsk::Open => "open",
            EventAsk::Close => "close",
            EventAsk::Join => "join",
            EventAsk::Leave => "leave",
            EventAsk::Pairings => "pairings",
            EventAsk::Start => "start",
            EventAsk::Standings => "standings",
            EventAsk::Crosstable => "crosstable",
            EventAsk::Status => "status",
            EventAsk::Finish => "finish",
            EventAsk::Withdraw { .. } => "withdraw",
            EventAsk::Adjudicate { .. } => "adjudicate",
            EventAsk::Export { .. } => "export",
        }
    }
}

impl fmt::Display for EventTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventTerm::Format(format) => write!(f, "-format={}", format.word()),
            EventTerm::Games(games) => write!(f, "-games={games}"),
            EventTerm::Rounds(rounds) => write!(f, "-rounds={rounds}"),
            EventTerm::Groups(groups) => write!(f, "-groups={groups}"),
            EventTerm::Qualify(players) => write!(f, "-qualify={players}"),
            EventTerm::Third(third) => write!(f, "-third={}", if *third { "yes" } else { "no" }),
            EventTerm::Max(players) => write!(f, "-max={players}"),
            EventTerm::Load(games) => write!(f, "-load={games}"),
            EventTerm::Entry(games) => write!(f, "-entry={games}"),
            EventTerm::TieBreaks(codes) => write!(f, "-tiebreak={}", codes.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_has_a_word_of_its_own() {
        let mut words: Vec<&str> = ACTS.iter().flat_map(|act| act.synonyms.iter().copied().chain([act.name])).collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
        for act in &ACTS {
            assert!(
                act.usage.len() <= 68 && act.usage.starts_with(&format!("tournament {}", act.name)),
                "{}",
                act.usage
            );
        }
    }

    #[test]
    fn a_name_is_no_word_of_the_language() {
        for good in ["spring26", "club-cup", "nordic_open"] {
            assert!(is_event_name(good), "{good}");
        }
        for bad in ["start", "tournament", "x", "26", "spring 26", "games", "list", "stan", "crosst"] {
            assert!(!is_event_name(bad), "{bad}");
        }
    }
}

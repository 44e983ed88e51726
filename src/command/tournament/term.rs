//! The terms of a tournament, as data: how each is written and how it is read.

use crate::clock::{self, Closing, Control, DAY, Time};
use crate::command::complaint::{Complaint, ComplaintKind, Thing};
use crate::command::cursor::Args;
use crate::command::lexer::Word;
use crate::command::nearest::{Place, nearest};
use crate::command::terms::Timing;
use std::fmt;

/// The format of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// Round robins in groups, then a final of the best of each.
    Groups,
    /// A player who loses is out.
    Knockout,
    /// A number of rounds, each against an opponent of about the same score.
    Swiss,
}

/// How much vacation stops the clocks of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentVacation {
    /// All that the club allows.
    #[default]
    Allow,
    /// None.
    None,
    /// This many days for each player.
    Days(u32),
}

/// The order of a tournament's players before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentSeed {
    /// In the order in which they joined.
    #[default]
    Entry,
    /// By their ratings.
    Rating,
    /// At random.
    Lot,
}

impl TournamentSeed {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            TournamentSeed::Entry => "entry",
            TournamentSeed::Rating => "rating",
            TournamentSeed::Lot => "lot",
        }
    }
}

/// One of the terms of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentTerm {
    /// The format.
    Format(TournamentFormat),
    /// Games in a meeting: one, or two with the sides exchanged.
    Games(u32),
    /// Rounds of a Swiss tournament.
    Rounds(u32),
    /// Seconds after which a round is over for the players who wait for it.
    Round(Option<u32>),
    /// How many groups.
    Groups(u32),
    /// How many players of each group advance.
    Qualify(u32),
    /// Whether there is a match for the third place.
    Third(bool),
    /// The most players.
    Max(u32),
    /// The most games of one player at a time.
    Load(u32),
    /// Finished games that a player needs in order to enter.
    Entry(u32),
    /// The clock of its games.
    Clock(Timing),
    /// How much vacation stops its clocks.
    Vacation(TournamentVacation),
    /// When it closes by itself.
    Close(Option<Closing>),
    /// The order of its players.
    Seed(TournamentSeed),
    /// How many of the players in the next places of their groups also advance.
    Best(u32),
    /// The codes of the tie-breaks, in order.
    TieBreaks(Vec<String>),
}

/// A term of a tournament.
#[derive(Debug)]
pub(super) struct Term {
    /// The word for it.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    read: fn(&str) -> Option<Vec<TournamentTerm>>,
    /// What it means without a value.
    bare: Option<fn() -> TournamentTerm>,
}

/// The codes of the tie-breaks, in the order of the manual.
pub const TIE_BREAKS: [&str; 9] = ["DE", "SB", "BH", "BH-C1", "WIN", "ATT", "CAP", "SHORT", "LOT"];
/// The most players of a tournament.
pub const TOURNAMENT_PLAYERS_MAX: u32 = 256;
/// The term whose value may have several words.
const CLOSE: &str = "close";
/// The longest time of a round.
const ROUND_MAX: u32 = 365 * DAY;
/// The fewest groups of a tournament.
pub const TOURNAMENT_GROUPS_MIN: u32 = 2;
/// The most groups of a tournament.
pub const TOURNAMENT_GROUPS_MAX: u32 = 32;
/// The highest limit for a player's games at a time that can be set.
pub const TOURNAMENT_LOAD_MAX: u32 = 100;

fn number(value: &str, least: u32, most: u32) -> Option<u32> {
    value.parse().ok().filter(|number| (least..=most).contains(number))
}

static TERMS: [Term; 24] = [
    Term {
        name: "format",
        usage: "-format=round-robin, groups, knockout or swiss",
        read: |value| TournamentFormat::from_word(value).map(|format| vec![TournamentTerm::Format(format)]),
        bare: None,
    },
    Term {
        name: "games",
        usage: "-games=1 or -games=2",
        read: |value| number(value, 1, 2).map(|games| vec![TournamentTerm::Games(games)]),
        bare: None,
    },
    Term {
        name: "match",
        usage: "-match=1 or -match=2",
        read: |value| number(value, 1, 2).map(|games| vec![TournamentTerm::Games(games)]),
        bare: None,
    },
    Term { name: "double", usage: "-double", read: |_| None, bare: Some(|| TournamentTerm::Games(2)) },
    Term { name: "single", usage: "-single", read: |_| None, bare: Some(|| TournamentTerm::Games(1)) },
    Term {
        name: "round-robin",
        usage: "-round-robin",
        read: |_| None,
        bare: Some(|| TournamentTerm::Format(TournamentFormat::RoundRobin)),
    },
    Term {
        name: "roundrobin",
        usage: "-round-robin",
        read: |_| None,
        bare: Some(|| TournamentTerm::Format(TournamentFormat::RoundRobin)),
    },
    Term {
        name: "knockout",
        usage: "-knockout",
        read: |_| None,
        bare: Some(|| TournamentTerm::Format(TournamentFormat::Knockout)),
    },
    Term {
        name: "swiss",
        usage: "-swiss or -swiss=5, for a Swiss of 5 rounds",
        read: |value| {
            let rounds = number(value, 1, 30)?;
            Some(vec![TournamentTerm::Format(TournamentFormat::Swiss), TournamentTerm::Rounds(rounds)])
        },
        bare: Some(|| TournamentTerm::Format(TournamentFormat::Swiss)),
    },
    Term {
        name: "rounds",
        usage: "-rounds=5",
        read: |value| number(value, 1, 30).map(|rounds| vec![TournamentTerm::Rounds(rounds)]),
        bare: None,
    },
    Term {
        name: "round",
        usage: "-round=21d or -round=none",
        read: |value| match value {
            "none" => Some(vec![TournamentTerm::Round(None)]),
            _ => {
                let time = clock::time(value).ok().filter(|time| (DAY..=ROUND_MAX).contains(time))?;
                Some(vec![TournamentTerm::Round(Some(time))])
            }
        },
        bare: None,
    },
    Term {
        name: "groups",
        usage: "-groups=2",
        read: |value| {
            let groups = number(value, TOURNAMENT_GROUPS_MIN, TOURNAMENT_GROUPS_MAX)?;
            Some(vec![TournamentTerm::Format(TournamentFormat::Groups), TournamentTerm::Groups(groups)])
        },
        bare: Some(|| TournamentTerm::Format(TournamentFormat::Groups)),
    },
    Term {
        name: "qualify",
        usage: "-qualify=2",
        read: |value| number(value, 1, 8).map(|players| vec![TournamentTerm::Qualify(players)]),
        bare: None,
    },
    Term {
        name: "third",
        usage: "-third=yes or -third=no",
        read: |value| match value {
            "yes" => Some(vec![TournamentTerm::Third(true)]),
            "no" => Some(vec![TournamentTerm::Third(false)]),
            _ => None,
        },
        bare: Some(|| TournamentTerm::Third(true)),
    },
    Term {
        name: "max",
        usage: "-max=24",
        read: |value| number(value, 2, TOURNAMENT_PLAYERS_MAX).map(|players| vec![TournamentTerm::Max(players)]),
        bare: None,
    },
    Term {
        name: "load",
        usage: "-load=12",
        read: |value| number(value, 1, TOURNAMENT_LOAD_MAX).map(|games| vec![TournamentTerm::Load(games)]),
        bare: None,
    },
    Term {
        name: "entry",
        usage: "-entry=5, if a player needs 5 finished games to enter",
        read: |value| number(value, 0, 1000).map(|games| vec![TournamentTerm::Entry(games)]),
        bare: None,
    },
    Term {
        name: "clock",
        usage: "-clock=standard; send help clocks",
        read: |value| Timing::read(value).ok().map(|timing| vec![TournamentTerm::Clock(timing)]),
        bare: None,
    },
    Term {
        name: "days",
        usage: "-days=3, for each move",
        read: |value| {
            let days = number(value, 1, 60)?;
            let control = Control { per_move: Some(days * DAY), ..Control::default() };
            Some(vec![TournamentTerm::Clock(Timing::Control(control))])
        },
        bare: None,
    },
    Term {
        name: "leave",
        usage: "-leave=allow, -leave=none or -leave=10, in days",
        read: |value| {
            let vacation = match value {
                "allow" | "all" => TournamentVacation::Allow,
                "none" | "no" => TournamentVacation::None,
                _ => TournamentVacation::Days(number(value.trim_end_matches('d'), 1, 365)?),
            };
            Some(vec![TournamentTerm::Vacation(vacation)])
        },
        bare: None,
    },
    Term {
        name: CLOSE,
        usage: "-close=2027-02-28/12:00/Europe/Copenhagen or -close=none",
        read: |value| match value {
            "none" => Some(vec![TournamentTerm::Close(None)]),
            _ => value.parse().ok().map(|closing| vec![TournamentTerm::Close(Some(closing))]),
        },
        bare: None,
    },
    Term {
        name: "seed",
        usage: "-seed=rating, entry or lot",
        read: |value| {
            let known = [TournamentSeed::Entry, TournamentSeed::Rating, TournamentSeed::Lot];
            let seed = known.into_iter().find(|seed| seed.word() == value)?;
            Some(vec![TournamentTerm::Seed(seed)])
        },
        bare: None,
    },
    Term {
        name: "best",
        usage: "-best=2, if the two best of the players who come next in their groups also advance",
        read: |value| number(value, 0, TOURNAMENT_GROUPS_MAX).map(|players| vec![TournamentTerm::Best(players)]),
        bare: None,
    },
    Term {
        name: "tiebreak",
        usage: "-tiebreak=SB,WIN,LOT; send help tie-breaks",
        read: |value| {
            let known = |code: &str| TIE_BREAKS.iter().find(|known| known.eq_ignore_ascii_case(code));
            let codes: Option<Vec<String>> =
                value.split(',').map(|code| known(code).map(ToString::to_string)).collect();
            codes.filter(|codes| codes.len() <= TIE_BREAKS.len()).map(|codes| vec![TournamentTerm::TieBreaks(codes)])
        },
        bare: None,
    },
];

impl TournamentFormat {
    /// All of them.
    pub const ALL: [TournamentFormat; 4] =
        [TournamentFormat::RoundRobin, TournamentFormat::Groups, TournamentFormat::Knockout, TournamentFormat::Swiss];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            TournamentFormat::RoundRobin => "round-robin",
            TournamentFormat::Groups => "groups",
            TournamentFormat::Knockout => "knockout",
            TournamentFormat::Swiss => "swiss",
        }
    }

    /// The format that a word in lower case names.
    pub fn from_word(word: &str) -> Option<TournamentFormat> {
        TournamentFormat::ALL.into_iter().find(|known| known.word() == word || known.word().replace('-', "") == word)
    }
}

/// Removes the terms from the line, with a dash or without: `-max 24`, `-max=24`, `max=24`.
pub(in crate::command) fn terms(args: &mut Args<'_>) -> Result<Vec<TournamentTerm>, Complaint> {
    let mut found: Vec<TournamentTerm> = Vec::new();
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
        let value = if term.name == CLOSE { whole_date(args, ahead, &value) } else { value };
        match (term.read)(&value.to_lowercase()) {
            Some(read) => read.into_iter().for_each(|term| add(&mut found, term)),
            None => {
                let kind = match Timing::read(&value) {
                    Err(why) if term.name == "clock" => ComplaintKind::BadClock { why },
                    _ => ComplaintKind::UnknownValue { word: value, usage: term.usage },
                };
                return Err(args.complain(at, kind));
            }
        }
    }
    Ok(found)
}

/// A date continues after a blank, with the time and the place: `close="2027-02-28 12:00 Europe/Copenhagen"`.
fn whole_date(args: &mut Args<'_>, ahead: usize, value: &str) -> String {
    let bare = |word: &str| word.trim_matches(['"', '\'']).to_owned();
    let mut whole = bare(value);
    let is_time = |word: &str| word.split_once(':').is_some_and(|(hour, _)| hour.parse::<u8>().is_ok());
    // The name of a city alone may be that of a game.
    let is_place = |word: &str| word.contains('/') || word.eq_ignore_ascii_case("utc");
    for fits in [&is_time as &dyn Fn(&str) -> bool, &is_place] {
        let next = args.peek(ahead).filter(|word| word.option().is_none()).map(|word| bare(&word.plain));
        if let Some(next) = next.filter(|next| fits(next)) {
            args.remove(ahead);
            whole = format!("{whole}/{next}");
        }
    }
    whole
}

/// If a term is given twice, the last one counts.
fn add(terms: &mut Vec<TournamentTerm>, term: TournamentTerm) {
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

/// The complaint about a word that is not a term.
#[expect(clippy::wildcard_enum_match_arm, reason = "most complaints are not meant here")]
pub(in crate::command) fn unknown_term(args: &Args<'_>, word: &Word, usage: &'static str) -> Complaint {
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

/// For an unknown option, the nearest name may also be a term.
pub(in crate::command) fn with_terms(mut complaint: Complaint) -> Complaint {
    if let ComplaintKind::UnknownOption { word, nearest: known } = &mut complaint.kind {
        let names = TERMS.iter().map(|term| term.name);
        let near = nearest(word.trim_start_matches('-'), Place::Name, names);
        if !near.is_empty() {
            *known = near.into_iter().map(|name| format!("-{name}")).collect();
        }
    }
    complaint
}

impl fmt::Display for TournamentTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TournamentTerm::Format(format) => write!(f, "-format={}", format.word()),
            TournamentTerm::Games(games) => write!(f, "-games={games}"),
            TournamentTerm::Rounds(rounds) => write!(f, "-rounds={rounds}"),
            TournamentTerm::Round(Some(time)) => write!(f, "-round={}", Time(*time)),
            TournamentTerm::Round(None) => f.write_str("-round=none"),
            TournamentTerm::Groups(groups) => write!(f, "-groups={groups}"),
            TournamentTerm::Qualify(players) => write!(f, "-qualify={players}"),
            TournamentTerm::Third(third) => write!(f, "-third={}", if *third { "yes" } else { "no" }),
            TournamentTerm::Max(players) => write!(f, "-max={players}"),
            TournamentTerm::Load(games) => write!(f, "-load={games}"),
            TournamentTerm::Entry(games) => write!(f, "-entry={games}"),
            TournamentTerm::Clock(timing) => write!(f, "-clock={timing}"),
            TournamentTerm::Vacation(TournamentVacation::Allow) => f.write_str("-leave=allow"),
            TournamentTerm::Vacation(TournamentVacation::None) => f.write_str("-leave=none"),
            TournamentTerm::Vacation(TournamentVacation::Days(days)) => write!(f, "-leave={days}"),
            TournamentTerm::Close(Some(closing)) => write!(f, "-close={closing}"),
            TournamentTerm::Close(None) => f.write_str("-close=none"),
            TournamentTerm::Seed(seed) => write!(f, "-seed={}", seed.word()),
            TournamentTerm::Best(players) => write!(f, "-best={players}"),
            TournamentTerm::TieBreaks(codes) => write!(f, "-tiebreak={}", codes.join(",")),
        }
    }
}

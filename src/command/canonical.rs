//! The canonical form of a command: what is shown where it is to be confirmed, and reads back as the same command. It never holds a password.

use std::fmt;

use crate::command::command::{Command, PreviewOf, Queued, RatingsOf, RulesOf, ShowItem, VacationAsk};
use crate::command::terms::{Terms, Timing};
use crate::tafl::{DEFAULT_GAME, OWN_RULES, ParsedPlay, Variant};

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Help { topic: None } => f.write_str("help"),
            Self::Help { topic: Some(topic) } => write!(f, "help {topic}"),
            Self::Commands => f.write_str("commands"),
            Self::Signup { player, addresses, .. } => {
                write!(f, "signup {player}")?;
                addresses.iter().try_for_each(|address| write!(f, " {address}"))
            }
            Self::Whoami => f.write_str("whoami"),
            Self::Set { setting: None } => f.write_str("set"),
            Self::Set { setting: Some(setting) } => write!(f, "set {} {}", setting.key(), setting.value()),
            Self::Account { act, .. } => act.fmt(f),
            Self::Players => f.write_str("players"),
            Self::Vacation(VacationAsk::Show) => f.write_str("vacation"),
            Self::Vacation(VacationAsk::Off) => f.write_str("vacation off"),
            Self::Vacation(VacationAsk::Dates { first, last }) => write!(f, "vacation {first} {last}"),
            Self::Variants => f.write_str("variants"),
            Self::Rules { of } => match of {
                RulesOf::Default => f.write_str("rules"),
                RulesOf::Variant(variant) => write!(f, "rules {}", named(variant)),
                RulesOf::Game(number) => write!(f, "rules {number}"),
            },
            Self::Board { variant: None } => f.write_str("board"),
            Self::Board { variant: Some(variant) } => write!(f, "board {}", named(variant)),
            Self::Challenge { first, second, terms, conditions, clock, .. } => {
                write!(f, "challenge {first} {second} {terms}{conditions}")?;
                timed(f, *clock)
            }
            Self::Accept { number, .. } => numbered(f, "accept", *number),
            Self::Decline { number, .. } => numbered(f, "decline", *number),
            Self::Withdraw { number, .. } => numbered(f, "withdraw", *number),
            Self::Move { number, play, .. } => {
                numbered(f, "move", *number)?;
                write!(f, " ")?;
                write_play(f, play)
            }
            Self::Queue { number, what, .. } => {
                numbered(f, "queue", *number)?;
                match what {
                    Queued::Show => Ok(()),
                    Queued::Clear => f.write_str(" clear"),
                    Queued::Line { conditional, plays } => {
                        for (i, play) in plays.iter().enumerate() {
                            f.write_str(match (conditional, i % 2) {
                                (true, 0) => " if ",
                                (true, _) => " then ",
                                (false, _) => " ",
                            })?;
                            write_play(f, play)?;
                        }
                        Ok(())
                    }
                }
            }
            Self::Resign { number, .. } => numbered(f, "resign", *number),
            Self::Draw { number, .. } => numbered(f, "draw", *number),
            Self::Undo { number, .. } => numbered(f, "undo", *number),
            Self::Unrated { number, .. } => numbered(f, "unrated", *number),
            Self::OpenChallenge { variant, side, conditions, clock, .. } => {
                let side = side.map(|side| format!(" {side}")).unwrap_or_default();
                write!(f, "seek {}{side}{conditions}", Terms::Variant(variant.clone()))?;
                timed(f, *clock)
            }
            Self::Subscribe { number, .. } => numbered(f, self.word(), *number),
            Self::Seeks => f.write_str("seeks"),
            Self::Take { number, .. } => write!(f, "take {number}"),
            Self::Limit { limit, .. } => match limit {
                None => f.write_str("limit"),
                Some(None) => f.write_str("limit off"),
                Some(Some(limit)) => write!(f, "limit {limit}"),
            },
            Self::Ratings { of } => match of {
                RatingsOf::All => f.write_str("ratings"),
                RatingsOf::Variant(name) if name == DEFAULT_GAME || name.starts_with("hnefatafl -") => {
                    write!(f, "ratings -{name}")
                }
                RatingsOf::Variant(name) | RatingsOf::Player(name) => write!(f, "ratings {name}"),
            },
            Self::Preview { of, plays } => {
                f.write_str("preview")?;
                match of {
                    PreviewOf::Game { number, at } => write_board(f, *number, *at)?,
                    PreviewOf::New(variant) => write!(f, " new {}", named(variant))?,
                }
                for play in plays {
                    f.write_str(" ")?;
                    write_play(f, play)?;
                }
                Ok(())
            }
            Self::Show { what } => {
                f.write_str("show")?;
                for item in what {
                    match item {
                        ShowItem::Game { number, at } => write_board(f, *number, *at)?,
                        ShowItem::Player { id, filter } => write!(f, " {id} {}", filter.word())?,
                    }
                }
                Ok(())
            }
            Self::Games { players, filter, from } => {
                f.write_str("games")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))?;
                write!(f, " {}", filter.word())?;
                from.map_or(Ok(()), |from| write!(f, " {from}"))
            }
            Self::Export { number, format } => {
                numbered(f, "export", *number)?;
                write!(f, " {}", format.word())
            }
            Self::Chat { number, text, .. } => {
                numbered(f, "chat", *number)?;
                write!(f, ": {text}")
            }
            Self::Tournament(tournament) => write!(f, "{tournament}"),
            Self::Message { players, text } => write!(f, "message {}: {text}", players.join(" ")),
        }
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Terms::Variant(variant) => {
                let game = named(variant);
                let dash = if variant.asked_as.is_some() || game.starts_with('-') { "" } else { "-" };
                write!(f, "{dash}{game}")
            }
            Terms::AsOn(number) => write!(f, "-rules={number}"),
        }
    }
}

/// How a command names a game: by the record of a player's own rules, or by the name it was asked for, so that reading it again tells
/// the same. The usual game has a dash, since its bare name is that of the whole family.
fn named(variant: &Variant) -> String {
    if variant.name == OWN_RULES
        && let Ok(record) = variant.rules.to_otn()
    {
        return format!("-rules={record}");
    }
    let (name, options) = variant.name.split_once(' ').unwrap_or((&variant.name, ""));
    let name = match &variant.asked_as {
        Some(asked_as) => asked_as.clone(),
        None if name == DEFAULT_GAME => format!("-{name}"),
        None => name.to_owned(),
    };
    format!("{name} {options}").trim_end().to_owned()
}

fn timed(f: &mut fmt::Formatter<'_>, clock: Option<Timing>) -> fmt::Result {
    clock.map_or(Ok(()), |clock| write!(f, " -clock={clock}"))
}

fn numbered(f: &mut fmt::Formatter<'_>, word: &str, number: Option<u32>) -> fmt::Result {
    match number {
        Some(number) => write!(f, "{word} {number}"),
        None => f.write_str(word),
    }
}

/// ` 17#6`, ` 17`, ` #6`, or nothing.
fn write_board(f: &mut fmt::Formatter<'_>, number: Option<u32>, at: Option<u32>) -> fmt::Result {
    match (number, at) {
        (Some(number), Some(at)) => write!(f, " {number}#{at}"),
        (Some(number), None) => write!(f, " {number}"),
        (None, Some(at)) => write!(f, " #{at}"),
        (None, None) => Ok(()),
    }
}

/// `d4-d8xd7/e8#6`.
fn write_play(f: &mut fmt::Formatter<'_>, play: &ParsedPlay) -> fmt::Result {
    write!(f, "{}-{}", play.from, play.to)?;
    for (i, square) in play.captures.iter().enumerate() {
        write!(f, "{}{square}", if i == 0 { "x" } else { "/" })?;
    }
    match play.ply {
        Some(ply) => write!(f, "#{ply}"),
        None => Ok(()),
    }
}

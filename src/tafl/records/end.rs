//! How a recorded game ended: who won, and whether by the rules or by the players.

use crate::tafl::records::error::Misfit;
use crate::tafl::{Reason, Side, Status};
use std::fmt;
use std::str::FromStr;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason.
    pub how: How,
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The rules.
    Rules(Reason),
    /// The loser resigned.
    Resignation,
    /// Both agreed to a draw.
    Agreement,
    /// A player ran out of time.
    Time,
    /// Another person decided.
    Adjudication,
    /// The result is known, but not its reason.
    Unstated,
}

/// The reasons by which the rules end a game.
const REASONS: [Reason; 7] = [
    Reason::KingCaptured,
    Reason::KingEscaped,
    Reason::Encircled,
    Reason::ExitFort,
    Reason::NoMove,
    Reason::NoMen,
    Reason::Repetition,
];

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Rules(reason) => reason.fmt(f),
            How::Resignation => f.pad("resignation"),
            How::Agreement => f.pad("agreement"),
            How::Time => f.pad("time"),
            How::Adjudication => f.pad("adjudication"),
            How::Unstated => f.pad("unstated"),
        }
    }
}

/// `attackers:time`, `draw:agreement`.
impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner}:{}", self.how),
            None => write!(f, "draw:{}", self.how),
        }
    }
}

/// A text that is not the end of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a way for a game to end: write it like attackers:king-captured or draw:agreement")]
pub struct BadEnded(pub String);

impl FromStr for Ended {
    type Err = BadEnded;

    /// In the form in which it is written.
    fn from_str(text: &str) -> Result<Ended, BadEnded> {
        let wrong = || BadEnded(text.chars().take(40).collect());
        let (winner, by) = text.split_once(':').ok_or_else(wrong)?;
        let winner = match claim(winner) {
            Some(Claim::Won(side)) => Some(side),
            Some(Claim::Drawn) => None,
            Some(Claim::Open) | None => return Err(wrong()),
        };
        let how = how(by).flatten().ok_or_else(wrong)?;
        Ok(Ended { winner, how })
    }
}

/// What a record says about its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tafl::records) enum Claim {
    /// A side has won.
    Won(Side),
    /// The game was a draw.
    Drawn,
    /// It says nothing, or that the game goes on.
    Open,
}

/// The words for a result, as an error lists them.
pub(in crate::tafl::records) const RESULTS: &str = "attackers, defenders, draw or unfinished";
/// The words for what ended a game, as an error lists them.
pub(in crate::tafl::records) const HOWS: &str = "resignation, agreement, time, adjudication, unstated, normal, unfinished, \
                                                 king-captured, king-escaped, encircled, exit-fort, no-move, no-men or repetition";

/// The result that a word of any format names.
pub(in crate::tafl::records) fn claim(word: &str) -> Option<Claim> {
    Some(match word.to_ascii_lowercase().as_str() {
        "attackers" | "1" | "1-0" => Claim::Won(Side::Attackers),
        "defenders" | "-1" | "0-1" => Claim::Won(Side::Defenders),
        "draw" | "0" | "1/2-1/2" => Claim::Drawn,
        "unfinished" | "" | "?" | "*" => Claim::Open,
        _ => return None,
    })
}

/// The reason that a word names. The inner `None` means no reason.
#[allow(clippy::option_option, reason = "a word that is none differs from one that says nothing")]
pub(in crate::tafl::records) fn how(word: &str) -> Option<Option<How>> {
    let word = word.to_ascii_lowercase();
    let by = match word.as_str() {
        "resignation" | "resigns" | "resigned" => How::Resignation,
        "agreement" | "agreed" => How::Agreement,
        "time" | "timeout" | "time forfeit" => How::Time,
        "adjudication" | "adjudicated" => How::Adjudication,
        "unstated" => How::Unstated,
        "" | "?" | "normal" | "unfinished" | "unterminated" => return Some(None),
        _ => {
            let reason = REASONS.into_iter().find(|reason| reason.to_string() == word)?;
            How::Rules(reason)
        }
    };
    Some(Some(by))
}

/// The end that follows from the words of a record and its moves together.
pub(in crate::tafl::records) fn settle(
    claim: Claim,
    said: Option<How>,
    status: Status,
    mover: Side,
) -> Result<Option<Ended>, Misfit> {
    let misfit = |said: String, why: &'static str| Misfit::End { said, played: played(status), why };
    let word = match claim {
        Claim::Won(side) => side.to_string(),
        Claim::Drawn => "draw".to_owned(),
        Claim::Open => "no result".to_owned(),
    };
    if let Some(end) = by_rules(status) {
        let agree = match claim {
            Claim::Won(side) => end.winner == Some(side),
            Claim::Drawn => end.winner.is_none(),
            Claim::Open => true,
        };
        return match said {
            _ if !agree => Err(misfit(word, "")),
            Some(How::Unstated) | None => Ok(Some(end)),
            Some(how) if how == end.how => Ok(Some(end)),
            Some(how) => Err(misfit(how.to_string(), "")),
        };
    }
    let winner = match (claim, said) {
        (Claim::Won(side), _) => Some(side),
        (Claim::Drawn, _) | (Claim::Open, Some(How::Agreement)) => None,
        // Only the side to move can run out of time. And if there is nothing else to go by, the side that resigns does so when it is to
        // move.
        (Claim::Open, Some(How::Resignation | How::Time)) => Some(mover.opponent()),
        (Claim::Open, Some(how @ (How::Adjudication | How::Unstated | How::Rules(_)))) => {
            let why = if matches!(how, How::Rules(_)) { "" } else { "; also write who has won" };
            return Err(misfit(how.to_string(), why));
        }
        (Claim::Open, None) => return Ok(None),
    };
    let end = Some(Ended { winner, how: said.unwrap_or(How::Unstated) });
    check(end, status)?;
    Ok(end)
}

/// Whether a game with these moves can have ended so.
pub(in crate::tafl::records) fn check(end: Option<Ended>, status: Status) -> Result<(), Misfit> {
    let fits = match (end, by_rules(status)) {
        (end, Some(by_rules)) => end == Some(by_rules),
        (None, None) => true,
        (Some(Ended { winner, how }), None) => match how {
            How::Rules(_) => false,
            How::Resignation => winner.is_some(),
            How::Agreement => winner.is_none(),
            How::Time | How::Adjudication | How::Unstated => true,
        },
    };
    if fits {
        return Ok(());
    }
    let said = end.map_or("unfinished".to_owned(), |end| end.to_string());
    Err(Misfit::End { said, played: played(status), why: "" })
}

/// The end of a game by the rules.
pub(in crate::tafl::records) fn by_rules(status: Status) -> Option<Ended> {
    match status {
        Status::Ongoing => None,
        Status::Won { winner, reason } => Some(Ended { winner: Some(winner), how: How::Rules(reason) }),
        Status::Drawn { reason } => Some(Ended { winner: None, how: How::Rules(reason) }),
    }
}

fn played(status: Status) -> String {
    by_rules(status).map_or("no end".to_owned(), |end| end.to_string())
}

/// The word for the result of a record.
pub(in crate::tafl::records) fn result_word(end: Option<Ended>) -> String {
    match end {
        None => "unfinished".to_owned(),
        Some(Ended { winner: Some(winner), .. }) => winner.to_string(),
        Some(Ended { winner: None, .. }) => "draw".to_owned(),
    }
}

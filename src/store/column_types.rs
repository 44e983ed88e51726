//! How the ids, names and words of the club are stored in columns: each stored type once.

use crate::clock::{Control, Zone};
use crate::club::rating::Weight;
use crate::club::tournament;
use crate::club::tournament::{TournamentName, TournamentStage};
use crate::club::{HalfMove, Hindrance, OfferKind, PendingMark, PlayerId, Presence};
use crate::command::{BoardStyle, LetterStyle, PlainWords, Wanted};
use crate::mail::{Address, DeliveryStatus};
use crate::store::columns::{Word, parsed, stored_by_name};
use crate::tafl;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

/// Makes a type readable from the text that it is written as.
macro_rules! read_as_text {
    ($($type:ty: $what:literal),+ $(,)?) => {$(
        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$type> {
                parsed($what, value)
            }
        }
    )+};
}

read_as_text! {
    PlayerId: "a player id",
    TournamentName: "the name of a tournament",
    Address: "an address",
    DeliveryStatus: "a delivery status",
    Control: "a time control",
    Zone: "a time zone",
    tafl::Play: "a play",
    HalfMove: "the half of a move",
}

impl ToSql for PlayerId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.as_str()))
    }
}

impl ToSql for HalfMove {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.to_string()))
    }
}

stored_by_name!(
    tafl::Side,
    tafl::Reason,
    LetterStyle,
    Presence,
    Wanted,
    PlainWords,
    BoardStyle,
    tafl::Dialect,
    OfferKind,
    TournamentStage,
    tournament::Participation,
    Weight,
    Hindrance,
    PendingMark
);

impl Word for tafl::Side {
    const WHAT: &'static str = "a side";
    const ALL: &'static [tafl::Side] = &[tafl::Side::Attackers, tafl::Side::Defenders];

    fn word(self) -> &'static str {
        match self {
            tafl::Side::Attackers => "attackers",
            tafl::Side::Defenders => "defenders",
        }
    }
}

impl Word for tafl::Reason {
    const WHAT: &'static str = "the reason why a game ended";
    const ALL: &'static [tafl::Reason] = &[
        tafl::Reason::KingCaptured,
        tafl::Reason::KingEscaped,
        tafl::Reason::Encircled,
        tafl::Reason::ExitFort,
        tafl::Reason::NoMove,
        tafl::Reason::NoMen,
        tafl::Reason::Repetition,
    ];

    fn word(self) -> &'static str {
        match self {
            tafl::Reason::KingCaptured => "king-captured",
            tafl::Reason::KingEscaped => "king-escaped",
            tafl::Reason::Encircled => "encircled",
            tafl::Reason::ExitFort => "exit-fort",
            tafl::Reason::NoMove => "no-move",
            tafl::Reason::NoMen => "no-men",
            tafl::Reason::Repetition => "repetition",
        }
    }
}

impl Word for PendingMark {
    const WHAT: &'static str = "the mark of something that waits";
    const ALL: &'static [PendingMark] = &[PendingMark::Unasked, PendingMark::LastAsked, PendingMark::LookedAt];

    fn word(self) -> &'static str {
        match self {
            PendingMark::Unasked => "unasked",
            PendingMark::LastAsked => "last-asked",
            PendingMark::LookedAt => "looked-at",
        }
    }
}

impl Word for LetterStyle {
    const WHAT: &'static str = "a style of letters";
    const ALL: &'static [LetterStyle] = &LetterStyle::ALL;

    fn word(self) -> &'static str {
        LetterStyle::word(self)
    }
}

impl Word for Presence {
    const WHAT: &'static str = "the state of an account";
    const ALL: &'static [Presence] = &[Presence::Here, Presence::SignedOff];

    fn word(self) -> &'static str {
        match self {
            Presence::Here => "active",
            Presence::SignedOff => "paused",
        }
    }
}

impl Word for Wanted {
    const WHAT: &'static str = "a player's choice about a kind of letter";
    const ALL: &'static [Wanted] = &Wanted::ALL;

    fn word(self) -> &'static str {
        Wanted::word(self)
    }
}

impl Word for PlainWords {
    const WHAT: &'static str = "a setting for words without a command";
    const ALL: &'static [PlainWords] = &PlainWords::ALL;

    fn word(self) -> &'static str {
        PlainWords::word(self)
    }
}

impl Word for BoardStyle {
    const WHAT: &'static str = "a style of boards";
    const ALL: &'static [BoardStyle] = &BoardStyle::ALL;

    fn word(self) -> &'static str {
        BoardStyle::word(self)
    }
}

impl Word for tafl::Dialect {
    const WHAT: &'static str = "a dialect";
    const ALL: &'static [tafl::Dialect] = &tafl::Dialect::ALL;

    fn word(self) -> &'static str {
        tafl::Dialect::word(self)
    }
}

impl Word for OfferKind {
    const WHAT: &'static str = "an offer";
    const ALL: &'static [OfferKind] = &[OfferKind::Draw, OfferKind::Undo];

    fn word(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Undo => "undo",
        }
    }
}

impl Word for TournamentStage {
    const WHAT: &'static str = "the stage of a tournament";
    const ALL: &'static [TournamentStage] = &[
        TournamentStage::Draft,
        TournamentStage::Open,
        TournamentStage::Closed,
        TournamentStage::Running,
        TournamentStage::Finished,
    ];

    fn word(self) -> &'static str {
        match self {
            TournamentStage::Draft => "draft",
            TournamentStage::Open => "open",
            TournamentStage::Closed => "closed",
            TournamentStage::Running => "running",
            TournamentStage::Finished => "finished",
        }
    }
}

impl Word for tournament::Participation {
    const WHAT: &'static str = "the status of a player in a tournament";
    const ALL: &'static [tournament::Participation] =
        &[tournament::Participation::Playing, tournament::Participation::Left, tournament::Participation::Struck];

    fn word(self) -> &'static str {
        match self {
            tournament::Participation::Playing => "playing",
            tournament::Participation::Left => "left",
            tournament::Participation::Struck => "struck",
        }
    }
}

impl Word for Weight {
    const WHAT: &'static str = "the rating weight of a game";
    const ALL: &'static [Weight] =
        &[Weight::Rated, Weight::Unrated, Weight::OwnRules, Weight::HardlyBegun, Weight::Vanished, Weight::PairLimit];

    fn word(self) -> &'static str {
        match self {
            Weight::Rated => "rated",
            Weight::Unrated => "unrated",
            Weight::OwnRules => "own-rules",
            Weight::HardlyBegun => "hardly-begun",
            Weight::Vanished => "vanished",
            Weight::PairLimit => "pair-limit",
        }
    }
}

impl Word for Hindrance {
    const WHAT: &'static str = "the cause of a delay";
    const ALL: &'static [Hindrance] = &[Hindrance::Mail, Hindrance::Door, Hindrance::Question, Hindrance::Time];

    fn word(self) -> &'static str {
        match self {
            Hindrance::Mail => "mail",
            Hindrance::Door => "door",
            Hindrance::Question => "question",
            Hindrance::Time => "time",
        }
    }
}

//! Every parameter of a rule set, as typed words. Nothing here knows what the words mean on a board.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

/// Gives an enum its words in files: kebab-case. Underscores are read as well.
macro_rules! words {
    ($(#[$about:meta])* $vis:vis $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal $(or $alias:literal)*,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        $vis enum $name {
            $($(#[$doc])* #[serde(rename = $word $(, alias = $alias)*)] $variant,)+
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $($name::$variant => $word,)+ })
            }
        }
    };
}

words! {
    /// Who moves first.
    pub(super) First {
        /// The attackers.
        Attackers = "attackers",
        /// The defenders.
        Defenders = "defenders",
    }
}
words! {
    /// Where the king escapes.
    pub(super) Escape {
        /// On a corner square.
        Corners = "corners",
        /// On any square of the edge.
        Edge = "edge",
    }
}
words! {
    /// How the king is captured.
    pub KingCapture {
        /// Like a man, everywhere.
        Two = "two",
        /// From four sides on the throne and beside it, elsewhere like a man.
        TwoButFourAtThrone = "two-but-four-at-throne" or "two_but_four_at_throne",
        /// From four sides, so never on the edge.
        Four = "four",
        /// From four sides. The edge of the board counts as a closed side.
        FourEdgeCounts = "four-edge-counts" or "four_edge_counts",
    }
}
words! {
    /// Whether the king helps to capture.
    pub KingArmed {
        /// The king captures like a man.
        Yes = "yes",
        /// The king never helps.
        No = "no",
        /// The king captures by moving, but no piece captures against it.
        Hammer = "hammer",
        /// Men capture against the king, but it does not capture by moving.
        Anvil = "anvil",
    }
}
words! {
    /// Who may end a move on the throne.
    pub(super) ThroneStop {
        /// The king.
        King = "king",
        /// Nobody: the king leaves it for good.
        Nobody = "nobody",
    }
}
words! {
    /// Who may pass over the empty throne.
    pub Pass {
        /// Every piece.
        All = "all",
        /// The king.
        King = "king",
        /// Nobody.
        None = "none",
    }
}
words! {
    /// Which pieces an empty throne helps to capture.
    pub(super) Victim {
        /// Attackers.
        Attackers = "attackers",
        /// The king's men.
        Defenders = "defenders",
        /// The king.
        King = "king",
    }
}
words! {
    /// Who may end a move on a corner.
    pub(super) CornerStop {
        /// The king.
        King = "king",
    }
}
words! {
    /// Which pieces a corner helps to capture.
    pub(super) CornerVictim {
        /// The men of both sides.
        Men = "men",
        /// The king.
        King = "king",
    }
}
words! {
    /// Which move captures a shieldwall.
    pub(super) ShieldwallBy {
        /// The move that closes an end of the row (C5, R1).
        FlankingMove = "flanking-move" or "flanking_move",
    }
}
words! {
    /// What happens to a side that has no move.
    pub(super) NoMove {
        /// It loses.
        Loses = "loses",
        /// The game is a draw.
        Draw = "draw",
    }
}
words! {
    /// Which side's moves the repetition rule applies to.
    pub Binds {
        /// Those of the attackers.
        Attackers = "attackers",
        /// Those of the defenders.
        Defenders = "defenders",
        /// Those of both sides.
        Both = "both",
    }
}
words! {
    /// What follows a repetition.
    pub RepetitionEffect {
        /// The move is illegal.
        Illegal = "illegal",
        /// The side that makes it loses.
        Loses = "loses",
        /// The game is a draw.
        Draw = "draw",
    }
}
words! {
    /// A call that goes with a move and tells the opponent what it threatens.
    pub Call {
        /// To the attackers: the king has a way out.
        Raichi = "raichi",
        /// To the attackers: the king has two or more ways out.
        Tuichi = "tuichi",
        /// To the defenders: the king can be captured next.
        WatchYourKing = "watch-your-king" or "watch_your_king",
    }
}

/// A throne and its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Throne {
    /// Who may end a move on it.
    pub stop: ThroneStop,
    /// Whether the king may return to it.
    #[serde(deserialize_with = "yes_or_no")]
    pub re_enter: bool,
    /// Who may pass over it while it is empty.
    pub pass: Pass,
    /// Which pieces it helps to capture while it is empty.
    pub hostile_empty: BTreeSet<Victim>,
    /// Which side's men it helps to capture while the king is on it.
    pub hostile_occupied: BTreeSet<First>,
}

/// Corners with rules of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Corners {
    /// Who may end a move on them.
    pub stop: CornerStop,
    /// Which pieces they help to capture.
    pub hostile: BTreeSet<CornerVictim>,
}

/// How a row on the edge is captured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shieldwall {
    /// Which move captures it.
    pub by: ShieldwallBy,
    /// Whether a corner may close one end.
    #[serde(deserialize_with = "yes_or_no")]
    pub corner_closes: bool,
    /// The length of the shortest row that can be captured, in pieces.
    pub at_least: u8,
}

/// What happens when a position repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Repetition {
    /// At which occurrence of the position, counted from 1, with the opening.
    pub count: u8,
    /// Which side's move must have caused it.
    pub binds: Binds,
    /// The consequence.
    pub effect: RepetitionEffect,
}

/// How far each piece may go in one move, in squares. Left out means without a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Speed {
    /// The attackers' men.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attackers: Option<u8>,
    /// The defenders' men.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defenders: Option<u8>,
    /// The king.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub king: Option<u8>,
}

/// A truth value, as TOML writes it or as `yes`, `no`, `y`, `n`.
pub(in crate::tafl) fn yes_or_no<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    struct YesOrNo;
    impl Visitor<'_> for YesOrNo {
        type Value = bool;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("true or false")
        }
        fn visit_bool<E: Error>(self, value: bool) -> Result<bool, E> {
            Ok(value)
        }
        fn visit_str<E: Error>(self, word: &str) -> Result<bool, E> {
            match word {
                "yes" | "y" => Ok(true),
                "no" | "n" => Ok(false),
                other => Err(E::unknown_variant(other, &["true", "false", "yes", "no"])),
            }
        }
    }
    from.deserialize_any(YesOrNo)
}

/// A parameter that is a table, or a word that says that there is none.
pub(in crate::tafl) trait Table {
    /// The word for none.
    const ABSENT: &'static str;
}

impl Table for Throne {
    const ABSENT: &'static str = "none";
}
impl Table for Corners {
    const ABSENT: &'static str = "none";
}
impl Table for Shieldwall {
    const ABSENT: &'static str = "no";
}
impl Table for Repetition {
    const ABSENT: &'static str = "ignore";
}

/// Reads and writes `word` or `[table]`.
pub(in crate::tafl) mod word_or_table {
    use crate::tafl::parameter::{Table, WordOrTable};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::marker::PhantomData;

    pub(in crate::tafl) fn deserialize<'de, D: Deserializer<'de>, T: Table + Deserialize<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        from.deserialize_any(WordOrTable(PhantomData))
    }

    pub(in crate::tafl) fn serialize<S: Serializer, T: Table + Serialize>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(table) => table.serialize(to),
            None => to.serialize_str(T::ABSENT),
        }
    }
}

struct WordOrTable<T>(PhantomData<T>);

impl<'de, T: Table + Deserialize<'de>> Visitor<'de> for WordOrTable<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" or a table", T::ABSENT)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Option<T>, E> {
        if word == T::ABSENT { Ok(None) } else { Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)) }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Option<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Some)
    }
}

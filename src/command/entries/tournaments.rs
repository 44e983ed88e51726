//! The commands of tournaments.

use crate::command::entry::{Entry, Group, Verb, Weight};

pub(in crate::command) static ENTRIES: [Entry; 1] = [Entry {
    verb: Verb::Tournament,
    weight: Weight::Light,
    takes_words: false,
    name: "tournament",
    synonyms: &["tournement", "tourney"],
    group: Group::Tournaments,
    usage: &[
        "tournament (NAME)",
        "tournament join|leave NAME",
        "tournament standings|crosstable|pairings NAME",
        "tournament status|record NAME",
        "tournament create NAME (-VARIANT) (-TERM=VALUE ...)",
        "tournament set NAME -TERM=VALUE ...",
        "tournament open|close|start|finish NAME",
        "tournament pairings NAME swap ID ID|bye ID",
        "tournament withdraw NAME (ID REASON)",
        "tournament adjudicate NAME BOARD (provisional) SIDE REASON",
        "tournament extend NAME BOARD|ID|all by 3d (REASON)",
        "tournament hold|resume NAME (REASON)",
        "tournament substitute NAME ID with ID",
        "tournament announce NAME: TEXT",
        "tournament organizers NAME +ID -ID ...",
        "tournament undo NAME",
        "tournament export NAME (csv|json|trf|pgn|otg)",
    ],
    examples: &[
        "tournament",
        "tournament spring",
        "tournament join spring",
        "tournament standings spring",
        "tournament create spring -tablut -double -max 12",
        "tournament create cup format=knockout variant=brandubh",
        "tournament create nordic -swiss=5 -double -tiebreak=BH,LOT",
        "tournament set spring -max=24",
        "tournament start spring",
    ],
}];

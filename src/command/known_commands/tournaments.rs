//! The commands of tournaments.

use crate::command::entry::{Entry, Form, Group, Verb, Weight};

pub(in crate::command) static ENTRIES: [Entry; 1] = [Entry {
    verb: Verb::Tournament,
    weight: Weight::Light,
    takes_words: false,
    name: "tournament",
    synonyms: &["tournement", "tourney"],
    group: Group::Tournaments,
    forms: &[
        Form { usage: "tournament (NAME)", examples: &["tournament", "tournament spring"] },
        Form { usage: "tournament standings|crosstable|pairings NAME", examples: &["tournament standings spring"] },
        Form { usage: "tournament status|record NAME", examples: &["tournament record spring"] },
        Form { usage: "tournament export NAME (csv|json|trf|pgn|otg)", examples: &["tournament export spring csv"] },
        Form { usage: "tournament join|leave NAME", examples: &["tournament join spring"] },
        Form { usage: "tournament withdraw NAME", examples: &["tournament withdraw spring"] },
        Form {
            usage: "tournament create NAME (-VARIANT) (-TERM=VALUE ...)",
            examples: &[
                "tournament create spring -tablut -double -max 12",
                "tournament create cup format=knockout variant=brandubh",
                "tournament create nordic -swiss=5 -double -tiebreak=BH,LOT",
            ],
        },
        Form { usage: "tournament set NAME -TERM=VALUE ...", examples: &["tournament set spring -max=24"] },
        Form { usage: "tournament open|close|start|finish NAME", examples: &["tournament start spring"] },
        Form { usage: "tournament pairings NAME swap ID ID", examples: &["tournament pairings nordic swap ann bob"] },
        Form { usage: "tournament pairings NAME bye ID", examples: &["tournament pairings nordic bye ann"] },
        Form {
            usage: "tournament withdraw NAME ID REASON",
            examples: &["tournament withdraw spring ann has fallen ill"],
        },
        Form {
            usage: "tournament adjudicate NAME BOARD (provisional) SIDE REASON",
            examples: &["tournament adjudicate spring 17 draw both agreed by mail"],
        },
        Form {
            usage: "tournament extend NAME BOARD|ID|all by 3d (REASON)",
            examples: &["tournament extend spring 17 by 3d"],
        },
        Form {
            usage: "tournament hold|resume NAME (REASON)",
            examples: &["tournament hold spring until the server has moved"],
        },
        Form {
            usage: "tournament substitute NAME ID with ID",
            examples: &["tournament substitute spring ann with carl"],
        },
        Form {
            usage: "tournament announce NAME: TEXT",
            examples: &["tournament announce spring: the final begins on Monday"],
        },
        Form { usage: "tournament organizers NAME +ID -ID ...", examples: &["tournament organizers spring +bob"] },
        Form { usage: "tournament undo NAME", examples: &["tournament undo spring"] },
    ],
}];

//! The commands of a running game.

use crate::command::entry::{Entry, Form, Group, Verb, Weight};

pub(in crate::command) static ENTRIES: [Entry; 7] = [
    Entry {
        verb: Verb::Move,
        weight: Weight::Light,
        takes_words: true,
        name: "move",
        synonyms: &["mvoe", "moev", "play"],
        group: Group::Playing,
        forms: &[
            Form { usage: "PLAY", examples: &["e5-e3", "d4-d8xd7 well met"] },
            Form {
                usage: "move (BOARD) (ID PASSWORD) PLAY",
                examples: &[
                    "move 17 e5-e3",
                    "move 17 e5-e3#6",
                    "hnefatafl move 17 bob secret e5-e3#6",
                    "board 17 e5-e3",
                ],
            },
        ],
    },
    Entry {
        verb: Verb::Preview,
        weight: Weight::Light,
        takes_words: false,
        name: "preview",
        synonyms: &[],
        group: Group::Playing,
        forms: &[
            Form { usage: "preview (BOARD) PLAY ...", examples: &["preview e5-e3 d1-d4", "preview 17 e5-e3"] },
            Form { usage: "preview (BOARD) SQUARE", examples: &["preview e5", "preview 17 e5"] },
            Form { usage: "preview BOARD#N PLAY ...", examples: &["preview 17#4 e5-e3 d1-d4"] },
            Form { usage: "preview new (VARIANT) PLAY ...", examples: &["preview new -small d1-d3"] },
        ],
    },
    Entry {
        verb: Verb::Queue,
        weight: Weight::Light,
        takes_words: false,
        name: "queue",
        synonyms: &["qmove"],
        group: Group::Playing,
        forms: &[
            Form {
                usage: "if PLAY then PLAY (if PLAY then PLAY ...)",
                examples: &["if e6-e8 then f4-f8", "if e6-e8 then f4-f8 if d1-d4 then f8-d8"],
            },
            Form {
                usage: "queue (BOARD) (ID PASSWORD) PLAY ...",
                examples: &["queue", "queue 17 e5-e3", "queue 17 bob secret e5-e3#6", "queue 17 if e6-e8 then f4-f8"],
            },
            Form { usage: "queue (BOARD) clear", examples: &["queue 17 clear"] },
        ],
    },
    Entry {
        verb: Verb::Resign,
        weight: Weight::Heavy,
        takes_words: true,
        name: "resign",
        synonyms: &["forfeit", "surrender"],
        group: Group::Playing,
        forms: &[Form {
            usage: "resign (BOARD) (ID PASSWORD)",
            examples: &["resign", "resign 17", "hnefatafl resign 17 bob secret"],
        }],
    },
    Entry {
        verb: Verb::Draw,
        weight: Weight::Offer,
        takes_words: true,
        name: "draw",
        synonyms: &["propose", "remis"],
        group: Group::Playing,
        forms: &[Form { usage: "draw (BOARD) (ID PASSWORD)", examples: &["draw", "draw 17", "propose 17 bob secret"] }],
    },
    Entry {
        verb: Verb::Undo,
        weight: Weight::Offer,
        takes_words: true,
        name: "undo",
        synonyms: &["takeback"],
        group: Group::Playing,
        forms: &[Form { usage: "undo (BOARD) (ID PASSWORD)", examples: &["undo", "undo 17"] }],
    },
    Entry {
        verb: Verb::Unrated,
        weight: Weight::Light,
        takes_words: true,
        name: "unrated",
        synonyms: &[],
        group: Group::Playing,
        forms: &[Form {
            usage: "unrated (BOARD) (ID PASSWORD)",
            examples: &["unrated", "unrated 17", "unrated 17 bob secret"],
        }],
    },
];

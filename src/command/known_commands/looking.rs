//! The commands that look at boards, players and rules.

use crate::command::entry::{Entry, Form, Group, Verb, Weight};

pub(in crate::command) static ENTRIES: [Entry; 11] = [
    Entry {
        verb: Verb::Show,
        weight: Weight::Light,
        takes_words: false,
        name: "show",
        synonyms: &["shwo"],
        group: Group::Looking,
        forms: &[
            Form { usage: "show (BOARD ...)", examples: &["show", "show 17"] },
            Form { usage: "show BOARD#N", examples: &["show 17#6 18", "show 17#-2", "show #6"] },
            Form { usage: "show ID (active|next|finished|all)", examples: &["show ann", "show ann all bob next"] },
        ],
    },
    Entry {
        verb: Verb::Games,
        weight: Weight::Light,
        takes_words: false,
        name: "games",
        synonyms: &[],
        group: Group::Looking,
        forms: &[
            Form {
                usage: "games (ID ...) (active|next|finished|all) (BOARD)",
                examples: &["games", "games ann", "games ann bob all"],
            },
            Form {
                usage: "games (ID ...) (-VARIANT) (won|lost|drawn) (BOARD)",
                examples: &["games won", "games ann bob -brandubh won", "brandubh games ann lost"],
            },
        ],
    },
    Entry {
        verb: Verb::History,
        weight: Weight::Light,
        takes_words: false,
        name: "history",
        synonyms: &[],
        group: Group::Looking,
        forms: &[Form {
            usage: "history (ID ...) (-VARIANT) (won|lost|drawn) (BOARD)",
            examples: &["history", "history ann", "brandubh history", "history ann bob drawn"],
        }],
    },
    Entry {
        verb: Verb::Subscribe,
        weight: Weight::Light,
        takes_words: false,
        name: "subscribe",
        synonyms: &["observe"],
        group: Group::Looking,
        forms: &[Form {
            usage: "subscribe BOARD (ID PASSWORD)",
            examples: &["subscribe 17", "subscribe 17 bob secret"],
        }],
    },
    Entry {
        verb: Verb::Unsubscribe,
        weight: Weight::Light,
        takes_words: false,
        name: "unsubscribe",
        synonyms: &[],
        group: Group::Looking,
        forms: &[Form { usage: "unsubscribe (BOARD) (ID PASSWORD)", examples: &["unsubscribe", "unsubscribe 17"] }],
    },
    Entry {
        verb: Verb::Ratings,
        weight: Weight::Light,
        takes_words: false,
        name: "ratings",
        synonyms: &["standings", "rating"],
        group: Group::Looking,
        forms: &[
            Form { usage: "ratings", examples: &["ratings", "standings"] },
            Form {
                usage: "ratings (VARIANT) (-weak|-strong) (-edge)",
                examples: &["ratings brandubh", "ratings -small -strong"],
            },
            Form { usage: "ratings ID", examples: &["ratings ann"] },
        ],
    },
    Entry {
        verb: Verb::Export,
        weight: Weight::Light,
        takes_words: false,
        name: "export",
        synonyms: &[],
        group: Group::Looking,
        forms: &[Form {
            usage: "export (BOARD) (list|otg|pgn|json)",
            examples: &["export", "export 17", "export 17 otg", "export pgn"],
        }],
    },
    Entry {
        verb: Verb::Board,
        weight: Weight::Light,
        takes_words: false,
        name: "board",
        synonyms: &[],
        group: Group::Looking,
        forms: &[
            Form {
                usage: "board (VARIANT) (-weak|-strong) (-edge)",
                examples: &["board", "board brandubh", "hnefatafl board -large"],
            },
            Form { usage: "board NUMBER (ID PASSWORD) PLAY", examples: &["board 17 bob secret e5-e3"] },
        ],
    },
    Entry {
        verb: Verb::Rules,
        weight: Weight::Light,
        takes_words: false,
        name: "rules",
        synonyms: &[],
        group: Group::Looking,
        forms: &[
            Form {
                usage: "rules (VARIANT) (-weak|-strong) (-edge)",
                examples: &["rules", "rules brandubh", "rules -small -strong", "tablut rules"],
            },
            Form { usage: "rules BOARD", examples: &["rules 17"] },
        ],
    },
    Entry {
        verb: Verb::Variants,
        weight: Weight::Light,
        takes_words: false,
        name: "variants",
        synonyms: &[],
        group: Group::Looking,
        forms: &[Form { usage: "variants", examples: &["variants"] }],
    },
    Entry {
        verb: Verb::Players,
        weight: Weight::Light,
        takes_words: false,
        name: "players",
        synonyms: &[],
        group: Group::Looking,
        forms: &[Form { usage: "players", examples: &["players"] }],
    },
];

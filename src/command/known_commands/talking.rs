//! The commands that write to other players, or to oneself.

use crate::command::entry::{Entry, Form, Group, Verb, Weight};

pub(in crate::command) static ENTRIES: [Entry; 3] = [
    Entry {
        verb: Verb::Chat,
        weight: Weight::Light,
        takes_words: false,
        name: "chat",
        synonyms: &[],
        group: Group::Talking,
        forms: &[
            Form {
                usage: "chat (BOARD) (ID PASSWORD)",
                examples: &["chat 17\nA fine move. Shall we play again?", "chat 17 bob secret\nUntil tomorrow."],
            },
            Form { usage: "chat (BOARD): TEXT", examples: &["chat: until tomorrow"] },
        ],
    },
    Entry {
        verb: Verb::Note,
        weight: Weight::Light,
        takes_words: false,
        name: "note",
        synonyms: &[],
        group: Group::Talking,
        forms: &[Form {
            usage: "note (BOARD): TEXT",
            examples: &["note: the king may go east", "note 17: he moves fast", "note 17:"],
        }],
    },
    Entry {
        verb: Verb::Message,
        weight: Weight::Light,
        takes_words: false,
        name: "message",
        synonyms: &["msg", "mesage"],
        group: Group::Talking,
        forms: &[
            Form { usage: "message ID ...", examples: &["message ann\nWill you play on Friday?"] },
            Form { usage: "message ID ...: TEXT", examples: &["message ann bob: until tomorrow"] },
        ],
    },
];

//! The commands that write to other players.

use crate::command::entry::{Entry, Group, Verb, Weight};

pub(in crate::command) static ENTRIES: [Entry; 2] = [
    Entry {
        verb: Verb::Chat,
        weight: Weight::Light,
        takes_words: false,
        name: "chat",
        synonyms: &[],
        group: Group::Talking,
        usage: &["chat (BOARD) (ID PASSWORD)", "chat (BOARD): TEXT"],
        examples: &[
            "chat 17\nA fine move. Shall we play again?",
            "chat: until tomorrow",
            "chat 17 bob secret\nUntil tomorrow.",
        ],
    },
    Entry {
        verb: Verb::Message,
        weight: Weight::Light,
        takes_words: false,
        name: "message",
        synonyms: &["msg", "mesage"],
        group: Group::Talking,
        usage: &["message ID ...", "message ID ...: TEXT"],
        examples: &["message ann\nWill you play on Friday?", "message ann bob: until tomorrow"],
    },
];

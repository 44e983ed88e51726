//! The commands about a player's addresses and password, and about leaving.

use crate::command::entry::{Entry, Form, Group, Verb, Weight};

pub(in crate::command) static ENTRIES: [Entry; 7] = [
    Entry {
        verb: Verb::Add,
        weight: Weight::Light,
        takes_words: false,
        name: "add",
        synonyms: &[],
        group: Group::Account,
        forms: &[Form {
            usage: "add (ID PASSWORD) ADDRESS",
            examples: &["add ann@work.example", "add ann secret ann@work.example"],
        }],
    },
    Entry {
        verb: Verb::Change,
        weight: Weight::Heavy,
        takes_words: false,
        name: "change",
        synonyms: &[],
        group: Group::Account,
        forms: &[
            Form {
                usage: "change address (ID PASSWORD) NEW",
                examples: &["change address ann@new.example", "change address ann secret ann@new.example"],
            },
            Form { usage: "change password (ID OLD) NEW", examples: &["change password ann secret newsecret"] },
            Form { usage: "change password", examples: &["change password"] },
        ],
    },
    Entry {
        verb: Verb::Drop,
        weight: Weight::Heavy,
        takes_words: false,
        name: "drop",
        synonyms: &[],
        group: Group::Account,
        forms: &[
            Form { usage: "drop address (ID PASSWORD) ADDRESS", examples: &["drop address ann@old.example"] },
            Form { usage: "drop password (ID PASSWORD)", examples: &["drop password"] },
        ],
    },
    Entry {
        verb: Verb::Reclaim,
        weight: Weight::Heavy,
        takes_words: false,
        name: "reclaim",
        synonyms: &[],
        group: Group::Account,
        forms: &[Form { usage: "reclaim", examples: &["reclaim"] }],
    },
    Entry {
        verb: Verb::SignOff,
        weight: Weight::Heavy,
        takes_words: false,
        name: "signoff",
        synonyms: &["sign-off"],
        group: Group::Account,
        forms: &[Form { usage: "signoff (ID PASSWORD)", examples: &["signoff"] }],
    },
    Entry {
        verb: Verb::SignOn,
        weight: Weight::Light,
        takes_words: false,
        name: "signon",
        synonyms: &["sign-on"],
        group: Group::Account,
        forms: &[Form { usage: "signon (ID PASSWORD)", examples: &["signon"] }],
    },
    Entry {
        verb: Verb::Delete,
        weight: Weight::Heavy,
        takes_words: false,
        name: "delete",
        synonyms: &[],
        group: Group::Account,
        forms: &[
            Form { usage: "delete (ID PASSWORD)", examples: &["delete"] },
            Form { usage: "delete (ID PASSWORD) resigning BOARD ...", examples: &["delete resigning 17 18"] },
        ],
    },
];

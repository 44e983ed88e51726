//! The commands that begin a game.

use crate::command::entry::{Entry, Form, Group, Verb, Weight};

pub(in crate::command) static ENTRIES: [Entry; 8] = [
    Entry {
        verb: Verb::Challenge,
        weight: Weight::Light,
        takes_words: true,
        name: "challenge",
        synonyms: &["chall", "chalenge", "challange", "invite"],
        group: Group::Beginning,
        forms: &[
            Form {
                usage: "challenge ID1 ID2 (-VARIANT) (-weak|-strong) (-edge)",
                examples: &[
                    "challenge ann bob",
                    "challenge ann bob -tablut",
                    "hnefatafl challenge ann bob -small -strong -edge",
                    "brandubh challenge ann bob",
                    "challenge ann bob -variant=brandubh",
                ],
            },
            Form { usage: "challenge ID1 ID2 (-VARIANT) -clock=CLOCK", examples: &["challenge ann bob -clock=10d+1d"] },
            Form {
                usage: "challenge ID1 ID2 -rules=RECORD|BOARD",
                examples: &[
                    "challenge ann bob -rules=17",
                    "challenge ann bob -rules=dim:7 ks:c esc:e cor:\nstart:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
                ],
            },
            Form {
                usage: "challenge ID1 ID2 ... (-unrated) (-private)",
                examples: &["challenge ann bob -small -unrated -private"],
            },
            Form { usage: "challenge ID1 ID2 ... -instead=BOARD", examples: &["challenge bob ann -instead=17"] },
        ],
    },
    Entry {
        verb: Verb::Accept,
        weight: Weight::Heavy,
        takes_words: true,
        name: "accept",
        synonyms: &[],
        group: Group::Beginning,
        forms: &[Form {
            usage: "accept (NUMBER) (ID PASSWORD)",
            examples: &["accept", "accept 12", "accept 12 bob secret"],
        }],
    },
    Entry {
        verb: Verb::Decline,
        weight: Weight::Heavy,
        takes_words: true,
        name: "decline",
        synonyms: &["reject", "refuse"],
        group: Group::Beginning,
        forms: &[Form {
            usage: "decline (NUMBER) (ID PASSWORD)",
            examples: &["decline", "decline 12", "decline 12: no time before Easter", "reject 12 bob secret"],
        }],
    },
    Entry {
        verb: Verb::Withdraw,
        weight: Weight::Offer,
        takes_words: true,
        name: "withdraw",
        synonyms: &[],
        group: Group::Beginning,
        forms: &[Form { usage: "withdraw (NUMBER) (ID PASSWORD)", examples: &["withdraw", "withdraw 12"] }],
    },
    Entry {
        verb: Verb::Rematch,
        weight: Weight::Light,
        takes_words: true,
        name: "rematch",
        synonyms: &[],
        group: Group::Beginning,
        forms: &[Form {
            usage: "rematch (BOARD) (ID PASSWORD)",
            examples: &["rematch", "rematch 17", "rematch 17 bob secret"],
        }],
    },
    Entry {
        verb: Verb::OpenChallenge,
        weight: Weight::Light,
        takes_words: false,
        name: "seek",
        synonyms: &[],
        group: Group::Beginning,
        forms: &[
            Form {
                usage: "seek (-VARIANT) (-weak|-strong) (-edge) (SIDE)",
                examples: &["seek", "seek -brandubh", "seek -small -strong attackers"],
            },
            Form {
                usage: "seek ... (-clock=CLOCK) (-unrated) (-private)",
                examples: &["tablut seek defenders -unrated"],
            },
            Form { usage: "seek ... (ID PASSWORD)", examples: &["seek -brandubh bob secret"] },
        ],
    },
    Entry {
        verb: Verb::OpenChallenges,
        weight: Weight::Light,
        takes_words: false,
        name: "seeks",
        synonyms: &[],
        group: Group::Beginning,
        forms: &[Form { usage: "seeks", examples: &["seeks"] }],
    },
    Entry {
        verb: Verb::Take,
        weight: Weight::Light,
        takes_words: true,
        name: "take",
        synonyms: &[],
        group: Group::Beginning,
        forms: &[Form { usage: "take NUMBER (ID PASSWORD)", examples: &["take 17", "take 17 bob secret"] }],
    },
];

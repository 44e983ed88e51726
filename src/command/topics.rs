//! Pages of help that belong to no single command.

/// One page. Its text is in `config/letters`.
#[derive(Debug)]
pub struct Topic {
    /// The word to write after `help`.
    pub name: &'static str,
}

/// All of them.
pub fn topics() -> &'static [Topic] {
    &TOPICS
}

static TOPICS: [Topic; 9] = [
    Topic { name: "moves" },
    Topic { name: "options" },
    Topic { name: "clocks" },
    Topic { name: "own-rules" },
    Topic { name: "letters" },
    Topic { name: "passwords" },
    Topic { name: "tournament-terms" },
    Topic { name: "tie-breaks" },
    Topic { name: "questions" },
];

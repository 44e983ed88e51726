//! Words that other turn servers know and this one does not. They get an honest answer instead of being taken for small talk.

use serde::Serialize;

/// What may serve instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// The list of finished games.
    AllGames,
    /// Nothing: a move is sent when it is one's turn.
    NoPreparedMoves,
    /// A board after some half-moves.
    ShowAt,
    /// To preview, then to move.
    Preview,
    /// Help.
    Help,
    /// To sign up.
    Signup,
}

impl Instead {
    /// All of them.
    pub const ALL: [Instead; 6] = [
        Instead::AllGames,
        Instead::NoPreparedMoves,
        Instead::ShowAt,
        Instead::Preview,
        Instead::Help,
        Instead::Signup,
    ];
}

/// The words, each with what may serve instead, where something does.
const WORDS: [(&str, Option<Instead>); 13] = [
    ("delete", None),
    ("history", Some(Instead::AllGames)),
    ("notify", None),
    ("password", None),
    ("prefs", None),
    ("qmove", Some(Instead::NoPreparedMoves)),
    ("queue", Some(Instead::NoPreparedMoves)),
    ("replay", Some(Instead::ShowAt)),
    ("signoff", None),
    ("submit", Some(Instead::Preview)),
    ("tutorial", Some(Instead::Help)),
    ("userid", Some(Instead::Signup)),
    ("vacation", None),
];

/// Those of them that change something of one's own: an id and a password belong behind them, in any spelling of those.
const WITH_LOGIN: [&str; 6] = ["delete", "notify", "prefs", "signoff", "userid", "vacation"];

/// Whether an id and a password belong behind the word.
pub fn takes_login(word: &str) -> bool {
    WITH_LOGIN.contains(&word)
}

/// The advice for a word in lower case, if it is one of these.
pub fn find(word: &str) -> Option<Option<Instead>> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, instead)| *instead)
}

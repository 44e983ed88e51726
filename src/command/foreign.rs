//! Words that other turn servers know and this one does not. They get a helpful answer instead of being taken for chat.

use serde::Serialize;

/// What can be used instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// A board after some moves.
    ShowAt,
    /// A preview, then the move.
    Preview,
    /// Help.
    Help,
    /// Signing up.
    Signup,
    /// Changing the password.
    ChangePassword,
}

impl Instead {
    /// All of them.
    pub const ALL: [Instead; 5] =
        [Instead::ShowAt, Instead::Preview, Instead::Help, Instead::Signup, Instead::ChangePassword];
}

/// The words, each with what can be used instead, if anything.
const WORDS: [(&str, Option<Instead>); 7] = [
    ("notify", None),
    ("password", Some(Instead::ChangePassword)),
    ("prefs", None),
    ("replay", Some(Instead::ShowAt)),
    ("submit", Some(Instead::Preview)),
    ("tutorial", Some(Instead::Help)),
    ("userid", Some(Instead::Signup)),
];

/// Words that begin a command of pbmserv and none of ours. They are too common for the lines of a text, so they count only in a Subject.
const VERBS: [&str; 8] = ["broadcast", "confirm", "echo", "fetch", "list", "pass", "showas", "swap"];

/// All words that begin a command of another turn server.
pub(super) fn verbs() -> impl Iterator<Item = &'static str> {
    VERBS.into_iter().chain(WORDS.iter().map(|(word, _)| *word))
}

/// The word in lower case, if it begins a command of another turn server.
pub(super) fn verb(word: &str) -> Option<&'static str> {
    verbs().find(|verb| *verb == word)
}

/// The words that change the sender's own data. An id and a password follow them, in any spelling.
const WITH_LOGIN: [&str; 3] = ["notify", "prefs", "userid"];

/// Whether an id and a password follow the word.
pub(super) fn takes_login(word: &str) -> bool {
    WITH_LOGIN.contains(&word)
}

/// The advice for a word in lower case, if it is in the list.
pub(super) fn find(word: &str) -> Option<Option<Instead>> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, instead)| *instead)
}

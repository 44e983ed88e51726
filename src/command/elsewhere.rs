//! Words that other turn servers know and this one does not. They get an honest answer instead of being taken for small talk.

/// The words, each with a sentence about what may serve instead, where something does.
const WORDS: [(&str, Option<&str>); 15] = [
    ("delete", None),
    ("history", Some("For finished games, send games all.")),
    ("limit", None),
    ("notify", None),
    ("password", None),
    ("prefs", None),
    ("replay", Some("For the board after six half-moves, send for example show 17#6.")),
    ("seek", Some("To play, challenge somebody by their id.")),
    ("seeks", Some("To play, challenge somebody by their id.")),
    ("signoff", None),
    ("submit", Some("To see a move first, send preview; to make it, send move.")),
    ("subscribe", None),
    ("tutorial", Some("For the first steps, send help.")),
    ("unsubscribe", None),
    ("userid", Some("To become a player, send signup and an id.")),
];

/// Those of them that change something of one's own: an id and a password belong behind them, in any spelling of those.
const WITH_LOGIN: [&str; 8] = ["delete", "limit", "notify", "prefs", "seek", "signoff", "unsubscribe", "userid"];

/// Whether an id and a password belong behind the word.
pub fn takes_login(word: &str) -> bool {
    WITH_LOGIN.contains(&word)
}

/// The advice for a word in lower case, if it is one of these.
pub fn find(word: &str) -> Option<Option<&'static str>> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, instead)| *instead)
}

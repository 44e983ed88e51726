//! The places of an id and a password in the commands of this server and of pbmserv: `VERB u p ...`, `VERB n u p ...`.
//!
//! When a line is shown, nothing at the place of a password is shown, whether or not it is one: the right password is not known here. After
//! the number of a board, and after a verb that only another server has, any word is hidden; at other places, a word that is unusual in a
//! sentence. After the reader's own id, any word is hidden again ([`Complaint::without_login_of`]). Text that is passed on to another
//! player is judged in a narrower way, by [`redact::guess`].
//!
//! [`Complaint::without_login_of`]: crate::command::Complaint::without_login_of

use std::sync::LazyLock;

use crate::command::foreign;
use crate::command::lexer::{Line, Word};
use crate::command::move_words::is_play_shape;
use crate::command::nearest::{self, Place, is_one_slip};
use crate::command::redact;
use crate::command::rules_record;
use crate::command::table::{self, Match};

/// Words of this server and of pbmserv without a login: something to look up, or another player, follows them.
const WITHOUT: [&str; 21] = [
    "board",
    "boards",
    "challenge",
    "commands",
    "export",
    "fetch",
    "games",
    "help",
    "history",
    "list",
    "players",
    "preview",
    "ratings",
    "replay",
    "rules",
    "seeks",
    "set",
    "show",
    "standings",
    "tournament",
    "variants",
];

/// Shorter words are not names of games.
const GAME_LETTERS_MIN: usize = 5;

/// The words at the place of a password, by index.
pub(in crate::command) fn passwords(words: &[Word]) -> Vec<usize> {
    passwords_and(words, redact::guess(words))
}

/// The same with the words that [`redact::guess`] has found already.
pub(in crate::command) fn passwords_and(words: &[Word], guessed: Vec<usize>) -> Vec<usize> {
    let mut found = guessed;
    let Some((verb, name)) = verb(words) else {
        return found;
    };
    let record = rules_record::span(words);
    let numbered = words.get(verb + 1).is_some_and(|word| word.number().is_some());
    let player = verb + if numbered { 2 } else { 1 };
    let takes_login = numbered || !WITHOUT.contains(&name);
    let may_be = |at: usize| {
        words.get(at).is_some_and(|word| {
            !word.plain.is_empty()
                && !word.plain.starts_with('-')
                && !record.contains(&at)
                && !is_play_shape(word)
                && !redact::is_address_shape(&word.plain)
                && word.lower().parse::<chrono::NaiveDate>().is_err()
        })
    };
    let certain = numbered || foreign::verb(name).is_some();
    let stands = |at: usize| may_be(at) && (certain || words.get(at).is_some_and(redact::is_odd));
    if takes_login && words.get(player).is_some_and(redact::may_be_player) && stands(player + 1) {
        found.push(player + 1);
    }
    // `challenge ann bob secret`, `challenge ann bob ann secret`.
    if name == "challenge" {
        let is_plain = |at: &usize| !words[*at].plain.starts_with('-') && !record.contains(at);
        let plain: Vec<usize> = (verb + 1..words.len()).filter(is_plain).collect();
        let login = plain.get(2..).unwrap_or_default();
        found.extend(login.first().filter(|at| stands(**at)));
        found.extend(login.get(1).filter(|at| may_be(**at)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether the line is a challenge, in which a player may follow another.
pub(in crate::command) fn is_challenge(words: &[Word]) -> bool {
    verb(words).is_some_and(|(_, name)| name == "challenge")
}

/// Whether the word ends a sentence or part of one that is no command, not even a misspelt one: `Hello uncle Fred, d1-c1`. No password is in
/// it.
pub(in crate::command) fn ends_a_sentence_without_command(words: &[Word], at: usize) -> bool {
    /// `bob secret, d1-c1`.
    const LOGIN_WORDS: usize = 2;
    let sentence = &words[..=at];
    let begin = sentence[..at].iter().rposition(|word| !word.closing.is_empty()).map_or(0, |before| before + 1);
    let begins_command = |word: &Word| {
        let word = word.lower();
        table::is_beginning(&word) || table::words().chain(foreign::verbs()).any(|verb| is_one_slip(&word, verb))
    };
    !sentence[at].closing.is_empty()
        && at + 1 - begin > LOGIN_WORDS
        && !sentence.iter().any(|word| redact::is_odd(word) || word.number().is_some())
        && !sentence.iter().take(2).any(begins_command)
}

/// A line as it may be shown to its author: without the words at the place of a password, and without those after the author's own id in
/// what may be a command.
pub fn without_passwords(typed: &str, player: Option<&str>) -> String {
    let line = Line::new(typed);
    let words = line.words();
    let mut hidden = passwords(words);
    let is_own = |word: &Word| word.closing.is_empty() && player.is_some_and(|player| word.lower() == player);
    let behind_verb = verb(words).is_some() || words.first().is_some_and(|word| table::is_beginning(&word.lower()));
    hidden.extend((1..words.len()).filter(|at| is_own(&words[at - 1]) && (behind_verb || redact::is_odd(&words[*at]))));
    // The other way round: `move secret7 ann`.
    hidden.extend(beside_id(words, player));
    redact::masked(&line, &hidden, 0..0).0
}

/// The unusual words right before or behind this player's id, whatever sign stands between: `secret7 ann`, `ann: secret7`.
fn beside_id(words: &[Word], player: Option<&str>) -> Vec<usize> {
    let is_own = |at: usize| words.get(at).is_some_and(|word| player.is_some_and(|player| word.lower() == player));
    // `meet me at Cafe7, Ann` ends with a signature.
    let is_apart = |at: usize| words[at].closing.contains([',', '.']);
    let is_beside = |at: &usize| (is_own(at + 1) && !is_apart(*at)) || at.checked_sub(1).is_some_and(is_own);
    (0..words.len()).filter(|at| is_beside(at) && redact::may_be_password(&words[*at])).collect()
}

/// The lines of a text for somebody else, without those that may tell a password: one that names a password, or in which this player's id
/// stands before a word that is unusual in a sentence, or before any word if the line begins like a command. The second result says
/// whether a line was left out.
pub fn without_logins_of(text: &str, player: &str) -> (String, bool) {
    let holds_one = |typed: &&str| {
        let line = Line::new(typed);
        let words = line.words();
        // A typing mistake is assumed easily here: a normal line rarely has its author's own id as the second word.
        let is_near = |word: &str| {
            let mut verbs = table::words().chain(foreign::verbs());
            verbs.any(|verb| is_one_slip(word, verb) || verb.starts_with(word))
        };
        let is_verb = |word: &Word| table::is_beginning(&word.lower()) || is_near(&word.lower());
        let may_be_game = |word: &Word| word.plain.chars().count() >= GAME_LETTERS_MIN;
        let begins = || {
            let behind_game = words.first().is_some_and(may_be_game).then_some(1);
            [Some(0), behind_game].into_iter().flatten().find(|at| words.get(*at).is_some_and(is_verb))
        };
        let verb = verb(words).map(|(at, _)| at).or_else(begins);
        let is_own = |word: &Word| word.lower() == player;
        // `ann secret`, but not the name `Ann Harrow`.
        let is_login = matches!(words, [id, password] if id.plain == player && password.plain.to_lowercase() == password.plain && !redact::is_kiss(password));
        let glued =
            words.iter().any(|word| word.lower().strip_prefix(player).is_some_and(|rest| rest.starts_with(['/', ':'])));
        if is_login || glued || names_a_password(words) || !beside_id(words, Some(player)).is_empty() {
            return true;
        }
        (1..words.len()).any(|at| {
            let behind_verb =
                || verb.is_some_and(|verb| at == verb + 2 || (at == verb + 3 && words[verb + 1].number().is_some()));
            // `ann / Hunter22`.
            let before =
                if words[at - 1].plain.chars().any(char::is_alphanumeric) { at - 1 } else { at.saturating_sub(2) };
            // `Love, Ann x` begins with a slip in `move`.
            let is_kiss = at + 1 == words.len() && redact::is_kiss(&words[at]);
            !is_kiss
                && is_own(&words[before])
                && (redact::is_odd(&words[at]) || (words[at - 1].closing.is_empty() && behind_verb()))
        })
    };
    let below_id = |above: Option<&str>, line: &str| {
        let [above, line] = [above.unwrap_or_default(), line].map(Line::new);
        matches!((above.words(), line.words()), ([id], [word]) if id.lower() == player && redact::is_odd(word))
    };
    let mut above: Option<String> = None;
    let mut holds = |line: &str| {
        let found = holds_one(&line) || below_id(above.as_deref(), line);
        above = Some(line.to_owned()).filter(|line| !line.trim().is_empty());
        found
    };
    let kept: Vec<&str> = text.lines().filter(|line| !holds(line)).collect();
    let left_out = kept.len() < text.lines().count();
    (if left_out { kept.join("\n") } else { text.to_owned() }, left_out)
}

/// Whether words that are all of a mail may be a login: a line with only the player's id above a line of one word, the id and one more word
/// at the end of a short line, or one unusual word alone.
pub fn may_be_login(text: &str, player: &str) -> bool {
    /// `I am ann, secret`.
    const WORDS_MAX: usize = 5;
    let lines: Vec<Line> = text.lines().map(Line::new).filter(|line| !line.words().is_empty()).collect();
    let is_id = |word: &Word| word.lower() == player;
    let in_two_lines = |two: &[Line]| matches!((two[0].words(), two[1].words()), ([id], [_]) if is_id(id));
    let at_the_end = |line: &Line| {
        let words = line.words();
        let is_secret = words.last().is_some_and(|last| !redact::is_kiss(last));
        is_secret && words.len() <= WORDS_MAX && words.len() >= 2 && is_id(&words[words.len() - 2])
    };
    let one_word = matches!(&lines[..], [only] if matches!(only.words(), [word] if redact::is_odd(word)));
    one_word || lines.windows(2).any(in_two_lines) || lines.iter().any(at_the_end)
}

/// A text without the signature at its end, if there is more: its last line, or its last paragraph if that is short, that begins with the name
/// of this player: the id and another word, both written as names are: `Ann Miller`.
pub fn without_signature<'a>(text: &'a str, player: &str) -> &'a str {
    /// `Ann Miller`, what she does, where, and her telephone number.
    const LINES_MAX: usize = 6;
    let text = text.trim_end();
    let is_written_as_name = |word: &Word| {
        let mut letters = word.plain.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.all(|letter| letter.is_lowercase() || letter == '-')
    };
    let is_name = |line: &str| {
        let line = Line::new(line);
        matches!(line.words(), [first, _] if first.lower() == player) && line.words().iter().all(is_written_as_name)
    };
    let begins: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let is_above = |at: usize| text[..at].trim_end_matches(['\n', '\r']).len() + 1 < at;
    for (below, at) in begins.iter().rev().take(LINES_MAX).enumerate() {
        let line = text[*at..].lines().next().unwrap_or_default();
        if (below == 0 || is_above(*at)) && is_name(line) && text[..*at].contains(char::is_alphanumeric) {
            return &text[..*at];
        }
        if line.trim().is_empty() {
            break;
        }
    }
    text
}

/// Words for a password, in the languages that people write in here.
#[rustfmt::skip]
const PASSWORD_WORDS: &[&str] = &[
    "password", "passwords", "passwort", "passwd", "passwrd", "pasword", "pw", "pwd", "kennwort", "zugangsdaten", "adgangskode", "adgangskoden", "kodeordet", "kodeord", "wachtwoord", "contrase\u{f1}a", "passord", "passordet", "l\u{f6}senord", "l\u{f6}senordet", "credentials",
];

/// Words that mean a password only with an unusual word behind them.
const PERHAPS_PASSWORD_WORDS: &[&str] = &["pass", "passe", "login", "kode", "koden", "code", "clave", "pin", "id"];

/// Whether a line talks of a password and may tell it.
fn names_a_password(words: &[Word]) -> bool {
    // A year is no password.
    let is_told = |word: &Word| redact::is_odd(word) && word.number().is_none();
    let mot_de_passe = |at: usize| {
        words[at..].windows(3).next().is_some_and(|words| words.iter().map(Word::lower).eq(["mot", "de", "passe"]))
    };
    words.iter().enumerate().any(|(at, word)| {
        let said = word.lower();
        mot_de_passe(at)
            || (PASSWORD_WORDS.contains(&said.as_str()) && !redact::is_without(words, at))
            || (PERHAPS_PASSWORD_WORDS.contains(&said.as_str()) && words[at + 1..].iter().any(is_told))
    })
}

/// The word of a command at the beginning of the line, perhaps after the name of a game, with its place: one of ours or of pbmserv, or one
/// typing mistake from such a word.
fn verb(words: &[Word]) -> Option<(usize, &'static str)> {
    let known = |at: usize| {
        let word = words.get(at)?.lower();
        match table::find(&word) {
            Match::Whole(entry) | Match::Beginning(entry) => Some((at, entry.name)),
            Match::Several(_) | Match::Nothing => foreign::verb(&word).map(|verb| (at, verb)),
        }
    };
    static KNOWN: LazyLock<nearest::Known> =
        LazyLock::new(|| nearest::Known::new(table::words().chain(foreign::verbs())));
    let near = |at: usize| {
        let word = words.get(at)?.lower();
        let near = KNOWN.nearest(&word, Place::Sentence);
        // The beginning of a verb is usually another word: `for`, `acc`.
        let near = near.into_iter().find(|verb| !verb.starts_with(&word))?;
        Some((at, table::whole(near).map_or(near, |entry| entry.name)))
    };
    // Names of games are long.
    let behind_game = words.first().is_some_and(|word| word.plain.chars().count() >= GAME_LETTERS_MIN);
    let second = |found: Option<(usize, &'static str)>| found.filter(|_| behind_game);
    known(0).or_else(|| second(known(1))).or_else(|| near(0)).or_else(|| second(near(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::lexer::Line;

    fn check(typed: &str, expected: &str) {
        let line = Line::new(typed);
        assert_eq!(redact::masked(&line, &passwords(line.words()), 0..1).0, expected);
    }

    #[test]
    fn what_stands_at_the_place_of_a_password_is_not_echoed() {
        check("showas bob geheim 1", "showas bob **** 1");
        check("message carl kodeX ann bob", "message carl **** ann bob");
        check("broadcast bob geheim", "broadcast bob ****");
        check("hnefatafl confirm 1 ann geheim", "hnefatafl confirm 1 ann ****");
        check("hnefatafl list", "hnefatafl list");
        check("challenge ann bob Geheim7", "challenge ann bob ****");
        check("challenge ann bob carl geheim", "challenge ann bob carl ****");
        check("Draw would be fair, I think.", "Draw would be fair, I think.");
        check("Thanks for the game", "Thanks for the game");
        check("tournament start spring", "tournament start spring");
        check("challenge ann bob -smlal", "challenge ann bob -smlal");
        check("show ann bob", "show ann bob");
        check("resgin 17 bob geheim", "resgin 17 bob ****");
        check("move bob geheim d1-c1", "move bob **** d1-c1");
        check("move 17 d1-c1 well played", "move 17 d1-c1 well played");
    }

    #[test]
    fn a_line_that_may_tell_a_password_is_not_for_somebody_else() {
        for line in [
            "Thanks! ann Hunter22",
            "ann geheim",
            "ann/Hunter22 is my login",
            "login: ann / Hunter22",
            "My password is Hunter22.",
            "Mein Kennwort ist geheim.",
            "Min kode er Hunter22",
            "ann\nHunter22",
            "Hunter22 ann",
            "thanks, ann: Hunter22",
        ] {
            assert!(without_logins_of(line, "ann").1, "{line}");
        }
        for line in [
            "Ann Harrow",
            "see you at 18:30, Ann",
            "at 18:30 Ann",
            "meet me at Cafe7, Ann",
            "well played, Ann",
            "I found the code at last",
            "ann thinks it rains",
        ] {
            assert!(!without_logins_of(line, "ann").1, "{line}");
        }
    }

    #[test]
    fn a_signature_begins_with_the_name_of_its_author() {
        for (text, expected) in [
            ("No rush.\n\nAnn Miller", "No rush."),
            ("No rush.\nAnn Miller", "No rush."),
            ("No rush.\n\nAnn Miller\nCost Accounting\nDayton | 937-555-0163", "No rush."),
        ] {
            assert_eq!(without_signature(text, "ann").trim_end(), expected, "{text}");
        }
        for text in
            ["Ann Miller", "No rush.\nAnn Miller\nsaid it", "No rush.\n\nann secret\nyes", "No rush.\n\nBob Miller"]
        {
            assert_eq!(without_signature(text, "ann"), text, "{text}");
        }
    }
}

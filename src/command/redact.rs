//! Passwords become stars before a line is shown to anybody.
//!
//! The parser knows which words it took for passwords. A line that was not understood may contain one too (`mvoee 17 bob secret e5-e3`), so
//! words at pbmserv's places for passwords are guessed as well. A line with such a word is not passed on. A wrong guess holds back an
//! innocent line and tells its author, which is the smaller mistake. To make that rare, a number or a move in the middle of a sentence
//! (`see you in 2 weeks then`, `I was afraid of e5-e3`) counts only after the word of a command.

use std::ops::Range;

use crate::command::dates;
use crate::command::foreign;
use crate::command::lexer::{FILLERS, Line, Word, is_blank, is_invisible, is_square_shape};
use crate::command::move_words::{is_play_shape, play_length};
use crate::command::nearest::{Place, nearest};
use crate::command::player_id;
use crate::command::polite_words;
use crate::command::rules_record;
use crate::command::table::{self, BEGINNING_LETTERS_MIN, Match, Verb};

/// Replaces a password when a line is shown.
pub const STARS: &str = "****";

/// The line in a form that may be shown, and where the characters `at` of the typed line are in it.
///
/// Invisible characters are left out, white space becomes a blank, and each word of `secrets` (by index) becomes four stars.
pub(super) fn masked(line: &Line, secrets: &[usize], at: Range<usize>) -> (String, Range<usize>) {
    let hidden: Vec<Range<usize>> =
        secrets.iter().filter_map(|i| line.words().get(*i)).map(|word| word.whole.clone()).collect();
    let mut shown = String::new();
    let mut columns = 0;
    // The column at which each typed character begins, and one more for the end.
    let mut column_of = Vec::with_capacity(line.chars().len() + 1);
    for (i, c) in line.chars().iter().enumerate() {
        column_of.push(columns);
        if let Some(secret) = hidden.iter().find(|secret| secret.contains(&i)) {
            if i + 1 == secret.end {
                shown.push_str(STARS);
                columns += STARS.len();
            }
            continue;
        }
        if is_invisible(*c) {
            continue;
        }
        shown.push(if is_blank(*c) { ' ' } else { *c });
        columns += 1;
    }
    let column = |place: usize| match column_of.get(place) {
        Some(column) => *column,
        None => columns + place - column_of.len(),
    };
    let start = column(at.start);
    let end = column(at.end).max(start + 1);
    let pointed = hidden.iter().find(|secret| secret.contains(&at.start));
    let place = match pointed {
        Some(secret) => column(secret.start)..column(secret.start) + STARS.len(),
        None => start..end,
    };
    (shown, place)
}

/// A line of a mail, with the ids of players marked where they matter: at the beginning of what may be a command, and wherever an id would look
/// like a password. Looking up each word of a long text would take too long.
pub(super) fn line_among(typed: &str, is_player: &dyn Fn(&str) -> Option<bool>) -> Line {
    /// `hnefatafl challenge ann bob ann secret`, `all show ann bob`.
    const PLACES_MAX: usize = 6;
    let line = Line::new(typed);
    let begins = line.words().iter().take(2).any(|word| {
        let lower = word.lower();
        table::whole(&lower).is_some() || foreign::verb(&lower).is_some() || word.number().is_some()
    });
    let matters = |at: usize, word: &Word| at > 0 && ((begins && at <= PLACES_MAX) || is_odd(word));
    line.among(|at, word| (matters(at, word) && may_be_player(word)).then(|| is_player(&word.lower())).flatten())
}

/// The words known or supposed to be passwords. If one of them does not look like one, or is a player's id, but a word beside it does, that word
/// too: `move 17 secret7 bob e5-e3`, `resign 17 e5-e3 bob: secret7`.
pub(super) fn with_swapped(words: &[Word], mut secrets: Vec<usize>) -> Vec<usize> {
    let is_id = |at: usize| words.get(at).is_some_and(|word| !is_odd(word) || word.is_player == Some(true));
    let ids = secrets.iter().copied().filter(|at| is_id(*at));
    let beside = ids.flat_map(|at| [at.checked_sub(1), Some(at + 1)]).flatten();
    let swapped: Vec<usize> = beside.filter(|at| words.get(*at).is_some_and(may_be_password)).collect();
    secrets.extend(swapped);
    secrets
}

/// Whether words after a move begin with what may be this player's id and password. `bob secret` looks the same as `well played` unless one
/// knows who bob is.
pub fn own_login(words: &str, player: &str) -> bool {
    let line = Line::new(words);
    matches!(line.words(), [id, behind, ..] if id.closing.is_empty() && id.lower() == player && !is_kiss(behind))
}

/// What stands behind a name below a letter: `Grace x`.
pub(super) fn is_kiss(word: &Word) -> bool {
    const LETTERS_MAX: usize = 4;
    let said = word.lower();
    polite_words::is_face(word) || (said.len() <= LETTERS_MAX && said.chars().all(|c| matches!(c, 'x' | 'o')))
}

/// Whether words begin with what may be any id, and a password that looks like one.
pub(super) fn begins_with_login(words: &[Word]) -> bool {
    matches!(words, [id, password, ..] if id.closing.is_empty() && may_be_player(id) && is_odd(password))
}

/// The words of a line at the places where a password may be, by index, in order.
pub(super) fn guess(words: &[Word]) -> Vec<usize> {
    /// `hnefatafl move 17`.
    const NUMBER_AT_MAX: usize = 2;
    guess_with(words, NUMBER_AT_MAX)
}

/// The same for what follows a command on its line, where `only 3 men left` does not begin another command.
pub(super) fn guess_behind(words: &[Word]) -> Vec<usize> {
    guess_with(words, 0)
}

/// A number at most at `number_at_max` is a board's, whatever comes before.
fn guess_with(words: &[Word], number_at_max: usize) -> Vec<usize> {
    let meant = meant(words);
    let record = rules_record::span(words);
    let mut secrets = Vec::new();
    // `signup ann secret`, in any spelling of signup.
    if let Some((at, Verb::Signup)) = meant {
        secrets.extend((at + 2..words.len()).filter(|i| !is_address_shape(&words[*i].plain)));
    }
    // `change address ann secret ann@new.example`, but not `change of plans`.
    if let Some((at, Verb::Add | Verb::Change | Verb::Drop)) = meant {
        let behind = words.get(at + 1..).unwrap_or_default();
        let of_address = |word: &Word| is_address_shape(&word.plain) || word.lower() == "address";
        if behind.iter().any(of_address) {
            secrets.extend((at + 2..words.len()).filter(|i| !of_address(&words[*i])));
        }
    }
    // `vacation ann secret 2026-12-01`, as other turn servers have it, but not `our vacation begins tomorrow`.
    if let Some((at, Verb::Vacation)) = meant {
        let is_day = |word: &Word| word.plain.parse::<chrono::NaiveDate>().is_ok();
        let begins = at == 0 || words.iter().any(is_day);
        let names_a_player = words.get(at + 1).is_some_and(may_be_player);
        let is_password = |i: &usize| words.get(*i).is_some_and(|word| !is_day(word));
        secrets.extend(Some(at + 2).filter(|i| begins && names_a_player && is_password(i)));
    }
    // `challenge ann bob ann secret`.
    if let Some((at, Verb::Challenge)) = meant {
        let mut plain = (at + 1..words.len()).filter(|i| words[*i].option().is_none() && !record.contains(i));
        secrets.extend(plain.nth(3));
    }
    for (i, word) in words.iter().enumerate() {
        // `password ann old new`, `change password secret`: nothing after that word need be shown.
        if i <= 2 && word.lower().starts_with("passw") && !is_without(words, i) {
            secrets.extend(i + 1..words.len());
        }
        if login_stands_at(words, i, number_at_max) || login_stands_behind_command(words, i, meant) {
            secrets.push(i + 1);
        }
    }
    secrets.retain(|i| !record.contains(i));
    secrets.sort_unstable();
    secrets.dedup();
    secrets
}

/// Whether a line says that there is no password, and cannot tell one: `No password here, I don't have one`.
pub(super) fn is_without(words: &[Word], at: usize) -> bool {
    const WITHOUT: [&str; 7] = ["no", "without", "kein", "keine", "ohne", "ingen", "uden"];
    const BEHIND: [&str; 9] =
        ["here", "needed", "required", "necessary", "hier", "n\u{f6}tig", "n\u{f8}dvendig", "her", "at"];
    let before = at.checked_sub(1).map(|before| &words[before]);
    let is_denied = before.is_some_and(|word| WITHOUT.contains(&word.lower().as_str()) && word.closing.is_empty());
    let says_so = words.get(at + 1).is_some_and(|word| BEHIND.contains(&word.lower().as_str()));
    is_denied && says_so && !words.iter().any(|word| is_odd(word) && word.number().is_none())
}

/// The command that one of the first two words means or resembles, and its place.
fn meant(words: &[Word]) -> Option<(usize, Verb)> {
    let known = |i: usize| match table::find(&words.get(i)?.lower()) {
        Match::Whole(entry) | Match::Beginning(entry) => Some((i, entry.verb)),
        Match::Several(_) | Match::Nothing => None,
    };
    let near = |i: usize| {
        let word = words.get(i)?.lower();
        let near = nearest(&word, Place::Sentence, table::entry(Verb::Signup).words());
        near.iter().any(|known| !known.starts_with(&word)).then_some((i, Verb::Signup))
    };
    known(0).or_else(|| near(0)).or_else(|| known(1)).or_else(|| near(1))
}

/// Whether a player id and a password are at `i`, as in `17 bob secret` after a number, or as in `move bob secret e5-e3` before a move.
fn login_stands_at(words: &[Word], i: usize, number_at_max: usize) -> bool {
    /// Further on in a line, typing mistakes are not searched for: that would take long, and such a line is a paragraph.
    const SLIPS_AT_MAX: usize = 4;
    let (Some(before), Some(player), Some(password)) =
        (i.checked_sub(1).map(|i| &words[i]), words.get(i), words.get(i + 1))
    else {
        return false;
    };
    // Quick checks come first: in a long line nearly every word ends here.
    let numbered = before.number().is_some();
    if !(numbered || play_stands_at(words, i + 2)) || is_play_shape(password) || !may_be_player(player) {
        return false;
    }
    // `Sat` is a day, and not a mistyped `set`.
    let is_verb = |word: &str| table::whole(word).is_some() || (word.len() >= 5 && table::is_or_was_to_be(word));
    let is_date = || {
        let behind_verb = i.checked_sub(2).is_some_and(|before| is_verb(&words[before].lower()));
        dates::stands_at(words, i - 1) && words.len() > 3 && !play_stands_at(words, i + 2) && !behind_verb
    };
    if is_date() || i == 1 && numbered && counts_in_a_sentence(words, player, password) {
        return false;
    }
    let is_command = |i: usize| {
        let word = words[i].lower();
        FILLERS.contains(&word.as_str())
            || if i <= SLIPS_AT_MAX { table::is_or_was_to_be(&word) } else { table::whole(&word).is_some() }
    };
    let behind_number =
        numbered && (i - 1 <= number_at_max || is_odd(password) || i.checked_sub(2).is_some_and(is_command));
    // `Xyz bob secret e5-e3` may be a badly mistyped command; `I will play e5-e3` is not.
    let begins_long = i == 1 && number_at_max > 0 && before.plain.chars().count() >= BEGINNING_LETTERS_MIN;
    let before_play = || play_stands_at(words, i + 2) && (begins_long || is_odd(password) || is_command(i - 1));
    (behind_number || before_play()) && !play_stands_at(words, i)
}

/// Whether a line that begins with a number is a sentence: `3 kids and a dog here, so it may take a while`. It has no move, and what would be the
/// player's id is not known to be one.
fn counts_in_a_sentence(words: &[Word], player: &Word, password: &Word) -> bool {
    const WORDS_MIN: usize = 6;
    let names_a_play = || (2..words.len()).any(|at| play_stands_at(words, at));
    words.len() >= WORDS_MIN && player.is_player != Some(true) && !is_odd(password) && !names_a_play()
}

/// Whether a player id and a password are at `i` right after a word of ours or of another server, as in `whoami bob s3cret` and `userid bob
/// secret`. If no login belongs there, a password must look like one: `Draw would be fair.` is a sentence.
fn login_stands_behind_command(words: &[Word], i: usize, meant: Option<(usize, Verb)>) -> bool {
    let (Some(command), Some(player), Some(password)) =
        (i.checked_sub(1).and_then(|i| words.get(i)), words.get(i), words.get(i + 1))
    else {
        return false;
    };
    let names_several = |word: Verb| {
        matches!(
            word,
            Verb::Challenge | Verb::Games | Verb::Help | Verb::History | Verb::Message | Verb::Set | Verb::Show
        )
    };
    let ours = meant.is_some_and(|(at, word)| at + 1 == i && !names_several(word));
    // Checked first, because there are many words and few are at this place.
    let elsewhere = (1..=2).contains(&i) && foreign::is_word(&command.lower());
    // A normal word is taken for a password only if the line begins like such a command: `the limit was reached` is a sentence.
    let begins = i == 1;
    let takes_login = || begins && elsewhere && foreign::takes_login(&command.lower());
    let before_all_else = |word| matches!(word, Verb::OpenChallenge | Verb::Limit | Verb::Unsubscribe);
    let login_first = begins && meant.is_some_and(|(at, word)| at == 0 && before_all_else(word));
    (ours || elsewhere)
        && may_be_player(player)
        && !is_play_shape(password)
        && (is_odd(password) || takes_login() || login_first)
}

/// The outline of an address: its domain has a dot, so most passwords with an `@` are not taken for one.
pub(in crate::command) fn is_address_shape(word: &str) -> bool {
    word.len() <= 254
        && word.split_once('@').is_some_and(|(local, domain)| {
            let labels = domain.split_once('.').is_some_and(|(first, rest)| !first.is_empty() && !rest.is_empty());
            !local.is_empty() && labels && !domain.contains('@')
        })
}

fn play_stands_at(words: &[Word], i: usize) -> bool {
    /// The most words of a move without captures.
    const PLAY_WORDS_MAX: usize = 3;
    let words: Vec<&Word> = words.iter().skip(i).take(PLAY_WORDS_MAX).collect();
    words.first().is_some_and(|word| is_play_shape(word)) || play_length(&words) > 0
}

/// Whether a word may be the id of a player: it has the shape, and is neither a word of the commands nor a square or a move.
pub(super) fn may_be_player(word: &Word) -> bool {
    let player = word.lower();
    player_id::is_player_id(&player)
        && !player_id::is_reserved(&player)
        && !is_square_shape(&player)
        && !is_play_shape(word)
}

/// Whether a word is unusual in a sentence, as passwords are: a digit, a capital inside, or a character other than an apostrophe or hyphen.
/// Smileys are short or have no letter.
pub(super) fn is_odd(word: &Word) -> bool {
    const LETTERS_MIN: usize = 4;
    let word = &word.plain;
    let sign = word.chars().any(|c| !c.is_alphabetic() && !matches!(c, '-' | '\'' | '\u{2019}'));
    let capital_inside = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    word.chars().count() >= LETTERS_MIN && word.chars().any(char::is_alphanumeric) && (sign || capital_inside)
}

/// Whether a word beside its author's id may be the password: it is unusual in a sentence, has a letter, and is no part of a command (a move,
/// a square, an option, an address, a player).
pub(super) fn may_be_password(word: &Word) -> bool {
    is_odd(word)
        && word.is_player != Some(true)
        && !is_play_shape(word)
        && !is_square_shape(&word.plain)
        && !is_address_shape(&word.plain)
        && !word.plain.starts_with(['-', '#'])
        && word.plain.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &str) {
        let line = Line::new(typed);
        let secrets = guess(line.words());
        assert_eq!(masked(&line, &secrets, 0..1).0, expected);
    }

    #[test]
    fn a_password_in_pbmservs_position_is_hidden() {
        check("hnefatafl mvoee 17 bob s3cret e5-e3#6", "hnefatafl mvoee 17 bob **** e5-e3#6");
        check("resgn 17 bob \u{201c}secret\u{201d}!", "resgn 17 bob ****");
        check("move bob secret e5-e3", "move bob **** e5-e3");
        check("move bob secret e5e3", "move bob **** e5e3");
        check("singup ann secret ann@x.org", "singup ann **** ann@x.org");
        check("hnefatafl sigunp ann secret", "hnefatafl sigunp ann ****");
        check("change password ann old new", "change password **** **** ****");
        check("password secret", "password ****");
        check("signup bert hunt@r2 x", "signup bert **** ****");
        check("userid ann secret", "userid ann ****");
        check("vacation ann secret 2026-12-01", "vacation ann **** 2026-12-01");
        check("seek ann secret -small", "seek ann **** -small");
        check("limit ann secret 5", "limit ann **** 5");
        check("take 17 ann secret", "take 17 ann ****");
        check("unsubscribe ann secret", "unsubscribe ann ****");
        check("whoami ann s3cret", "whoami ann ****");
        check("resign ann s3cret please", "resign ann **** please");
        check("resign 17 bob -secret", "resign 17 bob ****");
        check("resign1 bob secret", "resign1 bob ****");
        check("move bob secret e5 e3", "move bob **** e5 e3");
        check("brandubh 2 dora geheim c4-c7", "brandubh 2 dora **** c4-c7");
        check("preview 17 bob secret e5-e3", "preview 17 bob **** e5-e3");
        check("please, dear server, resgn 17 bob secret", "please, dear server, resgn 17 bob ****");
        check("this is for you, 17 bob s3cret", "this is for you, 17 bob ****");
    }

    #[test]
    fn a_line_without_password_is_shown_as_typed() {
        for line in
            ["move 17 e5-e3", "challenge ann bob -small", "show 17 18 19", "preview 17 e5-e3 d1-d4 c3-c7", "accept 3"]
        {
            check(line, line);
        }
        for line in ["move 17 e5-e3 well played", "move 17 e5 e3 well played", "move 17 e5- e3 well played"] {
            check(line, line);
        }
    }

    #[test]
    fn a_number_or_a_play_in_a_sentence_is_none_of_pbmservs_positions() {
        for line in [
            "See you in 2 weeks then.",
            "I was afraid of e5-e3",
            "It took me all of 3 whole evenings",
            "my holiday was great",
            "Our vacation begins tomorrow.",
            "The limit was reached.",
            "Please delete that message.",
            "vacation 2026-12-20 to 2027-13-01",
        ] {
            check(line, line);
        }
    }

    #[test]
    fn a_number_before_somebody_begins_a_login_and_before_nobody_a_sentence() {
        let shown = |typed: &str| {
            let line = line_among(typed, &|id| Some(id == "bob"));
            masked(&line, &guess(line.words()), 0..1).0
        };
        for line in ["3 kids and a dog here, so it may take a while", "10 days plus 1, how does that work?"] {
            assert_eq!(shown(line), line);
        }
        assert_eq!(
            shown("3 bob and a dog here, so it may take a while"),
            "3 bob **** a dog here, so it may take a while"
        );
        assert_eq!(shown("3 kids s3cret a dog here, so it may take"), "3 kids **** a dog here, so it may take");
        assert_eq!(shown("3 kids and e5-e3 then, I think"), "3 kids **** e5-e3 then, I think");
        assert_eq!(shown("3 kids and dogs"), "3 kids **** dogs");
    }

    #[test]
    fn a_day_and_a_time_of_day_are_no_login() {
        for line in [
            "On 21 Nov 2026 at 10:00, Taflpost wrote:",
            "Am 21. November 2026 um 10:00 schrieb Taflpost:",
            "Den 21. nov. 2026 kl. 10.00 skrev Taflpost:",
            "On Sat, 21 Nov 2026 at 10:00 Taflpost wrote:",
            "On Nov 21, 2026, at 10:00 AM, Taflpost wrote:",
            "See you on 21 Nov at 10:00.",
            "21 Nov 2026 at 10:00 Taflpost wrote",
        ] {
            check(line, line);
        }
        check("move 21 nov 2026 e5-e3", "move 21 nov **** e5-e3");
        check("21 nov 2026 e5-e3", "21 nov **** e5-e3");
        check("resgn 21 nov 2026 please", "resgn 21 nov **** please");
        check("resign 21 nov 2026", "resign 21 nov ****");
        check("21 nov 2026", "21 nov ****");
        check("move 2026 ann 10:00 e5-e3", "move 2026 ann **** e5-e3");
        check("resign 17 ann 10:00", "resign 17 ann ****");
        check("On 21 Nov 2026 Ann's login was 17 ann s3cret", "On 21 Nov 2026 Ann's login was 17 ann ****");
    }

    #[test]
    fn a_password_is_odder_than_a_word() {
        let odd = |typed: &str| is_odd(&Line::new(typed).words()[0]);
        for typed in ["Sesam7", "s3cret", "geHeim", "blue_horse", "s\u{e9}same+", "\u{201c}S3cret\u{201d}!"] {
            assert!(odd(typed), "{typed}");
        }
        for typed in ["played!", "Luck", "LUCK", "well-played", "Bob\u{2019}s", ":-)))", ":-D", "u2", "sch\u{f6}n..."] {
            assert!(!odd(typed), "{typed}");
        }
    }

    #[test]
    fn a_place_behind_a_password_moves_with_the_stars() {
        let line = Line::new("resign 17 bob verylongsecret now");
        assert_eq!(masked(&line, &[3], 29..32), ("resign 17 bob **** now".to_owned(), 19..22));
        assert_eq!(masked(&line, &[3], 14..28).1, 14..18);
    }
}

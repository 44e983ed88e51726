//! A date and a time of day in a line, as in `On 21 Nov 2026 at 10:00, Ann wrote`: there is no board, no player and no password.
//!
//! A password may be a year or look like a time, and a login after the word of a command must not be taken for a date. So the date must
//! name a month, with its day and its year beside it.

use crate::command::lexer::Word;

/// The months in the languages of most players, in full and as their abbreviations of three or four letters.
#[rustfmt::skip]
const MONTHS: [&str; 67] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "januar", "jänner", "februar", "märz",
    "mai", "juni", "juli", "oktober", "dezember", "mär", "mrz", "okt", "dez", "marts", "maj", "mars", "desember", "des",
    "januari", "februari", "augusti", "maart", "mei", "augustus", "mrt", "janvier", "février", "avril", "juin", "juillet", "août",
    "septembre", "octobre", "novembre", "décembre", "enero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "noviembre",
];

/// Whether the three words from `at` on are a day, its month and its year in any order, or a year, a word and a time after such a day: `21
/// Nov 2026`, `2026 at 10:00`. Also a day and its month before a word and a time: `21 Nov at 10:00`.
pub(in crate::command) fn stands_at(words: &[Word], at: usize) -> bool {
    let Some([first, second, third]) = words.get(at..at + 3) else {
        return false;
    };
    if is_day(first) && is_month(second) {
        return is_year(third) || words.get(at + 3).is_some_and(is_time);
    }
    let date_before = || {
        let [one, two] = [at.checked_sub(2), at.checked_sub(1)].map(|at| at.and_then(|at| words.get(at)));
        one.zip(two).is_some_and(|(one, two)| is_day(one) && is_month(two) || is_month(one) && is_day(two))
    };
    is_year(first) && is_time(third) && date_before()
}

fn is_month(word: &Word) -> bool {
    MONTHS.contains(&word.lower().as_str())
}

fn is_day(word: &Word) -> bool {
    matches!(word.number(), Some(Ok(1..=31))) && !word.plain.starts_with('#')
}

fn is_year(word: &Word) -> bool {
    word.plain.len() == 4 && matches!(word.number(), Some(Ok(1990..=2100)))
}

/// `10:00`, `9.05`, `10:00:00`.
fn is_time(word: &Word) -> bool {
    let parts: Vec<&str> = word.plain.split([':', '.']).collect();
    let is_part = |part: &&str| part.len() <= 2 && part.parse::<u32>().is_ok_and(|part| part < 60);
    (2..=3).contains(&parts.len()) && parts.iter().all(is_part)
}

//! The days on which somebody says that they are away: `I am on holiday from the 23rd to the 30th of December`.

use crate::command::command::Command;
use crate::command::player_act::{PlayerAct, VacationAsk};
use crate::command::wish_phrases::{KNOWN, Sentence, plain, sentences};
use chrono::{Datelike, NaiveDate};

/// The first and the last day that a text names as one stretch, the next after `today`. Days of two months need both names: `from 29 December to
/// 3 January`. `None` if it names no stretch, or more days than two.
pub(super) fn days_named(text: &str, today: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
    /// A longer text tells of other things.
    const WORDS_MAX: usize = 120;
    let words = text.split(|c: char| c.is_whitespace() || "-\u{2013}/".contains(c)).map(plain);
    let words: Vec<String> = words.filter(|word| !word.is_empty()).take(WORDS_MAX).collect();
    let months: Vec<(usize, u32)> =
        words.iter().enumerate().filter_map(|(at, word)| Some((at, month(word)?))).collect();
    let days: Vec<(usize, u32)> = words.iter().enumerate().filter_map(|(at, word)| Some((at, day(word)?))).collect();
    // Only days that stand near a month are days: not `2 sheep and 30 hens`.
    const NEAR: usize = 6;
    let near: Vec<(usize, u32)> =
        days.into_iter().filter(|(at, _)| months.iter().any(|(month, _)| month.abs_diff(*at) <= NEAR)).collect();
    let [(first_at, first), (last_at, last)] = near[..] else { return None };
    let month_of = |at: usize| months.iter().min_by_key(|(month, _)| month.abs_diff(at)).map(|(_, month)| *month);
    let (first_month, last_month) = match months[..] {
        [(_, only)] => (only, only),
        [_, _] => (month_of(first_at)?, month_of(last_at)?),
        _ => return None,
    };
    let next = |month: u32, day: u32, from: NaiveDate| {
        let of_year = |year| NaiveDate::from_ymd_opt(year, month, day).filter(|date| *date >= from);
        of_year(from.year()).or_else(|| of_year(from.year() + 1))
    };
    let last_day = next(last_month, last, today)?;
    // Who is away already may name a first day that has passed.
    let begins = |year| NaiveDate::from_ymd_opt(year, first_month, first).filter(|date| *date <= last_day);
    let first_day = begins(last_day.year()).or_else(|| begins(last_day.year() - 1))?;
    Some((first_day.max(today), last_day))
}

/// The command for the holiday that somebody says they take, with its days: `Please put me down for a holiday from 23 to 30 December.`
pub fn holiday_wished(text: &str, today: NaiveDate) -> Option<Command> {
    let is_own = |sentence: &Sentence| says(sentence, "holiday") && (says(sentence, "i") || says(sentence, "enters"));
    let text = &*without_ordinals(text);
    let (first, last) = days_named(text, today).filter(|_| sentences(text).iter().any(is_own))?;
    let ask = VacationAsk::Dates { first, last };
    Some(Command::AsPlayer { login: None, act: PlayerAct::Vacation(ask) })
}

/// Whether a text says nothing but that, and what becomes of the time meanwhile: `Ah, so that works. I need a holiday too, from 24 to 27 December.`
pub fn only_wishes_for_a_holiday(text: &str) -> bool {
    /// `Super, danke.`
    const SHORT_WORDS_MAX: usize = 5;
    sentences(&without_ordinals(text)).iter().all(|sentence| {
        sentence.words.len() <= SHORT_WORDS_MAX
            || ["holiday", "stops", "what"].iter().any(|name| says(sentence, name))
            || sentence.words.iter().any(|word| month(word).is_some())
    })
}

/// A text in which no day ends a sentence: `vom 23. bis zum 30. Dezember`.
fn without_ordinals(text: &str) -> String {
    let before = std::iter::once(' ').chain(text.chars());
    let kept = before.zip(text.chars()).filter(|(before, sign)| !(*sign == '.' && before.is_ascii_digit()));
    kept.map(|(_, sign)| sign).collect()
}

fn says(sentence: &Sentence, concept: &str) -> bool {
    KNOWN.iter().any(|known| known.concepts.says(&sentence.words, concept))
}

/// A day of a month: `23`, `23rd`.
fn day(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = &word[digits.len()..];
    let is_ordinal = ["", "st", "nd", "rd", "th", "te", "ten", "ter"].contains(&ending);
    digits.parse().ok().filter(|day| is_ordinal && (1..=31).contains(day))
}

/// A month by its name in one of our languages, or the beginning of it.
fn month(word: &str) -> Option<u32> {
    const LETTERS_MIN: usize = 3;
    let is_it = |name: &String| {
        let word = word.trim_end_matches('.');
        name.starts_with(word) && word.chars().count() >= LETTERS_MIN && !word.chars().any(char::is_numeric)
    };
    KNOWN.iter().find_map(|known| (1..).zip(&known.months).find(|(_, name)| is_it(name)).map(|(month, _)| month))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_of_days_is_found_in_a_sentence() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 27).unwrap();
        for (text, expected) in [
            ("ich bin vom 23. bis zum 30. Dezember im Urlaub", "2026-12-23 2026-12-30"),
            ("Ich brauch auch Urlaub, vom 24. bis 27. Dezember.", "2026-12-24 2026-12-27"),
            ("I am away from the 23rd to the 30th of December.", "2026-12-23 2026-12-30"),
            ("holiday 20-27 Dec please", "2026-12-20 2026-12-27"),
            ("We are on holiday from December 29 to January 3.", "2026-12-29 2027-01-03"),
            ("jeg er p\u{e5} ferie fra den 3. til den 10. januar", "2027-01-03 2027-01-10"),
            ("I am away from 25 November to 1 December", "2026-11-27 2026-12-01"),
        ] {
            let found = days_named(text, today).map(|(first, last)| format!("{first} {last}"));
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
        for text in [
            "I am away in December.",
            "I have 2 sheep and 30 hens",
            "from the 30th to the 35th of December",
            "my mother was here on 3 May",
            "on 3 May, 5 May and 7 May",
            "",
        ] {
            assert_eq!(days_named(text, today), None, "{text}");
        }
    }

    #[test]
    fn a_holiday_is_wished_for_alone_or_beside_something_else() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 27).unwrap();
        for (text, alone) in [
            ("Super, danke. Dann trag mich bitte vom 23. bis zum 30. Dezember als im Urlaub ein.", true),
            ("I am on holiday from 23 to 30 December. What happens to my time then?", true),
            ("I am on holiday from 23 to 30 December. My sister has a house by the sea.", false),
            ("I resign this game I think. I am on holiday from 23 to 30 December.", false),
        ] {
            assert!(holiday_wished(text, today).is_some(), "{text}");
            assert_eq!(only_wishes_for_a_holiday(text), alone, "{text}");
        }
        for text in ["My sister was here from 3 to 10 May.", "I am on holiday in May."] {
            assert_eq!(holiday_wished(text, today), None, "{text}");
        }
    }
}

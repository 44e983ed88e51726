//! Ids for a person who wants to join and has named none in a command: `I would love to join, my name is Eva`.
//!
//! The name in the text comes first, then the name and the address in the From line, then the first of these with a digit behind it. It is
//! only a proposal: the letter that asks for the yes says it, and the answer may name another.

use crate::command::phrases::two_letters;
use crate::command::player_id::{self, ID_CHARS_MAX, ID_CHARS_MIN};
use crate::command::wish_phrases::{KNOWN, Known, plain};
use std::collections::BTreeSet;

/// The most characters of a text in which a name is looked for.
const TEXT_CHARS_MAX: usize = 4_000;

/// Digits that are tried behind an id that belongs to somebody.
const DIGITS: std::ops::RangeInclusive<u32> = 2..=9;

/// Ids for the author of a text, the best first. `written` is the name in the From line, and `local` what stands before the @.
pub fn proposed_ids(text: &str, written: &str, local: &str) -> Vec<String> {
    let from_line = from_line(written, local);
    let named = named(text, &from_line);
    let whole = |name: &str| id(&name.split_whitespace().collect::<String>());
    let mut ids: Vec<String> = named.into_iter().chain(from_line).chain(whole(written)).chain(whole(local)).collect();
    if let Some(first) = ids.first().cloned() {
        let short: String = first.chars().take(ID_CHARS_MAX - 1).collect();
        ids.extend(DIGITS.map(|digit| format!("{short}{digit}")));
    }
    let mut seen = BTreeSet::new();
    ids.retain(|id| !player_id::is_reserved(id) && seen.insert(id.clone()));
    ids
}

/// What the From line may call its author.
fn from_line(written: &str, local: &str) -> Vec<String> {
    [ids_in(written), ids_in(local)].concat()
}

/// The words of a name that can be ids: of `Eva Schmidt` the first.
fn ids_in(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric()).find_map(id).into_iter().collect()
}

/// A word as an id: in small letters without accents.
fn id(word: &str) -> Option<String> {
    let mut id = String::new();
    for c in word.to_lowercase().chars().take(ID_CHARS_MAX * 2) {
        if let Some(letters) = two_letters(c) {
            id.push_str(letters);
            continue;
        }
        match c {
            '\u{e0}'..='\u{e3}' => id.push('a'),
            '\u{e7}' => id.push('c'),
            '\u{e8}'..='\u{eb}' => id.push('e'),
            '\u{ec}'..='\u{ef}' => id.push('i'),
            '\u{f1}' => id.push('n'),
            '\u{f2}'..='\u{f5}' => id.push('o'),
            '\u{f9}'..='\u{fb}' => id.push('u'),
            c if c.is_ascii_alphanumeric() => id.push(c),
            '-' | '_' | '.' | '\'' | '\u{2019}' => {}
            _ => return None,
        }
    }
    id.truncate(ID_CHARS_MAX);
    (id.len() >= ID_CHARS_MIN && player_id::is_player_id(&id)).then_some(id)
}

/// A word of the text as it is written, and in lower case without the signs around it.
struct Said<'a> {
    raw: &'a str,
    plain: String,
}

/// The name that the author of a text gives for sure: `call me finn`. `written` is the name in the From line, and `local` what stands before
/// the @: `I want to be finn` gives a name if they have it too, unlike `I want to be involved`.
pub fn given_name(text: &str, written: &str, local: &str) -> Option<String> {
    surely_named(text, &from_line(written, local))
}

fn surely_named(text: &str, known: &[String]) -> Option<String> {
    let text: String = text.chars().take(TEXT_CHARS_MAX).collect();
    let lines = lines_of(&text);
    let is_known = |_: &[Said<'_>], id: &str| known.iter().any(|known| known.starts_with(id) || id.starts_with(known));
    let goes_on = |rest: &[Said<'_>]| {
        let behind = rest.get(1).map(|word| word.plain.as_str()).unwrap_or_default();
        KNOWN.iter().any(|known| known.names.after.contains(behind))
    };
    let ends = |rest: &[Said<'_>], id: &str| {
        is_known(rest, id) || rest[0].raw.ends_with('?') || is_last(rest) || goes_on(rest)
    };
    // `Karin als Name passt prima` has the name before the phrase.
    let own = named_before(&lines, &[]).filter(|id| known.contains(id));
    own.or_else(|| named_behind(&lines, &|known| &known.names.surely, &|_, _| true))
        .or_else(|| named_behind(&lines, &|known| &known.names.at_end, &ends))
        .or_else(|| named_behind(&lines, &|known| &known.names.if_known, &is_known))
        .or_else(|| named_before(&lines, known))
        .filter(|id| !player_id::is_reserved(id))
}

/// The name that the author of a text gives. `known` are the ids of the From line: `I am eva` is a name if the address says so too.
fn named(text: &str, known: &[String]) -> Option<String> {
    surely_named(text, known).or_else(|| {
        let text: String = text.chars().take(TEXT_CHARS_MAX).collect();
        let is_name = |rest: &[Said<'_>], id: &str| known.iter().any(|known| known == id) || is_last(rest);
        named_behind(&lines_of(&text), &|known| &known.names.perhaps, &is_name)
    })
}

fn lines_of(text: &str) -> Vec<Vec<Said<'_>>> {
    text.lines().map(|line| line.split_whitespace().map(|raw| Said { raw, plain: plain(raw) }).collect()).collect()
}

/// The first name that stands behind one of these phrases.
fn named_behind(
    lines: &[Vec<Said<'_>>],
    phrases: &dyn Fn(&Known) -> &[String],
    is_name: &dyn Fn(&[Said<'_>], &str) -> bool,
) -> Option<String> {
    lines.iter().flat_map(|words| (1..words.len()).map(move |at| (words, at))).find_map(|(words, at)| {
        let id = id(&words[at].plain)?;
        let fits = |known: &Known| {
            let is_between = |word: &&Said<'_>| known.names.between.contains(&word.plain);
            let between = words[..at].iter().rev().take_while(is_between).count();
            // A word between may also be the last one of the phrase: `my name is`.
            let begins = (0..=between)
                .any(|between| phrases(known).iter().any(|phrase| is_before(phrase, &words[..at - between])));
            let is_word =
                known.names.never.contains(&words[at].plain) || known.names.between.contains(&words[at].plain);
            begins && !is_word && is_name(&words[at..], &id)
        };
        KNOWN.iter().any(fits).then_some(id)
    })
}

/// The name behind which its author says that it is theirs: `Wolf is my name`. Of `Rosalind will do nicely as my name` it is the one that
/// the From line has too.
fn named_before(lines: &[Vec<Said<'_>>], from_line: &[String]) -> Option<String> {
    lines.iter().flat_map(|words| (0..words.len()).map(move |at| (words, at))).find_map(|(words, at)| {
        let id = id(&words[at].plain)?;
        let fits = |known: &&Known| {
            let ends = known.names.behind.iter().any(|phrase| is_behind(phrase, &words[at + 1..]));
            ends && !known.names.never.contains(&words[at].plain)
        };
        let of_from_line =
            words[..at].iter().filter_map(|word| self::id(&word.plain)).find(|id| from_line.contains(id));
        KNOWN.iter().any(|known| fits(&known)).then(|| of_from_line.unwrap_or(id))
    })
}

/// Whether the words begin with the phrase.
fn is_behind(phrase: &str, words: &[Said<'_>]) -> bool {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    words.len() >= phrase.len()
        && words.iter().map(|word| word.plain.as_str()).zip(&phrase).all(|(word, known)| word == *known)
}

/// Whether the words end in the phrase.
fn is_before(phrase: &str, words: &[Said<'_>]) -> bool {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    let from = words.len().checked_sub(phrase.len());
    from.is_some_and(|from| words[from..].iter().map(|word| word.plain.as_str()).eq(phrase))
}

/// Whether the first of the words ends its clause, so that `I am Tom.` is one and `I am Norwegian and new here` is none.
fn is_last(words: &[Said<'_>]) -> bool {
    words.len() == 1 || words[0].raw.ends_with([',', '.', '!', ';', ')', '-', '\u{2026}'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_in_the_text_comes_first() {
        for (text, expected) in [
            ("I would love to join, my name is Eva. How does one win?", "eva"),
            ("i wanna play, im tom", "tom"),
            ("Hi, I'm Tom! May I join?", "tom"),
            ("Guten Tag, ich hei\u{df}e J\u{fc}rgen und m\u{f6}chte mitspielen", "juergen"),
            ("Jeg hedder S\u{f8}ren", "soeren"),
            ("I am new here and want to play", "pat"),
            ("I'm interested", "pat"),
            ("Pat will do nicely as my name.", "pat"),
            ("I am Norwegian and would like to play", "pat"),
            ("I'd like to play with my friend Tom", "pat"),
            ("I am Pat and I want to play", "pat"),
            ("", "pat"),
        ] {
            let ids = proposed_ids(text, "Pat Smith", "psmith77");
            assert_eq!(ids.first().map(String::as_str), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_name_is_given_for_sure_and_nothing_else_is_taken_for_one() {
        let given = |text: &str| given_name(text, "Finn Holm", "finn97");
        for (text, name) in [
            ("yep, call me wolf pls", "wolf"),
            ("yep but could i be wolf_k or something, finns a bit boring", "wolfk"),
            ("Yes please sign me up, but could I be wolf instead of finn?", "wolf"),
            ("jo bin dabei, aber bitte als wolf, finn heisst bei uns die katz", "wolf"),
            ("yes, but could you make it anna-b?", "annab"),
            ("I'd rather be wolf.", "wolf"),
            ("i want to be finn", "finn"),
            ("ja, nenn mich J\u{f8}rn", "joern"),
            ("Ja, das war ich. Finn als Name passt prima.", "finn"),
            ("Finn als Name passt.", "finn"),
            ("Ja! Bitte Wolf als Name.", "wolf"),
            ("Ja, und als Name bitte Wolf.", "wolf"),
            ("yes, Finn as my name works for me", "finn"),
            ("call me wolf, not finn", "wolf"),
            ("Yes, Finn is my brother, I go by Hugo as my name", "hugo"),
        ] {
            assert_eq!(given(text).as_deref(), Some(name), "{text}");
        }
        for text in [
            "Yes! I would like to be part of it.",
            "yes i want to be involved",
            "Yes, make it quick please",
            "Yes. We go by train to the club.",
            "You make me happy",
            "Finn is fine as a name.",
            "Ja, der Name passt so.",
            "Ja, der Name gef\u{e4}llt mir",
            "Ja, das ist als Name gut so",
            "yes, the name is fine",
            "yes that name is perfect thanks",
            "ja, navnet passer fint",
            "ja tak, navnet er godt",
            "Ja, ich bin gern unter Freunden dabei",
            "yes",
        ] {
            assert_eq!(given(text), None, "{text}");
        }
    }

    #[test]
    fn an_id_is_found_in_the_from_line() {
        assert_eq!(proposed_ids("", "", "eva.schmidt")[..2], ["eva", "evaschmidt"]);
        assert_eq!(proposed_ids("", "Fran\u{e7}ois", "x")[..2], ["francois", "francois2"]);
        assert_eq!(proposed_ids("", "\u{418}\u{432}\u{430}\u{43d}", "ivan")[0], "ivan");
        assert!(proposed_ids("", "", "1").is_empty());
        assert_eq!(proposed_ids("", "", "me")[..1], ["me2"]);
        let long = proposed_ids("my name is Abcdefghijklmnopqrstuvwxyz", "", "");
        assert!(long.iter().all(|id| player_id::is_player_id(id)), "{long:?}");
    }
}

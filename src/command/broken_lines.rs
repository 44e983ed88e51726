//! Lines that a mail program broke for their length, in the middle of a sentence.

use std::ops::RangeInclusive;

/// Programs break lines at 66 to 80 characters.
const ROOM: RangeInclusive<usize> = 66..=80;

/// Whether a line was broken because the first word of the next one had no room on it, and no sentence ends with it. A letter or two alone on a
/// line are how somebody signs.
pub(in crate::command) fn is_broken(line: &str, next: &str) -> bool {
    let first = next.split_whitespace().next().map_or(0, |word| word.chars().count());
    let chars = line.trim_end().chars().count();
    let is_open = line.trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ',');
    let is_initial = next.trim().chars().count() <= 2;
    is_open
        && !is_initial
        && next.starts_with(char::is_alphanumeric)
        && chars <= *ROOM.end()
        && chars + 1 + first > *ROOM.start()
}

/// The lines of a text, each with those behind it into which it was broken. What is indented or quoted, and an item of a list, begins a
/// line.
pub fn unbroken(text: &str) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    let mut above = "";
    for line in text.lines().map(str::trim_end) {
        match whole.last_mut().filter(|_| is_broken(above, line)) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => whole.push(line.to_owned()),
        }
        above = line;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_broken_for_its_length_goes_on() {
        let broken = "Omar, big words for a man who has never played this before! I have a free\nperiod, so let us see.\n\nYour move.\nSami";
        let whole = [
            "Omar, big words for a man who has never played this before! I have a free period, so let us see.",
            "",
            "Your move.",
            "Sami",
        ];
        assert_eq!(unbroken(broken), whole);
        let long = "x".repeat(68);
        for kept in [
            "Roses are red,\nviolets are blue.".to_owned(),
            "- one\n- two".to_owned(),
            String::new(),
            "take the poor dog out, i can wait 10 mins\ne5-e3".to_owned(),
            format!("{long}.\nAnn"),
            format!("{long}\nj"),
            format!("{long}\n> quoted"),
            format!("{long}\n  indented"),
            format!("{}\nlonger than any program leaves a line", "x".repeat(81)),
        ] {
            assert_eq!(unbroken(&kept).join("\n"), kept);
        }
    }
}

//! To whom the words of a mail speak: to the opponent, who is called by name, or to the club.

use crate::command::lexer::Line;
use crate::command::lexer::Word;
use crate::command::salutation::called_at_first;
use crate::command::wish_phrases::{KNOWN, sentences};

/// Whether a text speaks to this player by name: `Gus, it rains`, `off to bed now gus, your go`.
pub fn speaks_to(text: &str, player: &str) -> bool {
    let lines: Vec<Line> = text.lines().map(Line::new).collect();
    let words = || lines.iter().flat_map(|line| line.words());
    let is_called = words().any(|word| word.lower() == player && !word.closing.is_empty());
    let is_you = |word: &Word| KNOWN.iter().any(|known| known.you.contains(&word.lower()));
    called_at_first(text).iter().any(|called| called == player) || is_called && words().any(is_you)
}

/// What stands below the first paragraph of a text, if that paragraph says that it is for the club: `A question for the club: ...`
pub fn below_a_question_to_the_club(text: &str) -> Option<&str> {
    let text = text.trim();
    let (first, below) = text.split_at(text.find("\n\n").unwrap_or(text.len()));
    let says = |phrase: &Vec<String>| {
        sentences(first).iter().any(|said| said.words.windows(phrase.len()).any(|words| words == phrase))
    };
    KNOWN.iter().flat_map(|known| &known.to_club).any(says).then(|| below.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_calls_the_opponent_speaks_to_the_opponent() {
        for text in
            ["Gus, it rains", "Hi Gus!\n\nIt rains.", "off to bed now gus, your go", "gute Nacht Gus, bis du wach bist"]
        {
            assert!(speaks_to(text, "gus"), "{text}");
        }
        for text in
            ["Hi Carl, it rains", "gus is asleep", "I think gus cheats, can you look?", "It rains in Gus, they say", ""]
        {
            assert!(!speaks_to(text, "gus"), "{text}");
        }
    }

    #[test]
    fn what_is_for_the_club_says_so() {
        let text = "Before I move, a question for the club: may he jump?\n\nGus, it rains.";
        assert_eq!(below_a_question_to_the_club(text), Some("Gus, it rains."));
        assert_eq!(below_a_question_to_the_club("No, I was asking you. May he jump?"), Some(""));
        assert_eq!(below_a_question_to_the_club("Gus, here is a question: who asked the club about it?"), None);
    }
}

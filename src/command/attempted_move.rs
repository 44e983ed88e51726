//! A first line that says a move as plainly as others do, and can be none as it stands: `d5 to v5` leaves every board, and `man to c4 then` does
//! not say which man. Its author must hear why, and it is no word for the opponent.
//!
//! What else stands on the line is judged as on the line of a whole move ([`move_in_sentence`]), with squares that exist in the places of
//! those that do not, or are not said.
//!
//! [`move_in_sentence`]: crate::command::move_in_sentence

use crate::command::destination::{self, Destination, KING};
use crate::command::lexer::{Line, Word, is_square_shape, square};
use crate::command::move_in_sentence::{self, Meant};
use crate::command::salutation::is_salutation;
use crate::tafl::{ParsedPlay, Square};

/// What such a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttemptedMove {
    /// A move with a square that no board has.
    OffBoard(ParsedPlay),
    /// Only where a piece goes.
    To(Destination),
}

/// A line that says a move, and is no command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt<'a> {
    /// What it says.
    pub says: AttemptedMove,
    /// The line.
    pub line: &'a str,
}

/// The move that the first line of a text says.
pub fn attempted_move(text: &str) -> Option<Attempt<'_>> {
    /// A longer line is a sentence about something.
    const WORDS_MAX: usize = 12;
    /// What a comma sets off behind it may be anything: `The king steps off his throne to d5, for a breath of air.`
    const ALL_WORDS_MAX: usize = 20;
    let says_something = |line: &&str| line.contains(char::is_alphanumeric) && !is_salutation(line);
    let typed = text.lines().find(says_something)?;
    let below: Vec<&str> = text.lines().skip_while(|line| *line != typed).skip(1).collect();
    let line = Line::new(typed);
    let square = line.words().iter().position(|word| is_square_shape(&word.plain))?;
    let clause = line.words()[square..].iter().position(|word| word.closing.contains([',', '.', '!', ';']));
    let words = clause.map_or(line.words().len(), |end| square + end + 1);
    if words > WORDS_MAX || line.words().len() > ALL_WORDS_MAX {
        return None;
    }
    let says = match off_board(&line, &below) {
        Some(play) => AttemptedMove::OffBoard(play),
        None => AttemptedMove::To(only_destination(typed, &line, &below)?),
    };
    Some(Attempt { says, line: typed })
}

/// Where a piece goes in the only sentence of a text that says a move and nothing else, whatever is thought aloud around it: `If I go c4, you
/// take b2. OK, king to b2.`
pub fn concluded_destination(text: &str) -> Option<Destination> {
    let sentences = text.split_inclusive(['.', '!', '?', '\n']);
    let mut says = sentences.filter_map(|sentence| match attempted_move(sentence)?.says {
        AttemptedMove::To(to) => Some(to),
        AttemptedMove::OffBoard(_) => None,
    });
    let first = says.next()?;
    says.next().is_none().then_some(first)
}

/// A move from one square to another, if one of them is on no board.
fn off_board(line: &Line, below: &[&str]) -> Option<ParsedPlay> {
    /// Squares of every board, for those that are on none.
    const PLACES: [&str; 2] = ["a1", "b1"];
    let squares: Vec<&Word> = line.words().iter().filter(|word| is_square_shape(&word.plain)).collect();
    let ([first, second], true) = (squares.as_slice(), squares.iter().any(|word| square(&word.plain).is_none())) else {
        return None;
    };
    let (first, second) = (any_square(&first.plain)?, any_square(&second.plain)?);
    let mut places = PLACES.into_iter();
    let with_places = line.words().iter().map(|word| match is_square_shape(&word.plain) {
        true => places.next().map_or_else(|| word.raw.clone(), |place| word.raw.replacen(&word.plain, place, 1)),
        false => word.raw.clone(),
    });
    let with_places = with_places.collect::<Vec<String>>().join(" ");
    let meant = meant(&with_places, below)?;
    let is_in_order = meant.play.from.to_string() == PLACES[0];
    let (from, to) = if is_in_order { (first, second) } else { (second, first) };
    Some(ParsedPlay { from, to, captures: Vec::new(), ply: None })
}

/// The only square to which a piece is to go.
fn only_destination(typed: &str, line: &Line, below: &[&str]) -> Option<Destination> {
    let found = destination::destination(typed)?;
    let at = line.words().iter().position(|word| is_square_shape(&word.plain))?;
    // `man to c4 then` as `man b2 to c4 then`, and `king c4` as `king b2 c4`: the word before the square may be the one that says where. So
    // may all behind the king: `king one up to c4`.
    let from = if found.square.to_string() == "a1" { "b1" } else { "a1" };
    let with_from = |at: usize| {
        let mut words: Vec<&str> = line.words().iter().map(|word| word.raw.as_str()).collect();
        words.insert(at, from);
        meant(&words.join(" "), below)
    };
    let behind_king = line.words()[..at].iter().rposition(|word| KING.contains(&word.lower().as_str()));
    let of_king = || with_from(at).or_else(|| with_from(behind_king? + 1)).filter(|_| found.by_king);
    at.checked_sub(1).and_then(with_from).or_else(of_king).map(|_| found)
}

/// The move on a line, if nothing on it and below it puts it in doubt.
fn meant(typed: &str, below: &[&str]) -> Option<Meant> {
    move_in_sentence::read(&[], &Line::new(typed), &|| below)?.ok()
}

/// A square by its letter and number, whether or not a board has it.
fn any_square(word: &str) -> Option<Square> {
    let lower = word.to_ascii_lowercase();
    let file = lower.bytes().next()?.checked_sub(b'a')?;
    let rank: u8 = lower.get(1..)?.parse().ok()?;
    Some(Square::new(file, rank.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        Some(match attempted_move(text)?.says {
            AttemptedMove::OffBoard(play) => format!("{}-{}", play.from, play.to),
            AttemptedMove::To(Destination { square, by_king }) => {
                format!("{}{square}", if by_king { "king to " } else { "to " })
            }
        })
    }

    #[test]
    fn a_line_that_says_a_move_is_read_even_if_there_is_no_such_square() {
        for (text, expected) in [
            ("d5 to v5", "d5-v5"),
            ("Hi Tom,\n\nI move d5 to z5 then.\n\nThe weather is nice here.", "d5-z5"),
            ("e4 to e40 i guess", "e4-e40"),
            ("ich ziehe d5 nach v5", "d5-v5"),
            ("jeg rykker d5 til v5", "d5-v5"),
            ("man to c4 then", "to c4"),
            ("king to g7", "king to g7"),
            ("king d5", "king to d5"),
            ("k\u{f6}nig d5", "king to d5"),
            ("der K\u{f6}nig d5. Remis?", "king to d5"),
            ("kongen d5", "king to d5"),
            ("king one up to d5", "king to d5"),
            ("king back down to d5", "king to d5"),
            ("ich r\u{fc}cke den K\u{f6}nig ein Feld nach oben auf d5", "king to d5"),
            ("ich ziehe nach c4", "to c4"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_line_that_only_talks_of_squares_is_no_move() {
        for text in [
            "d5 to v5 would be nice, if the board had a v",
            "I live at b4 and work at v3",
            "the A1 to Z9 of tafl",
            "why did you go to c2??",
            "that move to c2 was clever, did not see it coming",
            "we go to e6 every summer, it is a motorway",
            "your man to c4 was a surprise",
            "don't go to c4",
            "should I go to c4?",
            "I was going to v5 when it rained",
            "see you on f4",
            "my flat is v5",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}

//! Passwords become stars before a line is shown to anybody.
//!
//! The parser knows which words it took for passwords. A line that was not understood may hold one all the same (`mvoee 17 bob secret
//! e5-e3`), so the positions pbmserv gives to passwords are guessed as well. A guess that is wrong hides an innocent word; that is the
//! cheaper mistake.

use std::ops::Range;

use crate::command::lexer::{Line, Word, is_blank, is_invisible, is_square_shape};
use crate::command::nearest::nearest;
use crate::command::player_id;
use crate::command::plays::is_play_shape;
use crate::command::table::{self, Match, Word as Meaning};

const STARS: &str = "****";

/// The line as it may be shown, and where the characters `at` of the typed line stand in it.
///
/// Invisible characters are left out, white space becomes a blank, and each word of `secrets` (by index) becomes four stars.
pub fn masked(line: &Line, secrets: &[usize], at: Range<usize>) -> (String, Range<usize>) {
    let hidden: Vec<Range<usize>> = secrets
        .iter()
        .filter_map(|i| line.words().get(*i))
        .map(|word| word.whole.clone())
        .collect();
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

/// The words of a line that stand where a password may stand, by index.
pub fn guess(words: &[Word]) -> Vec<usize> {
    let meant = meant(words);
    if let Some((
        _,
        Meaning::Show | Meaning::Games | Meaning::Preview | Meaning::Help | Meaning::Rules,
    )) = meant
    {
        return Vec::new();
    }
    let mut secrets = Vec::new();
    // `signup ann secret`, in any spelling of signup, and `password ann old new`.
    if let Some((at, Meaning::Signup)) = meant {
        secrets.extend((at + 2..words.len()).filter(|i| !words[*i].plain.contains('@')));
    }
    // `challenge ann bob ann secret`.
    if let Some((at, Meaning::Challenge)) = meant {
        let mut plain = (at + 1..words.len()).filter(|i| words[*i].option().is_none());
        secrets.extend(plain.nth(3));
    }
    for (i, word) in words.iter().enumerate() {
        if i <= 2 && word.lower().starts_with("passw") {
            secrets.extend(i + 2..words.len());
        }
        // `17 bob secret`: a number, a player id, and something that is no play.
        if word.number().is_some() && followed_by_login(words, i + 1) {
            secrets.push(i + 2);
        }
        // `move bob secret e5-e3`: whatever stands before a play and behind a player id.
        if i >= 3 && is_play_shape(word) && followed_by_login(words, i - 2) {
            secrets.push(i - 1);
        }
    }
    secrets
}

/// The command that one of the first two words means or is near to, and where it stands.
fn meant(words: &[Word]) -> Option<(usize, Meaning)> {
    let known = |i: usize| match table::find(&words.get(i)?.lower()) {
        Match::Whole(entry) | Match::Beginning(entry) => Some((i, entry.word)),
        _ => None,
    };
    let near = |i: usize| {
        let near = nearest(&words.get(i)?.plain, table::entry(Meaning::Signup).words());
        (!near.is_empty()).then_some((i, Meaning::Signup))
    };
    known(0)
        .or_else(|| near(0))
        .or_else(|| known(1))
        .or_else(|| near(1))
}

/// Whether a player id and then a possible password stand at `i`.
fn followed_by_login(words: &[Word], i: usize) -> bool {
    let (Some(player), Some(password)) = (words.get(i), words.get(i + 1)) else {
        return false;
    };
    let player = player.lower();
    player_id::is_player_id(&player)
        && !player_id::is_reserved(&player)
        && !is_square_shape(&player)
        && !is_play_shape(password)
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
        check(
            "hnefatafl mvoee 17 bob s3cret e5-e3#6",
            "hnefatafl mvoee 17 bob **** e5-e3#6",
        );
        check("resgn 17 bob \u{201c}secret\u{201d}!", "resgn 17 bob ****");
        check("move bob secret e5-e3", "move bob **** e5-e3");
        check("move bob secret e5e3", "move bob **** e5e3");
        check("singup ann secret ann@x.org", "singup ann **** ann@x.org");
        check("hnefatafl sigunp ann secret", "hnefatafl sigunp ann ****");
        check(
            "change password ann old new",
            "change password ann **** ****",
        );
        check("resign 17 bob -secret", "resign 17 bob ****");
    }

    #[test]
    fn a_line_without_password_is_shown_as_typed() {
        for line in [
            "move 17 e5-e3",
            "challenge ann bob -small",
            "show 17 18 19",
            "preview 17 e5-e3 d1-d4 c3-c7",
            "accept 3",
        ] {
            check(line, line);
        }
    }

    #[test]
    fn a_place_behind_a_password_moves_with_the_stars() {
        let line = Line::new("resign 17 bob verylongsecret now");
        assert_eq!(
            masked(&line, &[3], 29..32),
            ("resign 17 bob **** now".to_owned(), 19..22)
        );
        assert_eq!(masked(&line, &[3], 14..28).1, 14..18);
    }
}

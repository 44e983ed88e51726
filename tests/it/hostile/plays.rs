//! Moves as players write them, and lines of moves.

use super::*;
use laws::{lines, plays::hold_for};
use taflpost::tafl::{Replay, Square};

proptest! {
    #![proptest_config(cases(1024))]

    #[test]
    fn what_is_nearly_a_play_is_read_or_refused(
        from in "[a-uA-U]?[0-9]{0,3}",
        between in "( |-|:|x|X|×|to|TO|→|->|>|–|—|\u{a0}|é){0,3}",
        to in "[a-uA-U]?[0-9]{0,3}",
        captures in "( ?[xX×/,] ?[a-t][0-9]{1,2}){0,6}",
        rest in "( ?#? ?[0-9]{0,11}[.,;! ]{0,3})?",
    ) {
        hold_for(&format!("{from}{between}{to}{captures}{rest}"));
        hold_for(&format!("e5{between}e3{captures}{rest}"));
        if let Ok(square) = from.parse::<Square>() {
            prop_assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn any_text_is_no_play_or_a_play(text in any::<String>(), wounds in wounds()) {
        hold_for(&text);
        hold_for(&wounded_text("d4 - d8 x d7/e8, a1 #12!", &wounds));
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_damaged_line_of_plays_is_replayed_or_answered_with_its_half_move(
        picks in prop::collection::vec(any::<u16>(), 0..30),
        which in any::<Index>(),
        wounds in wounds(),
    ) {
        let rules: Vec<&Rules> = catalogue().iter().map(|variant| &variant.rules).collect();
        let game = state(rules[which.index(rules.len())], &picks);
        let line = game.plays().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(Replay::of_line(game.rules(), &line).unwrap().state.position().to_owned(), *game.position());
        let line = wounded_text(&line, &wounds);
        lines::hold_for(game.rules(), &line);
    }
}

#[test]
fn a_play_of_any_length_takes_no_time() {
    for piece in ["x", "xa1", "/a1", " ", "-", "e5", "#", "1", "\u{3000}", "x ", ",a1 "] {
        for head in ["", "e5", "e5-e3", "e5-e3x", "e5-e3xa1", "e5-e3 #"] {
            quickly(piece, || hold_for(&format!("{head}{}", piece.repeat(20_000))));
        }
    }
}

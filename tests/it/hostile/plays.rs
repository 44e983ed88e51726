//! Plays as players write them, and lines of plays.

use super::*;
use taflpost::tafl::{Dialect, ParsedPlay, Play, Replay, Square};

fn written(parsed: &ParsedPlay) -> String {
    let captures: String = parsed.captures.iter().map(|square| format!("x{square}")).collect();
    let ply = parsed.ply.map_or(String::new(), |ply| format!(" #{ply}"));
    format!("{}-{}{captures}{ply}", parsed.from, parsed.to)
}

fn check(text: &str) {
    let Ok(parsed) = ParsedPlay::parse(text) else {
        assert!(!ParsedPlay::looks_like(text) && text.parse::<Play>().is_err());
        return;
    };
    assert_eq!(ParsedPlay::parse(&written(&parsed)).as_ref(), Ok(&parsed), "{text}");
    if let Ok(play) = text.parse::<Play>() {
        assert_eq!(play, Play { from: parsed.from, to: parsed.to });
        assert_eq!(play.to_string().parse(), Ok(play));
    }
    for dialect in Dialect::ALL {
        if let Ok(meant) = dialect.meant_play(&parsed) {
            assert_eq!(dialect.parsed(&meant), parsed, "{text}");
        }
    }
    // Off this board or not, it is only a question.
    let course = Course::new(Arc::new(catalogue().find("brandubh").unwrap().rules.clone()));
    if let Err(why) = course.check_parsed(&parsed) {
        assert!(!why.to_string().is_empty());
    }
}

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
        check(&format!("{from}{between}{to}{captures}{rest}"));
        check(&format!("e5{between}e3{captures}{rest}"));
        if let Ok(square) = from.parse::<Square>() {
            prop_assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn any_text_is_no_play_or_a_play(text in any::<String>(), wounds in wounds()) {
        check(&text);
        check(&wounded_text("d4 - d8 x d7/e8, a1 #12!", &wounds));
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
        let game = course(rules[which.index(rules.len())], &picks);
        let line = game.plays().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(Replay::of_line(game.rules(), &line).unwrap().course.position().to_owned(), *game.position());
        let line = wounded_text(&line, &wounds);
        let words = line.split_ascii_whitespace().count();
        match Replay::of_line(game.rules(), &line) {
            Ok(replay) => prop_assert!(replay.course.plays().len() <= words),
            Err(wrong) => prop_assert!(wrong.ply >= 1 && wrong.ply as usize <= words, "{}", wrong),
        }
    }
}

#[test]
fn a_play_of_any_length_takes_no_time() {
    for piece in ["x", "xa1", "/a1", " ", "-", "e5", "#", "1", "\u{3000}", "x ", ",a1 "] {
        for head in ["", "e5", "e5-e3", "e5-e3x", "e5-e3xa1", "e5-e3 #"] {
            quickly(piece, || check(&format!("{head}{}", piece.repeat(20_000))));
        }
    }
}

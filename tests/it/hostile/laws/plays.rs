//! Moves as players write them.

use super::catalogue;
use std::sync::Arc;
use taflpost::tafl::{Dialect, GameState, ParsedPlay, Play};

fn written(parsed: &ParsedPlay) -> String {
    let captures: String = parsed.captures.iter().map(|square| format!("x{square}")).collect();
    let ply = parsed.ply.map_or(String::new(), |ply| format!(" #{ply}"));
    format!("{}-{}{captures}{ply}", parsed.from, parsed.to)
}

pub fn hold_for(text: &str) {
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
    let state = GameState::new(Arc::new(catalogue().find("brandubh").unwrap().rules.clone()));
    if let Err(why) = state.check_parsed(&parsed) {
        assert!(!why.to_string().is_empty());
    }
}

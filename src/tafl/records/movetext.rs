//! Numbered moves, as in OpenTafl games and PGN: `1. a4-a3 c4-c7 2. b4-b7xc7`, `2... d4-a4`, `---`.

use crate::tafl::records::draft::Draft;
use crate::tafl::records::end::How;
use crate::tafl::records::error::Fault;
use crate::tafl::records::one_move;

/// Reads one word of the moves: a number, a move, or both in one.
pub(in crate::tafl::records) fn word(draft: &mut Draft, token: &str, at: usize) -> Result<(), Fault> {
    let digits = token.bytes().take_while(u8::is_ascii_digit).count();
    let dots = token[digits..].bytes().take_while(|sign| *sign == b'.').count();
    if dots > 0 {
        number(draft, &token[..digits], dots, at)?;
        let rest = &token[digits + dots..];
        return if rest.is_empty() { Ok(()) } else { play(draft, rest, at + digits + dots) };
    }
    if token == "---" {
        return draft.put_how(How::Resignation, at);
    }
    if token.len() > 1 && token.starts_with('$') && token[1..].bytes().all(|sign| sign.is_ascii_digit()) {
        return draft.comment(draft.plies(), token, at);
    }
    play(draft, token, at)
}

/// `3.` comes before the first move of the third turn, `3...` before the second one.
fn number(draft: &Draft, digits: &str, dots: usize, at: usize) -> Result<(), Fault> {
    let plies = draft.plies();
    let turn = plies / 2 + 1;
    let right = (digits.is_empty() || digits.parse() == Ok(turn)) && (dots == 1 || plies % 2 == 1);
    let right = right && (plies.is_multiple_of(2) || dots > 1);
    if right {
        return Ok(());
    }
    let next = if plies.is_multiple_of(2) { format!("{turn}.") } else { format!("{turn}... or a move") };
    Err(Fault::unexpected(at, &format!("{digits}{}", ".".repeat(dots.min(3))), &next))
}

fn play(draft: &mut Draft, token: &str, at: usize) -> Result<(), Fault> {
    let written = one_move::read(token, at, draft.plies() + 1)?;
    draft.play(written, at)
}

//! Positions in the form of rules records: `/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`.

use crate::tafl::otn::error::{OtnError, quoted};
use crate::tafl::{Piece, Position, Side, Square};

/// The layout of a position, with rows from the top as in variant files. `start` begins with row 1, `starti` with the top row.
pub(in crate::tafl::otn) fn layout(entry: &'static str, value: &str, size: u8) -> Result<String, OtnError> {
    let value = value.strip_prefix('/').unwrap_or(value);
    let value = value.strip_suffix('/').unwrap_or(value);
    let mut rows: Vec<&str> = value.split('/').collect();
    if rows.len() != usize::from(size) {
        return Err(OtnError::Wrong {
            entry,
            found: format!("{} rows", rows.len()),
            allowed: format!("{size} with slashes between them"),
        });
    }
    if entry == "start" {
        rows.reverse();
    }
    let ranks = (0..size).rev();
    let rows: Result<Vec<String>, OtnError> =
        ranks.zip(rows).map(|(rank, row)| signs(entry, row, rank, size)).collect();
    Ok(rows?.join("\n"))
}

/// A position with rows in either order.
pub(in crate::tafl::otn) fn position(
    entry: &'static str,
    value: &str,
    size: u8,
    to_move: Side,
) -> Result<Position, OtnError> {
    let layout = layout(entry, value, size)?;
    let mut position = Position::empty(size, to_move);
    for (rank, row) in (0..size).rev().zip(layout.lines()) {
        for (file, sign) in (0..size).zip(row.chars()) {
            let square = Square::new(file, rank);
            match sign {
                't' => position.put(square, Piece::Attacker),
                'T' => position.put(square, Piece::Defender),
                'K' if position.king.is_some() => {
                    let found = format!("a second king on {square}");
                    return Err(OtnError::Wrong { entry, found, allowed: "one".to_owned() });
                }
                'K' => position.put(square, Piece::King),
                _ => {}
            }
        }
    }
    Ok(position)
}

/// The layout of a position, as in variant files.
pub(in crate::tafl::otn) fn drawn(position: &Position) -> String {
    let sign = |square| match position.piece_at(square) {
        Some(Piece::Attacker) => 't',
        Some(Piece::Defender) => 'T',
        Some(Piece::King) => 'K',
        None => '.',
    };
    let row = |rank| (0..position.size()).map(|file| sign(Square::new(file, rank))).collect::<String>();
    (0..position.size()).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// One row written out.
fn signs(entry: &'static str, row: &str, rank: u8, size: u8) -> Result<String, OtnError> {
    let mut signs = String::new();
    let mut run = 0;
    let uneven = |count: usize| OtnError::Wrong {
        entry,
        found: format!("{count} squares in the row {}", quoted(row)),
        allowed: format!("{size} in every row"),
    };
    for sign in row.chars() {
        if let Some(digit) = sign.to_digit(10) {
            run = run * 10 + digit as usize;
        } else {
            signs.push_str(&".".repeat(std::mem::take(&mut run)));
            let square = Square::new(signs.len() as u8, rank);
            signs.push(checked(entry, sign, square)?);
        }
        let count = signs.len() + run;
        if count > usize::from(size) {
            return Err(uneven(count));
        }
    }
    signs.push_str(&".".repeat(run));
    if signs.len() == usize::from(size) { Ok(signs) } else { Err(uneven(signs.len())) }
}

/// Checks that a letter is a piece that this server supports.
fn checked(entry: &'static str, sign: char, square: Square) -> Result<char, OtnError> {
    let allowed = "t, T, K and numbers of empty squares".to_owned();
    let piece = match sign {
        't' | 'T' | 'K' => return Ok(sign),
        'k' => "a king of the attackers",
        'n' | 'N' => "a knight",
        'c' | 'C' => "a commander",
        'm' | 'M' => "a mercenary",
        'g' | 'G' => "a guard",
        _ => {
            return Err(OtnError::Wrong { entry, found: quoted(&sign.to_string()), allowed });
        }
    };
    Err(OtnError::NotPlayed { entry, found: format!("{piece} ({sign} on {square})"), allowed })
}

/// A layout in the form of `start`.
pub(in crate::tafl::otn) fn written(layout: &str) -> String {
    let mut text = String::from("/");
    for row in layout.lines().rev() {
        let mut run = 0;
        for sign in row.chars() {
            if sign == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            run = 0;
            text.push(sign);
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        text.push('/');
    }
    text
}

//! Points, places and tie-breaks of a tournament, from its games alone. Half points are whole numbers here, so there are no fractions.

use crate::club::pairing_and_standings::game_value::{Field, Participation};
use crate::club::pairing_and_standings::pairing::Seat;
use crate::club::pairing_and_standings::tiebreak;
use crate::club::pairing_and_standings::tiebreak::{TieBreak, Value};

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// The place, from 1. Players who are equal in everything share it.
    pub place: usize,
    /// Half points.
    pub points: u32,
    /// Games that count and are finished.
    pub finished: u32,
    /// The values of the tie-breaks, in the organizer's order.
    pub values: Vec<Value>,
}

/// The table, the first place first. Players whose results are cancelled are not in it.
pub(crate) fn standings(field: &Field, order: &[TieBreak]) -> Vec<Standing> {
    let mut seats: Vec<Seat> =
        (0..field.names.len()).filter(|seat| field.participation(*seat) != Participation::Struck).collect();
    seats.sort_by_key(|seat| (std::cmp::Reverse(field.points(*seat)), *seat));
    let tied = seats.chunk_by(|one, other| field.points(*one) == field.points(*other));
    let mut lines = Vec::new();
    for group in tied {
        for equals in tiebreak::refine(field, group, order) {
            let place = lines.len() + 1;
            for seat in equals {
                let finished = field.bouts_of(seat).filter(|bout| bout.points_of(seat).is_some()).count() as u32;
                let values = order.iter().map(|by| tiebreak::value(field, seat, group, *by)).collect();
                lines.push(Standing { seat, place, points: field.points(seat), finished, values });
            }
        }
    }
    lines
}

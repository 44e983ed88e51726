//! The board of a rule set: on which squares each piece may stop, which ones it may not pass, and which ones help to capture it. It is
//! computed once for each rule set.
//!
//! The move list, the legality test, the captures and the endings use only this, so they always agree about the throne.

use crate::tafl::bitboard::{Bitboard, LINES, Rows};
use crate::tafl::parameter::{
    CornerVictim, Escape, KingArmed, KingCapture, NoMove, Pass, Repetition, Shieldwall, ThroneStop, Victim,
};
use crate::tafl::variant_file::Record;
use crate::tafl::{Piece, Position, Side, Square};

#[derive(Clone, Debug)]
pub(in crate::tafl) struct CompiledRules {
    pub size: u8,
    /// The squares on which a piece may end its move, by [`Piece::index`].
    pub stop: [Bitboard; 3],
    /// The squares that a piece may not pass, even empty, by [`Piece::index`]. Bit `size` of each line is always set.
    pub block: [Bitboard; 3],
    /// The throne, if the king may not pass it but may stop on it.
    pub king_ends_on: Option<Square>,
    /// How far a piece may go, by [`Piece::index`].
    pub speed: [u32; 3],
    /// The corner squares, whether they have rules of their own or not.
    pub corners: Bitboard,
    /// The corner squares that help to capture the men of both sides.
    pub hostile: Bitboard,
    /// The corner squares that help to capture the king.
    pub hostile_to_king: Bitboard,
    pub throne: Option<Square>,
    /// Which pieces the empty throne helps to capture, by [`Piece::index`].
    pub empty_throne_takes: [bool; 3],
    /// The side whose men the throne helps to capture while the king is on it, by [`Side::index`].
    pub kings_throne_takes: [bool; 2],
    /// With the king on the throne and attackers on three sides of it, the throne helps to capture the defender on the fourth side.
    pub linnaean: bool,
    /// The squares on which the king escapes.
    pub escape: Bitboard,
    pub king_capture: KingCapture,
    /// The king can capture by moving.
    pub king_hammer: bool,
    /// Men can capture against the king.
    pub king_anvil: bool,
    pub shieldwall: Option<Shieldwall>,
    pub exit_fort: bool,
    pub encirclement: bool,
    /// The defenders win when this many attackers or fewer are left.
    pub attackers_left_loses: u32,
    pub no_move: NoMove,
    pub repetition: Option<Repetition>,
}

impl CompiledRules {
    /// Computes the board of a record that has been checked.
    pub(super) fn new(record: &Record, corners: &[Square]) -> CompiledRules {
        let size = record.size;
        let inside = |file: u8, rank: u8| Square::new(file, rank);
        let all = Bitboard::of((0..size).flat_map(|file| (0..size).map(move |rank| inside(file, rank))));
        let corner_grid = Bitboard::of(corners.iter().copied());
        let throne = record.throne.as_ref().map(|_| Square::new(size / 2, size / 2));
        let mut stop = [all; 3];
        let mut block = [edge_of(size); 3];
        for piece in [Piece::Attacker, Piece::Defender, Piece::King] {
            let king = piece == Piece::King;
            if record.corners.is_some() && !king {
                corners.iter().for_each(|corner| stop[piece.index()].remove(*corner));
            }
            let (Some(rule), Some(throne)) = (&record.throne, throne) else {
                continue;
            };
            if !king || rule.stop == ThroneStop::Nobody || !rule.re_enter {
                stop[piece.index()].remove(throne);
            }
            if rule.pass == Pass::None || (rule.pass == Pass::King && !king) {
                block[piece.index()].add(throne);
            }
        }
        let rule = record.throne.as_ref();
        let empty = |victim| rule.is_some_and(|rule| rule.hostile_empty.contains(&victim));
        let occupied = |side| rule.is_some_and(|rule| rule.hostile_occupied.contains(&side));
        let corner_takes = |victim| record.corners.as_ref().is_some_and(|rule| rule.hostile.contains(&victim));
        let if_so = |so: bool| if so { corner_grid } else { Bitboard::default() };
        let limit = |squares: Option<u8>| squares.map_or(u32::from(size), u32::from);
        let king = Piece::King.index();
        CompiledRules {
            size,
            stop,
            block,
            king_ends_on: throne.filter(|throne| block[king].has(*throne) && stop[king].has(*throne)),
            speed: [limit(record.speed.attackers), limit(record.speed.defenders), limit(record.speed.king)],
            corners: corner_grid,
            hostile: if_so(corner_takes(CornerVictim::Men)),
            hostile_to_king: if_so(corner_takes(CornerVictim::King)),
            throne,
            empty_throne_takes: [empty(Victim::Attackers), empty(Victim::Defenders), empty(Victim::King)],
            kings_throne_takes: [
                occupied(crate::tafl::parameter::First::Attackers),
                occupied(crate::tafl::parameter::First::Defenders),
            ],
            linnaean: record.linnaean,
            escape: match record.escape {
                Escape::Corners => corner_grid,
                Escape::Edge => Bitboard::of(all.squares().filter(|square| is_rim(size, *square))),
            },
            king_capture: record.king_capture,
            king_hammer: matches!(record.king_armed, KingArmed::Yes | KingArmed::Hammer),
            king_anvil: matches!(record.king_armed, KingArmed::Yes | KingArmed::Anvil),
            shieldwall: record.shieldwall.clone(),
            exit_fort: record.exit_fort,
            encirclement: record.encirclement,
            attackers_left_loses: u32::from(record.attackers_left_loses.unwrap_or(0)),
            no_move: record.no_move,
            repetition: record.repetition.clone(),
        }
    }

    /// The throne, if it now helps to capture men of this side.
    #[inline]
    pub(super) fn throne_against(&self, position: &Position, victims: Side) -> Option<Square> {
        let throne = self.throne?;
        let takes = if position.king == Some(throne) {
            self.kings_throne_takes[victims.index()] || (self.linnaean && is_linnaean(position, throne, victims))
        } else {
            self.empty_throne_takes[victims.index()] && !is_taken(position, throne)
        };
        takes.then_some(throne)
    }

    /// Whether this square closes a side of the king although no attacker is on it.
    pub(super) fn closes_on_king(&self, position: &Position, square: Square) -> bool {
        self.hostile_to_king.has(square)
            || (self.throne == Some(square)
                && self.empty_throne_takes[Piece::King.index()]
                && !is_taken(position, square))
    }
}

/// Linnaean capture: whether attackers are on three sides of the throne, so that it helps to capture a defender on the fourth. As with
/// every other capture, the move must end beside the captured man. So the move that closes the third side of the king captures nothing in
/// this way.
fn is_linnaean(position: &Position, throne: Square, victims: Side) -> bool {
    let attackers = &position.men[Side::Attackers.index()];
    let (file, rank) = (usize::from(throne.file()), usize::from(throne.rank()));
    let beside = |line: u32, at: usize| (line << 1 >> at & 0b101).count_ones();
    victims == Side::Defenders && beside(attackers.rows[rank], file) + beside(attackers.cols[file], rank) == 3
}

/// Whether any piece is on the square.
#[inline]
pub(in crate::tafl) fn is_taken(position: &Position, square: Square) -> bool {
    (position.men[0].rows[usize::from(square.rank())] | position.men[1].rows[usize::from(square.rank())])
        >> square.file()
        & 1
        != 0
}

/// Whether a square of a board of this size is on its edge.
pub(in crate::tafl) fn is_rim(size: u8, square: Square) -> bool {
    let last = size - 1;
    square.file() == 0 || square.rank() == 0 || square.file() == last || square.rank() == last
}

/// A wall around the board: the bit after the last square of each line.
fn edge_of(size: u8) -> Bitboard {
    let wall: Rows = [1 << size; LINES];
    Bitboard { rows: wall, cols: wall }
}

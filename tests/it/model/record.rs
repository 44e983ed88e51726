//! A rule record as the model reads it: each parameter by its name, and only the squares are computed in advance.

use std::collections::BTreeSet;
use taflpost::tafl::{Piece, Rules, Side, Square};

pub struct Law {
    pub throne: Option<Square>,
    /// The squares that are corners by their place, special or not.
    pub corners: BTreeSet<Square>,
    pub escape: BTreeSet<Square>,
    pub corners_special: bool,
    pub corners_take_men: bool,
    pub corners_take_king: bool,
    pub king_stops_on_throne: bool,
    pub pass: String,
    pub empty_throne_takes: Vec<String>,
    pub kings_throne_takes: Vec<String>,
    pub linnaean: bool,
    pub king_capture: String,
    pub king_attacks: bool,
    pub king_helps: bool,
    /// The shortest row, and whether a corner closes an end.
    pub shieldwall: Option<(usize, bool)>,
    pub exit_fort: bool,
    pub encirclement: bool,
    pub attackers_left_loses: usize,
    pub no_move_is_draw: bool,
    pub repetition: Option<Repetition>,
    speed: [usize; 3],
}

pub struct Repetition {
    pub count: usize,
    pub binds: String,
    pub effect: String,
}

impl Law {
    pub fn of(rules: &Rules) -> Law {
        let record: toml::Table = rules.to_record().parse().unwrap();
        let value = |path: &str| {
            let mut words = path.split('.');
            let first = record.get(words.next()?)?;
            words.try_fold(first, |value, word| value.get(word))
        };
        let word = |path| value(path).and_then(toml::Value::as_str).unwrap_or("").to_owned();
        let yes = |path| value(path).and_then(toml::Value::as_bool).unwrap_or(false);
        let number = |path| value(path).and_then(toml::Value::as_integer).map(|n| usize::try_from(n).unwrap());
        let table = |path| value(path).is_some_and(toml::Value::is_table);
        let words = |path| -> Vec<String> {
            let list = value(path).and_then(toml::Value::as_array).cloned().unwrap_or_default();
            list.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
        };
        let size = rules.size();
        let (last, middle) = (size - 1, size / 2);
        let edge = |square: &Square| [0, last].contains(&square.file()) || [0, last].contains(&square.rank());
        let corner = |square: &Square| [0, last].contains(&square.file()) && [0, last].contains(&square.rank());
        let corners: BTreeSet<Square> = match value("corner_squares") {
            Some(_) => words("corner_squares").iter().map(|word| word.parse().unwrap()).collect(),
            None => rules.squares().filter(corner).collect(),
        };
        Law {
            throne: table("throne").then(|| Square::new(middle, middle)),
            escape: if word("escape") == "edge" { rules.squares().filter(edge).collect() } else { corners.clone() },
            corners,
            corners_special: table("corners"),
            corners_take_men: words("corners.hostile").contains(&"men".to_owned()),
            corners_take_king: words("corners.hostile").contains(&"king".to_owned()),
            king_stops_on_throne: word("throne.stop") == "king" && yes("throne.re_enter"),
            pass: word("throne.pass"),
            empty_throne_takes: words("throne.hostile_empty"),
            kings_throne_takes: words("throne.hostile_occupied"),
            linnaean: yes("linnaean"),
            king_capture: word("king_capture"),
            king_attacks: ["yes", "hammer"].contains(&word("king_armed").as_str()),
            king_helps: ["yes", "anvil"].contains(&word("king_armed").as_str()),
            shieldwall: table("shieldwall")
                .then(|| (number("shieldwall.at_least").unwrap(), yes("shieldwall.corner_closes"))),
            exit_fort: yes("exit_fort"),
            encirclement: yes("encirclement"),
            attackers_left_loses: number("attackers_left_loses").unwrap_or(0),
            no_move_is_draw: word("no_move") == "draw",
            repetition: table("repetition").then(|| Repetition {
                count: number("repetition.count").unwrap(),
                binds: word("repetition.binds"),
                effect: word("repetition.effect"),
            }),
            speed: ["speed.attackers", "speed.defenders", "speed.king"].map(|path| number(path).unwrap_or(99)),
        }
    }

    pub fn may_stop(&self, piece: Piece, square: Square) -> bool {
        if piece == Piece::King {
            self.throne != Some(square) || self.king_stops_on_throne
        } else {
            self.throne != Some(square) && !(self.corners_special && self.corners.contains(&square))
        }
    }

    pub fn may_pass(&self, piece: Piece, square: Square) -> bool {
        self.throne != Some(square) || self.pass == "all" || (self.pass == "king" && piece == Piece::King)
    }

    pub fn speed(&self, piece: Piece) -> usize {
        match piece {
            Piece::Attacker => self.speed[0],
            Piece::Defender => self.speed[1],
            Piece::King => self.speed[2],
        }
    }

    /// Whether the repetition rule has this effect on a side.
    pub fn repetition(&self, effect: &str, side: Side) -> Option<&Repetition> {
        let bound = |rule: &&Repetition| rule.binds == "both" || rule.binds == side.to_string();
        self.repetition.as_ref().filter(|rule| rule.effect == effect).filter(bound)
    }
}

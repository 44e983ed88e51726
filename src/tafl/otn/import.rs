//! Converts a rules record to rules: what each entry means here, and what is not supported.

use crate::tafl::otn::entries::{Entries, Pieces, are_corners_of_board, is_corner_of_board};
use crate::tafl::otn::error::{OtnError, quoted};
use crate::tafl::otn::position_rows;
use crate::tafl::parameter::{
    Binds, CornerStop, CornerVictim, Corners, Escape, First, KingArmed, KingCapture, Pass, Repetition,
    RepetitionEffect, Shieldwall, ShieldwallBy, Speed, Throne, ThroneStop, Victim,
};
use crate::tafl::square::SIZE_MAX;
use crate::tafl::variant_file::Record;
use crate::tafl::{Rules, RulesError, Square};

/// Reads a rules record.
pub(in crate::tafl::otn) fn rules(text: &str) -> Result<Rules, OtnError> {
    let entries = Entries::read(text)?;
    refuse_strangers(&entries)?;
    let size = size(&entries)?;
    let (entry, position) = entries.position();
    let mut record = Record::bare(size, position_rows::layout(entry, position, size)?);
    record.first = if entries.is_yes("atkf")? { First::Attackers } else { First::Defenders };
    record.escape = entries.choice("esc", &[("c", Some(Escape::Corners)), ("e", Some(Escape::Edge))])?;
    record.encirclement = entries.is_yes("surf")?;
    record.exit_fort = entries.is_yes("efe")?;
    record.linnaean = entries.is_yes("linc")?;
    record.repetition = repetition(&entries)?;
    record.king_armed = entries.choice(
        "ka",
        &[
            ("y", Some(KingArmed::Yes)),
            ("n", Some(KingArmed::No)),
            ("a", Some(KingArmed::Anvil)),
            ("h", Some(KingArmed::Hammer)),
        ],
    )?;
    record.king_capture = king_capture(&entries)?;
    record.speed = speed(&entries)?;
    record.shieldwall = shieldwall(&entries)?;
    record.throne = throne(&entries, size)?;
    corners(&entries, &mut record)?;
    if record.king_capture == KingCapture::TwoButFourAtThrone && record.throne.is_none() {
        return Err(OtnError::Wrong {
            entry: "ks",
            found: "\"c\" without a throne".to_owned(),
            allowed: "s or m or w".to_owned(),
        });
    }
    Rules::checked(record, "").map_err(|why| unlawful(&entries, why))
}

/// The error of the rules, in terms of the record's own entries.
fn unlawful(entries: &Entries, why: RulesError) -> OtnError {
    let entry = |key| match key {
        "layout" => entries.position().0,
        "linnaean" => "linc",
        "escape" => "esc",
        "king_capture" => "ks",
        "corner_squares" => "cor",
        "speed" => "spd",
        "shieldwall" => "sw",
        "repetition" => "tfr",
        _ => "dim",
    };
    match why {
        RulesError::Wrong { key, found, expected, .. } => OtnError::Unlawful { entry: entry(key), found, expected },
        // Nothing was read as TOML.
        RulesError::TooLong | RulesError::Unreadable(_) => OtnError::TooLong,
    }
}

/// Every entry that lists pieces. In some records its value has no effect, but it must still be valid.
const LISTS: [&str; 17] = [
    "corh", "cenh", "cenhe", "aforh", "dforh", "corp", "cenp", "aforp", "dforp", "cors", "cens", "afors", "dfors",
    "corre", "cenre", "aforre", "dforre",
];

/// Jumps, berserk moves and forts are not supported. Those of pieces that are never on a board here have no effect.
fn refuse_strangers(entries: &Entries) -> Result<(), OtnError> {
    let none = Some(());
    entries.choice("kj", &[("n", none), ("r", None), ("j", None), ("c", None)])?;
    for jump in ["nj", "cj", "mj", "gj"] {
        entries.choice(jump, &[("n", none), ("r", none), ("j", none), ("c", none)])?;
    }
    entries.choice("ber", &[("n", none), ("c", None), ("m", None)])?;
    for fort in ["afor", "dfor"] {
        let squares = entries.squares(fort, SIZE_MAX)?;
        if squares.is_some_and(|squares| !squares.is_empty()) {
            return Err(OtnError::NotPlayed {
                entry: fort,
                found: quoted(entries.value(fort)),
                allowed: "nothing".to_owned(),
            });
        }
    }
    for about in LISTS {
        entries.pieces(about)?;
    }
    Ok(())
}

fn size(entries: &Entries) -> Result<u8, OtnError> {
    let value = entries.value("dim");
    let size = value.parse().ok();
    size.filter(|size| (5..=SIZE_MAX).contains(size)).ok_or_else(|| OtnError::Wrong {
        entry: "dim",
        found: quoted(value),
        allowed: format!("5 to {SIZE_MAX}"),
    })
}

fn repetition(entries: &Entries) -> Result<Option<Repetition>, OtnError> {
    let effect = entries.choice(
        "tfr",
        &[
            ("i", Some(None)),
            ("d", Some(Some(RepetitionEffect::Draw))),
            ("l", Some(Some(RepetitionEffect::Loses))),
            ("w", None),
        ],
    )?;
    Ok(effect.map(|effect| Repetition { count: 3, binds: Binds::Both, effect }))
}

fn king_capture(entries: &Entries) -> Result<KingCapture, OtnError> {
    entries.choice(
        "ks",
        match entries.value("ks") {
            // From a time when there were only two kinds.
            "y" => &[("y", Some(KingCapture::Four))],
            "n" => &[("n", Some(KingCapture::Two))],
            _ => &[
                ("s", Some(KingCapture::Four)),
                ("c", Some(KingCapture::TwoButFourAtThrone)),
                ("m", Some(KingCapture::FourEdgeCounts)),
                ("w", Some(KingCapture::Two)),
            ],
        },
    )
}

fn speed(entries: &Entries) -> Result<Speed, OtnError> {
    let numbers = entries.numbers("spd")?;
    let (attackers, defenders, king) = match numbers[..] {
        [all] => (all, all, all),
        [attackers, defenders] => (attackers, defenders, defenders),
        // The king is the fourth of the second half.
        [attackers, ..] if matches!(numbers.len(), 8 | 10 | 12) => {
            let half = numbers.len() / 2;
            (attackers, numbers[half], numbers[half + 3])
        }
        _ => {
            return Err(OtnError::Wrong {
                entry: "spd",
                found: format!("{} numbers", numbers.len()),
                allowed: "one for all, two by side, or 8, 10 or 12 by piece".to_owned(),
            });
        }
    };
    Ok(Speed { attackers, defenders, king })
}

fn shieldwall(entries: &Entries) -> Result<Option<Shieldwall>, OtnError> {
    let corner_closes =
        entries.choice("sw", &[("n", Some(None)), ("w", Some(Some(false))), ("s", Some(Some(true)))])?;
    if !entries.is_yes("swf")? && corner_closes.is_some() {
        return Err(OtnError::NotPlayed {
            entry: "swf",
            found: "\"n\" with shieldwalls".to_owned(),
            allowed: "y".to_owned(),
        });
    }
    Ok(corner_closes.map(|corner_closes| Shieldwall { by: ShieldwallBy::FlankingMove, corner_closes, at_least: 2 }))
}

/// A list of pieces that a square helps to capture. The king counts with its men: OpenTafl looks it up like that.
fn hostile(entries: &Entries, entry: &'static str) -> Result<Pieces, OtnError> {
    let pieces = entries.pieces(entry)?;
    if pieces.defenders == pieces.king {
        return Ok(pieces);
    }
    Err(OtnError::NotPlayed {
        entry,
        found: quoted(entries.value(entry)),
        allowed: "T and K together, or neither".to_owned(),
    })
}

fn throne(entries: &Entries, size: u8) -> Result<Option<Throne>, OtnError> {
    let unplayed = |entry, allowed: &str| OtnError::NotPlayed {
        entry,
        found: quoted(entries.value(entry)),
        allowed: allowed.to_owned(),
    };
    let middle = Square::new(size / 2, size / 2);
    match entries.squares("cen", size)? {
        Some(squares) if squares.is_empty() => return Ok(None),
        _ if size.is_multiple_of(2) => {
            return Err(OtnError::Wrong {
                entry: "cen",
                found: format!("a throne on a board of {size} by {size}, which has no middle"),
                allowed: "cen: with nothing after it".to_owned(),
            });
        }
        Some(squares) if squares != [middle] => {
            return Err(unplayed("cen", &format!("{middle} or nothing")));
        }
        _ => {}
    }
    let empty = hostile(entries, "cenhe")?;
    let occupied = entries.pieces("cenh")?;
    let (pass, stop) = (entries.pieces("cenp")?, entries.pieces("cens")?);
    let back = entries.pieces("cenre")?;
    if stop == Pieces::ALL {
        // A middle square without rules of its own is not a throne.
        let is_plain = (pass, back, empty) == (Pieces::ALL, Pieces::ALL, Pieces::NONE)
            && !occupied.attackers
            && !occupied.defenders;
        return if is_plain {
            Ok(None)
        } else {
            Err(unplayed("cens", "K or nothing, because the middle has other rules of its own"))
        };
    }
    let victims =
        [(empty.attackers, Victim::Attackers), (empty.defenders, Victim::Defenders), (empty.king, Victim::King)];
    let men = [(occupied.attackers, First::Attackers), (occupied.defenders, First::Defenders)];
    Ok(Some(Throne {
        stop: match stop {
            Pieces::KING => ThroneStop::King,
            Pieces::NONE => ThroneStop::Nobody,
            _ => return Err(unplayed("cens", "K or nothing")),
        },
        re_enter: back.king,
        pass: match pass {
            Pieces::ALL => Pass::All,
            Pieces::KING => Pass::King,
            Pieces::NONE => Pass::None,
            _ => return Err(unplayed("cenp", "tTK or K or nothing")),
        },
        hostile_empty: listed(victims),
        hostile_occupied: listed(men),
    }))
}

fn listed<T: Ord, const N: usize>(all: [(bool, T); N]) -> std::collections::BTreeSet<T> {
    let chosen = all.into_iter().filter(|(is_listed, _)| *is_listed);
    chosen.map(|(_, what)| what).collect()
}

/// The corners of a record whose escape and shieldwall are known.
fn corners(entries: &Entries, record: &mut Record) -> Result<(), OtnError> {
    let unplayed = |entry, allowed: &str| OtnError::NotPlayed {
        entry,
        found: quoted(entries.value(entry)),
        allowed: allowed.to_owned(),
    };
    let size = record.size;
    let close_rows = record.shieldwall.as_ref().is_some_and(|rule| rule.corner_closes);
    let named = entries.squares("cor", record.size)?;
    if named.as_ref().is_some_and(Vec::is_empty) {
        if record.escape == Escape::Corners {
            return Err(OtnError::Wrong {
                entry: "cor",
                found: "nothing".to_owned(),
                allowed: "squares for the king to reach, or esc:e".to_owned(),
            });
        }
        record.corner_squares = close_rows.then(Vec::new);
        return Ok(());
    }
    let named = named.filter(|squares| !are_corners_of_board(size, squares));
    let on_the_way = named.iter().flatten().any(|square| !is_corner_of_board(size, *square));
    let hostile = hostile(entries, "corh")?;
    let stop = entries.pieces("cors")?;
    if on_the_way && entries.pieces("corp")? != Pieces::ALL {
        return Err(unplayed("corp", "tTK, because pieces pass over corner squares that are no corners of the board"));
    }
    if !entries.pieces("corre")?.hold(stop) {
        return Err(unplayed("corre", "everybody who may stop there"));
    }
    if stop == Pieces::KING {
        if hostile.attackers != hostile.defenders {
            return Err(unplayed("corh", "tTK or nothing"));
        }
        let victims = [(hostile.attackers, CornerVictim::Men), (hostile.king, CornerVictim::King)];
        record.corners = Some(Corners { stop: CornerStop::King, hostile: listed(victims) });
    } else if stop != Pieces::ALL {
        return Err(unplayed("cors", "K or tTK"));
    } else if hostile != Pieces::NONE {
        return Err(unplayed("corh", "nothing, because everybody may stop there"));
    } else if record.escape == Escape::Edge && !close_rows {
        // These squares have no rules of their own, so it does not matter which ones they are.
        return Ok(());
    }
    record.corner_squares = named.map(|squares| squares.iter().map(Square::to_string).collect());
    Ok(())
}

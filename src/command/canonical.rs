//! How commands are written out. This is what the player is asked to confirm, and it reads back as the same command.

use std::fmt;

use crate::command::terms::{Terms, Timing};
use crate::tafl::{DEFAULT_GAME, OWN_RULES, ParsedPlay, Variant};

/// A game as a command names it: by the record of a player's own rules, or by the name that was typed, so that it reads back as the same.
/// The default game has a dash, because its bare name is that of the whole family.
pub(in crate::command) struct Named<'a>(pub(in crate::command) &'a Variant);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.0;
        if variant.name == OWN_RULES
            && let Ok(record) = variant.rules.to_otn()
        {
            return write!(f, "-rules={record}");
        }
        let (name, options) = variant.name.split_once(' ').unwrap_or((&variant.name, ""));
        let name = match &variant.asked_as {
            Some(asked_as) => asked_as.clone(),
            None if name == DEFAULT_GAME => format!("-{name}"),
            None => name.to_owned(),
        };
        f.write_str(format!("{name} {options}").trim_end())
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Terms::Variant(variant) => {
                let game = Named(variant).to_string();
                let dash = if variant.asked_as.is_some() || game.starts_with('-') { "" } else { "-" };
                write!(f, "{dash}{game}")
            }
            Terms::AsOn(number) => write!(f, "-rules={number}"),
        }
    }
}

/// ` -clock=10d+1d`, or nothing.
pub(in crate::command) struct Timed(pub(in crate::command) Option<Timing>);

impl fmt::Display for Timed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |clock| write!(f, " -clock={clock}"))
    }
}

/// A move as it is typed: `d4-d8xd7/e8#6`.
pub(in crate::command) struct Typed<'a>(pub(in crate::command) &'a ParsedPlay);

impl fmt::Display for Typed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let play = self.0;
        write!(f, "{}-{}", play.from, play.to)?;
        for (i, square) in play.captures.iter().enumerate() {
            write!(f, "{}{square}", if i == 0 { "x" } else { "/" })?;
        }
        play.ply.map_or(Ok(()), |ply| write!(f, "#{ply}"))
    }
}

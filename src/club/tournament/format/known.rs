//! The rules of each format. This is the one place that lists all formats.

use crate::club::tournament::format::format_rules::FormatRules;
use crate::club::tournament::format::groups::Groups;
use crate::club::tournament::format::knockout::Knockout;
use crate::club::tournament::format::round_robin::RoundRobin;
use crate::club::tournament::format::swiss::Swiss;
use crate::command::TournamentFormat;

/// The rules of a format.
pub fn of(format: TournamentFormat) -> &'static dyn FormatRules {
    match format {
        TournamentFormat::RoundRobin => &RoundRobin,
        TournamentFormat::Groups => &Groups,
        TournamentFormat::Knockout => &Knockout,
        TournamentFormat::Swiss => &Swiss,
    }
}

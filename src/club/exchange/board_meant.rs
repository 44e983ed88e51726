//! Which board a command is about, as far as the command says it.

use crate::command::{Command, PreviewOf, RulesOf, ShowItem};

/// The board a command is about: `None` if it is about none, `Some(None)` if it has one but leaves it unnamed.
pub fn board(command: &Command) -> Option<Option<u32>> {
    match command {
        Command::Accept { number, .. }
        | Command::Decline { number, .. }
        | Command::Withdraw { number, .. }
        | Command::Move { number, .. }
        | Command::Queue { number, .. }
        | Command::Resign { number, .. }
        | Command::Draw { number, .. }
        | Command::Undo { number, .. }
        | Command::Unrated { number, .. }
        | Command::Subscribe { number, .. }
        | Command::Chat { number, .. }
        | Command::Export { number, .. }
        | Command::Preview { of: PreviewOf::Game { number, .. }, .. } => Some(*number),
        Command::Rules { of: RulesOf::Default } => Some(None),
        Command::Show { what } if what.is_empty() => Some(None),
        Command::Show { what } => what.iter().find_map(|item| match item {
            ShowItem::Game { number: None, .. } => Some(None),
            _ => None,
        }),
        _ => None,
    }
}

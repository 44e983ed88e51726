//! `taflpost player`: who is in the club.

use crate::cli::lists::{Format, day, time};
use crate::cli::{Place, Trouble};
use clap::Subcommand;
use serde_json::json;

#[derive(Subcommand)]
pub(in crate::cli) enum PlayerCmd {
    /// All players
    List(Format),
}

pub(in crate::cli) fn player(place: &Place, cmd: &PlayerCmd) -> Result<(), Trouble> {
    let PlayerCmd::List(format) = cmd;
    let players = place.read()?.players()?;
    let addresses = |player: &crate::store::PlayerLine| -> Vec<String> {
        player.addresses.iter().map(|address| address.as_str().to_owned()).collect()
    };
    format.print(
        &players,
        |player| {
            json!({
                "id": player.id.as_str(),
                "addresses": addresses(player),
                "joined": time(player.joined),
                "open_games": player.open_games,
                "games": player.games,
                "letters_returned": player.returned,
            })
        },
        |player| {
            let (id, addresses) = (player.id.as_str(), addresses(player).join(", "));
            let returned = match player.returned {
                0 => String::new(),
                letters => format!("  (letters that came back: {letters})"),
            };
            format!(
                "{id:<16}  {:>3} open of {:<4}  since {}  {addresses}{returned}",
                player.open_games,
                player.games,
                day(player.joined)
            )
        },
    )?;
    Ok(())
}

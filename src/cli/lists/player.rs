//! `taflpost player`: the players of the club.

use crate::cli::lists::output::{Format, day, time};
use crate::cli::stdout::say;
use crate::cli::{Place, Trouble};
use crate::club::PlayerId;
use crate::journal;
use clap::Subcommand;
use serde_json::json;

#[derive(Subcommand)]
pub(in crate::cli) enum PlayerCmd {
    /// List all players
    List(Format),
    /// Start to send letters to these players again. The server has stopped sending to them, because letters bounced (could not be delivered)
    Resume {
        /// The ids of the players
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Confirm that these players are the people that you named under `organizers` in the settings
    Confirm {
        /// The ids of the players
        #[arg(required = true)]
        ids: Vec<String>,
    },
}

pub(in crate::cli) fn player(place: &Place, cmd: &PlayerCmd) -> Result<(), Trouble> {
    let format = match cmd {
        PlayerCmd::List(format) => format,
        PlayerCmd::Resume { ids } => return resume(place, ids),
        PlayerCmd::Confirm { ids } => return confirm(place, ids),
    };
    let players = place.read()?.players()?;
    let named = |player: &crate::store::PlayerLine| place.settings.club.organizers.contains(&player.id);
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
                "organizer": named(player) && !player.organizer_waits,
                "letters_stopped": player.stopped.iter().map(|address| address.as_str()).collect::<Vec<_>>(),
            })
        },
        |player| {
            let (id, addresses) = (player.id.as_str(), addresses(player).join(", "));
            let stopped = match player.stopped.iter().map(|address| address.as_str()).collect::<Vec<_>>().join(", ") {
                stopped if stopped.is_empty() => stopped,
                stopped => format!("  (no letters go to {stopped}, because earlier letters came back; to send again: taflpost player resume {id})"),
            };
            let organizer = match named(player) && player.organizer_waits {
                true => format!("  (not yet an organizer, because the player joined after you named {id} in organizers; if this is the right person: taflpost player confirm {id})"),
                false => String::new(),
            };
            let returned = match player.returned {
                0 => String::new(),
                letters => format!("  (letters that came back: {letters})"),
            };
            format!(
                "{id:<16}  {:>3} open of {:<4}  since {}  {addresses}{organizer}{returned}{stopped}",
                player.open_games,
                player.games,
                day(player.joined)
            )
        },
    )?;
    Ok(())
}

fn resume(place: &Place, ids: &[String]) -> Result<(), Trouble> {
    let mut store = place.write()?;
    let mut all = true;
    for id in ids {
        let resumed = match id.parse() {
            Ok(player) => store.resume(&player)?,
            Err(_) => None,
        };
        match resumed {
            None => {
                all = false;
                eprintln!("taflpost: there is no player {}; see: taflpost player list", journal::one_line(id));
            }
            Some(0) => say!("player {id}: letters had not been stopped")?,
            Some(_) => say!("player {id}: letters will be sent again")?,
        }
    }
    if all { Ok(()) } else { Err(Trouble::Said) }
}

fn confirm(place: &Place, ids: &[String]) -> Result<(), Trouble> {
    let mut store = place.write()?;
    let mut all = true;
    for id in ids {
        let known = id.parse::<PlayerId>().ok().filter(|id| place.settings.club.organizers.contains(id));
        match known.map(|id| store.confirm_organizer(&id)).transpose()? {
            None => {
                all = false;
                let id = journal::one_line(id);
                eprintln!("taflpost: the settings do not name {id} as an organizer (organizers, under [club])");
            }
            Some(false) => say!("player {id}: already confirmed")?,
            Some(true) => say!("player {id}: now an organizer")?,
        }
    }
    if all { Ok(()) } else { Err(Trouble::Said) }
}

//! `taflpost game`: games in a list, and one game with its moves and its board.

use crate::cli::lists::output::{Extent, Format, time};
use crate::cli::stdout::say;
use crate::cli::{Place, Trouble};
use crate::club::{Ending, Head, PlayerId, Stage, Which};
use crate::store::GameFilter;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

#[derive(Subcommand)]
pub(in crate::cli) enum GameCmd {
    /// List running games and challenges, or the games that you choose with options
    List(GameList),
    /// Show one game with its moves and its board
    Show(GameShow),
}

#[derive(Args)]
pub(in crate::cli) struct GameList {
    /// Also list finished games and declined challenges
    #[arg(long)]
    all: bool,
    /// List only the games of this player
    #[arg(long, value_name = "ID")]
    player: Option<String>,
    /// List the imported games, which were played elsewhere
    #[arg(long, conflicts_with_all = ["all", "player"])]
    imported: bool,
    #[command(flatten)]
    extent: Extent,
    #[command(flatten)]
    format: Format,
}

#[derive(Args)]
pub(in crate::cli) struct GameShow {
    /// The board number
    number: u32,
    #[command(flatten)]
    format: Format,
}

pub(in crate::cli) fn game(place: &Place, cmd: &GameCmd) -> Result<(), Trouble> {
    match cmd {
        GameCmd::List(list) => game_list(place, list),
        GameCmd::Show(show) => game_show(place, show),
    }
}

fn game_list(place: &Place, list: &GameList) -> Result<(), Trouble> {
    if list.imported {
        return imported(place, list);
    }
    let which = if list.all { Which::All } else { Which::Active };
    let filter = match &list.player {
        Some(id) => {
            let id: PlayerId = id.parse().map_err(|error| Trouble::Failed(format!("{id}: {error}")))?;
            GameFilter::Of(id, which)
        }
        None if list.all => GameFilter::All,
        None => GameFilter::Open,
    };
    let reader = place.read()?;
    let games = reader.games(&filter, list.extent.limit)?;
    list.extent.tell(games.len(), reader.games_count(&filter)?);
    list.format.print(&games, game_json, |head| {
        let players = format!("{} v {}", head.attackers, head.defenders);
        let state = stage_words(head);
        format!("{:>6}  {players:<33}  {:<22}  {:>4} plies  {state}", head.number, head.variant, head.plies)
    })?;
    Ok(())
}

fn imported(place: &Place, list: &GameList) -> Result<(), Trouble> {
    let reader = place.read()?;
    let games = reader.archived(list.extent.limit)?;
    list.extent.tell(games.len(), reader.archived_count()?);
    list.format.print(
        &games,
        |game| {
            json!({
                "id": game.id,
                "attackers": game.attackers,
                "defenders": game.defenders,
                "variant": game.variant,
                "plies": game.plies,
                "result": game.result,
                "imported": time(game.imported),
            })
        },
        |game| {
            let players = format!("{} v {}", or_unknown(&game.attackers), or_unknown(&game.defenders));
            format!("{players:<40}  {:<22}  {:>4} plies  {}", game.variant, game.plies, game.result)
        },
    )?;
    Ok(())
}

/// A name, or a question mark if no name is recorded.
fn or_unknown(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}

fn game_show(place: &Place, show: &GameShow) -> Result<(), Trouble> {
    let reader = place.read()?;
    let game = reader.game(show.number)?;
    let Some(game) = game else {
        return Err(Trouble::Failed(format!("there is no board {}; see: taflpost game list --all", show.number)));
    };
    let times = reader.play_times(show.number)?;
    let plays = game.state.plays().iter().zip(times);
    if show.format.json {
        let mut value = game_json(&game.head);
        value["rules"] = game.rules().to_record().into();
        value["position"] = game.state.position().to_string().into();
        value["plays"] = plays.map(|(played, at)| json!({ "play": played.to_string(), "at": time(at) })).collect();
        say!("{value:#}")?;
        return Ok(());
    }
    let head = &game.head;
    say!("board {}: {} v {}, {}", head.number, head.attackers, head.defenders, head.title)?;
    say!("{}\n", stage_words(head))?;
    say!("{}", crate::cli::variants::drawn(&game.state).trim_end())?;
    say!()?;
    for (index, (played, at)) in plays.enumerate() {
        say!("{:>4}  {:<9}  {:<20}  {}", index + 1, played.side.to_string(), played.to_string(), time(at))?;
    }
    Ok(())
}

fn game_json(head: &Head) -> Value {
    json!({
        "number": head.number,
        "variant": head.variant,
        "title": head.title,
        "attackers": head.attackers.as_str(),
        "defenders": head.defenders.as_str(),
        "challenger": head.challenger.to_string(),
        "stage": stage_word(head.stage),
        "winner": match head.stage {
            Stage::Ended(ending) => ending.winner().map(|side| side.to_string()),
            _ => None,
        },
        "reason": match head.stage {
            Stage::Ended(Ending::Won { reason, .. } | Ending::Drawn { reason }) => Some(reason.to_string()),
            _ => None,
        },
        "plies": head.plies,
        "to_move": (head.stage == Stage::Running).then(|| head.to_move().to_string()),
        "clock": head.clock.as_ref().map(|clock| clock.control.to_string()),
        "deadline": head.clock.as_ref().and_then(|clock| clock.deadline).map(time),
        "created": time(head.created),
        "touched": time(head.touched),
    })
}

fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Invited => "invited",
        Stage::Running => "running",
        Stage::Ended(Ending::Won { .. }) => "won",
        Stage::Ended(Ending::Drawn { .. }) => "drawn",
        Stage::Ended(Ending::Resigned { .. }) => "resigned",
        Stage::Ended(Ending::Agreed) => "agreed",
        Stage::Ended(Ending::TimedOut { .. }) => "timed-out",
        Stage::Ended(Ending::Adjudicated { .. }) => "adjudicated",
        Stage::Declined => "declined",
        Stage::Withdrawn => "withdrawn",
        Stage::Annulled { .. } => "annulled",
    }
}

fn stage_words(head: &Head) -> String {
    match head.stage {
        Stage::Invited => format!("{} has to answer", head.invited()),
        Stage::Running => {
            let until = head.clock.as_ref().and_then(|clock| clock.deadline);
            let until = until.map(|until| format!(" by {}", time(until))).unwrap_or_default();
            format!("{} to move{until}", head.player(head.to_move()))
        }
        Stage::Ended(Ending::Won { winner, reason }) => format!("{} won ({winner}, {reason})", head.player(winner)),
        Stage::Ended(Ending::Resigned { loser }) => format!("{} resigned ({loser})", head.player(loser)),
        Stage::Ended(Ending::TimedOut { loser }) => format!("{} lost on time ({loser})", head.player(loser)),
        Stage::Ended(Ending::Drawn { reason }) => format!("drawn ({reason})"),
        Stage::Ended(Ending::Adjudicated { winner: Some(side) }) => format!("adjudicated: {} wins", head.player(side)),
        Stage::Ended(Ending::Adjudicated { winner: None }) => "adjudicated: a draw".to_owned(),
        Stage::Ended(Ending::Agreed) => "drawn by agreement".to_owned(),
        Stage::Annulled { by } => format!("annulled: {} resigned before both had moved", head.player(by)),
        Stage::Declined | Stage::Withdrawn => stage_word(head.stage).to_owned(),
    }
}

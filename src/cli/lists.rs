//! The operator's lists: players, games, letters that wait, mails that came. Plain lines, or JSON for programs.

use crate::cli::out::say;
use crate::cli::{Place, Trouble, clock};
use crate::club::{Ending, Head, PlayerId, Stage, Which};
use crate::store::{GameFilter, LetterState, SpoolState};
use chrono::{DateTime, SecondsFormat, Utc};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// Rows of a list without `--limit`.
const ROWS: u32 = 1_000;

#[derive(Subcommand)]
pub(super) enum PlayerCmd {
    /// All players
    List(Format),
}

#[derive(Subcommand)]
pub(super) enum GameCmd {
    /// Open games, or those asked for
    List(GameList),
    /// One game with its plays and its board
    Show(GameShow),
}

#[derive(Args)]
pub(super) struct GameList {
    /// Ended and declined ones too
    #[arg(long)]
    all: bool,
    /// Only games of this player
    #[arg(long, value_name = "ID")]
    player: Option<String>,
    /// Games that were played elsewhere and imported
    #[arg(long, conflicts_with_all = ["all", "player"])]
    imported: bool,
    #[command(flatten)]
    format: Format,
}

#[derive(Args)]
pub(super) struct GameShow {
    /// The board number
    number: u32,
    #[command(flatten)]
    format: Format,
}

#[derive(Subcommand)]
pub(super) enum QueueCmd {
    /// Letters that wait, or those given up
    List(QueueList),
    /// Send a letter again as soon as possible
    Retry(RowId),
}

#[derive(Args)]
pub(super) struct QueueList {
    /// Letters that were given up
    #[arg(long)]
    given_up: bool,
    #[command(flatten)]
    format: Format,
}

#[derive(Subcommand)]
pub(super) enum InboxCmd {
    /// Mails that wait, or those that failed or are done
    List(InboxList),
    /// Handle a failed mail once more
    Replay(RowId),
    /// Print a failed mail as it came
    Show(RowId),
}

#[derive(Args)]
pub(super) struct InboxList {
    /// Mails that could not be handled
    #[arg(long, conflicts_with = "done")]
    failed: bool,
    /// Mails that were handled
    #[arg(long)]
    done: bool,
    #[command(flatten)]
    format: Format,
}

#[derive(Args)]
pub(super) struct RowId {
    /// The number in the list
    id: i64,
}

#[derive(Args)]
pub(super) struct Format {
    /// JSON instead of lines
    #[arg(long)]
    json: bool,
}

impl Format {
    /// Prints rows: as one JSON array, or a line each.
    fn print<T>(&self, rows: &[T], json: impl Fn(&T) -> Value, line: impl Fn(&T) -> String) -> std::io::Result<()> {
        if self.json {
            say!("{:#}", Value::Array(rows.iter().map(json).collect()))?;
        } else {
            if rows.is_empty() {
                say!("none")?;
            }
            for row in rows {
                say!("{}", line(row).trim_end())?;
            }
        }
        Ok(())
    }
}

pub(super) fn player(place: &Place, cmd: &PlayerCmd) -> Result<(), Trouble> {
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
            })
        },
        |player| {
            let (id, addresses) = (player.id.as_str(), addresses(player).join(", "));
            format!(
                "{id:<16}  {:>3} open of {:<4}  since {}  {addresses}",
                player.open_games,
                player.games,
                day(player.joined)
            )
        },
    )?;
    Ok(())
}

pub(super) fn game(place: &Place, cmd: &GameCmd) -> Result<(), Trouble> {
    match cmd {
        GameCmd::List(list) => game_list(place, list),
        GameCmd::Show(show) => game_show(place, show),
    }
}

fn game_list(place: &Place, list: &GameList) -> Result<(), Trouble> {
    if list.imported {
        return imported(place, &list.format);
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
    let games = place.read()?.games(&filter, ROWS)?;
    list.format.print(&games, game_json, |head| {
        let players = format!("{} v {}", head.attackers, head.defenders);
        let state = stage_words(head);
        format!("{:>6}  {players:<33}  {:<22}  {:>4} plies  {state}", head.number, head.variant, head.plies)
    })?;
    Ok(())
}

fn imported(place: &Place, format: &Format) -> Result<(), Trouble> {
    let games = place.read()?.archived(ROWS)?;
    format.print(
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

/// A name, or a sign for one that nobody has written down.
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
    let plays = game.course.plays().iter().zip(times);
    if show.format.json {
        let mut value = game_json(&game.head);
        value["rules"] = game.rules().to_record().into();
        value["position"] = game.course.position().to_string().into();
        value["plays"] = plays.map(|(played, at)| json!({ "play": played.to_string(), "at": time(at) })).collect();
        say!("{value:#}")?;
        return Ok(());
    }
    let head = &game.head;
    say!("board {}: {} v {}, {}", head.number, head.attackers, head.defenders, head.title)?;
    say!("{}\n", stage_words(head))?;
    say!("{}", super::show::drawn(&game.course).trim_end())?;
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
        Stage::Declined => "declined",
        Stage::Withdrawn => "withdrawn",
    }
}

fn stage_words(head: &Head) -> String {
    match head.stage {
        Stage::Invited => format!("{} has to answer", head.invited()),
        Stage::Running => format!("{} to move", head.player(head.to_move())),
        Stage::Ended(Ending::Won { winner, reason }) => format!("{} won ({winner}, {reason})", head.player(winner)),
        Stage::Ended(Ending::Resigned { loser }) => format!("{} resigned ({loser})", head.player(loser)),
        Stage::Ended(Ending::Drawn { reason }) => format!("drawn ({reason})"),
        Stage::Ended(Ending::Agreed) => "drawn by agreement".to_owned(),
        Stage::Declined | Stage::Withdrawn => stage_word(head.stage).to_owned(),
    }
}

pub(super) fn queue(place: &Place, cmd: &QueueCmd) -> Result<(), Trouble> {
    let list = match cmd {
        QueueCmd::List(list) => list,
        QueueCmd::Retry(row) => {
            return match place.open()?.resend(row.id, clock::now())? {
                true => Ok(()),
                false => Err(Trouble::Failed(format!(
                    "no letter {} waits or was given up; see: taflpost queue list",
                    row.id
                ))),
            };
        }
    };
    let state = if list.given_up { LetterState::GivenUp } else { LetterState::Waiting };
    let letters = place.read()?.queue(state, ROWS)?;
    list.format.print(
        &letters,
        |letter| {
            json!({
                "id": letter.id,
                "created": time(letter.created),
                "to": letter.to,
                "kind": letter.kind,
                "board": letter.number,
                "attempts": letter.attempts,
                "next_try": letter.next_try.map(time),
                "last_error": letter.last_error,
            })
        },
        |letter| {
            let board = letter.number.map(|number| format!("board {number}")).unwrap_or_default();
            let next = letter.next_try.map(|at| format!("next try {}", time(at))).unwrap_or_default();
            let error = letter.last_error.as_deref().unwrap_or_default();
            let (kind, tries) = (&letter.kind, letter.attempts);
            format!("{:>6}  {:<30}  {kind:<9} {board:<12} {tries} tries  {next}  {error}", letter.id, letter.to)
        },
    )?;
    Ok(())
}

pub(super) fn inbox(place: &Place, cmd: &InboxCmd) -> Result<(), Trouble> {
    let list = match cmd {
        InboxCmd::List(list) => list,
        InboxCmd::Replay(row) => {
            return match place.open()?.retry(row.id)? {
                true => Ok(()),
                false => Err(Trouble::Failed(format!("no failed mail {}; see: taflpost inbox list --failed", row.id))),
            };
        }
        InboxCmd::Show(row) => {
            let reader = place.read()?;
            let Some(raw) = reader.raw(row.id)? else {
                return Err(Trouble::Failed(match reader.has_come(row.id)? {
                    true => format!("the text of mail {} is no longer kept: it has been handled", row.id),
                    false => format!("there is no mail {}; see: taflpost inbox list --failed", row.id),
                }));
            };
            return Ok(std::io::Write::write_all(&mut std::io::stdout(), &raw)?);
        }
    };
    let state = match (list.failed, list.done) {
        (true, _) => SpoolState::Failed,
        (_, true) => SpoolState::Done,
        _ => SpoolState::Spooled,
    };
    let mails = place.read()?.inbox(state, ROWS)?;
    list.format.print(
        &mails,
        |mail| {
            json!({
                "id": mail.id,
                "received": time(mail.received),
                "envelope_from": mail.envelope_from,
                "tries": mail.tries,
                "note": mail.note,
                "size_bytes": mail.size_bytes,
            })
        },
        |mail| {
            let from = mail.envelope_from.as_deref().unwrap_or("?");
            format!("{:>6}  {}  {from:<30}  {} tries  {}", mail.id, time(mail.received), mail.tries, mail.note)
        },
    )?;
    Ok(())
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d").to_string()
}

//! `taflpost queue`: letters that wait to be sent, or were given up.

use crate::cli::lists::output::{Extent, Format, time};
use crate::cli::lists::rows::by_hand;
use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock};
use crate::store::LetterState;
use clap::{Args, Subcommand};
use serde_json::json;

#[derive(Subcommand)]
pub(in crate::cli) enum QueueCmd {
    /// List letters that wait to be sent
    List(QueueList),
    /// Try at once to send letters that wait, or that the server no longer tries to send
    Retry(QueueRetry),
    /// Delete letters that are waiting, or that the server no longer tries to send
    Drop(QueueDrop),
}

#[derive(Args)]
pub(in crate::cli) struct QueueRetry {
    /// The numbers that `queue list` prints
    #[arg(required_unless_present = "all")]
    ids: Vec<i64>,
    /// Send all letters that are waiting, or that the server no longer tries to send
    #[arg(long, conflicts_with = "ids")]
    all: bool,
}

#[derive(Args)]
pub(in crate::cli) struct QueueDrop {
    /// The numbers that `queue list` prints
    #[arg(required = true)]
    ids: Vec<i64>,
}

#[derive(Args)]
pub(in crate::cli) struct QueueList {
    /// List instead the letters that the server no longer tries to send
    #[arg(long)]
    given_up: bool,
    #[command(flatten)]
    extent: Extent,
    #[command(flatten)]
    format: Format,
}

pub(in crate::cli) fn queue(place: &Place, cmd: &QueueCmd) -> Result<(), Trouble> {
    let list = match cmd {
        QueueCmd::List(list) => list,
        QueueCmd::Retry(retry) if retry.all => {
            let letters = place.write()?.resend_all(clock::now())?;
            return Ok(say!("letters that the server will now try to send: {letters}")?);
        }
        QueueCmd::Retry(retry) => {
            let mut store = place.write()?;
            return by_hand("letter", "queue list", &retry.ids, |id| store.resend(id, clock::now()));
        }
        QueueCmd::Drop(rows) => {
            let mut store = place.write()?;
            return by_hand("letter", "queue list", &rows.ids, |id| store.drop_letter(id, clock::now()));
        }
    };
    let state = if list.given_up { LetterState::GivenUp } else { LetterState::Waiting };
    let reader = place.read()?;
    let letters = reader.queue(state, list.extent.limit)?;
    list.extent.tell(letters.len(), reader.queue_count(state)?);
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

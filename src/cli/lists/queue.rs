//! `taflpost queue`: letters that wait to be sent, or were given up.

use crate::cli::lists::{Format, ROWS, RowId, time};
use crate::cli::{Place, Trouble, clock};
use crate::store::LetterState;
use clap::{Args, Subcommand};
use serde_json::json;

#[derive(Subcommand)]
pub(in crate::cli) enum QueueCmd {
    /// Letters that wait, or those given up
    List(QueueList),
    /// Send a letter again as soon as possible
    Retry(RowId),
}

#[derive(Args)]
pub(in crate::cli) struct QueueList {
    /// Letters that were given up
    #[arg(long)]
    given_up: bool,
    #[command(flatten)]
    format: Format,
}

pub(in crate::cli) fn queue(place: &Place, cmd: &QueueCmd) -> Result<(), Trouble> {
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

//! `taflpost inbox`: mails that came in.

use crate::cli::lists::output::{Extent, Format, time};
use crate::cli::lists::rows::by_hand;
use crate::cli::stdout::say;
use crate::cli::{Place, Trouble};
use crate::journal;
use crate::store::SpoolState;
use clap::{Args, Subcommand};
use serde_json::json;
use std::io::{IsTerminal, Write};

#[derive(Subcommand)]
pub(in crate::cli) enum InboxCmd {
    /// List mails that wait to be handled
    List(InboxList),
    /// Try again to handle failed mails
    Replay(FailedMails),
    /// Delete failed mails
    Drop(FailedMails),
    /// Print a failed mail as it came. On a terminal, control characters are replaced by codes
    Show(FailedMail),
}

#[derive(Args)]
pub(in crate::cli) struct FailedMail {
    /// The number that `inbox list --failed` prints
    id: i64,
}

#[derive(Args)]
pub(in crate::cli) struct FailedMails {
    /// The numbers that `inbox list --failed` prints
    #[arg(required = true)]
    ids: Vec<i64>,
}

#[derive(Args)]
pub(in crate::cli) struct InboxList {
    /// List the mails that could not be handled
    #[arg(long, conflicts_with = "done")]
    failed: bool,
    /// List the mails that were handled
    #[arg(long)]
    done: bool,
    #[command(flatten)]
    extent: Extent,
    #[command(flatten)]
    format: Format,
}

pub(in crate::cli) fn inbox(place: &Place, cmd: &InboxCmd) -> Result<(), Trouble> {
    let list = match cmd {
        InboxCmd::List(list) => list,
        InboxCmd::Replay(rows) => {
            let mut store = place.write()?;
            return by_hand("mail", "inbox list --failed", &rows.ids, |id| store.retry(id));
        }
        InboxCmd::Drop(rows) => {
            let mut store = place.write()?;
            return by_hand("mail", "inbox list --failed", &rows.ids, |id| store.drop_mail(id));
        }
        InboxCmd::Show(row) => {
            let reader = place.read()?;
            let Some(raw) = reader.raw(row.id)? else {
                return Err(Trouble::Failed(match reader.has_come(row.id)? {
                    true => format!("mail {} has been handled, so its text has been deleted", row.id),
                    false => format!("there is no mail {}; see: taflpost inbox list --failed", row.id),
                }));
            };
            if std::io::stdout().is_terminal() {
                for line in String::from_utf8_lossy(&raw).lines() {
                    say!("{}", journal::one_line(line))?;
                }
                return Ok(());
            }
            return Ok(std::io::stdout().write_all(&raw)?);
        }
    };
    let state = match (list.failed, list.done) {
        (true, _) => SpoolState::Failed,
        (_, true) => SpoolState::Done,
        _ => SpoolState::Spooled,
    };
    let reader = place.read()?;
    let mails = reader.inbox(state, list.extent.limit)?;
    list.extent.tell(mails.len(), reader.inbox_count(state)?);
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

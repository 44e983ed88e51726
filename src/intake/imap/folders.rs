//! The folders of the mailbox: the one that mails arrive in, and the two that they are filed in, which are created if missing.

use async_imap::imap_proto::MailboxDatum;
use async_imap::imap_proto::Response;
use async_imap::imap_proto::ResponseCode;
use async_imap::imap_proto::Status;

use crate::intake::imap::account::MailboxAccount;
use crate::intake::imap::client::Answer;
use crate::intake::imap::client::Talk;
use crate::intake::imap::setback::Setback;

/// The folders, by the names that the server knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Folders {
    pub(super) done: String,
    pub(super) failed: String,
}

/// A folder for filing, as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// It exists under this name.
    There(String),
    /// It does not exist yet. It will be created when it is needed.
    Missing(String),
}

/// Finds both folders, and creates those that are missing.
pub(super) async fn prepare(talk: &mut Talk, account: &MailboxAccount) -> Result<Folders, Setback> {
    Ok(Folders { done: make(talk, &account.done).await?, failed: make(talk, &account.failed).await? })
}

async fn make(talk: &mut Talk, name: &str) -> Result<String, Setback> {
    let mut refusal = match find(talk, name).await? {
        Found::There(name) => return Ok(name),
        Found::Missing(name) => match create(talk, &name).await? {
            Answer::Yes => return Ok(name),
            Answer::No { why, .. } => why,
        },
    };
    // Some servers want every folder below the inbox.
    let separator = separator(talk).await?;
    let below = format!("INBOX{separator}{name}");
    if let Answer::No { why, .. } = create(talk, &below).await? {
        refusal = format!("{refusal}; {why}");
    } else {
        return Ok(below);
    }
    let remedy =
        "create it in the webmail of the provider, or name existing folders with done and failed under [mailbox]";
    Err(Setback::Ours(format!("folder {name:?} does not exist and cannot be created: {refusal}; {remedy}")))
}

/// Looks for a folder by its name, and by its name below the inbox.
pub(super) async fn find(talk: &mut Talk, name: &str) -> Result<Found, Setback> {
    if is_there(talk, name).await? {
        return Ok(Found::There(name.to_owned()));
    }
    let below = format!("INBOX{}{name}", separator(talk).await?);
    if is_there(talk, &below).await? {
        return Ok(Found::There(below));
    }
    Ok(Found::Missing(name.to_owned()))
}

pub(super) async fn create(talk: &mut Talk, name: &str) -> Result<Answer, Setback> {
    talk.ask(&format!("CREATE {}", quoted(name)), |_| ()).await
}

async fn is_there(talk: &mut Talk, name: &str) -> Result<bool, Setback> {
    let mut there = false;
    let command = format!("LIST \"\" {}", quoted(name));
    let answer = talk.ask(&command, |response| {
        there |= matches!(response, Response::MailboxData(MailboxDatum::List(_)));
    });
    // If folders cannot be listed, it may still exist. The first move of a mail will show.
    Ok(answer.await? == Answer::Yes && there)
}

/// The separator between a folder's name and the name of a folder in it.
async fn separator(talk: &mut Talk) -> Result<String, Setback> {
    let mut separator = None;
    let answer = talk.ask("LIST \"\" \"\"", |response| {
        if let Response::MailboxData(MailboxDatum::List(folder)) = response {
            separator = folder.delimiter.as_deref().map(str::to_owned);
        }
    });
    answer.await?;
    Ok(separator.filter(|separator| separator.len() == 1 && separator != "\"").unwrap_or_else(|| ".".to_owned()))
}

/// What the server says about a folder when it is opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Opened {
    /// The UIDVALIDITY: UIDs are only valid together with it. `None` if the server has none.
    pub(super) uid_validity: Option<u32>,
    /// The number of mails in it.
    pub(super) mails: u32,
}

/// Opens the folder that mails arrive in: to change it (`SELECT`) or only to read it (`EXAMINE`).
pub(super) async fn open(talk: &mut Talk, verb: &str, folder: &str) -> Result<Opened, Setback> {
    let mut opened = Opened::default();
    let command = format!("{verb} {}", quoted(folder));
    let answer = talk.ask(&command, |response| match response {
        Response::Data { status: Status::Ok, outcome } => {
            if let Some(ResponseCode::UidValidity(number)) = outcome.code {
                opened.uid_validity = Some(number);
            }
        }
        Response::MailboxData(MailboxDatum::Exists(mails)) => opened.mails = *mails,
        _ => {}
    });
    match answer.await? {
        Answer::Yes => Ok(opened),
        Answer::No { why, .. } => Err(Setback::refusal(format!("folder {folder:?} cannot be opened: {why}"))),
    }
}

/// A folder's name in a command. The settings accept no name that needs more escapes. A name that a server made also has its separator.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

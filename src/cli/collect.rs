//! The doors that fetch mails: made from the settings, kept open by `serve`, used once by `work`.

use crate::cli::secret::Source;
use crate::cli::{Place, Trouble, clock};
use crate::intake;
use crate::intake::collecting::{ToDesk, ToStore};
use crate::intake::imap::{self, MailboxAccount, MailboxLogin, Pace};
use crate::intake::maildir;
use crate::mail::SecretSource;
use crate::store::{Door, Store};
use crate::worker::writer::Writer;
use chrono::{DateTime, Utc};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long a mailbox may take to finish the current mail when the server stops.
const PARTING: Duration = Duration::from_secs(5);

/// The mailbox in the settings; `None` without one.
pub(super) fn account(place: &Place) -> Result<Option<(MailboxAccount, Pace)>, Trouble> {
    let setting = &place.settings.mailbox;
    let source = Source::of(
        setting.password.as_ref(),
        setting.password_file.as_ref(),
        setting.password_command.as_ref(),
        setting.token_command.as_ref(),
    );
    let (Some(host), Some(user), Some(source)) = (&setting.host, &setting.user, source) else {
        return Ok(None);
    };
    let secret: SecretSource = Arc::new(move || source.read().map_err(|why| format!("[mailbox] {why}")));
    let roots_pem = match &setting.ca_file {
        Some(path) => {
            let read = std::fs::read(path);
            Some(read.map_err(|error| Trouble::Failed(format!("[mailbox] ca_file {}: {error}", path.display())))?)
        }
        None => None,
    };
    let account = MailboxAccount {
        host: host.clone(),
        port: setting.port,
        tls: setting.tls,
        roots_pem,
        user: user.clone(),
        login: match setting.token_command {
            Some(_) => MailboxLogin::Token(secret),
            None => MailboxLogin::Password(secret),
        },
        folder: setting.folder.clone(),
        done: setting.done.clone(),
        failed: setting.failed.clone(),
        is_elsewhere: intake::is_elsewhere,
    };
    let pace = Pace { poll: Duration::from_secs(u64::from(setting.poll_seconds)), ..Pace::default() };
    Ok(Some((account, pace)))
}

/// The Maildir in the settings; `None` without one.
pub(super) fn maildir(place: &Place) -> Option<&PathBuf> {
    place.settings.maildir.folder.as_ref()
}

/// The doors that fetch mails and their places, as the database knows them.
pub(super) fn doors(place: &Place) -> Vec<(Door, String)> {
    let setting = &place.settings.mailbox;
    let mailbox = setting.user.iter().zip(&setting.host).map(|(user, host)| (Door::Imap, format!("{user} at {host}")));
    let maildir = maildir(place).into_iter().map(|folder| (Door::Maildir, folder.display().to_string()));
    mailbox.chain(maildir).collect()
}

/// The open doors of a running server.
pub(super) struct Collectors {
    mailbox: Option<imap::Mailbox>,
    maildir: Option<maildir::Maildir>,
}

impl Collectors {
    /// Starts to fetch from what the settings name. Only settings that cannot be used are an error here. Whether a provider can be reached
    /// is in the log and in `status`.
    pub(super) fn open(place: &Place, writer: &Writer) -> Result<Collectors, Trouble> {
        let spooler = || {
            Box::new(ToDesk {
                writer: writer.clone(),
                clock: Arc::new(clock::now),
                look: None,
                witness: place.witness(),
            })
        };
        let account = account(place)?;
        let maildir = match maildir(place) {
            Some(folder) => Some(maildir::Maildir::open(folder.clone(), spooler())?),
            None => None,
        };
        let mailbox = match account {
            Some((account, pace)) => Some(imap::Mailbox::open(account, spooler(), pace)?),
            None => None,
        };
        Ok(Collectors { mailbox, maildir })
    }

    pub(super) fn stop(self) {
        if let Some(mailbox) = self.mailbox {
            mailbox.stop(PARTING);
        }
        if let Some(maildir) = self.maildir {
            maildir.stop();
        }
    }
}

/// Fetches once from what the settings name. Returns what went wrong. Mails that were taken before that stay taken.
pub(super) fn look_once(place: &Place, store: &mut Store, now: DateTime<Utc>) -> Result<Vec<String>, Trouble> {
    let mut troubles = Vec::new();
    let mut spooler = ToStore { store, now, is_full: false, witness: place.witness() };
    if let Some(folder) = maildir(place)
        && let Err(setback) = maildir::look_once(folder, &mut spooler)
    {
        troubles.push(format!("cannot take mail from the Maildir: {setback}"));
    }
    if let Some((account, pace)) = account(place)? {
        match imap::look_once(&account, &mut spooler, pace) {
            Ok(seen) => troubles.extend(seen.unfiled),
            Err(setback) => troubles.push(format!("cannot take mail from the mailbox: {setback}; see: taflpost check")),
        }
    }
    Ok(troubles)
}

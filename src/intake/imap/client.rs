//! The conversation with an IMAP server after the connection is open: login, commands, answers (RFC 3501, RFC 9051).
//!
//! The library sends commands and parses answers. Its own calls for SEARCH and FETCH mistake a "no" or a lost connection for an empty
//! mailbox. So every command here waits for the answer with its own tag, and for an OK.

use std::time::Duration;

use async_imap::Authenticator;
use async_imap::Session;
use async_imap::error::Error;
use async_imap::imap_proto::Capability;
use async_imap::imap_proto::MailboxDatum;
use async_imap::imap_proto::Response;
use async_imap::imap_proto::ResponseCode;
use async_imap::imap_proto::Status;
use tokio::time::timeout;

use crate::intake::imap::account::MailboxAccount;
use crate::intake::imap::account::MailboxLogin;
use crate::intake::imap::connect;
use crate::intake::imap::connect::Line;
use crate::intake::imap::setback::Setback;
use crate::intake::imap::setback::cut;
use crate::intake::imap::setback::remedy;

/// The server's answer to a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// It is done.
    Yes,
    /// It is not done.
    No {
        /// The server's text.
        why: String,
        /// Whether it would work if the folder existed.
        try_create: bool,
    },
}

/// An open connection, logged in.
#[derive(Debug)]
pub(super) struct Talk {
    pub(super) session: Session<Line>,
    /// What the server supports beyond the minimum. Some servers say so only after the login.
    pub(super) can: Can,
    /// Whether the server has reported new mails since this was last reset.
    pub(super) has_news: bool,
    /// Whether the server probably runs on another machine. Then its clock is not ours.
    pub(super) is_elsewhere: bool,
    wait: Duration,
}

/// What the server supports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Can {
    /// It can move a mail in one step (RFC 6851).
    pub moves: bool,
    /// It can report new mails (RFC 2177).
    pub idles: bool,
    /// It can delete one mail instead of all marked mails (RFC 4315).
    pub expunges_one: bool,
}

impl Talk {
    /// Connects and logs in.
    pub(super) async fn open(account: &MailboxAccount, wait: Duration) -> Result<Talk, Setback> {
        let (client, peer) = connect::connect(account, wait).await.map_err(|setback| at(account, setback))?;
        let (secret, by_token) = match &account.login {
            MailboxLogin::Password(secret) => (secret().map_err(Setback::Ours)?, false),
            MailboxLogin::Token(secret) => (secret().map_err(Setback::Ours)?, true),
        };
        let user = account.user.as_str();
        let plain = |text: &str| text.chars().all(|c| c.is_ascii() && !c.is_ascii_control());
        let login = async {
            if by_token {
                let response = format!("user={user}\u{1}auth=Bearer {secret}\u{1}\u{1}");
                client.authenticate("XOAUTH2", Once(Some(response))).await
            } else if plain(user) && plain(&secret) {
                client.login(user, &secret).await
            } else {
                // LOGIN allows only ASCII.
                client.authenticate("PLAIN", Once(Some(format!("\0{user}\0{secret}")))).await
            }
        };
        let session = match timeout(wait, login).await {
            Ok(Ok(session)) => session,
            Ok(Err((error, _))) => return Err(at(account, turned_away(account, &error, &secret, by_token))),
            Err(_) => return Err(at(account, Setback::silence("login", wait.as_secs()))),
        };
        let mut talk =
            Talk { session, can: Can::default(), has_news: false, is_elsewhere: (account.is_elsewhere)(peer), wait };
        let mut can = Can::default();
        let answer = talk.ask("CAPABILITY", |response| {
            if let Response::Capabilities(capabilities) = response {
                let has = |name: &str| {
                    capabilities
                        .iter()
                        .any(|can| matches!(can, Capability::Atom(atom) if atom.eq_ignore_ascii_case(name)))
                };
                can = Can { moves: has("MOVE"), idles: has("IDLE"), expunges_one: has("UIDPLUS") };
            }
        });
        answer.await.map_err(|setback| at(account, setback))?;
        talk.can = can;
        Ok(talk)
    }

    /// Sends a command and reads its whole answer. `hear` gets everything before the final line.
    pub(super) async fn ask(&mut self, command: &str, hear: impl FnMut(&Response<'_>)) -> Result<Answer, Setback> {
        self.ask_within(self.wait, command, hear).await
    }

    /// The same, with time for a long answer.
    pub(super) async fn ask_within(
        &mut self,
        wait: Duration,
        command: &str,
        hear: impl FnMut(&Response<'_>),
    ) -> Result<Answer, Setback> {
        let step = step(command);
        match timeout(wait, self.converse(command, hear)).await {
            Ok(answer) => answer.map_err(|setback| setback.map(|why| format!("{step}: {why}"))),
            Err(_) => Err(Setback::silence(step, wait.as_secs())),
        }
    }

    async fn converse(&mut self, command: &str, mut hear: impl FnMut(&Response<'_>)) -> Result<Answer, Setback> {
        self.session.get_mut().renew();
        let tag = self.session.run_command(command).await.map_err(|error| plain(&error))?;
        loop {
            let response = self.session.read_response().await.map_err(|error| plain(&Error::Io(error)))?;
            let response = response.ok_or_else(lost)?;
            match response.parsed() {
                Response::Done { tag: found, status, outcome } if *found == tag => {
                    let why = outcome.information.as_deref().unwrap_or("no reason given").to_owned();
                    let try_create = outcome.code == Some(ResponseCode::TryCreate);
                    return Ok(match status {
                        Status::Ok => Answer::Yes,
                        _ => Answer::No { why: cut(why), try_create },
                    });
                }
                other => {
                    self.note(other)?;
                    hear(other);
                }
            }
        }
    }

    /// Notes what a server may send at any time: that there are new mails, or that it closes the connection.
    fn note(&mut self, response: &Response<'_>) -> Result<(), Setback> {
        match response {
            Response::MailboxData(MailboxDatum::Exists(_)) => self.has_news = true,
            Response::Data { status: Status::Bye, outcome } => {
                let words = outcome.information.as_deref().unwrap_or("no reason given");
                return Err(Setback::NoWay(cut(format!("the mail server ended the connection: {words}"))));
            }
            _ => {}
        }
        Ok(())
    }

    /// Waits until the server reports new mails, at most this long, or until `stop`. Returns false if the server refuses to do that.
    pub(super) async fn idle(&mut self, wait: Duration, stop: impl Future<Output = ()>) -> Result<bool, Setback> {
        self.session.get_mut().renew();
        let begun = timeout(self.wait, self.begin_idle()).await;
        let Some(tag) = begun.map_err(|_| Setback::silence("IDLE", self.wait.as_secs()))?? else {
            return Ok(false);
        };
        let until = tokio::time::sleep(wait);
        tokio::pin!(stop, until);
        while !self.has_news {
            tokio::select! {
                response = self.session.read_response() => {
                    let response = response.map_err(|error| Setback::of_io("IDLE", &error))?;
                    let response = response.ok_or_else(|| Setback::closed("IDLE"))?;
                    if let Response::Done { tag: found, .. } = response.parsed() && *found == tag {
                        // The server ended the wait by itself.
                        return Ok(true);
                    }
                    self.note(response.parsed())?;
                }
                () = &mut until => break,
                () = &mut stop => break,
            }
        }
        let ended = timeout(self.wait, self.end_idle(&tag)).await;
        ended.map_err(|_| Setback::silence("IDLE", self.wait.as_secs()))??;
        Ok(true)
    }

    /// The tag of a wait that has begun. `None` if the server refuses.
    async fn begin_idle(&mut self) -> Result<Option<async_imap::imap_proto::RequestId>, Setback> {
        let tag = self.session.run_command("IDLE").await.map_err(|error| Setback::of("IDLE", &error))?;
        loop {
            let response = self.session.read_response().await.map_err(|error| Setback::of_io("IDLE", &error))?;
            match response.ok_or_else(|| Setback::closed("IDLE"))?.parsed() {
                Response::Continue(_) => return Ok(Some(tag)),
                Response::Done { tag: found, .. } if *found == tag => return Ok(None),
                other => self.note(other)?,
            }
        }
    }

    async fn end_idle(&mut self, tag: &async_imap::imap_proto::RequestId) -> Result<(), Setback> {
        self.session.run_command_untagged("DONE").await.map_err(|error| Setback::of("IDLE", &error))?;
        loop {
            let response = self.session.read_response().await.map_err(|error| Setback::of_io("IDLE", &error))?;
            match response.ok_or_else(|| Setback::closed("IDLE"))?.parsed() {
                Response::Done { tag: found, .. } if found == tag => return Ok(()),
                other => self.note(other)?,
            }
        }
    }

    /// Logs out. Nothing depends on it.
    pub(super) async fn close(mut self) {
        let _ = timeout(Duration::from_secs(2), self.session.logout()).await;
    }
}

/// Answers the first challenge with its content and every later one with an empty line. With XOAUTH2, the second challenge says why the
/// first answer was wrong (Google's and Microsoft's descriptions of XOAUTH2).
struct Once(Option<String>);

impl Authenticator for Once {
    type Response = String;

    fn process(&mut self, _: &[u8]) -> String {
        self.0.take().unwrap_or_default()
    }
}

fn lost() -> Setback {
    Setback::NoWay("the mail server closed the connection".to_owned())
}

/// A library's error without the name of a step. The caller adds that.
fn plain(error: &Error) -> Setback {
    Setback::of("", error).map(|why| why.trim_start_matches(": ").to_owned())
}

/// What a command does, for the operator: its first words.
fn step(command: &str) -> &'static str {
    const STEPS: [&str; 12] = [
        "CAPABILITY",
        "NOOP",
        "SELECT",
        "EXAMINE",
        "LIST",
        "CREATE",
        "UID SEARCH",
        "UID FETCH",
        "UID MOVE",
        "UID COPY",
        "UID STORE",
        "UID EXPUNGE",
    ];
    STEPS.into_iter().find(|step| command.starts_with(step)).unwrap_or("command")
}

fn at(account: &MailboxAccount, setback: Setback) -> Setback {
    setback.map(|why| format!("{}:{}, {why}", account.host, account.port))
}

/// Why the login failed. If the server repeats what we sent, the secret must not get into the log.
fn turned_away(account: &MailboxAccount, error: &Error, secret: &str, by_token: bool) -> Setback {
    let setback = Setback::of("login", error).map(|why| match secret {
        "" => why,
        secret => why.replace(secret, "****"),
    });
    match setback {
        Setback::Ours(why) => {
            let remedy = remedy(&account.host, &why, by_token);
            Setback::Ours(format!("{why}; {remedy}"))
        }
        other => other,
    }
}

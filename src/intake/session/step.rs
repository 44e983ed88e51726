//! What is exchanged between a session and the owner of its socket.

use crate::intake::arrival::Mail;

/// The output of a [`Session`](crate::intake::session::Session).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Write this to the client. Its lines end in CR LF.
    Reply(String),
    /// Store this, then call [`Session::settle`](crate::intake::session::Session::settle).
    Mail(Mail),
    /// Nothing to do until more bytes come (or the mail is settled).
    NeedInput,
    /// Close the connection. Everything has been sent.
    Close,
}

/// What happened to a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receipt {
    /// It is on the disk.
    Stored,
    /// It is not stored. The client keeps it and tries again.
    NotNow,
}

/// Why we close the connection before the client does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dismissal {
    /// There are too many connections.
    Busy,
    /// The server is stopping.
    Closing,
    /// The client was silent for too long.
    Silence,
}

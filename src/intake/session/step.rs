//! What goes between a session and the owner of its socket.

use crate::intake::arrival::Mail;

/// What comes out of a [`Session`](crate::intake::session::Session).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Write this to the peer; its lines end in CR LF.
    Reply(String),
    /// Store this, then call [`Session::settle`](crate::intake::session::Session::settle).
    Mail(Mail),
    /// There is nothing to do before more bytes come (or the mail is settled).
    NeedInput,
    /// Close the connection; everything has been said.
    Close,
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is on the disk.
    Stored,
    /// It is not; the peer keeps it and tries again.
    NotNow,
}

/// Why a peer is dismissed before he says goodbye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dismissal {
    /// There are too many talks.
    Busy,
    /// The server stops.
    Closing,
    /// The peer was silent for too long.
    Silence,
}

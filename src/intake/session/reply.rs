//! The replies of the door, with their codes (RFC 5321, section 4.2) and enhanced codes (RFC 3463). Only the replies to lines that are not
//! commands are elsewhere (`verb`). None has its last CR LF yet.

use crate::intake::arrival::Protocol;
use crate::intake::session::step::Dismissal;

// --- to a line that is not valid ---
pub(super) const LINE_TOO_LONG: &str = "500 5.5.2 The line is too long";
pub(super) const LONE_LF: &str = "500 5.5.2 Lines must end in CR LF";

// --- on the way to a mail ---
pub(super) const SENDER: &str = "250 2.1.0 Sender is noted";
pub(super) const NO_NAME: &str = "503 5.5.1 Send HELO, EHLO or LHLO first";
pub(super) const SECOND_SENDER: &str = "503 5.5.1 There is already a sender";
pub(super) const RECIPIENT: &str = "250 2.1.5 Recipient is noted";
pub(super) const UNKNOWN: &str = "550 5.1.1 Nobody has that address here";
pub(super) const TOO_MANY: &str = "452 4.5.3 Too many recipients";
pub(super) const NO_SENDER: &str = "503 5.5.1 Send MAIL first";
pub(super) const NO_RECIPIENT: &str = "503 5.5.1 There is no recipient";
pub(super) const GO_ON: &str = "354 Send the mail, and end it with a dot on a line by itself";
pub(super) const STORED: &str = "250 2.0.0 Received and stored";
pub(super) const NOT_NOW: &str = "451 4.3.0 It could not be stored, please try again later";

// --- to other commands ---
pub(super) const RSET: &str = "250 2.0.0 Forgotten";
pub(super) const NOOP: &str = "250 2.0.0 Yes";
pub(super) const VRFY: &str = "252 2.1.5 Cannot verify, but will try to accept the mail";
pub(super) const HELP: &str = "214 2.0.0 EHLO LHLO MAIL RCPT DATA RSET NOOP QUIT";

// --- before closing ---
pub(super) const CHATTER: &str = "421 4.7.0 Too long without a mail";
pub(super) const ERRORS: &str = "421 4.7.0 Too many errors";

pub(super) fn greeting(host: &str, protocol: Protocol) -> String {
    let protocol = match protocol {
        Protocol::Smtp => "ESMTP",
        Protocol::Lmtp => "LMTP",
    };
    format!("220 {host} {protocol} Taflpost")
}

/// To a greeting of the other protocol. `protocol` is this door's.
pub(super) fn other_door(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Smtp => "500 5.5.1 This is SMTP, say EHLO",
        Protocol::Lmtp => "500 5.5.1 This is LMTP, say LHLO",
    }
}

/// To HELO.
pub(super) fn hello(host: &str) -> String {
    format!("250 {host}")
}

/// To EHLO and LHLO: lists what we support.
pub(super) fn hello_extended(host: &str) -> String {
    format!("250-{host}\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SIZE 0\r\n250-SMTPUTF8\r\n250 ENHANCEDSTATUSCODES")
}

pub(super) fn goodbye(host: &str) -> String {
    format!("221 2.0.0 {host} closes")
}

/// When we close the connection before the client does.
pub(super) fn dismissal(host: &str, why: Dismissal) -> String {
    let why = match why {
        Dismissal::Busy => "is busy, try again later",
        Dismissal::Closing => "is shutting down, try again later",
        Dismissal::Silence => "has waited long enough",
    };
    format!("421 4.3.2 {host} {why}")
}

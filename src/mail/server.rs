//! How to connect to a mail server, to send letters or to fetch mails: only the settings, no sockets.

use serde::Deserialize;
use std::sync::Arc;

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tls {
    /// Begins without encryption, then switches to it (usually port 587 for letters, 143 for mails). If the server does not offer it,
    /// nothing is sent.
    Starttls,
    /// Encrypted from the first byte (usually port 465 for letters, 993 for mails).
    Implicit,
    /// Not encrypted: for a server on this machine.
    None,
}

/// Reads a secret from the place where it is kept, or says why it cannot. It is called for each login, so a token can expire and a password
/// can be changed.
pub type SecretSource = Arc<dyn Fn() -> Result<String, String> + Send + Sync>;

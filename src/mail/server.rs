//! How a mail server is met, whether letters go there or mails come from there: what its settings say, no sockets.

use serde::Deserialize;
use std::sync::Arc;

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tls {
    /// Begun in the open, then encrypted (usually port 587 for letters, 143 for mails). A server that does not offer it learns nothing.
    Starttls,
    /// From the first byte (usually port 465 for letters, 993 for mails).
    Implicit,
    /// Not at all: for a server on this machine.
    None,
}

/// Reads a secret from wherever it is kept, or says why it cannot. It is asked anew for each login, so that a token may be fresh and a
/// password may be changed.
pub type Secret = Arc<dyn Fn() -> Result<String, String> + Send + Sync>;

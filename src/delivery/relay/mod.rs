//! Sends letters to a relay by SMTP, with lettre's connection. lettre's `SmtpTransport` is not used: it reports a 5xx, but not whether it
//! answered the login, the sender, the recipient or the text. That decides whether one letter is the cause or all of them wait.
//!
//! ```text
//!  settings --checked--> Relay --connect--> connection --carry--> envelope: addresses, parameters, text
//!                                               '--what went wrong, and at which step--> fault --> Setback
//! ```

mod envelope;
mod fault;
mod settings;

mod connection;

pub(super) use crate::delivery::relay::connection::Connection;
pub use crate::delivery::relay::settings::BadRelay;
pub use crate::delivery::relay::settings::Relay;
pub use crate::delivery::relay::settings::RelayLogin;
pub use crate::delivery::relay::settings::RelaySecret;
pub use crate::delivery::relay::settings::RelaySettings;
pub use crate::delivery::relay::settings::this_host;

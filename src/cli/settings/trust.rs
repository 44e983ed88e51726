//! The server that is trusted about senders, and how much proof is needed.

use crate::cli::settings::values;
use crate::club;
use crate::mail::{Authserv, Hop, TrustedServer};
use serde::Deserialize;

/// The server that is trusted about senders, and how much proof is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Trust {
    /// The mail server that writes Authentication-Results.
    #[serde(deserialize_with = "values::from_text")]
    pub authserv_id: Authserv,
    /// The hosts that mail passes on its way from there.
    #[serde(deserialize_with = "values::from_texts")]
    pub hops: Vec<Hop>,
    /// How much proof is needed.
    pub level: Level,
}

/// How much proof is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A password, or an answer to a letter by a sender whom the trusted server confirms.
    Strict,
    /// The usual level.
    #[default]
    Normal,
    /// A player's address is enough to move.
    ClosedNetwork,
}

impl From<Level> for club::Trust {
    fn from(level: Level) -> club::Trust {
        match level {
            Level::Strict => club::Trust::Strict,
            Level::Normal => club::Trust::Normal,
            Level::ClosedNetwork => club::Trust::ClosedNetwork,
        }
    }
}

impl Trust {
    /// The trusted server and the hosts behind it: this machine, which is always one of them, by its names, and those in the settings.
    pub fn server(&self, own_names: Vec<String>) -> TrustedServer {
        let own = own_names.iter().filter_map(|name| name.parse().ok());
        TrustedServer { id: self.authserv_id.clone(), hops: self.hops.iter().cloned().chain(own).collect() }
    }

    /// What the settings mean, in a sentence.
    pub fn meaning(&self) -> String {
        let server = match &self.authserv_id {
            Authserv::Nobody => None,
            Authserv::Named(name) => Some(format!("{name} calls")),
            Authserv::Unnamed => Some("the provider's servers call".to_owned()),
        };
        let level = match (self.level, &server) {
            (Level::Strict, Some(server)) => {
                format!("strict: the server trusts a password, or a reply to a letter if {server} its sender genuine")
            },
            (Level::Strict, None) => {
                "strict, and authserv_id is not set: the server trusts only a password; it asks the player about all other mails"
                    .to_owned()
            }
            (Level::Normal, Some(server)) => {
                format!("the server trusts a password and a reply to a letter; it trusts any other mail if {server} its sender genuine")
            },
            (Level::Normal, None) => "the server trusts a password or a reply to a letter".to_owned(),
            (Level::ClosedNetwork, _) => {
                "closed-network: anybody who can send mail with a player's address can move for this player".to_owned()
            }
        };
        let forged = server.map(|server| format!("; it ignores a mail if {server} its sender forged (dmarc=fail)"));
        format!("{level}{}", forged.unwrap_or_default())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_the_settings_mean_is_said() {
        for (authserv_id, level, says) in [
            ("", Level::Normal, &["password or a reply"][..]),
            (
                "mx.test",
                Level::Normal,
                &["if mx.test calls its sender genuine", "ignores a mail if mx.test calls its sender forged"],
            ),
            ("none", Level::Normal, &["if the provider's servers call its sender genuine"]),
            ("mx.test", Level::Strict, &["strict: ", "a reply to a letter if mx.test calls"]),
            ("", Level::Strict, &["authserv_id is not set", "asks the player about all other mails"]),
            ("", Level::ClosedNetwork, &["anybody who can send mail with a player's address can move"]),
        ] {
            let authserv_id = if authserv_id.is_empty() { Authserv::Nobody } else { authserv_id.parse().unwrap() };
            let meaning = Trust { authserv_id, level, ..Trust::default() }.meaning();
            for part in says {
                assert!(meaning.contains(part), "{meaning}");
            }
            assert_eq!(meaning.contains("ignores"), meaning.contains("call"), "{meaning}");
        }
    }
}

//! The doors for SMTP and LMTP. They are only on this machine.

use crate::intake::BindAddr;
use serde::Deserialize;
use std::net::SocketAddr;

/// The doors for SMTP and LMTP.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Listen {
    /// The address for SMTP; `None` for no such door.
    #[serde(deserialize_with = "place_or_off")]
    pub smtp: Option<BindAddr>,
    /// The address for LMTP; `None` for no such door.
    #[serde(deserialize_with = "place_or_off")]
    pub lmtp: Option<BindAddr>,
}

impl Default for Listen {
    fn default() -> Listen {
        let loopback = |port| Some(BindAddr::Tcp(SocketAddr::from(([127, 0, 0, 1], port))));
        Listen { smtp: loopback(2525), lmtp: loopback(2424) }
    }
}

fn place_or_off<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<BindAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == "off" {
        return Ok(None);
    }
    let at: BindAddr = text.parse().map_err(|error| serde::de::Error::custom(format!("{error}, or off")))?;
    match at {
        BindAddr::Tcp(address) if !address.ip().is_loopback() => Err(serde::de::Error::custom(format!(
            "other machines can reach {address}; use an address that only this machine can reach, such as \
             127.0.0.1:{}, and let a mail server on this machine receive the mail from outside",
            address.port()
        ))),
        at => Ok(Some(at)),
    }
}

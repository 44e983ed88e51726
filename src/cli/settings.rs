//! The settings of `config/server.toml`: read strictly, with the line and what is allowed when one is wrong.

use crate::intake::At;
use crate::mail::Address;
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Everything an operator can set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Who we are.
    pub club: Club,
    /// Where the database is.
    pub store: StoreFolder,
    /// Which games there are besides the built-in ones.
    pub variants: Variants,
    /// Where mail comes in.
    pub listen: Listen,
    /// Where letters go out.
    pub relay: Relay,
    /// What the log says.
    pub log: Log,
}

/// Who we are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Club {
    /// How letters name the server.
    pub name: String,
    /// The address players write to.
    #[serde(deserialize_with = "from_text")]
    pub address: Address,
    /// Other addresses under which mail arrives.
    #[serde(deserialize_with = "from_texts")]
    pub aliases: Vec<Address>,
}

/// Where the database is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreFolder {
    /// The folder.
    pub folder: PathBuf,
}

/// Which games there are besides the built-in ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Variants {
    /// The folder of variant files; `None` for the built-in ones alone.
    pub folder: Option<PathBuf>,
}

/// Where mail comes in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Listen {
    /// By SMTP; `None` for nowhere.
    #[serde(deserialize_with = "place_or_off")]
    pub smtp: Option<At>,
    /// By LMTP; `None` for nowhere.
    #[serde(deserialize_with = "place_or_off")]
    pub lmtp: Option<At>,
}

/// Where letters go out.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Relay {
    /// The relay's name; without one letters go into Maildirs.
    pub host: Option<String>,
    /// Its port.
    #[serde(deserialize_with = "port")]
    pub port: u16,
    /// How the connection is kept private.
    pub tls: Tls,
    /// Login name.
    pub user: Option<String>,
    /// Its password,
    pub password: Option<String>,
    /// or a file that holds it,
    pub password_file: Option<PathBuf>,
    /// or a command that prints it.
    pub password_command: Option<String>,
    /// More certificates to trust, PEM.
    pub ca_file: Option<PathBuf>,
    /// Letters sent at the same time.
    #[serde(deserialize_with = "connections")]
    pub connections: u8,
    /// The envelope sender.
    pub envelope: EnvelopeSetting,
}

/// How the connection to the relay is kept private.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tls {
    /// Begins in the clear, then turns to TLS or gives up.
    Starttls,
    /// TLS from the first byte.
    Implicit,
    /// Not at all.
    None,
}

/// The envelope sender of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EnvelopeSetting {
    /// One address for each letter.
    Bounce,
    /// The club's address.
    Fixed,
}

/// What the log says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// The least important level that is still written.
    pub level: Level,
}

/// Importance of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Only what has gone wrong for good.
    Error,
    /// And what may.
    Warn,
    /// And what happens.
    Info,
    /// And how.
    Debug,
}

impl Default for Club {
    fn default() -> Club {
        let address = Address::from_str("tafl@localhost").expect("the default address is an address");
        Club { name: "Taflpost".to_owned(), address, aliases: Vec::new() }
    }
}

impl Default for StoreFolder {
    fn default() -> StoreFolder {
        StoreFolder { folder: PathBuf::from("./taflpost-data") }
    }
}

impl Default for Listen {
    fn default() -> Listen {
        let loopback = |port| Some(At::Tcp(SocketAddr::from(([127, 0, 0, 1], port))));
        Listen { smtp: loopback(2525), lmtp: loopback(2424) }
    }
}

impl Default for Relay {
    fn default() -> Relay {
        Relay {
            host: None,
            port: 587,
            tls: Tls::Starttls,
            user: None,
            password: None,
            password_file: None,
            password_command: None,
            ca_file: None,
            connections: 8,
            envelope: EnvelopeSetting::Bounce,
        }
    }
}

impl Default for Log {
    fn default() -> Log {
        Log { level: Level::Info }
    }
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read the settings {}: {source}", path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A setting is wrong; the text shows the line and what is allowed.
    #[error("{}: {message}", path.display())]
    Wrong {
        /// Which file.
        path: PathBuf,
        /// Line and reason.
        message: String,
    },
}

impl Settings {
    /// Reads a file; without one the defaults hold.
    pub fn read(path: Option<&Path>) -> Result<Settings, SettingsError> {
        let Some(path) = path else {
            return Ok(Settings::default());
        };
        let text = std::fs::read_to_string(path)
            .map_err(|source| SettingsError::Unreadable { path: path.to_owned(), source })?;
        Settings::parse(&text).map_err(|message| SettingsError::Wrong { path: path.to_owned(), message })
    }

    /// Reads the text of a settings file.
    pub fn parse(text: &str) -> Result<Settings, String> {
        let settings: Settings = toml::from_str(text).map_err(|error| told(&error, text))?;
        settings.relay.check()?;
        Ok(settings)
    }
}

impl Relay {
    fn check(&self) -> Result<(), String> {
        let ways = [self.password.is_some(), self.password_file.is_some(), self.password_command.is_some()];
        let given = ways.iter().filter(|given| **given).count();
        if given > 1 {
            return Err("[relay]: give only one of password, password_file and password_command".to_owned());
        }
        if self.user.is_some() != (given == 1) {
            return Err("[relay]: a login needs user and one of password, password_file, password_command".to_owned());
        }
        Ok(())
    }
}

/// The error with the line it is in, as TOML's reader draws it, unless the line may hold the password: then neither it nor
/// what was read there is repeated.
fn told(error: &toml::de::Error, text: &str) -> String {
    let is_password =
        |line: &str| line.match_indices("password").any(|(at, word)| !line[at + word.len()..].starts_with('_'));
    let before = error.span().and_then(|span| text.get(..span.end)).unwrap_or_default();
    // The value may have begun some lines above the place where it turned out to be wrong.
    let rest_of_line = text[before.len()..].lines().next().unwrap_or_default();
    let at_fault = format!("{before}{rest_of_line}");
    let key = at_fault.lines().rev().find(|line| line.contains('=')).unwrap_or_default();
    if is_password(key) || at_fault.lines().next_back().is_some_and(is_password) {
        let line = before.lines().count().max(1);
        return format!("line {line}: the password cannot be read; it is written like this: password = \"...\"");
    }
    error.to_string().trim_end().to_owned()
}

fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: FromStr,
    T::Err: std::fmt::Display,
{
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

fn port<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 1, max: u16::MAX })
}

fn connections<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 1, max: 32u8 })
}

/// A number in a range, so that a wrong one is answered with the range and not with a type of Rust.
struct WholeNumber<N> {
    min: N,
    max: N,
}

impl<N> serde::de::Visitor<'_> for WholeNumber<N>
where
    N: TryFrom<i64> + PartialOrd + std::fmt::Display,
{
    type Value = N;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a number from {} to {}, without quotes", self.min, self.max)
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<N, E> {
        match N::try_from(number) {
            Ok(fits) if fits >= self.min && fits <= self.max => Ok(fits),
            _ => Err(E::invalid_value(serde::de::Unexpected::Signed(number), &self)),
        }
    }
}

fn place_or_off<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<At>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == "off" {
        return Ok(None);
    }
    let at: At = text.parse().map_err(|error| serde::de::Error::custom(format!("{error}, or off")))?;
    match at {
        At::Tcp(address) if !address.ip().is_loopback() => Err(serde::de::Error::custom(format!(
            "{address} can be reached from other machines; use an address of this machine alone, such as \
             127.0.0.1:{}, and let a mail server in front of it take mail from outside",
            address.port()
        ))),
        at => Ok(Some(at)),
    }
}

fn from_texts<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: FromStr,
    T::Err: std::fmt::Display,
{
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(serde::de::Error::custom)).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    const FILE: &str = include_str!("../../config/server.toml");

    #[test]
    fn the_documented_file_says_the_defaults() {
        assert_eq!(Settings::parse(FILE).unwrap(), Settings::default());
    }

    #[test]
    fn every_setting_is_documented() {
        // Lines like `# host = "..."` are settings without a default: with them filled in the file must still read.
        let filled: String = FILE
            .lines()
            .filter(|line| !line.starts_with("# password_file") && !line.starts_with("# password_command"))
            .map(|line| match line.strip_prefix("# ") {
                Some(setting)
                    if setting.split(" = ").next().is_some_and(|name| !name.contains(' '))
                        && setting.contains(" = ") =>
                {
                    format!("{setting}\n")
                }
                _ => format!("{line}\n"),
            })
            .collect();
        let settings = Settings::parse(&filled).unwrap();
        assert!(settings.variants.folder.is_some());
        assert!(settings.relay.host.is_some() && settings.relay.user.is_some() && settings.relay.ca_file.is_some());
        for name in ["password_file", "password_command"] {
            assert!(FILE.contains(&format!("# {name} = ")), "{name}");
        }
    }

    #[test]
    fn a_slip_in_the_password_does_not_print_it() {
        for text in [
            "[relay]\npassword = hunter2\n",
            "[relay]\npassword = 4711\n",
            "[relay]\npassword = \"hunter2\n",
            "[relay]\npassword = \"hunter2\" hunter2\n",
            "[relay]\npassword = \"\"\"hunter2\nhunter2\n",
            "[relay]\npassword = [\n  4711,\n]\n",
            "[relay]\npassword hunter2\n",
            "relay = { user = \"x\", password = hunter2 }\n",
            "[relay]\n\"password\" = hunter2",
        ] {
            let error = Settings::parse(text).unwrap_err();
            assert!(!error.contains("hunter2") && !error.contains("4711"), "{text} gives:\n{error}");
            assert!(error.contains("line ") && error.contains("password = \"...\""), "{text} gives:\n{error}");
        }
        let error = Settings::parse("[relay]\npassword_file = 7\n").unwrap_err();
        assert!(error.contains("password_file = 7"), "{error}");
    }

    #[test]
    fn a_wrong_setting_is_answered_with_its_line_and_what_is_allowed() {
        for (text, says) in [
            ("[club]\nnmae = \"x\"\n", ["line 2", "expected one of `name`, `address`, `aliases`"]),
            ("[relay]\ntls = \"ssl\"\n", ["line 2", "expected one of `starttls`, `implicit`, `none`"]),
            ("[listen]\nsmtp = \"0.0.0.0:25\"\n", ["line 2", "127.0.0.1:25"]),
            ("[club]\naddress = \"tafl\"\n", ["line 2", "address"]),
            ("[relay]\nport = 70000\n", ["line 2", "a number from 1 to 65535"]),
            ("[relay]\nport = 0\n", ["line 2", "a number from 1 to 65535"]),
            ("[relay]\nport = \"25\"\n", ["line 2", "a number from 1 to 65535, without quotes"]),
            ("[relay]\nconnections = 40\n", ["line 2", "a number from 1 to 32"]),
            ("[relay]\nuser = \"x\"\n", ["[relay]", "password_file"]),
        ] {
            let error = Settings::parse(text).unwrap_err();
            for part in says {
                assert!(error.contains(part), "{text} gives:\n{error}");
            }
        }
    }
}

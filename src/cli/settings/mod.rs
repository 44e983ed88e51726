//! The settings of `config/server.toml`: read strictly, with the line and what is allowed when one is wrong.

mod clock;
mod hidden;
mod mailbox;
mod relay;
mod trust;
mod work;

pub use clock::Clock;
pub use hidden::Hidden;
pub use mailbox::{Mailbox, Maildir};
pub use relay::{EnvelopeSetting, Relay};
pub use trust::Trust;
pub use work::Work;

use crate::clock::Zone;
use crate::club::PlayerId;
use crate::command::Language;
use crate::intake::BindAddr;
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
    /// A mailbox at a provider that mail is fetched from.
    pub mailbox: Mailbox,
    /// A Maildir that mail is fetched from.
    pub maildir: Maildir,
    /// Whose word about a sender is taken, and how much proof is demanded.
    pub trust: Trust,
    /// How long a player has.
    pub clock: Clock,
    /// How often `work` comes.
    pub work: Work,
    /// Where letters go out.
    pub relay: Relay,
    /// Copies of the database that must be fresh.
    pub backup: Backup,
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
    /// Whether mail to `tafl+anything@` comes to `tafl@`.
    pub plus_addresses: bool,
    /// The language of letters to strangers, and to players who have set no other.
    #[serde(deserialize_with = "from_text")]
    pub language: Language,
    /// By whose clocks players are told what time it is.
    #[serde(deserialize_with = "from_text")]
    pub zone: Zone,
    /// The ids of players who may create tournaments.
    #[serde(deserialize_with = "from_texts")]
    pub organizers: Vec<PlayerId>,
    /// So many half-moves those who look on at a game of a tournament lag behind.
    #[serde(deserialize_with = "plies")]
    pub observers_wait_plies: u32,
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
    pub smtp: Option<BindAddr>,
    /// By LMTP; `None` for nowhere.
    #[serde(deserialize_with = "place_or_off")]
    pub lmtp: Option<BindAddr>,
}

/// Copies of the database that must be fresh.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Backup {
    /// Files, or folders whose newest file counts.
    pub files: Vec<PathBuf>,
    /// How old they may be, in hours.
    #[serde(deserialize_with = "backup_hours")]
    pub hours_max: u32,
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
        Club {
            name: "Taflpost".to_owned(),
            address,
            aliases: Vec::new(),
            plus_addresses: true,
            language: Language::English,
            zone: Zone::default(),
            organizers: Vec::new(),
            observers_wait_plies: 0,
        }
    }
}

impl Default for StoreFolder {
    fn default() -> StoreFolder {
        StoreFolder { folder: PathBuf::from("./taflpost-data") }
    }
}

impl Default for Listen {
    fn default() -> Listen {
        let loopback = |port| Some(BindAddr::Tcp(SocketAddr::from(([127, 0, 0, 1], port))));
        Listen { smtp: loopback(2525), lmtp: loopback(2424) }
    }
}

impl Default for Backup {
    fn default() -> Backup {
        Backup { files: Vec::new(), hours_max: 26 }
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
        let settings: Settings = toml::from_str(text).map_err(|error| hidden::told(&error, text))?;
        settings.relay.check().map_err(|wrong| wrong.at_its_line(text))?;
        settings.mailbox.check().map_err(|wrong| wrong.at_its_line(text))?;
        Ok(settings)
    }
}

/// A setting that can be read, and cannot be meant.
struct Wrong {
    section: &'static str,
    key: &'static str,
    message: String,
}

impl Wrong {
    /// Its words, with the line of the setting; where that is left out, with the line its section begins in.
    fn at_its_line(self, text: &str) -> String {
        let Wrong { section, key, message } = self;
        let (mut inside, mut found) = (false, None);
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if let Some(name) = line.strip_prefix('[') {
                inside = name.split(']').next().is_some_and(|name| name.trim() == section);
                found = found.or(inside.then_some(number));
            } else if inside && line.split('=').next().is_some_and(|name| name.trim() == key) {
                found = Some(number);
                break;
            }
        }
        match found {
            Some(number) => format!("line {number}, [{section}]: {message}"),
            None => format!("[{section}]: {message}"),
        }
    }
}

fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: FromStr,
    T::Err: std::fmt::Display,
{
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

pub(super) fn port<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 1, max: u16::MAX })
}

pub(super) fn connections<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 1, max: 32u8 })
}

fn backup_hours<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 1, max: 8_760u32 })
}

fn plies<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    deserializer.deserialize_i64(WholeNumber { min: 0, max: 100u32 })
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

fn place_or_off<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<BindAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == "off" {
        return Ok(None);
    }
    let at: BindAddr = text.parse().map_err(|error| serde::de::Error::custom(format!("{error}, or off")))?;
    match at {
        BindAddr::Tcp(address) if !address.ip().is_loopback() => Err(serde::de::Error::custom(format!(
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

    const FILE: &str = include_str!("../../../config/server.toml");

    #[test]
    fn the_documented_file_says_the_defaults() {
        assert_eq!(Settings::parse(FILE).unwrap(), Settings::default());
    }

    #[test]
    fn every_setting_is_documented() {
        // Lines like `# host = "..."` are settings without a default: with them filled in the file must still read.
        let filled: String = FILE
            .lines()
            .filter(|line| {
                !["# password_file", "# password_command", "# token_command", "# command"]
                    .iter()
                    .any(|o| line.starts_with(o))
            })
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
        assert_ne!(settings.trust, Trust::default());
        assert!(settings.relay.host.is_some() && settings.relay.user.is_some() && settings.relay.ca_file.is_some());
        assert!(
            settings.mailbox.host.is_some() && settings.mailbox.ca_file.is_some() && settings.maildir.folder.is_some()
        );
        for name in ["password_file", "password_command", "token_command", "command"] {
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
            (
                "[club]\nnmae = \"x\"\n",
                ["line 2", "expected one of `name`, `address`, `aliases`, `plus_addresses`, `language`, `zone`"],
            ),
            ("[relay]\ntls = \"ssl\"\n", ["line 2", "expected one of `starttls`, `implicit`, `none`"]),
            ("[listen]\nsmtp = \"0.0.0.0:25\"\n", ["line 2", "127.0.0.1:25"]),
            ("[club]\naddress = \"tafl\"\n", ["line 2", "address"]),
            ("[relay]\nport = 70000\n", ["line 2", "a number from 1 to 65535"]),
            ("[relay]\nport = 0\n", ["line 2", "a number from 1 to 65535"]),
            ("[mailbox]\nport = \"993\"\n", ["line 2", "a number from 1 to 65535, without quotes"]),
            ("[relay]\nport = \"25\"\n", ["line 2", "a number from 1 to 65535, without quotes"]),
            ("[relay]\nconnections = 40\n", ["line 2", "a number from 1 to 32"]),
            ("[relay]\nuser = \"x\"\n", ["line 2, [relay]", "password_file"]),
            ("[mailbox]\nhost = \"h\"\nuser = \"x\"\n", ["line 2, [mailbox]", "token_command"]),
            ("[mailbox]\nuser = \"x\"\npassword = \"y\"\n", ["line 1, [mailbox]", "needs host"]),
            ("[mailbox]\nport = 1\n\npassword = \"y\"\npassword_file=\"z\"\n", ["line 4, [mailbox]", "only one of"]),
            ("[mailbox]\nhost=\"h\"\nuser=\"x\"\npassword=\"y\"\ntls=\"none\"", ["line 5, [mailbox]", "without TLS"]),
            ("[mailbox]\ndone = \"a*b\"\n", ["line 2, [mailbox]", "cannot be the name of a folder"]),
            ("[mailbox]\ndone = \"inbox\"\n", ["line 2, [mailbox]", "other folders"]),
            ("[mailbox]\npoll_seconds = 1\n", ["line 2, [mailbox]", "10 to 3600"]),
            ("[relay]\ncommand = \"sendmail\"\n", ["line 2, [relay]", "whole path"]),
            ("[relay]\nhost = \"h\"\ncommand = \"/bin/true\"\n", ["line 3, [relay]", "only one of"]),
            ("[relay]\nper_day = 0\n", ["line 2, [relay]", "1 or more"]),
            ("[mailbox]\nhots = \"h\"\n", ["line 2", "expected one of `host`, `port`"]),
            ("[trust]\nlevel = \"high\"\n", ["line 2", "expected one of `strict`, `normal`, `closed-network`"]),
            (
                "[trust]\n\nauthserv_id = \"mx one\"\n",
                ["line 3", "\"mx.example.org\", \"*.example.org\" for every server"],
            ),
            ("[clock]\ndefault = \"blitz\"\n", ["line 2", "standard"]),
            ("[clock]\ngrace_hours = 900\n", ["line 2", "a number from 0 to 336"]),
            ("[club]\nzone = \"Copenhagn\"\n", ["line 2", "Europe/Copenhagen"]),
            ("[trust]\nauthserv_id = \"\"\n", ["line 2", "or \"none\" where they give no name"]),
            ("[trust]\nauthserv = \"x\"\n", ["line 2", "`authserv_id`"]),
            ("[maildir]\npath = \"h\"\n", ["line 2", "`folder`"]),
        ] {
            let error = Settings::parse(text).unwrap_err();
            for part in says {
                assert!(error.contains(part), "{text} gives:\n{error}");
            }
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let settings = Settings::parse("[relay]\nuser = \"x\"\npassword = \"sesame\"\n").unwrap();
        assert!(!format!("{settings:?}").contains("sesame"));
        for text in ["[relay]\npassword = 4711\n", "[mailbox]\npassword = \"4711\n", "[mailbox]\npassword = 4711x\n"] {
            let error = Settings::parse(text).unwrap_err();
            assert!(error.contains("line 2") && !error.contains("4711"), "{error}");
        }
    }
}

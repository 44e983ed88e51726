//! The whole file: read strictly, and checked where one setting needs another.

use crate::cli::settings::backup::Backup;
use crate::cli::settings::clock::Clock;
use crate::cli::settings::club::Club;
use crate::cli::settings::folders::{Letters, StoreFolder, Variants};
use crate::cli::settings::hidden;
use crate::cli::settings::listen::Listen;
use crate::cli::settings::log::Log;
use crate::cli::settings::mailbox::{Mailbox, Maildir};
use crate::cli::settings::relay::Relay;
use crate::cli::settings::trust::Trust;
use crate::cli::settings::work::Work;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Everything an operator can set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerSettings {
    /// The club.
    pub club: Club,
    /// The folder of the database.
    pub store: StoreFolder,
    /// Variants besides the built-in ones.
    pub variants: Variants,
    /// Words of letters in place of the built-in ones.
    pub letters: Letters,
    /// The doors for SMTP and LMTP.
    pub listen: Listen,
    /// A mailbox at a provider that mail is fetched from.
    pub mailbox: Mailbox,
    /// A Maildir that mail is fetched from.
    pub maildir: Maildir,
    /// The server that is trusted about senders, and how much proof is needed.
    pub trust: Trust,
    /// How much time a player has.
    pub clock: Clock,
    /// How often `work` runs.
    pub work: Work,
    /// How letters are sent.
    pub relay: Relay,
    /// Copies of the database that must be fresh.
    pub backup: Backup,
    /// How much is logged.
    pub log: Log,
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read the settings {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// A setting is wrong; the text shows the line and what is allowed.
    #[error("{}: {message}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line and the reason.
        message: String,
    },
}

impl ServerSettings {
    /// Reads a file. Without one, every setting has its default.
    pub fn read(path: Option<&Path>) -> Result<ServerSettings, SettingsError> {
        let Some(path) = path else {
            return Ok(ServerSettings::default());
        };
        let text = std::fs::read_to_string(path)
            .map_err(|source| SettingsError::Unreadable { path: path.to_owned(), source })?;
        ServerSettings::parse(&text).map_err(|message| SettingsError::Wrong { path: path.to_owned(), message })
    }

    /// Reads the text of a settings file.
    pub fn parse(text: &str) -> Result<ServerSettings, String> {
        let settings: ServerSettings = toml::from_str(text).map_err(|error| hidden::told(&error, text))?;
        settings.relay.check().map_err(|wrong| wrong.at_its_line(text))?;
        settings.mailbox.check().map_err(|wrong| wrong.at_its_line(text))?;
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    const FILE: &str = include_str!("../../../config/server.toml");

    #[test]
    fn the_documented_file_says_the_defaults() {
        assert_eq!(ServerSettings::parse(FILE).unwrap(), ServerSettings::default());
    }

    #[test]
    fn every_setting_is_documented() {
        // Lines like `# host = "..."` are settings without a default. The file must also be valid with them filled in.
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
        let settings = ServerSettings::parse(&filled).unwrap();
        assert!(settings.variants.folder.is_some() && settings.letters.folder.is_some());
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
            let error = ServerSettings::parse(text).unwrap_err();
            assert!(!error.contains("hunter2") && !error.contains("4711"), "{text} gives:\n{error}");
            assert!(error.contains("line ") && error.contains("password = \"...\""), "{text} gives:\n{error}");
        }
        let error = ServerSettings::parse("[relay]\npassword_file = 7\n").unwrap_err();
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
            ("[mailbox]\ndone = \"inbox\"\n", ["line 2, [mailbox]", "must differ"]),
            ("[mailbox]\npoll_seconds = 1\n", ["line 2, [mailbox]", "10 to 3600"]),
            ("[relay]\ncommand = \"sendmail\"\n", ["line 2, [relay]", "full path"]),
            ("[relay]\nhost = \"h\"\ncommand = \"/bin/true\"\n", ["line 3, [relay]", "only one of"]),
            ("[relay]\nper_day = 0\n", ["line 2, [relay]", "1 or more"]),
            ("[mailbox]\nhots = \"h\"\n", ["line 2", "expected one of `host`, `port`"]),
            ("[trust]\nlevel = \"high\"\n", ["line 2", "expected one of `strict`, `normal`, `closed-network`"]),
            (
                "[trust]\n\nauthserv_id = \"mx one\"\n",
                ["line 3", "\"mx.example.org\", or \"*.example.org\" for all servers"],
            ),
            ("[clock]\ndefault = \"blitz\"\n", ["line 2", "standard"]),
            ("[clock]\ngrace_hours = 900\n", ["line 2", "a number from 0 to 336"]),
            ("[club]\nzone = \"Copenhagn\"\n", ["line 2", "Europe/Copenhagen"]),
            ("[trust]\nauthserv_id = \"\"\n", ["line 2", "or \"none\" if the header has no name"]),
            ("[trust]\nauthserv = \"x\"\n", ["line 2", "`authserv_id`"]),
            ("[maildir]\npath = \"h\"\n", ["line 2", "`folder`"]),
            ("[letters]\nfoldr = \"h\"\n", ["line 2", "`folder`"]),
        ] {
            let error = ServerSettings::parse(text).unwrap_err();
            for part in says {
                assert!(error.contains(part), "{text} gives:\n{error}");
            }
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let settings = ServerSettings::parse("[relay]\nuser = \"x\"\npassword = \"sesame\"\n").unwrap();
        assert!(!format!("{settings:?}").contains("sesame"));
        for text in ["[relay]\npassword = 4711\n", "[mailbox]\npassword = \"4711\n", "[mailbox]\npassword = 4711x\n"] {
            let error = ServerSettings::parse(text).unwrap_err();
            assert!(error.contains("line 2") && !error.contains("4711"), "{error}");
        }
    }
}

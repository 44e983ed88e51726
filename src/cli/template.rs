//! A settings file in which everything is explained, with some settings filled in.

/// A setting: its section, its name, its value as TOML.
pub(super) type Setting = (&'static str, &'static str, String);

/// The documented settings file with these settings in their places. A setting without a line there is left out.
pub(super) fn filled(settings: &[Setting]) -> String {
    let mut text = String::new();
    let mut section = "";
    for line in include_str!("../../config/server.toml").lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            section = name;
        }
        let bare = line.strip_prefix("# ").unwrap_or(line);
        let key = bare.split_once(" = ").map(|(key, _)| key);
        match settings.iter().find(|(of, name, _)| *of == section && key == Some(name)) {
            Some((_, name, value)) => text.push_str(&format!("{name} = {value}")),
            None => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// A text in the form of TOML.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::cli::settings::ServerSettings;

    #[test]
    fn nothing_filled_in_is_the_documented_file() {
        assert_eq!(filled(&[]), include_str!("../../config/server.toml"));
    }

    #[test]
    fn settings_stand_in_their_sections_among_their_comments() {
        let text = filled(&[
            ("mailbox", "host", quoted("imap.gmx.net")),
            ("mailbox", "user", quoted("a\"b\\c")),
            ("mailbox", "password_file", quoted("/etc/p")),
            ("relay", "host", quoted("mail.gmx.net")),
            ("relay", "port", "465".to_owned()),
        ]);
        let settings = ServerSettings::parse(&text).unwrap();
        assert_eq!(settings.mailbox.host.as_deref(), Some("imap.gmx.net"));
        assert_eq!(settings.mailbox.user.as_deref(), Some("a\"b\\c"));
        assert_eq!((settings.mailbox.port, settings.relay.port), (993, 465));
        assert_eq!(settings.relay.host.as_deref(), Some("mail.gmx.net"));
        assert!(text.contains("# A mailbox at a provider, read by IMAP."));
    }
}

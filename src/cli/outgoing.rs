//! The transport from the settings: a relay with its login and certificates, a program, or Maildirs.

use crate::cli::secret::Source;
use crate::cli::settings::Relay as RelaySetting;
use crate::cli::{Place, Trouble};
use crate::delivery::{Program, Quota, Relay, RelayLogin, RelaySecret, RelaySettings, Transport};
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

/// How long the relay may take for one answer.
const ANSWER_WAIT: Duration = Duration::from_secs(60);

/// How many letters may be sent.
pub(super) fn quota(place: &Place) -> Quota {
    let relay = &place.settings.relay;
    Quota { per_minute: relay.per_minute, per_day: relay.per_day }
}

/// Where letters go: to the relay or the program in the settings or, without either, into Maildirs.
pub(super) fn transport(place: &Place) -> Result<Transport, Trouble> {
    let setting = &place.settings.relay;
    if let Some(command) = &setting.command {
        let program = Program::new(command)
            .ok_or_else(|| Trouble::Failed("[relay] command: the path of the program is missing".to_owned()))?;
        return Ok(Transport::Program(program));
    }
    let Some(host) = &setting.host else {
        return Ok(Transport::Folder(place.letters()));
    };
    let roots_pem = match &setting.ca_file {
        Some(path) => {
            let read = std::fs::read(path);
            Some(read.map_err(|error| failed(&format!("ca_file {}", path.display()), &error))?)
        }
        None => None,
    };
    let settings = RelaySettings {
        host: host.clone(),
        port: setting.port,
        tls: setting.tls,
        login: login(setting)?,
        roots_pem,
        hello: None,
        answer_wait: ANSWER_WAIT,
    };
    Relay::new(settings).map(Transport::Relay).map_err(|error| failed("these settings cannot be used", &error))
}

fn failed(what: &str, why: &dyn Display) -> Trouble {
    Trouble::Failed(format!("[relay] {what}: {why}"))
}

fn login(setting: &RelaySetting) -> Result<Option<RelayLogin>, Trouble> {
    let source = Source::of(
        setting.password.as_ref(),
        setting.password_file.as_ref(),
        setting.password_command.as_ref(),
        setting.token_command.as_ref(),
    );
    let (Some(user), Some(source)) = (&setting.user, source) else {
        return Ok(None);
    };
    let read = move || source.read().map_err(|why| format!("[relay] {why}"));
    let secret = match setting.token_command {
        Some(_) => RelaySecret::Token(Arc::new(read)),
        None => RelaySecret::Password(read().map_err(Trouble::Failed)?),
    };
    Ok(Some(RelayLogin { user: user.clone(), secret }))
}

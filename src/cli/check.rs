//! `taflpost check`: reads every setting, variant and letter, opens the database, tries the doors and the relay; says
//! what is wrong and how to mend it.

use crate::cli::out::say;
use crate::cli::{Place, Trouble, serve};
use crate::intake::At;
use crate::store::Store;

pub(super) fn run(place: &Place) -> Result<(), Trouble> {
    let mut report = Report { wrong: 0 };
    report.line("settings", Ok("read".to_owned()))?;
    let office = place
        .office()
        .map(|office| format!("{} variants, every letter can be written", office.catalogue.iter().count()));
    report.line("variants, letters", office.map_err(|error| error.to_string()))?;
    let store = place.open();
    report.line("database", database(place, store))?;
    for (name, at) in [("smtp", &place.settings.listen.smtp), ("lmtp", &place.settings.listen.lmtp)] {
        report.line(name, door(at.as_ref()))?;
    }
    report.line("letters go", way_out(place))?;
    match report.wrong {
        0 => Ok(()),
        _ => Err(Trouble::Said),
    }
}

struct Report {
    wrong: u32,
}

impl Report {
    fn line(&mut self, what: &str, found: Result<String, String>) -> std::io::Result<()> {
        match found {
            Ok(found) => say!("ok     {what}: {found}"),
            Err(trouble) => {
                self.wrong += 1;
                say!("wrong  {what}: {trouble}")
            }
        }
    }
}

fn database(place: &Place, store: Result<Store, Trouble>) -> Result<String, String> {
    let path = place.database();
    match store {
        Ok(_) => Ok(format!("{} can be written", path.display())),
        Err(error) => Err(format!("{error}; make sure that the user who runs taflpost may write in its folder")),
    }
}

/// A door is tried by listening there for a moment.
fn door(at: Option<&At>) -> Result<String, String> {
    match at {
        None => Ok("off".to_owned()),
        Some(at) => match at.probe() {
            Ok(()) => Ok(format!("{at} is free")),
            Err(error) => Err(format!("{error}. If that is taflpost serve itself, all is well")),
        },
    }
}

fn way_out(place: &Place) -> Result<String, String> {
    let transport = serve::transport(place).map_err(|error| error.to_string())?;
    let relay = &place.settings.relay;
    let where_to = match &relay.host {
        Some(host) => format!("to {host}:{}", relay.port),
        None => format!("into Maildirs below {}", place.letters().display()),
    };
    match transport.carrier().probe() {
        Ok(()) => Ok(where_to),
        Err(setback) => Err(format!("{where_to}: {setback}")),
    }
}

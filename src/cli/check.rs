//! `taflpost check`: reads every setting, variant and letter, opens the database, tries the doors and the relay; says
//! what is wrong and how to mend it.

use crate::cli::out::say;
use crate::cli::{Place, Trouble, lock, variant_folder, way_out};
use crate::intake::At;
use crate::journal;
use crate::tafl::Catalogue;

pub(super) fn run(place: &Place) -> Result<(), Trouble> {
    let mut report = Report { wrong: 0 };
    report.line("settings", Ok("read".to_owned()))?;
    let catalogue = variants(place, &mut report)?;
    let office = catalogue.and_then(|catalogue| place.office_with(catalogue).map_err(|error| error.to_string()));
    report.line("letters", office.map(|_| "every one can be written".to_owned()))?;
    report.line("database", database(place))?;
    let serving = match lock::is_held(&place.settings.store.folder) {
        Ok(serving) => serving,
        Err(error) => {
            report.line("serve", Err(error.to_string()))?;
            false
        }
    };
    for (name, at) in [("smtp", &place.settings.listen.smtp), ("lmtp", &place.settings.listen.lmtp)] {
        report.line(name, door(at.as_ref(), serving))?;
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
                // Mistakes in files are drawn on several lines; a relay's words are among the rest.
                let trouble = trouble.lines().map(journal::one_line).collect::<Vec<_>>().join("\n");
                say!("wrong  {what}: {trouble}")
            }
        }
    }
}

/// Every mistake in a variant file is told. The letters are looked at all the same, with the built-in variants then.
fn variants(place: &Place, report: &mut Report) -> std::io::Result<Result<Catalogue, String>> {
    let folder = place.settings.variants.folder.as_deref();
    match variant_folder::catalogue(folder) {
        Ok(catalogue) => {
            let from = folder.map(|folder| format!(", with those of {}", folder.display())).unwrap_or_default();
            report.line("variants", Ok(format!("{} can be played{from}", catalogue.iter().count())))?;
            Ok(Ok(catalogue))
        }
        Err(mistakes) => {
            for mistake in mistakes {
                report.line("variants", Err(mistake))?;
            }
            Ok(variant_folder::catalogue(None).map_err(|mistakes| mistakes.join("\n")))
        }
    }
}

/// Nothing is made here: a file made by the wrong user would be in the way of the right one.
fn database(place: &Place) -> Result<String, String> {
    let path = place.database();
    if !path.exists() {
        return Ok(format!("{} is not there yet; taflpost serve makes it", path.display()));
    }
    match place.open() {
        Ok(_) => Ok(format!("{} can be written", path.display())),
        Err(error) => Err(format!("{error}; make sure that the user who runs taflpost may write in its folder")),
    }
}

/// A door is tried by listening there for a moment, unless the server is there itself.
fn door(at: Option<&At>, serving: bool) -> Result<String, String> {
    match at {
        None => Ok("off".to_owned()),
        Some(at) if serving => Ok(format!("{at} is kept by the running taflpost serve")),
        Some(at) => match at.probe() {
            Ok(()) => Ok(format!("{at} is free")),
            Err(error) => Err(error.to_string()),
        },
    }
}

fn way_out(place: &Place) -> Result<String, String> {
    let transport = way_out::transport(place).map_err(|error| error.to_string())?;
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

//! `taflpost check`: reads every setting and variant, tries the club's name in every Subject, opens the database, and tests the doors, the
//! mailbox and the relay. It says what is wrong and how to correct it.

use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock, collect, lock, mail_loop, outgoing, variant_folder};
use crate::intake::BindAddr;
use crate::intake::imap::{self, Found};
use crate::intake::maildir;
use crate::journal;
use crate::letters::Composer;
use crate::tafl::Catalogue;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Also send a mail to the address of the club, and wait until it arrives
    #[arg(long)]
    pub(super) mail: bool,
    /// Also read every page of the database
    #[arg(long)]
    pub(super) deep: bool,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let mut report = Report { wrong: 0 };
    report.line("settings", Ok("read".to_owned()))?;
    let catalogue = variants(place, &mut report)?;
    let composer = catalogue.and_then(|catalogue| composer(place, catalogue, report.wrong == 0));
    report.line("letters", composer.map(|composer| letters(place, &composer)))?;
    report.line("database", database(place, args.deep))?;
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
    if let Some(found) = mailbox(place) {
        report.line("mailbox", found)?;
    }
    if let Some(folder) = collect::maildir(place) {
        let found = maildir::probe(folder).map(|mails| format!("{}: {}", folder.display(), counted(mails)));
        report.line("maildir", found.map_err(|setback| setback.to_string()))?;
    }
    if !has_way_in(place) {
        let why = "no mail can come in: smtp and lmtp are off, and neither [mailbox] nor [maildir] is set. Set one of them. If \
                   a mail server runs taflpost deliver, you need none of them; then the first mail that comes makes this message go away";
        report.line("incoming", Err(why.to_owned()))?;
    }
    report.line("trust", Ok(place.settings.trust.meaning()))?;
    report.line("outgoing", way_out(place))?;
    if args.mail && serving {
        let why =
            "the running server would take the test mail; stop the server first, or send a mail to the club yourself";
        report.line("mail to itself", Err(why.to_owned()))?;
    } else if args.mail && report.wrong == 0 {
        for (what, found) in mail_loop::run(place) {
            report.line(what, found)?;
        }
    }
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
                // Mistakes in files are shown on several lines, and may contain a relay's words.
                let trouble = trouble.lines().map(journal::one_line).collect::<Vec<_>>().join("\n");
                say!("wrong  {what}: {trouble}")
            }
        }
    }
}

/// Every mistake in a variant file is reported. The letters are checked even so, with the built-in variants then.
fn variants(place: &Place, report: &mut Report) -> std::io::Result<Result<Catalogue, String>> {
    let folder = place.settings.variants.folder.as_deref();
    match variant_folder::catalogue(folder) {
        Ok(catalogue) => {
            let from = folder.map(|folder| format!(", including those in {}", folder.display())).unwrap_or_default();
            report.line("variants", Ok(format!("{} are ready{from}", catalogue.iter().count())))?;
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

/// Everything for letters, proved. The sentences about variants can be proved only if all variants are there.
fn composer(place: &Place, catalogue: Catalogue, all_variants: bool) -> Result<Composer, String> {
    let composer = place.composer_with(catalogue).map_err(|error| error.to_string())?;
    if all_variants {
        composer.check_variants().map_err(|error| error.to_string())?;
    }
    Ok(composer)
}

/// What is good about the letters.
fn letters(place: &Place, composer: &Composer) -> String {
    let name = "the name of the club can be used in the subjects of letters";
    match &place.settings.letters.folder {
        Some(folder) => {
            let changes = composer.words.changes();
            if changes == 0 {
                return format!("{name}; the files in {} change nothing", folder.display());
            }
            format!("{name}, and every letter can be written with the {changes} texts in {}", folder.display())
        }
        None => name.to_owned(),
    }
}

/// Nothing is created here: a file created by the wrong user would be in the way of the right one.
fn database(place: &Place, deep: bool) -> Result<String, String> {
    let path = place.database();
    if !path.exists() {
        return Ok(format!("{} does not exist yet; taflpost serve creates it", path.display()));
    }
    let mut store = place.open().map_err(|error| {
        format!(
            "{error}; make sure that the user who runs taflpost may write in this folder, and that the disk is not full"
        )
    })?;
    store.probe(clock::now()).map_err(|error| {
        format!("{error}; nothing can be written: make sure that the disk is not full, and that no other program locks the database")
    })?;
    if !deep {
        return Ok(format!("{} can be written", path.display()));
    }
    match store.quick_check() {
        Ok(()) => Ok(format!("{} can be written, and all of its pages can be read", path.display())),
        Err(error) => Err(format!("{error}; stop the server and go back to a backup, see: taflpost restore --help")),
    }
}

/// Whether any door is set, or a program has brought mails by `taflpost deliver`, which needs no setting.
fn has_way_in(place: &Place) -> bool {
    let settings = &place.settings;
    let set = settings.listen.smtp.is_some() || settings.listen.lmtp.is_some() || settings.mailbox.host.is_some();
    let brought = || place.read().is_ok_and(|reader| reader.mails_were_brought().unwrap_or(false));
    set || collect::maildir(place).is_some() || brought()
}

/// A door is tested by listening there for a moment, unless the server is already there.
fn door(at: Option<&BindAddr>, serving: bool) -> Result<String, String> {
    match at {
        None => Ok("off".to_owned()),
        Some(at) if serving => Ok(format!("{at} is in use by the running taflpost serve")),
        Some(at) => match at.probe() {
            Ok(()) => Ok(format!("{at} is free")),
            Err(error) => Err(error.to_string()),
        },
    }
}

/// Logs in and looks, without changing anything.
fn mailbox(place: &Place) -> Option<Result<String, String>> {
    let (account, pace) = match collect::account(place) {
        Ok(account) => account?,
        Err(trouble) => return Some(Err(trouble.to_string())),
    };
    let found = imap::probe(&account, pace).map_err(|setback| setback.to_string());
    Some(found.map(|probe| {
        let folder = |found: &Found| match found {
            Found::There(name) => format!("{name:?} exists"),
            Found::Missing(name) => format!("{name:?} will be created"),
        };
        let [done, failed] = probe.folders.each_ref().map(folder);
        let news = if probe.can.idles {
            "the mail server announces new mail at once".to_owned()
        } else {
            format!("the server looks for new mail every {} s", pace.poll.as_secs())
        };
        let (place, mails) = (account.place(), counted(probe.mails as usize));
        format!("logged in as {place}; {:?}: {mails}, {news}; folder {done}, folder {failed}", account.folder)
    }))
}

fn counted(mails: usize) -> String {
    match mails {
        1 => "1 mail is waiting".to_owned(),
        _ => format!("{mails} mails are waiting"),
    }
}

fn way_out(place: &Place) -> Result<String, String> {
    let transport = outgoing::transport(place).map_err(|error| error.to_string())?;
    let relay = &place.settings.relay;
    let where_to = match (&relay.host, &relay.command) {
        (_, Some(command)) => format!("to {command}"),
        (Some(host), None) => format!("to {host}:{}", relay.port),
        (None, None) => format!("into Maildirs in {}", place.letters().display()),
    };
    match transport.carrier().probe() {
        Ok(()) => Ok(where_to),
        // The same providers need the same for both.
        Err(setback) if setback.to_string().contains(", login: ") && relay.token_command.is_none() => {
            let remedy = imap::remedy(relay.host.as_deref().unwrap_or_default(), &setback.to_string(), false);
            Err(format!("{where_to}: {setback}; {remedy}"))
        }
        Err(setback) => Err(format!("{where_to}: {setback}")),
    }
}

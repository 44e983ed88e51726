//! The command line: one file a command, settings, exit codes. The only home of clap.
//!
//! Exit codes: 0 done, 1 it did not work (stderr says what), 2 wrong usage, 75 try again later.

mod alarms;
mod announce;
mod backup;
mod check;
mod clock;
mod clock_check;
mod collect;
mod deliver;
mod demo;
mod export;
mod import;
mod init;
mod lists;
mod lock;
mod mail_loop;
mod outgoing;
mod perft;
mod providers;
mod replay;
mod restore;
mod rules_argument;
mod secret;
mod serve;
mod settings;
mod status;
mod stdout;
mod template;
mod tournament;
mod variant_folder;
mod variants;
mod work;

use crate::delivery;
use crate::intake::Witness;
use crate::letters;
use crate::letters::{ClubIdentity, Composer, Wordings};
use crate::mail::Own;
use crate::store;
use crate::store::{Store, StoreError};
use crate::tafl::Catalogue;
use crate::worker::{Envelope, MailProcessor};
use clap::{Parser, Subcommand};
pub use settings::Settings;
use settings::{EnvelopeSetting, SettingsError};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// A play-by-email server for hnefatafl and the whole tafl family.
#[derive(Parser)]
#[command(name = "taflpost", version, about, max_term_width = 100)]
struct Args {
    /// The settings file; without it, every setting has its default
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The folder of the database, instead of the one in the settings
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Cmd,
}

#[derive(Subcommand)]
enum Cmd {
    /// Play on this machine, with a real server in a temporary folder and two players
    Demo,
    /// Run the server: take mail, handle it and send letters, until SIGTERM
    Serve,
    /// Take one mail from standard input into the spool; exit with 0 when it is safe, with 75 to try again
    Deliver(deliver::Args),
    /// Handle all mail that waits, send all letters that are due, then exit
    Work(work::Args),
    /// Write the settings of a club with a mailbox at a provider, and try them
    Init(init::Args),
    /// Check settings, letters, database, doors, mailbox and relay, and say how to correct what is wrong
    Check(check::Args),
    /// List the variants
    Variants(variants::VariantsArgs),
    /// Explain the rules of a variant in plain words
    Rules(variants::RulesArgs),
    /// Show the opening board of a variant
    Board(variants::NameArgs),
    /// Count all sequences of moves of a given length
    Perft(perft::Args),
    /// Replay recorded games and say how each ends
    Replay(replay::Args),
    /// Write games as records: all that have ended, or the boards that you name
    Export(export::Args),
    /// Read game records into the archive
    Import(import::Args),
    /// Players: list, resume, confirm
    #[command(subcommand)]
    Player(lists::PlayerCmd),
    /// Games: list, show
    #[command(subcommand)]
    Game(lists::GameCmd),
    /// Tournaments, with the words that follow the word tournament in a mail
    #[command(alias = "event")]
    Tournament(tournament::Args),
    /// Show ratings and odd results, or calculate all ratings again
    Ratings(lists::RatingsCmd),
    /// Write a letter to every player who has not switched announcements off
    Announce(announce::Args),
    /// Letters that wait to be sent: list, retry, drop
    #[command(subcommand)]
    Queue(lists::QueueCmd),
    /// Mails that came in: list, replay, show, drop
    #[command(subcommand)]
    Inbox(lists::InboxCmd),
    /// Copy the database to a file while the server runs
    Backup(backup::Args),
    /// Replace the database with a backup, and keep the old one; the server must be stopped
    Restore(restore::Args),
    /// The clock of this machine: confirm
    #[command(subcommand)]
    Clock(clock_check::Cmd),
    /// Show the state of the club; exit with 1 if something needs attention
    Status(status::Args),
}

/// Why a command did not work.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Failed(String),
    /// Nothing is lost: the caller should come again.
    #[error("{0}")]
    TryAgain(String),
    /// Whoever reads our output has closed the pipe.
    #[error("")]
    SeenEnough,
    /// Already said; only the exit code is left.
    #[error("")]
    Said,
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Trouble::SeenEnough,
            _ => Trouble::Failed(error.to_string()),
        }
    }
}

impl Trouble {
    fn exit_code(&self) -> u8 {
        match self {
            Trouble::TryAgain(_) => 75,
            Trouble::Store(error) if error.is_temporary() => 75,
            _ => 1,
        }
    }
}

/// What every command may want: the settings, and the places they name.
#[derive(Clone)]
struct Place {
    settings: Settings,
}

impl Place {
    fn new(config: Option<&std::path::Path>, data: Option<PathBuf>) -> Result<Place, SettingsError> {
        let mut settings = Settings::read(config)?;
        if let Some(data) = data {
            settings.store.folder = data;
        }
        Ok(Place { settings })
    }

    fn database(&self) -> PathBuf {
        self.settings.store.folder.join("taflpost.db")
    }

    fn letters(&self) -> PathBuf {
        self.settings.store.folder.join("letters")
    }

    /// Makes the folder of the database where it is missing, so that it outlasts a power cut: mails that were taken are in it.
    fn make_folder(&self) -> Result<(), Trouble> {
        let folder = &self.settings.store.folder;
        store::make_folder(folder)
            .map_err(|error| Trouble::Failed(format!("cannot make the folder {}: {error}", folder.display())))
    }

    /// Opens the database, making the folder where it is missing.
    fn open(&self) -> Result<Store, Trouble> {
        self.make_folder()?;
        Ok(Store::open(&self.database(), clock::now())?)
    }

    /// Opens the database for writing; it must be there.
    fn write(&self) -> Result<Store, Trouble> {
        self.is_there()?;
        self.open()
    }

    /// Opens the database for reading; it must be there.
    fn read(&self) -> Result<crate::store::Reader, Trouble> {
        self.is_there()?;
        Ok(crate::store::Reader::open(&self.database())?)
    }

    fn is_there(&self) -> Result<(), Trouble> {
        let path = self.database();
        if path.exists() {
            return Ok(());
        }
        let remedy = "name its folder with --data, or start with: taflpost serve";
        Err(Trouble::Failed(format!("there is no database {}; {remedy}", path.display())))
    }

    fn own(&self) -> Own {
        let club = &self.settings.club;
        Own::new([&club.address].into_iter().chain(&club.aliases).cloned().collect())
    }

    /// What tells when our server took a mail.
    fn witness(&self) -> Witness {
        Witness::new(self.settings.trust.server(self.own_names()))
    }

    /// What stands after "by" in the Received lines of this machine: its name, or that of the club's own doors.
    fn own_names(&self) -> Vec<String> {
        delivery::this_host().into_iter().chain([self.settings.club.address.domain().to_owned()]).collect()
    }

    /// The variants there are: the built-in ones and those of the operator's folder.
    fn catalogue(&self) -> Result<Catalogue, Trouble> {
        variant_folder::catalogue(self.settings.variants.folder.as_deref())
            .map_err(|mistakes| Trouble::Failed(mistakes.join("\n")))
    }

    /// Letters and variants.
    fn composer(&self) -> Result<Composer, Trouble> {
        self.office_with(self.catalogue()?)
    }

    fn office_with(&self, catalogue: Catalogue) -> Result<Composer, Trouble> {
        let failed = |error: &dyn std::fmt::Display| Trouble::Failed(error.to_string());
        let club = &self.settings.club;
        let composer = Composer {
            house: ClubIdentity {
                name: club.name.clone(),
                address: club.address.clone(),
                plus: club.plus_addresses,
                zone: club.zone,
            },
            words: Wordings::embedded(club.language).map_err(|error| failed(&error))?,
            catalogue,
        };
        letters::check_name(&composer).map_err(|error| failed(&error))?;
        Ok(composer)
    }

    fn incoming(&self) -> Result<MailProcessor, Trouble> {
        self.incoming_with(self.composer()?)
    }

    fn incoming_with(&self, composer: Composer) -> Result<MailProcessor, Trouble> {
        Ok(MailProcessor {
            composer,
            own: self.own(),
            authserv: self.settings.trust.server(self.own_names()),
            trust: self.settings.trust.level.into(),
            rules: self.settings.clock.rules(self.settings.club.zone),
            organizers: std::sync::Arc::new(self.settings.club.organizers.iter().cloned().collect()),
            observers_wait_plies: self.settings.club.observers_wait_plies,
            envelope: match self.settings.relay.envelope {
                EnvelopeSetting::Bounce if self.settings.club.plus_addresses => Envelope::Bounce,
                EnvelopeSetting::Bounce | EnvelopeSetting::Fixed => Envelope::Fixed,
            },
            chance: clock::chance().map_err(|error| Trouble::Failed(format!("no randomness to be had: {error}")))?,
            reckoning: None,
        })
    }
}

/// Runs the program with these arguments; returns its exit code.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            // A mail server must never take a slip in its configuration for a reason to bounce mail.
            let delivering = std::env::args().any(|arg| arg == "deliver");
            let _ = error.print();
            return match error.use_stderr() {
                true if delivering => ExitCode::from(75),
                true => ExitCode::from(2),
                false => ExitCode::SUCCESS,
            };
        }
    };
    let delivering = matches!(args.command, Cmd::Deliver(_));
    match run(args) {
        Ok(()) | Err(Trouble::SeenEnough) => ExitCode::SUCCESS,
        Err(trouble) => {
            if !matches!(trouble, Trouble::Said) {
                eprintln!("taflpost: {trouble}");
            }
            ExitCode::from(if delivering { 75 } else { trouble.exit_code() })
        }
    }
}

fn run(args: Args) -> Result<(), Trouble> {
    let place = || Place::new(args.config.as_deref(), args.data.clone());
    match args.command {
        Cmd::Demo => demo::run(&place()?),
        Cmd::Serve => serve::run(&place()?),
        Cmd::Deliver(deliver) => deliver::run(&place()?, &deliver),
        Cmd::Work(work) => work::run(&place()?, &work),
        Cmd::Init(init) => init::run(&init, args.data.clone()),
        Cmd::Check(check) => check::run(&place()?, &check),
        Cmd::Variants(args) => variants::variants(&place()?, &args),
        Cmd::Rules(args) => variants::rules(&place()?, &args),
        Cmd::Board(args) => variants::board(&place()?, &args),
        Cmd::Perft(args) => perft::run(&place()?, &args),
        Cmd::Replay(args) => replay::run(&place()?, &args),
        Cmd::Export(args) => export::run(&place()?, &args),
        Cmd::Import(args) => import::run(&place()?, &args),
        Cmd::Player(cmd) => lists::player(&place()?, &cmd),
        Cmd::Game(cmd) => lists::game(&place()?, &cmd),
        Cmd::Tournament(args) => tournament::run(&place()?, &args),
        Cmd::Ratings(cmd) => lists::ratings(&place()?, &cmd),
        Cmd::Announce(args) => announce::run(&place()?, &args),
        Cmd::Queue(cmd) => lists::queue(&place()?, &cmd),
        Cmd::Inbox(cmd) => lists::inbox(&place()?, &cmd),
        Cmd::Backup(args) => backup::run(&place()?, &args),
        Cmd::Restore(args) => restore::run(&place()?, &args),
        Cmd::Clock(cmd) => clock_check::run(&place()?, &cmd),
        Cmd::Status(args) => status::run(&place()?, &args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_work_later_is_told_from_what_will_not() {
        let later = StoreError::Interrupted("the database is busy".to_owned());
        assert_eq!(Trouble::from(later).exit_code(), 75);
        assert_eq!(Trouble::from(StoreError::Missing(PathBuf::from("x"))).exit_code(), 1);
    }
}

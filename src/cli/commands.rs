//! The commands of the program, and the code that runs each.

use crate::cli::club_files::Place;
use crate::cli::exit::Trouble;
use crate::cli::{
    announce, backup, check, clock_check, deliver, demo, export, import, init, lists, perft, replay, restore, serve,
    status, tournament, variants, work,
};
use clap::{Parser, Subcommand};
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
    /// The folder that holds the database; without it, the folder in the settings file
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
    /// Store one mail from standard input. Exit with 0 when it is on the disk, with 75 if the mail system should try again later
    Deliver(deliver::Args),
    /// Handle all waiting mail, send all letters that are due, then exit
    Work(work::Args),
    /// Write the settings of a club with a mailbox at a provider, and try them
    Init(init::Args),
    /// Check the settings, the texts of the letters, the database, the addresses that mail comes in by, the mailbox and the relay
    Check(check::Args),
    /// List the variants
    Variants(variants::VariantsArgs),
    /// Explain the rules of a variant in plain words
    Rules(variants::RulesArgs),
    /// Show the opening board of a variant
    Board(variants::NameArgs),
    /// Count all sequences of moves of a given length, to test a rule set
    Perft(perft::Args),
    /// Replay recorded games and say how each ends
    Replay(replay::Args),
    /// Write games as records: all that have ended, or the boards that you name
    Export(export::Args),
    /// Add games that were played elsewhere to the database
    Import(import::Args),
    /// Players: list, resume, confirm
    #[command(subcommand)]
    Player(lists::PlayerCmd),
    /// Games: list, show
    #[command(subcommand)]
    Game(lists::GameCmd),
    /// Tournaments: everything that an organizer can do by mail
    #[command(alias = "event")]
    Tournament(tournament::Args),
    /// Show ratings and suspicious results, or calculate all ratings again
    Ratings(lists::RatingsCmd),
    /// Send a letter to every player who has not switched announcements off
    Announce(announce::Args),
    /// Outgoing mail (letters) that waits: list, retry, drop
    #[command(subcommand)]
    Queue(lists::QueueCmd),
    /// Incoming mail: list, replay, show, drop
    #[command(subcommand)]
    Inbox(lists::InboxCmd),
    /// Copy the database to a file while the server runs
    Backup(backup::Args),
    /// Replace the database with a backup, and keep the old one; the server must be stopped
    Restore(restore::Args),
    /// Tell the server that the clock of this machine is right
    #[command(subcommand)]
    Clock(clock_check::Cmd),
    /// Show the state of the club; exit with 1 if something needs attention
    Status(status::Args),
}

/// Runs the program with these arguments. Returns its exit code.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            // A mistake in its configuration must not make a mail server bounce mail.
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

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

/// A server for playing hnefatafl and the other tafl games by email.
#[derive(Parser)]
#[command(name = "taflpost", version, about, max_term_width = 100)]
struct Args {
    /// The settings file. Without this option, every setting has its default value
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The folder that holds the database. Without this option, the settings file says where it is
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Cmd,
}

#[derive(Subcommand)]
enum Cmd {
    /// Try the server on this machine. You write the mails of both players, and everything is in a temporary folder
    Demo(demo::Args),
    /// Run the server: it receives mail, handles it and sends letters until you stop it (SIGTERM)
    Serve,
    /// Store one mail from standard input. The exit code is 0 if the mail is stored, and 75 if the mail system should try again later
    Deliver(deliver::Args),
    /// Handle all waiting mail and send all letters that are due, then exit
    Work(work::Args),
    /// Write and test the settings for a club that has a mailbox at a mail provider
    Init(Box<init::Args>),
    /// Check the settings, the variants, the club's name, the database, and how mail comes in and goes out
    Check(check::Args),
    /// List the variants
    Variants(variants::VariantsArgs),
    /// Explain the rules of a variant in plain words
    Rules(variants::RulesArgs),
    /// Show the opening board of a variant
    Board(variants::NameArgs),
    /// Count all possible sequences of moves of a given length. This tests a rule set
    Perft(perft::Args),
    /// Replay recorded games and print how each of them ends
    Replay(replay::Args),
    /// Write games as records that other programs can read
    Export(export::Args),
    /// Add games or a tournament from elsewhere to the database
    Import(import::Args),
    /// List players, confirm organizers, or allow letters to a player again
    #[command(subcommand)]
    Player(lists::PlayerCmd),
    /// List games, or show one game
    #[command(subcommand)]
    Game(lists::GameCmd),
    /// List, show and run tournaments, as an organizer does by mail
    #[command(alias = "event")]
    Tournament(tournament::Args),
    /// Show the ratings and suspicious results, or calculate all ratings again
    Ratings(lists::RatingsCmd),
    /// Send a letter to every player who has not turned announcements off
    Announce(announce::Args),
    /// List, retry and delete outgoing mail (letters)
    #[command(subcommand)]
    Queue(lists::QueueCmd),
    /// List, show, retry and delete incoming mail
    #[command(subcommand)]
    Inbox(lists::InboxCmd),
    /// Copy the database to a file. The server can keep running
    Backup(backup::Args),
    /// Replace the database with a backup. Stop the server first. The old database is kept under another name
    Restore(restore::Args),
    /// Tell the server that the clock of this machine is correct
    #[command(subcommand)]
    Clock(clock_check::Cmd),
    /// Show the state of the server. The exit code is 1 if something needs your attention
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
        Cmd::Demo(demo) => demo::run(&place()?, &demo),
        Cmd::Serve => serve::run(&place()?),
        Cmd::Deliver(deliver) => deliver::run(&place()?, &deliver),
        Cmd::Work(work) => work::run(&place()?, &work),
        Cmd::Init(init) => init::run(&init),
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

//! The command line: one file for each command, the settings, the exit codes. Only this module uses clap.
//!
//! Exit codes: 0 success, 1 failure (stderr says what), 2 wrong usage, 75 try again later.

// the machine and the terminal
mod clock;
mod elapsed;
mod operator_file;
mod providers;
mod settings;
mod stdout;
mod template;

// the operator's own files
mod letters_folder;
mod variant_folder;

// what every command uses
mod club_files;
mod exit;
mod lock;
mod secret;

// parts of several commands
mod alarms;
mod clock_check;
mod collect;
mod mail_loop;
mod outgoing;
mod rules_argument;

// one file for each command
mod announce;
mod backup;
mod check;
mod deliver;
mod demo;
mod export;
mod import;
mod init;
mod lists;
mod perft;
mod replay;
mod restore;
mod serve;
mod status;
mod tournament;
mod variants;
mod work;

mod commands;

pub use commands::main;
pub use settings::ServerSettings;

use club_files::Place;
use exit::Trouble;

//! The program. All its code is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    taflpost::cli::main(std::env::args_os())
}

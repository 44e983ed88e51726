//! `taflpost replay RULES [FILE]`: replays recorded games, one in a line, and says how each ends.

use crate::cli::{Place, Trouble, rules_argument};
use crate::tafl::{BrokeOff, Replay, Rules, Status};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// The longest line that is read as a game, in bytes: about 10,000 moves.
const LINE_BYTES_MAX: usize = 128 * 1024;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A variant with options ("small -strong -edge"), a .toml file or an OpenTafl record (dim:9 ...)
    #[arg(allow_hyphen_values = true)]
    rules: String,
    /// Change one rule, as in repetition=ignore. You can use this option more than once
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// A file with one game on each line. Lines that begin with # are ignored. Without a file, standard input is read
    file: Option<PathBuf>,
    /// Also print each move
    #[arg(long)]
    verbose: bool,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let rules = Arc::new(changed(rules_argument::read(place, &args.rules)?.rules, &args.set)?);
    let input: Box<dyn BufRead> = match &args.file {
        Some(path) => {
            let file = File::open(path)
                .map_err(|error| Trouble::Failed(format!("cannot read {}: {error}", path.display())))?;
            Box::new(BufReader::new(file))
        }
        None => Box::new(std::io::stdin().lock()),
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut failed = false;
    for (index, line) in input.lines().enumerate() {
        let line = line?;
        // The lines of facts that an exported list has above its games.
        if !line.starts_with('#') {
            failed |= !replay(&mut out, &rules, index + 1, &line, args.verbose)?;
        }
    }
    out.flush()?;
    if failed { Err(Trouble::Said) } else { Ok(()) }
}

fn changed(mut rules: Rules, settings: &[String]) -> Result<Rules, Trouble> {
    for setting in settings {
        let Some((key, value)) = setting.split_once('=') else {
            return Err(Trouble::Failed(format!("--set {setting}: write KEY=VALUE, for example repetition=ignore")));
        };
        rules = rules
            .with_setting(key.trim(), value.trim())
            .map_err(|error| Trouble::Failed(format!("--set {setting}: {error}")))?;
    }
    Ok(rules)
}

/// Replays one line of the input. Returns false if it is not a legal game.
fn replay(out: &mut impl Write, rules: &Arc<Rules>, number: usize, line: &str, verbose: bool) -> std::io::Result<bool> {
    if line.len() > LINE_BYTES_MAX {
        writeln!(out, "{number} error ply=1 the line is longer than {LINE_BYTES_MAX} bytes")?;
        return Ok(false);
    }
    let replay = match Replay::of_line(rules, line) {
        Ok(replay) => replay,
        Err(error) => {
            writeln!(out, "{number} error ply={} {error}", error.ply)?;
            return Ok(false);
        }
    };
    let state = &replay.state;
    if verbose {
        for (index, played) in state.plays().iter().enumerate() {
            write!(out, "{} {} {}", index + 1, played.side, played.play)?;
            for (square, _) in &played.captured {
                write!(out, " x{square}")?;
            }
            writeln!(out)?;
        }
    }
    let status = match state.status() {
        Status::Won { winner, reason } => format!("{winner}:{reason}"),
        Status::Drawn { reason } => format!("draw:{reason}"),
        Status::Ongoing => "ongoing".to_owned(),
    };
    let broke_off = match replay.broke_off {
        Some(BrokeOff::Timeout) => " timeout",
        Some(BrokeOff::Resigns) => " resigns",
        None => "",
    };
    writeln!(out, "{number} plies={} result={status}{broke_off}", state.ply())?;
    Ok(true)
}

//! `taflpost import FILE...`: records of games into the archive. Each file is taken whole or not at all.

use crate::cli::export::format;
use crate::cli::out::say;
use crate::cli::ruleset;
use crate::cli::{Place, Trouble, clock};
use crate::store::Reader;
use crate::tafl::{GameRecord, RecordFormat};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Longest file that is read, in bytes; the reader of records has the same bound.
const FILE_BYTES_MAX: u64 = 16 * 1024 * 1024;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The format of all files: list, otg, pgn or json; without it each is known by how it begins
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<RecordFormat>,
    /// The rules of games that name none: a preset with options, a .toml file or an OpenTafl record
    #[arg(long, value_name = "RULES", allow_hyphen_values = true)]
    rules: Option<String>,
    /// The files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let catalogue = place.catalogue()?;
    let variant = args.rules.as_deref().map(|given| ruleset::read(place, given)).transpose()?;
    let mut store = place.open()?;
    let reader = place.read()?;
    let mut failed = false;
    for file in &args.files {
        let read = text_of(file).and_then(|text| {
            let format = args.format.unwrap_or_else(|| RecordFormat::of_text(&text));
            GameRecord::read_all(&text, format, &catalogue, variant.as_ref()).map_err(|wrong| wrong.to_string())
        });
        let records = match read {
            Ok(records) => records,
            Err(wrong) => {
                eprintln!("taflpost: {}: {wrong}", file.display());
                failed = true;
                continue;
            }
        };
        let mut others = Vec::new();
        for record in &records {
            if !is_own(&reader, record)? {
                others.push(record.clone());
            }
        }
        let new = store.archive(&others, clock::now())?;
        let unfinished = others.iter().filter(|record| record.end().is_none()).count();
        let own = records.len() - others.len();
        say!("{}: {}", file.display(), counts(records.len(), new, own, unfinished))?;
    }
    if failed { Err(Trouble::Said) } else { Ok(()) }
}

fn counts(all: usize, new: usize, own: usize, unfinished: usize) -> String {
    let games = if all == 1 { "1 game".to_owned() } else { format!("{all} games") };
    let mut parts = vec![format!("{games}, {new} new")];
    let known = all - new - own;
    for (count, what) in [(known, "known already"), (own, "played here"), (unfinished, "unfinished")] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    parts.join(", ")
}

/// Whether the record is that of a board of this club: it has been exported here, and nothing in it has changed.
fn is_own(reader: &Reader, record: &GameRecord) -> Result<bool, Trouble> {
    let number =
        record.about().tags.iter().find(|(name, _)| name == "board").and_then(|(_, number)| number.parse().ok());
    let Some(number) = number else {
        return Ok(false);
    };
    let game = reader.game(number)?;
    Ok(game.and_then(|game| game.record().ok()).is_some_and(|own| own == *record))
}

fn text_of(file: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(format!("longer than {FILE_BYTES_MAX} bytes; split it"));
    }
    String::from_utf8(bytes).map_err(|wrong| {
        let line =
            wrong.as_bytes()[..wrong.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: this is no text in UTF-8")
    })
}

//! `taflpost import FILE...`: adds records of games, and of tournaments that are over, to the archive. Each file is taken whole or not at
//! all.

use crate::cli::export::format;
use crate::cli::rules_argument;
use crate::cli::stdout::say;
use crate::cli::{Place, Trouble, clock};
use crate::club::tournament::Archive;
use crate::store::{Archived, Reader, Store};
use crate::tafl::{Catalogue, GameRecord, RecordFormat};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The longest file that is read, in bytes. The reader of records has the same limit.
const FILE_BYTES_MAX: u64 = 16 * 1024 * 1024;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The format of all files: list, otg (OpenTafl), pgn or json. Without this option, the program recognizes the format of each file
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<RecordFormat>,
    /// The rules for games that do not name their rules: a variant with options, a .toml file or an OpenTafl record
    #[arg(long, value_name = "RULES", allow_hyphen_values = true)]
    rules: Option<String>,
    /// The files to read. The name - means standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let catalogue = place.catalogue()?;
    let variant = args.rules.as_deref().map(|given| rules_argument::read(place, given)).transpose()?;
    let mut store = place.open()?;
    let reader = place.read()?;
    let mut failed = false;
    for file in &args.files {
        let text = match text_of(file) {
            Ok(text) if args.format.is_none() && Archive::is_meant(&text) => {
                match tournament(&mut store, &catalogue, &text)? {
                    Ok(said) => say!("{}: {said}", file.display())?,
                    Err(wrong) => {
                        eprintln!("taflpost: {}: {wrong}", file.display());
                        failed = true;
                    }
                }
                continue;
            }
            text => text,
        };
        let read = text.and_then(|text| {
            let format = args.format.unwrap_or_else(|| RecordFormat::of_text(&text));
            format.read_all(&text, &catalogue, variant.as_ref()).map_err(|wrong| wrong.to_string())
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

/// A tournament that was held elsewhere and is over. The inner error says what is wrong with the file.
fn tournament(store: &mut Store, catalogue: &Catalogue, text: &str) -> Result<Result<String, String>, Trouble> {
    let archive = match Archive::from_json(text) {
        Ok(archive) => archive,
        Err(wrong) => return Ok(Err(wrong.to_string())),
    };
    let name = archive.name();
    if !archive.is_finished() {
        let wrong = format!("the tournament {name} is not over yet; nothing was exported. Export it when it is over");
        return Ok(Err(wrong));
    }
    let Some(variant) = catalogue.find(archive.variant()) else {
        let wrong = format!("this server does not have the variant {:?}; see: taflpost variants", archive.variant());
        return Ok(Err(wrong));
    };
    let read = archive.tournament(Arc::new(variant.rules.clone()));
    let tournament = match read.and_then(|tournament| Archive::play_through(&tournament).map(|()| tournament)) {
        Ok(tournament) => tournament,
        Err(wrong) => return Ok(Err(wrong.to_string())),
    };
    let (players, games) = (tournament.entries.len(), tournament.games().count());
    let what = format!("the tournament {name}, {players} players, {}", plural(games));
    Ok(match store.archive_tournament(&archive, &tournament, clock::now())? {
        Archived::New => Ok(format!("{what}: new")),
        Archived::Known => Ok(format!("{what}: already imported")),
        Archived::NameTaken => Err(format!(
            "this server already has another tournament with the name {name}. To import this one too, change its \"name\" in the file"
        )),
    })
}

fn plural(games: usize) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}

fn counts(all: usize, new: usize, own: usize, unfinished: usize) -> String {
    let mut parts = vec![format!("{}, {new} new", plural(all))];
    let known = all - new - own;
    for (count, what) in [(known, "already imported"), (own, "played here"), (unfinished, "unfinished")] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    parts.join(", ")
}

/// Whether the record is of a board of this club: it was exported here, and nothing in it has changed.
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
        return Err(format!("the file is longer than {FILE_BYTES_MAX} bytes; split it"));
    }
    String::from_utf8(bytes).map_err(|wrong| {
        let line =
            wrong.as_bytes()[..wrong.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: this is not UTF-8 text")
    })
}

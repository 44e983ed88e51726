//! `taflpost export [NUMBER...]`: games as records, which `import` and other programs can read.

use crate::cli::{Place, Trouble};
use crate::club::Stage;
use crate::store::{Reader, StoreError};
use crate::tafl::{GameRecord, RecordFormat};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The format: list, otg (OpenTafl), pgn or json
    #[arg(long, value_name = "FORMAT", default_value = "list", value_parser = format)]
    format: RecordFormat,
    /// The file to write. It must not exist yet. Without this option, the records are printed
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The board numbers of the games. Without a number, all finished and imported games are written, but no private games
    numbers: Vec<u32>,
}

/// The format that a word names.
pub(super) fn format(word: &str) -> Result<RecordFormat, String> {
    RecordFormat::from_word(word).ok_or_else(|| "write list, otg, pgn or json".to_owned())
}

pub(super) fn run(place: &Place, args: &Args) -> Result<(), Trouble> {
    let reader = place.read()?;
    let out: Box<dyn Write> = match &args.output {
        None => Box::new(std::io::stdout().lock()),
        Some(path) => {
            let file = File::create_new(path);
            Box::new(file.map_err(|error| Trouble::Failed(format!("cannot write {}: {error}", path.display())))?)
        }
    };
    let mut pages =
        Pages { out: BufWriter::new(out), format: args.format, written: 0, troubles: 0, notes: BTreeMap::new() };
    pages.out.write_all(pages.format.frame()[0].as_bytes())?;
    match args.numbers[..] {
        [] => everything(place, &reader, &mut pages)?,
        ref numbers => {
            for number in numbers {
                board(&reader, *number, &mut pages)?;
            }
        }
    }
    pages.out.write_all(pages.format.frame()[2].as_bytes())?;
    pages.out.flush()?;
    for (rule, games) in &pages.notes {
        let games = if *games == 1 { "1 game has".to_owned() } else { format!("{games} games have") };
        eprintln!(
            "taflpost: {games} rules that only taflpost can read; they are written under [taflpost-rules:]. {rule}"
        );
    }
    if pages.troubles > 0 { Err(Trouble::Said) } else { Ok(()) }
}

fn everything(place: &Place, reader: &Reader, pages: &mut Pages) -> Result<(), Trouble> {
    let private = reader.private_games()?;
    for number in reader.ended_games()?.into_iter().filter(|number| !private.contains(number)) {
        board(reader, number, pages)?;
    }
    if !private.is_empty() {
        let games = private.len();
        eprintln!("taflpost: private games left out: {games}; to export a private game, name its board number");
    }
    let catalogue = place.catalogue()?;
    let mut last = 0;
    while let Some((id, read)) = reader.archived_after(last, &catalogue)? {
        last = id;
        match read {
            Ok(record) => {
                let about = record.about();
                pages.add(&format!("the imported game {} v {}", about.attackers, about.defenders), &record)?;
            }
            Err(wrong) => pages.trouble(&format!("imported game {id}: {wrong}")),
        }
    }
    Ok(())
}

fn board(reader: &Reader, number: u32, pages: &mut Pages) -> Result<(), Trouble> {
    let game = match reader.game(number) {
        Ok(Some(game)) => game,
        Ok(None) => {
            pages.trouble(&format!("there is no board {number}; see: taflpost game list --all"));
            return Ok(());
        }
        Err(wrong @ StoreError::Damaged { .. }) => {
            pages.trouble(&wrong.to_string());
            return Ok(());
        }
        Err(wrong) => return Err(wrong.into()),
    };
    if let Stage::Annulled { .. } = game.head.stage {
        pages.trouble(&format!("the game on board {number} is annulled, so there is nothing to export"));
        return Ok(());
    }
    if matches!(game.head.stage, Stage::Invited | Stage::Declined | Stage::Withdrawn) {
        pages.trouble(&format!("the game on board {number} has not begun, so there is nothing to export"));
        return Ok(());
    }
    match game.record() {
        Ok(record) => pages.add(&format!("board {number}"), &record)?,
        Err(misfit) => pages.trouble(&format!("board {number}: {misfit}")),
    }
    Ok(())
}

/// The output so far.
struct Pages {
    out: BufWriter<Box<dyn Write>>,
    format: RecordFormat,
    written: usize,
    troubles: usize,
    /// Rules that other programs cannot read, and in how many games they occur.
    notes: BTreeMap<String, usize>,
}

impl Pages {
    fn add(&mut self, name: &str, record: &GameRecord) -> Result<(), Trouble> {
        let text = match self.format.write(record) {
            Ok(text) => text,
            Err(unsayable) => {
                self.trouble(&format!("{name}: {unsayable}"));
                return Ok(());
            }
        };
        if let (RecordFormat::Otg, Err(rule)) = (self.format, record.is_open_tafl()) {
            *self.notes.entry(rule.to_string()).or_default() += 1;
        }
        if self.written > 0 {
            self.out.write_all(self.format.frame()[1].as_bytes())?;
        }
        self.written += 1;
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Reports one game that is left out. The others are still written.
    fn trouble(&mut self, what: &str) {
        eprintln!("taflpost: {what}");
        self.troubles += 1;
    }
}

//! Power cuts: what is on the disk at random moments of a story, in every way in which it can be there, keeps what was promised.

use crate::disk::{self, Disk, Keeps};
use crate::laws::{self, Keeper};
use crate::preload;
use crate::story::{self, Story, Yes};
use std::panic::{AssertUnwindSafe, catch_unwind};
use taflpost::chance::Chance;

/// Images looked at by the tests that everybody runs.
const IMAGES: u32 = 24;

/// One cut: after which record, what stays, and by which lots.
struct Cut {
    number: u32,
    after: usize,
    keeps: Keeps,
    seed: [u8; 32],
}

fn asked(name: &str) -> Option<u32> {
    std::env::var(name).ok().map(|number| number.parse().expect("a number"))
}

/// Half of them anywhere, half right after a yes: nothing may be promised before it is kept.
fn cuts(story: &Story, images: u32) -> Vec<Cut> {
    let lots = &mut Chance::from_seed([27; 32]);
    let mut cuts: Vec<Cut> = (0..images)
        .map(|number| {
            let after = match number % 2 {
                0 => lots.below(u32::try_from(story.records.len()).unwrap()) as usize,
                _ => story.yeses[lots.below(u32::try_from(story.yeses.len()).unwrap()) as usize].0,
            };
            let keeps = Keeps::ALL[lots.below(u32::try_from(Keeps::ALL.len()).unwrap()) as usize];
            Cut { number, after, keeps, seed: lots.bytes() }
        })
        .collect();
    cuts.sort_by_key(|cut| cut.after);
    cuts
}

#[test]
fn a_power_cut_at_any_moment_loses_nothing_that_was_promised() {
    let Some(library) = preload::library() else { return };
    let images = asked("TAFLPOST_CRASH").unwrap_or(IMAGES);
    let story = story::run(library, if images > IMAGES { 40 } else { 14 });
    let mails = story.yeses.iter().filter(|(_, yes)| matches!(yes, Yes::Mail(_))).count();
    assert!(mails >= 40 && story.letters.len() > mails, "{mails} mails and {} letters", story.letters.len());
    let mut keeper = Keeper::new();
    let mut disk = Disk::new(&story.root);
    let mut happened = 0;
    for cut in cuts(&story, images) {
        for record in &story.records[happened..=cut.after] {
            disk.happens(record);
        }
        happened = cut.after + 1;
        let folder = preload::folder();
        let image = disk.image(cut.keeps, &mut Chance::from_seed(cut.seed));
        disk::write(&image, &story.root, folder.path());
        let yeses = || story.yeses.iter().filter(|(at, _)| *at <= cut.after).map(|(_, yes)| yes);
        let taken: Vec<&[u8]> = yeses()
            .filter_map(|yes| match yes {
                Yes::Mail(raw) => Some(raw.as_slice()),
                Yes::Backup => None,
            })
            .collect();
        let told = yeses().any(|yes| matches!(yes, Yes::Backup));
        let held = catch_unwind(AssertUnwindSafe(|| {
            let data = folder.path().join("data");
            for (path, letter) in story::letters(&data.join("letters")) {
                assert_eq!(story.letters.get(&path), Some(&letter), "another letter: {}", path.display());
            }
            keeper.check(&data, &taken);
            laws::check_backup(&folder.path().join("backup.db"), told);
        }));
        if let Err(broken) = held {
            let kept = folder.keep();
            let before = &story.records[cut.after.saturating_sub(12)..=cut.after];
            eprintln!("image {} of {images}, {:?} kept, in {}", cut.number, cut.keeps, kept.display());
            before.iter().for_each(|record| eprintln!("  {}", brief(record)));
            std::panic::resume_unwind(broken);
        }
    }
    println!("{images} images of {} records, {mails} mails", story.records.len());
}

/// A record without its bytes.
fn brief(record: &crate::diary::Record) -> String {
    format!("{record:?}").chars().take(120).collect()
}

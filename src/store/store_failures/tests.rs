//! The file of problems: intact, torn, and in places where it cannot be written.

use super::*;
use chrono::TimeDelta;

fn noon() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

fn file() -> (tempfile::TempDir, Troubles) {
    let folder = tempfile::tempdir().unwrap();
    let troubles = Troubles::beside(&folder.path().join("taflpost.db"));
    troubles.hold_folder();
    troubles.prepare().unwrap();
    (folder, troubles)
}

#[test]
fn a_trouble_is_counted_until_it_ends_and_begins_anew_after_that() {
    let (_folder, troubles) = file();
    let minute = |n| noon() + TimeDelta::minutes(n);
    assert_eq!(troubles.read().unwrap(), []);
    assert_eq!(troubles.ends(TroubleKind::MailRefused, noon()), None);
    troubles.begins(TroubleKind::MailRefused, &"disk full", minute(1));
    troubles.begins(TroubleKind::MailNotHandled, &"damaged", minute(2));
    troubles.begins(TroubleKind::MailRefused, &"disk still full", minute(3));
    let told = troubles.ends(TroubleKind::MailRefused, minute(4)).unwrap();
    assert_eq!((told.since, told.last, told.times), (minute(1), minute(3), 2));
    assert_eq!(told.why, "disk still full");
    assert_eq!(troubles.ends(TroubleKind::MailRefused, minute(5)), None, "it has ended once");
    let kept = troubles.read().unwrap();
    let ended: Vec<_> = kept.iter().map(|trouble| (trouble.kind, trouble.ended)).collect();
    assert_eq!(ended, [(TroubleKind::MailRefused, Some(minute(4))), (TroubleKind::MailNotHandled, None)]);
    troubles.begins(TroubleKind::MailRefused, &"again", minute(6));
    assert_eq!(troubles.read().unwrap()[0].since, minute(6));
}

#[test]
fn the_file_never_changes_its_length_whatever_was_the_matter() {
    let (folder, troubles) = file();
    let length = || std::fs::metadata(folder.path().join("troubles")).unwrap().len();
    assert_eq!(length(), FILE_BYTES as u64);
    for why in ["\u{1}".repeat(5_000), "\"".repeat(5_000), "\u{1F600}".repeat(5_000), String::new()] {
        for kind in TroubleKind::ALL {
            troubles.begins(*kind, &why, noon());
        }
        assert_eq!(length(), FILE_BYTES as u64);
        assert_eq!(troubles.read().unwrap().len(), TroubleKind::ALL.len());
    }
}

#[test]
fn what_cannot_be_written_is_seen_meanwhile_and_written_later() {
    let (folder, troubles) = file();
    let minute = |n| noon() + TimeDelta::minutes(n);
    let path = folder.path().join("troubles");
    let others = Troubles::beside(&folder.path().join("taflpost.db"));
    let spoil = || {
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
    };
    spoil();
    troubles.begins(TroubleKind::MailRefused, &"disk full", minute(1));
    troubles.begins(TroubleKind::MailRefused, &"disk still full", minute(2));
    assert!(others.is_unwritten() && others.probe().is_err());
    std::fs::remove_dir(&path).unwrap();
    troubles.clone().write_again();
    assert!(!others.is_unwritten());
    others.probe().unwrap();
    let [told] = &others.read().unwrap()[..] else { panic!() };
    assert_eq!((told.since, told.last, told.times, told.ended), (minute(1), minute(2), 2, None));
    // A problem that was over before it could be reported is reported as well.
    troubles.ends(TroubleKind::MailRefused, minute(3)).unwrap();
    spoil();
    troubles.begins(TroubleKind::MailRefused, &"again", minute(4));
    assert_eq!(troubles.ends(TroubleKind::MailRefused, minute(5)), None);
    std::fs::remove_dir(&path).unwrap();
    troubles.write_again();
    let [told] = &others.read().unwrap()[..] else { panic!() };
    assert_eq!((told.since, told.ended), (minute(4), Some(minute(5))));
    assert!(!others.is_unwritten());
}

#[test]
fn a_sign_is_gone_with_its_process() {
    let (folder, troubles) = file();
    let others = Troubles::beside(&folder.path().join("taflpost.db"));
    std::fs::remove_file(folder.path().join("troubles")).unwrap();
    std::fs::create_dir(folder.path().join("troubles")).unwrap();
    troubles.begins(TroubleKind::MailRefused, &"disk full", noon());
    assert!(others.is_unwritten());
    drop(troubles);
    assert!(!others.is_unwritten());
}

#[test]
fn a_probe_changes_nothing() {
    let (folder, troubles) = file();
    let path = folder.path().join("troubles");
    troubles.begins(TroubleKind::MailRefused, &"disk full", noon());
    let before = std::fs::read(&path).unwrap();
    troubles.probe().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::write(&path, "torn").unwrap();
    troubles.probe().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"torn");
    std::fs::remove_file(&path).unwrap();
    troubles.probe().unwrap();
    assert!(!path.exists(), "a user who only looks makes no file");
}

#[test]
fn a_torn_file_is_said_to_be_torn_and_serves_again_with_the_next_trouble() {
    let (folder, troubles) = file();
    troubles.begins(TroubleKind::MailRefused, &"disk full", noon());
    let path = folder.path().join("troubles");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[20..512].fill(0);
    std::fs::write(&path, bytes).unwrap();
    assert!(troubles.read().is_err());
    troubles.begins(TroubleKind::MailRefused, &"disk full", noon());
    assert_eq!(troubles.read().unwrap().len(), 1);
}

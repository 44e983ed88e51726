//! Commands that only show something: `status`, `check`, the lists.

use super::*;
use std::fs;
use taflpost::club::{Change, PlayerId};
use taflpost::mail::{Address, DeliveryStatus};
use taflpost::store::{Outcome, SpooledMail, Tx};

/// What is in a folder and below. SQLite's files beside the database are its own: it gives them to the database's owner.
fn everything(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let (path, about) = entry.map(|entry| (entry.path(), entry.metadata().unwrap())).unwrap();
        if !["-wal", "-shm"].iter().any(|ending| path.to_str().unwrap().ends_with(ending)) {
            found.push(format!("{} {:?}", path.display(), about.permissions()));
        }
        if about.is_dir() {
            found.extend(everything(&path));
        }
    }
    found.sort();
    found
}

/// Root looked, the lock was root's from then on, and the server could not take it any more.
#[test]
fn whoever_only_looks_leaves_no_file() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    fs::write(folder.path().join("server.toml"), "[listen]\nsmtp = \"off\"\nlmtp = \"off\"\n").unwrap();
    let before = everything(folder.path());
    for words in [&["status"][..], &["check"], &["queue", "list"], &["inbox", "list"], &["player", "list"]] {
        let ran = taflpost(folder.path(), &[&["--config", "server.toml"], words].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{words:?} {}", ran.out);
        assert_eq!(everything(folder.path()), before, "{words:?}");
    }
}

/// It was content with a club that nobody could write to.
#[test]
fn check_wants_a_way_in() {
    let folder = here();
    let check = |listen: &str| {
        fs::write(folder.path().join("server.toml"), format!("[listen]\n{listen}")).unwrap();
        taflpost(folder.path(), &["--config", "server.toml", "check"], "")
    };
    let ran = check("smtp = \"off\"\nlmtp = \"off\"\n");
    assert!(
        ran.code == 1 && ran.out.contains("wrong  incoming: no mail can come in: smtp and lmtp are off"),
        "{}",
        ran.out
    );
    // One that is there, or a mail that another program has brought.
    fs::create_dir_all(folder.path().join("mail/new")).unwrap();
    fs::create_dir_all(folder.path().join("mail/cur")).unwrap();
    fs::create_dir_all(folder.path().join("mail/tmp")).unwrap();
    let ran = check("smtp = \"off\"\nlmtp = \"off\"\n[maildir]\nfolder = \"mail\"\n");
    assert!(!ran.out.contains("incoming:"), "{}", ran.out);
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    let ran = check("smtp = \"off\"\nlmtp = \"off\"\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
}

#[test]
fn a_running_server_is_seen_and_so_is_one_that_has_ended() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let lock = fs::File::open(folder.path().join("taflpost-data/serve.lock")).unwrap();
    let says = |words: &str| {
        let ran = taflpost(folder.path(), &["status"], "");
        assert!(ran.out.lines().any(|line| line == format!("server           {words}")), "{}", ran.out);
    };
    says("not running");
    lock.lock().unwrap();
    says("running");
    lock.unlock().unwrap();
    // Another look is no server.
    lock.lock_shared().unwrap();
    says("not running");
}

/// The settings refused a login at localhost, which the relay would have taken, and let letters go anywhere in the clear.
#[test]
fn without_tls_the_relay_is_this_machine() {
    let folder = here();
    let login = "user = \"x\"\npassword = \"y\"\n";
    for (host, login, says) in [
        ("192.0.2.1", "", "is not this machine"),
        ("192.0.2.1", login, "is not this machine"),
        // Nobody listens at port 1; but it was tried.
        ("127.0.0.1", "", "127.0.0.1:1, connection"),
        ("localhost", login, "localhost:1, connection"),
    ] {
        let settings = format!(
            "[listen]\nsmtp = \"off\"\nlmtp = \"off\"\n[relay]\nhost = \"{host}\"\nport = 1\ntls = \"none\"\n{login}"
        );
        fs::write(folder.path().join("server.toml"), settings).unwrap();
        let ran = taflpost(folder.path(), &["--config", "server.toml", "check"], "");
        assert!(ran.code == 1 && ran.out.contains(says), "{host}: {}{}", ran.out, ran.err);
    }
}

/// They ended at a thousand rows without a word, and `--limit`, which the code spoke of, was wrong usage.
#[test]
fn a_list_says_what_it_leaves_out() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["deliver"], SIGNUP).code, 0);
    let mails: Vec<NewMail> = (1..5).map(mail).collect();
    store(&database(folder.path())).take_in(&mails, &[], "2026-11-21T12:00:00Z".parse().unwrap()).unwrap();
    let ran = taflpost(folder.path(), &["inbox", "list", "--limit", "2"], "");
    let ids: Vec<&str> = ran.out.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(ids, ["5", "4"], "the newest");
    assert!(ran.code == 0 && ran.err.contains("2 of 5"), "{}", ran.err);
    let ran = taflpost(folder.path(), &["inbox", "list", "--limit", "5", "--json"], "");
    assert_eq!(ran.err, "");
    for list in [&["queue", "list", "--limit", "1"][..], &["game", "list", "--all", "--limit", "1"]] {
        let ran = taflpost(folder.path(), list, "");
        assert_eq!((ran.code, ran.out.trim(), ran.err.as_str()), (0, "none", ""));
    }
}

#[test]
fn a_player_whom_no_letter_reaches_is_seen_and_can_be_resumed() {
    let folder = here();
    assert_eq!(taflpost(folder.path(), &["work"], "").code, 0);
    let at = "2026-11-21T12:00:00Z".parse().unwrap();
    let (player, address) = ("ann".parse::<PlayerId>().unwrap(), "ann@fjord.test".parse::<Address>().unwrap());
    let changes = [
        Change::PlayerJoined { id: player.clone(), address: address.clone(), password_hash: None, at },
        Change::AddressSuspended { player, address, status: DeliveryStatus::of_refusal("550 5.1.1"), at },
    ];
    let mut store = store(&database(folder.path()));
    store.take_in(&[mail(1)], &[], at).unwrap();
    let apply = |tx: &Tx<'_>, _: &SpooledMail| tx.apply(&changes).map(|()| Outcome::Done { note: String::new() });
    assert_eq!(store.work(1, at, apply).unwrap().troubles, []);
    let says = |words: &[&str], expected: &str| {
        let ran = taflpost(folder.path(), words, "");
        assert!(ran.out.contains(expected), "{words:?}: {}{}", ran.out, ran.err);
        ran.code
    };
    says(&["status"], "players          1, 1 of them unreachable by letter");
    says(&["player", "list"], "no letters go to ann@fjord.test, because earlier letters came back");
    assert_eq!(says(&["player", "resume", "ann", "nobody"], "player ann: letters will be sent again"), 1);
    assert_eq!(says(&["player", "resume", "ANN"], "player ANN: letters had not been stopped"), 0);
    says(&["status"], "players          1\n");
}

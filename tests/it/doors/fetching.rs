//! The program as an operator runs it, with a mailbox or a Maildir to fetch from. It is killed in the middle.

use super::provider::*;
use super::*;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

struct Club {
    folder: tempfile::TempDir,
}

impl Club {
    fn new(settings: &str) -> Club {
        let club = Club { folder: crate::cli::here() };
        let listen = "[club]\naddress = \"club@box.test\"\n[listen]\nsmtp = \"off\"\nlmtp = \"off\"\n";
        fs::write(club.folder.path().join("server.toml"), format!("{listen}{settings}")).unwrap();
        club
    }

    fn with_mailbox(provider: &FakeProvider) -> Club {
        let port = provider.account().port;
        Club::new(&format!(
            "[mailbox]\nhost = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\nuser = \"club@box.test\"\n\
             password_command = \"echo sesame\"\n"
        ))
    }

    fn command(&self, word: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taflpost"));
        command.args(["--config", "server.toml", "--data", "data", word]).current_dir(self.folder.path());
        command
    }

    fn run(&self, word: &str) -> Output {
        self.command(word).output().unwrap()
    }

    fn serve(&self) -> Child {
        self.command("serve").stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn reader(&self) -> Reader {
        Reader::open(&self.folder.path().join("data/taflpost.db")).unwrap()
    }

    /// How many letters lie in a player's Maildir.
    fn letters(&self, to: &str) -> usize {
        let new = self.folder.path().join("data/letters").join(to).join("new");
        fs::read_dir(new).map_or(0, |entries| entries.count())
    }
}

fn kill(mut server: Child) {
    server.kill().unwrap();
    server.wait().unwrap();
}

fn wait_for(what: &str, mut look: impl FnMut() -> bool) {
    let until = std::time::Instant::now() + PATIENCE;
    while !look() {
        assert!(std::time::Instant::now() < until, "waited for: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn signup(n: u32) -> Vec<u8> {
    format!("From: p{n}@fjord.test\r\nMessage-ID: <{n}@fjord.test>\r\nSubject: signup player{n}\r\n\r\n").into_bytes()
}

/// A provider that stands still when it hears the `nth` command of this kind, and tells. With `done` it has carried the
/// command out by then.
fn standing_still(prefix: &'static str, nth: usize, done: bool) -> (FakeProvider, Receiver<()>) {
    let (tell, told) = channel();
    let mut heard = 0;
    let provider = FakeProvider::play(move |command| {
        heard += usize::from(command.starts_with(prefix));
        if heard == nth && command.starts_with(prefix) {
            // The test may have seen enough.
            let _ = tell.send(());
            return if done { Act::DoAndHang } else { Act::Hang };
        }
        Act::Well
    });
    (provider, told)
}

#[test]
fn a_server_killed_at_any_step_of_the_talk_takes_each_mail_once() {
    let mut steps: Vec<(&'static str, usize, bool)> =
        vec![("CONNECT", 1, false), ("CREATE", 1, true), ("IDLE", 1, false)];
    for nth in 1..=2 {
        steps.push(("UID FETCH", nth, false));
        steps.push(("UID FETCH", nth + 2, false));
        steps.push(("UID MOVE", nth, false));
        steps.push(("UID MOVE", nth, true));
    }
    for (prefix, nth, done) in crate::share::share(steps, 4) {
        let (provider, still) = standing_still(prefix, nth, done);
        let club = Club::with_mailbox(&provider);
        provider.state().deliver(&signup(1));
        provider.state().deliver(&signup(2));
        let server = club.serve();
        still.recv_timeout(PATIENCE).unwrap();
        kill(server);
        provider.state().deliver(&signup(3));
        let server = club.serve();
        let what = format!("{prefix} {nth} {done}");
        wait_for(&what, || provider.state().inbox.is_empty());
        wait_for(&what, || club.reader().counts().is_ok_and(|counts| counts.spooled == 0 && counts.waiting == 0));
        kill(server);
        assert_eq!(provider.state().folders["Done"].len(), 3, "{what}");
        for n in 1..=3 {
            assert_eq!(club.letters(&format!("p{n}@fjord.test")), 1, "{what}: letters to {n}");
        }
    }
}

#[test]
fn a_server_without_the_least_extensions_and_a_kill_takes_each_mail_once() {
    for (prefix, done) in [("UID COPY", true), ("UID STORE", true), ("UID STORE", false)] {
        let (provider, still) = standing_still(prefix, 1, done);
        provider.state().capabilities = "IMAP4rev1";
        let club = Club::with_mailbox(&provider);
        provider.state().deliver(&signup(1));
        let server = club.serve();
        still.recv_timeout(PATIENCE).unwrap();
        kill(server);
        assert!(club.run("work").status.success());
        assert_eq!(club.letters("p1@fjord.test"), 1, "{prefix} {done}");
        let state = provider.state();
        // Between the copy and its mark a copy more may lie there; it is a copy, and nobody reads it.
        assert!(state.deleted.len() == 1 && (1..=2).contains(&state.folders["Done"].len()), "{prefix} {done}");
    }
}

#[test]
fn status_tells_how_the_mailbox_fares() {
    let provider = FakeProvider::play(|_| Act::Well);
    let club = Club::with_mailbox(&provider);
    assert!(club.run("work").status.success());
    let status = club.run("status");
    let said = String::from_utf8(status.stdout).unwrap();
    assert!(
        said.contains("mailbox          club@box.test at 127.0.0.1, last checked less than a minute ago"),
        "{said}"
    );
    assert!(status.status.success());

    let check = String::from_utf8(club.run("check").stdout).unwrap();
    assert!(
        check.contains("ok     mailbox: logged in as club@box.test at 127.0.0.1; \"INBOX\": 0 mails are waiting"),
        "{check}"
    );
}

/// A header of a letter; empty where there is none.
fn header(letter: &str, name: &str) -> String {
    let start = format!("\n{name}: ");
    letter.split_once(&start).map_or("", |(_, rest)| rest.lines().next().unwrap_or_default()).trim().to_owned()
}

#[test]
fn a_provider_without_plus_addresses_loses_no_answer() {
    let club = Club::new("[maildir]\nfolder = \"mail\"\n");
    let settings = club.folder.path().join("server.toml");
    let plain = fs::read_to_string(&settings).unwrap().replace("[club]\n", "[club]\nplus_addresses = false\n");
    fs::write(settings, plain).unwrap();
    let mail = club.folder.path().join("mail");
    for folder in ["new", "cur"] {
        fs::create_dir_all(mail.join(folder)).unwrap();
    }
    fs::write(mail.join("new/1.a"), signup(1)).unwrap();
    assert!(club.run("work").status.success());
    let new = club.folder.path().join("data/letters/p1@fjord.test/new");
    let question = fs::read_dir(&new).unwrap().next().unwrap().unwrap().path();
    let question = fs::read_to_string(question).unwrap().replace('\r', "");
    assert!(!question.split("\n\n").next().unwrap().contains("club+"), "{question}");
    assert_eq!(header(&question, "From"), "Taflpost <club@box.test>");
    // The mail program quotes nothing; only the thread tells what is answered.
    let answer = format!(
        "From: p1@fjord.test\r\nTo: club@box.test\r\nMessage-ID: <2@fjord.test>\r\nIn-Reply-To: {}\r\n\r\nyes\r\n",
        header(&question, "Message-ID")
    );
    fs::write(mail.join("new/2.b"), answer).unwrap();
    assert!(club.run("work").status.success());
    assert_eq!(club.letters("p1@fjord.test"), 2);
    let players = Command::new(env!("CARGO_BIN_EXE_taflpost"))
        .args(["--data", "data", "player", "list"])
        .current_dir(club.folder.path())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&players.stdout).contains("player1"));
}

#[test]
fn mails_in_a_maildir_are_answered_by_serve_and_by_work() {
    let club = Club::new("[maildir]\nfolder = \"mail\"\n");
    let mail = club.folder.path().join("mail");
    let put = |name: &str, n| fs::write(mail.join("new").join(name), signup(n)).unwrap();
    let missing = club.run("work");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("must be a Maildir"));
    for folder in ["new", "cur", "tmp"] {
        fs::create_dir_all(mail.join(folder)).unwrap();
    }
    put("1.a", 1);
    let check = String::from_utf8(club.run("check").stdout).unwrap();
    assert!(check.contains("ok     maildir: mail: 1 mail is waiting"), "{check}");
    assert!(club.run("work").status.success());
    assert_eq!(club.letters("p1@fjord.test"), 1);

    let server = club.serve();
    put("2.b", 2);
    wait_for("a letter", || club.letters("p2@fjord.test") == 1);
    wait_for("it is seen", || mail.join("cur/2.b:2,S").exists());
    kill(server);
    assert!(mail.join("cur/1.a:2,S").exists());
    assert_eq!(fs::read_dir(mail.join("new")).unwrap().count(), 0);
}

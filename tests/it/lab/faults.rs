//! What goes wrong between two servers: a relay that accepts no login, and answers that are lost in a power failure.

use crate::lab::CLUB;
use crate::lab::club::{Club, PASSWORD_FILE, Tls};
use crate::lab::mailbox::Mailbox;
use crate::lab::provider::{Provider, wait_for};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};

#[test]
fn a_wrong_relay_password_holds_the_letters_and_costs_them_nothing() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    std::fs::write(folder.path().join(PASSWORD_FILE), "not this one").unwrap();
    let mut carl = Mailbox::open(&provider, "carl@players.test");

    club.serve();
    carl.writes(CLUB, "signup carl", "");
    let alarm = club.hears("no letters are sent until a problem with the relay");
    assert!(alarm.contains(" ERROR no letters are sent") && alarm.contains("535"), "{alarm}");
    // Somebody gave an address that does not exist. That letter waits with the other, and will not hold it up.
    provider.hand_over("nosuch@players.test", CLUB, "From: nosuch@players.test\nSubject: help\n\n");
    let waiting =
        wait_for("two letters wait", || Some(club.list(&["queue", "list"])).filter(|waiting| waiting.len() == 2));
    for letter in waiting {
        assert_eq!(letter["attempts"], 0, "{letter}");
    }
    wait_for("status complains", || (club.run(&["status"]).status.code() == Some(1)).then_some(()));
    // The server sends, or would if it could, so nobody else does.
    assert!(club.run(&["work"]).status.success());
    club.stop();

    // The other fault of this kind: a certificate that nobody told us to trust.
    let settings = std::fs::read_to_string(club.settings()).unwrap();
    let trusting_less: Vec<&str> = settings.lines().filter(|line| !line.starts_with("ca_file")).collect();
    for (settings, fault) in [(&settings, "535"), (&trusting_less.join("\n"), "certificate")] {
        std::fs::write(club.settings(), settings).unwrap();
        for command in ["check", "work", "status"] {
            let said = complains(&club, command);
            assert!(said.contains(fault), "{command}: {said}");
        }
    }
    assert!(club.list(&["queue", "list"]).iter().all(|letter| letter["attempts"] == 0));

    std::fs::write(club.settings(), settings).unwrap();
    std::fs::write(folder.path().join(PASSWORD_FILE), provider.fact("LAB_PASSWORD")).unwrap();
    let check = club.run(&["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    club.serve();
    carl.gets("To join, answer this letter");
    let lost = wait_for("the other is given up", || club.list(&["queue", "list", "--given-up"]).pop());
    assert_eq!((&lost["to"], &lost["attempts"]), (&"nosuch@players.test".into(), &1.into()));
    assert!(lost["last_error"].as_str().unwrap().contains("550"), "{lost}");
    wait_for("nothing waits", || club.list(&["queue", "list"]).is_empty().then_some(()));
    club.stop();
    carl.look();
    assert_eq!(carl.letters.len(), 1);
}

/// What a command says that ends with 1.
fn complains(club: &Club, command: &str) -> String {
    let output = club.run(&[command]);
    assert_eq!(output.status.code(), Some(1), "{command}");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn a_letter_whose_mark_was_lost_comes_again_and_is_the_same() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    let settings = std::fs::read_to_string(club.settings()).unwrap();
    let mut eve = Mailbox::open(&provider, "eve@players.test");

    // The way to the relay leads through a gate, behind which the server waits with the letter.
    let gate = TcpListener::bind("127.0.0.1:0").unwrap();
    let ports =
        [provider.port("LAB_SUBMISSION"), gate.local_addr().unwrap().port()].map(|port| format!("port = {port}"));
    std::fs::write(club.settings(), settings.replace(&ports[0], &ports[1])).unwrap();
    club.serve();
    eve.writes(CLUB, "signup eve", "");
    club.hears("was handled: signup");
    // Somebody holds the database; then the gate is opened. The relay says yes, but nobody can write it down.
    let holder = rusqlite::Connection::open(club.database()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let relay = TcpStream::connect((provider.fact("LAB_HOST"), provider.port("LAB_SUBMISSION"))).unwrap();
    open(gate, relay);
    let question = eve.gets("To join, answer this letter");
    club.kill();
    drop(holder);

    std::fs::write(club.settings(), settings).unwrap();
    club.serve();
    wait_for("the letter comes again", || {
        eve.look();
        (eve.letters.len() == 2).then_some(())
    });
    let [first, second] = &eve.letters[..] else { unreachable!() };
    assert!(first.as_sent() == second.as_sent(), "{}", String::from_utf8_lossy(second.raw()));
    // She answers both; that makes her one player.
    eve.replies(&question, "");
    eve.gets("Welcome, eve.");
    eve.replies(&question, "");
    club.hears("mail 3 was handled");
    assert_eq!(club.list(&["player", "list"]).len(), 1);
    club.stop();
}

/// Lets one connection through to the relay.
fn open(gate: TcpListener, mut relay: TcpStream) {
    let (mut server, _) = gate.accept().unwrap();
    let (mut from_server, mut to_relay) = (server.try_clone().unwrap(), relay.try_clone().unwrap());
    // Both end with the connection.
    std::thread::spawn(move || std::io::copy(&mut from_server, &mut to_relay));
    std::thread::spawn(move || std::io::copy(&mut relay, &mut server));
}

#[test]
fn a_mail_whose_receipt_was_lost_comes_again_and_counts_once() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    let settings = std::fs::read_to_string(club.settings()).unwrap();
    let mut fay = Mailbox::open(&provider, "fay@players.test");

    // Postfix comes to the door that it knows, but behind it is only a messenger to the club's real door.
    let door = provider.port("LAB_GAME_LMTP");
    let elsewhere = settings.replace(&format!("127.0.0.1:{door}"), "127.0.0.1:0");
    let messenger = TcpListener::bind(("127.0.0.1", door)).unwrap();
    std::fs::write(club.settings(), elsewhere).unwrap();
    let club_door = TcpStream::connect(club.serve()).unwrap();
    fay.writes(CLUB, "signup fay", "");
    keep_the_receipt(messenger, club_door);
    club.kill();

    std::fs::write(club.settings(), settings).unwrap();
    club.serve();
    club.hears("mail 1 came again");
    let question = fay.gets("To join, answer this letter");
    wait_for("nothing is under way", || {
        (club.list(&["queue", "list"]).is_empty() && provider.queues().is_empty()).then_some(())
    });
    club.stop();
    assert_eq!(club.list(&["inbox", "list", "--done"]).len(), 1);
    fay.look();
    // The power went at any time after the commit, so the letter may have been sent before it, and again after it.
    assert!(fay.letters.iter().all(|letter| letter.as_sent() == question.as_sent()));
}

/// Carries a mail from Postfix to the club, but not the club's answer that it has the mail.
fn keep_the_receipt(messenger: TcpListener, club: TcpStream) {
    let (mut postfix, _) = messenger.accept().unwrap();
    let (mut from_postfix, mut to_club) = (postfix.try_clone().unwrap(), club.try_clone().unwrap());
    let carrier = std::thread::spawn(move || std::io::copy(&mut from_postfix, &mut to_club));
    let mut answers = BufReader::new(club).lines().map(Result::unwrap);
    for line in answers.by_ref() {
        postfix.write_all(format!("{line}\r\n").as_bytes()).unwrap();
        if line.starts_with("354") {
            break;
        }
    }
    let receipt = answers.next().unwrap();
    assert!(receipt.starts_with("250"), "{receipt}");
    postfix.shutdown(Shutdown::Both).unwrap();
    // However it ended for the carrier.
    let _ = carrier.join().unwrap();
}

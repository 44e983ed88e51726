//! Clients that are slow, silent or asked to come again: each delays only itself.

use crate::lab::CLUB;
use crate::lab::club::{Club, Tls};
use crate::lab::mailbox::Mailbox;
use crate::lab::provider::{Provider, wait_for};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

#[test]
fn a_mail_that_cannot_be_written_down_is_asked_for_again_and_counts_once() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    club.serve();
    let mut gus = Mailbox::open(&provider, "gus@players.test");
    // Somebody holds the database for longer than the door waits: 451, and Postfix keeps the mail.
    let holder = rusqlite::Connection::open(club.database()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    gus.writes(CLUB, "signup gus", "");
    provider.wait_until_a_mail_is_put_off();
    let log = std::fs::read_to_string(provider.folder().join("log/postfix.log")).unwrap();
    assert!(log.contains("451 4.3.0"), "{log}");
    drop(holder);
    gus.gets("To join, answer this letter");
    wait_for("nothing is under way", || provider.queues().is_empty().then_some(()));
    assert_eq!(club.list(&["inbox", "list", "--done"]).len(), 1);
    club.stop();
    gus.look();
    assert_eq!(gus.letters.len(), 1);
}

#[test]
fn clients_that_hang_hold_up_nobody() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    let door = club.serve();
    let mut hal = Mailbox::open(&provider, "hal@players.test");
    // One says nothing, one stops in the middle of a command, and one in the middle of a mail.
    let mut hanging: Vec<TcpStream> =
        ["", "LHLO x\r\nMAIL FR", "LHLO x\r\nMAIL FROM:<a@x>\r\nRCPT TO:<club@tafl.test>\r\nDATA\r\nSubject: sig"]
            .iter()
            .map(|words| {
                let mut socket = TcpStream::connect(&door).unwrap();
                socket.write_all(words.as_bytes()).unwrap();
                socket
            })
            .collect();
    let mut answers = [0; 400];
    let heard = hanging[2].read(&mut answers).unwrap();
    assert!(heard > 0);
    hal.writes(CLUB, "signup hal", "");
    hal.gets("To join, answer this letter");
    // They hang still, and the server ends in good time all the same.
    assert_eq!(club.list(&["inbox", "list", "--done"]).len(), 1);
    club.stop();
    drop(hanging);
}

#[test]
fn a_relay_that_never_answers_keeps_no_mail_out_and_its_letters_go_when_there_is_another() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    let settings = std::fs::read_to_string(club.settings()).unwrap();
    let mut ida = Mailbox::open(&provider, "ida@players.test");
    // It takes connections and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let ports =
        [provider.port("LAB_SUBMISSION"), silent.local_addr().unwrap().port()].map(|port| format!("port = {port}"));
    std::fs::write(club.settings(), settings.replace(&ports[0], &ports[1])).unwrap();
    club.serve();
    ida.writes(CLUB, "signup ida", "");
    let (connection, _) = silent.accept().unwrap();
    // The relay has the server's attention now; a second mail is taken and handled all the same.
    provider.hand_over("jon@players.test", CLUB, "From: jon@players.test\nSubject: signup jon\n\n");
    wait_for("two letters wait", || (club.list(&["queue", "list"]).len() == 2).then_some(()));
    club.kill();
    drop((connection, silent));

    std::fs::write(club.settings(), settings).unwrap();
    club.serve();
    ida.gets("To join, answer this letter");
    wait_for("nothing waits", || club.list(&["queue", "list"]).is_empty().then_some(()));
    club.stop();
    ida.look();
    assert_eq!(ida.letters.len(), 1);
}

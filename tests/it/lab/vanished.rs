//! A mailbox that does not exist any more: Postfix has accepted the letter but cannot deliver it, and its report comes to the club's own
//! mailbox. Providers put that address on every envelope, so the letter is recognized by the headers that the report returns.

use crate::lab::fetched::{CLUB, club};
use crate::lab::game;
use crate::lab::mailbox::Mailbox;
use crate::lab::provider::{PATIENCE, Provider};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

#[test]
fn letters_to_a_mailbox_that_vanishes_stop_and_the_opponent_hears_of_it() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = club(&provider, folder.path(), "implicit");
    let settings = std::fs::read_to_string(club.settings()).unwrap();
    std::fs::write(club.settings(), settings.replace("[relay]\n", "[relay]\nenvelope = \"fixed\"\n")).unwrap();
    club.serve();
    let mut ann = Mailbox::open(&provider, "ann@players.test");
    let mut bob = Mailbox::open(&provider, "bob@players.test");
    let welcome = game::sign_up(&mut ann, CLUB, "ann");
    game::sign_up(&mut bob, CLUB, "bob");
    ann.replies(&welcome, "brandubh challenge ann bob");
    let challenge = bob.gets("ann invites you to a game");
    bob.replies(&challenge, "accept");
    let turn = ann.gets("bob has accepted, and the game begins.");
    bob.gets("You have accepted, and the game begins.");
    let letters = bob.letters.len();

    vanish(&provider, "bob@players.test");
    ann.replies(&turn, "a4-a3");
    ann.gets("You moved a4-a3");
    club.hears("to bob came back; no more letters go to this address");
    ann.gets("Letters to bob, your opponent on board 1, are coming back as undeliverable.");
    bob.look();
    assert_eq!(bob.letters.len(), letters);
    let status = club.asks(&["status"]).unwrap();
    assert_eq!(status["players"], 2, "{status}");
    club.stop();
}

/// From now on Postfix brings mail to this address to a server that knows nobody.
fn vanish(provider: &Provider, address: &str) {
    let stranger = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = stranger.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in stranger.incoming() {
            let _ = stream.and_then(refuse);
        }
    });
    let etc = provider.fact("LAB_POSTFIX_ETC");
    let run = |command: &mut Command| {
        let done = command.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    let maps = run(Command::new("postconf").args(["-c", etc, "-h", "transport_maps"]));
    let maps = maps.trim().strip_suffix('}').unwrap().trim_end();
    let maps = format!("transport_maps={maps}, {{{address}=lmtp:inet:127.0.0.1:{port}}} }}");
    run(Command::new("postconf").args(["-c", etc, "-e", &maps]));
    run(Command::new("postfix").args(["-c", etc, "reload"]));
}

/// Talks LMTP until the other side has done, and takes no letter.
fn refuse(stream: TcpStream) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut answer = stream.try_clone()?;
    answer.write_all(b"220 stranger\r\n")?;
    for line in BufReader::new(stream).lines() {
        let line = line?.to_ascii_uppercase();
        let said: &[u8] = match line.split_whitespace().next() {
            Some("RCPT") => b"550 5.1.1 no such user here\r\n",
            Some("DATA") => b"503 5.5.1 for nobody\r\n",
            Some("QUIT") => b"221 bye\r\n",
            _ => b"250 ok\r\n",
        };
        answer.write_all(said)?;
    }
    Ok(())
}

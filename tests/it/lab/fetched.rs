//! The club with only a mailbox at the provider: its mail is fetched by IMAP from Dovecot.

use crate::lab::club::{Club, PASSWORD_FILE, Tls};
use crate::lab::game::{self, Fall, GAME, LETTERS_BEFORE};
use crate::lab::mailbox::Mailbox;
use crate::lab::provider::{Provider, wait_for};
use std::path::{Path, PathBuf};

/// The club's address, and its mailbox.
pub const CLUB: &str = "game@box.test";

/// A club that fetches its mail from its mailbox.
pub fn club(provider: &Provider, folder: &Path, tls: &str) -> Club {
    let club = Club::new(provider, folder, CLUB, Tls::Starttls);
    let settings = std::fs::read_to_string(club.settings()).unwrap();
    let port = provider.port(if tls == "implicit" { "LAB_IMAPS" } else { "LAB_IMAP" });
    let (password, roots) = (folder.join(PASSWORD_FILE), provider.fact("LAB_CA"));
    let mailbox = format!(
        "[mailbox]\nhost = \"localhost\"\nport = {port}\ntls = \"{tls}\"\nuser = \"{CLUB}\"\n\
         password_file = {password:?}\nca_file = {roots:?}\nfailed = \"Not taken\"\n"
    );
    std::fs::write(club.settings(), format!("{settings}{mailbox}")).unwrap();
    club
}

/// How many mails lie in a folder of the club's mailbox; the inbox has no name.
fn mails_in(provider: &Provider, folder: &str) -> usize {
    let mailbox = PathBuf::from(provider.fact("LAB_MAILDIRS")).join("box.test/game").join(folder);
    let files = |sub| std::fs::read_dir(mailbox.join(sub)).map_or(0, |entries| entries.count());
    files("new") + files("cur")
}

#[test]
fn a_game_is_played_through_a_mailbox_at_a_provider_though_the_server_falls_seven_times() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = club(&provider, folder.path(), "implicit");
    club.serve();
    club.hears("imap: open at game@box.test at localhost");
    let mut ann = Mailbox::open(&provider, "ann@players.test");
    let mut bob = Mailbox::open(&provider, "bob@players.test");

    let welcome = game::sign_up(&mut ann, CLUB, "ann");
    game::sign_up(&mut bob, CLUB, "bob");
    ann.replies(&welcome, "brandubh challenge ann bob\nHello Bob, shall we play the small one?");
    let challenge = bob.gets("ann invites you to a game");
    assert!(challenge.header("Reply-To").starts_with("game+1."), "{}", challenge.header("Reply-To"));
    bob.replies(&challenge, "accept");
    let mut turn = ann.gets("bob has accepted, and the game begins.");

    let mut mails_sent = 6;
    for (ply, (words, play, fall)) in (1..).zip(&GAME) {
        let (mover, other, name) = if ply % 2 == 1 { (&mut ann, &mut bob, "ann") } else { (&mut bob, &mut ann, "bob") };
        if matches!(fall, Fall::Before) {
            club.kill();
        }
        club.has_said();
        mover.replies(&turn, words);
        mails_sent += 1;
        let moment = match fall {
            Fall::Never => None,
            Fall::Before => {
                wait_for("the mail lies in the mailbox", || (mails_in(&provider, "") == 1).then_some(()));
                None
            }
            // Somewhere between the provider's "new mail" and the put away mail.
            Fall::HandedOver => {
                std::thread::sleep(std::time::Duration::from_millis(450 + 40 * ply));
                None
            }
            // Not by its number: a mail that came again after a fall has taken one too.
            Fall::Spooled => Some("was stored (imap".to_owned()),
            Fall::Done => Some("was handled".to_owned()),
            Fall::Sent => Some(format!("letter {} was sent", 2 * LETTERS_BEFORE as u64 + 2 * ply)),
        };
        if let Some(moment) = moment {
            club.hears(&moment);
        }
        if !matches!(fall, Fall::Never) {
            club.kill();
            club.serve();
        }
        let bare = play.split('x').next().unwrap();
        mover.gets(&format!("You moved {bare}"));
        turn = other.gets(&format!("{name} moved {bare}"));
    }
    ann.gets("bob won board 1: the king escaped on a7.");

    wait_for("nothing is under way", || {
        let quiet = club.list(&["queue", "list"]).is_empty() && club.list(&["inbox", "list"]).is_empty();
        (quiet && provider.queues().is_empty() && mails_in(&provider, "") == 0).then_some(())
    });
    ann.look();
    bob.look();
    club.stop();

    // The libraries would tell of every byte, and the password is among them.
    let told = club.log.iter().find(|line| line.contains("LOGIN") || line.contains("encode"));
    assert_eq!(told, None);
    game::every_play_was_made_once(&club);
    game::every_mail_was_handled_once(&club, mails_sent);
    game::every_letter_lies_in_its_mailbox(&club, &[&ann, &bob]);
    assert_eq!((mails_in(&provider, ".Done"), mails_in(&provider, ".Not taken")), (mails_sent, 0));
}

#[test]
fn work_and_check_look_into_a_mailbox_too_and_of_a_large_mail_the_beginning_is_read() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let club = club(&provider, folder.path(), "starttls");
    let mut cleo = Mailbox::open(&provider, "cleo@players.test");
    let large = format!("From: cleo@players.test\nSubject: help\n\n{}", "All work and no play.\n".repeat(60_000));
    provider.hand_over("cleo@players.test", CLUB, &large);
    cleo.writes(CLUB, "signup cleo", "");
    wait_for("both lie in the mailbox", || (mails_in(&provider, "") == 2).then_some(()));

    let check = String::from_utf8(club.run(&["check"]).stdout).unwrap();
    let line = check.lines().find(|line| line.contains("mailbox")).unwrap_or_default();
    assert!(
        line.starts_with("ok     mailbox: logged in as game@box.test at localhost; \"INBOX\": 2 mails are waiting"),
        "{check}"
    );
    assert!(line.ends_with("folder \"Done\" exists, folder \"Not taken\" will be created"), "{check}");

    // A slip in the password: nothing is lost, and it is said by all who are asked.
    std::fs::write(folder.path().join(PASSWORD_FILE), "not this one").unwrap();
    for command in ["check", "work", "status"] {
        let said = club.run(&[command]);
        assert_eq!(said.status.code(), Some(1), "{command}");
        let said = String::from_utf8_lossy(&[said.stdout, said.stderr].concat()).into_owned();
        assert!(said.contains("login: the mail server refuses") && said.contains("app password"), "{command}: {said}");
        assert!(!said.contains("not this one"), "{command}: {said}");
    }
    std::fs::write(folder.path().join(PASSWORD_FILE), provider.fact("LAB_PASSWORD")).unwrap();

    let work = club.run(&["work"]);
    assert!(work.status.success(), "{}", String::from_utf8_lossy(&work.stderr));
    cleo.gets("signup");
    let question = cleo.gets("asked to join.");
    cleo.replies(&question, "");
    wait_for("it lies in the mailbox", || (mails_in(&provider, "") == 1).then_some(()));
    assert!(club.run(&["work"]).status.success());
    cleo.gets("Welcome, cleo.");
    assert_eq!((mails_in(&provider, ""), mails_in(&provider, ".Done"), mails_in(&provider, ".Not taken")), (0, 3, 0));
    // Once around by the provider; and what came around is no mail to the club.
    let around = club.run(&["check", "--mail"]);
    let said = String::from_utf8(around.stdout).unwrap();
    assert!(around.status.success(), "{said}");
    assert!(said.contains("ok     mail to itself: sent to game@box.test, and back in "), "{said}");
    // Postfix without a filter vouches for nobody.
    assert!(said.contains("ok     senders: the mail has no header Authentication-Results"), "{said}");
    assert!(said.contains("ok     mail to a plus address: sent to game+test@box.test, and back in "), "{said}");
    assert!(club.run(&["work"]).status.success());
    assert_eq!((mails_in(&provider, ""), mails_in(&provider, ".Done")), (0, 5));
    assert!(club.list(&["queue", "list"]).is_empty());

    let status = club.asks(&["status"]).unwrap();
    assert_eq!((&status["doors"][0]["door"], &status["doors"][0]["state"]), (&"mailbox".into(), &"well".into()));
}

#[test]
fn a_certificate_of_nobody_we_know_gets_no_password() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for tls in ["implicit", "starttls"] {
        let club = club(&provider, folder.path(), tls);
        let settings = std::fs::read_to_string(club.settings()).unwrap();
        let relay_only: Vec<&str> = settings.split("[mailbox]").collect();
        let mailbox: String =
            relay_only[1].lines().filter(|line| !line.starts_with("ca_file")).map(|line| format!("{line}\n")).collect();
        std::fs::write(club.settings(), format!("{}[mailbox]{mailbox}", relay_only[0])).unwrap();
        let check = club.run(&["check"]);
        let said = String::from_utf8_lossy(&check.stdout).into_owned();
        assert!(said.contains("wrong  mailbox: localhost:") && said.contains("name it with ca_file"), "{said}");
    }
}

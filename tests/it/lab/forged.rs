//! Forged results of the MX about a sender, in every spelling of `tests/senders`, sent to the MX from outside. Postfix with OpenDKIM
//! handles them as it handles anybody's mail: it removes headers, folds them, and ends the headers at a line that is not one.

use crate::lab::CLUB;
use crate::lab::club::{Club, Tls};
use crate::lab::game::sign_up;
use crate::lab::mailbox::Mailbox;
use crate::lab::provider::{Provider, wait_for};

const ANN: &str = "ann@players.test";
const BOB: &str = "bob@players.test";

fn file(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/senders/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// What stands in the file of spellings, `\u{...}` and the like undone.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, if c == '\\' { rest.next() } else { None }) {
            (_, None) => out.push(c),
            (_, Some('u')) => {
                let digits: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                out.push(char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap());
            }
            (_, Some('r')) => out.push('\r'),
            (_, Some('n')) => out.push('\n'),
            (_, Some('t')) => out.push('\t'),
            (_, Some(c)) => out.push(c),
        }
    }
    out
}

/// Every spelling, and what twelve providers write, all of it in the name of this server and about ann's domain.
fn lies(authserv: &str) -> Vec<String> {
    let spellings = file("spellings.txt");
    let spelt = spellings.lines().filter(|line| !line.starts_with('#')).map(|line| unescaped(&line[7..]));
    let folder = format!("{}/tests/senders/providers", env!("CARGO_MANIFEST_DIR"));
    let providers = std::fs::read_dir(folder).unwrap().map(|entry| {
        let text = file(&format!("providers/{}", entry.unwrap().file_name().into_string().unwrap()));
        let (first, head) = text.split_once('\n').unwrap();
        head.trim_end().replace(first.strip_prefix("authserv_id = ").unwrap(), authserv)
    });
    let lies: Vec<String> = spelt.chain(providers).map(|lie| lie.replace("fjord.test", "players.test")).collect();
    assert!(lies.len() >= 212, "{}", lies.len());
    lies
}

#[test]
fn no_spelling_of_a_forged_result_proves_anything_behind_a_real_mail_server() {
    let Some(provider) = Provider::start_with_dkim() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    let settings = std::fs::read_to_string(club.settings()).unwrap();
    let authserv = provider.fact("LAB_AUTHSERV_ID").to_owned();
    std::fs::write(club.settings(), format!("{settings}[trust]\nauthserv_id = \"{authserv}\"\n")).unwrap();
    club.serve();
    let mut ann = Mailbox::open(&provider, ANN);
    let mut bob = Mailbox::open(&provider, BOB);
    let welcome = sign_up(&mut ann, CLUB, "ann");
    sign_up(&mut bob, CLUB, "bob");
    ann.replies(&welcome, "brandubh challenge ann bob");
    let challenge = bob.gets("ann invites you to a game");
    bob.replies(&challenge, "accept");
    ann.gets("bob has accepted, and the game begins.");

    let genuine = |club: &mut Club, ann: &mut Mailbox, words: &str| {
        let signed = ann.drafts(CLUB, "", words);
        club.has_said();
        provider.hand_in(ANN, CLUB, &signed);
        club.hears("sender genuine");
    };
    genuine(&mut club, &mut ann, "games");

    // A mail that was signed, with other words: OpenDKIM says of it that it fails, above all that came with it.
    let to_bob = ann.drafts(BOB, "", "games");
    provider.hand_in(ANN, BOB, &to_bob);
    let signed = wait_for("bob gets ann's own mail", || {
        bob.look();
        let mut mails = bob.letters.iter().map(|letter| String::from_utf8_lossy(letter.raw()).into_owned());
        mails.find(|mail| mail.contains("DKIM-Signature:"))
    });
    let changed = signed[signed.find("DKIM-Signature:").unwrap()..].replace("\ngames", "\nresign 1");
    assert!(changed.contains("resign 1"), "{signed}");

    let lies = lies(&authserv);
    let hand_over = |club: &mut Club, mail: &str| {
        club.has_said();
        provider.hand_over("eve@players.test", CLUB, mail);
        let line = club.hears(" was handled: ");
        assert!(!line.contains("sender genuine"), "{line}\n{mail}");
        line.contains("sender not verified")
    };
    let mut unproven = 0;
    for (at, lie) in lies.iter().enumerate() {
        let unsigned = ann.drafts(CLUB, &format!("{lie}\n"), "resign 1");
        unproven += usize::from(hand_over(&mut club, &unsigned));
        if at % 10 == 0 {
            // With an id of its own, or else it is known as a mail that came before.
            let id = format!("Message-ID: <{at}.");
            hand_over(&mut club, &format!("{lie}\n{}", changed.replacen("Message-ID: <", &id, 1)));
        }
    }
    // Where Postfix ends the head at a line, there is no sender at all.
    assert!(unproven > lies.len() - 10, "{unproven} of {}", lies.len());
    genuine(&mut club, &mut ann, "games");
    let game = club.asks(&["game", "show", "1"]).unwrap();
    assert_eq!(game["stage"], "running", "{game}");
    club.stop();
}

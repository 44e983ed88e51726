//! Who wrote a mail, according to the provider's own MX: OpenDKIM signs what its users send, and checks what comes in.

use crate::lab::CLUB;
use crate::lab::club::{Club, Tls};
use crate::lab::game::sign_up;
use crate::lab::mailbox::Mailbox;
use crate::lab::provider::{Provider, wait_for};

const ANN: &str = "ann@players.test";
const BOB: &str = "bob@players.test";

/// The plays of board 1 so far.
fn plays(club: &Club) -> Vec<String> {
    let game = club.asks(&["game", "show", "1"]).unwrap();
    game["plays"].as_array().unwrap().iter().map(|play| play["play"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_signature_moves_an_address_alone_asks_and_what_is_called_forged_meets_silence() {
    let Some(provider) = Provider::start_with_dkim() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut club = Club::new(&provider, folder.path(), CLUB, Tls::Starttls);
    let settings = std::fs::read_to_string(club.settings()).unwrap();
    let authserv = provider.fact("LAB_AUTHSERV_ID");
    std::fs::write(club.settings(), format!("{settings}[trust]\nauthserv_id = \"{authserv}\"\n")).unwrap();
    provider.writes_above(
        "X-Judged-As: forged",
        &format!("Authentication-Results: {authserv}; dmarc=fail header.from=players.test"),
    );
    club.serve();
    let mut ann = Mailbox::open(&provider, ANN);
    let mut bob = Mailbox::open(&provider, BOB);
    let welcome = sign_up(&mut ann, CLUB, "ann");
    sign_up(&mut bob, CLUB, "bob");
    ann.replies(&welcome, "brandubh challenge ann bob");
    let challenge = bob.gets("ann invites you to a game");
    bob.replies(&challenge, "accept");
    ann.gets("bob has accepted, and the game begins.");

    // Level A: no letter of ours in hand, but signed by the domain of the address.
    let signed = ann.drafts(CLUB, "", "move 1 a4-a3");
    club.has_said();
    provider.hand_in(ANN, CLUB, &signed);
    club.hears("sender genuine");
    ann.gets("You moved a4-a3.");
    bob.gets("ann moved a4-a3.");

    // Level F: the same without a signature. The mailbox is asked, and its yes is enough.
    let unsigned = bob.drafts(CLUB, "", "move 1 c4-c7");
    club.has_said();
    provider.hand_over(BOB, CLUB, &unsigned);
    club.hears("sender not verified");
    let question = bob.gets("nothing in it to prove that it was yours");
    assert_eq!(plays(&club), ["a4-a3"]);
    bob.replies(&question, "yes");
    bob.gets("You moved c4-c7.");

    // A header that says pass comes with a mail of somebody else's: the MX takes it away, so the mailbox is asked.
    let lie = format!(
        "Authentication-Results: {authserv}; dkim=pass header.d=players.test; dmarc=pass header.from=players.test\n"
    );
    let lied = ann.drafts(CLUB, &lie, "move 1 b4-b7");
    club.has_said();
    provider.hand_over("eve@players.test", CLUB, &lied);
    club.hears("sender not verified");
    ann.gets("nothing in it to prove that it was yours");
    // So is it when the liar names another server; the MX leaves that header, and the club does not look at it.
    let elsewhere = ann.drafts(CLUB, &lie.replace(authserv, "mx.eve.test"), "move 1 b4-b7");
    club.has_said();
    provider.hand_over("eve@players.test", CLUB, &elsewhere);
    club.hears("sender not verified");

    // A signed mail whose words were changed on the way is not signed any more.
    let to_bob = ann.drafts(BOB, "", "move 1 b4-b5");
    provider.hand_in(ANN, BOB, &to_bob);
    let kept = wait_for("bob gets ann's own mail", || {
        bob.look();
        let mut mails = bob.letters.iter().map(|letter| String::from_utf8_lossy(letter.raw()).into_owned());
        mails.find(|mail| mail.contains("move 1 b4-b5"))
    });
    assert!(kept.contains("DKIM-Signature:"), "{kept}");
    club.has_said();
    provider.hand_over("eve@players.test", CLUB, &kept.replace("b4-b5", "b4-b7"));
    club.hears("sender not verified");
    assert_eq!(plays(&club), ["a4-a3", "c4-c7"]);

    // Level X: the MX itself says that it is forged. Nobody hears of it.
    wait_for("nothing waits", || club.list(&["queue", "list"]).is_empty().then_some(()));
    let before = club.list(&["queue", "list", "--sent"]).len();
    let forged = ann.drafts(CLUB, "X-Judged-As: forged\n", "move 1 b4-b7");
    club.has_said();
    provider.hand_over("eve@players.test", CLUB, &forged);
    club.hears("sender forged (dmarc=fail)");
    assert_eq!(club.list(&["queue", "list"]), [] as [serde_json::Value; 0]);
    assert_eq!(club.list(&["queue", "list", "--sent"]).len(), before);
    assert_eq!(plays(&club), ["a4-a3", "c4-c7"]);
    club.stop();
}

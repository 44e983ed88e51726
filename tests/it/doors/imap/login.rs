//! How a provider accepts or refuses our login.

use super::*;

#[test]
fn a_wrong_password_is_an_alarm_and_no_siege() {
    let provider = FakeProvider::play(|command| match command {
        // The server is rude.
        "LOGIN \"club@box.test\" \"wrong\"" => Act::Say("$TAG NO [AUTHENTICATIONFAILED] not wrong\r\n".to_owned()),
        _ => Act::Well,
    });
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    // The password is put right after the second try.
    let login = MailboxLogin::Password(Arc::new(move || {
        let right = count.fetch_add(1, Ordering::SeqCst) >= 2;
        Ok(if right { "sesame" } else { "wrong" }.to_owned())
    }));
    provider.state().deliver(&text(1));
    let wait = Duration::from_millis(400);
    let open = Open::with(MailboxAccount { login, ..provider.account() }, Pace { backoff_max: wait, ..pace() });
    let began = Instant::now();
    let state = wait_for("status complains", || open.state());
    let DoorState::NeedsHand(why) = state else { panic!("{state:?}") };
    assert!(why.contains("login: the mail server refuses: [AUTHENTICATIONFAILED] not ****"), "{why}");
    assert!(why.contains("app password"), "{why}");
    wait_for("all is well", || (open.state() == Some(DoorState::Well)).then_some(()));
    assert!(began.elapsed() >= wait * 2, "only two tries while it was wrong");
    assert_eq!(open.end(), ["7:1"]);
    assert_eq!(provider.state().count("LOGIN"), 3);
}

#[test]
fn a_login_that_is_put_off_needs_no_hand() {
    let provider = once("LOGIN", || Act::Say("$TAG NO [UNAVAILABLE] come back later\r\n".to_owned()));
    let world = World::new();
    assert!(matches!(look(&world, &provider.account()), Err(Setback::NoWay(_))));
    let doors = world.reader().doors().unwrap();
    assert!(matches!(&doors[0].state, DoorState::Trying(why) if why.contains("come back later")), "{doors:?}");
}

#[test]
fn a_token_is_sent_as_xoauth2_and_odd_letters_as_plain() {
    let provider = FakeProvider::play(|_| Act::Well);
    let world = World::new();
    let secret = |text: &'static str| -> taflpost::mail::SecretSource { Arc::new(move || Ok(text.to_owned())) };
    for login in [MailboxLogin::Token(secret("t0ken")), MailboxLogin::Password(secret("sésame"))] {
        assert_eq!(look(&world, &MailboxAccount { login, ..provider.account() }), Ok(seen(0, 0, 0)));
    }
    let said: Vec<String> =
        provider.state().said.iter().filter(|said| said.contains("AUTH") || said.contains("SECRET")).cloned().collect();
    // "user=club@box.test^Aauth=Bearer t0ken^A^A" and "^@club@box.test^@sésame".
    assert_eq!(
        said,
        [
            "AUTHENTICATE XOAUTH2",
            "SECRET dXNlcj1jbHViQGJveC50ZXN0AWF1dGg9QmVhcmVyIHQwa2VuAQE=",
            "AUTHENTICATE PLAIN",
            "SECRET AGNsdWJAYm94LnRlc3QAc8Opc2FtZQ==",
        ]
    );
}

#[test]
fn a_secret_that_cannot_be_read_needs_a_hand_and_is_not_sent() {
    let provider = FakeProvider::play(|_| Act::Well);
    let login = MailboxLogin::Token(Arc::new(|| Err("[mailbox] token_command: it is empty".to_owned())));
    let found = look(&World::new(), &MailboxAccount { login, ..provider.account() });
    assert!(matches!(&found, Err(Setback::Ours(why)) if why.contains("token_command")), "{found:?}");
    let state = provider.state();
    assert_eq!(state.count("LOGIN") + state.count("AUTH"), 0);
}

#[test]
fn no_password_crosses_an_open_network() {
    let account = MailboxAccount { host: "mail.example.org".to_owned(), ..FakeProvider::play(|_| Act::Well).account() };
    let found = imap::probe(&account, pace());
    assert!(matches!(&found, Err(Setback::Ours(why)) if why.contains("without TLS")), "{found:?}");
}

#[test]
fn a_server_that_knows_no_starttls_learns_no_password() {
    for answer in ["$TAG BAD I do not know that\r\n", "* BYE no\r\n", "$TAG OK begin\r\n* OK and this in the open\r\n"]
    {
        let provider = FakeProvider::play(move |command| match command {
            "STARTTLS" => Act::Say(answer.to_owned()),
            _ => Act::Well,
        });
        let short = Duration::from_millis(500);
        let account = MailboxAccount { tls: taflpost::mail::Tls::Starttls, ..provider.account() };
        let found = imap::probe(&account, Pace { answer_wait: short, ..pace() });
        assert!(found.is_err(), "{answer}");
        assert_eq!(provider.state().count("LOGIN"), 0, "{answer}");
    }
}

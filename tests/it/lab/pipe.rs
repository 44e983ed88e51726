//! The club without a daemon: Postfix pipes each mail into `taflpost deliver`, and `taflpost work` is run now and then.

use crate::lab::club::{Club, Tls};
use crate::lab::mailbox::Mailbox;
use crate::lab::provider::{Provider, wait_for};

#[test]
fn mail_piped_into_deliver_is_answered_by_work_over_implicit_tls() {
    let Some(provider) = Provider::start() else {
        return;
    };
    let address = "club@pipe.test";
    let mut club = Club::new(&provider, &provider.folder().join("club"), address, Tls::Implicit);
    club.hand_to(provider.user(), &provider.folder().join("taflpost"));
    let mut dora = Mailbox::open(&provider, "dora@players.test");
    let spooled = |club: &Club| Some(club.list(&["inbox", "list"])).filter(|mails| mails.len() == 1);

    // A slip in the settings: the mail must not come back to its sender.
    let good = std::fs::read_to_string(club.settings()).unwrap();
    std::fs::write(club.settings(), good.replace("[club]", "[clbu]")).unwrap();
    let (program, settings) = (club.program().display(), club.settings());
    let script = format!(
        "#!/bin/sh\nfrom=$1; shift\nexec {program} --config {} deliver --from \"$from\" --to \"$@\"\n",
        settings.display()
    );
    std::fs::write(provider.pipe(), script).unwrap();
    let all_may_run = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(provider.pipe(), all_may_run).unwrap();

    dora.writes("tafl@pipe.test", "signup dora", "");
    provider.wait_until_a_mail_is_put_off();
    std::fs::write(club.settings(), good).unwrap();
    wait_for("the mail is spooled", || spooled(&club));
    assert!(club.run(&["work"]).status.success());

    let question = dora.gets("To join, answer this letter");
    dora.replies(&question, "");
    wait_for("the answer is spooled", || spooled(&club));
    assert!(club.run(&["work"]).status.success());
    let welcome = dora.gets("Welcome, dora.");
    assert!(welcome.header("Return-Path").starts_with("<club+b."), "{}", welcome.header("Return-Path"));

    for list in
        [&["inbox", "list"][..], &["inbox", "list", "--failed"], &["queue", "list"], &["queue", "list", "--given-up"]]
    {
        assert_eq!(club.list(list), [] as [serde_json::Value; 0], "{list:?}");
    }
    assert_eq!(club.list(&["inbox", "list", "--done"]).len(), 2);
    wait_for("Postfix has nothing left to do", || provider.queues().is_empty().then_some(()));
    dora.look();
    assert_eq!(dora.letters.len(), 2);

    // To two addresses of the club: both come as words of one call.
    provider.pipes_all_recipients_at_once();
    let mail = format!("From: <{0}>\nMessage-ID: <two.{0}>\nSubject: help\n\n", dora.address);
    provider.hand_over_to_all(&dora.address, &["club@pipe.test", "club+2.k@pipe.test"], &mail);
    wait_for("the mail to two addresses is spooled", || spooled(&club));
    wait_for("Postfix has nothing left to do", || provider.queues().is_empty().then_some(()));
    assert_eq!(club.list(&["inbox", "list"]).len(), 1);
}

//! Mail by the pipe.

use super::*;
use taflpost::store::{Reader, SpoolState};

/// Postfix's pipe(8) makes several words of `${original_recipient}` when a mail has several recipients here. That was wrong
/// usage, and such a mail was brought again for five days.
#[test]
fn a_mail_may_have_several_recipients() {
    let folder = here();
    let recipients = ["tafl@localhost", "tafl+12.k@localhost", "tafl+13.k@localhost"];
    for words in [
        &["deliver", "--from", "ann@fjord.test", "--to", recipients[0], recipients[1], recipients[2]][..],
        &["deliver", "--to", recipients[0], "--to", recipients[1], "--to", recipients[2], "--from", "ann@fjord.test"],
        &["deliver", "--to", recipients[0], recipients[1], recipients[2], "--from", "ann@fjord.test"],
    ] {
        let data = words.len().to_string() + words[1] + words[3];
        let ran = taflpost(folder.path(), &[&["--data", &data], words].concat(), SIGNUP);
        assert_eq!(ran.code, 0, "{words:?}: {}", ran.err);
        let reader = Reader::open(&folder.path().join(data).join("taflpost.db")).unwrap();
        let mail = &reader.inbox(SpoolState::Spooled, 9).unwrap()[0];
        assert_eq!(mail.envelope_from.as_deref(), Some("ann@fjord.test"), "{words:?}");
        assert_eq!(mail.envelope_to, recipients, "{words:?}");
    }
}

//! Starting and stopping `taflpost serve`.

use super::*;
use crate::doors::relay::{Act, FakeRelay};
use std::fs;
use std::os::unix::net::UnixListener;
use taflpost::store::{LetterState, Reader};

/// A folder with a letter that waits, and settings for its server: the door at `lmtp`, this relay.
fn with_a_letter(folder: &Path, relay: &FakeRelay) {
    assert_eq!(taflpost(folder, &["deliver"], SIGNUP).code, 0);
    // Without a lock of its own, `work` leaves the letters to the server.
    let _lock = lock_of_a_server(&folder.join("taflpost-data"));
    assert_eq!(taflpost(folder, &["work"], "").code, 0);
    let settings = format!(
        "[listen]\nsmtp = \"off\"\nlmtp = \"unix:{}\"\n[relay]\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\n",
        folder.join("lmtp").display(),
        relay.settings().port
    );
    fs::write(folder.join("server.toml"), settings).unwrap();
}

/// It sent letters and then found its door taken; what it had sent went out again at each start, and no try was counted.
#[test]
fn a_server_that_cannot_open_its_doors_sends_nothing() {
    let folder = here();
    let (tell, told) = std::sync::mpsc::channel();
    let relay = FakeRelay::play(move |line| {
        let _ = tell.send(line.to_owned());
        Act::Yes
    });
    with_a_letter(folder.path(), &relay);
    let _taken = UnixListener::bind(folder.path().join("lmtp")).unwrap();
    for _ in 0..5 {
        let ran = taflpost(folder.path(), &["--config", "server.toml", "serve"], "");
        assert!(ran.code == 1 && ran.err.contains("is in use"), "{} {}", ran.code, ran.err);
    }
    assert_eq!(told.try_recv(), Err(std::sync::mpsc::TryRecvError::Empty), "the relay was never asked");
    let letters = Reader::open(&database(folder.path())).unwrap().queue(LetterState::Waiting, 9).unwrap();
    assert_eq!((letters.len(), letters[0].attempts), (1, 0));
}

//! What a server has besides its database: the club's default settings, and its letters.

use std::sync::{Arc, LazyLock};
use taflpost::chance::Chance;
use taflpost::clock::Zone;
use taflpost::club::{Policy, Trust};
use taflpost::command::Language;
use taflpost::letters::Composer;
use taflpost::mail::{Own, TrustedServer};
use taflpost::tafl::Catalogue;
use taflpost::wording::{ClubIdentity, Wordings};
use taflpost::worker::{EnvelopeSender, MailProcessor, MailReader};

/// The club's address.
pub const CLUB: &str = "tafl@club.test";

/// The wording, which is read once and not at the start of each server.
static WORDS: LazyLock<Wordings> = LazyLock::new(|| Wordings::embedded(Language::English).unwrap());

/// Handles mails and looks at clocks.
pub fn incoming(organizers: &[String], chance: Chance) -> MailProcessor {
    let club =
        ClubIdentity { name: "Taflpost".to_owned(), address: CLUB.parse().unwrap(), plus: true, zone: Zone::default() };
    MailProcessor {
        reader: Arc::new(MailReader::new(Own::new(vec![club.address.clone()]), Catalogue::embedded().unwrap())),
        composer: Composer {
            club,
            words: WORDS.clone(),
            catalogue: Catalogue::embedded().unwrap(),
            pictures: Default::default(),
        },
        authserv: TrustedServer::default(),
        trust: Trust::default(),
        rules: Policy::default(),
        organizers: Arc::new(organizers.iter().map(|id| id.parse().unwrap()).collect()),
        observers_wait_plies: 0,
        envelope: EnvelopeSender::Bounce,
        chance,
        recomputation: None,
        desk: Default::default(),
    }
}

//! The relay and the servers behind it: what it answers at which stage of a session, for each domain and for all of them, at each time. The
//! session is real, with the program's own client, over a socket of this machine; how long it takes is invented.

use crate::relay::{Act, FakeRelay, transport};
use chrono::TimeDelta;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use taflpost::chance::Chance;
use taflpost::delivery::{Setback, Transport};
use taflpost::store::Due;

/// What is said instead of yes, where the line at hand begins so. Nothing said is a connection that is closed.
pub type Reply = (&'static str, Option<&'static str>);

/// What a domain says while it is ill: none of it is a reason to give a letter up.
const OF_DOMAINS: [Reply; 14] = [
    ("RCPT", Some("451 4.7.1 greylisted, come again")),
    ("RCPT", Some("421 4.3.2 not now")),
    ("RCPT", Some("450 4.2.1 this mailbox is busy")),
    ("RCPT", Some("452 4.2.2 the mailbox is full")),
    ("RCPT", Some("451 4.3.0 lookup failure")),
    ("RCPT", Some("530 5.7.0 authentication required")),
    ("RCPT", Some("550 5.4.5 daily user sending limit exceeded")),
    ("RCPT", None),
    ("DATA", Some("451 4.3.0 no room")),
    ("DATA", None),
    ("TEXT", Some("451 4.3.0 come again")),
    ("TEXT", Some("452 4.3.1 no room")),
    ("TEXT", Some("421 4.3.2 closing")),
    ("TEXT", None),
];

/// What the relay itself says while it is ill.
const OF_RELAY: [Reply; 9] = [
    ("CONNECT", Some("421 4.3.2 too many connections")),
    ("CONNECT", Some("554 5.3.2 no service")),
    ("CONNECT", None),
    ("EHLO", Some("421 4.3.2 closing")),
    ("MAIL", Some("451 4.3.0 come again")),
    ("MAIL", Some("550 5.4.5 daily user sending limit exceeded")),
    ("MAIL", Some("530 5.7.0 authentication required")),
    ("MAIL", Some("421 4.7.0 too much mail from you")),
    ("RCPT", Some("454 4.7.1 relaying denied for now")),
];

/// A mailbox that is no more.
const GONE: Reply = ("RCPT", Some("550 5.1.1 nobody has that name"));

pub struct Relay {
    way: Transport,
    says: Arc<Mutex<Option<Reply>>>,
    /// Until when which domain says what.
    domains: BTreeMap<String, (TimeDelta, Reply)>,
    relay: (TimeDelta, Reply),
    /// Domains whose mailboxes are no more.
    pub gone: Vec<String>,
    _fake: FakeRelay,
}

impl Relay {
    pub fn new() -> Relay {
        let says: Arc<Mutex<Option<Reply>>> = Arc::default();
        let script = Arc::clone(&says);
        let fake = FakeRelay::play(move |line| match *script.lock().unwrap() {
            Some((stage, reply)) if line.starts_with(stage) => reply.map_or(Act::Close, Act::Say),
            _ => Act::Yes,
        });
        let way = transport(fake.settings());
        let relay = (TimeDelta::zero(), OF_RELAY[0]);
        Relay { way, says, domains: BTreeMap::new(), relay, gone: Vec::new(), _fake: fake }
    }

    /// A domain falls ill for a time.
    pub fn domain_ails(&mut self, domain: String, until: TimeDelta, dice: &mut Chance) {
        let reply = OF_DOMAINS[dice.below(OF_DOMAINS.len().try_into().unwrap()) as usize];
        self.domains.insert(domain, (until, reply));
    }

    /// The relay falls ill for a time.
    pub fn relay_ails(&mut self, until: TimeDelta, dice: &mut Chance) {
        self.relay = (until, OF_RELAY[dice.below(OF_RELAY.len().try_into().unwrap()) as usize]);
    }

    /// All are well.
    pub fn recovers(&mut self) {
        self.domains.clear();
        self.relay.0 = TimeDelta::zero();
    }

    /// One try at a time, and what was in its way; nothing where nothing was.
    pub fn carry(&mut self, letter: &Due, now: TimeDelta) -> (Result<(), Setback>, Option<Reply>) {
        let domain = letter.to.rsplit('@').next().unwrap_or_default();
        let ill = self.domains.get(domain).filter(|(until, _)| now < *until).map(|(_, reply)| *reply);
        let relay = Some(self.relay).filter(|(until, _)| now < *until).map(|(_, reply)| reply);
        let gone = self.gone.iter().any(|gone| gone == domain).then_some(GONE);
        let reply = relay.or(gone).or(ill);
        *self.says.lock().unwrap() = reply;
        let mut carrier = self.way.carrier();
        let result = carrier.carry(letter);
        carrier.rest();
        (result, reply)
    }

    /// Whether a letter to there may be given up at all.
    pub fn is_gone(&self, to: &str) -> bool {
        self.gone.iter().any(|domain| to.ends_with(domain))
    }
}

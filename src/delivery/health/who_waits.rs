//! Decides what waits, after each letter that was started or ended.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::time::Duration;
use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::health::domain::Domain;
use crate::delivery::health::domain::Standing;
use crate::delivery::health::held::Held;
use crate::delivery::health::held::What;
use crate::delivery::health::recipient::Recipient;
use crate::delivery::health::relay::Ill;
use crate::delivery::health::relay::Mode;
use crate::delivery::moment::Moment;
use crate::delivery::retry_times;
use crate::delivery::sending_speed::Pace;
use crate::delivery::setback::Setback;

/// While a suspicion is open, the next letter asks if the previous one has had no answer for this time.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// Domains and mailboxes without news for this long are forgotten, if there are many.
const FORGOTTEN: Duration = Duration::from_secs(86_400);

/// From this number on, there are many.
const MANY: usize = 10_000;

/// What waits, and why.
#[derive(Clone)]
pub struct Health {
    pace: Pace,
    relay: Mode,
    domains: HashMap<String, Domain>,
    mailboxes: HashMap<String, Mailbox>,
    suspicion: Option<Suspicion>,
    sending: BTreeMap<i64, Sending>,
}

/// A mailbox that failed for now.
#[derive(Clone)]
struct Mailbox {
    until: Instant,
    failures: u32,
    since: DateTime<Utc>,
    why: String,
}

/// A letter that a sender has.
#[derive(Clone)]
struct Sending {
    to: Recipient,
    began: Instant,
    /// How reliable its domain was when it was started.
    standing: Standing,
}

/// A refusal that may be the relay's or that domain's.
#[derive(Clone)]
struct Suspicion {
    /// The domains that refused letters in the same way since the last one was accepted.
    domains: BTreeSet<String>,
    /// The mailboxes, two at most.
    mailboxes: BTreeSet<String>,
    /// Whether one of the domains had accepted our last letter to it.
    is_grave: bool,
    /// When the last letter was sent to find out.
    asked: Option<Instant>,
    ill: Ill,
    why: String,
}

/// Whether a failed attempt counts for its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::delivery) enum Counts {
    /// It counts.
    Try,
    /// It does not count: the letter is not the cause.
    No,
}

impl Health {
    /// Nothing is known yet.
    pub fn new(pace: Pace) -> Health {
        Health {
            pace,
            relay: Mode::default(),
            domains: HashMap::new(),
            mailboxes: HashMap::new(),
            suspicion: None,
            sending: BTreeMap::new(),
        }
    }

    /// What is known from before the start: whether a domain accepted the last letter.
    pub fn remember(&mut self, domain: &str, works: bool, now: Moment) {
        let known = self.domains.entry(domain.to_lowercase()).or_insert_with(|| Domain::new(now.monotonic));
        if works { known.took(now.monotonic) } else { known.was_failing(now) }
    }

    /// Whether letters to this recipient wait for the end of a pause. Others may still have to wait for a sender.
    pub fn waits(&self, to: &Recipient, now: Instant) -> bool {
        self.mailboxes.get(to.mailbox()).is_some_and(|mailbox| mailbox.until > now)
            || self.domains.get(to.domain()).is_some_and(|domain| domain.waits(now))
    }

    /// How many letters to a domain should be read at once.
    pub fn room(&self, domain: &str, now: Instant) -> usize {
        match self.standing(domain, now) {
            Standing::Works | Standing::Shaky => 2 * self.pace.senders,
            Standing::Unknown | Standing::Failing => 2,
        }
    }

    /// Which of these letters, given in the order of sending, an idle sender must send now. `None` if all have to wait.
    ///
    /// - A domain that accepted our last letter and did not fail in the last hour: up to three quarters of the senders.
    /// - Domains that failed in the last hour: half of the senders, together. Those that have accepted nothing since: a quarter, together,
    ///   and one sender each.
    /// - Domains that we know nothing about, together with the two kinds above: three quarters, and one sender each until the first letter
    ///   is accepted.
    pub fn choose<'a>(&self, letters: impl Iterator<Item = &'a Recipient>, now: Instant) -> Option<usize> {
        let asks = self.suspicion.is_some();
        if self.open_at(now).is_none() || (asks && self.is_being_asked(now)) {
            return None;
        }
        let tries = !self.relay.is_open();
        let may_go = |to: &Recipient| {
            !self.waits(to, now) && self.relay.may_try(to.domain(), now) && (tries || self.has_sender_for(to, now))
        };
        let mut letters = letters.enumerate().filter(|(_, to)| may_go(to));
        if !asks && !tries {
            return letters.next().map(|(place, _)| place);
        }
        // The most reliable domain is asked first. If there is no other domain, another mailbox of the same domain shows whether the first
        // was a special case.
        let is_other =
            |to: &Recipient| !self.was_asked(to.domain()) || (self.is_one_mailbox() && self.sending.is_empty());
        let others = letters.filter(|(_, to)| is_other(to));
        others
            .min_by_key(|(_, to)| (self.was_asked(to.domain()), self.standing(to.domain(), now)))
            .map(|(place, _)| place)
    }

    /// A sender has this letter now.
    pub fn begin(&mut self, id: i64, to: &Recipient, now: Moment) {
        let at = now.monotonic;
        if let Some(suspicion) = &mut self.suspicion {
            suspicion.asked = Some(at);
        }
        self.relay.scout(to.domain());
        let standing = self.standing(to.domain(), at);
        self.sending.insert(id, Sending { to: to.clone(), began: at, standing });
    }

    /// The attempt does not count, because we are stopping.
    pub fn leave(&mut self, id: i64, now: Instant) {
        self.sending.remove(&id);
        self.relay.left(now);
    }

    /// The result of an attempt. Returns whether it counts for the letter.
    pub(in crate::delivery) fn end(&mut self, id: i64, result: &Result<(), Setback>, now: Moment) -> Counts {
        let Some(sending) = self.sending.remove(&id) else {
            return Counts::Try;
        };
        self.forget(now.monotonic);
        match result {
            Ok(()) => {
                self.taken(&sending, now);
                Counts::Try
            }
            Err(Setback::Refused { .. }) => {
                // Some server answered for that domain.
                self.relay.got_through(false, now.monotonic);
                self.domain(&sending, now).answered();
                Counts::Try
            }
            Err(Setback::Later { why, is_mailbox }) => {
                self.relay.got_through(false, now.monotonic);
                self.failed(&sending, why, *is_mailbox, now);
                Counts::Try
            }
            Err(Setback::Suspect { why, is_limit }) => {
                let ill = if *is_limit { Ill::Limit } else { Ill::Alarm };
                self.suspect(&sending, ill, why, now)
            }
            Err(Setback::NoWay(why)) => self.no_way(Ill::Away, why, now),
            Err(Setback::Limit(why)) => self.no_way(Ill::Limit, why, now),
            Err(Setback::Ours(why)) => self.no_way(Ill::Alarm, why, now),
            Err(Setback::Stopping) => Counts::No,
        }
    }

    /// Whether everything waits until a person has solved a problem.
    pub fn is_alarm(&self) -> bool {
        self.relay.is_alarm()
    }

    /// How many letters the senders have.
    pub fn sending(&self) -> usize {
        self.sending.len()
    }

    /// Whether letters are sent at all.
    pub fn is_open(&self) -> bool {
        self.relay.is_open()
    }

    /// When a letter may test the relay again. `None` while one does.
    pub fn open_at(&self, now: Instant) -> Option<Instant> {
        if self.relay.asks() { Some(now) } else { self.relay.open_at(now) }
    }

    /// What waits now: the relay, then domains, then mailboxes.
    pub fn held(&self, now: Instant) -> Vec<Held> {
        let mut held: Vec<Held> = self.relay.held().into_iter().collect();
        let domains = self.domains.iter().filter_map(|(name, domain)| {
            let (since, why) = domain.held(now)?;
            Some(Held { what: What::Domain(name.clone()), since, why: why.to_owned(), is_alarm: false })
        });
        held.extend(domains);
        let mailboxes = self.mailboxes.iter().filter(|(_, mailbox)| mailbox.until > now);
        held.extend(mailboxes.map(|(name, mailbox)| Held {
            what: What::Mailbox(name.clone()),
            since: mailbox.since,
            why: mailbox.why.clone(),
            is_alarm: false,
        }));
        held.sort_by(|one, other| one.what.cmp(&other.what));
        held
    }

    fn standing(&self, domain: &str, now: Instant) -> Standing {
        self.domains.get(domain).map_or(Standing::Unknown, |domain| domain.standing(now))
    }

    fn has_sender_for(&self, to: &Recipient, now: Instant) -> bool {
        let (mailbox, domain) = (to.mailbox(), to.domain());
        // A mailbox that failed gets one letter, and the next one after that was accepted.
        if self.mailboxes.contains_key(mailbox) && self.sending.values().any(|sending| sending.to.mailbox() == mailbox)
        {
            return false;
        }
        let senders = self.pace.senders.max(1);
        let (quarter, half, most) = ((senders / 4).max(1), (senders / 2).max(1), senders - senders / 4);
        let of_domain = self.sending.values().filter(|sending| sending.to.domain() == domain).count();
        let [mut unknown, mut shaky, mut failing] = [0; 3];
        for sending in self.sending.values() {
            // A letter that was started while its domain was reliable counts by what is known now.
            match self.standing(sending.to.domain(), now).max(sending.standing) {
                Standing::Works => {}
                Standing::Shaky => shaky += 1,
                Standing::Unknown => unknown += 1,
                Standing::Failing => failing += 1,
            }
        }
        match self.standing(domain, now) {
            Standing::Works => of_domain < most,
            Standing::Shaky => of_domain < most && shaky + failing < half,
            Standing::Unknown => of_domain == 0 && unknown + shaky + failing < most,
            Standing::Failing => {
                of_domain == 0 && failing < quarter && shaky + failing < half && unknown + shaky + failing < most
            }
        }
    }

    fn domain(&mut self, sending: &Sending, now: Moment) -> &mut Domain {
        self.domains.entry(sending.to.domain().to_owned()).or_insert_with(|| Domain::new(now.monotonic))
    }

    fn taken(&mut self, sending: &Sending, now: Moment) {
        let asked = self.relay.got_through(true, now.monotonic);
        self.mailboxes.remove(sending.to.mailbox());
        self.domain(sending, now).took(now.monotonic);
        // If other domains refused in the same way, it was their own refusal.
        let suspected = self.suspicion.take().map(|suspicion| suspicion.domains).unwrap_or_default();
        for domain in asked.into_iter().chain(suspected).filter(|domain| domain != sending.to.domain()) {
            if let Some(domain) = self.domains.get_mut(&domain) {
                domain.is_convicted();
            }
        }
    }

    fn failed(&mut self, sending: &Sending, why: &str, is_mailbox: bool, now: Moment) {
        let known = self.mailboxes.get(sending.to.mailbox());
        // Other letters that were under way to the same mailbox found the same.
        if known.is_none_or(|known| known.until <= now.monotonic) {
            let failures = known.map_or(1, |known| known.failures.saturating_add(1));
            let since = known.map_or(now.wall, |known| known.since);
            let wait = retry_times::wait(failures, retry_times::jitter(0, failures)).to_std().unwrap_or(FORGOTTEN);
            let mailbox = Mailbox { until: now.monotonic + wait, failures, since, why: why.to_owned() };
            self.mailboxes.insert(sending.to.mailbox().to_owned(), mailbox);
        }
        if !is_mailbox {
            let (began, mailbox) = (sending.began, sending.to.mailbox().to_owned());
            self.domain(sending, now).failed(&mailbox, began, why, now);
        }
    }

    fn no_way(&mut self, ill: Ill, why: &str, now: Moment) -> Counts {
        self.relay.begin(ill, why, None, self.pace, now);
        Counts::No
    }

    /// A refusal that may come from the relay.
    fn suspect(&mut self, sending: &Sending, ill: Ill, why: &str, now: Moment) -> Counts {
        if !self.relay.is_open() {
            return self.no_way(ill, why, now);
        }
        let took_letters = self.standing(sending.to.domain(), now.monotonic) <= Standing::Shaky;
        self.failed(sending, why, false, now);
        if self.domains.get(sending.to.domain()).is_some_and(Domain::refuses_by_itself) {
            return Counts::Try;
        }
        let suspicion = self.suspicion.get_or_insert_with(|| Suspicion::new(ill, why));
        suspicion.domains.insert(sending.to.domain().to_owned());
        if suspicion.mailboxes.len() < 2 {
            suspicion.mailboxes.insert(sending.to.mailbox().to_owned());
        }
        suspicion.is_grave |= took_letters;
        suspicion.asked = None;
        if suspicion.is_grave && suspicion.domains.len() > 1 {
            self.it_is_the_relay(false, now);
        }
        Counts::No
    }

    /// Whether a letter that was sent to find out may still get an answer soon.
    fn is_being_asked(&self, now: Instant) -> bool {
        let asked = self.suspicion.as_ref().and_then(|suspicion| suspicion.asked);
        !self.sending.is_empty() && asked.is_some_and(|asked| asked + ASK_AGAIN > now)
    }

    fn is_one_mailbox(&self) -> bool {
        self.suspicion.as_ref().is_some_and(|suspicion| suspicion.mailboxes.len() < 2)
    }

    fn was_asked(&self, domain: &str) -> bool {
        self.suspicion.as_ref().is_some_and(|suspicion| suspicion.domains.contains(domain))
    }

    /// None of the letters that are due can be sent. If that is because all their domains have refused in the same way, it is the relay.
    /// One mailbox may be a special case, two are not.
    pub fn nobody_to_ask(&mut self, now: Moment) {
        let is_clear = self.suspicion.as_ref().is_some_and(|suspicion| suspicion.mailboxes.len() > 1);
        if is_clear && self.sending.is_empty() {
            self.it_is_the_relay(true, now);
        }
    }

    fn it_is_the_relay(&mut self, may_ask: bool, now: Moment) {
        let Some(Suspicion { domains, mailboxes, ill, why, .. }) = self.suspicion.take() else {
            return;
        };
        for mailbox in &mailboxes {
            self.mailboxes.remove(mailbox);
        }
        for domain in &domains {
            if let Some(domain) = self.domains.get_mut(domain) {
                domain.answered();
            }
        }
        self.relay.begin(ill, &why, may_ask.then_some(domains), self.pace, now);
    }

    fn forget(&mut self, now: Instant) {
        if self.domains.len() + self.mailboxes.len() > MANY {
            self.mailboxes.retain(|_, mailbox| mailbox.until > now);
            self.domains.retain(|_, domain| domain.heard + FORGOTTEN > now || domain.waits(now));
        }
    }
}

impl Suspicion {
    fn new(ill: Ill, why: &str) -> Suspicion {
        Suspicion {
            domains: BTreeSet::new(),
            mailboxes: BTreeSet::new(),
            is_grave: false,
            asked: None,
            ill,
            why: why.to_owned(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;

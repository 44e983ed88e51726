//! What is known about a domain: whether it accepts our letters, and whether letters to it wait.

use std::time::Duration;
use std::time::Instant;

use chrono::DateTime;
use chrono::Utc;

use crate::delivery::moment::Moment;

/// A failure is remembered this long, even if letters were accepted since.
const SHAKY_FOR: Duration = Duration::from_secs(3_600);

/// The first pause of a domain.
const PAUSE_FIRST: Duration = Duration::from_secs(60);

/// The longest pause.
const PAUSE_MAX: Duration = Duration::from_secs(1_800);

/// How reliable a domain is, the most reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// It accepted our last letter and has not failed in the last hour.
    Works,
    /// It accepted our last letter, but failed in the last hour.
    Shaky,
    /// It has accepted no letter so far.
    Unknown,
    /// It failed, and has accepted none since.
    Failing,
}

/// One domain.
#[derive(Clone)]
pub(super) struct Domain {
    took: bool,
    failed: Option<Instant>,
    /// A mailbox that failed since a letter was last accepted.
    mailbox: Option<String>,
    pause: Option<Pause>,
    convicted: bool,
    since: Option<DateTime<Utc>>,
    why: String,
    /// When it last answered or failed.
    pub(super) heard: Instant,
}

/// Letters wait.
#[derive(Clone, Copy)]
struct Pause {
    from: Instant,
    wait: Duration,
}

impl Domain {
    pub(super) fn new(now: Instant) -> Domain {
        Domain {
            took: false,
            failed: None,
            mailbox: None,
            pause: None,
            convicted: false,
            since: None,
            why: String::new(),
            heard: now,
        }
    }

    pub(super) fn standing(&self, now: Instant) -> Standing {
        match (self.since.is_some(), self.took, self.failed) {
            (true, ..) => Standing::Failing,
            (false, false, _) => Standing::Unknown,
            (false, true, Some(failed)) if failed + SHAKY_FOR > now => Standing::Shaky,
            (false, true, _) => Standing::Works,
        }
    }

    pub(super) fn waits(&self, now: Instant) -> bool {
        self.pause.is_some_and(|pause| pause.from + pause.wait > now)
    }

    /// Since when letters wait, and why.
    pub(super) fn held(&self, now: Instant) -> Option<(DateTime<Utc>, &str)> {
        self.since.filter(|_| self.waits(now)).map(|since| (since, self.why.as_str()))
    }

    /// It accepted a letter.
    pub(super) fn took(&mut self, now: Instant) {
        self.answered();
        self.took = true;
        self.convicted = false;
        self.heard = now;
    }

    /// It gave a final answer: it works, even if it refused the letter.
    pub(super) fn answered(&mut self) {
        self.mailbox = None;
        self.pause = None;
        self.since = None;
    }

    /// The last letters to it failed before we started.
    pub(super) fn was_failing(&mut self, now: Moment) {
        self.failed = Some(now.monotonic);
        self.since = self.since.or(Some(now.wall));
    }

    /// A letter to this mailbox failed for now. It was started at `began`.
    pub(super) fn failed(&mut self, mailbox: &str, began: Instant, why: &str, now: Moment) {
        self.failed = Some(now.monotonic);
        self.heard = now.monotonic;
        self.since = self.since.or(Some(now.wall));
        why.clone_into(&mut self.why);
        match self.pause {
            // It was under way when the pause began, so it says nothing new.
            Some(pause) if began < pause.from => {}
            Some(pause) => {
                self.pause = Some(Pause { from: now.monotonic, wait: (pause.wait * 2).min(PAUSE_MAX) });
            }
            None => match &self.mailbox {
                None => self.mailbox = Some(mailbox.to_owned()),
                Some(known) if known == mailbox => {}
                Some(_) => self.pause = Some(Pause { from: now.monotonic, wait: PAUSE_FIRST }),
            },
        }
    }

    /// Its refusal was its own: another domain did not refuse in the same way, so it was not the relay.
    pub(super) fn is_convicted(&mut self) {
        self.convicted = true;
    }

    pub(super) fn refuses_by_itself(&self) -> bool {
        self.convicted
    }
}

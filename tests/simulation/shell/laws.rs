//! What must hold in the shell, and what has to be remembered to see it.

use crate::shell::machine::Machine;
use chrono::TimeDelta;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use taflpost::club::{Ending, Stage};
use taflpost::store::{GameFilter, Reader, SpoolState, TroubleKind, Troubles, Worked};

/// The clockwork looks at least this often.
const LOOKS_EVERY: TimeDelta = TimeDelta::seconds(10);

/// The clock of every game: for each half-move, and before it is lost.
pub const CLOCK: &str = "2h/move,grace=1h";
const ALLOWED: TimeDelta = TimeDelta::hours(3);

/// Who has less when somebody comes back after an hour or more has this, once for a half-move.
const AFTER_ABSENCE: TimeDelta = TimeDelta::hours(12);

/// As long as nobody writes that mail was refused, nobody can know.
const UNTOLD_MAX: TimeDelta = TimeDelta::seconds(60);

/// What is remembered. With a backup a copy of it is put aside, and taken up again when somebody goes back to that.
#[derive(Clone, Default)]
pub struct Ledger {
    /// How much time had been served when the relay took the letter about a board, after so many half-moves, to that address.
    pub told: BTreeMap<(u32, u32, String), TimeDelta>,
    /// Mails that were said yes to, by their rows.
    pub taken: BTreeSet<i64>,
    /// Mails that were handled.
    pub done: BTreeSet<i64>,
    /// Games that have ended on time.
    pub lost: BTreeSet<u32>,
    /// Letters that the relay has taken, and how often.
    pub sent: BTreeMap<i64, u32>,
    /// Letters that it may have taken without our knowledge.
    pub unsure: BTreeSet<i64>,
}

/// When the clockwork last looked, by the clock that nobody sets.
#[derive(Default)]
pub struct Looks {
    last: Option<TimeDelta>,
}

impl Looks {
    /// A process begins or ends.
    pub fn forget(&mut self) {
        self.last = None;
    }

    pub fn looks(&mut self, machine: &Machine) {
        if let Some(last) = self.last {
            let gap = machine.awake - last;
            assert!(gap <= LOOKS_EVERY, "the clockwork has not looked for {} s", gap.num_seconds());
        }
        self.last = Some(machine.awake);
    }

    /// Looked at when time has passed: it need not look again to be late.
    pub fn is_late(&self, machine: &Machine) -> bool {
        self.last.is_some_and(|last| machine.awake - last > LOOKS_EVERY)
    }
}

impl Ledger {
    /// No mail is handled twice, and none is put aside.
    pub fn handled(&mut self, worked: &Worked) {
        for (id, note) in &worked.done {
            assert!(self.done.insert(*id), "mail {id} was handled twice: {note}");
        }
        let is_put_aside = worked.troubles.iter().any(|trouble| trouble.state == SpoolState::Failed);
        assert!(!is_put_aside, "{:?}", worked.troubles);
    }

    /// No game ends on time before its loser had the time.
    pub fn check_lost(&mut self, reader: &Reader, served: TimeDelta) {
        for head in reader.games(&GameFilter::All, 100_000).unwrap() {
            let Stage::Ended(Ending::TimedOut { loser }) = head.stage else { continue };
            if !self.lost.insert(head.number) {
                continue;
            }
            let address = crate::shell::players::address(&head.player(loser).to_string());
            let told = self.told.get(&(head.number, head.plies, address.clone()));
            let told = told.unwrap_or_else(|| panic!("board {} is lost, and {address} was not told", head.number));
            let had = served - *told;
            assert!(
                had >= ALLOWED,
                "board {} is lost after {} s of {} s",
                head.number,
                had.num_seconds(),
                ALLOWED.num_seconds()
            );
            let waits = reader.inbox_count(SpoolState::Spooled).unwrap();
            assert_eq!(waits, 0, "board {} is lost while mail waits", head.number);
        }
    }

    /// None goes on for ever.
    pub fn check_none_is_late(&self, reader: &Reader, served: TimeDelta) {
        for head in reader.games(&GameFilter::Open, 100_000).unwrap() {
            if head.stage != Stage::Running || head.clock.is_none() {
                continue;
            }
            let address = crate::shell::players::address(&head.player(head.to_move()).to_string());
            if let Some(told) = self.told.get(&(head.number, head.plies, address)) {
                let had = served - *told;
                let most = ALLOWED + AFTER_ABSENCE + TimeDelta::hours(1);
                assert!(had <= most, "board {} goes on after {} s", head.number, had.num_seconds());
            }
        }
    }
}

/// Since when the door has said "come again" and nothing else.
#[derive(Default)]
pub struct Refusals {
    since: Option<TimeDelta>,
}

impl Refusals {
    pub fn answered(&mut self, was_taken: bool, machine: &Machine) {
        match was_taken {
            true => self.since = None,
            false => self.since = self.since.or(Some(machine.awake)),
        }
    }

    pub fn forget(&mut self) {
        self.since = None;
    }

    /// What `status` would find.
    pub fn check(&self, database: &Path, machine: &Machine) {
        let Some(since) = self.since.filter(|since| machine.awake - *since >= UNTOLD_MAX) else { return };
        let troubles = Troubles::beside(database).read().unwrap();
        let is_told =
            troubles.iter().any(|trouble| trouble.kind == TroubleKind::MailRefused && trouble.ended.is_none());
        assert!(is_told, "mail is refused since {since}, and status does not know: {troubles:?}");
    }
}

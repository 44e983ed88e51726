//! A club over months, with everything that can happen: mails that come late, twice or never, forged mails, vacations, players who
//! disappear, mailboxes that stop working, a server whose power fails, wall clocks that are set forward. After each step the laws are
//! checked.
//!
//! ```text
//!  players --mails, by their habits--> server (real writer, worker and store) --letters--> relay --> players
//!                                        |
//!                             the laws, after each mail and each tick: ledger (games, clocks), tournaments (tables), rulings
//! ```
//!
//! Everything follows from the seed: the players, what happens, and what the server draws at random.

mod auto_vacation;
mod file;
mod habits;
mod ledger;
pub mod office;
mod players;
pub mod post;
mod reports;
mod rulings;
mod server;
mod tournaments;

use auto_vacation::AutoVacation;
use chrono::{DateTime, Datelike, TimeDelta, Timelike, Utc};
use ledger::Ledger;
use players::Player;
use post::{Letter, Mail, Nature};
use rulings::Rulings;
use server::{Server, minute_of};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use taflpost::chance::Chance;
use taflpost::store::Verdict;
use taflpost::worker::rating_rebuild::Slices;
use tournaments::Tourney;

/// How large a club, for how long, and by which lots.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seed: u64,
    pub players: usize,
    pub days: i64,
}

/// What has happened, so that nobody believes what was never tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    pub mails: u32,
    pub repeats: u32,
    pub forged: u32,
    pub machines: u32,
    pub bounces: u32,
    pub letters: u32,
    pub games: usize,
    pub plays: u32,
    pub prepared: u32,
    pub endings: BTreeMap<String, u32>,
    pub power_cuts: u32,
    pub tournaments: u32,
    /// Of organizers, by what was decided.
    pub decisions: BTreeMap<String, u32>,
    /// Leave that began by itself.
    pub rescues: u32,
    pub ratings: usize,
    /// Of all letters, in their order.
    pub hash: u64,
}

/// Something that will happen.
enum Act {
    /// A mail reaches the club's door.
    Arrive(Mail),
    /// A player looks at a letter.
    Read(usize, Box<Letter>),
    /// A player has time on his hands.
    Idle(usize),
    /// Somebody writes in another's name.
    Forge,
    /// The organizer looks at a tournament.
    Organize(usize),
    /// The power goes, now or in the middle of what the server does next.
    PowerCut(Cut),
    /// And comes back.
    PowerBack,
    /// The relay does not answer until then.
    RelayDown(DateTime<Utc>),
    /// What is compared only once a day.
    Day,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Now,
    /// When the next mail has been taken in and not been handled.
    AfterSpooling,
    /// When the relay has taken letters, and nobody has noted it.
    BeforeMarking,
}

pub struct Club {
    plan: Plan,
    now: DateTime<Utc>,
    end: DateTime<Utc>,
    dice: Chance,
    server: Server,
    agenda: BTreeMap<(DateTime<Utc>, u64), Act>,
    players: Vec<Player>,
    tournaments: Vec<Tourney>,
    rulings: Rulings,
    auto_vacation: AutoVacation,
    ledger: Ledger,
    /// Mails that are in the spool.
    spooled: VecDeque<(Mail, DateTime<Utc>)>,
    /// Mails that wait at other servers until this one is there again.
    queued: Vec<Mail>,
    cut: Option<Cut>,
    /// Boards and half-moves at which somebody was given time after an absence.
    raised: BTreeSet<(u32, u32)>,
    relay_down: DateTime<Utc>,
    ticked: DateTime<Utc>,
    serial: u64,
    story: Story,
    hasher: DefaultHasher,
}

/// Lives through all of it; panics where a law is broken.
pub fn live(plan: Plan) -> Story {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&plan.seed.to_be_bytes());
    let mut dice = Chance::from_seed(seed);
    // Any day of a year: leap days, summer time and New Year come to some seed each.
    let start: DateTime<Utc> = "2027-01-04T06:00:00Z".parse().unwrap();
    let now = start + TimeDelta::days(dice.below(730).into());
    let server = Server::start(now, Chance::from_seed(dice.bytes()), vec![players::id(0)]);
    let mut club = Club {
        plan,
        now,
        end: now + TimeDelta::days(plan.days),
        ledger: Ledger::open(&server.path()),
        server,
        agenda: BTreeMap::new(),
        players: Vec::new(),
        tournaments: Vec::new(),
        rulings: Rulings::default(),
        auto_vacation: AutoVacation::default(),
        spooled: VecDeque::new(),
        queued: Vec::new(),
        cut: None,
        raised: BTreeSet::new(),
        relay_down: now,
        ticked: now,
        serial: 0,
        story: Story::default(),
        hasher: DefaultHasher::new(),
        dice,
    };
    club.found();
    club.run();
    club.close()
}

impl Club {
    /// Below `n`, by lot.
    fn below(&mut self, n: u32) -> u32 {
        self.dice.below(n)
    }

    /// Whether one of so many lots is drawn.
    fn one_in(&mut self, n: u32) -> bool {
        self.dice.below(n) == 0
    }

    fn minutes(&mut self, least: i64, most: i64) -> TimeDelta {
        let spread = u32::try_from((most - least) * 60).unwrap();
        TimeDelta::seconds(least * 60 + i64::from(self.below(spread)))
    }

    fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    fn plan_for(&mut self, at: DateTime<Utc>, act: Act) {
        let serial = self.next_serial();
        self.agenda.insert((at, serial), act);
    }

    fn soon(&mut self, wait: TimeDelta, act: Act) {
        self.plan_for(self.now + wait, act);
    }

    /// What is fixed from the beginning.
    fn found(&mut self) {
        self.invite_players();
        self.announce_tournaments();
        for day in 0..self.plan.days {
            let at = self.now + TimeDelta::days(day) + self.minutes(0, 60);
            self.plan_for(at, Act::Day);
            if self.one_in(3) {
                let at = at + self.minutes(0, 24 * 60);
                self.plan_for(at, Act::Forge);
            }
            if self.one_in(12) {
                let at = at + self.minutes(0, 24 * 60);
                let cut = [Cut::Now, Cut::AfterSpooling, Cut::BeforeMarking][self.below(3) as usize];
                self.plan_for(at, Act::PowerCut(cut));
            }
            if self.one_in(20) {
                let at = at + self.minutes(0, 24 * 60);
                let until = at + self.minutes(10, 20 * 60);
                self.plan_for(at, Act::RelayDown(until));
            }
        }
    }

    fn run(&mut self) {
        loop {
            let next = self.next_instant();
            if next > self.end {
                break;
            }
            self.now = next;
            while let Some(entry) = self.agenda.first_entry().filter(|entry| entry.key().0 <= next) {
                let act = entry.remove();
                self.act(act);
            }
            self.tick();
        }
    }

    /// When something happens next: by the agenda, by the clockwork's own account, or because a quarter of an hour is over.
    fn next_instant(&self) -> DateTime<Utc> {
        let planned = self.agenda.first_key_value().map(|((at, _), _)| *at);
        if !self.server.is_on() {
            return planned.expect("the power comes back");
        }
        let due = self.server.looks_at(&self.ledger.file.0).map(|at| minute_of(at.max(self.now)));
        // What stays due is looked at again in the next minute.
        let due = due.map(|at| if at <= self.now { self.now + TimeDelta::minutes(1) } else { at });
        let alive = self.ticked + TimeDelta::minutes(15);
        [planned, due, Some(alive)].into_iter().flatten().min().expect("there is one").max(self.now)
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Arrive(mail) => self.arrive(mail),
            Act::Read(player, letter) => self.read(player, &letter),
            Act::Idle(player) => self.idle(player),
            Act::Forge => self.forge(),
            Act::Organize(tournament) => self.organize(tournament),
            Act::PowerCut(Cut::Now) => self.switch_off(),
            Act::PowerCut(cut) => self.cut = Some(cut),
            Act::PowerBack => self.switch_on(),
            Act::RelayDown(until) => self.relay_down = until,
            Act::Day => self.check_day(),
        }
    }

    fn switch_off(&mut self) {
        if !self.server.is_on() {
            return;
        }
        self.story.power_cuts += 1;
        self.server.switch_off();
        let away = match self.below(8) {
            0..=3 => self.minutes(0, 12),
            4..=6 => self.minutes(13, 8 * 60),
            _ => self.minutes(8 * 60, 4 * 24 * 60),
        };
        self.soon(away, Act::PowerBack);
    }

    /// Clocks get their time back first, then what is in the spool is handled. Other servers bring at once what has waited there, before
    /// the clockwork has looked for the first time; the rest comes later.
    fn switch_on(&mut self) {
        self.server.switch_on(self.now);
        self.beat();
        self.handle();
        for mail in std::mem::take(&mut self.queued) {
            if self.one_in(2) {
                self.now += TimeDelta::microseconds(1);
                self.arrive(mail);
            } else {
                let wait = self.minutes(1, 5 * 60);
                self.soon(wait, Act::Arrive(mail));
            }
        }
    }

    fn arrive(&mut self, mail: Mail) {
        if !self.server.is_on() {
            self.queued.push(mail);
            return;
        }
        // No two mails come in the same instant: it tells by which of them something was done.
        self.now += TimeDelta::microseconds(1);
        self.story.mails += 1;
        match mail.nature {
            Nature::Forged => self.story.forged += 1,
            Nature::Machine => self.story.machines += 1,
            Nature::Bounce { .. } => self.story.bounces += 1,
            _ => {}
        }
        if self.server.take_in(&mail.raw, (&mail.from, &mail.to), self.now) {
            self.spooled.push_back((mail, self.now));
        } else {
            self.story.repeats += 1;
        }
        if self.cut == Some(Cut::AfterSpooling) {
            self.cut = None;
            self.switch_off();
            return;
        }
        self.handle();
    }

    /// What is in the spool is handled.
    fn handle(&mut self) {
        while let Some((mail, received)) = self.spooled.pop_front() {
            let (before, stood) = (self.ledger.before(&mail), self.before_decision(&mail));
            let note = self.server.handle_one(self.now);
            if std::env::var_os("TAFLPOST_SIMULATION_SHOW").is_some() {
                let text = String::from_utf8_lossy(&mail.raw);
                let said = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
                let said = said.split("\r\n\r\nThe club wrote").next().unwrap_or_default().trim();
                println!("{} {} -> {}: {note} [{}]", self.now, mail.from, mail.to, said.replace("\r\n", "; "));
            }
            self.ledger.handled(&mail, &before, received);
            self.check_decisions(stood.as_ref());
            self.heard_of(&mail);
        }
    }

    /// The clockwork looks, the relay takes what waits, and the clockwork sees whose time counts now.
    fn tick(&mut self) {
        if !self.server.is_on() {
            return;
        }
        self.beat();
        self.look();
        self.relay();
        if self.server.is_on() {
            self.look();
        }
        self.ticked = self.now;
    }

    /// Twice: a clock that is reckoned anew at the first look may call for a reminder at the next, a few seconds later.
    fn look(&mut self) {
        for is_last in [false, true] {
            let due = self.ledger.due(self.now);
            let stood = due.iter().any(|row| row.tournament.is_some()).then(|| self.tournaments_stand());
            let leave = if due.is_empty() { None } else { Some(self.leave()) };
            self.server.tick(self.now);
            if let Some(leave) = leave {
                self.check_rescues(&leave);
            }
            self.ledger.ticked(&due, self.now, is_last);
            self.check_decisions(stood.as_ref());
        }
    }

    /// What passed while no process looked is charged to nobody: every clock has left what it had when somebody last looked, whatever leave
    /// lies around that. After an hour without a server who has less than half a day left has that, once for each half-move.
    fn beat(&mut self) {
        let (last, gap) = (self.server.beaten, self.now - self.server.beaten);
        if !self.server.is_new || gap < TimeDelta::seconds(1) {
            return self.server.beat(self.now);
        }
        let before: Vec<_> = self.ledger.file.ticking();
        let before: Vec<_> = before.into_iter().map(|row| (self.ledger.left(&row, last), row)).collect();
        self.server.beat(self.now);
        for (_, received) in &mut self.spooled {
            *received = self.now.min(*received + gap);
        }
        for (had, earlier) in before {
            let row = self.ledger.file.game(earlier.number).unwrap();
            let (Some(had), Some(has)) = (had, self.ledger.left(&row, self.now)) else { continue };
            let half_a_day = TimeDelta::hours(12);
            if gap >= TimeDelta::hours(1) && had < half_a_day && self.raised.insert((row.number, row.plies)) {
                let given = has - half_a_day;
                assert!((0..=2).contains(&given.num_seconds()), "{gap} away, {had} left: {earlier:?} {row:?}");
            } else {
                assert!(
                    (has - had).abs() <= TimeDelta::seconds(1),
                    "{gap} away, {had} and {has} left: {earlier:?} {row:?}"
                );
            }
            assert!(row.deadline.is_none() || row.lost_at() == self.ledger.lost_at(&row), "{row:?}");
        }
    }

    fn relay(&mut self) {
        let letters = self.server.letters(self.now);
        if letters.is_empty() {
            return;
        }
        let mut verdicts = Vec::new();
        for due in letters {
            if self.now < self.relay_down {
                let at = self.relay_down;
                verdicts.push((
                    due.id,
                    Verdict::Later { at, open: chrono::TimeDelta::zero(), error: "no answer".to_owned() },
                ));
                continue;
            }
            due.bytes.hash(&mut self.hasher);
            let letter = Letter::read(&due, self.ledger.file.kind_of(due.id));
            verdicts.push((due.id, self.hand_over(&due.to, letter)));
        }
        if self.cut == Some(Cut::BeforeMarking) {
            self.cut = None;
            self.switch_off();
            return;
        }
        self.server.mark(&verdicts, self.now);
    }

    /// What is compared once a day, and once a week.
    fn check_day(&mut self) {
        if !self.server.is_on() {
            return;
        }
        self.ledger.check_clocks(self.now);
        if self.now.weekday() == chrono::Weekday::Wed {
            self.server.tidy_up(self.now);
            self.check_ratings();
            self.check_tournaments();
            self.check_reports();
        }
        if self.now.day() == 1 {
            self.ledger.check_record();
        }
        let failed = self.ledger.file.count("SELECT count(*) FROM spool WHERE state = 'failed'");
        assert_eq!(failed, 0, "mails were put aside");
        assert_eq!(self.now.nanosecond() % 1_000, 0);
    }

    /// What is stored follows from the results alone.
    fn check_ratings(&mut self) {
        let now = self.now;
        let recomputed =
            taflpost::worker::ratings::recompute(self.server.store(), false, now, Slices::default(), || ()).unwrap();
        assert_eq!(recomputed.differences, Vec::new(), "other ratings than the results give");
        self.story.ratings = recomputed.rows;
    }

    fn close(mut self) -> Story {
        if !self.server.is_on() {
            self.switch_on();
        }
        self.tick();
        self.check_ratings();
        self.check_tournaments();
        self.keep_reports();
        self.check_reports();
        self.ledger.check_record();
        let whole: String = self.ledger.file.0.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(whole, "ok");
        let Ledger { plays, prepared, letters, endings, .. } = &self.ledger;
        let games = self.ledger.boards();
        let hash = self.hasher.finish();
        Story {
            games,
            hash,
            plays: *plays,
            prepared: *prepared,
            letters: *letters,
            endings: endings.clone(),
            decisions: self.rulings.decisions,
            rescues: self.auto_vacation.times,
            ..self.story
        }
    }
}

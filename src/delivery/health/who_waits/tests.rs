//! Checks with any answers of the relay and the domains, in any order and after any time.

use super::*;
use proptest::prelude::*;

const SENDERS: usize = 8;

/// A letter that was begun, and its domain.
type Begun = Vec<(i64, Recipient)>;

struct World {
    health: Health,
    start: Instant,
    now: Duration,
    sending: Begun,
    failed: HashMap<String, Duration>,
    ids: i64,
}

impl World {
    fn new() -> World {
        World {
            health: Health::new(Pace { senders: SENDERS, ..Pace::default() }),
            start: Instant::now(),
            now: Duration::ZERO,
            sending: Vec::new(),
            failed: HashMap::new(),
            ids: 0,
        }
    }

    fn moment(&self) -> Moment {
        Moment { wall: DateTime::UNIX_EPOCH, monotonic: self.start + self.now }
    }

    fn failed_lately(&self, to: &Recipient) -> bool {
        self.failed.get(to.domain()).is_some_and(|at| *at + Duration::from_secs(3_600) > self.now)
    }

    /// An idle sender asks for a letter. Returns which one it got.
    fn next(&mut self, letters: &[Recipient]) -> Option<usize> {
        let place = self.health.choose(letters.iter(), self.moment().monotonic)?;
        let open = self.health.is_open();
        self.ids += 1;
        self.health.begin(self.ids, &letters[place], self.moment());
        self.sending.push((self.ids, letters[place].clone()));
        if !open {
            assert!(
                !self.health.is_open() && self.health.open_at(self.moment().monotonic).is_none(),
                "one tries the way"
            );
        }
        Some(place)
    }

    fn end(&mut self, place: usize, result: &Result<(), Setback>) {
        let (id, to) = self.sending.remove(place);
        let counts = self.health.end(id, result, self.moment());
        match result {
            Err(Setback::NoWay(_) | Setback::Limit(_) | Setback::Ours(_)) => assert_eq!(counts, Counts::No),
            Err(Setback::Later { is_mailbox: false, .. }) => {
                self.failed.insert(to.domain().to_owned(), self.now);
            }
            _ => {}
        }
    }
}

fn result(kind: u8) -> Result<(), Setback> {
    let why = || "why".to_owned();
    match kind {
        0..4 => Ok(()),
        4 => Err(Setback::Later { why: why(), is_mailbox: false }),
        5 => Err(Setback::Later { why: why(), is_mailbox: true }),
        6 => Err(Setback::Suspect { why: why(), is_limit: false }),
        7 => Err(Setback::Suspect { why: why(), is_limit: true }),
        8 => Err(Setback::NoWay(why())),
        9 => Err(Setback::Limit(why())),
        10 => Err(Setback::Ours(why())),
        _ => Err(Setback::Refused { why: why(), mailbox: None }),
    }
}

fn recipients() -> Vec<Recipient> {
    let address = |number: usize| Recipient::new(&format!("P{}@D{}.Example", number % 3, number / 3));
    (0..15).map(address).collect()
}

#[test]
fn a_recipient_is_told_apart_without_regard_to_case() {
    let to = Recipient::new("Ann@Example.ORG");
    assert_eq!((to.mailbox(), to.domain()), ("ann@example.org", "example.org"));
    assert_eq!(Recipient::new("nobody").domain(), "nobody");
}

proptest! {
    /// At most half of the senders start letters to domains that failed in the last hour. And when all is well again, every letter is sent
    /// within hours, whatever happened before.
    #[test]
    fn nobody_waits_for_ever(steps in prop::collection::vec((0u8..3, 0usize..15, 0u8..12, 0u64..2_000), 1..120)) {
        let (mut world, letters) = (World::new(), recipients());
        for (what, place, kind, seconds) in steps {
            match what {
                0 if world.sending.len() < SENDERS => {
                    let from = &letters[place..];
                    let ill_before = world.sending.iter().filter(|(_, to)| world.failed_lately(to)).count();
                    let open = world.health.is_open();
                    if let Some(chosen) = world.next(from)
                        && open
                        && world.failed_lately(&from[chosen])
                    {
                        prop_assert!(ill_before < SENDERS / 2, "{ill_before} of {SENDERS} before this one");
                    }
                }
                1 if !world.sending.is_empty() => world.end(place % world.sending.len(), &result(kind)),
                _ => world.now += Duration::from_secs(seconds),
            }
        }
        while !world.sending.is_empty() {
            world.end(0, &Ok(()));
        }
        let mut left = letters;
        let until = world.now + Duration::from_secs(8 * 3_600);
        while !left.is_empty() && world.now < until {
            while let Some(place) = world.next(&left) {
                left.remove(place);
                world.end(0, &Ok(()));
            }
            world.health.nobody_to_ask(world.moment());
            world.now += Duration::from_secs(30);
        }
        prop_assert!(left.is_empty(), "{left:?} wait for ever");
    }
}

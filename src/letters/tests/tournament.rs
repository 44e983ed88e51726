//! Samples of everything that is said about events.

use crate::club::event::{
    Deed, Done, Entry, Event, EventGame, EventLine, EventPage, EventRefusal, EventStage, Extended, Finish, Leaving,
    Meeting, Note, Outcome, Plan, PlanFault, Presence,
};
use crate::club::{EventNews, Game, News, PlayerId, Refusal, Reply};
use crate::command::{EventFormat, EventLeave, EventSeed, ExportFormat, Timing};
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// An event of this format with one meeting of these two, and a bye.
fn event_of(format: EventFormat, stage: EventStage, game: &Game, outcomes: [Outcome; 2]) -> Option<Event> {
    let (ann, bob) = (&game.head.attackers, &game.head.defenders);
    let entry = |player: &PlayerId| Entry {
        player: player.clone(),
        joined: DateTime::<Utc>::UNIX_EPOCH,
        presence: Presence::Playing,
    };
    let games = [(1, ann, bob), (2, bob, ann)].into_iter().zip(outcomes);
    let games = games.map(|((number, attackers, defenders), outcome)| EventGame {
        number,
        attackers: attackers.clone(),
        defenders: defenders.clone(),
        outcome,
        plies: 9,
        on_time: false,
    });
    let section = u32::from(format == EventFormat::Groups);
    let meeting =
        Meeting { section, round: 1, place: 0, home: ann.clone(), away: Some(bob.clone()), games: games.collect() };
    let bye = Meeting { section, round: 2, place: 0, home: ann.clone(), away: None, games: Vec::new() };
    Some(Event {
        name: "a234567890123456".parse().ok()?,
        stage,
        plan: Plan {
            format,
            third: true,
            entry: 5,
            seed: seed(format),
            best: u32::from(format == EventFormat::Groups),
            leave: leave(format),
            close: "2027-02-28".parse().ok(),
            round: Some(1_814_400).filter(|_| format == EventFormat::Swiss),
            clock: clock(format),
            ..Plan::default()
        },
        variant: game.head.variant.clone(),
        title: game.head.title.clone(),
        rules: game.rules().clone(),
        organizers: vec![ann.clone()],
        entries: vec![entry(ann), entry(bob)],
        meetings: vec![meeting, bye],
        lot: "0123456789abcdef".to_owned(),
        held: Some(DateTime::<Utc>::UNIX_EPOCH).filter(|_| format == EventFormat::Groups),
        due: Some(DateTime::<Utc>::UNIX_EPOCH).filter(|_| format == EventFormat::Swiss),
        began: None,
        overrides: Vec::new(),
        notes: notes(ann),
        created: DateTime::<Utc>::UNIX_EPOCH,
        imported: None,
    })
}

fn seed(format: EventFormat) -> EventSeed {
    match format {
        EventFormat::RoundRobin | EventFormat::Groups => EventSeed::Entry,
        EventFormat::Swiss => EventSeed::Lot,
        EventFormat::Knockout => EventSeed::Rating,
    }
}

fn leave(format: EventFormat) -> EventLeave {
    match format {
        EventFormat::RoundRobin => EventLeave::Days(10),
        EventFormat::Swiss => EventLeave::None,
        EventFormat::Groups | EventFormat::Knockout => EventLeave::Allow,
    }
}

/// A clock for two formats, none for the others.
fn clock(format: EventFormat) -> Timing {
    let written = match format {
        EventFormat::RoundRobin => "standard,grace=12h,first=5d",
        EventFormat::Swiss => "triple",
        EventFormat::Groups | EventFormat::Knockout => "none",
    };
    Timing::read(written).unwrap_or(Timing::Unlimited)
}

fn played(winner: tafl::Side, plies: u32) -> Outcome {
    Outcome::Played { winner: Some(winner), plies, taken: [3, 2] }
}

/// Every decision.
fn deeds() -> Vec<Deed> {
    let bob = || "bob".to_owned();
    let withdrew = |cause, struck, boards| Deed::Withdrew {
        player: bob(),
        cause,
        struck,
        finished: 1,
        scheduled: 4,
        boards,
        before: Vec::new(),
    };
    let decided = |winner| Deed::Decided { number: 1, winner, before: Vec::new() };
    let so_far = |winner| Deed::CountedSoFar { number: 1, winner, before: Vec::new() };
    let extended = |to| Deed::Extended { to, seconds: 259_200, boards: Vec::new() };
    let organizers = |added: &[&str], dropped: &[&str]| Deed::Organizers {
        added: added.iter().map(ToString::to_string).collect(),
        dropped: dropped.iter().map(ToString::to_string).collect(),
    };
    let substituted = |boards| Deed::Substituted { out: bob(), player: "cai".to_owned(), boards };
    vec![
        Deed::Created,
        Deed::Set { terms: "-max=12".to_owned() },
        Deed::Opened,
        Deed::Closed,
        Deed::Started,
        Deed::RoundBegan { round: 2, open: Vec::new() },
        Deed::RoundBegan { round: 2, open: vec![1, 2] },
        Deed::RoundOver { round: 1, boards: vec![1] },
        Deed::RoundOver { round: 1, boards: Vec::new() },
        so_far(Some(bob())),
        so_far(None),
        Deed::Swapped { one: bob(), other: "cai".to_owned(), met: Vec::new() },
        Deed::Swapped { one: bob(), other: "cai".to_owned(), met: vec!["bob v dan".to_owned()] },
        Deed::ByeGiven { player: bob(), met: Vec::new() },
        Deed::ByeGiven { player: bob(), met: vec!["cai v dan".to_owned()] },
        Deed::Finished { by: Finish::Played },
        Deed::Finished { by: Finish::Stuck },
        Deed::Finished { by: Finish::TooFew },
        Deed::Finished { by: Finish::Early },
        Deed::Finished { by: Finish::CalledOff },
        withdrew(Leaving::Own, true, vec![1, 2]),
        withdrew(Leaving::Organizer, false, vec![1]),
        withdrew(Leaving::Timeouts, false, Vec::new()),
        withdrew(Leaving::NoShow, true, vec![1]),
        withdrew(Leaving::SignedOff, false, Vec::new()),
        withdrew(Leaving::Gone, true, vec![1]),
        Deed::LeftOut { player: bob(), cause: Leaving::SignedOff },
        Deed::LeftOut { player: bob(), cause: Leaving::Gone },
        decided(Some(bob())),
        decided(None),
        extended(Extended::Board(1)),
        extended(Extended::Player(bob())),
        extended(Extended::Everybody),
        Deed::Held,
        Deed::Resumed,
        substituted(Vec::new()),
        substituted(vec![1]),
        substituted(vec![1, 2]),
        Deed::Rescued { player: bob(), number: 1, days: 1 },
        Deed::Rescued { player: bob(), number: 1, days: 7 },
        Deed::Announced { text: "words".to_owned() },
        organizers(&["bob"], &[]),
        organizers(&["bob", "cai"], &["dan"]),
        organizers(&[], &["bob", "cai"]),
        Deed::Undone { number: 7, deed: Box::new(decided(None)) },
    ]
}

fn is_by_the_server(deed: &Deed) -> bool {
    match deed {
        Deed::RoundBegan { .. } | Deed::RoundOver { .. } | Deed::LeftOut { .. } | Deed::Rescued { .. } => true,
        Deed::Finished { by } => !matches!(by, Finish::Early | Finish::CalledOff),
        Deed::Withdrew { cause, .. } => !matches!(cause, Leaving::Own | Leaving::Organizer),
        _ => false,
    }
}

fn notes(by: &PlayerId) -> Vec<Note> {
    let notes = deeds().into_iter().zip(1..).map(|(deed, number)| {
        let who = Some(by.clone()).filter(|_| !is_by_the_server(&deed));
        Note { number, at: DateTime::<Utc>::UNIX_EPOCH, who, deed, why: "words".to_owned() }
    });
    notes.collect()
}

/// Every letter of an event.
pub(super) fn notices(game: &Game) -> Vec<News> {
    let won = [played(tafl::Side::Attackers, 9), played(tafl::Side::Attackers, 7)];
    let Some(event) = event_of(EventFormat::Knockout, EventStage::Running, game, won).map(Arc::new) else {
        return Vec::new();
    };
    let mut of_event = game.clone();
    of_event.head.event = Some((event.name.clone(), 1));
    let one = vec![Arc::new(of_event)];
    let began = |games, free| EventNews::Began { games, free };
    let many = [one.clone(), one.clone(), one.clone()].concat();
    let news = [
        began(one.clone(), Vec::new()),
        began(many, vec![1, 3]),
        began(Vec::new(), vec![1]),
        began(Vec::new(), vec![2]),
        EventNews::Finished { by: Finish::Played },
        EventNews::Finished { by: Finish::Early },
    ];
    // Each format as it begins, and a later round of it.
    let begun = EventFormat::ALL.into_iter().flat_map(|format| {
        let so_far = [None, Some(tafl::Side::Attackers)].map(|winner| Outcome::Provisional { winner });
        let stages = [[Outcome::Open; 2], won, so_far].into_iter();
        let events = stages.filter_map(move |outcomes| event_of(format, EventStage::Running, game, outcomes));
        let news = began(one.clone(), vec![2]);
        events.map(move |event| News::Event { event: Arc::new(event), news: news.clone() })
    });
    let ann = &game.head.attackers;
    let decided = deeds().into_iter().flat_map(|deed| {
        let by = Some(ann.clone()).filter(|_| !is_by_the_server(&deed));
        let turns = [Vec::new(), vec![game.head.clone()], vec![game.head.clone(); 3]];
        turns.map(|turns| EventNews::Decided { deed: deed.clone(), by: by.clone(), why: "words".to_owned(), turns })
    });
    let of_all = news.into_iter().chain(decided).map(|news| News::Event { event: event.clone(), news });
    let called_off = Event { meetings: Vec::new(), ..(*event).clone() };
    let called_off = News::Event { event: Arc::new(called_off), news: EventNews::Finished { by: Finish::CalledOff } };
    let swiss = event_of(EventFormat::Swiss, EventStage::Finished, game, won).map(Arc::new);
    let stopped = swiss.into_iter().flat_map(|event| {
        let news = [Finish::Stuck, Finish::TooFew, Finish::Early, Finish::Played].map(|by| EventNews::Finished { by });
        news.map(|news| News::Event { event: event.clone(), news })
    });
    of_all.chain(begun).chain([called_off]).chain(stopped).collect()
}

/// Every part of an answer about events.
pub(super) fn replies(game: &Game) -> Vec<Reply> {
    let attackers = |plies| played(tafl::Side::Attackers, plies);
    let so_far = [None, Some(tafl::Side::Attackers)].map(|winner| Outcome::Provisional { winner });
    let samples = [
        (EventFormat::RoundRobin, EventStage::Draft, [Outcome::Open; 2]),
        (EventFormat::Groups, EventStage::Open, [attackers(9), attackers(7)]),
        (EventFormat::Swiss, EventStage::Closed, [attackers(9), played(tafl::Side::Defenders, 7)]),
        (EventFormat::Knockout, EventStage::Running, [attackers(9), attackers(7)]),
        (EventFormat::Knockout, EventStage::Finished, [attackers(9), attackers(9)]),
        (EventFormat::Swiss, EventStage::Running, so_far),
    ];
    let pages = [
        EventPage::Terms { done: None },
        EventPage::Standings,
        EventPage::Crosstable,
        EventPage::Status,
        EventPage::Pairings { preview: false, absent: Vec::new() },
        EventPage::Finish,
    ];
    let mut replies = vec![Reply::Events { events: Vec::new() }];
    for struck in [1, 2] {
        let Some(mut event) = event_of(EventFormat::RoundRobin, EventStage::Running, game, so_far) else { continue };
        event.entries.iter_mut().take(struck).for_each(|entry| entry.presence = Presence::Struck);
        let event = Arc::new(event);
        let pages = [EventPage::Standings, EventPage::Crosstable];
        replies.extend(pages.map(|page| Reply::Event { event: event.clone(), page }));
    }
    if let Some(event) = event_of(EventFormat::Swiss, EventStage::Closed, game, so_far) {
        let page = EventPage::Pairings { preview: true, absent: Vec::new() };
        replies.push(Reply::Event { event: Arc::new(event), page });
    }
    for (format, stage, outcomes) in samples {
        let Some(event) = event_of(format, stage, game, outcomes).map(Arc::new) else { continue };
        replies.extend(pages.iter().map(|page| Reply::Event { event: event.clone(), page: page.clone() }));
        let (name, title) = (event.name.clone(), event.title.clone());
        replies
            .push(Reply::Events { events: vec![EventLine { name, stage, title, players: 2, organizers: Vec::new() }] });
        if format == EventFormat::RoundRobin {
            let (name, format) = (event.name.clone(), ExportFormat::Json);
            replies.push(Reply::EventExported { name, format, text: "{}".to_owned() });
            let done =
                Done::ALL.into_iter().flat_map(|done| [EventPage::Terms { done: Some(done) }, EventPage::Done(done)]);
            let preview = |deed: Deed| {
                let by = Some(game.head.attackers.clone()).filter(|_| !is_by_the_server(&deed));
                EventPage::Preview { deed, by, why: "words".to_owned(), readers: 2 }
            };
            let bob = [game.head.defenders.clone()];
            let both = [game.head.attackers.clone(), game.head.defenders.clone()];
            let absent = [Vec::new(), bob.to_vec(), both.to_vec()];
            let pairings = absent.map(|absent| EventPage::Pairings { preview: true, absent });
            let pages = done.chain(pairings).chain([EventPage::Record]);
            let pages = pages.chain(deeds().into_iter().map(preview));
            replies.extend(pages.map(|page| Reply::Event { event: event.clone(), page }));
        }
    }
    replies
}

/// Every refusal about an event.
pub(super) fn refusals() -> Vec<Refusal> {
    let why = [
        EventRefusal::Unknown { nearest: Vec::new() },
        EventRefusal::Unknown { nearest: vec!["spring".to_owned()] },
        EventRefusal::Taken,
        EventRefusal::MayNotCreate,
        EventRefusal::TooManyEvents { max: 20 },
        EventRefusal::NotOrganizer,
        EventRefusal::NotOpen,
        EventRefusal::Begun,
        EventRefusal::NotBegun,
        EventRefusal::Over,
        EventRefusal::AlreadyIn,
        EventRefusal::NotIn,
        EventRefusal::PlaysNot { player: "bob".to_owned() },
        EventRefusal::NoReason { player: "bob".to_owned() },
        EventRefusal::NotItsBoard { number: 1 },
        EventRefusal::NoRoundAfter,
        EventRefusal::NothingToPair,
        EventRefusal::NoBye,
        EventRefusal::HadBye { player: "bob".to_owned() },
        EventRefusal::TooManyOverrides { max: 40 },
        EventRefusal::NoClosingDate,
        EventRefusal::BoardOver { number: 1 },
        EventRefusal::Full { max: 24 },
        EventRefusal::TooFewGames { least: 5, finished: 1 },
        EventRefusal::HeldAlready,
        EventRefusal::NotHeld,
        EventRefusal::NoTimeCounts,
        EventRefusal::NoSuchPlayer { player: "bob".to_owned() },
        EventRefusal::SignedOff { player: "bob".to_owned() },
        EventRefusal::PlaysAlready { player: "bob".to_owned() },
        EventRefusal::OrganizesNot { player: "bob".to_owned() },
        EventRefusal::OrganizersWanted { max: 8 },
        EventRefusal::NothingChanges,
        EventRefusal::TooLateToSubstitute { player: "bob".to_owned(), finished: 1, scheduled: 4 },
        EventRefusal::TooManyAnnouncements { max: 3 },
        EventRefusal::NothingToUndo,
        EventRefusal::NotUndone,
        EventRefusal::TooLateToUndo,
        EventRefusal::WentOn,
        EventRefusal::DecidedSince,
        EventRefusal::IdleTerm { term: "-rounds=2".to_owned(), wants: EventFormat::Swiss },
        EventRefusal::IdleTerm { term: "-qualify=2".to_owned(), wants: EventFormat::Groups },
        EventRefusal::IdleTerm { term: "-third=yes".to_owned(), wants: EventFormat::Knockout },
        EventRefusal::Plan(PlanFault::TooFew { least: 2 }),
        EventRefusal::Plan(PlanFault::TooMuch { load: 24, groups: Some((2, 2)) }),
        EventRefusal::Plan(PlanFault::TooMuch { load: 24, groups: None }),
        EventRefusal::Plan(PlanFault::TooMuch { load: 510, groups: None }),
        EventRefusal::Plan(PlanFault::TooLong { rounds: 3 }),
    ];
    why.into_iter().map(|why| Refusal::Event { name: "spring".to_owned(), why }).collect()
}

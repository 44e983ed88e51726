//! Samples of everything that is said about events.

use crate::club::event::{
    Done, Entry, Event, EventGame, EventLine, EventPage, EventRefusal, EventStage, Meeting, Outcome, Plan, PlanFault,
    Presence,
};
use crate::club::{EventNews, Game, News, PlayerId, Refusal, Reply};
use crate::command::{EventFormat, ExportFormat};
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
    });
    let section = u32::from(format == EventFormat::Groups);
    let meeting =
        Meeting { section, round: 1, place: 0, home: ann.clone(), away: Some(bob.clone()), games: games.collect() };
    let bye = Meeting { section, round: 2, place: 0, home: ann.clone(), away: None, games: Vec::new() };
    Some(Event {
        name: "a234567890123456".parse().ok()?,
        stage,
        plan: Plan { format, third: true, entry: 5, ..Plan::default() },
        variant: game.head.variant.clone(),
        title: game.head.title.clone(),
        rules: game.rules().clone(),
        organizers: vec![ann.clone()],
        entries: vec![entry(ann), entry(bob)],
        meetings: vec![meeting, bye],
        lot: "0123456789abcdef".to_owned(),
        created: DateTime::<Utc>::UNIX_EPOCH,
    })
}

fn played(winner: tafl::Side, plies: u32) -> Outcome {
    Outcome::Played { winner: Some(winner), plies, taken: [3, 2] }
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
    let (ann, bob) = (game.head.attackers.clone(), game.head.defenders.clone());
    let withdrew = |struck, boards| EventNews::Withdrew { player: bob.clone(), struck, boards };
    let decided = |winner| EventNews::Decided { number: 1, by: ann.clone(), winner, why: "words".to_owned() };
    let news = [
        began(one.clone(), Vec::new()),
        began(many, vec![1, 3]),
        began(Vec::new(), vec![1]),
        began(Vec::new(), vec![2]),
        withdrew(true, vec![1, 2]),
        withdrew(false, Vec::new()),
        decided(Some(bob.clone())),
        decided(None),
        EventNews::Finished,
    ];
    // Each format as it begins, and a later round of it.
    let begun = EventFormat::ALL.into_iter().flat_map(|format| {
        let stages = [[Outcome::Open; 2], won].into_iter();
        let events = stages.filter_map(move |outcomes| event_of(format, EventStage::Running, game, outcomes));
        let news = began(one.clone(), vec![2]);
        events.map(move |event| News::Event { event: Arc::new(event), news: news.clone() })
    });
    let of_all = news.into_iter().map(|news| News::Event { event: event.clone(), news });
    of_all.chain(begun).collect()
}

/// Every part of an answer about events.
pub(super) fn replies(game: &Game) -> Vec<Reply> {
    let attackers = |plies| played(tafl::Side::Attackers, plies);
    let samples = [
        (EventFormat::RoundRobin, EventStage::Draft, [Outcome::Open; 2]),
        (EventFormat::Groups, EventStage::Open, [attackers(9), attackers(7)]),
        (EventFormat::Swiss, EventStage::Closed, [attackers(9), played(tafl::Side::Defenders, 7)]),
        (EventFormat::Knockout, EventStage::Running, [attackers(9), attackers(7)]),
        (EventFormat::Knockout, EventStage::Finished, [attackers(9), attackers(9)]),
    ];
    let pages = [
        EventPage::Terms { done: None },
        EventPage::Standings,
        EventPage::Crosstable,
        EventPage::Status,
        EventPage::Pairings { preview: false },
    ];
    let mut replies = vec![Reply::Events { events: Vec::new() }];
    for (format, stage, outcomes) in samples {
        let Some(event) = event_of(format, stage, game, outcomes).map(Arc::new) else { continue };
        replies.extend(pages.iter().map(|page| Reply::Event { event: event.clone(), page: page.clone() }));
        let (name, title) = (event.name.clone(), event.title.clone());
        replies.push(Reply::Events { events: vec![EventLine { name, stage, title, players: 2 }] });
        if format == EventFormat::RoundRobin {
            let (name, format) = (event.name.clone(), ExportFormat::Json);
            replies.push(Reply::EventExported { name, format, text: "{}".to_owned() });
            let done =
                Done::ALL.into_iter().flat_map(|done| [EventPage::Terms { done: Some(done) }, EventPage::Done(done)]);
            let pages = done.chain([EventPage::Pairings { preview: true }]);
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
        EventRefusal::NotItsBoard { number: 1 },
        EventRefusal::BoardOver { number: 1 },
        EventRefusal::Full { max: 24 },
        EventRefusal::TooFewGames { least: 5, finished: 1 },
        EventRefusal::Plan(PlanFault::TooFew { least: 2 }),
        EventRefusal::Plan(PlanFault::TooMuch { load: 24, groups: Some((2, 2)) }),
        EventRefusal::Plan(PlanFault::TooMuch { load: 24, groups: None }),
        EventRefusal::Plan(PlanFault::TooMuch { load: 510, groups: None }),
        EventRefusal::Plan(PlanFault::TooLong { rounds: 3 }),
    ];
    why.into_iter().map(|why| Refusal::Event { name: "spring".to_owned(), why }).collect()
}

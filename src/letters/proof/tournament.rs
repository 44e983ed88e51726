//! Samples of everything that is said about tournaments.

use crate::club::tournament::{
    Done, Entry, Extended, Finish, Leaving, Meeting, Note, Outcome, Participation, PlanFault, Ruling, Tournament,
    TournamentGame, TournamentLine, TournamentPage, TournamentPlan, TournamentRefusal, TournamentStage,
};
use crate::club::{Game, News, PlayerId, Refusal, Reply, TournamentNews};
use crate::command::{ExportFormat, Timing, TournamentFormat, TournamentSeed, TournamentVacation};
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// A tournament of this format with one meeting of these two, and a bye.
fn tournament_of(
    format: TournamentFormat,
    stage: TournamentStage,
    game: &Game,
    outcomes: [Outcome; 2],
) -> Option<Tournament> {
    let (ann, bob) = (&game.head.attackers, &game.head.defenders);
    let entry = |player: &PlayerId| Entry {
        player: player.clone(),
        joined: DateTime::<Utc>::UNIX_EPOCH,
        participation: Participation::Playing,
    };
    let games = [(1, ann, bob), (2, bob, ann)].into_iter().zip(outcomes);
    let games = games.map(|((number, attackers, defenders), outcome)| TournamentGame {
        number,
        attackers: attackers.clone(),
        defenders: defenders.clone(),
        outcome,
        plies: 9,
        on_time: false,
    });
    let section = u32::from(format == TournamentFormat::Groups);
    let meeting =
        Meeting { section, round: 1, place: 0, home: ann.clone(), away: Some(bob.clone()), games: games.collect() };
    let bye = Meeting { section, round: 2, place: 0, home: ann.clone(), away: None, games: Vec::new() };
    Some(Tournament {
        name: "a234567890123456".parse().ok()?,
        stage,
        plan: TournamentPlan {
            format,
            third: true,
            entry: 5,
            seed: seed(format),
            best: u32::from(format == TournamentFormat::Groups),
            vacation: vacation(format),
            close: "2027-02-28".parse().ok(),
            round: Some(1_814_400).filter(|_| format == TournamentFormat::Swiss),
            clock: clock(format),
            ..TournamentPlan::default()
        },
        variant: game.head.variant.clone(),
        title: game.head.title.clone(),
        rules: game.rules().clone(),
        organizers: vec![ann.clone()],
        entries: vec![entry(ann), entry(bob)],
        meetings: vec![meeting, bye],
        lot: "0123456789abcdef".to_owned(),
        held: Some(DateTime::<Utc>::UNIX_EPOCH).filter(|_| format == TournamentFormat::Groups),
        due: Some(DateTime::<Utc>::UNIX_EPOCH).filter(|_| format == TournamentFormat::Swiss),
        began: None,
        wishes: Vec::new(),
        notes: notes(ann),
        created: DateTime::<Utc>::UNIX_EPOCH,
        imported: None,
    })
}

fn seed(format: TournamentFormat) -> TournamentSeed {
    match format {
        TournamentFormat::Swiss => TournamentSeed::Lot,
        TournamentFormat::Knockout => TournamentSeed::Rating,
        _ => TournamentSeed::Entry,
    }
}

fn vacation(format: TournamentFormat) -> TournamentVacation {
    match format {
        TournamentFormat::RoundRobin => TournamentVacation::Days(10),
        TournamentFormat::Swiss => TournamentVacation::None,
        _ => TournamentVacation::Allow,
    }
}

/// A clock for two formats, none for the others.
fn clock(format: TournamentFormat) -> Timing {
    let written = match format {
        TournamentFormat::RoundRobin => "standard,grace=12h,first=5d",
        TournamentFormat::Swiss => "triple",
        _ => "none",
    };
    Timing::read(written).unwrap_or(Timing::Unlimited)
}

fn played(winner: tafl::Side, plies: u32) -> Outcome {
    Outcome::Played { winner: Some(winner), plies, taken: [3, 2] }
}

/// Every ruling.
fn rulings() -> Vec<Ruling> {
    let bob = || "bob".to_owned();
    let withdrew = |cause, struck, boards| Ruling::Withdrew {
        player: bob(),
        cause,
        struck,
        finished: 1,
        scheduled: 4,
        boards,
        before: Vec::new(),
    };
    let decided = |winner| Ruling::Decided { number: 1, winner, before: Vec::new() };
    let so_far = |winner| Ruling::CountedSoFar { number: 1, winner, before: Vec::new() };
    let extended = |to| Ruling::Extended { to, seconds: 259_200, boards: Vec::new() };
    let organizers = |added: &[&str], dropped: &[&str]| Ruling::Organizers {
        added: added.iter().map(ToString::to_string).collect(),
        dropped: dropped.iter().map(ToString::to_string).collect(),
    };
    let substituted = |boards| Ruling::Substituted { out: bob(), player: "cai".to_owned(), boards };
    vec![
        Ruling::Created,
        Ruling::Set { terms: "-max=12".to_owned() },
        Ruling::Opened,
        Ruling::Closed,
        Ruling::Started,
        Ruling::RoundBegan { round: 2, open: Vec::new() },
        Ruling::RoundBegan { round: 2, open: vec![1, 2] },
        Ruling::RoundOver { round: 1, boards: vec![1] },
        Ruling::RoundOver { round: 1, boards: Vec::new() },
        so_far(Some(bob())),
        so_far(None),
        Ruling::Swapped { one: bob(), other: "cai".to_owned(), met: Vec::new() },
        Ruling::Swapped { one: bob(), other: "cai".to_owned(), met: vec!["bob v dan".to_owned()] },
        Ruling::ByeGiven { player: bob(), met: Vec::new() },
        Ruling::ByeGiven { player: bob(), met: vec!["cai v dan".to_owned()] },
        Ruling::Finished { by: Finish::Played },
        Ruling::Finished { by: Finish::Stuck },
        Ruling::Finished { by: Finish::TooFew },
        Ruling::Finished { by: Finish::Early },
        Ruling::Finished { by: Finish::CalledOff },
        withdrew(Leaving::Own, true, vec![1, 2]),
        withdrew(Leaving::Organizer, false, vec![1]),
        withdrew(Leaving::Timeouts, false, Vec::new()),
        withdrew(Leaving::NoShow, true, vec![1]),
        withdrew(Leaving::SignedOff, false, Vec::new()),
        withdrew(Leaving::Gone, true, vec![1]),
        Ruling::LeftOut { player: bob(), cause: Leaving::SignedOff },
        Ruling::LeftOut { player: bob(), cause: Leaving::Gone },
        decided(Some(bob())),
        decided(None),
        extended(Extended::Board(1)),
        extended(Extended::Player(bob())),
        extended(Extended::Everybody),
        Ruling::Held,
        Ruling::Resumed,
        substituted(Vec::new()),
        substituted(vec![1]),
        substituted(vec![1, 2]),
        Ruling::AutoVacation { player: bob(), number: 1, days: 1 },
        Ruling::AutoVacation { player: bob(), number: 1, days: 7 },
        Ruling::Announced { text: "words".to_owned() },
        organizers(&["bob"], &[]),
        organizers(&["bob", "cai"], &["dan"]),
        organizers(&[], &["bob", "cai"]),
        Ruling::Undone { number: 7, ruling: Box::new(decided(None)) },
    ]
}

fn is_by_the_server(ruling: &Ruling) -> bool {
    match ruling {
        Ruling::RoundBegan { .. } | Ruling::RoundOver { .. } | Ruling::LeftOut { .. } | Ruling::AutoVacation { .. } => {
            true
        }
        Ruling::Finished { by } => !matches!(by, Finish::Early | Finish::CalledOff),
        Ruling::Withdrew { cause, .. } => !matches!(cause, Leaving::Own | Leaving::Organizer),
        _ => false,
    }
}

fn notes(by: &PlayerId) -> Vec<Note> {
    let notes = rulings().into_iter().zip(1..).map(|(ruling, number)| {
        let who = Some(by.clone()).filter(|_| !is_by_the_server(&ruling));
        Note { number, at: DateTime::<Utc>::UNIX_EPOCH, who, ruling, why: "words".to_owned() }
    });
    notes.collect()
}

/// Every letter of a tournament.
pub(super) fn notices(game: &Game) -> Vec<News> {
    let won = [played(tafl::Side::Attackers, 9), played(tafl::Side::Attackers, 7)];
    let Some(tournament) = tournament_of(TournamentFormat::Knockout, TournamentStage::Running, game, won).map(Arc::new)
    else {
        return Vec::new();
    };
    let mut of_tournament = game.clone();
    of_tournament.head.tournament = Some((tournament.name.clone(), 1));
    let one = vec![Arc::new(of_tournament)];
    let began = |games, free| TournamentNews::Began { games, free };
    let many = [one.clone(), one.clone(), one.clone()].concat();
    let news = [
        began(one.clone(), Vec::new()),
        began(many, vec![1, 3]),
        began(Vec::new(), vec![1]),
        began(Vec::new(), vec![2]),
        TournamentNews::Finished { by: Finish::Played },
        TournamentNews::Finished { by: Finish::Early },
    ];
    // Each format at its beginning, and in a later round.
    let begun = TournamentFormat::ALL.into_iter().flat_map(|format| {
        let so_far = [None, Some(tafl::Side::Attackers)].map(|winner| Outcome::Provisional { winner });
        let stages = [[Outcome::Open; 2], won, so_far].into_iter();
        let tournaments =
            stages.filter_map(move |outcomes| tournament_of(format, TournamentStage::Running, game, outcomes));
        let news = began(one.clone(), vec![2]);
        tournaments.map(move |tournament| News::Tournament { tournament: Arc::new(tournament), news: news.clone() })
    });
    let ann = &game.head.attackers;
    let decided = rulings().into_iter().flat_map(|ruling| {
        let by = Some(ann.clone()).filter(|_| !is_by_the_server(&ruling));
        let turns = [Vec::new(), vec![game.head.clone()], vec![game.head.clone(); 3]];
        turns.map(|turns| TournamentNews::Decided {
            ruling: ruling.clone(),
            by: by.clone(),
            why: "words".to_owned(),
            turns,
        })
    });
    let of_all = news.into_iter().chain(decided).map(|news| News::Tournament { tournament: tournament.clone(), news });
    let called_off = Tournament { meetings: Vec::new(), ..(*tournament).clone() };
    let called_off =
        News::Tournament { tournament: Arc::new(called_off), news: TournamentNews::Finished { by: Finish::CalledOff } };
    let swiss = tournament_of(TournamentFormat::Swiss, TournamentStage::Finished, game, won).map(Arc::new);
    let stopped = swiss.into_iter().flat_map(|tournament| {
        let news =
            [Finish::Stuck, Finish::TooFew, Finish::Early, Finish::Played].map(|by| TournamentNews::Finished { by });
        news.map(|news| News::Tournament { tournament: tournament.clone(), news })
    });
    of_all.chain(begun).chain([called_off]).chain(stopped).collect()
}

/// Every part of an answer about tournaments.
pub(super) fn replies(game: &Game) -> Vec<Reply> {
    let attackers = |plies| played(tafl::Side::Attackers, plies);
    let so_far = [None, Some(tafl::Side::Attackers)].map(|winner| Outcome::Provisional { winner });
    let samples = [
        (TournamentFormat::RoundRobin, TournamentStage::Draft, [Outcome::Open; 2]),
        (TournamentFormat::Groups, TournamentStage::Open, [attackers(9), attackers(7)]),
        (TournamentFormat::Swiss, TournamentStage::Closed, [attackers(9), played(tafl::Side::Defenders, 7)]),
        (TournamentFormat::Knockout, TournamentStage::Running, [attackers(9), attackers(7)]),
        (TournamentFormat::Knockout, TournamentStage::Finished, [attackers(9), attackers(9)]),
        (TournamentFormat::Swiss, TournamentStage::Running, so_far),
    ];
    let pages = [
        TournamentPage::Terms { done: None },
        TournamentPage::Standings,
        TournamentPage::Crosstable,
        TournamentPage::Status,
        TournamentPage::Pairings { preview: false, absent: Vec::new() },
        TournamentPage::Finish,
    ];
    let mut replies = vec![Reply::Tournaments { tournaments: Vec::new() }];
    for struck in [1, 2] {
        let Some(mut tournament) = tournament_of(TournamentFormat::RoundRobin, TournamentStage::Running, game, so_far)
        else {
            continue;
        };
        tournament.entries.iter_mut().take(struck).for_each(|entry| entry.participation = Participation::Struck);
        let tournament = Arc::new(tournament);
        let pages = [TournamentPage::Standings, TournamentPage::Crosstable];
        replies.extend(pages.map(|page| Reply::Tournament { tournament: tournament.clone(), page }));
    }
    if let Some(tournament) = tournament_of(TournamentFormat::Swiss, TournamentStage::Closed, game, so_far) {
        let page = TournamentPage::Pairings { preview: true, absent: Vec::new() };
        replies.push(Reply::Tournament { tournament: Arc::new(tournament), page });
    }
    for (format, stage, outcomes) in samples {
        let Some(tournament) = tournament_of(format, stage, game, outcomes).map(Arc::new) else { continue };
        replies
            .extend(pages.iter().map(|page| Reply::Tournament { tournament: tournament.clone(), page: page.clone() }));
        let (name, title) = (tournament.name.clone(), tournament.title.clone());
        replies.push(Reply::Tournaments {
            tournaments: vec![TournamentLine { name, stage, title, players: 2, organizers: Vec::new() }],
        });
        if format == TournamentFormat::RoundRobin {
            let (name, format) = (tournament.name.clone(), ExportFormat::Json);
            replies.push(Reply::TournamentExported { name, format, text: "{}".to_owned() });
            let done = Done::ALL
                .into_iter()
                .flat_map(|done| [TournamentPage::Terms { done: Some(done) }, TournamentPage::Done(done)]);
            let preview = |ruling: Ruling| {
                let by = Some(game.head.attackers.clone()).filter(|_| !is_by_the_server(&ruling));
                TournamentPage::Preview { ruling, by, why: "words".to_owned(), readers: 2 }
            };
            let bob = [game.head.defenders.clone()];
            let both = [game.head.attackers.clone(), game.head.defenders.clone()];
            let absent = [Vec::new(), bob.to_vec(), both.to_vec()];
            let pairings = absent.map(|absent| TournamentPage::Pairings { preview: true, absent });
            let pages = done.chain(pairings).chain([TournamentPage::Record]);
            let pages = pages.chain(rulings().into_iter().map(preview));
            replies.extend(pages.map(|page| Reply::Tournament { tournament: tournament.clone(), page }));
        }
    }
    replies
}

/// Every refusal about a tournament.
pub(super) fn refusals() -> Vec<Refusal> {
    let why = [
        TournamentRefusal::Unknown { nearest: Vec::new() },
        TournamentRefusal::Unknown { nearest: vec!["spring".to_owned()] },
        TournamentRefusal::Taken,
        TournamentRefusal::MayNotCreate,
        TournamentRefusal::TooManyTournaments { max: 20 },
        TournamentRefusal::NotOrganizer,
        TournamentRefusal::NotOpen,
        TournamentRefusal::Begun,
        TournamentRefusal::NotBegun,
        TournamentRefusal::Over,
        TournamentRefusal::AlreadyIn,
        TournamentRefusal::NotIn,
        TournamentRefusal::PlaysNot { player: "bob".to_owned() },
        TournamentRefusal::NoReason { player: "bob".to_owned() },
        TournamentRefusal::NotItsBoard { number: 1 },
        TournamentRefusal::NoRoundAfter,
        TournamentRefusal::NothingToPair,
        TournamentRefusal::NoBye,
        TournamentRefusal::HadBye { player: "bob".to_owned() },
        TournamentRefusal::TooManyWishes { max: 40 },
        TournamentRefusal::NoClosingDate,
        TournamentRefusal::BoardOver { number: 1 },
        TournamentRefusal::Full { max: 24 },
        TournamentRefusal::TooFewGames { least: 5, finished: 1 },
        TournamentRefusal::HeldAlready,
        TournamentRefusal::NotHeld,
        TournamentRefusal::NoTimeCounts,
        TournamentRefusal::NoSuchPlayer { player: "bob".to_owned() },
        TournamentRefusal::SignedOff { player: "bob".to_owned() },
        TournamentRefusal::PlaysAlready { player: "bob".to_owned() },
        TournamentRefusal::OrganizesNot { player: "bob".to_owned() },
        TournamentRefusal::OrganizersWanted { max: 8 },
        TournamentRefusal::NothingChanges,
        TournamentRefusal::TooLateToSubstitute { player: "bob".to_owned(), finished: 1, scheduled: 4 },
        TournamentRefusal::TooManyAnnouncements { max: 3 },
        TournamentRefusal::NothingToUndo,
        TournamentRefusal::NotUndone,
        TournamentRefusal::TooLateToUndo,
        TournamentRefusal::WentOn,
        TournamentRefusal::DecidedSince,
        TournamentRefusal::IdleTerm { term: "-rounds=2".to_owned(), wants: TournamentFormat::Swiss },
        TournamentRefusal::IdleTerm { term: "-qualify=2".to_owned(), wants: TournamentFormat::Groups },
        TournamentRefusal::IdleTerm { term: "-third=yes".to_owned(), wants: TournamentFormat::Knockout },
        TournamentRefusal::Plan(PlanFault::TooFew { least: 2 }),
        TournamentRefusal::Plan(PlanFault::TooMuch { load: 24, groups: Some((2, 2)) }),
        TournamentRefusal::Plan(PlanFault::TooMuch { load: 24, groups: None }),
        TournamentRefusal::Plan(PlanFault::TooMuch { load: 510, groups: None }),
        TournamentRefusal::Plan(PlanFault::TooLong { rounds: 3 }),
    ];
    why.into_iter().map(|why| Refusal::Tournament { name: "spring".to_owned(), why }).collect()
}

//! What can be done with a tournament, by an organizer, or by a player for themselves.

use crate::chance::Chance;
use crate::clock::Closing;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::tournament_page::{Done, TournamentPage};
use crate::club::exchange::view::View;
use crate::club::model::plan::TournamentPlan;
use crate::club::model::player::PlayerId;
use crate::club::model::ruling::{Finish, Ruling};
use crate::club::model::tournament::{Entry, Tournament, TournamentStage};
use crate::club::model::tournament_change::{OfTournament, TournamentChange};
use crate::club::model::tournament_name::TournamentName;
use crate::club::model::tournament_refusal::TournamentRefusal;
use crate::club::organizing::absence::{leave_out, write_off};
use crate::club::organizing::begin_round::begin;
use crate::club::organizing::changes_and_news::{RulingTold, change, note, schedule};
use crate::club::organizing::organizer::shown_first;
use crate::club::organizing::{advance, changes_and_news, organizer};
use crate::club::pairing_and_standings::game_value::Participation;
use crate::club::tournament::export;
use crate::club::tournament::format::Next;
use crate::club::tournament::next_round::next;
use crate::club::tournament::plan_check;
use crate::club::tournament::seeding::seed;
use crate::command;
use crate::command::{Place, TournamentAsk, TournamentCommand, TournamentTerm, Who, nearest};
use crate::tafl;
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// Does what a proven sender asks about a tournament.
pub fn act(auth: &Authenticated, asked: &TournamentCommand, chance: &mut Chance) -> Decision {
    let TournamentCommand::Of { name, ask } = asked else {
        return Decision::default();
    };
    let done = if let TournamentAsk::Create { variant, terms } = ask {
        create(auth, name, variant, terms, chance)
    } else {
        known(auth.view, name, Some(auth.sender))
            .and_then(|tournament| on_tournament(auth, tournament, asked, ask, chance))
    };
    match done {
        Ok(decision) => Decision { sender: Some(auth.sender.clone()), ..decision },
        Err(why) => refuse(Refusal::Tournament { name: name.clone(), why }),
    }
}

/// What anybody may see. `sender` is the player who asks, if it is one.
pub fn look(view: &View, asked: &TournamentCommand, sender: Option<&PlayerId>) -> Vec<Reply> {
    let (name, ask) = match asked {
        TournamentCommand::List => {
            let listed = view.tournament_list.iter().filter(|line| line.is_listed_to(sender));
            return vec![Reply::Tournaments { tournaments: listed.cloned().collect() }];
        }
        TournamentCommand::Of { name, ask } => (name, ask),
    };
    let tournament = match known(view, name, sender) {
        Ok(tournament) => tournament,
        Err(why) => return vec![Reply::Refused(Refusal::Tournament { name: name.clone(), why })],
    };
    let page = match ask {
        TournamentAsk::Standings => TournamentPage::Standings,
        TournamentAsk::Crosstable => TournamentPage::Crosstable,
        TournamentAsk::Status => TournamentPage::Status,
        TournamentAsk::Record => TournamentPage::Record,
        TournamentAsk::Pairings => return vec![pairings(view, tournament)],
        TournamentAsk::Export { format } => {
            let text = export::write(&view.games, tournament, *format);
            return vec![Reply::TournamentExported { name: tournament.name.clone(), format: *format, text }];
        }
        TournamentAsk::Show => TournamentPage::Terms { done: None },
        // These are no question: `act` does them.
        TournamentAsk::Create { .. }
        | TournamentAsk::Set { .. }
        | TournamentAsk::Open
        | TournamentAsk::Close
        | TournamentAsk::Join
        | TournamentAsk::Leave
        | TournamentAsk::Swap { .. }
        | TournamentAsk::Bye { .. }
        | TournamentAsk::Start
        | TournamentAsk::Finish
        | TournamentAsk::Withdraw { .. }
        | TournamentAsk::Adjudicate { .. }
        | TournamentAsk::Extend { .. }
        | TournamentAsk::Hold { .. }
        | TournamentAsk::Resume { .. }
        | TournamentAsk::Substitute { .. }
        | TournamentAsk::Announce { .. }
        | TournamentAsk::Organizers { .. }
        | TournamentAsk::Undo { .. } => return Vec::new(),
    };
    vec![Reply::Tournament { tournament: Arc::new(tournament.clone()), page }]
}

/// The pairings as they are, or as they would be. Nothing is written.
fn pairings(view: &View, tournament: &Tournament) -> Reply {
    let mut shown = tournament.clone();
    let mut absent = Vec::new();
    if tournament.stage < TournamentStage::Running {
        absent.extend(leave_out(view, &mut shown).into_iter().map(|(player, _)| player));
        seed(view.ledger.as_ref(), &mut shown);
        if let Next::Meetings(meetings) = next(&shown) {
            shown.meetings = meetings;
        }
    }
    let preview = tournament.stage < TournamentStage::Running && !shown.meetings.is_empty();
    Reply::Tournament { tournament: Arc::new(shown), page: TournamentPage::Pairings { preview, absent } }
}

fn known<'a>(view: &'a View, name: &str, sender: Option<&PlayerId>) -> Result<&'a Tournament, TournamentRefusal> {
    let tournament = name.parse::<TournamentName>().ok().and_then(|name| view.tournaments.get(&name));
    tournament.ok_or_else(|| {
        let listed = view.tournament_list.iter().filter(|line| line.is_listed_to(sender));
        let known = listed.map(|line| line.name.as_str());
        TournamentRefusal::Unknown {
            nearest: nearest(name, Place::Name, known).into_iter().map(str::to_owned).collect(),
        }
    })
}

/// The most unfinished tournaments of one organizer.
const OPEN_TOURNAMENTS_MAX: u32 = 20;

fn create(
    auth: &Authenticated,
    name: &str,
    variant: &tafl::Variant,
    terms: &[TournamentTerm],
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    let name = name.parse::<TournamentName>().ok().filter(|name| command::is_tournament_name(name.as_str()));
    let name = name.ok_or(TournamentRefusal::Unknown { nearest: Vec::new() })?;
    if !auth.request.organizers.contains(auth.sender) {
        return Err(TournamentRefusal::MayNotCreate);
    }
    if auth.view.tournaments.contains_key(&name) {
        return Err(TournamentRefusal::Taken);
    }
    let own = auth.view.tournament_list.iter().filter(|line| line.organizers.contains(auth.sender));
    let unfinished = own.filter(|line| line.stage != TournamentStage::Finished).count() as u32;
    if unfinished >= OPEN_TOURNAMENTS_MAX {
        return Err(TournamentRefusal::TooManyTournaments { max: OPEN_TOURNAMENTS_MAX });
    }
    let plan = planned(auth, TournamentPlan::default().in_house(&auth.request.rules), terms)?;
    let at = auth.request.received;
    let drawn = chance.bytes::<8>();
    let tournament = Tournament {
        name,
        stage: TournamentStage::Draft,
        plan,
        variant: variant.name.clone(),
        title: variant.title.clone(),
        rules: Arc::new(variant.rules.clone()),
        organizers: vec![auth.sender.clone()],
        entries: Vec::new(),
        meetings: Vec::new(),
        lot: drawn.iter().map(|byte| format!("{byte:02x}")).collect(),
        held: None,
        due: None,
        began: None,
        wishes: Vec::new(),
        notes: Vec::new(),
        created: at,
        imported: None,
    };
    let mut decision = Decision::default();
    let created = TournamentChange::Created {
        plan: tournament.plan.clone(),
        variant: tournament.variant.clone(),
        title: tournament.title.clone(),
        rules: tournament.rules.clone(),
        organizer: auth.sender.clone(),
        lot: tournament.lot.clone(),
        at,
    };
    decision.changes.push(Change::Tournament(OfTournament { tournament: tournament.name.clone(), change: created }));
    note(&mut decision, &tournament, Some(auth.sender), at, Ruling::Created, "");
    Ok(told(decision, tournament, TournamentPage::Terms { done: Some(Done::Created) }))
}

/// How far ahead a closing date may be.
const CLOSE_AHEAD_MAX: TimeDelta = TimeDelta::days(730);

fn may_close(auth: &Authenticated, at: Option<DateTime<Utc>>) -> Result<(), TournamentRefusal> {
    let now = auth.request.received;
    match at.is_some_and(|at| now < at && at < now + CLOSE_AHEAD_MAX) {
        true => Ok(()),
        false => Err(TournamentRefusal::NoClosingDate),
    }
}

/// The plan with these terms. Each must mean something in its format.
fn planned(
    auth: &Authenticated,
    plan: TournamentPlan,
    terms: &[TournamentTerm],
) -> Result<TournamentPlan, TournamentRefusal> {
    let mut plan = plan.with(terms).pinned(&auth.request.rules);
    if terms.iter().any(|term| matches!(term, TournamentTerm::Close(Some(_)))) {
        let own = auth.view.players.get(auth.sender).and_then(|player| player.settings.zone);
        plan.close = plan.close.map(|closing| closing.in_zone(own.unwrap_or(auth.request.rules.zone)));
        may_close(auth, plan.close.and_then(Closing::at))?;
    }
    match plan_check::idle(&plan, terms) {
        Some((term, wants)) => Err(TournamentRefusal::IdleTerm { term, wants }),
        None => Ok(plan),
    }
}

fn on_tournament(
    auth: &Authenticated,
    tournament: &Tournament,
    asked: &TournamentCommand,
    ask: &TournamentAsk,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    if tournament.imported.is_some() {
        // A player with an organizer's id on this server need not be that person.
        return Err(TournamentRefusal::Over);
    }
    if ask.access().who == Who::Organizer
        && !ask.withdraws(auth.sender.as_str())
        && !tournament.is_organizer(auth.sender)
    {
        return Err(TournamentRefusal::NotOrganizer);
    }
    let tournament = tournament.clone();
    match ask {
        TournamentAsk::Join => join(auth, tournament),
        TournamentAsk::Leave => leave(auth, tournament),
        TournamentAsk::Set { terms } => set(auth, tournament, terms),
        TournamentAsk::Open => reach(auth, tournament, TournamentStage::Open),
        TournamentAsk::Close => reach(auth, tournament, TournamentStage::Closed),
        TournamentAsk::Start => start(auth, tournament, asked, chance),
        TournamentAsk::Withdraw { player, why } => {
            organizer::withdraw(auth, tournament, player.as_deref(), why, asked, chance)
        }
        TournamentAsk::Adjudicate { number, provisional: true, winner, why } => {
            organizer::count_so_far(auth, tournament, *number, *winner, why, asked, chance)
        }
        TournamentAsk::Adjudicate { number, winner, why, .. } => {
            organizer::adjudicate(auth, tournament, *number, *winner, why, asked, chance)
        }
        TournamentAsk::Extend { to, seconds, why } => {
            organizer::extend(auth, tournament, to, *seconds, why, asked, chance)
        }
        TournamentAsk::Hold { why } => organizer::hold(auth, tournament, why, asked, chance),
        TournamentAsk::Resume { why } => organizer::resume(auth, tournament, why, asked, chance),
        TournamentAsk::Substitute { out, player } => {
            organizer::substitute(auth, tournament, out, player, asked, chance)
        }
        TournamentAsk::Announce { text } => organizer::announce(auth, tournament, text, asked, chance),
        TournamentAsk::Organizers { added, dropped } => {
            organizer::organizers(auth, tournament, added, dropped, asked, chance)
        }
        TournamentAsk::Swap { one, other } => organizer::swap(auth, tournament, one, other, asked, chance),
        TournamentAsk::Bye { player } => organizer::bye(auth, tournament, player, asked, chance),
        TournamentAsk::Undo { number } => {
            let name = tournament.name.to_string();
            organizer::undo(auth, tournament, *number, &name, chance)
        }
        TournamentAsk::Finish => finish(auth, tournament, asked, chance),
        // Queries have been answered, and creating is about no existing tournament.
        TournamentAsk::Show
        | TournamentAsk::Create { .. }
        | TournamentAsk::Pairings
        | TournamentAsk::Standings
        | TournamentAsk::Crosstable
        | TournamentAsk::Status
        | TournamentAsk::Export { .. }
        | TournamentAsk::Record => Ok(Decision::default()),
    }
}

fn told(mut decision: Decision, tournament: Tournament, page: TournamentPage) -> Decision {
    decision.replies.push(Reply::Tournament { tournament: Arc::new(tournament), page });
    decision
}

fn not_begun(tournament: &Tournament) -> Result<(), TournamentRefusal> {
    match tournament.stage {
        TournamentStage::Draft | TournamentStage::Open | TournamentStage::Closed => Ok(()),
        TournamentStage::Running => Err(TournamentRefusal::Begun),
        TournamentStage::Finished => Err(TournamentRefusal::Over),
    }
}

fn join(auth: &Authenticated, mut tournament: Tournament) -> Result<Decision, TournamentRefusal> {
    not_begun(&tournament)?;
    if tournament.entry(auth.sender).is_some() {
        return Err(TournamentRefusal::AlreadyIn);
    }
    // A player who wrote in time is not late, however late the mail was found. The clockwork closes the tournament when all earlier mails
    // have been read.
    if tournament.stage != TournamentStage::Open
        || tournament.closes().is_some_and(|closes| closes <= auth.request.earliest)
    {
        return Err(TournamentRefusal::NotOpen);
    }
    if tournament.entries.len() as u32 >= tournament.plan.max {
        return Err(TournamentRefusal::Full { max: tournament.plan.max });
    }
    let finished = auth.view.finished_games.get(auth.sender).copied().unwrap_or(0);
    if finished < tournament.plan.entry {
        return Err(TournamentRefusal::TooFewGames { least: tournament.plan.entry, finished });
    }
    let at = auth.request.received;
    let mut decision = Decision::default();
    change(&mut decision, &tournament, TournamentChange::Joined { player: auth.sender.clone(), at });
    tournament.entries.push(Entry { player: auth.sender.clone(), joined: at, participation: Participation::Playing });
    Ok(told(decision, tournament, TournamentPage::Terms { done: Some(Done::Joined) }))
}

fn leave(auth: &Authenticated, mut tournament: Tournament) -> Result<Decision, TournamentRefusal> {
    not_begun(&tournament)?;
    if tournament.entry(auth.sender).is_none() {
        return Err(TournamentRefusal::NotIn);
    }
    let mut decision = Decision::default();
    changes_and_news::forget_wishes(&mut decision, &mut tournament, auth.sender);
    change(&mut decision, &tournament, TournamentChange::Left { player: auth.sender.clone() });
    tournament.entries.retain(|entry| entry.player != *auth.sender);
    Ok(told(decision, tournament, TournamentPage::Done(Done::Left)))
}

fn set(
    auth: &Authenticated,
    mut tournament: Tournament,
    terms: &[TournamentTerm],
) -> Result<Decision, TournamentRefusal> {
    not_begun(&tournament)?;
    tournament.plan = planned(auth, tournament.plan.clone(), terms)?;
    let mut decision = Decision::default();
    change(&mut decision, &tournament, TournamentChange::PlanSet { plan: tournament.plan.clone() });
    let due = tournament.closes().filter(|_| tournament.stage == TournamentStage::Open);
    schedule(&mut decision, &mut tournament, due);
    let what = terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    note(&mut decision, &tournament, Some(auth.sender), auth.request.received, Ruling::Set { terms: what }, "");
    Ok(told(decision, tournament, TournamentPage::Terms { done: Some(Done::Set) }))
}

fn reach(
    auth: &Authenticated,
    mut tournament: Tournament,
    stage: TournamentStage,
) -> Result<Decision, TournamentRefusal> {
    not_begun(&tournament)?;
    let (ruling, done) = match stage {
        TournamentStage::Open => (Ruling::Opened, Done::Opened),
        TournamentStage::Draft | TournamentStage::Closed | TournamentStage::Running | TournamentStage::Finished => {
            (Ruling::Closed, Done::Closed)
        }
    };
    if stage == TournamentStage::Open && tournament.plan.close.is_some() {
        may_close(auth, tournament.closes())?;
    }
    tournament.stage = stage;
    let mut decision = Decision::default();
    change(&mut decision, &tournament, TournamentChange::Reached { stage });
    let due = tournament.closes().filter(|_| stage == TournamentStage::Open);
    schedule(&mut decision, &mut tournament, due);
    note(&mut decision, &tournament, Some(auth.sender), auth.request.received, ruling, "");
    Ok(told(decision, tournament, TournamentPage::Done(done)))
}

fn start(
    auth: &Authenticated,
    mut tournament: Tournament,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    not_begun(&tournament)?;
    let joined = tournament.clone();
    let absent = leave_out(auth.view, &mut tournament);
    seed(auth.view.ledger.as_ref(), &mut tournament);
    plan_check::check(&tournament.plan, tournament.entries.len() as u32).map_err(TournamentRefusal::Plan)?;
    let Next::Meetings(meetings) = next(&tournament) else {
        return Err(TournamentRefusal::Plan(crate::club::model::plan::PlanFault::TooFew { least: 2 }));
    };
    if !auth.request.confirmed {
        return Ok(shown_first(asked, pairings(auth.view, &joined)));
    }
    let at = auth.request.received;
    let mut decision = Decision::default();
    for (player, cause) in &absent {
        write_off(&mut decision, auth.view, &mut tournament, player, *cause, at, chance);
    }
    let order = || tournament.entries.iter().map(|entry| entry.player.clone()).collect();
    change(&mut decision, &tournament, TournamentChange::Seeded { order: order() });
    change(&mut decision, &tournament, TournamentChange::Reached { stage: TournamentStage::Running });
    tournament.began = Some(at);
    change(&mut decision, &tournament, TournamentChange::Began { at });
    note(&mut decision, &tournament, Some(auth.sender), at, Ruling::Started, "");
    begin(&mut decision, auth.view, &mut tournament, meetings, at, chance);
    // The organizers hear of it by the letter that everybody gets.
    Ok(decision)
}

/// An organizer ends a tournament early, or calls off one that has not begun.
fn finish(
    auth: &Authenticated,
    mut tournament: Tournament,
    asked: &TournamentCommand,
    chance: &mut Chance,
) -> Result<Decision, TournamentRefusal> {
    if tournament.stage == TournamentStage::Finished {
        return Err(TournamentRefusal::Over);
    }
    let begun = tournament.stage == TournamentStage::Running;
    if !auth.request.confirmed {
        let preview = Reply::Tournament { tournament: Arc::new(tournament), page: TournamentPage::Finish };
        return Ok(shown_first(asked, preview));
    }
    let at = auth.request.received;
    let mut decision = Decision::default();
    if tournament.held.is_some() {
        // Nobody could let them go on afterwards.
        let turns = organizer::go_on(&mut decision, auth.view, &mut tournament, at);
        let (by, told) = (Some(auth.sender), tournament.concerned());
        note(&mut decision, &tournament, by, at, Ruling::Resumed, "");
        let told = RulingTold { ruling: Ruling::Resumed, by, why: "", readers: &told, turns: &turns };
        changes_and_news::tell_ruling(&mut decision, auth.view, &tournament, told, at, chance);
    }
    let by = if begun { Finish::Early } else { Finish::CalledOff };
    note(&mut decision, &tournament, Some(auth.sender), at, Ruling::Finished { by }, "");
    advance::finish(&mut decision, auth.view, &mut tournament, by, at, chance);
    Ok(decision)
}

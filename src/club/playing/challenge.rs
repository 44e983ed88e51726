//! Challenges: a challenge waits until the other player accepts it, and keeps its board number then.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::board_news::BoardReport;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::{GameEvent, Replaced};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::view::{Awaiting, View};
use crate::club::exchange::{board_news, notices_out};
use crate::club::model::clock::Clock;
use crate::club::model::game::{Game, Head, Invitation, Stage};
use crate::club::model::player::{Player, PlayerId};
use crate::club::playing::vacation;
use crate::club::tournament::TournamentName;
use crate::command::{ChallengeAsk, Command, Doubt, PlayerAct, TEXT_CHARS_MAX, Terms, Timing, Verb, table};
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Challenges the other player. The player who is named first plays the attackers.
pub(crate) fn challenge(auth: &Authenticated, ask: &ChallengeAsk, chance: &mut Chance) -> Decision {
    let ChallengeAsk { first, second, terms, conditions, clock, instead } = ask;
    let conditions = *conditions;
    let is_own = |id: &str| auth.sender.as_str() == id;
    let (attackers, defenders) =
        match (known(auth, ask, first, is_own(second)), known(auth, ask, second, is_own(first))) {
            (Ok(attackers), Ok(defenders)) => (attackers, defenders),
            (Err(refusal), _) | (_, Err(refusal)) => return refuse_for_now(auth, refusal),
        };
    if attackers.id == defenders.id {
        return refuse(Refusal::AgainstYourself);
    }
    let challenger = if *auth.sender == attackers.id {
        tafl::Side::Attackers
    } else if *auth.sender == defenders.id {
        tafl::Side::Defenders
    } else {
        return refuse(Refusal::NotYourChallenge { player: auth.sender.clone() });
    };
    if let Some(player) =
        [attackers, defenders].into_iter().find(|player| !player.is_reachable() && player.id != *auth.sender)
    {
        return refuse(Refusal::Unreachable { player: player.id.clone() });
    }
    let (variant, title, rules, asked_as) = match terms {
        Terms::Variant(variant) => {
            (&variant.name, &variant.title, Arc::new(variant.rules.clone()), variant.asked_as.clone())
        }
        Terms::AsOn(number) => match auth.view.games.get(number) {
            Some(game) if game.head.conditions.private && game.head.side_of(auth.sender).is_none() => {
                return refuse(Refusal::PrivateBoard { number: *number });
            }
            Some(game) => (&game.head.variant, &game.head.title, game.rules().clone(), None),
            None => return refuse(Refusal::UnknownBoard { number: *number }),
        },
    };
    let clock = self::clock(auth, *clock);
    // With another clock, or unrated, it is another challenge. All rules of the players' own have the same name.
    let control = |clock: &Option<Clock>| clock.as_ref().map(|clock| clock.control);
    let same = |waiting: &&Head| {
        (&waiting.variant, waiting.conditions) == (variant, conditions)
            && control(&waiting.clock) == control(&clock)
            && variant != tafl::OWN_RULES
    };
    if let Some(waiting) = auth.view.invitations.iter().find(same) {
        // Two who invite each other to one game have both said that they want it.
        if let Some(game) = auth.view.games.get(&waiting.number).filter(|game| game.head.invited() == auth.sender) {
            return accept(auth, game, chance);
        }
        return refuse(Refusal::AlreadyInvited { number: waiting.number });
    }
    let instead = match instead.map(|number| taken_back(auth, number, [&attackers.id, &defenders.id])).transpose() {
        Ok(instead) => instead,
        Err(refusal) => return refuse(refusal),
    };
    let replaced = instead.map(|head| Replaced { number: head.number, is_own: head.invited() != auth.sender });
    // One of its author's own counts already, for both.
    let takes_room = !replaced.is_some_and(|replaced| replaced.is_own);
    for player in [&attackers.id, &defenders.id].into_iter().filter(|_| takes_room) {
        if let Err(refusal) = auth.view.room(player, auth.sender) {
            return refuse(refusal);
        }
    }
    let invitation = Invitation {
        number: auth.view.next_number,
        variant: variant.clone(),
        title: title.clone(),
        rules,
        attackers: attackers.id.clone(),
        defenders: defenders.id.clone(),
        challenger,
        clock,
        conditions,
        at: auth.request.received,
    };
    let game = Arc::new(invitation.game());
    let is_replaced = |game: &&Game| replaced.is_some_and(|replaced| replaced.number == game.head.number);
    let crossed = crossing(auth.view, &game.head).filter(|game| !is_replaced(game)).last();
    let crossed = crossed.map(|game| Box::new(game.head.clone()));
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    if let Some(head) = instead {
        // The letter about the new one tells of it.
        let stage = if head.invited() == auth.sender { Stage::Declined } else { Stage::Withdrawn };
        decision.changes.extend(to_stage(head, stage, auth.request.received));
    }
    decision.changes.push(Change::GameInvited(invitation));
    let news = BoardReport {
        event: GameEvent::Invited {
            asked_as,
            crossed,
            awaited: awaited(auth, ask, game.head.invited()),
            instead: replaced,
        },
        author: auth.sender,
        comment: auth.request.comment.as_str(),
    };
    board_news::tell_both(&mut decision, auth.view, &game, news, auth.request.received, chance);
    decision
}

/// The open challenge between two players, of which one is the sender, whose place another one takes.
fn taken_back<'a>(auth: &'a Authenticated, number: u32, players: [&PlayerId; 2]) -> Result<&'a Head, Refusal> {
    let unknown = Refusal::UnknownBoard { number };
    let head = &auth.view.games.get(&number).ok_or(unknown.clone())?.head;
    if !players.contains(&&head.attackers) || !players.contains(&&head.defenders) {
        return Err(unknown);
    }
    let is_open = head.stage == Stage::Invited;
    is_open.then_some(head).ok_or(Refusal::NoLongerOpen { number, begun: head.stage == Stage::Running })
}

/// The words beside a challenge of the invited player to the same game that has waited for the challenger to join.
fn awaited(auth: &Authenticated, ask: &ChallengeAsk, invited: &PlayerId) -> Option<String> {
    let mut waiting = auth.view.awaiting.get(auth.sender)?.iter();
    let is_it = |one: &&Awaiting| one.player == *invited && are_alike(&one.line, &line_of(ask));
    waiting.find(is_it).map(|one| one.words.clone())
}

/// Whether two lines challenge to the same game, whoever has which side: only the two words behind the command differ.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    const IDS: usize = 2;
    let command = table::entry(Verb::Challenge).name;
    let without_ids = |line: &str| {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let ids = words.iter().position(|word| word == command).map_or(words.len(), |at| at + 1);
        words.drain(ids..words.len().min(ids + IDS));
        words
    };
    without_ids(one) == without_ids(other)
}

/// Refuses a challenge. One to somebody who is not here yet is kept until they join.
fn refuse_for_now(auth: &Authenticated, refusal: Refusal) -> Decision {
    let mut changes = Vec::new();
    if let Refusal::NotHereYet { player, line, words } = &refusal {
        let (player, wanted) = (auth.sender.clone(), player.clone());
        let (line, words) = (line.clone(), words.clone());
        changes.push(Change::Awaited { player, wanted, line, words, at: auth.request.received });
    }
    Decision { changes, ..refuse(refusal) }
}

/// The clock that was asked for, or that of the policy.
pub(crate) fn clock(auth: &Authenticated, asked: Option<Timing>) -> Option<Clock> {
    let rules_of_house = &auth.request.rules;
    let control = match asked {
        Some(Timing::Control(control)) => Some(control),
        Some(Timing::Unlimited) => None,
        None => rules_of_house.clock,
    };
    control.map(|control| Clock::new(rules_of_house.pinned(control)))
}

/// The challenged player says yes: the game begins.
pub(crate) fn accept(auth: &Authenticated, game: &Game, chance: &mut Chance) -> Decision {
    let challenger = game.head.player(game.head.challenger);
    if challenger != auth.sender && auth.view.players.get(challenger).is_some_and(|player| !player.is_reachable()) {
        return refuse(Refusal::Unreachable { player: challenger.clone() });
    }
    // For the challenger it counts already.
    if game.head.invited() == auth.sender
        && let Err(refusal) = auth.view.room(auth.sender, auth.sender)
    {
        return refuse(refusal);
    }
    answer(auth, game, Stage::Running, GameEvent::Began, chance)
}

/// The challenges of the other player to the same game, with other sides or options. Both are told of them: perhaps they want only one game.
/// One with another clock, or unrated, or private, is another challenge.
fn crossing<'a>(view: &'a View, head: &Head) -> impl Iterator<Item = &'a Game> {
    let (challenger, invited) = (head.player(head.challenger).clone(), head.invited().clone());
    let name = |head: &Head| head.variant.split(' ').next().unwrap_or_default().to_owned();
    let control = |head: &Head| head.clock.as_ref().map(|clock| clock.control);
    let (own, variant, conditions, clock) = (head.number, name(head), head.conditions, control(head));
    let games = view.between.iter().filter_map(|waiting| view.games.get(&waiting.number));
    games.filter(move |game| {
        let head = &game.head;
        let is_reversed = *head.player(head.challenger) == invited && *head.invited() == challenger;
        let is_same = name(head) == variant && head.conditions == conditions && control(head) == clock;
        head.stage == Stage::Invited && head.number != own && is_reversed && is_same
    })
}

/// The challenged player says no.
pub(crate) fn decline(auth: &Authenticated, game: &Game, chance: &mut Chance) -> Decision {
    answer(auth, game, Stage::Declined, GameEvent::Declined, chance)
}

fn answer(auth: &Authenticated, game: &Game, stage: Stage, event: GameEvent, chance: &mut Chance) -> Decision {
    if game.head.invited() != auth.sender {
        let (number, opponent) = (game.head.number, game.head.invited().clone());
        return refuse(Refusal::OwnChallenge { number, opponent });
    }
    reach(auth, game, stage, event, chance)
}

/// The challenger withdraws the challenge.
pub(crate) fn withdraw(auth: &Authenticated, game: &Game, chance: &mut Chance) -> Decision {
    let number = game.head.number;
    if game.head.stage != Stage::Invited {
        return refuse(Refusal::NoLongerOpen { number, begun: game.head.stage == Stage::Running });
    }
    if game.head.invited() == auth.sender {
        return refuse(Refusal::NotTheChallenger { number });
    }
    reach(auth, game, Stage::Withdrawn, GameEvent::Withdrawn, chance)
}

/// After this number of moves a game cannot be made unrated any more: both players have made one.
const UNRATED_PLIES_MAX: u32 = 2;

/// Whether a player can still make the game unrated.
pub fn may_become_unrated(head: &Head) -> bool {
    or_why_not_unrated(head).is_ok()
}

/// Why no player can make the game unrated any more.
pub(crate) fn or_why_not_unrated(head: &Head) -> Result<(), Refusal> {
    let number = head.number;
    if head.tournament.is_some() {
        return Err(Refusal::UnratedInTournament { number });
    }
    match head.stage {
        Stage::Invited | Stage::Running if !head.is_rated() => Err(Refusal::UnratedAlready { number }),
        Stage::Invited | Stage::Running if head.plies < UNRATED_PLIES_MAX => Ok(()),
        Stage::Invited
        | Stage::Running
        | Stage::Ended(_)
        | Stage::Annulled { .. }
        | Stage::Declined
        | Stage::Withdrawn => Err(Refusal::TooLateForUnrated { number }),
    }
}

/// Makes the game unrated.
pub(crate) fn make_unrated(auth: &Authenticated, game: &Game, side: tafl::Side, chance: &mut Chance) -> Decision {
    if let Err(refusal) = or_why_not_unrated(&game.head) {
        return refuse(refusal);
    }
    let mut game = game.clone();
    game.head.conditions.unrated = true;
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    decision.changes.push(Change::GameUnrated { number: game.head.number });
    let news = BoardReport {
        event: GameEvent::Unrated { by: side },
        author: auth.sender,
        comment: auth.request.comment.as_str(),
    };
    board_news::tell_both(&mut decision, auth.view, &Arc::new(game), news, auth.request.received, chance);
    decision
}

/// Moves the game to another stage and tells both players.
pub(crate) fn reach(
    auth: &Authenticated,
    game: &Game,
    stage: Stage,
    event: GameEvent,
    chance: &mut Chance,
) -> Decision {
    let at = auth.request.received;
    let mut game = game.clone();
    game.head.stage = stage;
    game.head.offer = None;
    game.head.touched = at;
    if stage == Stage::Running {
        pass_turn(auth.view, &mut game.head, at);
    }
    let mut decision = Decision { sender: Some(auth.sender.clone()), ..Decision::default() };
    decision.changes.extend(to_stage(&game.head, stage, at));
    if let (Stage::Running, Some(clock)) = (stage, &game.head.clock) {
        decision.changes.push(Change::ClockSet { number: game.head.number, clock: clock.clone() });
    }
    let news = BoardReport { event, author: auth.sender, comment: auth.request.comment.as_str() };
    board_news::tell_both(&mut decision, auth.view, &Arc::new(game), news, at, chance);
    decision
}

/// The changes with which a game comes to a stage in which it is no challenge any more.
fn to_stage(head: &Head, stage: Stage, at: DateTime<Utc>) -> Vec<Change> {
    let number = head.number;
    let mut changes = vec![Change::StageReached { number, stage, at }];
    if stage != Stage::Withdrawn {
        // What the invited player wanted to say when the challenger joins has been said by now.
        let (player, wanted) = (head.invited().clone(), head.player(head.challenger).clone());
        changes.push(Change::AwaitedDropped { player, wanted });
    }
    if stage != Stage::Running {
        changes.push(Change::TokensExpire { number, by: notices_out::when_over(at) });
    }
    changes
}

/// Begins a game that needs no consent any more. The caller writes its letters.
pub(crate) fn begin(
    decision: &mut Decision,
    view: &View,
    invitation: Invitation,
    held: Option<DateTime<Utc>>,
    tournament: Option<(TournamentName, u32)>,
) -> Game {
    let (number, at) = (invitation.number, invitation.at);
    let mut game = invitation.game();
    (game.head.stage, game.head.held, game.head.tournament) = (Stage::Running, held, tournament);
    pass_turn(view, &mut game.head, at);
    decision.changes.push(Change::GameInvited(invitation));
    decision.changes.push(Change::StageReached { number, stage: Stage::Running, at });
    decision.changes.extend(game.head.clock.clone().map(|clock| Change::ClockSet { number, clock }));
    game
}

/// The side to move has had its turn since `at`. Its clock waits for the letter that says so, unless it is stopped.
pub(crate) fn pass_turn(view: &View, head: &mut Head, at: DateTime<Utc>) {
    let turn = head.turn();
    let vacations = view.vacations(head.player(turn.side));
    head.away = head.clock.as_ref().and_then(|clock| vacation::until(&clock.stopping(vacations), at));
    match (&mut head.clock, head.held) {
        (Some(clock), None) => clock.wait(turn, at, vacations),
        (Some(clock), Some(_)) => clock.stop(),
        (None, _) => {}
    }
}

/// The player with this id. A word beside the sender's own id may be a password, unless the sender has none and it does not look
/// like one, or it stands in a sentence.
fn known<'a>(auth: &'a Authenticated, ask: &ChallengeAsk, id: &str, beside_own: bool) -> Result<&'a Player, Refusal> {
    let view = auth.view;
    let player = id.parse::<PlayerId>().ok();
    if let Some(known) = player.as_ref().and_then(|id| view.players.get(id)) {
        return Ok(known);
    }
    let has_password = view.players.get(auth.sender).is_some_and(|sender| sender.password_hash.is_some());
    let is_odd = id.contains(|c: char| c.is_ascii_digit());
    let may_be_password = beside_own && (has_password || is_odd) && auth.request.manner.doubt != Some(Doubt::Wished);
    let refusal = view.unknown_among(id, may_be_password);
    let is_shown =
        matches!(&refusal, Refusal::UnknownPlayer { id: shown, nearest, .. } if shown == id && nearest.is_empty());
    Err(match player.filter(|player| is_shown && !view.gone.contains(player)) {
        Some(player) => {
            let words = auth.request.comment.as_str();
            let words = if words.chars().count() > TEXT_CHARS_MAX { "" } else { words };
            Refusal::NotHereYet { player, line: line_of(ask), words: words.to_owned() }
        }
        None => refusal,
    })
}

/// The challenge as a line.
fn line_of(ask: &ChallengeAsk) -> String {
    Command::AsPlayer { login: None, act: PlayerAct::Challenge(ask.clone()) }.to_string()
}

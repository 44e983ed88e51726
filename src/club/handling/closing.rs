//! Pausing an account, and closing it for good.
//!
//! ```text
//!  open --signoff--> paused --signon--> open        paused: no letters, no new games; running games go on by their clocks
//!  open or paused --delete, and a yes to the letter that asks--> closed
//! ```
//!
//! A closed account has no address, no password and no token, and nobody else can have its id. Finished games keep the id.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::{AccountNews, News, Notice};
use crate::club::exchange::notices_out;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::view::Needs;
use crate::club::exchange::view::View;
use crate::club::model::game::{Head, Stage};
use crate::club::model::open_challenge::OpenChallengeEnd;
use crate::club::model::player::{Player, PlayerId, Presence};
use crate::club::organizing;
use crate::club::playing::bounces::by_opponent;
use crate::club::playing::moves;
use crate::club::tournament::{TournamentLine, TournamentStage};
use crate::command::{self, Account, BoardAct, Command, PlayerAct, Target, TournamentAsk, TournamentCommand, Verb};
use chrono::{DateTime, Utc};

/// What must be loaded besides the account.
pub(crate) fn needs(act: &Account, earliest: DateTime<Utc>, needs: &mut Needs) {
    match act {
        Account::SignOff => (needs.opponents, needs.open_challenges) = (true, Some(earliest)),
        Account::Delete { resigning } => {
            (needs.opponents, needs.open_challenges) = (true, Some(earliest));
            needs.games.extend(resigning);
            (needs.own_tournaments, needs.tournament_list) = (true, true);
        }
        Account::AddAddress(_)
        | Account::ChangeAddress(_)
        | Account::DropAddress(_)
        | Account::ChangePassword(_)
        | Account::DropPassword
        | Account::Reclaim
        | Account::SignOn => {}
    }
}

/// Why the request is refused, if it would begin a game of a player whose account is paused.
pub(crate) fn keeps_from(auth: &Authenticated, command: &Command) -> Option<Refusal> {
    let view = auth.view;
    let others = begins_a_game_with(view, command)?;
    let signed_off =
        |id: &&PlayerId| view.players.get(*id).is_some_and(|player| player.presence == Presence::SignedOff);
    let player = std::iter::once(auth.sender).chain(&others).find(signed_off)?;
    Some(Refusal::SignedOff { player: player.clone(), yours: player == auth.sender })
}

/// The players besides the sender whose games a command would begin. `None` if it begins none.
fn begins_a_game_with(view: &View, command: &Command) -> Option<Vec<PlayerId>> {
    if let Some(ask) = command.challenge() {
        return Some([&ask.first, &ask.second].iter().filter_map(|id| id.parse().ok()).collect());
    }
    match command {
        Command::OnBoard { board: Target::Number(number), act: BoardAct::Accept, .. } => {
            let invited = view.games.get(number).filter(|game| game.head.stage == Stage::Invited);
            invited.map(|game| vec![game.head.attackers.clone(), game.head.defenders.clone()])
        }
        Command::AsPlayer { act: PlayerAct::OpenChallenge(_) | PlayerAct::Take(_), .. }
        | Command::Tournament(TournamentCommand::Of { ask: TournamentAsk::Join, .. }) => Some(Vec::new()),
        Command::Signup { .. }
        | Command::OnBoard { .. }
        | Command::AsPlayer { .. }
        | Command::Tournament(_)
        | Command::Look(_) => None,
    }
}

/// No letters and no new games until the player signs on again.
pub(crate) fn sign_off(auth: &Authenticated, player: &Player, chance: &mut Chance) -> Decision {
    let (at, id) = (auth.request.received, player.id.clone());
    let mut decision = Decision { sender: Some(id.clone()), ..Decision::default() };
    if player.presence == Presence::Here {
        decision.changes.push(Change::PresenceSet { player: id.clone(), presence: Presence::SignedOff });
        end_open_challenges(&mut decision, auth);
        for (reader, numbers) in by_opponent(auth.view, &id, |_| true) {
            let news = News::Account(AccountNews::SignedOff { player: id.clone(), numbers });
            notices_out::letter(&mut decision, reader, news, at, chance);
        }
    }
    let games = heads(auth, |head| head.stage == Stage::Running);
    decision.replies.push(Reply::SignedOff { player: id, games });
    decision
}

/// Letters and games again.
pub(crate) fn sign_on(auth: &Authenticated, player: &Player) -> Decision {
    let id = player.id.clone();
    let games = heads(auth, |head| head.stage == Stage::Running && head.player(head.to_move()) == auth.sender);
    Decision {
        changes: vec![Change::PresenceSet { player: id.clone(), presence: Presence::Here }],
        replies: vec![Reply::SignedOn { player: id.clone(), games }],
        sender: Some(id),
        ..Decision::default()
    }
}

/// Closes the account for good. The registered mailbox is asked first, whatever proof the request brings.
pub(crate) fn delete(auth: &Authenticated, player: &Player, resigning: &[u32], chance: &mut Chance) -> Decision {
    let (at, id) = (auth.request.received, player.id.clone());
    // Nobody could decide anything in that tournament any more.
    let alone = |line: &&TournamentLine| line.stage < TournamentStage::Finished && line.organizers == [id.clone()];
    if let Some(line) = auth.view.tournament_list.iter().find(alone) {
        return refuse(Refusal::LastOrganizer { tournament: line.name.clone() });
    }
    let mut numbers: Vec<u32> =
        heads(auth, |head| head.stage == Stage::Running).iter().map(|head| head.number).collect();
    numbers.sort_unstable();
    let cut = auth.view.open_games_are_cut(&id);
    if cut || numbers != resigning {
        return refuse(Refusal::StillPlays { numbers, cut });
    }
    let mut decision = Decision { sender: Some(id.clone()), ..Decision::default() };
    if !auth.request.confirmed {
        decision.held = Some(Account::Delete { resigning: numbers }.to_string());
        return decision;
    }
    organizing::depart(&mut decision, auth.view, &id, at, chance);
    let over: Vec<u32> = decision.ended().collect();
    let others = numbers.iter().filter(|number| !over.contains(number));
    for game in others.filter_map(|number| auth.view.games.get(number)) {
        let Some(side) = game.head.side_of(&id) else { continue };
        let resigned = moves::resign(auth, game, side, chance);
        decision.changes.extend(resigned.changes);
        decision.notices.extend(resigned.notices);
    }
    for head in heads(auth, |head| head.stage == Stage::Invited) {
        let stage = if *head.invited() == id { Stage::Declined } else { Stage::Withdrawn };
        decision.changes.push(Change::StageReached { number: head.number, stage, at });
        decision.changes.push(Change::TokensExpire { number: head.number, by: notices_out::when_over(at) });
    }
    for (reader, numbers) in by_opponent(auth.view, &id, |stage| stage == Stage::Invited) {
        let news = News::Account(AccountNews::Gone { player: id.clone(), numbers });
        notices_out::letter(&mut decision, reader, news, at, chance);
    }
    end_open_challenges(&mut decision, auth);
    // The player hears of it once, as the owner of that mailbox who is no player any more.
    decision.notices.retain(|notice| notice.reader.as_ref() != Some(&id));
    decision.notices.push(Notice {
        to: player.address().clone(),
        reader: None,
        settings: player.settings,
        token: None,
        news: News::Account(AccountNews::Deleted { player: id.clone() }),
    });
    // This comes last: it also erases the tokens that were issued above.
    decision.changes.push(Change::PlayerDeleted { player: id });
    decision
}

/// Whether a line, in canonical form, closes the account for good.
pub fn is_leaving(line: &str) -> bool {
    line.split_whitespace().next() == Some(command::table::entry(Verb::Delete).name)
}

/// The boards named in such a line.
pub fn resigning(line: &str) -> Vec<u32> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn heads(auth: &Authenticated, which: impl Fn(&&Head) -> bool) -> Vec<Head> {
    auth.view.open_games.get(auth.sender).into_iter().flatten().filter(which).cloned().collect()
}

fn end_open_challenges(decision: &mut Decision, auth: &Authenticated) {
    let own = auth.view.open_challenges.values().filter(|open| open.player == *auth.sender);
    let end = OpenChallengeEnd::Withdrawn;
    decision.changes.extend(own.map(|open| Change::OpenChallengeEnded { number: open.number, end }));
}

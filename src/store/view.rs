//! Loading what a decision needs: players, games and counts, in one consistent look.

use crate::club::tournament::TournamentName;
use crate::club::{LIST_MAX, Needs, Player, PlayerId, Signup, View, Which};
use crate::mail::Address;
use crate::store::columns::At;
use crate::store::rule_records::RuleRecords;
use crate::store::{
    StoreError, accounts, games, letter_counts, observers, players, prepared, ratings, seeks, tournaments,
};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension};
use std::collections::{BTreeMap, BTreeSet};

/// The part of the club that `needs` names, as it stands at `now`. Letters are counted back from `written`, the instant
/// that those written next will bear: a mail may be handled days after it came, and later ones may have been answered.
pub(super) fn load(
    connection: &Connection,
    rule_records: &RuleRecords,
    needs: &Needs,
    now: DateTime<Utc>,
    written: DateTime<Utc>,
) -> Result<View, StoreError> {
    let mut view = View { next_number: games::next_number(connection)?, ..View::default() };
    if let Some(from) = &needs.from {
        view.from = accounts::owner(connection, from)?;
        view.strangers = letter_counts::strangers(connection, from, written)?;
    }
    for player in &needs.reliability {
        view.reliability.insert(player.clone(), observers::reliability(connection, player)?);
    }
    if let Some(at) = needs.seeks {
        let seeks = seeks::open(connection, rule_records, at)?;
        view.seeks = seeks.into_iter().map(|seek| (seek.number, seek)).collect();
    }
    for number in &needs.games {
        if let Some(game) = games::game(connection, rule_records, *number)? {
            let lines = prepared::of_game(connection, *number)?;
            if !lines.is_empty() {
                view.prepared.insert(*number, lines);
            }
            view.games.insert(*number, game);
            view.observers.insert(*number, observers::observers(connection, *number)?);
        }
    }
    if let Some(hash) = &needs.signup {
        view.signup = signup(connection, hash, now)?;
    }
    if let Some(player) = &needs.answers_to {
        view.answers = letter_counts::answers(connection, player, written)?;
    }
    let mut players: BTreeSet<PlayerId> = needs.players.iter().chain(&view.from).cloned().collect();
    // Somebody else may have taken the id meanwhile.
    players.extend(view.signup.iter().map(|signup| signup.id.clone()));
    let sought = needs.take.and_then(|number| view.seeks.get(&number)).map(|seek| seek.player.clone());
    players.extend(sought.clone());
    for game in view.games.values() {
        players.extend([game.head.attackers.clone(), game.head.defenders.clone()]);
    }
    let mut names = needs.tournaments.clone();
    if needs.own_tournaments {
        for player in needs.open_games.iter().chain(&view.from) {
            names.extend(tournaments::of_player(connection, player)?);
        }
    }
    for name in &names {
        if let Some(tournament) = tournaments::tournament(connection, rule_records, name)? {
            if tournament.imported.is_some() {
                // Its ids and its numbers are another club's.
                view.tournaments.insert(name.clone(), tournament);
                continue;
            }
            players.extend(tournament.concerned());
            if needs.tournament_games {
                let ended = tournaments::ended_games(connection, rule_records, &tournament)?;
                view.games.extend(ended.into_iter().map(|game| (game.head.number, game)));
            }
            if needs.tournament_heads {
                let heads = tournaments::heads(connection, name)?;
                view.tournament_heads.extend(heads.into_iter().map(|head| (head.number, head)));
            }
            view.tournaments.insert(name.clone(), tournament);
        }
    }
    if needs.tournament_list || needs.tournaments.len() > view.tournaments.len() {
        view.tournament_list = tournaments::list(connection)?;
    }
    if !needs.tournaments.is_empty() {
        for player in needs.open_games.iter().chain(&view.from) {
            view.finished_games.insert(player.clone(), tournaments::finished_games(connection, player)?);
        }
    }
    players.extend(view.observers.values().flatten().cloned());
    for id in players {
        if let Some((player, wrong_passwords)) = players::player(connection, &id, now)? {
            view.players.insert(id.clone(), player);
            view.wrong_passwords.insert(id, wrong_passwords);
        } else if players::is_gone(connection, &id)? {
            view.gone.insert(id);
        }
    }
    if let Some(address) = &needs.claimed {
        view.claimed = Some(accounts::claimed(connection, address, written)?);
    }
    if needs.account {
        for id in view.players.keys() {
            let (claims, letters) = accounts::bounds(connection, id, (now, written))?;
            view.claims.insert(id.clone(), claims);
            view.account_letters.insert(id.clone(), letters);
        }
    }
    if needs.met {
        view.met = met(connection, &view.players)?;
    }
    if needs.ids || needs.players.iter().any(|id| !view.players.contains_key(id)) {
        view.ids = players::ids(connection)?;
    }
    for (player, which) in &needs.lists {
        let games = games::list(connection, player, *which, needs.list_from, LIST_MAX + 1)?;
        view.lists.insert((player.clone(), *which), games);
    }
    for player in needs.open_games.iter().chain(&view.from).chain(&sought) {
        if !view.open_games.contains_key(player) {
            let games = games::list(connection, player, Which::Active, None, LIST_MAX + 1)?;
            view.open_games.insert(player.clone(), games);
            view.own_games.insert(player.clone(), games::own_open(connection, player)?);
            view.caused.insert(player.clone(), letter_counts::caused(connection, player, written)?);
        }
    }
    if needs.opponents {
        let heads = view.open_games.values().flatten();
        let ids: BTreeSet<PlayerId> = heads.flat_map(|head| [head.attackers.clone(), head.defenders.clone()]).collect();
        for id in ids {
            if !view.players.contains_key(&id)
                && let Some((player, _)) = players::player(connection, &id, now)?
            {
                view.players.insert(id, player);
            }
        }
    }
    if needs.organizers {
        let names: BTreeSet<TournamentName> =
            view.open_games.values().flatten().filter_map(|head| Some(head.tournament.as_ref()?.0.clone())).collect();
        for name in names {
            let organizers = tournaments::organizers(connection, &name)?;
            for id in &organizers {
                if !view.players.contains_key(id)
                    && let Some((player, _)) = players::player(connection, id, now)?
                {
                    view.players.insert(id.clone(), player);
                }
            }
            view.organizers.insert(name, organizers);
        }
    }
    for game in view.games.values_mut() {
        let leave = view.players.get(game.head.player(game.head.to_move())).map_or(&[][..], |player| &player.leave);
        let stopping = game.head.clock.as_ref().map(|clock| clock.leave(leave));
        game.head.away =
            stopping.and_then(|leave| leave.iter().find(|leave| leave.holds(now)).map(|leave| leave.until));
    }
    if needs.ledger {
        view.ledger = Some(ratings::ledger(connection)?);
    }
    if let Some((attackers, defenders)) = &needs.pair {
        view.invitations = games::invitations(connection, attackers, defenders)?;
    }
    Ok(view)
}

fn signup(connection: &Connection, hash: &[u8; 32], now: DateTime<Utc>) -> Result<Option<Signup>, StoreError> {
    let found: Option<(PlayerId, Address)> = connection
        .prepare_cached(
            "SELECT signup.player, written FROM signup JOIN token ON token.hash = signup.token
             WHERE signup.token = ?1 AND expires > ?2",
        )?
        .query_row((hash.as_slice(), At(now)), |row| Ok((row.get("player")?, row.get("written")?)))
        .optional()?;
    let Some((id, address)) = found else {
        return Ok(None);
    };
    let joined = accounts::owner(connection, &address)?;
    Ok(Some(Signup { id, address, joined }))
}

/// The pairs among these players who have a game together that has begun.
fn met(
    connection: &Connection,
    players: &BTreeMap<PlayerId, Player>,
) -> Result<BTreeSet<(PlayerId, PlayerId)>, StoreError> {
    let sql = "SELECT 1 FROM game WHERE stage NOT IN ('invited', 'declined', 'withdrawn')
                   AND ((attackers = ?1 AND defenders = ?2) OR (attackers = ?2 AND defenders = ?1)) LIMIT 1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut met = BTreeSet::new();
    for (at, first) in players.keys().enumerate() {
        for second in players.keys().skip(at + 1) {
            if statement.exists((first.as_str(), second.as_str()))? {
                met.insert((first.clone(), second.clone()));
            }
        }
    }
    Ok(met)
}

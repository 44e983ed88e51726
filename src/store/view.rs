//! Loads what a decision needs: players, games and counts, in one consistent read.

use crate::club::tournament::{Tournament, TournamentName};
use crate::club::{GameSearch, LIST_MAX, Needs, Player, PlayerId, Signup, Stage, View, Which};
use crate::mail::Address;
use crate::store::columns::At;
use crate::store::rule_records::RuleRecords;
use crate::store::{
    StoreError, accounts, awaited, game_lists, games, letter_counts, observers, open_challenges, players,
    prepared_lines, ratings, reliability, scores, tournaments,
};
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension};
use std::collections::{BTreeMap, BTreeSet};

/// The part of the club that `needs` names, as it is at `now`. Letters are counted back from `written`, the time stamp of the letters that
/// are written next: a mail may be handled days after it came in, and later ones may already have been answered.
pub(super) fn load(
    connection: &Connection,
    rule_records: &RuleRecords,
    needs: &Needs,
    now: DateTime<Utc>,
    written: DateTime<Utc>,
) -> Result<View, StoreError> {
    let view = View { next_number: games::next_number(connection)?, ..View::default() };
    let named = needs.players.clone();
    let mut loader = Loader { connection, rule_records, needs, now, written, view, named, open_challenger: None };
    loader.sender()?;
    loader.reliability()?;
    loader.open_challenges()?;
    loader.games()?;
    loader.signup_and_answers()?;
    loader.name_players()?;
    loader.tournaments()?;
    loader.tournament_list()?;
    loader.players()?;
    loader.accounts()?;
    loader.pairs_and_ids()?;
    loader.lists()?;
    loader.open_games()?;
    loader.opponents()?;
    loader.organizers()?;
    loader.mark_vacations();
    loader.ledger()?;
    Ok(loader.view)
}

/// Loads it piece by piece: later pieces use what earlier ones have found.
struct Loader<'a> {
    connection: &'a Connection,
    rule_records: &'a RuleRecords,
    needs: &'a Needs,
    now: DateTime<Utc>,
    written: DateTime<Utc>,
    view: View,
    /// The players that are to be loaded.
    named: BTreeSet<PlayerId>,
    /// The player of the open challenge that is to be accepted.
    open_challenger: Option<PlayerId>,
}

impl Loader<'_> {
    fn sender(&mut self) -> Result<(), StoreError> {
        if let Some(from) = &self.needs.from {
            self.view.from = accounts::owner(self.connection, from)?;
            self.view.strangers = letter_counts::strangers(self.connection, from, self.written)?;
        }
        Ok(())
    }

    fn reliability(&mut self) -> Result<(), StoreError> {
        for player in &self.needs.reliability {
            let reliability = reliability::reliability(self.connection, player)?;
            self.view.reliability.insert(player.clone(), reliability);
            let scores = scores::scores(self.connection, player, self.looker())?;
            self.view.scores.insert(player.clone(), scores);
        }
        Ok(())
    }

    /// The player who looks.
    fn looker(&self) -> Option<&PlayerId> {
        self.needs.looker.as_ref().or(self.view.from.as_ref())
    }

    fn open_challenges(&mut self) -> Result<(), StoreError> {
        if let Some(at) = self.needs.open_challenges {
            let open = open_challenges::open(self.connection, self.rule_records, at)?;
            self.view.open_challenges = open.into_iter().map(|challenge| (challenge.number, challenge)).collect();
        }
        Ok(())
    }

    fn games(&mut self) -> Result<(), StoreError> {
        if let Some((attackers, defenders)) = &self.needs.pair {
            self.view.invitations = games::invitations(self.connection, attackers, defenders)?;
            self.view.between = games::invitations_between(self.connection, attackers, defenders)?;
        }
        // Whoever is challenged to a game may challenge to it too, and then it begins.
        let waiting = self.view.invitations.iter().chain(&self.view.between);
        let invitations: BTreeSet<u32> = waiting.map(|head| head.number).collect();
        for &number in self.needs.games.iter().chain(&invitations) {
            let Some(game) = games::game(self.connection, self.rule_records, number)? else { continue };
            let lines = prepared_lines::of_game(self.connection, number)?;
            if !lines.is_empty() {
                self.view.prepared.insert(number, lines);
            }
            if game.head.may_be_annulled() {
                self.view.annulled.insert(number, games::annulled(self.connection, &game.head, self.now)?);
            }
            self.view.games.insert(number, game);
            self.view.observers.insert(number, observers::observers(self.connection, number)?);
        }
        Ok(())
    }

    fn signup_and_answers(&mut self) -> Result<(), StoreError> {
        if let Some(hash) = &self.needs.signup {
            self.view.signup = signup(self.connection, hash, self.now)?;
        }
        if let Some(player) = &self.needs.answers_to {
            self.view.answers = letter_counts::answers(self.connection, player, self.written)?;
        }
        Ok(())
    }

    /// Besides the requested players: the sender, the players of the games, and the player whose open challenge is to be accepted.
    fn name_players(&mut self) -> Result<(), StoreError> {
        let view = &self.view;
        self.named.extend(view.from.clone());
        // Another person may have taken the id in the meantime.
        self.named.extend(view.signup.iter().map(|signup| signup.id.clone()));
        let taken = self.needs.take.and_then(|number| view.open_challenges.get(&number));
        self.open_challenger = taken.map(|challenge| challenge.player.clone());
        self.named.extend(self.open_challenger.clone());
        let heads = view.games.values().map(|game| &game.head);
        self.named.extend(heads.flat_map(|head| [head.attackers.clone(), head.defenders.clone()]));
        if let Some(wanted) = &self.needs.awaiting {
            let waiting = awaited::of(self.connection, wanted)?;
            self.named.extend(waiting.iter().map(|waiting| waiting.player.clone()));
            self.view.awaiting.insert(wanted.clone(), waiting);
        }
        Ok(())
    }

    fn tournaments(&mut self) -> Result<(), StoreError> {
        for name in self.tournament_names()? {
            let Some(tournament) = tournaments::tournament(self.connection, self.rule_records, &name)? else {
                continue;
            };
            // The ids and numbers of an imported tournament belong to another club.
            if tournament.imported.is_none() {
                self.named.extend(tournament.concerned());
                self.tournament_games(&tournament)?;
            }
            self.view.tournaments.insert(name, tournament);
        }
        Ok(())
    }

    fn tournament_names(&self) -> Result<BTreeSet<TournamentName>, StoreError> {
        let mut names = self.needs.tournaments.clone();
        if self.needs.own_tournaments {
            for player in self.needs.open_games.iter().chain(&self.view.from) {
                names.extend(tournaments::of_player(self.connection, player)?);
            }
        }
        Ok(names)
    }

    fn tournament_games(&mut self, tournament: &Tournament) -> Result<(), StoreError> {
        if self.needs.tournament_games {
            let ended = tournaments::ended_games(self.connection, self.rule_records, tournament)?;
            self.view.games.extend(ended.into_iter().map(|game| (game.head.number, game)));
        }
        if self.needs.tournament_heads {
            let heads = tournaments::heads(self.connection, &tournament.name)?;
            self.view.tournament_heads.extend(heads.into_iter().map(|head| (head.number, head)));
        }
        Ok(())
    }

    fn tournament_list(&mut self) -> Result<(), StoreError> {
        if self.needs.tournament_list || self.needs.tournaments.len() > self.view.tournaments.len() {
            self.view.tournament_list = tournaments::list(self.connection)?;
        }
        if !self.needs.tournaments.is_empty() {
            for player in self.needs.open_games.iter().chain(&self.view.from) {
                let finished = tournaments::finished_games(self.connection, player)?;
                self.view.finished_games.insert(player.clone(), finished);
            }
        }
        Ok(())
    }

    fn players(&mut self) -> Result<(), StoreError> {
        self.named.extend(self.view.observers.values().flatten().cloned());
        for id in std::mem::take(&mut self.named) {
            if let Some((player, wrong_passwords)) = players::player(self.connection, &id, self.now)? {
                self.view.players.insert(id.clone(), player);
                self.view.wrong_passwords.insert(id, wrong_passwords);
            } else if players::is_gone(self.connection, &id)? {
                self.view.gone.insert(id);
            }
        }
        Ok(())
    }

    fn accounts(&mut self) -> Result<(), StoreError> {
        if let Some(address) = &self.needs.claimed {
            self.view.claimed = Some(accounts::claimed(self.connection, address, self.written)?);
        }
        if self.needs.account {
            for id in self.view.players.keys() {
                let (claims, letters) = accounts::bounds(self.connection, id, self.now, self.written)?;
                self.view.claims.insert(id.clone(), claims);
                self.view.account_letters.insert(id.clone(), letters);
            }
        }
        Ok(())
    }

    fn pairs_and_ids(&mut self) -> Result<(), StoreError> {
        if self.needs.met {
            self.view.met = met(self.connection, &self.view.players)?;
        }
        if self.needs.ids || self.needs.players.iter().any(|id| !self.view.players.contains_key(id)) {
            self.view.ids = players::ids(self.connection)?;
        }
        Ok(())
    }

    fn lists(&mut self) -> Result<(), StoreError> {
        for search in &self.needs.lists {
            let (looker, from) = (self.looker(), self.needs.list_from);
            let games = game_lists::list(self.connection, search, looker, from, LIST_MAX + 1)?;
            for head in games.iter().filter(|head| matches!(head.stage, Stage::Ended(_))) {
                if let Some(change) = ratings::change(self.connection, head, &search.player)? {
                    self.view.rating_changes.insert((search.player.clone(), head.number), change);
                }
            }
            self.view.lists.insert(search.clone(), games);
        }
        Ok(())
    }

    fn open_games(&mut self) -> Result<(), StoreError> {
        let connection = self.connection;
        let view = &mut self.view;
        for player in self.needs.open_games.iter().chain(&view.from).chain(&self.open_challenger) {
            if !view.own_games.contains_key(player) {
                if !self.needs.only_the_board {
                    let search = GameSearch::of(player.clone(), Which::Active);
                    let games = game_lists::list(connection, &search, Some(player), None, LIST_MAX + 1)?;
                    view.open_games.insert(player.clone(), games);
                }
                view.own_games.insert(player.clone(), games::own_open(connection, player)?);
                view.caused.insert(player.clone(), letter_counts::caused(connection, player, self.written)?);
            }
        }
        Ok(())
    }

    fn opponents(&mut self) -> Result<(), StoreError> {
        if !self.needs.opponents {
            return Ok(());
        }
        let heads = self.view.open_games.values().flatten();
        let ids: BTreeSet<PlayerId> = heads.flat_map(|head| [head.attackers.clone(), head.defenders.clone()]).collect();
        self.players_not_seen_yet(&ids)
    }

    fn organizers(&mut self) -> Result<(), StoreError> {
        if !self.needs.organizers {
            return Ok(());
        }
        let heads = self.view.open_games.values().flatten();
        let names: BTreeSet<TournamentName> =
            heads.filter_map(|head| Some(head.tournament.as_ref()?.0.clone())).collect();
        for name in names {
            let organizers = tournaments::organizers(self.connection, &name)?;
            self.players_not_seen_yet(&organizers)?;
            self.view.organizers.insert(name, organizers);
        }
        Ok(())
    }

    fn players_not_seen_yet<'i>(&mut self, ids: impl IntoIterator<Item = &'i PlayerId>) -> Result<(), StoreError> {
        for id in ids {
            if !self.view.players.contains_key(id)
                && let Some((player, _)) = players::player(self.connection, id, self.now)?
            {
                self.view.players.insert(id.clone(), player);
            }
        }
        Ok(())
    }

    /// Records for each game until when the player to move has a vacation that stops its clock.
    fn mark_vacations(&mut self) {
        let (players, now) = (&self.view.players, self.now);
        for game in self.view.games.values_mut() {
            let player = players.get(game.head.player(game.head.to_move()));
            let vacations = player.map_or(&[][..], |player| &player.vacations);
            let stopping = game.head.clock.as_ref().map(|clock| clock.stopping(vacations));
            let of_now = stopping.and_then(|vacations| vacations.iter().find(|vacation| vacation.holds(now)).copied());
            game.head.away = of_now.map(|vacation| vacation.until);
        }
    }

    fn ledger(&mut self) -> Result<(), StoreError> {
        if self.needs.ledger {
            self.view.ledger = Some(ratings::ledger(self.connection)?);
        }
        Ok(())
    }
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

/// The pairs of these players who have a game together that has begun.
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

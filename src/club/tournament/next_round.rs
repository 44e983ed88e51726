//! What comes next in a tournament: the meetings of the next round, from how it stands. Pure, and the same whoever asks and how often.

use crate::club::model::player::PlayerId;
use crate::club::model::tournament::{Meeting, Table, Tournament, TournamentStage};
use crate::club::tables::bout::{Outcome, Participation};
use crate::club::tables::pairing::{Place, Round, Score, Seat, SwissFault};
use crate::club::tables::standings::standings;
use crate::club::tables::tiebreak::{TieBreak, Value};
use crate::club::tables::{pairing, tiebreak};
use crate::club::tournament::wished_pairings::{has_bye, swapped};
use crate::command::TournamentFormat;
use crate::tafl::Side;

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Games are still played.
    Wait,
    /// These meetings, without games yet.
    Meetings(Vec<Meeting>),
    /// Nothing: it is over.
    Over,
    /// Nobody is left whom somebody could meet.
    Stuck(SwissFault),
}

/// What comes next, as an organizer wants it. Before the start it is the first round, or all rounds where they begin together.
pub fn next(tournament: &Tournament) -> Next {
    match by_the_rules(tournament) {
        Next::Meetings(meetings) => Next::Meetings(swapped(tournament, meetings)),
        nothing => nothing,
    }
}

fn by_the_rules(tournament: &Tournament) -> Next {
    if tournament.stage == TournamentStage::Finished {
        return Next::Over;
    }
    if tournament.meetings.is_empty() {
        return first(tournament);
    }
    let decided = tournament.meetings.iter().all(Tournament::is_decided);
    match tournament.plan.format {
        TournamentFormat::Swiss => swiss_goes_on(tournament, decided),
        _ if !decided => Next::Wait,
        TournamentFormat::RoundRobin => Next::Over,
        TournamentFormat::Groups => final_of_groups(tournament),
        TournamentFormat::Knockout => knockout(tournament),
    }
}

fn first(tournament: &Tournament) -> Next {
    let players: Vec<PlayerId> = tournament.entries.iter().map(|entry| entry.player.clone()).collect();
    Next::Meetings(match tournament.plan.format {
        TournamentFormat::RoundRobin => everybody(&players, 0, 1),
        TournamentFormat::Groups => {
            let groups = pairing::deal(players.len(), tournament.plan.groups as usize);
            let of = |(group, seats): (usize, &Vec<Seat>)| {
                let members: Vec<PlayerId> = seats.iter().map(|seat| players[*seat].clone()).collect();
                everybody(&members, group as u32 + 1, 1)
            };
            groups.iter().enumerate().flat_map(of).collect()
        }
        TournamentFormat::Knockout => {
            let bracket = pairing::bracket(players.len(), tournament.plan.third);
            let meeting = |(place, (home, away)): (usize, &(Seat, Option<Seat>))| {
                meeting((0, 1, place), &players[*home], away.map(|away| &players[away]))
            };
            bracket.first.iter().enumerate().map(meeting).collect()
        }
        TournamentFormat::Swiss => return swiss(tournament),
    })
}

fn meeting((section, round, place): (u32, u32, usize), home: &PlayerId, away: Option<&PlayerId>) -> Meeting {
    Meeting { section, round, place: place as u32, home: home.clone(), away: away.cloned(), games: Vec::new() }
}

/// A round robin; its rounds are counted from `from`.
fn everybody(players: &[PlayerId], section: u32, from: u32) -> Vec<Meeting> {
    let rounds = pairing::round_robin(players.len());
    rounds.iter().zip(from..).flat_map(|(round, number)| of_round(round, players, section, number)).collect()
}

fn of_round(round: &Round, players: &[PlayerId], section: u32, number: u32) -> Vec<Meeting> {
    let pairs = round.pairs.iter().map(|(home, away)| (&players[*home], Some(&players[*away])));
    let byes = round.bye.iter().map(|seat| (&players[*seat], None));
    let meetings = pairs.chain(byes).enumerate();
    meetings.map(|(place, (home, away))| meeting((section, number, place), home, away)).collect()
}

fn final_of_groups(tournament: &Tournament) -> Next {
    if tournament.meetings_of(0).next().is_some() {
        return Next::Over;
    }
    // The first of each group, then the second of each, and so on: the final is seeded so.
    let groups: Vec<Vec<PlayerId>> = tournament
        .sections()
        .into_iter()
        .map(|section| {
            let table = tournament.table(section);
            let lines = standings(&table.field, tournament.plan.order());
            let there = lines.iter().filter(|line| table.field.presence(line.seat) == Participation::Playing);
            there.take(tournament.plan.qualify as usize).map(|line| table.players[line.seat].clone()).collect()
        })
        .collect();
    let place = |place: usize| groups.iter().filter_map(move |group: &Vec<PlayerId>| group.get(place).cloned());
    let mut players: Vec<PlayerId> = (0..tournament.plan.qualify as usize).flat_map(place).collect();
    players.extend(best_of_the_rest(tournament, &players));
    match players.len() {
        0 | 1 => Next::Over,
        _ => Next::Meetings(everybody(&players, 0, tournament.round() + 1)),
    }
}

/// The best of those who stand next behind them in their groups, by their share of the points, then of the points of those they have beaten,
/// for groups may differ in size; of equals the lot decides.
fn best_of_the_rest(tournament: &Tournament, through: &[PlayerId]) -> Vec<PlayerId> {
    let next_of = |section: u32| {
        let Table { players, field } = tournament.table(section);
        let lines = standings(&field, tournament.plan.order());
        let mut there = lines.iter().filter(|line| field.presence(line.seat) == Participation::Playing);
        let line = there.find(|line| !through.contains(&players[line.seat]))?;
        let beaten = match tiebreak::value(&field, line.seat, &[], TieBreak::SonnebornBerger) {
            Value::Quarters(quarters) => quarters,
            _ => 0,
        };
        let share = |of: u32| u64::from(of) * SHARES / u64::from(line.finished.max(1));
        let player = players[line.seat].clone();
        Some((share(line.points), share(beaten), tiebreak::drawn(&tournament.lot, player.as_str()), player))
    };
    let mut next: Vec<_> = tournament.sections().into_iter().filter_map(next_of).collect();
    next.sort_by_key(|one| std::cmp::Reverse((one.0, one.1, one.2)));
    next.into_iter().take(tournament.plan.best() as usize).map(|(.., player)| player).collect()
}

/// Every number of games up to twenty divides it, so that equal shares are equal numbers.
const SHARES: u64 = 232_792_560;

/// The winners of the last round meet, as far as they still play: the opponent of one who has left goes on without a game.
fn knockout(tournament: &Tournament) -> Next {
    let bracket = pairing::bracket(tournament.entries.len(), tournament.plan.third);
    let round = tournament.round();
    let plays =
        |player: &PlayerId| tournament.entry(player).is_some_and(|entry| entry.presence == Participation::Playing);
    let who = |place: &Place| -> Option<PlayerId> {
        let (Place::Winner(number) | Place::Loser(number)) = place;
        // Where two have left nobody meets, so a round may have gaps.
        let mut before = tournament.meetings.iter().filter(|meeting| meeting.round == round);
        let meeting = before.find(|meeting| meeting.place as usize == *number)?;
        let (winner, _) = tournament.winner_of(meeting)?;
        let who = match place {
            Place::Winner(_) => Some(winner),
            Place::Loser(_) => {
                [Some(&meeting.home), meeting.away.as_ref()].into_iter().flatten().find(|id| **id != winner).cloned()
            }
        };
        who.filter(plays)
    };
    let pairs = bracket.later(round + 1);
    let meetings = pairs.iter().enumerate().filter_map(|(place, (one, other))| {
        let (one, other) = (who(one), who(other));
        let home = one.clone().or_else(|| other.clone())?;
        let away = other.filter(|other| *other != home);
        Some(meeting((0, round + 1, place), &home, away.as_ref()))
    });
    let meetings: Vec<Meeting> = meetings.collect();
    if meetings.is_empty() { Next::Over } else { Next::Meetings(meetings) }
}

/// The next round waits for no game that has a provisional result; the end of the tournament waits for all.
fn swiss_goes_on(tournament: &Tournament, decided: bool) -> Next {
    if tournament.games().any(|game| game.outcome == Outcome::Open) {
        return Next::Wait;
    }
    let coming = if tournament.round() >= tournament.plan.rounds { Next::Over } else { swiss(tournament) };
    match coming {
        Next::Meetings(meetings) => Next::Meetings(meetings),
        _ if !decided => Next::Wait,
        nothing => nothing,
    }
}

fn swiss(tournament: &Tournament) -> Next {
    let players: Vec<PlayerId> = tournament.entries.iter().map(|entry| entry.player.clone()).collect();
    let (free, scores): (Vec<Score>, Vec<Score>) = scores(tournament)
        .into_iter()
        .partition(|score| !score.had_bye && has_bye(&tournament.overrides, &players[score.seat]));
    let single = tournament.plan.games == 1;
    let number = tournament.round() + 1;
    // Where nobody could be paired without them, a wish ends no tournament.
    if !free.is_empty()
        && let Ok(round) = pairing::swiss(&scores, single)
    {
        let mut meetings = of_round(&round, &players, 0, number);
        for score in free {
            meetings.push(meeting((0, number, meetings.len()), &players[score.seat], None));
        }
        return Next::Meetings(meetings);
    }
    let all: Vec<Score> = scores.into_iter().chain(free).collect();
    match pairing::swiss(&all, single) {
        Ok(round) => Next::Meetings(of_round(&round, &players, 0, number)),
        Err(SwissFault::TooFew) if !tournament.meetings.is_empty() => Next::Over,
        Err(fault) => Next::Stuck(fault),
    }
}

/// How those who still play stand before the next round of a Swiss tournament.
fn scores(tournament: &Tournament) -> Vec<Score> {
    let mut table = tournament.table(0);
    // What is provisional counts here, and here alone, as if it had been played.
    for bout in &mut table.field.bouts {
        if let Outcome::Provisional { winner } = bout.outcome {
            bout.outcome = Outcome::Played { winner, plies: 0, taken: [0, 0] };
        }
    }
    let field = &table.field;
    let playing = (0..table.players.len()).filter(|seat| field.presence(*seat) == Participation::Playing);
    let scored = playing.map(|seat| {
        let own: Vec<_> = field.bouts.iter().filter(|bout| bout.side_of(seat).is_some()).collect();
        let sides: Vec<bool> = own.iter().map(|bout| bout.side_of(seat) == Some(Side::Attackers)).collect();
        let attackers = sides.iter().filter(|attackers| **attackers).count() as i32;
        let run = match sides.as_slice() {
            [.., one, other] if one == other => Some(*one),
            _ => None,
        };
        let last = field.rounds;
        let floated = own.iter().find(|bout| bout.round == last).map(|bout| {
            let (mine, theirs) = (field.points_before(seat, last), field.points_before(bout.opponent_of(seat), last));
            match mine.cmp(&theirs) {
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => -1,
            }
        });
        Score {
            seat,
            points: field.points(seat),
            met: own.iter().map(|bout| bout.opponent_of(seat)).collect(),
            had_bye: field.byes.iter().any(|(_, who)| *who == seat),
            balance: 2 * attackers - sides.len() as i32,
            run,
            floated: floated.unwrap_or(0),
        }
    });
    scored.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::club::model::pairing_wishes::Override;
    use crate::club::model::plan::TournamentPlan;
    use crate::club::model::tournament::{Entry, TournamentGame};
    use crate::club::tables::tiebreak::MeetingBreak;
    use crate::tafl::Catalogue;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn tournament(format: TournamentFormat, players: &[&str]) -> Tournament {
        let at = "2026-11-21T12:00:00Z".parse().unwrap();
        let entry = |id: &&str| Entry { player: id.parse().unwrap(), joined: at, presence: Participation::Playing };
        let catalogue = Catalogue::embedded().unwrap();
        let variant = catalogue.find("brandubh").unwrap();
        Tournament {
            name: "spring".parse().unwrap(),
            stage: TournamentStage::Running,
            plan: TournamentPlan { format, games: 1, ..TournamentPlan::default() },
            variant: variant.name.clone(),
            title: variant.title.clone(),
            rules: Arc::new(variant.rules.clone()),
            organizers: Vec::new(),
            entries: players.iter().map(entry).collect(),
            meetings: Vec::new(),
            held: None,
            due: None,
            began: None,
            overrides: Vec::new(),
            notes: Vec::new(),
            lot: "0123".to_owned(),
            created: at,
            imported: None,
        }
    }

    /// The next round as it would be paired, in words; empty where it is over.
    fn paired(tournament: &Tournament) -> String {
        let Next::Meetings(meetings) = next(tournament) else {
            return String::new();
        };
        let shown = meetings.iter().map(|meeting| match &meeting.away {
            Some(away) => format!("{}:{}-{away}", meeting.place, meeting.home),
            None => format!("{}:{}", meeting.place, meeting.home),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    /// Plays the next round; everybody who is at home wins.
    fn play(tournament: &mut Tournament) {
        let Next::Meetings(meetings) = next(tournament) else { return };
        for mut meeting in meetings {
            if let Some(away) = &meeting.away {
                let (attackers, defenders) = (meeting.home.clone(), away.clone());
                let outcome = Outcome::Played { winner: Some(Side::Attackers), plies: 9, taken: [0, 0] };
                meeting.games.push(TournamentGame {
                    number: 1,
                    attackers,
                    defenders,
                    outcome,
                    plies: 0,
                    on_time: false,
                });
            }
            tournament.meetings.push(meeting);
        }
    }

    fn leaves(tournament: &mut Tournament, player: &str) {
        tournament.entries.iter_mut().find(|entry| entry.player.as_str() == player).unwrap().presence =
            Participation::Left;
    }

    /// The winner of a meeting left before the next round; his new games waited for him for ever.
    #[test]
    fn a_winner_who_has_left_is_not_paired_again() {
        let mut cup = tournament(TournamentFormat::Knockout, &["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]);
        play(&mut cup);
        assert_eq!(paired(&cup), "0:a1-a4 1:a2-a3");
        leaves(&mut cup, "a1");
        assert_eq!(paired(&cup), "0:a4 1:a2-a3");
        // Where both have left there is no meeting, and the next round still knows who comes from where.
        leaves(&mut cup, "a4");
        assert_eq!(paired(&cup), "1:a2-a3");
        play(&mut cup);
        assert_eq!(paired(&cup), "0:a2");
        leaves(&mut cup, "a2");
        assert_eq!(next(&cup), Next::Over);
    }

    #[test]
    fn who_leaves_in_a_level_meeting_does_not_win_it() {
        let mut cup = tournament(TournamentFormat::Knockout, &["a1", "a2"]);
        play(&mut cup);
        let (a1, a2) = (cup.entries[0].player.clone(), cup.entries[1].player.clone());
        let outcome = Outcome::Forfeit { winner: Some(Side::Attackers) };
        cup.meetings[0].games.push(TournamentGame {
            number: 2,
            attackers: a2.clone(),
            defenders: a1.clone(),
            outcome,
            plies: 0,
            on_time: false,
        });
        // A game lost on time is no reason.
        assert_eq!(cup.winner_of(&cup.meetings[0]), Some((a1, Some(MeetingBreak::ShorterWin))));
        leaves(&mut cup, "a1");
        assert_eq!(cup.winner_of(&cup.meetings[0]), Some((a2, Some(MeetingBreak::Stayed))));
    }

    /// A provisional result stands for a real one where a round is paired, whatever the real one is; only the end waits.
    #[test]
    fn a_swiss_waits_for_no_provisional_game_but_for_all_at_its_end() {
        for rounds in [2, 3] {
            let mut swiss = tournament(TournamentFormat::Swiss, &["a1", "a2", "a3", "a4", "a5", "a6"]);
            swiss.plan.rounds = rounds;
            for round in 1..=rounds {
                play(&mut swiss);
                let played = swiss.clone();
                let number = swiss.meetings.len() - 1;
                swiss.meetings[number].games[0].outcome = Outcome::Open;
                assert_eq!(next(&swiss), Next::Wait);
                swiss.meetings[number].games[0].outcome = Outcome::Provisional { winner: Some(Side::Attackers) };
                match round < rounds {
                    true => assert_eq!(paired(&swiss), paired(&played), "as if it had ended so"),
                    false => assert_eq!(next(&swiss), Next::Wait),
                }
            }
            for game in swiss.games_mut() {
                game.outcome = Outcome::Played { winner: None, plies: 9, taken: [0, 0] };
            }
            assert_eq!(next(&swiss), Next::Over);
        }
    }

    #[test]
    fn a_wish_changes_who_meets_whom_and_nothing_else() {
        let seen = |tournament: &Tournament| {
            let Next::Meetings(meetings) = next(tournament) else { return Vec::new() };
            let ids =
                meetings.iter().flat_map(|m| std::iter::once(&m.home).chain(&m.away).map(|id| (m.round, id.clone())));
            let mut ids: Vec<(u32, PlayerId)> = ids.collect();
            ids.sort();
            ids
        };
        let swap = |one: &str, other: &str| Override::Swap(one.to_owned(), other.to_owned());
        let wishes = [swap("a1", "a3"), swap("a3", "a5"), swap("a2", "nobody"), swap("a1", "a5")];
        for format in TournamentFormat::ALL {
            for players in 4..8 {
                let ids = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"];
                let mut wanted = tournament(format, &ids[..players]);
                let before = seen(&wanted);
                wanted.overrides = wishes.to_vec();
                // Groups differ in size, so that whoever changes his may meet one more.
                let who = |seen: Vec<(u32, PlayerId)>| {
                    (seen.len(), seen.into_iter().map(|(_, id)| id).collect::<BTreeSet<_>>())
                };
                assert_eq!(who(seen(&wanted)), who(before), "{format:?} of {players}");
            }
        }
        // Everybody is in each round of a Swiss once, whoever is to have no opponent, and nobody has none twice.
        for players in 3..8 {
            let ids = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"];
            let mut swiss = tournament(TournamentFormat::Swiss, &ids[..players]);
            for round in 1..=2 {
                swiss.overrides = vec![Override::Bye("a1".to_owned()), swap("a1", "a2")];
                let Next::Meetings(meetings) = next(&swiss) else { unreachable!("a wish ends no tournament") };
                assert_eq!(seen(&swiss).len(), players);
                let free = |id: &str, of: &[Meeting]| of.iter().any(|m| m.home.as_str() == id && m.away.is_none());
                let twice = ids.iter().filter(|id| free(id, &meetings) && free(id, &swiss.meetings));
                assert_eq!(twice.count(), 0, "{players}, {round}: {meetings:?}");
                play(&mut swiss);
            }
        }
    }

    /// Second of three with one point of two is better than second of four with one of three.
    #[test]
    fn the_best_of_those_next_placed_is_told_by_the_share_of_the_points() {
        let mut groups = tournament(TournamentFormat::Groups, &["a1", "a2", "a3", "a4", "a5", "a6", "a7"]);
        (groups.plan.groups, groups.plan.qualify, groups.plan.best) = (2, 1, 1);
        play(&mut groups);
        // a1 a4 a5 and a2 a3 a6 a7: the lower number wins, but that a7 has beaten a3, so that three of the four have one point each.
        for meeting in &mut groups.meetings {
            let Some(away) = &meeting.away else { continue };
            let both = [meeting.home.as_str(), away.as_str()];
            let upset = both.contains(&"a7") && both.contains(&"a3");
            let winner = if (meeting.home < *away) != upset { Side::Attackers } else { Side::Defenders };
            meeting.games[0].outcome = Outcome::Played { winner: Some(winner), plies: 9, taken: [0, 0] };
        }
        let sizes = [1, 2].map(|section| groups.players_of(section).len());
        assert_eq!(sizes, [3, 4]);
        let second = |section| {
            let table = groups.table(section);
            let lines = standings(&table.field, groups.plan.order());
            (table.players[lines[1].seat].to_string(), lines[1].points * 6 / lines[1].finished)
        };
        let (one, other) = (second(1), second(2));
        let best = if one.1 > other.1 { one.0 } else { other.0 };
        assert_eq!((one.1, other.1), (6, 4));
        let Next::Meetings(meetings) = next(&groups) else { unreachable!("a final follows") };
        let finalists: BTreeSet<&str> =
            meetings.iter().flat_map(|m| std::iter::once(&m.home).chain(&m.away)).map(PlayerId::as_str).collect();
        assert_eq!(finalists.len(), 3, "{meetings:?}");
        assert!(finalists.contains(best.as_str()), "{best}: {finalists:?}");
        groups.plan.best = 0;
        let Next::Meetings(meetings) = next(&groups) else { unreachable!("a final follows") };
        assert_eq!(meetings.len(), 1);
    }

    #[test]
    fn those_who_have_left_play_for_no_third_place() {
        let mut cup = tournament(TournamentFormat::Knockout, &["a1", "a2", "a3", "a4"]);
        cup.plan.third = true;
        play(&mut cup);
        assert_eq!(paired(&cup), "0:a1-a2 1:a4-a3");
        leaves(&mut cup, "a3");
        assert_eq!(paired(&cup), "0:a1-a2 1:a4");
    }
}

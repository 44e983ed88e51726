//! Games are what was played, and the schema itself refuses anything else.

use super::*;
use std::collections::BTreeSet;
use taflpost::club::{Ending, GameSearch, Head, Invitation, Offer, OfferKind, SideScore, Tally, VariantScore, Which};
use taflpost::command::Conditions;
use taflpost::command::Setting;
use taflpost::store::GameFilter;

fn numbers(heads: &[Head]) -> Vec<u32> {
    heads.iter().map(|head| head.number).collect()
}

#[test]
fn a_game_is_what_was_played() {
    let mut world = World::with_a_game();
    let offer = Some(Offer { kind: OfferKind::Undo, by: tafl::Side::Defenders, at: hours(4) });
    world.apply(&[played(1, 1, "d6-c6"), played(1, 2, "d5-a5")]);
    world.apply(&[Change::OfferSet { number: 1, offer, at: hours(4) }]);
    let view = world.view(&about(&[1, 9]));
    let game = &view.games[&1];
    assert_eq!((view.games.len(), view.next_number), (1, 2));
    assert_eq!(view.players.keys().cloned().collect::<Vec<_>>(), [id("ann"), id("bob")]);
    assert_eq!(game.rules(), &brandubh());
    let plays: Vec<_> = game.state.plays().iter().map(|played| played.play.to_string()).collect();
    assert_eq!(plays, ["d6-c6", "d5-a5"]);
    assert_eq!((game.head.plies, game.head.stage, game.head.first), (2, Stage::Running, tafl::Side::Attackers));
    assert_eq!((game.head.created, game.head.touched, game.head.offer), (noon(), hours(3), offer));
    assert_eq!(world.reader().play_times(1).unwrap(), [hours(2), hours(3)]);

    world.apply(&[played(1, 3, "f4-f5")]);
    assert_eq!(world.view(&about(&[1])).games[&1].head.offer, None, "an offer lapses with the next half-move");
    world.apply(&[Change::PlayTakenBack { number: 1, ply: 3, at: hours(9) }]);
    let game = &world.view(&about(&[1])).games[&1];
    assert_eq!((game.head.plies, game.state.ply(), game.head.touched), (2, 2, hours(9)));
}

#[test]
fn every_stage_is_remembered() {
    let mut world = World::new();
    world.apply(&[joined("ann"), joined("bob")]);
    let (winner, loser) = (tafl::Side::Attackers, tafl::Side::Attackers);
    let stages = [
        Stage::Invited,
        Stage::Running,
        Stage::Declined,
        Stage::Withdrawn,
        Stage::Ended(Ending::Won { winner, reason: tafl::Reason::KingCaptured }),
        Stage::Ended(Ending::Drawn { reason: tafl::Reason::Repetition }),
        Stage::Ended(Ending::Resigned { loser }),
        Stage::Ended(Ending::Agreed),
    ];
    for (number, stage) in (1..).zip(stages) {
        world.apply(&[invited(number, "ann", "bob")]);
        if matches!(stage, Stage::Ended(_)) {
            world.apply(&[reached(number, Stage::Running)]);
        }
        if stage != Stage::Invited {
            world.apply(&[reached(number, stage)]);
        }
        assert_eq!(world.view(&about(&[number])).games[&number].head.stage, stage);
    }
    let reader = world.reader();
    assert_eq!(numbers(&reader.games(&GameFilter::Open, 100).unwrap()), [2, 1]);
    assert_eq!(reader.games(&GameFilter::All, 100).unwrap().len(), 8);
    let counts = reader.counts().unwrap();
    assert_eq!((counts.invited, counts.running, counts.boards, counts.players), (1, 1, 8, 2));
    let players = reader.players().unwrap();
    assert_eq!((players[0].open_games, players[0].games), (2, 8));
}

#[test]
fn a_play_that_does_not_continue_its_game_is_impossible() {
    let mut world = World::with_a_game();
    world.apply(&[played(1, 1, "d6-c6"), invited(2, "bob", "ann")]);
    let misfits = [
        (played(1, 1, "d6-c6"), "a half-move twice"),
        (played(1, 3, "d6-c6"), "a gap"),
        (played(2, 1, "d6-c6"), "an invitation is no game yet"),
        (played(7, 1, "d6-c6"), "no board"),
        (Change::PlayTakenBack { number: 1, ply: 2, at: noon() }, "not played yet"),
        (reached(1, Stage::Invited), "backwards"),
        (reached(2, Stage::Ended(Ending::Agreed)), "not begun"),
        (reached(7, Stage::Running), "no board"),
        (invited(2, "ann", "bob"), "a number twice"),
        (invited(3, "ann", "ann"), "against oneself"),
        (invited(3, "ann", "zoe"), "an unknown player"),
    ];
    for (change, what) in misfits {
        let why = world.refused(&change);
        assert!(why.contains("refuses a change"), "{what}: {why}");
    }
    world.apply(&[reached(1, Stage::Ended(Ending::Agreed))]);
    let offer = Some(Offer { kind: OfferKind::Draw, by: tafl::Side::Attackers, at: noon() });
    for change in [
        played(1, 2, "d5-a5"),
        Change::PlayTakenBack { number: 1, ply: 1, at: noon() },
        Change::OfferSet { number: 1, offer, at: noon() },
        reached(1, Stage::Running),
    ] {
        world.refused(&change);
    }
}

#[test]
fn a_hand_with_sqlite3_cannot_bend_a_game() {
    let mut world = World::with_a_game();
    world.apply(&[played(1, 1, "d6-c6"), played(1, 2, "d5-a5")]);
    let sql = rusqlite::Connection::open(world.path()).unwrap();
    for statement in [
        "INSERT INTO play VALUES (1, 4, 'd5-a5', 0)",
        "INSERT INTO play VALUES (1, 3, 'to the left', 0)",
        "UPDATE play SET play = 'a1-a2'",
        "DELETE FROM play WHERE ply = 1",
        "UPDATE game SET plies = 7",
        "UPDATE game SET stage = 'invited'",
        "UPDATE game SET stage = 'won'",
        "UPDATE game SET stage = 'paused'",
        "UPDATE rule_record SET text = ''",
    ] {
        assert!(sql.execute(statement, []).is_err(), "{statement}");
    }
}

#[test]
fn lists_show_whose_turn_it_is() {
    let mut world = World::with_a_game();
    world.apply(&[
        joined("cid"),
        invited(2, "bob", "ann"),
        invited(3, "ann", "cid"),
        invited(4, "ann", "bob"),
        reached(4, Stage::Running),
        played(4, 1, "d6-c6"),
        invited(5, "bob", "ann"),
        reached(5, Stage::Declined),
    ]);
    let mut list = |player: &str, which| {
        let search = GameSearch::of(id(player), which);
        let lists = BTreeSet::from([search.clone()]);
        numbers(&world.view(&Needs { lists, ..Needs::default() }).lists[&search])
    };
    assert_eq!(list("ann", Which::Active), [1, 2, 3, 4]);
    assert_eq!(list("ann", Which::Next), [1, 2], "her move, and bob's invitation");
    assert_eq!(list("bob", Which::Next), [4]);
    assert_eq!(list("cid", Which::Next), [3]);
    assert_eq!(list("ann", Which::All), [5, 4, 3, 2, 1]);
    assert_eq!(list("zoe", Which::All), Vec::<u32>::new(), "nobody has nothing");
    let from = Some(address("ANN@Example.org"));
    let view = world.view(&Needs { from, open_games: BTreeSet::from([id("cid")]), ..Needs::default() });
    assert_eq!(view.from, Some(id("ann")));
    assert_eq!(numbers(&view.open_games[&id("ann")]), [1, 2, 3, 4]);
    assert_eq!(numbers(&view.open_games[&id("cid")]), [3]);
}

/// Board 1 runs. Of ann's games that are over, she wins board 2 against bob, loses board 3 against cid and draws board 4 against bob. Board 5,
/// which she wins against bob, is private and of another variant.
fn some_are_over() -> World {
    let mut world = World::with_a_game();
    let over = |ending| Stage::Ended(ending);
    world.apply(&[
        joined("cid"),
        invited(2, "ann", "bob"),
        reached(2, Stage::Running),
        reached(2, over(Ending::Resigned { loser: tafl::Side::Defenders })),
        invited(3, "cid", "ann"),
        reached(3, Stage::Running),
        reached(3, over(Ending::TimedOut { loser: tafl::Side::Defenders })),
        invited(4, "bob", "ann"),
        reached(4, Stage::Running),
        reached(4, over(Ending::Agreed)),
        in_private(invited(5, "ann", "bob")),
        reached(5, Stage::Running),
        reached(5, over(Ending::Resigned { loser: tafl::Side::Defenders })),
        invited(6, "ann", "bob"),
        reached(6, Stage::Declined),
    ]);
    world
}

fn in_private(change: Change) -> Change {
    let Change::GameInvited(invitation) = change else { panic!("{change:?}") };
    let conditions = Conditions { private: true, ..invitation.conditions };
    Change::GameInvited(Invitation { conditions, variant: "brandubh -edge".to_owned(), ..invitation })
}

#[test]
fn a_search_finds_games_by_their_result_opponent_and_variant() {
    let mut world = some_are_over();
    let mut found = |search: GameSearch, looker: &str| {
        let (lists, looker) = (BTreeSet::from([search.clone()]), Some(id(looker)));
        numbers(&world.view(&Needs { lists, looker, ..Needs::default() }).lists[&search])
    };
    let of = |player: &str, which| GameSearch::of(id(player), which);
    assert_eq!(found(of("ann", Which::Finished), "ann"), [5, 4, 3, 2]);
    assert_eq!(found(of("ann", Which::Won), "ann"), [5, 2]);
    assert_eq!(found(of("ann", Which::Lost), "ann"), [3]);
    assert_eq!(found(of("bob", Which::Lost), "bob"), [5, 2]);
    assert_eq!(found(of("ann", Which::Drawn), "ann"), [4]);
    let against = |opponents: &[&str]| GameSearch {
        opponents: opponents.iter().map(|opponent| id(opponent)).collect(),
        ..of("ann", Which::Finished)
    };
    assert_eq!(found(against(&["cid"]), "ann"), [3]);
    assert_eq!(found(against(&["cid", "bob"]), "ann"), [5, 4, 3, 2]);
    let variant = |name: &str| GameSearch { variant: Some(name.to_owned()), ..of("ann", Which::All) };
    assert_eq!(found(variant("brandubh"), "ann"), [6, 4, 3, 2, 1]);
    assert_eq!(found(variant("brandubh -edge"), "ann"), [5], "a name means exactly these options");
    assert_eq!(found(variant("brandubh -edge"), "cid"), Vec::<u32>::new(), "the game is private");
    assert_eq!(found(of("ann", Which::Won), "cid"), [2]);
    assert_eq!(found(of("ann", Which::Won), "bob"), [5, 2]);
}

#[test]
fn a_private_game_is_in_no_score_that_others_see() {
    let mut world = some_are_over();
    let mut scores = |looker: Option<&str>| {
        let needs = Needs { reliability: [id("ann")].into(), looker: looker.map(id), ..Needs::default() };
        world.view(&needs).scores.remove(&id("ann")).unwrap()
    };
    let one = |won, drawn, lost| Tally { won, drawn, lost };
    let score = SideScore { attackers: one(1, 0, 0), defenders: one(0, 1, 1) };
    let public = VariantScore { variant: "brandubh".to_owned(), score, entry: None };
    let score = SideScore { attackers: one(1, 0, 0), defenders: one(0, 0, 0) };
    let private = VariantScore { variant: "brandubh -edge".to_owned(), score, entry: None };
    assert_eq!(scores(Some("cid")), std::slice::from_ref(&public));
    assert_eq!(scores(None), std::slice::from_ref(&public));
    assert_eq!(scores(Some("ann")), [public.clone(), private.clone()]);
    assert_eq!(scores(Some("bob")), [public, private]);
}

#[test]
fn an_archived_game_is_one_row_whatever_it_was_written_in() {
    let mut world = World::new();
    let catalogue = tafl::Catalogue::embedded().unwrap();
    let brandubh = catalogue.find("brandubh").unwrap();
    let read = |text: &str, format: tafl::RecordFormat| format.read_all(text, &catalogue, Some(brandubh)).unwrap();
    let list = read("a4-a3 c4-c7\na4-a3 timeout\n", tafl::RecordFormat::List);
    let pgn = read("[Variant \"brandubh\"]\n1. a4-a3 c4-c7 *\n", tafl::RecordFormat::Pgn);
    assert_eq!(world.store.archive(&list, noon()).unwrap(), 2);
    assert_eq!(world.store.archive(&pgn, hours(1)).unwrap(), 0);
    let lines = world.reader().archived(10).unwrap();
    let results: Vec<_> = lines.iter().map(|line| (line.result.as_str(), line.plies, line.imported)).collect();
    assert_eq!(results, [("attackers", 1, noon()), ("unfinished", 2, noon())], "the newest first");
    let (first, record) = world.reader().archived_after(0, &catalogue).unwrap().unwrap();
    assert_eq!(record.unwrap(), list[0]);
    let (second, record) = world.reader().archived_after(first, &catalogue).unwrap().unwrap();
    assert_eq!(record.unwrap(), list[1]);
    assert!(world.reader().archived_after(second, &catalogue).unwrap().is_none());
    assert_eq!(world.reader().games(&GameFilter::All, 10).unwrap(), [], "it is none of the club's boards");
}

#[test]
fn a_player_keeps_what_he_has_set() {
    let mut world = World::new();
    world.apply(&[joined("ann"), joined("bob")]);
    let set = |dialect| Change::SettingChanged { player: id("ann"), setting: Setting::Dialect(dialect) };
    let dialect = |world: &mut World, player: &str| {
        let view = world.view(&Needs { players: [id(player)].into(), ..Needs::default() });
        view.players[&id(player)].settings.dialect
    };
    assert_eq!(dialect(&mut world, "ann"), tafl::Dialect::Plain);
    world.apply(&[set(tafl::Dialect::NoI)]);
    assert_eq!(dialect(&mut world, "ann"), tafl::Dialect::NoI);
    assert_eq!(dialect(&mut world, "bob"), tafl::Dialect::Plain);
    world.apply(&[set(tafl::Dialect::Plain)]);
    assert_eq!(dialect(&mut world, "ann"), tafl::Dialect::Plain);
    for key in taflpost::command::keys() {
        for value in key.values {
            let setting = Setting::from_words(key.name, value).unwrap();
            world.apply(&[Change::SettingChanged { player: id("bob"), setting }]);
            let view = world.view(&Needs { players: [id("bob")].into(), ..Needs::default() });
            assert!(view.players[&id("bob")].settings.all().contains(&setting), "{setting:?}");
        }
    }
    let nobody = Change::SettingChanged { player: id("eve"), setting: Setting::Dialect(tafl::Dialect::NoI) };
    assert!(world.refused(&nobody).contains("the dialect of eve"));
}

/// A game that an organizer decided is no game lost on time.
#[test]
fn only_a_game_lost_on_time_counts_as_one() {
    let mut world = World::new();
    world.apply(&[joined("ann"), joined("bob")]);
    let winner = Some(tafl::Side::Attackers);
    let endings = [Ending::TimedOut { loser: tafl::Side::Defenders }, Ending::Adjudicated { winner }];
    for (number, ending) in (1..).zip(endings) {
        world.apply(&[invited(number, "ann", "bob"), reached(number, Stage::Running)]);
        world.apply(&[reached(number, Stage::Ended(ending))]);
    }
    let needs = Needs { reliability: [id("bob")].into(), ..Needs::default() };
    let reliability = world.view(&needs).reliability[&id("bob")];
    assert_eq!((reliability.finished, reliability.timed_out), (2, 1));
}

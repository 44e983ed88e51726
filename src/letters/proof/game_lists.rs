//! Samples of the lists of games that a player asks for, and of scores.

use crate::club::rating::Rating;
use crate::club::{
    Ending, GameSearch, Head, ListedGame, PlayerId, RatingChange, Reply, ScoreLine, SideScore, Stage, Tally, Which,
};
use crate::command::{Filter, Look};
use crate::tafl;

/// Lists of all kinds, each with every stage and every ending.
pub(super) fn replies([ann, bob]: [&PlayerId; 2], heads: &[Head], timed: Head) -> Vec<Reply> {
    let mut games: Vec<Head> = heads.to_vec();
    games.push(timed);
    games.extend(
        heads
            .first()
            .into_iter()
            .flat_map(|head| endings().into_iter().map(|ending| Head { stage: Stage::Ended(ending), ..head.clone() })),
    );
    let change =
        RatingChange { before: Rating::NEWCOMER, after: Rating { points_milli: 1_662_000, ..Rating::NEWCOMER } };
    let listed = |rating: Option<RatingChange>| -> Vec<ListedGame> {
        games.iter().map(|head| ListedGame { head: head.clone(), rating }).collect()
    };
    let all = [Which::Active, Which::Next, Which::Finished, Which::All, Which::Won, Which::Lost, Which::Drawn];
    let mut replies = Vec::new();
    for which in all {
        let search = GameSearch::of(ann.clone(), which);
        let against = GameSearch {
            opponents: vec![bob.clone(), ann.clone()],
            variant: Some("brandubh".to_owned()),
            ..search.clone()
        };
        let rest = Look::Games { players: vec![ann.to_string()], variant: None, filter: Filter::All, from: Some(17) };
        replies.extend([
            Reply::Games { search: search.clone(), games: Vec::new(), more: None },
            Reply::Games { search, games: listed(None), more: None },
            Reply::Games { search: against.clone(), games: Vec::new(), more: None },
            Reply::Games { search: against, games: listed(Some(change)), more: Some(rest) },
        ]);
    }
    replies.extend(scores(ann));
    replies
}

fn endings() -> Vec<Ending> {
    let winner = tafl::Side::Attackers;
    let reasons = [
        tafl::Reason::KingCaptured,
        tafl::Reason::KingEscaped,
        tafl::Reason::Encircled,
        tafl::Reason::ExitFort,
        tafl::Reason::NoMove,
        tafl::Reason::NoMen,
    ];
    let won = reasons.into_iter().map(|reason| Ending::Won { winner, reason });
    let others = [
        Ending::Drawn { reason: tafl::Reason::Repetition },
        Ending::TimedOut { loser: winner },
        Ending::Resigned { loser: winner },
    ];
    won.chain(others).collect()
}

fn scores(ann: &PlayerId) -> Vec<Reply> {
    let tally = Tally { won: 100, drawn: 10, lost: 900 };
    let score = SideScore { attackers: tally, defenders: tally };
    let sure = Rating { deviation_milli: 50_000, ..Rating::NEWCOMER };
    let line = |rating| ScoreLine { variant: "small -strong -edge".to_owned(), score, rating };
    let many = Tally { won: 1100, drawn: 100, lost: 9000 };
    let wide = ScoreLine {
        variant: "sea-battle-cyningstan -strong -edge".to_owned(),
        score: SideScore { attackers: many, defenders: many },
        rating: Some(Rating::NEWCOMER),
    };
    let of = |lines: Vec<ScoreLine>, left_out| Reply::Score { player: ann.clone(), all: score, lines, left_out };
    vec![
        of(vec![line(None)], 0),
        of(vec![line(Some(sure)), line(Some(Rating::NEWCOMER))], 1),
        of(vec![line(Some(sure)), wide], 2),
    ]
}

//! One of every fact that lower floors give as data, to prove that each has a sentence in every language.

use crate::clock::BadControl;
use crate::club::BadPlayerId;
use crate::command::{ComplaintKind, Instead, Misfit, Thing, Withholding};
use crate::tafl::{self, OtnError};
use crate::tafl::{
    Binds, EnemyOf, Illegal, KingArmed, KingCapture, KingTaken, Limit, Pass, Piece, RepetitionEffect, Side, Special,
    Square, Stop,
};
use crate::wording::complaint;
use crate::wording::{Wording, WordingError};

/// Says all of them.
pub(super) fn sentences(words: &Wording) -> Result<Vec<String>, WordingError> {
    let rules = told().into_iter().map(|told| words.say("rule", &told));
    let illegal = illegal().into_iter().map(|why| words.say("illegal", &why));
    let ids = [BadPlayerId::Length, BadPlayerId::Start, BadPlayerId::Character];
    let ids = ids.into_iter().map(|why| words.say("bad-id", &why));
    let missing = Thing::ALL.into_iter().map(|what| ComplaintKind::Missing { what, usage: "usage" });
    let complaints = complaints().into_iter().chain(missing).map(|kind| complaint::sentence(words, &kind, true));
    rules.chain(illegal).chain(ids).chain(complaints).collect()
}

fn told() -> Vec<tafl::Told> {
    let square = Square::new(0, 0);
    let limit = |piece, squares| Limit { piece, squares };
    let taken = |way, corner, throne| KingTaken {
        way,
        throne: true,
        throne_closes: throne,
        corner_closes: corner,
        corner_flanks: corner,
        throne_flanks: throne,
        comes_to_edge: corner,
    };
    vec![
        tafl::Told::Forces { size: 7, attackers: 8, defenders: 4, first: Side::Attackers },
        tafl::Told::Movement { every: Some(1), limits: Vec::new() },
        tafl::Told::Movement {
            every: None,
            limits: vec![limit(Piece::Attacker, 1), limit(Piece::Defender, 2), limit(Piece::King, 3)],
        },
        tafl::Told::Throne { stop: Stop::King, pass: Pass::All },
        tafl::Told::Corners { squares: vec![square, square], king_only: true },
        tafl::Told::Corners { squares: Vec::new(), king_only: true },
        tafl::Told::Captures { empty: EnemyOf::All, occupied: EnemyOf::Attackers, corner: true },
        tafl::Told::Linnaean,
        tafl::Told::Shieldwall { at_least: 2, corner: true },
        tafl::Told::KingArmed { armed: KingArmed::Yes },
        tafl::Told::KingTaken(taken(KingCapture::Two, true, true)),
        tafl::Told::KingTaken(taken(KingCapture::TwoButFourAtThrone, false, true)),
        tafl::Told::KingTaken(taken(KingCapture::Four, true, false)),
        tafl::Told::KingTaken(taken(KingCapture::FourEdgeCounts, true, true)),
        tafl::Told::Escape { edge: false, squares: vec![square, square] },
        tafl::Told::ExitFort,
        tafl::Told::Encirclement,
        tafl::Told::AttackersLeft { left: 2 },
        tafl::Told::NoMove { loses: true },
        tafl::Told::Calls { raichi: true, tuichi: true, watch: true, corners: true },
        tafl::Told::NoRepetition,
        tafl::Told::Repetition { effect: RepetitionEffect::Loses, binds: Binds::Attackers, count: 3 },
        tafl::Told::Repetition { effect: RepetitionEffect::Draw, binds: Binds::Both, count: 2 },
    ]
}

fn illegal() -> Vec<Illegal> {
    let (from, to, square) = (Square::new(0, 0), Square::new(0, 3), Square::new(0, 2));
    let (piece, what) = (Piece::Attacker, Special::Throne);
    vec![
        Illegal::GameOver,
        Illegal::OffBoard(square),
        Illegal::NothingThere(square),
        Illegal::NotYours { square, piece },
        Illegal::NotALine { from, to },
        Illegal::SameSquare(square),
        Illegal::Blocked { from, to, by: square, piece, mover: Side::Defenders },
        Illegal::MayNotLand { square, what, piece },
        Illegal::MayNotPass { from, to, square, what, piece },
        Illegal::TooFar { from, to, piece, limit: 2 },
        Illegal::Repeats,
        Illegal::WrongCaptures { claimed: vec![from, to], real: vec![square] },
    ]
}

fn complaints() -> Vec<ComplaintKind> {
    let text = || "text".to_owned();
    let near = || vec![text(), text()];
    let (usage, command) = ("usage", "move");
    let mut all = vec![
        ComplaintKind::UnknownCommand { word: text(), nearest: near() },
        ComplaintKind::UnknownCommand { word: text(), nearest: Vec::new() },
        ComplaintKind::AnswerInWords { word: text(), alone: true },
        ComplaintKind::AnswerInWords { word: text(), alone: false },
        ComplaintKind::CommandLater { name: text() },
        ComplaintKind::PlayInWords { play: Some(text()) },
        ComplaintKind::PlayInWords { play: None },
        ComplaintKind::NumberBeforePlay { number: text(), play: text() },
        ComplaintKind::Ambiguous { word: text(), candidates: near() },
        ComplaintKind::OnlyAGame { name: text() },
        ComplaintKind::UnknownOption { word: text(), nearest: near() },
        ComplaintKind::UnknownOption { word: text(), nearest: Vec::new() },
        ComplaintKind::OptionOutOfPlace { option: text(), command },
        ComplaintKind::OptionWithoutValue { option: text() },
        ComplaintKind::NoDay { word: text() },
        ComplaintKind::ExtensionOutOfBounds { days: 90 },
        ComplaintKind::OptionWithValue { option: text() },
        ComplaintKind::OptionWithoutDash { word: text() },
        ComplaintKind::Conflict { first: text(), second: text() },
        ComplaintKind::UnknownVariant { word: text(), nearest: near() },
        ComplaintKind::UnknownVariant { word: text(), nearest: Vec::new() },
        ComplaintKind::NumberTooLarge,
        ComplaintKind::NoPlayerId { word: text() },
        ComplaintKind::ReservedId { word: text() },
        ComplaintKind::NoAddress { word: text() },
        ComplaintKind::NoPlay { word: text(), followed: true },
        ComplaintKind::NoPlay { word: text(), followed: false },
        ComplaintKind::NoThrone { variant: text() },
        ComplaintKind::NoOverlay { variant: text(), why: Box::new(Misfit { found: text(), expected: text() }) },
        ComplaintKind::SamePlayer { player: text() },
        ComplaintKind::NoPassword { player: text() },
        ComplaintKind::Missing { what: Thing::Play, usage },
        ComplaintKind::NothingMore { usage },
        ComplaintKind::Alike { usage },
        ComplaintKind::TextWithoutColon { player: text(), text: text() },
        ComplaintKind::TooMany { what: Thing::Plays, max: 3 },
        ComplaintKind::Question { command },
        ComplaintKind::UnknownSetting { word: text(), known: vec![usage, usage] },
        ComplaintKind::UnknownValue { word: text(), usage },
        ComplaintKind::UnknownAct { word: text(), nearest: near() },
        ComplaintKind::UnknownAct { word: text(), nearest: Vec::new() },
        ComplaintKind::ActAlone { act: "join", name: text() },
        ComplaintKind::NoTournamentName { word: text() },
        ComplaintKind::UnknownTopic { word: text(), nearest: near() },
        ComplaintKind::UnknownTopic { word: text(), nearest: Vec::new() },
    ];
    for why in [
        BadControl::Unknown { word: text() },
        BadControl::Time { word: text() },
        BadControl::Moves { word: text() },
        BadControl::Part { word: text() },
        BadControl::TooShort,
        BadControl::Contradiction,
        BadControl::Cap,
    ] {
        all.push(ComplaintKind::BadClock { why });
    }
    let (entry, found) = ("dim", text);
    for why in [
        OtnError::TooLong,
        OtnError::NotFirst { found: found() },
        OtnError::NotLast { found: found() },
        OtnError::Unknown { found: found(), known: vec!["dim", "esc"] },
        OtnError::Twice { entry },
        OtnError::Wrong { entry, found: found(), allowed: text() },
        OtnError::Unlawful { entry, found: found(), expected: text() },
        OtnError::NotPlayed { entry, found: found(), allowed: text() },
        OtnError::NotSaid { parameter: entry, found: found(), sayable: text() },
    ] {
        all.push(ComplaintKind::BadRecord { why: Box::new(why) });
    }
    for instead in Instead::all() {
        all.push(ComplaintKind::NotOnThisServer { word: text(), instead: instead.clone() });
        all.push(ComplaintKind::OldForm { instead });
    }
    for why in [
        Withholding::Wrong(Box::new(ComplaintKind::NumberTooLarge)),
        Withholding::SubjectIsTheCommand,
        Withholding::OneCommand,
        Withholding::NoColon { usage },
        Withholding::TextOf { command },
        Withholding::BehindPlay { usage },
    ] {
        all.push(ComplaintKind::Withheld { why });
    }
    all
}

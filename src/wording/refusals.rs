//! Refusals: which sentence to use, and the facts to fill it with.

use crate::club::{self, OfferKind, Refusal};
use crate::command;
use crate::mail::BadAddress;
use crate::tafl;
use crate::wording::challenged::challenged;
use crate::wording::facts::{Facts, context};
use crate::wording::locale::Locale;
use crate::wording::templates::{Wording, WordingError};
use crate::wording::time;
use crate::wording::tournament;

/// The name of the sentence for a refusal, and the facts to fill it with.
pub(super) fn facts(refusal: &Refusal, locale: Locale) -> Result<(&'static str, Facts), WordingError> {
    let Locale { words, dialect, .. } = locale;
    let number = refusal.number().unwrap_or_default();
    Ok(match refusal {
        Refusal::WrongPassword { player } => ("wrong-password", context! { player => player.as_str() }),
        Refusal::NoPassword { player } => ("no-password", context! { player => player.as_str() }),
        Refusal::TooManyPasswords { player } => ("too-many-passwords", context! { player => player.as_str() }),
        Refusal::MorePasswords => ("more-passwords", context! {}),
        Refusal::BadId { why, free } => ("bad-id", context! { why => words.say("bad-id", why)?, ..example_id(free) }),
        Refusal::IdTaken { free } => ("id-taken", example_id(free)),
        Refusal::IdKept { free } => ("id-kept", example_id(free)),
        Refusal::IdAlike { free } => ("id-alike", example_id(free)),
        Refusal::AddressTaken { player } => ("address-taken", context! { player => player.as_str() }),
        Refusal::BadPassword => ("bad-password", context! {}),
        Refusal::BadAddress => ("bad-address", context! {}),
        Refusal::SignupLapsed => ("signup-lapsed", context! {}),
        Refusal::NoSuchAddress { why } => ("no-such-address", context! { why => bad_address(words, why)? }),
        Refusal::AddressIsYours => ("address-is-yours", context! {}),
        Refusal::AddressOfAnother => ("address-of-another", context! {}),
        Refusal::NotYourAddress => ("not-your-address", context! {}),
        Refusal::LastAddress => ("last-address", context! {}),
        Refusal::TooManyAddresses => ("too-many-addresses", context! { max => command::ADDRESSES_MAX }),
        Refusal::TooManyClaims => ("too-many-claims", context! {}),
        Refusal::TooManyChanges => ("too-many-changes", context! {}),
        Refusal::NoPasswordToDrop => ("no-password-to-drop", context! {}),
        Refusal::NothingToReclaim => ("nothing-to-reclaim", context! { days => club::TAKE_BACK_DAYS }),
        Refusal::SignedOff { player, yours } => {
            ("player-signed-off", context! { player => player.as_str(), yours => *yours })
        }
        Refusal::LastOrganizer { tournament } => ("last-organizer", context! { tournament => tournament.as_str() }),
        Refusal::StillPlays { numbers, cut } => {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            let boards = words.list("and", &numbers)?;
            ("still-plays", context! { count => numbers.len(), boards, numbers => numbers.join(" "), cut => *cut })
        }
        Refusal::Unreachable { player } => ("unreachable", context! { player => player.as_str() }),
        Refusal::UnknownPlayer { id, nearest, in_search } => {
            let filters = words.list("or", &command::Filter::ALL.map(|filter| filter.word().to_owned()))?;
            let facts = context! { id, nearest => words.list("or", nearest)?, in_search => *in_search, filters };
            ("unknown-player", facts)
        }
        Refusal::NotHereYet { player, line, words } => {
            let (attackers, defenders) = challenged(line);
            let player = player.as_str();
            ("not-here-yet", context! { player, line, words => !words.is_empty(), attackers, defenders })
        }
        Refusal::UnknownBoard { number } => ("unknown-board", context! { number }),
        Refusal::NotYourBoard { number } => ("not-your-board", context! { number }),
        Refusal::WhichBoard { command, candidates, cut } => {
            let number = candidates.first().map(|head| head.number).unwrap_or_default();
            ("which-board", context! { command => *command, number, count => candidates.len(), cut })
        }
        Refusal::TooManyLetters { player } => {
            ("too-many-letters", context! { player => player.as_str(), max => club::CAUSED_MAX })
        }
        Refusal::NotYourChallenge { player } => ("not-your-challenge", context! { player => player.as_str() }),
        Refusal::AgainstYourself => ("against-yourself", context! {}),
        Refusal::TooManyGames { player } => ("too-many-games", context! { player => player.as_str() }),
        Refusal::OwnChallenge { number, opponent } => {
            ("own-challenge", context! { number, opponent => opponent.as_str() })
        }
        Refusal::NotTheChallenger { number } => ("not-the-challenger", context! { number }),
        Refusal::NoLongerOpen { number, begun } => ("no-longer-open", context! { number, begun }),
        Refusal::NotBegun { number, yours, dead } => ("not-begun", context! { number, yours, dead }),
        Refusal::Annulled { .. } => ("annulled", context! { number }),
        Refusal::Over { .. } => ("over", context! { number }),
        Refusal::TimeIsUp { at, .. } => {
            ("time-is-up", context! { number, at => time::date(locale.words, *at, locale.zone)? })
        }
        Refusal::NotYourTurn { game } => {
            ("not-your-turn", context! { number, who => game.head.player(game.head.to_move()).as_str() })
        }
        Refusal::AlreadyPlayed { ply, play, .. } => {
            ("already-played", context! { number, ply, play => dialect.play(*play).to_string() })
        }
        Refusal::OutOfDate { ply, next, .. } => ("out-of-date", context! { number, ply, next }),
        Refusal::TooEarly { ply, next, .. } => ("too-early", context! { number, ply, next }),
        Refusal::Illegal { game, play, why, reach } => {
            let position = game.state.position();
            let facts = context! {
                number,
                why => words.say("illegal", &dialect.illegal(why))?,
                from => dialect.written(play.from).to_string(),
                reach => spans(play.from, reach, dialect),
                king => position.piece_at(play.from) == Some(tafl::Piece::King),
                own_man => position.piece_at(play.from).is_some_and(|piece| piece.side() == game.state.to_move()),
            };
            ("illegal", facts)
        }
        Refusal::NoColumn { square } => ("no-column", context! { square => square.to_string() }),
        Refusal::OpenChallengeByName => ("open-challenge-by-name", context! {}),
        Refusal::TooManyOpenChallenges => ("too-many-open-challenges", context! { max => club::OPEN_CHALLENGES_MAX }),
        Refusal::OpenChallengesAreFull => {
            ("open-challenges-are-full", context! { max => club::OPEN_CHALLENGES_LIST_MAX })
        }
        Refusal::NoSuchOpenChallenge { number } => ("no-such-open-challenge", context! { number }),
        Refusal::OwnOpenChallenge { number } => ("own-open-challenge", context! { number }),
        Refusal::NotYourOpenChallenge { number } => ("not-your-open-challenge", context! { number }),
        Refusal::LimitReached { player, limit, yours } => {
            ("limit-reached", context! { player => player.as_str(), limit, yours })
        }
        Refusal::OwnBoardObserved { number } => ("own-board-observed", context! { number }),
        Refusal::NothingToObserve { number } => ("nothing-to-observe", context! { number }),
        Refusal::TooManyObservers { number } => ("too-many-observers", context! { number, max => club::OBSERVERS_MAX }),
        Refusal::UnratedAlready { number } => ("unrated-already", context! { number }),
        Refusal::UnratedInTournament { number } => ("unrated-in-tournament", context! { number }),
        Refusal::TooLateForUnrated { number } => ("too-late-for-unrated", context! { number }),
        Refusal::PrivateBoard { number } => ("private-board", context! { number }),
        Refusal::OfferStands { number, kind } => ("offer-stands", context! { number, kind => offer_word(*kind) }),
        Refusal::OtherOfferStands { number, kind, yours } => {
            ("other-offer-stands", context! { number, yours, kind => offer_word(*kind) })
        }
        Refusal::StillPlayed { number } => ("still-played", context! { number }),
        Refusal::AlreadyInvited { number } => ("already-invited", context! { number }),
        Refusal::NoOffer { number } => ("no-offer", context! { number }),
        Refusal::NothingToTakeBack { number } => ("nothing-to-take-back", context! { number }),
        Refusal::MoveNow { play, .. } => {
            ("move-now", context! { number, play => play.map(|play| dialect.play(play).to_string()) })
        }
        Refusal::LineMisnumbered { meant, ply, .. } => ("line-misnumbered", context! { number, meant, ply }),
        Refusal::LineIllegal { play, why, .. } => {
            let facts = context! {
                number,
                play => dialect.play(*play).to_string(),
                why => words.say("illegal", &dialect.illegal(why))?,
            };
            ("line-illegal", facts)
        }
        Refusal::WhichPiece { to, from, .. } => {
            let from: Vec<String> = from.iter().map(|from| from.to_string()).collect();
            let example = from.first().map(|from| format!("{from}-{to}"));
            ("which-piece", context! { number, to => to.to_string(), from => from.join(", "), example })
        }
        Refusal::LineOffBoard { play, .. } => {
            ("line-off-board", context! { number, play => dialect.play(*play).to_string() })
        }
        Refusal::TooManyLines { .. } => ("too-many-lines", context! { number }),
        Refusal::DayUncertain { now } => {
            ("day-uncertain", context! { now => time::date(locale.words, *now, locale.zone)? })
        }
        Refusal::NoVacation => ("no-vacation", context! {}),
        Refusal::VacationPast => ("vacation-past", context! {}),
        Refusal::VacationTooFar => ("vacation-too-far", context! {}),
        Refusal::VacationTwice => ("vacation-twice", context! {}),
        Refusal::VacationUsedUp { year, left, of } => ("vacation-used-up", context! { year, left, of }),
        Refusal::Tournament { name, why } => tournament::refusal(words, name, why)?,
        Refusal::NothingToSay => ("nothing-to-say", context! {}),
        Refusal::NoteTooLong { max } => ("note-too-long", context! { max }),
        Refusal::MessageToYourself => ("message-to-yourself", context! {}),
        Refusal::NoRecord { number, why } => ("no-record", context! { number, why }),
        Refusal::NotThatFar { number, at, plies } => ("not-that-far", context! { number, at, plies }),
    })
}

/// The id in the example of a sign-up: one like the id that cannot be had.
fn example_id(free: &Option<club::PlayerId>) -> Facts {
    context! { example => free.as_ref().map_or("bjorn", club::PlayerId::as_str) }
}

/// Why a word is no address.
fn bad_address(words: &Wording, why: &BadAddress) -> Result<String, WordingError> {
    let phrase = |key: &str, facts| words.phrase(&format!("bad-address/{key}"), facts);
    match why {
        BadAddress::Shape => phrase("shape", context! {}),
        BadAddress::TooLong => phrase("too-long", context! {}),
        BadAddress::Unsendable => phrase("unsendable", context! {}),
        // In quotes, and so that it can be seen.
        BadAddress::Character(character) => phrase("character", context! { it => format!("{character:?}") }),
    }
}

fn offer_word(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "draw",
        OfferKind::Undo => "undo",
    }
}

/// The squares that a piece can reach, in the order in which a reader looks: along the row, then along the column.
fn spans(from: tafl::Square, reach: &[tafl::Square], dialect: tafl::Dialect) -> String {
    let (mut rank, mut file): (Vec<_>, Vec<_>) = reach.iter().partition(|square| square.rank() == from.rank());
    rank.sort_by_key(|square: &tafl::Square| square.file());
    file.sort_by_key(|square: &tafl::Square| square.rank());
    let names: Vec<String> = rank.iter().chain(&file).map(|square| dialect.written(*square).to_string()).collect();
    names.join(" ")
}

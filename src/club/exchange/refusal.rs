//! Why something was not done. Each refusal becomes a sentence with a way out; the words are in `letters`.

use crate::club::model::game::{Ending, Game, Head, OfferKind};
use crate::club::model::player::{BadPlayerId, PlayerId};
use crate::club::tournament::{TournamentName, TournamentRefusal};
use crate::mail::BadAddress;
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Why a request was refused. Nothing has changed, except what trust has to remember.
#[derive(Clone, Debug)]
pub enum Refusal {
    // --- who asks ---
    /// The password given is not this player's.
    WrongPassword {
        /// The player named.
        player: PlayerId,
    },
    /// The player has no password; he answers letters instead.
    NoPassword {
        /// The player named.
        player: PlayerId,
    },
    /// Too many wrong passwords within the hour.
    TooManyPasswords {
        /// The player named.
        player: PlayerId,
    },

    /// One password too many in one mail: it was not looked at.
    MorePasswords,

    // --- signing up ---
    /// The word cannot be a player id.
    BadId {
        /// Why.
        why: BadPlayerId,
    },
    /// Somebody has this id already.
    IdTaken,
    /// Nobody can have this id: it means something else.
    IdKept,
    /// The id can be mistaken for one that somebody has.
    IdAlike,
    /// The mailbox belongs to a player already.
    AddressTaken {
        /// Which.
        player: PlayerId,
    },
    /// The password is empty or too long.
    BadPassword,
    /// A word given as an address is none.
    BadAddress,
    /// The sign-up letter has lapsed.
    SignupLapsed,

    // --- one's own account ---
    /// The word given cannot be an address.
    NoSuchAddress {
        /// Why.
        why: BadAddress,
    },
    /// The address is the player's already.
    AddressIsYours,
    /// The address cannot become the player's: it is another's.
    AddressOfAnother,
    /// The address to drop is none of the player's.
    NotYourAddress,
    /// The only address cannot be dropped.
    LastAddress,
    /// The player has as many addresses as one can have.
    TooManyAddresses,
    /// Too many letters wait for their mailbox, the player's or this one's.
    TooManyClaims,
    /// Too many changes of the account within a day.
    TooManyChanges,
    /// There is no password to drop.
    NoPasswordToDrop,
    /// The mail answers no letter about a change of the account.
    NothingToReclaim,

    // --- players and boards ---
    /// No player has this id.
    UnknownPlayer {
        /// The word given.
        id: String,
        /// What was probably meant.
        nearest: Vec<String>,
    },
    /// The player has signed off.
    SignedOff {
        /// Who.
        player: PlayerId,
        /// Whether the sender himself has.
        yours: bool,
    },
    /// Whoever leaves for good is the only organizer of a tournament that is not over.
    LastOrganizer {
        /// Which.
        tournament: TournamentName,
    },
    /// To leave for good the sender must name the boards on which he gives up, these and no others.
    StillPlays {
        /// Them.
        numbers: Vec<u32>,
        /// Whether there are more open games than were looked through.
        cut: bool,
    },
    /// Letters to the player come back, so nothing would reach him.
    Unreachable {
        /// Who.
        player: PlayerId,
    },
    /// There is no such board.
    UnknownBoard {
        /// The number given.
        number: u32,
    },
    /// The sender does not play on this board.
    NotYourBoard {
        /// The board.
        number: u32,
    },
    /// No board was named and none, or more than one, could be meant.
    WhichBoard {
        /// The command's name.
        command: &'static str,
        /// The boards that could be meant.
        candidates: Vec<Head>,
        /// Whether there are more open games than were looked through.
        cut: bool,
    },

    /// The other player has got as many letters because of the sender as one player can cause another within an hour.
    TooManyLetters {
        /// The other player.
        player: PlayerId,
    },

    // --- challenges ---
    /// The sender is neither of the two players.
    NotYourChallenge {
        /// The sender.
        player: PlayerId,
    },
    /// The same challenge waits for its answer already.
    AlreadyInvited {
        /// The board.
        number: u32,
        /// Who sent it, where it was the other player.
        by: Option<PlayerId>,
    },
    /// Both players are the same.
    AgainstYourself,
    /// A player has as many open games as the server keeps for one.
    TooManyGames {
        /// Who.
        player: PlayerId,
    },
    /// Accepting or declining one's own challenge.
    OwnChallenge {
        /// The board.
        number: u32,
        /// Who has to answer.
        opponent: PlayerId,
    },
    /// Only the challenger can withdraw.
    NotTheChallenger {
        /// The board.
        number: u32,
    },
    /// The invitation has been answered or withdrawn already.
    NoLongerOpen {
        /// The board.
        number: u32,
        /// Whether the game has begun since.
        begun: bool,
    },
    /// There is no rematch of a game that is not over.
    StillPlayed {
        /// The board.
        number: u32,
    },
    /// The game has not begun.
    NotBegun {
        /// The board.
        number: u32,
        /// Whether the sender is the one who has to accept.
        yours: bool,
        /// Whether the invitation is dead.
        dead: bool,
    },

    // --- playing ---
    /// The game is over.
    Over {
        /// The game.
        game: Arc<Game>,
        /// How it ended.
        ending: Ending,
    },
    /// The time for this half-move was over before the mail came.
    TimeIsUp {
        /// The game.
        game: Arc<Game>,
        /// When it was.
        at: DateTime<Utc>,
    },
    /// It is the opponent's turn.
    NotYourTurn {
        /// The game.
        game: Arc<Game>,
    },
    /// This very half-move has been made: the mail came twice.
    AlreadyPlayed {
        /// The game.
        game: Arc<Game>,
        /// The half-move, from 1.
        ply: u32,
        /// The play.
        play: tafl::Play,
    },
    /// The play answers a position that is no longer on the board.
    OutOfDate {
        /// The game.
        game: Arc<Game>,
        /// The half-move the play was meant for, from 1.
        ply: u32,
        /// The half-move that is next.
        next: u32,
    },
    /// The play is numbered for a half-move still to come.
    TooEarly {
        /// The game.
        game: Arc<Game>,
        /// The half-move the play was meant for, from 1.
        ply: u32,
        /// The half-move that is next.
        next: u32,
    },
    /// The rules forbid the play.
    Illegal {
        /// The game, unchanged.
        game: Arc<Game>,
        /// The play.
        play: tafl::Play,
        /// Why.
        why: tafl::Illegal,
        /// Where the man on the first square may go; empty where there is no man of the sender.
        reach: Vec<tafl::Square>,
    },

    /// A square was typed whose letter the player's own dialect leaves out.
    NoColumn {
        /// As typed.
        square: tafl::Square,
    },

    // --- open invitations ---
    /// A seek by a player's own rules, which no list could show.
    SeekByName,
    /// As many seeks of one player stand as may.
    TooManySeeks,
    /// The list of seeks has no room.
    SeeksAreFull,
    /// No such seek stands.
    NoSuchSeek {
        /// The number given.
        number: u32,
    },
    /// Taking one's own seek.
    OwnSeek {
        /// Its number.
        number: u32,
    },
    /// Withdrawing somebody else's seek.
    NotYourSeek {
        /// Its number.
        number: u32,
    },
    /// A player has as many games as he wants to have.
    LimitReached {
        /// Who.
        player: PlayerId,
        /// How many.
        limit: u32,
        /// Whether it is the asker himself.
        yours: bool,
    },

    // --- looking on ---
    /// Subscribing to a board one plays on.
    OwnBoardObserved {
        /// The board.
        number: u32,
    },
    /// Nothing will happen on the board any more.
    NothingToObserve {
        /// The board.
        number: u32,
    },
    /// As many look on at the board as may.
    TooManyObservers {
        /// The board.
        number: u32,
    },

    // --- conditions ---
    /// The game does not count for the ratings anyway.
    UnratedAlready {
        /// The board.
        number: u32,
    },
    /// Whether a game of a tournament counts is settled by the tournament.
    UnratedInTournament {
        /// The board.
        number: u32,
    },
    /// The game has gone too far to be unrated.
    TooLateForUnrated {
        /// The board.
        number: u32,
    },
    /// Only its players see this board.
    PrivateBoard {
        /// The board.
        number: u32,
    },

    // --- offers ---
    /// The same offer stands already.
    OfferStands {
        /// The board.
        number: u32,
        /// What was offered.
        kind: OfferKind,
    },
    /// Another offer stands and has to be answered or taken back first.
    OtherOfferStands {
        /// The board.
        number: u32,
        /// What stands.
        kind: OfferKind,
        /// Whether the asker made it.
        yours: bool,
    },
    /// There is no offer to answer.
    NoOffer {
        /// The board.
        number: u32,
    },
    /// Only the one who made the last half-move can ask to take it back.
    NothingToTakeBack {
        /// The board.
        number: u32,
    },

    // --- prepared moves ---
    /// It is the sender's turn: there is nothing to prepare for.
    MoveNow {
        /// The game.
        game: Arc<Game>,
    },
    /// A play in a line is numbered for another half-move than its place says.
    LineMisnumbered {
        /// The board.
        number: u32,
        /// As numbered.
        meant: u32,
        /// By its place.
        ply: u32,
    },
    /// The line comes to a play that the rules forbid.
    LineIllegal {
        /// The board.
        number: u32,
        /// The play.
        play: tafl::Play,
        /// Why.
        why: tafl::Illegal,
    },
    /// A play in the line has a square that the board has not.
    LineOffBoard {
        /// The board.
        number: u32,
        /// The play.
        play: tafl::Play,
    },
    /// More lines than one board may have.
    TooManyLines {
        /// The board.
        number: u32,
    },

    // --- leave ---
    /// It is not certain what day it is, and the mail says another; so it is by the server.
    DayUncertain {
        /// What the server's clock says.
        now: DateTime<Utc>,
    },
    /// There is no leave to end.
    NoVacation,
    /// The days have passed, or the last comes before the first.
    VacationPast,
    /// Too long, or too far ahead.
    VacationTooFar,
    /// Leave is set already for one of the days.
    VacationTwice,
    /// More days than the house grants in a year.
    VacationUsedUp {
        /// The year.
        year: i32,
        /// Days that are left.
        left: u32,
        /// Of so many.
        of: u32,
    },
    /// Something about a tournament.
    Tournament {
        /// Its name, as typed.
        name: String,
        /// Why not.
        why: TournamentRefusal,
    },

    // --- words ---
    /// A letter without words.
    NothingToSay,
    /// No record can hold the game.
    NoRecord {
        /// The board.
        number: u32,
        /// Why not.
        why: String,
    },
    /// A half-move number that the game has not reached.
    NotThatFar {
        /// The board.
        number: u32,
        /// The half-move asked for.
        at: u32,
        /// Half-moves played.
        plies: u32,
    },
}

impl Refusal {
    /// The board it is about, where the sender plays on it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most refusals are not meant here")]
    pub fn number(&self) -> Option<u32> {
        match self {
            Refusal::Over { game, .. }
            | Refusal::NotYourTurn { game }
            | Refusal::TimeIsUp { game, .. }
            | Refusal::MoveNow { game }
            | Refusal::AlreadyPlayed { game, .. }
            | Refusal::OutOfDate { game, .. }
            | Refusal::TooEarly { game, .. }
            | Refusal::Illegal { game, .. } => Some(game.head.number),
            Refusal::StillPlayed { number }
            | Refusal::AlreadyInvited { number, .. }
            | Refusal::OwnChallenge { number, .. }
            | Refusal::NotTheChallenger { number }
            | Refusal::NoLongerOpen { number, .. }
            | Refusal::NotBegun { number, .. }
            | Refusal::UnratedAlready { number }
            | Refusal::UnratedInTournament { number }
            | Refusal::TooLateForUnrated { number }
            | Refusal::OfferStands { number, .. }
            | Refusal::OtherOfferStands { number, .. }
            | Refusal::NoOffer { number }
            | Refusal::NothingToTakeBack { number }
            | Refusal::LineMisnumbered { number, .. }
            | Refusal::LineIllegal { number, .. }
            | Refusal::LineOffBoard { number, .. }
            | Refusal::TooManyLines { number }
            | Refusal::NotThatFar { number, .. } => Some(*number),
            _ => None,
        }
    }
}

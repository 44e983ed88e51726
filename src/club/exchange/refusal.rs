//! Why something was not done. Each refusal becomes a sentence that also says what to do instead. The words are in `wording`.

use crate::club::model::game::{Ending, Game, Head, OfferKind};
use crate::club::model::player::{BadPlayerId, PlayerId};
use crate::club::tournament::{TournamentName, TournamentRefusal};
use crate::mail::BadAddress;
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Why a request was refused. Nothing has changed, except what is counted against guessed passwords.
#[derive(Clone, Debug)]
pub enum Refusal {
    // --- who asks ---
    /// The password given is not this player's.
    WrongPassword {
        /// The player named.
        player: PlayerId,
    },
    /// The player has no password and answers letters instead.
    NoPassword {
        /// The player named.
        player: PlayerId,
    },
    /// Too many wrong passwords within the hour.
    TooManyPasswords {
        /// The player named.
        player: PlayerId,
    },

    /// The mail holds more passwords than are checked. This one was not checked.
    MorePasswords,

    // --- signing up ---
    /// The word cannot be a player id.
    BadId {
        /// Why.
        why: BadPlayerId,
        /// An id like it that nobody has.
        free: Option<PlayerId>,
    },
    /// Another player has this id already.
    IdTaken {
        /// An id like it that nobody has.
        free: Option<PlayerId>,
    },
    /// The id is reserved, because it means something else.
    IdKept {
        /// An id like it that nobody has.
        free: Option<PlayerId>,
    },
    /// The id can be mistaken for one that another player has.
    IdAlike {
        /// An id like it that nobody has.
        free: Option<PlayerId>,
    },
    /// The mailbox belongs to a player already.
    AddressTaken {
        /// Which.
        player: PlayerId,
    },
    /// The password is empty or too long.
    BadPassword,
    /// A word was given as an address and is not one.
    BadAddress,
    /// The sign-up letter has expired.
    SignupLapsed,

    // --- one's own account ---
    /// The word given cannot be an address.
    NoSuchAddress {
        /// Why.
        why: BadAddress,
    },
    /// The address is the player's already.
    AddressIsYours,
    /// The address cannot be added to the account, because it is another player's.
    AddressOfAnother,
    /// The address to drop is not one of the player's.
    NotYourAddress,
    /// The only address cannot be dropped.
    LastAddress,
    /// The player has as many addresses as are allowed.
    TooManyAddresses,
    /// Too many letters wait for an answer from their mailbox, counted for the player or for this mailbox.
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
        /// The ids that were probably meant.
        nearest: Vec<String>,
        /// Whether it is a word of a search for games, where other words than ids can be written too.
        in_search: bool,
    },
    /// A player who is challenged has not joined.
    NotHereYet {
        /// The id.
        player: PlayerId,
        /// The challenge, to send it again.
        line: String,
        /// What its author says to them. It is kept too.
        words: String,
    },
    /// The player's account is paused.
    SignedOff {
        /// Who.
        player: PlayerId,
        /// Whether it is the sender's own account.
        yours: bool,
    },
    /// The player who wants to close their account is the only organizer of a tournament that is not over.
    LastOrganizer {
        /// Which.
        tournament: TournamentName,
    },
    /// To close the account the sender must name exactly the boards on which they resign by it.
    StillPlays {
        /// These boards.
        numbers: Vec<u32>,
        /// Whether there are more open games than were looked through.
        cut: bool,
    },
    /// Letters to the player come back, so nothing would reach them.
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
    /// No board was named, and the sender has no board or more than one that could be meant.
    WhichBoard {
        /// The command's name.
        command: &'static str,
        /// The boards that could be meant.
        candidates: Vec<Head>,
        /// Whether there are more open games than were looked through.
        cut: bool,
    },

    /// The sender has already caused as many letters to the other player as are allowed within an hour.
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
    /// The sender's own same challenge waits for its answer already.
    AlreadyInvited {
        /// The board.
        number: u32,
    },
    /// Both players are the same.
    AgainstYourself,
    /// A player has as many open games as the server allows.
    TooManyGames {
        /// Who.
        player: PlayerId,
    },
    /// Accepting or declining one's own challenge.
    OwnChallenge {
        /// The board.
        number: u32,
        /// The player who must answer.
        opponent: PlayerId,
    },
    /// Only the challenger can withdraw.
    NotTheChallenger {
        /// The board.
        number: u32,
    },
    /// The challenge has been answered or withdrawn already.
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
    /// The game is annulled.
    Annulled {
        /// The board.
        number: u32,
    },
    /// The game has not begun.
    NotBegun {
        /// The board.
        number: u32,
        /// Whether the sender is the player who must accept.
        yours: bool,
        /// Whether the challenge was declined or withdrawn.
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
    /// The time for this move ran out before the mail came.
    TimeIsUp {
        /// The game.
        game: Arc<Game>,
        /// When it ran out.
        at: DateTime<Utc>,
    },
    /// It is the opponent's turn.
    NotYourTurn {
        /// The game.
        game: Arc<Game>,
    },
    /// This very move has been made already: the mail came twice.
    AlreadyPlayed {
        /// The game.
        game: Arc<Game>,
        /// The number of the move, from 1.
        ply: u32,
        /// The move.
        play: tafl::Play,
    },
    /// The move is meant for a position that is no longer on the board.
    OutOfDate {
        /// The game.
        game: Arc<Game>,
        /// The number of the move it was meant for, from 1.
        ply: u32,
        /// The number of the next move.
        next: u32,
    },
    /// The move has the number of a later move.
    TooEarly {
        /// The game.
        game: Arc<Game>,
        /// The number of the move it was meant for, from 1.
        ply: u32,
        /// The number of the next move.
        next: u32,
    },
    /// The rules forbid the move.
    Illegal {
        /// The game, unchanged.
        game: Arc<Game>,
        /// The move.
        play: tafl::Play,
        /// Why.
        why: tafl::Illegal,
        /// Where the piece on the first square may go. Empty if the sender has no piece there.
        reach: Vec<tafl::Square>,
    },

    /// A square was typed with a letter that is not used in the player's own notation.
    NoColumn {
        /// As typed.
        square: tafl::Square,
    },

    // --- open challenges ---
    /// An open challenge by a player's own rules, which no list could show.
    OpenChallengeByName,
    /// The player has as many open challenges as are allowed.
    TooManyOpenChallenges,
    /// The list of open challenges is full.
    OpenChallengesAreFull,
    /// There is no such open challenge.
    NoSuchOpenChallenge {
        /// The number given.
        number: u32,
    },
    /// Accepting one's own open challenge.
    OwnOpenChallenge {
        /// Its number.
        number: u32,
    },
    /// Withdrawing another player's open challenge.
    NotYourOpenChallenge {
        /// Its number.
        number: u32,
    },
    /// A player has as many games as they want to have.
    LimitReached {
        /// Who.
        player: PlayerId,
        /// How many.
        limit: u32,
        /// Whether that player is the sender.
        yours: bool,
    },

    // --- observing ---
    /// Observing a board on which the sender plays.
    OwnBoardObserved {
        /// The board.
        number: u32,
    },
    /// Nothing will happen on the board any more.
    NothingToObserve {
        /// The board.
        number: u32,
    },
    /// The board has as many observers as are allowed.
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
    /// The tournament decides whether its games count.
    UnratedInTournament {
        /// The board.
        number: u32,
    },
    /// Too many moves have been made for the game to become unrated.
    TooLateForUnrated {
        /// The board.
        number: u32,
    },
    /// Only its players may see this board.
    PrivateBoard {
        /// The board.
        number: u32,
    },

    // --- offers ---
    /// The same offer has been made already.
    OfferStands {
        /// The board.
        number: u32,
        /// What was offered.
        kind: OfferKind,
    },
    /// Another offer has been made and must be answered or withdrawn first.
    OtherOfferStands {
        /// The board.
        number: u32,
        /// That other offer.
        kind: OfferKind,
        /// Whether the sender made it.
        yours: bool,
    },
    /// There is no offer to answer.
    NoOffer {
        /// The board.
        number: u32,
    },
    /// Only the player who made the last move can ask to take it back.
    NothingToTakeBack {
        /// The board.
        number: u32,
    },

    // --- prepared moves ---
    /// It is the sender's turn, so there is nothing to prepare for.
    MoveNow {
        /// The game.
        game: Arc<Game>,
        /// The first of the sender's own moves in the line.
        play: Option<tafl::Play>,
    },
    /// A move in a line has another number than its place says.
    LineMisnumbered {
        /// The board.
        number: u32,
        /// The number that was typed.
        meant: u32,
        /// The number by its place.
        ply: u32,
    },
    /// The line comes to a move that the rules forbid.
    LineIllegal {
        /// The board.
        number: u32,
        /// The move.
        play: tafl::Play,
        /// Why.
        why: tafl::Illegal,
    },
    /// The words name only the square to which a piece is to go, and not exactly one piece can.
    WhichPiece {
        /// The board.
        number: u32,
        /// The square, as its reader writes it.
        to: tafl::Square,
        /// Where the pieces stand that can go there, as its reader writes it.
        from: Vec<tafl::Square>,
    },
    /// A move in the line names a square that is not on the board.
    LineOffBoard {
        /// The board.
        number: u32,
        /// The move.
        play: tafl::Play,
    },
    /// More lines than are allowed on one board.
    TooManyLines {
        /// The board.
        number: u32,
    },

    // --- vacation ---
    /// The date is uncertain: the mail has another date than the server.
    DayUncertain {
        /// The time by the server's clock.
        now: DateTime<Utc>,
    },
    /// There is no vacation to end.
    NoVacation,
    /// The days have passed, or the last is before the first.
    VacationPast,
    /// Too long, or too far ahead.
    VacationTooFar,
    /// A vacation is set already for one of the days.
    VacationTwice,
    /// More days than are allowed in a year.
    VacationUsedUp {
        /// The year.
        year: i32,
        /// Days that are left.
        left: u32,
        /// The days allowed in a year.
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
    /// A message without words.
    NothingToSay,
    /// The note is too long.
    NoteTooLong {
        /// The most characters.
        max: usize,
    },
    /// A message names no player but its author.
    MessageToYourself,
    /// No record can hold the game.
    NoRecord {
        /// The board.
        number: u32,
        /// Why not.
        why: String,
    },
    /// A move number that the game has not reached.
    NotThatFar {
        /// The board.
        number: u32,
        /// The number of the move asked for.
        at: u32,
        /// The number of moves made.
        plies: u32,
    },
}

impl Refusal {
    /// The board it is about, if the sender plays on it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most refusals are not meant here")]
    pub fn number(&self) -> Option<u32> {
        match self {
            Refusal::Over { game, .. }
            | Refusal::NotYourTurn { game }
            | Refusal::TimeIsUp { game, .. }
            | Refusal::MoveNow { game, .. }
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
            | Refusal::Annulled { number }
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
            | Refusal::WhichPiece { number, .. }
            | Refusal::TooManyLines { number }
            | Refusal::NotThatFar { number, .. } => Some(*number),
            _ => None,
        }
    }
}

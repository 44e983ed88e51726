//! What a mail is answered with: a reply becomes a part of the letter that answers it. Facts only; the words are in `letters`.

use crate::clock::Vacation;
use crate::club::exchange::asked_back::AskedBack;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::request::Purpose;
use crate::club::exchange::view::Which;
use crate::club::model::game::{Game, Head};
use crate::club::model::open_challenge::OpenChallenge;
use crate::club::model::player::{PlayerId, Reliability, Settings};
use crate::club::model::prepared_line::Prepared;
use crate::club::rating::RatingStanding;
use crate::club::tournament::{Tournament, TournamentLine, TournamentName, TournamentPage};
use crate::command;
use crate::command::{Complaint, ExportFormat, Mailing, Setting, TEXT_CHARS_MAX, TEXT_LINES_MAX};
use crate::mail::Address;
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// The ratings of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingList {
    /// Which.
    pub variant: String,
    /// Those shown.
    pub standings: Vec<RatingStanding>,
    /// How many there are, shown or not.
    pub all: usize,
    /// How many more have a rating that is only a guess.
    pub provisional: usize,
    /// What the defenders are worth here, in thousandths of a point.
    pub offset_milli: i64,
}

/// One part of the letter that answers a mail.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The page for a topic; without one, what the sender can do now.
    Help {
        /// The table's name of a command.
        topic: Option<String>,
        /// The sender's open games.
        open: Vec<Head>,
    },
    /// The list of all commands.
    Commands,
    /// Who the sender is.
    Whoami {
        /// The player.
        player: PlayerId,
        /// His addresses.
        addresses: Vec<Address>,
        /// Those of them to which letters have stopped.
        stopped: Vec<Address>,
        /// Whether he has a password.
        password: bool,
        /// Whether he has signed off.
        signed_off: bool,
    },
    /// What the sender has set.
    Settings {
        /// The player.
        player: PlayerId,
        /// The settings as they are now.
        settings: Settings,
        /// What has just been changed.
        changed: Option<Setting>,
    },
    /// The players.
    Players {
        /// Those the list names, by the alphabet: all, or those who joined last.
        listed: Vec<PlayerId>,
        /// How many there are.
        all: usize,
        /// Whether anybody but the reader is among them.
        others: bool,
    },
    /// The list of variants.
    Variants,
    /// Rules in plain words, with the opening board; `None` for the usual game.
    Rules {
        /// Which.
        variant: Option<tafl::Variant>,
    },
    /// The rules a game was begun with.
    RulesOfGame {
        /// The game.
        game: Arc<Game>,
    },
    /// An opening board; `None` for the usual game.
    Board {
        /// Which.
        variant: Option<tafl::Variant>,
    },
    /// Boards after plays that were only tried.
    Preview {
        /// The game, or `None` for a fresh board.
        game: Option<Arc<Game>>,
        /// The title of the variant.
        title: String,
        /// The course after the last legal play.
        state: tafl::GameState,
        /// How many of its plays were tried here.
        tried: u32,
        /// The play at which it stopped, and why.
        stopped: Option<(tafl::Play, tafl::Illegal)>,
    },
    /// A board of the club.
    Shown {
        /// The game.
        game: Arc<Game>,
        /// Its course up to the half-move asked for.
        state: tafl::GameState,
        /// How many half-moves later than its players the reader sees it.
        late: u32,
    },
    /// The record of a game, to be attached.
    Exported {
        /// The game.
        game: Arc<Game>,
        /// In which format.
        format: tafl::RecordFormat,
        /// The record.
        text: String,
        /// The rule that keeps other programs from reading it, if one does.
        unsaid: Option<String>,
    },
    /// Games of a player.
    Games {
        /// Whose.
        player: PlayerId,
        /// Which.
        which: Which,
        /// The list.
        games: Vec<Head>,
        /// The board that the rest of it begins at, if it is cut.
        more: Option<u32>,
    },
    /// The sender's leave.
    Vacation {
        /// That which holds or will.
        leave: Vec<Vacation>,
        /// Days of this year that are used or set.
        used: u32,
        /// Of these, days in which clocks waited for letters that did not reach the sender.
        waited: u32,
        /// Of so many.
        of: u32,
        /// The year.
        year: i32,
        /// Whether it has just been changed.
        changed: bool,
    },
    /// The moves that the sender has prepared on a board.
    Prepared {
        /// The board.
        number: u32,
        /// The lines.
        lines: Vec<Prepared>,
    },
    /// The reader looks on at a board from now on, or no longer does.
    Observing {
        /// The board.
        number: u32,
        /// Whether he does.
        on: bool,
    },
    /// How far a player can be relied on.
    Reliability {
        /// The player.
        player: PlayerId,
        /// His record.
        reliability: Reliability,
    },
    /// The open invitations.
    Seeks {
        /// Those that stand.
        seeks: Vec<OpenChallenge>,
    },
    /// An open invitation stands.
    SeekStands {
        /// It.
        seek: OpenChallenge,
    },
    /// An open invitation was taken back.
    SeekWithdrawn {
        /// Its number.
        number: u32,
    },
    /// How many games the sender wants to have.
    Limit {
        /// How many; `None` for as many as the server keeps.
        limit: Option<u32>,
        /// How many he has.
        games: u32,
        /// Whether it has just been changed.
        changed: bool,
    },
    /// Ratings: the best of each variant, or the whole list of one.
    Ratings {
        /// The variants and who has a rating in them that is more than a guess, the best first.
        lists: Vec<RatingList>,
        /// When the next week is closed.
        next: DateTime<Utc>,
        /// The variant that was asked for.
        variant: Option<String>,
    },
    /// All ratings of a player.
    RatingsOf {
        /// Whose.
        player: PlayerId,
        /// Those he has, by variant.
        standings: Vec<RatingStanding>,
        /// When the next week is closed.
        next: DateTime<Utc>,
    },
    /// The tournaments.
    Tournaments {
        /// Those not finished, then the finished ones, the newest first.
        tournaments: Vec<TournamentLine>,
    },
    /// A page about a tournament.
    Tournament {
        /// The tournament.
        tournament: Arc<Tournament>,
        /// Which.
        page: TournamentPage,
    },
    /// A tournament as a file, to be attached.
    TournamentExported {
        /// Its name.
        name: TournamentName,
        /// In which format.
        format: ExportFormat,
        /// The file.
        text: String,
    },
    /// The letter was passed on.
    PassedOn {
        /// To whom.
        to: Vec<PlayerId>,
    },
    /// It was not done, and why.
    Refused(Refusal),
    /// It was not done, for it may not be meant.
    AskedBack(AskedBack),
    /// The answered letter asked whether something was meant, and the answer is no.
    LeftAsItIs,
    /// It was not understood.
    Misunderstood(Complaint),
    /// Lines that began as commands were none, and count as words for the opponent.
    TakenAsWords(Vec<Complaint>),
    /// A mail without anything in it that could be done.
    Nothing,
    /// A mail whose text is encrypted.
    Sealed,
    /// The mail cannot be read: it is too long, or broken.
    Unreadable,
    /// A board, below what could not be done there: how it stands, and what can be answered.
    AsItStands {
        /// The game.
        game: Arc<Game>,
    },
    /// More lines than one mail may hold.
    TooMany,
    /// This letter is the last for now because of mails in the reader's name that do not show that they are the reader's.
    LastUnproven,
    /// This letter is the last for now that asks whether such mails were the reader's.
    LastQuestion,
    /// This letter is the last answer for now to the same mistakes.
    LastOfTheSame {
        /// So many there are within an hour.
        max: u32,
    },
    /// This letter is the last answer today to somebody who is no player.
    LastToStranger,
    /// This letter is the last answer within the hour.
    LastAnswer {
        /// So many there are.
        max: u32,
    },
    /// The answer would have grown too long.
    LeftOut {
        /// How many parts are missing.
        parts: usize,
    },
    /// You hold a letter to a player, but wrote from an address that is not theirs: their mailbox is asked.
    AskedElsewhere {
        /// The player.
        player: PlayerId,
        /// The mailbox, masked.
        mailbox: String,
    },
    /// Words behind a play may be id and password, so nobody gets them.
    WordsWithheld,
    /// Words were passed on to nobody, and why.
    KeptBack(KeptBack),
    /// Lines were left out of the mail's new text, and are read by nobody: the first of them.
    LinesCut {
        /// The lines.
        lines: Vec<String>,
    },
    /// The first lines of those that were not read, because too much stands above them.
    LinesLeft {
        /// The lines.
        lines: Vec<String>,
    },
    /// The mail was longer than is read, and reading ended in its new text: the last line that was read.
    TextCut {
        /// The line.
        last: String,
    },
    /// The same lines have closed so many mails of yours that they are taken for your signature from now on.
    FooterLearnt {
        /// The first of the lines.
        lines: Vec<String>,
        /// How many mails they have closed.
        mails: u32,
    },
    /// Words came for nobody in particular.
    WordsUnread,
    /// The letter asks for a yes or a no, or for a new password, and the answer is not clear: it is asked once more.
    YesWanted {
        /// What is asked.
        purpose: Purpose,
    },
    /// The same, to somebody who holds a letter that was sent to another mailbox: its key stays there.
    Unclear,
    /// The letter asks for a yes, and the answer is a no: nothing is done, and nobody can say yes to it any more.
    SaidNo,
    /// Words are kept, and go with the next thing that an answer to this letter does.
    WordsKept {
        /// Whom they are for.
        to: PlayerId,
    },
    /// No letters come and no new games begin from now on.
    SignedOff {
        /// Who has signed off.
        player: PlayerId,
        /// His games that run.
        games: Vec<Head>,
    },
    /// Letters come again.
    SignedOn {
        /// Who is back.
        player: PlayerId,
        /// The boards that wait for his move.
        games: Vec<Head>,
    },
    /// Letters of a kind come no more, since a mail came to the address that turns them off.
    Unsubscribed {
        /// Whose.
        player: PlayerId,
        /// Of which kind.
        mailing: Mailing,
    },
    /// A new address was asked to confirm that it is the player's.
    AddressAsked {
        /// Which.
        address: Address,
    },
    /// How to become a player: the only thing strangers are told.
    Newcomer,
}

/// Why words were passed on to nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptBack {
    /// You have no game with this player yet, and the words are too long or hold a link.
    TooFree {
        /// The player.
        player: PlayerId,
        /// Characters that they may have.
        max: usize,
    },
    /// Nothing proves whose they are, and they are long or hold a link.
    Unproven,
    /// They hold the key of a letter of ours, or lines of one.
    Ours,
    /// They are too long.
    TooLong {
        /// Characters that they may have.
        max: usize,
        /// Lines that they may have.
        lines: usize,
    },
}

fn masked(lines: Vec<String>, id: &str) -> Vec<String> {
    lines.into_iter().map(|line| command::without_passwords(&line, Some(id))).collect()
}

impl KeptBack {
    /// Longer than any words may be.
    pub const TOO_LONG: KeptBack = KeptBack::TooLong { max: TEXT_CHARS_MAX, lines: TEXT_LINES_MAX };
}

impl Reply {
    /// Whether it asks the question of the letter that was answered once more, so that its answer is an answer to that.
    pub fn asks_again(&self) -> bool {
        matches!(self, Reply::YesWanted { .. })
    }

    /// The same without what may be a password behind the reader's id, whatever command it stood in.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most replies are not meant here")]
    pub fn without_login_of(self, reader: Option<&PlayerId>) -> Reply {
        let Some(id) = reader.map(PlayerId::as_str) else {
            return self;
        };
        match self {
            Reply::Misunderstood(complaint) => Reply::Misunderstood(complaint.without_login_of(id)),
            Reply::TakenAsWords(complaints) => {
                Reply::TakenAsWords(complaints.into_iter().map(|complaint| complaint.without_login_of(id)).collect())
            }
            Reply::LinesCut { lines } => Reply::LinesCut { lines: masked(lines, id) },
            Reply::LinesLeft { lines } => Reply::LinesLeft { lines: masked(lines, id) },
            Reply::TextCut { last } => Reply::TextCut { last: command::without_passwords(&last, Some(id)) },
            other => other,
        }
    }

    /// Whether it says only that something was not done or not understood.
    pub fn is_mistake(&self) -> bool {
        matches!(
            self,
            Reply::Refused(_)
                | Reply::AskedBack(_)
                | Reply::Misunderstood(_)
                | Reply::TakenAsWords(_)
                | Reply::Nothing
                | Reply::Sealed
                | Reply::TooMany
                | Reply::LeftOut { .. }
                | Reply::WordsWithheld
                | Reply::KeptBack(_)
                | Reply::LinesCut { .. }
                | Reply::LinesLeft { .. }
                | Reply::TextCut { .. }
                | Reply::WordsUnread
                | Reply::YesWanted { .. }
                | Reply::Unclear
                | Reply::WordsKept { .. }
        )
    }

    /// The board that belongs below it, because something was not done: the one it speaks of, or the one whose letter was answered.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most replies are not meant here")]
    pub fn board_below(&self, answered: Option<u32>) -> Option<u32> {
        match self {
            Reply::Refused(refusal) => refusal.number().or(answered),
            Reply::AskedBack(AskedBack { game: Some(game), after: None, .. }) => Some(game.head.number),
            Reply::LeftAsItIs
            | Reply::Misunderstood(_)
            | Reply::TakenAsWords(_)
            | Reply::Nothing
            | Reply::Sealed
            | Reply::TooMany
            | Reply::WordsUnread
            | Reply::KeptBack(_)
            | Reply::WordsKept { .. }
            | Reply::WordsWithheld => answered,
            _ => None,
        }
    }
}

//! What a mail is answered with. A reply becomes a part of the letter that answers the mail. It holds only facts; the words are in
//! `letters`.

use crate::clock::{Control, Vacation};
use crate::club::exchange::asked_back::{AskedAbove, AskedBack};
use crate::club::exchange::game_search::{GameSearch, ListedGame};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::request::Purpose;
use crate::club::exchange::score::{ScoreLine, SideScore};
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
    /// The players that are shown.
    pub standings: Vec<RatingStanding>,
    /// How many there are in all.
    pub all: usize,
    /// How many more have only a provisional rating.
    pub provisional: usize,
    /// How much stronger the defenders are here, in thousandths of a point.
    pub offset_milli: i64,
}

/// One part of the letter that answers a mail.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The page for a topic. Without a topic, what the sender can do now.
    Help {
        /// The name of a command in the table of commands.
        topic: Option<String>,
        /// Whether a question in ordinary words asked for it, so that no manual is wanted.
        in_words: bool,
        /// The sender's open games.
        open: Vec<Head>,
    },
    /// The list of all commands.
    Commands,
    /// What is known about the sender's account.
    Whoami {
        /// The player.
        player: PlayerId,
        /// The player's addresses.
        addresses: Vec<Address>,
        /// Those of them to which no more letters are sent.
        stopped: Vec<Address>,
        /// Whether the player has a password.
        password: bool,
        /// Whether the account is paused.
        signed_off: bool,
        /// Whether no letters are sent for the player's own moves.
        no_receipts: bool,
    },
    /// The sender's settings.
    Settings {
        /// The player.
        player: PlayerId,
        /// The settings as they are now.
        settings: Settings,
        /// The setting that has just been changed.
        changed: Option<Setting>,
    },
    /// The list of players.
    Players {
        /// The players in the list, by the alphabet: all of them, or those who joined last.
        listed: Vec<PlayerId>,
        /// How many players there are in all.
        all: usize,
        /// Whether there is any player besides the reader.
        others: bool,
    },
    /// The list of variants.
    Variants,
    /// Rules in plain words, with the opening board. `None` means the usual game.
    Rules {
        /// Which.
        variant: Option<tafl::Variant>,
        /// Whether they were asked for in ordinary words: without what we read into the source.
        brief: bool,
        /// What was asked about them. If it is answered, the rest is left out.
        asked: Vec<tafl::RulesTopic>,
    },
    /// The rules a game was begun with.
    RulesOfGame {
        /// The game.
        game: Arc<Game>,
        /// What was asked about them. If it is answered, the rest is left out.
        asked: Vec<tafl::RulesTopic>,
    },
    /// An opening board. `None` means the usual game.
    Board {
        /// Which.
        variant: Option<tafl::Variant>,
    },
    /// Boards after moves that were only tried.
    Preview {
        /// The game. `None` for a fresh board.
        game: Option<Arc<Game>>,
        /// The title of the variant.
        title: String,
        /// The game after the last legal move.
        state: tafl::GameState,
        /// How many of its moves were tried here.
        tried: u32,
        /// The move at which it stopped, and why.
        stopped: Option<(tafl::Play, tafl::Illegal)>,
    },
    /// Where a piece can go.
    Reach {
        /// The game.
        game: Arc<Game>,
        /// The square that was asked about.
        from: tafl::Square,
        /// The squares to which its piece can go. None if it belongs to the side that is not to move.
        reach: Vec<tafl::Square>,
    },
    /// The board of a game.
    Shown {
        /// The game.
        game: Arc<Game>,
        /// The game up to the move that was asked for.
        state: tafl::GameState,
        /// How many moves later than its players the reader sees it.
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
        /// The rule that keeps other programs from reading the record, if there is one.
        unsaid: Option<tafl::OtnError>,
    },
    /// Games of a player.
    Games {
        /// Whose, and which of their games.
        search: GameSearch,
        /// The list.
        games: Vec<ListedGame>,
        /// The command for the rest of the list, if it is cut.
        more: Option<command::Look>,
    },
    /// The sender's vacations.
    Vacation {
        /// The vacation now and those that are set.
        vacations: Vec<Vacation>,
        /// Days of this year that are used or set.
        used: u32,
        /// Of these, days in which clocks waited for letters that did not reach the sender.
        waited: u32,
        /// The days allowed in a year.
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
    /// The reader observes a board from now on, or no longer.
    Observing {
        /// The board.
        number: u32,
        /// Whether they observe it.
        on: bool,
    },
    /// How reliable a player is.
    Reliability {
        /// The player.
        player: PlayerId,
        /// The record of that.
        reliability: Reliability,
    },
    /// How many games a player has won, drawn and lost.
    Score {
        /// The player.
        player: PlayerId,
        /// By variant: those with the most games first.
        lines: Vec<ScoreLine>,
        /// How many more variants there are.
        left_out: usize,
        /// In all variants together.
        all: SideScore,
    },
    /// The list of open challenges.
    OpenChallenges {
        /// Those that stand.
        open_challenges: Vec<OpenChallenge>,
    },
    /// An open challenge was made.
    OpenChallengeStands {
        /// The challenge.
        open_challenge: OpenChallenge,
    },
    /// An open challenge was withdrawn.
    OpenChallengeWithdrawn {
        /// Its number.
        number: u32,
    },
    /// How many games at a time the sender wants.
    Limit {
        /// The limit. `None` means the limit of the server.
        limit: Option<u32>,
        /// How many games the sender has.
        games: u32,
        /// Whether it has just been changed.
        changed: bool,
    },
    /// Ratings: the best of each variant, or the whole list of one.
    Ratings {
        /// The variants, each with the players whose rating there is not provisional, the best first.
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
        /// The ratings, by variant.
        standings: Vec<RatingStanding>,
        /// When the next week is closed.
        next: DateTime<Utc>,
    },
    /// The tournaments.
    Tournaments {
        /// Unfinished tournaments, then finished ones, the newest first.
        tournaments: Vec<TournamentLine>,
    },
    /// A page about a tournament.
    Tournament {
        /// The tournament.
        tournament: Arc<Tournament>,
        /// Which page.
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
    /// The message was passed on.
    PassedOn {
        /// To whom.
        to: Vec<PlayerId>,
        /// The game that it is about, if it is about one.
        game: Option<Arc<Game>>,
        /// The words.
        words: String,
    },
    /// The sender's note about a game is kept, or deleted.
    Noted {
        /// The game.
        game: Arc<Game>,
        /// Whether it is deleted.
        deleted: bool,
    },
    /// It was not done, and why.
    Refused(Refusal),
    /// It was not done, because it may not have been meant.
    AskedBack(AskedBack),
    /// The answered letter asked whether something was meant, and the answer is no.
    LeftAsItIs,
    /// The answered letter asked whether a challenge is to be sent, and the answer puts it off.
    NoHurry,
    /// The answered letter asked whether something was meant, and the answer is neither a clear yes nor a clear no.
    NeitherYesNorNo {
        /// Its first line.
        line: String,
    },
    /// A yes or no came under a letter that has asked nothing. What it may answer is asked about below.
    UnderWrongLetter,
    /// Words that were kept are not sent any more, because their author says so.
    WordsForgotten {
        /// Whether any were waiting.
        any: bool,
    },
    /// It was not understood.
    Misunderstood(Complaint),
    /// Lines that began like commands but are not, and are taken as words for the opponent.
    TakenAsWords(Vec<Complaint>),
    /// A mail without anything that could be done.
    Nothing,
    /// A mail that is about no board and has only words.
    NoCommand {
        /// The sender's open games.
        open: Vec<Head>,
    },
    /// A mail that is about no board, from somebody who waits for others to join: for whom, with the lines of the challenges.
    StillAwaited {
        /// Those who are not here yet, each with the challenge that is kept.
        challenges: Vec<(PlayerId, String)>,
        /// Whether the mail has changed it.
        changed: bool,
    },
    /// What becomes of a challenge while nobody answers it.
    ChallengeStands {
        /// The other player.
        opponent: PlayerId,
        /// Whether the reader has sent it.
        is_own: bool,
        /// The clock that the game would have, if it has one and that was asked.
        control: Option<Control>,
    },
    /// Challenges that waited for somebody to join are not kept any more, because their author says so.
    AwaitedDropped {
        /// Their lines.
        lines: Vec<String>,
    },
    /// A mail that is about no board and only thanks.
    Thanked,
    /// The answer to the question whether a game counts for the ratings.
    WhetherRated {
        /// The board.
        number: u32,
        /// Whether it does.
        rated: bool,
        /// Whether a player can still make it unrated.
        changeable: bool,
    },
    /// The answer to the question whether somebody's words have gone to the opponent.
    WhetherSent {
        /// The opponent.
        opponent: PlayerId,
        /// Whether some of them are kept here. They stand below.
        waiting: bool,
    },
    /// Words about a board that are for the club, as they say, and not for the opponent.
    MeantForUs {
        /// The opponent.
        opponent: PlayerId,
        /// The board.
        number: u32,
        /// Whether they speak of words that the opponent has already.
        sent: bool,
        /// Whether they are answered below.
        answered: bool,
        /// Whether they ask anything.
        asked: bool,
    },
    /// How long the moves of a game may take, and what becomes of it if somebody does not move.
    WhenNobodyMoves {
        /// Whether it is the usual clock of the club, and no game is asked about.
        usual: bool,
        /// Its time control, if it has a clock.
        control: Option<Control>,
    },
    /// A mail whose text is encrypted.
    Sealed,
    /// The mail cannot be read: it is too long, or broken.
    Unreadable,
    /// A board below what could not be done there: how it stands, and what can be answered.
    AsItStands {
        /// The game.
        game: Arc<Game>,
        /// What the letter asks above it.
        asks: AskedAbove,
    },
    /// More lines than one mail may hold.
    TooMany,
    /// This letter is the last for now because of mails in the reader's name without proof that they are the reader's.
    LastUnproven,
    /// This letter is the last for now that asks whether such mails were the reader's.
    LastQuestion,
    /// This letter is the last answer for now to the same mistakes.
    LastOfTheSame {
        /// How many there are within an hour.
        max: u32,
    },
    /// This letter is the last answer today to a sender who is not a player.
    LastToStranger,
    /// This letter is the last answer within the hour.
    LastAnswer {
        /// How many there are.
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
    /// Words after a move may be an id and a password, so they are not passed on.
    WordsWithheld,
    /// The words were not passed on, and why.
    KeptBack(KeptBack),
    /// Lines were left out as no part of the mail's new text. These are the first of them.
    LinesCut {
        /// The lines.
        lines: Vec<String>,
    },
    /// The first of the lines that were not read, because there is too much above them.
    LinesLeft {
        /// The lines.
        lines: Vec<String>,
    },
    /// The mail is longer than the limit, and reading stopped in its new text. This is the last line that was read.
    TextCut {
        /// The line.
        last: String,
    },
    /// The same lines have ended so many of your mails that they are taken for your signature from now on.
    FooterLearnt {
        /// The first of the lines.
        lines: Vec<String>,
        /// How many mails they have ended.
        mails: u32,
    },
    /// There are words, but it is not said for which player.
    WordsUnread,
    /// The letter asks for a yes or a no, or for a new password, and the answer is not clear. The question is asked once more.
    YesWanted {
        /// What is asked.
        purpose: Purpose,
        /// Whether the answer asks something itself, which is answered above.
        answered: bool,
    },
    /// The same, for a sender who has a letter that was sent to another mailbox. Its token stays with that mailbox.
    Unclear,
    /// The letter asks for a yes, and the answer is a no. Nothing is done, and the letter cannot be answered with yes any more.
    SaidNo,
    /// Words are kept, and go with the next thing that an answer to this letter does.
    WordsKept {
        /// The player they are for.
        to: PlayerId,
        /// The words.
        words: String,
        /// Whether the letter asks something. Then they go with the yes.
        asks: bool,
    },
    /// The account is paused: no letters and no new games from now on.
    SignedOff {
        /// The player.
        player: PlayerId,
        /// Their running games.
        games: Vec<Head>,
    },
    /// The pause of the account is over.
    SignedOn {
        /// The player.
        player: PlayerId,
        /// The boards on which it is their turn.
        games: Vec<Head>,
    },
    /// Letters of this kind are turned off, because a mail came to the address that does this.
    Unsubscribed {
        /// The player.
        player: PlayerId,
        /// The kind of letters.
        mailing: Mailing,
    },
    /// A new address was asked to confirm that it is the player's.
    AddressAsked {
        /// Which.
        address: Address,
    },
    /// How to become a player. Strangers are told nothing else.
    Newcomer,
}

/// Why words were not passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptBack {
    /// You have no game with this player yet, and the words are too long or contain a link.
    TooFree {
        /// The player.
        player: PlayerId,
        /// The most characters allowed.
        max: usize,
    },
    /// They came without a command, and either the same words or enough other words came before in the same way.
    Enough {
        /// The player who would have got them.
        player: PlayerId,
        /// The board.
        number: u32,
        /// The most mails with only words between two moves.
        max: u32,
    },
    /// There is no proof who wrote them, and they are long or contain a link.
    Unproven,
    /// They were kept here, and their author wants them, or a part of them, not to be sent.
    Dropped,
    /// They contain the token of a letter from the server, or lines of such a letter.
    Ours,
    /// They are too long.
    TooLong {
        /// The most characters allowed.
        max: usize,
        /// The most lines allowed.
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
    /// Whether it is a text or list of its own, which nobody wants to scroll past.
    pub fn is_long(&self) -> bool {
        matches!(
            self,
            Reply::Help { in_words: false, .. }
                | Reply::Commands
                | Reply::Variants
                | Reply::Rules { .. }
                | Reply::RulesOfGame { .. }
        )
    }

    /// Whether it asks the question of the answered letter once more, so that the answer to it is an answer to that question.
    pub fn asks_again(&self) -> bool {
        matches!(self, Reply::YesWanted { .. })
    }

    /// The same without what may be a password after the reader's id, in whichever command it stood.
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
            Reply::NeitherYesNorNo { line } => {
                Reply::NeitherYesNorNo { line: command::without_passwords(&line, Some(id)) }
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
                | Reply::NoHurry
                | Reply::NeitherYesNorNo { .. }
                | Reply::UnderWrongLetter
                | Reply::Misunderstood(_)
                | Reply::TakenAsWords(_)
                | Reply::Nothing
                | Reply::NoCommand { .. }
                | Reply::StillAwaited { .. }
                | Reply::ChallengeStands { .. }
                | Reply::Thanked
                | Reply::WhetherSent { .. }
                | Reply::MeantForUs { .. }
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

    /// The board to show below it, because something was not done: the board it is about, or the one whose letter was answered.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most replies are not meant here")]
    pub fn board_below(&self, answered: Option<u32>) -> Option<u32> {
        match self {
            Reply::Refused(refusal) => refusal.number().or(answered),
            Reply::AskedBack(AskedBack { game: Some(game), after: None, .. }) => Some(game.head.number),
            Reply::LeftAsItIs
            | Reply::WordsForgotten { .. }
            | Reply::Misunderstood(_)
            | Reply::TakenAsWords(_)
            | Reply::Nothing
            | Reply::NoCommand { .. }
            | Reply::Sealed
            | Reply::TooMany
            | Reply::WordsUnread
            | Reply::KeptBack(_)
            | Reply::WordsKept { .. }
            | Reply::ChallengeStands { .. }
            | Reply::WhetherSent { .. }
            | Reply::MeantForUs { .. }
            | Reply::WordsWithheld => answered,
            _ => None,
        }
    }
}

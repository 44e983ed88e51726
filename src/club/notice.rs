//! What is told: a notice becomes a letter of its own, a reply becomes a part of the letter that answers a mail.
//! Facts only; the words are in `letters`.

use crate::clock::Leave;
use crate::club::amends::Amends;
use crate::club::event::{Deed, Event, EventLine, EventName, EventPage};
use crate::club::game::{Game, Head, OfferKind};
use crate::club::player::{PlayerId, Reliability, Settings, Suspension};
use crate::club::prepared::Prepared;
use crate::club::rating::Standing;
use crate::club::refusal::Refusal;
use crate::club::request::NewToken;
use crate::club::seek::Seek;
use crate::club::view::Which;
use crate::command::{Complaint, ExportFormat, Mailing, Setting};
use crate::mail::Address;
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// One letter to one person.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Where it goes.
    pub to: Address,
    /// The player who reads it; `None` for a stranger.
    pub reader: Option<PlayerId>,
    /// What he has set.
    pub settings: Settings,
    /// The token that lets him answer, where an answer can do something.
    pub token: Option<NewToken>,
    /// What it tells.
    pub news: News,
}

/// What a letter tells.
#[derive(Clone, Debug)]
pub enum News {
    /// An address was given at sign-up: is it yours?
    SignupAsked,
    /// You are a player now.
    Joined,
    /// Something happened on a board.
    Game {
        /// The game as it stands now.
        game: Arc<Game>,
        /// What happened.
        event: GameEvent,
        /// What the one who did it wrote with it; empty where nothing.
        comment: String,
    },
    /// What has happened on the boards of one who gets a letter a day, and what waits for him.
    Digest {
        /// The boards with news, as they stand now, and the words that came with the news; empty where none did.
        boards: Vec<(Arc<Game>, String)>,
        /// More boards with news, for which the letter has no room.
        others: Vec<Head>,
        /// Boards without news that wait for him.
        waiting: Vec<Head>,
    },
    /// Something happened on a board at which the reader looks on.
    Observed {
        /// The game as it stands now.
        game: Arc<Game>,
        /// What happened.
        event: GameEvent,
    },
    /// The club has news.
    Announcement {
        /// What it is about; empty where the letter says so itself.
        subject: String,
        /// The text.
        text: String,
    },
    /// A player wrote.
    Message {
        /// Who.
        from: PlayerId,
        /// His words.
        text: String,
    },
    /// Lines came under your address without proof: were they yours?
    ConfirmAsked {
        /// The lines, in canonical form.
        lines: Vec<String>,
        /// The words that would go to the opponent with them; empty where there are none.
        comment: String,
        /// The address they came from, where they came with your key, but from an address that is not yours.
        elsewhere: Option<Address>,
        /// What the lines would do, where that is shown first.
        previews: Vec<Reply>,
    },
    /// An event went on.
    Event {
        /// The event as it stands now.
        event: Arc<Event>,
        /// What happened.
        news: EventNews,
    },
    /// Your time will be over on several boards.
    Reminder {
        /// Them, the most urgent first.
        games: Vec<Head>,
    },
    /// No server was there for a while, and your clocks got that time back.
    TimeGivenBack {
        /// From when to when, and how much.
        amends: Amends,
        /// The boards on which your time counts, the most urgent first.
        games: Vec<Head>,
    },
    /// An opponent will be on leave, or no longer.
    Leave {
        /// Who.
        player: PlayerId,
        /// When; `None` where the leave was ended.
        leave: Option<Leave>,
        /// The boards that you play with him.
        boards: Vec<u32>,
    },
    /// A wrong password was given for you, from an address that is not yours.
    PasswordRefused,
    /// What concerns the reader's account, or whether letters reach a player.
    Account(AccountNews),
}

impl News {
    /// The kind of letters it is of, where its reader can turn them off.
    pub fn mailing(&self) -> Option<Mailing> {
        match self {
            News::Reminder { .. } | News::Game { event: GameEvent::Reminded { .. }, .. } => Some(Mailing::Reminders),
            News::Announcement { .. } => Some(Mailing::Announcements),
            _ => None,
        }
    }
}

/// What a letter tells about an account.
#[derive(Clone, Debug)]
pub enum AccountNews {
    /// A player wants this address to be his: is it yours, and do you want that?
    AddressAsked,
    /// Somebody wants to give you a password: which is it to be?
    PasswordAsked,
    /// Your addresses or your password have changed.
    Changed {
        /// What.
        change: AccountChange,
        /// Your addresses as they are now, the one for your letters first.
        addresses: Vec<Address>,
        /// Whether this mailbox can undo it.
        undo: bool,
    },
    /// Letters to one of your addresses come back, so they go to another.
    Suspended {
        /// Which.
        address: Address,
        /// Where they go.
        instead: Address,
    },
    /// You were heard of, so letters that had stopped go to you again.
    Resumed {
        /// What had happened.
        suspension: Suspension,
        /// The boards that wait for you.
        games: Vec<Head>,
    },
    /// Letters do not reach your opponent.
    Unreachable {
        /// Who that is.
        player: PlayerId,
        /// The boards you play with him.
        numbers: Vec<u32>,
        /// Whether there is a clock on one of them.
        timed: bool,
    },
    /// Do you want to leave for good?
    DeleteAsked {
        /// The boards on which you give up by it.
        resigning: Vec<u32>,
    },
    /// You have left for good: nothing is known of you any more.
    Deleted {
        /// Who you were.
        player: PlayerId,
    },
    /// An opponent gets no letters any more, as he wishes.
    SignedOff {
        /// Who.
        player: PlayerId,
        /// The boards you play with him.
        numbers: Vec<u32>,
    },
    /// A player whom you have challenged, or who has challenged you, has left for good.
    Gone {
        /// Who.
        player: PlayerId,
        /// The challenges that are off by it.
        numbers: Vec<u32>,
    },
    /// The account was taken back.
    Reclaimed {
        /// By this mailbox.
        here: bool,
        /// The other addresses that the player still has.
        others: Vec<Address>,
    },
}

impl News {
    /// Whether somebody has just written who waits for it: it goes out even where letters have stopped.
    pub fn is_answer(&self) -> bool {
        matches!(
            self,
            News::ConfirmAsked { .. }
                | News::Account(
                    AccountNews::PasswordAsked | AccountNews::DeleteAsked { .. } | AccountNews::Resumed { .. }
                )
        )
    }

    /// Whether it goes even to a player who has signed off: it is about his own account.
    pub fn is_about_the_account(&self) -> bool {
        let of_others =
            |news: &AccountNews| matches!(news, AccountNews::Unreachable { .. } | AccountNews::SignedOff { .. });
        match self {
            News::PasswordRefused => true,
            News::Account(news) => !of_others(news) && !matches!(news, AccountNews::Gone { .. }),
            _ => false,
        }
    }
}

/// What has changed about a player's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountChange {
    /// An address has been added.
    Added {
        /// Which.
        address: Address,
        /// Whether letters go there from now on.
        first: bool,
    },
    /// Letters go to another of his addresses.
    First {
        /// Which.
        address: Address,
    },
    /// An address is no longer his.
    Dropped {
        /// Which.
        address: Address,
    },
    /// There is a password, or another one.
    PasswordSet,
    /// There is no password any more.
    PasswordDropped,
}

/// What happened in an event.
#[derive(Clone, Debug)]
pub enum EventNews {
    /// A round has begun, or all rounds at once.
    Began {
        /// The reader's new boards.
        games: Vec<Arc<Game>>,
        /// The rounds in which the reader has no opponent.
        free: Vec<u32>,
    },
    /// Something was decided.
    Decided {
        /// What.
        deed: Deed,
        /// Who decided; `None` for the server itself.
        by: Option<PlayerId>,
        /// The reason that was given; may be empty.
        why: String,
        /// The boards on which it is the reader's turn, and whose clocks wait for this letter.
        turns: Vec<Head>,
    },
    /// It is over.
    Finished,
}

/// What happened on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// A challenge was sent.
    Invited {
        /// The name of the variant in it, where several have that name.
        asked_as: Option<String>,
    },
    /// It was accepted: the game begins.
    Began,
    /// It was declined.
    Declined,
    /// It was withdrawn.
    Withdrawn,
    /// A half-move was made; the game may be over by it.
    Moved {
        /// Who made it.
        by: tafl::Side,
        /// Whether it had been prepared; then an answer to it may have been made at once.
        prepared: bool,
        /// Whether the moves did not fit that the side to move had prepared; they are gone.
        broken: bool,
    },
    /// A side gave up.
    Resigned {
        /// Which.
        by: tafl::Side,
    },
    /// A side offers a draw or asks to take back its last half-move.
    Offered {
        /// What.
        kind: OfferKind,
        /// Which side.
        by: tafl::Side,
    },
    /// The other side said no.
    OfferDeclined {
        /// To what.
        kind: OfferKind,
        /// Who said no.
        by: tafl::Side,
    },
    /// A side takes its offer back.
    OfferWithdrawn {
        /// What it had offered.
        kind: OfferKind,
        /// Which side.
        by: tafl::Side,
    },
    /// The game will not count for the ratings.
    Unrated {
        /// By the wish of this side.
        by: tafl::Side,
    },
    /// A draw was agreed.
    DrawAgreed {
        /// By the side that accepted it.
        by: tafl::Side,
    },
    /// The last half-move was taken back.
    TakenBack {
        /// Whose.
        by: tafl::Side,
        /// Which play.
        play: tafl::Play,
    },
    /// A side's time is over, and with it the game.
    TimedOut {
        /// Whose.
        by: tafl::Side,
    },
    /// A side is reminded that its time will be over.
    Reminded {
        /// Which.
        of: tafl::Side,
    },
    /// A player wrote about the game.
    Chatted {
        /// Who.
        by: tafl::Side,
    },
}

/// The ratings of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingList {
    /// Which.
    pub variant: String,
    /// Those shown.
    pub standings: Vec<Standing>,
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
        course: tafl::Course,
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
        course: tafl::Course,
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
    Leave {
        /// That which holds or will.
        leave: Vec<Leave>,
        /// Days of this year that are used or set.
        used: u32,
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
        seeks: Vec<Seek>,
    },
    /// An open invitation stands.
    SeekStands {
        /// It.
        seek: Seek,
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
        standings: Vec<Standing>,
        /// When the next week is closed.
        next: DateTime<Utc>,
    },
    /// The events.
    Events {
        /// Those not finished, then the finished ones, the newest first.
        events: Vec<EventLine>,
    },
    /// A page about an event.
    Event {
        /// The event.
        event: Arc<Event>,
        /// Which.
        page: EventPage,
    },
    /// An event as a file, to be attached.
    EventExported {
        /// Its name.
        name: EventName,
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
    /// It was not understood.
    Misunderstood(Complaint),
    /// Lines that began as commands were none, and count as words for the opponent.
    TakenAsWords(Vec<Complaint>),
    /// A mail without anything in it that could be done.
    Nothing,
    /// A mail whose text is encrypted.
    Sealed,
    /// A board, below what could not be done there: how it stands, and what can be answered.
    AsItStands {
        /// The game.
        game: Arc<Game>,
    },
    /// More lines than one mail may hold.
    TooMany,
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
    /// Words came for nobody in particular.
    WordsUnread,
    /// The letter asks for a yes, and the answer is neither a yes nor empty.
    YesWanted,
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
    /// The letter asks for a new password, and the answer has none.
    PasswordWanted,
    /// A new address was asked to confirm that it is the player's.
    AddressAsked {
        /// Which.
        address: Address,
    },
    /// How to become a player: the only thing strangers are told.
    Newcomer,
}

impl Reply {
    /// Whether it says only that something was not done or not understood.
    pub fn is_mistake(&self) -> bool {
        matches!(
            self,
            Reply::Refused(_)
                | Reply::Misunderstood(_)
                | Reply::TakenAsWords(_)
                | Reply::Nothing
                | Reply::Sealed
                | Reply::TooMany
                | Reply::LeftOut { .. }
                | Reply::WordsWithheld
                | Reply::WordsUnread
                | Reply::YesWanted
                | Reply::PasswordWanted
        )
    }

    /// The board that belongs below it, because something was not done: the one it speaks of, or the one whose letter was answered.
    pub fn board_below(&self, answered: Option<u32>) -> Option<u32> {
        match self {
            Reply::Refused(refusal) => refusal.number().or(answered),
            Reply::Misunderstood(_)
            | Reply::TakenAsWords(_)
            | Reply::Nothing
            | Reply::Sealed
            | Reply::TooMany
            | Reply::WordsUnread
            | Reply::WordsWithheld => answered,
            _ => None,
        }
    }
}

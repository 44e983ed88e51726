//! What is told: a notice becomes a letter of its own. Facts only; the words are in `letters`.

use crate::clock::Vacation;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::request::NewToken;
use crate::club::model::downtime::Downtime;
use crate::club::model::game::{Game, Head, OfferKind};
use crate::club::model::player::{PlayerId, Settings, Suspension};
use crate::club::tournament::{Finish, Ruling, Tournament};
use crate::command::Mailing;
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
        /// Whether a letter that told some of this has come back.
        again: bool,
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
        /// What else is to be said about them.
        about: AskedAbout,
    },
    /// A tournament went on.
    Tournament {
        /// The tournament as it stands now.
        tournament: Arc<Tournament>,
        /// What happened.
        news: TournamentNews,
    },
    /// Your time will be over on several boards.
    Reminder {
        /// Them, the most urgent first.
        games: Vec<Head>,
    },
    /// No server was there for a while, and your clocks got that time back.
    TimeGivenBack {
        /// From when to when, and how much.
        amends: Downtime,
        /// The boards on which your time counts, the most urgent first.
        games: Vec<Head>,
    },
    /// An opponent will be on leave, or no longer.
    Vacation {
        /// Who.
        player: PlayerId,
        /// When; `None` where the leave was ended.
        leave: Option<Vacation>,
        /// The boards that you play with him, or that are of tournaments that you organize.
        boards: Vec<u32>,
        /// Whether it stops the clock of one of them only so long as its tournament allows.
        limited: bool,
        /// The board on which his time was over, where the leave began by itself.
        rescued: Option<u32>,
    },
    /// Your time was over on this board, and leave has begun for you by itself, as you wanted it.
    Rescued {
        /// The board.
        number: u32,
        /// The leave.
        leave: Vacation,
        /// All boards on which your clock stands still.
        boards: Vec<u32>,
        /// Days of leave that are left in the year.
        left: u32,
        /// The year.
        year: i32,
    },
    /// A wrong password was given for you, from an address that is not yours.
    PasswordRefused,
    /// What concerns the reader's account, or whether letters reach a player.
    Account(AccountNews),
}

/// What becomes of the clock of a player whom a letter has not reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LostClock {
    /// It goes on.
    GoesOn,
    /// It waits for another letter, at most until then.
    Waits(DateTime<Utc>),
}

impl News {
    /// Whether the course of a game bounds how often such a letter is written: it counts against nobody.
    pub fn is_of_the_course(&self) -> bool {
        matches!(self, News::Game { event, .. } if event.is_of_the_course())
    }

    /// The kind of letters it is of, where its reader can turn them off.
    pub fn mailing(&self) -> Option<Mailing> {
        match self {
            News::Reminder { .. } | News::Game { event: GameEvent::Reminded { .. }, .. } => Some(Mailing::Reminders),
            News::Announcement { .. } => Some(Mailing::Announcements),
            News::SignupAsked
            | News::Joined
            | News::Game { .. }
            | News::Digest { .. }
            | News::Observed { .. }
            | News::Message { .. }
            | News::ConfirmAsked { .. }
            | News::Tournament { .. }
            | News::TimeGivenBack { .. }
            | News::Vacation { .. }
            | News::Rescued { .. }
            | News::PasswordRefused
            | News::Account(_) => None,
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
    /// A letter to one of your addresses has come back; this one goes to another.
    CameBack {
        /// Which.
        address: Address,
        /// The boards of which it told that still wait for you.
        games: Vec<Head>,
        /// Whether a clock has stood still for it, which counts among your days of leave.
        held: bool,
    },
    /// A letter to your opponent has come back.
    LetterLost {
        /// Who that is.
        player: PlayerId,
        /// The boards of which it told.
        numbers: Vec<u32>,
        /// What becomes of the clocks there; `None` where there is no clock.
        clock: Option<LostClock>,
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
        let of_others = |news: &AccountNews| {
            matches!(
                news,
                AccountNews::Unreachable { .. } | AccountNews::LetterLost { .. } | AccountNews::SignedOff { .. }
            )
        };
        match self {
            News::PasswordRefused => true,
            News::Account(news) => !of_others(news) && !matches!(news, AccountNews::Gone { .. }),
            News::SignupAsked
            | News::Joined
            | News::Game { .. }
            | News::Digest { .. }
            | News::Observed { .. }
            | News::Announcement { .. }
            | News::Message { .. }
            | News::ConfirmAsked { .. }
            | News::Tournament { .. }
            | News::Reminder { .. }
            | News::TimeGivenBack { .. }
            | News::Vacation { .. }
            | News::Rescued { .. } => false,
        }
    }
}

/// What is to be said about lines that came without proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedAbout {
    /// They came in several mails, while another question was open.
    pub joined: bool,
    /// Words that came with them are shown to nobody: they could be somebody's bait.
    pub left_out: bool,
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

/// What happened in a tournament.
#[derive(Clone, Debug)]
pub enum TournamentNews {
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
        deed: Ruling,
        /// Who decided; `None` for the server itself.
        by: Option<PlayerId>,
        /// The reason that was given; may be empty.
        why: String,
        /// The boards on which it is the reader's turn, and whose clocks wait for this letter.
        turns: Vec<Head>,
    },
    /// It is over.
    Finished {
        /// Why.
        by: Finish,
    },
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

impl GameEvent {
    /// Whether the course of the game bounds how often it happens: a move, the end, and an answer to a question.
    pub fn is_of_the_course(&self) -> bool {
        match self {
            GameEvent::Moved { .. }
            | GameEvent::Began
            | GameEvent::Declined
            | GameEvent::Resigned { .. }
            | GameEvent::OfferDeclined { .. }
            | GameEvent::DrawAgreed { .. }
            | GameEvent::TakenBack { .. }
            | GameEvent::TimedOut { .. }
            | GameEvent::Reminded { .. } => true,
            GameEvent::Invited { .. }
            | GameEvent::Withdrawn
            | GameEvent::Offered { .. }
            | GameEvent::OfferWithdrawn { .. }
            | GameEvent::Unrated { .. }
            | GameEvent::Chatted { .. } => false,
        }
    }
}

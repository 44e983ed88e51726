//! A notice becomes a letter. It holds only facts; the words are in `wording`.

use crate::clock::Vacation;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::request::{FirstInvitation, NewToken};
use crate::club::model::downtime::Downtime;
use crate::club::model::game::{Game, Head, Offer, OfferKind};
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
    /// The settings of the reader.
    pub settings: Settings,
    /// The token that lets the reader answer, if an answer can do something.
    pub token: Option<NewToken>,
    /// What it tells.
    pub news: News,
}

/// What a letter tells.
#[derive(Clone, Debug)]
pub enum News {
    /// An address was given at sign-up: is it yours?
    SignupAsked {
        /// The id.
        player: PlayerId,
        /// Whether the mail wanted more, which is done after the yes.
        more: bool,
        /// Whether the mail has not said that its author wants to join.
        unasked: bool,
        /// Whom the yes invites too.
        invites: Option<FirstInvitation>,
    },
    /// You are a player now.
    Joined {
        /// Who else joined last.
        others: Vec<PlayerId>,
        /// How many players there are besides.
        more: usize,
        /// Whether what else the player wanted is answered at once.
        is_answered: bool,
    },
    /// Somebody has joined whom the reader has challenged before.
    Arrived {
        /// Who has joined.
        player: PlayerId,
        /// The challenge as a line. A yes sends it.
        line: String,
        /// What its author said to that player. It goes with the challenge.
        words: String,
    },
    /// Something happened on a board.
    Game {
        /// The game as it stands now.
        game: Arc<Game>,
        /// What happened.
        event: GameEvent,
        /// What the player who did it wrote with it. Empty if nothing.
        comment: String,
    },
    /// What has happened on the boards of a player who gets one letter a day, and which boards wait for them.
    Digest {
        /// The boards with news, as they stand now, and the words that came with the news. The words are empty if there were none.
        boards: Vec<(Arc<Game>, String)>,
        /// More boards with news, for which the letter has no room.
        others: Vec<Head>,
        /// Boards without news on which it is the reader's turn.
        waiting: Vec<Head>,
        /// Whether a letter that told some of this has come back.
        again: bool,
    },
    /// Something happened on a board that the reader observes.
    Observed {
        /// The game as it stands now.
        game: Arc<Game>,
        /// What happened.
        event: GameEvent,
    },
    /// An announcement to the players.
    Announcement {
        /// What it is about. Empty if the letter itself says so.
        subject: String,
        /// The text.
        text: String,
    },
    /// A player wrote.
    Message {
        /// Who.
        from: PlayerId,
        /// Their words.
        text: String,
    },
    /// Lines came under your address without proof: were they yours?
    ConfirmAsked {
        /// The lines, in canonical form.
        lines: Vec<String>,
        /// The words that would go to the opponent with them. Empty if there are none.
        comment: String,
        /// The address they came from, if they came with your token but from an address that is not yours.
        elsewhere: Option<Address>,
        /// What the lines would do, if that is shown first.
        previews: Vec<Reply>,
        /// What else the letter must say about them.
        about: AskedAbout,
    },
    /// There is news of a tournament.
    Tournament {
        /// The tournament as it stands now.
        tournament: Arc<Tournament>,
        /// What happened.
        news: TournamentNews,
    },
    /// Your time will run out on several boards.
    Reminder {
        /// These boards, the most urgent first.
        games: Vec<Head>,
    },
    /// The server was down for a while, and your clocks got that time back.
    TimeGivenBack {
        /// From when to when, and how much.
        downtime: Downtime,
        /// The boards on which your clock is running, the most urgent first.
        games: Vec<Head>,
    },
    /// An opponent will be on vacation, or has ended it.
    Vacation {
        /// The opponent.
        player: PlayerId,
        /// From when to when. `None` if the vacation was ended.
        vacation: Option<Vacation>,
        /// The boards that you play with them, or that belong to tournaments that you organize.
        boards: Vec<u32>,
        /// Whether it stops the clock of one of these boards only as long as its tournament allows.
        limited: bool,
        /// The board on which their time ran out, if it is an automatic vacation.
        out_of_time_on: Option<u32>,
    },
    /// Your time ran out on this board, and an automatic vacation has begun for you, as you have set it.
    AutoVacation {
        /// The board.
        number: u32,
        /// The vacation.
        vacation: Vacation,
        /// All boards on which your clock is stopped.
        boards: Vec<u32>,
        /// The days of vacation that are left in the year.
        left: u32,
        /// The year.
        year: i32,
    },
    /// A wrong password was given for you, from an address that is not yours.
    PasswordRefused,
    /// News of the reader's account, or of whether letters reach a player.
    Account(AccountNews),
}

/// What happens to the clock of a player who did not get a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LostClock {
    /// It keeps running.
    GoesOn,
    /// It waits for another letter, until then at most.
    Waits(DateTime<Utc>),
}

impl News {
    /// Whether the rules of the game limit how often such a letter is written. Such a letter counts against no player's limit.
    pub fn is_of_the_course(&self) -> bool {
        matches!(self, News::Game { event, .. } if event.is_of_the_course())
    }

    /// The boards that its reader plays and that it shows.
    pub fn boards(&self) -> Vec<u32> {
        match self {
            News::Game { game, .. } => vec![game.head.number],
            News::Digest { boards, .. } => boards.iter().map(|(game, _)| game.head.number).collect(),
            News::SignupAsked { .. }
            | News::Joined { .. }
            | News::Arrived { .. }
            | News::Observed { .. }
            | News::Announcement { .. }
            | News::Message { .. }
            | News::ConfirmAsked { .. }
            | News::Tournament { .. }
            | News::Reminder { .. }
            | News::TimeGivenBack { .. }
            | News::Vacation { .. }
            | News::AutoVacation { .. }
            | News::PasswordRefused
            | News::Account(_) => Vec::new(),
        }
    }

    /// The kind of letters it belongs to, if the reader can turn that kind off.
    pub fn mailing(&self) -> Option<Mailing> {
        match self {
            News::Reminder { .. } | News::Game { event: GameEvent::Reminded { .. }, .. } => Some(Mailing::Reminders),
            News::Announcement { .. } => Some(Mailing::Announcements),
            News::SignupAsked { .. }
            | News::Joined { .. }
            | News::Arrived { .. }
            | News::Game { .. }
            | News::Digest { .. }
            | News::Observed { .. }
            | News::Message { .. }
            | News::ConfirmAsked { .. }
            | News::Tournament { .. }
            | News::TimeGivenBack { .. }
            | News::Vacation { .. }
            | News::AutoVacation { .. }
            | News::PasswordRefused
            | News::Account(_) => None,
        }
    }
}

/// What a letter tells about an account.
#[derive(Clone, Debug)]
pub enum AccountNews {
    /// A player wants to add this address: is it yours, and do you agree?
    AddressAsked,
    /// Somebody wants to set a password for you: which one do you want?
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
        /// The boards from that letter that still wait for you.
        games: Vec<Head>,
        /// Whether a clock was stopped for it, which counts among your days of vacation.
        held: bool,
    },
    /// A letter to your opponent has come back.
    LetterLost {
        /// The opponent.
        player: PlayerId,
        /// The boards that the letter was about.
        numbers: Vec<u32>,
        /// What happens to the clocks there. `None` if there is no clock.
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
        /// The opponent.
        player: PlayerId,
        /// The boards you play with them.
        numbers: Vec<u32>,
        /// Whether there is a clock on one of them.
        timed: bool,
    },
    /// Do you want to close your account for good?
    DeleteAsked {
        /// The boards on which you would resign.
        resigning: Vec<u32>,
    },
    /// Your account is closed for good: nothing about you is kept any more.
    Deleted {
        /// The id you had.
        player: PlayerId,
    },
    /// An opponent has paused their account and gets no letters.
    SignedOff {
        /// The opponent.
        player: PlayerId,
        /// The boards you play with them.
        numbers: Vec<u32>,
    },
    /// A player whom you have challenged, or who has challenged you, has closed their account.
    Gone {
        /// That player.
        player: PlayerId,
        /// The challenges that are off because of that.
        numbers: Vec<u32>,
    },
    /// The account was taken back.
    Reclaimed {
        /// Whether it was by this mailbox.
        here: bool,
        /// The other addresses that the player still has.
        others: Vec<Address>,
    },
}

impl News {
    /// Whether a person who has just written waits for it. Such a letter goes out even if letters to that address have stopped.
    pub fn is_answer(&self) -> bool {
        matches!(
            self,
            News::ConfirmAsked { .. }
                | News::Account(
                    AccountNews::PasswordAsked | AccountNews::DeleteAsked { .. } | AccountNews::Resumed { .. }
                )
        )
    }

    /// Whether it goes even to a player whose account is paused, because it is about their own account.
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
            News::SignupAsked { .. }
            | News::Joined { .. }
            | News::Arrived { .. }
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
            | News::AutoVacation { .. } => false,
        }
    }
}

/// What the letter says about lines that came without proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedAbout {
    /// They came in several mails, while another question was open.
    pub joined: bool,
    /// Words that came with them are not shown to anybody: they could be bait.
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
    /// Letters go to another of the player's addresses.
    First {
        /// Which.
        address: Address,
    },
    /// An address was removed.
    Dropped {
        /// Which.
        address: Address,
    },
    /// A password was set or changed.
    PasswordSet,
    /// The password was removed.
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
    /// The organizer or the server has made a ruling.
    Decided {
        /// The ruling.
        ruling: Ruling,
        /// Who made it. `None` for the server itself.
        by: Option<PlayerId>,
        /// The reason that was given. It may be empty.
        why: String,
        /// The boards on which it is the reader's turn, and whose clocks wait for this letter.
        turns: Vec<Head>,
    },
    /// The tournament is over.
    Finished {
        /// Why.
        by: Finish,
    },
}

/// A challenge whose place another one takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Its board.
    pub number: u32,
    /// Whether it was sent by the same player.
    pub is_own: bool,
}

/// What happened on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// A challenge was sent.
    Invited {
        /// The name of the variant in the challenge, if several variants have that name.
        asked_as: Option<String>,
        /// The challenge of the other player, which has crossed it.
        crossed: Option<Box<Head>>,
        /// What the challenged player wants to say with an own challenge to this game, which has waited for the challenger to join, and is
        /// not sent any more. `None` if none has waited.
        awaited: Option<String>,
        /// The challenge between the two whose place it takes.
        instead: Option<Replaced>,
    },
    /// It was accepted: the game begins.
    Began,
    /// It was declined.
    Declined,
    /// It was withdrawn.
    Withdrawn,
    /// A move was made. The game may be over by it.
    Moved {
        /// Who made it.
        by: tafl::Side,
        /// Whether it had been prepared. Then an answer to it may have been made at once.
        prepared: bool,
        /// Whether the moves that the side to move had prepared did not fit. They are dropped then.
        broken: bool,
        /// The offer that it has ended.
        lapsed: Option<Offer>,
        /// What the other side had offered after the letter that the move answers was written.
        crossed: Option<OfferKind>,
    },
    /// A side gave up.
    Resigned {
        /// Which.
        by: tafl::Side,
    },
    /// A side gave up before both had moved, so the game does not count.
    Annulled {
        /// Which.
        by: tafl::Side,
    },
    /// A side offers a draw or asks to take back its last move.
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
        /// The side that wanted this.
        by: tafl::Side,
    },
    /// A draw was agreed.
    DrawAgreed {
        /// By the side that accepted it.
        by: tafl::Side,
    },
    /// The last move was taken back, or the last two.
    TakenBack {
        /// Whose.
        by: tafl::Side,
        /// The move.
        play: tafl::Play,
        /// The answer to it, which went with it.
        answer: Option<tafl::Play>,
    },
    /// A side has run out of time, and the game is over.
    TimedOut {
        /// Whose.
        by: tafl::Side,
    },
    /// A side is reminded that its time will run out.
    Reminded {
        /// Which.
        of: tafl::Side,
    },
    /// A player sent a message about the game.
    Chatted {
        /// Who.
        by: tafl::Side,
    },
}

impl GameEvent {
    /// Whether the rules of the game limit how often it happens: a move, the end, and an answer to a question.
    pub fn is_of_the_course(&self) -> bool {
        match self {
            GameEvent::Moved { .. }
            | GameEvent::Began
            | GameEvent::Declined
            | GameEvent::Resigned { .. }
            | GameEvent::Annulled { .. }
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

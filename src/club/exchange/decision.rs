//! What the club decides: changes for the store and notices for the letters. They are committed together.

use crate::clock::Vacation;
use crate::club::exchange::notice::Notice;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::request::{Pending, Purpose};
use crate::club::model::clock::Clock;
use crate::club::model::game::{Ending, Invitation, Offer, Stage};
use crate::club::model::open_challenge::{OpenChallenge, OpenChallengeEnd};
use crate::club::model::player::{ClockHeld, PlayerId, Presence};
use crate::club::model::prepared_line::Prepared;
use crate::club::model::unread_mails::Hindrance;
use crate::club::rating;
use crate::club::tournament::OfTournament;
use crate::command::Setting;
use crate::mail::{Address, DeliveryStatus};
use crate::tafl;
use chrono::{DateTime, Utc};

/// The outcome of one request.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// What the store must write, in this order.
    pub changes: Vec<Change>,
    /// Letters to be sent besides the answer.
    pub notices: Vec<Notice>,
    /// The sender's part of the one letter that answers the mail.
    pub replies: Vec<Reply>,
    /// Who the sender is or, if that is in doubt, who they claim to be: their registered mailbox gets the answer.
    pub sender: Option<PlayerId>,
    /// Whether the sender is proven, and not only claimed.
    pub proven: bool,
    /// The line that waits until that mailbox confirms it, in canonical form.
    pub held: Option<String>,
    /// What the held line would do, for the letter that asks.
    pub preview: Option<Reply>,
}

impl Decision {
    /// The players who hear of it, now or in their letter of the day.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most changes are not meant here")]
    pub fn readers(&self) -> impl Iterator<Item = &PlayerId> {
        let kept = self.changes.iter().filter_map(|change| match change {
            Change::NewsKept { player, .. } => Some(player),
            _ => None,
        });
        self.notices.iter().filter_map(|notice| notice.reader.as_ref()).chain(kept)
    }

    /// The boards whose games it ends.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most changes are not meant here")]
    pub fn ended(&self) -> impl Iterator<Item = u32> {
        self.changes.iter().filter_map(|change| match change {
            Change::StageReached { number, stage: Stage::Ended(_), .. } => Some(*number),
            _ => None,
        })
    }
}

/// One thing that becomes true.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A game would be lost on time, but the loss waits.
    ForfeitWaits {
        /// The board.
        number: u32,
        /// What it waits for.
        why: Hindrance,
        /// Since when, unless it has waited before.
        since: DateTime<Utc>,
        /// When to look again.
        again: DateTime<Utc>,
    },
    /// A clock stops because a letter does not reach its player. There is a limit to this, and the time counts among the player's days of
    /// vacation.
    ClockHeld {
        /// The player.
        player: PlayerId,
        /// The board, and the time from when to when.
        held: ClockHeld,
    },
    /// A sign-up waits for its mailbox to confirm it, beside earlier ones of the same address.
    SignupAsked {
        /// The id asked for.
        id: PlayerId,
        /// The mailbox.
        address: Address,
        /// Hash of the token in the confirmation letter.
        token: [u8; 32],
        /// When it expires.
        expires: DateTime<Utc>,
        /// Whether the sender's domain vouches for the mail that asked.
        genuine: bool,
    },
    /// A sign-up waits until there is room for letters to strangers.
    SignupQueued {
        /// The id asked for.
        id: PlayerId,
        /// The mailbox.
        address: Address,
        /// When it was asked for.
        at: DateTime<Utc>,
    },
    /// A player joins. The sign-ups of the address stay until they expire, so that a second answer is understood.
    PlayerJoined {
        /// The id.
        id: PlayerId,
        /// The confirmed address.
        address: Address,
        /// The password's hash, if there is one.
        password_hash: Option<String>,
        /// When.
        at: DateTime<Utc>,
    },
    /// The settings named an organizer, and a player has joined under that id since. The operator must say whether it is the right person.
    OrganizerWaits {
        /// The player.
        player: PlayerId,
    },
    /// A challenge is sent: a game in stage `Invited`.
    GameInvited(Invitation),
    /// A player begins to observe a board, or stops.
    Observed {
        /// The board number.
        number: u32,
        /// The observer.
        player: PlayerId,
        /// Whether they observe it from now on.
        on: bool,
    },
    /// An open challenge is made.
    OpenChallengeSent {
        /// The challenge.
        open_challenge: OpenChallenge,
    },
    /// An open challenge ends.
    OpenChallengeEnded {
        /// Its number.
        number: u32,
        /// How it ended.
        end: OpenChallengeEnd,
    },
    /// A player limits how many games they play at a time.
    LimitSet {
        /// The player.
        player: PlayerId,
        /// How many. `None` means the limit of the server.
        limit: Option<u32>,
    },
    /// A game will not count for the ratings.
    GameUnrated {
        /// The board number.
        number: u32,
    },
    /// The player to move was asked about a legal move that they may not have meant, within a day of the end of their time: the game is
    /// not lost on time while they can answer. Only the first such question of a game is written down; a later one changes nothing.
    MoveAskedBack {
        /// The board number.
        number: u32,
        /// When the mail with that move came.
        at: DateTime<Utc>,
    },
    /// Something waits for the key of a letter to be used.
    Pending {
        /// Hash of the key.
        token: [u8; 32],
        /// What waits.
        pending: Pending,
    },
    /// Nothing waits for that key any more.
    PendingDropped {
        /// Hash of the key.
        token: [u8; 32],
    },
    /// A game reaches another stage. Its offer, if there is one, lapses.
    StageReached {
        /// The board number.
        number: u32,
        /// The new stage.
        stage: Stage,
        /// When.
        at: DateTime<Utc>,
    },
    /// Another player takes over a side of a running game. The moves that side had prepared are dropped.
    SideTakenOver {
        /// The board number.
        number: u32,
        /// Which side.
        side: tafl::Side,
        /// The player who plays it from now on.
        player: PlayerId,
    },
    /// A move is made. An offer lapses with it.
    PlayMade {
        /// The board number.
        number: u32,
        /// The number of the move, from 1.
        ply: u32,
        /// The move.
        play: tafl::Play,
        /// When the mail with it was accepted.
        at: DateTime<Utc>,
        /// What its side had in its time bank before it.
        bank: Option<i64>,
    },
    /// The clock of a game is set.
    ClockSet {
        /// The board number.
        number: u32,
        /// The clock.
        clock: Clock,
    },
    /// The moves that a side has prepared on a board. They replace all earlier ones.
    PreparedSet {
        /// The board number.
        number: u32,
        /// The side.
        side: tafl::Side,
        /// The lines.
        lines: Vec<Prepared>,
    },
    /// A player will be on vacation.
    VacationSet {
        /// The player.
        player: PlayerId,
        /// When.
        vacation: Vacation,
    },
    /// A player's vacation ends, also one that has not begun yet.
    VacationEnded {
        /// The player.
        player: PlayerId,
        /// When.
        at: DateTime<Utc>,
    },
    /// A player was reminded of the boards that wait for them.
    Reminded {
        /// The player.
        player: PlayerId,
        /// When.
        at: DateTime<Utc>,
    },
    /// An automatic vacation has begun for a player, or the player has been heard of since.
    AutoVacation {
        /// The player.
        player: PlayerId,
        /// When it began. `None` if the player has been heard of.
        at: Option<DateTime<Utc>>,
    },
    /// The last move is taken back. Tokens for this position and later ones of the game die.
    PlayTakenBack {
        /// The board number.
        number: u32,
        /// The number of the move that is gone, from 1.
        ply: u32,
        /// When.
        at: DateTime<Utc>,
    },
    /// An offer is made, or ends.
    OfferSet {
        /// The board number.
        number: u32,
        /// The offer.
        offer: Option<Offer>,
        /// When.
        at: DateTime<Utc>,
    },
    /// A token was handed out.
    TokenIssued {
        /// SHA-256 of its text.
        hash: [u8; 32],
        /// What it proves.
        purpose: Purpose,
        /// When it dies.
        expires: DateTime<Utc>,
    },
    /// The tokens for a game die sooner than planned, because the game is over.
    TokensExpire {
        /// The board number.
        number: u32,
        /// When, at the latest.
        by: DateTime<Utc>,
    },
    /// A token has been used for its purpose.
    TokenSpent {
        /// Its hash.
        hash: [u8; 32],
    },
    /// Weeks are closed: their games count for the ratings.
    RatingsClosed {
        /// The weeks, in their order.
        weeks: Vec<rating::Closed>,
        /// The first week that is not closed.
        until: rating::Period,
    },
    /// The opponent gets what a player wrote in a mail without a command.
    OnlyWordsSent {
        /// The board number.
        number: u32,
        /// The player who wrote.
        player: PlayerId,
        /// How many moves had been made.
        ply: u32,
        /// The words.
        words: String,
    },
    /// A player has changed a setting.
    SettingChanged {
        /// The player.
        player: PlayerId,
        /// The setting and its new value.
        setting: Setting,
    },
    /// Something becomes true of a tournament.
    Tournament(OfTournament),
    /// A player gets one more address.
    AddressAdded {
        /// The player.
        player: PlayerId,
        /// The mailbox.
        address: Address,
        /// Whether their letters go there.
        first: bool,
        /// When.
        at: DateTime<Utc>,
    },
    /// A player's letters go to another of their addresses.
    AddressFirst {
        /// The player.
        player: PlayerId,
        /// Which.
        address: Address,
    },
    /// An address no longer belongs to the player. Claims to it die.
    AddressDropped {
        /// The player.
        player: PlayerId,
        /// Which.
        address: Address,
    },
    /// A player has another password, or no password any more.
    PasswordSet {
        /// The player.
        player: PlayerId,
        /// The hash.
        password_hash: Option<String>,
    },
    /// No more letters go to an address of the player, because they come back.
    AddressSuspended {
        /// The player.
        player: PlayerId,
        /// Which.
        address: Address,
        /// What its mail system said.
        status: DeliveryStatus,
        /// When.
        at: DateTime<Utc>,
    },
    /// Letters go to an address of the player again. Letters that came back before no longer count.
    AddressResumed {
        /// The player.
        player: PlayerId,
        /// Which.
        address: Address,
    },
    /// The account is taken back by one of its mailboxes. That mailbox becomes the first again. Addresses added since are removed, and so
    /// are the password and the player's tokens, except tokens that undo an earlier change or, from another mailbox, the same one.
    AccountReclaimed {
        /// The player.
        player: PlayerId,
        /// The mailbox.
        address: Address,
        /// The instant of the change that is undone.
        since: DateTime<Utc>,
        /// When.
        at: DateTime<Utc>,
    },
    /// Something happened on a board, and its player hears of it in the one letter of the day.
    NewsKept {
        /// The player.
        player: PlayerId,
        /// The board number.
        number: u32,
        /// Against whose limit the letter would have counted: the player who did it. `None` if the rules of the game limit how often that
        /// happens.
        author: Option<PlayerId>,
        /// The words that came with it. Empty if there were none.
        words: String,
        /// When.
        at: DateTime<Utc>,
        /// When the letter is due, unless earlier news has set a time already.
        due: DateTime<Utc>,
    },
    /// A letter that told this has come back, so it is kept as if it had never been told.
    NewsKeptAgain {
        /// The player.
        player: PlayerId,
        /// The board number.
        number: u32,
        /// The words that came with it. Empty if there were none.
        words: String,
        /// The letter's row.
        letter: i64,
        /// When a letter first told it.
        since: DateTime<Utc>,
        /// When it came back.
        at: DateTime<Utc>,
        /// When it must be told at the latest.
        due: DateTime<Utc>,
    },
    /// A player has written a note about a board, which nobody else sees.
    NoteKept {
        /// The board number.
        number: u32,
        /// The player.
        player: PlayerId,
        /// The words instead of those that were noted before. Empty to delete the note.
        words: String,
    },
    /// A player challenges somebody who may join later.
    Awaited {
        /// The challenger.
        player: PlayerId,
        /// Who may join.
        wanted: PlayerId,
        /// The challenge as a line.
        line: String,
        /// What the challenger says to them. It goes with the challenge.
        words: String,
        /// When.
        at: DateTime<Utc>,
    },
    /// A player does not wait for somebody any more.
    AwaitedDropped {
        /// Who has waited.
        player: PlayerId,
        /// For whom.
        wanted: PlayerId,
    },
    /// The players who waited for this one have been told.
    AwaitedForgotten {
        /// Who has joined.
        wanted: PlayerId,
    },
    /// News that was kept for a player has been told.
    NewsTold {
        /// The player.
        player: PlayerId,
        /// The rows that were told.
        told: Vec<i64>,
        /// When the letter with the rest is due, if any is left.
        due: DateTime<Utc>,
    },
    /// A player pauses their account (no letters, no new games), or ends the pause.
    PresenceSet {
        /// The player.
        player: PlayerId,
        /// Which.
        presence: Presence,
    },
    /// A player closes their account for good: everything that tells who they are is erased, and their id stays taken.
    PlayerDeleted {
        /// The player.
        player: PlayerId,
    },
    /// A wrong password was given for a player.
    PasswordFailed {
        /// The player.
        player: PlayerId,
        /// When.
        at: DateTime<Utc>,
    },
}

impl Change {
    /// Whether it does no more than that its player is asked later, so that no question is needed before it.
    pub(crate) fn asks_later(&self) -> bool {
        matches!(self, Change::Awaited { .. })
    }
}

/// A decision that changes nothing and says why.
pub(crate) fn refuse(refusal: Refusal) -> Decision {
    Decision { replies: vec![Reply::Refused(refusal)], ..Decision::default() }
}

/// How a finished game ended. `None` while it goes on.
pub(crate) fn ending_of(status: tafl::Status) -> Option<Ending> {
    match status {
        tafl::Status::Ongoing => None,
        tafl::Status::Won { winner, reason } => Some(Ending::Won { winner, reason }),
        tafl::Status::Drawn { reason } => Some(Ending::Drawn { reason }),
    }
}

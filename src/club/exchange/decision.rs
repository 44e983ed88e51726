//! What the club decides: changes for the store, notices for the letters. They commit together.

use crate::clock::Vacation;
use crate::club::exchange::notice::Notice;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::request::{Pending, Purpose};
use crate::club::model::clock::Clock;
use crate::club::model::game::{Ending, Invitation, Offer, Stage};
use crate::club::model::hearing::Hindrance;
use crate::club::model::open_challenge::{OpenChallenge, OpenChallengeEnd};
use crate::club::model::player::{ClockHeld, PlayerId, Presence};
use crate::club::model::prepared_line::Prepared;
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
    /// Letters of their own.
    pub notices: Vec<Notice>,
    /// The sender's part of the one letter that answers his mail.
    pub replies: Vec<Reply>,
    /// Who the sender is or, where that is in doubt, would be: his registered mailbox gets the answer.
    pub sender: Option<PlayerId>,
    /// Whether it is the sender for certain, and not only somebody who names him.
    pub proven: bool,
    /// The line that waits for that mailbox to say it was his, in canonical form.
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

    /// The boards whose games end by it.
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
    /// A game would be lost on time, and waits.
    ForfeitWaits {
        /// The board.
        number: u32,
        /// What for.
        why: Hindrance,
        /// Since when, unless it has waited before.
        since: DateTime<Utc>,
        /// When to look again.
        again: DateTime<Utc>,
    },
    /// A clock stands still because a letter does not reach its player: at most so long, and that counts among the player's days of leave.
    ClockHeld {
        /// The player.
        player: PlayerId,
        /// The board, and from when to when.
        held: ClockHeld,
    },
    /// A sign-up waits for its mailbox, beside earlier ones of the same address.
    SignupAsked {
        /// The id asked for.
        id: PlayerId,
        /// The mailbox.
        address: Address,
        /// Hash of the token in the confirmation letter.
        token: [u8; 32],
        /// When it lapses.
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
        /// When it was asked.
        at: DateTime<Utc>,
    },
    /// A player joins. The sign-ups of the address stay until they lapse, so that a second answer is understood.
    PlayerJoined {
        /// The id.
        id: PlayerId,
        /// The confirmed address.
        address: Address,
        /// The password's hash, where he has one.
        password_hash: Option<String>,
        /// When.
        at: DateTime<Utc>,
    },
    /// The settings named an organizer, and a player has joined under that id since: the operator has to say that it is the
    /// one who was meant.
    OrganizerWaits {
        /// The player.
        player: PlayerId,
    },
    /// A challenge is sent: a game in stage `Invited`.
    GameInvited(Invitation),
    /// A player looks on at a board, or no longer does.
    Observed {
        /// The board number.
        number: u32,
        /// Who.
        player: PlayerId,
        /// Whether he does from now on.
        on: bool,
    },
    /// An open invitation stands.
    SeekSent {
        /// It.
        seek: OpenChallenge,
    },
    /// An open invitation stands no longer.
    SeekEnded {
        /// Its number.
        number: u32,
        /// What became of it.
        end: OpenChallengeEnd,
    },
    /// A player wants to have so many games at a time and no more.
    LimitSet {
        /// The player.
        player: PlayerId,
        /// How many; `None` for as many as the server keeps.
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
    /// Something waits behind the key of a letter.
    Pending {
        /// Hash of the key.
        token: [u8; 32],
        /// What.
        pending: Pending,
    },
    /// Nothing waits behind the key of a letter any more.
    PendingDropped {
        /// Hash of the key.
        token: [u8; 32],
    },
    /// A game moves to another stage; its offer, if any, lapses.
    StageReached {
        /// The board number.
        number: u32,
        /// The new stage.
        stage: Stage,
        /// When.
        at: DateTime<Utc>,
    },
    /// Another player takes over a side of a game that is played; what that side had prepared goes.
    SideTakenOver {
        /// The board number.
        number: u32,
        /// Which side.
        side: tafl::Side,
        /// Who plays it from now on.
        player: PlayerId,
    },
    /// A half-move is made; an offer lapses with it.
    PlayMade {
        /// The board number.
        number: u32,
        /// Which half-move this is, from 1.
        ply: u32,
        /// The play.
        play: tafl::Play,
        /// When the mail with it was accepted.
        at: DateTime<Utc>,
        /// What its side had in its bank before it.
        bank: Option<i64>,
    },
    /// The clock of a game stands so.
    ClockSet {
        /// The board number.
        number: u32,
        /// The clock.
        clock: Clock,
    },
    /// These are the moves that a side has prepared on a board, and no others.
    PreparedSet {
        /// The board number.
        number: u32,
        /// Whose.
        side: tafl::Side,
        /// The lines.
        lines: Vec<Prepared>,
    },
    /// A player will be on leave.
    VacationSet {
        /// The player.
        player: PlayerId,
        /// When.
        leave: Vacation,
    },
    /// A player's leave ends, that to come too.
    LeaveEnded {
        /// The player.
        player: PlayerId,
        /// When.
        at: DateTime<Utc>,
    },
    /// A player was reminded of what waits for him.
    Reminded {
        /// The player.
        player: PlayerId,
        /// When.
        at: DateTime<Utc>,
    },
    /// Leave has begun by itself for a player, or he has been heard of since.
    Rescued {
        /// The player.
        player: PlayerId,
        /// When it began; `None` where he has been heard of.
        at: Option<DateTime<Utc>>,
    },
    /// The last half-move is taken back. Tokens for this and later positions of the game die.
    PlayTakenBack {
        /// The board number.
        number: u32,
        /// The half-move that is gone, from 1.
        ply: u32,
        /// When.
        at: DateTime<Utc>,
    },
    /// An offer stands, or no longer does.
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
    /// The tokens for a game die sooner than they were to: it is over.
    TokensExpire {
        /// The board number.
        number: u32,
        /// When, at the latest.
        by: DateTime<Utc>,
    },
    /// A token has done what it was for.
    TokenSpent {
        /// Its hash.
        hash: [u8; 32],
    },
    /// Weeks are closed: their games count.
    RatingsClosed {
        /// The weeks, in their order.
        weeks: Vec<rating::Closed>,
        /// The first week that is not closed.
        until: rating::Period,
    },
    /// A player has set something.
    SettingChanged {
        /// The player.
        player: PlayerId,
        /// What, and to what.
        setting: Setting,
    },
    /// Something becomes true of a tournament.
    Tournament(OfTournament),
    /// A mailbox becomes a player's.
    AddressAdded {
        /// The player.
        player: PlayerId,
        /// The mailbox.
        address: Address,
        /// Whether his letters go there.
        first: bool,
        /// When.
        at: DateTime<Utc>,
    },
    /// A player's letters go to another of his addresses.
    AddressFirst {
        /// The player.
        player: PlayerId,
        /// Which.
        address: Address,
    },
    /// An address is no longer the player's. Claims to it die.
    AddressDropped {
        /// The player.
        player: PlayerId,
        /// Which.
        address: Address,
    },
    /// A player has another password, or none.
    PasswordSet {
        /// The player.
        player: PlayerId,
        /// The hash.
        password_hash: Option<String>,
    },
    /// Letters to an address of the player's stop: they come back.
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
    /// Letters to an address of the player's go out again; what came back before counts no more.
    AddressResumed {
        /// The player.
        player: PlayerId,
        /// Which.
        address: Address,
    },
    /// A mailbox takes its player's account back: it is the first again, what was added since is gone, and so are the
    /// password and the player's tokens, but for those to undo an earlier change or, from another mailbox, the same.
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
    /// Something happened on a board that its player hears of in the one letter of the day.
    NewsKept {
        /// The player.
        player: PlayerId,
        /// The board number.
        number: u32,
        /// Against whom the letter counts that this would have been: who did it, unless the game bounds how often that happens.
        author: Option<PlayerId>,
        /// The words that came with it; empty where none did.
        words: String,
        /// When.
        at: DateTime<Utc>,
        /// When the letter is due, if no earlier news has called for it already.
        due: DateTime<Utc>,
    },
    /// A letter that told this has come back, so it is kept as if it had never been told.
    NewsKeptAgain {
        /// The player.
        player: PlayerId,
        /// The board number.
        number: u32,
        /// The words that came with it; empty where none did.
        words: String,
        /// The letter's row.
        letter: i64,
        /// When a letter first told it.
        since: DateTime<Utc>,
        /// When it came back.
        at: DateTime<Utc>,
        /// When it is told at the latest.
        due: DateTime<Utc>,
    },
    /// What was kept for a player is told.
    NewsTold {
        /// The player.
        player: PlayerId,
        /// Which of it, by its row.
        told: Vec<i64>,
        /// When the letter with the rest is due, if any is left.
        due: DateTime<Utc>,
    },
    /// A player gets no letters and no new games, or both again.
    PresenceSet {
        /// The player.
        player: PlayerId,
        /// Which.
        presence: Presence,
    },
    /// A player leaves for good: all is erased that tells who he is, and his id stays taken.
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

/// A decision that changes nothing and says why.
pub fn refuse(refusal: Refusal) -> Decision {
    Decision { replies: vec![Reply::Refused(refusal)], ..Decision::default() }
}

/// The stage a finished course leads to; `None` while it goes on.
pub fn ending_of(status: tafl::Status) -> Option<Ending> {
    match status {
        tafl::Status::Ongoing => None,
        tafl::Status::Won { winner, reason } => Some(Ending::Won { winner, reason }),
        tafl::Status::Drawn { reason } => Some(Ending::Drawn { reason }),
    }
}

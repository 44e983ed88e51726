//! Who may use a command, and how much proof of the sender it needs. Each command says this in one place, its `access`.

/// Who may use a command, and what somebody else could do with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// Who may use it.
    pub who: Who,
    /// What somebody could do with it in another player's name. The club demands proof accordingly.
    pub harm: Harm,
}

/// Who may use a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// Anybody who writes.
    Anyone,
    /// Anybody with a player id.
    Player,
    /// An organizer of the tournament, or of the club.
    Organizer,
    /// The player who was challenged, or who got the offer.
    Invited,
    /// The player who sent the challenge or made the offer.
    Challenger,
    /// The two players of the board.
    Opponents,
    /// The player to move.
    PlayerToMove,
}

/// What somebody could do with a command in another player's name, from the least to the greatest harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Harm {
    /// Nothing: it changes nothing, and what it tells is public, or goes to the player's own mailbox alone.
    None,
    /// Go on with their game, or send words.
    Play,
    /// Lose their game.
    Resign,
    /// Take their account: the address, the password.
    Account,
    /// Make them a player who never asked for it.
    Join,
}

impl Access {
    /// Anybody may use it, and it can do no harm.
    pub(in crate::command) const PUBLIC: Access = Access { who: Who::Anyone, harm: Harm::None };
    /// A player looks at what is their own. No proof is needed, because the answer goes to the player's mailbox alone.
    pub(in crate::command) const OWN: Access = Access { who: Who::Player, harm: Harm::None };
    /// A player acts.
    pub(in crate::command) const PLAYER: Access = Access::play(Who::Player);

    /// Part of a game, or of a tournament.
    pub(in crate::command) const fn play(who: Who) -> Access {
        Access { who, harm: Harm::Play }
    }

    /// Whether it needs no proof of who asks.
    pub fn needs_no_proof(self) -> bool {
        self.harm == Harm::None
    }
}

impl Who {
    /// All of them.
    pub const ALL: [Who; 7] =
        [Who::Anyone, Who::Player, Who::Organizer, Who::Invited, Who::Challenger, Who::Opponents, Who::PlayerToMove];

    /// The key of its words in the files of help.
    pub fn key(self) -> &'static str {
        match self {
            Who::Anyone => "anyone",
            Who::Player => "player",
            Who::Organizer => "organizer",
            Who::Invited => "invited",
            Who::Challenger => "challenger",
            Who::Opponents => "opponents",
            Who::PlayerToMove => "player-to-move",
        }
    }
}

//! What the table of commands says of one command.

/// One command of the server.
#[derive(Debug)]
pub struct Entry {
    /// Which command it is.
    pub word: Word,
    /// How much depends on it.
    pub weight: Weight,
    /// The word to write.
    pub name: &'static str,
    /// Other words for the same, old pbmserv habits and its tolerated misspellings among them. Accepted, not advertised.
    pub synonyms: &'static [&'static str],
    /// Where it stands in the list.
    pub group: Group,
    /// The forms it can take; round brackets hold what may be left out, capitals what is to be filled in.
    pub usage: &'static [&'static str],
    /// Lines as somebody would send them. A `\n` begins the text below the line.
    pub examples: &'static [&'static str],
    /// Who may ask for it.
    pub who: Who,
}

/// The command that an [`Entry`] describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described by its entry")]
pub enum Word {
    Help,
    Commands,
    Signup,
    Whoami,
    Set,
    Vacation,
    Add,
    Change,
    Drop,
    Reclaim,
    SignOff,
    SignOn,
    Delete,
    Players,
    Variants,
    Rules,
    Board,
    Challenge,
    Accept,
    Decline,
    Withdraw,
    Move,
    Queue,
    Resign,
    Draw,
    Undo,
    Preview,
    Show,
    Games,
    Ratings,
    Unrated,
    Subscribe,
    Unsubscribe,
    OpenChallenge,
    Seeks,
    Take,
    Limit,
    Export,
    Chat,
    Message,
    Tournament,
}

/// How much depends on a command, and so how sure it must be that it is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Little: the next mail puts it right, or nothing is changed at all.
    Light,
    /// It asks the opponent for something, or takes that back.
    Offer,
    /// It cannot be taken back: it ends a game, or touches an account.
    Heavy,
}

/// The chapters of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Playing a game that has begun.
    Playing,
    /// Beginning one.
    Beginning,
    /// Looking at boards and rules.
    Looking,
    /// Tournaments of the club.
    Tournaments,
    /// Writing to other players.
    Talking,
    /// Oneself and the server.
    Server,
    /// One's addresses and password, and going.
    Account,
}

impl Group {
    /// All of them, in the order of the list.
    pub const ALL: [Group; 7] = [
        Group::Playing,
        Group::Beginning,
        Group::Looking,
        Group::Tournaments,
        Group::Talking,
        Group::Server,
        Group::Account,
    ];
}

/// Who may ask for a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Anybody who writes.
    Anyone,
    /// Anybody with a player id.
    Player,
    /// Anybody to look, a player to join, an organizer to hold it.
    ByAct,
    /// The one who was invited, or to whom something was offered.
    Invited,
    /// The one who sent the challenge or made the offer.
    Challenger,
    /// The two players of the board.
    Opponents,
    /// The player whose turn it is.
    PlayerToMove,
}

impl Who {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Who::Anyone => "anyone",
            Who::Player => "a player",
            Who::ByAct => "anyone to look, a player to join, an organizer to hold it",
            Who::Invited => "the one invited or asked",
            Who::Challenger => "the one who asked",
            Who::Opponents => "the players of the board",
            Who::PlayerToMove => "the player to move",
        }
    }
}

impl Entry {
    /// The form to show when a line is wrong: the first that begins with the word.
    pub fn main_usage(&self) -> &'static str {
        let named = self.usage.iter().find(|form| form.starts_with(self.name));
        named.copied().unwrap_or(self.name)
    }

    /// The name and the synonyms.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.synonyms.iter().copied())
    }
}

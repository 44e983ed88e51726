//! What the table of commands says of one command: its words, its forms, and how serious it is. Who may use it is said by the command
//! itself, in [`Access`](crate::command::Access).

/// One command of the server.
#[derive(Debug)]
pub struct Entry {
    /// The command.
    pub verb: Verb,
    /// How serious it is.
    pub weight: Weight,
    /// Whether the other player is told that it was done, together with the words beside and below it.
    pub takes_words: bool,
    /// The word to write.
    pub name: &'static str,
    /// Other words for the same, with old pbmserv words and its tolerated misspellings. They are accepted but not shown.
    pub synonyms: &'static [&'static str],
    /// Its chapter in the list.
    pub group: Group,
    /// Its forms.
    pub forms: &'static [Form],
}

/// One form of a command.
#[derive(Debug)]
pub struct Form {
    /// The words. Round brackets mark optional parts, capitals are to be filled in.
    pub usage: &'static str,
    /// Lines of this form, as a player would send them. A `\n` begins the text below the line. All of them are for the same people, so
    /// the first says who may use the form.
    pub examples: &'static [&'static str],
}

/// The command that an [`Entry`] describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described by its entry")]
pub enum Verb {
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
    History,
    Ratings,
    Unrated,
    Rematch,
    Subscribe,
    Unsubscribe,
    OpenChallenge,
    OpenChallenges,
    Take,
    Limit,
    Export,
    Chat,
    Note,
    Message,
    Tournament,
}

/// How serious a command is, and so how certain it must be that it is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Not serious: the next mail can correct it, or it changes nothing.
    Light,
    /// It offers something to the opponent, or withdraws an offer.
    Offer,
    /// It cannot be undone: it ends a game, or concerns an account.
    Heavy,
}

/// The chapters of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Playing a game that has begun.
    Playing,
    /// Beginning a game.
    Beginning,
    /// Showing boards and rules.
    Looking,
    /// Tournaments of the club.
    Tournaments,
    /// Writing to other players.
    Talking,
    /// The player and the server.
    Server,
    /// The player's addresses and password, and closing the account.
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

impl Entry {
    /// The form to show when a line is wrong: the first that begins with the word.
    pub fn main_usage(&self) -> &'static str {
        self.usages().find(|usage| usage.starts_with(self.name)).unwrap_or(self.name)
    }

    /// The words of all its forms.
    pub fn usages(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.forms.iter().map(|form| form.usage)
    }

    /// The examples of all its forms.
    pub fn examples(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.forms.iter().flat_map(|form| form.examples).copied()
    }

    /// Whether an id and a password may follow the number of a board or a challenge, as its forms say.
    pub fn takes_login_behind_number(&self) -> bool {
        const NUMBERS: [&str; 5] = ["BOARD", "(BOARD)", "NUMBER", "(NUMBER)", "N|off"];
        let before = |usage: &'static str| usage.split_once(" (ID PASSWORD)").map(|(before, _)| before);
        self.usages().filter_map(before).any(|before| NUMBERS.iter().any(|number| before.ends_with(number)))
    }

    /// The name and the synonyms.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.synonyms.iter().copied())
    }
}

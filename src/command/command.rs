//! What can be asked of the server: one variant per command, with everything the line said.
//!
//! A command is only words made sense of. Whether board 17 exists, whether bob may move there and whether the play is lawful is the
//! club's to decide. Its `Display`, in `canonical.rs`, parses back to the same command; a login is left out of it, because no
//! password is ever written down.

use chrono::NaiveDate;

use crate::command::account::Account;
use crate::command::conditions::Conditions;
use crate::command::setting::Setting;
use crate::command::terms::{Terms, Timing};
use crate::command::tournament::{TournamentAsk, TournamentCommand};
use crate::command::typed_password::{Login, Secret};
use crate::tafl::{ParsedPlay, RecordFormat, Side, Variant};

/// Plays in one preview.
pub const PREVIEW_PLAYS_MAX: usize = 40;
/// Plays in one prepared line.
pub const QUEUE_PLAYS_MAX: usize = 20;
/// Boards and players in one `show`.
pub const SHOW_ITEMS_MAX: usize = 20;
/// Players in one `games` or one `message`.
pub const PLAYERS_MAX: usize = 10;
/// The greatest number of games that somebody can limit himself to: as many as the server keeps for one.
pub const LIMIT_MAX: u32 = 100;
/// Addresses in one `signup`.
pub const ADDRESSES_MAX: usize = 5;
/// Stands for whoever asks, in place of a player's id; nobody can have it as an id.
pub const ME: &str = "me";
/// Characters of a comment, a chat or a message. A longer text is passed on to nobody, and its writer hears of it.
pub const TEXT_CHARS_MAX: usize = 4_000;
/// Lines of such a text.
pub const TEXT_LINES_MAX: usize = 100;

/// One command, as it was understood.
///
/// `number` is a board number, or a challenge's where the command answers a challenge; `None` means the one the answered letter is about.
/// `login` is a player id and a password in pbmserv's positions. Player ids are in lower case everywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum Command {
    /// `help [topic]`. The topic is the name of a page: a command, one of [`topics`](crate::command::topics), or a variant.
    Help { topic: Option<String> },
    /// `commands`: the list.
    Commands,
    /// `signup u [p] [address ...]`. No addresses means the address the mail came from.
    Signup { player: String, password: Option<Secret>, addresses: Vec<String> },
    /// `whoami`.
    Whoami,
    /// `set`, `set KEY VALUE`: one's settings, or one of them changed.
    Set { setting: Option<Setting> },
    /// `add`, `change`, `drop`, `reclaim`: what concerns oneself as a player.
    Account { act: Account, login: Option<Login> },
    /// `vacation ...`: one's leave, shown, set or ended.
    Vacation(VacationAsk),
    /// `players`: the list of players.
    Players,
    /// `variants`: the list of games.
    Variants,
    /// `rules [variant|board]`.
    Rules { of: RulesOf },
    /// `board [variant]`: the opening board. `None` is the default game.
    Board { variant: Option<Variant> },
    /// `challenge a b [-options]`: `first` plays the attackers, `second` the defenders. Either may be [`ME`], and the first is where
    /// only one is named.
    Challenge {
        first: String,
        second: String,
        terms: Terms,
        conditions: Conditions,
        clock: Option<Timing>,
        login: Option<Login>,
    },
    /// `accept [n]`: a challenge, or what the opponent has offered on a board.
    Accept { number: Option<u32>, login: Option<Login> },
    /// `decline [n]`, pbmserv's `reject`.
    Decline { number: Option<u32>, login: Option<Login> },
    /// `withdraw [n]`: one's own challenge or offer.
    Withdraw { number: Option<u32>, login: Option<Login> },
    /// `move [n] [u p] PLAY`, and a bare play in a reply.
    Move { number: Option<u32>, login: Option<Login>, play: ParsedPlay },
    /// `queue [n] [u p] ...` and `if PLAY then PLAY ...`: moves prepared for later.
    Queue { number: Option<u32>, login: Option<Login>, what: Queued },
    /// `resign [n]`.
    Resign { number: Option<u32>, login: Option<Login> },
    /// `draw [n]`, pbmserv's `propose`: an offer.
    Draw { number: Option<u32>, login: Option<Login> },
    /// `undo [n]`: asks the opponent to take back the last play.
    Undo { number: Option<u32>, login: Option<Login> },
    /// `preview [n[#ply]] PLAY ...`, `preview new [variant] PLAY ...`: at least one play, at most [`PREVIEW_PLAYS_MAX`].
    Preview { of: PreviewOf, plays: Vec<ParsedPlay> },
    /// `show [...]`: boards and players. Empty is the board the answered letter is about.
    Show { what: Vec<ShowItem> },
    /// `games [u ...] [active|next|all]`. No players means one's own games.
    Games { players: Vec<String>, filter: Filter, from: Option<u32> },
    /// `subscribe [n]`, `unsubscribe [n]`: looking on at a board.
    Subscribe { number: Option<u32>, on: bool, login: Option<Login> },
    /// `seek [-options] [attackers|defenders]`: an open invitation. `side` is the seeker's own.
    OpenChallenge {
        variant: Variant,
        side: Option<Side>,
        conditions: Conditions,
        clock: Option<Timing>,
        login: Option<Login>,
    },
    /// `seeks`: the open invitations.
    Seeks,
    /// `take n`: plays with the one who sought.
    Take { number: u32, login: Option<Login> },
    /// `limit`, `limit n`, `limit off`: how many games one wants to have; outer `None` asks.
    Limit { limit: Option<Option<u32>>, login: Option<Login> },
    /// `ratings [variant|player]`: the lists, or one of them, or a player's ratings.
    Ratings { of: RatingsOf },
    /// `unrated [n]`: the game shall not count.
    Unrated { number: Option<u32>, login: Option<Login> },
    /// `export [n] [format]`: the record of a game as a file.
    Export { number: Option<u32>, format: RecordFormat },
    /// `chat [n] [u p]` and a text for the opponent; the text is never empty.
    Chat { number: Option<u32>, login: Option<Login>, text: String },
    /// `tournament ...`: tournaments.
    Tournament(TournamentCommand),
    /// `message u ...` and a text; neither list nor text is empty.
    Message { players: Vec<String>, text: String },
}

/// What is asked about prepared moves.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum Queued {
    /// To see them.
    Show,
    /// To delete them.
    Clear,
    /// To prepare these, at most [`QUEUE_PLAYS_MAX`]: one's own, or in a conditional line the other side's and one's own in turn.
    Line { conditional: bool, plays: Vec<ParsedPlay> },
}

/// What is asked about one's leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum VacationAsk {
    /// To see it.
    Show,
    /// To end it.
    Off,
    /// To have it from the first of these days to the last.
    Dates { first: NaiveDate, last: NaiveDate },
}

/// Whose rules are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum RulesOf {
    /// The board the answered letter is about; without one, the default game.
    Default,
    /// A game of the catalogue, with the options asked for.
    Variant(Variant),
    /// The rules a running or finished game was begun with.
    Game(u32),
}

/// Whose ratings are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RatingsOf {
    /// The best of every variant.
    All,
    /// The list of a variant, by its name with options.
    Variant(String),
    /// Those of a player.
    Player(String),
}

/// From where the plays of a preview go on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
#[allow(clippy::large_enum_variant, reason = "a mail holds twenty commands at most, and none outlives it")]
pub enum PreviewOf {
    /// A board (or the answered letter's), as it was after `at` half-moves, or as it stands.
    Game { number: Option<u32>, at: Option<u32> },
    /// The opening of a variant.
    New(Variant),
}

/// One thing to show.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described as a whole")]
pub enum ShowItem {
    /// A board (or the answered letter's), as it was after `at` half-moves, or as it stands.
    Game { number: Option<u32>, at: Option<u32> },
    /// A player and the games the filter lets through.
    Player { id: String, filter: Filter },
}

/// Which games of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Filter {
    /// Those that are being played.
    #[default]
    Active,
    /// Those where it is the player's turn.
    Next,
    /// Finished ones too.
    All,
}

impl Command {
    /// The text that the command carries to others.
    pub fn text(&self) -> Option<&str> {
        match self {
            Command::Chat { text, .. } | Command::Message { text, .. } => Some(text),
            Command::Tournament(TournamentCommand::Of { ask: TournamentAsk::Announce { text }, .. }) => Some(text),
            _ => None,
        }
    }

    /// Whether the command only asks for what anybody may see, so that it needs no proof of who asks.
    pub fn public(&self) -> bool {
        match self {
            Self::Tournament(tournament) => tournament.public(),
            Self::Help { .. }
            | Self::Commands
            | Self::Variants
            | Self::Rules { .. }
            | Self::Board { .. }
            | Self::Preview { .. }
            | Self::Show { .. }
            | Self::Games { .. }
            | Self::Ratings { .. }
            | Self::Export { .. } => true,
            Self::Signup { .. }
            | Self::Whoami
            | Self::Set { .. }
            | Self::Account { .. }
            | Self::Players
            | Self::Vacation(_)
            | Self::Subscribe { .. }
            | Self::OpenChallenge { .. }
            | Self::Seeks
            | Self::Take { .. }
            | Self::Limit { .. }
            | Self::Challenge { .. }
            | Self::Accept { .. }
            | Self::Decline { .. }
            | Self::Withdraw { .. }
            | Self::Move { .. }
            | Self::Queue { .. }
            | Self::Resign { .. }
            | Self::Draw { .. }
            | Self::Undo { .. }
            | Self::Unrated { .. }
            | Self::Chat { .. }
            | Self::Message { .. } => false,
        }
    }

    /// Whether its doing is told to another player, together with the words that stand beside and below it.
    pub fn takes_words(&self) -> bool {
        matches!(
            self,
            Self::Challenge { .. }
                | Self::Take { .. }
                | Self::Accept { .. }
                | Self::Decline { .. }
                | Self::Withdraw { .. }
                | Self::Move { .. }
                | Self::Resign { .. }
                | Self::Draw { .. }
                | Self::Undo { .. }
                | Self::Unrated { .. }
        )
    }

    /// The player id and password that stood in the command.
    pub fn login(&self) -> Option<&Login> {
        match self {
            Self::Account { login, .. }
            | Self::Challenge { login, .. }
            | Self::Subscribe { login, .. }
            | Self::OpenChallenge { login, .. }
            | Self::Take { login, .. }
            | Self::Limit { login, .. }
            | Self::Accept { login, .. }
            | Self::Decline { login, .. }
            | Self::Withdraw { login, .. }
            | Self::Move { login, .. }
            | Self::Queue { login, .. }
            | Self::Resign { login, .. }
            | Self::Draw { login, .. }
            | Self::Undo { login, .. }
            | Self::Unrated { login, .. }
            | Self::Chat { login, .. } => login.as_ref(),
            _ => None,
        }
    }

    /// The word that begins it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Help { .. } => "help",
            Self::Commands => "commands",
            Self::Signup { .. } => "signup",
            Self::Whoami => "whoami",
            Self::Set { .. } => "set",
            Self::Account { act, .. } => act.word(),
            Self::Players => "players",
            Self::Vacation(_) => "vacation",
            Self::Variants => "variants",
            Self::Rules { .. } => "rules",
            Self::Board { .. } => "board",
            Self::Challenge { .. } => "challenge",
            Self::Accept { .. } => "accept",
            Self::Decline { .. } => "decline",
            Self::Withdraw { .. } => "withdraw",
            Self::Move { .. } => "move",
            Self::Queue { .. } => "queue",
            Self::Resign { .. } => "resign",
            Self::Draw { .. } => "draw",
            Self::Undo { .. } => "undo",
            Self::Unrated { .. } => "unrated",
            Self::Ratings { .. } => "ratings",
            Self::Subscribe { on: true, .. } => "subscribe",
            Self::Subscribe { on: false, .. } => "unsubscribe",
            Self::OpenChallenge { .. } => "seek",
            Self::Seeks => "seeks",
            Self::Take { .. } => "take",
            Self::Limit { .. } => "limit",
            Self::Preview { .. } => "preview",
            Self::Show { .. } => "show",
            Self::Games { .. } => "games",
            Self::Export { .. } => "export",
            Self::Chat { .. } => "chat",
            Self::Tournament(_) => "tournament",
            Self::Message { .. } => "message",
        }
    }

    /// The plays in it.
    pub fn plays_mut(&mut self) -> &mut [ParsedPlay] {
        match self {
            Self::Move { play, .. } => std::slice::from_mut(play),
            Self::Preview { plays, .. } | Self::Queue { what: Queued::Line { plays, .. }, .. } => plays,
            _ => &mut [],
        }
    }

    /// The board or challenge number in the command, where it acts on one.
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Accept { number, .. }
            | Self::Decline { number, .. }
            | Self::Withdraw { number, .. }
            | Self::Move { number, .. }
            | Self::Queue { number, .. }
            | Self::Resign { number, .. }
            | Self::Draw { number, .. }
            | Self::Undo { number, .. }
            | Self::Unrated { number, .. }
            | Self::Subscribe { number, .. }
            | Self::Chat { number, .. } => *number,
            _ => None,
        }
    }
}

impl Filter {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Next => "next",
            Self::All => "all",
        }
    }

    /// The filter a word in lower case names.
    pub fn from_word(word: &str) -> Option<Filter> {
        [Self::Active, Self::Next, Self::All].into_iter().find(|filter| filter.word() == word)
    }
}

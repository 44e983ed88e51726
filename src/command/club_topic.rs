//! What people ask the club that is no question about the rules of a game: `Does it cost anything?`, `Who sees my address?`
//!
//! A topic has phrases in `config/club-questions.toml` and an answer in `config/letters/*/questions.toml`. Its word names a page of help: `help
//! cost`. Some have the word of a page that is a manual. Who asks in ordinary words gets the answer, and who sends the command the manual.

use serde::Deserialize;

macro_rules! topics {
    ($($(#[$doc:meta])* $topic:ident = $word:literal,)+) => {
        /// What somebody wants to know from the club.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        pub enum ClubTopic {
            $($(#[$doc])* #[serde(rename = $word)] $topic,)+
        }

        impl ClubTopic {
            /// All of them, in the order of the page that has them all.
            pub const ALL: &[ClubTopic] = &[$(ClubTopic::$topic,)+];

            /// Its word, as in `help cost`.
            pub const fn word(self) -> &'static str {
                match self {
                    $(ClubTopic::$topic => $word,)+
                }
            }
        }
    };
}

topics! {
    /// What hnefatafl is.
    Game = "about-tafl",
    /// What it costs.
    Cost = "cost",
    /// Whether it takes more than mails.
    App = "app",
    /// How a friend joins.
    Friend = "friend",
    /// How long a sign-up waits for its yes.
    Waiting = "waiting",
    /// Whether a password is needed, and what to do without one.
    Password = "password",
    /// The key in a letter.
    Key = "key",
    /// Who sees the address of a player.
    Address = "address",
    /// What is kept about a player, and how it is deleted.
    Data = "data",
    /// How letters come to another address.
    NewAddress = "new-address",
    /// How a player gets another id.
    Id = "signup",
    /// In which languages letters come.
    Language = "language",
    /// How a game begins.
    Start = "challenge",
    /// Which game is short or easy.
    Beginner = "beginner",
    /// What a variant is.
    Variant = "about-variants",
    /// Whether there are other games, such as chess.
    OtherGames = "other-games",
    /// How the names of the games are spoken.
    Names = "names",
    /// Whether there is an opponent that is a program.
    Computer = "computer",
    /// Whether one can play alone.
    Myself = "myself",
    /// Whether one can play several games.
    Several = "several",
    /// How often one has to play, and how long a game takes.
    Pace = "pace",
    /// How much time there is, and what happens when it is over.
    Clocks = "clocks",
    /// What happens while a player is away.
    Vacation = "vacation",
    /// Whether the club reminds an opponent who is silent.
    Reminder = "reminder",
    /// Whether words to each other cost time.
    ChatTime = "chat-time",
    /// What a command is, and where it is written.
    Commands = "commands",
    /// How to write a move.
    Move = "move",
    /// How the squares are named.
    Squares = "squares",
    /// What the signs on the board mean.
    Signs = "signs",
    /// Which side is which.
    Sides = "sides",
    /// What happens after a move that is not allowed.
    Illegal = "illegal",
    /// Whether a move can be given before its turn.
    Advance = "advance",
    /// What it means to take a move back.
    Undo = "undo",
    /// What a draw is.
    Draw = "draw",
    /// How long an offer stands.
    Offer = "offer",
    /// What a rating is.
    Ratings = "ratings",
    /// Why a rating is only about a number.
    Estimate = "estimate",
    /// Whether a game counts.
    Unrated = "unrated",
    /// Who reads words to the opponent.
    Words = "words",
    /// How to write to the opponent without a move.
    OnlyWords = "only-words",
    /// Where earlier words are.
    OldWords = "old-words",
    /// Who can look at a game.
    Watching = "watching",
    /// How to write to the club alone.
    Club = "club",
    /// Whether there is a person who judges or advises.
    Program = "program",
    /// What to do about an opponent who is rude.
    Rude = "rude",
    /// Why the club asks before it does something.
    WhyAsked = "why-asked",
    /// Whether a mail has arrived.
    Arrived = "arrived",
    /// Letters about the own moves, and how to get fewer letters.
    Receipts = "receipts",
    /// What UTC is, and how to get other times.
    Utc = "utc",
}

impl ClubTopic {
    /// Whether a question about it beside a move may be about that move: `d1-c1. Does it look good to you?`
    pub fn may_be_about_a_move(self) -> bool {
        [
            ClubTopic::Program,
            ClubTopic::Undo,
            ClubTopic::Illegal,
            ClubTopic::Advance,
            ClubTopic::WhyAsked,
            ClubTopic::Rude,
            ClubTopic::Arrived,
        ]
        .contains(&self)
    }

    /// The topic with this word.
    pub fn from_word(word: &str) -> Option<ClubTopic> {
        ClubTopic::ALL.iter().copied().find(|topic| topic.word() == word)
    }
}

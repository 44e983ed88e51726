//! What can be done on one board, or with the challenge of that number.

use std::fmt;

use crate::command::access::{Access, Harm, Who};
use crate::command::canonical::Typed;
use crate::command::entry::Verb;
use crate::command::player_act::ChallengeAsk;
use crate::tafl::ParsedPlay;

/// The most moves in one prepared line.
pub const QUEUE_PLAYS_MAX: usize = 20;

/// What is to be done on one board, or with the challenge of that number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardAct {
    /// `accept`: a challenge, or what the opponent has offered.
    Accept,
    /// `decline`, pbmserv's `reject`.
    Decline,
    /// `withdraw`: the player's own challenge or offer.
    Withdraw,
    /// `move PLAY`, and a bare move in a reply.
    Move(ParsedPlay),
    /// `queue ...` and `if PLAY then PLAY ...`: moves prepared for later.
    Queue(Queued),
    /// `resign`.
    Resign,
    /// `draw`, pbmserv's `propose`: an offer.
    Draw,
    /// `undo`: asks the opponent to take back the last move.
    Undo,
    /// `unrated`: the game will not count for the ratings.
    Unrated,
    /// `rematch`: the same game again, with the sides swapped. The challenge that it is short for is filled in when the game is known, and
    /// stays `None` if that is not over.
    Rematch(Option<Box<ChallengeAsk>>),
    /// `subscribe`: to observe the board.
    Subscribe,
    /// `unsubscribe`: to stop observing it.
    Unsubscribe,
    /// `chat`: a text for the opponent, which is never empty.
    Chat(String),
    /// `note`: a text for the player alone. An empty one deletes the note.
    Note(String),
}

/// What to do with prepared moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Queued {
    /// To see them.
    Show,
    /// To delete them.
    Clear,
    /// To prepare these, at most [`QUEUE_PLAYS_MAX`].
    Line {
        /// Whether it also names the opponent's moves, each before one of the player's own: `if PLAY then PLAY`.
        conditional: bool,
        /// The moves in their order.
        plays: Vec<ParsedPlay>,
    },
}

impl BoardAct {
    /// The word of its command.
    pub fn verb(&self) -> Verb {
        match self {
            Self::Accept => Verb::Accept,
            Self::Decline => Verb::Decline,
            Self::Withdraw => Verb::Withdraw,
            Self::Move(_) => Verb::Move,
            Self::Queue(_) => Verb::Queue,
            Self::Resign => Verb::Resign,
            Self::Draw => Verb::Draw,
            Self::Undo => Verb::Undo,
            Self::Unrated => Verb::Unrated,
            Self::Rematch(_) => Verb::Rematch,
            Self::Subscribe => Verb::Subscribe,
            Self::Unsubscribe => Verb::Unsubscribe,
            Self::Chat(_) => Verb::Chat,
            Self::Note(_) => Verb::Note,
        }
    }

    /// Who may use it, and what somebody else could do with it.
    pub fn access(&self) -> Access {
        match self {
            Self::Accept | Self::Decline => Access::play(Who::Invited),
            Self::Withdraw => Access::play(Who::Challenger),
            Self::Move(_) => Access::play(Who::PlayerToMove),
            Self::Resign => Access { who: Who::Opponents, harm: Harm::Resign },
            Self::Queue(_)
            | Self::Draw
            | Self::Undo
            | Self::Unrated
            | Self::Rematch(_)
            | Self::Chat(_)
            | Self::Note(_) => Access::play(Who::Opponents),
            Self::Subscribe | Self::Unsubscribe => Access::PLAYER,
        }
    }

    /// Whether it can carry words to a player whom its sender has never played.
    pub fn may_be_first_words(&self) -> bool {
        match self {
            Self::Decline | Self::Withdraw | Self::Chat(_) => true,
            // Who accepts has a game with the other, and could write anything with the next mail.
            Self::Accept
            | Self::Move(_)
            | Self::Queue(_)
            | Self::Resign
            | Self::Draw
            | Self::Undo
            | Self::Unrated
            | Self::Rematch(_)
            | Self::Note(_)
            | Self::Subscribe
            | Self::Unsubscribe => false,
        }
    }

    /// Whether something bounds how often it can be done: the moves of a game and its end, or the question that it answers.
    pub fn is_bounded(&self) -> bool {
        match self {
            Self::Move(_) | Self::Resign | Self::Accept | Self::Decline => true,
            Self::Withdraw
            | Self::Queue(_)
            | Self::Draw
            | Self::Undo
            | Self::Unrated
            | Self::Rematch(_)
            | Self::Subscribe
            | Self::Unsubscribe
            | Self::Chat(_)
            | Self::Note(_) => false,
        }
    }

    /// Whether it is meant for the position that its sender has seen, and for no later one. A move or a prepared line with its number says
    /// itself for which position it is, a yes or no for which offer; words are good at any time.
    pub fn is_for_position_seen(&self) -> bool {
        match self {
            Self::Resign | Self::Draw | Self::Undo | Self::Withdraw | Self::Unrated | Self::Queue(Queued::Clear) => {
                true
            }
            Self::Queue(Queued::Line { plays, .. }) => plays.first().is_none_or(|play| play.ply.is_none()),
            Self::Queue(Queued::Show)
            | Self::Accept
            | Self::Decline
            | Self::Move(_)
            | Self::Rematch(_)
            | Self::Subscribe
            | Self::Unsubscribe
            | Self::Chat(_)
            | Self::Note(_) => false,
        }
    }

    /// The moves in it.
    pub(in crate::command) fn plays_mut(&mut self) -> &mut [ParsedPlay] {
        match self {
            Self::Move(play) => std::slice::from_mut(play),
            Self::Queue(Queued::Line { plays, .. }) => plays,
            Self::Queue(Queued::Show | Queued::Clear)
            | Self::Accept
            | Self::Decline
            | Self::Withdraw
            | Self::Resign
            | Self::Draw
            | Self::Undo
            | Self::Unrated
            | Self::Rematch(_)
            | Self::Subscribe
            | Self::Unsubscribe
            | Self::Chat(_)
            | Self::Note(_) => &mut [],
        }
    }
}

/// What follows the word and the number: ` e5-e3`, ` clear`, `: a text`.
impl fmt::Display for BoardAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(play) => write!(f, " {}", Typed(play)),
            Self::Queue(Queued::Clear) => f.write_str(" clear"),
            Self::Queue(Queued::Line { conditional, plays }) => plays.iter().enumerate().try_for_each(|(i, play)| {
                let joined = match (conditional, i % 2) {
                    (true, 0) => "if ",
                    (true, _) => "then ",
                    (false, _) => "",
                };
                write!(f, " {joined}{}", Typed(play))
            }),
            Self::Note(text) if text.is_empty() => f.write_str(":"),
            Self::Chat(text) | Self::Note(text) => write!(f, ": {text}"),
            Self::Queue(Queued::Show)
            | Self::Accept
            | Self::Decline
            | Self::Withdraw
            | Self::Resign
            | Self::Draw
            | Self::Undo
            | Self::Unrated
            | Self::Rematch(_)
            | Self::Subscribe
            | Self::Unsubscribe => Ok(()),
        }
    }
}

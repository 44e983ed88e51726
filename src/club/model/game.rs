//! A game: a numbered board, its two players and how it stands. The moves themselves belong to `tafl`.

use crate::club::model::clock::{Clock, Turn};
use crate::club::model::player::PlayerId;
use crate::club::tournament::TournamentName;
use crate::command::Conditions;
use crate::tafl;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// How far a game has come. A challenge is a game that has not begun. It keeps its board number when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The challenged player has not answered yet.
    Invited,
    /// It is being played.
    Running,
    /// It is over.
    Ended(Ending),
    /// This side resigned before both sides had moved. The game does not count, as if it had not been played.
    Annulled {
        /// The side that resigned.
        by: tafl::Side,
    },
    /// The challenged player said no.
    Declined,
    /// The challenger withdrew the challenge.
    Withdrawn,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A side won by the rules.
    Won {
        /// Who won.
        winner: tafl::Side,
        /// The reason.
        reason: tafl::Reason,
    },
    /// Drawn by the rules.
    Drawn {
        /// The reason.
        reason: tafl::Reason,
    },
    /// This side resigned.
    Resigned {
        /// The side that resigned.
        loser: tafl::Side,
    },
    /// Both agreed to a draw.
    Agreed,
    /// This side ran out of time.
    TimedOut {
        /// The side that ran out of time.
        loser: tafl::Side,
    },
    /// An organizer decided the game, or a player left its tournament.
    Adjudicated {
        /// The winner. `None` for a draw.
        winner: Option<tafl::Side>,
    },
}

impl Ending {
    /// The winner. `None` for a draw.
    pub fn winner(self) -> Option<tafl::Side> {
        match self {
            Ending::Won { winner, .. } => Some(winner),
            Ending::Resigned { loser } | Ending::TimedOut { loser } => Some(loser.opponent()),
            Ending::Adjudicated { winner } => winner,
            Ending::Drawn { .. } | Ending::Agreed => None,
        }
    }
}

/// What one player can ask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// To end the game as a draw.
    Draw,
    /// To take back the last move.
    Undo,
}

/// An offer that waits for the opponent's answer. It lapses with the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is offered.
    pub kind: OfferKind,
    /// The side that made it.
    pub by: tafl::Side,
    /// When it was made. This tells one offer from another.
    pub at: DateTime<Utc>,
}

/// Everything about a game except its moves: enough for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The board number, from 1, never used twice.
    pub number: u32,
    /// The variant's name with its options, as a player would type it: `small -strong -edge`.
    pub variant: String,
    /// The variant's title: `Hnefatafl 9x9, strong king, edge escape`.
    pub title: String,
    /// Whether it is rated, and whether others may observe it.
    pub conditions: Conditions,
    /// Who plays the attackers.
    pub attackers: PlayerId,
    /// Who plays the defenders.
    pub defenders: PlayerId,
    /// Which side sent the challenge.
    pub challenger: tafl::Side,
    /// How far it has come.
    pub stage: Stage,
    /// The number of moves made.
    pub plies: u32,
    /// The side that makes the first move.
    pub first: tafl::Side,
    /// The offer that waits, if any.
    pub offer: Option<Offer>,
    /// Until when the player to move is on vacation, if that stops the clock.
    pub away: Option<DateTime<Utc>>,
    /// The clock, if the game has one.
    pub clock: Option<Clock>,
    /// Since when an organizer has stopped its clock, with those of the whole tournament.
    pub held: Option<DateTime<Utc>>,
    /// The tournament it belongs to, and the round.
    pub tournament: Option<(TournamentName, u32)>,
    /// When the challenge came.
    pub created: DateTime<Utc>,
    /// When something last happened: the challenge, the start, a move, the end.
    pub touched: DateTime<Utc>,
}

/// Whether this number of moves means that each side has made at least one. A game that ends before does not count as played.
pub(crate) fn both_have_moved(plies: u32) -> bool {
    plies >= 2
}

/// What a game begins with: two players, rules, a clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Invitation {
    /// The board number, which is the view's `next_number`.
    pub number: u32,
    /// The variant's name with its options.
    pub variant: String,
    /// The variant's title.
    pub title: String,
    /// The whole set of rules. It is fixed for the game.
    pub rules: Arc<tafl::Rules>,
    /// Who plays the attackers.
    pub attackers: PlayerId,
    /// Who plays the defenders.
    pub defenders: PlayerId,
    /// Which side challenges.
    pub challenger: tafl::Side,
    /// The clock it would be played with.
    pub clock: Option<Clock>,
    /// Whether it is rated, and whether others may observe it.
    pub conditions: Conditions,
    /// When.
    pub at: DateTime<Utc>,
}

impl Invitation {
    /// The game, in stage `Invited` and in no tournament.
    pub fn game(&self) -> Game {
        let head = Head {
            number: self.number,
            variant: self.variant.clone(),
            title: self.title.clone(),
            conditions: self.conditions,
            attackers: self.attackers.clone(),
            defenders: self.defenders.clone(),
            challenger: self.challenger,
            stage: Stage::Invited,
            plies: 0,
            first: self.rules.first(),
            offer: None,
            away: None,
            clock: self.clock.clone(),
            held: None,
            tournament: None,
            created: self.at,
            touched: self.at,
        };
        Game { head, state: tafl::GameState::new(self.rules.clone()), banks_before: [None; 2] }
    }
}

impl Head {
    /// Whether its result counts for the ratings, as far as its players decide that.
    pub fn is_rated(&self) -> bool {
        !self.conditions.unrated && self.variant != tafl::OWN_RULES
    }

    /// The move that comes next.
    pub fn turn(&self) -> Turn {
        Turn { side: self.to_move(), number: self.plies / 2 + 1 }
    }

    /// Who plays that side.
    pub fn player(&self, side: tafl::Side) -> &PlayerId {
        match side {
            tafl::Side::Attackers => &self.attackers,
            tafl::Side::Defenders => &self.defenders,
        }
    }

    /// The side of the player. `None` for everybody else.
    pub fn side_of(&self, player: &PlayerId) -> Option<tafl::Side> {
        if *player == self.attackers {
            Some(tafl::Side::Attackers)
        } else if *player == self.defenders {
            Some(tafl::Side::Defenders)
        } else {
            None
        }
    }

    /// The side that the rules let move next, whether or not the game is still running.
    pub fn to_move(&self) -> tafl::Side {
        if self.plies.is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    /// The player who was challenged.
    pub fn invited(&self) -> &PlayerId {
        self.player(self.challenger.opponent())
    }

    /// Whether a challenge or an offer waits for a yes or no of this player.
    pub fn waits_for_yes_of(&self, player: &PlayerId) -> bool {
        let side = self.side_of(player);
        match self.stage {
            Stage::Invited => self.invited() == player,
            Stage::Running => side.is_some() && self.offer.is_some_and(|offer| Some(offer.by) != side),
            Stage::Ended(_) | Stage::Annulled { .. } | Stage::Declined | Stage::Withdrawn => false,
        }
    }

    /// Whether the game would be annulled if a player resigned now: both sides have not moved yet, and it belongs to no tournament.
    pub fn may_be_annulled(&self) -> bool {
        self.stage == Stage::Running && !both_have_moved(self.plies) && self.tournament.is_none()
    }

    /// Whether one of the players still has something to do on this board.
    pub fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Invited | Stage::Running)
    }
}

/// A game with its moves.
#[derive(Clone, Debug)]
pub struct Game {
    /// What lists show.
    pub head: Head,
    /// The moves and the position they lead to. It contains the rules the game was begun with.
    pub state: tafl::GameState,
    /// What the side that made the last move had in its bank before it, in seconds, and the same of the move before that one. It is needed
    /// to take them back.
    pub banks_before: [Option<i64>; 2],
}

impl Game {
    /// The rules this game was begun with.
    pub fn rules(&self) -> &Arc<tafl::Rules> {
        self.state.rules()
    }
}

pub(in crate::club) fn waits_for(head: &Head, player: &PlayerId) -> bool {
    head.stage == Stage::Running && head.player(head.to_move()) == player
}

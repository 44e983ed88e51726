//! How grave a yes to a question is, and what it would do.

/// How grave it is what a yes would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gravity {
    /// It does no harm, and a letter of ours has shown its line.
    Light,
    /// It is a move, or the answer to an offer, and a letter of ours has shown its line.
    Move,
    /// The opponent asks for it.
    Theirs,
    /// It is a draw, which a sentence must name.
    Draw,
    /// It ends a game or touches an account: a yes must be plain, and only kind words may follow.
    Heavy,
}

impl Gravity {
    /// The same where a yes answers an offer of the opponent.
    pub(in crate::command) fn of_an_offer(self) -> Gravity {
        match self {
            Gravity::Move => Gravity::Theirs,
            Gravity::Light | Gravity::Theirs | Gravity::Draw | Gravity::Heavy => self,
        }
    }

    /// The same where a yes begins a game, or gives a move back.
    pub(in crate::command) fn of_a_new_game(self) -> Gravity {
        match self {
            Gravity::Theirs => Gravity::Move,
            Gravity::Light | Gravity::Move | Gravity::Draw | Gravity::Heavy => self,
        }
    }
}

/// What a line that was asked about does with an offer of the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// It accepts it.
    Accept,
    /// It lets the opponent take a move back.
    TakesBack,
    /// It declines it.
    Decline,
    /// Neither.
    Else,
}

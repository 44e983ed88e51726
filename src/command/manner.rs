//! How a command is written: what tells whether it is meant, beside its words.
//!
//! What cannot be taken back is done at once only where nothing else can be meant: alone on its line, and first of what its writer wrote or
//! with the number of its board. An offer may also stand right below a command, as people write one below their move. A move is meant
//! where nothing but polite words stands beside it. Everywhere else the club asks back; which commands are of which kind the table says.

use crate::command::entry::Weight;

/// Where a command stands among the lines its writer wrote. A salutation is no such line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// On the first of them, or in the Subject.
    First,
    /// Right below another command, but for blank lines.
    BelowCommand,
    /// Anywhere else: above it somebody is talking.
    Elsewhere,
}

/// Why a move may not be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// More stands on its line than polite words: `d1-c1 looks bad to me`.
    MoreWords,
    /// The mail names another move as well: `d1-c1 d1-b1`.
    SeveralMoves,
    /// The line below it begins as people take something back: `no wait, d1-b1`.
    TakenBack,
}

/// How a command is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Where it stands.
    pub place: Place,
    /// Whether it is alone on its line, polite words aside.
    pub alone: bool,
    /// Whether the number of its board stands in it.
    pub numbered: bool,
    /// The number in front of a move, as our letters print it: `3. d1-c1`.
    pub counted: Option<u32>,
    /// Why it may not be meant, where it is a move.
    pub doubt: Option<Doubt>,
    /// Whether the letter that is answered has shown it, and the answer says yes.
    pub shown: bool,
}

impl Manner {
    /// That of a command which stands alone as the first line.
    pub const PLAIN: Manner =
        Manner { place: Place::First, alone: true, numbered: false, counted: None, doubt: None, shown: false };

    /// It stands on a line that goes on with the sentence above, wherever that was wrapped: nothing on it is alone.
    pub(in crate::command) fn run_on(&mut self) {
        (self.place, self.alone, self.numbered) = (Place::Elsewhere, false, false);
        self.doubt = self.doubt.or(Some(Doubt::MoreWords));
    }

    /// Whether a command of this weight is meant beyond doubt. `answered` says whether the mail answers a letter about its board, or has no
    /// board to be about.
    pub fn is_certain(self, weight: Weight, answered: bool) -> bool {
        let first = self.place == Place::First;
        match weight {
            Weight::Light => true,
            _ if self.shown => true,
            Weight::Offer => first || self.numbered || (self.place == Place::BelowCommand && self.alone),
            Weight::Heavy => self.alone && ((first && answered) || self.numbered),
        }
    }
}

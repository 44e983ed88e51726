//! How a command is written: this shows, besides its words, whether it is meant.
//!
//! What cannot be undone is done at once only if nothing else can be meant: the command is alone on its line, and either the first line of
//! its author or with the number of its board. An offer may also be right below a command, because people write one below their move. A
//! move is meant if only polite words are beside it. In all other cases the server asks. The table says which commands are of which kind.

use crate::command::entry::Weight;

/// The place of a command among the lines that its author wrote. A salutation does not count as a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// On the first line, or in the Subject.
    First,
    /// Right below another command, except for blank lines.
    BelowCommand,
    /// Anywhere else: there is chat above it.
    Elsewhere,
}

/// Why a command may not be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// There is more on its line than polite words: `d1-c1 looks bad to me`.
    MoreWords,
    /// The mail also names another move: `d1-c1 d1-b1`.
    SeveralMoves,
    /// The line below it begins like taking something back: `no wait, d1-b1`.
    TakenBack,
    /// The mail begins by greeting somebody else with whom its author plays: `Hi Carl, d1-c1`.
    ForAnother,
    /// It is to be prepared for the author's next turn, and that is already here.
    Prepared,
    /// Its author only wants to see it.
    Tried,
    /// There is no command, but the words of its author wish this: `Shall we call it a draw?`
    Wished,
    /// There is no command, so the words may be for the opponent.
    OnlyWords,
    /// The same, but a line of them begins with the word of a command.
    PerhapsOnlyWords,
    /// It sends words of its author that wait behind an earlier letter.
    Unsent,
}

/// How a command is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Its place.
    pub place: Place,
    /// Whether it is alone on its line, apart from polite words.
    pub alone: bool,
    /// Whether it has the number of its board.
    pub numbered: bool,
    /// The number before a move, as our letters print it: `3. d1-c1`.
    pub counted: Option<u32>,
    /// Why it may not be meant.
    pub doubt: Option<Doubt>,
    /// Whether the letter that is answered has shown it, and the answer says yes.
    pub shown: bool,
}

impl Manner {
    /// The manner of a command that is alone on the first line.
    pub const PLAIN: Manner =
        Manner { place: Place::First, alone: true, numbered: false, counted: None, doubt: None, shown: false };

    /// It is on a line that continues the sentence above, so nothing on it is alone.
    pub(in crate::command) fn run_on(&mut self) {
        (self.place, self.alone, self.numbered) = (Place::Elsewhere, false, false);
        self.doubt = self.doubt.or(Some(Doubt::MoreWords));
    }

    /// Whether it is on the first line.
    pub fn is_first(self) -> bool {
        self.place == Place::First
    }

    /// Whether a command of this weight is certainly meant. `answered` says whether the mail answers a letter about its board, or the
    /// command needs no board.
    pub fn is_certain(self, weight: Weight, answered: bool) -> bool {
        let first = self.is_first();
        match weight {
            Weight::Light => true,
            _ if self.shown => true,
            Weight::Offer => first || self.numbered || (self.place == Place::BelowCommand && self.alone),
            Weight::Heavy => self.alone && ((first && answered) || self.numbered),
        }
    }
}

//! The mail at hand while its commands are worked through.

use crate::club::{Change, Decision, NewToken, Pending, Player, PlayerId, Proof, Purpose, Reply, Token};
use crate::command;
use crate::mail;
use crate::mail::{Address, Authenticity, Message, TrustedServer};
use crate::store::SpooledMail;
use crate::worker::passwords::Passwords;
use std::collections::BTreeSet;

/// The mail at hand while its commands are worked through.
pub(super) struct Mail<'a> {
    pub(super) spool: &'a SpooledMail,
    pub(super) from: Address,
    /// What the trusted mail server says about that address.
    pub(super) authenticity: Authenticity,
    /// Whether it says that it was written about when we took it.
    pub(super) agrees_on_the_day: bool,
    /// By how many minutes its writer's clocks are ahead of UTC, as its Date says.
    pub(super) minutes_ahead: Option<i32>,
    pub(super) token: Option<Token>,
    /// The key of a letter that asks for a yes, to be handed out again where the question is asked once more.
    pub(super) question: Option<NewToken>,
    /// The board of the letter it answers.
    pub(super) board: Option<u32>,
    /// The board its Subject names.
    pub(super) subject_board: Option<u32>,
    /// Its Message-ID.
    pub(super) message_id: Option<String>,
    /// The passwords in it that were compared.
    pub(super) passwords: Passwords,
    /// Players whose password it brought.
    pub(super) proven: BTreeSet<PlayerId>,
    /// What is to be answered, and to whom; `None`: to whoever wrote the mail.
    pub(super) replies: Vec<(Option<PlayerId>, Reply)>,
    /// Lines that wait for a registered mailbox, whose, and the words that came with them.
    pub(super) held: Vec<Held>,
    /// Players whose words in it were passed on.
    pub(super) heard: BTreeSet<PlayerId>,
    /// What waits for an answer to the letter that answers this mail, and whose it is where that is known.
    pub(super) pending: (Pending, Option<PlayerId>),
    /// What happened, for the operator.
    pub(super) notes: Vec<String>,
}

/// A line that waits for a registered mailbox.
pub(super) struct Held {
    /// Whose.
    pub(super) player: PlayerId,
    /// The line.
    pub(super) line: String,
    /// The words that came with it.
    pub(super) comment: String,
    /// What it would do, where that is shown first.
    pub(super) preview: Option<Reply>,
    /// Whether it came in an earlier mail, while another question was open.
    pub(super) joined: bool,
}

impl<'a> Mail<'a> {
    /// A mail of which nothing is known but who sent it.
    pub(super) fn new(spool: &'a SpooledMail, from: Address, message: &Message, authserv: &TrustedServer) -> Mail<'a> {
        Mail {
            authenticity: message.authenticity(authserv, spool.received),
            agrees_on_the_day: message.agrees_on_the_day(spool.received),
            minutes_ahead: message.minutes_ahead,
            message_id: message.message_id.clone(),
            subject_board: command::board_of_subject(mail::reply::command_subject(&message.subject)),
            ..Mail::unread(spool, from)
        }
    }

    /// A mail of which not even that is known: `from` is who is supposed to have sent it.
    pub(super) fn unread(spool: &'a SpooledMail, from: Address) -> Mail<'a> {
        Mail {
            spool,
            from,
            authenticity: Authenticity::Unknown,
            agrees_on_the_day: false,
            minutes_ahead: None,
            token: None,
            question: None,
            board: None,
            subject_board: None,
            message_id: None,
            passwords: Passwords::default(),
            proven: BTreeSet::new(),
            replies: Vec::new(),
            held: Vec::new(),
            heard: BTreeSet::new(),
            pending: (Pending::default(), None),
            notes: Vec::new(),
        }
    }

    /// What the mail itself has done is no news to its writer: its key is good for the position it has made.
    pub(super) fn follow(&mut self, decision: &Decision) {
        let Some(Purpose::Game { number, ply, .. }) = self.token.as_mut().map(|token| &mut token.purpose) else {
            return;
        };
        for change in &decision.changes {
            match change {
                Change::PlayMade { number: on, ply: made, .. } if on == number => *ply = *made,
                Change::PlayTakenBack { number: on, ply: taken, .. } if on == number => *ply = taken.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Whether the mail is this player's own for certain: by his password, or by his address together with his key or
    /// with the word of his domain.
    pub(super) fn is_proven_for(&self, player: &Player) -> bool {
        let key = self.has_key_of(player);
        let genuine = self.authenticity == Authenticity::Genuine;
        self.proven.contains(&player.id) || ((key || genuine) && player.has_address(&self.from))
    }

    /// What shows that the mail is this player's.
    pub(super) fn proof_for(&self, player: &Player) -> Proof {
        match self.has_key_of(player) {
            _ if self.is_proven_for(player) => Proof::Own,
            true => Proof::Key,
            false => Proof::Nothing,
        }
    }

    /// Whether the mail brings a key of the player's from an address that is not the player's.
    pub(super) fn brings_key_from_elsewhere(&self, player: &Player) -> bool {
        self.has_key_of(player) && !player.has_address(&self.from)
    }

    fn has_key_of(&self, player: &Player) -> bool {
        self.token.as_ref().is_some_and(|token| token.purpose.player() == Some(&player.id))
    }
}

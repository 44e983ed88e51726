//! The current mail while its commands are carried out.

use crate::club::{Change, Decision, NewToken, Pending, Player, PlayerId, Proof, Purpose, Reply, Token};
use crate::command;
use crate::command::Language;
use crate::mail;
use crate::mail::{Address, Authenticity, Message, TrustedServer};
use crate::store::SpooledMail;
use crate::worker::passwords::Passwords;
use std::collections::BTreeSet;

/// The current mail while its commands are carried out.
pub(super) struct Mail<'a> {
    pub(super) spool: &'a SpooledMail,
    pub(super) from: Address,
    /// What the trusted mail server says about that address.
    pub(super) authenticity: Authenticity,
    /// Whether the mail's own date is close to the time when we received it.
    pub(super) agrees_on_the_day: bool,
    /// How many minutes the sender's clock is ahead of UTC, by the Date of the mail.
    pub(super) minutes_ahead: Option<i32>,
    pub(super) token: Option<Token>,
    /// The key of a letter that asks for a yes. It is used again if the question is repeated.
    pub(super) question: Option<NewToken>,
    /// The board of the letter it answers.
    pub(super) board: Option<u32>,
    /// What its author wrote as the Subject. Empty in an answer, which has the Subject of a letter.
    pub(super) subject: String,
    /// What its author wrote below it, without a known signature.
    pub(super) text: String,
    /// Whether it says that the words which were kept are not to be sent, beside something else.
    pub(super) forgets: bool,
    /// Whether it makes a move, or grants one back: that takes the words along that wait with a question about a move or an offer.
    pub(super) makes_a_move: bool,
    /// Paragraphs that say that they are for the club, taken out of the text because a command or an answer stands beside them.
    pub(super) for_us: Vec<String>,
    /// The language that it is written in, if a wish in it has shown that.
    pub(super) language: Option<Language>,
    /// The board that its Subject names.
    pub(super) subject_board: Option<u32>,
    /// Its Message-ID.
    pub(super) message_id: Option<String>,
    /// The passwords in it that were compared.
    pub(super) passwords: Passwords,
    /// Players whose password is in the mail.
    pub(super) proven: BTreeSet<PlayerId>,
    /// The replies and their recipients. `None` means the person who wrote the mail.
    pub(super) replies: Vec<(Option<PlayerId>, Reply)>,
    /// Lines that wait for a yes from a registered mailbox, with their player and the words that came with them.
    pub(super) held: Vec<Held>,
    /// Whether a letter tells its author what it has done.
    pub(super) is_told: bool,
    /// Whether its mailbox is asked whether it wants to join.
    pub(super) asked_to_join: bool,
    /// Players whose words in it were passed on.
    pub(super) heard: BTreeSet<PlayerId>,
    /// Players who certainly sent it, and who get letters again.
    pub(super) heard_of: BTreeSet<PlayerId>,
    /// What waits for an answer to the letter that answers this mail, and the player that it belongs to if known.
    pub(super) pending: (Pending, Option<PlayerId>),
    /// What happened, for the operator.
    pub(super) notes: Vec<String>,
}

/// A line that waits for a yes from a registered mailbox.
pub(super) struct Held {
    /// The player.
    pub(super) player: PlayerId,
    /// The line.
    pub(super) line: String,
    /// The words that came with it.
    pub(super) comment: String,
    /// What it would do, if that is shown first.
    pub(super) preview: Option<Reply>,
    /// Whether it came in an earlier mail while another question was open.
    pub(super) joined: bool,
}

impl<'a> Mail<'a> {
    /// A mail about which only the sender is known.
    pub(super) fn new(spool: &'a SpooledMail, from: Address, message: &Message, authserv: &TrustedServer) -> Mail<'a> {
        let subject = mail::reply::command_subject(&message.subject);
        Mail {
            authenticity: message.authenticity(authserv, spool.received),
            agrees_on_the_day: message.agrees_on_the_day(spool.received),
            minutes_ahead: message.minutes_ahead,
            message_id: message.message_id.clone(),
            subject: if message.in_reply_to.is_empty() { subject.to_owned() } else { String::new() },
            subject_board: command::board_of_subject(subject),
            ..Mail::unread(spool, from)
        }
    }

    /// A mail about which not even that is known: `from` is the supposed sender.
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
            subject: String::new(),
            text: String::new(),
            forgets: false,
            makes_a_move: false,
            for_us: Vec::new(),
            language: None,
            subject_board: None,
            message_id: None,
            passwords: Passwords::default(),
            proven: BTreeSet::new(),
            replies: Vec::new(),
            held: Vec::new(),
            is_told: false,
            asked_to_join: false,
            heard: BTreeSet::new(),
            heard_of: BTreeSet::new(),
            pending: (Pending::default(), None),
            notes: Vec::new(),
        }
    }

    /// The names of its author, in lower case, as far as the address and the key of the answered letter tell.
    pub(super) fn names(&self) -> Vec<String> {
        let player = self.token.as_ref().and_then(|token| token.purpose.player());
        let local = self.from.local().split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
        let names = player.map(|player| player.as_str().to_owned()).into_iter().chain(local);
        let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        // Among family, a letter is enough.
        let initials: Vec<String> = names.iter().filter_map(|name| name.chars().next()).map(String::from).collect();
        names.extend(initials);
        names
    }

    /// Changes by the mail itself are not news for its sender: its key becomes valid for the position after them.
    pub(super) fn follow(&mut self, decision: &Decision) {
        self.asked_to_join |= decision.changes.iter().any(|change| matches!(change, Change::SignupAsked { .. }));
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

    /// Whether the mail is certainly this player's: by the password, or by the player's address together with the key or with the
    /// confirmation of the address's domain.
    pub(super) fn is_proven_for(&self, player: &Player) -> bool {
        let key = self.has_key_of(player);
        let genuine = self.authenticity == Authenticity::Genuine;
        self.proven.contains(&player.id) || ((key || genuine) && player.has_address(&self.from))
    }

    /// What proves that the mail is this player's.
    pub(super) fn proof_for(&self, player: &Player) -> Proof {
        match self.has_key_of(player) {
            _ if self.is_proven_for(player) => Proof::Own,
            true => Proof::Key,
            false => Proof::Nothing,
        }
    }

    /// Whether the mail brings a key of the player from an address that is not the player's.
    pub(super) fn brings_key_from_elsewhere(&self, player: &Player) -> bool {
        self.has_key_of(player) && !player.has_address(&self.from)
    }

    fn has_key_of(&self, player: &Player) -> bool {
        self.token.as_ref().is_some_and(|token| token.purpose.player() == Some(&player.id))
    }
}

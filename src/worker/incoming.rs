//! One spooled mail, from its bytes to its savepoint: the story of this server on one screen.
//!
//! ```text
//!  bytes -> Message -> evidence, commands -> for each: needs -> view -> decide -> apply -> letters
//! ```
//!
//! Everything here happens inside one savepoint of the store. Either all of it becomes true, letters included, or
//! nothing does and the mail is tried again.

use crate::chance::Chance;
use crate::club;
use crate::club::{Asked, Change, Decision, Needs, Player, PlayerId, Purpose, Refusal, Reply, Request, Token, View};
use crate::command;
use crate::command::{Command, Reading};
use crate::letters::{Answered, LetterError, Office, Thread};
use crate::mail;
use crate::mail::{Address, Message, Own};
use crate::store::{NewLetter, Outcome, Room, Spool, StoreError};

/// What handling a mail takes besides the store.
pub struct Incoming {
    /// Writes the letters.
    pub office: Office,
    /// Our own addresses.
    pub own: Own,
    /// How letters name their sender to the mail system.
    pub envelope: Envelope,
    /// Draws tokens and boundaries.
    pub chance: Chance,
}

/// The envelope sender of our letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Envelope {
    /// An address of its own for each letter, so that a letter which bounces is known; empty for confirmations.
    Bounce,
    /// The club's address, for providers that refuse any other.
    Fixed,
}

/// The errand of a bounce address.
const BOUNCE: char = 'b';

/// Why a mail could not be handled this time.
#[derive(Debug, thiserror::Error)]
pub enum HandleError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A letter could not be written.
    #[error(transparent)]
    Letter(#[from] LetterError),
}

/// What is known about the mail at hand while its commands are worked through.
struct Mail<'a> {
    spool: &'a Spool,
    from: Address,
    token: Option<Token>,
    board: Option<u32>,
    answered: Answered,
    /// What the one letter to the sender will say.
    replies: Vec<Reply>,
    /// Who the sender turned out to be.
    sender: Option<Player>,
    /// Lines that wait for the registered mailbox.
    held: Vec<String>,
    /// What happened, for the operator.
    notes: Vec<String>,
}

impl Incoming {
    /// Handles one mail.
    pub fn handle(&mut self, room: &Room, spool: &Spool) -> Result<Outcome, HandleError> {
        let message = match Message::read(&spool.raw, &self.own) {
            Ok(message) => message,
            Err(error) => return Ok(Outcome::Failed { note: error.to_string() }),
        };
        if let Some(note) = self.bounce(room, spool)? {
            return Ok(Outcome::Done { note });
        }
        let envelope = spool.envelope_from.as_deref().and_then(mail::automatic_envelope);
        let automatic = envelope.or(message.automatic);
        if let Some(automatic) = automatic.filter(|automatic| !automatic.is_from_list()) {
            return Ok(Outcome::Done { note: format!("not answered: {automatic}") });
        }
        let Some(from) = message.from.clone() else {
            return Ok(Outcome::Done { note: "not answered: no single sender".to_owned() });
        };
        let token = living_token(room, spool, &message)?;
        // A person may write through a list, but an answer would go to all of it: only a key counts there.
        if automatic.is_some() && token.is_none() {
            return Ok(Outcome::Done { note: "not answered: mailing list".to_owned() });
        }
        let answered = Answered { message_id: message.message_id.clone() };
        let mut mail = Mail {
            spool,
            from,
            token,
            board: board_answered(&message, &spool.envelope_to),
            answered,
            replies: Vec::new(),
            sender: None,
            held: Vec::new(),
            notes: Vec::new(),
        };
        let new_text = mail::reply::new_text(&message.text);
        let reading = command::read(mail::reply::command_subject(&message.subject), &new_text, &self.office.catalogue);
        let comment = self.work_through(room, &mut mail, reading)?;
        self.ask_for_confirmation(room, &mut mail, comment)?;
        self.answer(room, &mut mail)?;
        Ok(Outcome::Done { note: mail.notes.join("; ") })
    }

    /// A mail to the bounce address of one of our letters: noted at that letter, never answered.
    fn bounce(&mut self, room: &Room, spool: &Spool) -> Result<Option<String>, HandleError> {
        for to in &spool.envelope_to {
            let Ok(address) = to.parse::<Address>() else {
                continue;
            };
            if let Some((mail::Errand::Letter(BOUNCE), _)) = mail::errand_of_address(&address) {
                let known = room.letter_came_back(&address)?;
                return Ok(Some(if known { "a letter came back" } else { "not answered: an old bounce" }.to_owned()));
            }
        }
        Ok(None)
    }

    /// Decides everything the mail asks for, in its order. Returns the words that came with it.
    fn work_through(&mut self, room: &Room, mail: &mut Mail, reading: Reading) -> Result<String, HandleError> {
        let understood = reading.items.iter().any(|item| item.command.is_ok());
        let purpose = mail.token.as_ref().map(|token| token.purpose.clone());
        let comment = match purpose {
            Some(Purpose::Signup) if !understood => {
                self.decide(room, mail, Asked::Confirm, String::new())?;
                return Ok(String::new());
            }
            Some(Purpose::Confirm { lines, comment, .. }) if !understood => {
                self.confirmed(room, mail, &lines, comment)?;
                return Ok(String::new());
            }
            _ => reading.comment,
        };
        if reading.items.is_empty() {
            self.nothing(room, mail)?;
        }
        let mut words = Some(comment.clone());
        for item in reading.items {
            match item.command {
                Ok(command) => {
                    let with = if command.public() { None } else { words.take() };
                    self.decide(room, mail, Asked::Command(Box::new(command)), with.unwrap_or_default())?;
                }
                Err(complaint) => {
                    mail.notes.push("not understood".to_owned());
                    mail.replies.push(Reply::Misunderstood(complaint));
                }
            }
        }
        if reading.cut {
            mail.replies.push(Reply::TooMany);
        }
        Ok(comment)
    }

    /// The registered mailbox has confirmed lines that came without proof: now they count.
    fn confirmed(
        &mut self,
        room: &Room,
        mail: &mut Mail,
        lines: &[String],
        comment: String,
    ) -> Result<(), HandleError> {
        let mut words = Some(comment);
        for line in lines {
            match command::parse_line(line, &self.office.catalogue) {
                Ok(command) => {
                    self.decide(room, mail, Asked::Command(Box::new(command)), words.take().unwrap_or_default())?;
                }
                Err(complaint) => mail.replies.push(Reply::Misunderstood(complaint)),
            }
        }
        if let Some(token) = &mail.token {
            room.apply(&[Change::TokenSpent { hash: token.hash }])?;
        }
        Ok(())
    }

    /// Nothing to read: say what could have stood there.
    fn nothing(&mut self, room: &Room, mail: &mut Mail) -> Result<(), HandleError> {
        let number = match &mail.token {
            Some(Token { purpose: Purpose::Game { number, .. }, .. }) => Some(*number),
            _ => None,
        };
        let view = room.view(
            &Needs { from: Some(mail.from.clone()), games: number.into_iter().collect(), ..Needs::default() },
            mail.spool.received,
        )?;
        let game = number.and_then(|number| view.games.get(&number)).map(|game| std::sync::Arc::new(game.clone()));
        mail.notes.push("nothing to do".to_owned());
        mail.replies.push(Reply::Nothing { game });
        Ok(())
    }

    /// One request: loaded, decided, applied, and its letters written.
    fn decide(&mut self, room: &Room, mail: &mut Mail, asked: Asked, comment: String) -> Result<(), HandleError> {
        let received = mail.spool.received;
        let mut request = Request {
            received,
            from: Some(mail.from.clone()),
            token: mail.token.clone(),
            board: mail.board,
            asked,
            comment,
        };
        let mut view = room.view(&club::needs(&request), received)?;
        if club::aim(&mut request, &view) {
            view = room.view(&club::needs(&request), received)?;
        }
        let decision = club::decide(&view, &request, &mut self.chance);
        mail.notes.push(note_of(&request, &decision));
        if let Some(id) = &decision.sender {
            mail.sender = view.players.get(id).cloned();
        }
        mail.held.extend(decision.held.clone());
        mail.replies.extend(decision.replies.iter().cloned());
        self.carry_out(room, &mail.answered, &decision, mail.spool)
    }

    /// Writes changes and letters of a decision into the store.
    fn carry_out(
        &mut self,
        room: &Room,
        answered: &Answered,
        decision: &Decision,
        spool: &Spool,
    ) -> Result<(), HandleError> {
        room.apply(&decision.changes)?;
        for notice in &decision.notices {
            let number = crate::letters::thread_of(notice);
            let thread = thread(room, notice.reader.as_ref(), number)?;
            // Only the sender's own letters answer his mail; the opponent has never seen it.
            let own = notice.reader.is_some() && notice.reader == decision.sender;
            let answered = if own { answered.clone() } else { Answered::default() };
            let letter = self.office.write(notice, &thread, &answered, spool.received, &mut self.chance)?;
            self.enqueue(room, letter, notice.reader.as_ref(), spool)?;
        }
        Ok(())
    }

    /// One letter to the registered mailbox for all lines that came without proof.
    fn ask_for_confirmation(&mut self, room: &Room, mail: &mut Mail, comment: String) -> Result<(), HandleError> {
        let Some(player) = mail.sender.clone().filter(|_| !mail.held.is_empty()) else {
            return Ok(());
        };
        let received = mail.spool.received;
        let lines = std::mem::take(&mut mail.held);
        let view = View { players: [(player.id.clone(), player.clone())].into(), ..View::default() };
        let decision = club::hold(&view, &player.id, (lines, comment), received, &mut self.chance);
        let own = player.has_address(&mail.from);
        let answered = if own { mail.answered.clone() } else { Answered::default() };
        self.carry_out(room, &answered, &decision, mail.spool)
    }

    /// The one letter that answers the mail, to the registered mailbox of a player or, within limits, to a stranger.
    fn answer(&mut self, room: &Room, mail: &mut Mail) -> Result<(), HandleError> {
        if mail.replies.is_empty() {
            return Ok(());
        }
        let received = mail.spool.received;
        let view = room.view(&Needs { from: Some(mail.from.clone()), ..Needs::default() }, received)?;
        let known = mail.sender.clone().or_else(|| view.from.as_ref().and_then(|id| view.players.get(id)).cloned());
        let Some(player) = known else {
            return self.answer_stranger(room, mail, &view);
        };
        let own = player.has_address(&mail.from);
        let to = if own { mail.from.clone() } else { player.address().clone() };
        let answered = if own { mail.answered.clone() } else { Answered::default() };
        let game = crate::letters::board_of(&mail.replies).filter(|game| game.head.side_of(&player.id).is_some());
        let purpose = match game {
            Some(game) => club::game_purpose(&player.id, game),
            None => Purpose::Letter { player: player.id.clone() },
        };
        let thread = thread(room, Some(&player.id), game.map(|game| game.head.number))?;
        let mut decision = Decision::default();
        let token = club::issue(&mut decision, purpose, received, &mut self.chance);
        room.apply(&decision.changes)?;
        let letter = self.office.write_answer(
            (&to, Some(&player.id)),
            &mail.replies,
            Some(&token),
            (&thread, &answered),
            received,
            &mut self.chance,
        )?;
        self.enqueue(room, letter, Some(&player.id), mail.spool)
    }

    fn answer_stranger(&mut self, room: &Room, mail: &mut Mail, view: &View) -> Result<(), HandleError> {
        if !view.may_write_to_stranger() {
            mail.notes.push("not answered: too many letters to strangers today".to_owned());
            return Ok(());
        }
        let replies = for_a_stranger(std::mem::take(&mut mail.replies));
        let (to, thread) = (mail.from.clone(), Thread::default());
        let letter = self.office.write_answer(
            (&to, None),
            &replies,
            None,
            (&thread, &mail.answered),
            mail.spool.received,
            &mut self.chance,
        )?;
        self.enqueue(room, letter, None, mail.spool)
    }

    fn enqueue(
        &mut self,
        room: &Room,
        letter: crate::letters::Letter,
        reader: Option<&PlayerId>,
        spool: &Spool,
    ) -> Result<(), HandleError> {
        let own = &self.office.house.address;
        let envelope_from = match self.envelope {
            Envelope::Fixed => own.as_str().to_owned(),
            // A letter to an unconfirmed mailbox must not come back at all.
            Envelope::Bounce if reader.is_none() => String::new(),
            Envelope::Bounce => {
                let token = mail::TokenText::from_drawn(self.chance.bytes());
                let address = mail::reply_address(own, mail::Errand::Letter(BOUNCE), &token);
                address.map_err(LetterError::from)?.as_str().to_owned()
            }
        };
        room.enqueue(&NewLetter {
            created: spool.received,
            envelope_from,
            to: letter.to.as_str().to_owned(),
            reader: reader.cloned(),
            number: letter.number,
            kind: letter.kind,
            message_id: letter.message_id,
            bytes: letter.bytes,
            stranger: reader.is_none(),
        })?;
        Ok(())
    }
}

/// The first token in the mail that lives, by the order of the places it was found in.
fn living_token(room: &Room, spool: &Spool, message: &Message) -> Result<Option<Token>, StoreError> {
    for text in mail::tokens(message, &spool.envelope_to) {
        if let Some(token) = room.token(&text.hash(), spool.received)? {
            return Ok(Some(token));
        }
    }
    Ok(None)
}

/// The board of the letter that is answered, by the address it was sent to or the Message-ID it refers to.
fn board_answered(message: &Message, envelope_to: &[String]) -> Option<u32> {
    let delivered = envelope_to.iter().filter_map(|to| to.parse::<Address>().ok());
    let addressed = delivered.chain(message.to.iter().cloned()).filter_map(|to| mail::errand_of_address(&to));
    let answered = message.in_reply_to.iter().filter_map(|id| mail::errand_of_message_id(id));
    let mut errands = addressed.map(|(errand, _)| errand).chain(answered.map(|(errand, ..)| errand));
    errands.find_map(|errand| match errand {
        mail::Errand::Board(number) => Some(number),
        mail::Errand::Letter(_) => None,
    })
}

fn thread(room: &Room, reader: Option<&PlayerId>, number: Option<u32>) -> Result<Thread, StoreError> {
    let (Some(reader), Some(number)) = (reader, number) else {
        return Ok(Thread::default());
    };
    let ids = room.thread(reader, number)?;
    Ok(Thread { first: ids.first.into_iter().next(), last: ids.last })
}

/// A stranger is told nothing that holds a word of his: forged mail must not carry anybody's text to a victim.
fn for_a_stranger(replies: Vec<Reply>) -> Vec<Reply> {
    let mut fixed = Vec::new();
    let mut newcomer = false;
    for reply in replies {
        match reply {
            Reply::Misunderstood(_)
            | Reply::Nothing { .. }
            | Reply::Newcomer
            | Reply::Refused(Refusal::UnknownPlayer { .. }) => newcomer = true,
            other => fixed.push(other),
        }
    }
    if newcomer {
        fixed.push(Reply::Newcomer);
    }
    fixed
}

/// One line for the operator, without anything secret.
fn note_of(request: &Request, decision: &Decision) -> String {
    let what = match &request.asked {
        Asked::Confirm => "sign-up confirmed".to_owned(),
        Asked::Command(command) => match command.as_ref() {
            // What players write to each other is not the operator's to read, nor is an address he did not ask for.
            Command::Signup { .. } | Command::Chat { .. } | Command::Message { .. } => command.word().to_owned(),
            command => command.to_string(),
        },
    };
    let who = decision.sender.as_ref().map(|sender| format!("{sender}: ")).unwrap_or_default();
    let how = match decision.replies.iter().any(|reply| matches!(reply, Reply::Refused(_))) {
        true => " (refused)",
        false if decision.held.is_some() => " (held)",
        false => "",
    };
    format!("{who}{what}{how}")
}

//! A mail without a command: what its author wishes in ordinary words is asked about, and all other words are for the opponent.

use crate::club::{Game, KeptBack, Needs, OnlyWords, Pending, PlayerId, Purpose, Reply};
use crate::command;
use crate::command::{BoardAct, Command, Complaint, Manner, PlainWords, Reading, Target};
use crate::mail::Authenticity;
use crate::store::Tx;
use crate::tafl::Catalogue;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::incoming::{How, command_of, question, tell_of_password, tell_once};
use crate::worker::mail_processor::{HandleError, MailProcessor};

impl MailProcessor {
    /// Does what can be done with a mail that has no command: `comment` is what it says, `words` is that and what waited to be passed on.
    /// Returns false if its author must be told that it was not understood.
    pub(super) fn plain_words(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        comment: &str,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let complaint = reading.items.iter().find_map(|item| item.command.as_ref().err());
        if let Some(complaint) = complaint
            && self.ask_about(tx, mail, complaint)?
        {
            return Ok(true);
        }
        if self.wished(tx, mail, comment, words)? {
            return Ok(true);
        }
        if waiting.line.is_some() {
            return Ok(false);
        }
        let (Some(seat), Some(said)) = (seat(tx, mail)?, words.clone()) else {
            return Ok(false);
        };
        let head = &seat.game.head;
        let own_turn = head.player(head.to_move()) == &seat.player;
        let is_move = own_turn && complaint.is_some_and(Complaint::names_a_play);
        let is_answer = complaint.is_some_and(Complaint::sounds_like_an_answer) && question(tx, mail)?.is_some();
        if is_move || is_answer || is_name(&said, &seat.player) {
            return Ok(false);
        }
        let Some(command) = chat(head.number, &said, &self.composer.catalogue) else {
            return Ok(false);
        };
        self.send_to_opponent(tx, mail, &seat, command, How::OnlyWords(reading.talk), words)?;
        if complaint.is_some_and(|complaint| complaint.masked) {
            tell_of_password(mail, None);
        }
        Ok(true)
    }

    /// Asks about the one thing that the words wish for, or answers if it changes nothing. Returns false if there is no such thing, or if
    /// it cannot be done now.
    fn wished(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        comment: &str,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let Some(wish) = command::wish(comment, &self.composer.catalogue) else {
            return Ok(false);
        };
        if !matches!(wish.command, Command::Look(_)) {
            return self.decide(tx, mail, command_of(wish.command), "", &mut None, How::Wished);
        }
        self.decide(tx, mail, command_of(wish.command), "", &mut None, How::Written(Manner::PLAIN))?;
        if wish.is_all {
            *words = None;
        }
        Ok(true)
    }

    /// Sends the words to the opponent, or asks first.
    fn send_to_opponent(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        Seat { player, game }: &Seat,
        chat: Command,
        how: How,
        words: &mut Option<String>,
    ) -> Result<(), HandleError> {
        let (number, head) = (game.head.number, &game.head);
        if tx.only_words(number, player, head.plies, chat.text().unwrap_or_default())?.is_too_much() {
            let opponent = if head.attackers == *player { &head.defenders } else { &head.attackers };
            let player = opponent.clone();
            tell_once(mail, KeptBack::Enough { player, number, max: OnlyWords::BETWEEN_MOVES_MAX });
            *words = None;
            return Ok(());
        }
        let before = mail.replies.len();
        self.decide(tx, mail, command_of(chat), "", &mut None, how)?;
        let refused = mail.replies[before..].iter().any(|(_, reply)| matches!(reply, Reply::Refused(_)));
        if !refused {
            *words = None;
        }
        Ok(())
    }
}

/// The command that sends these words, if a yes to its line sends them exactly.
fn chat(number: u32, said: &str, catalogue: &Catalogue) -> Option<Command> {
    let command = Command::OnBoard { board: Target::Number(number), login: None, act: BoardAct::Chat(said.to_owned()) };
    (command::parse_line(&command.to_string(), catalogue).as_ref() == Ok(&command)).then_some(command)
}

/// Whether the words are only the name of their author, as below a letter.
fn is_name(said: &str, player: &PlayerId) -> bool {
    said.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(player.as_str())
}

/// A player and a game of theirs.
struct Seat {
    player: PlayerId,
    game: Game,
}

/// The player whose mail it certainly is, and the game of the letter that it answers, if that player's words without a command may go to
/// the opponent.
fn seat(tx: &Tx, mail: &Mail) -> Result<Option<Seat>, HandleError> {
    let Some(Purpose::Game { player, number, .. }) = mail.token.as_ref().map(|token| &token.purpose) else {
        return Ok(None);
    };
    let needs = Needs { games: [*number].into(), ..Needs::default() };
    let mut view = tx.view(&needs, mail.spool.received)?;
    let writer = view.players.get(player).filter(|writer| writer.settings.words != PlainWords::Off);
    if !writer.is_some_and(|writer| mail.authenticity != Authenticity::Forged && mail.is_proven_for(writer)) {
        return Ok(None);
    }
    let game = view.games.remove(number).filter(|game| game.head.side_of(player).is_some());
    Ok(game.map(|game| Seat { player: player.clone(), game }))
}

//! A mail without a command: what its author wishes in ordinary words is asked about, and all other words are for the opponent.

use crate::club::{Head, KeptBack, OnlyWords, Pending, PlayerId, Purpose, Refusal, Reply, Stage};
use crate::command;
use crate::command::{
    AttemptedMove, BoardAct, ChallengeAsk, Command, Complaint, Destination, Doubt, Look, Manner, PlainWords, PreviewOf,
    Reading, RulesOf, Talk, Target, Terms, Verb, Wishes,
};
use crate::store::Tx;
use crate::tafl::{self, Catalogue};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::requests::{How, command_of, tell_of_password, tell_once};
use crate::worker::mail_processor::seat::{
    Seat, only_question, open_games, probable_author, seat, seat_with_addressee,
};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;
use std::collections::BTreeSet;

impl MailProcessor {
    /// Does what can be done with a mail that has no command. `words` is what it and earlier mails have for the opponent. Returns false if
    /// its author must be told that it was not understood.
    pub(super) fn plain_words(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        if let (Some(seat), Some(from)) = (seat(tx, mail)?, reading.piece)
            && self.asked_about_a_piece(tx, mail, from, &seat)?
        {
            *words = pending::joined(&waiting.words, &reading.comment);
            return Ok(true);
        }
        let is_done = match reading.talk {
            Talk::No => self.wished_in_spite(tx, mail, reading, waiting, words)?,
            Talk::Perhaps | Talk::Surely => self.talked(tx, mail, reading, waiting, words)?,
        };
        if let Some(answer) = reading.answer.as_ref().filter(|_| !is_done) {
            // The yes that answers nothing was meant for the server.
            *words = pending::joined(&waiting.words, &answer.words);
        } else if reading.talk == Talk::No && !is_done {
            // So was a line that is not understood.
            let wrong = reading.items.iter().filter_map(|item| item.command.as_ref().err()).map(|wrong| &wrong.line);
            let rest = wrong
                .fold(reading.comment.clone(), |rest, line| pending::without_line(&rest, line).unwrap_or_default());
            *words = pending::joined(&waiting.words, &rest);
        }
        let is_done = is_done || self.leans_elsewhere(tx, mail, reading, waiting)?;
        if command::is_to_the_server(&reading.in_words()) && words.is_some() {
            *words = pending::joined(&waiting.words, "");
        }
        Ok(is_done)
    }

    fn talked(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let complaint = reading.items.iter().find_map(|item| item.command.as_ref().err());
        if let Some(complaint) = complaint
            && self.ask_about(tx, mail, complaint)?
        {
            let beside = pending::beside_line(&reading.comment, &complaint.line);
            *words = pending::joined(&waiting.words, beside.as_deref().unwrap_or_default());
            return Ok(true);
        }
        let seat = seat(tx, mail)?;
        if self.wished(tx, mail, reading, seat.as_ref(), waiting, words)? {
            return Ok(true);
        }
        if let Some(seat) = &seat
            && self.sent_to_a_square(tx, mail, &reading.said, seat)?
        {
            return Ok(true);
        }
        if let Some(seat) = seat.as_ref().filter(|seat| seat.is_to_move() && waiting.line.is_none())
            && let Some((attempted, line)) = command::attempted_move(&reading.said)
        {
            self.tell_why_not(tx, mail, attempted, seat)?;
            *words = pending::joined(&waiting.words, &pending::without_line(&reading.said, line).unwrap_or_default());
            return Ok(true);
        }
        let leans = reading.answer.as_ref().filter(|_| waiting.line.is_none()).map(|answer| answer.agreement.yes);
        if self.lean(tx, mail, leans)? {
            return Ok(true);
        }
        let more_words = self.more_words(reading, waiting);
        if let (Some(line), None) = (&waiting.line, &more_words) {
            *words = pending::joined(&waiting.words, "");
            return self.ask_again(tx, mail, line, &waiting.beside, complaint, seat.as_ref());
        }
        let addressee = if seat.is_none() { seat_with_addressee(tx, mail, &reading.said)? } else { None };
        if let Some(seat) = addressee.filter(|seat| seat.words != PlainWords::Off) {
            // The letter that is answered is not about that board, so it is asked whatever was said before.
            let asked = Reading { talk: Talk::Perhaps, items: Vec::new(), ..reading.clone() };
            return self.for_opponent(tx, mail, &asked, &seat, waiting, words);
        }
        if command::thanks_the_club(&reading.said) {
            mail.notes.push("thanks".to_owned());
            mail.replies.push((None, Reply::Thanked));
            *words = pending::joined(&waiting.words, "").filter(|_| seat.is_some());
            return Ok(true);
        }
        let is_to_the_server = command::is_to_the_server(&reading.said);
        let thanks = command::is_only_polite(&reading.said);
        match seat {
            Some(seat) if seat.words != PlainWords::Off && !is_to_the_server => {
                let waiting = more_words.as_ref().unwrap_or(waiting);
                self.for_opponent(tx, mail, reading, &seat, waiting, words)
            }
            Some(_) if !is_to_the_server => {
                *words = pending::joined(&waiting.words, "");
                Ok(false)
            }
            seat if (seat.is_some() || is_for_nobody(mail))
                && (thanks || complaint.is_some_and(Complaint::resembles_nothing)) =>
            {
                let thanks = thanks && seat.is_none();
                mail.notes.push("only words, and for nobody".to_owned());
                mail.replies.push((
                    None,
                    if thanks { Reply::Thanked } else { Reply::NoCommand { open: open_games(tx, mail)? } },
                ));
                *words = pending::joined(&waiting.words, "").filter(|_| seat.is_some());
                Ok(true)
            }
            Some(_) | None => Ok(false),
        }
    }

    /// What waits, if the letter asks about words and the mail has only more of them: both are asked about together.
    fn more_words(&self, reading: &Reading, waiting: &Pending) -> Option<Pending> {
        let asked = waiting.line.as_deref().and_then(|line| self.words_of(line))?;
        let is_more = reading.talk == Talk::Surely && reading.answer.is_none() && !reading.said.trim().is_empty();
        let words = pending::joined(&waiting.words, &asked).unwrap_or_default();
        is_more.then(|| Pending { words, ..Pending::default() })
    }

    /// Asks whether a yes or no is meant for the only challenge or offer that waits, if the answered letter is not about a board and has asked
    /// nothing.
    fn leans_elsewhere(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
    ) -> Result<bool, HandleError> {
        let Some(answer) = reading.answer.as_ref().filter(|_| waiting.line.is_none() && is_for_nobody(mail)) else {
            return Ok(false);
        };
        let Some(number) = only_question(tx, mail)? else {
            return Ok(false);
        };
        let act = if answer.agreement.yes { BoardAct::Accept } else { BoardAct::Decline };
        let command = Command::OnBoard { board: Target::Number(number), login: None, act };
        self.decide(tx, mail, command_of(command), "", &mut None, How::Wished)
    }

    /// Grants what a mail wishes for although a line of it begins like another command: `Who plays here, please?`
    fn wished_in_spite(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        if reading.items.is_empty() {
            return Ok(false);
        }
        let seat = seat(tx, mail)?;
        self.wished(tx, mail, reading, seat.as_ref(), waiting, words)
    }

    /// Asks about the one thing that the words of a mail wish for, and answers its questions. Returns false if there is nothing of that, or
    /// nothing that can be done now.
    fn wished(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        seat: Option<&Seat>,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let text = in_words(mail, reading);
        let scene = self.scene(tx, mail, &text, seat, reading.talk)?;
        let Wishes { mut wants, mut looks, is_all } =
            command::wishes(&text, &scene.situation(), &self.composer.catalogue);
        if reading.talk == Talk::No {
            wants.retain(|want| !is_tried(want, reading));
            looks.retain(|look| !is_tried(look, reading));
        }
        if reading.answer.is_some() {
            // What the first line says to a challenge or an offer says more than all the words below it.
            wants.retain(|want| !matches!(want.verb(), Verb::Accept | Verb::Decline));
        }
        let is_asked = match wants.len() {
            1 => {
                let want = self.accepted_instead(tx, mail, wants.remove(0))?;
                self.grant(tx, mail, want, reading, seat)?
            }
            _ => false,
        };
        if is_asked && reading.talk == Talk::Perhaps && seat.is_some() {
            // The line that begins like a command is a sentence, so it is kept with the others.
            *words = pending::joined(&waiting.words, &reading.said);
        }
        looks.truncate(LOOKS_MAX);
        let is_answered = !looks.is_empty();
        for look in looks {
            let look = self.of_only_variant(tx, mail, look, seat)?;
            self.answer_briefly(tx, mail, look)?;
        }
        if is_answered && !is_asked {
            // A question that was answered is no word for the opponent.
            *words = pending::joined(&waiting.words, "");
            if let Some(seat) = seat.filter(|seat| !is_all && seat.words != PlainWords::Off && seat.is_running()) {
                let rest = Reading { talk: Talk::Perhaps, items: Vec::new(), ..reading.clone() };
                self.for_opponent(tx, mail, &rest, seat, waiting, words)?;
            }
        }
        Ok(is_asked || is_answered)
    }

    /// The same for a challenge that was only shown and got a yes: it may have come late, and both want to play.
    pub(super) fn or_accepted(
        &self,
        tx: &Tx,
        mail: &Mail,
        command: Command,
        manner: Manner,
    ) -> Result<(Command, Manner), HandleError> {
        if !manner.shown || command.challenge().is_none() {
            return Ok((command, manner));
        }
        let accepted = self.accepted_instead(tx, mail, command.clone())?;
        let wished = Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN };
        Ok(if accepted == command { (command, manner) } else { (accepted, wished) })
    }

    /// Who wants to play somebody whose challenge to the same game waits for a yes wants to accept it, whichever side it gives.
    fn accepted_instead(&self, tx: &Tx, mail: &Mail, want: Command) -> Result<Command, HandleError> {
        let Some(ChallengeAsk { first, second, terms: Terms::Variant(variant), .. }) = want.challenge() else {
            return Ok(want);
        };
        let author = probable_author(tx, mail)?;
        let games = open_games(tx, mail)?;
        let is_it = |head: &&Head| {
            let challenger = head.player(head.challenger);
            head.stage == Stage::Invited
                && head.variant == variant.name
                && Some(challenger) != author.as_ref()
                && [first.as_str(), second.as_str()].contains(&challenger.as_str())
        };
        let mut waiting = games.iter().filter(is_it).map(|head| format!("accept {}", head.number));
        let line = waiting.next().filter(|_| waiting.next().is_none());
        let accepted = line.and_then(|line| command::parse_line(&line, &self.composer.catalogue).ok());
        Ok(accepted.unwrap_or(want))
    }

    /// Where somebody asks for rules who plays games of one variant only, and answers no letter about a board: the rules of that variant.
    fn of_only_variant(
        &self,
        tx: &Tx,
        mail: &Mail,
        look: Command,
        seat: Option<&Seat>,
    ) -> Result<Command, HandleError> {
        if seat.is_some() || look != Command::Look(Look::Rules { of: RulesOf::Default }) {
            return Ok(look);
        }
        let games = open_games(tx, mail)?;
        let variants: BTreeSet<&str> = games.iter().map(|head| head.variant.as_str()).collect();
        let only = variants.first().filter(|_| variants.len() == 1);
        let rules = only.and_then(|name| command::parse_line(&format!("rules {name}"), &self.composer.catalogue).ok());
        Ok(rules.unwrap_or(look))
    }

    /// Answers where the sender's own piece on a square can go. A button of a letter says no more than the square. Returns false if there is
    /// no such piece.
    fn asked_about_a_piece(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        from: tafl::Square,
        seat: &Seat,
    ) -> Result<bool, HandleError> {
        let own = |square| {
            let side = seat.game.state.position().piece_at(square).map(tafl::Piece::side);
            side.is_some() && side == seat.game.head.side_of(&seat.player)
        };
        if !seat.dialect.meant(from).is_some_and(own) {
            return Ok(false);
        }
        let of = PreviewOf::Piece { board: Target::OfLetter, from };
        let command = Command::Look(Look::Preview { of, plays: Vec::new() });
        self.decide(tx, mail, command_of(command), "", &mut None, How::Written(Manner::PLAIN))?;
        Ok(true)
    }

    /// Asks whether the only move to the only square is meant that the words name. Returns false if there is not exactly one.
    fn sent_to_a_square(&mut self, tx: &Tx, mail: &mut Mail, said: &str, seat: &Seat) -> Result<bool, HandleError> {
        let Some(Destination { square, by_king }) = command::destination(said).filter(|_| seat.is_to_move()) else {
            return Ok(false);
        };
        let state = &seat.game.state;
        let is_meant = |play: &tafl::Play| {
            let is_king = state.position().piece_at(play.from) == Some(tafl::Piece::King);
            Some(play.to) == seat.dialect.meant(square) && (is_king || !by_king)
        };
        let mut plays = state.moves().into_iter().filter(is_meant);
        let (Some(play), None) = (plays.next(), plays.next()) else {
            return Ok(false);
        };
        let tafl::Play { from, to } = seat.dialect.play(play);
        let play = tafl::ParsedPlay { from, to, captures: Vec::new(), ply: None };
        let command = Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) };
        self.decide(tx, mail, command_of(command), "", &mut None, How::Supposed)
    }

    /// Tells why a move that was tried cannot be made: its square is on no board, the king cannot go there, or none or several of the
    /// pieces can.
    fn tell_why_not(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        attempted: AttemptedMove,
        seat: &Seat,
    ) -> Result<(), HandleError> {
        let position = seat.game.state.position();
        let king = || position.pieces().find(|(_, piece)| *piece == tafl::Piece::King).map(|(square, _)| square);
        let play = match attempted {
            AttemptedMove::OffBoard(ref play) => Some(play.clone()),
            AttemptedMove::To(Destination { square, by_king: true }) => king().map(|from| tafl::ParsedPlay {
                from: seat.dialect.written(from),
                to: square,
                captures: Vec::new(),
                ply: None,
            }),
            AttemptedMove::To(Destination { by_king: false, .. }) => None,
        };
        if let Some(play) = play {
            let command = Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) };
            let manner = Manner { doubt: Some(Doubt::MoreWords), ..Manner::PLAIN };
            self.decide(tx, mail, command_of(command), "", &mut None, How::Written(manner))?;
        } else if let AttemptedMove::To(Destination { square, .. }) = attempted {
            let plays = seat.game.state.moves();
            let there = plays.iter().filter(|play| Some(play.to) == seat.dialect.meant(square));
            let from: BTreeSet<tafl::Square> = there.map(|play| seat.dialect.written(play.from)).collect();
            let refusal =
                Refusal::WhichPiece { number: seat.game.head.number, to: square, from: from.into_iter().collect() };
            mail.notes.push("a move without its piece".to_owned());
            mail.replies.push((Some(seat.player.clone()), Reply::Refused(refusal)));
        }
        Ok(())
    }

    /// Asks about the one thing that the words wish for. Returns false if it cannot be done now, and that need not be said.
    fn grant(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        mut want: Command,
        reading: &Reading,
        seat: Option<&Seat>,
    ) -> Result<bool, HandleError> {
        if seat.is_some_and(|seat| seat.plays_already(&want)) {
            return Ok(false);
        }
        if let Command::OnBoard { act, .. } = &mut want
            && seat.is_some_and(|seat| seat.is_offered(act))
        {
            *act = BoardAct::Accept;
        }
        let how = how_to_grant(&want, seat, reading);
        self.decide(tx, mail, command_of(want), "", &mut None, how)
    }

    /// Answers a question that was asked in ordinary words.
    pub(super) fn answer_briefly(&mut self, tx: &Tx, mail: &mut Mail, look: Command) -> Result<(), HandleError> {
        let before = mail.replies.len();
        self.decide(tx, mail, command_of(look), "", &mut None, How::Written(Manner::PLAIN))?;
        for (_, reply) in &mut mail.replies[before..] {
            if let Reply::Rules { brief, .. } = reply {
                *brief = true;
            }
        }
        Ok(())
    }

    /// Asks once more about a line, because the answer was neither yes nor no. Returns false if there is nothing to ask about any more.
    fn ask_again(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        line: &str,
        beside: &str,
        complaint: Option<&Complaint>,
        seat: Option<&Seat>,
    ) -> Result<bool, HandleError> {
        let Ok(mut command) = command::parse_line(line, &self.composer.catalogue) else {
            return Ok(false);
        };
        if let Some(seat) = seat {
            // The line is in plain letters, and will be read as one that the player has typed.
            command.plays_mut().iter_mut().for_each(|play| *play = seat.dialect.parsed(play));
        }
        let how = match &command {
            Command::OnBoard { act: BoardAct::Chat(_), .. } => How::OnlyWords(Talk::Perhaps),
            Command::OnBoard { act: BoardAct::Move(_), .. } => How::Supposed,
            Command::Signup { .. }
            | Command::OnBoard { .. }
            | Command::AsPlayer { .. }
            | Command::Tournament(_)
            | Command::Look(_) => How::Wished,
        };
        let before = mail.replies.len();
        self.decide(tx, mail, command_of(command), beside, &mut None, how)?;
        let asked = mail.replies[before..].iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_)));
        if asked {
            let why = match complaint
                .filter(|complaint| !complaint.resembles_nothing() && !complaint.sounds_like_an_answer())
            {
                Some(complaint) => Reply::Misunderstood(complaint.clone()),
                None => Reply::NeitherYesNorNo { line: first_line(&mail.text) },
            };
            mail.replies.insert(before, (None, why));
        }
        Ok(asked)
    }

    /// Words for the opponent, unless they may be something else.
    fn for_opponent(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        seat: &Seat,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let complaint = reading.items.iter().find_map(|item| item.command.as_ref().err());
        let (head, player) = (&seat.game.head, seat.player.as_str());
        let is_move = seat.is_to_move() && complaint.is_some_and(Complaint::names_a_play);
        let is_answer = complaint.is_some_and(Complaint::sounds_like_an_answer) && question(tx, mail)?.is_some();
        let (said, tells_login) = command::without_logins_of(&reading.said, player);
        if is_move || is_answer || is_name(&said, &seat.player) || said.trim().is_empty() {
            return Ok(false);
        }
        if command::may_be_login(&reading.said, player) {
            *words = pending::joined(&waiting.words, "");
            tell_of_password(mail, Some(seat.player.clone()));
            return Ok(true);
        }
        let all = pending::joined(&waiting.words, &said).unwrap_or_default();
        let Some(chat) = chat(head.number, &all, &self.composer.catalogue) else {
            return Ok(false);
        };
        let is_cut = tells_login || reading.withheld;
        let talk = if is_cut { Talk::Perhaps } else { reading.talk };
        if reading.talk == Talk::Perhaps {
            // What is wrong with the line as a command.
            mail.replies.extend(complaint.map(|complaint| (None, Reply::Misunderstood(complaint.clone()))));
        }
        self.send_to_opponent(tx, mail, chat, How::OnlyWords(talk), words)?;
        if is_cut {
            tell_of_password(mail, Some(seat.player.clone()));
        }
        Ok(true)
    }

    /// Sends the words to the opponent, or asks first.
    fn send_to_opponent(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        chat: Command,
        how: How,
        words: &mut Option<String>,
    ) -> Result<(), HandleError> {
        if self.is_too_much(tx, mail, &chat)? {
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

    /// Whether words without a command were sent often enough on this board, or these very words before.
    pub(super) fn is_too_much(&self, tx: &Tx, mail: &mut Mail, chat: &Command) -> Result<bool, HandleError> {
        let Some(Seat { player, game, .. }) = seat(tx, mail)? else {
            return Ok(false);
        };
        let (number, head) = (game.head.number, &game.head);
        if !tx.only_words(number, &player, head.plies, chat.text().unwrap_or_default())?.is_too_much() {
            return Ok(false);
        }
        let opponent = if head.attackers == player { &head.defenders } else { &head.attackers };
        tell_once(mail, KeptBack::Enough { player: opponent.clone(), number, max: OnlyWords::BETWEEN_MOVES_MAX });
        Ok(true)
    }
}

/// The most questions of one mail that are answered.
const LOOKS_MAX: usize = 2;

/// Whether a line was meant as the command for the wish: what is wrong with `chllenge bob` or `draw?` says more than a question.
fn is_tried(wish: &Command, reading: &Reading) -> bool {
    let mut complaints = reading.items.iter().filter_map(|item| item.command.as_ref().err());
    complaints.any(|complaint| complaint.tries(wish.verb()))
}

/// A challenge that does not answer a letter about a board is no talk, so it is even said why it cannot be sent. Neither is the wish for a
/// move back that comes too late, because the opponent has moved.
fn how_to_grant(wish: &Command, seat: Option<&Seat>, reading: &Reading) -> How {
    let is_clear = seat.is_none() && wish.challenge().is_some() && !is_tried(wish, reading);
    let is_late = wish.verb() == Verb::Undo && seat.is_some_and(Seat::is_to_move);
    match is_clear || is_late {
        true => How::Written(Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN }),
        false => How::Wished,
    }
}

/// All that a mail says, to find a wish in it. Where it answers no letter, its Subject belongs to it. A line that was meant as a command is
/// read as it was written: in `play brandubh against my friend Tom`, no word is a password.
fn in_words(mail: &Mail, reading: &Reading) -> String {
    let is_new = mail.token.is_none() && is_for_nobody(mail);
    let subject = if is_new { mail.subject.as_str() } else { "" };
    let text = if reading.talk == Talk::No { mail.text.clone() } else { reading.in_words() };
    format!("{subject}\n\n{text}")
}

/// Whether the mail answers no letter about a board.
fn is_for_nobody(mail: &Mail) -> bool {
    let of_a_board = mail.token.as_ref().is_some_and(|token| matches!(token.purpose, Purpose::Game { .. }));
    !of_a_board && mail.board.is_none()
}

/// The command that sends these words, if a yes to its line sends them exactly.
fn chat(number: u32, said: &str, catalogue: &Catalogue) -> Option<Command> {
    let command = Command::OnBoard { board: Target::Number(number), login: None, act: BoardAct::Chat(said.to_owned()) };
    (command::parse_line(&command.to_string(), catalogue).as_ref() == Ok(&command)).then_some(command)
}

/// The first line of an answer, as it is shown again.
fn first_line(text: &str) -> String {
    const CHARS_MAX: usize = 80;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let is_cut = line.chars().count() > CHARS_MAX;
    let shown: String = command::without_passwords(line, None).chars().take(CHARS_MAX).collect();
    if is_cut { format!("{shown} \u{2026}") } else { shown }
}

/// Whether the words are only the name of their author, as below a letter.
fn is_name(said: &str, player: &PlayerId) -> bool {
    said.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(player.as_str())
}

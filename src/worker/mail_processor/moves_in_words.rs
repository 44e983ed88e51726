//! A move that is not a command: a square alone, the square to which a piece goes, a square that no board has.

use crate::club::{HalfMove, Pending, Refusal, Reply};
use crate::command;
use crate::command::{
    AttemptedMove, BoardAct, Command, Destination, Doubt, Item, Look, Manner, PreviewOf, Reading, Target,
};
use crate::store::Tx;
use crate::tafl;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;
use std::collections::BTreeSet;

impl MailProcessor {
    /// Answers where the sender's own piece on a square can go. A button of a letter says no more than the square. Returns false if there is
    /// no such piece.
    pub(super) fn asked_about_a_piece(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        from: tafl::Square,
        seat: &Seat,
    ) -> Result<bool, HandleError> {
        if !seat.has_piece_on(from) {
            return Ok(false);
        }
        let of = PreviewOf::Piece { board: Target::OfLetter, from };
        let command = Command::Look(Look::Preview { of, plays: Vec::new() });
        self.decide(tx, mail, command_of(command), "", &mut None, How::Written(Manner::PLAIN))?;
        Ok(true)
    }

    /// Answers a mail whose first line is no more than a square: where the sender's own piece there can go, or which piece is to go there.
    pub(super) fn told_of_a_square(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        square: tafl::Square,
        seat: &Seat,
    ) -> Result<bool, HandleError> {
        let said = mail.text.clone();
        Ok(self.asked_about_a_piece(tx, mail, square, seat)?
            || self.sent_to_a_square(tx, mail, &said, seat)?
            || self.asked_which_piece(mail, &said, seat))
    }

    /// Makes the king's move if a mail says his square, and would make the whole move in its place: `A risk, but I'll take it: king to d3.` There is
    /// one king, so the square says the move. Asks about the last of several. Returns false if it says none that can be made.
    pub(super) fn moved_the_king(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        said: &str,
        seat: &Seat,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let throne = seat.with_throne(said);
        let named = throne.as_deref().unwrap_or(said);
        let moves = self.kings_moves(named, seat);
        let legal = |to: &Destination| seat.plays_to(*to).first().copied();
        let (play, beside) = match (&moves[..], moves.iter().rev().find_map(|(to, _)| legal(to))) {
            ([(_, beside)], Some(play)) => (play, beside),
            // `King to d3. No, king to c4.`
            (_, Some(play)) => {
                *words = pending::joined(&self.all_words(waiting), said.trim());
                return self.decide(tx, mail, command_of(seat.moving(play)), "", &mut None, How::Supposed);
            }
            (_, None) => return Ok(false),
        };
        // The throne is called by its name in the words.
        let beside = if beside == named.trim() { said.trim() } else { beside.as_str() };
        // Words that the letter asks about go with the move, as it says.
        let waited = self.all_words(waiting);
        if !waited.is_empty() {
            pending::drop_it(tx, mail)?;
        }
        *words = pending::joined(&waited, beside);
        self.decide(tx, mail, command_of(seat.moving(play)), "", words, How::Written(Manner::PLAIN))?;
        if let Some(draw) = self.wished_draw(said) {
            self.decide(tx, mail, command_of(draw), "", &mut None, How::Wished)?;
        }
        Ok(true)
    }

    /// Where the king goes in a text that would certainly make his move, legal or not, if the square where he stands stood in it; and the words
    /// beside it. There are several if it names several squares in that way.
    fn kings_moves(&self, said: &str, seat: &Seat) -> Vec<(Destination, String)> {
        let Some(from) = seat.own_king() else { return Vec::new() };
        let moves = command::kings_squares(said).into_iter().filter_map(|named| {
            let written = tafl::ParsedPlay { from, to: named.square, captures: Vec::new(), ply: None };
            let texts = command::with_kings_origin(said, &named, from);
            let read = texts.iter().find_map(|text| self.certainly_made(text, &written))?;
            // What stands in its line or sentence stands as it was written, without the square that was put there.
            let is_apart = read.items.iter().all(|item| item.beside.is_empty()) && said.contains(&read.comment);
            let beside = if is_apart { read.comment } else { said.trim().to_owned() };
            let beside = if command::has_only_frames(&beside) { String::new() } else { beside };
            Some((Destination { square: named.square, by_king: true }, beside))
        });
        let mut moves: Vec<(Destination, String)> = moves.collect();
        moves.dedup_by_key(|(to, _)| *to);
        moves
    }

    /// Tells why the move cannot be made that a mail tries in words, if it does. Returns the words beside it.
    pub(super) fn told_why_not(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        said: &str,
        seat: &Seat,
    ) -> Result<Option<String>, HandleError> {
        let king = || {
            let (to, beside) = self.kings_moves(said, seat).pop()?;
            let tried = tafl::ParsedPlay { from: seat.king()?, to: to.square, captures: Vec::new(), ply: None };
            Some((AttemptedMove::To(to), pending::without_move(&beside, &tried)))
        };
        let attempt = command::attempted_move(said).map(|attempt| {
            let beside = pending::beside_line(said, attempt.line).unwrap_or_default();
            (attempt.says, beside)
        });
        let Some((says, beside)) = king().or(attempt) else { return Ok(None) };
        self.tell_why_not(tx, mail, says, seat)?;
        Ok(Some(beside))
    }

    /// Asks whether the only move to the only square is meant that the words name. Returns false if there is not exactly one.
    pub(super) fn sent_to_a_square(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        said: &str,
        seat: &Seat,
    ) -> Result<bool, HandleError> {
        let throne = seat.with_throne(said);
        let said = throne.as_deref().unwrap_or(said);
        let to = command::destination(said).or_else(|| command::square_of_the_king(said));
        let to = to.or_else(|| command::brief_destination(said)).or_else(|| command::concluded_destination(said));
        // `Ich gehe mit demselben Stein zurück auf f4 und schlage deinen auf f5.`
        let to = to.or_else(|| command::own_destination(&seat.without_their_squares(said)));
        let to = to.filter(|_| seat.is_to_move());
        let plays = to.map(|to| seat.plays_to(to)).unwrap_or_default();
        let [play] = plays[..] else {
            return Ok(false);
        };
        self.decide(tx, mail, command_of(seat.moving(play)), "", &mut None, How::Supposed)
    }

    /// Asks which piece is to go to the only square that the words name, if several can: `What a fright. I go to e5, thank you.` Returns false
    /// if they name none, or only the square of talk: `See you at f4`.
    pub(super) fn asked_which_piece(&self, mail: &mut Mail, said: &str, seat: &Seat) -> bool {
        let to = command::own_destination(said).or_else(|| command::brief_destination(said));
        let to = to.filter(|_| seat.is_to_move());
        let plays = to.map(|to| seat.plays_to(to)).unwrap_or_default();
        let (Some(to), [_, _, ..]) = (to, &plays[..]) else {
            return false;
        };
        self.ask_which_piece(mail, to.square, seat);
        true
    }

    fn ask_which_piece(&self, mail: &mut Mail, to: tafl::Square, seat: &Seat) {
        let there = seat.plays_to(Destination { square: to, by_king: false });
        let from: BTreeSet<tafl::Square> = there.iter().map(|play| seat.dialect.written(play.from)).collect();
        mail.pending.0.half = seat.dialect.meant(to).map(HalfMove::To);
        let refusal = Refusal::WhichPiece { number: seat.game.head.number, to, from: from.into_iter().collect() };
        mail.notes.push("a move without its piece".to_owned());
        mail.replies.push((Some(seat.player.clone()), Reply::Refused(refusal)));
    }

    /// Asks whether the only move is meant whose two squares the words name one behind the other: `My man on f5 goes up to f6, and I believe that
    /// takes yours on e6`. Returns false if there is not exactly one that can be made.
    pub(super) fn named_a_move(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        said: &str,
        seat: &Seat,
    ) -> Result<bool, HandleError> {
        if !seat.is_to_move() {
            return Ok(false);
        }
        let squares = command::squares(said);
        let between = |pair: &[tafl::Square]| {
            let there = seat.plays_to(Destination { square: pair[1], by_king: false });
            there.into_iter().find(|play| seat.dialect.written(play.from) == pair[0])
        };
        // `c2 please, the one from b2`
        let from_behind = |pair: &[tafl::Square]| between(&[pair[1], pair[0]]);
        let forward: Vec<_> = squares.windows(2).filter_map(between).collect();
        let backward = squares.windows(2).filter_map(from_behind).filter(|_| command::names_from_behind(said));
        // `a4 takes c5 by going to c4`
        let apart = squares
            .iter()
            .enumerate()
            .flat_map(|(at, from)| squares[at + 1..].iter().filter_map(move |to| between(&[*from, *to])));
        let mut plays: Vec<_> = if forward.is_empty() { backward.collect() } else { forward };
        if plays.is_empty() {
            plays.extend(apart);
        }
        let mut plays = plays.into_iter();
        let Some(play) = plays.next().filter(|first| plays.all(|play| play == *first)) else {
            return Ok(false);
        };
        self.decide(tx, mail, command_of(seat.moving(play)), "", &mut None, How::Supposed)
    }

    /// Asks whether the only move on the way is meant that the words tell: `then my king perhaps goes one down`. If a sentence plainly tells that,
    /// and how far, the move is made: `King one to the left.` If there are several, or none, shows where the piece can go. Returns false if the
    /// words tell no way of a piece of theirs.
    pub(super) fn told_a_way(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        said: &str,
        seat: &Seat,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let Some(way) = command::way(said).filter(|_| seat.is_to_move()) else {
            return Ok(false);
        };
        let Some((from, plays)) = seat.plays_on(way) else {
            return Ok(false);
        };
        let is_asked = match plays[..] {
            [play] => match self.beside_a_way(said, seat, play) {
                Some(beside) => {
                    *words = pending::joined(&self.all_words(waiting), &beside);
                    let (command, how) = (command_of(seat.moving(play)), How::Written(Manner::PLAIN));
                    return self.decide(tx, mail, command, "", words, how);
                }
                None => self.decide(tx, mail, command_of(seat.moving(play)), "", &mut None, How::Supposed)?,
            },
            _ => self.asked_about_a_piece(tx, mail, from, seat)?,
        };
        if is_asked {
            let beside = if way.is_all { "" } else { said.trim() };
            *words = pending::joined(&self.all_words(waiting), beside);
        }
        Ok(is_asked)
    }

    /// The words beside a sentence that tells the way of this move, if the move in its place would be made with them around it.
    fn beside_a_way(&self, said: &str, seat: &Seat, play: tafl::Play) -> Option<String> {
        let command = seat.moving(play);
        let written = command.played()?;
        let (before, behind) = command::around_a_way(said)?;
        let text = format!("{before}{}-{}{behind}", written.from, written.to);
        let beside = format!("{before}{}", behind.trim_start_matches(['.', '!', ' ']));
        self.certainly_makes(&text, written)
            .then(|| if command::has_only_frames(&beside) { String::new() } else { beside.trim().to_owned() })
    }

    /// Whether a mail with this text would make just this move, without a question.
    pub(super) fn certainly_makes(&self, text: &str, written: &tafl::ParsedPlay) -> bool {
        self.certainly_made(text, written).is_some()
    }

    /// What is read of a mail with this text, if it would make just this move, without a question.
    fn certainly_made(&self, text: &str, written: &tafl::ParsedPlay) -> Option<Reading> {
        let reading = command::read("", text, &self.composer.catalogue);
        let is_plain = |item: &Item| {
            let is_it = item.command.as_ref().ok().and_then(Command::played).is_some_and(|read| read == written);
            is_it && item.manner.doubt.is_none()
        };
        let is_it = matches!(&reading.items[..], [item] if is_plain(item)) && !reading.withheld && !reading.cut;
        is_it.then_some(reading)
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
        let play = match attempted {
            AttemptedMove::OffBoard(ref play) => Some(play.clone()),
            AttemptedMove::To(Destination { square, by_king: true }) => {
                seat.king().map(|from| tafl::ParsedPlay { from, to: square, captures: Vec::new(), ply: None })
            }
            AttemptedMove::To(Destination { by_king: false, .. }) => None,
        };
        if let Some(play) = play {
            let command = Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) };
            let manner = Manner { doubt: Some(Doubt::MoreWords), ..Manner::PLAIN };
            self.decide(tx, mail, command_of(command), "", &mut None, How::Written(manner))?;
        } else if let AttemptedMove::To(Destination { square, .. }) = attempted
            && !self.asked_about_a_piece(tx, mail, square, seat)?
        {
            self.ask_which_piece(mail, square, seat);
        }
        Ok(())
    }
}

/// The same move with the end that the mail says instead, if that is possible: `d1 to b1 sorry i mean c1`. It is asked about.
pub(super) fn or_corrected(tx: &Tx, mail: &Mail, play: tafl::ParsedPlay) -> Result<tafl::ParsedPlay, HandleError> {
    let Some(to) = command::corrected_destination(&mail.text, &play) else { return Ok(play) };
    let Some(seat) = seat(tx, mail)? else { return Ok(play) };
    let meant = seat.dialect.meant(play.from).zip(seat.dialect.meant(to));
    let is_legal = seat.game.state.moves().into_iter().any(|known| Some((known.from, known.to)) == meant);
    Ok(if is_legal { tafl::ParsedPlay { to, captures: Vec::new(), ..play } } else { play })
}

/// The same for the command of a move that is in doubt.
pub(super) fn with_end_meant(
    tx: &Tx,
    mail: &Mail,
    mut command: Command,
    mut manner: Manner,
) -> Result<(Command, Manner), HandleError> {
    if let (Command::OnBoard { act: BoardAct::Move(play), .. }, Some(_)) = (&mut command, manner.doubt) {
        let meant = or_corrected(tx, mail, play.clone())?;
        if meant != *play {
            (*play, manner.doubt) = (meant, Some(Doubt::MoreWords));
        }
    }
    Ok((command, manner))
}

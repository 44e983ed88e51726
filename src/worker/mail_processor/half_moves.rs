//! The other half of a move of which a letter has spoken: `oops, b3 then` where it tells where the king can go, `the one on d3` where it asks
//! which piece.

use crate::club::{HalfMove, Pending, PlayerId, Refusal, Reply};
use crate::command::{self, Command, Manner};
use crate::store::Tx;
use crate::tafl::{Piece, Play, Square};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Makes the move, or asks about it, whose other half the words name. Returns false if they name none that can be made.
    pub(super) fn completed_a_move(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        if waiting.half.is_none() && waiting.line.is_none() {
            return Ok(false);
        }
        let Some(seat) = seat(tx, mail)?.filter(Seat::is_to_move) else { return Ok(false) };
        let said = mail.text.clone();
        // `No, c3` to the question whether d3-b3 is meant, and `no, from c4`.
        let asked = waiting.line.as_deref().and_then(|line| command::parse_line(line, &self.composer.catalogue).ok());
        let asked = asked.as_ref().and_then(Command::played);
        let of_asked =
            asked.map_or([None, None], |play| [Some(HalfMove::From(play.from)), Some(HalfMove::To(play.to))]);
        let mut halves = [waiting.half].into_iter().chain(of_asked).flatten();
        let found = halves.find_map(|half| completed(&seat, half, &said).map(|(play, place)| (half, play, place)));
        let Some((half, play, place)) = found else { return Ok(false) };
        match self.beside_a_half(&said, place, half, &seat, play) {
            Some(beside) => {
                *words = pending::joined(&self.all_words(waiting), &beside);
                self.decide(tx, mail, command_of(seat.moving(play)), "", words, How::Written(Manner::PLAIN))
            }
            // What only speaks of the square is read like any other mail.
            None if command::destination(&said).or_else(|| command::brief_destination(&said)).is_none() => Ok(false),
            None => {
                *words = pending::joined(&self.all_words(waiting), said.trim());
                self.decide(tx, mail, command_of(seat.moving(play)), "", &mut None, How::Supposed)
            }
        }
    }

    /// The words for the opponent in a mail that certainly means this move: it would make the whole move in the place of the half. A line that
    /// only says which piece answers the question of the letter.
    fn beside_a_half(&self, said: &str, place: &str, half: HalfMove, seat: &Seat, play: Play) -> Option<String> {
        const WORDS_MIN: usize = 3;
        let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        if matches!(half, HalfMove::To(_)) && first.contains(place) && command::only_points_at_a_piece(first) {
            return Some(pending::without_line(said, first).unwrap_or_default());
        }
        let command = seat.moving(play);
        let written = command.played()?;
        let whole = format!("{}-{}", written.from, written.to);
        let text = said.replacen(place, &whole, 1);
        // `Oops.`
        let rest = pending::without_move(&text, written);
        let says_more = rest.split_whitespace().count() >= WORDS_MIN && !command::has_only_frames(&rest);
        self.certainly_makes(&text, written).then(|| if says_more { rest } else { String::new() })
    }
}

/// The legal move that the only square or the king of a text completes, and the word that names it.
fn completed<'a>(seat: &Seat, half: HalfMove, said: &'a str) -> Option<(Play, &'a str)> {
    let state = &seat.game.state;
    let named = match command::squares(said)[..] {
        [square] => Some(square),
        _ => None,
    };
    let word_of = |square: Square| {
        let name = square.to_string();
        said.split(|c: char| !c.is_alphanumeric()).find(|word| word.eq_ignore_ascii_case(&name))
    };
    let (play, place) = match (half, named) {
        (HalfMove::From(from), Some(to)) => (Play { from, to: seat.dialect.meant(to)? }, word_of(to)?),
        (HalfMove::To(to), Some(from)) => (Play { from: seat.dialect.meant(from)?, to }, word_of(from)?),
        (HalfMove::To(to), None) => {
            let word = command::word_for_the_king(said)?;
            let king = state.position().pieces().find(|(_, piece)| *piece == Piece::King)?;
            (Play { from: king.0, to }, word)
        }
        (HalfMove::From(_), None) => return None,
    };
    state.moves().contains(&play).then_some((play, place))
}

/// The half of a move of which these answers speak.
pub(super) fn spoken_of(replies: &[(Option<PlayerId>, Reply)]) -> Option<HalfMove> {
    replies.iter().find_map(|(_, reply)| match reply {
        Reply::Refused(Refusal::Illegal { play: Play { from, .. }, reach, .. }) | Reply::Reach { from, reach, .. }
            if !reach.is_empty() =>
        {
            Some(HalfMove::From(*from))
        }
        _ => None,
    })
}

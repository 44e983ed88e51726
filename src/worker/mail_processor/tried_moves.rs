//! A move that its author wants to see first, and could make now. The letter that shows it asks about it, so that `Yes, that looks nice, please
//! play it` makes it.

use crate::command::{BoardAct, Command, Doubt, Look, Manner, PreviewOf, Target};
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::HandleError;
use crate::worker::mail_processor::seat::seat;

/// The command as a question about its move, if it only shows one move that can be made now; else as it is.
pub(super) fn or_tried(
    tx: &Tx,
    mail: &Mail,
    command: Command,
    manner: Manner,
) -> Result<(Command, Manner), HandleError> {
    let Command::Look(Look::Preview { of: PreviewOf::Game { board, at: None }, plays }) = &command else {
        return Ok((command, manner));
    };
    let [play] = plays.as_slice() else { return Ok((command, manner)) };
    let Some(seat) = seat(tx, mail)?.filter(|seat| seat.is_to_move() && seat.is_about(*board)) else {
        return Ok((command, manner));
    };
    let meant = seat.dialect.meant(play.from).zip(seat.dialect.meant(play.to));
    let is_legal = seat.game.state.moves().into_iter().any(|known| Some((known.from, known.to)) == meant);
    if !is_legal {
        return Ok((command, manner));
    }
    let act = BoardAct::Move(play.clone());
    let asked = Command::OnBoard { board: Target::Number(seat.game.head.number), login: None, act };
    Ok((asked, Manner { doubt: Some(Doubt::Tried), ..manner }))
}

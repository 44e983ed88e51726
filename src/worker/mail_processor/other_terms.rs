//! An answer to a challenge that offers other terms: the other side, another board, or that the game does not count. It is asked whether that is
//! to be offered instead.

use crate::club::{PlayerId, Stage};
use crate::command;
use crate::command::{BoardAct, Command, Doubt, Manner, OfferedGame, OtherTerms, Reading, Target};
use crate::store::Tx;
use crate::tafl::Side;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Asks about what a mail offers instead of the challenge that it answers. Its words wait with the question. Returns false if it offers
    /// nothing else.
    pub(super) fn offers_other_terms(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let Some(seat) = seat(tx, mail)?.filter(|seat| seat.game.head.stage == Stage::Invited) else {
            return Ok(false);
        };
        if question(tx, mail)?.is_none() {
            return Ok(false);
        }
        let head = &seat.game.head;
        let side = head.side_of(&seat.player).unwrap_or(Side::Defenders);
        let offered = OfferedGame { variant: &head.variant, side };
        let Some(terms) = command::other_terms(&mail.text, &offered, &self.composer.catalogue) else {
            return Ok(false);
        };
        let instead = match terms {
            OtherTerms { sides: false, game: None, .. } if head.is_rated() => {
                let board = Target::Number(head.number);
                Some(Command::OnBoard { board, login: None, act: BoardAct::Unrated })
            }
            OtherTerms { sides: false, game: None, .. } => None,
            terms => command::parse_line(&challenge(&seat, side, &terms), &self.composer.catalogue).ok(),
        };
        let Some(instead) = instead else { return Ok(false) };
        let how = How::Written(Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN });
        let asked = self.decide(tx, mail, command_of(instead), "", &mut None, how)?;
        if asked && words.is_none() {
            *words = pending::joined("", reading.in_words().trim());
        }
        Ok(asked)
    }
}

/// The challenge on other terms.
fn challenge(seat: &Seat, side: Side, terms: &OtherTerms) -> String {
    let head = &seat.game.head;
    let variant = terms.game.as_deref().unwrap_or(&head.variant);
    let (game, options) = variant.split_once(' ').unwrap_or((variant, ""));
    let (own, other): (&PlayerId, &PlayerId) = (&seat.player, seat.opponent());
    let attacks = (side == Side::Attackers) != terms.sides;
    let (attackers, defenders) = if attacks { (own, other) } else { (other, own) };
    let unrated = if terms.unrated || !head.is_rated() { "-unrated" } else { "" };
    let private = if head.conditions.private { "-private" } else { "" };
    format!("{game} challenge {attackers} {defenders} {options} {unrated} {private}")
}

//! A mail that wants a challenge on other terms: the other side, another board, another clock, or that the game does not count. It is asked whether
//! that is to be offered instead. A challenge that only waits for somebody to join is changed at once: nobody has seen it.

use crate::clock::Control;
use crate::club::{Change, Head, PlayerId, Reply, Stage};
use crate::command;
use crate::command::{
    Bargain, BoardAct, ChallengeAsk, Command, Doubt, Manner, OfferedGame, OtherTerms, PlayerAct, Reading, Target,
    Terms, Timing,
};
use crate::store::Tx;
use crate::tafl::Side;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, first_name, is_for_nobody, open_games, probable_author, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Asks about what a mail offers instead of the challenge of its letter. Its words wait with the question. Returns false if it offers
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
        let head = &seat.game.head;
        let is_own = seat.has_challenged();
        if is_own && self.challenges_another(&mail.text, seat.opponent()) {
            return Ok(false);
        }
        if !is_own && question(tx, mail)?.is_none() {
            return Ok(false);
        }
        let side = head.side_of(&seat.player).unwrap_or(Side::Defenders);
        let offered = OfferedGame { variant: &head.variant, side };
        let bargain = if is_own { Bargain::Own } else { Bargain::Theirs };
        let other = seat.opponent().as_str();
        let Some(terms) = command::other_terms(&mail.text, &offered, other, bargain, &self.composer.catalogue) else {
            return Ok(false);
        };
        let only_unrated = OtherTerms { unrated: true, ..OtherTerms::default() };
        let instead = match terms {
            terms if terms == only_unrated && head.is_rated() => {
                let board = Target::Number(head.number);
                Some(Command::OnBoard { board, login: None, act: BoardAct::Unrated })
            }
            terms if terms == only_unrated => None,
            terms => terms.applied(&self.challenge_again(head), &self.composer.catalogue).map(challenge),
        };
        let Some(instead) = instead else { return Ok(false) };
        let how = How::Written(Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN });
        let asked = self.decide(tx, mail, command_of(instead), "", &mut None, how)?;
        if asked && is_own {
            // It is said to the club.
            *words = pending::joined("", "");
        } else if asked && words.is_none() {
            *words = pending::joined("", reading.in_words().trim());
        }
        Ok(asked)
    }

    /// A challenge that takes the place of an open one, on the same terms.
    fn challenge_again(&self, head: &Head) -> ChallengeAsk {
        let (first, second) = (head.attackers.to_string(), head.defenders.to_string());
        let (game, options) = head.variant.split_once(' ').unwrap_or((&head.variant, ""));
        let line = format!("{game} challenge {first} {second} {options}");
        let read = command::parse_line(&line, &self.composer.catalogue).ok();
        // Rules of the players' own have no name.
        let named = read.as_ref().and_then(Command::challenge).map(|ask| ask.terms.clone());
        let is_named = |terms: &Terms| matches!(terms, Terms::Variant(variant) if variant.name == head.variant);
        let terms = named.filter(is_named).unwrap_or(Terms::AsOn(head.number));
        let control = head.clock.as_ref().map(|clock| clock.control);
        let clock = (control != self.usual_control()).then_some(control.map_or(Timing::Unlimited, Timing::Control));
        ChallengeAsk { first, second, terms, conditions: head.conditions, clock, instead: Some(head.number) }
    }

    /// Another game after one that is over, with its sides or on another board: `rematch, but I keep the king`, `another, on the 9x9 board`.
    /// `None` if a rematch as usual is wanted.
    pub(super) fn rematch_on_other_terms(&self, text: &str, seat: &Seat) -> Option<Command> {
        let head = &seat.game.head;
        let (side, own) = (command::wanted_side(text, first_name(seat.opponent())), head.side_of(&seat.player)?);
        let offered = OfferedGame { variant: &head.variant, side: own };
        let other = seat.opponent().as_str();
        let terms = command::other_terms(text, &offered, other, Bargain::Own, &self.composer.catalogue);
        let game = terms.and_then(|terms| terms.game);
        if game.is_none() && side != Some(own) {
            return None;
        }
        let again = ChallengeAsk { instead: None, ..self.challenge_again(head) };
        let terms = OtherTerms { sides: side != Some(own), game, ..OtherTerms::default() };
        terms.applied(&again, &self.composer.catalogue).map(challenge)
    }

    /// The clock of a game for which none was named.
    pub(super) fn usual_control(&self) -> Option<Control> {
        self.rules.clock.map(|control| self.rules.pinned(control))
    }

    /// Whether a text wishes to challenge somebody else: `I would like to challenge Ida, to Tablut`
    fn challenges_another(&self, text: &str, player: &PlayerId) -> bool {
        self.wishes_to_the_club(text)
            .wants
            .iter()
            .any(|want| want.challenge().is_some_and(|ask| ask.other() != player.as_str()))
    }

    /// Changes the only challenge that waits for somebody to join, if a mail wants it on other terms. It must bring a key.
    pub(super) fn changes_awaited(&self, tx: &Tx, mail: &mut Mail) -> Result<bool, HandleError> {
        let Some(player) = mail.token.as_ref().and_then(|token| token.purpose.player().cloned()) else {
            return Ok(false);
        };
        if !is_for_nobody(mail) || !open_games(tx, mail)?.is_empty() {
            return Ok(false);
        }
        let awaited = tx.awaited_by(&player)?;
        let [(wanted, line)] = &awaited[..] else { return Ok(false) };
        if self.challenges_another(&mail.text, wanted) {
            return Ok(false);
        }
        let Some(changed) = self.on_other_terms(&mail.text, line, &player) else { return Ok(false) };
        let line = challenge(changed).to_string();
        let words = tx.awaited_words(&player, wanted)?.unwrap_or_default();
        let at = mail.spool.received;
        tx.apply(&[Change::Awaited { player, wanted: wanted.clone(), line: line.clone(), words, at }])?;
        mail.notes.push("changed a challenge that waits for somebody to join".to_owned());
        mail.replies.push((None, Reply::StillAwaited { challenges: vec![(wanted.clone(), line)], changed: true }));
        Ok(true)
    }

    /// A challenge as the words below it want it instead: `brandubh challenge ann bob`, and below it `but I want the king`. It is asked about.
    pub(super) fn on_terms_below(
        &self,
        tx: &Tx,
        mail: &Mail,
        command: &Command,
        manner: Manner,
        words: &str,
    ) -> Result<Option<Command>, HandleError> {
        if words.is_empty() || command.challenge().is_none() || manner.doubt.is_some() {
            return Ok(None);
        }
        let author = probable_author(tx, mail)?;
        Ok(author.and_then(|author| self.on_other_terms(words, &command.to_string(), &author)).map(challenge))
    }

    /// The challenge of a line, as its author wants it instead: `Nearly! I wanted Sam to have the attackers.` `None` if a text says nothing of
    /// that.
    pub(super) fn on_other_terms(&self, text: &str, line: &str, author: &PlayerId) -> Option<ChallengeAsk> {
        let command = command::parse_line(line, &self.composer.catalogue).ok()?;
        let ask = command.challenge()?;
        let (other, side) = match ask.first == author.as_str() {
            true => (&ask.second, Side::Attackers),
            false => (&ask.first, Side::Defenders),
        };
        let Terms::Variant(variant) = &ask.terms else { return None };
        let offered = OfferedGame { variant: &variant.name, side };
        let terms = command::other_terms(text, &offered, other, Bargain::Own, &self.composer.catalogue)?;
        terms.applied(ask, &self.composer.catalogue).filter(|changed| changed != ask)
    }
}

/// The command of a challenge.
fn challenge(ask: ChallengeAsk) -> Command {
    Command::AsPlayer { login: None, act: PlayerAct::Challenge(ask) }
}

//! Letters that come back, and players who write again: what a mail says about whether letters arrive.

use crate::club::{self, CameBack, Change, ComesAgain, Decision, Fault, Needs, PlayerId, Retold};
use crate::journal::{self, LogEvent};
use crate::letters;
use crate::mail::{self, Address, Automatic, DeliveryStatus, Errand, Message};
use crate::store::{Returned, SpooledMail, Start, Store, StoreError, Told, Tx, Weighed};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::BOUNCE;
use crate::worker::mail_processor::replies::Sending;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// Refused letters handled in one transaction. No other process can write at that time.
const REFUSALS_MAX: u32 = 16;

/// The most letters in a day that tell a player at another address that one came back. Only one tells an opponent.
const TOLD_MAX: u32 = 3;
const TOLD_WITHIN: TimeDelta = TimeDelta::days(1);

impl MailProcessor {
    /// A mail to the bounce address of one of our letters is recorded for that letter, and may stop letters to its mailbox. The same goes
    /// for a report to any other address of ours that returns the letter, because some providers put their own address on the envelope. The
    /// key in both is a secret of the letter's reader and of the mail systems on its way. A mail without it proves nothing.
    pub(in crate::worker) fn bounce(
        &mut self,
        tx: &Tx,
        spool: &SpooledMail,
        message: &Message,
    ) -> Result<Option<String>, HandleError> {
        let addresses = spool.envelope_to.iter().filter_map(|to| to.parse::<Address>().ok());
        let mut keys = addresses.filter_map(|to| match mail::errand_of_address(&to) {
            Some((Errand::Letter(BOUNCE), key)) => Some(key),
            _ => None,
        });
        let returned = message.returned.clone().filter(|_| message.failure.is_some());
        let Some(key) = keys.next().or(returned) else {
            return Ok(None);
        };
        if message.failure.is_none() && !is_of_a_mail_system(spool, message) {
            return Ok(Some(
                "not answered: this mail is not a bounce, although it came to the address for bounces".to_owned(),
            ));
        }
        Ok(Some(match tx.letter_came_back(&key, message.failure)? {
            Some(returned @ Returned { reader: Some(_), .. })
                if message.failure.is_some_and(DeliveryStatus::is_sending_limit) =>
            {
                self.met_a_limit(tx, &returned)?
            }
            Some(returned @ Returned { reader: Some(_), .. }) => {
                let (id, stopped) = (returned.id, self.came_back(tx, &returned)?);
                let reader = returned.reader.as_ref().map(PlayerId::as_str).unwrap_or_default();
                let stopped = if stopped { "; no more letters go to this address" } else { "" };
                format!("letter {id} to {reader} came back{stopped}")
            }
            Some(Returned { id, reader: None, .. }) => format!("letter {id} came back"),
            None => "not answered: an old bounce".to_owned(),
        }))
    }

    /// A letter has come back because we have sent the provider too much. Nothing is wrong with its mailbox, and its content is sent again
    /// when that is over. Returns a note about it.
    fn met_a_limit(&mut self, tx: &Tx, returned: &Returned) -> Result<String, HandleError> {
        let Some(reader) = &returned.reader else {
            return Ok(String::new());
        };
        self.hold_clocks(tx, reader, &returned.started, Fault::Ours)?;
        let note = format!("letter {} to {reader} came back: the provider sends no more for now", returned.id);
        let since = first_told(returned);
        let Some(at) = club::after_limit(since, tx.now()) else {
            return Ok(format!("{note}; the server gives this letter up"));
        };
        let sending = Sending { not_before: Some(at), since: Some(since), ..Sending::default() };
        let is_anew = match returned.kind.as_str() {
            letters::DIGEST => self.keep_again(tx, reader, returned, at)?,
            letters::MESSAGE => self.message_anew(tx, reader, returned, &sending)?,
            // A newer letter has shown the board, but not the words.
            _ => match (returned.anew, returned.told.first()) {
                (Some(number), told) => {
                    let words = told.map_or("", |told| &told.words);
                    self.write_anew(tx, reader, Retold::Board(number, words), &sending)?
                }
                (None, Some(Told { number: Some(number), words, .. })) => {
                    self.write_anew(tx, reader, Retold::Words(*number, words), &sending)?
                }
                (None, _) => false,
            },
        };
        Ok(if is_anew { format!("{note}; the server writes this letter again and sends it") } else { note })
    }

    /// What a digest said is kept for the next one, as if it had never been sent. Returns whether there is anything.
    fn keep_again(
        &mut self,
        tx: &Tx,
        reader: &PlayerId,
        returned: &Returned,
        due: DateTime<Utc>,
    ) -> Result<bool, HandleError> {
        let again = comes_again(returned);
        let needs = Needs {
            players: [reader.clone()].into(),
            games: again.iter().map(|told| told.number).collect(),
            ..Needs::default()
        };
        let view = tx.view(&needs, tx.now())?;
        let mut decision = Decision::default();
        for told in &again {
            club::keep_again(&mut decision, &view, reader, told, tx.now(), due);
        }
        self.carry_out(tx, None, &decision)?;
        Ok(!decision.changes.is_empty())
    }

    /// A player's message that is not about a board is sent again. Returns whether there is one.
    fn message_anew(
        &mut self,
        tx: &Tx,
        reader: &PlayerId,
        returned: &Returned,
        sending: &Sending,
    ) -> Result<bool, HandleError> {
        let Some(told) = returned.told.first() else {
            return Ok(false);
        };
        let view = tx.view(&Needs { players: [reader.clone()].into(), ..Needs::default() }, tx.now())?;
        let decision = club::message_anew(&view, reader, &told.author, &told.words, tx.now(), &mut self.chance);
        self.carry_out_as(tx, None, &decision, sending)?;
        Ok(!decision.notices.is_empty())
    }

    /// Stops clocks because a letter does not reach the player who is to move.
    pub(in crate::worker) fn hold_clocks(
        &mut self,
        tx: &Tx,
        player: &PlayerId,
        starts: &[Start],
        fault: Fault,
    ) -> Result<(), HandleError> {
        let told: BTreeMap<u32, u32> = starts.iter().map(|start| (start.number, start.plies)).collect();
        if told.is_empty() {
            return Ok(());
        }
        let (games, players) = (told.keys().copied().collect(), [player.clone()].into());
        let view = tx.view(&Needs { games, players, ..Needs::default() }, tx.now())?;
        let decision = club::hold_clocks(&view, player, &told, fault, &self.rules, tx.now());
        self.carry_out(tx, None, &decision)
    }

    /// A letter has come back: letters to its address may stop, and the players concerned are told. Returns whether letters stop because of
    /// it.
    fn came_back(&mut self, tx: &Tx, returned: &Returned) -> Result<bool, HandleError> {
        let Some(player) = &returned.reader else {
            return Ok(false);
        };
        let stopped = self.stop_letters(tx, player, &returned.to)?;
        if !returned.is_news {
            return Ok(stopped);
        }
        let now = tx.now();
        let told: BTreeMap<u32, u32> = returned.started.iter().map(|start| (start.number, start.plies)).collect();
        let again = comes_again(returned);
        let games = told.keys().copied().chain(again.iter().map(|told| told.number)).collect();
        let view = tx.view(&Needs { games, players: [player.clone()].into(), ..Needs::default() }, now)?;
        // If the letter about this came back too, it would be sent again forever.
        let retold = !stopped
            && returned.kind != letters::CAME_BACK
            && tx.written_to(player, letters::CAME_BACK, now - TOLD_WITHIN)? < TOLD_MAX;
        // If letters stop, they have already been told so.
        let quiet = match stopped {
            true => view.players.keys().cloned().collect(),
            false => tx.told(player, letters::LETTER_LOST, now - TOLD_WITHIN)?,
        };
        let (address, shown) = (&returned.to, returned.anew);
        let may_again = !stopped && tx.may_tell_again(player, address, now - club::BOUNCES_WINDOW)?;
        let again = if may_again { &again[..] } else { &[] };
        let letter = CameBack { player, address, told: &told, shown, retold, quiet: &quiet, again };
        let decision = club::came_back(&view, &letter, &self.rules, now, &mut self.chance);
        self.carry_out(tx, None, &decision)?;
        if decision.changes.iter().any(|change| matches!(change, Change::NewsKeptAgain { .. })) {
            tx.note_told_again(returned.id)?;
        }
        if stopped {
            // If the player has another address, letters go there from now on.
            for number in club::waiting(&view, &letter).map(|head| head.number) {
                let words = returned.told_of(number).map_or("", |told| &told.words);
                self.write_anew(tx, player, Retold::Board(number, words), &Sending::default())?;
            }
        }
        Ok(stopped)
    }

    /// What a letter said about a board is sent again. Returns whether there was anything to send.
    fn write_anew(
        &mut self,
        tx: &Tx,
        reader: &PlayerId,
        retold: Retold<'_>,
        sending: &Sending,
    ) -> Result<bool, HandleError> {
        let needs = Needs { players: [reader.clone()].into(), games: [retold.board()].into(), ..Needs::default() };
        let view = tx.view(&needs, tx.now())?;
        let at = sending.not_before.unwrap_or(tx.now());
        let decision = club::write_anew(&view, reader, retold, at, tx.now(), &mut self.chance);
        self.carry_out_as(tx, None, &decision, sending)?;
        Ok(!decision.notices.is_empty())
    }

    /// A letter that a relay refuses for good counts as a letter that came back. It may stop letters to its mailbox in the same way.
    pub(in crate::worker) fn weigh_refusals(
        &mut self,
        store: &mut Store,
        now: DateTime<Utc>,
    ) -> Result<Weighed, StoreError> {
        let weighed = store.refusals(REFUSALS_MAX, now, |tx, returned| {
            let stopped = self.came_back(tx, returned)?;
            if let Some(player) = returned.reader.as_ref().filter(|_| stopped) {
                journal::write(&LogEvent::LettersStop { player: player.as_str(), to: returned.to.as_str() });
            }
            Ok::<(), HandleError>(())
        })?;
        for (id, why) in &weighed.stumbles {
            journal::write(&LogEvent::RefusalFailed { id: *id, why });
        }
        Ok(weighed)
    }

    /// Stops letters to an address from which too much has come back. Returns whether anything changed.
    fn stop_letters(&mut self, tx: &Tx, player: &PlayerId, address: &Address) -> Result<bool, HandleError> {
        let now = tx.now();
        let bounces = tx.bounces(address, now - club::BOUNCES_WINDOW)?;
        let (true, Some(status)) = (club::is_dead(&bounces), bounces.last()) else {
            return Ok(false);
        };
        let needs = Needs { players: [player.clone()].into(), open_games: [player.clone()].into(), ..Needs::default() };
        let needs = club::suspend_needs(&tx.view(&needs, now)?, player);
        let view = tx.view(&needs, now)?;
        let decision = club::suspend(&view, player, address, *status, now, &mut self.chance);
        self.carry_out(tx, None, &decision)?;
        Ok(!decision.changes.is_empty())
    }

    /// The player who certainly sent the mail gets letters again, and may have another automatic vacation. Done again, it is done for
    /// players of whom that was not certain before.
    pub(in crate::worker) fn hear_of(&mut self, tx: &Tx, mail: &mut Mail) -> Result<(), HandleError> {
        let handed = mail.token.as_ref().and_then(|token| token.purpose.player().cloned());
        let mut players: BTreeSet<PlayerId> = mail.proven.iter().cloned().chain(handed).collect();
        let from = Some(mail.from.clone()).filter(|_| players.is_empty());
        players.retain(|player| !mail.heard_of.contains(player));
        if players.is_empty() && from.is_none() {
            return Ok(());
        }
        let view = tx.view(&Needs { players, from, ..Needs::default() }, mail.spool.received)?;
        for player in view.players.values() {
            self.see_zone(tx, mail, player)?;
        }
        let certain = view.players.values().filter(|player| mail.is_proven_for(player)).map(|player| player.id.clone());
        let certain: Vec<PlayerId> = certain.collect();
        mail.heard_of.extend(certain);
        let silent =
            view.players.values().filter(|player| player.auto_vacation_since.is_some() && mail.is_proven_for(player));
        for player in silent {
            tx.apply(&[Change::AutoVacation { player: player.id.clone(), at: None }])?;
        }
        let stopped = view.players.values().filter(|player| player.suspensions.iter().any(|known| !known.lifted));
        let heard: Vec<PlayerId> =
            stopped.filter(|player| mail.is_proven_for(player)).map(|player| player.id.clone()).collect();
        for player in heard {
            let needs =
                Needs { players: [player.clone()].into(), open_games: [player.clone()].into(), ..Needs::default() };
            let view = tx.view(&needs, mail.spool.received)?;
            let decision = club::resume(&view, &player, &mail.from, mail.spool.received, &mut self.chance);
            if !decision.changes.is_empty() {
                mail.notes.push(format!("{player} gets letters again"));
            }
            self.carry_out(tx, None, &decision)?;
        }
        Ok(())
    }
}

/// When the content of a letter was first sent, by this letter or an earlier one.
fn first_told(returned: &Returned) -> DateTime<Utc> {
    returned.told.iter().map(|told| told.since).min().unwrap_or(returned.created)
}

/// What a letter said about boards, each board once.
fn comes_again(returned: &Returned) -> Vec<ComesAgain<'_>> {
    let (letter, since) = (returned.id, first_told(returned));
    let told = returned.told.iter().filter_map(|told| Some((told.number?, told.words.as_str())));
    let mut again: BTreeMap<u32, &str> = told.collect();
    for number in returned.started.iter().map(|start| start.number).chain(returned.anew) {
        again.entry(number).or_default();
    }
    again.into_iter().map(|(number, words)| ComesAgain { letter, number, words, since }).collect()
}

/// Whether a mail to a bounce address comes from a mail system and is not a report about a delay. Vacation replies come there too, often
/// with an empty sender like a bounce (RFC 3834). What such a reply says about itself decides.
fn is_of_a_mail_system(spool: &SpooledMail, message: &Message) -> bool {
    match message.automatic {
        Some(Automatic::NullSender | Automatic::Machine) => true,
        None | Some(Automatic::Loop | Automatic::Ours | Automatic::Circling) => {
            spool.envelope_from.as_deref().is_some_and(|from| mail::automatic_envelope(from).is_some())
        }
        Some(
            Automatic::Report
            | Automatic::AutoSubmitted
            | Automatic::Autoreply
            | Automatic::Bulk
            | Automatic::List
            | Automatic::Suppressed
            | Automatic::Calendar
            | Automatic::Reaction,
        ) => false,
    }
}

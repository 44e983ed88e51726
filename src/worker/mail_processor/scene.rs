//! Where a mail is written, and whom it names: what is needed to know what its words wish for.

use crate::club::{Needs, PlayerId, Stage};
use crate::command::{self, Command, Context, Named, Situation, Talk, Wishes};
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::seat::Seat;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use std::collections::BTreeSet;

/// The most words of a mail that are looked up as the ids of players.
const NAMES_MAX: usize = 200;

/// Where a mail is written, and the players whom it names.
pub(super) struct Scene {
    context: Context,
    named: BTreeSet<String>,
    opponent: Option<PlayerId>,
    only_phrases: bool,
    waits: bool,
    /// The board in the Subject of a mail that answers no letter.
    of_subject: Option<u32>,
}

impl Scene {
    /// What is wished for on the board of the Subject, if the words leave it open.
    pub(super) fn aim(&self, wish: &mut Command) {
        if let Some(number) = self.of_subject {
            wish.aim(number);
        }
    }

    /// The same mail as if it were about a board.
    pub(super) fn on_a_board(&self) -> Situation<'_> {
        Situation { context: Context::Board, ..self.situation() }
    }

    pub(super) fn situation(&self) -> Situation<'_> {
        Situation {
            context: self.context,
            named: &self.named,
            opponent: self.opponent.as_ref().map(PlayerId::as_str),
            only_phrases: self.only_phrases,
            to_club: false,
            waits: self.waits,
        }
    }
}

impl MailProcessor {
    /// What a text wishes for and asks that only the club reads and that names nobody who is here.
    pub(super) fn wishes_to_the_club(&self, text: &str) -> Wishes {
        let nobody = BTreeSet::new();
        command::wishes(text, &Situation::outside(&nobody, false), &self.composer.catalogue)
    }

    /// Where this text is written, and whom it names besides its author and the opponent.
    pub(super) fn scene(
        &self,
        tx: &Tx,
        mail: &Mail,
        text: &str,
        seat: Option<&Seat>,
        talk: Talk,
    ) -> Result<Scene, HandleError> {
        let context = match seat.map(|seat| seat.game.head.stage) {
            None => Context::Outside,
            Some(_) if question(tx, mail)?.is_some() => Context::Asked,
            Some(Stage::Invited | Stage::Running) => Context::Board,
            Some(_) => Context::Ended,
        };
        let mut opponent = seat.map(|seat| seat.opponent().clone());
        let mut named = named_in(tx, text)?;
        let token = mail.token.as_ref().and_then(|token| token.purpose.player());
        let subject_board = mail.subject_board.filter(|_| seat.is_none());
        let needs =
            Needs { from: Some(mail.from.clone()), games: subject_board.into_iter().collect(), ..Needs::default() };
        let asks_who = !named.is_empty() || subject_board.is_some();
        let view = if asks_who { Some(tx.view(&needs, mail.spool.received)?) } else { None };
        let from = view.as_ref().and_then(|view| view.from.clone());
        let mut of_subject = None;
        if let (Some(view), Some(number), Some(from)) = (&view, subject_board, &from)
            && let Some(game) = view.games.get(&number).filter(|game| game.head.stage == Stage::Running)
            && let Some(side) = game.head.side_of(from)
        {
            of_subject = Some(number);
            opponent = Some(game.head.player(side.opponent()).clone());
        }
        let context = if of_subject.is_some() { Context::Board } else { context };
        for known in seat.map(|seat| &seat.player).into_iter().chain(&opponent).chain(token).chain(&from) {
            named.remove(known.as_str());
        }
        let waits = seat.is_some_and(Seat::has_challenged);
        Ok(Scene { context, named, opponent, only_phrases: talk == Talk::No, waits, of_subject })
    }
}

/// The words of a text that are ids of players.
pub(super) fn named_in(tx: &Tx, text: &str) -> Result<BTreeSet<String>, HandleError> {
    let mut named = BTreeSet::new();
    for word in command::possible_names(text).into_iter().take(NAMES_MAX) {
        if tx.is_in_use(Named::Player(&word))? {
            named.insert(word);
        }
    }
    Ok(named)
}

//! The letters that follow from a mail: they go into the outbox, in the savepoint of the mail.

use crate::club::{
    self, AccountNews, Change, Decision, Fault, GameEvent, Head, Needs, News, Notice, PlayerId, Proof, Reply, Stage,
    TournamentNews, View,
};
use crate::letters::{self, Answered, LetterError, Unfinished};
use crate::mail::{self, Errand, TokenText};
use crate::store::{BoardNews, NewLetter, Start, StoreError, Told, Tx};
use crate::tafl;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::BOUNCE;
use crate::worker::mail_processor::{EnvelopeSender, HandleError, MailProcessor};
use chrono::{DateTime, Utc};

impl MailProcessor {
    /// Writes the changes and letters of a decision into the store. `answered` is the sender's Message-ID.
    pub(in crate::worker) fn carry_out(
        &mut self,
        tx: &Tx,
        answered: Option<&str>,
        decision: &Decision,
    ) -> Result<(), HandleError> {
        self.carry_out_as(tx, answered, decision, &Sending::default())
    }

    /// The same for letters with special conditions.
    pub(in crate::worker) fn carry_out_as(
        &mut self,
        tx: &Tx,
        answered: Option<&str>,
        decision: &Decision,
        sending: &Sending,
    ) -> Result<(), HandleError> {
        tx.apply(&decision.changes)?;
        for notice in &decision.notices {
            let reader = notice.reader.as_ref();
            // Only the letters to the sender answer the mail. The opponent has never seen it.
            let own = reader.is_some() && reader == decision.sender.as_ref();
            if let Some(reader) = reader
                && !notice.news.is_answer()
                && (tx.is_suspended(&notice.to)?
                    || (!own && !notice.news.is_about_the_account() && tx.is_signed_off(reader)?))
            {
                self.hold_clocks(tx, reader, &starts(notice), Fault::Mailbox)?;
                continue;
            }
            let mut last = sending.last.clone();
            if let (News::PasswordRefused, Some(reader)) = (&notice.news, reader) {
                let needs = Needs { answers_to: Some(reader.clone()), ..Needs::default() };
                let view = tx.view(&needs, tx.now())?;
                if !view.may_warn() {
                    continue;
                }
                last = (view.answers_left(Proof::Nothing) == 1).then_some(Reply::LastUnproven);
            }
            let answered = Answered { message_id: answered.filter(|_| own).map(str::to_owned) };
            let unsubscribe = self.unsubscribing(tx, notice)?;
            // A line in a letter that they get in any case.
            let tells = matches!(notice.news, News::Game { .. } | News::Digest { .. } | News::Reminder { .. });
            let sent = sending.words.as_deref().filter(|_| own).and_then(|words| sent_words(notice, words));
            let mut besides = letters::Besides { last, sent, ..letters::Besides::default() };
            if let Some(reader) = reader.filter(|_| tells) {
                besides.downtime = tx.take_downtime(reader)?;
                besides.zone = tx.take_untold_zone(reader)?;
                if let News::Game { game, event, .. } = &notice.news
                    && !matches!(event, GameEvent::Chatted { .. })
                    && club::rating::may_count(&game.head)
                {
                    besides.rating = tx.rating_standing(&game.head, reader)?;
                }
                besides.rules = needs_rules(tx, notice, reader, decision)?;
                for number in notice.news.boards() {
                    besides.notes.extend(tx.note(number, reader)?.map(|note| (number, note)));
                }
            }
            let (composer, now, chance) = (&self.composer, tx.now(), &mut self.chance);
            let mut letter = composer.begin(notice, &answered, unsubscribe.as_ref(), &besides, now, chance)?;
            if let Some(proof) = sending.asks {
                letter = letter.as_kind(kind_of_question(&notice.news, proof));
            }
            let counts = reader.is_some() && !own && !notice.news.is_of_the_course();
            let author = decision.sender.as_ref().filter(|_| counts);
            let tells = Tells { starts: starts(notice), board: board_news(notice), not_before: sending.not_before };
            let letter = self.enqueue(tx, letter, reader, author, tells)?;
            tx.keep_told(letter, &told(notice, sending.since, tx.now()))?;
            if decision.changes.iter().any(|change| matches!(change, Change::SignupAsked { genuine: true, .. })) {
                tx.note_genuine(letter)?;
            }
        }
        for change in &decision.changes {
            if let Change::StageReached { number, stage: Stage::Ended(_), at } = change {
                self.follow(tx, *number, *at)?;
            }
        }
        Ok(())
    }

    /// If the game that has ended belongs to a tournament, the tournament goes on in the same savepoint.
    fn follow(&mut self, tx: &Tx, number: u32, at: DateTime<Utc>) -> Result<(), HandleError> {
        let Some(tournament) = tx.tournament_of(number)? else {
            return Ok(());
        };
        let needs = Needs { games: [number].into(), tournaments: [tournament].into(), ..Needs::default() };
        let view = tx.view(&needs, at)?;
        let decision = club::organizing::follow(&view, number, at, &mut self.chance);
        self.carry_out(tx, None, &decision)
    }

    pub(in crate::worker) fn view_of(&self, tx: &Tx, mail: &Mail, player: &PlayerId) -> Result<View, StoreError> {
        let answers_to = Some(player.clone());
        tx.view(&Needs { players: [player.clone()].into(), answers_to, ..Needs::default() }, mail.spool.received)
    }

    pub(super) fn enqueue(
        &mut self,
        tx: &Tx,
        letter: Unfinished,
        reader: Option<&PlayerId>,
        author: Option<&PlayerId>,
        tells: Tells,
    ) -> Result<i64, HandleError> {
        let own = &self.composer.club.address;
        let bounce_key = reader.map(|_| TokenText::from_drawn(self.chance.bytes()));
        let envelope_from = match (self.envelope, &bounce_key) {
            (EnvelopeSender::Fixed, _) => own.as_str().to_owned(),
            (EnvelopeSender::Bounce, Some(key)) => {
                mail::reply_address(own, Errand::Letter(BOUNCE), key).map_err(LetterError::from)?.as_str().to_owned()
            }
            // A letter to an unconfirmed mailbox must not come back at all.
            (EnvelopeSender::Bounce, None) => String::new(),
        };
        let row = NewLetter {
            created: tx.now(),
            envelope_from,
            bounce_key: bounce_key.clone(),
            to: letter.to().as_str().to_owned(),
            reader: reader.cloned(),
            author: author.cloned(),
            number: letter.number(),
            kind: letter.kind(),
            bytes: Vec::new(),
            starts: tells.starts,
            stranger: reader.is_none(),
            board: tells.board,
            not_before: tells.not_before,
        };
        let finish = move || {
            let bytes = letter.finish()?.bytes;
            Ok(match bounce_key {
                Some(key) => mail::with_bounce_key(&key, &bytes),
                None => bytes,
            })
        };
        Ok(match tx.texts_may_come_later() {
            true => tx.enqueue_before_its_text(&row, self.desk.text(finish))?,
            false => tx.enqueue(&NewLetter { bytes: finish()?, ..row })?,
        })
    }
}

/// Whether a letter says that a game has begun whose rules its reader has not got: who is challenged got them with the challenge, but not
/// who has challenged, nor who has taken an open challenge.
fn needs_rules(tx: &Tx, notice: &Notice, reader: &PlayerId, decision: &Decision) -> Result<bool, StoreError> {
    let News::Game { game, event: GameEvent::Began, .. } = &notice.news else { return Ok(false) };
    let head = &game.head;
    let is_taken = decision.changes.iter().any(|change| matches!(change, Change::OpenChallengeEnded { .. }));
    // The author of own rules got them with the challenge.
    let has_seen = head.variant == tafl::OWN_RULES || (head.invited() == reader && !is_taken);
    Ok(!has_seen && !tx.has_played(reader, head)?)
}

/// How the letters of a decision are sent.
#[derive(Default)]
pub(in crate::worker) struct Sending {
    /// They are not sent before this time.
    pub(in crate::worker) not_before: Option<DateTime<Utc>>,
    /// When their content was first sent, by letters that came back.
    pub(in crate::worker) since: Option<DateTime<Utc>>,
    /// They ask whether a mail was the reader's. This is the proof that it had.
    pub(in crate::worker) asks: Option<Proof>,
    /// They are the last for now, and say so with this sentence.
    pub(in crate::worker) last: Option<Reply>,
    /// These words of the sender go to the opponent with them.
    pub(in crate::worker) words: Option<String>,
}

/// What a letter says about boards, for the outbox.
#[derive(Default)]
pub(super) struct Tells {
    starts: Vec<Start>,
    board: Option<BoardNews>,
    not_before: Option<DateTime<Utc>>,
}

/// The words that went to the opponent of the letter's reader.
fn sent_words(notice: &Notice, words: &str) -> Option<letters::SentWords> {
    let (News::Game { game, .. }, Some(reader)) = (&notice.news, &notice.reader) else {
        return None;
    };
    let to = game.head.player(game.head.side_of(reader)?.opponent()).clone();
    Some(letters::SentWords { to, words: words.trim().to_owned() })
}

/// How much the letter says about its board.
fn board_news(notice: &Notice) -> Option<BoardNews> {
    let News::Game { game, event, comment } = &notice.news else {
        return None;
    };
    let is_plain = matches!(event, GameEvent::Moved { broken: false, lapsed: None, crossed: None, .. })
        && comment.is_empty()
        && game.head.stage == Stage::Running
        && game.head.offer.is_none();
    Some(if is_plain { BoardNews::Plain } else { BoardNews::Weighty })
}

/// The boards on which the letter says that its reader is to move, if a clock waits for that.
fn starts(notice: &Notice) -> Vec<Start> {
    let heads: Vec<&Head> = match &notice.news {
        News::Game { game, .. } => vec![&game.head],
        News::Tournament { news: TournamentNews::Began { games, .. }, .. } => {
            games.iter().map(|game| &game.head).collect()
        }
        News::Tournament { news: TournamentNews::Decided { turns, .. }, .. } => turns.iter().collect(),
        News::Account(AccountNews::CameBack { games, .. } | AccountNews::Resumed { games, .. }) => {
            games.iter().collect()
        }
        News::Digest { boards, others, waiting, .. } => {
            boards.iter().map(|(game, _)| &game.head).chain(others).chain(waiting).collect()
        }
        _ => Vec::new(),
    };
    let waits = |head: &&Head| {
        head.stage == Stage::Running
            && head.clock.as_ref().is_some_and(|clock| clock.since.is_none())
            && notice.reader.as_ref() == Some(head.player(head.to_move()))
    };
    heads.into_iter().filter(waits).map(|head| Start { number: head.number, plies: head.plies }).collect()
}

/// What others wrote and the letter tells, to send it again if the letter comes back. For a letter that shows many boards or replaces
/// another one, it is everything that it tells. What was not told before is told now.
fn told(notice: &Notice, before: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Vec<Told> {
    let since = before.unwrap_or(now);
    let Some(reader) = &notice.reader else {
        return Vec::new();
    };
    let of_board = |head: &Head, words: &str| {
        let author = head.player(head.side_of(reader)?.opponent()).clone();
        Some(Told { author, number: Some(head.number), words: words.trim().to_owned(), since })
    };
    match &notice.news {
        News::Game { game, comment, .. } if before.is_some() || !comment.trim().is_empty() => {
            of_board(&game.head, comment).into_iter().collect()
        }
        News::Digest { boards, others, .. } => {
            let boards = boards.iter().map(|(game, words)| of_board(&game.head, words));
            boards.chain(others.iter().map(|head| of_board(head, ""))).flatten().collect()
        }
        News::Message { from, text } => {
            vec![Told { author: from.clone(), number: None, words: text.clone(), since }]
        }
        _ => Vec::new(),
    }
}

/// The name in the operator's lists for an answer to a mail that anybody may have sent. Such letters are counted separately.
pub(super) const UNPROVEN: &str = "unproven";

/// The name if the mail brought a key of the player from another address.
pub(super) const BY_KEY: &str = "answer-key";

/// The name of a letter that asks whether such a mail was the player's.
fn kind_of_question(news: &News, proof: Proof) -> &'static str {
    match (proof, news) {
        (Proof::Own, _) => "confirm-own",
        (Proof::Key, _) => "confirm-key",
        (Proof::Nothing, News::Account(AccountNews::PasswordAsked)) => "confirm-password",
        (Proof::Nothing, _) => "confirm",
    }
}

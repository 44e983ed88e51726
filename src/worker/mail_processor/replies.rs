//! The letters that follow from a mail: they go into the outbox, in the savepoint of the mail.

use crate::club::{
    self, AccountNews, Change, Decision, Fault, Game, GameEvent, Head, Needs, NewToken, News, Notice, Pending, Player,
    PlayerId, Proof, Purpose, Refusal, Reply, Settings, Stage, TournamentNews, View,
};
use crate::command::{self, BoardAct, Command};
use crate::letters::{self, Addressee, Answered, Letter, LetterError};
use crate::mail::{self, Authenticity, Errand, TokenText};
use crate::store::{BoardNews, NewLetter, Start, StoreError, Told, Tx};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::BOUNCE;
use crate::worker::mail_processor::{EnvelopeSender, HandleError, MailProcessor};
use crate::worker::pending;
use chrono::TimeDelta;
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::sync::Arc;

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
            }
            let (composer, now, chance) = (&self.composer, tx.now(), &mut self.chance);
            let mut letter = composer.write(notice, &answered, unsubscribe.as_ref(), &besides, now, chance)?;
            if let Some(proof) = sending.asks {
                letter.kind = kind_of_question(&notice.news, proof);
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

    /// The letter that answers the mail: one for each player who asked for something in it, usually one in all. Replies without a player go
    /// to the person who wrote the mail.
    pub(in crate::worker) fn answer(&mut self, tx: &Tx, mail: &mut Mail) -> Result<(), HandleError> {
        if mail.authenticity == Authenticity::Forged {
            // The sender is not the person in From. Replies for a certain player were asked for with that player's key.
            mail.replies.retain(|(whose, _)| whose.is_some());
        }
        if mail.replies.is_empty() {
            return Ok(());
        }
        let handed = mail.token.as_ref().and_then(|token| token.purpose.player().cloned());
        let view = tx.view(&Needs { from: Some(mail.from.clone()), ..Needs::default() }, mail.spool.received)?;
        let writer = handed.or_else(|| view.from.clone());
        while let Some((first, _)) = mail.replies.first() {
            let reader = first.clone().or_else(|| writer.clone());
            let own = mail.replies.extract_if(.., |(whose, _)| whose.as_ref().or(writer.as_ref()) == reader.as_ref());
            let replies = bounded(own.map(|(_, reply)| reply.without_login_of(reader.as_ref())).collect());
            let known = reader.as_ref().map(|reader| self.view_of(tx, mail, reader)).transpose()?;
            let player = known.as_ref().zip(reader.as_ref()).and_then(|(known, reader)| known.players.get(reader));
            match player {
                Some(player) => {
                    let proof = match mail.proof_for(player) {
                        // The key of a letter that was sent there before that player had joined.
                        Proof::Nothing if self.is_guest(tx, mail)? => Proof::Key,
                        proof => proof,
                    };
                    let gist = self.gist_of_mistakes(&player.id, &replies)?;
                    let since = tx.now() - MISTAKES_WINDOW;
                    let same = gist.map(|gist| tx.same_mistakes(&player.id, gist, since)).transpose()?;
                    if same.is_some_and(|same| same >= club::SAME_MISTAKES_MAX) {
                        mail.notes.push("not answered: the same mistakes too often within the hour".to_owned());
                        continue;
                    }
                    if known.as_ref().is_some_and(|known| known.may_answer(proof)) {
                        let mut replies = with_boards(tx, mail, player, replies)?;
                        if known.as_ref().is_some_and(|known| known.answers_left(proof) == 1) {
                            replies.push(match proof {
                                Proof::Own => Reply::LastAnswer { max: club::PROVEN_ANSWERS_MAX },
                                Proof::Key | Proof::Nothing => Reply::LastUnproven,
                            });
                        } else if same.is_some_and(|same| same + 1 == club::SAME_MISTAKES_MAX) {
                            replies.push(Reply::LastOfTheSame { max: club::SAME_MISTAKES_MAX });
                        }
                        let own = proof == Proof::Own && writer.as_ref() == Some(&player.id);
                        let pending = pending::for_player(mail, &player.id).filter(|_| own);
                        let letter = self.answer_player(tx, mail, player, proof, replies, pending)?;
                        if let Some(gist) = gist {
                            tx.note_mistakes(letter, &player.id, gist)?;
                        }
                        continue;
                    }
                    mail.notes.push(
                        match proof {
                            Proof::Own | Proof::Key => "not answered: too many answers within the hour",
                            Proof::Nothing => {
                                "not answered: too many answers in a day to mails without a password or a key"
                            }
                        }
                        .to_owned(),
                    );
                }
                None => self.answer_stranger(tx, mail, &view, replies)?,
            }
        }
        Ok(())
    }

    /// A number for the content of an answer that only reports mistakes: the same for the same words. So the words are written at a fixed
    /// time and with the default settings: the time that is left on a clock, or a new setting, does not make them differ.
    fn gist_of_mistakes(&self, player: &PlayerId, replies: &[Reply]) -> Result<Option<i64>, HandleError> {
        if !replies.iter().all(Reply::is_mistake) {
            return Ok(None);
        }
        let words = self.composer.said(Some(player), replies, DateTime::UNIX_EPOCH)?;
        let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = Sha256::digest(words).into();
        Ok(Some(i64::from_be_bytes([a, b, c, d, e, f, g, h])))
    }

    /// Only to a registered mailbox: the one that the mail came from if it is the player's, else the player's first one.
    pub(in crate::worker) fn answer_player(
        &mut self,
        tx: &Tx,
        mail: &Mail,
        player: &Player,
        proof: Proof,
        mut replies: Vec<Reply>,
        pending: Option<Pending>,
    ) -> Result<i64, HandleError> {
        let own = player.address_like(&mail.from);
        let to = own.unwrap_or_else(|| player.address());
        let answered = Answered { message_id: mail.message_id.clone().filter(|_| own.is_some()) };
        let mut game = letters::board_of(&replies).filter(|game| game.head.side_of(&player.id).is_some()).cloned();
        let asks = replies.iter().any(|reply| matches!(reply, Reply::AskedBack(_)));
        let is_receipt = replies.iter().any(|reply| matches!(reply, Reply::PassedOn { .. }));
        let asks_about_offer = pending.as_ref().and_then(|pending| pending.line.as_deref()).is_some_and(|line| {
            let asked = command::parse_line(line, &self.composer.catalogue);
            matches!(asked, Ok(Command::OnBoard { act: BoardAct::Accept | BoardAct::Decline, .. }))
        });
        let is_elsewhere = (asks && !asks_about_offer) || is_receipt;
        if let Some(game) = game.as_mut().filter(|_| is_elsewhere) {
            // A yes to this letter is about something else, so it must not accept the open offer.
            Arc::make_mut(game).head.offer = None;
        }
        // Nor the challenge.
        let is_bound = |game: &Arc<Game>| !(is_elsewhere && game.head.stage == Stage::Invited);
        let (mut decision, now) = (Decision::default(), mail.spool.received);
        let token = match (asked_again(mail, &replies), &game) {
            (Some(question), _) => question.clone(),
            (None, Some(game)) if is_bound(game) => {
                club::issue_for_game(&mut decision, &player.id, game, now, &mut self.chance)
            }
            (None, Some(_) | None) => {
                let purpose = Purpose::Letter { player: player.id.clone() };
                club::issue(&mut decision, purpose, now, &mut self.chance)
            }
        };
        let pending = pending.filter(|_| mail.authenticity != Authenticity::Forged);
        if let (Some(Pending { line: Some(line), .. }), None) = (&pending, &game) {
            // Without a board, words have nobody to go to.
            let pending = Pending { line: Some(line.clone()), ..Pending::default() };
            replies = pending::told(replies, &pending, &player.id);
            pending::drop_it(tx, mail)?;
            decision.changes.push(Change::Pending { token: token.text.hash(), pending });
        }
        // On a board that is not played, nothing may ever be done that takes words along, except what is asked about.
        let waits =
            |(pending, game): &(Pending, &Arc<Game>)| pending.line.is_some() || game.head.stage == Stage::Running;
        if let Some((pending, game)) = pending.zip(game.as_ref()).filter(waits)
            && let Some(side) = game.head.side_of(&player.id)
        {
            replies = pending::told(replies, &pending, game.head.player(side.opponent()));
            pending::drop_it(tx, mail)?;
            decision.changes.push(Change::Pending { token: token.text.hash(), pending });
        }
        tx.apply(&decision.changes)?;
        let reader = Addressee { to, player: Some(&player.id), settings: player.settings };
        let letter =
            self.composer.write_answer(reader, &replies, Some(&token), &answered, tx.now(), &mut self.chance)?;
        let kind = match proof {
            Proof::Own => letter.kind,
            Proof::Key => BY_KEY,
            Proof::Nothing => UNPROVEN,
        };
        self.enqueue(tx, Letter { kind, ..letter }, Some(&player.id), None, Tells::default())
    }

    pub(in crate::worker) fn answer_stranger(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        view: &View,
        replies: Vec<Reply>,
    ) -> Result<(), HandleError> {
        let is_guest = self.is_guest(tx, mail)?;
        let genuine = mail.authenticity == Authenticity::Genuine;
        let has_room = view.may_write_to_stranger(genuine) || (is_guest && view.may_write_to_guest());
        if !has_room {
            mail.notes.push("not answered: too many letters to strangers today".to_owned());
            return Ok(());
        }
        let mut replies = for_a_stranger(replies);
        if view.is_last_to_stranger(genuine, is_guest) {
            replies.push(Reply::LastToStranger);
        }
        let answered = Answered { message_id: mail.message_id.clone() };
        let reader = Addressee { to: &mail.from, player: None, settings: Settings::default() };
        // Somebody else's key must not be sent to another person.
        let key = asked_again(mail, &replies).filter(|_| is_guest);
        let replies: Vec<Reply> = match key {
            Some(_) => replies,
            // A letter that cannot be answered must not ask for an answer.
            None => replies.into_iter().map(|reply| if reply.asks_again() { Reply::Unclear } else { reply }).collect(),
        };
        let letter = self.composer.write_answer(reader, &replies, key, &answered, tx.now(), &mut self.chance)?;
        let letter = self.enqueue(tx, letter, None, None, Tells::default())?;
        if genuine {
            tx.note_genuine(letter)?;
        }
        Ok(())
    }

    /// Whether the sender is not a player but brings the key of a letter that was sent to this mailbox. A person who was asked gets an
    /// answer.
    fn is_guest(&self, tx: &Tx, mail: &Mail) -> Result<bool, StoreError> {
        let Some(token) = &mail.token else { return Ok(false) };
        Ok(match &token.purpose {
            Purpose::Address { address, .. } => *address == mail.from,
            Purpose::Signup => {
                let view = tx.view(&Needs { signup: Some(token.hash), ..Needs::default() }, mail.spool.received)?;
                view.signup.is_some_and(|signup| signup.address == mail.from)
            }
            _ => false,
        })
    }

    pub(in crate::worker) fn view_of(&self, tx: &Tx, mail: &Mail, player: &PlayerId) -> Result<View, StoreError> {
        let answers_to = Some(player.clone());
        tx.view(&Needs { players: [player.clone()].into(), answers_to, ..Needs::default() }, mail.spool.received)
    }

    fn enqueue(
        &mut self,
        tx: &Tx,
        letter: Letter,
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
        let bytes = match &bounce_key {
            Some(key) => mail::with_bounce_key(key, &letter.bytes),
            None => letter.bytes,
        };
        Ok(tx.enqueue(&NewLetter {
            created: tx.now(),
            envelope_from,
            bounce_key,
            to: letter.to.as_str().to_owned(),
            reader: reader.cloned(),
            author: author.cloned(),
            number: letter.number,
            kind: letter.kind,
            bytes,
            starts: tells.starts,
            stranger: reader.is_none(),
            board: tells.board,
            not_before: tells.not_before,
        })?)
    }
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
struct Tells {
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
    let is_plain = matches!(event, GameEvent::Moved { broken: false, .. })
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

/// The key of the question that the mail answers, if the answer asks it again.
fn asked_again<'a>(mail: &'a Mail, replies: &[Reply]) -> Option<&'a NewToken> {
    mail.question.as_ref().filter(|_| replies.iter().any(Reply::asks_again))
}

/// The name in the operator's lists for an answer to a mail that anybody may have sent. Such letters are counted separately.
const UNPROVEN: &str = "unproven";

/// The name if the mail brought a key of the player from another address.
const BY_KEY: &str = "answer-key";

/// The name of a letter that asks whether such a mail was the player's.
fn kind_of_question(news: &News, proof: Proof) -> &'static str {
    match (proof, news) {
        (Proof::Own, _) => "confirm-own",
        (Proof::Key, _) => "confirm-key",
        (Proof::Nothing, News::Account(AccountNews::PasswordAsked)) => "confirm-password",
        (Proof::Nothing, _) => "confirm",
    }
}

/// The most parts of one answer: a small mail must not cause a huge letter.
const PARTS_MAX: usize = 24;

/// Equal mistakes count for this long.
const MISTAKES_WINDOW: TimeDelta = TimeDelta::hours(1);

/// The most bytes of all files with one answer.
const FILES_BYTES_MAX: usize = 512 * 1024;

fn bounded(mut replies: Vec<Reply>) -> Vec<Reply> {
    let all = replies.len();
    let mut bytes = 0;
    replies.retain(|reply| {
        if let Reply::Exported { text, .. } | Reply::TournamentExported { text, .. } = reply {
            bytes += text.len();
        }
        !matches!(reply, Reply::Exported { .. } | Reply::TournamentExported { .. }) || bytes <= FILES_BYTES_MAX
    });
    replies.truncate(PARTS_MAX);
    let parts = all - replies.len();
    if parts > 0 {
        replies.push(Reply::LeftOut { parts });
    }
    replies
}

/// Below the last refusal or complaint about a board of the player, adds that board and what can be answered.
fn with_boards(tx: &Tx, mail: &Mail, player: &Player, replies: Vec<Reply>) -> Result<Vec<Reply>, StoreError> {
    let answered = match mail.token.as_ref().map(|token| &token.purpose) {
        Some(Purpose::Game { number, .. }) => Some(*number),
        _ => mail.board,
    };
    let boards: Vec<Option<u32>> = replies.iter().map(|reply| reply.board_below(answered)).collect();
    let needs = Needs { games: boards.iter().flatten().copied().collect(), ..Needs::default() };
    if needs.games.is_empty() {
        return Ok(replies);
    }
    let shown: BTreeSet<u32> = replies.iter().filter_map(letters::board_shown).collect();
    let view = tx.view(&needs, mail.spool.received)?;
    let asks_else = replies.iter().any(|reply| matches!(reply, Reply::AskedBack(asked) if !asked.is_the_boards()));
    let mut all = Vec::new();
    for (i, reply) in replies.into_iter().enumerate() {
        all.push(reply);
        let last = boards[i].filter(|number| !shown.contains(number) && !boards[i + 1..].contains(&Some(*number)));
        let game = last.and_then(|number| view.games.get(&number));
        if let Some(game) = game.filter(|game| game.head.side_of(&player.id).is_some()) {
            all.push(Reply::AsItStands { game: Arc::new(game.clone()), asks_else });
        }
    }
    Ok(all)
}

/// An answer to a stranger contains none of the stranger's words: a forged mail must not carry anybody's text to a victim.
fn for_a_stranger(replies: Vec<Reply>) -> Vec<Reply> {
    let has_his_words = |reply: &Reply| {
        matches!(
            reply,
            Reply::Misunderstood(_)
                | Reply::Nothing
                | Reply::NoCommand
                | Reply::Thanked
                | Reply::TakenAsWords(_)
                | Reply::WordsUnread
                | Reply::KeptBack(_)
                | Reply::LinesCut { .. }
                | Reply::LinesLeft { .. }
                | Reply::TextCut { .. }
                | Reply::FooterLearnt { .. }
                | Reply::WordsWithheld
                | Reply::Newcomer
                | Reply::Refused(Refusal::UnknownPlayer { .. } | Refusal::NotHereYet { .. })
        )
    };
    let (his, mut fixed): (Vec<Reply>, Vec<Reply>) = replies.into_iter().partition(has_his_words);
    if !his.is_empty() {
        fixed.push(Reply::Newcomer);
    }
    fixed
}

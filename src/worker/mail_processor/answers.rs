//! The letters that answer a mail, each with what was replied to one reader.

use crate::club::{
    self, AskedAbove, Change, Decision, Game, Needs, NewToken, Pending, Player, PlayerId, Proof, Purpose, Refusal,
    Reply, Settings, Stage, View,
};
use crate::command::{self, BoardAct, Command, OwnBoards};
use crate::letters::{self, Addressee, Answered};
use crate::mail::Authenticity;
use crate::store::{StoreError, Tx};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::replies::{BY_KEY, Tells, UNPROVEN};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;
use chrono::{DateTime, TimeDelta};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::sync::Arc;

impl MailProcessor {
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
        // An answer about rules alone shows their board, so that the next move can answer it.
        let is_rules_alone =
            matches!(mail.replies.as_slice(), [(_, Reply::RulesOfGame { asked, .. })] if !asked.is_empty());
        while let Some((first, _)) = mail.replies.first() {
            let reader = first.clone().or_else(|| writer.clone());
            let known = reader.as_ref().map(|reader| self.view_of(tx, mail, reader)).transpose()?;
            let player = known.as_ref().zip(reader.as_ref()).and_then(|(known, reader)| known.players.get(reader));
            let is_own = |whose: &Option<PlayerId>| whose.as_ref().or(writer.as_ref()) == reader.as_ref();
            // A list of all games, or rules, come in a letter of their own below a short answer. Where nothing proves who wrote, there is one
            // letter.
            let answers = |said: &Reply| !said.is_long() && (!said.is_mistake() || matches!(said, Reply::AskedBack(_)));
            let short_first = player.is_some_and(|player| mail.proof_for(player) == Proof::Own)
                && mail.replies.iter().any(|(whose, said)| is_own(whose) && answers(said));
            let own = mail.replies.extract_if(.., |(whose, said)| is_own(whose) && !(short_first && said.is_long()));
            let replies = bounded(own.map(|(_, reply)| reply.without_login_of(reader.as_ref())).collect());
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
                        let replies = with_own_examples(tx, mail, player, replies)?;
                        let mut replies = with_boards(tx, mail, player, replies, is_rules_alone)?;
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
                        mail.pending = (Pending::default(), None);
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
        let is_receipt = replies.iter().any(|reply| matches!(reply, Reply::PassedOn { .. } | Reply::Noted { .. }));
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
        if let (Some(Pending { line: Some(line), words: pending_words, .. }), None) = (&pending, &game) {
            // Without a board, words have nobody to go to, except a greeting beside a challenge.
            let other = self.challenged(line, &player.id);
            let is_theirs = board_answered(mail).is_some();
            // So do words in an answer to that player's own challenge.
            let is_told = command::words_to_pass_on(pending_words).is_some();
            let is_said = |other: &PlayerId| command::words_to(pending_words, other.as_str()).is_some();
            let greets = other.as_ref().is_some_and(|other| is_theirs || is_told || is_said(other));
            let words = if greets { pending_words.clone() } else { String::new() };
            let pending = Pending { line: Some(line.clone()), words, ..Pending::default() };
            replies = pending::told(replies, &pending, &other.unwrap_or_else(|| player.id.clone()));
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
        let note = game.as_ref().map(|game| tx.note(game.head.number, &player.id)).transpose()?.flatten();
        let reader = Addressee {
            to,
            player: Some(&player.id),
            settings: player.settings,
            has_password: player.password_hash.is_some(),
            note: note.as_deref(),
        };
        let letter =
            self.composer.begin_answer(reader, &replies, Some(&token), &answered, tx.now(), &mut self.chance)?;
        let kind = match proof {
            Proof::Own => letter.kind(),
            Proof::Key => BY_KEY,
            Proof::Nothing => UNPROVEN,
        };
        self.enqueue(tx, letter.as_kind(kind), Some(&player.id), None, Tells::default())
    }

    /// The player whom this line challenges in the name of another.
    fn challenged(&self, line: &str, own: &PlayerId) -> Option<PlayerId> {
        let command = command::parse_line(line, &self.composer.catalogue).ok()?;
        let ask = command.challenge()?;
        [&ask.first, &ask.second].into_iter().find(|id| *id != own.as_str())?.parse().ok()
    }

    pub(in crate::worker) fn answer_stranger(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        view: &View,
        replies: Vec<Reply>,
    ) -> Result<(), HandleError> {
        if mail.asked_to_join && replies.iter().all(has_a_strangers_words) {
            // The letter that asks is the answer.
            return Ok(());
        }
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
        let language = mail.language.or_else(|| command::foreign_language(&mail.text));
        let settings = Settings { language, ..Settings::default() };
        let reader = Addressee { to: &mail.from, player: None, settings, has_password: false, note: None };
        // Somebody else's key must not be sent to another person.
        let key = asked_again(mail, &replies).filter(|_| is_guest);
        let replies: Vec<Reply> = match key {
            Some(_) => replies,
            // A letter that cannot be answered must not ask for an answer.
            None => replies.into_iter().map(|reply| if reply.asks_again() { Reply::Unclear } else { reply }).collect(),
        };
        let letter = self.composer.begin_answer(reader, &replies, key, &answered, tx.now(), &mut self.chance)?;
        let letter = self.enqueue(tx, letter, None, None, Tells::default())?;
        if genuine {
            tx.note_genuine(letter)?;
        }
        Ok(())
    }

    /// Whether the sender is not a player but brings the key of a letter that was sent to this mailbox. A person who was asked gets an
    /// answer.
    pub(super) fn is_guest(&self, tx: &Tx, mail: &Mail) -> Result<bool, StoreError> {
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
}

/// The key of the question that the mail answers, if the answer asks it again.
fn asked_again<'a>(mail: &'a Mail, replies: &[Reply]) -> Option<&'a NewToken> {
    mail.question.as_ref().filter(|_| replies.iter().any(Reply::asks_again))
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

/// The board of the letter that is answered.
fn board_answered(mail: &Mail) -> Option<u32> {
    match mail.token.as_ref().map(|token| &token.purpose) {
        Some(Purpose::Game { number, .. }) => Some(*number),
        _ => mail.board,
    }
}

/// The complaints with a board of the player in their examples, where the line names none.
fn with_own_examples(tx: &Tx, mail: &Mail, player: &Player, replies: Vec<Reply>) -> Result<Vec<Reply>, StoreError> {
    if !replies.iter().any(|reply| matches!(reply, Reply::Misunderstood(complaint) if complaint.wants_a_board())) {
        return Ok(replies);
    }
    let needs = Needs { open_games: [player.id.clone()].into(), ..Needs::default() };
    let view = tx.view(&needs, mail.spool.received)?;
    let games = view.open_games.get(&player.id).map(Vec::as_slice).unwrap_or_default();
    let running = games.iter().find(|head| head.stage == Stage::Running).map(|head| head.number);
    let challenge = games.iter().find(|head| head.stage == Stage::Invited && *head.invited() == player.id);
    let own = OwnBoards { board: board_answered(mail).or(running), challenge: challenge.map(|head| head.number) };
    let filled = |reply| match reply {
        Reply::Misunderstood(complaint) => Reply::Misunderstood(complaint.with_boards(own)),
        other => other,
    };
    Ok(replies.into_iter().map(filled).collect())
}

/// Below the last refusal or complaint about a board of the player, adds that board and what can be answered.
fn with_boards(
    tx: &Tx,
    mail: &Mail,
    player: &Player,
    replies: Vec<Reply>,
    is_rules_alone: bool,
) -> Result<Vec<Reply>, StoreError> {
    let answered = board_answered(mail);
    let below = |reply: &Reply| reply.board_below(answered).or(answered.filter(|_| is_rules_alone));
    let boards: Vec<Option<u32>> = replies.iter().map(below).collect();
    let needs = Needs { games: boards.iter().flatten().copied().collect(), ..Needs::default() };
    if needs.games.is_empty() {
        return Ok(replies);
    }
    let shown: BTreeSet<u32> = replies.iter().filter_map(letters::board_shown).collect();
    let view = tx.view(&needs, mail.spool.received)?;
    let asked = |reply: &Reply| match reply {
        Reply::AskedBack(asked) => Some(asked.above_the_board()).filter(|asks| *asks != AskedAbove::Nothing),
        _ => None,
    };
    let asks = replies.iter().find_map(asked).unwrap_or(AskedAbove::Nothing);
    let mut all = Vec::new();
    for (i, reply) in replies.into_iter().enumerate() {
        all.push(reply);
        let last = boards[i].filter(|number| !shown.contains(number) && !boards[i + 1..].contains(&Some(*number)));
        let game = last.and_then(|number| view.games.get(&number));
        if let Some(game) = game.filter(|game| game.head.side_of(&player.id).is_some()) {
            all.push(Reply::AsItStands { game: Arc::new(game.clone()), asks });
        }
    }
    Ok(all)
}

/// An answer to a stranger contains none of the stranger's words: a forged mail must not carry anybody's text to a victim.
fn for_a_stranger(replies: Vec<Reply>) -> Vec<Reply> {
    let (words, mut fixed): (Vec<Reply>, Vec<Reply>) = replies.into_iter().partition(has_a_strangers_words);
    if !words.is_empty() {
        fixed.push(Reply::Newcomer);
    }
    fixed
}

/// Whether a reply may contain words of the mail, or answers them.
fn has_a_strangers_words(reply: &Reply) -> bool {
    matches!(
        reply,
        Reply::Misunderstood(_)
            | Reply::NoHurry
            | Reply::NeitherYesNorNo { .. }
            | Reply::Nothing
            | Reply::NoCommand { .. }
            | Reply::StillAwaited { .. }
            | Reply::AwaitedDropped { .. }
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
}

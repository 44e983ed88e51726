//! Sign-ups: in words, with what else a new player wants, and those that waited for room. The last are asked for their yes as soon as a
//! letter to a stranger may be sent.

use crate::club::{self, FirstInvitation, Needs, Pending, PendingMark, PlayerId, Purpose, QueuedSignup, Reply, Token};
use crate::command;
use crate::command::{
    ChallengeAsk, Command, Doubt, FirstWishes, Language, Look, Manner, Named, PlayerAct, Reading, Secret, Setting,
    Situation, Talk, Terms,
};
use crate::mail::Shown;
use crate::store::{Asked, Released, Store, StoreError, Tx};
use crate::tafl::DEFAULT_GAME;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::scene::named_in;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;

/// Sign-ups handled in one transaction. No other process can write at that time.
const SIGNUPS_MAX: u32 = 16;

/// What a new player wished for: it is answered, or asked about, or it is said why it cannot be done.
const WISHED: How = How::Written(Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN });

fn is_look(command: &Command) -> bool {
    match command {
        Command::Look(_) => true,
        Command::Signup { .. } | Command::OnBoard { .. } | Command::AsPlayer { .. } | Command::Tournament(_) => false,
    }
}

/// Whether both commands challenge the same player.
fn are_against_the_same(one: &Command, other: &Command) -> bool {
    let other_of = |command| Command::challenge(command).map(ChallengeAsk::other);
    other_of(one).is_some() && other_of(one) == other_of(other)
}

/// Whether a challenge is to the game that is played where none is named.
fn is_default_game(command: &Command) -> bool {
    let is = |ask: &ChallengeAsk| matches!(&ask.terms, Terms::Variant(variant) if variant.name == DEFAULT_GAME);
    command.challenge().is_some_and(is)
}

/// The name in the From line.
fn writer(mail: &Mail) -> String {
    Shown::read(&mail.spool.raw).map(|shown| shown.writer).unwrap_or_default()
}

/// The name that the mail says its author wants to have.
pub(super) fn given_name(mail: &Mail) -> Option<String> {
    command::given_name(&mail.text, &writer(mail), mail.from.local())
}

/// The language that a command chooses.
fn chosen_language(command: &Command) -> Option<Language> {
    match command {
        Command::AsPlayer { act: PlayerAct::Set(Setting::Language(language)), .. } => *language,
        Command::Signup { .. }
        | Command::OnBoard { .. }
        | Command::AsPlayer { .. }
        | Command::Tournament(_)
        | Command::Look(_) => None,
    }
}

/// A text in which each address is only the name with which it begins, and those names: `ida` of `ida.voss@mail.example`.
fn without_domains(text: &str) -> (String, BTreeSet<String>) {
    let mut names = BTreeSet::new();
    let lines = text.lines().map(|line| {
        let words = line.split(' ').map(|word| {
            let local = word.split_once('@').map(|(local, _)| local.trim_start_matches(|c: char| !c.is_alphanumeric()));
            let first = |local: &str| local.split(['.', '_', '-', '+']).next().map(str::to_lowercase);
            let Some(local) = local.and_then(first).filter(|local| command::is_player_id(local)) else {
                return word.to_owned();
            };
            names.insert(local.clone());
            local
        });
        words.collect::<Vec<String>>().join(" ")
    });
    let text = lines.collect::<Vec<String>>().join("\n");
    (text, names)
}

impl MailProcessor {
    /// If a mail without a command comes from nobody that is known here: asks that mailbox whether it wants to join. That letter is the only
    /// one, and has no word of the mail in it but the id. Returns false if it has no words.
    pub(super) fn signs_up_in_words(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
    ) -> Result<bool, HandleError> {
        if mail.token.is_some() || mail.board.is_some() || reading.commands().next().is_some() {
            return Ok(false);
        }
        let needs = Needs { from: Some(mail.from.clone()), ..Needs::default() };
        if tx.view(&needs, mail.spool.received)?.from.is_some() {
            return Ok(false);
        }
        let text = format!("{}\n\n{}", mail.subject, mail.text);
        if !text.chars().any(char::is_alphabetic) {
            return Ok(false);
        }
        let ids = command::proposed_ids(&text, &writer(mail), mail.from.local());
        let (text, addressed) = without_domains(&text);
        let mut named = named_in(tx, &text)?;
        // Whoever is named by an address may be about to join.
        named.extend(addressed);
        // Who has the same name as a player does not want to play against that player.
        named.retain(|name| ids.iter().all(|id| id.as_str() != name));
        let situation = Situation::outside(&named, reading.talk == Talk::No);
        let FirstWishes { join, lines: more, is_clear, language } =
            command::first_wishes(&text, &situation, &self.composer.catalogue);
        mail.language = language;
        // Who is told how to join, and says yes, wants to.
        let agrees = reading.answer.as_ref().is_some_and(|answer| command::says_yes(&answer.agreement));
        let wished = join || agrees;
        let asks_for_help = more.lines().eq(["help"]);
        let is_asked = wished || (reading.talk != Talk::No && !asks_for_help && command::is_human(&text));
        if !is_asked {
            if asks_for_help {
                mail.replies.push((None, Reply::Newcomer));
            }
            return Ok(asks_for_help);
        }
        if ids.is_empty() {
            return Ok(false);
        }
        let (invites, more) = self.first_invitation(tx, mail, more)?;
        let asked = club::Asked::SignUp { ids, more, is_more_clear: is_clear, language, wished, invites };
        self.decide(tx, mail, asked, "", &mut None, How::Written(Manner::PLAIN))
    }

    /// Takes the only challenge out of what a first mail wants, if it names the game: the letter names that challenge, and a yes sends it.
    fn first_invitation(
        &self,
        tx: &Tx,
        mail: &Mail,
        more: String,
    ) -> Result<(Option<FirstInvitation>, String), HandleError> {
        let is_challenge = |line: &&str| command::challenges(line, &self.composer.catalogue);
        let (challenges, others): (Vec<&str>, Vec<&str>) = more.lines().partition(is_challenge);
        let [only] = challenges[..] else { return Ok((None, more)) };
        let invitation = self.invitation(tx, only)?.map(|invitation| {
            let words = command::words_to(&mail.text, invitation.player.as_str());
            FirstInvitation { words: words.unwrap_or_default().to_owned(), ..invitation }
        });
        Ok(match invitation {
            Some(invitation) => (Some(invitation), others.join("\n")),
            None => (None, more),
        })
    }

    /// The challenge of a line, without words.
    fn invitation(&self, tx: &Tx, line: &str) -> Result<Option<FirstInvitation>, HandleError> {
        let command = command::parse_line(line, &self.composer.catalogue).ok();
        let Some(ask @ ChallengeAsk { terms: Terms::Variant(variant), .. }) =
            command.as_ref().and_then(Command::challenge)
        else {
            return Ok(None);
        };
        let Ok(player) = ask.other().parse::<PlayerId>() else { return Ok(None) };
        let is_here = tx.is_in_use(Named::Player(player.as_str()))?;
        // `tablut` has another name here.
        let is_another = |asked: &String| !variant.title.to_lowercase().contains(&asked.to_lowercase());
        let game = variant.asked_as.clone().filter(is_another).unwrap_or_else(|| variant.title.clone());
        let (line, words) = (line.to_owned(), String::new());
        Ok(Some(FirstInvitation { line, player, is_here, game, words }))
    }

    /// The challenge that the letter of a sign-up names, if the mail answers one.
    pub(super) fn invitation_of(
        &self,
        tx: &Tx,
        mail: &Mail,
        signup: Option<&PlayerId>,
    ) -> Result<Option<FirstInvitation>, HandleError> {
        let Some(token) = mail.token.as_ref().filter(|_| signup.is_some()) else { return Ok(None) };
        let Some(Pending { line: Some(line), beside, .. }) = tx.pending(&token.hash)? else { return Ok(None) };
        Ok(self.invitation(tx, &line)?.map(|invitation| FirstInvitation { words: beside, ..invitation }))
    }

    /// The id of the sign-up whose letter is answered.
    pub(super) fn signup_id(&self, tx: &Tx, mail: &Mail) -> Result<Option<PlayerId>, StoreError> {
        match &mail.token {
            Some(Token { hash, purpose: Purpose::Signup, .. }) => {
                let needs = Needs { signup: Some(*hash), ..Needs::default() };
                Ok(tx.view(&needs, mail.spool.received)?.signup.map(|signup| signup.id))
            }
            Some(_) | None => Ok(None),
        }
    }

    /// Whether the mail that led to this sign-up said that its author wants to join.
    pub(super) fn has_asked_to_join(&self, tx: &Tx, hash: &[u8; 32]) -> Result<bool, StoreError> {
        Ok(tx.pending(hash)?.is_none_or(|pending| pending.mark != Some(PendingMark::Unasked)))
    }

    /// Whether the mailbox whose sign-up is answered has said yes before. Then the key is the player's: it went to that mailbox alone.
    pub(super) fn has_joined(&self, tx: &Tx, mail: &mut Mail) -> Result<bool, StoreError> {
        let Some((hash, expires)) = mail.token.as_ref().map(|token| (token.hash, token.expires)) else {
            return Ok(false);
        };
        let needs = Needs { signup: Some(hash), ..Needs::default() };
        let signup = tx.view(&needs, mail.spool.received)?.signup;
        let Some(player) = signup.filter(|signup| signup.address == mail.from).and_then(|signup| signup.joined) else {
            return Ok(false);
        };
        mail.token = Some(Token { hash, purpose: Purpose::Letter { player }, expires });
        Ok(true)
    }

    /// Whether the mailbox whose sign-up is answered says in a sentence that it wants to join: `Yes, that was me, and I would love to join.`
    pub(super) fn wants_to_join(&self, tx: &Tx, mail: &Mail) -> Result<bool, HandleError> {
        if mail.text.contains('?') || !self.is_guest(tx, mail)? {
            return Ok(false);
        }
        let wishes = command::first_wishes(&mail.text, &Situation::of_phrases(), &self.composer.catalogue);
        Ok(wishes.join)
    }

    /// Whether the mailbox whose sign-up is answered wants to play, and says so by wishing for a game: `can I play margaret?` It has joined
    /// then, and the mail is its player's.
    pub(super) fn wants_in(&mut self, tx: &Tx, mail: &mut Mail, reading: &Reading) -> Result<bool, HandleError> {
        if !self.is_guest(tx, mail)? {
            return Ok(false);
        }
        let challenges = reading.commands().any(|command| command.challenge().is_some());
        // What is only guessed from single words joins nobody: a name below `No!` is a signature.
        let situation = Situation::of_phrases();
        let FirstWishes { lines, .. } = command::first_wishes(&mail.text, &situation, &self.composer.catalogue);
        let wishes = command::challenges(&lines, &self.composer.catalogue);
        if !challenges && !wishes {
            return Ok(false);
        }
        self.joined(tx, mail, None, false)?;
        Ok(mail.token.as_ref().is_some_and(|token| token.purpose.player().is_some()))
    }

    /// Answers the questions of a person who has not said yes yet. Returns false if there are none.
    pub(super) fn answer_before_joining(&mut self, tx: &Tx, mail: &mut Mail) -> Result<bool, HandleError> {
        if !self.is_guest(tx, mail)? {
            return Ok(false);
        }
        if self.answer_questions_to_club(tx, mail)? {
            return Ok(true);
        }
        let wish = command::wish(&mail.text, false, &self.composer.catalogue);
        match wish {
            Some(look @ Command::Look(Look::Rules { .. } | Look::Variants)) => {
                self.answer_briefly(tx, mail, look)?;
                Ok(true)
            }
            Some(_) | None => Ok(false),
        }
    }

    /// Answers what a mail about a sign-up asks the club: `Does it cost anything?` Returns false if it asks nothing of that.
    pub(super) fn answer_questions_to_club(&mut self, tx: &Tx, mail: &mut Mail) -> Result<bool, HandleError> {
        let pages = self.pages_asked_for(mail);
        let is_asked = !pages.is_empty();
        for page in pages {
            self.answer_briefly(tx, mail, page)?;
        }
        Ok(is_asked)
    }

    /// The mailbox has said yes to its sign-up: its player joins, and what else the first mail wanted is done or asked about. `with_wishes`: so
    /// is what this one wishes for.
    pub(super) fn joined(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        repeated: Option<(String, Option<Secret>)>,
        with_wishes: bool,
    ) -> Result<(), HandleError> {
        let Some((hash, expires)) = mail.token.as_ref().map(|token| (token.hash, token.expires)) else { return Ok(()) };
        let Pending { line, beside, words, .. } = tx.pending(&hash)?.unwrap_or_default();
        let parsed = |line: &str| command::parse_line(line, &self.composer.catalogue).ok();
        let mut more: Vec<Command> = words.lines().filter_map(parsed).collect();
        let mut invites = line.as_deref().and_then(parsed);
        let language = more.iter().find_map(chosen_language).or_else(|| self.language_wished(&mail.text));
        if with_wishes {
            let id = repeated.as_ref().and_then(|(id, _)| id.parse().ok());
            if let Some(id) = id.map_or_else(|| self.signup_id(tx, mail), |id| Ok(Some(id)))? {
                for wish in self.games_wished(tx, mail, &id)? {
                    match invites.as_ref().filter(|invites| are_against_the_same(invites, &wish)) {
                        // `Yes please, and I hope Beryl will play me` names no game, because the first mail did.
                        Some(_) if is_default_game(&wish) => {}
                        Some(_) => {
                            invites = None;
                            more.push(wish);
                        }
                        None => more.push(wish),
                    }
                }
                more.dedup();
            }
        }
        let is_more = invites.is_some() || more.iter().any(|command| chosen_language(command).is_none());
        let asked = club::Asked::Join { repeated, language, more: is_more };
        self.decide(tx, mail, asked, "", &mut None, How::Written(Manner::PLAIN))?;
        // Only the mailbox itself, and only if it has really joined.
        let Some(player) = mail.proven.first().cloned() else { return Ok(()) };
        mail.token = Some(Token { hash, purpose: Purpose::Letter { player: player.clone() }, expires });
        if let Some(invites) = invites {
            // The letter has said that the yes sends it. Who hesitates is asked.
            let is_sure = !mail.text.trim().is_empty() && !command::hesitates(&mail.text);
            let how = if is_sure { How::Written(Manner::PLAIN) } else { WISHED };
            let mut words = Some(beside).filter(|words| !words.is_empty());
            self.decide(tx, mail, command_of(invites), "", &mut words, how)?;
            mail.pending.0.words = words.filter(|_| !is_sure).unwrap_or_default();
            self.answer(tx, mail)?;
        }
        for command in more.into_iter().filter(|command| chosen_language(command).is_none()) {
            if is_look(&command) {
                self.answer_briefly(tx, mail, command)?;
            } else {
                self.decide(tx, mail, command_of(command), "", &mut None, WISHED)?;
            }
            // A long answer is a letter of its own.
            self.answer(tx, mail)?;
        }
        self.tell_who_waits(tx, mail, &player, line.as_deref())
    }

    /// Asks those who wait for a player to join, now that the player's own challenge has been sent.
    fn tell_who_waits(
        &mut self,
        tx: &Tx,
        mail: &Mail,
        player: &PlayerId,
        sent: Option<&str>,
    ) -> Result<(), HandleError> {
        let now = mail.spool.received;
        let needs = Needs { awaiting: Some(player.clone()), open_games: [player.clone()].into(), ..Needs::default() };
        let view = tx.view(&needs, now)?;
        let decision = club::tell_who_waits(&view, player, sent, now, &mut self.chance);
        self.carry_out(tx, None, &decision)
    }

    /// The challenges that a mail wishes for beside its yes: `Yes, that was me. As I said, I want to play with Jonas.`
    fn games_wished(&self, tx: &Tx, mail: &Mail, player: &PlayerId) -> Result<Vec<Command>, HandleError> {
        let mut named = named_in(tx, &mail.text)?;
        named.retain(|name| name != player.as_str());
        let situation = Situation::outside(&named, false);
        let wishes = command::first_wishes(&mail.text, &situation, &self.composer.catalogue);
        let all = wishes.lines.lines().filter_map(|line| command::parse_line(line, &self.composer.catalogue).ok());
        Ok(all.filter(|wish| wish.challenge().is_some()).collect())
    }

    /// The language that a text asks for, `Geht das auch auf Deutsch?`, or is written in.
    fn language_wished(&self, text: &str) -> Option<Language> {
        self.wishes_to_the_club(text).wants.iter().find_map(chosen_language).or_else(|| command::foreign_language(text))
    }

    /// Asks those for whom there is room, each domain in its turn.
    pub(in crate::worker) fn release_signups(
        &mut self,
        store: &mut Store,
        now: DateTime<Utc>,
    ) -> Result<Released, StoreError> {
        store.drop_letters_to_strangers(now)?;
        store.queued_signups(SIGNUPS_MAX, now, |tx, (id, address)| {
            let needs = Needs { from: Some(address.clone()), players: [id.clone()].into(), ..Needs::default() };
            if tx.view(&needs, now)?.strangers.is_server_full() {
                return Ok(Asked::AllWait);
            }
            let view = tx.view(&Needs { ids: true, ..needs }, now)?;
            match club::ask_queued(&view, id, address, now, &mut self.chance) {
                QueuedSignup::Done(decision) => self.carry_out(tx, None, &decision).map(|()| Asked::Done),
                QueuedSignup::Waits => Ok(Asked::Waits),
                QueuedSignup::AllWait => Ok::<_, HandleError>(Asked::AllWait),
            }
        })
    }
}

//! Joining: a sign-up waits until the mailbox it names has answered.

use crate::chance::Chance;
use crate::club::exchange::authorization;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::{News, Notice};
use crate::club::exchange::notices_out;
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::request::{FirstInvitation, NewToken, Pending, PendingMark, Purpose, Request};
use crate::club::exchange::view::{Awaiting, View};
use crate::club::model::player::{PlayerId, Settings};
use crate::club::model::{password, reserved_ids};
use crate::club::playing::challenge;
use crate::command;
use crate::command::{Language, Secret, Setting};
use crate::mail::{Address, Authenticity, TokenText};
use chrono::{DateTime, Days, Utc};

/// Asks the mailbox whether it wants to become player `id`. A password that came with the sign-up is dropped, because it may be a
/// stranger's. The mailbox itself can give one when it answers.
pub(crate) fn ask(view: &View, request: &Request, id: &str, addresses: &[String], chance: &mut Chance) -> Decision {
    let id = match free_id(view, request, id) {
        Ok(id) => id,
        Err(refusal) => return refuse(refusal),
    };
    if let Some(player) = &view.from {
        return refuse(Refusal::AddressTaken { player: player.clone() });
    }
    let Some(address) = request.from.clone() else {
        return Decision::default();
    };
    // A letter to a mailbox other than the sender's could be used to pester its owner.
    if addresses.first().is_some_and(|typed| typed.parse::<Address>().as_ref() != Ok(&address)) {
        return refuse(Refusal::BadAddress);
    }
    ask_if_room(view, request, id, address, More::default(), chance)
}

/// What a mail wants besides joining, and its language.
#[derive(Clone, Copy, Default)]
pub(crate) struct More<'a> {
    /// The commands, one a line.
    pub lines: &'a str,
    /// Whether they are clearly wanted. Else nothing is promised.
    pub is_clear: bool,
    /// The language.
    pub language: Option<Language>,
    /// Whether it does not say that its author wants to join.
    pub unasked: bool,
    /// Whom it invites. A yes to the letter, which names that player, sends the challenge.
    pub invites: Option<&'a FirstInvitation>,
}

impl More<'_> {
    /// As it waits for the yes: commands, and the language is the first of them.
    fn to_keep(self) -> String {
        let set = self.language.map(|language| format!("set language {}", language.word()));
        set.into_iter().chain(self.lines.lines().map(str::to_owned)).collect::<Vec<_>>().join("\n")
    }
}

/// The same for a mail that only says in words that its author wants to play. The first of these ids that nobody has is proposed. What else
/// it wants waits for the yes.
pub(crate) fn ask_with_one_of(
    view: &View,
    request: &Request,
    ids: &[String],
    more: More<'_>,
    chance: &mut Chance,
) -> Decision {
    let id = ids.iter().find_map(|id| free_id(view, request, id).ok());
    match (id, request.from.clone()) {
        (Some(id), Some(address)) if view.from.is_none() && !authorization::is_forged(request) => {
            ask_if_room(view, request, id, address, more, chance)
        }
        (None, Some(_)) => refuse(Refusal::IdTaken { free: None }),
        (Some(_) | None, _) => Decision::default(),
    }
}

fn ask_if_room(
    view: &View,
    request: &Request,
    id: PlayerId,
    address: Address,
    more: More<'_>,
    chance: &mut Chance,
) -> Decision {
    let genuine = request.authenticity == Authenticity::Genuine;
    if more.unasked && !(view.may_write_to_stranger(genuine) && (genuine || !view.strangers.is_address_full())) {
        // Who has not asked for anything does not wait for it either.
        return Decision::default();
    }
    match genuine || !view.strangers.is_address_full() {
        true if view.may_write_to_stranger(genuine) => {
            confirmation(SignupAsk { id, address, genuine, more }, request.received, chance)
        }
        true => Decision {
            changes: vec![Change::SignupQueued { id, address, at: request.received }],
            ..Decision::default()
        },
        // An earlier letter must stay valid.
        false => Decision::default(),
    }
}

/// What happens with a sign-up that has waited.
#[derive(Clone, Debug)]
pub enum QueuedSignup {
    /// It waits no longer: its mailbox is asked, or the id was taken in the meantime.
    Done(Box<Decision>),
    /// There is no room for its address or domain.
    Waits,
    /// There is no room for any sign-up.
    AllWait,
}

/// Asks the mailbox of a sign-up that has waited, if the id is still free and there is room now.
pub fn ask_queued(
    view: &View,
    id: PlayerId,
    address: Address,
    now: DateTime<Utc>,
    chance: &mut Chance,
) -> QueuedSignup {
    let is_taken = view.players.contains_key(&id) || view.gone.contains(&id);
    match () {
        () if view.strangers.is_server_full() => QueuedSignup::AllWait,
        () if is_taken || view.from.is_some() || view.ids.iter().any(|known| reserved_ids::are_alike(known, &id)) => {
            QueuedSignup::Done(Box::default())
        }
        () if view.may_write_to_stranger(false) => {
            let asked = SignupAsk { id, address, genuine: false, more: More::default() };
            QueuedSignup::Done(Box::new(confirmation(asked, now, chance)))
        }
        () => QueuedSignup::Waits,
    }
}

/// A sign-up that is asked for its yes.
struct SignupAsk<'a> {
    id: PlayerId,
    address: Address,
    genuine: bool,
    more: More<'a>,
}

fn confirmation(asked: SignupAsk<'_>, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let SignupAsk { id, address, genuine, more } = asked;
    let text = TokenText::from_drawn(chance.bytes());
    let expires = now + Days::new(notices_out::CONFIRM_DAYS);
    let token = NewToken { text, purpose: Purpose::Signup, expires };
    let hash = token.text.hash();
    let (player, address_asked) = (id.clone(), address.clone());
    let mut changes = vec![Change::SignupAsked { id, address: address_asked, token: hash, expires, genuine }];
    let words = more.to_keep();
    if !words.is_empty() || more.invites.is_some() || more.unasked {
        let mark = more.unasked.then_some(PendingMark::Unasked);
        let (line, beside) = more.invites.map(|invites| (invites.line.clone(), invites.words.clone())).unzip();
        let pending = Pending { line, beside: beside.unwrap_or_default(), words, mark, half: None };
        changes.push(Change::Pending { token: hash, pending });
    }
    Decision {
        changes,
        notices: vec![Notice {
            to: address,
            reader: None,
            settings: Settings { language: more.language, ..Settings::default() },
            token: Some(token),
            news: News::SignupAsked {
                player,
                more: more.is_clear && !more.lines.is_empty(),
                unasked: more.unasked,
                invites: more.invites.cloned(),
            },
        }],
        ..Decision::default()
    }
}

/// Ids to propose to a person who cannot have this one: like it, or as their address calls them.
pub(crate) fn ids_instead(id: &str, from: Option<&Address>) -> Vec<String> {
    let mut ids = command::proposed_ids("", id, "");
    ids.extend(command::proposed_ids("", "", from.map_or("", Address::local)));
    ids
}

/// The id as a player's, if nobody has it.
fn free_id(view: &View, request: &Request, id: &str) -> Result<PlayerId, Refusal> {
    let free = || {
        let instead = ids_instead(id, request.from.as_ref());
        instead.iter().find_map(|id| id.parse().ok().filter(|id| why_not(view, request, id).is_none()))
    };
    let id = id.parse::<PlayerId>().map_err(|why| Refusal::BadId { why, free: free() })?;
    match why_not(view, request, &id) {
        None => Ok(id),
        Some(WhyNot::Taken) => Err(Refusal::IdTaken { free: free() }),
        Some(WhyNot::Kept) => Err(Refusal::IdKept { free: free() }),
        Some(WhyNot::Alike) => Err(Refusal::IdAlike { free: free() }),
    }
}

/// Why nobody can have an id now.
enum WhyNot {
    Taken,
    Kept,
    Alike,
}

fn why_not(view: &View, request: &Request, id: &PlayerId) -> Option<WhyNot> {
    if view.players.contains_key(id) || view.gone.contains(id) {
        return Some(WhyNot::Taken);
    }
    match view.ids.iter().any(|known| reserved_ids::are_alike(known, id)) {
        _ if reserved_ids::is_kept(id, &request.names) => Some(WhyNot::Kept),
        true => Some(WhyNot::Alike),
        false => None,
    }
}

/// The mailbox answered: the player joins, as asked or as the answer says.
pub(crate) fn confirm(
    view: &View,
    request: &Request,
    repeated: Option<&(String, Option<Secret>)>,
    language: Option<Language>,
    is_answered: bool,
    chance: &mut Chance,
) -> Decision {
    let Some(signup) = &view.signup else {
        return refuse(Refusal::SignupLapsed);
    };
    if let Some(player) = &signup.joined {
        return refuse(Refusal::AddressTaken { player: player.clone() });
    }
    let id = match free_id(view, request, repeated.map_or(signup.id.as_str(), |(id, _)| id)) {
        Ok(id) => id,
        Err(refusal) => return refuse(refusal),
    };
    let password_hash = match repeated.and_then(|(_, password)| password.as_ref()) {
        Some(password) => match password::hash(password.expose(), chance) {
            Some(hash) => Some(hash),
            None => return refuse(Refusal::BadPassword),
        },
        None => None,
    };
    // The token was sent to that mailbox alone.
    let proven = request.from.as_ref() == Some(&signup.address);
    let mut decision = Decision { sender: Some(id.clone()), proven, ..Decision::default() };
    decision.changes.push(Change::PlayerJoined {
        id: id.clone(),
        address: signup.address.clone(),
        password_hash,
        at: request.received,
    });
    if language.is_some() {
        decision.changes.push(Change::SettingChanged { player: id.clone(), setting: Setting::Language(language) });
    }
    if request.organizers.contains(&id) {
        // The operator has named an organizer, but it is not known yet whether this player is meant.
        decision.changes.push(Change::OrganizerWaits { player: id.clone() });
    }
    let more = view.ids.len().saturating_sub(OTHERS_MAX);
    let handed = notices_out::issue(&mut decision, Purpose::Letter { player: id.clone() }, request.received, chance);
    decision.notices.push(Notice {
        to: signup.address.clone(),
        reader: Some(id),
        settings: Settings { language, ..Settings::default() },
        token: Some(handed),
        news: News::Joined { others: view.ids.iter().take(OTHERS_MAX).cloned().collect(), more, is_answered },
    });
    decision
}

/// Asks those who have challenged a player of this name before whether they still want to. A yes to the letter sends the challenge. Who has just
/// got that player's own challenge to the same game need not be asked: it was this line that was `sent`.
pub fn tell_who_waits(
    view: &View,
    id: &PlayerId,
    sent: Option<&str>,
    now: DateTime<Utc>,
    chance: &mut Chance,
) -> Decision {
    let mut decision = Decision::default();
    let waiting = view.awaiting.get(id).map(Vec::as_slice).unwrap_or_default();
    if waiting.is_empty() {
        return decision;
    }
    decision.changes.push(Change::AwaitedForgotten { wanted: id.clone() });
    let games = view.open_games.get(id).map(Vec::as_slice).unwrap_or_default();
    let is_invited = |waiting: &Awaiting| {
        let is_sent = |line| challenge::are_alike(&waiting.line, line);
        sent.is_some_and(is_sent) && games.iter().any(|head| *head.invited() == waiting.player)
    };
    for waiting in waiting {
        let Awaiting { player, line, words } = waiting.clone();
        match view.players.get(&player).filter(|player| player.is_reachable()) {
            // The words go with the yes to that challenge.
            Some(_) if is_invited(waiting) && !words.is_empty() => {
                decision.changes.push(Change::Awaited { player, wanted: id.clone(), line, words, at: now });
            }
            Some(known) if !is_invited(waiting) => {
                let handed = notices_out::issue(&mut decision, Purpose::Letter { player }, now, chance);
                let pending = Pending { line: Some(line.clone()), beside: words.clone(), ..Pending::default() };
                decision.changes.push(Change::Pending { token: handed.text.hash(), pending });
                let news = News::Arrived { player: id.clone(), line, words };
                decision.notices.push(notices_out::to(known, Some(handed), news));
            }
            Some(_) | None => {}
        }
    }
    decision
}

/// The most players that the welcome names.
const OTHERS_MAX: usize = 10;

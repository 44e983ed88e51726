//! The one way from a request to a decision.

use crate::chance::Chance;
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::authorization::SenderStanding;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::{AccountNews, AskedAbout, News};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::request::{Asked, Purpose, Request};
use crate::club::exchange::view::View;
use crate::club::exchange::{authorization, notices_out};
use crate::club::handling::{account_acts, closing, query};
use crate::club::model::player::PlayerId;
use crate::club::organizing;
use crate::club::playing::{
    account, certainty, challenge, messages, moves, on_board, open_challenges, signup, vacation,
};
use crate::command::{
    Account, BoardAct, Command, Look, PlayerAct, PreviewOf, Queued, STARS, Setting, ShowItem, Target,
};
use crate::mail::Address;
use crate::tafl;
use chrono::{DateTime, Utc};

/// Decides one request. Nothing is done here: the decision says what becomes true and who is told.
pub fn decide(view: &View, request: &Request, chance: &mut Chance) -> Decision {
    let command = match &request.asked {
        Asked::Join { repeated, language, more } => {
            return signup::confirm(view, request, repeated.as_ref(), *language, *more, chance);
        }
        Asked::Claim => return account::claimed(view, request, chance),
        Asked::SignUp { ids, more, is_more_clear, language, wished, invites } => {
            let more = signup::More {
                lines: more,
                is_clear: *is_more_clear,
                language: *language,
                unasked: !wished,
                invites: invites.as_ref(),
            };
            return signup::ask_with_one_of(view, request, ids, more, chance);
        }
        Asked::Command(command) => command.as_ref(),
    };
    if let Command::AsPlayer { act: PlayerAct::Account(Account::Reclaim), .. } = command
        && request.token.is_some()
    {
        // The key was sent to that mailbox alone, so it does not matter what is known of the sender.
        return account::reclaim(view, request, chance);
    }
    let supposed = authorization::supposed_sender(view, request, command.login());
    if authorization::is_passed_over(request, command) {
        return Decision { sender: supposed, ..Decision::default() };
    }
    let mut decision = match command {
        // A person who signs up is a stranger until their mailbox has answered, whichever letter they answer.
        Command::Signup { player, addresses, .. } => {
            let decision = signup::ask(view, request, player, addresses, chance);
            return Decision { sender: view.from.clone(), ..decision };
        }
        Command::Look(look) => look_at(view, request, look, supposed.as_ref()),
        Command::Tournament(asked) if asked.access().needs_no_proof() => {
            Decision { replies: organizing::look(view, asked, supposed.as_ref()), ..Decision::default() }
        }
        Command::OnBoard { .. } | Command::AsPlayer { .. } | Command::Tournament(_) => {
            act_if_proven(view, request, command, chance)
        }
    };
    decision.sender = decision.sender.or(supposed);
    decision
}

fn look_at(view: &View, request: &Request, look: &Look, supposed: Option<&PlayerId>) -> Decision {
    let mut look = look.clone();
    if let Look::Preview { plays, of } = &mut look
        && let Err(square) = in_plain_letters(view, request, plays, supposed)
            .and_then(|()| piece_in_plain_letters(view, request, of, supposed))
    {
        return refuse(Refusal::NoColumn { square });
    }
    let replies = query::look(view, &look, supposed, request.received);
    let beside = supposed.map(|sender| beside_own_id(&look, sender)).unwrap_or_default();
    let is_gone = |id: &&str| view.gone.iter().any(|gone| gone.as_str() == *id);
    let hidden: Vec<&str> = beside.into_iter().filter(|id| !is_gone(id)).collect();
    Decision { replies: without(replies, &hidden), ..Decision::default() }
}

/// The words right after the sender's own id where another player's id is expected, and right before it. Each may be a password: other servers
/// want it there, and some people swap the two.
fn beside_own_id<'a>(look: &'a Look, sender: &PlayerId) -> Vec<&'a str> {
    let ids: Vec<&str> = match look {
        Look::Games { players, .. } => players.iter().map(String::as_str).collect(),
        Look::Show { what } => what
            .iter()
            .filter_map(|item| match item {
                ShowItem::Player { id, .. } => Some(id.as_str()),
                ShowItem::Game { .. } => None,
            })
            .collect(),
        Look::Help { .. }
        | Look::Commands
        | Look::Whoami
        | Look::Settings
        | Look::Limit
        | Look::Players
        | Look::Variants
        | Look::Rules { .. }
        | Look::Board { .. }
        | Look::Preview { .. }
        | Look::OpenChallenges
        | Look::Ratings { .. }
        | Look::Export { .. } => return Vec::new(),
    };
    let is_own = |id: &str| id == sender.as_str();
    let beside = |pair: &[&'a str]| match pair {
        [own, other] | [other, own] if is_own(own) && !is_own(other) => Some(*other),
        _ => None,
    };
    ids.windows(2).filter_map(beside).collect()
}

fn without(mut replies: Vec<Reply>, hidden: &[&str]) -> Vec<Reply> {
    for reply in &mut replies {
        if let Reply::Refused(Refusal::UnknownPlayer { id, nearest, .. }) = reply
            && hidden.contains(&id.as_str())
            && nearest.is_empty()
        {
            *id = STARS.to_owned();
        }
    }
    replies
}

/// The command with its squares in plain letters, or the square whose letter is not used in the sender's own notation. What was confirmed
/// is in plain letters already.
fn as_meant(
    view: &View,
    request: &Request,
    command: &Command,
    sender: Option<&PlayerId>,
) -> Result<Command, tafl::Square> {
    let mut command = command.clone();
    in_plain_letters(view, request, command.plays_mut(), sender)?;
    Ok(command)
}

fn in_plain_letters(
    view: &View,
    request: &Request,
    plays: &mut [tafl::ParsedPlay],
    sender: Option<&PlayerId>,
) -> Result<(), tafl::Square> {
    if let Some(dialect) = own_letters(view, request, sender) {
        for play in plays {
            *play = dialect.meant_play(play)?;
        }
    }
    Ok(())
}

fn piece_in_plain_letters(
    view: &View,
    request: &Request,
    of: &mut PreviewOf,
    sender: Option<&PlayerId>,
) -> Result<(), tafl::Square> {
    if let (PreviewOf::Piece { from, .. }, Some(dialect)) = (of, own_letters(view, request, sender)) {
        *from = dialect.meant(*from).ok_or(*from)?;
    }
    Ok(())
}

/// The column letters that the sender has chosen, unless the command is in plain letters already.
fn own_letters(view: &View, request: &Request, sender: Option<&PlayerId>) -> Option<tafl::Dialect> {
    let dialect = sender.and_then(|sender| view.players.get(sender)).map(|player| player.settings.dialect);
    dialect.filter(|_| !request.confirmed && !request.manner.shown)
}

fn act_if_proven(view: &View, request: &Request, command: &Command, chance: &mut Chance) -> Decision {
    match authorization::weigh(view, request, command, command.board().and_then(Target::number)) {
        SenderStanding::Proven(sender) => match as_meant(view, request, command, Some(&sender)) {
            Ok(command) => {
                let auth = Authenticated { view, request, sender: &sender };
                let decision = certainty::or_ask(&auth, &command, act(&auth, &command, chance));
                // A refusal names no sender. Its answer goes to who sent the mail, even if it answers a letter that somebody else got.
                let whose = decision.sender.clone().or(Some(sender));
                Decision { proven: true, sender: whose, ..decision }
            }
            Err(square) => Decision { proven: true, sender: Some(sender), ..refuse(Refusal::NoColumn { square }) },
        },
        SenderStanding::Doubtful(sender) => {
            let command = &match as_meant(view, request, command, Some(&sender)) {
                Ok(command) => command,
                Err(square) => return Decision { sender: Some(sender), ..refuse(Refusal::NoColumn { square }) },
            };
            // A line that cannot be done anyway is refused at once. The answer goes to the registered mailbox.
            let tried = act(&Authenticated { view, request, sender: &sender }, command, chance);
            if tried.changes.is_empty() && !tried.replies.is_empty() {
                return Decision { sender: Some(sender), ..tried };
            }
            // What it would do is not shown: the letter must first of all say that there is no proof of who asks.
            let held = Some(bound_to_its_ply(view, request, command).to_string());
            Decision { held, sender: Some(sender), ..Decision::default() }
        }
        SenderStanding::PassedOver => Decision::default(),
        SenderStanding::WrongPassword { player, has_one } => wrong_password(view, request, player, has_one),
        SenderStanding::TooManyPasswords(player) => {
            // Strangers are told nothing.
            if is_from(view, &player) { refuse(Refusal::TooManyPasswords { player }) } else { Decision::default() }
        }
        SenderStanding::UnknownPlayer(id) => {
            let hidden: Vec<&str> = is_swapped(view, command).then_some(id.as_str()).into_iter().collect();
            let unknown = Reply::Refused(view.unknown_player(&id, &[]));
            Decision { replies: without(vec![unknown], &hidden), ..Decision::default() }
        }
        SenderStanding::Stranger => Decision { replies: vec![Reply::Newcomer], ..Decision::default() },
    }
}

/// A held or prepared move must not act on a later position than the one its sender saw: the number of the move is written into it.
fn bound_to_its_ply(view: &View, request: &Request, command: &Command) -> Command {
    let mut command = command.clone();
    if let Command::OnBoard { board: Target::Number(number), act, .. } = &mut command
        && let Some(game) = view.games.get(number)
    {
        if let BoardAct::Move(play) = act {
            play.ply = moves::meant_ply(request, play, *number).or(Some(game.head.plies + 1));
        }
        if let BoardAct::Queue(Queued::Line { conditional, plays }) = act
            && let Some(first) = plays.first_mut()
        {
            first.ply = first.ply.or(Some(game.head.plies + if *conditional { 1 } else { 2 }));
        }
    }
    command
}

fn wrong_password(view: &View, request: &Request, player: PlayerId, has_one: bool) -> Decision {
    let failed = Change::PasswordFailed { player: player.clone(), at: request.received };
    if authorization::is_forged(request) {
        return Decision { changes: vec![failed], ..Decision::default() };
    }
    let mut decision = match is_from(view, &player) {
        true if has_one => refuse(Refusal::WrongPassword { player }),
        true => refuse(Refusal::NoPassword { player }),
        false => match view.players.get(&player) {
            // The sender of this is told nothing. The player is told.
            Some(known) => {
                Decision { notices: vec![notices_out::to(known, None, News::PasswordRefused)], ..Decision::default() }
            }
            None => Decision::default(),
        },
    };
    decision.changes.push(failed);
    decision
}

/// Whether the id of a login stands in the place of the password, and so perhaps the password in that of the id.
fn is_swapped(view: &View, command: &Command) -> bool {
    let password = command.login().map(|login| login.password.expose().to_lowercase());
    password.is_some_and(|password| view.from.as_ref().is_some_and(|from| from.as_str() == password))
}

fn is_from(view: &View, player: &PlayerId) -> bool {
    view.from.as_ref() == Some(player)
}

/// Does what is asked, unless it would pester another player. The rules of a game limit how many moves and ends there can be, a tournament
/// limits its letters, and an answer needs a question. Everything else could be repeated without end.
fn act(auth: &Authenticated, command: &Command, chance: &mut Chance) -> Decision {
    let decision = match messages::kept_back(auth, command) {
        None => act_unbounded(auth, command, chance),
        Some(why) => {
            // A command that consists of words alone is not done. Any other is done without them.
            let mut decision = if command.text().is_some() {
                Decision::default()
            } else {
                let request = Request { comment: String::new(), ..auth.request.clone() };
                act_unbounded(&Authenticated { request: &request, ..*auth }, command, chance)
            };
            decision.sender = decision.sender.or_else(|| Some(auth.sender.clone()));
            decision.replies.push(Reply::KeptBack(why));
            decision
        }
    };
    let pestered = |reader: &&PlayerId| *reader != auth.sender && !auth.view.may_tell(auth.sender, reader);
    let pestered = decision.readers().find(pestered).cloned();
    match pestered {
        Some(player) if !is_bounded(command) => refuse(Refusal::TooManyLetters { player }),
        _ => decision,
    }
}

/// Whether something else limits how often it can be done: the moves of a game, a question that is answered, a tournament.
fn is_bounded(command: &Command) -> bool {
    match command {
        Command::Tournament(_) => true,
        Command::OnBoard { act, .. } => act.is_bounded(),
        Command::AsPlayer { .. } | Command::Signup { .. } | Command::Look(_) => false,
    }
}

fn act_unbounded(auth: &Authenticated, command: &Command, chance: &mut Chance) -> Decision {
    if let Some(refusal) = closing::keeps_from(auth, command) {
        return refuse(refusal);
    }
    match command {
        Command::AsPlayer { act, .. } => as_player(auth, act, chance),
        Command::Tournament(asked) => organizing::act(auth, asked, chance),
        Command::OnBoard { board: Target::Number(number), act, .. } => on_board::act(auth, *number, act, chance),
        Command::OnBoard { board: Target::OfLetter, .. } => {
            let reply = query::which_board(auth.view, command, Some(auth.sender));
            Decision { replies: vec![reply], ..Decision::default() }
        }
        // These are answered before any proof is needed.
        Command::Signup { .. } | Command::Look(_) => Decision::default(),
    }
}

fn as_player(auth: &Authenticated, act: &PlayerAct, chance: &mut Chance) -> Decision {
    match act {
        PlayerAct::Challenge(ask) => challenge::challenge(auth, ask, chance),
        PlayerAct::OpenChallenge(ask) => open_challenges::challenge_all(auth, ask),
        PlayerAct::Take(number) => open_challenges::take(auth, *number, chance),
        PlayerAct::Message(message) => messages::message(auth, message, chance),
        PlayerAct::Vacation(asked) => vacation::vacation(auth, *asked, chance),
        PlayerAct::Account(act) => account_acts::act(auth, act, chance),
        PlayerAct::Set(setting) => set(auth, *setting),
        PlayerAct::SetLimit(limit) => set_limit(auth, *limit),
    }
}

fn set(auth: &Authenticated, setting: Setting) -> Decision {
    let Some(player) = auth.view.players.get(auth.sender) else {
        return Decision::default();
    };
    let settings = player.settings.with(setting);
    Decision {
        changes: vec![Change::SettingChanged { player: player.id.clone(), setting }],
        replies: vec![Reply::Settings { player: player.id.clone(), settings, changed: Some(setting) }],
        sender: Some(player.id.clone()),
        ..Decision::default()
    }
}

fn set_limit(auth: &Authenticated, limit: Option<u32>) -> Decision {
    let games = auth.view.own_games.get(auth.sender).copied().unwrap_or_default();
    Decision {
        changes: vec![Change::LimitSet { player: auth.sender.clone(), limit }],
        replies: vec![Reply::Limit { limit, games, changed: true }],
        sender: Some(auth.sender.clone()),
        ..Decision::default()
    }
}

/// A question to a registered mailbox.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The lines that wait, in canonical form.
    pub lines: Vec<String>,
    /// The words for the opponent that came with them.
    pub comment: String,
    /// The address they came from, if it is not the player's although the mail brought a key.
    pub elsewhere: Option<Address>,
    /// What the lines would do, if that is shown first.
    pub previews: Vec<Reply>,
    /// What else the letter must say about them.
    pub about: AskedAbout,
}

/// Asks the registered mailbox whether lines that came without proof are its own. One letter asks about a whole mail.
pub fn hold(view: &View, player: &PlayerId, question: Question, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let Some(known) = view.players.get(player) else {
        return Decision::default();
    };
    let Question { lines, comment, elsewhere, previews, about } = question;
    let mut decision = Decision { sender: Some(player.clone()), ..Decision::default() };
    // A password must come from the mailbox itself, so there is a separate letter for it.
    let new_password = Account::ChangePassword(None).to_string();
    let (passwords, lines): (Vec<String>, Vec<String>) = lines.into_iter().partition(|line| *line == new_password);
    if !passwords.is_empty() {
        let (purpose, news) = (Purpose::Password { player: player.clone() }, AccountNews::PasswordAsked);
        notices_out::letter_for(&mut decision, known, purpose, News::Account(news), now, chance);
    }
    // Closing the account for good is asked about in a letter with words for it alone.
    let (leaving, lines): (Vec<String>, Vec<String>) = lines.into_iter().partition(|line| closing::is_leaving(line));
    if let Some(line) = leaving.into_iter().next_back() {
        let news = AccountNews::DeleteAsked { resigning: closing::resigning(&line) };
        let (lines, comment, asked) = (vec![line], String::new(), now);
        let purpose = Purpose::Confirm { player: player.clone(), lines, comment, asked, elsewhere: None };
        notices_out::letter_for(&mut decision, known, purpose, News::Account(news), now, chance);
    }
    if lines.is_empty() {
        return decision;
    }
    let purpose = Purpose::Confirm {
        player: player.clone(),
        lines: lines.clone(),
        comment: comment.clone(),
        asked: now,
        elsewhere: elsewhere.clone(),
    };
    let news = News::ConfirmAsked { lines, comment, elsewhere, previews, about };
    notices_out::letter_for(&mut decision, known, purpose, news, now, chance);
    decision
}

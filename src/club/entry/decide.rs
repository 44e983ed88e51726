//! The one way from a request to a decision.

use crate::chance::Chance;
use crate::club::entry::needs::candidates;
use crate::club::entry::{account_acts, closing, query};
use crate::club::exchange::authenticated::Authenticated;
use crate::club::exchange::authorization::SenderStanding;
use crate::club::exchange::board_meant::board;
use crate::club::exchange::decision::{Change, Decision, refuse};
use crate::club::exchange::notice::{AccountNews, AskedAbout, News};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::reply::Reply;
use crate::club::exchange::request::{Asked, Purpose, Request};
use crate::club::exchange::view::View;
use crate::club::exchange::{authorization, notices_out};
use crate::club::game::{
    account, certainty, challenge, messages, moves, observers, open_challenges, prepared_moves, signup, vacation,
};
use crate::club::model::game::{Game, OfferKind, Stage};
use crate::club::model::player::PlayerId;
use crate::club::organizing;
use crate::command::{Account, Command, Queued, STARS, Setting, ShowItem};
use crate::mail::Address;
use crate::tafl;
use chrono::{DateTime, Utc};

/// Decides one request. Nothing is done here: the decision says what becomes true and who is told.
pub fn decide(view: &View, request: &Request, chance: &mut Chance) -> Decision {
    let command = match &request.asked {
        Asked::Join { repeated } => return signup::confirm(view, request, repeated.as_ref(), chance),
        Asked::Claim => return account::claimed(view, request, chance),
        Asked::Command(command) => command.as_ref(),
    };
    if let Command::Account { act: Account::Reclaim, .. } = command
        && request.token.is_some()
    {
        // The key has been sent to that mailbox alone, and what anybody says of the sender does not matter.
        return account::reclaim(view, request, chance);
    }
    if authorization::is_passed_over(request, command) {
        let sender = authorization::supposed_sender(view, request, command.login());
        return Decision { sender, ..Decision::default() };
    }
    if let Command::Signup { player, addresses, .. } = command {
        // Whoever signs up is a stranger until his mailbox has answered, whatever letter he answers.
        let decision = signup::ask(view, request, (player, addresses), chance);
        return Decision { sender: view.from.clone(), ..decision };
    }
    let supposed = authorization::supposed_sender(view, request, command.login());
    let mut decision = if authorization::may_be_asked_by_anyone(command) {
        match as_meant(view, request, command, supposed.as_ref()) {
            Ok(command) => {
                let replies = query::look(view, &command, supposed.as_ref(), request.received);
                let hidden = supposed.as_ref().and_then(|sender| behind_own_id(&command, sender));
                let hidden = hidden.filter(|id| !view.gone.iter().any(|gone| gone.as_str() == *id));
                Decision { replies: without(replies, hidden), ..Decision::default() }
            }
            Err(square) => refuse(Refusal::NoColumn { square }),
        }
    } else {
        act_if_proven(view, request, command, chance)
    };
    decision.sender = decision.sender.or(supposed);
    decision
}

/// The word that stands as a player's id right behind the sender's own. It may be a password, as other servers want it there.
fn behind_own_id<'a>(command: &'a Command, sender: &PlayerId) -> Option<&'a str> {
    let ids: Vec<&str> = match command {
        Command::Games { players, .. } => players.iter().map(String::as_str).collect(),
        Command::Show { what } => what
            .iter()
            .filter_map(|item| match item {
                ShowItem::Player { id, .. } => Some(id.as_str()),
                ShowItem::Game { .. } => None,
            })
            .collect(),
        _ => return None,
    };
    ids.windows(2).find(|ids| ids[0] == sender.as_str()).map(|ids| ids[1])
}

fn without(mut replies: Vec<Reply>, hidden: Option<&str>) -> Vec<Reply> {
    for reply in &mut replies {
        if let Reply::Refused(Refusal::UnknownPlayer { id, nearest }) = reply
            && Some(id.as_str()) == hidden
            && nearest.is_empty()
        {
            *id = STARS.to_owned();
        }
    }
    replies
}

/// The command with its squares in plain letters, or the square whose letter the sender's own dialect leaves out. What was confirmed
/// stands in plain letters already.
fn as_meant(
    view: &View,
    request: &Request,
    command: &Command,
    sender: Option<&PlayerId>,
) -> Result<Command, tafl::Square> {
    let mut command = command.clone();
    let dialect = sender.and_then(|sender| view.players.get(sender)).map(|player| player.settings.dialect);
    if let Some(dialect) = dialect.filter(|_| !request.confirmed && !request.manner.shown) {
        for play in command.plays_mut() {
            *play = dialect.meant_play(play)?;
        }
    }
    Ok(command)
}

fn act_if_proven(view: &View, request: &Request, command: &Command, chance: &mut Chance) -> Decision {
    match authorization::weigh(view, request, command, board(command).flatten()) {
        SenderStanding::Proven(sender) => match as_meant(view, request, command, Some(&sender)) {
            Ok(command) => {
                let auth = Authenticated { view, request, sender: &sender };
                let decision = certainty::or_ask(&auth, &command, act(&auth, &command, chance));
                Decision { proven: true, ..decision }
            }
            Err(square) => Decision { proven: true, sender: Some(sender), ..refuse(Refusal::NoColumn { square }) },
        },
        SenderStanding::Doubtful(sender) => {
            let command = &match as_meant(view, request, command, Some(&sender)) {
                Ok(command) => command,
                Err(square) => return Decision { sender: Some(sender), ..refuse(Refusal::NoColumn { square }) },
            };
            // A line that could not be done anyway is refused at once; the answer goes to the registered mailbox.
            let tried = act(&Authenticated { view, request, sender: &sender }, command, chance);
            if tried.changes.is_empty() && !tried.replies.is_empty() {
                return Decision { sender: Some(sender), ..tried };
            }
            // What it would do is not shown: the letter has to say first of all that nothing proves who asks.
            let held = Some(bound_to_its_ply(view, request, command).to_string());
            Decision { held, sender: Some(sender), ..Decision::default() }
        }
        SenderStanding::PassedOver => Decision::default(),
        SenderStanding::WrongPassword { player, has_one } => wrong_password(view, request, player, has_one),
        SenderStanding::TooManyPasswords(player) => answer_or_be_silent(view, Refusal::TooManyPasswords { player }),
        SenderStanding::UnknownPlayer(id) => refuse(view.unknown_player(&id, &[])),
        SenderStanding::Stranger => Decision { replies: vec![Reply::Newcomer], ..Decision::default() },
    }
}

fn which_board(view: &View, command: &Command, sender: PlayerId) -> Decision {
    let cut = view.open_games_are_cut(&sender);
    let candidates = candidates(command, &Some(sender), view);
    refuse(Refusal::WhichBoard { command: command.word(), candidates, cut })
}

/// A held play, or a prepared one, must not act on a later position than the one its sender saw: its half-move is written into it.
fn bound_to_its_ply(view: &View, request: &Request, command: &Command) -> Command {
    let mut command = command.clone();
    if let Command::Move { number: Some(number), play: parsed, .. } = &mut command
        && let Some(game) = view.games.get(number)
    {
        parsed.ply = moves::meant_ply(request, parsed, *number).or(Some(game.head.plies + 1));
    }
    if let Command::Queue { number: Some(number), what: Queued::Line { conditional, plays }, .. } = &mut command
        && let (Some(game), Some(first)) = (view.games.get(number), plays.first_mut())
    {
        first.ply = first.ply.or(Some(game.head.plies + if *conditional { 1 } else { 2 }));
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
            // Whoever sent this is not told anything; the player is.
            Some(known) => {
                Decision { notices: vec![notices_out::to(known, None, News::PasswordRefused)], ..Decision::default() }
            }
            None => Decision::default(),
        },
    };
    decision.changes.push(failed);
    decision
}

fn answer_or_be_silent(view: &View, refusal: Refusal) -> Decision {
    match &refusal {
        Refusal::TooManyPasswords { player } if !is_from(view, player) => Decision::default(),
        _ => refuse(refusal),
    }
}

fn is_from(view: &View, player: &PlayerId) -> bool {
    view.from.as_ref() == Some(player)
}

/// Does what is asked, unless it would pester another player. A game bounds its moves and its end, a tournament its letters, and an answer needs
/// a question; everything else could be repeated without end.
fn act(auth: &Authenticated, command: &Command, chance: &mut Chance) -> Decision {
    let decision = match messages::kept_back(auth, command) {
        None => act_unbounded(auth, command, chance),
        Some(why) => {
            let mut decision = match command {
                Command::Chat { .. } | Command::Message { .. } => Decision::default(),
                // The rest is done without them.
                _ => {
                    let request = Request { comment: String::new(), ..auth.request.clone() };
                    act_unbounded(&Authenticated { request: &request, ..*auth }, command, chance)
                }
            };
            decision.sender = decision.sender.or_else(|| Some(auth.sender.clone()));
            decision.replies.push(Reply::KeptBack(why));
            decision
        }
    };
    let bounded_by_the_game = matches!(
        command,
        Command::Move { .. }
            | Command::Resign { .. }
            | Command::Accept { .. }
            | Command::Decline { .. }
            | Command::Tournament(_)
    );
    let pestered = |reader: &&PlayerId| *reader != auth.sender && !auth.view.may_tell(auth.sender, reader);
    let pestered = decision.readers().find(pestered).cloned();
    match pestered {
        Some(player) if !bounded_by_the_game => refuse(Refusal::TooManyLetters { player }),
        _ => decision,
    }
}

fn act_unbounded(auth: &Authenticated, command: &Command, chance: &mut Chance) -> Decision {
    let view = auth.view;
    if let Some(refusal) = closing::keeps_from(auth, command) {
        return refuse(refusal);
    }
    match command {
        Command::Challenge { first, second, terms, conditions, clock, .. } => {
            return challenge::challenge(auth, (first, second, terms, *conditions, *clock), chance);
        }
        Command::Tournament(asked) => return organizing::act(auth, asked, chance),
        Command::Message { players, text } => return messages::message(auth, (players, text), chance),
        Command::Vacation(asked) => return vacation::vacation(auth, *asked, chance),
        Command::Set { setting: Some(setting) } => return set(auth, *setting),
        Command::Account { act, .. } => return account_acts::act(auth, act, chance),
        Command::OpenChallenge { variant, side, conditions, clock, .. } => {
            return open_challenges::seek(auth, (variant, *side, *conditions, *clock));
        }
        Command::Take { number, .. } => return open_challenges::take(auth, *number, chance),
        Command::Withdraw { number: Some(number), .. } if !view.games.contains_key(number) => {
            if let Some(sought) = view.seeks.get(number) {
                return open_challenges::withdraw(auth, sought);
            }
        }
        Command::Subscribe { number: Some(number), on, .. } => return observers::subscribe(auth, *number, *on),
        Command::Limit { limit: Some(limit), .. } => return set_limit(auth, *limit),
        _ => {}
    }
    let number = match board(command).flatten() {
        Some(number) => number,
        None => return which_board(view, command, auth.sender.clone()),
    };
    let Some(game) = view.games.get(&number) else {
        return refuse(Refusal::UnknownBoard { number });
    };
    let Some(side) = game.head.side_of(auth.sender) else {
        return refuse(Refusal::NotYourBoard { number });
    };
    on_board(auth, command, (game, side), chance)
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

fn on_board(
    auth: &Authenticated,
    command: &Command,
    (game, side): (&Game, tafl::Side),
    chance: &mut Chance,
) -> Decision {
    let number = game.head.number;
    match (command, game.head.stage) {
        (Command::Chat { text, .. }, _) => messages::chat(auth, (game, side), text, chance),
        (Command::Withdraw { .. }, Stage::Running) if game.head.offer.is_none_or(|offer| offer.by != side) => {
            refuse(Refusal::NoLongerOpen { number, begun: true })
        }
        (Command::Withdraw { .. }, Stage::Running) => moves::withdraw_offer(auth, (game, side), chance),
        (Command::Withdraw { .. }, _) => challenge::withdraw(auth, game, chance),
        (Command::Accept { .. }, Stage::Invited) => challenge::accept(auth, game, chance),
        (Command::Decline { .. }, Stage::Invited) => challenge::decline(auth, game, chance),
        (Command::Accept { .. } | Command::Decline { .. }, Stage::Running)
            if game.head.offer.is_none() && game.head.plies == 0 =>
        {
            refuse(Refusal::NoLongerOpen { number, begun: true })
        }
        (Command::Accept { .. } | Command::Decline { .. }, Stage::Running)
            if !moves::means_the_offer(auth.request, game) =>
        {
            refuse(Refusal::NoOffer { number })
        }
        (Command::Accept { .. }, Stage::Running) => moves::accept_offer(auth, (game, side), chance),
        (Command::Decline { .. }, Stage::Running) => moves::decline_offer(auth, (game, side), chance),
        (Command::Accept { .. } | Command::Decline { .. }, _) => refuse(Refusal::NoLongerOpen { number, begun: false }),
        (Command::Unrated { .. }, _) => challenge::make_unrated(auth, (game, side), chance),
        (_, Stage::Invited | Stage::Declined | Stage::Withdrawn) => refuse(Refusal::NotBegun {
            number,
            yours: game.head.invited() == auth.sender,
            dead: game.head.stage != Stage::Invited,
        }),
        (Command::Move { play: parsed, .. }, _) => moves::play(auth, (game, side), parsed, chance),
        (_, Stage::Ended(ending)) => refuse(Refusal::Over { game: std::sync::Arc::new(game.clone()), ending }),
        (Command::Queue { what, .. }, Stage::Running) => prepared_moves::queue(auth, (game, side), what),
        (Command::Resign { .. }, Stage::Running) => moves::resign(auth, (game, side), chance),
        (Command::Draw { .. }, Stage::Running) => moves::offer(auth, (game, side), OfferKind::Draw, chance),
        (Command::Undo { .. }, Stage::Running) => moves::offer(auth, (game, side), OfferKind::Undo, chance),
        // Every other command is public, about no board, or handled above.
        (_, Stage::Running) => Decision::default(),
    }
}

/// What a registered mailbox is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Lines that wait, in canonical form.
    pub lines: Vec<String>,
    /// Words for the opponent that came with them.
    pub comment: String,
    /// The address they came from, where they came with a key all the same.
    pub elsewhere: Option<Address>,
    /// What they would do, where that is shown first.
    pub previews: Vec<Reply>,
    /// What else is to be said about them.
    pub about: AskedAbout,
}

/// Asks the registered mailbox whether lines that came without proof were its own: one letter for a whole mail.
pub fn hold(view: &View, player: &PlayerId, question: Question, now: DateTime<Utc>, chance: &mut Chance) -> Decision {
    let Some(known) = view.players.get(player) else {
        return Decision::default();
    };
    let Question { lines, comment, elsewhere, previews, about } = question;
    let mut decision = Decision { sender: Some(player.clone()), ..Decision::default() };
    // A password must come from the mailbox itself, and so it has a letter of its own.
    let new_password = Account::ChangePassword(None).to_string();
    let (passwords, lines): (Vec<String>, Vec<String>) = lines.into_iter().partition(|line| *line == new_password);
    if !passwords.is_empty() {
        let asked = (Purpose::Password { player: player.clone() }, News::Account(AccountNews::PasswordAsked));
        notices_out::letter_for(&mut decision, known, asked, now, chance);
    }
    // Leaving for good is asked about in its own words.
    let (leaving, lines): (Vec<String>, Vec<String>) = lines.into_iter().partition(|line| closing::is_leaving(line));
    if let Some(line) = leaving.into_iter().next_back() {
        let news = AccountNews::DeleteAsked { resigning: closing::resigning(&line) };
        let (lines, comment, asked) = (vec![line], String::new(), now);
        let purpose = Purpose::Confirm { player: player.clone(), lines, comment, asked, elsewhere: None };
        notices_out::letter_for(&mut decision, known, (purpose, News::Account(news)), now, chance);
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
    notices_out::letter_for(&mut decision, known, (purpose, news), now, chance);
    decision
}

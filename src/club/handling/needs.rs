//! What must be loaded before a request can be decided, and which board it means if it names none.

use crate::club::exchange::authorization;
use crate::club::exchange::game_search::{GameSearch, Which};
use crate::club::exchange::request::{Asked, Purpose, Request};
use crate::club::exchange::view::{Needs, View};
use crate::club::handling::closing;
use crate::club::model::game::{Head, Stage};
use crate::club::model::player::PlayerId;
use crate::club::playing::{messages, on_board, signup};
use crate::command;
use crate::command::{
    BoardAct, ChallengeAsk, Command, Filter, Look, MessageAsk, PlayerAct, RatingsOf, RulesOf, ShowItem, Target, Terms,
    TournamentAsk, TournamentCommand, Verb,
};

/// Everything the request may touch. What the store does not know is absent from the view.
pub fn needs(request: &Request) -> Needs {
    let mut needs = Needs { from: request.from.clone(), ..Needs::default() };
    if let Some(token) = &request.token {
        needs.looker = token.purpose.player().cloned();
        needs.players.extend(token.purpose.player().cloned());
        needs.open_games.extend(token.purpose.player().cloned());
        match &token.purpose {
            Purpose::Signup => needs.signup = Some(token.hash),
            Purpose::Address { player, address, .. } | Purpose::TakeBack { player, address, .. } => {
                needs.players.insert(player.clone());
                needs.claimed = Some(address.clone());
            }
            Purpose::Game { .. }
            | Purpose::Letter { .. }
            | Purpose::Confirm { .. }
            | Purpose::Password { .. }
            | Purpose::Unsubscribe { .. } => {}
        }
        if let Purpose::Game { number, .. } = token.purpose {
            needs.games.insert(number);
        }
    }
    needs.games.extend(request.board);
    let command = match &request.asked {
        Asked::Command(command) => command,
        Asked::Join { repeated, .. } => {
            if let Some((id, _)) = repeated {
                needs.players.extend(known(id));
                needs.players.extend(instead(id, request));
            }
            needs.ids = true;
            return needs;
        }
        Asked::Claim => return needs,
        Asked::SignUp { ids, .. } => {
            needs.players.extend(ids.iter().filter_map(|id| known(id)));
            needs.ids = true;
            return needs;
        }
    };
    if let Some(login) = command.login() {
        let named = known(&login.player);
        needs.players.extend(named.clone());
        needs.open_games.extend(named);
    }
    match command.as_ref() {
        Command::Signup { player, .. } => {
            needs.players.extend(known(player));
            needs.players.extend(instead(player, request));
            needs.ids = true;
        }
        Command::OnBoard { board, act, .. } => {
            // The number may be that of an open challenge.
            if *act == BoardAct::Withdraw && board.number().is_some() {
                needs.open_challenges = Some(request.earliest);
            }
        }
        Command::AsPlayer { act, .. } => of_player(act, request, &mut needs),
        Command::Tournament(asked) => of_tournament(asked, &mut needs),
        Command::Look(look) => of_look(look, request, &mut needs),
    }
    if let Some(ask) = command.challenge() {
        of_challenge(ask, &mut needs);
    }
    needs.games.extend(command.board().and_then(Target::number));
    needs.met = messages::may_be_first(command);
    needs.only_the_board = command.played().is_some() && board_named(request, command).is_some();
    needs
}

/// The board that the request names itself, or by the letter that it answers.
fn board_named(request: &Request, command: &Command) -> Option<u32> {
    match (command.board()?, request.token.as_ref().map(|token| &token.purpose)) {
        (Target::OfLetter, Some(Purpose::Game { number, .. })) => Some(*number),
        (Target::OfLetter, _) => request.board,
        (target, _) => target.number(),
    }
}

fn of_player(act: &PlayerAct, request: &Request, needs: &mut Needs) {
    match act {
        PlayerAct::Vacation(_) => needs.opponents = true,
        PlayerAct::OpenChallenge(_) => needs.open_challenges = Some(request.received),
        PlayerAct::Take(number) => (needs.open_challenges, needs.take) = (Some(request.earliest), Some(*number)),
        PlayerAct::Account(act) => {
            needs.account = true;
            closing::needs(act, request.earliest, needs);
            if let Some(address) = act.address() {
                needs.claimed = address.parse().ok();
            }
        }
        PlayerAct::Message(MessageAsk { players, .. }) => {
            needs.players.extend(players.iter().filter_map(|id| known(id)));
        }
        PlayerAct::Challenge(_) => {
            needs.awaiting = request.token.as_ref().and_then(|token| token.purpose.player()).cloned();
        }
        PlayerAct::Set(_) | PlayerAct::SetLimit(_) => {}
    }
}

fn of_challenge(ask: &ChallengeAsk, needs: &mut Needs) {
    let ChallengeAsk { first, second, terms, instead, .. } = ask;
    if let Terms::AsOn(number) = terms {
        needs.games.insert(*number);
    }
    needs.games.extend(*instead);
    needs.pair = known(first).zip(known(second));
    for id in [first, second] {
        needs.players.extend(known(id));
        needs.open_games.extend(known(id));
    }
}

fn of_tournament(asked: &TournamentCommand, needs: &mut Needs) {
    let TournamentCommand::Of { name, ask } = asked else {
        needs.tournament_list = true;
        return;
    };
    needs.tournaments.extend(name.parse());
    match ask {
        TournamentAsk::Create { .. } => needs.tournament_list = true,
        TournamentAsk::Pairings | TournamentAsk::Swap { .. } | TournamentAsk::Bye { .. } | TournamentAsk::Start => {
            needs.ledger = true;
        }
        TournamentAsk::Export { format } => needs.tournament_games = format.has_moves(),
        TournamentAsk::Extend { .. }
        | TournamentAsk::Hold { .. }
        | TournamentAsk::Resume { .. }
        | TournamentAsk::Undo { .. }
        | TournamentAsk::Finish => needs.tournament_heads = true,
        TournamentAsk::Substitute { player, .. } => {
            needs.tournament_heads = true;
            needs.players.extend(known(player));
        }
        // The moves made in it count.
        TournamentAsk::Adjudicate { number, .. } => {
            needs.games.insert(*number);
        }
        TournamentAsk::Organizers { added, .. } => {
            needs.players.extend(added.iter().filter_map(|id| known(id)));
        }
        TournamentAsk::Show
        | TournamentAsk::Set { .. }
        | TournamentAsk::Open
        | TournamentAsk::Close
        | TournamentAsk::Join
        | TournamentAsk::Leave
        | TournamentAsk::Standings
        | TournamentAsk::Crosstable
        | TournamentAsk::Status
        | TournamentAsk::Withdraw { .. }
        | TournamentAsk::Record
        | TournamentAsk::Announce { .. } => {}
    }
}

fn of_look(look: &Look, request: &Request, needs: &mut Needs) {
    match look {
        Look::Players => needs.ids = true,
        Look::OpenChallenges => needs.open_challenges = Some(request.received),
        Look::Ratings { of } => {
            needs.ledger = true;
            if let RatingsOf::Player(id) = of {
                needs.players.extend(known(id));
            }
        }
        Look::Rules { of: RulesOf::Game(number) } => {
            needs.games.insert(*number);
        }
        Look::Show { what } => {
            for item in what {
                match item {
                    ShowItem::Game { board, .. } => needs.games.extend(board.number()),
                    ShowItem::Player { id, filter } => {
                        want_list(needs, list_of(id, *filter));
                        needs.reliability.extend(known(id));
                    }
                }
            }
        }
        Look::Games { players, variant, filter, from } => {
            needs.list_from = *from;
            needs.players.extend(players.iter().filter_map(|id| known(id)));
            want_list(needs, search(players, variant.as_deref(), *filter));
        }
        Look::Help { .. }
        | Look::Commands
        | Look::Whoami
        | Look::Settings
        | Look::Limit
        | Look::Variants
        | Look::Rules { of: RulesOf::Default | RulesOf::Variant(_) }
        | Look::Board { .. }
        | Look::Preview { .. }
        | Look::Export { .. } => {}
    }
}

/// Names what the request leaves open and only the view can tell: the board, or whose games are meant, or the command that another one is
/// short for. True if it named something, which then has to be loaded.
pub fn aim(request: &mut Request, view: &View) -> bool {
    let sender = request_sender(request, view);
    let named = name_board(request, view, sender.as_ref());
    let Asked::Command(command) = &mut request.asked else {
        return named;
    };
    if let Command::OnBoard { board: Target::Number(number), act, .. } = command.as_mut()
        && on_board::fill_in(view, *number, act)
    {
        return true;
    }
    if let Command::Look(Look::Show { what }) = command.as_mut() {
        let boards = boards_due(what, view, sender.as_ref());
        what.extend(boards.iter().map(|number| ShowItem::Game { board: Target::Number(*number), at: None }));
        return named || !boards.is_empty();
    }
    let Some(sender) = sender else {
        return named;
    };
    match command.as_mut() {
        Command::Look(Look::Games { players, .. }) if players.is_empty() => {
            players.push(sender.to_string());
            true
        }
        Command::AsPlayer { act: PlayerAct::Challenge(ask), .. } => {
            let unnamed = [&mut ask.first, &mut ask.second].into_iter().find(|id| *id == command::ME);
            unnamed.map(|id| *id = sender.to_string()).is_some()
        }
        Command::OnBoard { .. }
        | Command::AsPlayer { .. }
        | Command::Signup { .. }
        | Command::Tournament(_)
        | Command::Look(_) => named,
    }
}

/// The most boards that are shown together with the list of a player's turns.
const BOARDS_DUE_MAX: usize = 10;

/// The boards behind `show ann next`: those on which the player is to move, as far as this sender may see them.
fn boards_due(what: &[ShowItem], view: &View, sender: Option<&PlayerId>) -> Vec<u32> {
    let lists = what.iter().filter_map(|item| match item {
        ShowItem::Player { id, filter: Filter::Next } => view.lists.get(&list_of(id, Filter::Next)?),
        ShowItem::Player { .. } | ShowItem::Game { .. } => None,
    });
    let may_see = |head: &Head| !head.conditions.private || sender.is_some_and(|sender| head.side_of(sender).is_some());
    let running = lists.flatten().filter(|head| head.stage == Stage::Running && may_see(head));
    running.map(|head| head.number).take(BOARDS_DUE_MAX).collect()
}

/// Names the board: that of the letter which was answered, for a move that of the Subject, else the only open game of the sender in which
/// the command makes sense.
fn name_board(request: &mut Request, view: &View, sender: Option<&PlayerId>) -> bool {
    let Asked::Command(command) = &request.asked else {
        return false;
    };
    if command.board() != Some(Target::OfLetter) {
        return false;
    }
    let named = board_named(request, command);
    let number = named.or_else(|| request.subject_board.filter(|_| command.verb() == Verb::Move));
    // Rules without a name are those of the letter's board. Without such a letter they are those of the usual game.
    let by_letter = command.verb() == Verb::Rules;
    // If the list is cut, a board that seems the only one may be one of several.
    let cut = sender.is_some_and(|sender| view.open_games_are_cut(sender));
    let number = number.or_else(|| match candidates(command, sender, view)[..] {
        [ref only] if !by_letter && !cut => Some(only.number),
        _ => None,
    });
    match (&mut request.asked, number) {
        (Asked::Command(command), Some(number)) => {
            command.aim(number);
            true
        }
        _ => false,
    }
}

/// The open games of the sender in which the command makes sense.
pub(crate) fn candidates(command: &Command, sender: Option<&PlayerId>, view: &View) -> Vec<Head> {
    let Some(sender) = sender else {
        return Vec::new();
    };
    let fits = |head: &&Head| {
        head.side_of(sender).is_some_and(|side| match command.on_board() {
            Some(act) => on_board::makes_sense(act, head, side),
            None => head.stage == Stage::Running,
        })
    };
    view.open_games.get(sender).map(|games| games.iter().filter(fits).cloned().collect()).unwrap_or_default()
}

/// Who the sender is or, if that is not proven, who they claim to be.
pub fn request_sender(request: &Request, view: &View) -> Option<PlayerId> {
    let login = match &request.asked {
        Asked::Command(command) => command.login(),
        Asked::Join { .. } | Asked::SignUp { .. } | Asked::Claim => None,
    };
    authorization::supposed_sender(view, request, login)
}

fn known(id: &str) -> Option<PlayerId> {
    id.parse().ok()
}

/// The ids that may be proposed to a person who cannot have this one.
fn instead(id: &str, request: &Request) -> Vec<PlayerId> {
    signup::ids_instead(id, request.from.as_ref()).iter().filter_map(|id| known(id)).collect()
}

fn want_list(needs: &mut Needs, search: Option<GameSearch>) {
    if let Some(search) = search {
        needs.players.insert(search.player.clone());
        needs.lists.insert(search);
    }
}

/// The list of a player behind whom a filter word stands. `None` if nobody can have that id.
pub(crate) fn list_of(id: &str, filter: Filter) -> Option<GameSearch> {
    Some(GameSearch::of(known(id)?, which(filter)))
}

/// The games of the first player, against the others if there are any. `None` if there is no first one, or nobody can have one of the ids.
pub(crate) fn search(players: &[String], variant: Option<&str>, filter: Filter) -> Option<GameSearch> {
    let players: Option<Vec<PlayerId>> = players.iter().map(|id| known(id)).collect();
    let mut players = players?.into_iter();
    let player = players.next()?;
    let mut opponents: Vec<PlayerId> = Vec::new();
    for opponent in players {
        if opponent != player && !opponents.contains(&opponent) {
            opponents.push(opponent);
        }
    }
    Some(GameSearch { player, which: which(filter), opponents, variant: variant.map(str::to_owned) })
}

fn which(filter: Filter) -> Which {
    match filter {
        Filter::Active => Which::Active,
        Filter::Next => Which::Next,
        Filter::Finished => Which::Finished,
        Filter::All => Which::All,
        Filter::Won => Which::Won,
        Filter::Lost => Which::Lost,
        Filter::Drawn => Which::Drawn,
    }
}

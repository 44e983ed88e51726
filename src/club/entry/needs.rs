//! What a request needs to see before it can be decided, and which board it means when it names none.

use crate::club::entry::closing;
use crate::club::exchange::authorization;
use crate::club::exchange::board_meant::board;
use crate::club::exchange::request::{Asked, Purpose, Request};
use crate::club::exchange::view::{Needs, View, Which};
use crate::club::game::{challenge, messages};
use crate::club::model::game::{Head, Stage};
use crate::club::model::player::PlayerId;
use crate::command;
use crate::command::{
    Command, Filter, PreviewOf, RatingsOf, RulesOf, ShowItem, Terms, TournamentAsk, TournamentCommand,
};

/// Everything the request may touch. What is unknown to the store is simply absent from the view.
pub fn needs(request: &Request) -> Needs {
    let mut needs = Needs { from: request.from.clone(), ..Needs::default() };
    if let Some(token) = &request.token {
        needs.players.extend(token.purpose.player().cloned());
        needs.open_games.extend(token.purpose.player().cloned());
        match &token.purpose {
            Purpose::Signup => needs.signup = Some(token.hash),
            Purpose::Address { player, address, .. } | Purpose::TakeBack { player, address, .. } => {
                needs.players.insert(player.clone());
                needs.claimed = Some(address.clone());
            }
            _ => {}
        }
        if let Purpose::Game { number, .. } = token.purpose {
            needs.games.insert(number);
        }
    }
    let command = match &request.asked {
        Asked::Command(command) => command,
        Asked::Join { repeated } => {
            needs.players.extend(repeated.iter().filter_map(|(id, _)| known(id)));
            needs.ids = true;
            return needs;
        }
        Asked::Claim => return needs,
    };
    if let Some(login) = command.login() {
        let named = known(&login.player);
        needs.players.extend(named.clone());
        needs.open_games.extend(named);
    }
    match command.as_ref() {
        Command::Signup { player, .. } => {
            needs.players.extend(known(player));
            needs.ids = true;
        }
        Command::Challenge { first, second, terms, .. } => {
            if let Terms::AsOn(number) = terms {
                needs.games.insert(*number);
            }
            needs.pair = known(first).zip(known(second));
            for id in [first, second] {
                needs.players.extend(known(id));
                needs.open_games.extend(known(id));
            }
        }
        Command::Players => needs.ids = true,
        Command::Vacation(_) => needs.opponents = true,
        Command::OpenChallenge { .. } | Command::Seeks => needs.seeks = Some(request.received),
        Command::Take { number, .. } => (needs.seeks, needs.take) = (Some(request.earliest), Some(*number)),
        // The number may be an open invitation's.
        Command::Withdraw { number: Some(_), .. } => needs.seeks = Some(request.earliest),
        Command::Ratings { of } => {
            needs.ledger = true;
            if let RatingsOf::Player(id) = of {
                needs.players.extend(known(id));
            }
        }
        Command::Tournament(TournamentCommand::List) => needs.tournament_list = true,
        Command::Tournament(TournamentCommand::Of { name, ask }) => {
            needs.tournaments.extend(name.parse());
            needs.tournament_list = matches!(ask, TournamentAsk::Create { .. });
            match ask {
                TournamentAsk::Pairings
                | TournamentAsk::Swap { .. }
                | TournamentAsk::Bye { .. }
                | TournamentAsk::Start => needs.ledger = true,
                TournamentAsk::Export { format } if format.has_moves() => needs.tournament_games = true,
                TournamentAsk::Extend { .. }
                | TournamentAsk::Hold { .. }
                | TournamentAsk::Resume { .. }
                | TournamentAsk::Undo { .. }
                | TournamentAsk::Finish => needs.tournament_heads = true,
                TournamentAsk::Substitute { player, .. } => {
                    needs.tournament_heads = true;
                    needs.players.extend(known(player));
                }
                // What was played in it counts.
                TournamentAsk::Adjudicate { number, .. } => {
                    needs.games.insert(*number);
                }
                TournamentAsk::Organizers { added, .. } => {
                    needs.players.extend(added.iter().filter_map(|id| known(id)))
                }
                _ => {}
            }
        }
        Command::Account { act, .. } => {
            needs.account = true;
            closing::needs(act, request.earliest, &mut needs);
            if let Some(address) = act.address() {
                needs.claimed = address.parse().ok();
            }
        }
        Command::Message { players, .. } => needs.players.extend(players.iter().filter_map(|id| known(id))),
        Command::Rules { of: RulesOf::Game(number) } => {
            needs.games.insert(*number);
        }
        Command::Show { what } => {
            for item in what {
                match item {
                    ShowItem::Game { number, .. } => needs.games.extend(*number),
                    ShowItem::Player { id, filter } => {
                        want_list(&mut needs, id, *filter);
                        needs.reliability.extend(known(id));
                    }
                }
            }
        }
        Command::Games { players, filter, from } => {
            needs.list_from = *from;
            for id in players {
                want_list(&mut needs, id, *filter);
            }
        }
        _ => {}
    }
    needs.games.extend(board(command).flatten());
    needs.met = messages::may_be_first(command);
    needs
}

/// Names what the request leaves open and only the view can tell: the board (that of the letter which was answered,
/// for a move that of the Subject, else the only open game of the sender in which the command makes sense), or whose games are meant. True if it
/// named something, which then has to be loaded.
pub fn aim(request: &mut Request, view: &View) -> bool {
    let sender = request_sender(request, view);
    let Asked::Command(command) = &mut request.asked else {
        return false;
    };
    if let (Command::Games { players, .. }, Some(sender)) = (command.as_mut(), &sender)
        && players.is_empty()
    {
        players.push(sender.to_string());
        return true;
    }
    if let (Command::Challenge { first, second, .. }, Some(sender)) = (command.as_mut(), &sender) {
        let named = [first, second].into_iter().find(|id| *id == command::ME);
        return named.map(|id| *id = sender.to_string()).is_some();
    }
    let Some(None) = board(command) else {
        return false;
    };
    let number = match request.token.as_ref().map(|token| &token.purpose) {
        Some(Purpose::Game { number, .. }) => Some(*number),
        _ => request.board,
    };
    let number = number.or_else(|| request.subject_board.filter(|_| matches!(command.as_ref(), Command::Move { .. })));
    // Rules without a name are those of the letter's board; without such a letter they are those of the usual game.
    let by_letter = matches!(command.as_ref(), Command::Rules { .. });
    // Of a list that is cut the only board may be one of two.
    let cut = sender.as_ref().is_some_and(|sender| view.open_games_are_cut(sender));
    let number = number.or_else(|| match candidates(command, &sender, view)[..] {
        [ref only] if !by_letter && !cut => Some(only.number),
        _ => None,
    });
    if let Some(number) = number {
        set_board(command, number);
    }
    number.is_some()
}

/// The open games of the sender in which the command makes sense.
pub fn candidates(command: &Command, sender: &Option<PlayerId>, view: &View) -> Vec<Head> {
    let Some(sender) = sender else {
        return Vec::new();
    };
    let fits = |head: &&Head| {
        let Some(side) = head.side_of(sender) else {
            return false;
        };
        let running = head.stage == Stage::Running;
        match command {
            Command::Accept { .. } | Command::Decline { .. } => {
                (head.stage == Stage::Invited && head.challenger != side)
                    || (running && head.offer.is_some_and(|offer| offer.by != side))
            }
            Command::Withdraw { .. } => {
                (head.stage == Stage::Invited && head.challenger == side)
                    || (running && head.offer.is_some_and(|offer| offer.by == side))
            }
            Command::Move { .. } => running && head.to_move() == side,
            // One looks on at the boards of others.
            Command::Subscribe { .. } => false,
            Command::Unrated { .. } => challenge::may_become_unrated(head).is_ok(),
            _ => running,
        }
    };
    view.open_games.get(sender).map(|games| games.iter().filter(fits).cloned().collect()).unwrap_or_default()
}

fn set_board(command: &mut Command, board: u32) {
    match command {
        Command::Accept { number, .. }
        | Command::Decline { number, .. }
        | Command::Withdraw { number, .. }
        | Command::Move { number, .. }
        | Command::Queue { number, .. }
        | Command::Resign { number, .. }
        | Command::Draw { number, .. }
        | Command::Undo { number, .. }
        | Command::Unrated { number, .. }
        | Command::Subscribe { number, .. }
        | Command::Chat { number, .. }
        | Command::Export { number, .. }
        | Command::Preview { of: PreviewOf::Game { number, .. }, .. } => *number = Some(board),
        Command::Rules { of } => *of = RulesOf::Game(board),
        Command::Show { what } if what.is_empty() => what.push(ShowItem::Game { number: Some(board), at: None }),
        Command::Show { what } => {
            for item in what {
                if let ShowItem::Game { number: number @ None, .. } = item {
                    *number = Some(board);
                }
            }
        }
        _ => {}
    }
}

/// Who the sender is or, where that is not proven, would be.
pub fn request_sender(request: &Request, view: &View) -> Option<PlayerId> {
    let login = match &request.asked {
        Asked::Command(command) => command.login(),
        Asked::Join { .. } | Asked::Claim => None,
    };
    authorization::supposed_sender(view, request, login)
}

fn known(id: &str) -> Option<PlayerId> {
    id.parse().ok()
}

fn want_list(needs: &mut Needs, id: &str, filter: Filter) {
    if let Some(id) = known(id) {
        needs.players.insert(id.clone());
        needs.lists.insert((id, which(filter)));
    }
}

/// The list a filter word asks for.
pub fn which(filter: Filter) -> Which {
    match filter {
        Filter::Active => Which::Active,
        Filter::Next => Which::Next,
        Filter::All => Which::All,
    }
}

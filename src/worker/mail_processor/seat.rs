//! The player whose mail it certainly is, at the board of the letter that the mail answers.

use crate::club::{Game, Head, Needs, OfferKind, PlayerId, Purpose, Stage};
use crate::command;
use crate::command::{BoardAct, Command, Destination, Direction, PlainWords, PlayerAct, Steps, Target, Way, Whither};
use crate::mail::Authenticity;
use crate::store::Tx;
use crate::tafl;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::HandleError;

/// A player, what their answers with only words mean, and a game of theirs.
pub(super) struct Seat {
    pub(super) player: PlayerId,
    pub(super) has_password: bool,
    pub(super) words: PlainWords,
    pub(super) dialect: tafl::Dialect,
    pub(super) game: Game,
}

impl Seat {
    pub(super) fn is_to_move(&self) -> bool {
        let head = &self.game.head;
        head.stage == Stage::Running && head.player(head.to_move()) == &self.player
    }

    /// Whether the game goes on.
    pub(super) fn is_running(&self) -> bool {
        self.game.head.stage == Stage::Running
    }

    /// Whether a command that names this board is about the game.
    pub(super) fn is_about(&self, board: Target) -> bool {
        board == Target::OfLetter || board == Target::Number(self.game.head.number)
    }

    /// The other player of the game.
    pub(super) fn opponent(&self) -> &PlayerId {
        let head = &self.game.head;
        if head.attackers == self.player { &head.defenders } else { &head.attackers }
    }

    /// Whether it would challenge the opponent of this game while the game goes on: `I like to play with bob`.
    pub(super) fn plays_already(&self, wish: &Command) -> bool {
        let Command::AsPlayer { act: PlayerAct::Challenge(asked), .. } = wish else {
            return false;
        };
        let head = &self.game.head;
        head.is_open() && [&head.attackers, &head.defenders].iter().any(|player| player.as_str() == asked.second)
    }

    /// Whether a piece of the player stands on a square, as the player names it.
    pub(super) fn has_piece_on(&self, square: tafl::Square) -> bool {
        let own = self.game.head.side_of(&self.player);
        own.is_some() && self.side_on(square) == own
    }

    /// Whether a piece of the opponent stands on a square, as the player names it.
    pub(super) fn has_opponents_piece_on(&self, square: tafl::Square) -> bool {
        let own = self.game.head.side_of(&self.player);
        own.is_some() && self.side_on(square) == own.map(tafl::Side::opponent)
    }

    /// A text without the names of the squares on which the opponent has pieces.
    pub(super) fn without_their_squares(&self, said: &str) -> String {
        let theirs = command::squares(said).into_iter().filter(|square| self.has_opponents_piece_on(*square));
        let theirs: Vec<String> = theirs.map(|square| square.to_string()).collect();
        let is_theirs = |word: &str| theirs.iter().any(|square| word.eq_ignore_ascii_case(square));
        let pieces = said.split_inclusive(|c: char| !c.is_alphanumeric()).map(|piece| {
            let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
            if is_theirs(word) { &piece[word.len()..] } else { piece }
        });
        pieces.collect()
    }

    /// Whose piece stands on a square, as the player names it.
    fn side_on(&self, square: tafl::Square) -> Option<tafl::Side> {
        let position = self.game.state.position();
        self.dialect.meant(square).and_then(|square| position.piece_at(square)).map(tafl::Piece::side)
    }

    /// The legal moves to a square, as the player names it.
    pub(super) fn plays_to(&self, Destination { square, by_king }: Destination) -> Vec<tafl::Play> {
        let state = &self.game.state;
        let is_king = |play: &tafl::Play| state.position().piece_at(play.from) == Some(tafl::Piece::King);
        let goes_there = |play: &tafl::Play| Some(play.to) == self.dialect.meant(square);
        state.moves().into_iter().filter(|play| goes_there(play) && (!by_king || is_king(play))).collect()
    }

    /// Where the king stands, as the player names it.
    pub(super) fn king(&self) -> Option<tafl::Square> {
        let position = self.game.state.position();
        let king = position.pieces().find(|(_, piece)| *piece == tafl::Piece::King);
        king.map(|(square, _)| self.dialect.written(square))
    }

    /// The same, if the player is to move and plays the king.
    pub(super) fn own_king(&self) -> Option<tafl::Square> {
        self.king().filter(|king| self.is_to_move() && self.has_piece_on(*king))
    }

    /// The legal moves on the way that a sentence tells, and the square of the piece, if it is the player's own.
    pub(super) fn plays_on(&self, Way { from, to, .. }: Way) -> Option<(tafl::Square, Vec<tafl::Play>)> {
        let state = &self.game.state;
        let own = self.game.head.side_of(&self.player)?;
        let king =
            || state.position().pieces().find(|(_, piece)| *piece == tafl::Piece::King).map(|(square, _)| square);
        let from = from.map_or_else(king, |from| self.dialect.meant(from))?;
        state.position().piece_at(from).filter(|piece| piece.side() == own)?;
        let mut plays: Vec<tafl::Play> =
            state.moves().into_iter().filter(|play| play.from == from && self.leads(play, to)).collect();
        if let Whither::Along(_, Steps::All) = to {
            let farthest = plays.iter().map(distance).max();
            plays.retain(|play| Some(distance(play)) == farthest);
        }
        Some((self.dialect.written(from), plays))
    }

    /// Whether a move goes that way.
    fn leads(&self, play: &tafl::Play, to: Whither) -> bool {
        let rules = self.game.state.rules();
        let (direction, steps) = match to {
            Whither::Throne => return rules.is_throne(play.to),
            Whither::Corner => return rules.is_corner(play.to),
            Whither::Along(direction, steps) => (direction, steps),
        };
        let (from, to) = (play.from, play.to);
        let is_there = match direction {
            Direction::Up => to.rank() > from.rank(),
            Direction::Down => to.rank() < from.rank(),
            Direction::Left => to.file() < from.file(),
            Direction::Right => to.file() > from.file(),
        };
        let is_so_far = match steps {
            Steps::Count(count) => distance(play) == count,
            Steps::All | Steps::Unsaid => true,
        };
        is_there && is_so_far
    }

    /// A text in which the player sends the king to the throne, with the square that the player calls it by.
    pub(super) fn with_throne(&self, said: &str) -> Option<String> {
        let rules = self.game.state.rules();
        let throne = rules.squares().find(|square| rules.is_throne(*square)).filter(|_| self.is_to_move())?;
        command::with_throne(said, self.dialect.written(throne))
    }

    /// The command for a move on this board, as the player would type it.
    pub(super) fn moving(&self, play: tafl::Play) -> Command {
        let tafl::Play { from, to } = self.dialect.play(play);
        let play = tafl::ParsedPlay { from, to, captures: Vec::new(), ply: None };
        Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) }
    }

    /// Whether the player has sent a challenge that nobody has answered yet.
    pub(super) fn has_challenged(&self) -> bool {
        let head = &self.game.head;
        head.stage == Stage::Invited && head.invited() != &self.player
    }

    /// Whether an offer of the opponent waits for an answer.
    pub(super) fn is_asked(&self) -> bool {
        let head = &self.game.head;
        head.offer.is_some_and(|offer| Some(offer.by) != head.side_of(&self.player))
    }

    /// Whether the opponent has asked to take a move back.
    pub(super) fn is_asked_for_a_move_back(&self) -> bool {
        self.is_asked() && self.game.head.offer.is_some_and(|offer| offer.kind == OfferKind::Undo)
    }

    /// Whether the opponent offers what this would offer.
    pub(super) fn is_offered(&self, act: &BoardAct) -> bool {
        let kind = match act {
            BoardAct::Draw => OfferKind::Draw,
            BoardAct::Undo => OfferKind::Undo,
            BoardAct::Accept
            | BoardAct::Decline
            | BoardAct::Withdraw
            | BoardAct::Move(_)
            | BoardAct::Queue(_)
            | BoardAct::Resign
            | BoardAct::Unrated
            | BoardAct::Rematch(_)
            | BoardAct::Subscribe
            | BoardAct::Unsubscribe
            | BoardAct::Chat(_)
            | BoardAct::Note(_) => return false,
        };
        let head = &self.game.head;
        head.offer.is_some_and(|offer| offer.kind == kind && Some(offer.by) != head.side_of(&self.player))
    }
}

/// How many squares a piece goes.
fn distance(play: &tafl::Play) -> u8 {
    play.from.file().abs_diff(play.to.file()).max(play.from.rank().abs_diff(play.to.rank()))
}

/// The seat at the only running game with the player whom a mail greets: `Dear Gus, may we go on tomorrow?` It brings a key of its author,
/// but answers no letter about a board.
pub(super) fn seat_with_addressee(tx: &Tx, mail: &Mail, said: &str) -> Result<Option<Seat>, HandleError> {
    let Some(Purpose::Letter { player }) = mail.token.as_ref().map(|token| &token.purpose) else {
        return Ok(None);
    };
    let greeted = |head: &&Head| {
        let side = head.side_of(player).filter(|_| head.stage == Stage::Running);
        side.is_some_and(|side| command::greets(said, head.player(side.opponent()).as_str()))
    };
    let games = open_games(tx, mail)?;
    let mut boards = games.iter().filter(greeted).map(|head| head.number);
    match (boards.next(), boards.next()) {
        (Some(number), None) => seat_at(tx, mail, player, number),
        _ => Ok(None),
    }
}

/// Whether a mail about a board greets another opponent of its author instead of the one there: `Hi Carl, d1-c1`.
pub(super) fn greets_another(tx: &Tx, mail: &Mail) -> Result<bool, HandleError> {
    let called = command::called_at_first(&mail.text);
    let addresses = |player: &PlayerId| called.iter().any(|called| called == first_name(player));
    if called.is_empty() {
        return Ok(false);
    }
    let Some(seat) = seat(tx, mail)?.filter(|seat| !addresses(seat.opponent())) else { return Ok(false) };
    let games = open_games(tx, mail)?;
    let opponents = games.iter().filter_map(|head| Some(head.player(head.side_of(&seat.player)?.opponent())));
    Ok(opponents.filter(|other| *other != seat.opponent()).any(addresses))
}

/// The first letters of an id, which are what people call a player: `carl` of `carl-77`.
pub(super) fn first_name(player: &PlayerId) -> &str {
    let id = player.as_str();
    id.split(|sign: char| !sign.is_alphabetic()).next().filter(|name| !name.is_empty()).unwrap_or(id)
}

/// The player who has probably written the mail: the one of its key, or else of its address.
pub(super) fn probable_author(tx: &Tx, mail: &Mail) -> Result<Option<PlayerId>, HandleError> {
    let handed = mail.token.as_ref().and_then(|token| token.purpose.player().cloned());
    let from = || tx.view(&Needs { from: Some(mail.from.clone()), ..Needs::default() }, mail.spool.received);
    Ok(handed.map_or_else(|| from().map(|view| view.from), |player| Ok(Some(player)))?)
}

/// Whether the mail answers no letter about a board.
pub(super) fn is_for_nobody(mail: &Mail) -> bool {
    let of_a_board = mail.token.as_ref().is_some_and(|token| matches!(token.purpose, Purpose::Game { .. }));
    !of_a_board && mail.board.is_none()
}

/// The open games of that player.
pub(super) fn open_games(tx: &Tx, mail: &Mail) -> Result<Vec<Head>, HandleError> {
    let Some(player) = probable_author(tx, mail)? else {
        return Ok(Vec::new());
    };
    let needs = Needs { open_games: [player.clone()].into(), ..Needs::default() };
    Ok(tx.view(&needs, mail.spool.received)?.open_games.remove(&player).unwrap_or_default())
}

/// The only game that the author of a mail plays, if there is one.
pub(super) fn only_running(tx: &Tx, mail: &Mail) -> Result<Option<(PlayerId, Head)>, HandleError> {
    let Some(player) = probable_author(tx, mail)? else { return Ok(None) };
    let mut running = open_games(tx, mail)?.into_iter().filter(|head| head.stage == Stage::Running);
    let only = running.next().filter(|_| running.next().is_none());
    Ok(only.map(|head| (player, head)))
}

/// The only challenge or offer that waits for the player of the key that the mail brings: what a yes may mean in an answer to a letter
/// that asked nothing.
pub(super) fn only_question(tx: &Tx, mail: &Mail) -> Result<Option<u32>, HandleError> {
    let Some(player) = mail.token.as_ref().and_then(|token| token.purpose.player()) else {
        return Ok(None);
    };
    let games = open_games(tx, mail)?;
    let mut waiting = games.iter().filter(|head| head.waits_for_yes_of(player)).map(|head| head.number);
    Ok(waiting.next().filter(|_| waiting.next().is_none()))
}

/// The player whose mail it certainly is, and the game of the letter that it answers.
pub(super) fn seat(tx: &Tx, mail: &Mail) -> Result<Option<Seat>, HandleError> {
    let Some(Purpose::Game { player, number, .. }) = mail.token.as_ref().map(|token| &token.purpose) else {
        return Ok(None);
    };
    seat_at(tx, mail, player, *number)
}

/// The same, or the only game that goes on, if the letter is about no board: an answer about rules, a list.
pub(super) fn seat_or_only(tx: &Tx, mail: &Mail) -> Result<Option<Seat>, HandleError> {
    let Some(Purpose::Letter { player }) = mail.token.as_ref().map(|token| &token.purpose) else {
        return seat(tx, mail);
    };
    let games = open_games(tx, mail)?;
    let mut running = games.iter().filter(|head| head.stage == Stage::Running).map(|head| head.number);
    match (running.next(), running.next()) {
        (Some(number), None) => seat_at(tx, mail, player, number),
        _ => Ok(None),
    }
}

fn seat_at(tx: &Tx, mail: &Mail, player: &PlayerId, number: u32) -> Result<Option<Seat>, HandleError> {
    let needs = Needs { games: [number].into(), players: [player.clone()].into(), ..Needs::default() };
    let mut view = tx.view(&needs, mail.spool.received)?;
    let writer = view.players.get(player);
    let writer =
        writer.filter(|writer| mail.authenticity != Authenticity::Forged && mail.is_proven_for(writer)).cloned();
    let game = view.games.remove(&number).filter(|game| game.head.side_of(player).is_some());
    Ok(writer.zip(game).map(|(writer, game)| Seat {
        has_password: writer.password_hash.is_some(),
        player: writer.id,
        words: writer.settings.words,
        dialect: writer.settings.dialect,
        game,
    }))
}

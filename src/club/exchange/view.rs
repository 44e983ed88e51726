//! What a decision may look at. It is loaded beforehand, as the request needs it, so that deciding reads no files.

use crate::clock::Vacation;
use crate::club::exchange::game_search::{GameSearch, RatingChange};
use crate::club::exchange::refusal::Refusal;
use crate::club::exchange::score::VariantScore;
use crate::club::model::game::{Game, Head};
use crate::club::model::open_challenge::OpenChallenge;
use crate::club::model::player::{Player, PlayerId, Reliability, Signup};
use crate::club::model::prepared_line::Prepared;
use crate::club::rating::Ledger;
use crate::club::tournament::{Tournament, TournamentLine, TournamentName};
use crate::command::{Filter, LIMIT_MAX, Place, STARS, nearest};
use crate::mail::Address;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// What must be loaded before a request can be decided. The store turns it into a [`View`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The address whose player is needed.
    pub from: Option<Address>,
    /// Players by id. Unknown ones are absent from the view.
    pub players: BTreeSet<PlayerId>,
    /// Games by board number, with their moves and both players.
    pub games: BTreeSet<u32>,
    /// Lists of games of a player.
    pub lists: BTreeSet<GameSearch>,
    /// The board at which the lists begin.
    pub list_from: Option<u32>,
    /// The player who looks at the lists and scores, if it is not the one whose address `from` is. Private games are in them only if this
    /// player plays them.
    pub looker: Option<PlayerId>,
    /// The open games of the player whose address `from` is, and of the players in this set.
    pub open_games: BTreeSet<PlayerId>,
    /// Whether nothing is needed but the board: the request is a move on one that it names. Then the lists of open games stay empty.
    pub only_the_board: bool,
    /// Whether the players of those open games are needed too.
    pub opponents: bool,
    /// Whether the organizers of the tournaments of those open games are needed too.
    pub organizers: bool,
    /// The two players of a challenge, attackers first.
    pub pair: Option<(PlayerId, PlayerId)>,
    /// Whether the ids of all players are needed. They are loaded too if one of `players` is unknown, so that a similar id can be
    /// suggested.
    pub ids: bool,
    /// Tournaments by name, with their players and organizers.
    pub tournaments: BTreeSet<TournamentName>,
    /// Whether the unfinished tournaments are needed too in which the player with the address `from` or one of `open_games` plays.
    pub own_tournaments: bool,
    /// Whether the ended games of those tournaments are needed too, with their moves, at most [`TOURNAMENT_GAMES_MAX`].
    pub tournament_games: bool,
    /// Whether the heads of the games of those tournaments are needed too.
    pub tournament_heads: bool,
    /// Whether the list of tournaments is needed. It is loaded too if one of `tournaments` is unknown.
    pub tournament_list: bool,
    /// The sign-up that waits for the token with this hash.
    pub signup: Option<[u8; 32]>,
    /// Who waits for this player to join.
    pub awaiting: Option<PlayerId>,
    /// The players whose reliability and scores are needed.
    pub reliability: BTreeSet<PlayerId>,
    /// The instant at which the open challenges are needed.
    pub open_challenges: Option<DateTime<Utc>>,
    /// The open challenge to be accepted. Its player is loaded too.
    pub take: Option<u32>,
    /// Whether the ratings are needed, and the results since they were last closed.
    pub ledger: bool,
    /// The player for whom to count the recent letters that only answer a mail.
    pub answers_to: Option<PlayerId>,
    /// An address that may be added to an account.
    pub claimed: Option<Address>,
    /// Whether the counts that limit changes of an account are needed, for all players that are loaded.
    pub account: bool,
    /// Whether it is needed which of all loaded players have played each other.
    pub met: bool,
}

/// The part of the club that a request touches.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The player from whose confirmed address the mail came.
    pub from: Option<PlayerId>,
    /// The players asked for, the sender and the players of every game in `games`.
    pub players: BTreeMap<PlayerId, Player>,
    /// Ids among those asked for that nobody can have any more, because their players have closed their accounts.
    pub gone: BTreeSet<PlayerId>,
    /// The games asked for.
    pub games: BTreeMap<u32, Game>,
    /// How many games of the same two players were annulled lately, for those games that could be annulled now.
    pub annulled: BTreeMap<u32, u32>,
    /// The prepared moves in those games.
    pub prepared: BTreeMap<u32, Vec<Prepared>>,
    /// The lists asked for, at most [`LIST_MAX`] games each, and one more if there are more.
    pub lists: BTreeMap<GameSearch, Vec<Head>>,
    /// What the games in those lists have done to the rating of the player whose list it is, by player and board.
    pub rating_changes: BTreeMap<(PlayerId, u32), RatingChange>,
    /// Open games of the players asked for and of the sender, at most [`LIST_MAX`] each, and one more if there are more.
    pub open_games: BTreeMap<PlayerId, Vec<Head>>,
    /// The organizers of the tournaments of those games, if asked for.
    pub organizers: BTreeMap<TournamentName, Vec<PlayerId>>,
    /// How many open games each player has begun or sent as a challenge. Challenges from others do not count. This count is not cut.
    pub own_games: BTreeMap<PlayerId, u32>,
    /// The open challenges between the pair asked for.
    pub invitations: Vec<Head>,
    /// The challenges, in both directions, that wait between the same two players as a challenge that is sent.
    pub between: Vec<Head>,
    /// Who waits for a player who signs up, with the lines of their challenges, at most [`AWAITED_MAX`] for each name.
    pub awaiting: BTreeMap<PlayerId, Vec<Awaiting>>,
    /// Letters within the last hour that told others what a player did, by player and reader, for the players in `open_games`.
    pub caused: BTreeMap<PlayerId, BTreeMap<PlayerId, u32>>,
    /// The ids of all players, the newest first, at most [`IDS_MAX`]. Empty if not asked for.
    pub ids: Vec<PlayerId>,
    /// The tournaments asked for.
    pub tournaments: BTreeMap<TournamentName, Tournament>,
    /// The games of the tournaments asked for, by number, if asked for.
    pub tournament_heads: BTreeMap<u32, Head>,
    /// The list of tournaments, at most [`LIST_MAX`]. Empty if not asked for.
    pub tournament_list: Vec<TournamentLine>,
    /// How many games the sender has finished, if a tournament was asked for.
    pub finished_games: BTreeMap<PlayerId, u32>,
    /// The sign-up behind the token.
    pub signup: Option<Signup>,
    /// The number the next challenge will get.
    pub next_number: u32,
    /// Wrong passwords given for a player within the last hour, for the players in `players`.
    pub wrong_passwords: BTreeMap<PlayerId, u32>,
    /// What is known of the address that may be added.
    pub claimed: Option<Claimed>,
    /// Claims to addresses that wait for their mailbox, by player.
    pub claims: BTreeMap<PlayerId, u32>,
    /// Letters within the last day that told a player of changes of their account.
    pub account_letters: BTreeMap<PlayerId, u32>,
    /// Letters to unconfirmed addresses within the last day.
    pub strangers: StrangerLetters,
    /// The observers of the games asked for.
    pub observers: BTreeMap<u32, Vec<PlayerId>>,
    /// By how many moves observers see a tournament game late.
    pub observers_wait_plies: u32,
    /// The reliability of the players asked for.
    pub reliability: BTreeMap<PlayerId, Reliability>,
    /// The scores of the same players, by variant.
    pub scores: BTreeMap<PlayerId, Vec<VariantScore>>,
    /// The open challenges, by number, if asked for.
    pub open_challenges: BTreeMap<u32, OpenChallenge>,
    /// The ratings, if asked for.
    pub ledger: Option<Ledger>,
    /// Letters to the player asked for that only answered a mail.
    pub answers: Answers,
    /// Pairs of players who have begun a game together, the lesser id first, if asked for.
    pub met: BTreeSet<(PlayerId, PlayerId)>,
}

/// The most games and own challenges that a player can have open.
const OWN_GAMES_MAX: u32 = LIMIT_MAX;

/// The most games in a list.
pub const LIST_MAX: u32 = 100;

/// The most games of one tournament that are loaded.
pub const TOURNAMENT_GAMES_MAX: usize = 1_000;

/// The most ids of players that are looked through.
pub const IDS_MAX: u32 = 10_000;

/// Letters a day to one unconfirmed address.
const STRANGER_ADDRESS_MAX: u32 = 3;
/// Letters a day to the unconfirmed addresses of one domain.
const STRANGER_DOMAIN_MAX: u32 = 10;
/// Letters a day to an unconfirmed address that answers a letter of the server with its token.
const GUEST_ADDRESS_MAX: u32 = 20;
/// Letters a day to all unconfirmed addresses.
const STRANGER_SERVER_MAX: u32 = 100;

/// Letters an hour that only answer a player's mails. A person sends fewer mails, a loop sends more.
pub const PROVEN_ANSWERS_MAX: u32 = 30;
/// Letters a day that a player gets because of mails in the player's name without proof. They have a limit of their own, so that somebody
/// who forges such mails neither pesters the player nor uses up the answers to the player's own.
const UNPROVEN_MAX: u32 = 3;
/// Of these, answers.
const UNPROVEN_ANSWERS_MAX: u32 = 2;
/// Of these, letters that ask whether such mails were the player's. A letter that is answered with a yes no longer counts.
const QUESTIONS_MAX: u32 = 2;
/// Of these, letters that tell of wrong passwords.
const WARNINGS_MAX: u32 = 1;
/// Letters an hour because of mails that bring a token of the player's from an address that is not the player's.
const KEY_ANSWERS_MAX: u32 = 10;

/// So many challenges of a player wait for people to join, and so many players are told of one who joins.
pub const AWAITED_MAX: u32 = 10;

/// Answers an hour that tell of the same mistakes and nothing else: nobody who sends the same mail a sixth time reads the answers.
pub const SAME_MISTAKES_MAX: u32 = 5;

/// Letters an hour that one player can cause another, besides those that the rules of a game limit.
pub const CAUSED_MAX: u32 = 20;

/// Letters to a player that only answered a mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// To mails proven to be the player's own, within the last hour.
    pub own: u32,
    /// To mails that brought a token of the player's from another address, within the last hour.
    pub key: u32,
    /// To mails that anybody may have written in the player's name, within the last day.
    pub unproven: u32,
    /// Of these, those that told of wrong passwords.
    pub warnings: u32,
    /// Letters within the last day that asked whether such mails were the player's and were not answered with yes.
    pub asked: u32,
}

/// What proves that a mail is a player's own. The letters it leads to are counted by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The player's password, or the player's address together with a token or with the confirmation of its mail server.
    Own,
    /// A token of the player's, from an address that is not the player's.
    Key,
    /// Nothing: anybody may have written it.
    Nothing,
}

/// An address that may be added to an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claimed {
    /// The player who has it already.
    pub owner: Option<PlayerId>,
    /// Letters to unconfirmed addresses within the last day, this one among them.
    pub letters: StrangerLetters,
}

/// Letters sent to unconfirmed addresses within the last 24 hours. Those that answered a genuine mail are also counted apart, so that
/// forged mails do not use up their limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StrangerLetters {
    /// To the sender's address, genuine or not.
    pub address: u32,
    /// To the sender's domain, except answers to genuine mail.
    pub domain: u32,
    /// To all of them, genuine or not.
    pub server: u32,
    /// To the sender's address, for genuine mail.
    pub genuine_address: u32,
    /// To all, for genuine mail.
    pub genuine_server: u32,
}

impl StrangerLetters {
    /// Whether one more letter may go to that address.
    pub fn has_room(&self, genuine: bool) -> bool {
        match genuine {
            true => self.genuine_address < STRANGER_ADDRESS_MAX && self.genuine_server < STRANGER_SERVER_MAX,
            false => !self.is_address_full() && self.domain < STRANGER_DOMAIN_MAX && !self.is_server_full(),
        }
    }

    /// Whether the address has got all the letters that are allowed without proof.
    pub fn is_address_full(&self) -> bool {
        self.address >= STRANGER_ADDRESS_MAX
    }

    /// Whether all addresses together have got them.
    pub fn is_server_full(&self) -> bool {
        self.server >= STRANGER_SERVER_MAX
    }

    /// Whether the player may have one more letter sent there to claim the address. Mails forged in other names do not hinder this.
    pub fn has_room_for_claim(&self) -> bool {
        !self.is_address_full() && self.genuine_server < STRANGER_SERVER_MAX
    }
}

/// A player who waits for somebody to join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaiting {
    /// Who waits.
    pub player: PlayerId,
    /// The challenge as a line.
    pub line: String,
    /// What the player says to them. It goes with the challenge.
    pub words: String,
}

impl View {
    /// Whether the player has more open games than were loaded.
    pub fn open_games_are_cut(&self, player: &PlayerId) -> bool {
        self.open_games.get(player).is_some_and(|games| games.len() > LIST_MAX as usize)
    }

    /// The refusal of a word that names no player, with the id that was probably meant. `others` are words that may stand there too.
    pub fn unknown_player(&self, id: &str, others: &[&str]) -> Refusal {
        Refusal::UnknownPlayer { id: id.to_owned(), nearest: self.nearest_id(id, others), in_search: false }
    }

    /// The same for a word of a search for games, which also has words that are no ids.
    pub fn unknown_in_search(&self, id: &str) -> Refusal {
        Refusal::UnknownPlayer {
            id: id.to_owned(),
            nearest: self.nearest_id(id, &Filter::ALL.map(Filter::word)),
            in_search: true,
        }
    }

    fn nearest_id(&self, id: &str, others: &[&str]) -> Vec<String> {
        let known = self.ids.iter().map(PlayerId::as_str).chain(others.iter().copied());
        nearest(id, Place::Name, known).into_iter().map(str::to_owned).collect()
    }

    /// The same for one of several words. Where it may be a password, it is not echoed: other servers want one behind the sender's own id, and some
    /// people swap the two.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most refusals are not meant here")]
    pub fn unknown_among(&self, id: &str, may_be_password: bool) -> Refusal {
        match self.unknown_player(id, &[]) {
            // A mistyped id of a player is not a password.
            Refusal::UnknownPlayer { nearest, id, in_search }
                if may_be_password && nearest.is_empty() && !self.gone.iter().any(|gone| *gone.as_str() == *id) =>
            {
                Refusal::UnknownPlayer { id: STARS.to_owned(), nearest, in_search }
            }
            refusal => refusal,
        }
    }

    /// The vacations of a player.
    pub fn vacations(&self, player: &PlayerId) -> &[Vacation] {
        self.players.get(player).map_or(&[], |player| player.vacations.as_slice())
    }

    /// Whether the player may have one more open game, and if not, what to tell `asker`. Challenges from others do not count against a
    /// player's limit.
    pub fn room(&self, player: &PlayerId, asker: &PlayerId) -> Result<(), Refusal> {
        let games = self.own_games.get(player).copied().unwrap_or_default();
        let limit = self.players.get(player).and_then(|player| player.limit);
        match limit {
            Some(limit) if games >= limit => {
                Err(Refusal::LimitReached { player: player.clone(), limit, yours: player == asker })
            }
            _ if games >= OWN_GAMES_MAX => Err(Refusal::TooManyGames { player: player.clone() }),
            _ => Ok(()),
        }
    }

    /// Whether `author` may cause one more letter to `reader` within the hour.
    pub fn may_tell(&self, author: &PlayerId, reader: &PlayerId) -> bool {
        self.caused.get(author).and_then(|caused| caused.get(reader)).is_none_or(|letters| *letters < CAUSED_MAX)
    }

    /// Whether two players have begun a game together.
    pub fn have_met(&self, one: &PlayerId, other: &PlayerId) -> bool {
        let (first, second) = if one < other { (one, other) } else { (other, one) };
        self.met.contains(&(first.clone(), second.clone()))
    }

    /// How many more mails of this player, or in this player's name, may be answered now.
    pub fn answers_left(&self, proof: Proof) -> u32 {
        let Answers { own, key, unproven, asked, .. } = self.answers;
        match proof {
            Proof::Own => PROVEN_ANSWERS_MAX.saturating_sub(own),
            Proof::Key => KEY_ANSWERS_MAX.saturating_sub(key),
            Proof::Nothing => {
                UNPROVEN_ANSWERS_MAX.saturating_sub(unproven).min(UNPROVEN_MAX.saturating_sub(unproven + asked))
            }
        }
    }

    /// How often the player may now be asked whether such mails were the player's. Even if all answers are used up, one question is
    /// possible.
    pub fn questions_left(&self, proof: Proof) -> u32 {
        let Answers { unproven, asked, .. } = self.answers;
        match proof {
            Proof::Nothing => QUESTIONS_MAX.saturating_sub(asked).min(UNPROVEN_MAX.saturating_sub(unproven + asked)),
            Proof::Own | Proof::Key => self.answers_left(proof),
        }
    }

    /// Whether the player may be told of one more wrong password.
    pub fn may_warn(&self) -> bool {
        self.answers.warnings < WARNINGS_MAX && self.may_answer(Proof::Nothing)
    }

    /// Whether one more mail may be answered.
    pub fn may_answer(&self, proof: Proof) -> bool {
        self.answers_left(proof) > 0
    }

    /// Whether one more letter may go to a sender who is not a player. Forged mails must not make the server pester anybody.
    pub fn may_write_to_stranger(&self, genuine: bool) -> bool {
        self.strangers.has_room(genuine)
    }

    /// Whether one more letter to a sender who is not a player is the last today.
    pub fn is_last_to_stranger(&self, genuine: bool, is_guest: bool) -> bool {
        let StrangerLetters { address, domain, server, genuine_address, genuine_server } = self.strangers;
        let after = StrangerLetters {
            address: address + 1,
            domain: domain + u32::from(!genuine),
            server: server + 1,
            genuine_address: genuine_address + u32::from(genuine),
            genuine_server: genuine_server + u32::from(genuine),
        };
        let has_room = after.has_room(genuine) || (is_guest && after.address < GUEST_ADDRESS_MAX);
        !has_room
    }

    /// Whether one more letter may go to a sender who is not a player but has answered a letter of the server.
    pub fn may_write_to_guest(&self) -> bool {
        self.strangers.address < GUEST_ADDRESS_MAX
    }
}

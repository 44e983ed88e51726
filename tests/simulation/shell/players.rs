//! The players of the shell's simulation: pairs who answer their letters, most of the time, and begin again when a game is over. Some
//! forget a game, which is then lost. Some write a sentence around their move, and then the club asks what they mean.

use crate::shell::laws::{BANK, PER_MOVE};
use crate::year::post::{self, Letter};
use chrono::{DateTime, TimeDelta, Utc};
use taflpost::chance::Chance;
use taflpost::club::Stage;
use taflpost::store::Reader;

/// A mail on its way to the club.
#[derive(Clone)]
pub struct Mail {
    pub number: u64,
    pub raw: Vec<u8>,
    pub from: String,
    pub to: String,
    /// The board of a move that may not be meant.
    pub doubtful: Option<u32>,
}

/// The first of a pair challenges the second.
pub fn id(pair: usize, place: usize) -> String {
    format!("{}{pair}", ["ann", "bob"][place])
}

/// Each has a domain.
pub fn address(id: &str) -> String {
    format!("{id}@{id}.test")
}

/// The first mail of a player.
pub fn sign_up(id: &str, number: u64, now: DateTime<Utc>) -> Mail {
    let from = address(id);
    let raw = post::fresh(&from, number, now, (&format!("signup {id}"), ""));
    Mail { number, raw, from, to: crate::year::office::CLUB.to_owned(), doubtful: None }
}

/// What a player writes when a letter has come, and after how long; nothing where there is nothing to say.
pub fn answer(
    to: &str,
    letter: &Letter,
    (number, now): (u64, DateTime<Utc>),
    reader: &Reader,
    dice: &mut Chance,
) -> Option<(TimeDelta, Mail)> {
    let id = to.split('@').next()?;
    let (name, pair) = id.split_at(3);
    let clock = if pair.parse::<u32>().is_ok_and(|pair| pair % 2 == 0) { PER_MOVE } else { BANK };
    let begins = || (name == "ann").then(|| format!("brandubh challenge ann{pair} bob{pair} -clock={clock}"));
    let mut doubtful = None;
    let words = if letter.subject.starts_with("Please confirm") {
        String::new()
    } else if letter.subject.starts_with("Welcome") {
        begins()?
    } else {
        let game = reader.game(letter.board?).ok()??;
        let head = &game.head;
        let is_turn = head.player(head.to_move()).to_string() == id && head.plies == letter.ply;
        match head.stage {
            Stage::Invited if head.invited().to_string() == id => "accept".to_owned(),
            Stage::Running if is_turn => {
                // Some forget it for good.
                if dice.below(6) == 0 {
                    return None;
                }
                let moves = game.state.moves();
                let play = moves[dice.below(u32::try_from(moves.len()).unwrap()) as usize];
                match dice.below(12) {
                    0 => {
                        doubtful = letter.board;
                        format!("{play} looks good to me, but let me think")
                    }
                    _ => play.to_string(),
                }
            }
            Stage::Ended(_) => begins()?,
            _ => return None,
        }
    };
    let (raw, to_club) = post::reply(to, number, now, (letter, &words));
    let most = if words.is_empty() || words.contains("challenge") || words == "accept" { 10 } else { 200 };
    let wait = TimeDelta::seconds(i64::from(60 + dice.below(most * 60)));
    Some((wait, Mail { number, raw, from: to.to_owned(), to: to_club, doubtful }))
}

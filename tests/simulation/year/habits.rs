//! How players answer the letters about their boards, each with their own habit. They do not think about the game: any legal move is good
//! enough.

use crate::year::Club;
use crate::year::file::Row;
use crate::year::office::CLUB;
use crate::year::players::Pending;
use crate::year::post::{self, Asked, Letter, Mail, Nature};
use chrono::TimeDelta;
use taflpost::tafl::{GameState, Play, Side};

/// How a player writes his moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// In an answer, and nothing else.
    Reply,
    /// In an answer, with lines for later below.
    Prepare,
    /// As a command with the board's number, in an answer to any letter.
    Command,
    /// As a command in a Subject, which proves nothing.
    Subject,
}

pub const HABITS: [Habit; 8] = [
    Habit::Reply,
    Habit::Prepare,
    Habit::Reply,
    Habit::Command,
    Habit::Reply,
    Habit::Prepare,
    Habit::Subject,
    Habit::Reply,
];

impl Club {
    /// One letter, one board.
    pub fn answer_board(&mut self, number: usize, letter: &Letter, board: u32) {
        let Some(row) = self.ledger.file.game(board) else { return };
        let Some(side) = row.side_of(&self.players[number].id) else { return };
        let content = self.next_serial();
        let plain = |line: &str| (line.to_owned(), Vec::new());
        let (body, asked) = match (row.stage.as_str(), &row.offer) {
            ("invited", _) if row.challenger != side => {
                if self.one_in(8) {
                    plain("decline: no time")
                } else {
                    plain("accept")
                }
            }
            ("running", Some((_, by))) if *by != side && !self.one_in(4) => {
                if self.one_in(2) {
                    plain("accept")
                } else {
                    plain("decline")
                }
            }
            ("running", _) if self.ledger.board(&row).state.to_move() == side => {
                if self.has_answered(number, &row) {
                    return;
                }
                match self.last_words(&row) {
                    Some(word) => plain(word),
                    None => return self.move_on(number, letter, &row, content),
                }
            }
            ("running", _) if self.one_in(30) => {
                let prepared = self.favourite(&row).and_then(|(_, state)| favourite(&state));
                match prepared {
                    Some(play) => plain(&format!("queue {play}")),
                    None => return,
                }
            }
            ("running", _) if self.one_in(60) => plain("undo"),
            _ => return,
        };
        self.answer(number, letter, &body, (content, asked));
    }

    /// He writes his move as he is used to.
    fn move_on(&mut self, number: usize, letter: &Letter, row: &Row, content: u64) {
        // A letter speaks of its own half-move: who answers an old one is told so.
        if letter.ply != row.plies && !self.one_in(10) {
            return;
        }
        let Some((play, state)) = self.choose(row) else { return };
        let habit = self.players[number].habit;
        let ply = if matches!(habit, Habit::Command | Habit::Subject) { row.plies } else { letter.ply } + 1;
        let asked = vec![Asked { board: row.number, ply, play }];
        let now = self.now;
        self.players[number].sent.insert((row.number, row.plies + 1), now);
        match habit {
            Habit::Command => {
                let key = self.players[number].key.clone().unwrap_or_else(|| letter.clone());
                let body = format!("move {} {play}#{}", row.number, row.plies + 1);
                self.answer(number, &key, &body, (content, asked));
            }
            Habit::Subject => {
                let line = format!("move {} {play}#{}", row.number, row.plies + 1);
                let from = self.players[number].address.clone();
                let raw = post::fresh(&from, content, now, (&line, "A good game.\n"));
                let pending = Pending { content, line, asked: asked.clone() };
                self.players[number].pending.push(pending);
                self.send(Mail { raw, from, to: CLUB.to_owned(), nature: Nature::Unproven, content, asked, key: None });
            }
            habit => {
                let mut body = play.to_string();
                let expected = favourite(&state).filter(|_| habit == Habit::Prepare);
                if let Some(expected) = expected {
                    let mut after = state.clone();
                    after.play(expected).unwrap();
                    if let Some(own) = favourite(&after).filter(|_| !after.status().is_over()) {
                        body += &format!("\nif {expected} then {own}");
                    }
                }
                if self.one_in(5) {
                    body += "\n\nWhat do you say to that?";
                }
                self.answer(number, letter, &body, (content, asked.clone()));
                // Whoever is not sure presses Send twice: another mail that says the same.
                if self.one_in(30) {
                    self.answer(number, letter, &body, (content, asked));
                }
            }
        }
    }

    /// One letter about several boards: a line for each, some of them only.
    pub fn answer_all(&mut self, number: usize, letter: &Letter) {
        if letter.reply_to.is_none() || matches!(letter.kind.as_str(), "answer" | "joined") {
            return;
        }
        let id = self.players[number].id.clone();
        let (mut lines, mut asked) = (Vec::new(), Vec::new());
        for row in self.ledger.file.open_of(&id) {
            let side = row.side_of(&id).expect("his own");
            if lines.len() == 4 {
                break;
            }
            if row.stage == "invited" && row.challenger != side {
                lines.push(format!("accept {}", row.number));
            } else if row.stage == "running" && self.ledger.board(&row).state.to_move() == side {
                if self.has_answered(number, &row) {
                    continue;
                }
                let ply = row.plies + 1;
                let last = self.last_words(&row);
                if let Some(word) = last {
                    lines.push(format!("{word} {}", row.number));
                } else if let Some((play, _)) = self.choose(&row) {
                    lines.push(format!("move {} {play}#{ply}", row.number));
                    asked.push(Asked { board: row.number, ply, play });
                    let now = self.now;
                    self.players[number].sent.insert((row.number, ply), now);
                }
            }
        }
        if !lines.is_empty() {
            let content = self.next_serial();
            self.answer(number, letter, &lines.join("\n"), (content, asked));
        }
    }

    /// Whoever has sent his move waits for some days before he asks himself whether it got lost.
    fn has_answered(&self, number: usize, row: &Row) -> bool {
        let sent = self.players[number].sent.get(&(row.number, row.plies + 1));
        sent.is_some_and(|sent| self.now - *sent < TimeDelta::days(2))
    }

    /// No game goes on for ever.
    fn last_words(&mut self, row: &Row) -> Option<&'static str> {
        let tired = if row.plies > 24 { 2 } else { 30 };
        if row.plies > 5 && self.one_in(tired) {
            return Some(if self.one_in(3) { "draw" } else { "resign" });
        }
        None
    }

    /// A move, and the board after it.
    fn choose(&mut self, row: &Row) -> Option<(Play, GameState)> {
        if self.one_in(2) {
            return self.favourite(row);
        }
        let state = self.ledger.board(row).state.clone();
        let moves = state.moves();
        let at = self.below(u32::try_from(moves.len()).unwrap()) as usize;
        let mut after = state;
        let play = *moves.get(at)?;
        after.play(play).unwrap();
        Some((play, after))
    }

    /// The move that everybody expects.
    pub fn favourite(&mut self, row: &Row) -> Option<(Play, GameState)> {
        let mut state = self.ledger.board(row).state.clone();
        let play = favourite(&state)?;
        state.play(play).unwrap();
        Some((play, state))
    }
}

fn favourite(state: &GameState) -> Option<Play> {
    if state.status().is_over() {
        return None;
    }
    let moves = state.moves();
    // The attackers like the first of them, the defenders the last.
    match state.to_move() {
        Side::Attackers => moves.first().copied(),
        Side::Defenders => moves.last().copied(),
    }
}

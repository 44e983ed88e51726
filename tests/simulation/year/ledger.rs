//! The laws, checked after each step against a separate record: which move came by which mail, and how much time it cost.

use crate::year::file::{File, Made, Row, Written, counted, counts_until};
use crate::year::post::{Mail, Nature};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use taflpost::clock::Control;
use taflpost::tafl::{Catalogue, GameState, Play, Side};

/// A board as we know it.
pub struct Board {
    pub state: GameState,
    ended: bool,
    /// When a half-move was last taken back: older letters are no keys any more.
    undone: Option<DateTime<Utc>>,
    /// When an organizer decided the game, be that taken back or not: older letters are keys for a month after it.
    decided: Option<DateTime<Utc>>,
}

/// What we know before a mail is handled.
pub struct Before {
    rows: BTreeMap<u32, Row>,
    prepared: BTreeMap<u32, Vec<Side>>,
}

/// Our own record, and the file it is compared with.
pub struct Ledger {
    pub file: File,
    catalogue: Catalogue,
    boards: BTreeMap<u32, Board>,
    /// The half-moves that mails have made, by what the mail said.
    made: BTreeSet<(u64, u32)>,
    last_letter: i64,
    /// Counted for the story.
    pub plays: u32,
    pub prepared: u32,
    pub letters: u32,
    pub endings: BTreeMap<String, u32>,
}

impl Ledger {
    pub fn open(path: &Path) -> Ledger {
        Ledger {
            file: File::open(path),
            catalogue: Catalogue::embedded().unwrap(),
            boards: BTreeMap::new(),
            made: BTreeSet::new(),
            last_letter: 0,
            plays: 0,
            prepared: 0,
            letters: 0,
            endings: BTreeMap::new(),
        }
    }

    /// The board as it is known here, where it has begun.
    pub fn board(&mut self, row: &Row) -> &mut Board {
        let rules = || Arc::new(self.catalogue.find(&row.variant).unwrap().rules.clone());
        self.boards.entry(row.number).or_insert_with(|| Board {
            state: GameState::new(rules()),
            ended: false,
            undone: None,
            decided: None,
        })
    }

    pub fn before(&self, mail: &Mail) -> Before {
        let boards: BTreeSet<u32> = mail.asked.iter().map(|asked| asked.board).collect();
        Before {
            prepared: boards.iter().map(|board| (*board, self.file.prepared(*board))).collect(),
            rows: boards.iter().filter_map(|board| self.file.game(*board)).map(|row| (row.number, row)).collect(),
        }
    }

    /// A mail has been handled.
    pub fn handled(&mut self, mail: &Mail, before: &Before, received: DateTime<Utc>) {
        let letters = self.new_letters();
        let told = self.told_of(&letters);
        for number in told.iter().chain(before.rows.keys()).copied().collect::<BTreeSet<u32>>() {
            let Some(row) = self.file.game(number) else { continue };
            self.follow(&row, &letters, Some((mail, before, received)));
        }
        if mail.nature == Nature::Proven {
            for asked in &mail.asked {
                let Some(row) = before.rows.get(&asked.board) else { continue };
                let first = mail.asked.iter().find(|other| other.board == asked.board) == Some(asked);
                let is_late = row.lost_at().is_some_and(|lost_at| lost_at < received);
                let board = self.boards.get(&asked.board);
                let [written, until] = mail.key.expect("what is proven has a key");
                let decided = board.and_then(|board| board.decided).filter(|decided| written <= *decided);
                let until = decided.map_or(until, |decided| until.min(decided + TimeDelta::days(30)));
                let undone = board.and_then(|board| board.undone);
                let to_move = board.map_or(Side::Attackers, |board| board.state.to_move());
                let fits = undone.is_none_or(|undone| undone < written)
                    && received < until
                    && row.player(to_move) == mail.sender();
                if row.stage == "running" && row.plies + 1 == asked.ply && !is_late && first && fits {
                    let made = self.file.plays(asked.board, asked.ply - 1);
                    let is_made = made.first().is_some_and(|made| made.play == asked.play && made.at == received);
                    assert!(
                        is_made,
                        "a move was lost: {asked:?} came in time, at {received}, and was not made: {row:?}"
                    );
                }
            }
        }
        self.check_letters(mail, &letters);
    }

    /// As many letters as such a mail can lead to, and none in answer to a machine.
    fn check_letters(&self, mail: &Mail, letters: &[Written]) {
        match &mail.nature {
            Nature::Machine => assert!(letters.is_empty(), "a machine was answered: {letters:?}"),
            Nature::Bounce { from } => {
                let back = letters.iter().find(|letter| letter.recipient == *from);
                assert!(back.is_none(), "a bounce of {from} was answered: {letters:?}");
            }
            Nature::Forged => {
                let board = letters.iter().find(|letter| letter.kind != "confirm" && letter.kind != "unproven");
                assert!(board.is_none(), "a forged mail has led to this: {letters:?}");
            }
            _ => {}
        }
        let mut each: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for letter in letters {
            *each.entry((&letter.recipient, &letter.kind)).or_default() += 1;
        }
        // A line of the mail can end a game, and that a tournament; one mail has four lines at most here.
        let most = each.iter().max_by_key(|(_, letters)| **letters);
        assert!(most.is_none_or(|(_, letters)| *letters <= 8), "too many letters: {most:?}");
    }

    /// The letters written since the last call.
    fn new_letters(&mut self) -> Vec<Written> {
        let (letters, last) = self.file.letters_after(self.last_letter);
        self.last_letter = last;
        self.letters += letters.len() as u32;
        letters
    }

    /// The boards that letters tell of: by their number, or because they tell of a decision about a tournament.
    fn told_of(&self, letters: &[Written]) -> BTreeSet<u32> {
        let mut told: BTreeSet<u32> = letters.iter().filter_map(|letter| letter.game).collect();
        if letters.iter().any(|letter| letter.kind == "tournament") {
            // A game is over by a decision, or played on.
            let changed = self.file.of_tournaments().into_iter().filter(|row| {
                let ended = self.boards.get(&row.number).is_some_and(|board| board.ended);
                row.has_ended() != ended
            });
            told.extend(changed.map(|row| row.number));
        }
        told
    }

    /// Compares a board with its row, and goes on with it as the row does.
    fn follow(&mut self, row: &Row, letters: &[Written], cause: Option<(&Mail, &Before, DateTime<Utc>)>) {
        let number = row.number;
        self.board(row);
        let known = self.boards[&number].state.ply();
        if row.plies < known {
            let (mail, _, received) = cause.expect("only a mail takes a half-move back");
            let back = known - row.plies;
            // With the answer to a move, both are taken back, if the player of the answer agrees.
            let answered = if known % 2 == 1 { &row.attackers } else { &row.defenders };
            let is_agreed = back == 1 || back == 2 && mail.sender() == answered;
            assert!(mail.nature == Nature::Proven && is_agreed, "taken back: {row:?}, from {known}");
            let board = self.boards.get_mut(&number).unwrap();
            (0..back).for_each(|_| {
                board.state.take_back();
            });
            board.undone = Some(received);
        }
        let new = self.file.plays(number, known.min(row.plies));
        assert_eq!(row.plies as usize, known.min(row.plies) as usize + new.len(), "{row:?}");
        if !new.is_empty() {
            let (mail, before, received) = cause.expect("half-moves come by mail");
            self.made_by(mail, before, received, row, &new);
        }
        let board = self.boards.get_mut(&number).unwrap();
        if board.ended && !row.has_ended() {
            // Which decision was taken back is compared with the rulings.
            assert!(cause.is_some_and(|(mail, ..)| mail.nature == Nature::Proven), "played on: {row:?}");
            assert!(row.tournament.is_some() && row.stage == "running", "played on: {row:?}");
            board.ended = false;
        }
        if row.has_ended() && !board.ended {
            board.decided = Some(row.touched).filter(|_| row.stage == "adjudicated").or(board.decided);
            board.ended = true;
            let is_over = board.state.status().is_over();
            let on_board = matches!(row.stage.as_str(), "won" | "drawn");
            assert_eq!(is_over, on_board, "the board and the row disagree about the end: {row:?}");
            *self.endings.entry(row.stage.clone()).or_default() += 1;
            for player in [&row.attackers, &row.defenders] {
                let told = letters.iter().any(|letter| {
                    let about =
                        letter.game == Some(number) || (row.tournament.is_some() && letter.kind == "tournament");
                    // News that was kept for the letter of the day may go out with it in the same minute.
                    let about = about || (letter.kind == "digest" && self.file.names_board(letter.id, number));
                    letter.reader.as_ref() == Some(player) && about
                });
                let told = told || self.file.is_kept(player, number) || self.file.is_unreachable(player);
                assert!(told, "{player} was not told of the end of {row:?}: {letters:?}");
            }
        }
    }

    /// New half-moves on a board: the first is what the mail asked for, others were prepared; and what they cost.
    fn made_by(&mut self, mail: &Mail, before: &Before, received: DateTime<Utc>, row: &Row, new: &[Made]) {
        let number = row.number;
        let earlier = before.rows.get(&number).unwrap_or_else(|| panic!("a mail moved elsewhere: {mail:?} {row:?}"));
        let first = earlier.plies + 1;
        let is_asked =
            mail.asked.iter().any(|asked| (asked.board, asked.ply, asked.play) == (number, first, new[0].play));
        assert!(is_asked && mail.nature == Nature::Proven, "nobody asked for this: {new:?} {mail:?}");
        assert!(self.made.insert((mail.content, number)), "a mail has moved twice: {mail:?} {row:?}");
        let mut banks = earlier.banks;
        for (at, made) in new.iter().enumerate() {
            assert_eq!(made.at, received, "{row:?}");
            let state = &mut self.boards.get_mut(&number).unwrap().state;
            let (side, half_moves) = (state.to_move(), state.ply() / 2 + 1);
            assert!(at > 0 || earlier.player(side) == mail.sender(), "another's move: {mail:?} {earlier:?}");
            assert!(at == 0 || before.prepared[&number].contains(&side), "nobody prepared this: {new:?}");
            state.play(made.play).unwrap_or_else(|why| panic!("not legal: {} {why:?} {row:?}", made.play));
            self.plays += 1;
            self.prepared += u32::from(at > 0);
            let Some(control) = &earlier.clock else { continue };
            let bank = &mut banks[usize::from(side == Side::Defenders)];
            assert_eq!(made.bank, Some(*bank), "the bank before half-move {at} of {new:?}");
            let leave = if control.no_vacation { Vec::new() } else { self.file.leave(row.player(side)) };
            let running = earlier.since.map(|since| counted(since, received, &leave)).unwrap_or_default();
            let used = if at == 0 { (earlier.counted + running).max(TimeDelta::zero()) } else { TimeDelta::zero() };
            *bank = paid(control, half_moves, *bank, used);
        }
        assert_eq!(banks, row.banks, "the banks after {new:?} on {earlier:?}");
    }

    /// What is due before the clockwork looks.
    pub fn due(&self, now: DateTime<Utc>) -> Vec<Row> {
        self.file.due(now)
    }

    /// The clockwork has looked.
    pub fn ticked(&mut self, due: &[Row], now: DateTime<Utc>, is_last: bool) {
        let letters = self.new_letters();
        let due_numbers: BTreeSet<u32> = due.iter().map(|row| row.number).collect();
        for number in self.told_of(&letters).difference(&due_numbers) {
            let row = self.file.game(*number).unwrap();
            self.follow(&row, &letters, None);
        }
        for earlier in due {
            let row = self.file.game(earlier.number).unwrap();
            self.follow(&row, &letters, None);
            if row.stage == "timed-out" {
                let lost_at = self.lost_at(earlier).expect("no clock ran");
                assert_eq!(row.touched, lost_at, "lost at another instant than it was: {earlier:?}");
            }
        }
        if let Some(row) = self.file.due(now).first().filter(|_| is_last) {
            panic!("the clockwork has left at {now}: {row:?}");
        }
        let mailbox = self.file.count("SELECT count(*) FROM spool WHERE state = 'spooled'");
        let sql = "SELECT count(*) FROM game WHERE stage = 'running' AND since IS NOT NULL AND deadline < ?1";
        let grace = TimeDelta::hours(12);
        let over: i64 = self
            .file
            .0
            .prepare_cached(sql)
            .unwrap()
            .query_row([(now - grace - TimeDelta::minutes(1)).timestamp_micros()], |row| row.get(0))
            .unwrap();
        assert!(over == 0 || mailbox > 0, "{over} clocks are below zero at {now}");
    }

    /// What is left of the time for the awaited half-move at an instant, below zero where the grace runs.
    pub fn left(&mut self, row: &Row, at: DateTime<Utc>) -> Option<TimeDelta> {
        let (since, control) = (row.since?, row.clock?);
        let side = self.board(row).state.to_move();
        let leave = if control.no_vacation { Vec::new() } else { self.file.leave(row.player(side)) };
        Some(self.time(row)? - row.counted - counted(since, at, &leave))
    }

    /// How long the awaited half-move may take.
    fn time(&mut self, row: &Row) -> Option<TimeDelta> {
        let control = row.clock?;
        let state = &self.board(row).state;
        let (side, half_moves) = (state.to_move(), state.ply() / 2 + 1);
        let bank = row.banks[usize::from(side == Side::Defenders)];
        let bank = TimeDelta::seconds(bank);
        let first = control.first_max.filter(|_| half_moves == 1);
        let bounds = [control.move_max, first].into_iter().flatten().map(|bound| TimeDelta::seconds(bound.into()));
        Some(bounds.fold(bank, TimeDelta::min))
    }

    /// When the game is lost, reckoned anew.
    pub fn lost_at(&mut self, row: &Row) -> Option<DateTime<Utc>> {
        let (since, control) = (row.since?, row.clock?);
        let side = self.board(row).state.to_move();
        let time = (self.time(row)? - row.counted).max(TimeDelta::zero());
        let leave = if control.no_vacation { Vec::new() } else { self.file.leave(row.player(side)) };
        Some(counts_until(since, time, &leave) + control.grace())
    }

    /// All clocks, once a day: what the file says they end is what they end.
    pub fn check_clocks(&mut self, now: DateTime<Utc>) {
        for row in self.file.ticking() {
            let recomputed = self.lost_at(&row);
            if row.since.is_some() && row.deadline.is_some() {
                assert_eq!(recomputed, row.lost_at(), "another end of the time: {row:?}");
            }
            assert!(row.since.is_some() || row.due.is_some_and(|due| due < now + TimeDelta::days(20)), "{row:?}");
        }
    }

    /// All games, half-move by half-move.
    pub fn check_record(&mut self) {
        for row in self.file.all() {
            let known = self.board(&row).ended;
            assert_eq!(known, row.has_ended(), "nobody was told that it is over, or that it is not: {row:?}");
            let stored: Vec<Play> = self.file.plays(row.number, 0).iter().map(|made| made.play).collect();
            let own: Vec<Play> = self.board(&row).state.plays().iter().map(|played| played.play).collect();
            assert_eq!(stored, own, "{row:?}");
        }
    }

    /// Letters of another cause, such as a tournament's that an organizer has started, are counted as well.
    pub fn boards(&self) -> usize {
        self.boards.len()
    }
}

/// What is in a bank after a half-move, for the controls that are played here.
fn paid(control: &Control, number: u32, bank: i64, used: TimeDelta) -> i64 {
    if let Some(per_move) = control.per_move {
        return per_move.into();
    }
    let inc = if control.inc_until.is_none_or(|last| number <= last) { i64::from(control.inc) } else { 0 };
    let left = (bank - used.num_seconds()).max(0) + inc;
    control.cap.map_or(left, |cap| left.min(cap.into()))
}

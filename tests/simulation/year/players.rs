//! The players: their character, what they do with a letter, and what they do on their own.

use crate::year::file::Row;
use crate::year::habits::{HABITS, Habit};
use crate::year::office::CLUB;
use crate::year::post::{self, Asked, Letter, Mail, Nature};
use crate::year::{Act, Club};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};
use taflpost::store::Verdict;

const ZONES: [&str; 6] =
    ["Europe/Copenhagen", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC", "America/Santiago"];

/// Lines that waited for a yes.
pub struct Pending {
    pub content: u64,
    pub line: String,
    pub asked: Vec<Asked>,
}

/// A player.
pub struct Player {
    pub id: String,
    pub address: String,
    pub habit: Habit,
    /// Hours until he has usually read a letter.
    hours: i64,
    pub joined: bool,
    /// A letter of late with a key in it.
    pub key: Option<Letter>,
    pub pending: Vec<Pending>,
    /// When he has answered which half-move.
    pub sent: BTreeMap<(u32, u32), DateTime<Utc>>,
    seen: BTreeSet<String>,
    /// He reads nothing.
    vanished: [DateTime<Utc>; 2],
    /// Letters to him come back.
    dead: [DateTime<Utc>; 2],
    /// A machine answers for him.
    away: [DateTime<Utc>; 2],
}

impl Player {
    fn holds(interval: [DateTime<Utc>; 2], now: DateTime<Utc>) -> bool {
        interval[0] <= now && now < interval[1]
    }
}

pub fn id(number: usize) -> String {
    format!("pl{number:02}")
}

impl Club {
    /// Everybody signs up within the first days: a few strangers from each place a day.
    pub fn invite_players(&mut self) {
        for number in 0..self.plan.players {
            let id = id(number);
            let address = format!("{id}@place{}.test", number % 7);
            let from = |club: &mut Club, days: u32, most: i64| {
                let begins = club.now + TimeDelta::days(20 + i64::from(club.below(days))) + club.minutes(0, 1_000);
                [begins, begins + club.minutes(24 * 60, most * 24 * 60)]
            };
            let never = [self.end + TimeDelta::days(9_000); 2];
            let days = u32::try_from(self.plan.days).unwrap();
            let vanished = if number > 0 && self.one_in(6) { from(self, days, 60) } else { never };
            let dead = if number > 0 && self.one_in(8) { from(self, days, 25) } else { never };
            let hours = [3, 12, 24, 24, 48, 70][self.below(6) as usize];
            self.players.push(Player {
                id: id.clone(),
                address: address.clone(),
                habit: HABITS[number % HABITS.len()],
                hours,
                joined: false,
                key: None,
                pending: Vec::new(),
                sent: BTreeMap::new(),
                seen: BTreeSet::new(),
                vanished,
                dead,
                away: never,
            });
            let wait = TimeDelta::days(i64::try_from(number / 21).unwrap()) + self.minutes(0, 600);
            self.soon(wait, Act::Idle(number));
        }
    }

    /// The relay has a letter for a mailbox.
    pub fn hand_over(&mut self, to: &str, letter: Letter) -> Verdict {
        let number = self.players.iter().position(|player| player.address == to).expect("letters go to players");
        let player = &self.players[number];
        let address = player.address.clone();
        if Player::holds(player.dead, self.now) {
            let status = if self.one_in(3) { "5.2.2" } else { "5.1.1" };
            if self.one_in(3) {
                let error = format!("550 {status} no such mailbox");
                return Verdict::GivenUp { error, mailbox: status.parse().ok() };
            }
            let serial = self.next_serial();
            let mail = Mail {
                raw: post::bounce(&address, serial, &letter, status),
                from: String::new(),
                to: letter.bounces_to.clone(),
                nature: Nature::Bounce { from: address },
                content: serial,
                asked: Vec::new(),
                key: None,
            };
            if !letter.bounces_to.is_empty() {
                let wait = self.minutes(1, 90);
                self.soon(wait, Act::Arrive(mail));
            }
            return Verdict::Sent;
        }
        if Player::holds(player.away, self.now) && !letter.bounces_to.is_empty() {
            let serial = self.next_serial();
            // Good programs answer the envelope's sender, others whoever is named for answers.
            let to = match (&letter.reply_to, serial % 3) {
                (Some(reply_to), 0) => reply_to.clone(),
                _ => letter.bounces_to.clone(),
            };
            let raw = post::vacation_note(&address, serial, &letter);
            let mail =
                Mail { raw, from: address, to, nature: Nature::Machine, content: serial, asked: Vec::new(), key: None };
            self.soon(TimeDelta::minutes(1), Act::Arrive(mail));
        }
        if self.one_in(50) {
            // A spam filter has eaten it.
            return Verdict::Sent;
        }
        let hours = self.players[number].hours;
        let most = if self.one_in(25) { 12 * 24 * 60 } else { hours * 120 };
        let wait = self.minutes(5, most);
        self.soon(wait, Act::Read(number, Box::new(letter)));
        Verdict::Sent
    }

    /// A player sends a mail; the post does with it what it does.
    pub fn send(&mut self, mail: Mail) {
        let wait = self.minutes(1, 10);
        match self.below(40) {
            0 => {}
            1 => {
                let later = wait + self.minutes(1, 3 * 24 * 60);
                self.soon(wait, Act::Arrive(mail.clone()));
                self.soon(later, Act::Arrive(mail));
            }
            2 | 3 => {
                let wait = self.minutes(60, 40 * 60);
                self.soon(wait, Act::Arrive(mail));
            }
            _ => self.soon(wait, Act::Arrive(mail)),
        }
    }

    /// An answer to a letter with a key in it: what it says is proven.
    pub fn answer(&mut self, number: usize, letter: &Letter, body: &str, (content, asked): (u64, Vec<Asked>)) {
        let from = self.players[number].address.clone();
        let serial = self.next_serial();
        let (raw, to) = post::reply(&from, serial, self.now, (letter, body));
        self.send(Mail { raw, from, to, nature: Nature::Proven, content, asked, key: Some(letter.key()) });
    }

    /// Lines in answer to the last letter with a key; nothing where the player has none.
    pub fn ask(&mut self, number: usize, lines: &str) {
        if let Some(letter) = self.players[number].key.clone() {
            let content = self.next_serial();
            self.answer(number, &letter, lines, (content, Vec::new()));
        }
    }

    /// The same with what has to be confirmed first.
    pub fn ask_and_confirm(&mut self, number: usize, line: &str) {
        self.ask(number, line);
        let pending = Pending { content: 0, line: line.to_owned(), asked: Vec::new() };
        self.players[number].pending.push(pending);
    }

    pub fn read(&mut self, number: usize, letter: &Letter) {
        let now = self.now;
        let player = &mut self.players[number];
        if Player::holds(player.vanished, now) {
            return;
        }
        let is_new = player.seen.insert(letter.message_id.clone());
        match letter.kind.as_str() {
            "signup" => {
                let content = self.next_serial();
                return self.answer(number, letter, "", (content, Vec::new()));
            }
            kind if kind.starts_with("confirm") => return self.confirm(number, letter),
            "joined" if !player.joined => {
                player.joined = true;
                player.key = Some(letter.clone());
                return self.settle_in(number);
            }
            _ => {}
        }
        // The key of a board opens no other.
        if letter.reply_to.is_some() && letter.board.is_none() {
            player.key = Some(letter.clone());
        }
        // The same letter once more, because the server did not know that it had gone: some answer it once more.
        if !is_new && !self.one_in(3) {
            return;
        }
        match letter.board {
            Some(board) => self.answer_board(number, letter, board),
            None => self.answer_all(number, letter),
        }
        self.read_file(letter);
    }

    /// A yes to what the player has asked for. Where other lines stand beside those, the answer is the player's own lines.
    fn confirm(&mut self, number: usize, letter: &Letter) {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ") + " ";
        let text = plain(&letter.text);
        let pending = &mut self.players[number].pending;
        let mine: Vec<Pending> = pending.extract_if(.., |own| text.contains(&format!("{} ", own.line))).collect();
        let Some(first) = mine.first() else {
            if self.one_in(2) {
                let content = self.next_serial();
                self.answer(number, letter, "no", (content, Vec::new()));
            }
            return;
        };
        let content = first.content;
        let asked = mine.iter().flat_map(|own| own.asked.iter().cloned()).collect();
        let shown = letter.text.lines().map(str::trim).skip_while(|line| !line.starts_with('|'));
        let shown: Vec<&str> = shown.map_while(|line| line.strip_prefix('|')).collect();
        let rest = mine.iter().fold(plain(&shown.join(" ")), |rest, own| rest.replace(&format!("{} ", own.line), ""));
        if rest.trim().is_empty() {
            // What touches an account is named: `yes delete`.
            let said = letter.text.split_once("with just:").and_then(|(_, said)| said.lines().next());
            let said = said.map_or_else(|| "yes".to_owned(), |said| said.trim().to_owned());
            return self.answer(number, letter, &said, (content, asked));
        }
        let lines: Vec<String> = mine.iter().map(|own| own.line.clone()).collect();
        // What touches an account is asked about once more.
        self.players[number].pending.extend(mine.into_iter().filter(|own| own.asked.is_empty()));
        self.answer(number, letter, &lines.join("\n"), (content, asked));
    }

    fn settle_in(&mut self, number: usize) {
        let zone = ZONES[number % ZONES.len()];
        let mut lines = format!("set zone {zone}");
        if !number.is_multiple_of(3) {
            lines += "\nset letters text";
        }
        lines += ["", "\nset language de", "", "\nset language da", ""][number % 5];
        if number % 4 == 1 {
            lines += "\nset rescue on";
        }
        if number % 9 == 5 {
            lines += &format!("\nset digest {}", number % 24);
        }
        self.ask(number, &lines);
    }

    /// A free evening.
    pub fn idle(&mut self, number: usize) {
        let again = self.minutes(2 * 24 * 60, 9 * 24 * 60);
        self.soon(again, Act::Idle(number));
        let player = &self.players[number];
        if Player::holds(player.vanished, self.now) || Player::holds(player.dead, self.now) {
            return;
        }
        let id = player.id.clone();
        if !player.joined {
            return self.sign_up(number);
        }
        let open = self.ledger.file.open_of(&id);
        match self.below(12) {
            0 => {
                let opponent = self.players[self.plan.players - 1 - number].id.clone();
                let clock = ["", "-clock=5d+1d", "-clock=3d/move", "-clock=fast", "-clock=none", "-clock=2d"];
                let clock = clock[self.below(6) as usize];
                if opponent != id && open.len() < 5 {
                    self.ask(number, &format!("brandubh challenge {id} {opponent} {clock}"));
                }
            }
            1..=3 if open.len() < 3 => {
                let open_challenges = self.ledger.file.open_challenges(&id);
                match open_challenges.first() {
                    Some(open_challenge) => self.ask(number, &format!("take {open_challenge}")),
                    None => {
                        let what =
                            ["seek -brandubh", "seek -tablut", "seek -brandubh -unrated", "seek -brandubh attackers"];
                        let what = what[self.below(4) as usize];
                        self.ask(number, what);
                    }
                }
            }
            4 => self.go_on_holiday(number),
            5 => {
                let words =
                    ["games", "ratings brandubh", "whoami", "hello there", "move 99999 a1-a2", "vacation off", "queue"];
                let words = words[self.below(7) as usize];
                self.ask(number, words);
            }
            6 => {
                let zone = ZONES[self.below(6) as usize];
                self.ask(number, &format!("set zone {zone}"));
            }
            7 if !open.is_empty() => {
                let at = self.below(u32::try_from(open.len()).unwrap()) as usize;
                let line = ["show", "draw", "undo", "resign", "unrated"][self.below(5) as usize];
                self.ask(number, &format!("{line} {}", open[at].number));
            }
            _ => {
                // He finds that he has not answered for long.
                if let Some(letter) = self.players[number].key.clone() {
                    self.answer_all(number, &Letter { kind: "reminder".to_owned(), ..letter });
                }
            }
        }
    }

    fn sign_up(&mut self, number: usize) {
        let (id, from) = (self.players[number].id.clone(), self.players[number].address.clone());
        let content = self.next_serial();
        let raw = post::fresh(&from, content, self.now, (&format!("signup {id}"), ""));
        let (to, nature) = (CLUB.to_owned(), Nature::Unproven);
        self.send(Mail { raw, from, to, nature, content, asked: Vec::new(), key: None });
    }

    fn go_on_holiday(&mut self, number: usize) {
        let first = self.now + TimeDelta::days(1 + i64::from(self.below(10)));
        let last = first + TimeDelta::days(i64::from(self.below(9)));
        let line = format!("vacation {} {}", first.format("%Y-%m-%d"), last.format("%Y-%m-%d"));
        self.ask(number, &line);
        // Not everybody's mail program says so, and some play on.
        if self.one_in(2) {
            self.players[number].away = [first, last];
        }
    }

    /// Somebody writes in another's name, who has never seen a letter.
    pub fn forge(&mut self) {
        let number = self.below(u32::try_from(self.plan.players).unwrap()) as usize;
        let (id, address) = (self.players[number].id.clone(), self.players[number].address.clone());
        if !self.players[number].joined {
            return;
        }
        let open = self.ledger.file.open_of(&id);
        let running: Vec<&Row> = open.iter().filter(|row| row.stage == "running").collect();
        let line = match running.first() {
            Some(row) if self.one_in(2) => format!("resign {}", row.number),
            Some(row) => match self.favourite(row) {
                Some((play, _)) => format!("move {} {play}", row.number),
                None => return,
            },
            None => "vacation off".to_owned(),
        };
        let serial = self.next_serial();
        let raw = post::fresh(&address, serial, self.now, (&line, ""));
        let mail = Mail {
            raw,
            from: address,
            to: CLUB.to_owned(),
            nature: Nature::Forged,
            content: serial,
            asked: running
                .first()
                .map(|row| Asked { board: row.number, ply: row.plies + 1, play: "a1-a2".parse().unwrap() })
                .into_iter()
                .collect(),
            key: None,
        };
        self.soon(TimeDelta::minutes(1), Act::Arrive(mail));
    }
}

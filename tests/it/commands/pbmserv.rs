//! The forms of pbmserv, one row each in `tests/pbmserv.tsv`, as somebody types them who has used them since 1997.
//!
//! Each row is played in the Subject and in the text, with the right password, with a wrong one and without one. What must come of it stands
//! in the row: `does` changes something and so needs proof, `shows` needs none, and `says` is a letter that names what to send instead.
//! Below a Subject nothing of the text is done, and no password comes back, neither in a letter nor in a note.

use std::path::PathBuf;
use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use taflpost::store::{Reader, SpoolState, Store};

use super::secrets;
use crate::hostile::cases;
use crate::share::share;
use crate::world::{CLUB, Received, World};

const RIGHT: &str = "secret1";
const WRONG: &str = "Zecret9x";
/// What stands below a command in the Subject, and must not be done.
const BELOW: &str = "resign 1\ng4-g3";
/// None of these may come back.
const SECRETS: [&str; 3] = [RIGHT, WRONG, "Neu7wort"];
/// Answers that do not say what to send instead.
const BAFFLING: [&str; 3] = ["Send help for the list", "There is no command", "is not one of its values"];
const ANN: &str = "ann@fjord.test";

/// What must come of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comes {
    Does,
    Shows,
    Says,
}

#[derive(Debug)]
struct Row {
    number: u32,
    typed: String,
    comes: Comes,
    /// In a letter to the sender, unless another receiver stands before a colon.
    text: String,
    /// The same for an answer to a letter, if it differs.
    text_in_reply: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Subject,
    Text,
    /// The text of an answer to the letter that shows board 1.
    Reply,
}

fn rows() -> Vec<Row> {
    let file = include_str!("../../pbmserv.tsv");
    let lines = file.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(row).collect()
}

fn row(line: &str) -> Row {
    let columns: Vec<&str> = line.split('\t').collect();
    let [number, typed, comes, text, ref in_reply @ ..] = columns[..] else {
        panic!("four columns in {line:?}");
    };
    let text_in_reply = in_reply.first().map(|text| (*text).to_owned());
    let comes = match comes {
        "does" => Comes::Does,
        "shows" => Comes::Shows,
        "says" => Comes::Says,
        other => panic!("{other} in {line:?}"),
    };
    assert!(!text.is_empty(), "{line}");
    Row { number: number.parse().unwrap(), typed: typed.to_owned(), comes, text: text.to_owned(), text_in_reply }
}

/// A club with a few boards, as it was saved: see the head of the rows.
struct Club {
    _folder: tempfile::TempDir,
    file: PathBuf,
    now: DateTime<Utc>,
    /// Where ann answers the last letter about board 1.
    board_1: String,
}

static CLUB_FILE: LazyLock<Club> = LazyLock::new(|| {
    let mut world = World::new();
    join(&mut world, "ann", ANN, RIGHT);
    join(&mut world, "bob", "bob@sund.test", "geheim7");
    for line in [
        "brandubh challenge ann bob ann secret1",
        "accept 1 bob geheim7",
        "move 1 ann secret1 a4-a2",
        "move 1 bob geheim7 c4-c7",
        "brandubh challenge bob ann bob geheim7",
        "brandubh challenge ann bob -unrated ann secret1",
        "accept 3 bob geheim7",
        "move 3 ann secret1 a4-a2",
        "move 3 bob geheim7 c4-c7",
        "resign 3 bob geheim7",
        "challenge ann bob -private ann secret1",
        "brandubh challenge ann bob ann secret1",
        "accept 5 bob geheim7",
        "move 5 ann secret1 a4-a2",
    ] {
        let from = if line.contains("ann secret1") { ANN } else { "bob@sund.test" };
        send(&mut world, from, line, "");
    }
    let mut letters = world.letters();
    world.wake(TimeDelta::hours(30));
    letters.extend(world.letters());
    let of_board_1 = |letter: &&Received| letter.to == ANN && letter.subject.contains("board 1:");
    let board_1 = letters.iter().rfind(of_board_1).and_then(|letter| letter.reply_to.clone()).unwrap();
    let folder = crate::cli::here();
    let file = folder.path().join("club.db");
    let now = world.now;
    std::fs::write(&file, world.file_at_the_end()).unwrap();
    Club { _folder: folder, file, now, board_1 }
});

/// The same club for everybody who asks.
fn club() -> World {
    let folder = crate::cli::here();
    let file = folder.path().join("taflpost.db");
    std::fs::copy(&CLUB_FILE.file, &file).unwrap();
    let store = Store::open(&file, CLUB_FILE.now).unwrap();
    World::resumed(folder, store, CLUB_FILE.now, TimeDelta::days(10))
}

fn join(world: &mut World, player: &str, address: &str, password: &str) {
    let line = format!("signup {player} {password}");
    send(world, address, &line, "");
    let to = world.letters().pop().unwrap().reply_to.unwrap();
    mail(world, address, &to, &line, "");
    assert!(world.letters().iter().any(|letter| letter.subject.contains("Welcome")), "{player} has joined");
}

fn send(world: &mut World, from: &str, subject: &str, text: &str) {
    mail(world, from, CLUB, subject, text);
}

fn mail(world: &mut World, from: &str, to: &str, subject: &str, text: &str) {
    let (id, date) = (world.message_id(), world.now.to_rfc2822());
    let raw = format!(
        "From: {from}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{id}>\nDate: {date}\n\
         Content-Type: text/plain; charset=utf-8\n\n{text}\n"
    );
    world.deliver(raw.as_bytes(), from, to);
}

impl Row {
    /// Who sends it.
    fn from(&self) -> &'static str {
        if self.typed.contains("carl") { "carl@old.test" } else { ANN }
    }

    fn holds_password(&self) -> bool {
        self.typed.contains(RIGHT)
    }

    fn with_password(&self, password: Option<&str>) -> String {
        match password {
            Some(password) => self.typed.replace(RIGHT, password),
            None => self.typed.replace(&format!(" ann {RIGHT}"), ""),
        }
    }

    fn play(&self, world: &mut World, place: Place, password: Option<&str>, below: &str) -> Vec<Received> {
        let typed = self.with_password(password);
        match place {
            Place::Subject => {
                let (subject, text) = typed.split_once("\\n").unwrap_or((&typed, below));
                send(world, self.from(), subject, text);
            }
            Place::Text => send(world, self.from(), "multiple", &typed.replace("\\n", "\n")),
            Place::Reply => {
                let subject = "Re: Brandubh board 1: ann v bob";
                mail(world, self.from(), &CLUB_FILE.board_1, subject, &typed.replace("\\n", "\n"));
            }
        }
        world.letters()
    }

    fn has_come(&self, place: Place, letters: &[Received]) -> bool {
        let in_reply = self.text_in_reply.as_ref().filter(|_| place == Place::Reply);
        let expected = in_reply.unwrap_or(&self.text);
        let (to, text) = match expected.split_once(": ") {
            Some(("bob", text)) => ("bob@sund.test", text),
            _ => (self.from(), expected.as_str()),
        };
        letters.iter().filter(|letter| letter.to == to).any(|letter| plain(letter).contains(text))
    }
}

/// All that a letter says, on one line, without the line that tells where to write.
fn plain(letter: &Received) -> String {
    let said: String =
        letter.text.split_inclusive('\n').filter(|line| !line.contains("reply above this line")).collect();
    let files: String = letter.files.iter().map(|(name, text)| format!(" {name} {text}")).collect();
    let whole = format!("{} {said}{files}", letter.subject);
    whole.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown(letters: &[Received]) -> String {
    let begins = |letter: &Received| letter.text.lines().take(12).collect::<Vec<_>>().join("\n");
    letters.iter().map(|letter| format!("-- to {}: {}\n{}\n", letter.to, letter.subject, begins(letter))).collect()
}

/// No password is in a letter, or in what the server notes about the mails that it has handled.
fn keeps_secrets(world: &World, letters: &[Received], case: &str) {
    let secret = |text: &str| SECRETS.iter().any(|secret| text.to_lowercase().contains(&secret.to_lowercase()));
    for letter in letters {
        let whole = format!("{}\n{}\n{}\n{:?}", letter.subject, letter.text, letter.html, letter.files);
        assert!(!secret(&whole), "{case}: to {}:\n{}", letter.to, letter.text);
    }
    let notes = Reader::open(&world.path()).unwrap().inbox(SpoolState::Done, 10_000).unwrap();
    assert!(!secret(&format!("{notes:?}")), "{case}: {notes:?}");
}

/// Plays a row, checks what is true of each, and says what came.
fn played(row: &Row, place: Place, password: Option<&str>) -> (World, Vec<Received>) {
    let mut world = club();
    let letters = row.play(&mut world, place, password, "");
    let case = format!("row {} in the {place:?}, {password:?}", row.number);
    keeps_secrets(&world, &letters, &case);
    let answers: Vec<&Received> = letters.iter().filter(|letter| letter.to == row.from()).collect();
    assert!(!answers.is_empty(), "{case}: no answer");
    for answer in answers {
        let baffles = BAFFLING.iter().any(|words| plain(answer).contains(words));
        assert!(!baffles, "{case}: {}\n{}", row.with_password(password), answer.text);
    }
    (world, letters)
}

/// Plays all rows, in all places or in every other. A stranger answers no letter about a board. All that are wrong are told at once.
fn each(check: impl Fn(&Row, Place) -> Result<(), String>) {
    let rows = rows();
    let places = [Place::Subject, Place::Text, Place::Reply];
    let cases = rows.iter().flat_map(|row| places.map(|place| (row, place)));
    let cases = cases.filter(|(row, place)| *place != Place::Reply || row.from() == ANN);
    let wrong: Vec<String> = share(cases, 2).filter_map(|(row, place)| check(row, place).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What is wrong, with the letters, unless it is true.
fn hold(is_true: bool, row: &Row, place: Place, letters: &[Received]) -> Result<(), String> {
    let Row { number, typed, text, .. } = row;
    let wrong = || format!("== row {number} in the {place:?}: {typed}\nexpected: {text}\n{}", shown(letters));
    if is_true { Ok(()) } else { Err(wrong()) }
}

#[test]
fn each_row_has_its_number() {
    assert!(rows().iter().zip(1..).all(|(row, number)| row.number == number));
}

#[test]
fn each_row_comes_true() {
    each(|row, place| {
        let (_, letters) = played(row, place, Some(RIGHT));
        hold(row.has_come(place, &letters), row, place, &letters)
    });
}

#[test]
fn a_wrong_password_does_nothing() {
    each(|row, place| {
        if !row.holds_password() || row.from() != ANN {
            return Ok(());
        }
        let (_, letters) = played(row, place, Some(WRONG));
        let refused = letters.iter().any(|letter| plain(letter).contains("That is not the password for ann."));
        let has_come = row.has_come(place, &letters);
        let right = match row.comes {
            Comes::Does => refused && !has_come,
            Comes::Shows => has_come,
            Comes::Says => refused || has_come,
        };
        hold(right, row, place, &letters)
    });
}

#[test]
fn without_a_password_the_mailbox_is_asked() {
    each(|row, place| {
        let (mut world, letters) = played(row, place, None);
        if row.comes != Comes::Does {
            return Ok(());
        }
        // The key of the letter proves who asks for something on its board, and for much else.
        if place == Place::Reply && row.has_come(place, &letters) {
            return Ok(());
        }
        // A new password is typed into the answer.
        if letters.iter().any(|letter| letter.subject == "A new password for you, ann?") {
            return Ok(());
        }
        let asked = letters.iter().find(|letter| letter.subject == "Was this you, ann?");
        let yes =
            asked.and_then(|letter| Some(plain(letter).split_once("with just: ")?.1.split_once(" If")?.0.to_owned()));
        let (Some(yes), Some(to)) = (yes, asked.and_then(|letter| letter.reply_to.clone())) else {
            return hold(false, row, place, &letters);
        };
        hold(!row.has_come(place, &letters), row, place, &letters)?;
        mail(&mut world, ANN, &to, "", &yes);
        let letters = world.letters();
        hold(row.has_come(place, &letters), row, place, &letters)
    });
}

/// What a letter shows of the game on board 1, without the times.
fn standing(letter: &Received) -> Vec<String> {
    let parts = letter.text.split("\n\n").skip(1).filter(|part| !part.contains("reply above this line"));
    parts.map(|part| part.split(" has ").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn below_a_subject_nothing_is_done() {
    let after = |row: Option<&Row>, below: &str| {
        let mut world = club();
        let letters = row.map(|row| row.play(&mut world, Place::Subject, Some(RIGHT), below)).unwrap_or_default();
        keeps_secrets(&world, &letters, &format!("{row:?}"));
        send(&mut world, ANN, "show 1", "");
        let letters = world.letters();
        standing(letters.iter().rfind(|letter| letter.text.contains("ann (attackers, o) against bob")).unwrap())
    };
    let untouched = after(None, "");
    for row in share(rows().iter().filter(|row| row.typed != "multiple"), 2) {
        let with = after(Some(row), BELOW);
        assert!(with == untouched || with == after(Some(row), ""), "{row:?}:\n{with:#?}");
        assert!(!with.concat().contains("g4-g3"), "{row:?}:\n{with:#?}");
    }
}

/// A line with a slip: another spelling of the verb, the words in another order, the password elsewhere beside the id.
#[derive(Clone, Debug)]
struct Slip {
    verb: &'static str,
    kind: usize,
    at: usize,
    form: usize,
    order: usize,
}

impl Slip {
    fn strategy() -> impl Strategy<Value = Slip> {
        let parts = (prop::sample::select(secrets::verbs()), 0usize..4, 0usize..12, 0usize..8, 0usize..4);
        parts.prop_map(|(verb, kind, at, form, order)| Slip { verb, kind, at, form, order })
    }

    fn line(&self) -> String {
        let verb = secrets::slip(self.verb, self.kind, self.at);
        let login = match self.order {
            0 => format!("{RIGHT} ann"),
            1 => format!("ann: {RIGHT}"),
            2 => format!("ann {RIGHT} {RIGHT}"),
            _ => format!("ann {RIGHT}"),
        };
        match self.form {
            0 => format!("{verb} {login}"),
            1 => format!("{verb} 1 {login}"),
            2 => format!("{verb} 1 {login} d1-c1"),
            3 => format!("{verb} {login} 1 d1-c1"),
            4 => format!("{verb} 1 d1-c1 {login}"),
            5 => format!("{login} {verb} 1 d1-c1"),
            6 => format!("1 {login} {verb}"),
            _ => format!("hnefatafl {verb} {login} bob all"),
        }
    }

    fn is_visible(text: &str) -> bool {
        text.to_lowercase().contains(RIGHT)
    }
}

/// A move is no id, so what stands behind it and before the colon is no password, and the text behind the colon may be one.
#[test]
fn a_move_before_a_login_brings_no_password_into_a_text() {
    for verb in ["chat", "note"] {
        let line = format!("{verb} 1 d1-c1 ann: {RIGHT}");
        for shown in secrets::shows(&line, "ann") {
            assert!(!Slip::is_visible(&shown), "{line}\n{shown}");
        }
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn no_slip_in_a_form_of_theirs_shows_a_password(slip in Slip::strategy()) {
        for shown in secrets::shows(&slip.line(), "ann") {
            prop_assert!(!Slip::is_visible(&shown), "{}\n{shown}", slip.line());
        }
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn no_slip_brings_a_password_into_a_letter(slip in Slip::strategy(), in_subject in any::<bool>()) {
        let mut world = club();
        let line = slip.line();
        if in_subject {
            send(&mut world, ANN, &line, "See you");
        } else {
            send(&mut world, ANN, "multiple", &format!("show 1\n{line}"));
        }
        let letters = world.letters();
        keeps_secrets(&world, &letters, &line);
    }
}

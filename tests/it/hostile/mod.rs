//! Everything that is read, from anybody: damaged files, mails and lines of every kind, and what is true for all of their readers. No
//! reader panics and no reader takes long. [`laws`] says what else is true.

mod commands;
pub mod laws;
mod mails;
mod plays;
mod records;
mod rules;

use laws::{catalogue, named_rules, picks_of, seeds, state};
use proptest::prelude::*;
use proptest::sample::Index;
use std::time::Duration;
use taflpost::tafl::Rules;

/// That many cases, or more where `PROPTEST_CASES` says so.
pub fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|asked| asked.parse().ok());
    ProptestConfig { cases: usual.max(asked.unwrap_or(0)), failure_persistence: None, ..ProptestConfig::default() }
}

/// Runs something that must not take long, not even in a debug build. Time in which the machine does other things does not count.
fn quickly<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = spent();
    let done = run();
    let took = spent() - start;
    assert!(took < Duration::from_secs(5), "{what} took {took:?}");
    done
}

/// How long this thread has had a processor.
#[cfg(target_os = "linux")]
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// How long this process has been there, where nothing better is known.
#[cfg(not(target_os = "linux"))]
fn spent() -> Duration {
    static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed()
}

/// One thing done to a text, and where; most of them do it to a stretch of it.
#[derive(Clone, Debug)]
struct Wound {
    kind: u8,
    from: Index,
    to: Index,
    many: u16,
    sign: char,
}

/// Signs that open something, and one that need not be closed.
const NESTS: [&str; 9] = ["[", "{", "(", "a.", "{a=", "\"\"\"", "<", ">", "[["];

/// Numbers that fit into nothing, or nearly so.
const NUMBERS: [&str; 10] = [
    "0",
    "-1",
    "20",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "99999999999999999999999999999999",
];

impl Wound {
    /// Does it.
    fn strike(&self, text: &mut Vec<u8>) {
        let (a, b) = (self.from.index(text.len() + 1), self.to.index(text.len() + 1));
        let (from, near) = (a.min(b), b.min(a + 8).max(a));
        let to = a.max(b);
        let many = usize::from(self.many);
        match self.kind % 11 {
            0 => drop(text.drain(a..near)),
            1 => drop(text.drain(from..to)),
            2 => put(text, a, &text[a..near].repeat(2)),
            3 => {
                let again = text[from..to].to_vec();
                put(text, from, &again);
            }
            4 if to < text.len() => text.swap(from, to),
            5 => {
                let start = text[..a].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
                let end = text[a..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| a + at + 1);
                put(text, start, &text[start..end].repeat(many % 5 + 1));
            }
            6 => {
                if let Some(at) = text[a..].iter().position(u8::is_ascii_digit).map(|at| a + at) {
                    let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    text.splice(at..at + digits, NUMBERS[many % NUMBERS.len()].bytes());
                }
            }
            7 => put(text, a, NESTS[many % NESTS.len()].repeat(many % 1_000).as_bytes()),
            8 => put(text, a, self.sign.to_string().repeat(many % 3_000).as_bytes()),
            9 => put(text, a, &[many as u8]),
            _ => put(text, a, self.sign.to_string().as_bytes()),
        }
    }
}

fn put(text: &mut Vec<u8>, at: usize, what: &[u8]) {
    text.splice(at..at, what.iter().copied());
}

/// Signs that mean something somewhere, and any others.
fn sign() -> impl Strategy<Value = char> {
    prop_oneof![
        3 => prop::sample::select("\n\r\t \0[]{}()<>|\"'`\\/:;,.#$%&*+-=?!^~_@0123456789abikoxtTK\u{feff}\u{e9}\u{3000}".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ]
}

/// A few things done to a text.
fn wounds() -> impl Strategy<Value = Vec<Wound>> {
    let wound = (any::<u8>(), any::<Index>(), any::<Index>(), any::<u16>(), sign());
    prop::collection::vec(wound.prop_map(|(kind, from, to, many, sign)| Wound { kind, from, to, many, sign }), 1..5)
}

fn wounded(text: impl AsRef<[u8]>, wounds: &[Wound]) -> Vec<u8> {
    let mut text = text.as_ref().to_vec();
    wounds.iter().for_each(|wound| wound.strike(&mut text));
    text
}

/// The same where only text can be read.
fn wounded_text(text: &str, wounds: &[Wound]) -> String {
    String::from_utf8_lossy(&wounded(text, wounds)).into_owned()
}

/// Where the fuzzer begins: nothing has been done to these yet.
#[test]
fn the_laws_hold_for_what_the_project_has() {
    seeds::variant_files().iter().for_each(|text| laws::rules::hold_for_file(text, &picks_of(text)));
    seeds::rules_records().iter().for_each(|text| laws::rules::hold_for_otn(text, &picks_of(text)));
    for seed in seeds::positions() {
        let (rules, rows) = named_rules(&seed);
        laws::rules::hold_for_rows(&rules, rows);
        assert!(rules.position(rows, rules.first()).is_ok(), "{seed}");
    }
    for seed in seeds::games() {
        let (rules, line) = named_rules(&seed);
        laws::lines::hold_for(&rules, line);
        assert!(taflpost::tafl::Replay::of_line(&rules, line).is_ok(), "{seed}");
    }
    seeds::game_records().iter().chain(&seeds::record_files()).for_each(|text| laws::records::hold_for_all(text));
    seeds::letters().iter().for_each(|raw| laws::mails::hold_for(raw));
    seeds::said().iter().for_each(|said| laws::commands::hold_for("", said));
}

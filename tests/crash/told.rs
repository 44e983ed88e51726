//! What `status` says when mail is refused because of the disk: exit 1 and a line, at whichever call the disk gave out. Asked at once: nobody
//! sleeps here.
//!
//! It is asked twice. On a disk that is well for it, as when a quota, a limit or a damaged page is the process's own trouble: a running server
//! that refuses mail must have said so, or must be seen to be unable to; so must one that has ended, where it could write at all. And on the
//! disk that ails: there it has to find out by itself, for a process that has ended and could write nothing leaves no word.

use crate::diary::Record;
use crate::faults::{Template, Trial, Where, with_input};
use crate::killed::post;
use crate::killed::server::{CLUB, poll};
use crate::preload::{self, Error, Fault};
use crate::story::Brought;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command};
use taflpost::chance::Chance;

/// Of each kind so many calls can fail, the first ones. A few of all these do; `TAFLPOST_FAULTS` is another number, or `all`, and then the
/// server is started 400 times. Each fails alone, and with all that come after it.
const OF_A_KIND: usize = 2;
const FEW: u32 = 2;

const ERRORS: [Error; 3] = [Error::Ails, Error::Full, Error::ReadOnly];

/// Tries a command with calls of each kind failing; a kind is a call and a file. `act` runs it, and says whether mail was refused.
fn each_kind(name: &str, act: impl Fn(Fault) -> (Trial, bool)) {
    let (mut tried, mut refused) = (0, 0);
    let mut lots = Chance::from_seed([31; 32]);
    for error in ERRORS {
        let (unfailing, was_refused) = act(Fault { at: 0, error, goes_on: false });
        assert!(!was_refused, "{name} refuses mail on a disk that is well");
        let all = faults(&unfailing.records(), error);
        let mut one = |_| all[lots.below(u32::try_from(all.len()).unwrap()) as usize];
        let chosen: Vec<[Fault; 2]> = match std::env::var("TAFLPOST_FAULTS").as_deref() {
            Ok("all") => all,
            Ok(number) => (0..number.parse().expect("a number, or all")).map(&mut one).collect(),
            Err(_) => (0..FEW).map(&mut one).collect(),
        };
        for fault in chosen.into_iter().flatten() {
            let _where = Where(name, fault);
            refused += u32::from(act(fault).1);
            tried += 1;
        }
    }
    println!("{name}: {tried} runs, {refused} with mail refused");
    assert!(refused > 0, "{name} refused no mail");
}

fn faults(records: &[Record], error: Error) -> Vec<[Fault; 2]> {
    let counted = records.iter().filter_map(|record| match record {
        Record::Counted { call, path } => Some((call.as_str(), path.rsplit('/').next().unwrap_or_default())),
        _ => None,
    });
    let mut kinds: BTreeMap<(&str, &str), Vec<u64>> = BTreeMap::new();
    for (at, kind) in (1..).zip(counted) {
        kinds.entry(kind).or_default().push(at);
    }
    let calls = kinds.into_values().flat_map(|calls| calls.into_iter().take(OF_A_KIND));
    calls.map(|at| [false, true].map(|goes_on| Fault { at, error, goes_on })).collect()
}

/// What `status` says: whether it is an alarm, and its words.
fn status(command: &mut Command) -> (bool, String) {
    let said = with_input(command, "");
    let text = format!("{}{}", String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    (said.status.code() == Some(1) && (text.contains("attention ") || text.contains("taflpost: ")), text)
}

impl Trial {
    /// On a disk that is well for it.
    fn status_of_well(&self, when: &str) {
        let (alarms, text) = status(self.house.taflpost(&["status"]).env_remove("LD_PRELOAD"));
        assert!(alarms && text.contains("mail could not be stored"), "{when}: {text}");
    }

    /// On the disk that ails from the first call on.
    fn status_of_ill(&self, error: Error, when: &str) {
        let (name, value) = Fault { at: 1, error, goes_on: true }.surroundings();
        let (alarms, text) = status(self.house.taflpost(&["status"]).env(name, value));
        assert!(alarms, "{when}, on a disk that ails: {text}");
    }
}

/// Brings mails until one is refused, or a few have been taken; whether one was.
fn is_refused(door: &Path, server: &mut Child) -> bool {
    for number in 0..4 {
        let mail = Brought::sign_up(&format!("newcomer{number}"));
        let text = mail.text.replace('\n', "\r\n");
        let answer = poll("an answer at the door", || {
            if server.try_wait().unwrap().is_some() {
                return Some(None);
            }
            match post::bring(door, &mail.from, CLUB, &text) {
                Ok(()) => Some(Some(true)),
                Err(no) if no.kind() == std::io::ErrorKind::Other => Some(Some(false)),
                Err(_) => None,
            }
        });
        match answer {
            Some(true) => {}
            Some(false) => return true,
            None => return false,
        }
    }
    false
}

#[test]
fn status_tells_of_a_door_that_refuses_mail_wherever_the_disk_gave_out() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    each_kind("serve", |fault| {
        let trial = Trial::new(library, Some(&template), fault);
        let mut server = trial.serve();
        let was_refused = is_refused(&trial.house.door(), &mut server.0);
        if was_refused {
            trial.status_of_well("mail is refused");
            trial.status_of_ill(fault.error, "mail is refused");
        }
        drop(server);
        if was_refused && !fault.goes_on {
            trial.status_of_well("mail was refused, and the server was killed");
        }
        if was_refused {
            trial.status_of_ill(fault.error, "mail was refused, and the server was killed");
        }
        (trial, was_refused)
    });
}

#[test]
fn status_tells_of_mail_that_a_pipe_did_not_take() {
    let Some(library) = preload::library() else { return };
    let template = Template::new();
    each_kind("deliver", |fault| {
        let trial = Trial::new(library, Some(&template), fault);
        let ran = trial.run(&["deliver", "--to", CLUB], &template.mail.text);
        // Without its settings it does not know where anything is stored.
        let was_refused = !ran.is_well() && !ran.said.contains("server.toml");
        if was_refused && !fault.goes_on {
            trial.status_of_well(&format!("mail was refused after {:?}: {}", ran.failed, ran.said));
        }
        if was_refused {
            trial.status_of_ill(fault.error, &format!("mail was refused after {:?}: {}", ran.failed, ran.said));
        }
        (trial, was_refused)
    });
}

//! Whether a mail says yes to a letter that asks for one: to a sign-up, or to lines that came without proof.
//!
//! A yes is a word for it and nothing else, or an empty answer. A no must never be taken for one, wherever it stands: not
//! behind a friendly first word, not in the Subject, not below the letter or between its lines where a mail program quotes
//! without signs. What is neither counts as nothing, and the letter can be answered once more.

use crate::command;
use crate::command::{Account, Command, Reading, Secret};
use crate::letters::Asking;
use crate::mail::{Message, reply};

/// Words that may go with a yes.
const WITH_YES: [&str; 24] = [
    "please", "thanks", "thank", "you", "it", "that", "this", "was", "is", "me", "bitte", "danke", "gern", "gerne",
    "das", "war", "ich", "merci", "mange", "tak", "det", "var", "mig", "jeg",
];

/// Words that make a closing line something else than a name, besides those that say no by themselves.
const NOT: [&str; 12] =
    ["not", "never", "nor", "stop", "nicht", "kein", "keine", "pas", "ikke", "aldrig", "ingen", "\u{43d}\u{435}"];

/// A name below the yes has at most this many words.
const NAME_WORDS_MAX: usize = 3;

/// What a mail says to a letter that asks for a yes.
pub(super) enum Consent {
    /// Yes.
    Yes,
    /// The sign-up once more, from the mailbox itself: that is a yes, and its own words count.
    Signup(String, Option<Secret>),
    /// A new password, which comes from the mailbox itself.
    Password(Box<Command>),
    /// Something else.
    Other,
}

/// What the mail says to the letter `asking`.
pub(super) fn of(message: &Message, new_text: &str, reading: &Reading, asking: &Asking) -> Consent {
    let mut commands = reading.commands();
    match (commands.next(), commands.next()) {
        (Some(Command::Signup { player, password, .. }), None) => Consent::Signup(player.clone(), password.clone()),
        (Some(Command::Accept { number: None, login: None }), None) => Consent::Yes,
        (Some(command @ Command::Account { act: Account::ChangePassword(Some(_)), login: None }), None) => {
            Consent::Password(Box::new(command.clone()))
        }
        (Some(_), _) => Consent::Other,
        (None, _) if new_text.trim().is_empty() && is_ours(message, asking) => Consent::Yes,
        (None, _) if is_yes(new_text) => Consent::Yes,
        (None, _) => Consent::Other,
    }
}

/// Whether all that is in an answer without new text is our own letter: its Subject, and below the marker its lines, which
/// may have been wrapped anew.
fn is_ours(message: &Message, asking: &Asking) -> bool {
    let subject = reply::command_subject(&message.subject);
    let text = folded(&asking.text);
    let is_subject = |ours: &String| folded(subject) == folded(ours);
    // Who passes the letter on without a word asks about it, more likely than not.
    !reply::is_forwarded(&message.subject)
        && (subject.is_empty() || asking.subjects.iter().any(is_subject))
        && reply::below_marker(&message.text).iter().all(|line| text.contains(&folded(line)))
}

/// Whether a text is a word for yes, perhaps with a polite one, and perhaps with the writer's name below.
fn is_yes(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let Some(first) = lines.next() else { return false };
    let words = words(first);
    let yes = words.first().is_some_and(|word| command::is_yes(word));
    yes && !first.contains('?')
        && words.iter().all(|word| command::is_yes(word) || WITH_YES.contains(&word.as_str()))
        && lines.next().is_none_or(is_name)
        && lines.next().is_none()
}

fn is_name(line: &str) -> bool {
    let words = words(line);
    let no = words.iter().any(|word| command::is_no(word) || NOT.contains(&word.as_str()));
    !no && !line.contains(['?', '!']) && words.len() <= NAME_WORDS_MAX
}

fn words(line: &str) -> Vec<String> {
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The words with single blanks between them.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_is_a_word_for_it_and_nothing_else() {
        for yes in [
            "yes",
            "Yes.",
            "YES!",
            "ok",
            "Yes, please.",
            "Ja bitte",
            "yes, that was me",
            "Ja, das war ich.",
            "Ja tak!",
            "ja, det var mig",
            "yes\n\nAnn",
            "Sí",
        ] {
            assert!(is_yes(yes), "{yes}");
        }
        for no in [
            "no",
            "ok?",
            "Ok so who sent this? It was not me, do not resign.",
            "yes\nno",
            "yes\nnope",
            "ja\nn\u{f6}",
            "ja\nn\u{e6}h",
            "yes\n\u{43d}\u{435}",
            "Tak!",
            "yes\nNot me!",
            "ok\nwho are you?",
            "yes, but that was not me",
            "si tacuisses",
            "ja\nnicht von mir",
            "ja\ndet var ikke mig",
            "nej tak",
            "",
        ] {
            assert!(!is_yes(no), "{no}");
        }
    }
}

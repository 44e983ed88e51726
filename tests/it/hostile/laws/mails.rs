//! Mails as bytes, and addresses, references and Message-IDs.

use super::catalogue;
use taflpost::command::{COMMANDS_MAX, COMPLAINTS_MAX, is_command, read};
use taflpost::mail::limits::{RECIPIENTS_MAX, REFERENCES_MAX, TEXT_BYTES_MAX, TOKENS_MAX};
use taflpost::mail::{self, Address, Message, Own, TokenText, reply};

/// The whole way from bytes to what is asked for.
pub fn hold_for(raw: &[u8]) {
    let own = Own::new(vec!["club@tafl.example".parse().unwrap()]);
    assert_eq!(mail::fingerprint(raw), mail::fingerprint(raw));
    let Ok(message) = Message::read(raw, &own) else {
        return;
    };
    // A byte of another charset may be three here, and a line may be quoted.
    assert!(message.text.len() <= 4 * TEXT_BYTES_MAX, "{}", message.text.len());
    assert!(!message.text.contains('\r'));
    assert!(message.to.len() <= RECIPIENTS_MAX && message.references.len() <= REFERENCES_MAX);
    assert!(!message.subject.contains(char::is_control), "{:?}", message.subject);
    for address in message.from.iter().chain(&message.to) {
        hold_for_address(address.as_str());
        assert_eq!(address.as_str().parse::<Address>().as_ref(), Ok(address));
    }
    message.references.iter().for_each(|id| hold_for_message_id(id));
    assert!(mail::tokens(&message, &[]).len() <= TOKENS_MAX);
    let is_command = |line: &str| is_command(line, catalogue());
    let new = reply::written(&message.text, &is_command).text;
    let subject = reply::command_subject(&message.subject);
    let reading = read(subject, &new, catalogue());
    assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
    let reading = read(subject, &reply::with_answered_quotes(&message.text, &is_command), catalogue());
    assert!(reading.items.len() <= COMMANDS_MAX + COMPLAINTS_MAX);
}

/// An address that is read is written and read again, with the errand in it.
pub fn hold_for_address(text: &str) {
    let Ok(address) = text.parse::<Address>() else {
        return;
    };
    assert_eq!(address.as_str().parse(), Ok(address.clone()));
    assert_eq!(format!("{}@{}", address.local(), address.domain()), address.as_str());
    assert!(!address.masked().is_empty());
    if let Some((errand, token)) = mail::errand_of_address(&address) {
        let club: Address = "club@tafl.example".parse().unwrap();
        let again = mail::reply_address(&club, errand, &token).unwrap();
        assert!(mail::errand_of_address(&again) == Some((errand, token)));
    }
}

/// So is a reference.
pub fn hold_for_token(text: &str) {
    if let Ok(token) = text.parse::<TokenText>() {
        assert!(token.compact().parse::<TokenText>() == Ok(token.clone()));
        assert!(
            ["en", "de", "da"].iter().all(|language| mail::marker::write(language, Some(&token), None).len() < 200)
        );
    }
}

/// So is a Message-ID of ours.
pub fn hold_for_message_id(id: &str) {
    if let Some((errand, serial, token)) = mail::errand_of_message_id(id) {
        let again = mail::message_id(errand, serial, &token, "tafl.example");
        assert!(mail::errand_of_message_id(&again) == Some((errand, serial, token)));
    }
}

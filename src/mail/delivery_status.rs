//! What a mail system says happened to a letter: the enhanced status code of RFC 3463. It is found in reports (RFC 3464), in bounces that
//! are only prose, and in the answer of a relay.
//!
//! ```text
//! Content-Type: multipart/report; report-type=delivery-status
//!   message/delivery-status:   Action: failed
//!                              Status: 5.1.1
//! ```
//!
//! Reports of a delay, receipts and vacation replies come to the same address as bounces, but they are not bounces.

use std::fmt;
use std::str::FromStr;

use crate::mail::automatic::Automatic;
use crate::mail::parts::Leaf;
use crate::mail::sending_limit::is_sending_limit;

/// The bytes of a part that are read.
const PART_BYTES_MAX: usize = 32 * 1024;

/// An enhanced status code: `5.1.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryStatus {
    class: u8,
    subject: u16,
    detail: u16,
}

/// The word is not a status code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a delivery status must look like 5.1.1")]
pub struct BadStatus;

impl DeliveryStatus {
    /// Stands for a permanent failure without a code.
    const FAILED: DeliveryStatus = DeliveryStatus { class: 5, subject: 0, detail: 0 };

    /// There is no such mailbox.
    pub const NO_MAILBOX: DeliveryStatus = DeliveryStatus { class: 5, subject: 1, detail: 1 };

    /// There is no such host.
    pub const NO_HOST: DeliveryStatus = DeliveryStatus { class: 5, subject: 1, detail: 2 };

    /// Some system refused the letter by its policy.
    const POLICY: DeliveryStatus = DeliveryStatus { class: 5, subject: 7, detail: 0 };

    /// We have sent too much for now. In RFC 3463 this code means congestion; providers use it for a sending limit.
    const SENDING_LIMIT: DeliveryStatus = DeliveryStatus { class: 5, subject: 4, detail: 5 };

    /// Whether the letter will never arrive, for a reason that may lie in its mailbox. X.7.X is not counted: it is a policy against us or
    /// the letter. Otherwise one system that blocks our server would cut off all its players at once.
    pub fn is_hard(self) -> bool {
        self.class == 5 && self.subject != 7 && !self.is_sending_limit()
    }

    /// Whether the provider accepts no more letters from us for now. Then nothing is wrong with the letter or its mailbox.
    pub fn is_sending_limit(self) -> bool {
        self == DeliveryStatus::SENDING_LIMIT
    }

    /// Whether there is no such mailbox.
    pub fn is_no_mailbox(self) -> bool {
        self == DeliveryStatus::NO_MAILBOX
    }

    /// Whether the failure is about the address or the mailbox, and not about the letter or the route.
    pub fn is_about_the_mailbox(self) -> bool {
        matches!(self.subject, 1 | 2)
    }

    /// The status in a relay's 5xx answer: its code, or the general one. A relay that refuses to relay for us often says so without a code,
    /// for every address.
    pub fn of_refusal(answer: &str) -> DeliveryStatus {
        let status = in_text(answer).unwrap_or(DeliveryStatus::FAILED);
        let relaying = status == DeliveryStatus::FAILED && answer.to_ascii_lowercase().contains("relay");
        if relaying { DeliveryStatus::POLICY } else { status }
    }

    /// What a mail to a bounce address says. Gives `None` if it reports no failure, or only one that does not last.
    pub(crate) fn of_report(leaves: &[Leaf], automatic: Option<Automatic>) -> Option<DeliveryStatus> {
        let report = |leaf: &&Leaf| leaf.mimetype.starts_with("message/") && leaf.mimetype.ends_with("delivery-status");
        // Prose counts only if a mail system wrote it.
        let is_system = matches!(automatic, Some(Automatic::NullSender | Automatic::Machine | Automatic::Report));
        let prose = leaves.iter().find(|leaf| is_system && leaf.mimetype == "text/plain" && !leaf.file);
        let prose = prose.map(|leaf| leaf.text(PART_BYTES_MAX).0);
        // Providers report their limits in prose, with all kinds of codes.
        let or_limit = |status: DeliveryStatus, text: &str| {
            let is_limit = !status.is_no_mailbox() && is_sending_limit(text);
            if is_limit { DeliveryStatus::SENDING_LIMIT } else { status }
        };
        if let Some(report) = leaves.iter().find(report) {
            let fields = report.text(PART_BYTES_MAX).0;
            let status = of_fields(&fields)?;
            return Some(or_limit(or_limit(status, &fields), prose.as_deref().unwrap_or_default()));
        }
        let prose = prose?;
        in_text(&prose).filter(|status| status.class == 5).map(|status| or_limit(status, &prose))
    }
}

impl FromStr for DeliveryStatus {
    type Err = BadStatus;

    fn from_str(word: &str) -> Result<DeliveryStatus, BadStatus> {
        let number = |digits: &str| {
            let plain = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            if plain { digits.parse::<u16>().map_err(|_| BadStatus) } else { Err(BadStatus) }
        };
        let mut words = word.split('.');
        let (Some(class), Some(subject), Some(detail), None) = (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(BadStatus);
        };
        let class = match class {
            "2" => 2,
            "4" => 4,
            "5" => 5,
            _ => return Err(BadStatus),
        };
        Ok(DeliveryStatus { class, subject: number(subject)?, detail: number(detail)? })
    }
}

impl fmt::Display for DeliveryStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.class, self.subject, self.detail)
    }
}

/// The failure in a part of a report. Our letters have one recipient each, so the first group with a status is enough.
fn of_fields(text: &str) -> Option<DeliveryStatus> {
    let (mut action, mut status) = (None, None);
    for line in text.lines() {
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "action" => action = action.or(Some(value.to_ascii_lowercase())),
            "status" => {
                status = status.or_else(|| value.split_whitespace().next().and_then(|word| word.parse().ok()));
            }
            "diagnostic-code" if status == Some(DeliveryStatus::FAILED) => status = in_text(value).or(status),
            _ => {}
        }
    }
    let failed = action.map(|action| action.starts_with("failed"));
    // A server that has given up says so, with the last status that it had: Postfix reports 4.4.1 for a host that was silent for five days.
    status.filter(|status| match status.class {
        5 => failed.unwrap_or(true),
        4 => failed == Some(true),
        _ => false,
    })
}

/// The first status code in a text, else the general meaning of the first 5xx reply code in it.
fn in_text(text: &str) -> Option<DeliveryStatus> {
    let words = || text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).map(|word| word.trim_matches('.'));
    let status = words().filter_map(|word| word.parse::<DeliveryStatus>().ok()).find(|status| status.class != 2);
    let is_code = |word: &str| matches!(word, "550" | "551" | "552" | "553" | "554");
    status.or_else(|| words().any(is_code).then_some(DeliveryStatus::FAILED))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use crate::mail::message::Message;
    use crate::mail::own_addresses::Own;

    use super::*;

    fn check(mail: &str, expected: Option<&str>) {
        let message = Message::read(mail.as_bytes(), &Own::default()).unwrap();
        assert_eq!(message.failure.map(|status| status.to_string()).as_deref(), expected, "{mail}");
    }

    fn report(fields: &str) -> String {
        format!(
            "From: MAILER-DAEMON@mail.example\nReturn-Path: <>\nContent-Type: multipart/report; \
             report-type=delivery-status; boundary=x\n\n--x\n\nSorry, 5.9.9.\n--x\n\
             Content-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example\n\n{fields}\n--x--\n"
        )
    }

    #[test]
    fn a_report_tells_what_became_of_the_letter() {
        let final_recipient = "Final-Recipient: rfc822; ann@mail.example\n";
        for (fields, expected) in [
            ("Action: failed\nStatus: 5.1.1", Some("5.1.1")),
            ("action : Failed\nstatus: 5.2.2 (mailbox full)", Some("5.2.2")),
            ("Status: 5.0.0\nDiagnostic-Code: smtp; 550 5.1.1 no such user", Some("5.1.1")),
            ("Action: failed\nStatus: 5.1.2\nDiagnostic-Code: smtp; 550 5.1.1 no such user", Some("5.1.2")),
            ("Action: delayed\nStatus: 4.4.1", None),
            ("Action: failed\nStatus: 4.4.7", Some("4.4.7")),
            (
                "Action: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mail.example: timed out",
                Some("4.4.1"),
            ),
            ("Status: 4.4.1", None),
            ("Action: failed\nStatus: 2.1.5", None),
            ("Action: relayed\nStatus: 2.1.5", None),
            ("Action: failed\nStatus: no idea", None),
            ("Action: failed\nStatus: 5.4.5", Some("5.4.5")),
            (
                "Action: failed\nStatus: 5.1.90\nDiagnostic-Code: smtp; 550 5.1.90 Your message can't be sent because you've reached \
              your daily limit for message recipients",
                Some("5.4.5"),
            ),
            ("Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 over quota", Some("5.2.2")),
        ] {
            check(&report(&format!("{final_recipient}{fields}")), expected);
        }
    }

    #[test]
    fn prose_counts_where_a_mail_system_wrote_it() {
        let daemon = "From: MAILER-DAEMON@mail.example\n\n";
        check(&format!("{daemon}I tried 10.5.1.1 and it said: 550-5.1.1 no such user."), Some("5.1.1"));
        check(&format!("{daemon}<ann@mail.example>: 550 unknown user"), Some("5.0.0"));
        check(&format!("{daemon}Delivery is delayed: 4.4.1."), None);
        check(&format!("{daemon}I am sorry."), None);
        check("From: ann@mail.example\n\n550 5.1.1 no such user", None);
        let away = "From: ann@mail.example\nAuto-Submitted: auto-replied\n";
        check(&format!("{away}\nAway until 5.1.1, room 550."), None);
        check(&format!("Return-Path: <>\n{away}\nAway until 5.1.1, room 550."), None);
    }

    #[test]
    fn what_lasts_and_what_does_not() {
        for (answer, status, hard, no_mailbox) in [
            ("permanent error (550): 5.1.1 <ann@mail.example>: no such user", "5.1.1", true, true),
            ("permanent error (552): 5.2.2 over quota", "5.2.2", true, false),
            ("permanent error (554): 5.7.1 you are on a list", "5.7.1", false, false),
            ("permanent error (550): go away", "5.0.0", true, false),
            ("permanent error (550): relay not permitted", "5.7.0", false, false),
            ("permanent error (550): 5.4.5 daily limit", "5.4.5", false, false),
        ] {
            let found = DeliveryStatus::of_refusal(answer);
            assert_eq!(
                (found.to_string().as_str(), found.is_hard(), found.is_no_mailbox()),
                (status, hard, no_mailbox)
            );
        }
        for no_status in ["", "5.1", "5.1.1.1", "5..1", "3.1.1", "5.1.1111", "x.1.1"] {
            assert!(no_status.parse::<DeliveryStatus>().is_err(), "{no_status}");
        }
    }
}

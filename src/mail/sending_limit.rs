//! How providers say that they accept no more letters from us for now: in the answer of a relay, or in a report about a letter that they
//! had accepted. Then nothing is wrong with the letter or its mailbox.
//!
//! Each wording names the page where it was found: a provider's own page if there is one, else help pages and logs of others, which are at
//! the end. For Fastmail, Yahoo and OVH no page with a wording was found (they only publish limits), so the common wordings must do. Words
//! about the *recipient's* mailbox ("over quota", "receiving mail too quickly") mean something else, and the words here must not match
//! them.

/// One wording.
struct Wording {
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader, and the tests"))]
    provider: &'static str,
    /// All of these, in lower case, in any order.
    words: &'static [&'static str],
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader, and the tests"))]
    source: &'static str,
}

const GMAIL: &str = "https://support.google.com/a/answer/3726730";
const EXCHANGE: &str =
    "https://learn.microsoft.com/en-us/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online";
const THROTTLED: &str = "https://learn.microsoft.com/en-us/Exchange/mail-flow-best-practices/continuous-error-throttling-smtp-auth-submissions";
const IONOS: &str = "https://www.ionos.ca/help/email/general-topics/what-are-the-mass-mailing-limits/";

const WORDINGS: &[Wording] = &[
    Wording { provider: "Gmail", words: &["daily", "sending limit exceeded"], source: GMAIL },
    Wording { provider: "Gmail", words: &["smtp relay limit exceeded"], source: GMAIL },
    Wording {
        provider: "Gmail",
        words: &["daily sending quota exceeded"],
        source: "https://hromadnaposta.cz/podpora/reseni-problemu/111-error-550-545-daily-sending-quota-exceeded-gsmtp",
    },
    Wording {
        provider: "Gmail",
        words: &["reached a limit for sending"],
        source: "https://support.cloudhq.net/gmail-daily-sending-limits-and-mailking/",
    },
    Wording { provider: "Outlook", words: &["submissionquotaexceeded"], source: EXCHANGE },
    Wording { provider: "Outlook", words: &["submission quota", "exceeded"], source: EXCHANGE },
    Wording { provider: "Outlook", words: &["reached your daily limit for message recipients"], source: EXCHANGE },
    Wording { provider: "Outlook", words: &["sender thread limit exceeded"], source: EXCHANGE },
    Wording {
        provider: "Outlook",
        words: &["exceeded", "threshold", "5.7.705"],
        source: "https://medium.com/jj365/solving-ndr-550-5-7-705-access-denied-tenant-exceeded-threshold-office365-a29a3dbc8d59",
    },
    // Followed by 5.7.232 for trial tenants, by 5.7.233 for others.
    Wording { provider: "Outlook", words: &["exceeded its daily limit for sending email"], source: EXCHANGE },
    Wording { provider: "Outlook", words: &["sender throttled due to"], source: THROTTLED },
    Wording {
        provider: "Outlook",
        words: &["concurrent connection", "limit exceeded"],
        source: "https://learn.microsoft.com/en-us/exchange/troubleshoot/send-emails/smtp-submission-improvements",
    },
    Wording { provider: "GMX, WEB.DE, IONOS", words: &["mail send limit exceeded"], source: IONOS },
    Wording {
        provider: "StartMail",
        words: &["your mail limit has been reached"],
        source: "https://support.startmail.com/hc/de/articles/360006737337-Gesendet-empfangen-Limit",
    },
    Wording {
        provider: "DreamHost",
        words: &["policy rejection", "quota exceeded"],
        source: "https://help.dreamhost.com/hc/en-us/articles/215730467-SMTP-quota-overview",
    },
    Wording {
        provider: "atmail",
        words: &["your account has been rate limited"],
        source: "https://help.atmail.com/hc/en-us/articles/228724627-Rate-Limits-SRL-UPD-",
    },
    Wording {
        provider: "hosters",
        words: &["message count quota exceeded"],
        source: "https://kunden.aditsystems.de/wiki/email/message_count_quota",
    },
    Wording {
        provider: "hosters",
        words: &["reached your sending limit"],
        source: "https://support.junara.com/hc/en-au/articles/13986538738063",
    },
    // A log that somebody published. A help page has Gmail's "Daily user sending quota exceeded":
    // https://www.simplefastwebsites.com/errors/email/smtp-550-5-4-5-daily-sending-quota-exceeded-gmail/
    Wording { provider: "hosters", words: &["sending quota exceeded"], source: "https://pastebin.com/v3bkLPK5" },
    Wording {
        provider: "hosters",
        words: &["too many messages"],
        source: "https://client.cloud4u.com/index.php/knowledgebase/1041/",
    },
    Wording {
        provider: "hosters",
        words: &["sending too fast"],
        source: "https://support.mailchannels.com/hc/en-us/articles/200897270",
    },
    Wording {
        provider: "hosters",
        words: &["messages per hour exceeded"],
        source: "https://git.oopen.de/install/mailsystem/raw/commit/3eb53b54635f88f84864097f58bd10ab58a94c61/DOC/postfwd/README.default-rate-limits",
    },
    Wording {
        provider: "hosters",
        words: &["has exceeded the max", "per hour"],
        source: "https://www.thiswebhost.com/clients/knowledgebase/554/",
    },
];

/// Words about the recipient: the mailbox is full or busy.
const OF_THE_RECIPIENT: &[&str] = &["receiving mail", "over quota", "user has too many messages"];

/// The most of an answer that is read, in characters.
const CHARS_MAX: usize = 4_000;

/// Whether an answer or a report says that we have sent too much for now. In RFC 3463, X.4.5 means a congested system, but Gmail and others
/// use 5.4.5 for their own limit.
pub fn is_sending_limit(text: &str) -> bool {
    let text: String = text.chars().take(CHARS_MAX).flat_map(char::to_lowercase).collect();
    // The lines of one answer, and lines that a report folded, are one text.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if OF_THE_RECIPIENT.iter().any(|words| text.contains(words)) {
        return false;
    }
    let has_code = text.split(|c: char| !(c.is_ascii_digit() || c == '.')).any(|word| word == "5.4.5");
    has_code || WORDINGS.iter().any(|wording| wording.words.iter().all(|word| text.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_providers_limit_is_known_by_its_words() {
        for text in [
            "550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550-5.4.5 sending limits go to",
            "550 5.7.1 Daily SMTP relay limit exceeded for user.",
            "450 4.2.1 Peak SMTP relay limit exceeded for customer. This is a temporary error.",
            "You have reached a limit for sending mail. Your message was not sent.",
            "You have reached a limit for sending email.",
            "432 4.3.2 Concurrent connections limit exceeded.",
            "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message",
            "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
            "550 5.2.251 Sender throttled due to continuous mailbox full errors.",
            "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded",
            "450-Requested mail action not taken: mailbox unavailable\n450 Mail send limit exceeded.",
            "550 5.4.5 <x@y.example>: Recipient address rejected: Domain Sending Quota Exceeded",
            "451 Requested action aborted: This mail account has sent too many messages in a short amount of time.",
            "550 5.7.1 [STF] Sending too fast",
            "550 5.7.705 Access Denied, Tenant Exceeded Threshold",
            "550 5.7.233 Your message can't be sent because your tenant exceeded its daily limit for sending email to external recipients",
            "550 5.7.1 Your mail limit has been reached.",
            "550 Policy Rejection- Quota Exceeded.",
            "Your account has been rate limited. Please try again. (SRL-UPD)",
            "450 4.7.1 message count quota exceeded",
            "550 Domain example.org has exceeded the max defers and failures per hour (5/5 (100%)) allowed",
        ] {
            assert!(is_sending_limit(text), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_the_recipient_or_the_letter_is_no_limit_of_ours() {
        for text in [
            "452 4.2.2 The email account that you tried to reach is over quota.",
            "552 5.2.2 mailbox full, quota exceeded",
            "450 4.2.1 The user you are trying to contact is receiving mail too quickly.",
            "550 5.1.1 no such user",
            "554 5.7.1 you are on a list",
            "451 4.7.1 greylisted, try again in 5.4 minutes",
            "552 5.3.4 message size limit exceeded",
            "451 4.7.1 [15.4.5.2] try again later",
        ] {
            assert!(!is_sending_limit(text), "{text}");
        }
    }

    #[test]
    fn every_wording_is_in_lower_case_and_has_a_source() {
        for wording in WORDINGS {
            assert!(
                wording.words.iter().all(|word| *word == word.to_lowercase() && word.len() > 4),
                "{}",
                wording.provider
            );
            assert!(wording.source.starts_with("https://"), "{}", wording.source);
        }
    }
}

//! What the attributes of an element say about its text: that it is quoted, is a signature, or is not shown.

use crate::mail::html::tree::Mark;

/// Classes that clients put on the quoted letter or on the line that introduces it: Gmail, Thunderbird, Proton, Yahoo, Zoho, Zimbra, Apple,
/// Mail.ru, Front, Tutanota, Fastmail.
const QUOTE_CLASSES: [&str; 16] = [
    "gmail_quote",
    "gmail_quote_container",
    "gmail_extra",
    "gmail_attr",
    "moz-cite-prefix",
    "moz-forward-container",
    "protonmail_quote",
    "yahoo_quoted",
    "yahoo-quoted",
    "zmail_extra",
    "replyheader",
    "mail_quote_block",
    "front-blockquote",
    "tutanota_quote",
    "qt",
    "airmail_on",
];

/// Classes and ids of signatures.
const SIGNATURES: [&str; 8] = [
    "gmail_signature",
    "gmail_signature_prefix",
    "moz-signature",
    "protonmail_signature_block",
    "signature",
    "ms-outlook-mobile-signature",
    "x_signature",
    "applemailsignature",
];

/// Ids and names after which everything is the quoted letter: Outlook in the browser and on phones, Spark.
const QUOTE_STARTS: [&str; 6] = [
    "divrplyfwdmsg",
    "appendonsend",
    "messagereplysection",
    "mail-editor-reference-message-container",
    "x_divrplyfwdmsg",
    "x_appendonsend",
];

/// What one attribute says.
pub(super) fn of(name: &[u8], value: &[u8]) -> Mark {
    let value = || String::from_utf8_lossy(value).to_lowercase();
    let has_word = |value: &str, words: &[&str]| value.split_whitespace().any(|word| words.contains(&word));
    match name {
        b"hidden" => Mark::Hidden,
        b"style" if is_hidden(&value()) => Mark::Hidden,
        b"class" if has_word(&value(), &QUOTE_CLASSES) => Mark::Quote,
        b"id" | b"name" if has_word(&value(), &QUOTE_STARTS) => Mark::QuoteStart,
        b"class" | b"id" if has_word(&value(), &SIGNATURES) => Mark::Signature,
        _ => Mark::None,
    }
}

fn is_hidden(style: &str) -> bool {
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
    style.contains("display:none") || style.contains("visibility:hidden")
}

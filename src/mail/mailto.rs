//! Links that open a mail with its text already written (RFC 6068).

use std::borrow::Cow;

use percent_encoding::AsciiSet;
use percent_encoding::NON_ALPHANUMERIC;
use percent_encoding::utf8_percent_encode;

use crate::mail::address::Address;

/// The characters that are percent-encoded: all except those that every program leaves alone. That is more than RFC 6068 demands. It allows
/// a plain `+`, but some programs turn it into a blank, and then the key of a reply address would be lost.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A link that opens a mail to this address with this subject and text. The only character in it that is special in HTML is the `&` between
/// subject and text.
pub fn mailto(to: &Address, subject: &str, text: &str) -> String {
    let (local, domain) = (encoded(to.local()), encoded(to.domain()));
    format!("mailto:{local}@{domain}?subject={}&body={}", encoded(subject), mailto_text(text))
}

/// A text as it stands at the end of such a link. More of it may follow.
pub fn mailto_text(text: &str) -> String {
    text.lines().map(encoded).collect::<Vec<_>>().join("%0D%0A")
}

fn encoded(text: &str) -> String {
    Cow::from(utf8_percent_encode(text, ENCODED)).into_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_link_means_anything_but_itself() {
        let to: Address = "o'club?&=#%+12.k7qf9x2mpd4wt3ha@tafl.example".parse().unwrap();
        assert_eq!(
            mailto(&to, "Re: \"K\u{f6}nig\" & co", "a1-a2\n\n<b>&amp;\r\n"),
            "mailto:o%27club%3F%26%3D%23%25%2B12.k7qf9x2mpd4wt3ha@tafl.example?subject=Re%3A%20%22K%C3%B6nig%22%20%26%20co\
             &body=a1-a2%0D%0A%0D%0A%3Cb%3E%26amp%3B"
        );
    }
}

//! Reads a command line of SMTP or LMTP (RFC 5321, section 4.1; RFC 2033).
//!
//! It is strict where two readers might disagree about where something ends, and lenient about what old programs write: blanks after the
//! colon, an address without its angle brackets, a route before it.

use std::fmt;

/// A command of the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verb {
    /// `HELO name`
    Helo(String),
    /// `EHLO name`
    Ehlo(String),
    /// `LHLO name`
    Lhlo(String),
    /// `MAIL FROM:<address> ...`; the address is empty for the null sender.
    Mail(String),
    /// `RCPT TO:<address>`
    Rcpt(String),
    /// `DATA`
    Data,
    /// `RSET`
    Rset,
    /// `NOOP`
    Noop,
    /// `QUIT`
    Quit,
    /// `VRFY`
    Vrfy,
    /// `HELP`
    Help,
}

/// Why a line is not a command. Its text is the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BadVerb {
    /// There is no such command.
    Unknown,
    /// The arguments of the command are wrong. Holds the usage.
    Usage(&'static str),
    /// There is a parameter after the address that we did not offer.
    Parameter,
    /// An address is not UTF-8 or has control characters.
    Letters,
}

impl fmt::Display for BadVerb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadVerb::Unknown => f.write_str("500 5.5.2 I do not know that command"),
            BadVerb::Usage(usage) => write!(f, "501 5.5.4 Syntax: {usage}"),
            BadVerb::Parameter => f.write_str("555 5.5.4 I do not know that parameter"),
            BadVerb::Letters => f.write_str("501 5.5.2 Commands are UTF-8 without control characters"),
        }
    }
}

impl Verb {
    /// Reads one line without its CR LF.
    pub(super) fn read(line: &[u8]) -> Result<Verb, BadVerb> {
        let line = std::str::from_utf8(line).map_err(|_| BadVerb::Letters)?;
        if line.chars().any(|c| c.is_control() && c != '\t') {
            return Err(BadVerb::Letters);
        }
        let line = line.trim();
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "HELO" => Ok(Verb::Helo(name(rest, "HELO your.name")?)),
            "EHLO" => Ok(Verb::Ehlo(name(rest, "EHLO your.name")?)),
            "LHLO" => Ok(Verb::Lhlo(name(rest, "LHLO your.name")?)),
            "MAIL" => mail(rest),
            "RCPT" => rcpt(rest),
            "DATA" if rest.is_empty() => Ok(Verb::Data),
            "DATA" => Err(BadVerb::Usage("DATA")),
            "RSET" => Ok(Verb::Rset),
            "NOOP" => Ok(Verb::Noop),
            "QUIT" => Ok(Verb::Quit),
            "VRFY" => Ok(Verb::Vrfy),
            "HELP" => Ok(Verb::Help),
            _ => Err(BadVerb::Unknown),
        }
    }
}

fn name(rest: &str, usage: &'static str) -> Result<String, BadVerb> {
    match rest.split_whitespace().next() {
        Some(name) => Ok(name.to_owned()),
        None => Err(BadVerb::Usage(usage)),
    }
}

fn mail(rest: &str) -> Result<Verb, BadVerb> {
    let (from, parameters) = path(rest, "FROM:", "MAIL FROM:<address>")?;
    for parameter in parameters.split_whitespace() {
        let parameter = parameter.to_ascii_uppercase();
        match parameter.as_str() {
            "BODY=7BIT" | "BODY=8BITMIME" | "SMTPUTF8" => {}
            // Some clients send it without having been asked. Whatever the size, the first part of the mail is accepted.
            other if other.strip_prefix("SIZE=").is_some_and(is_number) => {}
            _ => return Err(BadVerb::Parameter),
        }
    }
    Ok(Verb::Mail(from))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn rcpt(rest: &str) -> Result<Verb, BadVerb> {
    const USAGE: &str = "RCPT TO:<address>";
    let (to, parameters) = path(rest, "TO:", USAGE)?;
    if to.is_empty() {
        return Err(BadVerb::Usage(USAGE));
    }
    if !parameters.is_empty() {
        return Err(BadVerb::Parameter);
    }
    Ok(Verb::Rcpt(to))
}

/// The address after a keyword, and what follows it.
fn path<'a>(rest: &'a str, keyword: &str, usage: &'static str) -> Result<(String, &'a str), BadVerb> {
    let bad = BadVerb::Usage(usage);
    let given = rest.get(..keyword.len()).ok_or(bad)?;
    if !given.eq_ignore_ascii_case(keyword) {
        return Err(bad);
    }
    let rest = rest.get(keyword.len()..).ok_or(bad)?.trim_start();
    let Some(inside) = rest.strip_prefix('<') else {
        let (address, parameters) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        if address.is_empty() || address.contains(['<', '>']) {
            return Err(bad);
        }
        return Ok((address.to_owned(), parameters.trim()));
    };
    let end = closing(inside).ok_or(bad)?;
    let (address, parameters) = (&inside[..end], &inside[end + 1..]);
    if !parameters.is_empty() && !parameters.starts_with([' ', '\t']) {
        return Err(bad);
    }
    // "@one,@two:ann@example.org": a route is dropped (RFC 5321, appendix C).
    let address = match address.split_once(':') {
        Some((route, address)) if route.starts_with('@') => address,
        _ => address,
    };
    Ok((address.to_owned(), parameters.trim()))
}

/// The position of the closing angle bracket: the first `>` outside quotes.
fn closing(inside: &str) -> Option<usize> {
    let mut quoted = false;
    let mut escaped = false;
    for (at, character) in inside.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '>' if !quoted => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(address: &str) -> Result<Verb, BadVerb> {
        Ok(Verb::Mail(address.to_owned()))
    }

    #[test]
    fn the_address_is_found_in_what_programs_write() {
        for (line, expected) in [
            ("MAIL FROM:<ann@example.org>", from("ann@example.org")),
            ("mail from: <ann@example.org> size=77 BODY=8BITMIME SMTPUTF8", from("ann@example.org")),
            ("MAIL FROM:<>", from("")),
            ("MAIL FROM:<> BODY=7BIT", from("")),
            ("MAIL FROM:ann@example.org SIZE=1", from("ann@example.org")),
            ("MAIL FROM:<@a,@b:ann@example.org>", from("ann@example.org")),
            (r#"MAIL FROM:<"a > \" b"@c>"#, from(r#""a > \" b"@c"#)),
            ("MAIL FROM:<jürgen@bücher.example>", from("jürgen@bücher.example")),
            ("RCPT TO:<Club+12.K@h>  ", Ok(Verb::Rcpt("Club+12.K@h".to_owned()))),
            ("rcpt\tto:club", Ok(Verb::Rcpt("club".to_owned()))),
        ] {
            assert_eq!(Verb::read(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn a_wrong_line_is_told_why() {
        for (line, reply) in [
            ("MAIL FROM:<ann@example.org", "501"),
            ("MAIL FROM:<ann@example.org>x", "501"),
            ("MAIL FROM:", "501"),
            ("MAIL TO:<a@b>", "501"),
            ("MAIL", "501"),
            ("MAIL FRÖM:<a@b>", "501"),
            ("MAIL FROM:<a@b> SIZE=many", "555"),
            ("MAIL FROM:<a@b> SIZE=", "555"),
            ("MAIL FROM:<a@b> BODY=BINARYMIME", "555"),
            ("MAIL FROM:<a@b> RET", "555"),
            ("RCPT TO:<>", "501"),
            ("RCPT TO:<a@b> NOTIFY=NEVER", "555"),
            ("DATA now", "501"),
            ("HELO", "501"),
            ("STARTTLS", "500"),
            ("", "500"),
            ("NOOP\0", "501"),
            ("MAIL FROM:<a\r@b>", "501"),
        ] {
            let found = Verb::read(line.as_bytes()).map_err(|bad| bad.to_string());
            assert!(found.as_ref().is_err_and(|bad| bad.starts_with(reply)), "{line}: {found:?}");
        }
        assert_eq!(Verb::read(b"RCPT TO:<\xff@b>"), Err(BadVerb::Letters));
    }
}

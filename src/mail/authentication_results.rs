//! Authentication-Results headers as values (RFC 8601): what a mail server found out about a mail that it received.
//!
//! ```text
//! mx.example.org 1; dkim=pass (2048-bit key) header.d=example.net; dmarc=pass header.from=example.net
//! server         version, method=result, properties
//! ```
//!
//! The sender chooses much of such a header: the envelope address, the signing domain. So it is read as it is written, without decoding
//! encoded words. A quote or comment that is not closed makes the whole header unreadable.

use std::iter::Peekable;
use std::str::Chars;

/// The most methods in one header.
const METHODS_MAX: usize = 50;

/// The most properties of one method.
const PROPERTIES_MAX: usize = 20;

/// How deep comments may be nested.
const COMMENTS_MAX: u32 = 10;

/// The content of one header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Results {
    /// The name of the server that wrote it, in lower case. Microsoft 365 leaves it out.
    pub server: Option<String>,
    /// What it found, in order.
    pub methods: Vec<Method>,
}

/// One method and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Method {
    /// The name in lower case: `dkim`.
    pub name: String,
    /// The result in lower case: `pass`.
    pub result: String,
    /// Names and values; the names in lower case: `header.d`.
    properties: Vec<(String, String)>,
}

impl Method {
    /// All values of a property.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.properties.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl Results {
    /// Reads the value of a header as written in the mail. Gives `None` if it is not an Authentication-Results value, has another version,
    /// or does not name its server in the plain form: `mx.example.org;` or `mx.example.org 1;`, perhaps on the next line.
    pub(super) fn read(written: &str) -> Option<Results> {
        let written = written.trim_start_matches([' ', '\t', '\r', '\n']);
        let end = written.find(|c| !is_plain(c)).unwrap_or(written.len());
        let (first, rest) = written.split_at(end);
        if first.is_empty() {
            return None;
        }
        let mut reader = Reader { rest: rest.chars().peekable() };
        let mut results = Results { server: None, methods: Vec::new() };
        if rest.starts_with(';') || rest.starts_with(" 1;") {
            results.server = Some(first.to_ascii_lowercase());
            reader.rest = rest.trim_start_matches(" 1").chars().peekable();
        } else {
            // The server has no name: this is already the first method.
            reader.skip_blanks()?;
            if reader.rest.peek() != Some(&'=') {
                return None;
            }
            results.methods.extend(reader.method(first.to_owned())?);
        }
        while let Some(sign) = reader.rest.next() {
            if sign != ';' || results.methods.len() >= METHODS_MAX {
                return None;
            }
            let name = reader.word(false)?;
            if !name.is_empty() {
                results.methods.extend(reader.method(name)?);
            }
        }
        Some(results)
    }
}

/// The characters in the names of servers and methods.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']' | '/')
}

/// The first words of a header value without comments: enough for the hosts in a Received line.
fn words(written: &str) -> Vec<String> {
    const WORDS_MAX: usize = 20;
    let mut reader = Reader { rest: written.chars().peekable() };
    let mut words = Vec::new();
    while words.len() < WORDS_MAX {
        match reader.word(true) {
            Some(word) if !word.is_empty() => words.push(word),
            _ => break,
        }
    }
    words
}

/// The hosts in a Received line, in lower case: `from` and `by`.
pub(crate) fn hosts(written: &str) -> (Option<String>, Option<String>) {
    let words = words(written);
    let after = |word: &str| {
        let mut rest = words.iter().skip_while(|found| !found.eq_ignore_ascii_case(word));
        rest.nth(1).map(|host| host.trim_end_matches('.').to_ascii_lowercase())
    };
    (after("from"), after("by"))
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    /// Reads what follows the name of a method, up to the next semicolon. The inner `None` means a single word such as `none`, or a version
    /// of the method that we do not know. The outer `None` means unreadable.
    fn method(&mut self, name: String) -> Option<Option<Method>> {
        let found = self.value()?;
        let mut properties = Vec::new();
        loop {
            let key = self.word(false)?;
            match (key.is_empty(), self.rest.peek()) {
                (true, None | Some(';')) => break,
                (true, Some(_)) => return None,
                (false, _) => {}
            }
            if let Some(value) = self.value()? {
                properties.push((key.to_ascii_lowercase(), value));
            }
            if properties.len() > PROPERTIES_MAX {
                return None;
            }
        }
        let name = name.to_ascii_lowercase();
        let (name, version) = name.split_once('/').unwrap_or((&name, "1"));
        let known = found.filter(|_| version == "1");
        Some(known.map(|result| Method { name: name.to_owned(), result: result.to_ascii_lowercase(), properties }))
    }

    /// Reads what follows an equals sign, if there is one.
    fn value(&mut self) -> Option<Option<String>> {
        if self.rest.peek() != Some(&'=') {
            return Some(None);
        }
        self.rest.next();
        self.word(true).map(Some)
    }

    /// Reads a word without its quotes, and the blanks and comments around it. The word is empty if another character comes first. A value
    /// may contain equals signs.
    fn word(&mut self, value: bool) -> Option<String> {
        self.skip_blanks()?;
        let mut word = String::new();
        while let Some(&c) = self.rest.peek() {
            match c {
                ';' | '(' => break,
                '=' if !value => break,
                ')' => return None,
                '"' => self.quoted(&mut word)?,
                c if c.is_whitespace() => break,
                c => {
                    word.push(c);
                    self.rest.next();
                }
            }
        }
        self.skip_blanks()?;
        Some(word)
    }

    fn quoted(&mut self, word: &mut String) -> Option<()> {
        self.rest.next();
        loop {
            match self.rest.next()? {
                '"' => return Some(()),
                '\\' => word.push(self.rest.next()?),
                c => word.push(c),
            }
        }
    }

    /// Skips white space, line ends and comments.
    fn skip_blanks(&mut self) -> Option<()> {
        loop {
            match self.rest.peek() {
                Some('(') => self.skip_comment()?,
                Some(c) if c.is_whitespace() => drop(self.rest.next()),
                _ => return Some(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            match self.rest.next()? {
                '(' => depth += 1,
                ')' => depth -= 1,
                '\\' => drop(self.rest.next()?),
                _ => {}
            }
            match depth {
                0 => return Some(()),
                COMMENTS_MAX.. => return None,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(written: &str) -> String {
        let Some(results) = Results::read(written) else {
            return "unreadable".to_owned();
        };
        let method = |method: &Method| {
            let properties = method.properties.iter().map(|(key, value)| format!(" {key}={value}"));
            format!("; {}={}{}", method.name, method.result, properties.collect::<String>())
        };
        results.server.unwrap_or("-".to_owned()) + &results.methods.iter().map(method).collect::<String>()
    }

    #[test]
    fn headers_are_read_as_the_standard_writes_them() {
        for (written, read) in [
            ("mx.test; none", "mx.test"),
            ("mx.test 1; none", "mx.test"),
            ("mx.test 2; dkim=pass", "unreadable"),
            ("mx.test;", "mx.test"),
            ("", "unreadable"),
            ("; dkim=pass", "unreadable"),
            ("\r\n\tMX.Test 1; (a (nested\\)) one) DKIM = Pass", "mx.test; dkim=pass"),
            ("mx.test;\r\n\tdkim/1=pass\r\n header.d=a.test;\r\n dkim/2=pass", "mx.test; dkim=pass header.d=a.test"),
            (
                "mx.test; dkim=fail reason=\"bad; dmarc=pass\" header.i=@a.test",
                "mx.test; dkim=fail reason=bad; dmarc=pass header.i=@a.test",
            ),
            (
                "mx.test; spf=pass (a; dmarc=pass) smtp.mailfrom=b+1=c@d.test;",
                "mx.test; spf=pass smtp.mailfrom=b+1=c@d.test",
            ),
            ("mx.test; dmarc=pass(p=REJECT) header.from=a.test", "mx.test; dmarc=pass header.from=a.test"),
            (
                "dkim=pass header.d=a.test;dmarc=fail action=none",
                "-; dkim=pass header.d=a.test; dmarc=fail action=none",
            ),
            (
                "mx.test; spf=pass smtp.mailfrom=\"x; dmarc=pass\"@a.test",
                "mx.test; spf=pass smtp.mailfrom=x; dmarc=pass@a.test",
            ),
            ("mx.test; spf=pass smtp.mailfrom=\"x; dkim=pass", "unreadable"),
            ("mx.test; spf=pass (x; dkim=pass", "unreadable"),
            ("\"mx.test\"; dkim=pass", "unreadable"),
            ("mx.test ; dkim=pass", "unreadable"),
            ("mx.test; spf=pass x) ; dkim=pass", "unreadable"),
            ("mx.test; spf=pass = x; dkim=pass", "unreadable"),
            ("mx.test header.i=@a.test dkim=pass", "unreadable"),
        ] {
            assert_eq!(shown(written), read, "{written}");
        }
    }

    #[test]
    fn what_is_too_much_is_not_read() {
        assert_eq!(shown(&("mx.test".to_owned() + &"; dkim=pass".repeat(METHODS_MAX + 2))), "unreadable");
        assert_eq!(shown(&("mx.test; dkim=pass".to_owned() + &" a.b=c".repeat(PROPERTIES_MAX + 2))), "unreadable");
        assert_eq!(shown(&format!("mx.test; {}{} dkim=pass", "(".repeat(40), ")".repeat(40))), "unreadable");
    }

    proptest! {
        #[test]
        fn nothing_makes_the_reader_panic(written in "[a-c1 =;:/.@\"\\\\()\\r\\n\\t\u{e9}]{0,80}", any in ".{0,60}") {
            for text in [&written, &any] {
                let again = Results::read(text);
                prop_assert_eq!(again, Results::read(text));
                words(text);
            }
        }
    }
}

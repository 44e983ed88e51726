//! A mail as one client writes it: `tests/mails/clients/NAME.eml` with the player's words and the letter that is answered filled in.
//!
//! The lines that begin with `#:` describe the client. A line of the body that begins with `@` and a small letter is replaced by what it
//! names. `@NAMES@` are replaced anywhere.
//!
//! ```text
//! @above WIDTH                  the words, in an answer above the letter; wrapped at WIDTH if that is not 0,
//! @below WIDTH                    as format=flowed if it says `flowed` or `delsp`, one blank before if it says `pad`
//! @above-html FULL | BLANK      the same in HTML: how a line is written, and how an empty one
//! @below-html FULL | BLANK
//! @intro WIDTH                  the line above the letter, wrapped; `@intro > WIDTH` with a quote sign
//! @quote SIGN SOURCE WIDTH      the letter: SIGN `>`, `-` for none or `_` for blanks; SOURCE its `text`, or its HTML as
//!                                 text with the `cells` of tables separated by blanks or by `tabs`
//! @quote-html OPEN | CLOSE | FULL | BLANK
//! @separator                    `-- `, if the writer has a signature
//! @signature WORDS
//! ```
//!
//! If the answer is between the lines of the letter, `@quote` puts it there.

use crate::clients::encode;
use crate::clients::letter;
use crate::world::Received;
use std::collections::BTreeMap;

/// Where the writer puts his words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Above,
    Below,
    Between,
}

/// What one mail is to be.
pub struct Answer<'a> {
    pub letter: &'a Received,
    /// The words of the writer's language, from `languages.toml`.
    pub language: &'a toml::Table,
    pub words: &'a str,
    pub style: Style,
    pub html_only: bool,
    pub signature: bool,
    /// Whether the writer has deleted the empty lines above what introduces the letter.
    pub tight: bool,
    pub serial: usize,
}

/// A client.
pub struct Client {
    pub name: String,
    facts: BTreeMap<String, String>,
    head: String,
    /// Head and body of each part; one without a head where the mail has no parts.
    parts: Vec<(String, String)>,
    boundary: Option<String>,
}

impl Client {
    pub fn read(name: &str, source: &str) -> Client {
        let facts = source.lines().filter_map(|line| line.strip_prefix("#: ")?.split_once(' '));
        let facts = facts.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let rest: Vec<&str> = source.split_inclusive('\n').filter(|line| !line.starts_with("#: ")).collect();
        let rest = rest.concat();
        let (head, body) = rest.split_once("\n\n").unwrap();
        let boundary = head.split_once("boundary=").map(|(_, value)| value.lines().next().unwrap().trim_matches('"'));
        let parts = match boundary {
            None => vec![(String::new(), body.to_owned())],
            Some(boundary) => {
                let line = format!("--{boundary}");
                let pieces = body.split(&line).skip(1).filter(|piece| !piece.starts_with("--"));
                let parts = pieces.map(|piece| piece.trim_start_matches('\n').split_once("\n\n").unwrap());
                parts.map(|(head, body)| (head.to_owned(), body.to_owned())).collect()
            }
        };
        Client { name: name.to_owned(), facts, boundary: boundary.map(str::to_owned), head: head.to_owned(), parts }
    }

    pub fn styles(&self) -> Vec<Style> {
        let words = self.facts["styles"].split(' ').map(|word| match word {
            "above" => Style::Above,
            "below" => Style::Below,
            "between" => Style::Between,
            other => panic!("{other}"),
        });
        words.collect()
    }

    pub fn has_html(&self) -> bool {
        self.parts.len() == 2
    }

    pub fn has_signature(&self) -> bool {
        self.parts.iter().any(|(_, body)| body.contains("\n@signature"))
    }

    /// The mail, with CRLF.
    pub fn write(&self, answer: &Answer) -> Vec<u8> {
        let mut out = Vec::new();
        let single = answer.html_only || self.boundary.is_none();
        let mut head = encode::header_words(&self.fill(&self.head, answer));
        if !single {
            out.extend(head.replace('\n', "\r\n").into_bytes());
            out.extend(b"\r\n\r\n");
        }
        for (part_head, body) in &self.parts {
            if answer.html_only && !part_head.contains("text/html") && self.boundary.is_some() {
                continue;
            }
            let text = self.body(body, answer);
            if single && self.boundary.is_some() {
                head = format!("{}\n{}", without_type(&head), part_head);
            }
            let part_head = if single { &head } else { part_head };
            let (charset, bytes) = self.in_charset(&text, answer);
            let plain = bytes.is_ascii() && text.lines().all(|line| line.len() < 200);
            let transfer = if plain { "7bit" } else { "quoted-printable" };
            let part_head = part_head.replace("@CHARSET@", &charset).replace("@QP@", transfer);
            if !single {
                out.extend(format!("--{}\r\n", self.boundary.as_ref().unwrap()).into_bytes());
            }
            out.extend(part_head.replace('\n', "\r\n").into_bytes());
            out.extend(b"\r\n\r\n");
            out.extend(encode::transfer(&part_head, &bytes));
            out.extend(b"\r\n");
        }
        if !single {
            out.extend(format!("--{}--\r\n", self.boundary.as_ref().unwrap()).into_bytes());
        }
        out
    }

    /// The bytes of a text in the charset that this client takes for it, and its name.
    fn in_charset(&self, text: &str, answer: &Answer) -> (String, Vec<u8>) {
        match self.facts["charset"].as_str() {
            "legacy" | "utf-8" if text.is_ascii() => ("us-ascii".to_owned(), text.as_bytes().to_vec()),
            "legacy" => match encode::legacy(text, word(answer.language, "legacy")) {
                Some((name, bytes)) => (name, bytes),
                None => ("utf-8".to_owned(), text.as_bytes().to_vec()),
            },
            name => (name.to_owned(), text.as_bytes().to_vec()),
        }
    }

    fn body(&self, template: &str, answer: &Answer) -> String {
        let mut out = String::new();
        for line in template.trim_end_matches('\n').split('\n') {
            let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
            let is_here = |style: Style| answer.style == style;
            match what {
                "@above" if is_here(Style::Above) => out.push_str(&shaped(answer.words, rest)),
                "@below" if is_here(Style::Below) => out.push_str(&shaped(answer.words, rest)),
                "@above-html" if is_here(Style::Above) => out.push_str(&in_html(answer.words, rest)),
                "@below-html" if is_here(Style::Below) => out.push_str(&in_html(answer.words, rest)),
                "@above" | "@below" | "@above-html" | "@below-html" => {}
                "@separator" if answer.signature => out.push_str("-- \n"),
                "@signature" if answer.signature => out.push_str(&format!("{}\n", self.fill(rest, answer))),
                "@separator" | "@signature" => {}
                "@intro" => {
                    tighten(&mut out, answer);
                    out.push_str(&self.intro(rest, answer));
                }
                _ if what == "@BLOCK0@" || line.contains("-- @ORIGINAL@ --") => {
                    tighten(&mut out, answer);
                    out.push_str(&format!("{}\n", self.fill(line, answer)));
                }
                "@quote" => out.push_str(&quote(rest, answer)),
                "@quote-html" => out.push_str(&quote_html(rest, answer)),
                _ => out.push_str(&format!("{}\n", self.fill(line, answer))),
            }
        }
        out
    }

    fn intro(&self, how: &str, answer: &Answer) -> String {
        let (sign, width) = how.split_once(' ').unwrap_or(("", how));
        let text = shaped(&self.fill("@INTRO@", answer), width);
        text.lines()
            .map(|line| if sign.is_empty() { format!("{line}\n") } else { format!("{sign} {line}\n") })
            .collect()
    }

    /// Puts in what stands between two signs.
    fn fill(&self, text: &str, answer: &Answer) -> String {
        let fact = |key: &str| self.facts.get(key).map(String::as_str);
        let language = |key: &str| word(answer.language, key);
        let mut text = text.to_owned();
        if let Some(key) = fact("intro") {
            let intro = language(key);
            let linked = letter::escape(intro)
                .replace("@ADDRESS@", &format!("<a href=\"mailto:{0}\">{0}</a>", letter::CLUB_ADDRESS));
            text = text.replace("@INTRO@", intro).replace("@INTRO-HTML@", &linked);
        }
        if let Some(key) = fact("footer") {
            let (footer, proton) = (language(key), "https://proton.me/mail/home");
            let linked = match footer.contains("@LINK@") {
                true => footer.replace("@LINK@", &format!("<a href=\"{proton}\">Proton Mail</a>")),
                false => format!("<a href=\"https://aka.ms/o0ukef\">{footer}</a>"),
            };
            let markdown = footer.replace("@LINK@", &format!("[Proton Mail]({proton})"));
            text = text.replace("@FOOTER-LINKED@", &linked).replace("@FOOTER-MARKDOWN@", &markdown);
            text = text.replace("@FOOTER@", footer);
        }
        for (index, name) in answer.language["block"].as_array().unwrap().iter().enumerate() {
            text = text.replace(&format!("@BLOCK{index}@"), name.as_str().unwrap());
        }
        let reply = answer.letter.reply_to.clone().unwrap();
        for (name, value) in [
            ("@RE@", language(fact("prefix").unwrap_or("reply"))),
            ("@WRITER@", language("writer")),
            ("@DAY@", language("day")),
            ("@ORIGINAL@", language("original")),
            ("@SUBJECT@", &answer.letter.subject),
            ("@TO@", &format!("Taflpost <{}>", reply.trim_matches(['<', '>']))),
            ("@ME@", &answer.letter.to),
            ("@NAME@", "Taflpost"),
            ("@ADDRESS@", letter::CLUB_ADDRESS),
            ("@PARENT@", &answer.letter.message_id),
            ("@REFERENCES@ ", &format!("{} ", answer.letter.references)),
            ("@REFERENCES@", &answer.letter.references),
            ("@SERIAL@", &format!("{:06}", answer.serial)),
        ] {
            text = text.replace(name, value);
        }
        text
    }
}

/// Takes away the empty lines at the end, where there shall be none.
fn tighten(out: &mut String, answer: &Answer) {
    if answer.tight {
        out.truncate(out.trim_end_matches(['\n', ' ']).len());
        out.push_str(if out.is_empty() { "" } else { "\n" });
    }
}

/// A word of the language table.
pub fn word<'a>(language: &'a toml::Table, key: &str) -> &'a str {
    language.get(key).and_then(toml::Value::as_str).unwrap_or_else(|| panic!("no {key}"))
}

/// The head of a mail without the lines about its own parts.
fn without_type(head: &str) -> String {
    let mut kept = Vec::new();
    let mut in_type = false;
    for line in head.lines() {
        let lower = line.to_lowercase();
        let goes_on = line.starts_with([' ', '\t']);
        in_type = if goes_on { in_type } else { lower.starts_with("content-t") };
        if !in_type {
            kept.push(line);
        }
    }
    kept.join("\n")
}

/// Plain words as the client breaks them.
fn shaped(words: &str, how: &str) -> String {
    let mut out = String::new();
    for line in words.split('\n') {
        let (width, end) = match how {
            "flowed" => (72, " "),
            "delsp" => (72, "  "),
            "pad" => (0, ""),
            width => (width.parse().unwrap(), ""),
        };
        if how == "pad" {
            out.push(' ');
        }
        let pieces = letter::wrapped(line, width);
        out.push_str(&pieces.join(&format!("{end}\n")));
        out.push('\n');
    }
    out
}

/// `FULL | BLANK`: a line of words, and an empty one.
fn in_html(words: &str, how: &str) -> String {
    let (full, blank) = how.split_once(" | ").unwrap();
    let line = |line: &str| match line {
        "" => format!("{blank}\n"),
        line => format!("{}\n", full.replace('%', &letter::escape(line).replace('\u{a0}', "&nbsp;"))),
    };
    words.split('\n').map(line).collect()
}

fn quote(how: &str, answer: &Answer) -> String {
    let [sign, source, width] = how.split(' ').collect::<Vec<_>>()[..] else { panic!("{how}") };
    let text = match source {
        "text" => answer.letter.text.clone(),
        "tabs" => letter::as_text(letter::body(&answer.letter.html), "\t"),
        _ => letter::as_text(letter::body(&answer.letter.html), " "),
    };
    let is_flowed = matches!(width, "flowed" | "delsp");
    let width = if is_flowed { 0 } else { width.parse().unwrap() };
    let lines = text.lines().flat_map(|line| letter::wrapped(line, width));
    let lines: Vec<String> = lines
        .map(|line| match (sign, line.trim_end()) {
            (">", "") => ">".to_owned(),
            (">", line) => format!("> {line}"),
            ("_", line) => format!("    {line}"),
            (_, line) => line.to_owned(),
        })
        .collect();
    let between = lines.iter().position(|line| line.contains("A B C")).unwrap_or(lines.len() / 2);
    let (first, second) = lines.split_at(between);
    match answer.style {
        Style::Between => {
            let words = shaped(answer.words, if is_flowed { "flowed" } else { "72" });
            format!("{}\n\n{words}\n{}\n", first.join("\n"), second.join("\n"))
        }
        _ => format!("{}\n", lines.join("\n")),
    }
}

fn quote_html(how: &str, answer: &Answer) -> String {
    let [open, close, full, blank] = how.split(" | ").collect::<Vec<_>>()[..] else { panic!("{how}") };
    let inner = letter::body(&answer.letter.html);
    match answer.style {
        Style::Between => {
            // Before the board: a table, or the paragraph of a picture.
            let picture = || inner.find("<img").and_then(|at| inner[..at].rfind("<p"));
            let (first, second) = inner.split_at(inner.find("<table").or_else(picture).unwrap());
            let words = in_html(answer.words, &format!("{full} | {blank}"));
            format!("{open}{first}{close}\n{words}{open}{second}{close}\n")
        }
        _ => format!("{open}{inner}{close}\n"),
    }
}

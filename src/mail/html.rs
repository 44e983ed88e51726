//! The words of an HTML mail, as lines of plain text.
//!
//! Used only for mails without a readable plain part. The HTML is tokenised and never built into a
//! tree: hostile nesting makes trees slow, and a mail needs none. What the sender's client marks
//! as quoted comes out with `> ` before it, just as in plain text, so that one reader
//! ([`crate::mail::reply`]) judges both, and a reference in the quoted letter is not lost.

use std::collections::BTreeMap;

use html5gum::DefaultEmitter;
use html5gum::HtmlString;
use html5gum::Token;
use html5gum::Tokenizer;

/// Elements whose content nobody sees.
const UNSEEN: [&str; 9] = [
    "style", "script", "head", "title", "template", "noscript", "object", "svg", "select",
];

/// Elements that stand on lines of their own.
const BLOCKS: [&str; 26] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "footer",
    "form",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tbody",
    "tr",
    "ul",
];

/// Elements without content and without an end tag.
const VOIDS: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Classes that clients put on the quoted letter or on the line that introduces it: Gmail,
/// Thunderbird, Proton, Yahoo, Zoho, Zimbra, Apple, Mail.ru, Front, Tutanota, Fastmail.
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

/// Ids and names after which everything is the quoted letter: Outlook in the browser and on
/// phones, Spark.
const QUOTE_STARTS: [&str; 6] = [
    "divrplyfwdmsg",
    "appendonsend",
    "messagereplysection",
    "mail-editor-reference-message-container",
    "x_divrplyfwdmsg",
    "x_appendonsend",
];

/// Reads the text of an HTML document.
pub(crate) fn text(html: &str) -> String {
    let mut emitter = DefaultEmitter::default();
    // So that the content of style and script is text and not tags.
    emitter.naively_switch_states(true);
    let mut walker = Walker::default();
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => walker.start(&tag.name, &tag.attributes, tag.self_closing),
            Token::EndTag(tag) => walker.end(&tag.name),
            Token::String(text) => walker.words(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }
    walker.finish()
}

type Attributes = BTreeMap<HtmlString, html5gum::Spanned<HtmlString, ()>>;

/// An element that we are inside of, found again by counting its own kind.
struct Inside {
    name: String,
    depth: usize,
}

#[derive(Default)]
struct Walker {
    out: String,
    line: String,
    unseen: Option<Inside>,
    quote: Option<Inside>,
    quoted_to_the_end: bool,
    pre_depth: usize,
}

impl Walker {
    fn start(&mut self, name: &[u8], attributes: &Attributes, self_closing: bool) {
        let name = String::from_utf8_lossy(name).into_owned();
        let void = VOIDS.contains(&name.as_str());
        if let Some(unseen) = &mut self.unseen {
            if unseen.name == name && !self_closing {
                unseen.depth += 1;
            }
            return;
        }
        if !void && (UNSEEN.contains(&name.as_str()) || is_hidden(attributes)) {
            self.unseen = Some(Inside { name, depth: 1 });
            return;
        }
        if is_block(&name) {
            self.break_line();
        }
        if name == "br" {
            self.end_line();
        }
        if matches!(name.as_str(), "td" | "th") {
            self.space();
        }
        if name == "pre" {
            self.pre_depth += 1;
        }
        if void {
            return;
        }
        if let Some(quote) = &mut self.quote {
            if quote.name == name {
                quote.depth += 1;
            }
        } else if name == "blockquote" || has_word(attributes, "class", &QUOTE_CLASSES) {
            self.break_line();
            self.quote = Some(Inside { name, depth: 1 });
        } else if has_word(attributes, "id", &QUOTE_STARTS)
            || has_word(attributes, "name", &QUOTE_STARTS)
        {
            self.break_line();
            self.quoted_to_the_end = true;
        } else if has_word(attributes, "class", &SIGNATURES)
            || has_word(attributes, "id", &SIGNATURES)
        {
            self.unseen = Some(Inside { name, depth: 1 });
        }
    }

    fn end(&mut self, name: &[u8]) {
        let name = String::from_utf8_lossy(name).into_owned();
        if let Some(unseen) = &mut self.unseen {
            if unseen.name == name {
                unseen.depth -= 1;
                if unseen.depth == 0 {
                    self.unseen = None;
                }
            }
            return;
        }
        if is_block(&name) {
            self.break_line();
        }
        if name == "pre" {
            self.pre_depth = self.pre_depth.saturating_sub(1);
        }
        if let Some(quote) = &mut self.quote
            && quote.name == name
        {
            quote.depth -= 1;
            if quote.depth == 0 {
                self.break_line();
                self.quote = None;
            }
        }
    }

    fn words(&mut self, text: &str) {
        if self.unseen.is_some() {
            return;
        }
        for c in text.chars() {
            match c {
                '\n' if self.pre_depth > 0 => self.end_line(),
                ' ' if self.pre_depth > 0 => self.line.push(' '),
                '\u{a0}' => self.line.push(' '),
                c if c.is_whitespace() => self.space(),
                c => self.line.push(c),
            }
        }
    }

    fn space(&mut self) {
        if !self.line.is_empty() && !self.line.ends_with(' ') {
            self.line.push(' ');
        }
    }

    /// Ends the line if something stands on it.
    fn break_line(&mut self) {
        if !self.line.trim().is_empty() {
            self.end_line();
        } else {
            self.line.clear();
        }
    }

    /// Ends the line, even an empty one.
    fn end_line(&mut self) {
        if self.quote.is_some() || self.quoted_to_the_end {
            self.out.push_str("> ");
        }
        self.out.push_str(self.line.trim_end());
        self.out.push('\n');
        self.line.clear();
    }

    fn finish(mut self) -> String {
        self.break_line();
        self.out
    }
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
        || (name.len() == 2 && name.starts_with('h') && name.as_bytes()[1].is_ascii_digit())
}

fn is_hidden(attributes: &Attributes) -> bool {
    attributes.contains_key(b"hidden".as_slice())
        || value(attributes, "style").is_some_and(|style| {
            let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
            style.contains("display:none")
        })
}

fn has_word(attributes: &Attributes, name: &str, words: &[&str]) -> bool {
    value(attributes, name)
        .is_some_and(|value| value.split_whitespace().any(|word| words.contains(&word)))
}

fn value(attributes: &Attributes, name: &str) -> Option<String> {
    attributes
        .get(name.as_bytes())
        .map(|value| String::from_utf8_lossy(value).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        assert_eq!(text(html).trim(), expected, "{html}");
    }

    #[test]
    fn blocks_and_breaks_are_lines_and_entities_are_read() {
        check(
            "<div>e5-e3</div><p>one<br>two</p><ul><li>a&nbsp;b<li>c &amp; d</ul>",
            "e5-e3\none\ntwo\na b\nc & d",
        );
        check("<table><tr><td>a<td>b</tr><tr><td>c</table>", "a b\nc");
        check("<pre>a  b\nc</pre>", "a  b\nc");
    }

    #[test]
    fn what_nobody_sees_is_not_read() {
        check(
            "<head><title>t</title><style>p { } </style></head><script>if (a<b) e5</script>\
             <div style='display: none'>x<div>y</div></div>e5-e3<!-- no -->",
            "e5-e3",
        );
    }

    #[test]
    fn quotes_of_the_usual_clients_are_marked() {
        for quote in [
            "<blockquote type=cite>old</blockquote>",
            "<div class=\"gmail_quote\"><div>old</div></div>",
            "<div class='protonmail_quote x'>old</div>",
            "<div class=moz-cite-prefix>old</div>",
            "<div class=yahoo_quoted id=q>old</div>",
            "<div id=divRplyFwdMsg></div>old",
            "<div id=appendonsend></div><hr>old",
            "<div name=messageReplySection>old</div>",
        ] {
            check(&format!("<div>e5-e3</div>{quote}"), "e5-e3\n> old");
        }
    }

    #[test]
    fn an_answer_below_or_between_the_quotes_is_read() {
        check(
            "<blockquote>one<blockquote>two</blockquote></blockquote>e5-e3<blockquote>x</blockquote>",
            "> one\n> two\ne5-e3\n> x",
        );
    }

    #[test]
    fn a_signature_is_not_read() {
        check(
            "e5-e3<div class=gmail_signature>Ann<div>CEO</div></div>",
            "e5-e3",
        );
    }

    #[test]
    fn a_hundred_thousand_open_elements_are_read_in_one_pass() {
        let hostile = "<div><blockquote><table><td>".repeat(20_000);
        assert!(text(&format!("e5-e3{hostile}")).starts_with("e5-e3"));
    }
}

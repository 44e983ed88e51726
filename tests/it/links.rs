//! The links of a letter as a mail program follows them: a press opens a mail that only has to be sent.

use crate::world::Received;
use percent_encoding::percent_decode_str;

/// A link, and the mail it opens.
pub struct Link {
    /// What is pressed, without the sign that keeps a copied letter from being commands.
    pub label: String,
    pub to: String,
    pub subject: String,
    pub body: String,
}

/// All links of a letter's HTML part, in their order.
pub fn all(letter: &Received) -> Vec<Link> {
    letter.html.split("<a ").skip(1).map(link).collect()
}

fn link(rest: &str) -> Link {
    let (tag, rest) = rest.split_once('>').unwrap();
    let (label, _) = rest.split_once("</a>").unwrap();
    let label = label.strip_prefix("&#8250;&nbsp;").unwrap();
    let (href, _) = tag.strip_prefix("href=\"").unwrap().split_once('"').unwrap();
    assert!(!href.contains(|c: char| c.is_whitespace() || "<>\"'+".contains(c)), "{href}");
    let href = href.replace("&amp;", "&");
    let (to, fields) = href.strip_prefix("mailto:").unwrap().split_once('?').unwrap();
    let decoded = |text: &str| percent_decode_str(text).decode_utf8().unwrap().into_owned();
    let fields: Vec<(&str, &str)> = fields.split('&').map(|field| field.split_once('=').unwrap()).collect();
    let [("subject", subject), ("body", body)] = fields[..] else {
        panic!("subject and body, and nothing else: {href}");
    };
    Link { label: label.to_owned(), to: decoded(to), subject: decoded(subject), body: decoded(body) }
}

impl Link {
    /// The mail, with words that its sender has put below the answer.
    pub fn mail(&self, who: &str, message_id: &str, date: &str, words: &[String]) -> Vec<u8> {
        let body = match self.body.split_once("\r\n") {
            Some((answer, below)) => format!("{answer}\r\n{}\r\n{below}", words.join("\r\n")),
            None => format!("{}\r\n{}", self.body, words.join("\r\n")),
        };
        format!(
            "From: <{who}>\r\nTo: <{}>\r\nSubject: {}\r\nMessage-ID: <{message_id}>\r\nDate: {date}\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n",
            self.to, self.subject
        )
        .into_bytes()
    }
}

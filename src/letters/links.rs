//! Buttons in the HTML part that open a mail with the answer already written. The reader only has to send it.
//!
//! The mail has one line, and goes to the club's own address: Gmail's app drops line ends, and Outlook in the browser breaks the encoded plus
//! sign of an address.

use crate::letters::html_text::{escape, prose, small};
use crate::mail;
use crate::mail::{Address, TokenText};
use crate::wording::blocks::{AnswersTo, Links};

/// The mails behind the buttons of one letter. They count as answers to it.
pub(super) struct Answer {
    /// The club's address.
    pub to: Address,
    /// The subject as a mail program would write it for an answer.
    pub subject: String,
    /// The letter's key.
    pub key: TokenText,
    /// Whether the key says which board or which question of the letter is meant.
    pub is_of_letter: bool,
}

impl Answer {
    /// The buttons, if what they answer is clear from the key.
    pub(super) fn shown(&self, links: &Links) -> String {
        if links.about == AnswersTo::Letter && !self.is_of_letter {
            return String::new();
        }
        let linked = self.linked();
        let group =
            |group: &Vec<String>| group.iter().map(|command| linked.button(command)).collect::<Vec<_>>().join("\n");
        let groups: Vec<String> = links.groups.iter().map(group).collect();
        let last = links.last.iter().map(|command| format!("\n&nbsp; {}", linked.plain(command)));
        let note = if links.note.is_empty() { String::new() } else { small(&links.note) };
        format!(
            "<p style=\"margin:16px 0 8px\">\n{}\n</p>\n<p style=\"margin:0;line-height:20px\">\n{}{}\n</p>\n{note}",
            prose(&links.words),
            groups.join(GAP),
            last.collect::<String>()
        )
    }

    /// The mail behind every link.
    fn linked(&self) -> LinkedMail {
        LinkedMail {
            start: escape(&mail::mailto(&self.to, &self.subject, "")),
            key: mail::mailto_text(&mail::marker::write_answer("", &self.key)),
        }
    }
}

/// What the links of a letter have in common: they only differ in the command.
struct LinkedMail {
    /// Before the command, as HTML.
    start: String,
    /// Behind it.
    key: String,
}

impl LinkedMail {
    /// A button: 44 pixels high, with its own two colours, so that a dark mode changes both or none.
    fn button(&self, command: &str) -> String {
        self.link(command, BUTTON)
    }

    /// A link in small print. The mail program chooses its colour.
    fn plain(&self, command: &str) -> String {
        self.link(command, SMALL)
    }

    /// A link to the mail with this command in it.
    fn link(&self, command: &str, style: &str) -> String {
        let (text, shown) = (mail::mailto_text(command), escape(command));
        ["<a href=\"", &self.start, &text, &self.key, "\" style=\"", style, "\">", SIGN, &shown, "</a>"].concat()
    }
}

/// Between two groups of buttons.
const GAP: &str = "\n&nbsp; &nbsp;\n";

/// Before the text of a button, so that a letter that is copied as text has no command and no move in it.
const SIGN: &str = "&#8250;&nbsp;";

const BUTTON: &str = "display:inline-block;padding:11px 10px;margin:0 2px 8px 0;border:1px solid #9c8f73;border-radius:8px;\
    background:#f6f1e4;color:#431;text-decoration:none;white-space:nowrap";

const SMALL: &str = "font-size:13px;white-space:nowrap";

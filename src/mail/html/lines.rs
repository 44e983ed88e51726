//! The lines of a tree: where they end, which are quoted, and which elements are not shown at all.

use crate::mail::html::tree::{DOCUMENT, Id, Kind, Mark, Node};

/// Elements whose content is not shown. (The content of a template is not in the tree.)
const UNSEEN: [&str; 10] =
    ["style", "script", "head", "title", "desc", "metadata", "iframe", "noembed", "noframes", "datalist"];

/// Elements that start and end on a line of their own.
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

/// Elements that show something other than words.
const PICTURES: [&str; 7] = ["img", "image", "svg", "object", "embed", "video", "canvas"];

/// The text of a document, and whether it shows pictures.
pub(super) fn of(nodes: &[Node]) -> (String, bool) {
    let mut walk = Walk::default();
    let mut at = DOCUMENT;
    loop {
        let node = &nodes[at];
        let below = if walk.enter(node) { node.first } else { None };
        at = match below {
            Some(first) => first,
            None => match walk.on_from(nodes, at) {
                Some(next) => next,
                None => return walk.finish(),
            },
        };
    }
}

#[derive(Default)]
struct Walk {
    out: String,
    line: String,
    /// How many quotes the walk is inside of.
    quotes: usize,
    quoted_to_the_end: bool,
    /// How many preformatted elements the walk is inside of.
    preformatted: usize,
    has_pictures: bool,
}

impl Walk {
    /// Enters a node. Returns false if the nodes below it are not shown.
    fn enter(&mut self, node: &Node) -> bool {
        let (name, mark) = match &node.kind {
            Kind::Bare => return true,
            Kind::Text(text) => {
                self.words(text);
                return true;
            }
            Kind::Element { name, mark } => (&*name.local, *mark),
        };
        if is_unseen(name, mark) {
            return false;
        }
        self.has_pictures |= PICTURES.contains(&name);
        if is_block(name) {
            self.break_line();
        }
        match name {
            "br" => self.end_line(),
            "td" | "th" => self.space(),
            "pre" => self.preformatted += 1,
            _ => {}
        }
        if is_quote(name, mark) {
            self.break_line();
            self.quotes += 1;
        } else if mark == Mark::QuoteStart {
            self.break_line();
            self.quoted_to_the_end = true;
        }
        true
    }

    fn leave(&mut self, node: &Node) {
        let Kind::Element { name, mark } = &node.kind else { return };
        if is_unseen(&name.local, *mark) {
            return;
        }
        if is_block(&name.local) {
            self.break_line();
        }
        if &*name.local == "pre" {
            self.preformatted -= 1;
        }
        if is_quote(&name.local, *mark) {
            self.break_line();
            self.quotes -= 1;
        }
    }

    /// The node that comes after this one and everything below it.
    fn on_from(&mut self, nodes: &[Node], mut at: Id) -> Option<Id> {
        loop {
            self.leave(&nodes[at]);
            if nodes[at].next.is_some() {
                return nodes[at].next;
            }
            at = nodes[at].parent?;
        }
    }

    fn words(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '\n' if self.preformatted > 0 => self.end_line(),
                ' ' if self.preformatted > 0 => self.line.push(' '),
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

    /// Ends the line if there is text on it.
    fn break_line(&mut self) {
        if !self.line.trim().is_empty() {
            self.end_line();
        } else {
            self.line.clear();
        }
    }

    /// Ends the line, even an empty one.
    fn end_line(&mut self) {
        if self.quotes > 0 || self.quoted_to_the_end {
            self.out.push_str("> ");
        }
        self.out.push_str(self.line.trim_end());
        self.out.push('\n');
        self.line.clear();
    }

    fn finish(mut self) -> (String, bool) {
        self.break_line();
        (self.out, self.has_pictures)
    }
}

fn is_unseen(name: &str, mark: Mark) -> bool {
    UNSEEN.contains(&name) || matches!(mark, Mark::Hidden | Mark::Signature)
}

fn is_quote(name: &str, mark: Mark) -> bool {
    name == "blockquote" || mark == Mark::Quote
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name) || (name.len() == 2 && name.starts_with('h') && name.as_bytes()[1].is_ascii_digit())
}

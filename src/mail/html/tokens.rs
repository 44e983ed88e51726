//! From tags to the tree: the tokens of one package are passed to the tree builder of another, within limits.
//!
//! html5gum reads tags in a time that grows only with their length, whatever they contain. html5ever's own tokenizer compares each
//! attribute of a tag with all attributes before it, and a tag can hold a hundred thousand. So html5gum reads, and html5ever builds the
//! tree. The builder gets only what it needs. If the tree becomes too deep or too large, it gets nothing more.

use std::convert::Infallible;

use html5ever::interface::{Attribute, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, Namespace, QualName};
use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, ForwardingEmitter, Span, State, Tokenizer};
use std::collections::HashMap;

use crate::mail::html::marks;
use crate::mail::html::tree::{Id, MARK, Mark, Node, Tree};
use crate::mail::limits::HTML_TAGS_MAX;

/// A parsed document.
pub(super) struct Document {
    /// The nodes. The first is the document.
    pub(super) nodes: Vec<Node>,
    /// Whether each element that needs an end tag has one, and the document does not end inside a tag or a comment.
    pub(super) is_closed: bool,
}

/// Reads a document. Gives `None` if it is too deep or too large.
pub(super) fn read(html: &str) -> Option<Document> {
    // Mail programs do not run scripts, so <noscript> is shown.
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(Tree::new(), options);
    let mut hand =
        Hand { builder, tag: None, attribute: Vec::new(), next: None, open: HashMap::new(), is_broken: false, tags: 0 };
    let emitter = Bridge(CallbackEmitter::new(&mut hand));
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
    let is_closed = !hand.is_broken && hand.open.values().all(|open| *open == 0);
    (!hand.is_over()).then(|| Document { nodes: hand.builder.sink.finish(), is_closed })
}

/// Elements without an end tag, and those with an optional end tag.
const UNENDED: [&str; 36] = [
    "area", "base", "basefont", "bgsound", "body", "br", "caption", "col", "colgroup", "dd", "dt", "embed", "frame",
    "head", "hr", "html", "img", "input", "keygen", "li", "link", "meta", "optgroup", "option", "p", "param", "rp",
    "rt", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track",
];

/// Attributes that the builder needs to decide where an element belongs.
const TOLD: [&str; 5] = ["type", "encoding", "color", "face", "size"];
/// The longest value of such an attribute that means anything, in bytes.
const TOLD_BYTES_MAX: usize = 40;

/// A tag that is being read.
struct Open {
    tag: Tag,
    mark: Mark,
}

/// Receives tokens and passes them to the builder.
struct Hand {
    builder: TreeBuilder<Id, Tree>,
    tag: Option<Open>,
    /// The name of the attribute whose value comes next.
    attribute: Vec<u8>,
    /// The state in which the tokenizer goes on after the tag.
    next: Option<State>,
    /// How many elements of each name are still without an end tag.
    open: HashMap<LocalName, usize>,
    is_broken: bool,
    tags: usize,
}

impl Hand {
    fn is_over(&self) -> bool {
        self.tags > HTML_TAGS_MAX || self.builder.sink.is_overgrown()
    }

    fn hand_on(&mut self, token: Token) {
        self.tags += usize::from(matches!(token, Token::TagToken(_)));
        if self.is_over() {
            return;
        }
        self.next = match self.builder.process_token(token, 1) {
            TokenSinkResult::Plaintext => Some(State::PlainText),
            TokenSinkResult::RawData(RawKind::Rcdata) => Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => Some(State::RawText),
            TokenSinkResult::RawData(_) => Some(State::ScriptData),
            TokenSinkResult::Continue | TokenSinkResult::Script(_) | TokenSinkResult::EncodingIndicator(_) => None,
        };
    }

    fn attribute(&mut self, value: &[u8]) {
        let Some(open) = &mut self.tag else { return };
        let name = std::mem::take(&mut self.attribute);
        open.mark = open.mark.max(marks::of(&name, value));
        let told = TOLD.iter().find(|told| told.as_bytes() == name);
        if let Some(told) = told.filter(|_| value.len() <= TOLD_BYTES_MAX) {
            add(&mut open.tag, told, &tendril(value));
        }
    }

    fn start(&mut self, self_closing: bool) {
        let Some(Open { mut tag, mark }) = self.tag.take() else { return };
        tag.self_closing = self_closing;
        if mark != Mark::None {
            add(&mut tag, MARK, mark.written());
        }
        let name = tag.name.clone();
        let needs_end = !UNENDED.contains(&&*name);
        if !self_closing && needs_end {
            *self.open.entry(name.clone()).or_default() += 1;
        }
        self.hand_on(Token::TagToken(tag));
        if self_closing && self.next.take().is_some() {
            // A browser would take everything that follows as part of a title or a style, although its author has closed it.
            self.is_broken = true;
            self.hand_on(Token::TagToken(Tag {
                kind: TagKind::EndTag,
                name,
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            }));
        }
    }

    fn end(&mut self, name: &[u8]) {
        let tag = tag(name, TagKind::EndTag);
        if let Some(open) = self.open.get_mut(&tag.name) {
            *open = open.saturating_sub(1);
        }
        self.hand_on(Token::TagToken(tag));
    }

    fn finish(&mut self) {
        self.hand_on(Token::EOFToken);
        self.builder.end();
    }
}

impl Callback<Infallible, ()> for &mut Hand {
    fn handle_event(&mut self, event: CallbackEvent<'_>, _: Span<()>) -> Option<Infallible> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.attribute.clear();
                self.tag = Some(Open { tag: tag(name, TagKind::StartTag), mark: Mark::None });
            }
            CallbackEvent::AttributeName { name } => {
                // The attribute before this one had no value.
                self.attribute(b"");
                self.attribute = name.to_vec();
            }
            CallbackEvent::AttributeValue { value } => self.attribute(value),
            CallbackEvent::CloseStartTag { self_closing } => {
                self.attribute(b"");
                self.start(self_closing);
            }
            CallbackEvent::EndTag { name } => self.end(name),
            CallbackEvent::String { value } => {
                for (at, text) in value.split(|byte| *byte == 0).enumerate() {
                    if at > 0 {
                        self.hand_on(Token::NullCharacterToken);
                    }
                    self.hand_on(Token::CharacterTokens(tendril(text)));
                }
            }
            CallbackEvent::Comment { .. } => {}
            CallbackEvent::Doctype { name, public_identifier, system_identifier, force_quirks } => {
                let doctype = Doctype {
                    name: Some(tendril(name)),
                    public_id: public_identifier.map(tendril),
                    system_id: system_identifier.map(tendril),
                    force_quirks,
                };
                self.hand_on(Token::DoctypeToken(doctype));
            }
            CallbackEvent::Error(error) => self.is_broken |= error.as_str().starts_with("eof-"),
        }
        None
    }
}

/// Lets the builder decide in which state the tokenizer goes on after a tag.
struct Bridge<'a>(CallbackEmitter<&'a mut Hand>);

impl ForwardingEmitter for Bridge<'_> {
    type Token = Infallible;

    fn inner(&mut self) -> &mut impl Emitter<Token = Infallible> {
        &mut self.0
    }

    fn emit_eof(&mut self) {
        self.0.emit_eof();
        self.0.callback_mut().finish();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.0.callback_mut().next = None;
        let none = self.0.emit_current_tag();
        self.0.callback_mut().next.take().or(none)
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.0.callback_mut().builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

fn tag(name: &[u8], kind: TagKind) -> Tag {
    let name = LocalName::from(&*String::from_utf8_lossy(name));
    Tag { kind, name, self_closing: false, attrs: Vec::new(), had_duplicate_attributes: false }
}

/// If an attribute comes twice, the first one counts.
fn add(tag: &mut Tag, name: &str, value: &str) {
    if tag.attrs.iter().all(|attribute| &*attribute.name.local != name) {
        let name = QualName::new(None, Namespace::default(), LocalName::from(name));
        tag.attrs.push(Attribute { name, value: StrTendril::from(value) });
    }
}

fn tendril(bytes: &[u8]) -> StrTendril {
    StrTendril::from(&*String::from_utf8_lossy(bytes))
}

//! The tree of an HTML part, as the tree builder makes it. The nodes are in one list and refer to each other by their index.
//!
//! Only the name and the [`Mark`] of each element are kept.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::interface::{Attribute, ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{LocalName, Namespace, QualName};

use crate::mail::limits::HTML_DEPTH_MAX;
use crate::mail::limits::HTML_NODES_MAX;

/// What the attributes of an element say about the text in it. If several marks apply, the later one in this list counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A signature.
    Signature,
    /// Everything that follows in the document is a quoted letter.
    QuoteStart,
    /// A quoted letter, or the line that introduces it.
    Quote,
    /// Not shown.
    Hidden,
}

impl Mark {
    const ALL: [Mark; 5] = [Mark::None, Mark::Signature, Mark::QuoteStart, Mark::Quote, Mark::Hidden];

    /// The mark as the value of an attribute. The builder passes attributes on, also to copies of an element.
    pub(super) fn written(self) -> &'static str {
        ["", "s", "t", "q", "h"][self as usize]
    }

    fn of(attributes: &[Attribute]) -> Mark {
        let written = attributes.iter().find(|attribute| &*attribute.name.local == MARK);
        let mark = written.and_then(|written| Mark::ALL.into_iter().find(|mark| mark.written() == &*written.value));
        mark.unwrap_or_default()
    }
}

/// The name of the attribute that holds a [`Mark`]. No attribute of the document itself has a capital letter.
pub(super) const MARK: &str = "Mark";

/// The index of a node in the list.
pub(super) type Id = usize;

/// What a node is.
#[derive(Debug)]
pub(super) enum Kind {
    /// The document, the inside of a template, or a comment: it shows nothing itself.
    Bare,
    /// An element.
    Element {
        /// Its name.
        name: QualName,
        /// What its attributes say.
        mark: Mark,
    },
    /// Text.
    Text(String),
}

/// A node and its neighbours.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) parent: Option<Id>,
    pub(super) first: Option<Id>,
    pub(super) next: Option<Id>,
    last: Option<Id>,
    previous: Option<Id>,
    depth: usize,
}

/// The document itself.
pub(super) const DOCUMENT: Id = 0;

/// The tree while it is being built.
pub(super) struct Tree {
    nodes: RefCell<Vec<Node>>,
    overgrown: std::cell::Cell<bool>,
}

impl Tree {
    pub(super) fn new() -> Tree {
        let tree = Tree { nodes: RefCell::new(Vec::new()), overgrown: std::cell::Cell::new(false) };
        tree.add(Kind::Bare);
        tree
    }

    /// Whether it is deeper or larger than the limits allow.
    pub(super) fn is_overgrown(&self) -> bool {
        self.overgrown.get()
    }

    fn add(&self, kind: Kind) -> Id {
        let mut nodes = self.nodes.borrow_mut();
        if nodes.len() >= HTML_NODES_MAX {
            self.overgrown.set(true);
        }
        nodes.push(Node { kind, parent: None, first: None, next: None, last: None, previous: None, depth: 0 });
        nodes.len() - 1
    }

    /// Puts a node below `parent`, before its child `before` or as the last child.
    fn hang(&self, child: Id, parent: Id, before: Option<Id>) {
        self.cut(child);
        let mut nodes = self.nodes.borrow_mut();
        let previous = match before {
            Some(before) => nodes[before].previous.replace(child),
            None => nodes[parent].last.replace(child),
        };
        match previous {
            Some(previous) => nodes[previous].next = Some(child),
            None => nodes[parent].first = Some(child),
        }
        let depth = nodes[parent].depth + 1;
        let node = &mut nodes[child];
        (node.parent, node.previous, node.next, node.depth) = (Some(parent), previous, before, depth);
        if depth > HTML_DEPTH_MAX {
            self.overgrown.set(true);
        }
    }

    fn cut(&self, child: Id) {
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[child];
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        let Some(parent) = parent else { return };
        match previous {
            Some(previous) => nodes[previous].next = next,
            None => nodes[parent].first = next,
        }
        match next {
            Some(next) => nodes[next].previous = previous,
            None => nodes[parent].last = previous,
        }
    }

    fn put(&self, child: NodeOrText<Id>, parent: Id, before: Option<Id>) {
        match child {
            NodeOrText::AppendNode(node) => self.hang(node, parent, before),
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let neighbour = before.map_or(nodes[parent].last, |before| nodes[before].previous);
                if let Some(Kind::Text(written)) = neighbour.map(|neighbour| &mut nodes[neighbour].kind) {
                    written.push_str(&text);
                    return;
                }
                drop(nodes);
                let node = self.add(Kind::Text(text.to_string()));
                self.hang(node, parent, before);
            }
        }
    }
}

/// The name of an element, borrowed while the list of nodes may grow.
#[derive(Debug)]
pub(super) struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Tree {
    type Handle = Id;
    type Output = Vec<Node>;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Id {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a Id) -> Name<'a> {
        static NAMELESS: std::sync::LazyLock<QualName> =
            std::sync::LazyLock::new(|| QualName::new(None, Namespace::default(), LocalName::default()));
        Name(Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target].kind {
            Kind::Element { name, .. } => name,
            _ => &NAMELESS,
        }))
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> Id {
        self.add(Kind::Element { name, mark: Mark::of(&attributes) })
    }

    fn create_comment(&self, _: StrTendril) -> Id {
        self.add(Kind::Bare)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Id {
        self.add(Kind::Bare)
    }

    fn append(&self, parent: &Id, child: NodeOrText<Id>) {
        self.put(child, *parent, None);
    }

    fn append_before_sibling(&self, sibling: &Id, child: NodeOrText<Id>) {
        let parent = self.nodes.borrow()[*sibling].parent;
        if let Some(parent) = parent {
            self.put(child, parent, Some(*sibling));
        }
    }

    fn append_based_on_parent_node(&self, element: &Id, previous: &Id, child: NodeOrText<Id>) {
        let parent = self.nodes.borrow()[*element].parent;
        match parent {
            Some(parent) => self.put(child, parent, Some(*element)),
            None => self.put(child, *previous, None),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// The content of a template is not attached to the tree, so it is never read.
    fn get_template_contents(&self, _: &Id) -> Id {
        self.add(Kind::Bare)
    }

    fn same_node(&self, one: &Id, other: &Id) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, _: &Id, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Id) {
        self.cut(*target);
    }

    fn reparent_children(&self, node: &Id, new_parent: &Id) {
        let first = |node: Id| self.nodes.borrow()[node].first;
        while let Some(child) = first(*node) {
            self.hang(child, *new_parent, None);
        }
    }

    fn allow_declarative_shadow_roots(&self, _: &Id) -> bool {
        false
    }
}

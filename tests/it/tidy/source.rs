//! One source file as the tidy tests see it: its modules, what they define, import and name. It is read as tokens, so line breaks and
//! comments do not matter. Code under `#[cfg(test)]` is left out.

use super::tokens::{
    Tokens, after_generics, eats_colons, inside, is_before_fn, is_group, is_punct, paths_of, tokens, until_end,
    without_tests, word,
};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// How far a definition or an import can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Here,
    Parent,
    Crate,
    /// `pub(in crate::a::b)`: the path without `crate`.
    In(Vec<String>),
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Type,
    Value,
    Macro,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub name: String,
    pub kind: Kind,
    pub seen: Seen,
}

/// One name that a `use` brings in; `*` where it brings all.
#[derive(Clone, Debug)]
pub struct Import {
    pub path: Vec<String>,
    pub name: String,
    pub seen: Seen,
}

#[derive(Clone, Debug)]
pub struct Child {
    pub name: String,
    pub seen: Seen,
    /// What stands in the braces; `None` where the module is a file of its own.
    pub inline: Option<Part>,
}

#[derive(Clone, Debug)]
pub struct Impl {
    pub of: Vec<String>,
    pub is_inherent: bool,
}

/// A module's own text.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub children: Vec<Child>,
    pub items: Vec<Item>,
    pub imports: Vec<Import>,
    pub impls: Vec<Impl>,
    /// Every path of two names or more.
    pub paths: Vec<Vec<String>>,
    /// Every name that stands outside the imports.
    pub words: BTreeSet<String>,
    /// What is neither a doc comment nor `mod` nor `use`.
    pub others: Vec<String>,
    /// A macro called among the items can define what nobody sees here.
    pub calls_macro: bool,
}

pub fn read(text: &str) -> Part {
    let stream: TokenStream = text.parse().expect("a file that compiles has tokens");
    let mut part = Part::default();
    part.read_items(without_tests(stream));
    part
}

fn read_seen(rest: &mut Tokens) -> Seen {
    if word(rest.peek()).is_none_or(|word| word != "pub") {
        return Seen::Here;
    }
    rest.next();
    if !is_group(rest.peek(), Delimiter::Parenthesis) {
        return Seen::All;
    }
    let words: Vec<String> = inside(rest.next()).into_iter().filter_map(|token| word(Some(&token))).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["crate"] => Seen::Crate,
        ["super"] | ["in", "super"] => Seen::Parent,
        ["in", "crate", ..] => Seen::In(words[2..].to_vec()),
        _ => Seen::Here,
    }
}

impl Part {
    fn read_items(&mut self, stream: TokenStream) {
        let mut rest = tokens(stream);
        while rest.peek().is_some() {
            if is_punct(rest.peek(), '#') {
                rest.next();
                if is_punct(rest.peek(), '!') {
                    rest.next();
                }
                self.scan(inside(rest.next()));
                continue;
            }
            let seen = read_seen(&mut rest);
            let Some(mut token) = rest.next() else { break };
            while is_before_fn(&token, rest.peek()) {
                token = rest.next().expect("just looked at");
            }
            match word(Some(&token)).unwrap_or_default().as_str() {
                "mod" => self.read_mod(seen, &mut rest),
                "use" => self.read_use(seen, &mut rest),
                "impl" => self.read_impl(&mut rest),
                "macro_rules" => self.read_macro(&mut rest),
                kind @ ("struct" | "enum" | "union" | "trait" | "type") => {
                    self.read_named(kind, (Kind::Type, seen), &mut rest)
                }
                kind @ ("fn" | "const" | "static") => self.read_named(kind, (Kind::Value, seen), &mut rest),
                "" => self.scan(TokenStream::from(token)),
                _ => {
                    let is_call = is_punct(rest.peek(), '!');
                    self.calls_macro |= is_call;
                    if is_call {
                        self.others.push(format!("{token}!"));
                    }
                    self.scan(std::iter::once(token).chain(until_end(&mut rest, false)).collect());
                }
            }
        }
    }

    fn read_mod(&mut self, seen: Seen, rest: &mut Tokens) {
        let name = word(rest.next().as_ref()).expect("a module has a name");
        let inline = is_group(rest.peek(), Delimiter::Brace).then(|| {
            let mut part = Part::default();
            part.read_items(inside(rest.next()));
            part
        });
        if inline.is_none() {
            rest.next();
        } else {
            self.others.push(format!("mod {name} {{}}"));
        }
        self.children.push(Child { name, seen, inline });
    }

    fn read_use(&mut self, seen: Seen, rest: &mut Tokens) {
        let mut tree: Vec<TokenTree> = Vec::new();
        for token in rest.by_ref() {
            if is_punct(Some(&token), ';') {
                break;
            }
            tree.push(token);
        }
        self.read_tree(&[], &seen, tokens(tree.into_iter().collect()));
    }

    fn read_tree(&mut self, before: &[String], seen: &Seen, mut rest: Tokens) {
        while rest.peek().is_some() {
            let mut path = before.to_vec();
            eats_colons(&mut rest);
            loop {
                if is_group(rest.peek(), Delimiter::Brace) {
                    self.read_tree(&path, seen, tokens(inside(rest.next())));
                    break;
                }
                if is_punct(rest.peek(), '*') {
                    rest.next();
                    self.imports.push(Import { path: path.clone(), name: "*".to_owned(), seen: seen.clone() });
                    break;
                }
                let Some(name) = word(rest.next().as_ref()) else { break };
                if name != "self" || path.is_empty() {
                    path.push(name);
                }
                if !eats_colons(&mut rest) {
                    let mut name = path.last().cloned().unwrap_or_default();
                    if word(rest.peek()).is_some_and(|word| word == "as") {
                        rest.next();
                        name = word(rest.next().as_ref()).unwrap_or_default();
                    }
                    self.imports.push(Import { path: path.clone(), name, seen: seen.clone() });
                    break;
                }
            }
            if is_punct(rest.peek(), ',') {
                rest.next();
            }
        }
    }

    fn read_impl(&mut self, rest: &mut Tokens) {
        let all: Vec<TokenTree> = until_end(rest, false).collect();
        self.scan(all.iter().cloned().collect());
        let head: Vec<TokenTree> =
            all.into_iter().take_while(|token| !is_group(Some(token), Delimiter::Brace)).collect();
        let of = |tokens: &[TokenTree]| paths_of(tokens.iter().cloned().collect()).into_iter().next();
        let start = after_generics(&head);
        let for_at = head.iter().enumerate().position(|(at, token)| {
            word(Some(token)).is_some_and(|word| word == "for") && !is_punct(head.get(at + 1), '<')
        });
        let from = for_at.map_or(start, |at| at + 1);
        let name = of(&head[from..]).unwrap_or_default();
        self.others.push(match for_at {
            Some(at) => {
                let of_trait = of(&head[start..at]).unwrap_or_default();
                format!("impl {} for {}", of_trait.join("::"), name.join("::"))
            }
            None => format!("impl {}", name.join("::")),
        });
        self.impls.push(Impl { of: name, is_inherent: for_at.is_none() });
    }

    fn read_macro(&mut self, rest: &mut Tokens) {
        rest.next();
        let name = word(rest.next().as_ref()).unwrap_or_default();
        self.others.push(format!("macro {name}"));
        self.items.push(Item { name, kind: Kind::Macro, seen: Seen::Here });
        self.scan(until_end(rest, false).collect());
    }

    fn read_named(&mut self, said: &str, (kind, seen): (Kind, Seen), rest: &mut Tokens) {
        let mut name = word(rest.next().as_ref()).unwrap_or_default();
        if name == "mut" {
            name = word(rest.next().as_ref()).unwrap_or_default();
        }
        self.others.push(format!("{said} {name}"));
        self.items.push(Item { name, kind, seen });
        self.scan(until_end(rest, ["const", "static", "type"].contains(&said)).collect());
    }

    /// Takes in the paths and words of an item, and the imports within it.
    fn scan(&mut self, stream: TokenStream) {
        let mut rest = tokens(stream);
        let mut before = ' ';
        while let Some(token) = rest.next() {
            let sign = std::mem::replace(&mut before, ' ');
            match token {
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Punct(punct) => before = punct.as_char(),
                TokenTree::Literal(_) => {}
                TokenTree::Ident(ident) if ident == "use" && !is_punct(rest.peek(), '<') => {
                    self.read_use(Seen::Here, &mut rest);
                }
                TokenTree::Ident(ident) => {
                    let mut path = vec![ident.to_string().trim_start_matches("r#").to_owned()];
                    while eats_colons(&mut rest) {
                        match word(rest.peek()) {
                            Some(name) => path.push(name),
                            None => break,
                        }
                        rest.next();
                    }
                    self.words.extend(path.iter().cloned());
                    let starts_here = sign != '.' && (sign != '$' || path[0] == "crate");
                    if path.len() > 1 && starts_here {
                        self.paths.push(path);
                    }
                }
            }
        }
    }
}

#[test]
fn a_file_is_read_by_its_tokens() {
    let part = read(
        "//! Docs.\nmod a;\npub(super) use a::{self, b::{C as D, e}, *};\npub const fn f<'a, T: Fn() -> u8>() -> impl \
         Iterator<Item = &'a str> { x::y() }\nimpl<'a, T: Fn() -> u8> Trait<T> for a::B<'a> where T: Copy {}\n\
         #[cfg(test)]\npub struct Gone<T, U> { x: T }\nstruct Kept { #[cfg(test)] gone: gone::Map<A, B>, kept: \
         kept::Map<A> }\nmade! { gone::by::nobody() }\n#[cfg(test)]\nmod tests { use gone::x; }",
    );
    let items: Vec<&str> = part.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(items, ["f", "Kept"]);
    let imports: Vec<String> =
        part.imports.iter().map(|import| format!("{} = {}", import.name, import.path.join("::"))).collect();
    assert_eq!(imports, ["a = a", "D = a::b::C", "e = a::b::e", "* = a"]);
    assert!(part.imports.iter().all(|import| import.seen == Seen::Parent));
    let paths: Vec<String> = part.paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["x::y", "a::B", "kept::Map", "gone::by::nobody"]);
    assert_eq!(part.others, ["fn f", "impl Trait for a::B", "struct Kept", "made!"]);
    assert!(part.calls_macro && !part.impls[0].is_inherent);
}

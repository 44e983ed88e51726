//! Walks over tokens: what is next, where an item ends, which parts of a file are tests.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::iter::Peekable;
use std::vec::IntoIter;

pub type Tokens = Peekable<IntoIter<TokenTree>>;

pub fn tokens(stream: TokenStream) -> Tokens {
    stream.into_iter().collect::<Vec<_>>().into_iter().peekable()
}

pub fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

pub fn word(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string().trim_start_matches("r#").to_owned()),
        _ => None,
    }
}

pub fn is_group(token: Option<&TokenTree>, delimiter: Delimiter) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
}

pub fn inside(token: Option<TokenTree>) -> TokenStream {
    match token {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    }
}

/// The tokens without whatever stands under `#[cfg(test)]`, at every depth.
pub fn without_tests(stream: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut rest = tokens(stream);
    while let Some(token) = rest.next() {
        let is_attribute = is_punct(Some(&token), '#') && is_group(rest.peek(), Delimiter::Bracket);
        if is_attribute && rest.peek().is_some_and(|group| group.to_string().replace(' ', "") == "[cfg(test)]") {
            rest.next();
            skip_one(&mut rest);
        } else if let TokenTree::Group(group) = token {
            kept.push(Group::new(group.delimiter(), without_tests(group.stream())).into());
        } else {
            kept.push(token);
        }
    }
    kept.into_iter().collect()
}

/// Goes past one item, field or statement: to its semicolon, its comma or the end of its braces.
pub fn skip_one(rest: &mut Tokens) {
    let is_use = word(rest.peek()).is_some_and(|word| word == "use");
    let mut angles = 0_i32;
    let mut before = ' ';
    for token in rest.by_ref() {
        let sign = match &token {
            TokenTree::Punct(punct) => punct.as_char(),
            _ => ' ',
        };
        angles += i32::from(sign == '<') - i32::from(sign == '>' && before != '-' && before != '=');
        before = sign;
        let ends_here = sign == ';' || (sign == ',' && angles <= 0 && !is_use);
        if ends_here || (is_group(Some(&token), Delimiter::Brace) && !is_use) {
            return;
        }
    }
}

/// `::`, if it is next.
pub fn eats_colons(rest: &mut Tokens) -> bool {
    let is_joint = matches!(rest.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint);
    if is_joint {
        rest.next();
        rest.next();
    }
    is_joint
}

/// Whether a word as in `const fn` or `unsafe impl` stands before what says what the item is.
pub fn is_before_fn(token: &TokenTree, next: Option<&TokenTree>) -> bool {
    let is_one = |token: Option<&TokenTree>, words: &[&str]| word(token).is_some_and(|word| words.contains(&&*word));
    is_one(Some(token), &["const", "unsafe", "async"]) && is_one(next, &["fn", "unsafe", "async", "impl", "trait"])
}

/// An item's tokens to its end: the first braces or a semicolon, or only the semicolon.
pub fn until_end(rest: &mut Tokens, only_semicolon: bool) -> IntoIter<TokenTree> {
    let mut taken = Vec::new();
    for token in rest.by_ref() {
        let ends = is_punct(Some(&token), ';') || (!only_semicolon && is_group(Some(&token), Delimiter::Brace));
        taken.push(token);
        if ends {
            break;
        }
    }
    taken.into_iter()
}

pub fn after_generics(head: &[TokenTree]) -> usize {
    if !is_punct(head.first(), '<') {
        return 0;
    }
    let mut depth = 0_i32;
    for (at, token) in head.iter().enumerate() {
        let is_arrow = at > 0 && is_punct(head.get(at - 1), '-');
        depth += i32::from(is_punct(Some(token), '<')) - i32::from(is_punct(Some(token), '>') && !is_arrow);
        if depth == 0 {
            return at + 1;
        }
    }
    head.len()
}

/// The paths of some tokens, those of one name too.
pub fn paths_of(stream: TokenStream) -> Vec<Vec<String>> {
    let mut rest = tokens(stream);
    let mut paths = Vec::new();
    let mut is_lifetime = false;
    while let Some(token) = rest.next() {
        if let (Some(name), false) = (word(Some(&token)), is_lifetime) {
            let mut path = vec![name];
            while eats_colons(&mut rest) {
                path.extend(word(rest.next().as_ref()));
            }
            if !["dyn", "mut", "const"].contains(&path[0].as_str()) {
                paths.push(path);
            }
        }
        is_lifetime = is_punct(Some(&token), '\'');
    }
    paths
}

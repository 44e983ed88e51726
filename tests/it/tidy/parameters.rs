//! What a function is given: plain arguments or a struct with a name, never a tuple.

use super::baseline;
use super::house::house;
use super::tokens::{self, Tokens, is_group, is_punct, word};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn no_parameter_is_a_tuple() {
    let mut found = BTreeSet::new();
    for (_, module) in house().files() {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&module.file)).unwrap();
        found.extend(given_tuples(&text).into_iter().map(|name| format!("{}: fn {name}", module.file)));
    }
    baseline::hold(
        "tuples.txt",
        &found,
        "a tuple stands in place of arguments: give each an own name and place, or all of them a struct",
    );
}

/// The functions of a text that take a tuple. Its tests may do so.
fn given_tuples(text: &str) -> Vec<String> {
    let stream: TokenStream = text.parse().expect("a file that compiles has tokens");
    let mut names = Vec::new();
    look_through(tokens::without_tests(stream), &mut names);
    names
}

fn look_through(stream: TokenStream, names: &mut Vec<String>) {
    let mut rest = tokens::tokens(stream);
    while let Some(token) = rest.next() {
        if word(Some(&token)).is_some_and(|word| word == "fn")
            && let Some(name) = word(rest.peek())
        {
            rest.next();
            skip_generics(&mut rest);
            if parameters(tokens::inside(rest.next())).iter().any(|parameter| is_tuple(parameter)) {
                names.push(name);
            }
        } else if let TokenTree::Group(group) = token {
            look_through(group.stream(), names);
        }
    }
}

/// How a token changes the depth of angle brackets; the end of an arrow is no bracket.
fn angle(before: Option<&TokenTree>, token: &TokenTree) -> i32 {
    let is_arrow = is_punct(before, '-') || is_punct(before, '=');
    i32::from(is_punct(Some(token), '<')) - i32::from(is_punct(Some(token), '>') && !is_arrow)
}

fn skip_generics(rest: &mut Tokens) {
    let mut depth = 0;
    let mut before = None;
    while depth > 0 || is_punct(rest.peek(), '<') {
        let Some(token) = rest.next() else { return };
        depth += angle(before.as_ref(), &token);
        before = Some(token);
    }
}

/// The tokens between commas that stand in no brackets.
fn parameters(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parameters = vec![Vec::new()];
    let mut depth = 0;
    let mut before = None;
    for token in stream {
        depth += angle(before.as_ref(), &token);
        before = Some(token.clone());
        match parameters.last_mut() {
            Some(last) if depth > 0 || !is_punct(Some(&token), ',') => last.push(token),
            _ => parameters.push(Vec::new()),
        }
    }
    parameters.retain(|parameter| !parameter.is_empty());
    parameters
}

/// Whether the type of a parameter is a tuple of two or more, or a reference to one.
fn is_tuple(parameter: &[TokenTree]) -> bool {
    let mut rest = parameter.iter().cloned().peekable();
    while let Some(token) = rest.next() {
        let is_path = is_punct(Some(&token), ':') && is_punct(rest.peek(), ':');
        if is_path {
            rest.next();
        } else if is_punct(Some(&token), ':') {
            break;
        }
    }
    loop {
        let token = rest.next();
        if is_punct(token.as_ref(), '\'') {
            rest.next();
        } else if !is_punct(token.as_ref(), '&') && word(token.as_ref()).is_none_or(|word| word != "mut") {
            return is_group(token.as_ref(), Delimiter::Parenthesis) && parameters(tokens::inside(token)).len() > 1;
        }
    }
}

#[test]
fn a_tuple_is_seen_in_every_place_of_a_parameter() {
    let text = "fn a<F: Fn(u8) -> Vec<u8>, T>((x, y): (u8, u8), f: F) {}\n\
                impl A { fn b(&self, pair: &'a mut (Map<A, B>, u8)) { fn inner(_: (u8, u8)) {} } }\n\
                trait T { fn c(&self, at: (u8, u8)); }\n\
                fn kept(list: &[(u8, u8)], one: Option<(u8, u8)>, is: &(dyn Fn(u8, u8) -> Map<A, B> + 'a), unit: ()) \
                -> (u8, u8) { |(x, y): (u8, u8)| x }\n\
                fn taken_apart(a::B { x, y }: a::B, [c, d]: [u8; 2], Pair(e, f): Pair) { let fn_of: fn((u8, u8)) = g; }\n\
                #[cfg(test)]\nmod tests { fn of_a_test(at: (u8, u8)) {} }";
    assert_eq!(given_tuples(text), ["a", "b", "inner", "c"]);
}

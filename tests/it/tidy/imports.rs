//! One way to import: the whole path from `crate` or from a package, names instead of `*`, braces only at the end.

use super::{sources, src, tokens};
use proc_macro2::TokenStream;

#[test]
fn an_import_names_what_it_brings_by_its_whole_path() {
    let found: Vec<String> = sources(&src())
        .iter()
        .flat_map(|file| {
            let text: TokenStream = std::fs::read_to_string(file).unwrap().parse().unwrap();
            odd_imports(tokens::without_tests(text)).into_iter().map(|odd| format!("{}: use {odd}", file.display()))
        })
        .collect();
    assert!(found.is_empty(), "write the whole path and the names:\n{}", found.join("\n"));
}

/// The imports that begin with `self` or `super`, that have a `*`, or braces inside braces.
fn odd_imports(stream: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = tokens::tokens(stream);
    while let Some(token) = rest.next() {
        // `impl Fn() -> impl Trait + use<'a>` is no import.
        if tokens::word(Some(&token)).as_deref() != Some("use") || tokens::is_punct(rest.peek(), '<') {
            found.extend(odd_imports(tokens::inside(Some(token))));
            continue;
        }
        let path = std::iter::from_fn(|| rest.next_if(|token| !tokens::is_punct(Some(token), ';')));
        let path: String = path.map(|token| token.to_string().replace(char::is_whitespace, "")).collect();
        let is_relative = ["self::", "super::", "::"].iter().any(|begin| path.starts_with(begin));
        if is_relative || path.contains('*') || path.matches('{').count() > 1 {
            found.push(path);
        }
    }
    found
}

#[test]
fn odd_imports_are_seen_in_every_place() {
    let odd = |text: &str| odd_imports(text.parse().unwrap()).len();
    assert_eq!(odd("use crate::a::{self, b, c as d}; pub use a::B; fn f() -> impl C + use<'_> { use std::fs; }"), 0);
    assert_eq!(
        odd("use super::a; mod b { use self::c; fn f() { use d::*; } } pub(super) use crate::e::{f::{g}, h};"),
        4
    );
}

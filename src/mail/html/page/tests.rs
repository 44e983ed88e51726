//! HTML as mail programs write it, as careless programs write it, and as nobody should.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::mail::limits;
use crate::mail::parts;
use regex::Regex;
use std::path::Path;

fn check(html: &str, expected: &str) {
    assert_eq!(text(html).trim(), expected, "{html}");
}

#[test]
fn blocks_and_breaks_are_lines_and_entities_are_read() {
    check("<div>e5-e3</div><p>one<br>two</p><ul><li>a&nbsp;b<li>c &amp; d</ul>", "e5-e3\none\ntwo\na b\nc & d");
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

/// An unclosed `<head>` once hid the whole mail, and so did other unclosed elements that show nothing.
#[test]
fn what_is_left_out_or_unknown_swallows_nothing() {
    for html in [
        "<html><head><meta charset=utf-8><title>t</title><body>e5-e3",
        "<head><style>p { }</style><p>e5-e3",
        "<head/>e5-e3",
        "<head/><body>e5-e3</body>",
        "<title/>e5-e3",
        "<title/><div>e5-e3</div>",
        "<style/>e5-e3",
        "<o:p>e5-e3",
        "<unknown/>e5-e3",
        "<font><b><i><u><span>e5-e3",
        "<object>e5-e3",
        "<select>e5-e3",
        "<noscript>e5-e3</noscript>",
        "<div hidden>x</div><p hidden>x<p>e5-e3",
        "<table><tr><td>e5-e3",
        "</div></p>e5-e3</body></html>",
        "<body><script>if (a < b) { }</script>e5-e3",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\"><html xmlns=\"http://www.w3.org/1999/xhtml\">e5-e3",
        "<template>x</template><svg><title>x</title></svg>e5-e3",
        "e5-e3<br/></body>",
    ] {
        check(html, "e5-e3");
    }
    check("<blockquote>old<p>e5-e3", "> old\n> e5-e3");
    check("<div class=gmail_quote>old</div>e5-e3", "> old\ne5-e3");
    check("<table>e5-e3<tr><td>a</table>", "e5-e3\na");
    check("<p>a<b>b<p>c</b>d", "ab\ncd");
}

#[test]
fn a_page_without_its_end_tags_says_so() {
    for (html, is_closed) in [
        ("<div>e5-e3</div>", true),
        ("e5-e3", true),
        ("<p>e5-e3<br><img src=x><ul><li>a<li>b</ul><table><tr><td>c</table>", true),
        ("<html><body><p>e5-e3", true),
        ("<svg><path/></svg>", true),
        ("e5-e3</div>", true),
        ("<div>e5-e3", false),
        ("<div><b>e5-e3</div>", false),
        ("</div><div>e5-e3", false),
        ("e5-e3<!-- and", false),
        ("e5-e3<a href=\"x", false),
        ("e5-e3<style>", false),
        ("<title/>e5-e3", false),
    ] {
        assert_eq!(read(html).map(|page| page.is_closed), Some(is_closed), "{html}");
    }
}

#[test]
fn pictures_are_seen() {
    for (html, has_pictures) in [
        ("e5-e3", false),
        ("<img src=\"cid:x\">", true),
        ("<div style='display:none'><img src=x></div>", false),
        ("<svg></svg>", true),
    ] {
        assert_eq!(read(html).map(|page| page.has_pictures), Some(has_pictures), "{html}");
    }
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
    check("e5-e3<div class=gmail_signature>Ann<div>CEO</div></div>", "e5-e3");
}

#[test]
fn nesting_that_is_too_deep_is_not_read() {
    let nested = |levels: usize| format!("{}e5-e3{}", "<div>".repeat(levels), "</div>".repeat(levels));
    // The document, <html>, <body> and the text are levels too.
    let most = limits::HTML_DEPTH_MAX - 3;
    check(&nested(most), "e5-e3");
    assert_eq!(read(&nested(most + 1)), None);
    assert_eq!(read(&"<div><blockquote><table><td>".repeat(20_000)), None);
    assert_eq!(read(&"<p></p>".repeat(limits::HTML_TAGS_MAX)), None);
    // These elements are not nested, however many there are.
    check(&"<p>a".repeat(2_000), "a\n".repeat(2_000).trim());
}

/// Removes each tag that is optional. What is shown must stay the same.
fn without_optional_tags(html: &str) -> String {
    let between = r"(?:\s|<!--(?s:.*?)-->)*";
    let whole = Regex::new(r"(?i)</?(?:html|head|body)(?:\s[^>]*)?>").unwrap();
    let html = whole.replace_all(html, "").into_owned();
    [
        ("li", r"<li\b|</[uo]l>"),
        ("p", r"<(?:p|div|ul|ol|blockquote|h[1-6]|hr|pre)\b|</(?:div|td|th|li|blockquote)>|$"),
        ("t[dh]", r"<t[dh]\b|<tr\b|</tr>|</table>|</tbody>"),
        ("tr", r"<tr\b|</table>|</t(?:body|head|foot)>"),
        ("t(?:body|head|foot)", r"<t(?:body|foot)\b|</table>"),
        ("d[dt]", r"<d[dt]\b|</dl>"),
        ("option", r"<option\b|</select>"),
    ]
    .into_iter()
    .fold(html, |html, (name, follows)| {
        // What follows is put back, because the regex package has no look-ahead (it reads in linear time).
        let end = Regex::new(&format!("(?i)</{name}\\s*>({between}(?:{follows}))")).unwrap();
        let mut html = html;
        while end.is_match(&html) {
            html = end.replace_all(&html, "$1").into_owned();
        }
        html
    })
}

/// The HTML parts of the mails in a folder, with the names of the mails.
fn pages(folder: &Path) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "eml") {
            let parts = parts::take_apart(&std::fs::read(&path).unwrap());
            let leaves = parts.map(|parts| parts.leaves).unwrap_or_default();
            let html = leaves.iter().filter(|leaf| leaf.mimetype == "text/html");
            pages.extend(html.map(|leaf| (path.display().to_string(), leaf.text(limits::TEXT_BYTES_MAX).0)));
        }
    }
    pages
}

fn check_pages(pages: &[(String, String)]) {
    assert!(pages.iter().any(|(_, html)| !text(html).trim().is_empty()));
    for (name, html) in pages {
        let bare = without_optional_tags(html);
        assert_eq!(text(&bare), text(html), "{name}");
    }
}

#[test]
fn tags_that_may_be_left_out_change_nothing() {
    let mails = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails");
    let pages: Vec<_> = ["clients", "replies"].iter().flat_map(|folder| pages(&mails.join(folder))).collect();
    assert!(pages.len() >= 15, "{}", pages.len());
    check_pages(&pages);
    let table = "<html><head><title>t</title></head><body><table><tbody><tr><td>a</td><td>b</td></tr> <tr><td>c</td></tr>\
                 </tbody></table><p>d</p><ul><li>e</li><li>f</li></ul></body></html>";
    let bare = "<title>t</title><table><tbody><tr><td>a<td>b <tr><td>c</table><p>d<ul><li>e<li>f</ul>";
    assert_eq!(without_optional_tags(table), bare);
    assert_eq!(text(table), "a b\nc\nd\ne\nf\n");
}

#[test]
fn tags_that_may_be_left_out_change_nothing_in_the_corpus() {
    let Some(corpus) = std::env::var_os("TAFLPOST_CORPUS") else {
        eprintln!("skipped: TAFLPOST_CORPUS is not set");
        return;
    };
    let pages: Vec<_> =
        ["bounces", "malformed"].iter().flat_map(|folder| pages(&Path::new(&corpus).join(folder))).collect();
    eprintln!("{} HTML parts", pages.len());
    check_pages(&pages);
}

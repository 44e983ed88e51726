//! How long it takes to read a mail and to find the answer in it: `cargo bench --bench mails`.
//!
//! The typical mails are answers to our letters, with the letter quoted. The hostile mails are as long as a mail may be, or odd. Reading
//! any of them must take less than 50 ms, else the program fails. The same limit applies to the mails in the folder that `TAFLPOST_CORPUS`
//! names.
#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use divan::{Bencher, black_box};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use taflpost::command;
use taflpost::mail::{self, Message, Own, limits, reply};
use taflpost::tafl::Catalogue;

/// No mail may take longer.
const WORST: Duration = Duration::from_millis(50);

fn main() {
    hostile_mails_are_quick();
    divan::main();
}

fn own() -> Own {
    Own::new(vec!["club@tafl.example".parse().unwrap()])
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::embedded().unwrap());

fn new_text(message: &Message) -> String {
    reply::written(&message.text, &|line| command::is_command(line, &CATALOGUE)).text
}

fn read_and_cut(raw: &[u8]) -> Option<String> {
    let message = Message::read(raw, &own()).ok()?;
    Some(new_text(&message))
}

/// An answer of about 3 KB: plain text, with a letter about a 19x19 board quoted below.
fn typical() -> Vec<u8> {
    let letter = include_str!("../tests/golden/large-turn.txt");
    let quoted: String = letter.lines().map(|line| format!("> {line}\n")).collect();
    let mail = format!(
        "Return-Path: <ann@mail.example>\nReceived: from mx.mail.example (mx.mail.example [192.0.2.7])\n\tby tafl.example \
         (Postfix) with ESMTPS id 4F1C2\n\tfor <club+12.k7qf9x2mpd4wt3ha@tafl.example>; Tue, 24 Nov 2026 11:02:17 +0100\n\
         Authentication-Results: mx.tafl.example; dkim=pass (2048-bit key) header.d=mail.example header.i=@mail.example;\n\t\
         dmarc=pass (p=none dis=none) header.from=mail.example\nFrom: Ann Berg <ann@mail.example>\nTo: Taflpost \
         <club+12.k7qf9x2mpd4wt3ha@tafl.example>\nSubject: Re: Hnefatafl 19x19 board 12: ann v bob\nDate: Tue, 24 Nov 2026 \
         11:02:11 +0100\nMessage-ID: <reply-1@mail.example>\nMIME-Version: 1.0\nUser-Agent: Mozilla Thunderbird\nIn-Reply-To: \
         <12.5.k7qf9x2mpd4wt3ha@tafl.example>\nReferences: <12.1.00000000000000aa@tafl.example> \
         <12.5.k7qf9x2mpd4wt3ha@tafl.example>\nContent-Type: text/plain; charset=UTF-8; \
         format=flowed\nContent-Transfer-Encoding: quoted-printable\n\nd6-f6\n\nGood move, I did not see that coming.\n\nOn \
         11/24/26 10:00, Taflpost wrote:\n> reply above this line (ref k7qf-9x2m-pd4w-t3ha)\n{}\n-- \nAnn Berg\n",
        quoted.replace('=', "=3D")
    );
    mail.replace('\n', "\r\n").into_bytes()
}

#[divan::bench]
fn a_typical_answer_read_and_cut(bencher: Bencher) {
    let raw = typical();
    eprintln!("a typical answer has {} bytes", raw.len());
    assert_eq!(read_and_cut(&raw).unwrap(), "d6-f6\n\nGood move, I did not see that coming.");
    bencher.counter(1usize).bench_local(|| read_and_cut(black_box(&raw)));
}

#[divan::bench]
fn the_same_and_its_command(bencher: Bencher) {
    let raw = typical();
    bencher.counter(1usize).bench_local(|| {
        let message = Message::read(black_box(&raw), &own()).unwrap();
        let new = new_text(&message);
        let tokens = mail::tokens(&message, &[]);
        (command::read(reply::command_subject(&message.subject), &new, &CATALOGUE), tokens)
    });
}

/// Text and HTML, 40 KB: what most programs send.
#[divan::bench]
fn an_answer_with_html_read_and_cut(bencher: Bencher) {
    let html = include_str!("../tests/golden/hnefatafl-turn.html");
    let text = String::from_utf8(typical()).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let (head, kind) = head.split_once("Content-Type: ").unwrap();
    let raw = format!(
        "{head}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: {kind}\r\n\r\n{body}\r\n--b\r\n\
         Content-Type: text/html; charset=utf-8\r\n\r\n<div>d6-f6</div><blockquote>{html}</blockquote>\r\n--b--\r\n"
    );
    assert_eq!(read_and_cut(raw.as_bytes()).unwrap(), "d6-f6\n\nGood move, I did not see that coming.");
    bencher.counter(1usize).bench_local(|| read_and_cut(black_box(raw.as_bytes())));
}

/// The answer of a program that sends HTML alone.
#[divan::bench]
fn html_alone_read_and_cut(bencher: Bencher) {
    let html = include_str!("../tests/golden/hnefatafl-turn.html");
    let raw = format!(
        "From: ann@mail.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<div>d6-f6</div><blockquote>{html}</blockquote>"
    );
    assert_eq!(read_and_cut(raw.as_bytes()).unwrap(), "d6-f6");
    bencher.counter(1usize).bench_local(|| read_and_cut(black_box(raw.as_bytes())));
}

/// Reads everything that is meant to be slow, and says which was the slowest.
fn hostile_mails_are_quick() {
    let mut mails = shapes();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails");
    let corpus = std::env::var_os("TAFLPOST_CORPUS").map(PathBuf::from);
    let corpus = corpus.iter().flat_map(|root| ["malformed", "bounces"].map(|name| root.join(name)));
    for folder in [folder.join("hostile"), folder.join("replies")].into_iter().chain(corpus) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "eml") {
                mails.push((path.display().to_string(), std::fs::read(path).unwrap()));
            }
        }
    }
    let took = |raw: &[u8]| {
        let start = on_processor();
        black_box((read_and_cut(raw), mail::fingerprint(raw)));
        on_processor() - start
    };
    let least = |raw: &[u8]| (0..3).map(|_| took(raw)).min().unwrap();
    let mut times: Vec<(Duration, String)> = mails.iter().map(|(name, raw)| (least(raw), name.clone())).collect();
    times.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    println!("{} odd mails; the slowest:", times.len());
    for (time, name) in &times[..5] {
        println!("{:7.2} ms  {name}", time.as_secs_f64() * 1_000.0);
    }
    assert!(times[0].0 < WORST, "{} took {:?}", times[0].1, times[0].0);
}

/// How long this thread has had a processor: others that want it too do not count.
fn on_processor() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

/// Mails of one piece again and again, as long as a mail is allowed to be.
fn shapes() -> Vec<(String, Vec<u8>)> {
    let head = "From: ann@mail.example\n";
    let filled = |piece: &str, bytes: usize| piece.repeat(bytes / piece.len());
    let block = limits::HEADER_BLOCK_BYTES_MAX - 200;
    let rest = limits::MESSAGE_BYTES_MAX - 200;
    let mut shapes = Vec::new();
    for piece in [
        "From: a@b.example\n",
        "Received: from x by y\n",
        "Subject: =?utf-8?q?x?= =?utf-8?q?y?=\n",
        "a:\n",
        "X: (\n ",
        ":",
    ] {
        shapes.push((format!("headers of {piece:?}"), format!("{head}{}\n\nx", filled(piece, block))));
    }
    for header in ["Subject: ", "To: ", "References: ", "Authentication-Results: x; ", "Content-Type: text/plain"] {
        for piece in [
            "=?utf-8?Q?=41?= ",
            "=?utf-8?Q?",
            "a@b.example, ",
            "<a@b> ",
            "(",
            "\"",
            "; a=b",
            "; charset*0=b",
            "\u{e9}",
            ",",
        ] {
            let value = filled(piece, limits::HEADER_BYTES_MAX - 200);
            let many = format!("{header}{value}\n").repeat(7);
            shapes.push((format!("{header:?} of {piece:?}"), format!("{head}{many}\nx")));
        }
    }
    let nested: String =
        (0..99).map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}x\n\n--b{at}x\n")).collect();
    shapes.push(("99 nested parts".to_owned(), format!("{head}{nested}\n{}", filled("x y\n", rest - 6_000))));
    let flat = format!("--b\nContent-Type: text/plain\n\n{}\n", filled("e5-e3\n", rest / 100));
    shapes.push((
        "99 parts".to_owned(),
        format!("{head}Content-Type: multipart/mixed; boundary=b\n\n{}", flat.repeat(99)),
    ));
    for kind in ["text/plain", "text/plain; format=flowed; delsp=yes", "text/html", "text/plain; charset=iso-2022-jp"] {
        for piece in [
            "> ",
            ">",
            "> x\n",
            "=",
            "=0A",
            "=\n",
            "x ",
            "x \n",
            "\n",
            " ",
            "<div>",
            "<blockquote>",
            "<table><tr><td>",
            "&#10;",
            "&",
            "<",
            "<!--",
            "<a href=\"",
            "<x y=z ",
            "-- \n",
            "-- \n> x\n",
            "On 24 Nov 2026, 10:00, x <y@z>\n",
            "On 1 Jan 2026 10:00 wrote:\n",
            "From: x\n",
            "From: x\nSent: y\n",
            "________\n",
            "reply above this line\n",
            "reply above this line (ref k7qf-9x2m-pd4w-t3ha)\n",
            "e5-e3 ",
            "club+12.k7qf9x2mpd4wt3ha@x.example\n",
            "a@b ",
            "http://",
            "\u{200b}",
            "\0",
            "*",
            "move 17 e5-e3\n",
            "```\n",
            "AB> x\n",
        ] {
            let body = filled(piece, rest);
            shapes.push((format!("{kind} of {piece:?}"), format!("{head}Content-Type: {kind}\n\n{body}")));
        }
    }
    for (name, html) in tangles() {
        shapes.push((format!("HTML: {name}"), format!("{head}Content-Type: text/html\n\n{html}")));
    }
    shapes.into_iter().map(|(name, mail)| (name, mail.into_bytes())).collect()
}

/// HTML that costs a tree builder more than its length, each as long as it is read.
fn tangles() -> Vec<(String, String)> {
    let numbered = |piece: &str| {
        let mut all = String::new();
        for number in 0.. {
            all.push_str(&piece.replace('#', &number.to_string()));
            if all.len() > limits::TEXT_BYTES_MAX {
                break;
            }
        }
        all
    };
    let inside = |outer: &str, depth: usize, piece: &str| outer.repeat(depth) + &numbered(piece);
    let mut tangles = Vec::new();
    for piece in [
        "<p><font class=#>",
        "<p><font class=#>x",
        "<p><b>x",
        "<p>",
        "<p>x",
        "<li>",
        "<b>",
        "<b class=#>",
        "</p>",
        "<a><p>x",
        "<a class=#></a>x",
        "<a class=#><div></a>",
        "<b class=#><p></b>x",
        "<nobr class=#><p></nobr>",
        "<table>",
        "<table>x",
        "<table><tr><td></table>x",
        "<table><b>x</table>",
        "<table><tr>x",
        "<select><option>",
        "<svg><title>",
        "<svg><p>",
        "<math><mi>",
        "<template>",
        "<template></template>",
        "<button>",
        "<form>",
        "<h1>",
        "<dd>",
        "<applet>",
        "<applet></applet>",
        "<ruby><rt>",
        "<x#>",
        "<x#></x#>",
        "</x#>",
        "<html class=#>",
        "<body class=#>",
        "<frameset>",
        "<title>",
        "<!DOCTYPE #>",
        "&amp;",
        "&#",
        "\0",
        "<?x>",
        "<div style='display:none'>",
        "<br style='display:none'>",
        "<pre>\n\n",
    ] {
        tangles.push((format!("{piece:?}"), numbered(piece)));
        for (outer, depth) in [("<div>", 200), ("<b>", 3), ("<table><tr><td>", 60), ("<a href=x><b><i>", 1)] {
            tangles.push((format!("{piece:?} in {depth} of {outer}"), inside(outer, depth, piece)));
        }
    }
    let fonts = |count: usize| (0..count).map(|at| format!("<font class={at}>")).collect::<String>();
    for piece in
        ["<p>", "<p>x", "<p>x</p>", "</p>x<p>", "<div></div>", "</b>", "</a>", "<a>", "<td>", "<table>x</table>"]
    {
        tangles.push((format!("200 fonts, then {piece:?}"), fonts(200) + &numbered(piece)));
        tangles.push((format!("<p>, 200 fonts, then {piece:?}"), format!("<p>{}</p>{}", fonts(200), numbered(piece))));
    }
    for attribute in [" a#", " a#=b", " a=b", "/a#", " a#=\"b\"", " class=#", " style='display:#'"] {
        tangles.push((format!("one tag with {attribute:?}"), format!("<a{}>x", numbered(attribute))));
        tangles.push((format!("svg title with {attribute:?}"), format!("<svg><title><a{}>x", numbered(attribute))));
    }
    tangles
}

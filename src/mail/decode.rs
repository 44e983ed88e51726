//! Decodes transfer encodings and charsets. It is lenient: it returns everything that can be read.
//!
//! Where real mail differs from the standards, this code shows the same as mail clients do. A transfer encoding counts even with a comment
//! or blanks after it. Base64 ends at the first damage (often a plain-text footer that a mailing list has added). Eight-bit text without a
//! charset is UTF-8 if it is valid UTF-8, else windows-1252.

use mailparse::ParsedContentType;
use mailparse::body::Body;

/// Decodes a Content-Transfer-Encoding. `encoding` is the value of the header.
pub(crate) fn transfer(bytes: &[u8], encoding: &str) -> Vec<u8> {
    let token = encoding
        .trim_start()
        .split(|c: char| c.is_whitespace() || c == '(' || c == ';')
        .next()
        .unwrap_or("")
        .trim_matches('"');
    if token.eq_ignore_ascii_case("base64") {
        base64(bytes)
    } else if token.eq_ignore_ascii_case("quoted-printable") {
        quoted_printable(bytes)
    } else {
        bytes.to_vec()
    }
}

/// Decodes up to the first group of four that is not base64. Line ends are skipped anywhere, and missing padding is accepted.
fn base64(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let mut quantum = [0u8; 4];
    let mut filled = 0;
    for &byte in bytes {
        let Some(value) = base64_value(byte) else {
            if byte.is_ascii_whitespace() {
                continue;
            }
            break;
        };
        quantum[filled] = value;
        filled += 1;
        if filled == 4 {
            out.extend_from_slice(&base64_quantum(quantum));
            filled = 0;
        }
    }
    if filled > 1 {
        quantum[filled..].fill(0);
        out.extend_from_slice(&base64_quantum(quantum)[..filled - 1]);
    }
    out
}

fn base64_quantum([a, b, c, d]: [u8; 4]) -> [u8; 3] {
    [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]
}

fn base64_value(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// Decodes `=XX` and soft line breaks. An equals sign with anything else after it stays as it is.
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let content = line.trim_ascii_end();
        let (content, soft) = match content.strip_suffix(b"=") {
            Some(content) => (content, true),
            None => (content, false),
        };
        let mut at = 0;
        while let Some(&byte) = content.get(at) {
            let pair = (content.get(at + 1), content.get(at + 2));
            match (byte, pair) {
                (b'=', (Some(&high), Some(&low))) => match (hex(high), hex(low)) {
                    (Some(high), Some(low)) => {
                        out.push(high << 4 | low);
                        at += 3;
                    }
                    _ => {
                        out.push(byte);
                        at += 1;
                    }
                },
                _ => {
                    out.push(byte);
                    at += 1;
                }
            }
        }
        if !soft && line.ends_with(b"\n") {
            out.push(b'\n');
        }
    }
    out
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Decodes text in a declared or guessed charset. Line ends become LF, and NUL characters are removed.
pub(crate) fn text(bytes: &[u8], charset: Option<&str>) -> String {
    let label = charset.unwrap_or("").trim().trim_matches(['"', '\'']);
    let decoded = match label.to_ascii_lowercase().as_str() {
        "" | "us-ascii" | "ascii" | "ansi_x3.4-1968" | "unknown-8bit" | "default" => guess(bytes),
        "utf-8" | "utf8" => String::from_utf8_lossy(bytes).into_owned(),
        label if !bytes.is_ascii() && !is_known(label) => guess(bytes),
        label => by_label(bytes, label),
    };
    let (mut clean, mut from) = (String::with_capacity(decoded.len()), 0);
    for (at, odd) in decoded.match_indices(['\r', '\0', '\u{2028}', '\u{2029}', '\u{85}']) {
        clean.push_str(&decoded[from..at]);
        from = at + odd.len();
        let ends_a_line = match odd {
            "\r" => !decoded[from..].starts_with('\n'),
            "\0" => false,
            _ => true,
        };
        clean.push_str(if ends_a_line { "\n" } else { "" });
    }
    clean.push_str(&decoded[from..]);
    clean
}

fn guess(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => by_label(bytes, "windows-1252"),
    }
}

/// mailparse has the table of charsets. This asks it without having to build a mail around the bytes.
fn by_label(bytes: &[u8], label: &str) -> String {
    let kind = ParsedContentType { charset: label.to_string(), ..ParsedContentType::default() };
    match Body::new(bytes, &kind, &Some("binary".to_string())) {
        Body::Binary(body) => body.get_as_string().unwrap_or_default(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Under an unknown label, every byte beyond ASCII decodes to a replacement character. Every eight-bit charset that mailparse knows decodes
/// at least one of these two bytes to something else.
fn is_known(label: &str) -> bool {
    by_label(b"\xc3\xa9", label) != "\u{fffd}\u{fffd}"
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_with_decoration_counts() {
        for encoding in ["base64", "BASE64 ", "base64 (by hand)", "\"base64\"", "base64; x"] {
            assert_eq!(transfer(b"ZTUt\r\nZTM=\r\n", encoding), b"e5-e3", "{encoding}");
        }
        assert_eq!(transfer(b"e5-e3", "7bit"), b"e5-e3");
        assert_eq!(transfer(b"e5-e3", "x-unknown"), b"e5-e3");
    }

    #[test]
    fn base64_ends_at_its_first_damage() {
        assert_eq!(transfer(b"ZTUtZTM", "base64"), b"e5-e3");
        assert_eq!(transfer(b"ZTUtZTM=\n______\nlist footer", "base64"), b"e5-e3");
        assert_eq!(transfer(b"****", "base64"), b"");
    }

    #[test]
    fn quoted_printable_keeps_what_it_cannot_read() {
        assert_eq!(transfer(b"e5-=\r\ne3=20 \r\na=b =C3=A9=\n", "Quoted-Printable"), "e5-e3 \na=b é".as_bytes());
    }

    #[test]
    fn undeclared_text_is_utf_8_when_it_can_be() {
        assert_eq!(text("é".as_bytes(), None), "é");
        assert_eq!(text("é".as_bytes(), Some("us-ascii")), "é");
        assert_eq!(text("é".as_bytes(), Some("x-nonsense")), "é");
        assert_eq!(text(b"\xe9", None), "é");
        assert_eq!(text(b"\xe9", Some("x-nonsense")), "é");
    }

    #[test]
    fn a_declared_charset_is_believed() {
        assert_eq!(text(b"\xe9", Some("iso-8859-1")), "é");
        assert_eq!(text(b"\xc4\xe0", Some("windows-1251")), "Да");
        assert_eq!(text(b"\xe4\xc1", Some("KOI8-R")), "Да");
        assert_eq!(text(b"\xc4\xe3\xba\xc3", Some("gb2312")), "你好");
        assert_eq!(text(b"\x1b$B$O$$\x1b(B", Some("iso-2022-jp")), "はい");
    }

    #[test]
    fn every_kind_of_line_end_becomes_one_line_feed() {
        assert_eq!(text(b"a\r\nb\rc\n\0d", None), "a\nb\nc\nd");
    }
}

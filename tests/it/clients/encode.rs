//! Text as it is sent: charsets, transfer encodings, encoded words. The code here is separate from the program's, so that the reader is not
//! tested against itself.

use encoding_rs::Encoding;

/// The text in an old charset and the name that clients give it; none where it has no such signs.
pub fn legacy(text: &str, name: &str) -> Option<(String, Vec<u8>)> {
    let (bytes, _, lost) = Encoding::for_label(name.as_bytes()).unwrap().encode(text);
    let beyond = name == "iso-8859-1" && bytes.iter().any(|byte| (0x80..0xa0).contains(byte));
    let name = if beyond { "windows-1252" } else { name };
    (!lost).then(|| (name.to_owned(), bytes.into_owned()))
}

/// The body in the transfer encoding that its head names, with CRLF.
pub fn transfer(head: &str, bytes: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let text = lines.join(b"\r\n".as_slice());
    let head = head.to_lowercase();
    match () {
        () if head.contains("encoding: base64") => base64(&text).into_bytes(),
        () if head.contains("encoding: quoted-printable") => {
            let lines: Vec<String> = lines.into_iter().map(quoted_printable).collect();
            lines.join("\r\n").into_bytes()
        }
        () => text,
    }
}

pub fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for (index, three) in bytes.chunks(3).enumerate() {
        if index > 0 && index % 19 == 0 {
            out.push_str("\r\n");
        }
        let all = three.iter().chain([&0, &0]).take(3).fold(0_usize, |all, byte| all << 8 | usize::from(*byte));
        for sign in 0..4 {
            let known = sign <= three.len();
            out.push(if known { char::from(SIGNS[all >> (18 - 6 * sign) & 63]) } else { '=' });
        }
    }
    out
}

/// One line, folded at 76 signs.
fn quoted_printable(line: &[u8]) -> String {
    let mut out = String::new();
    let mut column = 0;
    for (at, byte) in line.iter().enumerate() {
        let last = at + 1 == line.len();
        let plain = matches!(byte, b' '..=b'<' | b'>'..=b'~' | b'\t') && !(last && matches!(byte, b' ' | b'\t'));
        let sign = if plain { char::from(*byte).to_string() } else { format!("={byte:02X}") };
        if column + sign.len() > 75 {
            out.push_str("=\r\n");
            column = 0;
        }
        column += sign.len();
        out.push_str(&sign);
    }
    out
}

/// The name in From as an encoded word where it is not plain.
pub fn header_words(head: &str) -> String {
    let line = |line: &str| match line.strip_prefix("From: ").and_then(|rest| rest.split_once(" <")) {
        Some((name, address)) if !name.is_ascii() => {
            format!("From: =?UTF-8?B?{}?= <{address}", base64(name.as_bytes()))
        }
        _ => line.to_owned(),
    };
    head.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

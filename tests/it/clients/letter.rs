//! Our letter as a mail client quotes it: its HTML as text, wrapped and escaped.

/// The address that our letters come from.
pub const CLUB_ADDRESS: &str = crate::world::CLUB;

/// What stands inside the body of an HTML letter.
pub fn body(html: &str) -> &str {
    let start = html.find("<body").and_then(|at| Some(at + html[at..].find('>')? + 1)).unwrap();
    &html[start..html.find("</body>").unwrap()]
}

/// The HTML as a client turns it into text: a line for each block and each row, the address of a link behind it.
pub fn as_text(html: &str, between_cells: &str) -> String {
    let mut out = String::new();
    let mut link = String::new();
    let mut rest = html;
    let mut pre = false;
    while let Some(at) = rest.find('<') {
        add(&mut out, &rest[..at], pre);
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        let name = tag.split([' ', '\n']).next().unwrap();
        match name {
            "p" | "/p" | "br" | "tr" | "/table" | "table" | "div" => out.push('\n'),
            "/td" | "/th" => out.push_str(between_cells),
            "pre" => pre = true,
            "/pre" => pre = false,
            "a" => link = tag.split_once("href=\"").unwrap().1.split('"').next().unwrap().replace("&amp;", "&"),
            "/a" => out.push_str(&format!(" <{link}>")),
            _ => {}
        }
    }
    add(&mut out, rest, pre);
    out.trim_matches('\n').to_owned() + "\n"
}

fn add(out: &mut String, text: &str, pre: bool) {
    let text = text
        .replace("&nbsp;", "\u{a0}")
        .replace("&#8250;", "\u{203a}")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    match pre {
        true => out.push_str(&text),
        false => {
            let begins = text.starts_with(['\n', ' ']) && !out.ends_with(['\n', ' ', '\t']) && !text.trim().is_empty();
            out.push_str(if begins { " " } else { "" });
            out.push_str(&text.split(['\n', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
        }
    }
}

/// A line broken before words that would stand beyond the width; whole where that is 0.
pub fn wrapped(line: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    if width == 0 || line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    for word in line.split(' ') {
        let last = lines.last_mut().unwrap();
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    lines
}

pub fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    text.replace('\u{a0}', "&nbsp;")
}

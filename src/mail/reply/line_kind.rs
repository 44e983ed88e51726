//! What a single line shows by itself: whether it is quoted or empty.

/// The most lines of a wrapped marker.
pub(in crate::mail::reply) const MARKER_LINES: usize = 3;

/// Whether the line is quoted: it begins with `>`, with a bar and a blank, or with the initials that old newsreaders put before the bracket
/// (`AB> `).
pub(in crate::mail::reply) fn is_quote(line: &str) -> bool {
    let line = line.trim_start_matches(is_blank_char);
    if line.starts_with('>') {
        return true;
    }
    if let Some(rest) = line.strip_prefix('|') {
        return rest.is_empty() || rest.starts_with([' ', '\t']);
    }
    let initials = line.bytes().take(5).take_while(u8::is_ascii_uppercase).count();
    (1..=4).contains(&initials) && line[initials..].starts_with("> ")
}

/// Whether nothing on the line can be seen.
pub(in crate::mail::reply) fn is_blank(line: &str) -> bool {
    line.chars().all(is_blank_char)
}

fn is_blank_char(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

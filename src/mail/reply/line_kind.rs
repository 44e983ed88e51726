//! What can be seen of a line by itself: quoted, or empty.

/// How far a wrapped marker line reaches.
pub(in crate::mail::reply) const MARKER_LINES: usize = 3;

/// A quoted line: `>` in front, or a bar with a blank, or the initials that old newsreaders put
/// before the bracket (`AB> `).
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

/// Nothing to be seen on the line.
pub(in crate::mail::reply) fn is_blank(line: &str) -> bool {
    line.chars().all(is_blank_char)
}

fn is_blank_char(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

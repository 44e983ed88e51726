//! What the sender newly wrote. (First stone; the whole judgement follows.)

use crate::mail::marker;

/// What is new in a text: quotes and our own marker cut away.
pub fn new_text(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut kept: Vec<&str> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.trim_start().starts_with('>') {
            continue;
        }
        if marker::recognise(&lines[at..lines.len().min(at + 3)]).is_some() || *line == "-- " {
            break;
        }
        kept.push(line);
    }
    kept.join("\n").trim().to_string()
}

/// The subject without reply prefixes, list tags and a trailing `**`.
pub fn command_subject(subject: &str) -> &str {
    let mut rest = subject.trim();
    loop {
        let before = rest;
        if let Some(tag) = rest.strip_prefix('[')
            && let Some((_, after)) = tag.split_once(']')
        {
            rest = after.trim_start();
        }
        for prefix in ["re:", "fwd:", "fw:", "aw:", "wg:", "sv:", "vs:"] {
            if rest
                .get(..prefix.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
            {
                rest = rest[prefix.len()..].trim_start();
            }
        }
        if rest == before {
            break;
        }
    }
    rest.trim_end_matches('*').trim_end()
}

//! Joins the lines of `format=flowed` text (RFC 3676).
//!
//! A client that sends flowed text breaks a paragraph with a blank at the end of each line except the last. Lines are joined only within
//! one quote depth and never across a signature separator. A line that is exactly `-- ` is that separator and not a flowed line.

/// Joins flowed lines. Input and output have LF line ends. Quotes get `> ` before the text.
pub(crate) fn unfold(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The quote depth of the line that waits for its continuation.
    let mut open: Option<usize> = None;
    for line in text.split('\n') {
        let depth = line.bytes().take_while(|&b| b == b'>').count();
        let content = &line[depth..];
        let content = content.strip_prefix(' ').unwrap_or(content);
        let separator = content == "-- ";
        let continues = open == Some(depth) && !separator;
        if open.is_some() && !continues {
            out.push('\n');
        }
        if !continues && depth > 0 {
            out.extend(std::iter::repeat_n('>', depth));
            if !content.is_empty() {
                out.push(' ');
            }
        }
        if content.ends_with(' ') && !separator {
            let kept = content.strip_suffix(' ').unwrap_or(content);
            out.push_str(if delsp { kept } else { content });
            open = Some(depth);
        } else {
            out.push_str(content);
            out.push('\n');
            open = None;
        }
    }
    // `split` gives one piece more than there are line ends.
    if open.is_none() {
        out.pop();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_ends_in_a_blank_goes_on_in_the_next() {
        assert_eq!(unfold("one \ntwo\nthree", false), "one two\nthree");
        assert_eq!(unfold("e5-e \n3\n", true), "e5-e3\n");
    }

    #[test]
    fn quotes_join_only_within_their_depth() {
        assert_eq!(unfold("> one \n> two\n>> three \nmine", false), "> one two\n>> three \nmine");
    }

    #[test]
    fn the_signature_separator_neither_joins_nor_is_joined() {
        assert_eq!(unfold("e5-e3 \n-- \nAnn", false), "e5-e3 \n-- \nAnn");
        assert_eq!(unfold("> a \n> -- \n> Ann", false), "> a \n> -- \n> Ann");
    }

    #[test]
    fn stuffed_blanks_go() {
        assert_eq!(unfold(" >no quote\n  two\n From here", false), ">no quote\n two\nFrom here");
    }
}

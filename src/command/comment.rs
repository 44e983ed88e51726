//! The lines of a mail that are words for the opponent.

use crate::command::arguments::talking;
use crate::command::command::TEXT_CHARS_MAX;

/// Lines for the opponent, with at most one blank line between two.
#[derive(Default)]
pub(in crate::command) struct Comment(String);

impl Comment {
    pub(in crate::command) fn add(&mut self, line: &str) {
        // More is too long in any case, and one character too many shows that.
        if self.0.len() > (TEXT_CHARS_MAX + 1) * 4 {
            return;
        }
        let line = line.trim_end();
        if line.is_empty() && (self.0.is_empty() || self.0.ends_with("\n\n")) {
            return;
        }
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// Adds words to the last line, with whose sentence they go on.
    pub(in crate::command) fn go_on(&mut self, words: &str) {
        let above = self.0.trim_end().len();
        self.0.truncate(above);
        let between = if self.0.is_empty() { "" } else { " " };
        self.add(&format!("{between}{}", words.trim()));
    }

    /// The lines, without white space at the ends. If they are too long, they are cut so that this is still visible.
    pub(in crate::command) fn text(&self) -> String {
        talking::bounded(self.0.trim())
    }
}

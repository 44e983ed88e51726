//! Renders an operator's template without letting its text grow for ever. Fuel bounds the steps of a template, and not what each step writes.

use minijinja::{Error, Template, Value};
use std::io;

/// Longer than any letter, with every game of a club in it.
const BYTES_MAX: usize = 1_000_000;

/// The text of a template. `None` if it is too long.
pub(super) fn render(template: &Template<'_, '_>, facts: Value) -> Result<Option<String>, Error> {
    let mut text = Bounded::default();
    let rendered = template.render_captured_to(facts, &mut text).map(|_| ());
    if text.is_full {
        return Ok(None);
    }
    rendered.map(|()| Some(String::from_utf8_lossy(&text.bytes).into_owned()))
}

#[derive(Default)]
struct Bounded {
    bytes: Vec<u8>,
    is_full: bool,
}

impl io::Write for Bounded {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + more.len() > BYTES_MAX {
            self.is_full = true;
            return Err(io::Error::other("the text is too long"));
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

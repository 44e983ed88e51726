//! Reads a text file that an operator wrote, as far as it may be long.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The text of a file. Of a file that is longer than this, only enough is read to show that it is too long.
///
/// # Errors
/// Why the file cannot be read.
pub(super) fn text(path: &Path, bytes_max: usize) -> Result<String, String> {
    let kind = std::fs::metadata(path).map_err(|error| format!("it cannot be read: {error}"))?;
    if !kind.is_file() {
        return Err("this is not a file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(bytes_max as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() > bytes_max {
        return Err(format!("the text is longer than {bytes_max} bytes"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: this is not UTF-8 text")
    })
}

//! A setting that can be read but makes no sense, reported with its line.

/// A setting that can be read but makes no sense.
pub(in crate::cli::settings) struct Wrong {
    pub(in crate::cli::settings) section: &'static str,
    pub(in crate::cli::settings) key: &'static str,
    pub(in crate::cli::settings) message: String,
}

impl Wrong {
    /// The message with the line of the setting. If the setting is left out, it has the first line of its section.
    pub(in crate::cli::settings) fn at_its_line(self, text: &str) -> String {
        let Wrong { section, key, message } = self;
        let (mut inside, mut found) = (false, None);
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if let Some(name) = line.strip_prefix('[') {
                inside = name.split(']').next().is_some_and(|name| name.trim() == section);
                found = found.or(inside.then_some(number));
            } else if inside && line.split('=').next().is_some_and(|name| name.trim() == key) {
                found = Some(number);
                break;
            }
        }
        match found {
            Some(number) => format!("line {number}, [{section}]: {message}"),
            None => format!("[{section}]: {message}"),
        }
    }
}

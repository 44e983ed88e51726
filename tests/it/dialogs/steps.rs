//! A dialog split into its steps.

pub(super) struct Step {
    pub(super) line: usize,
    pub(super) words: String,
    pub(super) block: Vec<String>,
}

pub(super) fn steps(source: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (index, line) in source.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        match (line.strip_prefix("    "), steps.last_mut()) {
            (Some(inner), Some(step)) => step.block.push(inner.to_owned()),
            _ if line.trim().is_empty() => {
                // A blank line inside a block belongs to it; trailing ones are cut off below.
                if let Some(step) = steps.last_mut() {
                    step.block.push(String::new());
                }
            }
            _ => steps.push(Step { line: index + 1, words: line.trim().to_owned(), block: Vec::new() }),
        }
    }
    for step in &mut steps {
        while step.block.last().is_some_and(|line| line.trim().is_empty()) {
            step.block.pop();
        }
    }
    steps
}

/// A step without its `twenty times`, and how often it is done.
pub(super) fn repeated(words: &str) -> (&str, usize) {
    const COUNTS: [&str; 19] = [
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let said = words.strip_suffix(" times").and_then(|words| words.rsplit_once(' '));
    let times = said.and_then(|(step, count)| Some((step, COUNTS.iter().position(|word| *word == count)? + 2)));
    times.unwrap_or((words, 1))
}

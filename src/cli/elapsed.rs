//! How long ago something was, in words for the operator.

use chrono::TimeDelta;

pub(super) fn ago(time: TimeDelta) -> String {
    match time.num_minutes() {
        ..1 => "less than a minute ago".to_owned(),
        minutes @ 1..120 => format!("{minutes} minutes ago"),
        minutes => format!("{} hours ago", minutes / 60),
    }
}

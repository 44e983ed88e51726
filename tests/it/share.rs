//! Which cases of a law are tried: `cargo test` alone tries about every third, so that it ends within minutes. With `TAFLPOST_LAWS=all`, as
//! before a change is accepted, every one is tried.

/// How many times as many cases there are as are tried.
pub fn one_of(nth: usize) -> usize {
    if std::env::var_os("TAFLPOST_LAWS").is_some_and(|laws| laws == "all") { 1 } else { nth }
}

/// Each `nth` of the cases, beginning with the first, or all.
pub fn share<T>(cases: impl IntoIterator<Item = T>, nth: usize) -> impl Iterator<Item = T> {
    cases.into_iter().step_by(one_of(nth))
}

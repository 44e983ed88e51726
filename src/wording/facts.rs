//! The values that a sentence is filled with. Only this file and `templates` name the package that does it.

/// The fields of a sentence and their values.
pub(crate) type Facts = minijinja::Value;

/// Facts by their names: `context! { number => 17, ..others }`.
macro_rules! context {
    ($($facts:tt)*) => { minijinja::context! { $($facts)* } };
}

pub(crate) use context;

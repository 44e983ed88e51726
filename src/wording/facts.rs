//! What a sentence is filled with. The package that fills it in is named here and beside the templates, and nowhere else.

/// The fields of a sentence and what stands in them.
pub type Facts = minijinja::Value;

/// Facts by their names: `context! { number => 17, ..others }`.
macro_rules! context {
    ($($facts:tt)*) => { minijinja::context! { $($facts)* } };
}

pub(crate) use context;

//! The values that a sentence is filled with. Only this file and `templates` name the package that does it.

/// The fields of a sentence and their values.
pub(crate) type Facts = minijinja::Value;

/// In the place of a fact that is not looked up, because no sentence of this kind has it. A sentence that has it all the same is an error.
pub(crate) const UNTOLD: Facts = Facts::UNDEFINED;

/// Facts by their names: `context! { number => 17, ..others }`.
macro_rules! context {
    ($($facts:tt)*) => { minijinja::context! { $($facts)* } };
}

pub(crate) use context;

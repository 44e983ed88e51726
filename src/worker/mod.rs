//! Where the flow is joined: one spooled mail from bytes to savepoint, and the one thread that owns the store.

pub mod desk;
mod incoming;

pub use incoming::{Envelope, HandleError, Incoming};

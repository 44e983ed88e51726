//! The entry points: a request is decided, and the clockwork looks for what is due.

pub(crate) mod auto_vacation;
pub(crate) mod closing;
pub(crate) mod digest;

pub(crate) mod account_acts;
pub(crate) mod clockwork;
pub(crate) mod needs;

pub(crate) mod query;
pub(crate) mod time_given_back;

pub(crate) mod decide;

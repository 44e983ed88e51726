//! The settings of `config/server.toml`: read strictly, with the line and what is allowed when one is wrong.

// how values are read, and how mistakes are told
mod hidden;
mod values;
mod wrong;

// one file a section
mod backup;
mod clock;
mod club;
mod folders;
mod listen;
mod log;
mod mailbox;
mod relay;
mod trust;
mod work;

// all of them
mod file;

pub use file::{Settings, SettingsError};
pub use hidden::Hidden;
pub use log::Level;
pub use relay::{EnvelopeSetting, Relay};

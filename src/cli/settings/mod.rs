//! The settings of `config/server.toml`: read strictly. An error has the line and the values that are allowed.

// how values are read, and how mistakes are reported
mod bad_setting;
mod hidden;
mod values;

// one file for each section
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

pub use file::ServerSettings;
pub(super) use file::SettingsError;
pub(super) use hidden::Hidden;
pub(super) use log::Level;
pub(super) use relay::{EnvelopeSetting, Relay};

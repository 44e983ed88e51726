//! Why a command failed, and its exit code.

use crate::cli::settings::SettingsError;
use crate::store::StoreError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum Trouble {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Failed(String),
    /// Nothing is lost: the caller should try again.
    #[error("{0}")]
    TryAgain(String),
    /// The program that reads our output has closed the pipe.
    #[error("")]
    SeenEnough,
    /// The error was already printed. Only the exit code is left.
    #[error("")]
    Said,
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Trouble::SeenEnough,
            _ => Trouble::Failed(error.to_string()),
        }
    }
}

impl Trouble {
    pub(in crate::cli) fn exit_code(&self) -> u8 {
        match self {
            Trouble::TryAgain(_) => 75,
            Trouble::Store(error) if error.is_temporary() => 75,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn what_may_work_later_is_told_from_what_will_not() {
        let later = StoreError::Interrupted("the database is busy".to_owned());
        assert_eq!(Trouble::from(later).exit_code(), 75);
        assert_eq!(Trouble::from(StoreError::Missing(PathBuf::from("x"))).exit_code(), 1);
    }
}

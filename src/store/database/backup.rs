//! A copy of the database while the server runs.

use crate::store::{Store, StoreError, backup};
use std::path::Path;

impl Store {
    /// Writes a copy to `to` while the server runs. An earlier backup with that name is replaced after the new one has passed its check.
    /// Anything else with that name is left alone.
    ///
    /// # Errors
    /// If the name is taken by something else, the disk is full, or the copy does not pass its check.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        backup::copy(&self.connection, &self.path, to)
    }
}

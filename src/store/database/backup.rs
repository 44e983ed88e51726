//! A copy of the file while the server goes on.

use crate::store::{Store, StoreError, backup};
use std::path::Path;

impl Store {
    /// Writes a copy to `to` while the server goes on. An earlier backup of that name is replaced once the new one has
    /// passed its check; anything else under that name is left alone.
    ///
    /// # Errors
    /// When the name is taken by something else, the disk is full, or the copy does not pass its check.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        backup::copy(&self.connection, &self.path, to)
    }
}

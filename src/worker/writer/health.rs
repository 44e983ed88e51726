//! Whether the store does what it is asked. The beginning of a trouble is logged, not each of its five times a second.

use crate::journal;
use crate::journal::LogEvent;
use crate::store::StoreError;

#[derive(Default)]
pub(super) struct Health {
    is_ill: bool,
}

impl Health {
    /// Logs the beginning of a trouble.
    pub(super) fn ails(&mut self, why: &StoreError) {
        if self.is_ill {
            return;
        }
        self.is_ill = true;
        journal::write(&if why.is_temporary() { LogEvent::FileBusy { why } } else { LogEvent::FileFailed { why } });
    }

    /// The store did what it was asked. The end of a trouble is logged like its beginning.
    pub(super) fn recovers(&mut self) {
        if std::mem::take(&mut self.is_ill) {
            journal::write(&LogEvent::FileRecovered);
        }
    }
}

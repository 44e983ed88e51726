//! Whether the store works. Only the beginning of a problem is logged, not every failure (there may be five in a second).

use crate::journal;
use crate::journal::LogEvent;
use crate::store::StoreError;

#[derive(Default)]
pub(super) struct Health {
    is_ill: bool,
}

impl Health {
    /// Logs the beginning of a problem.
    pub(super) fn ails(&mut self, why: &StoreError) {
        if self.is_ill {
            return;
        }
        self.is_ill = true;
        journal::write(&if why.is_temporary() { LogEvent::FileBusy { why } } else { LogEvent::FileFailed { why } });
    }

    /// The store works. The end of a problem is logged like its beginning.
    pub(super) fn recovers(&mut self) {
        if std::mem::take(&mut self.is_ill) {
            journal::write(&LogEvent::FileRecovered);
        }
    }
}

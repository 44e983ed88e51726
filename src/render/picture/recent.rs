//! What was made lately, kept for the next who needs the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The newest values, at most so many, each with what it was made from.
#[derive(Debug)]
pub(super) struct Recent<Key, Value> {
    most: usize,
    kept: Mutex<VecDeque<(Key, Arc<Value>)>>,
}

impl<Key: PartialEq, Value> Recent<Key, Value> {
    pub(super) fn new(most: usize) -> Recent<Key, Value> {
        Recent { most, kept: Mutex::new(VecDeque::new()) }
    }

    /// The value for this key, made if it is not there. The oldest goes when there are too many.
    pub(super) fn get(&self, key: Key, make: impl FnOnce() -> Value) -> Arc<Value> {
        // A thread that dies while it holds the lock leaves whole values behind.
        let locked = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = locked().iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
        if let Some(value) = known {
            return value;
        }
        let value = Arc::new(make());
        let mut kept = locked();
        if kept.len() >= self.most {
            kept.pop_front();
        }
        kept.push_back((key, value.clone()));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once_until_it_is_too_old() {
        let recent = Recent::new(2);
        let made = |key: u8| {
            let mut made = false;
            let value = recent.get(key, || {
                made = true;
                key * 2
            });
            assert_eq!(*value, key * 2);
            made
        };
        assert_eq!([1, 1, 2, 1, 3, 2, 1].map(made), [true, false, true, false, true, false, true]);
    }
}

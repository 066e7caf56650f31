//! Writes that belong together.

use std::collections::BTreeMap;

/// What a write does to the row of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Stores this value, whether or not there is a row.
    Put(Vec<u8>),
    /// Removes the row, if there is one.
    Delete,
}

/// Puts and deletes to be written together.
///
/// One change per key, the last one given, in the order of the keys: that is what "later writes win" means to every
/// engine, and sorted is how a tree is filled fastest.
///
/// ```
/// use rowkey_store::{Batch, Change};
///
/// let mut batch = Batch::new();
/// batch.put("b", "1").delete("a").put("b", "2");
/// let changes: Vec<_> = batch.iter().collect();
/// assert_eq!(changes, [(&b"a"[..], &Change::Delete), (b"b", &Change::Put(b"2".to_vec()))]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    changes: BTreeMap<Vec<u8>, Change>,
}

impl Batch {
    /// No changes yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { changes: BTreeMap::new() }
    }

    /// Stores `value` under `key`.
    pub fn put(&mut self, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) -> &mut Self {
        self.changes.insert(key.into(), Change::Put(value.into()));
        self
    }

    /// Removes the row of `key`.
    pub fn delete(&mut self, key: impl Into<Vec<u8>>) -> &mut Self {
        self.changes.insert(key.into(), Change::Delete);
        self
    }

    /// How many rows the batch changes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether the batch changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Forgets all changes.
    pub fn clear(&mut self) {
        self.changes.clear();
    }

    /// The changes, in the order of their keys.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], &Change)> {
        self.changes.iter().map(|(key, change)| (key.as_slice(), change))
    }
}

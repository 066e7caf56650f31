//! A batch: changes of rows that are written together.

use std::collections::BTreeMap;

/// A change of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Stores this value, in place of any value that is there.
    Put(Vec<u8>),
    /// Removes the row, if there is one.
    Delete,
}

/// Puts and deletes to be written together.
///
/// Holds one change per key, the last one given, in the order of the keys. So "later writes win" means the same to every
/// engine, and an engine gets the order in which it fills a tree fastest.
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

    /// The number of rows that the batch changes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// `true` if the batch does not change any row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Removes all changes from the batch.
    pub fn clear(&mut self) {
        self.changes.clear();
    }

    /// The changes, in the order of their keys.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], &Change)> {
        self.changes.iter().map(|(key, change)| (key.as_slice(), change))
    }
}

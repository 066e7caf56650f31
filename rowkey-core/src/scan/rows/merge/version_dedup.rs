//! Removes duplicates of rows stored under several versions of the salt.
//!
//! A writer stores a row under the present version and removes its older copies. So if a row is stored twice, a program
//! that does not know the newer version wrote the older copy last. The merge returns the copy of the oldest version,
//! and drops the others.
//!
//! Copies differ only in their tags and labels, so they meet in the merge. An example with a label of one byte: the
//! salt gives `07 05` the label 02, and its older version gave it 01. If the merge reads `01 07 05` and `02 07 05`, it
//! returns `01 07 05`. The version is computed only for rows that meet in this way.

use crate::key::version_of;
use crate::scan::query::UntypedKey;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The last returned row, to compare the next row with.
pub(super) struct VersionDedup {
    of: &'static UntypedKey,
    /// The key of the last returned row. Empty before the first row.
    last: Vec<u8>,
}

impl VersionDedup {
    /// Returns `None` if each row is stored in one place.
    pub(super) fn of(key: &'static UntypedKey) -> Option<Self> {
        key.has_older.then_some(Self { of: key, last: Vec::new() })
    }

    /// Compares two rows of one key: the older version first. Rows of no version come last, or first if the plan is
    /// reversed.
    pub(super) fn compare(&self, a: &[u8], b: &[u8], is_reversed: bool) -> Ordering {
        match (self.version(a), self.version(b)) {
            (Some(a), Some(b)) => b.cmp(&a),
            (a, b) if is_reversed => a.is_some().cmp(&b.is_some()),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }

    /// Returns `true` if the row is a copy of the last returned row, and both are stored under some version.
    pub(super) fn is_copy(&self, key: &[u8]) -> bool {
        let lead = self.of.layout.fields_at();
        // The same row exactly twice, as from an engine that repeats one, is not a copy.
        let is_same_key = key.get(lead..) == self.last.get(lead..) && key.get(..lead) != self.last.get(..lead);
        is_same_key && self.version(key).is_some() && self.version(&self.last).is_some()
    }

    /// Notes the key of the returned row.
    pub(super) fn keep(&mut self, key: &[u8]) {
        self.last.clear();
        self.last.extend_from_slice(key);
    }

    fn version(&self, key: &[u8]) -> Option<usize> {
        let UntypedKey { layout, kind, input_of, .. } = self.of;
        // The rows of a variant without a tag can be mixed with those of another variant.
        let is_of_kind = kind.as_ref().is_none_or(|kind| (kind.is_of)(key));
        if is_of_kind { version_of(layout, key, *input_of) } else { None }
    }
}

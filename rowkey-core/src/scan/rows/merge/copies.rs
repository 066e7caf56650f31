//! Rows that stand at their places in several generations of the salt, and which of them a merge returns.
//!
//! Whoever writes a row removes it from its places in older generations. So if it stands at several, the one in the oldest was
//! written last, by a program that does not know the newer places; a merge returns that one, and passes over the others.
//! Rows of one key differ by their tags and labels alone, so they meet in a merge. The generations are computed for these only.

use crate::key::version_of;
use crate::scan::query::UntypedKey;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The choice among the rows of one key.
pub(super) struct Copies {
    of: &'static UntypedKey,
    /// The key of the row that was returned last; empty before the first.
    last: Vec<u8>,
}

impl Copies {
    /// `None` if no row can stand at two places.
    pub(super) fn of(key: &'static UntypedKey) -> Option<Self> {
        key.has_older.then_some(Self { of: key, last: Vec::new() })
    }

    /// The order of two rows of one key: that in the older generation first. Those in no generation are behind all others, or if
    /// the plan is reversed before them.
    pub(super) fn compare(&self, a: &[u8], b: &[u8], is_reversed: bool) -> Ordering {
        match (self.generation(a), self.generation(b)) {
            (Some(a), Some(b)) => b.cmp(&a),
            (a, b) if is_reversed => a.is_some().cmp(&b.is_some()),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }

    /// `true` if a row is to be passed over: the one before it is of the same key, and both are at a place of it.
    pub(super) fn is_copy(&self, key: &[u8]) -> bool {
        let lead = self.of.layout.fields_at();
        let is_same_key = key.get(lead..) == self.last.get(lead..) && key.get(..lead) != self.last.get(..lead);
        is_same_key && self.generation(key).is_some() && self.generation(&self.last).is_some()
    }

    /// Keeps the key of the row that is returned.
    pub(super) fn keep(&mut self, key: &[u8]) {
        self.last.clear();
        self.last.extend_from_slice(key);
    }

    fn generation(&self, key: &[u8]) -> Option<usize> {
        let UntypedKey { layout, kind, input_of, .. } = self.of;
        // Rows of a variant without a tag can be among those of another.
        let is_of_kind = kind.as_ref().is_none_or(|kind| (kind.is_of)(key));
        if is_of_kind { version_of(layout, key, *input_of) } else { None }
    }
}

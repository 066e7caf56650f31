//! Rows that stand at their places in several generations of the salt, and which of them a merge returns.
//!
//! Whoever writes a row removes it from its places in older generations. So if it stands at several, the one in the oldest was
//! written last, by a program that does not know the newer places; a merge returns that one, and passes over the others.
//! Rows of one key differ by their labels alone, so they meet in a merge. The generations are computed for these only.

use crate::key::{InputOf, generation_of};
use crate::layout::Layout;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

/// The choice among the rows of one key.
pub(super) struct Copies {
    layout: &'static Layout,
    input_of: InputOf,
    /// The key of the row that was returned last; empty before the first.
    last: Vec<u8>,
}

impl Copies {
    /// `None` if no row can stand at two places.
    pub(super) fn of(plan: &ScanPlan) -> Option<Self> {
        let key = plan.query.key;
        key.has_older.then(|| Self { layout: key.layout, input_of: key.input_of, last: Vec::new() })
    }

    /// The order of two rows of one key: that in the older generation first, those in no generation behind all others.
    pub(super) fn compare(&self, a: &[u8], b: &[u8]) -> Ordering {
        Reverse(self.generation(a)).cmp(&Reverse(self.generation(b)))
    }

    /// `true` if a row is to be passed over: the one before it is of the same key, and both are at a place of it.
    pub(super) fn is_copy(&self, key: &[u8]) -> bool {
        let lead = self.layout.fields_at();
        let is_same_key = key.get(lead..) == self.last.get(lead..) && key.get(..lead) != self.last.get(..lead);
        is_same_key && self.generation(key).is_some() && self.generation(&self.last).is_some()
    }

    /// Keeps the key of the row that is returned.
    pub(super) fn keep(&mut self, key: &[u8]) {
        self.last.clear();
        self.last.extend_from_slice(key);
    }

    fn generation(&self, key: &[u8]) -> Option<usize> {
        generation_of(self.layout, key, self.input_of)
    }
}

//! Plans of keys in ordered code think of keys in full: what comes in is turned into that, and what goes out back.

use super::ScanPlan;
use crate::bytes::KeyBuf;
use alloc::borrow::Cow;

impl ScanPlan {
    /// The key in full, if it is one; else its bytes.
    pub(super) fn in_full<'k>(&self, key: &'k [u8]) -> Cow<'k, [u8]> {
        let full = if self.query.key.is_ordered_code { self.layout().in_full(key).ok() } else { None };
        full.map_or(Cow::Borrowed(key), |full| Cow::Owned(full.into()))
    }

    /// A place among keys in full.
    pub(super) fn place_in_full(&self, place: &[u8]) -> KeyBuf {
        if self.query.key.is_ordered_code { self.layout().place_in_full(place) } else { KeyBuf::of(place) }
    }

    /// A place among keys as they are written.
    pub(super) fn written_place(&self, place: KeyBuf) -> KeyBuf {
        if self.query.key.is_ordered_code { self.layout().written_place(&place) } else { place }
    }
}

//! The parts of a transaction over several tables.

use std::ops::Deref;

use crate::Batch;

/// The part of a transaction in one table.
#[derive(Debug)]
pub struct Part<'p, S> {
    /// The table.
    pub store: &'p S,
    /// The expected rows: a key, and its value or `None` if the row must not exist. If one does not match, the
    /// transaction writes no change.
    pub expected: &'p [(Vec<u8>, Option<Vec<u8>>)],
    /// The changes.
    pub batch: &'p Batch,
}

impl<S> Clone for Part<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Part<'_, S> {}

/// Returns the same parts for the stores that `P` points to.
pub(crate) fn parts_behind<'p, P: Deref<Target: Sized>>(parts: &[Part<'p, P>]) -> Vec<Part<'p, P::Target>> {
    let behind = |&Part { store, expected, batch }: &Part<'p, P>| Part { store: &**store, expected, batch };
    parts.iter().map(behind).collect()
}

/// The key of a row and its expected value, or `None` if the row must not exist.
pub(crate) type ExpectedRow = (Vec<u8>, Option<Vec<u8>>);

/// A [`Part`] that owns its expected rows and its changes. `P` is a pointer to the store.
pub(crate) struct OwnedPart<P> {
    pub(crate) store: P,
    pub(crate) expected: Vec<ExpectedRow>,
    pub(crate) batch: Batch,
}

/// Borrows owned parts as the parts that an engine accepts.
pub(crate) fn lent<P: Deref<Target: Sized>>(parts: &[OwnedPart<P>]) -> Vec<Part<'_, P::Target>> {
    parts.iter().map(|part| Part { store: &*part.store, expected: &part.expected, batch: &part.batch }).collect()
}

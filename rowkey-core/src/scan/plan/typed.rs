//! A plan that knows the type of its key, and the fields of that key as values.

use super::ScanPlan;
use crate::error::{DecodeError, ScanError};
use crate::key::RowKey;
use crate::layout::Layout;
use alloc::format;
use core::borrow::Borrow;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

/// The type of a key, without a key.
pub type Of<K> = PhantomData<fn() -> K>;

/// What generated code writes for an [`Of`].
#[must_use]
pub const fn of<K>() -> Of<K> {
    PhantomData
}

/// The plan of a scan of the keys `K`: a [`ScanPlan`], all of whose methods it has, with the type of its key.
///
/// `Call::scan()..plan()` returns a `Plan<Call>`, and `Row::scan_post()..plan()` a `Plan<Row>`. A table of another key does not take
/// it.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::scan::MergeError;
/// use rowkey::{DecodeError, OwnedKey, Plan};
/// use std::collections::BTreeMap;
///
/// /// The rows of a plan, with their keys.
/// fn rows<K: OwnedKey>(table: &BTreeMap<Vec<u8>, u32>, plan: &Plan<K>) -> Vec<(Result<K, DecodeError>, u32)> {
///     let rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
///     rows.map(|row| row.map(|(key, value)| (plan.decode(key), *value)).expect("a map is in order")).collect()
/// }
/// ```
pub struct Plan<K> {
    pub(super) untyped: ScanPlan,
    key: Of<K>,
}

impl<K> Plan<K> {
    pub(super) const fn new(untyped: ScanPlan) -> Self {
        Self { untyped, key: PhantomData }
    }

    /// The plan without the type of its key.
    #[must_use]
    pub fn into_untyped(self) -> ScanPlan {
        self.untyped
    }

    /// Reverses the rows, as [`ScanPlan::reversed`].
    #[must_use]
    pub const fn reversed(mut self) -> Self {
        self.untyped.reversed = !self.untyped.reversed;
        self
    }

    /// Sorts the rows by a later field, as [`ScanPlan::sorted_by`]: the latest five rows of a device, whatever their metric, are
    /// `plan.sorted_by(Reading::fields().at)?.reversed()` of the plan of `Reading::scan().device(7).metric(one_of([1, 2, 3])).limit(5)`.
    ///
    /// # Errors
    /// As [`ScanPlan::sorted_by`]: [`ScanError::NoField`] only if the field is one of another record type.
    pub fn sorted_by(self, field: FieldRef<K>) -> Result<Self, ScanError> {
        self.untyped.sorted_by(field.name).map(Self::new)
    }

    /// Keeps the first row for each value of a field, as [`ScanPlan::distinct`]: the metrics that a device has are
    /// `Reading::scan().device(7).plan()?.distinct(Reading::fields().metric)?`.
    ///
    /// # Errors
    /// As [`ScanPlan::distinct`]: [`ScanError::NoField`] only if the field is one of another record type.
    pub fn distinct(self, field: FieldRef<K>) -> Result<Self, ScanError> {
        self.untyped.distinct(field.name).map(Self::new)
    }
}

impl<K: RowKey> Plan<K> {
    /// Gives a plan the type of its key: one that was made without it, or that of a struct with the same keys, one of which owns its
    /// fields and the other borrows them.
    ///
    /// # Errors
    /// [`ScanError::OtherKey`] if the plan scans other keys.
    pub fn of(plan: impl Into<ScanPlan>) -> Result<Self, ScanError> {
        let plan = plan.into();
        if plan.scans::<K>() {
            return Ok(Self::new(plan));
        }
        let shown = |layout: &Layout| format!("{}: {}", layout.name(), layout.lock());
        Err(ScanError::OtherKey { expected: shown(K::LAYOUT), found: shown(plan.layout()) })
    }

    /// Decodes the key of a row, as [`RowKey::decode`].
    ///
    /// # Errors
    /// As [`RowKey::decode`].
    pub fn decode<'k>(&self, key: &'k [u8]) -> Result<K::Decoded<'k>, DecodeError> {
        K::decode(key)
    }
}

impl<K> Deref for Plan<K> {
    type Target = ScanPlan;

    fn deref(&self) -> &ScanPlan {
        &self.untyped
    }
}

impl<K> Borrow<ScanPlan> for Plan<K> {
    fn borrow(&self) -> &ScanPlan {
        self
    }
}

impl<K> Borrow<ScanPlan> for &Plan<K> {
    fn borrow(&self) -> &ScanPlan {
        self
    }
}

impl<K> From<Plan<K>> for ScanPlan {
    fn from(plan: Plan<K>) -> Self {
        plan.untyped
    }
}

impl<K> Clone for Plan<K> {
    fn clone(&self) -> Self {
        Self::new(self.untyped.clone())
    }
}

impl<K> fmt::Debug for Plan<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.untyped.fmt(f)
    }
}

/// A field of the key `K`, as a value: `Reading::fields().at`, or `Row::fields_post().at` of a record type.
pub struct FieldRef<K> {
    name: &'static str,
    key: Of<K>,
}

/// The field of this name.
#[must_use]
pub const fn field_ref<K>(name: &'static str) -> FieldRef<K> {
    FieldRef { name, key: PhantomData }
}

impl<K> fmt::Debug for FieldRef<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FieldRef").field(&self.name).finish()
    }
}

impl<K> Clone for FieldRef<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for FieldRef<K> {}

//! The typed plan: a [`ScanPlan`] that knows the type of its key, and the fields of that key as values.

use super::ScanPlan;
use crate::error::{DecodeError, ScanError};
use crate::key::RowKey;
use crate::layout::Layout;
use alloc::format;
use core::borrow::Borrow;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

/// A marker for the type of a key.
pub type Of<K> = PhantomData<fn() -> K>;

/// Creates an [`Of`], for generated code.
#[must_use]
pub const fn of<K>() -> Of<K> {
    PhantomData
}

/// The plan of a scan of the keys `K`: a [`ScanPlan`] that knows the type of its key.
///
/// `Call::scan()..plan()` returns a `Plan<Call>`, and `Row::scan_post()..plan()` returns a `Plan<Row>`. A `Plan` has
/// all methods of [`ScanPlan`] (by `Deref`). It also [decodes](Plan::decode) the keys of its rows, and it takes
/// [typed fields](FieldRef) where a `ScanPlan` takes names. A table of another key does not accept it.
///
/// ```
/// use rowkey::{Plan, RowKey};
/// use std::collections::BTreeMap;
///
/// #[derive(RowKey, Debug, PartialEq)]
/// struct Order {
///     customer: u32,
///     number: u32,
/// }
///
/// let keys = [(6, 1), (7, 1), (7, 2)].map(|(customer, number)| Order { customer, number }.key());
/// let table = BTreeMap::from(keys.map(|key| (key.to_vec(), "paid")));
///
/// let plan: Plan<Order> = Order::scan().customer(7).plan()?.reversed();
/// let mut numbers = Vec::new();
/// for row in plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range))) {
///     let (key, _value) = row?;
///     numbers.push(plan.decode(key)?.number);
/// }
/// assert_eq!(numbers, [2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Plan<K> {
    pub(super) untyped: ScanPlan,
    key: Of<K>,
}

impl<K> Plan<K> {
    pub(super) const fn new(untyped: ScanPlan) -> Self {
        Self { untyped, key: PhantomData }
    }

    /// Returns the plan without the type of its key, for code that works for all keys.
    #[must_use]
    pub fn into_untyped(self) -> ScanPlan {
        self.untyped
    }

    /// Limits the scan to `rows` rows. See [`ScanPlan::limit`].
    #[must_use]
    pub fn limit(self, rows: usize) -> Self {
        Self::new(self.untyped.limit(rows))
    }

    /// Reverses the order of the rows: from the last to the first. See [`ScanPlan::reversed`].
    #[must_use]
    pub fn reversed(self) -> Self {
        Self::new(self.untyped.reversed())
    }

    /// Resumes after the row of a cursor, or starts at the first row if it is `None`. See [`ScanPlan::resume`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ScanPlan::resume`].
    pub fn resume(self, cursor: Option<&str>) -> Result<Self, ScanError> {
        self.untyped.resume(cursor).map(Self::new)
    }

    /// Returns the plan if it has at most this many ranges, or else an error. See [`ScanPlan::at_most`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ScanPlan::at_most`].
    pub fn at_most(self, ranges: usize) -> Result<Self, ScanError> {
        self.untyped.at_most(ranges).map(Self::new)
    }

    /// Returns the plan, or an error if it is a full scan with conditions. See [`ScanPlan::refuse_full_scan`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ScanPlan::refuse_full_scan`].
    pub fn refuse_full_scan(self) -> Result<Self, ScanError> {
        self.untyped.refuse_full_scan().map(Self::new)
    }

    /// Sorts the rows by `field` and the fields after it, whatever values the fields before it have.
    ///
    /// Each range of the plan must hold one value of each field before `field`. [`ScanPlan::sorted_by`] has the
    /// details.
    ///
    /// ```
    /// use rowkey::{RowKey, one_of};
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Reading {
    ///     device: u32,
    ///     metric: u8,
    ///     at: u64,
    /// }
    ///
    /// let keys = [(1, 10), (1, 30), (2, 20)].map(|(metric, at)| Reading { device: 7, metric, at }.key().to_vec());
    /// let table = BTreeMap::from(keys.map(|key| (key, ())));
    ///
    /// // The latest two rows of both metrics.
    /// let plan = Reading::scan().device(7).metric(one_of([1, 2])).limit(2).plan()?;
    /// let plan = plan.sorted_by(Reading::fields().at)?.reversed();
    /// let rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
    /// let times: Vec<u64> = rows.map(|row| plan.decode(row.unwrap().0).unwrap().at).collect();
    /// assert_eq!(times, [30, 20]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ScanPlan::sorted_by`]. [`ScanError::NoField`] is only possible if the field belongs to
    /// another record type.
    pub fn sorted_by(self, field: FieldRef<K>) -> Result<Self, ScanError> {
        self.untyped.sorted_by(field.name).map(Self::new)
    }

    /// Keeps only the first row for each value of `field`: the distinct values that the table holds.
    ///
    /// The merge seeks from value to value, and does not read the rows between. [`ScanPlan::distinct`] has the details.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Reading {
    ///     device: u32,
    ///     metric: u8,
    ///     at: u64,
    /// }
    ///
    /// let keys = [(1, 10), (1, 30), (2, 20)].map(|(metric, at)| Reading { device: 7, metric, at }.key().to_vec());
    /// let table = BTreeMap::from(keys.map(|key| (key, ())));
    ///
    /// let plan = Reading::scan().device(7).plan()?.distinct(Reading::fields().metric)?;
    /// let rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
    /// let metrics: Vec<u8> = rows.map(|row| plan.decode(row.unwrap().0).unwrap().metric).collect();
    /// assert_eq!(metrics, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ScanPlan::distinct`]. [`ScanError::NoField`] is only possible if the field belongs to
    /// another record type.
    pub fn distinct(self, field: FieldRef<K>) -> Result<Self, ScanError> {
        self.untyped.distinct(field.name).map(Self::new)
    }
}

impl<K: RowKey> Plan<K> {
    /// Adds the type of its key to a plan.
    ///
    /// Use it for a plan that was made without the type. It also converts between two structs with the same keys, such
    /// as one that owns its fields and one that borrows them.
    ///
    /// # Errors
    ///
    /// Returns [`ScanError::OtherKey`] if the plan scans other keys.
    pub fn of(plan: impl Into<ScanPlan>) -> Result<Self, ScanError> {
        let plan = plan.into();
        if plan.scans::<K>() {
            return Ok(Self::new(plan));
        }
        let shown = |layout: &Layout| format!("{}: {}", layout.name(), layout.lock());
        Err(ScanError::OtherKey { expected: shown(K::LAYOUT), found: shown(plan.layout()) })
    }

    /// Decodes the key of a row. See [`RowKey::decode`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`RowKey::decode`].
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

/// A field of the key `K`, as a value: `Reading::fields().at`, or `Row::fields_post().at` for a record type.
///
/// [`Plan::sorted_by`] and [`Plan::distinct`] take it.
pub struct FieldRef<K> {
    name: &'static str,
    key: Of<K>,
}

/// Creates a reference to the field of this name, for generated code.
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

//! What an async engine adds so that its tables can keep versions.

use rowkey_core::KeyRange;
use std::future::Future;
use std::time::Duration;

#[cfg(doc)]
use super::store::Versioned;
use super::store::{Swap, Swapped, TimedDelete, TimedPut, TimedRow, VersionedRow};
use crate::{AsyncCompareAndSet, AsyncIndexedStore, Versions, WriteClock};

/// An async engine that changes one row atomically, and whose cells have timestamps. The async version of
/// [`Versioned`], with the same methods.
///
/// If you drop a future, the engine may still make its writes.
pub trait AsyncVersioned: AsyncIndexedStore<Way = Versions> {
    /// The store of the metadata of a table.
    type Metadata: AsyncCompareAndSet<Error = Self::Error>;

    /// Returns the bytes that `other` has before each key of this store, or `None` if this store is not in `other`:
    /// [`Versioned::prefix_in`].
    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>>;

    /// Returns the store of the metadata of this table: [`Versioned::metadata`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::metadata`].
    fn metadata(&self) -> impl Future<Output = Result<Self::Metadata, Self::Error>> + Send;

    /// Checks that this table can keep the entries of a secondary key: [`Versioned::check_entries`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::check_entries`].
    fn check_entries(&self) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Returns the version and the value of each row: [`Versioned::read_rows`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::read_rows`].
    fn read_rows(&self, keys: &[Vec<u8>]) -> impl Future<Output = Result<Vec<VersionedRow>, Self::Error>> + Send;

    /// Returns the same rows as [`read_rows`](Self::read_rows), of which few exist: [`Versioned::read_new_rows`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::read_new_rows`].
    fn read_new_rows(&self, keys: &[Vec<u8>]) -> impl Future<Output = Result<Vec<VersionedRow>, Self::Error>> + Send {
        self.read_rows(keys)
    }

    /// Returns the first rows of a range that have a version or a value: [`Versioned::first_rows`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::first_rows`].
    fn first_rows(
        &self,
        range: &KeyRange,
        most: usize,
    ) -> impl Future<Output = Result<Vec<(Vec<u8>, VersionedRow)>, Self::Error>> + Send;

    /// Puts values at their timestamps: [`Versioned::put_at`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::put_at`].
    fn put_at(&self, rows: &[TimedPut]) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Puts versions and values at their timestamps: [`Versioned::put_rows_at`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::put_rows_at`].
    fn put_rows_at(&self, rows: &[TimedRow]) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Deletes the values up to their timestamps: [`Versioned::delete_up_to`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::delete_up_to`].
    fn delete_up_to(&self, rows: &[TimedDelete]) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Makes each swap: [`Versioned::swap`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::swap`].
    fn swap(&self, swaps: &[Swap]) -> impl Future<Output = Result<Vec<Swapped<Self::Error>>, Self::Error>> + Send;

    /// Puts rows that have neither a version nor a value: [`Versioned::create`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Versioned::create`].
    fn create(&self, rows: &[Swap]) -> impl Future<Output = Result<Vec<Swapped<Self::Error>>, Self::Error>> + Send {
        self.swap(rows)
    }

    /// Returns the time of the clock in milliseconds since 1970: [`Versioned::now`].
    fn now(&self) -> i64 {
        WriteClock::now()
    }

    /// Returns the time after which no operation and no message is still on its way: [`Versioned::grace`].
    fn grace(&self) -> Duration {
        Duration::from_secs(24 * 3_600)
    }

    /// Returns the time after which a write gives up that begins again and again: [`Versioned::retry_for`].
    fn retry_for(&self) -> Duration;
}

//! Versions on the threads of a [`Blocking`] store.

use rowkey_core::KeyRange;
use std::future::Future;
use std::time::Duration;

use super::async_store::AsyncVersioned;
use super::store::{Swap, Swapped, TimedDelete, TimedPut, TimedRow, Versioned, VersionedRow};
use crate::Blocking;
use crate::blocking::Kind;

impl<S: Versioned<Metadata: Send + Sync + 'static> + Send + Sync + 'static> AsyncVersioned for Blocking<S> {
    type Metadata = Blocking<S::Metadata>;

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        self.store().prefix_in(other.store())
    }

    async fn metadata(&self) -> Result<Self::Metadata, S::Error> {
        Ok(self.beside(self.call(Kind::Read, S::metadata).await?))
    }

    fn check_entries(&self) -> impl Future<Output = Result<(), S::Error>> + Send {
        self.call(Kind::Read, S::check_entries)
    }

    fn read_rows(&self, keys: &[Vec<u8>]) -> impl Future<Output = Result<Vec<VersionedRow>, S::Error>> + Send {
        let keys = keys.to_vec();
        self.call(Kind::Read, move |store| store.read_rows(&keys))
    }

    fn read_new_rows(&self, keys: &[Vec<u8>]) -> impl Future<Output = Result<Vec<VersionedRow>, S::Error>> + Send {
        let keys = keys.to_vec();
        self.call(Kind::Read, move |store| store.read_new_rows(&keys))
    }

    fn first_rows(
        &self,
        range: &KeyRange,
        most: usize,
    ) -> impl Future<Output = Result<Vec<(Vec<u8>, VersionedRow)>, S::Error>> + Send {
        let range = range.clone();
        self.call(Kind::Read, move |store| store.first_rows(&range, most))
    }

    fn put_at(&self, rows: &[TimedPut]) -> impl Future<Output = Result<(), S::Error>> + Send {
        let rows = rows.to_vec();
        self.call(Kind::Write, move |store| store.put_at(&rows))
    }

    fn put_rows_at(&self, rows: &[TimedRow]) -> impl Future<Output = Result<(), S::Error>> + Send {
        let rows = rows.to_vec();
        self.call(Kind::Write, move |store| store.put_rows_at(&rows))
    }

    fn delete_up_to(&self, rows: &[TimedDelete]) -> impl Future<Output = Result<(), S::Error>> + Send {
        let rows = rows.to_vec();
        self.call(Kind::Write, move |store| store.delete_up_to(&rows))
    }

    fn swap(&self, swaps: &[Swap]) -> impl Future<Output = Result<Vec<Swapped<S::Error>>, S::Error>> + Send {
        let swaps = swaps.to_vec();
        self.call(Kind::Write, move |store| store.swap(&swaps))
    }

    fn create(&self, rows: &[Swap]) -> impl Future<Output = Result<Vec<Swapped<S::Error>>, S::Error>> + Send {
        let rows = rows.to_vec();
        self.call(Kind::Write, move |store| store.create(&rows))
    }

    fn now(&self) -> i64 {
        self.store().now()
    }

    fn grace(&self) -> Duration {
        self.store().grace()
    }

    fn retry_for(&self) -> Duration {
        self.store().retry_for()
    }
}

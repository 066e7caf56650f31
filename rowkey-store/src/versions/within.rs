//! Versions under a prefix.

use rowkey_core::{KeyRange, Subspace};
use std::time::Duration;

#[cfg(feature = "async")]
use super::async_store::AsyncVersioned;
use super::store::{Swap, Swapped, TimedDelete, TimedPut, TimedRow, Versioned, VersionedRow};
use crate::Within;
use crate::within::{prefix_under, under};

/// A page of rows, with their keys.
type Page = Vec<(Vec<u8>, VersionedRow)>;

fn keys_under(subspace: &Subspace, keys: &[Vec<u8>]) -> Vec<Vec<u8>> {
    keys.iter().map(|key| under(subspace, key)).collect()
}

fn puts_under(subspace: &Subspace, rows: &[TimedPut]) -> Vec<TimedPut> {
    rows.iter().map(|row| TimedPut { key: under(subspace, &row.key), ..row.clone() }).collect()
}

fn rows_under(subspace: &Subspace, rows: &[TimedRow]) -> Vec<TimedRow> {
    rows.iter().map(|row| TimedRow { key: under(subspace, &row.key), ..row.clone() }).collect()
}

fn deletes_under(subspace: &Subspace, rows: &[TimedDelete]) -> Vec<TimedDelete> {
    rows.iter().map(|row| TimedDelete { key: under(subspace, &row.key), ..*row }).collect()
}

fn swaps_under(subspace: &Subspace, swaps: &[Swap]) -> Vec<Swap> {
    swaps.iter().map(|swap| Swap { key: under(subspace, &swap.key), ..swap.clone() }).collect()
}

/// Returns the rows without the prefix.
fn page_inside(subspace: &Subspace, mut page: Page) -> Page {
    for (key, _) in &mut page {
        key.drain(..subspace.prefix().len().min(key.len()));
    }
    page
}

impl<S: Versioned> Versioned for Within<S> {
    type Metadata = Within<S::Metadata>;

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        prefix_under([self, other].map(Within::subspace), self.store().prefix_in(other.store())?)
    }

    fn metadata(&self) -> Result<Self::Metadata, S::Error> {
        Ok(Within::new(self.store().metadata()?, self.subspace().clone()))
    }

    fn check_entries(&self) -> Result<(), S::Error> {
        self.store().check_entries()
    }

    fn read_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, S::Error> {
        self.store().read_rows(&keys_under(self.subspace(), keys))
    }

    fn read_new_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, S::Error> {
        self.store().read_new_rows(&keys_under(self.subspace(), keys))
    }

    fn first_rows(&self, range: &KeyRange, most: usize) -> Result<Page, S::Error> {
        let page = self.store().first_rows(&self.subspace().range(range), most)?;
        Ok(page_inside(self.subspace(), page))
    }

    fn put_at(&self, rows: &[TimedPut]) -> Result<(), S::Error> {
        self.store().put_at(&puts_under(self.subspace(), rows))
    }

    fn put_rows_at(&self, rows: &[TimedRow]) -> Result<(), S::Error> {
        self.store().put_rows_at(&rows_under(self.subspace(), rows))
    }

    fn delete_up_to(&self, rows: &[TimedDelete]) -> Result<(), S::Error> {
        self.store().delete_up_to(&deletes_under(self.subspace(), rows))
    }

    fn swap(&self, swaps: &[Swap]) -> Result<Vec<Swapped<S::Error>>, S::Error> {
        self.store().swap(&swaps_under(self.subspace(), swaps))
    }

    fn create(&self, rows: &[Swap]) -> Result<Vec<Swapped<S::Error>>, S::Error> {
        self.store().create(&swaps_under(self.subspace(), rows))
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

#[cfg(feature = "async")]
impl<S: AsyncVersioned> AsyncVersioned for Within<S> {
    type Metadata = Within<S::Metadata>;

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        prefix_under([self, other].map(Within::subspace), self.store().prefix_in(other.store())?)
    }

    async fn metadata(&self) -> Result<Self::Metadata, S::Error> {
        Ok(Within::new(self.store().metadata().await?, self.subspace().clone()))
    }

    async fn check_entries(&self) -> Result<(), S::Error> {
        self.store().check_entries().await
    }

    async fn read_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, S::Error> {
        self.store().read_rows(&keys_under(self.subspace(), keys)).await
    }

    async fn read_new_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, S::Error> {
        self.store().read_new_rows(&keys_under(self.subspace(), keys)).await
    }

    async fn first_rows(&self, range: &KeyRange, most: usize) -> Result<Page, S::Error> {
        let page = self.store().first_rows(&self.subspace().range(range), most).await?;
        Ok(page_inside(self.subspace(), page))
    }

    async fn put_at(&self, rows: &[TimedPut]) -> Result<(), S::Error> {
        self.store().put_at(&puts_under(self.subspace(), rows)).await
    }

    async fn put_rows_at(&self, rows: &[TimedRow]) -> Result<(), S::Error> {
        self.store().put_rows_at(&rows_under(self.subspace(), rows)).await
    }

    async fn delete_up_to(&self, rows: &[TimedDelete]) -> Result<(), S::Error> {
        self.store().delete_up_to(&deletes_under(self.subspace(), rows)).await
    }

    async fn swap(&self, swaps: &[Swap]) -> Result<Vec<Swapped<S::Error>>, S::Error> {
        self.store().swap(&swaps_under(self.subspace(), swaps)).await
    }

    async fn create(&self, rows: &[Swap]) -> Result<Vec<Swapped<S::Error>>, S::Error> {
        self.store().create(&swaps_under(self.subspace(), rows)).await
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

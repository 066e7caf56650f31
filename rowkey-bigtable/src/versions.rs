//! Versions, with which an indexed table keeps its secondary keys.
//!
//! # Columns
//!
//! | Column | Content |
//! |---|---|
//! | the store's column, such as `f:v` | the value of a row, or the key of the row in a table of entries |
//! | `rowkey:v` | the version of a row: 24 or 25 bytes, at the same timestamp as the value |
//! | `rowkey:m` | the metadata of the table, in rows that have no other column |
//!
//! A tombstone is a row with only `rowkey:v`. The store reads and deletes its own column, so it does not see tombstones,
//! and a plain delete leaves the version.
//!
//! # The steps
//!
//! - A read is one `ReadRows` call. An interleave of two filters returns both columns from one read of the row. The read of
//!   a load is the same, because Bigtable sends nothing for a missing row.
//! - Entries are written with `MutateRows` at their own timestamps, so a repeated or late write changes nothing.
//! - A swap is one `CheckAndMutateRow`. It compares the bytes of the newest version, and is sent once.
//!
//! A swap replaces all older versions, so the column has one cell. The time of a swap is above the cells that its read
//! has returned. So a value that is put then is the newest, unless a plain write has come in between.
//!
//! # Turns
//!
//! A swap takes its turn at the row alone. Otherwise, a plain put of this process could take its timestamp first, arrive
//! after the swap, and be hidden by it. Entries take no turns, because only indexed tables write them.

use futures_util::stream::{FuturesUnordered, StreamExt};
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::Mutation;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::mutate_rows_request::Entry;
use rowkey_core::KeyRange;
use rowkey_store::versions::{
    AsyncVersioned, Cell, Swap, SwapValue, Swapped, TimedDelete, TimedPut, TimedRow, VersionedRow,
};
use rowkey_store::{AsyncIndexedStore, Direction, Sharing, Versions, WriteClock};
use std::collections::BTreeMap;
use std::time::Duration;

use crate::chunks::CellRow;
use crate::error::BigtableError;
use crate::filter::{MICROS_PER_MILLI, either, value_filter};
use crate::retry::Retries;
use crate::rows::ReadSpec;
use crate::scan::CellScan;
use crate::store::BigtableStore;
use crate::{VERSION_FAMILY, clock};

/// The column of the versions.
const VERSION: &[u8] = b"v";

/// The column of the metadata.
const METADATA: &[u8] = b"m";

/// Keeps secondary keys with versions. The table of the rows and the tables of the secondary keys need the column family
/// [`VERSION_FAMILY`]: [`Bigtable::add_version_family`](crate::Bigtable::add_version_family).
impl AsyncIndexedStore for BigtableStore {
    type Way = Versions;
}

impl AsyncVersioned for BigtableStore {
    type Metadata = Self;

    /// Finds the same column of the same table.
    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        let is_same_column = self.family() == other.family() && self.qualifier() == other.qualifier();
        (is_same_column && self.path().full == other.path().full).then(Vec::new)
    }

    async fn metadata(&self) -> Result<Self, BigtableError> {
        self.bigtable().check_families(self.table(), [VERSION_FAMILY]).await?;
        Ok(self.with_column(METADATA))
    }

    async fn check_entries(&self) -> Result<(), BigtableError> {
        self.bigtable().check_families(self.table(), [VERSION_FAMILY, self.family()]).await
    }

    async fn read_rows(&self, keys: &[Vec<u8>]) -> Result<Vec<VersionedRow>, BigtableError> {
        keys.iter().try_for_each(|key| self.check_key(key))?;
        let ranges: Vec<_> = keys.iter().map(|key| KeyRange::exactly(key)).collect();
        let mut scan = CellScan::new(ReadSpec { what: "read rows with versions of", ..self.versioned(ranges) });
        let mut found = BTreeMap::new();
        while let Some(row) = scan.next().await? {
            let (key, row) = versioned_row(row);
            self.check_future(&key, &row)?;
            found.insert(key, row);
        }
        Ok(keys.iter().map(|key| found.get(key).cloned().unwrap_or_default()).collect())
    }

    async fn first_rows(&self, range: &KeyRange, most: usize) -> Result<Vec<(Vec<u8>, VersionedRow)>, BigtableError> {
        let spec = self.versioned([range.clone()]);
        let mut scan = CellScan::new(ReadSpec { limit: Some(most as u64), ..spec });
        let mut rows = Vec::new();
        while let Some(row) = scan.next().await? {
            rows.push(versioned_row(row));
        }
        Ok(rows)
    }

    async fn put_at(&self, rows: &[TimedPut]) -> Result<(), BigtableError> {
        rows.iter().try_for_each(|row| self.check_key(&row.key))?;
        let entries: Vec<_> =
            rows.iter().map(|row| entry(&row.key, vec![self.put(&row.value, micros(row.at))])).collect();
        self.write_entries(entries).await
    }

    /// Puts both cells of a row with one entry of `MutateRows`, which Bigtable applies atomically.
    async fn put_rows_at(&self, rows: &[TimedRow]) -> Result<(), BigtableError> {
        rows.iter().try_for_each(|row| self.check_key(&row.key))?;
        let versions = self.with_column(VERSION);
        let cells = |row: &TimedRow| {
            let at = micros(row.at);
            vec![versions.put(&row.version, at), self.put(&row.value, at)]
        };
        let entries: Vec<_> = rows.iter().map(|row| entry(&row.key, cells(row))).collect();
        self.write_entries(entries).await
    }

    async fn delete_up_to(&self, rows: &[TimedDelete]) -> Result<(), BigtableError> {
        rows.iter().try_for_each(|row| self.check_key(&row.key))?;
        let entries: Vec<_> =
            rows.iter().map(|row| entry(&row.key, vec![self.delete(Some(micros(row.up_to)))])).collect();
        self.write_entries(entries).await
    }

    /// Makes [several](crate::Config::parallel) swaps concurrently. After one that fails, it sends no other, and waits for
    /// those in flight.
    async fn swap(&self, swaps: &[Swap]) -> Result<Vec<Swapped<BigtableError>>, BigtableError> {
        swaps.iter().try_for_each(|swap| self.check_key(&swap.key))?;
        let (versions, parallel) = (self.with_column(VERSION), self.bigtable().config().parallel);
        let (mut waiting, mut sent) = (swaps.iter().enumerate(), FuturesUnordered::new());
        let (mut outcomes, mut failure) = (BTreeMap::new(), None);
        loop {
            let has_room = failure.is_none() && sent.len() < parallel;
            if let Some((number, swap)) = has_room.then(|| waiting.next()).flatten() {
                let versions = &versions;
                sent.push(async move { (number, self.swap_row(versions, swap).await) });
            } else if let Some((number, swapped)) = sent.next().await {
                match swapped {
                    Ok(swapped) => _ = outcomes.insert(number, swapped),
                    Err(error) => failure = failure.or(Some(error)),
                }
            } else {
                return failure.map_or(Ok(outcomes.into_values().collect()), Err);
            }
        }
    }

    fn now(&self) -> i64 {
        clock::now()
    }

    fn retry_for(&self) -> Duration {
        self.bigtable().config().timeout
    }
}

impl BigtableStore {
    /// Returns a column of the version family of this table, as a store.
    fn with_column(&self, qualifier: &[u8]) -> Self {
        self.clone().with_family(VERSION_FAMILY).with_qualifier(qualifier)
    }

    /// Returns the read of both columns in some ranges. If a family is missing, it is probably the one of the versions.
    fn versioned(&self, ranges: impl IntoIterator<Item = KeyRange>) -> ReadSpec {
        let versions = self.with_column(VERSION);
        let columns = [self, &versions].map(|column| column.newest().clone());
        let spec = self.spec(ranges, Direction::Forward, either(columns).into());
        ReadSpec { family: versions.family().into(), ..spec }
    }

    /// Makes one swap. `versions` is the column of the versions.
    async fn swap_row(&self, versions: &Self, swap: &Swap) -> Result<Swapped<BigtableError>, BigtableError> {
        let Swap { key, expected, at, version, value } = swap;
        let (task, retries) = ("swap a version of", Retries::new(self.bigtable().config().timeout));
        let too_long = |(bytes, most)| {
            let table = self.table().into();
            BigtableError::ComparedTooLong { table, key: key.clone(), bytes, most }
        };
        let expected = expected.as_deref().map(value_filter).transpose().map_err(too_long)?;
        let _turn = self.turn(task, &[key], Sharing::Alone, &retries).await?;
        clock::observe_time(key, *at);
        let at = micros(*at);
        let mut mutations = match version {
            Some(version) => vec![versions.delete(None), versions.put(version, at)],
            None => vec![versions.delete(Some(at))],
        };
        match value {
            SwapValue::Keep => {}
            SwapValue::Put(value) => mutations.push(self.put(value, at)),
            SwapValue::Delete => mutations.push(self.delete(Some(at))),
        }
        let expected = expected.map(|version| vec![version]);
        match versions.change_within(retries, task, key, expected, mutations).await {
            Ok(true) => Ok(Swapped::Done),
            Ok(false) => Ok(Swapped::Differs),
            Err(error @ BigtableError::OutcomeUnknown { .. }) => Ok(Swapped::Unknown(error)),
            Err(error) => Err(error),
        }
    }

    /// Checks that no cell of a row is too far in the future.
    fn check_future(&self, key: &[u8], row: &VersionedRow) -> Result<(), BigtableError> {
        let most = clock::now().saturating_add(WriteClock::FARTHEST);
        match row.version.iter().chain(&row.value).map(|cell| cell.at).max() {
            Some(at) if at > most => {
                Err(BigtableError::CellInFuture { table: self.table().into(), key: key.into(), at })
            }
            _ => Ok(()),
        }
    }
}

/// Converts a timestamp to the microseconds of Bigtable.
const fn micros(at: i64) -> i64 {
    at.saturating_mul(MICROS_PER_MILLI)
}

fn entry(key: &[u8], mutations: Vec<Mutation>) -> Entry {
    Entry { row_key: key.into(), mutations, idempotency: None }
}

/// Returns the newest cells of the two columns.
fn versioned_row(CellRow { key, cells }: CellRow) -> (Vec<u8>, VersionedRow) {
    let mut row = VersionedRow::default();
    for cell in cells {
        let is_version = cell.family == VERSION_FAMILY && cell.qualifier == VERSION;
        let column = if is_version { &mut row.version } else { &mut row.value };
        *column = Some(Cell { at: cell.timestamp_micros / MICROS_PER_MILLI, bytes: cell.value });
    }
    (key, row)
}

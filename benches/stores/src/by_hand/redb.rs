//! Hand-written code on redb.

use super::cursor;
use super::merge::{Lane, Merge};
use super::skip::{Place, place};
use crate::way::{Outcome, Page, Stored, Way};
use redb::{AccessGuard, Database, ReadOnlyTable, ReadableDatabase, StorageError, TableDefinition};
use rowkey_benches::readings::{BUCKETS, Key, Reading, Row, hand};
use std::hint::black_box;
use std::ops::{Bound, Range, RangeBounds};
use std::path::Path;

const TABLE: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("readings");

type Guard = AccessGuard<'static, &'static [u8]>;
type Entry = (Guard, Guard);
type Rows = redb::Range<'static, &'static [u8], &'static [u8]>;

/// The database.
pub struct RedbByHand(Database);

impl RedbByHand {
    /// Creates a database in a file.
    pub fn create(path: &Path) -> Outcome<Self> {
        Ok(Self(Database::create(path)?))
    }

    fn read(&self) -> Outcome<ReadOnlyTable<&'static [u8], &'static [u8]>> {
        Ok(self.0.begin_read()?.open_table(TABLE)?)
    }
}

impl Way for RedbByHand {
    fn put_all(&mut self, rows: &[Stored]) -> Outcome<()> {
        let transaction = self.0.begin_write()?;
        let mut table = transaction.open_table(TABLE)?;
        for (key, value) in super::sorted(rows) {
            table.insert(key.as_slice(), value)?;
        }
        drop(table);
        Ok(transaction.commit()?)
    }

    fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>> {
        let value = self.read()?.get(hand::key(reading).as_slice())?;
        Ok(value.map(|value| value.value().to_vec()))
    }

    fn times_of(&self, device: u64, times: &Range<i64>) -> Outcome<Vec<Row>> {
        let range = hand::times(device, times);
        scan(&self.read()?, &range)?.map(|entry| row(&entry?)).collect()
    }

    fn plan(&self, device: u64, times: &Range<i64>) -> Outcome<()> {
        black_box(hand::times(device, times));
        Ok(())
    }

    fn metric_of(&self, device: u64, metric: u16) -> Outcome<Vec<Row>> {
        let mut found = Vec::new();
        for entry in scan(&self.read()?, &hand::of_device(device))? {
            let entry = entry?;
            let reading = hand::read(entry.0.value())?;
            if reading.metric == metric {
                found.push((reading, entry.1.value().to_vec()));
            }
        }
        Ok(found)
    }

    fn times_of_all(&self, times: &Range<i64>) -> Outcome<Vec<Row>> {
        let (table, mut found) = (self.read()?, Vec::new());
        for bucket in 0..BUCKETS as u8 {
            let last = *hand::of_bucket(bucket).end();
            let mut next = Some(hand::newest(bucket, 0, times));
            while let Some(from) = next.take() {
                for entry in scan(&table, &(from..=last))? {
                    let entry = entry?;
                    match place(key(&entry)?, times) {
                        Place::Inside => found.push(row(&entry)?),
                        Place::Before(further) => {
                            next = Some(further);
                            break;
                        }
                        Place::Last => break,
                    }
                }
            }
        }
        Ok(found)
    }

    fn each_in_order(&self, mut take: impl FnMut(Row)) -> Outcome<()> {
        let table = self.read()?;
        let mut lanes = Vec::new();
        for bucket in 0..BUCKETS as u8 {
            lanes.push(RedbLane { rows: scan(&table, &hand::of_bucket(bucket))?, row: None });
        }
        let lanes = lanes.try_into().map_err(|_| "expected a lane for each bucket")?;
        let mut merge = Merge::new(lanes)?;
        while let Some(least) = merge.least().and_then(|lane| lane.row.as_ref()) {
            take(row(least)?);
            merge.advance()?;
        }
        Ok(())
    }

    fn each_by_bucket(&self, mut take: impl FnMut(Row)) -> Outcome<()> {
        for entry in self.read()?.range::<&[u8]>(..)? {
            take(row(&entry?)?);
        }
        Ok(())
    }

    fn page_of(&self, device: u64, limit: usize, cursor: Option<&str>) -> Outcome<Page> {
        let range = hand::of_device(device);
        let after = cursor.map(|cursor| cursor::read(cursor, &range)).transpose()?;
        let start = after.as_ref().map_or(Bound::Included(range.start()), Bound::Excluded);
        let (mut page, mut last) = (Vec::new(), None);
        for entry in scan(&self.read()?, &(start, Bound::Included(range.end())))?.take(limit) {
            let entry = entry?;
            page.push(row(&entry)?);
            last = Some(*key(&entry)?);
        }
        Ok((page, last.as_ref().map(cursor::write)))
    }
}

/// The rows of a bucket, and the current row.
struct RedbLane {
    rows: Rows,
    row: Option<Entry>,
}

impl Lane for RedbLane {
    type Error = Box<dyn std::error::Error>;

    fn advance(&mut self) -> Outcome<Option<&Key>> {
        self.row = self.rows.next().transpose()?;
        self.row.as_ref().map(key).transpose()
    }
}

fn scan(
    table: &ReadOnlyTable<&'static [u8], &'static [u8]>,
    range: &impl RangeBounds<Key>,
) -> Result<Rows, StorageError> {
    table.range::<&[u8]>((range.start_bound().map(Key::as_slice), range.end_bound().map(Key::as_slice)))
}

fn key(entry: &Entry) -> Outcome<&Key> {
    entry.0.value().try_into().map_err(|_| "expected a key of a reading".into())
}

fn row((key, value): &Entry) -> Outcome<Row> {
    Ok((hand::read(key.value())?, value.value().to_vec()))
}

//! Hand-written code on engines whose scans lend one row at a time: fjall and RocksDB.

use super::cursor;
use super::merge::{Lane, Merge};
use super::skip::{Place, place};
use crate::way::{Outcome, Page, Stored, Way};
use rowkey_benches::readings::{BUCKETS, Key, Reading, Row, hand};
use std::error::Error;
use std::hint::black_box;
use std::ops::{Bound, Range, RangeBounds};

/// The ends of a range of keys.
pub type Ends<'k> = (Bound<&'k [u8]>, Bound<&'k [u8]>);

/// An open database.
pub trait Engine {
    /// A snapshot of its rows.
    type Snapshot<'e>: Snapshot
    where
        Self: 'e;

    /// Stores sorted rows in one batch, and syncs it to disk.
    fn write(&self, rows: &[(Key, &[u8])]) -> Outcome<()>;

    fn get(&self, key: &Key) -> Outcome<Option<Vec<u8>>>;

    fn snapshot(&self) -> Self::Snapshot<'_>;
}

/// The rows of one moment.
pub trait Snapshot {
    /// The rows of a range.
    type Rows<'s>: Rows
    where
        Self: 's;

    fn scan(&self, ends: Ends<'_>) -> Self::Rows<'_>;
}

/// Rows in key order, each lent until the next one.
pub trait Rows {
    /// Advances to the next row. Returns its key and its value.
    fn next(&mut self) -> Outcome<Option<(&[u8], &[u8])>>;

    /// Returns the current row.
    fn current(&self) -> Option<(&[u8], &[u8])>;

    /// Moves before the row `key`, or the first one after it. Returns `false` if only a new scan can.
    fn seek(&mut self, key: &Key) -> bool {
        let _ = key;
        false
    }
}

/// Hand-written code on an engine.
pub struct ByHand<E>(pub E);

impl<E: Engine> Way for ByHand<E> {
    fn put_all(&mut self, rows: &[Stored]) -> Outcome<()> {
        self.0.write(&super::sorted(rows))
    }

    fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>> {
        self.0.get(&hand::key(reading))
    }

    fn times_of(&self, device: u64, times: &Range<i64>) -> Outcome<Vec<Row>> {
        let (snapshot, mut found) = (self.0.snapshot(), Vec::new());
        let mut rows = snapshot.scan(ends(&hand::times(device, times)));
        while let Some(lent) = rows.next()? {
            found.push(row(lent)?);
        }
        Ok(found)
    }

    fn plan(&self, device: u64, times: &Range<i64>) -> Outcome<()> {
        black_box(hand::times(device, times));
        Ok(())
    }

    fn metric_of(&self, device: u64, metric: u16) -> Outcome<Vec<Row>> {
        let (snapshot, mut found) = (self.0.snapshot(), Vec::new());
        let mut rows = snapshot.scan(ends(&hand::of_device(device)));
        while let Some((key, value)) = rows.next()? {
            let reading = hand::read(key)?;
            if reading.metric == metric {
                found.push((reading, value.to_vec()));
            }
        }
        Ok(found)
    }

    fn times_of_all(&self, times: &Range<i64>) -> Outcome<Vec<Row>> {
        let (snapshot, mut found) = (self.0.snapshot(), Vec::new());
        for bucket in 0..BUCKETS as u8 {
            let last = *hand::of_bucket(bucket).end();
            let scan = |from| snapshot.scan(ends(&(from..=last)));
            let mut rows = scan(hand::newest(bucket, 0, times));
            while let Some(lent) = rows.next()? {
                match place(key(lent.0)?, times) {
                    Place::Inside => found.push(row(lent)?),
                    Place::Before(further) if rows.seek(&further) => {}
                    Place::Before(further) => rows = scan(further),
                    Place::Last => break,
                }
            }
        }
        Ok(found)
    }

    fn each_in_order(&self, mut take: impl FnMut(Row)) -> Outcome<()> {
        let snapshot = self.0.snapshot();
        let lane = |bucket: usize| Lent(snapshot.scan(ends(&hand::of_bucket(bucket as u8))));
        let mut merge = Merge::new(std::array::from_fn(lane))?;
        while let Some(least) = merge.least().and_then(|lane| lane.0.current()) {
            take(row(least)?);
            merge.advance()?;
        }
        Ok(())
    }

    fn each_by_bucket(&self, mut take: impl FnMut(Row)) -> Outcome<()> {
        let snapshot = self.0.snapshot();
        let mut rows = snapshot.scan((Bound::Unbounded, Bound::Unbounded));
        while let Some(lent) = rows.next()? {
            take(row(lent)?);
        }
        Ok(())
    }

    fn page_of(&self, device: u64, limit: usize, cursor: Option<&str>) -> Outcome<Page> {
        let range = hand::of_device(device);
        let after = cursor.map(|cursor| cursor::read(cursor, &range)).transpose()?;
        let start = after.as_ref().map_or(Bound::Included(range.start()), Bound::Excluded);
        let (snapshot, mut page, mut last) = (self.0.snapshot(), Vec::new(), None);
        let mut rows = snapshot.scan(ends(&(start, Bound::Included(range.end()))));
        while page.len() < limit {
            let Some(lent) = rows.next()? else { break };
            page.push(row(lent)?);
            last = Some(*key(lent.0)?);
        }
        Ok((page, last.as_ref().map(cursor::write)))
    }
}

/// The rows of a bucket.
struct Lent<R>(R);

impl<R: Rows> Lane for Lent<R> {
    type Error = Box<dyn Error>;

    fn advance(&mut self) -> Outcome<Option<&Key>> {
        self.0.next()?.map(|row| key(row.0)).transpose()
    }
}

fn ends(range: &impl RangeBounds<Key>) -> Ends<'_> {
    (range.start_bound().map(Key::as_slice), range.end_bound().map(Key::as_slice))
}

fn key(key: &[u8]) -> Outcome<&Key> {
    key.try_into().map_err(|_| "expected a key of a reading".into())
}

fn row((key, value): (&[u8], &[u8])) -> Outcome<Row> {
    Ok((hand::read(key)?, value.to_vec()))
}

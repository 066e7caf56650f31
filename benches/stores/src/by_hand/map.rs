//! Hand-written code on a `BTreeMap` with arrays as keys.

use super::cursor;
use super::merge::{Lane, Merge};
use super::skip::{Place, place};
use crate::way::{Outcome, Page, Stored, Way};
use rowkey_benches::readings::{BUCKETS, Key, Reading, Row, hand};
use std::collections::BTreeMap;
use std::collections::btree_map;
use std::convert::Infallible;
use std::hint::black_box;
use std::ops::{Bound, Range};

/// The rows.
#[derive(Default)]
pub struct MapByHand(BTreeMap<Key, Vec<u8>>);

impl Way for MapByHand {
    fn put_all(&mut self, rows: &[Stored]) -> Outcome<()> {
        self.0.extend(super::sorted(rows).into_iter().map(|(key, value)| (key, value.to_vec())));
        Ok(())
    }

    fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>> {
        Ok(self.0.get(&hand::key(reading)).cloned())
    }

    fn times_of(&self, device: u64, times: &Range<i64>) -> Outcome<Vec<Row>> {
        self.0.range(hand::times(device, times)).map(row).collect()
    }

    fn plan(&self, device: u64, times: &Range<i64>) -> Outcome<()> {
        black_box(hand::times(device, times));
        Ok(())
    }

    fn metric_of(&self, device: u64, metric: u16) -> Outcome<Vec<Row>> {
        let rows = self.0.range(hand::of_device(device));
        rows.filter(|(key, _)| hand::metric(key) == metric).map(row).collect()
    }

    fn times_of_all(&self, times: &Range<i64>) -> Outcome<Vec<Row>> {
        let mut found = Vec::new();
        for bucket in 0..BUCKETS as u8 {
            let last = *hand::of_bucket(bucket).end();
            let mut next = Some(hand::newest(bucket, 0, times));
            while let Some(from) = next.take() {
                for (key, value) in self.0.range(from..=last) {
                    match place(key, times) {
                        Place::Inside => found.push(row((key, value))?),
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
        let lane = |bucket: usize| MapLane { rows: self.0.range(hand::of_bucket(bucket as u8)), row: None };
        let mut merge = Merge::new(std::array::from_fn(lane))?;
        while let Some(least) = merge.least().and_then(|lane| lane.row) {
            take(row(least)?);
            merge.advance()?;
        }
        Ok(())
    }

    fn each_by_bucket(&self, mut take: impl FnMut(Row)) -> Outcome<()> {
        for entry in &self.0 {
            take(row(entry)?);
        }
        Ok(())
    }

    fn page_of(&self, device: u64, limit: usize, cursor: Option<&str>) -> Outcome<Page> {
        let range = hand::of_device(device);
        let start = match cursor {
            Some(cursor) => Bound::Excluded(cursor::read(cursor, &range)?),
            None => Bound::Included(*range.start()),
        };
        let mut last = None;
        let rows = self.0.range((start, Bound::Included(*range.end()))).take(limit);
        let page: Outcome<_> = rows.inspect(|(key, _)| last = Some(*key)).map(row).collect();
        Ok((page?, last.map(cursor::write)))
    }
}

/// The rows of a bucket, and the current row.
struct MapLane<'m> {
    rows: btree_map::Range<'m, Key, Vec<u8>>,
    row: Option<(&'m Key, &'m Vec<u8>)>,
}

impl Lane for MapLane<'_> {
    type Error = Infallible;

    fn advance(&mut self) -> Result<Option<&Key>, Infallible> {
        self.row = self.rows.next();
        Ok(self.row.map(|(key, _)| key))
    }
}

fn row((key, value): (&Key, &Vec<u8>)) -> Outcome<Row> {
    Ok((hand::read(key)?, value.clone()))
}

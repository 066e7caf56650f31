//! The timed tasks.

use crate::way::{Outcome, Stored, Way};
use rowkey_benches::readings::{HOUR, METRICS, MIDNIGHT, OF_A_DEVICE, Row, readings, value};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::ops::Range;

/// The number of rows that are stored in one batch.
const BATCH: usize = 50_000;

/// The number of rows of a page.
const PAGE: usize = 100;

/// The rows of a day, and the queries on them.
pub struct Asked {
    rows: Vec<Stored>,
    devices: u64,
}

impl Asked {
    /// Creates at least `rows` rows, for whole devices.
    pub fn new(rows: usize) -> Self {
        let devices = (rows as u64).div_ceil(OF_A_DEVICE).max(1);
        Self { rows: readings(devices).into_iter().map(|reading| (reading, value(&reading))).collect(), devices }
    }

    /// Returns each device with an hour of the day.
    fn hours(&self) -> impl Iterator<Item = (u64, Range<i64>)> {
        (0..self.devices).map(|device| {
            let start = MIDNIGHT + device as i64 % 24 * HOUR;
            (device, start..start + HOUR)
        })
    }
}

/// A consumer of the rows found.
pub trait Take: Default {
    /// Takes a row.
    fn take(&mut self, row: Row);
}

/// Drops each row, after the query has returned it, as a user would.
#[derive(Default)]
pub struct Dropped;

impl Take for Dropped {
    fn take(&mut self, row: Row) {
        drop(black_box(row));
    }
}

/// The number of rows, and a hash of all rows in the order of their arrival.
#[derive(Default)]
pub struct Hashed {
    rows: usize,
    hash: DefaultHasher,
}

impl Take for Hashed {
    fn take(&mut self, (reading, value): Row) {
        self.rows += 1;
        (reading.device, reading.at, reading.metric, value).hash(&mut self.hash);
    }
}

impl PartialEq for Hashed {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.hash.finish()) == (other.rows, other.hash.finish())
    }
}

/// An operation of a user.
pub struct Task<W, T> {
    /// The name of the task and of its unit.
    pub name: &'static str,
    /// Runs the task, and returns the number of units.
    pub run: fn(&mut W, &Asked, &mut T) -> Outcome<usize>,
}

/// Returns all tasks. The first one stores the rows that the others read.
pub fn tasks<W: Way, T: Take>() -> [Task<W, T>; 9] {
    let task = |name, run| Task { name, run };
    [
        task("load in batches of 50,000: per row", load),
        task("get a row", get),
        task("one device's hour: 12 rows", hour),
        task("one device's metric: a filter keeps 37 of 300 rows", metric),
        task("5 minutes of all devices: a filter keeps one row in 300, per row kept", minutes),
        task("all rows in key order, 16 buckets merged: per row", in_order),
        task("all rows, bucket after bucket: per row", by_bucket),
        task("a page of 100 rows, its cursor, the next page", pages),
        task("plan of one device's hour, without reading", plan),
    ]
}

fn load<W: Way, T: Take>(way: &mut W, asked: &Asked, _: &mut T) -> Outcome<usize> {
    for batch in asked.rows.chunks(BATCH) {
        way.put_all(batch)?;
    }
    Ok(asked.rows.len())
}

fn get<W: Way, T: Take>(way: &mut W, asked: &Asked, rows: &mut T) -> Outcome<usize> {
    let wanted = asked.rows.iter().step_by(7);
    for (reading, _) in wanted.clone() {
        rows.take((*reading, way.get(reading)?.ok_or("expected the value of a row, found none")?));
    }
    Ok(wanted.len())
}

fn hour<W: Way, T: Take>(way: &mut W, asked: &Asked, rows: &mut T) -> Outcome<usize> {
    for (device, times) in asked.hours() {
        way.times_of(device, &times)?.into_iter().for_each(|row| rows.take(row));
    }
    Ok(asked.hours().count())
}

fn metric<W: Way, T: Take>(way: &mut W, asked: &Asked, rows: &mut T) -> Outcome<usize> {
    for device in 0..asked.devices {
        way.metric_of(device, device as u16 % METRICS)?.into_iter().for_each(|row| rows.take(row));
    }
    Ok(asked.devices as usize)
}

fn minutes<W: Way, T: Take>(way: &mut W, _: &Asked, rows: &mut T) -> Outcome<usize> {
    let start = MIDNIGHT + 12 * HOUR;
    let found = way.times_of_all(&(start..start + HOUR / 12))?;
    let count = found.len();
    found.into_iter().for_each(|row| rows.take(row));
    Ok(count)
}

fn in_order<W: Way, T: Take>(way: &mut W, asked: &Asked, rows: &mut T) -> Outcome<usize> {
    way.each_in_order(|row| rows.take(row))?;
    Ok(asked.rows.len())
}

fn by_bucket<W: Way, T: Take>(way: &mut W, asked: &Asked, rows: &mut T) -> Outcome<usize> {
    way.each_by_bucket(|row| rows.take(row))?;
    Ok(asked.rows.len())
}

fn pages<W: Way, T: Take>(way: &mut W, asked: &Asked, rows: &mut T) -> Outcome<usize> {
    for device in 0..asked.devices {
        let (first, cursor) = way.page_of(device, PAGE, None)?;
        let (second, _) = way.page_of(device, PAGE, cursor.as_deref())?;
        first.into_iter().chain(second).for_each(|row| rows.take(row));
    }
    Ok(asked.devices as usize)
}

fn plan<W: Way, T: Take>(way: &mut W, asked: &Asked, _: &mut T) -> Outcome<usize> {
    for (device, times) in asked.hours() {
        way.plan(device, &times)?;
    }
    Ok(asked.hours().count())
}

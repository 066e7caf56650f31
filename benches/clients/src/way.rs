//! One variant of queries on a table of readings.

use rowkey_benches::readings::{Reading, Row};
use std::error::Error;
use std::ops::Range;

/// A result, or the reason for its absence.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// A query on all readings.
#[derive(Clone, Debug)]
pub enum Question {
    /// All rows, bucket after bucket.
    All,
    /// The same in descending order.
    Reversed,
    /// All rows in key order, merged from all buckets.
    Merged,
    /// The rows of a device. All of them are from one day.
    Day(u64),
    /// The rows of a device between two times.
    Hour(u64, Range<i64>),
}

/// A variant of the queries.
pub trait Way {
    /// Returns the value of a row.
    fn get(&self, reading: &Reading) -> impl Future<Output = Outcome<Option<Vec<u8>>>>;

    /// Passes on the rows of a query.
    fn scan(&self, question: &Question, take: &mut dyn FnMut(Row)) -> impl Future<Output = Outcome<()>>;
}

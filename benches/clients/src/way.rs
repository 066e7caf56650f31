//! One variant of queries on a table of readings.

use rowkey_benches::readings::{Reading, Row};
use std::error::Error;
use std::ops::Range;

/// An answer, or the reason why there is none.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// A question to all readings.
#[derive(Clone, Debug)]
pub enum Question {
    /// All rows, bucket after bucket.
    All,
    /// The same in descending order.
    Reversed,
    /// All rows in the order of their keys, all buckets at once.
    Merged,
    /// The rows of a device, which are those of one day.
    Day(u64),
    /// The rows of a device between two times.
    Hour(u64, Range<i64>),
}

/// A way to ask.
pub trait Way {
    /// The value of a row.
    fn get(&self, reading: &Reading) -> impl Future<Output = Outcome<Option<Vec<u8>>>>;

    /// Hands over the rows that answer a question.
    fn scan(&self, question: &Question, take: &mut dyn FnMut(Row)) -> impl Future<Output = Outcome<()>>;
}

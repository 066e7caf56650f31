//! One variant of the operations on a table of readings.

use rowkey_benches::readings::{Reading, Row};
use std::error::Error;
use std::ops::Range;

/// A result, or the reason for its absence.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// A reading to store, and its value.
pub type Stored = (Reading, [u8; 40]);

/// A page, and the cursor from which the next page resumes. The cursor is `None` if no rows are left.
pub type Page = (Vec<Row>, Option<String>);

/// A variant: hand-written code on an engine, or a table of rowkey over the same engine. Each query reads one snapshot,
/// in its own transaction if the engine has any.
pub trait Way {
    /// Stores rows in one batch.
    fn put_all(&mut self, rows: &[Stored]) -> Outcome<()>;

    /// Returns the value of a reading.
    fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>>;

    /// Returns the rows of a device between two times, newest first.
    fn times_of(&self, device: u64, times: &Range<i64>) -> Outcome<Vec<Row>>;

    /// Computes the ends of the range of these rows, without reading them.
    fn plan(&self, device: u64, times: &Range<i64>) -> Outcome<()>;

    /// Returns the rows of one metric of a device, newest first.
    fn metric_of(&self, device: u64, metric: u16) -> Outcome<Vec<Row>>;

    /// Returns the rows of all devices between two times, bucket by bucket.
    fn times_of_all(&self, times: &Range<i64>) -> Outcome<Vec<Row>>;

    /// Passes on all rows, sorted by device, time and metric.
    fn each_in_order(&self, take: impl FnMut(Row)) -> Outcome<()>;

    /// Passes on all rows, bucket by bucket.
    fn each_by_bucket(&self, take: impl FnMut(Row)) -> Outcome<()>;

    /// Returns up to `limit` rows of a device, newest first, after the rows before the cursor.
    fn page_of(&self, device: u64, limit: usize, cursor: Option<&str>) -> Outcome<Page>;
}

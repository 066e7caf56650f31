//! One variant of the operations on a table of readings.

use rowkey_benches::readings::{Reading, Row};
use std::error::Error;
use std::ops::Range;

/// An answer, or the reason why there is none.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// A reading that is to be stored, and its value.
pub type Stored = (Reading, [u8; 40]);

/// A page, and the text from which the next one goes on; `None` where no row was left.
pub type Page = (Vec<Row>, Option<String>);

/// One way to do it: by hand on an engine, or with a table of rowkey over the same engine. What is asked sees the rows as of one
/// moment, in a transaction of its own where the engine has any.
pub trait Way {
    /// Stores rows, all together.
    fn put_all(&mut self, rows: &[Stored]) -> Outcome<()>;

    /// The value of a reading.
    fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>>;

    /// The rows of a device between two times, newest first.
    fn times_of(&self, device: u64, times: &Range<i64>) -> Outcome<Vec<Row>>;

    /// The ends of the range that these rows lie in, without reading them.
    fn plan(&self, device: u64, times: &Range<i64>) -> Outcome<()>;

    /// The rows of one metric of a device, newest first.
    fn metric_of(&self, device: u64, metric: u16) -> Outcome<Vec<Row>>;

    /// The rows of all devices between two times, each bucket after the one before it.
    fn times_of_all(&self, times: &Range<i64>) -> Outcome<Vec<Row>>;

    /// Each row, sorted by device, time and metric.
    fn each_in_order(&self, take: impl FnMut(Row)) -> Outcome<()>;

    /// Each row, each bucket after the one before it.
    fn each_by_bucket(&self, take: impl FnMut(Row)) -> Outcome<()>;

    /// So many rows of a device, newest first, behind those before the cursor.
    fn page_of(&self, device: u64, limit: usize, cursor: Option<&str>) -> Outcome<Page>;
}

//! Changes that depend on what is there. They are sent once: done twice, they would do something else.

use crate::clock::{self, CLOCK, FARTHEST};
use crate::error::Task;
use crate::thrift2::{TColumnIncrement, TColumnValue, TIncrement, TPut, TTHBaseServiceSyncClient};
use crate::{HBaseError, HBaseStore};

impl HBaseStore {
    /// Puts `value` into the row `key` if the store's column has the value `expected` there, or is not there if that is
    /// `None`; returns `true` if it did. HBase compares and puts in one step.
    ///
    /// ```no_run
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// let owners = hbase.table("owners", "f");
    /// if owners.check_and_put(b"lock", None, "me")? {
    ///     println!("it was nobody's");
    /// }
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// The cell is read first, so that the put gets a higher timestamp than it. HBase itself does not tell a missing cell
    /// from an empty value: between the two it is the read that decides.
    ///
    /// # Errors
    ///
    /// [`HBaseError::CellInFuture`] if the put would be hidden behind the cell. [`HBaseError::OutcomeUnknown`] if the
    /// answer is lost: read the row then. As [`put_columns`](Self::put_columns) otherwise.
    pub fn check_and_put(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        value: impl Into<Vec<u8>>,
    ) -> Result<bool, HBaseError> {
        let value = value.into();
        self.check_key(key)?;
        self.check_cell(key, self.family(), self.qualifier(), &value)?;
        let found = self.get_versions(key, 1)?.pop();
        if found.as_ref().map(|cell| cell.value.as_slice()) != expected {
            return Ok(false);
        }
        let now = clock::now();
        if let Some(timestamp) = found.and_then(|cell| cell.timestamp)
            && !CLOCK.observe(key, timestamp, now)
        {
            let (table, key) = (self.table().to_owned(), key.to_vec());
            return Err(HBaseError::CellInFuture { table, key, timestamp, most: now.saturating_add(FARTHEST) });
        }
        let cell = TColumnValue::new(self.family().to_vec(), self.qualifier().to_vec(), value, None);
        let put = TPut::new(key.to_vec(), vec![cell], CLOCK.stamp(key, now));
        let task = Task::at("check and put a row of", self.table(), key);
        self.hbase().change_once(task, self.family(), |client| {
            let (family, qualifier) = (self.family().to_vec(), self.qualifier().to_vec());
            client.check_and_put(
                self.table().into(),
                key.into(),
                family,
                qualifier,
                expected.unwrap_or_default().into(),
                put,
            )
        })
    }

    /// Adds `amount` to a number in a column of the row `key` in the family, and returns the sum. HBase keeps such a number
    /// as 8 bytes, big-endian (`i64::to_be_bytes`); a column that is not there counts as 0.
    ///
    /// ```no_run
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// let calls = hbase.table("calls", "f").increment(b"13362666677", "calls", 1)?;
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// The timestamp is the region server's. If the clock here is ahead of it, an increment right after this process has
    /// deleted the row is hidden behind the delete.
    ///
    /// # Errors
    ///
    /// [`HBaseError::Server`] if the column has a value of other than 8 bytes. [`HBaseError::OutcomeUnknown`] if the answer
    /// is lost.
    pub fn increment(&self, key: &[u8], qualifier: impl Into<Vec<u8>>, amount: i64) -> Result<i64, HBaseError> {
        self.check_key(key)?;
        let column = TColumnIncrement::new(self.family().to_vec(), qualifier.into(), amount);
        let increment = TIncrement::new(key.to_vec(), vec![column]);
        let task = || Task::at("increment a row of", self.table(), key);
        let call = |client: &mut crate::connection::Client| client.increment(self.table().into(), increment);
        let row = self.hbase().change_once(task(), self.family(), call)?;
        crate::store::observe(key, &row.column_values, clock::now());
        let sum = row.column_values.first().and_then(|cell| cell.value.as_slice().try_into().ok());
        let address = || self.hbase().address().into();
        let message = || "expected the sum of an increment in 8 bytes".into();
        sum.map(i64::from_be_bytes).ok_or_else(|| HBaseError::Protocol {
            task: task(),
            address: address(),
            message: message(),
        })
    }
}

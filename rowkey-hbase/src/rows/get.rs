//! Reads many rows by their keys, with answers of limited size.

use crate::error::Task;
use crate::rows::check::check_row;
use crate::rows::filter::{Filter, Values};
use crate::rows::page::{Select, row_width};
use crate::rows::request::is_whole;
use crate::rows::row::{observe, value};
use crate::rows::write::each_at_once;
use crate::thrift2::{TColumnValue, TGet, TResult, TTHBaseServiceSyncClient};
use crate::{HBaseError, HBaseStore, clock};

/// The maximum number of rows per call.
const ROWS: usize = 500;

impl HBaseStore {
    /// Returns the values of many rows, in the order of `keys`. The value of a missing row is `None`.
    ///
    /// ```no_run
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// let values = hbase.table("calls", "f").get_all(&["key", "other"])?;
    /// assert_eq!(values.len(), 2);
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// Each call requests up to 500 rows, and [several](crate::Builder::parallel) calls run concurrently. Values that
    /// do not fit into their [page](crate::Builder::page_bytes) are read separately.
    ///
    /// # Errors
    ///
    /// Returns an error if HBase does not accept a key, or if rows cannot be read.
    pub fn get_all<K: AsRef<[u8]> + Sync>(&self, keys: &[K]) -> Result<Vec<Option<Vec<u8>>>, HBaseError> {
        keys.iter().try_for_each(|key| self.check_key(key.as_ref()))?;
        let mut values = vec![None; keys.len()];
        let parts = keys.chunks(ROWS).zip(values.chunks_mut(ROWS)).collect();
        each_at_once(self.hbase().options().parallel, parts, |(keys, values): (&[K], &mut [_])| {
            let cells = self.get_part(keys, Select::Value)?.into_iter();
            let found = cells.map(|cells| Some(cells).filter(|cells| !cells.is_empty()).map(value));
            values.iter_mut().zip(found).for_each(|(value, found)| *value = found);
            Ok(())
        })?;
        Ok(values)
    }

    /// Gets the cells of the rows of one part in up to three steps. The first call returns values, with stubs for wide
    /// ones. The second call returns the lengths of the values that look like stubs. Then each row with a wide value is
    /// read separately.
    pub(crate) fn get_part<K: AsRef<[u8]>>(
        &self,
        keys: &[K],
        select: Select,
    ) -> Result<Vec<Vec<TColumnValue>>, HBaseError> {
        let width = row_width(self.hbase().options().page_bytes, keys.len(), select.cells());
        let values = Values::UpTo { width, stub: self.column.stub(), columns: None };
        let keys: Vec<_> = keys.iter().map(AsRef::as_ref).collect();
        let rows = self.get_rows(&keys, select, values)?;
        let doubtful: Vec<_> = (0..rows.len()).filter(|&at| !is_whole(&rows[at].column_values, values, None)).collect();
        let doubtful_keys: Vec<_> = doubtful.iter().map(|&at| keys[at]).collect();
        let lengths = self.get_rows(&doubtful_keys, select, Values::Lengths { columns: None })?;
        let mut lengths = doubtful.iter().zip(&lengths).peekable();
        let mut found = Vec::with_capacity(keys.len());
        for (at, row) in rows.into_iter().enumerate() {
            let length = lengths.next_if(|(doubtful, _)| **doubtful == at).map(|(_, length)| &length.column_values);
            let is_whole = is_whole(&row.column_values, values, length);
            found.push(if is_whole { row.column_values } else { self.read(keys[at], select)? });
        }
        Ok(found)
    }

    /// Gets the cells of the rows with one call, in this form.
    pub(crate) fn get_rows(&self, keys: &[&[u8]], select: Select, values: Values) -> Result<Vec<TResult>, HBaseError> {
        let Some(first) = keys.first() else { return Ok(Vec::new()) };
        let filter = Filter::None.bytes(values);
        let get = |key: &&[u8]| TGet::new(key.to_vec(), self.column.selected(select), None, None, filter.clone());
        let task = || Task::at("get rows of", self.table(), first);
        let rows = self.hbase().call(task, Some(self.family()), |client| {
            client.get_multiple(self.table().into(), keys.iter().map(get).collect())
        })?;
        if rows.len() != keys.len() {
            let message = format!("expected {} rows, found {}", keys.len(), rows.len());
            return Err(self.hbase().malformed(task(), message));
        }
        for (key, row) in keys.iter().zip(&rows) {
            check_row(key, row).map_err(|message| self.hbase().malformed(task(), message))?;
        }
        let now = clock::now();
        keys.iter().zip(&rows).for_each(|(key, row)| observe(key, &row.column_values, now));
        Ok(rows)
    }
}

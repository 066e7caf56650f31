//! Writes. They are checked, take their turn at their rows, get timestamps from the clock of this process, and are sent.
//! Several parts of a batch are in flight at the same time.

use rowkey_store::{Batch, RowWrite, Sharing, Turn};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use crate::error::Task;
use crate::host;
use crate::name::check_table;
use crate::net::connection::Client;
use crate::thrift2::{TColumn, TColumnValue, TDelete, TDeleteType, TPut, TTHBaseServiceSyncClient};
use crate::{HBaseError, HBaseStore, MAX_KEY, clock};

impl HBaseStore {
    pub(crate) fn write_batch(&self, batch: &Batch) -> Result<(), HBaseError> {
        let (puts, deletes) = (batch.puts(), batch.deletes());
        for row in puts.iter().chain(&deletes) {
            row.keys.iter().try_for_each(|key| self.check_key(key))?;
            if let (Some(key), Some(value)) = (row.keys.first(), row.value) {
                self.check_cell(key, self.family(), self.qualifier(), value)?;
            }
        }
        self.write_rows("put rows into", &puts)?;
        self.write_rows("delete rows of", &deletes)
    }

    /// Writes rows in parts.
    fn write_rows(&self, what: &'static str, rows: &[RowWrite<'_>]) -> Result<(), HBaseError> {
        let options = self.hbase().options();
        let size = |row: &RowWrite<'_>| row.keys.iter().chain(&row.value).map(|bytes| bytes.len()).sum();
        let parts = parts(rows, options.batch_rows, options.batch_bytes, size);
        each_at_once(options.parallel, parts.collect(), |rows| self.write_in_turn(what, rows))
    }

    /// Sends the rows of a part in their turns: first the rows where no compare-and-set is in the way, and then the
    /// others.
    fn write_in_turn(&self, what: &'static str, rows: &[RowWrite<'_>]) -> Result<(), HBaseError> {
        let (turn, is_busy) = clock::free_turn(rows.iter().map(|row| row.keys.as_slice()));
        let (mut free, mut busy) = (Vec::new(), Vec::new());
        for (row, is_busy) in rows.iter().zip(is_busy) {
            if is_busy { busy.push(row) } else { free.push(row) }
        }
        self.send_rows(&free)?;
        drop(turn);
        if busy.is_empty() {
            return Ok(());
        }
        let keys: Vec<_> = busy.iter().flat_map(|row| &row.keys).copied().collect();
        let _turn = self.turn(what, &keys, Sharing::Writes)?;
        self.send_rows(&busy)
    }

    /// Waits for the turn of a write at some rows.
    pub(crate) fn turn(&self, what: &'static str, keys: &[&[u8]], sharing: Sharing) -> Result<Turn, HBaseError> {
        let (mut turn, deadline) = (clock::turn(keys, sharing), self.turn_deadline());
        match host::wait_for(deadline, |context| turn.poll(context)) {
            Some(()) => Ok(turn),
            None => Err(self.row_busy(what, keys.first().copied().unwrap_or_default())),
        }
    }

    /// Returns the time at which a write stops to wait for its turn.
    pub(crate) fn turn_deadline(&self) -> Instant {
        host::after(self.hbase().options().turn_timeout())
    }

    /// Returns the error of a write whose turn did not come.
    pub(crate) fn row_busy(&self, what: &'static str, key: &[u8]) -> HBaseError {
        HBaseError::RowBusy { task: Task::at(what, self.table(), key), after: self.hbase().options().turn_timeout() }
    }

    /// Sends rows that have their turns, all puts or all deletes: the first keys of all rows in one call, then the second.
    ///
    /// The changes of a row have one timestamp. So of two programs that put it under different keys, the later one
    /// deletes the row of the other, and the earlier one does not.
    fn send_rows(&self, rows: &[&RowWrite<'_>]) -> Result<(), HBaseError> {
        let now = clock::now();
        let stamp = |row: &&RowWrite<'_>| clock::stamp_of_all(&row.keys, now);
        let stamps: Vec<_> = rows.iter().map(stamp).collect();
        for nth in 0.. {
            let stamped = rows.iter().zip(&stamps);
            let at: Vec<_> = stamped.filter_map(|(row, stamp)| Some((*row, *row.keys.get(nth)?, *stamp))).collect();
            let Some(&(first, key, _)) = at.first() else { break };
            if nth == 0 && first.value.is_some() {
                self.put_rows(key, || {
                    at.iter().map(|(row, key, stamp)| self.put_of(key, row.value, *stamp)).collect()
                })?;
            } else {
                let delete =
                    |&(row, key, stamp): &(&RowWrite<'_>, _, _)| self.delete_of(key, row.deletes_up_to(key, stamp));
                self.delete_rows(key, || at.iter().map(delete).collect())?;
            }
        }
        Ok(())
    }

    /// Returns the put of a value of the row `key`.
    fn put_of(&self, key: &[u8], value: Option<&[u8]>, stamp: i64) -> TPut {
        let value = value.unwrap_or_default().to_vec();
        let cell = TColumnValue::new(self.family().to_vec(), self.qualifier().to_vec(), value, None);
        TPut::new(key.to_vec(), vec![cell], stamp)
    }

    /// Writes columns of the row `key` in the family, in one atomic step. Other columns stay.
    ///
    /// ```no_run
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// let calls = hbase.table("calls", "f");
    /// calls.put_columns(b"key", [("seconds", "180"), ("tower", "17")])?;
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if HBase does not accept the key or if a value is too long. Also returns the errors of
    /// [`Store::write`](rowkey_store::Store::write).
    pub fn put_columns<Q: Into<Vec<u8>>, V: Into<Vec<u8>>>(
        &self,
        key: &[u8],
        columns: impl IntoIterator<Item = (Q, V)>,
    ) -> Result<(), HBaseError> {
        let cell = |(qualifier, value): (Q, V)| {
            TColumnValue::new(self.family().to_vec(), qualifier.into(), value.into(), None)
        };
        self.put_row(key, columns.into_iter().map(cell).collect())
    }

    /// Writes the cells of one row in one atomic step. Cells without a timestamp get one from the clock.
    pub(crate) fn put_row(&self, key: &[u8], cells: Vec<TColumnValue>) -> Result<(), HBaseError> {
        self.check_key(key)?;
        for cell in &cells {
            self.check_cell(key, &cell.family, &cell.qualifier, &cell.value)?;
        }
        if cells.is_empty() {
            return Ok(());
        }
        let _turn = self.turn("put rows into", &[key], Sharing::Writes)?;
        let put = TPut::new(key.to_vec(), cells, clock::stamp(key, clock::now()));
        self.put_rows(key, || vec![put.clone()])
    }

    /// Returns the delete of the row `key` up to a timestamp. If the row has a version, only its value is deleted.
    pub(crate) fn delete_of(&self, key: &[u8], up_to: i64) -> TDelete {
        if self.keeps_versions {
            self.delete_of_value(key, up_to)
        } else {
            TDelete::new(key.to_vec(), None, up_to, None)
        }
    }

    /// Returns the delete of the value of the row `key` up to a timestamp.
    pub(crate) fn delete_of_value(&self, key: &[u8], up_to: i64) -> TDelete {
        let column = TColumn::new(self.family().to_vec(), self.qualifier().to_vec(), up_to);
        TDelete::new(key.to_vec(), vec![column], up_to, TDeleteType::DELETE_COLUMNS)
    }

    /// Puts rows in one call. The first of them has the key `key`.
    pub(crate) fn put_rows(&self, key: &[u8], rows: impl Fn() -> Vec<TPut>) -> Result<(), HBaseError> {
        let task = || Task::at("put rows into", self.table(), key);
        self.hbase().change(task, self.family(), |client| client.put_multiple(self.table().into(), rows()))
    }

    /// Deletes rows or parts of rows in one call. The first of them has the key `key`.
    pub(crate) fn delete_rows(&self, key: &[u8], rows: impl Fn() -> Vec<TDelete>) -> Result<(), HBaseError> {
        let task = || Task::at("delete rows of", self.table(), key);
        let call = |client: &mut Client| client.delete_multiple(self.table().into(), rows()).map(|_| ());
        self.hbase().change(task, self.family(), call)
    }

    pub(crate) fn check_key(&self, key: &[u8]) -> Result<(), HBaseError> {
        check_table(self.table())?;
        let table = || self.table().to_owned();
        match key.len() {
            0 => Err(HBaseError::EmptyKey { table: table() }),
            1..=MAX_KEY => Ok(()),
            _ => Err(HBaseError::KeyTooLong { table: table(), key: key.into() }),
        }
    }

    pub(crate) fn check_cell(
        &self,
        key: &[u8],
        family: &[u8],
        qualifier: &[u8],
        value: &[u8],
    ) -> Result<(), HBaseError> {
        let (bytes, most_of_cell) = (value.len(), self.hbase().options().max_value);
        let most = most_of_cell.saturating_sub(CELL_HEAD + key.len() + family.len() + qualifier.len());
        if bytes <= most {
            return Ok(());
        }
        Err(HBaseError::ValueTooLong { table: self.table().to_owned(), key: key.into(), bytes, most })
    }
}

/// The bytes that HBase counts per cell in addition to its key, family, qualifier, and value: lengths, timestamp, type.
const CELL_HEAD: usize = 24;

/// Sends parts, at most `parallel` at a time. After the first error, it sends no other part, waits for those in flight,
/// and returns the error.
pub(crate) fn each_at_once<P: Send, E: Send + Sync>(
    parallel: usize,
    parts: Vec<P>,
    send: impl Fn(P) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let threads = parallel.min(parts.len());
    let (rest, failed) = (Mutex::new(parts.into_iter()), OnceLock::new());
    let next = || host::lock(&rest).next();
    let work = || {
        while failed.get().is_none()
            && let Some(part) = next()
        {
            if let Err(error) = send(part) {
                // Another part failed first, and its error is returned.
                let _ = failed.set(error);
            }
        }
    };
    host::together(threads, work);
    failed.into_inner().map_or(Ok(()), Err)
}

/// Splits `items` into parts of at most `most` items and `most_bytes` bytes. A single item may have more bytes.
pub(crate) fn parts<T>(
    items: &[T],
    most: usize,
    most_bytes: usize,
    bytes: impl Fn(&T) -> usize,
) -> impl Iterator<Item = &[T]> {
    let mut rest = items;
    std::iter::from_fn(move || {
        let mut sum = 0;
        let fits = |item: &&T| {
            sum += bytes(item);
            sum <= most_bytes
        };
        let count = rest.iter().take(most).take_while(fits).count().max(1);
        let (part, behind) = rest.split_at_checked(count)?;
        rest = behind;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn parts_keep_to_both_bounds() {
        let cut = |items: &[usize]| parts(items, 3, 10, |&bytes| bytes).map(<[usize]>::to_vec).collect::<Vec<_>>();
        assert_eq!(cut(&[1, 1, 1, 1]), [vec![1, 1, 1], vec![1]]);
        assert_eq!(cut(&[5, 5, 1, 20, 20, 3]), [vec![5, 5], vec![1], vec![20], vec![20], vec![3]]);
        assert!(cut(&[]).is_empty());
    }

    /// Each part waits until the maximum number of parts is in flight.
    #[test]
    fn parts_are_in_flight_together_and_never_more_than_wanted() {
        let (flying, most, sent) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let start = Instant::now();
        let done: Result<(), ()> = each_at_once(3, (0..12).collect(), |_| {
            most.fetch_max(flying.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            // With fewer parts in flight, the test ends after 20 seconds and fails.
            while most.load(Ordering::SeqCst) < 3 && start.elapsed() < Duration::from_secs(20) {
                thread::sleep(Duration::from_millis(1));
            }
            sent.fetch_add(1, Ordering::SeqCst);
            flying.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        });
        assert_eq!((done, most.into_inner(), sent.into_inner()), (Ok(()), 3, 12));
        assert_eq!(each_at_once(3, Vec::<u8>::new(), |_| Err(())), Ok(()));
    }

    #[test]
    fn the_first_error_ends_a_batch_and_what_is_in_flight_is_waited_for() {
        let (failed, sent) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let done = each_at_once(2, (0..100).collect(), |part| {
            if part == 0 {
                failed.store(1, Ordering::SeqCst);
                return Err("the first");
            }
            while failed.load(Ordering::SeqCst) == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(20));
            sent.fetch_add(1, Ordering::SeqCst);
            Err("the second")
        });
        assert_eq!(done, Err("the first"));
        assert!(sent.into_inner() <= 1);
    }
}

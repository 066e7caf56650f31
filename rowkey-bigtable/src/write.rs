//! Writes batches to Bigtable.

use futures_util::stream::{FuturesUnordered, StreamExt};
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::mutate_rows_request::Entry;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::mutation::{self, DeleteFromColumn, SetCell};
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::{
    MutateRowsRequest, MutateRowsResponse, Mutation, TimestampRange,
};
use prost::Message;
use rowkey_store::{Batch, RowWrite, Sharing, Turn};
use std::future::poll_fn;
use std::iter::Peekable;
use std::mem;
use tokio::time::{Instant, sleep, timeout_at};
use tonic::{Code, Status};

use crate::chunks::Cell;
use crate::client::{CallHead, CallSpec, Service};
use crate::clock;
use crate::error::{BigtableError, Failure, RowError, Task, is_of_family, is_passing, retry_delay};
use crate::filter::MICROS_PER_MILLI;
use crate::retry::Retries;
use crate::store::BigtableStore;
use crate::trace;

/// The bytes of a change in addition to its key and its value.
const OVERHEAD: usize = 64;

/// The verb of the task of a batch.
const WRITE: &str = "write rows of";

/// Rows that are sent together.
#[derive(Debug, Default)]
struct BatchPart {
    entries: Vec<Entry>,
    /// `true` if an attempt may have written the entries, or may still write them.
    is_doubtful: bool,
    /// The rows that Bigtable rejects.
    refused: Vec<RowError>,
    /// The rows that Bigtable rejects but may have written: in an earlier attempt, or in an attempt that it reports as
    /// failed.
    doubted: Vec<RowError>,
}

impl BigtableStore {
    pub(crate) async fn write_batch(&self, batch: &Batch) -> Result<(), BigtableError> {
        let (puts, deletes) = (batch.puts(), batch.deletes());
        puts.iter().chain(&deletes).flat_map(|row| &row.keys).try_for_each(|key| self.check_key(key))?;
        self.write_rows(puts).await?;
        self.write_rows(deletes).await
    }

    /// Writes rows in parts.
    async fn write_rows(&self, rows: Vec<RowWrite<'_>>) -> Result<(), BigtableError> {
        let config = self.bigtable().config();
        let mut rows = rows.into_iter().peekable();
        self.send_parts(|| {
            let part = next_part(&mut rows, size_of_row, config.batch_rows, config.batch_bytes);
            (!part.is_empty()).then(|| self.send_in_turn(part))
        })
        .await
    }

    /// Writes entries in parts. They have their own timestamps, so they take no turns.
    pub(crate) async fn write_entries(&self, entries: Vec<Entry>) -> Result<(), BigtableError> {
        let config = self.bigtable().config();
        let mut entries = entries.into_iter().peekable();
        self.send_parts(|| {
            let entries = next_part(&mut entries, Message::encoded_len, config.batch_rows, config.batch_bytes);
            let part = BatchPart { entries, ..BatchPart::default() };
            (!part.entries.is_empty()).then(|| self.send(part, Retries::new(config.timeout)))
        })
        .await
    }

    /// Sends the parts that `next` returns, with several of them in flight at the same time. After a part that fails, it
    /// sends no other.
    async fn send_parts<F>(&self, mut next: impl FnMut() -> Option<F>) -> Result<(), BigtableError>
    where
        F: Future<Output = Result<Vec<RowError>, BigtableError>>,
    {
        let parallel = self.bigtable().config().parallel;
        let (mut sent, mut outcome) = (FuturesUnordered::new(), Outcome::default());
        loop {
            let has_room = outcome.is_ok() && sent.len() < parallel;
            if let Some(part) = has_room.then(&mut next).flatten() {
                sent.push(part);
            } else if let Some(result) = sent.next().await {
                outcome.add(result);
            } else {
                return outcome.into_result(self);
            }
        }
    }

    /// Writes cells of the row `key`, in one or several families, in one atomic step.
    ///
    /// ```no_run
    /// use rowkey_bigtable::Cell;
    ///
    /// # async fn put(bigtable: rowkey_bigtable::Bigtable) -> Result<(), rowkey_bigtable::BigtableError> {
    /// let calls = bigtable.table("calls", "f");
    /// let seconds = Cell { family: "f".into(), qualifier: b"seconds".into(), value: b"180".into(), ..Cell::default() };
    /// calls.put_cells(b"key", [seconds]).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A cell with the timestamp 0 gets the timestamp of this write. If you set a timestamp, it takes part in
    /// Bigtable's order: the cell with the highest timestamp of a column is the newest. The timestamp of the server
    /// (`-1`) is rejected, because a resent write would create a second cell.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`write`](Self::write), and [`BigtableError::CellTime`].
    pub async fn put_cells(&self, key: &[u8], cells: impl IntoIterator<Item = Cell>) -> Result<(), BigtableError> {
        self.check_key(key)?;
        let retries = Retries::new(self.bigtable().config().timeout);
        let _turn = self.turn(WRITE, &[key], Sharing::Writes, &retries).await?;
        let stamp = self.stamp(key);
        let set = |cell: Cell| {
            let Cell { family, qualifier, timestamp_micros, value, .. } = cell;
            if timestamp_micros < 0 {
                return Err(BigtableError::CellTime { table: self.table().into(), key: key.into(), timestamp_micros });
            }
            let timestamp_micros = if timestamp_micros == 0 { stamp } else { timestamp_micros };
            Ok(set_cell(SetCell { family_name: family, column_qualifier: qualifier, timestamp_micros, value }))
        };
        let mutations = cells.into_iter().map(set).collect::<Result<_, _>>()?;
        let entry = Entry { row_key: key.into(), mutations, idempotency: None };
        let mut outcome = Outcome::default();
        if !entry.mutations.is_empty() {
            outcome.add(self.send(BatchPart { entries: vec![entry], ..BatchPart::default() }, retries).await);
        }
        outcome.into_result(self)
    }

    /// Sends the rows of a part in their turns: first those where no compare-and-set is in the way, and then the others.
    async fn send_in_turn(&self, rows: Vec<RowWrite<'_>>) -> Result<Vec<RowError>, BigtableError> {
        let retries = Retries::new(self.bigtable().config().timeout);
        let (turn, is_busy) = clock::free_turn(rows.iter().map(|row| row.keys.as_slice()));
        let (mut free, mut busy) = (Vec::new(), Vec::new());
        for (row, is_busy) in rows.into_iter().zip(is_busy) {
            if is_busy { busy.push(row) } else { free.push(row) }
        }
        let refused = self.send_rows(&free, &retries).await?;
        drop(turn);
        if busy.is_empty() || !refused.is_empty() {
            return Ok(refused);
        }
        let keys: Vec<_> = busy.iter().flat_map(|row| &row.keys).copied().collect();
        let _turn = self.turn(WRITE, &keys, Sharing::Writes, &retries).await?;
        self.send_rows(&busy, &retries).await
    }

    /// Sends rows that have their turns: the first keys of all rows in one call, then the second. After a key that
    /// Bigtable rejects, it sends no other key of that row.
    ///
    /// The changes of a row have one timestamp. So of two programs that put it under different keys, the later one
    /// deletes the row of the other, and the earlier one does not.
    async fn send_rows(&self, rows: &[RowWrite<'_>], retries: &Retries) -> Result<Vec<RowError>, BigtableError> {
        let mut stamped: Vec<_> = rows.iter().map(|row| (row, clock::stamp_of_all(&row.keys))).collect();
        let mut refused = Vec::new();
        for nth in 0.. {
            stamped.retain(|(row, _)| nth < row.keys.len());
            if stamped.is_empty() {
                break;
            }
            let entries = stamped.iter().map(|(row, stamp)| self.entry(row, nth, *stamp)).collect();
            let now = self.send(BatchPart { entries, ..BatchPart::default() }, retries.clone()).await?;
            stamped.retain(|(row, _)| !now.iter().any(|refused| refused.key == row.keys[nth]));
            refused.extend(now);
        }
        Ok(refused)
    }

    /// Waits for the turn of a write at some rows, in the time that remains to `retries`.
    pub(crate) async fn turn(
        &self,
        what: &'static str,
        keys: &[&[u8]],
        sharing: Sharing,
        retries: &Retries,
    ) -> Result<Turn, BigtableError> {
        let mut turn = clock::turn(keys, sharing);
        let is_next = timeout_at(retries.deadline(), poll_fn(|cx| turn.poll(cx))).await;
        match is_next {
            Ok(()) => Ok(turn),
            Err(_) => {
                let task = Task::at(what, self.table(), keys.first().copied().unwrap_or_default());
                Err(BigtableError::RowBusy { task, after: retries.elapsed() })
            }
        }
    }

    /// Returns the Bigtable entry of a row at one of its keys. A put is a cell with the timestamp of the row, in
    /// milliseconds, and a delete removes only cells up to it. So a repeated or late entry does not affect later writes.
    fn entry(&self, row: &RowWrite<'_>, nth: usize, stamp: i64) -> Entry {
        let key = row.keys[nth];
        let micros = |stamp: i64| stamp.saturating_mul(MICROS_PER_MILLI);
        let mutation = match row.value.filter(|_| nth == 0) {
            Some(value) => self.put(value, micros(stamp)),
            None => self.delete(Some(micros(row.deletes_up_to(key, stamp)))),
        };
        Entry { row_key: key.into(), mutations: vec![mutation], idempotency: None }
    }

    /// Returns the timestamp of a write of the row in microseconds. Tables store it in milliseconds.
    pub(crate) fn stamp(&self, key: &[u8]) -> i64 {
        clock::stamp(key).saturating_mul(MICROS_PER_MILLI)
    }

    pub(crate) fn put(&self, value: &[u8], timestamp_micros: i64) -> Mutation {
        set_cell(SetCell {
            family_name: self.family().into(),
            column_qualifier: self.qualifier().into(),
            timestamp_micros,
            value: value.into(),
        })
    }

    /// Returns the mutation that deletes the cells up to a timestamp, or all cells.
    pub(crate) fn delete(&self, up_to: Option<i64>) -> Mutation {
        let time_range = up_to.map(|last| TimestampRange {
            start_timestamp_micros: 0,
            end_timestamp_micros: last.saturating_add(MICROS_PER_MILLI),
        });
        let (family_name, column_qualifier) = (self.family().into(), self.qualifier().into());
        let delete = DeleteFromColumn { family_name, column_qualifier, time_range };
        Mutation { mutation: Some(mutation::Mutation::DeleteFromColumn(delete)) }
    }

    /// Sends a part until the outcome of each row is known. Returns the rows that Bigtable rejects.
    async fn send(&self, mut part: BatchPart, mut retries: Retries) -> Result<Vec<RowError>, BigtableError> {
        let bigtable = self.bigtable();
        let result = loop {
            let key = part.entries.first().map(|entry| entry.row_key.clone()).unwrap_or_default();
            let spec = self.write_spec(&key);
            let until = bigtable.attempt_end(&retries);
            let Err(failure) = self.attempt_part(&spec, &mut part, until).await else { break self.refused(part) };
            part.is_doubtful |= failure.is_doubtful();
            match retries.next_pause(&failure).filter(|_| failure.is_passing()) {
                Some(pause) => {
                    trace::retry(spec.task.what, self.table(), &retries, &failure, pause);
                    sleep(pause).await;
                }
                None => {
                    let task = spec.task.clone();
                    let error = bigtable.error(spec, failure, retries.elapsed());
                    let unknown = |error| BigtableError::OutcomeUnknown { task, source: Box::new(error) };
                    break Err(if part.is_doubtful { unknown(error) } else { error });
                }
            }
        };
        trace::end(WRITE, self.table(), &retries, &result);
        result
    }

    /// Returns the rows of a part that Bigtable rejects, after the outcomes of all rows are known.
    fn refused(&self, part: BatchPart) -> Result<Vec<RowError>, BigtableError> {
        let Some(first) = part.doubted.first() else { return Ok(part.refused) };
        let task = Task::at(WRITE, self.table(), &first.key);
        let source = BigtableError::Rows { table: self.table().into(), rows: part.doubted };
        Err(BigtableError::OutcomeUnknown { task, source: source.into() })
    }

    /// Sends the entries of a part, and removes those with a known outcome. Returns an error if entries remain.
    async fn attempt_part(&self, spec: &CallSpec<'_>, part: &mut BatchPart, until: Instant) -> Result<(), Failure> {
        let bigtable = self.bigtable();
        let request = MutateRowsRequest {
            table_name: self.path().full.clone(),
            app_profile_id: bigtable.config().app_profile.clone(),
            entries: part.entries.clone(),
            ..MutateRowsRequest::default()
        };
        let mutate = |channel, request| {
            let mut client = bigtable.data_client(channel);
            async move { client.mutate_rows(request).await }
        };
        let (mut stream, call) = bigtable.attempt(&spec.head, request, until, mutate).await?;
        let mut statuses = EntryStatuses::new(part.entries.len());
        let end = loop {
            match timeout_at(until, stream.message()).await {
                Ok(Ok(Some(message))) => {
                    statuses.take(message);
                    // The timeout only ends a wait, and a server can always have a message ready.
                    if Instant::now() >= until {
                        bigtable.pool(Service::Data).time_out(&call);
                        break Some(Failure::TimedOut);
                    }
                }
                Ok(Ok(None)) => break None,
                Ok(Err(status)) => break Some(Failure::of(status)),
                Err(_) => {
                    bigtable.pool(Service::Data).time_out(&call);
                    break Some(Failure::TimedOut);
                }
            }
        };
        // The statuses that arrived before a failure count, so only the other entries are sent again.
        let passing = statuses.settle(part);
        match part.entries.is_empty() {
            true => Ok(()),
            false => Err(end.or(passing.map(Failure::Said)).unwrap_or_else(no_answer)),
        }
    }

    fn write_spec(&self, key: &[u8]) -> CallSpec<'_> {
        CallSpec {
            head: CallHead::of_rows(self.path(), true),
            task: Task::at(WRITE, self.table(), key),
            family: Some(self.family()),
            is_idempotent: true,
        }
    }
}

/// Returns the number of bytes that a row takes up in requests.
fn size_of_row(row: &RowWrite<'_>) -> usize {
    let keys: usize = row.keys.iter().map(|key| key.len() + OVERHEAD).sum();
    keys + row.value.unwrap_or_default().len()
}

/// Returns the next changes, up to the limits of a part.
fn next_part<T>(
    changes: &mut Peekable<impl Iterator<Item = T>>,
    size: impl Fn(&T) -> usize,
    most_rows: usize,
    most_bytes: usize,
) -> Vec<T> {
    let (mut part, mut bytes) = (Vec::new(), 0_usize);
    while let Some(change) = changes.peek() {
        bytes = bytes.saturating_add(size(change));
        let fits = part.len() < most_rows && bytes <= most_bytes;
        if !fits && !part.is_empty() {
            break;
        }
        part.extend(changes.next());
    }
    part
}

/// Returns the failure for a stream that ended without an error and without the status of some rows.
fn no_answer() -> Failure {
    Failure::Said(Status::unavailable("no word of some rows"))
}

fn set_cell(cell: SetCell) -> Mutation {
    Mutation { mutation: Some(mutation::Mutation::SetCell(cell)) }
}

/// The statuses that Bigtable has sent for the entries of a part.
#[derive(Debug)]
struct EntryStatuses {
    statuses: Vec<Option<Status>>,
}

impl EntryStatuses {
    fn new(entries: usize) -> Self {
        Self { statuses: vec![None; entries] }
    }

    fn take(&mut self, message: MutateRowsResponse) {
        for entry in message.entries {
            let index = usize::try_from(entry.index).ok();
            if let Some(slot) = index.and_then(|index| self.statuses.get_mut(index)) {
                let said = entry.status.unwrap_or_default();
                let details = said.encode_to_vec().into();
                *slot = Some(Status::with_details(Code::from_i32(said.code), said.message, details));
            }
        }
    }

    /// Keeps the entries of the part that must be sent again, and records the rejected ones. Returns the status of an
    /// entry that may succeed later. Of several, it is the one that requests the longest delay.
    fn settle(self, part: &mut BatchPart) -> Option<Status> {
        let mut passing = None;
        for (entry, answer) in mem::take(&mut part.entries).into_iter().zip(self.statuses) {
            match answer {
                Some(status) if status.code() == Code::Ok => {}
                Some(status) if !is_passing(&status) => {
                    let (code, message) = (status.code(), status.message().to_owned());
                    let is_doubtful = part.is_doubtful || Failure::Said(status).is_doubtful();
                    let rows = if is_doubtful { &mut part.doubted } else { &mut part.refused };
                    rows.push(RowError { key: entry.row_key, code, message });
                }
                Some(status) => {
                    passing = passing.into_iter().chain([status]).max_by_key(retry_delay);
                    part.entries.push(entry);
                }
                None => part.entries.push(entry),
            }
        }
        passing
    }
}

/// The outcome of the parts of a batch.
#[derive(Debug, Default)]
struct Outcome {
    refused: Vec<RowError>,
    error: Option<BigtableError>,
}

impl Outcome {
    fn is_ok(&self) -> bool {
        self.refused.is_empty() && self.error.is_none()
    }

    fn add(&mut self, part: Result<Vec<RowError>, BigtableError>) {
        match part {
            Ok(refused) => self.refused.extend(refused),
            Err(error) => self.error = self.error.take().or(Some(error)),
        }
    }

    fn into_result(self, store: &BigtableStore) -> Result<(), BigtableError> {
        let Self { refused: mut rows, error } = self;
        if let Some(error) = error {
            return Err(error);
        }
        let (table, family) = (store.table().into(), store.family().into());
        rows.sort_by(|a, b| a.key.cmp(&b.key));
        match rows.first() {
            None => Ok(()),
            // The family is the same for all rows of the batch.
            Some(first) if is_of_family(first.code, &first.message) => Err(BigtableError::NoFamily { table, family }),
            Some(_) => Err(BigtableError::Rows { table, rows }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Bigtable;
    use crate::config::Config;
    use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::mutate_rows_response;
    use googleapis_tonic_google_bigtable_v2::google::rpc;

    fn entry(key: &str) -> Entry {
        Entry { row_key: key.into(), ..Entry::default() }
    }

    fn keys(part: &BatchPart) -> String {
        part.entries.iter().map(|it| String::from_utf8_lossy(&it.row_key)).collect()
    }

    fn keys_of(part: &[RowWrite<'_>]) -> String {
        part.iter().flat_map(|row| &row.keys).map(|key| String::from_utf8_lossy(key)).collect()
    }

    #[test]
    fn parts_have_bounded_rows_and_bytes() {
        fn puts<'k>(keys: &'k [&'k [u8]]) -> Peekable<impl Iterator<Item = RowWrite<'k>>> {
            keys.iter().map(|key| RowWrite { keys: vec![key], value: Some(b"v") }).peekable()
        }
        let mut four = puts(&[b"a", b"b", b"c", b"d"]);
        assert_eq!(keys_of(&next_part(&mut four, size_of_row, 3, usize::MAX)), "abc");
        assert_eq!(keys_of(&next_part(&mut four, size_of_row, 3, usize::MAX)), "d");
        let mut three = puts(&[b"a", b"b", b"c"]);
        assert_eq!(keys_of(&next_part(&mut three, size_of_row, 9, 2 * (OVERHEAD + 2))), "ab");
        // A row that is larger than a part is sent separately.
        assert_eq!(keys_of(&next_part(&mut three, size_of_row, 9, 1)), "c");
    }

    /// Runtimes with several threads move futures between them.
    #[tokio::test]
    async fn futures_are_send() {
        fn is_send<T: Send>(_: T) {}
        let store = Bigtable::lazy(Config::emulator("127.0.0.1:1", "p", "i")).unwrap().table("t", "f");
        is_send(store.write(&Batch::new()));
        is_send(store.get(b"k"));
        is_send(store.compare_and_set(b"k", None, rowkey_store::Change::Delete));
        is_send(store.count(rowkey_core::KeyRange::all()));
        is_send(store.split_keys());
        is_send(store.put_cells(b"k", [Cell::default()]));
        is_send(store.bigtable().create_split_table("t", &["f"], &["m"]));
        is_send(store.bigtable().tables());
        is_send(Bigtable::connect(store.bigtable().config().clone()));
        is_send(store.scan(rowkey_core::KeyRange::all(), rowkey_store::Direction::Forward).advance());
    }

    #[test]
    fn only_rows_whose_outcome_is_not_known_are_sent_again() {
        let mut part = BatchPart { entries: ["a", "b", "c", "d"].map(entry).into(), ..BatchPart::default() };
        let mut statuses = EntryStatuses::new(4);
        let say = |index, code: Code| mutate_rows_response::Entry {
            index,
            status: Some(rpc::Status { code: code.into(), ..rpc::Status::default() }),
        };
        let entries =
            vec![say(2, Code::Unavailable), say(0, Code::Ok), say(1, Code::InvalidArgument), say(9, Code::Ok)];
        statuses.take(MutateRowsResponse { entries, ..MutateRowsResponse::default() });
        assert_eq!(statuses.settle(&mut part).map(|it| it.code()), Some(Code::Unavailable));
        assert_eq!(keys(&part), "cd");
        assert_eq!(part.refused.iter().map(|it| it.key.as_slice()).collect::<Vec<_>>(), [b"b"]);
    }
}

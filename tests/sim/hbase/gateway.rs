//! A Thrift 2 gateway in this process, with an HBase in memory. It reads and writes the bytes of the protocol.

use fastrand::Rng;
use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::server::TProcessor;

use super::filters;
use super::machine::Machine;
use super::rows::{StoredRow, StoredTable};
use crate::thrift2::*;

/// The tables, and the open scanners.
pub(super) struct Gateway {
    machine: Arc<Machine>,
    inner: Mutex<Inner>,
}

struct Inner {
    rng: Rng,
    /// The probability that a busy server rejects a call on rows.
    refuses: f64,
    /// The probability that a region moves, splits, or merges before a call.
    moves: f64,
    /// `true` while it answers a call that a region has held too long.
    is_late: bool,
    /// `true` while it answers a call with a row that was not requested.
    has_stray: bool,
    tables: Tables,
    scanners: BTreeMap<i32, OpenScanner>,
    scanners_so_far: i32,
    /// The number of requests to create each table.
    makes: BTreeMap<String, usize>,
    /// The number of requests of each kind since they were last taken.
    calls: BTreeMap<String, usize>,
    /// `true` if the gateway sends each `checkAndMutate` twice to its region server, and forwards the second answer.
    repeats_swaps: bool,
    /// A check of the tables after each request.
    invariant: Option<Invariant>,
}

pub(super) type Tables = BTreeMap<String, StoredTable>;

type Invariant = Box<dyn Fn(&Tables) -> Result<(), String> + Send>;

struct OpenScanner {
    table: String,
    scan: TScan,
    /// The row after which the scanner continues.
    last: Option<Vec<u8>>,
    lease: Duration,
}

/// The time after which the gateway closes an unused scanner.
const LEASE: Duration = Duration::from_secs(60);

/// The time in which regions reopen after a change of their table.
const REOPENING: Duration = Duration::from_millis(500);

const NOT_SERVING: &str = "org.apache.hadoop.hbase.NotServingRegionException";

impl Gateway {
    pub(super) fn new(machine: Arc<Machine>, rng: Rng) -> Self {
        let inner = Inner {
            rng,
            refuses: 0.0,
            moves: 0.0,
            is_late: false,
            has_stray: false,
            tables: BTreeMap::new(),
            scanners: BTreeMap::new(),
            scanners_so_far: 0,
            makes: BTreeMap::new(),
            calls: BTreeMap::new(),
            repeats_swaps: false,
            invariant: None,
        };
        Self { machine, inner: Mutex::new(inner) }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the probabilities that regions move, and that servers reject calls.
    pub(super) fn disturb(&self, moves: f64, refuses: f64) {
        let mut inner = self.inner();
        (inner.moves, inner.refuses) = (moves, refuses);
    }

    /// Forgets the gateway's own state, as after a restart.
    pub(super) fn restart(&self) {
        self.inner().scanners.clear();
    }

    /// Returns `true` if the table exists.
    pub(super) fn has_table(&self, name: &str) -> bool {
        self.inner().tables.contains_key(name)
    }

    /// Returns the number of requests to create the table.
    pub(super) fn makes(&self, name: &str) -> usize {
        self.inner().makes.get(name).copied().unwrap_or(0)
    }

    /// Returns the number of requests of each kind since the last call.
    pub(super) fn take_calls(&self) -> BTreeMap<String, usize> {
        std::mem::take(&mut self.inner().calls)
    }

    /// Sends each `checkAndMutate` twice from now on, as if the first answer of the region server was lost.
    pub(super) fn repeat_swaps(&self) {
        self.inner().repeats_swaps = true;
    }

    /// Checks the tables after each request from now on.
    pub(super) fn keep(&self, invariant: impl Fn(&Tables) -> Result<(), String> + Send + 'static) {
        self.inner().invariant = Some(Box::new(invariant));
    }

    /// Compacts all tables, so that a late put is not hidden by a delete before it.
    pub(super) fn compact(&self) {
        self.machine.note(|| "all tables are compacted".into());
        self.inner().tables.values_mut().flat_map(|table| table.rows.values_mut()).for_each(StoredRow::compact);
    }

    /// Looks at the tables.
    pub(super) fn look<T>(&self, look: impl FnOnce(&Tables) -> T) -> T {
        look(&self.inner().tables)
    }

    /// Returns the name of the call from the bytes of a request.
    pub(super) fn method(request: &[u8]) -> String {
        let width = u32::from_be_bytes(request[4..8].try_into().unwrap()) as usize;
        String::from_utf8_lossy(&request[8..8 + width]).into_owned()
    }

    /// Returns a request without its sequence number.
    pub(super) fn without_number(request: &[u8]) -> Vec<u8> {
        let head = 8 + Self::method(request).len();
        [&request[..head], &request[head + 4..]].concat()
    }

    /// Answers a request that a region holds until its server times out.
    pub(super) fn handle_late(self: &Arc<Self>, request: &[u8]) -> Vec<u8> {
        self.inner().is_late = true;
        let answer = self.handle(request);
        self.inner().is_late = false;
        answer
    }

    /// Answers a request with a row that was not requested, if the table has another row.
    pub(super) fn handle_with_stray(self: &Arc<Self>, request: &[u8]) -> Vec<u8> {
        self.inner().has_stray = true;
        let answer = self.handle(request);
        self.inner().has_stray = false;
        answer
    }

    /// Answers a request.
    pub(super) fn handle(self: &Arc<Self>, request: &[u8]) -> Vec<u8> {
        let mut answer = Vec::new();
        let mut input = TBinaryInputProtocol::new(request, true);
        let mut output = TBinaryOutputProtocol::new(&mut answer, true);
        let processor = THBaseServiceSyncProcessor::new(Handler(Arc::clone(self)));
        *self.inner().calls.entry(Self::method(request)).or_default() += 1;
        processor.process(&mut input, &mut output).expect("a request as it should be");
        let inner = self.inner();
        let checked = inner.invariant.as_ref().map_or(Ok(()), |invariant| invariant(&inner.tables));
        drop(inner);
        self.machine.check(checked);
        answer
    }
}

/// The calls of the protocol.
struct Handler(Arc<Gateway>);

fn io_error(message: impl Into<String>, can_retry: Option<bool>) -> thrift::Error {
    thrift::Error::User(Box::new(TIOError { message: Some(message.into()), can_retry }))
}

fn name_of(table: &TTableName) -> String {
    String::from_utf8_lossy(&table.qualifier).into_owned()
}

impl Inner {
    /// Returns the table if its rows can be used. Before that, one of its regions may move.
    fn rows_of(&mut self, machine: &Machine, table: &[u8]) -> thrift::Result<&mut StoredTable> {
        let name = String::from_utf8_lossy(table).into_owned();
        // The gateway reports only the table's name.
        let Some(table) = self.tables.get_mut(&name) else { return Err(io_error(name, None)) };
        if !table.is_enabled {
            let message = format!("org.apache.hadoop.hbase.TableNotEnabledException: {name}");
            return Err(io_error(message, Some(false)));
        }
        if self.rng.f64() < self.moves {
            let away = Duration::from_millis([1, 60, 700, 3_000, 20_000][self.rng.usize(..5)]);
            let key = [self.rng.u8(..5), self.rng.u8(..), self.rng.u8(..)];
            let until = machine.elapsed() + away;
            match self.rng.u8(..3) {
                0 => table.move_region(&key, until),
                1 => table.split_region(&key, until),
                _ => table.merge_regions(&key, until),
            }
            machine.note(|| format!("gateway: the regions of `{name}` change at {key:?}, for {away:?}"));
        }
        Ok(table)
    }

    /// Returns an exception of a busy server, in one of the forms in which the gateway forwards it.
    fn refusal(&mut self) -> Option<thrift::Error> {
        if self.is_late {
            let message = "Call to h/127.0.0.1:16020 failed on local exception: org.apache.hadoop.hbase.ipc.CallTimeoutException: \
                           Call[id=7,methodName=Multi], waitTime=60001ms, rpcTimeout=60000ms";
            return Some(io_error(message, Some(true)));
        }
        if self.rng.f64() >= self.refuses {
            return None;
        }
        let (message, can_retry) = match self.rng.u8(..5) {
            0 => ("org.apache.hadoop.hbase.RegionTooBusyException: over memstore limit\n\tat a.B.c(B.java:1)", None),
            1 => ("org.apache.hadoop.hbase.CallQueueTooBigException: call queue is full", Some(true)),
            2 => ("Call to h/127.0.0.1:16020 failed on connection exception", Some(true)),
            3 => (
                "Failed after attempts=3, exceptions:\n2026-01-01T00:00:00Z, RpcRetryingCaller{pause=100, \
                 maxAttempts=3}, org.apache.hadoop.hbase.PleaseHoldException: wait\n\tat a.B.c(B.java:1)\n",
                None,
            ),
            _ => ("org.apache.hadoop.hbase.DoNotRetryIOException: refused by a coprocessor", Some(false)),
        };
        Some(io_error(message, can_retry))
    }

    /// Returns a random number that selects an unrequested row, if the answer should have one.
    fn stray(&mut self) -> Option<usize> {
        self.has_stray.then(|| self.rng.usize(..))
    }

    fn table(&mut self, table: &TTableName) -> thrift::Result<&mut StoredTable> {
        let name = name_of(table);
        self.tables
            .get_mut(&name)
            .ok_or_else(|| io_error(format!("org.apache.hadoop.hbase.TableNotFoundException: {name}"), Some(false)))
    }
}

impl Handler {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.inner()
    }

    /// Changes rows one by one, if the table has the families. Rows in unserved regions are not changed, and are named at
    /// the end.
    fn change_rows<'f>(
        &self,
        table: &[u8],
        families: impl Iterator<Item = &'f Vec<u8>>,
        keys: Vec<Vec<u8>>,
        mut change: impl FnMut(usize, &mut StoredRow),
    ) -> thrift::Result<()> {
        let mut inner = self.inner();
        let (refusal, after) = (inner.refusal(), inner.rng.bool());
        let passes = |error: &thrift::Error| {
            matches!(error, thrift::Error::User(it)
            if it.downcast_ref::<TIOError>().is_some_and(|it| it.can_retry != Some(false)))
        };
        match refusal {
            // The gateway gave up, but one of its retries was executed.
            Some(error) if after && passes(&error) => {
                let table = inner.rows_of(&self.0.machine, table)?;
                for (at, key) in keys.iter().enumerate() {
                    change(at, table.rows.entry(key.clone()).or_default());
                }
                return Err(error);
            }
            Some(error) => return Err(error),
            None => {}
        }
        let now = self.0.machine.elapsed();
        let table = inner.rows_of(&self.0.machine, table)?;
        check_families(table, families, "Failed 1 action: ")?;
        let mut failed = 0;
        for (at, key) in keys.into_iter().enumerate() {
            if table.serves(&key, now) {
                change(at, table.rows.entry(key).or_default());
            } else {
                failed += 1;
            }
        }
        let actions = if failed == 1 { "1 action" } else { &format!("{failed} actions") };
        let times = if failed == 1 { "1 time" } else { &format!("{failed} times") };
        let message = format!("Failed {actions}: NotServingRegionException: {times}, servers with issues: h,1,1");
        if failed > 0 { Err(io_error(message, None)) } else { Ok(()) }
    }

    fn put(&self, row: &mut StoredRow, put: &TPut) {
        for cell in &put.column_values {
            let timestamp = cell.timestamp.or(put.timestamp).unwrap_or_else(|| self.0.machine.time_of_servers());
            row.put((cell.family.clone(), cell.qualifier.clone()), timestamp, cell.value.clone());
        }
    }

    fn delete(&self, row: &mut StoredRow, delete: &TDelete) {
        let now = || self.0.machine.time_of_servers();
        let Some(columns) = &delete.columns else { return row.delete(delete.timestamp.unwrap_or_else(now)) };
        assert_eq!(delete.delete_type, Some(TDeleteType::DELETE_COLUMNS), "only whole columns are deleted here");
        for column in columns {
            let qualifier = column.qualifier.clone().expect("a column with a name");
            // HBase takes the timestamp of the column, and not of the delete.
            row.delete_column((column.family.clone(), qualifier), column.timestamp.unwrap_or(i64::MAX));
        }
    }

    /// Changes a row if its column has the value, and the table has the families. An empty value also means a missing
    /// column.
    fn change_if<'f>(
        &self,
        table: &[u8],
        row: Vec<u8>,
        column: (Vec<u8>, Vec<u8>),
        value: &[u8],
        families: impl Iterator<Item = &'f Vec<u8>>,
        change: impl FnOnce(&mut StoredRow),
    ) -> thrift::Result<bool> {
        let mut inner = self.inner();
        let refusal = inner.refusal();
        refusal.map_or(Ok(()), Err)?;
        let table = inner.rows_of(&self.0.machine, table)?;
        if !table.serves(&row, self.0.machine.elapsed()) {
            return Err(io_error(format!("{NOT_SERVING}: t,,1 is not online"), Some(true)));
        }
        check_families(table, families, "")?;
        check_families(table, [&column.0].into_iter(), "")?;
        let row = table.rows.entry(row).or_default();
        let holds = row.cell(&column).map_or(&[][..], |(_, value)| value) == value;
        if holds {
            change(row);
        }
        Ok(holds)
    }

    /// Returns the row of a get. If `stray` is given and there is another row, it returns that one instead.
    fn read_row(&self, table: &StoredTable, get: &TGet, stray: Option<usize>) -> thrift::Result<TResult> {
        if !table.serves(&get.row, self.0.machine.elapsed()) {
            return Err(io_error(format!("{NOT_SERVING}: t,,1 is not online on h\n\tat x"), None));
        }
        let filter = filters::of(None, get.filter_bytes.as_deref());
        let others = table.rows.iter().filter(|(key, _)| **key != get.row);
        if let Some(stray) = stray.and_then(|draw| other_row(others, draw, get.columns.as_deref(), &filter)) {
            return Ok(stray);
        }
        let cells = table.rows.get(&get.row).map(|row| cells(row, get.columns.as_deref(), &filter)).unwrap_or_default();
        let row = Some(get.row.clone()).filter(|_| !cells.is_empty());
        Ok(TResult { row, column_values: cells, partial: None })
    }

    /// Returns the next rows of a scan after `last`, and sets `last` to the last of them.
    fn scan(
        &self,
        inner: &mut Inner,
        name: &[u8],
        scan: &TScan,
        last: &mut Option<Vec<u8>>,
        most: i32,
    ) -> thrift::Result<Vec<TResult>> {
        let refusal = inner.refusal();
        refusal.map_or(Ok(()), Err)?;
        let draw = inner.stray();
        let table = inner.rows_of(&self.0.machine, name)?;
        check_families(table, families_of(scan.columns.as_ref()), "")?;
        let (now, is_reversed) = (self.0.machine.elapsed(), scan.reversed == Some(true));
        let filter = filters::of(scan.filter_string.as_deref(), scan.filter_bytes.as_deref());
        let has_row = filters::of_rows(scan.filter_bytes.as_deref());
        let near = match (last.as_deref(), scan.start_row.as_deref()) {
            (Some(last), _) => Bound::Excluded(last),
            (None, Some(start)) => Bound::Included(start),
            (None, None) => Bound::Unbounded,
        };
        let far = scan.stop_row.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let (low, high) = if is_reversed { (far, near) } else { (near, far) };
        let key = |bound: &Bound<&[u8]>| match bound {
            Bound::Included(key) | Bound::Excluded(key) => Some(key.to_vec()),
            Bound::Unbounded => None,
        };
        if let (Some(low), Some(high)) = (key(&low), key(&high))
            && low >= high
        {
            return Ok(Vec::new());
        }
        let is_inside = |key: &[u8]| RangeBounds::<[u8]>::contains(&(low, high), key);
        let others = table.rows.iter().filter(|(key, _)| !is_inside(key));
        let stray = draw.and_then(|draw| other_row(others, draw, scan.columns.as_deref(), &filter));
        // It replaces one row of the next page.
        let most = most as usize - usize::from(stray.is_some());
        let rows = table.rows.range::<[u8], _>((low, high));
        let rows: Box<dyn Iterator<Item = _>> = if is_reversed { Box::new(rows.rev()) } else { Box::new(rows) };
        let mut page = Vec::new();
        for (key, row) in rows {
            if page.len() == most {
                break;
            }
            if !table.serves(key, now) {
                return Err(io_error(format!("{NOT_SERVING}: t,,1 is not online on h\n\tat x"), None));
            }
            if !has_row(key) {
                continue;
            }
            let cells = cells(row, scan.columns.as_deref(), &filter);
            if !cells.is_empty() {
                page.push(TResult { row: Some(key.clone()), column_values: cells, partial: None });
                *last = Some(key.clone());
            }
        }
        if let (Some(stray), Some(draw)) = (stray, draw) {
            page.insert(draw % (page.len() + 1), stray);
        }
        Ok(page)
    }
}

/// Returns one of the rows that were not requested.
fn other_row<'r>(
    others: impl Iterator<Item = (&'r Vec<u8>, &'r StoredRow)>,
    draw: usize,
    columns: Option<&[TColumn]>,
    filter: &impl Fn(TColumnValue) -> Option<TColumnValue>,
) -> Option<TResult> {
    let others = others.map(|(key, row)| (key, cells(row, columns, filter)));
    let mut others: Vec<_> = others.filter(|(_, cells)| !cells.is_empty()).collect();
    let at = draw.checked_rem(others.len())?;
    let (key, cells) = others.swap_remove(at);
    Some(TResult { row: Some(key.clone()), column_values: cells, partial: None })
}

/// Returns the requested cells of a row that pass a filter.
fn cells(
    row: &StoredRow,
    columns: Option<&[TColumn]>,
    filter: &impl Fn(TColumnValue) -> Option<TColumnValue>,
) -> Vec<TColumnValue> {
    let is_asked = |(family, qualifier): &(Vec<u8>, Vec<u8>)| {
        let is_it = |it: &TColumn| it.family == *family && it.qualifier.as_ref().is_none_or(|it| it == qualifier);
        columns.is_none_or(|columns| columns.iter().any(is_it))
    };
    let cell = |column: &(Vec<u8>, Vec<u8>)| {
        let (timestamp, value) = row.cell(column)?;
        filter(TColumnValue::new(column.0.clone(), column.1.clone(), value.to_vec(), timestamp))
    };
    row.columns().filter(|it| is_asked(it)).filter_map(cell).collect()
}

/// Returns HBase's error if a table lacks one of the families.
fn check_families<'f>(
    table: &StoredTable,
    mut families: impl Iterator<Item = &'f Vec<u8>>,
    head: &str,
) -> thrift::Result<()> {
    let Some(missing) = families.find(|family| !table.has_family(family)) else { return Ok(()) };
    let class = "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException";
    let name = missing.escape_ascii();
    Err(io_error(
        format!("{head}{class}: Column family {name} does not exist in region t,,1 in table 't'"),
        Some(false),
    ))
}

/// Returns the families of a request's columns.
fn families_of(columns: Option<&Vec<TColumn>>) -> impl Iterator<Item = &Vec<u8>> {
    columns.into_iter().flatten().map(|column| &column.family)
}

fn families_of_put(put: &TPut) -> impl Iterator<Item = &Vec<u8>> {
    put.column_values.iter().map(|cell| &cell.family)
}

impl THBaseServiceSyncHandler for Handler {
    fn handle_get(&self, table: Vec<u8>, get: TGet) -> thrift::Result<TResult> {
        let mut inner = self.inner();
        let refusal = inner.refusal();
        refusal.map_or(Ok(()), Err)?;
        let stray = inner.stray();
        let table = inner.rows_of(&self.0.machine, &table)?;
        check_families(table, families_of(get.columns.as_ref()), "")?;
        self.read_row(table, &get, stray)
    }

    fn handle_get_multiple(&self, table: Vec<u8>, gets: Vec<TGet>) -> thrift::Result<Vec<TResult>> {
        let mut inner = self.inner();
        let refusal = inner.refusal();
        refusal.map_or(Ok(()), Err)?;
        let stray = inner.stray();
        let table = inner.rows_of(&self.0.machine, &table)?;
        gets.iter().try_for_each(|get| check_families(table, families_of(get.columns.as_ref()), ""))?;
        let is_stray = |at: usize| stray.filter(|draw| draw % gets.len() == at);
        gets.iter().enumerate().map(|(at, get)| self.read_row(table, get, is_stray(at))).collect()
    }

    fn handle_check_and_put(
        &self,
        table: Vec<u8>,
        row: Vec<u8>,
        family: Vec<u8>,
        qualifier: Vec<u8>,
        value: Vec<u8>,
        put: TPut,
    ) -> thrift::Result<bool> {
        self.change_if(&table, row, (family, qualifier), &value, families_of_put(&put), |row| self.put(row, &put))
    }

    fn handle_check_and_delete(
        &self,
        table: Vec<u8>,
        row: Vec<u8>,
        family: Vec<u8>,
        qualifier: Vec<u8>,
        value: Vec<u8>,
        delete: TDelete,
    ) -> thrift::Result<bool> {
        let families = families_of(delete.columns.as_ref());
        self.change_if(&table, row, (family, qualifier), &value, families, |row| self.delete(row, &delete))
    }

    fn handle_check_and_mutate(
        &self,
        table: Vec<u8>,
        row: Vec<u8>,
        family: Vec<u8>,
        qualifier: Vec<u8>,
        compare: TCompareOperator,
        value: Vec<u8>,
        changes: TRowMutations,
    ) -> thrift::Result<bool> {
        assert_eq!(compare, TCompareOperator::EQUAL, "nothing else is compared here");
        let of = |change: &TMutation| -> Vec<Vec<u8>> {
            match change {
                TMutation::Put(put) => families_of_put(put).cloned().collect(),
                TMutation::DeleteSingle(delete) => families_of(delete.columns.as_ref()).cloned().collect(),
            }
        };
        let families: Vec<Vec<u8>> = changes.mutations.iter().flat_map(of).collect();
        assert_eq!(row, changes.row, "the same row is compared and changed");
        let swap = || {
            self.change_if(&table, row.clone(), (family.clone(), qualifier.clone()), &value, families.iter(), |row| {
                for change in &changes.mutations {
                    match change {
                        TMutation::Put(put) => self.put(row, put),
                        TMutation::DeleteSingle(delete) => self.delete(row, delete),
                    }
                }
            })
        };
        if self.inner().repeats_swaps {
            swap()?;
        }
        swap()
    }

    fn handle_increment(&self, _: Vec<u8>, _: TIncrement) -> thrift::Result<TResult> {
        Err(io_error("no history increments", Some(false)))
    }

    fn handle_put_multiple(&self, table: Vec<u8>, puts: Vec<TPut>) -> thrift::Result<()> {
        let keys = puts.iter().map(|put| put.row.clone()).collect();
        let families = puts.iter().flat_map(families_of_put);
        self.change_rows(&table, families, keys, |at, row| self.put(row, &puts[at]))
    }

    fn handle_delete_multiple(&self, table: Vec<u8>, deletes: Vec<TDelete>) -> thrift::Result<Vec<TDelete>> {
        let keys = deletes.iter().map(|delete| delete.row.clone()).collect();
        let families = deletes.iter().flat_map(|delete| families_of(delete.columns.as_ref()));
        self.change_rows(&table, families, keys, |at, row| self.delete(row, &deletes[at]))?;
        Ok(Vec::new())
    }

    fn handle_open_scanner(&self, table: Vec<u8>, scan: TScan) -> thrift::Result<i32> {
        let mut inner = self.inner();
        inner.rows_of(&self.0.machine, &table)?;
        inner.scanners_so_far += 1;
        let (id, lease) = (inner.scanners_so_far, self.0.machine.elapsed() + LEASE);
        let table = String::from_utf8_lossy(&table).into_owned();
        inner.scanners.insert(id, OpenScanner { table, scan, last: None, lease });
        Ok(id)
    }

    fn handle_get_scanner_rows(&self, id: i32, rows: i32) -> thrift::Result<Vec<TResult>> {
        let mut inner = self.inner();
        let now = self.0.machine.elapsed();
        let open = inner.scanners.remove(&id).filter(|scanner| scanner.lease > now);
        let Some(mut scanner) = open else {
            return Err(thrift::Error::User(Box::new(TIllegalArgument { message: Some("Invalid scanner Id".into()) })));
        };
        let page = self.scan(&mut inner, scanner.table.as_bytes(), &scanner.scan, &mut scanner.last, rows);
        scanner.lease = now + LEASE;
        inner.scanners.insert(id, scanner);
        page
    }

    fn handle_close_scanner(&self, id: i32) -> thrift::Result<()> {
        self.inner().scanners.remove(&id);
        Ok(())
    }

    fn handle_get_scanner_results(&self, table: Vec<u8>, scan: TScan, rows: i32) -> thrift::Result<Vec<TResult>> {
        self.scan(&mut self.inner(), &table, &scan, &mut None, rows)
    }

    fn handle_get_all_region_locations(&self, table: Vec<u8>) -> thrift::Result<Vec<THRegionLocation>> {
        let inner = self.inner();
        let Some(stored) = inner.tables.get(&*String::from_utf8_lossy(&table)) else { return Ok(Vec::new()) };
        let starts = stored.starts();
        let end = |at: usize| starts.get(at + 1).cloned().unwrap_or_default();
        let region = |(at, start): (usize, &Vec<u8>)| THRegionLocation {
            server_name: TServerName { host_name: "h".into(), port: Some(16_020) },
            region_info: THRegionInfo {
                region_id: at as i64,
                table_name: table.clone(),
                start_key: Some(start.clone()),
                end_key: Some(end(at)),
            },
        };
        Ok(starts.iter().enumerate().map(region).collect())
    }

    fn handle_get_table_descriptor(&self, table: TTableName) -> thrift::Result<TTableDescriptor> {
        let columns = self.inner().table(&table)?.families.clone();
        Ok(TTableDescriptor { table_name: table, columns: Some(columns), attributes: None })
    }

    fn handle_table_exists(&self, table: TTableName) -> thrift::Result<bool> {
        Ok(self.inner().tables.contains_key(&name_of(&table)))
    }

    fn handle_get_table_names_by_pattern(&self, _: String, _: bool) -> thrift::Result<Vec<TTableName>> {
        let name = |name: &String| TTableName { ns: None, qualifier: name.clone().into_bytes() };
        Ok(self.inner().tables.keys().map(name).collect())
    }

    fn handle_create_table(&self, table: TTableDescriptor, splits: Vec<Vec<u8>>) -> thrift::Result<()> {
        let (mut inner, name) = (self.inner(), name_of(&table.table_name));
        *inner.makes.entry(name.clone()).or_default() += 1;
        if inner.tables.contains_key(&name) {
            return Err(io_error(format!("org.apache.hadoop.hbase.TableExistsException: {name}"), Some(false)));
        }
        inner.tables.insert(name, StoredTable::new(table.columns.unwrap_or_default(), splits));
        Ok(())
    }

    fn handle_delete_table(&self, table: TTableName) -> thrift::Result<()> {
        let (mut inner, name) = (self.inner(), name_of(&table));
        if inner.table(&table)?.is_enabled {
            let message = format!("org.apache.hadoop.hbase.TableNotDisabledException: {name}");
            return Err(io_error(message, Some(false)));
        }
        inner.tables.remove(&name);
        Ok(())
    }

    fn handle_add_column_family(&self, table: TTableName, family: TColumnFamilyDescriptor) -> thrift::Result<()> {
        let mut inner = self.inner();
        let stored = inner.table(&table)?;
        if stored.has_family(&family.name) {
            let class = "org.apache.hadoop.hbase.InvalidFamilyOperationException";
            return Err(io_error(format!("{class}: the family already exists"), Some(false)));
        }
        stored.add_family(family, self.0.machine.elapsed() + REOPENING);
        Ok(())
    }

    fn handle_enable_table(&self, table: TTableName) -> thrift::Result<()> {
        self.set_enabled(&table, true, "TableNotDisabledException")
    }

    fn handle_disable_table(&self, table: TTableName) -> thrift::Result<()> {
        self.set_enabled(&table, false, "TableNotEnabledException")
    }

    fn handle_is_table_enabled(&self, table: TTableName) -> thrift::Result<bool> {
        Ok(self.inner().table(&table)?.is_enabled)
    }

    fn handle_get_thrift_server_type(&self) -> thrift::Result<TThriftServerType> {
        Ok(TThriftServerType::TWO)
    }
}

impl Handler {
    fn set_enabled(&self, table: &TTableName, is_enabled: bool, exception: &str) -> thrift::Result<()> {
        let mut inner = self.inner();
        let stored = inner.table(table)?;
        if stored.is_enabled == is_enabled {
            let message = format!("org.apache.hadoop.hbase.{exception}: {}", name_of(table));
            return Err(io_error(message, Some(false)));
        }
        stored.is_enabled = is_enabled;
        Ok(())
    }
}

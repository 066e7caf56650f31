//! Scans, page by page, the next page on its way while one is read.

use rowkey_core::KeyRange;
use rowkey_store::{Direction, Row};
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::iter::FusedIterator;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Weak};
use std::vec;

use crate::budget::{Grant, Share};
use crate::error::{INTERNAL, Task};
use crate::filter::{Filter, Stub, Values};
use crate::name::check_table;
use crate::page::{Ends, Shape, Widths, behind, memory};
use crate::scanner::Scanner;
use crate::store::{Columns, columns, observe, value};
use crate::thrift2::{TColumn, TColumnValue, TResult, TScan, TTHBaseServiceSyncClient};
use crate::{HBaseError, HBaseStore, clock, host};

/// The rows of a range of an [`HBaseStore`].
///
/// The first page is asked for when the scan is made, so scans that are made one after the other are read side by side;
/// the second when half of the first is read, and each further one while the one before is. From the third page on, the
/// gateway keeps a scanner open. If that fails in any way, the next page is asked for by its first key: the scan goes on
/// when the gateway is started again, when regions move or are split, and when its reader takes a long time for a page.
///
/// A page has [so many bytes](crate::Builder::page_bytes) at most, and all scans of a connection
/// [so many](crate::Builder::scan_bytes) together. A row whose value is too wide for its page is read by itself when its
/// turn comes.
pub struct HBaseScan(pub(crate) Results);

/// The rows of a range of an [`HBaseStore`], with all columns of its family.
pub struct ColumnScan(pub(crate) Results);

impl Iterator for HBaseScan {
    type Item = Result<Row, HBaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.map(|(key, cells)| (key, cells.into_value())))
    }
}

impl FusedIterator for HBaseScan {}

impl Iterator for ColumnScan {
    type Item = Result<(Vec<u8>, Columns), HBaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.map(|(key, cells)| (key, columns(cells.into_cells()))))
    }
}

impl FusedIterator for ColumnScan {}

/// Shows what is read, and which way.
impl fmt::Debug for HBaseScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HBaseScan").field(&self.0).finish()
    }
}

/// Shows what is read, and which way.
impl fmt::Debug for ColumnScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ColumnScan").field(&self.0).finish()
    }
}

/// A scan as it was asked for: the table, the cells of a row, the order.
pub(crate) struct Request {
    pub(crate) store: HBaseStore,
    pub(crate) direction: Direction,
    /// All columns of the family, or the store's one.
    pub(crate) all_columns: bool,
    pub(crate) filter: Filter,
    /// How many rows the reader may want at most.
    pub(crate) limit: Option<usize>,
}

/// The cells of a row that has come: of one column only the value is kept.
pub(crate) enum Cells {
    One(Vec<u8>),
    All(Vec<TColumnValue>),
}

impl Cells {
    fn into_value(self) -> Vec<u8> {
        match self {
            Self::One(value) => value,
            Self::All(cells) => value(cells),
        }
    }

    pub(crate) fn into_cells(self) -> Vec<TColumnValue> {
        match self {
            Self::One(_) => Vec::new(),
            Self::All(cells) => cells,
        }
    }
}

/// The key and the cells of a row.
type KeyAndCells = (Vec<u8>, Cells);

/// A row of a page.
enum PageRow {
    Whole(Vec<u8>, Cells),
    /// A row with a value that was too wide for the page.
    Wide(Vec<u8>),
}

/// The rows that have come with one call.
struct Page {
    rows: vec::IntoIter<PageRow>,
    /// The bytes of them all, given back when the next page takes its place.
    _grant: Option<Grant>,
}

/// The answers of HBase to a [`Request`].
pub(crate) struct Results {
    request: Arc<Request>,
    page: Page,
    /// With how many rows left of the page the next one is asked for; `None` before the first.
    low: Option<usize>,
    next: Next,
    /// How many rows the reader has not seen yet of those it may want.
    wanted: usize,
    /// Dropped with the scan: then nothing more is asked for.
    alive: Arc<()>,
    /// The range, for `Debug`.
    shown: String,
}

/// A page, and the pages behind it.
type Answer = (Box<Pages>, Result<Page, HBaseError>);

/// The pages that are still to come.
enum Next {
    Unasked(Box<Pages>),
    Asked(Receiver<Answer>),
    None,
}

impl Results {
    pub(crate) fn new(request: Request, range: KeyRange) -> Self {
        let shown = format!("{}: {range}", request.store.table());
        let wanted = request.limit.unwrap_or(usize::MAX);
        let request = Arc::new(request);
        let next = Next::Unasked(Box::new(Pages::new(Arc::clone(&request), range)));
        let page = Page { rows: Vec::new().into_iter(), _grant: None };
        let mut results = Self { request, page, low: None, next, wanted, alive: Arc::new(()), shown };
        results.ask();
        results
    }

    /// Has a worker ask for the next page, unless one does.
    fn ask(&mut self) {
        self.next = match std::mem::replace(&mut self.next, Next::None) {
            Next::Unasked(pages) if pages.ends.is_some() => Next::Asked(pages.ask(Arc::downgrade(&self.alive))),
            Next::Unasked(_) => Next::None,
            next => next,
        };
    }

    /// Waits for the next page; `None` at the end.
    fn turn(&mut self) -> Option<Result<(), HBaseError>> {
        self.ask();
        let Next::Asked(answer) = &self.next else { return None };
        let (pages, page) = match host::receive(answer) {
            Ok((pages, Ok(page))) => (pages, page),
            Ok((_, Err(error))) => return Some(Err(error)),
            Err(_) => return Some(Err(stopped(&self.shown))),
        };
        self.next = Next::Unasked(pages);
        // A reader that has read a page reads on.
        self.low = Some(self.low.map_or(page.rows.len() / 2, |_| page.rows.len()));
        self.page = page;
        Some(Ok(()))
    }

    /// The next row, whole; `None` within if it is gone meanwhile.
    fn row(&mut self) -> Option<Result<Option<KeyAndCells>, HBaseError>> {
        while self.page.rows.len() == 0 {
            if let Err(error) = self.turn()? {
                return Some(Err(error));
            }
        }
        let row = self.page.rows.next()?;
        self.wanted = self.wanted.saturating_sub(1);
        if Some(self.page.rows.len()) <= self.low && self.wanted > self.page.rows.len() {
            self.ask();
        }
        Some(match row {
            PageRow::Whole(key, cells) => Ok(Some((key, cells))),
            PageRow::Wide(key) => self.request.read_row(&key),
        })
    }
}

impl Iterator for Results {
    type Item = Result<KeyAndCells, HBaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.row()? {
                Ok(Some(row)) => return Some(Ok(row)),
                Ok(None) => {}
                Err(error) => {
                    self.next = Next::None;
                    self.page = Page { rows: Vec::new().into_iter(), _grant: None };
                    return Some(Err(error));
                }
            }
        }
    }
}

impl fmt::Debug for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:?}", self.shown, self.request.direction)
    }
}

/// A worker that ends without an answer has panicked.
fn stopped(scan: &str) -> HBaseError {
    let source = io::Error::other("the thread that read it has panicked");
    HBaseError::Connection { task: Task::new("scan", scan), address: Box::default(), source }
}

/// The rest of a scan.
struct Pages {
    request: Arc<Request>,
    range: KeyRange,
    /// As HBase is asked for it; `None` at the end.
    ends: Option<Ends>,
    widths: Widths,
    /// How many rows the next page can have.
    most_rows: usize,
    share: Share,
    /// How many pages have come.
    pages: usize,
    scanner: Option<Scanner>,
}

/// The rows of one call, before stubs are told from values.
struct Fetched {
    rows: Vec<TResult>,
    values: Values,
    /// How many rows were asked for; fewer come at the end only.
    asked: usize,
}

/// Pages that a scan asks for by their first keys, before it has a scanner kept open.
const PAGES_WITHOUT_SCANNER: usize = 2;

impl Pages {
    fn new(request: Arc<Request>, range: KeyRange) -> Self {
        let ends = Ends::of(&range, request.direction);
        let most_rows = request.most_rows().min(Shape::BEGIN);
        let widths = if request.filter.is_of_keys() { Widths::OF_KEYS } else { request.store.widths() };
        let share = request.store.hbase().budget().enter();
        Self { request, range, ends, widths, most_rows, share, pages: 0, scanner: None }
    }

    fn ask(mut self: Box<Self>, alive: Weak<()>) -> Receiver<Answer> {
        let (answer, received) = mpsc::sync_channel(1);
        let hbase = self.request.store.hbase().clone();
        hbase.spawn(move || {
            if alive.strong_count() > 0 {
                let page = self.read();
                // Nobody waits for it if the scan was dropped meanwhile.
                let _ = answer.send((self, page));
            }
        });
        received
    }

    /// The rows of the next page. It may be empty before the end: in reverse, HBase sends rows outside of the range.
    fn read(&mut self) -> Result<Page, HBaseError> {
        let request = Arc::clone(&self.request);
        let Some(ends) = self.ends.take() else { return Ok(Page { rows: Vec::new().into_iter(), _grant: None }) };
        let options = request.store.hbase().options();
        let mut grant = self.share.grant(options.page_bytes.min(options.max_answer));
        let Fetched { rows: mut page, values, asked } = self.fetch(ends, grant.bytes())?;
        let last = page.last().and_then(|row| row.row.clone());
        let complete = page.len() < asked;
        if let (Direction::Reverse, Some(stop)) = (request.direction, self.range.stop())
            && page.first().is_some_and(|row| row.row.as_deref() >= Some(stop))
        {
            page.remove(0);
        }
        let outside = page.iter().rev().take_while(|row| row.row.as_deref() < Some(self.range.start())).count();
        page.truncate(page.len() - outside);
        if let Some(last) = last.filter(|_| !complete && outside == 0) {
            self.range = behind(std::mem::replace(&mut self.range, KeyRange::all()), &last, request.direction);
            self.ends = Ends::of(&self.range, request.direction);
        }
        if self.ends.is_none() {
            self.scanner = None;
        }
        let rows = request.tell_stubs(page, values, &mut self.widths)?;
        self.pages += 1;
        self.most_rows = request.most_rows().min(asked.saturating_mul(Shape::GROWTH));
        grant.settle(rows.iter().map(PageRow::memory).sum());
        Ok(Page { rows: rows.into_iter(), _grant: Some(grant) })
    }

    /// The rows of the next page: by the scanner that is open, by a new one if the scan is a long one, or else by the first
    /// key. If a scanner fails, nobody knows how many rows it has passed, and it is not asked again.
    fn fetch(&mut self, ends: Ends, bytes: usize) -> Result<Fetched, HBaseError> {
        let request = &self.request;
        let mut shape = self.widths.shape(bytes, self.most_rows, request.all_columns);
        if let Some(scanner) = self.scanner.take() {
            let rows = self.widths.rows_of(scanner.shape, bytes, self.most_rows);
            if scanner.suits(shape, rows, request)
                && let Ok(page) = scanner.read(rows)
            {
                let values = scanner.values;
                self.scanner = Some(scanner);
                return Ok(Fetched { rows: page, values, asked: rows });
            }
        }
        let values = request.values(shape);
        let scan = request.scan(ends, values);
        // In reverse, HBase takes in the row that the page begins behind.
        let above = usize::from(request.direction == Direction::Reverse && scan.start_row.is_some());
        if self.pages >= PAGES_WITHOUT_SCANNER {
            let asked = shape.rows + above;
            if let Ok((scanner, rows)) = Scanner::open(request, &scan, values, shape, asked) {
                self.scanner = Some(scanner);
                return Ok(Fetched { rows, values, asked });
            }
        }
        let (asked, rows) = request.ask(&scan, &mut shape.rows, above)?;
        Ok(Fetched { rows, values, asked })
    }
}

impl PageRow {
    fn memory(&self) -> usize {
        match self {
            Self::Whole(key, Cells::One(value)) => memory(key.len(), [value.len()].into_iter()),
            Self::Whole(key, Cells::All(cells)) => memory(
                key.len(),
                cells.iter().map(|cell| {
                    size_of::<TColumnValue>() + cell.family.len() + cell.qualifier.len() + cell.value.len()
                }),
            ),
            Self::Wide(key) => memory(key.len(), [].into_iter()),
        }
    }
}

impl Request {
    fn most_rows(&self) -> usize {
        let most = self.store.hbase().options().page_rows;
        most.min(self.limit.unwrap_or(usize::MAX)).max(1)
    }

    /// The bound of the values of a page. A page of one row needs none: the row is wanted, however wide.
    fn values(&self, shape: Shape) -> Values {
        if self.filter.is_of_keys() || shape.rows == 1 {
            return Values::Whole;
        }
        let width = shape.width / self.filter.bytes_of_width();
        Values::UpTo { width, stub: self.store.stub(), columns: shape.columns }
    }

    fn scan(&self, ends: Ends, values: Values) -> TScan {
        let qualifier = (!self.all_columns).then(|| self.store.qualifier().to_vec());
        let columns = vec![TColumn::new(self.store.family().to_vec(), qualifier, None)];
        // Its `default()` is a scan with an empty filter, which the gateway does not understand.
        let reversed = self.direction == Direction::Reverse;
        let mut scan = TScan::new(None, None, columns, None, None, reversed, None, None, None);
        ends.set(&mut scan);
        self.filter.set(&mut scan, values);
        scan
    }

    /// Asks for a page of so many rows, and fewer if they are too wide. `above` rows more are asked for. Gives how
    /// many were asked for in the end.
    fn ask(&self, scan: &TScan, rows: &mut usize, above: usize) -> Result<(usize, Vec<TResult>), HBaseError> {
        loop {
            let asked = (*rows + above).min(i32::MAX as usize);
            match self.call(scan, asked) {
                Err(HBaseError::AnswerTooLong { .. }) if *rows > 1 => *rows = (*rows / 8).max(1),
                Err(error) => return Err(error),
                Ok(page) => return Ok((asked, page)),
            }
        }
    }

    fn call(&self, scan: &TScan, rows: usize) -> Result<Vec<TResult>, HBaseError> {
        let store = &self.store;
        check_table(store.table())?;
        let what = if scan.reversed == Some(true) { "scan in reverse" } else { "scan" };
        let task = || Task::at(what, store.table(), scan.start_row.as_deref().unwrap_or_default());
        let count = rows as i32;
        let scan = TScan { caching: Some(count), limit: Some(count), ..scan.clone() };
        let page = store.hbase().call(task, Some(store.family()), |client| {
            client.get_scanner_results(store.table().into(), scan.clone(), count)
        });
        let page = page.map_err(|error| self.explain(error))?;
        observe_all(&page);
        Ok(page)
    }

    /// A text that is not a filter is an internal error to the gateway.
    fn explain(&self, error: HBaseError) -> HBaseError {
        match (error, self.filter.text()) {
            (HBaseError::Server { task, message }, Some(filter)) if message.contains(INTERNAL) => {
                HBaseError::Filter { table: task.table, filter: filter.as_ref().into() }
            }
            (error, _) => error,
        }
    }

    /// A row by itself, of any width; `None` if it is not there any more.
    fn read_row(&self, key: &[u8]) -> Result<Option<KeyAndCells>, HBaseError> {
        let Some(ends) = Ends::of(&KeyRange::exactly(key), Direction::Forward) else { return Ok(None) };
        let scan = TScan { reversed: Some(false), ..self.scan(ends, Values::Whole) };
        let row = self.call(&scan, 1)?.pop();
        Ok(row.map(|row| (row.row.unwrap_or_default(), self.cells(row.column_values))))
    }

    fn cells(&self, cells: Vec<TColumnValue>) -> Cells {
        if self.all_columns { Cells::All(cells) } else { Cells::One(value(cells)) }
    }

    /// Tells the rows of a page that came whole from those with stubs or with further columns, and learns their widths.
    fn tell_stubs(&self, page: Vec<TResult>, values: Values, widths: &mut Widths) -> Result<Vec<PageRow>, HBaseError> {
        let lengths = self.lengths(&page, values)?;
        widths.age();
        let rows = page.into_iter().map(|row| {
            let TResult { row: key, column_values: cells, .. } = row;
            let key = key.unwrap_or_default();
            let lengths = lengths.get(&key);
            let cut = matches!(values, Values::UpTo { columns: Some(most), .. } if cells.len() >= most);
            if is_whole(&cells, values, lengths) && !cut {
                widths.add_row(key.len(), cells.iter().map(|cell| cell.value.len()));
                PageRow::Whole(key, self.cells(cells))
            } else {
                let cells = lengths.unwrap_or(&cells);
                widths.add_row(key.len(), cells.iter().map(|cell| length(cell).unwrap_or(cell.value.len())));
                PageRow::Wide(key)
            }
        });
        let rows = rows.collect();
        // Rows without their values say nothing of what later scans will read.
        if !self.filter.is_of_keys() {
            self.store.learn(*widths);
        }
        Ok(rows)
    }

    /// The lengths of the values of those rows of a page that may have stubs, and of the rows between them. If any of
    /// these turns out to be no stub, the next pages have the other stubs.
    fn lengths(&self, page: &[TResult], values: Values) -> Result<Lengths, HBaseError> {
        let Values::UpTo { width, stub, columns } = values else { return Ok(Lengths::new()) };
        let doubtful = |row: &TResult| row.column_values.iter().any(|cell| stub.may_be(&cell.value, width));
        let (Some(first), Some(last)) = (page.iter().position(doubtful), page.iter().rposition(doubtful)) else {
            return Ok(Lengths::new());
        };
        let key = |at: usize| page[at].row.clone().unwrap_or_default();
        let (low, high) = if self.direction == Direction::Forward { (first, last) } else { (last, first) };
        let range = KeyRange::new(key(low), Some([key(high).as_slice(), &[0]].concat()));
        let Some(ends) = Ends::of(&range, Direction::Forward) else { return Ok(Lengths::new()) };
        let scan = TScan { reversed: Some(false), ..self.scan(ends, Values::Lengths { columns }) };
        let rows = self.call(&scan, last - first + 1)?;
        let lengths: Lengths = rows.into_iter().filter_map(|row| Some((row.row?, row.column_values))).collect();
        let whole = |row: &TResult| {
            let key = row.row.as_deref().unwrap_or_default();
            doubtful(row) && is_whole(&row.column_values, values, lengths.get(key))
        };
        if page[first..=last].iter().any(whole) {
            self.store.set_stub(if stub == Stub::Length { Stub::Empty } else { Stub::Length });
        }
        Ok(lengths)
    }
}

/// Has the writes after this read pass the timestamps of its rows.
pub(crate) fn observe_all(page: &[TResult]) {
    let now = clock::now();
    page.iter().for_each(|row| observe(row.row.as_deref().unwrap_or_default(), &row.column_values, now));
}

/// Rows whose values are lengths.
type Lengths = HashMap<Vec<u8>, Vec<TColumnValue>>;

/// The length that stands in place of a value.
fn length(cell: &TColumnValue) -> Option<usize> {
    let length = cell.value.as_slice().try_into().ok()?;
    Some(u32::from_be_bytes(length) as usize)
}

/// `true` if no cell of the row is a stub: none looks like one, or `lengths` tells that they are what they look like.
pub(crate) fn is_whole(cells: &[TColumnValue], values: Values, lengths: Option<&Vec<TColumnValue>>) -> bool {
    let Values::UpTo { width, stub, .. } = values else { return true };
    if !cells.iter().any(|cell| stub.may_be(&cell.value, width)) {
        return true;
    }
    let same = |cell: &TColumnValue, found: &TColumnValue| {
        cell.qualifier == found.qualifier
            && cell.timestamp == found.timestamp
            && length(found) == Some(cell.value.len())
    };
    lengths.is_some_and(|found| {
        found.len() == cells.len() && cells.iter().zip(found).all(|(cell, found)| same(cell, found))
    })
}

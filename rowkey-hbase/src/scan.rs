//! Scans, page by page, the next page on its way while one is read.

use rowkey_core::KeyRange;
use rowkey_store::{Direction, Row};
use std::fmt;
use std::io;
use std::iter::FusedIterator;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Weak};
use std::vec;

use crate::clock;
use crate::error::{INTERNAL, Task};
use crate::filter::Filter;
use crate::page::{Ends, Size, behind};
use crate::store::{Columns, columns, observe, value};
use crate::thrift2::{TColumn, TResult, TScan, TTHBaseServiceSyncClient};
use crate::{HBaseError, HBaseStore};

/// The rows of a range of an [`HBaseStore`].
///
/// The first page is asked for when the scan is made, so scans that are made one after the other are read side by side;
/// the second when half of the first is read, and each further one while the one before is. A page is asked for by its
/// first key, and no scanner is kept open in the gateway: the scan goes on where the gateway is started again, and where
/// regions move or are split.
pub struct HBaseScan(pub(crate) Results);

/// The rows of a range of an [`HBaseStore`], with all columns of its family.
pub struct ColumnScan(pub(crate) Results);

impl Iterator for HBaseScan {
    type Item = Result<Row, HBaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.map(|row| (row.row.unwrap_or_default(), value(row.column_values))))
    }
}

impl FusedIterator for HBaseScan {}

impl Iterator for ColumnScan {
    type Item = Result<(Vec<u8>, Columns), HBaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.map(|row| (row.row.unwrap_or_default(), columns(row.column_values))))
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

/// What is asked for: the table, the rows, the cells.
pub(crate) struct Request {
    pub(crate) store: HBaseStore,
    pub(crate) range: KeyRange,
    pub(crate) direction: Direction,
    /// All columns of the family, or the store's one.
    pub(crate) all_columns: bool,
    pub(crate) filter: Filter,
    /// How many rows the reader may want at most.
    pub(crate) limit: Option<usize>,
}

/// The answers of HBase to a [`Request`].
pub(crate) struct Results {
    page: vec::IntoIter<TResult>,
    /// With how many rows left of the page the next one is asked for; `None` before the first.
    low: Option<usize>,
    next: Next,
    /// How many rows the reader has not seen yet of those it may want.
    wanted: usize,
    /// Dropped with the scan: then nothing more is asked for.
    alive: Arc<()>,
    shown: (String, Direction),
}

/// A page, and the pages behind it.
type Answer = (Box<Pages>, Result<Vec<TResult>, HBaseError>);

/// The pages that are still to come.
enum Next {
    Unasked(Box<Pages>),
    Asked(Receiver<Answer>),
    None,
}

impl Results {
    pub(crate) fn new(request: Request) -> Self {
        let shown = (format!("{}: {}", request.store.table(), request.range), request.direction);
        let wanted = request.limit.unwrap_or(usize::MAX);
        let next = Next::Unasked(Box::new(Pages::new(request)));
        let mut results = Self { page: Vec::new().into_iter(), low: None, next, wanted, alive: Arc::new(()), shown };
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
        let (pages, page) = match answer.recv() {
            Ok((pages, Ok(page))) => (pages, page),
            Ok((_, Err(error))) => return Some(Err(error)),
            Err(_) => return Some(Err(stopped(&self.shown.0))),
        };
        self.next = Next::Unasked(pages);
        // Who has read a page reads on.
        self.low = Some(self.low.map_or(page.len() / 2, |_| page.len()));
        self.page = page.into_iter();
        Some(Ok(()))
    }
}

impl Iterator for Results {
    type Item = Result<TResult, HBaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.page.len() == 0 {
            if let Err(error) = self.turn()? {
                self.next = Next::None;
                return Some(Err(error));
            }
        }
        let row = self.page.next()?;
        self.wanted = self.wanted.saturating_sub(1);
        if Some(self.page.len()) <= self.low && self.wanted > self.page.len() {
            self.ask();
        }
        Some(Ok(row))
    }
}

impl fmt::Debug for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:?}", self.shown.0, self.shown.1)
    }
}

/// A worker that ends without an answer has panicked.
fn stopped(scan: &str) -> HBaseError {
    let source = io::Error::other("the thread that read it has panicked");
    HBaseError::Connection { task: Task::new("scan", scan), address: Box::default(), source }
}

/// What is left of a request.
struct Pages {
    request: Request,
    /// As HBase is asked for it; `None` at the end.
    ends: Option<Ends>,
    /// How many rows to ask for.
    rows: usize,
}

impl Pages {
    fn new(request: Request) -> Self {
        let ends = Ends::of(&request.range, request.direction);
        // Wide rows are not known to be so in the beginning; later scans start from what earlier ones saw.
        let rows = match request.store.row_width.load(Ordering::Relaxed) {
            0 => Size::FIRST,
            width => request.size().next(usize::MAX, width).min(Size::BEGIN),
        };
        let rows = rows.min(request.size().most_rows);
        Self { request, ends, rows }
    }

    fn ask(mut self: Box<Self>, alive: Weak<()>) -> Receiver<Answer> {
        let (answer, received) = mpsc::sync_channel(1);
        let hbase = self.request.store.hbase().clone();
        hbase.spawn(move || {
            if alive.strong_count() > 0 {
                let page = self.read();
                // Nobody waits for it where the scan was dropped meanwhile.
                let _ = answer.send((self, page));
            }
        });
        received
    }

    /// The rows of the next page. None of them may be of the range, and more follow.
    fn read(&mut self) -> Result<Vec<TResult>, HBaseError> {
        let request = &mut self.request;
        let Some(ends) = self.ends.take() else { return Ok(Vec::new()) };
        let mut scan = request.scan();
        ends.set(&mut scan);
        // In reverse, HBase takes in the row that the page begins behind.
        let above = usize::from(request.direction == Direction::Reverse && scan.start_row.is_some());
        let (asked, mut page) = request.ask(scan, &mut self.rows, above)?;
        let last = page.last().and_then(|row| row.row.clone());
        let complete = page.len() < asked;
        if let (Direction::Reverse, Some(stop)) = (request.direction, request.range.stop())
            && page.first().is_some_and(|row| row.row.as_deref() >= Some(stop))
        {
            page.remove(0);
        }
        let outside = page.iter().rev().take_while(|row| row.row.as_deref() < Some(request.range.start())).count();
        page.truncate(page.len() - outside);
        let Some(last) = last.filter(|_| !complete && outside == 0) else { return Ok(page) };
        request.range = behind(request.range.clone(), &last, request.direction);
        self.ends = Ends::of(&request.range, request.direction);
        self.rows = request.next_rows(&page, self.rows);
        Ok(page)
    }
}

impl Request {
    fn size(&self) -> Size {
        let options = self.store.hbase().options();
        Size { most_rows: options.page_rows.min(self.limit.unwrap_or(usize::MAX)).max(1), bytes: options.page_bytes }
    }

    fn scan(&self) -> TScan {
        let qualifier = (!self.all_columns).then(|| self.store.qualifier().to_vec());
        let columns = vec![TColumn::new(self.store.family().to_vec(), qualifier, None)];
        let reversed = self.direction == Direction::Reverse;
        // Its `default()` is a scan with an empty filter, which the gateway does not understand.
        let mut scan = TScan::new(None, None, columns, None, None, reversed, None, None);
        self.filter.set(&mut scan);
        scan
    }

    /// Asks for a page of so many rows, and fewer where they are too wide. `above` rows more are asked for. Gives how
    /// many were asked for in the end.
    fn ask(&self, scan: TScan, rows: &mut usize, above: usize) -> Result<(usize, Vec<TResult>), HBaseError> {
        let store = &self.store;
        let task = || match self.direction {
            Direction::Forward => Task::at("scan", store.table(), scan.start_row.as_deref().unwrap_or_default()),
            Direction::Reverse => {
                Task::at("scan in reverse", store.table(), scan.start_row.as_deref().unwrap_or_default())
            }
        };
        loop {
            let asked = (*rows + above).min(i32::MAX as usize);
            let count = asked as i32;
            let scan = TScan { caching: Some(count), limit: Some(count), ..scan.clone() };
            let page = store.hbase().call(task, Some(store.family()), |client| {
                client.get_scanner_results(store.table().into(), scan.clone(), count)
            });
            match page {
                Err(HBaseError::AnswerTooLong { .. }) if *rows > 1 => *rows = (*rows / 8).max(1),
                Err(error) => return Err(self.explain(error)),
                Ok(page) => {
                    let now = clock::now();
                    page.iter()
                        .for_each(|row| observe(row.row.as_deref().unwrap_or_default(), &row.column_values, now));
                    return Ok((asked, page));
                }
            }
        }
    }

    /// A text that is no filter is an internal error to the gateway.
    fn explain(&self, error: HBaseError) -> HBaseError {
        match (error, self.filter.text()) {
            (HBaseError::Server { task, message }, Some(filter)) if message.contains(INTERNAL) => {
                HBaseError::Filter { table: task.table, filter: filter.as_ref().into() }
            }
            (error, _) => error,
        }
    }

    /// How many rows to ask for after this page of so many.
    fn next_rows(&self, page: &[TResult], rows: usize) -> usize {
        let Some(bytes) = page.iter().map(bytes).reduce(|a, b| a + b) else { return rows };
        let width = (bytes / page.len()).max(1);
        // Rows without their values say nothing of what later scans will read.
        if !self.filter.is_of_keys() {
            self.store.row_width.store(width, Ordering::Relaxed);
        }
        self.size().next(rows.max(page.len()), width)
    }
}

/// About as many bytes as a row takes on the wire.
fn bytes(row: &TResult) -> usize {
    /// Field numbers, lengths and list heads, per cell.
    const FRAME: usize = 32;
    let cells = row.column_values.iter().map(|it| it.family.len() + it.qualifier.len() + it.value.len() + FRAME);
    row.row.as_ref().map_or(0, Vec::len) + cells.sum::<usize>()
}

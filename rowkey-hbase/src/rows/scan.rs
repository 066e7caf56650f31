//! Scans, which read page by page and request the next page in advance.

mod pages;

use rowkey_core::KeyRange;
use rowkey_store::RowBytes;
use std::iter::FusedIterator;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::{fmt, io};

use self::pages::{Answer, Page, Pages};
use crate::error::Task;
use crate::rows::request::Request;
use crate::rows::row::{Columns, KeyAndCells, PageRow, columns};
use crate::{HBaseError, host};

/// The rows of a range of an [`HBaseStore`](crate::HBaseStore).
///
/// A scan reads ahead page by page. It requests the first page when you create it, so several scans run concurrently.
/// It requests the second page when you have read half of the first, and each later page while you read the previous
/// one. From the third page on, the gateway keeps a scanner open.
///
/// If a request fails, the scan requests the next page by its first key. So it continues when the gateway restarts,
/// when regions move or split, and when you take a long time for a page.
///
/// Each page has a [maximum size](crate::Builder::page_bytes), and so do the pages of all scans of a connection
/// [together](crate::Builder::scan_bytes). A row that does not fit into its page is read separately when the scan
/// reaches it.
pub struct HBaseScan(pub(crate) Results);

/// The rows of a range of an [`HBaseStore`](crate::HBaseStore), with all columns of its family.
pub struct ColumnScan(pub(crate) Results);

impl Iterator for HBaseScan {
    type Item = Result<RowBytes, HBaseError>;

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

/// Shows the task and the direction.
impl fmt::Debug for HBaseScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HBaseScan").field(&self.0).finish()
    }
}

/// Shows the task and the direction.
impl fmt::Debug for ColumnScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ColumnScan").field(&self.0).finish()
    }
}

/// The rows that HBase returns for a [`Request`].
pub(crate) struct Results {
    request: Arc<Request>,
    page: Page,
    /// The number of remaining rows in the page at which the next page is requested, or `None` before the first page.
    low: Option<usize>,
    next: Next,
    /// The number of rows that the reader may still want.
    wanted: usize,
    /// Dropped with the scan, which stops further requests.
    alive: Arc<()>,
    /// The range, for `Debug`.
    shown: String,
}

/// The pages that have not arrived yet.
enum Next {
    Unasked(Box<Pages>),
    Asked(Receiver<Answer>),
    None,
}

impl Results {
    pub(crate) fn new(request: Request, range: KeyRange) -> Self {
        let shown = format!("{}: {range}", request.column.table);
        let wanted = request.limit.unwrap_or(usize::MAX);
        let request = Arc::new(request);
        let next = Next::Unasked(Box::new(Pages::new(Arc::clone(&request), range)));
        let page = Page::empty();
        let mut results = Self { request, page, low: None, next, wanted, alive: Arc::new(()), shown };
        results.ask();
        results
    }

    /// Makes a worker request the next page, unless it is already requested.
    fn ask(&mut self) {
        self.next = match std::mem::replace(&mut self.next, Next::None) {
            Next::Unasked(pages) if !pages.is_at_end() => Next::Asked(pages.ask(Arc::downgrade(&self.alive))),
            Next::Unasked(_) => Next::None,
            next => next,
        };
    }

    /// Waits for the next page. Returns `None` at the end.
    fn turn(&mut self) -> Option<Result<(), HBaseError>> {
        self.ask();
        let Next::Asked(answer) = &self.next else { return None };
        let (pages, page) = match host::receive(answer) {
            Ok((pages, Ok(page))) => (pages, page),
            Ok((_, Err(error))) => return Some(Err(error)),
            Err(_) => return Some(Err(stopped(&self.shown))),
        };
        self.next = Next::Unasked(pages);
        // A reader that has finished one page probably reads the next.
        self.low = Some(self.low.map_or(page.rows.len() / 2, |_| page.rows.len()));
        self.page = page;
        Some(Ok(()))
    }

    /// Returns the next row with all its values. The inner `None` means that the row has been deleted in the meantime.
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
                    self.page = Page::empty();
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

/// Returns the error for a worker that ended without an answer, because it panicked.
fn stopped(scan: &str) -> HBaseError {
    let source = io::Error::other("the thread that read it has panicked");
    HBaseError::Connection { task: Task::new("scan", scan), address: Box::default(), source }
}

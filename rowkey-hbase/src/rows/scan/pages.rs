//! The pages of a scan. A worker thread requests each page while the previous one is read.

use rowkey_core::KeyRange;
use rowkey_store::Direction;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Weak};
use std::vec;

use crate::HBaseError;
use crate::budget::{Grant, Share};
use crate::rows::filter::Values;
use crate::rows::page::{Ends, Shape, Widths, behind};
use crate::rows::request::Request;
use crate::rows::row::PageRow;
use crate::rows::scanner::Scanner;
use crate::thrift2::TResult;

/// A page, and the pages after it.
pub(super) type Answer = (Box<Pages>, Result<Page, HBaseError>);

/// The rows of one call.
pub(super) struct Page {
    pub(super) rows: vec::IntoIter<PageRow>,
    /// The memory of all rows. It is returned to the budget when the next page replaces this one.
    _grant: Option<Grant>,
}

impl Page {
    pub(super) fn empty() -> Self {
        Self { rows: Vec::new().into_iter(), _grant: None }
    }
}

/// The rest of a scan.
pub(super) struct Pages {
    request: Arc<Request>,
    range: KeyRange,
    /// The bounds of the next request, or `None` at the end.
    ends: Option<Ends>,
    widths: Widths,
    /// The maximum number of rows of the next page.
    most_rows: usize,
    share: Share,
    /// The number of pages that have arrived.
    pages: usize,
    scanner: Option<Scanner>,
}

/// The rows of one call, before stubs are separated from values.
struct Fetched {
    rows: Vec<TResult>,
    values: Values,
    /// The number of requested rows. Fewer rows arrive only at the end.
    asked: usize,
}

/// The number of pages that a scan requests by their first keys, before it opens a scanner.
const PAGES_WITHOUT_SCANNER: usize = 2;

impl Pages {
    pub(super) fn new(request: Arc<Request>, range: KeyRange) -> Self {
        let ends = Ends::of(&range, request.direction);
        let most_rows = request.most_rows().min(Shape::BEGIN);
        let widths = if request.filter.is_of_keys() { Widths::OF_KEYS } else { request.column.widths() };
        let share = request.column.hbase.budget().enter();
        Self { request, range, ends, widths, most_rows, share, pages: 0, scanner: None }
    }

    pub(super) const fn is_at_end(&self) -> bool {
        self.ends.is_none()
    }

    pub(super) fn ask(mut self: Box<Self>, alive: Weak<()>) -> Receiver<Answer> {
        let (answer, received) = mpsc::sync_channel(1);
        let hbase = self.request.column.hbase.clone();
        hbase.spawn(move || {
            if alive.strong_count() > 0 {
                let page = self.read();
                // The receiver is gone if the scan was dropped in the meantime.
                let _ = answer.send((self, page));
            }
        });
        received
    }

    /// Reads the rows of the next page. It may be empty before the end, because HBase sends rows outside of the range
    /// in reverse.
    fn read(&mut self) -> Result<Page, HBaseError> {
        let request = Arc::clone(&self.request);
        let Some(ends) = self.ends.take() else { return Ok(Page::empty()) };
        let options = request.column.hbase.options();
        let mut grant = self.share.grant(options.page_bytes.min(options.max_answer));
        let Fetched { rows: mut page, values, asked } = self.fetch(ends, grant.bytes())?;
        let last = page.last().and_then(|row| row.row.clone());
        let complete = page.len() < asked;
        // In reverse, HBase includes the upper end, which is not in the range.
        if let (Direction::Reverse, Some(stop)) = (request.direction, self.range.stop())
            && page.first().is_some_and(|row| row.row.as_deref() >= Some(stop))
        {
            page.remove(0);
        }
        // In reverse, the last rows of the page may be below the range.
        let outside = page.iter().rev().take_while(|row| row.row.as_deref() < Some(self.range.start())).count();
        page.truncate(page.len() - outside);
        // A page with fewer rows than requested is the last one, and so is a page with rows below the range.
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

    /// Reads the rows of the next page. It uses the open scanner, or a new one if the scan is long. Otherwise, it
    /// requests the page by its first key. If a scanner fails, it may have skipped rows, so it is not used again.
    fn fetch(&mut self, ends: Ends, bytes: usize) -> Result<Fetched, HBaseError> {
        let request = &self.request;
        let mut shape = self.widths.shape(bytes, self.most_rows, request.select);
        if let Some(scanner) = self.scanner.take() {
            let rows = self.widths.rows_of(scanner.shape, bytes, self.most_rows);
            if scanner.suits(shape, rows, request)
                && let Ok(page) = scanner.read(&request.column.table, &ends, rows)
            {
                let values = scanner.values;
                self.scanner = Some(scanner);
                return Ok(Fetched { rows: page, values, asked: rows });
            }
        }
        let values = request.values(shape);
        let scan = request.scan(&ends, values);
        // In reverse, HBase includes the row after which the page begins.
        let above = usize::from(request.direction == Direction::Reverse && scan.start_row.is_some());
        if self.pages >= PAGES_WITHOUT_SCANNER {
            let asked = shape.rows + above;
            if let Ok((scanner, rows)) = Scanner::open(request, &ends, values, shape, asked) {
                self.scanner = Some(scanner);
                return Ok(Fetched { rows, values, asked });
            }
        }
        let (asked, rows) = request.ask(&scan, &mut shape.rows, above)?;
        Ok(Fetched { rows, values, asked })
    }
}

//! Reads scans that are calls, each of which returns a page of rows.
//!
//! An example of one range `07 .. 08` in pages of 2 rows:
//!
//! ```text
//! call                        page               unfetched
//! fetch(07 .. 08, 2)          07 01, 07 02       07 02 00 .. 08
//! fetch(07 02 00 .. 08, 2)    07 05              07 05 00 .. 08      a short page does not end the range
//! fetch(07 05 00 .. 08, 2)    empty              the range is done
//! ```
//!
//! The next call starts while the rows of a page are read.

use super::MergeStream;
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::scan::plan::ScanPlan;
use crate::scan::plan::typed::Plan;
use crate::scan::rows::direction::Direction;
use crate::scan::rows::open_async::{AsyncCursor, ItemCursor, OpenAsync, ScanRequest};
use crate::scan::rows::open_range::{OutOfOrder, Row, Step};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};

/// The default number of rows per page.
const PAGE_ROWS: usize = 1_000;

impl ScanPlan {
    /// Reads the rows of the scan from a client that returns them page by page, in key order, without the salt.
    ///
    /// Use it for TiKV, etcd, DynamoDB, and similar clients. `fetch` takes a range, the [`Direction`], and the maximum
    /// number of rows. It returns the first rows of the range: as a `Vec`, or as a [`Page`] that states whether more
    /// follow. The scan returns at most `limit` rows.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use rowkey::KeyRange;
    ///
    /// # struct Error;
    /// # struct Client;
    /// # impl Client {
    /// #     async fn scan(&self, _: KeyRange, _: usize) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Error> { Ok(vec![]) }
    /// # }
    /// async fn count(client: &Client, plan: &ScanPlan) -> Result<usize, Error> {
    ///     let mut rows = plan.pages(|range, _, max_rows| client.scan(range, max_rows));
    ///     let mut count = 0;
    ///     while let Some(row) = rows.next().await {
    ///         let (_key, _value) = row.expect("`scan` returns rows in the order of their keys")?;
    ///         count += 1;
    ///     }
    ///     Ok(count)
    /// }
    /// ```
    ///
    /// While you read the rows of a page, the next one is fetched. A seek is free, because the next page can begin at
    /// any key. The closure is cloned for each bucket, so it should borrow the client or hold a handle of it.
    pub fn pages<F, Q, P, E>(&self, fetch: F) -> MergeStream<&Self, Pages<F>>
    where
        F: FnMut(KeyRange, Direction, usize) -> Q + Clone,
        Q: Future<Output = Result<P, E>>,
        P: IntoPage,
    {
        MergeStream::new(self, Pages::new(fetch))
    }
}

impl<K> Plan<K> {
    /// Reads the rows like [`ScanPlan::pages`], and owns the plan. Use it in a function that makes a plan and returns
    /// its rows.
    pub fn into_pages<F, Q, P, E>(self, fetch: F) -> MergeStream<Self, Pages<F>>
    where
        F: FnMut(KeyRange, Direction, usize) -> Q + Clone,
        Q: Future<Output = Result<P, E>>,
        P: IntoPage,
    {
        MergeStream::new(self, Pages::new(fetch))
    }
}

/// The first rows of a range, as a client returns them, and whether more follow.
///
/// Return it from the closure of [`ScanPlan::pages`] if the client reports more than the rows.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::scan::Page;
///
/// /// Converts the reply of a client that reports whether it has reached the end.
/// fn page(rows: Vec<(Vec<u8>, u64)>, is_last: bool) -> Page<(Vec<u8>, u64)> {
///     if is_last { Page::last(rows) } else { Page::new(rows) }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Page<R> {
    rows: Vec<R>,
    rest: PageRest,
}

/// The rest of a range after a page.
#[derive(Clone, Debug)]
enum PageRest {
    /// Rows may follow the last row of the page.
    AfterRows,
    /// Rows may follow this key.
    After(Vec<u8>),
    /// No row follows.
    End,
}

impl<R> Page<R> {
    /// Creates a page that more rows may follow. An empty page ends the range.
    #[must_use]
    pub const fn new(rows: Vec<R>) -> Self {
        Self { rows, rest: PageRest::AfterRows }
    }

    /// Creates the last page of a range.
    #[must_use]
    pub const fn last(rows: Vec<R>) -> Self {
        Self { rows, rest: PageRest::End }
    }

    /// Creates a page of a call that read up to `key` and stopped. The page may be empty without being the last.
    ///
    /// DynamoDB returns such pages (`LastEvaluatedKey`). If a call does not get past the key of the call before it, the
    /// merge ends with [`OutOfOrder`].
    #[must_use]
    pub const fn up_to(rows: Vec<R>, key: Vec<u8>) -> Self {
        Self { rows, rest: PageRest::After(key) }
    }
}

/// Rows as a client returns them: a [`Page`], or a `Vec` of rows.
///
/// An empty `Vec` ends the range. A short one does not, because engines also end a page at a number of bytes, or at the
/// end of a region.
pub trait IntoPage {
    /// The type of a row.
    type Row: Row;

    /// Converts the rows to a page.
    fn into_page(self) -> Page<Self::Row>;
}

impl<R: Row> IntoPage for Page<R> {
    type Row = R;

    fn into_page(self) -> Self {
        self
    }
}

impl<R: Row> IntoPage for Vec<R> {
    type Row = R;

    fn into_page(self) -> Page<R> {
        Page::new(self)
    }
}

/// An [`OpenAsync`] whose scans are calls of a closure. [`ScanPlan::pages`] creates it.
#[derive(Clone, Debug)]
pub struct Pages<F> {
    fetch: F,
    page_rows: usize,
}

impl<F> Pages<F> {
    /// Creates it for pages of 1,000 rows.
    pub const fn new(fetch: F) -> Self {
        Self { fetch, page_rows: PAGE_ROWS }
    }

    /// Sets the page size in rows. The default is 1,000, the minimum 1.
    #[must_use]
    pub fn with_page_rows(mut self, rows: usize) -> Self {
        self.page_rows = rows.max(1);
        self
    }
}

impl<F, Q, P, E> OpenAsync for Pages<F>
where
    F: FnMut(KeyRange, Direction, usize) -> Q + Clone,
    Q: Future<Output = Result<P, E>>,
    P: IntoPage,
{
    type Rows = PageCursor<F, Q, P::Row, E>;

    fn open(&mut self, request: ScanRequest<'_>) -> Self::Rows {
        PageCursor::of(self.fetch.clone(), self.page_rows, request)
    }

    /// Returns 0: the next page can begin at any key.
    fn seek_cost_in_rows(&self) -> usize {
        0
    }
}

impl<P, F> MergeStream<P, Pages<F>>
where
    Pages<F>: OpenAsync,
{
    /// Sets the page size in rows. The default is 1,000, the minimum 1.
    #[must_use]
    pub fn with_page_rows(mut self, rows: usize) -> Self {
        self.open.page_rows = rows.max(1);
        self
    }
}

/// An [`AsyncCursor`] over the pages of a range. It keeps one page and fetches the next one in the meantime.
pub struct PageCursor<F, Q, R, E> {
    fetch: F,
    direction: Direction,
    page_rows: usize,
    /// `true` if the next page is fetched while a page is read. `false` if rows may be passed over, because the next
    /// page may then begin at a later key.
    reads_ahead: bool,
    /// The number of rows until the limit, if no row can be passed over.
    wanted: Option<usize>,
    /// The size of the next page after the limit was reached.
    page_beyond: usize,
    range: KeyRange,
    /// The unfetched part of the range.
    unfetched: Option<KeyRange>,
    /// The pending call.
    call: Option<Pin<Box<Q>>>,
    /// The answer of a call, polled ahead of its turn.
    answer: Option<Result<Page<R>, E>>,
    page: VecDeque<R>,
    row: Option<Result<R, E>>,
    /// The error of a call that did not get past the call before it.
    stuck: Option<Box<OutOfOrder>>,
}

impl<F, Q, P, E> PageCursor<F, Q, P::Row, E>
where
    F: FnMut(KeyRange, Direction, usize) -> Q,
    Q: Future<Output = Result<P, E>>,
    P: IntoPage,
{
    /// Reads the rows of a range in pages of 1,000 rows, one page ahead.
    pub fn new(fetch: F, range: KeyRange, direction: Direction) -> Self {
        Self {
            fetch,
            direction,
            page_rows: PAGE_ROWS,
            reads_ahead: true,
            wanted: None,
            page_beyond: 1,
            unfetched: Some(range.clone()),
            range,
            call: None,
            answer: None,
            page: VecDeque::new(),
            row: None,
            stuck: None,
        }
    }

    /// Sets the page size in rows. The default is 1,000, the minimum 1.
    #[must_use]
    pub fn with_page_rows(mut self, rows: usize) -> Self {
        self.page_rows = rows.max(1);
        self
    }

    /// Reads the rows that a [`ScanRequest`] describes, in pages of `page_rows` rows (minimum 1).
    pub fn of(fetch: F, page_rows: usize, request: ScanRequest<'_>) -> Self {
        // If every row counts against the limit, the number of rows still needed is known.
        let takes_all = request.plan.is_exact() && request.plan.distinct_field().is_none();
        Self {
            reads_ahead: request.reads_ahead && takes_all,
            wanted: request.plan.row_limit().filter(|_| takes_all),
            ..Self::new(fetch, request.range, request.plan.direction()).with_page_rows(page_rows)
        }
    }

    /// Polls the pending call, or starts the next one if a part of the range is left.
    fn poll_fetch(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Page<P::Row>, E>>> {
        // `poll_ahead` may have polled the call to its end already.
        if let Some(answer) = self.answer.take() {
            return Poll::Ready(Some(answer));
        }
        if self.call.is_none() {
            // An empty rest is the end. No call is needed to find that out.
            let Some(range) = self.unfetched.clone().filter(|range| !range.is_empty()) else {
                return Poll::Ready(None);
            };
            let rows = self.next_page_rows();
            self.call = Some(Box::pin((self.fetch)(range, self.direction, rows)));
        }
        let Some(call) = &mut self.call else { return Poll::Ready(None) };
        let answer = ready!(call.as_mut().poll(context));
        self.call = None;
        Poll::Ready(Some(answer.map(IntoPage::into_page)))
    }

    /// Returns the size of the next page: the number of rows until the limit. A caller that reads past the limit gets
    /// pages of 1, 4, 16 .. rows, because it may only want to know whether there are more.
    fn next_page_rows(&mut self) -> usize {
        let rows = match self.wanted {
            None => self.page_rows,
            Some(0) => self.page_beyond,
            Some(wanted) => wanted,
        };
        // Past the limit, begin with one row: enough to see whether there are more.
        if self.wanted == Some(0) {
            self.page_beyond = self.page_beyond.saturating_mul(4);
        }
        rows.min(self.page_rows)
    }

    /// Makes a page the current one.
    fn take_page(&mut self, Page { rows, rest }: Page<P::Row>) {
        // The key up to which the range was read. Without one, the range is done.
        let last = match &rest {
            PageRest::End => None,
            PageRest::After(key) => Some(&key[..]),
            PageRest::AfterRows => rows.last().and_then(Row::row_key),
        };
        if let (Some(key), Some(before)) = (last, self.unfetched.take()) {
            self.keep_rest_after(key, before);
        }
        self.wanted = self.wanted.map(|wanted| wanted.saturating_sub(rows.len()));
        self.page = rows.into();
    }

    /// Keeps the part of the range after `key`, up to which a call has read. If that is the whole range, the scan is
    /// stuck.
    fn keep_rest_after(&mut self, key: &[u8], range: KeyRange) {
        let left = rest_after(range.clone(), key, self.direction);
        // Each call must get past the one before it, or the scan would not end.
        if left != range {
            self.unfetched = Some(left);
            return;
        }
        let end = match self.direction {
            Direction::Forward => Some(range.start()),
            Direction::Reverse => range.stop(),
        };
        let requested = end.unwrap_or_default().to_vec();
        self.stuck = Some(OutOfOrder { expected: self.direction, key: requested, next: key.to_vec() }.into());
    }
}

/// Returns the part of a range after `key`.
fn rest_after(range: KeyRange, key: &[u8], direction: Direction) -> KeyRange {
    let KeyRange { start, stop } = range;
    match direction {
        Direction::Forward => {
            let mut after = KeyBuf::of(key);
            after.put(&[0]);
            // `key` and 00 is the next byte string, so it excludes the row itself.
            let start = start.max(after);
            let stop = stop.map(|stop| stop.max(start.clone()));
            KeyRange::of(start, stop)
        }
        Direction::Reverse => {
            let stop = stop.map_or_else(|| KeyBuf::of(key), |stop| stop.min(KeyBuf::of(key)));
            KeyRange::of(start.clone(), Some(stop.max(start)))
        }
    }
}

impl<F, Q, P, E> AsyncCursor for PageCursor<F, Q, P::Row, E>
where
    F: FnMut(KeyRange, Direction, usize) -> Q,
    Q: Future<Output = Result<P, E>>,
    P: IntoPage,
{
    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Step> {
        loop {
            if let Some(row) = self.page.pop_front() {
                self.row = Some(Ok(row));
                return Poll::Ready(Step::Row);
            }
            match ready!(self.poll_fetch(context)) {
                Some(Ok(page)) => {
                    self.take_page(page);
                    self.poll_ahead(context);
                }
                Some(Err(error)) => {
                    (self.row, self.unfetched) = (Some(Err(error)), None);
                    return Poll::Ready(Step::Error);
                }
                None => {
                    self.row = None;
                    return Poll::Ready(if self.stuck.is_some() { Step::Error } else { Step::End });
                }
            }
        }
    }

    fn key(&self) -> &[u8] {
        self.row.as_ref().and_then(Row::row_key).unwrap_or_default()
    }

    fn out_of_order(&self) -> Option<OutOfOrder> {
        self.stuck.as_deref().filter(|_| self.row.is_none()).cloned()
    }

    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        // A pending call is polled even if no page may be read ahead: it is the current one.
        let reads_ahead = self.reads_ahead && self.wanted != Some(0) && self.answer.is_none();
        if reads_ahead || self.call.is_some() {
            if let Poll::Ready(answer) = self.poll_fetch(context) {
                self.answer = answer;
            }
        }
    }

    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        let (new, old) = (&request.range, &self.range);
        // A seek moves the near end of the range. Rows of the page before it are dropped.
        let (is_same_end, passed) = match self.direction {
            Direction::Forward => {
                let is_before = |row: &&P::Row| row.row_key().is_some_and(|key| key < new.start());
                (new.stop() == old.stop(), self.page.iter().take_while(is_before).count())
            }
            Direction::Reverse => {
                let is_before = |row: &&P::Row| new.stop().is_some_and(|stop| row.row_key() >= Some(stop));
                (new.start() == old.start(), self.page.iter().take_while(is_before).count())
            }
        };
        self.page.drain(..passed);
        // A page that already has the new start is kept. So is the end of the range if all of it was read.
        let is_read = self.unfetched.is_none() && self.call.is_none() && self.answer.is_none();
        if !is_same_end || self.page.is_empty() && !is_read {
            self.page.clear();
            // The page has no row of the new range, so drop the pending call as well, and start at the new end.
            (self.call, self.answer, self.unfetched, self.stuck) = (None, None, Some(new.clone()), None);
        }
        self.range = new.clone();
        true
    }
}

impl<F, Q, P, E> ItemCursor for PageCursor<F, Q, P::Row, E>
where
    F: FnMut(KeyRange, Direction, usize) -> Q,
    Q: Future<Output = Result<P, E>>,
    P: IntoPage,
{
    type Item = Result<P::Row, E>;

    fn take(&mut self) -> Option<Self::Item> {
        self.row.take()
    }

    fn item(&self) -> Option<&Self::Item> {
        self.row.as_ref()
    }
}

impl<F, Q, R, E> fmt::Debug for PageCursor<F, Q, R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageCursor")
            .field("left", &self.unfetched)
            .field("page", &self.page.len())
            .finish_non_exhaustive()
    }
}

//! Makes an async store of a blocking one, with a thread pool.

use futures_channel::oneshot;
use rowkey_core::scan::Page;
use rowkey_core::scan::engine::{PageCursor, ScanRequest};
use rowkey_core::{KeyRange, ScanPlan};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::io;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::async_way::AsyncWay;
use crate::joined::Joined;
use crate::part::{OwnedPart, lent};
use crate::{
    AsyncCompareAndSet, AsyncIndexedStore, AsyncReader, AsyncStore, AsyncTransact, Batch, Change, CompareAndSet,
    Direction, IndexedStore, Move, Part, Reader, RowBytes, Scan, Store, Transact,
};

/// An [`AsyncStore`] over a blocking [`Store`], with its own fixed pool of threads. It lets an async program use an
/// engine with a blocking client, such as HBase.
///
/// ```
/// # fn run<F: std::future::Future>(future: F) -> F::Output {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     let mut future = std::pin::pin!(future);
/// #     loop { if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { break output } }
/// # }
/// use rowkey_store::{AsyncStore, Batch, Blocking, MemoryStore};
///
/// # run(async {
/// let store = Blocking::new(MemoryStore::new(), 4)?; // 4 threads
/// store.write(Batch::new().put("a", "1")).await?;
/// assert_eq!(store.get(b"a").await?, Some(b"1".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
///
/// It needs no runtime. A scan reads page by page, and each page uses a new reader. So a scan sees rows that other
/// programs write in the meantime, even if the engine has snapshots. A scan holds at most two pages of each bucket: the
/// page that it returns and the page that it reads ahead.
///
/// If you drop a future, its call leaves the queue, so the queue never holds more calls than you have pending futures.
/// To bound the queue, bound your futures, for example with a semaphore.
///
/// - If you drop the future of a write before a thread starts it, the write does not happen. After that, it completes
///   as a whole.
/// - If you drop the future of a read, its result is lost.
///
/// Clones share the store and the threads. The threads end with the last clone.
///
/// # Reads and writes
///
/// A quarter of the threads, and at least one, only read. So a queue of writes does not hold up a read, even if the
/// engine makes its writers wait for each other, as redb does. With a single thread, a read waits for all writes before
/// it. Among the calls that a thread may run, it takes the one whose future you polled first.
///
/// A write waits for all writes in the queue before it. redb, fjall, and LMDB sync each write to disk
/// ([`Store::JOINS_WRITES`]). There, the batches that wait are written as one, up to 4 MiB, so that they share a sync. If
/// that write fails, each of them is written alone, and gets its own result.
///
/// Transactions and compare-and-sets are not joined: if a sync takes 5 ms, then the last of 200 waiting ones takes a
/// second. More threads do not help there. Put many rows into one transaction instead, with an
/// [`AsyncTableBatch`](crate::AsyncTableBatch) or [`put_all`](crate::AsyncTable::put_all).
///
/// # Moved rows
///
/// While a salt or a tag changes (`was(..)`), a put moves its row to another key. A scan that runs at the same time can
/// [miss this row](crate::Table::scan), because it has no snapshot. The same scan of a `Table` finds
/// it, if the engine has snapshots.
pub struct Blocking<S: Store> {
    store: Arc<S>,
    pool: Pool,
    page: PageLimits,
    /// The batches that wait, if the engine joins them.
    joined: Arc<Joined<S::Error>>,
}

/// The reader of a [`Blocking`] store.
pub struct BlockingReader<S> {
    store: Arc<S>,
    pool: Pool,
    page: PageLimits,
}

/// The rows of a scan of a [`Blocking`] store, read page by page.
pub type BlockingScan<E> = PageCursor<Fetch<E>, PageCall<E>, RowBytes, E>;

/// Requests a page: the first rows of a range.
type Fetch<E> = Box<dyn FnMut(KeyRange, Direction, usize) -> PageCall<E> + Send>;

/// The future of a page.
type PageCall<E> = Pin<Box<dyn Future<Output = Result<Page<RowBytes>, E>> + Send>>;

/// Reads a page of a plan, or of a range without a plan.
type ReadPage<S> =
    fn(&S, Option<&ScanPlan>, KeyRange, Direction, PageLimits) -> Result<Page<RowBytes>, <S as Store>::Error>;

/// The limits of a page, which ends with the row that reaches one of them.
#[derive(Clone, Copy)]
struct PageLimits {
    rows: usize,
    /// The total size of keys and values.
    bytes: usize,
}

impl<S: Store + Send + Sync + 'static> Blocking<S> {
    /// Creates an async store that calls `store` on this number of threads, at least 1. With more than one, a quarter of
    /// them, and at least one, [only read](Blocking#reads-and-writes).
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system if it cannot start a thread.
    pub fn new(store: S, threads: usize) -> io::Result<Self> {
        Ok(Self {
            store: Arc::new(store),
            pool: Pool::new(threads.max(1))?,
            page: PageLimits { rows: 1_000, bytes: 2 << 20 },
            joined: Arc::new(Joined::new()),
        })
    }

    /// Sets the number of rows of a page. The minimum is 1, and the default is 1,000.
    #[must_use]
    pub fn with_page_rows(mut self, rows: usize) -> Self {
        self.page.rows = rows.max(1);
        self
    }

    /// Sets the size of a page in bytes. The default is 2 MiB. A page ends with the row that brings its keys and values
    /// to this size, so it has at least one row.
    ///
    /// ```
    /// use rowkey_store::{Blocking, MemoryStore};
    ///
    /// // 16 buckets of two pages each: about 8 MiB.
    /// let store = Blocking::new(MemoryStore::new(), 4)?.with_page_bytes(256 << 10);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_page_bytes(mut self, bytes: usize) -> Self {
        self.page.bytes = bytes;
        self
    }

    /// Returns the number of calls in the queue.
    #[must_use]
    pub fn queued_calls(&self) -> usize {
        let (batches, calls_for_them) = self.joined.len();
        let calls = self.pool.queue.lock();
        (calls.reads.len() + calls.writes.len() + batches).saturating_sub(calls_for_them)
    }

    /// Returns the underlying store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Returns another store with the threads of this one.
    pub(crate) fn beside<T: Store>(&self, store: T) -> Blocking<T> {
        let (store, joined) = (Arc::new(store), Arc::new(Joined::new()));
        Blocking { store, pool: self.pool.clone(), page: self.page, joined }
    }

    /// Calls the store on a thread of the pool.
    pub(crate) fn call<T, C>(&self, kind: Kind, call: C) -> impl Future<Output = T> + Send + use<S, T, C>
    where
        T: Send + 'static,
        C: FnOnce(&S) -> T + Send + 'static,
    {
        let store = Arc::clone(&self.store);
        self.pool.run(kind, move || call(&store))
    }
}

impl<S: Store + Send + Sync + 'static> AsyncStore for Blocking<S> {
    type Error = S::Error;
    type Reader = BlockingReader<S>;

    async fn reader(&self) -> Result<BlockingReader<S>, S::Error> {
        Ok(BlockingReader { store: Arc::clone(&self.store), pool: self.pool.clone(), page: self.page })
    }

    async fn write(&self, batch: &Batch) -> Result<(), S::Error> {
        let batch = batch.clone();
        if !S::JOINS_WRITES {
            return self.call(Kind::Write, move |store| store.write(&batch)).await;
        }
        let (_waiting, answer, needs_call) = self.joined.push(batch);
        if needs_call {
            write_joined(Arc::clone(&self.store), Arc::clone(&self.joined), &self.pool.queue.0);
        }
        outcome(answer).await
    }

    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, S::Error>> + Send {
        let key = key.to_vec();
        self.call(Kind::Read, move |store| store.get(&key))
    }

    fn split_keys(&self) -> impl Future<Output = Result<Option<Vec<Vec<u8>>>, S::Error>> + Send {
        self.call(Kind::Read, S::split_keys)
    }

    fn count(&self, range: KeyRange) -> impl Future<Output = Result<u64, S::Error>> + Send {
        self.call(Kind::Read, move |store| store.count(range))
    }
}

/// Queues a call that writes the waiting batches as one, and then a call for those that came meanwhile.
fn write_joined<S: Store + Send + Sync + 'static>(store: Arc<S>, joined: Arc<Joined<S::Error>>, queue: &Arc<Queue>) {
    let same_queue = Arc::clone(queue);
    let write = move || {
        if joined.write(&*store) {
            write_joined(store, joined, &same_queue);
        }
    };
    queue.push(Kind::Write, Box::new(write));
}

impl<S: CompareAndSet + Send + Sync + 'static> AsyncCompareAndSet for Blocking<S> {
    fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool, S::Error>> + Send {
        let (key, expected) = (key.to_vec(), expected.map(<[u8]>::to_vec));
        let value = match change {
            Change::Put(value) => Some(value.to_vec()),
            Change::Delete => None,
        };
        self.call(Kind::Write, move |store| {
            let change = value.as_deref().map_or(Change::Delete, Change::Put);
            store.compare_and_set(&key, expected.as_deref(), change)
        })
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> impl Future<Output = Result<bool, S::Error>> + Send {
        let (from, to) = (from.to_vec(), to.to_vec());
        self.call(Kind::Write, move |store| store.move_row(&from, &to))
    }

    fn copy_rows(&self, moves: &[Move]) -> impl Future<Output = Result<u64, S::Error>> + Send {
        let moves = moves.to_vec();
        self.call(Kind::Write, move |store| store.copy_rows(&moves))
    }

    fn delete_copied(&self, moves: &[Move]) -> impl Future<Output = Result<u64, S::Error>> + Send {
        let moves = moves.to_vec();
        self.call(Kind::Write, move |store| store.delete_copied(&moves))
    }
}

impl<S: IndexedStore<Way: AsyncWay<Self>> + Send + Sync + 'static> AsyncIndexedStore for Blocking<S> {
    type Way = S::Way;
}

/// Runs the transaction on a thread of the first part's store, for all parts.
impl<S: Transact + Send + Sync + 'static> AsyncTransact for Blocking<S> {
    type Metadata = Blocking<S::Metadata>;

    async fn transact(parts: &[Part<'_, Self>]) -> Result<bool, S::Error> {
        let Some(Part { store: first, .. }) = parts.first() else { return Ok(true) };
        let own = |part: &Part<'_, Self>| OwnedPart {
            store: Arc::clone(&part.store.store),
            expected: part.expected.to_vec(),
            batch: part.batch.clone(),
        };
        let parts: Vec<_> = parts.iter().map(own).collect();
        first.pool.run(Kind::Write, move || S::transact(&lent(&parts))).await
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        self.store.prefix_in(&other.store)
    }

    async fn metadata(&self) -> Result<Self::Metadata, S::Error> {
        Ok(self.beside(self.call(Kind::Read, S::metadata).await?))
    }
}

impl<S: Store + Send + Sync + 'static> BlockingReader<S> {
    /// Returns a function that runs `read` on a thread for each page.
    fn fetch(&self, plan: Option<&ScanPlan>, read: ReadPage<S>) -> Fetch<S::Error> {
        let (store, pool, plan) = (Arc::clone(&self.store), self.pool.clone(), plan.cloned().map(Arc::new));
        let bytes = self.page.bytes;
        Box::new(move |range, direction, rows| {
            let (store, plan, most) = (Arc::clone(&store), plan.clone(), PageLimits { rows, bytes });
            Box::pin(pool.run(Kind::Read, move || read(&store, plan.as_deref(), range, direction, most)))
        })
    }
}

impl<S: Store + Send + Sync + 'static> AsyncReader for BlockingReader<S> {
    type Error = S::Error;
    type Scan = BlockingScan<S::Error>;

    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, S::Error>> + Send {
        let (store, key) = (Arc::clone(&self.store), key.to_vec());
        self.pool.run(Kind::Read, move || store.get(&key))
    }

    fn contains(&self, key: &[u8]) -> impl Future<Output = Result<bool, S::Error>> + Send {
        let (store, key) = (Arc::clone(&self.store), key.to_vec());
        self.pool.run(Kind::Read, move || store.reader()?.contains(&key))
    }

    fn get_all(&self, keys: &[&[u8]]) -> impl Future<Output = Result<Vec<Option<Vec<u8>>>, S::Error>> + Send {
        let (store, keys) = (Arc::clone(&self.store), keys.iter().map(|key| key.to_vec()).collect::<Vec<_>>());
        self.pool.run(Kind::Read, move || store.reader()?.get_all(&keys.iter().map(Vec::as_slice).collect::<Vec<_>>()))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        let read: ReadPage<S> = |store, _, range, direction, most| first(store.scan(range, direction)?, most);
        PageCursor::new(self.fetch(None, read), range, direction).with_page_rows(self.page.rows)
    }

    fn scan_of(&self, request: ScanRequest<'_>) -> Self::Scan {
        let read: ReadPage<S> = |store, plan, range, direction, most| match plan {
            Some(plan) => first(store.reader()?.scan_of(plan, range), most),
            None => first(store.scan(range, direction)?, most),
        };
        PageCursor::of(self.fetch(Some(request.plan), read), self.page.rows, request)
    }

    fn keys_of(&self, request: ScanRequest<'_>) -> Self::Scan {
        let read: ReadPage<S> = |store, plan, range, direction, most| match plan {
            Some(plan) => first(store.reader()?.keys_of(plan, range), most),
            None => first(store.scan(range, direction)?, most),
        };
        PageCursor::of(self.fetch(Some(request.plan), read), self.page.rows, request)
    }

    /// Returns 0, because the next page can start at any key.
    fn seek_cost_in_rows(&self) -> usize {
        0
    }

    fn concurrency(&self) -> usize {
        self.pool.threads
    }
}

/// Returns the first rows of a scan, up to and including the row that reaches a limit.
fn first<S: Scan>(scan: S, most: PageLimits) -> Result<Page<RowBytes>, <S as Scan>::Error> {
    let (mut rows, mut bytes) = (Vec::new(), 0_usize);
    for row in scan {
        let (key, value) = row?;
        bytes = bytes.saturating_add(key.len()).saturating_add(value.len());
        rows.push((key, value));
        if rows.len() >= most.rows || bytes >= most.bytes {
            return Ok(Page::new(rows));
        }
    }
    Ok(Page::last(rows))
}

/// A call to run on one of the threads.
type Job = Box<dyn FnOnce() + Send>;

/// A thread waits in a write as long as the engine makes its writers wait, so writes get fewer threads than reads.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Read,
    Write,
}

/// The queue of calls that no thread has started yet.
///
/// Its capacity is unbounded. With a bound, a future would have to be polled before it could take a free slot. A future
/// that is kept but not polled would then block all others, for example a read-ahead of a scan in a task that awaits a
/// `get`. Instead, a call leaves the queue when its future is dropped.
struct Queue {
    calls: Mutex<Calls>,
    /// Notifies the threads of a new call, or of the end of the queue.
    changed: Condvar,
}

struct Calls {
    /// The calls by ascending number. All calls are numbered in the order in which they came.
    reads: BTreeMap<u64, Job>,
    writes: BTreeMap<u64, Job>,
    next_number: u64,
    /// The number of threads that may run another write.
    free_for_writes: usize,
    is_closed: bool,
}

impl Calls {
    const fn of(&mut self, kind: Kind) -> &mut BTreeMap<u64, Job> {
        match kind {
            Kind::Read => &mut self.reads,
            Kind::Write => &mut self.writes,
        }
    }

    /// Takes the oldest call that may run now.
    fn take(&mut self) -> Option<(Kind, Job)> {
        let read = self.reads.first_key_value().map(|(number, _)| *number);
        let write = self.writes.first_key_value().map(|(number, _)| *number).filter(|_| self.free_for_writes > 0);
        let kind = match (read, write) {
            (None, None) => return None,
            (Some(read), Some(write)) if write < read => Kind::Write,
            (None, Some(_)) => Kind::Write,
            (Some(_), _) => Kind::Read,
        };
        if kind == Kind::Write {
            self.free_for_writes -= 1;
        }
        self.of(kind).pop_first().map(|(_, job)| (kind, job))
    }
}

impl Queue {
    fn new(threads: usize) -> Self {
        // Of 1 to 4 threads: 1, 1, 2, 3.
        let free_for_writes = (threads - (threads / 4).max(1)).max(1);
        let (reads, writes) = (BTreeMap::new(), BTreeMap::new());
        let calls = Calls { reads, writes, next_number: 0, free_for_writes, is_closed: false };
        Self { calls: Mutex::new(calls), changed: Condvar::new() }
    }

    /// Returns the locked calls. No call runs under the lock, so a panic in a call cannot poison it.
    fn lock(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a call and returns its number.
    fn push(&self, kind: Kind, job: Job) -> u64 {
        let mut calls = self.lock();
        let number = calls.next_number;
        calls.next_number += 1;
        calls.of(kind).insert(number, job);
        drop(calls);
        self.changed.notify_one();
        number
    }

    /// Records that a call has ended. After a write, the next one may run.
    fn has_ended(&self, kind: Kind) {
        if kind == Kind::Write {
            let mut calls = self.lock();
            calls.free_for_writes += 1;
            let are_writes_queued = !calls.writes.is_empty();
            drop(calls);
            if are_writes_queued {
                self.changed.notify_one();
            }
        }
    }

    /// Waits for the next call, or returns `None` once the queue is closed and empty.
    fn pop(&self) -> Option<(Kind, Job)> {
        let mut calls = self.lock();
        loop {
            if let Some(call) = calls.take() {
                return Some(call);
            }
            if calls.is_closed {
                return None;
            }
            calls = self.changed.wait(calls).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Closes the queue when the last pool and the last future are dropped. The threads then end.
struct OpenQueue(Arc<Queue>);

impl Deref for OpenQueue {
    type Target = Queue;

    fn deref(&self) -> &Queue {
        &self.0
    }
}

impl Drop for OpenQueue {
    fn drop(&mut self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

/// A queued call whose future is pending. Dropping it removes the call from the queue, unless a thread has started it.
struct Queued {
    queue: Arc<OpenQueue>,
    kind: Kind,
    number: u64,
}

impl Drop for Queued {
    fn drop(&mut self) {
        let job = self.queue.lock().of(self.kind).remove(&self.number);
        // Dropped without the lock, because the job may own the last handle of the store.
        drop(job);
    }
}

/// Threads that run the calls of the queue.
#[derive(Clone)]
struct Pool {
    queue: Arc<OpenQueue>,
    threads: usize,
}

impl Pool {
    fn new(threads: usize) -> io::Result<Self> {
        let queue = Arc::new(OpenQueue(Arc::new(Queue::new(threads))));
        for _ in 0..threads {
            let queue = Arc::clone(&queue.0);
            thread::Builder::new().name("rowkey-blocking".into()).spawn(move || {
                while let Some((kind, job)) = queue.pop() {
                    job();
                    queue.has_ended(kind);
                }
            })?;
        }
        Ok(Self { queue, threads })
    }

    /// Runs `job` on a thread once the future is polled. If the job panics, the future panics too.
    fn run<T, J>(&self, kind: Kind, job: J) -> impl Future<Output = T> + Send + use<T, J>
    where
        T: Send + 'static,
        J: FnOnce() -> T + Send + 'static,
    {
        let queue = Arc::clone(&self.queue);
        async move {
            let (sender, answer) = oneshot::channel::<Result<T, Box<dyn Any + Send>>>();
            let job = move || {
                // This fails if the future was dropped after the thread started. The result is then lost.
                let _ = sender.send(catch_unwind(AssertUnwindSafe(job)));
            };
            let number = queue.push(kind, Box::new(job));
            let _queued = Queued { queue, kind, number };
            outcome(answer).await
        }
    }
}

/// Waits for the result of a call. If the call panicked, this panics too.
async fn outcome<T>(answer: oneshot::Receiver<Result<T, Box<dyn Any + Send>>>) -> T {
    match answer.await {
        Ok(Ok(value)) => value,
        Ok(Err(panic)) => resume_unwind(panic),
        // This cannot happen: as long as the future exists, its call is not dropped before it runs.
        Err(oneshot::Canceled) => std::future::pending().await,
    }
}

impl<S: Store> Clone for Blocking<S> {
    fn clone(&self) -> Self {
        let Self { store, pool, page, joined } = self;
        Self { store: Arc::clone(store), pool: pool.clone(), page: *page, joined: Arc::clone(joined) }
    }
}

impl<S: Store + fmt::Debug> fmt::Debug for Blocking<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocking").field("store", &self.store).field("threads", &self.pool.threads).finish()
    }
}

impl<S: fmt::Debug> fmt::Debug for BlockingReader<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockingReader").field("store", &self.store).finish_non_exhaustive()
    }
}

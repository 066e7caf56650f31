//! Scans that are waited for: what is under way when, what is read ahead, and what happens at errors. That they give the rows of the
//! merge that blocks is held by brute force.

use futures_core::Stream;
use rowkey::scan::engine::{AsyncCursor, OpenAsync, ScanRequest, Step, StreamCursor};
use rowkey::scan::{Direction, MergeError, MergeStream, Page};
use rowkey::{KeyRange, Plan, RowKey, ScanPlan, one_of};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Salted {
    #[salt(buckets = 16)]
    id: u16,
    at: u8,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Plain {
    id: u16,
    at: u8,
}

type Rows = BTreeMap<Vec<u8>, ()>;

fn rows<K: RowKey>(row: impl Fn(u16, u8) -> K, ids: u16) -> Rows {
    let rows = (0..ids).flat_map(|id| (0..10).map(move |at| (id, at)));
    rows.map(|(id, at)| (row(id, at).encode().unwrap().as_ref().to_vec(), ())).collect()
}

fn salted(ids: u16) -> Rows {
    rows(|id, at| Salted { id, at }, ids)
}

fn plain(ids: u16) -> Rows {
    rows(|id, at| Plain { id, at }, ids)
}

fn in_order(rows: &Rows, range: KeyRange, direction: Direction) -> Vec<Vec<u8>> {
    direction.of(rows.range::<[u8], _>(range).map(|(key, ())| key.clone())).collect()
}

fn merged(plan: &ScanPlan, rows: &Rows) -> Vec<Vec<u8>> {
    plan.merge(|range, direction| in_order(rows, range, direction)).map(Result::unwrap).collect()
}

/// Polls once.
fn poll<F: Future>(future: F) -> Poll<F::Output> {
    pin!(future).poll(&mut Context::from_waker(Waker::noop()))
}

/// The calls of a server: when one is answered is said by the test.
#[derive(Default)]
struct Calls {
    /// How many were made, are under way, and were under way at most.
    made: Cell<usize>,
    open: Cell<usize>,
    most_open: Cell<usize>,
    /// How many are answered when they are polled next.
    answers: Cell<usize>,
    /// The ranges that were asked for.
    ranges: RefCell<Vec<KeyRange>>,
}

/// A call that is under way.
struct Call<'c>(&'c Calls);

impl<'c> Call<'c> {
    fn new(calls: &'c Calls, range: &KeyRange) -> Self {
        calls.made.set(calls.made.get() + 1);
        calls.open.set(calls.open.get() + 1);
        calls.most_open.set(calls.most_open.get().max(calls.open.get()));
        calls.ranges.borrow_mut().push(range.clone());
        Self(calls)
    }

    fn poll(&self) -> Poll<()> {
        match self.0.answers.get().checked_sub(1) {
            Some(left) => {
                self.0.answers.set(left);
                Poll::Ready(())
            }
            None => Poll::Pending,
        }
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.0.open.set(self.0.open.get() - 1);
    }
}

impl Calls {
    /// A call for the first rows of a range, which is made when it is first polled.
    async fn page(
        &self,
        rows: &Rows,
        range: KeyRange,
        direction: Direction,
        most: usize,
    ) -> Result<Page<Vec<u8>>, Infallible> {
        let call = Call::new(self, &range);
        poll_fn(|_| call.poll()).await;
        let mut page = in_order(rows, range, direction);
        let is_last = page.len() <= most;
        page.truncate(most);
        Ok(if is_last { Page::last(page) } else { Page::new(page) })
    }

    fn made(&self) -> usize {
        self.made.get()
    }

    fn open(&self) -> usize {
        self.open.get()
    }
}

#[test]
fn all_buckets_are_asked_at_once_and_none_before_it_is_polled() {
    let (calls, rows) = (Calls::default(), salted(40));
    let plan = Salted::scan().plan().unwrap();
    let mut stream = plan.pages(|range, direction, most| calls.page(&rows, range, direction, most));
    drop(stream.next());
    assert_eq!(calls.made(), 0, "nothing is read before it is polled");
    assert!(poll(stream.next()).is_pending());
    assert_eq!((calls.made(), calls.open()), (16, 16));
    // The last is waited for, however many are there.
    calls.answers.set(15);
    assert!(poll(stream.next()).is_pending());
    calls.answers.set(1);
    assert!(poll(stream.next()).is_ready());
    drop(stream);
    assert_eq!(calls.open(), 0, "who drops the rows drops the reads");
}

#[test]
fn no_more_reads_than_are_allowed_are_under_way() {
    let rows = salted(100);
    for (concurrency, expected) in [(0, 1), (1, 1), (3, 3), (15, 15), (16, 16), (40, 16)] {
        let calls = Calls::default();
        let plan = Salted::scan().plan().unwrap();
        let stream = plan.pages(|range, direction, most| calls.page(&rows, range, direction, most));
        let mut stream = stream.with_page_rows(7).with_concurrency(concurrency);
        let mut found = Vec::new();
        loop {
            match poll(stream.next()) {
                Poll::Ready(Some(row)) => found.push(row.unwrap().unwrap()),
                Poll::Ready(None) => break,
                // One after the other gets ready.
                Poll::Pending => calls.answers.set(1),
            }
        }
        assert_eq!(found, merged(&plan, &rows));
        assert_eq!(calls.most_open.get(), expected, "{concurrency} at once");
    }
    // Several ranges of a bucket, one after the other.
    let plan = Salted::scan().id(one_of((0..100).step_by(3))).plan().unwrap();
    for concurrency in [1, 16, 20, 32, 64] {
        let calls = Calls::default();
        calls.answers.set(usize::MAX);
        let stream = plan.pages(|range, direction, most| calls.page(&rows, range, direction, most));
        let mut stream = stream.with_page_rows(3).with_concurrency(concurrency);
        let mut found = Vec::new();
        while let Poll::Ready(Some(row)) = poll(stream.next()) {
            found.push(row.unwrap().unwrap());
            calls.answers.set(1);
            assert!(calls.open() <= concurrency);
        }
        assert!(found.len() <= merged(&plan, &rows).len() && calls.most_open.get() <= concurrency.max(1));
    }
}

#[test]
fn one_page_is_fetched_ahead_and_no_more_are_than_a_limit_needs() {
    let rows = plain(100);
    let calls = Calls::default();
    calls.answers.set(1);
    let plan = Plain::scan().plan().unwrap();
    let mut stream = plan.pages(|range, direction, most| calls.page(&rows, range, direction, most)).with_page_rows(10);
    for row in 0..10 {
        assert!(poll(stream.next()).is_ready(), "row {row}");
        assert_eq!((calls.made(), calls.open()), (2, 1), "the second page is under way, and no third");
    }
    assert!(poll(stream.next()).is_pending());
    calls.answers.set(1);
    assert!(poll(stream.next()).is_ready());
    assert_eq!((calls.made(), calls.open()), (3, 1));

    // A page of the rows that are wanted, and none behind it.
    for limit in [1, 4, 10, 25] {
        let calls = Calls::default();
        calls.answers.set(usize::MAX);
        let plan = Plain::scan().limit(limit).plan().unwrap();
        let mut stream = plan.pages(|range, direction, most| calls.page(&rows, range, direction, most.min(limit)));
        stream = stream.with_page_rows(10);
        let mut found = 0;
        while let Poll::Ready(Some(_)) = poll(stream.next()) {
            found += 1;
        }
        assert_eq!((found, calls.made()), (limit, limit.div_ceil(10)));
        stream.lift_limit();
        assert!(matches!(poll(stream.next()), Poll::Ready(Some(_))), "there is another page");
    }
}

#[test]
fn the_next_page_begins_where_the_next_row_can_be() {
    let rows = plain(1_000);
    let calls = Calls::default();
    calls.answers.set(usize::MAX);
    let plan = Plain::scan().filter_at(7).plan().unwrap();
    for plan in [plan.clone(), plan.reversed()] {
        let calls = Calls::default();
        calls.answers.set(usize::MAX);
        let mut stream =
            plan.pages(|range, direction, most| calls.page(&rows, range, direction, most)).with_page_rows(1);
        let mut found = Vec::new();
        while let Poll::Ready(Some(row)) = poll(stream.next()) {
            found.push(row.unwrap().unwrap());
        }
        assert_eq!(found, merged(&plan, &rows));
        // A page finds the row, and a page that there is another one behind it.
        assert!(calls.made() <= 2 * found.len() + 2, "{} pages for {} rows", calls.made(), found.len());
        assert!(stream.rows_read() <= 2 * found.len() + 2, "{} rows read", stream.rows_read());
    }
    // Inside of a page nothing is asked for, and its rows are not passed one by one.
    let mut stream = plan_of_sevens().into_pages(|range, direction, most| calls.page(&rows, range, direction, most));
    let mut found = 0;
    while let Poll::Ready(Some(_)) = poll(stream.next()) {
        found += 1;
    }
    assert_eq!((found, calls.made()), (1_000, 10));
    assert!(stream.rows_read() <= 2_002, "{} rows read", stream.rows_read());
}

fn plan_of_sevens() -> Plan<Plain> {
    Plain::scan().filter_at(7).plan().unwrap()
}

/// Rows of which some are errors instead.
struct Broken {
    rows: std::vec::IntoIter<Vec<u8>>,
    /// How many rows come before the error.
    left: usize,
}

impl Stream for Broken {
    type Item = Result<Vec<u8>, &'static str>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                self.rows.next().map(Ok)
            }
            None => Some(Err("gone")),
        })
    }
}

/// Plans of all sorts, with their rows.
fn plans() -> Vec<(ScanPlan, Rows)> {
    let (salted, plain) = (salted(60), plain(60));
    let plans: Vec<(ScanPlan, Rows)> = vec![
        (Salted::scan().plan().unwrap().into(), salted.clone()),
        (Salted::scan().filter_at(3..=5).plan().unwrap().into(), salted.clone()),
        (Salted::scan().id(one_of([1, 4, 9, 16, 25])).plan().unwrap().into(), salted),
        (Plain::scan().plan().unwrap().into(), plain.clone()),
        (Plain::scan().id(one_of([1, 4, 9, 16, 25])).filter_at(one_of([2, 8])).plan().unwrap().into(), plain.clone()),
        (Plain::scan().plan().unwrap().distinct(Plain::fields().id).unwrap().into(), plain.clone()),
        (Plain::scan().id(one_of([3, 5, 7])).plan().unwrap().sorted_by(Plain::fields().at).unwrap().into(), plain),
    ];
    plans.into_iter().flat_map(|(plan, rows)| [(plan.clone(), rows.clone()), (plan.reversed(), rows)]).collect()
}

/// One scan for all ranges of a bucket.
struct WholeLanes<'r> {
    rows: &'r Rows,
    left: usize,
}

impl OpenAsync for WholeLanes<'_> {
    type Rows = StreamCursor<Broken>;

    fn open(&mut self, request: ScanRequest<'_>) -> Self::Rows {
        let ranges = std::iter::once(request.range).chain(request.more);
        let rows: Vec<_> = ranges.flat_map(|range| in_order(self.rows, range, request.plan.direction())).collect();
        StreamCursor::new(Broken { rows: rows.into_iter(), left: self.left })
    }

    fn reads_whole_lanes(&self) -> bool {
        true
    }
}

fn all<P, O>(mut stream: MergeStream<P, O>) -> Vec<Result<Vec<u8>, &'static str>>
where
    P: std::borrow::Borrow<ScanPlan>,
    O: OpenAsync<Rows = StreamCursor<Broken>>,
{
    let mut found = Vec::new();
    while let Poll::Ready(Some(row)) = poll(stream.next()) {
        found.push(row.unwrap());
        assert!(found.len() < 10_000, "it does not end");
    }
    assert!(matches!(poll(stream.next()), Poll::Ready(None)));
    found
}

#[test]
fn scans_that_fail_go_on_behind_their_last_row() {
    for (number, (plan, rows)) in plans().into_iter().enumerate() {
        let wanted: Vec<_> = merged(&plan, &rows).into_iter().map(Ok).collect();
        for left in [1, 2, 3, 7, 50] {
            let asked = Rc::new(Cell::new(0));
            let again = |error: &Result<Vec<u8>, &str>, failures: usize| {
                assert_eq!((error, failures), (&Err("gone"), 0), "each time it came to a row");
                asked.set(asked.get() + 1);
                true
            };
            let broken = |range, direction| Broken { rows: in_order(&rows, range, direction).into_iter(), left };
            assert_eq!(all(plan.stream(broken).reopen_if(again)), wanted, "plan {number}, {left} rows at a time");
            let whole = MergeStream::new(&plan, WholeLanes { rows: &rows, left }).reopen_if(again);
            assert_eq!(all(whole), wanted, "plan {number}, {left} rows at a time, whole buckets");
            assert!(asked.get() > 0 || left == 50, "plan {number}, {left} rows at a time");
        }
    }
}

#[test]
fn a_scan_that_fails_again_and_again_ends_with_the_error() {
    for (plan, rows) in plans() {
        let opened = Cell::new(0);
        let broken = |range, direction| {
            opened.set(opened.get() + 1);
            Broken { rows: in_order(&rows, range, direction).into_iter(), left: 0 }
        };
        assert_eq!(all(plan.stream(broken)), [Err("gone")]);
        let first = opened.replace(0);
        let found = all(plan.stream(broken).reopen_if(|_, failures| failures < 3));
        assert_eq!(found, [Err("gone")]);
        assert!(opened.get() >= first + 3, "{} and {first}", opened.get());
    }
    // Rows before the error are there, and no other follows it.
    let (plan, rows) = (Plain::scan().plan().unwrap(), plain(5));
    let found =
        all(plan.stream(|range, direction| Broken { rows: in_order(&rows, range, direction).into_iter(), left: 4 }));
    assert_eq!(found.len(), 5);
    assert!(found[..4].iter().all(Result::is_ok) && found[4].is_err());
}

#[test]
fn rows_in_the_wrong_order_are_the_last_item() {
    // Those that read every row of their ranges.
    for (plan, rows) in plans().into_iter().filter(|(plan, _)| plan.is_exact()).take(6) {
        let other = if plan.is_reversed() { Direction::Forward } else { Direction::Reverse };
        let mut stream =
            plan.stream(|range, _| Broken { rows: in_order(&rows, range, other).into_iter(), left: 1_000 });
        let mut items = Vec::new();
        while let Poll::Ready(Some(item)) = poll(stream.next()) {
            items.push(item);
        }
        let (last, before) = items.split_last().unwrap();
        let Err(MergeError::OutOfOrder(wrong)) = last else { panic!("{}", plan.explain()) };
        assert_eq!(wrong.expected, plan.direction(), "{}", plan.explain());
        assert!(before.iter().all(Result::is_ok));
        stream.lift_limit();
        assert!(matches!(poll(stream.next()), Poll::Ready(None)));
    }
}

/// Whoever waits is woken when a call is answered: it is polled only then, and never waits for nothing.
#[test]
fn every_answer_wakes() {
    #[derive(Default)]
    struct Woken(AtomicBool);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    /// The wakers of the calls that are under way, by number, and the calls that are answered.
    #[derive(Default)]
    struct Server {
        next: Cell<usize>,
        waiting: RefCell<BTreeMap<usize, Waker>>,
        answered: RefCell<BTreeSet<usize>>,
    }

    let rows = salted(60);
    let plans = [
        Salted::scan().plan().unwrap(),
        Salted::scan().filter_at(4).plan().unwrap(),
        Salted::scan().id(one_of((0..60).step_by(7))).plan().unwrap(),
    ];
    for (seed, plan) in (0..150).flat_map(|seed| plans.iter().map(move |plan| (seed, plan))) {
        let (server, mut random) = (Server::default(), fastrand::Rng::with_seed(seed));
        let fetch = |range: KeyRange, direction: Direction, most: usize| {
            let (server, mut page) = (&server, in_order(&rows, range, direction));
            page.truncate(most);
            async move {
                let number = server.next.replace(server.next.get() + 1);
                let answer = |context: &mut Context<'_>| {
                    if server.answered.borrow().contains(&number) {
                        return Poll::Ready(());
                    }
                    server.waiting.borrow_mut().insert(number, context.waker().clone());
                    Poll::Pending
                };
                poll_fn(answer).await;
                Ok::<_, Infallible>(page)
            }
        };
        let woken = Arc::new(Woken::default());
        let (waker, concurrency) = (Waker::from(woken.clone()), random.usize(1..40));
        let mut context = Context::from_waker(&waker);
        let mut stream = plan.pages(fetch).with_page_rows(3).with_concurrency(concurrency);
        let mut found = Vec::new();
        loop {
            match stream.poll_next(&mut context) {
                Poll::Ready(Some(row)) => found.push(row.unwrap().unwrap()),
                Poll::Ready(None) => break,
                Poll::Pending => {
                    while !woken.0.swap(false, Ordering::SeqCst) {
                        let numbers: Vec<usize> = server.waiting.borrow().keys().copied().collect();
                        assert!(!numbers.is_empty(), "it waits for nothing: seed {seed}, {}", plan.explain());
                        let number = numbers[random.usize(..numbers.len())];
                        server.answered.borrow_mut().insert(number);
                        let waker = server.waiting.borrow_mut().remove(&number);
                        waker.unwrap().wake();
                    }
                }
            }
        }
        assert_eq!(found, merged(plan, &rows), "seed {seed}");
    }
}

/// A call that comes no further than the one before it would be made for ever.
#[test]
fn a_page_that_goes_nowhere_is_an_error() {
    for plan in [Plain::scan().plan().unwrap(), Plain::scan().id(..500).plan().unwrap().reversed()] {
        let calls = Cell::new(0);
        let fetch = |_: KeyRange, direction: Direction, _: usize| {
            calls.set(calls.get() + 1);
            let key = Plain { id: if direction == Direction::Forward { 100 } else { 400 }, at: 0 }.encode().unwrap();
            async move { Ok::<_, Infallible>(Page::<Vec<u8>>::up_to(Vec::new(), key.as_ref().to_vec())) }
        };
        let mut stream = plan.pages(fetch);
        let Poll::Ready(Some(Err(MergeError::OutOfOrder(wrong)))) = poll(stream.next()) else {
            panic!("expected an error")
        };
        assert_eq!(wrong.expected, plan.direction());
        assert!(wrong.to_string().contains("the engine must read each range"), "{wrong}");
        assert_eq!(calls.get(), 2);
        assert!(matches!(poll(stream.next()), Poll::Ready(None)));
    }
    // Nor does a row that comes again and again.
    let fetch = |_: KeyRange, _: Direction, _: usize| async { Ok::<_, Infallible>(vec![vec![0, 7, 7]]) };
    let plan = Plain::scan().plan().unwrap();
    let mut stream = plan.pages(fetch);
    let found = std::iter::from_fn(|| match poll(stream.next()) {
        Poll::Ready(row) => row,
        Poll::Pending => panic!(),
    });
    assert!(found.take(10).last().is_some_and(|row| row.is_err()));
}

/// A page of one row tells if there are more; who reads them gets pages that grow.
#[test]
fn pages_grow_behind_a_limit_that_is_lifted() {
    let (rows, asked) = (plain(20), RefCell::new(Vec::new()));
    let plan = Plain::scan().limit(7).plan().unwrap();
    let mut stream = plan.pages(|range, direction, most| {
        asked.borrow_mut().push(most);
        let mut page = in_order(&rows, range, direction);
        page.truncate(most);
        async move { Ok::<_, Infallible>(page) }
    });
    let read = |stream: &mut MergeStream<_, _>| {
        let mut count = 0;
        while let Poll::Ready(Some(_)) = poll(stream.next()) {
            count += 1;
        }
        count
    };
    assert_eq!(read(&mut stream), 7);
    stream.lift_limit();
    assert_eq!(read(&mut stream), 193);
    assert_eq!(*asked.borrow(), [7, 1, 4, 16, 64, 256, 1_000]);
}

/// A server would hold them open for a stream that has no rows any more.
#[test]
fn an_error_ends_the_reads_of_all_buckets() {
    const PAGE_ROWS: usize = 3;
    let (calls, rows) = (Calls::default(), salted(60));
    let plan = Salted::scan().plan().unwrap();
    // The bucket whose first page ends first: its second page fails, and those of the others hang.
    let mut read = [0; 16];
    let is_page_end = |row: &Vec<u8>| {
        read[usize::from(row[0])] += 1;
        read[usize::from(row[0])] == PAGE_ROWS
    };
    let failing = merged(&plan, &rows).into_iter().find(is_page_end).unwrap()[0];
    let (calls, rows, firsts) = (&calls, &rows, &plan.ranges().collect::<Vec<_>>());
    let mut stream = plan
        .pages(|range, direction, most| async move {
            let _call = Call::new(calls, &range);
            if !firsts.contains(&range) {
                return if range.start()[0] == failing { Err("gone") } else { std::future::pending().await };
            }
            let mut page = in_order(rows, range, direction);
            page.truncate(most);
            Ok(page)
        })
        .with_page_rows(PAGE_ROWS);
    loop {
        let Poll::Ready(Some(row)) = poll(stream.next()) else { panic!("expected an error") };
        if row.unwrap().is_err() {
            break;
        }
        assert!(calls.open() > 10);
    }
    assert_eq!(calls.open(), 0);
    assert!(matches!(poll(stream.next()), Poll::Ready(None)));
}

/// The rows of a range, and the scan that a server holds open for them.
struct Held<'c> {
    rows: std::vec::IntoIter<Result<Vec<u8>, &'static str>>,
    _call: Call<'c>,
}

impl Stream for Held<'_> {
    type Item = Result<Vec<u8>, &'static str>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.rows.next())
    }
}

#[test]
fn no_scan_is_open_behind_rows_out_of_order() {
    let (calls, rows) = (Calls::default(), salted(60));
    let plan = Salted::scan().plan().unwrap();
    let buckets = rows.keys().map(|key| key[0]).collect::<BTreeSet<_>>().len();
    // The bucket whose rows are read first.
    let turned = merged(&plan, &rows)[0][0];
    let mut stream = plan.stream(|range, direction| {
        let mut rows: Vec<_> = in_order(&rows, range.clone(), direction).into_iter().map(Ok).collect();
        if range.start()[0] == turned {
            rows.swap(0, 1);
        }
        Held { rows: rows.into_iter(), _call: Call::new(&calls, &range) }
    });
    let is_out_of_order = loop {
        let Poll::Ready(Some(row)) = poll(stream.next()) else { break false };
        if row.is_err() {
            break true;
        }
        assert_eq!(calls.open(), buckets);
    };
    assert!(is_out_of_order);
    assert_eq!(calls.open(), 0);
}

#[test]
fn no_scan_that_was_opened_ahead_is_open_behind_an_error() {
    let calls = Calls::default();
    let plan = Plain::scan().id(one_of((0..60).step_by(2))).plan().unwrap();
    let open = |range: KeyRange, _: Direction| {
        let row = if calls.made() == 0 { Err("gone") } else { Ok(range.start().to_vec()) };
        Held { rows: vec![row].into_iter(), _call: Call::new(&calls, &range) }
    };
    let mut stream = plan.stream(open).with_concurrency(5);
    let Poll::Ready(Some(Ok(Err("gone")))) = poll(stream.next()) else { panic!("expected an error") };
    assert_eq!(calls.made(), 5);
    // The scan that failed holds its error.
    assert_eq!(calls.open(), 1);
}

/// Rows that are ready and passed over do not hold up what else is on the thread.
#[test]
fn a_poll_passes_over_a_bounded_number_of_rows() {
    #[derive(Default)]
    struct Woken(AtomicBool);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    struct Ready(std::vec::IntoIter<Vec<u8>>);

    impl Stream for Ready {
        type Item = Vec<u8>;

        fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Vec<u8>>> {
            Poll::Ready(self.0.next())
        }
    }

    let (salted, plain) = (salted(2_000), plain(2_000));
    let plans: Vec<(ScanPlan, Rows)> = vec![
        (Salted::scan().filter_at(200).plan().unwrap().into(), salted),
        (Plain::scan().filter_at(200).plan().unwrap().reversed().into(), plain.clone()),
        (Plain::scan().plan().unwrap().distinct(Plain::fields().id).unwrap().into(), plain),
    ];
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(woken.clone());
    let mut context = Context::from_waker(&waker);
    for (plan, rows) in plans {
        let expected = merged(&plan, &rows);
        let mut stream = plan.stream(|range, direction| Ready(in_order(&rows, range, direction).into_iter()));
        let (mut found, mut read) = (Vec::new(), 0);
        loop {
            let row = stream.poll_next(&mut context);
            assert!(stream.rows_read() - read <= 300, "{}", stream.rows_read() - read);
            read = stream.rows_read();
            match row {
                Poll::Ready(Some(row)) => found.push(row.unwrap()),
                Poll::Ready(None) => break,
                Poll::Pending => assert!(woken.0.swap(false, Ordering::SeqCst), "nobody wakes it"),
            }
        }
        assert_eq!(found, expected);
    }
}

/// The time of pages that are answered side by side, a page's time each, on a clock that goes on while all wait.
#[test]
fn sixteen_buckets_take_the_time_of_the_longest_one() {
    let (rows, plan) = (salted(600), Salted::scan().plan().unwrap());
    // The clock, and the times at which calls are answered.
    let (now, due) = (Cell::new(0_u32), RefCell::new(BTreeSet::new()));
    let (now, due) = (&now, &due);
    for plan in [plan.clone(), plan.reversed()] {
        now.set(0);
        let fetch = |range: KeyRange, direction: Direction, most: usize| {
            let mut page = in_order(&rows, range, direction);
            let is_last = page.len() <= most;
            page.truncate(most);
            async move {
                let at = now.get() + 1_000;
                due.borrow_mut().insert(at);
                poll_fn(|_| if now.get() >= at { Poll::Ready(()) } else { Poll::Pending }).await;
                Ok::<_, Infallible>(if is_last { Page::last(page) } else { Page::new(page) })
            }
        };
        let page_rows = 40;
        let pages = |range: KeyRange| in_order(&rows, range, Direction::Forward).len().div_ceil(page_rows);
        let longest = plan.ranges().map(pages).max().unwrap() as u32 * 1_000;
        let mut stream = plan.pages(fetch).with_page_rows(page_rows);
        let (mut first, mut count) = (None, 0);
        loop {
            match poll(stream.next()) {
                Poll::Ready(Some(_)) => {
                    first = first.or(Some(now.get()));
                    count += 1;
                }
                Poll::Ready(None) => break,
                Poll::Pending => {
                    let next = due.borrow_mut().pop_first();
                    now.set(next.expect("it waits for nothing"));
                }
            }
        }
        assert_eq!(count, rows.len());
        assert!(first.unwrap() <= 1_200, "the first row comes after {first:?} thousandths of a page's time");
        assert!(now.get() <= longest + longest / 5, "{} thousandths of a page's time, {longest} alone", now.get());
    }
}

/// A cursor that can be read without the items: the keys alone are lent.
#[test]
fn a_cursor_is_lent() {
    struct Lent<'r>(std::collections::btree_map::Range<'r, Vec<u8>, ()>, &'r [u8]);

    impl AsyncCursor for Lent<'_> {
        fn poll_advance(&mut self, _: &mut Context<'_>) -> Poll<Step> {
            Poll::Ready(match self.0.next() {
                Some((key, ())) => {
                    self.1 = key;
                    Step::Row
                }
                None => Step::End,
            })
        }

        fn key(&self) -> &[u8] {
            self.1
        }
    }

    struct Engine<'r>(&'r Rows);

    impl<'r> OpenAsync for Engine<'r> {
        type Rows = Lent<'r>;

        fn open(&mut self, request: ScanRequest<'_>) -> Lent<'r> {
            Lent(self.0.range::<[u8], _>(request.range), &[])
        }
    }

    let (plan, rows) = (Salted::scan().plan().unwrap(), salted(20));
    for mut stream in [MergeStream::new(&plan, Engine(&rows)), MergeStream::by_range(&plan, Engine(&rows))] {
        let mut found = Vec::new();
        while let Poll::Ready(Some(cursor)) = poll(stream.advance()) {
            found.push(cursor.unwrap().key().to_vec());
        }
        assert_eq!(stream.rows_read(), found.len());
        found.sort();
        assert!(found.iter().eq(rows.keys()));
    }
}

/// A stream can be sent if its scans can, and outlives the place where its plan was made.
#[test]
fn streams_can_be_sent() {
    fn sent<T: Send + 'static>(value: T) -> T {
        value
    }
    let fetch = |_: KeyRange, _: Direction, _: usize| async { Ok::<_, Infallible>(vec![vec![0_u8]]) };
    drop(sent(Plain::scan().plan().unwrap().into_pages(fetch)));
    let open = |_: KeyRange, _: Direction| Broken { rows: vec![].into_iter(), left: 1 };
    let mut stream = sent(Plain::scan().plan().unwrap().into_stream(open).reopen_if(|_, _| false));
    assert!(matches!(poll(stream.next()), Poll::Ready(None)));
}

/// A merge that owns its plan outlives the place where the plan was made.
#[test]
fn a_merge_may_own_its_plan() {
    let rows = salted(20);
    let owned = |limit| {
        let plan = Salted::scan().limit(limit).plan().unwrap();
        plan.into_merge(|range: KeyRange, direction| in_order(&rows, range, direction))
    };
    let all = merged(&Salted::scan().plan().unwrap(), &rows);
    assert_eq!(all.len(), rows.len());
    for limit in [0, 1, 33, 500] {
        let mut merge = owned(limit);
        let found: Vec<_> = merge.by_ref().map(Result::unwrap).collect();
        assert_eq!(found, all[..limit.min(all.len())]);
        assert!(merge.plan().ranges().eq(Salted::scan().plan().unwrap().ranges()));
        merge.lift_limit();
        assert_eq!(
            merge.map(Result::unwrap).collect::<Vec<_>>(),
            all[limit.min(all.len())..],
            "the rows behind a limit"
        );
    }
}

/// What is shown of scans that run: the plan and how many rows were read, and no row.
#[test]
fn running_scans_are_shown() {
    let rows = plain(1);
    let plan = Plain::scan().plan().unwrap();
    let mut merge = plan.merge(|range, direction| in_order(&rows, range, direction));
    let mut stream = plan.pages(|range, direction, _| {
        let rows = in_order(&rows, range, direction);
        async move { Ok::<_, Infallible>(Page::last(rows)) }
    });
    merge.next();
    assert!(poll(stream.next()).is_ready());
    for (shown, name) in [(format!("{merge:?}"), "Merge {"), (format!("{stream:?}"), "MergeStream {")] {
        assert!(shown.starts_with(name) && shown.ends_with("read: 1, .. }"), "{shown}");
    }
    assert!(stream.plan().ranges().eq(plan.ranges()));
}

rowkey::laws!(Salted, Plain);

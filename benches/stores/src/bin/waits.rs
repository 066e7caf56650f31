//! Times async scans.
//!
//! Compares a stream of available rows with the blocking merge, and measures how long a stream waits for 16 buckets
//! whose pages take 50 ms each. Fails if the table in the README has other rows or columns. With `--write`, updates
//! this table.

use futures_core::Stream;
use rowkey::scan::{Direction, Page};
use rowkey::{KeyRange, RowKey, ScanPlan};
use rowkey_benches::table::{Shown, same_shape};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error;
use std::hint::black_box;
use std::pin::{Pin, pin};
use std::process::ExitCode;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// A key whose buckets a merge reads in a random order.
#[derive(RowKey)]
struct Event {
    #[salt(buckets = 16)]
    id: u64,
}

type Table = BTreeMap<Vec<u8>, Vec<u8>>;
type Outcome<T> = Result<T, Box<dyn Error>>;

/// The number of rows in the table in memory.
const ROWS: u64 = 300_000;

/// The number of runs of each variant.
const ROUNDS: usize = 12;

/// The time of a page.
const PAGE_TIME: Duration = Duration::from_millis(50);

/// The number of rows of a page.
const PAGE_ROWS: usize = 200;

/// The number of pages of the longest bucket.
const PAGES: usize = 6;

fn main() -> Outcome<ExitCode> {
    let plan = Event::scan().plan()?;
    let (blocking, stream) = ready(&plan, &table(ROWS)?)?;
    let (first, all) = waited(&plan)?;
    let longest = PAGE_TIME.as_secs_f64() * PAGES as f64;
    let table = format!(
        "| 16 buckets in key order | time | compared with | time | ratio |\n|---|---:|---|---:|---:|\n\
         | `stream` of available rows: ns per row | {stream:.1} | `merge` | {blocking:.1} | {:.2} |\n\
         | `pages` of 50 ms: ms to the first row | {:.1} | one page | 50.0 | {:.2} |\n\
         | `pages` of 50 ms: ms to the last row | {:.1} | the longest bucket alone | {:.1} | {:.2} |\n",
        stream / blocking,
        first * 1e3,
        first / PAGE_TIME.as_secs_f64(),
        all * 1e3,
        longest * 1e3,
        all / longest,
    );
    print!("{table}");
    let shown =
        Shown { file: concat!(env!("CARGO_MANIFEST_DIR"), "/../../rowkey-store/README.md"), command: "benches/waits" };
    let differences = shown.settle(&table, same_shape)?;
    differences.iter().for_each(|difference| eprintln!("{difference}"));
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns a table of `rows` events.
fn table(rows: u64) -> Outcome<Table> {
    (0..rows).map(|id| Ok((Event { id }.encode()?.as_ref().to_vec(), id.to_be_bytes().to_vec()))).collect()
}

/// A stream whose items are always ready.
struct Ready<I>(I);

impl<I: Iterator + Unpin> Stream for Ready<I> {
    type Item = I::Item;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<I::Item>> {
        Poll::Ready(self.0.next())
    }
}

/// Returns the minimum nanoseconds per available row, for the blocking merge and for the stream.
fn ready(plan: &ScanPlan, table: &Table) -> Outcome<(f64, f64)> {
    let rows = |range: KeyRange, direction: Direction| direction.of(table.range::<[u8], _>(range));
    let blocking = || -> Outcome<usize> {
        let mut count = 0;
        for row in plan.merge(rows) {
            black_box(row?);
            count += 1;
        }
        Ok(count)
    };
    let streamed = || -> Outcome<usize> {
        let (mut count, mut context) = (0, Context::from_waker(Waker::noop()));
        let mut stream = pin!(plan.stream(|range, direction| Ready(rows(range, direction))));
        while let Poll::Ready(Some(row)) = Stream::poll_next(stream.as_mut(), &mut context) {
            black_box(row?);
            count += 1;
        }
        Ok(count)
    };
    let mut least = [f64::MAX; 2];
    for _ in 0..ROUNDS {
        for (least, way) in least.iter_mut().zip([&blocking as &dyn Fn() -> Outcome<usize>, &streamed]) {
            let begun = Instant::now();
            let count = way()?;
            if count != table.len() {
                return Err(format!("expected {} rows, found {count}", table.len()).into());
            }
            *least = least.min(begun.elapsed().as_secs_f64() * 1e9 / count as f64);
        }
    }
    let [blocking, streamed] = least;
    Ok((blocking, streamed))
}

/// Returns the minimum seconds to the first and to the last row of the async stream, with a wait for each page.
fn waited(plan: &ScanPlan) -> Outcome<(f64, f64)> {
    let rows = 16 * (PAGE_ROWS * PAGES) as u64;
    let mut table = table(rows - rows / 16)?;
    // No bucket may have more pages than intended.
    for range in plan.ranges() {
        let beyond = table.range::<[u8], _>(range).skip(PAGE_ROWS * PAGES).map(|(key, _)| key.clone());
        beyond.collect::<Vec<_>>().iter().for_each(|key| _ = table.remove(key));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let mut least = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS / 3 {
        let (first, all) = runtime.block_on(read_pages(plan, &table))?;
        least = (least.0.min(first), least.1.min(all));
    }
    Ok(least)
}

async fn read_pages(plan: &ScanPlan, table: &Table) -> Outcome<(f64, f64)> {
    let fetch = |range: KeyRange, direction: Direction, most: usize| async move {
        tokio::time::sleep(PAGE_TIME).await;
        let mut rest = direction.of(table.range::<[u8], _>(range));
        let rows: Vec<_> = rest.by_ref().take(most).collect();
        Ok::<_, Infallible>(if rest.next().is_none() { Page::last(rows) } else { Page::new(rows) })
    };
    let begun = Instant::now();
    let mut rows = plan.pages(fetch).with_page_rows(PAGE_ROWS);
    let (mut first, mut count) = (0.0, 0);
    while let Some(row) = rows.next().await {
        black_box(row??);
        if count == 0 {
            first = begun.elapsed().as_secs_f64();
        }
        count += 1;
    }
    if count != table.len() {
        return Err(format!("expected {} rows, found {count}", table.len()).into());
    }
    Ok((first, begun.elapsed().as_secs_f64()))
}

//! Compares scans of rowkey-slatedb with hand-written code on SlateDB's own iterator, on one database in memory.
//!
//! First checks that all variants find the same rows, then times them in turns. Each time is the minimum. Fails if a
//! scan has less than 0.9 times the throughput of hand-written code, or if the table in the README has other rows or
//! columns. With `--write`, updates this table.

use rowkey_bench_clients::{Bench, InStore, InTable, Lane, Outcome, Question, Way, Ways, merge};
use rowkey_benches::readings::{BUCKETS, Key, Reading, Row, hand, readings, value};
use rowkey_slatedb::SlateStore;
use rowkey_store::AsyncTable;
use slatedb::bytes::Bytes;
use slatedb::config::{FlushOptions, FlushType, ScanOptions};
use slatedb::object_store::memory::InMemory;
use slatedb::{ByteRangeBounds, Db, DbIterator, IterationOrder};
use std::process::ExitCode;
use std::sync::Arc;

const BENCH: Bench = Bench {
    command: "benches/slatedb",
    file: concat!(env!("CARGO_MANIFEST_DIR"), "/../../rowkey-slatedb/README.md"),
    names: ["SlateDB", "SlateStore"],
    least: 0.9,
    clock: cpu_time,
};

fn main() -> Outcome<ExitCode> {
    tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(run())
}

async fn run() -> Outcome<ExitCode> {
    let devices = BENCH.devices()?;
    let table = filled(devices).await?;
    let (by_hand, store) = (ByHand(table.store().db()), InStore(table.store()));
    BENCH.run(Ways { by_hand, store, table: InTable(&table) }, devices).await
}

/// Returns a database in memory whose rows are already in files.
async fn filled(devices: u64) -> Outcome<AsyncTable<Reading, SlateStore>> {
    let store = SlateStore::open("readings", Arc::new(InMemory::new())).await?.without_waiting();
    let table = AsyncTable::new(store);
    for rows in readings(devices).chunks(50_000) {
        table.put_all(rows.iter().map(|reading| (reading, value(reading)))).await?;
    }
    table.store().db().flush_with_options(FlushOptions { flush_type: FlushType::MemTable }).await?;
    Ok(table)
}

/// Returns the CPU time of this thread in nanoseconds, so that other programs do not count. This thread does all the
/// work.
fn cpu_time() -> Outcome<u64> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(times.split(' ').next().ok_or("expected the time of the thread")?.parse()?)
}

/// Hand-written code on SlateDB.
struct ByHand<'d>(&'d Db);

impl Way for ByHand<'_> {
    async fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>> {
        Ok(self.0.get(hand::key(reading)).await?.map(|value| value.to_vec()))
    }

    async fn scan(&self, question: &Question, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        match question {
            Question::All => self.all(IterationOrder::Ascending, take).await,
            Question::Reversed => self.all(IterationOrder::Descending, take).await,
            Question::Merged => self.merged(take).await,
            Question::Day(device) => self.range(hand::of_device(*device), IterationOrder::Ascending, take).await,
            Question::Hour(device, times) => {
                self.range(hand::times(*device, times), IterationOrder::Ascending, take).await
            }
        }
    }
}

impl ByHand<'_> {
    async fn all(&self, order: IterationOrder, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        self.range::<std::ops::RangeFrom<Bytes>>(Bytes::new().., order, take).await
    }

    /// Reads the rows of a range in one snapshot.
    async fn range<R>(&self, range: R, order: IterationOrder, take: &mut dyn FnMut(Row)) -> Outcome<()>
    where
        R: ByteRangeBounds + Send,
    {
        let snapshot = self.0.snapshot()?;
        let mut rows = snapshot.scan_with_options(range, &ScanOptions::default().with_order(order)).await?;
        while let Some(row) = rows.next().await? {
            take((hand::read(&row.key)?, row.value.to_vec()));
        }
        Ok(())
    }

    async fn merged(&self, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        let snapshot = self.0.snapshot()?;
        let mut buckets = Vec::new();
        for bucket in 0..BUCKETS as u8 {
            buckets.push(Bucket(snapshot.scan(hand::of_bucket(bucket)).await?));
        }
        merge(buckets, take).await
    }
}

struct Bucket(DbIterator);

impl Lane for Bucket {
    async fn next(&mut self) -> Outcome<Option<(Key, Vec<u8>)>> {
        let Some(row) = self.0.next().await? else { return Ok(None) };
        Ok(Some((row.key.as_ref().try_into()?, row.value.to_vec())))
    }
}

//! Rows that move to other keys on Google's emulator, and how long it takes.

use rowkey_bigtable::{Bigtable, BigtableStore, Config};
use rowkey_store::{AsyncMovingTable, AsyncTable, MoveStep};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use store_suite::moving::{InOrder, Salted, SaltedReading, VersionedWaits, Widened, before, history};
use store_suite::waited::Run;

use crate::emulator;
use crate::suite::OnRuntime;

/// Creates two tables that keep versions.
async fn stores() -> [BigtableStore; 2] {
    static TABLES: AtomicUsize = AtomicUsize::new(0);
    let bigtable = Bigtable::connect(Config::emulator(emulator::address(), "p", "i")).await.unwrap();
    let number = TABLES.fetch_add(1, Ordering::Relaxed);
    let names = ["old", "new"].map(|table| format!("{table}_{number}"));
    for name in &names {
        bigtable.create_split_table(name, &["f"], &[] as &[&[u8]]).await.unwrap();
        bigtable.add_version_family(name).await.unwrap();
    }
    names.map(|name| bigtable.table(&name, "f"))
}

#[test]
fn rows_move_to_other_keys() {
    history::<Widened, _>(2, &|| VersionedWaits { stores: OnRuntime.run(stores()), run: OnRuntime });
    history::<InOrder<Salted>, _>(1, &|| VersionedWaits { stores: OnRuntime.run(stores()), run: OnRuntime });
}

#[tokio::test]
async fn show_rate() {
    const ROWS: u32 = 20_000;
    let [old, new] = stores().await;
    let old = AsyncTable::<before::Reading, _>::new(old);
    old.put_all((0..ROWS).map(|n| (before::Reading { device: n, at: 5 }, "21.5"))).await.unwrap();

    let begun = Instant::now();
    let table = AsyncMovingTable::<_, SaltedReading, _>::new(MoveStep::NewFirst, old.clone(), AsyncTable::new(new));
    let moved = table.move_rows(None, |_| ControlFlow::Continue(())).await.unwrap();
    let took = begun.elapsed();
    assert_eq!((moved.copied, table.count_old().await.unwrap()), (u64::from(ROWS), 0));
    println!("move_rows: {ROWS} rows in {took:.1?}, {:.0} rows a second", f64::from(ROWS) / took.as_secs_f64());
}

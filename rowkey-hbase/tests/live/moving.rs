//! Rows that move to other keys on a real HBase, and how long it takes.

use super::server::Fresh;
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_store::{MoveStep, MovingTable, Table};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use store_suite::moving::{Case, InOrder, Salted, SaltedReading, VersionedBlocks, Widened, before, history};

/// Creates two tables that keep versions.
fn stores(hbase: &HBase) -> [HBaseStore; 2] {
    static TABLES: AtomicUsize = AtomicUsize::new(0);
    ["old", "new"].map(|table| {
        let name = format!("{table}_{}", TABLES.fetch_add(1, Ordering::Relaxed));
        hbase.create_split_table(name.as_str(), &["f"], &[] as &[&[u8]]).unwrap();
        hbase.add_version_family(&name).unwrap();
        hbase.table(&name, "f").with_versions()
    })
}

#[test]
fn rows_move_to_other_keys() {
    let fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    history::<Widened, _>(1, &|| VersionedBlocks(stores(&hbase)));
    history::<InOrder<Salted>, _>(1, &|| VersionedBlocks(stores(&hbase)));
}

/// `move_rows` beside `rekey`, which moves the same rows one by one.
#[test]
fn show_rate() {
    const ROWS: u32 = 20_000;
    let fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    let [old, new] = stores(&hbase);
    let old = Table::<before::Reading, _>::new(old);
    old.put_all((0..ROWS).map(|n| (before::Reading { device: n, at: 5 }, "21.5"))).unwrap();

    let begun = Instant::now();
    let table = MovingTable::<_, SaltedReading, _>::new(MoveStep::NewFirst, old.clone(), Table::new(new));
    let moved = table.move_rows(None, |_| ControlFlow::Continue(())).unwrap();
    let took = begun.elapsed();
    assert_eq!((moved.copied, table.count_old().unwrap()), (u64::from(ROWS), 0));
    println!("move_rows: {ROWS} rows in {took:.1?}, {:.0} rows a second", f64::from(ROWS) / took.as_secs_f64());

    let begun = Instant::now();
    let last = MovingTable::<_, SaltedReading, _>::new(MoveStep::NewOnly, old, table.new_table().clone());
    last.finish(None, |_| ControlFlow::Continue(())).unwrap();
    let took = begun.elapsed();
    println!("finish: {ROWS} rows in {took:.1?}, {:.0} rows a second", f64::from(ROWS) / took.as_secs_f64());
    let rows = last.count(|| Salted::new_plan(usize::MAX, None), || Salted::old_plan(usize::MAX, None)).unwrap();
    assert_eq!(rows, u64::from(ROWS));
}

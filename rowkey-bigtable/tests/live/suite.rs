//! The test suite for all stores and tables.

use rowkey_bigtable::{Bigtable, BigtableStore, Config};
use rowkey_store::AsyncTable;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use store_suite::typed;
use store_suite::waited::{Run, Waited, WaitedTable};
use tokio::runtime::Runtime;

use crate::emulator;

/// The runtime of all connections here.
#[derive(Clone)]
pub(crate) struct OnRuntime;

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

impl Run for OnRuntime {
    fn run<F: Future>(&self, future: F) -> F::Output {
        RUNTIME.get_or_init(|| Runtime::new().unwrap()).block_on(future)
    }
}

/// Creates a new table.
fn fresh() -> BigtableStore {
    static TABLES: AtomicUsize = AtomicUsize::new(0);
    let name = format!("suite_{}", TABLES.fetch_add(1, Ordering::Relaxed));
    OnRuntime.run(async {
        let config = Config::emulator(emulator::address(), "p", "i").batch_rows(100);
        let bigtable = Bigtable::connect(config).await.unwrap();
        bigtable.create_split_table(&name, &["f"], &[] as &[&[u8]]).await.unwrap();
        bigtable.table(&name, "f")
    })
}

mod store {
    use super::*;

    fn with_store(check: impl FnOnce(Waited<BigtableStore, OnRuntime>)) {
        check(Waited { store: fresh(), run: OnRuntime });
    }

    // All tests except for those of the empty key, of snapshots, and of transactions.
    store_suite::conformance! { with_store:
        holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, scans_every_range_both_ways,
        scans_more_rows_than_a_page_holds, serves_through_references, compares_and_sets, moves_rows,
        counts_up_from_many_threads,
    }
}

#[test]
fn does_what_a_map_does() {
    typed::does_what_a_map_does(&WaitedTable(AsyncTable::new(fresh()).allow_full_scans(), OnRuntime), 300);
}

#[test]
fn tells_if_there_is_another_page() {
    typed::tells_if_there_is_another_page(&WaitedTable(AsyncTable::new(fresh()).allow_full_scans(), OnRuntime));
}

#[test]
fn deletes_more_rows_than_a_batch_holds() {
    typed::deletes_more_rows_than_a_batch_holds(&WaitedTable(AsyncTable::new(fresh()), OnRuntime));
}

#[test]
fn delete_all_keeps_what_does_not_decode() {
    let store = fresh();
    let table = WaitedTable(AsyncTable::new(store.clone()), OnRuntime);
    typed::keeps_what_does_not_decode(&table, &Waited { store, run: OnRuntime });
}

//! The suite of all stores and tables.

use crate::rows::in_memory;
use rowkey::Subspace;
use rowkey_slatedb::SlateStore;
use rowkey_store::{AsyncTable, Within};
use std::future::Future;
use std::sync::Arc;
use store_suite::indexed::{PriceOf, Waits};
use store_suite::scans_beside_rekey::{OtherSalt, OtherTags, history};
use store_suite::typed;
use store_suite::waited::{Run, Waited, WaitedTable};
use tokio::runtime::{Builder, Runtime};

/// Runs futures on threads of tokio.
#[derive(Clone)]
struct OnTokio(Arc<Runtime>);

impl Run for OnTokio {
    fn run<F: Future>(&self, future: F) -> F::Output {
        self.0.block_on(future)
    }
}

fn on_tokio() -> (SlateStore, OnTokio) {
    let run = OnTokio(Arc::new(Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap()));
    (run.run(in_memory()), run)
}

fn with_store(check: impl FnOnce(Waited<SlateStore, OnTokio>)) {
    let (store, run) = on_tokio();
    check(Waited { store, run });
}

// All but that of the empty key, which SlateDB does not take.
store_suite::conformance! { with_store:
    holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, scans_every_range_both_ways,
    scans_more_rows_than_a_page_holds, serves_through_references, compares_and_sets, moves_rows, copies_rows,
    counts_up_from_many_threads, reads_as_of_one_moment, shows_whole_batches_only, transacts_all_or_nothing,
        holds_rows_that_it_only_expects, moves_rows_past_writers,
}

/// Its scans are snapshots.
#[test]
fn scans_beside_rekey_find_every_row() {
    for seed in 0..10 {
        let (store, run) = on_tokio();
        let (mut random, store) = (fastrand::Rng::with_seed(seed), store.without_waiting());
        let fault = run.run(async {
            match seed % 2 {
                0 => history::<OtherSalt, _>(store, &mut random, false).await,
                _ => history::<OtherTags, _>(store, &mut random, false).await,
            }
        });
        assert_eq!(fault, None, "seed {seed}");
    }
}

/// Four tables in one database, beside four others with the same rows.
mod moving {
    use super::*;

    fn stores() -> store_suite::moving::Waits<Within<SlateStore>, OnTokio> {
        let (store, run) = on_tokio();
        let store = store.without_waiting();
        let stores = ["old", "new"].map(|table| Within::new(store.clone(), Subspace::new(table)));
        store_suite::moving::Waits { stores, run }
    }

    store_suite::moving!(stores);
}

mod moving_secondary {
    use super::*;

    fn stores() -> store_suite::moving_secondary::Waits<Within<SlateStore>, OnTokio> {
        let (store, run) = on_tokio();
        let (store, mut tables) = (store.without_waiting(), 0_u8);
        let stores = [(); 8].map(|()| {
            tables += 1;
            Within::new(store.clone(), Subspace::new([tables]))
        });
        store_suite::moving_secondary::Waits { stores, run }
    }

    store_suite::moving_secondary!(stores, 4);
}

mod indexed {
    use super::*;

    fn shop(price: PriceOf) -> Waits<Within<SlateStore>, OnTokio> {
        let (store, run) = on_tokio();
        let store = store.without_waiting();
        let [other, stores] = ["a", "b"].map(|tenant| {
            let part = |table: &str| Within::new(store.clone(), Subspace::new(tenant).nested(&Subspace::new(table)));
            ["orders", "by_seller", "by_time", "by_price"].map(part)
        });
        store_suite::indexed::fill(&Waits::new(other, price, run.clone()));
        Waits::new(stores, price, run)
    }

    store_suite::indexed!(shop);
    store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
}

#[test]
fn a_table_does_what_a_map_does() {
    let (store, run) = on_tokio();
    typed::does_what_a_map_does(&WaitedTable(AsyncTable::new(store.without_waiting()).allow_full_scans(), run), 300);
}

#[test]
fn a_table_tells_if_there_is_another_page() {
    let (store, run) = on_tokio();
    typed::tells_if_there_is_another_page(&WaitedTable(AsyncTable::new(store).allow_full_scans(), run));
}

#[test]
fn a_table_deletes_more_rows_than_a_batch_holds() {
    let (store, run) = on_tokio();
    typed::deletes_more_rows_than_a_batch_holds(&WaitedTable(AsyncTable::new(store), run));
}

#[test]
fn a_table_keeps_what_does_not_decode() {
    let (store, run) = on_tokio();
    let store = store.without_waiting();
    let table = WaitedTable(AsyncTable::new(store.clone()), run.clone());
    typed::keeps_what_does_not_decode(&table, &Waited { store, run });
}

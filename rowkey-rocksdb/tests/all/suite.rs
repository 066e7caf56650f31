//! The suite of all stores and tables, without a prefix extractor and with one, blocking and async.

use crate::{Scratch, other_table, scratch_store};
use rowkey::Subspace;
use rowkey_rocksdb::RocksStore;
use rowkey_store::{AsyncTable, Blocking, Table, Within};
use std::cell::RefCell;
use std::sync::Arc;
use store_suite::indexed::{Blocks, PriceOf, Waits};
use store_suite::queries::Queries;
use store_suite::scans_beside_rekey::{OtherSalt, OtherTags, history};
use store_suite::typed;
use store_suite::waited::{Park, Run, Waited, WaitedTable};

fn blocking(store: RocksStore) -> Blocking<RocksStore> {
    Blocking::new(store, 2).unwrap().with_page_rows(7)
}

thread_local! {
    /// The databases of the tests that this thread has run. They are removed when it ends.
    static KEPT: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
}

/// Opens four tables of one database.
fn four(prefix_width: usize) -> [RocksStore; 4] {
    let (orders, scratch) = scratch_store(prefix_width);
    KEPT.with_borrow_mut(|kept| kept.push(scratch));
    let [by_seller, by_time, by_price] =
        ["by_seller", "by_time", "by_price"].map(|name| other_table(&orders, name, prefix_width));
    [orders, by_seller, by_time, by_price]
}

/// Defines the whole suite for tables with prefixes of so many bytes.
macro_rules! suite {
    ($name:ident, $width:expr) => {
        mod $name {
            use super::*;

            fn with_store(check: impl FnOnce(RocksStore)) {
                let (store, _scratch) = scratch_store($width);
                check(store);
            }

            store_suite::conformance!(with_store);

            mod through_blocking {
                use super::*;

                fn with_store(check: impl FnOnce(Waited<Blocking<RocksStore>, Park>)) {
                    super::with_store(|store| check(Waited { store: blocking(store), run: Park }));
                }

                // `Blocking` takes a new snapshot for each page.
                store_suite::conformance! { with_store:
                    holds_nothing_at_first, stores_and_removes, counts_the_last_change_of_a_key, takes_the_empty_key,
                    scans_every_range_both_ways, scans_more_rows_than_a_page_holds, serves_through_references,
                    compares_and_sets, moves_rows, copies_rows, counts_up_from_many_threads, transacts_all_or_nothing,
                    holds_rows_that_it_only_expects, moves_rows_past_writers,
                }
            }

            #[test]
            fn a_table_does_what_a_map_does() {
                with_store(|store| {
                    typed::does_what_a_map_does(&Table::new(store.clone()).allow_full_scans(), 300);
                });
                with_store(|store| {
                    let table = AsyncTable::new(blocking(store)).allow_full_scans();
                    typed::does_what_a_map_does(&WaitedTable(table, Park), 300);
                });
            }

            #[test]
            fn a_table_tells_if_there_is_another_page() {
                with_store(|store| typed::tells_if_there_is_another_page(&Table::new(store).allow_full_scans()));
                with_store(|store| {
                    let table = AsyncTable::new(blocking(store)).allow_full_scans();
                    typed::tells_if_there_is_another_page(&WaitedTable(table, Park));
                });
            }

            #[test]
            fn a_table_deletes_more_rows_than_a_batch_holds() {
                with_store(|store| typed::deletes_more_rows_than_a_batch_holds(&Table::new(store)));
            }

            #[test]
            fn a_table_keeps_what_does_not_decode() {
                with_store(|store| typed::keeps_what_does_not_decode(&Table::new(store.clone()), &store));
            }

            /// The rows are in memory, and then in files, so that filters of prefixes count.
            #[test]
            fn queries_find_what_filters_find() {
                let tables = four($width);
                let database = Arc::clone(tables[0].database());
                let mut queries = Queries::load(tables, $width);
                queries.check(500);
                for name in ["rows", "by_seller", "by_time", "by_price"] {
                    database.flush_cf(&database.cf_handle(name).unwrap()).unwrap();
                }
                queries.check(1_000);
            }

            #[test]
            fn scans_beside_rekey_find_every_row() {
                for seed in 0..10 {
                    with_store(|store| {
                        let mut random = fastrand::Rng::with_seed(seed);
                        let store = Blocking::new(store, 1).unwrap().with_page_rows(random.usize(1..20));
                        let fault = Park.run(async {
                            match seed % 2 {
                                0 => history::<OtherSalt, _>(store, &mut random, true).await,
                                _ => history::<OtherTags, _>(store, &mut random, true).await,
                            }
                        });
                        assert_eq!(fault, None, "seed {seed}");
                    });
                }
            }

            mod moving {
                use super::*;

                fn stores() -> store_suite::moving::Blocks<RocksStore> {
                    let [old, new, ..] = four($width);
                    store_suite::moving::Blocks([old, new])
                }

                store_suite::moving!(stores);
            }

            mod moving_secondary {
                use super::*;

                fn stores() -> store_suite::moving_secondary::Blocks<RocksStore> {
                    let [first, ..] = four($width);
                    let mut tables = 0;
                    store_suite::moving_secondary::Blocks([(); 8].map(|()| {
                        tables += 1;
                        other_table(&first, &tables.to_string(), $width)
                    }))
                }

                store_suite::moving_secondary!(stores, 4);
            }

            mod indexed {
                use super::*;

                fn shop(price: PriceOf) -> Blocks<RocksStore> {
                    Blocks::new(four($width), price)
                }

                store_suite::indexed!(shop);
                store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
            }

            /// Four tables in one, beside four others with the same rows.
            mod indexed_within {
                use super::*;

                fn shop(price: PriceOf) -> Blocks<Within<RocksStore>> {
                    let [store, ..] = four($width);
                    let [other, stores] = ["a", "b"].map(|tenant| {
                        ["orders", "by_seller", "by_time", "by_price"].map(|table| {
                            Within::new(store.clone(), Subspace::new(tenant).nested(&Subspace::new(table)))
                        })
                    });
                    store_suite::indexed::fill(&Blocks::new(other, price));
                    Blocks::new(stores, price)
                }

                store_suite::indexed!(shop);
                store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
            }

            mod indexed_through_blocking {
                use super::*;

                fn shop(price: PriceOf) -> Waits<Blocking<RocksStore>, Park> {
                    Waits::new(four($width).map(blocking), price, Park)
                }

                store_suite::indexed!(shop);
            }
        }
    };
}

suite!(without_prefixes, 0);
suite!(with_prefixes, 2);

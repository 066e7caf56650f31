//! Tables with further keys, and batches over several tables, whose calls block and whose calls are waited for.

use rowkey::Subspace;
use rowkey_store::{Batch, Blocking, Change, CompareAndSet, MemoryStore, Part, Store, Transact, Within};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use store_suite::indexed::{self, Blocks, Deed, PriceOf, Waits, price_is_value};
use store_suite::waited::Park;

/// Parts of one store, beside those of another tenant, which has the same row.
fn within<S: Clone>(store: &S) -> [[Within<S>; 4]; 2] {
    ["a", "b"].map(|tenant| {
        let part = |table: &str| Within::new(store.clone(), Subspace::new(tenant).nested(&Subspace::new(table)));
        ["orders", "by_seller", "by_time", "by_price"].map(part)
    })
}

fn blocking() -> Blocking<MemoryStore> {
    Blocking::new(MemoryStore::new(), 2).unwrap()
}

mod memory {
    use super::*;

    fn shop(price: PriceOf) -> Blocks<MemoryStore> {
        Blocks::new([(); 4].map(|()| MemoryStore::new()), price)
    }

    store_suite::indexed!(shop);
}

mod memory_within {
    use super::*;

    fn shop(price: PriceOf) -> Blocks<Within<MemoryStore>> {
        let [other, stores] = within(&MemoryStore::new());
        indexed::fill(&Blocks::new(other, price));
        Blocks::new(stores, price)
    }

    store_suite::indexed!(shop);
}

mod blocking {
    use super::*;

    fn shop(price: PriceOf) -> Waits<Blocking<MemoryStore>, Park> {
        Waits::new([(); 4].map(|()| super::blocking().with_page_rows(7)), price, Park)
    }

    store_suite::indexed!(shop);
}

mod blocking_within {
    use super::*;

    fn shop(price: PriceOf) -> Waits<Within<Blocking<MemoryStore>>, Park> {
        let [other, stores] = within(&super::blocking());
        indexed::fill(&Waits::new(other, price, Park));
        Waits::new(stores, price, Park)
    }

    store_suite::indexed!(shop);
}

#[cfg(feature = "redb")]
mod redb {
    use super::*;
    use ::redb::Database;
    use ::redb::backends::InMemoryBackend;
    use rowkey_store::RedbStore;

    fn shop(price: PriceOf) -> Blocks<RedbStore> {
        let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        let orders = RedbStore::new(database.into(), "orders").unwrap();
        let other = |name| orders.with_table(name).unwrap();
        Blocks::new([orders.clone(), other("by_seller"), other("by_time"), other("by_price")], price)
    }

    store_suite::indexed!(shop);
}

/// A store in memory. Before the next transaction over it, somebody else does a deed.
#[derive(Clone)]
struct Overtaken {
    rows: MemoryStore,
    deed: Arc<Mutex<Option<Deed>>>,
}

impl Store for Overtaken {
    type Error = Infallible;
    type Reader<'s> = <MemoryStore as Store>::Reader<'s>;

    fn reader(&self) -> Result<Self::Reader<'_>, Infallible> {
        self.rows.reader()
    }

    fn write(&self, batch: &Batch) -> Result<(), Infallible> {
        self.rows.write(batch)
    }
}

impl CompareAndSet for Overtaken {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, Infallible> {
        self.rows.compare_and_set(key, expected, change)
    }
}

impl Transact for Overtaken {
    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Infallible> {
        let deed = parts.first().and_then(|part| part.store.deed.lock().unwrap().take());
        deed.into_iter().for_each(|deed| deed());
        let parts = parts.iter().map(|&Part { store, expected, batch }| Part { store: &store.rows, expected, batch });
        MemoryStore::transact(&parts.collect::<Vec<_>>())
    }
}

#[test]
fn a_change_begins_again_if_others_overtake_it() {
    let check = |waits: bool| {
        let (stores, deed) = ([(); 4].map(|()| MemoryStore::new()), Arc::<Mutex<Option<Deed>>>::default());
        let overtaken = stores.clone().map(|rows| Overtaken { rows, deed: Arc::clone(&deed) });
        let other = Blocks::new(stores, price_is_value);
        let meanwhile = |other| *deed.lock().unwrap() = Some(other);
        if waits {
            let stores = overtaken.map(|store| Blocking::new(store, 2).unwrap());
            indexed::a_change_begins_again_if_others_overtake_it(
                &Waits::new(stores, price_is_value, Park),
                other,
                meanwhile,
            );
        } else {
            indexed::a_change_begins_again_if_others_overtake_it(
                &Blocks::new(overtaken, price_is_value),
                other,
                meanwhile,
            );
        }
    };
    check(false);
    check(true);
}

rowkey::laws!(indexed::Order);

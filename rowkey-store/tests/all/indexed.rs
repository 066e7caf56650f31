//! Tables with secondary keys, and batches over several tables, with the blocking and the async API.

use rowkey::{KeyRange, RowKey, Subspace};
use rowkey_store::{
    AsyncIndexedTable, AsyncTable, Batch, Blocking, Change, CompareAndSet, Direction, IndexedTable, MemoryStore, Part,
    Store, Table, Transact, ValueCodec, Within,
};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use store_suite::indexed::{self, Blocks, Deed, PriceOf, Waits, price_is_value};
use store_suite::waited::{Park, Run};

/// Returns parts of one store, next to the parts of another tenant, which has the same row.
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

/// All tables in one store.
mod memory_shared {
    use super::*;

    fn shop(price: PriceOf) -> Blocks<MemoryStore> {
        let store = MemoryStore::new();
        Blocks::new([(); 4].map(|()| store.clone()), price)
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

mod blocking_shared {
    use super::*;

    fn shop(price: PriceOf) -> Waits<Blocking<MemoryStore>, Park> {
        let store = super::blocking();
        Waits::new([(); 4].map(|()| store.clone()), price, Park)
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

    mod shared {
        use super::*;

        fn shop(price: PriceOf) -> Blocks<RedbStore> {
            let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
            let store = RedbStore::new(database.into(), "all").unwrap();
            Blocks::new([(); 4].map(|()| store.clone()), price)
        }

        store_suite::indexed!(shop);
    }
}

/// An in-memory store. Another writer makes a change before the next transaction over it.
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

/// Three tables share a store. One of them is the index of another and has no prefix.
#[test]
fn reindexing_leaves_the_rows_of_other_tables_alone() {
    #[derive(RowKey)]
    #[rowkey(prefix = "o:")]
    struct Order {
        order: u64,
        buyer: u64,
    }
    #[derive(RowKey)]
    struct ByBuyer {
        #[salt(buckets = 16)]
        buyer: u64,
        order: u64,
    }
    #[derive(RowKey)]
    #[rowkey(prefix = "#")]
    struct Setting<'a>(&'a str);
    rowkey::disjoint!(Order, ByBuyer, Setting);
    let by_buyer = |order: &Order, _: &Vec<u8>| ByBuyer { buyer: order.buyer, order: order.order };

    for waits in [false, true] {
        let store = MemoryStore::new();
        let (settings, order) = (Table::new(store.clone()), Order { order: 1, buyer: 2 });
        settings.put(&Setting("a"), "precious").unwrap();
        let rows = || store.scan(KeyRange::all(), Direction::Forward).unwrap().map(Result::unwrap).collect::<Vec<_>>();
        let done = if waits {
            let store = Blocking::new(store.clone(), 1).unwrap();
            let orders = AsyncIndexedTable::new(AsyncTable::<Order, _>::new(store.clone()))
                .with_key(&AsyncTable::new(store).with_values(), by_buyer);
            Park.run(async {
                orders.put(&order, "a lamp").await.unwrap();
                orders.reindex(None, |_| ControlFlow::Continue(())).await.unwrap()
            })
        } else {
            let orders = IndexedTable::new(Table::<Order, _>::new(store.clone()))
                .with_key(&Table::new(store.clone()).with_values(), by_buyer);
            orders.put(&order, "a lamp").unwrap();
            orders.reindex(None, |_| ControlFlow::Continue(())).unwrap()
        };
        assert_eq!((done.rows, done.added, done.removed), (1, 0, 0));
        let pointer = ByBuyer { buyer: 2, order: 1 }.key();
        let expected: [(&[u8], &[u8]); 3] = [(&pointer, &order.key()), (b"#a", b"precious"), (&order.key(), b"a lamp")];
        assert_eq!(rows(), expected.map(|(key, value)| (key.to_vec(), value.to_vec())));
    }
}

/// A row with an unreadable value keeps its secondary key, unless another row has it. It does not stop a reindex.
#[test]
fn a_value_that_cannot_be_read_is_told_and_passed_over() {
    /// A value of one byte.
    enum Shelf {}

    impl ValueCodec for Shelf {
        type Value = u8;
        type Error = std::array::TryFromSliceError;

        fn read(bytes: &[u8]) -> Result<u8, Self::Error> {
            bytes.try_into().map(u8::from_be_bytes)
        }
    }

    #[derive(RowKey)]
    struct Item(u8);
    #[derive(RowKey)]
    struct ByShelf(u8);

    for waits in [false, true] {
        let [items, shelves] = [(); 2].map(|()| MemoryStore::new());
        // The secondary keys of rows 1, 2, and 4, and of a deleted row. Row 3 lacks its own, which row 4 has.
        let put = |store: &MemoryStore, key: u8, value: &[u8]| store.write(Batch::new().put([key], value)).unwrap();
        for (item, value) in [(1, &[5][..]), (2, b"damaged"), (3, &[7]), (4, b"damaged")] {
            put(&items, item, value);
        }
        for (shelf, item) in [(5, 1), (6, 2), (7, 4), (8, 9)] {
            put(&shelves, shelf, &[item]);
        }
        let by_shelf = |_: &Item, shelf: &u8| ByShelf(*shelf);
        let reindex = || {
            if waits {
                let [items, shelves] = [&items, &shelves].map(|store| Blocking::new(store.clone(), 1).unwrap());
                let items = AsyncIndexedTable::new(AsyncTable::<Item, _>::new(items).with_values::<Shelf>())
                    .with_key(&AsyncTable::new(shelves).with_values(), by_shelf);
                Park.run(items.reindex(None, |_| ControlFlow::Continue(()))).unwrap()
            } else {
                let items = IndexedTable::new(Table::<Item, _>::new(items.clone()).with_values::<Shelf>())
                    .with_key(&Table::new(shelves.clone()).with_values(), by_shelf);
                items.reindex(None, |_| ControlFlow::Continue(())).unwrap()
            }
        };
        let done = reindex();
        assert_eq!((done.rows, done.added, done.removed, done.unreadable), (2, 1, 1, 2));
        let done = reindex();
        assert_eq!((done.rows, done.added, done.removed, done.unreadable), (2, 0, 0, 2));
        let rows = shelves.scan(KeyRange::all(), Direction::Forward).unwrap().map(Result::unwrap);
        assert_eq!(rows.collect::<Vec<_>>(), [(5, 1), (6, 2), (7, 3)].map(|(shelf, item)| (vec![shelf], vec![item])));
    }
}

/// Secondary keys that follow from the key of a row.
mod indexes {
    use super::*;
    use rowkey_store::{KeyOf, TableError, WriteValue};
    use std::collections::{BTreeMap, BTreeSet};
    use store_suite::typed::Random;

    #[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[rowkey(index(
        #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
        ByBuyer(buyer, order, at),
        #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
        ByTime(at),
    ))]
    struct Order {
        order: u8,
        buyer: u8,
        at: u8,
    }

    rowkey::laws!(Order, ByBuyer, ByTime);

    /// A value of one byte.
    enum Byte {}

    impl ValueCodec for Byte {
        type Value = u8;
        type Error = std::array::TryFromSliceError;

        fn read(bytes: &[u8]) -> Result<u8, Self::Error> {
            bytes.try_into().map(u8::from_be_bytes)
        }
    }

    impl WriteValue<u8> for Byte {
        fn write(value: u8, bytes: &mut Vec<u8>) -> Result<(), Self::Error> {
            bytes.push(value);
            Ok(())
        }
    }

    type Stores<S> = [S; 3];

    fn blocks([orders, by_buyer, by_time]: Stores<MemoryStore>) -> IndexedTable<Order, MemoryStore, Byte> {
        IndexedTable::new(Table::new(orders).with_values())
            .with_index::<ByBuyer>(&Table::new(by_buyer).with_values())
            .with_index::<ByTime>(&Table::new(by_time).with_values())
    }

    fn waits(stores: Stores<MemoryStore>) -> AsyncIndexedTable<Order, Blocking<MemoryStore>, Byte> {
        let [orders, by_buyer, by_time] = stores.map(|store| Blocking::new(store, 1).unwrap());
        AsyncIndexedTable::new(AsyncTable::new(orders).with_values())
            .with_index::<ByBuyer>(&AsyncTable::new(by_buyer).with_values())
            .with_index::<ByTime>(&AsyncTable::new(by_time).with_values())
    }

    /// The replaced value may be damaged.
    #[test]
    fn of_a_row_that_is_replaced_are_not_made_of_it() {
        let stores = [(); 3].map(|()| MemoryStore::new());
        let order = Order { order: 1, buyer: 2, at: 3 };
        let damage = || stores[0].write(Batch::new().put(order.key(), "damaged")).unwrap();
        damage();
        blocks(stores.clone()).put(&order, 7).unwrap();
        damage();
        Park.run(waits(stores.clone()).put(&order, 7)).unwrap();
        damage();
        assert!(matches!(blocks(stores.clone()).delete(&order), Err(TableError::ReadValue { .. })), "it is read");
        let [orders, by_buyer, _] = stores.clone();
        let of_values = IndexedTable::new(Table::<Order, _>::new(orders).with_values::<Byte>())
            .with_key(&Table::new(by_buyer).with_values(), |order: &Order, _| ByBuyer::from(order));
        assert!(matches!(of_values.put(&order, 7), Err(TableError::ReadValue { .. })), "it is read");
    }

    #[test]
    fn are_in_step_after_every_change() {
        for is_waited in [false, true] {
            let stores = [(); 3].map(|()| MemoryStore::new());
            let (blocks, waits) = (blocks(stores.clone()), waits(stores.clone()));
            let orders = Table::<Order, _>::new(stores[0].clone()).with_values::<Byte>();
            let by_buyer = Table::<ByBuyer, _>::new(stores[1].clone()).with_values::<KeyOf<Order>>();
            let by_time = Table::<ByTime, _>::new(stores[2].clone()).with_values::<KeyOf<Order>>();
            let (mut model, mut random, mut refused) = (BTreeMap::<Order, u8>::new(), Random(5), 0);
            for _ in 0..600 {
                let mut field = |n| random.below(n) as u8;
                let (order, value) = (Order { order: field(4), buyer: field(2), at: field(6) }, field(200));
                if field(3) == 0 {
                    if is_waited { Park.run(waits.delete(&order)) } else { blocks.delete(&order) }.unwrap();
                    model.remove(&order);
                } else {
                    let put = if is_waited { Park.run(waits.put(&order, value)) } else { blocks.put(&order, value) };
                    if model.keys().any(|other| *other != order && other.at == order.at) {
                        assert!(matches!(put, Err(TableError::NotUnique { name: "ByTime", .. })), "{put:?}");
                        refused += 1;
                    } else {
                        put.unwrap();
                        model.insert(order, value);
                    }
                }
                let rows = orders.scan(&Order::scan().plan().unwrap()).unwrap().map(Result::unwrap);
                assert!(rows.eq(model.clone()), "{model:?}");
                let buyers = by_buyer.scan(&ByBuyer::scan().plan().unwrap()).unwrap().map(Result::unwrap);
                let expected: BTreeSet<_> = model.keys().map(|order| (ByBuyer::from(order), order.clone())).collect();
                assert_eq!(buyers.collect::<BTreeSet<_>>(), expected);
                let times = by_time.scan(&ByTime::scan().plan().unwrap()).unwrap().map(Result::unwrap);
                let expected: BTreeSet<_> = model.keys().map(|order| (ByTime::from(order), order.clone())).collect();
                assert_eq!(times.collect::<BTreeSet<_>>(), expected);
            }
            assert!(refused > 50, "{refused} refused");
        }
    }
}

rowkey::laws!(indexed::Order);

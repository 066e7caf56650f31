//! Tables with further keys, against a plain model: what is in them is what the rows say, after every change.

use rowkey::{RowKey, Subspace};
use rowkey_store::{
    Batch, Bytes, Direction, IndexedTable, KeyOf, MemoryStore, Reindexed, Store, Table, TableBatch, TableError,
    Transact, Within,
};
use std::collections::BTreeMap;
use store_suite::typed::Random;

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(table(
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    BySeller(seller, at, order; salt(buckets = 4, of(seller))),
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    ByTime(at),
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    ByPrice(cents, order),
))]
struct Order {
    order: u8,
    seller: u8,
    at: u8,
    #[rowkey(skip)]
    cents: u8,
}

/// The price is the value.
fn by_price(order: &Order, value: &[u8]) -> ByPrice {
    ByPrice { cents: value.first().copied().unwrap_or_default(), order: order.order }
}

type Keys<S, K> = Table<K, S, KeyOf<Order>>;

struct Shop<S> {
    orders: IndexedTable<Order, S>,
    by_seller: Keys<S, BySeller>,
    by_time: Keys<S, ByTime>,
    by_price: Keys<S, ByPrice>,
}

impl<S: Transact + Clone> Shop<S> {
    fn new([orders, by_seller, by_time, price]: [S; 4]) -> Self {
        let (by_seller, by_time) = (Table::new(by_seller).with_values(), Table::new(by_time).with_values());
        let price = Table::new(price).with_values();
        let orders = IndexedTable::new(Table::new(orders))
            .with_key(&by_seller, |order: &Order, _| BySeller::from(order))
            .with_key(&by_time, |order: &Order, _| ByTime::from(order))
            .with_key(&price, |order, value: &Vec<u8>| by_price(order, value));
        Self { orders, by_seller, by_time, by_price: price }
    }

    /// Checks all tables against the rows that should be there.
    fn check(&self, model: &BTreeMap<Order, Vec<u8>>) {
        let rows: BTreeMap<_, _> =
            self.orders.table().scan(&Order::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows, *model);
        let of = |key: &Order| key.clone();
        let found = self.by_seller.scan(&BySeller::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let found: BTreeMap<_, _> = found.collect();
        assert_eq!(found, model.keys().map(|order| (BySeller::from(order), of(order))).collect());
        let found = self.by_time.scan(&ByTime::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let found: BTreeMap<_, _> = found.collect();
        assert_eq!(found, model.keys().map(|order| (ByTime::from(order), of(order))).collect());
        let found = self.by_price.scan(&ByPrice::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let found: BTreeMap<_, _> = found.collect();
        assert_eq!(found, model.iter().map(|(order, value)| (by_price(order, value), of(order))).collect());
    }
}

fn memory() -> Shop<MemoryStore> {
    Shop::new([(); 4].map(|()| MemoryStore::new()))
}

/// All in one store, beside another tenant's.
fn within() -> Shop<Within<MemoryStore>> {
    let store = MemoryStore::new();
    let shop = |tenant: &'static str| {
        let part = |table: &str| Within::new(store.clone(), Subspace::new(tenant).nested(&Subspace::new(table)));
        Shop::new([part("orders"), part("by_seller"), part("by_time"), part("by_price")])
    };
    shop("a").orders.put(&order(1, 1), [7]).unwrap();
    shop("b")
}

#[cfg(feature = "redb")]
fn redb() -> Shop<rowkey_store::RedbStore> {
    let database = ::redb::Database::builder().create_with_backend(::redb::backends::InMemoryBackend::new()).unwrap();
    let orders = rowkey_store::RedbStore::new(database.into(), "orders").unwrap();
    let other = |name| orders.with_table(name).unwrap();
    Shop::new([orders.clone(), other("by_seller"), other("by_time"), other("by_price")])
}

/// Puts and deletes at random, of which those that would give two rows one further key change nothing.
fn keeps_in_step<S: Transact + Clone>(shop: &Shop<S>) {
    let (mut model, mut random, mut refused) = (BTreeMap::<Order, Vec<u8>>::new(), Random(7), 0);
    for _ in 0..400 {
        let rows = (0..1 + random.below(3)).map(|_| {
            let order = random.below(4) as u8;
            // Few times, so that rows meet in `ByTime`; the same order by other sellers, so that they meet in `ByPrice`.
            let order = Order { order, seller: random.below(3) as u8, at: random.below(12) as u8, cents: 0 };
            (order, vec![random.below(5) as u8])
        });
        let rows: Vec<_> = rows.collect();
        if random.below(3) == 0 {
            shop.orders.delete(&rows[0].0).unwrap();
            model.remove(&rows[0].0);
        } else {
            let mut next = model.clone();
            next.extend(rows.iter().cloned());
            let is_unique = next.keys().map(ByTime::from).collect::<std::collections::BTreeSet<_>>().len()
                == next.len()
                && next.iter().map(|(k, v)| by_price(k, v)).collect::<std::collections::BTreeSet<_>>().len()
                    == next.len();
            match shop.orders.put_all(rows.iter().map(|(order, value)| (order, value))) {
                Ok(()) => {
                    assert!(is_unique, "{next:?}");
                    model = next;
                }
                Err(TableError::NotUnique { name, .. }) => {
                    assert!(!is_unique && ["ByTime", "ByPrice"].contains(&name), "{next:?}");
                    refused += 1;
                }
                Err(error) => panic!("{error}"),
            }
        }
        shop.check(&model);
    }
    assert!(refused > 50 && refused < 300, "{refused} refused");
    let some = Order::scan().order_in(2..).plan().unwrap();
    let wanted = model.keys().filter(|order| order.order >= 2).count() as u64;
    assert_eq!(shop.orders.delete_all(&some).unwrap(), wanted);
    model.retain(|order, _| order.order < 2);
    shop.check(&model);
}

#[test]
fn further_keys_are_in_step_after_every_change() {
    keeps_in_step(&memory());
    keeps_in_step(&within());
    #[cfg(feature = "redb")]
    keeps_in_step(&redb());
}

fn order(order: u8, at: u8) -> Order {
    Order { order, seller: order % 3, at, cents: 0 }
}

/// Rows without further keys, further keys without rows, and keys that point to other rows.
fn is_brought_in_step<S: Transact + Clone>(shop: &Shop<S>) {
    let rows: BTreeMap<_, _> = (0..5).map(|n| (order(n, n), vec![n])).collect();
    shop.orders.put_all(&rows).unwrap();
    assert_eq!(shop.orders.reindex(|_| ()).unwrap(), reindexed(5, 0, 0));
    // Around the further keys: two rows are lost, one is new, one is changed.
    let table = shop.orders.table();
    table.delete(&order(0, 0)).unwrap();
    table.delete(&order(1, 1)).unwrap();
    table.put(&order(9, 1), [7]).unwrap();
    table.put(&order(2, 2), [99]).unwrap();
    let mut calls = Vec::new();
    let done = shop.orders.reindex(|so_far| calls.push(so_far)).unwrap();
    assert_eq!(calls.last(), Some(&done));
    // Row 9 takes the time of row 1, which is no further key to be removed.
    assert_eq!(done, reindexed(4, 3 + 1, 3 + 2 + 1));
    let mut model = rows;
    model.retain(|order, _| order.order > 1);
    model.extend([(order(9, 1), vec![7]), (order(2, 2), vec![99])]);
    shop.check(&model);
    assert_eq!(shop.orders.reindex(|_| ()).unwrap(), reindexed(4, 0, 0));
    // Two rows that cannot both have their further key.
    table.put(&order(10, 1), "").unwrap();
    let error = shop.orders.reindex(|_| ()).unwrap_err();
    assert!(matches!(error, TableError::NotUnique { name: "ByTime", .. }), "{error:?}");
}

fn reindexed(rows: u64, added: u64, removed: u64) -> Reindexed {
    let mut done = Reindexed::default();
    (done.rows, done.added, done.removed) = (rows, added, removed);
    done
}

#[test]
fn reindexing_adds_what_is_missing_and_removes_what_is_stale() {
    is_brought_in_step(&memory());
    is_brought_in_step(&within());
    #[cfg(feature = "redb")]
    is_brought_in_step(&redb());
}

#[test]
fn a_further_key_of_a_skipped_field_is_refused_unless_the_value_keeps_it() {
    let prices = Table::<ByPrice, _>::new(MemoryStore::new()).with_values::<KeyOf<Order>>();
    let orders = IndexedTable::<_, _, Bytes>::new(Table::new(MemoryStore::new()))
        .with_key(&prices, |order: &Order, _| ByPrice::from(order));
    orders.put(&order(1, 1), "").unwrap();
    let error = orders.put(&Order { cents: 5, ..order(2, 2) }, "").unwrap_err();
    assert!(matches!(error, TableError::NotKept { name: "ByPrice", .. }), "{error:?}");
    assert_eq!(prices.count(&ByPrice::scan().plan().unwrap()).unwrap(), 1);
    assert_eq!(orders.table().count(&Order::scan().plan().unwrap()).unwrap(), 1);
}

#[test]
fn writers_side_by_side_keep_further_keys_in_step() {
    let shop = memory();
    std::thread::scope(|threads| {
        for thread in 0..4 {
            let shop = &shop;
            threads.spawn(move || {
                let mut random = Random(thread);
                for _ in 0..300 {
                    let (n, cents) = (random.below(6) as u8, random.below(200) as u8);
                    match random.below(4) {
                        0 => shop.orders.delete(&order(n, n)).unwrap(),
                        _ => shop.orders.put(&order(n, n), [cents]).unwrap(),
                    }
                }
            });
        }
        threads.spawn(|| (0..30).for_each(|_| _ = shop.orders.reindex(|_| ()).unwrap()));
    });
    let rows = shop.orders.table().scan(&Order::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
    shop.check(&rows);
}

#[test]
fn a_batch_over_tables_is_written_whole_or_not_at_all() {
    fn check<S: Transact + Clone>(shop: &Shop<S>) {
        let (orders, by_time) = (shop.orders.table(), &shop.by_time);
        let mut batch = TableBatch::new();
        batch.put(orders, &order(1, 1), "a").unwrap().put(orders, &order(2, 2), "b").unwrap();
        batch.put(by_time, &ByTime { at: 1 }, &order(1, 1)).unwrap().delete(orders, &order(2, 2)).unwrap();
        batch.expect(orders, &order(3, 3), None::<&str>).unwrap();
        assert!(batch.write().unwrap() && batch.write().unwrap());
        assert_eq!((orders.get(&order(1, 1)).unwrap(), orders.get(&order(2, 2)).unwrap()), (Some(b"a".to_vec()), None));
        assert_eq!(by_time.get(&ByTime { at: 1 }).unwrap(), Some(order(1, 1)));
        for (there, is_written) in [(Some("3"), true), (Some("4"), false), (None, false)] {
            orders.put(&order(3, 3), "3").unwrap();
            by_time.delete(&ByTime { at: 3 }).unwrap();
            let mut batch = TableBatch::new();
            batch.put(by_time, &ByTime { at: 3 }, order(3, 3)).unwrap();
            batch.expect(orders, &order(3, 3), there).unwrap().delete(orders, &order(3, 3)).unwrap();
            assert_eq!(batch.write().unwrap(), is_written);
            assert_eq!(by_time.contains(&ByTime { at: 3 }).unwrap(), is_written);
            assert_eq!(orders.contains(&order(3, 3)).unwrap(), !is_written);
        }
    }
    check(&memory());
    check(&within());
    #[cfg(feature = "redb")]
    check(&redb());
}

#[test]
fn a_row_that_does_not_decode_is_told() {
    let shop = memory();
    shop.orders.table().store().write(Batch::new().put("damaged", "")).unwrap();
    assert!(matches!(shop.orders.reindex(|_| ()), Err(TableError::Decode { .. })));
    let rows = shop.orders.table().store().scan(rowkey::KeyRange::all(), Direction::Forward).unwrap();
    assert_eq!(rows.count(), 1);
}

rowkey::laws!(Order);

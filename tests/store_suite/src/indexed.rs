//! The checks of tables with secondary keys, and of batches over several tables.
//!
//! Each check compares the tables with a plain model. After every change, the tables must match the rows.
//! `indexed!(new)` makes a test of each check. `new(price)` creates an empty [`Shop`].

use crate::typed::{Kept, Random};
use crate::waited::{Run, Waited};
use rowkey::{OwnedKey, Plan, RowKey, SecondaryKey};
use rowkey_store::{
    AsyncIndexedTable, AsyncRowsBy, AsyncTable, AsyncTableBatch, AsyncTransact, Batch, IndexedTable, KeyOf, Reindexed,
    RowsBy, Store, Table, TableBatch, TableError, Transact,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Defines one test per check, for all checks or for the named ones.
#[macro_export]
macro_rules! indexed {
    ($new:path: $($check:ident),* $(,)?) => {
        $(#[test] fn $check() { $crate::indexed::$check($new) })*
    };
    ($new:path) => {
        $crate::indexed! { $new:
            secondary_keys_are_in_step_after_every_change, reindexing_adds_what_is_missing_and_removes_what_is_stale,
            reindexing_refuses_two_rows_that_lack_the_same_key, a_secondary_key_that_is_not_kept_is_refused,
            writers_side_by_side_keep_secondary_keys_in_step, a_batch_over_tables_is_written_whole_or_not_at_all,
            more_rows_than_a_transaction_takes, a_damaged_row_stops_no_reindex, a_damaged_row_stops_no_delete,
            a_load_gives_what_a_put_gives, swaps_side_by_side_lose_no_change,
            writers_of_one_unique_key_get_it_once,
            stale_secondary_keys_give_no_rows, a_secondary_key_is_read_once_it_is_built, no_row_comes_under_a_key_that_it_has_not,
        }
    };
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(prefix = "o:", index(
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    unique ByTime(at; prefix = "t:"),
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    unique ByPrice(cents, order; prefix = "p:"),
))]
pub struct Order {
    order: u16,
    seller: u8,
    at: u16,
    #[rowkey(skip)]
    cents: u8,
}

/// A secondary key without a prefix. Its labels, 0 to 3, keep its rows apart from the rows of other tables.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BySeller {
    #[salt(buckets = 4)]
    seller: u8,
    at: u16,
    order: u16,
}

impl From<&Order> for BySeller {
    fn from(&Order { order, seller, at, .. }: &Order) -> Self {
        Self { seller, at, order }
    }
}

impl SecondaryKey<Order> for BySeller {
    fn row(&self) -> Order {
        Order { order: self.order, seller: self.seller, at: self.at, cents: 0 }
    }
}

/// A row of another table. It is in every store.
#[derive(RowKey)]
#[rowkey(prefix = "#")]
struct Setting<'a>(&'a str);

const SETTING: (Setting<'_>, &[u8]) = (Setting("currency"), b"EUR");

rowkey::disjoint!(Order, BySeller, ByTime, ByPrice, Setting);

/// Computes the secondary key by price from an order and its value.
pub type PriceOf = fn(&Order, &[u8]) -> ByPrice;

/// Uses the value as the price.
pub fn price_is_value(order: &Order, value: &[u8]) -> ByPrice {
    ByPrice { cents: value.first().copied().unwrap_or_default(), order: order.order }
}

/// Uses a field as the price that the key of the row does not contain.
fn price_is_field(order: &Order, _: &[u8]) -> ByPrice {
    ByPrice::from(order)
}

fn order(order: u16, at: u16) -> Order {
    Order { order, seller: (order % 3) as u8, at, cents: 0 }
}

/// A reindex of rows with three secondary keys each.
fn reindexed(rows: u64, added: u64, removed: u64) -> Reindexed {
    let mut done = Reindexed::default();
    (done.rows, done.added, done.removed) = (rows, added, removed);
    done.entries = 3 * rows + removed;
    done
}

/// A reindex of tables without rows, after conflicts.
fn overtaken(conflicts: u64) -> Reindexed {
    let mut done = Reindexed::default();
    done.conflicts = conflicts;
    done
}

/// The individual tables of a shop. Writes to them bypass the secondary keys.
pub struct Tables<S> {
    orders: Table<Order, S>,
    by_seller: Table<BySeller, S, KeyOf<Order>>,
    by_time: Table<ByTime, S, KeyOf<Order>>,
    by_price: Table<ByPrice, S, KeyOf<Order>>,
}

impl<S: Transact> Tables<S> {
    fn new([orders, by_seller, by_time, by_price]: [S; 4]) -> Self {
        let tables = Self {
            orders: Table::new(orders),
            by_seller: Table::new(by_seller).with_values(),
            by_time: Table::new(by_time).with_values(),
            by_price: Table::new(by_price).with_values(),
        };
        let (setting, value) = SETTING;
        for store in tables.stores() {
            store.write(Batch::new().put(setting.key(), value)).unwrap();
        }
        tables
    }

    fn stores(&self) -> [&S; 4] {
        [self.orders.store(), self.by_seller.store(), self.by_time.store(), self.by_price.store()]
    }

    /// Checks all tables against the expected rows.
    fn check(&self, model: &BTreeMap<Order, Vec<u8>>) {
        let rows = self.orders.scan(&Order::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        assert_eq!(rows.collect::<BTreeMap<_, _>>(), *model);
        let found = self.by_seller.scan(&BySeller::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let expected = model.keys().map(|order| (BySeller::from(order), order.clone()));
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected.collect());
        let found = self.by_time.scan(&ByTime::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let expected = model.keys().map(|order| (ByTime::from(order), order.clone()));
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected.collect());
        let found = self.by_price.scan(&ByPrice::scan().plan().unwrap()).unwrap().map(Result::unwrap);
        let expected = model.iter().map(|(order, value)| (price_is_value(order, value), order.clone()));
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected.collect());
        let (setting, value) = SETTING;
        for store in self.stores() {
            assert_eq!(store.get(&setting.key()).unwrap().as_deref(), Some(value));
        }
    }
}

/// A step of a batch over the orders and their times.
#[derive(Clone)]
pub enum Step {
    Put(Order, &'static str),
    Delete(Order),
    Expect(Order, Option<&'static str>),
    PutTime(ByTime, Order),
}

/// Orders with three secondary keys, with blocking or async calls.
pub trait Shop {
    /// The store of each table.
    type Store: Transact;

    fn tables(&self) -> &Tables<Self::Store>;
    fn get(&self, order: &Order) -> Option<Vec<u8>>;
    fn put(&self, order: &Order, value: &[u8]) -> Written<Self>;
    fn put_all(&self, rows: &[(Order, Vec<u8>)]) -> Written<Self>;
    fn load(&self, rows: &[(Order, Vec<u8>)]) -> Written<Self>;
    fn delete(&self, order: &Order);
    fn put_if_absent(&self, order: &Order, value: &[u8]) -> Written<Self, bool>;
    fn compare_and_set(&self, order: &Order, expected: Option<&[u8]>, value: Option<&[u8]>) -> Written<Self, bool>;
    /// Reads a plan, and asks for `order`.
    fn read(&self, plan: &Plan<Order>, order: &Order) -> ReadByAll;
    /// Reads a page of the rows by price, or by seller.
    fn by_price(&self, plan: &Plan<ByPrice>) -> PageBy<ByPrice>;
    fn by_seller(&self, plan: &Plan<BySeller>) -> PageBy<BySeller>;
    /// Returns the number of rows by time.
    fn count_by_time(&self) -> Written<Self, usize>;
    /// Returns the number of deleted rows, or the rows that it could not delete.
    fn try_delete_all(&self, plan: &Plan<Order>) -> Result<u64, Kept>;

    fn delete_all(&self, plan: &Plan<Order>) -> u64 {
        self.try_delete_all(plan).unwrap()
    }

    /// Reindexes from a cursor on, until `progress` breaks.
    fn reindex_from(&self, cursor: Option<&str>, progress: &mut Progress) -> Written<Self, Reindexed>;

    fn reindex(&self) -> Written<Self, Reindexed> {
        self.reindex_from(None, &mut |_| ControlFlow::Continue(()))
    }

    /// Writes one batch `times` times.
    fn write(&self, steps: &[Step], times: usize) -> Vec<bool>;
}

/// The callback of a reindex after each step.
pub type Progress<'p> = dyn FnMut(&Reindexed) -> ControlFlow<()> + 'p;

/// The rows of a plan, their keys, their number, and whether the table contains a certain row.
pub type ReadByAll = (Vec<(Order, Vec<u8>)>, Vec<Order>, u64, bool);

/// The rows of a page in the order of a secondary key, the cursor after them, and whether there are more.
pub type PageBy<F> = (Vec<(F, Order, Vec<u8>)>, Option<String>, bool);

/// The outcome of a call of a [`Shop`].
pub type Written<S, T = ()> = Result<T, TableError<<<S as Shop>::Store as Store>::Error>>;

/// A [`Shop`] with blocking calls.
pub struct Blocks<S> {
    tables: Tables<S>,
    orders: IndexedTable<Order, S>,
}

impl<S: Transact + Clone> Blocks<S> {
    /// Creates a shop over stores for the orders, and for their keys by seller, by time and by price.
    pub fn new(stores: [S; 4], price: PriceOf) -> Self {
        let tables = Tables::new(stores);
        let orders = IndexedTable::new(tables.orders.clone())
            .with_key(&tables.by_seller, |order: &Order, _| BySeller::from(order))
            .with_unique_key(&tables.by_time, |order: &Order, _| ByTime::from(order))
            .with_unique_key(&tables.by_price, move |order, value: &Vec<u8>| price(order, value));
        Self { tables, orders }
    }
}

impl<S: Transact> Shop for Blocks<S> {
    type Store = S;

    fn tables(&self) -> &Tables<S> {
        &self.tables
    }

    fn get(&self, order: &Order) -> Option<Vec<u8>> {
        self.orders.get(order).unwrap()
    }

    fn put(&self, order: &Order, value: &[u8]) -> Written<Self> {
        self.orders.put(order, value)
    }

    fn put_all(&self, rows: &[(Order, Vec<u8>)]) -> Written<Self> {
        self.orders.put_all(rows.iter().map(|(order, value)| (order, value)))
    }

    fn load(&self, rows: &[(Order, Vec<u8>)]) -> Written<Self> {
        self.orders.load(rows.iter().map(|(order, value)| (order, value)))
    }

    fn delete(&self, order: &Order) {
        self.orders.delete(order).unwrap();
    }

    fn put_if_absent(&self, order: &Order, value: &[u8]) -> Written<Self, bool> {
        self.orders.put_if_absent(order, value)
    }

    fn compare_and_set(&self, order: &Order, expected: Option<&[u8]>, value: Option<&[u8]>) -> Written<Self, bool> {
        self.orders.compare_and_set(order, expected, value)
    }

    fn read(&self, plan: &Plan<Order>, order: &Order) -> ReadByAll {
        let rows = self.orders.scan(plan).unwrap().map(Result::unwrap).collect();
        let keys = self.orders.keys(plan).unwrap().map(Result::unwrap).collect();
        (rows, keys, self.orders.count(plan).unwrap(), self.orders.contains(order).unwrap())
    }

    fn by_price(&self, plan: &Plan<ByPrice>) -> PageBy<ByPrice> {
        page_of(self.orders.rows_by(&self.tables.by_price, plan).unwrap())
    }

    fn by_seller(&self, plan: &Plan<BySeller>) -> PageBy<BySeller> {
        page_of(self.orders.rows_by(&self.tables.by_seller, plan).unwrap())
    }

    fn count_by_time(&self) -> Written<Self, usize> {
        Ok(page_of(self.orders.rows_by(&self.tables.by_time, &ByTime::scan().plan().unwrap())?).0.len())
    }

    fn try_delete_all(&self, plan: &Plan<Order>) -> Result<u64, Kept> {
        self.orders.delete_all(plan).map_err(Kept::of)
    }

    fn reindex_from(&self, cursor: Option<&str>, progress: &mut Progress) -> Written<Self, Reindexed> {
        self.orders.reindex(cursor, progress)
    }

    fn write(&self, steps: &[Step], times: usize) -> Vec<bool> {
        let (mut batch, orders) = (TableBatch::new(), self.orders.table());
        for step in steps.iter().cloned() {
            match step {
                Step::Put(order, value) => batch.put(orders, &order, value).unwrap(),
                Step::Delete(order) => batch.delete(orders, &order).unwrap(),
                Step::Expect(order, value) => batch.expect(orders, &order, value).unwrap(),
                Step::PutTime(time, order) => batch.put(&self.tables.by_time, &time, order).unwrap(),
            };
        }
        (0..times).map(|_| batch.write().unwrap()).collect()
    }
}

fn page_of<F: OwnedKey, S: Store>(mut rows: RowsBy<'_, Order, F, S>) -> PageBy<F> {
    let page = rows.by_ref().map(Result::unwrap).collect();
    let cursor = rows.cursor();
    (page, cursor, rows.has_more().unwrap())
}

async fn page_read<F: OwnedKey, S: AsyncTransact>(mut rows: AsyncRowsBy<'_, Order, F, S>) -> PageBy<F> {
    let mut page = Vec::new();
    while let Some(row) = rows.next().await {
        page.push(row.unwrap());
    }
    let cursor = rows.cursor();
    (page, cursor, rows.has_more().await.unwrap())
}

/// A [`Shop`] with async calls, which `R` runs.
pub struct Waits<S, R> {
    tables: Tables<Waited<S, R>>,
    orders: AsyncIndexedTable<Order, S>,
    by_seller: AsyncTable<BySeller, S, KeyOf<Order>>,
    by_time: AsyncTable<ByTime, S, KeyOf<Order>>,
    by_price: AsyncTable<ByPrice, S, KeyOf<Order>>,
    run: R,
}

impl<S: AsyncTransact + Clone, R: Run> Waits<S, R> {
    /// Creates a shop over stores for the orders, and for their keys by seller, by time and by price.
    pub fn new(stores: [S; 4], price: PriceOf, run: R) -> Self {
        let tables = Tables::new(stores.clone().map(|store| Waited { store, run: run.clone() }));
        let [orders, by_seller, by_time, by_price] = stores;
        let by_seller = AsyncTable::new(by_seller).with_values();
        let by_time = AsyncTable::new(by_time).with_values();
        let by_price = AsyncTable::new(by_price).with_values();
        let orders = AsyncIndexedTable::new(AsyncTable::new(orders))
            .with_key(&by_seller, |order: &Order, _| BySeller::from(order))
            .with_unique_key(&by_time, |order: &Order, _| ByTime::from(order))
            .with_unique_key(&by_price, move |order, value: &Vec<u8>| price(order, value));
        Self { tables, orders, by_seller, by_time, by_price, run }
    }
}

impl<S: AsyncTransact, R: Run> Shop for Waits<S, R> {
    type Store = Waited<S, R>;

    fn tables(&self) -> &Tables<Waited<S, R>> {
        &self.tables
    }

    fn get(&self, order: &Order) -> Option<Vec<u8>> {
        self.run.run(self.orders.get(order)).unwrap()
    }

    fn put(&self, order: &Order, value: &[u8]) -> Written<Self> {
        self.run.run(self.orders.put(order, value))
    }

    fn put_all(&self, rows: &[(Order, Vec<u8>)]) -> Written<Self> {
        self.run.run(self.orders.put_all(rows.iter().map(|(order, value)| (order, value))))
    }

    fn load(&self, rows: &[(Order, Vec<u8>)]) -> Written<Self> {
        self.run.run(self.orders.load(rows.iter().map(|(order, value)| (order, value))))
    }

    fn delete(&self, order: &Order) {
        self.run.run(self.orders.delete(order)).unwrap();
    }

    fn put_if_absent(&self, order: &Order, value: &[u8]) -> Written<Self, bool> {
        self.run.run(self.orders.put_if_absent(order, value))
    }

    fn compare_and_set(&self, order: &Order, expected: Option<&[u8]>, value: Option<&[u8]>) -> Written<Self, bool> {
        self.run.run(self.orders.compare_and_set(order, expected, value))
    }

    fn read(&self, plan: &Plan<Order>, order: &Order) -> ReadByAll {
        self.run.run(async {
            let (mut rows, mut keys) = (Vec::new(), Vec::new());
            let mut found = self.orders.scan(plan).await.unwrap();
            while let Some(row) = found.next().await {
                rows.push(row.unwrap());
            }
            let mut found = self.orders.keys(plan).await.unwrap();
            while let Some(key) = found.next().await {
                keys.push(key.unwrap());
            }
            (rows, keys, self.orders.count(plan).await.unwrap(), self.orders.contains(order).await.unwrap())
        })
    }

    fn by_price(&self, plan: &Plan<ByPrice>) -> PageBy<ByPrice> {
        self.run.run(async { page_read(self.orders.rows_by(&self.by_price, plan).await.unwrap()).await })
    }

    fn by_seller(&self, plan: &Plan<BySeller>) -> PageBy<BySeller> {
        self.run.run(async { page_read(self.orders.rows_by(&self.by_seller, plan).await.unwrap()).await })
    }

    fn count_by_time(&self) -> Written<Self, usize> {
        let plan = ByTime::scan().plan().unwrap();
        self.run.run(async { Ok(page_read(self.orders.rows_by(&self.by_time, &plan).await?).await.0.len()) })
    }

    fn try_delete_all(&self, plan: &Plan<Order>) -> Result<u64, Kept> {
        self.run.run(self.orders.delete_all(plan)).map_err(Kept::of)
    }

    fn reindex_from(&self, cursor: Option<&str>, progress: &mut Progress) -> Written<Self, Reindexed> {
        self.run.run(self.orders.reindex(cursor, progress))
    }

    fn write(&self, steps: &[Step], times: usize) -> Vec<bool> {
        let (mut batch, orders) = (AsyncTableBatch::new(), self.orders.table());
        for step in steps.iter().cloned() {
            match step {
                Step::Put(order, value) => batch.put(orders, &order, value).unwrap(),
                Step::Delete(order) => batch.delete(orders, &order).unwrap(),
                Step::Expect(order, value) => self.run.run(batch.expect(orders, &order, value)).unwrap(),
                Step::PutTime(time, order) => batch.put(&self.by_time, &time, order).unwrap(),
            };
        }
        (0..times).map(|_| self.run.run(batch.write()).unwrap()).collect()
    }
}

/// Puts and deletes random rows. A put that would give two rows the same secondary key must change nothing. A reindex
/// must change nothing either.
pub fn secondary_keys_are_in_step_after_every_change<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    let (mut model, mut random, mut refused) = (BTreeMap::<Order, Vec<u8>>::new(), Random(7), 0);
    let mut swaps = [0; 2];
    for _ in 0..600 {
        let rows = (0..1 + random.below(3)).map(|_| {
            let order = random.below(4) as u16;
            // Few times, so that rows collide in `ByTime`. The same order by different sellers, so that they collide in
            // `ByPrice`.
            let order = Order { order, seller: random.below(3) as u8, at: random.below(12) as u16, cents: 0 };
            (order, vec![random.below(5) as u8])
        });
        let rows: Vec<_> = rows.collect();
        let (swapped, value) = rows[0].clone();
        if random.below(3) == 0 {
            shop.delete(&swapped);
            model.remove(&swapped);
        } else if random.below(3) == 0 {
            // Every second time, the value that the row has.
            let there = model.get(&swapped).cloned();
            let expected = if random.below(2) == 0 { there.clone() } else { (random.below(2) == 0).then(|| vec![3]) };
            let value = (random.below(4) > 0).then_some(value);
            let mut next = model.clone();
            match value.clone() {
                Some(value) => drop(next.insert(swapped.clone(), value)),
                None => drop(next.remove(&swapped)),
            }
            let times: BTreeSet<_> = next.keys().map(ByTime::from).collect();
            let prices: BTreeSet<_> = next.iter().map(|(order, value)| price_is_value(order, value)).collect();
            let is_unique = times.len() == next.len() && prices.len() == next.len();
            let changed = match (&expected, &value) {
                (None, Some(value)) => shop.put_if_absent(&swapped, value),
                _ => shop.compare_and_set(&swapped, expected.as_deref(), value.as_deref()),
            };
            match changed {
                Ok(is_changed) => {
                    assert_eq!(is_changed, there == expected);
                    assert!(is_unique || !is_changed, "{next:?}");
                    swaps[usize::from(is_changed)] += 1;
                    model = if is_changed { next } else { model };
                }
                Err(TableError::NotUnique { .. }) => assert!(!is_unique && there == expected, "{next:?}"),
                Err(error) => panic!("{error}"),
            }
        } else {
            let mut next = model.clone();
            next.extend(rows.iter().cloned());
            let times: BTreeSet<_> = next.keys().map(ByTime::from).collect();
            let prices: BTreeSet<_> = next.iter().map(|(order, value)| price_is_value(order, value)).collect();
            let is_unique = times.len() == next.len() && prices.len() == next.len();
            let written = if let [(order, value)] = &rows[..] { shop.put(order, value) } else { shop.put_all(&rows) };
            match written {
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
        assert_eq!(shop.get(&rows[0].0).as_ref(), model.get(&rows[0].0));
        if random.below(8) == 0 {
            assert_eq!(shop.reindex().unwrap(), reindexed(model.len() as u64, 0, 0));
        }
        shop.tables().check(&model);
        check_rows_by(&shop, &model, &mut random);
    }
    assert!(refused > 50 && refused < 300, "{refused} refused");
    assert!(swaps.iter().all(|swaps| *swaps > 20), "{swaps:?}");
    let some = Order::scan().order(2..).plan().unwrap();
    let wanted: Vec<(Order, Vec<u8>)> = model.clone().into_iter().filter(|(order, _)| order.order >= 2).collect();
    let keys: Vec<Order> = wanted.iter().map(|(order, _)| order.clone()).collect();
    let count = wanted.len() as u64;
    assert!(count > 0);
    assert_eq!(shop.read(&some, &keys[0]), (wanted, keys.clone(), count, true));
    assert!(!shop.read(&some, &order(9, 900)).3);
    let wanted = model.keys().filter(|order| order.order >= 2).count() as u64;
    assert_eq!(shop.delete_all(&some), wanted);
    model.retain(|order, _| order.order < 2);
    shop.tables().check(&model);
}

/// Compares pages of random plans over secondary keys with the rows that match.
fn check_rows_by(shop: &impl Shop, model: &BTreeMap<Order, Vec<u8>>, random: &mut Random) {
    let (first, limit, is_reversed) = (random.below(4) as u8, 1 + random.below(3) as usize, random.below(2) == 0);
    let by_price = model.iter().map(|(order, value)| (price_is_value(order, value), order.clone(), value.clone()));
    let mut wanted: Vec<_> = by_price.filter(|(price, ..)| price.cents >= first).collect();
    wanted.sort();
    if is_reversed {
        wanted.reverse();
    }
    let mut cursor = None;
    for (number, page) in wanted.chunks(limit).enumerate() {
        let plan = ByPrice::scan().cents(first..).limit(limit).resume(cursor.as_deref());
        let plan = plan.plan().unwrap();
        let (found, next, has_more) = shop.by_price(&if is_reversed { plan.reversed() } else { plan });
        assert_eq!((&found[..], has_more), (page, (number + 1) * limit < wanted.len()), "{first} {limit} {number}");
        cursor = next;
    }
    // The rows of all buckets are merged.
    let by_seller = model.iter().map(|(order, value)| (BySeller::from(order), order.clone(), value.clone()));
    let mut wanted: Vec<_> = by_seller.collect();
    wanted.sort();
    let is_cut = wanted.len() > limit;
    wanted.truncate(limit);
    let (found, _, has_more) = shop.by_seller(&BySeller::scan().limit(limit).plan().unwrap());
    assert_eq!((found, has_more), (wanted, is_cut));
}

/// Reads past secondary keys without a row, with a damaged value, and with the row of another secondary key. They do not
/// count toward the limit.
pub fn stale_secondary_keys_give_no_rows<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    let rows: Vec<_> = (0..250).map(|n| (order(n, n), vec![(n / 100) as u8])).collect();
    shop.put_all(&rows).unwrap();
    let Tables { orders, by_price, .. } = shop.tables();
    let key = |cents, order| ByPrice { cents, order };
    // Row 0 has the price 0. Row 300 does not exist.
    by_price.put(&key(1, 0), &order(0, 0)).unwrap();
    by_price.put(&key(1, 300), &order(300, 300)).unwrap();
    let damaged = [(key(1, 301), &b"damaged"[..]), (key(1, 302), b""), (key(1, 303), &SETTING.0.key())];
    for (key, value) in damaged {
        by_price.store().write(Batch::new().put(key.key(), value)).unwrap();
    }
    // Rows that changed without their secondary keys.
    orders.put(&order(100, 100), [7]).unwrap();
    orders.delete(&order(101, 101)).unwrap();

    let live = rows[102..200].iter();
    let all: Vec<_> = live.map(|(order, value)| (key(1, order.order), order.clone(), value.clone())).collect();
    let plan = |limit| ByPrice::scan().cents(1u8).limit(limit);
    let (found, cursor, has_more) = shop.by_price(&plan(2).plan().unwrap());
    assert_eq!((&found[..], has_more), (&all[..2], true));
    let (found, _, has_more) = shop.by_price(&plan(1_000).resume(cursor.as_deref()).plan().unwrap());
    assert_eq!((&found[..], has_more), (&all[2..], false));
    let (found, ..) = shop.by_price(&plan(98).plan().unwrap().reversed());
    assert!(found.iter().eq(all.iter().rev()));
}

/// Rows whose prices change while others read them.
fn beside_writers<S: Shop + Sync>(shop: &S, check: impl Fn(Vec<(ByPrice, Order, Vec<u8>)>)) {
    let rows: Vec<_> = (0..30).map(|n| (order(n, n), vec![5])).collect();
    shop.put_all(&rows).unwrap();
    std::thread::scope(|threads| {
        let writer = threads.spawn(|| {
            let mut random = Random(3);
            for _ in 0..300 {
                let n = random.below(30) as u16;
                shop.put(&order(n, n), &[random.below(10) as u8]).unwrap();
            }
        });
        loop {
            let is_last = writer.is_finished();
            check(shop.by_price(&ByPrice::scan().plan().unwrap()).0);
            if is_last {
                break;
            }
        }
    });
}

pub fn no_row_comes_under_a_key_that_it_has_not<S: Shop + Sync>(new: impl Fn(PriceOf) -> S) {
    beside_writers(&new(price_is_value), |rows| {
        assert!(rows.iter().all(|(price, order, value)| *price == price_is_value(order, value)), "{rows:?}");
        assert!(rows.is_sorted());
    });
}

/// For engines with snapshots: each row comes once.
pub fn rows_by_a_secondary_key_are_of_one_moment<S: Shop + Sync>(new: impl Fn(PriceOf) -> S) {
    beside_writers(&new(price_is_value), |rows| {
        let orders: BTreeSet<u16> = rows.iter().map(|(_, order, _)| order.order).collect();
        assert_eq!((rows.len(), orders.len()), (30, 30));
    });
}

/// Reindexes rows without secondary keys, secondary keys without rows, and secondary keys that point to other rows.
pub fn reindexing_adds_what_is_missing_and_removes_what_is_stale<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    let mut model: BTreeMap<_, _> = (0..5).map(|n| (order(n, n), vec![n as u8])).collect();
    shop.put_all(&model.clone().into_iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(shop.reindex().unwrap(), reindexed(5, 0, 0));
    // Bypasses the secondary keys: two rows are lost, one is new, and one is changed.
    let table = &shop.tables().orders;
    table.delete(&order(0, 0)).unwrap();
    table.delete(&order(1, 1)).unwrap();
    table.put(&order(9, 1), [7]).unwrap();
    table.put(&order(2, 2), [99]).unwrap();
    let mut calls = Vec::new();
    let mut progress = |so_far: &Reindexed| {
        calls.push(so_far.clone());
        ControlFlow::Continue(())
    };
    let done = shop.reindex_from(None, &mut progress).unwrap();
    let mut last = calls.pop().unwrap();
    assert!(last.cursor.take().is_some());
    assert_eq!(last, done);
    // Row 9 takes the time of row 1, so this secondary key is not removed.
    assert_eq!(done, reindexed(4, 3 + 1, 3 + 2 + 1));
    model.retain(|order, _| order.order > 1);
    model.extend([(order(9, 1), vec![7]), (order(2, 2), vec![99])]);
    shop.tables().check(&model);
    assert_eq!(shop.reindex().unwrap(), reindexed(4, 0, 0));
    // Two rows that cannot both have their secondary key.
    table.put(&order(10, 1), "").unwrap();
    let error = shop.reindex().unwrap_err();
    assert!(matches!(error, TableError::NotUnique { name: "ByTime", .. }), "{error:?}");
}

/// Loads rows in any order, some of them twice, with the same result as puts. Rejects two rows with one secondary key.
pub fn a_load_gives_what_a_put_gives<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    let rows: Vec<_> = (0..300u16).map(|n| (order(n * 7 % 100, n * 7 % 100), vec![n as u8])).collect();
    shop.load(&rows[..250]).unwrap();
    shop.tables().check(&rows[..250].iter().cloned().collect());
    assert_eq!(shop.reindex().unwrap(), reindexed(100, 0, 0));
    // An overwritten row leaves an old secondary key, which a reindex removes.
    shop.load(&rows[250..]).unwrap();
    assert_eq!(shop.reindex().unwrap(), reindexed(100, 0, 50));
    shop.tables().check(&rows.iter().cloned().collect());

    let shop = new(price_is_value);
    let error = shop.load(&[(order(1, 5), vec![]), (order(2, 6), vec![]), (order(3, 5), vec![])]).unwrap_err();
    let TableError::NotUnique { name: "ByTime", row, refused, .. } = error else { panic!("{error}") };
    assert_eq!([row, refused], [order(1, 5), order(3, 5)].map(|order| order.key().to_vec()));
    shop.tables().check(&BTreeMap::new());
}

/// Rejects two rows that need the same secondary key, so that neither of them gets it.
pub fn reindexing_refuses_two_rows_that_lack_the_same_key<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    shop.tables().orders.put_all([(order(1, 5), [1]), (order(2, 5), [2])]).unwrap();
    let error = shop.reindex().unwrap_err();
    let TableError::NotUnique { name, key, row, refused } = &error else { panic!("{error:?}") };
    assert_eq!((*name, &key[..]), ("ByTime", &ByTime { at: 5 }.key()[..]));
    assert_eq!([&row[..], &refused[..]], [&order(1, 5).key()[..], &order(2, 5).key()[..]]);
    assert_eq!(shop.tables().by_time.count(&ByTime::scan().plan().unwrap()).unwrap(), 0);
}

pub fn a_secondary_key_that_is_not_kept_is_refused<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_field);
    shop.put(&order(1, 1), b"").unwrap();
    let error = shop.put(&Order { cents: 5, ..order(2, 2) }, b"").unwrap_err();
    assert!(matches!(error, TableError::NotKept { name: "ByPrice", .. }), "{error:?}");
    assert_eq!(shop.tables().by_price.count(&ByPrice::scan().plan().unwrap()).unwrap(), 1);
    assert_eq!(shop.tables().orders.count(&Order::scan().plan().unwrap()).unwrap(), 1);
}

pub fn writers_side_by_side_keep_secondary_keys_in_step<S: Shop + Sync>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    std::thread::scope(|threads| {
        for thread in 0..4 {
            let shop = &shop;
            threads.spawn(move || {
                let mut random = Random(thread);
                for _ in 0..200 {
                    let (n, cents) = (random.below(6) as u16, random.below(200) as u8);
                    match random.below(4) {
                        0 => shop.delete(&order(n, n)),
                        _ => shop.put(&order(n, n), &[cents]).unwrap(),
                    }
                }
            });
        }
        threads.spawn(|| (0..30).for_each(|_| _ = shop.reindex().unwrap()));
    });
    let rows = shop.tables().orders.scan(&Order::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
    shop.tables().check(&rows);
}

/// Four threads put rows with the same unique secondary key: one gets it, and the others learn who has it.
pub fn writers_of_one_unique_key_get_it_once<S: Shop + Sync>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    for at in 0..20 {
        let begin = std::sync::Barrier::new(4);
        let (shop, begin) = (&shop, &begin);
        let put = |n: u16| {
            begin.wait();
            shop.put(&order(100 * at + n, at), &[7])
        };
        let written = std::thread::scope(|threads| {
            [0, 1, 2, 3].map(|n| threads.spawn(move || put(n))).map(|thread| thread.join().unwrap())
        });
        let has_it = shop.tables().by_time.get(&ByTime { at }).unwrap().unwrap();
        for (n, written) in (0..).zip(written) {
            let own = order(100 * at + n, at);
            match written {
                Ok(()) => assert_eq!(own, has_it),
                Err(TableError::NotUnique { name: "ByTime", key, row, refused }) => {
                    assert_eq!(key, ByTime { at }.key());
                    assert_eq!((row, refused), (has_it.key().to_vec(), own.key().to_vec()));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    let rows = shop.tables().orders.scan(&Order::scan().plan().unwrap()).unwrap().map(Result::unwrap);
    let rows: BTreeMap<_, _> = rows.collect();
    assert_eq!(rows.len(), 20);
    shop.tables().check(&rows);
}

/// Four threads each add 1 to one value 50 times, and read it again if another was faster.
pub fn swaps_side_by_side_lose_no_change<S: Shop + Sync>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    assert!(shop.put_if_absent(&order(1, 1), &[0]).unwrap());
    assert!(!shop.put_if_absent(&order(1, 1), &[9]).unwrap());
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| {
                for _ in 0..50 {
                    loop {
                        let before = shop.get(&order(1, 1)).unwrap();
                        let after = [before[0] + 1];
                        if shop.compare_and_set(&order(1, 1), Some(&before), Some(&after)).unwrap() {
                            break;
                        }
                    }
                }
            });
        }
    });
    shop.tables().check(&BTreeMap::from([(order(1, 1), vec![200])]));
}

pub fn a_batch_over_tables_is_written_whole_or_not_at_all<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    let Tables { orders, by_time, .. } = shop.tables();
    let steps = [
        Step::Put(order(1, 1), "a"),
        Step::Put(order(2, 2), "b"),
        Step::PutTime(ByTime { at: 1 }, order(1, 1)),
        Step::Delete(order(2, 2)),
        Step::Expect(order(3, 3), None),
    ];
    assert_eq!(shop.write(&steps, 2), [true, true]);
    assert_eq!((orders.get(&order(1, 1)).unwrap(), orders.get(&order(2, 2)).unwrap()), (Some(b"a".to_vec()), None));
    assert_eq!(by_time.get(&ByTime { at: 1 }).unwrap(), Some(order(1, 1)));
    for (there, is_written) in [(Some("3"), true), (Some("4"), false), (None, false)] {
        orders.put(&order(3, 3), "3").unwrap();
        by_time.delete(&ByTime { at: 3 }).unwrap();
        let steps =
            [Step::PutTime(ByTime { at: 3 }, order(3, 3)), Step::Expect(order(3, 3), there), Step::Delete(order(3, 3))];
        // The second write no longer finds the row that it expects.
        assert_eq!(shop.write(&steps, 2), [is_written, false]);
        assert_eq!(by_time.contains(&ByTime { at: 3 }).unwrap(), is_written);
        assert_eq!(orders.contains(&order(3, 3)).unwrap(), !is_written);
    }
}

pub fn more_rows_than_a_transaction_takes<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    let rows = || (0..2_300).map(|n| (order(n, n), vec![n as u8]));
    shop.tables().orders.put_all(rows()).unwrap();
    let mut calls = Vec::new();
    let mut progress = |so_far: &Reindexed| {
        calls.push(so_far.rows);
        ControlFlow::Continue(())
    };
    assert_eq!(shop.reindex_from(None, &mut progress).unwrap(), reindexed(2_300, 3 * 2_300, 0));
    assert_eq!((&calls[..3], calls.len()), (&[1_000, 2_000, 2_300][..], 4 * 3));
    shop.tables().check(&rows().collect());

    // Step by step. A row in every batch has lost its secondary keys, and some secondary keys have no row.
    let Tables { orders, by_time, .. } = shop.tables();
    for n in [5, 1_500, 2_299] {
        by_time.delete(&ByTime { at: n }).unwrap();
    }
    for n in [2_500, 2_600] {
        by_time.put(&ByTime { at: n }, &order(n, n)).unwrap();
    }
    let (mut cursor, mut sum, mut steps) = (None::<String>, reindexed(0, 0, 0), 0);
    loop {
        let step = shop.reindex_from(cursor.as_deref(), &mut |_| ControlFlow::Break(())).unwrap();
        sum = reindexed(sum.rows + step.rows, sum.added + step.added, sum.removed + step.removed);
        steps += 1;
        cursor = step.cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((sum, steps), (reindexed(2_300, 3, 2), 4 * 3 + 1));
    assert!(orders.count(&Order::scan().plan().unwrap()).unwrap() == 2_300);
    shop.tables().check(&rows().collect());
    for cursor in ["", "00", "xyz"] {
        let refused = shop.reindex_from(Some(cursor), &mut |_| ControlFlow::Break(())).unwrap_err();
        assert!(matches!(refused, TableError::Cursor { found } if found == cursor));
    }

    let most = Order::scan().order(100..).plan().unwrap();
    assert_eq!(shop.delete_all(&most), 2_200);
    shop.tables().check(&rows().take(100).collect());
    shop.tables().orders.delete_all(&Order::scan().plan().unwrap()).unwrap();
    assert_eq!(shop.reindex().unwrap(), reindexed(0, 0, 300));
    shop.tables().check(&BTreeMap::new());
}

/// Reindexes past damaged rows.
///
/// Bytes that are not keys of their table stay unchanged, even if they start like its keys. Secondary keys with damaged
/// values are written again or removed.
pub fn a_damaged_row_stops_no_reindex<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    fill(&shop);
    let Tables { orders, by_seller, by_time, .. } = shop.tables();
    let [label, fields @ ..] = BySeller::from(&order(1, 1)).key();
    let others = [
        (orders.store(), b"o:damaged".to_vec()),
        (by_seller.store(), vec![2, 7]),
        (by_seller.store(), [&[label ^ 1], &fields[..]].concat()),
        (by_time.store(), b"t:damaged".to_vec()),
    ];
    others.iter().for_each(|(store, key)| store.write(Batch::new().put(key, "kept")).unwrap());
    // The first of these secondary keys belongs to a row, and the others do not. One of them points to a row of another
    // table.
    let damaged = [(2, &b"damaged"[..]), (77, b"damaged"), (78, &SETTING.0.key())];
    for (at, value) in damaged {
        by_time.store().write(Batch::new().put(ByTime { at }.key(), value)).unwrap();
    }
    let mut expected = reindexed(5, 1, 2);
    expected.damaged = 3;
    assert_eq!(shop.reindex().unwrap(), expected);
    assert_eq!(shop.reindex().unwrap(), reindexed(5, 0, 0));
    for (store, key) in others {
        assert_eq!(store.get(&key).unwrap(), Some(b"kept".to_vec()), "{key:?}");
        store.write(Batch::new().delete(key)).unwrap();
    }
    shop.tables().check(&(0..5).map(|n| (order(n, n), vec![n as u8])).collect());
}

/// Deletes the rows around keys that do not decode, with their secondary keys, and keeps these keys.
pub fn a_damaged_row_stops_no_delete<S: Shop>(new: impl Fn(PriceOf) -> S) {
    let shop = new(price_is_value);
    let rows: BTreeMap<_, _> = (0..2_300).map(|n| (order(n, n), vec![n as u8])).collect();
    shop.put_all(&rows.clone().into_iter().collect::<Vec<_>>()).unwrap();
    let store = shop.tables().orders.store();
    let damaged = [0, 999, 1_000, 2_299].map(|n| [&order(n, n).key()[..], b"damaged"].concat());
    damaged.iter().for_each(|key| store.write(Batch::new().put(key, "kept")).unwrap());

    let some = Order::scan().order(1..1_500).plan().unwrap();
    let kept = |deleted, rows, first: &Vec<u8>| Err(Kept { deleted, rows, first: first.clone() });
    assert_eq!(shop.try_delete_all(&some), kept(1_499, 2, &damaged[1]));
    let all = Order::scan().plan().unwrap();
    assert_eq!(shop.try_delete_all(&all), kept(801, 4, &damaged[0]));
    for key in damaged {
        assert_eq!(store.get(&key).unwrap(), Some(b"kept".to_vec()));
        store.write(Batch::new().delete(key)).unwrap();
    }
    shop.tables().check(&BTreeMap::new());
    assert_eq!(shop.try_delete_all(&all), Ok(0));
}

/// A concurrent change.
pub type Deed = Box<dyn FnOnce() + Send>;

/// Changes rows between the reads of a call and its transaction. The call must start again.
///
/// The change comes from another shop with the same tables, and is passed to `meanwhile`.
pub fn a_change_begins_again_if_others_overtake_it<O: Shop + Send + Sync + 'static>(
    shop: &impl Shop,
    other: O,
    meanwhile: impl Fn(Deed),
) {
    let other = Arc::new(other);
    let before_the_transaction = |deed: fn(&O)| {
        let other = Arc::clone(&other);
        meanwhile(Box::new(move || deed(&other)));
    };
    // The row itself: its price changes.
    other.put(&order(1, 5), &[1]).unwrap();
    before_the_transaction(|other| other.put(&order(1, 5), &[2]).unwrap());
    shop.put(&order(1, 5), &[3]).unwrap();
    shop.tables().check(&[(order(1, 5), vec![3])].into());

    // The row that has the secondary key.
    before_the_transaction(|other| other.delete(&order(1, 5)));
    shop.put(&order(2, 5), &[4]).unwrap();
    shop.tables().check(&[(order(2, 5), vec![4])].into());

    // The row that lacks a secondary key. The reindex neither adds the key nor reports it as missing.
    shop.tables().by_time.delete(&ByTime { at: 5 }).unwrap();
    before_the_transaction(|other| other.delete(&order(2, 5)));
    assert_eq!(shop.reindex().unwrap(), overtaken(1));
    shop.tables().check(&BTreeMap::new());

    // The row of a stale secondary key. The row is back, so another row cannot have the key.
    other.put(&order(1, 5), &[1]).unwrap();
    shop.tables().orders.delete(&order(1, 5)).unwrap();
    shop.tables().orders.put(&order(2, 5), [4]).unwrap();
    before_the_transaction(|other| other.put(&order(1, 5), &[1]).unwrap());
    let error = shop.reindex().unwrap_err();
    assert!(matches!(&error, TableError::NotUnique { row, .. } if **row == order(1, 5).key()), "{error:?}");
    assert_eq!(shop.tables().by_time.get(&ByTime { at: 5 }).unwrap(), Some(order(1, 5)));
    shop.tables().orders.delete(&order(2, 5)).unwrap();
    shop.tables().check(&[(order(1, 5), vec![1])].into());

    // The same, when the reindex would remove the secondary key.
    shop.tables().orders.delete(&order(1, 5)).unwrap();
    before_the_transaction(|other| other.put(&order(1, 5), &[1]).unwrap());
    let mut expected = overtaken(1);
    expected.entries = 3;
    assert_eq!(shop.reindex().unwrap(), expected);
    shop.tables().check(&[(order(1, 5), vec![1])].into());
}

/// A secondary key that is added to rows gives none of them before a reindex has ended, and none after a program without
/// it has written.
pub fn a_secondary_key_is_read_once_it_is_built<S: Shop>(new: impl Fn(PriceOf) -> S)
where
    S::Store: Clone + Sync,
{
    let refused = |shop: &S| {
        let error = shop.count_by_time().unwrap_err();
        assert!(matches!(error, TableError::NotBuilt { name: "ByTime" }), "{error}");
        assert!(error.to_string().contains("`reindex`"), "{error}");
    };
    // The first write of a table without rows begins with all its secondary keys.
    let shop = new(price_is_value);
    assert_eq!(shop.count_by_time().unwrap(), 0);
    fill(&shop);
    assert_eq!(shop.count_by_time().unwrap(), 5);

    // A program without one of them.
    let Tables { orders, by_seller, by_time, .. } = shop.tables();
    let older = || IndexedTable::new(orders.clone()).with_key(by_seller, |order: &Order, _| BySeller::from(order));
    older().delete(&order(4, 4)).unwrap();
    assert_eq!(shop.count_by_time().unwrap(), 4, "a delete leaves no row without its secondary keys");
    older().put(&order(4, 4), [4]).unwrap();
    refused(&shop);
    assert_eq!(shop.by_seller(&BySeller::scan().plan().unwrap()).0.len(), 5, "the program has this one");
    shop.put(&order(5, 5), &[5]).unwrap();
    refused(&shop);

    // A cursor of the program without it.
    let wrong_cursor = |cursor: Option<String>| {
        let error = shop.reindex_from(cursor.as_deref(), &mut |_| ControlFlow::Continue(())).unwrap_err();
        assert!(matches!(error, TableError::Cursor { .. }), "{error}");
        refused(&shop);
    };
    wrong_cursor(older().reindex(None, |_| ControlFlow::Break(())).unwrap().cursor);

    // A reindex that is stopped. A row that a program without it writes meanwhile is behind the cursor.
    let stop = || shop.reindex_from(None, &mut |_| ControlFlow::Break(())).unwrap().cursor;
    let stopped = stop();
    refused(&shop);
    older().put(&order(0, 6), [6]).unwrap();
    wrong_cursor(stopped.clone());
    let second = stop();
    wrong_cursor(stopped);
    assert_eq!(stop(), second, "a reindex that begins again goes on with the same numbers");
    shop.put(&order(6, 7), &[7]).unwrap();
    shop.reindex_from(second.as_deref(), &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(shop.count_by_time().unwrap(), 8);
    assert_eq!(by_time.count(&ByTime::scan().plan().unwrap()).unwrap(), 8);

    // The same while the reindex runs, in its last step.
    older().put(&order(0, 8), [8]).unwrap();
    let mut steps = 0;
    let outcome = shop.reindex_from(None, &mut |_| {
        steps += 1;
        if steps == 4 {
            // On another thread, because this one may be in a future.
            std::thread::scope(|threads| threads.spawn(|| older().put(&order(0, 9), [9])).join().unwrap()).unwrap();
        }
        ControlFlow::Continue(())
    });
    assert!(matches!(outcome.unwrap_err(), TableError::NotBuilt { name: "ByTime" }));
    assert_eq!(steps, 4);
    refused(&shop);
    shop.reindex().unwrap();
    assert_eq!(shop.count_by_time().unwrap(), 10);

    // Rows that were there before.
    let shop = new(price_is_value);
    fill_without_keys(&shop, 3);
    refused(&shop);
    shop.put(&order(3, 3), &[3]).unwrap();
    refused(&shop);
    shop.reindex().unwrap();
    assert_eq!(shop.count_by_time().unwrap(), 4);
}

/// Puts some orders.
pub fn fill(shop: &impl Shop) {
    shop.put_all(&(0..5).map(|n| (order(n, n), vec![n as u8])).collect::<Vec<_>>()).unwrap();
}

/// Puts this many orders without their secondary keys.
pub fn fill_without_keys(shop: &impl Shop, orders: u16) {
    shop.tables().orders.put_all((0..orders).map(|n| (order(n, n), [n as u8]))).unwrap();
}

/// Checks that a shop has exactly the orders of [`fill_without_keys`], with their secondary keys.
pub fn check_filled(shop: &impl Shop, orders: u16) {
    shop.tables().check(&(0..orders).map(|n| (order(n, n), vec![n as u8])).collect());
}

/// Deletes all orders and returns their number.
pub fn delete_every_order(shop: &impl Shop) -> u64 {
    shop.delete_all(&Order::scan().plan().unwrap())
}

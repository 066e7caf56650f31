//! Tables with secondary keys, and batches over several tables, with the blocking and the async API.

use rowkey::{KeyRange, RowKey, Subspace};
use rowkey_store::{
    AsyncIndexedTable, AsyncTable, Batch, Blocking, Change, CompareAndSet, Direction, IndexedStore, IndexedTable,
    MemoryStore, Part, Reindexed, Store, Table, Transact, Transactions, ValueCodec, Within,
};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
}

/// All tables in one store.
mod memory_shared {
    use super::*;

    fn shop(price: PriceOf) -> Blocks<MemoryStore> {
        let store = MemoryStore::new();
        Blocks::new([(); 4].map(|()| store.clone()), price)
    }

    store_suite::indexed!(shop);
    store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
}

mod memory_within {
    use super::*;

    fn shop(price: PriceOf) -> Blocks<Within<MemoryStore>> {
        let [other, stores] = within(&MemoryStore::new());
        indexed::fill(&Blocks::new(other, price));
        Blocks::new(stores, price)
    }

    store_suite::indexed!(shop);
    store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
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
    store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);

    mod shared {
        use super::*;

        fn shop(price: PriceOf) -> Blocks<RedbStore> {
            let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
            let store = RedbStore::new(database.into(), "all").unwrap();
            Blocks::new([(); 4].map(|()| store.clone()), price)
        }

        store_suite::indexed!(shop);
        store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
    }
}

#[cfg(feature = "fjall")]
mod fjall {
    use super::*;
    use crate::fjall::kept;
    use rowkey_store::FjallStore;

    fn shop(price: PriceOf) -> Blocks<FjallStore> {
        let orders = kept("orders");
        let other = |name| orders.with_table(name).unwrap();
        Blocks::new([orders.clone(), other("by_seller"), other("by_time"), other("by_price")], price)
    }

    store_suite::indexed!(shop);
    store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);

    mod shared {
        use super::*;

        fn shop(price: PriceOf) -> Blocks<FjallStore> {
            let store = kept("all");
            Blocks::new([(); 4].map(|()| store.clone()), price)
        }

        store_suite::indexed!(shop);
        store_suite::indexed!(shop: rows_by_a_secondary_key_are_of_one_moment);
    }
}

/// An in-memory store. Another writer makes a change before the next transaction over it.
#[derive(Clone)]
pub(crate) struct Overtaken {
    pub(crate) rows: MemoryStore,
    pub(crate) deed: Arc<Mutex<Option<Deed>>>,
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

impl IndexedStore for Overtaken {
    type Way = Transactions;
}

impl Transact for Overtaken {
    type Metadata = MemoryStore;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Infallible> {
        let deed = parts.first().and_then(|part| part.store.deed.lock().unwrap().take());
        deed.into_iter().for_each(|deed| deed());
        let parts = parts.iter().map(|&Part { store, expected, batch }| Part { store: &store.rows, expected, batch });
        MemoryStore::transact(&parts.collect::<Vec<_>>())
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        self.rows.prefix_in(&other.rows)
    }

    fn metadata(&self) -> Result<MemoryStore, Self::Error> {
        self.rows.metadata()
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

/// An in-memory store. Another writer overtakes each transaction that expects more than some number of rows.
#[derive(Clone)]
struct Busy {
    rows: MemoryStore,
    most: Arc<AtomicUsize>,
    overtaken: Arc<AtomicUsize>,
}

impl Busy {
    fn new() -> [Self; 4] {
        let (most, overtaken) = (Arc::default(), Arc::default());
        [(); 4].map(|()| Self { rows: MemoryStore::new(), most: Arc::clone(&most), overtaken: Arc::clone(&overtaken) })
    }
}

impl Store for Busy {
    type Error = Infallible;
    type Reader<'s> = <MemoryStore as Store>::Reader<'s>;

    fn reader(&self) -> Result<Self::Reader<'_>, Infallible> {
        self.rows.reader()
    }

    fn write(&self, batch: &Batch) -> Result<(), Infallible> {
        self.rows.write(batch)
    }
}

impl CompareAndSet for Busy {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, Infallible> {
        self.rows.compare_and_set(key, expected, change)
    }
}

impl IndexedStore for Busy {
    type Way = Transactions;
}

impl Transact for Busy {
    type Metadata = MemoryStore;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Infallible> {
        let Self { most, overtaken, .. } = parts[0].store;
        if parts.iter().map(|part| part.expected.len()).sum::<usize>() > most.load(Ordering::SeqCst) {
            assert!(overtaken.fetch_add(1, Ordering::SeqCst) < 2_000, "it begins again and again");
            return Ok(false);
        }
        let parts = parts.iter().map(|&Part { store, expected, batch }| Part { store: &store.rows, expected, batch });
        MemoryStore::transact(&parts.collect::<Vec<_>>())
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        self.rows.prefix_in(&other.rows)
    }

    fn metadata(&self) -> Result<MemoryStore, Self::Error> {
        self.rows.metadata()
    }
}

/// However few rows a transaction may have, a reindex and a delete of many rows end, and no row is lost on the way. A
/// caller can stop a reindex that does not get ahead, and resume.
#[test]
fn long_calls_end_next_to_other_writers() {
    fn check(shop: &impl indexed::Shop, [busy, ..]: &[Busy; 4]) {
        let overtaken = || busy.overtaken.swap(0, Ordering::SeqCst) as u64;
        // One row expects itself and its three secondary keys.
        for most in [4, 4 * 7, 4 * 300] {
            indexed::fill_without_keys(shop, 1_500);
            busy.most.store(0, Ordering::SeqCst);
            let stuck = shop.reindex_from(None, &mut |_| ControlFlow::Break(())).unwrap();
            assert_eq!((stuck.rows, stuck.added), (0, 0));
            assert_eq!(stuck.conflicts, 10, "1000, 500, 250, 125, 62, 31, 15, 7, 3, 1");
            overtaken();

            busy.most.store(most, Ordering::SeqCst);
            let (mut steps, mut rows) = (0, 0);
            let mut progress = |so_far: &Reindexed| {
                assert!(so_far.rows - rows <= most as u64 / 4);
                (steps, rows) = (steps + 1, so_far.rows);
                ControlFlow::Continue(())
            };
            let done = shop.reindex_from(stuck.cursor.as_deref(), &mut progress).unwrap();
            assert_eq!((done.rows, done.added, done.removed), (1_500, 4_500, 0));
            assert_eq!(done.conflicts, overtaken());
            assert!(done.conflicts > 1 && done.conflicts < 1_600, "{done:?}");
            assert!(steps >= 1_500 / (most / 4), "{steps} steps");
            indexed::check_filled(shop, 1_500);

            assert_eq!(indexed::delete_every_order(shop), 1_500);
            // A delete expects only the row.
            assert_eq!(overtaken() > 0, most < 1_000);
            indexed::check_filled(shop, 0);
        }
    }
    let stores = Busy::new();
    check(&Blocks::new(stores.clone(), price_is_value), &stores);
    let stores = Busy::new();
    check(&Waits::new(stores.clone().map(|store| Blocking::new(store, 2).unwrap()), price_is_value, Park), &stores);
}

/// Key types of two fields, whose keys overlap or not.
mod shared_stores {
    use super::*;
    use rowkey::OwnedKey;
    use rowkey_store::{KeyOf, TableError};
    use std::collections::BTreeMap;
    use store_suite::typed::Random;

    trait Pair: OwnedKey + Clone + Ord + std::fmt::Debug + From<(u8, u8)> + Into<(u8, u8)> + 'static {
        fn all() -> rowkey::Plan<Self>;
    }

    macro_rules! pairs {
        ($($(#[$attr:meta])* $name:ident;)*) => {$(
            #[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
            $(#[$attr])*
            struct $name {
                a: u8,
                b: u8,
            }

            impl From<(u8, u8)> for $name {
                fn from((a, b): (u8, u8)) -> Self {
                    Self { a, b }
                }
            }

            impl From<$name> for (u8, u8) {
                fn from($name { a, b }: $name) -> Self {
                    (a, b)
                }
            }

            impl Pair for $name {
                fn all() -> rowkey::Plan<Self> {
                    Self::scan().plan().unwrap()
                }
            }
        )*};
    }

    pairs! {
        Plain;
        #[rowkey(prefix = "a")] TagA;
        #[rowkey(prefix = "ab")] TagAb;
        #[rowkey(prefix = "b")] TagB;
        #[rowkey(salt(xor, buckets = 4, of(a)))] Salted;
        #[rowkey(salt(xor, buckets = 100, of(a)))] Wide;
        #[rowkey(prefix = "b", salt(xor, buckets = 4, of(a)))] TagSalted;
    }

    type Contents<K, F> = (Vec<(K, Vec<u8>)>, Vec<(F, K)>);

    /// Puts and deletes rows at random, and returns all rows and their secondary keys.
    fn history<K: Pair, F: Pair>(
        rows: &MemoryStore,
        keys: &MemoryStore,
    ) -> Result<Contents<K, F>, TableError<Infallible>> {
        let by_second = Table::<F, _>::new(keys.clone()).with_values::<KeyOf<K>>();
        let table = IndexedTable::new(Table::<K, _>::new(rows.clone())).with_unique_key(&by_second, |key: &K, _| {
            let (a, b) = key.clone().into();
            F::from((b, a))
        });
        let mut random = Random(3);
        for _ in 0..100 {
            let mut field = || [0, 1, 2, b'a', b'b', 99][random.below(6) as usize];
            let key = K::from((field(), field()));
            if random.below(4) > 0 { table.put(&key, [random.below(9) as u8]) } else { table.delete(&key) }?;
        }
        let pointers = by_second.scan(&F::all())?.collect::<Result<_, _>>()?;
        Ok((table.table().scan(&K::all())?.collect::<Result<_, _>>()?, pointers))
    }

    /// Two tables in one store are refused, or they hold what they hold in two stores.
    fn check<K: Pair, F: Pair>(outcomes: &mut BTreeMap<bool, usize>) {
        let expected = history::<K, F>(&MemoryStore::new(), &MemoryStore::new()).unwrap();
        assert!(expected.0.len() > 5);
        let store = MemoryStore::new();
        let is_taken = match history::<K, F>(&store, &store) {
            Err(TableError::SharedStore { name, other }) => {
                assert_eq!((name, other), (K::LAYOUT.name(), F::LAYOUT.name()));
                assert_eq!(store.count(KeyRange::all()), Ok(0), "nothing is written");
                false
            }
            found => {
                assert_eq!(
                    found.unwrap(),
                    expected,
                    "{name} with {other}",
                    name = K::LAYOUT.name(),
                    other = F::LAYOUT.name()
                );
                true
            }
        };
        *outcomes.entry(is_taken).or_default() += 1;
    }

    #[test]
    fn are_refused_if_a_value_could_be_lost() {
        let mut outcomes = BTreeMap::new();
        macro_rules! check_all {
            ($outcomes:ident: $($name:ident)*) => {
                $(check_all!(@with $outcomes: $name, Plain TagA TagAb TagB Salted Wide TagSalted);)*
            };
            (@with $outcomes:ident: $name:ident, $($other:ident)*) => {
                $(check::<$name, $other>(&mut $outcomes);)*
            };
        }
        check_all!(outcomes: Plain TagA TagAb TagB Salted Wide TagSalted);
        // The tags `a` and `ab` are apart from both types with the tag `b`, and all four from the labels 0 to 3.
        assert_eq!((outcomes[&true], outcomes[&false]), (2 * (2 * 2 + 4), 49 - 16));
    }

    fn second(key: &Plain) -> TagA {
        TagA { a: key.b, b: key.a }
    }

    #[test]
    fn no_method_goes_past_the_check() {
        let store = MemoryStore::new();
        let table = IndexedTable::new(Table::<Plain, _>::new(store.clone()))
            .with_unique_key(&Table::new(store.clone()).with_values(), |key: &Plain, _| second(key));
        let key = Plain { a: 1, b: 2 };
        let go = |_: &Reindexed| ControlFlow::Continue(());
        let outcomes = [
            table.get(&key).map(|_| ()),
            table.contains(&key).map(|_| ()),
            table.scan(&Plain::all()).map(|_| ()),
            table.keys(&Plain::all()).map(|_| ()),
            table.count(&Plain::all()).map(|_| ()),
            table.put_if_absent(&key, "").map(|_| ()),
            table.compare_and_set(&key, Some(""), None).map(|_| ()),
            table.put(&key, ""),
            table.put_all([(&key, "")]),
            table.load([(&key, "")]),
            table.delete(&key),
            table.delete_all(&Plain::all()).map(|_| ()),
            table.reindex(None, go).map(|_| ()),
        ];
        let is_refused = |outcome: &Result<(), _>| matches!(outcome, Err(TableError::SharedStore { .. }));
        assert!(outcomes.iter().all(is_refused), "{outcomes:?}");
        assert_eq!(
            outcomes[0].as_ref().unwrap_err().to_string(),
            "`Plain` and `TagA` are in one store, but their keys are not disjoint: give each table its own store or \
             subspace, or each key its own `#[rowkey(prefix = \"..\")]`. `rowkey::disjoint!(Plain, TagA)` shows a key of \
             both"
        );

        let store = Blocking::new(store, 2).unwrap();
        let table = AsyncIndexedTable::new(AsyncTable::<Plain, _>::new(store.clone()))
            .with_unique_key(&AsyncTable::new(store.clone()).with_values(), |key: &Plain, _| second(key));
        let outcomes = Park.run(async {
            [
                table.get(&key).await.map(|_| ()),
                table.contains(&key).await.map(|_| ()),
                table.scan(&Plain::all()).await.map(|_| ()),
                table.keys(&Plain::all()).await.map(|_| ()),
                table.count(&Plain::all()).await.map(|_| ()),
                table.put_if_absent(&key, "").await.map(|_| ()),
                table.compare_and_set(&key, Some(""), None).await.map(|_| ()),
                table.put(&key, "").await,
                table.put_all([(&key, "")]).await,
                table.load([(&key, "")]).await,
                table.delete(&key).await,
                table.delete_all(&Plain::all()).await.map(|_| ()),
                table.reindex(None, go).await.map(|_| ()),
            ]
        });
        assert!(outcomes.iter().all(is_refused), "{outcomes:?}");
        assert_eq!(store.store().count(KeyRange::all()), Ok(0));
    }

    /// Puts a row in a table of `TagA` with the secondary keys `F` and `TagB`, each in a store of its own or not.
    fn put<S: Transact + Clone, F: Pair>([rows, first, other]: [&S; 3]) -> Result<(), TableError<S::Error>> {
        IndexedTable::new(Table::<TagA, _>::new(rows.clone()))
            .with_unique_key(&Table::new(first.clone()).with_values(), |key: &TagA, _| F::from((key.b, key.a)))
            .with_unique_key(&Table::new(other.clone()).with_values(), |key: &TagA, _| TagB { a: key.b, b: key.a })
            .put(&TagA { a: 1, b: 2 }, "")
    }

    #[test]
    fn are_told_apart_by_their_contents() {
        let names = |outcome: Result<(), TableError<_>>| match outcome {
            Err(TableError::SharedStore { name, other }) => Some((name, other)),
            outcome => outcome.map(|()| None).unwrap(),
        };
        let [a, b, c] = [(); 3].map(|()| MemoryStore::new());
        assert_eq!(names(put::<_, Plain>([&a, &b, &c])), None);
        assert_eq!(names(put::<_, Plain>([&a, &a.clone(), &c])), Some(("TagA", "Plain")));
        // Two secondary keys, whatever the store of the rows is.
        assert_eq!(names(put::<_, Plain>([&a, &b, &b])), Some(("Plain", "TagB")));
        assert_eq!(names(put::<_, TagB>([&a, &b, &b])), Some(("TagB", "TagB")));
        assert_eq!(names(put::<_, TagAb>([&a, &b, &b])), None);
        // Pointers to stores.
        let [d, e] = [Arc::new(MemoryStore::new()), Arc::new(MemoryStore::new())];
        assert_eq!(names(put::<_, Plain>([&d, &e, &Arc::new(MemoryStore::new())])), None);
        assert_eq!(names(put::<_, Plain>([&d, &Arc::clone(&d), &e])), Some(("TagA", "Plain")));
        assert_eq!(names(put::<_, Plain>([&&a, &&b, &&b])), Some(("Plain", "TagB")));
        // Subspaces: the same one, different ones, and one in another.
        let of = |prefix: &str| Within::new(a.clone(), Subspace::new(prefix));
        assert_eq!(names(put::<_, Plain>([&of("x"), &of("y"), &of("z")])), None);
        assert_eq!(names(put::<_, Plain>([&of("x"), &of("x"), &of("z")])), Some(("TagA", "Plain")));
        assert_eq!(names(put::<_, Plain>([&of("x"), &of("xyz"), &of("z")])), None, "no key begins with `yz`");
        assert_eq!(names(put::<_, Plain>([&of("x"), &of("xab"), &of("z")])), Some(("TagA", "Plain")));
        assert_eq!(names(put::<_, Plain>([&of("xy"), &of("x"), &of("z")])), Some(("TagA", "Plain")));
        assert_eq!(names(put::<_, Plain>([&of("x"), &of("zy"), &of("z")])), None, "`TagB` has no key with `y`");
        let nested = |outer: &str, inner: &str| Within::new(of(outer), Subspace::new(inner));
        let stores = [nested("x", "yz"), nested("xy", "z"), nested("q", "")];
        assert_eq!(names(put::<_, Plain>(stores.each_ref())), Some(("TagA", "Plain")));
    }

    #[cfg(feature = "redb")]
    #[test]
    fn are_the_tables_of_a_redb_file() {
        use rowkey_store::RedbStore;

        let database = ::redb::Database::builder().create_with_backend(::redb::backends::InMemoryBackend::new());
        let a = RedbStore::new(database.unwrap().into(), "a").unwrap();
        let [b, c, again] = ["b", "c", "a"].map(|name| a.with_table(name).unwrap());
        put::<_, Plain>([&a, &b, &c]).unwrap();
        let refused = put::<_, Plain>([&a, &again, &c]).unwrap_err();
        assert!(matches!(refused, TableError::SharedStore { name: "TagA", other: "Plain" }), "{refused}");
    }

    #[cfg(feature = "fjall")]
    #[test]
    fn are_the_tables_of_a_fjall_database() {
        let a = crate::fjall::kept("a");
        let [b, c, again] = ["b", "c", "a"].map(|name| a.with_table(name).unwrap());
        put::<_, Plain>([&a, &b, &c]).unwrap();
        let refused = put::<_, Plain>([&a, &again, &c]).unwrap_err();
        assert!(matches!(refused, TableError::SharedStore { name: "TagA", other: "Plain" }), "{refused}");
    }
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
                .with_unique_key(&AsyncTable::new(store).with_values(), by_buyer);
            Park.run(async {
                orders.put(&order, "a lamp").await.unwrap();
                orders.reindex(None, |_| ControlFlow::Continue(())).await.unwrap()
            })
        } else {
            let orders = IndexedTable::new(Table::<Order, _>::new(store.clone()))
                .with_unique_key(&Table::new(store.clone()).with_values(), by_buyer);
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
                    .with_unique_key(&AsyncTable::new(shelves).with_values(), by_shelf);
                Park.run(items.reindex(None, |_| ControlFlow::Continue(()))).unwrap()
            } else {
                let items = IndexedTable::new(Table::<Item, _>::new(items.clone()).with_values::<Shelf>())
                    .with_unique_key(&Table::new(shelves.clone()).with_values(), by_shelf);
                items.reindex(None, |_| ControlFlow::Continue(())).unwrap()
            }
        };
        let done = reindex();
        assert_eq!((done.rows, done.added, done.removed, done.unreadable), (2, 1, 1, 2));
        let done = reindex();
        assert_eq!((done.rows, done.added, done.removed, done.unreadable), (2, 0, 0, 2));
        assert_eq!(done.conflicts, 0);
        let rows = shelves.scan(KeyRange::all(), Direction::Forward).unwrap().map(Result::unwrap);
        assert_eq!(rows.collect::<Vec<_>>(), [(5, 1), (6, 2), (7, 3)].map(|(shelf, item)| (vec![shelf], vec![item])));
    }
}

/// A row with an unreadable value stays, because its secondary keys are unknown. All others are deleted.
#[test]
fn a_value_that_cannot_be_read_stops_no_delete() {
    /// Text.
    enum Text {}

    impl ValueCodec for Text {
        type Value = String;
        type Error = std::string::FromUtf8Error;

        fn read(bytes: &[u8]) -> Result<String, Self::Error> {
            String::from_utf8(bytes.to_vec())
        }
    }

    #[derive(RowKey)]
    struct Item(u16);
    #[derive(RowKey)]
    struct ByShelf(u16);

    for waits in [false, true] {
        let [items, shelves] = [(); 2].map(|()| MemoryStore::new());
        let (mut rows, mut keys) = (Batch::new(), Batch::new());
        for item in 0..2_000_u16 {
            rows.put(Item(item).key(), if [3, 4, 1_200].contains(&item) { &b"\xFF"[..] } else { b"good" });
            keys.put(ByShelf(item).key(), Item(item).key());
        }
        rows.put([0, 4, 0], "no item");
        items.write(&rows).unwrap();
        shelves.write(&keys).unwrap();
        let by_shelf = |item: &Item, _: &String| ByShelf(item.0);
        let plan = Item::scan().plan().unwrap();
        let outcome = if waits {
            let [items, shelves] = [&items, &shelves].map(|store| Blocking::new(store.clone(), 1).unwrap());
            let items = AsyncIndexedTable::new(AsyncTable::<Item, _>::new(items).with_values::<Text>())
                .with_unique_key(&AsyncTable::new(shelves).with_values(), by_shelf);
            Park.run(items.delete_all(&plan))
        } else {
            let items = IndexedTable::new(Table::<Item, _>::new(items.clone()).with_values::<Text>())
                .with_unique_key(&Table::new(shelves.clone()).with_values(), by_shelf);
            items.delete_all(&plan)
        };
        // The scan comes to the key that is no item before the first batch is deleted.
        let kept = store_suite::typed::Kept::of(outcome.unwrap_err());
        assert_eq!((kept.deleted, kept.rows, kept.first), (1_997, 4, vec![0, 4, 0]));
        let left = |store: &MemoryStore| {
            let rows = store.scan(KeyRange::all(), Direction::Forward).unwrap();
            rows.map(|row| row.unwrap().0).collect::<Vec<_>>()
        };
        assert_eq!(left(&items), [&[0, 3][..], &[0, 4], &[0, 4, 0], &[4, 0xB0]]);
        assert_eq!(left(&shelves), [[0, 3], [0, 4], [4, 0xB0]]);
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
        unique ByTime(at),
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
            .with_unique_key(&Table::new(by_buyer).with_values(), |order: &Order, _| ByBuyer::from(order));
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

//! The checks of secondary keys of tables whose rows move to other keys.
//!
//! A history draws programs of neighboring steps, deploys and rolls back, and moves rows while programs write. After each
//! call, the secondary keys of both tables are those of their rows, as a plain loop over these rows computes them, and each
//! answer is that of a plain map.

use crate::moving::{Outcome, PHASES, Progress, on_another_thread};
use crate::waited::{Run, Waited};
use fastrand::Rng;
use rowkey::{OwnedKey, Plan, RowKey, ScanError, SecondaryKey};
use rowkey_store::{
    AsyncIndexedTable, AsyncMovingTable, AsyncTable, AsyncTransact, IndexedTable, KeyOf, MoveStep, MovesTo,
    MovingTable, Store, Table, TableError, Transact,
};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ops::ControlFlow;

/// Defines the test with this number of histories. `new()` creates an empty [`Database`].
#[macro_export]
macro_rules! moving_secondary {
    ($new:path, $histories:literal) => {
        #[test]
        fn secondary_keys_follow_a_move() {
            $crate::moving_secondary::histories($histories, &$new);
        }
    };
}

pub mod before {
    //! The keys before the change.

    use rowkey::RowKey;

    #[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[rowkey(index(#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)] ByOrder(order, seller)))]
    pub struct Order {
        pub seller: u8,
        pub order: u16,
    }

    #[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct ByState {
        pub state: u8,
        pub seller: u8,
        pub order: u16,
    }

    #[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct ByName {
        pub name: u8,
    }
}

#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(index(#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)] ByOrder(order, seller)))]
pub struct Order {
    pub seller: u16,
    pub order: u32,
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByState {
    pub state: u8,
    pub order: u32,
    pub seller: u16,
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByName {
    pub name: u8,
}

impl SecondaryKey<before::Order> for before::ByState {
    fn row(&self) -> before::Order {
        before::Order { seller: self.seller, order: self.order }
    }
}

impl SecondaryKey<Order> for ByState {
    fn row(&self) -> Order {
        Order { seller: self.seller, order: self.order }
    }
}

impl MovesTo<Order> for before::Order {
    fn new_key(&self) -> Order {
        Order { seller: self.seller.into(), order: self.order.into() }
    }

    fn old_key(new: &Order) -> Option<Self> {
        Some(Self { seller: new.seller.try_into().ok()?, order: new.order.try_into().ok()? })
    }
}

fn old_state(order: &before::Order, value: &[u8]) -> before::ByState {
    before::ByState { state: value[0], seller: order.seller, order: order.order }
}

fn state(order: &Order, value: &[u8]) -> ByState {
    ByState { state: value[0], order: order.order, seller: order.seller }
}

/// The value of a row: its state, and its name, which is unique.
type Value = [u8; 2];

type Rows = BTreeMap<Order, Value>;

/// The rows of a page, and its cursor.
type Page = (Vec<(Order, Value)>, Option<String>);

/// The outcome of a write, or `None` if a name is not unique.
type Written = Option<Outcome>;

/// A program in one step of the move.
pub trait Program {
    fn get(&self, key: &Order) -> Option<Value>;
    fn put_all(&self, rows: &[(Order, Value)]) -> Written;
    fn delete(&self, key: &Order);
    fn compare_and_set(&self, key: &Order, expected: Option<Value>, value: Option<Value>) -> Written;
    fn delete_all(&self, seller: u8) -> u64;
    /// Returns rows in the order of `ByOrder`.
    fn by_order(&self, limit: usize, cursor: Option<&str>) -> Page;
    /// Returns rows of one state, in any order.
    fn by_state(&self, state: u8, limit: usize, cursor: Option<&str>) -> Page;
    fn by_name(&self, name: u8) -> Option<Order>;
    /// Moves rows. `None` is the end.
    fn move_rows(&self, cursor: Option<&str>, progress: Progress<'_>) -> Option<String>;
    fn finish(&self);
}

/// The tables of the secondary keys of one table: by order, by state, and by name.
struct Keys<K, A, B, C, S>(Table<A, S, KeyOf<K>>, Table<B, S, KeyOf<K>>, Table<C, S, KeyOf<K>>);

type OldKeys<S> = Keys<before::Order, before::ByOrder, before::ByState, before::ByName, S>;
type NewKeys<S> = Keys<Order, ByOrder, ByState, ByName, S>;

impl<K: OwnedKey, A: OwnedKey, B: OwnedKey, C: OwnedKey, S: Store + Clone> Keys<K, A, B, C, S> {
    fn of(stores: &[S]) -> Self {
        fn table<K: OwnedKey, F: OwnedKey, S: Store + Clone>(store: &S) -> Table<F, S, KeyOf<K>> {
            Table::new(store.clone()).with_values::<KeyOf<K>>()
        }
        Self(table(&stores[0]), table(&stores[1]), table(&stores[2]))
    }
}

fn with_old_keys<S: Transact + Clone>(
    table: IndexedTable<before::Order, S>,
    keys: &OldKeys<S>,
) -> IndexedTable<before::Order, S> {
    let table = table.with_index(&keys.0).with_key(&keys.1, |key, value: &Vec<u8>| old_state(key, value));
    table.with_unique_key(&keys.2, |_, value: &Vec<u8>| before::ByName { name: value[1] })
}

fn with_new_keys<S: Transact + Clone>(table: IndexedTable<Order, S>, keys: &NewKeys<S>) -> IndexedTable<Order, S> {
    let table = table.with_index(&keys.0).with_key(&keys.1, |key, value: &Vec<u8>| state(key, value));
    table.with_unique_key(&keys.2, |_, value: &Vec<u8>| ByName { name: value[1] })
}

/// The program from before the move.
struct Before<S: Transact> {
    table: IndexedTable<before::Order, S>,
    keys: OldKeys<S>,
}

/// A program of a blocking engine.
struct Moves<S: Transact> {
    table: MovingTable<before::Order, Order, S>,
    old: OldKeys<S>,
    new: NewKeys<S>,
}

/// A program of an async engine.
struct WaitedMoves<S: AsyncTransact, R> {
    table: AsyncMovingTable<before::Order, Order, S>,
    old: AsyncKeys<before::Order, before::ByOrder, before::ByState, before::ByName, S>,
    new: AsyncKeys<Order, ByOrder, ByState, ByName, S>,
    run: R,
}

struct AsyncKeys<K, A, B, C, S>(AsyncTable<A, S, KeyOf<K>>, AsyncTable<B, S, KeyOf<K>>, AsyncTable<C, S, KeyOf<K>>);

impl<K: OwnedKey, A: OwnedKey, B: OwnedKey, C: OwnedKey, S: AsyncTransact + Clone> AsyncKeys<K, A, B, C, S> {
    fn of(stores: &[S]) -> Self {
        fn table<K: OwnedKey, F: OwnedKey, S: AsyncTransact + Clone>(store: &S) -> AsyncTable<F, S, KeyOf<K>> {
            AsyncTable::new(store.clone()).with_values::<KeyOf<K>>()
        }
        Self(table(&stores[0]), table(&stores[1]), table(&stores[2]))
    }
}

fn value_of(value: &[u8]) -> Value {
    value.try_into().unwrap()
}

fn row<E: Error + 'static>(row: Result<(Order, Vec<u8>), TableError<E>>) -> (Order, Value) {
    let (key, value) = row.unwrap();
    (key, value_of(&value))
}

fn written<T, E: Error + 'static>(result: Result<T, TableError<E>>, outcome: impl Fn(T) -> Outcome) -> Written {
    match result {
        Ok(done) => Some(outcome(done)),
        Err(TableError::NotUnique { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn done((): ()) -> Outcome {
    Outcome::Done
}

fn set(is_set: bool) -> Outcome {
    if is_set { Outcome::Done } else { Outcome::Differs }
}

type Planned<K> = Result<Plan<K>, ScanError>;

fn by_order(limit: usize, cursor: Option<&str>) -> Planned<ByOrder> {
    ByOrder::scan().limit(limit).resume(cursor).plan()
}

fn old_by_order(limit: usize, cursor: Option<&str>) -> Planned<before::ByOrder> {
    before::ByOrder::scan().limit(limit).resume(cursor).plan()
}

fn by_state(state: u8, limit: usize, cursor: Option<&str>) -> Planned<ByState> {
    ByState::scan().state(state).limit(limit).resume(cursor).plan()
}

fn old_by_state(state: u8, limit: usize, cursor: Option<&str>) -> Planned<before::ByState> {
    before::ByState::scan().state(state).limit(limit).resume(cursor).plan()
}

fn by_name(name: u8) -> Planned<ByName> {
    ByName::scan().name(name).plan()
}

fn old_by_name(name: u8) -> Planned<before::ByName> {
    before::ByName::scan().name(name).plan()
}

fn of_seller(seller: u8) -> Planned<Order> {
    Order::scan().seller(u16::from(seller)).plan()
}

fn old_of_seller(seller: u8) -> Planned<before::Order> {
    before::Order::scan().seller(seller).plan()
}

fn old_key(key: &Order) -> before::Order {
    before::Order::old_key(key).unwrap()
}

impl<S: Transact + Clone + Sync> Program for Before<S> {
    fn get(&self, key: &Order) -> Option<Value> {
        self.table.get(&old_key(key)).unwrap().map(|value| value_of(&value))
    }

    fn put_all(&self, rows: &[(Order, Value)]) -> Written {
        written(self.table.put_all(rows.iter().map(|(key, value)| (old_key(key), value))), done)
    }

    fn delete(&self, key: &Order) {
        self.table.delete(&old_key(key)).unwrap();
    }

    fn compare_and_set(&self, key: &Order, expected: Option<Value>, value: Option<Value>) -> Written {
        written(self.table.compare_and_set(&old_key(key), expected, value), set)
    }

    fn delete_all(&self, seller: u8) -> u64 {
        self.table.delete_all(&old_of_seller(seller).unwrap()).unwrap()
    }

    fn by_order(&self, limit: usize, cursor: Option<&str>) -> Page {
        let mut rows = self.table.rows_by(&self.keys.0, &old_by_order(limit, cursor).unwrap()).unwrap();
        let page = rows.by_ref().map(|found| row(found.map(|(_, key, value)| (key.new_key(), value)))).collect();
        (page, rows.cursor())
    }

    fn by_state(&self, state: u8, limit: usize, cursor: Option<&str>) -> Page {
        let mut rows = self.table.rows_by(&self.keys.1, &old_by_state(state, limit, cursor).unwrap()).unwrap();
        let page = rows.by_ref().map(|found| row(found.map(|(_, key, value)| (key.new_key(), value)))).collect();
        (page, rows.cursor())
    }

    fn by_name(&self, name: u8) -> Option<Order> {
        let mut rows = self.table.rows_by(&self.keys.2, &old_by_name(name).unwrap()).unwrap();
        rows.next().map(|row| row.unwrap().1.new_key())
    }

    fn move_rows(&self, _: Option<&str>, _: Progress<'_>) -> Option<String> {
        unreachable!("it knows no other table")
    }

    fn finish(&self) {}
}

impl<S: Transact + Clone> Program for Moves<S> {
    fn get(&self, key: &Order) -> Option<Value> {
        self.table.get(key).unwrap().map(|value| value_of(&value))
    }

    fn put_all(&self, rows: &[(Order, Value)]) -> Written {
        written(self.table.put_all(rows.iter().copied()), done)
    }

    fn delete(&self, key: &Order) {
        self.table.delete(key).unwrap();
    }

    fn compare_and_set(&self, key: &Order, expected: Option<Value>, value: Option<Value>) -> Written {
        written(self.table.compare_and_set(key, expected, value), set)
    }

    fn delete_all(&self, seller: u8) -> u64 {
        self.table.delete_all(|| of_seller(seller), || old_of_seller(seller)).unwrap()
    }

    fn by_order(&self, limit: usize, cursor: Option<&str>) -> Page {
        let (new, old) =
            (|cursor: Option<&str>| by_order(limit, cursor), |cursor: Option<&str>| old_by_order(limit, cursor));
        let mut rows = self.table.rows_by(cursor, (&self.new.0, new), (&self.old.0, old)).unwrap();
        (rows.by_ref().map(row).collect(), rows.cursor())
    }

    fn by_state(&self, state: u8, limit: usize, cursor: Option<&str>) -> Page {
        let new = |cursor: Option<&str>| by_state(state, limit, cursor);
        let old = |cursor: Option<&str>| old_by_state(state, limit, cursor);
        let mut rows = self.table.rows_by(cursor, (&self.new.1, new), (&self.old.1, old)).unwrap();
        (rows.by_ref().map(row).collect(), rows.cursor())
    }

    fn by_name(&self, name: u8) -> Option<Order> {
        let (new, old) =
            ((&self.new.2, |_: Option<&str>| by_name(name)), (&self.old.2, |_: Option<&str>| old_by_name(name)));
        self.table.rows_by(None, new, old).unwrap().next().map(|found| row(found).0)
    }

    fn move_rows(&self, cursor: Option<&str>, progress: Progress<'_>) -> Option<String> {
        self.table.move_rows(cursor, progress).unwrap().cursor
    }

    fn finish(&self) {
        self.table.finish(None, |_| ControlFlow::Continue(())).unwrap();
    }
}

impl<S: AsyncTransact + Clone, R: Run> Program for WaitedMoves<S, R> {
    fn get(&self, key: &Order) -> Option<Value> {
        self.run.run(self.table.get(key)).unwrap().map(|value| value_of(&value))
    }

    fn put_all(&self, rows: &[(Order, Value)]) -> Written {
        written(self.run.run(self.table.put_all(rows.iter().copied())), done)
    }

    fn delete(&self, key: &Order) {
        self.run.run(self.table.delete(key)).unwrap();
    }

    fn compare_and_set(&self, key: &Order, expected: Option<Value>, value: Option<Value>) -> Written {
        written(self.run.run(self.table.compare_and_set(key, expected, value)), set)
    }

    fn delete_all(&self, seller: u8) -> u64 {
        self.run.run(self.table.delete_all(|| of_seller(seller), || old_of_seller(seller))).unwrap()
    }

    fn by_order(&self, limit: usize, cursor: Option<&str>) -> Page {
        self.run.run(async {
            let new = |cursor: Option<&str>| by_order(limit, cursor);
            let old = |cursor: Option<&str>| old_by_order(limit, cursor);
            let mut rows = self.table.rows_by(cursor, (&self.new.0, new), (&self.old.0, old)).await.unwrap();
            let mut page = Vec::new();
            while let Some(found) = rows.next().await {
                page.push(row(found));
            }
            (page, rows.cursor())
        })
    }

    fn by_state(&self, state: u8, limit: usize, cursor: Option<&str>) -> Page {
        self.run.run(async {
            let new = |cursor: Option<&str>| by_state(state, limit, cursor);
            let old = |cursor: Option<&str>| old_by_state(state, limit, cursor);
            let mut rows = self.table.rows_by(cursor, (&self.new.1, new), (&self.old.1, old)).await.unwrap();
            let mut page = Vec::new();
            while let Some(found) = rows.next().await {
                page.push(row(found));
            }
            (page, rows.cursor())
        })
    }

    fn by_name(&self, name: u8) -> Option<Order> {
        self.run.run(async {
            let new = (&self.new.2, |_: Option<&str>| by_name(name));
            let old = (&self.old.2, |_: Option<&str>| old_by_name(name));
            self.table.rows_by(None, new, old).await.unwrap().next().await.map(|found| row(found).0)
        })
    }

    fn move_rows(&self, cursor: Option<&str>, progress: Progress<'_>) -> Option<String> {
        self.run.run(self.table.move_rows(cursor, |done| on_another_thread(progress, done))).unwrap().cursor
    }

    fn finish(&self) {
        self.run.run(self.table.finish(None, |_| ControlFlow::Continue(()))).unwrap();
    }
}

/// An empty database: the stores of the old rows and of their secondary keys, and those of the new ones.
pub trait Database: Sync {
    type Store: Transact + Clone + Sync;

    /// Returns the stores as those of a blocking engine.
    fn stores(&self) -> [Self::Store; 8];

    /// Returns a program in a step of the move.
    fn program(&self, step: MoveStep) -> Box<dyn Program + Sync + '_>;
}

/// The stores of a blocking engine.
pub struct Blocks<S>(pub [S; 8]);

impl<S: Transact + Clone + Sync> Database for Blocks<S> {
    type Store = S;

    fn stores(&self) -> [S; 8] {
        self.0.clone()
    }

    fn program(&self, step: MoveStep) -> Box<dyn Program + Sync + '_> {
        let (old, new) = (OldKeys::of(&self.0[1..4]), NewKeys::of(&self.0[5..8]));
        let [rows, new_rows] = [0, 4].map(|at| self.0[at].clone());
        let tables = (Table::new(rows).with_batch_rows(2), Table::new(new_rows).with_batch_rows(2));
        let table = MovingTable::new(step, tables.0, tables.1)
            .with_secondary_keys(|table| with_old_keys(table, &old), |table| with_new_keys(table, &new));
        Box::new(Moves { table, old, new })
    }
}

/// The stores of an async engine.
pub struct Waits<S, R> {
    pub stores: [S; 8],
    pub run: R,
}

impl<S: AsyncTransact + Clone, R: Run> Database for Waits<S, R>
where
    Waited<S, R>: Transact,
{
    type Store = Waited<S, R>;

    fn stores(&self) -> [Waited<S, R>; 8] {
        self.stores.clone().map(|store| Waited { store, run: self.run.clone() })
    }

    fn program(&self, step: MoveStep) -> Box<dyn Program + Sync + '_> {
        let (old, new) = (AsyncKeys::of(&self.stores[1..4]), AsyncKeys::of(&self.stores[5..8]));
        let [rows, new_rows] = [0, 4].map(|at| self.stores[at].clone());
        let tables = (AsyncTable::new(rows).with_batch_rows(2), AsyncTable::new(new_rows).with_batch_rows(2));
        let table = AsyncMovingTable::new(step, tables.0, tables.1).with_secondary_keys(
            |table: AsyncIndexedTable<before::Order, S>| {
                let table = table.with_index(&old.0).with_key(&old.1, |key, value: &Vec<u8>| old_state(key, value));
                table.with_unique_key(&old.2, |_, value: &Vec<u8>| before::ByName { name: value[1] })
            },
            |table: AsyncIndexedTable<Order, S>| {
                let table = table.with_index(&new.0).with_key(&new.1, |key, value: &Vec<u8>| state(key, value));
                table.with_unique_key(&new.2, |_, value: &Vec<u8>| ByName { name: value[1] })
            },
        );
        Box::new(WaitedMoves { table, old, new, run: self.run.clone() })
    }
}

/// Returns a program. Without a step, it is the program from before the move.
pub fn program<D: Database>(database: &D, step: Option<MoveStep>) -> Box<dyn Program + Sync + '_> {
    let Some(step) = step else {
        let stores = database.stores();
        let keys = OldKeys::of(&stores[1..4]);
        let table = IndexedTable::new(Table::new(stores[0].clone()));
        return Box::new(Before { table: with_old_keys(table, &keys), keys });
    };
    database.program(step)
}

/// Returns all rows of a table.
fn all<K: OwnedKey, V: rowkey_store::ValueCodec>(
    table: &Table<K, impl Store, V>,
    plan: Planned<K>,
) -> Vec<(K, V::Value)> {
    table.scan(&plan.unwrap()).unwrap().map(Result::unwrap).collect()
}

/// Checks that the secondary keys of both tables are those of their rows.
pub fn check_keys(database: &impl Database) {
    let stores = database.stores();
    let rows = all(&Table::<before::Order, _>::new(stores[0].clone()), before::Order::scan().plan());
    let keys = OldKeys::of(&stores[1..4]);
    let expected: BTreeSet<_> = rows.iter().map(|(key, _)| (before::ByOrder::from(key), *key)).collect();
    assert_eq!(all(&keys.0, before::ByOrder::scan().plan()).into_iter().collect::<BTreeSet<_>>(), expected);
    let expected: BTreeSet<_> = rows.iter().map(|(key, value)| (old_state(key, value), *key)).collect();
    assert_eq!(all(&keys.1, before::ByState::scan().plan()).into_iter().collect::<BTreeSet<_>>(), expected);
    let expected: BTreeSet<_> = rows.iter().map(|(key, value)| (before::ByName { name: value[1] }, *key)).collect();
    assert_eq!(all(&keys.2, before::ByName::scan().plan()).into_iter().collect::<BTreeSet<_>>(), expected);

    let rows = all(&Table::<Order, _>::new(stores[4].clone()), Order::scan().plan());
    let keys = NewKeys::of(&stores[5..8]);
    let expected: BTreeSet<_> = rows.iter().map(|(key, _)| (ByOrder::from(key), *key)).collect();
    assert_eq!(all(&keys.0, ByOrder::scan().plan()).into_iter().collect::<BTreeSet<_>>(), expected);
    let expected: BTreeSet<_> = rows.iter().map(|(key, value)| (state(key, value), *key)).collect();
    assert_eq!(all(&keys.1, ByState::scan().plan()).into_iter().collect::<BTreeSet<_>>(), expected);
    let expected: BTreeSet<_> = rows.iter().map(|(key, value)| (ByName { name: value[1] }, *key)).collect();
    assert_eq!(all(&keys.2, ByName::scan().plan()).into_iter().collect::<BTreeSet<_>>(), expected);
}

/// The number of sellers, of the orders of each, of states, and of names.
const SELLERS: u8 = 3;
const ORDERS: u8 = 3;
const STATES: u8 = 3;
const NAMES: u8 = 12;

fn random_row(random: &mut Rng) -> (Order, Value) {
    let key = Order { seller: random.u8(..SELLERS).into(), order: random.u8(..ORDERS).into() };
    (key, [random.u8(..STATES), random.u8(..NAMES)])
}

/// Returns the rows after a put, or `None` if two of them would have one name.
fn after(rows: &Rows, put: &[(Order, Value)]) -> Option<Rows> {
    let mut after = rows.clone();
    after.extend(put.iter().copied());
    let names: BTreeSet<_> = after.values().map(|[_, name]| name).collect();
    (names.len() == after.len()).then_some(after)
}

/// Runs one call of a random program, and compares its answer with the model.
fn act(programs: &[Box<dyn Program + Sync + '_>], rows: &mut Rows, random: &mut Rng) {
    let program = &programs[random.usize(..programs.len())];
    let (key, value) = random_row(random);
    match random.u8(..12) {
        0..4 => {
            let put: BTreeMap<_, _> = (0..random.usize(1..3)).map(|_| random_row(random)).collect();
            let put: Vec<_> = put.into_iter().collect();
            let wanted = after(rows, &put);
            assert_eq!(program.put_all(&put), wanted.as_ref().map(|_| Outcome::Done), "{put:?} to {rows:?}");
            *rows = wanted.unwrap_or_else(|| rows.clone());
        }
        4 | 5 => {
            program.delete(&key);
            rows.remove(&key);
        }
        6 => {
            let before = rows.get(&key).copied();
            let expected = if random.bool() { before } else { Some([9, 9]) };
            let new = random.bool().then_some(value);
            let outcome = program.compare_and_set(&key, expected, new);
            if expected != before {
                assert_eq!(outcome, Some(Outcome::Differs));
                return;
            }
            let wanted = match new {
                Some(new) => after(rows, &[(key, new)]),
                None => {
                    Some(rows.iter().filter(|(found, _)| **found != key).map(|(key, value)| (*key, *value)).collect())
                }
            };
            assert_eq!(outcome, wanted.as_ref().map(|_| Outcome::Done));
            *rows = wanted.unwrap_or_else(|| rows.clone());
        }
        7 if random.bool() => {
            let seller = random.u8(..SELLERS);
            let before = rows.len();
            rows.retain(|key, _| key.seller != u16::from(seller));
            assert_eq!(program.delete_all(seller), (before - rows.len()) as u64);
        }
        8 => {
            let mut wanted: Vec<_> = rows.iter().map(|(key, value)| (*key, *value)).collect();
            wanted.sort_by_key(|(key, _)| (key.order, key.seller));
            assert_eq!(pages(random, |limit, cursor| program.by_order(limit, cursor)), wanted);
        }
        9 => {
            let of_state = random.u8(..STATES);
            let mut found = pages(random, |limit, cursor| program.by_state(of_state, limit, cursor));
            found.sort();
            let wanted = rows.iter().filter(|(_, [state, _])| *state == of_state);
            assert_eq!(found, wanted.map(|(key, value)| (*key, *value)).collect::<Vec<_>>());
        }
        10 => {
            let name = random.u8(..NAMES);
            let wanted = rows.iter().find(|(_, [_, found])| *found == name);
            assert_eq!(program.by_name(name), wanted.map(|(key, _)| *key));
        }
        _ => assert_eq!(program.get(&key), rows.get(&key).copied()),
    }
}

/// Reads all pages.
fn pages(random: &mut Rng, page: impl Fn(usize, Option<&str>) -> Page) -> Vec<(Order, Value)> {
    let (limit, mut cursor, mut all) = (random.usize(1..4), None, Vec::new());
    loop {
        let (rows, next) = page(limit, cursor.as_deref());
        let is_over = rows.len() < limit;
        all.extend(rows);
        if is_over {
            return all;
        }
        cursor = next;
    }
}

/// Runs this number of random histories, each on an empty database.
pub fn histories<D: Database>(histories: u64, new: &impl Fn() -> D) {
    for seed in 0..histories {
        println!("seed {seed}");
        history(&new(), &mut Rng::with_seed(seed));
    }
}

/// The number of the phase in which the old rows are copied.
const COPIED_IN: usize = 2;

fn history<D: Database>(database: &D, random: &mut Rng) {
    let (mut rows, mut phase, mut is_copied, mut has_new_only) = (Rows::new(), 0, false, false);
    for turn in 0..40 {
        let programs: Vec<_> = PHASES[phase].iter().map(|step| program(database, *step)).collect();
        has_new_only |= phase > 4;
        for _ in 0..random.usize(2..10) {
            act(&programs, &mut rows, random);
            check_keys(database);
        }
        // At the end, only forward.
        let is_forward = turn > 30 || random.u8(..10) < 6;
        let is_copy = (is_forward && phase == COPIED_IN && !is_copied) || (!is_forward && phase == 4 && has_new_only);
        if is_copy {
            copy(database, &programs, &mut rows, random);
            (is_copied, has_new_only) = (true, false);
        }
        if is_forward {
            phase = (phase + 1).min(6);
        } else if phase > 0 {
            is_copied &= phase != COPIED_IN;
            phase -= 1;
        }
    }
    assert_eq!(phase, 6);
    program(database, Some(MoveStep::NewOnly)).finish();
    check_keys(database);
    // The program after the move finds its secondary keys built.
    let stores = database.stores();
    let keys = NewKeys::of(&stores[5..8]);
    let table = with_new_keys(IndexedTable::new(Table::new(stores[4].clone())), &keys);
    let found = table.rows_by(&keys.1, &ByState::scan().plan().unwrap()).unwrap();
    let found: Rows = found.map(|row| row.map(|(_, key, value)| (key, value_of(&value))).unwrap()).collect();
    assert_eq!(found, rows);
    let old = Table::<before::ByState, _>::new(stores[2].clone());
    assert_eq!(old.count(&before::ByState::scan().plan().unwrap()).unwrap(), 0);
}

/// Moves all rows, while programs write between the batches. It stops and resumes.
fn copy<D: Database>(database: &D, programs: &[Box<dyn Program + Sync + '_>], rows: &mut Rows, random: &mut Rng) {
    let mut cursor = None;
    loop {
        let stops = random.usize(..4) == 0;
        cursor = programs[0].move_rows(cursor.as_deref(), &mut |_| {
            check_keys(database);
            if random.bool() {
                act(programs, rows, random);
            }
            if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if cursor.is_none() {
            return;
        }
    }
}

//! The secondary keys of tables whose rows move to other keys.

use crate::indexed::Overtaken;
use rowkey::{RowKey, Subspace};
use rowkey_store::{
    Blocking, IndexedTable, KeyOf, MemoryStore, MoveStep, MovingTable, Table, TableError, Transact, Within,
};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use store_suite::indexed::Deed;
use store_suite::moving::Outcome;
use store_suite::moving_secondary::{Blocks, ByName, ByOrder, ByState, Order, Waits, before, check_keys, program};
use store_suite::waited::Park;

mod memory {
    use super::*;

    fn stores() -> Blocks<MemoryStore> {
        Blocks([(); 8].map(|()| MemoryStore::new()))
    }

    store_suite::moving_secondary!(stores, 12);
}

mod blocking {
    use super::*;

    fn stores() -> Waits<Blocking<MemoryStore>, Park> {
        Waits { stores: [(); 8].map(|()| Blocking::new(MemoryStore::new(), 1).unwrap()), run: Park }
    }

    store_suite::moving_secondary!(stores, 12);
}

/// All tables in one store, each with a prefix.
mod memory_within {
    use super::*;

    fn stores() -> Blocks<Within<MemoryStore>> {
        let (store, mut part) = (MemoryStore::new(), 0_u8);
        Blocks([(); 8].map(|()| {
            part += 1;
            Within::new(store.clone(), Subspace::new([part]))
        }))
    }

    store_suite::moving_secondary!(stores, 12);
}

#[cfg(feature = "redb")]
mod redb {
    use super::*;
    use rowkey_store::RedbStore;

    fn stores() -> Blocks<Arc<RedbStore>> {
        let folder = tempfile::tempdir().unwrap();
        let rows = RedbStore::open(folder.path().join("moving.redb"), "0").unwrap();
        let mut tables = 0;
        Blocks([(); 8].map(|()| {
            tables += 1;
            Arc::new(rows.with_table(&tables.to_string()).unwrap())
        }))
    }

    store_suite::moving_secondary!(stores, 4);
}

#[cfg(feature = "fjall")]
mod fjall {
    use super::*;
    use crate::fjall::kept;
    use rowkey_store::FjallStore;

    fn stores() -> Blocks<FjallStore> {
        let (rows, mut tables) = (kept("0"), 0);
        Blocks([(); 8].map(|()| {
            tables += 1;
            rows.with_table(&tables.to_string()).unwrap()
        }))
    }

    store_suite::moving_secondary!(stores, 4);
}

const KEY: Order = Order { seller: 1, order: 1 };
const OTHER: Order = Order { seller: 1, order: 2 };

/// Before all writers write both tables, the new one can have rows that are gone. They must not refuse a name that the old
/// table has free, and they must not be lost from sight.
#[test]
fn a_row_that_is_out_of_date_does_not_refuse_a_unique_key() {
    let database = Blocks([(); 8].map(|()| MemoryStore::new()));
    let (before, first) = (program(&database, None), program(&database, Some(MoveStep::OldFirst)));
    assert_eq!(first.put_all(&[(KEY, [0, 7]), (OTHER, [0, 8])]), Some(Outcome::Done));
    // The two rows change their names, which the new table does not know.
    before.delete(&OTHER);
    assert_eq!(before.put_all(&[(KEY, [0, 8])]), Some(Outcome::Done));
    assert_eq!(before.put_all(&[(OTHER, [0, 7])]), Some(Outcome::Done));
    let third = Order { seller: 2, order: 1 };
    assert_eq!(first.put_all(&[(third, [0, 7])]), None);
    before.delete(&OTHER);
    assert_eq!(first.put_all(&[(third, [0, 7])]), Some(Outcome::Done));
    check_keys(&database);
    let next = program(&database, Some(MoveStep::NewFirst));
    first.move_rows(None, &mut |_| ControlFlow::Continue(()));
    assert_eq!((next.by_name(7), next.by_name(8), next.get(&OTHER)), (Some(third), Some(KEY), None));
}

/// The new table can have a unique key that the old one does not have.
#[test]
fn rows_that_would_share_a_new_unique_key_stay() {
    let [old, new, names] = [(); 3].map(|()| MemoryStore::new());
    let by_name = Table::<ByName, _>::new(names).with_values::<KeyOf<Order>>();
    let (old, new) = (Table::<before::Order, _>::new(old), Table::<Order, _>::new(new));
    old.put_all((1..=4).map(|order| (before::Order { seller: 1, order }, [0, order.min(3) as u8]))).unwrap();
    let table = MovingTable::new(MoveStep::OldFirst, old, new).with_secondary_keys(
        |old| old,
        |new| new.with_unique_key(&by_name, |_, value: &Vec<u8>| ByName { name: value[1] }),
    );
    let error = table.move_rows(None, |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, TableError::NotMoved { moved: 3, rows: 1, .. }), "{error}");
    let error = table.put(&Order { seller: 9, order: 9 }, [0, 1]).unwrap_err();
    assert!(matches!(error, TableError::NotUnique { name: "ByName", .. }), "{error}");
    assert_eq!((table.count_old().unwrap(), by_name.count(&ByName::scan().plan().unwrap()).unwrap()), (4, 3));
}

#[test]
fn a_store_with_keys_of_both_tables_is_refused() {
    let [old, new, keys] = [(); 3].map(|()| MemoryStore::new());
    let by_order = Table::<before::ByOrder, _>::new(&keys).with_values::<KeyOf<before::Order>>();
    let new_by_order = Table::<ByOrder, _>::new(&keys).with_values::<KeyOf<Order>>();
    let table =
        MovingTable::new(MoveStep::OldFirst, Table::<before::Order, _>::new(&old), Table::<Order, _>::new(&new))
            .with_secondary_keys(|old| old.with_index(&by_order), |new| new.with_index(&new_by_order));
    let error = table.put(&KEY, "lost").unwrap_err();
    assert!(matches!(error, TableError::SharedStore { name: "ByOrder", other: "ByOrder" }), "{error}");
    assert!(table.delete_all(|| Order::scan().plan(), || before::Order::scan().plan()).is_err());
}

/// A program without the secondary keys has written the new table.
#[test]
fn keys_of_a_new_table_with_rows_are_not_built() {
    let database = Blocks([(); 8].map(|()| MemoryStore::new()));
    let [old, new] = [0, 4].map(|at| database.0[at].clone());
    let tables = (Table::<before::Order, _>::new(old), Table::<Order, _>::new(new));
    MovingTable::new(MoveStep::OldFirst, tables.0.clone(), tables.1.clone()).put(&KEY, [0, 7]).unwrap();
    let first = program(&database, Some(MoveStep::OldFirst));
    assert_eq!(first.put_all(&[(OTHER, [0, 8])]), Some(Outcome::Done));
    first.move_rows(None, &mut |_| ControlFlow::Continue(()));
    let by_order = Table::new(database.0[5].clone()).with_values::<KeyOf<Order>>();
    let indexed = IndexedTable::new(tables.1).with_index(&by_order);
    let rows = indexed.rows_by(&by_order, &ByOrder::scan().plan().unwrap());
    assert!(matches!(rows, Err(TableError::NotBuilt { name: "ByOrder" })));
    assert_eq!(indexed.reindex(None, |_| ControlFlow::Continue(())).unwrap().added, 1);
    assert_eq!(indexed.rows_by(&by_order, &ByOrder::scan().plan().unwrap()).unwrap().count(), 2);
}

/// Another program writes a row between the reads of a call and its transaction. The secondary keys follow from keys alone,
/// so they need no reads of their own.
#[test]
fn a_move_with_keys_begins_again_if_others_overtake_it() {
    let (stores, deed) = ([(); 4].map(|()| MemoryStore::new()), Arc::<Mutex<Option<Deed>>>::default());
    fn table<S: Transact + Clone>(step: MoveStep, [old, new, old_keys, keys]: [S; 4]) -> Orders<S> {
        let old_keys = Table::<before::ByOrder, _>::new(old_keys).with_values();
        let keys = Table::<ByOrder, _>::new(keys).with_values();
        MovingTable::new(step, Table::new(old), Table::new(new))
            .with_secondary_keys(|old| old.with_index(&old_keys), |new| new.with_index(&keys))
    }
    let overtaken = stores.clone().map(|rows| Overtaken { rows, deed: Arc::clone(&deed) });
    let meanwhile = |step, value: Option<&'static str>| {
        let other = table(step, stores.clone());
        *deed.lock().unwrap() = Some(Box::new(move || match value {
            Some(value) => other.put(&KEY, value).unwrap(),
            None => other.delete(&KEY).unwrap(),
        }));
    };
    let (first, next) = (table(MoveStep::OldFirst, overtaken.clone()), table(MoveStep::NewFirst, overtaken));
    first.put(&OTHER, "1").unwrap();
    first.move_rows(None, |_| ControlFlow::Continue(())).unwrap();
    for table in [&first, &next] {
        table.put(&KEY, "1").unwrap();
        meanwhile(table.step(), Some("2"));
        assert!(!table.compare_and_set(&KEY, Some("1"), Some("3")).unwrap());
        assert_eq!(table.get(&KEY).unwrap(), Some(b"2".to_vec()));
    }
    // The copy of a row that is deleted meanwhile, as the old table alone knows it.
    Table::<before::Order, _>::new(stores[0].clone()).put(&before::Order { seller: 1, order: 1 }, "old").unwrap();
    meanwhile(MoveStep::OldFirst, None);
    let moved = first.move_rows(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((moved.conflicts, next.get(&KEY).unwrap()), (1, None));
}

type Orders<S> = MovingTable<before::Order, Order, S>;

/// A row whose secondary keys are unknown stays, as in an indexed table.
#[test]
fn a_damaged_row_is_kept_by_delete_all() {
    let stores = [(); 8].map(|()| MemoryStore::new());
    let old = Table::<before::Order, _>::new(stores[0].clone());
    let keys = Table::<before::ByState, _>::new(stores[2].clone()).with_values::<KeyOf<before::Order>>();
    let names = old.clone().with_values::<KeyOf<ByName>>();
    let table = MovingTable::new(
        MoveStep::OldFirst,
        names,
        Table::<Order, _>::new(stores[4].clone()).with_values::<KeyOf<ByName>>(),
    )
    .with_secondary_keys(
        |old| {
            old.with_key(&keys, |key, name: &ByName| before::ByState {
                state: name.name,
                seller: key.seller,
                order: key.order,
            })
        },
        |new| new,
    );
    for order in 0..5 {
        table.put(&Order { seller: 1, order }, ByName { name: 7 }).unwrap();
    }
    old.put(&before::Order { seller: 1, order: 2 }, [0, 0]).unwrap();
    let error = table.delete_all(|| Order::scan().plan(), || before::Order::scan().plan()).unwrap_err();
    assert!(matches!(error, TableError::NotDeleted { deleted: 4, rows: 1, .. }), "{error}");
    assert_eq!(keys.count(&before::ByState::scan().plan().unwrap()).unwrap(), 1);
}

rowkey::laws!(before::Order, before::ByOrder, before::ByState, before::ByName, Order, ByOrder, ByState, ByName);

rowkey_store::move_laws!(before::Order => Order);

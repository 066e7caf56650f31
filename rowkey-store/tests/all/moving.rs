//! Tables whose rows move to other keys, with the blocking and the async API.

use crate::indexed::Overtaken;
use rowkey::{OwnedKey, RowKey, Subspace};
use rowkey_store::{Blocking, MemoryStore, MoveStep, Moved, MovesTo, MovingTable, Table, TableError, Within};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use store_suite::indexed::Deed;
use store_suite::moving::{
    Blocks, Case, Database, Event, Outcome, Program, Reading, Renamed, SaltedReading, Waits, Widened, before,
};
use store_suite::waited::Park;

mod memory {
    use super::*;

    fn stores() -> Blocks<MemoryStore> {
        Blocks([MemoryStore::new(), MemoryStore::new()])
    }

    store_suite::moving!(stores);
}

mod memory_within {
    use super::*;

    fn stores() -> Blocks<Within<MemoryStore>> {
        let store = MemoryStore::new();
        Blocks(["old", "new"].map(|part| Within::new(store.clone(), Subspace::new(part))))
    }

    store_suite::moving!(stores);
}

mod blocking {
    use super::*;

    fn stores() -> Waits<Blocking<MemoryStore>, Park> {
        let stores = [(); 2].map(|()| Blocking::new(MemoryStore::new(), 2).unwrap());
        Waits { stores, run: Park }
    }

    store_suite::moving!(stores);
}

#[cfg(feature = "redb")]
mod redb {
    use super::*;
    use rowkey_store::RedbStore;
    use std::sync::Arc;

    fn stores() -> Blocks<Arc<RedbStore>> {
        let folder = tempfile::tempdir().unwrap();
        let old = RedbStore::open(folder.path().join("moving.redb"), "old").unwrap();
        let new = old.with_table("new").unwrap();
        Blocks([old, new].map(Arc::new))
    }

    store_suite::moving!(stores);
}

mod versions {
    use super::*;
    use store_suite::moving::{VersionedBlocks, VersionedWaits};
    use store_suite::timed::{TimedStore, World};

    fn stores(leaves_markers: bool) -> [TimedStore; 2] {
        let world = World::new(leaves_markers);
        ["old", "new"].map(|name| world.store(name))
    }

    /// Like HBase.
    mod blocking {
        use super::*;

        fn database() -> VersionedBlocks<TimedStore> {
            VersionedBlocks(stores(true))
        }

        store_suite::moving!(database: histories);
    }

    /// Like Bigtable.
    mod waited {
        use super::*;

        fn database() -> VersionedWaits<Blocking<TimedStore>, Park> {
            VersionedWaits { stores: stores(false).map(|store| Blocking::new(store, 2).unwrap()), run: Park }
        }

        store_suite::moving!(database: histories);
    }
}

/// Another program writes a row between the reads of a call and its transaction.
#[test]
fn a_move_begins_again_if_others_overtake_it() {
    fn check<D: Database>(new: impl Fn([Overtaken; 2]) -> D) {
        let (stores, deed) = ([(); 2].map(|()| MemoryStore::new()), Arc::<Mutex<Option<Deed>>>::default());
        let database = new(stores.clone().map(|rows| Overtaken { rows, deed: Arc::clone(&deed) }));
        let others = Arc::new(Blocks(stores));
        let meanwhile = |step, deed_of: fn(&dyn Program<Reading>)| {
            let others = Arc::clone(&others);
            *deed.lock().unwrap() = Some(Box::new(move || deed_of(&*others.program::<Widened>(step))));
        };
        let first = database.program::<Widened>(Some(MoveStep::OldFirst));
        let row = Widened::key(1);
        let mut go = |_: &Moved| ControlFlow::Continue(());

        // The copy of a row that is replaced, deleted, or created meanwhile.
        others.program::<Widened>(None).put(&row, b"old");
        meanwhile(None, |other| assert_eq!(other.put(&Widened::key(1), b"newer"), Outcome::Done));
        assert_eq!(first.move_rows(None, &mut go).0, Outcome::Done);
        let next = database.program::<Widened>(Some(MoveStep::NewFirst));
        assert_eq!(next.get(&row), Ok(Some(b"newer".to_vec())));

        others.program::<Widened>(None).put(&row, b"newest");
        meanwhile(None, |other| assert_eq!(other.delete(&Widened::key(1)), Outcome::Done));
        assert_eq!(first.move_rows(None, &mut go).0, Outcome::Done);
        assert_eq!((first.get(&row), next.get(&row)), (Ok(None), Ok(None)));

        // The expected value, and another one that is overtaken by it.
        for step in [MoveStep::OldFirst, MoveStep::NewFirst] {
            let program = database.program::<Widened>(Some(step));
            assert_eq!(program.put(&row, b"1"), Outcome::Done);
            meanwhile(Some(step), |other| assert_eq!(other.put(&Widened::key(1), b"2"), Outcome::Done));
            assert_eq!(program.compare_and_set(&row, Some(b"1"), Some(b"3")), Outcome::Differs);
            assert_eq!(program.get(&row), Ok(Some(b"2".to_vec())));
        }
    }
    check(Blocks);
    check(|stores| Waits { stores: stores.map(|store| Blocking::new(store, 2).unwrap()), run: Park });
}

#[test]
fn a_store_with_rows_of_both_types_is_refused() {
    #[derive(RowKey)]
    struct Wide(u64);
    #[derive(RowKey)]
    struct Other {
        #[rowkey(desc)]
        number: u64,
    }
    impl MovesTo<Other> for Wide {
        fn new_key(&self) -> Other {
            Other { number: self.0 }
        }

        fn old_key(new: &Other) -> Option<Self> {
            Some(Self(new.number))
        }
    }
    let store = MemoryStore::new();
    let table = MovingTable::<Wide, Other, _>::new(MoveStep::OldFirst, Table::new(&store), Table::new(&store));
    let error = table.put(&Other { number: 7 }, "lost").unwrap_err();
    assert!(matches!(error, TableError::SharedStore { name: "Wide", other: "Other" }), "{error}");
    assert!(table.move_rows(None, |_| ControlFlow::Continue(())).is_err());
    assert!(table.scan(None, |_| Other::scan().plan(), |_| Wide::scan().plan()).is_err());
    assert_eq!(table.count_old().unwrap(), 0);
}

#[test]
fn a_cursor_of_another_step_or_pass_is_rejected() {
    let (old, new) = (Table::new(MemoryStore::new()), Table::new(MemoryStore::new()));
    let program = |step| {
        let (old, new) = (old.clone().with_batch_rows(1), new.clone().with_batch_rows(1));
        MovingTable::<before::Reading, Reading, _>::new(step, old, new)
    };
    let first = program(MoveStep::OldFirst);
    old.put_all((0..3).map(|at| (before::Reading { device: 7, at }, "row"))).unwrap();
    let page = |step, cursor: Option<&str>| {
        let program = program(step);
        let mut rows = program.scan(cursor, |at| Widened::new_plan(1, at), |at| Widened::old_plan(1, at))?;
        rows.by_ref().for_each(drop);
        Ok::<_, TableError<_>>(rows.cursor().unwrap())
    };
    let of_old = page(MoveStep::OldFirst, None).unwrap();
    let of_pass = first.move_rows(None, |_| ControlFlow::Break(())).unwrap().cursor.unwrap();
    assert_eq!(first.move_rows(Some(&of_pass), |_| ControlFlow::Continue(())).unwrap().copied, 2);
    let of_new = page(MoveStep::NewFirst, None).unwrap();
    for (step, cursor) in [(MoveStep::OldFirst, &of_new), (MoveStep::NewFirst, &of_old), (MoveStep::NewOnly, &of_pass)]
    {
        let error = page(step, Some(cursor)).unwrap_err();
        assert!(matches!(&error, TableError::Cursor { found } if found == cursor), "{error}");
    }
    let last = program(MoveStep::NewOnly);
    let error = last.finish(Some(&of_pass), |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, TableError::Cursor { .. }), "{error}");
    assert_eq!(last.count_old().unwrap(), 3);
}

/// Three versions of one type, whose names are the same.
mod generations {
    use super::MovesTo;

    pub(super) mod v1 {
        #[derive(rowkey::RowKey, Debug, PartialEq)]
        #[rowkey(prefix = "1")]
        pub(crate) struct Reading(pub(crate) u8);
    }

    pub(super) mod v2 {
        #[derive(rowkey::RowKey, Debug, PartialEq)]
        #[rowkey(prefix = "2")]
        pub(crate) struct Reading(pub(crate) u8);
    }

    pub(super) mod v3 {
        #[derive(rowkey::RowKey, Debug, PartialEq)]
        #[rowkey(prefix = "3")]
        pub(crate) struct Reading(pub(crate) u8);
    }

    macro_rules! moves {
        ($($old:ident to $new:ident,)*) => {
            $(
                impl MovesTo<$new::Reading> for $old::Reading {
                    fn new_key(&self) -> $new::Reading {
                        $new::Reading(self.0)
                    }

                    fn old_key(new: &$new::Reading) -> Option<Self> {
                        Some(Self(new.0))
                    }
                }
            )*
        };
    }

    moves!(v1 to v2, v2 to v3, v2 to v1,);

    rowkey::laws!(v1::Reading, v2::Reading, v3::Reading);
    rowkey_store::move_laws!(v1::Reading => v2::Reading, v2::Reading => v3::Reading, v2::Reading => v1::Reading);
}

/// Moves all rows to another type, one of them to `key`, and finishes.
fn move_all<O: MovesTo<N>, N: OwnedKey>(store: &MemoryStore, key: &N) {
    let program = |step| MovingTable::<O, N, _>::new(step, Table::new(store), Table::new(store));
    program(MoveStep::OldFirst).move_rows(None, |_| ControlFlow::Continue(())).unwrap();
    assert!(program(MoveStep::NewFirst).contains(key).unwrap());
    program(MoveStep::NewOnly).finish(None, |_| ControlFlow::Continue(())).unwrap();
    // A program that begins later needs no old rows.
    assert!(program(MoveStep::NewOnly).contains(key).unwrap());
}

#[test]
fn each_move_needs_its_own_pass() {
    use generations::{v1, v2, v3};
    let store = MemoryStore::new();
    Table::new(&store).put(&v1::Reading(7), "row").unwrap();
    // Another move of types with the same names, before and after the first one has ended.
    let next = |key| {
        let (old, new) = (Table::new(&store), Table::new(&store));
        MovingTable::<v2::Reading, v3::Reading, _>::new(MoveStep::NewFirst, old, new).get(&v3::Reading(key))
    };
    let first =
        MovingTable::<v1::Reading, v2::Reading, _>::new(MoveStep::OldFirst, Table::new(&store), Table::new(&store));
    first.move_rows(None, |_| ControlFlow::Continue(())).unwrap();
    assert!(matches!(next(7), Err(TableError::NotCopied { .. })));
    move_all::<v1::Reading, _>(&store, &v2::Reading(7));
    assert!(matches!(next(7), Err(TableError::NotCopied { .. })));
    // The same move, after rows have come back to the old table.
    move_all::<v2::Reading, _>(&store, &v1::Reading(7));
    let again =
        MovingTable::<v1::Reading, v2::Reading, _>::new(MoveStep::NewOnly, Table::new(&store), Table::new(&store));
    let error = again.finish(None, |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, TableError::NotCopied { .. }), "{error}");
    assert_eq!(Table::new(&store).get(&v1::Reading(7)).unwrap(), Some(b"row".to_vec()));
}

#[test]
fn a_pass_that_stops_after_each_batch_ends() {
    let (old, new) = (Table::new(MemoryStore::new()), Table::new(MemoryStore::new()).with_batch_rows(4));
    old.put_all((0..10).map(|at| (before::Reading { device: 7, at }, "row"))).unwrap();
    let table = MovingTable::<before::Reading, Reading, _>::new(MoveStep::OldFirst, old, new);
    let mut cursor = None;
    // Three batches of the old table, and three of the new one.
    for _ in 0..7 {
        cursor = table.move_rows(cursor.as_deref(), |_| ControlFlow::Break(())).unwrap().cursor;
    }
    assert_eq!(cursor, None);
    assert_eq!(table.new_table().count(&Reading::scan().plan().unwrap()).unwrap(), 10);
}

#[cfg(feature = "fjall")]
mod fjall {
    use super::*;
    use crate::fjall::kept;
    use rowkey_store::FjallStore;

    fn stores() -> Blocks<FjallStore> {
        let old = kept("old");
        let new = old.with_table("new").unwrap();
        Blocks([old, new])
    }

    store_suite::moving!(stores);
}

rowkey::laws!(before::Reading, before::Text, before::Prefixed, before::Event, Reading, SaltedReading, Renamed, Event,);

// `before::Text` and `before::Event` have keys that cannot move.
rowkey_store::move_laws!(
    before::Reading => Reading, before::Reading => SaltedReading, before::Prefixed => Renamed,
);

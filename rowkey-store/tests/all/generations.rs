//! Tables whose salt changes while programs run. Each program is compared with a map, next to programs of the step
//! before and after.

use rowkey::{OwnedKey, RowKey, SecondaryKey, Subspace};
use rowkey_store::{
    AsyncIndexedTable, AsyncTable, AsyncTableBatch, Batch, Blocking, CompareAndSet, IndexedTable, KeyOf, MemoryStore,
    Move, Reader, Store, Table, TableBatch, TableError, Within,
};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use crate::rekey_all;
use store_suite::waited::{Park, Run};

/// The fields of a row.
type Id = (u16, u8);

/// Defines the key types of the programs in a salt change, one per step. The change goes from 3 buckets to 7, and then
/// to 5 buckets of another algorithm.
macro_rules! programs {
    ($($step:ident: ($($salt:tt)*);)*) => {
        $(
            #[derive(RowKey, Debug, PartialEq, Clone)]
            struct $step {
                #[salt($($salt)*)]
                id: u16,
                part: u8,
            }

            impl From<Id> for $step {
                fn from((id, part): Id) -> Self {
                    Self { id, part }
                }
            }

            impl From<$step> for Id {
                fn from(row: $step) -> Self {
                    (row.id, row.part)
                }
            }

            impl Row for $step {
                fn plan() -> rowkey::Plan<Self> {
                    Self::scan().plan().unwrap()
                }

                fn plan_of(id: u16) -> rowkey::Plan<Self> {
                    Self::scan().id(id).plan().unwrap()
                }
            }
        )*
    };
}

trait Row: OwnedKey + Clone + From<Id> + Into<Id> + 'static {
    fn plan() -> rowkey::Plan<Self>;
    fn plan_of(id: u16) -> rowkey::Plan<Self>;
}

programs! {
    Three: (buckets = 3);
    ThreeReadsSeven: (buckets = 3, was(7));
    SevenReadsThree: (buckets = 7, was(3));
    Seven: (buckets = 7);
    SevenReadsXor: (buckets = 7, was(xor(5), 3));
    XorReadsSeven: (xor, buckets = 5, was(xxh3(7), xxh3(3)));
    Xor: (xor, buckets = 5);
}

type Model = BTreeMap<Id, Vec<u8>>;

/// A change that a program makes.
#[derive(Clone, Copy, Debug)]
enum Change {
    Put,
    PutAll,
    Delete,
    DeleteAll,
    PutIfAbsent,
    CompareAndSet,
    Batch,
    /// Like `Batch`, with the async API.
    AsyncBatch,
    /// Rekeys one batch of rows, and then the rest.
    Rekey,
    /// The same for the second phase.
    FinishRekey,
}

const CHANGES: [Change; 10] = [
    Change::Put,
    Change::PutAll,
    Change::Delete,
    Change::DeleteAll,
    Change::PutIfAbsent,
    Change::CompareAndSet,
    Change::Batch,
    Change::AsyncBatch,
    Change::Rekey,
    Change::FinishRekey,
];

impl Change {
    const fn is_rekey(self) -> bool {
        matches!(self, Self::Rekey | Self::FinishRekey)
    }
}

/// A program: its changes of the store and of the model, and its reads.
struct Program {
    change: fn(&MemoryStore, &mut Model, Change, Id, &[u8]),
    read: fn(&MemoryStore, &[Id]) -> Result<(), String>,
    /// Returns the rows that the program finds.
    rows: fn(&MemoryStore) -> Model,
}

const fn program<K: Row>() -> Program {
    Program { change: change::<K>, read: read::<K>, rows: rows::<K> }
}

fn change<K: Row>(store: &MemoryStore, model: &mut Model, change: Change, row: Id, value: &[u8]) {
    let (table, key) = (Table::<K, _>::new(store.clone()), K::from(row));
    match change {
        Change::Put => {
            table.put(&key, value).unwrap();
            model.insert(row, value.to_vec());
        }
        Change::PutAll => {
            table.put_all([(K::from((row.0, 9)), "other"), (key, "other")]).unwrap();
            model.extend([((row.0, 9), b"other".to_vec()), (row, b"other".to_vec())]);
        }
        Change::Delete => {
            table.delete(&key).unwrap();
            model.remove(&row);
        }
        Change::DeleteAll => {
            let deleted = table.delete_all(&K::plan_of(row.0)).unwrap();
            let before = model.len();
            model.retain(|(id, _), _| *id != row.0);
            assert_eq!(deleted, (before - model.len()) as u64);
        }
        Change::PutIfAbsent => {
            let is_absent = !model.contains_key(&row);
            assert_eq!(table.put_if_absent(&key, value).unwrap(), is_absent);
            model.entry(row).or_insert(value.to_vec());
        }
        Change::CompareAndSet => {
            let old = model.get(&row).cloned();
            assert!(table.compare_and_set(&key, old.as_deref(), Some(value)).unwrap());
            assert!(!table.compare_and_set(&key, Some(&b"never"[..]), None).unwrap());
            model.insert(row, value.to_vec());
        }
        Change::Batch => {
            let mut batch = TableBatch::new();
            let old = model.get(&row).cloned();
            batch.expect(&table, &key, old.as_deref()).unwrap().put(&table, &key, value).unwrap();
            assert!(batch.write().unwrap());
            model.insert(row, value.to_vec());
        }
        Change::AsyncBatch => Park.run(async {
            let table = AsyncTable::<K, _>::new(Blocking::new(store.clone(), 1).unwrap());
            let mut batch = AsyncTableBatch::new();
            let old = model.get(&row).cloned();
            batch.expect(&table, &key, old.as_deref()).await.unwrap().put(&table, &key, value).unwrap();
            assert!(batch.write().await.unwrap());
            model.insert(row, value.to_vec());
        }),
        Change::Rekey => {
            let stopped = table.rekey(None, |_| ControlFlow::Break(())).unwrap();
            assert_eq!(table.rekey(stopped.cursor.as_deref(), |_| ControlFlow::Continue(())).unwrap().cursor, None);
        }
        Change::FinishRekey => {
            let stopped = table.finish_rekey(None, |_| ControlFlow::Break(())).unwrap();
            let done = table.finish_rekey(stopped.cursor.as_deref(), |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(done.cursor, None);
        }
    }
}

fn rows<K: Row>(store: &MemoryStore) -> Model {
    let table = Table::<K, _>::new(store.clone());
    table.scan(&K::plan()).unwrap().map(|row| row.map(|(key, value)| (key.into(), value)).unwrap()).collect()
}

/// Checks that all read methods agree.
fn read<K: Row>(store: &MemoryStore, keys: &[Id]) -> Result<(), String> {
    let (table, plan) = (Table::<K, _>::new(store.clone()), K::plan());
    let rows: Vec<(Id, Vec<u8>)> =
        table.scan(&plan).unwrap().map(|row| row.map(|(key, value)| (key.into(), value)).unwrap()).collect();
    let sorted = rows.is_sorted_by(|a, b| a.0 < b.0);
    let by_range = table.scan_by_range(&plan).unwrap().count();
    let keys_alone = table.keys(&plan).unwrap().count();
    let counts = (rows.len(), rows.len(), rows.len() as u64);
    if !sorted || (by_range, keys_alone, table.count(&plan).unwrap()) != counts {
        return Err(format!(
            "{rows:?}, {by_range} by range, {keys_alone} keys, {} counted",
            table.count(&plan).unwrap()
        ));
    }
    let model: Model = rows.into_iter().collect();
    for key in keys {
        let found = table.get(&K::from(*key)).unwrap();
        let is_there = table.contains(&K::from(*key)).unwrap();
        let of_id = table.count(&K::plan_of(key.0)).unwrap();
        let expected = model.range((key.0, 0)..=(key.0, 255)).count() as u64;
        if found.as_ref() != model.get(key) || is_there != found.is_some() || of_id != expected {
            return Err(format!("{key:?}: {found:?}, {is_there}, {of_id} of the id, in {model:?}"));
        }
    }
    Ok(())
}

/// Runs every sequence of this many changes by two programs, and lets both read after each change. Returns the first
/// difference from a map.
fn differs(programs: [Program; 2], may_rekey: bool, length: u32) -> Option<String> {
    let changes: Vec<Change> = CHANGES.into_iter().filter(|it| may_rekey || !it.is_rekey()).collect();
    let choices = 2 * changes.len();
    let keys = [(id_with_three_places(), 1), (id_with_three_places(), 9)];
    for sequence in 0..choices.pow(length) {
        let (store, mut model, mut said) = (MemoryStore::new(), Model::new(), Vec::new());
        let mut rest = sequence;
        for step in 0..length as u8 {
            let (program, change) = (rest % 2, changes[rest / 2 % changes.len()]);
            // Only the newer program rekeys.
            let program = if change.is_rekey() { 1 } else { program };
            rest /= choices;
            said.push((program, change));
            (programs[program].change)(&store, &mut model, change, keys[0], &[b'0' + step]);
            for reader in &programs {
                let found = (reader.rows)(&store);
                let other = (reader.read)(&store, &keys).err();
                if found != model || other.is_some() {
                    return Some(format!("{said:?}: expected {model:?}, found {found:?}; {other:?}"));
                }
            }
        }
    }
    None
}

/// Returns an id whose rows have a different storage location in each salt version, so that every sequence could go
/// wrong.
fn id_with_three_places() -> u16 {
    let has_three = |id: &u16| XorReadsSeven { id: *id, part: 1 }.keys_of_all_versions().unwrap().len() == 3;
    (0..100).find(has_three).unwrap()
}

#[test]
fn programs_of_steps_that_follow_each_other_run_side_by_side() {
    assert_eq!(differs([program::<Three>(), program::<ThreeReadsSeven>()], false, 3), None);
    assert_eq!(differs([program::<ThreeReadsSeven>(), program::<SevenReadsThree>()], true, 3), None);
    // A second change of the salt before the rows of the first one are moved.
    assert_eq!(differs([program::<SevenReadsThree>(), program::<SevenReadsXor>()], true, 3), None);
    assert_eq!(differs([program::<SevenReadsXor>(), program::<XorReadsSeven>()], true, 3), None);
}

/// Shows why the order of a rolling deployment matters.
#[test]
fn a_step_that_is_left_out_loses_rows() {
    let lost = catch(|| differs([program::<Three>(), program::<SevenReadsThree>()], false, 2));
    assert!(lost, "a program that does not know 7 buckets read what one has written that does");
}

fn catch(run: impl FnOnce() -> Option<String> + std::panic::UnwindSafe) -> bool {
    std::panic::catch_unwind(run).map_or(true, |found| found.is_some())
}

/// Runs two programs in each step of the change. Before each next step, the newer program moves all rows.
#[test]
fn a_table_goes_through_all_steps() {
    let steps = [
        program::<Three>(),
        program::<ThreeReadsSeven>(),
        program::<SevenReadsThree>(),
        program::<SevenReadsXor>(),
        program::<XorReadsSeven>(),
    ];
    let mut random = fastrand::Rng::with_seed(11);
    for round in 0..20 {
        let (store, mut model) = (MemoryStore::new(), Model::new());
        for pair in steps.windows(2) {
            for _ in 0..60 {
                let change = CHANGES[random.usize(..CHANGES.len())];
                let is_newer = random.bool() || change.is_rekey();
                let change = match change {
                    // Programs of the step before may still write rows, so most rekeys become puts.
                    change if change.is_rekey() && random.u8(..4) > 0 => Change::Put,
                    change => change,
                };
                let row = (random.u16(..30), random.u8(..3));
                (pair[usize::from(is_newer)].change)(&store, &mut model, change, row, &[random.u8(..)]);
            }
            for program in pair {
                assert_eq!((program.rows)(&store), model, "round {round}");
                (program.read)(&store, &model.keys().copied().collect::<Vec<_>>()).unwrap();
            }
        }
        rekey_all(&Table::<XorReadsSeven, _>::new(store.clone()));
        assert_eq!((program::<Xor>().rows)(&store), model, "round {round}");
    }
}

#[test]
fn rows_are_moved_batch_by_batch() {
    let store = MemoryStore::new();
    let old = Table::<Three, _>::new(store.clone());
    old.put_all((0..5_000).map(|id| (Three { id, part: 0 }, id.to_string()))).unwrap();
    // Rows outside of the table's storage locations stay.
    store.write(Batch::new().put([1, 0, 0], "damaged").put([7, 0, 1, 0], "beyond")).unwrap();
    let new = Table::<SevenReadsThree, _>::new(store.clone());
    let all = SevenReadsThree::plan();
    let to_move = (0..5_000).filter(|&id| Three { id, part: 0 }.key() != Seven { id, part: 0 }.key()).count() as u64;

    for is_last in [false, true] {
        let (mut cursor, mut moved, mut calls) = (None::<String>, 0, 0);
        loop {
            let done = match is_last {
                false => new.rekey(cursor.as_deref(), |_| ControlFlow::Break(())).unwrap(),
                true => new.finish_rekey(cursor.as_deref(), |_| ControlFlow::Break(())).unwrap(),
            };
            assert!(done.moved <= 1_000, "{done:?}");
            (moved, calls) = (moved + done.moved, calls + 1);
            assert_eq!(new.count_older().unwrap(), if is_last { to_move - moved } else { to_move });
            assert_eq!(new.count(&all).unwrap(), 5_001, "rows that are half moved");
            cursor = done.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(moved, to_move);
        assert!(calls > 5, "{calls} calls");
    }
    let now = Table::<Seven, _>::new(store.clone());
    assert_eq!(now.count(&Seven::plan()).unwrap(), 5_001);
    assert!((0..5_000).all(|id| now.get(&Seven { id, part: 0 }).unwrap() == Some(id.to_string().into())));
    assert_eq!(store.get(&[1, 0, 0]).unwrap(), Some(b"damaged".to_vec()));

    // From the start once more: no row is left to move.
    let again = new.rekey(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((again.moved, again.cursor), (0, None));
    for cursor in ["", "xyz", "03", "0"] {
        let refused = new.rekey(Some(cursor), |_| ControlFlow::Continue(())).unwrap_err();
        assert!(matches!(refused, TableError::Cursor { found } if found == cursor));
    }
    // With another batch size, also for deletes.
    let few = new.with_batch_rows(100);
    old.put_all((0..1_000).map(|id| (Three { id, part: 0 }, "again"))).unwrap();
    let (mut steps, mut moved) = (0, 0);
    let whole = few.rekey(None, |so_far| {
        assert!(so_far.moved <= moved + 100);
        (steps, moved) = (steps + 1, so_far.moved);
        ControlFlow::Continue(())
    });
    assert_eq!(whole.unwrap().moved, moved);
    assert!(steps > 10 && moved > 700, "{moved} in {steps} steps");
    let Err(TableError::NotDeleted { deleted, rows, key, .. }) = few.delete_all(&all) else { panic!("it is damaged") };
    assert_eq!((deleted, rows, key), (5_000, 1, vec![1, 0, 0]));
    assert_eq!(few.count(&all).unwrap(), 1);
    // A table without older salt versions.
    assert_eq!(now.rekey(Some("xyz"), |_| ControlFlow::Break(())).unwrap().moved, 0);
}

/// A row that an older program puts before the cursor is not copied, so it is not deleted either.
#[test]
fn rows_that_come_meanwhile_are_left() {
    let store = MemoryStore::new();
    let (old, new) = (Table::<Three, _>::new(store.clone()), Table::<SevenReadsThree, _>::new(store));
    old.put_all((0..3_000).map(|id| (Three { id, part: 0 }, ""))).unwrap();
    let is_late = |row: &Three| row.key()[0] == 0 && Seven { id: row.id, part: 0 }.key()[0] != 0;
    let late = (3_000..).map(|id| Three { id, part: 0 }).find(is_late).unwrap();
    let done = new.rekey(None, |done| {
        if done.cursor.as_ref().is_some_and(|cursor| cursor.starts_with("02")) {
            old.put(&late, "").unwrap();
        }
        ControlFlow::Continue(())
    });
    done.unwrap();
    new.finish_rekey(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(new.count_older().unwrap(), 1);
    assert!(new.contains(&SevenReadsThree { id: late.id, part: 0 }).unwrap());
    assert_eq!(rekey_all(&new), 1);
}

/// If a row is at several storage locations, the row at the oldest one was written last.
#[test]
fn the_newest_of_several_rows_is_kept() {
    let at = XorReadsSeven { id: id_with_three_places(), part: 1 };
    let places = at.keys_of_all_versions().unwrap();
    assert_eq!(places.len(), 3);
    for held in 1..8_usize {
        let store = MemoryStore::new();
        let stands: Vec<usize> = (0..3).filter(|place| held >> place & 1 == 1).collect();
        let mut batch = Batch::new();
        for place in &stands {
            batch.put(places[*place], place.to_string());
        }
        store.write(&batch).unwrap();
        let (table, all) = (Table::<XorReadsSeven, _>::new(store.clone()), XorReadsSeven::plan());
        let newest = Some(stands.last().unwrap().to_string().into_bytes());
        let scanned = || table.scan(&all).unwrap().map(|row| row.unwrap().1).collect::<Vec<_>>();
        assert_eq!((table.get(&at).unwrap(), scanned()), (newest.clone(), newest.clone().into_iter().collect()));
        assert_eq!(table.count(&all).unwrap(), 1);
        table.rekey(None, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(store.get(&places[0]).unwrap(), newest);
        assert_eq!((table.get(&at).unwrap(), scanned()), (newest.clone(), newest.clone().into_iter().collect()));
        rekey_all(&table);
        assert!(places[1..].iter().all(|place| store.get(place).unwrap().is_none()));
        assert_eq!((store.get(&places[0]).unwrap(), table.get(&at).unwrap()), (newest.clone(), newest));
    }
}

/// With three salt versions, the first and the last can give a row the same location. It then counts as the location of
/// the oldest version.
#[test]
fn a_place_of_several_generations_counts_as_that_of_the_oldest() {
    programs! {
        Present: (xor, buckets = 5, was(xxh3(3), xxh3(5)));
        First: (xxh3, buckets = 5);
        Second: (buckets = 3);
        Third: (xor, buckets = 5);
    }
    let mut seen = BTreeMap::new();
    for id in 0..200 {
        let (row, key) = ((id, 1), Present { id, part: 1 });
        let by_age = [First::from(row).key(), Second::from(row).key(), Third::from(row).key()].map(|key| key.to_vec());
        let [first, second, third] = &by_age;
        let shape = (first == second, second == third, first == third);
        *seen.entry(shape).or_insert(0) += 1;
        if seen[&shape] > 2 {
            continue;
        }
        for held in 1..8_usize {
            // The bits of `held` select the locations that have the row. The value of each row is its location.
            let mut batch = Batch::new();
            by_age
                .iter()
                .enumerate()
                .filter(|(at, _)| held >> at & 1 == 1)
                .for_each(|(_, key)| _ = batch.put(key, key));
            let filled = || {
                let store = MemoryStore::new();
                store.write(&batch).unwrap();
                store
            };
            let is_held =
                |place: &Vec<u8>| by_age.iter().enumerate().any(|(at, it)| it == place && held >> at & 1 == 1);
            let newest = by_age.iter().find(|place| is_held(place)).unwrap().clone();
            let only_present = |store: &MemoryStore, value: &[u8]| {
                let rows = store.scan(rowkey::KeyRange::all(), rowkey_store::Direction::Forward).unwrap();
                assert_eq!(rows.map(Result::unwrap).collect::<Vec<_>>(), [(third.clone(), value.to_vec())]);
            };

            let store = filled();
            let table = Table::<Present, _>::new(store.clone());
            assert_eq!(table.get(&key).unwrap().as_ref(), Some(&newest), "{by_age:?} held {held:b}");
            for plan in [Present::plan(), Present::plan().reversed(), Present::plan_of(id)] {
                let rows = table.scan(&plan).unwrap().map(Result::unwrap);
                assert_eq!(rows.collect::<Vec<_>>(), [(key.clone(), newest.clone())], "{by_age:?} held {held:b}");
                assert_eq!(table.count(&plan).unwrap(), 1);
            }
            let cursor = Present::plan().cursor(&newest);
            assert_eq!(table.count(&Present::scan().resume(Some(&cursor)).plan().unwrap()).unwrap(), 0);
            table.rekey(None, |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(table.get(&key).unwrap().as_ref(), Some(&newest), "{by_age:?} held {held:b}");
            assert_eq!(store.get(third).unwrap().as_ref(), Some(&newest), "{by_age:?} held {held:b}");
            rekey_all(&table);
            only_present(&store, &newest);

            let store = filled();
            let waited = AsyncTable::<Present, _>::new(Blocking::new(store.clone(), 1).unwrap());
            assert_eq!(Park.run(waited.get(&key)).unwrap().as_ref(), Some(&newest));
            Park.run(waited.rekey(None, |_| ControlFlow::Continue(()))).unwrap();
            Park.run(waited.finish_rekey(None, |_| ControlFlow::Continue(()))).unwrap();
            only_present(&store, &newest);

            let store = filled();
            assert!(Table::<Present, _>::new(&store).compare_and_set(&key, Some(&newest[..]), Some(b"new")).unwrap());
            only_present(&store, b"new");

            let store = filled();
            Table::<Present, _>::new(&store).put(&key, "new").unwrap();
            only_present(&store, b"new");
        }
    }
    assert!(seen.contains_key(&(false, false, true)) && seen.contains_key(&(false, false, false)), "{seen:?}");
}

/// Other programs put and delete while rows are moved. No change is lost, and every read finds the rows.
fn moves_past_writers<S: CompareAndSet + Clone + Send + Sync>(store: &S, rounds: u16) {
    const ROWS: u16 = 40;
    let old = Table::<Three, _>::new(store.clone());
    let new = Table::<SevenReadsThree, _>::new(store.clone());
    old.put_all((0..ROWS).map(|id| (Three { id, part: 0 }, "0"))).unwrap();
    std::thread::scope(|threads| {
        let mover = threads.spawn(|| {
            while store.get(b"end").unwrap().is_none() {
                new.rekey(None, |_| ControlFlow::Continue(())).unwrap();
                new.finish_rekey(None, |_| ControlFlow::Continue(())).unwrap();
            }
        });
        let reader = threads.spawn(|| {
            while store.get(b"end").unwrap().is_none() {
                for id in 1..ROWS {
                    assert!(new.get(&SevenReadsThree { id, part: 0 }).unwrap().is_some(), "{id} was missed");
                }
                assert!(new.count(&SevenReadsThree::plan()).unwrap() >= u64::from(ROWS) - 1);
            }
        });
        for round in 1..=rounds {
            let value = round.to_string();
            for id in 1..ROWS {
                // Writes like the programs of both steps.
                if (id + round) % 2 == 0 {
                    let from = Table::<ThreeReadsSeven, _>::new(store.clone());
                    from.put(&ThreeReadsSeven { id, part: 0 }, &value).unwrap();
                } else {
                    new.put(&SevenReadsThree { id, part: 0 }, &value).unwrap();
                }
                assert_eq!(new.get(&SevenReadsThree { id, part: 0 }).unwrap(), Some(value.clone().into()));
            }
            new.delete(&SevenReadsThree { id: 0, part: 0 }).unwrap();
            assert_eq!(new.get(&SevenReadsThree { id: 0, part: 0 }).unwrap(), None);
        }
        store.write(Batch::new().put("end", "")).unwrap();
        mover.join().unwrap();
        reader.join().unwrap();
    });
    rekey_all(&new);
    let now = Table::<Seven, _>::new(store.clone());
    let rows: Vec<_> = now.scan(&Seven::plan()).unwrap().map(|row| row.unwrap()).collect();
    let expected = (1..ROWS).map(|id| (Seven { id, part: 0 }, rounds.to_string().into_bytes()));
    assert_eq!(rows, expected.collect::<Vec<_>>());
}

#[test]
fn memory_moves_rows_past_writers() {
    moves_past_writers(&MemoryStore::new(), 200);
}

/// The rows of another subspace stay as they are.
#[test]
fn a_subspace_moves_its_own_rows_past_writers() {
    let store = MemoryStore::new();
    let other = Table::<Three, _>::new(Within::new(store.clone(), Subspace::new(b"other/")));
    other.put_all((0..40).map(|id| (Three { id, part: 0 }, ""))).unwrap();
    moves_past_writers(&Within::new(store, Subspace::new(b"acme/")), 20);
    assert_eq!(other.count(&Three::plan()).unwrap(), 40);
}

#[cfg(feature = "redb")]
#[test]
fn redb_moves_rows_past_writers() {
    let dir = tempfile::tempdir().unwrap();
    moves_past_writers(&rowkey_store::RedbStore::open(dir.path().join("rows.redb"), "rows").unwrap(), 2);
}

#[cfg(feature = "fjall")]
#[test]
fn fjall_moves_rows_past_writers() {
    moves_past_writers(&crate::fjall::kept("rows"), 20);
}

/// An engine without snapshots. Another program moves its rows between two reads.
#[derive(Clone)]
struct Moving {
    store: MemoryStore,
    /// The moves to make, one before each read.
    moves: Rc<RefCell<Vec<Option<Move>>>>,
}

impl Store for Moving {
    type Error = std::convert::Infallible;
    type Reader<'s> = Self;

    fn reader(&self) -> Result<Self, Self::Error> {
        Ok(self.clone())
    }

    fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
        self.store.write(batch)
    }
}

impl Reader for Moving {
    type Error = std::convert::Infallible;
    type Scan = rowkey_store::memory::MemoryScan;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error> {
        if let Some(Some((from, to))) = self.moves.borrow_mut().pop() {
            self.store.move_row(&from, &to)?;
        }
        self.store.get(key)
    }

    fn scan(&self, range: rowkey::KeyRange, direction: rowkey_store::Direction) -> Self::Scan {
        self.store.reader().map(|reader| reader.scan(range, direction)).unwrap_or_else(|error| match error {})
    }
}

/// Moves the row once, from one location to the other, before any of the reads.
#[test]
fn a_row_that_is_moved_while_it_is_looked_for_is_found() {
    let at = SevenReadsThree { id: id_with_three_places(), part: 1 };
    let places: Vec<Vec<u8>> = at.keys_of_all_versions().unwrap().into_iter().map(Vec::from).collect();
    for (from, to, before) in [(0, 1), (1, 0)].into_iter().flat_map(|(from, to)| (0..3).map(move |at| (from, to, at))) {
        let store = MemoryStore::new();
        store.write(Batch::new().put(&places[from], "v")).unwrap();
        let mut moves = vec![None; 3];
        moves[2 - before] = Some((places[from].clone(), places[to].clone()));
        let moves = Rc::new(RefCell::new(moves));
        let table = Table::<SevenReadsThree, _>::new(Moving { store: store.clone(), moves: moves.clone() });
        assert_eq!(table.get(&at).unwrap(), Some(b"v".to_vec()), "from {from} to {to}, before read {before}");
    }
}

/// An engine that changes one row at a time. Another writer makes a change before one of its steps.
struct OneByOne {
    store: MemoryStore,
    steps_before: Cell<usize>,
    other: Batch,
}

impl OneByOne {
    fn step(&self) {
        let left = self.steps_before.get();
        if left == 0 {
            self.store.write(&self.other).unwrap();
        }
        self.steps_before.set(left.wrapping_sub(1));
    }
}

impl Store for OneByOne {
    type Error = std::convert::Infallible;
    type Reader<'s> = rowkey_store::memory::MemoryReader;

    fn reader(&self) -> Result<Self::Reader<'_>, Self::Error> {
        self.store.reader()
    }

    fn write(&self, batch: &Batch) -> Result<(), Self::Error> {
        self.store.write(batch)
    }

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Self::Error> {
        self.step();
        self.store.get(key)
    }
}

impl CompareAndSet for OneByOne {
    fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: rowkey_store::Change<'_>,
    ) -> Result<bool, Self::Error> {
        self.step();
        self.store.compare_and_set(key, expected, change)
    }
}

/// Moves a row in two steps. A program of either step changes it before any of the reads and writes.
#[test]
fn a_move_in_two_steps_loses_no_change() {
    let mut others = [Batch::new(), Batch::new(), Batch::new(), Batch::new()];
    others[0].delete("old").delete("new");
    others[1].put("new", "2").delete("old");
    others[2].put("old", "2").delete("new");
    // The rows as they were before the move.
    others[3].put("new", "0").delete("old");
    let results = [None, Some("2"), Some("2"), Some("0")];
    for (other, result) in others.iter().zip(results) {
        let cases = (0..10).flat_map(|steps| [(steps, false), (steps, true)]);
        for ((steps, there), copies) in cases.flat_map(|case| [(case, false), (case, true)]) {
            let store = MemoryStore::new();
            let mut batch = Batch::new();
            batch.put("old", "1");
            if there {
                batch.put("new", "0");
            }
            store.write(&batch).unwrap();
            let engine = OneByOne { store: store.clone(), steps_before: Cell::new(steps), other: other.clone() };
            let moves = [(b"old".to_vec(), b"new".to_vec())];
            if copies {
                // Repeats until all rows are copied.
                while store.get(b"old").unwrap().is_some() {
                    engine.copy_rows(&moves).unwrap();
                    engine.delete_copied(&moves).unwrap();
                }
            } else {
                engine.move_row(b"old", b"new").unwrap();
            }
            let was_changed = engine.steps_before.get() > steps;
            let expected = if was_changed { result } else { Some("1") };
            let found = store.get(b"new").unwrap();
            assert_eq!(
                found.as_deref(),
                expected.map(str::as_bytes),
                "{other:?} before step {steps}, there: {there}, copies: {copies}"
            );
            assert_eq!(store.get(b"old").unwrap(), None);
        }
    }
}

#[test]
fn rows_are_moved_in_two_steps_as_in_one() {
    let never = Cell::new(usize::MAX);
    let engine = OneByOne { store: MemoryStore::new(), steps_before: never, other: Batch::new() };
    store_suite::conformance::moves_rows(&engine);
    let never = Cell::new(usize::MAX);
    let engine = OneByOne { store: MemoryStore::new(), steps_before: never, other: Batch::new() };
    store_suite::conformance::copies_rows(&engine);
}

/// A program of the step before puts a row at its older location, between `expect` and the write of a batch.
#[test]
fn a_batch_expects_a_row_at_all_its_places() {
    for (waits, moved) in [(false, true), (false, false), (true, true), (true, false)] {
        let store = MemoryStore::new();
        let (old, new) = (Table::<Three, _>::new(&store), Table::<SevenReadsThree, _>::new(&store));
        let id = (0..).find(|&id| (Three { id, part: 0 }).key()[..] != (Seven { id, part: 0 }).key()[..]).unwrap();
        let (key, meanwhile) = (SevenReadsThree { id, part: 0 }, || old.put(&Three { id, part: 0 }, "2").unwrap());
        if moved {
            old.put(&Three { id, part: 0 }, "1").unwrap();
        }
        let expected = moved.then_some("1");
        let is_written = if waits {
            Park.run(async {
                let new = AsyncTable::<SevenReadsThree, _>::new(Blocking::new(store.clone(), 1).unwrap());
                let mut batch = AsyncTableBatch::new();
                batch.expect(&new, &key, expected).await.unwrap().put(&new, &key, "3").unwrap();
                meanwhile();
                batch.write().await.unwrap()
            })
        } else {
            let mut batch = TableBatch::new();
            batch.expect(&new, &key, expected).unwrap().put(&new, &key, "3").unwrap();
            meanwhile();
            batch.write().unwrap()
        };
        assert!(!is_written);
        assert_eq!(new.get(&key).unwrap(), Some(b"2".to_vec()));
    }
}

/// After a reindex, the secondary keys of moved rows contain their current locations.
#[test]
fn secondary_keys_follow_their_rows() {
    #[derive(RowKey, Debug, PartialEq)]
    struct ByPart(u8, u16);

    impl SecondaryKey<Three> for ByPart {
        fn row(&self) -> Three {
            Three { id: self.1, part: self.0 }
        }
    }

    impl SecondaryKey<SevenReadsThree> for ByPart {
        fn row(&self) -> SevenReadsThree {
            SevenReadsThree { id: self.1, part: self.0 }
        }
    }

    for waits in [false, true] {
        let (store, keys) = (MemoryStore::new(), MemoryStore::new());
        let old = Table::new(keys.clone()).with_values::<KeyOf<Three>>();
        let old = IndexedTable::new(Table::<Three, _>::new(store.clone()))
            .with_key(&old, |row: &Three, _| ByPart(row.part, row.id));
        old.put_all((0..50).map(|id| (Three { id, part: 0 }, ""))).unwrap();

        let present = Table::<SevenReadsThree, _>::new(store.clone());
        assert!(rekey_all(&present) > 20);
        let done = if waits {
            let [rows, keys] = [store, keys.clone()].map(|store| Blocking::new(store, 1).unwrap());
            let new = AsyncIndexedTable::new(AsyncTable::<SevenReadsThree, _>::new(rows))
                .with_key(&AsyncTable::new(keys).with_values(), |row: &SevenReadsThree, _| ByPart(row.part, row.id));
            Park.run(new.reindex(None, |_| ControlFlow::Continue(()))).unwrap()
        } else {
            let pointers = Table::new(keys.clone()).with_values();
            let new =
                IndexedTable::new(present).with_key(&pointers, |row: &SevenReadsThree, _| ByPart(row.part, row.id));
            new.reindex(None, |_| ControlFlow::Continue(())).unwrap()
        };
        assert!(done.added > 20 && done.removed == 0, "{done:?}");
        let pointers = Table::<ByPart, _>::new(keys).with_values::<KeyOf<Seven>>();
        let rows = pointers.scan(&ByPart::scan().plan().unwrap()).unwrap();
        assert_eq!(rows.map(|row| row.unwrap().1.id).collect::<Vec<_>>(), (0..50).collect::<Vec<_>>());
    }
}

/// Reindexes before `rekey`, between its two steps, while rows move, and after it. A copied row is one row.
#[test]
fn a_reindex_may_run_during_a_rekey() {
    for waits in [false, true] {
        reindexes_during_a_rekey::<Three, SevenReadsThree, Seven>(waits);
        // Here a reindex comes to the copies before it comes to their rows.
        reindexes_during_a_rekey::<Seven, ThreeReadsSeven, Three>(waits);
    }
}

/// A secondary key that two rows cannot share.
#[derive(RowKey, Debug, PartialEq)]
struct ByPart(u8);

fn part_of<K: Row>(row: &K, _: &Vec<u8>) -> ByPart {
    ByPart(row.clone().into().1)
}

/// `Old` is the program before the change, `New` the one that copies rows, and `Next` the one that knows no older rows.
fn reindexes_during_a_rekey<Old: Row, New: Row, Next: Row>(waits: bool) {
    let ids = |ids: std::ops::Range<u16>| ids.map(|id| (id, id as u8));
    let place = |id: u16| Next::from((id, id as u8)).encode().unwrap().as_ref().to_vec();
    let row = |id: u16| New::from((id, id as u8));
    let (store, keys) = (MemoryStore::new(), MemoryStore::new());
    let new = || {
        IndexedTable::new(Table::<New, _>::new(store.clone()).with_batch_rows(7))
            .with_unique_key(&Table::new(keys.clone()).with_values(), part_of)
    };
    let reindex = |mut meanwhile: Box<dyn FnMut()>| {
        let progress = |_: &_| {
            meanwhile();
            ControlFlow::Continue(())
        };
        let done = if waits {
            let [rows, keys] = [&store, &keys].map(|store| Blocking::new(store.clone(), 1).unwrap());
            let new = AsyncIndexedTable::new(AsyncTable::<New, _>::new(rows).with_batch_rows(7))
                .with_unique_key(&AsyncTable::new(keys).with_values(), part_of);
            Park.run(new.reindex(None, progress))
        } else {
            new().reindex(None, progress)
        };
        done.map(|done| (done.rows, done.added, done.removed))
    };
    let quiet = || Box::new(|| ());
    // Every row has its secondary key, with its current place.
    let check = |expected: Vec<Id>| {
        let rows = Table::<ByPart, _>::new(keys.clone()).with_values::<KeyOf<Next>>();
        let rows = rows.scan(&ByPart::scan().plan().unwrap()).unwrap().map(|row| row.unwrap().1.into());
        assert_eq!(rows.collect::<Vec<Id>>(), expected);
    };
    let lose_all = || Table::<ByPart, _>::new(keys.clone()).delete_all(&ByPart::scan().plan().unwrap()).unwrap();

    let old = IndexedTable::new(Table::<Old, _>::new(store.clone()))
        .with_unique_key(&Table::new(keys.clone()).with_values(), part_of);
    old.put_all(ids(0..50).map(|id| (Old::from(id), ""))).unwrap();
    let moved = ids(0..50).filter(|&id| Old::from(id).encode().unwrap().as_ref() != place(id.0)).count() as u64;
    assert_eq!(reindex(quiet()).unwrap(), (50, moved, 0));
    check(ids(0..50).collect());

    assert!(moved > 20 && new().table().rekey(None, |_| ControlFlow::Continue(())).unwrap().moved == moved);
    assert_eq!(reindex(quiet()).unwrap(), (50, 0, 0));
    lose_all();
    assert_eq!(reindex(quiet()).unwrap(), (50, 50, 0));
    check(ids(0..50).collect());

    // Two rows with one secondary key are still refused, also if one of them has a copy.
    let double = New::from((900, 5));
    new().table().put(&double, "").unwrap();
    let error = reindex(quiet()).unwrap_err();
    assert!(matches!(&error, TableError::NotUnique { row, .. } if *row == place(5)), "{error:?}");
    new().table().delete(&double).unwrap();

    // Rows change and go between the steps.
    new().delete(&row(49)).unwrap();
    new().put(&row(48), "again").unwrap();
    new().table().delete(&row(47)).unwrap();
    assert_eq!(reindex(quiet()).unwrap(), (48, 0, 1));

    // Rows leave their older places while a reindex goes over them.
    lose_all();
    let (mover, mut calls) = (new(), 0);
    let finish = move || {
        calls += 1;
        if calls == 3 {
            mover.table().finish_rekey(None, |_| ControlFlow::Continue(())).unwrap();
        }
    };
    assert_eq!(reindex(Box::new(finish)).unwrap().1, 48);
    assert_eq!(new().table().count_older().unwrap(), 0);
    check(ids(0..47).chain(ids(48..49)).collect());
    assert_eq!(reindex(quiet()).unwrap(), (48, 0, 0));
}

rowkey::laws!(ByPart);

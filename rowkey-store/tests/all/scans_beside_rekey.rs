//! Scans that run while rows move, through `Blocking`, which does not read snapshots.

use fastrand::Rng;
use rowkey::RowKey;
use rowkey_store::{AsyncTable, Blocking, MemoryStore, Table};
use std::ops::ControlFlow;
use store_suite::scans_beside_rekey::{Call, Changed, OtherSalt, OtherTags, before, history};
use store_suite::waited::{Park, Run};

/// Returns the first fault in many histories.
fn first_fault<C: Changed>(waits_for_scans: bool) -> Option<String> {
    (0..150).find_map(|seed| {
        let mut random = Rng::with_seed(seed);
        let store = Blocking::new(MemoryStore::new(), 1).unwrap().with_page_rows(random.usize(1..20));
        // A clone shares the rows.
        let fault = Park.run(history::<C, _>(store, &mut random, waits_for_scans));
        fault.map(|fault| format!("seed {seed}, {fault}"))
    })
}

#[test]
fn scans_beside_rekey_find_every_row_while_a_salt_changes() {
    assert_eq!(first_fault::<OtherSalt>(true), None);
}

#[test]
fn scans_beside_rekey_find_every_row_while_tags_change() {
    assert_eq!(first_fault::<OtherTags>(true), None);
}

/// Shows why `finish_rekey` must wait: without the wait, the histories include scans that miss rows.
#[test]
fn a_scan_misses_rows_if_the_older_places_go_while_it_runs() {
    assert!(first_fault::<OtherSalt>(false).is_some_and(|fault| fault.contains("missing")));
    assert!(first_fault::<OtherTags>(false).is_some_and(|fault| fault.contains("missing")));
}

/// The smallest case: the scan reads one row, `rekey` copies all rows, and the scan continues.
#[test]
fn a_scan_that_began_before_rekey_finds_every_row() {
    let memory = MemoryStore::new();
    Table::new(&memory).put_all((0..1_000).map(|id| (before::Call(id), ""))).unwrap();
    let calls = AsyncTable::<Call, _>::new(Blocking::new(memory.clone(), 1).unwrap().with_page_rows(10));
    Park.run(async {
        let mut rows = calls.scan(&Call::scan().plan().unwrap()).await.unwrap();
        let mut found = vec![rows.next().await.unwrap().unwrap().0.0];
        let copied = calls.rekey(None, |_| ControlFlow::Continue(())).await.unwrap().moved;
        while let Some(row) = rows.next().await {
            found.push(row.unwrap().0.0);
        }
        assert!(found.into_iter().eq(0..1_000));
        assert_eq!(calls.finish_rekey(None, |_| ControlFlow::Continue(())).await.unwrap().moved, copied);
        assert_eq!(
            (calls.count_older().await.unwrap(), calls.count(&Call::scan().plan().unwrap()).await.unwrap()),
            (0, 1_000)
        );
    });
}

/// The same over an engine whose own readers are snapshots. A scan takes a new one for each page.
#[cfg(feature = "redb")]
#[test]
fn scans_of_redb_beside_rekey_find_every_row() {
    let dir = tempfile::tempdir().unwrap();
    let store = rowkey_store::RedbStore::open(dir.path().join("rows.redb"), "first").unwrap();
    for seed in 0..2 {
        let mut random = Rng::with_seed(seed);
        let table = store.with_table(&format!("rows{seed}")).unwrap();
        let table = Blocking::new(table, 1).unwrap().with_page_rows(random.usize(1..20));
        assert_eq!(Park.run(history::<OtherSalt, _>(table.clone(), &mut random, true)), None, "seed {seed}");
    }
}

/// The same over fjall.
#[cfg(feature = "fjall")]
#[test]
fn scans_of_fjall_beside_rekey_find_every_row() {
    let store = crate::fjall::kept("first");
    for seed in 0..10 {
        let mut random = Rng::with_seed(seed);
        let table = store.with_table(&format!("rows{seed}")).unwrap();
        let table = Blocking::new(table, 1).unwrap().with_page_rows(random.usize(1..20));
        assert_eq!(Park.run(history::<OtherSalt, _>(table.clone(), &mut random, true)), None, "seed {seed}");
    }
}

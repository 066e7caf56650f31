//! Cells with their timestamps, several families, conditional changes, and reads of many rows at once.

use super::server::Fresh;
use rowkey::KeyRange;
use rowkey_hbase::{Cell, Family, HBase, HBaseError, HBaseStore};
use rowkey_store::{Batch, Change, CompareAndSet, Direction, Store};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// One server for all tests, which run one after the other, so that it ends when they have ended.
#[test]
fn cells() {
    let fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    let families = [Family::new("f").max_versions(3), Family::new("g")];
    hbase.create_split_table("cells", &families, &[b"m"]).unwrap();
    let store = hbase.table("cells", "f");
    cells_of_several_families_are_written_at_once_with_their_timestamps(&store);
    versions_come_newest_first(&store);
    columns_are_deleted_with_all_their_versions(&store);
    a_put_depends_on_what_is_there(&store);
    a_row_is_deleted_or_moved_if_it_is_as_expected(&store);
    writes_pass_what_was_read_of_the_future(&store);
    increments_of_many_threads_add_up(&store);
    many_rows_come_in_the_order_of_their_keys(&store, &fresh.server.gateway);
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

/// Returns the cells without their timestamps.
fn untimed(cells: Vec<Cell>) -> Vec<Cell> {
    cells.into_iter().map(|cell| Cell { timestamp: None, ..cell }).collect()
}

fn cells_of_several_families_are_written_at_once_with_their_timestamps(store: &HBaseStore) {
    let before = now();
    let cells = [Cell::new("f", "a", "1"), Cell::new("f", "b", "2").at(1_000), Cell::new("g", "", "3")];
    store.put_cells(b"several", cells.clone()).unwrap();
    let found = store.get_cells(b"several").unwrap();
    assert_eq!(found[1], cells[1]);
    for cell in [&found[0], &found[2]] {
        assert!((before..=now() + 1).contains(&cell.timestamp.unwrap()), "{cell:?}");
    }
    assert_eq!(found[0].timestamp, found[2].timestamp);
    assert_eq!(untimed(found.clone()), untimed(cells.to_vec()));
    let rows: Vec<_> = store.scan_cells(KeyRange::all(), Direction::Forward).collect::<Result<_, _>>().unwrap();
    assert_eq!(rows, [(b"several".to_vec(), found[..2].to_vec())]);
    assert_eq!(store.get_cells(b"none").unwrap(), []);

    // All cells are written, or none.
    let error = store.put_cells(b"refused", [Cell::new("f", "a", "1"), Cell::new("h", "a", "2")]).unwrap_err();
    assert!(matches!(error, HBaseError::NoFamily { .. }), "{error:?}");
    assert_eq!(store.get_cells(b"refused").unwrap(), []);
    store.put_cells(b"refused", []).unwrap();
}

fn versions_come_newest_first(store: &HBaseStore) {
    for i in 0..5 {
        store.write(Batch::new().put("versions", i.to_string())).unwrap();
    }
    let versions = |most| -> Vec<_> {
        let cells = store.get_versions(b"versions", most).unwrap();
        assert!(cells.is_sorted_by(|a, b| a.timestamp > b.timestamp));
        cells.into_iter().map(|cell| cell.value).collect()
    };
    assert_eq!(versions(9), [b"4", b"3", b"2"]);
    assert_eq!(versions(1), [b"4"]);
    assert!(versions(0).is_empty());
}

fn columns_are_deleted_with_all_their_versions(store: &HBaseStore) {
    for i in 0..3 {
        store.put_columns(b"deleted", ["a", "b", "c"].map(|name| (name, i.to_string()))).unwrap();
    }
    store.put_cells(b"deleted", [Cell::new("g", "a", "stays")]).unwrap();
    store.delete_columns(b"deleted", ["a", "c", "none"]).unwrap();
    store.delete_columns(b"deleted", [] as [&str; 0]).unwrap();
    let left = [Cell::new("f", "b", "2"), Cell::new("g", "a", "stays")];
    assert_eq!(untimed(store.get_cells(b"deleted").unwrap()), left);
    assert_eq!(store.clone().with_qualifier("a").get_versions(b"deleted", 9).unwrap(), []);
    store.put_columns(b"deleted", [("a", "again")]).unwrap();
    assert_eq!(store.clone().with_qualifier("a").get(b"deleted").unwrap(), Some(b"again".to_vec()));
}

fn a_put_depends_on_what_is_there(store: &HBaseStore) {
    let check = |expected: Option<&str>, value: &str| {
        store.check_and_put(b"checked", expected.map(str::as_bytes), value).unwrap()
    };
    assert!(!check(Some("1"), "2"));
    assert!(check(None, "1") && !check(None, "2"));
    assert!(!check(Some("2"), "3") && check(Some("1"), ""));
    assert!(!check(None, "4") && check(Some(""), "5"));
    assert_eq!(store.get(b"checked").unwrap(), Some(b"5".to_vec()));
    // Of many threads at the same time, one succeeds. None of them writes the expected value again.
    let done: usize = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..8).map(|i| scope.spawn(move || usize::from(check(Some("5"), &format!("of {i}"))))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(done, 1);
}

fn a_row_is_deleted_or_moved_if_it_is_as_expected(store: &HBaseStore) {
    store.put_cells(b"from", [Cell::new("f", "v", "1"), Cell::new("f", "w", "2"), Cell::new("g", "a", "3")]).unwrap();
    store.put_cells(b"to", [Cell::new("f", "v", "old"), Cell::new("g", "b", "stays")]).unwrap();
    assert!(!store.check_and_delete(b"from", b"2").unwrap() && !store.check_and_delete(b"none", b"").unwrap());
    assert_eq!(store.get(b"from").unwrap(), Some(b"1".to_vec()));
    // The row is copied first, and it is not deleted unless its copy is complete. Then it is moved.
    let moves = [(b"from".to_vec(), b"copy".to_vec())];
    assert_eq!((store.copy_rows(&moves).unwrap(), store.copy_rows(&moves).unwrap()), (1, 0));
    assert_eq!(untimed(store.get_cells(b"copy").unwrap()), untimed(store.get_cells(b"from").unwrap()));
    store.put_cells(b"from", [Cell::new("f", "v", "1")]).unwrap();
    store.put_cells(b"copy", [Cell::new("f", "v", "older").at(1)]).unwrap();
    store.delete_columns(b"copy", ["v"]).unwrap();
    assert_eq!(store.delete_copied(&moves).unwrap(), 0);
    store.copy_rows(&moves).unwrap();
    // A row that is newer than the original stays.
    store.put_cells(b"copy", [Cell::new("f", "v", "later")]).unwrap();
    assert_eq!(store.copy_rows(&moves).unwrap(), 0);
    assert_eq!(store.get(b"copy").unwrap(), Some(b"later".to_vec()));
    assert!(store.check_and_delete(b"copy", b"later").unwrap());
    assert!(store.move_row(b"from", b"to").unwrap() && !store.move_row(b"from", b"to").unwrap());
    let moved = ["f v 1", "f w 2", "g a 3", "g b stays"].map(|cell| {
        let parts: Vec<&str> = cell.split(' ').collect();
        Cell::new(parts[0], parts[1], parts[2])
    });
    assert_eq!(untimed(store.get_cells(b"to").unwrap()), moved);
    assert_eq!(store.get_cells(b"from").unwrap(), []);
    assert!(store.check_and_delete(b"to", b"1").unwrap() && !store.check_and_delete(b"to", b"1").unwrap());
    assert_eq!(store.get_cells(b"to").unwrap(), []);

    let set =
        |expected: Option<&str>, change| store.compare_and_set(b"set", expected.map(str::as_bytes), change).unwrap();
    assert!(set(None, Change::Delete) && !set(Some("1"), Change::Delete) && !set(Some("1"), Change::Put(b"2")));
    assert!(set(None, Change::Put(b"1")) && !set(None, Change::Delete) && set(Some("1"), Change::Put(b"2")));
    assert!(!set(Some("1"), Change::Delete) && set(Some("2"), Change::Delete) && set(None, Change::Put(b"3")));
    // Of many threads that delete the row, one succeeds.
    let done: usize = thread::scope(|scope| {
        let deleters: Vec<_> = (0..8).map(|_| scope.spawn(|| usize::from(set(Some("3"), Change::Delete)))).collect();
        deleters.into_iter().map(|deleter| deleter.join().unwrap()).sum()
    });
    assert_eq!((done, store.get(b"set").unwrap()), (1, None));
}

fn writes_pass_what_was_read_of_the_future(store: &HBaseStore) {
    // Another writer's clock is ten minutes ahead. Later writes do not know that until they read its cell.
    let ahead = now() + 600_000;
    store.put_cells(b"scanned", [Cell::new("f", "v", "theirs").at(ahead)]).unwrap();
    store.write(Batch::new().put("scanned", "ours")).unwrap();
    let scan = || store.scan(KeyRange::exactly(b"scanned"), Direction::Forward).unwrap().next().unwrap().unwrap().1;
    assert_eq!(scan(), b"theirs");
    store.write(Batch::new().put("scanned", "ours")).unwrap();
    assert_eq!(scan(), b"ours");
    store.put_cells(b"ahead", [Cell::new("f", "v", "theirs").at(ahead)]).unwrap();
    assert_eq!(store.get(b"ahead").unwrap(), Some(b"theirs".to_vec()));
    store.write(Batch::new().put("ahead", "ours")).unwrap();
    assert_eq!(store.get(b"ahead").unwrap(), Some(b"ours".to_vec()));
    assert!(store.check_and_put(b"ahead", Some(b"ours"), "checked").unwrap());
    assert_eq!(store.get(b"ahead").unwrap(), Some(b"checked".to_vec()));
    store.write(Batch::new().delete("ahead")).unwrap();
    assert_eq!(store.get(b"ahead").unwrap(), None);

    // Two hours ahead is too far, and a conditional put returns an error.
    store.put_cells(b"far", [Cell::new("f", "v", "theirs").at(now() + 7_200_000)]).unwrap();
    let error = store.check_and_put(b"far", Some(b"theirs"), "ours").unwrap_err();
    assert!(matches!(error, HBaseError::CellInFuture { .. }), "{error:?}");
    assert_eq!(store.get(b"far").unwrap(), Some(b"theirs".to_vec()));
}

fn increments_of_many_threads_add_up(store: &HBaseStore) {
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..25).for_each(|_| _ = store.increment(b"sum", "calls", 3).unwrap()));
        }
    });
    assert_eq!(store.increment(b"sum", "calls", -1).unwrap(), 299);
    let found = store.clone().with_qualifier("calls").get(b"sum").unwrap();
    assert_eq!(found, Some(299_i64.to_be_bytes().to_vec()));
    store.put_columns(b"sum", [("text", "three")]).unwrap();
    let error = store.increment(b"sum", "text", 1).unwrap_err();
    assert!(matches!(error, HBaseError::Server { .. }), "{error:?}");
}

/// Rows of all widths, missing rows, duplicates, and values that look like the stubs of wide values.
fn many_rows_come_in_the_order_of_their_keys(store: &HBaseStore, gateway: &str) {
    let value = |i: u32| match i % 5 {
        0 => None,
        1 => Some(Vec::new()),
        2 => Some((i * 7_919).to_be_bytes().to_vec()),
        3 => Some(vec![7; i as usize]),
        _ => Some(vec![8; if i % 50 == 4 { 100_000 } else { 9 }]),
    };
    let mut batch = Batch::new();
    for i in 0..1_300 {
        if let Some(value) = value(i) {
            batch.put(format!("many {i}"), value);
        }
    }
    store.write(&batch).unwrap();
    let order: Vec<_> = (0..1_300).rev().chain([7, 7, 54]).collect();
    let keys: Vec<_> = order.iter().map(|i| format!("many {i}")).collect();
    let wanted: Vec<_> = order.iter().map(|&i| value(i)).collect();
    assert!(store.get_all(&keys).unwrap() == wanted);
    let small = HBase::builder().page_bytes(100_000).connect(gateway).unwrap().table("cells", "f");
    assert!(small.get_all(&keys).unwrap() == wanted);
    assert!(store.get_all(&[] as &[&str]).unwrap().is_empty());
    assert!(matches!(store.get_all(&["a", ""]), Err(HBaseError::EmptyKey { .. })));
}

//! Writes and reads rows.

use rowkey_bigtable::{Bigtable, BigtableError, Cell, Config};
use rowkey_core::KeyRange;
use rowkey_store::{Batch, Change, Direction};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::emulator::{Model, address, all, fresh, write};

const WAYS: [Direction; 2] = [Direction::Forward, Direction::Reverse];

/// Returns the model's rows in these ranges, ascending or descending.
fn expected(model: &Model, ranges: &[KeyRange], direction: Direction) -> Vec<(Vec<u8>, Vec<u8>)> {
    let is_in = |key: &[u8]| ranges.iter().any(|range| range.contains(key));
    let mut rows: Vec<_> = model.iter().filter(|(key, _)| is_in(key)).map(|(k, v)| (k.clone(), v.clone())).collect();
    if direction == Direction::Reverse {
        rows.reverse();
    }
    rows
}

fn range(start: &[u8], stop: &[u8]) -> KeyRange {
    KeyRange::new(start, Some(stop.to_vec()))
}

#[tokio::test]
async fn rows_of_all_ranges_come_in_both_directions() {
    let store = fresh("ranges").await;
    let keys = [&b"a"[..], b"a\0", b"a\0\0", b"a\xFF", b"b", b"b\n", b"c", b"\xFF", b"\xFF\xFF", b"\0", b"\0\0"];
    let model: Model = keys.iter().enumerate().map(|(at, key)| (key.to_vec(), vec![at as u8; at])).collect();
    write(&store, &model).await;
    let ranges = [
        vec![KeyRange::all()],
        vec![KeyRange::exactly(b"a")],
        vec![KeyRange::exactly(b"a\0")],
        vec![KeyRange::prefix(b"a")],
        vec![KeyRange::prefix(b"\xFF")],
        vec![range(b"a\0", b"b\n")],
        vec![range(b"b", b"a"), range(b"c", b"c")],
        vec![],
        vec![KeyRange::new(b"b".as_slice(), None)],
        vec![range(b"", b"b")],
        vec![KeyRange::exactly(b"c"), range(b"a", b"a\xFF"), KeyRange::new(b"\xFF".as_slice(), None)],
        vec![range(b"a", b"c"), range(b"a\0", b"b")],
    ];
    for ranges in ranges {
        for direction in WAYS {
            let rows = all(store.scan_ranges(ranges.clone(), direction)).await;
            assert_eq!(rows, expected(&model, &ranges, direction), "{ranges:?} {direction:?}");
        }
        for range in &ranges {
            let rows = expected(&model, std::slice::from_ref(range), Direction::Forward).len();
            assert_eq!(store.count(range.clone()).await.unwrap(), rows as u64);
        }
    }
}

#[tokio::test]
async fn a_scan_of_the_first_rows_asks_for_no_more() {
    let store = fresh("first").await;
    let model: Model = (0..50_u8).map(|at| (vec![at + 1], vec![at])).collect();
    write(&store, &model).await;
    for direction in WAYS {
        let rows = expected(&model, &[KeyRange::all()], direction);
        for count in [0, 1, 7, 50, 51] {
            let found = all(store.scan_first(count, KeyRange::all(), direction)).await;
            assert_eq!(found, rows[..count.min(50)]);
        }
    }
}

#[tokio::test]
async fn a_scan_is_moved_to_a_key() {
    let store = fresh("sought").await;
    let model: Model = (0..200_u8).map(|at| (vec![at + 1], vec![at])).collect();
    write(&store, &model).await;
    for (direction, to) in [(Direction::Forward, 150_u8), (Direction::Reverse, 50)] {
        let mut scan = store.scan(KeyRange::all(), direction);
        // Before the first row is requested.
        scan.seek(&[100]);
        assert!(scan.advance().await.unwrap());
        assert_eq!(scan.key(), [100]);
        scan.seek(&[to]);
        assert!(scan.advance().await.unwrap());
        assert_eq!(scan.key(), [to]);
        // To a key without a row, and to the next row.
        scan.seek(&[to, 0]);
        assert!(scan.advance().await.unwrap());
        assert_eq!(scan.key(), if direction == Direction::Forward { [to + 1] } else { [to - 1] });
        let next = if direction == Direction::Forward { to + 2 } else { to - 2 };
        scan.seek(&[next]);
        assert!(scan.advance().await.unwrap());
        assert_eq!(scan.key(), [next]);
        let end = if direction == Direction::Forward { 255 } else { 0 };
        scan.seek(&[end]);
        assert!(!scan.advance().await.unwrap());
        assert!(scan.key().is_empty());
    }
}

#[tokio::test]
async fn rows_are_put_over_deleted_and_put_again() {
    let store = fresh("puts").await;
    assert_eq!(store.get(b"k").await.unwrap(), None);
    // Faster than a clock in milliseconds advances.
    for at in 0..50_u8 {
        store.write(Batch::new().put("k", [at])).await.unwrap();
        assert_eq!(store.get(b"k").await.unwrap(), Some(vec![at]));
        store.write(Batch::new().delete("k")).await.unwrap();
        assert_eq!(store.get(b"k").await.unwrap(), None);
        assert!(!store.contains(b"k").await.unwrap());
    }
    store.write(Batch::new().put("k", "")).await.unwrap();
    assert_eq!(store.get(b"k").await.unwrap(), Some(Vec::new()));
    assert!(store.contains(b"k").await.unwrap());
    assert_eq!(all(store.scan(KeyRange::all(), Direction::Forward)).await, [(b"k".to_vec(), Vec::new())]);
}

#[tokio::test]
async fn a_row_is_compared_and_set_in_one_step() {
    let store = fresh("compared").await;
    let wide = vec![b'w'; 18 << 10];
    let every: Vec<u8> = (0..=255).collect();
    let values = [&b""[..], b"1", b"a.*", b"\n", b"\0", &every, &wide];
    assert!(!store.compare_and_set(b"k", Some(b""), Change::Delete).await.unwrap());
    assert!(store.compare_and_set(b"k", None, Change::Put(values[0])).await.unwrap());
    for (at, value) in values.iter().enumerate() {
        assert_eq!(store.get(b"k").await.unwrap().as_deref(), Some(*value));
        assert!(!store.compare_and_set(b"k", None, Change::Delete).await.unwrap(), "{at}");
        for other in values.iter().filter(|other| *other != value) {
            assert!(!store.compare_and_set(b"k", Some(other), Change::Delete).await.unwrap(), "{at} {other:?}");
        }
        let next = values.get(at + 1).map_or(Change::Delete, |next| Change::Put(next));
        assert!(store.compare_and_set(b"k", Some(value), next).await.unwrap(), "{at}");
    }
    assert_eq!(store.get(b"k").await.unwrap(), None);
    let error = store.compare_and_set(b"k", Some(&vec![b'w'; 19 << 10]), Change::Delete).await.unwrap_err();
    assert!(matches!(error, BigtableError::ComparedTooLong { bytes: 19_456, most: 18_432, .. }), "{error}");
}

/// Returns the time of day after `seconds` seconds, in microseconds.
fn ahead(seconds: i64) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    (now + seconds * 1_000) * 1_000
}

#[tokio::test]
async fn writes_pass_the_timestamps_that_were_read() {
    let store = fresh("ahead").await;
    let cell = |value: &str| Cell {
        family: "f".into(),
        qualifier: b"v".into(),
        value: value.into(),
        timestamp_micros: ahead(600),
        ..Cell::default()
    };
    for (key, put) in [(&b"got"[..], false), (b"scanned", true)] {
        store.put_cells(key, [cell("of a clock that goes ahead")]).await.unwrap();
        if put {
            let rows = all(store.scan(KeyRange::exactly(key), Direction::Forward)).await;
            assert_eq!(rows.len(), 1);
        } else {
            store.get(key).await.unwrap();
        }
        store.write(Batch::new().put(key, "ours")).await.unwrap();
        assert_eq!(store.get(key).await.unwrap(), Some(b"ours".to_vec()));
        store.write(Batch::new().delete(key)).await.unwrap();
        assert_eq!(store.get(key).await.unwrap(), None);
    }
    // Compare-and-set is independent of the timestamps.
    store.put_cells(b"far", [Cell { timestamp_micros: ahead(10_000_000), ..cell("far") }]).await.unwrap();
    assert!(store.compare_and_set(b"far", Some(b"far"), Change::Put(b"near")).await.unwrap());
    assert_eq!(store.get(b"far").await.unwrap(), Some(b"near".to_vec()));
}

#[tokio::test]
async fn cells_of_several_columns_stand_beside_the_value() {
    let store = fresh("cells").await;
    let cell = |qualifier: &str, value: &str| Cell {
        family: "f".into(),
        qualifier: qualifier.into(),
        value: value.into(),
        timestamp_micros: 7_000,
        ..Cell::default()
    };
    store.put_cells(b"k", [cell("v", "value"), cell("w", "other"), cell("", "nameless")]).await.unwrap();
    store.put_cells(b"only", [cell("w", "no value")]).await.unwrap();
    assert_eq!(store.get(b"k").await.unwrap(), Some(b"value".to_vec()));
    assert_eq!(store.get(b"only").await.unwrap(), None);
    assert_eq!(store.clone().with_qualifier("").get(b"k").await.unwrap(), Some(b"nameless".to_vec()));
    assert_eq!(store.get_cells(b"k").await.unwrap(), [cell("", "nameless"), cell("v", "value"), cell("w", "other")]);
    assert_eq!(all(store.scan(KeyRange::all(), Direction::Forward)).await, [(b"k".to_vec(), b"value".to_vec())]);
    let mut cells = store.scan_cells(KeyRange::all(), Direction::Reverse);
    assert_eq!(cells.next().await.unwrap().unwrap().cells, [cell("w", "no value")]);
    assert_eq!(cells.next().await.unwrap().unwrap().cells.len(), 3);
    assert_eq!(cells.next().await.unwrap(), None);
    // A delete keeps the other columns.
    store.write(Batch::new().delete("k")).await.unwrap();
    assert_eq!(store.get_cells(b"k").await.unwrap().len(), 2);
}

#[tokio::test]
async fn batches_of_many_parts_and_wide_rows_are_written_whole() {
    fresh("many").await;
    let config = Config::emulator(address(), "p", "i").batch_rows(300).batch_bytes(1 << 20).parallel(3);
    let store = Bigtable::connect(config).await.unwrap().table("many", "f");
    let mut model: Model = (0..10_000_u32).map(|at| (at.to_be_bytes().to_vec(), at.to_le_bytes().repeat(8))).collect();
    for at in 0..6_u8 {
        model.insert(vec![at, 7], vec![at; 3 << 20]);
    }
    write(&store, &model).await;
    for direction in WAYS {
        let rows = all(store.scan(KeyRange::all(), direction)).await;
        assert!(rows == expected(&model, &[KeyRange::all()], direction));
    }
    let mut batch = Batch::new();
    model.keys().filter(|key| key.last() != Some(&7)).for_each(|key| _ = batch.delete(key));
    store.write(&batch).await.unwrap();
    model.retain(|key, _| key.last() == Some(&7));
    assert!(
        all(store.scan(KeyRange::all(), Direction::Forward)).await
            == expected(&model, &[KeyRange::all()], Direction::Forward)
    );
}

#[tokio::test]
async fn keys_that_cannot_be_are_refused_before_anything_is_sent() {
    let store = fresh("refused").await;
    let longest = vec![b'k'; 4_096];
    let mut batch = Batch::new();
    batch.put("a", "1").put(&longest, "2");
    store.write(&batch).await.unwrap();
    assert_eq!(store.get(&longest).await.unwrap(), Some(b"2".to_vec()));
    let rows = all(store.scan(KeyRange::exactly(&longest), Direction::Reverse)).await;
    assert_eq!(rows.len(), 1);

    let long = vec![b'k'; 4_097];
    let error = store.write(Batch::new().put("b", "1").put(&long, "2")).await.unwrap_err();
    let text = "expected a row key of at most 4096 bytes for the Bigtable table `refused`, found 4097: ";
    assert!(error.to_string().starts_with(text), "{error}");
    assert_eq!(store.get(b"b").await.unwrap(), None);
    let error = store.get(b"").await.unwrap_err();
    assert_eq!(error.to_string(), "a row key of the Bigtable table `refused` cannot be empty");
}

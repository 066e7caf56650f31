//! A gateway that answers with rows that were not requested. Each is an error with both keys, and is never returned as
//! a row.

use rowkey::RowKey;
use rowkey_hbase::{HBase, HBaseError, HBaseStore};
use rowkey_store::{Change, CompareAndSet, Direction, Reader, Store, Table, TableError};
use std::io::Write;

use crate::fake::{Fake, row};
use rowkey::KeyRange;

/// Returns the fields of an answer with one row.
fn one(key: &str) -> Vec<u8> {
    [&[12, 0, 0][..], &row(key)].concat()
}

fn list(keys: &[&str]) -> Vec<u8> {
    let rows: Vec<u8> = keys.iter().flat_map(|key| row(key)).collect();
    [&[15, 0, 0, 12][..], &(keys.len() as u32).to_be_bytes(), &rows].concat()
}

/// Returns a table whose gateway answers each get with the first row, and each other read with all rows.
fn table(rows: &'static [&'static str]) -> HBaseStore {
    let fake = Fake::gateway(move |request, stream| {
        let fields = match request.method.as_str() {
            "get" | "increment" => one(rows[0]),
            "openScanner" => vec![8, 0, 0, 0, 0, 0, 7],
            "closeScanner" => Vec::new(),
            _ => list(rows),
        };
        stream.write_all(&request.reply(&fields)).unwrap();
    });
    HBase::connect(&fake.address).unwrap().table("calls", "f")
}

/// Returns the message of an error for an answer that does not belong to the call.
fn message<T: std::fmt::Debug>(result: Result<T, HBaseError>) -> String {
    match result.unwrap_err() {
        HBaseError::Protocol { message, .. } => message,
        error => panic!("{error:?}"),
    }
}

fn scan(table: &HBaseStore, range: KeyRange, direction: Direction) -> Result<Vec<Vec<u8>>, HBaseError> {
    table.scan(range, direction)?.map(|row| Ok(row?.0)).collect()
}

const OTHER: &str = "expected row abc, found zzz";

#[test]
fn a_get_returns_the_row_of_its_key() {
    let calls = table(&["zzz"]);
    let error = calls.get(b"abc").unwrap_err();
    let address = calls.hbase();
    assert!(error.to_string().starts_with("cannot get a row of the HBase table `calls` from row abc: `"));
    assert!(error.to_string().ends_with(&format!("sent a malformed response: {OTHER}")), "{error} {address:?}");
    assert_eq!(message(calls.reader().unwrap().get(b"abc")), OTHER);
    assert_eq!(message(calls.reader().unwrap().contains(b"abc")), OTHER);
    assert_eq!(message(calls.get_columns(b"abc")), OTHER);
    assert_eq!(message(calls.get_cells(b"abc")), OTHER);
    assert_eq!(message(calls.get_versions(b"abc", 3)), OTHER);
    assert_eq!(calls.get(b"zzz").unwrap(), Some(b"v".to_vec()));
}

/// No write is sent, because the read before it fails.
#[test]
fn atomic_changes_compare_the_row_of_their_key() {
    let calls = table(&["zzz"]);
    assert_eq!(message(calls.check_and_put(b"abc", Some(b"v"), "w")), OTHER);
    assert_eq!(message(calls.check_and_delete(b"abc", b"v")), OTHER);
    assert_eq!(message(calls.compare_and_set(b"abc", Some(b"v"), Change::Delete)), OTHER);
    assert_eq!(message(calls.compare_and_set(b"abc", None, Change::Delete)), OTHER);
    // HBase may have executed an increment.
    let Err(HBaseError::OutcomeUnknown { source, .. }) = calls.increment(b"abc", "n", 1) else { panic!() };
    assert_eq!(message::<()>(Err(*source)), OTHER);
}

#[test]
fn each_row_of_many_is_that_of_its_key() {
    let swapped = table(&["abd", "abc"]);
    assert_eq!(message(swapped.get_all(&["abc", "abd"])), "expected row abc, found abd");
    assert_eq!(message(table(&["abc", "zzz"]).get_all(&["abc", "abd"])), "expected row abd, found zzz");
    let same = Some(b"v".to_vec());
    assert_eq!(table(&["abc", "abd"]).get_all(&["abc", "abd"]).unwrap(), [same.clone(), same]);
}

#[test]
fn a_scan_returns_rows_of_its_range_in_order() {
    let abc = || KeyRange::new("abc", Some(b"abd".to_vec()));
    let stop = "expected a row before abd, found zzz";
    let calls = table(&["abc", "zzz"]);
    assert_eq!(message(scan(&calls, abc(), Direction::Forward)), stop);
    assert_eq!(message(calls.scan_first(5, abc(), Direction::Forward).collect::<Result<Vec<_>, _>>()), stop);
    assert_eq!(message(calls.scan_columns(abc(), Direction::Forward).collect::<Result<Vec<_>, _>>()), stop);
    assert_eq!(message(calls.scan_cells(abc(), Direction::Forward).collect::<Result<Vec<_>, _>>()), stop);
    assert_eq!(message(calls.count(abc())), stop);

    let start = "expected a row at or after abc, found aaa";
    assert_eq!(message(scan(&table(&["aaa", "abc"]), abc(), Direction::Forward)), start);
    let order = "expected a row after b, found a";
    assert_eq!(message(scan(&table(&["b", "a"]), KeyRange::all(), Direction::Forward)), order);
    let twice = "expected a row after b, found b";
    assert_eq!(message(scan(&table(&["b", "b"]), KeyRange::all(), Direction::Forward)), twice);

    // In reverse, HBase also sends the row at the upper end, which is left out.
    let above = "expected a row at or before abd, found zzz";
    assert_eq!(message(scan(&table(&["zzz", "abc"]), abc(), Direction::Reverse)), above);
    let below = message(scan(&table(&["abd", "abc", "a"]), abc(), Direction::Reverse));
    assert!(below.starts_with(r"expected a row after abb\xFF") && below.ends_with(", found a"), "{below}");
    assert_eq!(scan(&table(&["abd", "abc"]), abc(), Direction::Reverse).unwrap(), [b"abc"]);
}

/// The same for a table with typed keys, as a user has it.
#[test]
fn a_table_has_no_row_of_another_key() {
    #[derive(RowKey, Debug, PartialEq)]
    struct Name {
        #[rowkey(len(3))]
        name: String,
    }

    let names = Table::<Name, _>::new(table(&["zzz"]));
    let abc = Name { name: "abc".into() };
    let is_malformed = |error| matches!(error, TableError::Store(HBaseError::Protocol { .. }));
    assert!(is_malformed(names.get(&abc).unwrap_err()));
    assert!(is_malformed(names.contains(&abc).unwrap_err()));
    assert!(is_malformed(names.put_if_absent(&abc, "").unwrap_err()));
    let plan = Name::scan().name("abc".."abd").plan().unwrap();
    assert!(is_malformed(names.scan(&plan).unwrap().next().unwrap().unwrap_err()));
    assert!(is_malformed(names.keys(&plan).unwrap().next().unwrap().unwrap_err()));
    assert!(is_malformed(names.count(&plan).unwrap_err()));
}

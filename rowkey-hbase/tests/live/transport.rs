//! The transports of a real gateway, and the cost of a call: connections, and retries that cannot help.

use super::server::Fresh;
use rowkey::KeyRange;
use rowkey_hbase::{Builder, HBase, HBaseError, Peer, TableSpec};
use rowkey_store::{Batch, Direction, Reader, Store};
use std::time::{Duration, Instant};

/// Returns the server that `connect` finds at the gateway, if another transport is configured.
fn found(framed: bool, gateway: &str) -> Peer {
    match HBase::builder().framed(framed).connect(gateway).unwrap_err() {
        HBaseError::NotAGateway { found, .. } => found,
        error => panic!("{error:?}"),
    }
}

#[test]
fn a_framed_gateway_is_met_and_told_from_others() {
    let fresh = Fresh::start(&["--framed"]);
    let gateway = &fresh.server.gateway;
    assert_eq!(found(false, gateway), Peer::Framed);
    let hbase = HBase::builder().framed(true).connect(gateway).unwrap();
    let error = hbase.create_split_table(TableSpec::new("lost").max_file_size(3 << 30), &["f"], &["5"]).unwrap_err();
    assert!(matches!(error, HBaseError::FramedOptions { .. }) && !hbase.table_exists("lost").unwrap(), "{error:?}");
    hbase.create_split_table("framed", &["f"], &["5"]).unwrap();
    let store = hbase.table("framed", "f");
    // Batches in several parts, and an answer above 16 MB, which is a common limit for frames.
    let mut batch = Batch::new();
    for i in 0..3_000 {
        batch.put(format!("{i:04}"), vec![b'v'; 8 << 10]);
    }
    store.write(&batch).unwrap();
    let one_page = HBase::builder().framed(true).page_rows(3_000).page_bytes(60 << 20).connect(gateway).unwrap();
    for hbase in [hbase, one_page] {
        let rows = hbase.table("framed", "f").scan(KeyRange::all(), Direction::Forward).unwrap();
        assert_eq!(rows.map(|row| row.unwrap().1.len()).sum::<usize>(), 3_000 * (8 << 10));
    }
    // The gateway would close the connection at this request.
    let error = store.write(Batch::new().put("k", vec![b'v'; 3 << 20])).unwrap_err();
    assert!(matches!(error, HBaseError::RequestTooLong { most: 0x20_0000, .. }), "{error:?}");
    assert_eq!(store.reader().unwrap().get(b"k").unwrap(), None);
}

#[test]
fn a_gateway_in_http_mode_is_met() {
    let mut fresh = Fresh::start(&["--http"]);
    let gateway = fresh.server.gateway.clone();
    assert_eq!(found(false, &gateway), Peer::Http);
    let hbase = reads_and_writes(HBase::builder().http(true), &gateway);
    // Connections that the gateway has closed.
    fresh.server.command("gateway stop");
    fresh.server.command("gateway start");
    assert!(hbase.table_exists("http").unwrap());
}

/// The only TLS that the gateway itself supports.
#[test]
fn a_gateway_with_tls_is_met() {
    let fresh = Fresh::start(&["--https"]);
    let gateway = &fresh.server.gateway;
    assert_eq!(found(false, gateway), Peer::Tls);
    let trusting = || HBase::builder().tls_trusting(fresh.folder.path().join("gateway.pem")).unwrap();
    reads_and_writes(trusting().http(true), gateway);
    match trusting().connect(gateway).unwrap_err() {
        HBaseError::NotAGateway { found, .. } => assert_eq!(found, Peer::Http),
        error => panic!("{error:?}"),
    }
}

/// Reads and writes with answers of all sizes: empty, small, and with many chunks.
fn reads_and_writes(builder: Builder, gateway: &str) -> HBase {
    let hbase = builder.connect(gateway).unwrap();
    let table = TableSpec::new("http").max_file_size(3 << 30).split_policy(TableSpec::NO_SPLITS);
    hbase.create_split_table(table.clone(), &["f"], &["5"]).unwrap();
    assert_eq!(hbase.table_spec("http").unwrap(), table);
    let store = hbase.table("http", "f");
    let mut batch = Batch::new();
    for i in 0..3_000 {
        batch.put(format!("{i:04}"), vec![b'v'; 1 << 10]);
    }
    store.write(&batch).unwrap();
    assert_eq!(store.reader().unwrap().get(b"none").unwrap(), None);
    assert_eq!(store.reader().unwrap().get(b"2999").unwrap(), Some(vec![b'v'; 1 << 10]));
    for direction in [Direction::Forward, Direction::Reverse] {
        let rows = store.scan(KeyRange::all(), direction).unwrap();
        assert_eq!(rows.map(|row| row.unwrap().1.len()).sum::<usize>(), 3_000 << 10);
    }
    let error = hbase.create_split_table("http", &["f"], &[] as &[&[u8]]).unwrap_err();
    assert!(matches!(error, HBaseError::TableExists { .. }), "{error:?}");
    hbase
}

#[test]
fn an_unframed_gateway_is_told_and_its_connections_are_used_again() {
    let fresh = Fresh::start(&[]);
    let gateway = &fresh.server.gateway;
    assert_eq!(found(true, gateway), Peer::Unframed);

    let hbase = HBase::connect(gateway).unwrap();
    hbase.create_split_table("calls", &["f"], &[] as &[&[u8]]).unwrap();
    let files = || std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let before = files();
    for _ in 0..200 {
        let error = hbase.create_split_table("calls", &["f"], &[] as &[&[u8]]).unwrap_err();
        assert!(matches!(error, HBaseError::TableExists { .. }), "{error:?}");
    }
    // Concurrent tests also have open files.
    assert!(files() < before + 100, "{before} files before, {} after", files());
    mistakes_are_told_soon(&hbase);
}

/// Permanent errors are not retried, whatever words the gateway uses.
fn mistakes_are_told_soon(hbase: &HBase) {
    for (table, family) in [("calls", "nope"), ("none", "f")] {
        let store = hbase.table(table, family);
        let start = Instant::now();
        let errors = [
            store.reader().unwrap().get(b"k").unwrap_err(),
            store.write(Batch::new().put("k", "v")).unwrap_err(),
            store.count(KeyRange::all()).unwrap_err(),
        ];
        for error in errors {
            let is_told = match table {
                "calls" => matches!(error, HBaseError::NoFamily { .. }),
                _ => matches!(error, HBaseError::NoTable { .. }),
            };
            assert!(is_told, "{error:?}");
        }
        // This is less than the retry time of a call.
        assert!(start.elapsed() < Duration::from_secs(50), "{:?}", start.elapsed());
    }
}

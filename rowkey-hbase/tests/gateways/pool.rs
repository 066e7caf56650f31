//! Connections: a limited number, reused, and closed after a while.

use rowkey_hbase::{HBase, HBaseError};
use rowkey_store::{CompareAndSet, Move, Reader, Store};
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use crate::fake::{Fake, NO_ROW, Request, boolean, server_type};

/// Answers any call. A requested row does not exist.
fn answer(request: &Request, stream: &mut TcpStream) {
    let answer = match request.method.as_str() {
        "get" => request.reply(&NO_ROW),
        "createTable" => request.io_error("org.apache.hadoop.hbase.TableExistsException: calls", Some(false)),
        _ => request.reply(&boolean(true)),
    };
    let _ = stream.write_all(&answer);
}

/// Earlier, 200 calls left 400 open files.
#[test]
fn calls_of_all_kinds_use_connections_again() {
    let fake = Fake::gateway(answer);
    let hbase = HBase::connect(&fake.address).unwrap();
    let store = hbase.table("calls", "f");
    for _ in 0..200 {
        let error = hbase.create_split_table("calls", &["f"], &[] as &[&[u8]]).unwrap_err();
        assert!(matches!(error, HBaseError::TableExists { .. }), "{error:?}");
        assert!(hbase.table_exists("calls").unwrap());
        assert_eq!(store.reader().unwrap().get(b"k").unwrap(), None);
    }
    assert_eq!(fake.made(), 1);
}

/// Each of four calls is answered only when the other three have arrived.
#[test]
fn rows_are_copied_side_by_side() {
    let together = Barrier::new(4);
    let fake = Fake::gateway(move |request, stream| {
        together.wait();
        answer(request, stream);
    });
    let hbase = HBase::builder().parallel(4).retries(0).read_timeout(Duration::from_secs(10));
    let store = hbase.connect(&fake.address).unwrap().table("calls", "f");
    let moves: Vec<Move> = (0..8).map(|at| (vec![at], vec![at + 8])).collect();
    assert_eq!(store.copy_rows(&moves).unwrap(), 0);
}

#[test]
fn no_more_connections_are_open_than_are_allowed() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let seen = Arc::clone(&most);
    let fake = Fake::gateway(move |request, stream| {
        seen.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(5));
        now.fetch_sub(1, Ordering::SeqCst);
        answer(request, stream);
    });
    let hbase = HBase::builder().connections(3).parallel(2).connect(&fake.address).unwrap();
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                let reader = hbase.table("calls", "f").reader().unwrap();
                (0..20).for_each(|_| assert_eq!(reader.get(b"k").unwrap(), None));
            });
        }
    });
    assert!(most.load(Ordering::SeqCst) <= 3);
    assert!(fake.made() <= 3);
}

#[test]
fn a_call_that_gets_no_connection_says_so() {
    // The gateway reports each request, and answers it when the test allows it.
    let (asked, is_asked) = mpsc::channel();
    let (free, is_free) = mpsc::channel();
    let gate = Mutex::new((asked, is_free));
    let fake = Fake::gateway(move |request, stream| {
        let gate = gate.lock().unwrap();
        gate.0.send(()).unwrap();
        gate.1.recv().unwrap();
        answer(request, stream);
    });
    let builder = HBase::builder().connections(1).parallel(1).connect_timeout(Duration::from_secs(4)).retries(0);
    let hbase = builder.connect(&fake.address).unwrap();
    thread::scope(|scope| {
        let slow = scope.spawn(|| hbase.table_exists("calls"));
        is_asked.recv().unwrap();
        let error = hbase.table_exists("calls").unwrap_err();
        let source = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(source, "all 1 connections are in use: allow more by `Builder::connections`");
        free.send(()).unwrap();
        assert!(slow.join().unwrap().unwrap());
    });
}

#[test]
fn an_old_connection_gives_way_to_a_new_one() {
    let fake = Fake::gateway(answer);
    let hbase = HBase::builder().max_age(Duration::ZERO).connect(&fake.address).unwrap();
    for _ in 0..5 {
        assert!(hbase.table_exists("calls").unwrap());
    }
    assert_eq!(fake.made(), 6);
}

/// A gateway closes idle connections, and a restarted gateway has none. No call fails because of that, not even a call
/// that is sent only once.
#[test]
fn lost_connections_are_made_anew() {
    // Each connection serves `calls` calls. It is closed then, or when the next call arrives.
    for (calls, is_late) in [(1, true), (2, false)] {
        let fake = Fake::start(move |mut stream| {
            for _ in 0..calls {
                let Some(request) = Request::read(&mut stream) else { return };
                match request.method.as_str() {
                    "getThriftServerType" => stream.write_all(&request.reply(&server_type(2))).unwrap(),
                    _ => answer(&request, &mut stream),
                }
            }
            if is_late {
                Request::read(&mut stream);
            }
        });
        let hbase = HBase::builder().retries(0).connect(&fake.address).unwrap();
        for _ in 0..10 {
            assert!(hbase.table_exists("calls").unwrap());
            let error = hbase.create_split_table("calls", &["f"], &[] as &[&[u8]]).unwrap_err();
            assert!(matches!(error, HBaseError::TableExists { .. }), "{error:?}");
        }
    }
}

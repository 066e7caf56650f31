//! Which calls are retried. The class of the exception decides, and HBase's own statement.

use rowkey_hbase::{HBase, HBaseError};
use rowkey_store::{Batch, Reader, Store};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use store_suite::events::recorded;

use crate::fake::{Fake, NO_ROW, Request, boolean};

/// Starts a gateway that fails to get a row the first `times` times, and counts the requests.
fn failing(times: usize, failure: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static) -> (Fake, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let fake = Fake::gateway(move |request, stream| {
        let answer = match request.method.as_str() {
            "get" if counted.fetch_add(1, Ordering::SeqCst) < times => failure(request),
            "get" => request.reply(&NO_ROW),
            _ => request.reply(&boolean(true)),
        };
        stream.write_all(&answer).unwrap();
    });
    (fake, asked)
}

fn get(fake: &Fake) -> Result<Option<Vec<u8>>, HBaseError> {
    HBase::connect(&fake.address)?.table("calls", "f").reader()?.get(b"k")
}

const MOVED: &str = "org.apache.hadoop.hbase.NotServingRegionException: calls,,1 is not online on h\n\tat x";

#[test]
fn what_passes_is_asked_for_again() {
    for (text, can_retry) in [
        (MOVED, None),
        (MOVED, Some(true)),
        ("Call to h/127.0.0.1:16020 failed on connection exception", Some(true)),
        ("Failed 2 actions: NotServingRegionException: 2 times, servers with issues: h,1,1", Some(true)),
    ] {
        let (fake, asked) = failing(2, move |request| request.io_error(text, can_retry));
        assert_eq!(get(&fake).unwrap(), None, "{text}");
        assert_eq!(asked.load(Ordering::SeqCst), 3, "{text}");
    }
}

/// The events that operators see for these calls.
#[test]
fn each_call_and_each_pause_is_an_event() {
    let (fake, _) = failing(2, |request| request.io_error(MOVED, None));
    let (found, events) = recorded(|| get(&fake));
    found.unwrap();
    let got: Vec<_> = events.iter().filter(|it| it.get("operation") == "get a row of").collect();
    assert!(got.iter().all(|it| it.get("table") == "calls"));
    let told: Vec<_> = got.iter().map(|it| (it.get("message"), it.get("retries"), it.get("class"))).collect();
    assert_eq!(told, [("made again", "1", "Said.Exception"), ("made again", "2", "Said.Exception"), ("done", "2", "")]);
    assert!(got[0].get("error").contains("NotServingRegionException"), "{got:?}");
    assert!(got[0].number("pause_ms") <= got[1].number("pause_ms") && got[2].number("elapsed_us") > Some(20));

    let (fake, _) = failing(usize::MAX, |request| request.io_error(MOVED, Some(false)));
    let (error, events) = recorded(|| get(&fake).unwrap_err());
    let failed = events.iter().find(|it| it.level == tracing::Level::WARN).unwrap();
    assert_eq!((failed.get("class"), failed.get("message")), ("Server", "failed"));
    assert_eq!(failed.get("error"), error.to_string());
}

#[test]
fn what_does_not_pass_is_told_at_once() {
    for (text, can_retry) in [
        (MOVED, Some(false)),
        // A retryable exception is named in the text of one that is not.
        ("org.apache.hadoop.hbase.DoNotRetryIOException: no NotServingRegionException, no ConnectException", None),
        ("java.io.IOException: the value RegionTooBusyException is not a number", Some(true)),
        ("the disk of RetriesExhausted is full", None),
    ] {
        let (fake, asked) = failing(usize::MAX, move |request| request.io_error(text, can_retry));
        let error = get(&fake).unwrap_err();
        assert!(matches!(error, HBaseError::Server { .. }), "{error:?}");
        assert_eq!(asked.load(Ordering::SeqCst), 1, "{text}");
    }
    // A failure of the gateway itself.
    let (fake, asked) = failing(usize::MAX, |request| request.exception(6, "Internal error: ConnectException"));
    let error = get(&fake).unwrap_err();
    assert!(matches!(error, HBaseError::Server { .. }), "{error:?}");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[test]
fn tries_end_with_the_budget() {
    let (fake, asked) = failing(usize::MAX, |request| request.io_error(MOVED, None));
    let hbase = HBase::builder().retry_for(Duration::from_secs(2)).connect(&fake.address).unwrap();
    let error = hbase.table("calls", "f").reader().unwrap().get(b"k").unwrap_err();
    assert!(matches!(error, HBaseError::Server { .. }), "{error:?}");
    // The pauses double from 25 to 50 ms, so a handful of retries fits into 2 seconds.
    let asked = asked.load(Ordering::SeqCst);
    assert!((2..=8).contains(&asked), "{asked}");
}

/// A call that must not be executed twice is sent once, whatever HBase answers.
#[test]
fn tables_are_made_once() {
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&sent);
    let fake = Fake::gateway(move |request, stream| {
        counted.fetch_add(usize::from(request.method == "createTable"), Ordering::SeqCst);
        stream.write_all(&request.io_error(MOVED, Some(true))).unwrap();
    });
    let hbase = HBase::builder().retry_for(Duration::from_secs(1)).connect(&fake.address).unwrap();
    hbase.create_split_table("calls", &["f"], &[] as &[&[u8]]).unwrap_err();
    assert_eq!(sent.load(Ordering::SeqCst), 1);
}

/// A program that ends between the puts and the deletes leaves a row at both keys, and never loses it.
#[test]
fn the_puts_of_a_batch_are_written_before_its_deletes() {
    /// The result 0, an empty list of structs.
    const NO_DELETES: [u8; 8] = [15, 0, 0, 12, 0, 0, 0, 0];
    let calls = Arc::<Mutex<Vec<String>>>::default();
    let seen = Arc::clone(&calls);
    let fake = Fake::gateway(move |request, stream| {
        let answer = match request.method.as_str() {
            "putMultiple" => {
                thread::sleep(Duration::from_millis(100));
                request.reply(&[])
            }
            "deleteMultiple" => request.reply(&NO_DELETES),
            _ => request.reply(&boolean(true)),
        };
        seen.lock().unwrap().push(request.method.clone());
        stream.write_all(&answer).unwrap();
    });
    let mut batch = Batch::new();
    batch.delete("a").put("b", "").delete("c").put("d", "");
    HBase::connect(&fake.address).unwrap().table("calls", "f").write(&batch).unwrap();
    let mut calls = calls.lock().unwrap().clone();
    calls.retain(|method| method.ends_with("Multiple"));
    assert_eq!(calls, ["putMultiple", "deleteMultiple"]);
}

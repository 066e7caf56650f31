//! An answer never reserves more memory than its maximum size, whatever sizes it claims.

use rowkey::{KeyCode, RowKey};
use rowkey_hbase::{Builder, HBase, HBaseError};
use rowkey_store::{Batch, Reader, Store};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::fake::{Fake, Request, boolean, wait_for_end};
use crate::peers::framed;

/// Returns the error for a row whose answer begins with `fields` and then stops.
fn get(builder: Builder, fields: &'static [u8]) -> HBaseError {
    let fake = Fake::gateway(move |request, stream| {
        stream.write_all(&request.begin(fields)).unwrap();
        wait_for_end(stream);
    });
    let hbase = builder.read_timeout(Duration::from_secs(2)).connect(&fake.address).unwrap();
    hbase.table("calls", "f").reader().unwrap().get(b"k").unwrap_err()
}

#[test]
fn sizes_above_the_limit_are_refused() {
    // A list of 100 million cells, and a row of 2 GB.
    for fields in [&[12, 0, 0, 15, 0, 2, 12, 0x05, 0xF5, 0xE1, 0][..], &[12, 0, 0, 11, 0, 1, 0x7F, 0xFF, 0xFF, 0xFF]] {
        let error = get(HBase::builder(), fields);
        assert!(matches!(error, HBaseError::AnswerTooLong { .. }), "{error:?}");
    }
    // A row with a negative length.
    let error = get(HBase::builder(), &[12, 0, 0, 11, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert!(matches!(error, HBaseError::Protocol { .. }), "{error:?}");
}

/// A list within the limit reserves memory only as its elements arrive. 2 billion cells would take 150 GB of memory,
/// which most systems do not have, so the program would abort.
#[test]
fn elements_that_do_not_come_take_no_memory() {
    let before = reserved();
    let error = get(HBase::builder().max_answer(1 << 40), &[12, 0, 0, 15, 0, 2, 12, 0x7F, 0xFF, 0xFF, 0xFF]);
    assert!(matches!(error, HBaseError::Timeout { .. }), "{error:?}");
    let after = reserved();
    assert!(after < before + 50_000, "{before} MB before, {after} MB after");
}

/// Returns the errors of a read and a write whose gateway sends this answer.
fn errors_of(answer: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static) -> [HBaseError; 2] {
    let fake = Fake::gateway(move |request, stream| stream.write_all(&answer(request)).unwrap());
    let hbase = HBase::builder().retries(0).connect(&fake.address).unwrap();
    let table = hbase.table("calls", "f");
    [table.get(b"k").unwrap_err(), table.write(Batch::new().put("k", "")).unwrap_err()]
}

/// The words of a gateway are kept and shown only in part, wherever the gateway puts them. `Debug` shows everything
/// that an error holds.
#[test]
fn words_of_a_gateway_are_cut() {
    let words = "word ".repeat(1 << 20);
    let causes = format!("Failed 9 actions: {}", "a.b.SomeException: 1 time, ".repeat(200_000));
    let tries = format!("Failed after attempts=9, exceptions:\nT, java.io.IOException: {words}");
    let texts = [words.clone(), causes, tries, format!("java.io.IOException: {words}")];
    let mut errors = Vec::new();
    for text in texts {
        let (said, failed, unknown) = (text.clone(), text.clone(), text);
        errors.extend(errors_of(move |request| request.io_error(&said, Some(false))));
        errors.extend(errors_of(move |request| request.exception(6, &failed)));
        errors.extend(errors_of(move |request| request.exception(99, &unknown)));
    }
    // The answer to a call with a long name.
    errors.extend(errors_of(move |request| request.renamed(&words).reply(&boolean(true))));
    for error in errors {
        let (shown, held) = (error.to_string(), format!("{error:?}"));
        assert!(shown.len() < 1_500 && held.len() < 2_500, "{} bytes shown, {} held", shown.len(), held.len());
        assert!(held.contains(" bytes)"), "{held}");
    }
}

/// Returns the peak memory reserved by the process in MB, or 0 on systems that do not report it.
fn reserved() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmPeak:")).unwrap_or("0");
    peak.trim().trim_end_matches(" kB").parse::<usize>().unwrap() >> 10
}

/// A gateway closes the connection if a frame is too long, which would look like a transient failure.
#[test]
fn a_request_that_is_longer_than_a_frame_is_not_sent() {
    let fake = Fake::start(framed);
    let hbase = HBase::builder().framed(true).max_frame(1_000).connect(&fake.address).unwrap();
    let error = hbase.table("calls", "f").write(Batch::new().put("k", vec![0; 1_000])).unwrap_err();
    assert!(matches!(error, HBaseError::RequestTooLong { bytes: 1_001.., most: 1_000, .. }), "{error:?}");
}

#[derive(RowKey)]
struct Longest {
    id: [u8; 32_767],
}

#[derive(RowKey)]
struct Certainly {
    id: [u8; 32_767],
    at: u8,
}

#[derive(RowKey)]
struct Possibly {
    id: [u8; 32_766],
    side: Side,
}

#[derive(KeyCode)]
enum Side {
    #[code("a")]
    One,
    #[code("bb")]
    Other,
}

#[derive(RowKey)]
struct NoBound {
    id: [u8; 32_767],
    at: u8,
    text: String,
}

#[derive(RowKey)]
struct Open {
    id: [u8; 32_767],
    text: String,
}

/// A request is sent for a table whose keys fit, but not for one whose keys may be too long.
#[test]
fn a_table_for_keys_that_can_be_too_long_is_not_made() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let fake = Fake::gateway(move |_, _| _ = count.fetch_add(1, Ordering::SeqCst));
    let builder = HBase::builder().read_timeout(Duration::from_millis(50));
    let hbase = builder.connect(&fake.address).unwrap();
    let expected = "expected keys of at most 32767 bytes for the HBase table `t`, found";
    for (error, found) in [
        (hbase.create_table::<Certainly>("t", "f"), "`Certainly`, whose keys have 32768 bytes"),
        (hbase.create_table::<NoBound>("t", "f"), "`NoBound`, whose keys have at least 32768 bytes"),
        (hbase.create_table::<Possibly>("t", "f"), "`Possibly`, whose keys have 32767 to 32768 bytes"),
    ] {
        assert_eq!(error.unwrap_err().to_string(), format!("{expected} {found}"));
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    for made in [hbase.create_table::<Longest>("t", "f"), hbase.create_table::<Open>("t", "f")] {
        assert!(matches!(made, Err(HBaseError::Timeout { .. })), "{made:?}");
    }
    assert!(asked.load(Ordering::SeqCst) >= 2);
}

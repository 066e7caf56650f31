//! Servers that return rows or report progress at keys that were not requested.

use rowkey::RowKey;
use rowkey_bigtable::proto::v2::ReadRowsResponse;
use rowkey_bigtable::{Bigtable, BigtableError, BigtableStore, ChunkError};
use rowkey_core::KeyRange;
use rowkey_store::{AsyncTable, Direction, TableError};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::fake::{End, Fake, Reply};
use crate::table::{all, message, whole};

const WAYS: [Direction; 2] = [Direction::Forward, Direction::Reverse];

/// A key of the other tests: the bytes of its name.
#[derive(RowKey, Debug, PartialEq)]
struct Key {
    #[rowkey(len(3))]
    name: String,
}

fn range(start: &str, stop: &str) -> KeyRange {
    KeyRange::new(start, Some(stop.into()))
}

/// Starts a server that answers every call with a row with this key.
async fn answering(key: &'static [u8]) -> (Fake, BigtableStore) {
    let fake = Fake::start(move |_| Reply::new([message(whole(key, b"not yours"))], End::Ok)).await;
    let store = fake.bigtable().await.table("t", "f");
    (fake, store)
}

/// Returns the fault of a malformed answer.
fn fault(error: BigtableError) -> ChunkError {
    let BigtableError::Malformed { source, .. } = error else { panic!("{error:?}") };
    source.downcast_ref::<ChunkError>().expect("a fault of the rows").clone()
}

#[tokio::test]
async fn a_row_that_was_not_requested_is_an_error_of_every_read() {
    let (_fake, store) = answering(b"zzz").await;
    let table = AsyncTable::<Key, _>::new(store.clone());
    let abc = || Key { name: "abc".into() };
    let of_store = |error| match error {
        TableError::Store(error) => error,
        error => panic!("{error:?}"),
    };
    let plan = Key::scan().name("abc".."abd").plan().unwrap();
    let mut errors = vec![
        store.get(b"abc").await.unwrap_err(),
        store.contains(b"abc").await.unwrap_err(),
        store.get_cells(b"abc").await.unwrap_err(),
        store.count(range("abc", "abd")).await.unwrap_err(),
        of_store(table.get(&abc()).await.unwrap_err()),
        of_store(table.contains(&abc()).await.unwrap_err()),
        of_store(table.count(&plan).await.unwrap_err()),
        of_store(table.scan(&plan).await.unwrap().next().await.unwrap().unwrap_err()),
        of_store(table.keys(&plan).await.unwrap().next().await.unwrap().unwrap_err()),
        of_store(table.scan(&plan.clone().reversed()).await.unwrap().next().await.unwrap().unwrap_err()),
    ];
    for direction in WAYS {
        errors.extend([
            store.scan(range("abc", "abd"), direction).next().await.unwrap_err(),
            store.scan_first(1, range("abc", "abd"), direction).next().await.unwrap_err(),
            store.scan_cells(range("abc", "abd"), direction).next().await.unwrap_err(),
            store.scan_ranges([range("a", "b"), range("zzzz", "zzzzz")], direction).next().await.unwrap_err(),
        ]);
    }
    for error in errors {
        assert_eq!(fault(error), ChunkError::NotRequested { key: b"zzz".into() });
    }
    assert_eq!(ChunkError::NotRequested { key: b"zzz\x01".into() }.to_string(), r"row zzz\x01 was not requested");
}

/// Both ends of a range, and the gap between two ranges.
#[tokio::test]
async fn the_ends_of_ranges_are_kept() {
    for (key, is_requested) in [
        (&b"a"[..], false),
        (b"b", true),
        (b"c\xFF", true),
        (b"d", false),
        (b"e", false),
        (b"f", true),
        (b"f\0", false),
        (b"z", false),
    ] {
        let (_fake, store) = answering(key).await;
        for direction in WAYS {
            let ranges = [range("b", "d"), KeyRange::exactly(b"f")];
            let found = all(store.scan_ranges(ranges, direction)).await;
            assert_eq!(found.is_ok(), is_requested, "{key:?} {direction:?}");
        }
    }
}

/// The rows before an unrequested row are returned, and a seek resumes where it should.
#[tokio::test]
async fn a_row_that_was_not_requested_does_not_move_the_scan() {
    let calls = AtomicUsize::new(0);
    let fake = Fake::start(move |_| match calls.fetch_add(1, Ordering::SeqCst) {
        0 => {
            let mut both = message(whole(b"b", b"1"));
            both.chunks.push(whole(b"zzz", b"not yours"));
            Reply::new([both], End::Ok)
        }
        _ => Reply::new([message(whole(b"c", b"2"))], End::Ok),
    })
    .await;
    let mut scan = fake.bigtable().await.table("t", "f").scan(range("a", "d"), Direction::Forward);
    assert_eq!(scan.next().await.unwrap().unwrap().0, b"b");
    scan.seek(b"bb");
    assert_eq!(scan.next().await.unwrap().unwrap().0, b"c");
    assert_eq!(scan.next().await.unwrap(), None);
}

/// The request of the next stream excludes the row.
#[tokio::test]
async fn a_row_that_came_before_the_stream_broke_does_not_come_again() {
    let fake = Fake::start(|_| Reply::new([message(whole(b"b", b"1"))], End::Silent)).await;
    let mut scan = fake.bigtable().await.table("t", "f").scan(range("a", "d"), Direction::Forward);
    assert_eq!(scan.next().await.unwrap().unwrap().0, b"b");
    assert!(matches!(fault(scan.next().await.unwrap_err()), ChunkError::Order { .. }));
}

fn passed(key: &[u8]) -> ReadRowsResponse {
    ReadRowsResponse { last_scanned_row_key: key.into(), ..ReadRowsResponse::default() }
}

/// Starts a server that reports progress at keys, and then stalls.
async fn progressing(gap: Duration, keys: &'static [&'static [u8]]) -> (Fake, BigtableStore) {
    let fake = Fake::start(move |_| Reply { gap, ..Reply::new(keys.iter().map(|key| passed(key)), End::Hang) }).await;
    let config = fake.config().timeout(TIMEOUT).attempt_timeout(TIMEOUT);
    let store = Bigtable::connect(config).await.unwrap().table("t", "f");
    (fake, store)
}

const TIMEOUT: Duration = Duration::from_secs(2);

#[tokio::test]
async fn progress_where_nothing_was_requested_is_malformed() {
    let (_fake, store) = progressing(Duration::ZERO, &[b"x"]).await;
    let mut errors = vec![store.get(b"abc").await.unwrap_err(), store.count(range("a", "c")).await.unwrap_err()];
    for direction in WAYS {
        errors.push(store.scan(range("a", "c"), direction).next().await.unwrap_err());
        errors.push(store.scan_ranges([range("a", "c"), range("y", "z")], direction).next().await.unwrap_err());
    }
    for error in errors {
        assert_eq!(fault(error), ChunkError::ProgressNotRequested { key: b"x".into() });
    }
    assert_eq!(
        ChunkError::ProgressNotRequested { key: b"x".into() }.to_string(),
        "the server reports progress at row x, which was not requested"
    );
}

#[tokio::test]
async fn progress_that_goes_back_or_stays_is_malformed() {
    let order =
        |before: &[u8], key: &[u8], reversed| ChunkError::Order { before: before.into(), key: key.into(), reversed };
    let ranges = || [range("a", "c"), range("m", "z")];
    let (_fake, store) = progressing(Duration::ZERO, &[b"n", b"b"]).await;
    let error = store.scan_ranges(ranges(), Direction::Forward).next().await.unwrap_err();
    assert_eq!(fault(error), order(b"n", b"b", false));
    let (_fake, store) = progressing(Duration::ZERO, &[b"b", b"n"]).await;
    let error = store.scan_ranges(ranges(), Direction::Reverse).next().await.unwrap_err();
    assert_eq!(fault(error), order(b"b", b"n", true));
    let (_fake, store) = progressing(Duration::ZERO, &[b"abc", b"abc"]).await;
    assert_eq!(fault(store.get(b"abc").await.unwrap_err()), order(b"abc", b"abc", false));
}

/// Progress does not extend the time for a single row, or for rows that are requested by key, because there is little
/// to skip.
#[tokio::test]
async fn a_row_has_a_deadline_whatever_progress_is_reported() {
    let began = Instant::now();
    let (_fake, store) = progressing(TIMEOUT * 3 / 4, &[b"abc"]).await;
    let error = store.get(b"abc").await.unwrap_err();
    assert!(matches!(error, BigtableError::Timeout { .. }), "{error:?}");
    assert!(began.elapsed() < TIMEOUT * 3 / 2, "{:?}", began.elapsed());

    let began = Instant::now();
    let (_fake, store) = progressing(TIMEOUT * 3 / 4, &[b"a", b"b", b"c"]).await;
    let keys = ["a", "b", "c"].map(|key| KeyRange::exactly(key.as_bytes()));
    let error = store.scan_ranges(keys, Direction::Forward).next().await.unwrap_err();
    assert!(matches!(error, BigtableError::Timeout { .. }), "{error:?}");
    assert!(began.elapsed() < TIMEOUT * 3 / 2, "{:?}", began.elapsed());
}

rowkey::laws!(Key);

//! Broken streams: rows are returned once and in order, or the scan returns an error.

use rowkey_bigtable::proto::v2::row_range::StartKey;
use rowkey_bigtable::proto::v2::{ReadRowsRequest, ReadRowsResponse};
use rowkey_bigtable::{Bigtable, BigtableError, BigtableScan};
use rowkey_core::KeyRange;
use rowkey_store::Direction;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::timeout;
use tonic::Code;

use crate::fake::{End, Fake, Reply};
use crate::table::{Model, all, cut, message, model, rows, whole};

const WAYS: [Direction; 2] = [Direction::Forward, Direction::Reverse];

fn expected(model: &Model, direction: Direction) -> Vec<(Vec<u8>, Vec<u8>)> {
    let rows = model.iter().map(|(key, value)| (key.clone(), value.clone()));
    if direction == Direction::Reverse { rows.rev().collect() } else { rows.collect() }
}

/// Returns the rows of a request in three chunks each, up to a number of chunks, and then an end. The end is `Ok` if
/// all chunks were sent.
fn broken(model: &Model, request: &ReadRowsRequest, chunks: usize, end: End) -> Reply {
    let all: Vec<_> = rows(model, request).into_iter().flat_map(|(key, value)| cut(key, value)).collect();
    let end = if chunks >= all.len() { End::Ok } else { end };
    Reply::new(all.into_iter().take(chunks).map(message), end)
}

#[tokio::test]
async fn a_stream_that_breaks_anywhere_is_gone_on_with_behind_its_last_whole_row() {
    let rows = model(60, 7);
    let ends = [
        End::Say(Code::Unavailable, "moved"),
        End::Say(Code::Aborted, ""),
        End::Say(Code::Internal, "Received RST_STREAM with error code 2"),
        End::Silent,
        End::InMessage,
        End::Reset,
    ];
    for end in ends {
        for direction in WAYS {
            let random = Mutex::new(fastrand::Rng::with_seed(7));
            let (served, this_end) = (rows.clone(), end.clone());
            let fake = Fake::start(move |call| {
                let chunks = random.lock().unwrap().usize(0..20);
                broken(&served, &call.message(), chunks, this_end.clone())
            })
            .await;
            let store = fake.bigtable().await.table("t", "f");
            let ranges = [KeyRange::new([0], Some(vec![0, 20])), KeyRange::new([0, 20], None)];
            let found = all(store.scan_ranges(ranges, direction)).await.unwrap();
            assert_eq!(found, expected(&rows, direction), "{end:?} {direction:?}");
        }
    }
}

/// The requests of a scan of at most 10 rows, which breaks after each third row.
#[tokio::test]
async fn a_limit_counts_the_rows_that_came_before_the_stream_broke() {
    let rows = model(60, 7);
    let limits = Arc::<Mutex<Vec<i64>>>::default();
    let seen = Arc::clone(&limits);
    let fake = Fake::start(move |call| {
        let request: ReadRowsRequest = call.message();
        seen.lock().unwrap().push(request.rows_limit);
        broken(&rows, &request, 10, End::Say(Code::Unavailable, ""))
    })
    .await;
    let store = fake.bigtable().await.table("t", "f");
    let found = all(store.scan_first(10, KeyRange::all(), Direction::Forward)).await.unwrap();
    assert_eq!(found.iter().map(|(key, _)| key[1]).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
    assert_eq!(*limits.lock().unwrap(), [10, 7, 4, 1]);
}

/// A scan whose last row arrived before the stream broke sends no more requests. A request without ranges would read
/// the whole table.
#[tokio::test]
async fn a_stream_that_breaks_behind_the_last_row_is_at_its_end() {
    let calls = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&calls);
    let rows = model(3, 7);
    let fake = Fake::start(move |call| {
        counted.fetch_add(1, Ordering::SeqCst);
        let request: ReadRowsRequest = call.message();
        let chunks = crate::table::rows(&rows, &request).into_iter().map(|(key, value)| message(whole(key, value)));
        Reply::new(chunks, End::Silent)
    })
    .await;
    let store = fake.bigtable().await.table("t", "f");
    assert_eq!(store.get(&[0, 1]).await.unwrap(), Some(vec![1; 7]));
    let up_to = KeyRange::new([0, 0], Some(vec![0, 2, 0]));
    assert_eq!(all(store.scan(up_to, Direction::Forward)).await.unwrap().len(), 3);
    assert_eq!(calls.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn rows_that_a_filter_drops_are_not_read_again() {
    let starts = Arc::<Mutex<Vec<ReadRowsRequest>>>::default();
    let seen = Arc::clone(&starts);
    let fake = Fake::start(move |call| {
        let mut seen = seen.lock().unwrap();
        seen.push(call.message());
        if seen.len() == 1 {
            let passed = ReadRowsResponse { last_scanned_row_key: vec![0, 40], ..ReadRowsResponse::default() };
            return Reply::new([passed], End::Reset);
        }
        Reply::new([message(whole(&[0, 50], b"v"))], End::Ok)
    })
    .await;
    let store = fake.bigtable().await.table("t", "f");
    assert_eq!(all(store.scan(KeyRange::all(), Direction::Forward)).await.unwrap().len(), 1);
    let again = starts.lock().unwrap()[1].rows.clone().unwrap();
    let start = StartKey::StartKeyOpen(vec![0, 40]);
    assert_eq!(again.row_ranges[0].start_key, Some(start));
}

/// A row, followed in the same message by a row that is out of order.
#[tokio::test]
async fn rows_before_a_failure_are_handed_over_and_a_seek_leaves_the_failure_behind() {
    let fake = Fake::start(move |call| {
        let request: ReadRowsRequest = call.message();
        let start = request.rows.unwrap().row_ranges.first().and_then(|range| range.start_key.clone());
        if start == Some(StartKey::StartKeyClosed(vec![0, 40])) {
            return Reply::new([message(whole(&[0, 50], b"v"))], End::Ok);
        }
        let mut both = message(whole(&[0, 20], b"v"));
        both.chunks.extend(message(whole(&[0, 10], b"v")).chunks);
        Reply::new([both], End::Ok)
    })
    .await;
    let store = fake.bigtable().await.table("t", "f");

    let mut scan = store.scan(KeyRange::all(), Direction::Forward);
    assert!(scan.advance().await.unwrap());
    assert_eq!(scan.key(), [0, 20]);
    let error = scan.advance().await.unwrap_err();
    assert!(matches!(error, BigtableError::Malformed { .. }), "{error:?}");

    let mut scan = store.scan(KeyRange::all(), Direction::Forward);
    assert!(scan.advance().await.unwrap());
    scan.seek(&[0, 40]);
    assert!(scan.advance().await.unwrap());
    assert_eq!(scan.key(), [0, 50]);
}

/// A message of three rows, of which the last is out of order.
#[tokio::test]
async fn a_limit_counts_the_rows_before_a_fault() {
    let fake = Fake::start(move |_| {
        let mut all = message(whole(&[0, 20], b"v"));
        all.chunks.extend([whole(&[0, 30], b"v"), whole(&[0, 10], b"v")]);
        Reply::new([all], End::Ok)
    })
    .await;
    let mut scan = fake.bigtable().await.table("t", "f").scan_first(1, KeyRange::all(), Direction::Forward);
    assert!(scan.advance().await.unwrap());
    assert!(!scan.advance().await.unwrap());
}

/// Rows in overlapping ranges are returned once, even if the ranges do not fit into one request.
#[tokio::test]
async fn ranges_that_overlap_lose_nothing_and_double_nothing() {
    let rows = model(100, 7);
    let served = rows.clone();
    let fake = Fake::start(move |call| {
        let rows = crate::table::rows(&served, &call.message()).into_iter();
        Reply::new(rows.map(|(key, value)| message(whole(key, value))), End::Ok)
    })
    .await;
    let store = fake.bigtable().await.table("t", "f");
    // Nested ranges with bounds of the maximum key length. They would take several requests if they were not joined
    // into one range.
    let wide = |from: u16| {
        let stop = [&(100 - from).to_be_bytes()[..], &[0; 4_094]].concat();
        KeyRange::new(from.to_be_bytes(), Some(stop))
    };
    let ranges: Vec<_> = (0..500).map(|at| wide(at % 50)).collect();
    for direction in WAYS {
        let found = all(store.scan_ranges(ranges.clone(), direction)).await.unwrap();
        assert_eq!(found, expected(&rows, direction), "{direction:?}");
    }
}

/// The wider the rows, the fewer are taken at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_scan_holds_a_bounded_number_of_bytes() {
    let rows = model(64, 200 << 10);
    let fake = Fake::start(move |call| {
        let all = crate::table::rows(&rows, &call.message()).into_iter();
        Reply::new(all.map(|(key, value)| message(whole(key, value))), End::Ok)
    })
    .await;
    let mut scan = fake.bigtable().await.table("t", "f").scan_cells(KeyRange::all(), Direction::Forward);
    for _ in 0..64 {
        assert!(scan.next().await.unwrap().is_some());
        // `Debug` shows the number of rows in memory.
        let shown = format!("{scan:?}");
        assert!((0..2).any(|rows| shown.contains(&format!("rows: {rows}"))), "{shown}");
    }
}

#[tokio::test]
async fn a_stream_that_ends_well_in_the_middle_of_a_row_is_malformed() {
    let rows = model(3, 7);
    let fake = Fake::start(move |call| {
        let all: Vec<_> = crate::table::rows(&rows, &call.message()).into_iter().flat_map(|(k, v)| cut(k, v)).collect();
        Reply::new(all.into_iter().take(4).map(message), End::Ok)
    })
    .await;
    let mut scan = fake.bigtable().await.table("t", "f").scan(KeyRange::all(), Direction::Forward);
    assert!(scan.advance().await.unwrap());
    let error = scan.advance().await.unwrap_err();
    assert!(matches!(error, BigtableError::Malformed { .. }), "{error:?}");
    // The scan has ended, and reports its end.
    assert!(!scan.advance().await.unwrap());
    assert_eq!((scan.key(), scan.value()), (&b""[..], &b""[..]));
}

#[tokio::test]
async fn what_bigtable_refuses_is_not_asked_again() {
    let calls = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&calls);
    let fake = Fake::start(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        Reply::end(End::Say(Code::PermissionDenied, "not yours"))
    })
    .await;
    let error = fake.bigtable().await.table("t", "f").get(b"k").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot get a row of the Bigtable table `t` from row k: Bigtable returned PermissionDenied: not yours"
    );
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

/// Reads one row of a scan while others are open and unread.
async fn first_row(scan: &mut BigtableScan) {
    let advance = timeout(Duration::from_secs(20), scan.advance());
    assert!(advance.await.expect("a scan waits for another one that nobody reads").unwrap());
}

fn open(bigtable: &Bigtable, scans: usize) -> Vec<BigtableScan> {
    let store = bigtable.table("t", "f");
    (0..scans).map(|_| store.scan(KeyRange::all(), Direction::Forward)).collect()
}

/// The windows of HTTP/2: 90 scans of a megabyte each, of which one row is read.
#[tokio::test]
async fn scans_that_are_not_read_do_not_hold_up_the_others() {
    let rows = model(16, 64 << 10);
    let fake = Fake::start(move |call| {
        let all = crate::table::rows(&rows, &call.message()).into_iter().map(|(key, value)| message(whole(key, value)));
        Reply::new(all, End::Ok)
    })
    .await;
    let mut scans = open(&fake.bigtable().await, 90);
    for scan in &mut scans {
        first_row(scan).await;
        // The rows that have arrived may now exceed the window, and all of them must fit.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    for mut scan in scans.into_iter().rev() {
        for _ in 1..16 {
            first_row(&mut scan).await;
        }
    }
}

/// The server accepts 100 calls on a connection, and more calls use another connection.
#[tokio::test]
async fn more_scans_than_a_connection_takes_are_read_side_by_side() {
    let fake = Fake::start(|_| Reply::new([message(whole(b"k", b"v"))], End::Hang)).await;
    let mut scans = open(&fake.bigtable().await, 250);
    for scan in &mut scans {
        first_row(scan).await;
    }
}

/// Connections are closed when their scans have ended, except for the first one. Other scans use the remaining
/// connection.
#[tokio::test]
async fn connections_that_are_idle_are_closed() {
    let fake = Fake::start(|_| Reply::new([message(whole(b"k", b"v"))], End::Hang)).await;
    let config = fake.config().idle_timeout(Duration::from_millis(500));
    let bigtable = Bigtable::connect(config).await.unwrap();
    let mut scans = open(&bigtable, 250);
    for scan in &mut scans {
        first_row(scan).await;
    }
    assert_eq!(fake.connections(), 3);
    drop(scans);
    let closed = async {
        while fake.connections() > 1 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(10), closed).await.expect("idle connections are kept");
    first_row(&mut open(&bigtable, 1)[0]).await;
    assert_eq!(fake.connections(), 1);
}

#[tokio::test]
async fn a_server_that_goes_away_is_followed_by_the_next_one() {
    let rows = Arc::new(model(200, 7));
    let served = Arc::clone(&rows);
    let answer = Arc::new(move |call: &crate::fake::Received| {
        let all: Vec<_> = crate::table::rows(&served, &call.message()).into_iter().take(20).collect();
        let end = if all.len() < 20 { End::Ok } else { End::Say(Code::Unavailable, "going") };
        Reply::new(all.into_iter().map(|(key, value)| message(whole(key, value))), end)
    });
    let mut fake = Fake::start_at("127.0.0.1:0", answer.clone()).await;
    let store = fake.bigtable().await.table("t", "f");
    let mut scan = store.scan(KeyRange::all(), Direction::Forward);
    let mut found = Vec::new();
    while let Some(row) = scan.next().await.unwrap() {
        if found.len() % 50 == 10 {
            let address = fake.address.to_string();
            fake.go_away();
            // The port is free as soon as the server has processed it.
            tokio::time::sleep(Duration::from_millis(50)).await;
            fake = Fake::start_at(&address, answer.clone()).await;
        }
        found.push(row);
    }
    assert_eq!(found, expected(&rows, Direction::Forward));
}

/// Six rows. A scan of at most three rows seeks the fifth row after it has read the first.
#[tokio::test]
async fn rows_that_a_seek_leaves_out_do_not_count() {
    let rows = model(6, 7);
    for whole_message in [false, true] {
        let rows = rows.clone();
        let fake = Fake::start(move |call| {
            let rows = crate::table::rows(&rows, &call.message()).into_iter();
            let chunks: Vec<_> = rows.map(|(key, value)| whole(key, value)).collect();
            let size = if whole_message { chunks.len().max(1) } else { 1 };
            let message = |chunks: &[_]| ReadRowsResponse { chunks: chunks.to_vec(), ..ReadRowsResponse::default() };
            Reply::new(chunks.chunks(size).map(message), End::Ok)
        })
        .await;
        let store = fake.bigtable().await.table("t", "f");
        for sought in [2, 4] {
            let mut scan = store.scan_first(3, KeyRange::all(), Direction::Forward);
            assert!(scan.advance().await.unwrap());
            scan.seek(&[0, sought]);
            let found: Vec<_> = all(scan).await.unwrap().into_iter().map(|(key, _)| key[1]).collect();
            assert_eq!(found, [sought, sought + 1]);
        }
    }
}

/// A seek during a wait finds its row among those in transit, so no other call is made.
#[tokio::test]
async fn a_seek_in_a_wait_makes_no_call_for_a_row_that_is_on_its_way() {
    let calls = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&calls);
    let fake = Fake::start(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        let mut both = message(whole(&[0, 10], b"v"));
        both.chunks.push(whole(&[0, 20], b"v"));
        Reply { gap: Duration::from_millis(300), ..Reply::new([both], End::Ok) }
    })
    .await;
    let mut scan = fake.bigtable().await.table("t", "f").scan(KeyRange::all(), Direction::Forward);
    assert!(timeout(Duration::from_millis(100), scan.advance()).await.is_err());
    scan.seek(&[0, 20]);
    assert!(scan.advance().await.unwrap());
    assert_eq!((scan.key(), calls.load(Ordering::SeqCst)), (&[0, 20][..], 1));
}

//! Silent servers, and servers that are not Bigtable. No call hangs beyond its deadline.

use rowkey_bigtable::proto::v2::ReadRowsResponse;
use rowkey_bigtable::{Bigtable, BigtableError, Config};
use rowkey_core::KeyRange;
use rowkey_store::{Batch, Change, Direction};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use crate::fake::{End, Fake, Reply};
use crate::table::{message, whole};

const ATTEMPT: Duration = Duration::from_millis(100);
const TIMEOUT: Duration = Duration::from_millis(400);

fn hasty(config: Config) -> Config {
    config.attempt_timeout(ATTEMPT).timeout(TIMEOUT).connect_timeout(ATTEMPT)
}

/// Makes every kind of call. Returns each error, and the time until it.
async fn errors(bigtable: &Bigtable) -> Vec<(BigtableError, Duration)> {
    let store = bigtable.table("t", "f");
    let mut errors = Vec::new();
    macro_rules! ask {
        ($call:expr) => {
            let began = Instant::now();
            let error = $call.await.unwrap_err();
            errors.push((error, began.elapsed()));
        };
    }
    ask!(store.get(b"k"));
    ask!(store.scan(KeyRange::all(), Direction::Reverse).next());
    ask!(store.count(KeyRange::all()));
    ask!(store.write(Batch::new().put("k", "v")));
    ask!(store.split_keys());
    ask!(bigtable.table_exists("t"));
    ask!(bigtable.tables());
    ask!(store.compare_and_set(b"k", None, Change::Delete));
    ask!(bigtable.create_split_table("t", &["f"], &[] as &[&str]));
    ask!(bigtable.delete_table("t"));
    errors
}

fn assert_in_time(errors: &[(BigtableError, Duration)]) {
    for (error, took) in errors {
        assert!(*took < TIMEOUT + Duration::from_secs(1), "{took:?}: {error:?}");
    }
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_given_up() {
    let fake = Fake::start(|_| Reply::end(End::Hang)).await;
    let errors = errors(&Bigtable::connect(hasty(fake.config())).await.unwrap()).await;
    assert_in_time(&errors);
    let address = fake.address;
    let text = format!("cannot get a row of the Bigtable table `t` from row k: no response from `{address}` within ");
    assert!(errors[0].0.to_string().starts_with(&text), "{}", errors[0].0);
    for (at, (error, _)) in errors.iter().enumerate() {
        // The writes that were sent may be executed.
        let is_unknown = at == 3 || at > 6;
        let is_timeout = |error: &BigtableError| matches!(error, BigtableError::Timeout { .. });
        match error {
            BigtableError::OutcomeUnknown { source, .. } => assert!(is_unknown && is_timeout(source), "{error:?}"),
            error => assert!(!is_unknown && is_timeout(error), "{error:?}"),
        }
    }
}

/// A message is always ready, so the client never waits for a timer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_messages_without_end_extend_no_deadline() {
    let fake = Fake::start(|_| Reply::end(End::Empty)).await;
    let store = fake.bigtable().await.table("t", "f").with_timeout(TIMEOUT);
    let mut errors = Vec::new();
    macro_rules! ask {
        ($call:expr) => {
            let began = Instant::now();
            let error = $call.await.unwrap_err();
            errors.push((error, began.elapsed()));
        };
    }
    ask!(store.get(b"k"));
    ask!(store.scan(KeyRange::all(), Direction::Forward).next());
    ask!(store.count(KeyRange::all()));
    ask!(store.write(Batch::new().put("k", "v")));
    ask!(store.split_keys());
    assert_in_time(&errors);
    for (error, _) in &errors {
        let is_timeout = |error: &BigtableError| matches!(error, BigtableError::Timeout { .. });
        match error {
            BigtableError::OutcomeUnknown { source, .. } => assert!(is_timeout(source), "{error:?}"),
            error => assert!(is_timeout(error), "{error:?}"),
        }
    }
}

/// A clone of a table has another timeout.
#[tokio::test]
async fn a_call_has_a_timeout_of_its_own() {
    let fake = Fake::start(|_| Reply::end(End::Hang)).await;
    let bigtable = fake.bigtable().await;
    let store = bigtable.table("t", "f").with_timeout(TIMEOUT);
    let began = Instant::now();
    let errors = [
        store.get(b"k").await.unwrap_err(),
        store.scan(KeyRange::all(), Direction::Forward).next().await.unwrap_err(),
        store.write(Batch::new().put("k", "v")).await.unwrap_err(),
        bigtable.with_timeout(TIMEOUT).tables().await.unwrap_err(),
    ];
    assert!(began.elapsed() < 4 * TIMEOUT + Duration::from_secs(1), "{:?}", began.elapsed());
    assert!(matches!(errors[0], BigtableError::Timeout { .. }), "{:?}", errors[0]);
    // The timeout of the original is unchanged.
    let store = bigtable.table("t", "f");
    assert!(tokio::time::timeout(2 * TIMEOUT, store.get(b"k")).await.is_err());
    // A connection is not abandoned because of one call with a short timeout, and another call may still use it.
    assert_eq!(fake.connections(), 2, "one for rows, and one for tables");
}

/// Starts a server that accepts connections and sends `words`, whatever it receives.
async fn speaking(words: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((mut client, _)) = listener.accept().await {
            let _ = client.write_all(words).await;
            open.push(client);
        }
    });
    address
}

#[tokio::test]
async fn servers_that_are_something_else_are_given_up() {
    let words: [(&[u8], &str); 4] = [
        (b"", "the server accepts connections but does not respond: check the port"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "an HTTP/1 server: check the port"),
        (b"220 mail\r\n", r"an unknown server, which responds `220 mail\r\n`: check the port"),
        (&[0; 8], r"an unknown server, which responds `\x00\x00\x00\x00\x00\x00\x00\x00`: check the port"),
    ];
    for (words, found) in words {
        let address = speaking(words).await;
        let config = hasty(Config::emulator(&address.to_string(), "p", "i"));
        let began = Instant::now();
        let error = Bigtable::connect(config.clone()).await.unwrap_err();
        match &error {
            // A later attempt may succeed.
            BigtableError::Unreachable { source, .. } => {
                assert_eq!((words, source.to_string().as_str()), (&b""[..], found))
            }
            error => assert_eq!(error.to_string(), format!("expected Bigtable at `{address}`, found {found}")),
        }
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        let errors = errors(&Bigtable::lazy(config).unwrap()).await;
        assert_in_time(&errors);
    }
}

#[tokio::test]
async fn an_address_that_goes_nowhere_is_told_in_time() {
    let began = Instant::now();
    // A listener with a full queue accepts no more connections, and drops their packets.
    let full = tokio::net::TcpSocket::new_v4().unwrap();
    full.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = full.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut waiting = Vec::new();
    for _ in 0..4 {
        waiting.push(tokio::time::timeout(ATTEMPT, tokio::net::TcpStream::connect(address)).await);
    }
    assert!(waiting.last().unwrap().is_err(), "the queue is not full");
    let error = Bigtable::connect(hasty(Config::emulator(&address.to_string(), "p", "i"))).await.unwrap_err();
    assert!(matches!(error, BigtableError::Unreachable { .. }), "{error:?}");
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

/// A server that accepts the connection, but does not answer the TLS handshake.
#[tokio::test]
async fn a_handshake_that_hangs_is_told_in_time() {
    let began = Instant::now();
    let (trusted, _) = crate::tls::certificate();
    let config = Config::emulator(&speaking(b"").await.to_string(), "p", "i").tls_trusting(&trusted);
    let error = Bigtable::connect(hasty(config)).await.unwrap_err();
    assert!(matches!(error, BigtableError::Unreachable { .. }), "{error:?}");
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

/// The first attempt hangs with its connection, and the second one is answered.
#[tokio::test]
async fn an_attempt_that_hangs_is_made_again_in_time() {
    let calls = AtomicUsize::new(0);
    let fake = Fake::start(move |_| match calls.fetch_add(1, Ordering::SeqCst) {
        0 => Reply::new([message(whole(b"a", b"1"))], End::Hang),
        _ => Reply::new([message(whole(b"b", b"2"))], End::Ok),
    })
    .await;
    let store = Bigtable::connect(hasty(fake.config())).await.unwrap().table("t", "f");
    let mut scan = store.scan(KeyRange::all(), Direction::Forward);
    assert_eq!(scan.next().await.unwrap().unwrap().0, b"a");
    assert_eq!(scan.next().await.unwrap().unwrap().0, b"b");
    assert_eq!(scan.next().await.unwrap(), None);
}

/// The time in which the caller requests no rows does not count.
#[tokio::test]
async fn a_scan_that_is_left_alone_goes_on_later() {
    let rows = crate::table::model(50, 64 << 10);
    let count = rows.len();
    let fake = Fake::start(move |call| {
        let rows = crate::table::rows(&rows, &call.message()).into_iter();
        Reply::new(rows.map(|(key, value)| message(whole(key, value))), End::Ok)
    })
    .await;
    let store = Bigtable::connect(hasty(fake.config())).await.unwrap().table("t", "f");
    let mut scan = store.scan(KeyRange::all(), Direction::Forward);
    for _ in 0..3 {
        assert!(scan.advance().await.unwrap());
        tokio::time::sleep(2 * TIMEOUT).await;
    }
    let rest = crate::table::all(scan).await.unwrap();
    assert_eq!(rest.len(), count - 3);
}

/// A merge reads ahead while its caller requests no rows. This time does not count either.
#[tokio::test]
async fn a_wait_that_is_left_alone_goes_on_later() {
    let calls = AtomicUsize::new(0);
    let fake = Fake::start(move |_| {
        let reply = Reply::new([message(whole(b"k", b"v"))], End::Ok);
        match calls.fetch_add(1, Ordering::SeqCst) {
            0 => Reply { gap: Duration::from_secs(60), ..reply },
            _ => reply,
        }
    })
    .await;
    let store = Bigtable::connect(hasty(fake.config())).await.unwrap().table("t", "f");
    let mut scan = store.scan(KeyRange::all(), Direction::Forward);
    assert!(tokio::time::timeout(Duration::from_millis(20), scan.advance()).await.is_err());
    tokio::time::sleep(2 * TIMEOUT).await;
    assert!(scan.advance().await.unwrap());
}

/// Abandoning a wait loses no row.
#[tokio::test]
async fn a_wait_that_is_dropped_goes_on_with_the_next_one() {
    let rows = crate::table::model(200, 9);
    let expected: Vec<_> = rows.clone().into_iter().collect();
    let fake = Fake::start(move |call| {
        let rows = crate::table::rows(&rows, &call.message()).into_iter();
        Reply::new(rows.map(|(key, value)| message(whole(key, value))), End::Ok)
    })
    .await;
    let mut scan = fake.bigtable().await.table("t", "f").scan(KeyRange::all(), Direction::Forward);
    let mut found = Vec::new();
    loop {
        match tokio::time::timeout(Duration::ZERO, scan.next()).await {
            Ok(Ok(Some(row))) => found.push(row),
            Ok(end) => break assert!(end.unwrap().is_none()),
            Err(_) => tokio::time::sleep(Duration::from_millis(1)).await,
        }
    }
    assert_eq!(found, expected);
}

/// A trickle: single messages without a row do not extend the time.
#[tokio::test]
async fn messages_without_a_row_gain_no_time() {
    let fake = Fake::start(|_| {
        let mut begun = whole(b"k", b"v");
        begun.row_status = None;
        Reply::new([message(begun)], End::Hang)
    })
    .await;
    let store = Bigtable::connect(hasty(fake.config())).await.unwrap().table("t", "f");
    let began = Instant::now();
    let error = store.scan(KeyRange::all(), Direction::Forward).next().await.unwrap_err();
    assert!(matches!(error, BigtableError::Timeout { .. }), "{error:?}");
    assert!(began.elapsed() < TIMEOUT + Duration::from_secs(1));
}

/// Reports about rows that a filter drops start the wait again. They arrive for twice as long as a wait may take.
#[tokio::test]
async fn word_of_rows_that_were_passed_gains_time() {
    let fake = Fake::start(|_| {
        let passed = |row| ReadRowsResponse { last_scanned_row_key: vec![row], ..ReadRowsResponse::default() };
        Reply { gap: TIMEOUT / 4, ..Reply::new((0..8).map(passed).chain([message(whole(&[9], b"v"))]), End::Ok) }
    })
    .await;
    let store = Bigtable::connect(hasty(fake.config()).attempt_timeout(TIMEOUT)).await.unwrap().table("t", "f");
    assert!(store.scan(KeyRange::all(), Direction::Forward).advance().await.unwrap());
}

//! Calls that Bigtable delays: the time until the next attempt.

use googleapis_tonic_google_bigtable_v2::google::rpc;
use rowkey_bigtable::proto::v2::mutate_rows_response::Entry;
use rowkey_bigtable::proto::v2::{CheckAndMutateRowResponse, MutateRowsResponse};
use rowkey_bigtable::{Bigtable, BigtableError};
use rowkey_core::KeyRange;
use rowkey_store::{Batch, Change, Direction};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store_suite::events::recorded;
use tonic::Code;

use crate::fake::{End, Fake, Reply, waiting};
use crate::table::{message, whole};

/// Longer than any of the first pauses.
const DELAY: Duration = Duration::from_millis(300);

/// Starts a server that answers the first call with `refusal`, and the second one normally. Returns it with the time of
/// each call.
async fn refusing(refusal: Reply) -> (Fake, Arc<Mutex<Vec<Instant>>>) {
    let calls = Arc::<Mutex<Vec<Instant>>>::default();
    let seen = Arc::clone(&calls);
    let fake = Fake::start(move |call| {
        let mut seen = seen.lock().unwrap();
        seen.push(Instant::now());
        match (seen.len(), call.method.as_str()) {
            (1, _) => refusal.clone(),
            (_, "ReadRows") => Reply::new([message(whole(b"k", b"v"))], End::Ok),
            (_, "MutateRows") => entry(rpc::Status::default()),
            _ => Reply::new([CheckAndMutateRowResponse::default()], End::Ok),
        }
    })
    .await;
    (fake, calls)
}

/// Returns the answer to a batch of one row.
fn entry(status: rpc::Status) -> Reply {
    let entries = vec![Entry { index: 0, status: Some(status) }];
    Reply::new([MutateRowsResponse { entries, ..MutateRowsResponse::default() }], End::Ok)
}

fn pause(calls: &Mutex<Vec<Instant>>) -> Duration {
    let calls = std::mem::take(&mut *calls.lock().unwrap());
    assert_eq!(calls.len(), 2);
    calls[1] - calls[0]
}

#[tokio::test]
async fn the_next_attempt_waits_as_long_as_bigtable_asks() {
    // A delay can come with any code.
    for code in [Code::Unavailable, Code::ResourceExhausted, Code::Internal] {
        let (fake, calls) = refusing(Reply::end(End::SayWait(code, DELAY))).await;
        assert_eq!(fake.bigtable().await.table("t", "f").get(b"k").await.unwrap(), Some(b"v".to_vec()));
        assert!(pause(&calls) >= DELAY, "{code:?}");

        let (fake, calls) = refusing(Reply::end(End::SayWait(code, DELAY))).await;
        let mut scan = fake.bigtable().await.table("t", "f").scan(KeyRange::all(), Direction::Forward);
        assert!(scan.advance().await.unwrap());
        assert!(pause(&calls) >= DELAY, "{code:?}");

        let (fake, calls) = refusing(Reply::end(End::SayWait(code, DELAY))).await;
        fake.bigtable().await.table("t", "f").write(Batch::new().put("k", "v")).await.unwrap();
        assert!(pause(&calls) >= DELAY, "{code:?}");

        // The delay of one row of a batch.
        let (fake, calls) = refusing(entry(waiting(code, DELAY))).await;
        fake.bigtable().await.table("t", "f").write(Batch::new().put("k", "v")).await.unwrap();
        assert!(pause(&calls) >= DELAY, "{code:?}");
    }
}

#[tokio::test]
async fn a_quota_that_is_used_up_is_waited_for() {
    let (fake, calls) = refusing(Reply::end(End::Say(Code::ResourceExhausted, "out of quota"))).await;
    assert_eq!(fake.bigtable().await.table("t", "f").get(b"k").await.unwrap(), Some(b"v".to_vec()));
    assert!(pause(&calls) < DELAY);

    let (fake, calls) =
        refusing(entry(rpc::Status { code: Code::ResourceExhausted.into(), ..Default::default() })).await;
    fake.bigtable().await.table("t", "f").write(Batch::new().put("k", "v")).await.unwrap();
    assert!(pause(&calls) < DELAY);
}

/// It is useless to wait for an attempt that can never be made.
#[tokio::test]
async fn a_delay_beyond_the_deadline_fails_at_once() {
    let counted = Arc::<AtomicUsize>::default();
    let calls = Arc::clone(&counted);
    let fake = Fake::start(move |_| {
        calls.fetch_add(1, Ordering::SeqCst);
        Reply::end(End::SayWait(Code::ResourceExhausted, Duration::from_secs(3_600)))
    })
    .await;
    let config = fake.config().timeout(Duration::from_secs(20));
    let store = Bigtable::connect(config).await.unwrap().table("t", "f");
    let began = Instant::now();
    let errors = [
        store.get(b"k").await.unwrap_err(),
        store.scan(KeyRange::all(), Direction::Reverse).next().await.unwrap_err(),
        store.write(Batch::new().put("k", "v")).await.unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, BigtableError::Server { code: Code::ResourceExhausted, .. }), "{error:?}");
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(counted.load(Ordering::SeqCst), 3);
}

/// Neither a delay nor a quota makes it harmless to execute the call twice.
#[tokio::test]
async fn a_row_that_is_compared_and_set_is_sent_once() {
    for end in [End::SayWait(Code::Unavailable, DELAY), End::Say(Code::ResourceExhausted, "out of quota")] {
        let (fake, calls) = refusing(Reply::end(end)).await;
        let store = fake.bigtable().await.table("t", "f");
        store.compare_and_set(b"k", None, Change::Put(b"v")).await.unwrap_err();
        assert_eq!(calls.lock().unwrap().len(), 1);
    }
}

/// An invalid delay is ignored.
#[tokio::test]
async fn a_delay_that_makes_no_sense_is_left_alone() {
    let mut negative = waiting(Code::Unavailable, DELAY);
    negative.details[0].value = [10, 2, 8, 0x81].into();
    let (fake, calls) = refusing(entry(negative)).await;
    fake.bigtable().await.table("t", "f").write(Batch::new().put("k", "v")).await.unwrap();
    assert!(pause(&calls) < DELAY);
}

/// The events that operators see: one for each call, one for each pause, and one for the rows that were read.
#[test]
fn each_call_and_each_pause_is_an_event() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let run = |refusal| {
        recorded(|| {
            runtime.block_on(async {
                let (fake, _) = refusing(refusal).await;
                let table = fake.bigtable().await.table("t", "f");
                let found = table.get(b"k").await;
                (found, table.write(Batch::new().put("k", "v")).await)
            })
        })
    };
    let ((found, written), events) = run(Reply::end(End::Say(Code::Unavailable, "busy")));
    assert!(found.is_ok() && written.is_ok());
    let shown = |at: usize| ["operation", "table", "message", "class"].map(|field| events[at].get(field).to_owned());
    assert_eq!(shown(0), ["get a row of", "t", "made again", "Said.Unavailable"]);
    assert_eq!(shown(1), ["get a row of", "t", "read", ""]);
    assert_eq!((events[0].number("retries"), events[1].number("rows")), (Some(1), Some(1)));
    assert_eq!(shown(2), ["write rows of", "t", "done", ""]);
    assert_eq!((events[2].number("retries"), events.len()), (Some(0), 3));

    let ((error, _), events) = run(Reply::end(End::Say(Code::PermissionDenied, "not yours")));
    let failed = events.iter().find(|it| it.level == tracing::Level::WARN).unwrap();
    assert_eq!((failed.get("class"), failed.get("message")), ("Server", "failed"));
    assert_eq!(failed.get("error"), error.unwrap_err().to_string());
}

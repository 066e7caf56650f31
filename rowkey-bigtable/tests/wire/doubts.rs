//! Writes with an unknown outcome. No later answer makes the outcome certain.

use rowkey_bigtable::BigtableError;
use rowkey_bigtable::proto::v2::MutateRowsResponse;
use rowkey_bigtable::proto::v2::mutate_rows_response::Entry;
use rowkey_store::Batch;
use std::sync::atomic::{AtomicUsize, Ordering};
use tonic::Code;

use crate::fake::{End, Fake, Reply};

/// Returns the answer to a batch of one row.
fn says(code: Code) -> Reply {
    let mut entry = Entry::default();
    entry.status.get_or_insert_default().code = code.into();
    Reply::new([MutateRowsResponse { entries: vec![entry], ..MutateRowsResponse::default() }], End::Ok)
}

/// Writes a row to a server that sends these replies, one for each attempt. Returns the error.
async fn error(replies: Vec<Reply>) -> BigtableError {
    let calls = AtomicUsize::new(0);
    let fake = Fake::start(move |_| replies[calls.fetch_add(1, Ordering::SeqCst)].clone()).await;
    fake.bigtable().await.table("t", "f").write(Batch::new().put("k", "v")).await.unwrap_err()
}

fn is_unknown(error: &BigtableError) -> bool {
    matches!(error, BigtableError::OutcomeUnknown { .. })
}

/// The first attempt is lost, and may be executed. The second attempt is rejected.
#[tokio::test]
async fn a_refusal_behind_a_lost_attempt_leaves_the_outcome_unknown() {
    let refused = End::Say(Code::PermissionDenied, "not yours any more");
    assert!(!is_unknown(&error(vec![Reply::end(refused.clone())]).await));
    for lost in [End::Reset, End::Silent, End::Say(Code::Unavailable, "gone")] {
        let error = error(vec![Reply::end(lost), Reply::end(refused.clone())]).await;
        assert!(is_unknown(&error), "{error:?}");
    }
}

/// The same, but the second answer rejects the row.
#[tokio::test]
async fn a_row_that_is_refused_behind_a_lost_attempt_may_be_written() {
    let refused = error(vec![says(Code::FailedPrecondition)]).await;
    assert!(matches!(refused, BigtableError::Rows { .. }), "{refused:?}");
    for lost in [Reply::end(End::Silent), says(Code::Unavailable)] {
        let error = error(vec![lost, says(Code::FailedPrecondition)]).await;
        let BigtableError::OutcomeUnknown { source, .. } = error else { panic!("{error:?}") };
        assert!(matches!(&*source, BigtableError::Rows { rows, .. } if rows[0].key == b"k"), "{source:?}");
    }
}

#[tokio::test]
async fn a_row_that_fails_without_a_reason_may_be_written() {
    let failed = error(vec![says(Code::Internal)]).await;
    assert!(is_unknown(&failed), "{failed:?}");
}

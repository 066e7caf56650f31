//! Servers that go away while they answer: GOAWAY in the middle of a row, of a batch, and of a compare-and-set.

use rowkey_bigtable::proto::v2::mutate_rows_response::Entry;
use rowkey_bigtable::proto::v2::{CheckAndMutateRowResponse, MutateRowsRequest, MutateRowsResponse};
use rowkey_bigtable::{Bigtable, BigtableError, BigtableStore};
use rowkey_core::KeyRange;
use rowkey_store::{Batch, Change, Direction};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::fake::{End, Fake, Received, Reply};
use crate::table::{Model, all, cut, message, model};

/// The time between two messages of the server that goes away.
const GAP: Duration = Duration::from_millis(150);

/// The method of each call, and the timestamps of the cells that it writes.
type Calls = Arc<Mutex<Vec<(String, Vec<i64>)>>>;

/// A server that goes away in the middle of its first answer, and its successor at the same address.
struct Going {
    before: Fake,
    answer: Arc<dyn Fn(&Received) -> Reply + Send + Sync>,
    received: Calls,
}

impl Going {
    /// Starts the server. It answers the first call with `first`, and the others with `answer`.
    async fn start(
        first: impl Fn(&Received) -> Reply + Send + Sync + 'static,
        answer: impl Fn(&Received) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let received = Calls::default();
        let calls = Arc::clone(&received);
        let answer = Arc::new(move |call: &Received| {
            let mut calls = calls.lock().unwrap();
            calls.push((call.method.clone(), timestamps(call)));
            if calls.len() == 1 { first(call) } else { answer(call) }
        });
        let before = Fake::start_at("127.0.0.1:0", answer.clone()).await;
        Self { before, answer, received }
    }

    async fn store(&self) -> BigtableStore {
        let config = self.before.config().attempt_timeout(Duration::from_secs(2)).timeout(Duration::from_secs(20));
        Bigtable::connect(config).await.unwrap().table("t", "f")
    }

    /// Sends GOAWAY in the middle of the answer, and starts the next server.
    async fn go(&mut self) -> Fake {
        tokio::time::sleep(GAP + GAP / 2).await;
        let address = self.before.address.to_string();
        self.before.go_away();
        // The port is free as soon as the server has processed it.
        tokio::time::sleep(GAP / 3).await;
        Fake::start_at(&address, self.answer.clone()).await
    }

    fn methods(&self) -> Vec<String> {
        self.received.lock().unwrap().iter().map(|(method, _)| method.clone()).collect()
    }
}

fn slowly(reply: Reply) -> Reply {
    Reply { gap: GAP, ..reply }
}

/// Returns the timestamps of the cells of a batch.
fn timestamps(call: &Received) -> Vec<i64> {
    use rowkey_bigtable::proto::v2::mutation::Mutation::SetCell;
    let entries = if call.method == "MutateRows" { call.message::<MutateRowsRequest>().entries } else { Vec::new() };
    let mutations = entries.into_iter().flat_map(|entry| entry.mutations);
    mutations
        .map(|it| match it.mutation {
            Some(SetCell(cell)) => cell.timestamp_micros,
            other => panic!("{other:?}"),
        })
        .collect()
}

fn chunks(rows: &Model, call: &Received) -> Vec<rowkey_bigtable::proto::v2::ReadRowsResponse> {
    let rows = crate::table::rows(rows, &call.message()).into_iter();
    rows.flat_map(|(key, value)| cut(key, value)).map(message).collect()
}

#[tokio::test]
async fn in_the_middle_of_a_row() {
    // The rest of the row arrives over the old connection, or it does not arrive.
    for (sent, end, calls) in [(9, End::Ok, 1), (5, End::Reset, 2)] {
        let rows = model(3, 7);
        let (slow, fast) = (rows.clone(), rows.clone());
        let mut going = Going::start(
            move |call| slowly(Reply::new(chunks(&slow, call).into_iter().take(sent), end.clone())),
            move |call| Reply::new(chunks(&fast, call), End::Ok),
        )
        .await;
        let store = going.store().await;
        let (found, _next) = tokio::join!(all(store.scan(KeyRange::all(), Direction::Forward)), going.go());
        assert!(found.unwrap().into_iter().eq(rows));
        assert_eq!(going.methods(), vec!["ReadRows"; calls]);
        // The next call goes to the next server.
        assert_eq!(store.get(&[0, 2]).await.unwrap(), Some(vec![2; 7]));
        assert_eq!(going.methods().len(), calls + 1);
    }
}

#[tokio::test]
async fn in_the_middle_of_a_batch() {
    let said = |index| Entry { index, status: Some(Default::default()) };
    let answer = |entries: Vec<Entry>| MutateRowsResponse { entries, ..MutateRowsResponse::default() };
    for (sent, end, calls) in [(2, End::Ok, 1), (1, End::Reset, 2)] {
        let mut going = Going::start(
            move |_| {
                let answers = [answer(vec![said(1)]), answer(vec![said(0), said(2)])];
                slowly(Reply::new(answers.into_iter().take(sent), end.clone()))
            },
            move |_| Reply::new([answer(vec![said(0), said(1)])], End::Ok),
        )
        .await;
        let store = going.store().await;
        let mut batch = Batch::new();
        batch.put("a", "").put("b", "").put("c", "");
        let (written, _next) = tokio::join!(store.write(&batch), going.go());
        written.unwrap();
        let received = going.received.lock().unwrap();
        assert_eq!(received.len(), calls);
        if let [(_, first), (_, second)] = &received[..] {
            // The rows without an answer, with their original timestamps.
            assert_eq!(*second, [first[0], first[2]]);
        }
    }
}

#[tokio::test]
async fn in_the_middle_of_a_compare_and_set() {
    for (sent, end) in [(1, End::Ok), (0, End::Reset)] {
        let is_answered = sent == 1;
        let mut going = Going::start(
            move |_| {
                let answer = CheckAndMutateRowResponse { predicate_matched: true };
                Reply { gap: 3 * GAP, ..Reply::new([answer].into_iter().take(sent), end.clone()) }
            },
            |_| Reply::end(End::Ok),
        )
        .await;
        let store = going.store().await;
        let (set, _next) = tokio::join!(store.compare_and_set(b"k", Some(b"v"), Change::Delete), going.go());
        match set {
            Ok(is_set) => assert!(is_set && is_answered),
            Err(error) => assert!(matches!(error, BigtableError::OutcomeUnknown { .. }) && !is_answered, "{error:?}"),
        }
        assert_eq!(going.methods(), ["CheckAndMutateRow"], "sent once");
    }
}

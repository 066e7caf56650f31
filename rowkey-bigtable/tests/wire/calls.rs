//! Calls with one answer, and batches: which of them are retried, and with what.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use prost::Message;
use rowkey_bigtable::proto::v2::mutate_rows_response::Entry;
use rowkey_bigtable::proto::v2::mutation::Mutation;
use rowkey_bigtable::proto::v2::row_filter::Filter;
use rowkey_bigtable::proto::v2::{
    CheckAndMutateRowRequest, CheckAndMutateRowResponse, FeatureFlags, MutateRowsRequest, MutateRowsResponse,
    ReadRowsRequest, SampleRowKeysResponse,
};
use rowkey_bigtable::{Bigtable, BigtableError, Cell, Config};
use rowkey_core::KeyRange;
use rowkey_store::{AsyncTable, Batch, Change, Direction};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tonic::Code;

use crate::fake::{End, Fake, Received, Reply};
use crate::table::{message, whole};

fn entry(index: usize, code: Code, message: &str) -> Entry {
    let mut entry = Entry { index: index as i64, ..Entry::default() };
    let status = entry.status.get_or_insert_default();
    (status.code, status.message) = (code.into(), message.into());
    entry
}

fn answer(entries: Vec<Entry>, end: End) -> Reply {
    Reply::new([MutateRowsResponse { entries, ..MutateRowsResponse::default() }], end)
}

fn batch(keys: &[&str]) -> Batch {
    let mut batch = Batch::new();
    for key in keys {
        batch.put(key, format!("of {key}"));
    }
    batch
}

/// Returns the key and the timestamp of each cell of a request.
fn cells(request: &MutateRowsRequest) -> Vec<(String, i64)> {
    let cell = |entry: &rowkey_bigtable::proto::v2::mutate_rows_request::Entry| {
        let Some(Mutation::SetCell(cell)) = &entry.mutations[0].mutation else { panic!("{entry:?}") };
        (String::from_utf8(entry.row_key.clone()).unwrap(), cell.timestamp_micros)
    };
    request.entries.iter().map(cell).collect()
}

#[tokio::test]
async fn only_rows_without_a_good_answer_are_written_again_with_their_timestamps() {
    let requests = Arc::<Mutex<Vec<MutateRowsRequest>>>::default();
    let seen = Arc::clone(&requests);
    let fake = Fake::start(move |call| {
        let mut seen = seen.lock().unwrap();
        seen.push(call.message());
        match seen.len() {
            // One row is written, one must be retried, and the others get no status.
            1 => answer(vec![entry(1, Code::Ok, ""), entry(0, Code::Unavailable, "")], End::Ok),
            2 => answer(vec![entry(1, Code::Ok, "")], End::Reset),
            3 => Reply::end(End::Silent),
            _ => answer(vec![entry(0, Code::Ok, ""), entry(1, Code::Ok, "")], End::Ok),
        }
    })
    .await;
    fake.bigtable().await.table("t", "f").write(&batch(&["a", "b", "c", "d"])).await.unwrap();
    let requests = requests.lock().unwrap();
    let sent: Vec<_> = requests.iter().map(cells).collect();
    let keys: Vec<String> = sent.iter().map(|cells| cells.iter().map(|(key, _)| key.as_str()).collect()).collect();
    assert_eq!(keys, ["abcd", "acd", "ad", "ad"]);
    for (key, stamp) in sent.iter().flatten() {
        let (_, first) = sent[0].iter().find(|(it, _)| it == key).unwrap();
        assert_eq!(stamp, first, "{key}");
        // The timestamp is never the server's, which would differ each time. It is in whole milliseconds, as a table
        // stores it.
        assert!(*stamp > 0 && stamp % 1_000 == 0, "{stamp}");
    }
}

#[tokio::test]
async fn rows_that_bigtable_refuses_are_named() {
    let fake = Fake::start(|call| {
        let rows = call.message::<MutateRowsRequest>().entries.len();
        let code = |at| if at % 2 == 0 { Code::Ok } else { Code::FailedPrecondition };
        answer((0..rows).map(|at| entry(at, code(at), "too wide")).collect(), End::Ok)
    })
    .await;
    let error = fake.bigtable().await.table("t", "f").write(&batch(&["a", "b", "c", "d"])).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot write 2 of the rows sent to the Bigtable table `t`, the first one b: too wide"
    );
    let BigtableError::Rows { rows, .. } = error else { panic!("{error:?}") };
    assert_eq!(
        rows.iter().map(|it| (it.key.as_slice(), it.code)).collect::<Vec<_>>(),
        [(&b"b"[..], Code::FailedPrecondition), (b"d", Code::FailedPrecondition)]
    );
}

/// Starts a server that answers `end` to every call. Returns it with the number of its calls.
async fn always(end: End) -> (Fake, Arc<AtomicUsize>) {
    let calls = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&calls);
    let fake = Fake::start(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        Reply::end(end.clone())
    })
    .await;
    (fake, calls)
}

#[tokio::test]
async fn what_must_not_be_done_twice_is_sent_once() {
    for end in [End::Reset, End::Silent, End::Say(Code::Unavailable, "moved"), End::Say(Code::Aborted, "")] {
        let (fake, calls) = always(end).await;
        let bigtable = fake.bigtable().await;
        let store = bigtable.table("t", "f");
        let errors = [
            store.compare_and_set(b"k", None, Change::Put(b"v")).await.unwrap_err(),
            bigtable.create_split_table("t", &["f"], &["m"]).await.unwrap_err(),
            bigtable.delete_table("t").await.unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error, BigtableError::OutcomeUnknown { .. }), "{error:?}");
            let text = "unknown outcome, Bigtable may have done this or may still do it: ";
            assert!(error.to_string().starts_with(text), "{error}");
        }
        assert_eq!(calls.load(Ordering::SeqCst), 3);
    }
    // A definite answer leaves no doubt about the outcome.
    let (fake, calls) = always(End::Say(Code::PermissionDenied, "not yours")).await;
    let error = fake.bigtable().await.delete_table("t").await.unwrap_err();
    assert!(matches!(error, BigtableError::Server { .. }), "{error:?}");
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

/// If the write were resent, it would create a second cell.
#[tokio::test]
async fn a_cell_with_the_time_of_the_server_is_refused() {
    let (fake, calls) = always(End::Ok).await;
    let cell = Cell { family: "f".into(), qualifier: b"v".into(), timestamp_micros: -1, ..Cell::default() };
    let error = fake.bigtable().await.table("t", "f").put_cells(b"k", [cell]).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a timestamp of 0 or more for a cell of row k of the Bigtable table `t`, found -1"
    );
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

/// A program that ends between the puts and the deletes leaves a row at both keys, and never loses it.
#[tokio::test]
async fn the_puts_of_a_batch_are_written_before_its_deletes() {
    let requests = Arc::<Mutex<Vec<Vec<Vec<u8>>>>>::default();
    let seen = Arc::clone(&requests);
    let fails = Arc::<AtomicBool>::default();
    let is_failing = Arc::clone(&fails);
    let fake = Fake::start(move |call| {
        let keys: Vec<_> = call.message::<MutateRowsRequest>().entries.into_iter().map(|it| it.row_key).collect();
        let code = if is_failing.load(Ordering::SeqCst) { Code::InvalidArgument } else { Code::Ok };
        let statuses = (0..keys.len()).map(|at| entry(at, code, "")).collect();
        seen.lock().unwrap().push(keys);
        answer(statuses, End::Ok)
    })
    .await;
    let store = fake.bigtable().await.table("t", "f");
    let mut batch = Batch::new();
    batch.delete("a").put("b", "").delete("c").put("d", "");
    store.write(&batch).await.unwrap();
    assert_eq!(std::mem::take(&mut *requests.lock().unwrap()), [[b"b", b"d"], [b"a", b"c"]]);
    fails.store(true, Ordering::SeqCst);
    store.write(&batch).await.unwrap_err();
    assert_eq!(*requests.lock().unwrap(), [[b"b", b"d"]]);
}

/// Another writer deletes the row between the two steps of a move. The row must not stay at its new key.
#[tokio::test]
async fn a_move_is_undone_if_the_row_has_changed_meanwhile() {
    let steps = Arc::<Mutex<Vec<(Vec<u8>, Option<CheckAndMutateRowRequest>)>>>::default();
    let seen = Arc::clone(&steps);
    let fake = Fake::start(move |call| {
        let mut seen = seen.lock().unwrap();
        if call.method == "ReadRows" {
            let key = call.message::<ReadRowsRequest>().rows.unwrap().row_keys.remove(0);
            let is_there = key == b"from" && seen.len() < 3;
            seen.push((key, None));
            return Reply::new(is_there.then(|| message(whole(b"from", &[0; 64 << 10]))), End::Ok);
        }
        let request: CheckAndMutateRowRequest = call.message();
        seen.push((request.row_key.clone(), Some(request)));
        // `to` does not exist, and `from` has changed. Then `to` is as it was put.
        Reply::new([CheckAndMutateRowResponse { predicate_matched: seen.len() == 6 }], End::Ok)
    })
    .await;
    assert!(!fake.bigtable().await.table("t", "f").move_row(b"from", b"to").await.unwrap());
    let steps = steps.lock().unwrap();
    let keys: Vec<_> = steps.iter().map(|(key, _)| String::from_utf8_lossy(key)).collect();
    assert_eq!(keys, ["from", "to", "from", "to", "from", "to", "to", "from"]);
    let timestamps = |step: usize| {
        let filter = steps[step].1.as_ref().unwrap().predicate_filter.as_ref().unwrap().filter.clone();
        let Some(Filter::Chain(chain)) = filter else { panic!("{filter:?}") };
        chain.filters.into_iter().find_map(|it| match it.filter {
            Some(Filter::TimestampRangeFilter(range)) => Some(range.start_timestamp_micros),
            _ => None,
        })
    };
    let put = steps[3].1.as_ref().unwrap().false_mutations[1].mutation.clone();
    let Some(Mutation::SetCell(put)) = put else { panic!("{put:?}") };
    assert_eq!((timestamps(3), timestamps(4), timestamps(5)), (None, Some(1_000), Some(put.timestamp_micros)));
    assert_eq!(steps[5].1.as_ref().unwrap().true_mutations.len(), 1, "deleted");
}

#[tokio::test]
async fn a_row_is_compared_by_what_the_server_found() {
    for (found, expected, done) in
        [(true, Some(&b"v"[..]), true), (false, Some(b"v"), false), (true, None, false), (false, None, true)]
    {
        let fake =
            Fake::start(move |_| Reply::new([CheckAndMutateRowResponse { predicate_matched: found }], End::Ok)).await;
        let store = fake.bigtable().await.table("t", "f");
        assert_eq!(store.compare_and_set(b"k", expected, Change::Delete).await.unwrap(), done);
    }
}

#[tokio::test]
async fn samples_that_break_off_are_asked_for_again_from_the_start() {
    let calls = AtomicUsize::new(0);
    let fake = Fake::start(move |_| {
        let sample = |key: &str, offset_bytes| SampleRowKeysResponse { row_key: key.into(), offset_bytes };
        let samples = [sample("b", 10), sample("c", 20), sample("", 30)];
        match calls.fetch_add(1, Ordering::SeqCst) {
            0 => Reply::new(samples.into_iter().take(2), End::Silent),
            _ => Reply::new(samples, End::Ok),
        }
    })
    .await;
    let bigtable = fake.bigtable().await;
    let samples = bigtable.sample_row_keys("t").await.unwrap();
    assert_eq!(samples.iter().map(|it| it.offset_bytes).collect::<Vec<_>>(), [10, 20, 30]);
    assert_eq!(bigtable.table("t", "f").split_keys().await.unwrap(), [b"b", b"c"]);
}

/// Returns the headers of the calls that a client makes.
async fn headers(bigtable: impl AsyncFnOnce(&Fake) -> Bigtable) -> Vec<(String, String)> {
    let headers = Arc::<Mutex<Vec<(String, String)>>>::default();
    let seen = Arc::clone(&headers);
    let fake = Fake::start(move |call: &Received| {
        let text = |(name, value): (&_, &tonic::codegen::http::HeaderValue)| {
            (format!("{name}"), value.to_str().unwrap_or_default().to_owned())
        };
        let text = |it: (&tonic::codegen::http::HeaderName, _)| text(it);
        seen.lock().unwrap().extend(call.headers.iter().map(text));
        Reply::new([message(whole(b"k", b"v"))], End::Ok)
    })
    .await;
    let store = bigtable(&fake).await.table("a table", "f");
    store.scan(KeyRange::all(), Direction::Forward).advance().await.unwrap();
    let headers = headers.lock().unwrap();
    headers.clone()
}

fn header<'h>(headers: &'h [(String, String)], name: &str) -> Option<&'h str> {
    headers.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
}

#[tokio::test]
async fn calls_have_the_headers_that_bigtable_needs() {
    let plain = headers(async |fake| fake.bigtable().await).await;
    let features = URL_SAFE.decode(header(&plain, "bigtable-features").unwrap()).unwrap();
    let understood =
        FeatureFlags { reverse_scans: true, last_scanned_row_responses: true, retry_info: true, ..Default::default() };
    assert_eq!(FeatureFlags::decode(features.as_slice()).unwrap(), understood);
    let route = "table_name=projects%2Fp%2Finstances%2Fi%2Ftables%2Fa%20table";
    assert_eq!(header(&plain, "x-goog-request-params"), Some(route));
    assert_eq!(header(&plain, "authorization"), None);
    let agent = header(&plain, "user-agent").unwrap();
    assert!(agent.starts_with(concat!("rowkey-bigtable/", env!("CARGO_PKG_VERSION"))), "{agent}");

    let tokens = headers(async |fake| {
        let config = fake.config().app_profile("batch").tokens(async || Ok::<_, std::io::Error>("secret".into()));
        Bigtable::connect(config).await.unwrap()
    })
    .await;
    assert_eq!(header(&tokens, "authorization"), Some("Bearer secret"));
    let route = format!("{route}&app_profile_id=batch");
    assert_eq!(header(&tokens, "x-goog-request-params"), Some(route.as_str()));
}

#[tokio::test]
async fn without_a_token_nothing_is_asked() {
    let (fake, calls) = always(End::Ok).await;
    for token in [Err("the metadata server is gone"), Ok("two\nlines".to_owned())] {
        let config = fake.config().tokens(move || std::future::ready(token.clone()));
        let error = Bigtable::connect(config).await.unwrap().table("t", "f").get(b"k").await.unwrap_err();
        assert_eq!(error.to_string(), "cannot get a row of the Bigtable table `t` from row k: there is no token");
        assert!(matches!(error, BigtableError::Token { .. }), "{error:?}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

/// No request is sent, and no connection is opened. The address is reserved for documentation (RFC 5737).
#[tokio::test]
async fn tokens_need_tls_to_other_machines() {
    let address = "192.0.2.1:8086";
    let with_tokens = |config: Config| config.tokens(async || Ok::<_, std::io::Error>("secret".into()));
    let config = with_tokens(Config::emulator(address, "p", "i"));
    let error = Bigtable::connect(config.clone()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected TLS to `192.0.2.1:8086`, because the client sends tokens, found none: use `Config::google` or \
         `Config::tls_trusting` (cargo feature `tls`), or `Config::allow_cleartext_tokens` on a trusted network"
    );
    assert!(matches!(Bigtable::lazy(config.clone()), Err(BigtableError::CleartextTokens { .. })));
    // The address for tables counts like the address for rows.
    let tables = with_tokens(Config::emulator("localhost:1", "p", "i").admin_address(address));
    assert!(matches!(Bigtable::lazy(tables), Err(BigtableError::CleartextTokens { .. })));

    let (trusted, _) = crate::tls::certificate();
    for config in [
        config.clone().allow_cleartext_tokens(),
        config.tls_trusting(&trusted),
        Config::emulator(address, "p", "i"),
        with_tokens(Config::emulator("127.0.0.1:1", "p", "i")),
        with_tokens(Config::emulator("[::1]:1", "p", "i")),
        with_tokens(Config::google("p", "i")),
    ] {
        Bigtable::lazy(config).unwrap();
    }
}

/// The server is not to blame, and the outcome of a write is not in doubt.
#[tokio::test]
async fn a_source_of_tokens_that_hangs_is_told_in_time() {
    let (fake, calls) = always(End::Ok).await;
    let config = fake.config().tokens(std::future::pending::<Result<String, std::io::Error>>);
    let config = config.attempt_timeout(Duration::from_millis(50));
    let store = Bigtable::connect(config).await.unwrap().table("t", "f");
    for error in [
        store.get(b"k").await.unwrap_err(),
        store.write(&batch(&["k"])).await.unwrap_err(),
        store.compare_and_set(b"k", None, Change::Delete).await.unwrap_err(),
    ] {
        assert!(matches!(error, BigtableError::Token { .. }), "{error:?}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn bigtable_is_told_the_deadline_of_a_call_and_none_of_a_scan() {
    let deadlines = Arc::<Mutex<Vec<bool>>>::default();
    let seen = Arc::clone(&deadlines);
    let fake = Fake::start(move |call| {
        seen.lock().unwrap().push(call.headers.contains_key("grpc-timeout"));
        match call.method.as_str() {
            "MutateRows" => answer(vec![entry(0, Code::Ok, "")], End::Ok),
            _ => Reply::new([CheckAndMutateRowResponse::default()], End::Ok),
        }
    })
    .await;
    let store = fake.bigtable().await.table("t", "f");
    store.write(&batch(&["k"])).await.unwrap();
    store.compare_and_set(b"k", None, Change::Delete).await.unwrap();
    let _ = store.get(b"k").await;
    assert_eq!(*deadlines.lock().unwrap(), [true, true, false]);
}

/// A plan's limit is the size of the first request, and does not limit the scan. Rows that the plan drops do not count.
#[tokio::test]
async fn pages_grow_until_the_rows_end() {
    use rowkey::RowKey;
    #[derive(RowKey)]
    struct Key {
        #[allow(dead_code, reason = "only its plans are looked at")]
        at: u16,
    }
    let limits = Arc::<Mutex<Vec<i64>>>::default();
    let seen = Arc::clone(&limits);
    let rows = crate::table::model(100, 3);
    let fake = Fake::start(move |call| {
        let request: ReadRowsRequest = call.message();
        seen.lock().unwrap().push(request.rows_limit);
        let rows = crate::table::rows(&rows, &request).into_iter();
        Reply::new(rows.map(|(key, value)| message(whole(key, value))), End::Ok)
    })
    .await;
    let store = fake.bigtable().await.table("t", "f");
    let plan = |limit| Key::scan().limit(limit).plan().unwrap();
    for (plan, pages) in
        [(plan(5), &[5, 20, 80][..]), (plan(5).reversed(), &[5, 20, 80]), (plan(0), &[1, 4, 16, 64, 256])]
    {
        let found = crate::table::all(store.scan_of(&plan, plan.ranges())).await.unwrap();
        assert_eq!(found.len(), 100);
        assert!(found.is_sorted() != plan.is_reversed());
        assert_eq!(std::mem::take(&mut *limits.lock().unwrap()), pages);
    }
}

/// All ranges of a bucket are in one call, and so are those of a table without a salt.
#[tokio::test]
async fn a_plan_is_one_call_for_each_bucket() {
    use rowkey::{RowKey, one_of};
    #[derive(RowKey, Debug)]
    struct Plain {
        id: u8,
        kind: u8,
    }
    #[derive(RowKey, Debug)]
    struct Salted {
        #[salt(modulo, buckets = 4)]
        id: u8,
        kind: u8,
    }

    let ranges = Arc::<Mutex<Vec<usize>>>::default();
    let seen = Arc::clone(&ranges);
    let plain: crate::table::Model = (0..=255).map(|at| (Plain { id: at, kind: 7 }.key().to_vec(), vec![at])).collect();
    let salted: crate::table::Model =
        (0..=255).map(|at| (Salted { id: at, kind: 7 }.key().to_vec(), vec![at])).collect();
    let fake = Fake::start(move |call| {
        let request: ReadRowsRequest = call.message();
        let set = request.rows.as_ref().unwrap();
        seen.lock().unwrap().push(set.row_ranges.len() + set.row_keys.len());
        let model = if request.table_name.ends_with("plain") { &plain } else { &salted };
        let rows = crate::table::rows(model, &request).into_iter();
        Reply::new(rows.map(|(key, value)| message(whole(key, value))), End::Ok)
    })
    .await;
    let bigtable = fake.bigtable().await;
    let asked = || {
        let mut ranges = std::mem::take(&mut *ranges.lock().unwrap());
        ranges.sort_unstable();
        ranges
    };
    let values = [9, 2, 4, 250, 8, 1, 5, 40];

    let table = AsyncTable::<Plain, _>::new(bigtable.table("plain", "f"));
    let plan = Plain::scan().id(one_of(values)).plan().unwrap();
    for plan in [plan.clone(), plan.reversed()] {
        assert_eq!(table.count(&plan).await.unwrap(), 8);
        assert_eq!(asked(), [8]);
    }
    let table = AsyncTable::<Salted, _>::new(bigtable.table("salted", "f"));
    let plan = Salted::scan().id(one_of(values)).plan().unwrap();
    for plan in [plan.clone(), plan.reversed()] {
        let mut rows = table.scan(&plan).await.unwrap();
        let mut found = Vec::new();
        while let Some(row) = rows.next().await {
            found.push(row.unwrap().0.id);
        }
        let mut expected = values.to_vec();
        expected.sort_unstable();
        if plan.is_reversed() {
            expected.reverse();
        }
        assert_eq!(found, expected);
        // Bucket by bucket: 9 1 5, 2 250, 4 8 40, and no value in the last bucket.
        assert_eq!(asked(), [2, 3, 3]);
    }
}

/// A scan that is far from its next row seeks it with another call.
#[tokio::test]
async fn a_plan_jumps_over_rows_that_it_need_not_read() {
    use rowkey::RowKey;
    #[derive(RowKey, Debug)]
    struct Reading {
        area: u8,
        at: u16,
    }
    let calls = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&calls);
    let at = |n: u16| Reading { area: (n / 3_000) as u8, at: n % 3_000 };
    let rows: crate::table::Model = (0..15_000).map(|n| (at(n).key().to_vec(), Vec::new())).collect();
    let fake = Fake::start(move |call| {
        counted.fetch_add(1, Ordering::SeqCst);
        let rows = crate::table::rows(&rows, &call.message()).into_iter();
        Reply::new(rows.map(|(key, value)| message(whole(key, value))), End::Ok)
    })
    .await;
    let table = AsyncTable::<Reading, _>::new(fake.bigtable().await.table("t", "f")).allow_full_scans();
    let plan = Reading::scan().filter_at(1_500..1_503).plan().unwrap();
    for plan in [plan.clone(), plan.reversed()] {
        let mut rows = table.scan(&plan).await.unwrap();
        let mut found = Vec::new();
        while let Some(row) = rows.next().await {
            let Reading { area, at } = row.unwrap().0;
            found.push((area, at));
        }
        let mut expected: Vec<_> = (0..5).flat_map(|area| (1_500..1_503).map(move |at| (area, at))).collect();
        if plan.is_reversed() {
            expected.reverse();
        }
        assert_eq!(found, expected);
        // Before a gap, it reads up to 500 more rows.
        assert!(rows.rows_read() < 4_000, "{}", rows.rows_read());
        assert!((2..=16).contains(&calls.swap(0, Ordering::SeqCst)));
    }
}

#[tokio::test]
async fn a_batch_stops_at_its_first_error_and_waits_for_what_is_in_flight() {
    let calls = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&calls);
    let fake = Fake::start(move |call| {
        counted.fetch_add(1, Ordering::SeqCst);
        let rows = call.message::<MutateRowsRequest>().entries.len();
        answer((0..rows).map(|at| entry(at, Code::InvalidArgument, "no")).collect(), End::Ok)
    })
    .await;
    let config = fake.config().batch_rows(1).parallel(3).timeout(Duration::from_secs(5));
    let store = Bigtable::connect(config).await.unwrap().table("t", "f");
    let keys: Vec<String> = (0..40).map(|at| format!("{at:02}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let BigtableError::Rows { rows, .. } = store.write(&batch(&keys)).await.unwrap_err() else { panic!() };
    let sent = calls.load(Ordering::SeqCst);
    assert!((1..=3).contains(&sent) && rows.len() == sent, "{sent} {rows:?}");
}

//! Tables and their regions, in the requests and answers of the protocol.

use rowkey::RowKey;
use rowkey_bigtable::proto::admin::CreateTableRequest;
use rowkey_bigtable::proto::v2::{ReadRowsRequest, SampleRowKeysResponse};
use rowkey_store::async_region_report;
use std::sync::{Arc, Mutex};

use crate::fake::{End, Fake, Reply};
use crate::table::{Model, message, whole};

#[derive(RowKey, Debug)]
struct Call {
    #[salt(modulo, buckets = 4)]
    id: u8,
}

#[tokio::test]
async fn a_table_is_created_with_the_split_keys_of_its_key_type() {
    let requests = Arc::<Mutex<Vec<CreateTableRequest>>>::default();
    let seen = Arc::clone(&requests);
    let fake = Fake::start(move |call| {
        assert_eq!(call.method, "CreateTable");
        seen.lock().unwrap().push(call.message());
        Reply::new([rowkey_bigtable::proto::admin::Table::default()], End::Ok)
    })
    .await;
    let bigtable = fake.bigtable().await;
    bigtable.create_table::<Call>("calls", "f").await.unwrap();
    bigtable.create_split_table("other", &["f", "g"], &["m", "b", "x"]).await.unwrap();
    let requests = requests.lock().unwrap();
    let splits = |request: &CreateTableRequest| -> Vec<Vec<u8>> {
        request.initial_splits.iter().map(|split| split.key.clone()).collect()
    };
    let [calls, other] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!((calls.parent.as_str(), calls.table_id.as_str()), ("projects/p/instances/i", "calls"));
    assert_eq!(splits(calls), [[1], [2], [3]]);
    assert_eq!(splits(calls), Call::SPLIT_KEYS);
    assert_eq!(splits(other), [b"b", b"m", b"x"]);
    assert_eq!(other.table.as_ref().unwrap().column_families.len(), 2);
}

#[tokio::test]
async fn the_regions_of_a_report_are_those_that_bigtable_samples() {
    let rows: Model = (0..10).map(|id| (Call { id }.key().to_vec(), vec![id])).collect();
    let fake = Fake::start(move |call| {
        if call.method == "SampleRowKeys" {
            let sample = |key: &[u8], offset_bytes| SampleRowKeysResponse { row_key: key.into(), offset_bytes };
            return Reply::new([sample(&[1], 30), sample(&[2, 6], 70), sample(&[], 100)], End::Ok);
        }
        let rows = crate::table::rows(&rows, &call.message::<ReadRowsRequest>()).into_iter();
        Reply::new(rows.map(|(key, _)| message(whole(key, b""))), End::Ok)
    })
    .await;
    let store = fake.bigtable().await.table("calls", "f");
    let report = async_region_report(&store, Call::LAYOUT, Call::SPLIT_KEYS).await.unwrap();
    let regions: Vec<_> = report.regions().iter().map(|region| (region.range.start().to_vec(), region.rows)).collect();
    // By region: 0 4 8, 1 5 9 2, 6 3 7.
    assert_eq!(regions, [(vec![], 3), (vec![1], 4), (vec![2, 6], 3)]);
    let difference = report.difference().unwrap();
    assert_eq!((&difference.missing, &difference.extra), (&vec![vec![2], vec![3]], &vec![vec![2, 6]]));
}

rowkey::laws!(Call);

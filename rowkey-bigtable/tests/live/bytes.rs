//! Filters of row keys with the bytes that a plan knows, for all byte values.

use rowkey::{RowKey, ScanPlan};
use rowkey_bigtable::BigtableStore;
use rowkey_store::Batch;

use crate::emulator::{all, fresh};

/// A key whose second field is the same in many rows of one range.
#[derive(RowKey, Debug, PartialEq)]
struct Reading {
    area: u8,
    sensor: u16,
    kind: u8,
    at: u8,
}

async fn filled(name: &str) -> BigtableStore {
    let store = fresh(name).await;
    let mut batch = Batch::new();
    for kind in 0..=255 {
        for (sensor, at) in [(0, 0), (0x0A0A, b'\n'), (0x2A5C, b'*'), (0xFF80, 0xFF)] {
            let key = Reading { area: 1, sensor, kind, at };
            batch.put(key.key(), [kind]);
        }
    }
    store.write(&batch).await.unwrap();
    store
}

/// Returns the rows that Bigtable sends for a plan, before the client checks them.
async fn sent(store: &BigtableStore, plan: &ScanPlan) -> Vec<Vec<u8>> {
    all(store.scan_of(plan, plan.ranges())).await.into_iter().map(|(key, _)| key).collect()
}

#[tokio::test]
async fn every_byte_is_itself_in_a_filter_and_any_byte_fits_where_none_is_given() {
    let store = filled("bytes").await;
    for kind in 0..=255 {
        let plan = Reading::scan().area(1).filter_kind(kind).plan().unwrap();
        assert!(!plan.is_exact() && plan.fuzzy().is_some());
        let keys = sent(&store, &plan).await;
        let kinds: Vec<_> = keys.iter().map(|key| Reading::decode(key).unwrap().kind).collect();
        assert_eq!(kinds, [kind; 4]);
    }
}

#[tokio::test]
async fn one_byte_between_two_that_are_given_may_be_any() {
    let store = filled("one_byte").await;
    let plan = Reading::scan().area(1).sensor(0x0A0A).filter_at(b'\n').plan().unwrap();
    assert_eq!(sent(&store, &plan).await.len(), 256);
    let other = Reading::scan().area(1).sensor(0x0A0A).filter_at(b'*').plan().unwrap();
    assert_eq!(sent(&store, &other).await.len(), 0);
}

rowkey::laws!(Reading);

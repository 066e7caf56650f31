//! Moves of rows from one key to another, with any values.

use rowkey::RowKey;
use rowkey_bigtable::BigtableStore;
use rowkey_core::KeyRange;
use rowkey_store::{AsyncTable, Batch, Direction};
use std::ops::ControlFlow;
use std::time::Duration;

use crate::emulator::{all, fresh};

/// Wider than a Bigtable filter can be.
const WIDE: usize = 64 << 10;

async fn keys(store: &BigtableStore) -> Vec<Vec<u8>> {
    all(store.scan(KeyRange::all(), Direction::Forward)).await.into_iter().map(|(key, _)| key).collect()
}

#[tokio::test]
async fn a_row_of_any_size_moves() {
    let store = fresh("moved").await;
    for value in [vec![], vec![0; 6 << 10], vec![0; WIDE]] {
        assert!(!store.move_row(b"from", b"to").await.unwrap());
        store.write(Batch::new().put("to", vec![1; WIDE])).await.unwrap();
        // Only an older row is replaced. The timestamps of a row may be some milliseconds ahead of the clock.
        tokio::time::sleep(Duration::from_millis(20)).await;
        store.write(Batch::new().put("from", &value)).await.unwrap();
        assert!(store.move_row(b"from", b"to").await.unwrap());
        assert_eq!(store.get(b"to").await.unwrap(), Some(value));
        assert_eq!(keys(&store).await, [b"to"]);
        assert_eq!(store.get_cells(b"to").await.unwrap().len(), 1);
        // Move the row to its own key.
        assert!(store.move_row(b"to", b"to").await.unwrap());
        store.write(Batch::new().delete("to")).await.unwrap();
        assert_eq!(keys(&store).await, [] as [&[u8]; 0]);
    }
    // A row that is newer stays.
    store.write(Batch::new().put("from", "old")).await.unwrap();
    tokio::time::sleep(Duration::from_millis(20)).await;
    store.write(Batch::new().put("to", "new")).await.unwrap();
    assert!(store.move_row(b"from", b"to").await.unwrap());
    assert_eq!((store.get(b"to").await.unwrap(), keys(&store).await), (Some(b"new".into()), vec![b"to".to_vec()]));
    store.write(Batch::new().delete("to")).await.unwrap();
}

mod before {
    #[derive(rowkey::RowKey, Debug)]
    pub struct Photo(#[salt(modulo, buckets = 2)] pub u64);
}

#[derive(RowKey, Debug, PartialEq)]
struct Photo(#[salt(modulo, buckets = 4, was(2))] u64);

#[tokio::test]
async fn rekey_moves_rows_that_are_wider_than_a_filter() {
    let store = fresh("rekeyed").await;
    let old = AsyncTable::<before::Photo, _>::new(store.clone());
    old.put_all((0..8).map(|id| (before::Photo(id), vec![0; WIDE]))).await.unwrap();
    let photos = AsyncTable::<Photo, _>::new(store);
    let copied = photos.rekey(None, |_| ControlFlow::Continue(())).await.unwrap();
    let deleted = photos.finish_rekey(None, |_| ControlFlow::Continue(())).await.unwrap();
    // Half of the rows have the same bucket out of two and out of four.
    assert_eq!((copied.moved, deleted.moved, photos.count_older().await.unwrap()), (4, 4, 0));
    for id in 0..8 {
        assert_eq!(photos.get(&Photo(id)).await.unwrap(), Some(vec![0; WIDE]));
    }
    // A row moves before it is compared.
    old.put(&before::Photo(2), vec![0; WIDE]).await.unwrap();
    assert!(photos.compare_and_set(&Photo(2), None, Some("other")).await.is_ok_and(|is_set| !is_set));
    assert_eq!(keys(photos.store()).await.len(), 8);
}

rowkey::laws!(Photo, before::Photo);

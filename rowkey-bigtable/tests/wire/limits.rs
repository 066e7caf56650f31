//! Endless rows: the memory limit ends them, not the deadline.

use rowkey_bigtable::proto::v2::ReadRowsResponse;
use rowkey_bigtable::proto::v2::read_rows_response::CellChunk;
use rowkey_bigtable::{Bigtable, BigtableError, ChunkError};
use rowkey_core::KeyRange;
use rowkey_store::Direction;
use std::time::Duration;

use crate::fake::{End, Fake, Reply};
use crate::table::{message, whole};

const MOST: usize = 1 << 20;

/// Reads from a server that begins the row `k` and continues with `copies` copies of a message of `chunks`. It requests
/// that row, and all rows.
async fn assert_bounded(copies: usize, chunks: Vec<CellChunk>) {
    let begun = message(CellChunk { row_status: None, ..whole(b"k", b"") });
    let next = ReadRowsResponse { chunks, ..ReadRowsResponse::default() };
    let fake = Fake::start(move |_| {
        let rest = std::iter::repeat_n(next.clone(), copies);
        Reply::new([begun.clone()].into_iter().chain(rest), End::Hang)
    })
    .await;
    let config = fake.config().max_row(MOST).timeout(Duration::from_secs(5));
    let store = Bigtable::connect(config).await.unwrap().table("t", "f");
    let errors = [
        store.get(b"k").await.unwrap_err(),
        store.get_cells(b"k").await.unwrap_err(),
        store.scan(KeyRange::all(), Direction::Forward).next().await.unwrap_err(),
    ];
    for error in errors {
        let BigtableError::Malformed { source, .. } = error else { panic!("{error:?}") };
        assert_eq!(source.downcast_ref(), Some(&ChunkError::RowTooLong { row: b"k".into(), most: MOST }));
    }
}

/// 200,000 cells have 400,000 bytes in messages, and would take 20 MB.
#[tokio::test]
async fn cells_without_values_count() {
    assert_bounded(100, vec![CellChunk::default(); 2_000]).await;
}

/// 100 cells with 100,000 labels, of one byte and empty.
#[tokio::test]
async fn labels_count() {
    let labels = |label: &str| CellChunk { labels: vec![label.into(); 1_000], ..CellChunk::default() };
    assert_bounded(50, vec![labels("l"), labels("")]).await;
}

/// A megabyte of labels on a few cells.
#[tokio::test]
async fn long_labels_count() {
    let chunk = CellChunk { labels: vec!["l".repeat(1_000); 50], ..CellChunk::default() };
    assert_bounded(40, vec![chunk]).await;
}

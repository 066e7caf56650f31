//! The rows of a fake Bigtable, and its answers to `ReadRows`.

use rowkey_bigtable::proto::v2::read_rows_response::CellChunk;
use rowkey_bigtable::proto::v2::read_rows_response::cell_chunk::RowStatus;
use rowkey_bigtable::proto::v2::row_range::{EndKey, StartKey};
use rowkey_bigtable::proto::v2::{ReadRowsRequest, ReadRowsResponse, RowRange};
use rowkey_bigtable::{BigtableError, BigtableScan};
use std::collections::BTreeMap;

pub type Model = BTreeMap<Vec<u8>, Vec<u8>>;

/// Returns `rows` rows with values of `bytes` bytes.
pub fn model(rows: u16, bytes: usize) -> Model {
    (0..rows).map(|at| (at.to_be_bytes().to_vec(), vec![at as u8; bytes])).collect()
}

/// Returns the rows of a request, in its order.
pub fn rows<'m>(model: &'m Model, request: &ReadRowsRequest) -> Vec<(&'m Vec<u8>, &'m Vec<u8>)> {
    let set = request.rows.as_ref().expect("a request without rows reads the whole table");
    assert!(!set.row_ranges.is_empty() || !set.row_keys.is_empty(), "an empty set reads the whole table");
    let is_asked = |key: &Vec<u8>| set.row_keys.contains(key) || set.row_ranges.iter().any(|it| holds(it, key));
    let mut rows: Vec<_> = model.iter().filter(|(key, _)| is_asked(key)).collect();
    if request.reversed {
        rows.reverse();
    }
    if request.rows_limit > 0 {
        rows.truncate(request.rows_limit as usize);
    }
    rows
}

fn holds(range: &RowRange, key: &[u8]) -> bool {
    let is_above = match &range.start_key {
        None => true,
        Some(StartKey::StartKeyClosed(start)) => key >= start.as_slice(),
        Some(StartKey::StartKeyOpen(start)) => key > start.as_slice(),
    };
    is_above
        && match &range.end_key {
            None => true,
            Some(EndKey::EndKeyOpen(end)) => key < end.as_slice(),
            Some(EndKey::EndKeyClosed(end)) => key <= end.as_slice(),
        }
}

/// Returns a row in one chunk.
pub fn whole(key: &[u8], value: &[u8]) -> CellChunk {
    CellChunk {
        row_key: key.into(),
        family_name: Some("f".into()),
        qualifier: Some(b"v".into()),
        timestamp_micros: 1_000,
        value: value.into(),
        row_status: Some(RowStatus::CommitRow(true)),
        ..CellChunk::default()
    }
}

/// Returns a row in three chunks. Two of them have parts of the value. The last one has an old version, which is
/// ignored, and commits the row.
pub fn cut(key: &[u8], value: &[u8]) -> [CellChunk; 3] {
    let (first, second) = value.split_at(value.len() / 2);
    let size = i32::try_from(value.len()).unwrap();
    let begin = CellChunk { value: first.into(), value_size: size, row_status: None, ..whole(key, b"") };
    let end = CellChunk { value: second.into(), ..CellChunk::default() };
    let again = CellChunk { value: value.into(), row_status: Some(RowStatus::CommitRow(true)), ..CellChunk::default() };
    [begin, end, again]
}

/// Returns a message of one chunk.
pub fn message(chunk: CellChunk) -> ReadRowsResponse {
    ReadRowsResponse { chunks: vec![chunk], ..ReadRowsResponse::default() }
}

/// Returns all rows of a scan.
pub async fn all(mut scan: BigtableScan) -> Result<Vec<(Vec<u8>, Vec<u8>)>, BigtableError> {
    let mut rows = Vec::new();
    while let Some(row) = scan.next().await? {
        rows.push(row);
    }
    Ok(rows)
}

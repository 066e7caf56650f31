//! Merges the chunks of a `ReadRows` stream into rows.
//!
//! Bigtable sends rows in chunks. A chunk is a cell, or a part of a cell's value. It contains only the fields that
//! differ from the chunk before it. A row is complete once a chunk commits it. A chunk that resets the row discards all
//! earlier chunks of that row.
//!
//! ```text
//! chunk                                         cells of row k so far
//! row k, family f, column a, "12", size 4       f:a = "12", with more to come
//! "34"                                          f:a = "1234"
//! column b, "5"                                 f:a = "1234", f:b = "5"
//! "6", commit                                   f:a = "1234", f:b = "5", f:b = "6": the row is complete
//! ```
//!
//! [`RowMerger`] implements these rules, and is independent of streams. `tests/wire/chunks.rs` checks it with Google's
//! test cases.

use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::read_rows_response::CellChunk;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::read_rows_response::cell_chunk::RowStatus;
use std::mem;

/// A cell of a row: the value of a column and its timestamp.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The column family.
    pub family: String,
    /// The name of the column in its family.
    pub qualifier: Vec<u8>,
    /// The timestamp, in microseconds since 1970 unless its writers use another convention. It is a multiple of 1,000.
    pub timestamp_micros: i64,
    /// The value.
    pub value: Vec<u8>,
    /// The labels from the filter of the scan.
    pub labels: Vec<String>,
}

/// A row: its key, and its cells in the order of the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellRow {
    /// The row key.
    pub key: Vec<u8>,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// A complete row. Most rows have one cell, which is not put into a vector.
pub(crate) struct Committed {
    pub(crate) key: Vec<u8>,
    /// The cells before the last one.
    pub(crate) before: Vec<Cell>,
    pub(crate) last: Cell,
}

impl From<Committed> for CellRow {
    fn from(Committed { key, before: mut cells, last }: Committed) -> Self {
        cells.reserve_exact(1);
        cells.push(last);
        Self { key, cells }
    }
}

/// A protocol violation in a stream of chunks, by the server or a proxy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChunkError {
    /// The first chunk of a row does not name its row, family, or column.
    #[error("the first chunk of a row does not name its {missing}")]
    NotNamed {
        /// The missing part of the name.
        missing: &'static str,
    },
    /// A row is out of order.
    #[error("expected a row key {} {}, found {}", if *.reversed { "below" } else { "above" }, before.escape_ascii(), key.escape_ascii())]
    Order {
        /// The key of the previous row.
        before: Vec<u8>,
        /// The key of the row.
        key: Vec<u8>,
        /// `true` for a reverse scan.
        reversed: bool,
    },
    /// A row was not requested.
    #[error("row {} was not requested", key.escape_ascii())]
    NotRequested {
        /// The key of the row.
        key: Vec<u8>,
    },
    /// The server reports progress at a row that was not requested.
    #[error("the server reports progress at row {}, which was not requested", key.escape_ascii())]
    ProgressNotRequested {
        /// The key of the row.
        key: Vec<u8>,
    },
    /// A chunk has another row key than the uncommitted row.
    #[error("expected a chunk of row {}, which is not committed yet, found one of row {}", row.escape_ascii(), key.escape_ascii())]
    OtherRow {
        /// The key of the uncommitted row.
        row: Vec<u8>,
        /// The key of the chunk.
        key: Vec<u8>,
    },
    /// A chunk names a family without a column.
    #[error("a chunk names the family `{family}` without a column")]
    NoColumn {
        /// The family.
        family: String,
    },
    /// A chunk in the middle of a value names a cell.
    #[error("a chunk in the middle of a value names a row, a family, a column or a timestamp")]
    NamedInside,
    /// A chunk that resets its row contains cell data.
    #[error("a chunk that resets its row contains cell data")]
    ResetWithCell,
    /// A chunk resets a row, but no row has begun.
    #[error("a chunk resets a row, but no row has begun")]
    ResetOfNothing,
    /// A chunk commits its row in the middle of a value.
    #[error("a chunk commits its row in the middle of a value")]
    CommitInside,
    /// The stream ends before the row is committed.
    #[error("the stream ends before row {} is committed", row.escape_ascii())]
    NotCommitted {
        /// The key of the row.
        row: Vec<u8>,
    },
    /// A row exceeds the maximum size, including the memory of its cells and labels.
    #[error("row {} takes more than {most} bytes", row.escape_ascii())]
    RowTooLong {
        /// The key of the row.
        row: Vec<u8>,
        /// The maximum size of a row in bytes.
        most: usize,
    },
}

/// Merges the chunks of a stream into rows.
///
/// ```
/// use rowkey_bigtable::RowMerger;
/// use rowkey_bigtable::proto::v2::read_rows_response::{CellChunk, cell_chunk::RowStatus};
///
/// let mut merger = RowMerger::new(false);
/// let mut chunk = CellChunk { row_key: b"anna".into(), value: b"1".into(), ..CellChunk::default() };
/// (chunk.family_name, chunk.qualifier) = (Some("f".into()), Some(b"v".into()));
/// assert_eq!(merger.push(chunk)?, None);
/// let last = CellChunk { row_status: Some(RowStatus::CommitRow(true)), value: b"2".into(), ..CellChunk::default() };
/// let row = merger.push(last)?.unwrap();
/// assert_eq!((&row.key[..], row.cells.len()), (&b"anna"[..], 2));
/// # Ok::<(), rowkey_bigtable::ChunkError>(())
/// ```
#[derive(Debug)]
pub struct RowMerger {
    reversed: bool,
    most_bytes: usize,
    /// The key of the last row that was committed, or that the server has passed.
    last_key: Option<Vec<u8>>,
    row: Option<Begun>,
}

/// A row that is not committed yet.
#[derive(Debug)]
struct Begun {
    key: Vec<u8>,
    /// The cells before the last one.
    cells: Vec<Cell>,
    bytes: usize,
    /// The last cell so far.
    cell: Cell,
    /// `true` if a part of the value of `cell` has not arrived yet.
    is_inside: bool,
}

impl RowMerger {
    /// Creates a merger without rows. If `reversed` is `true`, it expects keys in descending order.
    #[must_use]
    pub const fn new(reversed: bool) -> Self {
        Self { reversed, most_bytes: usize::MAX, last_key: None, row: None }
    }

    /// Sets the maximum size of a row in bytes. It includes the keys, families, columns, values, and labels. On 64-bit
    /// machines, each label adds 48 bytes of memory, and each cell after the first adds 208 bytes.
    #[must_use]
    pub const fn with_most_bytes(mut self, most_bytes: usize) -> Self {
        self.most_bytes = most_bytes;
        self
    }

    /// Returns the key of the last committed row, or of the last progress report.
    #[must_use]
    pub fn last_key(&self) -> Option<&[u8]> {
        self.last_key.as_deref()
    }

    /// Adds the next chunk, and returns the row if the chunk commits it.
    ///
    /// # Errors
    ///
    /// Returns an error if the chunk cannot follow the previous chunks.
    pub fn push(&mut self, chunk: CellChunk) -> Result<Option<CellRow>, ChunkError> {
        Ok(self.take(chunk)?.map(CellRow::from))
    }

    /// Does the same as [`push`](Self::push).
    pub(crate) fn take(&mut self, chunk: CellChunk) -> Result<Option<Committed>, ChunkError> {
        let is_last = matches!(chunk.row_status, Some(RowStatus::CommitRow(true)));
        let begun = match self.row.take() {
            None => {
                self.check_first(&chunk)?;
                Begun::new(chunk)
            }
            Some(mut begun) => {
                check_next(&begun, &chunk)?;
                if let Some(RowStatus::ResetRow(true)) = chunk.row_status {
                    return Ok(None);
                }
                begun.take(chunk);
                begun
            }
        };
        if begun.bytes > self.most_bytes {
            return Err(ChunkError::RowTooLong { row: begun.key, most: self.most_bytes });
        }
        if is_last {
            // This reuses the buffer of the previous key.
            self.last_key.get_or_insert_default().clone_from(&begun.key);
            return Ok(Some(Committed { key: begun.key, before: begun.cells, last: begun.cell }));
        }
        self.row = Some(begun);
        Ok(None)
    }

    /// Records a progress report: the server has passed the row `key` and all rows before it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is an uncommitted row, or if a row at or after `key` has already been merged.
    pub fn pass(&mut self, key: Vec<u8>) -> Result<(), ChunkError> {
        if let Some(begun) = &self.row {
            return Err(ChunkError::OtherRow { row: begun.key.clone(), key });
        }
        self.check_order(&key)?;
        self.last_key = Some(key);
        Ok(())
    }

    /// Ends the stream.
    ///
    /// # Errors
    ///
    /// Returns an error if there is an uncommitted row.
    pub fn finish(&mut self) -> Result<(), ChunkError> {
        self.row.take().map_or(Ok(()), |begun| Err(ChunkError::NotCommitted { row: begun.key }))
    }

    /// Discards the uncommitted row after the stream breaks. The next stream starts after [`last_key`](Self::last_key).
    pub fn restart(&mut self) {
        self.row = None;
    }

    /// Checks the rules for the first chunk of a row.
    fn check_first(&self, chunk: &CellChunk) -> Result<(), ChunkError> {
        let missing = match chunk {
            CellChunk { row_status: Some(RowStatus::ResetRow(true)), .. } => return Err(ChunkError::ResetOfNothing),
            chunk if chunk.row_key.is_empty() => Some("row key"),
            CellChunk { family_name: None, .. } => Some("family"),
            CellChunk { qualifier: None, .. } => Some("column"),
            _ => None,
        };
        if let Some(missing) = missing {
            return Err(ChunkError::NotNamed { missing });
        }
        check_commit(chunk)?;
        self.check_order(&chunk.row_key)
    }

    /// Returns an error if the row `key` is out of order after the last row.
    pub(crate) fn check_order(&self, key: &[u8]) -> Result<(), ChunkError> {
        let Some(before) = self.last_key() else { return Ok(()) };
        let follows = if self.reversed { key < before } else { key > before };
        let error = || ChunkError::Order { before: before.into(), key: key.into(), reversed: self.reversed };
        follows.then_some(()).ok_or_else(error)
    }
}

impl Begun {
    /// Begins a row with its first chunk, which names the first cell.
    fn new(chunk: CellChunk) -> Self {
        let cell = Cell {
            family: chunk.family_name.unwrap_or_default(),
            qualifier: chunk.qualifier.unwrap_or_default(),
            timestamp_micros: chunk.timestamp_micros,
            value: chunk.value,
            labels: chunk.labels,
        };
        let bytes = chunk.row_key.len().saturating_add(size(&cell));
        Self { key: chunk.row_key, cells: Vec::new(), bytes, cell, is_inside: chunk.value_size > 0 }
    }

    /// Adds a later chunk of the row.
    fn take(&mut self, chunk: CellChunk) {
        let cell = &mut self.cell;
        if self.is_inside {
            self.bytes = self.bytes.saturating_add(chunk.value.len());
            cell.value.extend_from_slice(&chunk.value);
        } else {
            let next = Cell {
                family: chunk.family_name.unwrap_or_else(|| cell.family.clone()),
                qualifier: chunk.qualifier.unwrap_or_else(|| cell.qualifier.clone()),
                timestamp_micros: chunk.timestamp_micros,
                value: chunk.value,
                labels: chunk.labels,
            };
            self.bytes = self.bytes.saturating_add(CELL_OVERHEAD).saturating_add(size(&next));
            self.cells.push(mem::replace(cell, next));
        }
        self.is_inside = chunk.value_size > 0;
    }
}

/// The memory of each cell after the first, without its family, column, value, and labels. It is a `Cell` in a vector,
/// which has room for the same number of cells again after it has grown. An empty cell takes 2 bytes of a message, so a
/// row of empty cells would take 100 times its bytes.
pub(crate) const CELL_OVERHEAD: usize = 2 * size_of::<Cell>();

/// The memory of each label, without its text.
const LABEL_OVERHEAD: usize = 2 * size_of::<String>();

/// Returns the bytes of a cell, and the memory of its labels.
fn size(cell: &Cell) -> usize {
    let labels = cell.labels.iter().map(|label| LABEL_OVERHEAD.saturating_add(label.len()));
    let bytes = [cell.family.len(), cell.qualifier.len(), cell.value.len()];
    bytes.into_iter().chain(labels).fold(0, usize::saturating_add)
}

/// Checks the rules for a chunk after others of its row.
fn check_next(begun: &Begun, chunk: &CellChunk) -> Result<(), ChunkError> {
    let names_cell = !chunk.row_key.is_empty()
        || chunk.family_name.is_some()
        || chunk.qualifier.is_some()
        || chunk.timestamp_micros != 0;
    if let Some(RowStatus::ResetRow(true)) = chunk.row_status {
        let has_cell = names_cell || !chunk.value.is_empty() || chunk.value_size != 0 || !chunk.labels.is_empty();
        return if has_cell { Err(ChunkError::ResetWithCell) } else { Ok(()) };
    }
    check_commit(chunk)?;
    if begun.is_inside {
        return if names_cell { Err(ChunkError::NamedInside) } else { Ok(()) };
    }
    if !chunk.row_key.is_empty() && chunk.row_key != begun.key {
        return Err(ChunkError::OtherRow { row: begun.key.clone(), key: chunk.row_key.clone() });
    }
    match &chunk.family_name {
        Some(family) if chunk.qualifier.is_none() => Err(ChunkError::NoColumn { family: family.clone() }),
        _ => Ok(()),
    }
}

fn check_commit(chunk: &CellChunk) -> Result<(), ChunkError> {
    match chunk.row_status {
        Some(RowStatus::CommitRow(true)) if chunk.value_size > 0 => Err(ChunkError::CommitInside),
        _ => Ok(()),
    }
}

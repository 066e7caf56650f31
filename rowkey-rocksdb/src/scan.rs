//! The rows of a range.

use rocksdb::{DBRawIteratorWithThreadMode, ReadOptions};
use rowkey_core::KeyRange;
use rowkey_store::{Direction, RowBytes, Scan};
use self_cell::self_cell;
use std::fmt;
use std::sync::Arc;

use crate::reader::Snapshot;
use crate::store::Table;
use crate::{Database, RocksError, RocksStore};

type OfSnapshot<'s> = DBRawIteratorWithThreadMode<'s, Database>;

self_cell! {
    /// An iterator beside its snapshot, which it borrows from.
    struct Rows {
        owner: Arc<Snapshot>,
        #[covariant]
        dependent: OfSnapshot,
    }
}

/// The rows of a range of a [`RocksStore`]. It owns its snapshot, so it can outlive its reader and its store.
pub struct RocksScan {
    /// `None` if there are no more rows. The snapshot is then released.
    rows: Option<Rows>,
    has_begun: bool,
    direction: Direction,
    table: Arc<Table>,
}

impl RocksScan {
    pub(crate) fn new(snapshot: &Arc<Snapshot>, store: &RocksStore, range: &KeyRange, direction: Direction) -> Self {
        let table = store.table();
        // RocksDB does not promise what it does with bounds in the wrong order, or with equal ones.
        let rows = (!range.is_empty()).then(|| {
            let options = options_for(store.read_options(), range, direction, table.prefix_width());
            Rows::new(Arc::clone(snapshot), |snapshot| snapshot.get().raw_iterator_cf_opt(table.family(), options))
        });
        Self { rows, has_begun: false, direction, table: Arc::clone(table) }
    }
}

/// Sets both bounds, and how the prefix extractor is used.
///
/// Without `total_order_seek`, RocksDB finds only the keys with the prefix of the first key of a scan. So it is set
/// unless all keys of the range have that prefix. A reverse scan always needs it: its first key is the last of the
/// range, and the bound from which RocksDB looks for it has another prefix.
fn options_for(
    mut options: ReadOptions,
    range: &KeyRange,
    direction: Direction,
    prefix_width: Option<usize>,
) -> ReadOptions {
    let in_prefix = direction == Direction::Forward && prefix_width.is_some_and(|width| has_one_prefix(range, width));
    options.set_total_order_seek(!in_prefix);
    options.set_prefix_same_as_start(in_prefix);
    options.set_iterate_lower_bound(range.start());
    if let Some(stop) = range.stop() {
        options.set_iterate_upper_bound(stop);
    }
    options
}

/// Returns `true` if all keys of a range have the same first `width` bytes.
///
/// With a width of 2, that is the range from 01 05 03 to 01 06, but not the range from 01 to 01 05, whose first key is
/// shorter.
fn has_one_prefix(range: &KeyRange, width: usize) -> bool {
    range.start().get(..width).is_some_and(|prefix| match (range.stop(), KeyRange::prefix(prefix).stop()) {
        (Some(stop), Some(above)) => stop <= above,
        // Only a prefix of FF has no key above it.
        (_, None) => true,
        (None, Some(_)) => false,
    })
}

impl Scan for RocksScan {
    type Error = RocksError;

    #[inline]
    fn advance(&mut self) -> Result<bool, RocksError> {
        let Some(rows) = &mut self.rows else { return Ok(false) };
        let has_begun = std::mem::replace(&mut self.has_begun, true);
        let direction = self.direction;
        let is_row = rows.with_dependent_mut(|_, rows| {
            match (has_begun, direction) {
                (false, Direction::Forward) => rows.seek_to_first(),
                (false, Direction::Reverse) => rows.seek_to_last(),
                (true, Direction::Forward) => rows.next(),
                (true, Direction::Reverse) => rows.prev(),
            }
            // An iterator also stops at an error, which only its status reports.
            if rows.valid() { Ok(true) } else { rows.status().map(|()| false) }
        });
        if !matches!(is_row, Ok(true)) {
            self.rows = None;
        }
        is_row.map_err(|source| self.table.read_error(source))
    }

    #[inline]
    fn key(&self) -> &[u8] {
        self.rows.as_ref().and_then(|rows| rows.borrow_dependent().key()).unwrap_or_default()
    }

    #[inline]
    fn value(&self) -> &[u8] {
        self.rows.as_ref().and_then(|rows| rows.borrow_dependent().value()).unwrap_or_default()
    }
}

impl Iterator for RocksScan {
    type Item = Result<RowBytes, RocksError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance() {
            Ok(true) => Some(Ok((self.key().to_vec(), self.value().to_vec()))),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// Shows the table and the direction.
impl fmt::Debug for RocksScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, direction, .. } = self;
        f.debug_struct("RocksScan").field("table", table).field("direction", direction).finish_non_exhaustive()
    }
}

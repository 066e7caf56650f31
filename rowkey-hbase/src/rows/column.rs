//! The column of a table that a store reads and writes, and what its reads have learned about the table.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::rows::filter::Stub;
use crate::rows::page::{Select, Widths};
use crate::thrift2::TColumn;
use crate::{HBase, HBaseError, VERSION_FAMILY, host};

/// The qualifier of the column in [`VERSION_FAMILY`] that has the version of a row.
pub(crate) const VERSION: &[u8] = b"v";

/// A column of a table.
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) hbase: HBase,
    pub(crate) table: Arc<str>,
    pub(crate) family: Arc<[u8]>,
    pub(crate) qualifier: Arc<[u8]>,
    learned: Arc<Mutex<Learned>>,
}

/// What the reads of a table have learned for later reads.
struct Learned {
    widths: Widths,
    stub: Stub,
    /// The split keys, and the time at which they were read.
    splits: Option<(Instant, Arc<[Vec<u8>]>)>,
}

impl Column {
    pub(crate) fn new(hbase: HBase, table: &str, family: &str) -> Self {
        Self {
            hbase,
            table: table.into(),
            family: family.as_bytes().into(),
            qualifier: b"v".as_slice().into(),
            learned: Arc::new(Mutex::new(Learned { widths: Widths::UNKNOWN, stub: Stub::Length, splits: None })),
        }
    }

    /// Returns the columns to request.
    pub(crate) fn selected(&self, select: Select) -> Vec<TColumn> {
        let qualifier = (select != Select::Family).then(|| self.qualifier.to_vec());
        let mut columns = vec![TColumn::new(self.family.to_vec(), qualifier, None)];
        if select == Select::ValueAndVersion {
            columns.push(TColumn::new(VERSION_FAMILY.as_bytes().to_vec(), VERSION.to_vec(), None));
        }
        columns
    }

    fn learned(&self) -> MutexGuard<'_, Learned> {
        host::lock(&self.learned)
    }

    pub(crate) fn widths(&self) -> Widths {
        self.learned().widths
    }

    pub(crate) fn learn(&self, widths: Widths) {
        self.learned().widths = widths;
    }

    pub(crate) fn stub(&self) -> Stub {
        self.learned().stub
    }

    pub(crate) fn set_stub(&self, stub: Stub) {
        self.learned().stub = stub;
    }

    /// Returns the split keys of the table in ascending order. They are up to a minute old, because HBase reads all regions of
    /// the table to answer this call.
    pub(crate) fn split_keys(&self) -> Result<Arc<[Vec<u8>]>, HBaseError> {
        const MAX_AGE: Duration = Duration::from_secs(60);
        let (now, known) = (host::now(), self.learned().splits.clone());
        if let Some((_, splits)) = known.filter(|(read, _)| now.saturating_duration_since(*read) < MAX_AGE) {
            return Ok(splits);
        }
        let splits: Arc<[_]> = self.hbase.split_keys(&self.table)?.into();
        self.learned().splits = Some((now, Arc::clone(&splits)));
        Ok(splits)
    }
}

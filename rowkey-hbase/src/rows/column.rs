//! The column of a table that a store reads and writes, and the widths that its scans have learned.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::rows::filter::Stub;
use crate::rows::page::{Select, Widths};
use crate::thrift2::TColumn;
use crate::{HBase, VERSION_FAMILY, host};

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

/// What the scans of a table have learned for later scans.
struct Learned {
    widths: Widths,
    stub: Stub,
}

impl Column {
    pub(crate) fn new(hbase: HBase, table: &str, family: &str) -> Self {
        Self {
            hbase,
            table: table.into(),
            family: family.as_bytes().into(),
            qualifier: b"v".as_slice().into(),
            learned: Arc::new(Mutex::new(Learned { widths: Widths::UNKNOWN, stub: Stub::Length })),
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
}

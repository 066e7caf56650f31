//! A scanner that the gateway keeps open between the pages of a long scan. To find the first row of a page, the servers
//! take as long as for several hundred rows.

use rowkey_store::Direction;
use std::sync::Arc;

use crate::net::failure::Failure;
use crate::rows::column::Column;
use crate::rows::filter::Values;
use crate::rows::page::{Ends, Shape};
use crate::rows::request::Request;
use crate::rows::row::observe_all;
use crate::thrift2::{TReadType, TResult, TScan, TTHBaseServiceSyncClient};
use crate::{HBase, trace};

/// An open scanner. Dropping it closes the scanner. The gateway itself closes a scanner after a minute without a call.
pub(crate) struct Scanner {
    hbase: HBase,
    id: i32,
    direction: Direction,
    pub(crate) values: Values,
    pub(crate) shape: Shape,
}

impl Scanner {
    /// Opens a scanner, and reads the first `rows` rows of `ends`.
    pub(crate) fn open(
        request: &Arc<Request>,
        ends: &Ends,
        values: Values,
        shape: Shape,
        rows: usize,
    ) -> Result<(Self, Vec<TResult>), Failure> {
        let Column { hbase, table, .. } = &request.column;
        // With `caching`, the gateway requests the same number of rows from the region servers. Without `STREAM`, the
        // region servers would first read a region block by block, and reopen its files when the scan turns out to be
        // long.
        let (caching, read_type) = (Some(rows as i32), Some(TReadType::STREAM));
        let scan = TScan { caching, read_type, ..request.scan(ends, values) };
        let id = hbase.call_once(|client| client.open_scanner(table.as_bytes().into(), scan))?;
        let scanner = Self { hbase: hbase.clone(), id, direction: request.direction, values, shape };
        let rows = scanner.read(table, ends, rows)?;
        Ok((scanner, rows))
    }

    /// Returns the next rows, which are in `ends`.
    ///
    /// After an error, the scanner is unusable, because it may have skipped rows that did not arrive. Rows outside of
    /// `ends` belong to another scanner: a restarted gateway numbers its scanners from the beginning.
    pub(crate) fn read(&self, table: &str, ends: &Ends, rows: usize) -> Result<Vec<TResult>, Failure> {
        let running = trace::Call::begin();
        let page = self.hbase.call_once(|client| client.get_scanner_rows(self.id, rows as i32))?;
        running.page(table, page.len());
        ends.check(self.direction, &page).map_err(Failure::Nonsense)?;
        observe_all(&page);
        Ok(page)
    }

    /// Returns `true` if the pages of this scanner cost about as few calls as pages of the best shape.
    pub(crate) fn suits(&self, best: Shape, rows: usize, request: &Request) -> bool {
        let wider = best.width / 4 > self.shape.width || (best.rows == 1 && self.shape.rows > 1);
        let same_stub = match self.values {
            Values::UpTo { stub, .. } => stub == request.column.stub(),
            Values::Whole | Values::Lengths { .. } => true,
        };
        same_stub && !wider && best.columns <= self.shape.columns && rows >= best.rows / 2
    }
}

impl Drop for Scanner {
    fn drop(&mut self) {
        let (hbase, id) = (self.hbase.clone(), self.id);
        self.hbase.spawn(move || {
            // If this call fails, the gateway closes the scanner after its timeout.
            let _ = hbase.hasty().call_once(|client| client.close_scanner(id));
        });
    }
}

//! Moves on an async engine without transactions: the steps are in [`protocol`](super::protocol).

use rowkey_core::OwnedKey;
use std::future::ready;
use std::ops::ControlFlow;

use super::async_versions as versions;
use super::async_way::{AsyncMovingWay, AsyncNewRows};
use super::both::BothScan;
use super::calls;
use super::moved::Moved;
use super::page::{Phase, VersionedPass};
use super::pass::Work;
use super::protocol::{MovingRow, Place};
use super::secondary::KeysOfBoth;
use super::version_way::is_written;
use super::way::{MakePlan, MovingWrite, NewRow, Tables};
use crate::move_step::MoveStep;
use crate::rekey::behind;
use crate::trace::{Operation, Scanned};
use crate::versions::AsyncVersioned;
use crate::{TableError, ValueCodec, Versions};

impl<S: AsyncVersioned> AsyncMovingWay<S> for Versions {
    const COPIES_IN: MoveStep = MoveStep::NewFirst;

    type Rows<'s>
        = AsyncRowsOfBoth<'s, S>
    where
        S: 's;

    fn scan<'s>(
        tables: Tables<'s, S, S::Error>,
        cursor: Option<&str>,
        plans: [MakePlan<'_, S::Error>; 2],
        mut operation: Operation,
    ) -> impl Future<Output = Result<Self::Rows<'s>, TableError<S::Error>>> {
        let scan = BothScan::new(&tables, cursor, plans).map_err(|error| operation.failed(error));
        ready(scan.map(|scan| AsyncRowsOfBoth { tables, scan, operation }))
    }

    async fn is_old_empty(tables: &Tables<'_, S, S::Error>) -> Result<bool, TableError<S::Error>> {
        let keys = tables.keys.old;
        let mut rest = Some(keys.layout.rows());
        while let Some(range) = rest {
            let cells = tables.old.first_rows(&range, tables.batch_rows).await.map_err(TableError::Store)?;
            if cells.iter().any(|(key, _)| (keys.has)(key)) {
                return Ok(false);
            }
            let last = cells.last().filter(|_| cells.len() >= tables.batch_rows);
            rest = last.map(|(last, _)| behind(&range, last));
        }
        Ok(true)
    }

    async fn get_moving(
        tables: &Tables<'_, S, S::Error>,
        row: &MovingRow,
    ) -> Result<Option<Vec<u8>>, TableError<S::Error>> {
        let to_new = tables.conversion();
        versions::get(&tables.stores(&to_new), vec![row.clone()]).await?.pop().unwrap_or(Ok(None))
    }

    async fn write_moving<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        _: &KeysOfBoth<'_, O, N, S, V, W>,
        rows: &[MovingWrite],
        expected: Option<&Option<Vec<u8>>>,
    ) -> Result<bool, TableError<S::Error>> {
        let writes = tables.versioned_writes(rows, expected)?;
        let keys: Vec<_> = writes.iter().map(|write| write.row.new.clone()).collect();
        let to_new = tables.conversion();
        let outcomes = versions::write(&tables.stores(&to_new), writes).await?;
        keys.into_iter().zip(outcomes).try_fold(true, |all, (key, outcome)| Ok(all & is_written(key, outcome?)?))
    }

    async fn move_rows<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        _: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, Work::Copy, cursor, progress).await
    }

    async fn finish<O: OwnedKey, N: OwnedKey, V: ValueCodec, W: ValueCodec>(
        tables: &Tables<'_, S, S::Error>,
        _: &KeysOfBoth<'_, O, N, S, V, W>,
        cursor: Option<&str>,
        progress: impl FnMut(&Moved) -> ControlFlow<()>,
    ) -> Result<Moved, TableError<S::Error>> {
        run(tables, Work::Finish, cursor, progress).await
    }
}

/// Runs a pass over all old rows.
async fn run<S: AsyncVersioned>(
    tables: &Tables<'_, S, S::Error>,
    work: Work,
    cursor: Option<&str>,
    mut progress: impl FnMut(&Moved) -> ControlFlow<()>,
) -> Result<Moved, TableError<S::Error>> {
    let mut pass = VersionedPass::begin(work, tables, cursor)?;
    while let Some((phase, range)) = pass.page() {
        let cells = tables.old.first_rows(&range, tables.batch_rows).await.map_err(TableError::Store)?;
        let page = pass.rows(tables, cells)?;
        let to_new = tables.conversion();
        let stores = tables.stores(&to_new);
        let passed = match phase {
            Phase::Copy => versions::copy(&stores, page).await,
            Phase::Mark => versions::mark(&stores, page).await,
            Phase::Finish => versions::finish(&stores, page).await,
        };
        pass.add(phase, passed?)?;
        if progress(&pass.done).is_break() {
            return Ok(pass.done);
        }
    }
    pass.outcome()
}

/// The rows of both tables that count.
pub struct AsyncRowsOfBoth<'s, S: AsyncVersioned> {
    tables: Tables<'s, S, S::Error>,
    scan: BothScan<S::Error>,
    operation: Operation,
}

impl<S: AsyncVersioned> AsyncRowsOfBoth<'_, S> {
    /// Reads pages until there is a row, or the scan is over.
    async fn read(&mut self) -> Result<(), TableError<S::Error>> {
        let Self { tables, scan, .. } = self;
        while let Some(read) = scan.page() {
            let (range, most) = &read.range;
            let cells = tables.store(read.place).first_rows(range, *most).await.map_err(TableError::Store)?;
            let (page, errors) = scan.matching(tables, read.place, &cells);
            let to_new = tables.conversion();
            let stores = tables.stores(&to_new);
            let rows = match read.place {
                Place::Old => calls::scan_old(&stores, page),
                Place::New => versions::scan_new(&stores, page).await?,
            };
            scan.add_page(&read, &cells, errors, rows);
        }
        Ok(())
    }
}

impl<S: AsyncVersioned> AsyncNewRows<S::Error> for AsyncRowsOfBoth<'_, S> {
    async fn next_row(&mut self) -> Option<Result<NewRow, TableError<S::Error>>> {
        if let Err(error) = self.read().await {
            self.scan.end();
            return Some(Err(self.operation.failed(error)));
        }
        self.scan.next_row()
    }

    fn cursor(&self) -> Option<String> {
        self.scan.cursor()
    }

    fn lift_limit(&mut self) {
        self.scan.lift_limit();
    }
}

impl<S: AsyncVersioned> Drop for AsyncRowsOfBoth<'_, S> {
    fn drop(&mut self) {
        let [rows_read, rows_returned] = self.scan.counts();
        self.operation.scanned(|| Scanned { ranges: self.scan.ranges(), rows_read, rows_returned });
    }
}

//! Calls on rows that move, over async engines without transactions.
//!
//! Each call takes the rows of a page or a batch. Its outer error is one of the engine. Then some of the writes may be made.

use super::calls::{self, MovingWrite, Page, Passed, RowPass, RowsThatCount, Stores, WriteOutcome, Writes};
use super::protocol::{CopyRow, DropMark, Machine, MarkRow, MovingRow};
use super::rounds::{Answers, Outside, Round, Rounds};
use crate::TableError;
use crate::versions::async_way::make_of_rows;
use crate::versions::operations::Operation;
use crate::versions::{AsyncVersioned, VersionedRow};

/// The outcome of each row of a call.
type Each<T, E> = Result<Vec<Result<T, TableError<E>>>, TableError<E>>;

/// Operations that have ended.
type Ended<M, E> = Result<Vec<Operation<M, E>>, TableError<E>>;

/// Reads rows. Their values are as the new table has them.
///
/// # Errors
///
/// Returns the engine's error if it cannot read.
pub async fn get<S: AsyncVersioned>(
    stores: &Stores<'_, S, S::Error>,
    rows: Vec<MovingRow>,
) -> Each<Option<Vec<u8>>, S::Error> {
    let operations = run(stores, calls::gets(stores.step, rows), None).await?;
    Ok(operations.into_iter().map(calls::value).collect())
}

/// Writes rows, each of them once.
///
/// # Errors
///
/// Returns the engine's error if it cannot read or write. The error of a row is [`TableError::Contended`] if others write it
/// all the time, or the engine's error if the outcome is unknown.
pub async fn write<S: AsyncVersioned>(
    stores: &Stores<'_, S, S::Error>,
    writes: Vec<MovingWrite>,
) -> Each<WriteOutcome, S::Error> {
    let mut writes = Writes::new(stores.step, writes);
    let operations = run(stores, writes.take_operations(), None).await?;
    Ok(writes.outcomes(operations))
}

/// Puts copies of the rows of a page of the old table. They do not count before [`mark`].
///
/// # Errors
///
/// Returns the engine's error if it cannot write.
pub async fn copy<S: AsyncVersioned>(
    stores: &Stores<'_, S, S::Error>,
    page: Page,
) -> Result<Passed<S::Error>, TableError<S::Error>> {
    pass::<S, CopyRow>(stores, page).await
}

/// Marks the rows of a page of the old table, and copies those that have no copy. Then their new rows count.
///
/// # Errors
///
/// Returns the engine's error if it cannot read or write.
pub async fn mark<S: AsyncVersioned>(
    stores: &Stores<'_, S, S::Error>,
    page: Page,
) -> Result<Passed<S::Error>, TableError<S::Error>> {
    pass::<S, MarkRow>(stores, page).await
}

/// Deletes the marks and tombstones of a page of the old table. Rows that have not moved stay.
///
/// # Errors
///
/// Returns the engine's error if it cannot read or write.
pub async fn finish<S: AsyncVersioned>(
    stores: &Stores<'_, S, S::Error>,
    page: Page,
) -> Result<Passed<S::Error>, TableError<S::Error>> {
    pass::<S, DropMark>(stores, page).await
}

/// Returns the rows of a page of the new table that count.
///
/// It reads both rows of each copy in the page, in two calls. For rows that programs have written, the page is enough.
///
/// # Errors
///
/// Returns the engine's error if it cannot read.
pub async fn scan_new<S: AsyncVersioned>(
    stores: &Stores<'_, S, S::Error>,
    page: Page,
) -> Result<RowsThatCount<S::Error>, TableError<S::Error>> {
    let (gets, damaged) = calls::gets_of_page(stores.step, page);
    Ok(calls::rows_of_page(run(stores, gets, None).await?, damaged))
}

async fn pass<S: AsyncVersioned, M: RowPass + Machine<TableError<S::Error>>>(
    stores: &Stores<'_, S, S::Error>,
    page: Page,
) -> Result<Passed<S::Error>, TableError<S::Error>> {
    let (operations, rows) = calls::row_passes::<M>(page);
    Ok(calls::passed(run(stores, operations, Some(rows)).await?))
}

/// Runs operations to their ends. `page` has the rows of the old table that they read first, if these were read already.
async fn run<S: AsyncVersioned, M: Machine<TableError<S::Error>>>(
    stores: &Stores<'_, S, S::Error>,
    operations: Vec<M>,
    mut page: Option<Vec<VersionedRow>>,
) -> Ended<M, S::Error> {
    let mut rounds = Rounds::new(operations, stores.new.now());
    while let Some(round) = rounds.next() {
        let answers = match page.take() {
            Some(rows) => Answers::of_old_rows(rows),
            None => match make(stores, &round).await {
                Ok(answers) => answers,
                Err(error) => return Err(rounds.into_error(error)),
            },
        };
        let (now, retry_for) = (stores.new.now(), stores.new.retry_for());
        rounds.answer(&round, answers, &Outside { now, retry_for, to_new: stores.to_new() });
    }
    Ok(rounds.into_operations())
}

/// Makes the requests of a round.
async fn make<S: AsyncVersioned>(
    stores: &Stores<'_, S, S::Error>,
    round: &Round,
) -> Result<Answers<S::Error>, S::Error> {
    if !round.copies.is_empty() {
        stores.new.put_rows_at(&round.copies).await?;
    }
    Ok(Answers { old: make_of_rows(stores.old, &round.old).await?, new: make_of_rows(stores.new, &round.new).await? })
}

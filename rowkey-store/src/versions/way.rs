//! The protocol over a blocking engine.

use rowkey_core::OwnedKey;
use std::ops::ControlFlow;

use super::Versioned;
use super::changes::{loads, outcome, writes};
use super::operations::{Operation, RowAnswers, RowRequests};
use super::pass::{Swept, rest_behind};
use super::protocol::{Machine, Millis};
use super::rounds::{Answers, Outside, Round, Rounds};
use crate::built::Step;
use crate::indexed_deletes::IndexedDeletes;
use crate::secondary_keys::{Changes, LoadedRow, NewRows, ROWS, ReadRows, ReindexPlace, SecondaryKeys, TableKeys};
use crate::trace::traced;
use crate::way::{Expected, Tables, Way, read_unread};
use crate::{CompareAndSet, Reindexed, TableError, ValueCodec, Versions};

impl<S: Versioned> Way<S> for Versions {
    type Metadata = S::Metadata;
    const REMEMBERS_BUILT: bool = true;
    const HAS_ALL_LAYOUTS: bool = false;

    fn prefix_in(store: &S, other: &S) -> Option<Vec<u8>> {
        store.prefix_in(other)
    }

    fn metadata(store: &S) -> Result<S::Metadata, S::Error> {
        store.metadata()
    }

    fn readers<'s>(stores: [&'s S; 2]) -> Result<[S::Reader<'s>; 2], S::Error> {
        let [first, second] = stores;
        Ok([first.reader()?, second.reader()?])
    }

    fn write<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        rows: NewRows,
        expected: Option<Expected<K>>,
    ) -> Result<bool, TableError<S::Error>> {
        let writes = writes(rows, expected.as_ref().map(|expected| &expected.value));
        let (operations, _) = commit(tables, writes, None)?;
        operations.into_iter().map(outcome).try_fold(true, |all, done| Ok(all & done?))
    }

    fn load<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        rows: Vec<LoadedRow>,
    ) -> Result<(), TableError<S::Error>> {
        tables.record_write::<Self>()?;
        let loads = loads(rows);
        let keys: Vec<_> = loads.iter().map(|load| load.row().to_vec()).collect();
        let read = tables.rows.read_new_rows(&keys).map_err(TableError::Store)?;
        let (operations, _) = commit(tables, loads, Some(read))?;
        operations.into_iter().try_for_each(|operation| outcome(operation).map(|_| ()))
    }

    fn delete_batch<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        deletes: &mut IndexedDeletes<K>,
    ) -> Result<(), TableError<S::Error>> {
        while let Some(rows) = deletes.next()? {
            let (operations, _) = commit(tables, writes(rows, None), None)?;
            deletes.add_outcomes(operations.into_iter().map(|operation| outcome(operation).map(|_| ())))?;
        }
        Ok(())
    }

    fn reindex<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Reindexed) -> ControlFlow<()>,
    ) -> Result<Reindexed, TableError<S::Error>> {
        let mut place = ReindexPlace::of(cursor, tables.begin_reindex::<Self>(cursor)?)?;
        let mut done = Reindexed::begin(&place);
        let mut rest = place.rest_of(ROWS, TableKeys::of::<K>());
        while let Some(range) = rest {
            let page = tables.rows.first_rows(&range, tables.batch_rows).map_err(TableError::Store)?;
            rest = rest_behind(&range, &page, tables.batch_rows);
            let Some((last, _)) = page.last().cloned() else { break };
            let mut builds = tables.secondary.builds(page)?;
            for (table, store) in tables.stores().enumerate() {
                let Some(keys) = builds.entries(table) else { continue };
                let found = store.read_rows(keys).map_err(TableError::Store)?;
                builds.add_entries(table, &found);
            }
            let doubtful = builds.doubtful();
            let mut added = 0;
            if !doubtful.is_empty() {
                added = builds.count_missing(&tables.rows.read_rows(&doubtful).map_err(TableError::Store)?);
            }
            let rows = std::mem::take(&mut builds.rows);
            let (operations, _) = commit(tables, std::mem::take(&mut builds.builds), Some(rows))?;
            let changes = builds.outcome(operations, added)?;
            done.add(&mut place, ROWS, &[last], Some(changes));
            if progress(&done).is_break() {
                return Ok(done);
            }
        }
        tables.end_reindex::<Self>(place.identity)?;
        Ok(Reindexed { cursor: None, ..done })
    }

    fn record<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        step: Step,
    ) -> Result<Changes, TableError<S::Error>> {
        tables.stores().skip(1).try_for_each(S::check_entries).map_err(TableError::Store)?;
        let metadata = tables.metadata::<Self>()?;
        let metadata: Vec<_> = metadata.iter().collect();
        loop {
            if let Some(changes) = record(&metadata, tables.secondary, step)? {
                return Ok(changes);
            }
        }
    }
}

/// Makes the changes that follow from the metadata that was read. Returns `None` if another program changes it in the
/// meantime.
///
/// Missing tokens are written before the list, so a key without a token is not listed.
fn record<K: OwnedKey, S: Versioned, V: ValueCodec>(
    metadata: &[&S::Metadata],
    secondary: &SecondaryKeys<K, S, V>,
    step: Step,
) -> Result<Option<Changes>, TableError<S::Error>> {
    let mut read = ReadRows::new();
    let mut changes = secondary.record(step, &read);
    while !changes.unread.is_empty() {
        read_unread(metadata, &changes, &mut read)?;
        changes = secondary.record(step, &read);
    }
    for part in changes.parts(metadata.iter().copied(), read).iter().rev() {
        for (key, change) in part.batch.iter() {
            let expected = part.expected.iter().find(|(it, _)| it == key).and_then(|(_, value)| value.as_deref());
            if !part.store.compare_and_set(key, expected, change).map_err(TableError::Store)? {
                return Ok(None);
            }
        }
    }
    Ok(Some(changes))
}

/// Deletes stale entries and old tombstones.
pub(crate) fn sweep<K: OwnedKey, S: Versioned, V: ValueCodec>(
    tables: &Tables<'_, K, S, V>,
    cursor: Option<&str>,
    progress: &mut dyn FnMut(&Swept) -> ControlFlow<()>,
) -> Result<Swept, TableError<S::Error>> {
    let mut place = ReindexPlace::of(cursor, tables.identity::<Versions>()?)?;
    let (mut done, most) = (Swept::begin(&place), tables.batch_rows);
    // The entries come before the rows, so the numbers of the tables are counted from the first table of entries.
    let all: Vec<_> = tables.secondary.tables(tables.rows).collect();
    let rows_last = all.iter().skip(1).chain(all.first());
    for (step, &(table, store, keys)) in rows_last.enumerate() {
        let mut rest = place.rest_of(step, keys);
        while let Some(range) = rest {
            let page = store.first_rows(&range, most).map_err(TableError::Store)?;
            rest = rest_behind(&range, &page, most);
            let Some((last, _)) = page.last().cloned() else { break };
            if table == ROWS {
                let buries = SecondaryKeys::<K, S, V>::buries(page, store.now(), grace(store));
                done.add_rows(commit(tables, buries, None)?.0);
            } else {
                let mut page = tables.secondary.sweeps(table, keys, &page);
                let sweeps = std::mem::take(&mut page.sweeps);
                done.add_entries(&page, commit(tables, sweeps, None)?)?;
            }
            done.pass(&mut place, step, &last);
            if progress(&done).is_break() {
                return Ok(done);
            }
        }
    }
    Ok(Swept { cursor: None, ..done })
}

fn grace<S: Versioned>(store: &S) -> Millis {
    Millis::try_from(store.grace().as_millis()).unwrap_or(Millis::MAX)
}

/// The operations of a commit, and the error of the last deletes.
type Committed<M, E> = (Vec<Operation<M, E>>, Option<E>);

/// Runs operations to their ends. `rows` are the rows that they read first, if these were read already.
fn commit<K: OwnedKey, S: Versioned, V: ValueCodec, M: Machine<TableError<S::Error>>>(
    tables: &Tables<'_, K, S, V>,
    operations: Vec<M>,
    mut rows: Option<Vec<super::VersionedRow>>,
) -> Result<Committed<M, S::Error>, TableError<S::Error>> {
    traced("commit", K::LAYOUT.name(), || {
        let stores: Vec<_> = tables.stores().collect();
        let entries = |row: &[u8], value: &[u8]| tables.secondary.entries_of(row, value);
        let (grace, retry_for) = (grace(tables.rows), tables.rows.retry_for());
        let mut rounds = Rounds::new(operations, tables.rows.now());
        while let Some(round) = rounds.next() {
            let answers = match rows.take() {
                Some(rows) => Answers::of_rows(rows),
                None => match make(&stores, &round) {
                    Ok(answers) => answers,
                    Err(error) => return Err(rounds.into_error(error)),
                },
            };
            rounds.answer(&round, answers, &Outside { now: tables.rows.now(), grace, retry_for, entries: &entries });
        }
        Ok(rounds.into_outcomes())
    })
}

/// Makes the requests of a round. The first store holds the rows.
fn make<S: Versioned>(stores: &[&S], round: &Round) -> Result<Answers<S::Error>, S::Error> {
    let of = |table: &usize| stores.get(*table).copied();
    for (table, puts) in &round.puts {
        of(table).map_or(Ok(()), |store| store.put_at(puts))?;
    }
    let delete = |(table, deletes): (&usize, &Vec<_>)| of(table).map_or(Ok(()), |store| store.delete_up_to(deletes));
    let deletes = round.deletes.iter().try_for_each(delete);
    let mut answers = Answers { deletes, ..Answers::of_rows(Vec::new()) };
    if let Some(rows) = stores.first() {
        answers.rows = make_of_rows(*rows, &round.rows)?;
        if !round.creates.is_empty() {
            answers.creates = rows.create(&round.creates)?;
        }
    }
    Ok(answers)
}

/// Makes the requests to the rows of a table.
pub(crate) fn make_of_rows<S: Versioned>(store: &S, requests: &RowRequests) -> Result<RowAnswers<S::Error>, S::Error> {
    let mut answers = RowAnswers::of_reads(Vec::new());
    if !requests.reads.is_empty() {
        answers.reads = store.read_rows(&requests.reads)?;
    }
    if !requests.swaps.is_empty() {
        answers.swaps = store.swap(&requests.swaps)?;
    }
    Ok(answers)
}

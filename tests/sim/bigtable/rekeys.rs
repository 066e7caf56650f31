//! Rows of a [caller](super::caller) whose salt has changed. Programs with the previous and the current key type write
//! them, and `rekey` and `finish_rekey` move them. Scans run concurrently with `rekey`.

use rowkey::RowKey;
use rowkey_store::{AsyncTable, Rekeyed, TableError};
use simulation::model::{Action, Begun, Model, Outcome, Value, show};
use std::ops::ControlFlow;
use tokio::time::timeout;

use super::caller::{Caller, store_error};
use super::deadlines::Span;
use super::history::TABLE;
use crate::{BigtableError, BigtableStore};

/// The previous key type, whose programs write to the older keys.
mod before {
    #[derive(rowkey::RowKey, Debug, Clone, Copy)]
    #[rowkey(prefix = "m")]
    pub(super) struct Moved {
        #[salt(buckets = 4, was(8))]
        pub(super) id: u8,
    }

    rowkey::laws!(Moved);
}

/// A row with twice as many buckets as before. The prefix separates it from all other rows of the table.
#[derive(RowKey, Debug, Clone, Copy)]
#[rowkey(prefix = "m")]
struct Moved {
    #[salt(buckets = 8, was(4))]
    id: u8,
}

/// The maximum number of such rows.
const IDS: u8 = 8;

/// The only task that moves rows.
const MOVER: usize = 0;

/// Returns the current and the older key of a row.
fn places(id: u8) -> [Vec<u8>; 2] {
    [Moved { id }.encode().expect("a key").to_vec(), before::Moved { id }.encode().expect("a key").to_vec()]
}

/// Returns the ids of rows whose two keys differ.
fn ids() -> impl Iterator<Item = u8> {
    let is_moved = |id: &u8| {
        let [present, older] = places(*id);
        present != older
    };
    (0..=u8::MAX).filter(is_moved).take(IDS.into())
}

/// The moves of a `rekey` call, as the model knows them.
struct Moves {
    begun: Vec<Begun>,
    /// The number of rows that are copied or deleted, or `None` if it is unknown.
    expected: Option<u64>,
}

impl Caller {
    /// Writes, reads, or moves a row.
    pub(super) async fn moved_rows(&mut self) {
        if self.number != MOVER {
            return self.get().await;
        }
        let ids: Vec<u8> = ids().collect();
        let id = ids[self.rng.usize(..ids.len())];
        match self.rng.u8(..8) {
            0..3 => self.put_at(id, true).await,
            3 => self.put_at(id, false).await,
            4 => self.delete_moved(id).await,
            5 => self.get_moved(id).await,
            6 => self.rekey().await,
            _ => self.finish_rekey().await,
        }
    }

    /// Puts a row with the previous or the current key type. Both remove it from its other key.
    async fn put_at(&mut self, id: u8, is_before: bool) {
        let value = self.moved_value();
        let [present, older] = places(id);
        let (to, from) = if is_before { (older, present) } else { (present, older) };
        let begun = {
            let mut model = self.model();
            [model.begin(&to, Action::Write(Some(value.clone()))), model.begin(&from, Action::Write(None))]
        };
        let store = self.store.clone();
        let put = async {
            match is_before {
                true => AsyncTable::<before::Moved, _>::new(store).put(&before::Moved { id }, value).await,
                false => AsyncTable::<Moved, _>::new(store).put(&Moved { id }, value).await,
            }
        };
        if self.write_moved(&format!("put {id}, before: {is_before}"), begun, put).await {
            self.kept.insert(id);
        }
    }

    /// Draws a unique value, which is not too wide to be read. An unreadable row cannot be moved.
    fn moved_value(&mut self) -> Vec<u8> {
        let mut value = self.value();
        while value.is_empty() {
            value = self.value();
        }
        value.truncate(self.network.service.max_row / 2);
        value
    }

    async fn delete_moved(&mut self, id: u8) {
        self.kept.remove(&id);
        let begun = places(id).map(|place| self.model().begin(&place, Action::Write(None)));
        let store = self.store.clone();
        let delete = async { AsyncTable::<Moved, _>::new(store).delete(&Moved { id }).await };
        self.write_moved(&format!("delete {id}"), begun, delete).await;
    }

    /// Writes both keys of a row. Returns `true` if that succeeds.
    async fn write_moved(
        &mut self,
        call: &str,
        begun: [Begun; 2],
        write: impl Future<Output = Result<(), TableError<BigtableError>>>,
    ) -> bool {
        let write = async { write.await.map_err(store_error) };
        let (patience, span) = (self.patience(), Span::several(self.timeout, 2));
        let Ok(done) = timeout(patience, self.timed(call, span, write)).await else {
            self.give_up(call, &begun);
            return false;
        };
        self.end_all(&begun, |_| done.is_err().then_some(Outcome::Unknown));
        done.is_ok()
    }

    /// Checks that a row that was put and not deleted is found, whichever key it has.
    async fn get_moved(&mut self, id: u8) {
        let from = self.model().moment();
        let table = AsyncTable::<Moved, BigtableStore>::new(self.store.clone());
        let call = format!("get {id}");
        let get = async { table.get(&Moved { id }).await.map_err(store_error) };
        let Ok(found) = self.timed(&call, Span::several(self.timeout, 3), get).await else { return };
        let mut model = self.model();
        let to = model.moment();
        let may_be = |place: &Vec<u8>| model.candidates(place, from, to).contains(&&found);
        let holds = match &found {
            None => !self.kept.contains(&id) && places(id).iter().all(may_be),
            Some(_) => places(id).iter().any(may_be),
        };
        drop(model);
        if !holds {
            self.machine.fail(&format!("{call} gives {}, kept: {}", show(&found), self.kept.contains(&id)));
        }
    }

    /// Copies the rows at older keys, all at once or with a rest that begins at a cursor. A scan reads them
    /// concurrently.
    async fn rekey(&mut self) {
        let (is_cut, patience) = (self.rng.u8(..4) == 0, self.patience());
        let moves = self.begin_copies();
        let scanned = self.begin_scan();
        let copy = timeout(patience, self.timed("rekey", rekey_span(self.timeout), self.run_rekey(is_cut)));
        let (done, found) = tokio::join!(copy, self.scan_moved());
        self.end_scan(&scanned, found);
        let Ok(done) = done else { return self.give_up("rekey", &moves.begun) };
        self.end_moves("rekey", &moves, done);
    }

    async fn run_rekey(&self, is_cut: bool) -> Result<u64, BigtableError> {
        let table = AsyncTable::<Moved, BigtableStore>::new(self.store.clone());
        let progress = |_: &Rekeyed| if is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let first = table.rekey(None, progress).await.map_err(store_error)?;
        let Some(cursor) = &first.cursor else { return Ok(first.moved) };
        let rest = table.rekey(Some(cursor), |_| ControlFlow::Continue(())).await.map_err(store_error)?;
        Ok(first.moved + rest.moved)
    }

    /// Deletes the rows at older keys that were copied. No scan runs in the meantime.
    async fn finish_rekey(&mut self) {
        let patience = self.patience();
        let moves = self.begin_deletes();
        let finish = self.timed("finish rekey", rekey_span(self.timeout), self.run_finish());
        let Ok(done) = timeout(patience, finish).await else { return self.give_up("finish rekey", &moves.begun) };
        self.end_moves("finish rekey", &moves, done);
    }

    async fn run_finish(&self) -> Result<u64, BigtableError> {
        let table = AsyncTable::<Moved, BigtableStore>::new(self.store.clone());
        Ok(table.finish_rekey(None, |_| ControlFlow::Continue(())).await.map_err(store_error)?.moved)
    }

    /// Returns the rows that a scan must find now. None of their writes is late, because such a write could move them
    /// while the scan runs.
    fn begin_scan(&self) -> Vec<u8> {
        let service = &self.network.service;
        let is_late = |id: &u8| places(*id).iter().any(|place| service.has_late(place));
        self.kept.iter().copied().filter(|id| !is_late(id)).collect()
    }

    /// Returns the rows of a scan.
    async fn scan_moved(&self) -> Result<Vec<u8>, BigtableError> {
        let table = AsyncTable::<Moved, BigtableStore>::new(self.store.clone());
        let mut keys = table.keys(&Moved::scan().plan().expect("a plan")).await.map_err(store_error)?;
        let mut ids = Vec::new();
        while let Some(key) = keys.next().await {
            ids.push(key.map_err(store_error)?.id);
        }
        Ok(ids)
    }

    fn end_scan(&self, expected: &[u8], found: Result<Vec<u8>, BigtableError>) {
        let Ok(found) = found else { return };
        let is_once = found.is_sorted_by(|a, b| a < b);
        let missing: Vec<&u8> = expected.iter().filter(|id| !found.contains(id)).collect();
        if !is_once || !missing.is_empty() {
            self.machine.fail(&format!("a scan beside rekey finds {found:?}, without {missing:?}"));
        }
    }

    /// Begins the writes of each row that may be at an older key. `of` returns the write of a move. `is_moved` returns
    /// whether a row moves, given the values at the current and the older key, if they are known.
    fn begin_moves(
        &self,
        of: impl Fn(&mut Model, &[Vec<u8>; 2], Value) -> Begun,
        is_moved: fn(&Value, &Value) -> Option<bool>,
    ) -> Moves {
        let service = &self.network.service;
        let has_late = ids().flat_map(places).any(|place| service.has_late(&place));
        let mut model = self.model();
        let (now, mut begun, mut is_known, mut moved) = (model.moment(), Vec::new(), !has_late, 0);
        for id in ids() {
            let both = places(id);
            let [present, older] = both
                .each_ref()
                .map(|place| -> Vec<Value> { model.candidates(place, now, now).into_iter().cloned().collect() });
            is_known &= both.iter().all(|place| model.is_known(place));
            let will = match (&present[..], &older[..]) {
                (_, [None]) => Some(false),
                ([present], [older]) => is_moved(present, older),
                _ => None,
            };
            is_known &= will.is_some();
            moved += u64::from(will == Some(true));
            if will != Some(false) {
                begun.extend(older.into_iter().filter(Option::is_some).map(|value| of(&mut model, &both, value)));
            }
        }
        Moves { begun, expected: is_known.then_some(moved) }
    }

    /// Begins the copies. A row is copied if there is no row at its current key. If there is another row, the newer one
    /// wins.
    fn begin_copies(&self) -> Moves {
        let write = |model: &mut Model, [present, _]: &[Vec<u8>; 2], value| model.begin(present, Action::Write(value));
        self.begin_moves(write, |present, older| match present {
            None => Some(true),
            Some(_) if present == older => Some(false),
            Some(_) => None,
        })
    }

    /// Begins the deletes. A row is deleted if its copy or a newer row is at its current key.
    fn begin_deletes(&self) -> Moves {
        let delete = |model: &mut Model, [_, older]: &[Vec<u8>; 2], value| {
            model.begin(older, Action::Set { expected: value, value: None })
        };
        self.begin_moves(delete, |present, older| match present {
            None => Some(false),
            Some(_) if present == older => Some(true),
            Some(_) => None,
        })
    }

    /// Ends the moves. If the keys of all rows were known before, they are known now.
    fn end_moves(&self, call: &str, Moves { begun, expected }: &Moves, done: Result<u64, BigtableError>) {
        let is_done = match (&done, expected) {
            (Ok(done), Some(expected)) => {
                if done != expected {
                    self.machine.fail(&format!("{call} gives {done:?}, expected {expected}"));
                }
                true
            }
            _ => false,
        };
        self.end_all(begun, |_| (!is_done).then_some(Outcome::Unknown));
    }

    /// Moves the remaining rows when no write is late any more. Then every row that was put exists once, at its current
    /// key.
    pub(super) async fn rekey_all(&mut self) {
        for _ in 0..4 {
            let moves = self.begin_copies();
            let done = self.run_rekey(false).await;
            self.machine.note(|| format!("the last rekey: {done:?}"));
            self.end_moves("the last rekey", &moves, done);
            let moves = self.begin_deletes();
            let done = self.run_finish().await;
            self.machine.note(|| format!("the last finish: {done:?}"));
            self.end_moves("the last finish", &moves, done);
            let table = AsyncTable::<Moved, BigtableStore>::new(self.store.clone());
            if table.count_older().await.is_ok_and(|rows| rows == 0) {
                return self.check_places();
            }
        }
        self.machine.fail("the last rekey fails");
    }

    fn check_places(&self) {
        let look = |id: u8| {
            let holds = |place: &Vec<u8>| {
                let has = self.network.service.with_table(TABLE, |table, _| table.rows.get(place)?.value().map(|_| ()));
                has.flatten().is_some()
            };
            let [present, older] = places(id).each_ref().map(holds);
            if older || !present && self.kept.contains(&id) {
                self.machine.fail(&format!("row {id} is at its present place: {present}, at the older one: {older}"));
            }
        };
        ids().for_each(look);
    }
}

/// Returns the time limits of a `rekey`. The wait for each row of a scan may take as long as a call. With a cursor,
/// there is a second scan. Each row takes four steps.
fn rekey_span(timeout: std::time::Duration) -> Span {
    let rows = 2 * usize::from(IDS);
    Span::several(timeout, 2 * (rows + 1) + 4 * rows)
}

rowkey::laws!(Moved);

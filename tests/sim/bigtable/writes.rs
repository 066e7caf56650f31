//! Writes of the [service](super::service): batches, copies of them, and compare-and-set.

use fastrand::Rng;
use prost::Message;
use simulation::model::{Value, show};
use std::sync::Arc;
use tonic::Code;

use super::faults::Fate;
use super::filters;
use super::service::{AWAY, Answer, Arrived, GONE, NO_FAMILY, Refused, Service};
use super::tables::StoredTable;
use crate::proto::v2::mutate_rows_response::Entry;
use crate::proto::v2::mutation::Mutation as Kind;
use crate::proto::v2::{
    CheckAndMutateRowRequest, CheckAndMutateRowResponse, MutateRowsRequest, MutateRowsResponse, Mutation,
};

impl Service {
    pub(super) async fn mutate_rows(self: &Arc<Self>, request: MutateRowsRequest, fate: &Fate, mut rng: Rng) -> Answer {
        assert!(!request.entries.is_empty(), "Bigtable refuses a batch of no rows");
        let keys: Vec<_> = request.entries.iter().map(|entry| entry.row_key.clone()).collect();
        if let Some(wait) = fate.copy.filter(|_| fate.is_done) {
            let (copy, mut copied) = (Fate { to: fate.to + wait, is_held: true, ..fate.clone() }, request.clone());
            let rng = rng.fork();
            let repeat = move |it: &Self, arrived| {
                // No proxy repeats entries that were rejected permanently.
                it.forget_refused(&mut copied);
                it.mutate(&copied, arrived, rng)
            };
            // The copy is answered at once.
            self.act(&copy, keys.clone(), repeat).await?;
        }
        self.act(fate, keys, move |it, arrived| it.mutate(&request, arrived, rng)).await
    }

    /// Applies the entries of a batch. Answers in any order, with any number of messages.
    fn mutate(&self, request: &MutateRowsRequest, arrived: Arrived, mut rng: Rng) -> Answer {
        let mut entries = Vec::new();
        for (at, entry) in request.entries.iter().enumerate() {
            let faults = self.inner().faults;
            let refusal = match rng.f64() {
                draw if draw < faults.says / 4.0 => Err((Code::Unavailable, "the server is busy")),
                draw if draw < (faults.says + faults.refuses) / 4.0 => Err((Code::ResourceExhausted, "too much")),
                _ => Ok(()),
            };
            let done = refusal.and_then(|()| {
                let changed = self.change(&request.table_name, &entry.row_key, &entry.mutations, arrived)?;
                self.check_undone(&entry.row_key, changed, arrived);
                Ok(())
            });
            // A failure without a reason does not show whether the entry was applied.
            let has_failed = done.is_ok() && rng.f64() < faults.refuses / 4.0;
            let said = if has_failed { (Code::Internal, "a bug") } else { (Code::Ok, "") };
            if done == Err(GONE) {
                return Err(GONE);
            }
            let (code, message) = done.err().unwrap_or(said);
            if code == Code::ResourceExhausted {
                self.inner().refused.insert(entry.encode_to_vec());
            }
            let mut answer = Entry { index: at as i64, ..Entry::default() };
            let status = answer.status.get_or_insert_default();
            (status.code, status.message) = (code.into(), message.into());
            entries.push(answer);
        }
        rng.shuffle(&mut entries);
        let size = rng.usize(1..=entries.len().max(1));
        let message = |entries: &[Entry]| {
            MutateRowsResponse { entries: entries.into(), ..MutateRowsResponse::default() }.encode_to_vec()
        };
        Ok(entries.chunks(size).map(message).collect())
    }

    fn forget_refused(&self, request: &mut MutateRowsRequest) {
        let inner = self.inner();
        request.entries.retain(|entry| !inner.refused.contains(&entry.encode_to_vec()));
    }

    /// Checks that a write does not undo a put that began while the write was on its way.
    fn check_undone(&self, key: &[u8], (before, after): (Value, Value), arrived: Arrived) {
        if let Some(put) = before.as_ref().filter(|_| before != after)
            && self.model().is_put_since(key, put, arrived.moment)
        {
            self.machine.fail(&format!("a late write of {key:?} undoes {}", show(&before)));
        }
    }

    /// Applies the mutations of a row. Returns its values before and after.
    fn change(
        &self,
        table: &str,
        key: &[u8],
        mutations: &[Mutation],
        arrived: Arrived,
    ) -> Result<(Value, Value), Refused> {
        let mut inner = self.inner();
        let stored = inner.tables.get_mut(table).ok_or(GONE)?;
        if !stored.serves(key, self.machine.elapsed()) {
            return Err(AWAY);
        }
        if !mutations.iter().all(|mutation| family(mutation).is_none_or(|family| stored.families.contains_key(family)))
        {
            return Err(NO_FAMILY);
        }
        let row = stored.rows.entry(key.to_vec()).or_default();
        let before = row.value().cloned();
        mutations.iter().for_each(|mutation| row.apply(mutation));
        let after = row.value().cloned();
        self.machine.note(|| format!("done {key:?}: {} {}", mutations.len(), show(&after)));
        let is_again = !stored.done.insert((key.to_vec(), mutations.iter().map(Message::encode_to_vec).collect()));
        if let Some(watch) = &inner.watch {
            self.machine.check(watch(&inner.tables));
        }
        let mut model = self.model();
        if is_again && before != after {
            model.repeat(key, after.clone());
        }
        for mutation in mutations {
            let Some(Kind::SetCell(cell)) = &mutation.mutation else { continue };
            if let Err(failure) = model.put(key, &cell.value, arrived.is_late, self.machine.elapsed()) {
                self.machine.fail(&failure);
            }
        }
        Ok((before, after))
    }

    pub(super) async fn check_and_mutate(self: &Arc<Self>, request: CheckAndMutateRowRequest, fate: &Fate) -> Answer {
        let keys = vec![request.row_key.clone()];
        self.act(fate, keys, move |it, arrived| it.change_if(&request, arrived)).await
    }

    fn change_if(&self, request: &CheckAndMutateRowRequest, arrived: Arrived) -> Answer {
        let (table, key) = (&request.table_name, &request.row_key);
        let look = |table: &StoredTable, now| {
            table.serves(key, now).then(|| table.rows.get(key).map(|row| row.cells()).unwrap_or_default())
        };
        let filter = request.predicate_filter.as_ref().expect("a predicate");
        let has = |table: &StoredTable, _| filters::families(filter).iter().all(|it| table.families.contains_key(*it));
        let cells = self.with_table(table, look).ok_or(GONE)?.ok_or(AWAY)?;
        if self.with_table(table, has) != Some(true) {
            return Err(NO_FAMILY);
        }
        let predicate_matched = !filters::pass(filter, key, cells).is_empty();
        let mutations = if predicate_matched { &request.true_mutations } else { &request.false_mutations };
        let has_put = mutations.iter().any(|it| matches!(it.mutation, Some(Kind::SetCell(_))));
        if has_put && !self.inner().sets.insert(request.encode_to_vec()) {
            self.machine.fail(&format!("a comparison of {key:?} is sent twice"));
        }
        self.change(table, key, mutations, arrived)?;
        Ok(vec![CheckAndMutateRowResponse { predicate_matched }.encode_to_vec()])
    }
}

/// Returns the family of a mutation.
fn family(mutation: &Mutation) -> Option<&str> {
    match mutation.mutation.as_ref()? {
        Kind::SetCell(cell) => Some(&cell.family_name),
        Kind::DeleteFromColumn(delete) => Some(&delete.family_name),
        _ => None,
    }
}

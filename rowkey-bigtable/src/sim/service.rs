//! A Bigtable in process: it reads and writes the bytes of its protocol.

use bytes::Bytes;
use fastrand::Rng;
use futures_util::stream::{self, StreamExt};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use prost::Message;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::sleep;
use tonic::Code;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};

use super::faults::{Ending, Fate, Faults, late, latency};
use super::filters;
use super::frames::{self, Frame};
use super::machine::Machine;
use super::model::Model;
use super::network::Link;
use super::reads::Reads;
use super::tables::StoredTable;
use crate::proto::admin;
use crate::proto::v2::mutate_rows_response::Entry;
use crate::proto::v2::mutation::{Mutation as Kind, SetCell};
use crate::proto::v2::{
    CheckAndMutateRowRequest, CheckAndMutateRowResponse, MutateRowsRequest, MutateRowsResponse, Mutation,
    ReadRowsRequest, SampleRowKeysRequest, SampleRowKeysResponse,
};

pub(super) struct Service {
    pub(super) machine: Arc<Machine>,
    pub(super) model: Mutex<Model>,
    inner: Mutex<Inner>,
}

struct Inner {
    rng: Rng,
    faults: Faults,
    tables: BTreeMap<String, StoredTable>,
    /// The comparisons that changed a row.
    sets: BTreeSet<Vec<u8>>,
    /// The entries of batches that were refused for good.
    refused: BTreeSet<Vec<u8>>,
    /// The rows of writes that are on their way for long.
    late: BTreeMap<Vec<u8>, usize>,
    /// The bytes of the widest message of rows.
    widest: usize,
}

/// A refusal.
type Refused = (Code, &'static str);

const GONE: Refused = (Code::NotFound, "table not found");
const AWAY: Refused = (Code::Unavailable, "the tablet is on its way");

impl Service {
    pub(super) fn new(machine: Arc<Machine>, rng: Rng) -> Self {
        let (faults, tables) = (Faults::default(), BTreeMap::new());
        let (sets, refused, late) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
        let inner = Inner { rng, faults, tables, sets, refused, late, widest: 0 };
        Self { machine, model: Mutex::default(), inner: Mutex::new(inner) }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_faults(&self, faults: Faults) {
        self.inner().faults = faults;
    }

    /// The bytes of the widest message of rows.
    pub(super) fn widest(&self) -> usize {
        self.inner().widest
    }

    /// `true` if writes of the row are on their way for long.
    pub(super) fn has_late(&self, key: &[u8]) -> bool {
        self.inner().late.get(key).is_some_and(|count| *count > 0)
    }

    /// `true` if there is a table of that name.
    pub(super) fn has_table(&self, name: &str) -> bool {
        self.inner().tables.contains_key(name)
    }

    /// Writes a row for another process, at a time in milliseconds; returns `true` if that is the newest.
    pub(super) fn put(&self, table: &str, key: &[u8], value: Vec<u8>, at: i64) -> bool {
        let mut inner = self.inner();
        let Some(table) = inner.tables.get_mut(table) else { return false };
        let row = table.rows.entry(key.to_vec()).or_default();
        let (family_name, column_qualifier) = (super::tables::FAMILY.into(), b"v".to_vec());
        let cell = SetCell { family_name, column_qualifier, timestamp_micros: at * 1_000, value: value.clone() };
        row.apply(&Mutation { mutation: Some(Kind::SetCell(cell)) });
        row.newest() == Some((at * 1_000, &value))
    }

    /// Looks at a table, if it is there, and at the time.
    pub(super) fn with_table<R>(&self, name: &str, look: impl FnOnce(&StoredTable, Duration) -> R) -> Option<R> {
        self.inner().tables.get(name).map(|table| look(table, self.machine.elapsed()))
    }

    /// Answers a request.
    pub(super) async fn answer(self: Arc<Self>, request: Request<Incoming>, link: Arc<Link>) -> Response<Body> {
        let (head, body) = request.into_parts();
        let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
        let Some(message) = unframed(&body) else { return frames::only_status(Code::Cancelled, "half a request") };
        let method = head.uri.path().rsplit('/').next().unwrap_or_default().to_owned();
        let (fate, rng) = {
            let mut inner = self.inner();
            let faults = inner.faults;
            inner.move_tablets(self.machine.elapsed());
            (faults.fate(&mut inner.rng), inner.rng.fork())
        };
        self.machine.note(|| format!("{method} ({} bytes): {fate:?}", message.len()));
        if method != "ReadRows" && !head.headers.contains_key("grpc-timeout") {
            self.machine.fail(&format!("{method} does not say when it ends"));
        }
        if fate.goes_away {
            link.go_away();
        }
        let answer = match method.as_str() {
            "ReadRows" => return self.read_rows(&message, fate, rng, link),
            "MutateRows" => self.mutate_rows(decoded(&message), &fate, rng.clone()).await,
            "CheckAndMutateRow" => self.check_and_mutate(decoded(&message), &fate).await,
            "SampleRowKeys" => self.sample(decoded::<SampleRowKeysRequest>(&message).table_name, &fate).await,
            "CreateTable" => self.act(&fate, Vec::new(), move |it, _| it.create(&decoded(&message))).await,
            "DeleteTable" => self.act(&fate, Vec::new(), move |it, _| it.delete(&decoded(&message))).await,
            "GetTable" => self.act(&fate, Vec::new(), move |it, _| it.describe(&decoded(&message))).await,
            "ListTables" => self.act(&fate, Vec::new(), move |it, _| it.list(&decoded(&message))).await,
            other => panic!("the method {other}, which nobody calls"),
        };
        sleep(fate.back).await;
        respond(answer, fate, rng, link)
    }

    /// Acts on a request, soon or late; returns the messages of the answer, if it is not given before.
    async fn act(
        self: &Arc<Self>,
        fate: &Fate,
        keys: Vec<Vec<u8>>,
        act: impl FnOnce(&Self, bool) -> Result<Vec<Vec<u8>>, Refused> + Send + 'static,
    ) -> Result<Vec<Vec<u8>>, Refused> {
        if !fate.is_done {
            sleep(fate.to).await;
            return Ok(Vec::new());
        }
        let (service, to, is_late) = (Arc::clone(self), fate.to, fate.to > Duration::from_millis(3));
        let (done, answer) = oneshot::channel();
        if is_late {
            self.inner().count_late(&keys, 1);
        }
        // The client may go away before.
        self.machine.spawn(async move {
            sleep(to).await;
            let answer = act(&service, is_late);
            if is_late {
                service.inner().count_late(&keys, -1);
            }
            // Nobody waits for a held one.
            let _ = done.send(answer);
        });
        if fate.is_held {
            return Ok(Vec::new());
        }
        answer.await.unwrap_or(Ok(Vec::new()))
    }

    fn read_rows(self: &Arc<Self>, message: &[u8], fate: Fate, mut rng: Rng, link: Arc<Link>) -> Response<Body> {
        let request: ReadRowsRequest = decoded(message);
        let (service, slow) = (Arc::clone(self), self.inner().faults.slow / 8.0);
        let reads = Reads::new(Arc::clone(self), request, rng.fork());
        let wait = fate.to + fate.back;
        let frames = stream::unfold(Some((reads, fate, rng, wait, link)), move |state| {
            let service = Arc::clone(&service);
            async move {
                let (mut reads, mut fate, mut rng, wait, link) = state?;
                sleep(wait).await;
                let next = if fate.messages == 0 { Ok(None) } else { reads.next_message() };
                fate.messages = fate.messages.saturating_sub(1);
                let ending = match next {
                    Ok(Some(message)) => {
                        let message = message.encode_to_vec();
                        service.see_width(message.len());
                        let frames = frames::frames(&message, &mut rng);
                        let is_slow = rng.f64() < slow;
                        let wait = if is_slow { late(&mut rng) } else { latency(&mut rng) / 4 };
                        return Some((frames, Some((reads, fate, rng, wait, link))));
                    }
                    Ok(None) => fate.ending,
                    Err((code, message)) => Ending::Says(code, message),
                };
                let frames: Vec<Frame> = frames::end(ending, link).await.into_iter().collect();
                Some((frames, None))
            }
        });
        frames::response(frames.flat_map(stream::iter), async { None })
    }

    fn see_width(&self, bytes: usize) {
        let mut inner = self.inner();
        inner.widest = inner.widest.max(bytes);
    }

    async fn mutate_rows(
        self: &Arc<Self>,
        request: MutateRowsRequest,
        fate: &Fate,
        mut rng: Rng,
    ) -> Result<Vec<Vec<u8>>, Refused> {
        assert!(!request.entries.is_empty(), "Bigtable refuses a batch of no rows");
        let keys: Vec<_> = request.entries.iter().map(|entry| entry.row_key.clone()).collect();
        if let Some(wait) = fate.copy.filter(|_| fate.is_done) {
            let (copy, mut copied) = (Fate { to: fate.to + wait, is_held: true, ..fate.clone() }, request.clone());
            let rng = rng.fork();
            let repeat = move |it: &Self, is_late| {
                // Nobody repeats what was refused for good.
                it.forget_refused(&mut copied);
                it.mutate(&copied, is_late, rng)
            };
            // It is answered at once.
            self.act(&copy, keys.clone(), repeat).await?;
        }
        self.act(fate, keys, move |it, is_late| it.mutate(&request, is_late, rng)).await
    }

    /// Applies the entries of a batch, and answers in any order and any number of messages.
    fn mutate(&self, request: &MutateRowsRequest, is_late: bool, mut rng: Rng) -> Result<Vec<Vec<u8>>, Refused> {
        let mut entries = Vec::new();
        for (at, entry) in request.entries.iter().enumerate() {
            let faults = self.inner().faults;
            let refusal = match rng.f64() {
                draw if draw < faults.says / 4.0 => Err((Code::Unavailable, "the server is busy")),
                draw if draw < (faults.says + faults.refuses) / 4.0 => Err((Code::ResourceExhausted, "too much")),
                _ => Ok(()),
            };
            let done =
                refusal.and_then(|()| self.change(&request.table_name, &entry.row_key, &entry.mutations, is_late));
            let (code, message) = done.err().unwrap_or((Code::Ok, ""));
            if code == GONE.0 {
                return Err(GONE);
            }
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

    /// Applies the mutations of a row.
    fn change(&self, table: &str, key: &[u8], mutations: &[Mutation], is_late: bool) -> Result<(), Refused> {
        let mut inner = self.inner();
        let stored = inner.tables.get_mut(table).ok_or(GONE)?;
        if !stored.serves(key, self.machine.elapsed()) {
            return Err(AWAY);
        }
        let row = stored.rows.entry(key.to_vec()).or_default();
        let before = row.value().cloned();
        mutations.iter().for_each(|mutation| row.apply(mutation));
        let after = row.value().cloned();
        self.machine.note(|| format!("done {key:?}: {} {}", mutations.len(), super::model::show(&after)));
        let is_again = !stored.done.insert((key.to_vec(), mutations.iter().map(Message::encode_to_vec).collect()));
        let mut model = self.model();
        if is_again && before != after {
            model.repeat(key, after.clone());
        }
        for mutation in mutations {
            let Some(Kind::SetCell(cell)) = &mutation.mutation else { continue };
            if let Err(failure) = model.put(key, &cell.value, is_late, self.machine.elapsed()) {
                self.machine.fail(&failure);
            }
        }
        Ok(())
    }

    async fn check_and_mutate(
        self: &Arc<Self>,
        request: CheckAndMutateRowRequest,
        fate: &Fate,
    ) -> Result<Vec<Vec<u8>>, Refused> {
        let keys = vec![request.row_key.clone()];
        self.act(fate, keys, move |it, is_late| it.change_if(&request, is_late)).await
    }

    fn change_if(&self, request: &CheckAndMutateRowRequest, is_late: bool) -> Result<Vec<Vec<u8>>, Refused> {
        let (table, key) = (&request.table_name, &request.row_key);
        let look = |table: &StoredTable, now| {
            table.serves(key, now).then(|| table.rows.get(key).map(|row| row.cells()).unwrap_or_default())
        };
        let cells = self.with_table(table, look).ok_or(GONE)?.ok_or(AWAY)?;
        let filter = request.predicate_filter.as_ref().expect("a predicate");
        let predicate_matched = !filters::pass(filter, key, cells).is_empty();
        let mutations = if predicate_matched { &request.true_mutations } else { &request.false_mutations };
        let has_put = mutations.iter().any(|it| matches!(it.mutation, Some(Kind::SetCell(_))));
        if has_put && !self.inner().sets.insert(request.encode_to_vec()) {
            self.machine.fail(&format!("a comparison of {key:?} is sent twice"));
        }
        self.change(table, key, mutations, is_late)?;
        Ok(vec![CheckAndMutateRowResponse { predicate_matched }.encode_to_vec()])
    }

    async fn sample(self: &Arc<Self>, table: String, fate: &Fate) -> Result<Vec<Vec<u8>>, Refused> {
        let sample = move |it: &Self, _| {
            let starts = it.with_table(&table, |table, _| table.starts().cloned().collect::<Vec<_>>()).ok_or(GONE)?;
            // The end of the table has no key.
            let keys = starts.into_iter().filter(|key| !key.is_empty()).chain([Vec::new()]);
            let message = |row_key| SampleRowKeysResponse { row_key, offset_bytes: 0 }.encode_to_vec();
            Ok(keys.map(message).collect())
        };
        self.act(fate, Vec::new(), sample).await
    }

    fn create(&self, request: &admin::CreateTableRequest) -> Result<Vec<Vec<u8>>, Refused> {
        let name = format!("{}/tables/{}", request.parent, request.table_id);
        let mut inner = self.inner();
        if inner.tables.contains_key(&name) {
            return Err((Code::AlreadyExists, "table exists"));
        }
        let splits = request.initial_splits.iter().map(|split| split.key.clone());
        inner.tables.insert(name.clone(), StoredTable::new(splits));
        Ok(vec![admin::Table { name, ..admin::Table::default() }.encode_to_vec()])
    }

    fn delete(&self, request: &admin::DeleteTableRequest) -> Result<Vec<Vec<u8>>, Refused> {
        self.inner().tables.remove(&request.name).ok_or(GONE)?;
        Ok(vec![Vec::new()])
    }

    fn describe(&self, request: &admin::GetTableRequest) -> Result<Vec<Vec<u8>>, Refused> {
        let name = request.name.clone();
        self.with_table(&name, |_, _| ()).ok_or(GONE)?;
        Ok(vec![admin::Table { name, ..admin::Table::default() }.encode_to_vec()])
    }

    /// Lists one table a page.
    fn list(&self, request: &admin::ListTablesRequest) -> Result<Vec<Vec<u8>>, Refused> {
        let names: Vec<_> = self.inner().tables.keys().filter(|name| **name > request.page_token).cloned().collect();
        let table = |name: &String| admin::Table { name: name.clone(), ..admin::Table::default() };
        let next_page_token = if names.len() > 1 { names[0].clone() } else { String::new() };
        let tables = names.iter().take(1).map(table).collect();
        Ok(vec![admin::ListTablesResponse { tables, next_page_token }.encode_to_vec()])
    }
}

impl Inner {
    fn count_late(&mut self, keys: &[Vec<u8>], by: isize) {
        for key in keys {
            let count = self.late.entry(key.clone()).or_default();
            *count = count.saturating_add_signed(by);
        }
    }

    /// Now and then a tablet moves, is split or is merged.
    fn move_tablets(&mut self, now: Duration) {
        if self.rng.f64() >= self.faults.moves {
            return;
        }
        let (key, until) = (super::caller::key(self.rng.usize(..super::caller::ROWS)), now + late(&mut self.rng) / 20);
        let way = self.rng.u8(..3);
        let Some(table) = self.tables.get_mut(super::history::TABLE) else { return };
        match way {
            0 => table.move_tablet(&key, until),
            1 => table.split_tablet(&key, until),
            _ => table.merge_tablets(&key, until),
        }
    }
}

/// The message of a request; none if it did not come whole.
fn unframed(body: &Bytes) -> Option<Bytes> {
    let size = u32::from_be_bytes(body.get(1..5)?.try_into().ok()?) as usize;
    (body.len() == size + 5).then(|| body.slice(5..))
}

fn decoded<M: Message + Default>(message: &[u8]) -> M {
    M::decode(message).expect("a request as it should be")
}

/// An answer of messages, or a refusal, as its fate will have it.
fn respond(answer: Result<Vec<Vec<u8>>, Refused>, fate: Fate, mut rng: Rng, link: Arc<Link>) -> Response<Body> {
    let (messages, ending) = match answer {
        Ok(messages) => (messages, fate.ending),
        Err((code, message)) => (Vec::new(), Ending::Says(code, message)),
    };
    let sent = messages.len().min(fate.messages);
    if let Ending::Says(code, message) = ending
        && sent == 0
        && rng.bool()
    {
        return frames::only_status(code, message);
    }
    let frames: Vec<_> = messages[..sent].iter().flat_map(|message| frames::frames(message, &mut rng)).collect();
    frames::response(stream::iter(frames), frames::end(ending, link))
}

//! A Bigtable in this process. It reads and writes the bytes of the protocol.

use bytes::Bytes;
use fastrand::Rng;
use futures_util::stream;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use prost::Message;
use simulation::draws::late;
use simulation::model::{Model, Writers};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::sleep;
use tonic::Code;
use tonic::body::Body;
use tonic::codegen::http::{HeaderMap, Request, Response};

use super::faults::{Ending, Fate, Faults};
use super::frames;
use super::machine::Machine;
use super::network::Link;
use super::reads;
use super::tables::StoredTable;
use crate::Config;
use crate::proto::v2::mutation::{Mutation as Kind, SetCell};
use crate::proto::v2::{Mutation, SampleRowKeysRequest};

pub(super) struct Service {
    pub(super) machine: Arc<Machine>,
    model: Mutex<Model>,
    /// The maximum time of an attempt.
    attempt_timeout: Duration,
    /// The maximum size of a row and of a message that the client accepts, in bytes.
    pub(super) max_row: usize,
    inner: Mutex<Inner>,
}

pub(super) struct Inner {
    rng: Rng,
    pub(super) faults: Faults,
    pub(super) tables: BTreeMap<String, StoredTable>,
    /// The comparisons that put a row.
    pub(super) sets: BTreeSet<Vec<u8>>,
    /// The entries of batches that were rejected permanently.
    pub(super) refused: BTreeSet<Vec<u8>>,
    /// The rows of writes that are on their way for a long time.
    late: BTreeMap<Vec<u8>, usize>,
    /// Checks the tables after each write.
    pub(super) watch: Option<Watch>,
    /// The number of calls of each method.
    pub(super) calls: BTreeMap<String, usize>,
    /// The size of the largest message with rows, and the maximum size of each row as it was sent.
    widest: usize,
    widest_rows: BTreeMap<Vec<u8>, usize>,
    /// The number of reports about rows that were passed without being sent.
    reports: u32,
}

/// A request that has arrived.
#[derive(Clone, Copy)]
pub(super) struct Arrived {
    pub(super) moment: u64,
    /// `true` if it is executed much later.
    pub(super) is_late: bool,
}

/// A property of the tables that holds after each write.
pub(super) type Watch = Box<dyn Fn(&BTreeMap<String, StoredTable>) -> Result<(), String> + Send>;

/// A rejection.
pub(super) type Refused = (Code, &'static str);

/// The messages of an answer.
pub(super) type Answer = Result<Vec<Vec<u8>>, Refused>;

pub(super) const GONE: Refused = (Code::NotFound, "table not found");
pub(super) const NO_FAMILY: Refused = (Code::NotFound, "Requested column family not found");
pub(super) const AWAY: Refused = (Code::Unavailable, "the tablet is on its way");

impl Service {
    pub(super) fn new(machine: Arc<Machine>, rng: Rng, config: &Config) -> Self {
        let Config { attempt_timeout, max_row, .. } = *config;
        let (faults, tables) = (Faults::default(), BTreeMap::new());
        let (sets, refused, late) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
        let (watch, calls, widest_rows) = (None, BTreeMap::new(), BTreeMap::new());
        let inner =
            Inner { rng, faults, tables, sets, refused, late, watch, calls, widest: 0, widest_rows, reports: 0 };
        Self {
            machine,
            model: Mutex::new(Model::new(Writers::Many)),
            attempt_timeout,
            max_row,
            inner: Mutex::new(inner),
        }
    }

    pub(super) fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_faults(&self, faults: Faults) {
        self.inner().faults = faults;
    }

    /// Checks a property of the tables after each write from now on.
    pub(super) fn set_watch(&self, watch: Watch) {
        self.inner().watch = Some(watch);
    }

    /// Returns the numbers of calls since the last time, by their methods.
    pub(super) fn take_calls(&self) -> BTreeMap<String, usize> {
        std::mem::take(&mut self.inner().calls)
    }

    /// Returns the size of the largest message with rows.
    pub(super) fn widest(&self) -> usize {
        self.inner().widest
    }

    /// Returns `true` if it sent a row that is wider than the client accepts: this row, or any row.
    pub(super) fn has_wide_row(&self, key: Option<&[u8]>) -> bool {
        let inner = self.inner();
        let mut rows = inner.widest_rows.iter().filter(|(row, _)| key.is_none_or(|key| key == *row));
        rows.any(|(_, bytes)| *bytes > self.max_row)
    }

    /// Records that a row is sent.
    pub(super) fn see_row(&self, key: &[u8], bytes: usize) {
        let mut inner = self.inner();
        let widest = inner.widest_rows.entry(key.to_vec()).or_default();
        *widest = bytes.max(*widest);
    }

    /// Returns `true` if writes of the row are on their way for a long time.
    pub(super) fn has_late(&self, key: &[u8]) -> bool {
        self.inner().late.get(key).is_some_and(|count| *count > 0)
    }

    /// Returns `true` if a table with this name exists.
    pub(super) fn has_table(&self, name: &str) -> bool {
        self.inner().tables.contains_key(name)
    }

    /// Writes a row for another process, with a timestamp in milliseconds. Returns `true` if it is the newest.
    pub(super) fn put(&self, table: &str, key: &[u8], value: Vec<u8>, at: i64) -> bool {
        let mut inner = self.inner();
        let Some(table) = inner.tables.get_mut(table) else { return false };
        let row = table.rows.entry(key.to_vec()).or_default();
        let (family_name, column_qualifier) = (super::tables::FAMILY.into(), b"v".to_vec());
        let cell = SetCell { family_name, column_qualifier, timestamp_micros: at * 1_000, value: value.clone() };
        row.apply(&Mutation { mutation: Some(Kind::SetCell(cell)) });
        row.newest() == Some((at * 1_000, &value))
    }

    /// Calls `look` with a table, if it exists, and the current time.
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
            *inner.calls.entry(method.clone()).or_default() += 1;
            (faults.fate(&mut inner.rng), inner.rng.fork())
        };
        self.machine.note(|| format!("{method} ({} bytes): {fate:?}", message.len()));
        self.check_timeout(&method, &head.headers);
        if fate.goes_away {
            link.go_away();
        }
        let answer = match method.as_str() {
            "ReadRows" => return reads::answer(self, decoded(&message), fate, rng, link),
            "MutateRows" => self.mutate_rows(decoded(&message), &fate, rng.clone()).await,
            "CheckAndMutateRow" => self.check_and_mutate(decoded(&message), &fate).await,
            "SampleRowKeys" => self.sample(decoded::<SampleRowKeysRequest>(&message).table_name, &fate).await,
            "CreateTable" => self.act(&fate, Vec::new(), move |it, _| it.create(&decoded(&message))).await,
            "DeleteTable" => self.act(&fate, Vec::new(), move |it, _| it.delete(&decoded(&message))).await,
            "ModifyColumnFamilies" => {
                self.act(&fate, Vec::new(), move |it, _| it.modify_families(&decoded(&message))).await
            }
            "GetTable" => self.act(&fate, Vec::new(), move |it, _| it.describe(&decoded(&message))).await,
            "ListTables" => self.act(&fate, Vec::new(), move |it, _| it.list(&decoded(&message))).await,
            other => panic!("the method {other}, which nobody calls"),
        };
        sleep(fate.back).await;
        respond(answer, fate, rng, link)
    }

    /// Executes a request, soon or late. Returns the messages of the answer, unless the answer is sent before.
    pub(super) async fn act(
        self: &Arc<Self>,
        fate: &Fate,
        keys: Vec<Vec<u8>>,
        act: impl FnOnce(&Self, Arrived) -> Answer + Send + 'static,
    ) -> Answer {
        if !fate.is_done {
            sleep(fate.to).await;
            return Ok(Vec::new());
        }
        let (service, to, is_late) = (Arc::clone(self), fate.to, fate.to > Duration::from_millis(3));
        let arrived = Arrived { moment: self.model().moment(), is_late };
        let (done, answer) = oneshot::channel();
        if is_late {
            self.inner().count_late(&keys, 1);
        }
        // The client may disconnect before.
        self.machine.spawn(async move {
            sleep(to).await;
            let answer = act(&service, arrived);
            if is_late {
                service.inner().count_late(&keys, -1);
            }
            // The receiver of a held request is gone.
            let _ = done.send(answer);
        });
        if fate.is_held {
            return Ok(Vec::new());
        }
        answer.await.unwrap_or(Ok(Vec::new()))
    }

    pub(super) fn see_report(&self) {
        self.inner().reports += 1;
    }

    /// Returns the number of reports about rows that were passed without being sent.
    pub(super) fn reports(&self) -> u32 {
        self.inner().reports
    }

    pub(super) fn see_width(&self, bytes: usize) {
        let mut inner = self.inner();
        inner.widest = inner.widest.max(bytes);
    }

    /// Checks that a call sends Bigtable a timeout of at most one attempt.
    fn check_timeout(&self, method: &str, headers: &HeaderMap) {
        let told = headers.get("grpc-timeout").and_then(|told| timeout_of(told.to_str().ok()?));
        let holds = match told {
            Some(told) => told <= self.attempt_timeout,
            None => method == "ReadRows",
        };
        if !holds {
            self.machine.fail(&format!("{method} is to end within {told:?}"));
        }
    }
}

impl Inner {
    fn count_late(&mut self, keys: &[Vec<u8>], by: isize) {
        for key in keys {
            let count = self.late.entry(key.clone()).or_default();
            *count = count.saturating_add_signed(by);
        }
    }

    /// Sometimes moves, splits, or merges a tablet.
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

/// Returns the message of a request, or `None` if it did not arrive completely.
fn unframed(body: &Bytes) -> Option<Bytes> {
    let size = u32::from_be_bytes(body.get(1..5)?.try_into().ok()?) as usize;
    (body.len() == size + 5).then(|| body.slice(5..))
}

pub(super) fn decoded<M: Message + Default>(message: &[u8]) -> M {
    M::decode(message).expect("a request as it should be")
}

/// Parses the header `grpc-timeout`.
fn timeout_of(told: &str) -> Option<Duration> {
    let (number, unit) = told.split_at_checked(told.len().checked_sub(1)?)?;
    let number = number.parse().ok()?;
    match unit {
        "n" => Some(Duration::from_nanos(number)),
        "u" => Some(Duration::from_micros(number)),
        "m" => Some(Duration::from_millis(number)),
        "S" => Some(Duration::from_secs(number)),
        _ => None,
    }
}

/// Returns an answer with messages or a rejection, according to its fate.
fn respond(answer: Answer, fate: Fate, mut rng: Rng, link: Arc<Link>) -> Response<Body> {
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

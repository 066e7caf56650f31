//! Compares scans of rowkey-bigtable with hand-written calls of tonic, on one table of Google's emulator.
//!
//! First checks that all variants find the same rows, then times them in turns. Each time is the minimum. Fails if a
//! scan has less than 0.95 times the throughput of hand-written code, or if the table in the README has other rows or
//! columns. With `--write`, updates this table. The last argument is the emulator's address.

use rowkey_bench_clients::{Bench, InStore, InTable, Lane, Outcome, Question, Way, Ways, merge};
use rowkey_benches::readings::{BUCKETS, Key, Reading, Row, hand, readings, value};
use rowkey_bigtable::proto::v2::bigtable_client::BigtableClient;
use rowkey_bigtable::proto::v2::column_range::{EndQualifier, StartQualifier};
use rowkey_bigtable::proto::v2::read_rows_response::cell_chunk::RowStatus;
use rowkey_bigtable::proto::v2::row_filter::{Chain, Filter};
use rowkey_bigtable::proto::v2::row_range::{EndKey, StartKey};
use rowkey_bigtable::proto::v2::{ColumnRange, ReadRowsRequest, ReadRowsResponse, RowFilter, RowRange, RowSet};
use rowkey_bigtable::{Bigtable, Config};
use rowkey_store::AsyncTable;
use std::collections::VecDeque;
use std::mem;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Instant;
use tonic::Streaming;
use tonic::metadata::MetadataValue;
use tonic::transport::{Channel, Endpoint};

const BENCH: Bench = Bench {
    command: "benches/bigtable",
    file: concat!(env!("CARGO_MANIFEST_DIR"), "/../../rowkey-bigtable/README.md"),
    names: ["tonic", "BigtableStore"],
    least: 0.95,
    clock: time,
};

/// `bigtable-features` of a client that can read in reverse.
const REVERSE_SCANS: &str = "CAE=";

/// `x-goog-request-params`. The service uses it to find the server of a table.
const ROUTE: &str = "table_name=projects%2Fproject%2Finstances%2Finstance%2Ftables%2Freadings";

fn main() -> Outcome<ExitCode> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run())
}

async fn run() -> Outcome<ExitCode> {
    let address =
        std::env::args().next_back().filter(|it| it.contains(':')).ok_or("expected the address of the emulator")?;
    let devices = BENCH.devices()?;
    let table = filled(&address, devices).await?;
    let by_hand = ByHand::connect(&address).await?;
    BENCH.run(Ways { by_hand, store: InStore(table.store()), table: InTable(&table) }, devices).await
}

async fn filled(address: &str, devices: u64) -> Outcome<AsyncTable<Reading, rowkey_bigtable::BigtableStore>> {
    let bigtable = Bigtable::connect(Config::emulator(address, "project", "instance")).await?;
    bigtable.create_table::<Reading>("readings", "f").await?;
    let table = AsyncTable::new(bigtable.table("readings", "f"));
    for rows in readings(devices).chunks(20_000) {
        table.put_all(rows.iter().map(|reading| (reading, value(reading)))).await?;
    }
    Ok(table)
}

/// Returns the nanoseconds since the first call. They include the time of the emulator.
fn time() -> Outcome<u64> {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    Ok(u64::try_from(START.elapsed().as_nanos())?)
}

/// Hand-written calls of tonic.
struct ByHand {
    client: BigtableClient<Channel>,
}

impl Way for ByHand {
    async fn get(&self, reading: &Reading) -> Outcome<Option<Vec<u8>>> {
        let keys = RowSet { row_keys: vec![hand::key(reading).to_vec()], row_ranges: Vec::new() };
        let mut rows = self.read(keys, false).await?;
        Ok(rows.next().await?.map(|(_, value)| value))
    }

    async fn scan(&self, question: &Question, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        let all = || between(&[], EndKey::EndKeyOpen(Vec::new()));
        let rows = match question {
            Question::All => self.read(all(), false).await?,
            Question::Reversed => self.read(all(), true).await?,
            Question::Merged => return self.merged(take).await,
            Question::Day(device) => {
                let (start, last) = hand::of_device(*device).into_inner();
                self.read(between(&start, EndKey::EndKeyClosed(last.to_vec())), false).await?
            }
            Question::Hour(device, times) => {
                let range = hand::times(*device, times);
                self.read(between(&range.start, EndKey::EndKeyOpen(range.end.to_vec())), false).await?
            }
        };
        rows.each(take).await
    }
}

fn between(start: &[u8], end: EndKey) -> RowSet {
    let range = RowRange { start_key: Some(StartKey::StartKeyClosed(start.to_vec())), end_key: Some(end) };
    RowSet { row_keys: Vec::new(), row_ranges: vec![range] }
}

impl ByHand {
    async fn connect(address: &str) -> Outcome<Self> {
        // The sixteen streams of a merge wait with rows that they have read. Their windows must fit into that of the
        // connection.
        let endpoint = Endpoint::from_shared(format!("http://{address}"))?
            .tcp_nodelay(true)
            .initial_stream_window_size(256 << 10)
            .initial_connection_window_size(16 << 20);
        Ok(Self { client: BigtableClient::new(endpoint.connect().await?).max_decoding_message_size(usize::MAX) })
    }

    async fn read(&self, rows: RowSet, reversed: bool) -> Outcome<Rows> {
        // The newest cell of the column, like the request of the store. Rows can have other cells.
        let column = ColumnRange {
            family_name: "f".into(),
            start_qualifier: Some(StartQualifier::StartQualifierClosed(b"v".into())),
            end_qualifier: Some(EndQualifier::EndQualifierClosed(b"v".into())),
        };
        let filter = |filter| RowFilter { filter: Some(filter) };
        let filters = vec![filter(Filter::ColumnRangeFilter(column)), filter(Filter::CellsPerColumnLimitFilter(1))];
        let filter = filter(Filter::Chain(Chain { filters }));
        let mut request = tonic::Request::new(ReadRowsRequest {
            table_name: "projects/project/instances/instance/tables/readings".into(),
            rows: Some(rows),
            filter: Some(filter),
            reversed,
            ..ReadRowsRequest::default()
        });
        let headers = request.metadata_mut();
        headers.insert("bigtable-features", MetadataValue::from_static(REVERSE_SCANS));
        headers.insert("x-goog-request-params", MetadataValue::from_static(ROUTE));
        let stream = self.client.clone().read_rows(request).await?.into_inner();
        Ok(Rows { stream, ready: VecDeque::new(), row: (Vec::new(), Vec::new()) })
    }

    async fn merged(&self, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        let mut buckets = Vec::new();
        for bucket in 0..BUCKETS as u8 {
            let (start, last) = hand::of_bucket(bucket).into_inner();
            buckets.push(self.read(between(&start, EndKey::EndKeyClosed(last.to_vec())), false).await?);
        }
        merge(buckets, take).await
    }
}

/// The rows of a call.
struct Rows {
    stream: Streaming<ReadRowsResponse>,
    ready: VecDeque<(Vec<u8>, Vec<u8>)>,
    /// The row that is not yet committed.
    row: (Vec<u8>, Vec<u8>),
}

impl Rows {
    async fn each(mut self, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        while self.read_on().await? {
            for (key, value) in self.ready.drain(..) {
                take((hand::read(&key)?, value));
            }
        }
        Ok(())
    }

    /// Takes the chunks of the next message. Returns `false` at the end.
    async fn read_on(&mut self) -> Outcome<bool> {
        let Some(message) = self.stream.message().await? else { return Ok(false) };
        for chunk in message.chunks {
            if !chunk.row_key.is_empty() {
                self.row.0 = chunk.row_key;
            }
            // A value of 40 bytes always arrives in one chunk.
            self.row.1 = chunk.value;
            if let Some(RowStatus::CommitRow(true)) = chunk.row_status {
                self.ready.push_back(mem::take(&mut self.row));
            }
        }
        Ok(true)
    }
}

impl Lane for Rows {
    async fn next(&mut self) -> Outcome<Option<(Key, Vec<u8>)>> {
        loop {
            if let Some((key, value)) = self.ready.pop_front() {
                return Ok(Some((key[..].try_into()?, value)));
            }
            if !self.read_on().await? {
                return Ok(None);
            }
        }
    }
}

//! Prints `tables/solana_keys.tsv`, the rows that solana-storage-bigtable writes of a few blocks, and `tables/solana_scans.tsv`, the
//! ranges that it reads: its client talks to the server below, on this machine, which knows as much of Bigtable as the client asks.
//!
//! ```sh
//! cd tests/vectors/solana # some 430 crates; it needs `protoc`
//! cargo run -- keys > ../tables/solana_keys.tsv
//! cargo run -- scans > ../tables/solana_scans.tsv
//! ```

use bytes::{Buf, BufMut, Bytes, BytesMut};
use prost::Message as _;
use solana_hash::Hash;
use solana_message::{Message, MessageHeader, VersionedMessage};
use solana_pubkey::Pubkey;
use solana_signature::Signature;
use solana_storage_bigtable::LedgerStorage;
use solana_transaction::versioned::VersionedTransaction;
use solana_transaction_status::{
    EntrySummary, TransactionStatusMeta, VersionedConfirmedBlock, VersionedConfirmedBlockWithEntries,
    VersionedTransactionWithStatusMeta,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex};
use tokio::net::{TcpListener, TcpStream};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// `google.bigtable.v2`, as much of it as is used.
mod proto {
    use prost::{Message, Oneof};

    #[derive(Message)]
    pub struct ReadRows {
        #[prost(string, tag = "1")]
        pub table: String,
        #[prost(message, optional, tag = "2")]
        pub rows: Option<RowSet>,
        #[prost(int64, tag = "4")]
        pub limit: i64,
    }

    #[derive(Message)]
    pub struct RowSet {
        #[prost(bytes = "vec", repeated, tag = "1")]
        pub keys: Vec<Vec<u8>>,
        #[prost(message, repeated, tag = "2")]
        pub ranges: Vec<RowRange>,
    }

    #[derive(Message)]
    pub struct RowRange {
        #[prost(oneof = "Start", tags = "1, 2")]
        pub start: Option<Start>,
        #[prost(oneof = "End", tags = "3, 4")]
        pub end: Option<End>,
    }

    #[derive(Clone, PartialEq, Oneof)]
    pub enum Start {
        #[prost(bytes, tag = "1")]
        Closed(Vec<u8>),
        #[prost(bytes, tag = "2")]
        Open(Vec<u8>),
    }

    #[derive(Clone, PartialEq, Oneof)]
    pub enum End {
        #[prost(bytes, tag = "3")]
        Open(Vec<u8>),
        #[prost(bytes, tag = "4")]
        Closed(Vec<u8>),
    }

    #[derive(Message)]
    pub struct RowsRead {
        #[prost(message, repeated, tag = "1")]
        pub chunks: Vec<Chunk>,
    }

    #[derive(Clone, PartialEq, Message)]
    pub struct Chunk {
        #[prost(bytes = "vec", tag = "1")]
        pub row: Vec<u8>,
        #[prost(message, optional, tag = "2")]
        pub family: Option<Text>,
        #[prost(message, optional, tag = "3")]
        pub qualifier: Option<Binary>,
        #[prost(bytes = "vec", tag = "6")]
        pub value: Vec<u8>,
        #[prost(bool, tag = "9")]
        pub commit: bool,
    }

    #[derive(Clone, PartialEq, Message)]
    pub struct Text {
        #[prost(string, tag = "1")]
        pub value: String,
    }

    #[derive(Clone, PartialEq, Message)]
    pub struct Binary {
        #[prost(bytes = "vec", tag = "1")]
        pub value: Vec<u8>,
    }

    #[derive(Message)]
    pub struct MutateRows {
        #[prost(string, tag = "1")]
        pub table: String,
        #[prost(message, repeated, tag = "2")]
        pub entries: Vec<Entry>,
    }

    #[derive(Message)]
    pub struct Entry {
        #[prost(bytes = "vec", tag = "1")]
        pub row: Vec<u8>,
        #[prost(message, repeated, tag = "2")]
        pub mutations: Vec<Mutation>,
    }

    #[derive(Message)]
    pub struct Mutation {
        #[prost(message, optional, tag = "1")]
        pub set: Option<SetCell>,
    }

    #[derive(Message)]
    pub struct SetCell {
        #[prost(string, tag = "1")]
        pub family: String,
        #[prost(bytes = "vec", tag = "2")]
        pub qualifier: Vec<u8>,
        #[prost(bytes = "vec", tag = "4")]
        pub value: Vec<u8>,
    }
}

/// A range that was read: its table, both ends, which are closed, and the limit.
type Read = (String, Option<String>, Option<String>, i64);

#[derive(Default)]
struct Tables {
    rows: BTreeMap<(String, Vec<u8>), Vec<proto::Chunk>>,
    reads: Vec<Read>,
}

impl Tables {
    fn write(&mut self, request: proto::MutateRows) {
        let table = request.table.rsplit('/').next().unwrap_or_default();
        for entry in request.entries {
            let cells = entry.mutations.into_iter().filter_map(|mutation| mutation.set);
            let chunk = |cell: proto::SetCell| proto::Chunk {
                row: entry.row.clone(),
                family: Some(proto::Text { value: cell.family }),
                qualifier: Some(proto::Binary { value: cell.qualifier }),
                value: cell.value,
                commit: true, // the client writes one cell of each row
            };
            self.rows.insert((table.to_owned(), entry.row.clone()), cells.map(chunk).collect());
        }
    }

    fn read(&mut self, request: proto::ReadRows) -> proto::RowsRead {
        let table = request.table.rsplit('/').next().unwrap_or_default().to_owned();
        let mut chunks = Vec::new();
        let rows = request.rows.unwrap_or_default();
        for key in rows.keys {
            chunks.extend(self.rows.get(&(table.clone(), key)).cloned().unwrap_or_default());
        }
        for range in rows.ranges {
            let start = range.start.map(|start| match start {
                proto::Start::Closed(key) => key,
                proto::Start::Open(key) => panic!("an open start: {key:?}"),
            });
            let end = range.end.map(|end| match end {
                proto::End::Closed(key) => key,
                proto::End::Open(key) => panic!("an open end: {key:?}"),
            });
            let text = |key: &Option<Vec<u8>>| key.clone().map(|key| String::from_utf8(key).expect("keys are text"));
            self.reads.push((table.clone(), text(&start), text(&end), request.limit));
            let within = |key: &Vec<u8>| {
                start.as_ref().is_none_or(|start| key >= start) && end.as_ref().is_none_or(|end| key <= end)
            };
            let found = self.rows.iter().filter(|((name, key), _)| *name == table && within(key));
            chunks.extend(found.take(request.limit as usize).flat_map(|(_, cells)| cells.clone()));
        }
        proto::RowsRead { chunks }
    }
}

/// Answers the calls of one connection.
async fn serve(socket: TcpStream, tables: Arc<Mutex<Tables>>) -> Result<()> {
    let mut connection = h2::server::handshake(socket).await?;
    while let Some(call) = connection.accept().await {
        let (request, mut respond) = call?;
        let tables = Arc::clone(&tables);
        tokio::spawn(async move {
            let path = request.uri().path().to_owned();
            let (mut body, mut message) = (request.into_body(), BytesMut::new());
            while let Some(data) = body.data().await {
                let data = data?;
                body.flow_control().release_capacity(data.len())?;
                message.put(data);
            }
            message.advance(5); // a flag and the width
            let answer = match path.rsplit('/').next() {
                Some("MutateRows") => {
                    tables.lock().unwrap().write(proto::MutateRows::decode(message)?);
                    None
                }
                Some("ReadRows") => Some(tables.lock().unwrap().read(proto::ReadRows::decode(message)?)),
                _ => return Err(format!("unknown call {path}").into()),
            };
            let head = http::Response::builder().header("content-type", "application/grpc").body(())?;
            let mut stream = respond.send_response(head, false)?;
            if let Some(answer) = answer {
                let mut frame = BytesMut::new();
                frame.put_u8(0);
                frame.put_u32(answer.encoded_len() as u32);
                answer.encode(&mut frame)?;
                stream.send_data(Bytes::from(frame), false)?;
            }
            let mut trailers = http::HeaderMap::new();
            trailers.insert("grpc-status", "0".parse()?);
            stream.send_trailers(trailers)?;
            Result::Ok(())
        });
    }
    Ok(())
}

const SLOTS: [u64; 9] = [0, 1, 0xFF, 0x100, 355_000_000, 0xDEAD_BEEF, 1 << 40, u64::MAX - 1, u64::MAX];

/// Widths of 32 to 44 digits of base 58.
fn addresses() -> Vec<Pubkey> {
    let mut least = [0; 32];
    least[31] = 0xC8;
    [least, [1; 32], [0x7F; 32], [0xFF; 32]].map(Pubkey::new_from_array).to_vec()
}

/// Widths of 64 to 88 digits, one for each block.
fn signature(number: usize) -> Signature {
    Signature::from([[0, 1, 2, 0x7F, 0x80, 0xAB, 0xFE, 0xFF, 3][number]; 64])
}

fn block(slot: u64, number: usize) -> VersionedConfirmedBlockWithEntries {
    let transaction = VersionedTransaction {
        signatures: vec![signature(number)],
        message: VersionedMessage::Legacy(Message {
            header: MessageHeader { num_required_signatures: 1, ..Default::default() },
            account_keys: addresses(),
            ..Default::default()
        }),
    };
    let meta = TransactionStatusMeta::default();
    let block = VersionedConfirmedBlock {
        previous_blockhash: Hash::default().to_string(),
        blockhash: Hash::default().to_string(),
        parent_slot: slot.saturating_sub(1),
        transactions: vec![VersionedTransactionWithStatusMeta { transaction, meta }],
        rewards: vec![],
        num_partitions: None,
        block_time: None,
        block_height: None,
    };
    let entry =
        EntrySummary { num_hashes: 0, hash: Hash::default(), num_transactions: 1, starting_transaction_index: 0 };
    VersionedConfirmedBlockWithEntries { block, entries: vec![entry] }
}

async fn keys(storage: &LedgerStorage, tables: &Mutex<Tables>) -> Result<()> {
    println!("table\tslot\taddress\tsignature\tkey");
    for (number, slot) in SLOTS.into_iter().enumerate() {
        storage.upload_confirmed_block_with_entries(slot, block(slot, number)).await?;
        let written = std::mem::take(&mut tables.lock().unwrap().rows);
        for (table, key) in written.into_keys() {
            let key = String::from_utf8(key)?;
            let address =
                addresses().iter().map(Pubkey::to_string).find(|text| table == "tx-by-addr" && key.starts_with(text));
            let signature = if table == "tx" { signature(number).to_string() } else { String::new() };
            println!("{table}\t{slot}\t{}\t{signature}\t{key}", address.unwrap_or_default());
        }
    }
    Ok(())
}

async fn scans(storage: &LedgerStorage, tables: &Mutex<Tables>) -> Result<()> {
    println!("call\tfirst_slot\tlast_slot\taddress\tlimit\ttable\tstart\tend\trows_limit\tslots");
    for (number, slot) in SLOTS.into_iter().enumerate() {
        storage.upload_confirmed_block_with_entries(slot, block(slot, number)).await?;
    }
    let print = |call: &str, first: u64, last: u64, address: &str, limit: usize, slots: &[u64]| {
        let slots: Vec<String> = slots.iter().map(u64::to_string).collect();
        for (table, start, end, rows) in std::mem::take(&mut tables.lock().unwrap().reads) {
            let (start, end) = (start.unwrap_or_default(), end.unwrap_or_default());
            println!(
                "{call}\t{first}\t{last}\t{address}\t{limit}\t{table}\t{start}\t{end}\t{rows}\t{}",
                slots.join(",")
            );
        }
    };
    for first in [0, 1, 0x100, 355_000_001, u64::MAX] {
        for limit in [1, 4, 100] {
            let slots = storage.get_confirmed_blocks(first, limit).await?;
            print("get_confirmed_blocks", first, u64::MAX, "", limit, &slots);
        }
    }
    for address in addresses() {
        for (before, until) in [(None, None), (Some(5), None), (None, Some(2)), (Some(6), Some(1))] {
            let (first, last) = (before.map_or(u64::MAX, |at| SLOTS[at]), until.map_or(0, |at| SLOTS[at]));
            let (before, until) = (before.map(signature), until.map(signature));
            let found =
                storage.get_confirmed_signatures_for_address(&address, before.as_ref(), until.as_ref(), 100).await?;
            let slots: Vec<u64> = found.iter().map(|(found, _)| found.slot).collect();
            print("get_confirmed_signatures_for_address", first, last, &address.to_string(), 100, &slots);
        }
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let storage = LedgerStorage::new_for_emulator("i", "default", &listener.local_addr()?.to_string(), None)?;
    let tables = Arc::new(Mutex::new(Tables::default()));
    let server = Arc::clone(&tables);
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(serve(socket, Arc::clone(&server)));
        }
    });
    match std::env::args().nth(1).as_deref() {
        Some("keys") => keys(&storage, &tables).await,
        Some("scans") => scans(&storage, &tables).await,
        _ => Err("expected `keys` or `scans`".into()),
    }
}

//! Rows per second of loads and scans: this crate beside calls of the Thrift 2 gateway made by hand, in one run, on a
//! server that `tools/hbase/run` starts. `cargo run --release -p rowkey-hbase --example rates`

#[path = "../tests/server/mod.rs"]
mod server;
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
#[path = "../src/thrift2.rs"]
#[rustfmt::skip]
mod thrift2;

use rowkey::RowKey;
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_store::{Batch, Direction, Store, Table};
use std::collections::BTreeMap;
use std::error::Error;
use std::net::TcpStream;
use std::time::Instant;
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::transport::{TBufferedReadTransport, TBufferedWriteTransport};
use thrift2::{TColumn, TColumnValue, THBaseServiceSyncClient, TPut, TScan, TTHBaseServiceSyncClient};

#[derive(RowKey)]
struct Reading {
    #[salt(buckets = 16)]
    device: u32,
    #[reverse_ts]
    at: i64,
}

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;
type Client = THBaseServiceSyncClient<
    TBinaryInputProtocol<TBufferedReadTransport<TcpStream>>,
    TBinaryOutputProtocol<TBufferedWriteTransport<TcpStream>>,
>;

const ROWS: u32 = 100_000;
/// Rows per call, here and there.
const PAGE: usize = 2_000;
const RUNS: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let fresh = server::Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway)?;
    let mut client = client(&fresh.server.gateway)?;
    let reading = |i: u32| Reading { device: i % 5_000, at: i64::from(i) }.key().to_vec();
    let rows: Rows = (0..ROWS).map(|i| (reading(i), vec![i as u8; 100])).collect();
    let mut batch = Batch::new();
    rows.iter().for_each(|(key, value)| _ = batch.put(key.as_slice(), value.as_slice()));

    let mut best: BTreeMap<&str, f64> = BTreeMap::new();
    // By turns, so that what else the machine does and how warm the server is meets all of them.
    for run in 0..=RUNS {
        let mut time = |name, work: &mut dyn FnMut() -> Result<(), Box<dyn Error>>| -> Result<(), Box<dyn Error>> {
            let start = Instant::now();
            work()?;
            let rate = f64::from(ROWS) / start.elapsed().as_secs_f64();
            // The first run warms the server up.
            if run > 0 {
                best.entry(name).and_modify(|best| *best = best.max(rate)).or_insert(rate);
            }
            Ok(())
        };
        let tables = ["ours", "hand"].map(|table| format!("{table}{run}"));
        for table in &tables {
            hbase.create_table::<Reading>(table, "f")?;
        }
        let store: HBaseStore = hbase.table(&tables[0], "f");
        let ours = &mut || Ok(store.write(&batch)?);
        let by_hand = &mut || load(&mut client, &tables[1], &rows);
        if run % 2 == 0 {
            time("load, ours", ours)?;
            time("load, by hand", by_hand)?;
        } else {
            time("load, by hand", by_hand)?;
            time("load, ours", ours)?;
        }
        time("scan, ours", &mut || {
            check(&rows, store.scan(rowkey::KeyRange::all(), Direction::Forward)?.collect::<Result<_, _>>()?)
        })?;
        time("scan, by hand, scanner", &mut || check(&rows, scanner(&mut client, &tables[0])?))?;
        time("scan, by hand, pages", &mut || check(&rows, pages(&mut client, &tables[0])?))?;
        let typed = Table::<Reading, _>::new(&store);
        let plan = Reading::scan().plan()?;
        time("scan of 16 buckets, merged", &mut || {
            let count = typed.scan(&plan)?.try_fold(0, |count, row| row.map(|_| count + 1))?;
            if count == ROWS { Ok(()) } else { Err(format!("{count} rows").into()) }
        })?;
    }
    for (name, rate) in &best {
        println!("{rate:>9.0} rows/s  {name}");
    }
    let by_hand = best["scan, by hand, scanner"].max(best["scan, by hand, pages"]);
    println!("load: {:.2} of the calls by hand", best["load, ours"] / best["load, by hand"]);
    println!("scan: {:.2} of the better of the calls by hand", best["scan, ours"] / by_hand);
    Ok(())
}

fn client(gateway: &str) -> Result<Client, Box<dyn Error>> {
    let stream = TcpStream::connect(gateway)?;
    stream.set_nodelay(true)?;
    let input = TBufferedReadTransport::with_capacity(64 << 10, stream.try_clone()?);
    let output = TBufferedWriteTransport::with_capacity(64 << 10, stream);
    Ok(Client::new(TBinaryInputProtocol::new(input, true), TBinaryOutputProtocol::new(output, true)))
}

fn load(client: &mut Client, table: &str, rows: &Rows) -> Result<(), Box<dyn Error>> {
    let rows: Vec<_> = rows.iter().collect();
    for part in rows.chunks(PAGE) {
        let puts = part.iter().map(|(key, value)| {
            let cell = TColumnValue { family: b"f".into(), qualifier: b"v".into(), value: (*value).clone() };
            TPut { row: (*key).clone(), column_values: vec![cell] }
        });
        client.put_multiple(table.into(), puts.collect())?;
    }
    Ok(())
}

fn scan(start: Vec<u8>, limit: Option<i32>) -> TScan {
    let columns = vec![TColumn { family: b"f".into(), qualifier: Some(b"v".into()) }];
    TScan::new(start, None, columns, PAGE as i32, None, None, limit, None)
}

type Found = Vec<(Vec<u8>, Vec<u8>)>;

fn add(found: &mut Found, page: Vec<thrift2::TResult>) {
    found.extend(page.into_iter().filter_map(|mut row| Some((row.row?, row.column_values.pop()?.value))));
}

/// One scanner that stays open.
fn scanner(client: &mut Client, table: &str) -> Result<Found, Box<dyn Error>> {
    let (id, mut found) = (client.open_scanner(table.into(), scan(Vec::new(), None))?, Found::new());
    loop {
        let page = client.get_scanner_rows(id, PAGE as i32)?;
        let last = page.len() < PAGE;
        add(&mut found, page);
        if last {
            break;
        }
    }
    client.close_scanner(id)?;
    Ok(found)
}

/// A call per page, each from where the one before ended.
fn pages(client: &mut Client, table: &str) -> Result<Found, Box<dyn Error>> {
    let (mut start, mut found) = (Vec::new(), Found::new());
    loop {
        let page = client.get_scanner_results(table.into(), scan(start, Some(PAGE as i32)), PAGE as i32)?;
        let last = page.len() < PAGE;
        add(&mut found, page);
        start = found.last().map(|(key, _)| [key.as_slice(), &[0]].concat()).unwrap_or_default();
        if last {
            return Ok(found);
        }
    }
}

fn check(rows: &Rows, found: Found) -> Result<(), Box<dyn Error>> {
    if found.iter().map(|(key, value)| (key, value)).eq(rows) { Ok(()) } else { Err("other rows".into()) }
}

//! Rows per second of loads and scans: this crate beside calls of the Thrift 2 gateway made by hand, in one run, on a
//! server that `tools/hbase/run` starts. `cargo run --release -p rowkey-hbase --example rates`

#[path = "../tests/live/server.rs"]
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
/// Rows per call, as by this crate: written, and read, where a page of 1 MiB has about so many of these.
const WRITTEN: usize = 2_000;
const READ: usize = 7_000;
/// Rows that are loaded at a turn.
const PART: usize = 10_000;
/// Loads of all rows.
const LOADS: usize = 30;
/// Scans of each kind, in each of 24 orders equally often.
const SCANS: usize = 72;

fn main() -> Result<(), Box<dyn Error>> {
    let mut fresh = server::Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway)?;
    let mut client = client(&fresh.server.gateway)?;
    let reading = |i: u32| Reading { device: i % 5_000, at: i64::from(i) }.key().to_vec();
    let rows: Rows = (0..ROWS).map(|i| (reading(i), vec![i as u8; 100])).collect();
    let mut times = Times::new(fresh.server.id());

    for table in ["ours", "hand"] {
        hbase.create_table::<Reading>(table, "f")?;
    }
    let store: HBaseStore = hbase.table("ours", "f");
    // By turns, so that what else the machine does and how warm the server is meets all of them.
    for run in 0..LOADS {
        for (turn, part) in rows.iter().collect::<Vec<_>>().chunks(PART).enumerate() {
            let mut batch = Batch::new();
            part.iter().for_each(|(key, value)| _ = batch.put(key.as_slice(), value.as_slice()));
            let ours = |times: &mut Times| times.add("load, ours", PART, || Ok(store.write(&batch)?));
            if turn % 2 == 0 {
                ours(&mut times)?;
            }
            times.add("load, by hand", PART, || load(&mut client, "hand", part))?;
            if turn % 2 == 1 {
                ours(&mut times)?;
            }
        }
        println!("loaded {} times", run + 1);
    }
    // To files, without the versions that the loads have left in memory.
    fresh.server.command("flush ours");
    let plan = Reading::scan().plan()?;
    let all = rows.len();
    for kind in orders().take(SCANS).flatten() {
        match kind {
            0 => times.add("scan, ours", all, || {
                check(&rows, &store.scan(rowkey::KeyRange::all(), Direction::Forward)?.collect::<Result<_, _>>()?)
            }),
            1 => times.add("scan, by hand, scanner", all, || check(&rows, &scanner(&mut client, "ours")?)),
            2 => times.add("scan, by hand, pages", all, || check(&rows, &pages(&mut client, "ours")?)),
            _ => times.add("scan of 16 buckets, merged and decoded", all, || {
                let typed = Table::<Reading, _>::new(&store);
                let count = typed.scan(&plan)?.try_fold(0, |count, row| row.map(|_| count + 1))?;
                if count == all { Ok(()) } else { Err(format!("{count} rows").into()) }
            }),
        }?;
    }
    println!(
        "rows per second, least, median and most; microseconds of CPU time a row, of the client and of the server"
    );
    for name in times.turns.keys() {
        let [least, median, most] = spread(times.rates(name));
        let [client, server] = times.cpu(name);
        println!("{least:>9.0} {median:>9.0} {most:>9.0} {client:>6.2} {server:>6.2}  {name}");
    }
    println!(
        "ours to the calls by hand, of each turn: least, median and most; of all turns together, and its standard error"
    );
    for (ours, by_hand) in [
        ("load, ours", "load, by hand"),
        ("scan, ours", "scan, by hand, scanner"),
        ("scan, ours", "scan, by hand, pages"),
    ] {
        let ratios = times.rates(ours).zip(times.rates(by_hand)).map(|(ours, by_hand)| ours / by_hand);
        let [least, median, most] = spread(ratios);
        let (together, error) = times.ratio(ours, by_hand);
        println!("{least:>6.2} {median:.2} {most:.2} {together:>6.3} ± {error:.3}  {by_hand}");
    }
    Ok(())
}

/// All 24 orders of four kinds, again and again: what a turn leaves behind, such as garbage, meets all others alike.
fn orders() -> impl Iterator<Item = [usize; 4]> {
    (0..24).cycle().map(|order| {
        let mut left = vec![0, 1, 2, 3];
        [order % 4, order / 4 % 3, order / 12, 0].map(|at| left.remove(at))
    })
}

/// A turn: how many rows a second, and the CPU time of a row in microseconds, of the client and of the server.
struct Turn {
    rate: f64,
    cpu: [f64; 2],
}

/// Every time that something was done.
struct Times {
    turns: BTreeMap<&'static str, Vec<Turn>>,
    processes: [u32; 2],
}

impl Times {
    fn new(server: u32) -> Self {
        Self { turns: BTreeMap::new(), processes: [std::process::id(), server] }
    }

    fn add(
        &mut self,
        name: &'static str,
        rows: usize,
        work: impl FnOnce() -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        let (start, before) = (Instant::now(), self.processes.map(cpu_seconds));
        work()?;
        let rate = rows as f64 / start.elapsed().as_secs_f64();
        let after = self.processes.map(cpu_seconds);
        let cpu = [0, 1].map(|at| (after[at] - before[at]) * 1e6 / rows as f64);
        self.turns.entry(name).or_default().push(Turn { rate, cpu });
        Ok(())
    }

    fn rates(&self, name: &str) -> impl Iterator<Item = f64> {
        self.turns[name].iter().map(|turn| turn.rate)
    }

    /// Of all turns together, which have equally many rows each: the rates' ratio and its standard error, as that of the
    /// times whose ratio it is.
    fn ratio(&self, ours: &str, by_hand: &str) -> (f64, f64) {
        let times = || self.rates(by_hand).map(f64::recip).zip(self.rates(ours).map(f64::recip));
        let (by_hand, ours) = times().fold((0.0, 0.0), |(a, b), (by_hand, ours)| (a + by_hand, b + ours));
        let ratio = by_hand / ours;
        let count = times().count() as f64;
        let squares: f64 = times().map(|(by_hand, ours)| (by_hand - ratio * ours).powi(2)).sum();
        (ratio, (squares * count / (count - 1.0)).sqrt() / ours)
    }

    /// The means: the kernel counts in hundredths of a second.
    fn cpu(&self, name: &str) -> [f64; 2] {
        let turns = &self.turns[name];
        [0, 1].map(|at| turns.iter().map(|turn| turn.cpu[at]).sum::<f64>() / turns.len() as f64)
    }
}

/// The CPU time of all threads of a process, as Linux counts it; elsewhere not a number.
fn cpu_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // Behind the name, which ends in a parenthesis: user and system time are fields 14 and 15, in hundredths of a second.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let mut ticks = fields.split_ascii_whitespace().skip(11).map_while(|field| field.parse::<f64>().ok());
    ticks.next().zip(ticks.next()).map_or(f64::NAN, |(user, system)| (user + system) / 100.0)
}

/// The least, the median and the greatest.
fn spread(numbers: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    [numbers[0], numbers[numbers.len() / 2], numbers[numbers.len() - 1]]
}

fn client(gateway: &str) -> Result<Client, Box<dyn Error>> {
    let stream = TcpStream::connect(gateway)?;
    stream.set_nodelay(true)?;
    let input = TBufferedReadTransport::with_capacity(64 << 10, stream.try_clone()?);
    let output = TBufferedWriteTransport::with_capacity(64 << 10, stream);
    Ok(Client::new(TBinaryInputProtocol::new(input, true), TBinaryOutputProtocol::new(output, true)))
}

fn load(client: &mut Client, table: &str, rows: &[(&Vec<u8>, &Vec<u8>)]) -> Result<(), Box<dyn Error>> {
    for part in rows.chunks(WRITTEN) {
        let puts = part.iter().map(|(key, value)| {
            let cell = TColumnValue::new(b"f".to_vec(), b"v".to_vec(), (*value).clone(), None);
            TPut::new((*key).clone(), vec![cell], None)
        });
        client.put_multiple(table.into(), puts.collect())?;
    }
    Ok(())
}

fn scan(start: Vec<u8>, limit: Option<i32>) -> TScan {
    let columns = vec![TColumn::new(b"f".to_vec(), b"v".to_vec(), None)];
    TScan::new(start, None, columns, READ as i32, None, None, None, limit, None)
}

type Found = Vec<(Vec<u8>, Vec<u8>)>;

fn add(found: &mut Found, page: Vec<thrift2::TResult>) {
    found.extend(page.into_iter().filter_map(|mut row| Some((row.row?, row.column_values.pop()?.value))));
}

/// One scanner that stays open.
fn scanner(client: &mut Client, table: &str) -> Result<Found, Box<dyn Error>> {
    let (id, mut found) = (client.open_scanner(table.into(), scan(Vec::new(), None))?, Found::new());
    loop {
        let page = client.get_scanner_rows(id, READ as i32)?;
        let last = page.len() < READ;
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
        let page = client.get_scanner_results(table.into(), scan(start, Some(READ as i32)), READ as i32)?;
        let last = page.len() < READ;
        add(&mut found, page);
        start = found.last().map(|(key, _)| [key.as_slice(), &[0]].concat()).unwrap_or_default();
        if last {
            return Ok(found);
        }
    }
}

fn check(rows: &Rows, found: &Found) -> Result<(), Box<dyn Error>> {
    if found.iter().map(|(key, value)| (key, value)).eq(rows) { Ok(()) } else { Err("other rows".into()) }
}

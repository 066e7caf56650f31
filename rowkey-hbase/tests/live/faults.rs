//! Failures while rows are read and written: connections, the gateway, regions, the server. No row is lost, and no row
//! is returned twice.

use super::server::{Fresh, Server};
use rowkey::KeyRange;
use rowkey_hbase::{HBase, HBaseError, HBaseStore};
use rowkey_store::{Batch, Direction, Store};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

type Model = BTreeMap<Vec<u8>, Vec<u8>>;

/// Connects with small pages, so that there is much to interrupt.
fn connect(gateway: &str) -> HBase {
    HBase::builder().page_rows(100).batch_rows(100).connect(gateway).unwrap()
}

/// Creates a table of 16 regions with rows in all of them.
fn filled(hbase: &HBase, name: &str, rows: u32) -> (HBaseStore, Model) {
    let split_keys: Vec<_> = (1..16).map(|region| [region << 4]).collect();
    hbase.create_split_table(name, &["f"], &split_keys).unwrap();
    let store = hbase.table(name, "f");
    let model: Model = (0..rows).map(row).collect();
    write(&store, &model);
    (store, model)
}

/// Returns row number `i`. The keys are distributed over all regions.
fn row(i: u32) -> (Vec<u8>, Vec<u8>) {
    (i.wrapping_mul(0x9E37_79B1).to_be_bytes().to_vec(), i.to_string().into_bytes())
}

fn write(store: &HBaseStore, rows: &Model) {
    let mut batch = Batch::new();
    for (key, value) in rows {
        batch.put(key.as_slice(), value.as_slice());
    }
    store.write(&batch).unwrap();
}

/// Scans all rows, and calls `then` after each `every` rows.
fn scan(
    store: &HBaseStore,
    direction: Direction,
    every: usize,
    mut then: impl FnMut(usize),
) -> Vec<(Vec<u8>, Vec<u8>)> {
    let rows = store.scan(KeyRange::all(), direction).unwrap().enumerate();
    rows.map(|(i, row)| {
        if i % every == every - 1 {
            then(i / every);
        }
        row.unwrap()
    })
    .collect()
}

fn assert_rows(mut found: Vec<(Vec<u8>, Vec<u8>)>, model: &Model, direction: Direction) {
    if direction == Direction::Reverse {
        found.reverse();
    }
    assert_eq!(found.len(), model.len());
    assert!(found.iter().map(|(key, value)| (key, value)).eq(model));
}

/// Checks a scan that runs concurrently with writes. All rows of the model are there, each key is there once, and the
/// keys are in order. There may be other rows.
fn assert_holds_once(found: Vec<(Vec<u8>, Vec<u8>)>, model: &Model) {
    assert!(found.is_sorted_by(|(a, _), (b, _)| a < b));
    let found: Model = found.into_iter().collect();
    assert!(model.iter().all(|(key, value)| found.get(key) == Some(value)));
}

const WAYS: [Direction; 2] = [Direction::Forward, Direction::Reverse];

#[test]
fn connections_that_were_idle_are_made_anew() {
    let fresh = Fresh::start(&["--idle-ms", "2000"]);
    let hbase = connect(&fresh.server.gateway);
    let (store, model) = filled(&hbase, "idle", 1_000);
    let idle = || thread::sleep(Duration::from_millis(3_500));
    // Several connections, which are all closed at the end.
    let scans: Vec<_> = (0..6).map(|_| store.scan(KeyRange::all(), Direction::Forward).unwrap()).collect();
    for scan in scans {
        assert_eq!(scan.count(), 1_000);
    }
    // This works even without retries.
    let never = HBase::builder().retries(0).connect(&fresh.server.gateway).unwrap().table("idle", "f");
    assert_eq!(never.get(&row(5).0).unwrap(), Some(row(5).1));
    idle();
    assert_eq!(never.get(&row(5).0).unwrap(), Some(row(5).1));
    assert_eq!(store.get(&row(7).0).unwrap(), Some(row(7).1));
    idle();
    never.write(Batch::new().put(row(5).0, row(5).1)).unwrap();
    hbase.create_split_table("later", &["f"], &[] as &[&[u8]]).unwrap();
    for direction in WAYS {
        let found = scan(&store, direction, 400, |_| idle());
        assert_rows(found, &model, direction);
    }
}

#[test]
fn calls_outlive_the_gateway_moving_regions_and_lost_answers() {
    let mut fresh = Fresh::start(&["--servers", "2"]);
    let hbase = connect(&fresh.server.gateway);
    the_gateway_is_started_again(&hbase, &mut fresh.server);
    regions_are_moved_and_split(&hbase, &mut fresh.server);
    lost_answers_are_made_up_for(&fresh.server.gateway);
}

/// Stops the gateway now, and starts it again after a while.
fn interrupt(server: &Mutex<&mut Server>, meanwhile: impl FnOnce()) {
    server.lock().unwrap().command("gateway stop");
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(700));
            server.lock().unwrap().command("gateway start");
        });
        meanwhile();
    });
}

fn the_gateway_is_started_again(hbase: &HBase, server: &mut Server) {
    let (store, mut model) = filled(hbase, "gateway", 5_000);
    let server = Mutex::new(server);
    for direction in WAYS {
        let found = scan(&store, direction, 1_700, |_| interrupt(&server, || {}));
        assert_rows(found, &model, direction);
        // The scan continues while there is no gateway.
        let mut rows = store.scan(KeyRange::all(), direction).unwrap();
        let mut found: Vec<_> = rows.by_ref().take(1_234).collect::<Result<_, _>>().unwrap();
        interrupt(&server, || found.extend(rows.map(Result::unwrap)));
        assert_rows(found, &model, direction);
    }

    // In the middle of a batch of 60 parts, and for a batch that begins without a gateway.
    let more: Model = (5_000..11_000).map(row).collect();
    thread::scope(|scope| {
        let writer = scope.spawn(|| write(&store, &more));
        thread::sleep(Duration::from_millis(30));
        interrupt(&server, || {});
        writer.join().unwrap();
    });
    model.extend(more);
    let more: Model = (11_000..12_000).map(row).collect();
    interrupt(&server, || write(&store, &more));
    model.extend(more);
    // Deleted rows stay deleted.
    let (gone, kept): (Model, Model) = model.into_iter().partition(|(key, _)| key[3] % 4 == 0);
    let mut batch = Batch::new();
    gone.keys().for_each(|key| _ = batch.delete(key.as_slice()));
    interrupt(&server, || store.write(&batch).unwrap());
    for direction in WAYS {
        assert_rows(scan(&store, direction, usize::MAX, |_| {}), &kept, direction);
    }

    // A gateway that does not come back is an error, after that many retries.
    let hasty = HBase::builder().retries(2).connect(&server.lock().unwrap().gateway.clone()).unwrap();
    server.lock().unwrap().command("gateway stop");
    let error = hasty.table("gateway", "f").get(b"a").unwrap_err();
    assert!(matches!(error, HBaseError::Unreachable { .. }), "{error:?}");
    server.lock().unwrap().command("gateway start");
}

fn regions_are_moved_and_split(hbase: &HBase, server: &mut Server) {
    let (store, mut model) = filled(hbase, "moving", 5_000);
    // Each time, another region from a different part of the table. A region that was just split cannot be split again.
    let mut regions = (0..16).map(|i| i * 5 % 16);
    let mut disturb = |what: &str| {
        let region: u32 = regions.next().unwrap();
        server.command(&format!("{what} moving {region:x}8"));
    };
    for direction in WAYS {
        let found = scan(&store, direction, 900, |at| disturb(if at % 2 == 0 { "move" } else { "split" }));
        assert_rows(found, &model, direction);
    }
    // While rows are written, and read at the same time.
    let more: Model = (5_000..15_000).map(row).collect();
    thread::scope(|scope| {
        let writer = scope.spawn(|| write(&store, &more));
        let reader = scope.spawn(|| scan(&store, Direction::Forward, usize::MAX, |_| {}));
        for what in ["split", "move", "split", "move", "split", "move"] {
            disturb(what);
        }
        writer.join().unwrap();
        assert_holds_once(reader.join().unwrap(), &model);
    });
    model.extend(more);
    for direction in WAYS {
        assert_rows(scan(&store, direction, usize::MAX, |_| {}), &model, direction);
    }
    assert_eq!(store.count(KeyRange::all()).unwrap(), model.len() as u64);
    assert_eq!(hbase.regions("moving").unwrap().len(), 16 + 2 + 2 + 3);
}

/// A proxy with a fixed address. Its gateway can come back at another address.
pub(super) struct Proxy {
    pub(super) address: String,
    gateway: Arc<Mutex<String>>,
    /// `true` if the next answer is dropped, and the connection ends instead. This excludes the answer to the call that
    /// verifies a connection. Without that answer, the client opens another connection, and nothing is lost.
    loses: Arc<AtomicBool>,
    /// The time to hold requests before they are forwarded, in milliseconds. They are forwarded even if the client has
    /// disconnected.
    holds: Arc<AtomicU64>,
    /// The number of requests that were held and have been forwarded.
    landed: Arc<AtomicUsize>,
}

impl Proxy {
    pub(super) fn start(gateway: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let gateway = Arc::new(Mutex::new(gateway.to_owned()));
        let loses = Arc::new(AtomicBool::new(false));
        let (holds, landed) = (Arc::<AtomicU64>::default(), Arc::<AtomicUsize>::default());
        let (behind, losing) = (Arc::clone(&gateway), Arc::clone(&loses));
        let (holding, landing) = (Arc::clone(&holds), Arc::clone(&landed));
        thread::spawn(move || {
            for client in listener.incoming().map(Result::unwrap) {
                let to = behind.lock().unwrap().clone();
                // If no server listens, the client's connection is closed.
                let Ok(server) = TcpStream::connect(to) else { continue };
                let ends = |stream: &TcpStream| (stream.try_clone().unwrap(), stream.try_clone().unwrap());
                let (client, server) = (ends(&client), ends(&server));
                let losing = Arc::clone(&losing);
                let is_proof = |answer: &[u8]| answer.windows(19).any(|it| it == b"getThriftServerType");
                let (holding, landing) = (Arc::clone(&holding), Arc::clone(&landing));
                thread::spawn(move || {
                    pass_on(client.0, server.0, |request, to| {
                        let wait = Duration::from_millis(holding.load(Ordering::SeqCst));
                        thread::sleep(wait);
                        let passed = to.write_all(request).is_ok();
                        landing.fetch_add(usize::from(!wait.is_zero()), Ordering::SeqCst);
                        passed
                    });
                });
                thread::spawn(move || {
                    pass_on(server.1, client.1, |answer, to| {
                        let is_lost = !is_proof(answer) && losing.swap(false, Ordering::SeqCst);
                        !is_lost && to.write_all(answer).is_ok()
                    });
                });
            }
        });
        Self { address, gateway, loses, holds, landed }
    }

    /// Sends new connections to this gateway.
    pub(super) fn set_gateway(&self, gateway: &str) {
        self.gateway.lock().unwrap().clone_from(&gateway.to_owned());
    }

    /// Holds all requests for `wait` from now on.
    fn hold(&self, wait: Duration) {
        self.holds.store(wait.as_millis() as u64, Ordering::SeqCst);
    }

    /// Waits until `requests` held requests have reached the gateway, and the gateway has executed them.
    fn wait_until_landed(&self, requests: usize) {
        while self.landed.load(Ordering::SeqCst) < requests {
            thread::sleep(Duration::from_millis(20));
        }
        thread::sleep(Duration::from_secs(2));
    }
}

/// Forwards bytes until the end, or until `pass` returns `false`.
fn pass_on(mut from: TcpStream, mut to: TcpStream, pass: impl Fn(&[u8], &mut TcpStream) -> bool) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(bytes @ 1..) = from.read(&mut buffer)
        && pass(&buffer[..bytes], &mut to)
    {}
    for stream in [from, to] {
        let _ = stream.shutdown(Shutdown::Both);
    }
}

/// A write is held on its way and sent again, and a later write is acknowledged. Then the first copy arrives.
#[test]
fn a_late_copy_of_a_write_does_not_undo_a_later_one() {
    let fresh = Fresh::start(&[]);
    let proxy = Proxy::start(&fresh.server.gateway);
    let direct = connect(&fresh.server.gateway);
    direct.create_split_table("late", &["f"], &[] as &[&[u8]]).unwrap();
    let direct = direct.table("late", "f");
    let impatient = HBase::builder().read_timeout(Duration::from_secs(1)).connect(&proxy.address).unwrap();
    let store = impatient.table("late", "f");
    let write = |batch: &mut Batch| store.write(batch);
    for (landed, late) in [Batch::new().delete("k"), Batch::new().put("k", "v1")].into_iter().enumerate() {
        direct.write(Batch::new().put("k", "v0")).unwrap();
        proxy.hold(Duration::from_secs(8));
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(500));
                // The first copy is held. The later copies are not.
                proxy.hold(Duration::ZERO);
            });
            let outcome = write(late);
            assert!(matches!(outcome, Ok(()) | Err(HBaseError::OutcomeUnknown { .. })), "{outcome:?}");
        });
        direct.write(Batch::new().put("k", "v2")).unwrap();
        assert_eq!(direct.get(b"k").unwrap(), Some(b"v2".to_vec()));
        assert_eq!(proxy.landed.load(Ordering::SeqCst), landed, "the first copy is to arrive last");
        proxy.wait_until_landed(landed + 1);
        assert_eq!(direct.get(b"k").unwrap(), Some(b"v2".to_vec()));
    }

    // If all copies are held, the outcome is unknown, and the error says so.
    let before = proxy.landed.load(Ordering::SeqCst);
    proxy.hold(Duration::from_secs(12));
    let error = write(Batch::new().put("k", "v3")).unwrap_err();
    let text =
        "unknown outcome, HBase may have done this or may still do it: put rows into the HBase table `late` from row k";
    assert_eq!(error.to_string(), text);
    assert!(matches!(error, HBaseError::OutcomeUnknown { .. }), "{error:?}");
    assert_eq!(direct.get(b"k").unwrap(), Some(b"v2".to_vec()));
    proxy.wait_until_landed(before + 1);
    assert_eq!(direct.get(b"k").unwrap(), Some(b"v3".to_vec()));
}

/// If the answer is lost, the client checks the result of calls that must not be executed twice, and repeats the
/// others.
fn lost_answers_are_made_up_for(gateway: &str) {
    let proxy = Proxy::start(gateway);
    let hbase = connect(&proxy.address);
    let losing = |what: &str, call: &dyn Fn() -> Result<(), HBaseError>| {
        proxy.loses.store(true, Ordering::SeqCst);
        call().unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(!proxy.loses.load(Ordering::SeqCst), "{what}: no answer was lost");
    };
    let split_keys: [&[u8]; 3] = [b"b", b"c", b"d"];
    losing("create", &|| hbase.create_split_table("lost", &["f"], &split_keys));
    let store = hbase.table("lost", "f");
    assert_eq!(store.split_keys().unwrap().unwrap(), split_keys);
    losing("put", &|| store.write(Batch::new().put("c", "1")));
    losing("get", &|| store.get(b"c").map(|value| assert_eq!(value, Some(b"1".to_vec()))));
    for direction in WAYS {
        losing("scan", &|| {
            let rows: Result<Vec<_>, _> = store.scan(KeyRange::all(), direction)?.collect();
            rows.map(|rows| assert_eq!(rows, [(b"c".to_vec(), b"1".to_vec())]))
        });
    }
    losing("delete rows", &|| store.write(Batch::new().delete("c")));
    assert_eq!(store.count(KeyRange::all()).unwrap(), 0);
    losing("disable", &|| hbase.disable_table("lost"));
    losing("enable", &|| hbase.enable_table("lost"));
    losing("disable", &|| hbase.disable_table("lost"));
    losing("delete", &|| hbase.delete_table("lost"));
    assert!(!hbase.table_exists("lost").unwrap());

    // An existing table with other regions is not the requested table.
    hbase.create_split_table("lost", &["f"], &split_keys).unwrap();
    let hasty = HBase::builder().retries(2).connect(&proxy.address).unwrap();
    proxy.loses.store(true, Ordering::SeqCst);
    let error = hasty.create_split_table("lost", &["f"], &split_keys[1..]).unwrap_err();
    assert!(matches!(error, HBaseError::Connection { .. }), "{error:?}");
}

#[test]
fn a_server_that_is_killed_and_started_again_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let proxy = Proxy::start(&server.gateway);
    let hbase = connect(&proxy.address);
    let (store, mut model) = filled(&hbase, "killed", 3_000);

    let mut rows = store.scan(KeyRange::all(), Direction::Forward).unwrap();
    let mut found: Vec<_> = rows.by_ref().take(1_000).collect::<Result<_, _>>().unwrap();
    let more: Model = (3_000..60_000).map(row).collect();
    let server = thread::scope(|scope| {
        let writer = scope.spawn(|| write(&store, &more));
        thread::sleep(Duration::from_millis(200));
        server.kill();
        assert!(!writer.is_finished(), "all was written before the server was killed");
        let server = Server::start(folder.path(), &[]);
        proxy.set_gateway(&server.gateway);
        found.extend(rows.map(Result::unwrap));
        writer.join().unwrap();
        server
    });
    // The scan returned the rows that existed when it began, and maybe some that were written in the meantime.
    assert_holds_once(found, &model);
    model.extend(more);
    for direction in WAYS {
        assert_rows(scan(&store, direction, usize::MAX, |_| {}), &model, direction);
    }
    drop(server);

    // The same again after an orderly stop.
    let server = Server::start(folder.path(), &[]);
    let store = connect(&server.gateway).table("killed", "f");
    assert_rows(scan(&store, Direction::Forward, usize::MAX, |_| {}), &model, Direction::Forward);
}

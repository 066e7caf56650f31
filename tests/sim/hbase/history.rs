//! A history: a client with its own options, threads that call it, and the faults between it and HBase. A seed
//! determines all of them.

use fastrand::Rng;
use simulation::model::{Model, Writers};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::caller::{Caller, Expects};
use super::machine::Machine;
use super::network::{Faults, Network};
use super::rekeys;
use crate::{Builder, HBase};

/// The maximum times of calls.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// A call with retries.
    pub(super) call: Duration,
    /// A call that is sent once.
    pub(super) once: Duration,
    /// A page of a scan.
    pub(super) page: Duration,
    /// Creating, deleting, enabling, or disabling a table.
    pub(super) admin: Duration,
}

impl Limits {
    fn of(options: &Builder, callers: usize) -> Self {
        let exchange = options.write_timeout + options.read_timeout;
        let hasty = (options.read_timeout / 8).min(Duration::from_secs(2));
        let explained = hasty * 10;
        let attempt = (options.connect_timeout + exchange) * 2;
        let call = attempt * 2 + options.retry_for + explained;
        let once = options.connect_timeout + exchange;
        let page = (once * 3 + call * 3) * (4 * callers as u32 + 1);
        let admin = once + options.retry_for + (attempt + explained) * 4;
        Self { call, once: once + explained, page, admin }
    }
}

/// Runs the history of a seed on its machine.
pub(super) fn run(machine: &Arc<Machine>, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let is_framed = rng.bool();
    let network = Network::new(machine, rng.fork(), is_framed);
    machine.set_network(&network);
    let options = options(&mut rng, is_framed);
    machine.note(|| format!("seed {seed}: {options:?}"));
    let most_open = options.connections.max(options.parallel);
    let hbase = options.connect("gateway:9090").expect("a gateway without faults");
    let splits: Vec<_> = [[1], [2], [3]].into_iter().filter(|_| rng.bool()).collect();
    hbase.create_split_table("t", &["f"], &splits).expect("a table");
    rekeys::make_table(&hbase, &splits);
    let model = Arc::new(Mutex::new(Model::new(Writers::One)));
    let mut callers = callers(&network, &hbase, machine, &model, &mut rng);
    callers.iter_mut().for_each(Caller::fill);
    callers.iter().for_each(Caller::fill_moved);
    let (faults, moves, refuses) = weather(&mut rng);
    let expects = expects(&faults, moves, refuses);
    callers.iter_mut().for_each(|caller| caller.expects = expects);
    machine.note(|| format!("{faults:?}, moves {moves}, refuses {refuses}"));
    network.set_faults(faults);
    network.gateway.disturb(moves, refuses);
    let call = |mut caller: Caller| {
        shuttle::thread::spawn(move || {
            caller.calls();
            caller
        })
    };
    let threads: Vec<_> = callers.into_iter().map(call).collect();
    let mut callers: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    // All late messages arrive. Then every row is read once more.
    network.set_faults(Faults::default());
    network.gateway.disturb(0.0, 0.0);
    machine.sleep(Duration::from_secs(3_600));
    callers[0].scan_all();
    callers[0].rekey_all();
    drop(callers);
    // Scanners are closed in the background.
    machine.sleep(Duration::from_secs(3_600));
    machine.check(model.lock().unwrap().check_order());
    check_rest(machine, &hbase, network.most_open(), most_open);
}

/// Creates one to three threads, each with its own rows.
fn callers(
    network: &Arc<Network>,
    hbase: &HBase,
    machine: &Arc<Machine>,
    model: &Arc<Mutex<Model>>,
    rng: &mut Rng,
) -> Vec<Caller> {
    let (has_wide_values, callers) = (rng.u8(..4) == 0, rng.usize(1..=3));
    let moved_rows = Arc::default();
    let caller = |number| Caller {
        machine: Arc::clone(machine),
        network: Arc::clone(network),
        store: hbase.table("t", "f"),
        model: Arc::clone(model),
        rng: rng.fork(),
        number,
        callers,
        values: 0,
        has_wide_values,
        expects: Expects::default(),
        limits: Limits::of(hbase.options(), callers),
        moved_rows: Arc::clone(&moved_rows),
    };
    (0..callers).map(caller).collect()
}

/// Checks that no memory and no connection is in use when there are no calls.
fn check_rest(machine: &Machine, hbase: &HBase, open: usize, most_open: usize) {
    let (bytes, scans) = hbase.budget().held();
    if (bytes, scans) != (0, 0) {
        machine.fail(&format!("{scans} scans hold {bytes} bytes when all are over"));
    }
    let (idle, leased) = hbase.connections_held();
    if leased > 0 || idle > most_open {
        machine.fail(&format!("{leased} connections are in use and {idle} kept when all is over"));
    }
    if open > most_open {
        machine.fail(&format!("{open} connections at a time, and at most {most_open} were allowed"));
    }
}

/// Draws small limits, so that short histories reach them.
pub(super) fn options(rng: &mut Rng, is_framed: bool) -> Builder {
    let seconds = |rng: &mut Rng, most: u64| Duration::from_millis(rng.u64(200..most * 1_000));
    HBase::builder()
        .framed(is_framed)
        .connections(rng.usize(1..6))
        .parallel(rng.usize(1..5))
        .max_age(seconds(rng, 120))
        .connect_timeout(seconds(rng, 8))
        .read_timeout(seconds(rng, 30))
        .write_timeout(seconds(rng, 10))
        .retries(if rng.u8(..4) == 0 { rng.u32(..3) } else { u32::MAX })
        .retry_for(seconds(rng, 60))
        .page_rows(rng.usize(1..12))
        .page_bytes(8 << 10)
        .scan_bytes(rng.usize(1..4) * (32 << 10))
        .batch_rows(rng.usize(1..8))
        .max_answer(if rng.bool() { 64 << 10 } else { 1 << 20 })
}

/// Returns the errors that the faults explain.
fn expects(faults: &Faults, moves: f64, refuses: f64) -> Expects {
    let any = |rates: &[f64]| rates.iter().any(|rate| *rate > 0.0);
    Expects {
        unreachable: any(&[faults.no_connection, faults.restart, faults.deaf, faults.cut_request]),
        lost: any(&[faults.cut_before, faults.held, faults.cut_answer, faults.restart]),
        late: any(&[faults.stall, faults.slow, faults.hold, faults.cut_before, faults.cut_answer]),
        refused: any(&[moves, refuses, faults.hold]),
        garbage: any(&[faults.garbage, faults.stray]),
    }
}

/// Draws the faults of a history: a few kinds, rare or frequent. Also draws how often regions move, and how often
/// servers reject calls.
pub(super) fn weather(rng: &mut Rng) -> (Faults, f64, f64) {
    let most = [0.0, 0.02, 0.1, 0.3][rng.usize(..4)];
    let mut rate = || if rng.bool() { 0.0 } else { rng.f64() * most };
    let faults = Faults {
        no_connection: rate(),
        restart: rate() / 4.0,
        cut_request: rate(),
        deaf: rate() / 2.0,
        cut_before: rate(),
        held: rate(),
        cut_answer: rate(),
        stall: rate() / 2.0,
        slow: rate(),
        hold: rate(),
        copy: rate() * 2.0,
        garbage: rate() / 4.0,
        stray: rate() / 4.0,
    };
    (faults, rate(), rate())
}

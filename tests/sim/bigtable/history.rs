//! A history: a client with its own options, tasks that call it, and the faults between it and Bigtable. A seed
//! determines all of them.

use fastrand::Rng;
use futures_util::future::join_all;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

use super::caller::{Caller, WIDEST};
use super::deadlines::{Expects, SIGN_OF_LIFE};
use super::faults::Faults;
use super::machine::Machine;
use super::network::Network;
use crate::client::Service;
use crate::{Bigtable, Config};

/// The table that all tasks use.
pub(super) const TABLE: &str = "projects/p/instances/i/tables/t";

/// The maximum time of a call without faults.
const FRESH: Duration = Duration::from_millis(100);

/// Runs the history of a seed on its machine.
pub(super) async fn run(machine: Arc<Machine>, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let config = config(&mut rng);
    let network = Network::new(&machine, rng.fork(), &config);
    machine.set_network(&network);
    let Config { attempt_timeout, timeout, parallel, batch_rows, max_row, keep_alive, .. } = config;
    machine.note(|| {
        let (parts, rows) = (format!("{parallel} parts of {batch_rows} rows"), format!("rows of {max_row} bytes"));
        format!("seed {seed}: {attempt_timeout:?} {timeout:?} {parts}, {rows}, alive: {keep_alive:?}")
    });
    let bigtable = Bigtable::connect(config).await.expect("a connection without faults");
    let splits: Vec<_> = [[1], [2], [3]].into_iter().filter(|_| rng.bool()).collect();
    bigtable.create_split_table("t", &["f"], &splits).await.expect("a table");
    let mut callers = callers(&network, &bigtable, &machine, &mut rng);
    for caller in &mut callers {
        caller.fill().await;
    }
    let faults = weather(&mut rng);
    machine.note(|| format!("{faults:?}"));
    callers.iter_mut().for_each(|caller| caller.expects = Expects::of(&faults, keep_alive.is_some()));
    network.set_faults(faults);
    let calls = |mut caller: Caller| {
        tokio::spawn(async move {
            caller.calls().await;
            caller
        })
    };
    let tasks: Vec<_> = callers.into_iter().map(calls).collect();
    let callers: Result<Vec<_>, _> = join_all(tasks).await.into_iter().collect();
    // All late messages arrive. Then every row is read once more.
    network.set_faults(Faults::default());
    sleep(Duration::from_secs(3_600)).await;
    let mut callers = callers.expect("no panic");
    callers[0].rekey_all().await;
    callers[0].scan_all().await;
    drop(callers);
    rest(&machine, &bigtable, &network, keep_alive).await;
    machine.check(network.service.model().check_order());
}

/// Makes no calls for an hour. If the client sends keep-alive pings, the connections become silent in that time.
async fn rest(machine: &Machine, bigtable: &Bigtable, network: &Network, keep_alive: Option<Duration>) {
    if keep_alive.is_some() {
        network.forget_connections();
    }
    sleep(Duration::from_secs(3_600)).await;
    check_rest(machine, bigtable, network);
    if let Some(every) = keep_alive {
        check_alive(machine, network, every);
        check_fresh(machine, bigtable).await;
    }
}

/// Checks that no call and no surplus connection is in use when there are no calls.
fn check_rest(machine: &Machine, bigtable: &Bigtable, network: &Network) {
    let held = [Service::Data, Service::Admin].map(|service| bigtable.pool(service).held());
    let (connections, calls) = (held[0].0 + held[1].0, held[0].1 + held[1].1);
    if calls > 0 {
        machine.fail(&format!("{calls} calls are counted when all is over"));
    }
    let open = network.open_connections();
    if open > connections || connections > 2 {
        machine.fail(&format!("{open} connections are open, and {connections} kept, when all is over"));
    }
}

/// Checks that a connection without a sign of life is abandoned, even without calls.
fn check_alive(machine: &Machine, network: &Network, every: Duration) {
    let Some((number, since)) = network.longest_stall() else { return };
    let silent = machine.elapsed() - since;
    // A sign of life may have arrived just before the connection stalled.
    if silent > 2 * every + SIGN_OF_LIFE {
        machine.fail(&format!("connection {number} is kept, stalled for {silent:?}, alive each {every:?}"));
    }
}

/// Checks that a call does not wait for an abandoned connection.
async fn check_fresh(machine: &Machine, bigtable: &Bigtable) {
    let start = machine.elapsed();
    let found = bigtable.table("t", "f").contains(b"none").await;
    let took = machine.elapsed() - start;
    machine.note(|| format!("a call after an hour: {found:?} in {took:?}"));
    if found.is_ok() && took > FRESH {
        machine.fail(&format!("a call takes {took:?}, although its connection was given up"));
    }
}

/// Creates one to three tasks, each with its own rows.
fn callers(network: &Arc<Network>, bigtable: &Bigtable, machine: &Arc<Machine>, rng: &mut Rng) -> Vec<Caller> {
    let has_wide_values = rng.u8(..4) == 0 || bigtable.config().max_row < WIDEST;
    let callers = rng.usize(1..=3);
    let caller = |number| Caller {
        machine: Arc::clone(machine),
        network: Arc::clone(network),
        store: bigtable.table("t", "f"),
        rng: rng.fork(),
        number,
        callers,
        values: 0,
        abandoned: BTreeSet::new(),
        kept: BTreeSet::new(),
        has_wide_values,
        timeout: bigtable.config().timeout,
        expects: Expects::default(),
    };
    (0..callers).map(caller).collect()
}

/// Draws small limits, so that short histories reach them.
pub(super) fn config(rng: &mut Rng) -> Config {
    let seconds = |rng: &mut Rng, most: u64| Duration::from_millis(rng.u64(200..most * 1_000));
    let config = Config::emulator("bigtable:8086", "p", "i")
        .connect_timeout(seconds(rng, 8))
        .attempt_timeout(seconds(rng, 20))
        .timeout(seconds(rng, 60))
        .parallel(rng.usize(1..5))
        .batch_rows(rng.usize(1..8))
        .batch_bytes(rng.usize(1..64) << 10)
        .max_row(if rng.u8(..4) == 0 { rng.usize(2_000..WIDEST) } else { 1 << 20 })
        .allow_cleartext_tokens()
        .tokens(|| Machine::current().expect("a machine").network().token());
    if rng.u8(..3) == 0 { config.keep_alive(seconds(rng, 40)) } else { config }
}

/// Draws the faults of a history: a few kinds, rare or frequent.
pub(super) fn weather(rng: &mut Rng) -> Faults {
    let most = [0.0, 0.02, 0.1, 0.3][rng.usize(..4)];
    let mut rate = || if rng.bool() { 0.0 } else { rng.f64() * most };
    Faults {
        refuse: rate(),
        deaf: rate() / 2.0,
        cut: rate() * 2.0,
        stall: rate(),
        pause: rate() * 2.0,
        says: rate(),
        refuses: rate() / 4.0,
        breaks: rate(),
        hangs: rate() / 2.0,
        slow: rate() / 2.0,
        held: rate(),
        copy: rate() * 2.0,
        goes_away: rate() / 4.0,
        no_token: rate() / 4.0,
        moves: rate(),
        lies: rate() / 4.0,
    }
}

//! Unread scans, and the bytes of their rows that the client holds.

use fastrand::Rng;
use rowkey_core::KeyRange;
use rowkey_store::Direction;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

use super::history::TABLE;
use super::machine::Machine;
use super::network::Network;
use crate::pool::STREAM_WINDOW;
use crate::{Bigtable, Config};

/// The number of rows in the table.
const ROWS: u16 = 150;

/// An exclusive limit on the bytes of a row.
const WIDEST: usize = 60_000;

/// Reads a table row by row, with pauses.
async fn run(machine: Arc<Machine>, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let config = Config::emulator("bigtable:8086", "p", "i");
    let network = Network::new(&machine, rng.fork(), &config);
    machine.set_network(&network);
    let bigtable = Bigtable::connect(config).await.expect("a connection");
    bigtable.create_split_table("t", &["f"], &[] as &[&[u8]]).await.expect("a table");
    let narrowest = rng.usize(..WIDEST);
    for row in 0..ROWS {
        let value = vec![b'w'; rng.usize(narrowest..WIDEST)];
        network.service.put(TABLE, &row.to_be_bytes(), value, 1_000);
    }
    let direction = if rng.bool() { Direction::Forward } else { Direction::Reverse };
    let mut scan = bigtable.table("t", "f").scan(KeyRange::all(), direction);
    let (mut rows, mut read) = (0, 0);
    while scan.advance().await.expect("a row") {
        (rows, read) = (rows + 1, read + scan.key().len() + scan.value().len());
        if rng.u8(..16) == 0 {
            sleep(Duration::from_secs(5)).await;
            check(&machine, &network, read);
        }
    }
    assert_eq!(rows, ROWS);
}

/// Checks the bytes that the client holds. It holds a window of the unread stream, and a message that has partly
/// arrived. It also holds the bytes that it takes at once, up to the end of a message and of a row.
fn check(machine: &Machine, network: &Network, read: usize) {
    let held = network.received().saturating_sub(read);
    let most = 2 * STREAM_WINDOW as usize + 2 * network.service.widest() + WIDEST;
    machine.note(|| format!("{held} bytes are held, and {most} are allowed"));
    if held > most {
        machine.fail(&format!("a scan that is not read holds {held} bytes, and {most} are allowed"));
    }
}

#[test]
fn a_scan_that_is_not_read_holds_little() {
    for seed in 0..20 {
        let (events, failure) = Machine::run(seed, |machine| run(machine, seed));
        assert_eq!(failure, None, "seed {seed}:\n{}", events.join("\n"));
    }
}

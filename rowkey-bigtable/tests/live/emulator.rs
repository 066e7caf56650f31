//! The emulator for all tests of this process: `tools/bigtable/run`.

use rowkey_bigtable::{Bigtable, BigtableScan, BigtableStore, Config};
use rowkey_store::Batch;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock};

/// The rows of a table, in the order of their keys.
pub type Model = BTreeMap<Vec<u8>, Vec<u8>>;

/// An emulator. It ends when its standard input closes, with this process.
struct Emulator {
    address: String,
    _process: Mutex<Child>,
}

static EMULATOR: OnceLock<Emulator> = OnceLock::new();

/// Returns the address of the emulator, and starts it if it is not running.
pub fn address() -> &'static str {
    &EMULATOR.get_or_init(start).address
}

fn start() -> Emulator {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/bigtable/run");
    let mut command = Command::new(&run);
    let process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut process = process.unwrap_or_else(|error| panic!("cannot start {}: {error}", run.display()));
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim_end().strip_prefix("READY bigtable=");
    let address = address.unwrap_or_else(|| panic!("expected READY, found {line:?}")).to_owned();
    Emulator { address, _process: Mutex::new(process) }
}

/// Connects to the emulator. Each test has its own connection, because connections belong to the runtime of a test.
pub async fn bigtable() -> Bigtable {
    Bigtable::connect(Config::emulator(address(), "p", "i")).await.unwrap()
}

/// Creates a new table with the family `f`.
pub async fn fresh(name: &str) -> BigtableStore {
    let bigtable = bigtable().await;
    bigtable.create_split_table(name, &["f"], &[] as &[&[u8]]).await.unwrap();
    bigtable.table(name, "f")
}

/// Writes rows in one batch.
pub async fn write(store: &BigtableStore, rows: &Model) {
    let mut batch = Batch::new();
    for (key, value) in rows {
        batch.put(key, value);
    }
    store.write(&batch).await.unwrap();
}

/// Returns all rows of a scan, in their order.
pub async fn all(mut scan: BigtableScan) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut rows = Vec::new();
    while let Some(row) = scan.next().await.unwrap() {
        rows.push(row);
    }
    rows
}

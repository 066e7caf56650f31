//! Tests of `check` and `share` with an HBase table and the loads of its servers.

#[path = "../../rowkey-hbase/tests/live/server.rs"]
mod server;

use rowkey::RowKey;
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_inspect::{KeyType, Status, Streams};
use rowkey_store::{Batch, Store};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use server::Fresh;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

#[derive(RowKey, Serialize, Deserialize)]
struct Call {
    #[salt(modulo, buckets = 4)]
    caller: u32,
    at: u32,
}

/// Runs the tool with arguments.
fn run(arguments: &[&str]) -> (Status, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams { input: &mut std::io::empty(), out: &mut out, err: &mut err };
    let status = rowkey_inspect::run(&[KeyType::of::<Call>()], ["keys"].iter().chain(arguments), streams);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status, text(out), text(err))
}

/// Returns the output for valid arguments.
#[track_caller]
fn answer(arguments: &[&str]) -> String {
    let (status, out, err) = run(arguments);
    assert_eq!((status, &*err), (Status::Done, ""), "{arguments:?}: {out}");
    out
}

/// The number of rows in the table: more than one page of keys.
const ROWS: u32 = 24_000;

fn put(store: &HBaseStore, keys: impl Iterator<Item = Vec<u8>>) {
    let mut batch = Batch::new();
    for key in keys {
        batch.put(key, "secret");
    }
    store.write(&batch).expect("rows");
}

/// Returns the output of `tools/hbase/loads` after the servers have reported this many writes.
fn loads(zookeeper: &str, writes: u64) -> String {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/hbase/loads");
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let output = Command::new(&tool).args([zookeeper, "calls"]).output().expect("tools/hbase/loads");
        let text = String::from_utf8(output.stdout).expect("text");
        let writes_of = text.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().parse::<u64>().unwrap());
        if output.status.success() && writes_of.sum::<u64>() >= writes {
            return text;
        }
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(Instant::now() < deadline, "{text}{errors}");
    }
}

fn rows(report: &Value) -> Vec<u64> {
    report["regions"].as_array().unwrap().iter().map(|region| region["rows"].as_u64().unwrap()).collect()
}

fn all_keys_are_checked(address: &str, store: &HBaseStore) {
    assert_eq!(answer(&["check", "Call", address]), format!("{ROWS} keys\n{ROWS} are keys of Call\n"));
    // One row with a wrong bucket, which is the last row.
    put(store, [vec![3, 0xFF, 0xFF, 0xFF, 0xFD, 0, 0, 0, 0]].into_iter());
    let (status, out, _) = run(&["check", "Call", address]);
    let start = format!(
        "{} keys\n{ROWS} are keys of Call\n\n1: the label is for another bucket\nthe first, row {}:\n",
        ROWS + 1,
        ROWS + 1
    );
    assert!(status == Status::Failed && out.starts_with(&start) && !out.contains("secret"), "{out}");
    store.write(Batch::new().delete([3, 0xFF, 0xFF, 0xFF, 0xFD, 0, 0, 0, 0])).expect("a row is deleted");
}

fn hot_regions_are_shown(address: &str, store: &HBaseStore, zookeeper: &str) {
    // Each region has the same number of rows, so the rows are even.
    let found: Value = serde_json::from_str(&answer(&["share", "Call", address, "--json"])).unwrap();
    assert_eq!(rows(&found), [u64::from(ROWS / 4); 4]);
    assert_eq!(found["finding"], "the rows are spread evenly over the regions");
    assert_eq!(found["regions"][1].get("write_requests"), None);
    // Only the rows of region 2 are written repeatedly.
    let again: u32 = 8;
    for _ in 0..again {
        put(store, (0..ROWS / 4).map(|row| Call { caller: 2, at: row * 4 + 2 }.encode().unwrap().to_vec()));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("loads.csv");
    let writes = u64::from(ROWS + again * ROWS / 4);
    std::fs::write(&file, loads(zookeeper, writes)).expect("a file");
    let page = folder.path().join("share.html");
    let (file, page) = (file.to_str().unwrap(), page.to_str().unwrap());
    let found: Value =
        serde_json::from_str(&answer(&["share", "Call", address, "--loads", file, "--html", page, "--json"])).unwrap();
    let requests = |of: &str| -> Vec<u64> {
        found["regions"].as_array().unwrap().iter().map(|region| region[of].as_u64().unwrap()).collect()
    };
    let [cold, hot] = [requests("write_requests")[1], requests("write_requests")[2]];
    assert!(cold >= u64::from(ROWS / 4) && hot >= cold + u64::from(again * ROWS / 4), "{found}");
    assert!(requests("read_requests").iter().all(|&reads| reads >= u64::from(ROWS / 4)), "{found}");
    let finding = found["finding"].as_str().unwrap();
    assert!(finding.starts_with("the rows are spread evenly over the regions, but region 2 gets "), "{finding}");
    assert!(finding.ends_with(" % of the writes"), "{finding}");
    let text = answer(&["share", "Call", address, "--loads", file]);
    assert!(text.contains("\nRequests per region, since a server opened the region\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<h2>Writes per region</h2>") && page.contains("region 2 gets"));
}

#[test]
fn keys_and_loads_of_a_table() {
    let mut fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).expect("a gateway");
    hbase.create_table::<Call>("calls", "d").expect("a table");
    let store = hbase.table("calls", "d");
    put(&store, (0..ROWS).map(|row| Call { caller: row % 4, at: row }.encode().unwrap().to_vec()));
    let address = format!("hbase://{}/calls/d", fresh.server.gateway);
    all_keys_are_checked(&address, &store);
    hot_regions_are_shown(&address, &store, &fresh.server.zookeeper);

    // The regions of the table, not of the type: the second half of region 2 is now a separate region.
    fresh.server.command(&format!("split calls 0200000002{:08x}", ROWS / 2 + 2));
    let found: Value = serde_json::from_str(&answer(&["share", "Call", &address, "--json"])).unwrap();
    let quarter = u64::from(ROWS / 4);
    assert_eq!(rows(&found), [quarter, quarter, quarter / 2, quarter / 2, quarter]);
}

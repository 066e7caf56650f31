//! Compares `encode_batch` with encoding one key after the other: the minimum time of each, in turns.
//!
//! Fails if the table in the README has other rows or columns. With `--write`, updates this table.

use rowkey::{KeyBatch, RowKey};
use rowkey_benches::table::{Shown, same_shape};
use rowkey_benches::{hashed, padded};
use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The number of rows in a batch. Their keys fit the caches, so that the times measure the encoding itself.
const ROWS: usize = 1_024;

const PASSES: usize = 2_000;

/// Like [`hashed::Hashed`], but salted by all fields.
#[derive(RowKey)]
#[rowkey(salt(md5, buckets = 16, of(..)))]
struct OfRest<'a> {
    #[pad(20)]
    name: &'a str,
    id: u64,
}

/// The command that writes the table.
const COMMAND: &str = "cargo run --release --manifest-path benches/Cargo.toml --bin batch --";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let names = padded::names(ROWS);
    let hosts = padded::hosts(&names);
    let of_rest: Vec<_> = hosts.iter().map(|host| OfRest { name: host.name, id: host.id }).collect();
    let head = "| million keys per second | one by one | `encode_batch` | ratio |\n|---|---:|---:|---:|\n";
    let table = [
        head.to_owned(),
        row("md5_salted_text", &hashed::hashed(&hosts)),
        row("md5_salted_text, md5 of the whole rest", &of_rest),
    ]
    .concat();
    print!("{table}");
    let shown = Shown { file: concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"), command: COMMAND };
    let differences = shown.settle(&table, same_shape)?;
    differences.iter().for_each(|difference| eprintln!("{difference}"));
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row<K: RowKey>(name: &str, keys: &[K]) -> String {
    let (mut bytes, mut batch) = (Vec::new(), KeyBatch::new());
    let mut least = [Duration::MAX; 2];
    for _ in 0..PASSES {
        let start = Instant::now();
        bytes.clear();
        for key in black_box(keys) {
            bytes.extend_from_slice(key.encode().expect("a good key").as_ref());
        }
        black_box(&bytes);
        least[0] = least[0].min(start.elapsed());
        let start = Instant::now();
        batch.clear();
        K::encode_batch(black_box(keys), &mut batch).expect("good keys");
        black_box(&batch);
        least[1] = least[1].min(start.elapsed());
    }
    assert_eq!(batch.as_bytes(), bytes);
    let [one, many] = least.map(|time| keys.len() as f64 / time.as_secs_f64() / 1e6);
    format!("| {name} | {one:.1} | {many:.1} | {:.2} |\n", many / one)
}

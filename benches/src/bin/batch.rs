//! Keys of a bulk load: one by one beside `encode_batch`, in turns, the least time of each.

use rowkey::{KeyBatch, RowKey};
use rowkey_benches::{call, hashed, padded, texts};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many rows a load has: their keys fit the caches, so that it is the work that is timed.
const ROWS: usize = 1_024;

const PASSES: usize = 2_000;

/// As [`hashed::Hashed`], salted by all that follows.
#[derive(RowKey)]
#[rowkey(salt(md5, buckets = 16, of(..)))]
struct OfRest<'a> {
    #[pad(20)]
    name: &'a str,
    id: u64,
}

/// As [`hashed::Hashed`], by xxh3.
#[derive(RowKey)]
struct Xxh3<'a> {
    #[salt(buckets = 16)]
    #[pad(20)]
    name: &'a str,
    id: u64,
}

fn main() {
    let names = padded::names(ROWS);
    let hosts = padded::hosts(&names);
    let phones = call::phones(2 * ROWS);
    println!("| keys a second, in millions | one by one | `encode_batch` | times |");
    println!("|---|---:|---:|---:|");
    row("W3, md5 of a name of 4 to 20 bytes", &hashed::hashed(&hosts));
    let of_rest: Vec<_> = hosts.iter().map(|host| OfRest { name: host.name, id: host.id }).collect();
    row("the same, md5 of the whole rest", &of_rest);
    let xxh3: Vec<_> = hosts.iter().map(|host| Xxh3 { name: host.name, id: host.id }).collect();
    row("the same, xxh3 of the name", &xxh3);
    row("W1, xor", &call::calls(&phones));
    row("W4, variable width, no salt", &texts::documents(ROWS));
}

fn row<K: RowKey>(name: &str, keys: &[K]) {
    let (mut bytes, mut batch) = (Vec::new(), KeyBatch::new());
    let mut least = [Duration::MAX; 2];
    for _ in 0..PASSES {
        let start = Instant::now();
        bytes.clear();
        for key in black_box(keys) {
            if const { K::LAYOUT.fixed_width().is_some() } {
                bytes.extend_from_slice(key.encode().expect("a good key").as_ref());
            } else {
                key.encode_into(&mut bytes).expect("a good key");
            }
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
    println!("| {name} | {one:.1} | {many:.1} | {:.2} |", many / one);
}

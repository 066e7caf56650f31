//! A key of variable width takes a single allocation, because its length is computed first.

use rowkey::RowKey;
use rowkey_benches::allocations::{Counted, of};
use rowkey_benches::texts::{Document, derived};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[global_allocator]
static ALLOCATOR: Counted = Counted;

#[derive(RowKey)]
struct Line<'a> {
    #[rowkey(separator = "/", chars("^\0-/"))]
    host: &'a str,
    at: u64,
    #[rowkey(desc, terminated)]
    kind: Vec<u8>,
    text: &'a str,
}

#[test]
fn one_allocation() {
    for width in 0..200 {
        let text = "x".repeat(width);
        for nul in [false, true] {
            let path = if nul { format!("{text}\0") } else { text.clone() };
            let document = Document { user: (&*text).into(), path: path.into(), version: 7 };
            assert_eq!(of(|| drop(derived::encode(&document))), 1, "{width} {nul}");
        }
        let line = Line { host: &text, at: 7, kind: text.as_bytes().to_vec(), text: &text };
        assert_eq!(of(|| drop(line.encode().unwrap())), 1, "{width}");
    }
}

#[test]
fn other_threads_do_not_count() {
    let (made, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let allocate = || drop(std::hint::black_box(Box::new(0_u8)));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                allocate();
                made.fetch_add(1, Ordering::Relaxed);
            }
        });
        let counted = of(|| {
            let before = made.load(Ordering::Relaxed);
            while made.load(Ordering::Relaxed) < before + 100 {
                std::thread::yield_now();
            }
            allocate();
        });
        stop.store(true, Ordering::Relaxed);
        assert_eq!(counted, 1);
    });
}

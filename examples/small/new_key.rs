//! How do I change the key of a live table? The text key of an old program becomes binary, with a salt and the newest first.
use rowkey::RowKey;
use rowkey_store::{MemoryStore, MoveStep, MovesTo, MovingTable, Table};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// `13362666677_1512000000`, of a program that wrote its keys with `format!`.
#[derive(RowKey, Debug)]
#[rowkey(separator = "_")]
pub(crate) struct TextCall {
    #[rowkey(digits(11))]
    phone: u64,
    #[rowkey(digits(10))]
    at: u32,
}
/// The key that we want: 16 buckets of 12 bytes.
#[derive(RowKey, Debug)]
pub(crate) struct Call {
    #[salt(buckets = 16)]
    phone: u64,
    #[rowkey(desc)]
    at: u32,
}
impl MovesTo<Call> for TextCall {
    fn new_key(&self) -> Call {
        Call { phone: self.phone, at: self.at }
    }
    fn old_key(new: &Call) -> Option<Self> {
        (new.phone < 100_000_000_000).then_some(Self { phone: new.phone, at: new.at }) // it has 11 digits
    }
}

fn call(n: u32) -> Call {
    Call { phone: 13_362_666_677 + u64::from(n % 9), at: 1_512_000_000 + n }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (old, new) = (Table::new(MemoryStore::new()), Table::new(MemoryStore::new()));
    old.put_all((0..5_000).map(|n| (TextCall { phone: call(n).phone, at: call(n).at }, "a call")))?;
    let program = |step| MovingTable::<TextCall, Call, _>::new(step, old.clone(), new.clone());
    let (next, steps) = (AtomicU32::new(5_000), [MoveStep::OldFirst, MoveStep::NewFirst, MoveStep::NewOnly]);

    // Each deployment: programs of the step before still write, while those of the next step read.
    for steps in steps.windows(2) {
        let (before, now) = (program(steps[0]), program(steps[1]));
        println!("{:?}: {} rows copied", steps[0], before.move_rows(None, |_| ControlFlow::Continue(()))?.copied);
        std::thread::scope(|scope| {
            let writer =
                scope.spawn(|| (0..500).try_for_each(|_| before.put(&call(next.fetch_add(1, Relaxed)), "a call")));
            let found = (0..5_000).map(|n| now.contains(&call(n))).collect::<Result<Vec<_>, _>>();
            writer
                .join()
                .expect("the writer ends")
                .and(found)
                .map(|found| assert!(found.iter().all(|is_there| *is_there)))
        })?;
    }
    let deleted = program(MoveStep::NewOnly).finish(None, |_| ControlFlow::Continue(()))?.deleted;
    let newest = new.keys(&Call::scan().phone(13_362_666_677).limit(1).plan()?)?.next().transpose()?;
    println!("{deleted} old rows deleted. The newest call of a phone: {newest:?}");
    assert_eq!((deleted, old.count(&TextCall::scan().plan()?)?, new.count(&Call::scan().plan()?)?), (6_000, 0, 6_000));
    Ok(())
}

//! How do I change the key of a live table? One that Java code wrote gets binary keys, an even salt, and the newest first.
use jiff::civil::{DateTime, date};
use rowkey::RowKey;
use rowkey_store::{MemoryStore, MoveStep::*, MovesTo, MovingTable, Table};
use std::{ops::ControlFlow, thread};

/// `01_13362666677_2017-12-01 12:10_14444445555_0_180`: the table of `old_table`.
#[rustfmt::skip] // a line for each field
#[derive(RowKey, Debug)]
#[rowkey(separator = "_")]
pub(crate) struct TextCall {
    #[salt(xor, buckets = 6, of(caller.from(7).int, at.year_month), digits(2))]
    #[rowkey(len(11), chars("0-9"))] caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))] at: DateTime,
    #[rowkey(digits(11))] callee: u64,
    #[rowkey(digits(1))] side: u8,
    #[rowkey(decimal)] seconds: u32,
}
#[rustfmt::skip]
#[derive(RowKey, Debug)]
pub(crate) struct Call {
    #[salt(buckets = 6, of(caller, at.year_month))] caller: u64,
    #[reverse_ts(millis, exact)] at: DateTime,
    callee: u64,
    side: u8,
    seconds: u32,
}
impl MovesTo<Call> for TextCall {
    fn new_key(&self) -> Call {
        let &Self { at, callee, side, seconds, .. } = self;
        Call { caller: self.caller.parse().unwrap_or_default(), at, callee, side, seconds }
    }
    fn old_key(&Call { caller, at, callee, side, seconds }: &Call) -> Option<Self> {
        let old = Self { caller: format!("{caller:011}"), at, callee, side, seconds };
        old.encode().is_ok().then_some(old) // the text has no room for 12 digits, or for the seconds of `at`
    }
}
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let call = |caller| Call { caller, at: date(2017, 12, 1).at(12, 10, 0, 0), callee: 10_086, side: 0, seconds: 180 };
    let (old, new) = (Table::new(MemoryStore::new()), Table::new(MemoryStore::new()));
    old.put_all((0..1_000).filter_map(|n| Some((TextCall::old_key(&call(n))?, ""))))?; // the program before the move
    let [one, two, last] = [OldFirst, NewFirst, NewOnly].map(|step| MovingTable::new(step, old.clone(), new.clone()));
    // Each deployment: programs of the step before still write, while rows move, and one of the next step counts.
    for (writes, counts, rows) in [(&one, &two, 1_000..10_000), (&two, &last, 10_000..20_000)] {
        thread::scope(|scope| {
            let writer = scope.spawn(|| rows.clone().try_for_each(|n| writes.put(&call(n), "")));
            if writes.step() == OldFirst {
                writes.move_rows(None, |_| ControlFlow::Continue(()))?;
            }
            let count = |_| counts.count(|| Call::scan().plan(), || TextCall::scan().plan());
            let found = (0..5).map(count).collect::<Result<Vec<_>, _>>()?;
            assert!(found.is_sorted() && found.iter().all(|count| (rows.start..=rows.end).contains(count)));
            writer.join().expect("the writer ends")
        })?;
    }
    let deleted = last.finish(None, |_| ControlFlow::Continue(()))?.deleted;
    assert_eq!((deleted, last.count_old()?, new.count(&Call::scan().plan()?)?), (20_000, 0, 20_000));
    println!("{deleted} old rows deleted, of which programs before the move wrote 1,000");
    Ok(())
}

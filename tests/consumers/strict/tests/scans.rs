//! Questions that are one step from a refusal.
#![allow(dead_code)]
#![allow(clippy::needless_borrows_for_generic_args, reason = "a query takes references, too")]

use rowkey::{RowKey, contains, ends_with, one_of, starts_with};
use std::ops::Bound;

type Millis = i64;

#[derive(RowKey, Debug)]
#[rowkey(index(unique ByAt(at, phone)))]
struct Call {
    #[rowkey(terminated)]
    phone: String,
    kind: u16,
    #[reverse_ts]
    at: Millis,
    #[rowkey(decimal)]
    seconds: u32,
}

#[test]
fn compiles_and_runs() {
    let text = String::from("133");
    // Values as they are, borrowed, or of a like type.
    let _ = Call::scan().phone("133").kind(1).at(&5).seconds(7).plan();
    let _ = Call::scan().phone(&text).kind(one_of([1, 2])).at(one_of(vec![5])).seconds(one_of([1u32])).plan();
    let _ = Call::scan().phone(text.clone()).plan();
    // Each form of a range, on each ordered field.
    let _ = Call::scan().phone(..).plan();
    let _ = Call::scan().phone("1".."2").plan();
    let _ = Call::scan().phone((Bound::Excluded("1"), Bound::Unbounded)).plan();
    let _ = Call::scan().phone("1").kind(..=5).plan();
    let _ = Call::scan().phone("1").kind(1).at(&5..).plan();
    // A start, then filters of all kinds, on earlier and later fields, also on one in no order.
    let scan = Call::scan().phone(starts_with("13")).filter_kind(1).filter_at(5..).filter_seconds(1..);
    let _ = scan
        .filter_phone(starts_with("133"))
        .filter_phone(ends_with("7"))
        .filter_phone(contains("33"))
        .filter_kind(one_of([1, 2]))
        .limit(1)
        .max_ranges(9)
        .plan();
    // Nothing bound, and all of it named.
    let _ = Call::scan().filter_seconds(1).plan();
    let later: CallScan<1> = Call::scan().phone("1");
    let _ = later.kind(1).plan();
    let _ = ByAt::scan().at(5..).filter_phone("1").plan();
}

rowkey::laws!(Call);

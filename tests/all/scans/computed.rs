//! The law of scans for keys with computed elements.

use super::universe::{SIGNED, SMALL, Table, between, strings};
use jiff::Timestamp;
use rowkey::{RowKey, one_of};

const TENS: [u8; 8] = [0, 9, 10, 11, 19, 20, 250, 255];

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Tens {
    #[rowkey(element(at.div(10), bytes(1)))]
    device: u8,
    at: u8,
}

#[test]
fn a_quotient_leads() {
    let mut t = Table::of(product!([0, 7, 0xFF], TENS, |device, at| Tens { device, at }));
    let (device, at) = (|k: &Tens| k.device, |k: &Tens| k.at);
    // Whatever `at` is, there are 26 quotients.
    equals!(t, Tens::scan(), 26, Tens, |_: &Tens| true, device, SMALL, device);
    ranges!(t, Tens::scan(), 26, Tens, |_: &Tens| true, device, SMALL, device);
    let base = |k: &Tens| k.device == 7;
    equals!(t, Tens::scan().device(7u8), 1, Tens, base, at, TENS, at);
    ranges!(t, Tens::scan().device(7u8), 26, Tens, base, at, TENS, at);
    run!(t, Tens::scan().device(7u8).at(9..=20), 3, |k: &Tens| base(k) && (9..=20).contains(&k.at));
    filters!(t, Tens::scan().device(7u8), Tens, base, at, TENS, filter_at, ranges);
    filters!(t, Tens::scan(), Tens, |_: &Tens| true, at, TENS, filter_at, ranges);
    // A range of the element itself, because it rises with `at`.
    run!(t, Tens::scan().filter_at(9..=20), 1, |k: &Tens| (9..=20).contains(&k.at));
    run!(t, Tens::scan().filter_at(9u8), 1, |k: &Tens| k.at == 9);
    // Two ranges allowed, three needed: the device is filtered.
    run!(t, Tens::scan().device(7u8).at(9..=20).max_ranges(2), 1, |k: &Tens| base(k) && (9..=20).contains(&k.at));
    run!(t, Tens::scan().device(one_of([7u8, 9])).max_ranges(2), 1, base);
    t.done("a quotient leads");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 3, of(at.div(2))), separator = "!", prefix = "p")]
struct Falling {
    #[rowkey(chars("a-z"))]
    name: String,
    #[rowkey(element(at.floor(50), digits(3), desc))]
    kind: i8,
    #[rowkey(desc)]
    at: u8,
}

#[test]
fn a_multiple_falls_behind_a_text_and_a_salt() {
    let kinds = [-1i8, 0, 5];
    let times = [0u8, 1, 2, 49, 50, 51, 99, 100, 255];
    let names = strings(&["", "a", "ab", "b"]);
    let mut t = Table::of(product!(names, kinds, times, |name, kind, at| Falling { name, kind, at }));
    let (kind, at) = (|k: &Falling| k.kind, |k: &Falling| k.at);
    equals!(t, Falling::scan(), 3, Falling, |_: &Falling| true, |k: &Falling| k.name.clone(), names, name);
    let base = |k: &Falling| k.name == "a";
    equals!(t, Falling::scan().name("a"), usize::MAX, Falling, base, kind, SIGNED, kind);
    ranges!(t, Falling::scan().name("a"), usize::MAX, Falling, base, kind, SIGNED, kind);
    let both = |k: &Falling| k.name == "a" && k.kind == 5;
    equals!(t, Falling::scan().name("a").kind(5i8), 1, Falling, both, at, times, at);
    ranges!(t, Falling::scan().name("a").kind(5i8), usize::MAX, Falling, both, at, times, at);
    // Only the buckets that the part of a range in each element can hold.
    run!(t, Falling::scan().name("a").kind(5i8).at(49..=50), 2, |k: &Falling| both(k) && (49..=50).contains(&k.at));
    // Of one element the buckets could be listed, of the other not: of both, all are read.
    for (low, high) in [(47, 75), (10, 51)] {
        for most in [6, 12] {
            let query = Falling::scan().name("a").kind(5i8).max_ranges(most).at(low..=high);
            run!(t, query, most, |k: &Falling| both(k) && (low..=high).contains(&k.at));
        }
    }
    let any = |k: &Falling| (k.name.is_empty() || k.name == "ab") && k.kind != 0;
    let start = || Falling::scan().name(one_of(["", "ab"])).kind(one_of([-1i8, 5]));
    ranges!(t, start(), usize::MAX, Falling, any, at, times, at);
    filters!(t, Falling::scan().name("a"), Falling, base, at, times, filter_at, ranges);
    t.done("a multiple falls behind a text and a salt");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Digested {
    group: u8,
    #[rowkey(element(md5(id), hex(1)))]
    #[rowkey(chars("a-z"), separator = ":")]
    id: String,
    #[rowkey(element(last.from(1).int, digits(2)))]
    kind: bool,
    #[rowkey(len(3))]
    last: String,
}

#[test]
fn a_digest_stands_before_its_field() {
    let ids = strings(&["", "a", "b", "c", "ab", "abc", "zz"]);
    let lasts = strings(&["a00", "b01", "a99", "x10"]);
    let values = product!([0u8, 9], ids, |group, id| (group, id)).flat_map(|(group, id)| {
        let of = move |kind| Digested { group, id: id.clone(), kind, last: String::new() };
        [of(false), of(true)]
    });
    let all: Vec<_> = values.collect();
    let mut t = Table::of(product!(all, lasts, |key, last| Digested { last, ..key }));
    let (id, last) = (|k: &Digested| k.id.clone(), |k: &Digested| k.last.clone());
    let base = |k: &Digested| k.group == 9;
    equals!(t, Digested::scan(), 1, Digested, |_: &Digested| true, |k: &Digested| k.group, SMALL, group);
    equals!(t, Digested::scan().group(9u8), 1, Digested, base, id, ids, id);
    starts!(t, Digested::scan().group(9u8), 16, Digested, base, id, ids, id);
    ranges!(t, Digested::scan().group(9u8), 16, Digested, base, id, ids, id);
    filters!(t, Digested::scan().group(9u8), Digested, base, id, ids, filter_id, ranges);
    let both = |k: &Digested| k.group == 9 && k.id == "ab";
    let start = || Digested::scan().group(9u8).id("ab");
    equals!(t, start(), 100, Digested, both, |k: &Digested| k.kind, [false, true], kind);
    let kind = |k: &Digested| both(k) && k.kind;
    equals!(t, start().kind(true), 1, Digested, kind, last, lasts, last);
    starts!(t, start().kind(true), 100, Digested, kind, last, strings(&["", "a", "a0", "a00", "b0"]), last);
    ranges!(t, start().kind(true), 100, Digested, kind, last, lasts, last);
    t.done("a digest stands before its field");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(index(#[derive(Debug, Clone, PartialEq)] unique ByDay(element(at.year_month_day), at, device)))]
struct Reading {
    device: u8,
    #[rowkey(element(at.year_month))]
    kind: bool,
    #[reverse_ts(millis, exact)]
    at: Timestamp,
}

#[test]
fn a_month_stands_before_a_reversed_time() {
    let times = ["1999-12-31T23:59:59.999Z", "2000-01-01T00:00:00Z", "2024-02-29T12:00:00Z", "2024-03-01T00:00:00Z"];
    let times: Vec<Timestamp> = times.iter().map(|time| time.parse().unwrap()).collect();
    let all =
        product!([0u8, 1, 9, 77, 200, 255], [false, true], times, |device, kind, at| Reading { device, kind, at });
    let mut t = Table::of(all.clone());
    let at = |k: &Reading| k.at;
    let base = |k: &Reading| k.device == 1 && !k.kind;
    run!(t, Reading::scan().device(1u8), 1, |k: &Reading| k.device == 1);
    run!(t, Reading::scan().device(1u8).kind(false), 1, base);
    equals!(t, Reading::scan().device(1u8).kind(false), 1, Reading, base, at, times, at);
    ranges!(t, Reading::scan().device(1u8).kind(false), usize::MAX, Reading, base, at, times, at);
    run!(t, Reading::scan().device(1u8).kind(false).at(times[0]..times[1]), 1, |k: &Reading| base(k)
        && k.at == times[0]);
    t.done("a month stands before a reversed time");

    let mut t = Table::of(all.filter(|key| !key.kind).map(|key| ByDay::from(&key)));
    let at = |k: &ByDay| k.at;
    equals!(t, ByDay::scan(), 1, ByDay, |_: &ByDay| true, at, times, at);
    ranges!(t, ByDay::scan(), usize::MAX, ByDay, |_: &ByDay| true, at, times, at);
    filters!(t, ByDay::scan(), ByDay, |_: &ByDay| true, at, times, filter_at, ranges);
    t.done("a day leads a secondary key");
}

rowkey::laws!(Tens, Falling, Digested, Reading);

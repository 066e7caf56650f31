//! The law of scans for keys that end with a literal.

use super::universe::{Table, between, texts};
use rowkey::RowKey;

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_", suffix = "..")]
struct File {
    a: u8,
    #[rowkey(chars("a-z"))]
    name: String,
}

#[test]
fn texts_before_a_suffix() {
    let names = texts("az", 2);
    let mut t = Table::of(product!([0u8, b'.', 0xFF], names, |a, name| File { a, name }));
    let all = |_: &File| true;
    equals!(t, File::scan(), 1, File, all, |k: &File| k.a, [0u8, b'.', 7], a);
    for a in [0u8, b'.'] {
        let base = |k: &File| k.a == a;
        equals!(t, File::scan().a(a), 1, File, base, |k: &File| k.name.clone(), names, name);
        ranges!(t, File::scan().a(a), 1, File, base, |k: &File| k.name.clone(), names, name);
    }
    t.done("texts before a suffix");
}

/// With a suffix that begins with 00 or FF, next to which a bound ends.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(suffix = b"\x00")]
struct Low {
    a: u8,
    b: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(suffix = b"\xFF\xFF")]
struct High {
    #[rowkey(desc)]
    a: u8,
    b: u8,
}

#[test]
fn numbers_before_a_suffix() {
    let bytes = [0u8, 1, 7, 0xFE, 0xFF];
    let mut t = Table::of(product!(bytes, bytes, |a, b| Low { a, b }));
    ranges!(t, Low::scan(), 1, Low, |_: &Low| true, |k: &Low| k.a, bytes, a);
    for a in bytes {
        equals!(t, Low::scan().a(a), 1, Low, |k: &Low| k.a == a, |k: &Low| k.b, bytes, b);
        ranges!(t, Low::scan().a(a), 1, Low, |k: &Low| k.a == a, |k: &Low| k.b, bytes, b);
        run!(t, Low::scan().filter_b(a), |k: &Low| k.b == a);
        run!(t, Low::scan().filter_b(a..), |k: &Low| k.b >= a);
    }
    t.done("numbers before 00");
    let mut t = Table::of(product!(bytes, bytes, |a, b| High { a, b }));
    ranges!(t, High::scan(), 1, High, |_: &High| true, |k: &High| k.a, bytes, a);
    for a in bytes {
        equals!(t, High::scan().a(a), 1, High, |k: &High| k.a == a, |k: &High| k.b, bytes, b);
        ranges!(t, High::scan().a(a), 1, High, |k: &High| k.a == a, |k: &High| k.b, bytes, b);
        run!(t, High::scan().filter_b(..a), |k: &High| k.b < a);
    }
    t.done("numbers before FF FF");
}

/// A text whose end is found from the end of the key, because it can hold the suffix.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(suffix = "a")]
struct Back {
    a: u8,
    #[rowkey(allow(unordered))]
    name: String,
}

#[test]
fn texts_that_can_hold_the_suffix() {
    let (names, few) = (texts("ab", 3), texts("ab", 2));
    let mut t = Table::of(product!([0u8, b'a'], names, |a, name| Back { a, name }));
    for a in [0u8, b'a'] {
        equals!(t, Back::scan().a(a), 3, Back, |k: &Back| k.a == a, |k: &Back| k.name.clone(), few, name);
    }
    t.done("texts that can hold the suffix");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(suffix = "!")]
struct Outer {
    file: File,
    #[rowkey(desc)]
    last: File,
}

impl Eq for File {}

impl PartialOrd for File {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for File {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.a, &self.name).cmp(&(other.a, &other.name))
    }
}

#[test]
fn nested_keys_with_a_suffix() {
    let files: Vec<File> = product!([0u8, b':', 0xFF], texts("az", 1), |a, name| File { a, name }).collect();
    let mut t = Table::of(product!(files, files, |file, last| Outer { file, last }));
    let all = |_: &Outer| true;
    equals!(t, Outer::scan(), 1, Outer, all, |k: &Outer| k.file.clone(), files, file);
    ranges!(t, Outer::scan(), 1, Outer, all, |k: &Outer| k.file.clone(), files, file);
    for file in files.iter().step_by(3) {
        let base = |k: &Outer| k.file == *file;
        equals!(t, Outer::scan().file(file), 1, Outer, base, |k: &Outer| k.last.clone(), files, last);
        ranges!(t, Outer::scan().file(file), 1, Outer, base, |k: &Outer| k.last.clone(), files, last);
    }
    t.done("nested keys with a suffix");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(suffix = "xy", salt(xor, buckets = 4, of(a)))]
struct Salted {
    a: u8,
    #[rowkey(terminated)]
    name: String,
    #[rowkey(decimal)]
    count: u16,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(suffix = "x", salt(buckets = 3, of(..)))]
struct OfRest {
    a: u8,
    b: u8,
}

#[test]
fn salted_keys_with_a_suffix() {
    let (bytes, names, counts) = ([0u8, 1, 6, 7, 0xFF], texts("ab", 1), [0u16, 1, 10, 100, 1_000]);
    let mut t = Table::of(product!(bytes, names, counts, |a, name, count| Salted { a, name, count }));
    for a in bytes {
        for name in &names {
            let base = |k: &Salted| k.a == a && k.name == *name;
            let start = || Salted::scan().a(a).name(name);
            equals!(t, start(), 1, Salted, base, |k: &Salted| k.count, counts, count);
            run!(t, start().filter_count(2..), |k: &Salted| base(k) && k.count >= 2);
        }
    }
    t.done("salted keys with a suffix");
    let bytes = [0u8, 1, 2, 7, 0xFE, 0xFF];
    let mut t = Table::of(product!(bytes, bytes, |a, b| OfRest { a, b }));
    for a in bytes {
        equals!(t, OfRest::scan().a(a), 3, OfRest, |k: &OfRest| k.a == a, |k: &OfRest| k.b, bytes, b);
    }
    t.done("keys with a salt of the rest");
}

#[test]
fn all_fields_bound_are_one_key() {
    let plan = File::scan().a(7).name("ab").plan().unwrap();
    let ranges: Vec<String> = plan.ranges().map(|range| range.to_string()).collect();
    assert_eq!(ranges, ["07 5F 61 62 2E 2E .. 07 5F 61 62 2E 2E 00"]);
    let plan = Low::scan().a(7).b(1).plan().unwrap();
    let ranges: Vec<String> = plan.ranges().map(|range| range.to_string()).collect();
    assert_eq!(ranges, ["07 01 00 .. 07 01 00 00"]);
}

rowkey::laws!(File, Low, High, Back, Outer, Salted, OfRest);

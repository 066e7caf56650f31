//! The law of scans for keys that hold keys.

use super::universe::{Table, between, bytes, texts};
use rowkey::{If, Plan, RowKey, ScanError, one_of};
use std::ops::Bound::{self, Excluded, Included, Unbounded};

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(separator = "_")]
struct Inner {
    x: u8,
    #[rowkey(chars("a-z"))]
    y: String,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "::", prefix = "in:")]
struct Outer {
    a: Inner,
    b: u8,
    c: Inner,
}

#[test]
fn nested_keys_of_variable_width() {
    let inner: Vec<Inner> = product!([0u8, b'_', 0xFF], texts("az", 2), |x, y| Inner { x, y }).collect();
    let few: Vec<Inner> = inner.iter().step_by(3).cloned().collect();
    let mut t = Table::of(product!(inner, [0u8, b':'], few, |a, b, c| Outer { a, b, c }));
    let all = |_: &Outer| true;
    let (a, c) = (|k: &Outer| k.a.clone(), |k: &Outer| k.c.clone());
    equals!(t, Outer::scan(), 1, Outer, all, a, inner, a);
    ranges!(t, Outer::scan(), 1, Outer, all, a, few, a);
    let one = inner[3].clone();
    let base = |k: &Outer| k.a == one && k.b == b':';
    let start = || Outer::scan().a(&one).b(b':');
    equals!(t, start(), 1, Outer, base, c, few, c);
    ranges!(t, start(), 1, Outer, base, c, inner[..9], c);
    t.done("nested keys");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct InnerBack {
    #[rowkey(allow(unordered))]
    x: Vec<u8>,
    y: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct OuterBack {
    #[rowkey(allow(unordered))]
    a: InnerBack,
    b: u8,
}

#[test]
fn nested_keys_read_from_the_back() {
    let inner: Vec<InnerBack> = product!(bytes(&[0, 7], 3), [0u8, 7], |x, y| InnerBack { x, y }).collect();
    let mut t = Table::of(product!(inner, [0u8, 7], |a, b| OuterBack { a, b }));
    let all = |_: &OuterBack| true;
    let a = |k: &OuterBack| k.a.clone();
    equals!(t, OuterBack::scan(), 1, OuterBack, all, a, inner, a);
    let base = |k: &OuterBack| inner[..4].contains(&k.a);
    let start = || OuterBack::scan().a(one_of(inner[..4].iter()));
    ranges!(t, start(), 4, OuterBack, base, |k: &OuterBack| k.b, [0u8, 3, 7], b);
    t.done("nested keys read from the back");
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    x: u8,
    #[rowkey(desc)]
    y: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Whole {
    #[rowkey(desc)]
    a: Pair,
    b: Option<Pair>,
}

#[test]
fn nested_keys_of_one_width() {
    let pairs: Vec<Pair> = product!([0u8, 1, 0xFF], [0u8, 1, 0xFF], |x, y| Pair { x, y }).collect();
    let optional: Vec<Option<Pair>> = [None].into_iter().chain(pairs.iter().cloned().map(Some)).collect();
    let mut t = Table::of(product!(pairs, optional, |a, b| Whole { a, b }));
    let get = |k: &Whole| k.a.clone();
    equals!(t, Whole::scan(), 1, Whole, |_: &Whole| true, get, pairs, a);
    for low in &pairs {
        for high in &pairs {
            // One end is at most a range for each field.
            run!(t, Whole::scan().a(low..high), 3, |k: &Whole| (low..high).contains(&&k.a));
            run!(t, Whole::scan().a(low..=high), 3, |k: &Whole| (low..=high).contains(&&k.a));
            let (base, some) = (|k: &Whole| k.a == *low, Some(high.clone()));
            run!(t, Whole::scan().a(low).b(..some.clone()), 2, |k: &Whole| base(k) && k.b < some);
            run!(t, Whole::scan().a(low).b(some.clone()..), 2, |k: &Whole| base(k) && k.b >= some);
        }
        equals!(t, Whole::scan().a(low), 1, Whole, |k: &Whole| k.a == *low, |k: &Whole| k.b.clone(), optional, b);
    }
    t.done("nested keys of one width");
}

/// Nested keys that end in a text of one width, and in open text.
mod nested_text {
    use rowkey::RowKey;

    #[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Fixed {
        pub x: u8,
        #[rowkey(len(2), chars("a-b"))]
        pub s: String,
    }

    #[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Open {
        #[rowkey(chars("a-b"), separator = "_")]
        pub s: String,
        #[rowkey(chars("a-b"))]
        pub t: String,
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    pub struct Outer {
        #[rowkey(desc)]
        pub a: Fixed,
        #[rowkey(separator = "/")]
        pub b: Open,
        pub c: Open,
    }
}

#[test]
fn bounds_of_nested_keys_that_are_no_values() {
    use nested_text::{Fixed, Open, Outer};
    let texts = |alphabet: &[u8], most| bytes(alphabet, most).into_iter().map(|text| String::from_utf8(text).unwrap());
    let short: Vec<String> = texts(b"ab", 2).collect();
    let fixed: Vec<Fixed> = product!([1u8, 0xFF], ["aa", "ab", "bb"], |x, s| Fixed { x, s: s.into() }).collect();
    let open: Vec<Open> = product!(short, short, |s, t| Open { s, t }).collect();
    let mut t = Table::of(product!(fixed, open[..20], open[9..12], |a, b, c| Outer { a, b, c }));
    let all = |_: &Outer| true;
    // Too short, too long, and with bytes on either side of the alphabet and of the separators.
    let odd: Vec<String> = texts(b"\0/_ac", 2).chain(["aab".into(), "abb".into()]).collect();
    let bounds: Vec<Fixed> = product!([0u8, 1, 0xFF], odd, |x, s| Fixed { x, s }).collect();
    ranges!(t, Outer::scan(), 1, Outer, all, |k: &Outer| k.a.clone(), bounds[..40], a);
    let bounds: Vec<Open> = product!(odd[..14], ["", "a", "ba"], |s, t| Open { s, t: t.into() }).collect();
    let base = |k: &Outer| k.a == fixed[1];
    ranges!(t, Outer::scan().a(&fixed[1]), 1, Outer, base, |k: &Outer| k.b.clone(), bounds, b);
    let base = |k: &Outer| k.a == fixed[1] && k.b == open[3];
    ranges!(t, Outer::scan().a(&fixed[1]).b(&open[3]), 1, Outer, base, |k: &Outer| k.c.clone(), bounds, c);
    // Where a text falls that the inner key ends in depends on what follows.
    let end = Open { s: "a".into(), t: "b_".into() };
    let error = Outer::scan().a(&fixed[1]).b(end..).plan().unwrap_err();
    assert!(matches!(
        error,
        rowkey::ScanError::Bound { field: "b", reason: rowkey::ValueError::Alphabet { at: 1, .. }, .. }
    ));
    t.done("bounds of nested keys that are no values");
}

mod nested_numbers {
    use rowkey::RowKey;

    #[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Inner {
        #[rowkey(hex(2))]
        pub x: u8,
        #[rowkey(digits(5))]
        pub y: u16,
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    pub struct Outer {
        #[rowkey(desc)]
        pub a: Inner,
        pub b: Option<Inner>,
    }
}

#[test]
fn nested_numbers_as_text() {
    use nested_numbers::{Inner, Outer};
    let inner: Vec<Inner> = product!([0u8, 9, 10, 255], [0u16, 99, u16::MAX], |x, y| Inner { x, y }).collect();
    let some: Vec<Option<Inner>> = [None].into_iter().chain(inner.iter().cloned().map(Some)).collect();
    let mut t = Table::of(product!(inner, some, |a, b| Outer { a, b }));
    let all = |_: &Outer| true;
    equals!(t, Outer::scan(), 1, Outer, all, |k: &Outer| k.a.clone(), inner, a);
    ranges!(t, Outer::scan(), 1, Outer, all, |k: &Outer| k.a.clone(), inner, a);
    let base = |k: &Outer| k.a == inner[4];
    ranges!(t, Outer::scan().a(&inner[4]), 1, Outer, base, |k: &Outer| k.b.clone(), some, b);
    t.done("nested numbers as text");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct OfPair {
    a: Pair,
    b: u8,
}

/// The first fields of a nested key are bound by a scan of it.
#[test]
fn first_fields_of_nested_keys() {
    let pairs: Vec<Pair> = product!([0u8, 1, 0xFF], [0u8, 1, 0xFF], |x, y| Pair { x, y }).collect();
    let mut t = Table::of(product!(pairs, [0u8, 1, 0xFF], |a, b| OfPair { a, b }));
    for x in [0u8, 1, 2, 0xFF] {
        run!(t, OfPair::scan().a(Pair::scan().x(x)), 1, |k: &OfPair| k.a.x == x);
        run!(t, OfPair::scan().a(Pair::scan().x(..x)), 1, |k: &OfPair| k.a.x < x);
        run!(t, OfPair::scan().a(Pair::scan().x(x..)), 1, |k: &OfPair| k.a.x >= x);
        run!(t, OfPair::scan().a(Pair::scan().x(one_of([x, 1]))), 2, |k: &OfPair| [x, 1].contains(&k.a.x));
        run!(t, OfPair::scan().filter_b(1).filter_a(Pair::scan().x(x)), |k: &OfPair| (k.a.x, k.b) == (x, 1));
        run!(t, OfPair::scan().filter_a(Pair::scan().x(one_of([x, 1]))), |k: &OfPair| [x, 1].contains(&k.a.x));
        run!(t, OfPair::scan().a(If(Some(Pair::scan().x(x)))), 1, |k: &OfPair| k.a.x == x);
        run!(t, OfPair::scan().a(one_of([Pair::scan().x(x), Pair::scan().x(1)])), 2, |k: &OfPair| [x, 1]
            .contains(&k.a.x));
        for y in [0u8, 1, 2, 0xFF] {
            let scan = |range: (Bound<u8>, Bound<u8>)| OfPair::scan().a(Pair::scan().x(x).y(range));
            let whole = Pair::scan().x(x).y(y);
            run!(t, OfPair::scan().a(whole.clone()), 1, |k: &OfPair| (k.a.x, k.a.y) == (x, y));
            run!(t, OfPair::scan().filter_a(whole.clone()), |k: &OfPair| (k.a.x, k.a.y) == (x, y));
            for range in [(Included(y), Unbounded), (Excluded(y), Unbounded)] {
                run!(t, scan(range), 1, |k: &OfPair| k.a.x == x && between(&range.0, &range.1, &k.a.y));
                let range = (range.1, range.0);
                run!(t, scan(range), 1, |k: &OfPair| k.a.x == x && between(&range.0, &range.1, &k.a.y));
            }
        }
    }
    t.done("first fields of nested keys of one width");

    let inner: Vec<Inner> = product!([0u8, b'_', 0xFF], texts("az", 2), |x, y| Inner { x, y }).collect();
    let few: Vec<Inner> = inner.iter().step_by(3).cloned().collect();
    let mut t = Table::of(product!(inner, [0u8, b':'], few, |a, b, c| Outer { a, b, c }));
    equals!(t, Outer::scan(), 1, Outer, |_: &Outer| true, |k: &Outer| k.a.clone(), few, a);
    for x in [0u8, 1, b'^', b'_', b'`', 0xFE, 0xFF] {
        run!(t, Outer::scan().a(Inner::scan().x(x)), 1, |k: &Outer| k.a.x == x);
        run!(t, Outer::scan().a(Inner::scan().x(1..=x)), 1, |k: &Outer| (1..=x).contains(&k.a.x));
        run!(t, Outer::scan().filter_c(Inner::scan().x(x)), |k: &Outer| k.c.x == x);
        for a in &few {
            let (at_b, base) = (|| Outer::scan().a(a).b(b':'), |k: &Outer| k.a == *a && k.b == b':');
            run!(t, at_b().c(Inner::scan().x(x..)), 1, |k: &Outer| base(k) && k.c.x >= x);
            run!(t, at_b().c(Inner::scan().x(..=x)), 1, |k: &Outer| base(k) && k.c.x <= x);
        }
    }
    t.done("first fields of nested keys of variable width");
}

#[test]
fn what_a_scan_of_a_nested_key_cannot_ask() {
    let error = |scan: Result<Plan<_>, ScanError>| scan.unwrap_err().to_string();
    let whole = Inner::scan().x(1).y("a");
    assert_eq!(
        error(Outer::scan().a(whole).plan()),
        "this bound for `Outer.a` cannot be used: the scan of a nested key cannot bind the last field if its width varies: bind the whole nested key as a value"
    );
    let filtered = Inner::scan().x(1).filter_y("a");
    let expected = "this bound for `Outer.a` cannot be used: the scan of a nested key must bind its first fields, without a filter, a limit, or another order";
    assert_eq!(error(Outer::scan().a(filtered.clone()).plan()), expected);
    assert_eq!(error(Outer::scan().filter_c(filtered).plan()), expected.replace("Outer.a", "Outer.c"));
    assert_eq!(error(Outer::scan().a(Inner::scan().x(1).limit(3)).plan()), expected);
    assert_eq!(error(Outer::scan().a(Inner::scan().x(1).reversed()).plan()), expected);
    let plan = Outer::scan().a(Inner::scan().x(1)).plan().unwrap();
    assert!(plan.explain().to_string().contains("a"), "{}", plan.explain());
}

rowkey::laws!(
    Inner,
    Outer,
    InnerBack,
    OuterBack,
    Pair,
    Whole,
    OfPair,
    nested_text::Fixed,
    nested_text::Open,
    nested_text::Outer,
    nested_numbers::Inner,
    nested_numbers::Outer
);

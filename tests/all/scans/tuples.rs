//! The law of scans for tuples of FoundationDB, where one element can begin like another: text ends with 00, and goes on with FF.

use super::universe::{Table, between, bytes, parts_of, strings};
use rowkey::{RowKey, one_of};

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(encoding = fdb_tuple, prefix = b"\xFF")]
struct Texts {
    a: Vec<u8>,
    b: i8,
    c: String,
}

const FEW: [i8; 4] = [-1, 0, 7, 8];

#[test]
fn texts_that_begin_alike() {
    let some = [&[][..], &[0], &[0, 0], &[0, 1], &[0, 0xFF], &[1], &[0xFF]].map(<[u8]>::to_vec);
    let last = strings(&["", "\0", "\0a", "a"]);
    let mut t = Table::of(product!(some, [-1i8, 7], last, |a, b, c| Texts { a, b, c }));
    let all = |_: &Texts| true;
    let (a, b, c) = (|k: &Texts| k.a.clone(), |k: &Texts| k.b, |k: &Texts| k.c.clone());
    equals!(t, Texts::scan(), 1, Texts, all, a, some, a);
    ranges!(t, Texts::scan(), 1, Texts, all, a, bytes(&[0, 0xFF], 2), a);
    starts!(t, Texts::scan(), 1, Texts, all, a, bytes(&[0, 1, 0xFF], 2), a);
    filters!(t, Texts::scan(), Texts, all, a, some, filter_a, ranges);
    filters!(t, Texts::scan(), Texts, all, b, FEW, filter_b, ranges);
    let bounds = strings(&["", "\0", "\0\0", "\0a", "a", "a\0"]);
    filters!(t, Texts::scan(), Texts, all, c, bounds, filter_c, ranges);
    let parts = parts_of(&last, &[b"\xFF"]);
    searches!(
        t,
        Texts::scan().a(&[0]).b(7),
        usize::MAX,
        Texts,
        |k: &Texts| k.a == [0] && k.b == 7,
        c,
        parts,
        c,
        filter_c
    );
    for value in [&[][..], &[0], &[0, 0], &[0xFF]] {
        let base = |k: &Texts| k.a == value;
        equals!(t, Texts::scan().a(value), 1, Texts, base, b, FEW, b);
        ranges!(t, Texts::scan().a(value), 1, Texts, base, b, FEW, b);
        let base = |k: &Texts| k.a == value && k.b == 7;
        equals!(t, Texts::scan().a(value).b(7), 1, Texts, base, c, bounds, c);
        ranges!(t, Texts::scan().a(value).b(7), 1, Texts, base, c, bounds, c);
    }
    let any = [vec![], vec![0], vec![0, 0], vec![0xFF]];
    let base = |k: &Texts| any.contains(&k.a);
    ranges!(t, Texts::scan().a(one_of(any.clone())), 4, Texts, base, b, FEW, b);
    t.done("texts of tuples");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(encoding = fdb_tuple)]
struct Numbers {
    a: Option<i16>,
    #[salt(xor, buckets = 3)]
    b: u64,
    c: Option<bool>,
}

#[test]
fn numbers_of_all_widths() {
    let first = [None, Some(i16::MIN), Some(-256), Some(-1), Some(0), Some(255), Some(256)];
    let second = [0, 255, 256, 1 << 32, u64::MAX];
    let third = [None, Some(true)];
    let mut t = Table::of(product!(first, second, third, |a, b, c| Numbers { a, b, c }));
    let all = |_: &Numbers| true;
    let (a, b, c) = (|k: &Numbers| k.a, |k: &Numbers| k.b, |k: &Numbers| k.c);
    equals!(t, Numbers::scan(), 3, Numbers, all, a, first, a);
    ranges!(t, Numbers::scan(), 3, Numbers, all, a, first, a);
    filters!(t, Numbers::scan(), Numbers, all, b, second, filter_b, ranges);
    let base = |k: &Numbers| k.a == Some(-256);
    equals!(t, Numbers::scan().a(Some(-256)), 1, Numbers, base, b, second, b);
    ranges!(t, Numbers::scan().a(Some(-256)), 3, Numbers, base, b, second, b);
    let base = |k: &Numbers| k.a.is_none() && k.b == 256;
    equals!(t, Numbers::scan().a(None).b(256u64), 1, Numbers, base, c, third, c);
    ranges!(t, Numbers::scan().a(None).b(256u64), 1, Numbers, base, c, third, c);
    t.done("numbers of tuples");
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(encoding = fdb_tuple)]
struct Inner {
    x: Option<i8>,
    y: Option<Vec<u8>>,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(encoding = fdb_tuple)]
struct Outer {
    a: Option<String>,
    b: Inner,
    c: u8,
}

#[test]
fn tuples_in_tuples() {
    let ys: Vec<Option<Vec<u8>>> = [None].into_iter().chain(bytes(&[0, 0xFF], 1).into_iter().map(Some)).collect();
    let inner: Vec<Inner> = product!([None, Some(-1)], ys, |x, y| Inner { x, y }).collect();
    let first = [None, Some(""), Some("\0"), Some("a"), Some("a\0")].map(|text| text.map(str::to_owned));
    let mut t = Table::of(product!(first, inner, [0u8, 7], |a, b, c| Outer { a, b, c }));
    let all = |_: &Outer| true;
    let (a, b, c) = (|k: &Outer| k.a.clone(), |k: &Outer| k.b.clone(), |k: &Outer| k.c);
    equals!(t, Outer::scan(), 1, Outer, all, a, first, a);
    ranges!(t, Outer::scan(), 1, Outer, all, a, first, a);
    let few: Vec<Inner> = inner.iter().step_by(3).cloned().collect();
    filters!(t, Outer::scan(), Outer, all, b, few, filter_b, ranges);
    for value in [None, Some(String::new()), Some("a".into())] {
        let base = |k: &Outer| k.a == value;
        equals!(t, Outer::scan().a(value.clone()), 1, Outer, base, b, few, b);
        ranges!(t, Outer::scan().a(value.clone()), 1, Outer, base, b, inner, b);
        let one = inner[5].clone();
        let base = |k: &Outer| k.a == value && k.b == one;
        equals!(t, Outer::scan().a(value.clone()).b(&one), 1, Outer, base, c, [0u8, 1, 7], c);
        ranges!(t, Outer::scan().a(value.clone()).b(&one), 1, Outer, base, c, [0u8, 1, 7, 255], c);
    }
    t.done("tuples in tuples");
}

rowkey::laws!(Texts, Numbers, Inner, Outer);

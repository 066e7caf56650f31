//! The law of scans for keys in ordered code, where the last field has no end mark and cannot be empty.

use super::universe::{Table, between, bytes, parts_of, strings};
use rowkey::{RowKey, one_of};

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(encoding = ordered_code)]
struct Texts {
    a: Vec<u8>,
    b: String,
    c: Vec<u8>,
}

#[test]
fn texts_of_three_fields() {
    let some = [&[][..], &[0], &[0, 0], &[0, 1], &[0, 0xFF], &[1], &[0xFF], &[0xFF, 0xFE]].map(<[u8]>::to_vec);
    let middle = strings(&["", "\0", "\u{1}", "a", "a\0"]);
    let last = bytes(&[0, 1], 2);
    let mut t = Table::of(product!(some, middle, last, |a, b, c| Texts { a, b, c }));
    let all = |_: &Texts| true;
    let (a, b, c) = (|k: &Texts| k.a.clone(), |k: &Texts| k.b.clone(), |k: &Texts| k.c.clone());
    equals!(t, Texts::scan(), 1, Texts, all, a, some, a);
    ranges!(t, Texts::scan(), 1, Texts, all, a, bytes(&[0, 0xFF], 2), a);
    starts!(t, Texts::scan(), 1, Texts, all, a, bytes(&[0, 1, 0xFF], 2), a);
    filters!(t, Texts::scan(), Texts, all, a, some, filter_a, ranges);
    filters!(t, Texts::scan(), Texts, all, b, middle, filter_b, ranges);
    filters!(t, Texts::scan(), Texts, all, c, last, filter_c, ranges);
    let parts = parts_of(&middle, &[b"\xFF"]);
    for value in [&[][..], &[0], &[0xFF]] {
        let base = |k: &Texts| k.a == value;
        equals!(t, Texts::scan().a(value), 1, Texts, base, b, middle, b);
        ranges!(t, Texts::scan().a(value), 1, Texts, base, b, middle, b);
        starts!(t, Texts::scan().a(value), 1, Texts, base, b, parts, b);
        searches!(t, Texts::scan().a(value), usize::MAX, Texts, base, b, parts, b, filter_b);
        filters!(t, Texts::scan().a(value), Texts, base, c, last, filter_c, ranges);
        for text in ["", "a"] {
            let base = |k: &Texts| k.a == value && k.b == text;
            equals!(t, Texts::scan().a(value).b(text), 1, Texts, base, c, last, c);
            ranges!(t, Texts::scan().a(value).b(text), 1, Texts, base, c, bytes(&[0, 1, 2], 1), c);
            starts!(t, Texts::scan().a(value).b(text), 1, Texts, base, c, bytes(&[0, 1, 2], 2), c);
        }
    }
    let any = [vec![], vec![0], vec![0xFF]];
    let base = |k: &Texts| any.contains(&k.a);
    ranges!(t, Texts::scan().a(one_of(any.clone())), 3, Texts, base, b, middle, b);
    t.done("texts in ordered code");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(encoding = ordered_code)]
struct Turned {
    a: String,
    #[rowkey(desc)]
    b: Vec<u8>,
    c: Vec<u8>,
    d: String,
}

#[test]
fn texts_around_one_that_descends() {
    let first = strings(&["", "\0", "a"]);
    let second = [&[][..], &[0], &[0, 1], &[0xFF], &[0xFF, 0xFE], &[1]].map(<[u8]>::to_vec);
    let last = [&[][..], &[0], &[1], &[0xFF, 0xFE]].map(<[u8]>::to_vec);
    let pairs: Vec<(Vec<u8>, String)> = product!(last, strings(&["", "\0", "a"]), |c, d| (c, d)).collect();
    let mut t = Table::of(product!(first, second, pairs, |a, b, pair| Turned { a, b, c: pair.0, d: pair.1 }));
    let all = |_: &Turned| true;
    let (a, b) = (|k: &Turned| k.a.clone(), |k: &Turned| k.b.clone());
    let (c, d) = (|k: &Turned| k.c.clone(), |k: &Turned| k.d.clone());
    equals!(t, Turned::scan(), 1, Turned, all, a, first, a);
    ranges!(t, Turned::scan(), 1, Turned, all, a, first, a);
    filters!(t, Turned::scan(), Turned, all, b, second, filter_b, ranges);
    filters!(t, Turned::scan(), Turned, all, c, last, filter_c, ranges);
    for text in ["", "a"] {
        let base = |k: &Turned| k.a == text;
        equals!(t, Turned::scan().a(text), 1, Turned, base, b, second, b);
        ranges!(t, Turned::scan().a(text), 1, Turned, base, b, second, b);
        starts!(t, Turned::scan().a(text), 1, Turned, base, b, bytes(&[0, 1, 0xFF], 2), b);
        for value in [&[][..], &[0xFF, 0xFE]] {
            let base = |k: &Turned| k.a == text && k.b == value;
            equals!(t, Turned::scan().a(text).b(value), 1, Turned, base, c, last, c);
            ranges!(t, Turned::scan().a(text).b(value), 1, Turned, base, c, last, c);
            let texts = strings(&["", "\0", "a", "b"]);
            let base = |k: &Turned| k.a == text && k.b == value && k.c == [0xFF, 0xFE];
            let query = || Turned::scan().a(text).b(value).c(&[0xFF, 0xFE]);
            equals!(t, query(), 1, Turned, base, d, texts, d);
            ranges!(t, query(), 1, Turned, base, d, texts, d);
        }
    }
    t.done("texts in ordered code around one that descends");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(encoding = ordered_code)]
struct Numbers {
    a: i64,
    #[rowkey(desc)]
    b: i16,
    c: String,
    d: u32,
    e: String,
}

#[test]
fn numbers_of_all_widths() {
    let first = [i64::MIN, -65, -64, -1, 0, 63, 64, 8_192, i64::MAX];
    let second = [i16::MIN, -1, 0, 64, 8_192, i16::MAX];
    let others = product!(strings(&["", "a"]), [0u32, 64], strings(&["", "\0"]), |c, d, e| (c, d, e));
    let others: Vec<(String, u32, String)> = others.collect();
    let mut t =
        Table::of(product!(first, second, others, |a, b, other| Numbers { a, b, c: other.0, d: other.1, e: other.2 }));
    let all = |_: &Numbers| true;
    let (a, b) = (|k: &Numbers| k.a, |k: &Numbers| k.b);
    let (c, d, e) = (|k: &Numbers| k.c.clone(), |k: &Numbers| k.d, |k: &Numbers| k.e.clone());
    equals!(t, Numbers::scan(), 1, Numbers, all, a, first, a);
    ranges!(t, Numbers::scan(), 1, Numbers, all, a, first, a);
    filters!(t, Numbers::scan(), Numbers, all, b, second, filter_b, ranges);
    filters!(t, Numbers::scan(), Numbers, all, d, [0u32, 1, 64], filter_d, ranges);
    for number in [i64::MIN, 0, 8_192] {
        let base = |k: &Numbers| k.a == number;
        equals!(t, Numbers::scan().a(number), 1, Numbers, base, b, second, b);
        ranges!(t, Numbers::scan().a(number), 1, Numbers, base, b, second, b);
        for (text, last) in [("", 0), ("", 64), ("a", 64)] {
            let base = |k: &Numbers| k.a == number && k.b == 8_192;
            let texts = strings(&["", "\0", "a"]);
            equals!(t, Numbers::scan().a(number).b(8_192i16), 1, Numbers, base, c, texts, c);
            ranges!(t, Numbers::scan().a(number).b(8_192i16), 1, Numbers, base, c, texts, c);
            let base = |k: &Numbers| k.a == number && k.b == 8_192 && k.c == text;
            let query = || Numbers::scan().a(number).b(8_192i16).c(text);
            equals!(t, query(), 1, Numbers, base, d, [0u32, 1, 64, u32::MAX], d);
            ranges!(t, query(), 1, Numbers, base, d, [0u32, 1, 64, u32::MAX], d);
            let base = |k: &Numbers| k.a == number && k.b == 8_192 && k.c == text && k.d == last;
            equals!(t, query().d(last), 1, Numbers, base, e, texts, e);
            ranges!(t, query().d(last), 1, Numbers, base, e, texts, e);
        }
    }
    t.done("numbers in ordered code");
}

rowkey::laws!(Texts, Turned, Numbers);

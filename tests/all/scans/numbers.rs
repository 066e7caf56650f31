//! The law of scans for numbers and codes.

use super::universe::{Excluded, Included, Numbers, SIGNED, SMALL, Shop, Table, between};
use rowkey::{RowKey, one_of};
use std::num::NonZero;

#[test]
fn numbers() {
    let optional: Vec<Option<u8>> = [None].into_iter().chain(SMALL.map(Some)).collect();
    let mut t = Table::of(product!(SIGNED, optional, [false, true], |a, b, c| Numbers { a, b, c }));
    let all = |_: &Numbers| true;
    equals!(t, Numbers::scan(), 1, Numbers, all, |k: &Numbers| k.a, SIGNED, a);
    let bounds = [-128i8, -127, -1, 0, 2, 127];
    ranges!(t, Numbers::scan(), 1, Numbers, all, |k: &Numbers| k.a, bounds, a);
    let base = |k: &Numbers| k.a == -1;
    equals!(t, Numbers::scan().a(-1i8), 1, Numbers, base, |k: &Numbers| k.b, optional, b);
    ranges!(t, Numbers::scan().a(-1i8), 1, Numbers, base, |k: &Numbers| k.b, optional, b);
    let base = |k: &Numbers| [-1, 127].contains(&k.a) && k.b.is_none();
    let values = [false, true];
    let start = || Numbers::scan().a(one_of([127i8, -1])).b(None);
    equals!(t, start(), 2, Numbers, base, |k: &Numbers| k.c, values, c);
    ranges!(t, start(), 2, Numbers, base, |k: &Numbers| k.c, values, c);
    t.done("numbers");
}

/// No key stands between 05FF and 0600. As ends of ranges, 06 is the first end above 05FF, and 0600 the stop before itself.
#[test]
fn a_range_between_neighbours_is_none() {
    #[derive(RowKey)]
    struct Wide {
        a: u8,
        b: u32,
    }
    for (low, high) in [(0x05FF, 0x0600), (0x00FF_FFFF, 0x0100_0000), (7, 8)] {
        let plan = Wide::scan().a(9).b((Excluded(low), Excluded(high))).plan().unwrap();
        assert_eq!(plan.ranges().count(), 0, "between {low:X} and {high:X}: {:?}", plan.only_range());
        let plan = Wide::scan().a(9).b((Excluded(low), Included(high))).plan().unwrap();
        let key = Wide { a: 9, b: high }.key();
        assert!(plan.only_range().is_some_and(|range| range.contains(&key)));
    }
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 3, of(a.div(4))))]
struct Narrow {
    #[rowkey(digits(1))]
    a: i8,
    #[rowkey(bytes(1), desc)]
    b: u16,
}

#[test]
fn numbers_that_do_not_all_fit() {
    let (few, wide) = ([i8::MIN, -1, 0, 1, 5, 9, 10, i8::MAX], [0u16, 1, 7, 99, 100, 254, 255, 256, 0xFF00, u16::MAX]);
    let mut t = Table::of(product!(few, wide, |a, b| Narrow { a, b }));
    let (all, a, b) = (|_: &Narrow| true, |k: &Narrow| k.a, |k: &Narrow| k.b);
    equals!(t, Narrow::scan(), 1, Narrow, all, a, few, a);
    ranges!(t, Narrow::scan(), 3, Narrow, all, a, few, a);
    filters!(t, Narrow::scan(), Narrow, all, a, few, filter_a, ranges);
    let base = |k: &Narrow| k.a == 5;
    equals!(t, Narrow::scan().a(5i8), 1, Narrow, base, b, wide, b);
    ranges!(t, Narrow::scan().a(5i8), 1, Narrow, base, b, wide, b);
    filters!(t, Narrow::scan(), Narrow, all, b, wide, filter_b, ranges);
    t.done("numbers that do not all fit");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Coded {
    a: Shop,
    #[rowkey(desc)]
    b: Shop,
    c: u8,
    d: Shop,
}

#[test]
fn codes_of_several_widths() {
    let shops = [Shop::A, Shop::Ba, Shop::Last];
    let values = product!(shops, shops, [0u8, b'a', 0xFF], |a, b, c| (a, b, c));
    let mut t = Table::of(values.flat_map(|(a, b, c)| shops.map(|d| Coded { a, b, c, d })));
    let all = |_: &Coded| true;
    equals!(t, Coded::scan(), 1, Coded, all, |k: &Coded| k.a, shops, a);
    ranges!(t, Coded::scan(), 1, Coded, all, |k: &Coded| k.a, shops, a);
    let base = |k: &Coded| k.a == Shop::Last;
    equals!(t, Coded::scan().a(Shop::Last), 1, Coded, base, |k: &Coded| k.b, shops, b);
    ranges!(t, Coded::scan().a(Shop::Last), 1, Coded, base, |k: &Coded| k.b, shops, b);
    let base = |k: &Coded| k.a == Shop::A && k.b == Shop::Ba;
    let start = || Coded::scan().a(Shop::A).b(Shop::Ba);
    ranges!(t, start(), 1, Coded, base, |k: &Coded| k.c, [0u8, b'a', b'b', 0xFF], c);
    let base = |k: &Coded| k.a == Shop::A && k.b == Shop::Ba && k.c == 0;
    let start = || Coded::scan().a(Shop::A).b(Shop::Ba).c(0u8);
    equals!(t, start(), 1, Coded, base, |k: &Coded| k.d, shops, d);
    ranges!(t, start(), 1, Coded, base, |k: &Coded| k.d, shops, d);
    t.done("codes");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 3, of(a, c)))]
struct Digits {
    #[rowkey(digits(6))]
    a: u16,
    #[rowkey(hex(2, upper), desc)]
    b: u8,
    #[rowkey(reverse_ts, digits(19))]
    c: u64,
}

#[test]
fn numbers_as_text_of_one_width() {
    let (a, b, c) = ([0, 9, 10, 99, 100, u16::MAX], SMALL, [0, 1, 1_512_101_400_000, i64::MAX as u64]);
    let mut t = Table::of(product!(a, b, c, |a, b, c| Digits { a, b, c }));
    let all = |_: &Digits| true;
    equals!(t, Digits::scan(), 3, Digits, all, |k: &Digits| k.a, a, a);
    ranges!(t, Digits::scan(), 3, Digits, all, |k: &Digits| k.a, a, a);
    let base = |k: &Digits| k.a == 10;
    let start = || Digits::scan().a(10u16);
    equals!(t, start(), 3, Digits, base, |k: &Digits| k.b, b, b);
    ranges!(t, start(), 3, Digits, base, |k: &Digits| k.b, [0u8, 2, 0xFE, 0xFF], b);
    let base = |k: &Digits| k.a == 10 && k.b == 7;
    let start = || Digits::scan().a(10u16).b(7u8);
    let times = [0, 1, 5, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX];
    equals!(t, start(), 1, Digits, base, |k: &Digits| k.c, times, c);
    ranges!(t, start(), 3, Digits, base, |k: &Digits| k.c, times, c);
    t.done("numbers as text of one width");
}

/// Reversed numbers in fewer digits than their types have.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 3, of(a.div(4))))]
struct FewDown {
    #[rowkey(digits(2), desc)]
    a: i64,
    #[rowkey(element(c.div(100), digits(1), desc))]
    #[rowkey(hex(1), desc)]
    b: NonZero<u32>,
    #[rowkey(reverse_ts, digits(3))]
    c: i64,
}

#[test]
fn reversed_numbers_that_do_not_all_fit() {
    let a = [i64::MIN, -1, 0, 1, 7, 98, 99, 100, i64::MAX - 1, i64::MAX];
    let b = [1, 2, 14, 15, 16, u32::MAX].map(|b| NonZero::new(b).unwrap());
    let c = [i64::MIN, -1, 0, 99, 100, 999, 1_000, 9_999, i64::MAX];
    let mut t = Table::of(product!(a, b, c, |a, b, c| FewDown { a, b, c }));
    let all = |_: &FewDown| true;
    let (of_a, of_b, of_c) = (|k: &FewDown| k.a, |k: &FewDown| k.b, |k: &FewDown| k.c);
    equals!(t, FewDown::scan(), 1, FewDown, all, of_a, a, a);
    ranges!(t, FewDown::scan(), 3, FewDown, all, of_a, a, a);
    filters!(t, FewDown::scan(), FewDown, all, of_a, a, filter_a, ranges);
    let base = |k: &FewDown| k.a == 7;
    equals!(t, FewDown::scan().a(7), 10, FewDown, base, of_b, b, b);
    ranges!(t, FewDown::scan().a(7), 10, FewDown, base, of_b, b, b);
    filters!(t, FewDown::scan(), FewDown, all, of_b, b, filter_b, ranges);
    let base = |k: &FewDown| k.a == 99 && k.b == b[3];
    equals!(t, FewDown::scan().a(99).b(b[3]), 1, FewDown, base, of_c, c, c);
    ranges!(t, FewDown::scan().a(99).b(b[3]), 10, FewDown, base, of_c, c, c);
    filters!(t, FewDown::scan(), FewDown, all, of_c, c, filter_c, ranges);
    t.done("reversed numbers that do not all fit");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 5, of(a, b)), separator = "_")]
struct TextOfNumbers {
    #[rowkey(decimal)]
    a: i16,
    #[rowkey(raw)]
    b: i8,
    #[rowkey(hex(2))]
    c: i64,
    #[rowkey(decimal, reverse_ts)]
    d: i64,
}

#[test]
fn numbers_that_do_not_sort() {
    let (a, c) = ([i16::MIN, -10, -1, 0, 1, 10, 100, 101], [0, 9, 0x5F, 255]);
    let values = product!(a, SIGNED, c, |a, b, c| (a, b, c));
    let mut t = Table::of(values.flat_map(|(a, b, c)| [i64::MIN, 7, i64::MAX].map(|d| TextOfNumbers { a, b, c, d })));
    let all = |_: &TextOfNumbers| true;
    equals!(t, TextOfNumbers::scan(), 5, TextOfNumbers, all, |k: &TextOfNumbers| k.a, [-1i16, 1, 11], a);
    let base = |k: &TextOfNumbers| k.a == 10;
    let start = || TextOfNumbers::scan().a(10i16);
    equals!(t, start(), 1, TextOfNumbers, base, |k: &TextOfNumbers| k.b, SIGNED, b);
    let base = |k: &TextOfNumbers| k.a == 10 && k.b == -1;
    let start = || TextOfNumbers::scan().a(10i16).b(-1i8);
    let numbers = [-1i64, 0, 0x5F, 255, 256];
    equals!(t, start(), 1, TextOfNumbers, base, |k: &TextOfNumbers| k.c, numbers, c);
    let base = |k: &TextOfNumbers| k.a == 10 && k.b == -1 && k.c == 0;
    let start = || TextOfNumbers::scan().a(10i16).b(-1i8).c(0i64);
    let times = [i64::MIN, 7, 8, i64::MAX];
    equals!(t, start(), 1, TextOfNumbers, base, |k: &TextOfNumbers| k.d, times, d);
    let start = || TextOfNumbers::scan().a(10i16);
    let base = |k: &TextOfNumbers| k.a == 10;
    filters!(t, start(), TextOfNumbers, base, |k: &TextOfNumbers| k.c, numbers, filter_c);
    filters!(t, start(), TextOfNumbers, base, |k: &TextOfNumbers| k.d, times, filter_d);
    t.done("numbers that do not sort");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct DecimalBack {
    #[rowkey(decimal)]
    a: u16,
    #[rowkey(digits(2))]
    b: u8,
    c: bool,
}

#[test]
fn decimal_read_from_the_back() {
    let (a, b) = ([0u16, 1, 10, 11, 100, 101, 1010, u16::MAX], [0u8, 1, 10, 99]);
    let mut t = Table::of(product!(a, b, [false, true], |a, b, c| DecimalBack { a, b, c }));
    let all = |_: &DecimalBack| true;
    equals!(t, DecimalBack::scan(), 1, DecimalBack, all, |k: &DecimalBack| k.a, a, a);
    let base = |k: &DecimalBack| [1, 10, 101].contains(&k.a);
    let start = || DecimalBack::scan().a(one_of([1u16, 10, 101]));
    equals!(t, start(), 3, DecimalBack, base, |k: &DecimalBack| k.b, [0u8, 1, 10, 100], b);
    let base = |k: &DecimalBack| k.a == 1 && k.b == 10;
    let start = || DecimalBack::scan().a(1u16).b(10u8);
    ranges!(t, start(), 1, DecimalBack, base, |k: &DecimalBack| k.c, [false, true], c);
    t.done("decimal read from the back");
}

/// A number whose codec cannot write it above 100; it says that such a number is above all others.
#[derive(Debug)]
struct Share;

impl<'k> rowkey::codec::Codec<'k, Percent> for Share {
    const LANGUAGE: rowkey::language::Language = rowkey::language::Language::number(1, 0, 100);
    type Error = rowkey::ValueError;

    fn write<S: rowkey::Sink>(value: &Percent, out: &mut S) -> Result<(), rowkey::ValueError> {
        if value.0 < 0 || value.0 > 100 {
            return Err(rowkey::ValueError::Other("no share"));
        }
        out.put(&[value.0 as u8]);
        Ok(())
    }

    fn read(element: rowkey::codec::Piece<'k, '_>) -> Result<Percent, rowkey::ElementError> {
        let [percent] = element.array()?;
        if percent > 100 { Err(rowkey::ElementError::Other("no share")) } else { Ok(Percent(i16::from(percent))) }
    }

    fn place<S: rowkey::Sink>(value: &Percent, out: &mut S) -> Result<rowkey::codec::Place, rowkey::ValueError> {
        match value.0 {
            ..0 => Ok(rowkey::codec::Place::Below),
            101.. => Ok(rowkey::codec::Place::Above),
            percent => {
                out.put(&[percent as u8]);
                Ok(rowkey::codec::Place::At)
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Percent(i16);

impl<'k> rowkey::codec::Codec<'k> for Percent {
    const LANGUAGE: rowkey::language::Language = <Share as rowkey::codec::Codec<'k, Self>>::LANGUAGE;
    type Error = rowkey::ValueError;

    fn write<S: rowkey::Sink>(value: &Self, out: &mut S) -> Result<(), rowkey::ValueError> {
        Share::write(value, out)
    }

    fn read(element: rowkey::codec::Piece<'k, '_>) -> Result<Self, rowkey::ElementError> {
        Share::read(element)
    }

    fn place<S: rowkey::Sink>(value: &Self, out: &mut S) -> Result<rowkey::codec::Place, rowkey::ValueError> {
        Share::place(value, out)
    }
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Shares {
    #[rowkey(with = Share)]
    a: Percent,
    b: Option<Percent>,
    #[rowkey(desc)]
    c: Option<Percent>,
    d: u8,
}

#[test]
fn bounds_beyond_all_that_a_codec_can_write() {
    let shares = [0, 1, 100].map(Percent);
    let optional: Vec<Option<Percent>> = [None].into_iter().chain(shares.map(Some)).collect();
    let mut t = Table::of(product!(shares, optional, optional, |a, b, c| Shares { a, b, c, d: 0 }));
    let bounds = [-1, 0, 1, 100, 101].map(Percent);
    let all = |_: &Shares| true;
    ranges!(t, Shares::scan(), 1, Shares, all, |k: &Shares| k.a, bounds, a);
    equals!(t, Shares::scan(), 1, Shares, all, |k: &Shares| k.a, bounds, a);
    let bounds: Vec<Option<Percent>> = [None].into_iter().chain(bounds.map(Some)).collect();
    let base = |k: &Shares| k.a == Percent(1);
    ranges!(t, Shares::scan().a(Percent(1)), 1, Shares, base, |k: &Shares| k.b, bounds, b);
    let base = |k: &Shares| k.a == Percent(1) && k.b.is_none();
    ranges!(t, Shares::scan().a(Percent(1)).b(None), 1, Shares, base, |k: &Shares| k.c, bounds, c);
    t.done("bounds beyond");
}

rowkey::laws!(Narrow, Coded, Digits, FewDown, TextOfNumbers, DecimalBack, Shares);

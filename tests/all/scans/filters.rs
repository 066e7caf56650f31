//! The law of scans for filters by value, on what keys do not sort by.

use super::universe::{SIGNED, TIMES, Table, between, strings};
use jiff::Timestamp;
use jiff::civil::Date;
use rowkey::codec::{Codec, Input, InputKind, Piece};
use rowkey::language::Language;
use rowkey::{KeyCode, RowKey};
use std::convert::Infallible;

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    #[code("s")]
    Small,
    #[code("m")]
    Medium,
    #[code("xl")]
    Huge,
}

/// A number as Java writes it, so that those below zero come last.
#[derive(Debug)]
struct Raw;

impl<'k> Codec<'k, i8> for Raw {
    const LANGUAGE: Language = Language::number(1, 0, 255).unordered();
    const INPUT: InputKind = InputKind::Number { per_second: 0, least: i8::MIN as i128 };
    type Error = Infallible;

    fn write<S: rowkey::Sink>(value: &i8, out: &mut S) -> Result<(), Infallible> {
        out.put(&value.to_be_bytes());
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<i8, rowkey::ElementError> {
        Ok(i8::from_be_bytes(element.array()?))
    }

    fn input(value: &i8) -> Input<'_> {
        Input::Number(i128::from(*value))
    }
}

/// Fields that keys do not sort by, each for a reason of its own.
#[derive(RowKey, Debug, Clone, PartialEq)]
struct Unsorted {
    #[rowkey(allow(unordered))]
    size: Size,
    #[rowkey(pad(3, with = b'0', left), chars("^0"), allow(unordered))]
    left: String,
    #[rowkey(pad(2, with = b'b'), desc, chars("^b"), allow(unordered))]
    right: String,
    #[rowkey(with = Raw, allow(unordered))]
    number: i8,
    #[rowkey(allow(unordered))]
    inner: Option<Rated>,
    #[rowkey(chars("!a"), separator = b"_", allow(unordered))]
    open: String,
    last: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rated {
    #[rowkey(pad(2, with = b' '), chars("^ "), allow(unordered))]
    name: String,
    rating: u8,
    #[rowkey(allow(unordered))]
    size: Option<Size2>,
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size2 {
    #[code(9)]
    Nine,
    #[code(8)]
    Eight,
}

#[test]
fn filters_by_value_on_fields_that_do_not_sort() {
    let sizes = [Size::Small, Size::Medium, Size::Huge];
    let rated = |name: &str, rating, size| Some(Rated { name: name.into(), rating, size });
    let inner = [
        None,
        rated("a", 1, None),
        rated("a", 0, Some(Size2::Nine)),
        rated("a\x1F", 0, Some(Size2::Eight)),
        rated("", 0, Some(Size2::Nine)),
        rated("", 0, Some(Size2::Eight)),
    ];
    let (lefts, rights) = (["", "1", "12", "/3"], ["", "a", "c", "ac"]);
    let mut values = Vec::new();
    for (i, size) in sizes.into_iter().enumerate() {
        for (j, left) in lefts.into_iter().enumerate() {
            for (k, right) in rights.into_iter().enumerate() {
                let pick = i + 2 * j + 3 * k;
                values.push(Unsorted {
                    size,
                    left: left.into(),
                    right: right.into(),
                    number: [i8::MIN, -1, 0, 1, i8::MAX][pick % 5],
                    inner: inner[pick % 6].clone(),
                    open: ["", "!", "a", "a!", "aa"][(pick / 2) % 5].into(),
                    last: [0, b'_'][pick % 2],
                });
            }
        }
    }
    let mut t = Table::of(values);
    let base = |k: &Unsorted| k.last == 0;
    let start = || Unsorted::scan().filter_last(0u8);
    let get = |k: &Unsorted| k.size;
    filters!(t, start(), Unsorted, base, get, sizes, filter_size, ranges);
    // Bounds that are too long, end in the pad byte, or hold what the alphabet has not, fall where they fall as texts.
    let get = |k: &Unsorted| k.left.clone();
    let bounds = strings(&["", "1", "12", "01", "1234", "/", "é", "2"]);
    filters!(t, start(), Unsorted, base, get, bounds, filter_left, ranges);
    let get = |k: &Unsorted| k.right.clone();
    let bounds = strings(&["", "a", "b", "ab", "abc", "c", "ca", "\x1F"]);
    filters!(t, start(), Unsorted, base, get, bounds, filter_right, ranges);
    starts!(t, start(), usize::MAX, Unsorted, base, get, bounds, filter_right);
    let get = |k: &Unsorted| k.number;
    filters!(t, start(), Unsorted, base, get, SIGNED, filter_number, ranges);
    // A bound whose name is too long, or ends in the pad byte, falls where it falls as a struct.
    let get = |k: &Unsorted| k.inner.clone();
    let unheld = [("abc", 0), ("a ", 1), ("a\x1Fb", 0), (" ", 0)].map(|(name, rating)| rated(name, rating, None));
    let bounds: Vec<_> = inner.iter().chain(&unheld).cloned().collect();
    filters!(t, start(), Unsorted, base, get, bounds, filter_inner, ranges);
    let get = |k: &Unsorted| k.open.clone();
    let bounds = strings(&["", "!", "a", "a!", "aa", "a_", "_", "b"]);
    filters!(t, start(), Unsorted, base, get, bounds, filter_open, ranges);
    starts!(t, start(), usize::MAX, Unsorted, base, get, bounds, filter_open);
    let plan = Unsorted::scan().filter_size(Size::Medium..).filter_left(.."1").plan().unwrap();
    let text = plan.explain().to_string();
    assert!(text.contains("filter: size >= Medium\n  filter: left < \"1\"\n"), "{text}");
    t.done("filters by value");
}

/// The forms of old tables that sort by nothing but their values.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_")]
struct Written {
    #[rowkey(decimal)]
    number: i8,
    #[rowkey(decimal)]
    wide: u128,
    #[rowkey(raw)]
    float: f32,
    #[rowkey(reverse_text, chars("a-c"))]
    turned: String,
    #[rowkey(reverse_ts, decimal)]
    at: i64,
}

#[test]
fn filters_by_value_on_what_is_written_as_text() {
    let (wides, floats, turned) =
        ([0, 9, 10, u128::MAX], [f32::NEG_INFINITY, -1.5, -0.5, 0.5, 1.5], ["", "a", "ab", "ba", "c"]);
    let values = product!(SIGNED, wides, floats, |number, wide, float| {
        let pick = (number as u8 as usize) + wide as usize % 7 + float.to_bits() as usize % 11;
        Written { number, wide, float, turned: turned[pick % 5].into(), at: TIMES[pick % 6] }
    });
    let mut t = Table::of(values.clone());
    let all = |_: &Written| true;
    let scan = Written::scan;
    filters!(t, scan(), Written, all, |k: &Written| k.number, SIGNED, filter_number, ranges);
    filters!(t, scan(), Written, all, |k: &Written| k.wide, wides, filter_wide, ranges);
    for low in floats {
        let plan = scan().filter_float(low..).plan().unwrap();
        for value in values.clone() {
            assert_eq!(
                plan.matches(&value.encode().unwrap()),
                value.float.total_cmp(&low).is_ge(),
                "{value:?} from {low}"
            );
        }
    }
    let bounds = strings(&["", "a", "ab", "ba", "c", "b", "d", "A"]);
    let get = |k: &Written| k.turned.clone();
    filters!(t, scan(), Written, all, get, bounds, filter_turned, ranges);
    filters!(t, scan(), Written, all, |k: &Written| k.at, TIMES, filter_at, ranges);
    t.done("filters by value on what is written as text");
}

/// Numbers and times in fewer digits than their types need.
#[derive(RowKey, Debug, Clone, PartialEq)]
struct Fitting {
    #[rowkey(digits(2))]
    page: u32,
    #[rowkey(hex(2))]
    signed: i64,
    #[rowkey(digits(3), desc)]
    at: i64,
    #[rowkey(time(millis, exact), digits(4))]
    time: Timestamp,
    #[rowkey(time("%d.%m.%Y"), allow(unordered))]
    day: Date,
    nested: Digits,
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Digits {
    #[rowkey(digits(2))]
    page: u16,
    #[rowkey(desc)]
    version: u8,
}

#[test]
fn bounds_that_no_digits_hold() {
    let (pages, signed) = ([0, 9, 10, 99], [0, 15, 16, 255]);
    let at = [0, 1, 999];
    let millis = |millis| Timestamp::from_millisecond(millis).unwrap();
    let times = [0, 1, 9_999].map(millis);
    let days = [jiff::civil::date(0, 1, 31), jiff::civil::date(2024, 2, 29), Date::MAX];
    let nested = [(0, 0), (9, 1), (9, 0), (99, 255)].map(|(page, version)| Digits { page, version });
    let mut values = Vec::new();
    for (i, page) in pages.into_iter().enumerate() {
        for (j, signed) in signed.into_iter().enumerate() {
            for (k, at) in at.into_iter().enumerate() {
                let (time, day, nested) = (times[(i + j) % 3], days[(j + k) % 3], nested[(i + k) % 4].clone());
                values.push(Fitting { page, signed, at, time, day, nested });
            }
        }
    }
    let mut t = Table::of(values);
    let all = |_: &Fitting| true;
    let scan = Fitting::scan;
    let bounds = [0, 5, 10, 99, 100, 1_000, u32::MAX];
    filters!(t, scan(), Fitting, all, |k: &Fitting| k.page, bounds, filter_page, ranges);
    let bounds = [i64::MIN, -1, 0, 16, 255, 256, i64::MAX];
    let get = |k: &Fitting| k.signed;
    filters!(t, scan(), Fitting, all, get, bounds, filter_signed, ranges);
    let bounds = [i64::MIN, -1, 0, 1, 998, 999, 1_000, i64::MAX - 1, i64::MAX];
    filters!(t, scan(), Fitting, all, |k: &Fitting| k.at, bounds, filter_at, ranges);
    let finer = [-1, 1, 9_999_000_001].map(|nanos| Timestamp::from_nanosecond(nanos).unwrap());
    let whole = [-86_400_000, -1, 0, 1, 9_999, 10_000, 1_512_101_400_000].map(millis);
    let bounds = [&finer[..], &whole, &[Timestamp::MIN, Timestamp::MAX]].concat();
    filters!(t, scan(), Fitting, all, |k: &Fitting| k.time, bounds, filter_time, ranges);
    let bounds = [&days[..], &[Date::MIN, jiff::civil::date(-1, 12, 31), jiff::civil::date(2024, 3, 1)]].concat();
    filters!(t, scan(), Fitting, all, |k: &Fitting| k.day, bounds, filter_day, ranges);
    let unheld = [(100, 7), (9, 7), (u16::MAX, 0)].map(|(page, version)| Digits { page, version });
    let bounds = [&nested[..], &unheld].concat();
    let get = |k: &Fitting| k.nested.clone();
    filters!(t, scan(), Fitting, all, get, bounds, filter_nested, ranges);
    t.done("bounds that no digits hold");
}

/// Elements that end behind the 16th byte of every key, up to the widest that is compared as one number, and a wider one.
#[derive(RowKey, Debug, Clone, PartialEq)]
struct Compared {
    id: u128,
    byte: u8,
    #[rowkey(desc)]
    turned: u128,
    #[rowkey(desc)]
    signed: i8,
    #[rowkey(pad(2, with = b'_'), chars("a-c"))]
    text: String,
    #[rowkey(pad(17))]
    wide: String,
    #[reverse_ts]
    at: i64,
    page: Page,
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Page {
    part: u8,
    #[rowkey(digits(2))]
    number: u16,
}

#[test]
fn filters_of_elements_that_are_compared_as_numbers() {
    let (ids, bytes) = ([0, 1, u128::MAX - 1, u128::MAX], [0, 1, 127, 254, 255]);
    let (texts, wides) = (["", "a", "ab", "b"], ["", "a", "abcdefghijklmnopq"]);
    let pages = [(0, 0), (1, 9), (1, 99), (255, 99)].map(|(part, number)| Page { part, number });
    let mut values = Vec::new();
    for (i, id) in ids.into_iter().enumerate() {
        for (j, byte) in bytes.into_iter().enumerate() {
            for (k, signed) in SIGNED.into_iter().enumerate() {
                let (turned, text, wide) = (ids[(i + j) % 4], texts[(j + k) % 4].into(), wides[(i + k) % 3].into());
                let (at, page) = (TIMES[(i + j + k) % 6], pages[(i + j + k) % 4].clone());
                values.push(Compared { id, byte, turned, signed, text, wide, at, page });
            }
        }
    }
    let mut t = Table::of(values);
    let all = |_: &Compared| true;
    let scan = Compared::scan;
    filters!(t, scan(), Compared, all, |k: &Compared| k.id, ids, filter_id, ranges);
    filters!(t, scan(), Compared, all, |k: &Compared| k.byte, bytes, filter_byte, ranges);
    let get = |k: &Compared| k.turned;
    filters!(t, scan(), Compared, all, get, ids, filter_turned, ranges);
    let get = |k: &Compared| k.signed;
    filters!(t, scan(), Compared, all, get, SIGNED, filter_signed, ranges);
    let bounds = strings(&["", "a", "ab", "abc", "b", "_", "A", "\x7F"]);
    let get = |k: &Compared| k.text.clone();
    filters!(t, scan(), Compared, all, get, bounds, filter_text, ranges);
    starts!(t, scan(), usize::MAX, Compared, all, get, bounds, filter_text);
    let bounds = strings(&wides);
    let get = |k: &Compared| k.wide.clone();
    filters!(t, scan(), Compared, all, get, bounds, filter_wide, ranges);
    filters!(t, scan(), Compared, all, |k: &Compared| k.at, TIMES, filter_at, ranges);
    // A page that digits cannot hold is behind all that they can: a bound of fewer bytes than an element.
    let bounds =
        [&pages[..], &[(0, 100), (1, u16::MAX), (2, 7), (255, 100)].map(|(part, number)| Page { part, number })]
            .concat();
    let get = |k: &Compared| k.page.clone();
    filters!(t, scan(), Compared, all, get, bounds, filter_page, ranges);
    t.done("filters of elements that are compared as numbers");
}

rowkey::laws!(Compared, Page, Unsorted, Rated, Written, Fitting, Digits);

//! The law of scans behind values that no key can hold: whatever is asked behind one, no row is found, and the plan can be
//! walked, explained and resumed as any other.

use super::universe::{Table, between, strings, texts};
use rowkey::{RowKey, one_of};

/// A layout of three fields and its universe: the values that keys hold, then those of the first two fields that none does.
macro_rules! unheld {
    ($test:ident, $key:ident, $(#[$key_attribute:meta])* {
        $(#[$a_attribute:meta])* a: $a:ty = $a_held:expr, $a_unheld:expr;
        $(#[$b_attribute:meta])* b: $b:ty = $b_held:expr, $b_unheld:expr;
        $(#[$c_attribute:meta])* c: $c:ty = $c_held:expr;
    }) => {
        #[derive(RowKey, Debug, Clone, PartialEq)]
        $(#[$key_attribute])*
        struct $key {
            $(#[$a_attribute])* a: $a,
            $(#[$b_attribute])* b: $b,
            $(#[$c_attribute])* c: $c,
        }

        #[test]
        fn $test() {
            let (a_held, b_held, c_held): (Vec<$a>, Vec<$b>, Vec<$c>) = ($a_held, $b_held, $c_held);
            let (a_unheld, b_unheld): (Vec<$a>, Vec<$b>) = ($a_unheld, $b_unheld);
            let mut t = Table::of(product!(a_held, b_held, c_held, |a, b, c| $key { a, b, c }));
            assert_eq!(t.values.len(), a_held.len() * b_held.len() * c_held.len(), "all of them are held");
            let none = |_: &$key| false;
            let (b, c) = (|k: &$key| k.b.clone(), |k: &$key| k.c.clone());
            let bounds: Vec<$b> = b_held.iter().chain(&b_unheld).cloned().collect();
            for a in a_unheld {
                let start = || $key::scan().a(a.clone());
                run!(t, start(), |k: &$key| none(k));
                ranges!(t, start(), usize::MAX, $key, none, b, bounds, b);
                ranges!(t, start().filter_c(c_held[0].clone()), usize::MAX, $key, none, b, bounds[..2], b);
                ranges!(t, start().max_ranges(9), usize::MAX, $key, none, b, bounds[..2], b);
                equals!(t, start(), usize::MAX, $key, none, b, bounds, b);
                for b in bounds.iter().cloned() {
                    let start = || start().b(b.clone());
                    equals!(t, start(), usize::MAX, $key, none, c, c_held, c);
                    ranges!(t, start(), usize::MAX, $key, none, c, c_held, c);
                }
                // Beside a value that keys hold, only that finds rows.
                let held = a_held[0].clone();
                let either = || $key::scan().a(one_of([held.clone(), a.clone()]));
                let beside = |k: &$key| k.a == held;
                ranges!(t, either(), usize::MAX, $key, beside, b, bounds, b);
            }
            for b in b_unheld {
                let held = a_held[0].clone();
                let start = || $key::scan().a(held.clone()).b(b.clone());
                run!(t, start(), |k: &$key| none(k));
                equals!(t, start(), usize::MAX, $key, none, c, c_held, c);
                ranges!(t, start(), usize::MAX, $key, none, c, c_held, c);
            }
            println!("{}: {} queries", stringify!($key), t.keys.queries);
        }
    };
}

const NUMBERS: [u16; 5] = [0, 5, 0xFF, 0x100, 0xFFFF];

unheld!(before_a_number_and_text, Flight, {
    #[rowkey(len(3))] a: String = strings(&["abc", "LHR"]), strings(&["", "ab", "abcd"]);
    b: u16 = NUMBERS.to_vec(), vec![];
    c: String = texts("ax", 1);
});

unheld!(before_numbers_of_one_width, Fixed, {
    #[rowkey(len(3))] a: String = strings(&["abc", "LHR"]), strings(&["", "ab", "abcd"]);
    b: u16 = NUMBERS.to_vec(), vec![];
    c: u8 = vec![0, 7, 0xFF];
});

unheld!(before_a_descending_number, Turned, {
    #[rowkey(len(2), chars("a-z"), desc)] a: String = strings(&["ab", "zz"]), strings(&["", "a", "AB", "abc"]);
    #[rowkey(desc)] b: u16 = NUMBERS.to_vec(), vec![];
    #[rowkey(terminated)] c: Vec<u8> = vec![vec![], vec![0], vec![0xFF]];
});

unheld!(padded_before_padded, Pads, {
    #[pad(2)] a: String = strings(&["", "ab"]), strings(&["a\0", "abc"]);
    #[pad(2)] b: String = strings(&["", "b", "bb"]), strings(&["b\0", "bbb"]);
    c: String = strings(&["", "a", "x", "xx"]);
});

unheld!(separated, Separated, #[rowkey(separator = "_", prefix = "p")] {
    #[rowkey(chars("a-z"))] a: String = strings(&["", "ab"]), strings(&["_", "a_b", "A"]);
    #[rowkey(len(2))] b: String = strings(&["aa", "zz"]), strings(&["", "z", "zzz"]);
    c: String = strings(&["", "_", "a", "b", "zz", "zzz"]);
});

unheld!(with_a_salt_of_the_range, OfRange, #[rowkey(salt(buckets = 6, of(b)))] {
    #[rowkey(len(3))] a: String = strings(&["abc", "LHR"]), strings(&["", "ab", "abcd"]);
    b: u16 = NUMBERS.to_vec(), vec![];
    c: String = texts("ax", 1);
});

unheld!(with_a_salt_of_what_is_not_held, OfUnheld, #[rowkey(salt(modulo, buckets = 3, of(a)))] {
    #[rowkey(digits(2))] a: u32 = vec![0, 7, 99], vec![100, 65_536];
    #[rowkey(len(1))] b: String = strings(&["a", "b"]), strings(&["", "ab"]);
    c: String = strings(&["", "a", "x", "xx"]);
});

unheld!(with_a_salt_of_all_that_follows, OfRest, #[rowkey(salt(xxh3, buckets = 300, of(..)), separator = "-")] {
    #[rowkey(len(3))] a: String = strings(&["abc", "LHR"]), strings(&["ab"]);
    b: u16 = NUMBERS.to_vec(), vec![];
    c: String = texts("ax", 1);
});

unheld!(newest_first, Newest, {
    #[rowkey(len(1))] a: String = strings(&["a", "b"]), strings(&["", "ab"]);
    #[reverse_ts] b: u64 = vec![0, 5, 1 << 40, i64::MAX as u64], vec![1 << 63, u64::MAX];
    c: String = texts("ax", 1);
});

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    #[rowkey(len(2))]
    country: String,
    #[rowkey(len(1))]
    city: String,
}

fn places(places: &[(&str, &str)]) -> Vec<Place> {
    places.iter().map(|&(country, city)| Place { country: country.into(), city: city.into() }).collect()
}

unheld!(nested, Nested, {
    a: Place = places(&[("de", "b"), ("fr", "p"), ("zz", "z")]), places(&[("d", "b"), ("de", ""), ("de", "bb"), ("", "")]);
    b: Place = places(&[("de", "b"), ("fr", "p"), ("zz", "z")]), places(&[("d", "b"), ("de", ""), ("de", "bb"), ("fra", "p")]);
    c: String = strings(&["", "a", "x", "xx"]);
});

unheld!(wider_than_a_plan_that_allocates_nothing, Wide, {
    #[rowkey(len(90))] a: String = vec!["a".repeat(90), "b".repeat(90)], strings(&["", "ab"]);
    b: u16 = NUMBERS.to_vec(), vec![];
    c: String = texts("ax", 1);
});

/// Not every text is a number.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 20, of(id.int, at.div(10))))]
struct OfNumber {
    #[rowkey(len(1))]
    id: String,
    at: u8,
}

#[test]
fn a_value_that_the_salt_refuses_takes_no_range_of_those_allowed() {
    let ranges =
        |ids: &[&str]| OfNumber::scan().id(one_of(ids)).at(0..20).max_ranges(2).plan().map(|it| it.ranges().len());
    assert_eq!(ranges(&["7", "x"]), Ok(2));
    assert_eq!(ranges(&["7", "8"]), Ok(1), "40 buckets, all labels as one range");
}

rowkey::laws!(Place, OfNumber);

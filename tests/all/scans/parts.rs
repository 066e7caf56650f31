//! The law of scans for the start, the end and the middle of texts, for each codec of text.

use super::universe::{Table, parts_of, strings};
use rowkey::scan::TermCondition;
use rowkey::{Plan, RowKey, contains, ends_with, one_of, starts_with};

/// Texts with characters of one to four bytes, and with padding inside.
fn some_texts() -> Vec<String> {
    strings(&["", "a", "aa", "aaa", "é", "aé", "éa", "éé", "淘", "a淘", "😀a", "é😀", "a\0é", "\u{129}a"])
}

/// Parts that no text has: with other bytes, ended by padding, broken as UTF-8, too long.
const OTHERS: [&[u8]; 8] = [b"b", b"\xFF", b"a\0", b"\0a", b"_", b"a\xA9a", b"\xA9\xA9\xA9\xA9a", b"aaaaaaaaaaaa"];

/// A test for each way to write a text, as `String` under a salt of the text, and as bytes without a salt.
macro_rules! written {
    ($($test:ident: $(#[$item:meta])*;)*) => {$(
        mod $test {
            use super::super::universe::Table;
            use super::{OTHERS, parts_of, some_texts};
            use rowkey::{RowKey, one_of};

            #[derive(RowKey, Debug, Clone, PartialEq)]
            #[rowkey(salt(xxh3, buckets = 3, of(f)))]
            struct Salted {
                before: bool,
                $(#[$item])*
                f: String,
                last: u8,
            }

            #[derive(RowKey, Debug, Clone, PartialEq)]
            struct Plain {
                before: bool,
                $(#[$item])*
                f: Vec<u8>,
                last: u8,
            }

            macro_rules! law {
                ($key:ident, $text:ty, $buckets:literal) => {{
                    let make = product!([false, true], some_texts(), [0u8, b'_', 0xFF], |before, f, last| $key {
                        before,
                        f: f.into(),
                        last
                    });
                    let mut t = Table::of(make);
                    let parts = parts_of(&some_texts(), &OTHERS);
                    let f = |k: &$key| k.f.clone();
                    let base = |k: &$key| k.before;
                    searches!(
                        t, $key::scan().before(true), $buckets, $key, base, f, parts,
                        f, filter_f
                    );
                    // Beside other questions, about the same field too.
                    let parts: Vec<_> = parts.into_iter().step_by(4).collect();
                    let base = |k: &$key| k.last != 0 && k.f.len() > 1;
                    let start = || {
                        let long = some_texts().into_iter().filter(|text| text.len() > 1);
                        $key::scan().filter_last(1..).filter_f(one_of(long.map(<$text>::from)))
                    };
                    parts!(t, start().before(one_of([false, true])), 2 * $buckets, $key, base, f, parts, f, ends_with,
                        |text, end| text.ends_with(end));
                    search_filters!(
                        t, start(), $key, base, f, parts, filter_f
                    );
                    t.done(concat!(stringify!($test), " as ", stringify!($key)));
                }};
            }

            #[test]
            fn as_text_under_a_salt() {
                law!(Salted, String, 3);
            }

            #[test]
            fn as_bytes() {
                law!(Plain, Vec<u8>, 1);
            }
        }
    )*};
}

written! {
    open: #[rowkey(chars("^_"), separator = "_", allow(unordered))];
    cut_from_the_end: #[rowkey(allow(unordered))];
    padded: #[rowkey(pad(6))];
    padded_on_the_left: #[rowkey(pad(6, left), allow(unordered))];
    one_width: #[rowkey(len(3))];
    terminated: #[rowkey(terminated)];
    terminated_and_turned: #[rowkey(terminated, desc)];
    reversed: #[rowkey(reverse_text, chars("^_"), separator = "_")];
    reversed_and_cut_from_the_end: #[rowkey(reverse_text)];
    reversed_and_padded: #[rowkey(reverse_text, pad(6))];
    reversed_and_padded_on_the_left: #[rowkey(reverse_text, pad(6, left))];
    reversed_of_one_width: #[rowkey(reverse_text, len(3))];
    reversed_and_terminated: #[rowkey(reverse_text, terminated)];
    reversed_and_turned: #[rowkey(reverse_text, terminated, desc)];
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(modulo, buckets = 4, of(id.first(2).int)))]
struct User {
    #[rowkey(reverse_text, len(4), chars("0-9"))]
    id: String,
    #[rowkey(terminated)]
    name: String,
}

/// The lines of the explanation.
fn lines<K>(plan: Result<Plan<K>, rowkey::ScanError>) -> Vec<String> {
    plan.unwrap().explain().to_string().lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn the_end_of_a_reversed_text_is_one_range_of_each_bucket() {
    #[derive(RowKey)]
    struct Reversed {
        kind: u8,
        #[rowkey(reverse_text)]
        name: String,
    }

    let plan = Reversed::scan().kind(7).name(ends_with("né")).plan().unwrap();
    let ranges: Vec<_> =
        plan.ranges().map(|range| (range.start().to_vec(), range.stop().map(<[u8]>::to_vec))).collect();
    assert_eq!(ranges, [("\x07én".into(), Some("\x07éo".into()))]);
    assert!(plan.explain().filters().is_empty(), "{}", plan.explain());
    assert!(plan.matches(&Reversed { kind: 7, name: "née né".into() }.key()));
    assert_eq!(Reversed::scan().kind(one_of([1, 7])).name(ends_with("n")).plan().unwrap().ranges().len(), 2);
    // The last byte of a character, then one more: the range is that of the whole characters.
    let plan = Reversed::scan().kind(7).name(ends_with(b"\xA9n")).plan().unwrap();
    assert_eq!(plan.ranges().map(|range| range.start().to_vec()).collect::<Vec<_>>(), [b"\x07n"]);
    assert_eq!(plan.explain().filters()[0].condition(), &TermCondition::EndsWith("\"\\xa9n\"".into()));
    assert!(plan.explain().to_string().contains("\n  kind = 7\n  name ends with \"\\xa9n\"\n  07 6E .. 07 6F\n"));
    // No text of UTF-8 ends so.
    assert_eq!(Reversed::scan().kind(7).name(ends_with(b"\xC3")).plan().unwrap().ranges().len(), 0);
    assert_eq!(Reversed::scan().kind(7).name(ends_with(b"\xFFn")).plan().unwrap().ranges().len(), 0);
}

#[test]
fn a_salt_is_known_by_the_start_of_a_text_and_not_by_its_end() {
    let mut t =
        Table::of(product!(["0000", "1213", "9913", "1399", "3112"], ["", "a", "13", "3", "31", "x"], |id, name| {
            User { id: id.into(), name: name.into() }
        }));
    for part in ["", "1", "3", "13", "213", "1213", "99", "31", "11213", "x"] {
        run!(t, User::scan().id(ends_with(part)), 4, |k: &User| k.id.ends_with(part));
        run!(t, User::scan().filter_id(contains(part)), 4, |k: &User| k.id.contains(part));
        run!(t, User::scan().filter_id(starts_with(part)), 4, |k: &User| k.id.starts_with(part));
        run!(t, User::scan().id(one_of(["1213", "9913"])).name(ends_with(part)), 2, |k: &User| ["1213", "9913"]
            .contains(&&*k.id)
            && k.name.ends_with(part));
        run!(t, User::scan().id("1213").filter_id(ends_with(part)), 1, |k: &User| k.id == "1213"
            && k.id.ends_with(part));
    }
}

#[test]
fn explanations_say_what_part_was_asked_for() {
    assert_eq!(
        lines(User::scan().id(ends_with("13")).filter_name(contains("\"é")).limit(3).plan()),
        [
            "scan of User: 4 ranges",
            "id ends with \"13\"",
            "all 4 buckets: modulo of id.first(2).int; id is not known",
            "bucket 0: 00 33 31 .. 00 33 32",
            "bucket 1: 01 33 31 .. 01 33 32",
            "bucket 2: 02 33 31 .. 02 33 32",
            "bucket 3: 03 33 31 .. 03 33 32",
            "filter: name contains \"\\\"\\xc3\\xa9\"",
            "at most 3 rows, in key order",
        ]
    );
    assert_eq!(
        lines(User::scan().id("1213").name(ends_with("a")).plan()),
        [
            "scan of User: 1 range",
            "id = \"1213\"",
            "name ends with \"a\"",
            "bucket 0 of 4: modulo of id.first(2).int is known",
            "bucket 0: id = \"1213\"",
            "00 33 31 32 31 .. 00 33 31 32 32",
            "filter: name ends with \"a\"",
            "in key order",
        ]
    );
    assert_eq!(
        lines(User::scan().bucket(1).filter_id(starts_with("12")).plan()),
        [
            "scan of User: 1 range",
            "no bound fields",
            "bucket 1 of 4: as requested",
            "bucket 1: 01 .. 02",
            "filter: id starts with \"12\"",
            "in key order",
        ]
    );
}

rowkey::laws!(User);

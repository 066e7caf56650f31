//! The law of scans for texts.

use super::universe::{Padded, SIGNED, SMALL, TIMES, Table, between, bytes, strings, texts};
use rowkey::{KeyRange, RowKey, one_of, starts_with};

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Descending {
    #[rowkey(desc)]
    a: u8,
    #[rowkey(desc)]
    b: Option<i8>,
    #[rowkey(desc, pad(2))]
    c: Vec<u8>,
}

#[test]
fn descending() {
    let optional: Vec<Option<i8>> = [None].into_iter().chain(SIGNED.map(Some)).collect();
    let texts = bytes(&[0, 1, 0xFF], 2);
    let mut t = Table::of(product!(SMALL, optional, texts, |a, b, c| Descending { a, b, c }));
    let all = |_: &Descending| true;
    equals!(t, Descending::scan(), 1, Descending, all, |k: &Descending| k.a, SMALL, a);
    ranges!(t, Descending::scan(), 1, Descending, all, |k: &Descending| k.a, [0u8, 2, 0xFE, 0xFF], a);
    let base = |k: &Descending| k.a == 0xFF;
    let start = || Descending::scan().a(0xFFu8);
    equals!(t, start(), 1, Descending, base, |k: &Descending| k.b, optional, b);
    ranges!(t, start(), 1, Descending, base, |k: &Descending| k.b, optional, b);
    let base = |k: &Descending| k.a == 0 && k.b.is_none();
    let start = || Descending::scan().a(0u8).b(None);
    let get = |k: &Descending| k.c.clone();
    equals!(t, start(), 1, Descending, base, get, bytes(&[0, 1, 0xFF], 2), c);
    ranges!(t, start(), 1, Descending, base, get, bytes(&[0, 1, 0xFF], 3)[..24], c);
    starts!(t, start(), 1, Descending, base, get, bytes(&[0, 1, 0xFF], 3), c);
    t.done("descending");
}

#[test]
fn padded() {
    let hosts = bytes(&[0, 1, 0xFF], 2);
    let mut t = Table::of(product!(hosts, TIMES, |host, at| Padded { host, at }));
    let all = |_: &Padded| true;
    let (host, at) = (|k: &Padded| k.host.clone(), |k: &Padded| k.at);
    equals!(t, Padded::scan(), 1, Padded, all, host, bytes(&[0, 1, 0xFF], 2), host);
    ranges!(t, Padded::scan(), 3, Padded, all, host, bytes(&[0, 1, 0xFF], 3)[..22], host);
    starts!(t, Padded::scan(), 3, Padded, all, host, bytes(&[0, 1, 0xFF], 3), host);
    for value in [&[][..], &[1], &[0, 0xFF], &[0xFF, 0xFF], &[0xFF, 0], &[1, 1, 1]] {
        let base = |k: &Padded| k.host == value;
        equals!(t, Padded::scan().host(value), 1, Padded, base, at, TIMES, at);
        ranges!(t, Padded::scan().host(value), 1, Padded, base, at, TIMES, at);
    }
    let any = [vec![1], vec![0xFF], vec![0xFF, 1]];
    let base = |k: &Padded| any.contains(&k.host);
    ranges!(t, Padded::scan().host(one_of(any.clone())), 3, Padded, base, at, TIMES, at);
    t.done("padded");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Optional {
    #[pad(2)]
    name: Option<String>,
    #[rowkey(pad(1), desc)]
    last: Option<String>,
    #[rowkey(digits(2))]
    page: Option<i32>,
}

#[test]
fn optional_values_are_written_as_items_say() {
    let some =
        |texts: Vec<String>| -> Vec<Option<String>> { [None].into_iter().chain(texts.into_iter().map(Some)).collect() };
    let (names, lasts) = (some(texts("a\x7F", 2)), some(texts("a\x7F", 1)));
    let pages: Vec<Option<i32>> = vec![None, Some(0), Some(7), Some(99)];
    let pages_and_beyond = [None, Some(-1), Some(0), Some(8), Some(99), Some(100)];
    let mut t = Table::of(product!(names, lasts, pages, |name, last, page| Optional { name, last, page }));
    let all = |_: &Optional| true;
    equals!(t, Optional::scan(), 1, Optional, all, |k: &Optional| k.name.clone(), names, name);
    ranges!(t, Optional::scan(), 1, Optional, all, |k: &Optional| k.name.clone(), names, name);
    let base = |k: &Optional| k.name.is_none();
    let start = || Optional::scan().name(None::<&str>);
    equals!(t, start(), 1, Optional, base, |k: &Optional| k.last.clone(), lasts, last);
    ranges!(t, start(), 1, Optional, base, |k: &Optional| k.last.clone(), lasts, last);
    let base = |k: &Optional| k.name.as_deref() == Some("a") && k.last.as_deref() == Some("a");
    let start = || Optional::scan().name(Some("a")).last(Some("a"));
    ranges!(t, start(), 1, Optional, base, |k: &Optional| k.page, pages_and_beyond, page);
    t.done("optional values");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Blanks {
    #[rowkey(pad(3, with = b' '), chars("!a-c "), allow(unordered))]
    loose: String,
    #[rowkey(pad(2, with = b' '), chars("!a"))]
    tight: String,
}

#[test]
fn padded_with_blanks() {
    let mut t = Table::of(product!(texts("! a", 3), texts("!a", 2), |loose, tight| Blanks { loose, tight }));
    let all = |_: &Blanks| true;
    let (loose, tight) = (|k: &Blanks| k.loose.clone(), |k: &Blanks| k.tight.clone());
    equals!(t, Blanks::scan(), 1, Blanks, all, loose, texts("! a", 2), loose);
    starts!(t, Blanks::scan(), 1, Blanks, all, loose, texts("! a", 3), loose);
    let base = |k: &Blanks| k.loose == "a";
    let bounds =
        strings(&["", "!", "a", "!a", "a ", "a\x1F", " ", "\x1F", "aa", "aaa", "aab", "b", "\u{7F}", "é", "! a"]);
    equals!(t, Blanks::scan().loose("a"), 1, Blanks, base, tight, bounds, tight);
    ranges!(t, Blanks::scan().loose("a"), 1, Blanks, base, tight, bounds, tight);
    starts!(t, Blanks::scan().loose("a"), 1, Blanks, base, tight, bounds, tight);
    t.done("padded with blanks");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_")]
struct Separated {
    #[rowkey(chars("a-z"))]
    a: String,
    b: u8,
    c: String,
}

#[test]
fn separated() {
    let mut t = Table::of(product!(texts("az", 2), SMALL, texts("a\0_", 2), |a, b, c| Separated { a, b, c }));
    let all = |_: &Separated| true;
    let a = |k: &Separated| k.a.clone();
    let bounds =
        strings(&["", "a", "az", "aaa", "a_", "a_a", "a`", "a{", "aA", "_", "z", "zz", "zza", "zz\u{7F}", "é"]);
    equals!(t, Separated::scan(), 1, Separated, all, a, bounds, a);
    ranges!(t, Separated::scan(), 1, Separated, all, a, bounds, a);
    starts!(t, Separated::scan(), 1, Separated, all, a, bounds, a);
    let base = |k: &Separated| k.a.is_empty();
    equals!(t, Separated::scan().a(""), 1, Separated, base, |k: &Separated| k.b, SMALL, b);
    ranges!(t, Separated::scan().a(""), 1, Separated, base, |k: &Separated| k.b, SMALL, b);
    let base = |k: &Separated| k.a == "a" && k.b == 0xFF;
    let c = |k: &Separated| k.c.clone();
    let start = || Separated::scan().a("a").b(0xFFu8);
    equals!(t, start(), 1, Separated, base, c, texts("a\0_", 2), c);
    ranges!(t, start(), 1, Separated, base, c, texts("a\0_", 2), c);
    starts!(t, start(), 1, Separated, base, c, texts("a\0_", 3), c);
    t.done("separated");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = b"\xFF")]
struct TurnedText {
    #[rowkey(desc, chars("^\0"))]
    a: String,
    #[rowkey(allow(unordered))]
    b: String,
    c: u8,
}

#[test]
fn descending_text_before_its_separator() {
    let mut t = Table::of(product!(texts("\x01az", 2), texts("a", 1), SMALL, |a, b, c| TurnedText { a, b, c }));
    let all = |_: &TurnedText| true;
    let a = |k: &TurnedText| k.a.clone();
    let bounds = strings(&["", "a", "az", "\x01", "\x01\x01", "\0", "a\0", "a\0a", "aaa", "z", "zz", "zzz", "é"]);
    equals!(t, TurnedText::scan(), 1, TurnedText, all, a, bounds, a);
    ranges!(t, TurnedText::scan(), 1, TurnedText, all, a, bounds, a);
    starts!(t, TurnedText::scan(), 1, TurnedText, all, a, bounds, a);
    let base = |k: &TurnedText| k.a == "a";
    let b = |k: &TurnedText| k.b.clone();
    let starts = [&b""[..], b"a", b"\xFF", b"a\xFF", b"aa", b"a\xFF\x07"];
    starts!(t, TurnedText::scan().a("a"), 1, TurnedText, base, b, starts, b);
    t.done("descending text");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Terminated {
    #[rowkey(terminated)]
    a: Vec<u8>,
    #[rowkey(terminated, desc)]
    b: Vec<u8>,
    c: u8,
}

#[test]
fn terminated() {
    let alphabet = [0, 1, 0xFF];
    let mut t =
        Table::of(product!(bytes(&alphabet, 2), bytes(&alphabet, 2), [0u8, 0xFF], |a, b, c| Terminated { a, b, c }));
    let all = |_: &Terminated| true;
    let (a, b) = (|k: &Terminated| k.a.clone(), |k: &Terminated| k.b.clone());
    let bounds = bytes(&alphabet, 2);
    equals!(t, Terminated::scan(), 1, Terminated, all, a, bounds, a);
    ranges!(t, Terminated::scan(), 1, Terminated, all, a, bounds, a);
    starts!(t, Terminated::scan(), 1, Terminated, all, a, bytes(&alphabet, 3), a);
    let base = |k: &Terminated| k.a == [0, 1];
    equals!(t, Terminated::scan().a(&[0, 1]), 1, Terminated, base, b, bounds, b);
    ranges!(t, Terminated::scan().a(&[0, 1]), 1, Terminated, base, b, bounds, b);
    starts!(t, Terminated::scan().a(&[0, 1]), 1, Terminated, base, b, bytes(&alphabet, 3), b);
    t.done("terminated");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_", prefix = b"\xFF\xFF")]
struct Exact {
    #[rowkey(len(2))]
    a: Vec<u8>,
    #[rowkey(len(2), desc)]
    b: Vec<u8>,
    c: u8,
}

#[test]
fn text_of_one_width_before_a_separator_inside_its_alphabet() {
    let pairs: Vec<Vec<u8>> = bytes(b"\0_\xFF", 2).into_iter().filter(|text| text.len() == 2).collect();
    let mut t = Table::of(product!(pairs, pairs, [0u8, b'_', 0xFF], |a, b, c| Exact { a, b, c }));
    let all = |_: &Exact| true;
    let (a, b) = (|k: &Exact| k.a.clone(), |k: &Exact| k.b.clone());
    let bounds = bytes(b"\0_\xFF", 3);
    equals!(t, Exact::scan(), 1, Exact, all, a, bounds[..13].to_vec(), a);
    ranges!(t, Exact::scan(), 1, Exact, all, a, bounds[..22], a);
    starts!(t, Exact::scan(), 1, Exact, all, a, bounds, a);
    let base = |k: &Exact| k.a == *b"__";
    equals!(t, Exact::scan().a(b"__"), 1, Exact, base, b, bounds[..13].to_vec(), b);
    ranges!(t, Exact::scan().a(b"__"), 1, Exact, base, b, bounds[..22], b);
    starts!(t, Exact::scan().a(b"__"), 1, Exact, base, b, bounds, b);
    t.done("text of one width");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Back {
    #[rowkey(allow(unordered))]
    a: Vec<u8>,
    b: u8,
    #[rowkey(len(1))]
    c: Vec<u8>,
    d: Option<u8>,
}

#[test]
fn text_read_from_the_back() {
    let numbers = [0u8, 1, 7];
    let ones: Vec<Vec<u8>> = numbers.map(|byte| vec![byte]).to_vec();
    let values = product!(bytes(&numbers, 3), numbers, ones, |a, b, c| (a, b, c));
    let mut t = Table::of(
        values.flat_map(|(a, b, c)| [None, Some(0), Some(1)].map(|d| Back { a: a.clone(), b, c: c.clone(), d })),
    );
    let all = |_: &Back| true;
    let a = |k: &Back| k.a.clone();
    let some = bytes(&numbers, 2);
    equals!(t, Back::scan(), 1, Back, all, a, some, a);
    starts!(t, Back::scan(), 1, Back, all, a, some, a);
    let any: Vec<Vec<u8>> = vec![vec![], vec![7], vec![7, 7], vec![0], vec![1, 0], vec![0, 0, 7]];
    let base = |k: &Back| any.contains(&k.a);
    let start = || Back::scan().a(one_of(any.clone()));
    equals!(t, start(), 6, Back, base, |k: &Back| k.b, numbers, b);
    ranges!(t, start(), 6, Back, base, |k: &Back| k.b, numbers, b);
    let base = |k: &Back| any.contains(&k.a) && [0, 7].contains(&k.b);
    let start = || Back::scan().a(one_of(any.clone())).b(one_of([0u8, 7]));
    let c = |k: &Back| k.c.clone();
    equals!(t, start(), 12, Back, base, c, bytes(&numbers, 2), c);
    ranges!(t, start(), 12, Back, base, c, bytes(&numbers, 2), c);
    starts!(t, start(), 12, Back, base, c, bytes(&numbers, 2), c);
    parts!(t, start(), 12, Back, base, c, bytes(&numbers, 2), c, ends_with, |text, end| text.ends_with(end));
    let base = |k: &Back| k.b == 7;
    let start = || Back::scan().filter_b(7u8);
    searches!(t, start(), 1, Back, base, a, some, a, filter_a);
    let base = |k: &Back| any.contains(&k.a) && k.b == 7 && k.c == [7];
    let start = || Back::scan().a(one_of(any.clone())).b(7u8).c(&[7]);
    let optional = [None, Some(0u8), Some(1), Some(2)];
    equals!(t, start(), 6, Back, base, |k: &Back| k.d, optional, d);
    ranges!(t, start(), 6, Back, base, |k: &Back| k.d, optional, d);
    t.done("text read from the back");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(buckets = 3, of(a.last(1))), separator = "_")]
struct BackToFront {
    #[rowkey(reverse_text, chars("ab"))]
    a: String,
    #[rowkey(pad(2, with = b'0'), reverse_text)]
    b: String,
    #[rowkey(reverse_text, desc)]
    c: Vec<u8>,
}

#[test]
fn text_back_to_front() {
    let (texts, numbers) = (texts("ab", 2), strings(&["", "1", "10", "01", "0", "é", "11", "111"]));
    let make = product!(texts, numbers, bytes(b"\0_\xFF", 2), |a, b, c| BackToFront { a, b, c });
    let mut t = Table::of(make);
    let all = |_: &BackToFront| true;
    let a = |k: &BackToFront| k.a.clone();
    equals!(t, BackToFront::scan(), 3, BackToFront, all, a, strings(&["", "a", "ab", "ba", "c"]), a);
    let base = |k: &BackToFront| k.a == "ab";
    let b = |k: &BackToFront| k.b.clone();
    equals!(t, BackToFront::scan().a("ab"), 1, BackToFront, base, b, numbers, b);
    let base = |k: &BackToFront| k.a == "ab" && k.b == "10";
    let c = |k: &BackToFront| k.c.clone();
    equals!(t, BackToFront::scan().a("ab").b("10"), 1, BackToFront, base, c, bytes(b"\0_\xFF", 2), c);
    let base = |k: &BackToFront| k.a == "a";
    filters!(t, BackToFront::scan().a("a"), BackToFront, base, c, bytes(b"\0_", 2), filter_c);
    let parts = strings(&["", "1", "10", "01", "0", "é", "\u{9}", "11", "111", "01 "]);
    parts!(t, BackToFront::scan().a("a"), 1, BackToFront, base, b, parts, b, ends_with, |text, end| text
        .ends_with(end));
    let (base, starts) = (|k: &BackToFront| k.a == "a" && k.b.starts_with('1'), bytes(b"\0_\xFF", 2));
    let start = || BackToFront::scan().a("a").filter_b(starts_with("1"));
    search_filters!(t, start(), BackToFront, base, c, starts, filter_c);
    t.done("text back to front");
}

#[test]
fn filters_on_any_field() {
    let optional: Vec<Option<i8>> = [None].into_iter().chain(SIGNED.map(Some)).collect();
    let texts = bytes(&[0, 1, 0xFF], 2);
    let mut t = Table::of(product!(SMALL, optional, texts, |a, b, c| Descending { a, b, c }));
    let c = |k: &Descending| k.c.clone();
    let base = |k: &Descending| k.a == 7;
    filters!(t, Descending::scan().a(7u8), Descending, base, c, texts, filter_c, ranges);
    let odd = bytes(&[0, 1, 0xFF], 3)[10..20].to_vec();
    filters!(t, Descending::scan().a(7u8), Descending, base, c, odd, filter_c, ranges);
    let a = |k: &Descending| k.a;
    let base = |k: &Descending| k.a >= 7 && k.b.is_none();
    let start = || Descending::scan().filter_b(None).a(7u8..);
    filters!(t, start(), Descending, base, a, SMALL, filter_a, ranges);
    t.done("filters on descending fields");

    let mut t = Table::of(product!(texts, TIMES, |host, at| Padded { host, at }));
    let host = |k: &Padded| k.host.clone();
    let base = |k: &Padded| k.at < 0;
    let start = || Padded::scan().filter_at(..0i64);
    filters!(t, start(), Padded, base, host, bytes(&[0, 1, 0xFF], 2), filter_host, ranges);
    for value in &texts {
        // The salt's input is known by the filter, whichever comes first.
        run!(t, Padded::scan().filter_host(value), 1, |k: &Padded| k.host == *value);
        run!(t, Padded::scan().filter_host(value).host(&[1]), 1, |k: &Padded| k.host == *value && k.host == [1]);
        run!(t, Padded::scan().host(one_of([vec![1], vec![]])).filter_host(value), 2, |k: &Padded| {
            k.host == *value && [vec![1], vec![]].contains(&k.host)
        });
        run!(t, Padded::scan().host(starts_with(b"\x01")).filter_host(value), 1, |k: &Padded| {
            k.host == *value && k.host.starts_with(b"\x01")
        });
    }
    let start = || Padded::scan().filter_at(0i64..);
    let base = |k: &Padded| k.at >= 0;
    starts!(t, start(), usize::MAX, Padded, base, host, bytes(&[0, 1, 0xFF], 3), filter_host);
    t.done("filters on salted fields");

    let alphabet = [0, 1, 0xFF];
    let values = product!(bytes(&alphabet, 2), bytes(&alphabet, 2), [0u8, 0xFF], |a, b, c| Terminated { a, b, c });
    let mut t = Table::of(values.step_by(3));
    let (base, b) = (|k: &Terminated| k.c == 0, |k: &Terminated| k.b.clone());
    let start = || Terminated::scan().filter_c(0u8);
    filters!(t, start(), Terminated, base, b, bytes(&alphabet, 2), filter_b, ranges);
    starts!(t, start(), usize::MAX, Terminated, base, b, bytes(&alphabet, 2), filter_b);
    t.done("filters on terminated fields");

    let mut t =
        Table::of(product!(self::texts("az", 2), SMALL, self::texts("a\0_", 2), |a, b, c| Separated { a, b, c }));
    let bounds = strings(&["", "a", "az", "aaa", "a_", "a_a", "a`", "a{", "aA", "_", "zz", "zza", "é"]);
    let a = |k: &Separated| k.a.clone();
    let all = |_: &Separated| true;
    filters!(t, Separated::scan(), Separated, all, a, bounds, filter_a, ranges);
    let c = |k: &Separated| k.c.clone();
    let base = |k: &Separated| k.b == 0xFF;
    let bounds = self::texts("a\0_", 2);
    let start = || Separated::scan().filter_b(0xFFu8);
    filters!(t, start(), Separated, base, c, bounds, filter_c, ranges);
    t.done("filters before separators");

    let values = product!(bytes(&[0, 7], 3), [0u8, 7], [vec![0u8], vec![7]], |a, b, c| (a, b, c));
    let mut t = Table::of(values.map(|(a, b, c)| Back { a, b, c, d: None }));
    let a = |k: &Back| k.a.clone();
    let base = |k: &Back| k.b == 7;
    let values = bytes(&[0, 7], 3);
    filters!(t, Back::scan().filter_b(7u8), Back, base, a, values, filter_a, ranges);
    t.done("filters on text read from the back");
}

#[test]
fn errors_pass_through_and_do_not_count_against_the_limit() {
    let t = Table::of(product!(bytes(&[0, 1, 0xFF], 2), TIMES, |host, at| Padded { host, at }));
    let read = |range: KeyRange, _| {
        let keys = t.keys.read(&range, false).into_iter().map(Ok::<Vec<u8>, &str>);
        keys.chain([Err("down")]).collect::<Vec<_>>()
    };
    let plan = Padded::scan().plan().unwrap();
    let rows: Vec<_> = plan.merge(read).map(Result::unwrap).collect();
    assert_eq!(rows.iter().filter(|row| row.is_err()).count(), 3, "one at the end of each of 3 ranges");
    assert_eq!(rows.iter().filter_map(|row| row.clone().ok()).collect::<Vec<_>>(), t.keys.order);
    let rows: Vec<_> = plan.by_range(read).map(Result::unwrap).collect();
    assert_eq!(rows.iter().filter(|row| row.is_err()).count(), 3);

    let broken = |_: KeyRange, _| vec![Err::<Vec<u8>, _>("down")];
    let plan = Padded::scan().limit(1).plan().unwrap();
    assert_eq!(plan.merge(broken).count(), 3, "no row was given, so the limit is not reached");
}

rowkey::laws!(Descending, Optional, Blanks, Separated, TurnedText, Terminated, Exact, Back, BackToFront);

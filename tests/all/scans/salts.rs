//! The law of scans for salted keys; and what has no plan.

use super::universe::{Numbers, Padded, SMALL, Table, between, bytes, strings};
use rowkey::{Plan, RowKey, one_of};

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(md5, buckets = 5, of(..), digits(2)), separator = "_", prefix = b"\xFF")]
struct OfRest {
    #[rowkey(chars("0-9"), allow(unordered))]
    a: String,
    #[rowkey(allow(unordered))]
    b: Vec<u8>,
    c: u8,
}

#[test]
fn salted_by_the_rest_of_the_key() {
    let texts = bytes(&[0, b'_', 0xFF], 2);
    let mut t = Table::of(product!(["", "0", "01", "9"], texts, [0u8, b'_'], |a, b, c| OfRest { a: a.into(), b, c }));
    let a = |k: &OfRest| k.a.clone();
    let bounds = strings(&["", "0", "01", "0_", "9", "99", "a", "é", "\0"]);
    equals!(t, OfRest::scan(), 5, OfRest, |_: &OfRest| true, a, bounds, a);
    starts!(t, OfRest::scan(), 5, OfRest, |_: &OfRest| true, a, bounds, a);
    let base = |k: &OfRest| k.a == "0";
    let b = |k: &OfRest| k.b.clone();
    equals!(t, OfRest::scan().a("0"), 5, OfRest, base, b, texts, b);
    starts!(t, OfRest::scan().a("0"), 5, OfRest, base, b, texts, b);
    let base = |k: &OfRest| k.a == "0" && (k.b.is_empty() || k.b == b"_");
    let start = || OfRest::scan().a("0").b(one_of([vec![], b"_".to_vec()]));
    equals!(t, start(), 2, OfRest, base, |k: &OfRest| k.c, [0u8, b'_', 7], c);
    ranges!(t, start(), 10, OfRest, base, |k: &OfRest| k.c, [0u8, b'_', 7], c);
    t.done("salted by the rest");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 300, of(phone.last(2).int, at), hex(4)), separator = "|")]
struct TwoInputs {
    #[rowkey(chars("0-9a"), desc, separator = b"\xFF")]
    phone: String,
    kind: bool,
    at: i16,
    last: Vec<u8>,
}

#[test]
fn salted_by_two_inputs() {
    let phones = ["0", "01", "99", "999", "a1", "1a"];
    let times = [i16::MIN, -1, 0, 300, i16::MAX];
    let values = product!(phones, [false, true], times, |phone, kind, at| (phone, kind, at));
    let mut t = Table::of(values.flat_map(|(phone, kind, at)| {
        [vec![], vec![0xFF]].map(|last| TwoInputs { phone: phone.into(), kind, at, last })
    }));
    let phone = |k: &TwoInputs| k.phone.clone();
    let bounds = strings(&["0", "01", "99", "999", "9\u{7F}", "9\0", "1a", ""]);
    equals!(t, TwoInputs::scan(), 300, TwoInputs, |_: &TwoInputs| true, phone, bounds, phone);
    run!(t, TwoInputs::scan().phone("01".."999"), 300, |k: &TwoInputs| ("01".."999").contains(&k.phone.as_str()));
    let any = ["01", "999", "1a", "9999999999999999999"];
    let base = |k: &TwoInputs| any.contains(&k.phone.as_str()) && k.kind;
    let start = || TwoInputs::scan().phone(one_of(any)).kind(true);
    equals!(t, start(), 4, TwoInputs, base, |k: &TwoInputs| k.at, times, at);
    run!(t, start().at(-1i16..), 900, |k: &TwoInputs| base(k) && k.at >= -1);
    let base = |k: &TwoInputs| k.phone == "999" && !k.kind && k.at == 300;
    let start = || TwoInputs::scan().phone("999").kind(false).at(300i16);
    let last = |k: &TwoInputs| k.last.clone();
    ranges!(t, start(), 1, TwoInputs, base, last, bytes(&[0, 0xFF], 2), last);
    starts!(t, start(), 1, TwoInputs, base, last, bytes(&[0, 0xFF], 2), last);
    t.done("salted by two inputs");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(java_hash, buckets = 7, of(at.div(10), name.without("0")), digits(1)))]
struct JavaHashed {
    #[rowkey(terminated)]
    name: String,
    #[rowkey(desc)]
    at: i16,
}

#[test]
fn salted_by_javas_hash_of_text_and_number() {
    let names = ["", "0", "a", "a0", "é", "淘😀", "\0"];
    let times = [i16::MIN, -11, -1, 0, 9, 10, i16::MAX];
    let mut t = Table::of(product!(names, times, |name, at| JavaHashed { name: name.into(), at }));
    let name = |k: &JavaHashed| k.name.clone();
    equals!(t, JavaHashed::scan(), 7, JavaHashed, |_: &JavaHashed| true, name, strings(&names), name);
    starts!(t, JavaHashed::scan(), 7, JavaHashed, |_: &JavaHashed| true, name, strings(&names), name);
    let base = |k: &JavaHashed| k.name == "淘😀" || k.name.is_empty();
    let start = || JavaHashed::scan().name(one_of(["淘😀", ""]));
    equals!(t, start(), 2, JavaHashed, base, |k: &JavaHashed| k.at, times, at);
    ranges!(t, start(), 14, JavaHashed, base, |k: &JavaHashed| k.at, times, at);
    t.done("salted by Java's hash");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(phoenix, buckets = 8, of(..)))]
struct Phoenix {
    #[rowkey(chars("^\0"), separator = "\0")]
    host: String,
    at: i64,
}

#[test]
fn salted_as_phoenix_does() {
    let hosts = ["", "a", "ab", "é", "b"];
    let mut t =
        Table::of(product!(hosts, [i64::MIN, -1, 0, 7, i64::MAX], |host, at| Phoenix { host: host.into(), at }));
    let host = |k: &Phoenix| k.host.clone();
    equals!(t, Phoenix::scan(), 8, Phoenix, |_: &Phoenix| true, host, strings(&hosts), host);
    let base = |k: &Phoenix| k.host == "ab";
    let times = [i64::MIN, -1, 0, 7, i64::MAX];
    equals!(t, Phoenix::scan().host("ab"), 1, Phoenix, base, |k: &Phoenix| k.at, times, at);
    ranges!(t, Phoenix::scan().host("ab"), 8, Phoenix, base, |k: &Phoenix| k.at, times, at);
    t.done("salted as Phoenix does");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(modulo, buckets = 2, of(b), i64))]
struct Late {
    a: u8,
    #[rowkey(desc)]
    b: i32,
    c: f64,
}

#[test]
fn salted_by_a_later_field() {
    let floats = [-f64::NAN, f64::NEG_INFINITY, -0.0, 0.0, 1.5, f64::INFINITY, f64::NAN];
    let numbers = [i32::MIN, -3, 0, 1, i32::MAX];
    let mut t = Table::of(product!(SMALL, numbers, floats, |a, b, c| Late { a, b, c }));
    equals!(t, Late::scan(), 2, Late, |_: &Late| true, |k: &Late| k.a, SMALL, a);
    ranges!(t, Late::scan(), 2, Late, |_: &Late| true, |k: &Late| k.a, SMALL, a);
    let base = |k: &Late| k.a == 1;
    equals!(t, Late::scan().a(1u8), 1, Late, base, |k: &Late| k.b, numbers, b);
    ranges!(t, Late::scan().a(1u8), 2, Late, base, |k: &Late| k.b, numbers, b);
    for low in floats {
        for high in floats {
            let (l, h) = (low, high);
            run!(t, Late::scan().a(1u8).b(-3).c(low..high), 1, |k: &Late| base(k)
                && k.b == -3
                && (l..h).contains(&k.c));
        }
    }
    t.done("salted by a later field");
}

#[test]
fn a_range_that_is_used_up_holds_nothing() {
    let mut range = 1u8..=7;
    assert_eq!(range.by_ref().count(), 7);
    assert_eq!(Late::scan().a(1u8..=7).plan().unwrap().ranges().len(), 2);
    assert_eq!(Late::scan().a(range).plan().unwrap().ranges().len(), 0);
}

/// Salted by both fields, which have no names.
#[derive(RowKey, Debug)]
#[rowkey(salt(buckets = 3, of(0, 1)))]
struct Unnamed(u8, u16);

#[test]
fn a_plan_says_which_inputs_of_the_salt_are_not_known() {
    let says = |plan: Result<Plan<_>, rowkey::ScanError>, text: &str| {
        let said = plan.unwrap().explain().to_string();
        assert!(said.contains(text), "{said}");
    };
    says(Unnamed::scan().plan(), "all 3 buckets: xxh3 of 0, 1; 0 is not known, 1 is not known");
    says(Unnamed::scan()._0(1).plan(), "all 3 buckets: xxh3 of 0, 1; 0 is known, 1 is not known");
    says(Unnamed::scan()._0(1..2).filter_1(one_of([1])).plan(), "xxh3 of 0, 1; 0 is not known, 1 is not known");
    says(Unnamed::scan().filter_1(1).plan(), "all 3 buckets: xxh3 of 0, 1; 0 has 256 possible values, 1 is known");
    says(Unnamed::scan()._0(1..2).filter_1(1).plan(), "of 3: xxh3 of 0, 1; 0 has 1 possible value, 1 is known");
    says(
        Unnamed::scan()._0(1)._1(7..=300).plan(),
        "all 3 buckets: xxh3 of 0, 1; 0 is known, 1 has 294 possible values",
    );
    says(Unnamed::scan()._0(1).filter_1(1).plan(), "of 3: xxh3 of 0, 1 is known");
    says(Unnamed::scan()._0(one_of([1, 2]))._1(one_of([1])).plan(), "of 3: xxh3 of 0, 1 is known");
}

#[test]
fn what_has_no_plan() {
    let error = Padded::scan().bucket(3).plan().unwrap_err();
    assert_eq!(error, rowkey::ScanError::Bucket { key: "Padded", found: 3, buckets: 3 });
    let error = Numbers::scan().bucket(0).plan().unwrap_err();
    assert_eq!(error, rowkey::ScanError::Bucket { key: "Numbers", found: 0, buckets: 0 });
    let all: Vec<i64> = (0..100).collect();
    let error = Padded::scan().max_ranges(99).host(&[1]).at(one_of(all.clone())).plan().unwrap_err();
    assert_eq!(error, rowkey::ScanError::TooManyRanges { key: "Padded", found: 100, most: 99 });
    assert_eq!(Padded::scan().max_ranges(100).host(&[1]).at(one_of(all)).plan().unwrap().ranges().len(), 100);
    // In any order.
    let many = || Padded::scan().host(&[1]).at(one_of(0..5_000));
    assert_eq!(many().max_ranges(5_000).plan().unwrap().ranges().len(), 5_000);
    assert!(matches!(many().plan(), Err(rowkey::ScanError::TooManyRanges { found: 5_000, most: 4_096, .. })));
    // The most combinations that are tried, if no more ranges are allowed.
    let plan = Padded::scan().host(&[1]).at(one_of(0..65_536)).max_ranges(65_536).plan();
    assert_eq!(plan.unwrap().ranges().len(), 65_536);
    let many = || Padded::scan().host(&[1]).at(one_of(0..65_537));
    assert_eq!(many().max_ranges(100_000).plan().unwrap().ranges().len(), 65_537);
    let error = many().plan().unwrap_err();
    assert_eq!(error, rowkey::ScanError::TooManyRanges { key: "Padded", found: 65_537, most: 65_536 });
    let plan = TwoInputs::scan().max_ranges(299).plan().unwrap();
    let error = plan.merge(|_, _| Vec::<Vec<u8>>::new()).check().map(|_| ()).unwrap_err();
    assert_eq!(error, rowkey::ScanError::TooManyToMerge { key: "TwoInputs", found: 300, most: 299 });
    assert_eq!(plan.ranges().len(), 1);
}

rowkey::laws!(OfRest, TwoInputs, JavaHashed, Phoenix, Late, Unnamed);

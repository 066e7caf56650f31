//! Declared queries: what the compile-time proof says of a query, compared with the ranges of plans and the rows in them.
//!
//! Each key has three fields. Each shape binds some of them to one value or to a range, with and without all buckets. The test plans
//! the query for many values, and reads a table by brute force:
//!
//! - Where the proof says "answered", each plan has at most one range per bucket (without `buckets`, one in total), and the rows in the
//!   ranges are the rows that meet the conditions. No row is filtered by the plan.
//! - Where it says "not answered", some values have more ranges, or rows that do not meet the conditions.
//!
//! There are two exceptions. A range of a text with `pad(.., cut)` is "answered", although the rows next to an end that is cut inside a
//! character are compared: see the last test. More than 4,096 labels are "not answered", although the inputs that a query leaves open
//! may have few values.

mod units;

use rowkey::__private0::{BoundField, Obstacle, obstacle};
use rowkey::{If, KeyCode, Layout, RowKey, ScanPlan};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::Bound::{self, Excluded, Included, Unbounded};

/// A condition on one field.
#[derive(Clone, Debug)]
enum Condition<T> {
    Any,
    Value(T),
    Range(Bound<T>, Bound<T>),
}

impl<T: Clone + PartialOrd> Condition<T> {
    fn value(&self) -> If<T> {
        If(if let Self::Value(value) = self { Some(value.clone()) } else { None })
    }

    fn range(&self) -> If<(Bound<T>, Bound<T>)> {
        If(if let Self::Range(start, stop) = self { Some((start.clone(), stop.clone())) } else { None })
    }

    fn holds(&self, value: &T) -> bool {
        match self {
            Self::Any => true,
            Self::Value(bound) => value == bound,
            Self::Range(start, stop) => {
                let starts = match start {
                    Included(start) => value >= start,
                    Excluded(start) => value > start,
                    Unbounded => true,
                };
                let stops = match stop {
                    Included(stop) => value <= stop,
                    Excluded(stop) => value < stop,
                    Unbounded => true,
                };
                starts && stops
            }
        }
    }

    /// All conditions of this form with these values.
    fn all(form: Form, values: &[T]) -> Vec<Self> {
        let each = || values.iter().cloned();
        let ends = || each().map(Included).chain(each().map(Excluded)).chain([Unbounded]);
        match form {
            Form::Any => vec![Self::Any],
            Form::Value => each().map(Self::Value).collect(),
            Form::Range => ends().flat_map(|start| ends().map(move |stop| Self::Range(start.clone(), stop))).collect(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Any,
    Value,
    Range,
}

/// The shapes of all queries that bind at least one of three fields.
fn shapes() -> impl Iterator<Item = [Form; 3]> {
    let forms = [Form::Any, Form::Value, Form::Range];
    let all = (0..27).map(move |number| [forms[number % 3], forms[number / 3 % 3], forms[number / 9]]);
    all.filter(|shape| *shape != [Form::Any; 3])
}

/// The ranges of a plan, as the proof counts them.
struct Read {
    ranges: usize,
    /// The most ranges with one label.
    per_bucket: usize,
    keys: BTreeSet<Vec<u8>>,
}

fn read<K>(plan: &ScanPlan, table: &BTreeMap<Vec<u8>, K>) -> Read {
    let layout = plan.layout();
    // A key begins with the prefix and the label.
    let label = |key: &[u8]| key[..layout.fields_at().min(key.len())].to_vec();
    let (mut labels, mut keys) = (BTreeMap::<Vec<u8>, usize>::new(), BTreeSet::new());
    for range in plan.ranges() {
        *labels.entry(label(range.start())).or_default() += 1;
        let before = keys.len();
        keys.extend(table.range::<[u8], _>(range.clone()).map(|(key, _)| key.clone()));
        // One range over several labels is no range of one bucket.
        if keys.iter().skip(before).any(|key| range.contains(key) && label(key) != label(range.start())) {
            labels.insert(Vec::new(), usize::MAX);
        }
    }
    Read { ranges: plan.ranges().len(), per_bucket: labels.into_values().max().unwrap_or(0), keys }
}

/// How often a shape was answered, and not.
#[derive(Debug, Default, PartialEq)]
struct Verdicts {
    answered: usize,
    refused: usize,
}

/// At most this many plans per shape, and more until a refusal has a reason.
const PLANS: usize = 60;

struct Case<'t, K> {
    name: &'static str,
    layout: &'static Layout,
    table: &'t BTreeMap<Vec<u8>, K>,
}

impl<K> Case<'_, K> {
    /// Compares the verdicts about a shape. `plan` gives the number of queries of the shape, and `run` plans one of them: the plan,
    /// and the keys of the rows that meet its conditions.
    fn check(
        &self,
        shape: [Form; 3],
        names: [&str; 3],
        count: usize,
        run: &dyn Fn(usize) -> (ScanPlan, BTreeSet<Vec<u8>>, String),
        verdicts: &mut Verdicts,
    ) {
        let bound = shape.iter().zip(names).filter(|(form, _)| **form != Form::Any).map(|(form, name)| {
            let is_field = |field: &rowkey::Field| field.name() == name && !field.is_computed();
            let field = self.layout.fields().iter().position(is_field).unwrap();
            if *form == Form::Range { BoundField::range(field) } else { BoundField::value(field) }
        });
        let bound: Vec<BoundField> = bound.collect();
        let verdict = [false, true].map(|buckets| obstacle(self.layout, &bound, buckets));
        // A permission to read more takes nothing away.
        assert!(verdict[0].is_some() || verdict[1].is_none(), "{} {shape:?}: {verdict:?}", self.name);
        let mut has_reason = [false; 2];
        for number in 0..count {
            // A step that visits every query in another order.
            let step = if count % 7919 == 0 { 7907 } else { 7919 };
            let (plan, wanted, query) = run(number * step % count);
            let read = read(&plan, self.table);
            let is_one = [read.ranges <= 1, read.per_bucket <= 1];
            for (buckets, verdict) in verdict.iter().enumerate() {
                let is_answered = is_one[buckets] && read.keys == wanted;
                has_reason[buckets] |= !is_answered;
                assert!(
                    is_answered || verdict.is_some(),
                    "{} {shape:?}, buckets {buckets}: answered, but {query} has {} ranges, {} per bucket, {} rows of {}",
                    self.name,
                    read.ranges,
                    read.per_bucket,
                    read.keys.len(),
                    wanted.len()
                );
            }
            let is_explained = verdict.iter().zip(has_reason).all(|(verdict, reason)| verdict.is_none() || reason);
            if number >= PLANS && is_explained {
                break;
            }
        }
        for ((buckets, verdict), reason) in [false, true].iter().zip(verdict).zip(has_reason) {
            verdicts.answered += usize::from(verdict.is_none());
            verdicts.refused += usize::from(verdict.is_some());
            assert!(
                verdict.is_none() || reason,
                "{} {shape:?}, buckets {buckets}: {verdict:?}, but no plan has more ranges or rows",
                self.name
            );
        }
    }
}

/// Compares all shapes of a key with the fields `$a`, `$b`, and `$c`. A field without an order has its filter in place of its method
/// for ranges.
macro_rules! oracle {
    (
        $key:ident, $answered:literal;
        $a:ident $ra:ident $fa:ident: $as:expr;
        $b:ident $rb:ident $fb:ident: $bs:expr;
        $c:ident $rc:ident $fc:ident: $cs:expr
    ) => {{
        let (a_values, b_values, c_values) = ($as, $bs, $cs);
        let mut table = BTreeMap::new();
        for $a in &a_values {
            for $b in &b_values {
                for $c in &c_values {
                    let row = $key { $a: $a.clone(), $b: $b.clone(), $c: $c.clone() };
                    if let Ok(key) = row.encode() {
                        table.insert(<_ as AsRef<[u8]>>::as_ref(&key).to_vec(), row);
                    }
                }
            }
        }
        assert!(table.len() >= 150, "{} rows", table.len());
        let case = Case { name: stringify!($key), layout: $key::LAYOUT, table: &table };
        let mut verdicts = Verdicts::default();
        for shape in shapes() {
            let a = Condition::all(shape[0], &a_values);
            let b = Condition::all(shape[1], &b_values);
            let c = Condition::all(shape[2], &c_values);
            let run = |number: usize| {
                let (a, rest) = (&a[number % a.len()], number / a.len());
                let (b, c) = (&b[rest % b.len()], &c[rest / b.len() % c.len()]);
                let plan = match shape.iter().position(|form| *form == Form::Range) {
                    Some(0) => {
                        let query = $key::scan().$ra(a.range()).$fb(b.value()).$fb(b.range());
                        query.$fc(c.value()).$fc(c.range()).plan()
                    }
                    Some(1) => $key::scan().$a(a.value()).$rb(b.range()).$fc(c.value()).$fc(c.range()).plan(),
                    Some(_) => $key::scan().$a(a.value()).$b(b.value()).$rc(c.range()).plan(),
                    None => $key::scan().$a(a.value()).$b(b.value()).$c(c.value()).plan(),
                };
                let meets = |row: &$key| a.holds(&row.$a) && b.holds(&row.$b) && c.holds(&row.$c);
                let wanted = table.iter().filter(|(_, row)| meets(row)).map(|(key, _)| key.clone()).collect();
                (plan.unwrap().into_untyped(), wanted, format!("{a:?}, {b:?}, {c:?}"))
            };
            let names = [stringify!($a), stringify!($b), stringify!($c)];
            case.check(shape, names, a.len() * b.len() * c.len(), &run, &mut verdicts);
        }
        assert_eq!(verdicts.answered + verdicts.refused, 52);
        assert_eq!(verdicts.answered, $answered, "{}", stringify!($key));
    }};
}

const SMALL: [u8; 8] = [0, 1, 2, 3, 7, 8, 0xFE, 0xFF];
const TIMES: [i64; 10] = [i64::MIN, -9, -1, 0, 1, 4, 7, 8, 100, i64::MAX];

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

macro_rules! keys {
    ($($(#[$attribute:meta])* $key:ident { $($(#[$of:meta])* $field:ident: $type:ty),* })*) => {$(
        #[derive(RowKey, Clone, Debug)]
        $(#[$attribute])*
        struct $key {
            $($(#[$of])* $field: $type,)*
        }
    )*};
}

keys! {
    Plain { a: u8, b: i8, c: u16 }
    SaltedByOne { #[salt(buckets = 4)] a: u8, b: u8, c: i64 }
    #[rowkey(salt(xor, buckets = 5, of(a, c)))] SaltedByTwo { a: u8, b: u8, c: i64 }
    #[rowkey(salt(xxh3, buckets = 4, of(c.div(4))))] SaltedByView { a: u8, b: u8, c: i64 }
    #[rowkey(salt(buckets = 4, of(..)))] ElementAndSalt { a: u8, #[rowkey(element(c.div(8), bytes(1)))] b: u8, c: u8 }
    #[rowkey(salt(buckets = 4, of(..)))] SaltedByAll { a: u8, b: u8, c: i64 }
    OlderSalt { #[rowkey(salt(buckets = 4, was(2)))] a: u8, b: u8, c: i64 }
    #[rowkey(salt(buckets = 4096, of(c)))] MostBuckets { a: u8, c: i64 }
    #[rowkey(salt(buckets = 4097, of(c)))] MoreBuckets { a: u8, c: i64 }
    Digest { #[rowkey(salt(md5, hex(4)), pad(2))] a: String, b: u8, c: i64 }
    ComputedFirst { #[rowkey(element(c.div(8), bytes(1)))] a: u8, b: u8, c: u8 }
    ComputedLast { a: u8, b: u8, #[rowkey(element(c.div(8), bytes(1)))] c: u8 }
    ComputedDigest { a: u8, #[rowkey(element(xxh3(c), bytes(1)))] b: u8, c: u8 }
    NewestFirst { #[pad(3)] a: String, #[rowkey(desc)] b: u8, #[reverse_ts] c: i64 }
    Terminated { #[rowkey(terminated)] a: String, #[rowkey(terminated, desc)] b: String, c: String }
    #[rowkey(separator = "/", prefix = "p/")] Separated {
        #[rowkey(chars("a-z"))] a: String, #[rowkey(digits(3))] b: u8, #[rowkey(chars("a-z"))] c: String
    }
    Optional { a: Option<u8>, b: Place, #[pad(2)] c: Option<String> }
    #[rowkey(encoding = fdb_tuple)] Tuple { a: String, b: Option<i64>, c: Vec<u8> }
    #[rowkey(encoding = ordered_code)] Ordered { a: String, #[rowkey(desc)] b: i64, c: String }
    Floats { a: f32, b: u8, c: f64 }
    FloatsInside { a: u8, b: (u8, f32), c: Option<f64> }
    #[rowkey(separator = "/")] Unordered { #[rowkey(decimal)] a: u8, #[rowkey(reverse_text, terminated)] b: String, c: u8 }
    FromEnd { #[rowkey(allow(unordered))] a: String, b: u8, c: u8 }
    MixedOrders { a: Pair, b: Newest, c: Option<Newest> }
    Lists { a: (u8, bool), b: Option<[u8; 2]>, #[rowkey(repeated)] c: Vec<u16> }
    CutTexts { #[rowkey(pad(2, cut))] a: String, b: [u8; 2], c: Shop }
    #[rowkey(index(ByB(b, a, c), BySalt(c, b, a; salt(buckets = 3, of(c, a)), separator = "-")))] Indexed { a: u8, b: u8, c: i64 }
}

#[derive(RowKey, Clone, Debug, PartialEq, PartialOrd)]
struct Place {
    x: u8,
    #[rowkey(terminated)]
    y: String,
}

#[derive(RowKey, Clone, Debug, PartialEq, PartialOrd)]
struct Pair {
    x: u8,
    #[rowkey(desc)]
    y: u8,
}

#[derive(RowKey, Clone, Debug, PartialEq, PartialOrd)]
struct Newest {
    #[reverse_ts]
    at: i64,
}

#[derive(KeyCode, Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Shop {
    #[code("a")]
    A,
    #[code("ba")]
    Ba,
    #[code("c")]
    C,
}

fn places() -> Vec<Place> {
    let place = |(x, y): (u8, &str)| Place { x, y: y.into() };
    [(0, ""), (0, "a"), (1, ""), (1, "a"), (1, "a\0"), (1, "ab"), (0xFF, "\u{7F}")].map(place).into()
}

#[test]
fn numbers() {
    oracle!(Plain, 12; a a filter_a: SMALL; b b filter_b: [i8::MIN, -1, 0, 1, i8::MAX]; c c filter_c: [0, 1, 255, 256, u16::MAX]);
    oracle!(ByB, 12; b b filter_b: SMALL; a a filter_a: SMALL; c c filter_c: TIMES);
}

#[test]
fn salts() {
    oracle!(SaltedByOne, 11; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: TIMES);
    oracle!(SaltedByTwo, 7; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: TIMES);
    oracle!(SaltedByView, 7; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: TIMES);
    oracle!(SaltedByAll, 7; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: TIMES);
    oracle!(OlderSalt, 6; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: TIMES);
    oracle!(Digest, 10; a a filter_a: strings(&["", "a", "b", "ab"]); b b filter_b: SMALL; c c filter_c: TIMES);
    oracle!(BySalt, 7; c c filter_c: TIMES; b b filter_b: SMALL; a a filter_a: SMALL);
}

#[test]
fn computed_elements() {
    oracle!(ComputedFirst, 2; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: SMALL);
    oracle!(ElementAndSalt, 4; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: SMALL);
    oracle!(ComputedLast, 10; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: SMALL);
    // Among so many values, some have the same digest of one byte.
    let many: Vec<u8> = (0..60).collect();
    oracle!(ComputedDigest, 6; a a filter_a: SMALL; b b filter_b: SMALL; c c filter_c: many);
}

#[test]
fn texts() {
    let texts = || strings(&["", "a", "ab", "b", "ba", "z"]);
    oracle!(NewestFirst, 12; a a filter_a: texts(); b b filter_b: SMALL; c c filter_c: TIMES);
    let escaped = || strings(&["", "\0", "\u{1}", "a", "a\0", "ab", "\u{FF}"]);
    oracle!(Terminated, 12; a a filter_a: escaped(); b b filter_b: escaped(); c c filter_c: escaped());
    oracle!(Separated, 12; a a filter_a: texts(); b b filter_b: SMALL; c c filter_c: texts());
    oracle!(FromEnd, 2; a filter_a filter_a: escaped(); b b filter_b: SMALL; c c filter_c: SMALL);
    oracle!(Unordered, 8; a filter_a filter_a: SMALL; b filter_b filter_b: escaped(); c c filter_c: SMALL);
    oracle!(CutTexts, 12; a a filter_a: texts(); b b filter_b: (0..30).map(|byte| [byte / 7, 8 * byte]).collect::<Vec<_>>();
        c c filter_c: [Shop::A, Shop::Ba, Shop::C]);
}

#[test]
fn compound_fields() {
    let options = [None, Some(0), Some(1), Some(7), Some(0xFF)];
    let texts = [None, Some(""), Some("a"), Some("ab"), Some("b")].map(|text| text.map(str::to_owned));
    oracle!(Optional, 12; a a filter_a: options; b b filter_b: places(); c c filter_c: texts);
    let pairs = SMALL.into_iter().flat_map(|byte| [(byte, false), (byte, true)]).collect::<Vec<_>>();
    let arrays = [None, Some([0, 0]), Some([0, 1]), Some([1, 0]), Some([0xFF, 0xFF])];
    let lists = [&[][..], &[0], &[0, 0], &[0, 1], &[1], &[0x100], &[0xFFFF], &[0xFFFF, 0]].map(<[u16]>::to_vec);
    oracle!(Lists, 12; a a filter_a: pairs; b b filter_b: arrays; c c filter_c: lists);
}

/// A range of a nested key is one range of keys only if all of its fields sort in one order.
#[test]
fn nested_keys_with_descending_fields() {
    let pairs: Vec<Pair> = SMALL.iter().step_by(2).flat_map(|&x| [0, 7, 0xFF].map(|y| Pair { x, y })).collect();
    let newest = || TIMES.into_iter().step_by(2).map(|at| Newest { at });
    let optional: Vec<Option<Newest>> = [None].into_iter().chain(newest().map(Some)).collect();
    oracle!(MixedOrders, 8; a a filter_a: pairs; b b filter_b: newest().collect::<Vec<_>>(); c c filter_c: optional);
}

#[test]
fn encodings() {
    let texts = || strings(&["", "\0", "\u{1}", "a", "a\0", "ab", "\u{FF}"]);
    let numbers = [None, Some(i64::MIN), Some(-256), Some(-1), Some(0), Some(1), Some(256)];
    let bytes = || texts().into_iter().map(String::into_bytes).collect::<Vec<_>>();
    oracle!(Tuple, 12; a a filter_a: texts(); b b filter_b: numbers; c c filter_c: bytes());
    oracle!(Ordered, 12; a a filter_a: texts(); b b filter_b: TIMES; c c filter_c: texts());
}

#[test]
fn floats() {
    let single = [f32::NEG_INFINITY, -1.5, -0.0, 0.0, 1.0, f32::NAN];
    let double = [f64::NEG_INFINITY, -1.5, -0.0, 0.0, 1.0, f64::INFINITY, f64::NAN];
    oracle!(Floats, 2; a a filter_a: single; b b filter_b: SMALL; c c filter_c: double);
    let pairs = single.into_iter().flat_map(|float| [(0, float), (1, float)]).collect::<Vec<_>>();
    oracle!(FloatsInside, 4; a a filter_a: SMALL; b b filter_b: pairs; c c filter_c: double.map(Some));
}

#[test]
fn the_proof_knows_how_many_ranges_a_plan_has() {
    let value = &[BoundField::value(0)];
    let (most, more) = (MostBuckets::scan().a(7u8).plan().unwrap(), MoreBuckets::scan().a(7u8).plan().unwrap());
    assert_eq!((most.ranges().len(), most.is_exact(), obstacle(most.layout(), value, true)), (4_096, true, None));
    let too_many = Some(Obstacle::TooManyBuckets);
    assert_eq!((more.ranges().len(), more.is_exact(), obstacle(more.layout(), value, true)), (1, false, too_many));
}

/// The one exception: `é` has two bytes, and only the first fits, so the text is stored as "a", which also begins the range of "aa".
#[test]
fn an_end_that_is_cut_inside_a_character() {
    assert_eq!(obstacle(CutTexts::LAYOUT, &[BoundField::range(0)], false), None);
    let plan = CutTexts::scan().a("aé".."b").plan().unwrap();
    assert_eq!((plan.ranges().len(), plan.is_exact()), (1, false));
    let plan = CutTexts::scan().a("aa".."b").plan().unwrap();
    assert_eq!((plan.ranges().len(), plan.is_exact()), (1, true));
}

rowkey::laws!(Place, Pair, Newest);

//! Ranges of values of a nested key compare field by field, as `#[derive(PartialOrd)]` does, in whatever order the key
//! stores the fields. The reference is that derive.

use super::universe::{Bound, Excluded, Included, Table, Unbounded, every_range, texts};
use rowkey::{If, RowKey, one_of};

/// Returns `true` if a value is in a range, by its own order.
fn within<T: PartialOrd>(range: &(Bound<T>, Bound<T>), value: &T) -> bool {
    let is_from = match &range.0 {
        Included(start) => value >= start,
        Excluded(start) => value > start,
        Unbounded => true,
    };
    let is_to = match &range.1 {
        Included(stop) => value <= stop,
        Excluded(stop) => value < stop,
        Unbounded => true,
    };
    is_from && is_to
}

/// A key with the field `n`, and one with the same field in descending order, in an option, and in a list. Each is bound
/// and filtered by every range of the bounds.
macro_rules! every_form {
    ($test:ident, $inner:ident, |$values:ident, $bounds:ident| $universe:expr) => {
        mod $test {
            use super::*;

            #[derive(RowKey, Debug, Clone, PartialEq)]
            #[rowkey(salt(buckets = 2, of(id)))]
            struct Plain {
                id: u8,
                #[rowkey(separator = "/")]
                n: $inner,
                end: u8,
            }

            #[test]
            fn plain() {
                let ($values, $bounds): (Vec<$inner>, Vec<$inner>) = $universe;
                let rows = product!([3u8, 4], $values, [0u8, 0xFF], |id, n, end| Plain { id, n, end });
                let mut t = Table::of(rows);
                for range in every_range(&$bounds) {
                    let wants = |row: &Plain| row.id == 3 && within(&range, &row.n);
                    run!(t, Plain::scan().id(3).n(range.clone()), wants);
                    run!(t, Plain::scan().id(If(None::<u8>)).n(range.clone()).filter_id(3), wants);
                    run!(t, Plain::scan().filter_n(range.clone()), |row: &Plain| within(&range, &row.n));
                }
                for (number, range) in every_range(&$bounds).into_iter().enumerate().step_by(7) {
                    let ranges = every_range(&$bounds);
                    let other = ranges[(11 * number + 5) % ranges.len()].clone();
                    let wants = |row: &Plain| within(&range, &row.n) || within(&other, &row.n);
                    let both = || one_of([range.clone(), other.clone()]);
                    run!(t, Plain::scan().id(4).n(both()), |row: &Plain| row.id == 4 && wants(row));
                    run!(t, Plain::scan().filter_n(both()), wants);
                }
                t.done(concat!(stringify!($test), ", plain"));
            }
        }
    };
}

/// Forms that only keys of fixed width take.
macro_rules! fixed_forms {
    ($test:ident, $inner:ident, |$values:ident, $bounds:ident| $universe:expr) => {
        mod $test {
            use super::*;

            #[derive(RowKey, Debug, Clone, PartialEq)]
            struct Turned {
                #[rowkey(desc)]
                n: $inner,
                option: Option<$inner>,
            }

            #[derive(RowKey, Debug, Clone, PartialEq)]
            struct TurnedOption {
                #[rowkey(desc)]
                n: Option<$inner>,
                end: u8,
            }

            #[derive(RowKey, Debug, Clone, PartialEq)]
            struct Listed {
                id: u8,
                #[rowkey(repeated)]
                n: Vec<$inner>,
            }

            #[test]
            fn turned_and_optional() {
                let ($values, $bounds): (Vec<$inner>, Vec<$inner>) = $universe;
                let options: Vec<Option<$inner>> =
                    [None].into_iter().chain($values.iter().cloned().map(Some)).collect();
                let few: Vec<_> = options.iter().step_by(2).cloned().collect();
                let mut t = Table::of(product!($values, few, |n, option| Turned { n, option }));
                for range in every_range(&$bounds) {
                    run!(t, Turned::scan().n(range.clone()), |row: &Turned| within(&range, &row.n));
                    run!(t, Turned::scan().filter_n(range.clone()), |row: &Turned| within(&range, &row.n));
                }
                let bounds: Vec<_> = [None].into_iter().chain($bounds.iter().cloned().map(Some)).collect();
                for range in every_range(&bounds) {
                    let wants = |row: &Turned| row.n == $values[1] && within(&range, &row.option);
                    run!(t, Turned::scan().n(&$values[1]).option(range.clone()), wants);
                    run!(t, Turned::scan().filter_option(range.clone()), |row: &Turned| within(&range, &row.option));
                }
                t.done(concat!(stringify!($test), ", turned"));
                let mut t = Table::of(product!(options, [7u8, 8, 0xFF], |n, end| TurnedOption { n, end }));
                for range in every_range(&bounds) {
                    run!(t, TurnedOption::scan().n(range.clone()), |row: &TurnedOption| within(&range, &row.n));
                    run!(t, TurnedOption::scan().filter_n(range.clone()), |row: &TurnedOption| within(&range, &row.n));
                }
                t.done(concat!(stringify!($test), ", an option turned"));
            }

            #[test]
            fn lists() {
                let ($values, $bounds): (Vec<$inner>, Vec<$inner>) = $universe;
                let lists = |values: &[$inner]| {
                    let few: Vec<_> = values.iter().step_by(values.len().div_ceil(5)).cloned().collect();
                    let mut lists: Vec<Vec<$inner>> = vec![vec![]];
                    lists.extend(few.iter().map(|one| vec![one.clone()]));
                    lists.extend(few.iter().flat_map(|one| few.iter().map(|two| vec![one.clone(), two.clone()])));
                    lists
                };
                let mut t = Table::of(product!([1u8, 2], lists(&$values), |id, n| Listed { id, n }));
                let bounds: Vec<_> = lists(&$bounds).into_iter().step_by(2).collect();
                for range in every_range(&bounds) {
                    let wants = |row: &Listed| row.id == 1 && within(&range, &row.n);
                    run!(t, Listed::scan().id(1).n(range.clone()), wants);
                    run!(t, Listed::scan().filter_n(range.clone()), |row: &Listed| within(&range, &row.n));
                }
                t.done(concat!(stringify!($test), ", lists"));
            }
        }
    };
}

#[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
struct Newest {
    #[reverse_ts]
    at: i64,
}

fn newest() -> (Vec<Newest>, Vec<Newest>) {
    let times = |times: &[i64]| times.iter().map(|&at| Newest { at }).collect();
    (times(&[i64::MIN, -1, 0, 1, 2, 3, i64::MAX]), times(&[i64::MIN, 0, 2, i64::MAX]))
}

every_form!(newest_first, Newest, |values, bounds| newest());
fixed_forms!(newest_first_fixed, Newest, |values, bounds| newest());

#[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
#[rowkey(prefix = "m")]
struct Mixed {
    #[rowkey(desc)]
    down: u8,
    up: Option<i8>,
    #[rowkey(digits(3), desc)]
    text: u8,
}

fn mixed() -> (Vec<Mixed>, Vec<Mixed>) {
    let all = product!([0u8, 1, 0xFF], [None, Some(-1), Some(i8::MAX)], [0u8, 9, 255], |down, up, text| Mixed {
        down,
        up,
        text
    });
    let all: Vec<Mixed> = all.collect();
    let bounds = all.iter().step_by(4).cloned().chain([Mixed { down: 7, up: Some(0), text: 8 }]).collect();
    (all, bounds)
}

every_form!(mixed_orders, Mixed, |values, bounds| mixed());
fixed_forms!(mixed_orders_fixed, Mixed, |values, bounds| mixed());

/// Nested twice, with a separator between the fields.
#[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
#[rowkey(separator = "-")]
struct Deep {
    #[rowkey(desc)]
    first: Newest,
    option: Option<Mixed>,
    #[rowkey(desc)]
    last: bool,
}

fn deep() -> (Vec<Deep>, Vec<Deep>) {
    let options: Vec<Option<Mixed>> = [None].into_iter().chain(mixed().0.into_iter().step_by(7).map(Some)).collect();
    let firsts = [Newest { at: -1 }, Newest { at: 5 }];
    let all: Vec<Deep> =
        product!(firsts, options, [false, true], |first, option, last| Deep { first, option, last }).collect();
    let bounds = all.iter().step_by(3).cloned().collect();
    (all, bounds)
}

every_form!(nested_twice, Deep, |values, bounds| deep());
fixed_forms!(nested_twice_fixed, Deep, |values, bounds| deep());

/// Texts whose end is a separator, an end mark, or the end of the nested key.
#[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
#[rowkey(separator = "-")]
struct Texts {
    #[rowkey(chars("a-b"))]
    open: String,
    #[rowkey(desc)]
    down: u8,
    #[rowkey(terminated, desc)]
    turned: String,
    #[rowkey(chars("a-b"))]
    last: String,
}

fn some_texts() -> (Vec<Texts>, Vec<Texts>) {
    let inner = ["", "a", "a\0", "ab"];
    let firsts: Vec<(String, u8)> = product!(texts("ab", 2), [0u8, 9], |open, down| (open, down)).collect();
    let lasts = ["", "a", "ab", "b"];
    let all = product!(firsts, inner, lasts, |first, turned, last| Texts {
        open: first.0.clone(),
        down: first.1,
        turned: turned.into(),
        last: last.into()
    });
    let all: Vec<Texts> = all.collect();
    let bounds = all.iter().step_by(37).cloned().collect();
    (all.into_iter().step_by(3).collect(), bounds)
}

every_form!(texts_of_every_end, Texts, |values, bounds| some_texts());

#[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
struct Floats {
    #[rowkey(desc)]
    down: f64,
    up: f32,
    #[rowkey(desc)]
    end: u8,
}

fn floats() -> (Vec<Floats>, Vec<Floats>) {
    let all =
        product!([f64::NAN, -1.0, -0.0, 0.0, f64::INFINITY], [f32::NAN, -0.0, 0.0, 2.0], [0u8, 1], |down, up, end| {
            Floats { down, up, end }
        });
    let all: Vec<Floats> = all.collect();
    let bounds = all.iter().step_by(9).cloned().collect();
    (all, bounds)
}

every_form!(floats_of_both_orders, Floats, |values, bounds| floats());

/// Record types of several widths, whose fields sort both ways.
#[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
#[rowkey(prefix = "k")]
enum Datum {
    #[rowkey(tag = 0)]
    Null {},
    #[rowkey(tag = 3)]
    Number {
        #[rowkey(desc)]
        first: i8,
        last: Option<bool>,
    },
    #[rowkey(tag = "\x04\x01")]
    Text {
        #[rowkey(terminated, desc)]
        text: String,
        #[rowkey(desc)]
        last: u8,
    },
    #[rowkey(tag = 5)]
    Real {
        #[rowkey(desc)]
        value: f64,
        end: u8,
    },
    #[rowkey(tag = 0xFF)]
    Newest(Newest),
}

fn data() -> (Vec<Datum>, Vec<Datum>) {
    let numbers =
        product!([i8::MIN, 0, 5], [None, Some(false), Some(true)], |first, last| Datum::Number { first, last });
    let texts = product!(["", "a", "a\0", "ab"], [0u8, 9], |text, last| Datum::Text { text: text.into(), last });
    let reals = product!([f64::NAN, -1.0, -0.0, 0.0, f64::INFINITY], [0u8, 1], |value, end| Datum::Real { value, end });
    let times = newest().0.into_iter().step_by(2).map(Datum::Newest);
    let all: Vec<Datum> = [Datum::Null {}].into_iter().chain(numbers).chain(texts).chain(reals).chain(times).collect();
    let bounds = all.iter().step_by(3).cloned().chain([Datum::Number { first: 3, last: None }]).collect();
    (all, bounds)
}

every_form!(record_types, Datum, |values, bounds| data());

/// Record types of one width.
#[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
enum Id {
    #[rowkey(tag = "a")]
    Up { number: u16 },
    #[rowkey(tag = "b")]
    Down {
        #[rowkey(desc)]
        number: u8,
        up: u8,
    },
    #[rowkey(tag = "c")]
    Text {
        #[rowkey(len(2), desc)]
        text: String,
    },
}

fn ids() -> (Vec<Id>, Vec<Id>) {
    let ups = [0u16, 1, 0x100, 0xFFFF].map(|number| Id::Up { number });
    let downs = product!([0u8, 1, 0xFF], [0u8, 0xFF], |number, up| Id::Down { number, up });
    let texts = ["\0\0", "ab", "b\0"].map(|text| Id::Text { text: text.into() });
    let all: Vec<Id> = ups.into_iter().chain(downs).chain(texts).collect();
    let bounds = all.iter().step_by(2).cloned().chain([Id::Text { text: "long".into() }]).collect();
    (all, bounds)
}

every_form!(record_types_of_one_width, Id, |values, bounds| ids());
fixed_forms!(record_types_of_one_width_in_each_form, Id, |values, bounds| ids());

/// A key that opts out of an order compares by value, too.
#[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
struct Unordered {
    #[rowkey(decimal, separator = ":")]
    number: u16,
    #[rowkey(desc)]
    down: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct OfUnordered {
    #[rowkey(allow(unordered))]
    n: Unordered,
}

#[test]
fn filters_of_unordered_nested_keys() {
    let all =
        product!([0u16, 9, 10, 100, 101, 1_000, u16::MAX], [0u8, 1, 0xFF], |number, down| Unordered { number, down });
    let all: Vec<Unordered> = all.collect();
    let mut t = Table::of(all.iter().cloned().map(|n| OfUnordered { n }));
    for range in every_range(&all[..11]) {
        run!(t, OfUnordered::scan().filter_n(range.clone()), |row: &OfUnordered| within(&range, &row.n));
    }
    t.done("unordered nested keys");
}

/// Fields that store less than the value, before others.
mod cut {
    use super::*;
    use jiff::Timestamp;

    #[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
    pub struct Inner {
        #[rowkey(time(secs, floor))]
        pub at: Timestamp,
        #[rowkey(pad(3, cut), desc)]
        pub name: String,
        pub seq: u8,
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    pub struct Outer {
        pub n: Inner,
        pub id: u8,
    }

    #[derive(RowKey, Debug, Clone, PartialEq, PartialOrd)]
    pub struct Turned {
        #[reverse_ts(secs, floor)]
        pub at: Timestamp,
        #[rowkey(time("%d%m%Y", floor), allow(unordered))]
        pub day: Timestamp,
        pub seq: u8,
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    pub struct OfTurned {
        #[rowkey(allow(unordered))]
        pub n: Option<Turned>,
        pub id: u8,
    }
}

/// Rows as they were put are found if they are in the range, and so are rows as they decode. A bound that is cut
/// includes its whole unit.
#[test]
fn bounds_that_are_cut_include_their_unit() {
    use cut::{Inner, Outer};
    let at = |millis: i64| jiff::Timestamp::from_millisecond(millis).unwrap();
    let cut = |name: &str| name.chars().take(3).collect::<String>();
    let put: Vec<Inner> =
        product!([-500i64, 0, 900, 1_000, 1_300], ["a", "abc", "abcd", "b"], [3u8, 7], |ms, name, seq| {
            Inner { at: at(ms), name: name.into(), seq }
        })
        .collect();
    let bounds: Vec<Inner> =
        product!([-1i64, 0, 500, 1_000, 1_999], ["ab", "abc", "abcc", "abce"], [5u8], |ms, name, seq| {
            Inner { at: at(ms), name: name.into(), seq }
        })
        .collect();
    let stored =
        |n: &Inner| Inner { at: at(n.at.as_millisecond().div_euclid(1_000) * 1_000), name: cut(&n.name), seq: n.seq };
    // By the rule, field by field: a bound that is cut holds its unit, and otherwise values compare as they decode.
    let holds = |row: &Inner, bound: &Inner, is_start: bool, is_included: bool| {
        let (row, unit) = (stored(row), stored(bound));
        if row.at != unit.at {
            return (row.at > unit.at) == is_start;
        }
        if bound.at != unit.at {
            return true;
        }
        if row.name != unit.name {
            return (row.name > bound.name) == is_start;
        }
        bound.name != unit.name || (if row.seq == bound.seq { is_included } else { (row.seq > bound.seq) == is_start })
    };
    let in_range = |row: &Inner, (start, stop): &(Bound<Inner>, Bound<Inner>)| {
        let is_in = |bound: &Bound<Inner>, is_start| match bound {
            Included(bound) => holds(row, bound, is_start, true),
            Excluded(bound) => holds(row, bound, is_start, false),
            Unbounded => true,
        };
        is_in(start, true) && is_in(stop, false)
    };
    // A bound at a whole second is compared as it is, like the rows of that second.
    let is_on_grid = |bound: &Bound<Inner>| match bound {
        Included(bound) | Excluded(bound) => stored(bound).at == bound.at,
        Unbounded => false,
    };
    let mut checked = 0;
    for range in every_range(&bounds) {
        let bound = Outer::scan().n(range.clone()).plan().unwrap();
        let filter = Outer::scan().filter_n(range.clone()).plan().unwrap();
        for row in &put {
            let key = Outer { n: row.clone(), id: 1 }.encode().unwrap();
            let is_bound = bound.ranges().any(|range| range.contains(&key)) && bound.matches(&key);
            assert_eq!(is_bound, in_range(row, &range), "{row:?} in {range:?}: {}", bound.explain());
            assert_eq!(filter.matches(&key), is_bound, "{row:?} in {range:?}: {}", filter.explain());
            // No row that was put into the range is missed.
            if within(&range, row) && !is_on_grid(&range.0) {
                assert!(is_bound, "{row:?} was put, in {range:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 10_000);
}

/// The same where only a filter can compare the values.
#[test]
fn unordered_bounds_that_are_cut_include_their_unit() {
    use cut::{OfTurned, Turned};
    let at = |millis: i64| jiff::Timestamp::from_millisecond(millis).unwrap();
    let all = |millis: &[i64]| -> Vec<Turned> {
        product!(millis, [0i64, 100_000_000], [3u8, 7], |ms, day, seq| Turned { at: at(ms), day: at(day), seq })
            .collect()
    };
    for start in all(&[-1, 0, 500]) {
        let plan = OfTurned::scan().filter_n(Some(start.clone())..).plan().unwrap();
        for row in all(&[-500, 0, 900, 1_000]) {
            let key = OfTurned { n: Some(row.clone()), id: 1 }.encode().unwrap();
            // A bound at a whole second is compared as it is, like the rows of that second.
            if row >= start && start.at.as_millisecond() % 1_000 != 0 {
                assert!(plan.matches(&key), "{row:?} is from {start:?} on");
            }
            if row.at < at(start.at.as_millisecond().div_euclid(1_000) * 1_000) {
                assert!(!plan.matches(&key), "{row:?} is before the second of {start:?}");
            }
        }
        assert!(!plan.matches(&OfTurned { n: None, id: 1 }.encode().unwrap()));
    }
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Shown {
    n: Mixed,
    newest: Newest,
    #[rowkey(desc)]
    until: Option<i8>,
}

/// `explain` shows bounds in natural order, of as many fields as they have, and says where `None` is in a range.
#[test]
fn bounds_are_shown_by_their_fields() {
    let n = |down, up, text| Mixed { down, up, text };
    let asked = |plan: rowkey::Plan<Shown>| plan.explain().asked().last().unwrap().to_string();
    let low = n(1, Some(0), 5);
    assert_eq!(
        asked(Shown::scan().n(low.clone()..).plan().unwrap()),
        "n > (1, ..) or >= (1, Some(0), 5) and <= (1, Some(0), ..) or > (1, Some(0), ..) and <= (1, ..)"
    );
    let filter = Shown::scan().filter_n(low..).plan().unwrap();
    assert!(!filter.explain().to_string().contains("no key"), "{}", filter.explain());
    let plan = Shown::scan().n(Mixed::scan().down(5).up(Some(1)..Some(3))).plan().unwrap();
    assert_eq!(asked(plan), "n >= (5, Some(1), ..) and < (5, Some(3), ..)");
    assert_eq!(asked(Shown::scan().n(Mixed::scan().down(5)).plan().unwrap()), "n = (5, ..)");
    assert_eq!(asked(Shown::scan().n(Mixed::scan().down(5..)).plan().unwrap()), "n > (4, ..)");
    let one = || Shown::scan().n(n(0, None, 0));
    assert_eq!(
        asked(one().newest(Newest { at: 2 }..Newest { at: 4 }).plan().unwrap()),
        "newest >= (2 (1970-01-01T00:00:00.002Z)) and < (4 (1970-01-01T00:00:00.004Z))"
    );
    let until = |range: (Bound<Option<i8>>, Bound<Option<i8>>)| {
        let plan = one().newest(Newest { at: 0 }).until(range).plan().unwrap();
        let filter = Shown::scan().filter_until(range).plan().unwrap();
        assert_eq!(asked(plan.clone()), filter.explain().filters()[0].to_string());
        asked(plan)
    };
    assert_eq!(until((Unbounded, Excluded(Some(10)))), "until < Some(10) or None");
    assert_eq!(until((Unbounded, Included(None))), "until <= None");
    assert_eq!(until((Included(Some(i8::MIN)), Excluded(Some(10)))), "until >= Some(-128) and < Some(10)");
    assert_eq!(until((Excluded(None), Unbounded)), "until > None");
}

/// A range that would be more ranges of keys than the scan allows.
#[test]
fn a_range_of_more_ranges_than_allowed_says_what_to_bind() {
    let n = Mixed { down: 1, up: Some(0), text: 5 };
    let error = Shown::scan().max_ranges(1).n(n.clone()..).plan().unwrap_err().to_string();
    assert!(error.contains("`Shown.n`") && error.contains("`n(N::scan().x(5..))`"), "{error}");
    assert_eq!(Shown::scan().max_ranges(1).n(Mixed::scan().down(1..)).plan().unwrap().ranges().len(), 1);
    assert_eq!(Shown::scan().max_ranges(3).n(n..).plan().unwrap().ranges().len(), 3);
}

rowkey::laws!(
    Newest,
    Mixed,
    Deep,
    Texts,
    Floats,
    Unordered,
    OfUnordered,
    Datum,
    Id,
    Shown,
    cut::Inner,
    cut::Outer,
    cut::Turned,
    cut::OfTurned
);

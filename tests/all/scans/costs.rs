//! The cost of plans: filters that the ranges already prove, full scans, and the best of several keys.

use super::universe::{Table, between, every_range, strings};
use rowkey::{If, RowKey, ScanPlan, one_of};
use std::ops::Bound;

const SOME: [u8; 4] = [0, 1, 7, 255];

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Fixed {
    a: u8,
    #[rowkey(desc)]
    b: u8,
    c: i8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 3, of(a)), separator = "/")]
struct Salted {
    #[rowkey(digits(3))]
    a: u8,
    #[rowkey(chars("a-z"))]
    b: String,
    #[rowkey(digits(3))]
    c: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Computed {
    #[rowkey(element(c.div(10), bytes(1)))]
    a: u8,
    b: Option<u8>,
    c: u8,
}

#[test]
fn filters_on_bound_fields_are_proven() {
    let mut t = Table::of(product!(SOME, SOME, [-128i8, -1, 0, 5], |a, b, c| Fixed { a, b, c }));
    let ranges = every_range(&[0u8, 1, 7, 9, 255]);
    for (number, filter) in ranges.iter().enumerate() {
        let holds = |value: &u8| between(&filter.0, &filter.1, value);
        // One value, and a filter on it: proven, or no row.
        run!(t, Fixed::scan().a(7u8).filter_a(*filter), |k: &Fixed| k.a == 7 && holds(&7));
        run!(t, Fixed::scan().a(one_of([1u8, 7])).b(7u8).filter_a(*filter), |k: &Fixed| holds(&k.a)
            && [1, 7].contains(&k.a)
            && k.b == 7);
        // A range, and a filter that may hold all of it.
        for range in ranges.iter().skip(number % 3).step_by(3) {
            let is_in = |value: &u8| between(&range.0, &range.1, value) && holds(value);
            run!(t, Fixed::scan().a(*range).filter_a(*filter), |k: &Fixed| is_in(&k.a));
            run!(t, Fixed::scan().a(1u8).b(*range).filter_b(*filter), |k: &Fixed| k.a == 1 && is_in(&k.b));
            run!(t, Fixed::scan().a(one_of([1u8, 7])).b(*range).filter_b(*filter), |k: &Fixed| k.a % 6 == 1
                && is_in(&k.b));
        }
    }
    t.done("filters on bound fields");
}

#[test]
fn filters_on_bound_texts_are_proven() {
    let names = strings(&["", "a", "ab", "b"]);
    let mut t = Table::of(product!(SOME, names, SOME, |a, b, c| Salted { a, b, c }));
    for range in every_range(&["a".to_owned(), "ab".to_owned(), "b".to_owned()]) {
        let range = (range.0.as_ref().map(String::as_str), range.1.as_ref().map(String::as_str));
        let holds = |value: &str| between(&range.0, &range.1, &value);
        run!(t, Salted::scan().a(7u8).b("a").filter_b(range), |k: &Salted| k.a == 7 && k.b == "a" && holds("a"));
        run!(t, Salted::scan().a(one_of([1u8, 7])).b(range).filter_b("a"), |k: &Salted| k.a % 6 == 1
            && k.b == "a"
            && holds("a"));
        run!(t, Salted::scan().a(7u8).b(range).filter_b(range), |k: &Salted| k.a == 7 && holds(&k.b));
        run!(t, Salted::scan().filter_a(7u8).filter_b(range), |k: &Salted| k.a == 7 && holds(&k.b));
    }
    t.done("filters on bound texts");
}

#[test]
fn filters_of_computed_elements_stay() {
    let times = [0u8, 9, 10, 11, 19, 20, 255];
    let mut t = Table::of(product!(SOME, [None, Some(0u8), Some(255)], times, |a, b, c| Computed { a, b, c }));
    for range in every_range(&[9u8, 10, 20]) {
        let holds = |value: &u8| between(&range.0, &range.1, value);
        run!(t, Computed::scan().filter_c(range), |k: &Computed| holds(&k.c));
        run!(t, Computed::scan().a(7u8).filter_c(range).filter_a(range), |k: &Computed| k.a == 7
            && holds(&7)
            && holds(&k.c));
        run!(t, Computed::scan().a(7u8).b(Some(0u8)).c(range).filter_b(Some(0u8)), |k: &Computed| k.a == 7
            && k.b == Some(0)
            && holds(&k.c));
    }
    t.done("filters of computed elements");
}

#[test]
fn the_cost_as_text() {
    let text = |plan: rowkey::Plan<Salted>| plan.cost().to_string();
    assert_eq!(text(Salted::scan().plan().unwrap()), "3 ranges in 3 buckets, full scan");
    assert_eq!(text(Salted::scan().a(7u8).b("a").plan().unwrap()), "1 range");
    assert_eq!(text(Salted::scan().a(one_of([1u8, 7])).filter_c(1u8).plan().unwrap()), "2 ranges, filtered by `c`");
    let filtered = Salted::scan().filter_c(1u8).filter_b("a").filter_c(..5).plan().unwrap();
    assert_eq!(text(filtered), "3 ranges in 3 buckets, full scan, filtered by `b` and 1 more");
    // Proven: one value, a range within a range, and a filter that every row passes.
    for plan in [
        Salted::scan().a(7u8).filter_a(..9).plan().unwrap(),
        Salted::scan().a(7u8).b("a").c(2..5).filter_c(1..=9).plan().unwrap(),
        Salted::scan().a(7u8).filter_c(..).plan().unwrap(),
    ] {
        assert!(plan.cost().filters == 0 && !plan.is_exact(), "{}", plan.explain());
    }
    // Not proven, because a part of the range is outside of the filter.
    let wider = Salted::scan().a(7u8).b("a").c(2..5).filter_c(3..).plan().unwrap();
    assert_eq!(wider.cost().to_string(), "1 range, filtered by `c`");
    let none = Salted::scan().a(one_of::<[u8; 0]>([])).filter_c(1u8).plan().unwrap();
    assert_eq!(none.cost().to_string(), "0 ranges");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct ByX {
    x: u8,
    y: u8,
    z: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct ByY {
    #[salt(xor, buckets = 3)]
    y: u8,
    z: u8,
    x: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct ByZ {
    #[rowkey(element(z.div(4), bytes(1)))]
    y: u8,
    z: u8,
    x: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
enum Kinds {
    #[rowkey(tag = "n")]
    Named {
        #[rowkey(terminated)]
        name: String,
        y: u8,
        z: u8,
    },
    #[rowkey(tag = "o")]
    Other { x: u8 },
}

/// A condition on `z`.
#[derive(Clone, Copy)]
enum OnZ {
    Value(Option<u8>),
    Range(Bound<u8>, Bound<u8>),
}

/// Returns the plans of one query for each of the four keys.
fn plans(x: Option<u8>, y: Option<u8>, z: OnZ) -> [ScanPlan; 4] {
    let name = x.map(|x| x.to_string());
    macro_rules! plans {
        ($z:expr) => {
            [
                ByX::scan().x(If(x)).y(If(y)).z($z).plan().unwrap().into_untyped(),
                ByY::scan().y(If(y)).z($z).filter_x(If(x)).plan().unwrap().into_untyped(),
                ByZ::scan().y(If(y)).z($z).filter_x(If(x)).plan().unwrap().into_untyped(),
                Kinds::scan_named().name(If(name)).y(If(y)).z($z).plan().unwrap().into_untyped(),
            ]
        };
    }
    match z {
        OnZ::Value(z) => plans!(If(z)),
        OnZ::Range(start, stop) => plans!((start, stop)),
    }
}

#[test]
fn the_best_plan_reads_few_rows() {
    let mut random = fastrand::Rng::with_seed(7);
    let rows: Vec<[u8; 3]> = (0..600).map(|_| [random.u8(..5), random.u8(..9), random.u8(..30)]).collect();
    let keys: Vec<[Vec<u8>; 4]> = rows
        .iter()
        .map(|&[x, y, z]| {
            [
                ByX { x, y, z }.key().to_vec(),
                ByY { y, z, x }.key().to_vec(),
                ByZ { y, z, x }.key().to_vec(),
                Kinds::Named { name: x.to_string(), y, z }.encode().unwrap().to_vec(),
            ]
        })
        .collect();
    let (mut least, mut best_reads, mut reads_of) = (0, 0, [0; 4]);
    for _ in 0..2_000 {
        let mut maybe = |most: u8| random.bool().then(|| random.u8(..most));
        let (x, y, z) = (maybe(5), maybe(9), maybe(30));
        let z = match random.bool() {
            true => OnZ::Value(z),
            false => OnZ::Range(Bound::Included(z.unwrap_or(0)), Bound::Excluded(random.u8(..40))),
        };
        let plans = plans(x, y, z);
        let read = |number: usize| {
            let ranges: Vec<_> = plans[number].ranges().collect();
            keys.iter().filter(|keys| ranges.iter().any(|range| range.contains(&keys[number]))).count()
        };
        let reads = [0, 1, 2, 3].map(read);
        let best = ScanPlan::best(&plans).unwrap();
        let costs = [0, 1, 2, 3].map(|number| plans[number].cost());
        let what = || format!("{best} of {costs:?}, which read {reads:?}");
        // A plan without filters reads only rows of the query, and no plan reads fewer.
        if costs[best].filters == 0 {
            assert_eq!(Some(&reads[best]), reads.iter().min(), "{}", what());
        }
        if costs[best].full_scan {
            assert!(costs.iter().all(|cost| cost.full_scan) && reads.iter().all(|read| *read == 600), "{}", what());
        }
        // Of equal plans, the first one.
        assert!(costs[..best].iter().all(|cost| *cost != costs[best]), "{}", what());
        least += usize::from(Some(&reads[best]) == reads.iter().min());
        best_reads += reads[best];
        (0..4).for_each(|number| reads_of[number] += reads[number]);
    }
    println!("best read the least in {least} of 2000: {best_reads} rows, each key alone {reads_of:?}");
    assert!(least > 1_500 && reads_of.iter().all(|alone| best_reads < *alone), "{least}: {best_reads}, {reads_of:?}");
    assert_eq!(ScanPlan::best(&[] as &[ScanPlan]), None);
}

#[test]
fn facts_decide_in_their_order() {
    let filtered = ByX::scan().x(1u8).filter_y(1u8).filter_z(1u8).plan().unwrap();
    let once = ByX::scan().x(1u8).y(1u8).filter_z(..3).plan().unwrap();
    let full = ByX::scan().filter_z(1u8).plan().unwrap();
    let all = ByX::scan().plan().unwrap();
    let many = ByX::scan().x(one_of([1u8, 2])).plan().unwrap();
    let one = ByX::scan().x(1u8).plan().unwrap();
    let none = ByX::scan().x(one_of::<[u8; 0]>([])).plan().unwrap();
    // Ascending by cost.
    let order = [none, one, many, once, filtered, all, full];
    for (number, cheap) in order.iter().enumerate() {
        for dear in &order[number + 1..] {
            assert_eq!(ScanPlan::best(&[cheap, dear]), Some(0), "{} or {}", cheap.cost(), dear.cost());
            assert_eq!(ScanPlan::best(&[dear, cheap]), Some(1), "{} or {}", cheap.cost(), dear.cost());
        }
        assert_eq!(ScanPlan::best(&[cheap, cheap]), Some(0));
    }
}

/// Keys whose every value is in a test, each with the fields `a: u8` and `b: bool`.
mod complete {
    use rowkey::{KeyCode, RowKey};

    macro_rules! complete {
        ($($(#[$item:meta])* $name:ident: $(#[$a:meta])* a, $(#[$b:meta])* b;)*) => {$(
            #[derive(RowKey, Debug, Clone, PartialEq)]
            $(#[$item])*
            pub struct $name {
                $(#[$a])*
                pub a: u8,
                $(#[$b])*
                pub b: bool,
            }
        )*};
    }

    complete! {
        Plain: a, b;
        Down: #[rowkey(desc)] a, #[rowkey(desc)] b;
        #[rowkey(prefix = "p", separator = "_")] Digits: #[rowkey(digits(3))] a, b;
        SaltOfA: #[salt(xor, buckets = 3)] a, b;
        SaltOfB: a, #[salt(with = last_bit, buckets = 2)] b;
        SaltOfView: #[salt(modulo, of(a.div(100)), buckets = 3)] a, b;
        #[rowkey(salt(of(..), buckets = 4), separator = ":")] SaltOfRest: #[rowkey(hex(2))] a, b;
        #[rowkey(salt(xor, of(a), buckets = 5, was(2, 3)))] OlderSalts: a, b;
    }

    /// Fills both buckets.
    fn last_bit(value: &[u8], buckets: u32) -> u32 {
        u32::from(value[0]) % buckets
    }

    #[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Only {
        #[code("x")]
        X,
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    pub struct Optional {
        pub only: Option<Only>,
        pub a: Option<u8>,
        #[rowkey(chars("ab"), len(2))]
        pub text: String,
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    #[rowkey(under(a), salt(xor, of(a), buckets = 2))]
    pub enum Rows {
        #[rowkey(tag = "s")]
        Short { a: u8 },
        #[rowkey(tag = "l")]
        Long { a: u8, b: bool },
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    pub enum Tags {
        #[rowkey(tag = "s", was(tag = "r"))]
        Short { a: u8 },
        #[rowkey(tag = "l")]
        Long { a: u8, b: bool },
    }
}

/// Says whether the ranges of the plan hold all keys, and compares that with its cost.
fn check_full(plan: &ScanPlan, keys: &[Vec<u8>], found: &mut [usize; 2]) {
    let ranges: Vec<_> = plan.ranges().collect();
    let is_full = keys.iter().all(|key| ranges.iter().any(|range| range.contains(key)));
    assert_eq!(plan.cost().full_scan, is_full, "{}\n{}", plan.cost(), plan.explain());
    assert_eq!(plan.clone().refuse_full_scan().is_err(), is_full && plan.cost().filters > 0, "{}", plan.explain());
    found[usize::from(is_full)] += 1;
}

/// Lists of ranges that cover all values, all but a few, or some.
fn range_lists(random: &mut fastrand::Rng) -> Vec<Vec<(Bound<u8>, Bound<u8>)>> {
    let one = every_range(&[0u8, 1, 7, 254, 255]).into_iter().map(|range| vec![range]);
    let touching = (0..200).map(|_| {
        let mut cuts: Vec<u8> = (0..random.usize(1..4)).map(|_| random.u8(..)).collect();
        cuts.sort_unstable();
        let (first, last) = (*random.choice(&[0, 0, 0, 1]).unwrap(), *random.choice(&[255, 255, 255, 254]).unwrap());
        let starts = [Bound::Included(first)].into_iter().chain(cuts.iter().map(|cut| Bound::Included(*cut)));
        let gap = random.u8(..8) == 0;
        let end = |cut: &u8| Bound::Excluded(cut.saturating_sub(u8::from(gap)));
        let mut list: Vec<_> = starts.zip(cuts.iter().map(end).chain([Bound::Included(last)])).collect();
        random.shuffle(&mut list);
        list
    });
    one.chain(touching).collect()
}

#[test]
fn a_full_scan_holds_every_key() {
    use complete::*;
    let mut random = fastrand::Rng::with_seed(7);
    let lists = range_lists(&mut random);
    let all: Vec<u8> = (0..=255).collect();
    let values = [&all[..], &all[1..], &all[..255], &all[7..9], &[]];
    macro_rules! check {
        ($($key:ident;)*) => {$({
            let keys = product!(all, [false, true], |a, b| $key { a, b }.encode().unwrap().to_vec()).collect::<Vec<_>>();
            let mut found = [0, 0];
            let mut check = |plan: rowkey::Plan<$key>| check_full(&plan, &keys, &mut found);
            for list in &lists {
                check($key::scan().a(one_of(list.clone())).plan().unwrap());
                check($key::scan().a(one_of(list.clone())).filter_b(true).plan().unwrap());
                check($key::scan().filter_a(one_of(list.clone())).plan().unwrap());
            }
            for values in values {
                check($key::scan().a(one_of(values)).filter_b(true).plan().unwrap());
                check($key::scan().a(one_of(values)).b(one_of([true, false])).filter_a(1u8).plan().unwrap());
                check($key::scan().a(one_of(values)).b(false..).filter_b(true).plan().unwrap());
                check($key::scan().a(one_of(values)).b(true).plan().unwrap());
                check($key::scan().a(one_of(values)).b(true..).plan().unwrap());
                check($key::scan().filter_a(one_of(values)).plan().unwrap());
                if $key::LAYOUT.salt().is_some() {
                    check($key::scan().a(one_of(values)).bucket(1).plan().unwrap());
                }
            }
            check($key::scan().a(0..).filter_b(true).max_ranges(1).plan().unwrap());
            check($key::scan().filter_b(true).plan().unwrap());
            check($key::scan().filter_a(7u8).plan().unwrap());
            check($key::scan().plan().unwrap());
            println!("{}: {} full scans, {} others", stringify!($key), found[1], found[0]);
            assert!(found[0] > 50 && found[1] > 50, "{found:?}");
        })*};
    }
    let mut found = [0, 0];
    // A field with one value, `None` beside the values, and a text of a fixed width.
    let (onlies, options) = ([None, Some(Only::X)], [None].into_iter().chain((0..=255).map(Some)).collect::<Vec<_>>());
    let keys =
        product!(onlies, options, strings(&["aa", "ab", "ba", "bb"]), |only, a, text| Optional { only, a, text });
    let keys: Vec<Vec<u8>> = keys.map(|key| key.encode().unwrap().to_vec()).collect();
    let mut check = |plan: rowkey::Plan<Optional>| check_full(&plan, &keys, &mut found);
    let both = || one_of([None, Some(Only::X)]);
    check(Optional::scan().only(both()).filter_a(None::<u8>).plan().unwrap());
    check(Optional::scan().only(None..).filter_a(None::<u8>).plan().unwrap());
    check(Optional::scan().only(..=Some(Only::X)).filter_a(None::<u8>).plan().unwrap());
    check(Optional::scan().only(Some(Only::X)..).filter_a(None::<u8>).plan().unwrap());
    check(Optional::scan().only(both()).a(one_of(&options)).filter_text("ab").plan().unwrap());
    check(Optional::scan().only(both()).a(one_of(&options[1..])).filter_text("ab").plan().unwrap());
    check(Optional::scan().only(both()).a(None..=Some(255)).filter_text("ab").plan().unwrap());
    check(Optional::scan().only(both()).a(Some(0)..).filter_text("ab").plan().unwrap());
    for range in every_range(&["", "a", "aa", "ab", "abc", "b", "ba", "bb", "c"]) {
        check(Optional::scan().only(both()).a(None..).filter_text(range).plan().unwrap());
        check(Optional::scan().only(both()).a(one_of(&options)).text(range).filter_a(None::<u8>).plan().unwrap());
    }
    println!("{found:?}");
    assert!(found[0] > 50 && found[1] > 50, "{found:?}");

    check_kinds(&lists);
    check! { Plain; Down; Digits; SaltOfA; SaltOfB; SaltOfView; SaltOfRest; OlderSalts; }
}

/// The same for all rows of an enum, and for the rows of one record type.
fn check_kinds(lists: &[Vec<(Bound<u8>, Bound<u8>)>]) {
    use complete::{Rows, Tags};
    let all: Vec<u8> = (0..=255).collect();
    let long = product!(all, [false, true], |a, b| Rows::Long { a, b }.encode().unwrap().to_vec()).collect::<Vec<_>>();
    let rows: Vec<_> =
        all.iter().map(|a| Rows::Short { a: *a }.encode().unwrap().to_vec()).chain(long.clone()).collect();
    let short: Vec<Vec<u8>> = all.iter().flat_map(|a| [vec![b's', *a], vec![b'r', *a]]).collect();
    let mut found = [0, 0];
    for list in lists {
        check_full(&Rows::scan().a(one_of(list.clone())).plan().unwrap(), &rows, &mut found);
        check_full(&Rows::scan_long().a(one_of(list.clone())).filter_b(true).plan().unwrap(), &long, &mut found);
        check_full(&Rows::scan_long().filter_a(one_of(list.clone())).plan().unwrap(), &long, &mut found);
        check_full(&Tags::scan_short().a(one_of(list.clone())).plan().unwrap(), &short, &mut found);
        check_full(&Tags::scan_short().filter_a(one_of(list.clone())).plan().unwrap(), &short, &mut found);
    }
    println!("enums: {found:?}");
    assert!(found[0] > 50 && found[1] > 50, "{found:?}");
}

rowkey::laws!(Fixed, Salted, Computed, ByX, ByY, ByZ, Kinds, complete::Optional, complete::Rows, complete::Tags);

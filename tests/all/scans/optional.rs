//! The law of scans whose conditions may be absent: for every choice of which are asked. An absent condition asks nothing, and
//! what is bound behind it is a filter.

use super::universe::{Table, between, every_range, strings};
use rowkey::{If, RowKey, ScanPlan, contains, ends_with, one_of, starts_with};

/// Nothing, and each of some conditions.
fn optional<T: Clone>(conditions: &[T]) -> Vec<Option<T>> {
    [None].into_iter().chain(conditions.iter().cloned().map(Some)).collect()
}

/// `true` if a condition is absent, or holds.
fn is<T>(condition: &Option<T>, holds: impl FnOnce(&T) -> bool) -> bool {
    condition.as_ref().is_none_or(holds)
}

/// The fields in front of the first absent one are bound, those behind it that are asked are filters, and `explain` says so.
#[track_caller]
fn check_bound(plan: &ScanPlan, fields: &[(&'static str, bool)]) {
    let explained = plan.explain();
    let bound = fields.iter().take_while(|(_, is_asked)| *is_asked).count();
    let behind = fields[bound..].iter().filter(|(_, is_asked)| *is_asked).map(|(name, _)| *name);
    let (bound, behind) = (fields[..bound].iter().map(|(name, _)| *name), behind.collect::<Vec<_>>());
    assert!(explained.asked().iter().map(|term| term.field()).eq(bound), "{explained}");
    let filters = explained.filters().iter().map(|term| term.field()).collect::<Vec<_>>();
    assert!(behind.iter().all(|name| filters.contains(name)), "{explained}");
    let absent = fields.iter().find(|(_, is_asked)| !is_asked).filter(|_| !behind.is_empty());
    assert_eq!(explained.passed(), absent.map(|(name, _)| (*name, behind)), "{explained}");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 3, of(kind, name)))]
struct Call {
    #[rowkey(chars("a-z"), separator = b"_")]
    name: String,
    kind: Option<u8>,
    #[rowkey(desc)]
    at: i8,
}

#[test]
fn values_and_a_range_behind_a_text() {
    let (names, kinds, times) = (strings(&["", "a", "ab", "b"]), [None, Some(0u8), Some(0xFF)], [i8::MIN, -1, 0, 5]);
    let mut t = Table::of(product!(names, kinds, times, |name, kind, at| Call { name, kind, at }));
    for name in optional(&strings(&["", "a", "zz", "A"])) {
        for kind in optional(&kinds) {
            for at in optional(&every_range(&[i8::MIN, -1, 3])) {
                let query = Call::scan().name(If(name.as_deref())).kind(If(kind)).at(If(at));
                check_bound(
                    &query.clone().plan().unwrap(),
                    &[("name", name.is_some()), ("kind", kind.is_some()), ("at", at.is_some())],
                );
                run!(t, query.clone(), |k: &Call| is(&name, |name| k.name == *name)
                    && is(&kind, |kind| k.kind == *kind)
                    && is(&at, |(start, stop)| between(start, stop, &k.at)));
            }
            for at in optional(&[vec![], vec![5i8], vec![0, -1, 3]]) {
                let query = Call::scan()
                    .name(If(name.clone().map(|name| [name]).map(one_of)))
                    .kind(If(kind.map(|it| [it]).map(one_of)));
                run!(t, query.clone().at(If(at.clone().map(one_of))), |k: &Call| is(&name, |name| k.name == *name)
                    && is(&kind, |kind| k.kind == *kind)
                    && is(&at, |at| at.contains(&k.at)));
            }
        }
    }
    t.done("optional values and a range");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Back {
    first: bool,
    #[rowkey(decimal)]
    seconds: u8,
    kind: u8,
    last: bool,
}

#[test]
fn fields_that_are_cut_from_the_end() {
    let (bools, seconds, kinds) = ([false, true], [0u8, 1, 10, 11, 100], [0u8, b'0', b'1', 0xFF]);
    let all = product!(bools, seconds, kinds, |first, seconds, kind| [false, true].map(|last| Back {
        first,
        seconds,
        kind,
        last
    }));
    let mut t = Table::of(all.flatten());
    for first in optional(&bools) {
        for seconds in optional(&[vec![1u8], vec![1, 10, 11], vec![2]]) {
            for kind in optional(&[vec![b'0'], vec![b'0', b'1', 0xFF]]) {
                for last in optional(&bools) {
                    let query = Back::scan().first(If(first)).seconds(If(seconds.clone().map(one_of)));
                    let query = query.kind(If(kind.clone().map(one_of))).last(If(last));
                    let asked = [first.is_some(), seconds.is_some(), kind.is_some(), last.is_some()];
                    let names = ["first", "seconds", "kind", "last"];
                    let plan = query.clone().plan().unwrap();
                    check_bound(&plan, &std::array::from_fn::<_, 4, _>(|field| (names[field], asked[field])));
                    run!(t, query.clone(), |k: &Back| is(&first, |first| k.first == *first)
                        && is(&seconds, |seconds| seconds.contains(&k.seconds))
                        && is(&kind, |kind| kind.contains(&k.kind))
                        && is(&last, |last| k.last == *last));
                }
            }
        }
    }
    t.done("optional fields cut from the end");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 3, of(user)))]
struct Visit {
    #[rowkey(len(2))]
    page: String,
    #[rowkey(terminated)]
    user: String,
    #[rowkey(repeated)]
    tags: Vec<u8>,
}

#[test]
fn parts_of_texts_and_of_lists() {
    let (pages, users) = (strings(&["aa", "ab", "ba"]), strings(&["", "a", "ab", "bab", "é"]));
    let tags: [Vec<u8>; 5] = [vec![], vec![1], vec![1, 0], vec![1, 0, 7], vec![0xFF]];
    let mut t = Table::of(product!(pages, users, tags, |page, user, tags| Visit { page, user, tags }));
    for page in optional(&pages) {
        for text in optional(&["", "a", "b", "ab", "c"]) {
            let is_page = |k: &Visit| is(&page, |page| k.page == *page);
            let query = Visit::scan().page(If(page.as_ref()));
            run!(t, query.clone().user(If(text.map(starts_with))), |k: &Visit| is_page(k)
                && is(&text, |text| k.user.starts_with(text)));
            run!(t, query.clone().user(If(text.map(ends_with))), |k: &Visit| is_page(k)
                && is(&text, |text| k.user.ends_with(text)));
            run!(t, query.clone().filter_user(If(text.map(contains))), |k: &Visit| is_page(k)
                && is(&text, |text| k.user.contains(text)));
            for start in optional(&[vec![], vec![1u8], vec![1, 0], vec![2]]) {
                let is_both = |k: &Visit| {
                    is_page(k) && is(&text, |text| k.user == *text) && is(&start, |it| k.tags.starts_with(it))
                };
                run!(t, query.clone().user(If(text)).tags(If(start.as_deref().map(starts_with))), is_both);
                run!(t, query.clone().user(If(text)).filter_tags(If(start.as_deref().map(starts_with))), is_both);
            }
        }
    }
    t.done("optional parts");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Tens {
    group: bool,
    #[rowkey(element(at.div(10), bytes(1)))]
    device: u8,
    at: u8,
}

#[test]
fn filters_and_fields_behind_a_computed_element() {
    let (devices, times) = ([0u8, 7, 0xFF], [0u8, 9, 10, 19, 20, 255]);
    let all = product!([false, true], devices, times, |group, device, at| Tens { group, device, at });
    let mut t = Table::of(all);
    for group in optional(&[false, true]) {
        for device in optional(&[0u8, 7, 8]) {
            for at in optional(&[Vec::new(), vec![9u8], vec![9, 10, 20]]) {
                let wants = |k: &Tens| {
                    is(&group, |group| k.group == *group)
                        && is(&device, |device| k.device == *device)
                        && is(&at, |at| at.contains(&k.at))
                };
                run!(t, Tens::scan().group(If(group)).device(If(device)).at(If(at.clone().map(one_of))), wants);
                run!(
                    t,
                    Tens::scan()
                        .filter_group(If(group))
                        .filter_device(If(device))
                        .filter_at(If(at.clone().map(one_of))),
                    wants
                );
            }
            for range in optional(&every_range(&[9u8, 20])) {
                let wants = |k: &Tens| {
                    is(&group, |group| k.group == *group)
                        && is(&device, |device| k.device == *device)
                        && is(&range, |(start, stop)| between(start, stop, &k.at))
                };
                run!(t, Tens::scan().group(If(group)).device(If(device)).at(If(range)), wants);
                run!(t, Tens::scan().group(If(group)).filter_device(If(device)).filter_at(If(range)), wants);
            }
        }
    }
    t.done("optional fields behind a computed element");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(encoding = ordered_code)]
struct Coded {
    name: String,
    kind: u32,
    at: i64,
}

#[test]
fn keys_in_ordered_code() {
    let (names, kinds, times) = (strings(&["", "a", "ab"]), [0u32, 1, 300], [-1i64, 0, 64]);
    let mut t = Table::of(product!(names, kinds, times, |name, kind, at| Coded { name, kind, at }));
    for name in optional(&names) {
        for kind in optional(&kinds) {
            for at in optional(&every_range(&[-1i64, 1])) {
                run!(t, Coded::scan().name(If(name.as_ref())).kind(If(kind)).at(If(at)), |k: &Coded| {
                    is(&name, |name| k.name == *name)
                        && is(&kind, |kind| k.kind == *kind)
                        && is(&at, |(start, stop)| between(start, stop, &k.at))
                });
            }
        }
    }
    t.done("optional fields in ordered code");
}

#[test]
fn a_value_that_no_key_holds_and_no_condition_at_all() {
    #[derive(RowKey)]
    struct Late {
        kind: u8,
        #[rowkey(digits(4))]
        at: u32,
    }
    let none = None::<u8>;
    let plan = Late::scan().kind(If(none)).at(12_345).plan().unwrap();
    assert_eq!(plan.ranges().len(), 0, "{}", plan.explain());
    let whole = Late::scan().kind(If(none)).at(If(None::<std::ops::Range<u32>>)).plan().unwrap();
    assert!(whole.is_exact() && whole.only_range() == Some(rowkey::KeyRange::all()), "{}", whole.explain());
    assert_eq!(whole.explain().passed(), None);
}

rowkey::laws!(Call, Back, Visit, Tens, Coded);

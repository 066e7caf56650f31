//! Salts of more labels than a plan has ranges: the whole table is one range, whose rows a plain filter finds too.

use futures_core::Stream;
use rowkey::scan::engine::Streams;
use rowkey::scan::{Direction, Merge, MergeError, MergeStream, Next};
use rowkey::{CursorError, KeyRange, OwnedKey, Plan, RowKey, ScanError, ScanPlan, one_of, starts_with};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

/// The table of the fifth founding post: 500 regions, and 134,217,728 labels.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
struct IdRow {
    #[salt(md5, buckets = 1 << 27, hex(7))]
    id: String,
}

/// Another table in the same store: its keys lie among the labels of [`IdRow`].
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "5:")]
struct Setting {
    name: String,
}

rowkey::disjoint!(IdRow, Setting);

/// The label is a whole digest.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(md5, of(user), hex(32)), separator = "_", prefix = "o:")]
struct Order {
    #[rowkey(terminated)]
    user: String,
    id: u32,
}

/// All pairs of bytes are labels.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(buckets = 65_536, of(phone, at)))]
struct Call {
    #[pad(4)]
    phone: String,
    #[reverse_ts]
    at: i64,
    price: u16,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(xxh3, buckets = 1 << 20, of(id)))]
struct Item {
    kind: u8,
    id: u32,
}

/// A record type with older tags, one before and one after all others.
#[derive(RowKey, Clone, Debug, PartialEq)]
enum Row {
    #[rowkey(tag = "I", was(tag = "i", tag = "A"))]
    Item(Item),
    #[rowkey(tag = "P")]
    Plain { n: u8 },
}

/// The rows of a store, and keys of other tables.
type Store<K> = BTreeMap<Vec<u8>, Option<K>>;

/// Plans of at most so many rows, from a cursor on.
type Plans<'p, K> = &'p dyn Fn(usize, Option<&str>) -> Plan<K>;

fn store<K: RowKey<EncodeError: Debug> + Clone>(rows: impl IntoIterator<Item = K>) -> Store<K> {
    rows.into_iter().map(|row| (row.encode().unwrap().as_ref().to_vec(), Some(row))).collect()
}

fn read<K>(store: &Store<K>, range: KeyRange, direction: Direction) -> Vec<Vec<u8>> {
    direction.of(store.range::<[u8], _>(range)).map(|(key, _)| key.clone()).collect()
}

fn by_range<K>(store: &Store<K>, plan: &ScanPlan) -> Vec<Vec<u8>> {
    plan.by_range(|range, direction| read(store, range, direction)).map(Result::unwrap).collect()
}

/// Holds the plans of a query to the rows that a filter finds.
#[track_caller]
fn check<K: OwnedKey + Debug + PartialEq>(
    store: &Store<K>,
    plans: Plans<K>,
    labels: u128,
    is_row: impl Fn(&K) -> bool,
) {
    let wanted = store.iter().filter(|(_, row)| row.as_ref().is_some_and(&is_row));
    let mut wanted: Vec<Vec<u8>> = wanted.map(|(key, _)| key.clone()).collect();
    let plan = plans(usize::MAX, None);
    let text = plan.explain().to_string();
    assert!(text.contains("  all labels as one range, in label order: "), "{text}");
    assert_eq!((plan.ranges().len(), plan.explain().buckets()), (1, None), "{text}");
    assert_eq!(plan.explain().ranges().next().unwrap().bucket(), None);
    assert!(store.keys().all(|key| wanted.contains(key) == (plan.next(key) == Next::Match)), "{text}");
    for reversed in [false, true] {
        let turned = |plan: Plan<_>| if reversed { plan.reversed() } else { plan };
        let plan = turned(plan.clone());
        // No order of keys without the label.
        let error = ScanError::TooManyToMerge { key: plan.layout().name(), found: labels, most: 4_096 };
        let merge = || plan.merge(|range, direction| read(store, range, direction));
        assert_eq!(merge().collect::<Vec<_>>(), [Err(MergeError::Plan(Box::new(error.clone())))]);
        assert_eq!(merge().check().map(|_| ()), Err(error.clone()));
        assert_eq!(streamed(store, &plan), [Err(MergeError::Plan(Box::new(error)))]);

        assert_eq!(by_range(store, &plan), wanted, "{text}");
        assert_eq!(by_range(store, &turned(plans(5, None))), wanted[..wanted.len().min(5)], "{text}");
        let any: Vec<_> =
            Merge::in_any_order(&plan, |range: KeyRange, it| read(store, range, it)).map(Result::unwrap).collect();
        assert_eq!(any, wanted);
        let (mut pages, mut cursor) = (Vec::new(), None::<String>);
        while pages.len() <= wanted.len() {
            let page = turned(plans(7, cursor.as_deref()));
            let rows = by_range(store, &page);
            let Some(last) = rows.last() else { break };
            cursor = Some(page.cursor_by_range(last));
            pages.extend(rows);
        }
        assert_eq!(pages, wanted, "{text}");
        wanted.reverse();
    }
}

/// The items of a stream of the rows in one order.
fn streamed<K>(store: &Store<K>, plan: &ScanPlan) -> Vec<Result<Vec<u8>, MergeError>> {
    struct Rows(std::vec::IntoIter<Vec<u8>>);
    impl Stream for Rows {
        type Item = Vec<u8>;

        fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Vec<u8>>> {
            Poll::Ready(self.0.next())
        }
    }
    let open = |range: KeyRange, direction| Rows(read(store, range, direction).into_iter());
    let mut rows = MergeStream::new(plan, Streams(open));
    let mut items = Vec::new();
    while let Poll::Ready(Some(item)) = pin!(rows.next()).as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        items.push(item);
    }
    items
}

/// Plans of a query.
macro_rules! plans {
    ($query:expr) => {
        &|limit: usize, cursor: Option<&str>| {
            let query = $query.limit(limit);
            query.clone().resume(cursor).plan().unwrap()
        }
    };
}

fn ids() -> Store<IdRow> {
    let ids = (0..300).map(|n| IdRow { id: if n % 3 == 0 { format!("user{n}") } else { format!("::{n}") } });
    let mut store = store(ids);
    let settings = ["", "a", "f00d::user1"].map(|name| Setting { name: name.into() }.encode().unwrap());
    store.extend(settings.map(|key| (key, None)));
    store
}

#[test]
fn the_table_of_the_fifth_post_is_read_as_a_whole() {
    let store = ids();
    check(&store, plans!(IdRow::scan()), 1 << 27, |_| true);
    check(&store, plans!(IdRow::scan().filter_id(starts_with("u"))), 1 << 27, |row| row.id.starts_with('u'));
    check(&store, plans!(IdRow::scan().id(starts_with("user1"))), 1 << 27, |row| row.id.starts_with("user1"));
    let range = || "user100".to_owned().."user2".to_owned();
    check(&store, plans!(IdRow::scan().id(range())), 1 << 27, |row| range().contains(&row.id));
    let plan = IdRow::scan().plan().unwrap();
    let ends: Vec<_> = plan.ranges().map(|range| (range.start().to_vec(), range.stop().map(<[u8]>::to_vec))).collect();
    // The first byte string after the last label, `7ffffff`.
    assert_eq!(ends, [(b"0000000::".to_vec(), Some(b"7fffffg".to_vec()))], "the labels, and no more");
    // What tells the label is one range of one bucket, as before.
    let one = IdRow::scan().id("user3").plan().unwrap();
    assert_eq!((one.ranges().len(), one.is_exact()), (1, true));
}

#[test]
fn a_table_behind_a_whole_digest_is_read_as_a_whole() {
    let orders = (0..300).map(|id| Order { user: format!("u{}", id % 11), id });
    let store = store(orders);
    check(&store, plans!(Order::scan()), u128::MAX, |_| true);
    check(&store, plans!(Order::scan().max_ranges(4_096).filter_id(50..100)), u128::MAX, |row| {
        (50..100).contains(&row.id)
    });
    let start = "u1";
    check(&store, plans!(Order::scan().user(starts_with(start))), u128::MAX, |row| row.user.starts_with(start));
    // However many are allowed.
    let plan = Order::scan().max_ranges(usize::MAX).plan().unwrap();
    assert_eq!(by_range(&store, &plan).len(), 300);
    let error = plan.merge(|range, direction| read(&store, range, direction)).check().map(|_| ()).unwrap_err();
    assert!(matches!(error, ScanError::TooManyToMerge { found: u128::MAX, most: 4_294_967_295, .. }), "{error}");
    // The last label that a number says.
    let plan = Order::scan().bucket(u32::MAX).plan().unwrap();
    assert_eq!(plan.ranges().len(), 1);
}

#[test]
fn few_labels_of_a_digest_have_a_range_each() {
    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct Short {
        #[salt(md5, hex(2))]
        id: u16,
    }
    let store = store((0..500).map(|id| Short { id }));
    let plan = Short::scan().plan().unwrap();
    assert_eq!(plan.ranges().len(), 256);
    let merged = plan.merge(|range, direction| read(&store, range, direction)).map(Result::unwrap);
    assert!(merged.eq((0..500).map(|id| Short { id }.encode().unwrap().to_vec())));
}

fn calls() -> Store<Call> {
    let phone = |n: i64| ["1", "12", "13", "2"][n as usize % 4].to_owned();
    store((0..400).map(|n| Call { phone: phone(n), at: n * n - 900, price: n as u16 % 7 }))
}

#[test]
fn bound_fields_are_checked_where_the_salt_is_not_known() {
    let (store, all) = (calls(), 65_536);
    let plan = Call::scan().plan().unwrap();
    assert_eq!(
        (plan.is_exact(), plan.ranges().next()),
        (true, Some(KeyRange::new([0; 2], None))),
        "any two bytes are a label"
    );
    check(&store, plans!(Call::scan()), all, |_| true);
    check(&store, plans!(Call::scan().phone("12")), all, |row| row.phone == "12");
    check(&store, plans!(Call::scan().phone("12").filter_price(3)), all, |row| row.phone == "12" && row.price == 3);
    check(&store, plans!(Call::scan().phone(one_of(["2", "1", "9"]))), 3 * all, |row| {
        row.phone == "2" || row.phone == "1"
    });
    check(&store, plans!(Call::scan().phone("12".."2")), all, |row| row.phone == "12" || row.phone == "13");
    check(&store, plans!(Call::scan().phone(starts_with("1"))), all, |row| row.phone.starts_with('1'));
    check(&store, plans!(Call::scan().phone("1").at(100..)), all, |row| row.phone == "1" && row.at >= 100);
    check(&store, plans!(Call::scan().phone("1").at(..5_000)), all, |row| row.phone == "1" && row.at < 5_000);
    // No row can hold it: no range.
    assert_eq!(Call::scan().phone("12345").plan().unwrap().ranges().len(), 0);
    // Too many values are an error, whatever the labels.
    let many = Call::scan().phone(one_of((0..5_000).map(|n| format!("{n}")))).plan();
    assert!(matches!(many, Err(ScanError::TooManyRanges { .. })), "{many:?}");
}

#[test]
fn a_cursor_of_a_merge_is_refused_by_a_plan_that_is_none() {
    let plan = IdRow::scan().plan().unwrap();
    let key = IdRow { id: "a".into() }.encode().unwrap();
    let error = IdRow::scan().resume(Some(&plan.cursor(&key))).plan().unwrap_err();
    let reason = CursorError::Order { found: "in key order".into(), expected: "range by range".into() };
    assert_eq!(error, ScanError::Cursor { key: "IdRow", reason });
    assert!(IdRow::scan().resume(Some(&plan.cursor_by_range(&key))).plan().is_ok());
}

/// A row that stands behind several tags comes once: that with the oldest tag.
#[test]
fn copies_behind_older_tags_meet_in_a_range_of_all_labels() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut store, mut once) = (Store::new(), Vec::new());
    for id in 0..200 {
        let row = Row::Item(Item { kind: id as u8 % 5, id });
        let keys: Vec<Vec<u8>> = row.keys_of_all_versions().unwrap().iter().map(|key| key.to_vec()).collect();
        assert_eq!(keys.len(), 3);
        let stored: Vec<_> = keys.into_iter().filter(|_| random.bool()).collect();
        once.extend(stored.last().cloned());
        store.extend(stored.into_iter().map(|key| (key, Some(row.clone()))));
    }
    store.extend(self::store((0..9).map(|n| Row::Plain { n })));
    assert!(store.len() > once.len() + 50);
    // By label, then by tag.
    once.sort_by(|a, b| a[1..].cmp(&b[1..]));
    for (query, is_row) in [(Row::scan_item(), None), (Row::scan_item().filter_kind(3), Some(3))] {
        for reversed in [false, true] {
            let turned = |plan: Plan<_>| if reversed { plan.reversed() } else { plan };
            let mut wanted: Vec<_> =
                once.iter().filter(|key| is_row.is_none_or(|kind| key[5] == kind)).cloned().collect();
            if reversed {
                wanted.reverse();
            }
            let plan = turned(query.clone().plan().unwrap());
            assert_eq!((plan.ranges().len(), by_range(&store, &plan)), (3, wanted.clone()));
            let (mut pages, mut cursor) = (Vec::new(), None::<String>);
            while pages.len() <= wanted.len() {
                let query = query.clone().limit(7);
                let page = query.resume(cursor.as_deref()).plan().unwrap();
                let page = turned(page);
                let rows = by_range(&store, &page);
                let Some(last) = rows.last() else { break };
                cursor = Some(page.cursor_by_range(last));
                pages.extend(rows);
            }
            assert_eq!(pages, wanted);
        }
    }
}

/// Rows at places of older buckets are known by a merge alone, so there must be ranges to merge.
#[test]
fn a_salt_with_older_versions_is_merged_or_refused() {
    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct Grown {
        #[salt(buckets = 5_000, was(4_500))]
        id: u16,
    }
    let store = store((0..300).map(|id| Grown { id }));
    let plan = Grown::scan().plan().unwrap();
    let read = |range, direction| read(&store, range, direction);
    let error = plan.by_range(read).check().map(|_| ()).unwrap_err();
    assert_eq!(error, ScanError::TooManyToMerge { key: "Grown", found: 5_000, most: 4_096 });
    assert_eq!(plan.by_range(read).collect::<Vec<_>>().len(), 1, "the error");
    let plan = Grown::scan().max_ranges(5_000).plan().unwrap();
    assert_eq!(plan.by_range(read).map(Result::unwrap).count(), 300);
}

/// The next row from the start of a label, which is no key: the fields that a filter asks for stand behind a whole label.
#[test]
fn the_next_row_is_not_passed_over_from_a_part_of_a_label() {
    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct Numbered {
        #[rowkey(terminated)]
        name: String,
        #[salt(modulo, buckets = 1 << 31)]
        n: u32,
    }
    let rows = [0, 1, 0x100, 0x01_00_00_09, 0x01_00_01_00, 0x7F_FF_FF_FF].map(|n| Numbered { name: "zz".into(), n });
    let keys = rows.map(|row| row.encode().unwrap().to_vec());
    let plan = Numbered::scan().name("zz").plan().unwrap();
    for (key, width) in keys.iter().flat_map(|key| (0..key.len()).map(move |width| (key, width))) {
        for start in [key[..width].to_vec(), [&key[..width], &[0]].concat(), [&key[..width], &[0xFF]].concat()] {
            let first = keys.iter().find(|key| **key >= start);
            let found = match plan.next(&start) {
                Next::Match => Some(start.clone()),
                Next::Seek(place) => {
                    assert!(*place > *start);
                    Some(place.to_vec())
                }
                Next::Done => None,
            };
            assert!(
                first.is_none_or(|first| found.as_ref().is_some_and(|found| found <= first)),
                "{start:02X?}: {found:02X?}"
            );
        }
    }
}

/// Values are listed behind each tag: all of them together are no more ranges than allowed, or all labels are read.
#[test]
fn values_behind_older_tags_are_listed_as_far_as_all_have_ranges() {
    for values in [1_364, 1_365, 1_366, 4_096, 4_097] {
        let plan = Row::scan_item().filter_id(..values).plan().unwrap();
        let ranges = plan.ranges().len() as u32;
        // A few values have one label.
        let are_listed = (3 * values - 30..=3 * values).contains(&ranges);
        assert!(if values <= 1_365 { are_listed } else { ranges == 3 }, "{values} values, {ranges} ranges");
        let item = |id| Row::Item(Item { kind: 3, id }).keys_of_all_versions().unwrap();
        let is_read = |key: &Vec<u8>| plan.ranges().any(|range| range.contains(key)) && plan.matches(key);
        assert!(item(values - 1).iter().all(is_read) && !item(values).iter().any(is_read));
    }
}

rowkey::laws!(IdRow, Setting, Order, Call, Item, Row);

//! Tables whose salt has changed: `was(..)`.

use rowkey::{DecodeError, KeyRange, RowKey, one_of};
use rowkey_store::{Batch, Direction, MemoryStore, Store, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The table as it was.
mod before {
    use rowkey::RowKey;

    #[derive(RowKey, Debug, PartialEq, Clone)]
    pub struct Event {
        #[salt(buckets = 6)]
        #[pad(4)]
        pub host: String,
        pub at: u8,
    }

    #[derive(RowKey, Debug, PartialEq, Clone)]
    #[rowkey(salt(md5, buckets = 9, of(..), digits(2)))]
    pub struct Log {
        pub at: u8,
        pub line: String,
    }
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Event {
    #[salt(buckets = 10, was(6))]
    #[pad(4)]
    host: String,
    at: u8,
}

/// With fewer buckets than before.
#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(salt(md5, buckets = 4, of(..), digits(2), was(9)))]
struct Log {
    at: u8,
    line: String,
}

fn hosts() -> impl Iterator<Item = String> {
    (0..60).map(|host| format!("h{host}"))
}

#[test]
fn old_and_new_rows_decode_and_others_do_not() {
    for host in hosts() {
        let (old, new) = (before::Event { host: host.clone(), at: 1 }, Event { host, at: 1 });
        let (old_key, new_key) = (old.encode().unwrap(), new.encode().unwrap());
        assert_eq!(Event::decode(&old_key), Ok(new.clone()));
        assert_eq!(Event::decode(&new_key), Ok(new.clone()));
        for bucket in 0..=u8::MAX {
            let mut key = new_key;
            key[0] = bucket;
            let expected = u32::from(new_key[0]);
            match Event::decode(&key) {
                Ok(_) => assert!(bucket == old_key[0] || bucket == new_key[0]),
                Err(DecodeError::Salt { expected: found, .. }) => assert!(bucket < 10 && found == expected),
                Err(error) => assert!(bucket >= 10 && matches!(error, DecodeError::Label { buckets: 10, .. })),
            }
        }
    }
}

#[test]
fn plans_read_both_buckets() {
    for host in hosts() {
        let keys = [before::Event { host: host.clone(), at: 3 }.encode(), Event { host: host.clone(), at: 3 }.encode()];
        let keys = keys.map(Result::unwrap);
        let plan = Event::scan().host(&host).plan().unwrap();
        assert_eq!(plan.ranges().len(), if keys[0] == keys[1] { 1 } else { 2 });
        for key in keys {
            assert_eq!(plan.ranges().filter(|range| range.contains(&key)).count(), 1);
            let bucket = Event::scan().host(&host).bucket(key[0].into()).plan().unwrap();
            assert_eq!(bucket.ranges().len(), 1);
        }
    }
    assert_eq!(Event::scan().plan().unwrap().ranges().len(), 10);
    assert_eq!(Log::scan().plan().unwrap().ranges().len(), 9);
    assert!(Log::scan().bucket(8).plan().is_ok() && Log::scan().bucket(9).plan().is_err());
}

#[test]
fn a_salt_of_the_rest_has_generations_too() {
    for at in 0..200 {
        let (old, new) = (before::Log { at, line: "x".into() }, Log { at, line: "x".into() });
        let (old, key) = (old.encode().unwrap(), new.encode().unwrap());
        assert_eq!(Log::decode(&old), Ok(new.clone()));
        assert_eq!(new.keys_of_all_versions().unwrap(), if old == key { vec![key] } else { vec![key, old.clone()] });
        let plan = Log::scan().at(at).line("x").plan().unwrap();
        assert!(plan.ranges().any(|range| range.contains(&old)) && plan.ranges().len() <= 2);
    }
}

#[test]
fn the_table_is_cut_for_the_rows_to_come() {
    assert_eq!(Event::SPLIT_KEYS.len(), 9);
    assert_eq!(Log::SPLIT_KEYS, [b"01", b"02", b"03"]);
    assert_eq!(before::Log::SPLIT_KEYS.len(), 8);
    assert!(Log::LAYOUT.lock().starts_with("digits(2) md5 of all that follows / 4, was 9 | "));
}

#[test]
fn a_table_finds_moves_and_deletes_old_rows() {
    let store = MemoryStore::new();
    let mut batch = Batch::new();
    for host in hosts() {
        batch.put(before::Event { host, at: 1 }.encode().unwrap(), "old");
    }
    store.write(&batch).unwrap();
    let table = Table::<Event, _>::new(store);
    let all = Event::scan().plan().unwrap();
    for host in hosts() {
        let event = Event { host, at: 1 };
        assert_eq!(table.get(&event).unwrap(), Some(b"old".to_vec()));
        table.put(&event, "new").unwrap();
        assert_eq!(table.get(&event).unwrap(), Some(b"new".to_vec()));
    }
    let rows: Vec<_> = table.scan(&all).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 60);
    assert!(rows.is_sorted_by(|a, b| a.0.host < b.0.host) && rows.iter().all(|(_, value)| value == b"new"));
    table.store().write(&batch).unwrap();
    table.put_all(hosts().map(|host| (Event { host, at: 1 }, "newer"))).unwrap();
    assert_eq!(table.store().scan(KeyRange::all(), Direction::Forward).unwrap().count(), 60);
    assert!(table.scan(&all).unwrap().all(|row| row.unwrap().1 == b"newer"));
    let old = before::Event { host: "h7".into(), at: 1 };
    table.store().write(Batch::new().put(old.encode().unwrap(), "again")).unwrap();
    table.delete(&Event { host: "h7".into(), at: 1 }).unwrap();
    assert_eq!(table.scan(&all).unwrap().count(), 59);
}

/// The structs of four programs, each of which knew one generation; `Several` knows all.
mod ages {
    use rowkey::RowKey;

    #[derive(RowKey, Debug)]
    #[rowkey(salt(buckets = 8, of(id, at.div(50))))]
    pub struct First {
        pub id: u8,
        pub at: i8,
    }

    #[derive(RowKey, Debug)]
    #[rowkey(salt(md5, buckets = 8, of(id, at.div(50))))]
    pub struct Second {
        pub id: u8,
        pub at: i8,
    }

    #[derive(RowKey, Debug)]
    #[rowkey(salt(xor, buckets = 17, of(id, at.div(50))))]
    pub struct Third {
        pub id: u8,
        pub at: i8,
    }

    #[derive(RowKey, Debug)]
    #[rowkey(salt(with = super::sum, buckets = 3, of(id, at.div(50))))]
    pub struct Fourth {
        pub id: u8,
        pub at: i8,
    }
}

fn sum(bytes: &[u8], buckets: u32) -> u32 {
    bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>() % buckets
}

const EIGHT: u32 = 8;

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(salt(buckets = 12, of(id, at.div(50)), was(with(sum, 3), xor(17), md5(EIGHT), EIGHT)))]
struct Several {
    id: u8,
    at: i8,
}

/// The keys of a row in all generations, the oldest last.
fn keys_of_several(id: u8, at: i8) -> Vec<Vec<u8>> {
    let older = [
        ages::Fourth { id, at }.encode().unwrap(),
        ages::Third { id, at }.key(),
        ages::Second { id, at }.key(),
        ages::First { id, at }.key(),
    ];
    let mut keys = vec![Several { id, at }.key().to_vec()];
    for key in older.map(Vec::from) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

fn several() -> impl Iterator<Item = (u8, i8)> {
    (0..40).flat_map(|id| [-128, -51, -50, -1, 0, 7, 49, 50, 99, 127].map(|at| (id, at)))
}

#[test]
fn generations_of_any_algorithm_are_read() {
    let (mut places, mut refused) = (0, 0);
    for (id, at) in several() {
        let row = Several { id, at };
        let keys = keys_of_several(id, at);
        let found: Vec<Vec<u8>> = row.keys_of_all_versions().unwrap().into_iter().map(Vec::from).collect();
        assert_eq!(found, keys);
        places += keys.len();
        for bucket in 0..17 {
            let mut key = row.key();
            key[0] = bucket;
            let is_place = keys.contains(&key.to_vec());
            assert_eq!(Several::decode(&key).is_ok(), is_place, "{key:?} {keys:?}");
            refused += usize::from(!is_place);
            let said = Several::explain(&key);
            assert_eq!(said.parts()[0].value().is_ok(), is_place, "{said}");
        }
    }
    assert!(places > 1_600 && refused > 4_000, "{places} places, {refused} refused");
}

#[test]
fn plans_find_rows_of_all_generations_and_no_range_is_in_vain() {
    let scan = Several::scan;
    type IsAsked = Box<dyn Fn(u8, i8) -> bool>;
    let plans: Vec<(rowkey::Plan<_>, IsAsked)> = vec![
        (scan().plan().unwrap(), Box::new(|_, _| true)),
        (scan().id(7).plan().unwrap(), Box::new(|id, _| id == 7)),
        (scan().id(7).at(50).plan().unwrap(), Box::new(|id, at| (id, at) == (7, 50))),
        (
            scan().id(one_of([3, 9])).at(-3..60).plan().unwrap(),
            Box::new(|id, at| [3, 9].contains(&id) && (-3..60).contains(&at)),
        ),
        (scan().id(5).at(..-50).plan().unwrap(), Box::new(|id, at| id == 5 && at < -50)),
        (scan().id(5).at(..-50).plan().unwrap().reversed(), Box::new(|id, at| id == 5 && at < -50)),
        (scan().id(3..8).filter_at(7).plan().unwrap(), Box::new(|id, at| (3..8).contains(&id) && at == 7)),
    ];
    for (plan, wanted) in plans {
        let ranges: Vec<KeyRange> = plan.ranges().collect();
        assert!(ranges.is_sorted_by(|a, b| a.stop().is_some_and(|stop| stop <= b.start())), "{plan:?}");
        let mut held = vec![false; ranges.len()];
        for (id, at) in (0..=255).flat_map(|id| (-128..=127).map(move |at| (id, at))) {
            if !wanted(id, at) {
                continue;
            }
            for key in keys_of_several(id, at) {
                let found: Vec<usize> = (0..ranges.len()).filter(|&range| ranges[range].contains(&key)).collect();
                assert_eq!(found.len(), 1, "{key:?} in {}", plan.explain());
                assert!(plan.matches(&key));
                held[found[0]] = true;
            }
        }
        assert!(held.iter().all(|held| *held), "{}", plan.explain());
    }
}

#[test]
fn generations_are_said_in_the_order_in_which_they_are_named() {
    let lock = Several::LAYOUT.lock();
    assert!(lock.starts_with("u8 xxh3 of id, at.div(50) / 12, was sum / 3, xor / 17, md5 / 8, 8 | "), "{lock}");
    assert!(Several::LAYOUT.to_string().contains(", 12 buckets, was sum / 3, xor / 17, md5 / 8, 8 as u8"));
    let json = Several::LAYOUT.to_json();
    let was = r#""was":[{"algorithm":"with","path":"sum","buckets":3},{"algorithm":"xor","path":null,"buckets":17},"#;
    assert!(json.contains(was), "{json}");
    assert_eq!(Several::SPLIT_KEYS.len(), 11);
    let was = Several::LAYOUT.salt().unwrap().was();
    assert_eq!(was.iter().map(|older| older.buckets()).collect::<Vec<_>>(), [3, 17, 8, 8]);

    let plan = Several::scan().id(7).at(0).plan().unwrap();
    let said = plan.explain().to_string();
    assert!(
        said.contains("of 17: xxh3 of id, at.div(50) is known; older salt versions: sum / 3, xor / 17, md5 / 8, 8\n"),
        "{said}"
    );
    // Bucket 3 of 12 now, and as they were: 1 of 3, 7 of 17, 6 and 3 of 8.
    let places = Several { id: 7, at: 0 }.keys_of_all_versions().unwrap();
    let said: Vec<String> = places.iter().map(|key| Several::explain(key).parts()[0].value().unwrap().into()).collect();
    assert_eq!(said[0], format!("bucket {} of 12", places[0][0]));
    assert_eq!(said[1], format!("bucket {} of 3, from an older salt version", places[1][0]));
    assert_eq!(said[2], format!("bucket {} of 17, from an older salt version", places[2][0]));
}

/// A generation that could not write a row has no place for it.
#[test]
fn a_row_has_no_place_in_a_generation_that_refused_it() {
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(salt(xor, buckets = 5, of(id.first(4).java_int), was(4)))]
    struct Signed {
        #[rowkey(len(4))]
        id: String,
    }
    // -15 is a multiple of 5, and Java's remainder of it by 4 is negative.
    let row = Signed { id: "-015".into() };
    assert_eq!(row.keys_of_all_versions().unwrap(), [*b"\0-015"]);
    assert_eq!(Signed { id: "-020".into() }.keys_of_all_versions().unwrap(), [*b"\0-020"]);
    assert_eq!(Signed { id: "0017".into() }.keys_of_all_versions().unwrap(), [*b"\x020017", *b"\x010017"]);
    assert!(Signed::decode(b"\x01-015").is_err());
}

/// Older rows of an enum stand behind the older tags of its kinds, and in the older buckets of a kind.
#[test]
fn older_rows_of_an_enum() {
    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "M", was(tag = "q", tag = "c"))]
        Meta,
        #[rowkey(tag = "P", was(tag = "p"))]
        Point { x: u8 },
    }
    #[derive(RowKey)]
    enum Salted {
        #[rowkey(tag = "e", salt(buckets = 4, of(id), was(6)))]
        Event { id: u8 },
        #[rowkey(tag = "z", was(tag = b"\xFF"))]
        Last,
    }
    #[derive(RowKey)]
    enum New {
        #[rowkey(tag = "n")]
        New { id: u8 },
    }
    let ends = |layout: &rowkey::Layout| {
        let range = layout.older_rows()?;
        Some((range.start().to_vec(), range.stop().map(<[u8]>::to_vec)))
    };
    assert_eq!(ends(Row::LAYOUT), Some((b"c".to_vec(), Some(b"r".to_vec()))));
    assert_eq!(ends(Salted::LAYOUT), Some((b"e\0".to_vec(), None)), "no key is above all that begin with FF");
    assert_eq!(ends(New::LAYOUT), None);
    for row in [Row::Meta, Row::Point { x: 7 }] {
        let older = row.keys_of_all_versions().unwrap();
        assert!(older.len() > 1 && older[1..].iter().all(|key| Row::LAYOUT.older_rows().unwrap().contains(key)));
    }
}

/// Behind each tag of a kind, also an older one, a plan reads every bucket of every value that it asks for.
#[test]
fn a_plan_reads_all_buckets_behind_each_tag() {
    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "e", was(tag = "x", tag = "b"), salt(buckets = 3, of(at)))]
        Event { id: u8, at: u64 },
        #[rowkey(tag = "m")]
        Meta,
    }
    let plan = Row::scan_event().id(one_of([2, 5, 7])).plan().unwrap();
    assert_eq!(plan.ranges().count(), 27, "3 tags, 3 buckets, 3 values");
    let mut found = std::collections::BTreeSet::new();
    for (id, at) in (0..9).flat_map(|id| (0..100).map(move |at| (id, at))) {
        for key in (Row::Event { id, at }).keys_of_all_versions().unwrap() {
            let ranges: Vec<usize> =
                plan.ranges().enumerate().filter(|(_, range)| range.contains(&key)).map(|(at, _)| at).collect();
            assert_eq!(ranges.len(), usize::from([2, 5, 7].contains(&id)), "{key:02X?}");
            found.extend(ranges);
        }
    }
    assert_eq!(found.len(), 27, "each range holds rows");
    assert!(!plan.ranges().any(|range| range.contains(&Row::Meta.encode().unwrap())));
}

/// A plan says how many values of an input were listed: the same behind each tag, so they count once.
#[test]
fn values_that_are_listed_behind_each_tag_count_once() {
    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "e", was(tag = "x", tag = "b"), salt(xor, buckets = 7, of(id, at.div(100))))]
        Event { id: u8, at: u8 },
        #[rowkey(tag = "p", was(tag = "q"), salt(xor, buckets = 7, of(id, at.div(100))))]
        Page { id: u8, at: u8 },
        #[rowkey(tag = "m")]
        Meta,
    }
    for (plan, tags) in [(Row::scan_event().id(4).plan(), 3), (Row::scan_page().id(4).plan(), 2)] {
        let plan = plan.unwrap();
        assert_eq!(plan.ranges().len(), 3 * tags);
        let said = plan.explain().to_string();
        assert!(said.contains("id is known, at has 3 possible values"), "{said}");
    }
}

/// A scan of all rows of an enum returns each row once, whatever tells its variants apart, and whichever of its places hold it.
#[test]
fn a_scan_of_an_enum_returns_each_row_once() {
    #[derive(RowKey, Clone, Debug, PartialEq)]
    #[rowkey(separator = "|")]
    struct Digits {
        #[rowkey(salt(buckets = 12, digits(2), was(3)), digits(3))]
        id: u8,
        n: u8,
    }
    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct Three(#[salt(xor, buckets = 5, was(3, xor(4)))] u8, u8);

    /// Labels of digits, between which other keys can be; a row alone; tags of two widths, one of which no byte is above.
    #[derive(RowKey, Clone, Debug, PartialEq)]
    #[rowkey(prefix = "#")]
    enum Tagged {
        #[rowkey(tag = "a", was(tag = "z"))]
        Digits(Digits),
        #[rowkey(tag = "MM", was(tag = "mm"))]
        Meta,
        #[rowkey(tag = b"\xFF")]
        Three(Three),
        #[rowkey(other)]
        Other(Vec<u8>),
    }
    /// The width tells the variant, so rows of the others are in its ranges.
    #[derive(RowKey, Clone, Debug, PartialEq)]
    enum Untagged {
        Three(Three),
        Pair(u8, u8),
        Four(u8, u8, u8, u8),
    }
    /// A tag that another begins with.
    #[derive(RowKey, Clone, Debug, PartialEq)]
    enum Alike {
        #[rowkey(tag = "P", was(tag = "Q"))]
        Page(#[rowkey(digits(2))] u8),
        #[rowkey(tag = "PC")]
        Comment { n: u8 },
    }
    /// The salt is that of all variants.
    #[derive(RowKey, Clone, Debug, PartialEq)]
    #[rowkey(under(of), salt(buckets = 5, of(of), was(3)))]
    enum Under {
        #[rowkey(tag = 1)]
        Head { of: u8 },
        #[rowkey(tag = 2)]
        Task { of: u8, n: u8 },
    }

    let three = || (0..9).flat_map(|a| [0, 1, 7].map(|b| Three(a, b)));
    let mut tagged: Vec<Tagged> = three().map(Tagged::Three).collect();
    tagged.extend((0..9).flat_map(|id| [0, 1, 0xFF].map(|n| Tagged::Digits(Digits { id, n }))));
    let others = [&b"#"[..], b"#L", b"#MM1", b"#a", b"#a0:", b"#a02}", b"#b", b"#n", b"#\xFF\x09"];
    tagged.extend(others.map(|key| Tagged::Other(key.to_vec())).into_iter().filter(|row| row.encode().is_ok()));
    tagged.push(Tagged::Meta);
    let mut untagged: Vec<Untagged> = three().map(Untagged::Three).collect();
    untagged.extend((0..9).flat_map(|a| [0, 1, 7].map(|b| Untagged::Pair(a, b))));
    untagged.extend((0..9).flat_map(|a| [0, 1, 7].map(|b| Untagged::Four(a % 5, a, b, a))));
    let alike = (0..20).map(Alike::Page).chain((0..20).map(|n| Alike::Comment { n }));
    let under = (0..9).flat_map(|of| [Under::Head { of }, Under::Task { of, n: 0 }, Under::Task { of, n: 7 }]);

    let copies = [
        each_row_once(&tagged, |cursor| Tagged::scan().resume(cursor.as_deref()).plan()),
        each_row_once(&untagged, |cursor| Untagged::scan().resume(cursor.as_deref()).plan()),
        each_row_once(&alike.collect::<Vec<_>>(), |cursor| Alike::scan().resume(cursor.as_deref()).plan()),
        each_row_once(&under.collect::<Vec<_>>(), |cursor| Under::scan().resume(cursor.as_deref()).plan()),
    ];
    assert!(copies.iter().all(|copies| *copies > 150), "{copies:?}");
}

/// Holds scans of all rows against a map of the rows by the place that a get reads; returns how many copies there were.
fn each_row_once<K: rowkey::OwnedKey + Clone + std::fmt::Debug + PartialEq>(
    rows: &[K],
    plan: impl Fn(Option<String>) -> Result<rowkey::Plan<K>, rowkey::ScanError>,
) -> usize {
    let (mut copies, mut random) = (0, 7_u64);
    let mut coin = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random >> 63 == 0
    };
    for _ in 0..30 {
        let (mut table, mut expected) = (BTreeMap::new(), BTreeMap::new());
        for (number, row) in rows.iter().enumerate() {
            let places: Vec<Vec<u8>> = row.keys_in_read_order().unwrap().into_iter().map(Into::into).collect();
            let held: Vec<Vec<u8>> = places.into_iter().filter(|_| coin()).collect();
            copies += held.len().saturating_sub(1);
            held.first().map(|newest| expected.insert(newest.clone(), number));
            table.extend(held.into_iter().map(|place| (place, number)));
        }
        let read = |plan: &rowkey::ScanPlan| -> Vec<(Vec<u8>, usize)> {
            let rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
            rows.map(|row| row.unwrap()).map(|(key, number)| (key.clone(), *number)).collect()
        };
        let whole = plan(None).unwrap();
        let found = read(&whole);
        assert_eq!(found.len(), expected.len(), "{found:02X?}");
        assert_eq!(found.iter().cloned().collect::<BTreeMap<_, _>>(), expected);
        assert!(found.iter().all(|(key, number)| K::decode(key).unwrap() == rows[*number]));
        let backward: Vec<_> = found.iter().rev().cloned().collect();
        assert_eq!(read(&whole.clone().reversed()), backward);
        let by_range = whole.by_range(|range, direction| direction.of(table.range::<[u8], _>(range)));
        assert_eq!(
            by_range.map(|row| row.unwrap().0.clone()).collect::<BTreeSet<_>>(),
            expected.keys().cloned().collect()
        );
        for (at, (key, _)) in found.iter().enumerate() {
            let rest = plan(Some(whole.cursor(key))).unwrap();
            assert_eq!(read(&rest), found[at + 1..]);
            let backward_cursor = whole.clone().reversed().cursor(key);
            let backward_rest = plan(Some(backward_cursor)).unwrap().reversed();
            assert_eq!(read(&backward_rest), backward[found.len() - at..]);
            assert!(
                rest.ranges().collect::<Vec<_>>().is_sorted_by(|a, b| a.stop().is_some_and(|stop| stop <= b.start()))
            );
        }
    }
    copies
}

rowkey::laws!(Event, Log, Several, ages::First, ages::Second, ages::Third, ages::Fourth, before::Event, before::Log);

//! Tables of enums: several record types in one store, compared with a map of all rows.

use rowkey::{KeyRange, Plan, RowKey, ScanError, ScanPlan, Subspace, one_of};
use rowkey_store::{AsyncTable, Batch, Blocking, MemoryStore, RedbStore, Store, Table, Within};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::rekey_all;
use store_suite::waited::{Park, Run};

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct User {
    #[salt(buckets = 4)]
    #[pad(8)]
    name: String,
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    #[rowkey(tag = "m")]
    Meta,
    #[rowkey(tag = "p")]
    Post {
        author: u32,
        #[reverse_ts]
        at: i64,
    },
    #[rowkey(tag = "u")]
    User(User),
    #[rowkey(other)]
    Unknown(Vec<u8>),
}

fn rows() -> Vec<Row> {
    let users = (0..40).map(|n| Row::User(User { name: format!("user{n}") }));
    let posts = (0..100).map(|n| Row::Post { author: n % 7, at: i64::from(n) });
    let unknown = [&b"a"[..], b"zz", b"q\0\xFF"].map(|key| Row::Unknown(key.to_vec()));
    users.chain(posts).chain([Row::Meta]).chain(unknown).collect()
}

/// Returns the rows of a plan, read page by page. Each page resumes from the cursor of the previous one.
fn pages<S: Store>(table: &Table<Row, S>, page: impl Fn(Option<String>) -> Plan<Row>) -> Vec<Row>
where
    S::Error: std::fmt::Debug,
{
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let mut rows = table.scan(&page(cursor)).unwrap();
        let read: Vec<Row> = rows.by_ref().map(|row| row.unwrap().0).collect();
        let Some(next) = rows.cursor() else { return all };
        all.extend(read);
        cursor = Some(next);
    }
}

fn holds<S: Store>(store: S)
where
    S::Error: std::fmt::Debug,
{
    let table = Table::<Row, _>::new(store);
    let model: BTreeMap<Vec<u8>, Row> = rows().into_iter().map(|row| (row.encode().unwrap(), row)).collect();
    table.put_all(model.values().map(|row| (row, format!("{row:?}")))).unwrap();
    for row in model.values() {
        assert_eq!(table.get(row).unwrap(), Some(format!("{row:?}").into_bytes()));
    }

    let in_order: Vec<Row> = model.values().cloned().collect();
    let read = |plan: Plan<Row>| -> Vec<Row> { table.scan(&plan).unwrap().map(|row| row.unwrap().0).collect() };
    assert_eq!(read(Row::scan().plan().unwrap()), in_order);
    assert_eq!(read(Row::scan().plan().unwrap().reversed()), in_order.iter().rev().cloned().collect::<Vec<_>>());
    let paged = pages(&table, |cursor| {
        let scan = Row::scan().limit(17);
        scan.clone().resume(cursor.as_deref()).plan().unwrap()
    });
    assert_eq!(paged, in_order);

    // One record type, in the order of its key without the salt.
    let mut users: Vec<Row> = in_order.iter().filter(|row| matches!(row, Row::User(_))).cloned().collect();
    users.sort();
    assert_eq!(read(Row::scan_user().plan().unwrap()), users);
    let paged = pages(&table, |cursor| {
        let scan = Row::scan_user().limit(7);
        scan.clone().resume(cursor.as_deref()).plan().unwrap()
    });
    assert_eq!(paged, users);
    let newest = read(Row::scan_post().author(3).limit(2).plan().unwrap());
    assert_eq!(newest, [Row::Post { author: 3, at: 94 }, Row::Post { author: 3, at: 87 }]);
    let authors = table.keys(&Row::scan_post().plan().unwrap().distinct(Row::fields_post().author).unwrap()).unwrap();
    assert_eq!(authors.map(Result::unwrap).filter(|row| matches!(row, Row::Post { .. })).count(), 7);

    // A field of another record type is rejected.
    for plan in [Row::scan().plan(), Row::scan_user().plan()].map(Result::unwrap) {
        let of_post = Row::fields_post().author;
        for refused in [plan.clone().distinct(of_post), plan.sorted_by(of_post)] {
            assert!(matches!(refused, Err(ScanError::NoField { .. })), "{refused:?}");
        }
    }

    assert_eq!(table.count(&Row::scan_post().plan().unwrap()).unwrap(), 100);
    assert_eq!(table.delete_all(&Row::scan_post().author(3).plan().unwrap()).unwrap(), 14);
    assert_eq!(table.count(&Row::scan().plan().unwrap()).unwrap(), model.len() as u64 - 14);
    table.delete(&Row::Meta).unwrap();
    assert!(!table.contains(&Row::Meta).unwrap());
    let refused = Plan::<Row>::of(User::scan().plan().unwrap());
    assert!(matches!(refused, Err(ScanError::OtherKey { .. })), "the plan has no tag");
}

#[test]
fn a_table_of_kinds_is_a_map_of_rows() {
    holds(MemoryStore::new());
    holds(Within::new(MemoryStore::new(), Subspace::new(b"tenant/")));
    let directory = tempfile::tempdir().unwrap();
    holds(RedbStore::open(directory.path().join("rows.redb"), "rows").unwrap());
    #[cfg(feature = "fjall")]
    holds(crate::fjall::kept("rows"));
}

#[test]
fn a_row_of_a_kind_is_changed_in_one_step() {
    let table = Table::<Row, _>::new(MemoryStore::new());
    let post = Row::Post { author: 1, at: 1 };
    assert!(table.put_if_absent(&post, "draft").unwrap());
    assert!(!table.put_if_absent(&post, "other").unwrap());
    assert!(table.compare_and_set(&post, Some("draft"), Some("final")).unwrap());
    assert_eq!(table.get(&post).unwrap(), Some(b"final".to_vec()));
}

/// A record type whose own salt changes, after its tag, next to one whose salt does not change. Also a change of the
/// salt before the tag.
#[test]
fn rows_of_older_generations_are_found_and_moved() {
    mod before {
        use rowkey::RowKey;

        #[derive(RowKey)]
        pub struct User(#[salt(buckets = 4)] pub u64);
        #[derive(RowKey)]
        pub enum Row {
            #[rowkey(tag = "u")]
            User(User),
            #[rowkey(tag = "v")]
            Visit { at: u64 },
        }
        #[derive(RowKey)]
        #[rowkey(under(tenant), salt(buckets = 3, of(tenant)))]
        pub enum Item {
            #[rowkey(tag = 1)]
            Head { tenant: u64 },
            #[rowkey(tag = 2)]
            Task { tenant: u64, id: u8 },
        }
    }
    #[derive(RowKey, Debug, PartialEq)]
    struct User(#[salt(buckets = 8, was(4))] u64);
    #[derive(RowKey, Debug, PartialEq)]
    enum Row {
        #[rowkey(tag = "u")]
        User(User),
        #[rowkey(tag = "v")]
        Visit { at: u64 },
    }
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(under(tenant), salt(buckets = 5, of(tenant), was(3)))]
    enum Item {
        #[rowkey(tag = 1)]
        Head { tenant: u64 },
        #[rowkey(tag = 2)]
        Task { tenant: u64, id: u8 },
    }
    let store = MemoryStore::new();
    let old = Table::<before::Row, _>::new(&store);
    old.put_all((0..50).map(|n| (before::Row::User(before::User(n)), "old"))).unwrap();
    old.put_all((0..50).map(|at| (before::Row::Visit { at }, "old"))).unwrap();
    let rows = Table::<Row, _>::new(&store);
    (0..50).for_each(|n| assert!(rows.contains(&Row::User(User(n))).unwrap()));
    rows.put(&Row::User(User(7)), "new").unwrap();
    assert_eq!(rows.count(&Row::scan_user().plan().unwrap()).unwrap(), 50);
    let users: Vec<Row> = rows.keys(&Row::scan_user().plan().unwrap()).unwrap().map(Result::unwrap).collect();
    assert_eq!(users, (0..50).map(|n| Row::User(User(n))).collect::<Vec<_>>());
    assert!(rekey_all(&rows) > 10);
    assert_eq!(rows.count(&Row::scan().plan().unwrap()).unwrap(), 100);

    let store = MemoryStore::new();
    let old = Table::<before::Item, _>::new(&store);
    old.put_all((0..30).map(|tenant| (before::Item::Head { tenant }, ""))).unwrap();
    old.put_all((0..30).map(|tenant| (before::Item::Task { tenant, id: 1 }, ""))).unwrap();
    let items = Table::<Item, _>::new(&store);
    let plan = Item::scan().tenant(7).plan().unwrap();
    let of_7 = || items.keys(&plan).unwrap().map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!(of_7(), [Item::Head { tenant: 7 }, Item::Task { tenant: 7, id: 1 }]);
    assert!(rekey_all(&items) > 20);
    assert_eq!(of_7(), [Item::Head { tenant: 7 }, Item::Task { tenant: 7, id: 1 }]);
    assert_eq!(items.count(&Item::scan().plan().unwrap()).unwrap(), 60);
    let all = store_rows(&store);
    assert!(all.iter().all(|key| Item::decode(key).is_ok_and(|row| row.encode().unwrap() == *key)));
}

/// A record type whose tag has changed, and its salt too. Programs of both steps write, and one reads all rows.
#[test]
fn rows_behind_an_older_tag_are_found_and_moved() {
    mod before {
        use rowkey::RowKey;

        #[derive(RowKey)]
        pub struct User {
            #[salt(buckets = 3)]
            pub id: u8,
            pub n: u8,
        }
        #[derive(RowKey)]
        pub enum Row {
            #[rowkey(tag = "u")]
            User(User),
            #[rowkey(tag = "p")]
            Post { author: u8, at: u8 },
        }
    }
    mod between {
        use rowkey::RowKey;

        #[derive(RowKey)]
        pub enum Row {
            #[rowkey(tag = "q")]
            Post { author: u8, at: u8 },
        }
    }
    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct User {
        #[salt(buckets = 4, was(3))]
        id: u8,
        n: u8,
    }
    #[derive(RowKey, Clone, Debug, PartialEq)]
    enum Row {
        #[rowkey(tag = "U", was(tag = "u"))]
        User(User),
        #[rowkey(tag = "P", was(tag = "q", tag = "p"))]
        Post { author: u8, at: u8 },
    }

    let store = MemoryStore::new();
    let (old, new) = (Table::<before::Row, _>::new(&store), Table::<Row, _>::new(&store));
    let (mut posts, mut users) = (Vec::new(), Vec::new());
    for (a, b) in (0..20).flat_map(|a| (0..3).map(move |b| (a, b))) {
        let (user, post) = (Row::User(User { id: a, n: b }), Row::Post { author: a, at: b });
        if (a + b) % 2 == 0 {
            old.put(&before::Row::User(before::User { id: a, n: b }), "old").unwrap();
            old.put(&before::Row::Post { author: a, at: b }, "old").unwrap();
        } else {
            new.put_all([(&user, "new"), (&post, "new")]).unwrap();
        }
        assert!(new.contains(&user).unwrap() && new.contains(&post).unwrap());
        users.push(user);
        posts.push(post);
    }
    let read = |plan: Plan<Row>| -> Vec<Row> { new.scan(&plan).unwrap().map(|row| row.unwrap().0).collect() };
    let check = || {
        for (plan, rows) in [(Row::scan_user().plan().unwrap(), &users), (Row::scan_post().plan().unwrap(), &posts)] {
            assert_eq!(&read(plan.clone()), rows);
            assert_eq!(read(plan.reversed()), rows.iter().rev().cloned().collect::<Vec<_>>());
        }
        for a in 0..20 {
            assert_eq!(read(Row::scan_user().id(a).plan().unwrap()).len(), 3);
            // Ids from 0 on would be a full scan.
            let after_a = Row::scan_user().id(a + 1..).filter_n(1).plan().unwrap();
            assert_eq!(read(after_a).len(), 19 - usize::from(a));
            let of_two = Row::scan_post().author(one_of([a, 7])).at(1..).plan().unwrap();
            assert_eq!(read(of_two).len(), if a == 7 { 2 } else { 4 });
        }
        let authors = new.keys(&Row::scan_post().plan().unwrap().distinct(Row::fields_post().author).unwrap()).unwrap();
        assert_eq!(authors.map(Result::unwrap).collect::<Vec<_>>().len(), 20);
        for limit in [1, 2, 7] {
            let paged = |scan: fn(usize, Option<String>) -> Plan<Row>| {
                let (mut all, mut cursor) = (Vec::new(), None);
                loop {
                    let mut rows = new.scan(&scan(limit, cursor)).unwrap();
                    all.extend(rows.by_ref().map(|row| row.unwrap().0));
                    assert!(all.len() <= 60, "a row came twice");
                    let Some(next) = rows.cursor() else { return all };
                    cursor = Some(next);
                }
            };
            let of_users = paged(|limit, cursor| {
                let scan = Row::scan_user().limit(limit);
                scan.clone().resume(cursor.as_deref()).plan().unwrap()
            });
            let of_posts = paged(|limit, cursor| {
                let scan = Row::scan_post().limit(limit);
                scan.clone().resume(cursor.as_deref()).plan().unwrap()
            });
            assert_eq!((of_users, of_posts), (users.clone(), posts.clone()));
        }
    };
    check();
    // Programs of the steps before write the row again, each with its own tag. The row at the oldest location is the
    // newest.
    let twice = Row::Post { author: 3, at: 2 };
    new.put(&twice, "new").unwrap();
    Table::<between::Row, _>::new(&store).put(&between::Row::Post { author: 3, at: 2 }, "newer").unwrap();
    old.put(&before::Row::Post { author: 3, at: 2 }, "newest").unwrap();
    assert_eq!(new.get(&twice).unwrap(), Some(b"newest".to_vec()));
    let plan = Row::scan_post().author(3).plan().unwrap();
    let values: Vec<_> = new.scan(&plan).unwrap().map(|row| row.unwrap().1).collect();
    assert_eq!(values, [&b"new"[..], b"old", b"newest"]);
    check();

    let plan = Row::scan_user().id(3).plan().unwrap().explain().to_string();
    let expected = "scan of Row::User: 2 ranges\n  id = 3\n  bucket 0 of 4: xxh3 of id is known; older salt versions: 3\n  \
                    bucket 0: 55 00 03 .. 55 00 04\n  bucket 0: 75 00 03 .. 75 00 04\n  in key order";
    assert_eq!(plan, expected);
    assert!(Row::explain(b"p\x01\x02").to_string().contains(r#""p", an older tag"#));
    new.rekey(None, |_| ControlFlow::Continue(())).unwrap();
    check();
    assert!(rekey_all(&new) > 50);
    check();
    assert_eq!(new.count(&Row::scan().plan().unwrap()).unwrap(), 120);
    assert!(store_rows(&store).iter().all(|key| key[0].is_ascii_uppercase()));
}

/// Scans all rows while the tags and the salts of two variants change. Rows are at any of their storage locations. Each
/// row must appear once, from the location that a get reads. The test compares them with a map of all locations, built
/// from one struct per salt and literal tags.
#[test]
fn a_scan_of_all_kinds_returns_each_row_once() {
    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct User {
        #[salt(buckets = 3, was(2))]
        id: u8,
        n: u8,
    }
    #[derive(RowKey, Clone, Debug, PartialEq)]
    enum Row {
        #[rowkey(tag = "p", was(tag = "q", tag = "P"))]
        Post { author: u8, at: u8 },
        #[rowkey(tag = "R")]
        Reader { x: u8 },
        #[rowkey(tag = "U", was(tag = "u"))]
        User(User),
        #[rowkey(other)]
        Unknown(Vec<u8>),
    }
    #[derive(RowKey)]
    struct InThree(#[salt(buckets = 3)] u8, u8);
    #[derive(RowKey)]
    struct InTwo(#[salt(buckets = 2)] u8, u8);

    /// Returns the storage locations of a row, the oldest first, and the bytes that a scan of all rows sorts it by.
    fn places(row: &Row) -> (Vec<Vec<u8>>, Vec<u8>) {
        match row {
            Row::Post { author, at } => {
                (["P", "q", "p"].map(|tag| [tag.as_bytes(), &[*author, *at]].concat()).into(), vec![b'p', *author, *at])
            }
            Row::User(User { id, n }) => {
                let behind = |tag: &str| {
                    [InTwo(*id, *n).key(), InThree(*id, *n).key()].map(|key| [tag.as_bytes(), &key].concat())
                };
                (["u", "U"].map(behind).concat(), vec![b'U', 0, *id, *n])
            }
            Row::Reader { x } => (vec![vec![b'R', *x]], vec![b'R', *x]),
            Row::Unknown(key) => (vec![key.clone()], key.clone()),
        }
    }
    fn keys<S: Store<Error = std::convert::Infallible>>(table: &Table<Row, S>, plan: &Plan<Row>) -> Vec<Row> {
        table.keys(plan).unwrap().map(Result::unwrap).collect()
    }

    let pairs = || (0..4u8).flat_map(|a| (0..3u8).map(move |b| (a, b)));
    let mut all: Vec<Row> = pairs().map(|(author, at)| Row::Post { author, at }).collect();
    all.extend(pairs().map(|(id, n)| Row::User(User { id, n })));
    all.extend((0..3).map(|x| Row::Reader { x }));
    all.extend([&b"A"[..], b"Q\x01", b"V", b"V\0\0", b"rr", b"zz"].map(|key| Row::Unknown(key.to_vec())));
    let mut random = store_suite::typed::Random(43);
    let mut copies = 0;
    for _ in 0..40 {
        let (store, mut batch, mut rows) = (MemoryStore::new(), Batch::new(), BTreeMap::new());
        for row in &all {
            let (places, sorted_by) = places(row);
            let mut held: Vec<&Vec<u8>> = places.iter().filter(|_| random.below(2) == 0).collect();
            held.iter().for_each(|place| _ = batch.put(*place, *place));
            if let Some(newest) = held.first().copied() {
                rows.insert(sorted_by, (row.clone(), newest.clone()));
            }
            held.sort();
            held.dedup();
            copies += held.len().saturating_sub(1);
        }
        store.write(&batch).unwrap();
        let table = Table::<Row, _>::new(store.clone());
        let waited = AsyncTable::<Row, _>::new(Blocking::new(store.clone(), 2).unwrap().with_page_rows(3));
        let rows: Vec<(Row, Vec<u8>)> = rows.into_values().collect();
        let backward: Vec<(Row, Vec<u8>)> = rows.iter().rev().cloned().collect();
        for (row, newest) in &rows {
            assert_eq!(table.get(row).unwrap().as_ref(), Some(newest));
        }
        let plan = Row::scan().plan().unwrap();
        let is_ascending = |plan: &ScanPlan| {
            let ranges: Vec<KeyRange> = plan.ranges().collect();
            ranges.is_sorted_by(|a, b| a.stop().is_some_and(|stop| stop <= b.start()))
        };
        assert!(is_ascending(&plan));
        for (plan, expected) in [(plan.clone(), &rows), (plan.clone().reversed(), &backward)] {
            let distinct = Plan::of(plan.clone().into_untyped().distinct("kind").unwrap()).unwrap();
            let sorted = Plan::of(plan.clone().into_untyped().sorted_by("kind").unwrap()).unwrap();
            for plan in [&plan, &distinct, &sorted] {
                assert_eq!(&table.scan(plan).unwrap().map(Result::unwrap).collect::<Vec<_>>(), expected);
                assert_eq!(&table.scan_by_range(plan).unwrap().map(Result::unwrap).collect::<Vec<_>>(), expected);
                assert_eq!(keys(&table, plan), expected.iter().map(|(row, _)| row.clone()).collect::<Vec<_>>());
                assert_eq!(table.count(plan).unwrap(), expected.len() as u64);
                let found = Park.run(async {
                    let (mut rows, mut found) = (waited.scan(plan).await.unwrap(), Vec::new());
                    while let Some(row) = rows.next().await {
                        found.push(row.unwrap());
                    }
                    found
                });
                assert_eq!(&found, expected);
                assert_eq!(Park.run(waited.count(plan)).unwrap(), expected.len() as u64);
            }
        }
        // Resumes after each row, in both directions.
        for (at, (_, newest)) in rows.iter().enumerate() {
            let rest = Row::scan().resume(Some(&plan.cursor(newest))).plan().unwrap();
            assert!(is_ascending(&rest));
            let is_left = |newest: &[u8]| rest.ranges().any(|range| range.contains(newest));
            assert!(rows.iter().enumerate().all(|(other, (_, newest))| is_left(newest) == (other > at)));
            assert_eq!(table.count(&rest).unwrap(), (rows.len() - at - 1) as u64);
            let after: Vec<Row> = rows[at + 1..].iter().map(|(row, _)| row.clone()).collect();
            assert_eq!(keys(&table, &rest), after);
            let before: Vec<Row> = rows[..at].iter().rev().map(|(row, _)| row.clone()).collect();
            let turned = plan.clone().reversed().cursor(newest);
            assert_eq!(keys(&table, &Row::scan().resume(Some(&turned)).plan().unwrap().reversed()), before);
        }
        for size in [1, 4, 7] {
            let (mut pages, mut cursor) = (Vec::new(), None::<String>);
            loop {
                let page = Row::scan().limit(size).resume(cursor.as_deref());
                let mut read = table.scan(&page.plan().unwrap()).unwrap();
                pages.extend(read.by_ref().map(Result::unwrap));
                cursor = read.cursor();
                if !read.has_more().unwrap() {
                    break;
                }
            }
            assert_eq!(pages, rows);
        }
        if random.below(2) == 0 {
            table.rekey(None, |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(table.scan(&plan).unwrap().map(Result::unwrap).collect::<Vec<_>>(), rows);
            rekey_all(&table);
            assert_eq!(table.scan(&plan).unwrap().map(Result::unwrap).collect::<Vec<_>>(), rows);
            assert_eq!(store_rows(&store).len(), rows.len());
        }
        let first = Row::scan().limit(rows.len() / 2).plan().unwrap();
        assert_eq!(table.delete_all(&first).unwrap(), rows.len() as u64 / 2);
        assert_eq!(table.scan(&plan).unwrap().map(Result::unwrap).collect::<Vec<_>>(), rows[rows.len() / 2..]);
        assert_eq!(table.delete_all(&plan).unwrap(), (rows.len() - rows.len() / 2) as u64);
        assert!(store_rows(&store).is_empty());
    }
    assert!(copies > 700, "{copies} copies");
}

fn store_rows(store: &MemoryStore) -> Vec<Vec<u8>> {
    use rowkey_store::{Direction, Scan};
    let mut rows = store.scan(KeyRange::all(), Direction::Forward).unwrap();
    let mut keys = Vec::new();
    while rows.advance().unwrap() {
        keys.push(rows.key().to_vec());
    }
    keys
}

rowkey::laws!(User, Row);

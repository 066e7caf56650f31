//! Tables over both engines: typed rows, plans, and merged scans.

use rowkey::{KeyRange, Plan, RowKey, one_of, starts_with};
use rowkey_store::{Batch, Direction, MemoryStore, OwnedScan, Reader, RedbStore, RowBytes, Store, Table, TableError};
use std::cmp::Reverse;
use std::convert::Infallible;
use store_suite::typed;

#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
struct Call {
    #[salt(buckets = 6)]
    #[pad(20)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

fn call(phone: &str, at: i64) -> Call {
    Call { phone: phone.into(), at }
}

/// Returns 50 phones with 20 calls each, in the order of the fields, which is not the order of the buckets.
fn calls() -> Vec<Call> {
    let mut calls: Vec<_> = (0..1_000).map(|i| call(&format!("13{:03}", i % 50), i64::from(i) * 1_000)).collect();
    calls.sort_by_key(|call| (call.phone.clone(), Reverse(call.at)));
    calls
}

fn value_of(call: &Call) -> Vec<u8> {
    format!("{call:?}").into_bytes()
}

fn filled<S: Store>(store: S) -> Table<Call, S> {
    let table = Table::new(store).allow_full_scans();
    table.put_all(calls().into_iter().map(|call| (call.clone(), value_of(&call)))).unwrap();
    table
}

/// Returns the rows that a plan finds, and checks each value.
fn found<S: Store>(table: &Table<Call, S>, plan: &Plan<Call>) -> Vec<Call> {
    let rows = table.scan(plan).unwrap().map(Result::unwrap);
    rows.inspect(|(call, value)| assert_eq!(*value, value_of(call))).map(|(call, _)| call).collect()
}

fn on_both(check: impl Fn(&dyn Fn(&Plan<Call>) -> Vec<Call>)) {
    let memory = filled(MemoryStore::new());
    check(&|plan| found(&memory, plan));
    let dir = tempfile::tempdir().unwrap();
    let redb = filled(RedbStore::open(dir.path().join("calls.redb"), "calls").unwrap());
    check(&|plan| found(&redb, plan));
}

#[test]
fn does_what_a_map_does() {
    typed::does_what_a_map_does(&Table::new(MemoryStore::new()).allow_full_scans(), 2_000);
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    typed::does_what_a_map_does(
        &Table::new(RedbStore::new(database.into(), "calls").unwrap()).allow_full_scans(),
        2_000,
    );
}

#[test]
fn tells_if_there_is_another_page() {
    typed::tells_if_there_is_another_page(&Table::new(MemoryStore::new()).allow_full_scans());
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    typed::tells_if_there_is_another_page(
        &Table::new(RedbStore::new(database.into(), "calls").unwrap()).allow_full_scans(),
    );
}

#[test]
fn deletes_more_rows_than_a_batch_holds() {
    typed::deletes_more_rows_than_a_batch_holds(&Table::new(MemoryStore::new()));
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    typed::deletes_more_rows_than_a_batch_holds(&Table::new(RedbStore::new(database.into(), "calls").unwrap()));
}

#[test]
fn delete_all_keeps_what_does_not_decode() {
    let store = MemoryStore::new();
    typed::keeps_what_does_not_decode(&Table::new(store.clone()), &store);
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    let store = RedbStore::new(database.into(), "calls").unwrap();
    typed::keeps_what_does_not_decode(&Table::new(store.clone()), &store);
}

#[test]
fn stores_rows_under_their_keys() {
    let table = Table::new(MemoryStore::new());
    let (early, late) = (call("1", 1), call("1", 2));
    table.put(&early, "early").unwrap();
    table.put_all([(&late, "late"), (&early, "again"), (&early, "last")]).unwrap();
    assert_eq!(table.get(&early).unwrap(), Some(b"last".to_vec()));
    table.delete(&early).unwrap();
    assert_eq!(table.get(&early).unwrap(), None);
    assert_eq!(table.store().get(late.encode().unwrap().as_ref()).unwrap(), Some(b"late".to_vec()));
    assert_eq!(table.into_store().scan(KeyRange::all(), Direction::Forward).unwrap().count(), 1);
}

#[test]
fn a_key_that_cannot_be_written_writes_nothing() {
    let table = Table::new(MemoryStore::new());
    let long = call("a phone of more than twenty bytes", 1);
    for result in [
        table.put_all([(&call("1", 1), "fits"), (&long, "does not")]),
        // After many keys that fit. They are encoded in several parts.
        table.put_all(calls().into_iter().chain([long.clone()]).map(|call| (call, ""))),
        table.put(&long, "does not"),
        table.delete(&long),
        table.get(&long).map(|_| ()),
    ] {
        let error = result.unwrap_err();
        assert!(matches!(error, TableError::Encode(_)) && error.to_string().contains("`Call.phone`"), "{error:?}");
    }
    assert_eq!(table.scan(&Call::scan().plan().unwrap()).unwrap().count(), 0);
}

#[test]
fn takes_keys_that_can_always_be_written() {
    #[derive(RowKey, Debug, PartialEq)]
    struct Pair {
        one: u64,
        other: i8,
    }
    let table = Table::new(MemoryStore::new());
    table.put(&Pair { one: 1, other: -1 }, "").unwrap();
    let plan = Pair::scan().one(1).plan().unwrap();
    let rows: Vec<_> = table.scan(&plan).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows, [(Pair { one: 1, other: -1 }, vec![])]);
}

#[test]
fn merges_the_buckets_in_the_order_of_the_fields() {
    on_both(|found| {
        let plan = Call::scan().plan().unwrap();
        assert_eq!(plan.ranges().len(), 6);
        assert_eq!(found(&plan), calls());
        assert!(found(&plan.reversed()).iter().eq(calls().iter().rev()));
    });
}

#[test]
fn finds_what_a_filter_finds() {
    on_both(|found| {
        let check = |plan: Plan<_>, filter: &dyn Fn(&Call) -> bool| {
            let wanted: Vec<_> = calls().into_iter().filter(filter).collect();
            assert_eq!(found(&plan), wanted);
            assert!(found(&plan.reversed()).iter().eq(wanted.iter().rev()));
            wanted.len()
        };
        let plan = Call::scan().phone("13007").plan().unwrap();
        assert_eq!(check(plan, &|call| call.phone == "13007"), 20);
        let plan = Call::scan().phone("13007").at(200_000..500_000).plan().unwrap();
        assert_eq!(check(plan, &|call| call.phone == "13007" && (200_000..500_000).contains(&call.at)), 6);
        let plan = Call::scan().phone(one_of(["13001", "13044", "nobody"])).plan().unwrap();
        assert_eq!(check(plan, &|call| ["13001", "13044"].contains(&call.phone.as_str())), 40);
        let plan = Call::scan().phone(starts_with("1301")).plan().unwrap();
        assert_eq!(check(plan, &|call| call.phone.starts_with("1301")), 200);
        let plan = Call::scan().phone("nobody").plan().unwrap();
        assert_eq!(check(plan, &|_| false), 0);
    });
}

#[test]
fn a_limit_ends_the_scan() {
    on_both(|found| {
        for limit in [0, 1, 7, 1_000, 2_000] {
            let plan = Call::scan().limit(limit).plan().unwrap();
            assert!(found(&plan).iter().eq(calls().iter().take(limit)));
            assert!(found(&plan.reversed()).iter().eq(calls().iter().rev().take(limit)));
        }
    });
}

#[test]
fn counts_the_rows_it_reads() {
    let table = filled(MemoryStore::new());
    let counts = |plan: Plan<_>| {
        let mut rows = table.scan(&plan).unwrap();
        assert!(rows.all(|row| row.is_ok()));
        (rows.rows_read(), rows.rows_returned())
    };
    assert_eq!(counts(Call::scan().phone("13007").limit(10).plan().unwrap()), (10, 10));
    assert_eq!(counts(Call::scan().plan().unwrap()), (1_000, 1_000));
    // The scan reads one row of each bucket first. After that, it reads one row for each returned row but the last.
    assert_eq!(counts(Call::scan().limit(10).plan().unwrap()), (6 + 9, 10));
    let plan = Call::scan().plan().unwrap();
    assert_eq!(table.scan(&plan).unwrap().rows_read(), 0, "nothing is read before it is asked for");
}

#[test]
fn leaves_out_what_does_not_match() {
    /// A name of any length before a number. The ranges of a name also contain rows with longer names.
    #[derive(RowKey, Debug, PartialEq)]
    struct Named {
        #[rowkey(allow(unordered))]
        name: String,
        number: u16,
    }
    let key = |name: &str, number| Named { name: name.into(), number };
    let table = Table::new(MemoryStore::new());
    table.put_all([(key("ab", 1), "1"), (key("abc", 2), "2"), (key("ab", 3), "3")]).unwrap();
    let plan = Named::scan().name("ab").plan().unwrap();
    let mut rows = table.scan(&plan).unwrap();
    let names: Vec<_> = rows.by_ref().map(|row| row.unwrap().0).collect();
    assert_eq!(names, [key("ab", 1), key("ab", 3)]);
    assert_eq!((rows.rows_read(), rows.rows_returned()), (3, 2));
}

#[test]
fn refuses_a_plan_of_another_layout() {
    mod other {
        use rowkey::RowKey;

        #[derive(RowKey)]
        pub struct Call {
            #[salt(buckets = 6)]
            #[pad(16)]
            pub phone: String,
            #[reverse_ts]
            pub at: i64,
        }
    }
    let error = Plan::<Call>::of(other::Call::scan().plan().unwrap()).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("16 bytes") && text.contains("20 bytes"), "{text}");
}

#[test]
fn refuses_a_plan_of_keys_that_write_other_values_in_the_same_language() {
    mod signed {
        use rowkey::RowKey;

        #[derive(RowKey, Debug)]
        pub struct Id(pub i64);
    }
    #[derive(RowKey, Debug)]
    struct Id(u64);

    let error = Plan::<Id>::of(signed::Id::scan()._0(5).plan().unwrap()).unwrap_err();
    let text = "expected a plan for `Id: 0: u64 as 8-byte number`, found one for `Id: 0: i64 as 8-byte number`";
    assert_eq!(error.to_string(), text);
}

#[test]
fn rows_need_their_plan_no_longer_than_it_takes_to_start() {
    let table = filled(MemoryStore::new());
    let rows = table.scan(&Call::scan().phone("13007").plan().unwrap()).unwrap();
    assert_eq!(rows.count(), 20);
}

#[test]
fn takes_a_plan_of_a_like_layout() {
    mod like {
        use rowkey::RowKey;

        #[derive(RowKey)]
        pub struct Phone {
            #[salt(buckets = 6)]
            #[pad(20)]
            pub phone: String,
            #[reverse_ts]
            pub at: i64,
        }
    }
    let plan = Plan::of(like::Phone::scan().phone("13007").plan().unwrap()).unwrap();
    assert_eq!(found(&filled(MemoryStore::new()), &plan).len(), 20);
}

#[test]
fn reports_keys_that_do_not_decode_and_goes_on() {
    let table = filled(MemoryStore::new());
    let mut wrongly_salted = call("13007", 5).encode().unwrap();
    wrongly_salted[0] = (wrongly_salted[0] + 1) % 6;
    table.store().write(Batch::new().put(wrongly_salted, "").put([0, b'x'], "")).unwrap();

    let plan = Call::scan().plan().unwrap();
    let mut rows = table.scan(&plan).unwrap();
    let (good, bad): (Vec<_>, Vec<_>) = rows.by_ref().partition(Result::is_ok);
    assert_eq!((good.len(), bad.len(), rows.rows_read(), rows.rows_returned()), (1_000, 2, 1_002, 1_000));
    for error in bad.into_iter().filter_map(Result::err) {
        assert!(matches!(error, TableError::Decode { .. }), "{error:?}");
        assert!(error.to_string().starts_with("expected a key of the table's type, found the row \"\\x0"), "{error}");
    }
}

#[test]
fn sees_all_ranges_at_one_moment() {
    fn check<S: Store>(store: S) {
        let table = filled(store);
        // Several ranges in each bucket, which are opened one after the other.
        let phones: Vec<_> = calls().into_iter().map(|call| call.phone).collect();
        let plan = Call::scan().phone(one_of(&phones)).plan().unwrap();
        let mut rows = table.scan(&plan).unwrap().map(|row| row.unwrap().0);
        let first = rows.next().unwrap();
        for call in calls() {
            table.delete(&call).unwrap();
        }
        table.put(&call("0", 0), "").unwrap();
        assert!([first].into_iter().chain(rows).eq(calls()));
        assert_eq!(table.scan(&plan).unwrap().count(), 0);
    }
    check(MemoryStore::new());
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    check(RedbStore::new(database.into(), "calls").unwrap());
}

#[test]
fn several_tables_share_a_store() {
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(prefix = "a:")]
    struct A {
        id: u32,
    }
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(prefix = "b:")]
    struct B {
        id: u32,
    }
    let store = MemoryStore::new();
    let (a, b) = (Table::new(&store), Table::new(&store));
    a.put(&A { id: 1 }, "a").unwrap();
    b.put(&B { id: 1 }, "b").unwrap();
    let plan = A::scan().plan().unwrap();
    let rows: Vec<_> = a.scan(&plan).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows, [(A { id: 1 }, b"a".to_vec())]);
    assert_eq!(b.get(&B { id: 1 }).unwrap(), Some(b"b".to_vec()));
}

/// Returns two rows of a range and then fails, again and again.
struct Broken;

#[derive(Debug, thiserror::Error)]
#[error("the disk is gone")]
struct Gone;

impl Store for Broken {
    type Error = Gone;
    type Reader<'s> = Self;

    fn reader(&self) -> Result<Self, Gone> {
        Ok(Self)
    }

    fn write(&self, _: &Batch) -> Result<(), Gone> {
        Err(Gone)
    }
}

impl Reader for Broken {
    type Error = Gone;
    type Scan = OwnedScan<Box<dyn Iterator<Item = Result<RowBytes, Gone>>>>;

    fn get(&self, _: &[u8]) -> Result<Option<Vec<u8>>, Gone> {
        Err(Gone)
    }

    fn scan(&self, range: KeyRange, _: Direction) -> Self::Scan {
        let rows = calls().into_iter().map(|call| call.encode().unwrap().to_vec());
        let rows = rows.filter(move |key| range.contains(key)).take(2).map(|key| Ok((key, vec![])));
        OwnedScan::new(Box::new(rows.chain(std::iter::repeat_with(|| Err(Gone)))))
    }
}

#[test]
fn an_error_of_the_store_is_the_last_item() {
    let table = Table::<Call, _>::new(Broken);
    let plan = Call::scan().plan().unwrap();
    let items: Vec<_> = table.scan(&plan).unwrap().collect();
    let (last, rows) = items.split_last().unwrap();
    assert!(matches!(last, Err(TableError::Store(Gone))));
    assert!(rows.iter().all(Result::is_ok));

    assert!(matches!(table.get(&call("1", 1)), Err(TableError::Store(Gone))));
    assert!(matches!(table.put(&call("1", 1), ""), Err(TableError::Store(Gone))));
    assert!(matches!(table.put_all([(call("1", 1), "")]), Err(TableError::Store(Gone))));
    assert!(matches!(table.delete(&call("1", 1)), Err(TableError::Store(Gone))));
}

#[test]
fn errors_can_be_boxed() {
    fn run() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let table = Table::<Call, _>::new(MemoryStore::new());
        table.put(&call("1", 1), "")?;
        let plan = Call::scan().plan()?;
        let _rows: Vec<_> = table.scan(&plan)?.collect::<Result<_, TableError<Infallible>>>()?;
        Ok(())
    }
    run().unwrap();
}

/// A call by its caller, its minute, and its callee. Queries bind the first field and skip the second.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Told {
    caller: u16,
    minute: u16,
    callee: u16,
}

fn told() -> impl Iterator<Item = Told> {
    (0..3)
        .flat_map(|caller| (0..10).flat_map(move |minute| (0..100).map(move |callee| Told { caller, minute, callee })))
}

/// Returns the number of non-matching rows that a scan reads for this many consecutive jumps, if a jump costs as much
/// as eight rows. Before each jump, it reads one non-matching row, and as many more as it passes over.
fn in_vain(jumps: usize) -> usize {
    let passed = |jump: usize| match jump {
        0 | 1 => 8,
        jump if jump % 8 == 0 => 8,
        2 => 4,
        3 => 2,
        _ => 1,
    };
    (0..jumps).map(|jump| 1 + passed(jump)).sum()
}

#[test]
fn jumps_where_filters_tell() {
    fn check<S: Store>(store: S) {
        let table = Table::<Told, S>::new(store).allow_full_scans();
        table.put_all(told().map(|told| (told, ""))).unwrap();
        let check = |plan: Plan<_>, wants: &dyn Fn(&Told) -> bool, counts: (usize, usize)| {
            let mut rows = table.scan(&plan).unwrap();
            let found: Vec<Told> = rows.by_ref().map(|row| row.unwrap().0).collect();
            assert_eq!(found, told().filter(wants).collect::<Vec<_>>());
            assert_eq!((rows.rows_read(), rows.rows_returned()), counts, "{}", plan.explain());
            let mut reversed = table.scan(&plan.reversed()).unwrap();
            let mut again: Vec<Told> = reversed.by_ref().map(|row| row.unwrap().0).collect();
            again.reverse();
            assert_eq!(again, found);
            assert!(reversed.rows_read() <= counts.0 + 9, "{} rows in reverse", reversed.rows_read());
        };
        // Jumps to each of the ten matching rows, and from the last one to the minute after it, which does not exist.
        let plan = Told::scan().caller(1).filter_callee(50).plan().unwrap();
        check(plan, &|told| told.caller == 1 && told.callee == 50, (in_vain(11) + 10, 10));
        // The range contains the other callers too, but the scan reads hardly any of their rows.
        let plan = Told::scan().filter_caller(1).plan().unwrap();
        check(plan, &|told| told.caller == 1, (in_vain(1) + 1_000 + 1, 1_000));
        let plan = Told::scan().filter_caller(7).plan().unwrap();
        check(plan, &|_| false, (in_vain(1), 0));
    }
    check(MemoryStore::new());
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    check(RedbStore::new(database.into(), "told").unwrap());
}

/// A line that a person said in a room of a place. All fields except the number are text of any width.
#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
struct Said {
    #[rowkey(chars("a-z"), separator = "/")]
    place: String,
    #[rowkey(terminated)]
    room: String,
    minute: u16,
    who: String,
}

#[test]
fn jumps_as_far_in_reverse_where_widths_vary() {
    fn check<S: Store>(store: S) {
        let table = Table::<Said, S>::new(store).allow_full_scans();
        let said = || {
            let rooms = ["a", "b", "bb", "c", "d"].into_iter().flat_map(|place| (0..4).map(move |room| (place, room)));
            let minutes = rooms.flat_map(|(place, room)| (0..50).map(move |minute| (place, room, minute)));
            minutes.flat_map(|(place, room, minute)| {
                ["anna", "bert"].map(|who| Said {
                    place: place.into(),
                    room: format!("{room}\0"),
                    minute,
                    who: who.into(),
                })
            })
        };
        table.put_all(said().map(|said| (said, ""))).unwrap();
        let check = |plan: Plan<_>, wants: &dyn Fn(&Said) -> bool, read: usize| {
            let mut wanted: Vec<Said> = said().filter(wants).collect();
            for plan in [plan.clone(), plan.reversed()] {
                let mut rows = table.scan(&plan).unwrap();
                let found: Vec<Said> = rows.by_ref().map(|row| row.unwrap().0).collect();
                assert_eq!(found, wanted);
                assert_eq!((rows.rows_read(), rows.rows_returned()), (read, wanted.len()), "{}", plan.explain());
                wanted.reverse();
            }
        };
        // Two of the 100 rows of a room match. The scan jumps to them, and then to the next room.
        let plan = Said::scan().filter_minute(25).plan().unwrap();
        check(plan, &|said| said.minute == 25, in_vain(2 * 20) + 20 * 2);
        // The same with the 400 rows of a place, 100 of which match.
        let plan = Said::scan().filter_room("1\0").plan().unwrap();
        check(plan, &|said| said.room == "1\0", in_vain(2 * 5) + 5 * 100);
        // After one jump, the scan reads only the 4 matching rows and one more.
        let plan = Said::scan().filter_place("bb").filter_room("3\0").filter_minute(24..26).plan().unwrap();
        let wants = |said: &Said| said.place == "bb" && said.room == "3\0" && (24..26).contains(&said.minute);
        check(plan, &wants, 9 + 4 + 1);
    }
    check(MemoryStore::new());
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    check(RedbStore::new(database.into(), "said").unwrap());
}

#[test]
fn pages_go_on_where_the_last_row_was() {
    fn check<S: Store>(store: S) {
        let table = filled(store);
        for (reversed, by_range) in [(false, false), (true, false), (false, true), (true, true)] {
            let turned = |plan: Plan<_>| if reversed { plan.reversed() } else { plan };
            let (mut found, mut cursor) = (Vec::new(), None::<String>);
            loop {
                let page = Call::scan().filter_at(..500_000).limit(7);
                let page = page.resume(cursor.as_deref());
                let plan = turned(page.plan().unwrap());
                let mut rows = if by_range { table.scan_by_range(&plan) } else { table.scan(&plan) }.unwrap();
                assert_eq!(rows.cursor(), None);
                found.extend(rows.by_ref().map(|row| row.unwrap().0));
                let Some(next) = rows.cursor() else { break };
                cursor = Some(next);
                // The row of the cursor may be deleted, because the next page does not read it again.
                table.delete(found.last().unwrap()).unwrap();
            }
            let mut wanted: Vec<Call> = calls().into_iter().filter(|call| call.at < 500_000).collect();
            if by_range {
                wanted.sort_by_key(|call| call.encode().unwrap());
            }
            if reversed {
                wanted.reverse();
            }
            assert_eq!(found, wanted);
            table.put_all(calls().into_iter().map(|call| (call.clone(), value_of(&call)))).unwrap();
        }
    }
    check(MemoryStore::new());
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    check(RedbStore::new(database.into(), "calls").unwrap());
}

#[test]
fn a_cursor_stands_behind_a_key_that_does_not_decode() {
    let table = filled(MemoryStore::new());
    table.store().write(Batch::new().put([0, 0], "")).unwrap();
    let mut rows = table.scan(&Call::scan().plan().unwrap()).unwrap();
    assert!(rows.next().unwrap().is_err());
    let cursor = rows.cursor().unwrap();
    assert_eq!(found(&table, &Call::scan().resume(Some(&cursor)).plan().unwrap()), calls());
}

/// An engine over memory that fails at one row, whatever range it is read in. Then it continues with the next row.
struct Faulty {
    rows: MemoryStore,
    at: Vec<u8>,
}

impl Store for Faulty {
    type Error = Gone;
    type Reader<'s> = FaultyReader<'s>;

    fn reader(&self) -> Result<FaultyReader<'_>, Gone> {
        Ok(FaultyReader(self))
    }

    fn write(&self, _: &Batch) -> Result<(), Gone> {
        Err(Gone)
    }
}

struct FaultyReader<'s>(&'s Faulty);

impl<'s> Reader for FaultyReader<'s> {
    type Error = Gone;
    type Scan = OwnedScan<Box<dyn Iterator<Item = Result<RowBytes, Gone>> + 's>>;

    fn get(&self, _: &[u8]) -> Result<Option<Vec<u8>>, Gone> {
        Err(Gone)
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        let Ok(rows) = self.0.rows.scan(range, direction);
        let fails = |row: RowBytes| if row.0 == self.0.at { Err(Gone) } else { Ok(row) };
        OwnedScan::new(Box::new(rows.map(move |row| row.map_or_else(|never| match never {}, fails))))
    }
}

#[test]
fn an_error_in_the_middle_of_a_lane_ends_the_rows_and_its_cursor_goes_on() {
    let all: Vec<Told> = told().collect();
    let table = Table::<Told, _>::new(MemoryStore::new());
    table.put_all(all.iter().map(|told| (told, ""))).unwrap();
    let plan = || Told::scan().caller(1).filter_callee(50);
    let wanted: Vec<&Told> = all.iter().filter(|told| told.caller == 1 && told.callee == 50).collect();
    // A matching row, a row that is passed over on the way to the next one, and a row that is never read.
    for (minute, callee, before) in [(5, 50, 5), (5, 52, 6), (5, 70, 10)] {
        let at = Told { caller: 1, minute, callee }.key().to_vec();
        let faulty = Table::<Told, _>::new(Faulty { rows: copy(table.store()), at });
        let mut rows = faulty.scan(&plan().plan().unwrap()).unwrap();
        let found: Vec<Told> = rows.by_ref().map_while(Result::ok).map(|(told, _)| told).collect();
        assert!(found.iter().eq(wanted[..before].iter().copied()));
        assert!(rows.next().is_none());
        // The rows before the error are not read again, and no row after it is lost.
        let cursor = rows.cursor().unwrap();
        let rest = table.scan(&plan().resume(Some(&cursor)).plan().unwrap()).unwrap();
        let rest: Vec<Told> = rest.map(|row| row.unwrap().0).collect();
        assert!(rest.iter().eq(wanted[before..].iter().copied()));
    }
}

fn copy(store: &MemoryStore) -> MemoryStore {
    let copy = MemoryStore::new();
    let mut batch = Batch::new();
    for row in store.scan(KeyRange::all(), Direction::Forward).unwrap() {
        let Ok((key, value)) = row;
        batch.put(key, value);
    }
    copy.write(&batch).unwrap();
    copy
}

#[test]
fn rows_can_be_sent_where_their_reader_can() {
    fn sendable<T: Send>(_: &T) {}
    let plan = Call::scan().phone("13007").plan().unwrap();
    let table = filled(MemoryStore::new());
    let rows = table.scan(&plan).unwrap();
    sendable(&rows);
    let count = std::thread::scope(|threads| threads.spawn(|| rows.count()).join().unwrap());
    assert_eq!(count, 20);
    let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    let table = filled(RedbStore::new(database.into(), "calls").unwrap());
    sendable(&table.scan(&plan).unwrap());
}

#[test]
fn an_engine_that_reads_in_the_wrong_direction_is_told() {
    /// Always reads forward, whatever the direction.
    struct Forward(MemoryStore);

    impl Store for Forward {
        type Error = Infallible;
        type Reader<'s> = ForwardReader;

        fn reader(&self) -> Result<ForwardReader, Infallible> {
            self.0.reader().map(ForwardReader)
        }

        fn write(&self, batch: &Batch) -> Result<(), Infallible> {
            self.0.write(batch)
        }
    }

    struct ForwardReader(rowkey_store::memory::MemoryReader);

    impl Reader for ForwardReader {
        type Error = Infallible;
        type Scan = rowkey_store::memory::MemoryScan;

        fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Infallible> {
            self.0.get(key)
        }

        fn scan(&self, range: KeyRange, _: Direction) -> Self::Scan {
            self.0.scan(range, Direction::Forward)
        }
    }

    let table = filled(Forward(MemoryStore::new()));
    let plan = Call::scan().phone("13007").plan().unwrap();
    assert_eq!(table.scan(&plan).unwrap().filter(Result::is_ok).count(), 20);
    let rows: Vec<_> = table.scan(&plan.clone().reversed()).unwrap().collect();
    let [Ok(_), Err(TableError::OutOfOrder(error))] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!((error.expected, error.key < error.next), (Direction::Reverse, true));
    assert!(matches!(table.count(&plan.reversed()), Err(TableError::OutOfOrder(_))));
}

rowkey::laws!(Call, Told, Said);

//! Skip scans go to the least key that can be a row, and merges with them read little.

use rowkey::scan::engine::{OpenRange, RowCursor, Step};
use rowkey::scan::{Direction, Merge, Next};
use rowkey::{KeyRange, Plan, RowKey, ScanPlan, one_of};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::collections::btree_map::Range;

/// A key of which every byte string is one, but for the label.
#[derive(RowKey, Clone, Debug)]
#[rowkey(salt(modulo, buckets = 3, of(c)), separator = "_")]
struct Three {
    a: u8,
    #[rowkey(desc)]
    b: u8,
    c: u8,
}

/// All keys that ranges and filters leave possible, ascending, in the buckets of the plan.
fn possible(plan: &ScanPlan, a: impl Fn(u8) -> bool, b: impl Fn(u8) -> bool, c: impl Fn(u8) -> bool) -> Vec<Vec<u8>> {
    let bytes = |wanted: &dyn Fn(u8) -> bool| (0..=255).filter(|&byte| wanted(byte)).collect::<Vec<u8>>();
    let (a, b, c) = (bytes(&a), bytes(&|byte| b(!byte)), bytes(&c));
    let mut keys = Vec::new();
    for label in 0..3 {
        if plan.ranges().any(|range| range.start()[0] == label) {
            for &a in &a {
                for &b in &b {
                    keys.extend(c.iter().map(|&c| vec![label, b'_', a, b'_', b, b'_', c]));
                }
            }
        }
    }
    keys
}

fn check_least(plan: &ScanPlan, possible: &[Vec<u8>]) -> usize {
    let mut random = 7_u32;
    let mut byte = |of: &[u8]| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        of[(random >> 16) as usize % of.len()]
    };
    let (mut asked, turned) = (0, plan.clone().reversed());
    let some = [0, 1, 2, 3, 9, 10, 11, 94, 95, 96, 127, 128, 200, 244, 245, 246, 254, 255];
    for _ in 0..400 {
        let (label, sep) = (byte(&[0, 0, 1, 1, 2, 2, 3]), byte(b"____^a"));
        let mut key = vec![label, sep, byte(&some), b'_', byte(&some), b'_', byte(&some)];
        key.truncate(usize::from(byte(&[7, 7, 7, 7, 6, 5, 4, 3, 1, 0])));
        if key.len() < 7 && plan.matches(&key) {
            // No key, but as far as the filters go it looks like one.
            continue;
        }
        asked += 1;
        let least = possible.get(possible.partition_point(|it| *it < key));
        let expected = match least {
            Some(least) if *least == key => Next::Match,
            Some(least) => Next::Seek(least.clone().into()),
            None => Next::Done,
        };
        assert_eq!(plan.next(&key), expected, "from {key:02X?}\n{}", plan.explain());
        let greatest = possible[..possible.partition_point(|it| *it <= key)].last();
        let expected = match greatest {
            Some(greatest) if *greatest == key => Next::Match,
            // Below the very next byte string.
            Some(greatest) => Next::Seek([greatest, &[0][..]].concat().into()),
            None => Next::Done,
        };
        assert_eq!(turned.next(&key), expected, "down from {key:02X?}\n{}", plan.explain());
    }
    asked
}

#[test]
fn in_a_layout_of_fixed_width_the_least_possible_key_is_next() {
    let mut asked = 0;
    let mut check = |plan: Plan<_>, a: &dyn Fn(u8) -> bool, b: &dyn Fn(u8) -> bool, c: &dyn Fn(u8) -> bool| {
        asked += check_least(&plan, &possible(&plan, a, b, c));
    };
    let all = |_: u8| true;
    for scan in [Three::scan(), Three::scan().bucket(1)] {
        check(scan.clone().filter_b(10).plan().unwrap(), &all, &|b| b == 10, &all);
        check(scan.clone().filter_b(one_of([0, 10, 255])).plan().unwrap(), &all, &|b| [0, 10, 255].contains(&b), &all);
        check(scan.clone().filter_b(9..=11).plan().unwrap(), &all, &|b| (9..=11).contains(&b), &all);
        check(scan.clone().filter_b(254..).filter_c(..2).plan().unwrap(), &all, &|b| b >= 254, &|c| c < 2);
        check(
            scan.clone().filter_a(one_of([0, 255])).filter_b(one_of([1, 255])).filter_c(200..).plan().unwrap(),
            &|a| [0, 255].contains(&a),
            &|b| [1, 255].contains(&b),
            &|c| c >= 200,
        );
        check(scan.clone().filter_b(3..10).filter_b(one_of([1, 9, 10])).plan().unwrap(), &all, &|b| b == 9, &all);
        check(scan.clone().filter_b(1).filter_b(2).plan().unwrap(), &all, &|_| false, &all);
        check(scan.clone().filter_b(5..5).plan().unwrap(), &all, &|_| false, &all);
    }
    // Behind bound fields, where the salt is known too, and with several ranges in one bucket.
    let known = Three::scan().a(one_of([1, 3, 255])).filter_c(9).plan().unwrap();
    assert_eq!(known.ranges().len(), 3);
    check(known, &|a| [1, 3, 255].contains(&a), &all, &|c| c == 9);
    let range = Three::scan().a(3).b(10..=200).filter_c(one_of([1, 127])).plan().unwrap();
    check(range, &|a| a == 3, &|b| (10..=200).contains(&b), &|c| [1, 127].contains(&c));
    assert!(asked > 18 * 350, "{asked}");
}

/// Fields of variable width between others.
#[derive(RowKey, Clone, Debug)]
#[rowkey(separator = "|")]
struct Hit {
    site: u8,
    #[rowkey(chars("^|"), allow(unordered))]
    page: String,
    #[rowkey(terminated)]
    user: String,
    status: u16,
    note: String,
}

fn hits() -> BTreeMap<Vec<u8>, Hit> {
    let mut hits = BTreeMap::new();
    for site in 0..4 {
        for page in 0..10 {
            for user in 0..10 {
                for status in 0..50 {
                    let (page, user) = (format!("/p{page}"), format!("user{user}"));
                    let hit = Hit { site, page, user, status, note: "-".into() };
                    hits.insert(hit.encode().unwrap(), hit);
                }
            }
        }
    }
    hits
}

/// The rows of a plan, how many were read for them, and how many ranges were opened.
fn read_all(plan: &ScanPlan, table: &BTreeMap<Vec<u8>, Hit>) -> (Vec<Vec<u8>>, usize, usize) {
    let (counted, opened) = (Cell::new(0), RefCell::new(Vec::new()));
    let mut merge = plan.merge(|range: KeyRange, _| {
        opened.borrow_mut().push(range.clone());
        let mut rows = table.range::<[u8], _>(range).map(|(key, _)| key.clone());
        let turned = plan.is_reversed();
        let rows = std::iter::from_fn(move || if turned { rows.next_back() } else { rows.next() });
        rows.inspect(|_| counted.set(counted.get() + 1))
    });
    let rows: Vec<_> = merge.by_ref().map(Result::unwrap).collect();
    assert_eq!(merge.rows_read(), counted.get());
    let opened = opened.into_inner();
    let goes_on = |pair: &[KeyRange]| match plan.is_reversed() {
        true => pair[1].stop() < pair[0].stop(),
        false => pair[1].start() > pair[0].start(),
    };
    assert!(opened.windows(2).all(goes_on), "seeks go on");
    (rows, counted.get(), opened.len())
}

#[test]
fn a_merge_reads_a_small_part_of_its_ranges() {
    let table = hits();
    let check = |plan: Plan<_>, wants: &dyn Fn(&Hit) -> bool, most_read: usize, most_opened: usize| {
        let wanted: Vec<_> = table.iter().filter(|(_, hit)| wants(hit)).map(|(key, _)| key.clone()).collect();
        let (rows, read, opened) = read_all(&plan, &table);
        assert_eq!(rows, wanted);
        assert!(read <= most_read && opened <= most_opened, "{read} rows, {opened} ranges\n{}", plan.explain());
        // From the other end of a range it may be one seek more to its first row.
        let ends = plan.ranges().len();
        let plan = plan.reversed();
        let (rows, read, opened) = read_all(&plan, &table);
        assert!(rows.iter().eq(wanted.iter().rev()));
        let (most_read, most_opened) = (most_read + 9 * ends, most_opened + ends);
        assert!(read <= most_read && opened <= most_opened, "{read} rows, {opened} ranges\n{}", plan.explain());
    };
    // Of 5,000 rows of the site, each page and user has 50, of which one is wanted: two seeks each, at eight rows passed.
    check(Hit::scan().site(1).filter_status(7).plan().unwrap(), &|hit| hit.site == 1 && hit.status == 7, 2_000, 201);
    // One user of every page.
    let wants = |hit: &Hit| hit.site == 1 && hit.user == "user3";
    check(Hit::scan().site(1).filter_user("user3").plan().unwrap(), &wants, 10 * (50 + 20), 21);
    // Nothing is known to come before the last page: no seek is of use, and none is made.
    check(Hit::scan().site(1).filter_page("/p".."/q").plan().unwrap(), &|hit| hit.site == 1, 5_000, 1);
    // The filter ends the scan before its range does.
    let wants = |hit: &Hit| hit.site == 1 && hit.page == "/p0" && hit.user == "user0" && hit.status == 1;
    let plan = Hit::scan().site(1).filter_page("/p0").filter_user("user0").filter_status(1).plan().unwrap();
    check(plan, &wants, 4, 1);
    // Behind the last row of a range the scan goes on in the next range, and not to the end of this one.
    let wants = |hit: &Hit| hit.page == "/p0" && hit.user == "user0" && hit.status == 0 && hit.site != 1;
    let plan =
        Hit::scan().site(one_of([0, 2, 3])).filter_page("/p0").filter_user("user0").filter_status(0).plan().unwrap();
    check(plan, &wants, 3 * 2 + 1, 3);
    // And it does not come back to a range that it went on to.
    let plan = Hit::scan().site(one_of([0, 2, 3])).filter_site(one_of([2, 3])).plan().unwrap();
    check(plan, &|hit| [2, 3].contains(&hit.site), 1 + 2 * 5_000, 3);
}

/// A cursor that seeks in the range that it was opened with, in one direction.
struct Seeking<'t> {
    table: &'t BTreeMap<Vec<u8>, Hit>,
    range: KeyRange,
    rows: Range<'t, Vec<u8>, Hit>,
    key: &'t [u8],
    direction: Direction,
}

impl RowCursor for Seeking<'_> {
    fn advance(&mut self) -> Step {
        let row = match self.direction {
            Direction::Forward => self.rows.next(),
            Direction::Reverse => self.rows.next_back(),
        };
        self.key = row.map_or(&[], |(key, _)| key);
        if row.is_some() { Step::Row } else { Step::End }
    }

    fn key(&self) -> &[u8] {
        self.key
    }

    fn seek(&mut self, range: &KeyRange) -> bool {
        let is_rest = match self.direction {
            Direction::Forward => range.stop() == self.range.stop() && range.start() > self.key,
            Direction::Reverse => {
                range.start() == self.range.start() && range.stop().is_some_and(|stop| stop <= self.key)
            }
        };
        if is_rest {
            self.rows = self.table.range::<[u8], _>(range.clone());
        }
        is_rest
    }
}

/// Opens such cursors, and counts them.
struct Opened<'t>(&'t BTreeMap<Vec<u8>, Hit>, &'t Cell<usize>);

impl<'t> OpenRange for Opened<'t> {
    type Rows = Seeking<'t>;

    fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Seeking<'t> {
        self.1.set(self.1.get() + 1);
        let rows = self.0.range::<[u8], _>(range.clone());
        Seeking { table: self.0, range, rows, key: &[], direction: plan.direction() }
    }
}

#[test]
fn a_cursor_that_seeks_is_opened_once_for_each_range() {
    let table = hits();
    let check = |plan: Plan<_>, seeks: usize| {
        for plan in [plan.clone(), plan.reversed()] {
            let (expected, read, opened) = read_all(&plan, &table);
            assert!(opened > seeks, "{opened} ranges");
            let opened = Cell::new(0);
            let mut merge = Merge::new(&plan, Opened(&table, &opened));
            let mut rows = Vec::new();
            while let Some(row) = merge.advance() {
                rows.push(row.unwrap().key().to_vec());
            }
            assert_eq!((rows, merge.rows_read(), opened.get()), (expected, read, plan.ranges().len()));
        }
    };
    check(Hit::scan().site(1).filter_status(7).plan().unwrap(), 100);
    check(Hit::scan().site(one_of([0, 2, 3])).filter_user("user3").plan().unwrap(), 30);
}

#[test]
fn filters_that_contradict_each_other_end_the_scan_at_once() {
    #[derive(RowKey)]
    struct Wide {
        id: u64,
        kind: u8,
        more: u64,
    }
    let key = Wide { id: 1 << 60, kind: 1, more: 7 }.key();
    let plan = Wide::scan().filter_kind(1).filter_kind(2).plan().unwrap();
    assert_eq!((plan.next(&key), plan.clone().reversed().next(&key)), (Next::Done, Next::Done));
    assert_eq!(plan.fuzzy(), Some(vec![]));
    let plan = Wide::scan().filter_more(..9).filter_more(9..).plan().unwrap();
    assert_eq!((plan.next(&key), plan.reversed().next(&key)), (Next::Done, Next::Done));
}

/// Every row is the only one of its first field, and a look behind it tells nothing.
#[test]
fn looks_that_are_of_no_use_become_rare_until_they_are() {
    #[derive(RowKey)]
    struct Seldom {
        id: u32,
        kind: u16,
    }
    let singles = (0..10_000).map(|id| Seldom { id, kind: 0 });
    let many = (20_000..20_050).flat_map(|id| (0..1_000).map(move |kind| Seldom { id, kind }));
    let table: BTreeMap<Vec<u8>, ()> = singles.chain(many).map(|row| (row.key().to_vec(), ())).collect();
    let plan = Seldom::scan().filter_kind(one_of([900, 902])).plan().unwrap();
    let mut merge = plan.merge(|range: KeyRange, _| table.range::<[u8], _>(range).map(|(key, ())| key.clone()));
    assert_eq!(merge.by_ref().count(), 100);
    // All single rows, as nothing lets one know that they are single. Of each of the others nine on the way there, three
    // from one wanted row to the other, where the look between them is of no use, and so one more behind them.
    let most = 10_000 + 63 + 50 * (9 + 3 + 1);
    assert!((10_000..=most).contains(&merge.rows_read()), "{} rows", merge.rows_read());
}

/// After many jumps in a row, few rows are passed over before the next; where the next rows are near by, it reads on again.
#[test]
fn rows_near_by_are_read_whatever_came_before() {
    #[derive(RowKey)]
    struct Kinds {
        id: u32,
        kind: u16,
    }
    // The number of ranges that are opened for one row of each of 1,000 ids. An id that is far away has 100 rows, others have four.
    let opened = |plan: &ScanPlan, is_far: &dyn Fn(u32) -> bool| {
        let kinds = |id| if is_far(id) { 0..100 } else { 49..53 };
        let rows = (0..1_000).flat_map(|id| kinds(id).map(move |kind| Kinds { id, kind }));
        let table: BTreeMap<Vec<u8>, ()> = rows.map(|row| (row.key().to_vec(), ())).collect();
        let opened = Cell::new(0);
        let merge = plan.merge(|range: KeyRange, _| {
            opened.set(opened.get() + 1);
            table.range::<[u8], _>(range).map(|(key, ())| key.clone())
        });
        assert_eq!(merge.count(), 1_000);
        opened.get()
    };
    // The wanted row is in the middle of its id, or at its start.
    let [middle, start] =
        [Kinds::scan().filter_kind(50).plan(), Kinds::scan().plan().unwrap().distinct(Kinds::fields().id)];
    for (plan, jumps) in [(middle.unwrap(), 2), (start.unwrap(), 1)] {
        assert_eq!(opened(&plan, &|_| false), 1);
        for far in 1..20 {
            let opened = opened(&plan, &|id| id < far);
            // A few more until it reads on.
            assert!(opened <= 1 + jumps * far + 7, "{opened} of {far}");
        }
        assert_eq!(opened(&plan, &|id| id % 10 == 9), 1 + jumps * 100);
    }
}

/// It goes on to the next range as often as one holds nothing more, and then takes the rows of the last for near by.
#[test]
fn ranges_that_end_are_no_sign_of_rows_far_away() {
    #[derive(RowKey)]
    struct Kinds {
        id: u32,
        kind: u16,
    }
    let ends = (0..9).map(|id| Kinds { id, kind: 1_000 });
    let dense = (0..=100).map(|kind| Kinds { id: 9, kind });
    let table: BTreeMap<Vec<u8>, ()> = ends.chain(dense).map(|row| (row.key().to_vec(), ())).collect();
    let plan = Kinds::scan().id(one_of(0..10)).filter_kind(one_of((0..=20).map(|at| 5 * at))).plan().unwrap();
    let opened = Cell::new(0);
    let merge = plan.merge(|range: KeyRange, _| {
        opened.set(opened.get() + 1);
        table.range::<[u8], _>(range).map(|(key, ())| key.clone())
    });
    assert_eq!((merge.count(), opened.get()), (21, 10));
}

/// Several ranges in each of three buckets, of which the filter wants little.
fn fan_out() -> (Plan<Three>, BTreeMap<Vec<u8>, Three>) {
    let mut table = BTreeMap::new();
    for a in 0..6 {
        for b in 0..20 {
            for c in 0..12 {
                let row = Three { a, b, c };
                table.insert(row.encode().unwrap().to_vec(), row);
            }
        }
    }
    (Three::scan().a(one_of([0, 2, 5])).filter_b(3..=4).plan().unwrap(), table)
}

#[test]
fn a_merge_opens_only_what_it_reads() {
    let (plan, table) = fan_out();
    let opened = Cell::new(0);
    let open = |range: KeyRange, _| {
        opened.set(opened.get() + 1);
        table.range::<[u8], _>(range).map(|(key, _)| key.clone())
    };
    let mut merge = plan.merge(open);
    assert_eq!((opened.get(), merge.rows_read()), (0, 0));
    merge.next().unwrap().unwrap();
    // In each bucket to the first wanted row, and in one to the second.
    assert!(opened.get() <= 3 * 2, "{}", opened.get());
    opened.set(0);
    let mut by_range = plan.by_range(open);
    assert_eq!(opened.get(), 0);
    let (rest, all): (usize, usize) = (by_range.by_ref().skip(1).count(), plan.merge(open).count());
    assert_eq!((rest + 1, all), (3 * 2 * 12, 3 * 2 * 12));
}

#[test]
fn an_error_in_the_middle_of_a_lane_comes_once_and_the_scan_goes_on() {
    let (plan, table) = fan_out();
    let wanted: Vec<Vec<u8>> =
        plan.merge(|range, _| table.range::<[u8], _>(range).map(|(key, _)| key.clone())).map(Result::unwrap).collect();
    let (mut errors, mut never_read) = (0, 0);
    for broken in table.keys() {
        let read = |range: KeyRange, _| {
            let rows = table.range::<[u8], _>(range).map(|(key, _)| key.clone());
            rows.map(|key| if key == *broken { Err(key) } else { Ok(key) })
        };
        for rows in [
            plan.merge(read).map(Result::unwrap).collect::<Vec<_>>(),
            plan.by_range(read).map(Result::unwrap).collect(),
        ] {
            let found: Vec<&Vec<u8>> = rows.iter().flatten().collect();
            assert_eq!(found.len(), wanted.len() - usize::from(wanted.contains(broken)));
            let failed = rows.iter().filter(|row| row.is_err()).count();
            assert!(failed <= 1 && (failed == 1 || !wanted.contains(broken)));
            errors += failed;
            never_read += 1 - failed;
        }
        // Up to the error, and from there.
        let before: Vec<Vec<u8>> = plan.merge(read).map(Result::unwrap).map_while(Result::ok).collect();
        let Some(last) = before.last().filter(|_| before.len() < wanted.len()) else { continue };
        let scan = || Three::scan().a(one_of([0, 2, 5])).filter_b(3..=4);
        let rest = scan().resume(Some(&plan.cursor(last))).plan().unwrap();
        let rest = rest.merge(|range, _| table.range::<[u8], _>(range).map(|(key, _)| key.clone())).map(Result::unwrap);
        assert!(before.iter().cloned().chain(rest).eq(wanted.iter().cloned()), "{broken:02X?}");
    }
    assert!(errors > 150 && never_read > 2_000, "{errors} errors, {never_read} rows that were not read");
}

rowkey::laws!(Three, Hit);

//! `next` by brute force over small universes of every kind of element, both ways: it passes over no row of the scan, it
//! goes on, and a scan that follows it reads as little downward as upward.

use rowkey::laws::Laws;
use rowkey::scan::Next;
use rowkey::{KeyCode, Plan, RowKey, ScanPlan, one_of};
use std::collections::BTreeMap;
use std::fmt::Debug;

struct Random(u32);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % count
    }

    /// Some of the values, at least one.
    fn some<T: Clone>(&mut self, values: &[T]) -> Vec<T> {
        (0..=self.below(3)).map(|_| values[self.below(values.len())].clone()).collect()
    }

    /// A range of values, the lesser one first.
    fn range<T: Clone + Ord>(&mut self, values: &[T]) -> (T, T) {
        let (a, b) = (&values[self.below(values.len())], &values[self.below(values.len())]);
        (a.min(b).clone(), a.max(b).clone())
    }
}

/// Every key of a universe, and what was read for the scans of it.
struct Table<K> {
    rows: BTreeMap<Vec<u8>, K>,
    wanted: usize,
    /// Upward, and downward.
    read: [usize; 2],
}

impl<K: RowKey + Debug> Table<K> {
    fn of(rows: impl Iterator<Item = K>) -> Self {
        let rows: BTreeMap<_, _> = rows.map(|row| (row.encode().unwrap().as_ref().to_vec(), row)).collect();
        assert!(rows.len() > 30, "a universe of {} keys", rows.len());
        Self { rows, wanted: 0, read: [0; 2] }
    }

    fn check(&mut self, plan: Plan<K>, wants: &dyn Fn(&K) -> bool) {
        let wanted: Vec<&[u8]> = self.rows.iter().filter(|(_, row)| wants(row)).map(|(key, _)| &key[..]).collect();
        self.wanted += wanted.len();
        let reversed = plan.clone().reversed();
        for (plan, read) in [&plan, &reversed].into_iter().zip(&mut self.read) {
            for (number, key) in self.rows.keys().enumerate() {
                check_one(plan, &wanted, key);
                // Beside every key lies something that is none.
                let (start, end) = key.split_at(number % key.len());
                let beside = match number % 4 {
                    0 => start.to_vec(),
                    1 => [start, &[0xFF, 0xFF]].concat(),
                    2 => [start, &[end[0] ^ 1], &end[1..]].concat(),
                    _ => [key, &[0][..]].concat(),
                };
                // Byte strings that no row has may look like one.
                if !self.rows.contains_key(&beside) && plan.next(&beside) != Next::Match {
                    check_one(plan, &wanted, &beside);
                }
            }
            *read += walk(&self.rows, plan, &wanted);
        }
    }

    fn done(self) {
        let (name, rows, wanted, [upward, downward]) = (K::LAYOUT.name(), self.rows.len(), self.wanted, self.read);
        println!("{name}: {rows} rows, {wanted} wanted, {upward} read upward, {downward} downward");
        assert!(wanted > 500 && downward <= upward + upward / 50, "{name}: {upward} upward, {downward} downward");
    }
}

/// What `next` says of a key: whether it is wanted, or a place further on, and no wanted row on the way there.
fn check_one(plan: &ScanPlan, wanted: &[&[u8]], key: &[u8]) {
    let row = match plan.is_reversed() {
        true => wanted[..wanted.partition_point(|row| *row <= key)].last(),
        false => wanted.get(wanted.partition_point(|row| *row < key)),
    };
    let next = plan.next(key);
    let (is_right, is_inside) = match &next {
        Next::Match => (row == Some(&key), true),
        Next::Done => (row.is_none(), true),
        Next::Seek(to) if plan.is_reversed() => (
            **to <= *key && row.is_none_or(|row| **row < **to),
            plan.ranges().any(|it| *it.start() < **to && it.stop().is_none_or(|stop| **to <= *stop)),
        ),
        Next::Seek(to) => (**to > *key && row.is_none_or(|row| **row >= **to), plan.ranges().any(|it| it.contains(to))),
    };
    assert!(is_right && is_inside, "{key:02X?}: {next:02X?}, and {row:02X?} is wanted\n{}", plan.explain());
}

/// Follows `next` through a table; returns how many rows were read.
fn walk<K>(rows: &BTreeMap<Vec<u8>, K>, plan: &ScanPlan, wanted: &[&[u8]]) -> usize {
    let (mut found, mut read) = (Vec::new(), 0);
    // All rows from `at` on are left, or all below it.
    let mut at = if plan.is_reversed() { vec![0xFF; 60] } else { Vec::new() };
    loop {
        let row = match plan.is_reversed() {
            true => rows.range::<Vec<u8>, _>(..&at).next_back(),
            false => rows.range::<Vec<u8>, _>(&at..).next(),
        };
        let Some((key, _)) = row else { break };
        read += 1;
        at = match plan.next(key) {
            Next::Match => {
                found.push(key.as_slice());
                if plan.is_reversed() { key.clone() } else { [key, &[0][..]].concat() }
            }
            Next::Seek(to) => to.to_vec(),
            Next::Done => break,
        };
    }
    if plan.is_reversed() {
        found.reverse();
    }
    assert_eq!(found, wanted, "{}", plan.explain());
    read
}

/// Every key of some fields' values, and random filters on any of them: of all keys, and of those with some values of the
/// first field. The key types are local to the tests, so they are held to their laws here.
macro_rules! check {
    ($key:ident, $first:ident, $($field:ident: $values:expr, $filter:ident;)+) => {{
        $(let $field = $values.to_vec();)+
        let all = 1 $(* $field.len())+;
        let mut table = Table::of((0..all).map(|index| {
            let mut index = index;
            $(
                let place = index % $field.len();
                index /= $field.len();
                let $field = $field[place].clone();
            )+
            assert_eq!(index, 0);
            $key { $($field),+ }
        }));
        let mut random = Random(7);
        for _ in 0..20 {
            let scan = $key::scan();
            check!(@filtered $key, table, random, scan, Vec::new(), $($field: $filter;)+);
            let some = random.some(&$first);
            let scan = $key::scan().$first(one_of(some.clone()));
            let bound: Box<dyn Fn(&$key) -> bool> = Box::new(move |key| some.contains(&key.$first));
            check!(@filtered $key, table, random, scan, vec![bound], $($field: $filter;)+);
        }
        table.done();
        Laws::<$key>::new().cases(64).check();
    }};
    (@filtered $key:ident, $table:ident, $random:ident, $scan:ident, $wants:expr, $($field:ident: $filter:ident;)+) => {{
        let mut scan = $scan;
        let mut wants: Vec<Box<dyn Fn(&$key) -> bool>> = $wants;
        $(
            match $random.below(4) {
                0 => {
                    let some = $random.some(&$field);
                    scan = scan.$filter(one_of(some.clone()));
                    wants.push(Box::new(move |key| some.contains(&key.$field)));
                }
                1 => {
                    let (low, high) = $random.range(&$field);
                    scan = scan.$filter(low.clone()..=high.clone());
                    wants.push(Box::new(move |key| (&low..=&high).contains(&&key.$field)));
                }
                _ => {}
            }
        )+
        $table.check(scan.plan().unwrap(), &|key| wants.iter().all(|wants| wants(key)));
    }};
}

/// All byte strings of an alphabet, up to a width.
fn bytes(alphabet: &[u8], most: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        last = last.iter().flat_map(|text| alphabet.iter().map(|&byte| [text.as_slice(), &[byte]].concat())).collect();
        all.extend(last.clone());
    }
    all
}

fn texts(alphabet: &str, most: usize) -> Vec<String> {
    bytes(alphabet.as_bytes(), most).into_iter().map(|text| String::from_utf8(text).unwrap()).collect()
}

const SMALL: [u8; 5] = [0, 1, b'_', 0xFE, 0xFF];

#[test]
fn text_before_a_separator() {
    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = "_")]
    struct Separated {
        #[rowkey(chars("a-z"))]
        a: String,
        b: u8,
        #[rowkey(chars("^_"), allow(unordered))]
        c: String,
        d: u8,
        e: String,
    }
    check!(Separated, a,
        a: texts("az", 1), filter_a;
        b: SMALL, filter_b;
        c: texts("+a", 1), filter_c;
        d: [0, b'_', 0xFF], filter_d;
        e: texts("a", 1), filter_e;
    );
}

#[test]
fn text_before_a_separator_of_several_bytes() {
    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = "::", prefix = b"\xFF\xFF")]
    struct Colons {
        #[rowkey(chars("^:"), allow(unordered))]
        a: String,
        b: u8,
        #[rowkey(chars("^:"), allow(unordered))]
        c: String,
        d: u8,
    }
    check!(Colons, a,
        a: texts("9;", 2), filter_a;
        b: [0, b':', 0xFF], filter_b;
        c: texts("9a", 1), filter_c;
        d: SMALL, filter_d;
    );
}

#[test]
fn text_before_the_least_and_the_greatest_byte() {
    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = b"\0")]
    struct Least {
        #[rowkey(chars("^\0"))]
        a: String,
        b: u8,
        #[rowkey(chars("^\0"))]
        c: String,
        d: u8,
    }
    check!(Least, a,
        a: texts("\x01a", 2), filter_a;
        b: [0, 1, 0xFF], filter_b;
        c: texts("\x01a", 1), filter_c;
        d: SMALL, filter_d;
    );

    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = b"\xFF")]
    struct Greatest {
        #[rowkey(desc, chars("^\0"))]
        a: String,
        b: u8,
        #[rowkey(chars("a-z"), allow(unordered))]
        c: String,
        d: u8,
    }
    check!(Greatest, a,
        a: texts("\x01a", 2), filter_a;
        b: [0, 1, 0xFF], filter_b;
        c: texts("az", 1), filter_c;
        d: SMALL, filter_d;
    );

    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = b"\xFF\xFF")]
    struct Twice {
        #[rowkey(chars("a-z"), allow(unordered))]
        a: String,
        b: u8,
        #[rowkey(chars("a-z"), allow(unordered))]
        c: String,
        d: u8,
    }
    check!(Twice, a,
        a: texts("az", 2), filter_a;
        b: [0, 0xFE, 0xFF], filter_b;
        c: texts("az", 1), filter_c;
        d: SMALL, filter_d;
    );
}

#[test]
fn terminated_text() {
    #[derive(RowKey, Debug, Clone)]
    struct Terminated {
        #[rowkey(terminated)]
        a: Vec<u8>,
        b: u8,
        #[rowkey(terminated, desc)]
        c: Vec<u8>,
        d: u8,
    }
    check!(Terminated, a,
        a: bytes(&[0, 1, 0xFF], 2), filter_a;
        b: [0, 1, 0xFF], filter_b;
        c: bytes(&[0, 0xFE, 0xFF], 1), filter_c;
        d: [0, 1, 0xFF], filter_d;
    );

    #[derive(RowKey, Debug, Clone)]
    struct Last {
        a: u8,
        #[rowkey(terminated, desc)]
        b: Vec<u8>,
        c: u8,
        #[rowkey(terminated)]
        d: Vec<u8>,
    }
    check!(Last, a,
        a: [0, 7, 0xFF], filter_a;
        b: bytes(&[0, 0xFF], 2), filter_b;
        c: [0, 1, 0xFF], filter_c;
        d: bytes(&[0, 0xFF], 2), filter_d;
    );
}

#[test]
fn numbers_as_text() {
    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = "_")]
    struct Decimals {
        #[rowkey(decimal)]
        a: i8,
        b: bool,
        #[rowkey(reverse_ts, decimal)]
        c: u64,
        #[rowkey(decimal)]
        d: u16,
    }
    check!(Decimals, a,
        a: [-128, -1, 0, 9, 10, 127], filter_a;
        b: [false, true], filter_b;
        c: [0, 9, i64::MAX as u64 - 10, i64::MAX as u64], filter_c;
        d: [0, 9, 10, 99, 65_535], filter_d;
    );

    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = "-")]
    struct Turned {
        #[rowkey(reverse_text, chars("a-c"))]
        a: String,
        #[rowkey(digits(3))]
        b: u8,
        #[rowkey(decimal)]
        c: u8,
        #[rowkey(hex(2))]
        d: u8,
    }
    check!(Turned, a,
        a: texts("ac", 2), filter_a;
        b: [0, 9, 10, 255], filter_b;
        c: [0, 9, 10, 255], filter_c;
        d: [0, 9, 10, 255], filter_d;
    );
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(separator = "_")]
struct Inner {
    x: u8,
    #[rowkey(chars("a-z"))]
    y: String,
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Ended {
    x: Option<u8>,
    #[rowkey(terminated)]
    y: Vec<u8>,
    z: u8,
}

#[test]
fn nested_keys() {
    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = "::", prefix = "in:")]
    struct Outer {
        a: Inner,
        b: u8,
        c: Inner,
    }
    let inner: Vec<Inner> =
        [0, b'_', 0xFF].into_iter().flat_map(|x| texts("az", 1).into_iter().map(move |y| Inner { x, y })).collect();
    check!(Outer, a,
        a: inner, filter_a;
        b: [0, b':', 0xFF], filter_b;
        c: inner, filter_c;
    );

    #[derive(RowKey, Debug, Clone)]
    struct Between {
        a: Ended,
        b: u8,
        #[rowkey(desc)]
        c: Ended,
        d: u8,
    }
    let values = [(None, 0), (Some(0), 1), (Some(0), 0xFF), (Some(0xFF), 0xFF)];
    let ended: Vec<Ended> = values
        .into_iter()
        .flat_map(|(x, z)| [vec![], vec![0], vec![0xFF]].into_iter().map(move |y| Ended { x, y, z }))
        .collect();
    let some: Vec<Ended> = ended.iter().step_by(2).cloned().collect();
    check!(Between, a,
        a: some, filter_a;
        b: [0, 0xFF], filter_b;
        c: ended, filter_c;
        d: [0, 1, 0xFF], filter_d;
    );
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shop {
    #[code("a")]
    A,
    #[code("ba")]
    Ba,
    #[code(b"\xFF\xFF\xFF")]
    Last,
}

#[test]
fn codes_and_options() {
    #[derive(RowKey, Debug, Clone)]
    struct Coded {
        a: Shop,
        b: Option<u8>,
        #[rowkey(desc)]
        c: Shop,
        #[rowkey(desc)]
        d: Option<u8>,
        e: Shop,
    }
    let shops = [Shop::A, Shop::Ba, Shop::Last];
    check!(Coded, a,
        a: shops, filter_a;
        b: [None, Some(0), Some(0xFF)], filter_b;
        c: shops, filter_c;
        d: [None, Some(0), Some(0xFF)], filter_d;
        e: shops, filter_e;
    );
}

/// Of what does not sort, the filters tell nothing.
#[test]
fn text_at_the_end_that_does_not_sort() {
    #[derive(RowKey, Debug, Clone)]
    struct Ends {
        #[rowkey(chars("a-z"), separator = "/")]
        a: String,
        b: u8,
        #[rowkey(desc, allow(unordered))]
        c: Vec<u8>,
    }
    // As long as below one there is no greatest of so many bytes.
    let mut long = bytes(&[0, 1], 2);
    long.extend([vec![0; 20], [&[1][..], &[0; 20]].concat(), [&[0, 1][..], &[0; 20]].concat(), vec![0xFF; 20]]);
    check!(Ends, a,
        a: texts("az", 1), filter_a;
        b: [0, b'/', 0xFF], filter_b;
        c: long, filter_c;
    );

    #[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Code {
        x: u8,
        #[rowkey(desc, allow(unordered))]
        y: Vec<u8>,
    }
    #[derive(RowKey, Debug, Clone)]
    struct EndsInKey {
        #[rowkey(terminated)]
        a: Vec<u8>,
        #[rowkey(allow(unordered))]
        b: Code,
    }
    let codes: Vec<Code> =
        [0, 0xFE, 0xFF].into_iter().flat_map(|x| long.iter().map(move |y| Code { x, y: y.clone() })).collect();
    check!(EndsInKey, a,
        a: bytes(&[0, 0xFF], 1), filter_a;
        b: codes, filter_b;
    );
}

#[test]
fn text_read_from_the_back() {
    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = "_")]
    struct Back {
        #[rowkey(chars("a-z"))]
        a: String,
        b: u8,
        #[rowkey(allow(unordered))]
        c: Vec<u8>,
        d: u8,
    }
    check!(Back, a,
        a: texts("az", 1), filter_a;
        b: [0, b'_', 0xFF], filter_b;
        c: bytes(b"\0_", 2), filter_c;
        d: [0, b'_', 0xFF], filter_d;
    );
}

#[test]
fn one_width() {
    #[derive(RowKey, Debug, Clone)]
    #[rowkey(separator = "_")]
    struct Fixed {
        #[rowkey(pad(2, with = b' '), chars("^ "), allow(unordered))]
        a: String,
        #[rowkey(desc)]
        b: u8,
        #[rowkey(len(1))]
        c: Vec<u8>,
        d: i16,
    }
    check!(Fixed, a,
        a: texts("_a", 2), filter_a;
        b: [0, b'_', 0xFF], filter_b;
        c: bytes(&[0, b'_', 0xFF], 1)[1..], filter_c;
        d: [i16::MIN, -1, 0, i16::MAX], filter_d;
    );
}

#[test]
fn salted() {
    #[derive(RowKey, Debug, Clone)]
    #[rowkey(salt(buckets = 3, of(b), digits(2)), separator = "_", prefix = "p")]
    struct Salted {
        #[rowkey(chars("a-z"))]
        a: String,
        b: u8,
        #[rowkey(terminated)]
        c: Vec<u8>,
        d: u8,
    }
    check!(Salted, a,
        a: texts("az", 1), filter_a;
        b: SMALL, filter_b;
        c: bytes(&[0, 0xFF], 1), filter_c;
        d: [0, b'_', 0xFF], filter_d;
    );

    #[derive(RowKey, Debug, Clone)]
    #[rowkey(salt(xxh3, buckets = 256, of(a)))]
    struct OfOpenText {
        #[rowkey(terminated)]
        a: Vec<u8>,
        b: u8,
        c: Vec<u8>,
    }
    check!(OfOpenText, a,
        a: bytes(&[0, 7, 0xFF], 2), filter_a;
        b: SMALL, filter_b;
        c: bytes(&[0, 0xFF], 2), filter_c;
    );
}

rowkey::laws!(Inner, Ended);

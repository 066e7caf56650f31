//! Apache Kafka Streams 4.1.1: the keys of its RocksDB stores.
//!
//! A window store writes any key, the start of the window, and a sequence number. A session store writes the key, the
//! end, and the start of a session. Newer stores hold each row twice, by time and by key, after a byte that tells them
//! apart. Joins by a foreign key write its length before it. Times are never negative.

use crate::shared::{Row, rows, same};
use rowkey::{OwnedKey, Plan, RowKey};

const VECTORS: &str = include_str!("../vectors/kafka_streams.tsv");

/// `WindowKeySchema`. Any bytes before fixed widths: decode finds the end from the end of the key.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct Window {
    #[rowkey(allow(unordered))]
    key: Vec<u8>,
    at: u64,
    seq: u32,
}

/// `SessionKeySchema`.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct Session {
    #[rowkey(allow(unordered))]
    key: Vec<u8>,
    end: u64,
    start: u64,
}

/// `PrefixedWindowKeySchemas`.
#[derive(RowKey, Clone, Debug, PartialEq)]
enum PrefixedWindow {
    #[rowkey(tag = 0)]
    ByTime {
        at: u64,
        #[rowkey(allow(unordered))]
        key: Vec<u8>,
        seq: u32,
    },
    #[rowkey(tag = 1)]
    ByKey {
        #[rowkey(allow(unordered))]
        key: Vec<u8>,
        at: u64,
        seq: u32,
    },
}

/// `PrefixedSessionKeySchemas`.
#[derive(RowKey, Clone, Debug, PartialEq)]
enum PrefixedSession {
    #[rowkey(tag = 0)]
    ByTime { end: u64, start: u64, key: Vec<u8> },
    #[rowkey(tag = 1)]
    ByKey {
        #[rowkey(allow(unordered))]
        key: Vec<u8>,
        end: u64,
        start: u64,
    },
}

/// `TimestampedKeyAndJoinSide`, of the store behind an outer join.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct OuterJoin {
    at: u64,
    is_left: bool,
    key: Vec<u8>,
}

/// `CombinedKeySchema`, of foreign-key joins.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct ForeignKeyJoin {
    #[rowkey(length_prefixed(u32))]
    foreign: Vec<u8>,
    primary: Vec<u8>,
}

#[test]
fn keys() {
    for row in rows(VECTORS, "win") {
        same(&Window { key: row.bytes(0), at: row.number(1), seq: row.number(2) }, &row.key);
    }
    for row in rows(VECTORS, "ses") {
        same(&Session { key: row.bytes(0), start: row.number(1), end: row.number(2) }, &row.key);
    }
    for row in rows(VECTORS, "twin") {
        let (key, at, seq) = (row.bytes(0), row.number(1), row.number(2));
        same(&PrefixedWindow::ByTime { at, key, seq }, &row.key);
    }
    for row in rows(VECTORS, "kwin") {
        let (key, at, seq) = (row.bytes(0), row.number(1), row.number(2));
        same(&PrefixedWindow::ByKey { key, at, seq }, &row.key);
    }
    for row in rows(VECTORS, "tses") {
        let (key, start, end) = (row.bytes(0), row.number(1), row.number(2));
        same(&PrefixedSession::ByTime { end, start, key }, &row.key);
    }
    for row in rows(VECTORS, "kses") {
        let (key, start, end) = (row.bytes(0), row.number(1), row.number(2));
        same(&PrefixedSession::ByKey { key, end, start }, &row.key);
    }
    for row in rows(VECTORS, "join") {
        same(&OuterJoin { key: row.bytes(0), at: row.number(1), is_left: row.field(2) == "true" }, &row.key);
    }
    for row in rows(VECTORS, "fk") {
        same(&ForeignKeyJoin { foreign: row.bytes(0), primary: row.bytes(1) }, &row.key);
    }
}

/// A scan of theirs: inclusive bounds, then a key and two times that its rows are filtered by.
struct TheirScan {
    lower: Vec<u8>,
    upper: Vec<u8>,
    key: Vec<u8>,
    from: u64,
    to: u64,
}

impl TheirScan {
    fn all(kind: &str) -> impl Iterator<Item = Self> {
        rows(VECTORS, kind).into_iter().map(|row: Row| Self {
            upper: row.bytes(0),
            key: row.bytes(1),
            from: row.number(2),
            to: row.number(3),
            lower: row.key,
        })
    }

    /// The key, or one that begins with it.
    fn any_key(&self) -> Vec<u8> {
        let mut key = self.key.clone();
        if fastrand::u8(..3) == 0 {
            key.push(fastrand::choice([0, 1, 0xFF]).unwrap());
        }
        key
    }

    /// A time at or around the bounds.
    fn any_time(&self) -> u64 {
        let inside = fastrand::u64(self.from..=self.to);
        fastrand::choice([self.from, self.to, self.from.saturating_sub(1), self.to + 1, inside]).unwrap()
    }

    /// Both scans find the rows that `is_match` finds. Returns how many rows ours reads, and how many theirs reads.
    fn compare<K: OwnedKey>(&self, plan: &Plan<K>, key: &[u8], is_match: impl Fn(&K) -> bool) -> (usize, usize) {
        let is_match = is_match(&K::decode(key).unwrap());
        let ours = plan.ranges().any(|range| range.contains(key));
        let theirs = *self.lower <= *key && *key <= *self.upper;
        assert_eq!(ours && plan.matches(key), is_match, "{key:02X?}\n{}", plan.explain());
        assert!(theirs || !is_match, "their bounds lose {key:02X?}");
        (ours.into(), theirs.into())
    }
}

fn any_sequence() -> u32 {
    fastrand::choice([0, 7, i32::MAX as u32]).unwrap()
}

#[test]
fn windows_of_a_key_are_one_range() {
    let stored: Vec<Vec<u8>> = rows(VECTORS, "win").into_iter().map(|row| row.key).collect();
    let mut read = (0, 0);
    for scan in TheirScan::all("winr") {
        let plan = Window::scan().key(&scan.key).at(scan.from..=scan.to).plan().unwrap();
        let around = (0..30).map(|_| Window { key: scan.any_key(), at: scan.any_time(), seq: any_sequence() });
        for key in stored.iter().cloned().chain(around.map(|row| row.encode().unwrap())) {
            let is_match = |row: &Window| row.key == scan.key && (scan.from..=scan.to).contains(&row.at);
            let (ours, theirs) = scan.compare(&plan, &key, is_match);
            read = (read.0 + ours, read.1 + theirs);
        }
    }
    assert!(read.0 <= read.1, "we read {} rows, and they read {}", read.0, read.1);
}

/// Sessions that overlap with a span of time: they end at its start or later, and start at its end or earlier.
#[test]
fn sessions_that_overlap() {
    for scan in TheirScan::all("sesr") {
        let plan = Session::scan().key(&scan.key).end(scan.from..).filter_start(..=scan.to).plan().unwrap();
        for _ in 0..30 {
            let (one, other) = (scan.any_time(), scan.any_time());
            let row = Session { key: scan.any_key(), end: one.max(other), start: one.min(other) };
            let is_match = |row: &Session| row.key == scan.key && row.end >= scan.from && row.start <= scan.to;
            scan.compare(&plan, &row.encode().unwrap(), is_match);
        }
    }
}

#[test]
fn windows_by_time() {
    for scan in TheirScan::all("twinr") {
        let plan = PrefixedWindow::scan_by_time().at(scan.from..=scan.to).filter_key(&scan.key).plan().unwrap();
        for _ in 0..30 {
            let row = PrefixedWindow::ByTime { at: scan.any_time(), key: scan.any_key(), seq: any_sequence() };
            let is_match = |row: &PrefixedWindow| match row {
                PrefixedWindow::ByTime { at, key, .. } => *key == scan.key && (scan.from..=scan.to).contains(at),
                PrefixedWindow::ByKey { .. } => false,
            };
            scan.compare(&plan, &row.encode().unwrap(), is_match);
        }
    }
}

/// All primary keys of a foreign key are one range, which starts at their `prefixBytes`.
#[test]
fn a_foreign_key_is_one_range() {
    for row in rows(VECTORS, "fk") {
        let plan = ForeignKeyJoin::scan().foreign(row.bytes(0)).plan().unwrap();
        assert_eq!(plan.only_range().unwrap().start(), row.bytes(2));
    }
}

rowkey::laws!(Window, Session, PrefixedWindow, PrefixedSession, OuterJoin, ForeignKeyJoin);

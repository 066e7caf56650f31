//! Lists of mail clients, chat servers and indexers in key-value stores: texts between separators, a time of twenty digits. Their
//! published rules are format strings, which stand here.

use crate::golden::golden;
use crate::reader;
use rowkey::{OwnedKey, RowKey, ScanPlan};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Threads under a label, the newest first: `{label}\0{:020}\0{thread}` of `i64::MAX - millis`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "\0")]
struct Labelled {
    #[rowkey(chars("^\0"))]
    label: String,
    #[rowkey(reverse_ts, digits(20))]
    at: i64,
    thread: String,
}

/// Lines of a channel, the oldest first: `{channel}\0{:020}\0{message}` of nanoseconds.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "\0")]
struct Line {
    #[rowkey(chars("^\0"))]
    channel: String,
    #[rowkey(digits(20))]
    nanos: u64,
    message: String,
}

/// Records of a collection, the newest first: `idx:d:__ts__:{collection}\0{:020}\0{did}\0{rkey}` of `u64::MAX - at`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "idx:d:__ts__:", separator = "\0")]
struct Record {
    #[rowkey(chars("^\0"))]
    collection: String,
    #[rowkey(digits(20), desc)]
    at: u64,
    #[rowkey(chars("^\0"))]
    did: String,
    rkey: String,
}

/// Events of an agent, the newest first: `type_ts/{agent}/{type}/{:020}/{:020}` of `i64::MAX - micros` and `u64::MAX - id`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "type_ts/", separator = "/")]
struct AgentEvent {
    #[rowkey(chars("0-9A-Za-z"))]
    agent: String,
    #[rowkey(chars("0-9A-Za-z"))]
    of: String,
    #[rowkey(reverse_ts(micros), digits(20))]
    micros: i64,
    #[rowkey(digits(20), desc)]
    id: u64,
}

const TIMES: [i64; 7] = [0, 1, 999, 1_700_000_000_000, 1_700_000_000_001, i64::MAX - 1, i64::MAX];
const TEXTS: [&str; 7] = ["", "a", "INBOX", "INBOX/Sub", "inbox", "\u{1}", "ящик"];

fn check<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(value: &K, key: &[u8]) {
    golden(value, key);
    reader::pend(value, key);
}

#[test]
fn keys() {
    for at in TIMES {
        for (text, other) in TEXTS.into_iter().zip(TEXTS.into_iter().rev()) {
            let key = format!("{text}\0{:020}\0{other}", i64::MAX - at);
            check(&Labelled { label: text.into(), at, thread: other.into() }, key.as_bytes());
            let key = format!("{text}\0{at:020}\0{other}");
            check(&Line { channel: text.into(), nanos: at as u64, message: other.into() }, key.as_bytes());
            for at in [at as u64, u64::MAX - at as u64] {
                let key = format!("idx:d:__ts__:{text}\0{:020}\0{other}\0{text}", u64::MAX - at);
                let (collection, did, rkey) = (text.into(), other.into(), text.into());
                check(&Record { collection, at, did, rkey }, key.as_bytes());
            }
        }
        for id in [0, 7, u64::MAX] {
            let key = format!("type_ts/a1/post/{:020}/{:020}", i64::MAX - at, u64::MAX - id);
            check(&AgentEvent { agent: "a1".into(), of: "post".into(), micros: at, id }, key.as_bytes());
        }
    }
    reader::read_pending();
}

/// The keys that hold what was asked, in the order of the plan.
fn rows<K: RowKey<EncodeError = rowkey::EncodeError>>(rows: &[K], plan: &ScanPlan) -> Vec<String> {
    let keys: BTreeSet<Vec<u8>> = rows.iter().map(|row| row.encode().unwrap().as_ref().to_vec()).collect();
    assert_eq!(plan.ranges().len(), 1);
    let range = plan.ranges().next().unwrap();
    let found = keys.into_iter().filter(|key| range.contains(key) && plan.matches(key));
    found.map(|key| String::from_utf8(key).unwrap()).collect()
}

/// A label is one range, whatever other labels begin like it, and its newest threads come first.
#[test]
fn scans() {
    let threads: Vec<Labelled> = TEXTS
        .iter()
        .flat_map(|label| TIMES.map(|at| Labelled { label: (*label).into(), at, thread: format!("t{at}") }))
        .collect();
    let inbox = |times: &mut dyn Iterator<Item = i64>| -> Vec<String> {
        times.map(|at| format!("INBOX\0{:020}\0t{at}", i64::MAX - at)).collect()
    };
    let all = Labelled::scan().label("INBOX").plan().unwrap();
    assert_eq!(rows(&threads, &all), inbox(&mut TIMES.into_iter().rev()));
    let since = Labelled::scan().label("INBOX").at(1_700_000_000_000..).plan().unwrap();
    assert_eq!(rows(&threads, &since), inbox(&mut TIMES.into_iter().rev().take(4)));
    let before = Labelled::scan().label("INBOX").at(..1_700_000_000_000).plan().unwrap();
    assert_eq!(rows(&threads, &before), inbox(&mut [999, 1, 0].into_iter()));
    let range = before.ranges().next().unwrap();
    assert_eq!(range.start().escape_ascii().to_string(), "INBOX\\x0009223370336854775808");
}

rowkey::laws!(Labelled, Line, Record, AgentEvent);

//! TiKV and TiDB: keys in RocksDB (`components/keys`, `components/codec`, `tidb_query_datatype`).
//!
//! A key of a user is written in groups of eight bytes, each with a byte that counts its padding, so that it sorts and
//! shows its end. The time stamp of its version follows, the newest first. The keys of TiDB are such keys of a user:
//! `t`, the table, `_r`, and the row, or `_i`, the index, and a byte for the type of each column. Local keys have a byte
//! at the end that tells the states of a region apart. The groups are those of the project's own tests, and the rest
//! follows its source.

use crate::shared::{codec, hex, same};
use rowkey::RowKey;
use rowkey::language::{ByteSet, Language};
use rowkey::laws::Laws;

codec!(
    /// `encode_bytes`: the last group is the first one with padding.
    Grouped: Vec<u8>,
    Language::delimited(ByteSet::ALL, 9, |rest| {
        let groups = rest.chunks_exact(9).position(|group| group[8] != 0xFF)?;
        Some((groups + 1) * 9)
    }),
    |value: &Vec<u8>| write_groups(value),
    read_groups,
);

fn write_groups(value: &[u8]) -> Vec<u8> {
    let mut groups = Vec::new();
    for group in 0..=value.len() / 8 {
        let bytes = &value[group * 8..value.len().min(group * 8 + 8)];
        let padding = 8 - bytes.len();
        groups.extend(bytes);
        groups.extend(vec![0; padding]);
        groups.push(0xFF - padding as u8);
    }
    groups
}

fn read_groups(element: &[u8]) -> Option<Vec<u8>> {
    let mut value: Vec<u8> = element.chunks(9).flat_map(|group| &group[..8]).copied().collect();
    value.truncate(value.len().checked_sub(usize::from(0xFF - element.last()?))?);
    Some(value)
}

/// A version of a key.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "z")]
struct Version {
    #[rowkey(with = Grouped)]
    key: Vec<u8>,
    #[rowkey(desc)]
    at: u64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "t", separator = "_r")]
struct TableRow {
    table: i64,
    handle: i64,
}

/// An index over two integers. The type of a column, `03`, is the separator before it.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "t", separator = b"\x03")]
struct NumberIndex {
    #[rowkey(separator = "_i")]
    table: i64,
    index: i64,
    first: i64,
    handle: i64,
}

/// An index over two texts, whose type is `01`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "t", separator = b"\x01")]
struct TextIndex {
    #[rowkey(separator = "_i")]
    table: i64,
    index: i64,
    #[rowkey(with = Grouped)]
    first: Vec<u8>,
    #[rowkey(with = Grouped, separator = b"\x03")]
    second: Vec<u8>,
    handle: i64,
}

codec!(
    /// A nullable integer: `00`, or `03` and the integer.
    Datum: Option<i64>,
    Language::delimited(ByteSet::ALL, 1, |rest| match rest.first()? {
        0 => Some(1),
        3 => Some(9),
        _ => None,
    }),
    |value: &Option<i64>| match value {
        None => vec![0],
        Some(value) => [&[3][..], &(value ^ i64::MIN).to_be_bytes()].concat(),
    },
    |element: &[u8]| match element {
        [0] => Some(None),
        [3, number @ ..] => Some(Some(i64::from_be_bytes(number.try_into().ok()?) ^ i64::MIN)),
        _ => None,
    },
);

/// An index over two nullable columns. The row's own number is never null.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "t")]
struct NullableIndex {
    #[rowkey(separator = "_i")]
    table: i64,
    index: i64,
    #[rowkey(with = Datum)]
    first: Option<i64>,
    #[rowkey(with = Datum, separator = b"\x03")]
    second: Option<i64>,
    handle: i64,
}

/// Keys of a store itself. The states of a region differ by their last byte.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x01")]
enum Local {
    #[rowkey(tag = b"\x01")]
    StoreIdent,
    RaftLog(RaftLog),
    RaftState(RaftState),
    ApplyState(ApplyState),
    RegionState(RegionState),
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x02", separator = b"\x01")]
struct RaftLog {
    region: u64,
    index: u64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x02", suffix = b"\x02")]
struct RaftState {
    region: u64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x02", suffix = b"\x03")]
struct ApplyState {
    region: u64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x03", suffix = b"\x01")]
struct RegionState {
    region: u64,
}

/// `test_memcmp_encode_all`.
#[test]
fn versions() {
    for (key, theirs) in [
        (&[][..], "0000000000000000 F7"),
        (&[1, 2, 3, 0], "0102030000000000 FB"),
        (&[1, 2, 3, 4, 5, 6, 7, 8], "0102030405060708 FF 0000000000000000 F7"),
        (&[1, 2, 3, 4, 5, 6, 7, 8, 9], "0102030405060708 FF 0900000000000000 F8"),
    ] {
        same(&Version { key: key.into(), at: 5 }, &hex(&format!("7A {theirs} FFFFFFFFFFFFFFFA")));
    }
}

#[test]
fn table_keys() {
    let (table, index) = ("74 8000000000000005", "8000000000000007");
    let row = TableRow { table: 5, handle: -3 };
    same(&row, &hex(&format!("{table} 5F72 7FFFFFFFFFFFFFFD")));
    let row = NumberIndex { table: 5, index: 7, first: 1, handle: 9 };
    same(&row, &hex(&format!("{table} 5F69 {index} 03 8000000000000001 03 8000000000000009")));
    let row = TextIndex { table: 5, index: 7, first: b"ab".into(), second: vec![], handle: 9 };
    let texts = "01 6162000000000000 F9 01 0000000000000000 F7";
    same(&row, &hex(&format!("{table} 5F69 {index} {texts} 03 8000000000000009")));
    let row = NullableIndex { table: 5, index: 7, first: None, second: Some(1), handle: 9 };
    same(&row, &hex(&format!("{table} 5F69 {index} 00 03 8000000000000001 03 8000000000000009")));
}

/// NULL sorts before all numbers, as in TiDB.
#[test]
fn nulls_sort_first() {
    let plan = NullableIndex::scan().table(5).index(7).first(None::<i64>..=Some(-1)).plan().unwrap();
    let start = "74 8000000000000005 5F69 8000000000000007";
    let range = plan.only_range().unwrap();
    let stop = hex(&format!("{start} 03 80"));
    assert_eq!((range.start(), range.stop()), (&hex(&format!("{start} 00"))[..], Some(&stop[..])));
}

#[test]
fn local_keys() {
    same(&Local::StoreIdent, &hex("0101"));
    same(&Local::RaftLog(RaftLog { region: 5, index: 7 }), &hex("0102 0000000000000005 01 0000000000000007"));
    same(&Local::RaftState(RaftState { region: 5 }), &hex("0102 0000000000000005 02"));
    same(&Local::ApplyState(ApplyState { region: 5 }), &hex("0102 0000000000000005 03"));
    same(&Local::RegionState(RegionState { region: 5 }), &hex("0103 0000000000000005 01"));
}

/// A read at a time starts at this time and ends after the oldest version. Groups sort, so a range of keys is one range.
#[test]
fn a_read_at_a_time_is_one_range() {
    let plan = Version::scan().key(b"ab".to_vec()).at(..=100).plan().unwrap();
    let range = plan.only_range().unwrap();
    assert_eq!(range.start(), hex("7A 6162000000000000 F9 FFFFFFFFFFFFFF9B"));
    let plan = Version::scan().key(b"ab".to_vec()..b"b".to_vec()).plan().unwrap();
    let range = plan.only_range().unwrap();
    let stop = hex("7A 6200000000000000 F8");
    assert_eq!((range.start(), range.stop()), (&hex("7A 6162000000000000 F9")[..], Some(&stop[..])));
}

rowkey::laws!(TableRow, NumberIndex, NullableIndex, Local);

/// Random bytes are seldom groups, and hardly ever the two texts of `TextIndex`.
#[test]
fn versions_keep_their_laws() {
    Laws::<Version>::new().cases(32).check();
}

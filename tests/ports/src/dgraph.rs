//! dgraph (`x/keys.go`): keys of posting lists in badger.
//!
//! A byte, the namespace, the predicate after its length in two bytes, and a byte for the kind of the list. Then comes a
//! node, a term of an index, or a count. A list that is split has the first node of its part at the end. The keys are
//! rebuilt after the project's source.

use crate::shared::{hex, same};
use rowkey::{RowKey, starts_with};

/// The kind comes after fields that all lists have.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\0", under(namespace, predicate))]
enum List {
    #[rowkey(tag = 0)]
    Data {
        namespace: u64,
        #[rowkey(length_prefixed(u16))]
        predicate: String,
        node: u64,
    },
    #[rowkey(tag = 2)]
    Index {
        namespace: u64,
        #[rowkey(length_prefixed(u16))]
        predicate: String,
        term: Vec<u8>,
    },
    #[rowkey(tag = 4)]
    Reverse {
        namespace: u64,
        #[rowkey(length_prefixed(u16))]
        predicate: String,
        node: u64,
    },
    #[rowkey(tag = 8)]
    Count {
        namespace: u64,
        #[rowkey(length_prefixed(u16))]
        predicate: String,
        count: u32,
    },
    #[rowkey(tag = 12)]
    CountReverse {
        namespace: u64,
        #[rowkey(length_prefixed(u16))]
        predicate: String,
        count: u32,
    },
}

/// The posting list of a node, in several parts.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x04")]
struct PartOfList {
    namespace: u64,
    #[rowkey(length_prefixed(u16), separator = b"\0")]
    predicate: String,
    node: u64,
    first: u64,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x01")]
struct Schema {
    namespace: u64,
    #[rowkey(length_prefixed(u16))]
    predicate: String,
}

#[test]
fn keys() {
    let (namespace, predicate) = (7, "friend".to_owned());
    let start = "0000000000000007 0006 667269656E64";
    let node = "0000000000000009";
    same(&List::Data { namespace, predicate: predicate.clone(), node: 9 }, &hex(&format!("00 {start} 00 {node}")));
    same(
        &List::Index { namespace, predicate: predicate.clone(), term: b"\x01ann".into() },
        &hex(&format!("00 {start} 02 01616E6E")),
    );
    same(&List::Reverse { namespace, predicate: predicate.clone(), node: 9 }, &hex(&format!("00 {start} 04 {node}")));
    same(&List::Count { namespace, predicate: predicate.clone(), count: 3 }, &hex(&format!("00 {start} 08 00000003")));
    same(
        &List::CountReverse { namespace, predicate: predicate.clone(), count: 3 },
        &hex(&format!("00 {start} 0C 00000003")),
    );
    same(
        &PartOfList { namespace, predicate: predicate.clone(), node: 9, first: 1 },
        &hex(&format!("04 {start} 00 {node} 0000000000000001")),
    );
    same(&Schema { namespace, predicate }, &hex(&format!("01 {start}")));
}

/// `IndexPrefix` and `DataPrefix`, and the terms of an index that begin with some bytes.
#[test]
fn prefixes_are_one_range() {
    let start = "00 0000000000000007 0006 667269656E64";
    let plan = List::scan_index().namespace(7).predicate("friend").term(starts_with(b"\x01a")).plan().unwrap();
    assert_eq!(plan.only_range().unwrap().start(), hex(&format!("{start} 02 0161")));
    let plan = List::scan_data().namespace(7).predicate("friend").plan().unwrap();
    let range = plan.only_range().unwrap();
    assert_eq!(
        (range.start(), range.stop()),
        (&hex(&format!("{start} 00"))[..], Some(&hex(&format!("{start} 01"))[..]))
    );
}

rowkey::laws!(List, PartOfList, Schema);

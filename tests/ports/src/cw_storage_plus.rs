//! cw-storage-plus 3.0.1: keys of a `Map` in CosmWasm contracts.
//!
//! The namespace and all elements of a composite key but the last have a length of two bytes before them. The length of
//! a number is a constant, so it is part of the literal before it.

use crate::shared::{rows, same, same_range};
use rowkey::RowKey;

const VECTORS: &str = include_str!("../vectors/cw_storage_plus.tsv");

/// `Map<(u64, u32), _>::new("people")`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\0\x06people\0\x08")]
struct ByNumbers {
    id: u64,
    part: u32,
}

/// `Map<&str, _>`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\0\x06people")]
struct ByName {
    name: String,
}

/// `Map<(&str, u32), _>`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\0\x06people")]
struct ByNameAndPart {
    #[rowkey(length_prefixed(u16))]
    name: String,
    part: u32,
}

/// `Map<i64, _>`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\0\x06people")]
struct BySigned {
    id: i64,
}

/// `Map<(u64, &str, u32), _>`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\0\x06people\0\x08")]
struct ByThree {
    id: u64,
    #[rowkey(length_prefixed(u16))]
    name: String,
    part: u32,
}

#[test]
fn keys() {
    for row in rows(VECTORS, "numbers") {
        same(&ByNumbers { id: row.number(0), part: row.number(1) }, &row.key);
    }
    for row in rows(VECTORS, "name") {
        same(&ByName { name: row.field(0).into() }, &row.key);
    }
    for row in rows(VECTORS, "name_number") {
        same(&ByNameAndPart { name: row.field(0).into(), part: row.number(1) }, &row.key);
    }
    for row in rows(VECTORS, "int") {
        same(&BySigned { id: row.number(0) }, &row.key);
    }
    for row in rows(VECTORS, "three") {
        same(&ByThree { id: row.number(0), name: row.field(1).into(), part: row.number(2) }, &row.key);
    }
}

/// `prefix(..)` of a composite key is one range, and it has no rows of a longer name.
#[test]
fn a_prefix_is_one_range() {
    let keys: Vec<Vec<u8>> = rows(VECTORS, "three").into_iter().map(|row| row.key).collect();
    for key in &keys {
        let row = ByThree::decode(key).unwrap();
        let plan = ByThree::scan().id(row.id).name(&row.name).plan().unwrap();
        let prefix = &key[..key.len() - 4];
        assert_eq!(same_range(&plan, |key| key.starts_with(prefix), &keys), 1);
    }
}

rowkey::laws!(ByNumbers, ByName, ByNameAndPart, BySigned, ByThree);

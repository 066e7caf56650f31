//! Apache Jackrabbit Oak 1.68.0: ids of documents in MongoDB and relational databases.
//!
//! An id is the depth of a node, a colon, and its path. A path that is too long is `h`, the SHA-256 of the parent, and the
//! name. Previous versions of a document have a `p` before the path, and end with a revision. A path has slashes, and the
//! numbers of a revision have no leading zeros, so path and revision are one text here. The depth is computed from the
//! path, which nothing checks.

use crate::shared::{rows, same, same_range};
use rowkey::{RowKey, starts_with};

const VECTORS: &str = include_str!("../vectors/oak.tsv");

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(under(depth))]
enum Id {
    #[rowkey(tag = "/")]
    Node {
        #[rowkey(decimal, separator = ":")]
        depth: u32,
        path: String,
    },
    #[rowkey(tag = "h")]
    LongPath {
        #[rowkey(decimal, separator = ":")]
        depth: u32,
        #[rowkey(len(64), chars("0-9a-f"), separator = "/")]
        parent: String,
        name: String,
    },
    #[rowkey(tag = "p")]
    Previous {
        #[rowkey(decimal, separator = ":")]
        depth: u32,
        path: String,
    },
}

fn long_path(depth: u32, tail: &str) -> Id {
    let (parent, name) = tail.split_once('/').unwrap();
    Id::LongPath { depth, parent: parent.into(), name: name.into() }
}

/// `Utils.getIdFromPath`.
#[test]
fn keys() {
    for row in rows(VECTORS, "id") {
        let id = String::from_utf8(row.key.clone()).unwrap();
        let (path, depth) = (row.text(0), row.number(1));
        match id.split_once(":h") {
            Some((_, tail)) => same(&long_path(depth, tail), &row.key),
            None => same(&Id::Node { depth, path: path[1..].into() }, &row.key),
        }
    }
}

/// `Utils.getPreviousIdFor`.
#[test]
fn keys_of_previous_versions() {
    for row in rows(VECTORS, "prev") {
        let id = String::from_utf8(row.key.clone()).unwrap();
        let (depth, tail) = id.split_once(':').unwrap();
        let (kind, tail) = tail.split_at(1);
        let depth = depth.parse().unwrap();
        if kind == "h" {
            same(&long_path(depth, tail), &row.key);
        } else {
            let (time, counter, cluster) = (row.number::<u64>(2), row.number::<u32>(3), row.number::<u32>(4));
            let revision = format!("/r{time:x}-{counter:x}-{cluster:x}/{}", row.field(5));
            assert!(kind == "p" && tail.ends_with(&revision), "{id}");
            same(&Id::Previous { depth, path: tail.into() }, &row.key);
        }
    }
}

/// The children of a node, from `Utils.getKeyLowerLimit` to `Utils.getKeyUpperLimit`.
#[test]
fn children_are_one_range() {
    let keys: Vec<Vec<u8>> = rows(VECTORS, "id").into_iter().map(|row| row.key).collect();
    let mut children = 0;
    for row in rows(VECTORS, "range") {
        let lower = String::from_utf8(row.key.clone()).unwrap();
        if lower.contains(":h") {
            continue;
        }
        let (upper, path, depth) = (row.bytes(0), row.text(1), row.number::<u32>(2));
        let start = if path == "/" { String::new() } else { format!("{}/", &path[1..]) };
        let plan = Id::scan_node().depth(depth + 1).path(starts_with(&start)).plan().unwrap();
        children += same_range(&plan, |key| *row.key <= *key && *key < *upper, &keys);
    }
    assert!(children > 0);
}

rowkey::laws!(Id);

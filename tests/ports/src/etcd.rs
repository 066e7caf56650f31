//! etcd (`server/storage/mvcc/revision.go`): the revision of a change, and a `t` at the end if the change is a deletion.
//!
//! The main revision, `_`, and the number of the change within it. The keys are rebuilt after the project's source.

use crate::shared::{hex, same};
use rowkey::RowKey;

/// Decode tells the two record types apart by their end. `under(main)` makes a range over both of them possible.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(under(main))]
enum Revision {
    Live {
        #[rowkey(separator = "_")]
        main: u64,
        sub: u64,
    },
    #[rowkey(suffix = "t")]
    Tombstone {
        #[rowkey(separator = "_")]
        main: u64,
        sub: u64,
    },
}

#[test]
fn keys() {
    let revision = "0000000000000102 5F 0000000000000003";
    same(&Revision::Live { main: 258, sub: 3 }, &hex(revision));
    same(&Revision::Tombstone { main: 258, sub: 3 }, &hex(&format!("{revision} 74")));
}

/// A compaction reads all revisions up to one, of both record types.
#[test]
fn revisions_are_one_range() {
    let plan = Revision::scan().main(..=258u64).plan().unwrap();
    let range = plan.only_range().unwrap();
    assert_eq!((range.start(), range.stop()), (&[][..], Some(&hex("0000000000000103")[..])));
}

rowkey::laws!(Revision);

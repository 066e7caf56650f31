//! Enums, variants and fields that are called like what generated code uses.

use rowkey::RowKey;
use std::borrow::Cow;

/// A key that borrows.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held<'a> {
    /// Stands before the tag.
    pub kind: u8,
    /// Text.
    pub text: &'a str,
}

/// Variants like names of the prelude, behind a field called like the rest of a key.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
#[rowkey(under(kind), salt(of(kind), buckets = 4), reserved("X"))]
pub enum Option<'a> {
    /// Another key.
    #[rowkey(tag = "S")]
    Some(Held<'a>),
    /// No more fields.
    #[rowkey(tag = "N")]
    None {
        /// As everywhere.
        kind: u8,
    },
    /// Fields like locals.
    #[rowkey(tag = "O")]
    Ok {
        /// As everywhere.
        kind: u8,
        /// Not in the key.
        #[rowkey(skip)]
        r#type: bool,
        /// A local of decode.
        __value: u8,
        /// A local of decode.
        __reader: u8,
        /// A parameter.
        __key: u16,
        /// A member of every kind.
        __of: u8,
    },
}

/// Variants like types.
#[derive(RowKey, Debug, Clone, PartialEq, Eq)]
pub(crate) enum Vec<'a> {
    /// Fields without names.
    #[rowkey(tag = 1)]
    Box(u8, #[rowkey(desc)] u16),
    /// Another key.
    #[rowkey(tag = 2)]
    Layout(Held<'a>),
    /// One row.
    #[rowkey(tag = 3)]
    Result,
    /// Any.
    #[rowkey(other)]
    Cow(Cow<'a, [u8]>),
}

#[test]
fn rows_come_back() {
    let held = Held { kind: 7, text: "a" };
    let ok = Option::Ok { kind: 7, r#type: false, __value: 1, __reader: 2, __key: 3, __of: 4 };
    for row in [Option::Some(held), Option::None { kind: 7 }, ok] {
        let key = row.encode().unwrap();
        assert_eq!(Option::decode(&key), Ok(row));
        let plan = Option::scan().kind(7).plan().unwrap();
        assert!(plan.ranges().len() == 1 && plan.ranges().all(|range| range.contains(&key)));
    }
    for row in [Vec::Box(1, 2), Vec::Layout(held), Vec::Result, Vec::Cow(Cow::Borrowed(b"\x04"))] {
        assert_eq!(Vec::decode(&row.encode().unwrap()), Ok(row));
    }
    assert_eq!(Option::scan_ok().kind(7).__value(1).__reader(2).plan().unwrap().ranges().len(), 1);
    assert_eq!(Vec::scan_box()._0(1)._1(..5).plan().unwrap().ranges().len(), 1);
}

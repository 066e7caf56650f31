//! Enums, in which each variant is a record type.

use super::rows;
use rowkey::RowKey;
use std::cmp::Reverse;

/// The key of a record type.
#[derive(RowKey, Debug, Clone)]
pub struct Word {
    #[rowkey(desc)]
    length: u8,
    #[rowkey(chars("a-z"))]
    word: String,
}

/// Several record types, and every other key.
#[derive(RowKey, Debug, Clone)]
pub enum Kinds {
    #[rowkey(tag = "K")]
    Word(Word),
    #[rowkey(tag = b"L\0")]
    One,
    #[rowkey(tag = b"\xFF", separator = "_")]
    Named {
        #[rowkey(chars("a-z"))]
        name: String,
        number: i16,
    },
    #[rowkey(other)]
    Other(Vec<u8>),
}

impl Kinds {
    /// Returns the tag and the values, or the key if it has no record type.
    fn rank(&self) -> (&[u8], Reverse<u8>, &str, i16) {
        match self {
            Self::Word(Word { length, word }) => (b"K", Reverse(*length), word, 0),
            Self::One => (b"L\0", Reverse(0), "", 0),
            Self::Named { name, number } => (b"\xFF", Reverse(0), name, *number),
            Self::Other(key) => (key, Reverse(0), "", 0),
        }
    }
}

/// A salt and fields before the tag.
#[derive(RowKey, Debug, Clone)]
#[rowkey(prefix = "#", under(name, id), salt(md5, of(name), buckets = 3))]
pub enum Under {
    #[rowkey(tag = 1)]
    Head {
        #[pad(2)]
        name: String,
        id: i8,
    },
    #[rowkey(tag = 2)]
    Item {
        #[pad(2)]
        name: String,
        id: i8,
        #[rowkey(desc)]
        n: u16,
    },
}

impl Under {
    /// Returns the values before and after the tag.
    fn rank(&self) -> (&str, i8, u8, Reverse<u16>) {
        match self {
            Self::Head { name, id } => (name, *id, 1, Reverse(0)),
            Self::Item { name, id, n } => (name, *id, 2, Reverse(*n)),
        }
    }
}

/// A tag that is a prefix of another tag, and record types without tags.
#[derive(RowKey, Debug, Clone)]
pub enum Alike {
    #[rowkey(tag = "P")]
    Page(#[rowkey(digits(2))] u8),
    #[rowkey(tag = "PC")]
    Comment {
        n: u8,
    },
    #[rowkey(separator = "#")]
    Letters(#[rowkey(chars("a-c"))] String, u8),
    Numbers(#[rowkey(chars("0-3"))] String),
}

/// Record types that differ in their width.
#[derive(RowKey, Debug, Clone)]
pub enum Tree {
    Country { code: u8 },
    Town(u8, u8),
    Street(u8, #[rowkey(separator = "_")] u8, u8, u8),
    House(House),
}

/// The last record type of [`Tree`].
#[derive(RowKey, Debug, Clone)]
pub struct House {
    street: u16,
    #[rowkey(chars("a-b"), len(2))]
    name: String,
}

/// A salt input that can be rejected, and one with more values than a plan lists.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(buckets = 5, of(id.int, part)))]
pub struct Numbered {
    #[rowkey(len(1), chars("01x"))]
    id: String,
    part: u16,
    flag: bool,
}

/// The same with Java's numbers.
#[derive(RowKey, Debug, Clone)]
#[rowkey(salt(xor, buckets = 3, of(code.from(1).java_int, part)))]
pub struct Coded {
    #[rowkey(len(2), chars("01-"))]
    code: String,
    part: u16,
}

/// Record types with older tags, which sort before and after the present tag.
#[derive(RowKey, Debug, Clone)]
pub enum Renamed {
    #[rowkey(tag = "N", was(tag = "a", tag = "A"))]
    Numbered(Numbered),
    #[rowkey(tag = "M", was(tag = "B"))]
    Coded(Coded),
}

/// More labels than a plan has ranges.
#[derive(RowKey, Debug, Clone)]
#[rowkey(separator = "::")]
pub struct Wide {
    #[salt(md5, buckets = 1 << 27, hex(7))]
    #[rowkey(chars("a-c"))]
    id: String,
    n: u8,
}

/// The same with older tags.
#[derive(RowKey, Debug, Clone)]
pub enum RenamedWide {
    #[rowkey(tag = "W", was(tag = "w", tag = "V"))]
    Wide(Wide),
    #[rowkey(tag = "P")]
    Plain { n: u8 },
}

rows! {
    Renamed,
    RenamedWide,
    Wide by |row| (&row.id, row.n),
    Kinds by |row| row.rank(),
    Under by |row| row.rank(),
    Alike,
    Tree,
}

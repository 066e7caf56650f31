//! Enums, each variant of which is a kind of keys.

use super::rows;
use rowkey::RowKey;
use std::cmp::Reverse;

/// The key that a kind holds.
#[derive(RowKey, Debug, Clone)]
pub struct Word {
    #[rowkey(desc)]
    length: u8,
    #[rowkey(chars("a-z"))]
    word: String,
}

/// Several kinds, and every other key.
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
    /// The tag and the values; of no kind, the key.
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
    /// The values around the tag.
    fn rank(&self) -> (&str, i8, u8, Reverse<u16>) {
        match self {
            Self::Head { name, id } => (name, *id, 1, Reverse(0)),
            Self::Item { name, id, n } => (name, *id, 2, Reverse(*n)),
        }
    }
}

/// Kinds with a tag that another begins with, and without tags.
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

/// Kinds that their width tells apart.
#[derive(RowKey, Debug, Clone)]
pub enum Tree {
    Country { code: u8 },
    Town(u8, u8),
    Street(u8, #[rowkey(separator = "_")] u8, u8, u8),
    House(House),
}

/// The last kind of [`Tree`].
#[derive(RowKey, Debug, Clone)]
pub struct House {
    street: u16,
    #[rowkey(chars("a-b"), len(2))]
    name: String,
}

rows! {
    Kinds by |row| row.rank(),
    Under by |row| row.rank(),
    Alike,
    Tree,
}

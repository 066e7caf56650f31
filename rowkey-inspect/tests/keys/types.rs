//! The key types of the tests: structs and enums with salts, padding, times, options, and nested keys.

use rowkey::{KeyCode, RowKey};
use serde::{Deserialize, Serialize};

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Call {
    #[salt(xor, buckets = 6)]
    #[pad(20)]
    pub phone: String,
    #[reverse_ts]
    pub at: i64,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))]
pub struct TextKey {
    #[salt(xor, buckets = 6, of(caller.from(7).int, at.year_month), digits(2))]
    #[rowkey(len(11), chars("0-9"))]
    pub caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    pub at: jiff::civil::DateTime,
    #[rowkey(len(11), chars("0-9"))]
    pub callee: String,
    pub side: Side,
    #[rowkey(decimal)]
    pub seconds: u32,
}

#[derive(KeyCode, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub enum Side {
    #[code("0")]
    Callee,
    #[code("1")]
    Caller,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Place {
    #[rowkey(len(2))]
    pub country: String,
    pub city: u32,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Visit {
    pub place: Place,
    #[rowkey(time(secs, floor))]
    pub day: jiff::Timestamp,
    pub guide: Option<u16>,
    pub note: String,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[rowkey(prefix = "s:")]
pub enum Site {
    #[rowkey(tag = "B")]
    Board {
        #[rowkey(chars("a-z"))]
        board: String,
    },
    #[rowkey(tag = "M")]
    Meta,
    #[rowkey(tag = "T")]
    Thread {
        #[pad(6)]
        board: String,
        #[reverse_ts]
        at: i64,
        thread: u32,
    },
    #[rowkey(tag = "U")]
    User(User),
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct User {
    #[salt(buckets = 4)]
    pub user: u32,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[rowkey(prefix = "t:", under(thread, post), salt(of(thread), buckets = 4))]
pub enum Thread {
    #[rowkey(tag = "p")]
    Post { thread: u32, post: u16 },
    #[rowkey(tag = "q")]
    Comment { thread: u32, post: u16, number: u16 },
}

/// A text with each text codec.
#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Host {
    #[rowkey(reverse_text, terminated)]
    pub domain: String,
    #[rowkey(desc, pad(8))]
    pub rack: String,
    #[pad(4, with = '0', left)]
    #[rowkey(allow(unordered))]
    pub unit: String,
    #[rowkey(len(3), chars("a-z"))]
    pub role: String,
    #[rowkey(terminated)]
    pub name: String,
    pub note: String,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Note {
    #[rowkey(chars("n"))]
    pub text: String,
}

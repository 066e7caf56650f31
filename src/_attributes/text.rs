//! Texts and byte strings.
//!
//! ## `pad(N)`, `pad(N, with = b' ')`, `pad(N, left)`, `pad(N, chars)`, `pad(N, cut)`
//!
//! Text of at most `N` bytes, filled up with NUL or another byte. A value that ends with the pad byte is refused by encode,
//! since it would not come back.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Host {
//!     #[pad(8)]
//!     name: String,
//! }
//!
//! assert_eq!(Host { name: "host1".into() }.encode()?, *b"host1\0\0\0");
//! assert!(Host { name: "host12345".into() }.encode().is_err());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! `chars` counts characters, as Java's `rpad` does: UTF-16 units, of which a character like 😀 has two. Such an element has N to 3 N
//! bytes, ends itself, and needs `allow(unordered)`.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Host {
//!     #[rowkey(pad(4, with = b'x', chars), allow(unordered))]
//!     name: String,
//!     room: u8,
//! }
//!
//! assert_eq!(Host { name: "主机".into(), room: 7 }.encode()?, "主机xx\u{7}".as_bytes());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! `cut` keeps the first N bytes of a longer text, with `reverse_text` the last, up to the border of a character. Keys
//! of different values may then be the same: decode and the salt see what is left. A condition is cut like a value.
//! `value("restaurant")`, `value(starts_with("restaurant"))` and `value("restaurant"..)` all find the row that is stored as `rest`.
//! The caller compares the whole value, which is stored with the row. An end or a middle of a text that was cut off is not in the
//! key, so no condition finds it.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Tag {
//!     #[rowkey(pad(4, cut))]
//!     value: String,
//!     id: u8,
//! }
//!
//! let tag = Tag { value: "häuser".into(), id: 7 };
//! assert_eq!(tag.encode()?, *"häu\u{7}".as_bytes());
//! assert_eq!(Tag::decode(&tag.encode()?)?.value, "häu");
//! assert!(Tag::scan().value("häuser").plan()?.ranges().any(|range| range.contains("häu\u{7}".as_bytes())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `len(N)`
//!
//! Text or bytes of exactly `N` bytes; any other width is an error of encode.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Flight<'a> {
//!     #[rowkey(len(3))]
//!     from: &'a str,
//!     #[rowkey(len(3))]
//!     to: &'a str,
//! }
//!
//! assert_eq!(Flight { from: "JFK", to: "SFO" }.encode()?, *b"JFKSFO");
//! assert!(Flight { from: "JFK", to: "SF" }.encode().is_err());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! ## `chars("0-9a-f")`, `chars("^|")`
//!
//! The alphabet of a text: these bytes, or all but these. Checked by encode and decode; the proofs build on it.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Line<'a> {
//!     #[rowkey(len(11), chars("0-9"))]
//!     phone: &'a str,
//!     count: u8,
//! }
//!
//! let key: [u8; 12] = Line { phone: "13362666677", count: 1 }.encode()?;
//! assert_eq!(Line::decode(&key)?.phone, "13362666677"); // borrowed from the key
//! assert!(Line { phone: "1336266667x", count: 1 }.encode().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `terminated`
//!
//! Any text or bytes: 00 is written as 00 FF, and 00 01 ends it. Sorts, whatever it holds. `&str` cannot be read out of it
//! (escaped bytes do not stand in the key as they are): use `Cow<str>` or `String`.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Path {
//!     #[rowkey(terminated)]
//!     host: String,
//!     port: u16,
//! }
//!
//! let path = Path { host: "a\0b".into(), port: 80 };
//! assert_eq!(path.key(), b"a\x00\xFFb\x00\x01\x00\x50");
//! assert_eq!(Path::decode(&path.key())?, path);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! ## `reverse_text`
//!
//! Text back to front, by characters (a byte string by bytes), before any padding, so that ids which differ at their end spread
//! over the table. Stands beside `pad`, `len`, `terminated` and `chars`, or alone. It is an opt-out by itself, without `allow(unordered)`. In place
//! of `starts_with`, its scans have one range for `ends_with`; a salt takes the text as it reads. `&str` cannot be
//! read out of it: use `Cow<str>` or `String`.
//!
//! ```
//! # use rowkey::{RowKey, ends_with};
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Order {
//!     #[rowkey(len(10), chars("0-9"), reverse_text)]
//!     user: String,
//!     order: u64,
//! }
//!
//! let order = Order { user: "0000012345".into(), order: 1 };
//! assert!(order.encode()?.starts_with(b"5432100000"));
//! assert_eq!(Order::decode(&order.encode()?)?, order);
//! assert_eq!(Order::scan().user("0000012345").plan()?.ranges().len(), 1);
//! assert_eq!(Order::scan().user(ends_with("345")).plan()?.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `separator = ".."`
//!
//! Bytes after this field. An open text may stand before a separator whose first byte `chars` excludes, and sorts if that
//! byte is below all that it can hold.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Metric {
//!     #[rowkey(chars("a-z."), separator = "#")]
//!     name: String,
//!     shard: u8,
//! }
//!
//! assert_eq!(Metric { name: "cpu.load".into(), shard: 3 }.encode()?, b"cpu.load#\x03");
//! # Ok::<(), rowkey::EncodeError>(())
//! ```

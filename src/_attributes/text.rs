//! Attributes for texts and byte strings: how a value ends in the key, and which bytes it can hold.
//!
//! They apply to every text and byte-string type: `String`, `&str`, `Cow<str>`, `Vec<u8>`, and the [others of the type
//! table](super::encodings#without-an-attribute). Without an attribute, the key holds the UTF-8 bytes or the bytes
//! themselves.
//!
//! # Which one do I need?
//!
//! A text has no fixed width, so the key must show where it ends. Choose one of seven forms:
//!
//! | form | bytes | order | use |
//! |---|---|---|---|
//! | [`#[pad(N)]`](#pad) | N | by value | texts with a known maximum length that do not end with NUL |
//! | [`len(N)`](#len) | N | by value | texts that all have one length |
//! | [`terminated`](#terminated) | length + 2, and one more for each NUL | by value | texts of any length and content |
//! | [`length_prefixed(u16)`](#length_prefixed) | length + 1 to 10 | by length first | existing tables with a length before each text |
//! | [`separator = ".."`](#separator) with [`chars`](#chars) | length + separator | by value if the separator is below the alphabet | readable keys, existing tables |
//! | no attribute, last field | length | by value | texts at the end of the key |
//! | [`allow(unordered)`](super::keys#allow) | length | not by value | an existing table with one open text before fields of fixed width |
//!
//! The last three forms are *open* texts: their own bytes do not show where they end.
//!
//! In a new table, start with `#[pad(N)]` for short names and `terminated` for the rest. Then add [`chars`](#chars) if
//! you know the alphabet: the compile-time checks use it. [`reverse_text`](#reverse_text) helps if values differ mostly
//! at the end.
//!
//! # `pad`
//!
//! **Syntax:** `pad(N)`, `pad(N, with = b' ')`, `pad(N, left)`, `pad(N, chars)`, `pad(N, cut)`
//!
//! Writes a text of at most `N` bytes and fills the rest with NUL or another byte.
//!
//! - **Bytes:** `N`, except with `chars`.
//! - **Errors:** `encode` rejects a value of more than `N` bytes. It also rejects a value that ends with the pad byte,
//!   because `decode` would strip that byte.
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
//! `with` chooses another pad byte. Keys then sort by the field only if no byte of the alphabet is below the pad byte.
//! If you declare an alphabet that contains the pad byte, the layout needs `allow(unordered)`.
//!
//! `left` pads before the value, and `encode` rejects a value that begins with the pad byte. Left-padded texts sort by
//! length first, so this form needs `allow(unordered)`. For numbers, use [`digits`](super::numbers#digits-hex-bytes)
//! instead.
//!
//! `left`, `chars`, and `cut` exclude each other.
//!
//! ## Counting characters
//!
//! `chars` counts characters as Java's `rpad` does, in UTF-16 units. A character like 😀 has two units. The element then
//! has `N` to `3 * N` bytes, ends without a separator, and needs `allow(unordered)`. The pad byte must be ASCII.
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
//! ## Truncating long texts
//!
//! `cut` truncates a longer text to its first `N` bytes, or to its last `N` bytes with `reverse_text`. It never splits
//! a character. Two different values can therefore have the same key.
//!
//! - Decode returns the truncated value, and the salt is computed from it.
//! - A condition is truncated like a value. In the table below, `value("restaurant")`,
//!   `value(starts_with("restaurant"))`, and `value("restaurant"..)` all find the row stored as `rest`. Store the full
//!   value in the row, and compare it after reading.
//! - The truncated part is not in the key, so `ends_with` and `contains` conditions cannot match it.
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
//! # `len`
//!
//! **Syntax:** `len(N)`
//!
//! Writes a text or byte string of exactly `N` bytes.
//!
//! - **Bytes:** `N`.
//! - **Errors:** `encode` rejects any other length.
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
//! # `chars`
//!
//! **Syntax:** `chars("0-9a-f")`, `chars("^|")`
//!
//! Declares the alphabet of a text: only these bytes, or all bytes except these (`^`).
//!
//! - **Bytes:** the key does not change.
//! - **Errors:** `encode` and `decode` reject any other byte.
//!
//! The compile-time checks build on the alphabet. For example, `chars("0-9")` proves that a `_` after the text is the
//! separator.
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
//! # `terminated`
//!
//! **Syntax:** `terminated`, `terminated(escape = b"..", end = b"..")`
//!
//! Writes a text or byte string of any length and content, followed by an end mark.
//!
//! - **Bytes:** the value, with `0x00` as `0x00 0xFF`, then the end mark `0x00 0x01`.
//! - **Order:** keys sort by the value, whatever bytes it holds.
//!
//! `decode` must remove the escapes, so it cannot borrow the value as a `&str`. Use `Cow<str>` or `String`.
//!
//! An existing table may end its texts with other bytes. Write both marks, which begin with the same byte: `escape`
//! replaces this byte in a value, and `end` follows the value. The default is
//! `terminated(escape = b"\x00\xFF", end = b"\x00\x01")`. Keys sort by the value if the first byte is the lowest one that
//! the value can hold, and `end` is below `escape`. Otherwise, the field needs
//! [`allow(unordered)`](super::keys#allow). A codec that escapes other bytes is your own (`with = ..`), with
//! [`Language::delimited`](crate::language::Language::delimited).
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
//! # `length_prefixed`
//!
//! **Syntax:** `length_prefixed(u8)`, `length_prefixed(u16 [, le])`, `length_prefixed(u32 [, le])`,
//! `length_prefixed(u64 [, le])`, `length_prefixed(varint)`
//!
//! Writes the length of a text or byte string in bytes, then its bytes. Use it for existing tables: new keys sort by the
//! value if you mark its end with [`terminated`](#terminated) instead.
//!
//! - **Bytes:** the length, then the value. The length is a big-endian number of 1, 2, 4, or 8 bytes. With `le`, the
//!   least significant byte comes first. A `varint` is LEB128 in its shortest form: 7 bits per byte, the lowest first,
//!   and all bytes but the last have the high bit. 300 is `AC 02`.
//! - **Encode** rejects a value whose length does not fit. **Decode** rejects a length that the key does not hold, and a
//!   varint that is not in its shortest form.
//! - **Order:** keys sort by the length first, so they do not sort by the field. The attribute is an opt-out in itself, so
//!   `allow(unordered)` is not needed.
//!
//! A scan for one value is one range. Ranges and `starts_with` are filters: `paths.scan().host_starts_with("a")`.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Path {
//!     #[rowkey(length_prefixed(u16))]
//!     host: String,
//!     #[rowkey(length_prefixed(varint))]
//!     path: Vec<u8>,
//!     port: u16,
//! }
//!
//! let path = Path { host: "ab".into(), path: vec![0xFF], port: 80 };
//! assert_eq!(path.encode()?, b"\x00\x02ab\x01\xFF\x00\x50");
//! assert_eq!(Path::decode(&path.encode()?)?, path);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # `separator`
//!
//! **Syntax:** `separator = ".."`
//!
//! Writes these bytes after the field. You can also set one [separator for the whole
//! struct](super::keys#prefix-separator).
//!
//! - **Bytes:** the separator itself. It is not allowed on the last field, which takes a [suffix of the
//!   key](super::keys#suffix).
//! - **Order:** keys sort by an open text before a separator if the separator's first byte is below every byte of the
//!   text.
//!
//! An open text can precede a separator if its alphabet excludes the separator's first byte. Use `chars` to exclude it.
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
//!
//! # `reverse_text`
//!
//! **Syntax:** `reverse_text`
//!
//! Writes a text from its last character to its first, and a byte string from its last byte to its first. Ids that
//! differ mostly at the end then spread over the table.
//!
//! - **Bytes:** as many as without it. The reversal comes before any padding.
//! - **Order:** keys do not sort by the field. The attribute is an opt-out in itself, so `allow(unordered)` is not
//!   needed.
//! - **Combines with:** `pad`, `len`, `terminated`, `chars`, or no other attribute.
//!
//! A scan has one range for [`ends_with`](crate::ends_with), where other texts have one for `starts_with`. A salt is
//! computed from the text in its normal direction. The key holds the reversed text, so `decode` cannot borrow a `&str`.
//! Use `Cow<str>` or `String`.
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

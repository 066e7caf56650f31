//! Every attribute of `#[derive(RowKey)]`: where it stands, what it writes, an example.
//!
//! `#[salt(..)]`, `#[pad(..)]` and `#[reverse_ts]` may stand bare; everything else, and these three too, is an item of
//! `#[rowkey(..)]`. Several `#[rowkey]` merge. The order of attributes never matters; the order of fields is that of the key.
//!
//! In a tuple struct the inputs of a salt are the indices, `of(0.last(4))`, and the methods of a scan are `_0(..)`,
//! `_0_in(..)`, `filter_0(..)`.
//!
//! # Without an attribute
//!
//! | type | bytes |
//! |---|---|
//! | `u8` .. `u128` | big endian |
//! | `i8` .. `i128` | big endian, the sign bit flipped |
//! | `bool` | 00 or 01 |
//! | `char` | its code point, 4 bytes |
//! | `f32`, `f64` | IEEE bits, so turned that they sort like `total_cmp` |
//! | `[u8; N]`, `Ipv4Addr`, `Ipv6Addr` | as they are |
//! | `NonZero<T>` | as the number |
//! | `Option<T>`, T of fixed width | 00 and zeros, or 01 and T; none first |
//! | an enum that derives `KeyCode` | its code |
//! | a struct that derives `RowKey` without a salt | its key |
//! | `uuid::Uuid` (feature `uuid`) | its 16 bytes |
//! | `jiff::Timestamp`, `chrono::DateTime<Utc>`, `time::OffsetDateTime` in UTC (features `jiff`, `chrono`, `time`) | milliseconds since the epoch, as an `i64`; a finer part is an error |
//! | `String`, `&str`, `Cow<str>`, `Vec<u8>`, `&[u8]`, `Cow<[u8]>` | as they are, where they are last or a separator follows |
//!
//! `usize` and `isize` are refused: they differ between machines.
//!
//! # On a field
//!
//! ## `pad(N)`, `pad(N, with = b' ')`, `pad(N, left)`
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
//! ## `len(N)`
//!
//! Text of exactly `N` bytes: the example of `chars` has one.
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
//!
//! ## `reverse_ts`, `reverse_ts(secs | millis | micros | nanos)`
//!
//! On an `i64` or `u64` count since the epoch, or on one of the time types: `i64::MAX - ts`, 8 bytes big endian, so that the
//! newest row comes first. Scans take natural ranges and turn them. Of a time type the unit, millis unless given, is the one
//! that is written; of a number it changes no bytes, and decides which numbers of buckets `modulo` refuses.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Event {
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! assert_eq!(Event { at: 5 }.key(), (i64::MAX - 5).to_be_bytes());
//! assert!(Event { at: 6 }.key() < Event { at: 5 }.key());
//! ```
//!
//! ## `desc`
//!
//! The bytes complemented: any other codec, in descending order.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Score {
//!     #[rowkey(desc)]
//!     points: u16,
//!     player: u32,
//! }
//!
//! assert!(Score { points: 9, player: 1 }.key() < Score { points: 8, player: 1 }.key());
//! ```
//!
//! ## `unordered`
//!
//! The admission that keys do not sort by the field, for layouts that exist already: it then has no range methods. It also
//! admits one open text that is read from the back, and codes of several widths.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Old {
//!     #[rowkey(unordered)]
//!     host: String, // ends where the last 8 bytes begin
//!     at: u64,
//! }
//!
//! let old = Old { host: "host1".into(), at: 7 };
//! assert_eq!(old.key(), b"host1\0\0\0\0\0\0\0\x07");
//! assert_eq!(Old::decode(&old.key())?, old);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! ## `with = path`
//!
//! The user's own codec: see [`codec::Codec`](crate::codec::Codec) for an example.
//!
//! ## `skip`
//!
//! Not in the key; `Default` on decode.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Page {
//!     id: u16,
//!     #[rowkey(skip)]
//!     visits: u64,
//! }
//!
//! assert_eq!(Page { id: 1, visits: 9 }.key(), [0, 1]);
//! assert_eq!(Page::decode(&[0, 1])?.visits, 0);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! ## `salt(..)`
//!
//! On one field: `#[salt(buckets = 16)]` means `of` this field. See below.
//!
//! # On the struct
//!
//! ## `prefix = ".."`, `separator = ".."`
//!
//! A literal before everything; a literal between all elements, after the salt too.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(prefix = "cdr:", separator = "_", salt(buckets = 10, of(id), digits(2)))]
//! struct Record {
//!     id: u8,
//!     #[rowkey(len(2))]
//!     kind: String,
//! }
//!
//! let key = Record { id: 7, kind: "ab".into() }.encode()?;
//! assert!(key.starts_with(b"cdr:0") && key.ends_with(b"_\x07_ab"));
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! ## `salt([ALG,] buckets = N [, of(INPUT, ..)] [, FORM] [, was(M)])`
//!
//! A small number computed from named inputs, whose label leads the key, so that writes spread over the regions and every
//! query that binds the inputs still reads one bucket.
//!
//! | ALG | bucket |
//! |---|---|
//! | `xxh3` (default), `md5` | the first 64 bits of the digest of the inputs' bytes, scaled to N |
//! | `xor` | the inputs' numbers, xor'ed, modulo N; a text gives its xxh3-64 |
//! | `modulo` | one number, modulo N; refused on a clock that would leave buckets empty |
//! | `with = path` | your `fn(&[u8], u32) -> u32` over the inputs' bytes |
//!
//! An INPUT is a field, with views: `first(n)`, `last(n)`, `from(n)`, `without("-")` of a text, `int` of the digits of a text,
//! `div(n)` of a number. `of(..)`, literally, is the whole rest of the key. The FORM of the label is `u8`, `u16`, `u32`, `i64`
//! (big endian; the least that fits unless given), `digits(n)` or `hex(n)`.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(xor, buckets = 6, of(caller.from(7).int, at.div(2_592_000_000))))]
//! struct Call {
//!     #[rowkey(len(11), chars("0-9"))]
//!     caller: String,
//!     #[reverse_ts]
//!     at: i64,
//! }
//!
//! let key = Call { caller: "13362666677".into(), at: 1_512_101_400_000 }.encode()?;
//! assert_eq!(u32::from(key[0]), (6677 ^ (1_512_101_400_000_u64 / 2_592_000_000) as u32) % 6);
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! `was(M)`: the table had M buckets, and its rows are still read. Encode writes N; decode takes the label of either; a plan
//! reads both; [`keys_of_all_generations`](crate::RowKey::keys_of_all_generations) names the keys that a delete must take. Both
//! labels must have one width.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Event {
//!     #[salt(xor, buckets = 7, was(3))]
//!     id: u32,
//! }
//!
//! assert_eq!(Event { id: 5 }.key(), [5, 0, 0, 0, 5]); // 5 mod 7
//! assert_eq!(Event::decode(&[2, 0, 0, 0, 5]), Ok(Event { id: 5 })); // 5 mod 3: written before
//! assert_eq!(Event::scan().id(5).plan()?.ranges().len(), 2);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! ## `split([RULE,] [regions = R] [, allow_dead])`
//!
//! The split keys of the table, ascending, as [`SPLIT_KEYS`](crate::RowKey::SPLIT_KEYS). Without this, a salted key has one region per
//! bucket, split at the labels 1 .. N-1 after the prefix, and others have one region. One RULE, its parts in any order:
//!
//! | RULE | split keys | `regions` |
//! |---|---|---|
//! | none | even cuts: between buckets, else between the values of the first element | R |
//! | `after = "\|"` | the labels 0 .. R-2 after the prefix, each followed by the literal | N, unless given; at most N + 1 |
//! | `hex_range("0000", "ffff")` | the HBase book's `getHexSplits`: `lo + floor((hi - lo) / R) * i`, in lower case, as wide as the bounds | R |
//! | `byte_range("a", b"\xFF")` | HBase's `Admin.createTable(start, end, n)`: both bounds, and even cuts of the bytes between | R, 3 or more |
//! | `hex_string`, `decimal_string` | HBase's `RegionSplitter`: from 00000000 to FFFFFFFF, or to 99999999; all rounding falls to the last region | R |
//! | `md5_string` | its `MD5StringSplit` of HBase 0.92: from 00000000 to 7FFFFFFF | R |
//! | `uniform` | its `UniformSplit`: from the empty row to eight bytes FF | R, 2 or more |
//! | `keys("a", b"\x01", ..)` | as listed | none |
//!
//! `hex_string`, `decimal_string`, `md5_string` and `uniform` take `first = ".."` and `last = ".."`, of which the width of `last` is that of the keys. At most 4,096 keys are
//! computed while compiling; the functions of [`split`](crate::split) compute any number at run time, and write
//! them as text for the HBase shell.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 4))]
//! struct Id(u32);
//!
//! assert_eq!(Id::SPLIT_KEYS, [[0x40, 0, 0, 0], [0x80, 0, 0, 0], [0xC0, 0, 0, 0]]);
//!
//! #[derive(RowKey)]
//! #[rowkey(split(decimal_string, regions = 3, first = "100", last = "999"))]
//! struct Number(#[rowkey(len(3), chars("0-9"))] String);
//!
//! assert_eq!(Number::SPLIT_KEYS, [b"400", b"700"]);
//!
//! #[derive(RowKey)]
//! #[rowkey(separator = "_", split(after = "|"))]
//! struct Call {
//!     #[salt(buckets = 3, digits(2))]
//!     caller: u64,
//! }
//!
//! assert_eq!(Call::SPLIT_KEYS, [b"00|", b"01|"]);
//! assert_eq!(rowkey::split::after(Call::LAYOUT, b"|", 2)?, [b"00|"]);
//! assert_eq!(rowkey::split::even(Call::LAYOUT, 3)?, [b"01", b"02"]);
//! let line = rowkey::split::shell_create("calls", &["d"], Call::SPLIT_KEYS)?;
//! assert_eq!(line, "create 'calls', 'd', SPLITS => ['00|', '01|']");
//! # Ok::<(), rowkey::split::SplitError>(())
//! ```
//!
//! A region that no key can fall into does not compile, unless `allow_dead` admits it: then the byte map names it, and
//! [`Layout::dead_regions`](crate::Layout::dead_regions) lists it. `after` needs a salt, and a literal above all that can follow a
//! label: rows that sort past it would fall into the region of the next one.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(uniform, regions = 16))] // most of these bytes begin no text of hex digits
//! struct Id(#[rowkey(len(32), chars("0-9a-f"))] String);
//! ```
//!
//! ## `crate = path`
//!
//! Where generated code finds this crate, when it is not `::rowkey`.

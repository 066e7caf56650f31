//! How a field or a whole key is encoded.
//!
//! # Without an attribute
//!
//! | type | bytes |
//! |---|---|
//! | `u8` .. `u128` | big endian |
//! | `i8` .. `i128` | big endian, the sign bit flipped |
//! | `bool` | 00 or 01 |
//! | `char` | its code point, 4 bytes |
//! | `f32`, `f64` | IEEE bits, so turned that they sort like `total_cmp`. Scans compare like `==` and `<`: -0.0 and 0.0 are one value, and NaN is in no range but is found by its bits |
//! | `[u8; N]`, `Ipv4Addr`, `Ipv6Addr` | as they are |
//! | `NonZero<T>` | as the number |
//! | a tuple of two to six of these, `[T; N]` of these | one after the other |
//! | `Option<T>`, T of fixed width | 00 and zeros, or 01 and T; none first. Attributes say how T is written |
//! | an enum that derives `KeyCode` | its code |
//! | a struct that derives `RowKey` without a salt | its key |
//! | `uuid::Uuid` (feature `uuid`) | its 16 bytes |
//! | `Timestamp`, `DateTime<Utc>`, `OffsetDateTime`, dates and civil times of `jiff`, `chrono` and `time` (features of these names), `SystemTime` (feature `std`), `Duration` | only with `time(..)` or `reverse_ts(..)`, which say how |
//! | `String`, `&str`, `Cow<str>`, `Vec<u8>`, `&[u8]`, `Cow<[u8]>`; `Box`, `Rc` or `Arc` of `str` or `[u8]`; `SmolStr`, `CompactString`, `bytes::Bytes` (features `smol_str`, `compact_str`, `bytes`) | as they are, where they are last or a separator follows |
//!
//! `usize` and `isize` are refused: they differ between machines. So are types that carry a time zone, such as `jiff::ZonedDateTime`:
//! keys of one moment would differ by it. A type of your own that converts into one of these says so: [`via = T`](#via--t).
//!
//! Attributes of an `Option` say how its value is written; `desc` reverses all of it, so that none is last:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Task {
//!     #[pad(8)]
//!     owner: Option<String>,
//!     #[rowkey(time(millis, floor), desc)]
//!     done: Option<i64>,
//! }
//!
//! let key = |owner: Option<&str>, done| Task { owner: owner.map(str::to_owned), done }.encode();
//! assert_eq!(key(Some("ann"), None)?, *b"\x01ann\0\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
//! assert!(key(None, Some(2))? < key(None, Some(1))? && key(None, Some(1))? < key(None, None)?);
//! assert!(key(None, None)? < key(Some(""), Some(2))?);
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! ## `repeated`
//!
//! A `Vec` of values of one width, one after the other, up to the end of the key: the last field. The values are of any type that has
//! a fixed width without an item: numbers, `[u8; N]`, tuples and arrays of these, or a struct that derives `RowKey`, whose fields may have
//! items. Lists sort like `Vec`s: one that begins with another sorts behind it.
//!
//! A scan binds the whole list or a range of lists, `f(starts_with([..]))` its first values; `filter_f(starts_with([..]))` and
//! `filter_f(contains([..]))` keep lists that begin with these values, or hold them side by side.
//!
//! ```
//! # use rowkey::{RowKey, contains, starts_with};
//! type Uid = [u8; 3];
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Point {
//!     metric: Uid,
//!     base: u32,
//!     #[rowkey(repeated)]
//!     tags: Vec<(Uid, Uid)>,
//! }
//!
//! let point = Point { metric: [0, 0, 1], base: 7_200, tags: vec![([0, 0, 1], [0, 0, 9]), ([0, 0, 2], [0, 0, 4])] };
//! let key = point.encode()?;
//! assert_eq!(key, b"\0\0\x01\0\0\x1C\x20\0\0\x01\0\0\x09\0\0\x02\0\0\x04");
//! assert_eq!(Point::decode(&key)?, point);
//!
//! let hour = || Point::scan().metric([0, 0, 1]).base(7_200u32);
//! assert_eq!(hour().tags(starts_with([([0, 0, 1], [0, 0, 9])])).plan()?.ranges().len(), 1);
//! assert!(hour().filter_tags(contains([([0, 0, 2], [0, 0, 4])])).plan()?.matches(&key));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `via = T`
//!
//! The value is written as the `T` that it converts into, and as all other items say of a `T`: for a newtype, an id, a type of another
//! crate. Order, salt inputs, `explain` and the lock are those of the `T`. The type implements `Clone`, and `From` or `TryFrom` both
//! ways; `encode` fails where a value does not convert, decode where a `T` does not. A value must come back from its `T` as it
//! was.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(Clone, Debug, PartialEq)]
//! struct Phone(String);
//!
//! impl From<Phone> for String {
//!     fn from(phone: Phone) -> String {
//!         phone.0
//!     }
//! }
//!
//! impl TryFrom<String> for Phone {
//!     type Error = &'static str;
//!
//!     fn try_from(digits: String) -> Result<Self, &'static str> {
//!         if digits.bytes().all(|byte| byte.is_ascii_digit()) { Ok(Self(digits)) } else { Err("not a phone number") }
//!     }
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Call {
//!     #[salt(buckets = 6)]
//!     #[pad(8)]
//!     #[rowkey(via = String)]
//!     phone: Phone,
//!     #[rowkey(via = u32)]
//!     port: usize,
//! }
//!
//! let call = Call { phone: Phone("4912345".into()), port: 7 };
//! let key = call.encode()?;
//! assert_eq!(key, *b"\x044912345\0\0\0\0\x07");
//! assert_eq!(Call::decode(&key)?, call);
//! assert!(Call::decode(b"\x0449-2345\0\0\0\0\x07").is_err(), "not a phone number");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `with = path`
//!
//! The user's own codec: a type that implements [`codec::Codec`](crate::codec::Codec) for the field's type. Its language says how
//! wide the element is, what it holds and how it sorts, and takes part in all proofs. Its output is checked against its
//! language, and another width or byte is an error of `encode`: so such a key can fail, whatever the codec's `Error`.
//!
//! ```
//! # use rowkey::RowKey;
//! use rowkey::codec::{Codec, Piece};
//! use rowkey::language::Language;
//! use rowkey::{ElementError, Sink};
//! use std::convert::Infallible;
//!
//! /// Minutes of a day in two bytes, as hours and minutes.
//! struct Clock;
//!
//! impl<'k> Codec<'k, u16> for Clock {
//!     const LANGUAGE: Language = Language::number(2, 0, 0x17_3B);
//!     type Error = Infallible;
//!
//!     fn write<S: Sink>(minutes: &u16, out: &mut S) -> Result<(), Infallible> {
//!         let minutes = minutes % 1_440;
//!         out.put(&[(minutes / 60) as u8, (minutes % 60) as u8]);
//!         Ok(())
//!     }
//!
//!     fn read(element: Piece<'k, '_>) -> Result<u16, ElementError> {
//!         match element.array()? {
//!             [hours @ 0..=23, minutes @ 0..=59] => Ok(u16::from(hours) * 60 + u16::from(minutes)),
//!             _ => Err(ElementError::Other("no time of day")),
//!         }
//!     }
//! }
//!
//! #[derive(RowKey)]
//! struct Departure {
//!     #[rowkey(with = Clock)]
//!     at: u16,
//!     gate: u8,
//! }
//!
//! assert_eq!(Departure { at: 13 * 60 + 5, gate: 9 }.encode()?, [13, 5, 9]);
//! assert!(Departure::decode(&[24, 0, 9]).is_err());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! ## `encoding = fdb_tuple`
//!
//! The key is a tuple as FoundationDB's tuple layer packs it, in all of its bindings: each field is an element that begins with a code
//! and says where it ends, so keys sort by their fields without separators, widths or items.
//!
//! | type | element |
//! |---|---|
//! | integers of up to 64 bits, `NonZero` of these | a code that counts the bytes, then as few as the number needs |
//! | `bool`, `f32`, `f64`, `Uuid` | the code, and the bytes |
//! | text, byte strings | the code, the bytes with 00 as 00 FF, and 00; a type that only borrows (`&str`) cannot be read |
//! | [`Versionstamp`](crate::Versionstamp) | the code and 12 bytes; at most one in a key, at [`versionstamp_offset`](crate::Layout::versionstamp_offset) |
//! | `Option` of these | null is one byte |
//! | a key with the same encoding | a nested tuple |
//!
//! A `prefix` in front makes it a key of a subspace. A salt writes its label before the tuple, which the tuple layer then reads behind
//! that. Other items on a field do not stand beside it. `index(..)` takes the encoding over.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(encoding = fdb_tuple)]
//! struct Event {
//!     tenant: String,
//!     delta: i64,
//!     parent: Option<u32>,
//! }
//!
//! let event = Event { tenant: "de".into(), delta: -5, parent: None };
//! assert_eq!(event.key(), b"\x02de\0\x13\xFA\0");
//! assert_eq!(Event::decode(b"\x02de\0\x13\xFA\0")?, event);
//! let plan = Event::scan().tenant("de").delta(..0).plan()?;
//! assert!(plan.ranges().next().is_some_and(|range| range.contains(&event.key())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without the slot of a versionstamp, `encode` gives the whole key. With one, the store writes the transaction into it:
//!
//! ```
//! # use rowkey::{RowKey, Versionstamp};
//! #[derive(RowKey)]
//! #[rowkey(encoding = fdb_tuple, prefix = "log")]
//! struct Logged {
//!     at: Versionstamp,
//!     id: u64,
//! }
//!
//! const AT: usize = match Logged::LAYOUT.versionstamp_offset() {
//!     Some(offset) => offset,
//!     None => panic!("everything before the versionstamp has a fixed width"),
//! };
//! let mut operand = Logged { at: Versionstamp::incomplete(0), id: 7 }.key();
//! operand.extend((AT as u32).to_le_bytes()); // for `SET_VERSIONSTAMPED_KEY`
//! assert_eq!(operand, b"log\x33\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\x15\x07\x04\0\0\0");
//! ```
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(encoding = fdb_tuple)]
//! struct Host(#[pad(20)] String);
//! ```
//!
//! ## `encoding = ordered_code`
//!
//! The key is one that Bigtable reads and writes by a row key schema, as that of a continuous materialized view
//! (`OrderedCodeBytes` of a `Struct` in the Admin API v2). Fields stand one after the other with 00 01 between them; keys sort by them
//! without separators, widths or items. Empty texts at the end of a key are not written, so such a key is the start of those that go
//! on, and a scan of its first fields finds all of them.
//!
//! | type | in the schema | bytes |
//! |---|---|---|
//! | text | `String`, `utf8_bytes` | UTF-8 with 00 as 00 FF; the empty text as 00 00, at the end of a key not at all |
//! | byte strings | `Bytes`, `raw` | the same of the bytes |
//! | `i8` to `i64`, `u8` to `u32` | `Int64`, `ordered_code_bytes` | 1 to 10 bytes, fewer the nearer the number is to 0; 00 as 00 FF |
//!
//! A `Timestamp` is an `i64` of microseconds. [`desc`](super::numbers#desc) complements a field and the 00 01 behind it, which also the last field
//! has then: `DESC` of the schema. The schema describes the whole key, so there is no `prefix` and no salt: make them fields. A type
//! that only borrows (`&str`) cannot be read. A key in ordered code cannot be a part of another. `index(..)` takes the encoding over.
//!
//! ```
//! # use rowkey::{KeyRange, RowKey};
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(encoding = ordered_code)]
//! struct Reading {
//!     country: String,
//!     device: i64,
//!     #[rowkey(desc)]
//!     at: i64,
//!     channel: String,
//!     unit: String,
//! }
//!
//! let reading = |channel: &str| Reading { country: "de".into(), device: 300, at: 7, channel: channel.into(), unit: String::new() };
//! assert_eq!(reading("ph").key(), b"de\0\x01\xC1\x2C\0\x01\x78\xFF\xFEph");
//! assert_eq!(reading("").key(), b"de\0\x01\xC1\x2C\0\x01\x78\xFF\xFE");
//! assert_eq!(Reading::decode(&reading("").key())?, reading(""));
//! let plan = Reading::scan().country("de").device(300).at(7).plan()?;
//! let found: Vec<KeyRange> = plan.ranges().collect();
//! assert!(["", "ph"].iter().all(|channel| found[0].contains(&reading(channel).key())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(encoding = ordered_code)]
//! struct Device(u64); // not an `Int64`
//! ```

//! How values become bytes: the default of each type, your own types and codecs, lists, and the key formats of other
//! systems.
//!
//! # Which one do I need?
//!
//! | need | attribute |
//! |---|---|
//! | A type of the [table below](#without-an-attribute) | no attribute |
//! | A newtype, an id, or a type of another crate | [`via = T`](#via) |
//! | Your own byte format for one field | [`with = path`](#with) |
//! | A UUID of version 7, whose time the compile-time checks should know | [`with = rowkey::codec::UuidV7`](super::time#ids-that-begin-with-a-time) |
//! | A list of values at the end of the key | [`repeated`](#repeated) |
//! | A number in hexadecimal | [`hex(N)`](super::numbers#digits-hex-bytes) |
//! | A digest or an id as hexadecimal text | [`len(32)`](super::text#len) with [`chars("0-9a-f")`](super::text#chars) |
//! | Keys for FoundationDB's tuple layer | [`encoding = fdb_tuple`](#encoding--fdb_tuple) |
//! | Keys with a Bigtable row key schema | [`encoding = ordered_code`](#encoding--ordered_code) |
//! | Columns of Apache Phoenix | [`codec::phoenix`](crate::codec::phoenix) for floats and descending texts, and [a salt](super::salt#tables-of-apache-phoenix) |
//!
//! # Without an attribute
//!
//! | type | bytes |
//! |---|---|
//! | `u8` .. `u128` | big endian |
//! | `i8` .. `i128` | big endian, the sign bit flipped |
//! | `bool` | `0x00` or `0x01` |
//! | `char` | its code point, 4 bytes |
//! | `f32`, `f64` | IEEE bits, transformed so that byte order matches `f64::total_cmp`. Scans compare like `==` and `<`: -0.0 and 0.0 are one value. NaN is in no range, but you can find it by its bits |
//! | `[u8; N]`, `Ipv4Addr`, `Ipv6Addr` | the bytes as they are |
//! | `NonZero<T>` | as the number |
//! | a tuple of two to six of these, `[T; N]` of these | one after the other |
//! | `Option<T>`, T of fixed width | `0x00` and zeros for `None`, `0x01` and T for `Some`. `None` sorts first. Attributes apply to T |
//! | `Option<T>`, T [`terminated`](super::text#terminated) or another form that shows its end | `0x00` for `None`, `0x01` and T for `Some`. `None` sorts first |
//! | an enum that derives `KeyCode` | its [code](super::enums#code) |
//! | a struct that derives `RowKey` without a salt | its key |
//! | `uuid::Uuid`, `ulid::Ulid` (features `uuid`, `ulid`) | the 16 bytes |
//! | `Timestamp`, `DateTime<Utc>`, `OffsetDateTime`, dates and civil times of `jiff`, `chrono`, and `time` (features with these names), `SystemTime` (feature `std`), `Duration` | only with [`time(..)` or `reverse_ts(..)`](super::time) |
//! | `String`, `&str`, `Cow<str>` | UTF-8, in the last field or before a separator. Otherwise, see [texts](super::text) |
//! | `Vec<u8>`, `&[u8]`, `Cow<[u8]>` | the bytes as they are, in the same places |
//! | `Box`, `Rc`, or `Arc` of `str` or `[u8]` | as `str` or `[u8]` |
//! | `SmolStr`, `CompactString`, `bytes::Bytes` (features `smol_str`, `compact_str`, `bytes`) | as `str` or `[u8]` |
//!
//! Some types are refused:
//!
//! - `usize` and `isize` differ between machines.
//! - Types with a time zone, such as `jiff::ZonedDateTime`, would give one moment different keys.
//!
//! To use your own type, or one of these, convert it with [`via = T`](#via).
//!
//! Attributes of an `Option` apply to its value. `desc` reverses the whole element, so that `None` sorts last:
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
//! # `via`
//!
//! **Syntax:** `via = T`
//!
//! Converts the value into a `T` and writes that. All other attributes of the field apply to the `T`.
//!
//! - **Bytes:** the bytes of the `T`.
//! - **Order:** by the `T`. Salt inputs, `explain`, and the lock use the `T` as well.
//! - **Ranges:** compared by the `T`. If your values do not sort like their `T`, write
//!   [`allow(unordered)`](super::keys#allow) as well. You then cannot bind the field to a range, and `plan()` rejects a
//!   filter with a range. `laws!` finds a missing opt-out.
//! - **Errors:** `encode` rejects a value without a conversion, and `decode` rejects a `T` without one.
//!
//! The type implements `Clone`, and `From` or `TryFrom` in both directions. A value must be the same after both
//! conversions.
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
//! # `with`
//!
//! **Syntax:** `with = path`
//!
//! Writes the field with your own codec, a type that implements [`codec::Codec`](crate::codec::Codec) for the field's
//! type.
//!
//! - **Bytes:** the output of the codec.
//! - **Order:** as the codec declares.
//! - **Errors:** `encode` checks the output and rejects any other width or byte than the codec declares. Encoding such
//!   a key can therefore fail, even if the codec's `Error` type is `Infallible`.
//!
//! The `LANGUAGE` of a codec declares the width, the possible bytes, and the order of its elements. The compile-time
//! checks use it like the language of any built-in codec. Three statements decide which rows a range finds:
//!
//! | codec | must state | otherwise |
//! |---|---|---|
//! | greater values have smaller bytes | `LANGUAGE.descending()` | wrong rows |
//! | bytes do not sort like the values | `LANGUAGE.unordered()`, with [`rank`](crate::codec::Codec::rank) | wrong rows without `unordered`, no ranges without `rank` |
//! | several values have the same bytes | [`place`](crate::codec::Codec::place) | ranges miss rows |
//!
//! `laws!` finds the wrong rows: it compares ranges with the `PartialOrd` of the field's type.
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
//! # `repeated`
//!
//! **Syntax:** `repeated`
//!
//! Writes a `Vec` of values with one fixed width, up to the end of the key. It must be the last field.
//!
//! - **Bytes:** the values, one after the other.
//! - **Order:** like `Vec`. A list sorts after a shorter one that it begins with.
//!
//! The values can have any type with a fixed width and no attribute: numbers, `[u8; N]`, and tuples and arrays of
//! these. A struct that derives `RowKey` works as well, and its fields can have attributes.
//!
//! You can bind the whole list, a range of lists, or its first values with `f(starts_with([..]))`. As a filter,
//! `filter_f(starts_with([..]))` keeps lists that begin with these values. `filter_f(contains([..]))` keeps lists that
//! contain these values next to each other.
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
//! let hour = || Point::scan().metric([0, 0, 1]).base(7_200);
//! assert_eq!(hour().tags(starts_with([([0, 0, 1], [0, 0, 9])])).plan()?.ranges().len(), 1);
//! assert!(hour().filter_tags(contains([([0, 0, 2], [0, 0, 4])])).plan()?.matches(&key));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # `encoding = fdb_tuple`
//!
//! **Syntax:** `encoding = fdb_tuple`
//!
//! Writes the key as a tuple of FoundationDB's tuple layer, in the format of all of its bindings.
//!
//! - **Bytes:** one element per field. An element begins with a type code and shows where it ends.
//! - **Order:** by the fields, without separators, widths, or attributes.
//!
//! | type | element |
//! |---|---|
//! | integers of up to 64 bits, `NonZero` of these | a code with the number of bytes, then only as many bytes as the number needs |
//! | `bool`, `f32`, `f64`, `Uuid` | the code and the bytes |
//! | text, byte strings | the code, the bytes with `0x00` as `0x00 0xFF`, and `0x00`. `decode` cannot borrow them as a `&str` |
//! | [`Versionstamp`](crate::Versionstamp) | the code and 12 bytes. At most one in a key, at [`versionstamp_offset`](crate::Layout::versionstamp_offset) |
//! | `Option` of these | null is one byte |
//! | a key with the same encoding | a nested tuple |
//!
//! With a `prefix`, the key is in a subspace. With a salt, the label precedes the tuple, and the tuple layer reads the
//! bytes after it. Fields take [few other attributes](super#conflicts). `index(..)` uses the same encoding.
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
//! Without a versionstamp, `encode` returns the whole key. With one, the store writes the transaction into it:
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
//! Attributes with another format are refused:
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(encoding = fdb_tuple)]
//! struct Host(#[pad(20)] String);
//! ```
//!
//! # `encoding = ordered_code`
//!
//! **Syntax:** `encoding = ordered_code`
//!
//! Writes the key as Bigtable does for a row key schema, such as the one of a continuous materialized view. In the
//! Admin API v2, this is `OrderedCodeBytes` of a `Struct`.
//!
//! - **Bytes:** the fields, one after the other, with `0x00 0x01` between them.
//! - **Order:** by the fields, without separators, widths, or attributes.
//! - **Limit:** the last of several fields cannot be an empty text. Bigtable omits it, and with it the `0x00 0x01`
//!   before it. Encoding such a value is an error, and so is decoding such a key.
//!
//! | type | schema type | bytes |
//! |---|---|---|
//! | text | `String`, `utf8_bytes` | UTF-8 with `0x00` as `0x00 0xFF`. The empty text is `0x00 0x00` |
//! | byte strings | `Bytes`, `raw` | the bytes in the same form |
//! | `i8` to `i64`, `u8` to `u32` | `Int64`, `ordered_code_bytes` | 1 to 10 bytes, fewer for numbers near 0. `0x00` is written as `0x00 0xFF` |
//!
//! - A `Timestamp` of the schema is an `i64` of microseconds.
//! - [`desc`](super::numbers#desc) is `DESC` of the schema. It complements the field and the `0x00 0x01` after it,
//!   which then follows even the last field.
//! - The schema describes the whole key, so a `prefix` and a salt are refused. Make them ordinary fields.
//! - `decode` cannot borrow a `&str`. Use `Cow<str>` or `String`.
//! - A key in ordered code cannot be nested in another key.
//! - `index(..)` uses the same encoding.
//!
//! ```
//! # use rowkey::RowKey;
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
//! let reading = |channel: &str, unit: &str| Reading {
//!     country: "de".into(),
//!     device: 300,
//!     at: 7,
//!     channel: channel.into(),
//!     unit: unit.into(),
//! };
//! let key = reading("", "V").encode()?;
//! assert_eq!(key, b"de\0\x01\xC1\x2C\0\x01\x78\xFF\xFE\0\0\0\x01V");
//! assert_eq!(Reading::decode(&key)?, reading("", "V"));
//! let plan = Reading::scan().country("de").device(300).at(7).plan()?;
//! assert!(plan.only_range().is_some_and(|range| range.contains(&key)));
//!
//! let error = reading("ph", "").encode().unwrap_err();
//! assert!(error.to_string().starts_with("`Reading.unit` cannot be written: the last field is empty"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A type without a schema type is refused:
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(encoding = ordered_code)]
//! struct Device(u64); // not an `Int64`
//! ```

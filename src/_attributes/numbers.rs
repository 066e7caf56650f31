//! Attributes for numbers: as text or binary, with a fixed width or not, ascending or descending.
//!
//! They apply to `u8` to `u128`, `i8` to `i128`, and `NonZero` of these. `raw` and `desc` apply to floats as well.
//!
//! # Which one do I need?
//!
//! Without an attribute, a number is written big endian in as many bytes as its type has. The sign bit is flipped, so
//! negative numbers sort first. In a new table, you rarely need anything else.
//!
//! | form | bytes of `42_u32` | order | use |
//! |---|---|---|---|
//! | no attribute | `0x00 0x00 0x00 0x2A` | by value | new tables |
//! | [`bytes(3)`](#digits-hex-bytes) | `0x00 0x00 0x2A` | by value | numbers smaller than their type |
//! | [`digits(5)`](#digits-hex-bytes) | `00042` | by value | readable keys |
//! | [`hex(8)`](#digits-hex-bytes) | `0000002a` | by value | ids that other programs write in hex |
//! | [`decimal`](#decimal) | `42` | not by value | existing tables whose numbers have no leading zeros |
//! | [`raw`](#raw), signed types and floats only | like Java's `Bytes.toBytes` | negative values last | existing tables of Java programs |
//! | [`le`](#le), 2 bytes or more | `0x2A 0x00 0x00 0x00` | not by value | existing tables with little-endian numbers |
//! | [`desc`](#desc) | `0xFF 0xFF 0xFF 0xD5` | descending | largest number first |
//!
//! For a time, see [`time`](super::time). To write another number type, see [`via`](super::encodings#via).
//!
//! # `digits`, `hex`, `bytes`
//!
//! **Syntax:** `digits(N)`, `hex(N)`, `hex(N, upper)`, `bytes(N)`
//!
//! Writes an integer with a fixed width: as decimal text, as hexadecimal text, or in binary.
//!
//! - **Bytes:** `N`. Texts have leading zeros and at most 64 digits. `bytes(N)` has at most 16 bytes, and is big endian
//!   without [`le`](#le).
//! - **Order:** by value.
//! - **Errors:** `encode` rejects a negative number and a number that does not fit. `decode` accepts digits only, and
//!   hexadecimal digits only in the declared case.
//!
//! The bound of a scan can be any number, even one that does not fit. To hold every value of `u8`, `u16`, `u32`, `u64`,
//! and `u128`, you need 3, 5, 10, 20, and 39 decimal digits. In hexadecimal, you need 2 digits per byte.
//!
//! | field | value | bytes |
//! |---|---|---|
//! | `digits(5)` | `42_u16` | `00042` |
//! | `hex(16)` | `0xDEAD_BEEF_u64` | `00000000deadbeef` |
//! | `hex(2, upper), desc` | `0xA7_u8` | `58` |
//! | `digits(6), desc` | `42_u32` | `999957` |
//! | `digits(13)` | `1_450_922_400_000_u64` | `1450922400000` |
//! | `bytes(3)` | `1_000_u32` | `0x00 0x03 0xE8` |
//!
//! `NonZero` is written like its number. On a date or time type, add
//! [`time(millis, floor)`](super::time#time-with-a-unit) or another unit, so that the field has a number.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Image {
//!     #[rowkey(hex(16))]
//!     id: u64,
//!     #[rowkey(digits(3))] // 0 to 999
//!     page: i32,
//! }
//!
//! let key = Image { id: 0xDEAD_BEEF, page: 7 }.encode()?;
//! assert_eq!(&key, b"00000000deadbeef007");
//! assert!(Image { id: 1, page: -1 }.encode().is_err());
//! assert!(Image::decode(b"00000000DEADBEEF007").is_err());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! # `decimal`
//!
//! **Syntax:** `decimal`
//!
//! Writes an integer as text without leading zeros, as `Display` prints it.
//!
//! - **Bytes:** the digits, and a `-` before a negative number. A `u64` has 1 to 20 bytes.
//! - **Order:** not by value, because `10` sorts before `9`. The attribute is an opt-out in itself, so
//!   `allow(unordered)` is not needed.
//! - **Errors:** `decode` rejects a leading zero and a plus sign.
//!
//! Like a text, the number needs an end. Make it the last field, or write a separator after it that begins with no
//! digit. For signed types, the separator cannot begin with `-` either. One such field can also be read from the back
//! of the key.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_")]
//! struct Stay {
//!     #[rowkey(decimal)]
//!     floor: i8,
//!     #[rowkey(decimal)]
//!     seconds: u32,
//! }
//!
//! assert_eq!(Stay { floor: -2, seconds: 180 }.key(), b"-2_180");
//! assert!(Stay::decode(b"-2_0180").is_err());
//! ```
//!
//! # `raw`
//!
//! **Syntax:** `raw`
//!
//! Writes a signed integer in two's complement, and a float as its IEEE bits, as Java's `Bytes.toBytes` does.
//!
//! - **Bytes:** the width of the type, big endian.
//! - **Order:** negative values sort last. The attribute is an opt-out in itself, so `allow(unordered)` is not needed.
//!
//! Unsigned integers are already written in this form, so `raw` is refused for them. For the same numbers with the least
//! significant byte first, see [`le`](#le).
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Reading {
//!     #[rowkey(raw)]
//!     degrees: i32,
//!     #[rowkey(raw)]
//!     volts: f32,
//! }
//!
//! assert_eq!(Reading { degrees: -1, volts: 1.0 }.key(), *b"\xFF\xFF\xFF\xFF\x3F\x80\x00\x00");
//! ```
//!
//! # `le`
//!
//! **Syntax:** `le`
//!
//! Writes an integer in little endian: the least significant byte comes first, as with Rust's `to_le_bytes`. Signed
//! integers are in two's complement. Many programs write such keys without a reason, because memory is little endian.
//!
//! - **Bytes:** the width of the type, or `N` bytes with `bytes(N)`.
//! - **Order:** not by value, because the first byte counts least. The attribute is an opt-out in itself, so
//!   `allow(unordered)` is not needed.
//! - **Errors:** those of `bytes(N)`. Without it, `encode` accepts every value.
//!
//! Integers of any sign take `le`, unlike [`raw`](#raw), which is big endian and changes only signed integers. A number of
//! one byte has the same bytes in both directions, so `le` is refused for it. For an `i8` in two's complement, use `raw`.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Entry {
//!     #[rowkey(le)]
//!     height: u32,
//!     #[rowkey(bytes(3), le)] // up to 16,777,215
//!     index: u32,
//!     #[rowkey(le)]
//!     delta: i16,
//! }
//!
//! let key = Entry { height: 258, index: 1, delta: -2 }.encode()?;
//! assert_eq!(key, *b"\x02\x01\0\0\x01\0\0\xFE\xFF");
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! # `desc`
//!
//! **Syntax:** `desc`
//!
//! Reverses the order of a field: the largest value sorts first.
//!
//! - **Bytes:** as many as without it. All bytes of the element are complemented, including padding and the end mark.
//!   Numbers as text are an exception, see below.
//! - **Order:** descending.
//!
//! It combines with every form of text, number, and time except `reverse_ts`. A text at the end of the key needs a
//! width or `terminated` first, because a key always sorts before a longer key that begins with it.
//!
//! With `digits(N)`, `hex(N)`, and `decimal`, the number is reversed instead of its bytes:
//!
//! - If `N` digits can hold the maximum of the type, the key holds that maximum minus the value. For a `u64`, this is
//!   `u64::MAX - v` as text. For an `i64`, `digits(19)` rejects negative numbers, and `digits(20)` can hold them.
//! - Fewer digits count down from the largest number of `N` digits. For a `u32`, `digits(6)` is `999999 - v`, and
//!   `encode` rejects a value above 999,999. `time(millis), digits(13), desc` is `9999999999999 - millis`.
//!
//! An `Option` is no number, so its bytes are complemented, even with `digits(N)`.
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
//!
//! #[derive(RowKey)]
//! struct Slot(#[rowkey(hex(16), desc)] u64);
//!
//! assert_eq!(&Slot(0xABCD).key(), b"ffffffffffff5432");
//!
//! #[derive(RowKey)]
//! struct Rating(#[rowkey(digits(6), desc)] u32);
//!
//! assert_eq!(&Rating(2_800).encode()?, b"997199");
//! assert!(Rating(1_000_000).encode().is_err());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```

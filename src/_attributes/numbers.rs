//! Numbers.
//!
//! ## `digits(N)`, `hex(N)`, `hex(N, upper)`, `bytes(N)`
//!
//! An integer as text of `N` bytes with leading zeros, decimal or in lower-case or upper-case hex, 64 at most; or in `N` bytes, big
//! endian, 16 at most. Sorts. 3, 5, 10, 20 or 39 decimal digits hold all of `u8` .. `u128`, in hex two for each byte; what is below
//! zero or does not fit is an error of encode, and a bound of a scan may be any number. Decode takes these digits only, of
//! hex in this case only. `NonZero` is written as its number; of a time, `time(millis, floor)` says which number it is.
//!
//! | field | | bytes |
//! |---|---|---|
//! | `digits(5)` | `42_u16` | `00042` |
//! | `hex(16)` | `0xDEAD_BEEF_u64` | `00000000deadbeef` |
//! | `hex(2, upper), desc` | `0xA7_u8` | `58` |
//! | `digits(6), desc` | `42_u32` | `999957` |
//! | `digits(13)` | `1_450_922_400_000_u64` | `1450922400000` |
//! | `bytes(3)` | `1_000_u32` | `00 03 E8` |
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
//! ## `decimal`
//!
//! An integer as text of its own width, as `Display` shows it: 1 to 20 bytes of a `u64`. Decode refuses a leading zero and a
//! plus. 10 comes before 9, so this is an opt-out by itself, without `allow(unordered)`. It ends like any open
//! text: last, before a separator that begins with no digit (of signed types: and no `-`), or read from the back.
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
//! ## `raw`
//!
//! A signed integer in two's complement, a float as its IEEE bits, big endian: as by Java's `Bytes.toBytes`. Negative
//! values sort last, so this is an opt-out by itself, without `allow(unordered)`. An unsigned integer is written like this anyway: there `raw` is
//! refused.
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
//! ## `desc`
//!
//! Any other codec in descending order: its bytes complemented. With `digits(N)`, `hex(N)` and `decimal` the number is
//! reversed, not its bytes:
//!
//! - If `N` digits hold the greatest value of the type, the number is that value minus the field's: `u64::MAX - v` as text.
//!   `digits(19)` of an `i64` refuses numbers below zero, `digits(20)` has them.
//! - Fewer digits count down from their own greatest number: `digits(6)` of a `u32` is `999999 - v`, and encode refuses what is not
//!   from 0 to 999,999. `time(millis), digits(13), desc` is `9999999999999 - millis`.
//!
//! An `Option` is not a number: there the bytes are complemented, of digits, too.
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

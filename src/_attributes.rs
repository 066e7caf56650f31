//! Every attribute of `#[derive(RowKey)]` and `#[derive(KeyCode)]`: where it stands, what it writes, what it excludes, an example.
//!
//! `#[salt(..)]`, `#[pad(..)]` and `#[reverse_ts]` may stand bare on a field; everything else, and these three too, is an item of
//! `#[rowkey(..)]`. Several `#[rowkey]` merge; an item that is given twice is an error. The order of attributes never matters; the
//! order of fields is that of the key.
//!
//! Numbers are literals or constants of any integer type: `pad(WIDTH)`, `buckets = 2 * SERVERS`. Texts, bytes and sets are literals.
//!
//! In a tuple struct the inputs of a salt are the indices, `of(0.last(4))`, and the methods of a scan are `_0(..)`,
//! `_0_in(..)`, `filter_0(..)`.
//!
//! # All items
//!
//! | item | struct | field | writes | not beside |
//! |---|---|---|---|---|
//! | [`prefix = ".."`](#prefix---separator--) | x | | its bytes, before everything | |
//! | [`separator = ".."`](#separator--) | x | x | its bytes, after each element or after this one; not on the last field | `skip` |
//! | [`encoding = fdb_tuple`](#encoding--fdb_tuple) | x | | how all fields are written | all but `salt`, `via` and `skip` |
//! | [`encoding = ordered_code`](#encoding--ordered_code) | x | | how all fields are written | `prefix`, `salt`, and on fields all but `desc`, `via` and `skip` |
//! | [`salt(..)`](#salt) | x | x | a label of 1, 2, 4 or 8 bytes, or N digits, after the prefix; once | `skip` |
//! | [`split(..)`](#splitrule-regions--r--allowdead-uneven) | x | | nothing: the split keys | |
//! | [`store = ..`](#store--hbase--bigtable--lmdb--foundationdb--dynamodb) | x | | nothing: a limit of the width | |
//! | [`index(..)`](#indexnamefield---item--) | x | | nothing here: secondary keys | |
//! | [`layout = ".."`](#layout--) | x | | nothing: a lock | |
//! | [`crate = path`](#crate--path) | x | | nothing | |
//! | [`pad(N ..)`](#padn-padn-with--b--padn-left-padn-chars-padn-cut) | | x | N bytes | `len`, `terminated`, numbers, times, `with`, `repeated`, `skip` |
//! | [`len(N)`](#lenn) | | x | N bytes | `pad`, `terminated`, numbers, times, `with`, `repeated`, `skip` |
//! | [`chars("..")`](#chars0-9a-f-chars) | | x | nothing: an alphabet | numbers, times, `with`, `repeated`, `skip` |
//! | [`terminated`](#terminated) | | x | the bytes, one more for each 00, and two | `pad`, `len`, numbers, times, `with`, `repeated`, `skip` |
//! | [`reverse_text`](#reverse_text) | | x | the text back to front | numbers, times, `allow`, `with`, `repeated`, `skip` |
//! | [`digits(N)`](#digitsn-hexn-hexn-upper-bytesn) | | x | N bytes of text | numbers, texts, `with`, `repeated`, `skip` |
//! | [`hex(N)`, `hex(N, upper)`](#digitsn-hexn-hexn-upper-bytesn) | | x | N bytes of text | numbers, texts, `with`, `repeated`, `skip` |
//! | [`bytes(N)`](#digitsn-hexn-hexn-upper-bytesn) | | x | N bytes | numbers, texts, `with`, `repeated`, `skip` |
//! | [`decimal`](#decimal) | | x | 1 to 40 bytes of text | numbers, texts, `allow`, `with`, `repeated`, `skip` |
//! | [`raw`](#raw) | | x | as wide as the type | numbers, texts, times, `allow`, `with`, `repeated`, `skip` |
//! | [`reverse_ts`](#reverse_ts-reverse_tssecs--millis--micros--nanos-reverse_tsmillis-floor) | | x | 8 bytes | `desc`, `time`, texts, `raw`, `with`, `repeated`, `skip` |
//! | [`time("..")`](#timey-m-d-hm-floor-time-offset--0800-exact) | | x | as wide as the pattern | `reverse_ts`, `raw`, texts, `with`, `repeated`, `skip` |
//! | [`time(millis)`](#timesecs--millis--micros--nanos-timemillis-floor-timemillis-exact) | | x | 8 bytes | `reverse_ts`, `raw`, texts, `with`, `repeated`, `skip` |
//! | [`desc`](#desc) | | x | the bytes complemented | `reverse_ts`, `repeated`, `skip` |
//! | [`repeated`](#repeated) | | x | the values, one after the other | texts, numbers, times, `desc`, `via`, `with`, `skip` |
//! | [`allow(unordered)`](#allowunordered) | | x | nothing: an opt-out | `decimal`, `raw`, `reverse_text`, `skip` |
//! | [`hashed`](#hashed) | | x | nothing: the values are spread evenly | `skip` |
//! | [`element(..)`](#elementfieldview---form--desc-elementmd5field-form--desc) | | x | an element of its own, before the field | `skip` |
//! | [`via = T`](#via--t) | | x | as `T` | `with`, `repeated`, `skip` |
//! | [`with = path`](#with--path) | | x | as your codec says | numbers, texts, times, `via`, `repeated`, `skip` |
//! | [`skip`](#skip) | | x | nothing | all |
//! | [`code(..)`](#codes-of-an-enum) | | | on a variant: its code | |
//! | [`tag = ".."`](#tag---wastag--) | | | on a variant: its bytes, before its key | `other` |
//! | [`was(tag = "..")`](#tag---wastag--) | | | on a variant: nothing, an older tag | `other` |
//! | [`other`](#other) | | | on a variant: the bytes of every other key | `tag` |
//! | [`under(..)`](#underfield-) | | | on an enum: nothing, but the tag stands behind these fields | |
//! | [`reserved("..")`](#reserved) | | | on an enum: nothing | |
//!
//! Texts are `pad`, `len`, `terminated`, `chars` and `reverse_text`; numbers `digits`, `hex`, `bytes`, `decimal` and `raw`; times
//! `time` and `reverse_ts`. All other pairs stand together.
//!
//! # Words that another derive owns, too
//!
//! A derive beside this one may have `#[pad ..]`, `#[salt ..]` or `#[reverse_ts ..]` as its own. If the struct writes such a word
//! in `#[rowkey(..)]`, on any field, bare ones that cannot be read as ours are the other derive's.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Dish {
//!     #[pad = "left"] // another derive's
//!     #[rowkey(pad(8))]
//!     name: String,
//!     #[pad(from = "right")] // another derive's
//!     table: u16,
//! }
//!
//! assert_eq!(Dish { name: "soup".into(), table: 7 }.encode()?, *b"soup\0\0\0\0\0\x07");
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
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
//! # On a field
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
//!
//! ## `reverse_ts`, `reverse_ts(secs | millis | micros | nanos)`, `reverse_ts(millis, floor)`
//!
//! On an `i64` or `u64` count since the epoch, or on one of the date and time types (civil ones as if in UTC): `i64::MAX - ts`,
//! 8 bytes big endian, so that the newest row comes first. Scans take natural ranges and turn them. A time type is written in
//! the unit, and says what happens to a part that is finer, as with [`time`](#timesecs--millis--micros--nanos-timemillis-floor-timemillis-exact): `reverse_ts(millis, floor)`. On a number
//! the unit, millis unless given, changes no bytes: it decides which numbers of buckets `modulo` refuses, and what a salt sees of the
//! calendar.
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
//! With `digits(N)`, `hex(N)` or `decimal` the same number is text. For a `u64` it has 19 digits at most. For an `i64` or a time
//! type it is greater than `i64::MAX` before 1970: `digits(20)` writes that, `digits(19)` refuses such times, and
//! `decimal` writes a negative number, as Java's subtraction gives it.
//!
//! Fewer digits count down from their own greatest number: `digits(13)` is `9999999999999 - millis`. Encode refuses a time before 1970
//! and a time after 9999999999999, which is in the year 2286. `hex(N)` and `bytes(N)` do the same.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Login {
//!     #[reverse_ts]
//!     #[rowkey(digits(19))]
//!     at: u64,
//! }
//!
//! assert_eq!(&Login { at: 1_450_922_400_001 }.encode()?, b"9223370585932375806");
//!
//! #[derive(RowKey)]
//! struct Order {
//!     #[rowkey(reverse_ts, digits(13))]
//!     at: u64,
//! }
//!
//! let at: u64 = 1_450_922_400_001;
//! let key = format!("{:013}", 9_999_999_999_999 - at);
//! assert_eq!(Order { at }.encode()?, key.as_bytes());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! ## `time("%Y-%m-%d %H:%M", floor)`, `time("..", offset = "+08:00", exact)`
//!
//! A date or time as text, as [`strftime`](crate::codec::Pattern) of its library writes it: `DateTime`, `Date` and `Timestamp`
//! of `jiff`, `NaiveDateTime`, `NaiveDate` and `DateTime<Utc>` of `chrono`, `PrimitiveDateTime`, `Date` and `OffsetDateTime` (in
//! UTC) of `time`, each behind the feature of that name.
//!
//! The pattern is of fixed width: `%Y` four digits, `%m %d %H %M %S` two, `%j` three, `%3f %6f %9f` (with a point: `%.3f`) the
//! fraction of the second, `%F %T %R` for `%Y-%m-%d`, `%H:%M:%S`, `%H:%M`, `%%` a percent sign; all else is literal. It must have
//! the year and leave no gap down to its finest part. It sorts where its parts run from large to small; others need `allow(unordered)`,
//! and cannot be bound to a range. Years are 0 to 9999.
//!
//! A type that is finer than the pattern must say what happens to the finer part: `floor` leaves it out, and by `exact` it is an
//! error of `encode`. A bound of a scan that is finer takes in its whole unit, because a row of that unit may lie in the range: with
//! `time("%Y%m%d", floor)`, `at(..noon)` reads the rows of today. Two windows that meet at noon both return them. An instant is written in UTC, or in the `offset` given; a civil type has none.
//!
//! A value that would not come back is an error, `floor` or not: an `OffsetDateTime` that is not in UTC, which would lose its
//! offset, and a leap second of `chrono`. A scan takes both: the first finds the rows of its instant, and no row holds the second,
//! but a range begins or ends there.
//!
//! ```
//! # use rowkey::RowKey;
//! use jiff::civil::{Date, date};
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_")]
//! struct Visit {
//!     #[rowkey(time("%Y%m%d"))]
//!     day: Date,
//!     #[rowkey(time("%F %R", offset = "+08:00", floor))]
//!     at: jiff::Timestamp,
//! }
//!
//! let visit = Visit { day: date(2017, 12, 1), at: "2017-12-01T16:10:30Z".parse()? };
//! assert_eq!(visit.encode()?, *b"20171201_2017-12-02 00:10");
//! assert_eq!(Visit::decode(b"20171201_2017-12-02 00:10")?.at, "2017-12-01T16:10:00Z".parse()?);
//! assert!(Visit::decode(b"20170230_2017-12-02 00:10").is_err());
//! let plan = Visit::scan().day(date(2017, 12, 1)..date(2018, 1, 1)).plan()?;
//! assert_eq!(plan.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `time(secs | millis | micros | nanos)`, `time(millis, floor)`, `time(millis, exact)`
//!
//! On a time type the count since the epoch in the unit, civil types as if in UTC, as an `i64`: 8 bytes big endian, the sign bit
//! flipped. Such types count nanoseconds, so a coarser unit must say what happens to the finer part of a time such as `now()`: `floor`
//! leaves it out, and a bound takes in its whole unit, as with a pattern; by `exact` it is an error of `encode`. In nanoseconds a time outside
//! the years 1677 to 2262 is an error, as far as an `i64` goes. Offsets and leap seconds are errors as with a pattern, `floor` or not. On an `i64` or `u64` it changes no bytes (a `u64` above `i64::MAX` is an error): it states the unit, so that a salt
//! can see the calendar.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(xor, buckets = 6, of(at.year_month, id)))]
//! struct Event {
//!     #[rowkey(time(millis))]
//!     at: i64,
//!     id: u8,
//! }
//!
//! let key = Event { at: 1_512_130_200_000, id: 1 }.encode()?; // 2017-12-01 12:10 UTC
//! assert_eq!(u32::from(key[0]), (201_712 ^ 1) % 6);
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! use jiff::Timestamp;
//!
//! #[derive(RowKey)]
//! struct Reading {
//!     #[reverse_ts(millis, floor)]
//!     at: Timestamp,
//! }
//!
//! let at = Timestamp::now(); // in nanoseconds
//! let key = Reading { at }.encode()?;
//! assert_eq!(Reading::decode(&key).unwrap().at.as_millisecond(), at.as_millisecond());
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! Beside `digits(N)`, `hex(N)`, `bytes(N)` or `decimal` the same count stands so: `time(millis, floor), digits(13)` is the
//! milliseconds that Java's `currentTimeMillis` gives, as text.
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
//! ## `allow(unordered)`
//!
//! Opts out of keys that sort by the field, for layouts that exist already: you then cannot bind the field to a range. It also
//! allows one open text that is read from the back, and codes of several widths. On a field by which keys do sort it does not
//! compile: leave it out.
//!
//! The other opt-outs belong where the proof does: `allow(empty)` in [`salt(..)`](#saltalg-buckets--n--ofinput---form--wasolder---allowempty),
//! `allow(dead)` and `allow(uneven)` in [`split(..)`](#regions).
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Old {
//!     #[rowkey(allow(unordered))]
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
//! ## `hashed`
//!
//! The values of the first field are spread evenly over all that its codec can write: an md5 as text, a random id. So the share
//! of each region is known, and a split that gives one region more than four times the mean [does not compile](#regions). A
//! salted key needs no such word: its label decides the region.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::hex_range("0000", "ffff", 3)))]
//! struct Page {
//!     #[rowkey(hashed, len(32), chars("0-9a-f"))]
//!     md5: String,
//! }
//!
//! assert_eq!(Page::SPLIT_KEYS, [b"5555", b"aaaa"]);
//! let shares = Page::LAYOUT.region_shares().unwrap_or_default();
//! assert!(shares.iter().all(|share| (0.33..0.34).contains(share)));
//! ```
//!
//! ## `element(FIELD.VIEW .. [, FORM] [, desc])`, `element(md5(FIELD), FORM [, desc])`
//!
//! An element of the key that the struct does not have, computed from this field or a later one, and written before this field:
//! the day before the device, a few bytes of an id's digest before the id. The views are those of a salt, and end in a
//! number; `md5` and `xxh3` hash the whole field, as a [salt](#saltalg-buckets--n--ofinput---form--wasolder---allowempty) does.
//! FORM is `digits(n)`, `hex(n)` or `bytes(n)`, big endian; a calendar view is in digits unless it is given. `desc` reverses the
//! number. A number below 0 or beyond the form is an error of encode. Decode computes the element again and compares it.
//!
//! Keys sort by the element first. A scan passes over it: what is bound, ranged over or filtered of the field that it is computed from says
//! which values it has, and each is a range. Where they are not known or more than `max_ranges`, what is asked of the fields behind the
//! element becomes a filter, and `explain` says so.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Reading {
//!     #[rowkey(element(at.year_month_day))]
//!     device: u32,
//!     #[rowkey(time(millis))]
//!     at: i64,
//! }
//!
//! let reading = Reading { device: 7, at: 1_512_101_400_000 };
//! let key = reading.encode()?;
//! assert_eq!(key[..12], *b"20171201\0\0\0\x07");
//! assert_eq!(Reading::decode(&key)?, reading);
//!
//! let hour = 3_600_000;
//! let plan = Reading::scan().device(7).at(reading.at..reading.at + 24 * hour).plan()?;
//! let starts: Vec<Vec<u8>> = plan.ranges().map(|range| range.start()[..8].to_vec()).collect();
//! assert_eq!(starts, [b"20171201", b"20171202"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! OpenTSDB's base hour is `element(at.floor(3600), bytes(4))`. A digest that leads the key is a salt, and is
//! refused here; a key with such an element is not a part of another key. In a secondary key the element stands among the
//! fields: `index(ByDay(element(at.year_month_day), device, at))`.
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
//! On one field: `#[salt(buckets = 16)]` means `of` this field. All else is as [on the struct](#saltalg-buckets--n--ofinput---form--wasolder---allowempty).
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Event {
//!     #[salt(modulo, buckets = 8)]
//!     user: u32,
//!     at: u32,
//! }
//!
//! assert_eq!(Event { user: 13, at: 1 }.key(), [5, 0, 0, 0, 13, 0, 0, 0, 1]);
//! assert_eq!(Event::scan().user(13).plan()?.ranges().len(), 1);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
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
//! ## `salt([ALG,] [buckets = N] [, of(INPUT, ..)] [, FORM] [, was(OLDER, ..)] [, allow(empty)])`
//!
//! A small number computed from named inputs, whose label leads the key, so that writes spread over the regions and every
//! query that binds the inputs still reads one bucket.
//!
//! | ALG | bucket |
//! |---|---|
//! | `xxh3` (default), `md5` | the first 64 bits of the digest of the inputs' bytes, scaled to N |
//! | `xor` | the inputs' numbers, xor'ed, modulo N; a text gives its xxh3-64; not of a `u128` |
//! | `modulo` | one number, modulo N; refused on a clock that would leave buckets empty |
//! | `java_hash` | Java's `String.hashCode` of the inputs' texts joined, modulo N, never negative; numbers in decimal. Its views are Java's, see below |
//! | `phoenix` | Apache Phoenix's salt byte: of `of(..)` only, N up to 256, not a multiple of 31, which would leave buckets empty |
//! | `with = path` | your `fn(&[u8], u32) -> u32` over the inputs' bytes |
//!
//! To `xxh3`, `md5` and `with`, the bytes of a text or a byte string (`[u8; N]` too) are its own: without padding, escapes, reversal
//! or complement. For every other field (numbers, `bool`, floats, addresses, ids, dates and times, codes, `Option`, nested keys) they
//! are its element, as it is written: digits under `digits`, complemented under `desc`. A view that is a number gives it as an
//! `i64`, big endian. The inputs follow each other with nothing between.
//!
//! An INPUT is a field, with views in the order that is written, as in `caller.from(7).int`; `of(..)`, literally, is the whole
//! rest of the key.
//!
//! | view | of | gives |
//! |---|---|---|
//! | `first(n)`, `last(n)`, `from(n)` | a text | these characters |
//! | `without("-")` | a text | the rest of it |
//! | `int` | a text of 1 to 18 digits | the number. Another text is an error of encode; a text that never is one does not compile |
//! | `java_int` | a text | the number that Java's `Integer.parseInt` reads: a sign or none, then digits of any script, in 32 bits. All else is an error of encode |
//! | `div(n)` | a number | the quotient, rounded down |
//! | `floor(n)` | a number | the greatest multiple of n that is not above it |
//! | `year`, `year_month`, `year_month_day`, `hour` | a date, a time, or a count whose unit `time(..)` or `reverse_ts` states | `yyyy`, `yyyymm`, `yyyymmdd`, `yyyymmddhh` as a number: civil time in the field's `offset`, else in UTC. A count more than a million years from the epoch is an error |
//!
//! | FORM | label |
//! |---|---|
//! | `u8`, `u16`, `u32`, `i64` | big endian; the least of the first three that fits unless given |
//! | `digits(n)`, `hex(n)` | so many digits |
//! | `hex(n)`, `bytes(n)` | if the number of buckets is left out: the first n hex digits, or bytes, of the digest of `md5` (16 bytes) or `xxh3` (8) |
//!
//! 16 buckets of md5 are its first hex digit, 65,536 its first four, `1 << 27` its first seven shifted right by one bit. Without
//! `buckets` the label is the digest, and the table is cut by `split(regions = R)`. Where there are too many labels to read them one
//! by one, a scan in the order of the key binds the inputs. [`by_range`](crate::ScanPlan::by_range) reads the table as a whole.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_", split(regions = 4))]
//! struct Page {
//!     #[salt(md5, hex(32))]
//!     url: String,
//! }
//!
//! assert_eq!(Page { url: "abc".into() }.encode()?, b"900150983cd24fb0d6963f7d28e17f72_abc");
//! assert_eq!(Page::SPLIT_KEYS[1], b"80000000000000000000000000000000");
//! assert_eq!(Page::scan().url("abc").plan()?.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
//! In a salt of `java_hash` and before `java_int`, `first(n)`, `last(n)` and `from(n)` cut like Java's `substring`: by UTF-16 units, also
//! between the two of an emoji. A text that has fewer than n units is an error of encode, because `substring` throws. All other salts
//! cut by characters, and take a shorter text whole.
//!
//! With `java_int`, `xor` and `modulo` are Java's `^` and `%`, whose remainder has the sign of the number. A row whose remainder
//! is negative is an error of encode and decode: it is one of a second struct, whose prefix is the sign, and whose salt is
//! [`salt::negative_xor`](crate::salt::negative_xor):
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_", salt(xor, buckets = 6, of(caller.from(7).java_int, month.java_int), digits(2)))]
//! struct Call {
//!     #[rowkey(chars("^_"), allow(unordered))]
//!     caller: String,
//!     month: String,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(prefix = "-", separator = "_")]
//! #[rowkey(salt(with = rowkey::salt::negative_xor, buckets = 6, of(caller.from(7).java_int, month.java_int), digits(2)))]
//! struct NegativeCall {
//!     #[rowkey(chars("^_"), allow(unordered))]
//!     caller: String,
//!     month: String,
//! }
//!
//! // (6677 ^ 201712) % 6 is 1, (-123 ^ 201712) % 6 is -5.
//! assert_eq!(Call::decode(b"01_13362666677_201712")?.caller, "13362666677");
//! assert_eq!(NegativeCall::decode(b"-05_1336266-123_201712")?.caller, "1336266-123");
//! assert!(Call { caller: "1336266-123".into(), month: "201712".into() }.encode().is_err());
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! Two are for tables that Java code wrote. `java_hash` takes text and numbers only, because all else can be written as text in many ways.
//! Java's own `%` gives negative buckets for nearly half of all hashes: labels like `-03`, which no salt here writes. Such a table
//! is read by a second, laxer struct, whose label is a plain field:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_", salt(java_hash, buckets = 6, of(caller.from(7), month), digits(2)))]
//! struct Call {
//!     #[rowkey(len(11), chars("0-9"))]
//!     caller: String,
//!     month: u32,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_")]
//! struct AnyCall {
//!     #[rowkey(chars("-0-9"), allow(unordered))]
//!     label: String,
//!     #[rowkey(len(11), chars("0-9"))]
//!     caller: String,
//!     month: u32,
//! }
//!
//! // "0000201712".hashCode() % 6 is 3.
//! let call = Call { caller: "13362660000".into(), month: 201_712 };
//! assert!(call.encode()?.starts_with(b"03_13362660000_"));
//!
//! // "6677201712".hashCode() % 6 is -3, and 3 modulo 6.
//! let row = b"-03_13362666677_\0\x03\x13\xF0";
//! assert!(Call::decode(row).is_err());
//! assert_eq!(AnyCall::decode(row)?, AnyCall { label: "-03".into(), caller: "13362666677".into(), month: 201_712 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `phoenix` writes a `u8` before the rest of the key. Rows of a table that has a multiple of 31 buckets are read by the same
//! function, [`salt::phoenix`](crate::salt::phoenix), which takes any N: `with = rowkey::salt::phoenix`.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(phoenix, buckets = 8, of(..)))]
//! struct Host {
//!     #[rowkey(chars("^\0"), separator = "\0")]
//!     host: String,
//!     at: i64,
//! }
//!
//! // host VARCHAR, at BIGINT; SALT_BUCKETS = 8
//! assert_eq!(Host { host: "host1".into(), at: 7 }.encode()?, b"\x07host1\0\x80\0\0\0\0\0\0\x07");
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! A scan reads only the buckets that can hold what was asked. If all inputs are bound, that is one; with `one_of` or a
//! range of an input, the salt is computed for each value: of a number, of what `div` or a calendar view makes of it, of a
//! code or a `bool`, also one that is not bound, as long as there are few. Each of these buckets is one range, from the
//! first to the last of its values. A text that is bound by its start is known where the views look no further.
//!
//! Otherwise the scan reads all buckets, each by a range. If these are more than 4,096 ranges, or what `max_ranges` says, it reads
//! all labels as one range, and what is asked of fields is checked per row. `scan_by_range`, `keys_by_range`, `count` and `delete_all`
//! of a `Table` read such a plan, in the order of labels. A merge in the order of the key is an error when it starts:
//!
//! ```
//! # use rowkey::RowKey;
//! use rowkey::{KeyRange, ScanError, starts_with};
//!
//! #[derive(RowKey)]
//! #[rowkey(separator = "::")]
//! struct Id {
//!     #[salt(md5, buckets = 1 << 27, hex(7))]
//!     id: String,
//! }
//!
//! let plan = Id::scan().filter_id(starts_with("u")).plan()?;
//! assert!(plan.ranges().eq([KeyRange::new(b"0000000::", Some(b"7fffffg".to_vec()))]));
//! let merge = plan.merge(|_, _| Vec::<Vec<u8>>::new()).check();
//! assert!(matches!(merge.unwrap_err(), ScanError::TooManyToMerge { found: 134_217_728, most: 4_096, .. }));
//! # Ok::<(), ScanError>(())
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! use rowkey::scan::Known;
//!
//! #[derive(RowKey)]
//! struct Call {
//!     #[salt(xor, buckets = 60, of(caller, at.div(3_600)))]
//!     caller: u64,
//!     #[reverse_ts(secs)]
//!     at: i64,
//! }
//!
//! let plan = Call::scan().caller(7u64).at(3_600..3 * 3_600).plan()?; // two hours
//! assert_eq!(plan.ranges().len(), 2);
//! assert_eq!(plan.explain().inputs()[1].2, Known::Listed(2));
//! let hours: Vec<String> = plan.explain().ranges().map(|range| range.terms()[1].to_string()).collect();
//! assert_eq!(hours[0], "at from 7200 (1970-01-01T02:00:00Z) below 10800 (1970-01-01T03:00:00Z)");
//! assert_eq!(hours[1], "at from 3600 (1970-01-01T01:00:00Z) below 7200 (1970-01-01T02:00:00Z)");
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! `was(OLDER, ..)`: the table was salted otherwise, and its rows are still read. An OLDER is the number of buckets `M`; `ALG(M)` if the
//! algorithm was another, `with(path, M)` if it was your function. The newest comes first, the oldest last. Encode writes
//! N; decode takes the label of any generation; a plan reads all of them, and a [merge](crate::ScanPlan::merge) returns a
//! row once; [`keys_of_all_versions`](crate::RowKey::keys_of_all_versions) names the keys that a delete must take. Inputs, and
//! the form of the label, are those of all generations, so all labels have one width. `Table::rekey` and `Table::finish_rekey` of
//! `rowkey-store` move the rows. The first says in which order running programs change to another salt.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Event {
//!     #[salt(xor, buckets = 7, was(3, xxh3(4)))]
//!     id: u32,
//! }
//!
//! assert_eq!(Event { id: 5 }.key(), [5, 0, 0, 0, 5]); // 5 mod 7
//! assert_eq!(Event::decode(&[2, 0, 0, 0, 5]), Ok(Event { id: 5 })); // 5 mod 3: written before
//! assert_eq!(Event::scan().id(5).plan()?.ranges().len(), 3);
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! A number of buckets that the inputs cannot fill does not compile: 6 buckets of a `bool`, or 8 of `millis % 8`, where all rows of
//! a whole second meet in one. For a table that exists, opt out with `allow(empty)`.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Event {
//!     #[rowkey(salt(modulo, buckets = 8, i64, allow(empty)), time(millis))]
//!     at: i64,
//! }
//!
//! assert_eq!(Event { at: 1_450_922_400_003 }.key()[..8], [0, 0, 0, 0, 0, 0, 0, 3]);
//! ```
//!
//! ## `split([RULE,] [regions = R] [, allow(dead, uneven)])`
//!
//! The split keys of the table, ascending, as [`SPLIT_KEYS`](crate::RowKey::SPLIT_KEYS). Without this, a salted key has one region per
//! bucket, split at the labels 1 .. N-1 after the prefix, and others have one region. One RULE, its parts in any order:
//!
//! | RULE | split keys | `regions` |
//! |---|---|---|
//! | none | even cuts: between buckets, else between the values of the first element | R |
//! | `after = "\|"` | the labels 0 .. R-2 after the prefix, each followed by the literal | N, unless given; at most N + 1 |
//! | `keys("a", b"\x01", ..)` | as listed | none |
//! | `keys = KEYS` | those of a constant of type `&[&[u8]]` | none |
//! | `keys = hex_string(16)` | those that a function computes | none |
//!
//! The functions are in [`split`](crate::split), each with an example:
//!
//! | function | split keys |
//! |---|---|
//! | `hex_range("0000", "ffff", 16)` | the HBase book's `getHexSplits`, in lower case, as wide as the bounds |
//! | `byte_range(b"a", b"\xFF", 16)` | HBase's `Admin.createTable(start, end, n)`: both bounds, and even cuts of the bytes between |
//! | `hex_string(16)`, `decimal_string(16)` | HBase's `RegionSplitter`: from 00000000 to FFFFFFFF, or to 99999999; all rounding falls to the last region |
//! | `md5_string(16)` | its old algorithm for digests: from 00000000 to 7FFFFFFF |
//! | `uniform(16)` | its algorithm for bytes: from the empty row to eight bytes FF |
//!
//! `.rows(b"0000", b"ffff")` replaces the first and the last row. At most 4,096 keys are computed at compile time. `.keys()` computes any
//! number at run time, and [`shell_create`](crate::split::shell_create) writes keys as text for the HBase shell.
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
//! #[rowkey(split(keys = rowkey::split::decimal_string(3).rows(b"100", b"999")))]
//! struct Number(#[rowkey(len(3), chars("0-9"))] String);
//!
//! assert_eq!(Number::SPLIT_KEYS, [b"400", b"700"]);
//!
//! const LETTERS: &[&[u8]] = &[b"g", b"n", b"t"];
//!
//! #[derive(RowKey)]
//! #[rowkey(split(keys = LETTERS))]
//! struct Name(String);
//!
//! assert_eq!(Name::SPLIT_KEYS, LETTERS);
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
//! `after` needs a salt, and a literal above all that can follow a label: rows that sort past it would fall into the region of the
//! next one.
//!
//! ### Regions
//!
//! A region that no key can fall into does not compile, unless you opt out with `allow(dead)`: then the byte map names it, and
//! [`Layout::dead_regions`](crate::Layout::dead_regions) lists it.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::uniform(16)))] // most of these bytes begin no text of hex digits
//! struct Id(#[rowkey(len(32), chars("0-9a-f"))] String);
//! ```
//!
//! Nor does a region that gets more than four times the mean share of the rows, unless it has only one label, or you opt out
//! with `allow(uneven)`. Shares are known where a hash decides: by a salt, whose labels fill evenly, or by a first field that is
//! [`hashed`](#hashed). [`Layout::region_shares`](crate::Layout::region_shares) gives them.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500), allow(uneven)))]
//! struct Id {
//!     #[salt(md5, buckets = 1 << 28, hex(7))] // digits up to fffffff; `1 << 27` ends at 7ffffff, as the split keys do
//!     id: String,
//! }
//!
//! let shares = Id::LAYOUT.region_shares().unwrap_or_default();
//! assert_eq!(format!("{:.3} {:.3}", shares[0], shares[499]), "0.001 0.501");
//!
//! // Where a row lies: bytes are compared, so rows that are not keys have a region, too.
//! let id = Id { id: "row".into() };
//! assert_eq!((id.region()?, Id::LAYOUT.region_of(b"7fbe7635"), Id::LAYOUT.region_of(b"z")), (499, 499, 499));
//! assert!(Id::explain(b"0000000::x").to_string().contains("region 0 of 0..=499: start of table .. \"00418937\""));
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
//! A `Timestamp` is an `i64` of microseconds. [`desc`](#desc) complements a field and the 00 01 behind it, which also the last field
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
//!
//! ## `store = hbase | bigtable | lmdb | foundationdb | dynamodb`
//!
//! The engine that keeps the table, which takes keys of at most so many bytes: HBase 32,767, Bigtable 4,096, LMDB 511 (as it is compiled
//! by default), FoundationDB 10,000, DynamoDB 1,024 (a sort key). A layout with a longer key does not compile. Where a text has no
//! greatest width, encode refuses a key that is too long.
//!
//! ```
//! # use rowkey::{EncodeError, RowKey};
//! #[derive(RowKey)]
//! #[rowkey(store = lmdb)]
//! struct Page {
//!     site: u32,
//!     path: String,
//! }
//!
//! let page = |bytes| Page { site: 7, path: "p".repeat(bytes) };
//! assert!(page(507).encode().is_ok());
//! assert_eq!(page(508).encode(), Err(EncodeError::TooLong { key: "Page", engine: "LMDB", found: 512, most: 511 }));
//! ```
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(store = lmdb)]
//! struct Page(#[pad(600)] String);
//! ```
//!
//! ## `index(NAME(FIELD, .. [; ITEM, ..]), ..)`
//!
//! Secondary keys over fields of this struct: one domain struct, several tables. Each is a struct of its own, with the fields
//! that are named, in that order, and with everything that a struct with `#[derive(RowKey)]` has; the struct itself stays a
//! key. `From<&Struct>` makes one, by `Clone` of its fields.
//!
//! | | |
//! |---|---|
//! | attributes before the NAME | are passed on: `#[derive(Debug)]`, docs; not `cfg` |
//! | ITEM, after a `;` | `salt`, `split`, `prefix`, `separator` of this key |
//! | taken over unless an ITEM says it | the struct's `prefix` and `separator` |
//! | taken over | visibility, `crate`, `store`, all items of the fields, the lifetimes that the fields use |
//! | left out | the struct's salt and split; the separator of a field that is last here; `skip` of a field that is named |
//!
//! A skipped field that is named is written as its type says. In a tuple struct fields are named by their indices there, and
//! numbered anew.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(index(
//!     /// A buyer's orders, newest first.
//!     #[derive(Debug, PartialEq)]
//!     ByBuyer(buyer, at, order; salt(buckets = 16, of(buyer))),
//!     BySeller(seller, at, order),
//!     ByOrder(order),
//! ))]
//! struct Order {
//!     buyer: u64,
//!     seller: u64,
//!     #[reverse_ts]
//!     at: i64,
//!     order: u64,
//!     #[rowkey(skip)]
//!     cents: u64,
//! }
//!
//! let order = Order { buyer: 1, seller: 2, at: 3, order: 4, cents: 500 };
//! assert_eq!(ByOrder::from(&order).key(), [0, 0, 0, 0, 0, 0, 0, 4]);
//!
//! let by_buyer = ByBuyer::from(&order);
//! assert_eq!(ByBuyer::decode(&by_buyer.key())?, ByBuyer { buyer: 1, at: 3, order: 4 });
//! assert_eq!(ByBuyer::SPLIT_KEYS.len(), 15);
//! assert_eq!(ByBuyer::scan().buyer(1u64).at(..9).plan()?.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `layout = ".."`
//!
//! A lock: the layout in one line, as [`Layout::lock`](crate::Layout::lock) gives it. If the source no longer makes this
//! layout, the build fails and shows both: a table that holds rows is not changed by an innocent edit. Written as `layout = ""`,
//! the error says what to write. Without it, nothing is locked. It holds the names of fields and of an enum's variants, codes,
//! widths, alphabets, orders, separators and the salt; not the split keys, which change no row.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(layout = "u8 xxh3 of host / 16 | host: str as text padded to 20 bytes with 00 | at: millis as 8-byte number desc")]
//! struct Event {
//!     #[salt(buckets = 16)]
//!     #[pad(20)]
//!     host: String,
//!     #[reverse_ts]
//!     at: i64,
//! }
//! # let _ = Event::scan();
//! ```
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(layout = "id: u64 as 8-byte number")]
//! struct Row {
//!     id: u32, // was a `u64`
//! }
//! ```
//!
//! ## `crate = path`
//!
//! The path by which generated code finds this crate, if it is not `::rowkey`: renamed in `Cargo.toml`, or handed on by another crate. On an
//! enum of codes, too.
//!
//! ```
//! mod storage {
//!     pub use rowkey::*;
//! }
//!
//! #[derive(storage::RowKey)]
//! #[rowkey(crate = storage)]
//! struct Page {
//!     id: u16,
//! }
//!
//! assert_eq!(storage::RowKey::key(&Page { id: 7 }), [0, 7]);
//! ```
//!
//! # Kinds of an enum
//!
//! The variants of an enum that derives `RowKey` are kinds of keys in one table. A variant with one unnamed field without items holds
//! another row key, which may have a prefix and a salt of its own, behind the tag; any other variant has fields, with the items of a
//! struct's fields. A variant without fields is one row.
//!
//! `Row::scan_post()` scans one kind, with the methods of its fields; `Row::scan()` scans all. One table takes the plans of both. Kinds
//! that could be confused do not compile.
//!
//! | item | on the enum | on a variant |
//! |---|---|---|
//! | [`tag = ".."`, `was(tag = "..")`](#tag---wastag--) | | x |
//! | [`other`](#other) | | x |
//! | [`under(FIELD, ..)`](#underfield-) | x | |
//! | [`reserved("..")`](#reserved) | x | |
//! | `prefix`, `store`, `layout`, `crate` | x | |
//! | `split` | x | |
//! | `salt` | x, of fields in `under` | x, of fields of its own |
//! | `separator` | | x, between fields of its own |
//!
//! ## `tag = ".."`, `was(tag = "..")`
//!
//! The bytes by which the kind is told, before its key: text, bytes, or one byte as a number. No tag may begin another or be the same,
//! unless the longer tag, or the label of a salt after it, is told apart from what follows the shorter one. Fields after equal tags do not count,
//! whatever their widths are. Split keys lie between the kinds, and at those of each kind. The order of the variants changes nothing.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct User {
//!     #[salt(buckets = 4)]
//!     id: u32,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Row {
//!     #[rowkey(tag = "M")]
//!     Meta,
//!     #[rowkey(tag = "P")]
//!     Post {
//!         author: u32,
//!         #[reverse_ts]
//!         at: i64,
//!     },
//!     #[rowkey(tag = "U")]
//!     User(User),
//! }
//!
//! let post = Row::Post { author: 7, at: 5 };
//! assert_eq!(post.encode()?, *b"P\0\0\0\x07\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFA");
//! assert_eq!(Row::decode(b"M")?, Row::Meta);
//! assert!(Row::decode(b"X").is_err());
//!
//! let plan = Row::scan_post().author(7u32).at(..9).plan()?;
//! assert!(plan.ranges().all(|range| range.contains(&post.encode().unwrap())));
//! assert_eq!(Row::scan_user().id(1u32).plan()?.ranges().len(), 1); // one bucket: the salt is known
//! assert_eq!(Row::SPLIT_KEYS, [&b"P"[..], b"U", b"U\x01", b"U\x02", b"U\x03"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A kind without a tag is told by its keys, if none of them can be one of another kind: by their width, or by a byte that others do not
//! have there. If rows of others can lie in the ranges of its scans, these keep their own by a filter, which `explain` shows.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Place {
//!     Country { country: u16 },
//!     Town { country: u16, town: u32 },
//! }
//!
//! assert_eq!(Place::decode(&[0, 7])?, Place::Country { country: 7 });
//! assert_eq!(Place::decode(&[0, 7, 0, 0, 0, 1])?, Place::Town { country: 7, town: 1 });
//! let plan = Place::scan_town().country(7u16).plan()?;
//! assert!(plan.explain().to_string().contains("then keeps kind = Place::Town"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `was(tag = "u")` beside a tag names an older one, or several, the newest first: rows behind these are read too, and written behind the new
//! one. An older tag is as wide as the new one, and stands behind no fields and beside no kind without a tag. A merge of a scan
//! returns a row once, also if it is found behind several tags.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Row {
//!     #[rowkey(tag = "U", was(tag = "u"))]
//!     User { id: u8 },
//!     #[rowkey(tag = "P")]
//!     Post { id: u8 },
//! }
//!
//! assert_eq!(Row::decode(b"u\x07")?, Row::User { id: 7 });
//! assert_eq!(Row::User { id: 7 }.encode()?, *b"U\x07");
//! assert_eq!(Row::scan_user().plan()?.ranges().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `other`
//!
//! Every other key with the prefix of the enum, as its bytes: rows of another program, or of a kind that a later version adds. Without
//! it, such a key is an error of decode. All other variants have a tag then. A key with a known tag that cannot be read stays an error.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Row {
//!     #[rowkey(tag = "U")]
//!     User { id: u8 },
//!     #[rowkey(other)]
//!     Unknown(Vec<u8>),
//! }
//!
//! assert_eq!(Row::decode(b"label")?, Row::Unknown(b"label".to_vec()));
//! assert!(Row::decode(b"U\0\0").is_err());
//! assert!(Row::Unknown(b"U\0".to_vec()).encode().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `under(FIELD, ..)`
//!
//! Fields that every kind begins with, written alike, stand before the tag. Rows that share their values lie together, whatever their kind,
//! and `scan()` has methods for them. A salt of the enum is computed from these fields, so that all of them lie in one bucket.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Task {
//!     tenant: u32,
//!     project: u16,
//!     task: u16,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(under(tenant, project), salt(of(tenant), buckets = 8))]
//! enum Item {
//!     #[rowkey(tag = b'C')]
//!     Comment { tenant: u32, project: u16, number: u8 },
//!     #[rowkey(tag = b'T')]
//!     Task(Task),
//! }
//!
//! let key = Item::Task(Task { tenant: 1, project: 2, task: 3 }).encode()?;
//! assert_eq!(key[1..], *b"\0\0\0\x01\0\x02T\0\x03"); // behind the label
//! let all = Item::scan().tenant(1u32).project(2u16).plan()?;
//! assert_eq!(all.ranges().len(), 1);
//! assert!(all.ranges().all(|range| range.contains(&key)));
//! let tasks = Item::scan_task().tenant(1u32).project(2u16).task(2..).plan()?;
//! assert!(tasks.ranges().all(|range| range.contains(&key)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## `reserved("..")`
//!
//! Tags that once meant something else: a variant that takes one does not compile.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(reserved("G"))] // groups, whose rows may still be there
//! enum Row {
//!     #[rowkey(tag = "G")]
//!     Game { id: u8 },
//! }
//! ```
//!
//! # Codes of an enum
//!
//! ## `#[code(1)]`, `#[code("tb")]`, `#[code(b"\x01\x02")]`, `#[rowkey(code = ..)]`
//!
//! On each variant of an enum that derives [`KeyCode`](macro@crate::KeyCode): one byte as a number, text, or bytes; where it is left out,
//! the discriminant, `Taobao = 7`, as one byte. No code may be the start of another. Keys sort by the field if the codes ascend in the order of the variants; else the field needs `allow(unordered)`.
//! Codes of several widths need a separator after the field, or `allow(unordered)`, unless the field is last.
//!
//! ```
//! # use rowkey::RowKey;
//! use rowkey::KeyCode;
//!
//! #[derive(KeyCode, Debug, PartialEq)]
//! enum Shop {
//!     #[code("jd")]
//!     Jingdong,
//!     #[rowkey(code = "tb")]
//!     Taobao,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Sale {
//!     shop: Shop,
//!     order: u16,
//! }
//!
//! assert_eq!(Sale { shop: Shop::Taobao, order: 7 }.key(), *b"tb\0\x07");
//! assert!(Sale::decode(b"xx\0\x07").is_err());
//! ```

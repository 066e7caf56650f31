//! Layouts that do not compile, why, and what to write instead.
//!
//! Every codec states its *language*: how wide an element is, which bytes it can hold, in which order. From these facts alone
//! four things are proven while your crate compiles, so a layout that breaks one of them is an error of `cargo check`, at the
//! field. The facts hang on types, so aliases, constants and codecs of your own take part. What tokens alone show wrong is an error at
//! the token. All mistakes of a crate come in one run, except that a struct with a wrong token is read no further.
//!
//! Every message begins with the fact. A `note` says why; each `help` is a thing to type.
//!
//! | | refused |
//! |---|---|
//! | [Decodable](#decodable) | a key that could be read in two ways |
//! | [Ordered](#ordered) | keys that do not sort like the tuple of their fields |
//! | [Reversible](#reversible) | padding that would not come off again |
//! | [Reachable](#reachable) | regions that no key can fall into |
//! | [Salts](#salts) | buckets that stay empty, and salts that no get could compute |
//! | [Types](#types) | values that are not the same everywhere, or that can be written in several forms |
//! | [Scans](#scans) | questions that no range of keys answers |
//! | [Locks](#locks) | an edit that would change a table |
//! | [Kinds](#kinds) | kinds of keys in one table that could be mistaken for each other |
//!
//! # Decodable
//!
//! Each element has a fixed width, or ends itself (`terminated`), or is followed by a separator whose first byte it cannot
//! hold, or is last.
//!
//! ## A text that does not end
//!
//! Nothing says where `host` ends and `ts` begins.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     host: String,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! `host` has a variable width, and `ts` follows it
//!   note: keys would not sort by `host`, and a scan for "host1" would also find "host12"
//!   help: give it a width: `#[pad(20)]`
//!   help: or mark its end: `#[rowkey(terminated)]`
//!   help: or make `host` the last field
//!   help: or, for a table that exists, opt out: `#[rowkey(allow(unordered))]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[pad(20)] // or `#[rowkey(terminated)]`, or make it the last field
//!     host: String,
//!     ts: i64,
//! }
//! ```
//!
//! ## A separator that values can hold
//!
//! A host called `a_b` would end at its first letter.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "_")]
//! struct Key {
//!     host: String,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! the separator after `host` begins with "_", which `host` can hold
//!   note: a key could be cut at several places
//!   help: keep such bytes out: `#[rowkey(chars("a-z"))]`
//!   help: or give it a width: `#[pad(20)]`
//!   help: or mark its end: `#[rowkey(terminated)]`
//!   help: or, for a table that exists, opt out: `#[rowkey(allow(unordered))]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "\0")]
//! struct Key {
//!     #[rowkey(chars("^\0"))] // all but the separator
//!     host: String,
//!     ts: i64,
//! }
//! ```
//!
//! ## Numbers as text, side by side
//!
//! Text of its own width needs an end, too.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(decimal)]
//!     seconds: u32,
//!     #[rowkey(decimal)]
//!     bytes: u64,
//! }
//! ```
//!
//! ```text
//! `seconds` has a variable width, and `bytes` follows it
//!   note: 1 before 23 and 12 before 3 would be the same bytes
//!   help: end it with a byte that no number holds: `#[rowkey(separator = "_")]`
//!   help: or write `digits(10)` in place of `decimal`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "_")]
//! struct Key {
//!     #[rowkey(decimal)]
//!     seconds: u32,
//!     #[rowkey(decimal)]
//!     bytes: u64,
//! }
//! ```
//!
//! ## Codes of several widths
//!
//! They need a separator, an opt-out, or one width.
//!
//! ```compile_fail
//! # use rowkey::{KeyCode, RowKey};
//! #[derive(KeyCode)]
//! enum Side {
//!     #[code("caller")]
//!     Caller,
//!     #[code("other")]
//!     Other,
//! }
//!
//! #[derive(RowKey)]
//! struct Key {
//!     side: Side,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! the codes of `side` have several widths, and `ts` follows
//!   note: the fields after it would have no fixed offset
//!   help: give all codes one width
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//! ```
//!
//! ```
//! # use rowkey::{KeyCode, RowKey};
//! #[derive(KeyCode)]
//! enum Side {
//!     #[code("c")]
//!     Caller,
//!     #[code("o")]
//!     Other,
//! }
//!
//! #[derive(RowKey)]
//! struct Key {
//!     side: Side,
//!     ts: i64,
//! }
//! ```
//!
//! # Ordered
//!
//! Keys of one bucket sort like the tuple of fields. A text before a separator sorts only if all that it can hold is above the
//! separator's first byte; padding sorts only on the right, and only if nothing in the alphabet is below the pad byte. What does
//! not sort needs the opt-out `allow(unordered)`, and then cannot be bound to a range. `decimal`, `raw` and `reverse_text` are opt-outs
//! by themselves.
//!
//! ## A separator above what values hold
//!
//! `1_` would sort after `10_`, for `_` is above `0`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "_")]
//! struct Key {
//!     #[rowkey(chars("0-9"))]
//!     id: String,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! keys do not sort by `id`: it can hold "0", which is below the separator "_"
//!   note: if one value begins with another, the separator decides which sorts first
//!   help: end it with a byte below its alphabet: `#[rowkey(separator = "\0")]`
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "\0")] // or `allow(unordered)`, where the table exists
//! struct Key {
//!     #[rowkey(chars("0-9"))]
//!     id: String,
//!     ts: i64,
//! }
//! ```
//!
//! ## Padding on the left
//!
//! `9` would come before `10`, and `b` after `aa`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(pad(8, with = b'0', left), chars("1-9"))]
//!     id: String,
//!     ts: i64,
//! }
//! ```
//!
//! ```text
//! `id` is padded on the left, so keys do not sort by it
//!   note: values would sort by their widths before anything else
//!   help: leave out `left`
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(pad(8, with = b'0', left), chars("1-9"), allow(unordered))] // or a number: `#[rowkey(digits(10))] id: u32`
//!     id: String,
//!     ts: i64,
//! }
//! ```
//!
//! ## An open text that is last, descending
//!
//! The longer text comes later, however its bytes are turned.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     ts: i64,
//!     #[rowkey(desc)]
//!     name: String,
//! }
//! ```
//!
//! ```text
//! keys do not sort by `name`: it is last, descending and of variable width
//!   note: a key always sorts before a longer one that begins with it, and `desc` cannot reverse that
//!   help: give it a width: `#[pad(20)]`
//!   help: or mark its end: `#[rowkey(terminated)]`
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     ts: i64,
//!     #[rowkey(desc, terminated)]
//!     name: String,
//! }
//! ```
//!
//! ## A date that begins with its day
//!
//! Text sorts from its first byte on.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(time("%d.%m.%Y", exact))]
//!     at: jiff::civil::DateTime,
//! }
//! ```
//!
//! ```text
//! keys do not sort by `at`
//!   note: its pattern does not run from large to small
//!   help: write the year first, then month, day, hour, minute, second, as in `%Y-%m-%d`
//!   help: or opt out: `#[rowkey(allow(unordered))]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(time("%Y-%m-%d"))]
//!     at: jiff::civil::Date,
//! }
//! ```
//!
//! # Reversible
//!
//! Padding must come off again: an alphabet that holds the pad byte is refused. Where nobody wrote an alphabet down, encode refuses a
//! value that ends with the pad byte.
//!
//! ## A pad byte that values can end with
//!
//! `10` would come back as `1`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(pad(8, with = b'0'), chars("0-9"))]
//!     id: String,
//! }
//! ```
//!
//! ```text
//! the pad byte "0" is in the alphabet of `id`
//!   note: decode would strip it from a value that ends with it
//!   help: pad with NUL, the default: `#[pad(8)]`
//!   help: or leave it out of the alphabet: `#[rowkey(chars("1-9"))]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(pad(8), chars("0-9"))]
//!     id: String,
//! }
//! ```
//!
//! # Reachable
//!
//! For every region there is a key. The languages may be larger than what a codec writes (not every sequence of UTF-8 bytes is UTF-8; a
//! salt is taken as free of its inputs): a refusal is always right, and a pass does not promise that a row will ever come.
//!
//! ## Dead regions
//!
//! Hex digits are 16 of the bytes between `0` and `f`, so cuts between bytes miss them.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::byte_range(b"0000000000000000", b"ffffffffffffffff", 10)))]
//! struct Key {
//!     #[rowkey(len(16), chars("0-9a-f"))]
//!     id: String,
//! }
//! ```
//!
//! ```text
//! 6 of 10 regions of `Key` can never hold a row; the first is region 0, start of table .. "0000000000000000"
//!   note: no key of this layout lies there (regions count from 0)
//!   help: cut evenly: `split(regions = 10)`
//!   help: or opt out: `split(.., allow(dead))`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys = rowkey::split::hex_range("0000000000000000", "ffffffffffffffff", 10)))]
//! struct Key {
//!     #[rowkey(len(16), chars("0-9a-f"))]
//!     id: String,
//! }
//! ```
//!
//! ## A split key that rows sort past
//!
//! A row of bucket 01 that begins with FF would lie behind `01|`, among those of bucket 02.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(after = "|"))]
//! struct Key {
//!     #[salt(buckets = 6, digits(2))]
//!     id: u64,
//! }
//! ```
//!
//! ```text
//! the bytes after a label of `Key` can begin with FF, which does not sort below "|"
//!   note: such rows would fall into the region of the next label
//!   help: leave out `after`: the labels themselves are the split keys
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "_", split(after = "|"))] // `_` is below `|`
//! struct Key {
//!     #[salt(buckets = 6, digits(2))]
//!     id: u64,
//! }
//! ```
//!
//! ## Cuts of what cannot be counted
//!
//! Even cuts need numbers, codes, or texts of one width and alphabet.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(regions = 16))]
//! struct Key {
//!     name: String,
//! }
//! ```
//!
//! ```text
//! `Key` cannot be cut into 16 even regions
//!   note: its first element is not a number, a code, or a text of one width and alphabet
//!   help: list the keys: `split(keys("..", ".."))`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(split(keys("g", "p")))]
//! struct Key {
//!     name: String,
//! }
//! ```
//!
//! # Salts
//!
//! A salt is computed again by every get. Inputs that are numbers of up to 4,096 values together are tried one by one, under `xxh3`,
//! `xor`, `modulo` and `java_hash`; under `md5`, and with a function of your own, they are only counted.
//!
//! ## A random salt
//!
//! A reader who looks for a row has only its fields.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[salt(random, buckets = 6)]
//!     phone: u64,
//! }
//! ```
//!
//! ```text
//! a salt cannot be `random`: no get could find the row
//!   help: compute it from the field: `salt(buckets = 16)`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[salt(buckets = 6)]
//!     phone: u64,
//! }
//! ```
//!
//! ## Fewer values than buckets
//!
//! Rows would fill two of six.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[salt(buckets = 6)]
//!     flag: bool,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! at most 2 of 6 buckets can hold a row: the values of `flag` reach no more
//!   help: compute it from the whole rest of the key: `of(..)`
//!   help: use fewer: `buckets = 2`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(buckets = 6, of(..)))]
//! struct Key {
//!     flag: bool,
//!     at: i64,
//! }
//! ```
//!
//! ## A clock, modulo
//!
//! Rows with whole seconds would meet in every other bucket.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[salt(modulo, buckets = 6)]
//!     #[reverse_ts]
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! whole seconds of `at` would fill only 3 of 6 buckets
//!   note: 1000 units a second and 6 buckets share the factor 2
//!   help: use `xxh3`, which spreads any value
//!   help: or choose a number of buckets without that factor: `buckets = 7`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[salt(modulo, buckets = 7)]
//!     #[reverse_ts]
//!     at: i64,
//! }
//! ```
//!
//! ## A view that the input has not
//!
//! Nothing says what an `u64` counts.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(buckets = 6, of(at.year_month)))]
//! struct Key {
//!     at: u64,
//! }
//! ```
//!
//! ```text
//! expected a date, or a count whose unit is known, for the view `year_month`, found `at`, which is a number
//!   help: state the unit of an `i64` or `u64`: `#[rowkey(time(millis))]`
//!   help: or divide it: `at.div(..)`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(salt(buckets = 6, of(at.year_month)))]
//! struct Key {
//!     #[rowkey(time(millis))]
//!     at: u64,
//! }
//! ```
//!
//! # Types
//!
//! ## Values that differ between machines
//!
//! Rows are read on other machines than they were written on.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     id: usize,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! `id` cannot be part of a row key: `usize` is 4 bytes on some machines and 8 on others
//!   help: use `u64`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     id: u64,
//!     at: i64,
//! }
//! ```
//!
//! ## A type without a codec
//!
//! A struct derives `RowKey`, an enum of codes derives `KeyCode`; any other type needs a codec of yours: `#[rowkey(with = path)]`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! struct Place {
//!     x: u32,
//! }
//!
//! #[derive(RowKey)]
//! struct Key {
//!     id: u64,
//!     place: Place,
//! }
//! ```
//!
//! ```text
//! `Place` cannot be stored in a row key
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Place {
//!     x: u32,
//! }
//!
//! #[derive(RowKey)]
//! struct Key {
//!     id: u64,
//!     place: Place,
//! }
//! ```
//!
//! ## A value with a time zone
//!
//! One moment would be several rows.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     at: jiff::ZonedDateTime,
//!     since: chrono::DateTime<chrono::FixedOffset>,
//! }
//! ```
//!
//! ```text
//! `at` cannot be part of a row key: its type carries a time zone, and keys of one moment would differ by it
//!   help: use `jiff::Timestamp`, and keep the zone beside the key
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(time(millis, floor))]
//!     at: jiff::Timestamp,
//!     #[rowkey(time(millis, floor))]
//!     since: chrono::DateTime<chrono::Utc>,
//! }
//! ```
//!
//! ## A time finer than its unit
//!
//! `now()` has nanoseconds. In a key of milliseconds they are left out, or an error of every second key: the struct says which.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[reverse_ts]
//!     at: jiff::Timestamp,
//! }
//! ```
//!
//! ```text
//! `at` cannot be part of a row key: its type is finer than a millisecond, and nothing says what happens to the finer part
//!   help: leave it out: `#[reverse_ts(millis, floor)]`
//!   help: keep it: `#[reverse_ts(nanos)]`
//!   help: make it an encode error: `#[reverse_ts(millis, exact)]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[reverse_ts(millis, floor)]
//!     at: jiff::Timestamp,
//! }
//! ```
//!
//! ## A borrowed text that does not stand in the key
//!
//! If a 00 is written as 00 FF, decode has to make a copy.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key<'a> {
//!     #[rowkey(terminated)]
//!     name: &'a str,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! `name` cannot be part of a row key: its type borrows from the key, and `terminated` escapes bytes there
//!   help: use `Cow<str>` or `String`, for bytes `Cow<[u8]>` or `Vec<u8>`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key<'a> {
//!     #[rowkey(terminated)]
//!     name: std::borrow::Cow<'a, str>,
//!     at: i64,
//! }
//! ```
//!
//! ## An optional text
//!
//! None has the width of a value, and a text has none.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     name: Option<String>,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! `name` cannot be part of a row key: only a value of fixed width can be optional
//!   help: give it a width: `#[pad(20)]`
//!   help: or, if an empty value may be the same as `None`, leave out the `Option`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[pad(20)] // empty where there is none
//!     name: String,
//!     at: i64,
//! }
//! ```
//!
//! ## A salted key inside another
//!
//! Its label would stand in the middle, and the order of the outer key would end there.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Call {
//!     #[salt(buckets = 6)]
//!     phone: u64,
//!     at: i64,
//! }
//!
//! #[derive(RowKey)]
//! struct Key {
//!     call: Call,
//!     id: u64,
//! }
//! ```
//!
//! ```text
//! `call` cannot be part of a row key: a salted key cannot be a part of another, whose order it would break
//!   help: salt the outer struct instead: `#[rowkey(salt(of(..), buckets = ..))]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Call {
//!     phone: u64,
//!     at: i64,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(salt(of(call), buckets = 6))]
//! struct Key {
//!     call: Call,
//!     id: u64,
//! }
//! ```
//!
//! ## A struct with type parameters
//!
//! A layout is a constant, its width the length of an array: each key is a struct of its own.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key<T> {
//!     id: T,
//! }
//! ```
//!
//! ```text
//! row keys of generic structs are not supported: the layout must be known at compile time
//!   help: write a struct for each key type, without type or const parameters
//! ```
//!
//! # Scans
//!
//! A scan binds fields in key order, each to one value or to several; a range ends what can be bound, and after it come filters. A field
//! that keys do not sort by cannot be bound to a range.
//!
//! ## A field out of order
//!
//! A range of keys has the same first fields. Bind `phone` first; or keep the rows with `filter_at(5)`, which reads the whole table. The
//! same is said of a field that is bound twice, or after a range. Where a condition may be absent, use
//! [`If`](crate::If): `scan().phone("133").at(If(since.map(|since| since..)))`. `if let Some(since) = since { scan = scan.at(since..) }`
//! does not compile, because each bound field changes the type of the builder: "expected `1`, found `2`".
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Call {
//!     #[pad(20)]
//!     phone: String,
//!     at: i64,
//! }
//!
//! let _ = Call::scan().at(5);
//! ```
//!
//! ```text
//! `at` cannot be bound here: each field is bound once, in key order, and none after a range
//! ```
//!
//! ## A range of a field in no order
//!
//! `10` comes before `9`. Filter instead: `filter_seconds(1..)`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Key {
//!     #[rowkey(decimal)]
//!     seconds: u32,
//! }
//!
//! let _ = Key::scan().seconds(1..);
//! ```
//!
//! ```text
//! keys do not sort by this field, so a range of its values is not a range of keys
//! ```
//!
//! # Locks
//!
//! ## A layout that changed
//!
//! Rows that are stored already have the old layout.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(layout = "u8 xxh3 of host / 16 | host: str as text padded to 20 bytes with 00 | at: i64 as 8-byte number")]
//! struct Event {
//!     #[salt(buckets = 16)]
//!     #[pad(24)]
//!     host: String,
//!     at: i64,
//! }
//! ```
//!
//! ```text
//! the layout of `Event` is not the one that it is locked to
//!   note: locked: u8 xxh3 of host / 16 | host: str as text padded to 20 bytes with 00 | at: i64 as 8-byte number
//!     now: u8 xxh3 of host / 16 | host: str as text padded to 24 bytes with 00 | at: i64 as 8-byte number
//!   help: where rows are stored, undo the change, or write a new struct for a new table
//!   help: where there are none, lock what is now
//! ```
//!
//! # Kinds
//!
//! Several kinds of keys share a table if each key is of one record type, and no scan of one reads a row of another. For the variants of an
//! enum, the derive proves it; for structs, [`disjoint!`](crate::disjoint) does.
//!
//! ## A tag that begins another
//!
//! The first byte of an id can be a `c`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct UserKey {
//!     id: u64,
//! }
//!
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "p")]
//!     User(UserKey),
//!     #[rowkey(tag = "pc")]
//!     Post { author: u64 },
//! }
//! ```
//!
//! ```text
//! the tag "p" of `Row::User` begins the tag "pc" of `Row::Post`
//!   note: the scans of `Row::User` would read keys of `Row::Post`: for example 70 63 00 00 00 00 00 00 00 00
//!   help: choose tags of which none begins another
//!   help: or, for a table whose keys of both differ in width, leave out both tags, and begin each struct with its own: `#[rowkey(prefix = "..")]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! # #[derive(RowKey)]
//! # struct UserKey {
//! #     id: u64,
//! # }
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "u")]
//!     User(UserKey),
//!     #[rowkey(tag = "pc")]
//!     Post { author: u64 },
//! }
//! ```
//!
//! ## A tag that once meant something else
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! # #[derive(RowKey)]
//! # struct UserKey {
//! #     id: u64,
//! # }
//! #[derive(RowKey)]
//! #[rowkey(reserved("X", "YZ", b'Z'))]
//! enum Row {
//!     #[rowkey(tag = "X")]
//!     User(UserKey),
//!     #[rowkey(tag = "Y")]
//!     Post { author: u64 },
//! }
//! ```
//!
//! ```text
//! the tag of `Post` begins the reserved tag "YZ"
//!   note: rows of the variant that once had it may still be stored
//!   help: choose another tag
//! ```
//!
//! ## Kinds without tags that meet
//!
//! A kind can do without a tag if its keys differ from those of all others, as by a prefix or by their width. The keys of a name of eight
//! bytes and of a day in eight digits do not.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! enum OwnFields {
//!     Day {
//!         #[rowkey(digits(8))]
//!         day: u32,
//!     },
//!     Name {
//!         #[rowkey(len(8))]
//!         name: String,
//!     },
//! }
//! ```
//!
//! ```text
//! `OwnFields::Day` and `OwnFields::Name` can have the same key: for example "00000000"
//!   note: without a tag, the keys of a variant must differ from those of all others
//!   help: give `Day` and `Name` a tag each: `#[rowkey(tag = "..")]`
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! enum OwnFields {
//!     Day {
//!         #[rowkey(digits(8))]
//!         day: u32,
//!     },
//!     Name {
//!         #[rowkey(len(8), chars("a-z"))] // no digits
//!         name: String,
//!     },
//! }
//! ```
//!
//! ## Fields before the tag that differ
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(separator = "|")]
//! struct Task {
//!     #[pad(8)]
//!     tenant: String,
//!     project: u32,
//!     id: u64,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(under(tenant, project))]
//! enum Item {
//!     #[rowkey(tag = "T")]
//!     Task(Task),
//!     #[rowkey(tag = "W", separator = "|")]
//!     Width {
//!         #[pad(10)]
//!         tenant: String,
//!         project: u32,
//!     },
//! }
//! ```
//!
//! ```text
//! `tenant` of `Item::Width` is not written as that of `Item::Task`
//!   note: `Item::Task`: tenant: str as text padded to 8 bytes with 00
//!         `Item::Width`: tenant: str as text padded to 10 bytes with 00
//!   help: give it the same type and the same items in every variant
//! ```
//!
//! ## A variant that holds no row key
//!
//! A variant with one field and no name for it holds the key of its kind.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "U")]
//!     User(u64),
//! }
//! ```
//!
//! ```text
//! `u64` is not a row key
//! ```
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! enum Row {
//!     #[rowkey(tag = "U")]
//!     User { id: u64 },
//! }
//! ```
//!
//! ## Prefixes that begin alike
//!
//! The first byte of an author can be a `c`.
//!
//! ```compile_fail
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! #[rowkey(prefix = "p")]
//! struct Post {
//!     author: u64,
//!     at: u64,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(prefix = "pc")]
//! struct Comment {
//!     post: u64,
//! }
//!
//! rowkey::disjoint!(Post, Comment);
//! ```
//!
//! ```text
//! a row of `Comment` would lie in the scans of `Post`: for example 70 63 00 00 00 00 00 00 00 00
//!   note: every key of `Post` begins with "p"
//!   help: give each a prefix, of which none begins with another: `#[rowkey(prefix = "a:")]`
//! ```

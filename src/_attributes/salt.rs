//! Salts.
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

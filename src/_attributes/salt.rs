//! `salt(..)`: spreads writes over the regions of a table.
//!
//! If new keys begin with nearly the same bytes, such as the current time or a counter, all writes go to one region, a
//! hotspot. A salt is a small number at the start of the key, computed from fields of the key. It spreads the rows over
//! all regions, and a query that binds these fields still reads a single bucket.
//!
//! # Which one do I need?
//!
//! If keys begin with random or hashed values, you do not need a salt. Otherwise, salt the field that every important
//! query binds, such as a customer or a device.
//!
//! | need | attribute |
//! |---|---|
//! | A new table, spread by one field | `#[salt(buckets = 16)]` on the field |
//! | A new table, spread by several fields | `#[rowkey(salt(buckets = 16, of(customer, device)))]` on the struct |
//! | Rows of one customer in several buckets, by month | `#[rowkey(salt(buckets = 16, of(customer, at.year_month)))]` |
//! | A digest at the start of the key | [`#[salt(md5, hex(32))]`](#digests-as-labels) |
//! | Another number of buckets for a table that has rows | [`was(..)`](#changing-the-salt) |
//! | An existing table of a Java program | [`xor`, `modulo`, or `java_hash`](#tables-of-java-programs) |
//! | An existing table of Apache Phoenix | [`phoenix`](#tables-of-apache-phoenix) |
//! | An existing table with another hash | `with = path`, your own function |
//!
//! # `salt`
//!
//! **Syntax:** `salt([ALG,] [buckets = N] [, of(INPUT, ..)] [, FORM] [, was(OLDER, ..)] [, allow(empty)])`
//!
//! Computes a bucket from the inputs and writes its label at the start of the key, after the prefix.
//!
//! - **Bytes:** a label of 1, 2, 4, or 8 bytes, or of `N` digits. A key has at most one salt.
//! - **Order:** keys sort by label first. A [merge](crate::ScanPlan::merge) returns the rows of all buckets in the
//!   order of the fields.
//! - **Errors:** `decode` computes the label again and rejects a key with another one.
//!
//! On a field, `#[salt(buckets = 16)]` means a salt `of` this field. On the struct, you list the inputs in `of(..)`.
//! All other parts are the same in both places.
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey)]
//! struct Event {
//!     #[salt(buckets = 16)]
//!     user: u64,
//!     at: u32,
//! }
//!
//! let key = Event { user: 13, at: 1 }.key();
//! assert!(key[0] < 16); // the label
//! assert_eq!(key[1..], [0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 1]);
//! assert_eq!(Event::SPLIT_KEYS.len(), 15);
//! assert_eq!(Event::scan().user(13).plan()?.ranges().len(), 1); // one bucket
//! assert_eq!(Event::scan().plan()?.ranges().len(), 16); // all buckets
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! With `modulo`, you can check the bucket yourself, because 13 modulo 8 is 5:
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
//! ## Algorithms
//!
//! | ALG | bucket |
//! |---|---|
//! | `xxh3` (default), `md5` | first 64 bits of the digest of the inputs, scaled to N |
//! | `xor` | xor of the input numbers, modulo N. An input other than a number counts as its xxh3-64 digest. A `u128` is refused |
//! | `modulo` | one number, modulo N. Refused for a clock that would leave buckets empty |
//! | `java_hash` | `Math.floorMod(text.hashCode(), N)` of the joined inputs. If N is a power of two, `(text.hashCode() & Integer.MAX_VALUE) % N` is the same. Numbers are joined in decimal. Its views [work as in Java](#tables-of-java-programs) |
//! | `phoenix` | Apache Phoenix's salt byte. Only with `of(..)`. N is at most 256, and no multiple of 31, which would leave buckets empty |
//! | `with = path` | your `fn(&[u8], u32) -> u32` of the input bytes |
//!
//! `xxh3`, `md5`, and `with` hash the bytes of all inputs, one after the other with no separator:
//!
//! - For a text or a byte string, including `[u8; N]`, the bytes are the plain value. Padding, escapes, reversal, and
//!   `desc` have no effect.
//! - For every other field, the bytes are its element, exactly as in the key: digits with `digits`, complemented bytes
//!   with `desc`. This applies to numbers, `bool`, floats, addresses, ids, dates and times, codes, `Option`, and nested
//!   keys.
//! - For a view with a number as its result, the bytes are this number as an `i64`, big endian.
//!
//! ## Inputs and views
//!
//! An `INPUT` is a field, followed by any number of views. They apply from left to right, as in `caller.from(7).int`.
//! The input `of(..)`, with two literal dots, is the whole rest of the key.
//!
//! | view | input | result |
//! |---|---|---|
//! | `first(n)`, `last(n)`, `from(n)` | text | these characters |
//! | `without("-")` | text | the text without any `-` |
//! | `int` | text of 1 to 18 digits | the number. Any other text is an `encode` error. If no value of the field can be such a text, the layout does not compile |
//! | `java_int` | text | the number that Java's `Integer.parseInt` reads: an optional sign, then digits of any script, within 32 bits. Any other text is an `encode` error |
//! | `text` | number | its decimal text, with a `-` below 0. In Java, it is `"" + number` |
//! | `div(n)` | number | the quotient, rounded down |
//! | `floor(n)` | number | the largest multiple of n up to the number |
//! | `year`, `year_month`, `year_month_day`, `hour` | date, time, count with a unit from `time(..)` or `reverse_ts`, or [id that begins with a time](super::time#ids-that-begin-with-a-time) | `yyyy`, `yyyymm`, `yyyymmdd`, `yyyymmddhh` as a number, in the field's `offset` or in UTC. A count more than a million years from the epoch is an error |
//!
//! An id that begins with a time, such as a ULID, also has the views of a count in milliseconds: `id.div(60_000)`.
//!
//! Here, the salt combines the last four digits of a phone number with a period of 30 days:
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
//! ## Labels
//!
//! | FORM | label |
//! |---|---|
//! | `u8`, `u16`, `u32`, `i64` | the bucket, big endian. Without a form, the smallest of the first three that can hold it |
//! | `digits(n)`, `hex(n)` | the bucket in n digits |
//! | `hex(n)`, `bytes(n)` | without `buckets`, the first n hexadecimal digits, or bytes, of the digest. `md5` has 16 bytes, `xxh3` has 8 |
//!
//! ## Digests as labels
//!
//! Without `buckets`, the label is the digest itself, and [`split(regions = R)`](super::splits#split) divides the
//! table. Such a table has too many labels to read one by one. To scan it in the order of the fields, bind all inputs
//! of the salt. To read the whole table, use [`by_range`](crate::ScanPlan::by_range).
//!
//! With `buckets`, the buckets of `md5` are the start of the digest. 16 buckets are its first hexadecimal digit, and
//! 65,536 buckets are its first four. `1 << 27` buckets are its first seven digits, shifted right by one bit.
//!
//! In this table, the label is the whole `md5` digest, in 32 hexadecimal digits:
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
//! ## What a scan reads
//!
//! A scan reads only the buckets that can have matching rows:
//!
//! - If the query binds all inputs, the scan reads one bucket.
//! - If it gives an input as `one_of` or as a range, the salt is computed for each value, as long as there are few of
//!   them. Each bucket is then read by one range, from the first to the last of its values. The values can come from a
//!   number, from a view such as `div` or `year_month`, from a code, or from a `bool`. Codes and `bool` work even
//!   without a condition.
//! - A `starts_with` condition on a text is enough if the views use only these first characters.
//! - Otherwise, the scan reads all buckets, with one range each.
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
//! let plan = Call::scan().caller(7).at(3_600..3 * 3_600).plan()?; // two hours
//! assert_eq!(plan.ranges().len(), 2);
//! assert_eq!(plan.explain().inputs()[1].2, Known::Listed(2));
//! let hours: Vec<String> = plan.explain().ranges().map(|range| range.terms()[1].to_string()).collect();
//! assert_eq!(hours[0], "at >= 7200 (1970-01-01T02:00:00Z) and < 10800 (1970-01-01T03:00:00Z)");
//! assert_eq!(hours[1], "at >= 3600 (1970-01-01T01:00:00Z) and < 7200 (1970-01-01T02:00:00Z)");
//! # Ok::<(), rowkey::ScanError>(())
//! ```
//!
//! A plan has at most 4,096 ranges, or your `max_ranges`. If it needs more, it reads all labels as one range and checks
//! the conditions on each row. In a `Table`, `scan_by_range`, `keys_by_range`, `count`, and `delete_all` read such a
//! plan in the order of the labels, unless the salt has older versions (`was(..)`). A merge in the order of the fields fails when it starts:
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
//! ## Changing the salt
//!
//! `was(OLDER, ..)` lists earlier salts of the same table, so that rows with old labels stay readable. List the newest
//! first.
//!
//! | OLDER | earlier salt |
//! |---|---|
//! | `M` | the same algorithm with M buckets |
//! | `ALG(M)` | another algorithm |
//! | `with(path, M)` | your own function |
//!
//! - `encode` writes the current label. `decode` accepts the label of any salt version.
//! - A plan reads all versions, and a [merge](crate::ScanPlan::merge) returns each row once.
//! - [`keys_of_all_versions`](crate::RowKey::keys_of_all_versions) lists the keys that a delete must remove.
//! - All versions share the inputs and the form of the label, so all labels have the same width.
//!
//! To move the rows, use `Table::rekey` and `Table::finish_rekey` of `rowkey-store`. The documentation of
//! `Table::rekey` describes in which order you change running programs.
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
//! ## Empty buckets
//!
//! If the inputs cannot reach every bucket, the layout does not compile. For example, a `bool` cannot fill 6 buckets.
//! For an existing table, opt out with `allow(empty)`.
//!
//! `modulo` and `xor` of a number are as good as the number. `modulo` of a count in milliseconds fills 8 buckets, unless
//! all times are whole seconds: these are multiples of 1000, and go to bucket 0. Your rows know that, and the layout does
//! not, so it compiles with and without `allow(empty)`. `xxh3` spreads any number.
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
//! A function of your own (`with = f`) is not evaluated at compile time. A test with `laws!` calls it with
//! random inputs and names the buckets that stay empty, and so does the command `layout` of `rowkey-inspect`. With
//! `allow(empty)`, the test accepts them.
//!
//! ## Tables of Java programs
//!
//! `java_hash` accepts texts, numbers, and dates without `desc`. Other values have no single text form in Java.
//!
//! In a `java_hash` salt, and before `java_int`, the views `first(n)`, `last(n)`, and `from(n)` work like Java's
//! `substring`. They count UTF-16 units and can split an emoji. A text of fewer than n units is an `encode` error,
//! because `substring` throws an exception. All other salts count characters and use a shorter text as a whole.
//!
//! After `java_int`, `xor` and `modulo` are Java's `^` and `%`, and the remainder has the sign of the number. `encode`
//! and `decode` reject a row with a negative remainder. Describe these rows with a second struct that has the sign as
//! its prefix and [`salt::negative_xor`](crate::salt::negative_xor) as its salt:
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
//! For nearly half of all hash codes, Java's `%` gives a negative bucket with a label like `-03`. `java_hash` is never
//! negative. Describe these rows in the same way, with your own function. It gets the bytes of the inputs, so store
//! numbers as decimal text, as Java joins them:
//!
//! ```
//! # use rowkey::RowKey;
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_", salt(java_hash, buckets = 6, of(caller.from(7), month), digits(2)))]
//! struct Call {
//!     #[rowkey(len(11), chars("0-9"))]
//!     caller: String,
//!     #[rowkey(digits(6))]
//!     month: u32,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(prefix = "-", separator = "_")]
//! #[rowkey(salt(with = negative_java_hash, buckets = 6, of(caller.from(7), month), digits(2)))]
//! struct NegativeCall {
//!     #[rowkey(len(11), chars("0-9"))]
//!     caller: String,
//!     #[rowkey(digits(6))]
//!     month: u32,
//! }
//!
//! /// The absolute value of `text.hashCode() % buckets` for ASCII text, if that is negative. `decode` rejects `buckets`.
//! fn negative_java_hash(text: &[u8], buckets: u32) -> u32 {
//!     let hash = text.iter().fold(0, |hash: i32, &byte| hash.wrapping_mul(31).wrapping_add(i32::from(byte)));
//!     match hash % buckets as i32 {
//!         remainder @ ..0 => remainder.unsigned_abs(),
//!         _ => buckets,
//!     }
//! }
//!
//! // "0000201712".hashCode() % 6 is 3.
//! let call = Call { caller: "13362660000".into(), month: 201_712 };
//! assert_eq!(call.encode()?, *b"03_13362660000_201712");
//! assert!(NegativeCall::decode(b"-03_13362660000_201712").is_err());
//!
//! // "6677201712".hashCode() % 6 is -3, and 3 modulo 6.
//! let call = NegativeCall { caller: "13362666677".into(), month: 201_712 };
//! assert_eq!(call.encode()?, *b"-03_13362666677_201712");
//! assert_eq!(NegativeCall::scan().caller("13362666677").month(201_712).plan()?.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Tables of Apache Phoenix
//!
//! `phoenix` writes a `u8` before the rest of the key. For a table whose number of buckets is a multiple of 31, use the
//! function itself: `with = rowkey::salt::phoenix`. [`salt::phoenix`](crate::salt::phoenix) accepts any number of
//! buckets.
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

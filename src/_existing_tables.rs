//! How to describe a table that exists: byte for byte, with every wart as an admission that can be seen.
//!
//! # The rows first
//!
//! Take a row key out of the table, write its elements under it, and a struct whose fields are these elements. A telecom
//! table that a Java program has filled for years:
//!
//! ```text
//! 01_13362666677_2017-12-01 12:10_14444445555_0_180
//! |  |           |                |           | seconds, as `Integer.toString`
//! |  |           |                |           "0" callee, "1" caller
//! |  |           |                who was called
//! |  |           minute, `SimpleDateFormat("yyyy-MM-dd HH:mm")`
//! |  who called
//! (last 4 digits of the caller ^ yyyymm) % 6, `DecimalFormat("00")`
//! ```
//!
//! ```
//! use jiff::civil::DateTime;
//! use rowkey::{KeyCode, RowKey};
//!
//! #[derive(KeyCode, Debug, PartialEq)]
//! enum Side {
//!     #[code("0")]
//!     Callee,
//!     #[code("1")]
//!     Caller,
//! }
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_", split(after = "|"))]
//! struct CallRow {
//!     #[salt(xor, buckets = 6, of(caller.from(7).int, at.year_month), digits(2))]
//!     #[rowkey(len(11), chars("0-9"))]
//!     caller: String,
//!     #[rowkey(time("%Y-%m-%d %H:%M"))]
//!     at: DateTime,
//!     #[rowkey(len(11), chars("0-9"))]
//!     callee: String,
//!     side: Side,
//!     #[rowkey(decimal)]
//!     seconds: u32,
//! }
//!
//! let key = b"01_13362666677_2017-12-01 12:10_14444445555_0_180";
//! let row = CallRow::decode(key)?;
//! assert_eq!((row.side, row.seconds), (Side::Callee, 180));
//! assert_eq!(CallRow::SPLIT_KEYS, [b"00|", b"01|", b"02|", b"03|", b"04|"]);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! `decode` computes the salt anew, so decoding a few thousand rows of the real table proves the description: every row
//! reads back, and encodes to its own bytes again.
//!
//! # Admission by admission
//!
//! Each thing that the compiler refuses is a wart of the old design. Each has a word that admits it, and a price:
//!
//! | in the table | the admission | what it costs |
//! |---|---|---|
//! | numbers as `Integer.toString` | `decimal` | no range over the field |
//! | `Bytes.toBytes(long)` below zero | `raw` | no range |
//! | ids turned back to front | `reverse_text` | no range, no `starts_with` |
//! | text of any length before a separator that sorts in its midst | `chars("^_")`, `unordered` | no range |
//! | text of any length before fixed widths, read from the back | `unordered` | no range; equality reads a little more |
//! | padding on the left, or with a letter | `pad(20, with = b'x')`, `unordered` | no range; a value that ends with the pad byte is refused |
//! | days and months without padding | a `String`: `chars("^_")`, `unordered` | no range; the date is text |
//! | dates written day first | `time("%d.%m.%Y")`, `unordered` | no range |
//! | numbers in fewer digits than their type has | `digits(13)`, `unordered` | no range; greater numbers are refused by encode |
//! | a time with parts that the text leaves out | `time("..", floor)` | they do not come back |
//! | split keys between which no row can lie | `split(.., allow_dead)` | idle regions, printed by the layout |
//!
//! Older rows of the same table are a second struct over the same bytes, as lax as they are:
//!
//! ```
//! # use rowkey::{DecodeError, KeyCode, RowKey};
//! # #[derive(KeyCode, Debug, PartialEq)]
//! # enum Side {
//! #     #[code("0")]
//! #     Callee,
//! #     #[code("1")]
//! #     Caller,
//! # }
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_", split(after = "|", regions = 7, allow_dead))] // the table has a sixth split key
//! struct OldCallRow {
//!     #[salt(xor, buckets = 6, of(caller.from(7).int, at.without("-").first(6).int), digits(2))]
//!     #[rowkey(chars("0-9"), unordered)] // also 12 digits
//!     caller: String,
//!     #[rowkey(chars("^_"), unordered)] // also 2017-12-1
//!     at: String,
//!     #[rowkey(chars("0-9"), unordered)]
//!     callee: String,
//!     side: Side,
//!     #[rowkey(decimal)]
//!     seconds: u32,
//! }
//!
//! let row = OldCallRow::decode(b"05_133626666677_2017-12-1 12:10_144444455555_0_180")?;
//! assert_eq!(row.at, "2017-12-1 12:10");
//! assert_eq!(OldCallRow::LAYOUT.dead_regions(), [(&b"05|"[..], None)]);
//!
//! // What cannot be split back is named, not guessed.
//! let error = OldCallRow::decode(b"01_13362666677_2017-12-01 12:10_1444_445555_0_180").unwrap_err();
//! assert!(matches!(error, DecodeError::Separators { found: 5, expected: 4, .. }));
//! # Ok::<(), DecodeError>(())
//! ```
//!
//! # A table of Apache Phoenix
//!
//! The primary key of such a table, column by column. `CREATE TABLE READINGS (TENANT UNSIGNED_INT NOT NULL, DEV VARCHAR NOT
//! NULL, TS UNSIGNED_LONG NOT NULL, V VARCHAR CONSTRAINT PK PRIMARY KEY (TENANT, DEV, TS DESC)) SALT_BUCKETS = 8` is:
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(salt(phoenix, buckets = 8, of(..)))]
//! struct Reading {
//!     tenant: u32,
//!     #[rowkey(chars("^\0"), separator = "\0")]
//!     dev: String,
//!     #[rowkey(desc)]
//!     ts: u64,
//! }
//!
//! // UPSERT INTO READINGS VALUES (7, 'host1', 1700000000000, 'x')
//! let key = b"\x01\0\0\0\x07host1\0\xFF\xFF\xFE\x74\x30\x1A\x97\xFF";
//! let reading = Reading { tenant: 7, dev: "host1".into(), ts: 1_700_000_000_000 };
//! assert_eq!(Reading::decode(key)?, reading);
//! assert_eq!(reading.encode().unwrap(), key);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! | column | field |
//! |---|---|
//! | `TINYINT`, `SMALLINT`, `INTEGER`, `BIGINT` | `i8`, `i16`, `i32`, `i64` |
//! | `UNSIGNED_TINYINT`, `UNSIGNED_SMALLINT`, `UNSIGNED_INT`, `UNSIGNED_LONG` | `u8`, `u16`, `u32`, `u64`; Phoenix goes as far as the signed type does |
//! | `DATE`, `TIME` | `jiff::Timestamp` and its like, or an `i64` of milliseconds, `time(millis)` |
//! | `UNSIGNED_DATE`, `UNSIGNED_TIME` | a `u64` of milliseconds, `time(millis)`: none before 1970 |
//! | `TIMESTAMP` | two fields: the whole milliseconds as in a `DATE`, then a `u32` of the nanoseconds after them, up to 999,999 |
//! | `UNSIGNED_TIMESTAMP` | two fields: the whole milliseconds as in an `UNSIGNED_DATE`, then the `u32` of a `TIMESTAMP` |
//! | `BOOLEAN` | `bool` |
//! | `VARCHAR`, last | `String` |
//! | `VARCHAR` before another column | `String` with `chars("^\0"), separator = "\0"` |
//! | `VARCHAR DESC` before another column | `String` with `desc, chars("^\0"), separator = b"\xFF"`, never empty |
//! | `VARCHAR DESC`, last | `String` with `with = rowkey::codec::phoenix::LastDesc` |
//! | `CHAR(n)` | `String` with `pad(n, with = b' '), unordered`; without blanks inside: `pad(n, with = b' '), chars("!-~")` |
//! | `BINARY(n)` | `[u8; n]` |
//! | `VARBINARY`, last | `Vec<u8>` |
//! | `VARBINARY_ENCODED` before another column, or `DESC` | `Vec<u8>` with `terminated` |
//! | `FLOAT`, `DOUBLE` | `f32`, `f64` with `with = rowkey::codec::phoenix::Float` |
//! | `UNSIGNED_FLOAT`, `UNSIGNED_DOUBLE` | `f32`, `f64` with `raw`, never below zero |
//! | `DESC` | `desc` beside it |
//! | `SALT_BUCKETS = n` | `salt(phoenix, buckets = n, of(..))`; a multiple of 31: `salt(with = rowkey::salt::phoenix, buckets = n, of(..))` |
//!
//! A struct cannot say:
//!
//! - **NULL at the end** is cut off with its column, so such rows are a second struct with fewer fields. A `VARCHAR` at the end
//!   needs none: its NULL is the empty text, as it is in the middle.
//! - **NULL in a `VARCHAR DESC`** ends with 00, text with FF. Such rows are refused by decode; an empty text must not be written.
//! - **`DECIMAL`** and arrays of any type cannot be written.
//!
//! Phoenix splits a salted table at the labels, filled up with zeros: the same regions. Each of its rows has an empty cell
//! beside its columns, in the family `0` unless another was named: column `00 00 00 00`, or `_0` where `COLUMN_ENCODED_BYTES`
//! is `NONE`. Put it too.
//!
//! # What no salt writes
//!
//! - **Negative labels** (`-03`): Java's `%` keeps the sign of a `hashCode`. Our salts take the remainder that is never
//!   negative. Such rows are read by a struct without a salt, whose first field is the label as text.
//! - **Labels of several widths**: `DecimalFormat("00")` writes 112 in three digits. As above: the label is a field.
//! - **Digests of other bytes**: a JVM whose charset was GBK hashed bytes that are not in the key. `decode` says
//!   [`DecodeError::Salt`](crate::DecodeError::Salt), `decode_lenient` reads the rest.
//! - **Random suffixes and salts**: a field like any other; no query can compute it.
//!
//! # One edit away
//!
//! The same calls as one would store them today: 30 bytes instead of 49, sorted by caller and newest first, spread evenly,
//! with no dead region.
//!
//! ```
//! # use rowkey::{KeyCode, RowKey};
//! # #[derive(KeyCode, Debug, PartialEq)]
//! # enum Side {
//! #     #[code("0")]
//! #     Callee,
//! #     #[code("1")]
//! #     Caller,
//! # }
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Call {
//!     #[salt(buckets = 6, of(caller, at.year_month))]
//!     caller: u64,
//!     #[reverse_ts]
//!     at: jiff::civil::DateTime,
//!     callee: u64,
//!     side: Side,
//!     seconds: u32,
//! }
//!
//! assert_eq!(Call::LAYOUT.width(), (30, Some(30)));
//! assert_eq!(Call::LAYOUT.dead_regions(), []);
//! ```
//!
//! To move, read the old table by its struct and write the rows by the new one. The example `calls` holds both, side by
//! side, and measures them: `cargo run --release -p rowkey-examples --bin calls`.
//!
//! # The tables that are checked here
//!
//! `tests/all/tables` describes five designs in this way, and checks them against keys, salts, split keys and scan bounds
//! that Java wrote: the calls above; log rows under an md5 digit; a design guide's variants; ids in hex under two split
//! lists, of which one leaves six of ten regions dead; ids behind a shifted md5. Beside them stand Phoenix's keys and column
//! types; `rowkey-hbase` has Phoenix itself read and write four tables together with us.

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
//! What the compiler refuses is where the old design has a wart. Each has a word that admits it, and a price:
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
//! side, and measures them: `cargo run --release --example calls`.
//!
//! # The tables that are checked here
//!
//! `tests/tables` describes five designs in this way, and checks them against keys, salts, split keys and scan bounds
//! that Java wrote: the calls above; log rows under an md5 digit; a design guide's variants; ids in hex under two split
//! lists, of which one leaves six of ten regions dead; ids behind a shifted md5.

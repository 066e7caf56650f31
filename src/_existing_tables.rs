//! How to describe a table that exists: byte for byte, with every wart as an opt-out that you can see.
//!
//! | the table | its page |
//! |---|---|
//! | a bucket of two digits in front, split keys `00|`, texts between underscores | [`calls_behind_a_bucket`] |
//! | the first hex digit of an md5 in front, as three decimal digits | [`log_rows_behind_an_md5_digit`] |
//! | users and orders, hosts and events: `md5(..).substr(0, 4)`, `reverse`, `%`, `rpad`, `Long.MAX_VALUE - ts`, index tables | [`design_guide`] |
//! | hex ids in a table made with a start and an end: dead regions | [`hex_ids_between_split_keys`] |
//! | hex digits of an md5, shifted, in 500 regions of `MD5StringSplit` | [`ids_behind_a_shifted_md5`] |
//! | Apache Phoenix | [`phoenix`] |
//! | OpenTSDB: salt, metric, base hour, tags | [`opentsdb`] |
//! | a day, a month or an hour in front of the device | [`buckets_of_time`] |
//! | Solana's ledger in Bigtable or HBase, and an archive of it | [`solana`] |
//! | nostr-lmdb: seven indexes of one event | [`nostr_lmdb`] |
//! | NEAR Protocol: many kinds of keys behind one byte each | [`near`] |
//! | FoundationDB: tuples | [`foundationdb_tuples`] |
//! | Bigtable: row key schemas, continuous materialized views, Google's proxy from Cassandra | [`bigtable_row_key_schemas`] |
//! | `{label}\0{:020}\0{id}` of mail clients, chat servers, indexers | [`lists_by_time_behind_a_label`] |
//!
//! Each page has the struct, the rows that do not fit, the scans, the split keys with what each region gets, the table that one would
//! make today, and the questions of its author.
//!
//! # The rows first
//!
//! Take a row key out of the table, write its elements under it, and a struct whose fields are these elements:
//!
//! ```text
//! 1203_EUR_2024-05-01_0007
//! |    |   |          | a number of the day, four digits
//! |    |   the day
//! |    currency
//! account, as `Integer.toString`
//! ```
//!
//! ```
//! use jiff::civil::{Date, date};
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! #[rowkey(separator = "_")]
//! struct Booking {
//!     #[rowkey(decimal)]
//!     account: u32,
//!     #[rowkey(len(3), chars("A-Z"))]
//!     currency: String,
//!     #[rowkey(time("%Y-%m-%d"))]
//!     day: Date,
//!     #[rowkey(digits(4))]
//!     number: u32,
//! }
//!
//! let booking = Booking::decode(b"1203_EUR_2024-05-01_0007")?;
//! assert_eq!((booking.account, booking.day, booking.number), (1203, date(2024, 5, 1), 7));
//! # Ok::<(), rowkey::DecodeError>(())
//! ```
//!
//! Then decode some thousands of rows of the real table. Each that reads back and encodes to its own bytes again is *a* key of the
//! description, and a salt that is computed anew is strong evidence: a wrong description would have to hit the bucket each time. It
//! does not prove that the values are those that were written. Where two values have the same bytes, as a text padded with a
//! letter that ends with that letter, every reading of them encodes to the same bytes again.
//!
//! # Opt-out by opt-out
//!
//! Each thing that the compiler refuses is a wart of the old design. Each has a word by which you opt out, and a price:
//!
//! | in the table | the opt-out | what it costs |
//! |---|---|---|
//! | numbers as `Integer.toString` | `decimal` | no range over the field |
//! | `Bytes.toBytes(long)` below zero | `raw` | no range |
//! | ids turned back to front | `reverse_text` | no range but `f(ends_with(..))` |
//! | text of any length before a separator that sorts in its midst | `chars("^_")`, `allow(unordered)` | no range |
//! | text of any length before fixed widths, read from the back | `allow(unordered)` | no range; equality reads a little more |
//! | padding on the left, or with a letter | `pad(20, with = b'x')`, `allow(unordered)` | no range; a value that ends with the pad byte is refused |
//! | days and months without padding | a `String`: `chars("^_")`, `allow(unordered)` | no range; the date is text |
//! | dates written day first | `time("%d.%m.%Y")`, `allow(unordered)` | no range |
//! | numbers in fewer digits than their type has | `digits(13)` | ranges work; greater numbers are refused by encode |
//! | `9999999999999 - millis`, `999999 - count` | `reverse_ts, digits(13)`; `digits(6), desc` | greater numbers are refused by encode |
//! | a time with parts that the text leaves out | `time("..", floor)` | they do not come back |
//! | split keys between which no row can lie | `split(.., allow(dead))` | idle regions, printed by the layout |
//! | split keys that leave most rows to one region | `split(.., allow(uneven))` | a hot region, printed by the layout |
//! | a modulo of a clock, or of few values | `salt(.., allow(empty))` | buckets without rows |
//!
//! Older rows of the same table are a second struct over the same bytes, as lax as they are.
//!
//! # What no salt writes
//!
//! - **Negative labels** (`-03`): Java's `%` keeps the sign of a `hashCode`. Our salts take the remainder that is never
//!   negative. Such rows are read by a struct without a salt, whose first field is the label as text. Where
//!   `Integer.parseInt` made the bucket, `java_int` reads the texts as it does, and the negative rows are a second struct, with
//!   [`salt::negative_xor`](crate::salt::negative_xor).
//! - **Labels of several widths**: `DecimalFormat("00")` writes 112 in three digits. As above: the label is a field.
//! - **Digests of other bytes**: a JVM whose charset was GBK hashed bytes that are not in the key. `decode` says
//!   [`DecodeError::Salt`](crate::DecodeError::Salt), `decode_lenient` reads the rest.
//! - **Random suffixes and salts**: a field like any other; no query can compute it.
//!
//! # What is checked
//!
//! `tests/all/tables` checks the first five pages against keys, salts, split keys and scan bounds that Java wrote, and Phoenix's
//! keys and column types; `rowkey-hbase` has Phoenix itself read and write four tables together with us. `tests/all/public_tables`
//! checks the others against keys and ranges that the projects' own code made, the archive of Solana, the lists behind a label and
//! the buckets of time against published rules.

pub mod bigtable_row_key_schemas;
pub mod buckets_of_time;
pub mod calls_behind_a_bucket;
pub mod design_guide;
pub mod foundationdb_tuples;
pub mod hex_ids_between_split_keys;
pub mod ids_behind_a_shifted_md5;
pub mod lists_by_time_behind_a_label;
pub mod log_rows_behind_an_md5_digit;
pub mod near;
pub mod nostr_lmdb;
pub mod opentsdb;
pub mod phoenix;
pub mod solana;

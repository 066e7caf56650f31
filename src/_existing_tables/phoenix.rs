//! Tables of Apache Phoenix: salt byte, columns of every type, NULL.
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
//! | `CHAR(n)` | `String` with `pad(n, with = b' '), allow(unordered)`; without blanks inside: `pad(n, with = b' '), chars("!-~")` |
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

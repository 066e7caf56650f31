//! Apache Phoenix: salt byte, columns of every type, and NULL.
//!
//! A Phoenix row key holds the columns of the primary key, one after the other. Take this table:
//!
//! ```sql
//! CREATE TABLE READINGS (
//!     TENANT UNSIGNED_INT NOT NULL, DEV VARCHAR NOT NULL, TS UNSIGNED_LONG NOT NULL, V VARCHAR
//!     CONSTRAINT PK PRIMARY KEY (TENANT, DEV, TS DESC)
//! ) SALT_BUCKETS = 8
//! ```
//!
//! Its key is this struct:
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
//! # Columns and fields
//!
//! | column | field |
//! |---|---|
//! | `TINYINT`, `SMALLINT`, `INTEGER`, `BIGINT` | `i8`, `i16`, `i32`, `i64` |
//! | `UNSIGNED_TINYINT`, `UNSIGNED_SMALLINT`, `UNSIGNED_INT`, `UNSIGNED_LONG` | `u8`, `u16`, `u32`, `u64`. Phoenix accepts values up to the maximum of the signed type |
//! | `DATE`, `TIME` | `jiff::Timestamp` or a similar type, or an `i64` of milliseconds with `time(millis)` |
//! | `UNSIGNED_DATE`, `UNSIGNED_TIME` | a `u64` of milliseconds with `time(millis)`, so from 1970 on |
//! | `TIMESTAMP` | two fields: the whole milliseconds as in a `DATE`, then the remaining nanoseconds as a `u32`, up to 999,999 |
//! | `UNSIGNED_TIMESTAMP` | two fields: the whole milliseconds as in an `UNSIGNED_DATE`, then the `u32` of a `TIMESTAMP` |
//! | `BOOLEAN` | `bool` |
//! | `VARCHAR`, last | `String` |
//! | `VARCHAR` before another column | `String` with `chars("^\0"), separator = "\0"` |
//! | `VARCHAR DESC` before another column | `String` with `desc, chars("^\0"), separator = b"\xFF"`, never empty |
//! | `VARCHAR DESC`, last | `String` with `with = rowkey::codec::phoenix::LastDesc` |
//! | `CHAR(n)` | `String` with `pad(n, with = b' '), allow(unordered)`. If texts have no blanks inside: `pad(n, with = b' '), chars("!-~")` |
//! | `BINARY(n)` | `[u8; n]` |
//! | `VARBINARY`, last | `Vec<u8>` |
//! | `VARBINARY_ENCODED` before another column, or `DESC` | `Vec<u8>` with `terminated` |
//! | `FLOAT`, `DOUBLE` | `f32`, `f64` with `with = rowkey::codec::phoenix::Float` |
//! | `UNSIGNED_FLOAT`, `UNSIGNED_DOUBLE` | `f32`, `f64` with `raw`, never below zero |
//! | `DESC` | `desc` in addition to the attributes of the type |
//! | `SALT_BUCKETS = n` | `salt(phoenix, buckets = n, of(..))`. If n is a multiple of 31: `salt(with = rowkey::salt::phoenix, buckets = n, of(..))` |
//!
//! # Limits
//!
//! - **NULL at the end**: Phoenix drops the columns with their separators, so the rows have several lengths. Declare
//!   [an enum with one variant per length](#null-at-the-end).
//! - **`VARBINARY_ENCODED`** as the last column, ascending, has escapes and no end mark. No field writes these bytes,
//!   and a `Vec<u8>` decodes other values from them.
//! - **NULL in a `VARCHAR DESC`**: a NULL ends with 00, and a text ends with FF. `decode` rejects rows with a NULL.
//!   Never write an empty text.
//! - **`DECIMAL`** columns and arrays of any type have no equivalent.
//!
//! # NULL at the end
//!
//! A NULL in a `VARCHAR` is the empty text before another column. At the end of the key, Phoenix drops every NULL, and
//! the separator before it. Without a salt, the rows of `PRIMARY KEY (ORG, TEAM, MEMBER)` have three lengths:
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! enum Member {
//!     All {
//!         #[rowkey(chars("^\0"), separator = "\0")]
//!         org: String,
//!         #[rowkey(chars("^\0"), separator = "\0")]
//!         team: String,
//!         #[rowkey(chars("^\0"))]
//!         member: String,
//!     },
//!     Team {
//!         #[rowkey(chars("^\0"), separator = "\0")]
//!         org: String,
//!         #[rowkey(chars("^\0"))]
//!         team: String,
//!     },
//!     Org {
//!         #[rowkey(chars("^\0"))]
//!         org: String,
//!     },
//! }
//!
//! // ('a', 'b', NULL), ('a', NULL, NULL), and ('a', NULL, 'c')
//! assert_eq!(Member::decode(b"a\0b")?, Member::Team { org: "a".into(), team: "b".into() });
//! assert_eq!(Member::decode(b"a")?, Member::Org { org: "a".into() });
//! assert_eq!(Member::decode(b"a\0\0c")?, Member::All { org: "a".into(), team: "".into(), member: "c".into() });
//!
//! // All rows of an organization are one plan per variant.
//! assert_eq!(Member::scan_all().org("a").plan()?.ranges().len(), 1);
//! assert_eq!(Member::scan_team().org("a").plan()?.ranges().len(), 1);
//! assert_eq!(Member::scan_org().org("a").plan()?.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Never write an empty text as the last field, because Phoenix drops it. If only one column at the end can be NULL,
//! and a column of fixed width or a `VARCHAR DESC` comes before it, a `VARCHAR` needs no variant of its own: there is no
//! separator to drop, and its NULL is the empty text.
//!
//! # Regions and empty cells
//!
//! Phoenix splits a salted table at the labels, padded with zeros. The regions are the same as those of `SPLIT_KEYS`.
//!
//! Each Phoenix row also has an empty cell, in the family `0` unless the table names another one. Its column is `00 00
//! 00 00`, or `_0` if `COLUMN_ENCODED_BYTES` is `NONE`. Write this cell with every row.

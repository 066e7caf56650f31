//! How to describe an existing table byte for byte. Each compromise of the old design becomes an opt-out in your
//! source.
//!
//! The pages below each take one table apart. Start with the one that is closest to yours:
//!
//! | table | what its keys look like | attributes used |
//! |---|---|---|
//! | [OpenTSDB](opentsdb) | salt, metric uid, hour, pairs of tag uids | `salt(with = ..)`, `repeated` |
//! | [Apache Phoenix](phoenix) | salt byte, then one element per primary key column | `salt(phoenix)`, `chars`, `separator`, `desc`, `with` |
//! | [Solana's ledger](solana) in Bigtable or HBase | `9ahYBF9J6s..5tJxn/ffffffffead7213f` | `hex`, `desc`, `chars`, `separator`, `salt(md5, hex(10))` |
//! | [Bigtable row key schemas](bigtable_row_key_schemas) | `OrderedCodeBytes`, also in continuous materialized views | `encoding = ordered_code`, `desc` |
//! | [FoundationDB tuples](foundationdb_tuples) | a type code before each element | `encoding = fdb_tuple` |
//! | [NEAR Protocol](near) | one byte for the record type, then account and data | `prefix`, `chars`, `separator`, `KeyCode` |
//! | [nostr-lmdb](nostr_lmdb) | seven indexes of one event, the newest event first | `index`, `desc`, `pad(182, cut)`, `skip` |
//! | [telecom call records](telecom_call_records) in HBase | `01_13362666677_2017-12-01 12:10_14444445555_0_180` | `salt(xor)`, `split(after = ..)`, `len`, `time`, `decimal` |
//! | [HBase design patterns](hbase_design_patterns): users, orders, hosts, events | `md5(id).substr(0, 4)`, `reverse`, `%`, `rpad`, `Long.MAX_VALUE - ts` | `salt`, `pad`, `reverse_text`, `reverse_ts`, `index` |
//! | [hexadecimal ids](hex_ids) | `00000000000000a0`, pre-split between a start key and an end key | `hex`, `hashed`, `split(keys = ..)` |
//! | [ids with an md5 prefix](md5_prefixed_ids) | `6a0ec66::id`, in 500 regions of `MD5StringSplit` | `salt(md5, hex(7))`, `separator`, `split(keys = ..)` |
//! | [logs in md5 buckets](md5_bucketed_logs) | `008`, a time, a phone number, a record id | `salt(md5, of(..), digits(3))`, `time`, `len` |
//! | [time buckets](time_buckets) | a day, month, or hour, then the device and the exact time | `element`, `time(.., exact)` |
//! | [newest-first lists](newest_first_lists) in LMDB or redb | `{label}\0{:020}\0{id}` | `separator`, `reverse_ts`, `digits`, `desc` |
//!
//! Each page shows the struct, rows that need special care, scans, and the resulting ranges. It then answers design
//! questions about the table, and ends with the key you would choose today. Pages about pre-split tables also show how
//! many rows each region gets.
//!
//! # Start with the rows
//!
//! Take a row key from the table and write its elements below it. Then declare a struct with one field for each
//! element:
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
//! Then decode a few thousand rows of the real table. A row that decodes and encodes to the same bytes fits your
//! description. A salt is strong evidence, because `decode` computes it again: a wrong description would have to match
//! the bucket of every row. A round trip does not prove that the values are right, so look at some. Without `raw` or
//! `reverse_ts`, the same bytes are other numbers, such as the time -1624750880941. If padding uses a letter, a text
//! that ends with this letter has the same bytes as the shorter text.
//!
//! # Keys of Rust and Java key-value stores
//!
//! Programs on RocksDB, LMDB, badger, or DynamoDB write their keys with a few patterns. Find yours by its bytes:
//!
//! | in the key | declaration | projects |
//! |---|---|---|
//! | a text, a zero byte, and then numbers, as Java's `ByteBuffer` writes them | `chars("^\0")`, `separator = "\0"` on the text, and [`raw`](crate::_attributes::numbers#raw) or [`reverse_ts`](crate::_attributes::time#reverse_ts) on the numbers | Apache Phoenix, services on HBase |
//! | a byte or a name for the record type | an enum with [`tag`](crate::_attributes::enums#tag-was) | TiKV, GreptimeDB, Kafka Streams |
//! | the record type after fields that all rows have | [`under(..)`](crate::_attributes::enums#under) | dgraph, Oak |
//! | record types that differ only at the end, or by their width | [`suffix`](crate::_attributes::keys#suffix) on a variant or a nested key | etcd, TiKV |
//! | bytes for the type of the next value | the end of the [`separator`](crate::_attributes::text#separator) before it, such as `b"\0\x2C"` | HBase `OrderedBytes`, TiDB, CockroachDB |
//! | a length before a text | [`length_prefixed(u16)`](crate::_attributes::text#length_prefixed), with `le` if the lowest byte comes first | CosmWasm, dgraph, Kafka Streams, kaspa |
//! | a length that never changes | a part of the `prefix` or the `separator` before the field | CosmWasm |
//! | a text with escapes and an end mark | [`terminated`](crate::_attributes::text#terminated), or with `escape` and `end` of the table | CockroachDB, Hyperbee |
//! | a text with escapes of its own before a separator | a codec with [`Language::open`](crate::language::Language::open) of an alphabet without the separator | Accumulo |
//! | a number whose first byte is its width | a codec with [`Language::delimited`](crate::language::Language::delimited) | CockroachDB, Hyperbee, Accumulo |
//! | groups of bytes, of which the last is marked | the same | TiKV, HBase `OrderedBytes` |
//! | a number in little endian | [`le`](crate::_attributes::numbers#le) | kaspa |
//! | a hash before the value | [`element(with = .., of(..), bytes(8))`](crate::_attributes::keys#element) | Substrate |
//! | any bytes, then a version or a time | `allow(unordered)` before fields of fixed width | badger, Kafka Streams |
//! | a version, the newest first | [`desc`](crate::_attributes::numbers#desc) on the last field | badger, TiKV |
//! | a value of several types, or null | an enum with `tag`s [as a field](crate::_attributes::keys#nested-keys) | HBase `OrderedBytes`, TiDB |
//!
//! A store of versions writes its user's key, whose bytes can be anything, and then a number of fixed width. badger has
//! nothing between them. Decode cuts the number off at the end, but such keys do not sort by their user's key: the
//! version of a short key can sort after a longer key. TiKV groups the user's bytes, so its keys sort:
//!
//! ```
//! use rowkey::RowKey;
//!
//! /// badger: any key, then the version, the newest first.
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Versioned {
//!     #[rowkey(allow(unordered))]
//!     key: Vec<u8>,
//!     #[rowkey(desc)]
//!     version: u64,
//! }
//!
//! /// Kafka Streams: the row that a foreign-key join stores.
//! #[derive(RowKey, Debug, PartialEq)]
//! struct ForeignKeyJoin {
//!     #[rowkey(length_prefixed(u32))]
//!     foreign: Vec<u8>,
//!     primary: Vec<u8>,
//! }
//!
//! let row = Versioned { key: b"ab".into(), version: 5 };
//! assert_eq!(row.encode()?, b"ab\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFA");
//! assert_eq!(Versioned::decode(&row.encode()?)?, row);
//!
//! let join = ForeignKeyJoin { foreign: b"ab".into(), primary: b"c".into() };
//! assert_eq!(join.encode()?, b"\0\0\0\x02abc");
//! assert_eq!(ForeignKeyJoin::scan().foreign(b"ab").plan()?.ranges().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `tests/ports` in the repository has these keys as structs, one file for each project. It compares them with keys that
//! the projects' own packages wrote. Check two things before you trust a description:
//!
//! - **Ambiguous keys**: if two rows can have the same key, the compiler rejects the layout. The store has this error, too.
//! - **Order**: test your own codecs with `rowkey::laws!`. It finds that the blobs of `OrderedBytes` do not sort: the
//!   blob `C4 D5` comes after `C5`.
//!
//! # Opt-outs and their cost
//!
//! Each layout that the compiler rejects is a weakness of the old design. For each one, you can opt out and accept its
//! cost:
//!
//! | in the table | opt-out | cost |
//! |---|---|---|
//! | numbers as `Integer.toString` | `decimal` | no range over the field |
//! | `Bytes.toBytes(long)` below zero | `raw` | no range over the field |
//! | numbers with the least significant byte first, as `to_le_bytes` | `le` | no range over the field |
//! | ids written back to front | `reverse_text` | no range over the field, but `ends_with(..)` works |
//! | text of any length before a separator that sorts among its characters | `chars("^_")`, `allow(unordered)` | no range over the field |
//! | text of any length before fixed widths, decoded from the end | `allow(unordered)` | no range over the field, and equality reads a few more rows |
//! | padding on the left, or with a letter | `pad(20, with = b'x')`, `allow(unordered)` | no range over the field, and a value that ends with the pad byte is an error |
//! | days and months without padding | a `String` with `chars("^_")`, `allow(unordered)` | no range over the field, and the date is text |
//! | dates with the day first | `time("%d.%m.%Y")`, `allow(unordered)` | no range over the field |
//! | numbers in fewer digits than the type has | `digits(13)` | ranges work, but `encode` rejects larger numbers |
//! | `9999999999999 - millis`, `999999 - count` | `reverse_ts, digits(13)` or `digits(6), desc` | `encode` rejects larger numbers |
//! | times in a format that leaves out smaller units | `time("..", floor)` | the smaller units are lost |
//! | split keys with no possible row between them | `split(.., allow(dead))` | idle regions, which the layout prints |
//! | split keys that leave most rows to one region | `split(.., allow(uneven))` | a hot region, which the layout prints |
//! | modulo of whole seconds in a finer unit, or of a few values | `salt(.., allow(empty))` | buckets without rows |
//!
//! If older rows of the same table have another format, they can be [a variant without a tag](crate::_attributes::enums#variants-without-a-tag)
//! if their keys differ in width or in a byte. Otherwise, declare a second struct for the same bytes, with looser rules.
//! Rows that a bug has put elsewhere, such as in a bucket 99, get a struct with a `prefix` of their own. If
//! [`disjoint!`](crate::disjoint) accepts it next to the other type, you can read, put, and delete these rows safely.
//!
//! # Salts you cannot describe
//!
//! - **Negative labels** (`-03`): Java's `%` keeps the sign of a `hashCode`, while the salts of this crate take the
//!   non-negative remainder. To read such rows, declare a struct without a salt whose first field is the label as text.
//!   If `Integer.parseInt` made the bucket, `java_int` parses text the same way. The negative rows are then a second
//!   struct, with [`salt::negative_xor`](crate::salt::negative_xor).
//! - **Labels of several widths**: `DecimalFormat("00")` writes 112 as three digits. Declare the label as a field here
//!   too.
//! - **Digests of bytes that are not in the key**: a JVM with a GBK charset hashes other bytes than it stores. For such
//!   rows, `decode` returns [`DecodeError::Salt`](crate::DecodeError::Salt). `decode_lenient` does not check the salt,
//!   so it reads them.
//! - **Random suffixes and salts**: declare an ordinary field. A query cannot compute its value.
//!
//! # What the tests check
//!
//! - `tests/all/tables` compares the pages about calls, logs, hexadecimal ids, md5 prefixes, and HBase patterns with
//!   keys, salts, split keys, and scan bounds that Java wrote. It also covers Phoenix keys and column types.
//! - In the tests of `rowkey-hbase`, Phoenix itself reads and writes four tables that this crate uses at the same time.
//! - `tests/all/public_tables` compares the pages about OpenTSDB, Solana, NEAR, and nostr-lmdb with keys and ranges
//!   from the code of these projects. The Solana archive, the newest-first lists, and the time buckets are compared
//!   with published rules.
//! - `tests/ports` compares keys of fourteen public projects, seven of them with keys that their released packages wrote.
//! - `tests/all/ordered_code.rs` and `tests/all/fdb_tuples.rs` compare the two encodings with keys from Google's and
//!   FoundationDB's own code.

pub mod bigtable_row_key_schemas;
pub mod foundationdb_tuples;
pub mod hbase_design_patterns;
pub mod hex_ids;
pub mod md5_bucketed_logs;
pub mod md5_prefixed_ids;
pub mod near;
pub mod newest_first_lists;
pub mod nostr_lmdb;
pub mod opentsdb;
pub mod phoenix;
pub mod solana;
pub mod telecom_call_records;
pub mod time_buckets;

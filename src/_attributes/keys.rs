//! The key as a whole.
//!
//! ## `allow(unordered)`
//!
//! Opts out of keys that sort by the field, for layouts that exist already: you then cannot bind the field to a range. It also
//! allows one open text that is read from the back, and codes of several widths. On a field by which keys do sort it does not
//! compile: leave it out.
//!
//! The other opt-outs belong where the proof does: `allow(empty)` in [`salt(..)`](super::salt#saltalg-buckets--n--ofinput---form--wasolder---allowempty),
//! `allow(dead)` and `allow(uneven)` in [`split(..)`](super::splits#regions).
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
//! ## `element(FIELD.VIEW .. [, FORM] [, desc])`, `element(md5(FIELD), FORM [, desc])`
//!
//! An element of the key that the struct does not have, computed from this field or a later one, and written before this field:
//! the day before the device, a few bytes of an id's digest before the id. The views are those of a salt, and end in a
//! number; `md5` and `xxh3` hash the whole field, as a [salt](super::salt#saltalg-buckets--n--ofinput---form--wasolder---allowempty) does.
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

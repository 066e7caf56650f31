//! Typed, order-preserving row keys for HBase, Bigtable, RocksDB, redb, and every other store that sorts rows by key bytes.
//!
//! You declare a key as a struct. `#[derive(RowKey)]` generates encoding, strict decoding, a typed query builder for range and prefix scans, a salt
//! against hotspots, and the split keys of the table. A layout that is ambiguous, unsorted, or lossy is a compile error that tells you the fix.
//!
//! - [Quick start](#quick-start)
//! - [Attributes at a glance](#attributes-at-a-glance)
//! - [Queries](#queries)
//! - [Engines](#engines)
//! - [Documentation](#documentation)
//! - [Cargo features](#cargo-features)
//! - [Crates](#crates)
//! - [Stability](#stability)
//!
//! # Quick start
//!
//! ```toml
//! [dependencies]
//! rowkey = { path = "../rowkey" }                    # not on crates.io yet
//! rowkey-store = { path = "../rowkey/rowkey-store" } # tables over memory, redb, and your own engine
//! ```
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Reading {
//!     #[salt(buckets = 8)] // a hash of `device` as the first byte: writes spread over 8 regions
//!     #[pad(12)]           // fixed width: `pump1` is never a prefix of `pump12`
//!     device: String,
//!     #[reverse_ts]        // milliseconds, newest first
//!     at: i64,
//! }
//!
//! // Encode and decode. Decoding checks widths, padding, and the salt.
//! let reading = Reading { device: "pump1".into(), at: 1_700_000_000_000 };
//! let key: [u8; 21] = reading.encode()?;
//! assert_eq!(Reading::decode(&key)?, reading);
//!
//! // Query. The salt is computed from the device, so this is one range in one bucket.
//! let plan = Reading::scan().device("pump1").at(1_600_000_000_000..).limit(10).plan()?;
//! assert_eq!(plan.ranges().len(), 1);
//! assert!(plan.ranges().all(|range| range.contains(&key)));
//!
//! // Create the table with 8 regions.
//! assert_eq!(Reading::SPLIT_KEYS, [[1], [2], [3], [4], [5], [6], [7]]);
//!
//! // Look inside: the layout, any bytes (even damaged ones), and a plan.
//! println!("{}", Reading::LAYOUT);
//! println!("{}", Reading::explain(&key));
//! println!("{}", plan.explain());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Attributes at a glance
//!
//! | You have | You write | Page |
//! |---|---|---|
//! | text that is never longer than 20 bytes | `#[pad(20)]` | [text](_attributes::text) |
//! | text of any length before another field | `#[rowkey(terminated)]`, or `separator = "/"` with `chars("a-z")` | [text](_attributes::text) |
//! | a number as readable digits | `#[rowkey(digits(10))]` | [numbers](_attributes::numbers) |
//! | a time that should sort newest first | `#[reverse_ts]` | [time](_attributes::time) |
//! | a date type, or a time as text | `#[rowkey(time("%Y-%m-%d"))]` | [time](_attributes::time) |
//! | a field that should sort in descending order | `#[rowkey(desc)]` | [numbers](_attributes::numbers) |
//! | writes that all go to one region | `#[salt(buckets = 16)]` | [salt](_attributes::salt) |
//! | a table to create with regions in place | `#[rowkey(split(regions = 16))]` | [splits](_attributes::splits) |
//! | several record types in one table | an enum, with `#[rowkey(tag = "P")]` on each variant | [enums](_attributes::enums) |
//! | an enum as a field | `#[derive(KeyCode)]` and `#[code("in")]` | [enums](_attributes::enums) |
//! | queries by other fields | `#[rowkey(index(ByOwner(owner, id)))]` | [keys](_attributes::keys) |
//! | rows in the table that must stay readable | `#[rowkey(layout = "..")]` | [keys](_attributes::keys) |
//! | keys of FoundationDB's tuple layer or of Bigtable's row key schemas | `#[rowkey(encoding = fdb_tuple)]`, `ordered_code` | [encodings](_attributes::encodings) |
//!
//! Integers, floats, `bool`, `char`, byte arrays, IPv4 and IPv6 addresses, `NonZero`, `Option`, tuples, and nested keys need no
//! attribute. `Duration` and the types of date crates need a unit: `#[rowkey(time(millis, floor))]`.
//! [`_attributes`] lists all attributes.
//!
//! # Queries
//!
//! The builder has two methods for each field. `device(..)` narrows the range of keys, in the order of the fields. `filter_device(..)` keeps the matching
//! rows of the range. Both take a value, a range, [`one_of`], [`starts_with`], [`ends_with`], or [`contains`], and any of these in [`If`] for optional conditions.
//! [`_example::ReadingScan`] shows the builder of the key above. [`scan`] explains queries, plans, and pagination.
//!
//! # Engines
//!
//! A [`Plan`] is plain data: byte ranges, filters, a limit, and a direction. [`Plan::merge`](ScanPlan::merge) runs it on any engine that can open a range, and
//! returns the rows of all buckets in key order. [`ScanPlan::pages`] and `ScanPlan::stream` do this for async engines.
//! [`_engines`] has recipes for redb, fjall, LMDB, sled, RocksDB, SlateDB, TiKV, Bigtable, and FoundationDB.
//!
//! If you want tables with `get`, `put`, `scan`, cursors, transactions, and secondary indexes, use `rowkey-store`, `rowkey-hbase`,
//! `rowkey-bigtable`, `rowkey-rocksdb`, or `rowkey-slatedb`.
//!
//! This crate itself does no I/O. It is `no_std` with `alloc`, contains no `unsafe` code, and does not panic on any input.
//!
//! # Documentation
//!
//! | Page | Contents |
//! |---|---|
//! | [`_guide`] | from your queries to a table with pages and a secondary index, step by step |
//! | [`_attributes`] | every attribute, by task, with its bytes and an example |
//! | [`scan`] | queries, plans, and pagination |
//! | [`_engines`] | how to run a plan on nine engines |
//! | [`_existing_tables`] | how to describe a table that another program wrote, byte for byte |
//! | [`_compile_errors`] | each compile error by its code, with the reason and the fix |
//! | [`codec`] | how values become bytes, and how to write your own codec |
//! | [`_faq`] | which salt, how to page, how to add a field, and more |
//! | [`_compare`] | rowkey and nine alternatives |
//! | [`_stability`] | promises, and which changes are safe on a live table |
//! | [`_glossary`] | the words used here |
//!
//! # Cargo features
//!
//! No feature is on by default.
//!
//! | Feature | Adds |
//! |---|---|
//! | `jiff`, `chrono`, `time` | the dates, civil times, and instants of `jiff` 1, `chrono` 0.4, and `time` 0.3 as fields |
//! | `uuid`, `ulid` | `uuid::Uuid` of `uuid` 1, and `ulid::Ulid` of `ulid` 3 as fields |
//! | `smol_str`, `compact_str`, `bytes` | `SmolStr` of `smol_str` 0.3, `CompactString` of `compact_str` 0.10, and `Bytes` of `bytes` 1 as fields |
//! | `futures` | `ScanPlan::stream`, which reads a plan from streams, as a `Stream` |
//! | `laws` | `laws!`, which generates property tests for your key types |
//! | `std` | `std::time::SystemTime` as a field, and run-time detection of AVX2 for `md5` salts in [`RowKey::encode_batch`] |
//!
//! # Crates
//!
//! | Crate | Contents |
//! |---|---|
//! | `rowkey` | the derives, and everything in `rowkey-core` |
//! | `rowkey-core` | codecs, layouts and their checks, keys, scans, and plans |
//! | `rowkey-derive` | the derive macros |
//! | `rowkey-store` | tables over memory and redb, sync and async, and the traits for other engines |
//! | `rowkey-hbase` | HBase, through its Thrift 2 gateway |
//! | `rowkey-bigtable` | Google Cloud Bigtable, async |
//! | `rowkey-rocksdb` | RocksDB |
//! | `rowkey-slatedb` | SlateDB, async |
//! | `rowkey-inspect` | a command-line tool for your key types: layouts, keys, plans, heat maps |
//!
//! # Stability
//!
//! Key bytes are frozen: a layout that compiles writes the same bytes in every later version. Until 1.0, a minor release may reject more layouts and rename items.
//! The minimum Rust version is 1.85. [`_stability`] has the details.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
extern crate alloc;
#[cfg(feature = "laws")]
extern crate std;
// The derives name this crate.
#[cfg(all(test, feature = "laws"))]
extern crate self as rowkey;

/// The README, so that its Rust is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod _attributes;
// The links of these files lead to other files. The definitions above each file win, and lead to pages.
#[doc = include_str!("../docs/COMPARE.md")]
pub mod _compare {}
pub mod _compile_errors;
pub mod _engines;
#[cfg(any(doc, doctest))]
pub mod _example;
pub mod _existing_tables;
#[doc = "[Stability]: crate::_stability\n[comparison]: crate::_compare\n[SPEC.md]: crate::_spec\n[existing tables]: crate::_existing_tables\n\n"]
#[doc = "[pages]: crate::_guide#7-return-pages\n[indexes]: crate::_guide#6-add-a-secondary-key\n"]
#[doc = "[types]: crate::_guide#8-store-several-record-types\n[lock]: crate::_guide#10-lock-the-layout-and-change-it-later\n\n"]
#[doc = include_str!("../docs/FAQ.md")]
pub mod _faq {}
#[doc = include_str!("../docs/GLOSSARY.md")]
pub mod _glossary {}
#[doc = "[salts]: crate::_faq#which-salt-do-i-need\n[indexes]: crate::_faq#how-do-i-add-a-secondary-index\n[Stability]: crate::_stability\n\n"]
#[doc = "[text]: crate::_attributes::text\n[time]: crate::_attributes::time\n[numbers]: crate::_attributes::numbers\n\n"]
#[doc = include_str!("../docs/GUIDE.md")]
pub mod _guide {}
#[doc = include_str!("../SPEC.md")]
pub mod _spec {}
#[doc = "[SPEC.md]: crate::_spec\n[FAQ]: crate::_faq\n\n"]
#[doc = include_str!("../docs/STABILITY.md")]
pub mod _stability {}
#[cfg(feature = "laws")]
pub mod laws;

pub use rowkey_core::*;

/// Makes a struct or an enum the row key of a table.
///
/// The derive implements [`trait@RowKey`] and [`codec::Codec`], so the struct can also be a field of another key. It generates a
/// query builder that is named after the struct: `CallScan` for `Call`.
///
/// Put `#[rowkey(..)]` on the struct or on its fields. `#[salt(..)]`, `#[pad(..)]`, and `#[reverse_ts]` are short forms for fields.
/// [`_attributes`] describes every attribute with its bytes and an example. [`_compile_errors`] lists what does not compile.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey, Debug, PartialEq)]
/// #[rowkey(separator = "/")]
/// struct Page {
///     #[rowkey(chars("a-z"))]
///     site: String,
///     #[rowkey(digits(5))]
///     number: u32,
/// }
///
/// let page = Page { site: "example".into(), number: 7 };
/// let key = page.encode()?;
/// assert_eq!(key, b"example/00007");
/// assert_eq!(Page::decode(&key)?, page);
/// let plan = Page::scan().site("example").number(5..).plan()?;
/// assert!(plan.ranges().all(|range| range.contains(&key)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Enums
///
/// If a table holds several record types, its key is an enum. Each variant is one record type. [`_attributes::enums`] explains tags,
/// fields that all record types share, and keys of unknown types.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey, Debug, PartialEq)]
/// enum Row {
///     #[rowkey(tag = "p")]
///     Page { site: u32, page: u16 },
///     #[rowkey(tag = "s")]
///     Site { site: u32 },
/// }
///
/// assert_eq!(Row::Page { site: 7, page: 1 }.encode()?, b"p\0\0\0\x07\0\x01");
/// assert_eq!(Row::decode(b"s\0\0\0\x07")?, Row::Site { site: 7 });
/// assert_eq!(Row::scan_page().site(7).plan()?.ranges().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Queries
///
/// The builder has two methods for each field: `phone(..)` narrows the range of keys, and `filter_phone(..)` filters the rows. Both
/// take a [condition](scan#conditions-on-fields): a value, a range, [`one_of`], [`starts_with`], [`ends_with`], or [`contains`].
///
/// Wrap an optional condition in [`If`], for example an empty field of a form. After an absent condition, the conditions on later
/// fields become filters, because keys are sorted by a field only where the fields before it are equal.
///
/// ```
/// use rowkey::{If, RowKey};
///
/// #[derive(RowKey)]
/// struct Call {
///     #[salt(xor, buckets = 3)]
///     #[pad(20)]
///     phone: String,
///     at: u64,
///     limit: u16,
/// }
///
/// let find = |phone: Option<&str>, at: Option<u64>| {
///     // The field `limit` keeps its name, so the builder's own method is called `with_limit` here.
///     Call::scan().phone(If(phone)).at(If(at)).limit(7).with_limit(100).plan()
/// };
/// assert_eq!(find(Some("133"), Some(5))?.ranges().len(), 1);
/// assert_eq!(
///     find(None, Some(5))?.explain().to_string(),
///     "scan of Call: 3 ranges
///   no bound fields
///   phone is not bound, so at and limit are filters
///   all 3 buckets: xor of phone; phone is not known
///   bucket 0: 00 .. 01
///   bucket 1: 01 .. 02
///   bucket 2: 02 .. 03
///   filter: at = 5
///   filter: limit = 7
///   at most 100 rows, in key order"
/// );
/// # Ok::<(), rowkey::ScanError>(())
/// ```
pub use rowkey_derive::RowKey;

/// Makes an enum without fields a field of row keys. Each variant is written as its code: a byte, a text, or bytes.
///
/// ```
/// use rowkey::{KeyCode, RowKey};
///
/// #[derive(KeyCode, Debug, PartialEq)]
/// enum Side {
///     #[code("in")]
///     In,
///     #[code("ou")]
///     Out,
/// }
///
/// #[derive(RowKey, Debug, PartialEq)]
/// struct Leg {
///     side: Side,
///     number: u16,
/// }
///
/// let leg = Leg { side: Side::Out, number: 7 };
/// assert_eq!(leg.key(), *b"ou\x00\x07");
/// assert_eq!(Leg::decode(b"ou\x00\x07")?, leg);
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
///
/// Set a code with `#[code(..)]` or `#[rowkey(code = ..)]`. No code may be the start of another. Keys sort by code. If the codes do
/// not ascend in the order of the variants, the field needs `#[rowkey(allow(unordered))]`.
pub use rowkey_derive::KeyCode;

/// Checks at compile time that several key types can share a table: no key of one is a key of another, and no scan of one reads
/// rows of another.
///
/// If one program reads all of them, prefer an enum. The [derive](macro@RowKey) then makes this check for you, and you can read and
/// scan all record types at once. Use `disjoint!` for key types that stay apart, such as two enums or the keys of two modules.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// #[rowkey(prefix = "u:")]
/// struct User {
///     id: u64,
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(prefix = "p:")]
/// struct Post {
///     author: u64,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// rowkey::disjoint!(User, Post);
/// ```
///
/// A scan reads all keys that start with the prefix of its type and a label of its salt. So no key of another type may start that
/// way. The fields after the prefix do not matter. Types whose keys never meet need no prefix. Here no bucket is the byte `#`:
///
/// ```
/// # use rowkey::RowKey;
/// #[derive(RowKey)]
/// struct Reading {
///     #[salt(buckets = 16)]
///     device: u32,
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(prefix = "#")]
/// struct Setting {
///     name: String,
/// }
///
/// rowkey::disjoint!(Reading, Setting);
/// ```
///
/// If one type starts with the other, the build fails and shows a key that both would read:
///
/// ```compile_fail
/// # use rowkey::RowKey;
/// #[derive(RowKey)]
/// #[rowkey(prefix = "p")]
/// struct Post {
///     author: u64,
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(prefix = "pc")] // the author of a post can begin with `c`
/// struct Comment {
///     post: u64,
/// }
///
/// rowkey::disjoint!(Post, Comment);
/// ```
///
/// Name every key type of a table in one call. Types in separate calls are not compared.
#[macro_export]
macro_rules! disjoint {
    ($($key:ty),+ $(,)?) => {
        const _: () = $crate::__private0::check_disjoint(&[$(<$key as $crate::RowKey>::LAYOUT),+]);
    };
}

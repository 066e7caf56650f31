//! Typed row keys for stores that keep rows sorted by key bytes: HBase, Bigtable, TiKV, FoundationDB, redb and the like.
//!
//! From one annotated struct come encode, decode, scans and split keys. A layout that is ambiguous, unordered or leaves a
//! region dead does not compile, and the message says what to write instead.
//!
//! ```toml
//! [dependencies]
//! rowkey = "0.1" # with features = ["jiff"], for its dates and times
//! ```
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey, Debug, PartialEq)]
//! struct Call {
//!     #[salt(xor, buckets = 6)] // one salt byte before everything, computed from this field
//!     #[pad(20)]                // 20 bytes, NUL padded
//!     phone: String,
//!     #[reverse_ts]             // i64::MAX - at: newest first
//!     at: i64,
//! }
//!
//! let call = Call { phone: "13362666677".into(), at: 1_512_101_400_000 };
//! let key: [u8; 29] = call.encode()?;
//! assert_eq!(Call::decode(&key)?, call); // strict: width, padding, salt
//!
//! // The salt is computed from the phone, so this is one range, in one bucket.
//! let plan = Call::scan().phone("13362666677").at(1_512_000_000_000..).plan()?;
//! assert_eq!(plan.ranges().len(), 1);
//! assert!(plan.ranges().all(|range| range.contains(&key)));
//!
//! assert_eq!(Call::SPLIT_KEYS, [[1], [2], [3], [4], [5]]); // six regions, none dead
//! println!("{}", Call::LAYOUT);        // the byte map
//! println!("{}", Call::explain(&key)); // any bytes, even broken ones, element by element
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`_attributes`]: every attribute, what it writes, an example.
//! - [`_existing_tables`]: how to describe a table that is there already, byte for byte.
//! - [`_engines`]: how a plan is read from redb, fjall, LMDB, sled, RocksDB, SlateDB, TiKV, Bigtable, FoundationDB.
//! - [`_compile_errors`]: what does not compile, why, and what to write instead.
//! - [`codec`]: how values become bytes, and how to write a codec of your own.
//! - [`scan`]: what can be asked of a table, and what is done with the [plan](ScanPlan), on any engine.
//!
//! | feature, none by default | what it adds |
//! |---|---|
//! | `jiff`, `chrono`, `time` | the dates, civil times and instants of `jiff` 1, `chrono` 0.4 and `time` 0.3, as fields |
//! | `uuid` | `uuid::Uuid` of `uuid` 1, as a field |
//! | `smol_str`, `compact_str`, `bytes` | `SmolStr` of `smol_str` 0.3, `CompactString` of `compact_str` 0.10, `Bytes` of `bytes` 1, as fields |
//! | `futures` | `ScanPlan::stream`, the rows of a plan out of streams, as a `Stream` |
//! | `laws` | `laws!`, which holds your key types to their laws in your tests, with random rows |
//! | `std` | `std::time::SystemTime`, as a field; also lets [`RowKey::encode_batch`] ask the machine for AVX2, for `md5` salts |
//!
//! | crate | what it holds |
//! |---|---|
//! | `rowkey` | this: the derives, and all of `rowkey-core` |
//! | `rowkey-core` | codecs, layouts and their proofs, keys, scans and plans |
//! | `rowkey-derive` | the derives |
//! | `rowkey-store` | tables of typed rows over memory and redb, blocking or waited for, and the traits for other engines |
//! | `rowkey-hbase` | the same over HBase |
//! | `rowkey-slatedb` | the same over SlateDB, for async code |
//! | `rowkey-bigtable` | the same over Google Cloud Bigtable, for async code |
//! | `rowkey-inspect` | a command-line tool from key types: layouts, keys, plans, shares and heat of regions, with pictures |
//!
//! The crate is `no_std` with `alloc`, knows no engine, does no I/O, has no `unsafe`, and panics on no input.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

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
pub mod _compile_errors;
pub mod _engines;
pub mod _existing_tables;
#[cfg(feature = "laws")]
pub mod laws;

pub use rowkey_core::*;

/// Makes a struct the row key of a table: implements [`trait@RowKey`], a typed scan builder named after the struct
/// (`CallScan` for `Call`), and [`codec::Codec`], so that the struct can be a field of another key. Of an enum, each variant is a
/// kind of keys in the table.
///
/// `#[rowkey(..)]` stands on the struct and on its fields; `#[salt(..)]`, `#[pad(..)]` and `#[reverse_ts]` on a field are short for it.
/// [`_attributes`] has every item with its bytes and an example, [`_compile_errors`] what is refused.
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
/// If a table holds rows of several kinds, its key is an enum: [`_attributes`](_attributes#kinds-of-an-enum) goes through tags, fields
/// that stand before them, and keys of no kind.
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
/// assert_eq!(Row::scan_page().site(7u32).plan()?.ranges().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A scan has two methods for each field: `phone(..)` binds the field, `filter_phone(..)` filters by it. Both take a
/// [condition](scan::Condition): a value, a range, [`one_of`], [`starts_with`], [`ends_with`] or [`contains`].
///
/// Where a user of yours may leave a condition open, as in a form, put it in [`If`]. After an absent condition, the conditions on later
/// fields filter the rows, since keys are sorted by these fields only where the fields before them are the same.
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
///     // A field keeps its name, so the builder's own method is called `with_limit` here.
///     Call::scan().phone(If(phone)).at(If(at)).limit(7).with_limit(100).plan()
/// };
/// assert_eq!(find(Some("133"), Some(5))?.ranges().len(), 1);
/// assert_eq!(
///     find(None, Some(5))?.explain().to_string(),
///     "scan of Call: 3 ranges
///   every row
///   phone is not asked: at and limit are filters
///   all 3 buckets: xor of phone; phone is not bound to values
///   bucket 0: 00 .. 01
///   bucket 1: 01 .. 02
///   bucket 2: 02 .. 03
///   then keeps at = 5
///   then keeps limit = 7
///   at most 100 rows, in key order"
/// );
/// # Ok::<(), rowkey::ScanError>(())
/// ```
pub use rowkey_derive::RowKey;

/// Makes an enum without fields a field of row keys, each variant written as its code: a byte, a text or bytes.
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
/// A code is given by `#[code(..)]` or `#[rowkey(code = ..)]`. No code may be the start of another; codes that ascend in the
/// order of the variants sort like them, others need `#[rowkey(allow(unordered))]` on the field.
pub use rowkey_derive::KeyCode;

/// Proves while compiling that several kinds of keys can share a table: no key of one is a key of another, and no scan of one
/// reads a row of another.
///
/// Kinds that one program reads are better the variants of an enum, which is proven so by itself, reads each row of the table as what it
/// is, and scans several kinds at once: see [`RowKey`](macro@RowKey). This is for keys that stay apart: of two enums, or of modules that
/// do not know each other.
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
/// The scans of a key read all keys that begin with its prefix and with a label of its salt. So what is asked is that no key
/// of another kind begins so; which prefix is shorter, or how many fields follow, does not matter. Kinds that lie apart need no
/// prefix: here no bucket is a `#`.
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
/// The build fails where one begins with the other, and shows a key that would be read by both:
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
/// Every key type of a table is named in one call: two calls say nothing of each other.
#[macro_export]
macro_rules! disjoint {
    ($($key:ty),+ $(,)?) => {
        const _: () = $crate::__private0::check_disjoint(&[$(<$key as $crate::RowKey>::LAYOUT),+]);
    };
}

//! The implementation of [`rowkey`](https://docs.rs/rowkey): codecs, layouts, salts, scans and split keys, without the
//! derives. Use the crate `rowkey`: it has the derives, and it re-exports all public items of this crate.
//!
//! Depend on `rowkey-core` directly only if you write an engine that runs the plans of any key, as `rowkey-store` does.
//!
//! The rest of this page is for contributors. To learn how the crate works, start with `READING.md` next to this folder: a
//! path of 17 files, with the bytes of one key on the way.
//!
//! # Design
//!
//! A row key is a struct or an enum. The derive reads its tokens, and writes constants and calls. All computation is in
//! this crate, as ordinary code with ordinary tests. At compile time, rustc evaluates this code to prove the layout. At
//! run time, the same code encodes, decodes, plans scans and computes split keys.
//!
//! The crate does no I/O and has no `unsafe`. It depends on no engine and on no async runtime, and it does not panic on
//! any input. The bytes in tables are frozen: a released codec, label or salt never writes other bytes.
//!
//! # Layers
//!
//! The crate has ten layers, listed from the bottom up. Each is a file and a folder of the same name. Only `codec` has
//! its list of names in this file, because the public module also has codecs of `formats`. No file uses a layer above its
//! own, and the test `tests/all/layers.rs` in the repository checks this.
//!
//! | layer | contents |
//! |---|---|
//! | `bytes` | byte strings: sinks that codecs write to (`sink.rs`), a buffer that allocates only above 70 bytes (`key_buf.rs`), half-open ranges (`range.rs`), and bytes as text (`show.rs`, `parse.rs`) |
//! | `json` | JSON, for programs in other languages |
//! | `language` | the set of byte strings that a codec can write, as constants: width, alphabet and order (`leaf.rs` with a file for each kind of leaf, `alphabet.rs`), values by number (`index.rs`), the atoms of a layout (`atom.rs`, `flatten.rs`), the walk that finds the first key at or above a bound (`walk.rs`), and text composed in a `const` (`message.rs`) |
//! | `error` | errors of values, keys, scans and cursors, as enums with the field, the offset, and the bytes found and expected (`encode.rs`, `decode.rs`, `scan.rs`, `subspace.rs`), and the conversion of codec errors into key errors (`raise.rs`) |
//! | `layout` | a key as data, and all checks at compile time: see [Layer `layout`](#layer-layout) |
//! | `codec` | a value as bytes: the trait `Codec` (`codec.rs`), and one file per codec |
//! | `key` | the trait `RowKey` that the derive implements, and the life of a key at run time: see [Layer `key`](#layer-key) |
//! | `scan` | queries, plans and rows: see [Layer `scan`](#layer-scan) |
//! | `formats` | formats of other systems. Codecs: dates as text (`strftime.rs`), FoundationDB's tuples (`fdb_tuple.rs`), Bigtable's row key schemas (`ordered_code.rs`), and columns of Apache Phoenix (`phoenix.rs`). HBase in its own terms (`hbase.rs`): tables, split keys, and plans as shell commands, SQL and fuzzy patterns |
//! | `private` | the names that generated code uses, in a module named after the patch version (`__private0`), without any promise of stability |
//!
//! ## Layer `layout`
//!
//! | file | contents |
//! |---|---|
//! | `field.rs`, `element.rs`, `computed.rs` | fields, elements, computed elements |
//! | `cut.rs` | the end of each element in a key |
//! | `display.rs`, `lock.rs`, `json.rs` | the layout as a map of bytes, as a lock, and as JSON |
//! | `engine.rs`, `prefix_width.rs`, `versionstamp.rs` | facts for engines: the longest key, the width of a prefix, the offset of a versionstamp |
//! | `record_types.rs`, `disjoint.rs` | the record types of an enum, and several key types in one table |
//! | `version.rs` | the versions of a layout: each older tag with each older salt |
//! | `tuple.rs` | layouts of FoundationDB tuples |
//! | `salt.rs`, `salt/` | the facts of a salt: inputs, views, labels, and the evaluator (`evaluate.rs`) |
//! | `split.rs`, `split/` | split keys |
//! | `proof.rs`, `proof/` | the proofs, one file for each |
//!
//! ## Layer `key`
//!
//! | file | contents |
//! |---|---|
//! | `row_key.rs` | the traits: `RowKey`, `KeyForm` for the two forms of keys, and the visitors of fields and record types |
//! | `struct_key.rs`, `enum_key.rs` | the two forms: a key that is its fields, and a key of one of several record types |
//! | `write.rs`, `fields.rs`, `read.rs` | writing and reading, field by field |
//! | `inputs.rs`, `salter.rs`, `hash/`, `versions.rs` | the inputs of a salt, the bucket of a key, the hashes, and the keys of older versions |
//! | `nested.rs`, `computed.rs` | keys inside keys, computed elements |
//! | `variant_types.rs`, `held_as.rs` | enums: the types that a variant can hold |
//! | `batch.rs`, `encode_batch.rs`, `explain.rs`, `empty_buckets.rs` | many keys at once, any bytes explained, and buckets that random keys do not reach |
//!
//! ## Layer `scan`
//!
//! It has its own layers, which the same test checks:
//!
//! | layer | contents |
//! |---|---|
//! | `query` | the state of a builder, without types (`query.rs`): conditions (`condition.rs`, and a file for each in `conditions/`) as bytes (`arg.rs`, `predicate.rs`), bound fields (`bind.rs`), filters (`filters.rs`, `filter.rs`). Conditions on fields chosen at run time (`any_field.rs`), and on the shared fields of an enum (`shared_field.rs`), and the facts of a key and its fields (`untyped_key.rs`, `scan_field.rs`) |
//! | `plan` | the way from a query to ranges (`expand.rs`, `prefixes.rs`): salt inputs that the query fixes (`known.rs`) or leaves a few values for (`enumerate.rs`, `elements.rs`), computed elements (`computed.rs`), all labels in one range (`one_range.rs`), older rows of an enum (`sections.rs`). The plan as data (`plan.rs`, `typed.rs`), the next possible row (`next.rs`, `upper_limit.rs`), cursors (`cursor.rs`), the cost (`cost.rs`), and the order of the rows (`row_order.rs`) |
//! | `show` | a plan as text (`explain.rs`, `terms.rs`) |
//! | `rows` | the interface to engines (`open_range.rs`, `open_async.rs`, `direction.rs`), the merge of all buckets as a state machine without I/O (`merge/machine.rs`), and its drivers: blocking (`merge.rs`) and async (`stream.rs`, `stream/`) |
//! | `subspace` | keys and ranges under a prefix known at run time |
//!
//! # Words in the code
//!
//! The file `docs/GLOSSARY.md` in the repository defines the words that users see. The code has a few more:
//!
//! | word | meaning |
//! |---|---|
//! | leaf | the bytes of one piece of an element: a literal, a number, a text, a list of codes |
//! | atom | a leaf in its position in a layout |
//! | walk | a pass over the atoms of a layout, byte by byte, with the bytes that can come next |
//! | kind | a record type: a variant of an enum that derives `RowKey` |
//! | digest | a hash whose first digits are the label, in place of the number of a bucket |
//! | lane | ranges of a merge that are read one after another |
//!
//! # The life of a key
//!
//! **At compile time.** The derive writes `const LAYOUT` from the facts of each field, mainly
//! [`codec::Codec::LANGUAGE`] (`private.rs`: `field`, `salt`, `layout`). `layout.rs` flattens them into atoms. The
//! derive also writes one `const` per field that calls `check_field` (`layout/proof.rs`), one for the salt that calls
//! `check_buckets` (`layout/proof/salt/`), and one for the regions that calls `check_regions`
//! (`layout/proof/reachable.rs`). If a rule fails, it panics there. The message states the fact, the reason, and the
//! code to write instead. Its text is right below the rule.
//!
//! **Encode.** [`RowKey::encode`] takes a sink as wide as the key (`bytes/sink.rs`). It writes the prefix and the label
//! of bucket 0 (`key/write.rs`: `write_prefix`), then each field with its codec and its separator (`key/fields.rs`:
//! `Write`). The salter takes its inputs (`key/salter.rs`), applies the views (`layout/salt/view.rs`), and computes the
//! bucket (`layout/salt/evaluate.rs`). Its label then replaces the label of bucket 0.
//!
//! **Decode.** [`RowKey::decode`] reads from the front (`key/read.rs`). `layout/cut.rs` finds the end of each element,
//! and the codec of the field reads it (`Codec::read`). At the end, decode computes the salt from the values and
//! compares it with the label.
//!
//! **Enums.** Each variant is a key with a layout: the layout of its fields, with the tag inserted (`layout/record_types.rs`).
//! Encode and decode find the record type of a row or of bytes (`key/enum_key.rs`), and continue with that key.
//!
//! **Plan.** The builder from [`RowKey::scan`] collects the conditions on each field without types: elements, bounds,
//! and parts of texts (`scan/query.rs`). `plan()` (`plan/expand.rs`) combines the bound values to prefixes (`plan/prefixes.rs`). For each
//! prefix, it finds the buckets. Either the prefix determines the salt inputs (`plan/known.rs`), or the plan enumerates
//! the remaining values of an unbound input (`plan/enumerate.rs`). The plan has one range per prefix and bucket. If it
//! would read all buckets and they are too many, it reads one range over all labels instead (`plan/one_range.rs`). A
//! key with computed elements is planned for each value that they can have (`plan/computed.rs`).
//!
//! **Rows.** A [`ScanPlan`] is data (`scan/plan.rs`). `rows/merge.rs` runs it over any engine in key order, and
//! `rows/stream.rs` runs it over any async engine. `plan/next.rs` finds the next possible row, so that an engine can
//! seek.
//!
//! # Where to look
//!
//! - *Where does this message come from?* Search for its code, such as `RK301`: the whole message is there. Messages at
//!   compile time are in `layout/proof/`, and in `codec/` and `formats/` (for a rejected type). Messages at run time are
//!   in `error/`, and have no code.
//! - *Where is the order proof?* In `layout/proof/ordered.rs`. The proofs of regions are `layout/proof/reachable.rs`,
//!   and `layout/proof/balanced.rs` for the share of each region.
//! - *Which file computes the bucket?* `layout/salt/evaluate.rs`, from the inputs that `key/salter.rs` takes from a key.
//! - *Where does a new codec, condition or message go?* `CONTRIBUTING.md` in the repository has a recipe for each.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// The README, so that its Rust is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// The reading path, so that its Rust is compiled.
#[cfg(doctest)]
#[doc = include_str!("../READING.md")]
mod reading {}

pub mod bytes;
mod error;
mod formats;
mod json;
mod key;
pub mod language;
mod layout;
mod private;
pub mod scan;

pub use bytes::range::{KeyRange, prefix_successor};
pub use bytes::sink::Sink;
pub use error::{
    CodecError, CursorError, DecodeError, ElementError, EncodeError, FoundTag, IsInfallible, KeyError, KeyTextError,
    NestedError, RowOrderError, ScanError, SubspaceError, ValueError,
};
pub use formats::fdb_tuple::Versionstamp;
pub use formats::hbase;
pub use key::{
    BatchError, ExplainedElement, Explanation, IndexOf, KeyBatch, KeyBytes, Keys, OwnedKey, RowKey, SecondaryKey,
};
pub use layout::record_types::RecordType;
pub use layout::{Element, ElementKind, Field, Layout};
pub use scan::plan::ScanPlan;
pub use scan::plan::typed::Plan;
pub use scan::query::conditions::functions::*;
pub use scan::subspace::Subspace;

// Hidden traits and types that rustc names in errors: at the root, their names are short.
pub use codec::stored::Stored;
pub use key::{HeldKey, KeyParts, OtherKey, OwnCodec, StoredField};
pub use scan::query::condition::{
    AtStart, BackwardForm, Condition, Form, InIf, InItems, InList, InNested, InRange, InText, ListedForm, OneValue,
    UnorderedForm,
};

/// The names that generated code uses. They are not part of this crate's promises.
#[doc(hidden)]
pub mod __private0 {
    pub use crate::private::*;
}

const _: () = assert!(
    matches!(env!("CARGO_PKG_VERSION_PATCH").as_bytes(), b"0"),
    "the number in `__private0` is not the patch version: rename it"
);

pub mod codec {
    //! Codecs: types that turn a value into the bytes of an element, and back.
    //!
    //! Each field of a key has a codec. Most types are their own codec, so you only choose the type of the field:
    //!
    //! | type | bytes | order |
    //! |---|---|---|
    //! | `u8` to `u128` | 1 to 16 bytes, big endian | by value |
    //! | `i8` to `i128` | the same, with the sign bit flipped, so that negative numbers sort first | by value |
    //! | `bool`, `char` | 0x00 or 0x01, the code point in 4 bytes | by value |
    //! | `f32`, `f64` | IEEE bits, transformed so that bytes sort like `f64::total_cmp` | by value |
    //! | `String`, `&str`, `Vec<u8>` and other texts | the bytes themselves, up to the end of the key or a separator | by bytes |
    //! | `[u8; N]`, arrays, tuples | the values one after another | by value |
    //! | `Option<T>` | 0x00 and zeros, or 0x01 and the value | `None` first |
    //! | an enum with `#[derive(KeyCode)]` | the code of the variant | by the order of the codes |
    //! | a struct with `#[derive(RowKey)]` | its elements | by its fields |
    //!
    //! An attribute on the field selects another codec. For example, `#[pad(20)]` selects `codec::Pad`, and `#[reverse_ts]`
    //! selects `codec::ReverseTs`. The page [`_attributes`] lists all attributes with their bytes. These codecs are public but
    //! not listed here, because you name them only in generic code. The types below are for your own codecs.
    //!
    //! [`_attributes`]: https://docs.rs/rowkey/latest/rowkey/_attributes/
    //!
    //! # Your own types
    //!
    //! Choose the first way that fits:
    //!
    //! 1. If your type converts into a type with a codec and back, write `#[rowkey(via = T)]`. The field is written
    //!    as a `T`, and you implement only `From` or `TryFrom`.
    //! 2. If your type is a date or a time, implement [`Moment`]. All attributes for times then take it.
    //! 3. Otherwise, implement [`Codec`], and write `#[rowkey(with = YourCodec)]` on the field.
    //!
    //! The third way looks like this:
    //!
    //! ```
    //! use core::convert::Infallible;
    //! use rowkey::codec::{Codec, Piece};
    //! use rowkey::language::Language;
    //! use rowkey::{ElementError, RowKey, Sink};
    //!
    //! /// A fraction from 0 to 1 in steps of 1/10,000, in two bytes.
    //! enum BasisPoints {}
    //!
    //! impl<'k> Codec<'k, f64> for BasisPoints {
    //!     const LANGUAGE: Language = Language::number(2, 0, 10_000);
    //!     type Error = Infallible;
    //!
    //!     fn write<S: Sink>(value: &f64, out: &mut S) -> Result<(), Infallible> {
    //!         out.put(&((value.clamp(0.0, 1.0) * 10_000.0).round() as u16).to_be_bytes());
    //!         Ok(())
    //!     }
    //!
    //!     fn read(element: Piece<'k, '_>) -> Result<f64, ElementError> {
    //!         match u16::from_be_bytes(element.array()?) {
    //!             points @ 0..=10_000 => Ok(f64::from(points) / 10_000.0),
    //!             _ => Err(ElementError::Other("more than 10,000 basis points")),
    //!         }
    //!     }
    //! }
    //!
    //! #[derive(RowKey, Debug, PartialEq)]
    //! struct Offer {
    //!     #[rowkey(with = BasisPoints)]
    //!     discount: f64,
    //!     id: u32,
    //! }
    //!
    //! let offer = Offer { discount: 0.25, id: 7 };
    //! let key = offer.encode()?;
    //! assert_eq!(key, *b"\x09\xC4\0\0\0\x07"); // 0x09C4 is 2,500
    //! assert_eq!(Offer::decode(&key)?, offer);
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    mod array;
    mod bytes;
    pub(crate) mod chars;
    pub(crate) mod code;
    #[allow(clippy::module_inception, reason = "the file of the trait `Codec`")]
    mod codec;
    mod counted;
    mod decimal;
    mod desc;
    mod digits;
    pub(crate) mod epoch;
    mod float;
    pub(crate) mod int;
    mod le;
    mod len;
    mod length_prefixed;
    mod moment;
    mod net;
    mod numbers;
    mod option;
    mod pad;
    mod pad_cut;
    mod pad_units;
    mod ranges;
    mod raw;
    mod repeated;
    mod reverse_text;
    mod reverse_ts;
    pub(crate) mod stored;
    pub(crate) mod terminated;
    pub(crate) mod text;
    mod text_search;
    mod time;
    mod tuple;
    #[cfg(feature = "ulid")]
    mod ulid;
    #[cfg(feature = "uuid")]
    mod uuid;
    pub(crate) mod via;

    pub use crate::formats::phoenix;
    pub use crate::formats::strftime::{Pattern, Strftime};
    pub use crate::language::float::{FindFloats, Float};
    pub use crate::language::place::Place;
    pub use crate::layout::salt::{Civil, Input, InputKind};
    pub use array::ArrayOf;
    pub use chars::{Alphabet, Chars};
    pub use code::KeyCode;
    pub use codec::{Codec, Piece};
    pub use counted::Counted;
    pub use decimal::Decimal;
    pub use desc::Desc;
    pub use digits::Digits;
    pub use epoch::{Count, Epoch};
    pub use le::Le;
    pub use len::Len;
    pub use length_prefixed::LengthPrefixed;
    pub use moment::{Moment, MomentKind};
    pub use option::Optional;
    pub use pad::Pad;
    pub use pad_cut::PadCut;
    pub use pad_units::PadUnits;
    pub use raw::{Raw, RawForm};
    pub use repeated::{ListCodec, Repeated};
    pub use reverse_text::{ReverseText, ReversedText, Reversible};
    pub use reverse_ts::ReverseTs;
    pub use terminated::Terminated;
    pub use text::Text;
    pub use text_search::{Start, TextCodec, TextPart, TextSearch};
    pub use tuple::Tuple;
    #[cfg(feature = "uuid")]
    pub use uuid::UuidV7;
    pub use via::Via;

    pub(crate) use codec::{
        OWN_CODEC, TAKE_OWNED, Written, place, ranges_of_one, show_as, stored_rank, write, write_equal,
    };
    #[doc(hidden)]
    pub use ranges::{Edge, ElementRange, RangeEnd, StoredBytes};
}

/// Salts: small numbers computed from fields of a key, and written before them to spread rows over regions.
///
/// A salt hashes one or more fields (its inputs) into a bucket, and the key begins with the label of that bucket.
/// Writes to neighboring keys then go to different regions, so the table has no hotspot. A scan that binds all inputs
/// reads one bucket.
///
/// You declare a salt with an attribute, such as `#[salt(buckets = 16)]` on a field. The types in this module describe
/// the salt of a [`Layout`]. All algorithms are frozen: a new version of this crate computes the same buckets.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct Reading {
///     #[salt(buckets = 16)]
///     device: u32,
///     at: i64,
/// }
///
/// let salt = Reading::LAYOUT.salt().unwrap();
/// assert_eq!(salt.buckets(), Some(16));
/// assert_eq!(salt.label().width(), 1); // byte
/// let input = salt.inputs()[0].field();
/// assert_eq!(Reading::LAYOUT.fields()[input].name(), "device");
/// ```
pub mod salt {
    pub use crate::layout::salt::{
        Algorithm, Calendar, Label, Salt, SaltInput, SaltVersion, View, negative_xor, phoenix,
    };
}

/// Split keys: the keys that divide a table into regions, and functions to compute and show them.
///
/// A derived key has its split keys in [`RowKey::SPLIT_KEYS`], and [`hbase::shell_create`] writes them for the HBase
/// shell, so most programs need nothing from this module. The functions compute many split keys at run time, or follow
/// the algorithms of HBase.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::hbase::shell_create;
/// use rowkey::split::region_of;
///
/// #[derive(RowKey)]
/// struct Reading {
///     #[salt(buckets = 4)]
///     device: u32,
/// }
///
/// let line = shell_create("readings", &["d"], Reading::SPLIT_KEYS)?;
/// assert_eq!(line, r"create 'readings', 'd', SPLITS => ['\x01', '\x02', '\x03']");
/// assert_eq!(region_of(b"\x02\0\0\0\x07", Reading::SPLIT_KEYS), 2);
/// # Ok::<(), rowkey::hbase::CreateError>(())
/// ```
pub mod split {
    pub use crate::bytes::show::{to_bytes_binary, to_short_string_binary, to_string_binary};
    pub use crate::formats::hbase::string_split::StringSplit;
    pub use crate::formats::hbase::uniform_split::UniformSplit;
    pub use crate::layout::split::{
        HBaseSplit, SplitError, after, byte_range, bytes_split, decimal_string, even, hex_range, hex_string,
        md5_string, region_of, span, uniform,
    };
}

//! The inside of [`rowkey`](https://docs.rs/rowkey), as ordinary code that is tested as such.
//!
//! A row key is a struct; the derive reads its tokens and writes constants and calls; everything that computes stands here.
//! While a user's crate compiles, rustc evaluates this code to prove the layout; while the program runs, the same code writes,
//! reads, scans and splits.
//!
//! This crate does no I/O, knows no engine and no async runtime, has no `unsafe`, and panics on no input. What a table holds is
//! frozen: a codec, a label or a salt that was released never writes other bytes.
//!
//! # Layers
//!
//! Nine folders, lowest first. No file uses a layer above its own; `tests/all/layers.rs` in the repository holds it.
//!
//! | layer | what it knows |
//! |---|---|
//! | `bytes/` | byte strings: where codecs write to (`sink.rs`), the buffer that allocates only above 70 bytes (`key_buf.rs`), half-open ranges (`range.rs`), and how bytes are shown to people (`show.rs`) and read from them (`parse.rs`) |
//! | `language/` | the set of byte strings that a codec can write, as constants: width, alphabet, order (`language.rs`, `leaf.rs`, `alphabet.rs`), the number of its values (`count.rs`), as the atoms of a layout (`flatten.rs`); the walk that finds the least key at or above a bound (`walk.rs`); text put together in a const (`message.rs`) |
//! | `error/` | what can be wrong with a value, a key, a scan, a cursor: enums that name the field, the offset, found and expected (`encode.rs`, `decode.rs`, `scan.rs`, `subspace.rs`); how the error of a codec becomes that of a key (`raise.rs`) |
//! | `hbase/` | tables of HBase in its own words: names, column families, options |
//! | `layout/` | a key as data, and all that is checked while the user compiles: fields and elements (`layout.rs`: `field.rs`, `element.rs`), where an element ends (`cut.rs`), the byte map (`display.rs`), the lock (`lock.rs`), the same for other programs (`json.rs`), the longest key of an engine (`engine.rs`), the kinds of an enum (`kinds.rs`) and others that share a table (`disjoint.rs`), facts of a salt (`salt.rs`, `salt/`) and of computed elements (`computed.rs`), split keys (`split.rs`, `split/`), the proofs (`proof.rs`, `proof/`) |
//! | `codec/` | a value as bytes: the trait `Codec`, and one file per codec |
//! | `key/` | what the derive implements: the trait `RowKey` (`row_key.rs`), one field at a time (`fields.rs`), reading (`read.rs`), the salt's evaluator (`salter.rs`, `hash/`) and its older generations (`generations.rs`), keys inside keys (`nested.rs`), computed elements (`computed.rs`), keys of several kinds (`kinds.rs`, `held.rs`, `held_as.rs`), many keys at once (`batch.rs`), `explain` (`explain.rs`) |
//! | `scan/` | from questions to rows: see below |
//! | `private/` | the names that generated code uses, which finds them in `__private0` (the patch version): no part of this crate's promises |
//!
//! `scan/` has layers of its own, held in the same way:
//!
//! | layer | what it knows |
//! |---|---|
//! | `query/` | what is asked, without types: the builder's state (`query.rs`), the fields that it binds (`bind.rs`) and filters (`filters.rs`), in which order (`order.rs`); arguments as bytes (`arg.rs`; parts of texts and lists: `text_arg.rs`; absent ones: `optional.rs`; of fields chosen while the program runs: `asked.rs`), the question about one field (`predicate.rs`) and how a key is checked for it (`filter.rs`); facts of the key (`untyped_key.rs`) and its fields (`scan_field.rs`); what an enum is asked of the fields that all its kinds have (`under.rs`) |
//! | `plan/` | one way from a query to ranges (`prefixes.rs`): what it tells the salt (`known.rs`), or the values that are left of what it does not (`enumerate.rs`, of `elements.rs`), and of computed elements (`computed.rs`), in ordered code (`ordered_code.rs`), or all labels as one range (`one_range.rs`); the plan as data (`plan.rs`), where the next row can be (`next.rs`, downward by `upto.rs`), where the next page begins (`cursor.rs`), in which order rows come (`row_order.rs`) |
//! | `show/` | a plan in words (`explain.rs`, `terms.rs`), and for others: `fuzzy.rs`, `shell.rs`, `sql.rs` |
//! | `rows/` | how an engine opens a range (`open_range.rs`, `direction.rs`) or one is waited for (`open_async.rs`); the merge of all buckets as a machine without I/O (`merge/machine.rs`, of `lane.rs`, each with its `reading.rs`, by `loser_tree.rs`; which rows of it: `first_rows.rs`, `copies.rs`), driven by a merge that blocks (`merge.rs`) and by a stream that waits for many reads at once (`stream.rs`; `stream/pages.rs`, `streams.rs`) |
//! | `subspace.rs` | keys and ranges behind a prefix |
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | row key | the bytes that a row is stored under |
//! | element | one piece of the key, in key order: prefix, label, separator, field, computed element |
//! | computed element | what views or a digest of a later field give, written before it: in the key, not in the struct |
//! | codec | a type that says how a value becomes the bytes of an element, and back |
//! | language | every byte string that a codec can write: width, alphabet, order |
//! | atom | one piece of a language that cannot be taken apart: a literal, a number, a text, a list of codes |
//! | salt, bucket, label | a small number computed from inputs; which of them; its written form, which leads the key |
//! | kind, tag | one of the layouts of an enum, a variant; the bytes that tell it |
//! | layout | the elements as data, known while the user compiles |
//! | region, split key | the store cuts the key space at split keys: N - 1 of them make N regions |
//! | dead region | a region that no key of the layout can fall into |
//! | opt-out | a word in the source that turns off one proof: `allow(unordered)`, `raw`, `allow(dead)` |
//! | range | half open: `start <= key < stop`, without a stop up to the end of the table |
//! | plan | the ranges that hold what was asked for, and the filters that are left to check |
//! | subspace | the keys that begin with a prefix, which is known when the program runs |
//!
//! # The life of a key
//!
//! **While the user compiles.** The derive writes `const LAYOUT` from each field's facts, [`codec::Codec::LANGUAGE`] foremost
//! (`private.rs`: `field`, `salt`, `layout`). `layout.rs` flattens them into atoms. One const per field calls `check_field`
//! (`layout/proof.rs`), one for the salt `check_buckets` (`layout/proof/salt.rs`), one for the regions `check_regions`. A rule that fails
//! panics there, with a message that says the fact, why, and what to write; its text stands right below the rule.
//!
//! **Encode.** [`RowKey::encode`] takes a sink as wide as the key (`bytes/sink.rs`), writes the prefix and the label of bucket 0
//! (`key/row_key.rs`: `write_prefix`), then each field by its codec and its separator (`key/fields.rs`: `Write`). The salter takes its inputs
//! (`key/salter.rs`), views them (`layout/salt/view.rs`), makes the bucket, and its label is written over that one.
//!
//! **Decode.** [`RowKey::decode`] reads from the front (`key/read.rs`). `layout/cut.rs` says where an element ends, its codec reads it
//! (`Codec::read`), and at the end the salt is computed from the values and compared with the label.
//!
//! **Enums.** Each variant is a key of its own, whose layout is that of its fields with the tag put in (`layout/kinds.rs`). Encode and decode
//! find the kind of a row, or of bytes (`key/kinds.rs`), and go on with that key.
//!
//! **Plan.** The builder that [`RowKey::scan`] gives collects, without types, what is asked of each field: elements, bounds, starts of
//! texts (`scan/query.rs`; `query/arg.rs` makes them of values). `plan()` combines the bound values to prefixes (`plan/prefixes.rs`), reads
//! from each what it gives to the salt (`plan/known.rs`), or lists the values that are left of an input that is not bound
//! (`plan/enumerate.rs`), and adds a span per prefix and bucket. If all buckets are read and these are too many, it adds one range over
//! all labels instead (`plan/one_range.rs`). A key with computed elements is planned for each value
//! that these can have (`plan/computed.rs`). A [`ScanPlan`] is data (`scan/plan.rs`); `rows/merge.rs` runs it over any
//! engine in key order, `rows/stream.rs` over any that is waited for, `plan/next.rs` says where the next row can be.
//!
//! # Where to look
//!
//! - *Why does this message appear?* Search for its words: compile-time messages stand in `layout/proof/` and in `codec/` (a refused
//!   type), run-time ones in `error/`.
//! - *Where is the order proof?* `layout/proof/ordered.rs`. Regions: `layout/proof/reachable.rs`, and
//!   `layout/proof/balanced.rs` for what each gets.
//! - *Which file decides the number of the bucket?* `key/salter.rs` for a key, by the arithmetic of `layout/salt/bucket.rs`.
//! - *Where does a new codec go?* Into a file of its own in `codec/`. It states its `LANGUAGE` (the smallest set that holds all it
//!   writes, and its order), a `NAME` for the lock, what it is to a salt (`INPUT`), and its `Error`; `read` accepts exactly what `write`
//!   gives. The derive names it in `private/words.rs`. Its golden bytes join `tests/all/codecs.rs`, its laws `tests/all/laws.rs`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// The README, so that its Rust is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod bytes;
pub mod codec;
mod error;
pub mod hbase;
mod key;
pub mod language;
mod layout;
mod private;
pub mod scan;

pub use bytes::range::{KeyRange, prefix_successor};
pub use bytes::sink::Sink;
pub use codec::fdb_tuple::Versionstamp;
pub use error::{
    CodecError, CursorError, DecodeError, ElementError, EncodeError, FoundTag, IsInfallible, KeyError, KeyTextError,
    NestedError, RowOrderError, ScanError, SubspaceError, ValueError,
};
pub use key::{BatchError, ExplainedElement, Explanation, KeyBatch, KeyBytes, Keys, OwnedKey, RowKey};
pub use layout::kinds::RecordType;
pub use layout::{Element, ElementKind, Field, Layout};
pub use scan::plan::ScanPlan;
pub use scan::plan::typed::Plan;
pub use scan::query::condition::{If, contains, ends_with, one_of, starts_with};
pub use scan::subspace::Subspace;

// Hidden traits and types that rustc names in errors: at the root, their names are short.
pub use codec::stored::Stored;
pub use key::{HeldKey, KeyParts, OtherKey, OwnCodec, StoredField};
pub use scan::query::condition::{
    AtStart, BackwardForm, InIf, InItems, InList, InNested, InRange, InText, OneValue, UnorderedForm,
};

/// The names that generated code uses; no part of this crate's promises.
#[doc(hidden)]
pub mod __private0 {
    pub use crate::private::*;
}

const _: () = assert!(
    matches!(env!("CARGO_PKG_VERSION_PATCH").as_bytes(), b"0"),
    "the number in `__private0` is not the patch version: rename it"
);

/// Salts: a small number computed from named inputs, whose label leads the key.
///
/// All definitions are frozen: tables outlive programs.
pub mod salt {
    pub use crate::layout::salt::{
        Algorithm, Calendar, Label, Salt, SaltInput, SaltVersion, View, negative_xor, phoenix,
    };
}

/// Split keys: where a table is cut into regions.
pub mod split {
    pub use crate::bytes::show::{to_bytes_binary, to_short_string_binary, to_string_binary};
    pub use crate::layout::split::{
        HBaseSplit, SplitError, StringSplit, UniformSplit, after, byte_range, bytes_split, decimal_string, even,
        hex_range, hex_string, md5_string, region_of, shell_create, splits_file, uniform,
    };
}

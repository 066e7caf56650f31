//! Row keys at run time: the trait `RowKey`, and writing, reading, salting and explaining a key.
//!
//! Read `row_key.rs` first, then `fields.rs`, `read.rs` and `salter.rs`.

mod batch;
mod computed;
mod explain;
mod fields;
mod hash;
mod held_as;
mod key_bytes;
mod nested;
mod read;
mod record_types;
mod row_key;
mod salter;
mod variant_types;
mod versions;

pub use batch::{BatchError, KeyBatch, Keys};
pub use computed::{ComputedBy, ComputedCodec};
pub use explain::{ExplainedElement, Explanation};
pub use fields::{CheckedBy, Each, FieldFacts, FieldOf, KeyField, OwnCodec, StoredField, Visit};
pub(crate) use fields::{RowRank, computed_of_element, rank_of_element, show_element};
pub use held_as::{HeldAs, HoldsKey, KeyOfKind, without_tag};
pub use key_bytes::KeyBytes;
pub use nested::NestedKey;
pub use read::Reader;
pub use record_types::{VisitKind, VisitKindType, read_as};
pub use variant_types::{AskedBy, HeldKey, OtherKey};
pub(crate) use versions::{InputOf, has_older, input_of, leads, version_of};

pub(crate) use row_key::write_prefix;
pub use row_key::{Builder, KeyParts, OwnedKey, RowKey};
pub use salter::{BucketHasher, InputSink, InputValue, give_inputs_of};

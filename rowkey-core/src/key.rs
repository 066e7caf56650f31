//! Row keys at run time: the trait `RowKey`, and writing, reading, salting and explaining a key.
//!
//! Read `row_key.rs` first: the traits. `struct_key.rs` and `enum_key.rs` implement the two forms of keys. Then read
//! `write.rs`, `fields.rs`, `read.rs` and `salter.rs`.

mod batch;
mod computed;
mod empty_buckets;
mod encode_batch;
mod enum_key;
mod explain;
mod fields;
mod hash;
mod held_as;
mod inputs;
mod key_bytes;
mod nested;
mod nested_kinds;
mod read;
mod row_key;
mod salter;
mod secondary_key;
mod struct_key;
mod values;
mod variant_types;
mod versions;
mod write;

pub use batch::{BatchError, KeyBatch, Keys};
pub use computed::{ComputedBy, ComputedCodec};
pub use empty_buckets::empty_buckets;
pub use enum_key::EnumKey;
pub use explain::{ExplainedElement, Explanation};
pub use fields::{CheckedBy, FieldFacts, KeyField, OwnCodec, StoredField};
pub(crate) use fields::{RowRank, computed_of_element, rank_of_element, show_bound, show_element};
pub use held_as::{HeldAs, HoldsKey, KeyOfKind, without_tag};
pub(crate) use inputs::input_of;
pub use key_bytes::KeyBytes;
pub use nested::NestedKey;
pub use read::Reader;
pub use secondary_key::{IndexOf, SecondaryKey};
pub use values::{UnknownValues, Values};
pub use variant_types::{HeldKey, OtherKey};
pub(crate) use versions::{InputOf, leads, version_of};
pub(crate) use write::write_prefix;

pub use row_key::{Builder, Each, FieldOf, KeyParts, OwnedKey, RowKey, TakeInputs, Visit, VisitKind, VisitKindType};
pub use salter::give_inputs_of;
pub use struct_key::StructKey;

//! Row keys at run time: the trait `RowKey`, and writing, reading, salting and explaining a key.

mod batch;
mod explain;
mod fields;
mod hash;
mod inputs;
mod nested;
mod read;
mod room;
mod row_key;
mod salter;

pub use batch::{BatchError, KeyBatch, Keys};
pub use explain::{ExplainedElement, Explanation};
pub use fields::{Each, FieldFacts, FieldOf, KeyField, Visit};
pub use inputs::{KnownInputs, KnownNumbers, KnownValues};
pub use nested::NestedKey;
pub use read::Reader;
pub(crate) use room::Room;
pub(crate) use row_key::lead;
pub use row_key::{KeyBytes, OwnedKey, RowKey};
pub use salter::{BucketHasher, InputSink, InputValue};

//! Secondary keys on engines without transactions.
//!
//! TODO: protocol docs

#[cfg(feature = "async")]
mod async_store;
#[cfg(feature = "async")]
pub(crate) mod async_way;
mod changes;
mod pass;
pub mod protocol;
mod rounds;
mod store;
pub(crate) mod way;
mod within;

#[cfg(feature = "async")]
pub use async_store::AsyncVersioned;
pub use pass::Swept;
pub use store::{Cell, Swap, SwapValue, Swapped, TimedDelete, TimedPut, Versioned, VersionedRow};

/// Writes the entries of a row, then the row, with a version that tells whether another writer was faster: see the
/// [protocol](crate::versions). An engine with [`Versioned`] names this as its [way](crate::IndexedStore::Way).
#[derive(Clone, Copy, Debug)]
pub enum Versions {}

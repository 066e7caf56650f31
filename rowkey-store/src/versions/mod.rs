//! Secondary keys on engines without transactions.
//!
//! TODO: protocol docs

#[cfg(feature = "async")]
mod async_store;
#[cfg(feature = "async")]
pub(crate) mod async_way;
#[cfg(feature = "async")]
mod blocking;
mod changes;
mod pass;
#[doc(hidden)]
pub mod protocol;
mod rounds;
mod store;
pub(crate) mod way;
mod within;

#[cfg(feature = "async")]
pub use async_store::AsyncVersioned;
pub use pass::Swept;
pub use store::{Cell, Swap, SwapValue, Swapped, TimedDelete, TimedPut, Versioned, VersionedRow};

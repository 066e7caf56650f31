//! Moves of the rows of a live table to other keys.

#[cfg(feature = "async")]
mod async_rows;
#[cfg(feature = "async")]
mod async_table;
#[cfg(feature = "async")]
mod async_transactions;
#[cfg(feature = "async")]
#[doc(hidden)]
pub mod async_versions;
#[cfg(feature = "async")]
mod async_way;
#[doc(hidden)]
pub mod calls;
mod copied;
mod keys;
mod pass;
#[doc(hidden)]
pub mod protocol;
mod rounds;
mod rows;
mod step;
mod table;
mod transactions;
mod twins;
mod values;
#[doc(hidden)]
pub mod versions;
mod way;

#[cfg(feature = "async")]
pub use async_rows::AsyncMovingRows;
#[cfg(feature = "async")]
pub use async_table::AsyncMovingTable;
pub use keys::{CannotMove, MovesTo};
pub use pass::Moved;
pub use rows::MovingRows;
pub use step::MoveStep;
pub use table::MovingTable;

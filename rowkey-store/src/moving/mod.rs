//! Rows that move to other keys while programs use them.

#[doc(hidden)]
pub mod protocol;
mod step;

pub use step::MoveStep;

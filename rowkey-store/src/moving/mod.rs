//! Rows that move to other keys while programs use them.

#[cfg(feature = "async")]
#[doc(hidden)]
pub mod async_versions;
#[doc(hidden)]
pub mod calls;
#[doc(hidden)]
pub mod protocol;
mod rounds;
mod step;
#[doc(hidden)]
pub mod versions;

pub use step::MoveStep;

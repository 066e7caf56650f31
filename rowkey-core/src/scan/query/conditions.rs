//! The conditions, a file each.
//!
//! To add one, write its file with an implementation of [`Condition`](super::condition::Condition), name it in the lists of this
//! file, and show it in the table of `scan.rs`.

mod if_some;
mod made;
mod nested;
mod one_of;
mod parts;
mod ranges;

/// What users call. The root of the crate exports it.
pub mod functions {
    pub use super::if_some::If;
    pub use super::made::made;
    pub use super::one_of::one_of;
    pub use super::parts::{contains, ends_with, starts_with};
}

/// What the functions return. The module `scan` exports it.
pub mod types {
    pub use super::made::{Made, TimedId};
    pub use super::one_of::OneOf;
    pub use super::parts::{Contains, EndsWith, StartsWith};
}

//! What every engine must do, whatever it is made of, for the tests of each.
//!
//! `store_suite::conformance!(with_store)` makes one test of each check of a [store](mod@conformance), [`typed`] has those of a table,
//! and [`waited`] makes an engine that is waited for one that blocks, so that it is held to the same.

pub mod conformance;
pub mod typed;
pub mod waited;

//! What every engine must do, whatever it is made of, for the tests of each.
//!
//! `store_suite::conformance!(with_store)` makes one test of each check of a [store](mod@conformance), [`typed`] has those of a table,
//! [`indexed`](mod@indexed) those of a table with secondary keys, and [`waited`] makes an engine that is waited for one that blocks, so that
//! it is held to the same. [`events`] records what operators see.

pub mod conformance;
pub mod events;
pub mod indexed;
pub mod scans_beside_rekey;
pub mod typed;
pub mod waited;

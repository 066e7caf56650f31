//! The requirements for every engine, as checks for its tests.
//!
//! - `store_suite::conformance!(with_store)` makes a test of each check of a [store](mod@conformance).
//! - [`typed`] has the checks of a table.
//! - [`indexed`](mod@indexed) has the checks of a table with secondary keys.
//! - [`queries`] compares random queries with filters over the rows.
//! - [`moving`](mod@moving) has the checks of a table whose rows move to other keys.
//! - [`killed`] has the rows of programs that are killed amid writes.
//! - [`waited`] converts an async engine to a blocking one, so that the same checks apply.
//! - [`timed`] is an engine with timestamps, whose calls can fail.
//! - [`events`] records the events that operators see.

pub mod conformance;
pub mod events;
pub mod indexed;
pub mod killed;
pub mod moving;
pub mod moving_secondary;
pub mod queries;
pub mod scans_beside_rekey;
pub mod timed;
pub mod typed;
pub mod waited;

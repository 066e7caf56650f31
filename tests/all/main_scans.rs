//! Tests of the library: scans, their plans, and the rows that they read.

mod answers;
mod asked;
mod cursors;
mod next;
mod open_ahead;
mod plans;
mod salt_evaluators;
mod salt_inputs;
mod scans;
mod skip;
mod streams;
mod via;

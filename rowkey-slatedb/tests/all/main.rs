//! All tests of the crate, as one program: it is linked once.

mod failures;
mod faults;
mod killed;
mod model;
mod prefixes;
mod rows;
mod suite;
mod tables;

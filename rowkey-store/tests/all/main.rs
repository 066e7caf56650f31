//! All tests of the stores, as one program: it is linked once.

#[macro_use]
mod conformance;

mod generations;
mod indexed;
mod kinds;
mod memory;
#[cfg(feature = "redb")]
mod redb;
mod row_orders;
#[cfg(feature = "redb")]
mod table;
mod typed;
mod values;
mod within;

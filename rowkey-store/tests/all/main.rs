//! All tests of the stores, as one program: it is linked once.

mod async_further_keys;
mod async_tables;
mod generations;
mod indexed;
#[cfg(feature = "redb")]
mod killed;
#[cfg(feature = "redb")]
mod kinds;
mod memory;
#[cfg(feature = "redb")]
mod power_cuts;
#[cfg(feature = "redb")]
mod redb;
#[cfg(feature = "redb")]
mod row_orders;
#[cfg(feature = "redb")]
mod table;
mod values;
mod wide_salts;
mod within;

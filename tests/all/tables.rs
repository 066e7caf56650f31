//! Existing tables, as their users would declare them, against what Java wrote into them: every row of
//! `tests/vectors/tables`, and of Phoenix's keys beside it, is matched byte for byte or refused for a reason that the test
//! names, and counted.

mod better;
mod guide;
mod hex_ids;
mod log_rows;
mod md5_shifted;
mod order_traps;
mod phoenix;
pub mod rows;
mod telecom;

//! Queries on a few rows. Their plans must find the same rows as a filter.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| properties::plan(input));

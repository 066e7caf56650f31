//! Questions about a few rows, whose plans find what a filter finds.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| properties::plan(input));

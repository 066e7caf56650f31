//! Cursors with any bytes as their key: the rest of a scan, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| properties::cursor(input));

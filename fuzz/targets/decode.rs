//! Decodes any bytes as a key.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(init: rowkey_fuzz::count_decodes(), |input: &[u8]| properties::decode(input));

fuzz_mutator!(|input: &mut [u8], size: usize, most: usize, seed: u32| {
    rowkey_fuzz::mutate(input, size, most, seed, false)
});

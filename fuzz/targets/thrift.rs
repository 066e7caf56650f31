//! Answers of a Thrift gateway: whatever it sends, a call ends with a result or an error, in little memory.
#![no_main]

use cap::Cap;
use libfuzzer_sys::fuzz_target;
use std::alloc::System;

/// An answer of a few hundred bytes needs no more, whatever it claims: the program ends where more is asked for.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, 32 << 20);

fuzz_target!(|input: &[u8]| rowkey_fuzz::answers::thrift(input));

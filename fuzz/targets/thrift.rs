//! Answers of a Thrift gateway: for every answer, a call ends with a result or an error, in little memory.
#![no_main]

use cap::Cap;
use libfuzzer_sys::fuzz_target;
use std::alloc::System;

/// A limit of 32 MiB. An answer of a few hundred bytes needs no more, whatever length it claims. Beyond the limit, the
/// program aborts.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, 32 << 20);

fuzz_target!(|input: &[u8]| rowkey_fuzz::answers::thrift(input));

//! Texts written by people: bytes and keys as text, rows, samples and queries of the command-line tool.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rowkey_inspect::KeyType;
use types::{Call, Host, Note, Place, Site, TextKey, Thread, Visit};

/// The key types of the tool's tests.
#[path = "../../rowkey-inspect/tests/keys/types.rs"]
#[allow(missing_docs)]
mod types;

#[path = "../../rowkey-inspect/tests/keys/fuzzed.rs"]
mod fuzzed;

const TYPES: [KeyType; 8] = [
    KeyType::of::<Call>(),
    KeyType::of::<TextKey>(),
    KeyType::of::<Place>(),
    KeyType::of::<Visit>(),
    KeyType::of::<Site>(),
    KeyType::of::<Thread>(),
    KeyType::of::<Host>(),
    KeyType::of::<Note>(),
];

fuzz_target!(|input: &[u8]| fuzzed::text(input));

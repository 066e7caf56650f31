//! Texts that people give: bytes and keys as text, rows, samples and questions of the command-line tool.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rowkey_inspect::KeyType;
use types::{Call, Host, Note, Place, Site, TextKey, Thread, Visit};

/// The key types of the tests of the tool.
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

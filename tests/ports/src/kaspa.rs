//! rusty-kaspa (`indexes/utxoindex`, `database/src/registry.rs`): outputs by the script that can spend them.
//!
//! A byte for the store, then the version of the script, its length, the script, and the output. All numbers are in
//! little endian. The keys are rebuilt after the project's source.

use crate::shared::{same, same_range};
use rowkey::RowKey;

/// `UtxoIndex`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\xC0")]
struct Output {
    #[rowkey(le)]
    version: u16,
    #[rowkey(length_prefixed(u64, le))]
    script: Vec<u8>,
    transaction: [u8; 32],
    #[rowkey(le)]
    index: u32,
}

/// `ChainHashByIndex`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x14")]
struct ChainHash {
    #[rowkey(le)]
    index: u64,
}

/// `RelationsParents`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = b"\x11")]
struct Parents {
    level: u8,
    block: [u8; 32],
}

fn script() -> Vec<u8> {
    (0..fastrand::usize(0..40)).map(|_| fastrand::u8(..)).collect()
}

#[test]
fn keys() {
    for index in [0, 1, 258, u32::MAX] {
        let (script, transaction) = (script(), [fastrand::u8(..); 32]);
        let length = (script.len() as u64).to_le_bytes();
        let theirs = [&[0xC0][..], &[1, 0], &length, &script, &transaction, &index.to_le_bytes()].concat();
        same(&Output { version: 1, script, transaction, index }, &theirs);
        same(&ChainHash { index: index.into() }, &[&[0x14][..], &u64::from(index).to_le_bytes()].concat());
        same(&Parents { level: 3, block: transaction }, &[&[0x11, 3][..], &transaction].concat());
    }
}

/// `get_utxos_from_script_public_keys`: all rows of a script, and none of a longer script.
#[test]
fn a_script_is_one_range() {
    let scripts = [&b"\x20ab"[..], b"\x20abc", b"\x20", b""];
    let keys = scripts.map(|script| {
        let output = Output { version: 0, script: script.into(), transaction: [7; 32], index: 1 };
        output.encode().unwrap().to_vec()
    });
    let plan = Output::scan().version(0).script(b"\x20ab").plan().unwrap();
    let bucket = b"\xC0\0\0\x03\0\0\0\0\0\0\0\x20ab";
    assert_eq!(same_range(&plan, |key| key.starts_with(bucket), &keys), 1);
}

rowkey::laws!(Output, ChainHash, Parents);

//! Blockstream's electrs (`src/new_index/schema.rs`): the history of every script in bitcoin's chain.
//!
//! bincode writes the rows: a letter, and then the fields. The history is in big endian, so its rows sort by height. What
//! happened is an enum, a number of four bytes and its fields. Vectors are rebuilt after the project's source.

use crate::shared::{same, same_range};
use rowkey::RowKey;

type Hash = [u8; 32];

#[derive(RowKey, Clone, Debug, PartialEq)]
enum HistoryDb {
    #[rowkey(tag = "H")]
    History { hash: Hash, height: u32, event: Event },
    #[rowkey(tag = "S")]
    Edge {
        funding: Hash,
        #[rowkey(le)]
        vout: u16,
        spending: Hash,
        #[rowkey(le)]
        vin: u16,
    },
    #[rowkey(tag = "a")]
    Address { address: String },
    #[rowkey(tag = "t")]
    Tip,
}

/// `TxHistoryInfo`
#[derive(RowKey, Clone, Debug, PartialEq)]
enum Event {
    #[rowkey(tag = b"\0\0\0\0")]
    Funding { txid: Hash, vout: u16, value: u64 },
    #[rowkey(tag = b"\0\0\0\x01")]
    Spending { txid: Hash, vin: u16, prev_txid: Hash, prev_vout: u16, value: u64 },
}

fn hash() -> Hash {
    std::array::from_fn(|_| fastrand::choice([0, 1, 0x7F, 0xFF]).unwrap())
}

/// A row of the history, as `bincode::config().big_endian()` writes it.
fn theirs(hash: &Hash, height: u32, event: &Event) -> Vec<u8> {
    let mut key = [b"H", &hash[..], &height.to_be_bytes()].concat();
    match event {
        Event::Funding { txid, vout, value } => {
            key.extend([&[0; 4], &txid[..], &vout.to_be_bytes(), &value.to_be_bytes()].concat());
        }
        Event::Spending { txid, vin, prev_txid, prev_vout, value } => {
            key.extend([&[0, 0, 0, 1], &txid[..], &vin.to_be_bytes(), &prev_txid[..]].concat());
            key.extend([&prev_vout.to_be_bytes()[..], &value.to_be_bytes()].concat());
        }
    }
    key
}

fn event() -> Event {
    let (txid, value) = (hash(), fastrand::u64(..));
    match fastrand::bool() {
        true => Event::Funding { txid, vout: fastrand::u16(..), value },
        false => {
            Event::Spending { txid, vin: fastrand::u16(..), prev_txid: hash(), prev_vout: fastrand::u16(..), value }
        }
    }
}

#[test]
fn keys() {
    for _ in 0..200 {
        let (hash, height, event) = (hash(), fastrand::u32(..), event());
        let key = theirs(&hash, height, &event);
        same(&HistoryDb::History { hash, height, event }, &key);
    }
    let (funding, spending) = (hash(), hash());
    let key = [b"S", &funding[..], &[2, 1], &spending, &[4, 3]].concat();
    same(&HistoryDb::Edge { funding, vout: 0x0102, spending, vin: 0x0304 }, &key);
    same(&HistoryDb::Tip, b"t");
}

/// `history_iter_scan`: the events of a script from a height on, of both types.
#[test]
fn the_history_of_a_script_is_one_range() {
    let scripts = [hash(), hash()];
    let rows = |script: &Hash| (0..50).map(|_| theirs(script, fastrand::u32(0..200), &event())).collect::<Vec<_>>();
    let keys: Vec<Vec<u8>> = scripts.iter().flat_map(rows).collect();
    let plan = HistoryDb::scan_history().hash(scripts[0]).height(77..).plan().unwrap();
    let from = [b"H", &scripts[0][..], &77_u32.to_be_bytes()].concat();
    let is_theirs = |key: &[u8]| key >= &from[..] && key.starts_with(&from[..33]);
    assert!(same_range(&plan, is_theirs, &keys) > 0);
}

rowkey::laws!(HistoryDb, Event);

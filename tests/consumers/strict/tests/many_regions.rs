//! As many regions as a constant holds: rustc's lint `long_running_const_eval` is an error, and the proofs stay below it.
#![deny(warnings)]

use rowkey::RowKey;
use rowkey::split::{hex_range, md5_string, uniform};

/// The text of a founding post: seven hex digits of a hash, shifted by a bit, then the id.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "::", split(keys = md5_string(4097)))]
struct Salted {
    #[salt(md5, buckets = 1 << 27, hex(7))]
    id: String,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(prefix = "ids/", split(keys = LISTED))]
struct Listed {
    #[rowkey(hashed, hex(16))]
    id: u64,
    #[rowkey(terminated)]
    name: String,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(split(keys = hex_range("0000000000000000", "ffffffffffffffff", 4097)))]
struct Hashed {
    #[rowkey(hashed, hex(16))]
    id: u64,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(split(keys = uniform(4097)))]
struct Binary {
    #[rowkey(hashed)]
    id: [u8; 16],
    text: String,
}

/// The keys `ids/000` to `ids/fff`, without the first.
static DIGITS: [[u8; 7]; 4095] = {
    let (mut keys, mut i) = ([*b"ids/000"; 4095], 0);
    while i < keys.len() {
        let mut place = 0;
        while place < 3 {
            keys[i][4 + place] = b"0123456789abcdef"[(i + 1) >> (8 - 4 * place) & 15];
            place += 1;
        }
        i += 1;
    }
    keys
};

const LISTED: &[&[u8]] = &{
    let (mut keys, mut i) = ([&[] as &[u8]; 4095], 0);
    while i < keys.len() {
        keys[i] = &DIGITS[i];
        i += 1;
    }
    keys
};

#[test]
fn every_region_has_its_share() {
    assert_eq!(Salted::LAYOUT.split_keys(), md5_string(4097).keys().unwrap());
    assert_eq!(Hashed::LAYOUT.split_keys(), hex_range("0000000000000000", "ffffffffffffffff", 4097).keys().unwrap());
    assert_eq!(Binary::LAYOUT.split_keys(), uniform(4097).keys().unwrap());
    assert_eq!(Listed::LAYOUT.split_keys(), LISTED);
    for layout in [Salted::LAYOUT, Hashed::LAYOUT, Binary::LAYOUT, Listed::LAYOUT] {
        let shares = layout.region_shares().unwrap();
        let even = 1.0 / shares.len() as f64;
        assert!(shares.iter().all(|share| (share / even - 1.0).abs() < 0.1), "{}", layout.name());
        assert_eq!(layout.dead_regions(), []);
    }
}

rowkey::laws!(Salted, Listed, Hashed, Binary);

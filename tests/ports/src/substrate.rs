//! Substrate (`frame/support/src/hash.rs` of polkadot-sdk): maps in the storage of a blockchain.
//!
//! A hash of the pallet's name, a hash of the map's name, then a hash of the key before the key itself, so that keys spread
//! over the trie. The hashes of the names and the key of one account are those that explorers show, and the rest follows the
//! project's source.

use crate::shared::{hex, same};
use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use rowkey::RowKey;
use xxhash_rust::xxh64::xxh64;

/// `Blake2_128Concat` writes this before the key.
fn blake2_128(bytes: &[u8]) -> [u8; 16] {
    Blake2b::<U16>::digest(bytes).into()
}

/// `Twox64Concat` writes this before the key.
fn twox_64(bytes: &[u8]) -> [u8; 8] {
    xxh64(bytes, 0).to_le_bytes()
}

/// `Twox128`, of names.
fn twox_128(name: &str) -> Vec<u8> {
    [0, 1].map(|seed| xxh64(name.as_bytes(), seed).to_le_bytes()).concat()
}

/// `Staking.Bonded`, from the account of a staker to the account that controls it.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(
    prefix = b"\x5F\x3E\x49\x07\xF7\x16\xAC\x89\xB6\x34\x7D\x15\xEC\xEC\xED\xCA\x3E\xD1\x4B\x45\xED\x20\xD0\x54\xF0\x5E\x37\xE2\x54\x2C\xFE\x70"
)]
struct Bonded {
    #[rowkey(element(with = twox_64, of(stash), bytes(8)))]
    stash: [u8; 32],
}

/// `System.Account`, the balance of each account.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(
    prefix = b"\x26\xAA\x39\x4E\xEA\x56\x30\xE0\x7C\x48\xAE\x0C\x95\x58\xCE\xF7\xB9\x9D\x88\x0E\xC6\x81\x79\x9C\x0C\xF3\x0E\x88\x86\x37\x1D\xA9"
)]
struct Account {
    #[rowkey(element(with = blake2_128, of(account), bytes(16)))]
    account: [u8; 32],
}

/// The account that every development chain has.
#[test]
fn the_account_of_alice() {
    let account = hex("D43593C715FDD31C61141ABD04A99FD6822C8558854CCDE39A5684E7A56DA27D");
    let names = [twox_128("System"), twox_128("Account")].concat();
    let theirs = [&names[..], &hex("DE1E86A9A8C739864CF3CC5EC2BEA59F"), &account].concat();
    same(&Account { account: account.try_into().unwrap() }, &theirs);
}

#[test]
fn keys() {
    assert_eq!(twox_128("System"), hex("26AA394EEA5630E07C48AE0C9558CEF7"));
    assert_eq!(twox_128("Account"), hex("B99D880EC681799C0CF30E8886371DA9"));
    for _ in 0..50 {
        let stash: [u8; 32] = std::array::from_fn(|_| fastrand::u8(..));
        let theirs = [&twox_128("Staking")[..], &twox_128("Bonded"), &twox_64(&stash), &stash].concat();
        same(&Bonded { stash }, &theirs);
    }
}

/// A scan computes the hash of the account that it looks for.
#[test]
fn an_account_is_one_range() {
    let stash = [7_u8; 32];
    let plan = Bonded::scan().stash(stash).plan().unwrap();
    assert_eq!(plan.only_range().unwrap().start(), Bonded { stash }.key());
}

rowkey::laws!(Bonded, Account);

//! Prints `tables/near_keys.tsv`, keys of the state of NEAR Protocol, and `tables/near_prefixes.tsv`, the prefixes by which nearcore
//! lists an account's access keys and a contract's data.
//!
//! ```sh
//! cd tests/vectors/near # some 230 crates
//! cargo run -- keys > ../tables/near_keys.tsv
//! cargo run -- prefixes > ../tables/near_prefixes.tsv
//! ```

use near_crypto::{KeyType, PublicKey};
use near_primitives::hash::CryptoHash;
use near_primitives::trie_key::{TrieKey, trie_key_parsers};
use near_primitives::types::AccountId;

const ACCOUNTS: [&str; 7] = [
    "aa",
    "near",
    "alice.near",
    "alice-2.near",
    "a_b.c-d.testnet",
    "98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de",
    "aurora",
];

const DATA: [&[u8]; 5] = [b"", b"STATE", b",", b"\0\x01\xFF", b"m\x05\0\0\0alice"];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn keys() {
    println!("kind\taccount\trest_hex\tkey_hex");
    let print = |kind: &str, account: &AccountId, rest: &[u8], key: TrieKey| {
        println!("{kind}\t{account}\t{}\t{}", hex(rest), hex(&key.to_vec()));
    };
    for (number, account) in ACCOUNTS.into_iter().enumerate() {
        let account_id: AccountId = account.parse().expect("a valid account");
        let id = || account_id.clone();
        print("account", &account_id, b"", TrieKey::Account { account_id: id() });
        print("contract code", &account_id, b"", TrieKey::ContractCode { account_id: id() });
        for curve in [KeyType::ED25519, KeyType::SECP256K1] {
            let key = PublicKey::from_seed(curve, account);
            print("access key", &account_id, key.key_data(), TrieKey::access_key(id(), &key));
        }
        for byte in [0, number as u8, b',', 0xFF] {
            let hash = CryptoHash([byte; 32]);
            print("received data", &account_id, &hash.0, TrieKey::ReceivedData { receiver_id: id(), data_id: hash });
            print(
                "postponed receipt",
                &account_id,
                &hash.0,
                TrieKey::PostponedReceipt { receiver_id: id(), receipt_id: hash },
            );
        }
        for data in DATA {
            print("contract data", &account_id, data, TrieKey::ContractData { account_id: id(), key: data.to_vec() });
        }
    }
}

fn prefixes() {
    println!("kind\taccount\tdata_prefix_hex\tprefix_hex");
    for account in ACCOUNTS {
        let id: AccountId = account.parse().expect("a valid account");
        println!("access key\t{id}\t\t{}", hex(&trie_key_parsers::get_raw_prefix_for_access_keys(&id)));
        for data in DATA {
            let prefix = trie_key_parsers::get_raw_prefix_for_contract_data(&id, data);
            println!("contract data\t{id}\t{}\t{}", hex(data), hex(&prefix));
        }
    }
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("keys") => keys(),
        Some("prefixes") => prefixes(),
        _ => panic!("expected `keys` or `prefixes`"),
    }
}

//! The state of NEAR Protocol, by `tests/vectors/near`: keys of six kinds in one keyspace, one byte for each, made by near-primitives
//! 0.38.0, and the prefixes of its lists.

use crate::tables::rows::{Rows, same};
use rowkey::{KeyCode, RowKey, ScanPlan, prefix_successor, starts_with};

/// A struct for each kind, whose prefix is its byte.
macro_rules! kinds {
    ($($(#[$meta:meta])* $kind:ident { $($(#[$field_meta:meta])* $field:ident: $ty:ty),* })*) => {$(
        #[derive(RowKey, Clone, Debug, PartialEq)]
        $(#[$meta])*
        struct $kind { $($(#[$field_meta])* $field: $ty),* }
    )*};
}

#[derive(KeyCode, Clone, Debug, PartialEq)]
enum Curve {
    #[code(0)]
    Ed25519,
    #[code(1)]
    Secp256k1,
}

kinds! {
    #[rowkey(prefix = b"\x00")]
    Account { #[rowkey(chars("-._0-9a-z"))] account: String }

    #[rowkey(prefix = b"\x01")]
    Code { #[rowkey(chars("-._0-9a-z"))] account: String }

    #[rowkey(prefix = b"\x02")]
    AccessKey { #[rowkey(chars("-._0-9a-z"), separator = b"\x02")] account: String, curve: Curve, key: Vec<u8> }

    #[rowkey(prefix = b"\x03")]
    ReceivedData { #[rowkey(chars("-._0-9a-z"), separator = ",")] account: String, data: [u8; 32] }

    #[rowkey(prefix = b"\x06")]
    PostponedReceipt { #[rowkey(chars("-._0-9a-z"), separator = ",")] account: String, receipt: [u8; 32] }

    #[rowkey(prefix = b"\x09")]
    ContractData { #[rowkey(chars("-._0-9a-z"), separator = ",")] account: String, key: Vec<u8> }
}

#[test]
fn keys() {
    let refused = Rows::read("near_keys").check(|row| {
        let (account, rest, key) = (row.text("account").to_owned(), row.bytes("rest_hex"), row.bytes("key_hex"));
        let hash = || rest.clone().try_into().unwrap();
        // A key is of one kind.
        let kinds = [
            Account::decode(&key).is_ok(),
            Code::decode(&key).is_ok(),
            AccessKey::decode(&key).is_ok(),
            ReceivedData::decode(&key).is_ok(),
            PostponedReceipt::decode(&key).is_ok(),
            ContractData::decode(&key).is_ok(),
        ];
        assert_eq!(kinds.iter().filter(|is_kind| **is_kind).count(), 1);
        match row.text("kind") {
            "account" => same(Account { account }, &key),
            "contract code" => same(Code { account }, &key),
            "access key" => {
                let curve = if rest.len() == 32 { Curve::Ed25519 } else { Curve::Secp256k1 };
                same(AccessKey { account, curve, key: rest }, &key)
            }
            "received data" => same(ReceivedData { account, data: hash() }, &key),
            "postponed receipt" => same(PostponedReceipt { account, receipt: hash() }, &key),
            "contract data" => same(ContractData { account, key: rest }, &key),
            kind => Err(format!("no kind `{kind}` is declared")),
        }
    });
    refused.are(&[]);
}

#[test]
fn prefixes() {
    let is_prefix = |plan: ScanPlan, prefix: Vec<u8>| {
        assert_eq!(plan.ranges().len(), 1);
        let range = plan.ranges().next().unwrap();
        assert_eq!((range.start(), range.stop()), (&prefix[..], prefix_successor(&prefix).as_deref()));
    };
    let refused = Rows::read("near_prefixes").check(|row| {
        let (account, prefix) = (row.text("account"), row.bytes("prefix_hex"));
        let plan = match row.text("kind") {
            "access key" => AccessKey::scan().account(account).plan().map(ScanPlan::from),
            "contract data" => {
                let data = row.bytes("data_prefix_hex");
                ContractData::scan().account(account).key(starts_with(data)).plan().map(ScanPlan::from)
            }
            kind => return Err(format!("no kind `{kind}` is declared")),
        };
        is_prefix(plan.unwrap(), prefix);
        Ok(())
    });
    refused.are(&[]);
}

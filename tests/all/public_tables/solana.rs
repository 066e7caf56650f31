//! Solana's ledger in Bigtable, by `tests/vectors/solana`: the rows that solana-storage-bigtable 2.3.13 writes of a few blocks, and
//! the ranges that it reads. Then an archive of it in HBase, by its published rules.

use crate::golden::golden;
use crate::reader;
use crate::tables::rows::{Rows, same};
use md5::{Digest, Md5};
use rowkey::{RowKey, ScanPlan, one_of};

/// Tables `blocks` and `entries`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = bigtable)]
struct Block {
    #[rowkey(hex(16))]
    slot: u64,
}

/// Table `tx`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = bigtable)]
struct Transaction {
    #[rowkey(chars("1-9A-HJ-NP-Za-km-z"))]
    signature: String,
}

/// Table `tx-by-addr`: the newest slot first.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = bigtable)]
struct ByAddress {
    #[rowkey(chars("1-9A-HJ-NP-Za-km-z"), separator = "/")]
    address: String,
    #[rowkey(hex(16), desc)]
    slot: u64,
}

#[test]
fn keys() {
    let refused = Rows::read("solana_keys").check(|row| {
        let (key, slot) = (row.text("key").as_bytes(), row.number("slot"));
        match row.text("table") {
            "blocks" | "entries" => same(Block { slot }, key),
            "tx" => same(Transaction { signature: row.text("signature").into() }, key),
            "tx-by-addr" => same(ByAddress { address: row.text("address").into(), slot }, key),
            table => Err(format!("no table `{table}` is declared")),
        }
    });
    refused.are(&[]);
}

/// One range from its start to its end, which is closed there, with all keys between and no other.
fn is_range(plan: &ScanPlan, start: &str, end: &str) {
    assert_eq!(plan.ranges().len(), 1);
    let range = plan.ranges().next().unwrap();
    assert_eq!(range.start().escape_ascii().to_string(), start);
    assert!(plan.is_exact() && range.contains(end.as_bytes()));
    // The key behind the last one, as far as 16 digits go, and the key before the first.
    let (address, digits) = end.split_at(end.len() - 16);
    let next = u64::from_str_radix(digits, 16).unwrap().checked_add(1);
    let next = next.map_or(format!("{address}g"), |slot| format!("{address}{slot:016x}"));
    assert!(range.stop().is_none_or(|stop| stop <= next.as_bytes()), "{next}");
}

#[test]
fn scans() {
    let refused = Rows::read("solana_scans").check(|row| {
        let (first, last): (u64, u64) = (row.number("first_slot"), row.number("last_slot"));
        let (start, end) = (row.text("start"), row.text("end"));
        match row.text("call") {
            "get_confirmed_blocks" => {
                let plan = Block::scan().slot(first..).limit(row.number("limit")).plan().unwrap();
                is_range(&plan, start, "ffffffffffffffff");
                assert_eq!((end, plan.row_limit()), ("", Some(row.number("rows_limit"))));
            }
            "get_confirmed_signatures_for_address" => {
                let plan = ByAddress::scan().address(row.text("address")).slot(last..=first).plan().unwrap();
                is_range(&plan, start, end);
            }
            call => return Err(format!("no scan for `{call}`")),
        }
        Ok(())
    });
    refused.are(&[]);
}

/// The archive on HBase of dexterlaboss/archival-rpc: ten hex digits of the md5 of the slot in hex, then the slot in hex.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = hbase, split(regions = 64))]
struct ArchivedBlock {
    #[rowkey(salt(md5, hex(10)), hex(16))]
    slot: u64,
}

#[test]
fn an_archive_behind_its_md5() {
    // By md5sum: printf 000000001528dec0 | md5sum
    for (slot, key) in [
        (0, "1e4a1b03d10000000000000000"),
        (1, "0e7799e0a70000000000000001"),
        (355_000_000, "6522605047000000001528dec0"),
        (u64::MAX, "527848b310ffffffffffffffff"),
    ] {
        golden(&ArchivedBlock { slot }, key.as_bytes());
    }
    for slot in (0..2_000).map(|number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
        let text = format!("{slot:016x}");
        let md5 = format!("{:032x}", u128::from_be_bytes(Md5::digest(&text).into()));
        let (block, key) = (ArchivedBlock { slot }, format!("{}{text}", &md5[..10]));
        golden(&block, key.as_bytes());
        reader::pend(&block, key.as_bytes());
    }
    reader::read_pending();
    let plan = ArchivedBlock::scan().slot(one_of([0u64, 355_000_000])).plan().unwrap();
    assert_eq!(plan.ranges().len(), 2);
}

rowkey::laws!(Block, Transaction, ByAddress, ArchivedBlock);

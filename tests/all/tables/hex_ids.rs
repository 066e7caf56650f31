//! D. Ids of 16 hex digits, and two ways to cut their table.

use super::rows::{Rows, region, same};
use rowkey::{Layout, RowKey};

/// Even regions.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(split(keys = rowkey::split::hex_range("0000000000000000", "ffffffffffffffff", 10)))]
struct HexRow {
    #[rowkey(hashed, hex(16))]
    id: u64,
}

/// The form of start and end: bytes between `9` and `a` are no digits, so most regions stay empty.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(split(keys = rowkey::split::byte_range(b"0000000000000000", b"ffffffffffffffff", 10), allow(dead, uneven)))]
struct StartEndRow {
    #[rowkey(hashed, hex(16))]
    id: u64,
}

/// Whatever else lies in the table.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct AnyRow {
    text: String,
}

#[test]
fn where_rows_lie() {
    let refused = Rows::read("d_region_of_row").check(|row| {
        let (text, key) = (row.text("row_text"), row.bytes("row_hex"));
        assert_eq!(text.as_bytes(), key);
        assert_eq!(region(StartEndRow::SPLIT_KEYS, &key), row.number("region_byte_splits_10"));
        assert_eq!(region(HexRow::SPLIT_KEYS, &key), row.number("region_hex_splits_10"));
        let any = AnyRow { text: text.into() };
        match u64::from_str_radix(text, 16) {
            Ok(id) if format!("{id:016x}") == text => {
                same(HexRow { id }, &key)?;
                same(StartEndRow { id }, &key)
            }
            // Such rows can lie in the table; ids they are not.
            _ => {
                assert!(HexRow::decode(&key).is_err());
                same(any, &key)
            }
        }
    });
    // No store takes an empty key.
    refused.are(&["s3r06: `AnyRow` encodes to an empty key, which no store accepts"]);
}

/// How many of a million evenly spread ids each region holds.
fn per_million(layout: &Layout) -> Vec<u128> {
    layout.region_shares().unwrap().iter().map(|share| (share * 1e6) as u128).collect()
}

#[test]
fn six_of_ten_regions_stay_empty() {
    let (start_end, even) = (per_million(StartEndRow::LAYOUT), per_million(HexRow::LAYOUT));
    let refused = Rows::read("d_region_share").check(|row| {
        let region = row.number::<usize>("region");
        // The file counts a million random ids: five standard deviations are 2,500 of them at most.
        for (share, column) in [(&start_end, "rows_per_million_byte_splits"), (&even, "rows_per_million_hex_splits")] {
            let counted = row.number::<u128>(column);
            assert!(share[region].abs_diff(counted) <= 2_500, "region {region}: {} to {counted}", share[region]);
            assert_eq!(share[region] == 0, counted == 0);
        }
        Ok::<_, String>(())
    });
    refused.are(&[]);

    let dead = StartEndRow::LAYOUT.dead_regions();
    assert_eq!(dead.len(), 6);
    // The last region holds one id of 2^64: alive, if only just.
    assert_eq!(
        dead.iter().map(|&(start, _)| region(StartEndRow::SPLIT_KEYS, start)).collect::<Vec<_>>(),
        [0, 3, 4, 5, 6, 7]
    );
    assert!(StartEndRow::LAYOUT.to_string().contains("dead"), "{}", StartEndRow::LAYOUT);
    assert_eq!(HexRow::LAYOUT.dead_regions(), []);
}

rowkey::laws!(HexRow, StartEndRow, AnyRow);

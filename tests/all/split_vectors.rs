//! Split keys as HBase computes them, and refusals where HBase throws.

use super::golden::{hex, vector};
use rowkey::split::{
    SplitError, StringSplit, UniformSplit, byte_range, bytes_split, hex_range, to_bytes_binary, to_string_binary,
};
use sha2::{Digest, Sha256};
use std::fmt::Write;

type Keys = Result<Vec<Vec<u8>>, SplitError>;

fn from_hex(text: &str) -> Vec<u8> {
    hex(dash(text))
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn dash(text: &str) -> &str {
    if text == "-" { "" } else { text }
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

/// What Java throws where we refuse.
fn exception(error: &SplitError) -> &'static str {
    match error {
        SplitError::NoNumber { .. } => "NumberFormatException",
        SplitError::Narrow { .. } => "IllegalStateException",
        // Of text, an array of -1 keys; of bytes, an argument.
        SplitError::TooFew { least: 1, .. } => "NegativeArraySizeException",
        SplitError::TooFew { .. } | SplitError::Bounds { .. } | SplitError::EmptyKey => "IllegalArgumentException",
        other => panic!("no algorithm of HBase fails with {other:?}"),
    }
}

#[derive(Default)]
struct Count {
    matched: usize,
    refused: usize,
}

impl Count {
    /// `expected`: status, number of keys, first and last key, SHA-256 of all joined by LF, and all of them, where the file has these.
    #[track_caller]
    fn check(&mut self, found: Keys, expected: &[String], text: fn(&[u8]) -> String, row: &[String]) {
        let keys = match found {
            Ok(keys) => keys,
            Err(error) => {
                assert_eq!(format!("ERR:{}", exception(&error)), expected[0], "{row:?}: {error}");
                self.refused += 1;
                return;
            }
        };
        let shown: Vec<String> = keys.iter().map(|key| or_dash(text(key))).collect();
        let (first, last) = (shown.first().map_or("-", String::as_str), shown.last().map_or("-", String::as_str));
        let head = ["OK", &keys.len().to_string(), first, last];
        assert_eq!(head, *expected[..4].iter().map(String::as_str).collect::<Vec<_>>(), "{row:?}");
        assert_eq!(to_hex(&Sha256::digest(shown.join("\n"))), expected[4], "{row:?}");
        if expected[5] != "(omitted)" {
            assert_eq!(or_dash(shown.join(",")), expected[5], "{row:?}");
        }
        self.matched += 1;
    }

    fn print(&self, name: &str) {
        println!("{name}: {} rows as HBase computes them, {} refused as HBase refuses", self.matched, self.refused);
    }
}

fn as_text(key: &[u8]) -> String {
    String::from_utf8(key.to_vec()).unwrap()
}

fn string_split(name: &str, splitter: StringSplit<'_>) {
    let mut count = Count::default();
    for row in &vector(name) {
        let [op, first, last, n, inclusive, expected @ ..] = &row[..] else { panic!("{row:?}") };
        let regions = n.parse().unwrap();
        let found = match op.as_str() {
            "split_n" if first == "default" => splitter.split(regions),
            "split_n" => splitter.rows(first, last).split(regions),
            "split_mid" => splitter.midpoint(dash(first), dash(last)).map(|key| vec![key]),
            "split_range" => splitter.split_range(dash(first), dash(last), regions, inclusive == "true"),
            other => panic!("{other}"),
        };
        count.check(found, expected, as_text, row);
    }
    count.print(name);
}

#[test]
fn hex_strings() {
    string_split("hex_string_split", StringSplit::hex());
}

#[test]
fn decimal_strings() {
    string_split("decimal_string_split", StringSplit::decimal());
}

#[test]
fn md5_strings() {
    let mut count = Count::default();
    for row in &vector("md5_string_split") {
        count.check(StringSplit::md5().split(row[0].parse().unwrap()), &row[1..], as_text, row);
    }
    count.print("md5_string_split");
    // It leaves out the last row wherever it divides.
    assert_eq!(StringSplit::md5().midpoint("", "7FFFFFFF").unwrap(), b"3fffffff");
    assert_eq!(StringSplit::md5().split_range("", "7FFFFFFF", 2, false), StringSplit::md5().split(2));
}

#[test]
fn uniform() {
    let mut count = Count::default();
    for row in &vector("uniform_split") {
        let [op, first, last, n, inclusive, expected @ ..] = &row[..] else { panic!("{row:?}") };
        let regions = n.parse().unwrap();
        let found = if (op.as_str(), first.as_str()) == ("split_n", "default") {
            UniformSplit::new().split(regions)
        } else {
            let (first, last) = (from_hex(first), from_hex(last));
            match op.as_str() {
                "split_n" => UniformSplit::new().rows(&first, &last).split(regions),
                "split_mid" => UniformSplit::new().midpoint(&first, &last).map(|key| vec![key]),
                "split_range" => UniformSplit::new().split_range(&first, &last, regions, inclusive == "true"),
                other => panic!("{other}"),
            }
        };
        count.check(found, expected, to_hex, row);
    }
    count.print("uniform_split");
}

#[test]
fn bytes() {
    let mut count = Count::default();
    for row in &vector("bytes_split") {
        let [a, b, inclusive, num, expected @ ..] = &row[..] else { panic!("{row:?}") };
        let found = bytes_split(&from_hex(a), &from_hex(b), inclusive == "true", num.parse().unwrap());
        count.check(found, expected, to_hex, row);
    }
    count.print("bytes_split");
}

#[test]
fn tables_made_from_two_rows() {
    let mut count = Count::default();
    for row in vector("admin_create_table_splits") {
        match byte_range(&from_hex(&row[0]), &from_hex(&row[1]), row[2].parse().unwrap()).keys() {
            Ok(keys) => {
                let shown: Vec<String> = keys.iter().map(|key| to_hex(key)).collect();
                assert_eq!(["OK", &keys.len().to_string(), &shown.join(",")], row[3..], "{row:?}");
                count.matched += 1;
            }
            Err(error) => {
                assert_eq!(format!("ERR:{}", exception(&error)), row[3], "{row:?}: {error}");
                count.refused += 1;
            }
        }
    }
    count.print("admin_create_table_splits");
}

fn row_of(row: &[String]) -> (u32, usize) {
    (row[3].parse().unwrap(), row[4].parse().unwrap())
}

/// The post writes all keys with 16 digits, whatever the width of its bounds.
#[test]
fn hex_ranges_of_the_guide() {
    let mut count = Count::default();
    for row in &vector("tables/d_hex_splits") {
        let (regions, index) = row_of(row);
        let [low, high] = [&row[1], &row[2]].map(|bound| format!("{bound:0>16}"));
        let keys = hex_range(&low, &high, regions).keys().unwrap();
        assert_eq!((as_text(&keys[index]), to_hex(&keys[index])), (row[5].clone(), row[6].clone()), "{row:?}");
        assert_eq!(keys.len(), regions as usize - 1);
        count.matched += 1;
    }
    count.print("tables/d_hex_splits");
}

#[test]
fn byte_ranges_of_the_guide() {
    let mut count = Count::default();
    for row in &vector("tables/d_byte_splits") {
        let (regions, index) = row_of(row);
        let keys = byte_range(row[1].as_bytes(), row[2].as_bytes(), regions).keys().unwrap();
        assert_eq!((to_string_binary(&keys[index]), to_hex(&keys[index])), (row[5].clone(), row[6].clone()), "{row:?}");
        assert_eq!(keys.len(), regions as usize - 1);
        count.matched += 1;
    }
    count.print("tables/d_byte_splits");
}

#[test]
fn binary_strings() {
    let mut count = Count::default();
    for row in &vector("string_binary") {
        match row[0].as_str() {
            "to_string_binary" => assert_eq!(to_string_binary(&from_hex(&row[1])), row[2], "{row:?}"),
            "to_bytes_binary" => assert_eq!(to_hex(&to_bytes_binary(&row[1])), row[2], "{row:?}"),
            other => panic!("{other}"),
        }
        count.matched += 1;
    }
    count.print("string_binary");
}

/// HBase's midpoint of two rows does not depend on their order.
#[test]
fn a_midpoint_has_no_direction() {
    for (first, last) in [("00000001", "7FFFFFFF"), ("10", "20"), ("2", "00000003")] {
        let splitter = StringSplit::md5();
        assert_eq!(splitter.midpoint(first, last).unwrap(), splitter.midpoint(last, first).unwrap(), "{first} {last}");
    }
    assert_eq!(UniformSplit::default().split(16), UniformSplit::new().split(16));
}

mod attributes {
    use super::*;
    use rowkey::RowKey;

    macro_rules! ids {
        ($($name:ident, $split:meta;)*) => {$(
            #[derive(RowKey)]
            #[rowkey($split)]
            struct $name {
                id: Vec<u8>,
            }
        )*};
    }

    ids! {
        Hex1, split(keys = rowkey::split::hex_string(1));
        Hex10, split(keys = rowkey::split::hex_string(10));
        Hex4096, split(keys = rowkey::split::hex_string(4_096));
        HexRows, split(keys = rowkey::split::hex_string(7).rows(b"10", b"FF00"));
        HexNarrow, split(keys = rowkey::split::hex_string(5).rows(b"0000", b"ff"));
        Decimal33, split(keys = rowkey::split::decimal_string(33));
        DecimalRows, split(keys = rowkey::split::decimal_string(32).rows(b"1000", b"2000"));
        Md5500, split(keys = rowkey::split::md5_string(500));
        Md54097, split(keys = rowkey::split::md5_string(4_097));
        Uniform16, split(keys = rowkey::split::uniform(16));
        UniformRows, split(keys = rowkey::split::uniform(256).rows(b"\x00", b"\x0A"));
        HexRange, split(keys = rowkey::split::hex_range("0000000000000000", "FFFFFFFFFFFFFFFF", 10));
        HexWide, split(keys = rowkey::split::hex_range("00000000000000000000000000000000000000", "ffffffffffffffffffffffffffffffffffffff", 1_000));
        Bytes3, split(keys = rowkey::split::byte_range(b"a", b"z", 3));
        Bytes100, split(keys = rowkey::split::byte_range(b"a", b"z", 100));
        BytesWidths, split(keys = rowkey::split::byte_range(b"\x01", b"\x12\x34\x56", 16));
    }

    #[track_caller]
    fn same<K: RowKey>(keys: Keys) {
        assert_eq!(K::SPLIT_KEYS, keys.unwrap(), "{}", K::LAYOUT.name());
        assert_eq!(K::LAYOUT.dead_regions(), []);
    }

    #[test]
    fn constants_are_what_the_functions_give() {
        same::<Hex1>(StringSplit::hex().split(1));
        same::<Hex10>(StringSplit::hex().split(10));
        same::<Hex4096>(StringSplit::hex().split(4_096));
        same::<HexRows>(StringSplit::hex().rows("10", "FF00").split(7));
        same::<HexNarrow>(StringSplit::hex().rows("0000", "ff").split(5));
        assert_eq!(HexNarrow::SPLIT_KEYS, [b"33", b"66", b"99", b"cc"]);
        same::<Decimal33>(StringSplit::decimal().split(33));
        same::<DecimalRows>(StringSplit::decimal().rows("1000", "2000").split(32));
        same::<Md5500>(StringSplit::md5().split(500));
        same::<Md54097>(StringSplit::md5().split(4_097));
        same::<Uniform16>(UniformSplit::new().split(16));
        same::<UniformRows>(UniformSplit::new().rows(&[0], &[10]).split(256));
        let (low, high) = ("0000000000000000", "ffffffffffffffff");
        same::<HexRange>(hex_range(low, high, 10).keys());
        same::<HexWide>(hex_range(&"0".repeat(38), &"f".repeat(38), 1_000).keys());
        same::<Bytes3>(byte_range(b"a", b"z", 3).keys());
        same::<Bytes100>(byte_range(b"a", b"z", 100).keys());
        same::<BytesWidths>(byte_range(&[1], &[0x12, 0x34, 0x56], 16).keys());
    }

    #[test]
    fn more_than_a_constant_can_hold_are_computed_at_run_time() {
        let keys = StringSplit::md5().split(1 << 20).unwrap();
        assert_eq!((keys.len(), &keys[1_048_574][..]), ((1 << 20) - 1, &b"7feff801"[..]));
        assert!(keys.is_sorted_by(|a, b| a < b));
    }
}

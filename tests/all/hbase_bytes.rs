//! Ranges of prefixes, and numbers, against what HBase and Phoenix make of them (`tests/vectors`).

use super::golden::{hex, vector};
use rowkey::codec::Codec;
use rowkey::{KeyRange, prefix_successor};

/// The bytes of a field of this type.
fn written<T: for<'k> Codec<'k>>(value: T) -> Vec<u8> {
    let mut out = Vec::new();
    assert!(T::write(&value, &mut out).is_ok());
    out
}

fn cell(text: &str) -> Vec<u8> {
    if text == "-" { Vec::new() } else { hex(text) }
}

#[test]
fn prefix_successors_are_those_of_hbase() {
    let rows = vector("prefix_successor");
    assert_eq!(rows.len(), 65);
    let mut checked = 0;
    for row in rows {
        let (prefix, stop) = (cell(&row[0]), cell(&row[1]));
        // An empty stop row is HBase's end of table.
        let stop = (!stop.is_empty()).then_some(stop);
        assert_eq!(prefix_successor(&prefix), stop, "{row:?}");
        assert_eq!(KeyRange::prefix(&prefix).stop(), stop.as_deref());
        assert_eq!(KeyRange::prefix(&prefix).start(), prefix);
        checked += 1;
    }
    println!("prefix_successor: {checked} rows as HBase has them");
}

#[test]
fn prefix_ranges_hold_the_rows_that_hbase_gives() {
    let rows = vector("prefix_scan_rows");
    let list =
        |text: &str| -> Vec<Vec<u8>> { if text == "-" { Vec::new() } else { text.split(',').map(hex).collect() } };
    let all = list(&rows[0][3]);
    assert!(rows.len() == 21 && all.len() == 27);
    let mut checked = 0;
    for row in &rows {
        let range = KeyRange::prefix(&cell(&row[0]));
        assert_eq!((range.start(), range.stop().unwrap_or_default()), (&cell(&row[1])[..], &cell(&row[2])[..]));
        let found: Vec<Vec<u8>> = all.iter().filter(|key| range.contains(key)).cloned().collect();
        assert_eq!(found, list(&row[3]), "{row:?}");
        checked += 1;
    }
    println!("prefix_scan_rows: {checked} rows as HBase has them");
}

/// HBase's `OrderedBytes` know one NaN only, and lead with a byte for the type; the rest is as here, and a descending one is complemented.
#[test]
fn numbers_are_ordered_as_by_hbase() {
    let mut checked = 0;
    for row in vector("ordered_bytes") {
        let (kind, value, bytes) = (row[0].as_str(), row[1].as_str(), &row[3]);
        let bits = |text: &str| u64::from_str_radix(text.strip_prefix("bits:").unwrap(), 16).unwrap();
        let key = match kind {
            "int8" => written(value.parse::<i8>().unwrap()),
            "int16" => written(value.parse::<i16>().unwrap()),
            "int32" => written(value.parse::<i32>().unwrap()),
            "int64" => written(value.parse::<i64>().unwrap()),
            "float32" if f32::from_bits(bits(value) as u32).is_nan() => continue,
            "float64" if f64::from_bits(bits(value)).is_nan() => continue,
            "float32" => written(f32::from_bits(bits(value) as u32)),
            "float64" => written(f64::from_bits(bits(value))),
            _ => continue,
        };
        let key: Vec<u8> = if row[2] == "DESC" { key.iter().map(|byte| !byte).collect() } else { key };
        assert_eq!(key, hex(bytes)[1..], "{row:?}");
        checked += 1;
    }
    assert_eq!(checked, 212);
}

#[test]
fn integers_are_written_as_by_phoenix() {
    let mut checked = 0;
    for row in vector("phoenix_types").iter().filter(|row| !row[3].starts_with("ERR") && row[1] != "null") {
        let Ok(value) = row[1].parse::<i64>() else { continue };
        let key = match row[0].as_str() {
            "TINYINT" => written(value as i8),
            "SMALLINT" => written(value as i16),
            "INTEGER" => written(value as i32),
            "BIGINT" => written(value),
            "UNSIGNED_TINYINT" => written(value as u8),
            "UNSIGNED_SMALLINT" => written(value as u16),
            "UNSIGNED_INT" => written(value as u32),
            "UNSIGNED_LONG" => written(value as u64),
            _ => continue,
        };
        let key: Vec<u8> = if row[2] == "DESC" { key.iter().map(|byte| !byte).collect() } else { key };
        assert_eq!(key, cell(&row[3]), "{row:?}");
        checked += 1;
    }
    assert!(checked > 40, "{checked}");
}

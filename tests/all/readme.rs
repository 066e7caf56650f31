//! The struct of the README: what is shown of it is what the code prints, and what is said of it is true. The Rust is compiled
//! and run as a doc test, in `src/lib.rs`.

use rowkey::{DecodeError, EncodeError, RowKey, ValueError};

#[derive(RowKey, Debug, PartialEq)]
struct Reading {
    #[salt(buckets = 8)]
    #[pad(12)]
    device: String,
    #[reverse_ts]
    at: i64,
}

fn reading() -> Reading {
    Reading { device: "pump12".into(), at: 1_700_000_000_000 }
}

/// The blocks of the README whose fence says `text`.
fn shown() -> Vec<&'static str> {
    let blocks = include_str!("../../README.md").split("```text\n").skip(1);
    blocks.map(|block| block.split_once("```").expect("the end of the block").0).collect()
}

#[track_caller]
fn shows(text: &str) {
    assert!(shown().iter().any(|block| block.trim_end() == text.trim_end()), "the README does not show\n{text}");
}

#[test]
fn the_bytes() {
    shows(&Reading::explain(&reading().encode().unwrap()).to_string());
}

#[test]
fn what_does_not_compile() {
    let mut errors = include_str!("../ui/ambiguous/proofs.stderr").split("\n\n");
    let message = errors.find(|error| error.contains("`text_behind_alias::")).expect("the error of this module");
    let (message, _) = message.split_once("--> ").expect("the place");
    shows(message);
}

#[test]
fn a_key_has_21_bytes_and_comes_back() {
    let key: [u8; 21] = reading().encode().unwrap();
    assert_eq!(&key[1..7], b"pump12");
    assert_eq!(key[7..13], [0; 6]);
    assert_eq!(key[13..], (i64::MAX - 1_700_000_000_000).to_be_bytes());
    assert_eq!(Reading::decode(&key), Ok(reading()));
}

#[test]
fn split_keys_are_the_labels_but_the_first() {
    assert_eq!(Reading::SPLIT_KEYS, [[1], [2], [3], [4], [5], [6], [7]]);
}

#[test]
fn a_device_is_one_range() {
    let plan = Reading::scan().device("pump12").at(1_600_000_000_000..1_800_000_000_000).plan().unwrap();
    let ranges: Vec<_> = plan.ranges().collect();
    assert_eq!(ranges.len(), 1);
    assert!(ranges[0].contains(&reading().encode().unwrap()));
}

#[test]
fn a_device_is_no_prefix_of_another() {
    let longer = Reading { device: "pump123".into(), ..reading() }.encode().unwrap();
    for bucket in 0..8 {
        let plan = Reading::scan().device("pump12").bucket(bucket).plan().unwrap();
        assert!(plan.ranges().all(|range| !range.contains(&longer)));
    }
}

#[test]
fn a_wrong_salt_is_found_unless_lenient() {
    let mut key = reading().encode().unwrap();
    let found = u32::from(key[0]);
    key[0] = (key[0] + 1) % 8;
    let wrong = u32::from(key[0]);
    assert_eq!(
        Reading::decode(&key),
        Err(DecodeError::Salt { key: "Reading", offset: 0, found: wrong, expected: found })
    );
    assert_eq!(Reading::decode_lenient(&key), Ok(reading()));
    key[0] = 8;
    assert!(matches!(Reading::decode_lenient(&key), Err(DecodeError::Label { buckets: 8, .. })));
}

#[test]
fn a_device_of_13_characters_is_refused() {
    let long = Reading { device: "1".repeat(13), ..reading() };
    let reason = ValueError::TooLong { found: 13, most: 12 };
    assert_eq!(long.encode(), Err(EncodeError::Value { key: "Reading", field: "device", reason }));
    let mut out = vec![7];
    assert!(long.encode_into(&mut out).is_err());
    assert_eq!(out, [7]);
}

#[test]
fn what_is_not_next_in_the_key_is_filtered() {
    let rows: Vec<_> = (0..20).map(|at| Reading { device: format!("{}", at % 3), at }.encode().unwrap()).collect();
    let plan = Reading::scan().filter_at(5..9).plan().unwrap();
    assert_eq!((plan.ranges().len(), rows.iter().filter(|row| plan.matches(*row)).count()), (8, 4));
    let plan = Reading::scan().filter_device("2").plan().unwrap();
    assert_eq!((plan.ranges().len(), rows.iter().filter(|row| plan.matches(*row)).count()), (1, 6));
}

rowkey::laws!(Reading);

//! The struct of the README: what is shown of it is what the code prints, and what is said of it is true. The Rust is compiled
//! and run as a doc test, in `src/lib.rs`.

use rowkey::{DecodeError, EncodeError, RowKey, ValueError};

#[derive(RowKey, Debug, PartialEq)]
struct Call {
    #[salt(xor, buckets = 6)]
    #[pad(20)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

fn call() -> Call {
    Call { phone: "13362666677".into(), at: 1_512_101_400_000 }
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
fn the_bytes_and_the_scan() {
    let key = call().encode().unwrap();
    let plan = Call::scan().phone("13362666677").at(1_512_000_000_000..).limit(3).plan().unwrap();
    shows(&format!("{}\n\n{}", Call::explain(&key), plan.explain()));
}

#[test]
fn what_does_not_compile() {
    let mut errors = include_str!("../ui/ambiguous/proofs.stderr").split("\n\n");
    let message = errors.find(|error| error.contains("`text_behind_alias::")).expect("the error of this module");
    let (message, _) = message.split_once("--> ").expect("the place");
    shows(message);
}

#[test]
fn a_key_has_29_bytes_and_comes_back() {
    let key: [u8; 29] = call().encode().unwrap();
    assert_eq!(&key[1..12], b"13362666677");
    assert_eq!(key[12..21], [0; 9]);
    assert_eq!(key[21..], (i64::MAX - 1_512_101_400_000).to_be_bytes());
    assert_eq!(Call::decode(&key), Ok(call()));
}

#[test]
fn split_keys_are_the_labels_but_the_first() {
    assert_eq!(Call::SPLIT_KEYS, [[1], [2], [3], [4], [5]]);
}

#[test]
fn a_phone_is_one_range() {
    let plan = Call::scan().phone("13362666677").at(1_512_000_000_000..1_513_000_000_000).plan().unwrap();
    let ranges: Vec<_> = plan.ranges().collect();
    assert_eq!(ranges.len(), 1);
    assert!(ranges[0].contains(&call().encode().unwrap()));
}

#[test]
fn a_wrong_salt_is_found_unless_lenient() {
    let mut key = call().encode().unwrap();
    let found = u32::from(key[0]);
    key[0] = (key[0] + 1) % 6;
    let wrong = u32::from(key[0]);
    assert_eq!(Call::decode(&key), Err(DecodeError::Salt { key: "Call", offset: 0, found: wrong, expected: found }));
    assert_eq!(Call::decode_lenient(&key), Ok(call()));
    key[0] = 6;
    assert!(matches!(Call::decode_lenient(&key), Err(DecodeError::Label { buckets: 6, .. })));
}

#[test]
fn a_phone_of_21_characters_is_refused() {
    let long = Call { phone: "1".repeat(21), ..call() };
    let reason = ValueError::TooLong { found: 21, most: 20 };
    assert_eq!(long.encode(), Err(EncodeError::Value { key: "Call", field: "phone", reason }));
    let mut out = vec![7];
    assert!(long.encode_into(&mut out).is_err());
    assert_eq!(out, [7]);
}

#[test]
fn what_is_not_next_in_the_key_is_filtered() {
    let rows: Vec<_> = (0..20).map(|at| Call { phone: format!("{}", at % 3), at }.encode().unwrap()).collect();
    let plan = Call::scan().filter_at(5..9).plan().unwrap();
    assert_eq!((plan.ranges().len(), rows.iter().filter(|row| plan.matches(*row)).count()), (6, 4));
    let plan = Call::scan().filter_phone("2").plan().unwrap();
    assert_eq!((plan.ranges().len(), rows.iter().filter(|row| plan.matches(*row)).count()), (1, 6));
}

rowkey::laws!(Call);

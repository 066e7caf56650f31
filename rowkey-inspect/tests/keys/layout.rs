//! Tests of `layout`.

use super::{answer, assert_shows, run_types};
use crate::types::TextKey;
use rowkey::RowKey;
use rowkey_inspect::KeyType;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[test]
fn a_struct() {
    let shown = answer(&["layout", "call", "--table", "calls"]);
    // The rest is only printed with a feature.
    let (shown, _) = shown.split_once("\n\nBigtable schema").unwrap_or((&shown, ""));
    assert_shows(
        shown,
        r"Call: 29 bytes
offset  width  element  content
     0      1  salt     xor of phone, 6 buckets as u8
     1     20  phone    text padded to 20 bytes with 00
    21      8  at       8-byte number, descending
6 regions, split at 01, 02, 03, 04, 05

Proven
  yes  each key can be parsed back into its elements
  yes  keys sort by their fields, within each bucket
  yes  each region can get rows

Maximum key length
  LMDB             511 bytes  fits
  DynamoDB        1024 bytes  fits
  Bigtable        4096 bytes  fits
  FoundationDB   10000 bytes  fits
  HBase          32767 bytes  fits

Lock
  u8 xor of phone / 6 | phone: str as text padded to 20 bytes with 00 | at: millis as 8-byte number desc

HBase shell
  create 'calls', 'd', SPLITS => ['\x01', '\x02', '\x03', '\x04', '\x05']",
    );
}

#[test]
fn what_the_source_opts_out_of_is_not_proven() {
    let shown = answer(&["layout", "TextKey"]);
    let (_, proven) = shown.split_once("Proven\n").expect("a heading");
    let (proven, _) = proven.split_once("\n\n").expect("an end");
    let expected = "  yes  each key can be parsed back into its elements\n  no   keys of TextKey do not sort by seconds\n  \
                    no   the region \"05|\" .. end of table can never get rows";
    assert_eq!(proven, expected);
}

/// No proof evaluates a function of the user, so random keys do.
#[test]
fn buckets_that_no_key_is_in() {
    /// Puts names into 26 buckets, however many there are.
    fn by_letter(name: &[u8], _: u32) -> u32 {
        name.first().map_or(0, |letter| u32::from(letter % 26))
    }

    #[derive(RowKey, Serialize, Deserialize)]
    #[rowkey(salt(with = by_letter, buckets = 32, of(name)))]
    struct Log {
        #[pad(8)]
        name: String,
    }

    let answer = |arguments: &[&str]| run_types(&[KeyType::of::<Log>()], arguments, b"").out;
    let shown = answer(&["layout", "Log"]);
    let expected = "Proven\n  yes  each key can be parsed back into its elements\n  yes  keys sort by their fields, within each bucket\n  \
                    no   no random key of Log is in bucket 26..=31\n\n";
    assert!(shown.contains(expected), "{shown}");
    let json: Value = serde_json::from_str(&answer(&["layout", "Log", "--json"])).expect("JSON");
    let expected = serde_json::json!([{ "key": "Log", "buckets": [26, 27, 28, 29, 30, 31] }]);
    assert_eq!(json[0]["empty_buckets"], expected);
    assert!(!super::answer(&["layout", "Call"]).contains("random key"));
}

#[test]
fn a_key_without_a_max_width_may_be_too_long() {
    let shown = answer(&["layout", "Visit"]);
    assert!(shown.contains("\n  LMDB             511 bytes  depends on the values\n"), "{shown}");
}

#[test]
fn the_kinds_of_an_enum() {
    let shown = answer(&["layout", "Thread"]);
    for part in [
        "Thread: 2 record types, 10 to 12 bytes\n",
        "Thread::Post: 10 bytes\n",
        "yes  each key has exactly one record type\n",
    ] {
        assert!(shown.contains(part), "{part}");
    }
}

#[test]
fn every_type_if_none_is_named() {
    let shown = answer(&["layout"]);
    let maps = shown.matches("\nProven\n").count();
    assert_eq!(maps, super::TYPES.len());
}

#[test]
fn json() {
    let shown: Value = serde_json::from_str(&answer(&["layout", "TextKey", "--json"])).expect("JSON");
    let facts = &shown[0];
    assert_eq!(facts["name"], "TextKey");
    assert_eq!((&facts["min_width"], &facts["max_width"]), (&47.into(), &56.into()));
    assert_eq!(facts["lock"], TextKey::LAYOUT.lock());
    assert_eq!(facts["layout"], serde_json::from_str::<Value>(&TextKey::LAYOUT.to_json()).expect("JSON"));
    assert_eq!(facts["stores"][0], serde_json::json!({ "store": "LMDB", "longest_key": 511, "fits": true }));
}

#[cfg(feature = "bigtable")]
#[test]
fn the_schema_of_bigtable() {
    let shown = answer(&["layout", "Note"]);
    assert!(shown.contains("\nBigtable schema\n  {\n    \"encoding\": {\n"), "{shown}");
    let shown = answer(&["layout", "Call"]);
    assert!(
        shown.contains("\nBigtable schema\n  none: the keys of `Call` have no row key schema in Bigtable:"),
        "{shown}"
    );
    let json: Value = serde_json::from_str(&answer(&["layout", "Note", "--json"])).expect("JSON");
    assert_eq!(json[0]["bigtable_schema"]["fields"][0]["fieldName"], "text");
}

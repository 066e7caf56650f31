//! The changes to a live table that `docs/STABILITY.md` lists: which of them keep the bytes of a key, and which do not.

use rowkey::{KeyCode, RowKey};

#[derive(KeyCode, Debug, PartialEq)]
enum Side {
    #[code("a")]
    In,
    #[code("b")]
    Out,
}

/// The same codes in another order, and one more.
#[derive(KeyCode, Debug, PartialEq)]
enum NewSide {
    #[code("b")]
    Out,
    #[code("a")]
    In,
    #[code("c")]
    Away,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(index(unique ByAt(at, device)), split(regions = 4))]
struct Old {
    device: u32,
    #[reverse_ts]
    at: i64,
    side: Side,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(split(regions = 9))]
struct Renamed {
    sensor: u32,
    #[reverse_ts]
    time: i64,
    side: Side,
}

#[derive(RowKey, Debug, PartialEq)]
struct NewCodes {
    device: u32,
    #[reverse_ts]
    at: i64,
    #[rowkey(allow(unordered))]
    side: NewSide,
}

fn old() -> Old {
    Old { device: 7, at: 5, side: Side::Out }
}

#[test]
fn names_indexes_and_split_keys_change_no_byte() {
    assert_eq!(Renamed { sensor: 7, time: 5, side: Side::Out }.key(), old().key());
    assert_eq!(Renamed::LAYOUT.byte_fingerprint(), Old::LAYOUT.byte_fingerprint());
    assert_ne!(Renamed::LAYOUT.lock(), Old::LAYOUT.lock(), "the lock names the fields");
}

#[test]
fn codes_that_are_written_out_keep_their_bytes() {
    assert_eq!(NewCodes { device: 7, at: 5, side: NewSide::Out }.key(), old().key());
    assert_eq!(NewCodes::decode(&old().key()), Ok(NewCodes { device: 7, at: 5, side: NewSide::Out }));
    let new = NewCodes { device: 7, at: 5, side: NewSide::Away }.key();
    assert!(Old::decode(&new).is_err(), "an older program rejects a new code: readers first");
    assert_eq!(NewCodes::decode(&NewCodes { device: 1, at: 1, side: NewSide::In }.key()).unwrap().side, NewSide::In);
}

#[derive(RowKey, Debug, PartialEq)]
enum Rows {
    #[rowkey(tag = "U")]
    User { id: u8 },
}

#[derive(RowKey, Debug, PartialEq)]
enum MoreRows {
    #[rowkey(tag = "P")]
    Post { id: u8 },
    #[rowkey(tag = "U")]
    Person { id: u8 },
}

#[derive(RowKey, Debug, PartialEq)]
enum OpenRows<'k> {
    #[rowkey(tag = "U")]
    User { id: u8 },
    #[rowkey(other)]
    Other(&'k [u8]),
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(reserved("U"))]
enum FewerRows {
    #[rowkey(tag = "P")]
    Post { id: u8 },
}

#[test]
fn a_new_record_type_keeps_the_bytes_of_the_others() {
    let row = Rows::User { id: 7 }.encode().unwrap();
    assert_eq!(MoreRows::Person { id: 7 }.encode().unwrap()[..], row[..]);
    let new = MoreRows::Post { id: 7 }.encode().unwrap();
    assert!(Rows::decode(&new).is_err(), "an older program rejects the new rows");
    assert_eq!(OpenRows::decode(&new), Ok(OpenRows::Other(&new)), "unless it takes every other key");
    assert_eq!(FewerRows::Post { id: 7 }.encode().unwrap()[..], new[..]);
    assert!(FewerRows::decode(&row).is_err());
    assert_eq!(OpenRows::User { id: 7 }.encode().unwrap()[..], row[..]);
}

/// The fingerprints of the bytes of a key and of the same key after a change.
macro_rules! fingerprints {
    ({ $($before:tt)* } { $($after:tt)* }) => {{
        let before = {
            #[derive(RowKey)]
            #[allow(dead_code, reason = "only the layout is looked at")]
            $($before)*
            Key::LAYOUT.byte_fingerprint()
        };
        let after = {
            #[derive(RowKey)]
            #[allow(dead_code, reason = "only the layout is looked at")]
            $($after)*
            Key::LAYOUT.byte_fingerprint()
        };
        (before, after)
    }};
}

#[test]
fn every_other_change_makes_another_layout() {
    let changes = [
        fingerprints!({ struct Key { a: u8 } } { struct Key { a: u8, b: u8 } }),
        fingerprints!({ struct Key { a: u8, b: u8 } } { struct Key { a: u8 } }),
        fingerprints!({ struct Key { a: u8 } } { struct Key { a: u16 } }),
        fingerprints!({ struct Key { a: u8, b: u16 } } { struct Key { b: u16, a: u8 } }),
        fingerprints!({ struct Key(#[pad(8)] String); } { struct Key(#[pad(9)] String); }),
        fingerprints!({ struct Key(#[rowkey(len(2), chars("a-z"))] String); } { struct Key(#[rowkey(len(2))] String); }),
        fingerprints!({ #[rowkey(prefix = "a")] struct Key(u8); } { #[rowkey(prefix = "b")] struct Key(u8); }),
        fingerprints!({ #[rowkey(separator = "/")] struct Key(u8, u8); } { #[rowkey(separator = "_")] struct Key(u8, u8); }),
        fingerprints!({ struct Key(#[rowkey(time(secs))] i64); } { struct Key(#[rowkey(time(millis))] i64); }),
        fingerprints!({ struct Key(u32); } { struct Key(#[salt(buckets = 4)] u32); }),
    ];
    for (at, (before, after)) in changes.into_iter().enumerate() {
        assert_ne!(before, after, "change {at}");
    }
}

rowkey::laws!(Old, Renamed, NewCodes, Rows, MoreRows, FewerRows);

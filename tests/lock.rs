//! The lock of a layout: what changes the meaning of a table's bytes changes it.

use rowkey::RowKey;

fn by_length(bytes: &[u8], buckets: u32) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(0) % buckets
}

macro_rules! key {
    ($($field:tt)*) => {{
        #[derive(RowKey)]
        #[allow(dead_code, reason = "only the layout is looked at")]
        struct Key { $($field)* }
        Key::LAYOUT.lock()
    }};
}

#[derive(RowKey)]
struct Signed {
    #[rowkey(len(2))]
    kind: String,
    id: i64,
}

#[derive(RowKey)]
struct Unsigned {
    #[rowkey(len(2))]
    kind: String,
    id: u64,
}

#[test]
fn it_names_what_is_written() {
    assert_eq!(
        key! { #[salt(with = by_length, buckets = 4)] #[pad(8)] host: String, #[reverse_ts] at: i64, },
        "u8 by_length of host / 4 | host: str as text padded to 8 bytes with 00 | at: millis as 8-byte number desc"
    );
    assert_eq!(
        key! { a: Option<bool>, #[rowkey(desc)] b: Signed, },
        "a: bool as optional 1-byte number from 0 to 1 | b: (kind: str as 2 bytes | id: i64 as 8-byte number) \
         as (2 bytes | 8-byte number), complemented desc"
    );
}

#[test]
fn layouts_of_one_language_differ_by_what_they_hold() {
    let locks = [
        key! { a: u64, },
        key! { a: i64, },
        key! { a: f64, },
        key! { #[rowkey(desc)] a: i64, },
        key! { #[reverse_ts] a: i64, },
        key! { #[reverse_ts(secs)] a: i64, },
        key! { #[rowkey(unordered)] a: i64, },
        key! { a: u64, #[rowkey(skip)] b: u8, },
        key! { a: Signed, },
        key! { a: Unsigned, },
        key! { #[salt(buckets = 4)] a: u64, },
        key! { #[salt(buckets = 4, was(5))] a: u64, },
        key! { #[salt(buckets = 4, digits(1))] a: u64, },
        key! { #[salt(buckets = 4, of(a.div(60)))] a: u64, },
    ];
    for (i, lock) in locks.iter().enumerate() {
        for (j, other) in locks.iter().enumerate() {
            // A skipped field is no part of the key.
            assert_eq!(lock == other, i == j || [(0, 7), (7, 0)].contains(&(i, j)), "{lock}\n{other}");
        }
    }
}

#[test]
fn its_fingerprint_is_frozen() {
    // Kept by clients in their cursors: xxh3-64 of the lock, the same everywhere and for ever.
    assert_eq!(Signed::LAYOUT.lock(), "kind: str as 2 bytes | id: i64 as 8-byte number");
    assert_eq!(Signed::LAYOUT.fingerprint(), 0xE701_676D_D874_84DD);
    assert_ne!(Signed::LAYOUT.fingerprint(), Unsigned::LAYOUT.fingerprint());
}

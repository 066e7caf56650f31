//! Keys that the engine would not take are refused, however they are encoded.

use rowkey::{BatchError, EncodeError, KeyBatch, RowKey};

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = dynamodb)]
struct Page {
    path: String,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = dynamodb)]
struct SaltedPage {
    #[salt(md5, buckets = 16)]
    path: String,
}

/// A store that takes whatever is left: nothing is measured, and encode cannot fail.
#[derive(RowKey, Debug)]
#[rowkey(store = hbase)]
struct Reading {
    sensor: u64,
}

fn too_long(key: &'static str, found: usize) -> EncodeError {
    EncodeError::TooLong { key, engine: "DynamoDB", found, most: 1_024 }
}

#[test]
fn a_key_that_is_too_long_is_refused() {
    for width in [1, 1_000, 1_023, 1_024, 1_025, 70_000] {
        let path = "x".repeat(width);
        let (page, salted) = (Page { path: path.clone() }, SaltedPage { path });
        let fits = |found: usize, key| if found <= 1_024 { Ok(found) } else { Err(too_long(key, found)) };
        assert_eq!(page.encode().map(|key| key.len()), fits(width, "Page"));
        assert_eq!(salted.encode().map(|key| key.len()), fits(width + 1, "SaltedPage"));

        let mut out = b"before".to_vec();
        assert_eq!(page.encode_into(&mut out).map(|()| out.len() - 6), fits(width, "Page"));
        assert!(out.starts_with(b"before") && (width <= 1_024 || out.len() == 6));
    }
}

/// One by one, and 32 at a time.
#[test]
fn a_batch_stops_at_the_first_key_that_is_too_long() {
    for rows in [3, 40] {
        for bad in [0, 1, rows - 1] {
            let path = |row| "x".repeat(if row == bad { 1_024 } else { 10 + row % 7 });
            let pages: Vec<SaltedPage> = (0..rows).map(|row| SaltedPage { path: path(row) }).collect();
            let mut batch = KeyBatch::new();
            SaltedPage::encode_batch(&[SaltedPage { path: "first".into() }], &mut batch).unwrap();
            let error = SaltedPage::encode_batch(&pages, &mut batch);
            assert!(
                matches!(&error, Err(BatchError { row, error, .. }) if *row == bad && **error == too_long("SaltedPage", 1_025)),
                "{error:?}"
            );
            assert_eq!(batch.len(), 1);
        }
    }
}

#[test]
fn a_store_that_takes_all_keys_costs_nothing() {
    assert_eq!(Reading { sensor: 7 }.key(), [0, 0, 0, 0, 0, 0, 0, 7]);
}

rowkey::laws!(Page, SaltedPage, Reading);

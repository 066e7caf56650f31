//! B. Log rows: `007` `20200406120000` `13800138000` `R0001`, salted by the first hex digit of the md5 of the rest.

use super::rows::{Rows, region, same};
use jiff::civil::{Date, DateTime};
use rowkey::{DecodeError, RowKey, starts_with};

/// The table with the split keys that it was posted with: the first and the last region hold no row.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(md5, buckets = 16, of(..), digits(3)))]
#[rowkey(split(
    keys(
        "000", "001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "011", "012", "013", "014", "015",
        "016"
    ),
    allow(dead)
))]
struct PostedLogRow {
    #[rowkey(time("%Y%m%d%H%M%S", exact))]
    at: DateTime,
    #[rowkey(len(11), chars("0-9"))]
    phone: String,
    record: String,
}

/// The same rows, cut between the buckets.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(md5, buckets = 16, of(..), digits(3)))]
struct LogRow {
    #[rowkey(time("%Y%m%d%H%M%S", exact))]
    at: DateTime,
    #[rowkey(len(11), chars("0-9"))]
    phone: String,
    record: String,
}

/// Whatever else was salted into the table.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(md5, buckets = 16, of(..), digits(3)))]
struct AnyRow {
    key: String,
}

/// A row of the table as it was meant; `None` where it is something else.
fn log_row(text: &str) -> Option<LogRow> {
    let at = DateTime::strptime("%Y%m%d%H%M%S", text.get(..14)?).ok()?;
    let (phone, record) = (text.get(14..25)?, &text[25..]);
    phone.bytes().all(|byte| byte.is_ascii_digit()).then(|| LogRow { at, phone: phone.into(), record: record.into() })
}

#[test]
fn keys() {
    let refused = Rows::read("b_md5nibble_keys").check(|row| {
        let (text, key) = (row.text("row_key"), row.bytes("key_hex"));
        assert_eq!(region(PostedLogRow::SPLIT_KEYS, &key), row.number("region_of_split17"));
        let any = AnyRow { key: text.into() };
        if let Err(DecodeError::Salt { found, expected, .. }) = AnyRow::decode(&key) {
            // The digest was taken of other bytes than those that are stored: the rest can be read, not found again.
            assert_eq!(row.text("charset"), "GBK");
            assert_eq!(AnyRow::decode_lenient(&key), Ok(any));
            return Err(format!("bucket {found} is that of the GBK bytes, the key's own give {expected}"));
        }
        if let Some(LogRow { at, phone, record }) = log_row(text) {
            same(PostedLogRow { at, phone: phone.clone(), record: record.clone() }, &key)?;
            same(LogRow { at, phone, record }, &key)?;
        }
        same(any, &key)
    });
    refused.are(&[
        "s1k17: bucket 11 is that of the GBK bytes, the key's own give 14",
        "s1k19: bucket 8 is that of the GBK bytes, the key's own give 1",
    ]);
}

/// The strict struct reads what it wrote, and nothing else.
#[test]
fn most_rows_are_log_rows() {
    let strict = |text: &&str| log_row(text).is_some();
    let texts = ["2020040612000013800138001R0001", "20200406120000138001380", "", "a", "rowkey", "推荐001"];
    assert_eq!(texts.iter().filter(|text| strict(text)).count(), 1);
    for key in ["013", "000a", "009rowkey"] {
        assert!(AnyRow::decode(key.as_bytes()).is_ok());
        assert!(matches!(LogRow::decode(key.as_bytes()), Err(DecodeError::Truncated { field: "at", .. })), "{key}");
    }
}

#[test]
fn split_keys() {
    let refused = Rows::read("b_md5nibble_splits").check(|row| {
        let index = row.number::<usize>("index");
        assert_eq!(PostedLogRow::SPLIT_KEYS[index], row.bytes("as_posted_hex"));
        let below =
            (index.checked_sub(1).map_or(&b""[..], |at| PostedLogRow::SPLIT_KEYS[at]), PostedLogRow::SPLIT_KEYS[index]);
        let dead = PostedLogRow::LAYOUT.dead_regions().contains(&(below.0, Some(below.1)));
        assert_eq!(dead, row.text("region_below_live") == "dead");
        match LogRow::SPLIT_KEYS.get(index) {
            Some(key) => assert_eq!(*key, row.bytes("corrected_hex")),
            None => assert_eq!(row.text("corrected_text"), ""),
        }
        Ok::<_, String>(())
    });
    refused.are(&[]);
    assert_eq!((PostedLogRow::SPLIT_KEYS.len(), LogRow::SPLIT_KEYS.len()), (17, 15));
    assert_eq!(PostedLogRow::LAYOUT.dead_regions(), [(&b""[..], Some(&b"000"[..])), (&b"016"[..], None)]);
    assert_eq!(LogRow::LAYOUT.dead_regions(), []);
}

/// A day is one range in each of the 16 buckets: the digest is of the whole key, so nothing tells the bucket.
#[test]
fn a_day() {
    let refused = Rows::read("b_md5nibble_day_scans").check(|row| {
        let (day, bucket) = (row.text("day"), row.number::<usize>("bucket"));
        let ranges: Vec<_> = AnyRow::scan().key(starts_with(day)).plan().unwrap().ranges().collect();
        assert_eq!(ranges.len(), 16);
        let Some(range) = ranges.get(bucket) else {
            assert_eq!(row.text("reachable"), "false");
            return Err("no row has bucket 16".to_owned());
        };
        assert_eq!(range.start(), row.bytes("start_hex"));
        assert_eq!(range.stop(), Some(row.bytes("stop_hex").as_slice()));

        // The typed range of the same day holds the same rows.
        let first = Date::strptime("%Y%m%d", day).unwrap();
        let (start, stop) = (first.at(0, 0, 0, 0), first.tomorrow().unwrap().at(0, 0, 0, 0));
        let typed: Vec<_> = LogRow::scan().at(start..stop).plan().unwrap().ranges().collect();
        assert_eq!(typed.len(), 16);
        for at in [start, first.at(23, 59, 59, 0), stop] {
            let rest = format!("{}13800138000R0001", at.strftime("%Y%m%d%H%M%S"));
            let key = format!("{bucket:03}{rest}");
            assert_eq!(range.contains(key.as_bytes()), typed[bucket].contains(key.as_bytes()), "{key}");
        }
        Ok(())
    });
    refused.are(&["s1d17: no row has bucket 16"]);
}

#[test]
fn a_day_as_a_person_reads_it() {
    let day = Date::constant(2020, 4, 6);
    let plan = LogRow::scan().at(day.at(0, 0, 0, 0)..day.tomorrow().unwrap().at(0, 0, 0, 0)).plan().unwrap();
    let said = r#"scan of LogRow: 16 ranges
  at >= "20200406000000" and < "20200407000000"
  all 16 buckets: md5 of the rest of the key; not all fields are known
  bucket 0: "00020200406000000" .. "00020200407000000"
  bucket 1: "00120200406000000" .. "00120200407000000"
  bucket 2: "00220200406000000" .. "00220200407000000"
  bucket 3: "00320200406000000" .. "00320200407000000"
  bucket 4: "00420200406000000" .. "00420200407000000"
  bucket 5: "00520200406000000" .. "00520200407000000"
  bucket 6: "00620200406000000" .. "00620200407000000"
  bucket 7: "00720200406000000" .. "00720200407000000"
  .. and 8 more ranges
  in key order"#;
    assert_eq!(plan.explain().to_string(), said);
}

rowkey::laws!(LogRow, AnyRow, PostedLogRow);

//! A crate with `alloc` only: no name of the standard library is in reach of generated code.
#![no_std]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, clippy::nursery, clippy::std_instead_of_core)]

extern crate alloc;

use alloc::borrow::Cow;
use alloc::string::String;
use rowkey::{KeyCode, RowKey};

/// A key of fixed width.
#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
#[rowkey(salt(xor, buckets = 6, of(sensor, at.div(3_600))))]
pub struct Reading {
    /// Which.
    pub sensor: u32,
    /// Newest first.
    #[reverse_ts(secs)]
    pub at: i64,
    /// What kind.
    pub kind: Kind,
}

/// A code.
#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Degrees.
    #[code("t")]
    Temperature,
    /// Percent.
    #[code("w")]
    Humidity,
}

/// A key of any width.
#[derive(RowKey, Debug, Clone, PartialEq, Eq)]
#[rowkey(index(
    #[derive(Debug, Clone, PartialEq, Eq)]
    ByUser(user, path),
))]
pub struct Page<'a> {
    /// Up to its end mark.
    #[rowkey(terminated)]
    pub path: Cow<'a, str>,
    /// Of eight bytes.
    #[pad(8)]
    pub user: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn keys_of_fixed_width_need_no_allocation() {
        let reading = Reading { sensor: 7, at: 7_200, kind: Kind::Humidity };
        let key: [u8; 14] = reading.key();
        assert_eq!(key[0], 7 ^ 2);
        assert_eq!(Reading::decode(&key), Ok(reading));
        let plan = Reading::scan().sensor(7).at(7_200..7_300).plan().unwrap();
        assert!(plan.ranges().len() == 1 && plan.ranges().all(|range| range.contains(&key)));
        assert_eq!(Reading::SPLIT_KEYS.len(), 5);
    }

    #[test]
    fn keys_of_any_width_come_back() {
        let page = Page { path: "a\0".into(), user: "me".to_string() };
        let key = page.encode().unwrap();
        assert_eq!(key, b"a\0\xFF\0\x01me\0\0\0\0\0\0");
        assert_eq!(Page::decode(&key), Ok(page.clone()));
        let by_user = ByUser::from(&page);
        assert_eq!(ByUser::decode(&by_user.encode().unwrap()), Ok(by_user));
    }
}

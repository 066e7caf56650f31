//! `two_texts`: two terminated texts, and a number. A few texts contain a NUL.

use crate::Values;
use rowkey::RowKey;
use std::borrow::Cow;

/// A document of a user.
#[derive(RowKey, Clone, Debug, PartialEq, Eq)]
pub struct Document<'a> {
    /// 4 to 16 characters.
    #[rowkey(terminated)]
    pub user: Cow<'a, str>,
    /// 8 to 40 characters.
    #[rowkey(terminated)]
    pub path: Cow<'a, str>,
    /// 8 bytes.
    pub version: u64,
}

/// Returns `count` documents. One text in sixteen contains NUL.
#[must_use]
pub fn documents(count: usize) -> Vec<Document<'static>> {
    let mut values = Values::default();
    let mut text = |least: u64, most: u64| {
        let width = least + values.below(most - least + 1);
        let mut text: Vec<u8> = (0..width).map(|_| b'a' + values.below(26) as u8).collect();
        if values.below(16) == 0 {
            text[values.below(width) as usize] = 0;
        }
        Cow::Owned(String::from_utf8(text).expect("letters"))
    };
    let mut versions = Values::default();
    (0..count).map(|_| Document { user: text(4, 16), path: text(8, 40), version: versions.draw() }).collect()
}

//! `padded_text`: a text padded to 20 bytes, and a number, together 28 bytes.

use crate::Values;
use rowkey::RowKey;

/// The width of a key.
pub const WIDTH: usize = 28;

/// A host and a number.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host<'a> {
    /// At most 20 bytes, not ending in NUL.
    #[pad(20)]
    pub name: &'a str,
    /// 8 bytes.
    pub id: u64,
}

/// Returns names of 4 to 20 bytes.
#[must_use]
pub fn names(count: usize) -> Vec<String> {
    let mut values = Values::default();
    (0..count).map(|_| format!("{:0width$}.web", values.below(10), width = values.below(17) as usize)).collect()
}

/// Returns one host for each name.
#[must_use]
pub fn hosts(names: &[String]) -> Vec<Host<'_>> {
    let mut values = Values::default();
    names.iter().map(|name| Host { name, id: values.draw() }).collect()
}

//! Split keys: the keys where one region of a table ends and the next begins.

pub(crate) mod after;
pub(crate) mod even;
pub(crate) mod hbase;
pub(crate) mod record_types;
mod region;
pub(crate) mod shares;
pub(crate) mod steps;
pub(crate) mod table;

pub use after::after;
pub use hbase::{HBaseSplit, byte_range, bytes_split, decimal_string, hex_range, hex_string, md5_string, uniform};
pub use region::region_of;

use crate::bytes::to_string_binary;
use crate::error::ShownByte;
use crate::layout::Layout;
use alloc::string::String;
use alloc::vec::Vec;
use even::values;
use thiserror::Error;

/// The maximum number of split keys that are computed at compile time.
pub(crate) const MOST_CONST_KEYS: usize = 4_096;

/// The error of the functions in [`split`](crate::split): why the split keys cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SplitError {
    /// The number of regions is 0, or above the number of values of the first element.
    #[error("expected 1 to {values} regions for `{key}`, at most one per value of its first element, found {regions}")]
    Regions {
        /// The name of the struct.
        key: &'static str,
        /// The requested number of regions.
        regions: u128,
        /// The number of values of the first element.
        values: u128,
    },
    /// The first element has values that cannot be counted.
    #[error(
        "`{key}` cannot be split evenly: its first element is not a number, a code, or fixed-width text with an alphabet"
    )]
    Uneven {
        /// The name of the struct.
        key: &'static str,
    },
    /// The split keys follow labels, and the key has no salt.
    #[error("expected a salted key to split after its labels, found `{key}` without a salt")]
    Unsalted {
        /// The name of the struct.
        key: &'static str,
    },
    /// The number of regions is 0, or above the number of buckets plus 1.
    #[error("expected 1 to {} regions for `{key}`, which has {buckets} buckets, found {regions}", u64::from(*.buckets) + 1)]
    Labels {
        /// The name of the struct.
        key: &'static str,
        /// The requested number of regions.
        regions: u32,
        /// The number of buckets.
        buckets: u32,
    },
    /// Some keys of a bucket would sort at or after the split key of their label.
    #[error("the byte after a label of `{key}` can be {}, which does not sort below `{after}`", ShownByte(*.found))]
    Past {
        /// The name of the struct.
        key: &'static str,
        /// The highest byte that can follow a label.
        found: u8,
        /// The literal after the label, as [`to_string_binary`] shows it.
        after: String,
    },
    /// The number of regions is below the minimum of the algorithm.
    #[error("expected at least {least} regions, found {regions}")]
    TooFew {
        /// The requested number of regions.
        regions: u32,
        /// The minimum number of regions.
        least: u32,
    },
    /// A row is not a number in the base of the algorithm.
    #[error("expected a number in base {radix}, found `{text}`")]
    NoNumber {
        /// The row, as [`to_string_binary`] shows it.
        text: String,
        /// The base: 10 or 16.
        radix: u32,
    },
    /// The bounds have different widths.
    #[error("expected bounds of the same width, found `{low}` and `{high}`")]
    Widths {
        /// The lower bound.
        low: String,
        /// The upper bound.
        high: String,
    },
    /// The lower bound is not below the upper bound.
    #[error("the bound `{low}` is not below `{high}`")]
    Bounds {
        /// The lower bound, as [`to_string_binary`] shows it.
        low: String,
        /// The upper bound, as [`to_string_binary`] shows it.
        high: String,
    },
    /// There are fewer numbers between the bounds than regions.
    #[error("expected at least {regions} numbers from `{low}` to `{high}`, one per region, found fewer")]
    Narrow {
        /// The lower bound, as [`to_string_binary`] shows it.
        low: String,
        /// The upper bound, as [`to_string_binary`] shows it.
        high: String,
        /// The requested number of regions.
        regions: u32,
    },
    /// A split key is empty. HBase rejects empty split keys.
    #[error("expected split keys of at least 1 byte, found an empty split key")]
    EmptyKey,
}

/// Returns the `regions - 1` keys that split a table into even regions.
///
/// They separate the buckets of a salt, or without a salt the values of the first element after the prefix. Split key
/// `i` is value `floor(i * count / regions)` of `count` values.
///
/// The keys are the same as with the attribute `split(regions = ..)`, which computes up to 4,096 keys at compile time.
/// This function computes any number at run time.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::split::even;
///
/// #[derive(RowKey)]
/// struct Reading {
///     device: u16,
///     at: i64,
/// }
///
/// assert_eq!(even(Reading::LAYOUT, 4)?, [[0x40, 0], [0x80, 0], [0xC0, 0]]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
///
/// # Errors
/// Returns a [`SplitError`] if the first element has fewer values than `regions`, or values that cannot be counted.
pub fn even(layout: &Layout, regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    let key = layout.name();
    let values = values(&layout.parts, layout.atoms).ok_or(SplitError::Uneven { key })?;
    let regions = u128::from(regions);
    if !(1..=values).contains(&regions) {
        return Err(SplitError::Regions { key, regions, values });
    }
    Ok(even::split_keys(&layout.parts, layout.atoms, regions))
}

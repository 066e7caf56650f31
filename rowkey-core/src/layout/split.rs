//! Split keys: the keys at which a table is cut into regions.

pub(crate) mod after;
pub(crate) mod even;
pub(crate) mod hbase;
pub(crate) mod kinds;
mod region;
pub(crate) mod shares;
mod shell;
mod steps;
pub(crate) mod table;

pub use after::after;
pub use hbase::{
    HBaseSplit, StringSplit, UniformSplit, byte_range, bytes_split, decimal_string, hex_range, hex_string, md5_string,
    uniform,
};
pub use region::region_of;
pub use shell::{shell_create, splits_file};

use crate::bytes::to_string_binary;
use crate::hbase::NameError;
use crate::layout::Layout;
use alloc::string::String;
use alloc::vec::Vec;
use even::values;
use thiserror::Error;

/// The most split keys that are computed while the user compiles.
pub(crate) const MOST_CONST_KEYS: usize = 4_096;

/// The reason why the split keys cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SplitError {
    /// `regions` is 0, or greater than the number of values of the first element.
    #[error("expected 1 to {values} regions of `{key}`, one per value of its first element at most, found {regions}")]
    Regions {
        /// The name of the struct.
        key: &'static str,
        /// The number of regions asked for.
        regions: u128,
        /// The number of values of the first element.
        values: u128,
    },
    /// The values of the first element cannot be counted.
    #[error(
        "`{key}` cannot be cut evenly: its first element is not a number, a code, or a text of one width and alphabet"
    )]
    Uneven {
        /// The name of the struct.
        key: &'static str,
    },
    /// The split is after labels, but the key does not have a salt.
    #[error("expected a salt, whose labels can be cut after, found `{key}` without one")]
    Unsalted {
        /// The name of the struct.
        key: &'static str,
    },
    /// `regions` is 0, or greater than the number of buckets plus 1.
    #[error("expected 1 to {} regions of `{key}`, which has {buckets} buckets, found {regions}", u64::from(*.buckets) + 1)]
    Labels {
        /// The name of the struct.
        key: &'static str,
        /// The number of regions asked for.
        regions: u32,
        /// The number of buckets.
        buckets: u32,
    },
    /// Some keys of a bucket would sort at or after the split key that follows their label.
    #[error("the bytes after a label of `{key}` can begin with {found:02X}, which does not sort below `{after}`")]
    Past {
        /// The name of the struct.
        key: &'static str,
        /// The greatest byte that can follow a label.
        found: u8,
        /// The literal after the label, as [`to_string_binary`] shows it.
        after: String,
    },
    /// The number of regions is below the least that the algorithm makes.
    #[error("expected at least {least} regions, found {regions}")]
    TooFew {
        /// The number of regions asked for.
        regions: u32,
        /// The least number of regions.
        least: u32,
    },
    /// A row is not a number in the base of the algorithm.
    #[error("expected a number in base {radix}, found `{text}`")]
    NoNumber {
        /// The row, as [`to_string_binary`] shows it.
        text: String,
        /// 10 or 16.
        radix: u32,
    },
    /// The bounds have different widths.
    #[error("expected bounds of one width, found `{low}` and `{high}`")]
    Widths {
        /// The lower bound.
        low: String,
        /// The upper bound.
        high: String,
    },
    /// The lower bound is not below the upper one.
    #[error("the bound `{low}` is not below `{high}`")]
    Bounds {
        /// The lower bound, as [`to_string_binary`] shows it.
        low: String,
        /// The upper bound.
        high: String,
    },
    /// There are fewer numbers between the bounds than regions.
    #[error("expected {regions} regions or more numbers from `{low}` to `{high}`, found fewer")]
    Narrow {
        /// The lower bound.
        low: String,
        /// The upper bound.
        high: String,
        /// The number of regions asked for.
        regions: u32,
    },
    /// A split key is empty, which HBase refuses.
    #[error("expected split keys of at least 1 byte, found an empty one")]
    EmptyKey,
    /// HBase refuses a name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// No column family is given.
    #[error("expected at least one column family")]
    NoFamily,
}

/// The `regions - 1` keys that cut a table evenly: between the buckets of a salt, or, without a salt, between the values of
/// the first element after the prefix. Cut `i` is at value `floor(i * count / regions)` of `count` values.
///
/// The same as `split(regions = ..)`, and for more keys than are computed at compile time (4,096).
///
/// # Errors
/// [`SplitError`] if the first element has fewer values than `regions`, or values that cannot be counted.
pub fn even(layout: &Layout, regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    let key = layout.name();
    let values = values(&layout.parts, layout.atoms).ok_or(SplitError::Uneven { key })?;
    let regions = u128::from(regions);
    if !(1..=values).contains(&regions) {
        return Err(SplitError::Regions { key, regions, values });
    }
    Ok(even::split_keys(&layout.parts, layout.atoms, regions))
}

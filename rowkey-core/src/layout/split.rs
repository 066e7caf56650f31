//! Split keys: where a table is cut into regions.

pub(crate) mod after;
pub(crate) mod even;
pub(crate) mod hbase;
mod shell;
pub(crate) mod spec;
mod steps;
pub(crate) mod table;

pub use after::after;
pub use hbase::{StringSplit, UniformSplit, byte_range, bytes_split, hex_range};
pub use shell::{shell_create, splits_file};

use crate::bytes::to_string_binary;
use crate::layout::Layout;
use alloc::string::String;
use alloc::vec::Vec;
use even::values;
use thiserror::Error;

/// The most split keys that are computed while compiling.
pub(crate) const MOST_CONST_KEYS: usize = 4_096;

/// Why a table cannot be cut.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SplitError {
    /// More regions than the first element has values, or none.
    #[error("{regions} regions of `{key}`, whose first element has {values} values")]
    Regions {
        /// The struct.
        key: &'static str,
        /// The number of regions asked for.
        regions: u128,
        /// The number of values.
        values: u128,
    },
    /// The first element has no values that could be counted.
    #[error(
        "`{key}` cannot be cut evenly: its first element is no number, no code and no text of one width and alphabet"
    )]
    Uneven {
        /// The struct.
        key: &'static str,
    },
    /// Labels of a key that has none.
    #[error("`{key}` has no salt, so no labels to cut after")]
    Unsalted {
        /// The struct.
        key: &'static str,
    },
    /// No regions, or more than one above the last label.
    #[error("{regions} regions of `{key}`, which has {buckets} buckets")]
    Labels {
        /// The struct.
        key: &'static str,
        /// The number of regions asked for.
        regions: u32,
        /// The number of buckets.
        buckets: u32,
    },
    /// Keys that would sort past the split key after their own label.
    #[error("what follows a label of `{key}` can begin with {found:02X}, which does not sort below `{after}`")]
    Past {
        /// The struct.
        key: &'static str,
        /// The greatest byte that can follow a label.
        found: u8,
        /// The literal after the labels, as [`to_string_binary`] shows it.
        after: String,
    },
    /// Fewer regions than the algorithm makes.
    #[error("{regions} regions: there must be {least} or more")]
    TooFew {
        /// The number of regions asked for.
        regions: u32,
        /// The least number.
        least: u32,
    },
    /// A row that is no number.
    #[error("`{text}` is no number in base {radix}")]
    NoNumber {
        /// The row, as [`to_string_binary`] shows it.
        text: String,
        /// 10 or 16.
        radix: u32,
    },
    /// Bounds of several widths.
    #[error("the bounds `{low}` and `{high}` are of several widths")]
    Widths {
        /// The lower bound.
        low: String,
        /// The upper bound.
        high: String,
    },
    /// A lower bound that is not below the upper one.
    #[error("the bound `{low}` is not below `{high}`")]
    Bounds {
        /// The lower bound, as [`to_string_binary`] shows it.
        low: String,
        /// The upper bound.
        high: String,
    },
    /// More regions than there are numbers between the bounds.
    #[error("{regions} regions from `{low}` to `{high}`, where there are fewer numbers")]
    Narrow {
        /// The lower bound.
        low: String,
        /// The upper bound.
        high: String,
        /// The number of regions asked for.
        regions: u32,
    },
    /// An empty split key, which HBase refuses.
    #[error("a split key is empty")]
    EmptyKey,
    /// A name that HBase refuses.
    #[error("`{name}` is no name of a {of} in HBase")]
    Name {
        /// The name.
        name: String,
        /// What it should name: `table` or `column family`.
        of: &'static str,
    },
    /// A table without a column family.
    #[error("a table needs a column family")]
    NoFamily,
}

/// The `regions - 1` keys that cut a table evenly: between the buckets of a salt, else between the values of the
/// first element after the prefix. Cut `i` is at value `floor(i * count / regions)`.
///
/// The same as `split(regions = ..)`, for more keys than are computed while compiling.
///
/// # Errors
/// [`SplitError`] where the first element has fewer values, or none that can be counted.
pub fn even(layout: &Layout, regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    let key = layout.name();
    let values = values(&layout.parts, layout.atoms).ok_or(SplitError::Uneven { key })?;
    let regions = u128::from(regions);
    if !(1..=values).contains(&regions) {
        return Err(SplitError::Regions { key, regions, values });
    }
    Ok(even::split_keys(&layout.parts, layout.atoms, regions))
}

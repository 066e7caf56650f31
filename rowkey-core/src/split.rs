//! Split keys: where a table is cut into regions.

pub(crate) mod derived;

pub(crate) use derived::{split_count, values};

use crate::layout::Layout;
use alloc::vec::Vec;
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
    Ok(derived::split_keys(&layout.parts, layout.atoms, regions))
}

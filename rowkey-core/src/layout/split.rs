//! Split keys: the keys where one region of a table ends and the next begins.

pub(crate) mod after;
pub(crate) mod even;
pub(crate) mod hbase;
pub(crate) mod record_types;
mod region;
pub(crate) mod shares;
pub(crate) mod span;
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
use core::ops::Range;
use even::values;
use span::{SpanFlaw, SpanKeys, TimeSpan};
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
    /// The keys do not begin with a time of fixed width.
    #[error("expected keys that begin with a time to split over a span, found `{key}`")]
    NoTime {
        /// The name of the struct.
        key: &'static str,
    },
    /// An end of the span is not a year, a month or a day.
    #[error("expected a year, a month or a day such as `2020-06-01`, found `{found}`")]
    NoDay {
        /// The text.
        found: String,
    },
    /// The span does not end after it begins.
    #[error("expected a span that ends after `{from}`, found `{to}`")]
    Span {
        /// The start of the span.
        from: String,
        /// The end of the span.
        to: String,
    },
    /// The first element has fewer values in the span than regions.
    #[error(
        "`{key}` cannot be split into {regions} regions from `{from}` to `{to}`: its first element has too few values for that time"
    )]
    NarrowSpan {
        /// The name of the struct.
        key: &'static str,
        /// The requested number of regions.
        regions: u32,
        /// The start of the span.
        from: String,
        /// The end of the span.
        to: String,
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

/// Returns the `regions - 1` keys that split a table evenly over a span of time. The keys of the table must begin with
/// that time.
///
/// Each end of the span is a year, a month or a day, such as `2020`, `2020-06` or `2020-06-01`, in UTC. It means the
/// start of that year, month or day. The span is cut by months if both ends begin a month, and otherwise by seconds.
/// Calendar text is cut at a day.
///
/// The keys are the same as with the attribute `split(regions = .., span(".."..".."))`, which computes up to 4,096 keys at
/// compile time. This function computes any number at run time.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::split::span;
///
/// #[derive(RowKey)]
/// struct Reading {
///     #[rowkey(time(secs), digits(10))]
///     at: u64,
///     device: u16,
/// }
///
/// // 2021-01-01, 2022-01-01 and 2023-01-01
/// assert_eq!(span(Reading::LAYOUT, 4, "2020".."2024")?, [b"1609459200", b"1640995200", b"1672531200"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
///
/// # Errors
/// Returns a [`SplitError`] if the keys do not begin with a time of fixed width, if the span is empty, or if it has
/// fewer times than `regions`.
pub fn span(layout: &Layout, regions: u32, span: Range<&str>) -> Result<Vec<Vec<u8>>, SplitError> {
    let (key, Range { start: from, end: to }) = (layout.name(), span);
    if regions == 0 {
        return Err(SplitError::TooFew { regions, least: 1 });
    }
    let refusal = |flaw: SpanFlaw<'_>| match flaw {
        SpanFlaw::NoTime => SplitError::NoTime { key },
        SpanFlaw::NoDay(found) => SplitError::NoDay { found: found.into() },
        SpanFlaw::Backward => SplitError::Span { from: from.into(), to: to.into() },
        SpanFlaw::Narrow => SplitError::NarrowSpan { key, regions, from: from.into(), to: to.into() },
    };
    let cuts = SpanKeys::new(&layout.parts, layout.atoms, TimeSpan { from, to }, regions.into()).map_err(refusal)?;
    let split_key = |index| {
        let mut key = alloc::vec![0; cuts.width()];
        cuts.write(index, &mut key);
        key
    };
    let keys: Vec<Vec<u8>> = (1..regions.into()).map(split_key).collect();
    if keys.is_sorted_by(|a, b| a < b) { Ok(keys) } else { Err(refusal(SpanFlaw::Narrow)) }
}

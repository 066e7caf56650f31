//! HBase's split algorithms, byte for byte: `getHexSplits` of the HBase book, `Admin.createTable`, `Bytes.split` and those
//! of `RegionSplitter`.

mod string_split;
mod uniform_split;

pub use string_split::StringSplit;
pub use uniform_split::UniformSplit;

use super::steps::{Steps, value};
use super::{SplitError, to_string_binary};
use crate::language::{Radix, is_below};
use alloc::vec::Vec;

/// An algorithm that an attribute can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HBaseAlgorithm {
    /// [`hex_range`]
    HexRange,
    /// [`byte_range`]
    ByteRange,
    /// [`StringSplit::hex`]
    HexString,
    /// [`StringSplit::decimal`]
    DecimalString,
    /// [`StringSplit::md5`]
    Md5String,
    /// [`UniformSplit`]
    Uniform,
}

/// An algorithm of HBase with its bounds and the number of regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HBaseSplit<'a> {
    pub(crate) algorithm: HBaseAlgorithm,
    low: &'a [u8],
    high: &'a [u8],
    pub(crate) regions: u128,
}

/// The reason why an algorithm makes no split keys.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SplitFlaw<'a> {
    /// Fewer regions than this, the least number.
    TooFew(u32),
    NoNumber(&'a [u8], Radix),
    Widths,
    Bounds,
    Narrow,
    /// A split key would be empty, which HBase refuses.
    Empty,
}

impl HBaseAlgorithm {
    /// The name in `split(..)`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::HexRange => "hex_range",
            Self::ByteRange => "byte_range",
            Self::HexString => "hex_string",
            Self::DecimalString => "decimal_string",
            Self::Md5String => "md5_string",
            Self::Uniform => "uniform",
        }
    }

    /// The function that makes the same keys at run time, for messages.
    pub(crate) const fn function(self) -> &'static str {
        match self {
            Self::HexRange => "hex_range(..)",
            Self::ByteRange => "byte_range(..)",
            Self::HexString => "StringSplit::hex().split(..)",
            Self::DecimalString => "StringSplit::decimal().split(..)",
            Self::Md5String => "StringSplit::md5().split(..)",
            Self::Uniform => "UniformSplit::new().split(..)",
        }
    }

    /// The bounds that the algorithm uses if none are given.
    const fn bounds(self) -> (&'static [u8], &'static [u8]) {
        match self {
            Self::HexRange | Self::ByteRange => (b"", b""),
            Self::HexString => (b"00000000", b"FFFFFFFF"),
            Self::DecimalString => (b"00000000", b"99999999"),
            Self::Md5String => (b"00000000", b"7FFFFFFF"),
            Self::Uniform => (b"", &[0xFF; 8]),
        }
    }

    /// The first byte of `row` that is not a digit, and the kind of digit expected; `None` if all are digits, or if the
    /// algorithm counts in bytes.
    pub(crate) const fn foreign(self, row: &[u8]) -> Option<(u8, &'static str)> {
        let kind = match self.radix() {
            Radix::Bytes => return None,
            Radix::Decimal => "decimal",
            Radix::Hex | Radix::UpperHex => "hex",
        };
        let mut i = 0;
        while i < row.len() {
            if value(self.radix(), row[i]).is_none() {
                return Some((row[i], kind));
            }
            i += 1;
        }
        None
    }

    const fn radix(self) -> Radix {
        match self {
            Self::HexRange | Self::HexString | Self::Md5String => Radix::Hex,
            Self::DecimalString => Radix::Decimal,
            Self::ByteRange | Self::Uniform => Radix::Bytes,
        }
    }
}

impl<'a> HBaseSplit<'a> {
    /// The arguments of `split(..)`. A bound that is `None` is that of the algorithm.
    pub(crate) const fn new(
        algorithm: HBaseAlgorithm,
        low: Option<&'a [u8]>,
        high: Option<&'a [u8]>,
        regions: u128,
    ) -> Self {
        let (first, last) = algorithm.bounds();
        let low = match low {
            Some(low) => low,
            None => first,
        };
        let high = match high {
            Some(high) => high,
            None => last,
        };
        Self { algorithm, low, high, regions }
    }

    pub(crate) const fn bounds(&self) -> [&'a [u8]; 2] {
        [self.low, self.high]
    }

    /// The steps between the bounds, from which the split keys are written.
    pub(crate) const fn steps(&self) -> Result<Steps<'a>, SplitFlaw<'a>> {
        let Self { algorithm, low, high, regions } = *self;
        let radix = algorithm.radix();
        if regions > u32::MAX as u128 {
            return Err(SplitFlaw::Narrow);
        }
        if let Radix::Hex | Radix::Decimal = radix {
            if !is_number(radix, low) {
                return Err(SplitFlaw::NoNumber(low, radix));
            }
            if !is_number(radix, high) {
                return Err(SplitFlaw::NoNumber(high, radix));
            }
        }
        let regions = regions as u64;
        let steps = match algorithm {
            HBaseAlgorithm::HexRange if low.len() != high.len() => return Err(SplitFlaw::Widths),
            HBaseAlgorithm::HexRange | HBaseAlgorithm::Md5String => {
                Steps::of_text(radix, (low, high), false, regions, high.len())
            }
            HBaseAlgorithm::HexString | HBaseAlgorithm::DecimalString => {
                Steps::of_text(radix, (low, high), true, regions, high.len())
            }
            HBaseAlgorithm::ByteRange => Steps::of_bytes(low, high, false, regions.saturating_sub(2)),
            HBaseAlgorithm::Uniform => Steps::of_bytes(low, high, true, regions),
        };
        let between = match (algorithm, steps.spread()) {
            // Both bounds are split keys, so three regions need no key between them.
            (HBaseAlgorithm::ByteRange, Some(0)) => regions <= 3 && is_below(low, high),
            (_, Some(spread)) => spread > 0,
            (_, None) => false,
        };
        if !between {
            return Err(SplitFlaw::Bounds);
        }
        if steps.is_narrow() && !self.has_ends() {
            return Err(SplitFlaw::Narrow);
        }
        let least = match algorithm {
            HBaseAlgorithm::ByteRange => 3,
            HBaseAlgorithm::Uniform => 2,
            _ => 1,
        };
        if regions < least as u64 {
            return Err(SplitFlaw::TooFew(least));
        }
        if self.has_ends() && steps.begins_empty() {
            return Err(SplitFlaw::Empty);
        }
        Ok(steps)
    }

    /// `true` if the bounds are the first and the last split key.
    pub(crate) const fn has_ends(&self) -> bool {
        matches!(self.algorithm, HBaseAlgorithm::ByteRange)
    }

    fn keys(&self) -> Result<Vec<Vec<u8>>, SplitError> {
        let steps = self.steps().map_err(|flaw| self.error(flaw))?;
        Ok(if self.has_ends() { with_ends(&steps) } else { steps.inner().collect() })
    }

    fn error(&self, flaw: SplitFlaw<'_>) -> SplitError {
        let (low, high) = (to_string_binary(self.low), to_string_binary(self.high));
        match flaw {
            SplitFlaw::TooFew(least) => SplitError::TooFew { regions: self.regions as u32, least },
            SplitFlaw::NoNumber(text, radix) => no_number(text, radix),
            SplitFlaw::Widths => SplitError::Widths { low, high },
            SplitFlaw::Bounds => SplitError::Bounds { low, high },
            SplitFlaw::Narrow => SplitError::Narrow { low, high, regions: self.regions as u32 },
            SplitFlaw::Empty => SplitError::EmptyKey,
        }
    }
}

const fn is_number(radix: Radix, text: &[u8]) -> bool {
    let mut i = 0;
    while i < text.len() {
        if value(radix, text[i]).is_none() {
            return false;
        }
        i += 1;
    }
    i > 0
}

fn no_number(text: &[u8], radix: Radix) -> SplitError {
    SplitError::NoNumber { text: to_string_binary(text), radix: radix.base() as u32 }
}

/// The HBase book's `getHexSplits`: `low + floor((high - low) / regions) * i`, in lower-case hex digits, as wide as the
/// bounds.
///
/// The same as `split(hex_range(..), regions = ..)`.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::hex_range;
///
/// assert_eq!(hex_range("0000", "ffff", 4)?, [b"3fff", b"7ffe", b"bffd"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
///
/// # Errors
/// [`SplitError`] if `regions` is 0, a bound is not a hex number, the bounds differ in width or do not ascend, or there are
/// fewer numbers between them than regions.
pub fn hex_range(low: &str, high: &str, regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    let (low, high) = (Some(low.as_bytes()), Some(high.as_bytes()));
    HBaseSplit::new(HBaseAlgorithm::HexRange, low, high, regions.into()).keys()
}

/// HBase's `Admin.createTable(desc, start, end, regions)`: the bounds are the first and the last split key, and
/// [`bytes_split`] gives the keys between them.
///
/// The same as `split(byte_range(..), regions = ..)`. It counts in bytes, so most keys between two bounds that are text are
/// not text.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::byte_range;
///
/// assert_eq!(byte_range(b"00", b"ff", 5)?, [b"00", b"BB", b"TT", b"ff"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
///
/// # Errors
/// [`SplitError`] if there are fewer than three regions, the bounds do not ascend, or a split key would be empty.
pub fn byte_range(low: &[u8], high: &[u8], regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    HBaseSplit::new(HBaseAlgorithm::ByteRange, Some(low), Some(high), regions.into()).keys()
}

/// HBase's `Bytes.split(a, b, inclusive, num)`: `a`, then `num` keys between `a` and `b`, then `b`. With `inclusive`, the
/// last part includes `b`.
///
/// The shorter bound is filled up with 00 on the right. If there are fewer values than parts, all keys, the bounds included,
/// are one byte wider.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::bytes_split;
///
/// assert_eq!(bytes_split(b"\x00", b"\xFF", true, 3)?, [b"\x00", b"\x40", b"\x80", b"\xC0", b"\xFF"]);
/// assert_eq!(bytes_split(b"a", b"b", false, 1)?, [b"a\x00", b"a\x80", b"b\x00"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
///
/// # Errors
/// [`SplitError`] if `num` is 0, or if the bounds do not ascend.
pub fn bytes_split(a: &[u8], b: &[u8], inclusive: bool, num: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    if num == 0 {
        return Err(SplitError::TooFew { regions: 1, least: 2 });
    }
    let steps = Steps::of_bytes(a, b, inclusive, u64::from(num) + 1);
    if matches!(steps.spread(), None | Some(0)) {
        return Err(SplitError::Bounds { low: to_string_binary(a), high: to_string_binary(b) });
    }
    Ok(with_ends(&steps))
}

fn with_ends(steps: &Steps<'_>) -> Vec<Vec<u8>> {
    let [low, high] = steps.ends();
    [low].into_iter().chain(steps.inner()).chain([high]).collect()
}

fn bounds(low: &[u8], high: &[u8]) -> SplitError {
    SplitError::Bounds { low: to_string_binary(low), high: to_string_binary(high) }
}

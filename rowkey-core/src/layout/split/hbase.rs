//! HBase's split algorithms, byte for byte: `getHexSplits` of the HBase book, `Admin.createTable`, `Bytes.split` and those
//! of `RegionSplitter`.

use super::steps::{Steps, value};
use super::{SplitError, to_string_binary};
use crate::language::{Radix, is_below};
use alloc::vec::Vec;

/// One of HBase's algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HBaseAlgorithm {
    /// [`hex_range`]
    HexRange,
    /// [`byte_range`]
    ByteRange,
    /// [`hex_string`]
    HexString,
    /// [`decimal_string`]
    DecimalString,
    /// [`md5_string`]
    Md5String,
    /// [`uniform`]
    Uniform,
}

/// Split keys computed by one of HBase's algorithms, between two bounds.
///
/// Create one with [`hex_string`] or another function of this module. The attribute `split(keys = hex_string(16))`
/// computes up to 4,096 keys at compile time. The method [`keys`](Self::keys) computes any number at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HBaseSplit<'a> {
    pub(crate) algorithm: HBaseAlgorithm,
    low: &'a [u8],
    high: &'a [u8],
    pub(crate) regions: u32,
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
    /// A split key would be empty, which HBase rejects.
    Empty,
}

impl HBaseAlgorithm {
    /// The name of its function.
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

    /// The least number of regions.
    pub(crate) const fn least(self) -> u32 {
        match self {
            Self::ByteRange => 3,
            Self::Uniform => 2,
            _ => 1,
        }
    }

    /// Returns the first byte of `row` that is not a digit, and the kind of digit expected. Returns `None` if all are
    /// digits, or if the algorithm counts in bytes.
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

    pub(crate) const fn radix(self) -> Radix {
        match self {
            Self::HexRange | Self::HexString | Self::Md5String => Radix::Hex,
            Self::DecimalString => Radix::Decimal,
            Self::ByteRange | Self::Uniform => Radix::Bytes,
        }
    }
}

impl<'a> HBaseSplit<'a> {
    pub(crate) const fn new(algorithm: HBaseAlgorithm, low: &'a [u8], high: &'a [u8], regions: u32) -> Self {
        Self { algorithm, low, high, regions }
    }

    /// Replaces the first and the last row. The split keys are as wide as the last row.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::split::decimal_string;
    ///
    /// assert_eq!(decimal_string(3).rows(b"100", b"999").keys()?, [b"400", b"700"]);
    /// # Ok::<(), rowkey::split::SplitError>(())
    /// ```
    #[must_use]
    pub const fn rows(self, first: &'a [u8], last: &'a [u8]) -> Self {
        Self { low: first, high: last, ..self }
    }

    /// Returns the split keys, one fewer than there are regions.
    ///
    /// # Errors
    /// Returns a [`SplitError`] if the number of regions is below the minimum of the algorithm, or if a bound is not a
    /// number in its base. Also returns one if the bounds do not ascend, or have fewer numbers between them than regions.
    pub fn keys(&self) -> Result<Vec<Vec<u8>>, SplitError> {
        let steps = self.steps().map_err(|flaw| self.error(flaw))?;
        Ok(if self.has_ends() { with_ends(&steps) } else { steps.inner().collect() })
    }

    pub(crate) const fn bounds(&self) -> [&'a [u8]; 2] {
        [self.low, self.high]
    }

    /// The steps between the bounds, from which the split keys are written.
    pub(crate) const fn steps(&self) -> Result<Steps<'a>, SplitFlaw<'a>> {
        let Self { algorithm, low, high, regions } = *self;
        let radix = algorithm.radix();
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
        let least = algorithm.least();
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

    fn error(&self, flaw: SplitFlaw<'_>) -> SplitError {
        let (low, high) = (to_string_binary(self.low), to_string_binary(self.high));
        match flaw {
            SplitFlaw::TooFew(least) => SplitError::TooFew { regions: self.regions, least },
            SplitFlaw::NoNumber(text, radix) => no_number(text, radix),
            SplitFlaw::Widths => SplitError::Widths { low, high },
            SplitFlaw::Bounds => SplitError::Bounds { low, high },
            SplitFlaw::Narrow => SplitError::Narrow { low, high, regions: self.regions },
            SplitFlaw::Empty => SplitError::EmptyKey,
        }
    }
}

pub(crate) const fn is_number(radix: Radix, text: &[u8]) -> bool {
    let mut i = 0;
    while i < text.len() {
        if value(radix, text[i]).is_none() {
            return false;
        }
        i += 1;
    }
    i > 0
}

pub(crate) fn no_number(text: &[u8], radix: Radix) -> SplitError {
    SplitError::NoNumber { text: to_string_binary(text), radix: radix.base() as u32 }
}

/// Splits a range of hex numbers like `getHexSplits` in the HBase book: `low + floor((high - low) / regions) * i`. The
/// keys are lower-case hex digits, as wide as the bounds.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::hex_range;
///
/// assert_eq!(hex_range("0000", "ffff", 4).keys()?, [b"3fff", b"7ffe", b"bffd"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
#[must_use]
pub const fn hex_range<'a>(low: &'a str, high: &'a str, regions: u32) -> HBaseSplit<'a> {
    HBaseSplit::new(HBaseAlgorithm::HexRange, low.as_bytes(), high.as_bytes(), regions)
}

/// Splits a range like HBase's `Admin.createTable(desc, start, end, regions)`: the bounds are the first and the last
/// split key, and [`bytes_split`] computes the keys between them.
///
/// It takes three regions or more. It counts in bytes, so most keys between two text bounds are not text.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::byte_range;
///
/// assert_eq!(byte_range(b"00", b"ff", 5).keys()?, [b"00", b"BB", b"TT", b"ff"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
#[must_use]
pub const fn byte_range<'a>(low: &'a [u8], high: &'a [u8], regions: u32) -> HBaseSplit<'a> {
    HBaseSplit::new(HBaseAlgorithm::ByteRange, low, high, regions)
}

/// Splits like `HexStringSplit` of HBase's `RegionSplitter`: eight lower-case hex digits, from 00000000 to FFFFFFFF.
///
/// The last row counts as one more, so that the middle is a round number. The last region gets the remainder of the
/// rounding.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::hex_string;
///
/// assert_eq!(hex_string(4).keys()?, [b"40000000", b"80000000", b"c0000000"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
#[must_use]
pub const fn hex_string(regions: u32) -> HBaseSplit<'static> {
    HBaseSplit::new(HBaseAlgorithm::HexString, b"00000000", b"FFFFFFFF", regions)
}

/// Splits like `DecimalStringSplit` of HBase's `RegionSplitter`: eight decimal digits, from 00000000 to 99999999. It
/// counts like [`hex_string`].
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::decimal_string;
///
/// assert_eq!(decimal_string(4).keys()?, [b"25000000", b"50000000", b"75000000"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
#[must_use]
pub const fn decimal_string(regions: u32) -> HBaseSplit<'static> {
    HBaseSplit::new(HBaseAlgorithm::DecimalString, b"00000000", b"99999999", regions)
}

/// Splits like `MD5StringSplit` of HBase 0.92: eight hex digits, from 00000000 to 7FFFFFFF. It divides the range
/// without its last row.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::md5_string;
///
/// assert_eq!(md5_string(2).keys()?, [b"3fffffff"]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
#[must_use]
pub const fn md5_string(regions: u32) -> HBaseSplit<'static> {
    HBaseSplit::new(HBaseAlgorithm::Md5String, b"00000000", b"7FFFFFFF", regions)
}

/// Splits like `UniformSplit` of HBase's `RegionSplitter`: from the empty row to eight bytes 0xFF, in two regions or
/// more. It counts in bytes, for keys that begin with a binary hash.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::split::uniform;
///
/// assert_eq!(uniform(2).keys()?, [[0x80, 0, 0, 0, 0, 0, 0, 0]]);
/// # Ok::<(), rowkey::split::SplitError>(())
/// ```
#[must_use]
pub const fn uniform(regions: u32) -> HBaseSplit<'static> {
    HBaseSplit::new(HBaseAlgorithm::Uniform, b"", &[0xFF; 8], regions)
}

/// Computes HBase's `Bytes.split(a, b, inclusive, num)`: `a`, then `num` keys between `a` and `b`, then `b`. With
/// `inclusive`, the last part includes `b`.
///
/// The shorter bound is filled with 0x00 on the right. If there are fewer values than parts, all keys and both bounds
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
/// Returns a [`SplitError`] if `num` is 0, or if the bounds do not ascend.
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

pub(crate) fn with_ends(steps: &Steps<'_>) -> Vec<Vec<u8>> {
    let [low, high] = steps.ends();
    [low].into_iter().chain(steps.inner()).chain([high]).collect()
}

pub(crate) fn bounds(low: &[u8], high: &[u8]) -> SplitError {
    SplitError::Bounds { low: to_string_binary(low), high: to_string_binary(high) }
}

//! Column families: their options.

use alloc::string::String;
use core::time::Duration;

/// A column family with its options in HBase.
///
/// Options that you do not set have HBase's defaults. A name alone is a family with the defaults: you can pass `"d"` as an
/// `impl Into<Family>`.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use core::time::Duration;
/// use rowkey::hbase::{Compression, Family};
///
/// let calls = Family::new("d")
///     .time_to_live(Duration::from_secs(90 * 24 * 3600))
///     .compression(Compression::Zstd)
///     .max_versions(3);
/// assert_eq!((calls.name.as_str(), calls.max_versions), ("d", Some(3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Family {
    /// The name.
    pub name: String,
    /// The time after which HBase removes a cell.
    pub time_to_live: Option<Duration>,
    /// The compression of files.
    pub compression: Option<Compression>,
    /// The contents of Bloom filters.
    pub bloom: Option<Bloom>,
    /// The maximum number of versions of a cell.
    pub max_versions: Option<u32>,
    /// The size of a block of a file, in bytes.
    pub block_size: Option<u32>,
}

/// The compression of the files of a column family. The region servers need the codec: `Gzip` is a part of Java, and
/// the operator of HBase installs the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// No compression: HBase's default.
    None,
    /// Snappy: fast.
    Snappy,
    /// LZ4: fast.
    Lz4,
    /// Zstandard: small files.
    Zstd,
    /// gzip: small files, slow.
    Gzip,
    /// LZO: fast.
    Lzo,
    /// bzip2: the smallest files, very slow.
    Bzip2,
}

/// The contents of the Bloom filters of a column family. A read skips the files that do not have the row, according to
/// their Bloom filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bloom {
    /// No Bloom filters.
    None,
    /// The row keys: HBase's default.
    Row,
    /// The row keys with the columns, for rows with many columns if you read few of them.
    RowAndColumn,
    /// The first bytes of the row keys, this many, 1 to 32,767. Use the
    /// [`Layout::prefix_width`](crate::Layout::prefix_width) of the fields that your scans bind.
    ///
    /// HBase checks these filters for a get, and for a scan if its start and its stop begin with the same prefix. This
    /// is the case for a range of a later field. It is not for all rows of a prefix, because the stop then is the next
    /// prefix.
    RowPrefix(usize),
}

impl Compression {
    /// HBase's own word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Snappy => "SNAPPY",
            Self::Lz4 => "LZ4",
            Self::Zstd => "ZSTD",
            Self::Gzip => "GZ",
            Self::Lzo => "LZO",
            Self::Bzip2 => "BZIP2",
        }
    }
}

impl Bloom {
    /// HBase's own word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Row => "ROW",
            Self::RowAndColumn => "ROWCOL",
            Self::RowPrefix(_) => "ROWPREFIX_FIXED_LENGTH",
        }
    }
}

impl Family {
    /// The name of the HBase option with the width of [`Bloom::RowPrefix`].
    pub const BLOOM_PREFIX: &'static str = "RowPrefixBloomFilter.prefix_length";

    /// Creates a column family with HBase's defaults.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { name, time_to_live: None, compression: None, bloom: None, max_versions: None, block_size: None }
    }

    /// Sets the time after which HBase removes a cell (`TTL`), rounded up to whole seconds. Unless you set it, HBase
    /// keeps cells forever.
    #[must_use]
    pub const fn time_to_live(mut self, time: Duration) -> Self {
        self.time_to_live = Some(time);
        self
    }

    /// Sets the compression of files (`COMPRESSION`).
    #[must_use]
    pub const fn compression(mut self, compression: Compression) -> Self {
        self.compression = Some(compression);
        self
    }

    /// Sets the contents of Bloom filters (`BLOOMFILTER`).
    #[must_use]
    pub const fn bloom(mut self, bloom: Bloom) -> Self {
        self.bloom = Some(bloom);
        self
    }

    /// Sets the maximum number of versions of a cell (`VERSIONS`). HBase's default and its minimum are 1.
    #[must_use]
    pub const fn max_versions(mut self, versions: u32) -> Self {
        self.max_versions = Some(if versions == 0 { 1 } else { versions });
        self
    }

    /// Sets the size of a block of a file (`BLOCKSIZE`), in bytes. HBase's default is 64 KiB. Smaller blocks suit reads
    /// of single rows, and larger blocks suit scans.
    #[must_use]
    pub const fn block_size(mut self, bytes: u32) -> Self {
        self.block_size = Some(bytes);
        self
    }

    /// Returns the time to live in HBase's unit: seconds, rounded up. Returns `None` for a time of 2,147,483,647
    /// seconds or more, because HBase then keeps cells forever.
    #[must_use]
    pub fn ttl_seconds(&self) -> Option<i32> {
        let time = self.time_to_live?;
        let seconds = time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1);
        i32::try_from(seconds).ok().filter(|&seconds| seconds != i32::MAX)
    }
}

impl<S: Into<String>> From<S> for Family {
    fn from(name: S) -> Self {
        Self::new(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_whole() {
        let seconds = |time| Family::new("d").time_to_live(time).ttl_seconds();
        assert_eq!(Family::new("d").ttl_seconds(), None);
        assert_eq!(seconds(Duration::ZERO), Some(1));
        assert_eq!(seconds(Duration::from_millis(1_500)), Some(2));
        assert_eq!(seconds(Duration::from_secs(2_147_483_646)), Some(2_147_483_646));
        assert_eq!(seconds(Duration::from_secs(2_147_483_647)), None);
        assert_eq!(seconds(Duration::MAX), None);
    }
}

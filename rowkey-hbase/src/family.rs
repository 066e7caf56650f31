//! Column families: their options, and the names that HBase takes.

use std::time::Duration;

use crate::thrift2::{TBloomFilterType, TColumnFamilyDescriptor, TCompressionAlgorithm};

/// A column family and how HBase keeps it. An option that is not set has HBase's default.
///
/// ```
/// use rowkey_hbase::{Compression, Family};
/// use std::time::Duration;
///
/// let calls = Family::new("f")
///     .time_to_live(Duration::from_secs(90 * 24 * 3600))
///     .compression(Compression::Zstd)
///     .max_versions(3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    name: String,
    time_to_live: Option<Duration>,
    compression: Option<Compression>,
    bloom: Option<Bloom>,
    max_versions: Option<u32>,
    block_size: Option<u32>,
}

/// How the files of a column family are compressed. The region servers need the codec: `Gzip` is part of Java, the others
/// are set up by whoever runs HBase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// Not at all: HBase's default.
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

/// The contents of the Bloom filters of a column family, which spare a read the files that do not have the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bloom {
    /// No Bloom filters.
    None,
    /// The row keys: HBase's default.
    Row,
    /// The row keys with the columns, for rows of many columns of which few are read.
    RowAndColumn,
}

impl Family {
    /// A column family with HBase's defaults.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { name, time_to_live: None, compression: None, bloom: None, max_versions: None, block_size: None }
    }

    /// How long a cell is kept, in whole seconds; begun seconds count whole. For ever unless set.
    #[must_use]
    pub const fn time_to_live(mut self, time: Duration) -> Self {
        self.time_to_live = Some(time);
        self
    }

    /// How files are compressed.
    #[must_use]
    pub const fn compression(mut self, compression: Compression) -> Self {
        self.compression = Some(compression);
        self
    }

    /// The contents of Bloom filters.
    #[must_use]
    pub const fn bloom(mut self, bloom: Bloom) -> Self {
        self.bloom = Some(bloom);
        self
    }

    /// How many versions of a cell are kept: HBase keeps 1 unless set, and 1 at least.
    #[must_use]
    pub const fn max_versions(mut self, versions: u32) -> Self {
        self.max_versions = Some(if versions == 0 { 1 } else { versions });
        self
    }

    /// The size of a block of a file, in bytes: 64 KiB unless set. Smaller blocks suit single rows, larger ones scans.
    #[must_use]
    pub const fn block_size(mut self, bytes: u32) -> Self {
        self.block_size = Some(bytes);
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn descriptor(&self) -> TColumnFamilyDescriptor {
        let int = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        TColumnFamilyDescriptor::new(
            self.name.clone().into_bytes(),
            self.block_size.map(int),
            self.bloom.map(|bloom| match bloom {
                Bloom::None => TBloomFilterType::NONE,
                Bloom::Row => TBloomFilterType::ROW,
                Bloom::RowAndColumn => TBloomFilterType::ROWCOL,
            }),
            self.compression.map(|compression| match compression {
                Compression::None => TCompressionAlgorithm::NONE,
                Compression::Snappy => TCompressionAlgorithm::SNAPPY,
                Compression::Lz4 => TCompressionAlgorithm::LZ4,
                Compression::Zstd => TCompressionAlgorithm::ZSTD,
                Compression::Gzip => TCompressionAlgorithm::GZ,
                Compression::Lzo => TCompressionAlgorithm::LZO,
                Compression::Bzip2 => TCompressionAlgorithm::BZIP2,
            }),
            self.max_versions.map(int),
            self.time_to_live.map(|time| {
                let seconds = time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1);
                i32::try_from(seconds).unwrap_or(FOREVER)
            }),
        )
    }

    /// The family that HBase describes. A value of HBase's that this crate does not know is `None`.
    pub(crate) fn of(found: &TColumnFamilyDescriptor) -> Self {
        let number = |number: Option<i32>| number.and_then(|number| u32::try_from(number).ok());
        let seconds = found.time_to_live.filter(|&seconds| seconds != FOREVER);
        Self {
            name: String::from_utf8_lossy(&found.name).into_owned(),
            time_to_live: number(seconds).map(|seconds| Duration::from_secs(seconds.into())),
            compression: found.compression_type.and_then(|it| match it {
                TCompressionAlgorithm::NONE => Some(Compression::None),
                TCompressionAlgorithm::SNAPPY => Some(Compression::Snappy),
                TCompressionAlgorithm::LZ4 => Some(Compression::Lz4),
                TCompressionAlgorithm::ZSTD => Some(Compression::Zstd),
                TCompressionAlgorithm::GZ => Some(Compression::Gzip),
                TCompressionAlgorithm::LZO => Some(Compression::Lzo),
                TCompressionAlgorithm::BZIP2 => Some(Compression::Bzip2),
                _ => None,
            }),
            bloom: found.bloomn_filter_type.and_then(|it| match it {
                TBloomFilterType::NONE => Some(Bloom::None),
                TBloomFilterType::ROW => Some(Bloom::Row),
                TBloomFilterType::ROWCOL => Some(Bloom::RowAndColumn),
                _ => None,
            }),
            max_versions: number(found.max_versions),
            block_size: number(found.block_size),
        }
    }
}

impl From<&str> for Family {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

/// The time to live of cells that are kept, in seconds.
const FOREVER: i32 = i32::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_back_from_the_descriptor() {
        let plain = Family::new("f");
        assert_eq!(Family::of(&plain.descriptor()), plain);
        let full = plain.clone().time_to_live(Duration::from_millis(1_500)).compression(Compression::Lz4);
        let full = full.bloom(Bloom::RowAndColumn).max_versions(0).block_size(1 << 13);
        let found = Family::of(&full.descriptor());
        assert_eq!(found, full.time_to_live(Duration::from_secs(2)).max_versions(1));
        let ever = plain.clone().time_to_live(Duration::MAX);
        assert_eq!(Family::of(&ever.descriptor()), plain);
    }
}

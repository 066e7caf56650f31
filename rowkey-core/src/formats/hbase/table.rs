//! Tables: their options.

use alloc::string::String;

/// The name of an HBase table, with its options.
///
/// Options that you do not set have HBase's defaults. A name alone is a table with the defaults: you can pass `"calls"` as
/// an `impl Into<TableSpec>`.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::hbase::TableSpec;
///
/// let calls = TableSpec::new("ops:calls").max_file_size(20 << 30);
/// assert_eq!((calls.name.as_str(), calls.max_file_size), ("ops:calls", Some(21_474_836_480)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableSpec {
    /// The name. A table outside the default namespace has the form `namespace:name`.
    pub name: String,
    /// The size of a region, in bytes, above which HBase splits it.
    pub max_file_size: Option<u64>,
    /// The Java class that decides when HBase splits a region.
    pub split_policy: Option<String>,
    /// The width in bytes of the prefix whose rows [stay together](Self::split_by_prefix).
    pub split_prefix: Option<usize>,
}

impl TableSpec {
    /// The `RegionSplitPolicy` under which HBase never splits a region by itself: the table keeps the regions of its
    /// split keys.
    pub const NO_SPLITS: &'static str = "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";

    /// The `RegionSplitPolicy` of [`split_by_prefix`](Self::split_by_prefix).
    pub const BY_PREFIX: &'static str = "org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolicy";

    /// The name of the HBase option with the width of the prefix under [`BY_PREFIX`](Self::BY_PREFIX).
    pub const SPLIT_PREFIX: &'static str = "KeyPrefixRegionSplitPolicy.prefix_length";

    /// Creates a table with HBase's defaults.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), max_file_size: None, split_policy: None, split_prefix: None }
    }

    /// Sets the size of a region, in bytes, above which HBase splits it (`MAX_FILESIZE`). HBase's default is 10 GiB,
    /// and it rejects less than 2 MiB.
    #[must_use]
    pub const fn max_file_size(mut self, bytes: u64) -> Self {
        self.max_file_size = Some(bytes);
        self
    }

    /// Sets the Java class that decides when HBase splits a region (`SPLIT_POLICY`), by its full name, such as
    /// [`NO_SPLITS`](Self::NO_SPLITS).
    #[must_use]
    pub fn split_policy(mut self, class: impl Into<String>) -> Self {
        self.split_policy = Some(class.into());
        self
    }

    /// Splits a region only between rows whose first `width` bytes differ ([`BY_PREFIX`](Self::BY_PREFIX)), so that
    /// rows with equal first fields stay in one region.
    ///
    /// The width is in bytes. Use the [`Layout::prefix_width`](crate::Layout::prefix_width) of these fields.
    #[must_use]
    pub fn split_by_prefix(mut self, width: usize) -> Self {
        self.split_prefix = Some(width);
        self.split_policy(Self::BY_PREFIX)
    }
}

impl<S: Into<String>> From<S> for TableSpec {
    fn from(name: S) -> Self {
        Self::new(name)
    }
}

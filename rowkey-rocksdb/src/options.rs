//! How a database and its tables are opened.

use rocksdb::{BlockBasedOptions, ColumnFamilyDescriptor, DEFAULT_COLUMN_FAMILY_NAME, Options, SliceTransform};
use rowkey_core::RowKey;
use std::any::type_name;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::stored::{self, StoredTable};
use crate::{Database, RocksError, RocksStore};

/// The bits for each key in a Bloom filter. With 10 bits, 1 % of the absent prefixes pass it.
const FILTER_BITS: f64 = 10.0;

/// How a [`RocksStore`] opens its database and its table.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_rocksdb::RocksOptions;
/// use rowkey_rocksdb::rocksdb::{BlockBasedOptions, Cache, Options};
///
/// #[derive(RowKey)]
/// struct Reading {
///     #[salt(buckets = 16)]
///     sensor: u64,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("readings");
/// let mut options = Options::default();
/// options.create_if_missing(true);
/// options.set_write_buffer_size(16 << 20);
/// let mut blocks = BlockBasedOptions::default();
/// blocks.set_block_cache(&Cache::new_lru_cache(64 << 20));
/// blocks.set_bloom_filter(10.0, false);
/// // The label of the bucket and the sensor: 9 bytes.
/// let options = RocksOptions::new(options).with_blocks(blocks).with_prefix_of::<Reading>(1)?;
/// let store = options.open(&path, "readings")?;
/// assert_eq!(store.prefix_width(), Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RocksOptions {
    options: Options,
    blocks: Option<Arc<BlockBasedOptions>>,
    /// The width of the prefixes of the table that is opened.
    prefix_width: Option<usize>,
}

/// RocksDB's default options, which also create a missing database.
impl Default for RocksOptions {
    fn default() -> Self {
        let mut options = Options::default();
        options.create_if_missing(true);
        // As many changes as a database keeps for transactions in the tables that it opens. Without them, a transaction
        // starts again if RocksDB flushes the table before the commit.
        options.set_max_write_buffer_size_to_maintain(-1);
        Self::new(options)
    }
}

impl RocksOptions {
    /// Takes your options, for the database and for all tables in it.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, blocks: None, prefix_width: None }
    }

    /// Sets the options of blocks, such as their size and their cache.
    ///
    /// They replace the Bloom filter of [`with_prefix_of`](Self::with_prefix_of), so set one in them. Set them here
    /// instead of in [`Options`], whose block options that method replaces.
    #[must_use]
    pub fn with_blocks(mut self, blocks: BlockBasedOptions) -> Self {
        self.blocks = Some(Arc::new(blocks));
        self
    }

    /// Gives the table a prefix extractor for the first `fields` fields of the key type `K`, and Bloom filters of these
    /// prefixes.
    ///
    /// A forward scan that binds these fields then skips the files that do not have them. All other scans read in total
    /// order. So they find every row, also rows whose keys are shorter than the prefix.
    ///
    /// The table keeps the extractor. Files that RocksDB wrote before have no such filter until it compacts them.
    ///
    /// # Errors
    ///
    /// Returns [`RocksError::NoPrefix`] if these fields do not have a
    /// [fixed width](rowkey_core::Layout::prefix_width).
    pub fn with_prefix_of<K: RowKey>(mut self, fields: usize) -> Result<Self, RocksError> {
        self.prefix_width = Some(prefix_width_of::<K>(fields)?);
        Ok(self)
    }

    /// Opens the table `table` in the database at the folder `path`. Creates the table if the database does not have it.
    ///
    /// RocksDB opens all tables of a database together. The others keep their prefix extractors.
    ///
    /// # Errors
    ///
    /// Returns [`RocksError::Open`] if RocksDB cannot open the database, [`RocksError::PrefixWidth`] if the table has
    /// prefixes of another width, [`RocksError::Comparator`] if it does not sort its keys by their bytes, and
    /// [`RocksError::TableName`] if `table` is not a name.
    pub fn open(&self, path: impl AsRef<Path>, table: &str) -> Result<RocksStore, RocksError> {
        let path = path.as_ref();
        check_name(table)?;
        let open_error = |source| RocksError::Open { path: path.to_owned(), source };
        let mut tables = vec![DEFAULT_COLUMN_FAMILY_NAME.to_owned()];
        // RocksDB stores the name of its manifest in this file.
        let is_new = !path.join("CURRENT").exists();
        if !is_new {
            tables = Database::list_cf(&self.options, path).map_err(open_error)?;
        }
        if tables.iter().all(|name| name != table) {
            tables.push(table.to_owned());
        }
        let mut families = Vec::new();
        for name in tables {
            let stored = if is_new { StoredTable::default() } else { stored::read(path, &name)? };
            let width = match name == table {
                true => {
                    self.check(&stored, path, table)?;
                    self.prefix_width.or(stored.prefix_width)
                }
                false => stored.prefix_width,
            };
            families.push(ColumnFamilyDescriptor::new(name, self.for_table(width)));
        }
        let mut options = self.options.clone();
        options.create_missing_column_families(true);
        let database = Database::open_cf_descriptors(&options, path, families).map_err(open_error)?;
        RocksStore::of(Arc::new(database), table, Arc::new(self.clone()))
    }

    /// Checks what a database says about the table that is opened with these options.
    pub(crate) fn check(&self, stored: &StoredTable, path: &Path, table: &str) -> Result<(), RocksError> {
        if let Some(found) = stored.comparator.as_ref().filter(|found| *found != stored::BYTEWISE) {
            return Err(RocksError::Comparator {
                path: path.to_owned(),
                table: table.into(),
                found: found.clone(),
                expected: stored::BYTEWISE,
            });
        }
        match (stored.prefix_width, self.prefix_width) {
            (Some(found), Some(expected)) if found != expected => {
                Err(RocksError::PrefixWidth { path: path.to_owned(), table: table.into(), found, expected })
            }
            _ => Ok(()),
        }
    }

    /// Returns the options for a table with prefixes of this width.
    pub(crate) fn for_table(&self, prefix_width: Option<usize>) -> Options {
        let mut options = self.options.clone();
        if let Some(blocks) = &self.blocks {
            options.set_block_based_table_factory(blocks);
        }
        if let Some(width) = prefix_width {
            options.set_prefix_extractor(SliceTransform::create_fixed_prefix(width));
            if self.blocks.is_none() {
                let mut blocks = BlockBasedOptions::default();
                blocks.set_bloom_filter(FILTER_BITS, false);
                options.set_block_based_table_factory(&blocks);
            }
        }
        options
    }

    /// Returns the same options for a table with prefixes of this width, or without prefixes.
    pub(crate) fn with_prefix_width(&self, prefix_width: Option<usize>) -> Self {
        Self { prefix_width, ..self.clone() }
    }

    pub(crate) const fn prefix_width(&self) -> Option<usize> {
        self.prefix_width
    }
}

/// Shows the width of the prefixes, because RocksDB's options do not implement `Debug`.
impl fmt::Debug for RocksOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RocksOptions").field("prefix_width", &self.prefix_width).finish_non_exhaustive()
    }
}

/// Returns the width of the first fields of a key type.
pub(crate) fn prefix_width_of<K: RowKey>(fields: usize) -> Result<usize, RocksError> {
    let width = K::LAYOUT.prefix_width(fields).filter(|width| *width > 0);
    width.ok_or(RocksError::NoPrefix { key: type_name::<K>(), fields })
}

/// Rejects names that RocksDB rejects, that the bindings panic at, or that would break the lines of the options file.
pub(crate) fn check_name(table: &str) -> Result<(), RocksError> {
    let is_name = !table.is_empty() && !table.chars().any(char::is_control);
    if is_name { Ok(()) } else { Err(RocksError::TableName { table: table.to_owned() }) }
}

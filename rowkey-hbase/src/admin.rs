//! Creates, describes, and deletes tables.

use rowkey_core::hbase::{Family, TableSpec};
use rowkey_core::{KeyRange, RowKey};

use crate::builder::Transport;
use crate::descriptor::{family, family_descriptor, table_descriptor, table_spec};
use crate::error::Task;
use crate::name::{check_family, check_splits, check_table, full_name, table_name};
use crate::net::failure::Failure;
use crate::net::retry::Retries;
use crate::thrift2::{TTHBaseServiceSyncClient, TTableDescriptor};
use crate::{HBase, HBaseError, MAX_KEY, VERSION_FAMILY, host};

/// Returns an error if the cells of a family expire.
pub(crate) fn check_lasts(table: &str, family: &Family) -> Result<(), HBaseError> {
    let expires = |after| HBaseError::FamilyExpires { table: table.into(), family: family.name.clone(), after };
    family.time_to_live.map_or(Ok(()), |after| Err(expires(after)))
}

/// A region's key range, and the server that hosts it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegionLocation {
    /// The key range of the region.
    pub range: KeyRange,
    /// The region server: `host:port`.
    pub server: String,
}

impl HBase {
    /// Creates a table for keys of type `K`, with one column family, and pre-split at `K::SPLIT_KEYS`. A name means a
    /// table or a family with HBase's defaults. To set options, pass a [`TableSpec`] and a [`Family`]. For a table in
    /// another namespace, use `namespace:name`.
    ///
    /// Prefix Bloom filters, and a split policy that splits regions only between prefixes, take the width of the first
    /// fields of `K`:
    ///
    /// ```no_run
    /// use rowkey::RowKey;
    /// use rowkey_hbase::{Bloom, Family, HBase, TableSpec};
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     #[salt(buckets = 16)]
    ///     sensor: u64,
    ///     #[reverse_ts]
    ///     at: i64,
    /// }
    ///
    /// // The label and the sensor: 9 bytes.
    /// const SENSOR: usize = Reading::LAYOUT.prefix_width(1).unwrap();
    ///
    /// let hbase = HBase::connect("127.0.0.1:9090")?;
    /// let table = TableSpec::new("readings").split_by_prefix(SENSOR);
    /// hbase.create_table::<Reading>(table, Family::new("f").bloom(Bloom::RowPrefix(SENSOR)))?;
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::KeysTooLong`] if some keys of `K` are longer than HBase allows. A key type without a
    /// maximum width is accepted. Also returns the errors of [`create_split_table`](Self::create_split_table).
    pub fn create_table<K: RowKey>(
        &self,
        table: impl Into<TableSpec>,
        family: impl Into<Family>,
    ) -> Result<(), HBaseError> {
        let (table, (least, most)) = (table.into(), K::LAYOUT.width());
        if most.unwrap_or(least) > MAX_KEY {
            return Err(HBaseError::KeysTooLong { table: table.name, key: K::LAYOUT.name(), least, most });
        }
        self.create_split_table(table, &[family.into()], K::SPLIT_KEYS)
    }

    /// Creates a table with several column families, pre-split at the given keys in any order. Use it with the keys of
    /// `rowkey::split`, for example, if there are too many for a constant. A name means a table or a family with
    /// HBase's defaults.
    ///
    /// ```no_run
    /// use rowkey_hbase::{Compression, Family, HBase, TableSpec};
    /// use std::time::Duration;
    ///
    /// let hbase = HBase::connect("127.0.0.1:9090")?;
    /// hbase.create_split_table("days", &["f", "g"], &["2024", "2025"])?;
    ///
    /// let day = Duration::from_secs(24 * 3600);
    /// let table = TableSpec::new("calls").max_file_size(20 << 30);
    /// let family = Family::new("f").compression(Compression::Zstd).time_to_live(90 * day);
    /// hbase.create_split_table(table, &[family], &[b"\x01", b"\x02"])?;
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// This call is sent once. If the connection is lost before HBase answers, the client looks for the table. The call
    /// succeeds if the table exists with these regions.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::TableExists`] if the table exists. If HBase would reject the request, it returns one of
    /// these errors without sending it: [`HBaseError::TableName`], [`HBaseError::FamilyName`],
    /// [`HBaseError::NoFamilies`], [`HBaseError::SplitKey`], or [`HBaseError::FramedOptions`].
    pub fn create_split_table<F: Clone + Into<Family>>(
        &self,
        table: impl Into<TableSpec>,
        families: &[F],
        split_keys: &[impl AsRef<[u8]>],
    ) -> Result<(), HBaseError> {
        let (table, families) = (table.into(), families.iter().cloned().map(Into::into).collect::<Vec<Family>>());
        let name = table.name.as_str();
        check_table(name)?;
        if families.is_empty() {
            return Err(HBaseError::NoFamilies { table: name.into() });
        }
        families.iter().try_for_each(|family| check_family(name, &family.name))?;
        let mut splits: Vec<Vec<u8>> = split_keys.iter().map(|key| key.as_ref().to_vec()).collect();
        splits.sort_unstable();
        check_splits(name, &splits)?;
        let descriptor = table_descriptor(&table, &families);
        if descriptor.attributes.is_some() && self.options().transport == Transport::Framed {
            return Err(HBaseError::FramedOptions { table: table.name });
        }
        let made = self.call_once(|client| client.create_table(descriptor, splits.clone()));
        self.settle(made, Task::new("create", name), |hbase| {
            Ok(hbase.table_exists(name)? && hbase.split_keys(name)? == splits)
        })
    }

    /// Returns the options of a table.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::NoTable`] if the table does not exist.
    pub fn table_spec(&self, name: &str) -> Result<TableSpec, HBaseError> {
        Ok(table_spec(name, &self.describe(name)?))
    }

    /// Returns the column families of a table, with the options of each.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::NoTable`] if the table does not exist.
    pub fn families(&self, name: &str) -> Result<Vec<Family>, HBaseError> {
        Ok(self.describe(name)?.columns.unwrap_or_default().iter().map(family).collect())
    }

    /// Adds the column family [`VERSION_FAMILY`] to a table, if the table does not have it. An
    /// [`IndexedTable`](rowkey_store::IndexedTable) needs it in the table of its rows and in the tables of its secondary
    /// keys: [`HBaseStore::with_versions`](crate::HBaseStore::with_versions).
    ///
    /// The family keeps one version of each cell, and has no TTL. HBase reopens the regions of the table, which takes a
    /// few seconds. Programs can use the table in the meantime.
    ///
    /// This call is sent once. If the connection is lost before HBase answers, the client looks for the family.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::FamilyExpires`] if the table has the family, but with a TTL. Returns
    /// [`HBaseError::NoTable`] if the table does not exist.
    pub fn add_version_family(&self, table: &str) -> Result<(), HBaseError> {
        if self.check_version_family(table)? {
            return Ok(());
        }
        let family = family_descriptor(&Family::new(VERSION_FAMILY).max_versions(1));
        let added = self.call_once(|client| client.add_column_family(table_name(table), family));
        let added =
            self.settle(added, Task::new("add a column family to", table), |hbase| hbase.check_version_family(table));
        // Another program may have added it in the meantime.
        added.or_else(|error| match self.check_version_family(table) {
            Ok(true) => Ok(()),
            _ => Err(error),
        })
    }

    /// Returns `true` if the table has the family of the versions, or an error if they expire.
    pub(crate) fn check_version_family(&self, table: &str) -> Result<bool, HBaseError> {
        let families = self.families(table)?;
        let Some(family) = families.into_iter().find(|family| family.name == VERSION_FAMILY) else { return Ok(false) };
        check_lasts(table, &family).map(|()| true)
    }

    fn describe(&self, name: &str) -> Result<TTableDescriptor, HBaseError> {
        check_table(name)?;
        self.call(|| Task::new("describe", name), None, |client| client.get_table_descriptor(table_name(name)))
    }

    /// Returns `true` if a table with this name exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the gateway does not answer.
    pub fn table_exists(&self, name: &str) -> Result<bool, HBaseError> {
        check_table(name)?;
        self.call(|| Task::new("look for", name), None, |client| client.table_exists(table_name(name)))
    }

    /// Returns the sorted names of all tables, without HBase's system tables.
    ///
    /// # Errors
    ///
    /// Returns an error if the gateway does not answer.
    pub fn tables(&self) -> Result<Vec<String>, HBaseError> {
        let list =
            |client: &mut crate::net::connection::Client| client.get_table_names_by_pattern(String::from(".*"), false);
        let mut names: Vec<_> =
            self.call(|| Task::new("list the tables", ""), None, list)?.iter().map(full_name).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Returns `true` if a table is enabled.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::NoTable`] if the table does not exist.
    pub fn is_enabled(&self, name: &str) -> Result<bool, HBaseError> {
        check_table(name)?;
        self.call(|| Task::new("look at", name), None, |client| client.is_table_enabled(table_name(name)))
    }

    /// Enables a disabled table.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::NoTable`] or [`HBaseError::Enabled`].
    pub fn enable_table(&self, name: &str) -> Result<(), HBaseError> {
        check_table(name)?;
        let done = self.call_once(|client| client.enable_table(table_name(name)));
        self.settle(done, Task::new("enable", name), |hbase| hbase.is_enabled(name))
    }

    /// Disables a table. Its rows stay, but cannot be read or written.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::NoTable`] or [`HBaseError::Disabled`].
    pub fn disable_table(&self, name: &str) -> Result<(), HBaseError> {
        check_table(name)?;
        let done = self.call_once(|client| client.disable_table(table_name(name)));
        self.settle(done, Task::new("disable", name), |hbase| Ok(!hbase.is_enabled(name)?))
    }

    /// Deletes a disabled table and all its rows.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::NoTable`], or [`HBaseError::Enabled`] if you have not disabled the table.
    pub fn delete_table(&self, name: &str) -> Result<(), HBaseError> {
        check_table(name)?;
        let done = self.call_once(|client| client.delete_table(table_name(name)));
        self.settle(done, Task::new("delete", name), |hbase| Ok(!hbase.table_exists(name)?))
    }

    /// Returns the regions of a table in ascending order, with their servers.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::NoTable`] if the table does not exist.
    pub fn regions(&self, name: &str) -> Result<Vec<RegionLocation>, HBaseError> {
        check_table(name)?;
        let locate = |client: &mut crate::net::connection::Client| client.get_all_region_locations(name.into());
        let locations = self.call(|| Task::new("locate the regions of", name), None, locate)?;
        let mut regions: Vec<_> = locations
            .into_iter()
            .map(|it| RegionLocation {
                range: KeyRange::new(
                    it.region_info.start_key.unwrap_or_default(),
                    it.region_info.end_key.filter(|end| !end.is_empty()),
                ),
                server: format!("{}:{}", it.server_name.host_name, it.server_name.port.unwrap_or_default()),
            })
            .collect();
        regions.sort_by(|a, b| a.range.start().cmp(b.range.start()));
        // For a missing table, HBase returns no regions and no error.
        if regions.is_empty() { Err(HBaseError::NoTable { table: name.into() }) } else { Ok(regions) }
    }

    /// Returns the split keys of a table in ascending order.
    pub(crate) fn split_keys(&self, name: &str) -> Result<Vec<Vec<u8>>, HBaseError> {
        let regions = self.regions(name)?;
        Ok(regions.iter().map(|it| it.range.start().to_vec()).filter(|start| !start.is_empty()).collect())
    }

    /// Returns the outcome of a call that must not be sent twice, after checking the table with `done`.
    ///
    /// If the answer was lost, it checks until `done` returns `true` or the retries end. After a timeout, it checks
    /// once.
    fn settle(
        &self,
        result: Result<(), Failure>,
        task: Task,
        done: impl Fn(&Self) -> Result<bool, HBaseError>,
    ) -> Result<(), HBaseError> {
        let Err(failure) = result else { return Ok(()) };
        let mut retries = Retries::new(self.options());
        let is_done = match &failure {
            Failure::TimedOut => matches!(done(&self.hasty()), Ok(true)),
            Failure::Lost(_) => loop {
                if matches!(done(&self.trying_once()), Ok(true)) {
                    break true;
                }
                match retries.next_pause() {
                    Some(pause) => host::sleep(pause),
                    None => break false,
                }
            },
            _ => false,
        };
        if is_done {
            return Ok(());
        }
        Err(match failure.into_error(task, self.address(), self.options(), None) {
            // HBase's message for a missing table has only the name of the table.
            HBaseError::Server { task, message } if message == task.table => HBaseError::NoTable { table: message },
            error => error,
        })
    }
}

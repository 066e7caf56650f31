//! Creates, describes, and deletes tables.

use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2 as admin;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::bigtable_table_admin_client::BigtableTableAdminClient;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::gc_rule::{Rule, Union};
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::modify_column_families_request::{
    self, Modification,
};
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::SampleRowKeysRequest;
use rowkey_core::RowKey;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};
use tonic::transport::Channel;

use crate::client::{Bigtable, CallHead, CallSpec, Service};
use crate::error::{BigtableError, Failure, Task};
use crate::path::{TablePath, route};
use crate::retry::Retries;
use crate::{MAX_KEY, VERSION_FAMILY, trace};

/// A column family, with the cells that Bigtable keeps in it (garbage collection).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Family {
    /// The name of the family.
    pub name: String,
    /// The number of newest cells to keep per column, or `None` for all. The default is 1.
    pub max_versions: Option<i32>,
    /// The time to keep a cell, or `None` for no limit.
    pub max_age: Option<Duration>,
}

impl Family {
    /// Creates a family that keeps the newest cell of each column without a time limit.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), max_versions: Some(1), max_age: None }
    }

    /// Sets the number of newest cells to keep per column, or `None` for all.
    #[must_use]
    pub const fn max_versions(mut self, most: Option<i32>) -> Self {
        self.max_versions = most;
        self
    }

    /// Sets the time to keep a cell.
    #[must_use]
    pub const fn max_age(mut self, most: Duration) -> Self {
        self.max_age = Some(most);
        self
    }

    fn to_proto(&self) -> admin::ColumnFamily {
        let rule = |rule| admin::GcRule { rule: Some(rule) };
        let versions = self.max_versions.map(|most| rule(Rule::MaxNumVersions(most)));
        let age = self.max_age.and_then(|most| most.try_into().ok()).map(|most| rule(Rule::MaxAge(most)));
        let gc_rule = match (versions, age) {
            (Some(versions), Some(age)) => Some(rule(Rule::Union(Union { rules: vec![versions, age] }))),
            (versions, age) => versions.or(age),
        };
        admin::ColumnFamily { gc_rule, ..admin::ColumnFamily::default() }
    }
}

impl From<&str> for Family {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

/// A row key that Bigtable samples, and its position in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowKeySample {
    /// The key, which may not exist as a row. The last one is empty, which means the end of the table.
    pub key: Vec<u8>,
    /// The approximate number of bytes in the table before the key.
    pub offset_bytes: i64,
}

impl Bigtable {
    /// Creates a table for keys of type `K`, with one column family, and split at `K::SPLIT_KEYS`. A name means a
    /// family that keeps the newest cell of each column. The call is sent once.
    ///
    /// ```no_run
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Call {
    ///     #[salt(buckets = 16)]
    ///     #[pad(20)]
    ///     phone: String,
    ///     #[reverse_ts]
    ///     at: i64,
    /// }
    ///
    /// # async fn create(bigtable: rowkey_bigtable::Bigtable) -> Result<(), rowkey_bigtable::BigtableError> {
    /// bigtable.create_table::<Call>("calls", "f").await?; // 16 tablets
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::KeysTooLong`] if some keys of `K` are longer than Bigtable allows. A key type without a
    /// maximum width is accepted. Also returns the errors of [`create_split_table`](Self::create_split_table).
    pub async fn create_table<K: RowKey>(&self, table: &str, family: impl Into<Family>) -> Result<(), BigtableError> {
        let (least, most) = K::LAYOUT.width();
        if most.unwrap_or(least) > MAX_KEY {
            return Err(BigtableError::KeysTooLong { table: table.into(), key: K::LAYOUT.name(), least, most });
        }
        self.create_split_table(table, &[family.into()], K::SPLIT_KEYS).await
    }

    /// Creates a table with several column families, split at the given keys in any order. Bigtable later splits and
    /// merges tablets on its own.
    ///
    /// The call is sent once.
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::TableExists`] or [`BigtableError::OutcomeUnknown`]. Returns [`BigtableError::SplitKey`]
    /// before it sends the request.
    pub async fn create_split_table<F: Clone + Into<Family>>(
        &self,
        table: &str,
        families: &[F],
        split_keys: &[impl AsRef<[u8]>],
    ) -> Result<(), BigtableError> {
        let mut splits: Vec<Vec<u8>> = split_keys.iter().map(|key| key.as_ref().to_vec()).collect();
        splits.sort_unstable();
        check_splits(table, &splits)?;
        let column_families =
            families.iter().cloned().map(Into::into).map(|it: Family| (it.name.clone(), it.to_proto()));
        let request = admin::CreateTableRequest {
            parent: self.config().instance_name(),
            table_id: table.into(),
            table: Some(admin::Table { column_families: column_families.collect(), ..admin::Table::default() }),
            initial_splits: splits.into_iter().map(|key| admin::create_table_request::Split { key }).collect(),
        };
        let route = route([("parent", request.parent.as_str())]);
        let spec =
            CallSpec { head: CallHead::of_tables(route), is_idempotent: false, ..self.admin_spec("create", table) };
        let send = |channel, request| {
            let mut client = self.admin_client(channel);
            async move { client.create_table(request).await }
        };
        self.unary(spec, request, send).await.map(|_| ())
    }

    /// Adds the column family [`VERSION_FAMILY`] to a table, if it does not have it. `AsyncIndexedTable` needs the family in
    /// the table of its rows, and in the tables of its secondary keys.
    ///
    /// The family keeps the newest cell of each column without a time limit. Tables do not see it. The call that adds it is
    /// sent once.
    ///
    /// ```no_run
    /// # async fn add(bigtable: rowkey_bigtable::Bigtable) -> Result<(), rowkey_bigtable::BigtableError> {
    /// for table in ["orders", "orders_by_seller"] {
    ///     bigtable.add_version_family(table).await?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::FamilyExpires`] if the table has a family of this name that deletes cells by age. Returns
    /// [`BigtableError::NoTable`] or [`BigtableError::OutcomeUnknown`].
    pub async fn add_version_family(&self, table: &str) -> Result<(), BigtableError> {
        match self.check_families(table, [VERSION_FAMILY]).await {
            Err(BigtableError::NoFamily { .. }) => {}
            done => return done,
        }
        let create = modify_column_families_request::modification::Mod::Create(Family::new(VERSION_FAMILY).to_proto());
        let modification = Modification { id: VERSION_FAMILY.into(), r#mod: Some(create), ..Modification::default() };
        let request = admin::ModifyColumnFamiliesRequest {
            name: self.config().table_name(table),
            modifications: vec![modification],
            ..admin::ModifyColumnFamiliesRequest::default()
        };
        let spec = CallSpec { is_idempotent: false, ..self.admin_spec("add a column family to", table) };
        let send = |channel, request| {
            let mut client = self.admin_client(channel);
            async move { client.modify_column_families(request).await }
        };
        match self.unary(spec, request, send).await {
            // Another program has added it in the meantime.
            Err(BigtableError::TableExists { .. }) => self.check_families(table, [VERSION_FAMILY]).await,
            done => done.map(|_| ()),
        }
    }

    /// Checks that a table has some families, and that these keep the newest cell of each column without a time limit.
    pub(crate) async fn check_families<'f>(
        &self,
        table: &str,
        families: impl IntoIterator<Item = &'f str>,
    ) -> Result<(), BigtableError> {
        let described = self.describe_table(table).await?.column_families;
        families.into_iter().try_for_each(|family| {
            let (table, name) = (table.into(), family.into());
            match described.get(family) {
                None => Err(BigtableError::NoFamily { table, family: name }),
                Some(family) if family.gc_rule.as_ref().is_some_and(expires) => {
                    Err(BigtableError::FamilyExpires { table, family: name })
                }
                Some(_) => Ok(()),
            }
        })
    }

    /// Deletes a table and all its rows. The call is sent once.
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::NoTable`] or [`BigtableError::OutcomeUnknown`].
    pub async fn delete_table(&self, table: &str) -> Result<(), BigtableError> {
        let request = admin::DeleteTableRequest { name: self.config().table_name(table) };
        let spec = CallSpec { is_idempotent: false, ..self.admin_spec("delete", table) };
        let send = |channel, request| {
            let mut client = self.admin_client(channel);
            async move { client.delete_table(request).await }
        };
        self.unary(spec, request, send).await
    }

    /// Returns `true` if a table with this name exists.
    ///
    /// # Errors
    ///
    /// Returns an error if Bigtable does not answer.
    pub async fn table_exists(&self, table: &str) -> Result<bool, BigtableError> {
        match self.describe_table(table).await {
            Ok(_) => Ok(true),
            Err(BigtableError::NoTable { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the description of a table as a Bigtable message.
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::NoTable`] if the table does not exist.
    pub async fn describe_table(&self, table: &str) -> Result<admin::Table, BigtableError> {
        let view = admin::table::View::SchemaView.into();
        let request = admin::GetTableRequest { name: self.config().table_name(table), view };
        let send = |channel, request| {
            let mut client = self.admin_client(channel);
            async move { client.get_table(request).await }
        };
        self.unary(self.admin_spec("describe", table), request, send).await
    }

    /// Returns the sorted names of all tables in the instance.
    ///
    /// # Errors
    ///
    /// Returns an error if Bigtable does not answer.
    pub async fn tables(&self) -> Result<Vec<String>, BigtableError> {
        let parent = self.config().instance_name();
        let route = route([("parent", parent.as_str())]);
        let spec = CallSpec { head: CallHead::of_tables(route), ..self.admin_spec("list the tables", "") };
        let send = |channel, request| {
            let mut client = self.admin_client(channel);
            async move { client.list_tables(request).await }
        };
        let (mut names, mut page_token) = (Vec::new(), String::new());
        loop {
            let (parent, view) = (parent.clone(), admin::table::View::NameOnly.into());
            let request = admin::ListTablesRequest { parent, view, page_token, ..admin::ListTablesRequest::default() };
            let answer = self.unary(spec.clone(), request, send).await?;
            names.extend(answer.tables.iter().filter_map(|table| Some(table.name.rsplit_once('/')?.1.to_owned())));
            page_token = answer.next_page_token;
            if page_token.is_empty() {
                names.sort_unstable();
                return Ok(names);
            }
        }
    }

    /// Returns row keys at about equal distances in ascending order, at which Bigtable would divide the table for
    /// parallel reads. The last one is the end of the table.
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::NoTable`] if the table does not exist.
    pub async fn sample_row_keys(&self, table: &str) -> Result<Vec<RowKeySample>, BigtableError> {
        let path = TablePath::new(self.config(), table);
        let spec = CallSpec {
            head: CallHead::of_rows(&path, true),
            task: Task::new("sample the row keys of", table),
            family: None,
            is_idempotent: true,
        };
        let mut retries = Retries::new(self.config().timeout);
        let result = loop {
            let failure = match self.attempt_samples(&spec, &path, &retries).await {
                Ok(samples) => break Ok(samples),
                Err(failure) => failure,
            };
            match retries.next_pause(&failure).filter(|_| failure.is_passing()) {
                Some(pause) => {
                    trace::retry(spec.task.what, table, &retries, &failure, pause);
                    sleep(pause).await;
                }
                None => break Err(self.error(spec.clone(), failure, retries.elapsed())),
            }
        };
        trace::end(spec.task.what, table, &retries, &result);
        result
    }

    async fn attempt_samples(
        &self,
        spec: &CallSpec<'_>,
        path: &TablePath,
        retries: &Retries,
    ) -> Result<Vec<RowKeySample>, Failure> {
        let until = self.attempt_end(retries);
        let request = SampleRowKeysRequest {
            table_name: path.full.clone(),
            app_profile_id: self.config().app_profile.clone(),
            ..SampleRowKeysRequest::default()
        };
        let sample = |channel, request| {
            let mut client = self.data_client(channel);
            async move { client.sample_row_keys(request).await }
        };
        let (mut stream, call) = self.attempt(&spec.head, request, until, sample).await?;
        let mut samples = Vec::new();
        loop {
            match timeout_at(until, stream.message()).await {
                // The timeout only ends a wait, and a server can always have a message ready.
                Ok(Ok(Some(it))) if Instant::now() < until => {
                    samples.push(RowKeySample { key: it.row_key, offset_bytes: it.offset_bytes });
                }
                Ok(Ok(None)) => return Ok(samples),
                Ok(Err(status)) => return Err(Failure::of(status)),
                Ok(Ok(Some(_))) | Err(_) => {
                    self.pool(Service::Data).time_out(&call);
                    return Err(Failure::TimedOut);
                }
            }
        }
    }

    fn admin_spec(&self, what: &'static str, table: &str) -> CallSpec<'static> {
        let route = route([("name", self.config().table_name(table).as_str())]);
        CallSpec { head: CallHead::of_tables(route), task: Task::new(what, table), family: None, is_idempotent: true }
    }

    fn admin_client(&self, channel: Channel) -> BigtableTableAdminClient<Channel> {
        BigtableTableAdminClient::new(channel).max_decoding_message_size(self.config().max_row)
    }
}

/// Returns `true` if a rule deletes the newest cell of a column when it is old enough.
fn expires(rule: &admin::GcRule) -> bool {
    match &rule.rule {
        Some(Rule::MaxAge(_)) => true,
        Some(Rule::Union(any)) => any.rules.iter().any(expires),
        // For example, all cells but the newest after a day.
        Some(Rule::Intersection(all)) => !all.rules.is_empty() && all.rules.iter().all(expires),
        Some(Rule::MaxNumVersions(_)) | None => false,
    }
}

/// Checks split keys in ascending order. Each must be able to begin a tablet, and must appear once.
fn check_splits(table: &str, ascending: &[Vec<u8>]) -> Result<(), BigtableError> {
    let flaw = |at: usize, key: &Vec<u8>| match key.len() {
        0 => Some("it is empty, so no row sorts below it".into()),
        _ if at > 0 && ascending[at - 1] == *key => Some("it appears twice".into()),
        bytes if bytes > MAX_KEY => Some(format!("expected at most {MAX_KEY} bytes, found {bytes}")),
        _ => None,
    };
    let error = |key: &Vec<u8>, flaw| BigtableError::SplitKey { table: table.into(), key: key.clone(), flaw };
    ascending.iter().enumerate().try_for_each(|(at, key)| flaw(at, key).map_or(Ok(()), |flaw| Err(error(key, flaw))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::gc_rule::Intersection;

    #[test]
    fn split_keys_are_row_keys_that_come_once() {
        let check = |keys: &[&[u8]]| {
            let keys: Vec<_> = keys.iter().map(|key| key.to_vec()).collect();
            check_splits("t", &keys).map_err(|error| error.to_string())
        };
        assert_eq!(check(&[b"a", b"a\0", &[b'k'; MAX_KEY]]), Ok(()));
        let text = |key: &str, flaw: &str| Err(format!("the Bigtable table `t` cannot be split at `{key}`: {flaw}"));
        assert_eq!(check(&[b"a", b"\x02", b"\x02"]), text("\\x02", "it appears twice"));
        assert_eq!(check(&[b""]), text("", "it is empty, so no row sorts below it"));
        let long = check(&[&[b'k'; MAX_KEY + 1]]).unwrap_err();
        assert!(long.ends_with("(4097 bytes)`: expected at most 4096 bytes, found 4097"), "{long}");
    }

    #[test]
    fn a_family_keeps_what_it_says() {
        let rule = |family: Family| family.to_proto().gc_rule.and_then(|rule| rule.rule);
        assert_eq!(rule(Family::new("f")), Some(Rule::MaxNumVersions(1)));
        assert_eq!(rule(Family::new("f").max_versions(None)), None);
        let day = Duration::from_secs(86_400);
        assert!(matches!(rule(Family::new("f").max_age(day)), Some(Rule::Union(union)) if union.rules.len() == 2));
    }

    #[test]
    fn a_newest_cell_expires_only_by_its_age() {
        let rule = |rule| admin::GcRule { rule: Some(rule) };
        let of = |family: Family| family.to_proto().gc_rule.is_some_and(|rule| expires(&rule));
        let aged = Family::new("f").max_age(Duration::from_secs(86_400));
        assert!(of(aged.clone()) && of(aged.max_versions(None)) && !of(Family::new("f")));
        let age = || rule(Rule::MaxAge(Duration::from_secs(1).try_into().unwrap()));
        let all = |rules| rule(Rule::Intersection(Intersection { rules }));
        assert!(expires(&all(vec![age(), age()])));
        assert!(!expires(&all(vec![age(), rule(Rule::MaxNumVersions(1))])) && !expires(&all(Vec::new())));
    }
}

//! A row that is compared and changed in one step.

use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::CheckAndMutateRowRequest;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::row_filter::Filter;
use rowkey_store::Change;

use crate::client::{CallSpec, Service};
use crate::error::{BigtableError, Task};
use crate::filter::{self, MOST_BYTES, chain, literal, newest};
use crate::store::BigtableStore;

impl BigtableStore {
    /// Changes the row `key` if its value is `expected`, or if it is not there and `expected` is `None`; returns `true` if it did.
    ///
    /// It is sent once. If the answer is lost, it is not known if the row was changed: [`BigtableError::OutcomeUnknown`].
    ///
    /// # Errors
    ///
    /// [`BigtableError::ComparedTooLong`] if `expected` is longer than a filter can be, about 18 KiB, and shorter still if it holds
    /// bytes that a regular expression must quote.
    pub async fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> Result<bool, BigtableError> {
        self.check_key(key)?;
        let mut filters = Vec::from(newest(self.family(), self.qualifier()));
        if let Some(value) = expected {
            let regex = literal(value);
            if regex.len() > MOST_BYTES {
                let (table, bytes) = (self.table().into(), regex.len());
                return Err(BigtableError::ComparedTooLong { table, key: key.into(), bytes, most: MOST_BYTES });
            }
            filters.push(filter::filter(Filter::ValueRegexFilter(regex)));
        }
        // All cells go, whatever their timestamps: that of the new one may be below them, if their writer's clock is ahead.
        let mut mutations = vec![self.delete(None)];
        if let Change::Put(value) = change {
            mutations.push(self.put(value, self.stamp(key)));
        }
        let (if_found, if_missing) = if expected.is_some() { (mutations, Vec::new()) } else { (Vec::new(), mutations) };
        let bigtable = self.bigtable();
        let request = CheckAndMutateRowRequest {
            table_name: bigtable.table_name(self.table()),
            app_profile_id: bigtable.config().app_profile.clone(),
            row_key: key.into(),
            predicate_filter: Some(chain(filters)),
            true_mutations: if_found,
            false_mutations: if_missing,
            ..CheckAndMutateRowRequest::default()
        };
        let spec = CallSpec {
            service: Service::Data,
            task: Task::at("compare and set a row of", self.table(), key),
            route: bigtable.route(self.table()),
            family: Some(self.family()),
            is_idempotent: false,
            ends_with_attempt: true,
        };
        let send = |channel, request| {
            let mut client = bigtable.data_client(channel);
            async move { client.check_and_mutate_row(request).await }
        };
        let is_found = bigtable.unary(spec, request, send).await?.predicate_matched;
        Ok(is_found == expected.is_some())
    }
}

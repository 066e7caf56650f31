//! Calls of a [caller](super::caller) on tables.

use std::sync::Arc;

use super::caller::Caller;
use super::deadlines::Span;
use crate::BigtableError;

impl Caller {
    /// Creates or deletes this task's own table, or checks whether it exists.
    pub(super) async fn tables(&mut self) {
        let (bigtable, name) = (self.store.bigtable().clone(), format!("own{}", self.number));
        let path = bigtable.config().table_name(&name);
        let (once, repeated) = (Span::several(self.timeout, 1), Span::repeated(self.timeout));
        let service = Arc::clone(&self.network.service);
        let has = || service.has_table(&path);
        match self.rng.u8(..5) {
            0 => {
                let splits: &[&[u8]] = &[&[2], &[1]];
                let make = bigtable.create_split_table(&name, &["f"], splits);
                let done = self.admin("make a table", once, make).await;
                self.hold("make a table", done.is_none() || has());
            }
            1 => {
                let done = self.admin("delete a table", once, bigtable.delete_table(&name)).await;
                self.hold("delete a table", done.is_none() || !has());
            }
            2 => {
                let found = self.admin("look for a table", repeated, bigtable.table_exists(&name)).await;
                self.hold("look for a table", found.is_none_or(|found| found == has()));
            }
            3 => {
                let sampled = self.timed("sample", repeated, self.store.split_keys()).await;
                self.hold("sample", sampled.is_err() || sampled.is_ok_and(|keys| keys.is_sorted()));
            }
            _ => {
                let pages = Span::several(self.timeout, self.callers + 1);
                let _ = self.admin("list the tables", pages, bigtable.tables()).await;
            }
        }
    }

    fn hold(&self, call: &str, holds: bool) {
        // A held call may arrive in the meantime.
        if !holds && !self.expects.is_held() {
            self.machine.fail(&format!("{call}: the tables are others"));
        }
    }

    /// Makes a call on tables. Returns `None` if it fails because the table exists or is missing, or for a reason in
    /// the faults.
    async fn admin<T>(
        &self,
        call: &str,
        span: Span,
        future: impl Future<Output = Result<T, BigtableError>>,
    ) -> Option<T> {
        let done = async {
            match future.await {
                Err(BigtableError::TableExists { .. } | BigtableError::NoTable { .. }) => Ok(None),
                done => done.map(Some),
            }
        };
        self.timed(call, span, done).await.ok().flatten()
    }
}

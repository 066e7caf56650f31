//! The table calls of the [service](super::service): create, describe, change, sample, and delete.

use prost::Message;
use std::sync::Arc;
use tonic::Code;

use super::faults::Fate;
use super::service::{Answer, GONE, Service};
use super::tables::StoredTable;
use crate::proto::admin;
use crate::proto::admin::modify_column_families_request::Modification;
use crate::proto::admin::modify_column_families_request::modification::Mod;
use crate::proto::v2::SampleRowKeysResponse;

impl Service {
    pub(super) async fn sample(self: &Arc<Self>, table: String, fate: &Fate) -> Answer {
        let sample = move |it: &Self, _| {
            let starts = it.with_table(&table, |table, _| table.starts().cloned().collect::<Vec<_>>()).ok_or(GONE)?;
            // The end of the table has no key.
            let keys = starts.into_iter().filter(|key| !key.is_empty()).chain([Vec::new()]);
            let message = |row_key| SampleRowKeysResponse { row_key, offset_bytes: 0 }.encode_to_vec();
            Ok(keys.map(message).collect())
        };
        self.act(fate, Vec::new(), sample).await
    }

    pub(super) fn create(&self, request: &admin::CreateTableRequest) -> Answer {
        let name = format!("{}/tables/{}", request.parent, request.table_id);
        let mut inner = self.inner();
        if inner.tables.contains_key(&name) {
            return Err((Code::AlreadyExists, "table exists"));
        }
        let splits = request.initial_splits.iter().map(|split| split.key.clone());
        let families = request.table.iter().flat_map(|table| table.column_families.clone());
        inner.tables.insert(name.clone(), StoredTable::new(families, splits));
        Ok(vec![admin::Table { name, ..admin::Table::default() }.encode_to_vec()])
    }

    pub(super) fn delete(&self, request: &admin::DeleteTableRequest) -> Answer {
        self.inner().tables.remove(&request.name).ok_or(GONE)?;
        Ok(vec![Vec::new()])
    }

    pub(super) fn describe(&self, request: &admin::GetTableRequest) -> Answer {
        let name = request.name.clone();
        let families = self.with_table(&name, |table, _| table.families.clone()).ok_or(GONE)?;
        let column_families = families.into_iter().collect();
        Ok(vec![admin::Table { name, column_families, ..admin::Table::default() }.encode_to_vec()])
    }

    /// Adds column families.
    pub(super) fn modify_families(&self, request: &admin::ModifyColumnFamiliesRequest) -> Answer {
        let mut inner = self.inner();
        let table = inner.tables.get_mut(&request.name).ok_or(GONE)?;
        for Modification { id, r#mod, .. } in &request.modifications {
            let Some(Mod::Create(family)) = r#mod else { panic!("a change that nobody sends: {request:?}") };
            if table.families.insert(id.clone(), family.clone()).is_some() {
                return Err((Code::AlreadyExists, "family exists"));
            }
        }
        Ok(vec![admin::Table { name: request.name.clone(), ..admin::Table::default() }.encode_to_vec()])
    }

    /// Lists one table per page.
    pub(super) fn list(&self, request: &admin::ListTablesRequest) -> Answer {
        let names: Vec<_> = self.inner().tables.keys().filter(|name| **name > request.page_token).cloned().collect();
        let table = |name: &String| admin::Table { name: name.clone(), ..admin::Table::default() };
        let next_page_token = if names.len() > 1 { names[0].clone() } else { String::new() };
        let tables = names.iter().take(1).map(table).collect();
        Ok(vec![admin::ListTablesResponse { tables, next_page_token }.encode_to_vec()])
    }
}

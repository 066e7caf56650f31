//! A table of calls with one of the two keys: loads rows, and runs the query for one subscriber.

use rowkey::{KeyBatch, OwnedKey, Plan, ScanPlan};
use rowkey_store::{Store, Table, region_report};
use std::collections::BTreeSet;
use std::error::Error;

use crate::call::Call;
use common::{self, section};

/// A table of calls with the key type `K`.
pub struct Calls<K, S> {
    table: Table<K, S>,
    rows: usize,
    key_bytes: usize,
}

/// Stores all calls. The key holds the whole call, so the values are empty.
pub fn load<K, S>(store: S, what: &'static str, calls: &BTreeSet<Call>) -> Result<Calls<K, S>, Box<dyn Error>>
where
    S: Store,
    K: OwnedKey<EncodeError: Error> + for<'c> From<&'c Call>,
{
    let mut keys = KeyBatch::new();
    K::encode_batch(&calls.iter().map(K::from).collect::<Vec<_>>(), &mut keys)?;
    common::load(&store, what, keys.iter().map(|key| (key, [])))?;
    Ok(Calls { table: Table::new(store), rows: calls.len(), key_bytes: keys.as_bytes().len() })
}

impl<K: OwnedKey, S: Store> Calls<K, S> {
    pub fn bytes_per_key(&self) -> f64 {
        self.key_bytes as f64 / self.rows.max(1) as f64
    }

    pub fn regions(&self) -> Result<String, Box<dyn Error>> {
        Ok(common::regions(&region_report(self.table.store(), K::LAYOUT, K::SPLIT_KEYS)?))
    }
}

/// A query, and its expected result from a full scan.
pub struct Question {
    pub title: String,
    pub wanted: BTreeSet<Call>,
}

/// Prints the plan and how many rows it reads. Returns `true` if the result matches the full scan.
pub fn answer<K, S>(
    calls: &Calls<K, S>,
    which: &str,
    plan: &Plan<K>,
    question: &Question,
) -> Result<bool, Box<dyn Error>>
where
    S: Store,
    K: OwnedKey + TryInto<Call, Error: Error + 'static>,
{
    let mut rows = calls.table.scan(plan)?;
    let mut found = BTreeSet::new();
    for row in &mut rows {
        let (key, _) = row?;
        found.insert(key.try_into()?);
    }
    Ok(found_is_wanted(&found, rows.rows_read(), which, plan, question))
}

/// Prints the plan and the number of rows read. Returns `true` if the result matches the full scan.
pub fn found_is_wanted(
    found: &BTreeSet<Call>,
    rows_read: usize,
    which: &str,
    plan: &ScanPlan,
    question: &Question,
) -> bool {
    let right = *found == question.wanted;
    let verdict = if right { "matches a full scan" } else { "DIFFERS from a full scan" };
    let counts = format!("rows read {rows_read}, rows expected {}: {verdict}", question.wanted.len());
    section(&format!("{}, {which}", question.title), format!("{}\n\n{counts}", plan.explain()));
    right
}

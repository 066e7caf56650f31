//! A table of calls under keys of one kind: loads them, and answers for one subscriber.

use indicatif::ProgressBar;
use rowkey::{OwnedKey, ScanPlan};
use rowkey_store::{Batch, RedbStore, RegionReport, Store, Table, region_report};
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Display;

use crate::call::Call;

/// The calls under keys `K`.
pub struct Calls<K> {
    table: Table<K, RedbStore>,
    rows: usize,
    key_bytes: usize,
}

/// Stores all calls, so many in one transaction.
pub fn load<K>(store: RedbStore, calls: &BTreeSet<Call>, progress: ProgressBar) -> Result<Calls<K>, Box<dyn Error>>
where
    K: OwnedKey<EncodeError: Error> + for<'c> From<&'c Call>,
{
    let (mut batch, mut key_bytes) = (Batch::new(), 0);
    for call in progress.wrap_iter(calls.iter()) {
        let key: Vec<u8> = K::from(call).encode()?.into();
        key_bytes += key.len();
        // All there is to know of a call is in its key.
        batch.put(key, []);
        if batch.len() == BATCH {
            store.write(&batch)?;
            batch = Batch::new();
        }
    }
    store.write(&batch)?;
    Ok(Calls { table: Table::new(store), rows: calls.len(), key_bytes })
}

const BATCH: usize = 50_000;

impl<K: OwnedKey> Calls<K> {
    pub fn bytes_per_key(&self) -> f64 {
        self.key_bytes as f64 / self.rows.max(1) as f64
    }

    pub fn regions(&self) -> Result<RegionReport, Box<dyn Error>> {
        Ok(region_report(self.table.store(), K::SPLIT_KEYS)?)
    }
}

/// What is asked, and the calls that a plain filter finds.
pub struct Question {
    pub title: String,
    pub wanted: BTreeSet<Call>,
}

/// Prints the plan and what it reads; returns whether it finds what is wanted.
pub fn answer<K>(calls: &Calls<K>, which: &str, plan: ScanPlan, question: &Question) -> Result<bool, Box<dyn Error>>
where
    K: OwnedKey + TryInto<Call, Error: Error + 'static>,
{
    let mut rows = calls.table.scan(&plan)?;
    let mut found = BTreeSet::new();
    for row in &mut rows {
        let (key, _) = row?;
        found.insert(key.try_into()?);
    }
    let right = found == question.wanted;
    let verdict = if right { "what a plain filter finds" } else { "NOT what a plain filter finds" };
    let counts = format!("rows read {}, rows wanted {}: {verdict}", rows.rows_read(), question.wanted.len());
    section(&format!("{}, {which}", question.title), format!("{}\n\n{counts}", plan.explain()));
    Ok(right)
}

/// Text of several lines, set in below its title.
pub fn section(title: &str, text: impl Display) {
    println!("{title}");
    for line in text.to_string().lines() {
        println!("{}", format!("    {line}").trim_end());
    }
    println!();
}

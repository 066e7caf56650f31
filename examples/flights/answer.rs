//! Runs a query on a table, and compares the result with a full scan of the file.

use rowkey::{OwnedKey, Plan};
#[cfg(any(feature = "bigtable", feature = "slatedb"))]
use rowkey_store::{AsyncStore, AsyncTable};
use rowkey_store::{Store, Table};
use std::cmp::Reverse;
use std::error::Error;

use crate::departure::{Departure, Details};
use crate::records::{Record, Records};
use crate::report;
use common::section;

/// A query and its expected result.
pub struct Question<'r, K> {
    pub title: String,
    pub plan: Plan<K>,
    /// The matching rows of a full scan of the file, in key order.
    pub wanted: Vec<&'r Record>,
}

/// Returns the records that match `filter`, in the order in which a scan yields them: by the fields of the key, newest
/// first.
pub fn plain_filter(records: &Records, filter: impl Fn(&Departure) -> bool) -> Vec<&Record> {
    let mut found: Vec<_> = records.rows.iter().filter(|record| filter(&record.departure)).collect();
    found.sort_by_key(|record| {
        let Departure { tail, at, carrier, flight, origin } = &record.departure;
        (tail, Reverse(at), carrier, flight, origin)
    });
    found
}

/// The result of a query.
pub struct Answer {
    pub rows: Vec<(Departure, Details)>,
    read: usize,
    /// The number of rows in the ranges of the plan: the rows a scan reads if it never skips ahead.
    in_ranges: u64,
}

/// Runs a query on a table.
pub fn ask<K, S>(table: &Table<K, S>, plan: &Plan<K>) -> Result<Answer, Box<dyn Error>>
where
    K: OwnedKey + Into<Departure>,
    S: Store,
{
    let mut scan = table.scan(plan)?;
    let mut rows = Vec::new();
    for row in &mut scan {
        rows.push(departed(row?)?);
    }
    let in_ranges = plan.ranges().try_fold(0, |rows, range| Ok::<_, S::Error>(rows + table.store().count(range)?))?;
    Ok(Answer { rows, read: scan.rows_read(), in_ranges })
}

/// Runs a query on an async table.
#[cfg(any(feature = "bigtable", feature = "slatedb"))]
pub async fn ask_and_wait<K, S>(table: &AsyncTable<K, S>, plan: &Plan<K>) -> Result<Answer, Box<dyn Error>>
where
    K: OwnedKey + Into<Departure>,
    S: AsyncStore,
{
    let mut scan = table.scan(plan).await?;
    let mut rows = Vec::new();
    while let Some(row) = scan.next().await {
        rows.push(departed(row?)?);
    }
    let mut in_ranges = 0;
    for range in plan.ranges() {
        in_ranges += table.store().count(range).await?;
    }
    Ok(Answer { rows, read: scan.rows_read(), in_ranges })
}

/// Decodes a row as a departure.
fn departed((key, value): (impl Into<Departure>, Vec<u8>)) -> Result<(Departure, Details), Box<dyn Error>> {
    let departure: Departure = key.into();
    let details = Details::decode(&value).ok_or_else(|| format!("the value of {departure:?} is damaged"))?;
    Ok((departure, details))
}

impl Answer {
    /// Prints the plan and its rows. Returns `true` if they match the full scan.
    pub fn show<K>(&self, question: &Question<'_, K>) -> bool {
        let wanted = question.wanted.iter().map(|record| (&record.departure, &record.details));
        let right = self.rows.iter().map(|(departure, details)| (departure, details)).eq(wanted);
        let lines = self.rows.iter().take(SHOWN).map(|(departure, details)| report::row(departure, details) + "\n");
        let mut text = format!("{}\n\n{}", question.plan.explain(), lines.collect::<String>());
        if self.rows.len() > SHOWN {
            text += &format!("and {} more\n", self.rows.len() - SHOWN);
        }
        text += &format!("\n{}: ", self.counts());
        text += if right { "matches a full scan" } else { "DIFFERS from a full scan" };
        section(&question.title, text);
        right
    }

    /// Prints how many rows another engine read for the same query. Returns `true` if its rows match the first
    /// engine's.
    #[cfg(any(feature = "bigtable", feature = "hbase", feature = "slatedb"))]
    pub fn rows_are_those_of<K>(&self, engine: &str, question: &Question<'_, K>, other: &Self) -> bool {
        let same = self.rows == other.rows;
        let verdict = if same { "matches the redb table" } else { "DIFFERS from the redb table" };
        section(&format!("{}, from {engine}", question.title), format!("{}: {verdict}", self.counts()));
        same
    }

    pub fn counts(&self) -> String {
        format!("rows read {} of {} in the ranges, rows returned {}", self.read, self.in_ranges, self.rows.len())
    }
}

/// The maximum number of rows to print per query.
const SHOWN: usize = 10;

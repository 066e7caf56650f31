//! Answers a question from a table, and checks the answer against the file.

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

/// A question, and the answer that it must have.
pub struct Question<'r, K> {
    pub title: String,
    pub plan: Plan<K>,
    /// The rows that a plain filter over the file finds, in the order of the key.
    pub wanted: Vec<&'r Record>,
}

/// The records that `filter` takes, in the order in which a scan yields them: by the fields of the key, with the
/// newest first.
pub fn plain_filter(records: &Records, filter: impl Fn(&Departure) -> bool) -> Vec<&Record> {
    let mut found: Vec<_> = records.rows.iter().filter(|record| filter(&record.departure)).collect();
    found.sort_by_key(|record| {
        let Departure { tail, at, carrier, flight, origin } = &record.departure;
        (tail, Reverse(at), carrier, flight, origin)
    });
    found
}

/// The answer of a table.
pub struct Answer {
    pub rows: Vec<(Departure, Details)>,
    read: usize,
    /// How many rows a scan would read that knows of nothing but the ranges.
    in_ranges: u64,
}

/// Asks a table.
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

/// Asks a table whose rows are waited for.
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

/// A row as what it is about.
fn departed((key, value): (impl Into<Departure>, Vec<u8>)) -> Result<(Departure, Details), Box<dyn Error>> {
    let departure: Departure = key.into();
    let details = Details::decode(&value).ok_or_else(|| format!("the value of {departure:?} is damaged"))?;
    Ok((departure, details))
}

impl Answer {
    /// Prints the plan and the rows it finds; returns whether they are the wanted ones.
    pub fn show<K>(&self, question: &Question<'_, K>) -> bool {
        let wanted = question.wanted.iter().map(|record| (&record.departure, &record.details));
        let right = self.rows.iter().map(|(departure, details)| (departure, details)).eq(wanted);
        let lines = self.rows.iter().take(SHOWN).map(|(departure, details)| report::row(departure, details) + "\n");
        let mut text = format!("{}\n\n{}", question.plan.explain(), lines.collect::<String>());
        if self.rows.len() > SHOWN {
            text += &format!("and {} more\n", self.rows.len() - SHOWN);
        }
        text += &format!("\n{}: ", self.counts());
        text += if right { "what a plain filter finds" } else { "NOT what a plain filter finds" };
        section(&question.title, text);
        right
    }

    /// Prints what it took an engine to find the rows; returns whether they are those of another answer to the question.
    #[cfg(any(feature = "bigtable", feature = "hbase", feature = "slatedb"))]
    pub fn rows_are_those_of<K>(&self, engine: &str, question: &Question<'_, K>, other: &Self) -> bool {
        let same = self.rows == other.rows;
        let verdict = if same { "the rows of the database" } else { "NOT the rows of the database" };
        section(&format!("{}, from {engine}", question.title), format!("{}: {verdict}", self.counts()));
        same
    }

    pub fn counts(&self) -> String {
        format!("rows read {} of {} in the ranges, rows returned {}", self.read, self.in_ranges, self.rows.len())
    }
}

/// How many rows of an answer are printed.
const SHOWN: usize = 10;

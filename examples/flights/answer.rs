//! Answers a question from the table, and checks the answer against the file.

use rowkey::{OwnedKey, ScanPlan};
use rowkey_store::{Direction, Reader, RedbStore, Store, Table};
use std::cmp::Reverse;
use std::error::Error;

use crate::departure::{Departure, Details};
use crate::records::{Record, Records};
use crate::report;

/// What is asked, and what the answer must be.
pub struct Question<'r> {
    pub title: String,
    pub plan: ScanPlan,
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

/// Prints the plan and the rows it finds; returns whether they are the wanted ones.
pub fn answer<K>(table: &Table<K, RedbStore>, question: &Question<'_>) -> Result<bool, Box<dyn Error>>
where
    K: OwnedKey + Into<Departure>,
{
    let mut rows = table.scan(&question.plan)?;
    let mut found = Vec::new();
    for row in &mut rows {
        let (key, value) = row?;
        let departure: Departure = key.into();
        let details = Details::decode(&value).ok_or_else(|| format!("the value of {departure:?} is damaged"))?;
        found.push((departure, details));
    }

    let wanted = question.wanted.iter().map(|record| (&record.departure, &record.details));
    let right = found.iter().map(|(departure, details)| (departure, details)).eq(wanted);
    let lines = found.iter().take(SHOWN).map(|(departure, details)| report::row(departure, details) + "\n");
    let mut text = format!("{}\n\n{}", question.plan.explain(), lines.collect::<String>());
    if found.len() > SHOWN {
        text += &format!("and {} more\n", found.len() - SHOWN);
    }
    let (read, in_ranges) = (rows.rows_read(), rows_in_ranges(table.store(), &question.plan)?);
    text += &format!("\nrows read {read} of {in_ranges} in the ranges, rows returned {}: ", rows.rows_returned());
    text += if right { "what a plain filter finds" } else { "NOT what a plain filter finds" };
    report::section(&question.title, text);
    Ok(right)
}

/// How many rows a scan would read that knows of nothing but the ranges.
fn rows_in_ranges(store: &RedbStore, plan: &ScanPlan) -> Result<usize, Box<dyn Error>> {
    let reader = store.reader()?;
    let mut count = 0;
    for row in plan.ranges().flat_map(|range| reader.scan(range, Direction::Forward)) {
        row?;
        count += 1;
    }
    Ok(count)
}

/// How many rows of an answer are printed.
const SHOWN: usize = 10;

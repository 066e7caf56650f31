//! Answers a question from the table, and checks the answer against the file.

use rowkey::ScanPlan;
use rowkey_store::{RedbStore, Table};
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
pub fn answer(table: &Table<Departure, RedbStore>, question: &Question<'_>) -> Result<bool, Box<dyn Error>> {
    let mut rows = table.scan(&question.plan)?;
    let mut found = Vec::new();
    for row in &mut rows {
        let (departure, value) = row?;
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
    text += &format!("\nrows read {}, rows wanted {}: ", rows.rows_read(), question.wanted.len());
    text += if right { "what a plain filter finds" } else { "NOT what a plain filter finds" };
    report::section(&question.title, text);
    Ok(right)
}

/// How many rows of an answer are printed.
const SHOWN: usize = 10;

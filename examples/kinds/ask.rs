//! Stores the rows and runs queries.

use rowkey::{Plan, RowKey};
use rowkey_store::{Store, Table};
use std::collections::BTreeMap;
use std::error::Error;

use crate::keys::{Kinds, Site, Thread};
use crate::rows;

/// The result of a query, and whether it matches a full scan of the rows.
pub struct Answer {
    pub title: &'static str,
    pub text: String,
    pub is_right: bool,
}

/// Returns the result of the comparison as text.
pub fn verdict(is_right: bool) -> &'static str {
    if is_right { "matches a full scan" } else { "DIFFERS from a full scan" }
}

/// Stores all rows in one table, each with the key of its record type.
pub fn load<S: Store>(store: &S) -> Result<(), Box<dyn Error>> {
    Table::<Site, _>::new(store).put_all(rows::site())?;
    Table::<Thread, _>::new(store).put_all(rows::threads())?;
    Ok(())
}

/// Runs all queries on a table that holds the rows.
pub fn all<S: Store>(store: &S) -> Result<Vec<Answer>, Box<dyn Error>> {
    let (site, threads) = (Rows::new(store, rows::site())?, Rows::new(store, rows::threads())?);
    let page = Thread::scan().thread(7).post(1..=2).plan()?;
    let newest = Site::scan_thread().board("rust").limit(2).plan()?;
    let of_post = Thread::scan_reaction().thread(7).post(1).plan()?;
    let of_thread = Thread::scan_reaction().thread(7).plan()?;
    Ok(vec![
        threads.ask("Two posts of a thread with their comments and reactions, in one scan", &page, |key| {
            matches!(key, Thread::Post { thread: 7, post: 1..=2 })
                || matches!(key, Thread::Comment { thread: 7, post: 1..=2, .. })
                || matches!(key, Thread::Reaction { thread: 7, post: 1..=2, .. })
        })?,
        threads.ask("One record type: the reactions to a post", &of_post, |key| {
            matches!(key, Thread::Reaction { thread: 7, post: 1, .. })
        })?,
        threads.ask(
            "The reactions to all posts of a thread, between rows of other record types",
            &of_thread,
            |key| matches!(key, Thread::Reaction { thread: 7, .. }),
        )?,
        site.ask(
            "The two newest threads of a board",
            &newest,
            |key| matches!(key, Site::Thread { board, .. } if board == "rust"),
        )?,
        site.count("Site rows by record type", &Site::scan().plan()?)?,
        threads.count("Thread rows by record type", &Thread::scan().plan()?)?,
    ])
}

/// The rows of an enum in a table, and the same rows in memory.
struct Rows<'s, K, S> {
    table: Table<K, &'s S>,
    /// The rows in key order.
    rows: Vec<(K, &'static str)>,
}

impl<'s, K: Kinds, S: Store> Rows<'s, K, S> {
    fn new(store: &'s S, rows: Vec<(K, &'static str)>) -> Result<Self, Box<dyn Error>> {
        let mut by_key = BTreeMap::new();
        for row in rows {
            by_key.insert(Vec::from(row.0.encode().map_err(|error| error.to_string())?.as_ref()), row);
        }
        Ok(Self { table: Table::new(store), rows: by_key.into_values().collect() })
    }

    /// Runs a plan and returns its rows.
    fn ask(
        &self,
        title: &'static str,
        plan: &Plan<K>,
        is_wanted: impl Fn(&K) -> bool,
    ) -> Result<Answer, Box<dyn Error>> {
        let wanted = self.rows.iter().filter(|(key, _)| is_wanted(key)).take(plan.row_limit().unwrap_or(usize::MAX));
        let mut wanted = wanted.map(|(key, value)| (key, value.as_bytes()));
        let mut text = format!("{}\n\n", plan.explain());
        let (mut scan, mut is_right) = (self.table.scan(plan)?, true);
        for row in &mut scan {
            let (key, value) = row?;
            is_right &= wanted.next() == Some((&key, &value[..]));
            text += &format!("{key:?}: {}\n", String::from_utf8_lossy(&value));
        }
        is_right &= wanted.next().is_none();
        text +=
            &format!("rows read {}, rows returned {}: {}", scan.rows_read(), scan.rows_returned(), verdict(is_right));
        Ok(Answer { title, text, is_right })
    }

    /// Runs a plan and counts the rows of each record type.
    fn count(&self, title: &'static str, plan: &Plan<K>) -> Result<Answer, Box<dyn Error>> {
        let (mut counts, mut wanted) = (BTreeMap::new(), BTreeMap::new());
        for key in self.table.keys(plan)? {
            *counts.entry(key?.kind()).or_insert(0) += 1;
        }
        for (key, _) in &self.rows {
            *wanted.entry(key.kind()).or_insert(0) += 1;
        }
        let is_right = counts == wanted;
        let counts: String = counts.iter().map(|(kind, count)| format!("{kind} {count}\n")).collect();
        Ok(Answer { title, text: counts + verdict(is_right), is_right })
    }
}

//! Stores the rows, and asks for some of them.

use rowkey::{Plan, RowKey};
use rowkey_store::{Store, Table};
use std::collections::BTreeMap;
use std::error::Error;

use crate::keys::{Kinds, Site, Thread};
use crate::rows;

/// The answer of a table to a question; `true` beside it if a plain filter over the rows finds the same.
pub struct Answer {
    pub title: &'static str,
    pub text: String,
    pub is_right: bool,
}

/// The verdict on an answer, in words.
pub fn verdict(is_right: bool) -> &'static str {
    if is_right { "what a plain filter finds" } else { "NOT what a plain filter finds" }
}

/// Stores all rows in one table, each under its kind of key.
pub fn load<S: Store>(store: &S) -> Result<(), Box<dyn Error>> {
    Table::<Site, _>::new(store).put_all(rows::site())?;
    Table::<Thread, _>::new(store).put_all(rows::threads())?;
    Ok(())
}

/// Asks a table that holds the rows.
pub fn all<S: Store>(store: &S) -> Result<Vec<Answer>, Box<dyn Error>> {
    let (site, threads) = (Rows::new(store, rows::site())?, Rows::new(store, rows::threads())?);
    let page = Thread::scan().thread(7).post(1..=2).plan()?;
    let newest = Site::scan_thread().board("rust").limit(2).plan()?;
    let of_post = Thread::scan_reaction().thread(7).post(1).plan()?;
    let of_thread = Thread::scan_reaction().thread(7).plan()?;
    Ok(vec![
        threads.ask("Two posts of a thread and all that belongs to them, by one scan", &page, |key| {
            matches!(key, Thread::Post { thread: 7, post: 1..=2 })
                || matches!(key, Thread::Comment { thread: 7, post: 1..=2, .. })
                || matches!(key, Thread::Reaction { thread: 7, post: 1..=2, .. })
        })?,
        threads.ask("One kind alone: the reactions to a post", &of_post, |key| {
            matches!(key, Thread::Reaction { thread: 7, post: 1, .. })
        })?,
        threads.ask("The reactions to all posts of a thread, among which other kinds lie", &of_thread, |key| {
            matches!(key, Thread::Reaction { thread: 7, .. })
        })?,
        site.ask(
            "The two newest threads of a board",
            &newest,
            |key| matches!(key, Site::Thread { board, .. } if board == "rust"),
        )?,
        site.count("The rows of the site by kind", &Site::scan().plan()?)?,
        threads.count("The rows of all threads by kind", &Thread::scan().plan()?)?,
    ])
}

/// The rows of an enum's kinds in a table, beside the same rows in memory.
struct Rows<'s, K, S> {
    table: Table<K, &'s S>,
    /// In the order of their keys.
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

    /// Answers with the rows of a plan.
    fn ask(
        &self,
        title: &'static str,
        plan: &Plan<K>,
        is_wanted: impl Fn(&K) -> bool,
    ) -> Result<Answer, Box<dyn Error>> {
        let wanted = self.rows.iter().filter(|(key, _)| is_wanted(key)).take(plan.limit().unwrap_or(usize::MAX));
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

    /// Answers with the number of rows of each kind.
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

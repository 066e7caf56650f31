//! A plan as lines for the HBase shell.

use crate::bytes::{KeyRange, to_string_binary};
use crate::hbase::{NameError, check_table};
use crate::scan::plan::ScanPlan;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl ScanPlan {
    /// The plan as lines to paste into the HBase shell: one `scan` per range, the last range first if the plan
    /// [is reversed](ScanPlan::is_reversed). Bytes stand in double quotes, where Ruby makes a byte of `\xHH`; `scan` takes
    /// these bytes as they are, unlike `create`, which reads `\xHH` itself.
    ///
    /// `LIMIT` is the plan's [limit](ScanPlan::limit), and each line has all of it: the plan's rows are the first of those
    /// of all lines together, in the order of their keys without the salt. A reversed scan of HBase takes the row of
    /// `STARTROW` in and leaves that of `STOPROW` out, so a filter of the line sets it right.
    ///
    /// If the plan [is not exact](ScanPlan::is_exact), a line of comment says what is left to check. There is no `LIMIT`
    /// then, because HBase would count rows that the check leaves out, and the filter of [`fuzzy`](ScanPlan::fuzzy) leaves
    /// most of them in the region servers, if it can be had and the plan is not reversed.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// /// Commands for whoever looks at the table: `scan 'calls', {STARTROW => "\x031336", STOPROW => "\x031337"}`
    /// fn commands(plan: &ScanPlan) -> String {
    ///     plan.shell_scan("calls").unwrap_or_else(|error| format!("# {error}\n"))
    /// }
    /// ```
    ///
    /// # Errors
    /// [`NameError`] if HBase does not take the name of the table.
    pub fn shell_scan(&self, table: &str) -> Result<String, NameError> {
        check_table(table)?;
        let fuzzy = if self.is_exact() { None } else { self.fuzzy() };
        if self.count() == 0 || self.limit() == Some(0) || fuzzy.as_ref().is_some_and(Vec::is_empty) {
            return Ok("# this scan has no rows\n".to_string());
        }
        // In reverse, the filter of HBase 2.6 passes over rows that match.
        let fuzzy = fuzzy.filter(|pairs| !self.reversed && pairs.iter().all(|(_, mask)| mask.contains(&0)));
        let limit = self.limit().filter(|&limit| self.is_exact() && i32::try_from(limit).is_ok());
        let scan = |range: KeyRange| {
            let mut options = if self.reversed { downward(&range) } else { upward(&range) };
            options.extend(fuzzy.as_ref().map(|_| "FILTER => rows".to_string()));
            options.extend(limit.map(|limit| format!("LIMIT => {limit}")));
            match &*options {
                [] => format!("scan '{table}'\n"),
                options => format!("scan '{table}', {{{}}}\n", options.join(", ")),
            }
        };
        let mut scans: Vec<String> = self.ranges().map(scan).collect();
        if self.reversed {
            scans.reverse();
        }
        let check = if self.is_exact() { String::new() } else { self.check_comment() };
        let rows = fuzzy.as_ref().map(|pairs| format!("rows = {}\n", fuzzy_row_filter(pairs)));
        Ok(check + &rows.unwrap_or_default() + &scans.concat())
    }

    /// The checks that are left, as lines of comment.
    fn check_comment(&self) -> String {
        let checks: Vec<String> = self.explain().filters().iter().map(ToString::to_string).collect();
        // The text of a value may hold the end of a line, which would end the comment.
        let escape = |char: char| if char.is_control() { char.escape_default().to_string() } else { char.to_string() };
        let checks: String = checks.join(", ").chars().map(escape).collect();
        let limit = self.limit().map(|limit| format!("# at most {limit} of those that pass are wanted\n"));
        format!("# the rows of these ranges are to be checked: {checks}\n{}", limit.unwrap_or_default())
    }
}

/// The options of a scan from the start of a range to its stop.
fn upward(range: &KeyRange) -> Vec<String> {
    let start = Some(range.start()).filter(|start| !start.is_empty());
    let start = start.map(|start| format!("STARTROW => {}", quoted(start)));
    let stop = range.stop().map(|stop| format!("STOPROW => {}", quoted(stop)));
    start.into_iter().chain(stop).collect()
}

/// The options of a scan from just below the stop of a range down to its start, this included.
fn downward(range: &KeyRange) -> Vec<String> {
    // In the text of a filter, a quote is doubled.
    let filter = |before: &str, row: &[u8]| {
        let row = row.iter().flat_map(|&byte| [byte; 2].into_iter().take(1 + usize::from(byte == b'\'')));
        before.bytes().chain(row).chain(*b"')").collect::<Vec<u8>>()
    };
    let below_stop = range.stop().map(|stop| filter("RowFilter(<, 'binary:", stop));
    let from_start = Some(range.start()).filter(|start| !start.is_empty());
    let from_start = from_start.map(|start| filter("InclusiveStopFilter('", start));
    let filters: Vec<Vec<u8>> = below_stop.into_iter().chain(from_start).collect();

    let stop = range.stop().map(|stop| format!("STARTROW => {}", quoted(stop)));
    let mut options: Vec<String> = stop.into_iter().chain(["REVERSED => true".to_string()]).collect();
    if !filters.is_empty() {
        options.push(format!("FILTER => {}", quoted(&filters.join(&b" AND "[..]))));
    }
    options
}

/// The Ruby that makes HBase's filter of pairs of a pattern and a mask.
fn fuzzy_row_filter(pairs: &[(Vec<u8>, Vec<u8>)]) -> String {
    let pair = |(pattern, mask): &(Vec<u8>, Vec<u8>)| {
        let [pattern, mask] = [pattern, mask].map(|bytes| format!("{}.to_java_bytes", quoted(bytes)));
        format!("org.apache.hadoop.hbase.util.Pair.new({pattern}, {mask})")
    };
    let pairs: Vec<String> = pairs.iter().map(pair).collect();
    format!("org.apache.hadoop.hbase.filter.FuzzyRowFilter.new([{}])", pairs.join(", "))
}

/// Bytes as a string of Ruby in double quotes, in which `#` would begin code.
fn quoted(bytes: &[u8]) -> String {
    format!("\"{}\"", to_string_binary(bytes).replace('"', "\\x22").replace('#', "\\x23"))
}

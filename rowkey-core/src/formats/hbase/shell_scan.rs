//! A plan as commands for the HBase shell.

use super::{NameError, check_table};
use crate::bytes::{KeyRange, to_string_binary};
use crate::scan::plan::ScanPlan;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl ScanPlan {
    /// Returns the plan as commands to paste into the HBase shell: one `scan` per range, the last range first if the
    /// plan [is reversed](ScanPlan::is_reversed). Bytes are in double quotes, where Ruby turns `\xHH` into a byte.
    /// `scan` takes these bytes unchanged, whereas `create` parses `\xHH` itself.
    ///
    /// `LIMIT` is the plan's [limit](ScanPlan::row_limit). Every command has the whole limit, so together the commands can
    /// return more rows than the plan. The plan's rows are the first of them, in the order of their keys without the
    /// salt. A reversed HBase scan includes `STARTROW` and excludes `STOPROW`, so each command corrects that with a
    /// filter.
    ///
    /// If the plan [is not exact](ScanPlan::is_exact), a comment lists the filters. The commands then have no `LIMIT`,
    /// because HBase would also count the rows that the filters drop. If the plan is not reversed and
    /// [`fuzzy`](ScanPlan::fuzzy) returns patterns, the commands use them, so the region servers drop most of these
    /// rows.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// /// Commands such as `scan 'calls', {STARTROW => "\x031336", STOPROW => "\x031337"}`.
    /// fn commands(plan: &ScanPlan) -> String {
    ///     plan.shell_scan("calls").unwrap_or_else(|error| format!("# {error}\n"))
    /// }
    /// ```
    ///
    /// # Errors
    /// [`NameError`] if HBase does not allow the name of the table.
    pub fn shell_scan(&self, table: &str) -> Result<String, NameError> {
        check_table(table)?;
        let fuzzy = if self.is_exact() { None } else { self.fuzzy() };
        if self.ranges().next().is_none() || self.row_limit() == Some(0) || fuzzy.as_ref().is_some_and(Vec::is_empty) {
            return Ok("# this scan returns no rows\n".to_string());
        }
        // In a reversed scan, the filter of HBase 2.6 skips rows that match.
        let fuzzy = fuzzy.filter(|pairs| !self.is_reversed() && pairs.iter().all(|(_, mask)| mask.contains(&0)));
        let limit = self.row_limit().filter(|&limit| self.is_exact() && i32::try_from(limit).is_ok());
        let scan = |range: KeyRange| {
            let mut options = if self.is_reversed() { downward(&range) } else { upward(&range) };
            options.extend(fuzzy.as_ref().map(|_| "FILTER => rows".to_string()));
            options.extend(limit.map(|limit| format!("LIMIT => {limit}")));
            match &*options {
                [] => format!("scan '{table}'\n"),
                options => format!("scan '{table}', {{{}}}\n", options.join(", ")),
            }
        };
        let mut scans: Vec<String> = self.ranges().map(scan).collect();
        if self.is_reversed() {
            scans.reverse();
        }
        let check = if self.is_exact() { String::new() } else { self.check_comment() };
        let rows = fuzzy.as_ref().map(|pairs| format!("rows = {}\n", fuzzy_row_filter(pairs)));
        Ok(check + &rows.unwrap_or_default() + &scans.concat())
    }

    /// Returns the filters as a comment.
    fn check_comment(&self) -> String {
        let checks: Vec<String> = self.explain().filters().iter().map(ToString::to_string).collect();
        // A value may contain a newline, which would end the comment.
        let escape = |char: char| if char.is_control() { char.escape_default().to_string() } else { char.to_string() };
        let checks: String = checks.join(", ").chars().map(escape).collect();
        let limit = self.row_limit().map(|limit| format!("# stop after {limit} matching rows\n"));
        format!("# these ranges also contain other rows, keep only: {checks}\n{}", limit.unwrap_or_default())
    }
}

/// Returns the options of a scan from the start of a range to its stop.
fn upward(range: &KeyRange) -> Vec<String> {
    let start = Some(range.start()).filter(|start| !start.is_empty());
    let start = start.map(|start| format!("STARTROW => {}", quoted(start)));
    let stop = range.stop().map(|stop| format!("STOPROW => {}", quoted(stop)));
    start.into_iter().chain(stop).collect()
}

/// Returns the options of a scan from just below the stop of a range down to its start, which is included.
fn downward(range: &KeyRange) -> Vec<String> {
    // The text of a filter doubles each quote.
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

/// Returns the Ruby expression for HBase's fuzzy filter, from pairs of a pattern and a mask.
fn fuzzy_row_filter(pairs: &[(Vec<u8>, Vec<u8>)]) -> String {
    let pair = |(pattern, mask): &(Vec<u8>, Vec<u8>)| {
        let [pattern, mask] = [pattern, mask].map(|bytes| format!("{}.to_java_bytes", quoted(bytes)));
        format!("org.apache.hadoop.hbase.util.Pair.new({pattern}, {mask})")
    };
    let pairs: Vec<String> = pairs.iter().map(pair).collect();
    format!("org.apache.hadoop.hbase.filter.FuzzyRowFilter.new([{}])", pairs.join(", "))
}

/// Returns bytes as a Ruby string in double quotes. It escapes `#`, which could begin an interpolation.
fn quoted(bytes: &[u8]) -> String {
    format!("\"{}\"", to_string_binary(bytes).replace('"', "\\x22").replace('#', "\\x23"))
}

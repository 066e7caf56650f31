//! A plan as SQL conditions over an HBase table.

use crate::bytes::{KeyRange, to_short_string_binary};
use crate::scan::plan::ScanPlan;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;
use thiserror::Error;

/// The column with the HBase row keys in SQL. It also determines the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SqlKey {
    /// A Hive `STRING`, mapped as `:key`. Its constants are text, so a bound must be UTF-8.
    HiveString,
    /// A Hive `BINARY`, mapped as `:key#b`. Hive's HBase handler does not support constants of this type, and fails if
    /// Hive pushes a comparison down to it. Let Hive compare the keys with `SET hive.optimize.ppd.storage=false`.
    HiveBinary,
    /// A Phoenix `VARBINARY` or `VARCHAR` that is the whole primary key, ascending. The table must not have
    /// `SALT_BUCKETS`, because Phoenix hides the byte of its own salt.
    Phoenix,
}

/// The reason why a plan cannot be written as SQL. A retry does not help.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SqlError {
    /// The plan has filters, so its ranges also contain rows that do not match. Remove the filters from the scan, then
    /// check the rows in SQL or in your program.
    #[error("expected a plan without filters, found a plan for `{key}` with the filters: {checks}")]
    Inexact {
        /// The name of the struct.
        key: &'static str,
        /// The filters, as [`explain`](ScanPlan::explain) shows them.
        checks: String,
    },
    /// A bound is not UTF-8, so Hive cannot compare it with a `STRING`. Map the key as `BINARY`.
    #[error("expected UTF-8 bounds for a Hive `STRING`, found `{bound}`")]
    NotText {
        /// The bound, as the HBase shell shows it.
        bound: String,
    },
}

impl ScanPlan {
    /// Returns the plan as conditions for `WHERE`, one per range. Each row of the scan meets exactly one of them.
    /// `column` is the name of the row key's column in the statement.
    ///
    /// For Phoenix, join all conditions with `OR`. [Hive's
    /// handler](https://cwiki.apache.org/confluence/display/Hive/HBaseIntegration) gives HBase a start and a stop only
    /// if the condition is one range, and reads the whole table for an `OR`. For Hive, write a `SELECT` for each
    /// condition, and join them with `UNION ALL`. If the list is empty, no row matches. The conditions contain neither
    /// the plan's [limit](ScanPlan::row_limit) nor its [direction](ScanPlan::is_reversed).
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use rowkey::hbase::{SqlError, SqlKey};
    ///
    /// fn hive(plan: &ScanPlan) -> Result<String, SqlError> {
    ///     let conditions = plan.sql("key", SqlKey::HiveString)?; // key >= '00020200406' AND key < '00020200407'
    ///     let select = |condition: &String| format!("SELECT * FROM logs WHERE {condition}");
    ///     Ok(conditions.iter().map(select).collect::<Vec<_>>().join("\nUNION ALL\n"))
    /// }
    ///
    /// fn phoenix(plan: &ScanPlan) -> Result<String, SqlError> {
    ///     Ok(format!("SELECT * FROM logs WHERE {}", plan.sql("pk", SqlKey::Phoenix)?.join(" OR ")))
    /// }
    /// ```
    ///
    /// A bound of printable ASCII is written in quotes, unless it contains `'`, `\`, `;`, or `$`, which SQL or a shell
    /// treats specially. [Hive](https://hive.apache.org/docs/latest/literals_27829682) and Phoenix escape these
    /// characters differently, so such a bound is written in hex, like any other bytes. In
    /// [Hive](https://cwiki.apache.org/confluence/display/Hive/LanguageManual+UDF), `unhex('..')` gives a `BINARY`,
    /// with a cast if the column is a `STRING`. In
    /// [Phoenix](https://phoenix.apache.org/language/functions.html#decode), `DECODE('..', 'HEX')` gives a `VARBINARY`.
    /// Hive compares bytes only if both sides have the same type, so every bound of a `BINARY` is in hex.
    ///
    /// # Errors
    /// [`SqlError::Inexact`] if the plan [is not exact](ScanPlan::is_exact), [`SqlError::NotText`] for
    /// [`SqlKey::HiveString`].
    pub fn sql(&self, column: &str, key: SqlKey) -> Result<Vec<String>, SqlError> {
        if !self.is_exact() {
            let checks: Vec<String> = self.explain().filters().iter().map(ToString::to_string).collect();
            return Err(SqlError::Inexact { key: self.layout().name(), checks: checks.join(", ") });
        }
        self.ranges().map(|range| condition(&range, column, key)).collect()
    }
}

fn condition(range: &KeyRange, column: &str, key: SqlKey) -> Result<String, SqlError> {
    let start = Some(range.start()).filter(|start| !start.is_empty()).map(|start| literal(start, key)).transpose()?;
    // In Phoenix, a `VARCHAR` never equals a `VARBINARY`, so only a text in quotes is compared with `=`.
    if let (Some(one), Some([key @ .., 0])) = (&start, range.stop()) {
        if key == range.start() && one.starts_with('\'') {
            return Ok(format!("{column} = {one}"));
        }
    }
    let stop = range.stop().map(|stop| literal(stop, key)).transpose()?;
    Ok(match (start, stop) {
        (None, None) => format!("{column} IS NOT NULL"),
        (Some(start), None) => format!("{column} >= {start}"),
        (None, Some(stop)) => format!("{column} < {stop}"),
        (Some(start), Some(stop)) => format!("{column} >= {start} AND {column} < {stop}"),
    })
}

/// Returns a bound as a constant of the column's type.
fn literal(bound: &[u8], key: SqlKey) -> Result<String, SqlError> {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'\'' | b'\\' | b';' | b'$');
    let text = core::str::from_utf8(bound);
    match (key, text) {
        (SqlKey::HiveString | SqlKey::Phoenix, Ok(text)) if bound.iter().all(is_plain) => {
            return Ok(format!("'{text}'"));
        }
        (SqlKey::HiveString, Err(_)) => return Err(SqlError::NotText { bound: to_short_string_binary(bound) }),
        _ => {}
    }
    let hex = bound.iter().fold(String::with_capacity(2 * bound.len()), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02X}");
        hex
    });
    Ok(match key {
        SqlKey::HiveString => format!("CAST(unhex('{hex}') AS STRING)"),
        SqlKey::HiveBinary => format!("unhex('{hex}')"),
        SqlKey::Phoenix => format!("DECODE('{hex}', 'HEX')"),
    })
}

//! A plan as conditions of SQL over HBase.

use crate::bytes::{KeyRange, to_short_string_binary};
use crate::scan::plan::ScanPlan;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;
use thiserror::Error;

/// The column that holds the row keys of HBase in SQL, and so the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SqlKey {
    /// A `STRING` of Hive, mapped as `:key`. Its constants are text: a bound that is not UTF-8 cannot be written.
    HiveString,
    /// A `BINARY` of Hive, mapped as `:key#b`. Hive's handler for HBase does not know constants of this type, and fails if it takes
    /// over a comparison with one: let Hive compare the keys, by `SET hive.optimize.ppd.storage=false`.
    HiveBinary,
    /// A `VARBINARY` or `VARCHAR` of Phoenix that is the whole primary key, ascending, of a table without `SALT_BUCKETS`:
    /// Phoenix hides the byte of its own salt.
    Phoenix,
}

/// The reason why a plan cannot be said in SQL.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SqlError {
    /// A condition of ranges would also hold for rows that are not rows of the scan.
    #[error("expected a plan that its ranges decide, found one of `{key}` whose rows are to be checked: {checks}")]
    Inexact {
        /// The name of the struct.
        key: &'static str,
        /// The checks that are left, as [`explain`](ScanPlan::explain) says them.
        checks: String,
    },
    /// A `STRING` of Hive cannot be compared with bytes that are not UTF-8.
    #[error("expected bounds of UTF-8 for a `STRING` of Hive, found `{bound}`")]
    NotText {
        /// The bound, as the HBase shell shows it.
        bound: String,
    },
}

impl ScanPlan {
    /// The plan as conditions for `WHERE`, one per range: a row of the scan meets exactly one of them. `column` is the
    /// column of the row key, as the statement writes it.
    ///
    /// Phoenix takes all of them at once, joined by `OR`.
    /// [Hive's handler](https://cwiki.apache.org/confluence/display/Hive/HBaseIntegration) gives HBase a start and a stop
    /// only if the condition is one range, and reads the whole table for an `OR`: give each condition its own `SELECT`,
    /// joined by `UNION ALL`. No condition at all means no row. The plan's [limit](ScanPlan::limit) and
    /// [direction](ScanPlan::is_reversed) are not part of a condition.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use rowkey::scan::{SqlError, SqlKey};
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
    /// A bound of printable ASCII stands in quotes, unless it has a character that is read otherwise there, or by a shell
    /// (`'`, `\`, `;`, `$`): [Hive](https://hive.apache.org/docs/latest/literals_27829682) and Phoenix escape these each in
    /// its own way. Any other bound stands in hex: `unhex('..')` gives a `BINARY` in
    /// [Hive](https://cwiki.apache.org/confluence/display/Hive/LanguageManual+UDF), cast if the column is a `STRING`, and
    /// `DECODE('..', 'HEX')` a `VARBINARY` in [Phoenix](https://phoenix.apache.org/language/functions.html#decode). Hive
    /// compares bytes only if both sides have one type, so every bound of a `BINARY` stands in hex.
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
    // Phoenix says that no `VARCHAR` equals a `VARBINARY`, so only a text in quotes is compared by `=`.
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

/// A bound as a constant of the column's type.
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

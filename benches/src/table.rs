//! Tables in README files: commands write them, and compare them with new results.

use std::error::Error;
use std::fs;
use std::path::Path;

/// The argument that makes a command write its table. Without it, the command compares.
pub const WRITE: &str = "--write";

/// The last line of each table.
const END: &str = "<!-- end -->";

/// A table between the lines `<!-- written by COMMAND --write -->` and `<!-- end -->` of a file.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The file.
    pub file: &'a str,
    /// The command.
    pub command: &'a str,
}

impl Shown<'_> {
    /// Writes the table into the file if the program runs with `--write`. Otherwise, returns a line for each difference
    /// between the table and what the file shows.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has no such table.
    pub fn settle(self, table: &str, same: fn(&[&str], &[&str]) -> bool) -> Result<Vec<String>, Box<dyn Error>> {
        let Self { file, command } = self;
        let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let begin = format!("<!-- written by {command} {WRITE} -->\n");
        let parts = text.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(END)?)));
        let (before, (shown, after)) = parts.ok_or_else(|| format!("{file}: expected the line {begin}"))?;
        if std::env::args().any(|argument| argument == WRITE) {
            fs::write(file, [before, &begin, table, END, after].concat())?;
            return Ok(Vec::new());
        }
        let file = Path::new(file).canonicalize()?;
        let differences = differences(shown, table, same).into_iter();
        let told = |difference| format!("{}: {difference}: run `{command} {WRITE}`", file.display());
        Ok(differences.map(told).collect())
    }
}

/// Returns the rows that differ: those for which `same` is `false`. It takes the cells shown and the cells found.
fn differences(shown: &str, found: &str, same: fn(&[&str], &[&str]) -> bool) -> Vec<String> {
    let (shown, found): (Vec<&str>, Vec<&str>) = (shown.lines().collect(), found.lines().collect());
    let rows = (0..shown.len().max(found.len())).map(|row| [&shown, &found].map(|lines| lines.get(row).copied()));
    let differ = |[shown, found]: [Option<&str>; 2]| match (shown, found) {
        (Some(shown), Some(found)) if same(&cells(shown), &cells(found)) => None,
        (shown, found) => Some(format!("expected `{}`, found `{}`", shown.unwrap_or(""), found.unwrap_or(""))),
    };
    rows.filter_map(differ).collect()
}

fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// Compares tables of times, which differ in every run. Requires the same rows and columns, and a number for each
/// number.
pub fn same_shape(shown: &[&str], found: &[&str]) -> bool {
    fn shape(cell: &str) -> String {
        let words = cell.split(' ').map(|word| if word.parse::<f64>().is_ok() { "0" } else { word });
        words.collect::<Vec<_>>().join(" ")
    }
    let same_cell = |(shown, found): (&&str, &&str)| shape(shown) == shape(found);
    shown.len() == found.len() && shown[0] == found[0] && shown[1..].iter().zip(&found[1..]).all(same_cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_differ_and_rows_do_not() {
        let shown = "| | ns |\n|---|---:|\n| ours | 1.5 / - |\n";
        assert!(differences(shown, "| | ns |\n|---|---:|\n| ours | 2.5 / - |\n", same_shape).is_empty());
        for found in [
            "| | ns |\n|---|---:|\n| other | 1.5 / - |\n",
            "| | ns |\n|---|---:|\n| ours | 1.5 / 2 |\n",
            "| | ns |\n|---|---:|\n",
            "| | ns |\n|---|---:|\n| ours | 1.5 / - | 1 |\n",
            "| | ms |\n|---|---:|\n| ours | 1.5 / - |\n",
        ] {
            assert_eq!(differences(shown, found, same_shape).len(), 1, "{found}");
        }
    }
}

//! The rows of a vector file, and the count of what became of them.

use super::super::reader;
use rowkey::OwnedKey;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

/// One line of a file: cells by the name of their column.
pub struct Row {
    /// Its id, or the number of its line.
    name: String,
    cells: BTreeMap<String, String>,
}

impl Row {
    #[track_caller]
    pub fn text(&self, column: &str) -> &str {
        self.cells.get(column).unwrap_or_else(|| panic!("no column `{column}`"))
    }

    #[track_caller]
    pub fn number<T: std::str::FromStr<Err: Debug>>(&self, column: &str) -> T {
        self.text(column).parse().unwrap()
    }

    #[track_caller]
    pub fn bytes(&self, column: &str) -> Vec<u8> {
        let text = self.text(column);
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
    }

    /// A value of a cell like `userid=0000012345;orderid=2015122410000001`.
    #[track_caller]
    pub fn input(&self, name: &str) -> &str {
        let mut inputs = self.text("inputs").split(';').filter_map(|input| input.split_once('='));
        inputs.find(|(input, _)| *input == name).unwrap_or_else(|| panic!("no input `{name}`")).1
    }
}

/// Writes `value`, expects these bytes, and reads them back; or says why the value cannot be written.
#[track_caller]
pub fn same<K: OwnedKey<EncodeError: Display> + PartialEq + Debug>(value: K, expected: &[u8]) -> Result<(), String> {
    let key = value.encode().map_err(|error| error.to_string())?;
    assert_eq!(key.as_ref().escape_ascii().to_string(), expected.escape_ascii().to_string(), "{value:?}");
    reader::pend(&value, expected);
    assert_eq!(K::decode(expected), Ok(value));
    Ok(())
}

/// The region, from 0, that a key lies in.
pub fn region(split_keys: &[&[u8]], key: &[u8]) -> usize {
    split_keys.partition_point(|split| *split <= key)
}

/// The rows of `tests/vectors/tables/NAME.tsv`, and what became of each.
pub struct Rows {
    name: &'static str,
    rows: Vec<Row>,
    matched: usize,
    refused: Vec<String>,
}

impl Rows {
    pub fn read(name: &'static str) -> Self {
        let path = format!("{}/tests/vectors/tables/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned));
        let header: Vec<_> = lines.next().unwrap().collect();
        let row = |(number, cells)| {
            let cells: BTreeMap<_, _> = header.iter().cloned().zip(cells).collect();
            let name = cells.get("id").cloned().unwrap_or_else(|| format!("line {number}"));
            Row { name, cells }
        };
        let rows = (2..).zip(lines).map(row).collect();
        Self { name, rows, matched: 0, refused: Vec::new() }
    }

    /// Runs every row through `check`: `Ok` where the bytes are ours, else why not.
    #[track_caller]
    pub fn check<E: Display>(mut self, mut check: impl FnMut(&Row) -> Result<(), E>) -> Refused {
        for row in &self.rows {
            match check(row) {
                Ok(()) => self.matched += 1,
                Err(why) => self.refused.push(format!("{}: {why}", row.name)),
            }
        }
        reader::read_pending();
        println!("{}: {} rows, {} match, {} refused", self.name, self.rows.len(), self.matched, self.refused.len());
        self.refused.iter().for_each(|refused| println!("  {refused}"));
        assert!(!self.rows.is_empty());
        Refused(self.refused)
    }
}

/// Why rows were refused, each with its id.
#[must_use]
pub struct Refused(Vec<String>);

impl Refused {
    /// Compares with what is expected, in the order of the file.
    #[track_caller]
    pub fn are(self, expected: &[&str]) {
        assert_eq!(self.0, expected);
    }

    /// How many rows there are of each reason, where a file has too many to name them.
    pub fn reasons(&self) -> BTreeMap<String, usize> {
        let mut rows = BTreeMap::new();
        for (_, why) in self.0.iter().filter_map(|refused| refused.split_once(": ")) {
            *rows.entry(why.to_owned()).or_insert(0) += 1;
        }
        rows
    }
}

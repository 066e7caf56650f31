//! The output of `scan` in HBase's shell.

/// Extracts the keys from the output of a scan. It has a line for each cell: a blank, the key, `column=..`.
///
/// In a pipe, a line is as long as its cell. At a terminal, the key and the cell are columns, and longer text continues
/// on the next line. This is one cell with the key `\x0313362666677`:
///
/// ```text
/// ROW         COLUMN+CELL
///  \x03133626 column=d:c, timestamp=15121
///  66677      01400000, value=
/// ```
#[derive(Debug, Default)]
pub(super) struct ShellRows {
    /// `true` between the header and the footer.
    is_scan: bool,
    /// The width of the column with the keys, or `None` if lines are as long as their cells.
    width: Option<usize>,
    /// The key of the current cell so far, and the number of its first line.
    current: Option<(u64, Vec<u8>)>,
    /// The key before it, to count a row with several cells once.
    last: Option<Vec<u8>>,
}

impl ShellRows {
    /// Returns the offset of the cells if the line is the header of a scan.
    pub(super) fn header(line: &[u8]) -> Option<usize> {
        let cells = line.strip_prefix(b"ROW ")?.trim_ascii_start();
        (cells.trim_ascii_end() == b"COLUMN+CELL").then_some(line.len() - cells.len())
    }

    /// Adds the next line. If it completes the row before it, returns the number of that row's first line and its key.
    pub(super) fn take(&mut self, number: u64, line: &[u8]) -> Option<(u64, Vec<u8>)> {
        if let Some(offset) = Self::header(line) {
            // In a pipe, two blanks follow `ROW`.
            *self = Self { is_scan: true, width: (offset > 5).then(|| offset - 2), ..Self::default() };
            return None;
        }
        // The footer is `3 row(s)`, in older versions with a time after it.
        if line.first().is_some_and(u8::is_ascii_digit) && find(line, b" row(s)").is_some() {
            self.is_scan = false;
            return self.finish();
        }
        // Other lines are log lines.
        let cell = line.strip_prefix(b" ").filter(|_| self.is_scan)?;
        let (key, rest) = match self.width {
            Some(width) => cell.split_at(width.min(cell.len())),
            None => cell.split_at(find(cell, b" column=").unwrap_or(cell.len())),
        };
        match &mut self.current {
            Some((_, current)) if self.width.is_some() && !rest.starts_with(b" column=") => {
                // The key continues on this line.
                current.extend_from_slice(key);
                None
            }
            _ => {
                let before = self.finish();
                self.current = Some((number, key.to_vec()));
                before
            }
        }
    }

    /// Returns the key of the last row at the end.
    pub(super) fn finish(&mut self) -> Option<(u64, Vec<u8>)> {
        let (number, mut key) = self.current.take()?;
        if self.width.is_some() {
            // Blanks fill the column after the key.
            key.truncate(key.trim_ascii_end().len());
        }
        if self.last.as_ref() == Some(&key) {
            return None;
        }
        self.last = Some(key.clone());
        Some((number, key))
    }
}

/// Returns the offset of `part` in `bytes`.
fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(output: &str) -> Vec<(u64, String)> {
        let mut rows = ShellRows::default();
        let mut keys: Vec<_> =
            (1..).zip(output.lines()).filter_map(|(at, line)| rows.take(at, line.as_bytes())).collect();
        keys.extend(rows.finish());
        keys.into_iter().map(|(at, key)| (at, String::from_utf8(key).unwrap())).collect()
    }

    fn expected(keys: &[(u64, &str)]) -> Vec<(u64, String)> {
        keys.iter().map(|(at, key)| (*at, (*key).to_owned())).collect()
    }

    #[test]
    fn lines_of_a_pipe_are_cells() {
        let output = "hbase:001:0> scan 'calls'\nROW  COLUMN+CELL\n \\x03a column=d:c, timestamp=1, value=x\n \
             \\x03a column=d:d, timestamp=1, value= column=\nWARN a line of the log\n b c  column=d:c, timestamp=1, value=\n\
             2 row(s)\nTook 0.1 seconds\nMETRIC  VALUE\n RPC_CALLS 3\nROW  COLUMN+CELL\n b c  column=d:c, timestamp=1, value=\n";
        assert_eq!(keys(output), expected(&[(3, r"\x03a"), (6, "b c "), (12, "b c ")]));
        assert_eq!(keys("ROW  COLUMN+CELL\n a column=d:c\n no cell"), expected(&[(2, "a"), (3, "no cell")]));
    }

    #[test]
    fn lines_of_a_terminal_are_columns() {
        let output = "ROW         COLUMN+CELL         \n \\x03133626 column=d:c, timestamp=1\n 66677      , value=\n            \
             more\n \\x03133626 column=d:d, timestamp=1\n 66677      , value=\n 1234567890 column=d:c, timestamp=1\n\
             2 row(s) in 0.0120 seconds\n";
        assert_eq!(keys(output), expected(&[(2, r"\x0313362666677"), (7, "1234567890")]));
    }
}

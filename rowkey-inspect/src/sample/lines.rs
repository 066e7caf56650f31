//! Lines of a file or of the standard input.

use super::shell::ShellRows;
use crate::console::Console;
use crate::failure::Failure;
use crate::notation::Notation;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The number of lines that decide the notation of keys.
const LINES_THAT_TELL: usize = 1_000;

/// Lines of bytes. Skips blank lines. From a scan of HBase's shell, it returns the keys.
pub(crate) struct Lines<'s> {
    reader: Box<dyn BufRead + 's>,
    line: Vec<u8>,
    number: u64,
    /// The number of the last line from the reader.
    last: u64,
    /// Lines read to detect a notation, and their numbers.
    ahead: VecDeque<(u64, Vec<u8>)>,
    /// The state of a scan of HBase's shell, after its header.
    shell: Option<ShellRows>,
}

impl<'s> Lines<'s> {
    /// Opens a file or the standard input.
    pub(crate) fn open(file: &Path, console: &mut Console<'s>) -> Result<Self, Failure> {
        Ok(Self::of(reader_of(file, console)?))
    }

    pub(super) const fn of(reader: Box<dyn BufRead + 's>) -> Self {
        Self { reader, line: Vec::new(), number: 0, last: 0, ahead: VecDeque::new(), shell: None }
    }

    /// Returns the current line without its end.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.line
    }

    /// Returns the current line as text, or the reason why it is not text.
    pub(crate) fn text(&self) -> Result<&str, String> {
        std::str::from_utf8(&self.line).map_err(|error| format!("invalid UTF-8 at offset {}", error.valid_up_to()))
    }

    /// Returns the number of the current line, from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line. Returns `false` at the end.
    pub(crate) fn next(&mut self) -> io::Result<bool> {
        match self.ahead.pop_front() {
            Some(next) => {
                (self.number, self.line) = next;
                Ok(true)
            }
            None => self.read(),
        }
    }

    /// Returns the notation of the keys: the given one, the text of HBase's shell, or the one that fits most of the
    /// first lines. The lines remain to be read.
    pub(crate) fn notation(&mut self, given: Option<Notation>, is_key: impl Fn(&[u8]) -> bool) -> io::Result<Notation> {
        while self.ahead.len() < LINES_THAT_TELL && self.read()? {
            self.ahead.push_back((self.number, std::mem::take(&mut self.line)));
        }
        let of_shell = self.shell.as_ref().map(|_| Notation::Text);
        Ok(given.or(of_shell).unwrap_or_else(|| {
            let texts: Vec<&str> = self.ahead.iter().filter_map(|(_, line)| std::str::from_utf8(line).ok()).collect();
            Notation::of_lines(&texts, is_key)
        }))
    }

    fn read(&mut self) -> io::Result<bool> {
        loop {
            self.line.clear();
            let is_end = self.reader.read_until(b'\n', &mut self.line)? == 0;
            self.last += 1;
            while let Some(b'\r' | b'\n') = self.line.last() {
                self.line.pop();
            }
            if self.shell.is_none() && ShellRows::header(&self.line).is_some() {
                // The lines before the header are the prompt and the log.
                self.ahead.clear();
                self.shell = Some(ShellRows::default());
            }
            if let Some(rows) = &mut self.shell {
                if let Some((number, key)) = if is_end { rows.finish() } else { rows.take(self.last, &self.line) } {
                    (self.number, self.line) = (number, key);
                    return Ok(true);
                }
            } else if !self.line.trim_ascii().is_empty() {
                self.number = self.last;
                return Ok(true);
            }
            if is_end {
                return Ok(false);
            }
        }
    }
}

/// Opens a file or takes the standard input.
pub(crate) fn reader_of<'s>(file: &Path, console: &mut Console<'s>) -> Result<Box<dyn BufRead + 's>, Failure> {
    const BUFFER: usize = 1 << 16;
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, console.take_input()?)));
    }
    let opened = File::open(file).map_err(Failure::file(file))?;
    let length = opened.metadata().map_err(Failure::file(file))?.len();
    Ok(Box::new(BufReader::with_capacity(BUFFER, console.watched(opened, length))))
}

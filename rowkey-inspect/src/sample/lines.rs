//! Lines of a file or of the standard input, one after another.

use crate::console::Console;
use crate::failure::Failure;
use crate::notation::Notation;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The lines by which the notation of keys is chosen.
const LINES_THAT_TELL: usize = 1_000;

/// Lines of bytes; blank ones are passed.
pub(crate) struct Lines<'s> {
    reader: Box<dyn BufRead + 's>,
    line: Vec<u8>,
    number: u64,
    /// Lines that were read to choose a notation, and their numbers.
    ahead: VecDeque<(u64, Vec<u8>)>,
}

impl<'s> Lines<'s> {
    /// The lines of a file, or of the standard input.
    pub(crate) fn open(file: &Path, console: &mut Console<'s>) -> Result<Self, Failure> {
        Ok(Self::of(reader_of(file, console)?))
    }

    pub(super) const fn of(reader: Box<dyn BufRead + 's>) -> Self {
        Self { reader, line: Vec::new(), number: 0, ahead: VecDeque::new() }
    }

    /// The line that was read, without its end.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.line
    }

    /// The line as text, or the reason why it is not one.
    pub(crate) fn text(&self) -> Result<&str, String> {
        std::str::from_utf8(&self.line).map_err(|error| format!("invalid UTF-8 at offset {}", error.valid_up_to()))
    }

    /// Its number, counted from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line; `false` at the end.
    pub(crate) fn next(&mut self) -> io::Result<bool> {
        match self.ahead.pop_front() {
            Some(next) => {
                (self.number, self.line) = next;
                Ok(true)
            }
            None => self.read(),
        }
    }

    /// The notation of the keys: the one that fits most of the first lines, which are read after this as if nothing had happened.
    pub(crate) fn notation(&mut self, is_key: impl Fn(&[u8]) -> bool) -> io::Result<Notation> {
        while self.ahead.len() < LINES_THAT_TELL && self.read()? {
            self.ahead.push_back((self.number, std::mem::take(&mut self.line)));
        }
        let texts: Vec<&str> = self.ahead.iter().filter_map(|(_, line)| std::str::from_utf8(line).ok()).collect();
        Ok(Notation::of_lines(&texts, is_key))
    }

    fn read(&mut self) -> io::Result<bool> {
        loop {
            self.line.clear();
            self.number += 1;
            if self.reader.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(false);
            }
            while let Some(b'\r' | b'\n') = self.line.last() {
                self.line.pop();
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }
}

/// Opens a file, or takes the standard input.
pub(crate) fn reader_of<'s>(file: &Path, console: &mut Console<'s>) -> Result<Box<dyn BufRead + 's>, Failure> {
    const BUFFER: usize = 1 << 16;
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, console.take_input()?)));
    }
    let opened = File::open(file).map_err(Failure::file(file))?;
    let length = opened.metadata().map_err(Failure::file(file))?.len();
    Ok(Box::new(BufReader::with_capacity(BUFFER, console.watched(opened, length))))
}

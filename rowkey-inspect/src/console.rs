//! The streams of a command: input, output and progress.

use crate::failure::Failure;
use crate::style::{BAD, HEADING};
use anstream::adapter::StripBytes;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use std::fmt;
use std::io::{self, Read, Write};

/// The streams of the tool, for programs and tests that call [`run`](crate::run).
pub struct Streams<'s> {
    /// The standard input. A command reads it if an argument is `-`.
    pub input: &'s mut dyn Read,
    /// The output of the command.
    pub out: &'s mut dyn Write,
    /// Notes and errors.
    pub err: &'s mut dyn Write,
}

impl fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}

/// The streams of one command.
pub(crate) struct Console<'s> {
    /// `None` after a command has taken it.
    pub(crate) input: Option<&'s mut dyn Read>,
    /// Accepts colors, and drops them if it is not a terminal.
    pub(crate) out: &'s mut dyn Write,
    /// Receives notes and errors.
    pub(crate) err: &'s mut dyn Write,
    /// `true` if the standard error is a terminal, which shows progress.
    pub(crate) is_watched: bool,
}

impl<'s> Console<'s> {
    /// Takes the standard input. It can be read once.
    pub(crate) fn take_input(&mut self) -> Result<&'s mut dyn Read, Failure> {
        let twice = || Failure::Usage("expected `-` once, because the standard input can be read once".to_owned());
        self.input.take().ok_or_else(twice)
    }

    /// Prints a note to the error stream.
    pub(crate) fn note(&mut self, note: impl fmt::Display) -> io::Result<()> {
        writeln!(self.err, "{HEADING}note:{HEADING:#} {note}")
    }

    /// Prints an error.
    pub(crate) fn error(&mut self, failure: &Failure) {
        // An error while writing has no other place to go.
        let _ = writeln!(self.err, "{BAD}error:{BAD:#} {failure}");
    }

    /// Wraps a reader of this many bytes in a progress bar. The bar is hidden if the standard error is not a terminal.
    pub(crate) fn watched<R>(&self, reader: R, bytes: u64) -> Watched<R> {
        Watched { reader, bar: if self.is_watched { bar(bytes) } else { ProgressBar::hidden() } }
    }
}

/// A progress bar for this many bytes. It clears its line at the end.
fn bar(bytes: u64) -> ProgressBar {
    let bar = ProgressBar::new(bytes).with_finish(ProgressFinish::AndClear);
    match ProgressStyle::with_template("{wide_bar} {percent:>3}% of {total_bytes}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A reader with a progress bar. The bar is cleared at the end of the input, and the output starts on its line.
pub(crate) struct Watched<R> {
    reader: R,
    bar: ProgressBar,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(bytes)?;
        match read {
            0 => self.bar.finish_and_clear(),
            _ => self.bar.inc(read as u64),
        }
        Ok(read)
    }
}

/// A stream that drops colors.
pub(crate) struct WithoutColors<'s> {
    out: &'s mut dyn Write,
    strip: StripBytes,
}

impl<'s> WithoutColors<'s> {
    pub(crate) fn new(out: &'s mut dyn Write) -> Self {
        Self { out, strip: StripBytes::new() }
    }
}

impl Write for WithoutColors<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for plain in self.strip.strip_next(bytes) {
            self.out.write_all(plain)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_gone_when_all_is_read() {
        let mut reader = Watched { reader: &b"abcde"[..], bar: bar(5) };
        let mut bytes = [0; 3];
        for (read, position) in [(3, 3), (2, 5)] {
            assert_eq!(reader.read(&mut bytes).unwrap(), read);
            assert_eq!((reader.bar.position(), reader.bar.is_finished()), (position, false));
        }
        assert_eq!(reader.read(&mut bytes).unwrap(), 0);
        assert!(reader.bar.is_finished());
    }
}

//! Samples of rows: CSV, JSON lines, encoded keys, or the keys of a store. Rows are read one after another, so a sample
//! needs memory only for its longest row.

mod lines;
mod shell;
mod source;
mod time;

pub(crate) use lines::{Lines, reader_of};
pub(crate) use time::TimeArgs;

use crate::console::Console;
use crate::failure::Failure;
use crate::key_type::KeyType;
use crate::notation::Notation;
use clap::{Args, ValueEnum};
use source::Source;
use std::fmt;
use std::io;
use std::path::PathBuf;
use time::TimeField;

/// The arguments of commands that read a sample.
#[derive(Args, Clone, Debug)]
pub(crate) struct SampleArgs {
    /// The rows: CSV with a header, JSON lines, one encoded key per line, or the output of `scan` in
    /// HBase's shell. `-` is the standard input. With the feature `redb`, also a redb file. With the feature
    /// `hbase`, also `hbase://HOST:PORT/TABLE/FAMILY`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The table in a redb file with several tables
    #[arg(long)]
    pub(crate) table: Option<String>,
    #[command(flatten)]
    pub(crate) options: SampleOptions,
}

/// The options for reading a sample.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SampleOptions {
    /// The format of the rows. By default, it is detected from the file name or the first line
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// The notation of encoded keys. By default, it is detected from the first 1,000 lines
    #[arg(long, value_enum)]
    pub(crate) notation: Option<Notation>,
    /// Read only each N-th row
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,
    /// Skip wrong rows and count them. By default, the first wrong row is an error
    #[arg(long)]
    pub(crate) skip_wrong: bool,
}

/// The format of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Fields in columns, with a header
    Csv,
    /// Fields as JSON, one row per line
    Json,
    /// Encoded keys, one per line, or a scan in HBase's shell
    Keys,
}

/// A sample during reading.
pub(crate) struct Sample<'s> {
    file: PathBuf,
    source: Source<'s>,
    types: Vec<KeyType>,
    /// The field with the time of a row, or `None` if the order of the rows is their time.
    time: Option<TimeField>,
    /// The key of the current row under each type.
    keys: Vec<Vec<u8>>,
    /// The time of the current row.
    at: i64,
    every: u64,
    skip_wrong: bool,
    /// The number of rows read, accepted or not.
    read: u64,
    /// The number of accepted rows.
    taken: u64,
    skipped: Skipped,
}

/// The skipped wrong rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skipped {
    pub(crate) rows: u64,
    /// The error of the first one.
    pub(crate) first: Option<String>,
}

impl<'s> Sample<'s> {
    /// Opens a sample. Each row has a key of every type. Encoded keys are keys of the first type.
    pub(crate) fn open(args: &SampleArgs, types: &[KeyType], console: &mut Console<'s>) -> Result<Self, Failure> {
        Ok(Self {
            file: args.file.clone(),
            source: Source::open(args, types, console)?,
            types: types.to_vec(),
            time: None,
            keys: vec![Vec::new(); types.len()],
            at: 0,
            every: args.options.every.unwrap_or(1),
            skip_wrong: args.options.skip_wrong,
            read: 0,
            taken: 0,
            skipped: Skipped::default(),
        })
    }

    /// Adds the source of the times.
    pub(crate) fn with_times(mut self, args: &TimeArgs) -> Result<Self, Failure> {
        self.time = TimeField::of(args, &self)?;
        Ok(self)
    }

    /// Returns the next row with its keys, or `None` at the end. An empty sample is an error.
    pub(crate) fn next(&mut self) -> Result<Option<SampleRow<'_>>, Failure> {
        while let Some(row) = self.source.next(&self.file)? {
            self.read += 1;
            if !(self.read - 1).is_multiple_of(self.every) {
                continue;
            }
            match row.and_then(|()| self.take()) {
                Ok(()) => return Ok(Some(SampleRow { keys: &self.keys, at: self.at })),
                Err(reason) => self.skip(reason)?,
            }
        }
        if self.taken > 0 {
            return Ok(None);
        }
        let wrong = self.skipped.to_string();
        let colon = if wrong.is_empty() { "" } else { ": " };
        Err(Failure::Wrong(format!("{}: expected rows, found none{colon}{wrong}", self.file.display())))
    }

    /// Encodes the keys of the current row and reads its time.
    fn take(&mut self) -> Result<(), String> {
        self.keys.iter_mut().for_each(Vec::clear);
        self.source.encode(&self.types, &mut self.keys)?;
        self.at = match &self.time {
            Some(field) => field.read(self)?,
            None => i64::try_from(self.taken).unwrap_or(i64::MAX),
        };
        self.taken += 1;
        Ok(())
    }

    /// Rejects the current row after all, because the command cannot use it.
    pub(crate) fn refuse(&mut self, reason: String) -> Result<(), Failure> {
        self.taken = self.taken.saturating_sub(1);
        self.skip(reason)
    }

    /// Skips the current row with `--skip-wrong`, or returns its error.
    fn skip(&mut self, reason: String) -> Result<(), Failure> {
        let line = self.source.line();
        if !self.skip_wrong {
            return Err(Failure::Row { file: self.file.clone(), line, reason });
        }
        self.skipped.rows += 1;
        self.skipped.first.get_or_insert_with(|| format!("line {line}: {reason}"));
        Ok(())
    }

    /// Returns the number of accepted rows.
    pub(crate) const fn rows(&self) -> u64 {
        self.taken
    }

    /// Prints the number of skipped rows, if any.
    pub(crate) fn note_skipped(&self, console: &mut Console<'_>) -> io::Result<()> {
        if self.skipped.rows > 0 { console.note(&self.skipped) } else { Ok(()) }
    }
}

/// Formats the number of skipped rows and the first error. It is empty without skipped rows.
impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = &self.first else { return Ok(()) };
        let are = if self.rows == 1 { "row is wrong" } else { "rows are wrong" };
        write!(f, "{} {are}, the first on {first}", self.rows)
    }
}

/// One row of a sample.
#[derive(Clone, Copy)]
pub(crate) struct SampleRow<'s> {
    keys: &'s [Vec<u8>],
    at: i64,
}

impl SampleRow<'_> {
    /// Returns the key of the first type.
    pub(crate) fn key(&self) -> &[u8] {
        self.key_of(0)
    }

    /// Returns the key of the type with this number.
    pub(crate) fn key_of(&self, number: usize) -> &[u8] {
        self.keys.get(number).map_or(&[], Vec::as_slice)
    }

    /// Returns the time of the row: milliseconds since 1970, or the number of rows before it.
    pub(crate) const fn at(&self) -> i64 {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey::RowKey;
    use serde::{Deserialize, Serialize};

    #[derive(RowKey, Serialize, Deserialize)]
    struct Call {
        #[rowkey(len(3))]
        phone: String,
        #[reverse_ts]
        at: i64,
    }

    #[derive(RowKey, Serialize, Deserialize)]
    struct ByTime {
        at: i64,
        #[rowkey(len(3))]
        phone: String,
    }

    const DAY: i64 = 1_512_086_400_000;

    const BOTH: [KeyType; 2] = [KeyType::of::<Call>(), KeyType::of::<ByTime>()];

    fn read<T>(types: &[KeyType], text: &str, options: SampleOptions, take: impl FnOnce(Sample<'_>) -> T) -> T {
        let (mut input, mut out, mut err) = (text.as_bytes(), Vec::new(), Vec::new());
        let mut console = Console { input: Some(&mut input), out: &mut out, err: &mut err, is_watched: false };
        let args = SampleArgs { file: "-".into(), table: None, options };
        take(Sample::open(&args, types, &mut console).unwrap())
    }

    fn time(field: &str) -> TimeArgs {
        TimeArgs { field: Some(field.to_owned()), unit: None }
    }

    fn keys(phone: &str, at: i64) -> [Vec<u8>; 2] {
        let call = Call { phone: phone.to_owned(), at };
        let by_time = ByTime { phone: phone.to_owned(), at };
        [call.encode().unwrap().to_vec(), by_time.encode().unwrap().to_vec()]
    }

    #[track_caller]
    fn has_both_keys(text: &str) {
        read(&BOTH, text, SampleOptions::default(), |sample| {
            let mut sample = sample.with_times(&time("at")).unwrap();
            for (phone, at) in [("133", DAY), ("134", DAY + 1)] {
                let row = sample.next().unwrap().expect("a row");
                assert_eq!([row.key().to_vec(), row.key_of(1).to_vec()], keys(phone, at));
                assert_eq!(row.at(), at);
            }
            assert!(sample.next().unwrap().is_none());
        });
    }

    #[test]
    fn rows_have_a_key_under_each_type() {
        has_both_keys(&format!("at,note,phone\n{DAY},x,133\n{},y,134\n", DAY + 1));
        has_both_keys(&format!("{{\"phone\":\"133\",\"at\":{DAY}}}\n\n{{\"phone\":\"134\",\"at\":{}}}\n", DAY + 1));
        let hex = |phone, at| data_encoding::HEXUPPER.encode(&keys(phone, at)[0]);
        has_both_keys(&format!("{}\n{}", hex("133", DAY), hex("134", DAY + 1)));
    }

    #[test]
    fn a_date_is_a_count_if_the_layout_says_its_unit() {
        let csv = "phone,at\n133,2017-12-01T00:00\n";
        // `ByTime.at` is a plain number.
        read(&BOTH, csv, SampleOptions::default(), |mut sample| {
            let Err(error) = sample.next().map(|_| ()) else { panic!("no error") };
            assert_eq!(error.to_string(), "-: line 2: `at`: expected i64, found \"2017-12-01T00:00\"");
        });
        read(&BOTH[..1], csv, SampleOptions::default(), |sample| {
            let mut sample = sample.with_times(&time("at")).unwrap();
            let row = sample.next().unwrap().expect("a row");
            assert_eq!((row.key(), row.at()), (&*keys("133", DAY)[0], DAY));
        });
    }

    #[test]
    fn wrong_rows_are_skipped_and_counted() {
        let options = SampleOptions { skip_wrong: true, ..SampleOptions::default() };
        read(&BOTH, "phone,at\n1,1\n133,1\n133,x\n", options, |mut sample| {
            assert_eq!(sample.next().unwrap().expect("a row").key(), keys("133", 1)[0]);
            assert!(sample.next().unwrap().is_none());
            assert_eq!(sample.skipped.rows, 2);
            let first = "line 2: `Call.phone` cannot be written: expected exactly 3 bytes, found 1";
            assert_eq!(sample.skipped.first.as_deref(), Some(first));
        });
    }

    #[test]
    fn each_n_th_row_is_taken() {
        let options = SampleOptions { every: Some(2), ..SampleOptions::default() };
        read(&BOTH, "phone,at\n131,1\nwrong,x\n133,1\n", options, |mut sample| {
            for phone in ["131", "133"] {
                assert_eq!(sample.next().unwrap().expect("a row").key(), keys(phone, 1)[0]);
            }
            assert!(sample.next().unwrap().is_none());
        });
    }

    #[test]
    fn a_field_that_is_not_a_column_is_named() {
        let opened =
            read(&BOTH, "phone,at\n", SampleOptions::default(), |sample| sample.with_times(&time("when")).map(|_| ()));
        assert_eq!(opened.unwrap_err().to_string(), "expected a column, one of phone, at, found `when`");
    }
}

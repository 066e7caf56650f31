//! Samples of rows: CSV, JSON lines, encoded keys a line each, or the keys of a store. Rows are read one after another, so a sample of
//! a file takes as much memory as its longest row.

use crate::console::Console;
use crate::failure::Failure;
use crate::key_type::KeyType;
use crate::notation::Notation;
use crate::row::{Row, Shape, Unit, milliseconds};
use crate::stores::StoredKeys;
use clap::{Args, ValueEnum};
use serde_json::Value;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The arguments of every command that reads a sample.
#[derive(Args, Clone, Debug)]
pub(crate) struct SampleArgs {
    /// Rows: CSV with a header, JSON lines, or encoded keys, a line each; `-` is standard input. With
    /// the feature `redb` also a redb file, with `hbase` also `hbase://HOST:PORT/TABLE/FAMILY`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The table in a redb file, if it has several
    #[arg(long)]
    pub(crate) table: Option<String>,
    #[command(flatten)]
    pub(crate) options: SampleOptions,
}

/// How the rows of a sample are read.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SampleOptions {
    /// The form of the rows, if its name and its first line do not tell it
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Only each N-th row
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,
    /// Passes rows that are not keys, and counts them; else the first one is an error
    #[arg(long)]
    pub(crate) skip_wrong: bool,
}

/// The form of a sample's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Fields in columns, with a header
    Csv,
    /// Fields as JSON, a row on each line
    Json,
    /// Encoded keys, one on each line
    Keys,
}

/// A sample that is read.
pub(crate) struct Sample {
    file: PathBuf,
    source: Source,
    types: Vec<KeyType>,
    /// The key of the current row under each type.
    keys: Vec<Vec<u8>>,
    every: u64,
    skip_wrong: bool,
    /// The rows that were read, and taken or not.
    read: u64,
    skipped: Skipped,
}

/// The rows that were passed because they are not keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skipped {
    pub(crate) rows: u64,
    /// The error of the first.
    pub(crate) first: Option<String>,
}

/// The rows of a file.
enum Source {
    Csv {
        reader: csv::Reader<Box<dyn BufRead>>,
        record: csv::StringRecord,
        names: csv::StringRecord,
        shapes: Vec<Shape>,
    },
    Json(Lines),
    Keys(Lines, Option<Notation>),
    Store(StoredKeys, Vec<u8>),
}

/// Lines of text, those that are empty passed.
pub(crate) struct Lines {
    reader: Box<dyn BufRead>,
    line: String,
    number: u64,
}

impl Lines {
    /// The lines of a file, or of the standard input.
    pub(crate) fn open(file: &Path, console: &mut Console<'_>) -> Result<Self, Failure> {
        Ok(Self::of(reader_of(file, console)?))
    }

    const fn of(reader: Box<dyn BufRead>) -> Self {
        Self { reader, line: String::new(), number: 0 }
    }

    /// The line that was read.
    pub(crate) fn text(&self) -> &str {
        &self.line
    }

    /// Its number, counted from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line; `false` at the end.
    pub(crate) fn next(&mut self) -> io::Result<bool> {
        loop {
            self.line.clear();
            self.number += 1;
            if self.reader.read_line(&mut self.line)? == 0 {
                return Ok(false);
            }
            let end = self.line.trim_end_matches(['\r', '\n']).len();
            self.line.truncate(end);
            if !self.line.trim().is_empty() {
                return Ok(true);
            }
        }
    }
}

/// A field whose value is read of each row of a sample.
#[derive(Clone, Debug)]
pub(crate) struct SampleField {
    name: String,
    /// Its column in CSV.
    column: Option<usize>,
    unit: Option<Unit>,
}

impl Sample {
    /// Opens a sample of rows of the types: a row has a key under each. Encoded keys are keys of the first type.
    pub(crate) fn open(args: &SampleArgs, types: &[KeyType], console: &mut Console<'_>) -> Result<Self, Failure> {
        let source = match StoredKeys::open(&args.file, args.table.as_deref())? {
            Some(keys) => Source::Store(keys, Vec::new()),
            None => Source::open(args, types, console)?,
        };
        Ok(Self {
            file: args.file.clone(),
            source,
            types: types.to_vec(),
            keys: vec![Vec::new(); types.len()],
            every: args.options.every.unwrap_or(1),
            skip_wrong: args.options.skip_wrong,
            read: 0,
            skipped: Skipped::default(),
        })
    }

    /// The next row, with its keys; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<SampleRow<'_>>, Failure> {
        loop {
            if !self.source.next(&self.file)? {
                return Ok(None);
            }
            self.read += 1;
            if !(self.read - 1).is_multiple_of(self.every) {
                continue;
            }
            match self.encode() {
                Ok(()) => return Ok(Some(SampleRow { sample: self })),
                Err(reason) if self.skip_wrong => {
                    self.skipped.rows += 1;
                    let line = self.source.line();
                    self.skipped.first.get_or_insert_with(|| format!("line {line}: {reason}"));
                }
                Err(reason) => return Err(self.wrong(reason)),
            }
        }
    }

    /// The field of this name, to read it of each row.
    pub(crate) fn field(&self, name: &str) -> Result<SampleField, Failure> {
        let unit = self.types.iter().find_map(|of| Unit::of_fields(of.layout()).get(name).copied());
        let mut field = SampleField { name: name.to_owned(), column: None, unit };
        if let Source::Csv { names, .. } = &self.source {
            field.column = names.iter().position(|it| it == name);
            if field.column.is_none() {
                let names: Vec<&str> = names.iter().collect();
                let columns = names.join(", ");
                return Err(Failure::Usage(format!("expected a column, one of {columns}, found `{name}`")));
            }
        }
        Ok(field)
    }

    /// Tells how many rows were passed, if any.
    pub(crate) fn note_skipped(&self, console: &mut Console<'_>) -> io::Result<()> {
        let Skipped { rows, first } = &self.skipped;
        let are = if *rows == 1 { "row is not a key" } else { "rows are not keys" };
        first.iter().try_for_each(|first| console.note(format_args!("{rows} {are}, the first on {first}")))
    }

    /// Encodes the current row under each type.
    fn encode(&mut self) -> Result<(), String> {
        let Self { source, types, keys, .. } = self;
        keys.iter_mut().for_each(Vec::clear);
        match source {
            Source::Csv { record, shapes, .. } => {
                for ((of, key), shape) in types.iter().zip(keys).zip(shapes) {
                    of.encode(Row::Record(shape, record), key).map_err(|error| error.to_string())?;
                }
            }
            Source::Json(lines) => {
                for (of, key) in types.iter().zip(keys) {
                    of.encode(Row::Json(&lines.line), key).map_err(|error| error.to_string())?;
                }
            }
            Source::Keys(lines, notation) => encode_again(&read_key(&lines.line, notation, types)?, types, keys)?,
            Source::Store(_, key) => encode_again(key, types, keys)?,
        }
        Ok(())
    }

    fn wrong(&self, reason: String) -> Failure {
        Failure::Row { file: self.file.clone(), line: self.source.line(), reason }
    }
}

/// Reads an encoded key of the first type.
fn read_key(line: &str, notation: &mut Option<Notation>, types: &[KeyType]) -> Result<Vec<u8>, String> {
    match notation {
        Some(notation) => notation.read(line).ok_or_else(|| format!("expected a key in {notation}")),
        None => {
            let is_key = |key: &[u8]| types.first().is_some_and(|first| first.check(key).is_ok());
            let (guessed, read) = Notation::guess(line, is_key);
            *notation = Some(guessed);
            Ok(read)
        }
    }
}

/// Takes an encoded key of the first type, and makes of its fields the keys of the others.
fn encode_again(read: &[u8], types: &[KeyType], keys: &mut [Vec<u8>]) -> Result<(), String> {
    let ([first, others @ ..], [key, other_keys @ ..]) = (types, keys) else { return Ok(()) };
    first.check(read).map_err(|error| error.to_string())?;
    key.extend_from_slice(read);
    if others.is_empty() {
        return Ok(());
    }
    let fields = first.decode(key).map_err(|error| error.to_string())?;
    for (of, key) in others.iter().zip(other_keys) {
        of.encode(Row::Json(fields.get()), key).map_err(|error| error.to_string())?;
    }
    Ok(())
}

impl Source {
    /// Opens a file of rows.
    fn open(args: &SampleArgs, types: &[KeyType], console: &mut Console<'_>) -> Result<Self, Failure> {
        let mut reader = reader_of(&args.file, console)?;
        let start = reader.fill_buf().map_err(Failure::file(&args.file))?;
        match args.options.format.unwrap_or_else(|| format_of(&args.file, start, types)) {
            Format::Csv => csv_source(reader, types).map_err(Failure::file(&args.file)),
            Format::Json => Ok(Self::Json(Lines::of(reader))),
            Format::Keys => Ok(Self::Keys(Lines::of(reader), None)),
        }
    }

    /// Reads the next row; `false` at the end.
    fn next(&mut self, file: &Path) -> Result<bool, Failure> {
        let is_there = match self {
            Self::Csv { reader, record, .. } => reader.read_record(record).map_err(io::Error::from),
            Self::Json(lines) | Self::Keys(lines, _) => lines.next(),
            Self::Store(keys, current) => {
                let next = keys.next()?;
                let is_there = next.is_some();
                *current = next.unwrap_or_default();
                return Ok(is_there);
            }
        };
        is_there.map_err(Failure::file(file))
    }

    /// The line of the current row, or its number in a store, counted from 1.
    fn line(&self) -> u64 {
        match self {
            Self::Csv { record, .. } => record.position().map_or(0, csv::Position::line),
            Self::Json(lines) | Self::Keys(lines, _) => lines.number,
            Self::Store(keys, _) => keys.number(),
        }
    }
}

/// One row of a sample.
#[derive(Clone, Copy)]
pub(crate) struct SampleRow<'s> {
    sample: &'s Sample,
}

impl SampleRow<'_> {
    /// The key of the row under the type that was given first.
    pub(crate) fn key(&self) -> &[u8] {
        self.key_of(0)
    }

    /// The key of the row under the type of this number.
    pub(crate) fn key_of(&self, number: usize) -> &[u8] {
        self.sample.keys.get(number).map_or(&[], Vec::as_slice)
    }

    /// The text of a field, as the sample has it.
    pub(crate) fn value(&self, field: &SampleField) -> Result<Cow<'_, str>, Failure> {
        let json = match &self.sample.source {
            Source::Csv { record, .. } => {
                return Ok(Cow::Borrowed(field.column.and_then(|column| record.get(column)).unwrap_or_default()));
            }
            Source::Json(lines) => Cow::Borrowed(&*lines.line),
            Source::Keys(..) | Source::Store(..) => match self.sample.types.first().map(|of| of.decode(self.key())) {
                Some(Ok(fields)) => Cow::Owned(fields.get().to_owned()),
                _ => Cow::Borrowed("null"),
            },
        };
        let json: Value = serde_json::from_str(&json).map_err(|error| self.sample.wrong(error.to_string()))?;
        match find(&json, &field.name) {
            Some(Value::String(text)) => Ok(Cow::Owned(text.clone())),
            Some(value) => Ok(Cow::Owned(value.to_string())),
            None => Err(self.sample.wrong(format!("expected a field `{}`", field.name))),
        }
    }

    /// The time that a field holds, in milliseconds since 1970: a date, or a count in the unit of the field, which is a millisecond
    /// unless the layout says another.
    pub(crate) fn time(&self, field: &SampleField) -> Result<i64, Failure> {
        let text = self.value(field)?;
        milliseconds(&text, field.unit).ok_or_else(|| {
            self.sample.wrong(format!("`{}`: expected a date or a count of milliseconds, found {text:?}", field.name))
        })
    }
}

/// The field of a row, or of the kind that the row is.
fn find<'v>(row: &'v Value, name: &str) -> Option<&'v Value> {
    if let Some(value) = row.get(name) {
        return Some(value);
    }
    if let Some((outer, inner)) = name.split_once('.') {
        return find(row.get(outer)?, inner);
    }
    match row.as_object()?.values().next()? {
        kind @ Value::Object(_) => kind.get(name),
        _ => None,
    }
}

/// Opens a file, or the standard input.
fn reader_of(file: &Path, console: &mut Console<'_>) -> Result<Box<dyn BufRead>, Failure> {
    const BUFFER: usize = 1 << 16;
    if file == Path::new("-") {
        // Read whole: the rows outlive the borrow of the console.
        let mut bytes = Vec::new();
        console.input.read_to_end(&mut bytes).map_err(Failure::file(file))?;
        return Ok(Box::new(io::Cursor::new(bytes)));
    }
    let opened = File::open(file).map_err(Failure::file(file))?;
    let length = opened.metadata().map_err(Failure::file(file))?.len();
    Ok(Box::new(BufReader::with_capacity(BUFFER, console.watched(opened, length))))
}

/// The form of a file by its name, else by how it starts.
fn format_of(file: &Path, start: &[u8], types: &[KeyType]) -> Format {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Format::Csv,
        Some("jsonl" | "ndjson" | "json") => Format::Json,
        Some("keys" | "hex") => Format::Keys,
        _ => {
            let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let line = String::from_utf8_lossy(line);
            let layouts = types.iter().map(|of| of.layout());
            let kinds = layouts.clone().flat_map(|layout| layout.kinds()).map(|kind| kind.layout());
            let mut fields = layouts.chain(kinds).flat_map(|layout| layout.fields());
            match line.trim_start().starts_with('{') {
                true => Format::Json,
                false if fields.any(|field| line.trim().split(',').any(|name| name == field.name())) => Format::Csv,
                false => Format::Keys,
            }
        }
    }
}

fn csv_source(reader: Box<dyn BufRead>, types: &[KeyType]) -> io::Result<Source> {
    let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(reader);
    let names = reader.headers()?.clone();
    let shapes = types.iter().map(|of| Shape::of_columns(&names, of.layout())).collect();
    Ok(Source::Csv { reader, record: csv::StringRecord::new(), names, shapes })
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

    fn open(text: &str, options: SampleOptions) -> Result<Sample, Failure> {
        let (mut input, mut out, mut err) = (text.as_bytes(), Vec::new(), Vec::new());
        let mut console = Console { input: &mut input, out: &mut out, err: &mut err, is_watched: false };
        let args = SampleArgs { file: "-".into(), table: None, options };
        Sample::open(&args, &[KeyType::of::<Call>(), KeyType::of::<ByTime>()], &mut console)
    }

    fn keys(phone: &str, at: i64) -> [Vec<u8>; 2] {
        let call = Call { phone: phone.to_owned(), at };
        let by_time = ByTime { phone: phone.to_owned(), at };
        [call.encode().unwrap().to_vec(), by_time.encode().unwrap().to_vec()]
    }

    #[track_caller]
    fn has_both_keys(mut sample: Sample) {
        let field = sample.field("at").unwrap();
        for (phone, at) in [("133", DAY), ("134", DAY + 1)] {
            let row = sample.next().unwrap().expect("a row");
            assert_eq!([row.key().to_vec(), row.key_of(1).to_vec()], keys(phone, at));
            assert_eq!(row.time(&field).unwrap(), at);
        }
        assert!(sample.next().unwrap().is_none());
    }

    #[test]
    fn rows_have_a_key_under_each_type() {
        let millis = format!("at,note,phone\n{DAY},x,133\n{},y,134\n", DAY + 1);
        has_both_keys(open(&millis, SampleOptions::default()).unwrap());
        let json = format!("{{\"phone\":\"133\",\"at\":{DAY}}}\n\n{{\"phone\":\"134\",\"at\":{}}}\n", DAY + 1);
        has_both_keys(open(&json, SampleOptions::default()).unwrap());
        let hex = |phone, at| data_encoding::HEXUPPER.encode(&keys(phone, at)[0]);
        let encoded = format!("{}\n{}", hex("133", DAY), hex("134", DAY + 1));
        has_both_keys(open(&encoded, SampleOptions::default()).unwrap());
    }

    #[test]
    fn a_date_is_a_count_where_the_layout_says_its_unit() {
        let csv = "phone,at\n133,2017-12-01T00:00\n";
        // `ByTime.at` is a plain number.
        let Err(error) = open(csv, SampleOptions::default()).unwrap().next().map(|_| ()) else { panic!("no error") };
        assert_eq!(error.to_string(), "-: line 2: `at`: expected i64, found \"2017-12-01T00:00\"");
        let (mut input, mut out, mut err) = (csv.as_bytes(), Vec::new(), Vec::new());
        let mut console = Console { input: &mut input, out: &mut out, err: &mut err, is_watched: false };
        let args = SampleArgs { file: "-".into(), table: None, options: SampleOptions::default() };
        let mut sample = Sample::open(&args, &[KeyType::of::<Call>()], &mut console).unwrap();
        let field = sample.field("at").unwrap();
        let row = sample.next().unwrap().expect("a row");
        assert_eq!(row.key(), &*keys("133", DAY)[0]);
        assert_eq!((row.value(&field).unwrap().as_ref(), row.time(&field).unwrap()), ("2017-12-01T00:00", DAY));
    }

    #[test]
    fn wrong_rows_are_skipped_and_counted() {
        let options = SampleOptions { skip_wrong: true, ..SampleOptions::default() };
        let mut sample = open("phone,at\n1,1\n133,1\n133,x\n", options).unwrap();
        assert_eq!(sample.next().unwrap().expect("a row").key(), keys("133", 1)[0]);
        assert!(sample.next().unwrap().is_none());
        assert_eq!(sample.skipped.rows, 2);
        let first = "line 2: `Call.phone` cannot be written: expected exactly 3 bytes, found 1";
        assert_eq!(sample.skipped.first.as_deref(), Some(first));
    }

    #[test]
    fn each_n_th_row_is_taken() {
        let options = SampleOptions { every: Some(2), ..SampleOptions::default() };
        let mut sample = open("phone,at\n131,1\nwrong,x\n133,1\n", options).unwrap();
        let mut taken = Vec::new();
        while let Some(row) = sample.next().unwrap() {
            taken.push(row.key().to_vec());
        }
        assert_eq!(taken, [keys("131", 1)[0].clone(), keys("133", 1)[0].clone()]);
    }

    #[test]
    fn a_field_that_is_not_a_column_is_named() {
        let sample = open("phone,at\n", SampleOptions::default()).unwrap();
        let error = sample.field("when").unwrap_err();
        assert_eq!(error.to_string(), "expected a column, one of phone, at, found `when`");
    }
}

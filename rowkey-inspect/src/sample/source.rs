//! The sources of a sample: files in each format, and stores.

use super::lines::{Lines, reader_of};
use super::{Format, SampleArgs};
use crate::console::Console;
use crate::failure::Failure;
use crate::key_type::KeyType;
use crate::notation::Notation;
use crate::row::{FlatColumns, Row, Shape};
use crate::stores::StoredKeys;
use std::io::{self, BufRead};
use std::path::Path;

/// The rows of a file or of a store.
pub(super) enum Source<'s> {
    Csv(Box<Records<'s>>),
    Json(Lines<'s>),
    Keys(Lines<'s>, Notation, Others),
    Store(StoredKeys, Vec<u8>, Others),
}

/// Converts keys of the first type into keys of the other types.
pub(super) struct Others {
    columns: FlatColumns,
    shapes: Vec<Shape>,
}

/// The rows of a CSV file.
pub(super) struct Records<'s> {
    reader: csv::Reader<Box<dyn BufRead + 's>>,
    pub(super) record: csv::StringRecord,
    pub(super) names: csv::StringRecord,
    /// The shape of a row for each type.
    shapes: Vec<Shape>,
}

/// The next row, or the reason why it is wrong. `None` at the end.
type NextRow = Option<Result<(), String>>;

impl<'s> Source<'s> {
    /// Opens a file of rows, or a store.
    pub(super) fn open(args: &SampleArgs, types: &[KeyType], console: &mut Console<'s>) -> Result<Self, Failure> {
        if let Some(keys) = StoredKeys::open(&args.file, args.table.as_deref())? {
            return Ok(Self::Store(keys, Vec::new(), Others::of(types)));
        }
        let mut reader = reader_of(&args.file, console)?;
        let start = reader.fill_buf().map_err(Failure::file(&args.file))?;
        let (format, notation) = (args.options.format, args.options.notation);
        match format.or(notation.map(|_| Format::Keys)).unwrap_or_else(|| format_of(&args.file, start, types)) {
            Format::Keys => {
                let mut lines = Lines::of(reader);
                let is_key = |key: &[u8]| types.first().is_some_and(|first| first.check(key).is_ok());
                let chosen = lines.notation(notation, is_key).map_err(Failure::file(&args.file))?;
                Ok(Self::Keys(lines, chosen, Others::of(types)))
            }
            _ if notation.is_some() => {
                Err(Failure::Usage("expected `--format keys` with `--notation`, which is for encoded keys".to_owned()))
            }
            Format::Csv => Ok(Self::Csv(Box::new(Records::of(reader, types).map_err(Failure::file(&args.file))?))),
            Format::Json => Ok(Self::Json(Lines::of(reader))),
        }
    }

    /// Reads the next row.
    pub(super) fn next(&mut self, file: &Path) -> Result<NextRow, Failure> {
        match self {
            Self::Csv(records) => records.next().map_err(Failure::file(file)),
            Self::Json(lines) | Self::Keys(lines, ..) => {
                Ok(lines.next().map_err(Failure::file(file))?.then(|| lines.text().map(drop)))
            }
            Self::Store(keys, current, _) => Ok(keys.next()?.map(|key| {
                *current = key;
                Ok(())
            })),
        }
    }

    /// Returns the line of the current row, or its number in a store, from 1.
    pub(super) fn line(&self) -> u64 {
        match self {
            Self::Csv(records) => records.record.position().map_or(0, csv::Position::line),
            Self::Json(lines) | Self::Keys(lines, ..) => lines.number(),
            Self::Store(keys, ..) => keys.number(),
        }
    }

    /// Encodes the key of the current row for each type.
    pub(super) fn encode(&self, types: &[KeyType], keys: &mut [Vec<u8>]) -> Result<(), String> {
        match self {
            Self::Csv(records) => {
                for ((of, key), shape) in types.iter().zip(keys).zip(&records.shapes) {
                    of.encode(Row::Record(shape, &records.record), key).map_err(|error| error.to_string())?;
                }
                Ok(())
            }
            Self::Json(lines) => encode_json(lines.text()?, types, keys),
            Self::Keys(lines, notation, others) => {
                let key = notation.read(lines.text()?).ok_or_else(|| format!("expected a key in {notation}"))?;
                others.encode(&key, types, keys)
            }
            Self::Store(_, key, others) => others.encode(key, types, keys),
        }
    }
}

impl<'s> Records<'s> {
    fn of(reader: Box<dyn BufRead + 's>, types: &[KeyType]) -> io::Result<Self> {
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(reader);
        let names = reader.headers()?.clone();
        let shapes = types.iter().map(|of| Shape::of_columns(&names, of.layout(), &of.units())).collect();
        Ok(Self { reader, record: csv::StringRecord::new(), names, shapes })
    }

    /// Reads the next record. A record with too few columns or with invalid UTF-8 is a wrong row, and reading continues
    /// after it.
    fn next(&mut self) -> io::Result<NextRow> {
        let error = match self.reader.read_record(&mut self.record) {
            Ok(is_there) => return Ok(is_there.then_some(Ok(()))),
            Err(error) => error,
        };
        Ok(Some(Err(match error.kind() {
            csv::ErrorKind::Io(_) => return Err(error.into()),
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("expected {expected_len} columns, found {len}")
            }
            csv::ErrorKind::Utf8 { err, .. } => {
                format!("invalid UTF-8 at offset {} of column {}", err.valid_up_to(), err.field() + 1)
            }
            _ => error.to_string(),
        })))
    }
}

fn encode_json(row: &str, types: &[KeyType], keys: &mut [Vec<u8>]) -> Result<(), String> {
    for (of, key) in types.iter().zip(keys) {
        of.encode(Row::Json(row), key).map_err(|error| error.to_string())?;
    }
    Ok(())
}

impl Others {
    fn of(types: &[KeyType]) -> Self {
        let columns = types.first().map(|first| first.columns()).unwrap_or_default();
        let names = || columns.names().iter().map(String::as_str);
        let others = types.get(1..).unwrap_or_default();
        let shapes = others.iter().map(|of| Shape::of_columns(names(), of.layout(), &of.units())).collect();
        Self { columns, shapes }
    }

    /// Decodes a key of the first type and encodes its fields as keys of the other types. If a field has another type
    /// there, its value is read as text, like a column of a CSV file: a number from digits, a count from a date.
    fn encode(&self, read: &[u8], types: &[KeyType], keys: &mut [Vec<u8>]) -> Result<(), String> {
        let ([first, others @ ..], [key, other_keys @ ..]) = (types, keys) else { return Ok(()) };
        first.check(read).map_err(|error| error.to_string())?;
        key.extend_from_slice(read);
        if others.is_empty() {
            return Ok(());
        }
        let fields = first.decode(key).map_err(|error| error.to_string())?;
        for ((of, key), shape) in others.iter().zip(other_keys).zip(&self.shapes) {
            if of.encode(Row::Json(fields.get()), key).is_err() {
                let texts = self.columns.texts(&fields)?;
                of.encode_texts(shape, self.columns.names(), texts, key).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }
}

/// Detects the format of a file by its name, or else by its first line.
fn format_of(file: &Path, start: &[u8], types: &[KeyType]) -> Format {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Format::Csv,
        Some("jsonl" | "ndjson" | "json") => Format::Json,
        Some("keys" | "hex") => Format::Keys,
        _ => {
            let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let line = String::from_utf8_lossy(line);
            let names: Vec<&str> = line.trim().split(',').collect();
            let is_name = |of: &KeyType| of.fields().iter().any(|field| names.iter().any(|name| field.is_called(name)));
            match line.trim_start().starts_with('{') {
                true => Format::Json,
                false if types.iter().any(is_name) => Format::Csv,
                false => Format::Keys,
            }
        }
    }
}

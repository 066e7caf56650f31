//! `rows`: prints the fields of keys for other programs.

use crate::answer::{Outcome, type_of};
use crate::console::Console;
use crate::failure::Status;
use crate::key_type::KeyType;
use crate::row::FlatColumns;
use crate::sample::{Sample, SampleArgs};
use clap::{Args, ValueEnum};
use serde_json::value::RawValue;
use std::io::{self, BufWriter, Write};

/// Print the fields of keys as CSV or JSON lines, with a row for each key
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  keys rows Call calls.keys > calls.csv\n  \
    echo \"scan 'calls'\" | hbase shell -n | keys rows Call - --form json\n\n\
    `splits`, `share`, `heat` and `compare` read these rows.")]
pub(crate) struct RowsArgs {
    /// The key type
    #[arg(value_name = "TYPE")]
    key_type: String,
    #[command(flatten)]
    sample: SampleArgs,
    /// The format of the output
    #[arg(long, value_enum, default_value = "csv")]
    form: Form,
}

/// The format of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Fields in columns, with a header
    Csv,
    /// Fields as JSON, one row per line
    Json,
}

pub(crate) fn run(args: &RowsArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let of = type_of(types, &args.key_type)?;
    let mut sample = Sample::open(&args.sample, &[of], console)?;
    let columns = of.columns();
    let mut out = BufWriter::new(&mut *console.out);
    if args.form == Form::Csv {
        out.write_all(&csv_line(columns.names())?)?;
    }
    while let Some(row) = sample.next()? {
        let fields = of.decode(row.key()).map_err(|error| error.to_string());
        match fields.and_then(|fields| args.form.row(&fields, &columns)) {
            Ok(row) => out.write_all(&row)?,
            Err(reason) => sample.refuse(reason)?,
        }
    }
    out.flush()?;
    drop(out);
    sample.note_skipped(console)?;
    Ok(Status::Done)
}

impl Form {
    /// Returns the line of a key with these fields, or the reason why this format cannot express it.
    ///
    /// The output stream strips colors and therefore drops control characters. JSON escapes them, except DEL. CSV
    /// escapes nothing.
    fn row(self, fields: &RawValue, columns: &FlatColumns) -> Result<Vec<u8>, String> {
        if self == Self::Json {
            return Ok(format!("{}\n", fields.get().replace('\u{7F}', "\\u007f")).into_bytes());
        }
        let texts = columns.texts(fields).map_err(|reason| format!("{reason}: write `--form json`"))?;
        let is_dropped = |character: char| character.is_control() && !character.is_ascii_whitespace();
        if let Some((text, name)) = texts.iter().zip(columns.names()).find(|(text, _)| text.contains(is_dropped)) {
            let expected = format!("`{name}`: expected text without control characters, found {text:?}");
            return Err(format!("{expected}: write `--form json`"));
        }
        csv_line(&texts).map_err(|error| error.to_string())
    }
}

/// Formats a line of CSV.
fn csv_line(texts: &[String]) -> io::Result<Vec<u8>> {
    let mut line = csv::WriterBuilder::new().buffer_capacity(256).from_writer(Vec::new());
    line.write_record(texts)?;
    line.into_inner().map_err(|error| error.into_error())
}

//! The time of a row: a field, or its position in the sample.

use super::Sample;
use super::source::Source;
use crate::failure::Failure;
use crate::heat::TimeAxis;
use crate::row::{Unit, milliseconds};
use clap::Args;
use serde_json::Value;
use std::borrow::Cow;

/// The arguments for the times of rows.
#[derive(Args, Debug)]
pub(crate) struct TimeArgs {
    /// The field with the time of a row, which is a date or a count since 1970. By default, the order
    /// of the file is the order of the writes
    #[arg(long = "time", value_name = "FIELD")]
    pub(crate) field: Option<String>,
    /// The unit of counts. By default, the unit of the field in the key, or milliseconds if the key
    /// does not have the field as a time
    #[arg(long, value_enum, requires = "field")]
    pub(crate) unit: Option<Unit>,
}

impl TimeArgs {
    /// Returns the axis of the times.
    pub(crate) const fn axis(&self) -> TimeAxis {
        if self.field.is_some() { TimeAxis::Millis } else { TimeAxis::Order }
    }
}

/// The field with the time of each row.
#[derive(Clone, Debug)]
pub(super) struct TimeField {
    /// The given name, and the other one of its Rust name and its serde name.
    names: Vec<String>,
    /// Its column in CSV.
    column: Option<usize>,
    unit: Unit,
}

impl TimeField {
    /// Returns the field named by the arguments, for the rows of a sample.
    pub(super) fn of(args: &TimeArgs, sample: &Sample<'_>) -> Result<Option<Self>, Failure> {
        let Some(name) = &args.field else { return Ok(None) };
        let known: Vec<_> = sample.types.iter().flat_map(|of| of.fields()).collect();
        let mut names = vec![name.clone()];
        names.extend(known.iter().filter(|field| field.is_called(name)).flat_map(|field| field.names()));
        let unit = known.iter().filter(|field| field.is_called(name)).find_map(|field| field.unit);
        let mut field = Self { names, column: None, unit: args.unit.or(unit).unwrap_or(Unit::Milliseconds) };
        match &sample.source {
            Source::Csv(records) => {
                field.column = field.names.iter().find_map(|name| records.names.iter().position(|it| it == name));
                if field.column.is_none() {
                    let columns = records.names.iter().collect::<Vec<_>>().join(", ");
                    return Err(Failure::Usage(format!("expected a column, one of {columns}, found `{name}`")));
                }
            }
            Source::Keys(..) | Source::Store(..) if !known.iter().any(|field| field.is_called(name)) => {
                let fields: Vec<String> = known.iter().flat_map(|field| field.names().next()).collect();
                return Err(Failure::Usage(format!("expected a field, one of {}, found `{name}`", fields.join(", "))));
            }
            _ => {}
        }
        Ok(Some(field))
    }

    /// Reads the time of the current row, in milliseconds since 1970.
    pub(super) fn read(&self, sample: &Sample<'_>) -> Result<i64, String> {
        let text = self.text(sample)?;
        milliseconds(&text, self.unit).ok_or_else(|| {
            let (name, unit) = (&self.names[0], self.unit);
            format!("`{name}`: expected a date or a count of {unit}, found {text:?}")
        })
    }

    /// Returns the text of the field in the current row.
    fn text<'t>(&self, sample: &'t Sample<'_>) -> Result<Cow<'t, str>, String> {
        let json = match &sample.source {
            Source::Csv(records) => {
                return Ok(Cow::Borrowed(
                    self.column.and_then(|column| records.record.get(column)).unwrap_or_default(),
                ));
            }
            Source::Json(lines) => Cow::Borrowed(lines.text()?),
            Source::Keys(..) | Source::Store(..) => match sample.types.first().map(|of| of.decode(&sample.keys[0])) {
                Some(Ok(fields)) => Cow::Owned(fields.get().to_owned()),
                _ => Cow::Borrowed("null"),
            },
        };
        let json: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
        match self.names.iter().find_map(|name| find_in_row(&json, name)) {
            Some(Value::String(text)) => Ok(Cow::Owned(text.clone())),
            Some(value) => Ok(Cow::Owned(value.to_string())),
            None => Err(format!("expected a field `{}`", self.names[0])),
        }
    }
}

/// Finds a field of a row, or of the variant in the row: `{"Post":{"at":7}}`.
fn find_in_row<'v>(row: &'v Value, name: &str) -> Option<&'v Value> {
    find(row, name).or_else(|| find(row.as_object()?.values().next()?, name))
}

fn find<'v>(fields: &'v Value, name: &str) -> Option<&'v Value> {
    fields.get(name).or_else(|| {
        let (outer, inner) = name.split_once('.')?;
        find(fields.get(outer)?, inner)
    })
}

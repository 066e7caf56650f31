//! Rows of text: the columns of a CSV record or the arguments `field=value` of a command. serde makes keys of them.

mod anything;
mod columns;
mod fields;
mod flat;
mod text;

use anything::Anything;
use columns::ColumnsDeserializer;
pub(crate) use fields::{KnownField, Unit, Units, fields_of, units_of};
pub(crate) use flat::FlatColumns;
use text::TextDeserializer;
pub(crate) use text::{dates, milliseconds};

use rowkey_core::Layout;
use serde::{Deserialize, de};
use std::fmt;

/// The fields of a row, and the column of each. A name with a dot, `place.city`, is the field `city` of the field
/// `place`.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// The record type of an enum's row, if a column or a word has it.
    pub(crate) kind: Option<KindName>,
    pub(crate) fields: Vec<(String, Slot)>,
    /// `true` if an unknown field is an error. Otherwise it is skipped.
    is_exact: bool,
    /// Provides values for missing fields.
    anything: Option<Box<Anything>>,
    /// The fields of the struct in order, by their Rust names. A field that serde renames is known by both names.
    own_names: Vec<&'static str>,
}

/// The source of a row's record type.
#[derive(Debug)]
pub(crate) enum KindName {
    /// The text of this column.
    Column(usize),
    /// The same for all rows.
    Given(String),
}

/// The source of a field's value.
#[derive(Debug)]
pub(crate) enum Slot {
    /// The text of this column. A date in it is converted to a count in the unit.
    Column(usize, Option<Unit>),
    /// The fields of a struct.
    Fields(Shape),
}

/// The name of the record type in columns and queries.
pub(crate) const KIND: &str = "kind";

impl Shape {
    /// Returns the shape of rows with these columns.
    pub(crate) fn of_columns<'n>(
        names: impl IntoIterator<Item = &'n str>,
        layout: &'static Layout,
        units: &Units,
    ) -> Self {
        Self::default().with(names, layout, units)
    }

    /// Returns the same, with an error for unknown fields.
    pub(crate) fn exactly<'n>(
        names: impl IntoIterator<Item = &'n str>,
        layout: &'static Layout,
        units: &Units,
    ) -> Self {
        Self { is_exact: true, ..Self::default() }.with(names, layout, units)
    }

    /// Returns the same, with arbitrary values for missing fields.
    pub(crate) fn with_anything<'n>(
        names: impl IntoIterator<Item = &'n str>,
        layout: &'static Layout,
        units: &Units,
    ) -> Self {
        Self { is_exact: true, anything: Some(Box::default()), ..Self::default() }.with(names, layout, units)
    }

    fn with<'n>(self, names: impl IntoIterator<Item = &'n str>, layout: &'static Layout, units: &Units) -> Self {
        let mut shape = self;
        if layout.record_types().is_empty() {
            let own = layout.fields().iter().filter(|field| !field.is_computed());
            shape.own_names = own.map(|field| field.name()).collect();
        }
        for (index, name) in names.into_iter().enumerate() {
            if name == KIND && !layout.record_types().is_empty() {
                shape.kind = Some(KindName::Column(index));
            } else {
                shape.put(name, Slot::Column(index, units.get(name).copied()));
            }
        }
        shape
    }

    /// Returns the structs filled with arbitrary values.
    fn structs(&self) -> fields::StructFields {
        self.anything.as_deref().map(Anything::structs).unwrap_or_default()
    }

    /// Sets the record type of all rows, by the name of the variant.
    pub(crate) fn set_kind(&mut self, kind: &str) {
        self.kind = Some(KindName::Given(kind.to_owned()));
    }

    /// Adds a field. Replaces a field of the same name.
    pub(crate) fn put(&mut self, name: &str, slot: Slot) {
        let Some((outer, inner)) = name.split_once('.') else {
            self.fields.retain(|(other, _)| other != name);
            self.fields.push((name.to_owned(), slot));
            return;
        };
        if let Some((_, Slot::Fields(fields))) = self.fields.iter_mut().find(|(other, _)| other == outer) {
            return fields.put(inner, slot);
        }
        let mut fields = Self { is_exact: self.is_exact, ..Self::default() };
        fields.put(inner, slot);
        self.put(outer, Slot::Fields(fields));
    }
}

/// The texts of a row, by column.
pub(crate) trait Texts {
    /// Returns the text of a column. It is empty if the row has too few columns.
    fn text(&self, column: usize) -> &str;
}

impl Texts for csv::StringRecord {
    fn text(&self, column: usize) -> &str {
        self.get(column).unwrap_or_default()
    }
}

impl Texts for [String] {
    fn text(&self, column: usize) -> &str {
        self.get(column).map_or("", String::as_str)
    }
}

/// The fields of a row from a sample or a command line.
#[derive(Clone, Copy)]
pub(crate) enum Row<'r> {
    /// A CSV record.
    Record(&'r Shape, &'r csv::StringRecord),
    /// Arguments of a command.
    Words(&'r Shape, &'r [String]),
    /// The row as JSON.
    Json(&'r str),
}

impl<'r> Row<'r> {
    /// Reads the row as a value, with arbitrary values for missing fields. If a type rejects a value, it tries the next
    /// one.
    pub(crate) fn read_with_anything<K: Deserialize<'r>>(self, shape: &Shape) -> Result<K, RowError> {
        loop {
            shape.anything.iter().for_each(|anything| anything.restart());
            match self.read() {
                Err(_) if shape.anything.as_ref().is_some_and(|anything| anything.choose_another()) => {}
                read => return read,
            }
        }
    }

    /// Reads the row as a value.
    pub(crate) fn read<K: Deserialize<'r>>(self) -> Result<K, RowError> {
        match self {
            Self::Record(shape, record) => K::deserialize(ColumnsDeserializer::new(shape, record)),
            Self::Words(shape, words) => K::deserialize(ColumnsDeserializer::new(shape, words)),
            Self::Json(text) => Ok(serde_json::from_str(text)?),
        }
    }
}

/// The reason why a row is not a key.
#[derive(Debug)]
pub(crate) struct RowError {
    /// The field, from the outermost to the one that is wrong: `place.city`.
    pub(crate) field: Option<String>,
    pub(crate) reason: String,
}

impl RowError {
    /// Adds an outer field to the path of the error.
    pub(crate) fn at(self, name: &str) -> Self {
        let field = self.field.map_or_else(|| name.to_owned(), |inner| format!("{name}.{inner}"));
        Self { field: Some(field), ..self }
    }

    /// Returns the error for a text that is invalid for a type.
    pub(crate) fn unexpected(expected: &str, text: &str) -> Self {
        de::Error::custom(format_args!("expected {expected}, found {text:?}"))
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(f, "`{field}`: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for RowError {}

impl de::Error for RowError {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self { field: None, reason: reason.to_string() }
    }
}

impl From<serde_json::Error> for RowError {
    fn from(error: serde_json::Error) -> Self {
        de::Error::custom(error)
    }
}

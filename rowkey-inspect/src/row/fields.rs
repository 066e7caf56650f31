//! The fields of a key type, by their Rust names and their serde names, and the units of fields that count time.

use super::{Row, Shape};
use rowkey_core::{Layout, OwnedKey};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;

/// The unit in which an integer field counts time since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Unit {
    #[value(name = "secs")]
    Seconds,
    #[value(name = "millis")]
    Milliseconds,
    #[value(name = "micros")]
    Microseconds,
    #[value(name = "nanos")]
    Nanoseconds,
}

impl std::fmt::Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Seconds => "seconds",
            Self::Milliseconds => "milliseconds",
            Self::Microseconds => "microseconds",
            Self::Nanoseconds => "nanoseconds",
        })
    }
}

/// The units of fields that count time, by both names.
pub(crate) type Units = HashMap<String, Unit>;

/// A field of a key or of a nested key: `place.at`.
#[derive(Clone, Debug)]
pub(crate) struct KnownField {
    /// Its Rust name.
    own: String,
    /// Its serde name.
    serde: String,
    /// `None` if the layout declares no unit of time for it.
    pub(crate) unit: Option<Unit>,
}

impl KnownField {
    /// Returns both names.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        [self.own.clone(), self.serde.clone()].into_iter()
    }

    /// Returns `true` if this is one of its names.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.own == name || self.serde == name
    }
}

/// Returns the fields of a key type, of its record types, and of nested keys.
pub(crate) fn fields_of<K: OwnedKey + DeserializeOwned>() -> Vec<KnownField> {
    let json: Value = serde_json::from_str(&K::LAYOUT.to_json()).unwrap_or_default();
    let mut fields = Vec::new();
    match json["record_types"].as_array() {
        None => Known { structs: &structs_of::<K>(None), fields: &mut fields }.add(&json, "", ""),
        Some(kinds) => {
            for kind in kinds {
                let variant = kind["name"].as_str();
                Known { structs: &structs_of::<K>(variant), fields: &mut fields }.add(kind, "", "");
            }
        }
    }
    fields
}

/// Returns the serde names of fields without inner fields. A nested key appears as its fields.
pub(super) fn leaves(fields: &[KnownField]) -> impl Iterator<Item = String> {
    let holds = |outer: &KnownField, inner: &KnownField| {
        inner.serde.strip_prefix(&*outer.serde).is_some_and(|rest| rest.starts_with('.'))
    };
    fields.iter().filter(move |field| !fields.iter().any(|other| holds(field, other))).map(|field| field.serde.clone())
}

/// Returns the units of the fields.
pub(crate) fn units_of(fields: &[KnownField]) -> Units {
    let mut units = Units::new();
    for (field, unit) in fields.iter().filter_map(|field| Some((field, field.unit?))) {
        units.extend(field.names().map(|name| (name, unit)));
    }
    units
}

/// The serde names of the fields of each struct, by the path to it.
pub(crate) type StructFields = HashMap<String, &'static [&'static str]>;

/// Finds the structs of a row by reading one with arbitrary values.
fn structs_of<K: OwnedKey + DeserializeOwned>(variant: Option<&str>) -> StructFields {
    let layout: &'static Layout = K::LAYOUT;
    let mut shape = Shape::with_anything([], layout, &Units::new());
    if let Some(variant) = variant {
        shape.set_kind(variant);
    }
    // A failed read still returns the structs before the failure.
    let _ = Row::Words(&shape, &[]).read_with_anything::<K>(&shape);
    shape.structs()
}

/// The fields found so far.
struct Known<'k> {
    structs: &'k StructFields,
    fields: &'k mut Vec<KnownField>,
}

impl Known<'_> {
    /// Adds the fields of a key from the JSON of its layout. The paths are the prefixes of their names.
    fn add(&mut self, key: &Value, own_path: &str, serde_path: &str) {
        let fields = key["fields"].as_array().into_iter().flatten().filter(|field| field["computed"].is_null());
        let fields: Vec<(&str, &Value)> = fields.filter_map(|field| Some((field["name"].as_str()?, field))).collect();
        let serde_names = self.structs.get(serde_path).copied().unwrap_or_default();
        for (place, (name, field)) in fields.iter().enumerate() {
            let is_renamed = !serde_names.contains(name) && serde_names.len() == fields.len();
            let serde_name = if is_renamed { serde_names[place] } else { name };
            let (own, serde) = (inside(own_path, name), inside(serde_path, serde_name));
            self.add(&field["element"]["key"], &own, &serde);
            self.fields.push(KnownField { own, serde, unit: unit_of(field) });
        }
    }
}

/// Joins the path of a struct and the name of a field.
pub(super) fn inside(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn unit_of(field: &Value) -> Option<Unit> {
    match field["codec"].as_str()?.split(',').next()? {
        _ if field["own"] != false => None,
        "secs" => Some(Unit::Seconds),
        "millis" => Some(Unit::Milliseconds),
        "micros" => Some(Unit::Microseconds),
        "nanos" => Some(Unit::Nanoseconds),
        _ => None,
    }
}

//! A decoded key as columns of text, for CSV files and for other key types.

use super::{KIND, KnownField, fields};
use rowkey_core::Layout;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The columns of a key type: the record type of an enum, then the fields by their serde names.
#[derive(Debug, Default)]
pub(crate) struct FlatColumns {
    names: Vec<String>,
    has_kinds: bool,
}

/// The members of a JSON object.
type Members<'j> = HashMap<String, &'j RawValue>;

impl FlatColumns {
    pub(crate) fn of(layout: &Layout, known: &[KnownField]) -> Self {
        let has_kinds = !layout.record_types().is_empty();
        let mut names: Vec<String> = has_kinds.then(|| KIND.to_owned()).into_iter().collect();
        for name in fields::leaves(known) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Self { names, has_kinds }
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the text in each column: the text of a string, an empty text for a missing field, and JSON for other
    /// values.
    pub(crate) fn texts(&self, key: &RawValue) -> Result<Vec<String>, String> {
        let (kind, fields) = if self.has_kinds { kind_of(key)? } else { (String::new(), key) };
        let members = match fields.get() {
            "null" => Members::new(),
            json => serde_json::from_str(json).map_err(|_| format!("expected fields with names, found {json}"))?,
        };
        let is_kind = |at: usize| self.has_kinds && at == 0;
        let columns = self.names.iter().enumerate();
        Ok(columns.map(|(at, name)| if is_kind(at) { kind.clone() } else { text(&members, name) }).collect())
    }
}

/// Returns the record type of a key and its fields, from `{"Post":{"thread":7}}`, `{"kind":"Post","thread":7}` or
/// `"Meta"`.
fn kind_of(key: &RawValue) -> Result<(String, &RawValue), String> {
    if let Ok(kind) = serde_json::from_str(key.get()) {
        return Ok((kind, RawValue::NULL));
    }
    let members: Members<'_> = serde_json::from_str(key.get()).map_err(|error| error.to_string())?;
    if let Some(kind) = members.get(KIND).and_then(|kind| serde_json::from_str(kind.get()).ok()) {
        return Ok((kind, key));
    }
    let mut members = members.into_iter();
    match (members.next(), members.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(format!("expected a record type, found {key}")),
    }
}

/// Returns the text of a field, which may be in a nested key: `place.city`.
fn text(members: &Members<'_>, name: &str) -> String {
    if let Some(value) = members.get(name) {
        return match value.get() {
            "null" => String::new(),
            json => serde_json::from_str(json).unwrap_or_else(|_| json.to_owned()),
        };
    }
    let inner = name.split_once('.').and_then(|(outer, inner)| {
        let members: Members<'_> = serde_json::from_str(members.get(outer)?.get()).ok()?;
        Some(text(&members, inner))
    });
    inner.unwrap_or_default()
}

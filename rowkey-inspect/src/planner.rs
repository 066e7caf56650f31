//! Plans a query. Adds its conditions in key order, like a typed builder.

use crate::query::{FieldCondition, ParsedQuery, Predicate, Word};
use crate::row::{KIND, Row, RowError, Shape, Units, dates, fields_of, units_of};
use rowkey_core::__private0::{AnyText, AnyValue, Codec, Each, FieldOf, Query, TextPart, Visit, VisitKind};
use rowkey_core::language::Order;
use rowkey_core::{Layout, OwnedKey, RecordType, RowKey, ScanError, ScanPlan, one_of};
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::ops::Bound;
use thiserror::Error;

/// The reason why a query has no plan.
#[derive(Debug, Error)]
pub(crate) enum PlanError {
    /// A word of the query is unexpected.
    #[error("expected {expected}, found {found}")]
    Word { at: usize, expected: String, found: String },
    /// A value is invalid for its field.
    #[error("{reason}")]
    Value { at: usize, reason: RowError },
    /// The plan cannot be made.
    #[error(transparent)]
    Scan(#[from] ScanError),
}

/// Plans a query for keys of `K`.
pub(crate) fn plan<K: OwnedKey + DeserializeOwned>(parsed: &ParsedQuery) -> Result<ScanPlan, PlanError> {
    let (kind, parsed) = take_kind(K::LAYOUT, parsed);
    let units = units_of(&fields_of::<K>());
    let values = ValuesOf::<K> { kind: kind_of(K::LAYOUT, kind.as_ref())?, units, key: PhantomData };
    match kind {
        Some(kind) => values.row(&[], &kind)?.visit_kind(PlanOf { parsed: &parsed, kind: &kind, values: &values }),
        None => plan_of::<K>(&parsed, &values),
    }
}

/// Takes `kind = ..` out of a query for an enum. A struct can have a field of that name.
fn take_kind(layout: &Layout, parsed: &ParsedQuery) -> (Option<Word>, ParsedQuery) {
    let (mut kind, mut parsed) = (None, parsed.clone());
    if !layout.record_types().is_empty() {
        parsed.conditions.retain(|condition| match &condition.predicate {
            Predicate::Equal(word) if condition.field.text == KIND => {
                kind = Some(word.clone());
                false
            }
            _ => true,
        });
    }
    (kind, parsed)
}

/// Returns the name of the variant to read. Without a `kind` in the query, any variant of the enum serves.
fn kind_of(layout: &Layout, kind: Option<&Word>) -> Result<Option<String>, PlanError> {
    let mut names = layout.record_types().iter().map(RecordType::name);
    let Some(kind) = kind else { return Ok(names.next().map(str::to_owned)) };
    if names.clone().any(|name| name == kind.text) {
        return Ok(Some(kind.text.clone()));
    }
    let names: Vec<&str> = names.collect();
    let expected = format!("a record type of {}, one of {}", layout.name(), names.join(", "));
    Err(PlanError::Word { at: kind.at, expected, found: format!("`{}`", kind.text) })
}

/// Reads the values of a query.
trait Values {
    /// Reads the value of the field with the number `field` and the name `name`.
    fn value(&self, field: usize, name: &str, word: &Word) -> Result<AnyValue, PlanError>;

    /// Reads the same from the values of its parts.
    fn whole(&self, field: usize, name: &str, parts: &[(String, Word)]) -> Result<AnyValue, PlanError>;
}

/// Reads each value as the field of a row of `K`. The other fields of the row have arbitrary values.
struct ValuesOf<K> {
    kind: Option<String>,
    units: Units,
    key: PhantomData<fn() -> K>,
}

impl<K: OwnedKey + DeserializeOwned> ValuesOf<K> {
    /// Reads a row with these values in its fields. An error points at `word`.
    fn row(&self, fields: &[(&str, &str)], word: &Word) -> Result<K, PlanError> {
        let (names, texts): (Vec<&str>, Vec<String>) =
            fields.iter().map(|(name, text)| (*name, (*text).to_owned())).unzip();
        let mut shape = Shape::with_anything(names, K::LAYOUT, &self.units);
        if let Some(kind) = &self.kind {
            shape.set_kind(kind);
        }
        let row = Row::Words(&shape, &texts);
        row.read_with_anything(&shape).map_err(|reason| PlanError::Value { at: word.at, reason })
    }

    /// Returns the value of a field of the row.
    fn of_row(row: &K, field: usize, name: &str, word: &Word) -> Result<AnyValue, PlanError> {
        row.visit_kind(ValueOf(field)).ok_or_else(|| PlanError::Word {
            at: word.at,
            expected: format!("a field of {}", K::LAYOUT.name()),
            found: format!("`{name}`"),
        })
    }
}

impl<K: OwnedKey + DeserializeOwned> Values for ValuesOf<K> {
    fn value(&self, field: usize, name: &str, word: &Word) -> Result<AnyValue, PlanError> {
        let first = self.row(&[(name, &word.text)], word);
        // The field may accept the date in another form.
        let mut others = dates(&word.text).into_iter().filter_map(|date| self.row(&[(name, &date)], word).ok());
        let row = first.or_else(|error| others.next().ok_or(error))?;
        Self::of_row(&row, field, name, word)
    }

    fn whole(&self, field: usize, name: &str, parts: &[(String, Word)]) -> Result<AnyValue, PlanError> {
        let fields: Vec<(&str, &str)> = parts.iter().map(|(part, word)| (&**part, &*word.text)).collect();
        let Some((_, first)) = parts.first() else { return Err(not_whole(name, 0, "no condition".to_owned())) };
        let row = self.row(&fields, first).map_err(|error| match error {
            PlanError::Value { reason, .. } if reason.reason.starts_with("missing field") => {
                not_whole(name, first.at, format!("a {}", reason.reason))
            }
            error => error,
        })?;
        Self::of_row(&row, field, name, first)
    }
}

/// Visits fields until the one with this number, and returns its value.
struct ValueOf(usize);

impl<K: RowKey> Each<K> for ValueOf {
    type Stop = AnyValue;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), AnyValue>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        if F::INDEX == self.0 { Err(AnyValue::of::<F>(value)) } else { Ok(()) }
    }
}

impl VisitKind for ValueOf {
    type Out = Option<AnyValue>;

    fn kind<K: RowKey>(mut self, key: &K) -> Self::Out {
        key.each_field::<K, _, _>(&mut self).err()
    }

    fn other(self, _: &[u8]) -> Self::Out {
        None
    }
}

/// Plans a query for the record type of a row.
struct PlanOf<'q> {
    parsed: &'q ParsedQuery,
    kind: &'q Word,
    values: &'q dyn Values,
}

impl VisitKind for PlanOf<'_> {
    type Out = Result<ScanPlan, PlanError>;

    fn kind<K: RowKey>(self, _: &K) -> Self::Out {
        plan_of::<K>(self.parsed, self.values)
    }

    fn other(self, _: &[u8]) -> Self::Out {
        let at = self.kind.at;
        let expected = "a record type that has a layout".to_owned();
        Err(PlanError::Word { at, expected, found: "the record type of all other keys".to_owned() })
    }
}

/// Returns the number and name of each field for conditions. Computed fields are left out. An enum has the common
/// fields of its record types.
fn fields(layout: &'static Layout) -> impl Iterator<Item = (usize, &'static str)> {
    // The last field of an enum represents the rest of its keys.
    let rest = usize::from(!layout.record_types().is_empty());
    let fields = &layout.fields()[..layout.fields().len() - rest];
    fields.iter().enumerate().filter(|(_, field)| !field.is_computed()).map(|(index, field)| (index, field.name()))
}

fn plan_of<K: RowKey>(parsed: &ParsedQuery, values: &dyn Values) -> Result<ScanPlan, PlanError> {
    let conditions = of_whole_fields(K::LAYOUT, &parsed.conditions)?;
    for FieldCondition { field, .. } in &conditions {
        if !fields(K::LAYOUT).any(|(_, name)| name == field.text) {
            return Err(no_field(K::LAYOUT, field));
        }
    }
    let mut query = Query::new::<K>();
    // A field can be bound if each field before it is bound to values. The typed builder has the same rule.
    let mut binds = true;
    for (index, name) in fields(K::LAYOUT) {
        // The first condition on a field binds it, if possible. Its other conditions are filters.
        let mut predicates = conditions.iter().filter(|it| it.field.text == name).map(|it| &it.predicate);
        let is_bound_to_values = match predicates.clone().next() {
            Some(first) if binds && can_bind::<K>(index, first) => {
                predicates.next();
                query = add::<K>(query, (index, name), first, values, true)?;
                matches!(first, Predicate::Equal(_) | Predicate::OneOf(_) | Predicate::Parts(_))
            }
            _ => false,
        };
        for predicate in predicates {
            query = add::<K>(query, (index, name), predicate, values, false)?;
        }
        binds &= is_bound_to_values;
    }
    if let Some(bucket) = parsed.bucket {
        query = query.bucket(bucket);
    }
    if let Some(limit) = parsed.limit {
        query = query.limit(limit);
    }
    let plan = query.plan()?;
    Ok(if parsed.reversed { plan.reversed() } else { plan })
}

/// Merges the conditions on parts of a nested key, as in `route.from = SFO`, into one condition on the whole field.
fn of_whole_fields(layout: &'static Layout, conditions: &[FieldCondition]) -> Result<Vec<FieldCondition>, PlanError> {
    let mut whole: Vec<FieldCondition> = Vec::new();
    for condition in conditions {
        let FieldCondition { field, predicate } = condition;
        let outer = field.text.split_once('.').map(|(outer, _)| outer);
        let Some(outer) = outer.filter(|outer| fields(layout).any(|(_, name)| name == *outer)) else {
            whole.push(condition.clone());
            continue;
        };
        let Predicate::Equal(word) = predicate else {
            return Err(not_whole(outer, field.at, format!("another condition on `{}`", field.text)));
        };
        let part = (field.text.clone(), word.clone());
        let of_field = |it: &&mut FieldCondition| it.field.text == outer && matches!(it.predicate, Predicate::Parts(_));
        match whole.iter_mut().find(of_field).map(|it| &mut it.predicate) {
            Some(Predicate::Parts(parts)) if parts.iter().any(|(name, _)| *name == field.text) => {
                return Err(not_whole(outer, field.at, format!("`{}` twice", field.text)));
            }
            Some(Predicate::Parts(parts)) => parts.push(part),
            _ => {
                let field = Word { text: outer.to_owned(), at: field.at };
                whole.push(FieldCondition { field, predicate: Predicate::Parts(vec![part]) });
            }
        }
    }
    Ok(whole)
}

fn not_whole(name: &str, at: usize, found: String) -> PlanError {
    let expected = format!("one `=` on each part of `{name}`, because a query needs its whole value");
    PlanError::Word { at, expected, found }
}

fn no_field(layout: &'static Layout, field: &Word) -> PlanError {
    let names: Vec<&str> = fields(layout).map(|(_, name)| name).collect();
    let or_kind = if layout.record_types().is_empty() { "" } else { " (or `kind = ..` before it)" };
    let expected = match names.is_empty() {
        true => format!("no field, because the record types of {} share none{or_kind}", layout.name()),
        false => format!("a field of {}, one of {}{or_kind}", layout.name(), names.join(", ")),
    };
    PlanError::Word { at: field.at, expected, found: format!("`{}`", field.text) }
}

/// Returns `true` if key ranges can express a condition.
fn can_bind<K: RowKey>(index: usize, predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Equal(_) | Predicate::OneOf(_) | Predicate::Parts(_) => true,
        Predicate::Range(..) => K::LAYOUT.fields()[index].order() != Order::Unordered,
        Predicate::Text(part, word) => text_of::<K>(index, *part, word).is_ok_and(|text| text.is_range()),
    }
}

/// Encodes a part of a text for a field.
fn text_of<K: RowKey>(index: usize, part: TextPart, word: &Word) -> Result<AnyText, PlanError> {
    let text = K::visit_field(index, PartOf(part, word.text.as_bytes())).flatten();
    text.ok_or_else(|| PlanError::Word {
        at: word.at,
        expected: format!("a value, because `{}` is not a searchable text", K::LAYOUT.fields()[index].name()),
        found: format!("a part of a text, {:?}", word.text),
    })
}

struct PartOf<'q>(TextPart, &'q [u8]);

impl<'v> Visit<'v> for PartOf<'_> {
    type Out = Option<AnyText>;

    fn field<F: FieldOf<'v>>(self) -> Option<AnyText>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        AnyText::of::<F>(self.0, self.1)
    }
}

/// Binds the field or filters by it.
fn add<K: RowKey>(
    query: Query,
    (index, name): (usize, &str),
    predicate: &Predicate,
    values: &dyn Values,
    binds: bool,
) -> Result<Query, PlanError> {
    macro_rules! add {
        ($condition:expr) => {
            if binds { query.bind_any(index, $condition) } else { query.filter_any(index, $condition) }
        };
    }
    Ok(match predicate {
        Predicate::Equal(word) => add!(&values.value(index, name, word)?),
        Predicate::OneOf(words) => add!(one_of(&all(index, name, words, values)?)),
        Predicate::Range(start, stop) => {
            let (start, stop) = (bound(index, name, start, values)?, bound(index, name, stop, values)?);
            add!((start.as_ref(), stop.as_ref()))
        }
        Predicate::Parts(parts) => add!(&values.whole(index, name, parts)?),
        Predicate::Text(part, word) => add!(&text_of::<K>(index, *part, word)?),
    })
}

fn all(index: usize, name: &str, words: &[Word], values: &dyn Values) -> Result<Vec<AnyValue>, PlanError> {
    words.iter().map(|word| values.value(index, name, word)).collect()
}

fn bound(index: usize, name: &str, bound: &Bound<Word>, values: &dyn Values) -> Result<Bound<AnyValue>, PlanError> {
    Ok(match bound {
        Bound::Included(word) => Bound::Included(values.value(index, name, word)?),
        Bound::Excluded(word) => Bound::Excluded(values.value(index, name, word)?),
        Bound::Unbounded => Bound::Unbounded,
    })
}

//! Queries on any key type, with the values of its rows.

use crate::cursors::CursorShape;
use crate::keys::Row;
use crate::plans::{Question, Stored, Table, in_order, is_merged};
use arbitrary::{Result, Unstructured};
use rowkey::__private0::{AnyValue, BoundField, Each, FieldOf, Query, VisitKind, obstacle};
use rowkey::codec::Codec;
use rowkey::language::Order;
use rowkey::{CursorError, Layout, RowKey, ScanError, one_of};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt;
use std::ops::Bound;

/// The values of some fields, with the indices of the fields.
struct FieldValues(Vec<(usize, AnyValue)>);

impl<K: RowKey> Each<K> for FieldValues {
    type Stop = Infallible;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> std::result::Result<(), Infallible>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        self.0.push((F::INDEX, AnyValue::of::<F>(value)));
        Ok(())
    }
}

/// A row, as a scan compares it.
#[derive(Clone)]
struct Values {
    /// The name of its record type, or the empty text for an unknown record type.
    kind: &'static str,
    /// The values of its fields, with the indices of the fields.
    fields: Vec<(usize, AnyValue)>,
}

impl Values {
    fn of<K: RowKey>(row: &K) -> Self {
        row.visit_kind(ValuesOfKind)
    }
}

fn fields_of<K: RowKey>(row: &K) -> Vec<(usize, AnyValue)> {
    let mut values = FieldValues(Vec::new());
    let Ok(()) = row.each_field::<K, _, _>(&mut values);
    values.0
}

/// Converts a row to [`Values`].
struct ValuesOfKind;

impl VisitKind for ValuesOfKind {
    type Out = Values;

    fn kind<K: RowKey>(self, key: &K) -> Values {
        Values { kind: K::LAYOUT.name(), fields: fields_of(key) }
    }

    fn other(self, _: &[u8]) -> Values {
        Values { kind: "", fields: Vec::new() }
    }
}

/// A condition on one field.
enum Condition {
    OneOf(Vec<AnyValue>),
    /// One of several ranges in natural order.
    InRanges(Vec<(Bound<AnyValue>, Bound<AnyValue>)>),
}

/// Conditions with the indices of their fields. The first `bound` of them bind their fields. The bucket is set if only
/// one is read.
struct Conditions {
    /// The record type of the query, if the key is an enum and the query is limited to one.
    kind: Option<&'static str>,
    all: Vec<(usize, Condition)>,
    bound: usize,
    bucket: Option<u32>,
    max_ranges: usize,
}

/// Rows with the keys that they are stored under. The key is `None` if the row is not stored.
type Rows = Vec<(Values, Option<Vec<u8>>)>;

/// A query and its table.
struct QueryCase {
    conditions: Conditions,
    table: Table<Values>,
}

impl QueryCase {
    fn choose<K: RowKey>(kind: Option<&'static str>, rows: &Rows, input: &mut Unstructured<'_>) -> Result<Self> {
        let mut conditions = Conditions::choose::<K>(kind, rows, input)?;
        let has_buckets = K::LAYOUT.salt().is_some_and(|salt| salt.buckets().is_some());
        if has_buckets && input.ratio(1, 8)? {
            conditions.bucket = Some(input.int_in_range(0..=3)?);
        }
        let stored = |(row, key): &(Values, Option<Vec<u8>>)| {
            let key = key.clone()?;
            let row = Stored::new::<K>(row.clone(), &key);
            Some((key, row))
        };
        Ok(Self { conditions, table: rows.iter().filter_map(stored).collect() })
    }

    /// Returns the rows of a filter, sorted without their salt.
    fn expected<K: RowKey>(&self) -> Vec<&[u8]> {
        let is_row = |key: &[u8], row: &Values| self.conditions.match_row::<K>(key, row);
        let rows = self.table.iter().filter(|(key, stored)| is_row(key, &stored.row));
        in_order(rows.map(|(key, _)| &key[..]), K::LAYOUT)
    }
}

/// A check of a query.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// Checks the plan.
    Plan,
    /// Checks the rest of the rows at cursors that no scan of these rows has returned.
    Cursor,
}

/// Runs a query on a few rows, both from the input. For an enum, the query is for one record type or for all.
pub(crate) fn check<T: Row>(check: Check, input: &mut Unstructured<'_>) -> Result<()> {
    let typed = crate::samples::rows::<T>(input)?;
    let mut rows: Rows = typed.iter().map(|(row, key)| (Values::of(row), key.clone())).collect();
    if rows.is_empty() {
        return Ok(());
    }
    if T::LAYOUT.record_types().is_empty() {
        return check.run::<T>(None, &rows, input);
    }
    if input.ratio(2, 3)? {
        let row = &input.choose(&typed)?.0;
        return row.visit_kind(OneKind { check, rows: &rows, input });
    }
    // The last field is the rest of the key. A scan of all record types cannot have a condition on it.
    let rest = T::LAYOUT.fields().len() - 1;
    rows.iter_mut().for_each(|(row, _)| row.fields.retain(|(field, _)| *field < rest));
    check.run::<T>(None, &rows, input)
}

/// Runs a query for the record type of a row.
struct OneKind<'r, 'i, 'u> {
    check: Check,
    rows: &'r Rows,
    input: &'i mut Unstructured<'u>,
}

impl VisitKind for OneKind<'_, '_, '_> {
    type Out = Result<()>;

    fn kind<K: RowKey>(self, _: &K) -> Result<()> {
        self.check.run::<K>(Some(K::LAYOUT.name()), self.rows, self.input)
    }

    fn other(self, _: &[u8]) -> Result<()> {
        Ok(())
    }
}

impl Check {
    fn run<K: RowKey>(self, kind: Option<&'static str>, rows: &Rows, input: &mut Unstructured<'_>) -> Result<()> {
        let case = QueryCase::choose::<K>(kind, rows, input)?;
        match self {
            Self::Plan => check_plan::<K>(&case, input),
            Self::Cursor => check_cursor::<K>(&case, input),
        }
    }
}

/// Returns the name of a field, or the empty text if there is none. `explain` does not show the rest of an enum's key
/// as one element.
fn choose_field(layout: &Layout, input: &mut Unstructured<'_>) -> Result<&'static str> {
    match layout.fields() {
        [fields @ .., _] if !layout.record_types().is_empty() && !fields.is_empty() => Ok(input.choose(fields)?.name()),
        [] => Ok(""),
        _ if !layout.record_types().is_empty() => Ok(""),
        fields => Ok(input.choose(fields)?.name()),
    }
}

fn check_plan<K: RowKey>(case: &QueryCase, input: &mut Unstructured<'_>) -> Result<()> {
    let (page, field) = (input.int_in_range(1..=3)?, choose_field(K::LAYOUT, input)?);
    let ask = |limit: Option<usize>, cursor: Option<&str>| {
        let query = case.conditions.query::<K>();
        let query = if let Some(limit) = limit { query.limit(limit) } else { query };
        let query = query.resume(cursor);
        query.plan()
    };
    let (table, expected) = (&case.table, case.expected::<K>());
    let is_key = |key: &[u8]| K::decode(key).is_ok();
    check_declared::<K>(case, &expected);
    Question { ask: &ask, shown: &case.conditions, table, expected, layout: K::LAYOUT, page, field, is_key }.check();
    Ok(())
}

/// Checks that a query that the key answers, as a declared query, reads one range per bucket and only its own rows.
fn check_declared<K: RowKey>(case: &QueryCase, expected: &[&[u8]]) {
    let Conditions { kind: None, all, bucket: None, .. } = &case.conditions else { return };
    let bound = all.iter().map(|(field, condition)| match condition {
        Condition::OneOf(values) if values.len() == 1 => Some(BoundField::value(*field)),
        Condition::InRanges(ranges) if ranges.len() == 1 => Some(BoundField::range(*field)),
        _ => None,
    });
    let Some(bound) = bound.collect::<Option<Vec<_>>>() else { return };
    if !K::LAYOUT.record_types().is_empty() || bound.is_empty() {
        return;
    }
    let plan = case.conditions.query::<K>().max_ranges(4_096).plan().expect("a plan of values of the key");
    let label = |key: &[u8]| key[..K::LAYOUT.fields_at().min(key.len())].to_vec();
    let labels: BTreeSet<_> = plan.ranges().map(|range| label(range.start())).collect();
    let is_read = |key: &[u8]| plan.ranges().any(|range| range.contains(key));
    let read = in_order(case.table.keys().map(|key| &key[..]).filter(|key| is_read(key)), K::LAYOUT);
    for buckets in [false, true] {
        if obstacle(K::LAYOUT, &bound, buckets).is_none() {
            let most = if buckets { labels.len() } else { 1 };
            assert!(
                plan.ranges().len() <= most,
                "{}: {:?}: {} ranges",
                K::LAYOUT,
                case.conditions,
                plan.ranges().len()
            );
            assert_eq!(read, expected, "{}: {:?}", K::LAYOUT, case.conditions);
        }
    }
}

fn check_cursor<K: RowKey>(case: &QueryCase, input: &mut Unstructured<'_>) -> Result<()> {
    let field = choose_field(K::LAYOUT, input)?;
    let shape = CursorShape {
        is_by_range: input.arbitrary()?,
        reversed: input.arbitrary()?,
        is_distinct: input.ratio(1, 4)?,
        is_sorted: input.ratio(1, 4)?,
        begins_like_a_row: input.arbitrary()?,
    };
    let like = input.choose_index(case.table.len().max(1))?;
    let width: u8 = input.arbitrary()?;
    let rest = input.bytes(input.len())?;
    let like = case.table.keys().nth(like).filter(|_| shape.begins_like_a_row).map_or(&[][..], |key| &key[..]);
    let key = [&like[..usize::from(width).min(like.len())], rest].concat();
    let query = || case.conditions.query::<K>();
    // Text that is not a cursor must be an error.
    if let Ok(text) = std::str::from_utf8(rest) {
        assert!(query().resume(Some(text)).plan().is_err() || text.len() > 64);
    }
    let Ok(plan) = query().plan() else { return Ok(()) };
    let plan = shape.order(plan, field);
    let cursor = if shape.is_by_range { plan.cursor_by_range(&key) } else { plan.cursor(&key) };
    let damaged = cursor.replacen('0', "1", 1);
    assert!(damaged == cursor || query().resume(Some(&damaged)).plan().is_err(), "a damaged cursor goes on: {damaged}");
    let fewer = case.conditions.query_of::<K>(case.conditions.all.len().saturating_sub(1));
    if let Ok(other) = fewer.clone().plan().map(|other| !other.ranges().eq(plan.ranges())) {
        assert!(!other || fewer.resume(Some(&cursor)).plan().is_err(), "a scan of other ranges goes on: {cursor}");
    }
    match query().resume(Some(&cursor)).plan() {
        Ok(resumed) => {
            assert!(is_merged(&query().plan().expect("the same plan")) || cursor != plan.cursor(&key), "{cursor}");
            crate::cursors::check(&shape.order(resumed, field), &key, shape, &case.table, &case.expected::<K>());
        }
        // The rows cannot be merged, so no merge could have stopped there.
        Err(ScanError::Cursor { reason: CursorError::Order { .. }, .. }) => {
            assert!(plan.explain().buckets().is_none() && cursor == plan.cursor(&key));
        }
        Err(error) => panic!("the rest of the same scan: {error}"),
    }
    Ok(())
}

impl Conditions {
    /// Chooses conditions: binds some of the first fields, with at most one range, and filters some of the others.
    fn choose<K: RowKey>(kind: Option<&'static str>, rows: &Rows, input: &mut Unstructured<'_>) -> Result<Self> {
        let (mut all, mut bound, mut is_open) = (Vec::new(), 0, false);
        let is_of_kind = |row: &&Values| kind.is_none_or(|kind| kind == row.kind) && !row.fields.is_empty();
        // A row of an unknown record type has no fields to query.
        let rows: Vec<&Values> = rows.iter().map(|(row, _)| row).filter(is_of_kind).collect();
        for (at, (field, _)) in rows.first().map_or(&[][..], |row| &row.fields).iter().enumerate() {
            let value = |input: &mut Unstructured<'_>| Ok(input.choose(&rows)?.fields[at].1.clone());
            let condition = match input.int_in_range(0..=7)? {
                0 => None,
                1 | 2 => {
                    let count = input.int_in_range(0..=4)?;
                    Some(Condition::OneOf((0..count).map(|_| value(input)).collect::<Result<_>>()?))
                }
                3 | 4
                    if order_of(K::LAYOUT, *field) != Order::Unordered && rows.iter().all(|row| has_order(row, at)) =>
                {
                    let mut ranges = Vec::new();
                    for _ in 0..=input.int_in_range(0..=3)? / 2 {
                        ranges.push((bound_of(value(input)?, input)?, bound_of(value(input)?, input)?));
                    }
                    Some(Condition::InRanges(ranges))
                }
                _ => Some(Condition::OneOf(Vec::from([value(input)?]))),
            };
            match &condition {
                Some(Condition::OneOf(_)) if !is_open => bound += 1,
                Some(Condition::InRanges(_)) if !is_open => (bound, is_open) = (bound + 1, true),
                _ => is_open = true,
            }
            all.extend(condition.map(|condition| (*field, condition)));
        }
        // Plans with many ranges take long to read. With few ranges, a plan reads all labels as one range.
        let max_ranges = if input.ratio(1, 32)? { 4_096 } else { *input.choose(&[64, 64, 9, 3])? };
        Ok(Self { kind, all, bound, bucket: None, max_ranges })
    }

    fn query<K: RowKey>(&self) -> Query {
        self.query_of::<K>(self.all.len())
    }

    /// Returns the query with the first `count` conditions.
    fn query_of<K: RowKey>(&self, count: usize) -> Query {
        let mut query = Query::new::<K>();
        for (at, (field, condition)) in self.all.iter().take(count).enumerate() {
            let is_bound = at < self.bound;
            query = match condition {
                Condition::OneOf(values) if values.len() == 1 && is_bound => query.bind_any(*field, &values[0]),
                Condition::OneOf(values) if values.len() == 1 => query.filter_any(*field, &values[0]),
                Condition::OneOf(values) if is_bound => query.bind_any(*field, one_of(values)),
                Condition::OneOf(values) => query.filter_any(*field, one_of(values)),
                Condition::InRanges(ranges) => {
                    let ranges = ranges.iter().map(|(start, stop)| (start.as_ref(), stop.as_ref()));
                    match (&ranges.clone().collect::<Vec<_>>()[..], is_bound) {
                        ([range], true) => query.bind_any(*field, *range),
                        ([range], false) => query.filter_any(*field, *range),
                        (_, true) => query.bind_any(*field, one_of(ranges)),
                        (_, false) => query.filter_any(*field, one_of(ranges)),
                    }
                }
            };
        }
        let query = query.max_ranges(self.max_ranges);
        match self.bucket {
            Some(bucket) => query.bucket(bucket),
            None => query,
        }
    }

    /// Returns `true` if a row matches.
    fn match_row<K: RowKey>(&self, key: &[u8], row: &Values) -> bool {
        let is_in_bucket = || self.bucket.is_none_or(|bucket| bucket_of::<K>(key) == Some(bucket));
        let matches = |(field, condition): &(usize, Condition)| {
            let Some((_, value)) = row.fields.iter().find(|(index, _)| index == field) else { return false };
            // NaN only equals a NaN with the same bits, and has no order.
            let equals = |other: &AnyValue| {
                value.element() == other.element() || value.order(other).is_some_and(Ordering::is_eq)
            };
            match condition {
                Condition::OneOf(values) => values.iter().any(equals),
                Condition::InRanges(ranges) => ranges.iter().any(|(start, stop)| {
                    let is_after_start = match start {
                        Bound::Included(start) => value.order(start).is_some_and(Ordering::is_ge),
                        Bound::Excluded(start) => value.order(start).is_some_and(Ordering::is_gt),
                        Bound::Unbounded => true,
                    };
                    is_after_start
                        && match stop {
                            Bound::Included(stop) => value.order(stop).is_some_and(Ordering::is_le),
                            Bound::Excluded(stop) => value.order(stop).is_some_and(Ordering::is_lt),
                            Bound::Unbounded => true,
                        }
                }),
            }
        };
        self.kind.is_none_or(|kind| kind == row.kind) && self.all.iter().all(matches) && is_in_bucket()
    }
}

/// Returns the bucket in the label of a key, as `explain` shows it.
fn bucket_of<K: RowKey>(key: &[u8]) -> Option<u32> {
    let explained = K::explain(key);
    let label = explained.parts().iter().find(|part| part.name() == "salt")?;
    label.value().ok()?.strip_prefix("bucket ")?.split(|it: char| !it.is_ascii_digit()).next()?.parse().ok()
}

/// Returns `true` if the value of a row contains no NaN.
fn has_order(row: &Values, at: usize) -> bool {
    let value = &row.fields[at].1;
    value.order(value).is_some()
}

fn order_of(layout: &Layout, field: usize) -> Order {
    layout.fields().get(field).map_or(Order::Unordered, |field| field.order())
}

fn bound_of(value: AnyValue, input: &mut Unstructured<'_>) -> Result<Bound<AnyValue>> {
    Ok(match input.int_in_range(0..=3)? {
        0 => Bound::Unbounded,
        1 => Bound::Excluded(value),
        _ => Bound::Included(value),
    })
}

fn element_of(bound: &Bound<AnyValue>) -> Bound<Option<&[u8]>> {
    bound.as_ref().map(AnyValue::element)
}

impl fmt::Debug for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind.map(|kind| format!("of {kind}: ")).unwrap_or_default())?;
        for (at, (field, condition)) in self.all.iter().enumerate() {
            write!(f, "{} {field} ", if at < self.bound { "bind" } else { "filter" })?;
            match condition {
                Condition::OneOf(values) => {
                    write!(f, "in {:02X?}, ", values.iter().map(AnyValue::element).collect::<Vec<_>>())?;
                }
                Condition::InRanges(ranges) => {
                    for (start, stop) in ranges {
                        write!(f, "within {:02X?} .. {:02X?}, ", element_of(start), element_of(stop))?;
                    }
                }
            }
        }
        write!(f, "bucket {:?}", self.bucket)
    }
}

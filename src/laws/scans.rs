//! The law of scans: a plan finds the same rows as a filter over all rows.

use super::keys::chooser;
use super::ranges::{self, found_by};
use super::{Outcome, same};
use crate::__private0::{AnyValue, Each, FieldOf, Query, VisitKind};
use crate::codec::Codec;
use crate::language::Order;
use crate::scan::Direction;
use crate::{KeyRange, Layout, OwnedKey, RowKey, ScanError, ScanPlan, one_of};
use core::cmp::Ordering::{self, Equal, Less};
use core::convert::Infallible;
use core::fmt::{self, Debug};
use core::ops::Bound;
use proptest::test_runner::TestCaseError;
use std::collections::BTreeMap;
use std::format;
use std::vec::Vec;

/// The values of several fields, with the indices of the fields.
struct Values(Vec<(usize, AnyValue)>);

impl<K: RowKey> Each<K> for Values {
    type Stop = Infallible;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), Infallible>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        self.0.push((F::INDEX, AnyValue::of::<F>(value)));
        Ok(())
    }
}

/// A row, as a scan compares it: its record type and its values.
struct ScannedRow {
    /// The name of its record type, or the empty text for an unknown record type.
    kind: &'static str,
    values: Vec<(usize, AnyValue)>,
}

impl ScannedRow {
    fn new<K: RowKey>(row: &K) -> Self {
        row.visit_kind(OfKind)
    }
}

fn values<K: RowKey>(row: &K) -> Vec<(usize, AnyValue)> {
    let mut values = Values(Vec::new());
    let Ok(()) = row.each_field::<K, _, _>(&mut values);
    values.0
}

/// Converts a row to a [`ScannedRow`].
struct OfKind;

impl VisitKind for OfKind {
    type Out = ScannedRow;

    fn kind<K: RowKey>(self, key: &K) -> ScannedRow {
        ScannedRow { kind: K::LAYOUT.name(), values: values(key) }
    }

    fn other(self, _: &[u8]) -> ScannedRow {
        ScannedRow { kind: "", values: Vec::new() }
    }
}

/// A condition on one field.
enum Condition {
    OneOf(Vec<AnyValue>),
    /// In one of these ranges, from the first value to the second in natural order. The flag is `true` if the range
    /// includes the second value.
    InRanges(Vec<([AnyValue; 2], bool)>),
}

impl Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The encoded element of a value. Its codec may reject it.
        let shown =
            |value: &AnyValue| value.element().map_or("a value without a key".into(), |it| format!("{it:02X?}"));
        match self {
            Self::OneOf(values) => write!(f, "in {{{}}}", values.iter().map(shown).collect::<Vec<_>>().join(", ")),
            Self::InRanges(ranges) => {
                let range = |(ends, is_included): &([AnyValue; 2], bool)| {
                    format!("{}{}{}", shown(&ends[0]), if *is_included { "..=" } else { ".." }, shown(&ends[1]))
                };
                write!(f, "in {}", ranges.iter().map(range).collect::<Vec<_>>().join(" or "))
            }
        }
    }
}

/// A query: conditions with field indices and names. The first `bound` conditions bind their fields, the others filter.
struct Question {
    conditions: Vec<(usize, &'static str, Condition)>,
    bound: usize,
}

impl Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (_, name, condition)) in self.conditions.iter().enumerate() {
            let filter = if at < self.bound { "" } else { "filter " };
            write!(f, "{}{filter}{name} {condition:?}", if at > 0 { ", " } else { "" })?;
        }
        f.write_str(if self.conditions.is_empty() { "any row" } else { "" })
    }
}

/// Runs queries with values of random rows. For an enum, there is one query per record type and one for all record
/// types, all generated from the same choices.
pub(super) fn hold<K: OwnedKey + Debug>(rows: &[K], keys: &[Vec<u8>], choices: &[u16]) -> Outcome {
    let mut scanned: Vec<ScannedRow> = rows.iter().map(ScannedRow::new).collect();
    let Some(rest) = K::LAYOUT.fields().len().checked_sub(1).filter(|_| !K::LAYOUT.record_types().is_empty()) else {
        return ask(K::LAYOUT, Query::new::<K>, ranges::compare::<K>, None, &scanned, keys, choices);
    };
    for (at, row) in rows.iter().enumerate() {
        if scanned[..at].iter().all(|before| before.kind != scanned[at].kind) {
            row.visit_kind(OneKind { rows: &scanned, keys, choices })?;
        }
    }
    // The last field is the rest of the key. A scan of all record types cannot have a condition on it.
    scanned.iter_mut().for_each(|row| row.values.retain(|(field, _)| *field < rest));
    ask(K::LAYOUT, Query::new::<K>, ranges::compare::<K>, None, &scanned, keys, choices)
}

/// Runs a query for the record type of a row.
struct OneKind<'a> {
    rows: &'a [ScannedRow],
    keys: &'a [Vec<u8>],
    choices: &'a [u16],
}

impl VisitKind for OneKind<'_> {
    type Out = Outcome;

    fn kind<K: RowKey>(self, _: &K) -> Outcome {
        ask(
            K::LAYOUT,
            Query::new::<K>,
            ranges::compare::<K>,
            Some(K::LAYOUT.name()),
            self.rows,
            self.keys,
            self.choices,
        )
    }

    fn other(self, _: &[u8]) -> Outcome {
        Ok(())
    }
}

/// Runs a query for rows of a key type, limited to one record type if it is named.
///
/// Not a generic function: rustc would compile it, its plans, and its sorting again for each key type.
fn ask(
    layout: &'static Layout,
    query: fn() -> Query,
    compare: fn(usize, ranges::Compare<'_>) -> Option<ranges::Compared>,
    kind: Option<&str>,
    rows: &[ScannedRow],
    keys: &[Vec<u8>],
    choices: &[u16],
) -> Outcome {
    let mut choose = chooser(choices);
    let is_of_kind = |row: &ScannedRow| kind.is_none_or(|kind| kind == row.kind);
    // A row of an unknown record type has no fields to query.
    let of_kind: Vec<&ScannedRow> = rows.iter().filter(|row| is_of_kind(row) && !row.values.is_empty()).collect();
    let question = Question::choose(&of_kind, layout, &mut choose);
    let plan = match question.query(query()).plan() {
        Ok(plan) => plan,
        // Too many values for one scan.
        Err(ScanError::TooManyRanges { .. }) => return Ok(()),
        Err(error) => return Err(TestCaseError::fail(format!("scans: no plan for {question:?}: {error}"))),
    };
    let stored: BTreeMap<&[u8], ()> = keys.iter().map(|key| (&key[..], ())).collect();
    let is_match = |row: &ScannedRow| is_of_kind(row) && question.matches(&row.values);
    let matching = rows.iter().zip(keys).filter(|(row, _)| is_match(row));
    let mut expected: Vec<&[u8]> = matching.map(|(_, key)| &key[..]).collect();
    // Scans yield rows in key order across all buckets.
    expected.sort_by_key(|key| (key.get(layout.fields_at()..), *key));
    expected.dedup();

    let of = layout.name();
    for key in stored.keys() {
        let is_read = plan.ranges().any(|range| range.contains(key)) && plan.matches(key);
        same(&is_read, &expected.contains(key), format_args!("scans: `{of}` for {question:?} reads {key:02X?}"))?;
    }
    let Some(is_by_range) = reading(&plan)? else { return Ok(()) };
    if is_by_range {
        expected.sort_unstable();
    }
    let found = read(&plan, is_by_range, &stored)?;
    if layout.salt().is_none() && layout.record_types().iter().any(|kind| kind.layout().has_older_rows()) {
        // The rows of such a record type are consecutive, in the order of its own scan. The query for that record type
        // checks their order.
        let place = |key: &&[u8]| found.iter().position(|it| it == key);
        expected.sort_by_key(place);
    }
    same(&found, &expected, format_args!("scans: the rows of `{of}` for {question:?}"))?;
    let mut backward = read(&plan.clone().reversed(), is_by_range, &stored)?;
    backward.reverse();
    same(&backward, &expected, format_args!("scans: the rows of `{of}` for {question:?}, in reverse"))?;
    pages(&question, query, is_by_range, &stored, &expected, 1 + choose(3))?;
    one_field_agrees(layout, query, &of_kind, &stored, &mut choose)?;
    let is_asked = |row: &ScannedRow| is_of_kind(row) && !row.values.is_empty();
    let asked = rows.iter().zip(keys).filter(|(row, _)| is_asked(row));
    let asked: Vec<_> = asked.map(|(row, key)| (&row.values[..], &key[..])).collect();
    ranges::hold(layout, query, compare, &asked, &stored, &mut choose)
}

/// Queries one value of one field in every possible way, and checks that all of them find the same rows. Rows below,
/// at, and above the value are all rows, and a list finds the union of its values.
fn one_field_agrees(
    layout: &Layout,
    query: fn() -> Query,
    rows: &[&ScannedRow],
    stored: &BTreeMap<&[u8], ()>,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Outcome {
    let Some(fields) = rows.first().map(|row| row.values.len()).filter(|fields| *fields > 0) else { return Ok(()) };
    let at = choose(fields);
    let mut value = || &rows[choose(rows.len())].values[at];
    let ((index, value), (_, other)) = (value(), value());
    let name = layout.fields().get(*index).map_or("", |field| field.name());
    let find = |query: Query| {
        let fail = |error| TestCaseError::fail(format!("scans: no plan for one value of `{name}`: {error}"));
        found_by(query, stored).map_err(fail)
    };
    let all = find(query())?;
    let equal = find(query().filter_any(*index, value))?;
    let holds = |found: Vec<&[u8]>, expected: &[&[u8]], what: &str| {
        let (of, value) = (layout.name(), value.element());
        same(&&found[..], &expected, format_args!("scans: the rows of `{of}` for {what} of `{name}`, {value:02X?}"))
    };
    if at == 0 {
        holds(find(query().bind_any(*index, value))?, &equal, "a value")?;
    }
    let others = find(query().filter_any(*index, other))?;
    let mut either = [&equal[..], &others[..]].concat();
    either.sort_unstable();
    either.dedup();
    let both = [value.clone(), other.clone()];
    holds(find(query().filter_any(*index, one_of(&both)))?, &either, "a list")?;
    if rows.iter().any(|row| row.values[at].1.order(value).is_none()) {
        // No range contains NaN.
        return Ok(());
    }
    let within = |start, stop| find(query().filter_any(*index, (start, stop)));
    holds(within(Bound::Included(value), Bound::Included(value))?, &equal, "a range of one value")?;
    let (below, after) =
        (within(Bound::Unbounded, Bound::Excluded(value))?, within(Bound::Excluded(value), Bound::Unbounded)?);
    let mut parts = [&below[..], &equal[..], &after[..]].concat();
    parts.sort_unstable();
    holds(parts, &all, "the ranges below, at, and above a value")
}

/// Returns `true` if a plan has too many buckets to merge and must be read range by range, or `None` if it cannot be
/// read at all.
fn reading(plan: &ScanPlan) -> Result<Option<bool>, TestCaseError> {
    let no_rows = |_: KeyRange, _: Direction| Vec::<Vec<u8>>::new();
    for (is_by_range, rows) in [(false, plan.merge(no_rows).check()), (true, plan.by_range(no_rows).check())] {
        match rows {
            Ok(_) => return Ok(Some(is_by_range)),
            Err(ScanError::TooManyToMerge { .. }) => {}
            Err(error) => return Err(TestCaseError::fail(format!("scans: {error}"))),
        }
    }
    Ok(None)
}

/// Reads page by page. Each page resumes at the cursor of the last row.
fn pages(
    question: &Question,
    query: fn() -> Query,
    is_by_range: bool,
    stored: &BTreeMap<&[u8], ()>,
    expected: &[&[u8]],
    rows: usize,
) -> Outcome {
    let fail = |error: ScanError| TestCaseError::fail(format!("scans: no page of {question:?}: {error}"));
    let mut plan = question.query(query()).limit(rows).plan().map_err(fail)?;
    let mut pages = expected.chunks(rows);
    loop {
        let page = read(&plan, is_by_range, stored)?;
        let expected = pages.next().unwrap_or_default();
        same(&&page[..], &expected, format_args!("scans: a page of {rows} rows of {question:?}"))?;
        let Some(last) = page.last() else { return Ok(()) };
        let cursor = if is_by_range { plan.cursor_by_range(last) } else { plan.cursor(last) };
        plan = question.query(query()).limit(rows).resume(Some(&cursor)).plan().map_err(fail)?;
    }
}

fn read<'s>(
    plan: &ScanPlan,
    is_by_range: bool,
    stored: &BTreeMap<&'s [u8], ()>,
) -> Result<Vec<&'s [u8]>, TestCaseError> {
    let open = |range, direction| {
        let mut rows: Vec<(&[u8], ())> = stored.range::<[u8], _>(range).map(|(key, ())| (*key, ())).collect();
        if direction == Direction::Reverse {
            rows.reverse();
        }
        rows
    };
    let rows = if is_by_range { plan.by_range(open) } else { plan.merge(open) };
    let fail = |error| TestCaseError::fail(format!("scans: {error}"));
    rows.map(|row| row.map(|(key, ())| key).map_err(fail)).collect()
}

impl Question {
    /// Chooses conditions: binds several of the first fields, with at most one range, and filters several others.
    fn choose(rows: &[&ScannedRow], layout: &Layout, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let (mut conditions, mut bound, mut is_open) = (Vec::new(), 0, false);
        for (at, (index, _)) in rows.first().map_or(&[][..], |row| &row.values).iter().enumerate() {
            let mut value = || rows[choose(rows.len())].values[at].1.clone();
            let (first, second, third) = (value(), value(), value());
            let is_ordered = layout.fields().get(*index).is_some_and(|field| field.order() != Order::Unordered);
            let condition = match choose(5) {
                0 => None,
                1 => Some(Condition::OneOf(Vec::from([first, second, third]))),
                2 if is_ordered && rows.iter().all(|row| first.order(&row.values[at].1).is_some()) => {
                    let mut ranges = Vec::from([([first, second.clone()], choose(2) == 0)]);
                    ranges.extend((choose(2) == 0).then(|| ([third, second], choose(2) == 0)));
                    Some(Condition::InRanges(ranges))
                }
                _ => Some(Condition::OneOf(Vec::from([first]))),
            };
            // After a range, or a field without a condition, further conditions are filters.
            match &condition {
                Some(Condition::OneOf(_)) if !is_open => bound += 1,
                Some(Condition::InRanges(_)) if !is_open => (bound, is_open) = (bound + 1, true),
                _ => is_open = true,
            }
            let name = layout.fields().get(*index).map_or("", |field| field.name());
            conditions.extend(condition.map(|condition| (*index, name, condition)));
        }
        Self { conditions, bound }
    }

    /// Adds the conditions to a query.
    fn query(&self, mut query: Query) -> Query {
        for (at, (field, _, condition)) in self.conditions.iter().enumerate() {
            let is_bound = at < self.bound;
            query = match condition {
                Condition::OneOf(values) if !is_bound => query.filter_any(*field, one_of(values)),
                Condition::OneOf(values) if values.len() == 1 => query.bind_any(*field, &values[0]),
                Condition::OneOf(values) => query.bind_any(*field, one_of(values)),
                Condition::InRanges(ranges) => {
                    let mut ranges = ranges.iter().map(|([start, stop], is_included)| {
                        let stop = if *is_included { Bound::Included(stop) } else { Bound::Excluded(stop) };
                        (Bound::Included(start), stop)
                    });
                    match (ranges.len(), ranges.next()) {
                        (1, Some(range)) if is_bound => query.bind_any(*field, range),
                        (1, Some(range)) => query.filter_any(*field, range),
                        (_, first) if is_bound => query.bind_any(*field, one_of(first.into_iter().chain(ranges))),
                        (_, first) => query.filter_any(*field, one_of(first.into_iter().chain(ranges))),
                    }
                }
            };
        }
        query
    }

    /// Returns `true` if a row with these values matches.
    fn matches(&self, values: &[(usize, AnyValue)]) -> bool {
        self.conditions.iter().all(|(index, _, condition)| {
            let Some((_, value)) = values.iter().find(|(field, _)| field == index) else { return false };
            let equals = |other: &AnyValue| value.element() == other.element() || value.order(other) == Some(Equal);
            match condition {
                Condition::OneOf(any) => any.iter().any(equals),
                Condition::InRanges(ranges) => ranges.iter().any(|([start, stop], is_included)| {
                    value.order(start).is_some_and(Ordering::is_ge)
                        && (value.order(stop) == Some(Less) || *is_included && equals(stop))
                }),
            }
        })
    }
}

//! Questions about any key type, by the values of its rows.

use crate::cursors::CursorShape;
use crate::keys::Row;
use crate::plans::{Question, Stored, Table, in_order};
use arbitrary::{Result, Unstructured};
use rowkey::__private0::{AskedValue, Each, FieldOf, Query};
use rowkey::codec::Codec;
use rowkey::language::Order;
use rowkey::{Layout, RowKey};
use std::convert::Infallible;
use std::fmt;
use std::ops::Bound;

/// The values of a row's fields, by the numbers of the fields.
struct Values(Vec<(usize, AskedValue)>);

impl<K: RowKey> Each<K> for Values {
    type Stop = Infallible;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> std::result::Result<(), Infallible>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        self.0.push((F::INDEX, AskedValue::of::<F>(value)));
        Ok(())
    }
}

impl Values {
    fn of<K: Row>(row: &K) -> Self {
        let mut values = Self(Vec::new());
        let Ok(()) = row.each_field::<K, _, _>(&mut values);
        values
    }

    fn element(&self, field: usize) -> Option<&[u8]> {
        self.0.iter().find(|(index, _)| *index == field)?.1.element()
    }
}

/// A condition on one field.
enum Condition {
    OneOf(Vec<AskedValue>),
    /// A range in natural order.
    Within(Box<(Bound<AskedValue>, Bound<AskedValue>)>),
}

/// Conditions with the numbers of their fields, of which the first `bound` bind; and the bucket, if only one is read.
struct Conditions {
    all: Vec<(usize, Condition)>,
    bound: usize,
    bucket: Option<u32>,
    max_ranges: usize,
}

/// A question, and a few rows that are asked it.
struct Asked {
    conditions: Conditions,
    table: Table<Values>,
}

impl Asked {
    /// Both out of an input; `None` if it has no row, or if keys are an enum, which is asked as its kinds, which are structs.
    fn choose<K: Row>(input: &mut Unstructured<'_>) -> Result<Option<Self>> {
        if !K::LAYOUT.kinds().is_empty() {
            return Ok(None);
        }
        let rows = crate::samples::rows::<K>(input)?;
        let values: Vec<Values> = rows.iter().map(|(row, _)| Values::of(row)).collect();
        if values.is_empty() {
            return Ok(None);
        }
        let mut conditions = Conditions::choose::<K>(&values, input)?;
        let has_buckets = K::LAYOUT.salt().is_some_and(|salt| salt.buckets().is_some());
        if has_buckets && input.ratio(1, 8)? {
            conditions.bucket = Some(input.int_in_range(0..=3)?);
        }
        let stored =
            |(row, key): &(K, Option<Vec<u8>>)| Some((key.clone()?, Stored::new::<K>(Values::of(row), key.as_ref()?)));
        Ok(Some(Self { conditions, table: rows.iter().filter_map(stored).collect() }))
    }

    /// The rows that a filter finds, in the order of the key without its salt.
    fn expected<K: Row>(&self) -> Vec<&[u8]> {
        let is_row = |key: &[u8], row: &Values| self.conditions.match_row::<K>(key, row);
        let rows = self.table.iter().filter(|(key, stored)| is_row(key, &stored.row));
        in_order(rows.map(|(key, _)| &key[..]), K::LAYOUT)
    }
}

/// Asks a question of a few rows, both out of the input.
pub(crate) fn check<K: Row>(input: &mut Unstructured<'_>) -> Result<()> {
    let Some(asked) = Asked::choose::<K>(input)? else { return Ok(()) };
    let (page, field) = (input.int_in_range(1..=3)?, input.choose(K::LAYOUT.fields())?.name());
    let ask = |limit: Option<usize>, cursor: Option<&str>| {
        let query = asked.conditions.query::<K>();
        let query = if let Some(limit) = limit { query.limit(limit) } else { query };
        let query = if let Some(cursor) = cursor { query.resume(cursor) } else { query };
        query.plan()
    };
    let (table, expected) = (&asked.table, asked.expected::<K>());
    Question { ask: &ask, shown: &asked.conditions, table, expected, layout: K::LAYOUT, page, field }.check();
    Ok(())
}

/// Goes on at cursors that no scan of these rows has given.
pub(crate) fn check_cursor<K: Row>(input: &mut Unstructured<'_>) -> Result<()> {
    let Some(asked) = Asked::choose::<K>(input)? else { return Ok(()) };
    let field = input.choose(K::LAYOUT.fields())?.name();
    let shape = CursorShape {
        is_by_range: input.arbitrary()?,
        reversed: input.arbitrary()?,
        is_distinct: input.ratio(1, 4)?,
        is_sorted: input.ratio(1, 4)?,
        begins_like_a_row: input.arbitrary()?,
    };
    let like = input.choose_index(asked.table.len().max(1))?;
    let width: u8 = input.arbitrary()?;
    let rest = input.bytes(input.len())?;
    let like = asked.table.keys().nth(like).filter(|_| shape.begins_like_a_row).map_or(&[][..], |key| &key[..]);
    let key = [&like[..usize::from(width).min(like.len())], rest].concat();
    let query = || asked.conditions.query::<K>();
    // Text that is no cursor is an error; what it says is of no account.
    if let Ok(text) = std::str::from_utf8(rest) {
        assert!(query().resume(text).plan().is_err() || text.len() > 58);
    }
    let Ok(plan) = query().plan() else { return Ok(()) };
    let cursor = if shape.is_by_range { plan.cursor_by_range(&key) } else { plan.cursor(&key) };
    let damaged = cursor.replacen('0', "1", 1);
    assert!(damaged == cursor || query().resume(&damaged).plan().is_err(), "a damaged cursor goes on: {damaged}");
    let fewer = asked.conditions.query_of::<K>(asked.conditions.all.len().saturating_sub(1));
    if let Ok(other) = fewer.clone().plan().map(|other| !other.ranges().eq(plan.ranges())) {
        assert!(!other || fewer.resume(&cursor).plan().is_err(), "a scan of other ranges goes on: {cursor}");
    }
    let plan = query().resume(&cursor).plan().expect("the rest of the same scan");
    crate::cursors::check(&plan, &key, shape, field, &asked.table, &asked.expected::<K>());
    Ok(())
}

impl Conditions {
    /// Binds some of the first fields, one of them to a range at most, and filters some of the others.
    fn choose<K: Row>(rows: &[Values], input: &mut Unstructured<'_>) -> Result<Self> {
        let (mut all, mut bound, mut is_open) = (Vec::new(), 0, false);
        for (at, (field, _)) in rows[0].0.iter().enumerate() {
            let value = |input: &mut Unstructured<'_>| Ok(input.choose(rows)?.0[at].1.clone());
            let condition = match input.int_in_range(0..=7)? {
                0 => None,
                1 | 2 => {
                    let count = input.int_in_range(0..=4)?;
                    Some(Condition::OneOf((0..count).map(|_| value(input)).collect::<Result<_>>()?))
                }
                3 | 4 if order_of(K::LAYOUT, *field) != Order::Unordered => {
                    let ends = (bound_of(value(input)?, input)?, bound_of(value(input)?, input)?);
                    Some(Condition::Within(Box::new(ends)))
                }
                _ => Some(Condition::OneOf(Vec::from([value(input)?]))),
            };
            match &condition {
                Some(Condition::OneOf(_)) if !is_open => bound += 1,
                Some(Condition::Within(..)) if !is_open => (bound, is_open) = (bound + 1, true),
                _ => is_open = true,
            }
            all.extend(condition.map(|condition| (*field, condition)));
        }
        // Plans of many ranges take long to read.
        let max_ranges = if input.ratio(1, 32)? { 4_096 } else { 64 };
        Ok(Self { all, bound, bucket: None, max_ranges })
    }

    fn query<K: RowKey>(&self) -> Query {
        self.query_of::<K>(self.all.len())
    }

    /// The query of the first so many conditions.
    fn query_of<K: RowKey>(&self, count: usize) -> Query {
        let mut query = Query::new::<K>();
        for (at, (field, condition)) in self.all.iter().take(count).enumerate() {
            let is_bound = at < self.bound;
            query = match condition {
                Condition::OneOf(values) if values.len() == 1 && is_bound => query.asked_equal(*field, &values[0]),
                Condition::OneOf(values) if values.len() == 1 => query.asked_filter_equal(*field, &values[0]),
                Condition::OneOf(values) if is_bound => query.asked_any(*field, values),
                Condition::OneOf(values) => query.asked_filter_any(*field, values),
                Condition::Within(ends) => {
                    let ends = (ends.0.as_ref(), ends.1.as_ref());
                    if is_bound { query.asked_within(*field, ends) } else { query.asked_filter_within(*field, ends) }
                }
            };
        }
        let query = query.max_ranges(self.max_ranges);
        match self.bucket {
            Some(bucket) => query.bucket(bucket),
            None => query,
        }
    }

    /// `true` if a row is one. Elements sort as the layout promises, which the target `order` checks.
    fn match_row<K: Row>(&self, key: &[u8], row: &Values) -> bool {
        let is_in_bucket = || self.bucket.is_none_or(|bucket| bucket_of::<K>(key) == Some(bucket));
        let matches = |(field, condition): &(usize, Condition)| {
            let value = row.element(*field);
            match condition {
                Condition::OneOf(values) => values.iter().any(|one| one.element() == value),
                Condition::Within(ends) => {
                    let (start, stop) = &**ends;
                    let is_descending = order_of(K::LAYOUT, *field) == Order::Descending;
                    let (least, greatest) = if is_descending { (stop, start) } else { (start, stop) };
                    // Keys sort by an element and its separator: of descending texts the shortest is last.
                    let separator = K::LAYOUT.fields().get(*field).map_or(&[][..], |field| field.separator());
                    let placed = |element: Option<&[u8]>| element.map(|element| [element, separator].concat());
                    let (least, greatest) = (element_of(least).map(placed), element_of(greatest).map(placed));
                    let value = placed(value);
                    let is_above = match least {
                        Bound::Included(least) => value >= least,
                        Bound::Excluded(least) => value > least,
                        Bound::Unbounded => true,
                    };
                    is_above
                        && match greatest {
                            Bound::Included(greatest) => value <= greatest,
                            Bound::Excluded(greatest) => value < greatest,
                            Bound::Unbounded => true,
                        }
                }
            }
        };
        self.all.iter().all(matches) && is_in_bucket()
    }
}

/// The bucket whose label a key has, as `explain` shows it.
fn bucket_of<K: Row>(key: &[u8]) -> Option<u32> {
    let explained = K::explain(key);
    let label = explained.parts().iter().find(|part| part.name() == "salt")?;
    label.value().ok()?.strip_prefix("bucket ")?.split(|it: char| !it.is_ascii_digit()).next()?.parse().ok()
}

fn order_of(layout: &Layout, field: usize) -> Order {
    layout.fields().get(field).map_or(Order::Unordered, |field| field.order())
}

fn bound_of(value: AskedValue, input: &mut Unstructured<'_>) -> Result<Bound<AskedValue>> {
    Ok(match input.int_in_range(0..=3)? {
        0 => Bound::Unbounded,
        1 => Bound::Excluded(value),
        _ => Bound::Included(value),
    })
}

fn element_of(bound: &Bound<AskedValue>) -> Bound<Option<&[u8]>> {
    bound.as_ref().map(AskedValue::element)
}

impl fmt::Debug for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (field, condition)) in self.all.iter().enumerate() {
            write!(f, "{} {field} ", if at < self.bound { "bind" } else { "filter" })?;
            match condition {
                Condition::OneOf(values) => {
                    write!(f, "in {:02X?}, ", values.iter().map(AskedValue::element).collect::<Vec<_>>())?;
                }
                Condition::Within(ends) => {
                    write!(f, "within {:02X?} .. {:02X?}, ", element_of(&ends.0), element_of(&ends.1))?;
                }
            }
        }
        write!(f, "bucket {:?}", self.bucket)
    }
}

//! Lists the buckets of a query that leaves an input of the salt open.
//!
//! If the query leaves few values of such an input (a range, or a small type), the salt is computed for each of them.
//! Neighboring values that look the same to the salt form one *run*, so a range of two hours has two runs and not 7,200
//! values.
//!
//! An example, with `salt(xor, buckets = 60, of(caller, at.div(3_600)))` and `at` descending (`reverse_ts(secs)`):
//!
//! ```text
//! query               caller = 7, 3_600 <= at < 10_800
//! open input          at.div(3_600), slot 1 of the salt; slot 0 is the caller
//! elements of `at`    numbered in byte order: element 0 is at = i64::MAX, element i is i64::MAX - i
//! requested           the numbers of at = 10_799 down to at = 3_600
//! runs                [10_799 ..= 7_200] gives 2, [7_199 ..= 3_600] gives 1
//! buckets             (7 ^ 2) % 60 = 5 for the first run, (7 ^ 1) % 60 = 6 for the second
//! spans               bucket 5: caller = 7, 7_200 <= at < 10_800; bucket 6: caller = 7, 3_600 <= at < 7_200
//! ```
//!
//! Read `FieldValues::of` for one field, `runs` for the way through its elements, then `Enumeration::buckets`, which
//! combines the fields.

use super::elements::Elements;
use super::{AllEnumerated, Enumerated};
use crate::bytes::Sink;
use crate::language::Order;
use crate::layout::salt::{Bucket, InputValue, Salt, SaltInput, View};
use crate::scan::query::predicate::{BoundBuf, BoundParts, KeyBound, KeyBounds, Predicate};
use crate::scan::query::{MAX_RANGES, Query, TailCondition};
use alloc::vec::Vec;
use core::ops::Range;
use smallvec::SmallVec;

/// The longest gap of elements that are not values, such as 0 of a `NonZero`, that a search for runs steps through.
const GAP: usize = 64;

/// The remaining values of the open salt inputs, one list per field.
pub(super) struct Enumeration {
    /// The values of the field that has a range in the query. Only this list narrows the spans: the others are fields
    /// after it.
    ranged: Option<FieldValues>,
    others: Vec<FieldValues>,
}

/// The values of one field, as runs in byte order.
pub(super) struct FieldValues {
    field: usize,
    /// The inputs of the salt that this field supplies: several if it has several views, as in `of(at.year, at.hour)`.
    slots: SmallVec<[usize; 2]>,
    runs: Vec<Run>,
    /// The elements that the query requests, by number.
    requested: Range<u128>,
    elements: Elements,
}

/// The salt inputs that a value supplies, one per slot.
type Inputs = SmallVec<[InputValue; 1]>;

/// Consecutive elements, by number, that supply the same inputs: `first..end`.
struct Run {
    inputs: Inputs,
    first: u128,
    end: u128,
}

/// The maximum number of combinations to list for one prefix. More combinations than buckets would add no range, so the
/// time for a plan stays in proportion to its ranges, however many are allowed.
fn max_listed(query: &Query, max_values: usize) -> usize {
    let labels = query.key.layout.salt().map_or(0, Salt::labels);
    max_values.min(MAX_RANGES.max(usize::try_from(labels).unwrap_or(usize::MAX)))
}

impl Enumeration {
    /// Lists the values of the inputs that the query leaves open. Returns `None` if an input cannot be listed, or has too
    /// many values.
    pub(super) fn of(query: &Query, salt: &Salt, max_values: usize) -> Option<Self> {
        let mut open = SmallVec::<[usize; 2]>::new();
        for (slot, input) in salt.inputs.iter().enumerate().filter(|(slot, _)| query.is_open(salt, *slot)) {
            // Most open inputs, such as a text, cannot be listed. This check is cheap, so it comes before any listing.
            if !query.key.layout.counts_elements(input.field) {
                return None;
            }
            open.push(slot);
        }
        let listed = max_listed(query, max_values);
        let mut all = Self { ranged: None, others: Vec::new() };
        for (nth, slot) in open.iter().enumerate() {
            // Two views of one field are one list, so that they change together.
            let field = salt.inputs[*slot].field;
            let is_of_field = |slot: &&usize| salt.inputs[**slot].field == field;
            if open[..nth].iter().any(|slot| is_of_field(&slot)) {
                continue;
            }
            let input_of = |slot, element: &[u8]| (query.key.input_of)(salt, slot, element);
            let slots = open.iter().filter(is_of_field).copied().collect();
            let values = FieldValues::of(query, salt, slots, listed, input_of)?;
            match query.tail {
                TailCondition::Between(_) if field == query.bound.len() => all.ranged = Some(values),
                _ => all.others.push(values),
            }
        }
        let is_few = all.combinations(1) <= listed as u128
            && all.combinations(query.combinations() as u128) <= max_values as u128;
        is_few.then_some(all)
    }

    fn all(&self) -> impl Iterator<Item = &FieldValues> {
        self.ranged.iter().chain(&self.others)
    }

    /// How many times the salt is computed for this number of prefixes.
    fn combinations(&self, prefixes: u128) -> u128 {
        self.all().fold(prefixes, |count, values| count.saturating_mul(values.runs.len() as u128))
    }

    /// The fields whose values are listed.
    pub(super) fn fields(&self) -> AllEnumerated {
        self.all().map(|values| Enumerated { field: values.field, values: values.runs.len() }).collect()
    }

    /// Calls `put` with each bucket of one combination of bound values, and with the condition on the next field within
    /// this bucket.
    pub(super) fn put_spans(
        &self,
        query: &Query,
        salt: &Salt,
        chosen: &[usize],
        put: &mut impl FnMut(Bucket, &TailCondition, &[u8]),
    ) {
        for (bucket, runs) in self.buckets(query, salt, chosen) {
            match self.ranged.as_ref().and_then(|values| values.clipped(query, runs)) {
                Some((bytes, bounds)) => put(bucket, &TailCondition::Between(bounds), &bytes),
                None => put(bucket, &query.tail, query.tail_bytes()),
            }
        }
    }

    /// Returns the buckets of one combination of bound values, each with its first and last run of the ranged field.
    ///
    /// Runs of one bucket need not be neighbors: with 2 buckets, hours 1, 2, 3 fall into buckets 1, 0, 1. Bucket 1 then
    /// has the runs 0 to 2, and its span also holds hour 2, of which this bucket has no rows. One range per bucket
    /// costs less than one per run.
    fn buckets(&self, query: &Query, salt: &Salt, chosen: &[usize]) -> SmallVec<[(Bucket, (usize, usize)); 4]> {
        let mut found = SmallVec::<[_; 4]>::new();
        let mut inputs = SmallVec::<[InputValue; 2]>::new();
        for slot in 0..salt.inputs.len() {
            match query.input(salt, slot, chosen) {
                Some(value) => inputs.push(value),
                // A placeholder, which the run of this input replaces below.
                None if query.is_open(salt, slot) => inputs.push(InputValue::Number(0)),
                None => return found,
            }
        }
        let runs = self.ranged.as_ref().map_or(1, |values| values.runs.len());
        for run in 0..runs {
            if let Some(values) = &self.ranged {
                values.fill(run, &mut inputs);
            }
            let mut number = 0;
            // Counts through all combinations of the other fields. `number` is read with one digit per field: with 3
            // and 2 runs, the number 4 is run 1 of the first (4 % 3) and run 1 of the second (4 / 3 = 1). A rest other
            // than 0 ends the loop: all digits were used.
            while self.others.iter().try_fold(number, |rest, values| values.take_digit(rest, &mut inputs)) == Some(0) {
                found.extend(salt.bucket_of_values(inputs.iter()).map(|bucket| (bucket, (run, run))));
                number += 1;
            }
        }
        // Sorted by bucket, then by run: the first of a bucket has its first run, and takes over the last run of the
        // others.
        found.sort_unstable();
        found.dedup_by(|(next, (_, run)), (bucket, (_, last))| {
            let is_same = next == bucket;
            if is_same {
                *last = *run;
            }
            is_same
        });
        found
    }
}

impl FieldValues {
    /// Returns the range of the query, clipped to the elements from one run to another, or `None` if the range is not
    /// of this field.
    pub(super) fn clipped(&self, query: &Query, (first, last): (usize, usize)) -> Option<(BoundBuf, KeyBounds)> {
        let bounds = match query.tail {
            TailCondition::Between(bounds) if self.field == query.bound.len() => bounds,
            _ => return None,
        };
        let (first, end) = (self.runs.get(first)?.first, self.runs.get(last)?.end);
        let (start, stop) = bounds.parts(query.tail_bytes());
        let mut bytes = BoundBuf::EMPTY;
        let mut put = |is_requested, bound: Option<BoundParts>, requested: &[u8], index| {
            // At its own ends the range keeps the bounds of the query, which can be longer than an element.
            if is_requested {
                bytes.put(requested);
                return bound;
            }
            let element = self.elements.get(index);
            bytes.put(&element);
            Some(BoundParts::before(element.len() as u32))
        };
        let start = put(first == self.requested.start, bounds.start, start, first);
        let stop = put(end == self.requested.end, bounds.stop, stop, end);
        Some((bytes, KeyBounds { start, stop }))
    }

    /// Returns the inputs of each run, in byte order.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &[InputValue]> {
        self.runs.iter().map(|run| run.inputs.as_slice())
    }

    /// Lists the remaining values of the field that supplies `slots` of `salt`. `input_of` computes an input from an
    /// element. Returns `None` if the values cannot be listed, or form more than `max_values` runs.
    pub(super) fn of(
        query: &Query,
        salt: &Salt,
        slots: SmallVec<[usize; 2]>,
        max_values: usize,
        input_of: impl Fn(usize, &[u8]) -> Option<InputValue>,
    ) -> Option<Self> {
        let key = query.key;
        let field = salt.inputs.get(*slots.first()?)?.field;
        let elements = Elements::of(key.layout, field)?;
        let (requested, left) = requested_and_remaining(query, field, &elements);
        let order = key.layout.fields()[field].language().order();
        let of_field = || slots.iter().filter_map(|slot| salt.inputs.get(*slot));
        // Without an order, equal inputs are not next to each other, and each element is a run.
        let by_runs = order != Order::Unordered && of_field().all(SaltInput::ascends);
        let inputs = |index| {
            let element = elements.get(index);
            slots.iter().map(|slot| input_of(*slot, &element)).collect()
        };
        let is_same = |index, inputs: &[InputValue]| {
            let element = elements.get(index);
            slots.iter().zip(inputs).all(|(slot, input)| input_of(*slot, &element).as_ref() == Some(input))
        };
        let likely = |index| of_field().filter_map(|input| end_of_quotient(input, order, index)).min();
        let end = left.end;
        let runs = runs(&elements, left, max_values, by_runs, likely, inputs, is_same)?;
        // The last element, which is not counted, must be of the last run.
        if elements.omits_last() && end == elements.count() {
            runs.last().filter(|run| by_runs && is_same(end, &run.inputs))?;
        }
        Some(Self { field, slots, runs, requested, elements })
    }

    /// Sets the inputs that this field supplies to the inputs of a run.
    fn fill(&self, run: usize, inputs: &mut [InputValue]) {
        for (slot, input) in self.slots.iter().zip(self.runs.get(run).map_or(&[][..], |run| &run.inputs)) {
            inputs[*slot].clone_from(input);
        }
    }

    /// Sets the inputs to the run that the last digit of `number` selects, and returns the other digits. Returns `None`
    /// if there are no runs.
    fn take_digit(&self, number: usize, inputs: &mut [InputValue]) -> Option<usize> {
        self.fill(number.checked_rem(self.runs.len())?, inputs);
        number.checked_div(self.runs.len())
    }
}

/// Returns the elements of a field, by number, that the query requests, and the elements that also pass its filters.
pub(super) fn requested_and_remaining(query: &Query, field: usize, elements: &Elements) -> (Range<u128>, Range<u128>) {
    let within = |bounds: &KeyBounds, bytes: &[u8]| {
        let below = |bound: KeyBound<'_>| elements.count_below(&bound);
        bounds.start(bytes).map_or(0, below)..bounds.stop(bytes).map_or(elements.count(), below)
    };
    let requested = match &query.tail {
        TailCondition::Between(bounds) if field == query.bound.len() => within(bounds, query.tail_bytes()),
        _ => 0..elements.count(),
    };
    let mut left = requested.clone();
    for filter in query.filters().iter().filter(|filter| filter.field == field) {
        if let Predicate::Between(bytes, bounds) = &filter.predicate {
            let other = within(bounds, bytes);
            left = left.start.max(other.start)..left.end.min(other.end);
        }
    }
    (requested, left)
}

/// Returns the runs of the elements `first..end`, or `None` if there are more than `max_values`, or if the search would
/// take long.
///
/// With `by_runs`, the inputs only grow or only fall along the elements, so the end of a run can be searched for.
/// `likely` guesses it.
fn runs(
    elements: &Elements,
    Range { start: first, end }: Range<u128>,
    max_values: usize,
    by_runs: bool,
    likely: impl Fn(u128) -> Option<u128>,
    inputs: impl Fn(u128) -> Option<Inputs>,
    is_same: impl Fn(u128, &[InputValue]) -> bool,
) -> Option<Vec<Run>> {
    if !by_runs && end.saturating_sub(first) > max_values as u128 {
        return None;
    }
    let mut runs: Vec<Run> = Vec::new();
    let (mut at, mut gap, mut longest) = (first, 0, 1);
    while at < end {
        let Some(found) = inputs(at) else {
            // Not a value: the bytes of this element do not decode. The gap belongs to the run before it.
            gap += 1;
            if by_runs && gap > GAP {
                return None;
            }
            at = elements.after_gap(at, |index| inputs(index).is_some());
            continue;
        };
        gap = 0;
        let same = |index: u128| index < end && is_same(index, &found);
        let stop = if by_runs { end_of_run(at, likely(at), longest, end, same) } else { at + 1 };
        // Gives up early if even the longest run so far, repeated to the end, would make too many. The first run may be
        // shorter than the others, because the range can start in the middle of an hour.
        if !runs.is_empty() {
            longest = longest.max(stop - at);
            if (end - stop) / longest > max_values as u128 {
                return None;
            }
        }
        if let Some(last) = runs.last_mut() {
            last.end = at;
        }
        // After a gap, the next value can still be of the same run.
        if runs.last().is_none_or(|last| last.inputs != found) {
            runs.push(Run { inputs: found, first: at, end });
        }
        if runs.len() > max_values {
            return None;
        }
        at = stop;
    }
    if let Some(last) = runs.last_mut() {
        last.end = end;
    }
    Some(runs)
}

/// Computes the end of the run at `index` for the views `div` and `floor`, instead of searching for it.
///
/// With `div(10)` on a `u8`, element 23 has the quotient 2, and its run ends at 30: 23 + (10 - 23 % 10). In descending
/// order, element 23 is the value 232, and its run ends at 26: 23 + 232 % 10 + 1.
fn end_of_quotient(input: &SaltInput, order: Order, index: u128) -> Option<u128> {
    let ([View::Div(divisor) | View::Floor(divisor)], Some((least, greatest))) = (input.views(), input.numbers) else {
        return None;
    };
    let index_of = i128::try_from(index).ok()?;
    let left = match order {
        Order::Ascending => divisor.checked_sub(least.checked_add(index_of)?.checked_rem_euclid(*divisor)?)?,
        Order::Descending => greatest.checked_sub(index_of)?.checked_rem_euclid(*divisor)? + 1,
        Order::Unordered => return None,
    };
    index.checked_add(u128::try_from(left).ok()?)
}

/// Returns the end of the run that starts at `at`: at most `end`, `likely` if that is right, and otherwise found by
/// search.
///
/// The search doubles its step until it leaves the run, then halves the interval. It starts at the length of the
/// previous run (`guess`), because hours are of one length, and months nearly so.
fn end_of_run(at: u128, likely: Option<u128>, guess: u128, end: u128, same: impl Fn(u128) -> bool) -> u128 {
    if let Some(stop) = likely.map(|stop| stop.min(end)).filter(|&stop| stop > at && same(stop - 1) && !same(stop)) {
        return stop;
    }
    // If the run is at least as long as the previous one, continue from there in steps of 1. Otherwise start with a
    // 64th of the rest.
    let (mut low, mut step) = if guess > 1 && same(at.saturating_add(guess - 1)) {
        (at + (guess - 1), 1)
    } else {
        (at, ((end - at) / 64).max(1))
    };
    while same(low.saturating_add(step)) {
        low += step;
        step = step.saturating_mul(2);
    }
    let mut high = low.saturating_add(step).min(end);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if same(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

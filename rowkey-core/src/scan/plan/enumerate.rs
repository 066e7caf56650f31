//! The buckets that can hold what was asked, if an input of the salt is not bound.
//!
//! If few values of such an input are left (a range, or all that there are of a small type), the salt is computed for
//! each. A range of numbers or times is listed by runs: as far as its views give the same.

use super::elements::{Elements, are_counted};
use super::{AllEnumerated, Enumerated};
use crate::bytes::Sink;
use crate::key::InputValue;
use crate::language::Order;
use crate::layout::salt::{Bucket, Salt, SaltInput, Takes, View};
use crate::scan::query::predicate::{BoundBuf, BoundParts, KeyBound, KeyBounds, Predicate};
use crate::scan::query::{MAX_RANGES, Query, Suffix};
use alloc::vec::Vec;
use core::ops::Range;
use smallvec::SmallVec;

/// How many elements that are not values are passed one after the other among those that are listed by runs.
const GAP: usize = 64;

/// The values of the inputs that are not bound, as generations of a salt take them that take the same: a list for each of
/// their fields.
pub(super) struct Enumeration {
    takes: Takes,
    /// The list of the field whose range was asked for.
    ranged: Option<FieldValues>,
    others: Vec<FieldValues>,
}

/// The values of a field by runs that give the same to the salt, in byte order.
pub(super) struct FieldValues {
    field: usize,
    /// The inputs that the field gives.
    slots: SmallVec<[usize; 2]>,
    runs: Vec<Run>,
    /// How many elements lie before and up to the end of what was asked for.
    asked: Range<u128>,
    elements: Elements,
}

/// The inputs that a value gives.
type Inputs = SmallVec<[InputValue; 1]>;

/// Elements that give the same to the salt: from the first up to those of the next run.
struct Run {
    inputs: Inputs,
    first: u128,
    end: u128,
}

/// How many combinations of values are listed at most behind one prefix. More than there are buckets would give no further
/// range: so a plan takes no longer than its ranges are many, however many are allowed.
fn most_listed(salt: &Salt, most: usize) -> usize {
    most.min(MAX_RANGES.max(usize::try_from(salt.labels()).unwrap_or(usize::MAX)))
}

impl Enumeration {
    /// The enumerations for all generations, that for the present one first; `None` if the values of an input cannot be listed, or are too many.
    pub(super) fn of_all_generations(query: &Query, salt: &Salt, most: usize) -> Option<Vec<Self>> {
        let mut all = Vec::from([Self::of(query, salt, most)?]);
        for salt in salt.older() {
            if all.iter().all(|other| other.takes != salt.algorithm.takes()) {
                all.push(Self::of(query, &salt, most)?);
            }
        }
        Some(all)
    }

    fn of(query: &Query, salt: &Salt, most: usize) -> Option<Self> {
        let mut open = SmallVec::<[usize; 2]>::new();
        for (slot, input) in salt.inputs.iter().enumerate().filter(|(slot, _)| query.is_open(salt, *slot)) {
            // Most inputs that are open cannot be listed: it is cheap to see, and said before anything is listed.
            if !are_counted(query.key.layout, input.field) {
                return None;
            }
            open.push(slot);
        }
        let listed = most_listed(salt, most);
        let mut all = Self { takes: salt.algorithm.takes(), ranged: None, others: Vec::new() };
        for (nth, slot) in open.iter().enumerate() {
            let field = salt.inputs[*slot].field;
            let is_of_field = |slot: &&usize| salt.inputs[**slot].field == field;
            if open[..nth].iter().any(|slot| is_of_field(&slot)) {
                continue;
            }
            let input_of = |slot, element: &[u8]| (query.key.input_of)(salt, slot, element);
            let slots = open.iter().filter(is_of_field).copied().collect();
            let values = FieldValues::of(query, salt, slots, listed, input_of)?;
            match query.suffix {
                Suffix::Between(_) if field == query.bound.len() => all.ranged = Some(values),
                _ => all.others.push(values),
            }
        }
        let is_few =
            all.combinations(1) <= listed as u128 && all.combinations(query.combinations() as u128) <= most as u128;
        is_few.then_some(all)
    }

    fn all(&self) -> impl Iterator<Item = &FieldValues> {
        self.ranged.iter().chain(&self.others)
    }

    /// How often the salt is computed.
    fn combinations(&self, prefixes: u128) -> u128 {
        self.all().fold(prefixes, |count, values| count.saturating_mul(values.runs.len() as u128))
    }

    /// The fields whose values are listed.
    pub(super) fn fields(&self) -> AllEnumerated {
        self.all().map(|values| Enumerated { field: values.field, values: values.runs.len() }).collect()
    }

    /// Calls `put` with each bucket of one combination of bound values, and with what is asked behind them in it.
    pub(super) fn put_spans(
        &self,
        query: &Query,
        salt: &Salt,
        chosen: &[usize],
        put: &mut impl FnMut(Bucket, &Suffix, &[u8]),
    ) {
        for (bucket, runs) in self.buckets(query, salt, chosen) {
            match self.ranged.as_ref().and_then(|values| values.clipped(query, runs)) {
                Some((bytes, bounds)) => put(bucket, &Suffix::Between(bounds), &bytes),
                None => put(bucket, &query.suffix, query.suffix_bytes()),
            }
        }
    }

    /// The buckets of one combination of bound values, and the first and the last run of the range that was asked for in
    /// each.
    fn buckets(&self, query: &Query, salt: &Salt, chosen: &[usize]) -> SmallVec<[(Bucket, (usize, usize)); 4]> {
        let mut found = SmallVec::<[_; 4]>::new();
        let mut inputs = SmallVec::<[InputValue; 2]>::new();
        let is_alike = |salt: &Salt| salt.algorithm.takes() == self.takes;
        let is_present = is_alike(salt);
        let older = if is_present { None } else { salt.older().find(is_alike) };
        let alike = older.as_ref().unwrap_or(salt);
        for slot in 0..salt.inputs.len() {
            match query.input(alike, slot, chosen) {
                Some(value) => inputs.push(value),
                // A run gives it.
                None if query.is_open(alike, slot) => inputs.push(InputValue::Number(0)),
                None => return found,
            }
        }
        let runs = self.ranged.as_ref().map_or(1, |values| values.runs.len());
        for run in 0..runs {
            if let Some(values) = &self.ranged {
                values.fill(run, &mut inputs);
            }
            let mut number = 0;
            // Counts through the others like a number of as many digits.
            while self.others.iter().try_fold(number, |rest, values| values.fill_digit(rest, &mut inputs)) == Some(0) {
                let mut put = |salt: &Salt| {
                    found.extend(salt.bucket_of_values(inputs.iter()).map(|bucket| (bucket, (run, run))));
                };
                if is_present {
                    put(salt);
                }
                salt.older().filter(is_alike).for_each(|salt| put(&salt));
                number += 1;
            }
        }
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
    /// The range that was asked for, clipped to the values from one run to another; `None` if it is not of this field.
    pub(super) fn clipped(&self, query: &Query, (first, last): (usize, usize)) -> Option<(BoundBuf, KeyBounds)> {
        let bounds = match query.suffix {
            Suffix::Between(bounds) if self.field == query.bound.len() => bounds,
            _ => return None,
        };
        let (first, end) = (self.runs.get(first)?.first, self.runs.get(last)?.end);
        let (start, stop) = bounds.parts(query.suffix_bytes());
        let mut bytes = BoundBuf::EMPTY;
        let mut put = |is_asked, bound: Option<BoundParts>, asked: &[u8], index| {
            if is_asked {
                bytes.put(asked);
                return bound;
            }
            let element = self.elements.get(index);
            bytes.put(&element);
            Some(BoundParts::before(element.len() as u32))
        };
        let start = put(first == self.asked.start, bounds.start, start, first);
        let stop = put(end == self.asked.end, bounds.stop, stop, end);
        Some((bytes, KeyBounds { start, stop }))
    }

    /// The inputs that each run gives, in byte order.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &[InputValue]> {
        self.runs.iter().map(|run| run.inputs.as_slice())
    }

    /// The values that give inputs `slots` of `salt`, which `input_of` finds for an element; `None` if they cannot be listed, or
    /// come in more than `most` runs.
    pub(super) fn of(
        query: &Query,
        salt: &Salt,
        slots: SmallVec<[usize; 2]>,
        most: usize,
        input_of: impl Fn(usize, &[u8]) -> Option<InputValue>,
    ) -> Option<Self> {
        let key = query.key;
        let field = salt.inputs.get(*slots.first()?)?.field;
        let elements = Elements::of(key.layout, field)?;
        let (asked, left) = asked_and_left(query, field, &elements);
        if elements.are_cut() && left.end == elements.count() {
            return None;
        }
        let order = key.layout.fields()[field].language().order();
        let of_field = || slots.iter().filter_map(|slot| salt.inputs.get(*slot));
        // Views of numbers in no order do not come in runs.
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
        let runs = runs(&elements, left, most, by_runs, likely, inputs, is_same)?;
        Some(Self { field, slots, runs, asked, elements })
    }

    /// Sets the inputs to those of a run.
    fn fill(&self, run: usize, inputs: &mut [InputValue]) {
        for (slot, input) in self.slots.iter().zip(self.runs.get(run).map_or(&[][..], |run| &run.inputs)) {
            inputs[*slot].clone_from(input);
        }
    }

    /// Fills in the run that the last digit of a number says, and gives the digits before it; `None` if the list is not a run.
    fn fill_digit(&self, number: usize, inputs: &mut [InputValue]) -> Option<usize> {
        self.fill(number.checked_rem(self.runs.len())?, inputs);
        number.checked_div(self.runs.len())
    }
}

/// How many elements of a field lie before and up to the end of its range, if that was asked for; and the same of what filters
/// leave of it.
pub(super) fn asked_and_left(query: &Query, field: usize, elements: &Elements) -> (Range<u128>, Range<u128>) {
    let within = |bounds: &KeyBounds, bytes: &[u8]| {
        let below = |bound: KeyBound<'_>| elements.below(&bound);
        bounds.start(bytes).map_or(0, below)..bounds.stop(bytes).map_or(elements.count(), below)
    };
    let asked = match &query.suffix {
        Suffix::Between(bounds) if field == query.bound.len() => within(bounds, query.suffix_bytes()),
        _ => 0..elements.count(),
    };
    let mut left = asked.clone();
    for filter in query.filters().iter().filter(|filter| filter.field == field) {
        if let Predicate::Between(bytes, bounds) = &filter.predicate {
            let other = within(bounds, bytes);
            left = left.start.max(other.start)..left.end.min(other.end);
        }
    }
    (asked, left)
}

/// The runs from one element up to another; `None` where there are more than `most`, or it would take long to tell.
/// `by_runs` says that what is seen of them only ever grows, or only ever falls; `likely` where the run of an element ends.
fn runs(
    elements: &Elements,
    Range { start: first, end }: Range<u128>,
    most: usize,
    by_runs: bool,
    likely: impl Fn(u128) -> Option<u128>,
    inputs: impl Fn(u128) -> Option<Inputs>,
    is_same: impl Fn(u128, &[InputValue]) -> bool,
) -> Option<Vec<Run>> {
    if !by_runs && end.saturating_sub(first) > most as u128 {
        return None;
    }
    let mut runs: Vec<Run> = Vec::new();
    let (mut at, mut gap, mut longest) = (first, 0, 1);
    while at < end {
        let Some(found) = inputs(at) else {
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
        // The first may be cut short.
        if !runs.is_empty() {
            longest = longest.max(stop - at);
            if (end - stop) / longest > most as u128 {
                return None;
            }
        }
        if let Some(last) = runs.last_mut() {
            last.end = at;
        }
        if runs.last().is_none_or(|last| last.inputs != found) {
            runs.push(Run { inputs: found, first: at, end });
        }
        if runs.len() > most {
            return None;
        }
        at = stop;
    }
    if let Some(last) = runs.last_mut() {
        last.end = end;
    }
    Some(runs)
}

/// The index behind the numbers, in byte order, that give the same quotient as that at `index`.
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

/// The number after the last that is the same as `at`, not after `end`: that which is likely, if it is that; else it is
/// searched for, most likely `guess` on.
fn end_of_run(at: u128, likely: Option<u128>, guess: u128, end: u128, same: impl Fn(u128) -> bool) -> u128 {
    if let Some(stop) = likely.map(|stop| stop.min(end)).filter(|&stop| stop > at && same(stop - 1) && !same(stop)) {
        return stop;
    }
    // Few steps where there are few runs, and where the next is as long as those before.
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

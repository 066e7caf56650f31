//! The buckets that can hold what was asked, where that takes a search.
//!
//! If an input of the salt is not bound, but few values of it are left (a range, or all that there are of a small
//! type), the salt is computed for each. A range of numbers or times is listed by runs: as far as its views give the
//! same.

use super::arg::Edge;
use super::elements::{Elements, are_counted};
use super::plan::{Buckets, Listed, Span, SpanSet, Test, span};
use super::{MAX_RANGES, Rare, Tail};
use crate::bytes::KeyBuf;
use crate::error::ScanError;
use crate::key::InputValue;
use crate::language::Order;
use crate::layout::Layout;
use crate::layout::salt::{Salt, SaltInput, View};
use alloc::vec::Vec;
use core::ops::{Bound, Range};

/// How many elements that are not values are passed one after the other among those that are listed by runs.
const GAP: usize = 64;

/// The input that an element gives to the salt; `None` if no key can hold the element.
pub(super) type InputValueOf = fn(usize, &[u8]) -> Option<InputValue>;

/// A combination of bound values, of whatever key.
pub(super) struct UntypedPath {
    pub(super) bytes: KeyBuf,
    pub(super) words: Vec<Option<InputValue>>,
}

/// The inputs of the salt, by bit, that may be listed if they are not bound.
pub(super) const fn listable(layout: &Layout) -> u64 {
    let Some(salt) = &layout.parts.salt else { return 0 };
    let (mut mask, mut slot) = (0, 0);
    while slot < salt.inputs.len() && slot < 64 {
        mask |= (are_counted(layout, salt.inputs[slot].field) as u64) << slot;
        slot += 1;
    }
    mask
}

/// How many combinations of values are listed at most behind one path. More than there are buckets would give no further
/// range: so a plan takes no longer than its ranges are many, however many are allowed.
fn most_listed(salt: &Salt, ask: &Rare) -> usize {
    ask.max_ranges.min(MAX_RANGES.max(salt.labels() as usize))
}

/// The spans of paths and their buckets.
pub(super) fn find(
    layout: &'static Layout,
    word: InputValueOf,
    paths: &[UntypedPath],
    tail: &Tail,
    ask: &Rare,
) -> Result<SpanSet, ScanError> {
    let mut found = Vec::new();
    let lists =
        layout.salt().zip(paths.first()).and_then(|(salt, path)| Lists::of(layout, salt, word, path, tail, ask));
    let few = |lists: &Lists| {
        let most = layout.salt().map_or(0, |salt| most_listed(salt, ask)) as u128;
        lists.combinations(1) <= most && lists.combinations(paths.len()) <= ask.max_ranges as u128
    };
    let lists = lists.filter(|lists| lists.all().next().is_none() || few(lists));
    for path in paths {
        let wanted = |bucket: u32| ask.bucket.is_none_or(|only| only == bucket);
        match (layout.salt(), &lists) {
            (Some(salt), Some(lists)) if !salt.rest => {
                let buckets = lists.buckets(salt, path).into_iter().filter(|(bucket, _)| wanted(*bucket));
                found.extend(buckets.filter_map(|(bucket, runs)| {
                    let tail = lists.tail.as_ref().map_or_else(|| tail.clone(), |list| list.clipped(tail, runs));
                    Some((Some(bucket), span(&path.bytes, &tail, layout.fields_at())?))
                }));
            }
            (salt, _) => {
                let Some(span) = span(&path.bytes, tail, layout.fields_at()) else { continue };
                match salt.filter(|salt| salt.rest && matches!(tail, Tail::Exact)) {
                    None => found.push((None, span)),
                    Some(salt) => {
                        let rest = path.bytes.get(layout.fields_at()..).unwrap_or_default();
                        let buckets = salt.generations().filter_map(|buckets| salt.bucket_of_rest(rest, buckets).ok());
                        found.extend(buckets.filter(|it| wanted(*it)).map(|bucket| (Some(bucket), span.clone())));
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup_by(|next, last| joined(last, next));
    let buckets = match layout.salt() {
        None => Buckets::Unsalted,
        Some(salt) => match found.iter().map(|(bucket, _)| *bucket).collect() {
            Some(of) => Buckets::Each { of, listed: lists.map_or_else(Vec::new, |lists| lists.listed()) },
            None => Buckets::All(ask.bucket.map_or(0..salt.labels(), |only| only..only + 1)),
        },
    };
    let spans = found.into_iter().map(|(_, span)| span).collect();
    SpanSet { spans, buckets }.within(layout, ask.max_ranges)
}

/// The values that are left of the inputs that are not bound: a list for each of their fields.
struct Lists {
    /// The list of the field whose range was asked for.
    tail: Option<List>,
    others: Vec<List>,
}

/// The values of a field by runs that give the same to the salt, in byte order.
struct List {
    field: usize,
    /// The inputs that the field gives.
    slots: Vec<usize>,
    runs: Vec<Run>,
    /// How many elements lie before and up to the end of what was asked for.
    asked: (u128, u128),
    elements: Elements,
}

/// Elements that give the same to the salt: from the first up to those of the next run.
struct Run {
    words: Vec<InputValue>,
    first: u128,
    end: u128,
}

impl Lists {
    /// `None` where an input cannot be listed.
    fn of(
        layout: &'static Layout,
        salt: &Salt,
        word: InputValueOf,
        path: &UntypedPath,
        tail: &Tail,
        ask: &Rare,
    ) -> Option<Self> {
        let mut lists = Self { tail: None, others: Vec::new() };
        let open = |slot: &usize| path.words.get(*slot).is_none_or(Option::is_none);
        for (first, input) in salt.inputs().iter().enumerate().filter(|(slot, _)| open(slot)) {
            let field = input.field();
            if lists.all().any(|list| list.field == field) {
                continue;
            }
            let of_field = |slot: &usize| salt.inputs().get(*slot).is_some_and(|input| input.field() == field);
            let slots = (first..salt.inputs().len()).filter(of_field).filter(open).collect();
            let list = List::of(layout, salt, word, field, slots, tail, ask)?;
            match tail {
                Tail::Between(tail, ..) if *tail == field => lists.tail = Some(list),
                _ => lists.others.push(list),
            }
        }
        Some(lists)
    }

    fn all(&self) -> impl Iterator<Item = &List> {
        self.tail.iter().chain(&self.others)
    }

    /// How often the salt is computed.
    fn combinations(&self, paths: usize) -> u128 {
        self.all().fold(paths as u128, |count, list| count.saturating_mul(list.runs.len() as u128))
    }

    fn listed(&self) -> Vec<Listed> {
        self.all().map(|list| Listed { field: list.field, values: list.runs.len() }).collect()
    }

    /// The buckets of a path, and the first and the last run of the tail in each.
    fn buckets(&self, salt: &Salt, path: &UntypedPath) -> Vec<(u32, (usize, usize))> {
        let mut found = Vec::new();
        let mut words = path.words.clone();
        let tails = self.tail.as_ref().map_or(1, |list| list.runs.len());
        for run in 0..tails {
            if let Some(list) = &self.tail {
                list.fill(run, &mut words);
            }
            let mut number = 0;
            // Counts through the others like a number of as many digits.
            while self.others.iter().try_fold(number, |rest, list| list.fill_digit(rest, &mut words)) == Some(0) {
                for buckets in salt.generations() {
                    if let Ok(bucket) = salt.bucket_of_values(words.iter().flatten(), buckets) {
                        found.push((bucket, (run, run)));
                    }
                }
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

impl List {
    fn of(
        layout: &'static Layout,
        salt: &Salt,
        word: InputValueOf,
        field: usize,
        slots: Vec<usize>,
        tail: &Tail,
        ask: &Rare,
    ) -> Option<Self> {
        let elements = Elements::of(layout, field)?;
        let count = elements.count();
        let within = |start: &Option<Edge>, stop: &Option<Edge>| {
            (
                start.as_ref().map_or(0, |edge| elements.below(edge)),
                stop.as_ref().map_or(count, |edge| elements.below(edge)),
            )
        };
        let asked = match tail {
            Tail::Between(tail, start, stop) if *tail == field => within(start, stop),
            _ => (0, count),
        };
        let (mut first, mut end) = asked;
        for filter in ask.filters.iter().filter(|filter| filter.field == field) {
            if let Test::Between(start, stop) = &filter.test {
                let (from, to) = within(start, stop);
                (first, end) = (first.max(from), end.min(to));
            }
        }
        if elements.are_cut() && end == count {
            return None;
        }
        let views = |slot: &usize| salt.inputs().get(*slot).is_some_and(|input| ascends(input.views()));
        // Views of numbers in no order do not come in runs.
        let by_runs = layout.fields()[field].language().order() != Order::Unordered && slots.iter().all(views);
        let words = |index| {
            let element = elements.get(index);
            slots.iter().map(|slot| word(*slot, &element)).collect()
        };
        let is_same = |index, words: &[InputValue]| {
            let element = elements.get(index);
            slots.iter().zip(words).all(|(slot, known)| word(*slot, &element).as_ref() == Some(known))
        };
        let order = layout.fields()[field].language().order();
        let inputs = || slots.iter().filter_map(|slot| salt.inputs().get(*slot));
        let likely = |index| inputs().filter_map(|input| end_of_quotient(input, order, index)).min();
        let runs = runs(&elements, first..end, most_listed(salt, ask), by_runs, likely, words, is_same)?;
        Some(Self { field, slots, runs, asked, elements })
    }

    fn fill(&self, run: usize, words: &mut [Option<InputValue>]) {
        for (slot, word) in self.slots.iter().zip(self.runs.get(run).map_or(&[][..], |run| &run.words)) {
            if let Some(place) = words.get_mut(*slot) {
                *place = Some(word.clone());
            }
        }
    }

    /// Fills in the run that the last digit of a number says, and gives the digits before it; `None` if the list is not a run.
    fn fill_digit(&self, number: usize, words: &mut [Option<InputValue>]) -> Option<usize> {
        self.fill(number.checked_rem(self.runs.len())?, words);
        number.checked_div(self.runs.len())
    }

    /// The tail from one run to another.
    fn clipped(&self, asked: &Tail, (first, last): (usize, usize)) -> Tail {
        let (Tail::Between(field, start, stop), Some(first), Some(last)) =
            (asked, self.runs.get(first), self.runs.get(last))
        else {
            return asked.clone();
        };
        let edge = |index| Some(Edge { bytes: self.elements.get(index), after: false, bound: Bound::Unbounded });
        let start = if first.first == self.asked.0 { start.clone() } else { edge(first.first) };
        let stop = if last.end == self.asked.1 { stop.clone() } else { edge(last.end) };
        Tail::Between(*field, start, stop)
    }
}

/// `true` if a value that is not less is seen as a number that is not less.
const fn ascends(views: &[View]) -> bool {
    let mut at = 0;
    while at < views.len() {
        if !views[at].ascends() {
            return false;
        }
        at += 1;
    }
    at > 0
}

/// The runs from one element up to another; `None` where there are more than `most`, or it would take long to tell.
/// `by_runs` says that what is seen of them only ever grows, or only ever falls; `likely` where the run of an element ends.
fn runs(
    elements: &Elements,
    Range { start: first, end }: Range<u128>,
    most: usize,
    by_runs: bool,
    likely: impl Fn(u128) -> Option<u128>,
    words: impl Fn(u128) -> Option<Vec<InputValue>>,
    is_same: impl Fn(u128, &[InputValue]) -> bool,
) -> Option<Vec<Run>> {
    if !by_runs && end.saturating_sub(first) > most as u128 {
        return None;
    }
    let mut runs: Vec<Run> = Vec::new();
    let (mut at, mut gap, mut longest) = (first, 0, 1);
    while at < end {
        let Some(found) = words(at) else {
            gap += 1;
            if by_runs && gap > GAP {
                return None;
            }
            at = elements.after_gap(at, |index| words(index).is_some());
            continue;
        };
        gap = 0;
        let same = |index: u128| index < end && is_same(index, &found);
        let known = likely(at).map(|stop| stop.min(end)).filter(|&stop| stop > at && same(stop - 1) && !same(stop));
        let stop = match known {
            _ if !by_runs => at + 1,
            Some(stop) => stop,
            None => end_of_run(at, longest, end, same),
        };
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
        if !by_runs || runs.last().is_none_or(|last| last.words != found) {
            runs.push(Run { words: found, first: at, end });
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
    let ([View::Div(divisor)], Some((least, greatest))) = (input.views(), input.numbers) else { return None };
    let index_of = i128::try_from(index).ok()?;
    let left = match order {
        Order::Ascending => divisor.checked_sub(least.checked_add(index_of)?.checked_rem_euclid(*divisor)?)?,
        Order::Descending => greatest.checked_sub(index_of)?.checked_rem_euclid(*divisor)? + 1,
        Order::Unordered => return None,
    };
    index.checked_add(u128::try_from(left).ok()?)
}

/// The number after the last that is the same as `at`: most likely `guess` on, and not after `end`.
fn end_of_run(at: u128, guess: u128, end: u128, same: impl Fn(u128) -> bool) -> u128 {
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

/// Joins `next` to `last` where they overlap: only the prefixes of elements that are read from the back do.
fn joined(last: &mut (Option<u32>, Span), next: &(Option<u32>, Span)) -> bool {
    let overlaps = last.0 == next.0 && last.1.stop.as_ref().is_none_or(|stop| next.1.start < *stop);
    if overlaps {
        last.1.stop = match (last.1.stop.take(), next.1.stop.clone()) {
            (Some(last), Some(next)) => Some(last.max(next)),
            _ => None,
        };
    }
    overlaps
}

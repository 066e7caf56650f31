//! A plan for people: what was asked, which buckets and why, the ranges, and what is left to check. And the same as data.

use super::terms::{Term, TermCondition};
use crate::bytes::{KeyRange, Literal};
use crate::layout::display::{SaltText, WasText};
use crate::layout::salt::{Salt, SaltInput};
use crate::scan::plan::{Buckets, ScanPlan};
use crate::scan::query::filter::Filter;
use crate::scan::query::predicate::{FieldPredicate, Predicate};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// How many buckets or ranges are shown before the rest is counted.
const SHOWN: usize = 8;

/// The explanation that [`ScanPlan::explain`] gives: `Display` for a person, and the same as data.
///
/// ```text
/// scan of Call: 1 range
///   phone = "13362666677"
///   at from 1512000000000 (2017-11-30T00:00:00Z)
///   bucket 3 of 6: xor of phone is known
///   bucket 3: 03 31 33 .. 03 31 34
///   in key order
/// ```
///
/// Terms that all ranges share are said once, and not at all if they are what was asked.
#[derive(Clone, Copy, Debug)]
pub struct PlanExplanation<'p>(&'p ScanPlan);

/// The buckets that a plan reads, and why. `Display` is `bucket 3 of 6: xor of phone is known`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketsRead {
    read: Vec<u32>,
    of: u32,
    why: String,
}

/// One range of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeRead {
    bucket: Option<u32>,
    terms: Vec<Term>,
    range: KeyRange,
    is_cut: bool,
}

impl BucketsRead {
    /// Their numbers, ascending.
    #[must_use]
    pub fn read(&self) -> &[u32] {
        &self.read
    }

    /// How many there are; with those of an older generation, where that had more.
    #[must_use]
    pub const fn of(&self) -> u32 {
        self.of
    }

    /// Why these, in words; [`PlanExplanation::inputs`] has the same as data.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }
}

impl fmt::Display for BucketsRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { read, of, why } = self;
        match &**read {
            [] => write!(f, "no bucket: {why}"),
            all if all.len() as u64 == u64::from(*of) && *of > 1 => write!(f, "all {of} buckets: {why}"),
            [one] => write!(f, "bucket {one} of {of}: {why}"),
            [first, rest @ ..] => {
                write!(f, "buckets {first}")?;
                rest.iter().take(SHOWN - 1).try_for_each(|bucket| write!(f, ", {bucket}"))?;
                write!(f, "{} of {of}: {why}", if read.len() > SHOWN { " .." } else { "" })
            }
        }
    }
}

impl RangeRead {
    /// Its bucket, if buckets are counted: not without a salt, and not if the label is a digest. `None` for a range over all labels.
    #[must_use]
    pub const fn bucket(&self) -> Option<u32> {
        self.bucket
    }

    /// The terms that hold for all its keys, in key order: fields of one value each, then at most one field of several. None where it
    /// is all of its bucket. The rows that come before a cursor do not matter here.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The bytes.
    #[must_use]
    pub const fn range(&self) -> &KeyRange {
        &self.range
    }

    /// `true` if a part of it came before the cursor and is left out.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl ScanPlan {
    /// The plan for a person: what was asked, which buckets are read and why, each range in terms of fields and in
    /// bytes, what is left to check; and the same as data.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// /// Where the rows of each bucket lie, for a log.
    /// fn places(plan: &ScanPlan) -> Vec<String> {
    ///     let place = |range: rowkey::scan::RangeRead| {
    ///         let terms: Vec<String> = range.terms().iter().map(ToString::to_string).collect();
    ///         format!("{:?}: {}, from {:02X?}", range.bucket(), terms.join(" and "), range.range().start())
    ///     };
    ///     plan.explain().ranges().map(place).collect()
    /// }
    /// ```
    #[must_use]
    pub const fn explain(&self) -> PlanExplanation<'_> {
        PlanExplanation(self)
    }

    /// The plan's knowledge of input `slot` of the salt.
    fn known(&self, salt: &Salt, slot: usize, input: &SaltInput, asked: &[FieldPredicate]) -> Known {
        let field = input.field();
        let is_bound = asked.iter().filter(|it| it.field == field).any(|it| is_known(salt, slot, &it.predicate));
        let is_equal = |it: &Filter| it.field == field && matches!(it.predicate, Predicate::Equal(_));
        if is_bound || self.filters().iter().any(is_equal) {
            return Known::Bound;
        }
        let enumerated = self.enumerated.iter().find(|it| it.field == field);
        enumerated.map_or(Known::Open, |it| Known::Listed(it.values))
    }
}

/// `true` if a bound field that meets the predicate tells input `slot` of the salt, in all its versions.
fn is_known(salt: &Salt, slot: usize, predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Equal(_) | Predicate::OneOf(_) => true,
        Predicate::Text(bytes, text) => text.start(bytes).is_some_and(|start| {
            let mut is_known = true;
            salt.each_generation(|salt| is_known &= salt.value_of_start(slot, start).is_some());
            is_known
        }),
        Predicate::AnyOf(all) => all.iter().all(|predicate| is_known(salt, slot, predicate)),
        Predicate::Between(..) | Predicate::Ranked(..) | Predicate::RecordType(_) | Predicate::Label => false,
    }
}

/// The knowledge that a plan has of an input of the salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// Its value, or each of several.
    Bound,
    /// It is one of so many values, for each of which the salt was computed: those between the bounds of a range, or all
    /// that there are.
    Listed(usize),
    /// Nothing: every bucket must be read.
    Open,
}

impl<'p> PlanExplanation<'p> {
    /// The question that was asked of each bound field, in key order.
    #[must_use]
    pub fn asked(&self) -> Vec<Term> {
        let asked = self.0.query.predicates();
        asked.iter().map(|asked| self.0.term(asked.field, &asked.predicate)).collect()
    }

    /// The buckets that are read, and why, without regard to a cursor. `None` if buckets are not counted: without a salt, if the
    /// label is a digest, or if [all labels are read as one range](crate::scan::MAX_RANGES).
    #[must_use]
    pub fn buckets(&self) -> Option<BucketsRead> {
        let salt = self.0.layout().salt().filter(|salt| !salt.is_digest())?;
        let (read, why) = match &self.0.buckets {
            Buckets::OneRange { .. } => return None,
            Buckets::Each if self.0.spans.is_empty() => (Vec::new(), "no row can hold what was asked".to_string()),
            Buckets::All { buckets, .. } => {
                let is_asked = buckets.end - buckets.start < u64::from(salt.most_buckets());
                let why = if is_asked { "as asked".to_string() } else { self.why(salt) };
                (buckets.clone().map(|bucket| bucket as u32).collect(), why)
            }
            Buckets::Each => {
                let mut each: Vec<u32> = self.0.spans.iter().map(|span| span.bucket as u32).collect();
                each.sort_unstable();
                each.dedup();
                (each, self.why(salt))
            }
        };
        Some(BucketsRead { read, of: salt.most_buckets(), why })
    }

    /// The inputs of the salt, by field and views, and what the plan knows of each; none where the salt is of the whole
    /// rest of the key.
    #[must_use]
    pub fn inputs(&self) -> Vec<(&'static str, SaltInput, Known)> {
        let (plan, asked) = (self.0, self.0.query.predicates());
        let Some(salt) = plan.layout().salt() else { return Vec::new() };
        let inputs = salt.inputs().iter().enumerate();
        let name = |input: &SaltInput| plan.layout().fields()[input.field()].name();
        inputs.map(|(slot, input)| (name(input), *input, plan.known(salt, slot, input, &asked))).collect()
    }

    /// The ranges that are left to read.
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = RangeRead> + 'p {
        let (plan, asked) = (self.0, self.asked());
        (0..plan.count()).map(move |index| {
            let (range, uncut) = (plan.range(index), plan.uncut_range(index));
            let whole = plan.whole_index(index);
            let terms = plan.terms_of(plan.range_in_full(whole).unwrap_or(&uncut), &asked);
            RangeRead { bucket: plan.bucket(whole), terms, is_cut: range != uncut, range }
        })
    }

    /// The checks that [`ScanPlan::matches`] makes of a row in the ranges.
    #[must_use]
    pub fn filters(&self) -> Vec<Term> {
        let term = |filter: &Filter| match &filter.predicate {
            predicate if !filter.is_residue => self.0.term(filter.field, predicate),
            predicate => Term {
                field: self.0.layout().fields()[filter.field].name(),
                condition: TermCondition::Ends { in_padding: matches!(predicate, Predicate::Text(..)) },
            },
        };
        self.0.filters().iter().map(term).collect()
    }

    /// The first field that was passed because its condition is absent, as [`If`](crate::If) lets it be, and the fields behind it
    /// that were to be bound, in key order: what is asked of these is among the filters. `None` if there are none.
    #[must_use]
    pub fn passed(&self) -> Option<(&'static str, Vec<&'static str>)> {
        let name = |field: usize| self.0.layout().fields()[field].name();
        let absent = self.0.query.absent().filter(|absent| !absent.filtered.is_empty())?;
        Some((name(absent.field), absent.filtered.iter().copied().map(name).collect()))
    }

    /// The key of the row after which the plan goes on, given by a cursor; it need not be a row any more.
    #[must_use]
    pub fn resumed_after(&self) -> Option<&'p [u8]> {
        self.0.resumed_after()
    }

    /// The most rows wanted.
    #[must_use]
    pub const fn limit(&self) -> Option<usize> {
        self.0.limit()
    }

    /// `true` if the rows are wanted from the last to the first.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.0.is_reversed()
    }

    /// Why these buckets are read: what is known of each input of the salt, and in which generations of it.
    fn why(&self, salt: &Salt) -> String {
        let (why, was) = (self.why_by_inputs(salt), WasText(salt).to_string());
        was.strip_prefix(", ").map_or_else(|| why.clone(), |was| format!("{why}; {was}"))
    }

    fn why_by_inputs(&self, salt: &Salt) -> String {
        let (inputs, salt_of) = (self.inputs(), SaltText(salt, self.0.layout().fields()));
        let all_known = match &self.0.buckets {
            Buckets::All { .. } | Buckets::OneRange { .. } => false,
            Buckets::Each => inputs.iter().all(|(.., known)| *known == Known::Bound),
        };
        if all_known {
            return format!("{salt_of} is known");
        }
        if salt.is_of_rest() {
            return format!("{salt_of}; not all fields are bound");
        }
        let mut whys: Vec<String> = Vec::new();
        for (field, _, known) in inputs {
            let why = match known {
                Known::Bound => format!("{field} is bound"),
                Known::Listed(values) => format!("{field} gives {values} value{}", if values == 1 { "" } else { "s" }),
                Known::Open => format!("{field} is not bound to values"),
            };
            // One field may be several inputs.
            if !whys.contains(&why) {
                whys.push(why);
            }
        }
        format!("{salt_of}; {}", whys.join(", "))
    }
}

impl fmt::Display for PlanExplanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.0.count();
        writeln!(f, "scan of {}: {ranges} range{}", self.0.layout().name(), if ranges == 1 { "" } else { "s" })?;
        let asked = self.asked();
        if asked.is_empty() {
            writeln!(f, "  every row")?;
        }
        asked.iter().try_for_each(|term| writeln!(f, "  {term}"))?;
        if let [first, rest @ ..] = self.0.layout().record_types() {
            write!(f, "  of every record type: {}", first.name())?;
            rest.iter().try_for_each(|kind| write!(f, ", {}", kind.name()))?;
            writeln!(f)?;
        }
        match self.passed() {
            Some((field, filtered)) if filtered.len() == 1 => {
                writeln!(f, "  {field} is not asked: {} is a filter", filtered[0])?;
            }
            Some((field, filtered)) => {
                writeln!(f, "  {field} is not asked: {} are filters", filtered.join(" and "))?;
            }
            None => {}
        }
        if let Some(buckets) = self.buckets() {
            writeln!(f, "  {buckets}")?;
        } else if let Some(salt) = self.0.layout().salt() {
            let read = if self.0.covers_labels() { "all labels as one range, in the order of labels" } else { "label" };
            writeln!(f, "  {read}: {}", self.why(salt))?;
        }
        if let Some(key) = self.resumed_after() {
            let row = self.0.terms_of(&KeyRange::exactly(&self.0.key_in_full(key)), &[]);
            writeln!(
                f,
                "  goes on after the row of {}",
                if row.is_empty() { Literal(key).to_string() } else { list(&row) }
            )?;
        }
        self.write_ranges(f, asked)?;
        for filter in self.filters() {
            let verb = if let TermCondition::Ends { .. } = filter.condition { "checks that" } else { "keeps" };
            writeln!(f, "  then {verb} {filter}")?;
        }
        let order = self.0.order_in_words();
        match self.limit() {
            Some(limit) => write!(f, "  at most {limit} rows, {order}"),
            None => write!(f, "  {order}"),
        }
    }
}

impl PlanExplanation<'_> {
    /// A line of bytes for each range, behind one of terms; these once where all have the same, and not where they were
    /// asked for.
    fn write_ranges(&self, f: &mut fmt::Formatter<'_>, mut asked: Vec<Term>) -> fmt::Result {
        let mut ranges = self.ranges().map(|range| range.terms);
        let first = ranges.next().unwrap_or_default();
        asked.retain(|term| term.condition != TermCondition::ANY);
        let is_asked = first == asked;
        let is_said = (is_asked || self.0.count() > 1) && ranges.all(|terms| terms == first);
        if is_said && !is_asked {
            writeln!(f, "  each range: {}", list(&first))?;
        }
        for RangeRead { bucket, terms, range, is_cut } in self.ranges().take(SHOWN) {
            let bucket = bucket.map_or(String::new(), |bucket| format!("bucket {bucket}: "));
            let rest = if is_cut { ", what is left of it" } else { "" };
            if is_said {
                writeln!(f, "  {bucket}{range}{rest}")?;
            } else {
                writeln!(f, "  {bucket}{}\n    {range}{rest}", list(&terms))?;
            }
        }
        match self.0.count() {
            ranges if ranges > SHOWN => writeln!(f, "  .. and {} more", ranges - SHOWN),
            _ => Ok(()),
        }
    }
}

/// `tail = "N730MQ", at from 3`
fn list(terms: &[Term]) -> String {
    match terms {
        [] => "every row".to_string(),
        terms => terms.iter().map(Term::to_string).collect::<Vec<_>>().join(", "),
    }
}

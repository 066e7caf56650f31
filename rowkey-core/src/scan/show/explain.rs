//! A plan as text for people, and as data: the conditions, the buckets that it reads and why, the ranges, and the
//! filters.

use super::terms::{Term, TermCondition};
use crate::bytes::{KeyRange, Literal};
use crate::error::in_words;
use crate::layout::display::{SaltText, WasText};
use crate::layout::salt::{Salt, SaltInput};
use crate::scan::plan::{Buckets, ScanPlan};
use crate::scan::query::filter::Filter;
use crate::scan::query::predicate::{FieldPredicate, Predicate};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The maximum number of buckets or ranges to show. The others are counted.
const SHOWN: usize = 8;

/// The explanation of a plan, from [`ScanPlan::explain`]. `Display` writes it for a person. The methods return it as
/// data.
///
/// ```text
/// scan of Call: 1 range
///   phone = "13362666677"
///   at >= 1512000000000 (2017-11-30T00:00:00Z)
///   bucket 3 of 6: xor of phone is known
///   bucket 3: 03 31 33 .. 03 31 34
///   in key order
/// ```
///
/// The first lines are the conditions of the scan. Then come the buckets and the reason why the plan reads them, the
/// ranges, the filters, and the order of the rows. Terms that all ranges share appear once, and only if they differ
/// from the conditions. A term is the condition on one field, and its `to_string()` is the text in the explanation.
#[derive(Clone, Copy, Debug)]
pub struct PlanExplanation<'p>(&'p ScanPlan);

/// The buckets that a plan reads, and why. `Display` writes `bucket 3 of 6: xor of phone is known`.
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
    /// Returns their numbers, ascending.
    #[must_use]
    pub fn read(&self) -> &[u32] {
        &self.read
    }

    /// Returns the number of buckets of the salt, or of the older salt version with the most buckets if that has more.
    #[must_use]
    pub const fn of(&self) -> u32 {
        self.of
    }

    /// Returns the reason as text. [`PlanExplanation::inputs`] returns it as data.
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
            // One bucket of one is shown as a number, since "all 1 buckets" reads badly.
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
    /// Returns its bucket. `None` without a salt, if the label is a digest, and for a range over all labels.
    #[must_use]
    pub const fn bucket(&self) -> Option<u32> {
        self.bucket
    }

    /// Returns the terms that hold for all its keys, in key order: fields with one value, then at most one field with
    /// several. The list is empty if the range is a whole bucket. A cursor does not change the terms.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn range(&self) -> &KeyRange {
        &self.range
    }

    /// Returns `true` if a part of it is before the cursor, so the plan does not read that part.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl ScanPlan {
    /// Explains the plan: the conditions, the buckets that it reads and why, each range as fields and as bytes, and the
    /// filters. Print it, or read it as data.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// /// The ranges of a plan, for a log.
    /// fn ranges(plan: &ScanPlan) -> Vec<String> {
    ///     let range = |range: rowkey::scan::RangeRead| {
    ///         let terms: Vec<String> = range.terms().iter().map(ToString::to_string).collect();
    ///         format!("{:?}: {}, from {:02X?}", range.bucket(), terms.join(" and "), range.range().start())
    ///     };
    ///     plan.explain().ranges().map(range).collect()
    /// }
    /// ```
    #[must_use]
    pub const fn explain(&self) -> PlanExplanation<'_> {
        PlanExplanation(self)
    }

    /// Returns the plan's knowledge of input `slot` of the salt.
    fn known(&self, salt: &Salt, slot: usize, input: &SaltInput, asked: &[FieldPredicate]) -> Known {
        let field = input.field();
        let is_bound = asked.iter().filter(|it| it.field == field).any(|it| is_known(salt, slot, &it.predicate));
        // A filter for one value fixes the input like a bound value, but leaves the range as it is.
        let is_equal = |it: &Filter| it.field == field && matches!(it.predicate, Predicate::Equal(_));
        if is_bound || self.filters().iter().any(is_equal) {
            return Known::Bound;
        }
        let enumerated = self.enumerated.iter().find(|it| it.field == field);
        enumerated.map_or(Known::Open, |it| Known::Listed(it.values))
    }
}

/// Returns `true` if the predicate on a bound field determines input `slot` of the salt, in all its versions.
fn is_known(salt: &Salt, slot: usize, predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Equal(_) | Predicate::OneOf(_) => true,
        Predicate::Text(bytes, text) => text
            .start(bytes)
            .is_some_and(|start| salt.versions().all(|salt| salt.value_of_start(slot, start).is_some())),
        Predicate::AnyOf(all) => all.iter().all(|predicate| is_known(salt, slot, predicate)),
        Predicate::Between(..) | Predicate::Ranked(..) | Predicate::RecordType(_) | Predicate::Label => false,
    }
}

/// The knowledge that a plan has of a salt input.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// The plan knows its value, or each of several values.
    Bound,
    /// The input has this number of possible values: the values in a range, or all values of its type. The plan
    /// computed the salt for each of them.
    Listed(usize),
    /// The input can have any value, so the plan reads every bucket.
    Open,
}

impl<'p> PlanExplanation<'p> {
    /// Returns the condition on each bound field, in key order.
    #[must_use]
    pub fn asked(&self) -> Vec<Term> {
        let asked = self.0.query.predicates();
        asked.iter().map(|asked| self.0.term(asked.field, &asked.predicate)).collect()
    }

    /// Returns the buckets that the plan reads, and why. A cursor does not change them. `None` without a salt, if the
    /// label is a digest, and if [all labels are read as one range](crate::scan::MAX_RANGES).
    #[must_use]
    pub fn buckets(&self) -> Option<BucketsRead> {
        let salt = self.0.layout().salt().filter(|salt| !salt.is_digest())?;
        let (read, why) = match &self.0.buckets {
            Buckets::OneRange { .. } => return None,
            Buckets::Each if self.0.spans.is_empty() => (Vec::new(), "no row can match".to_string()),
            Buckets::All { buckets, .. } => {
                // Only `bucket(b)` of the builder leaves out buckets of a plan that does not compute the salt.
                let is_asked = buckets.end - buckets.start < u64::from(salt.most_buckets());
                let why = if is_asked { "as requested".to_string() } else { self.why(salt) };
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

    /// Returns the inputs of the salt, each with its field, its views, and the plan's knowledge of it. The list is
    /// empty if the salt is computed from the whole rest of the key.
    #[must_use]
    pub fn inputs(&self) -> Vec<(&'static str, SaltInput, Known)> {
        let (plan, asked) = (self.0, self.0.query.predicates());
        let Some(salt) = plan.layout().salt() else { return Vec::new() };
        let inputs = salt.inputs().iter().enumerate();
        let name = |input: &SaltInput| plan.layout().fields()[input.field()].name();
        inputs.map(|(slot, input)| (name(input), *input, plan.known(salt, slot, input, &asked))).collect()
    }

    /// Returns the ranges that the plan reads, without those before a cursor.
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = RangeRead> + 'p {
        let (plan, asked) = (self.0, self.asked());
        (0..plan.count()).map(move |index| {
            // Terms describe the whole range, so that they stay the same from page to page.
            let (range, uncut) = (plan.range(index), plan.uncut_range(index));
            let whole = plan.whole_index(index);
            let terms = plan.terms_of(&uncut, &asked);
            RangeRead { bucket: plan.bucket_of_range(whole), terms, is_cut: range != uncut, range }
        })
    }

    /// Returns the filters, which [`ScanPlan::matches`] applies to the rows in the ranges.
    #[must_use]
    pub fn filters(&self) -> Vec<Term> {
        let term = |filter: &Filter| match &filter.predicate {
            // The condition of a residue is also a bound one, so do not show it twice.
            predicate if !filter.is_residue => self.0.term(filter.field, predicate),
            predicate => Term {
                field: self.0.layout().fields()[filter.field].name(),
                condition: TermCondition::Ends { in_padding: matches!(predicate, Predicate::Text(..)) },
            },
        };
        self.0.filters().iter().map(term).collect()
    }

    /// Returns the first field whose condition is absent in [`If`](crate::If), and the fields after it whose conditions
    /// became filters, in key order. `None` if no condition became a filter.
    #[must_use]
    pub fn passed(&self) -> Option<(&'static str, Vec<&'static str>)> {
        let name = |field: usize| self.0.layout().fields()[field].name();
        let absent = self.0.query.absent().filter(|absent| !absent.filtered.is_empty())?;
        Some((name(absent.field), absent.filtered.iter().copied().map(name).collect()))
    }

    /// Returns the key after which the plan resumes, from a cursor. The row of this key may have been deleted since.
    #[must_use]
    pub fn resumed_after(&self) -> Option<&'p [u8]> {
        self.0.resumed_after()
    }

    /// Returns the maximum number of rows.
    #[must_use]
    pub const fn row_limit(&self) -> Option<usize> {
        self.0.row_limit()
    }

    /// Returns `true` if the plan reads from the last row to the first.
    #[must_use]
    pub const fn is_reversed(&self) -> bool {
        self.0.is_reversed()
    }

    /// Returns the reason why the plan reads these buckets: its knowledge of each salt input, and the older salt
    /// versions.
    fn why(&self, salt: &Salt) -> String {
        let (why, was) = (self.why_by_inputs(salt), WasText(salt).to_string());
        // `WasText` is a part of a lock, whose form is frozen.
        was.strip_prefix(", was ").map_or_else(|| why.clone(), |was| format!("{why}; older salt versions: {was}"))
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
            return format!("{salt_of}; not all fields are known");
        }
        let mut whys: Vec<String> = Vec::new();
        for (field, _, known) in inputs {
            let why = match known {
                Known::Bound => format!("{field} is known"),
                Known::Listed(values) => {
                    format!("{field} has {values} possible value{}", if values == 1 { "" } else { "s" })
                }
                Known::Open => format!("{field} is not known"),
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
            writeln!(f, "  no bound fields")?;
        }
        asked.iter().try_for_each(|term| writeln!(f, "  {term}"))?;
        // Only the layout of a whole enum has record types.
        if let [first, rest @ ..] = self.0.layout().record_types() {
            write!(f, "  all record types: {}", first.name())?;
            rest.iter().try_for_each(|kind| write!(f, ", {}", kind.name()))?;
            writeln!(f)?;
        }
        if let Some((field, filtered)) = self.passed() {
            let are = if filtered.len() == 1 { "is a filter" } else { "are filters" };
            writeln!(f, "  {field} is not bound, so {} {are}", in_words(filtered.iter(), "and"))?;
        }
        if let Some(buckets) = self.buckets() {
            writeln!(f, "  {buckets}")?;
        } else if let Some(salt) = self.0.layout().salt() {
            let read = if self.0.covers_labels() { "all labels as one range, in label order" } else { "label" };
            writeln!(f, "  {read}: {}", self.why(salt))?;
        }
        if let Some(key) = self.resumed_after() {
            // A key is shown as the terms of a range that holds it alone.
            let row = self.0.terms_of(&KeyRange::exactly(key), &[]);
            let row = if row.is_empty() { Literal(key).to_string() } else { list(&row) };
            writeln!(f, "  resumes after the row {row}")?;
        }
        self.write_ranges(f, asked)?;
        for filter in self.filters() {
            writeln!(f, "  filter: {filter}")?;
        }
        let order = self.0.order_in_words();
        match self.row_limit() {
            Some(1) => write!(f, "  at most 1 row, {order}"),
            Some(limit) => write!(f, "  at most {limit} rows, {order}"),
            None => write!(f, "  {order}"),
        }
    }
}

impl PlanExplanation<'_> {
    /// Writes two lines for each range: its terms, then its bytes. Terms that all ranges share are written once, and
    /// only if they differ from the conditions.
    fn write_ranges(&self, f: &mut fmt::Formatter<'_>, mut asked: Vec<Term>) -> fmt::Result {
        let mut ranges = self.ranges().map(|range| range.terms);
        let first = ranges.next().unwrap_or_default();
        asked.retain(|term| term.condition != TermCondition::ANY);
        let is_asked = first == asked;
        // If all ranges have the same terms, they differ only in their buckets.
        let is_said = (is_asked || self.0.count() > 1) && ranges.all(|terms| terms == first);
        if is_said && !is_asked {
            writeln!(f, "  each range: {}", list(&first))?;
        }
        for RangeRead { bucket, terms, range, is_cut } in self.ranges().take(SHOWN) {
            let bucket = bucket.map_or(String::new(), |bucket| format!("bucket {bucket}: "));
            let rest = if is_cut { ", without the rows before the cursor" } else { "" };
            if is_said {
                writeln!(f, "  {bucket}{range}{rest}")?;
            } else {
                writeln!(f, "  {bucket}{}\n    {range}{rest}", list(&terms))?;
            }
        }
        match self.0.count() {
            ranges if ranges > SHOWN => writeln!(f, "  .. and {} more ranges", ranges - SHOWN),
            _ => Ok(()),
        }
    }
}

/// Returns the terms as text: `tail = "N730MQ", at >= 3`.
fn list(terms: &[Term]) -> String {
    match terms {
        [] => "all rows".to_string(),
        terms => terms.iter().map(Term::to_string).collect::<Vec<_>>().join(", "),
    }
}

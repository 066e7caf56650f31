//! A plan for people: what was asked, which buckets and why, the ranges, and what is left to check.

use super::arg::what;
use super::path::asked;
use super::plan::{Asked, Binding, Buckets, Test, What};
use super::{ScanPlan, Tail};
use crate::layout::display::SaltText;
use crate::range::Hex;
use crate::salt::{Salt, SaltInput};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Bound;

/// How many values or ranges are shown before the rest is counted.
const SHOWN: usize = 8;

/// What [`ScanPlan::explain`] gives: `Display` for a person.
#[derive(Clone, Copy, Debug)]
pub struct PlanText<'p>(&'p ScanPlan);

impl ScanPlan {
    /// The plan for a person: what was bound, which buckets are read and why, each range, what is left to check.
    #[must_use]
    pub const fn explain(&self) -> PlanText<'_> {
        PlanText(self)
    }

    fn value(&self, field: usize, element: Option<&[u8]>) -> String {
        match element {
            None => "a value that no key holds".to_string(),
            Some(element) => (self.shown())(field, element).unwrap_or_else(|_| Hex(element).to_string()),
        }
    }

    fn asked(&self, field: usize, what: &What) -> String {
        let bound = |bound: &Bound<Option<Vec<u8>>>| match bound {
            Bound::Included(value) => Some((self.value(field, value.as_deref()), true)),
            Bound::Excluded(value) => Some((self.value(field, value.as_deref()), false)),
            Bound::Unbounded => None,
        };
        match what {
            What::Equal(element) => format!("= {}", self.value(field, element.as_deref())),
            What::StartsWith(text) => format!("starts with \"{}\"", text.escape_ascii()),
            What::Any(elements) => {
                let mut text = format!("one of {}:", elements.len());
                for element in elements.iter().take(SHOWN) {
                    text += " ";
                    text += &self.value(field, Some(element));
                }
                text + if elements.len() > SHOWN { " .." } else { "" }
            }
            What::In(start, stop) => match (bound(start), bound(stop)) {
                (None, None) => "any".to_string(),
                (Some((start, included)), None) => format!("{} {start}", if included { "from" } else { "above" }),
                (None, Some((stop, included))) => format!("{} {stop}", if included { "up to" } else { "below" }),
                (Some((start, from)), Some((stop, to))) => format!(
                    "{} {start} {} {stop}",
                    if from { "from" } else { "above" },
                    if to { "up to" } else { "below" }
                ),
            },
        }
    }

    /// What was asked of each field, in key order.
    fn all_asked(&self) -> Vec<Asked> {
        let mut all = match &self.binding {
            Binding::Path { bytes, held, bound } => asked(self.layout, bytes, *held, *bound),
            Binding::Fields(asked) => asked.clone(),
        };
        match &self.tail {
            Tail::Prefix | Tail::Exact => {}
            Tail::Between(field, start, stop) => {
                all.push(Asked { field: *field, what: what(self.layout, *field, start.as_ref(), stop.as_ref()) });
            }
            Tail::Start(field, text) => all.push(Asked { field: *field, what: What::StartsWith(text.to_vec()) }),
        }
        all
    }

    fn buckets(&self, asked: &[Asked]) -> Option<String> {
        let salt = self.layout.salt()?;
        let of = SaltText(salt, self.layout.fields());
        Some(match &self.buckets {
            Buckets::Unsalted => return None,
            Buckets::One(bucket) => format!("bucket {bucket} of {}: {of} is known", salt.labels()),
            Buckets::Each(buckets) if buckets.is_empty() => "no bucket: no row can hold what was asked".to_string(),
            Buckets::Each(buckets) => {
                let buckets = buckets.chunk_by(|a, b| a == b).map(|buckets| buckets[0].to_string());
                let count = buckets.clone().count();
                let list: Vec<String> = buckets.take(SHOWN).collect();
                let more = if count > SHOWN { " .." } else { "" };
                format!(
                    "bucket{} {}{more} of {}: {of} is known",
                    if count == 1 { "" } else { "s" },
                    list.join(", "),
                    salt.labels()
                )
            }
            Buckets::All(buckets) if buckets.len() == 1 => format!("bucket {}, as asked", buckets.start),
            Buckets::All(_) => format!("all {} buckets: {of}; {}", salt.labels(), self.unbound(salt, asked)),
        })
    }
}

impl ScanPlan {
    /// Which inputs of the salt no value is known of.
    fn unbound(&self, salt: &Salt, asked: &[Asked]) -> String {
        if salt.is_of_rest() {
            return "not all fields are bound".to_string();
        }
        let bound = |field| {
            let asked = asked.iter().any(|it| it.field == field && matches!(it.what, What::Equal(_) | What::Any(_)));
            asked || self.filters.iter().any(|it| it.field == field && matches!(it.what, Some(What::Equal(_))))
        };
        let mut names: Vec<&str> = Vec::new();
        for field in salt.inputs().iter().map(SaltInput::field).filter(|field| !bound(*field)) {
            let name = self.layout.fields()[field].name();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        format!("{} {} not bound", names.join(", "), if names.len() == 1 { "is" } else { "are" })
    }
}

impl fmt::Display for PlanText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = self.0;
        let fields = plan.layout.fields();
        let ranges = plan.ranges().len();
        writeln!(f, "scan of {}: {ranges} range{}", plan.layout.name(), if ranges == 1 { "" } else { "s" })?;
        let asked = plan.all_asked();
        if asked.is_empty() {
            writeln!(f, "  every row")?;
        }
        for asked in &asked {
            writeln!(f, "  {} {}", fields[asked.field].name(), plan.asked(asked.field, &asked.what))?;
        }
        if let Some(buckets) = plan.buckets(&asked) {
            writeln!(f, "  {buckets}")?;
        }
        for range in plan.ranges().take(SHOWN) {
            writeln!(f, "  {range}")?;
        }
        if ranges > SHOWN {
            writeln!(f, "  .. and {} more", ranges - SHOWN)?;
        }
        for filter in &plan.filters {
            let name = fields[filter.field].name();
            match (&filter.what, &filter.test) {
                (Some(what), _) => writeln!(f, "  then keeps {name} {}", plan.asked(filter.field, what))?,
                (None, Test::StartsWith(..)) => writeln!(f, "  then checks where {name} ends: padding begins like it")?,
                (None, _) => writeln!(f, "  then checks where {name} ends: longer values begin like it")?,
            }
        }
        match plan.limit() {
            Some(limit) => write!(f, "  at most {limit} rows, {}", self.order()),
            None => write!(f, "  {}", self.order()),
        }
    }
}

impl PlanText<'_> {
    const fn order(&self) -> &'static str {
        if self.0.is_reversed() { "last first" } else { "in key order" }
    }
}

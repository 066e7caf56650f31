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
        let mut all = match &self.binding() {
            Binding::Path { bytes, held, bound } => asked(self.layout(), bytes, *held, *bound),
            Binding::Fields(asked) => asked.clone(),
        };
        match &self.tail() {
            Tail::Prefix | Tail::Exact => {}
            Tail::Between(field, start, stop) => {
                all.push(Asked { field: *field, what: what(self.layout(), *field, start.as_ref(), stop.as_ref()) });
            }
            Tail::Start(field, text) => all.push(Asked { field: *field, what: What::StartsWith(text.to_vec()) }),
        }
        all
    }

    /// What is known of input `slot` of the salt.
    fn known(&self, salt: &Salt, slot: usize, input: &SaltInput, asked: &[Asked]) -> Known {
        let field = input.field();
        let is_bound = |what: &What| matches!(what, What::Equal(_) | What::Any(_));
        let bound = asked.iter().any(|it| it.field == field && is_bound(&it.what))
            || self.filters().iter().any(|it| it.field == field && matches!(it.what, Some(What::Equal(_))))
            || matches!(&self.tail(), Tail::Start(tail, text) if *tail == field && salt.word_of_start(slot, text).is_some());
        let listed = match self.buckets() {
            Buckets::Each { listed, .. } => listed.into_iter().find(|it| it.field == field),
            _ => None,
        };
        match listed {
            _ if bound => Known::Bound,
            Some(listed) => Known::Listed(listed.values),
            None => Known::Open,
        }
    }
}

/// What a plan knows of an input of the salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// Its value, or each of several.
    Bound,
    /// That it is one of so many, for each of which the salt was computed: those between the bounds of a range, or all
    /// that there are.
    Listed(usize),
    /// Nothing: every bucket must be read.
    Open,
}

impl PlanText<'_> {
    /// The inputs of the salt, by field and views, and what the plan knows of each; none where the salt is of the whole
    /// rest of the key.
    #[must_use]
    pub fn inputs(&self) -> Vec<(&'static str, SaltInput, Known)> {
        let (plan, asked) = (self.0, self.0.all_asked());
        let Some(salt) = plan.layout().salt() else { return Vec::new() };
        let inputs = salt.inputs().iter().enumerate();
        let name = |input: &SaltInput| plan.layout().fields()[input.field()].name();
        inputs.map(|(slot, input)| (name(input), *input, plan.known(salt, slot, input, &asked))).collect()
    }

    /// Which buckets are read, and why.
    fn buckets(&self) -> Option<String> {
        let salt = self.0.layout().salt()?;
        let buckets = match &self.0.buckets() {
            Buckets::Unsalted => return None,
            Buckets::Each { of, .. } if of.is_empty() => {
                return Some("no bucket: no row can hold what was asked".to_string());
            }
            Buckets::All(buckets) if buckets.len() == 1 => return Some(format!("bucket {}, as asked", buckets.start)),
            Buckets::All(_) => format!("all {} buckets", salt.labels()),
            Buckets::Each { of, .. } => {
                let buckets = of.chunk_by(|a, b| a == b).map(|buckets| buckets[0].to_string());
                let count = buckets.clone().count();
                let list: Vec<String> = buckets.take(SHOWN).collect();
                let (many, more) = (if count == 1 { "" } else { "s" }, if count > SHOWN { " .." } else { "" });
                format!("bucket{many} {}{more} of {}", list.join(", "), salt.labels())
            }
        };
        Some(format!("{buckets}: {}{}", SaltText(salt, self.0.layout().fields()), self.why(salt)))
    }

    /// Why these buckets are read: what is known of each input of the salt.
    fn why(&self, salt: &Salt) -> String {
        let inputs = self.inputs();
        let all_known = match &self.0.buckets() {
            Buckets::All(_) => false,
            _ => inputs.iter().all(|(.., known)| *known == Known::Bound),
        };
        if all_known {
            return " is known".to_string();
        }
        if salt.is_of_rest() {
            return "; not all fields are bound".to_string();
        }
        let mut whys: Vec<String> = Vec::new();
        for (field, _, known) in inputs {
            let why = match known {
                Known::Bound => format!("{field} is bound"),
                Known::Listed(values) => format!("{field} gives {values} value{}", if values == 1 { "" } else { "s" }),
                Known::Open => format!("{field} is not bound"),
            };
            // One field may be several inputs.
            if !whys.contains(&why) {
                whys.push(why);
            }
        }
        format!("; {}", whys.join(", "))
    }
}

impl fmt::Display for PlanText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = self.0;
        let fields = plan.layout().fields();
        let ranges = plan.ranges().len();
        writeln!(f, "scan of {}: {ranges} range{}", plan.layout().name(), if ranges == 1 { "" } else { "s" })?;
        let asked = plan.all_asked();
        if asked.is_empty() {
            writeln!(f, "  every row")?;
        }
        for asked in &asked {
            writeln!(f, "  {} {}", fields[asked.field].name(), plan.asked(asked.field, &asked.what))?;
        }
        if let Some(buckets) = self.buckets() {
            writeln!(f, "  {buckets}")?;
        }
        for range in plan.ranges().take(SHOWN) {
            writeln!(f, "  {range}")?;
        }
        if ranges > SHOWN {
            writeln!(f, "  .. and {} more", ranges - SHOWN)?;
        }
        for filter in plan.filters() {
            let name = fields[filter.field].name();
            match (&filter.what, &filter.test) {
                (Some(what), _) => writeln!(f, "  then keeps {name} {}", plan.asked(filter.field, what))?,
                (None, Test::StartsWith(_)) => writeln!(f, "  then checks where {name} ends: padding begins like it")?,
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

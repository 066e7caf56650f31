//! `scan`: shows the plan of a query.

use crate::answer::{Outcome, print_json, type_of};
use crate::console::Console;
use crate::explained::wrapped;
use crate::failure::{Failure, Status};
use crate::key_type::KeyType;
use crate::planner::PlanError;
use crate::query::{ParsedQuery, QueryError};
use crate::style::HEADING;
use clap::Args;
use data_encoding::HEXUPPER;
use rowkey_core::ScanPlan;
use serde::Serialize;

/// Plan a query: show its ranges, its buckets, its filters, and its cost in seeks
#[derive(Args, Debug)]
#[command(after_help = "A query has conditions, joined by `and`, and then settings:\n  \
    field = value            field in (value, value)\n  \
    field in a..b            also a..=b, a.., ..b, < <= > >=\n  \
    field starts with text   also ends with, contains\n  \
    kind = Variant           the record type of an enum\n  \
    limit N                  a setting, also bucket N, reversed\n\n\
    Examples:\n  keys scan Call 'phone = \"133\" and at in 2017-12-01..2017-12-02 limit 3'\n  \
    keys scan Call 'phone in (133, 134) reversed'\n  keys scan Site 'kind = Thread and board = rust'")]
pub(crate) struct ScanArgs {
    /// The key type
    #[arg(value_name = "TYPE")]
    key_type: String,
    /// The query. By default, all rows
    #[arg(value_name = "QUERY", default_value = "*")]
    query: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A plan as data.
#[derive(Serialize)]
struct Answer {
    name: &'static str,
    conditions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buckets: Option<Buckets>,
    ranges: Vec<Range>,
    filters: Vec<String>,
    limit: Option<usize>,
    reversed: bool,
    seeks: usize,
}

#[derive(Serialize)]
struct Buckets {
    read: Vec<u32>,
    of: u32,
    why: String,
}

/// A half-open range in hex. Without a stop, it ends with the table.
#[derive(Serialize)]
struct Range {
    bucket: Option<u32>,
    start: String,
    stop: Option<String>,
}

pub(crate) fn run(args: &ScanArgs, types: &[KeyType], console: &mut Console<'_>) -> Outcome {
    let of = type_of(types, &args.key_type)?;
    let plan = plan(of, &args.query)?;
    if args.json {
        return print_json(&answer(&plan), console);
    }
    for line in plan.explain().to_string().lines() {
        writeln!(console.out, "{}", wrapped(line))?;
    }
    writeln!(console.out, "\n{HEADING}Cost{HEADING:#}")?;
    for line in cost(&plan) {
        writeln!(console.out, "  {line}")?;
    }
    Ok(Status::Done)
}

/// Plans a query.
pub(crate) fn plan(of: KeyType, query: &str) -> Result<ScanPlan, Failure> {
    let wrong = |error: QueryError| Failure::Wrong(error.to_string());
    let parsed = ParsedQuery::parse(query).map_err(wrong)?;
    of.plan(&parsed).map_err(|error| {
        let query = query.to_owned();
        match error {
            PlanError::Word { at, expected, found } => wrong(QueryError { query, at, expected, found }),
            PlanError::Value { at, reason } => Failure::Wrong(QueryError::pointed(&query, at, reason)),
            PlanError::Scan(error) => Failure::Wrong(error.to_string()),
        }
    })
}

fn answer(plan: &ScanPlan) -> Answer {
    let explanation = plan.explain();
    let buckets =
        explanation.buckets().map(|it| Buckets { read: it.read().to_vec(), of: it.of(), why: it.why().into() });
    let ranges = explanation.ranges().map(|it| Range {
        bucket: it.bucket(),
        start: HEXUPPER.encode(it.range().start()),
        stop: it.range().stop().map(|stop| HEXUPPER.encode(stop)),
    });
    Answer {
        name: plan.layout().name(),
        conditions: explanation.asked().iter().map(ToString::to_string).collect(),
        buckets,
        ranges: ranges.collect(),
        filters: explanation.filters().iter().map(ToString::to_string).collect(),
        limit: plan.row_limit(),
        reversed: plan.is_reversed(),
        seeks: plan.ranges().len(),
    }
}

/// Describes the costs of the plan, one per line.
fn cost(plan: &ScanPlan) -> Vec<String> {
    let seeks = plan.ranges().len();
    let mut lines = match seeks {
        0 => vec!["no seek: no row can match".to_owned()],
        1 => vec!["1 seek, then consecutive rows".to_owned()],
        seeks => vec![format!("{seeks} seeks, one for each range")],
    };
    if !plan.is_exact() {
        lines.push("rows that the filters drop are also read".to_owned());
    }
    if let (Some(limit), true) = (plan.row_limit(), seeks > 1) {
        lines.push(format!("up to {limit} rows of each range are read, to return {limit} in all"));
    }
    lines
}

//! Layouts of the same rows, side by side: bytes per key, shares, heat, and the cost of queries.

use crate::heat::{HeatMap, HeatReport, Pattern, TimeAxis};
use crate::share::{ShareReport, Shares};
use rowkey_core::{KeyRange, ScanPlan};
use serde::Serialize;

/// A query and its plan for a layout, or the reason why the layout has no plan for it.
pub(crate) type PlannedQuery = (String, Result<ScanPlan, String>);

/// Counts the rows of one layout.
pub(crate) struct LayoutCounts {
    shares: Shares,
    heat: HeatMap,
    queries: Vec<(String, Result<PlanCounts, String>)>,
}

/// Counts the rows that a plan reads.
struct PlanCounts {
    plan: ScanPlan,
    /// The ranges of the plan. They ascend and do not overlap.
    ranges: Vec<KeyRange>,
    rows_read: u64,
    rows_found: u64,
}

impl PlanCounts {
    fn of(plan: ScanPlan) -> Self {
        let ranges = plan.ranges().collect();
        Self { plan, ranges, rows_read: 0, rows_found: 0 }
    }

    fn add(&mut self, key: &[u8]) {
        let starts_before = self.ranges.partition_point(|range| range.start() <= key);
        if starts_before.checked_sub(1).is_some_and(|last| self.ranges[last].contains(key)) {
            self.rows_read += 1;
            self.rows_found += u64::from(self.plan.matches(key));
        }
    }

    /// Returns the rows that the plan reads and finds. A scan with a limit ends at its last row. The number of rows
    /// before it is exact if the plan has no filter. Otherwise it is an estimate, which takes matching rows as evenly
    /// spread.
    fn cost(&self) -> QueryCost {
        let found = self.plan.row_limit().map_or(self.rows_found, |limit| self.rows_found.min(limit as u64));
        let read = u128::from(self.rows_read) * u128::from(found);
        let read = read.div_ceil(u128::from(self.rows_found).max(1)) as u64;
        let rows_read = if found == self.rows_found { self.rows_read } else { read };
        QueryCost::Read { ranges: self.ranges.len(), rows_read, rows_found: found }
    }
}

impl LayoutCounts {
    /// Counts keys with `shares`, their times by region, and the rows that each of the `queries` reads.
    pub(crate) fn new(shares: Shares, axis: TimeAxis, queries: Vec<PlannedQuery>) -> Self {
        let heat = HeatMap::new(axis, shares.split_keys().to_vec());
        let queries = queries.into_iter().map(|(query, plan)| (query, plan.map(PlanCounts::of))).collect();
        Self { shares, heat, queries }
    }

    /// Counts one key and the time of its write.
    pub(crate) fn add(&mut self, key: &[u8], at: i64) {
        self.shares.add(key);
        self.heat.add(key, at);
        self.queries.iter_mut().filter_map(|(_, plan)| plan.as_mut().ok()).for_each(|plan| plan.add(key));
    }

    /// Returns the plan of a query by number, if the layout has one.
    fn plan(&self, query: usize) -> Option<&ScanPlan> {
        self.queries.get(query)?.1.as_ref().ok().map(|counts| &counts.plan)
    }

    fn report(&self) -> LayoutReport {
        let cost = |plan: &Result<PlanCounts, String>| match plan {
            Ok(plan) => plan.cost(),
            Err(reason) => QueryCost::Refused { reason: reason.clone() },
        };
        let of_query =
            |(query, plan): &(String, _)| QueryReport { query: query.clone(), best: false, cost: cost(plan) };
        LayoutReport {
            shares: self.shares.report(),
            heat: self.heat.report(self.shares.region_names()),
            queries: self.queries.iter().map(of_query).collect(),
        }
    }
}

/// Layouts of the same rows.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Comparison {
    /// One sentence: the most even layout, and the problem of the worst one.
    pub(crate) finding: String,
    pub(crate) layouts: Vec<LayoutReport>,
}

/// One of the layouts.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LayoutReport {
    pub(crate) shares: ShareReport,
    pub(crate) heat: HeatReport,
    pub(crate) queries: Vec<QueryReport>,
}

/// A query under a layout.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct QueryReport {
    pub(crate) query: String,
    /// `true` if the plan of this layout costs least, by [`ScanPlan::best`]. It does not depend on the sample.
    pub(crate) best: bool,
    #[serde(flatten)]
    pub(crate) cost: QueryCost,
}

/// The cost of a query under a layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum QueryCost {
    /// The number of ranges, each of which costs a seek, the rows of the sample in them, and the rows that match the
    /// query.
    Read { ranges: usize, rows_read: u64, rows_found: u64 },
    /// The layout has no plan for the query.
    Refused { reason: String },
}

impl Comparison {
    /// Compares layouts by their counts of the same rows.
    pub(crate) fn of(layouts: &[LayoutCounts]) -> Self {
        let mut reports: Vec<LayoutReport> = layouts.iter().map(LayoutCounts::report).collect();
        for query in 0..layouts.first().map_or(0, |layout| layout.queries.len()) {
            // A layout without one of the fields has no plan.
            let plans = layouts.iter().enumerate().filter_map(|(at, layout)| Some((at, layout.plan(query)?)));
            let (numbers, plans): (Vec<usize>, Vec<&ScanPlan>) = plans.unzip();
            let best = ScanPlan::best(&plans).and_then(|best| reports.get_mut(*numbers.get(best)?));
            if let Some(query) = best.and_then(|report| report.queries.get_mut(query)) {
                query.best = true;
            }
        }
        Self { finding: finding(&reports), layouts: reports }
    }
}

impl LayoutReport {
    pub(crate) fn name(&self) -> &'static str {
        self.shares.key
    }

    /// Returns the fraction of the regions that receives writes at a moment, from 0 to 1. It is 0 without a verdict.
    fn regions_at_work(&self) -> f64 {
        match self.heat.finding.pattern {
            Pattern::TooFew | Pattern::FarTimes | Pattern::OneRegion => 0.0,
            _ => self.heat.finding.regions_at_a_moment / self.heat.regions.len() as f64,
        }
    }
}

fn finding(layouts: &[LayoutReport]) -> String {
    let by_work = |a: &&LayoutReport, b: &&LayoutReport| a.regions_at_work().total_cmp(&b.regions_at_work());
    // `min_by` and a reversed `max_by` both return the first of several equal layouts.
    let (Some(worst), Some(best)) = (layouts.iter().min_by(by_work), layouts.iter().rev().max_by(by_work)) else {
        return "no layout to compare".to_owned();
    };
    // The times of the rows are the same under each layout. So a missing verdict has the same reason under each.
    if !best.heat.finding.pattern.is_verdict() {
        return best.heat.finding.finding.clone();
    }
    if best.regions_at_work() - worst.regions_at_work() < 0.1 {
        let finding = &best.heat.finding.finding;
        return format!("the layouts spread the writes equally: {finding}");
    }
    let (name, finding) = (worst.name(), &worst.heat.finding.finding);
    format!("under {name}, {finding}, while {} spreads the writes best: {}", best.name(), best.heat.finding.finding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey::{RowKey, one_of};

    #[derive(RowKey, Debug)]
    struct ByTime {
        at: u32,
        device: u8,
    }

    #[derive(RowKey, Debug)]
    struct ByDevice {
        #[salt(buckets = 4)]
        device: u8,
        at: u32,
    }

    #[derive(RowKey, Debug)]
    struct AgainByDevice {
        #[salt(buckets = 4)]
        device: u8,
        at: u32,
    }

    const ROWS: u32 = 4_000;

    fn device(row: u32) -> u8 {
        (row * 7_919 % 101) as u8
    }

    fn counts<K: RowKey + 'static>(
        key: impl Fn(u32) -> K,
        split_keys: Vec<Vec<u8>>,
        queries: Vec<PlannedQuery>,
    ) -> LayoutCounts {
        let mut counts = LayoutCounts::new(Shares::new(K::LAYOUT, K::explain, split_keys), TimeAxis::Order, queries);
        (0..ROWS).for_each(|row| counts.add(key(row).encode().unwrap().as_ref(), row.into()));
        counts
    }

    #[test]
    fn a_query_reads_the_rows_in_its_ranges() {
        let by_time = ByTime::scan().at(100..300).plan().unwrap();
        let devices = ByDevice::scan().device(one_of([3, 50, 77])).at(100..300).plan().unwrap();
        let skipping = ByTime::scan().at(100..300).filter_device(50).plan().unwrap();
        fn named(plan: impl Into<ScanPlan>) -> Vec<PlannedQuery> {
            vec![("three devices".to_owned(), Ok(plan.into()))]
        }
        let by_time =
            [by_time, skipping].map(|plan| counts(|at| ByTime { at, device: device(at) }, vec![], named(plan)));
        let by_device = counts(|at| ByDevice { device: device(at), at }, vec![], named(devices.clone()));
        let rows = || (100..300).map(device);
        let expected = rows().filter(|device| [3, 50, 77].contains(device)).count() as u64;
        let cost = |counts: &LayoutCounts| counts.report().queries.remove(0).cost;
        let read = |ranges, rows_read, rows_found| QueryCost::Read { ranges, rows_read, rows_found };
        assert_eq!(cost(&by_time[0]), read(1, 200, 200));
        let found = rows().filter(|&device| device == 50).count() as u64;
        assert_eq!(cost(&by_time[1]), read(1, 200, found));
        assert_eq!(cost(&by_device), read(devices.ranges().len(), expected, expected));
        // A scan with a limit ends at its last row.
        let limited = |limit| ByTime::scan().at(100..300).limit(limit).plan().unwrap();
        let of_limit = |plan| cost(&counts(|at| ByTime { at, device: device(at) }, vec![], named(plan)));
        assert_eq!(of_limit(limited(30)), read(1, 30, 30));
        assert_eq!(of_limit(limited(300)), read(1, 200, 200));
        assert_eq!(of_limit(limited(0)), read(1, 0, 0));
        let filtered = ByTime::scan().at(100..300).filter_device(50).limit(1).plan().unwrap();
        assert_eq!(of_limit(filtered), read(1, 200_u64.div_ceil(found), 1));
        // The ranges of a reversed plan ascend as well.
        let backwards = counts(|at| ByDevice { device: device(at), at }, vec![], named(devices.clone().reversed()));
        assert_eq!(cost(&backwards), cost(&by_device));
    }

    #[test]
    fn the_worst_and_the_best_are_named() {
        let cuts: Vec<Vec<u8>> = (1..4).map(|cut| (cut * ROWS / 4).to_be_bytes().to_vec()).collect();
        let by_time = || counts(|at| ByTime { at, device: device(at) }, Vec::clone(&cuts), vec![]);
        let by_device = counts(|at| ByDevice { device: device(at), at }, vec![vec![1], vec![2], vec![3]], vec![]);
        let found = Comparison::of(&[by_device, by_time()]);
        assert_eq!(
            found.finding,
            "under ByTime, each moment writes to one region, and it moves towards higher keys, while ByDevice spreads \
             the writes best: each moment writes to all regions evenly"
        );
        assert_eq!(found.layouts[0].shares.bytes_per_key, 6.0);
        // The finding names the first of several equal layouts.
        let again = || counts(|at| AgainByDevice { device: device(at), at }, vec![vec![1], vec![2], vec![3]], vec![]);
        let [one, other] = found_twice();
        for (layouts, best) in [([by_time(), one, again()], "ByDevice"), ([by_time(), again(), other], "AgainByDevice")]
        {
            let finding = Comparison::of(&layouts).finding;
            assert!(finding.contains(&format!(", while {best} spreads the writes best")), "{finding}");
        }
        let alike = Comparison::of(&found_twice());
        assert_eq!(alike.finding, "the layouts spread the writes equally: each moment writes to all regions evenly");
    }

    fn found_twice() -> [LayoutCounts; 2] {
        [(), ()].map(|()| counts(|at| ByDevice { device: device(at), at }, vec![vec![1], vec![2], vec![3]], vec![]))
    }

    rowkey::laws!(ByTime, ByDevice, AgainByDevice);
}

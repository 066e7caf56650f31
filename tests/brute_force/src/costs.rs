//! The cost of a plan against the rows of a universe.

use super::Keys;
use rowkey::{KeyRange, ScanPlan};
use std::collections::BTreeSet;

/// The number of plans that claim something that the rows can refute.
#[derive(Debug, Default)]
pub struct Costs {
    /// No filter counts, although the plan has some.
    proven: usize,
    /// No filter counts, and the ranges hold rows.
    unfiltered: usize,
    full: usize,
}

impl Keys {
    /// Checks the cost of a plan. Its ranges and buckets are counted, the ranges of a plan without filters hold only
    /// rows of the query, and a full scan reads every row.
    pub(super) fn check_cost(
        &mut self,
        plan: &ScanPlan,
        ranges: &[KeyRange],
        wanted: Option<&BTreeSet<Vec<u8>>>,
        what: &str,
    ) {
        let cost = plan.cost();
        assert_eq!(cost.ranges, ranges.len(), "{what}: {cost}");
        let label_of = |key: &[u8]| key.get(self.layout.prefix().len()..self.layout.fields_at()).map(<[u8]>::to_vec);
        let labels: BTreeSet<Option<Vec<u8>>> = ranges.iter().map(|range| label_of(range.start())).collect();
        assert_eq!(cost.buckets, labels.len() as u64, "{what}: {cost}\n{}", plan.explain());
        assert_eq!(plan.clone().at_most(ranges.len()).map(|plan| plan.cost()), Ok(cost), "{what}");
        assert!(ranges.is_empty() || plan.clone().at_most(ranges.len() - 1).is_err(), "{what}");
        assert!(cost.filters > 0 || cost.filtered_by.is_none(), "{what}: {cost}");
        assert_eq!(plan.clone().refuse_full_scan().is_err(), cost.full_scan && cost.filters > 0, "{what}: {cost}");
        // The rest after a cursor holds fewer rows than the query.
        let Some(wanted) = wanted else { return };
        let read: BTreeSet<&Vec<u8>> =
            self.rows.keys().filter(|key| ranges.iter().any(|range| range.contains(key))).collect();
        if cost.filters == 0 {
            let dropped = read.iter().find(|key| !wanted.contains(**key));
            assert_eq!(dropped, None, "{what}: {cost}\n{}", plan.explain());
            self.costs.unfiltered += usize::from(!read.is_empty());
            self.costs.proven += usize::from(!read.is_empty() && !plan.is_exact());
        }
        if cost.full_scan {
            assert_eq!(read.len(), self.rows.len(), "{what}: {cost}\n{}", plan.explain());
            self.costs.full += 1;
        }
    }
}

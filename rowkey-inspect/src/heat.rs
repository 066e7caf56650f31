//! Writes over time by region, in bounded memory.
//!
//! A column is a span of time, or of rows in the order of the sample. A row beyond the last possible column makes the
//! map merge neighboring columns. So the map is exact for any rows in any order.

mod finding;
mod span;

use rowkey_core::split::region_of;
use serde::Serialize;
use std::collections::VecDeque;

pub(crate) use finding::{HeatFinding, Pattern};
pub(crate) use span::TimeAxis;

/// The maximum number of columns of a map. With labels, they fit into a terminal of 80 columns.
pub(crate) const MOST_COLUMNS: usize = 56;

/// Counts writes by time and by region.
pub(crate) struct HeatMap {
    axis: TimeAxis,
    split_keys: Vec<Vec<u8>>,
    /// The span of time of a column.
    step: i64,
    /// The number of the first column: the start of its span divided by `step`.
    first: i64,
    columns: VecDeque<Vec<u64>>,
}

impl HeatMap {
    /// Makes an empty map of the regions between `split_keys`, which ascend.
    pub(crate) fn new(axis: TimeAxis, split_keys: Vec<Vec<u8>>) -> Self {
        Self { axis, split_keys, step: 1, first: 0, columns: VecDeque::new() }
    }

    /// Counts the write of a key. `at` is in milliseconds since 1970, or it is the number of rows before this one.
    pub(crate) fn add(&mut self, key: &[u8], at: i64) {
        let region = region_of(key, &self.split_keys);
        let column = self.column(at);
        self.columns[column][region] += 1;
    }

    /// Returns the column of a time. Adds columns if needed.
    fn column(&mut self, at: i64) -> usize {
        let mut column = at.div_euclid(self.step);
        if self.columns.is_empty() {
            self.first = column;
        }
        // The difference of two times can exceed an `i64`, so the width has 128 bits.
        while self.width_with(column) > MOST_COLUMNS as i128 {
            self.merge_neighbors();
            column = at.div_euclid(self.step);
        }
        while column < self.first {
            self.columns.push_front(vec![0; self.split_keys.len() + 1]);
            self.first -= 1;
        }
        let column = (column - self.first) as usize;
        while self.columns.len() <= column {
            self.columns.push_back(vec![0; self.split_keys.len() + 1]);
        }
        column
    }

    /// Returns the number of columns after adding `column`.
    fn width_with(&self, column: i64) -> i128 {
        let (first, column) = (i128::from(self.first), i128::from(column));
        let last = (first + self.columns.len() as i128 - 1).max(column);
        last - first.min(column) + 1
    }

    /// Switches to the next larger span and merges the columns that share one.
    fn merge_neighbors(&mut self) {
        let factor = self.axis.next_step(self.step) / self.step;
        let merged_first = self.first.div_euclid(factor);
        let mut merged: VecDeque<Vec<u64>> = VecDeque::new();
        for (number, column) in (self.first..).zip(std::mem::take(&mut self.columns)) {
            // From seconds to spans of five seconds, columns -5 to -1 become column -1, and 0 to 4 become 0.
            let place = (number.div_euclid(factor) - merged_first) as usize;
            match merged.get_mut(place) {
                Some(sums) => sums.iter_mut().zip(column).for_each(|(sum, count)| *sum += count),
                None => merged.push_back(column),
            }
        }
        (self.step, self.first, self.columns) = (self.step * factor, merged_first, merged);
    }

    /// Returns the counts so far. `regions` has the names of the regions.
    pub(crate) fn report(&self, regions: Vec<String>) -> HeatReport {
        let columns: Vec<Vec<u64>> = self.columns.iter().cloned().collect();
        let starts = (self.first..).take(columns.len()).map(|number| number.saturating_mul(self.step)).collect();
        HeatReport::of(self.axis, self.step, starts, regions, columns)
    }
}

/// Writes over time by region, for a terminal, a page and JSON.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct HeatReport {
    #[serde(flatten)]
    pub(crate) finding: HeatFinding,
    /// The unit of `starts`.
    pub(crate) axis: TimeAxis,
    /// The span of time of a column.
    pub(crate) step: i64,
    /// The start of each column.
    pub(crate) starts: Vec<i64>,
    /// The name of each region: its start in readable form.
    pub(crate) regions: Vec<String>,
    /// The writes of each column, by region.
    pub(crate) columns: Vec<Vec<u64>>,
}

impl HeatReport {
    fn of(axis: TimeAxis, step: i64, starts: Vec<i64>, regions: Vec<String>, columns: Vec<Vec<u64>>) -> Self {
        let mut report = Self { finding: HeatFinding::default(), axis, step, starts, regions, columns };
        report.finding = HeatFinding::of(&report);
        report
    }

    /// Returns the writes of the busiest column.
    pub(crate) fn busiest_moment(&self) -> u64 {
        self.columns.iter().map(|column| column.iter().sum()).max().unwrap_or(0)
    }

    /// Returns the writes of each region.
    pub(crate) fn region_rows(&self) -> Vec<u64> {
        let mut rows = vec![0; self.regions.len()];
        for column in &self.columns {
            rows.iter_mut().zip(column).for_each(|(sum, count)| *sum += count);
        }
        rows
    }

    /// Merges neighboring regions until at most `most` remain, for pictures with limited space.
    pub(crate) fn with_at_most(&self, most: usize) -> Self {
        let together = self.regions.len().div_ceil(most.max(1)).max(1);
        let columns = self.columns.iter().map(|column| column.chunks(together).map(|some| some.iter().sum()).collect());
        Self {
            regions: self.regions.iter().step_by(together).cloned().collect(),
            columns: columns.collect(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Times that jump forwards and backwards.
    fn times() -> impl Iterator<Item = i64> {
        (0..5_000_i64).map(|row| (row * 7_919 % 5_003 - 1_500) * 977)
    }

    fn names(regions: usize) -> Vec<String> {
        (0..regions).map(|region| region.to_string()).collect()
    }

    #[test]
    fn every_write_is_counted_in_the_column_of_its_time() {
        for axis in [TimeAxis::Order, TimeAxis::Millis] {
            let mut heat = HeatMap::new(axis, vec![vec![1], vec![2]]);
            let mut writes: HashMap<(i64, u8), u64> = HashMap::new();
            for (row, at) in times().enumerate() {
                let region = (row % 3) as u8;
                heat.add(&[region, 9], at);
                *writes.entry((at, region)).or_default() += 1;
            }
            let report = heat.report(names(3));
            assert!((2..=MOST_COLUMNS).contains(&report.columns.len()), "{}", report.columns.len());
            for (start, column) in report.starts.iter().zip(&report.columns) {
                assert_eq!(start % report.step, 0);
                for (region, &found) in (0..).zip(column) {
                    let of = |&(at, of): &(i64, u8)| of == region && (*start..start + report.step).contains(&at);
                    let expected: u64 = writes.iter().filter(|(place, _)| of(place)).map(|(_, count)| count).sum();
                    assert_eq!(found, expected, "{start} {region}");
                }
            }
            assert_eq!(report.region_rows().iter().sum::<u64>(), 5_000);
        }
    }

    #[test]
    fn the_farthest_times_share_a_map() {
        let mut heat = HeatMap::new(TimeAxis::Order, Vec::new());
        [0, i64::MAX, i64::MIN, -1].into_iter().for_each(|at| heat.add(b"", at));
        let report = heat.report(names(1));
        assert_eq!(report.region_rows(), [4]);
        assert!(report.columns.len() <= MOST_COLUMNS);
    }

    #[test]
    fn many_regions_are_drawn_as_fewer() {
        let mut heat = HeatMap::new(TimeAxis::Order, (1..=99).map(|first| vec![first]).collect());
        (0..100).for_each(|region| heat.add(&[region], 0));
        let fewer = heat.report(names(100)).with_at_most(32);
        assert_eq!(fewer.columns, [vec![4; 25]]);
        assert_eq!(fewer.regions[..3], ["0", "4", "8"]);
    }
}

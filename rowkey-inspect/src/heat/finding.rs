//! The verdict over a heat map, in numbers and in one sentence.
//!
//! Two numbers decide. *Together at a moment*: how likely two writes of one column go to the same region. *Together at all*: the
//! same of any two writes. Both are estimated without bias (pairs of different writes are counted), so few writes in a column do
//! not look like a hot region. One over the first is the number of regions that work at a moment.

use crate::share::{Evenness, name_regions, percent};
use serde::Serialize;

/// The verdict over a heat map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct HeatFinding {
    /// One sentence.
    pub(crate) finding: String,
    pub(crate) pattern: Pattern,
    /// The number of regions that work at a moment: 1 if all writes of a moment go to one region.
    pub(crate) regions_at_a_moment: f64,
    /// The same, of all writes.
    pub(crate) regions_in_all: f64,
    /// The regions without a write, counted from 0.
    pub(crate) empty_regions: Vec<usize>,
}

/// How the writes of a moment lie among the regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pattern {
    /// There are no two writes.
    Nothing,
    /// There is one region.
    OneRegion,
    /// Every moment writes to all regions.
    Even,
    /// A moment writes to few regions, and these change: towards greater keys, smaller keys, or back and forth.
    MovesUp,
    /// See [`Pattern::MovesUp`].
    MovesDown,
    /// See [`Pattern::MovesUp`].
    Jumps,
    /// Some regions get more than their share all the time.
    Hot,
}

/// How likely two different writes go to the same region, summed up pair by pair.
#[derive(Default)]
struct Pairs {
    same: f64,
    all: f64,
}

impl Pairs {
    fn add(&mut self, counts: &[u64]) {
        let pairs = |count: u64| count as f64 * count.saturating_sub(1) as f64;
        let rows: u64 = counts.iter().sum();
        // A column weighs as much as it has writes, not as it has pairs.
        let weight = rows.saturating_sub(1).max(1) as f64;
        self.same += counts.iter().map(|&count| pairs(count)).sum::<f64>() / weight;
        self.all += pairs(rows) / weight;
    }

    /// One over the likelihood: the number of regions that as many even ones would be.
    fn regions(&self, most: usize) -> f64 {
        if self.same > 0.0 { (self.all / self.same).min(most as f64) } else { most as f64 }
    }
}

impl HeatFinding {
    /// The verdict over columns of counts by region.
    pub(super) fn of(columns: &[Vec<u64>], regions: usize) -> Self {
        let mut totals = vec![0; regions];
        let (mut moments, mut all) = (Pairs::default(), Pairs::default());
        for column in columns {
            moments.add(column);
            totals.iter_mut().zip(column).for_each(|(sum, count)| *sum += count);
        }
        all.add(&totals);
        let empty_regions: Vec<usize> = (0..regions).filter(|&region| totals[region] == 0).collect();
        let filled = regions - empty_regions.len();
        let (at_a_moment, in_all) = (moments.regions(filled.max(1)), all.regions(filled.max(1)));
        let pattern = match (moments.all > 0.0, regions) {
            (false, _) => Pattern::Nothing,
            (true, 1) => Pattern::OneRegion,
            // Twice as many regions take part in all as at any moment.
            (true, _) if at_a_moment * 2.0 <= in_all => match drift(columns) {
                drift if drift > 0.5 => Pattern::MovesUp,
                drift if drift < -0.5 => Pattern::MovesDown,
                _ => Pattern::Jumps,
            },
            (true, _) if Evenness::of(&totals).is_even() => Pattern::Even,
            (true, _) => Pattern::Hot,
        };
        let mut finding = Self {
            finding: String::new(),
            pattern,
            regions_at_a_moment: at_a_moment,
            regions_in_all: in_all,
            empty_regions,
        };
        finding.finding = finding.sentence(&totals);
        finding
    }

    fn sentence(&self, totals: &[u64]) -> String {
        let rows: u64 = totals.iter().sum();
        let one_region = self.regions_at_a_moment < 1.5;
        let at_once = if one_region {
            "each moment writes to one region".to_owned()
        } else {
            format!("each moment writes to {:.1} of {} regions", self.regions_at_a_moment, totals.len())
        };
        let it = if one_region { "it moves" } else { "they move" };
        let main = match self.pattern {
            Pattern::Nothing => return "there are no two writes to compare".to_owned(),
            Pattern::OneRegion => return "the table is one region, which gets all writes".to_owned(),
            Pattern::Even => "each moment writes to all regions evenly".to_owned(),
            Pattern::MovesUp => format!("{at_once}, and {it} towards greater keys"),
            Pattern::MovesDown => format!("{at_once}, and {it} towards smaller keys"),
            Pattern::Jumps => format!("{at_once}, and {it} back and forth"),
            Pattern::Hot => {
                let (region, most) =
                    (0..).zip(totals).max_by_key(|&(region, count)| (count, -region)).unwrap_or((0, &0));
                format!("region {region} gets {} of the writes all the time", percent(*most, rows))
            }
        };
        let (empty, all) = (&self.empty_regions, totals.len());
        let get = if empty.len() == 1 { "gets" } else { "get" };
        match self.pattern {
            _ if empty.is_empty() => main,
            Pattern::Even => {
                format!(
                    "each moment writes evenly to {} regions, but {} never {get} a row",
                    all - empty.len(),
                    name_regions(empty, all)
                )
            }
            _ => format!("{main}, and {} never {get} a row", name_regions(empty, all)),
        }
    }
}

/// The correlation of the time with the place in the key space: 1 if the writes go up steadily, -1 if down.
fn drift(columns: &[Vec<u64>]) -> f64 {
    let writes = || {
        let columns = columns.iter().enumerate();
        columns.flat_map(|(x, column)| {
            column.iter().enumerate().map(move |(y, &count)| (x as f64, y as f64, count as f64))
        })
    };
    let rows: f64 = writes().map(|(_, _, count)| count).sum();
    let mean = |of: fn(f64, f64) -> f64| writes().map(|(x, y, count)| of(x, y) * count).sum::<f64>() / rows;
    let (x, y) = (mean(|x, _| x), mean(|_, y| y));
    let covariance = mean(|x, y| x * y) - x * y;
    let variances = (mean(|x, _| x * x) - x * x) * (mean(|_, y| y * y) - y * y);
    if variances > 0.0 { covariance / variances.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::{HeatMap, TimeAxis};
    use super::*;
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct TimeFirst {
        at: u32,
        device: u32,
    }

    #[derive(RowKey)]
    struct Newest {
        #[rowkey(desc)]
        at: u32,
        device: u32,
    }

    #[derive(RowKey)]
    struct Salted {
        #[salt(buckets = 8)]
        device: u32,
        at: u32,
    }

    #[derive(RowKey)]
    struct Device {
        device: u32,
        at: u32,
    }

    const ROWS: u32 = 20_000;

    /// The device of a row: one of 500, without a pattern.
    fn device(row: u32) -> u32 {
        row.wrapping_mul(2_654_435_761) >> 16 & 0x1FF
    }

    /// The verdict over rows that come in by time.
    fn verdict(key: impl Fn(u32) -> Vec<u8>, split_keys: Vec<Vec<u8>>) -> HeatFinding {
        let names = vec![String::new(); split_keys.len() + 1];
        let mut heat = HeatMap::new(TimeAxis::Order, split_keys);
        (0..ROWS).for_each(|row| heat.add(&key(row), row.into()));
        heat.report(names).finding
    }

    fn even_cuts(of: u32, regions: u32) -> Vec<Vec<u8>> {
        (1..regions).map(|cut| (of / regions * cut).to_be_bytes().to_vec()).collect()
    }

    #[test]
    fn time_first_is_a_diagonal() {
        let up = verdict(|row| TimeFirst { at: row, device: device(row) }.key().into(), even_cuts(ROWS, 8));
        assert_eq!(up.pattern, Pattern::MovesUp);
        assert_eq!(up.finding, "each moment writes to one region, and it moves towards greater keys");
        assert!(up.regions_at_a_moment < 1.2 && up.regions_in_all > 7.9, "{up:?}");

        let newest = |row| Newest { at: row, device: device(row) }.key().into();
        let cuts = (1..8).map(|cut| (!(ROWS / 8 * (8 - cut))).to_be_bytes().to_vec()).collect();
        assert_eq!(
            verdict(newest, cuts).finding,
            "each moment writes to one region, and it moves towards smaller keys"
        );
    }

    #[test]
    fn time_that_goes_back_and_forth_jumps() {
        // The hours of a day, day after day.
        let key = |row| TimeFirst { at: row % 2_500 * 8, device: device(row) }.key().into();
        let found = verdict(key, even_cuts(ROWS, 8));
        assert_eq!(found.pattern, Pattern::Jumps);
    }

    #[test]
    fn a_salt_is_even_and_a_dead_region_is_told() {
        let key = |row| Salted { device: device(row), at: row }.key().into();
        let split = |regions: u8| (1..regions).map(|label| vec![label]).collect();
        let even = verdict(key, split(8));
        assert_eq!((even.pattern, &*even.finding), (Pattern::Even, "each moment writes to all regions evenly"));
        assert!(even.regions_at_a_moment > 7.0, "{even:?}");
        let dead = verdict(key, split(9));
        assert_eq!(dead.finding, "each moment writes evenly to 8 regions, but region 8 never gets a row");
        assert_eq!(dead.empty_regions, [8]);
    }

    #[test]
    fn a_busy_device_is_hot_all_the_time() {
        // Of ten rows, six are those of device 260.
        let key = |row| Device { device: if row % 10 < 6 { 260 } else { device(row) }, at: row }.key().into();
        let found = verdict(key, even_cuts(512, 8));
        assert_eq!(found.finding, "region 4 gets 65 % of the writes all the time");
        let one = verdict(|row| Device { device: 7, at: row }.key().into(), even_cuts(512, 8));
        assert_eq!(one.finding, "region 0 gets 100 % of the writes all the time, and 7 of 8 regions never get a row");
    }

    #[test]
    fn few_writes_of_a_moment_are_not_a_hot_region() {
        // One or two writes a column, into 64 even regions.
        let columns: Vec<Vec<u64>> = (0..56_usize)
            .map(|column| {
                let mut counts = vec![0; 64];
                counts[column * 37 % 64] += 1;
                counts[(column * 53 + 11) % 64] += 1;
                counts
            })
            .collect();
        assert_eq!(HeatFinding::of(&columns, 64).pattern, Pattern::Even);
        assert_eq!(HeatFinding::of(&[vec![1, 0]], 2).finding, "there are no two writes to compare");
        assert_eq!(HeatFinding::of(&[vec![9]], 1).finding, "the table is one region, which gets all writes");
    }
}

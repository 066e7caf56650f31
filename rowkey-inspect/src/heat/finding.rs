//! The verdict on a heat map, in numbers and in one sentence.
//!
//! Two probabilities decide. The first is the probability that two writes of one column go to the same region. The
//! second is the same for any two writes. Both count pairs of different writes, which makes the estimates unbiased: a
//! column with few writes does not look like a hot region. The inverse of the first is the number of regions that
//! receive writes at a moment.
//!
//! A column is a moment. There is no verdict if the columns cannot be moments. This happens with too few writes, or if
//! a few times are so far from the others that all the others share one or two columns.

use super::{HeatReport, TimeAxis};
use crate::evenness::Evenness;
use crate::words::{counted, grouped, name_regions, percent};
use serde::Serialize;
use std::borrow::Cow;

/// The minimum number of writes for a verdict. With more regions than this, it is the number of regions.
const FEWEST_WRITES: usize = 16;
/// The writes of a moment if every column has at most one.
const WRITES_OF_A_MOMENT: usize = 4;
/// The share of the writes in one or two neighboring columns, of eight or more, if the other times are far away.
const SHARE_OF_NEAR_TIMES: f64 = 0.95;

/// The verdict on a heat map.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct HeatFinding {
    /// One sentence.
    pub(crate) finding: String,
    pub(crate) pattern: Pattern,
    /// The number of regions that receive writes at a moment: 1 if all writes of a moment go to one region.
    pub(crate) regions_at_a_moment: f64,
    /// The number of regions that receive writes over all times.
    pub(crate) regions_in_all: f64,
    /// The numbers of the regions without writes, from 0.
    pub(crate) empty_regions: Vec<usize>,
}

/// The distribution of the writes of a moment over the regions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pattern {
    /// No verdict: there are too few writes.
    #[default]
    TooFew,
    /// No verdict: a few times are far from all the others, which share one or two columns.
    FarTimes,
    /// There is one region.
    OneRegion,
    /// Every moment writes to all regions.
    Even,
    /// A moment writes to few regions, and these change: towards higher keys, lower keys, or back and forth.
    MovesUp,
    /// See [`Pattern::MovesUp`].
    MovesDown,
    /// See [`Pattern::MovesUp`].
    Jumps,
    /// Some regions always receive more than their share.
    Hot,
}

/// The probability that two different writes go to the same region, as a sum over pairs.
#[derive(Default)]
struct Pairs {
    same: f64,
    all: f64,
}

impl Pairs {
    fn add(&mut self, counts: &[u64]) {
        let pairs = |count: u64| count as f64 * count.saturating_sub(1) as f64;
        let rows: u64 = counts.iter().sum();
        // The weight of a column is its number of writes, not its number of pairs.
        let weight = rows.saturating_sub(1).max(1) as f64;
        self.same += counts.iter().map(|&count| pairs(count)).sum::<f64>() / weight;
        self.all += pairs(rows) / weight;
    }

    /// Returns the inverse of the probability. If n regions share the writes evenly, it is n.
    fn regions(&self, most: usize) -> f64 {
        if self.same > 0.0 { (self.all / self.same).min(most as f64) } else { most as f64 }
    }
}

impl Pattern {
    /// Returns `true` if the pattern is a verdict.
    pub(crate) const fn is_verdict(self) -> bool {
        !matches!(self, Self::TooFew | Self::FarTimes)
    }
}

impl HeatFinding {
    /// Computes the verdict on a map.
    pub(super) fn of(map: &HeatReport) -> Self {
        let (regions, totals) = (map.regions.len(), map.region_rows());
        let (mut moments, mut all) = (Pairs::default(), Pairs::default());
        moments_of(&map.columns).iter().for_each(|column| moments.add(column));
        all.add(&totals);
        let empty_regions: Vec<usize> = (0..regions).filter(|&region| totals[region] == 0).collect();
        let filled = regions - empty_regions.len();
        let (at_a_moment, in_all) = (moments.regions(filled.max(1)), all.regions(filled.max(1)));
        let rows = totals.iter().sum::<u64>() as usize;
        let pattern = match regions {
            1 if rows > 0 => Pattern::OneRegion,
            _ if rows < FEWEST_WRITES.max(regions) => Pattern::TooFew,
            _ if near_times(map).is_some() => Pattern::FarTimes,
            // Over all times, at least twice as many regions receive writes as at a moment.
            _ if at_a_moment * 2.0 <= in_all => match drift(&map.columns) {
                drift if drift > 0.5 => Pattern::MovesUp,
                drift if drift < -0.5 => Pattern::MovesDown,
                _ => Pattern::Jumps,
            },
            _ if Evenness::of(&totals).is_even() => Pattern::Even,
            _ => Pattern::Hot,
        };
        let mut finding = Self {
            finding: String::new(),
            pattern,
            regions_at_a_moment: at_a_moment,
            regions_in_all: in_all,
            empty_regions,
        };
        finding.finding = finding.sentence(&totals, map);
        finding
    }

    fn sentence(&self, totals: &[u64], map: &HeatReport) -> String {
        let rows: u64 = totals.iter().sum();
        let one_region = self.regions_at_a_moment < 1.5;
        let at_once = if one_region {
            "each moment writes to one region".to_owned()
        } else {
            format!("each moment writes to {:.1} of {} regions", self.regions_at_a_moment, totals.len())
        };
        let it = if one_region { "it moves" } else { "they move" };
        let main = match self.pattern {
            Pattern::TooFew => {
                let regions = counted(totals.len() as u64, "region");
                return format!("too few writes to tell: {} in {regions}", grouped(rows));
            }
            Pattern::FarTimes => return far_times(map),
            Pattern::OneRegion => return "the table is one region, which gets all writes".to_owned(),
            Pattern::Even => "each moment writes to all regions evenly".to_owned(),
            Pattern::MovesUp => format!("{at_once}, and {it} towards higher keys"),
            Pattern::MovesDown => format!("{at_once}, and {it} towards lower keys"),
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

/// Returns the columns as moments. If every column has at most one write, as in a short sample, it merges neighbors.
fn moments_of(columns: &[Vec<u64>]) -> Cow<'_, [Vec<u64>]> {
    let rows = columns.iter().flatten().sum::<u64>() as usize;
    if rows == 0 || columns.iter().any(|column| column.iter().sum::<u64>() > 1) {
        return Cow::Borrowed(columns);
    }
    // 56 columns with 28 writes: a moment is 56 * 4 / 28 = 8 columns.
    let together = (columns.len() * WRITES_OF_A_MOMENT).div_ceil(rows);
    let sum = |some: &[Vec<u64>]| -> Vec<u64> {
        let regions = some.first().map_or(0, Vec::len);
        (0..regions).map(|region| some.iter().map(|column| column[region]).sum()).collect()
    };
    Cow::Owned(columns.chunks(together).map(sum).collect())
}

/// Returns the number of neighboring columns, one or two, and their writes, if the other times are far from these.
fn near_times(map: &HeatReport) -> Option<(usize, u64)> {
    let rows: Vec<u64> = map.columns.iter().map(|column| column.iter().sum()).collect();
    // By order, rows are evenly spaced, so none is far from the others.
    if map.axis == TimeAxis::Order || rows.len() < 8 {
        return None;
    }
    let enough = SHARE_OF_NEAR_TIMES * rows.iter().sum::<u64>() as f64;
    [1, 2].into_iter().find_map(|columns| {
        let fullest = rows.windows(columns).map(|some| some.iter().sum::<u64>()).max()?;
        (fullest as f64 >= enough).then_some((columns, fullest))
    })
}

fn far_times(map: &HeatReport) -> String {
    let (columns, near) = near_times(map).unwrap_or((1, 0));
    let far = counted(map.region_rows().iter().sum::<u64>() - near, "write");
    let share = if columns == 1 { "one".to_owned() } else { columns.to_string() };
    let (all, span) = (map.columns.len(), map.axis.show_span(map.step));
    format!(
        "no verdict, because the times of {far} are far from all the others, which share {share} of {all} columns of {span} each"
    )
}

/// Returns the correlation of time and region over all writes: 1 if they move up steadily, -1 if they move down.
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

    #[derive(RowKey, Debug)]
    struct TimeFirst {
        at: u32,
        device: u32,
    }

    #[derive(RowKey, Debug)]
    struct Newest {
        #[rowkey(desc)]
        at: u32,
        device: u32,
    }

    #[derive(RowKey, Debug)]
    struct Salted {
        #[salt(buckets = 8)]
        device: u32,
        at: u32,
    }

    #[derive(RowKey, Debug)]
    struct Device {
        device: u32,
        at: u32,
    }

    const ROWS: u32 = 20_000;

    /// Returns the device of a row: one of 512, without a pattern.
    fn device(row: u32) -> u32 {
        row.wrapping_mul(2_654_435_761) >> 16 & 0x1FF
    }

    /// Returns the verdict on rows in the order of their time.
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
        assert_eq!(up.finding, "each moment writes to one region, and it moves towards higher keys");
        assert!(up.regions_at_a_moment < 1.2 && up.regions_in_all > 7.9, "{up:?}");

        let newest = |row| Newest { at: row, device: device(row) }.key().into();
        let cuts = (1..8).map(|cut| (!(ROWS / 8 * (8 - cut))).to_be_bytes().to_vec()).collect();
        assert_eq!(verdict(newest, cuts).finding, "each moment writes to one region, and it moves towards lower keys");
    }

    #[test]
    fn time_that_goes_back_and_forth_jumps() {
        // The hours of a day, day after day.
        let key = |row| TimeFirst { at: row % 2_500 * 8, device: device(row) }.key().into();
        let found = verdict(key, even_cuts(ROWS, 8));
        assert_eq!(found.pattern, Pattern::Jumps);
    }

    #[test]
    fn a_salt_is_even_and_a_dead_region_is_named() {
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
        // Device 260 has six of ten rows.
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
        assert_eq!(of_columns(columns).pattern, Pattern::Even);
        assert_eq!(of_columns(vec![vec![1, 0]]).finding, "too few writes to tell: 1 in 2 regions");
        assert_eq!(of_columns(vec![vec![9]]).finding, "the table is one region, which gets all writes");
    }

    fn of_columns(columns: Vec<Vec<u64>>) -> HeatFinding {
        let starts = (0..).take(columns.len()).collect();
        let regions = vec![String::new(); columns[0].len()];
        HeatReport::of(TimeAxis::Order, 1, starts, regions, columns).finding
    }

    #[test]
    fn a_small_sample_has_a_verdict() {
        for rows in [16, 30, 40, 56] {
            let mut heat = HeatMap::new(TimeAxis::Order, even_cuts(rows, 4));
            (0..rows).for_each(|row| heat.add(&row.to_be_bytes(), row.into()));
            assert_eq!(heat.report(vec![String::new(); 4]).finding.pattern, Pattern::MovesUp, "{rows}");
            let mut heat = HeatMap::new(TimeAxis::Order, even_cuts(64, 4));
            (0..rows).for_each(|row| heat.add(&(row * 37 % 64).to_be_bytes(), row.into()));
            assert_eq!(heat.report(vec![String::new(); 4]).finding.pattern, Pattern::Even, "{rows}");
        }
    }

    #[test]
    fn a_time_that_is_far_from_all_others_takes_the_verdict() {
        const DAY: i64 = 1_512_086_400_000;
        let times = |far: Option<i64>| {
            let mut heat = HeatMap::new(TimeAxis::Millis, even_cuts(ROWS, 8));
            (0..ROWS).for_each(|row| heat.add(&row.to_be_bytes(), DAY + i64::from(row) * 4_000));
            far.into_iter().for_each(|at| heat.add(b"", at));
            heat.report(vec![String::new(); 8]).finding
        };
        assert_eq!(times(None).pattern, Pattern::MovesUp);
        let found = times(Some(0));
        assert_eq!(found.pattern, Pattern::FarTimes);
        let expected = "no verdict, because the times of 1 write are far from all the others, which share one of ";
        assert!(found.finding.starts_with(expected), "{}", found.finding);
        // Some days later: the columns are still narrow enough.
        assert_eq!(times(Some(DAY + 7 * 86_400_000)).pattern, Pattern::MovesUp);
    }

    rowkey::laws!(TimeFirst, Newest, Salted, Device);
}

//! The most frequent values, in bounded memory.

use std::collections::HashMap;

/// Counts values. The counts are exact for up to `most` different values. With more values, it drops the rare ones, and
/// each count is a lower bound (Misra and Gries, 1982).
pub(crate) struct Frequent {
    counts: HashMap<Box<[u8]>, u64>,
    most: usize,
    undercounted_by: u64,
}

impl Frequent {
    pub(crate) fn new(most: usize) -> Self {
        Self { counts: HashMap::new(), most, undercounted_by: 0 }
    }

    /// Counts one row of `value`.
    pub(crate) fn add(&mut self, value: &[u8]) {
        if let Some(count) = self.counts.get_mut(value) {
            *count += 1;
            return;
        }
        self.counts.insert(value.into(), 1);
        // Dropping starts at twice the limit, so that its amortized cost per row is constant.
        if self.counts.len() > 2 * self.most {
            self.forget_rare();
        }
    }

    /// Keeps at most `most` values. Lowers every count by the largest count among the dropped values.
    fn forget_rare(&mut self) {
        let mut counts: Vec<u64> = self.counts.values().copied().collect();
        // With `most` = 1, the counts 5, 2 and 1 are lowered by 2, so that only the first remains, as 3.
        let (_, &mut lowered_by, _) = counts.select_nth_unstable_by(self.most, |a, b| b.cmp(a));
        self.undercounted_by += lowered_by;
        self.counts.retain(|_, count| {
            *count = count.saturating_sub(lowered_by);
            *count > 0
        });
    }

    /// Returns the number of different values, or `None` if some were dropped.
    pub(crate) fn distinct(&self) -> Option<usize> {
        (self.undercounted_by == 0).then_some(self.counts.len())
    }

    /// Returns the maximum error of a count, which is never too high.
    pub(crate) const fn undercounted_by(&self) -> u64 {
        self.undercounted_by
    }

    /// Returns the `number` most frequent values, in descending order of rows. Equally frequent values ascend by their
    /// bytes.
    pub(crate) fn most_frequent(&self, number: usize) -> Vec<(&[u8], u64)> {
        let mut all: Vec<_> = self.counts.iter().map(|(value, &count)| (&**value, count)).collect();
        all.sort_unstable_by(|(a, few), (b, many)| many.cmp(few).then_with(|| a.cmp(b)));
        all.truncate(number);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the values of a skewed stream. Value `v` is about `1 / v` times as frequent as value 1.
    fn skewed(rows: u64) -> impl Iterator<Item = u32> {
        // A linear congruential generator. Its high bits are evenly distributed.
        let mut state = 7_u64;
        (0..rows).map(move |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let share = (state >> 11) as f64 / (1_u64 << 53) as f64;
            (20_000_f64.powf(share)) as u32
        })
    }

    #[test]
    fn counts_are_those_of_a_map_within_the_bound() {
        let (mut exact, mut bounded) = (HashMap::new(), Frequent::new(64));
        for value in skewed(200_000) {
            *exact.entry(value).or_insert(0_u64) += 1;
            bounded.add(&value.to_be_bytes());
            assert!(bounded.counts.len() <= 2 * 64);
        }
        let short = bounded.undercounted_by();
        assert!(short > 0 && short <= 200_000 / 64, "{short}");
        assert_eq!(bounded.distinct(), None);
        for (value, found) in bounded.most_frequent(10) {
            let value = u32::from_be_bytes(value.try_into().unwrap());
            assert!(found <= exact[&value] && exact[&value] <= found + short, "{value}");
        }
        // Every value above the error bound is present.
        let kept = bounded.most_frequent(usize::MAX);
        for (value, count) in exact {
            assert!(count <= short || kept.iter().any(|(bytes, _)| *bytes == value.to_be_bytes()), "{value} {count}");
        }
    }

    #[test]
    fn few_values_are_counted_exactly() {
        let (mut exact, mut bounded) = (HashMap::new(), Frequent::new(32_768));
        for value in skewed(50_000) {
            *exact.entry(value).or_insert(0_u64) += 1;
            bounded.add(&value.to_be_bytes());
        }
        assert_eq!((bounded.distinct(), bounded.undercounted_by()), (Some(exact.len()), 0));
        let all = bounded.most_frequent(usize::MAX);
        assert!(all.iter().all(|(value, count)| exact[&u32::from_be_bytes((*value).try_into().unwrap())] == *count));
        assert!(all.is_sorted_by_key(|(value, count)| (u64::MAX - count, value.to_vec())));
    }
}

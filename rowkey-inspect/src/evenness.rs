//! The evenness of counts, as two numbers.

use serde::Serialize;

/// The evenness of the rows per region or per bucket.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Evenness {
    /// The largest count divided by the mean: 1 if all counts are the same.
    pub(crate) largest_over_mean: f64,
    /// The standard deviation divided by the mean: 0 if all counts are the same.
    pub(crate) coefficient_of_variation: f64,
    /// `true` if chance explains the largest count.
    even: bool,
}

impl Evenness {
    /// Counts are even if the largest is at most this many times the mean.
    pub(crate) const MOST_EVEN: f64 = 1.5;

    /// Computes the evenness of `counts`.
    pub(crate) fn of(counts: &[u64]) -> Self {
        Self::of_filled(counts.iter().copied().filter(|&count| count > 0), counts.len())
    }

    /// Computes the evenness of `all` counts. `filled` has the ones above 0.
    pub(crate) fn of_filled(filled: impl Iterator<Item = u64> + Clone, all: usize) -> Self {
        let (rows, number): (u64, usize) = (filled.clone().sum(), filled.clone().count());
        let largest = filled.clone().max().unwrap_or(0) as f64;
        let all = all.max(1);
        let mean = rows as f64 / all as f64;
        // The counts of 0 are not in `filled`. Each is below the mean by the mean itself.
        let of_empty = (all - number) as f64 * mean.powi(2);
        let variance = (filled.map(|count| (count as f64 - mean).powi(2)).sum::<f64>() + of_empty) / all as f64;
        let largest_over_mean = if rows == 0 { 0.0 } else { largest / mean };
        let coefficient_of_variation = if rows == 0 { 0.0 } else { variance.sqrt() / mean };
        // Up to a third of the regions can be empty. They are reported separately, and the others can still be even.
        let of = if number * 3 >= all * 2 { number } else { all };
        let even = largest <= most_by_chance(rows as f64 / of.max(1) as f64, all);
        Self { largest_over_mean, coefficient_of_variation, even }
    }

    /// Returns `true` if the counts above 0 are even.
    pub(crate) fn is_even(&self) -> bool {
        self.even
    }
}

/// Returns the largest count that chance explains, for `all` counts with the mean `share`. With few rows, chance alone
/// deviates by four standard deviations. The largest of many thousand counts deviates further, by Bernstein's bound.
fn most_by_chance(share: f64, all: usize) -> f64 {
    let even = share * Evenness::MOST_EVEN;
    if all <= 4_096 {
        return even + 4.0 * share.sqrt();
    }
    let deviations = (8.0 + 2.0 * (all as f64).ln()).sqrt();
    even + deviations * share.sqrt() + deviations.powi(2) / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The closed forms of known distributions.
    #[test]
    fn known_distributions_have_their_known_figures() {
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
        let equal = Evenness::of(&[70; 9]);
        close(equal.largest_over_mean, 1.0);
        close(equal.coefficient_of_variation, 0.0);
        // All in one of n: n times the mean, and a coefficient of the root of n - 1.
        let one = Evenness::of(&[0, 0, 0, 0, 500]);
        close(one.largest_over_mean, 5.0);
        close(one.coefficient_of_variation, 2.0);
        assert!(!one.is_even());
        // 1 .. n: the mean is (n + 1) / 2, the variance (n * n - 1) / 12.
        let rising = Evenness::of(&(1..=11).map(|count| count * 1_000).collect::<Vec<_>>());
        close(rising.largest_over_mean, 11.0 / 6.0);
        close(rising.coefficient_of_variation, (120.0_f64 / 12.0).sqrt() / 6.0);
        assert!(!rising.is_even());
    }

    #[test]
    fn what_chance_makes_of_few_rows_is_even() {
        assert!(Evenness::of(&[3, 6, 1, 2]).is_even());
        assert!(!Evenness::of(&[3_000, 6_000, 1_000, 2_000]).is_even());
        // The empty region is reported separately.
        assert!(Evenness::of(&[1_000, 1_010, 990, 0]).is_even());
        assert!(Evenness::of(&[1_000]).is_even());
        // A single row is always in one region. Half of the regions cannot be empty by chance.
        assert!(Evenness::of(&[0, 1, 0, 0, 0, 0, 0, 0]).is_even());
        assert!(!Evenness::of(&[0, 40, 0, 0, 0, 0, 0, 0]).is_even());
        assert!(!Evenness::of(&[1_000, 1_000, 0, 0]).is_even());
        assert_eq!(Evenness::of(&[0, 0]).largest_over_mean, 0.0);
    }

    #[test]
    fn what_chance_makes_of_millions_of_buckets_is_even() {
        let mut random = fastrand::Rng::with_seed(7);
        for (buckets, rows) in [(1_u32 << 20, 1_u32 << 20), (1 << 28, 100_000), (100_000, 1 << 20)] {
            let mut counts = std::collections::BTreeMap::<u32, u64>::new();
            (0..rows).for_each(|_| *counts.entry(random.u32(..buckets)).or_default() += 1);
            assert!(Evenness::of_filled(counts.values().copied(), buckets as usize).is_even());
            *counts.entry(7).or_default() += 100;
            assert!(!Evenness::of_filled(counts.values().copied(), buckets as usize).is_even());
        }
    }
}

//! How even counts are, as two numbers.

use serde::Serialize;

/// The evenness of counts: of rows per region, or per bucket.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Evenness {
    /// The largest count over the mean of those that are not 0: 1 if all are the same.
    pub(crate) largest_over_mean: f64,
    /// The standard deviation over the mean, of all counts: 0 if all are the same.
    pub(crate) coefficient_of_variation: f64,
    /// `true` if the largest count is what chance makes of even ones.
    even: bool,
}

impl Evenness {
    /// Counts are even if the largest is at most this many times the mean.
    pub(crate) const MOST_EVEN: f64 = 1.5;

    /// The evenness of `counts`.
    pub(crate) fn of(counts: &[u64]) -> Self {
        let rows: u64 = counts.iter().sum();
        let filled = counts.iter().filter(|&&count| count > 0).count();
        let largest = counts.iter().copied().max().unwrap_or(0) as f64;
        let mean = rows as f64 / counts.len().max(1) as f64;
        let variance =
            counts.iter().map(|&count| (count as f64 - mean).powi(2)).sum::<f64>() / counts.len().max(1) as f64;
        let largest_over_mean = if rows == 0 { 0.0 } else { largest / mean };
        let coefficient_of_variation = if rows == 0 { 0.0 } else { variance.sqrt() / mean };
        // A few regions that stay empty are a finding of their own: the others can be even among themselves. Chance alone gives
        // the largest of few rows four standard deviations at most.
        let of = if filled * 3 >= counts.len() * 2 { filled } else { counts.len() };
        let share = rows as f64 / of.max(1) as f64;
        let even = largest <= share * Self::MOST_EVEN + 4.0 * share.sqrt();
        Self { largest_over_mean, coefficient_of_variation, even }
    }

    /// `true` if no count that is not 0 stands out.
    pub(crate) fn is_even(&self) -> bool {
        self.even
    }
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
        // The empty region is told beside.
        assert!(Evenness::of(&[1_000, 1_010, 990, 0]).is_even());
        assert!(Evenness::of(&[1_000]).is_even());
        // One row is in one region, whatever the keys are; half of the regions cannot be empty by chance.
        assert!(Evenness::of(&[0, 1, 0, 0, 0, 0, 0, 0]).is_even());
        assert!(!Evenness::of(&[0, 40, 0, 0, 0, 0, 0, 0]).is_even());
        assert!(!Evenness::of(&[1_000, 1_000, 0, 0]).is_even());
        assert_eq!(Evenness::of(&[0, 0]).largest_over_mean, 0.0);
    }
}

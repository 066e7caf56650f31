//! Randomly drawn keys from a sample of any size, to split it into regions with the same number of rows.

/// The minimum number of drawn keys, if the sample has that many rows.
const DRAWN: usize = 1 << 16;
/// The number of drawn keys per region. The standard deviation of the rows per region is then 6 percent of the mean.
const DRAWN_PER_REGION: usize = 256;

/// A random subset of the keys of a sample. Each row has the same probability, whatever the order of the rows.
///
/// It is a reservoir (Vitter's algorithm R). Taking each n-th row would fail for rows of 64 devices in turn: all could
/// be from one device. The seed is fixed, so the same sample gives the same split keys.
pub(crate) struct Quantiles {
    keys: Vec<Box<[u8]>>,
    most: usize,
    /// The number of all rows.
    rows: u64,
    random: fastrand::Rng,
}

impl Quantiles {
    /// Makes a reservoir that is large enough for this many regions.
    pub(crate) fn for_regions(regions: usize) -> Self {
        Self::new(DRAWN.max(regions.saturating_mul(DRAWN_PER_REGION)))
    }

    /// Makes a reservoir for up to `most` keys.
    fn new(most: usize) -> Self {
        Self { keys: Vec::new(), most, rows: 0, random: fastrand::Rng::with_seed(0) }
    }

    /// Adds the next key of the sample.
    pub(crate) fn take(&mut self, key: &[u8]) {
        self.rows += 1;
        if self.keys.len() < self.most {
            self.keys.push(key.into());
            return;
        }
        // The new row replaces a drawn one with the probability `most / rows`.
        let place = self.random.u64(..self.rows) as usize;
        if let Some(drawn) = self.keys.get_mut(place) {
            *drawn = key.into();
        }
    }

    /// Returns the number of all rows.
    pub(crate) const fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of drawn keys.
    pub(crate) const fn drawn(&self) -> usize {
        self.keys.len()
    }

    /// Returns the drawn keys in ascending order.
    pub(crate) fn into_sorted(mut self) -> Vec<Box<[u8]>> {
        self.keys.sort_unstable();
        self.keys
    }

    /// Returns the split keys for this many regions, or fewer if too few keys differ.
    pub(crate) fn split_keys(self, regions: usize) -> Vec<Vec<u8>> {
        let keys = self.into_sorted();
        let cuts = (1..regions).filter_map(|cut| keys.get(cut * keys.len() / regions));
        let mut split_keys: Vec<Vec<u8>> = cuts.map(|key| key.to_vec()).collect();
        split_keys.dedup();
        // A region below the first key would be empty.
        split_keys.retain(|key| keys.first().is_some_and(|least| **least < **key));
        split_keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey_core::split::region_of;

    #[test]
    fn few_rows_are_all_drawn_and_more_are_drawn_alike_each_time() {
        let drawn_of = |rows: u64| {
            let mut drawn = Quantiles::new(1 << 10);
            (0..rows).for_each(|row| drawn.take(&row.to_be_bytes()));
            assert_eq!(drawn.rows(), rows);
            drawn.into_sorted()
        };
        assert!((0..1 << 10).map(|row: u64| Box::from(row.to_be_bytes())).eq(drawn_of(1 << 10)));
        let many = drawn_of(50_000);
        assert_eq!((many.len(), &many), (1 << 10, &drawn_of(50_000)));
    }

    #[test]
    fn rows_that_come_in_turn_are_drawn_alike() {
        // The rows of 64 devices or 256 hosts in turn. Both are powers of two.
        for devices in [64_u32, 256] {
            let rows = 200_000_u32;
            let mut quantiles = Quantiles::for_regions(8);
            (0..rows).for_each(|row| quantiles.take(&[row % devices, row].map(u32::to_be_bytes).concat()));
            let split_keys = quantiles.split_keys(8);
            let mut counts = [0_u32; 8];
            (0..rows).for_each(|row| {
                counts[region_of(&[row % devices, row].map(u32::to_be_bytes).concat(), &split_keys)] += 1;
            });
            assert!(counts.iter().all(|count| count.abs_diff(rows / 8) < rows / 8 / 20), "{counts:?}");
        }
    }

    #[test]
    fn many_regions_are_still_even() {
        let (rows, regions) = (300_000_u32, 1_024);
        let key = |row: u32| row.wrapping_mul(2_654_435_761).to_be_bytes();
        let mut quantiles = Quantiles::for_regions(regions);
        (0..rows).for_each(|row| quantiles.take(&key(row)));
        let split_keys = quantiles.split_keys(regions);
        let mut counts = vec![0_u64; regions];
        (0..rows).for_each(|row| counts[region_of(&key(row), &split_keys)] += 1);
        let largest = *counts.iter().max().expect("a region") as f64;
        assert!(largest / (f64::from(rows) / regions as f64) < 1.3, "{largest}");
    }

    #[test]
    fn regions_get_as_many_rows_whatever_the_order() {
        let rows = 300_000_u32;
        let orders: [fn(u32) -> u32; 3] = [|row| row, |row| u32::MAX - row, |row| row.wrapping_mul(2_654_435_761)];
        for order in orders {
            let mut quantiles = Quantiles::for_regions(8);
            (0..rows).for_each(|row| quantiles.take(&order(row).to_be_bytes()));
            let split_keys = quantiles.split_keys(8);
            let mut counts = [0_u32; 8];
            (0..rows).for_each(|row| counts[region_of(&order(row).to_be_bytes(), &split_keys)] += 1);
            for count in counts {
                assert!(count.abs_diff(rows / 8) < rows / 8 / 20, "{counts:?}");
            }
        }
    }

    #[test]
    fn equal_keys_are_not_cut() {
        let mut quantiles = Quantiles::new(8);
        [[1], [1], [1], [1], [1], [2]].iter().for_each(|key| quantiles.take(key));
        assert_eq!(quantiles.split_keys(6), [[2]]);
        let mut quantiles = Quantiles::new(8);
        [[1], [2], [2], [2], [2], [3]].iter().for_each(|key| quantiles.take(key));
        assert_eq!(quantiles.split_keys(6), [[2], [3]]);
        assert!(Quantiles::new(8).split_keys(4).is_empty());
    }
}

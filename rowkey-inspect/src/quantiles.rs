//! Keys that are drawn evenly from a sample of any size, to cut it into regions of as many rows each.

/// Keys of rows that lie evenly in a sample: each one, each second, each fourth, so that any sample fits into memory.
pub(crate) struct Quantiles {
    keys: Vec<Box<[u8]>>,
    most: usize,
    /// The number of all rows.
    rows: u64,
    /// Each row of this number is drawn.
    each: u64,
}

impl Quantiles {
    /// Draws at most `most` keys, a power of two, and half as many at least if there are more rows. Of 65,536 keys, a region of
    /// eight has its share to a percent.
    pub(crate) const fn new(most: usize) -> Self {
        Self { keys: Vec::new(), most, rows: 0, each: 1 }
    }

    /// Takes the next key of the sample.
    pub(crate) fn take(&mut self, key: &[u8]) {
        if self.rows.is_multiple_of(self.each) {
            if self.keys.len() == self.most {
                let mut number = 0;
                self.keys.retain(|_| {
                    number += 1;
                    number % 2 == 1
                });
                self.each *= 2;
            }
            // The number may have changed just now.
            if self.rows.is_multiple_of(self.each) {
                self.keys.push(key.into());
            }
        }
        self.rows += 1;
    }

    /// The number of all rows, and of how many one was drawn.
    pub(crate) const fn rows_and_each(&self) -> (u64, u64) {
        (self.rows, self.each)
    }

    /// The keys that were drawn, ascending.
    pub(crate) fn into_sorted(mut self) -> Vec<Box<[u8]>> {
        self.keys.sort_unstable();
        self.keys
    }

    /// The keys that cut the rows into this many regions; fewer, if there are not enough keys that differ.
    pub(crate) fn split_keys(self, regions: usize) -> Vec<Vec<u8>> {
        let keys = self.into_sorted();
        let cuts = (1..regions).filter_map(|cut| keys.get(cut * keys.len() / regions));
        let mut split_keys: Vec<Vec<u8>> = cuts.map(|key| key.to_vec()).collect();
        split_keys.dedup();
        // A region below the least key would be empty.
        split_keys.retain(|key| keys.first().is_some_and(|least| **least < **key));
        split_keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey_core::split::region_of;

    #[test]
    fn the_keys_that_are_drawn_lie_evenly() {
        let (mut drawn, rows) = (Quantiles::new(1 << 10), (5 << 10) / 2 + 7);
        (0..rows).for_each(|row: u64| drawn.take(&row.to_be_bytes()));
        assert_eq!(drawn.rows_and_each(), (rows, 4));
        let expected = (0..rows).step_by(4).map(|row| Box::from(row.to_be_bytes()));
        assert!(expected.eq(drawn.into_sorted()));
    }

    #[test]
    fn regions_get_as_many_rows_whatever_the_order() {
        let rows = 300_000_u32;
        let orders: [fn(u32) -> u32; 3] = [|row| row, |row| u32::MAX - row, |row| row.wrapping_mul(2_654_435_761)];
        for order in orders {
            let mut quantiles = Quantiles::new(1 << 16);
            (0..rows).for_each(|row| quantiles.take(&order(row).to_be_bytes()));
            let split_keys = quantiles.split_keys(8);
            let mut counts = [0_u32; 8];
            (0..rows).for_each(|row| counts[region_of(&order(row).to_be_bytes(), &split_keys)] += 1);
            for count in counts {
                assert!(count.abs_diff(rows / 8) < rows / 800, "{counts:?}");
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

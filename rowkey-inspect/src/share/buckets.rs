//! Rows per bucket.

use crate::evenness::Evenness;
use rowkey_core::Layout;
use rowkey_core::salt::SaltVersion;
use serde::Serialize;
use std::collections::BTreeMap;

/// The maximum number of buckets for a complete list in a report.
const MOST_NAMED: u32 = 4_096;
/// The number of buckets in the report if the list is not complete. They are the fullest ones.
const FULLEST: usize = 64;

/// Counts rows by bucket. It keeps only buckets with rows, because a salt can have millions of empty ones.
pub(super) struct BucketCounts {
    /// The number of buckets of new rows.
    buckets: u32,
    /// The maximum number of buckets over all salt versions.
    most: u32,
    rows: BTreeMap<u32, u64>,
}

/// The rows of each bucket.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BucketShares {
    /// The number of buckets of new rows. If an older row has a higher bucket, the maximum over all salt versions.
    pub(crate) count: u32,
    /// All buckets in order, or the fullest ones if there are more than 4,096.
    pub(crate) rows: Vec<BucketShare>,
    pub(crate) evenness: Evenness,
}

/// The rows of one bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BucketShare {
    pub(crate) bucket: u32,
    pub(crate) rows: u64,
}

impl BucketShares {
    /// Returns `true` if the list has every bucket.
    pub(crate) fn has_all(&self) -> bool {
        self.rows.len() == self.count as usize
    }
}

impl BucketCounts {
    /// Makes empty counts for the buckets of a layout, or `None` if it has no buckets.
    pub(super) fn of(layout: &Layout) -> Option<Self> {
        let salt = layout.salt()?;
        let buckets = salt.buckets()?;
        let older = salt.was().iter().map(SaltVersion::buckets).max().unwrap_or(0);
        Some(Self { buckets, most: buckets.max(older), rows: BTreeMap::new() })
    }

    /// Counts a row in a bucket.
    pub(super) fn add(&mut self, bucket: usize) {
        if let Some(bucket) = u32::try_from(bucket).ok().filter(|&bucket| bucket < self.most) {
            *self.rows.entry(bucket).or_default() += 1;
        }
    }

    pub(super) fn report(&self) -> BucketShares {
        let is_older = self.rows.last_key_value().is_some_and(|(&bucket, _)| bucket >= self.buckets);
        let count = if is_older { self.most } else { self.buckets };
        let share = |bucket: u32| BucketShare { bucket, rows: self.rows.get(&bucket).copied().unwrap_or(0) };
        let rows = if count <= MOST_NAMED { (0..count).map(share).collect() } else { self.fullest() };
        BucketShares { count, rows, evenness: Evenness::of_filled(self.rows.values().copied(), count as usize) }
    }

    /// Returns the fullest buckets, in descending order of rows.
    fn fullest(&self) -> Vec<BucketShare> {
        let mut all: Vec<_> = self.rows.iter().map(|(&bucket, &rows)| BucketShare { bucket, rows }).collect();
        all.sort_by_key(|share| std::cmp::Reverse(share.rows));
        all.truncate(FULLEST);
        all
    }
}

use foundationdb::{RangeOption, Transaction};
use futures::TryStreamExt;
use rowkey::Plan;
use rowkey::scan::Direction;
use std::error::Error;

/// Returns the rows of a plan in order, as of this transaction, reading all buckets concurrently.
pub async fn rows<K>(table: &Transaction, plan: &Plan<K>) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Box<dyn Error>> {
    let mut rows = plan.stream(|range, direction| {
        // System keys begin with FF.
        let (start, stop) = range.into_parts();
        let range = RangeOption::from((start, stop.unwrap_or(vec![0xFF])));
        let range = RangeOption { reverse: direction == Direction::Reverse, ..range };
        table.get_ranges_keyvalues(range, true).map_ok(|row| (row.key().to_vec(), row.value().to_vec()))
    });
    let mut found = Vec::new();
    while let Some(row) = rows.next().await {
        found.push(row??);
    }
    Ok(found)
}

use foundationdb::{RangeOption, Transaction};
use futures::TryStreamExt;
use rowkey::ScanPlan;
use std::collections::BTreeMap;
use std::error::Error;

/// The rows of a plan, in order. All that its ranges hold is read first.
pub async fn rows(table: &Transaction, plan: &ScanPlan) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Box<dyn Error>> {
    let mut read = BTreeMap::new();
    for range in plan.ranges() {
        // FF begins the keys of the system.
        let (start, stop) = range.into_parts();
        let range = RangeOption::from((start, stop.unwrap_or(vec![0xFF])));
        let mut rows = table.get_ranges_keyvalues(range, true);
        while let Some(row) = rows.try_next().await? {
            read.insert(row.key().to_vec(), row.value().to_vec());
        }
    }
    let merged = plan.merge(|range, direction| direction.of(read.range::<[u8], _>(range)));
    merged.map(|row| row.map(|(key, value)| (key.clone(), value.clone())).map_err(Into::into)).collect()
}

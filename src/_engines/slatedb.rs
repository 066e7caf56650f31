use rowkey::ScanPlan;
use slatedb::Db;
use std::collections::BTreeMap;
use std::error::Error;

/// The rows of a plan, in order. All that its ranges hold is read first.
pub async fn rows(table: &Db, plan: &ScanPlan) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Box<dyn Error>> {
    let mut read = BTreeMap::new();
    for range in plan.ranges() {
        let mut rows = table.scan(range.into_bounds()).await?;
        while let Some(row) = rows.next().await? {
            read.insert(row.key.to_vec(), row.value.to_vec());
        }
    }
    let merged = plan.merge(|range, direction| direction.of(read.range::<[u8], _>(range)));
    merged.map(|row| row.map(|(key, value)| (key.clone(), value.clone())).map_err(Into::into)).collect()
}

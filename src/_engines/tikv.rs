use rowkey::ScanPlan;
use std::collections::BTreeMap;
use std::error::Error;
use tikv_client::RawClient;

/// The most rows that TiKV gives at once.
const PAGE: u32 = 10_240;

/// The rows of a plan, in order. All that its ranges hold is read first.
pub async fn rows(table: &RawClient, plan: &ScanPlan) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Box<dyn Error>> {
    let mut read: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
    for range in plan.ranges() {
        let (mut start, stop) = range.into_parts();
        loop {
            let page = table.scan((start.clone(), stop.clone()), PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            read.extend(page.into_iter().map(|row| (row.0.into(), row.1)));
            match read.last_key_value() {
                // The first key behind the last.
                Some((last, _)) if !is_last => start = [last, &[0][..]].concat(),
                _ => break,
            }
        }
    }
    let merged = plan.merge(|range, direction| direction.of(read.range::<[u8], _>(range)));
    merged.map(|row| row.map(|(key, value)| (key.clone(), value.clone())).map_err(Into::into)).collect()
}

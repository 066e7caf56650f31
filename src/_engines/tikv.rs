use rowkey::scan::Direction;
use rowkey::{KeyRange, Plan};
use std::error::Error;
use tikv_client::RawClient;

/// Returns the rows of a plan in order. Reads all buckets concurrently, and the next page of each ahead of time.
pub async fn rows<K>(table: &RawClient, plan: &Plan<K>) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Box<dyn Error>> {
    let fetch = |range: KeyRange, direction: Direction, most: usize| async move {
        let range = range.into_parts();
        let page = match direction {
            Direction::Forward => table.scan(range, most as u32).await?,
            Direction::Reverse => table.scan_reverse(range, most as u32).await?,
        };
        let page = page.into_iter().map(|row| (row.0.into(), row.1));
        Ok::<Vec<(Vec<u8>, Vec<u8>)>, tikv_client::Error>(page.collect())
    };
    let (mut rows, mut found) = (plan.pages(fetch), Vec::new());
    while let Some(row) = rows.next().await {
        found.push(row??);
    }
    Ok(found)
}

//! The same rows and queries on SlateDB, in a folder.

use rowkey_slatedb::SlateStore;
use rowkey_store::{AsyncStore, AsyncTable, Batch};
use std::error::Error;
use std::path::Path;

use crate::answer::{Answer, Question, ask_and_wait};
use crate::departure::{ByCarrier, Departure};
use crate::load::carrier_keys;
use crate::records::Records;

/// Loads the records into databases in `folder` and repeats all queries. Returns `true` if the results are the same.
pub fn ask_too(
    folder: &Path,
    records: &Records,
    asked: &[(&Question<'_, Departure>, &Answer)],
    by_carrier: (&Question<'_, ByCarrier>, &Answer),
) -> Result<bool, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build()?;
    runtime.block_on(async {
        let departures = SlateStore::open_folder(folder.join("departures")).await?;
        let departures = AsyncTable::<Departure, _>::new(departures).allow_full_scans();
        let second = AsyncTable::<ByCarrier, _>::new(SlateStore::open_folder(folder.join("by_carrier")).await?);
        load(departures.store(), second.store(), records).await?;
        let mut same = true;
        for (question, answer) in asked {
            same &= ask_and_wait(&departures, &question.plan).await?.rows_are_those_of("SlateDB", question, answer);
        }
        let (question, answer) = by_carrier;
        same &= ask_and_wait(&second, &question.plan).await?.rows_are_those_of("SlateDB", question, answer);
        departures.store().close().await?;
        second.store().close().await?;
        Ok(same)
    })
}

/// Stores the records under both keys. Rows of an earlier run are overwritten with the same bytes.
async fn load(departures: &SlateStore, second: &SlateStore, records: &Records) -> Result<(), Box<dyn Error>> {
    let (mut rows, mut by_carrier) = (Batch::new(), Batch::new());
    for (record, key) in records.rows.iter().zip(&carrier_keys(records)?) {
        let details = record.details.encode();
        rows.put(&record.key, &details);
        by_carrier.put(key, &details);
    }
    departures.write(&rows).await?;
    Ok(second.write(&by_carrier).await?)
}

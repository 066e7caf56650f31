//! The same rows and queries on Bigtable.

use rowkey_bigtable::{Bigtable, BigtableStore, Config};
use rowkey_store::AsyncTable;
use std::error::Error;

use crate::answer::{Answer, Question, ask_and_wait};
use crate::departure::{ByCarrier, Departure};
use crate::load::carrier_keys;
use crate::records::Records;

/// Loads the records into Bigtable at `address` and repeats all queries. Returns `true` if the results are the same.
pub fn ask_too(
    address: &str,
    records: &Records,
    asked: &[(&Question<'_, Departure>, &Answer)],
    by_carrier: (&Question<'_, ByCarrier>, &Answer),
) -> Result<bool, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let tables = load(&Bigtable::connect(Config::emulator(address, "rowkey", "examples")).await?, records).await?;
        let mut same = true;
        for (question, answer) in asked {
            let found = ask_and_wait(&tables.departures, &question.plan).await?;
            same &= found.rows_are_those_of("Bigtable", question, answer);
        }
        let (question, answer) = by_carrier;
        let found = ask_and_wait(&tables.by_carrier, &question.plan).await?;
        Ok(same & found.rows_are_those_of("Bigtable", question, answer))
    })
}

/// The Bigtable tables of both keys.
struct InBigtable {
    departures: AsyncTable<Departure, BigtableStore>,
    by_carrier: AsyncTable<ByCarrier, BigtableStore>,
}

/// Loads the records into Bigtable tables. Their names contain the size of the file.
async fn load(bigtable: &Bigtable, records: &Records) -> Result<InBigtable, Box<dyn Error>> {
    let name = format!("rowkey_departures_{}", records.bytes);
    let departures = common::bigtable::table::<Departure>(bigtable, &name).await?;
    let by_carrier = common::bigtable::table::<ByCarrier>(bigtable, &format!("{name}_by_carrier")).await?;
    let details = || records.rows.iter().map(|record| record.details.encode());
    common::bigtable::load(&departures, records.rows.iter().map(|record| &record.key).zip(details())).await?;
    common::bigtable::load(&by_carrier, carrier_keys(records)?.iter().zip(details())).await?;
    Ok(InBigtable {
        departures: AsyncTable::new(departures).allow_full_scans(),
        by_carrier: AsyncTable::new(by_carrier),
    })
}

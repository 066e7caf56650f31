//! The same rows and queries on HBase.

use rowkey::RowKey;
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_store::{Table, region_report};
use std::error::Error;

use crate::answer::{Answer, Question, ask};
use crate::departure::{ByCarrier, Departure};
use crate::load::carrier_keys;
use crate::records::Records;
use common::{self, section};

/// Loads the records into HBase at `address` and repeats all queries. Returns `true` if the results are the same.
pub fn ask_too(
    address: &str,
    records: &Records,
    asked: &[(&Question<'_, Departure>, &Answer)],
    by_carrier: (&Question<'_, ByCarrier>, &Answer),
) -> Result<bool, Box<dyn Error>> {
    let tables = load(&HBase::connect(address)?, records)?;
    section(
        "Rows per region of HBase",
        common::regions(&region_report(tables.departures.store(), Departure::LAYOUT, Departure::SPLIT_KEYS)?),
    );
    let mut same = true;
    for (question, answer) in asked {
        same &= ask(&tables.departures, &question.plan)?.rows_are_those_of("HBase", question, answer);
    }
    let (question, answer) = by_carrier;
    Ok(same & ask(&tables.by_carrier, &question.plan)?.rows_are_those_of("HBase", question, answer))
}

/// The HBase tables of both keys.
struct InHBase {
    departures: Table<Departure, HBaseStore>,
    by_carrier: Table<ByCarrier, HBaseStore>,
}

/// Loads the records into HBase tables. Their names contain the size of the file.
fn load(hbase: &HBase, records: &Records) -> Result<InHBase, Box<dyn Error>> {
    let departures = common::hbase::table::<Departure>(hbase, &format!("rowkey_departures_{}", records.bytes))?;
    let by_carrier =
        common::hbase::table::<ByCarrier>(hbase, &format!("rowkey_departures_{}_by_carrier", records.bytes))?;
    let details = || records.rows.iter().map(|record| record.details.encode());
    common::load(&departures, "departures", records.rows.iter().map(|record| &record.key).zip(details()))?;
    common::load(&by_carrier, "by carrier", carrier_keys(records)?.iter().zip(details()))?;
    Ok(InHBase { departures: Table::new(departures).allow_full_scans(), by_carrier: Table::new(by_carrier) })
}

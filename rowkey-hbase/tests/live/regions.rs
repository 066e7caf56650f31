//! A table with 500 regions and rows in all of them, which the development server holds in its small heap.

use super::server::Fresh;
use rowkey::{KeyRange, RowKey};
use rowkey_hbase::HBase;
use rowkey_store::{Store, Table, region_report};

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
struct Id {
    #[salt(md5, buckets = 1 << 27, hex(7))]
    id: String,
}

#[test]
fn regions() {
    let fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    hbase.create_table::<Id>("ids", "f").unwrap();
    let table = Table::<Id, _>::new(hbase.table("ids", "f"));
    let ids: Vec<Id> = (0..2_000).map(|n| Id { id: format!("user{n}") }).collect();
    for ids in ids.chunks(200) {
        table.put_all(ids.iter().map(|id| (id, &id.id))).unwrap();
    }
    for id in ids.iter().step_by(97) {
        assert_eq!(table.get(id).unwrap().as_deref(), Some(id.id.as_bytes()));
    }
    assert_eq!(table.store().count(KeyRange::all()).unwrap(), 2_000);
    let report = region_report(table.store(), Id::LAYOUT, Id::SPLIT_KEYS).unwrap();
    let rows: Vec<u64> = report.regions().iter().map(|region| region.rows).collect();
    assert_eq!((rows.len(), rows.iter().sum()), (500, 2_000));
    assert!(rows.iter().filter(|rows| **rows > 0).count() > 450, "{rows:?}");
}

rowkey::laws!(Id);

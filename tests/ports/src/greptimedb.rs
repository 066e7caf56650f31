//! GreptimeDB (`src/common/meta/src/key`): the catalog, in etcd or a relational database.
//!
//! A name for the kind of a key, then names and numbers with slashes between them, such as `__dn_table/1/2`. Numbers have
//! no leading zeros, so they do not sort. The vectors are texts of the project's own tests.

use crate::shared::same;
use rowkey::RowKey;

/// A selection of its twenty kinds. Names have the alphabet that its SQL parser allows.
#[derive(RowKey, Clone, Debug, PartialEq)]
enum Meta {
    #[rowkey(tag = "__dn_table/", separator = "/")]
    DatanodeTable {
        #[rowkey(decimal)]
        datanode: u64,
        #[rowkey(decimal)]
        table: u32,
    },
    #[rowkey(tag = "__table_info/")]
    TableInfo {
        #[rowkey(decimal)]
        table: u32,
    },
    #[rowkey(tag = "__table_name/", separator = "/")]
    TableName {
        #[rowkey(chars("-a-zA-Z0-9_:.@#"), allow(unordered))]
        catalog: String,
        #[rowkey(chars("-a-zA-Z0-9_:.@#"), allow(unordered))]
        schema: String,
        #[rowkey(chars("-a-zA-Z0-9_:.@#"))]
        table: String,
    },
    #[rowkey(tag = "__flow/route/", separator = "/")]
    FlowRoute {
        #[rowkey(decimal)]
        flow: u32,
        #[rowkey(decimal)]
        partition: u32,
    },
    #[rowkey(tag = "__flow/name/", separator = "/")]
    FlowName {
        #[rowkey(chars("-a-zA-Z0-9_:.@#"), allow(unordered))]
        catalog: String,
        flow: String,
    },
    #[rowkey(tag = "__flow/source_table/", separator = "/")]
    SourceTable {
        #[rowkey(decimal)]
        table: u32,
        #[rowkey(decimal)]
        node: u64,
        #[rowkey(decimal)]
        flow: u32,
        #[rowkey(decimal)]
        partition: u32,
    },
    #[rowkey(tag = "__switches/maintenance")]
    Maintenance,
}

#[test]
fn keys() {
    same(&Meta::DatanodeTable { datanode: 1, table: 2 }, b"__dn_table/1/2");
    let (catalog, schema, table) = ("my_catalog".to_owned(), "my_schema".into(), "my_table".into());
    same(&Meta::TableName { catalog: catalog.clone(), schema, table }, b"__table_name/my_catalog/my_schema/my_table");
    same(&Meta::FlowRoute { flow: 1, partition: 2 }, b"__flow/route/1/2");
    same(&Meta::FlowName { catalog, flow: "my_flow".into() }, b"__flow/name/my_catalog/my_flow");
    let source = Meta::SourceTable { table: 1024, node: 1, flow: 2, partition: 0 };
    same(&source, b"__flow/source_table/1024/1/2/0");
    same(&Meta::Maintenance, b"__switches/maintenance");
}

/// `FlowRouteKey::range_start_key`, and the tables of a schema.
#[test]
fn prefixes_are_one_range() {
    let plan = Meta::scan_flow_route().flow(1).plan().unwrap();
    assert_eq!(plan.only_range().unwrap().start(), b"__flow/route/1/");
    let plan = Meta::scan_table_name().catalog("greptime").schema("public").plan().unwrap();
    assert_eq!(plan.only_range().unwrap().start(), b"__table_name/greptime/public/");
}

rowkey::laws!(Meta);

//! electrodb 3.9.3: composite keys in DynamoDB.
//!
//! Names and values follow each other as one text: `$shop#store_x` is a partition key, and
//! `$order_1#status_open#at_2024-02#id_i` a sort key. electrodb writes texts in lower case unless `casing` is `none`.
//! It does not escape `#`, so two rows can have the same key. rowkey refuses such a value.

use crate::shared::{Row, rows, same, same_range};
use rowkey::{RowKey, starts_with};

const VECTORS: &str = include_str!("../vectors/electrodb.tsv");

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "$shop#store_")]
struct Store {
    store: String,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "$shop#buyer_")]
struct Buyer {
    buyer: String,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "$order_1#status_")]
struct Order {
    #[rowkey(chars("^#"), allow(unordered), separator = "#at_")]
    status: String,
    #[rowkey(chars("-0-9"), separator = "#id_")]
    at: String,
    id: String,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "$order_1#at_")]
struct OrderByTime {
    #[rowkey(chars("-0-9"), separator = "#n_")]
    at: String,
    #[rowkey(decimal)]
    number: u32,
}

/// A collection has rows of several entities in one partition. Each is a record type.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "$all")]
enum Collection {
    #[rowkey(tag = "#order_1#id_")]
    Order { id: String },
}

/// `template: "s#${store}"`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "s#")]
struct StoreTemplate {
    store: String,
}

/// `template: "n#${number}"`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "n#")]
struct NumberTemplate {
    #[rowkey(decimal)]
    number: u32,
}

/// The values of a row: store, status, time, id, buyer, and number.
struct Values {
    store: String,
    order: Order,
    buyer: String,
    number: u32,
}

impl Values {
    fn of(row: &Row, first: usize) -> Self {
        let lower = |at: usize| row.text(first + at).to_lowercase();
        Self {
            store: lower(0),
            order: Order { status: lower(1), at: row.text(first + 2), id: lower(3) },
            buyer: row.text(first + 4),
            number: row.number(first + 5),
        }
    }
}

fn all(kind: &str) -> impl Iterator<Item = (Vec<u8>, Values)> {
    rows(VECTORS, kind).into_iter().map(|row| (row.key.clone(), Values::of(&row, 0)))
}

#[test]
fn partition_keys() {
    for (key, values) in all("edb_pk") {
        same(&Store { store: values.store }, &key);
    }
    for (key, values) in all("edb_g1pk") {
        same(&Buyer { buyer: values.buyer }, &key);
    }
    for (key, values) in all("edb_g2pk") {
        same(&Buyer { buyer: values.buyer.to_lowercase() }, &key);
    }
    for (key, values) in all("edb_g3pk") {
        same(&StoreTemplate { store: values.store }, &key);
    }
}

#[test]
fn sort_keys() {
    for (key, values) in all("edb_sk") {
        if values.order.status.contains('#') {
            assert!(values.order.encode().is_err());
        } else {
            same(&values.order, &key);
        }
    }
    for (key, values) in all("edb_g1sk") {
        same(&OrderByTime { at: values.order.at, number: values.number }, &key);
    }
    for (key, values) in all("edb_g2sk") {
        same(&Collection::Order { id: values.order.id }, &key);
    }
    for (key, values) in all("edb_g3sk") {
        same(&NumberTemplate { number: values.number }, &key);
    }
}

/// `query.orders({ status })` is `begins_with`.
#[test]
fn a_query_of_a_status_is_one_range() {
    let keys: Vec<Vec<u8>> = rows(VECTORS, "edb_sk").into_iter().map(|row| row.key).collect();
    for (prefix, values) in all("edbq").filter(|(_, values)| !values.order.status.contains('#')) {
        let plan = Order::scan().status(&values.order.status).plan().unwrap();
        assert!(same_range(&plan, |key| key.starts_with(&prefix), &keys) > 0);
        let plan = Order::scan().status(&values.order.status).at(starts_with("2024")).plan().unwrap();
        assert!(plan.only_range().is_some());
    }
}

/// `between({ at: "2024-02" }, { at: "2024-05" })` ends at `..#at_2024-05`, and loses all rows of that last value,
/// because they go on with `#id_..`. Its documentation offers `compare: "attributes"` against this. The range of rowkey
/// is exact.
#[test]
fn their_between_loses_the_last_value() {
    let mut lost = 0;
    for row in rows(VECTORS, "edbb") {
        let (from, to, status) = (&row.key, row.bytes(0), Values::of(&row, 1).order.status);
        if status.contains('#') {
            continue;
        }
        let plan = Order::scan().status(&status).at("2024-02"..="2024-05").plan().unwrap();
        for at in ["2024-01-31", "2024-02", "2024-03-01", "2024-05", "2024-05-01"] {
            let key = Order { status: status.clone(), at: at.into(), id: "7".into() }.encode().unwrap();
            let is_between = ("2024-02"..="2024-05").contains(&at);
            assert_eq!(plan.only_range().unwrap().contains(&key), is_between);
            let is_theirs = *from <= key && key <= to;
            assert_eq!(is_theirs, is_between && at != "2024-05", "{at}");
            lost += usize::from(is_between && !is_theirs);
        }
    }
    assert!(lost > 0);
}

rowkey::laws!(Store, Buyer, Order, OrderByTime, Collection, StoreTemplate, NumberTemplate);

//! The law of scans for record types with older tags, with lists so long that the fuzzy patterns of a plan are merged.

use super::universe::{Table, between};
use brute_force::Keys;
use rowkey::{RowKey, one_of};
use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Included, Unbounded};

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(prefix = "t")]
enum Row {
    /// Its tags have a byte in common.
    #[rowkey(tag = "UU", was(tag = "vU", tag = "uU"), separator = "_")]
    Plain { a: u8, b: u8 },
    #[rowkey(tag = "S", was(tag = "s"), salt(buckets = 3, of(b)))]
    Salted { a: u8, b: u8 },
    #[rowkey(tag = "D", was(tag = "d"))]
    Digested {
        a: u8,
        #[rowkey(element(md5(b), bytes(1)))]
        b: u8,
    },
}

/// The rows of one record type, each under one of its tags, in one of the buckets if its salt has older ones.
fn table(kind: &str, rows: impl Iterator<Item = Row>) -> Table<Row> {
    let kind = Row::LAYOUT.record_types().iter().find(|it| it.name() == kind).unwrap();
    let (mut values, mut shown) = (BTreeMap::new(), BTreeMap::new());
    for (number, row) in rows.enumerate() {
        let keys = row.keys_of_all_versions().unwrap();
        let key = keys[number % keys.len()].clone();
        shown.insert(key.clone(), (format!("{row:?}"), Row::explain(&key).parts().to_vec()));
        values.insert(key, row);
    }
    Table { values: values.into_values().collect(), keys: Keys::of(kind.layout(), shown) }
}

fn a(row: &Row) -> u8 {
    match row {
        Row::Plain { a, .. } | Row::Salted { a, .. } | Row::Digested { a, .. } => *a,
    }
}

fn b(row: &Row) -> u8 {
    match row {
        Row::Plain { b, .. } | Row::Salted { b, .. } | Row::Digested { b, .. } => *b,
    }
}

/// Few values and many: with three tags, 22 values have more than 64 patterns, with two tags 33.
const COUNTS: [u8; 8] = [0, 1, 3, 21, 22, 32, 33, 70];
const VALUES: [u8; 5] = [0, 1, 7, 20, 255];

macro_rules! law {
    ($kind:ident, $scan:ident) => {{
        let values = (0..=70).flat_map(|a| VALUES.map(|b| (a, b)));
        let mut t = table(stringify!($kind), values.map(|(a, b)| Row::$kind { a, b }));
        for count in COUNTS {
            run!(t, Row::$scan().a(one_of(0..count)), |row: &Row| a(row) < count);
            for value in VALUES {
                let query = Row::$scan().a(one_of(0..count)).filter_b(value);
                run!(t, query, |row: &Row| a(row) < count && b(row) == value);
                let query = Row::$scan().filter_a(one_of(0..count)).filter_b(value);
                run!(t, query, |row: &Row| a(row) < count && b(row) == value);
            }
            run!(t, Row::$scan().a(one_of(0..count)).b(one_of([1, 7])), |row: &Row| a(row) < count
                && [1, 7].contains(&b(row)));
            let bounds = (Excluded(count / 3), Included(count));
            run!(t, Row::$scan().a(bounds), |row: &Row| between(&bounds.0, &bounds.1, &a(row)));
            let bounds = (Included(count), Unbounded);
            run!(t, Row::$scan().filter_b(bounds), |row: &Row| between(&bounds.0, &bounds.1, &b(row)));
        }
        t.done(stringify!($kind));
    }};
}

#[test]
fn of_plain_fields() {
    law!(Plain, scan_plain);
}

#[test]
fn of_a_salt() {
    law!(Salted, scan_salted);
}

#[test]
fn of_a_computed_element() {
    law!(Digested, scan_digested);
}

rowkey::laws!(Row);

//! Fields before the tag of an enum: with separators, and in types that are private or named like a constant.

use rowkey::{RowKey, one_of, starts_with};

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(separator = "|")]
struct Task {
    tenant: u32,
    id: u8,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "T")]
    Task(Task),
    #[rowkey(tag = "M", separator = "|")]
    Member { tenant: u32 },
}

/// The separator stands behind the fields before the tag also where a kind ends with them: a scan of these fields reads its rows.
#[test]
fn a_kind_that_ends_with_the_fields_before_the_tag_has_their_separator() {
    let rows = [Item::Member { tenant: 5 }, Item::Task(Task { tenant: 5, id: 1 })];
    let keys = rows.each_ref().map(|row| row.encode().unwrap());
    assert_eq!(keys, [b"\0\0\0\x05|M".to_vec(), b"\0\0\0\x05|T\x01".to_vec()]);
    for plan in [Item::scan().tenant(5).plan(), Item::scan().tenant(5..6).plan()] {
        let ranges: Vec<_> = plan.unwrap().ranges().collect();
        assert!(keys.iter().all(|key| ranges.iter().any(|range| range.contains(key))), "{ranges:?}");
    }
    for (row, key) in rows.into_iter().zip(keys) {
        assert_eq!(Item::decode(&key), Ok(row));
    }
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(separator = "/")]
struct Page {
    #[rowkey(chars("a-z"), separator = ":")]
    host: String,
    #[rowkey(chars("a-z"))]
    path: String,
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(under(host, path))]
enum Visit {
    #[rowkey(tag = "P")]
    Page(Page),
    #[rowkey(tag = "L")]
    Last {
        #[rowkey(chars("a-z"), separator = ":")]
        host: String,
        #[rowkey(chars("a-z"), separator = "/")]
        path: String,
    },
    #[rowkey(tag = "V")]
    At {
        #[rowkey(chars("a-z"), separator = ":")]
        host: String,
        #[rowkey(chars("a-z"), separator = "/")]
        path: String,
        at: u8,
    },
}

/// The last of the fields before the tag can have a separator of its own where nothing else follows in its variant.
#[test]
fn a_separator_on_the_last_field_stands_before_the_tag() {
    let (host, path) = (|| "h".to_owned(), || "p".to_owned());
    let rows = [
        Visit::Last { host: host(), path: path() },
        Visit::Page(Page { host: host(), path: path() }),
        Visit::At { host: host(), path: path(), at: 7 },
    ];
    let keys = rows.each_ref().map(|row| row.encode().unwrap());
    assert_eq!(keys, [b"h:p/L".to_vec(), b"h:p/P".to_vec(), b"h:p/V\x07".to_vec()]);
    let plan = Visit::scan().host("h").path("p").plan().unwrap();
    assert!(keys.iter().all(|key| plan.ranges().any(|range| range.contains(key))));
    for (row, key) in rows.into_iter().zip(keys) {
        assert_eq!(Visit::decode(&key), Ok(row));
    }
    assert!(Visit::decode(b"h:pL").is_err());
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(under(tenant, id))]
enum Narrow {
    #[rowkey(tag = 0)]
    First { tenant: u8, id: u8 },
    #[rowkey(tag = 1)]
    Second { tenant: u8, id: u8 },
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(under(tenant, name))]
enum Texts {
    #[rowkey(tag = "F", separator = "/")]
    First {
        tenant: u8,
        #[rowkey(chars("a-z"))]
        name: String,
    },
    #[rowkey(tag = "S", separator = "/")]
    Second {
        tenant: u8,
        #[rowkey(chars("a-z"))]
        name: String,
    },
}

/// The tag stands behind the last field: a filter of that field that seeks, in either direction, stops before the tag.
#[test]
fn a_filter_of_the_last_field_does_not_pass_the_tag_over() {
    let (mut keys, mut texts) = (Vec::new(), Vec::new());
    for (tenant, id) in [(1, 0), (1, 7), (2, 7), (2, 9)] {
        keys.push(Narrow::First { tenant, id }.encode().unwrap());
        keys.push(Narrow::Second { tenant, id }.encode().unwrap());
        let name = || char::from(b'a' + id).to_string();
        texts.push(Texts::First { tenant, name: name() }.encode().unwrap());
        texts.push(Texts::Second { tenant, name: name() }.encode().unwrap());
    }
    let ids = [Narrow::scan_second().filter_id(7), Narrow::scan_second().filter_id(1..=7)];
    let plans = ids.into_iter().map(|scan| (scan.plan().unwrap().into_untyped(), &keys));
    let names = [Texts::scan_second().filter_name("h"), Texts::scan_second().filter_name("b".."i")];
    let plans = plans.chain(names.into_iter().map(|scan| (scan.plan().unwrap().into_untyped(), &texts)));
    for (plan, keys) in plans {
        for (plan, expected) in [(plan.clone(), [3, 5]), (plan.reversed(), [5, 3])] {
            let open = |range: rowkey::KeyRange, direction: rowkey::scan::Direction| {
                let rows = keys.iter().filter(move |key| range.contains(key)).map(|key| (key, ()));
                direction.of(rows).collect::<Vec<_>>()
            };
            let found: Vec<_> = plan.merge(open).map(|row| row.unwrap().0).collect();
            assert_eq!(found, expected.map(|at| &keys[at]), "{}", plan.explain());
        }
    }
}

#[allow(non_upper_case_globals)]
const author: u64 = 7;

#[derive(RowKey, Debug, PartialEq)]
enum Row {
    #[rowkey(tag = "P")]
    Post { author: u64, r#type: u8 },
    #[rowkey(tag = "M")]
    Meta,
}

#[test]
fn a_constant_named_like_a_field_is_no_pattern() {
    let row = Row::Post { author: author + 1, r#type: 2 };
    assert_eq!(Row::decode(&row.encode().unwrap()), Ok(row));
}

mod private {
    use rowkey::RowKey;

    #[derive(RowKey, Debug)]
    struct Hidden {
        id: u64,
    }

    /// A private type in a public enum.
    #[allow(private_interfaces)]
    #[derive(RowKey, Debug)]
    #[rowkey(under(id), salt(of(id), buckets = 4))]
    pub enum Open {
        #[rowkey(tag = "H")]
        Hidden(Hidden),
    }

    pub const fn hidden(id: u64) -> Open {
        Open::Hidden(Hidden { id })
    }

    rowkey::laws!(Hidden, Open);
}

#[test]
fn a_public_enum_can_hold_private_types() {
    let key = private::hidden(7).encode().unwrap();
    let mut ranges = private::Open::scan().id(7).plan().unwrap().ranges().collect::<Vec<_>>();
    assert!(ranges.len() == 1 && ranges.remove(0).contains(&key));
}

/// Every question that a scan of all kinds asks of the fields before the tag.
#[test]
fn every_question_about_the_fields_of_all_kinds() {
    let names = ["", "a", "ab", "b", "ba"];
    let rows: Vec<(u8, &str, Vec<u8>)> = (1..4)
        .flat_map(|tenant| names.map(|name| (tenant, name)))
        .flat_map(|(tenant, text)| {
            let name = || text.to_owned();
            let first = Texts::First { tenant, name: name() }.encode().unwrap();
            let second = Texts::Second { tenant, name: name() }.encode().unwrap();
            [(tenant, text, first), (tenant, text, second)]
        })
        .collect();
    let of = |plan: Result<rowkey::Plan<_>, rowkey::ScanError>, wants: &dyn Fn(u8, &str) -> bool| {
        let plan = plan.unwrap();
        for (tenant, name, key) in &rows {
            let found = plan.matches(key) && plan.ranges().any(|range| range.contains(key));
            assert_eq!(found, wants(*tenant, name), "{tenant} {name:?}\n{}", plan.explain());
        }
    };
    let scan = Texts::scan;
    of(scan().tenant(2).name(starts_with("a")).plan(), &|tenant, name| tenant == 2 && name.starts_with('a'));
    of(scan().tenant(one_of([1, 3])).name("a".."b").plan(), &|tenant, name| tenant != 2 && ("a".."b").contains(&name));
    of(scan().tenant(2).name(one_of(["ab", "c"])).plan(), &|tenant, name| tenant == 2 && name == "ab");
    of(scan().filter_tenant(2).plan(), &|tenant, _| tenant == 2);
    of(scan().filter_tenant(one_of([1, 3])).plan(), &|tenant, _| tenant != 2);
    of(scan().filter_tenant(2..).plan(), &|tenant, _| tenant >= 2);
    of(scan().filter_name("ab").plan(), &|_, name| name == "ab");
    of(scan().filter_name(one_of(["ab", "b"])).plan(), &|_, name| ["ab", "b"].contains(&name));
    of(scan().filter_name("ab"..).plan(), &|_, name| name >= "ab");
    of(scan().filter_name(starts_with("a")).plan(), &|_, name| name.starts_with('a'));
}

rowkey::laws!(Task, Item, Page, Visit, Row, Narrow, Texts);

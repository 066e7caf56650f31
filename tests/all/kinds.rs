//! Enums of several kinds, by brute force: small universes of rows, all of whose values are listed, and every short byte string.

use rowkey::scan::Direction;
use rowkey::{DecodeError, KeyRange, OwnedKey, Plan, RowKey, one_of, starts_with};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// A text of up to two letters behind a salt of its own.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    #[salt(buckets = 3)]
    #[rowkey(pad(2), chars("ab"))]
    name: String,
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Counter {
    #[salt(modulo, buckets = 2, digits(1))]
    at: u8,
    #[rowkey(desc)]
    is_new: bool,
}

/// Tags of one and of two bytes, salts behind them, one row alone, and every other key.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(reserved("X", 7))]
enum Row {
    #[rowkey(tag = "C")]
    Counter(Counter),
    #[rowkey(tag = "MM")]
    Meta,
    #[rowkey(tag = "P")]
    Point {
        x: u8,
        #[rowkey(desc)]
        y: bool,
    },
    #[rowkey(tag = b"\xFF")]
    Last(u8, bool),
    #[rowkey(tag = "n")]
    Name(Name),
    #[rowkey(other)]
    Unknown(Vec<u8>),
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Task {
    of: u8,
    id: u8,
}

/// A field before the tag.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(under(of))]
enum Item {
    #[rowkey(tag = 1)]
    Head { of: u8 },
    #[rowkey(tag = 2)]
    Task(Task),
    #[rowkey(tag = b"\x03\x00")]
    Note {
        of: u8,
        #[rowkey(chars("a-b"), len(1))]
        text: String,
    },
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    #[rowkey(pad(2, with = b'.'), chars("a-b"))]
    name: String,
    id: u8,
}

/// A salt and a text before the tag, behind a prefix.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(prefix = "#", under(name), salt(buckets = 3, of(name)))]
enum Salted {
    #[rowkey(tag = "a")]
    Alone {
        #[rowkey(pad(2, with = b'.'), chars("a-b"))]
        name: String,
    },
    #[rowkey(tag = "b")]
    Named(Named),
}

/// A hierarchy: the width tells the kind.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Country {
        code: u8,
    },
    Town(u8, u8),
    Street(u8, #[rowkey(separator = "_")] u8, u8, u8),
    /// Told by its first byte from no other, by its width from all.
    House(House),
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct House {
    street: u16,
    #[rowkey(chars("a-b"), len(2))]
    name: String,
}

/// A tag that another begins with, told apart by what follows; and texts told apart by their letters.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Alike {
    #[rowkey(tag = "P")]
    Page(#[rowkey(digits(2))] u8),
    #[rowkey(tag = "PC")]
    Comment {
        n: u8,
    },
    #[rowkey(separator = "#")]
    Letters(#[rowkey(chars("a-c"))] String, u8),
    Numbers(#[rowkey(chars("0-3"))] String),
}

/// A list of pairs has an even width, and flags at every other place. A number has no leading zero, and is one of its type.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ruled {
    Flags(#[rowkey(repeated)] Vec<(u8, bool)>),
    One(#[rowkey(pad(1), chars("#.P"))] String),
    Number(#[rowkey(decimal)] i8),
    Zeros(#[rowkey(len(2), chars("0"))] String),
    Nines(#[rowkey(len(3), chars("9"))] String),
}

/// The bytes that stand at places where another byte would be refused, and some others.
const BYTES: &[u8] = b"\0\x01\x02\x03\x04#.01AabcCMnPXZ\xFE\xFF";

/// Every byte string of up to two bytes, and all of three and of four from [`BYTES`].
fn byte_strings() -> impl Iterator<Item = Vec<u8>> {
    let all = || 0..=u8::MAX;
    let short = [vec![]]
        .into_iter()
        .chain(all().map(|a| vec![a]))
        .chain(all().flat_map(move |a| all().map(move |b| vec![a, b])));
    let three =
        || BYTES.iter().flat_map(|a| BYTES.iter().flat_map(move |b| BYTES.iter().map(move |c| vec![*a, *b, *c])));
    short.chain(three()).chain(three().flat_map(|start| BYTES.iter().map(move |last| [&start[..], &[*last]].concat())))
}

fn bools() -> [bool; 2] {
    [false, true]
}

fn rows() -> Vec<Row> {
    let all = || 0..=u8::MAX;
    let mut rows = vec![Row::Meta];
    rows.extend(["", "a", "b", "aa", "ab", "ba", "bb"].map(|name| Row::Name(Name { name: name.into() })));
    for at in all() {
        for flag in bools() {
            rows.push(Row::Counter(Counter { at, is_new: flag }));
            rows.push(Row::Point { x: at, y: flag });
            rows.push(Row::Last(at, flag));
        }
    }
    rows
}

fn items() -> Vec<Item> {
    let mut rows = Vec::new();
    for of in 0..=u8::MAX {
        rows.push(Item::Head { of });
        rows.extend(["a", "b"].map(|text| Item::Note { of, text: text.into() }));
        rows.extend((0..=u8::MAX).map(|id| Item::Task(Task { of, id })));
    }
    rows
}

/// Some of the rows: those of short keys, and those of the bytes that are tried.
fn trees() -> Vec<Tree> {
    let all = || 0..=u8::MAX;
    let few = || BYTES.iter().copied();
    let mut rows: Vec<Tree> = all().map(|code| Tree::Country { code }).collect();
    rows.extend(all().flat_map(|a| all().map(move |b| Tree::Town(a, b))));
    rows.extend(few().flat_map(|a| few().map(move |b| Tree::Street(a, b, 7, a))));
    let houses = few().flat_map(|a| few().map(move |b| u16::from_be_bytes([a, b])));
    let names = ["aa", "ab", "ba", "bb"];
    rows.extend(houses.flat_map(|street| names.map(|name| Tree::House(House { street, name: name.into() }))));
    rows
}

fn alike() -> Vec<Alike> {
    let texts = |letters: &'static [u8], most: usize| {
        let longer = move |texts: &Vec<String>| -> Vec<String> {
            texts.iter().flat_map(|text| letters.iter().map(move |&byte| format!("{text}{}", byte as char))).collect()
        };
        std::iter::successors(Some(vec![String::new()]), move |last| Some(longer(last))).take(most + 1).flatten()
    };
    let mut rows: Vec<Alike> = (0..100).map(Alike::Page).collect();
    rows.extend((0..=u8::MAX).map(|n| Alike::Comment { n }));
    rows.extend(texts(b"abc", 2).flat_map(|text| (0..=u8::MAX).map(move |n| Alike::Letters(text.clone(), n))));
    rows.extend(texts(b"0123", 4).filter(|text| !text.is_empty()).map(Alike::Numbers));
    rows
}

/// The rows of short keys, and those of the bytes that are tried.
fn ruled() -> Vec<Ruled> {
    let pairs = |bytes: &[u8]| bytes.iter().flat_map(|byte| bools().map(|flag| (*byte, flag))).collect::<Vec<_>>();
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let mut rows: Vec<Ruled> = pairs(&all).into_iter().map(|pair| Ruled::Flags(vec![pair])).collect();
    let few = pairs(BYTES);
    rows.extend(few.iter().flat_map(|a| few.iter().map(|b| Ruled::Flags(vec![*a, *b]))));
    rows.extend(["", "#", ".", "P"].map(|text| Ruled::One(text.into())));
    rows.extend((i8::MIN..=i8::MAX).map(Ruled::Number));
    rows.extend([Ruled::Zeros("00".into()), Ruled::Nines("999".into())]);
    rows
}

fn salted() -> Vec<Salted> {
    let names = || ["", "a", "b", "aa", "ab", "ba", "bb"].map(String::from).into_iter();
    let alone = names().map(|name| Salted::Alone { name });
    alone
        .chain(names().flat_map(|name| (0..=u8::MAX).map(move |id| Salted::Named(Named { name: name.clone(), id }))))
        .collect()
}

/// Every row has a key of its own, which is read back; no other byte string is.
fn hold_apart<K: OwnedKey + Debug + PartialEq>(rows: &[K], is_other: fn(&K) -> bool) {
    let keys: BTreeMap<Vec<u8>, &K> = rows.iter().map(|row| (row.encode().unwrap().into(), row)).collect();
    assert_eq!(keys.len(), rows.len(), "two rows have one key");
    for (key, row) in &keys {
        assert_eq!((&K::decode(key).unwrap(), &K::decode_lenient(key).unwrap()), (*row, *row));
        assert!(K::explain(key).error().is_none());
        let mut out = b"before".to_vec();
        row.encode_into(&mut out).unwrap();
        assert_eq!(out.strip_prefix(b"before"), Some(&key[..]));
    }
    let mut read = 0;
    for bytes in byte_strings() {
        match K::decode(&bytes) {
            Ok(row) if is_other(&row) => assert!(!keys.contains_key(&bytes), "{bytes:02X?} is read as {row:?}"),
            Ok(row) => {
                assert_eq!(keys.get(&bytes), Some(&&row), "{bytes:02X?} is read as {row:?}");
                read += 1;
            }
            Err(error) => {
                assert!(!keys.contains_key(&bytes), "{bytes:02X?} is not read: {error}");
                assert_eq!(K::explain(&bytes).error(), Some(&error));
                assert!(!error.to_string().is_empty());
            }
        }
    }
    let short =
        keys.keys().filter(|key| key.len() <= 2 || key.len() <= 4 && key.iter().all(|byte| BYTES.contains(byte)));
    assert_eq!(read, short.count());
}

#[test]
fn every_byte_string_is_of_one_kind_or_of_none() {
    hold_apart(&rows(), |row| matches!(row, Row::Unknown(_)));
    hold_apart(&items(), |_| false);
    hold_apart(&salted(), |_| false);
    hold_apart(&trees(), |_| false);
    hold_apart(&alike(), |_| false);
    hold_apart(&ruled(), |_| false);
}

/// A table of rows under their keys, with keys of no kind among them.
struct Table<K> {
    rows: BTreeMap<Vec<u8>, Option<K>>,
}

impl<K: OwnedKey + Clone + Debug + PartialEq> Table<K> {
    fn of(rows: &[K], strangers: &[&[u8]]) -> Self {
        let known = rows.iter().map(|row| (row.encode().unwrap().into(), Some(row.clone())));
        Self { rows: known.chain(strangers.iter().map(|key| (key.to_vec(), None))).collect() }
    }

    /// The rows of a plan, by its ranges and by its merge in both directions, are those of which `is_asked` is true.
    #[track_caller]
    fn has(&self, plan: Plan<K>, is_asked: impl Fn(&K) -> bool) -> usize {
        let in_ranges: BTreeSet<&Vec<u8>> = plan
            .ranges()
            .flat_map(|range| self.rows.range(range.into_bounds()).map(|(key, _)| key).collect::<Vec<_>>())
            .filter(|key| plan.matches(key))
            .collect();
        let expected: BTreeSet<&Vec<u8>> =
            self.rows.iter().filter(|(_, row)| row.as_ref().is_some_and(&is_asked)).map(|(key, _)| key).collect();
        assert_eq!(in_ranges, expected, "{}", plan.explain());
        for plan in [plan.clone(), plan.reversed()] {
            let read = |range: KeyRange, direction: Direction| {
                direction
                    .of(self.rows.range(range.into_bounds()))
                    .map(|(key, _)| Ok::<_, std::convert::Infallible>((key, ())))
            };
            let merged: Vec<&Vec<u8>> = plan.merge(read).map(|row| row.unwrap().unwrap().0).collect();
            assert_eq!(merged.len(), expected.len(), "{}", plan.explain());
            assert_eq!(merged.into_iter().collect::<BTreeSet<_>>(), expected);
        }
        expected.len()
    }
}

#[test]
fn a_scan_of_a_kind_is_a_filter_of_all_rows() {
    let strangers: &[&[u8]] = &[b"A", b"D", b"Q\x01\0", b"zz"];
    let table = Table::of(&rows(), strangers);
    table.has(Row::scan_point().plan().unwrap(), |row| matches!(row, Row::Point { .. }));
    table.has(Row::scan_name().plan().unwrap(), |row| matches!(row, Row::Name(_)));
    table.has(Row::scan_counter().plan().unwrap(), |row| matches!(row, Row::Counter(_)));
    table.has(Row::scan_last().plan().unwrap(), |row| matches!(row, Row::Last(..)));
    for x in [0, 7, 0xFF] {
        let points = table
            .has(Row::scan_point().x(x).plan().unwrap(), |row| matches!(row, Row::Point { x: it, .. } if *it == x));
        assert_eq!(points, 2);
        table.has(Row::scan_point().x(x..).plan().unwrap(), |row| matches!(row, Row::Point { x: it, .. } if *it >= x));
        table.has(Row::scan_counter().at(..=x).plan().unwrap(), |row| matches!(row, Row::Counter(it) if it.at <= x));
        table.has(
            Row::scan_counter().at(x).is_new(true).plan().unwrap(),
            |row| matches!(row, Row::Counter(Counter { at, is_new: true }) if *at == x),
        );
        table.has(Row::scan_counter().filter_is_new(true).plan().unwrap(), |row| {
            matches!(row, Row::Counter(Counter { is_new: true, .. }))
        });
        table.has(Row::scan_last()._0(x).plan().unwrap(), |row| matches!(row, Row::Last(it, _) if *it == x));
    }
    for name in ["", "a", "ab"] {
        table.has(Row::scan_name().name(name).plan().unwrap(), |row| matches!(row, Row::Name(it) if it.name == name));
        table.has(
            Row::scan_name().name(starts_with(name)).plan().unwrap(),
            |row| matches!(row, Row::Name(it) if it.name.starts_with(name)),
        );
    }
}

#[test]
fn a_scan_with_fields_before_the_tag_is_a_filter_of_all_rows() {
    let of = |row: &Item| match row {
        Item::Head { of } | Item::Note { of, .. } | Item::Task(Task { of, .. }) => *of,
    };
    let table = Table::of(&items(), &[b"\x07\x04", b"\x07\0\x02", b"\xFF\xFF"]);
    // Keys of no kind lie among the rows of all kinds, and are errors there.
    let known = Table::of(&items(), &[]);
    known.has(Item::scan().plan().unwrap(), |_| true);
    table.has(Item::scan_task().plan().unwrap(), |row| matches!(row, Item::Task(_)));
    table.has(Item::scan_head().plan().unwrap(), |row| matches!(row, Item::Head { .. }));
    table.has(Item::scan_note().plan().unwrap(), |row| matches!(row, Item::Note { .. }));
    table.has(Item::scan_task().of(3..9).plan().unwrap(), |row| {
        matches!(row, Item::Task(_)) && (3..9).contains(&of(row))
    });
    table.has(Item::scan_task().filter_id(5).plan().unwrap(), |row| matches!(row, Item::Task(Task { id: 5, .. })));
    for bound in [0, 7, 0xFF] {
        known.has(Item::scan().of(bound).plan().unwrap(), |row| of(row) == bound);
        known.has(Item::scan().of(bound..).plan().unwrap(), |row| of(row) >= bound);
        known.has(Item::scan().of(one_of([bound, 8])).plan().unwrap(), |row| [bound, 8].contains(&of(row)));
        assert_eq!(table.has(Item::scan_head().of(bound).plan().unwrap(), |row| *row == Item::Head { of: bound }), 1);
        table.has(Item::scan_task().of(bound).plan().unwrap(), |row| matches!(row, Item::Task(_)) && of(row) == bound);
        table.has(Item::scan_task().of(bound).id(9..).plan().unwrap(), |row| {
            matches!(row, Item::Task(Task { id: 9.., .. })) && of(row) == bound
        });
        table.has(Item::scan_note().of(one_of([bound, 8])).text("b").plan().unwrap(), |row| {
            matches!(row, Item::Note { text, .. } if text == "b") && [bound, 8].contains(&of(row))
        });
    }
}

#[test]
fn a_scan_behind_a_salt_before_the_tag_is_a_filter_of_all_rows() {
    let name = |row: &Salted| match row {
        Salted::Alone { name } | Salted::Named(Named { name, .. }) => name.clone(),
    };
    let table = Table::of(&salted(), &[]);
    table.has(Salted::scan().plan().unwrap(), |_| true);
    table.has(Salted::scan_named().plan().unwrap(), |row| matches!(row, Salted::Named(_)));
    table.has(Salted::scan_alone().plan().unwrap(), |row| matches!(row, Salted::Alone { .. }));
    table.has(Salted::scan_named().name(starts_with("a")).plan().unwrap(), |row| {
        matches!(row, Salted::Named(_)) && name(row).starts_with('a')
    });
    for bound in ["", "a", "bb"] {
        let plan = Salted::scan().name(bound).plan().unwrap();
        assert_eq!(plan.ranges().len(), 1, "the salt is known");
        table.has(plan, |row| name(row) == bound);
        table.has(Salted::scan_named().name(bound).id(..9).plan().unwrap(), |row| {
            matches!(row, Salted::Named(Named { id: ..9, .. })) && name(row) == bound
        });
    }
}

/// Rows of other kinds lie in the ranges of a kind that no tag tells, and are passed over.
#[test]
fn a_scan_of_a_kind_without_a_tag_is_a_filter_of_all_rows() {
    let table = Table::of(&trees(), &[]);
    table.has(Tree::scan().plan().unwrap(), |_| true);
    table.has(Tree::scan_country().plan().unwrap(), |row| matches!(row, Tree::Country { .. }));
    table.has(Tree::scan_street().plan().unwrap(), |row| matches!(row, Tree::Street(..)));
    for bound in [0, b'1', b'a', 0xFF] {
        assert_eq!(
            table.has(Tree::scan_country().code(bound).plan().unwrap(), |row| *row == Tree::Country { code: bound }),
            1
        );
        table.has(Tree::scan_town()._0(bound).plan().unwrap(), |row| matches!(row, Tree::Town(it, _) if *it == bound));
        table.has(
            Tree::scan_town()._0(bound)._1(5..).plan().unwrap(),
            |row| matches!(row, Tree::Town(it, 5..) if *it == bound),
        );
        table.has(
            Tree::scan_street()._0(bound..).plan().unwrap(),
            |row| matches!(row, Tree::Street(it, ..) if *it >= bound),
        );
        let street = u16::from(bound) << 8 | 1;
        table.has(
            Tree::scan_house().street(street).name("ab").plan().unwrap(),
            |row| matches!(row, Tree::House(it) if it.street == street && it.name == "ab"),
        );
    }
    let plan = Tree::scan_town()._0(7).plan().unwrap();
    assert!(plan.explain().to_string().contains("  filter: record type = Tree::Town\n"), "{}", plan.explain());

    let table = Table::of(&alike(), &[]);
    table.has(Alike::scan_page().plan().unwrap(), |row| matches!(row, Alike::Page(_)));
    table.has(Alike::scan_comment().plan().unwrap(), |row| matches!(row, Alike::Comment { .. }));
    table.has(Alike::scan_letters().plan().unwrap(), |row| matches!(row, Alike::Letters(..)));
    table.has(Alike::scan_numbers().plan().unwrap(), |row| matches!(row, Alike::Numbers(_)));
    table.has(
        Alike::scan_numbers()._0(starts_with("12")).plan().unwrap(),
        |row| matches!(row, Alike::Numbers(it) if it.starts_with("12")),
    );
    assert!(Alike::scan_comment().plan().unwrap().is_exact());
}

/// Rows of one kind sort as their values, those of all kinds by tag; where the variants are in the order of their tags, as the
/// derived `Ord` does.
#[test]
fn keys_sort_as_the_rows_of_a_bucket() {
    let mut rows: Vec<Row> = rows();
    rows.retain(|row| !matches!(row, Row::Name(_) | Row::Counter(_) | Row::Last(..)));
    let desc = |row: &Row| match row {
        Row::Point { x, y } => (1, *x, !*y),
        _ => (0, 0, false),
    };
    rows.sort_by_key(desc);
    assert!(rows.is_sorted_by_key(|row| row.encode().unwrap()));
    let mut items = items();
    items.sort_by_key(|row| match row {
        Item::Head { of } => (*of, 1, 0),
        Item::Task(Task { of, id }) => (*of, 2, *id),
        Item::Note { of, text } => (*of, 3, text.as_bytes()[0]),
    });
    assert!(items.is_sorted_by_key(|row| row.encode().unwrap()));
}

#[test]
fn many_rows_are_encoded_as_one_by_one() {
    let rows = rows();
    let mut batch = rowkey::KeyBatch::new();
    Row::encode_batch(&rows, &mut batch).unwrap();
    assert!(rows.iter().map(|row| row.encode().unwrap()).eq(batch.iter().map(<[u8]>::to_vec)));
    let refused = [Row::Meta, Row::Unknown(b"Pz".to_vec())];
    let error = Row::encode_batch(&refused, &mut batch).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row 1 of the batch: these bytes are a `Point` key, so they cannot be stored as the `other` variant of `Row`"
    );
    assert_eq!(batch.len(), rows.len());
}

/// Split keys lie between kinds, and between the buckets of each.
#[test]
fn a_table_is_cut_between_kinds_and_within() {
    let expected: &[&[u8]] = &[b"C1", b"MM", b"P", b"n", b"n\x01", b"n\x02", b"\xFF"];
    assert_eq!(Row::SPLIT_KEYS, expected);
    assert_eq!(Salted::SPLIT_KEYS, [b"#\x01", b"#\x02"]);
    assert!(Item::SPLIT_KEYS.is_empty());
    assert_eq!(Row::Meta.region().unwrap(), 2);
    let mut alive = vec![false; expected.len() + 1];
    rows().iter().for_each(|row| alive[row.region().unwrap()] = true);
    assert!(alive.iter().all(|alive| *alive), "{alive:?}");
}

/// A tag that another begins with has its split keys on both sides of that.
#[test]
fn split_keys_ascend_where_a_tag_begins_another() {
    #[derive(RowKey)]
    enum Near {
        #[rowkey(tag = b"P\0")]
        Meta,
        #[rowkey(tag = "P")]
        Counter(Counter),
    }
    let expected: &[&[u8]] = &[b"P\0", b"P1"];
    assert_eq!(Near::SPLIT_KEYS, expected);
    assert_eq!(Near::Meta.region().unwrap(), 1);
}

/// The label before the tag is checked for every kind, and the salt of a kind behind its tag.
/// A row alone, a number and a text, each behind older tags too.
#[derive(RowKey, Debug, PartialEq)]
enum Renamed {
    #[rowkey(tag = "M", was(tag = "q", tag = "c"))]
    Meta,
    #[rowkey(tag = "P", was(tag = "p"))]
    Point { x: u8 },
    #[rowkey(tag = "T", was(tag = b"\xFF"))]
    Text {
        #[rowkey(chars("ab"))]
        text: String,
    },
}

#[derive(RowKey, Debug)]
#[rowkey(split(keys("N", "U", "r")))] // rows behind older tags lie in the last two regions
enum Cut {
    #[rowkey(tag = "M", was(tag = "q", tag = "z"))]
    Meta,
    #[rowkey(tag = "P", was(tag = "p"))]
    Point { x: u8 },
}

#[test]
fn rows_behind_older_tags_have_regions() {
    let mut keys: Vec<Vec<u8>> = byte_strings().filter(|key| Renamed::decode(key).is_ok()).collect();
    keys.sort();
    let bytes = [0, b'M', b'P', b'T', b'a', b'b', b'c', b'p', b'q', 0xFE, 0xFF];
    let mut bounds: Vec<Vec<u8>> = bytes.iter().map(|byte| vec![*byte]).collect();
    bounds.extend(bytes.iter().flat_map(|a| bytes.iter().map(|b| vec![*a, *b])));
    bounds.push(vec![]);
    for start in &bounds {
        for stop in bounds.iter().filter(|stop| start < *stop) {
            let at = keys.partition_point(|key| key < start);
            let expected = keys.get(at).is_some_and(|key| key < stop);
            assert_eq!(Renamed::LAYOUT.has_key_between(start, stop), expected, "{start:?}..{stop:?}");
        }
    }
    assert_eq!(Cut::SPLIT_KEYS.len(), 3);
}

#[test]
fn a_wrong_label_is_refused_unless_decode_is_lenient() {
    fn check<K: OwnedKey + Debug + PartialEq>(row: &K, label: usize, wrong: u8) {
        let mut key: Vec<u8> = row.encode().unwrap().into();
        let right = std::mem::replace(&mut key[label], wrong);
        assert_ne!(right, wrong);
        assert!(matches!(K::decode(&key), Err(DecodeError::Salt { .. })), "{key:02X?}");
        assert_eq!(K::decode_lenient(&key).as_ref(), Ok(row));
    }
    let other = |row: &Salted| (row.encode().unwrap()[1] + 1) % 3;
    salted().iter().for_each(|row| check(row, 1, other(row)));
    for row in rows() {
        match &row {
            Row::Counter(_) => check(&row, 1, row.encode().unwrap()[1] ^ 1),
            Row::Name(_) => check(&row, 1, (row.encode().unwrap()[1] + 1) % 3),
            _ => {}
        }
    }
}

#[test]
fn errors_tell_what_was_found() {
    fn error<K: OwnedKey + Debug>(key: &[u8]) -> String {
        K::decode(key).unwrap_err().to_string()
    }
    assert_eq!(
        error::<Item>(b"\x07\x04z"),
        "expected the tag 0x01, 0x02, or 0x03 0x00 of `Item` at offset 1, found 0x04 0x7A"
    );
    assert_eq!(
        error::<Item>(b"\x07"),
        "expected the tag 0x01, 0x02, or 0x03 0x00 of `Item` at offset 1, found the end of the key"
    );
    assert_eq!(error::<Row>(b""), "expected a key of `Row`, found an empty key");
    // With its tag, a key that cannot be read is a damaged one of its kind.
    assert_eq!(
        error::<Row>(b"Pz"),
        "the key ends at offset 2, inside `Row::Point.y`, which begins at offset 2 and needs at least 1 byte"
    );
    assert_eq!(error::<Row>(b"MMM"), "expected the end of `Row::Meta` at offset 2, found 1 more byte");
    // Without tags, the width tells the kind.
    assert_eq!(error::<Tree>(b"abcde"), "expected 0x5F ('_') at offset 2 of `Tree::Street`, found 0x63 ('c')");
    assert_eq!(error::<Tree>(b"abcdef"), "expected the end of `Tree::Street` at offset 5, found 1 more byte");
    let unknown = Row::Unknown(b"P".to_vec());
    assert_eq!(
        unknown.encode().unwrap_err().to_string(),
        "these bytes are a `Point` key, so they cannot be stored as the `other` variant of `Row`"
    );
    assert!(Row::Unknown(Vec::new()).encode().is_err());
    assert_eq!(Row::explain(b"Zoo").to_string().lines().next(), Some("3 bytes as the `other` variant of Row"));
}

/// Two forms of one table: before 2015, no row had a kind.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(under(meter), salt(java_hash, of(meter), buckets = 16))]
enum Generation {
    Present {
        #[rowkey(chars("^\0"), separator = "\0")]
        meter: String,
        kind: u32,
    },
    Old {
        #[rowkey(chars("^\0"), separator = "\0")]
        meter: String,
    },
}

#[test]
fn a_key_without_a_tag_has_the_error_of_the_kind_that_it_fits_furthest() {
    let error = |key: &[u8]| Generation::decode(key).unwrap_err().to_string();
    let key = Generation::Present { meter: "MTR-A7".into(), kind: 1 }.encode().unwrap();
    let bucket = key[0];
    let with_label = |label: u8| [&[label], &key[1..]].concat();
    assert_eq!(
        error(&with_label(bucket ^ 1)),
        format!(
            "expected bucket {bucket} from the salt of `Generation::Present`, found bucket {} in the label at offset 0",
            bucket ^ 1
        )
    );
    assert_eq!(
        error(&with_label(99)),
        "expected the label of one of 16 buckets at offset 0 of `Generation`, found 0x63 ('c')"
    );
    // As an old row, it has three bytes too many. As a present one, it lacks one.
    assert_eq!(
        error(&key[..key.len() - 1]),
        "expected a key of one of the record types of `Generation`, found 0x00 0x00 0x00"
    );
}

/// Structs with one salt and without tags share the buckets.
#[test]
fn kinds_without_tags_and_with_one_salt_have_its_split_keys() {
    #[derive(RowKey)]
    struct Present {
        #[salt(buckets = 4)]
        id: u32,
        at: u32,
    }
    #[derive(RowKey)]
    struct Old {
        #[salt(buckets = 4)]
        id: u32,
    }
    #[derive(RowKey)]
    #[rowkey(store = hbase)]
    enum Row {
        Present(Present),
        Old(Old),
    }
    assert_eq!(Row::SPLIT_KEYS, [[1], [2], [3]]);
    assert_eq!(Row::SPLIT_KEYS, Present::SPLIT_KEYS);
}

/// Keys of no kind are those with the prefix of the enum, so that `disjoint!` can tell its keys from those of others.
#[test]
fn other_keys_have_the_prefix() {
    #[derive(RowKey, Clone, Debug, PartialEq)]
    #[rowkey(prefix = "t:", under(id))]
    enum Kept {
        #[rowkey(tag = "p")]
        Page { id: u8 },
        #[rowkey(other)]
        Other(Vec<u8>),
    }
    #[derive(RowKey)]
    #[rowkey(prefix = "s:")]
    struct Beside {
        name: String,
    }
    rowkey::disjoint!(Kept, Beside);
    let other = Kept::Other(b"t:zz".to_vec());
    assert_eq!(other.encode().unwrap(), b"t:zz");
    assert_eq!(Kept::decode(b"t:zz").unwrap(), other);
    assert_eq!(Kept::decode(b"zzzp").unwrap_err().to_string(), r#"expected "t:" at offset 0 of `Kept`, found "zz""#);
    let stranger = Kept::Other(b"s:anna".to_vec()).encode().unwrap_err();
    assert_eq!(stranger.to_string(), r#"the `other` variant of `Kept` must begin with the prefix "t:""#);
    assert!(Kept::Other(b"t:\x07p".to_vec()).encode().is_err(), "it is a page");
}

/// A kind may borrow from the key.
#[test]
fn kinds_borrow_from_the_key() {
    #[derive(RowKey, Debug, PartialEq)]
    struct Word<'a> {
        #[rowkey(chars("a-z"))]
        word: &'a str,
    }
    #[derive(RowKey, Debug, PartialEq)]
    enum Lent<'a> {
        #[rowkey(tag = "w")]
        Word(Word<'a>),
        #[rowkey(tag = "b")]
        Bytes { n: u8, bytes: &'a [u8] },
        #[rowkey(other)]
        Other(&'a [u8]),
    }
    let bytes = b"abcdef".to_vec();
    let rows = [Lent::Word(Word { word: "abc" }), Lent::Bytes { n: 7, bytes: &bytes }, Lent::Other(b"zz")];
    for row in rows {
        let key = row.encode().unwrap();
        let read = Lent::decode(&key).unwrap();
        assert_eq!(read, row);
        if let Lent::Bytes { bytes, .. } = read {
            assert!(key.as_ptr_range().contains(&bytes.as_ptr()), "it is borrowed");
        }
    }
    assert_eq!(Lent::scan_bytes().n(7).plan().unwrap().ranges().len(), 1);
    let _: Plan<Lent<'_>> = Lent::scan_word().plan().unwrap();
}

/// One more variant does not change the keys of the others, wherever it stands.
#[test]
fn a_new_kind_leaves_the_others() {
    #[derive(RowKey, Clone)]
    enum More {
        #[rowkey(tag = "O")]
        New { at: u64 },
        #[rowkey(tag = b"\xFF")]
        Last(u8, bool),
        #[rowkey(tag = "n")]
        Name(Name),
        #[rowkey(tag = "P")]
        Point {
            x: u8,
            #[rowkey(desc)]
            y: bool,
        },
        #[rowkey(tag = "MM")]
        Meta,
        #[rowkey(tag = "C")]
        Counter(Counter),
    }
    let locks = |layout: &rowkey::Layout| {
        layout.record_types().iter().map(|kind| (kind.name(), kind.layout().lock())).collect::<BTreeMap<_, _>>()
    };
    let (before, mut after) = (locks(Row::LAYOUT), locks(More::LAYOUT));
    assert_eq!(after.remove("New").as_deref(), Some("'O' | at: u64 as 8-byte number"));
    assert_eq!(before, after);
    let more = |row| match row {
        Row::Counter(it) => More::Counter(it),
        Row::Meta => More::Meta,
        Row::Point { x, y } => More::Point { x, y },
        Row::Last(a, b) => More::Last(a, b),
        Row::Name(it) => More::Name(it),
        Row::Unknown(_) => unreachable!("not among the rows"),
    };
    for row in rows() {
        assert_eq!(row.encode().unwrap(), more(row).encode().unwrap());
    }
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "z", salt(xxh3, buckets = 256, of(id)))]
struct Above {
    id: u64,
}

/// Two kinds with one tag, told by what follows it.
#[derive(RowKey, Clone, Debug, PartialEq)]
enum Halves {
    #[rowkey(tag = "t")]
    Above(Above),
    #[rowkey(tag = "t", salt(xxh3, buckets = 1_000, of(id), digits(5)))]
    Below { id: u64 },
}

/// rustc ends a constant that takes too many steps with an error, and this one merges the split keys of both kinds.
#[test]
fn many_split_keys_of_one_tag_compile() {
    assert_eq!(Halves::SPLIT_KEYS.len(), 1 + 255 + 999);
    assert!(Halves::SPLIT_KEYS.is_sorted());
}

rowkey::laws!(
    Name, Counter, Row, Task, Item, Named, Salted, Tree, House, Alike, Ruled, Renamed, Cut, Above, Halves, Generation
);

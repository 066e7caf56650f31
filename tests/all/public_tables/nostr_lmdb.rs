//! nostr-lmdb 0.45.3, by `tests/vectors/nostr_lmdb`: the keys in its seven indexes, and what its own queries find.

use crate::golden::golden;
use crate::tables::rows::{Row, Rows, same};
use rowkey::{RowKey, ScanPlan};
use std::collections::{BTreeMap, BTreeSet};

/// An event in the index `akci`: an author's events of one kind, the newest first.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = lmdb, index(
    #[derive(Debug, PartialEq)]
    unique ByAuthor(author, created_at, id),
    #[derive(Debug, PartialEq)]
    unique ByKind(kind, created_at, id),
    #[derive(Debug, PartialEq)]
    unique ByTime(created_at, id),
))]
struct Event {
    author: [u8; 32],
    kind: u16,
    #[rowkey(desc)]
    created_at: u64,
    id: [u8; 32],
}

/// One of its tags in the index `tci`, which knows neither author nor kind.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(store = lmdb, index(
    #[derive(Debug, PartialEq)]
    ByAuthorAndTag(author, tag, value, created_at, id),
    #[derive(Debug, PartialEq)]
    ByKindAndTag(kind, tag, value, created_at, id),
))]
struct Tag {
    tag: u8,
    #[rowkey(pad(182, cut))]
    value: Vec<u8>,
    #[rowkey(desc)]
    created_at: u64,
    id: [u8; 32],
    #[rowkey(skip)]
    author: [u8; 32],
    #[rowkey(skip)]
    kind: u16,
}

fn id(row: &Row) -> [u8; 32] {
    row.bytes("id_hex").try_into().unwrap()
}

fn event(row: &Row) -> Event {
    let author = row.bytes("author_hex").try_into().unwrap();
    Event { author, kind: row.number("kind"), created_at: row.number("created_at"), id: id(row) }
}

/// The tag with what the index keeps of its value.
fn tag(row: &Row) -> Tag {
    let Event { author, kind, created_at, id } = event(row);
    let mut value = row.bytes("value_hex");
    value.truncate(182);
    Tag { tag: row.text("tag").as_bytes()[0], value, created_at, id, author, kind }
}

#[test]
fn keys() {
    let mut cut = 0;
    let refused = Rows::read("nostr_lmdb_keys").check(|row| {
        let key = row.bytes("key_hex");
        match row.text("index") {
            "akci" => return same(event(row), &key),
            "aci" => return same(ByAuthor::from(&event(row)), &key),
            "kci" => return same(ByKind::from(&event(row)), &key),
            "ci" => return same(ByTime::from(&event(row)), &key),
            _ => {}
        }
        let left = tag(row);
        let whole = Tag { value: row.bytes("value_hex"), ..left.clone() };
        cut += usize::from(whole != left);
        match row.text("index") {
            "tci" => {
                golden(&Tag { author: [0; 32], kind: 0, ..left }, &key);
                assert_eq!(whole.encode().unwrap().as_ref(), key);
                Ok(())
            }
            "atci" => {
                assert_eq!(ByAuthorAndTag::from(&whole).encode().unwrap().as_ref(), key);
                same(ByAuthorAndTag::from(&left), &key)
            }
            "ktci" => {
                assert_eq!(ByKindAndTag::from(&whole).encode().unwrap().as_ref(), key);
                same(ByKindAndTag::from(&left), &key)
            }
            index => Err(format!("no index `{index}` is declared")),
        }
    });
    refused.are(&[]);
    assert_eq!(cut, 54, "values of more than 182 bytes, in three indexes");
}

/// The keys of each index, in order, and the events by their ids.
type Indexes = (BTreeMap<String, BTreeSet<Vec<u8>>>, BTreeMap<[u8; 32], Event>);

fn indexes() -> Indexes {
    let (mut keys, mut events) = Indexes::default();
    let refused = Rows::read("nostr_lmdb_keys").check(|row| {
        keys.entry(row.text("index").to_owned()).or_default().insert(row.bytes("key_hex"));
        events.insert(id(row), event(row));
        Ok::<_, &str>(())
    });
    refused.are(&[]);
    (keys, events)
}

/// The index that nostr-lmdb takes for the same query, and the plan over it; with an author, a kind and a tag at once it adds up
/// the rows of one index, as here.
fn plan(row: &Row) -> (&'static str, ScanPlan) {
    let cell = |name| Some(row.text(name)).filter(|text| !text.is_empty());
    let author: Option<[u8; 32]> = cell("author_hex").map(|_| row.bytes("author_hex").try_into().unwrap());
    let kind: Option<u16> = cell("kind").map(|kind| kind.parse().unwrap());
    let tag = cell("tag").map(|tag| (tag.as_bytes()[0], row.bytes("value_hex")));
    let since: u64 = cell("since").map_or(0, |text| text.parse().unwrap());
    let until: u64 = cell("until").map_or(u64::MAX, |text| text.parse().unwrap());
    let times = since..=until;
    let (index, plan): (_, Result<ScanPlan, _>) = match (author, kind, tag) {
        (None, None, None) => ("ci", ByTime::scan().created_at(times).plan().map(Into::into)),
        (Some(author), None, None) => ("aci", ByAuthor::scan().author(author).created_at(times).plan().map(Into::into)),
        (None, Some(kind), None) => ("kci", ByKind::scan().kind(kind).created_at(times).plan().map(Into::into)),
        (Some(author), Some(kind), None) => {
            ("akci", Event::scan().author(author).kind(kind).created_at(times).plan().map(Into::into))
        }
        (None, None, Some((tag, value))) => {
            ("tci", Tag::scan().tag(tag).value(value).created_at(times).plan().map(Into::into))
        }
        (None, Some(kind), Some((tag, value))) => {
            ("ktci", ByKindAndTag::scan().kind(kind).tag(tag).value(value).created_at(times).plan().map(Into::into))
        }
        (Some(author), _, Some((tag, value))) => (
            "atci",
            ByAuthorAndTag::scan().author(author).tag(tag).value(value).created_at(times).plan().map(Into::into),
        ),
    };
    (index, plan.unwrap())
}

/// One range of one index, in its order. A value that is cut finds the rows of all that begin alike; an event knows more than its key.
#[test]
fn queries() {
    let (keys, events) = indexes();
    let (mut found_rows, mut told_apart) = (0, 0);
    let refused = Rows::read("nostr_lmdb_queries").check(|row| {
        let (index, plan) = plan(row);
        assert_eq!(plan.ranges().len(), 1, "one range");
        let range = plan.ranges().next().unwrap();
        let is_row = |key: &&Vec<u8>| range.contains(key) && plan.matches(key);
        let author = Some(row.text("author_hex")).filter(|text| !text.is_empty()).map(|_| row.bytes("author_hex"));
        let kind: Option<u16> = row.text("kind").parse().ok();
        let of_event = |id: &[u8; 32]| {
            let event = &events[id];
            author.as_ref().is_none_or(|author| event.author == author[..])
                && kind.is_none_or(|kind| event.kind == kind)
        };
        let ids = keys[index].iter().filter(is_row).map(|key| *key.last_chunk().unwrap());
        let found: Vec<[u8; 32]> = ids.filter(of_event).collect();
        let expected = row.bytes("ids_hex");
        let expected: Vec<[u8; 32]> = expected.chunks(32).map(|id| id.try_into().unwrap()).collect();
        found_rows += expected.len();
        if row.bytes("value_hex").len() <= 182 {
            assert_eq!(found, expected);
        } else {
            let found: BTreeSet<_> = found.into_iter().collect();
            assert!(expected.iter().all(|id| found.contains(id)));
            told_apart += found.len() - expected.len();
        }
        Ok::<_, &str>(())
    });
    refused.are(&[]);
    assert_eq!((found_rows, told_apart), (449, 25));
}

rowkey::laws!(Event, Tag);

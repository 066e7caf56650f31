//! Subspaces, by brute force: the keys of several in one map, whose prefixes end in 00 and in FF, or are empty. What stores do
//! with them, `rowkey-store` tests.

use rowkey::scan::Direction;
use rowkey::{KeyRange, RowKey, ScanPlan, Subspace, SubspaceError, one_of, starts_with};
use std::collections::BTreeMap;

const PREFIXES: [&[u8]; 7] = [b"\0", b"\x01\0", b"acme/", b"a\xFF", b"\xFE\xFF\xFF", b"\xFF\0", b"\xFF\xFF"];

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Call {
    #[salt(buckets = 3)]
    #[rowkey(terminated)]
    phone: String,
    #[rowkey(desc)]
    at: u8,
}

fn calls() -> Vec<Call> {
    let phones = ["", "7", "7\0", "é"];
    phones.iter().flat_map(|phone| [0, 1, 0xFF].map(|at| Call { phone: (*phone).into(), at })).collect()
}

fn plans() -> Vec<ScanPlan> {
    let queries = [
        Call::scan().plan(),
        Call::scan().phone("7").plan(),
        Call::scan().phone("7"..).plan(),
        Call::scan().phone(one_of(["", "é"])).at(1..).plan(),
        Call::scan().filter_at(0).limit(3).plan(),
        Call::scan().phone(starts_with("7")).plan(),
    ];
    queries.into_iter().map(|plan| plan.unwrap().into()).collect()
}

type Map = BTreeMap<Vec<u8>, Call>;

/// The rows of a plan in a subspace, merged by hand; and the cursor behind the second.
fn rows(map: &Map, subspace: &Subspace, plan: &ScanPlan) -> (Vec<Call>, Option<String>) {
    let read = |range: KeyRange, direction: Direction| {
        let rows = direction.of(map.range(subspace.range(&range).into_bounds()));
        rows.map(|(key, call)| Ok::<_, SubspaceError>((subspace.strip(key)?, call)))
    };
    let rows: Vec<(&[u8], &Call)> = plan.merge(read).map(|row| row.unwrap().unwrap()).collect();
    let cursor = rows.get(1).map(|(key, _)| plan.cursor(key));
    (rows.into_iter().map(|(_, call)| call.clone()).collect(), cursor)
}

#[test]
fn plans_find_the_rows_of_their_subspace_in_the_order_of_a_map_alone() {
    let (mut map, alone) = (Map::new(), Subspace::new([]));
    for (number, prefix) in PREFIXES.iter().enumerate() {
        // Each has other rows.
        for (_, call) in calls().into_iter().enumerate().filter(|(row, _)| row % 5 != number) {
            map.insert(Subspace::new(prefix).encode(&call).unwrap(), call);
        }
    }
    let mut found = 0;
    for (number, prefix) in PREFIXES.iter().enumerate() {
        let subspace = Subspace::new(prefix);
        let inside = map.range(subspace.all().into_bounds()).map(|(key, call)| {
            assert_eq!(subspace.decode::<Call>(key).unwrap(), *call);
            (subspace.strip(key).unwrap().to_vec(), call.clone())
        });
        let own: Map = inside.collect();
        assert_eq!(own.len(), calls().iter().enumerate().filter(|(row, _)| row % 5 != number).count());
        for plan in plans().into_iter().flat_map(|plan| [plan.clone(), plan.reversed()]) {
            let (calls, cursor) = rows(&map, &subspace, &plan);
            assert_eq!((&calls, &cursor), (&rows(&own, &alone, &plan).0, &rows(&own, &alone, &plan).1), "{subspace:?}");
            assert!(subspace.ranges(&plan).map(|range| range.to_string()).eq(plan.ranges().map(|range| {
                let range = subspace.range(&range);
                assert!(range.start().starts_with(prefix));
                range.to_string()
            })));
            found += calls.len();
        }
        // The rest of a page, by the cursor of the same plan elsewhere.
        let (page, cursor) = rows(&map, &subspace, &Call::scan().plan().unwrap());
        let rest = Call::scan().resume(Some(&cursor.unwrap())).plan().unwrap();
        assert_eq!(rows(&map, &subspace, &rest).0, page[2..]);
    }
    assert!(found > 300, "{found} rows");
}

#[test]
fn every_range_holds_the_same_keys_behind_the_prefix() {
    let keys: Vec<Vec<u8>> = calls().iter().map(|call| call.encode().unwrap()).collect();
    let mut ends: Vec<Vec<u8>> = keys.clone();
    ends.extend([&b""[..], b"\0", b"\x01", b"\x02", b"\xFF", b"\xFF\xFF"].map(<[u8]>::to_vec));
    for prefix in PREFIXES.into_iter().chain([&b""[..]]) {
        let subspace = Subspace::new(prefix);
        let others = PREFIXES.into_iter().filter(|other| *other != prefix && !prefix.is_empty());
        let others: Vec<Vec<u8>> = others.flat_map(|other| keys.iter().map(move |key| [other, key].concat())).collect();
        for start in &ends {
            for stop in ends.iter().cloned().map(Some).chain([None]) {
                let range = KeyRange::new(start.clone(), stop);
                let under = subspace.range(&range);
                for key in &keys {
                    assert_eq!(under.contains(&[prefix, key].concat()), range.contains(key), "{subspace:?} {range}");
                }
                assert!(others.iter().all(|other| !under.contains(other)), "{subspace:?} {range} {under}");
            }
        }
    }
}

#[test]
fn a_key_of_another_subspace_is_told() {
    let subspace = Subspace::new(b"acme/");
    let call = Call { phone: "7".into(), at: 5 };
    let key = subspace.encode(&call).unwrap();
    assert_eq!(subspace.decode::<Call>(&key).unwrap(), call);
    for other in [&b"acme"[..], b"", b"acme0", b"bcme/a key"] {
        let error = subspace.strip(other).unwrap_err();
        let found = other[..other.len().min(5)].to_vec();
        assert_eq!(error, SubspaceError::Outside { expected: b"acme/".to_vec(), found });
        assert_eq!(subspace.decode::<Call>(other).unwrap_err(), error);
    }
    assert_eq!(
        subspace.strip(b"\x00\x2A").unwrap_err().to_string(),
        "expected a key with the prefix \"acme/\", found 0x00 0x2A"
    );
    let error = subspace.decode::<Call>(&key[..key.len() - 1]).unwrap_err();
    assert_eq!(error.to_string(), "cannot decode the key after the prefix \"acme/\"");
    let SubspaceError::Decode { source, .. } = error else { panic!("{error}") };
    assert_eq!(Some(*source), Call::decode(&key[5..key.len() - 1]).err());
    assert_eq!(
        [subspace, Subspace::new([0, 42])].map(|it| format!("{it:?}")),
        ["Subspace(\"acme/\")", "Subspace(00 2A)"]
    );
}

#[test]
fn split_keys_are_those_of_the_key_behind_the_prefix() {
    let subspace = Subspace::new(b"\xFF");
    assert!(subspace.split_keys::<Call>().eq([vec![0xFF, 1], vec![0xFF, 2]]));
    assert_eq!(subspace.split_keys::<Call>().len(), Call::SPLIT_KEYS.len());
}

#[derive(RowKey, Debug)]
struct Tenant {
    #[rowkey(terminated)]
    name: String,
}

#[derive(RowKey, Debug)]
#[rowkey(prefix = "m")]
struct Module(u16);

#[derive(RowKey, Debug)]
struct Short {
    #[pad(2)]
    name: String,
}

/// A key that ends in a field of this type shows its end, or not.
macro_rules! ends_in {
    ($($ty:ty => $is_free:literal)*) => {$({
        #[derive(RowKey)]
        struct Key(#[rowkey(chars("a-z"), separator = b"/")] String, $ty);
        assert_eq!(Key::LAYOUT.is_prefix_free(), $is_free, "{}", Key::LAYOUT);
    })*};
}

#[test]
fn keys_of_which_none_begins_another() {
    ends_in! {
        u32 => true
        Option<i8> => true
        Tenant => true
        Vec<u8> => false
        [u8; 3] => true
    }
    #[derive(RowKey)]
    struct Decimal(#[rowkey(decimal)] u32);
    #[derive(RowKey)]
    struct FromTheEnd(#[rowkey(decimal)] u32, u8);
    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Number(String, u32);
    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Text(u32, String);
    #[derive(RowKey)]
    #[rowkey(encoding = ordered_code)]
    struct Ordered(String, u32);
    let layouts = [Decimal::LAYOUT, FromTheEnd::LAYOUT, Number::LAYOUT, Text::LAYOUT, Ordered::LAYOUT];
    assert_eq!(layouts.map(|layout| layout.is_prefix_free()), [false, false, true, false, false]);
    // A longer text in a tuple goes on where the shorter one ends.
    let [short, long] = ["a", "a\0"].map(|text| Text(7, text.into()).encode().unwrap());
    assert!(long.starts_with(&short));
}

#[derive(RowKey, Debug)]
enum Owner {
    #[rowkey(tag = "U")]
    User { id: u8 },
    #[rowkey(tag = "T")]
    Team {
        #[rowkey(terminated)]
        name: String,
    },
    #[rowkey(tag = b"V\0")]
    Visitor,
}

/// An enum of fixed widths whose tags differ has no key that begins another, whatever the widths are.
#[test]
fn an_enum_can_own_a_subspace() {
    let text = |name: &str| Owner::Team { name: name.into() };
    let owners = [Owner::User { id: 0 }, Owner::User { id: b'T' }, text(""), text("a"), text("a\0"), Owner::Visitor];
    let prefixes = owners.each_ref().map(|owner| Subspace::of(owner).unwrap().prefix().to_vec());
    for (i, prefix) in prefixes.iter().enumerate() {
        assert_eq!(*prefix, owners[i].encode().unwrap());
        assert!(prefixes.iter().enumerate().all(|(j, other)| i == j || !other.starts_with(prefix)));
    }

    /// A key of the first type begins with the one of the second.
    #[derive(RowKey)]
    enum Open {
        Pair(u8, u8),
        One { id: u8 },
    }
    /// Without tags, but the second byte of the longer key is none of the shorter.
    #[derive(RowKey)]
    enum Apart {
        Pair(#[rowkey(len(1), chars("a"))] String, u8),
        One(#[rowkey(len(1), chars("b"))] String),
    }
    #[derive(RowKey)]
    enum Others {
        #[rowkey(tag = "U")]
        User { id: u8 },
        #[rowkey(other)]
        Other(Vec<u8>),
    }
    #[derive(RowKey)]
    enum Text {
        #[rowkey(tag = "U")]
        User { id: u8 },
        #[rowkey(tag = "N")]
        Name { name: String },
    }
    let layouts = [Owner::LAYOUT, Open::LAYOUT, Apart::LAYOUT, Others::LAYOUT, Text::LAYOUT];
    assert_eq!(layouts.map(|layout| layout.is_prefix_free()), [true, false, true, false, false]);
}

#[test]
fn the_subspace_of_an_owner_begins_with_its_key() {
    let of = |name: &str| Subspace::of(&Tenant { name: name.into() }).unwrap();
    let names = ["", "a", "a\0", "a\0\u{1}", "ab", "\u{FF}"];
    for (name, other) in names.iter().flat_map(|name| names.map(|other| (*name, other))) {
        assert_eq!(of(other).prefix().starts_with(of(name).prefix()), name == other, "{name:?} {other:?}");
    }
    assert_eq!(of("a").nested(&Subspace::of(&Module(7)).unwrap()), Subspace::new(b"a\0\x01m\0\x07"));
    assert_eq!(Subspace::default(), Subspace::new([]));
    let error = Subspace::of(&Short { name: "abc".into() }).unwrap_err();
    assert_eq!(error, Short { name: "abc".into() }.encode().unwrap_err());
}

rowkey::laws!(Call, Tenant, Module, Short, Owner);

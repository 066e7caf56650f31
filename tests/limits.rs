//! How far an input may go, and what happens there: one test for each line of the table in SECURITY.md that names no other file.

use rowkey::scan::Merge;
use rowkey::{EncodeError, KeyRange, RowKey, ScanError, one_of};

#[derive(RowKey, Debug, PartialEq)]
struct Texts {
    #[rowkey(terminated)]
    escaped: String,
    #[rowkey(terminated, desc)]
    turned: Vec<u8>,
    rest: String,
}

#[derive(RowKey, Debug, PartialEq)]
struct Call {
    phone: u64,
    at: u64,
    seconds: u32,
}

fn too_many(found: u128) -> ScanError {
    ScanError::TooManyRanges { key: "Call", found, most: 65_536 }
}

#[test]
fn a_long_text_takes_two_bytes_for_one_at_most() {
    for width in [65_535, 1 << 20] {
        let texts = Texts { escaped: "\0".repeat(width), turned: vec![0; width], rest: "x".repeat(width) };
        let key = texts.encode().unwrap();
        assert_eq!(key.len(), 2 * (2 * width + 2) + width);
        assert_eq!(Texts::decode(&key).unwrap(), texts);
        assert_eq!(Texts::scan().escaped(&texts.escaped).turned(&texts.turned).plan().unwrap().ranges().count(), 1);
    }
}

#[test]
fn what_is_explained_of_a_long_key_is_short() {
    let texts = Texts { escaped: "a".repeat(1 << 20), turned: Vec::new(), rest: "\u{1}".repeat(1 << 20) };
    let key = texts.encode().unwrap();
    assert!(Texts::explain(&key).to_string().len() < 2_000);
    let broken = Texts::decode(&key[..1 << 20]).unwrap_err();
    assert!(broken.to_string().len() < 500, "{broken}");
}

#[test]
fn a_million_values_are_no_plan_unless_it_is_allowed() {
    let million = || Call::scan().phone(one_of(0..1_000_000));
    assert_eq!(million().plan().unwrap_err(), too_many(1_000_000));
    assert_eq!(million().max_ranges(1_000_000).plan().unwrap().ranges().count(), 1_000_000);
}

#[test]
fn a_million_ranges_are_no_plan_unless_it_is_allowed() {
    let ranges = |count: u64| Call::scan().phone(one_of((0..count).map(|phone| 3 * phone..3 * phone + 2)));
    let refused = ScanError::TooManyRanges { key: "Call", found: 1_000_000, most: 4_096 };
    assert_eq!(ranges(1_000_000).plan().unwrap_err(), refused);
    assert_eq!(ranges(10_000).max_ranges(10_000).plan().unwrap().ranges().count(), 10_000);
    // Without a limit of its own: those that meet are one range.
    let one = Call::scan().phone(one_of((0..4_000u64).map(|phone| phone..phone + 2))).max_ranges(1).plan().unwrap();
    assert_eq!(one.ranges().count(), 1);
}

#[test]
fn values_are_multiplied_before_ranges_are_made() {
    let query = Call::scan().phone(one_of(0..1_000_000)).at(one_of(0..1_000_000));
    assert_eq!(query.plan().unwrap_err(), too_many(1_000_000_000_000));
}

#[test]
fn a_filter_takes_a_million_values() {
    let plan = Call::scan().filter_at(one_of((0..1_000_000).map(|at| 3 * at))).plan().unwrap();
    for at in 2_999_900..3_000_100 {
        let key = Call { phone: 7, at, seconds: 1 }.key();
        assert_eq!(plan.matches(&key), at < 3_000_000 && at % 3 == 0);
    }
}

#[derive(RowKey, Debug, PartialEq)]
struct Spread {
    #[salt(buckets = 4_096)]
    phone: u64,
}

#[test]
fn split_keys_of_4096_buckets_are_constants() {
    assert_eq!(Spread::SPLIT_KEYS.len(), 4_095);
    assert!(Spread::SPLIT_KEYS.is_sorted());
    assert_eq!(Spread::scan().plan().unwrap().ranges().count(), 4_096);
}

#[derive(RowKey, Debug, PartialEq)]
struct Spread4097 {
    #[salt(buckets = 4_097)]
    phone: u64,
}

#[derive(RowKey, Debug, PartialEq)]
struct Spread70000 {
    #[salt(buckets = 70_000)]
    phone: u64,
}

#[test]
fn split_keys_of_more_buckets_are_made_while_the_program_runs() {
    for (layout, buckets) in [(Spread4097::LAYOUT, 4_097), (Spread70000::LAYOUT, 70_000)] {
        assert_eq!(layout.split_keys().len(), 0);
        let keys = rowkey::split::even(layout, buckets).unwrap();
        assert!(keys.len() + 1 == buckets as usize && keys.is_sorted(), "{} keys", keys.len());
    }
    let plan = Spread4097::scan().plan().unwrap();
    let rows = Merge::new(&plan, |_: KeyRange, _| Vec::<Vec<u8>>::new()).check();
    let error = ScanError::TooManyToMerge { key: "Spread4097", found: 4_097, most: 4_096 };
    assert_eq!((plan.ranges().count(), rows.unwrap_err()), (1, error));
    assert_eq!(Spread4097::scan().max_ranges(4_097).plan().unwrap().ranges().count(), 4_097);
    assert_eq!(Spread70000::scan().max_ranges(70_000).plan().unwrap().ranges().count(), 70_000);
}

macro_rules! kept_by {
    ($($store:ident $key:ident)*) => {$(
        #[derive(RowKey, Debug, PartialEq)]
        #[rowkey(store = $store)]
        struct $key {
            id: u8,
            text: String,
        }
    )*};
}

kept_by! { hbase InHBase bigtable InBigtable lmdb InLmdb foundationdb InFoundationDb dynamodb InDynamoDb }

#[test]
fn keys_end_where_the_store_ends() {
    fn check<K: RowKey<EncodeError = EncodeError, Bytes = Vec<u8>>>(most: usize, key: impl Fn(String) -> K) {
        assert_eq!(key("x".repeat(most - 1)).encode().map(|key| key.len()), Ok(most));
        for found in [most + 1, most + 2, 1 << 20] {
            let error = key("x".repeat(found - 1)).encode().unwrap_err();
            let is_named =
                matches!(&error, EncodeError::TooLong { found: it, most: least, .. } if (*it, *least) == (found, most));
            assert!(is_named, "{error:?}");
        }
    }
    check(32_767, |text| InHBase { id: 1, text });
    check(4_096, |text| InBigtable { id: 1, text });
    check(511, |text| InLmdb { id: 1, text });
    check(10_000, |text| InFoundationDb { id: 1, text });
    check(1_024, |text| InDynamoDb { id: 1, text });
}

macro_rules! wide {
    ($($field:ident)*) => {
        #[derive(RowKey, Debug, PartialEq)]
        struct Wide {
            $($field: u16,)*
        }

        fn wide(value: u16) -> Wide {
            Wide { $($field: value),* }
        }
    };
}

wide! {
    f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25 f26 f27 f28 f29
    f30 f31 f32 f33 f34 f35 f36 f37 f38 f39 f40 f41 f42 f43 f44 f45 f46 f47 f48 f49 f50 f51 f52 f53 f54 f55 f56
    f57 f58 f59 f60 f61 f62 f63 f64 f65 f66 f67 f68 f69 f70 f71 f72 f73 f74 f75 f76 f77 f78 f79 f80 f81 f82 f83
    f84 f85 f86 f87 f88 f89 f90 f91 f92 f93 f94 f95 f96 f97 f98 f99 f100 f101 f102 f103 f104 f105 f106 f107 f108
    f109 f110 f111 f112 f113 f114 f115 f116 f117 f118 f119 f120 f121 f122 f123 f124 f125 f126 f127
}

#[test]
fn a_key_of_128_fields_compiles() {
    let key = wide(7).key();
    assert_eq!((key.len(), Wide::decode(&key)), (256, Ok(wide(7))));
    assert_eq!(Wide::scan().f0(7).f1(7).filter_f127(8).plan().unwrap().ranges().count(), 1);
}

macro_rules! kinds {
    ($($kind:ident = $tag:literal),*) => {
        #[derive(RowKey, Debug, PartialEq)]
        enum Kinds {
            $(#[rowkey(tag = $tag)] $kind { number: u32, text: String },)*
        }

        fn kinds() -> Vec<Kinds> {
            Vec::from([$(Kinds::$kind { number: 7, text: "x".into() }),*])
        }
    };
}

kinds! {
    K0 = "00", K1 = "01", K2 = "02", K3 = "03", K4 = "04", K5 = "05", K6 = "06", K7 = "07", K8 = "08", K9 = "09",
    K10 = "10", K11 = "11", K12 = "12", K13 = "13", K14 = "14", K15 = "15", K16 = "16", K17 = "17", K18 = "18",
    K19 = "19", K20 = "20", K21 = "21", K22 = "22", K23 = "23", K24 = "24", K25 = "25", K26 = "26", K27 = "27",
    K28 = "28", K29 = "29", K30 = "30", K31 = "31", K32 = "32", K33 = "33", K34 = "34", K35 = "35", K36 = "36",
    K37 = "37", K38 = "38", K39 = "39", K40 = "40", K41 = "41", K42 = "42", K43 = "43", K44 = "44", K45 = "45",
    K46 = "46", K47 = "47", K48 = "48", K49 = "49", K50 = "50", K51 = "51", K52 = "52", K53 = "53", K54 = "54",
    K55 = "55", K56 = "56", K57 = "57", K58 = "58", K59 = "59", K60 = "60", K61 = "61", K62 = "62", K63 = "63"
}

#[test]
fn a_table_of_64_kinds_compiles() {
    assert_eq!(kinds().len(), 64);
    for kind in kinds() {
        assert_eq!(Kinds::decode(&kind.encode().unwrap()), Ok(kind));
    }
}

macro_rules! nested {
    ($outer:ident of $inner:ident) => {
        #[derive(RowKey, Debug, PartialEq, Default)]
        struct $outer {
            inner: $inner,
            level: u8,
        }
    };
}

#[derive(RowKey, Debug, PartialEq, Default)]
struct Leaf {
    name: [u8; 2],
}

nested!(Level0 of Leaf);
nested!(Level1 of Level0);
nested!(Level2 of Level1);
nested!(Level3 of Level2);
nested!(Level4 of Level3);
nested!(Level5 of Level4);
nested!(Level6 of Level5);
nested!(Level7 of Level6);
nested!(Level8 of Level7);
nested!(Level9 of Level8);
nested!(Level10 of Level9);

#[test]
fn keys_nest_in_twelve_levels() {
    let key = Level10::default().key();
    assert_eq!((key.len(), Level10::decode(&key)), (13, Ok(Level10::default())));
}

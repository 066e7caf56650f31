//! In which region a row lies, and how many of the rows each region gets.

use super::tables::rows::Rows;
use rowkey::RowKey;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// The table of the digits that are not shifted: the split keys end at 7FFFFFFF, the digits do not.
#[derive(RowKey, Debug)]
#[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500), allow(uneven)))]
struct Unshifted {
    #[salt(md5, buckets = 1 << 28, hex(7))]
    id: String,
}

/// The same with the whole digest in front, as a field.
#[derive(RowKey, Debug)]
#[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500), allow(uneven)))]
struct Digest {
    #[rowkey(hashed, len(32), chars("0-9a-f"))]
    md5: String,
    id: String,
}

#[derive(RowKey, Debug)]
#[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
struct Shifted {
    #[salt(md5, buckets = 1 << 27, hex(7))]
    id: String,
}

fn ids() -> Vec<String> {
    let mut ids = Vec::new();
    let refused = Rows::read("e_md5shift_keys").check(|row| {
        ids.push(row.text("row_id").to_string());
        Ok::<_, String>(())
    });
    refused.are(&[]);
    ids
}

/// Rows per region of the table that the layout cuts.
fn counted<K: RowKey>(keys: impl Iterator<Item = K>) -> BTreeMap<usize, usize> {
    let mut rows = BTreeMap::new();
    for key in keys {
        let bytes = key.encode().unwrap();
        let region = key.region().unwrap();
        let start = region.checked_sub(1).map(|before| K::SPLIT_KEYS[before]);
        assert!(start.is_none_or(|start| start <= bytes.as_ref()));
        assert!(K::SPLIT_KEYS.get(region).is_none_or(|stop| bytes.as_ref() < *stop));
        assert_eq!(K::explain(bytes.as_ref()).region(), region);
        *rows.entry(region).or_default() += 1;
    }
    rows
}

/// The rows of each region are what its share says, within six standard deviations.
fn compare(name: &str, shares: &[f64], rows: &BTreeMap<usize, usize>, all: usize) {
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{name}");
    for (region, share) in shares.iter().enumerate() {
        let (expected, found) = (share * all as f64, rows.get(&region).copied().unwrap_or(0) as f64);
        let deviation = (expected * (1.0 - share)).sqrt();
        assert!((found - expected).abs() <= 6.0 * deviation + 1.0, "{name}: region {region}: {found}, {expected}");
    }
}

fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_rows_of_each_region_are_its_share() {
    use md5::{Digest as _, Md5};
    let all: Vec<String> = ids().into_iter().chain((0..20_000).map(|id| format!("id {id}"))).collect();

    let unshifted = Unshifted::LAYOUT.region_shares().unwrap();
    let rows = counted(all.iter().cloned().map(|id| Unshifted { id }));
    compare("unshifted", &unshifted, &rows, all.len());
    assert!(unshifted[499] > 0.5, "{}", unshifted[499]);

    let digest = Digest::LAYOUT.region_shares().unwrap();
    let key = |id: &String| Digest { md5: hex(Md5::digest(id)), id: id.clone() };
    compare("digest", &digest, &counted(all.iter().map(key)), all.len());
    assert!(digest[499] > 0.5);

    let shifted = Shifted::LAYOUT.region_shares().unwrap();
    compare("shifted", &shifted, &counted(all.iter().cloned().map(|id| Shifted { id })), all.len());
    assert!(shifted.iter().all(|share| *share < 0.0021));
}

#[test]
fn the_byte_map_names_an_uneven_region() {
    let map = Unshifted::LAYOUT.to_string();
    let lines: Vec<&str> = map.lines().filter(|line| line.contains("region:")).collect();
    assert_eq!(lines, [r#"uneven region: "7fbe7635" .. end of table, 50 % of the rows"#]);
    assert!(!Shifted::LAYOUT.to_string().contains("uneven"));
}

/// A region may hold four times the mean: half of the rows among eight regions, not among nine.
#[test]
fn a_region_is_uneven_above_four_times_the_mean() {
    #[derive(RowKey)]
    #[rowkey(split(keys(b"\x20", b"\x30", b"\x40", b"\x50", b"\x60", b"\x70", b"\x80")))]
    struct Eight(#[rowkey(hashed)] u32);
    #[derive(RowKey)]
    #[rowkey(split(keys(b"\x10", b"\x20", b"\x30", b"\x40", b"\x50", b"\x60", b"\x70", b"\x80"), allow(uneven)))]
    struct Nine(#[rowkey(hashed)] u32);
    assert!(!Eight::LAYOUT.to_string().contains("uneven"));
    assert!(Nine::LAYOUT.to_string().contains("uneven region: 80 .. end of table, 50 % of the rows"));
}

/// A salt has shares, as far as it fills its buckets; without a hash nothing is known.
#[test]
fn shares_are_known_where_a_hash_decides() {
    #[derive(RowKey)]
    #[rowkey(split(keys(b"\x01", b"\x02")))]
    struct Salted {
        #[salt(buckets = 4)]
        id: u64,
    }
    #[derive(RowKey)]
    struct Empty {
        #[rowkey(salt(modulo, buckets = 8, allow(empty)), time(millis))]
        at: i64,
    }
    #[derive(RowKey)]
    #[rowkey(split(regions = 4))]
    struct Plain {
        id: u64,
    }
    #[derive(RowKey)]
    #[rowkey(prefix = "p:", split(keys("a", b"p:\x40", b"p:\x80", "q"), allow(dead)))]
    struct Hashed {
        #[rowkey(hashed)]
        id: [u8; 16],
    }
    #[derive(RowKey)]
    #[rowkey(split(keys(b"\x40")))]
    struct Turned {
        #[rowkey(hashed, desc)]
        id: u8,
    }
    assert_eq!(Salted::LAYOUT.region_shares(), Some(vec![0.25, 0.25, 0.5]));
    assert_eq!((Empty::LAYOUT.region_shares(), Plain::LAYOUT.region_shares()), (None, None));
    assert_eq!(Turned::LAYOUT.region_shares(), Some(vec![0.25, 0.75]));
    let shares = Hashed::LAYOUT.region_shares().unwrap();
    assert_eq!(shares.iter().map(|share| (share * 1_000.0) as u32).collect::<Vec<_>>(), [0, 250, 250, 500, 0]);
}

/// One label is not cut by the table's owner: its region may be as large as it is.
#[test]
fn a_region_of_one_label_is_left_alone() {
    #[derive(RowKey)]
    #[rowkey(split(keys(
        b"\x01",
        b"\x01\x10",
        b"\x01\x20",
        b"\x01\x30",
        b"\x01\x40",
        b"\x01\x50",
        b"\x01\x60",
        b"\x01\x70",
        b"\x01\x80"
    )))]
    struct Two {
        #[salt(buckets = 2)]
        id: u64,
    }
    let mut shares = vec![0.0; 10];
    (shares[0], shares[1]) = (0.5, 0.5);
    assert_eq!(Two::LAYOUT.region_shares(), Some(shares));
}

rowkey::laws!(Unshifted, Digest, Shifted);

/// The regions of the rows of one second, written at 1,000 moments of it.
fn regions_of_a_second<K: RowKey<EncodeError: Debug>>(row: impl Fn(i64, u32) -> K) -> usize {
    let rows =
        (0..1_000u32).map(|millis| row(1_700_000_000_000 + i64::from(millis), millis.wrapping_mul(2_654_435_761)));
    rows.map(|row| row.region().unwrap()).collect::<BTreeSet<_>>().len()
}

/// A salt that the proof accepts spreads the rows of a second, also without a random field. One that needs `allow(hot)`
/// does not.
#[test]
fn an_accepted_salt_spreads_the_rows_of_a_second() {
    macro_rules! salted {
        ($($name:ident: $salt:meta, $($allow:meta)?;)*) => {$(
            #[derive(RowKey)]
            #[rowkey(store = hbase $(, $allow)?)]
            #[rowkey($salt)]
            struct $name {
                #[rowkey(time(millis))]
                at: i64,
                id: u32,
            }
        )*};
    }
    salted! {
        Millis: salt(modulo, buckets = 8, of(at)),;
        Xor: salt(xor, buckets = 8, of(at)),;
        Hash: salt(buckets = 8, of(at)),;
        Tenths: salt(buckets = 4, of(at.div(100))),;
        Rounded: salt(buckets = 2, of(at.floor(700).floor(1_000))),;
        HourAndId: salt(buckets = 8, of(at.hour, id)),;
        Hour: salt(buckets = 8, of(at.hour)), allow(hot);
        Seconds: salt(buckets = 8, of(at.div(1_000))), allow(hot);
        Minute: salt(modulo, buckets = 8, of(at.floor(60_000))), allow(hot);
    }
    macro_rules! regions {
        ($($name:ident)*) => { [$(regions_of_a_second(|at, id| $name { at, id })),*] };
    }
    assert_eq!(regions!(Millis Xor Hash HourAndId), [8; 4]);
    assert_eq!(regions!(Tenths Rounded), [4, 2]);
    assert_eq!(regions!(Hour Seconds Minute), [1; 3]);
}

/// The layout does not know whether all times are whole seconds, so both are accepted.
#[test]
fn a_source_can_say_that_buckets_of_numbers_stay_empty() {
    #[derive(RowKey)]
    struct Raw {
        #[rowkey(raw, salt(modulo, buckets = 8, allow(empty)))]
        at: i64,
    }
    #[derive(RowKey)]
    struct Whole {
        #[rowkey(time(millis), salt(modulo, buckets = 8, allow(empty)))]
        at: i64,
    }
    let buckets = |at: i64| [Raw { at }.key()[0], Whole { at }.key()[0]];
    assert_eq!(buckets(1_700_000_000_000), [0; 2]);
    assert_eq!(buckets(1_700_000_000_003), [3; 2]);
}

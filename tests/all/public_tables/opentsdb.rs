//! OpenTSDB 2.4.0, by `tests/vectors/opentsdb`: the rows of points with one to four tags, salted and not, and the ranges of queries.

use crate::golden::golden;
use crate::tables::rows::{Row, Rows};
use rowkey::{KeyRange, OwnedKey, RowKey, ScanPlan};
use std::fmt::Debug;

type Uid = [u8; 3];

/// A row for each salt.
macro_rules! series {
    ($($(#[$salt:meta])* $series:ident)*) => {$(
        #[derive(RowKey, Clone, Debug, PartialEq)]
        $(#[$salt])*
        #[rowkey(store = hbase)]
        struct $series {
            metric: Uid,
            /// Seconds, a multiple of 3,600.
            base: u32,
            #[rowkey(repeated)]
            tags: Vec<(Uid, Uid)>,
        }

        impl Series for $series {
            fn of(metric: Uid, base: u32, tags: Vec<(Uid, Uid)>) -> Self {
                Self { metric, base, tags }
            }

            fn hours(metric: Uid, from: u32, to: u32) -> ScanPlan {
                $series::scan().metric(metric).base(from..to).plan().unwrap().into()
            }
        }
    )*};
}

series! {
    Unsalted
    #[rowkey(salt(with = rowkey::salt::phoenix, buckets = 8, of(metric, tags)))]
    By8
    #[rowkey(salt(with = rowkey::salt::phoenix, buckets = 20, of(metric, tags)))]
    By20
    #[rowkey(salt(with = rowkey::salt::phoenix, buckets = 256, of(metric, tags)))]
    By256
    #[rowkey(salt(with = rowkey::salt::phoenix, buckets = 500, of(metric, tags)))]
    By500
}

trait Series: OwnedKey<EncodeError: Debug> + PartialEq + Debug {
    fn of(metric: Uid, base: u32, tags: Vec<(Uid, Uid)>) -> Self;
    fn hours(metric: Uid, from: u32, to: u32) -> ScanPlan;
}

/// Runs `$check` with the row of this salt.
macro_rules! by_salt {
    ($row:ident, $check:ident($($argument:expr),*)) => {
        match ($row.number("salt_width"), $row.number("salt_buckets")) {
            (0, _) => $check::<Unsalted>($($argument),*),
            (1, 8) => $check::<By8>($($argument),*),
            (1, 20) => $check::<By20>($($argument),*),
            (1, 256) => $check::<By256>($($argument),*),
            (2, 500) => $check::<By500>($($argument),*),
            salt => Err(format!("no row is declared with the salt {salt:?}")),
        }
    };
}

fn metric(row: &Row) -> Uid {
    row.bytes("metric_hex").try_into().unwrap()
}

#[test]
fn keys() {
    fn check<S: Series>(row: &Row) -> Result<(), String> {
        let base = row.number("base_time");
        assert_eq!(base, row.number::<u32>("seconds") / 3_600 * 3_600);
        let uid = |hex: &str| u32::from_str_radix(hex, 16).unwrap().to_be_bytes()[1..].try_into().unwrap();
        let pair = |hex: &str| (uid(&hex[..6]), uid(&hex[6..]));
        let mut tags: Vec<(Uid, Uid)> = row.text("pairs_hex").split(',').map(pair).collect();
        tags.sort_unstable(); // by the uids, not as the tags were given
        golden(&S::of(metric(row), base, tags), &row.bytes("key_hex"));
        Ok(())
    }
    let refused = Rows::read("opentsdb_keys").check(|row| by_salt!(row, check(row)));
    refused.are(&[]);
}

#[test]
fn scans() {
    fn check<S: Series>(row: &Row) -> Result<(), String> {
        let plan = S::hours(metric(row), row.number("start_base"), row.number("end_base"));
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let range = |range: KeyRange| format!("{}:{}", hex(range.start()), hex(range.stop().unwrap()));
        let ranges: Vec<String> = plan.ranges().map(range).collect();
        assert_eq!(ranges.join(","), row.text("ranges_hex"));
        Ok(())
    }
    let refused = Rows::read("opentsdb_scans").check(|row| by_salt!(row, check(row)));
    refused.are(&[]);
}

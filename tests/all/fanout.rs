//! What HBase's users do by hand, row by row of what it writes: a scan per bucket, and patterns for its fuzzy filter.

use rowkey::scan::Next;
use rowkey::{KeyRange, RowKey, ScanPlan, one_of, starts_with};

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|&byte| byte != b'-').collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// The columns of a file's rows, without the header.
fn rows(file: &str) -> Vec<Vec<&str>> {
    file.lines().skip(1).map(|line| line.split('\t').collect()).collect()
}

/// A table of so many buckets with a label of one byte, and the plan of a range of it.
macro_rules! salted {
    ($($buckets:literal => $table:ident;)*) => {
        $(
            #[derive(RowKey)]
            #[rowkey(salt(xxh3, buckets = $buckets, of(..)))]
            struct $table {
                key: Vec<u8>,
            }
        )*

        fn plan_of(buckets: &str, range: KeyRange) -> Option<ScanPlan> {
            let start = range.start().to_vec();
            let stop = range.stop().map(<[u8]>::to_vec);
            match (buckets, stop) {
                ("1", Some(stop)) => One::scan().key(start..stop).plan().ok().map(Into::into),
                ("1", None) => One::scan().key(start..).plan().ok().map(Into::into),
                $(
                    (stringify!($buckets), Some(stop)) => $table::scan().key(start..stop).plan().ok().map(Into::into),
                    (stringify!($buckets), None) => $table::scan().key(start..).plan().ok().map(Into::into),
                )*
                _ => None,
            }
        }
    };
}

/// No salt has one bucket; its label is a prefix.
#[derive(RowKey, Debug)]
#[rowkey(prefix = b"\0")]
struct One {
    key: Vec<u8>,
}

salted! {
    2 => Two;
    3 => Three;
    4 => Four;
    16 => Sixteen;
    255 => All255;
    256 => All256;
}

#[test]
fn a_range_per_bucket() {
    let (mut lines, mut intervals) = (0, 0);
    for row in rows(include_str!("../vectors/hbasewd_intervals.tsv")) {
        let [start, stop, buckets, expected] = row[..] else { panic!("{row:?}") };
        let stop = (stop != "-").then(|| unhex(stop));
        let plan = plan_of(buckets, KeyRange::new(unhex(start), stop)).unwrap_or_else(|| panic!("{buckets} buckets"));
        let ranges: Vec<KeyRange> = plan.ranges().collect();
        let expected: Vec<&str> = expected.split(',').collect();
        assert_eq!(ranges.len(), expected.len(), "{row:?}");
        for (i, (range, expected)) in ranges.iter().zip(&expected).enumerate() {
            let (start, stop) = expected.split_once(':').unwrap();
            assert_eq!(range.start(), unhex(start), "{row:?}");
            let label = range.start()[0];
            match range.stop() {
                // Of the last bucket, HBaseWD reads to the end of the table, and we to the end of the bucket.
                Some(end) if stop == "-" => assert!(i + 1 == ranges.len() && end == [label + 1], "{row:?}"),
                end => assert_eq!(end.unwrap_or_default(), unhex(stop), "{row:?}"),
            }
            intervals += 1;
        }
        lines += 1;
    }
    assert_eq!((lines, intervals), (34, 2_430));
}

/// Sixteen bytes, each a field: as wide as the widest row, or wider.
#[derive(RowKey, Debug)]
struct Bytes(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8);

const WIDTH: usize = 16;

fn only(scan: BytesScan, place: usize, byte: u8) -> BytesScan {
    match place {
        0 => scan.filter_0(byte),
        1 => scan.filter_1(byte),
        2 => scan.filter_2(byte),
        3 => scan.filter_3(byte),
        4 => scan.filter_4(byte),
        5 => scan.filter_5(byte),
        6 => scan.filter_6(byte),
        7 => scan.filter_7(byte),
        8 => scan.filter_8(byte),
        9 => scan.filter_9(byte),
        10 => scan.filter_10(byte),
        11 => scan.filter_11(byte),
        12 => scan.filter_12(byte),
        13 => scan.filter_13(byte),
        14 => scan.filter_14(byte),
        _ => scan.filter_15(byte),
    }
}

/// `FuzzyRowFilter` as HBase has it, for rows of any width: those that end inside the pattern match so far.
mod hbase {
    /// With wide loads it only says whether the row matches; without, also where no row further on can.
    pub fn satisfies(row: &[u8], pattern: &[u8], mask: &[u8], reverse: bool) -> (&'static str, &'static str) {
        let mut later = false;
        for ((byte, given), any) in row.iter().zip(pattern).zip(mask) {
            if *any == 0 && byte != given {
                let next = later || (byte < given) != reverse;
                return ("NEXT_EXISTS", if next { "NEXT_EXISTS" } else { "NO_NEXT" });
            }
            // It looks at the pattern's byte, which it has set to 0, and not at the row's.
            later |= *any == 1 && !reverse;
        }
        ("YES", "YES")
    }

    /// The least row above `row` that matches, without zeros at its end that any row of the pattern may have. Of a row
    /// that ends inside the pattern, HBase reads what lies behind it: `Err` where that decides, if it is ASCII.
    pub fn hint(row: &[u8], pattern: &[u8], mask: &[u8]) -> Result<Option<Vec<u8>>, ()> {
        let followed_by = |byte| least_above(row, byte, pattern, mask);
        let (least, greatest) = (followed_by(0), followed_by(0x7F));
        if least == greatest { Ok(least) } else { Err(()) }
    }

    fn least_above(row: &[u8], behind: u8, pattern: &[u8], mask: &[u8]) -> Option<Vec<u8>> {
        let width = row.len().max(pattern.len());
        let is_any = |place: usize| mask.get(place) != Some(&0);
        let mut result: Vec<u8> = (0..width).map(|i| if is_any(i) { 0 } else { pattern[i] }).collect();
        let (mut raised, mut raise) = (false, None);
        for place in 0..width {
            let byte = *row.get(place).unwrap_or(&behind);
            if is_any(place) {
                result[place] = byte;
                raise = if byte == 0xFF { raise } else { Some(place) };
            } else if byte != pattern[place] {
                raised = byte < pattern[place];
                break;
            }
        }
        if !raised {
            let place = raise?;
            result[place] += 1;
            (place + 1..width).filter(|&i| is_any(i)).for_each(|i| result[i] = 0);
        }
        let last_given = (0..mask.len().min(width)).rev().find(|&i| !is_any(i));
        result.truncate(last_given.max(raise).map_or(0, |last| last + 1));
        Some(result)
    }
}

#[test]
fn the_fuzzy_filter_of_hbase() {
    let (mut forward, mut reverse, mut hints, mut seeks) = (0, 0, 0, 0);
    for columns in rows(include_str!("../vectors/fuzzy_filter.tsv")) {
        let [row, pattern, mask, reversed, wide, narrow, hint] = columns[..] else { panic!("{columns:?}") };
        let (row, pattern, mask) = (unhex(row), unhex(pattern), unhex(mask));
        assert_eq!(hbase::satisfies(&row, &pattern, &mask, reversed == "true"), (wide, narrow), "{columns:?}");
        if reversed == "true" {
            // Its hints are known to be wrong.
            reverse += 1;
            continue;
        }
        forward += 1;
        let found = hbase::hint(&row, &pattern, &mask);
        let expected = match hint {
            "NONE" => Ok(None),
            "UNDEFINED(reads past row)" => Err(()),
            hint => Ok(Some(unhex(hint))),
        };
        assert_eq!(found, expected, "{columns:?}");
        hints += usize::from(expected.is_ok());

        // The same pattern asked of a key as wide as the widest row.
        let given = || (0..pattern.len()).filter(|&place| mask[place] == 0);
        let scan = given().fold(Bytes::scan(), |scan, place| only(scan, place, pattern[place]));
        let plan = scan.plan().unwrap();
        let wide = |bytes: &[u8]| [bytes, &[0; WIDTH][bytes.len()..]].concat();
        let key = wide(&row);
        let pairs = plan.fuzzy().unwrap();
        let [(ours, any)] = &pairs[..] else { panic!("{pairs:?}") };
        assert!((0..WIDTH).all(|place| (any[place] == 0) == given().any(|it| it == place)));
        assert!(given().all(|place| ours[place] == pattern[place]));
        if row.len() >= pattern.len() {
            assert_eq!(hbase::satisfies(&key, ours, any, false).0 == "YES", columns[4] == "YES");
            assert_eq!(plan.matches(&key), columns[4] == "YES");
        }
        match expected {
            Ok(None) if columns[4] != "YES" => assert_eq!(plan.next(&key), Next::Done, "{columns:?}"),
            Ok(Some(hint)) if columns[4] != "YES" => {
                assert_eq!(plan.next(&key), Next::Seek(wide(&hint).into()), "{columns:?}")
            }
            _ => continue,
        }
        seeks += 1;
    }
    assert_eq!((forward, reverse, hints, seeks), (185, 205, 165, 71));
}

#[derive(RowKey, Debug)]
#[rowkey(prefix = "c:", separator = "_")]
struct Call {
    #[salt(xor, buckets = 6, of(phone))]
    phone: u16,
    #[rowkey(len(2))]
    side: String,
    minute: u16,
    #[rowkey(raw)]
    price: i8,
}

/// A pattern as text: hex digits, and `..` for any byte.
fn patterns(plan: &ScanPlan) -> Vec<String> {
    let byte = |(byte, any): (&u8, &u8)| if *any == 1 { "..".to_owned() } else { format!("{byte:02x}") };
    let pattern = |(bytes, mask): &(Vec<u8>, Vec<u8>)| bytes.iter().zip(mask).map(byte).collect::<Vec<_>>().join(" ");
    plan.fuzzy().unwrap().iter().map(pattern).collect()
}

#[test]
fn patterns_give_what_is_known_and_leave_the_rest() {
    let all = Call::scan().plan().unwrap();
    assert_eq!(patterns(&all), ["63 3a .. 5f .. .. 5f .. .. 5f .. .. 5f .."]);
    // Of a known phone, the label too; of several buckets, any label.
    let one = Call::scan().phone(7).filter_minute(0x0102).plan().unwrap();
    assert_eq!(patterns(&one), ["63 3a 01 5f 00 07 5f .. .. 5f 01 02 5f .."]);
    let two = Call::scan().phone(one_of([7, 8])).filter_side("ab").plan().unwrap();
    assert_eq!(patterns(&two), ["07", "08"].map(|it| format!("63 3a .. 5f 00 {it} 5f 61 62 5f .. .. 5f ..")));
    // What all of a range begins with, and all texts; of several values a pattern each.
    let some = Call::scan().filter_minute(0x0110..=0x01FF).filter_side(starts_with("a")).plan().unwrap();
    assert_eq!(patterns(&some), ["63 3a .. 5f .. .. 5f 61 .. 5f 01 .. 5f .."]);
    let pairs = Call::scan().filter_side(one_of(["ab", "ac"])).filter_price(one_of([1, 2])).plan().unwrap();
    let expected = ["62 5f .. .. 5f 01", "62 5f .. .. 5f 02", "63 5f .. .. 5f 01", "63 5f .. .. 5f 02"];
    assert_eq!(patterns(&pairs), expected.map(|it| format!("63 3a .. 5f .. .. 5f 61 {it}")));
    // Of too many, what they share.
    let many = Call::scan().filter_minute(one_of(0x0100..0x0141)).plan().unwrap();
    assert_eq!(patterns(&many), ["63 3a .. 5f .. .. 5f .. .. 5f 01 .. 5f .."]);
    assert_eq!(patterns(&Call::scan().filter_minute(one_of(0x0100..0x0140)).plan().unwrap()).len(), 64);
    // A range of values is not one of bytes where they do not sort.
    assert_eq!(patterns(&Call::scan().filter_price(1..2).plan().unwrap()), patterns(&all));
    assert!(patterns(&Call::scan().filter_side("abc").plan().unwrap()).is_empty());
}

#[derive(RowKey, Debug)]
enum Tagged {
    #[rowkey(tag = "U", was(tag = "u"))]
    User { a: u8, b: u8 },
    #[rowkey(tag = "P")]
    Page { x: u16 },
}

/// Once patterns are merged, only bytes that rows of all tags have are given.
#[test]
fn the_tag_is_any_where_patterns_of_several_tags_are_merged() {
    let plan = |count| Tagged::scan_user().a(one_of(0..count)).filter_b(7).plan().unwrap();
    assert_eq!(patterns(&plan(2)), ["55 00 07", "55 01 07", "75 00 07", "75 01 07"]);
    assert_eq!(patterns(&plan(32)).len(), 64);
    assert_eq!(patterns(&plan(33)), [".. .. 07"]);
    // The record types share no field.
    assert_eq!(Tagged::scan().plan().unwrap().fuzzy(), Some(vec![(vec![], vec![])]));
}

#[test]
fn keys_of_several_widths_have_no_patterns() {
    assert_eq!(One::scan().plan().unwrap().fuzzy(), None);
}

rowkey::laws!(One, Bytes, Call, Tagged);

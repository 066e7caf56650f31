//! Plans as lines for the HBase shell, read back as Ruby reads them and run as HBase runs a scan.

use core::convert::Infallible;
use core::fmt;
use rowkey::codec::{Codec, Piece};
use rowkey::hbase::{NameError, shell_create};
use rowkey::language::Language;
use rowkey::{ElementError, RowKey, ScanPlan, Sink, one_of, starts_with};
use std::collections::BTreeSet;

#[derive(RowKey, Debug)]
struct Call {
    #[salt(xor, buckets = 3)]
    phone: u16,
    side: u8,
    at: u16,
}

#[derive(RowKey, Debug)]
struct Tag {
    group: u8,
    tag: String,
}

/// A codec whose values are shown on two lines, the second of which is a command.
#[derive(Debug)]
enum TwoLines {}

impl<'k> Codec<'k, u8> for TwoLines {
    const LANGUAGE: Language = Language::number(1, 0, 255);
    type Error = Infallible;

    fn write<S: Sink>(value: &u8, out: &mut S) -> Result<(), Infallible> {
        out.put(&[*value]);
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<u8, ElementError> {
        element.first().copied().ok_or(ElementError::Other("empty"))
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{element:?}\ndrop 't'")
    }
}

#[derive(RowKey, Debug)]
struct Shown {
    #[rowkey(with = TwoLines)]
    first: u8,
    #[rowkey(with = TwoLines)]
    second: u8,
}

/// The bytes of a string in double quotes, and the text behind it.
fn ruby(text: &str) -> (Vec<u8>, &str) {
    let mut rest = text.strip_prefix('"').unwrap();
    let mut bytes = Vec::new();
    loop {
        match rest.as_bytes()[0] {
            b'"' => return (bytes, &rest[1..]),
            b'\\' => {
                assert_eq!(&rest[..2], "\\x");
                bytes.push(u8::from_str_radix(&rest[2..4], 16).unwrap());
                rest = &rest[4..];
            }
            byte => {
                assert!(byte != b'#' && (b' '..=b'~').contains(&byte), "{rest}");
                bytes.push(byte);
                rest = &rest[1..];
            }
        }
    }
}

/// The row of a filter's text, in which a quote is doubled, and the rest behind its bracket.
fn row_of<'t>(text: &'t [u8], before: &str) -> Option<(Vec<u8>, &'t [u8])> {
    let mut rest = text.strip_prefix(before.as_bytes())?;
    let mut row = Vec::new();
    loop {
        match rest {
            [b'\'', b'\'', tail @ ..] => (row.push(b'\''), rest = tail).1,
            [b'\'', b')', tail @ ..] => return Some((row, tail)),
            [byte, tail @ ..] => (row.push(*byte), rest = tail).1,
            [] => panic!("no end of {}", text.escape_ascii()),
        }
    }
}

/// A scan of HBase.
#[derive(Debug, Default)]
struct Scan {
    start: Vec<u8>,
    stop: Vec<u8>,
    reversed: bool,
    limit: Option<usize>,
    /// Rows below this.
    below: Option<Vec<u8>>,
    /// In reverse, the last row.
    last: Option<Vec<u8>>,
    is_fuzzy: bool,
}

impl Scan {
    fn of(line: &str) -> Self {
        let mut scan = Self::default();
        let Some(mut rest) = line.strip_prefix("scan 't', {").map(|rest| rest.strip_suffix('}').unwrap()) else {
            assert_eq!(line, "scan 't'");
            return scan;
        };
        while !rest.is_empty() {
            let (name, value) = rest.split_once(" => ").unwrap();
            let bytes = value.starts_with('"').then(|| ruby(value));
            let tail = match (name, bytes) {
                ("STARTROW", Some((bytes, tail))) => (scan.start = bytes, tail).1,
                ("STOPROW", Some((bytes, tail))) => (scan.stop = bytes, tail).1,
                ("FILTER", Some((bytes, tail))) => (scan.filter(&bytes), tail).1,
                _ => {
                    let (value, _) = value.split_once(',').unwrap_or((value, ""));
                    match name {
                        "REVERSED" => scan.reversed = value == "true",
                        "LIMIT" => scan.limit = Some(value.parse().unwrap()),
                        "FILTER" => scan.is_fuzzy = value == "rows",
                        other => panic!("{other}"),
                    }
                    &rest[name.len() + 4 + value.len()..]
                }
            };
            rest = tail.strip_prefix(", ").unwrap_or(tail);
        }
        scan
    }

    fn filter(&mut self, mut text: &[u8]) {
        while !text.is_empty() {
            if let Some((row, rest)) = row_of(text, "RowFilter(<, 'binary:") {
                (self.below, text) = (Some(row), rest);
            } else {
                let (row, rest) = row_of(text, "InclusiveStopFilter('").unwrap();
                (self.last, text) = (Some(row), rest);
            }
            text = text.strip_prefix(b" AND ").unwrap_or(text);
        }
    }

    /// The start is inclusive and the stop exclusive, in either direction; an empty one is an end of the table.
    fn rows(&self, table: &BTreeSet<Vec<u8>>) -> Vec<Vec<u8>> {
        let passes = |row: &&Vec<u8>| self.below.as_ref().is_none_or(|below| *row < below);
        let limit = self.limit.unwrap_or(usize::MAX);
        if self.reversed {
            let all = table.iter().rev().filter(|row| self.start.is_empty() || **row <= self.start);
            let all = all.take_while(|row| self.stop.is_empty() || **row > self.stop);
            let all = all.take_while(|row| self.last.as_ref().is_none_or(|last| *row >= last));
            return all.filter(passes).take(limit).cloned().collect();
        }
        assert!(self.last.is_none());
        let all = table.range(self.start.clone()..).take_while(|row| self.stop.is_empty() || **row < self.stop);
        all.filter(passes).take(limit).cloned().collect()
    }
}

/// Every key of a small universe, and byte strings beside the ends of the ranges.
fn table(plan: &ScanPlan) -> BTreeSet<Vec<u8>> {
    let mut rows: BTreeSet<Vec<u8>> = [vec![0], vec![0xFF; 9]].into();
    for range in plan.ranges() {
        for end in [Some(range.start()), range.stop()].into_iter().flatten().filter(|end| !end.is_empty()) {
            rows.extend([end.to_vec(), [end, b"\0"].concat(), [end, b"\xFF\xFF"].concat()]);
            let (last, before) = end.split_last().unwrap();
            rows.insert([before, &[last.wrapping_sub(1)], b"\xFF\xFF\xFF".as_slice()].concat());
        }
    }
    for phone in [0, 1, 0x2722, 0x235C, u16::MAX] {
        for at in [0, 1, u16::MAX] {
            rows.insert(Call { phone, side: b'\'', at }.key().to_vec());
        }
    }
    rows.remove(&Vec::new());
    rows
}

/// The lines that are commands.
fn scans(lines: &str) -> Vec<Scan> {
    assert!(lines.ends_with('\n'));
    lines.lines().filter(|line| line.starts_with("scan")).map(Scan::of).collect()
}

/// Each line reads what its range holds, in the plan's direction.
#[track_caller]
fn agree(plan: &ScanPlan) -> String {
    let (lines, table) = (plan.shell_scan("t").unwrap(), table(plan));
    let scans = scans(&lines);
    let mut ranges: Vec<_> = plan.ranges().collect();
    if plan.is_reversed() {
        ranges.reverse();
    }
    assert_eq!(scans.len(), ranges.len(), "{lines}");
    for (scan, range) in scans.iter().zip(ranges) {
        let mut rows: Vec<_> = table.iter().filter(|row| range.contains(row)).cloned().collect();
        if plan.is_reversed() {
            rows.reverse();
        }
        rows.truncate(plan.row_limit().filter(|_| plan.is_exact()).unwrap_or(usize::MAX));
        assert_eq!(scan.rows(&table), rows, "{scan:?} of {range}");
    }
    lines
}

#[test]
fn each_line_reads_its_range_in_both_directions() {
    for phone in [0, 1, 0x2722, 0x235C, 0xFF00, u16::MAX] {
        for plan in [
            Call::scan().phone(phone).plan().unwrap(),
            Call::scan().phone(phone).side(one_of(*b"'\"#\\")).limit(2).plan().unwrap(),
            Call::scan().phone(phone..).plan().unwrap(),
            Call::scan().phone(..=phone).limit(3).plan().unwrap(),
        ] {
            agree(&plan);
            agree(&plan.reversed());
        }
    }
    for plan in [Tag::scan(), Tag::scan().limit(7)].map(|scan| scan.plan().unwrap()) {
        agree(&plan);
        agree(&plan.reversed());
    }
    let plan = Tag::scan().group(b'\'').tag(starts_with("#{exit} '\"\\")).plan().unwrap();
    agree(&plan);
    agree(&plan.reversed());
    let rest =
        Call::scan().resume(Some(&Call::scan().plan().unwrap().cursor(&Call { phone: 1, side: 2, at: 3 }.key())));
    agree(&rest.plan().unwrap());
}

#[test]
fn text_of_a_plan() {
    let plan = Tag::scan().group(b'a').limit(5).plan().unwrap();
    assert_eq!(agree(&plan), "scan 't', {STARTROW => \"a\", STOPROW => \"b\", LIMIT => 5}\n");
    assert_eq!(
        agree(&plan.reversed()),
        "scan 't', {STARTROW => \"b\", REVERSED => true, FILTER => \"RowFilter(<, 'binary:b') AND InclusiveStopFilter('a')\", LIMIT => 5}\n"
    );
    assert_eq!(agree(&Tag::scan().plan().unwrap()), "scan 't'\n");
    assert_eq!(agree(&Tag::scan().plan().unwrap().reversed()), "scan 't', {REVERSED => true}\n");
    let nothing = "# this scan returns no rows\n";
    assert_eq!(agree(&Tag::scan().group(one_of([0; 0])).plan().unwrap()), nothing);
    assert_eq!(Tag::scan().limit(0).plan().unwrap().shell_scan("t").unwrap(), nothing);
}

#[test]
fn checks_are_told_and_left_to_the_server() {
    let plan = Call::scan().phone(7).filter_at(0x0102).limit(9).plan().unwrap();
    let pair = r#"org.apache.hadoop.hbase.util.Pair.new("\x01\x00\x07\x00\x01\x02".to_java_bytes, "\x00\x00\x00\x01\x00\x00".to_java_bytes)"#;
    let head = "# these ranges also contain other rows, keep only: at = 258\n# stop after 9 matching rows\n";
    assert_eq!(
        agree(&plan),
        format!(
            "{head}rows = org.apache.hadoop.hbase.filter.FuzzyRowFilter.new([{pair}])\n\
             scan 't', {{STARTROW => \"\\x01\\x00\\x07\", STOPROW => \"\\x01\\x00\\x08\", FILTER => rows}}\n"
        )
    );
    let reversed = agree(&plan.reversed());
    assert!(reversed.starts_with(&format!("{head}scan ")) && !reversed.contains("rows ="), "{reversed}");

    // No pattern can be had.
    let lines = agree(&Tag::scan().group(1).filter_tag("a").plan().unwrap());
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.starts_with("# these ranges also contain other rows, keep only: tag = \"a\"\n"), "{lines}");

    let lines = agree(&Shown::scan().first(1).filter_second(2).plan().unwrap());
    assert!(
        lines.starts_with("# these ranges also contain other rows, keep only: second = [2]\\ndrop 't'\nrows = "),
        "{lines}"
    );
}

#[test]
fn names_are_those_of_create() {
    let plan = Tag::scan().plan().unwrap();
    for name in ["", "a b", "a'b", "a:b:c", "-a", "täble"] {
        assert_eq!(plan.shell_scan(name), Err(NameError { name: name.into(), of: "table" }));
        assert!(shell_create(name, &["d"], [b"1"]).is_err());
    }
}

rowkey::laws!(Call, Tag, Shown);

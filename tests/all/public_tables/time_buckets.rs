//! A bucket of time in front of the device, by the rule that such tables publish: a format string over both.

use crate::golden::golden;
use crate::reader;
use jiff::ToSpan;
use jiff::civil::{DateTime, date};
use rowkey::RowKey;
use std::collections::BTreeSet;

/// `{yyyymmdd}/{device}/{yyyymmddHHMMSS}`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "/")]
struct Reading {
    #[rowkey(element(at.year_month_day), chars("0-9A-Za-z"))]
    device: String,
    #[rowkey(time("%Y%m%d%H%M%S", exact))]
    at: DateTime,
}

/// The number of the day in five digits, and milliseconds.
#[derive(RowKey, Clone, Debug, PartialEq)]
struct Day {
    #[rowkey(element(at.div(86_400_000), digits(5)))]
    device: u32,
    #[rowkey(time(millis))]
    at: u64,
}

fn readings() -> Vec<Reading> {
    let first = date(2017, 11, 28).at(0, 0, 0, 0);
    let times = (0..200).map(|step: i64| first + (step * 5_503).seconds());
    times.flat_map(|at| ["dev7", "dev71", "D"].map(|device| Reading { device: device.into(), at })).collect()
}

fn key(reading: &Reading) -> String {
    let Reading { device, at } = reading;
    format!("{}/{device}/{}", at.strftime("%Y%m%d"), at.strftime("%Y%m%d%H%M%S"))
}

#[test]
fn keys() {
    for reading in readings() {
        golden(&reading, key(&reading).as_bytes());
        reader::pend(&reading, key(&reading).as_bytes());
    }
    for at in [0_u64, 86_399_999, 86_400_000, 1_512_130_200_007, 8_639_999_999_999] {
        let (device, days) = (at as u32, at / 86_400_000);
        let key = [format!("{days:05}").as_bytes(), &device.to_be_bytes(), &at.to_be_bytes()].concat();
        golden(&Day { device, at }, &key);
        reader::pend(&Day { device, at }, &key);
    }
    assert!(Day { device: 0, at: 100_000 * 86_400_000 }.encode().is_err(), "six digits");
    reader::read_pending();
}

/// A device's readings between two moments: one range for each day, and no other row.
#[test]
fn scans() {
    let keys: BTreeSet<String> = readings().iter().map(key).collect();
    let (from, to) = (readings()[180].at, readings()[300].at); // afternoon of the first of December, morning of the fourth
    let plan = Reading::scan().device("dev7").at(from..to).plan().unwrap();
    assert_eq!((plan.ranges().len(), plan.is_exact()), (4, true));
    let is_row = |key: &&String| plan.ranges().any(|range| range.contains(key.as_bytes()));
    let found: Vec<&String> = keys.iter().filter(is_row).collect();
    let asked = readings().into_iter().filter(|reading| reading.device == "dev7" && (from..to).contains(&reading.at));
    let asked: Vec<String> = asked.map(|reading| key(&reading)).collect();
    assert!(!asked.is_empty() && found.iter().copied().eq(&asked), "{found:?}");
}

rowkey::laws!(Reading, Day);

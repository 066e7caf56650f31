//! How do I store a time series on many servers? A salt of the device and the day, a month by hour, and expiry.
use jiff::Timestamp;
use rowkey::RowKey;
use rowkey_store::{MemoryStore, Table};

/// One device can be a hotspot by itself, so the salt spreads its days over the buckets.
#[derive(RowKey, Debug)]
#[rowkey(store = hbase, salt(buckets = 8, of(device, at.year_month_day)))]
#[rowkey(answers(device, at.year_month_day), answers(device, at in ..; buckets))]
pub(crate) struct Reading {
    device: u32,
    #[reverse_ts(millis, floor)]
    at: Timestamp,
}

const HOUR: i64 = 3_600_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let times = ["2026-01-01T00:00Z", "2026-02-01T00:00Z", "2026-04-01T00:00Z"].map(str::parse::<Timestamp>);
    let [january, february, april] = times;
    let (january, february, april) = (january?, february?, april?);
    let readings = Table::new(MemoryStore::new()); // in production, `hbase.table("readings", "f")`

    // A reading of each of three devices every ten minutes, for three months. The value is the hour of the day.
    for device in 1..=3 {
        let mut rows = Vec::new();
        for at in (january.as_millisecond()..april.as_millisecond()).step_by(600_000) {
            rows.push((Reading { device, at: Timestamp::from_millisecond(at)? }, (at / HOUR % 24).to_string()));
        }
        readings.put_all(rows)?;
    }

    // A month of one device is a range in each bucket. A day is a range in one bucket.
    let month = Reading::scan().device(2).at(january..february).plan()?;
    let mut hours = [(0, 0.0); 24];
    for row in readings.scan(&month)? {
        let (reading, value) = row?;
        let (count, sum) = &mut hours[usize::try_from(reading.at.as_millisecond() / HOUR % 24)?];
        *count += 1;
        *sum += String::from_utf8(value)?.parse::<f64>()?;
    }
    for (hour, (count, sum)) in (0..).zip(hours) {
        assert_eq!((count, sum / f64::from(count)), (31 * 6, f64::from(hour)));
    }
    println!("January of device 2: {} ranges, {} readings of each hour", month.ranges().len(), hours[0].0);

    // Without a device, expiry reads the whole table. A table refuses that until you allow it.
    let expired = Reading::scan().filter_at(..february).plan()?;
    println!("\nrefused: {}\n", readings.delete_all(&expired).unwrap_err());
    let readings = readings.allow_full_scans();
    let deleted = readings.delete_all(&expired)?;
    assert_eq!((deleted, readings.count(&month)?), (3 * 31 * 144, 0));
    assert_eq!(readings.count(&Reading::scan().plan()?)?, 3 * (28 + 31) * 144);
    println!("{deleted} readings of January deleted");
    Ok(())
}

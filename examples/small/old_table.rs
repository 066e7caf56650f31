//! How do I read a table that a Java program wrote? A sample of its HBase keys, the struct, and what does not decode.
use jiff::civil::DateTime;
use rowkey::RowKey;
use std::error::Error;

/// `01_13362666677_2017-12-01 12:10_14444445555_0_180`, which Java wrote as
///
/// ```java
/// int bucket = (Integer.parseInt(caller.substring(7)) ^ Integer.parseInt(yearMonth)) % 6;
/// String.format("%02d_%s_%s_%s_%s_%s", bucket, caller, at, callee, side, seconds)
/// ```
#[derive(RowKey, Debug)]
#[rowkey(separator = "_", split(after = "|", regions = 7, allow(dead)))] // the table's regions: 00|, 01|, .. 05|
pub(crate) struct Call {
    #[salt(xor, buckets = 6, of(caller.from(7).int, at.year_month), digits(2))]
    #[rowkey(len(11), chars("0-9"))]
    caller: String,
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    at: DateTime,
    #[rowkey(len(11), chars("0-9"))]
    callee: String,
    #[rowkey(len(1), chars("01"))]
    side: String,
    #[rowkey(decimal)] // 7, 36, 180: not sorted as numbers, as Java left it
    seconds: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    // In your case: `echo "scan 'calls', LIMIT => 10000"` into `hbase shell -n`, and its keys into a file.
    let sample = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/calls.keys"))?;
    let (mut calls, mut reasons) = (Vec::new(), Vec::new());
    for key in sample.lines() {
        match Call::decode(key.as_bytes()) {
            Ok(call) => {
                assert_eq!(call.encode()?, key.as_bytes()); // byte for byte
                calls.push(call);
            }
            Err(error) => reasons.push(format!("{key}\n    {error}")),
        }
    }
    println!("{} keys decode, {} do not:\n{}\n", calls.len(), reasons.len(), reasons.join("\n"));
    assert_eq!((calls.len(), reasons.len()), (7, 4));

    // The damaged place of a key, and the scan of a caller's month for HBase's shell.
    println!("{}", Call::explain(b"02_13362666677_2017-12-01 12:10_14444445555_0_180"));
    let (from, to) = ("2017-12-01T00:00".parse::<DateTime>()?, "2018-01-01T00:00".parse()?);
    let month = Call::scan().caller("13362666677").at(from..to).plan()?;
    let has = |key: &str| month.ranges().any(|range| range.contains(key.as_bytes()));
    assert!(month.ranges().len() == 1 && has("01_13362666677_2017-12-01 12:10_14444445555_0_180"));
    println!("{}", month.shell_scan("calls")?);
    Ok(())
}

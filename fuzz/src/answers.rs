//! A property of the answers of a Thrift gateway: for every answer, a call ends with a result or an error.

use super::gateway::{Answers, Gateway, Transport};
use rowkey::KeyRange;
use rowkey::scan::Direction;
use rowkey_hbase::{Builder, HBase, HBaseError};
use rowkey_store::{Batch, Reader, Store};
use std::time::Duration;

/// Makes one call to a gateway that answers with the input. The first two bytes choose the transport and the call.
pub fn thrift(input: &[u8]) {
    let [choice, call, bytes @ ..] = input else { return };
    let is_wire = choice & 8 > 0;
    let transport = match choice % 8 % 3 {
        0 => Transport::Unframed,
        1 => Transport::Framed,
        _ => Transport::Http,
    };
    let answers =
        Answers { transport, has_head: !is_wire, bytes: bytes.to_vec(), calls: 1 + usize::from(choice >> 4 & 3) };
    let address = Gateway::get().answer(answers);
    let wait = Duration::from_millis(20);
    // The client reserves the claimed length of a byte string at once, up to this limit. A list takes memory as its
    // elements arrive.
    let options = HBase::builder().connections(1).retries(0).parallel(1).max_answer(1 << 20);
    let options = options.read_timeout(wait).write_timeout(wait).connect_timeout(wait);
    let options = options.framed(transport == Transport::Framed).http(transport == Transport::Http);
    // An error must be displayed without a panic.
    if let Err(error) = ask(options, address, *call) {
        assert!(!error.to_string().is_empty());
    }
}

/// Makes one of several calls.
fn ask(options: Builder, address: &str, call: u8) -> Result<(), HBaseError> {
    let hbase = options.connect(address)?;
    let table = hbase.table("t", "f");
    match call % 12 {
        0 => drop(table.reader()?.get(b"k")?),
        1 => drop(table.get_columns(b"k")?),
        2 => first_rows(table.scan_first(3, KeyRange::all(), Direction::Forward))?,
        3 => first_rows(table.scan_columns(KeyRange::prefix(b"k"), Direction::Reverse))?,
        4 => drop(hbase.table_spec("t")?),
        5 => drop(hbase.regions("t")?),
        6 => drop(hbase.tables()?),
        7 => _ = hbase.is_enabled("t")?,
        8 => table.write(Batch::new().put("k", vec![1]).delete("l"))?,
        9 => drop(table.get_all(&["k", "l"])?),
        10 => drop(table.split_keys()?),
        _ => drop(hbase.families("t")?),
    }
    Ok(())
}

fn first_rows<T>(rows: impl Iterator<Item = Result<T, HBaseError>>) -> Result<(), HBaseError> {
    rows.take(3).try_for_each(|row| row.map(drop))
}

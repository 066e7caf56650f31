//! An answer reserves no more memory than it may have bytes, whatever it claims.

use rowkey_hbase::{HBase, HBaseError};
use rowkey_store::{Batch, Reader, Store};
use std::io::Write;
use std::time::Duration;

use crate::fake::{Fake, wait_for_end};
use crate::peers::framed;

/// A row whose answer begins by `fields`, and does not go on.
fn get(fields: &'static [u8]) -> HBaseError {
    let fake = Fake::gateway(move |request, stream| {
        stream.write_all(&request.begin(fields)).unwrap();
        wait_for_end(stream);
    });
    let hbase = HBase::builder().read_timeout(Duration::from_secs(2)).connect(&fake.address).unwrap();
    hbase.table("calls", "f").reader().unwrap().get(b"k").unwrap_err()
}

/// The most memory that the process has reserved so far, in MB; 0 on systems that do not tell.
fn reserved() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmPeak:")).unwrap_or("0");
    peak.trim().trim_end_matches(" kB").parse::<usize>().unwrap() >> 10
}

#[test]
fn sizes_are_not_believed() {
    let before = reserved();
    // A list of 100 million cells, and one of as many as the answer may have bytes.
    let error = get(&[12, 0, 0, 15, 0, 2, 12, 0x05, 0xF5, 0xE1, 0]);
    assert!(matches!(error, HBaseError::AnswerTooLong { .. }), "{error:?}");
    let error = get(&[12, 0, 0, 15, 0, 2, 12, 0x03, 0xFF, 0xFF, 0xFF]);
    assert!(matches!(error, HBaseError::Timeout { .. }), "{error:?}");
    // A row of 2 GB, and one of less than nothing.
    let error = get(&[12, 0, 0, 11, 0, 1, 0x7F, 0xFF, 0xFF, 0xFF]);
    assert!(matches!(error, HBaseError::AnswerTooLong { .. }), "{error:?}");
    let error = get(&[12, 0, 0, 11, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert!(matches!(error, HBaseError::Protocol { .. }), "{error:?}");
    // Less than one of these lists took: threads of other tests have their stacks, which are of some MB each.
    let after = reserved();
    assert!(after < before + 2_000, "{before} MB before, {after} MB after");
}

/// A gateway closes the connection at a frame that is too long, which would look like a passing failure.
#[test]
fn a_request_that_is_longer_than_a_frame_is_not_sent() {
    let fake = Fake::start(framed);
    let hbase = HBase::builder().framed(true).max_frame(1_000).connect(&fake.address).unwrap();
    let error = hbase.table("calls", "f").write(Batch::new().put("k", vec![0; 1_000])).unwrap_err();
    assert!(matches!(error, HBaseError::RequestTooLong { bytes: 1_001.., most: 1_000, .. }), "{error:?}");
}

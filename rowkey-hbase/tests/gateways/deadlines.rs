//! A call takes at most its configured time, and only once.

use rowkey_hbase::{Builder, HBase, HBaseError};
use rowkey_store::{Batch, Reader, Store};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::fake::{Fake, Request, boolean, server_type, trickle, wait_for_end};

fn impatient() -> Builder {
    HBase::builder().read_timeout(Duration::from_secs(2)).write_timeout(Duration::from_secs(2))
}

/// Returns the time of a call, and its result.
fn time<T>(call: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = call();
    (start.elapsed(), done)
}

/// Earlier, such a call took four timeouts: on a pooled connection, on a new one, and for two checks of the table.
#[test]
fn a_silent_server_costs_one_timeout() {
    let fake = Fake::gateway(|_, stream| wait_for_end(stream));
    let builder = HBase::builder().read_timeout(Duration::from_secs(6));
    let store = builder.connect(&fake.address).unwrap().table("calls", "f");
    let (took, result) = time(|| store.reader().unwrap().get(b"k"));
    let error = result.unwrap_err();
    assert!(matches!(error, HBaseError::Timeout { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        format!(
            r"cannot get a row of the HBase table `calls` from row k: no response from `{}` within 6s",
            fake.address
        )
    );
    assert!(took >= Duration::from_secs(6) && took < Duration::from_secs(12), "{took:?}");
}

#[test]
fn a_byte_now_and_then_gains_no_time() {
    let fake = Fake::gateway(|request, stream| {
        // A row with a name of one megabyte, which arrives byte by byte.
        stream.write_all(&request.begin(&[12, 0, 0, 11, 0, 1, 0, 0x10, 0, 0])).unwrap();
        trickle(stream);
    });
    let store = impatient().connect(&fake.address).unwrap().table("calls", "f");
    let (took, result) = time(|| store.reader().unwrap().get(b"k"));
    assert!(matches!(result, Err(HBaseError::Timeout { .. })), "{result:?}");
    assert!(took < Duration::from_secs(20), "{took:?}");
}

/// The client checks the table once, with a short timeout, to find out if it is disabled.
#[test]
fn a_late_answer_of_a_disabled_table_is_explained() {
    let fake = Fake::gateway(|request, stream| match request.method.as_str() {
        "isTableEnabled" => stream.write_all(&request.reply(&boolean(false))).unwrap(),
        _ => wait_for_end(stream),
    });
    let patient = HBase::builder().read_timeout(Duration::from_secs(16)).connect(&fake.address).unwrap();
    let error = patient.table("calls", "f").reader().unwrap().get(b"k").unwrap_err();
    assert_eq!(error.to_string(), "the HBase table `calls` is disabled");
}

/// Returns a client whose gateway is gone. No server listens at its port.
fn gone(builder: Builder) -> HBase {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = thread::spawn(move || answer_type(&mut listener.accept().unwrap().0));
    let hbase = builder.connect(&address).unwrap();
    server.join().unwrap();
    hbase
}

fn answer_type(stream: &mut TcpStream) {
    let request = Request::read(stream).unwrap();
    stream.write_all(&request.reply(&server_type(2))).unwrap();
}

#[test]
fn a_request_that_is_not_taken_costs_one_timeout() {
    // The request is larger than the buffers of both sides, and the server reads nothing.
    let deaf = Fake::start(|mut stream| {
        answer_type(&mut stream);
        thread::sleep(Duration::from_secs(60));
    });
    let builder = impatient().batch_bytes(64 << 20).max_value(64 << 20);
    let store = builder.connect(&deaf.address).unwrap().table("calls", "f");
    let (took, result) = time(|| store.write(Batch::new().put("k", vec![0; 32 << 20])));
    // This error means that HBase has made no change.
    assert!(matches!(result, Err(HBaseError::Unreachable { .. })), "{result:?}");
    assert!(took >= Duration::from_secs(2) && took < Duration::from_secs(20), "{took:?}");
}

/// Earlier, this took 74 seconds, because each check of the table waited for a connection again.
#[test]
fn a_table_is_not_waited_for_at_a_dead_port() {
    let hbase = gone(HBase::builder().connect_timeout(Duration::from_secs(3)));
    let (took, result) = time(|| hbase.create_split_table("calls", &["f"], &[] as &[&[u8]]));
    assert!(matches!(result, Err(HBaseError::Unreachable { .. })), "{result:?}");
    assert!(took < Duration::from_secs(20), "{took:?}");
}

#[test]
fn a_read_is_tried_again_for_as_long_as_is_allowed() {
    let store = gone(HBase::builder().retry_for(Duration::from_secs(3))).table("calls", "f");
    let (took, result) = time(|| store.reader().unwrap().get(b"k"));
    assert!(matches!(result, Err(HBaseError::Unreachable { .. })), "{result:?}");
    // The last pause of up to 2 seconds may not fit.
    assert!(took >= Duration::from_secs(1) && took < Duration::from_secs(20), "{took:?}");
}

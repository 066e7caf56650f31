//! TLS: a gateway behind it is met, and a server that must not be trusted is not.

use rowkey_hbase::rustls::pki_types::PrivateKeyDer;
use rowkey_hbase::rustls::{ServerConfig, ServerConnection, StreamOwned, crypto};
use rowkey_hbase::{Builder, HBase, HBaseError, Peer};
use rowkey_store::{Reader, Store};
use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

use crate::fake::{Fake, NO_ROW, Request, server_type, trickle, wait_for_end};

type Stream = StreamOwned<ServerConnection, TcpStream>;

/// A server with a new certificate for the loopback address, and the file of it.
fn serve(serve: impl Fn(&mut Stream) + Send + Sync + 'static) -> (Fake, NamedTempFile) {
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(made.cert.pem().as_bytes()).unwrap();
    let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let config = ServerConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let fake = Fake::start(move |stream| {
        let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
        serve(&mut StreamOwned::new(connection, stream));
    });
    (fake, file)
}

/// Answers each call; a row is not there.
fn gateway(stream: &mut Stream) {
    while let Some(request) = Request::read(stream) {
        let fields = if request.method == "get" { &NO_ROW[..] } else { &server_type(2) };
        stream.write_all(&request.reply(fields)).unwrap();
    }
}

fn trusting(file: &NamedTempFile) -> Builder {
    HBase::builder().connect_timeout(Duration::from_secs(8)).tls_trusting(file.path()).unwrap()
}

fn found(builder: Builder, fake: &Fake) -> Peer {
    match builder.connect(&fake.address).unwrap_err() {
        HBaseError::NotAGateway { found, address, .. } if address == fake.address => found,
        error => panic!("{error:?}"),
    }
}

#[test]
fn a_gateway_behind_tls_is_met() {
    let (fake, file) = serve(gateway);
    let store = trusting(&file).connect(&fake.address).unwrap().table("calls", "f");
    for _ in 0..10 {
        assert_eq!(store.reader().unwrap().get(b"k").unwrap(), None);
    }
    assert_eq!(fake.made(), 1);
}

#[test]
fn a_certificate_that_is_not_trusted_is_refused() {
    let (fake, _) = serve(gateway);
    let (_, file) = serve(gateway);
    let Peer::TlsRefused(reason) = found(trusting(&file), &fake) else { panic!() };
    assert!(reason.contains("invalid peer certificate"), "{reason}");
}

#[test]
fn tls_where_it_is_not_and_none_where_it_is() {
    let (fake, file) = serve(gateway);
    assert_eq!(found(HBase::builder().connect_timeout(Duration::from_secs(8)), &fake), Peer::Tls);
    // A plain gateway takes a client hello for the length of a name, and either waits or closes the connection.
    for closes in [false, true] {
        let plain = Fake::start(move |mut stream| {
            let mut first = [0];
            while stream.peek(&mut first).is_ok_and(|read| read > 0) {
                match Request::read(&mut stream) {
                    Some(request) => stream.write_all(&request.reply(&server_type(2))).unwrap(),
                    None if closes => return,
                    None => return wait_for_end(&mut stream),
                }
            }
        });
        assert_eq!(found(trusting(&file), &plain), Peer::NotTls, "closes: {closes}");
    }
    assert_eq!(found(trusting(&file), &Fake::start(|mut stream| wait_for_end(&mut stream))), Peer::Silent);
}

/// A handshake that comes byte by byte, and an answer: the deadline is below TLS.
#[test]
fn deadlines_hold_below_tls() {
    let (_, file) = serve(gateway);
    let start = Instant::now();
    // The beginning of a handshake record of 16 kB.
    let slow = Fake::start(|mut stream| {
        stream.write_all(&[0x16, 3, 3, 0x40, 0]).unwrap();
        trickle(&mut stream);
    });
    trusting(&file).connect(&slow.address).unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());

    let stops = Arc::new(AtomicBool::new(false));
    let (fake, file) = serve(move |stream| {
        while let Some(request) = Request::read(stream) {
            if stops.swap(true, Ordering::SeqCst) {
                // The beginning of a record of 16 kB.
                stream.sock.write_all(&[0x17, 3, 3, 0x40, 0]).unwrap();
                trickle(&mut stream.sock);
            } else {
                stream.write_all(&request.reply(&server_type(2))).unwrap();
            }
        }
    });
    let hbase = trusting(&file).read_timeout(Duration::from_secs(2)).connect(&fake.address).unwrap();
    let start = Instant::now();
    let error = hbase.table("calls", "f").reader().unwrap().get(b"k").unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
    assert!(matches!(error, HBaseError::Timeout { .. }), "{error:?}");
}

#[test]
fn files_without_certificates_are_told() {
    let empty = NamedTempFile::new().unwrap();
    for file in [empty.path(), "no/such/file.pem".as_ref()] {
        let error = HBase::builder().tls_trusting(file).unwrap_err();
        assert_eq!(error.to_string(), format!("cannot trust the certificates of `{}`", file.display()));
    }
}

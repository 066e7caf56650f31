//! TLS: the client connects to a gateway over TLS, and rejects a server that must not be trusted.

use rowkey_hbase::rustls::pki_types::PrivateKeyDer;
use rowkey_hbase::rustls::{ServerConfig, ServerConnection, StreamOwned, crypto};
use rowkey_hbase::{Builder, HBase, HBaseError, Peer};
use rowkey_store::{Reader, Store};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

use crate::fake::{Fake, NO_ROW, Request, row_of, server_type, trickle, wait_for_end};

type Stream = StreamOwned<ServerConnection, TcpStream>;

/// Starts a server with a new certificate for the loopback address. Returns it with the file of the certificate.
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

/// Answers each call. A requested row does not exist.
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
    // A gateway without TLS takes a client hello for the length of a name. It then waits, or closes the connection.
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

/// A handshake that arrives byte by byte, and an answer. The deadline is below TLS.
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

/// Starts a proxy between client and server. It copies bytes, and flips a bit in the middle of the next answer each
/// time `flips` is set.
fn flipping(server: &Fake, flips: &Arc<AtomicBool>) -> Fake {
    let (address, flips) = (server.address.clone(), Arc::clone(flips));
    Fake::start(move |mut client| {
        let mut server = TcpStream::connect(&address).unwrap();
        let (mut from_client, mut to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
        let requests = std::thread::spawn(move || {
            let _ = std::io::copy(&mut from_client, &mut to_server);
            let _ = to_server.shutdown(Shutdown::Write);
        });
        let mut buffer = [0; 1 << 12];
        while let Ok(read @ 1..) = server.read(&mut buffer) {
            if flips.swap(false, Ordering::SeqCst) {
                buffer[read / 2] ^= 1;
            }
            if client.write_all(&buffer[..read]).is_err() {
                break;
            }
        }
        let _ = client.shutdown(Shutdown::Both);
        requests.join().unwrap();
    })
}

/// Thrift has no checksum. So the documentation recommends TLS.
#[test]
fn a_flipped_bit_is_another_value_unless_there_is_tls() {
    let value = "v".repeat(1_000);
    let row = [&[12, 0, 0][..], &row_of("k", &value)].concat();
    let answer = move |request: &Request| match request.method.as_str() {
        "get" => request.reply(&row),
        _ => request.reply(&server_type(2)),
    };
    let plain_answer = answer.clone();
    let plain = Fake::gateway(move |request, stream| stream.write_all(&plain_answer(request)).unwrap());
    let (tls, file) = serve(move |stream| {
        while let Some(request) = Request::read(stream) {
            if stream.write_all(&answer(&request)).is_err() {
                break;
            }
        }
    });

    let flips = Arc::<AtomicBool>::default();
    let proxy = flipping(&plain, &flips);
    let store = HBase::connect(&proxy.address).unwrap().table("calls", "f");
    assert_eq!(store.get(b"k").unwrap().as_deref(), Some(value.as_bytes()));
    flips.store(true, Ordering::SeqCst);
    let found = store.get(b"k").unwrap().unwrap();
    assert_eq!((found.len(), found == value.as_bytes()), (1_000, false), "another value, and no error");

    let proxy = flipping(&tls, &flips);
    let store = trusting(&file).connect(&proxy.address).unwrap().table("calls", "f");
    assert_eq!(store.get(b"k").unwrap().as_deref(), Some(value.as_bytes()));
    flips.store(true, Ordering::SeqCst);
    let found = store.get(b"k").unwrap();
    assert!(found.as_deref() == Some(value.as_bytes()), "another value");
    let is_flipped = !flips.load(Ordering::SeqCst);
    assert_eq!((is_flipped, proxy.made()), (true, 2), "it was read on another connection");
}

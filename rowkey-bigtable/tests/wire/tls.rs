//! TLS, and servers with untrusted certificates.

use rowkey_bigtable::{Bigtable, BigtableError, Config};
use rowkey_core::KeyRange;
use rowkey_store::Direction;
use std::time::Duration;
use tonic::transport::{Identity, ServerTlsConfig};

use crate::fake::{End, Fake, Reply};
use crate::table::{message, whole};

/// Returns a certificate for this machine, and its key.
pub fn certificate() -> (String, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".into()]).unwrap();
    (made.cert.pem(), made.signing_key.serialize_pem())
}

#[tokio::test]
async fn rows_come_over_tls_from_a_server_that_is_trusted() {
    let (trusted, key) = certificate();
    let (other, _) = certificate();
    let tls = ServerTlsConfig::new().identity(Identity::from_pem(&trusted, key));
    let fake = Fake::start_tls(tls, |_| Reply::new([message(whole(b"k", b"v"))], End::Ok)).await;
    let config = || {
        let address = format!("localhost:{}", fake.address.port());
        Config::emulator(&address, "p", "i").connect_timeout(Duration::from_secs(2)).timeout(Duration::from_millis(500))
    };
    let store = Bigtable::connect(config().tls_trusting(&trusted)).await.unwrap().table("t", "f");
    assert!(store.scan(KeyRange::all(), Direction::Forward).advance().await.unwrap());

    let error = Bigtable::connect(config().tls_trusting(&other)).await.unwrap_err();
    assert!(matches!(error, BigtableError::Unreachable { .. }), "{error:?}");
    let error = Bigtable::lazy(config()).unwrap().table("t", "f").get(b"k").await.unwrap_err();
    assert!(!matches!(error, BigtableError::Server { .. }), "{error:?}");
}

/// Another address does not change the trusted certificates.
#[tokio::test]
async fn another_address_keeps_what_is_trusted() {
    let (trusted, key) = certificate();
    let tls = ServerTlsConfig::new().identity(Identity::from_pem(&trusted, key));
    let fake = Fake::start_tls(tls, |_| Reply::new([message(whole(b"k", b"v"))], End::Ok)).await;
    let address = format!("localhost:{}", fake.address.port());
    let config = Config::emulator("localhost:1", "p", "i").tls_trusting(&trusted).data_address(&address);
    let store = Bigtable::connect(config).await.unwrap().table("t", "f");
    assert_eq!(store.get(b"k").await.unwrap(), Some(b"v".to_vec()));

    // No authority of Mozilla's list has signed it.
    let error = Bigtable::connect(Config::google("p", "i").data_address(&address)).await.unwrap_err();
    let BigtableError::Unreachable { address: tried, source } = error else { panic!("{error:?}") };
    assert_eq!(tried, address);
    assert!(format!("{source:?}").contains("UnknownIssuer"), "{source:?}");
}

/// Otherwise, the connection would succeed, and the first call would lose it.
#[tokio::test]
async fn a_tls_server_is_named_if_tls_was_not_chosen() {
    let (certificate, key) = certificate();
    let tls = ServerTlsConfig::new().identity(Identity::from_pem(&certificate, key));
    let fake = Fake::start_tls(tls, |_| Reply::end(End::Ok)).await;
    let error = Bigtable::connect(fake.config()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "expected Bigtable at `{}`, found a TLS server: use `Config::google` or `Config::tls_trusting` (cargo feature `tls`)",
            fake.address
        )
    );
}

#[tokio::test]
async fn texts_that_are_no_certificates_are_refused() {
    let (certificate, _) = certificate();
    let none = "expected a certificate in PEM, found none";
    let no_der = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for (pem, reason) in [
        ("nonsense", none),
        ("", none),
        (no_der, "invalid peer certificate: BadEncoding"),
        // The valid certificate before it is not enough.
        (&format!("{certificate}{no_der}"), "invalid peer certificate: BadEncoding"),
        ("-----BEGIN CERTIFICATE-----\n%\n-----END CERTIFICATE-----\n", "base64 decode error"),
    ] {
        let config = Config::emulator("localhost:1", "p", "i").tls_trusting(pem);
        let errors = [Bigtable::lazy(config.clone()).unwrap_err(), Bigtable::connect(config).await.unwrap_err()];
        for error in errors {
            assert_eq!(error.to_string(), "cannot set up TLS to Bigtable at `localhost:1`");
            let source = std::error::Error::source(&error).unwrap().to_string();
            assert!(source.starts_with(reason), "{source}");
        }
    }
}

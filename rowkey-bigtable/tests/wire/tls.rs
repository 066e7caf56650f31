//! TLS, and servers whose certificates are not trusted.

use rowkey_bigtable::{Bigtable, BigtableError, Config};
use rowkey_core::KeyRange;
use rowkey_store::Direction;
use std::time::Duration;
use tonic::transport::{Identity, ServerTlsConfig};

use crate::fake::{End, Fake, Reply};
use crate::table::{message, whole};

/// A certificate for this machine, and its key.
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
    let error = Bigtable::connect(config()).await.unwrap().table("t", "f").get(b"k").await.unwrap_err();
    assert!(!matches!(error, BigtableError::Server { .. }), "{error:?}");
    let error = Bigtable::connect(config().tls_trusting("no certificate")).await.unwrap_err();
    assert!(matches!(error, BigtableError::Tls { .. } | BigtableError::Unreachable { .. }), "{error:?}");
}

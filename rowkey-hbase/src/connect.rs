//! Connects, and validates the options that can be invalid.

#[cfg(feature = "tls")]
use std::path::Path;
#[cfg(feature = "tls")]
use std::sync::Arc;

use crate::builder::Transport;
#[cfg(feature = "tls")]
use crate::net::tls::config_trusting;
use crate::{Builder, HBase, HBaseError};

impl Builder {
    /// Uses TLS, and trusts only certificates signed by the authorities in a PEM file.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::Certificates`] if the file cannot be read or contains no certificate.
    #[cfg(feature = "tls")]
    pub fn tls_trusting(self, file: impl AsRef<Path>) -> Result<Self, HBaseError> {
        let file = file.as_ref();
        let config =
            config_trusting(file).map_err(|source| HBaseError::Certificates { file: file.to_owned(), source })?;
        Ok(self.tls(Arc::new(config)))
    }

    /// Connects to the gateway at `address` (`host:port`, usually port 9090), and verifies that it is a Thrift 2
    /// gateway.
    ///
    /// # Errors
    ///
    /// Returns [`HBaseError::Address`], [`HBaseError::Unreachable`], or [`HBaseError::NotAGateway`]. This first call is
    /// not retried.
    pub fn connect(self, address: &str) -> Result<HBase, HBaseError> {
        let port = address.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(_))) {
            return Err(HBaseError::Address { address: address.into() });
        }
        let batch_bytes = match self.transport {
            Transport::Framed => self.batch_bytes.min(self.max_frame / 2),
            Transport::Unframed | Transport::Http => self.batch_bytes,
        };
        HBase::open(address, Self { batch_bytes, ..self })
    }
}

//! Events of calls for `tracing`, with the feature of this name. The crate documentation lists their fields. Without
//! the feature, the compiler removes all of this.

#![cfg_attr(not(feature = "tracing"), allow(clippy::missing_const_for_fn, unused_variables))]

use std::time::Duration;

use crate::error::{BigtableError, Failure};
use crate::retry::Retries;

/// Records a failed attempt, which is retried after a pause.
#[inline]
pub(crate) fn retry(operation: &str, table: &str, retries: &Retries, failure: &Failure, pause: Duration) {
    #[cfg(feature = "tracing")]
    {
        let ((class, error), pause_ms) = (shown(failure), pause.as_millis() as u64);
        tracing::warn!(operation, table, retries = retries.tries(), pause_ms, class, error, "made again");
    }
}

/// Records the end of a call with all its attempts.
#[inline]
pub(crate) fn end<T>(operation: &str, table: &str, retries: &Retries, result: &Result<T, BigtableError>) {
    #[cfg(feature = "tracing")]
    {
        let elapsed_us = retries.elapsed().as_micros() as u64;
        match result {
            Ok(_) => tracing::debug!(operation, table, retries = retries.tries(), elapsed_us, "done"),
            Err(error) => {
                // The last failed attempt has no retry.
                let retries = retries.tries().saturating_sub(1);
                let (class, error) = (rowkey_store::__class_of(error), error.to_string());
                tracing::warn!(operation, table, retries, elapsed_us, class, error, "failed");
            }
        }
    }
}

/// A read. It reports the number of its rows when it is dropped.
pub(crate) struct Reading {
    #[cfg(feature = "tracing")]
    operation: &'static str,
    #[cfg(feature = "tracing")]
    table: String,
    #[cfg(feature = "tracing")]
    began: tokio::time::Instant,
    #[cfg(feature = "tracing")]
    rows: usize,
}

impl Reading {
    #[inline]
    pub(crate) fn begin(operation: &'static str, table: &str) -> Self {
        Self {
            #[cfg(feature = "tracing")]
            operation,
            #[cfg(feature = "tracing")]
            table: table.into(),
            #[cfg(feature = "tracing")]
            began: tokio::time::Instant::now(),
            #[cfg(feature = "tracing")]
            rows: 0,
        }
    }

    /// Adds rows that have arrived.
    #[inline]
    pub(crate) fn add(&mut self, rows: usize) {
        #[cfg(feature = "tracing")]
        {
            self.rows += rows;
        }
    }
}

#[cfg(feature = "tracing")]
impl Drop for Reading {
    fn drop(&mut self) {
        let Self { operation, table, rows, .. } = self;
        let elapsed_us = self.began.elapsed().as_micros() as u64;
        tracing::debug!(operation, table, rows, elapsed_us, "read");
    }
}

/// Returns the class of a failed attempt, and its message.
#[cfg(feature = "tracing")]
fn shown(failure: &Failure) -> (String, String) {
    let of_status =
        |name: &str, status: &tonic::Status| (format!("{name}.{:?}", status.code()), status.message().to_owned());
    match failure {
        Failure::Unsent(status) => of_status("Unsent", status),
        Failure::Lost(status) => of_status("Lost", status),
        Failure::Said(status) => of_status("Said", status),
        Failure::NoToken(error) => ("NoToken".into(), error.to_string()),
        Failure::Malformed(error) => ("Malformed".into(), error.to_string()),
        Failure::TimedOut => ("TimedOut".into(), String::new()),
    }
}

//! Events of calls for `tracing`, with the feature of this name. The crate documentation lists their fields. Without
//! the feature, the compiler removes all of this.

#![cfg_attr(not(feature = "tracing"), allow(clippy::unused_self, clippy::missing_const_for_fn, unused_variables))]

use std::time::Duration;

use crate::HBaseError;
use crate::error::Task;
use crate::net::failure::Failure;

/// A running call.
pub(crate) struct Call {
    #[cfg(feature = "tracing")]
    began: std::time::Instant,
    #[cfg(feature = "tracing")]
    retries: u32,
}

impl Call {
    #[inline]
    pub(crate) fn begin() -> Self {
        Self {
            #[cfg(feature = "tracing")]
            began: std::time::Instant::now(),
            #[cfg(feature = "tracing")]
            retries: 0,
        }
    }

    /// Records a failed attempt, which is retried after a pause.
    #[inline]
    pub(crate) fn retry(&mut self, task: impl FnOnce() -> Task, failure: &Failure, pause: Duration) {
        #[cfg(feature = "tracing")]
        {
            let Task { what: operation, table, .. } = task();
            let (class, pause_ms) = (rowkey_store::__class_of(failure), pause.as_millis() as u64);
            self.retries += 1;
            tracing::warn!(operation, table, retries = self.retries, pause_ms, class, error = ?failure, "made again");
        }
    }

    /// Records a page of a scan with `rows` rows.
    #[inline]
    pub(crate) fn page(&self, table: &str, rows: usize) {
        #[cfg(feature = "tracing")]
        tracing::debug!(
            operation = "read a page of",
            table,
            rows,
            elapsed_us = self.began.elapsed().as_micros() as u64,
            "done"
        );
    }

    /// Records the end of the call.
    #[inline]
    pub(crate) fn end<T>(&self, task: impl FnOnce() -> Task, result: &Result<T, HBaseError>) {
        #[cfg(feature = "tracing")]
        {
            // The strings of the task would be allocated for nothing.
            if result.is_ok() && !tracing::enabled!(tracing::Level::DEBUG) {
                return;
            }
            let Task { what: operation, table, .. } = task();
            let (elapsed_us, retries) = (self.began.elapsed().as_micros() as u64, self.retries);
            match result {
                Ok(_) => tracing::debug!(operation, table, retries, elapsed_us, "done"),
                Err(error) => {
                    let (class, error) = (rowkey_store::__class_of(error), error.to_string());
                    tracing::warn!(operation, table, retries, elapsed_us, class, error, "failed");
                }
            }
        }
    }
}
